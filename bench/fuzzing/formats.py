"""Attacks on the readers of puzzles: files and links with a few changes. A result that is read is written and read
again."""

from __future__ import annotations

import io
import json
import zipfile
from functools import lru_cache
from pathlib import Path
from random import Random

from fuzzing import boards
from fuzzing.judging import Case, Wrong, refused
from fuzzing.mutating import encoded, mangled, mutated
from fuzzing.trips import there_and_back
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.formats import reading


def puzzle_text(rng: Random) -> Case:
    """The puzzle text."""
    return _file(rng, "text", ".txt")


def pzpr_text(rng: Random) -> Case:
    """pzpr's text."""
    return _file(rng, "pzpr", ".pzpr")


def dataset(rng: Random) -> Case:
    """The public dataset's lines: the JSON, or what stands in it."""
    good, genre = _good(rng, "jsonl")
    bad = mutated(rng, good)
    if rng.random() < 0.7:
        entry = json.loads(good)
        key = rng.choice(list(entry))
        bad = json.dumps({**entry, key: mutated(rng, entry[key])})
    content = encoded(rng, bad)
    return Case(repr(bad[:300]), lambda folder: _read(rng, folder / f"{genre}.jsonl", content, genre))


def link(rng: Random) -> Case:
    """A link as an argument, or links in a file."""
    good, _genre = _good(rng, "url")
    bad = mutated(rng, good.strip())
    if rng.random() < 0.1:
        content = encoded(rng, f"{good}{bad}\n")
        return Case(repr(bad[:300]), lambda folder: _read(rng, folder / "links.url", content, None))
    source = bad if reading.is_link(bad) else good.strip()
    return Case(repr(bad[:300]), lambda folder: _read(rng, source, None, None, folder))


def mathprog_data(rng: Random) -> Case:
    """MathProg's data sections."""
    genre = rng.choice(("norinori", "norinori", "sudoku", "nurikabe", "lits"))
    bad = mutated(rng, rng.choice(DATA), DATA)
    content = encoded(rng, bad)
    return Case(repr(bad[:300]), lambda folder: _read(rng, folder / "bad.dat", content, genre))


_SIZES = "data;\nparam Nr := 2;\nparam Nc := 3;\nparam N := 2;\n"
DATA = (
    _SIZES + "param ini1 : 1 2 3 :=\n 1 1 1 2\n 2 1 2 2 ;\nend;\n",
    _SIZES + "param ini1 (tr) : 1 2 :=\n 1 1 1\n 2 1 2 # 黒マス\n : 1 2 := 3 2 . ;\nend;\n",
    _SIZES + "param ini1 default 2 := [1,*] 1 1, 2 1 [*,1] 2 1 ;\nend;\n",
    "param x; var y{1..x}, binary; /* 部屋 */\nsolve;\n"
    + _SIZES
    + "set S := a b;\nparam : S : ini1 other := 1 1 1 5 1 2 1 .\n;\n",
)


def workbook(rng: Random) -> Case:
    """Excel workbooks: the XML in them, or their bytes."""
    genre, good = boards.good(rng, "xlsx")
    bad = mangled(rng, good) if rng.random() < 0.15 else _parts_changed(rng, _parts(good))
    return Case(f"a workbook of {genre}", lambda folder: _read(rng, folder / "bad.xlsx", bad, genre))


@lru_cache
def _parts(content: bytes) -> tuple[tuple[str, bytes], ...]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return tuple((name, archive.read(name)) for name in archive.namelist())


def _parts_changed(rng: Random, parts: tuple[tuple[str, bytes], ...]) -> bytes:
    """The workbook with one of its files changed: mostly the sheet, the texts or the styles."""
    likely = [name for name, _ in parts if "sheet1" in name or "sharedStrings" in name or "styles" in name]
    chosen = rng.choice(likely if rng.random() < 0.8 else [name for name, _ in parts])
    changed = {name: encoded(rng, mutated(rng, text.decode())) for name, text in parts if name == chosen}
    return packed([(name, changed.get(name, text)) for name, text in parts])


def packed(parts: list[tuple[str, bytes]]) -> bytes:
    """Files as a workbook."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for name, content in parts:
            archive.writestr(name, content)
    return result.getvalue()


def _good(rng: Random, form: str) -> tuple[str, str]:
    """A puzzle in a format, and its genre."""
    genre, content = boards.good(rng, form)
    return content.decode("utf-8", "replace"), genre


def _file(rng: Random, form: str, ending: str) -> Case:
    good, genre = _good(rng, form)
    bad = mutated(rng, good, [_good(rng, form)[0]] if rng.random() < 0.1 else [])
    content = encoded(rng, bad)
    named = genre if rng.random() < 0.2 else None
    return Case(repr(bad[:300]), lambda folder: _read(rng, folder / f"bad{ending}", content, named))


def _read(
    rng: Random, source: Path | str, content: bytes | None, genre: str | None, folder: Path | None = None
) -> None:
    if isinstance(source, Path):
        folder = source.parent
        source.write_bytes(content or b"")
    puzzles = refused(lambda: reading.read(str(source), genre))
    assert folder is not None
    for puzzle in (puzzles or [])[:3]:
        there_and_back(puzzle, puzzle.answer, rng.choice(("text", "url", "pzpr", "jsonl")), folder)
        if rng.random() < 0.05:
            printed = to_text(puzzle, puzzle.answer, unicode=rng.random() < 0.5)
            if any(ch < " " and ch != "\n" for ch in printed):
                raise Wrong("a control character in the drawing")
            to_svg(puzzle, puzzle.answer)
