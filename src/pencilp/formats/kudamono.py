"""Kudamono links: ``W=COLUMNSxROWS``, the genre ``G``, signs in cells ``L`` and borders ``SIE``.

    https://pedros.works/kudamono/player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku

Cells are numbered column by column from the lower left corner. ``L`` is a list of a sign and the number of cells from
the place before: ``(12)`` is a number, and a letter another sign. ``SIE`` does the same with corners: a number moves on,
and the letters after it draw a line up, down, left and right. In old links, ``W`` and ``H`` are one less than columns
and rows, and the cells have the order of their numbers as words. Source: the reader of cspuz_core
(https://github.com/semiexp/cspuz_core).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS, Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, brief
from pencilp.formats.remarks import DROPPED
from pencilp.genres import find, genre_of

NUMBERS = {
    "nurikabe": "clues", "heyawake": "clues", "fillomino": "given", "kurodoko": "clues", "shikaku": "numbers", "sudoku": "given",
    "hitori": "numbers", "ripple": "given", "nanro": "given", "hidato": "numbers", "aqre": "clues", "shimaguni": "clues",
    "chocona": "clues", "mosaic": "clues", "minesweeper": "clues", "suguru": "given", "cojun": "given", "stostone": "clues",
    "norinori": "", "lits": "", "masyu": "", "yinyang": "",
}  # fmt: skip
"""The genres that are read, with their layer of numbers."""
SIGNS = {"masyu": "circles", "yinyang": "given"}
"""The layers of genres with white (w) and black (b) circles."""
NAMES = {"hidoku": "hidato", "mashu": "masyu", "yin-yang": "yinyang", "ripple-effect": "ripple"}
"""Names of genres in links that differ from ours."""
HOLE = "x"
"""The sign of a cell that does not belong to the board."""
WITH_HOLES = ("hidato",)
READ = frozenset(("W", "H", "L", "SIE", "G"))
TOKEN = re.compile(r"(?:\((?P<number>[0-9]{1,6})\)|(?P<sign>[a-zA-Z]))(?P<step>[0-9]{1,6})")
PATH = re.compile(r"(?P<step>[0-9]{0,6})(?P<ways>[UDLR]+)")
WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def read(link: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a link. Raise InputError if it is damaged or of another genre."""
    try:
        return _puzzle(link)
    except InputError as error:
        raise InputError(f"Kudamono: {error.message}", error.where) from None


def _puzzle(link: str) -> Puzzle:
    pairs = [part.partition("=") for part in unquote(link.partition("?")[2]).split("&")]
    fields = {key: value for key, _, value in pairs if value}
    kind = fields.get("G", "")
    name = NAMES.get(kind, kind)
    if not kind or name not in NUMBERS:
        said = f"the genre {brief(kind)} is not read" if kind else "the link names no genre (G=)"
        raise InputError(f"{said}; {', '.join(sorted(NUMBERS))} are")
    further = sorted(key for key in fields if key not in READ and (key.startswith(("L", "X", "S", "V")) or key == "B"))
    if further:
        raise InputError(f"the part {brief(further[0])} is not known here; without it the puzzle would be another one")
    rows, cols, old = _size(fields)
    signs = _signs(fields.get("L", ""), rows, cols, old=old)
    holes = [at for at, sign in signs.items() if sign == HOLE] if name in WITH_HOLES else []
    lattice = square(rows, cols, holes)
    found = find(name)
    layers: dict[str, list[Any]] = {
        layer: [None] * len(lattice) for layer in (NUMBERS[name], SIGNS.get(name, "")) if layer
    }
    for at, sign in signs.items():
        if at in holes:
            continue
        layer = NUMBERS[name] if isinstance(sign, int) else SIGNS.get(name, "")
        if not layer:
            raise InputError(f"{brief(sign)} means nothing in a puzzle of {name}", f"r{at[0] + 1}c{at[1] + 1}")
        layers[layer][lattice.cell_at[at]] = sign
    values: dict[str, Any] = dict(layers)
    walls = _walls(fields.get("SIE", ""), lattice)
    if "rooms" in found.inputs:
        values["rooms"] = _rooms(walls, lattice)
    elif walls:
        raise InputError(f"borders mean nothing in a puzzle of {name}")
    puzzle = Puzzle(found, lattice, values)
    genre_of(puzzle)(puzzle)
    dropped = sorted({*fields} - READ)
    if dropped:
        puzzle.notes[DROPPED] = ", ".join(dropped)
    return puzzle


def _size(fields: dict[str, str]) -> tuple[int, int, bool]:
    """Return rows, columns, and whether the link is an old one."""
    wide, by, high = fields.get("W", "").partition("x")
    numbers = (digits(high if by else fields.get("H", "")), digits(wide))
    if None in numbers:
        raise InputError("the link does not say its columns and rows (W=5x5)")
    rows, cols = ((number or 0) + (not by) for number in numbers)
    if not 0 < rows * cols <= MAX_CELLS:
        raise InputError(f"a board has 1 to {MAX_CELLS:,} cells")
    return rows, cols, not by


def _order(count: int, *, old: bool) -> Sequence[int]:
    """Return the rows or columns in the order of a link."""
    return sorted(range(count), key=str) if old else range(count)


def _signs(text: str, rows: int, cols: int, *, old: bool) -> dict[tuple[int, int], int | str]:
    """Return the sign at each (row, column): a number or a letter."""
    downward, across = _order(rows, old=old), _order(cols, old=old)
    found: dict[tuple[int, int], int | str] = {}
    at = place = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise InputError(f"{text[at : at + 20]!r} says nothing in L")
        at = match.end()
        place += int(match["step"])
        if place >= rows * cols:
            raise InputError("L has more places than the board")
        spot = (rows - 1 - downward[place % rows], across[place // rows])
        found[spot] = int(match["number"]) if match["number"] else match["sign"]
    return found


def _walls(text: str, lattice: Lattice) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the borders as pairs of cells (row, column)."""
    rows, cols = lattice.rows, lattice.cols
    walls = set()
    at = place = 0
    while at < len(text):
        match = PATH.match(text, at)
        if match is None:
            raise InputError(f"{text[at : at + 20]!r} says nothing in SIE")
        at = match.end()
        place += int(match["step"] or 0)
        col, up = divmod(place, rows + 1)
        row = rows - up
        for way in match["ways"]:
            down, right = WAYS[way]
            there = (row + down, col + right)
            if not (0 <= there[0] <= rows and 0 <= there[1] <= cols):
                raise InputError("a border leaves the board")
            top, left = min(row, there[0]), min(col, there[1])
            walls.add(((top, left - 1), (top, left)) if down else ((top - 1, left), (top, left)))
            row, col = there
    return walls


def _rooms(walls: set[tuple[tuple[int, int], tuple[int, int]]], lattice: Lattice) -> list[Any]:
    """Return the number of each cell's room."""
    spots = lattice.positions
    walled = [(spots[a], spots[b]) in walls for a, b in lattice.links]
    rooms: list[Any] = [None] * len(lattice)
    for number, cells in enumerate(lattice.groups(walled)):
        for cell in cells:
            rooms[cell] = number
    return rooms
