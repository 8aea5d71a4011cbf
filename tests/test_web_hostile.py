"""What strangers write into their questions: names of files, links, texts that are programs, puzzles that are none."""

from __future__ import annotations

import base64
import errno
import json
import mimetypes
import os
import random
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import pencilp
from pencilp import genres
from pencilp.formats import examples
from pencilp.web.answers import answer
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS, STREAMS
from pencilp.web.protocol import DONE, INPUT, LATE
from tests import amount, workbooks

ALLOWED = {"cells": 10_000, "embedded": False}
OURS = tuple(os.path.realpath(folder) for folder in (Path(pencilp.__file__).parents[2], sys.prefix, sys.base_prefix))
"""Where the program itself lies; modules are imported from there."""
HARM = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "ftplib.",
)
seen: list[str] = []
watching = False


def watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what reaches beyond this process: files that are no part of the program, others written, processes, networks."""
    if not watching:
        return
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        path = os.path.realpath(os.fsdecode(arguments[0]).replace("\0", "?"))
        if sys.pycache_prefix and path.startswith(os.path.realpath(sys.pycache_prefix) + os.sep):
            return  # Python's own bytecode of a module that is imported for the first time
        if path in mimetypes.knownfiles:  # the reader of workbooks asks there what pictures are called
            return
        writes = isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")
        if not path.startswith(OURS) or (writes and not path.endswith((".pyc", ".lock")) and "__pycache__" not in path):
            seen.append(f"open {path}")
    elif event.startswith(HARM):
        seen.append(f"{event} {arguments}")


sys.addaudithook(watch)


@contextmanager
def watched() -> Iterator[None]:
    """Inside, nothing may reach beyond this process."""
    global watching
    seen.clear()
    keeps_bytecode = not sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # a module that is imported for the first time writes no file
    watching = True
    try:
        yield
    finally:
        watching = False
        sys.dont_write_bytecode = not keeps_bytecode
    assert seen == []


def reply_to(job: str, asked: dict[str, Any], limit: float = 10.0) -> tuple[int, str]:
    """Of what kind an answer is, and what is in it."""
    found = answer({"job": job, "limit": limit, "allowed": ALLOWED}, json.dumps(asked).encode())
    return found.kind, found.content.decode()


NAMES = (
    "/etc/passwd",
    "../../../etc/passwd",
    "-",
    "http://127.0.0.1:9/x",
    "file:///etc/passwd",
    "|id",
    "$(id)",
    "a.xlsx",
    "a.xls",
    "a.dat",
    "a.py",
    "/dev/zero",
    "a\0b",
    "\ud800",
    "x" * 100_000,
    "https://puzz.link/p?nurikabe/3/3/g1k",
    "",
)
CONTENTS = (
    b"/etc/passwd",
    b"/etc/passwd\n",
    b"http://127.0.0.1:9/x",
    b"https://puzz.link/p?nurikabe/3/3/g1k",
    b"file:///etc/passwd",
    b"-",
    b"\0" * 100,
    b"include /etc/passwd\n",
    b'{"genre": "/tmp/evil.py", "problem": "x"}\n',
    b"genre: /tmp/evil.py\n\n. .\n",
    b"\xd0\xcf\x11\xe0" + b"\0" * 600,
    b'set S; table t IN "CSV" "/etc/passwd" : S <- [x]; end;\n',
    b'param n := 3; printf "x" > "/tmp/pencilp-was-here"; end;\n',
    b'data;\nparam n := 3;\ntable t OUT "CSV" "/tmp/pencilp-was-here" : n ~ n;\nend;\n',
    b"PK\x03\x04" + b"\0" * 100,
    b"pzprv3\n/etc/passwd\n3\n3\n",
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
)


def each_with_some(names: Sequence[str], contents: Sequence[bytes]) -> list[tuple[str, bytes]]:
    """Each name with three contents, so that each content comes several times."""
    return [(name, contents[(i + 7 * j) % len(contents)]) for i, name in enumerate(names) for j in range(3)]


def test_no_path_and_no_link_is_ever_followed(tmp_path):
    (tmp_path / "secret.txt").write_text(json.dumps(record_of(examples.example("nurikabe"))))
    contents = [*CONTENTS, str(tmp_path / "secret.txt").encode()]
    with watched():
        for name, content in each_with_some((*NAMES, str(tmp_path / "secret.txt")), contents):
            for genre in (None, "nurikabe"):
                asked = {"name": name, "data": base64.b64encode(content).decode(), "genre": genre}
                assert reply_to("read", asked)[0] in (DONE, INPUT), asked
        for content in contents:
            assert reply_to("read", {"text": content.decode("latin-1")})[0] in (DONE, INPUT), content
    assert not os.path.exists("/tmp/pencilp-was-here")


def test_no_program_of_a_stranger_is_run(tmp_path):
    page = tmp_path / "evil.py"
    page.write_text(f"open({str(tmp_path / 'was_here')!r}, 'w')\n")
    board = record_of(examples.example("nurikabe"))
    with watched():
        for genre in (str(page), "evil.py", "own", "base", "__init__", "..own", "os", "nurikabe.py", "../web/worker"):
            for job, asked in (
                ("draw", {"board": {**board, "genre": genre}}),
                ("example", {"genre": genre}),
                ("picture", {"genre": genre}),
                ("new", {"genre": genre, "lattice": board["lattice"]}),
                ("read", {"genre": genre, "text": "1 2\n"}),
            ):
                assert reply_to(job, asked)[0] == INPUT, (job, genre)
        for solver in (str(page), "external:touch x", "cbc;id", "/bin/sh", "mathprog", "", "CLASP"):
            assert reply_to("solve", {"board": board, "solver": solver})[0] == INPUT, solver
        for kind in ("../x", "py", "/etc/passwd", ""):
            assert reply_to("export", {"board": board, "kind": kind})[0] == INPUT
        for formulation in ("../x", "__class__", ""):
            assert reply_to("program", {"board": board, "formulation": formulation})[0] == INPUT
    assert not (tmp_path / "was_here").exists()


def test_a_solution_file_is_read_as_sent():
    board = record_of(examples.example("nurikabe"))
    with watched():
        for name, content in each_with_some(NAMES, CONTENTS):
            asked = {"board": board, "name": name, "data": base64.b64encode(content).decode()}
            assert reply_to("solution", asked)[0] == INPUT, asked


def bombs() -> Iterator[bytes]:
    """Workbooks that stand for a thousand times their size, or are broken."""
    whole = workbooks.packed(workbooks.one_sheet("<sheetData/>"))
    for part in (10, len(whole) // 2, len(whole) - 10):
        yield whole[:part]
    for filling in (b"<row/>", b" "):
        stream = BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in workbooks.one_sheet("<sheetData/>").items():
                whole = content.encode() if isinstance(content, str) else content
                if "sheet1" in name:
                    whole = whole.replace(
                        b"<sheetData/>", b"<sheetData>" + filling * (20_000_000 // len(filling)) + b"</sheetData>"
                    )
                file.writestr(name, whole)
        yield stream.getvalue()
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 12))
    yield workbooks.packed(
        workbooks.one_sheet(
            f'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">{laughs}]><worksheet>&l11;</worksheet>'
        )
    )
    entity = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet>&e;</worksheet>'
    yield workbooks.packed(workbooks.one_sheet(entity))


def test_workbooks_that_are_bombs_or_broken():
    for content in bombs():
        with watched():
            kind, message = reply_to("read", {"name": "x.xlsx", "data": base64.b64encode(content).decode()})
        assert kind in (INPUT, LATE), message
        assert "\n" not in message


HOSTILE = (
    "<script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "&lt;&#60;",
    "javascript:alert(1)",
    "\0",
    "\x1b[31m",
    "\u202e",
    "\ud800",
    "\uffff",
    "x" * 10_000,
    "-->",
    "%s{}",
    "9" * 5000,
    "१",
    "𝟙",
)


def safe(svg: str) -> None:
    """A picture is well formed, and holds nothing that acts."""
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        assert element.tag.partition("}")[2] not in ("script", "foreignObject", "a", "image", "use", "animate", "set")
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on"), name
            assert "href" not in name.lower(), name
            assert "script:" not in value.lower(), value


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_hostile_tokens_are_refused_or_escaped(name):
    puzzle = examples.example(name)
    record = json.loads(json.dumps(record_of(puzzle, puzzle.answer)))
    # genres that share a kind of layer share the tokens that are tried
    every = amount.of(3, 1)
    some = HOSTILE[genres.names().index(name) % every :: every]
    for part in ("puzzle", "answer"):
        for layer, was in record[part].items():
            for token in some:
                now: Any = token
                if isinstance(was, list) and was:
                    now = [token, *was[1:]]
                elif isinstance(was, dict):
                    now = {side: [[token], *lines[1:]] for side, lines in was.items()}
                kind, found = reply_to("draw", {"board": {**record, part: {**record[part], layer: now}}})
                assert kind in (DONE, INPUT), found
                if kind == DONE:
                    safe(json.loads(found)["svg"])


def test_hostile_names_are_kept_and_escaped():
    text = json.loads(reply_to("export", {"board": record_of(examples.example("nurikabe")), "kind": "text"})[1])["text"]
    for word in HOSTILE:
        kind, found = reply_to("read", {"text": f"name: {word}\nsource: {word}\n{text}"})
        assert kind in (DONE, INPUT)
        if kind == DONE:
            board = json.loads(found)["puzzles"][0]["board"]
            for job, asked in (("draw", {}), ("export", {"kind": "svg"})):
                drawn = json.loads(reply_to(job, {"board": board, **asked})[1])
                safe(drawn.get("svg") or drawn["text"])


@pytest.mark.slow
def test_malformed_boards_are_refused_in_one_line():
    board = record_of(
        pencilp.load("https://puzz.link/p?nurikabe/4/4/o8k3")
    )  # jobs that ignore an odd value do their whole work
    rng = random.Random("malformed boards")
    odd: tuple[Any, ...] = (
        None,
        True,
        0,
        -1,
        1.5,
        10**400,
        "",
        "x",
        [],
        [[]],
        {},
        [None] * 16,
        ["1"] * 10_000,
        {"a": {"b": []}},
        [{}] * 16,
    )
    for value in odd:
        for asked in (
            {"board": value},
            {"board": {**board, "lattice": value}},
            {"board": {**board, "puzzle": value}},
            {"board": {**board, "puzzle": {"clues": value}}},
            {"board": {**board, "answer": value}},
            {"board": {**board, "genre": value}},
            {"board": {**board, "answer": {"shaded": value}}},
            {"board": {**board, "lattice": {**board["lattice"], "missing": value}}},
            {"board": {**board, "lattice": {**board["lattice"], "shape": value}}},
            {"board": {**board, "lattice": {**board["lattice"], "rows": value}}},
            {
                "board": board,
                "count": value,
                "kind": value,
                "solver": value,
                "formulation": value,
                "limit": value,
                "over": value,
                "genre": value,
                "name": value,
                "text": value,
                "data": value,
                "answers": value,
                "answer": value,
                "rule": value,
            },
        ):
            # all jobs read the board with the same function, but not what else they are asked
            for job in (
                (*JOBS, *STREAMS) if "kind" in asked or value in (None, "x") else rng.sample([*JOBS, *STREAMS], 6)
            ):
                if job in ("shared", "conflict", "count", "clues") and value not in (None, "x", []):
                    continue
                kind, found = reply_to(job, asked, 2.0)
                assert kind in (DONE, INPUT, LATE), (job, asked, found)
                assert kind == DONE or "\n" not in found


@pytest.mark.parametrize("name", ["nurikabe", "kakuro", "heyawake", "mastermind", "shingoki", "skyscrapers"])
def test_boards_are_changed_only_if_they_are_boards(name):
    board = record_of(examples.example(name), examples.example(name).answer)
    changes = [
        {"done": "mirror"},
        {"done": "resize", "rows": 3, "cols": 3, "down": 1},
        {"done": "move", "chosen": [0, 1], "down": 1, "right": 0},
        {"done": "holes", "missing": [0]},
    ]
    for odd in (5, 1.5, True, [], ["1"], {"a": 1}):
        for part in ("puzzle", "answer"):
            for key, tokens in board[part].items():
                put = [odd] * len(tokens) if isinstance(tokens, list) else odd
                if isinstance(tokens, dict):
                    put = {side: [[odd] for _ in lines] for side, lines in tokens.items()}
                for change in changes:
                    asked = {"board": {**board, part: {**board[part], key: put}}, **change}
                    kind, found = reply_to("change", asked)
                    assert kind == INPUT, (asked, found)
    for done in ([], {}, None, 5):
        assert reply_to("change", {"board": board, "done": done})[0] == INPUT


def test_unknown_fields_are_not_returned():
    board = record_of(examples.example("nurikabe"))
    asked = {"board": {**board, "x": 1}, "done": "move", "chosen": [], "down": 0, "right": 0}
    content = json.dumps(asked).replace('"x": 1', '"x": 1e999').encode()  # JSON has no word for what this is read as
    found = answer({"job": "change", "limit": 10.0, "allowed": ALLOWED}, content)
    assert found.kind == DONE
    assert "x" not in json.loads(found.content)["board"]


def test_a_full_disk_is_reported_in_one_line(monkeypatch):
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("openpyxl.workbook.Workbook.save", full)
    asked = {"board": record_of(examples.example("nurikabe")), "kind": "xlsx"}
    found = answer({"job": "export", "limit": 10.0, "allowed": ALLOWED}, json.dumps(asked).encode())
    assert (found.kind, found.leaves) == (LATE, True)
    assert b"lacks disk space, files or processes: No space left on device" in found.content


def test_missing_space_for_temporary_files_is_reported(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/no/such/folder")
    board = record_of(examples.example("nurikabe"))
    for solver in ("clasp", "highs", "glpk", "cbc", "scip"):
        kind, found = reply_to("solve", {"board": board, "solver": solver})
        assert kind == DONE or "/no/such/folder" in found or "pip install" in found, found
