"""What people install: a wheel that needs no repository, and an archive of the source that has all it takes to test it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import pencilp
from pencilp import genres

pytest.importorskip("hatchling", reason="what builds wheels is not installed")
ROOT = Path(__file__).parent.parent

IN_AN_EMPTY_FOLDER = """
import sys
import pencilp
from pencilp.cli import main
from pencilp.cli.commands import COMMANDS

def run(*words):
    print(">", *words, flush=True)
    try:
        code = main(list(words))
    except SystemExit as end:
        code = end.code
    assert code == 0, (words, code)

assert pencilp.__file__.startswith(sys.argv[1]), pencilp.__file__
run("--version")
for command in COMMANDS:
    run(command, "--help")
run("example", "nurikabe", "-o", "puzzle.txt")
run("solve", "puzzle.txt", "-o", "answer.svg")
run("convert", "puzzle.txt", "-o", "url")
run("export", "puzzle.txt", "-o", "puzzle.lp")
run("example", "norinori.mod", "-o", "norinori.mod")
run("genres", "Nurikabe")
run("help", "formats")
run("help", "genres")
"""


def built(kind: str, folder: Path) -> Path:
    """A wheel ("wheel") or an archive of the source ("sdist"), as `python -m build` makes it, without a fresh environment."""
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    (path,) = folder.iterdir()
    return path


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_installed_package_works_without_the_repository(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("pip", reason="pip is not installed")
    (tmp_path / "dist").mkdir()
    site, empty = tmp_path / "site", tmp_path / "empty"
    empty.mkdir()
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(site)]
    installed = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, str(built(kind, tmp_path / "dist"))],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stderr
    package = site / "pencilp"
    for folder, kinds in (("docs", ".md"), ("examples", "")):
        here = {path.name for path in (ROOT / folder).iterdir() if path.name.endswith(kinds)}
        assert here <= {path.name for path in (package / folder).iterdir()}
    index = (package / "genres" / "index.txt").read_text(encoding="utf-8")
    assert dict(line.split() for line in index.splitlines()) == genres.index()
    assert (package / "py.typed").exists()
    (content,) = site.glob("*.dist-info")
    assert content.name == f"pencilp-{pencilp.__version__}.dist-info"
    assert "pencilp = pencilp.__main__:run" in (content / "entry_points.txt").read_text(encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", IN_AN_EMPTY_FOLDER, str(site)],
        cwd=empty, env={**os.environ, "PYTHONPATH": str(site)}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-2000:] + run.stderr
    assert f"pencilp {pencilp.__version__}\n" in run.stdout
    assert "one answer, and it is the only one" in run.stdout
    assert {path.name for path in empty.iterdir()} == {"puzzle.txt", "answer.svg", "puzzle.lp", "norinori.mod"}


def test_the_source_archive_has_everything_for_the_tests(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    wanted = ["README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "hatch_build.py", ".ci/run", "docs/generate.py"]
    wanted += [f"{folder}/{path.name}" for folder in ("tests", "examples") for path in (ROOT / folder).glob("*.*")]
    assert set(wanted) <= names


def test_the_version_stands_in_one_place_and_the_changes_begin_with_it() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", changes, re.MULTILINE)
    assert pencilp.__version__ == released[0]
    versions = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    assert len(versions) - len(released) == (versions[0] == "[Unreleased]")
    assert set(re.findall(r"^### (.*)$", changes, re.MULTILINE)) <= {
        "Added",
        "Changed",
        "Deprecated",
        "Removed",
        "Fixed",
    }
    assert not re.search(r"^version", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
