"""Building the page without a server."""

from __future__ import annotations

import io
import json
import re
import struct
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp.cli.commands import module_of
from pencilp.errors import InputError, PencilpError
from pencilp.site import build as building
from pencilp.site import bundle, packages
from pencilp.site import compiled as compiling
from pencilp.site.build import POLICY, build, contents_of
from pencilp.site.bytecode import SHOWN
from pencilp.site.compiled import STANDARD, Compiled
from pencilp.site.packages import CLINGO, PYODIDE, Package, files_of
from pencilp.solvers.clasp import browser
from pencilp.translations import languages
from pencilp.web import shell
from pencilp.web.guards import POLICY as OF_SERVER


@pytest.fixture(scope="module")
def contents() -> dict[str, bytes]:
    """The site's files, with empty packages."""
    with pytest.MonkeyPatch.context() as change:
        change.setattr(building, "_pictures", dict)
        change.setattr(building, "prepared", lambda: ("start-1", {"genres.en.gz": b"3"}))
        change.setattr(building, "compiled", lambda pyodide, library: Compiled(b"4", library))
        return contents_of({PYODIDE: {"pyodide.mjs": b"1", STANDARD: b"5"}, CLINGO: {"clingo.js": b"2"}})


def test_all_files_are_listed_for_the_browsers_cache(contents):
    shell = json.loads(re.search(r"const SHELL = (\{.*?\});", contents["offline.js"].decode())[1])  # type: ignore[index]
    listed = {name or "index.html" for name in shell["files"] + shell["rest"]}
    assert listed == {
        name
        for name in contents
        if not name.endswith((".map", "offline.js", building.MARK)) and not name.startswith("start-")
    }


def test_all_that_the_page_loads_is_there(contents):
    page = contents["index.html"].decode()
    for name in re.findall(r'(?:href|src)="([^"]+)"', page):
        assert name in contents
    script = next(content for name, content in contents.items() if name.endswith("/main.js")).decode()
    workers = json.loads(re.search(r"const WORKERS = (\{.*?\}); //", script)[1])  # type: ignore[index]
    version = next(name for name in contents if name.endswith("/main.js")).partition("/")[0]
    assert f"{version}/{workers['script']}" in contents
    loads = workers["loads"]
    assert set(loads["further"]) == {"workbooks", *languages()} - {"en"}
    for address in (loads["modules"], loads["library"], loads["standard"], *loads["further"].values()):
        assert contents[address.removeprefix("../")]
    assert b"5" not in contents.values()


def test_the_same_source_makes_the_same_site(contents):
    for files in bundle.archives_of(bundle.library()).values():
        assert bundle.packed(files) in contents.values()


def test_each_file_of_the_library_is_in_the_archive_of_its_jobs():
    whole = bundle.library()
    archives = bundle.archives_of(whole)
    assert {name for files in archives.values() for name in files} == {*whole}
    assert sorted(archives["ja"]) == ["pencilp/translations/ja/LC_MESSAGES/pencilp.po", "polib.py"]
    assert "openpyxl/workbook/workbook.py" in archives["workbooks"]
    assert {"openpyxl/__init__.py", "pencilp/api.py"} <= {*archives["library"]}


def test_modules_of_a_snapshot_are_in_an_archive_of_their_own():
    files = dict.fromkeys(("p/__init__.pyc", "p/api.pyc", "p/genre.py", "p/example.txt"), b"")
    archives = bundle.archives_of(files)
    assert {*archives["modules"]} == {"p/__init__.pyc", "p/api.pyc"}
    assert {*archives["library"]} == {"p/__init__.pyc", "p/genre.py", "p/example.txt"}


def test_the_page_for_frames_is_the_page_with_styles_of_its_own(contents):
    index, embedded = (contents[name].decode() for name in ("index.html", building.EMBED))
    (style,) = {*re.findall(r'href="([^"]+)"', embedded)} - {*re.findall(r'href="([^"]+)"', index)}
    assert contents[style]


def test_the_application_has_icons_of_the_sizes_that_it_names(contents):
    icons = json.loads(contents[building.MANIFEST])["icons"]
    for icon in icons:
        content = contents[icon["src"]]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}


def test_compiled_modules_replace_their_sources(monkeypatch):
    made = {"/lib/python314.zip/os.py": b"os", "/library/pencilp/api.py": b"api"}
    monkeypatch.setattr(compiling, "_made", lambda pyodide, library: made)
    given = io.BytesIO()
    with zipfile.ZipFile(given, "w") as archive:
        for name in ("os.py", "json/__init__.py", "unittest/mock.py", "encodings/cp1250.py", "encodings/cp1252.py"):
            archive.writestr(name, name)
    found = compiling.compiled({STANDARD: given.getvalue()}, {"pencilp/api.py": b"1", "pencilp/cli.py": b"2"})
    assert found.library == {"pencilp/api.pyc": b"api", "pencilp/cli.py": b"2"}
    with zipfile.ZipFile(io.BytesIO(found.standard)) as archive:
        assert archive.namelist() == ["os.pyc", "json/__init__.py", "encodings/cp1252.py"]
        assert archive.read("os.pyc") == b"os"


def test_docstrings_are_used_only_where_the_site_keeps_them():
    root = Path(pencilp.__file__).parent
    uses = re.compile(r"\b(__doc__|getdoc)\b")
    used = {path.relative_to(root).as_posix() for path in root.rglob("*.py") if uses.search(path.read_text("utf-8"))}
    kept = tuple(name.removeprefix("/library/pencilp/") for name in SHOWN)
    # genre_words reads those of genres, and commands are not on the site
    assert {name for name in used if not name.startswith((*kept, "cli/"))} == {"analysis/genre_words.py"}


def test_without_node_one_line_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PencilpError, match=r"install Node\.js"):
        compiling.compiled({STANDARD: b""}, {})


@pytest.mark.parametrize(
    ("program", "reason"), [("raise SystemExit(3)", ""), ("import sys; sys.exit('lost: the key')", "lost: the key")]
)
def test_why_node_fails_is_said_in_one_line(program, reason, monkeypatch):
    run = subprocess.run
    monkeypatch.setattr(compiling.shutil, "which", lambda name: name)
    monkeypatch.setattr(
        compiling.subprocess, "run", lambda command, **options: run([sys.executable, "-c", program], **options)
    )
    with pytest.raises(PencilpError, match=f"node cannot compile Python's modules: {reason}$"):
        compiling.compiled({STANDARD: b""}, {})


def test_the_site_may_do_no_more_than_the_servers_page_but_run_webassembly():
    assert POLICY.replace(" 'wasm-unsafe-eval'", "") + "; frame-ancestors 'none'" == OF_SERVER


def test_commands_of_the_solver_have_the_numbers_that_its_program_reads():
    program = (bundle_of_solver() / "clingo.lua").read_text(encoding="utf-8")
    names = {
        "new": browser.NEW, "state": browser.STATE, "set": browser.SET, "solve": browser.SOLVE, "add clauses": browser.ADD,
        "close": browser.CLOSE, "free": browser.FREE, "next": browser.NEXT, "result": browser.RESULT, "core": browser.CORE,
        "decide": browser.DECIDE,
    }  # fmt: skip
    found = dict(re.findall(r"\[(\d+)\] = function\([\w, ]*\)(?: -- ([\w ]+))?", program))
    assert {int(number): name for number, name in found.items()} == {number: name for name, number in names.items()}


def bundle_of_solver() -> Any:
    from importlib.resources import files

    return files("pencilp.solvers.clasp")


def archive_of(package: Package, files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return made.getvalue()


def test_an_archive_that_is_missing_or_another_is_refused_in_one_line(tmp_path):
    with pytest.raises(InputError, match=r"pyodide-314\.0\.7\.tgz.*npm pack pyodide@314\.0\.7") as missing:
        files_of(PYODIDE, str(tmp_path))
    (tmp_path / PYODIDE.archive).write_bytes(archive_of(PYODIDE, {"pyodide.mjs": b"changed"}))
    with pytest.raises(InputError, match="hash") as other:
        files_of(PYODIDE, str(tmp_path))
    assert "\n" not in f"{missing.value}{other.value}"


def test_without_npm_one_line_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    with pytest.raises(PencilpError, match="install npm, which fetches it, or name a folder") as missing:
        files_of(CLINGO)
    assert "\n" not in str(missing.value)


def test_a_folder_of_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(building, "files_of", lambda package, folder: {"file": b"x"})
    monkeypatch.setattr(building, "compiled", lambda pyodide, library: Compiled(b"", library))
    monkeypatch.setattr(building, "_pictures", dict)
    monkeypatch.setattr(building, "prepared", lambda: ("start-1", {}))
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="something else"):
        build(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    site = tmp_path / "site"
    build(str(site))
    (site / "old.txt").write_text("of the version before")
    build(str(site))
    assert not (site / "old.txt").exists()
    assert (site / "index.html").exists()


def test_a_constant_that_no_module_has_is_refused():
    with pytest.raises(ValueError, match="no empty object is called NOTHING"):
        shell.shell({"local": {"NOTHING": {}}})


def test_the_command_is_known():
    assert module_of("site").EXITS


def test_pinned_versions_have_npms_hashes():
    for package in (PYODIDE, CLINGO):
        assert re.fullmatch(r"\d+\.\d+\.\d+", package.version)
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.integrity)
        assert packages._is_right(b"", package) is False
