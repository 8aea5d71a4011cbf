"""Bombs: small inputs that ask for much. A limit of one second holds, and no gigabyte is taken, whatever they say."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from random import Random

from fuzzing import boards
from fuzzing.formats import packed
from fuzzing.judging import Case
from fuzzing.mutating import LARGE, with_number
from fuzzing.processes import command
from pencilp import genres
from pencilp.formats.codecs import link_id

LIMIT = 1.0


def numbers(rng: Random) -> Case:
    """A puzzle in which numbers are large: of any genre, in any text."""
    form = rng.choice(("text", "text", "jsonl", "pzpr"))
    genre, content = boards.good(rng, form)
    good = content.decode("utf-8", "replace")
    if form == "jsonl":
        entry = json.loads(good)
        bad = json.dumps({**entry, "problem": with_number(rng, entry["problem"], LARGE)})
    else:
        bad = with_number(rng, good, LARGE)
    name = f"{genre}.{'txt' if form == 'text' else form}"
    return _tried(rng, name, bad.encode("utf-8", "replace"), genre, bad)


def sizes(rng: Random) -> Case:
    """A board, a room, a token, a workbook that are large, or say that they are."""
    genre = rng.choice(genres.names())
    rows, cols = rng.choices((1, 2, 9, 10, 30, 40, 100, 200, 300, 500, 999, 1000, 10_000, 99_999, 999_999), k=2)
    if rng.random() < 0.5:
        cols = rows
    kind = link_id(genres.load(genre))
    body = rng.choice(("", "", "0" * 200, "g" * 300, "z" * 3000, "zz" * 10_000, ".." * 500, "-ff" * 200, "7" * 900))
    way = rng.randrange(8)
    if way == 0:
        url = f"https://puzz.link/p?{kind}/{cols}/{rows}/{body}"
        return _tried(rng, "bomb.url", url.encode(), None, url)
    if way == 1:
        rest = rng.choice(([], ["1"], ["1", *["0 " * min(cols, 900)] * min(rows, 300)]))
        lines = "/".join(["pzprv3", kind, str(rows), str(cols), *rest])
        return _tried(rng, "bomb.pzpr", lines.encode(), None, lines)
    if way == 2:
        text = f"{genre}\nsize: {rows} {cols}\n"
        return _tried(rng, "bomb.txt", text.encode(), None, text)
    if way == 3:
        text = _full_board(rng, genre, min(rows, 400), min(cols, 400))
        return _tried(rng, "bomb.txt", text.encode(), None, text)
    if way == 4:
        problem = f"{rows} {cols}\n" + ("- " * min(cols, 900) + "\n") * min(rows, 400)
        text = json.dumps({"id": "a" * rng.choice((1, 100_000)), "problem": problem})
        return _tried(rng, f"{genre}.jsonl", text.encode(), genre, text)
    if way == 5:
        text = rng.choice(ENDLESS)
        name = rng.choice(("bomb.txt", f"{genre}.jsonl", "bomb.dat", "bomb.url"))
        return _tried(rng, name, text.encode(), genre, text)
    if way == 6:
        device = rng.choice(("/dev/zero", "/dev/urandom", "/dev/null", "/dev/full"))
        words = ["solve", device, "--genre", genre, "--time-limit", "1"]
        return Case(device, lambda folder: command(words, folder, LIMIT))
    text, content = _workbook(rng)
    return _tried(rng, "bomb.xlsx", content, "nurikabe", text)


ENDLESS = (
    "[" * 100_000, '{"problem": ' * 10_000, "x" * 3_000_000, "\n" * 3_000_000, "a " * 2_000_000, "---\n" * 300_000,
    "sudoku\nname: " + "x" * 1_000_000, "norinori\nrooms:\n" + "1 " * 1_000_000, "pzprv3/" * 100_000,
)  # fmt: skip
"""Texts of little but many words."""
COMMANDS = (["solve"], ["solve"], ["solve", "--count", "0"], ["solve", "--common"], ["solve", "--solver", "highs"],
            ["convert", "-o", "text"])  # fmt: skip


def _tried(rng: Random, name: str, content: bytes, genre: str | None, shown: str) -> Case:
    """One command on a file, with a limit of a second."""
    words = rng.choice(COMMANDS)
    if genre and not name.endswith((".txt", ".pzpr", ".url")):
        words = [*words, "--genre", genre]
    if words[0] == "solve":
        words = [*words, "--time-limit", "1"]

    def run(folder: Path) -> None:
        (folder / name).write_bytes(content)
        command([words[0], name, *words[1:]], folder, LIMIT if words[0] == "solve" else 4 * LIMIT)

    return Case(f"{' '.join(words)} {name}: {shown[:300]!r}", run)


def _full_board(rng: Random, genre: str, rows: int, cols: int) -> str:
    """A large board whose layers on cells hold one token each, or one of few."""
    text = [genre, f"size: {rows} {cols}"]
    for key, layer in genres.load(genre).inputs.items():
        if layer.on != "cells" or (layer.optional and rng.random() < 0.5):
            continue
        kind = layer.value
        tokens = ["1"] if kind.kind == "room" else ["-", *(kind.token(value) for value, _ in kind.samples())]
        few = rng.choice((tokens, tokens[:1], rng.choices(tokens, k=2)))
        text += [f"{key}:", *(" ".join(rng.choices(few, k=cols)) for _ in range(rows))]
    return "\n".join(text) + "\n"


END = "</sheetData>"
SHEETS = {
    "a merged range": (END + '<mergeCells><mergeCell ref="A1:XFD1048576"/>', "", 1, "</mergeCells>"),
    "merged ranges": (END + "<mergeCells>", '<mergeCell ref="B2:C99"/>', 10, "</mergeCells>"),
    "large ranges": (END + "<mergeCells>", '<mergeCell ref="A1:XFD1048576"/>', 1000, "</mergeCells>"),
    "empty cells": ("<row>", "<c/>", 1, "</row>" + END),
    "small cells": ("", "<row>" + "<c><v>1</v></c>" * 100 + "</row>", 100, END),
    "rows": ("", "<row/>", 1, END),
    "a far cell": ('<row r="1048576"><c r="XFD1048576"><v>', "1", 1000, "</v></c></row>" + END),
    "columns": ("<cols>", '<col min="1" max="16384" width="9"/>', 100, "</cols>"),
    "a long text": ('<row r="99"><c r="A99" t="inlineStr"><is><t>', "x", 1, "</t></is></c></row>" + END),
}
"""Texts that a sheet may repeat up to a million times: the text before, the repeated text, the divisor, the text
after."""


def _workbook(rng: Random) -> tuple[str, bytes]:
    """A small workbook that says that it is large."""
    with zipfile.ZipFile(io.BytesIO(boards.sample("nurikabe", "xlsx") or b"")) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    number = rng.choice((1, 1000, 100_000, 1_000_000))
    what = rng.choice(list(SHEETS))
    before, repeated, times, after = SHEETS[what]
    added = f"{before}{repeated * (number // times)}{after}".encode()
    # columns stand before the cells of a sheet, all else behind them
    mark, new = (b"<sheetData>", added + b"<sheetData>") if what == "columns" else (b"</sheetData>", added)
    changed = [(name, text.replace(mark, new) if "sheet1" in name else text) for name, text in parts]
    content = packed(changed)
    if rng.random() < 0.8:
        shrunk = io.BytesIO()
        with zipfile.ZipFile(shrunk, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in changed:
                archive.writestr(name, text)
        content = shrunk.getvalue()
    return f"{number}: {what}", content
