"""SudokuPad links: ``sudokupad.app/`` and the puzzle in one of four forms.

scl..., ctc...          the board as SudokuPad draws it, compressed
fpuz..., fpuzzles...    a board of f-puzzles, compressed; links are written in this form
scf...                  the givens of a Sudoku of nine rows, a character for a digit and the empty cells behind it
anything else           a name in SudokuPad's store, which only a network can open
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any
from urllib.parse import unquote

from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import AUTHOR
from pencilp.formats.round_trip import prove
from pencilp.formats.sudoku import fpuzzles, graphics
from pencilp.formats.sudoku.fields import entry, json_object
from pencilp.formats.sudoku.lz_string import compress, decompress
from pencilp.formats.sudoku.parts import Parts
from pencilp.formats.sudoku.zipped import unzip

ADDRESS = re.compile(r"^(?:https?://)?[a-z.]+\.(?:app|com)/?(?:sudoku/?)?(?:puzzle/)?(?:\?[a-z]*id=)?", re.IGNORECASE)
"""The part of a link before the puzzle."""
SITE = "https://sudokupad.app/fpuzzles"
PAYLOAD = re.compile(r"(?P<form>scl|ctc|scf|fpuz)(?:zles)?(?P<data>.*)", re.IGNORECASE | re.DOTALL)
CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""In the form scf the digit in the cell, and ten for each empty cell behind it."""
MAX_SLASHES, MAX_TRIES, MAX_TRIED = 16, 300, 1_000_000
"""Slashes that may have been double, and the number of spellings and of characters, packed or not, that are tried."""


def takes(genre: type[Any]) -> bool:
    """Return whether puzzles of a genre have such links."""
    return fpuzzles.takes(genre)


def read(link: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a link. Raise InputError if it is damaged, or if no genre has all its parts."""
    found = PAYLOAD.fullmatch(unquote(ADDRESS.sub("", link, count=1)))
    if found is None or not found["data"]:
        raise InputError(
            "SudokuPad: this link has only the name of a puzzle in SudokuPad's store, not the puzzle; "
            "open it there, and give the link with scl or fpuzzles that its share button makes"
        )
    try:
        return _puzzle(found["form"].lower(), found["data"])
    except InputError as error:
        raise InputError(f"SudokuPad: {error.message}", error.where) from None


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """Return the link of a puzzle. Raise InputError if it has none or cannot hold everything."""
    link = SITE + compress(fpuzzles.text_of(puzzle))
    prove(puzzle, None, lambda: read(link), format="SudokuPad links", notes=(AUTHOR,), named=True, lossy=lossy)
    return link


def _puzzle(form: str, data: str) -> Puzzle:
    if form == "scf":
        return _givens(data)
    wrong: InputError | None = None
    tried = 0
    for spelling in islice(_spellings(data), max(1, min(MAX_TRIES, MAX_TRIED // len(data)))):
        if tried > MAX_TRIED:
            break
        try:
            text = decompress(spelling)
            tried += len(text)
            board = json_object(text) if form == "fpuz" else entry(unzip(text), "the puzzle")
        except InputError as error:
            wrong = wrong or error
            continue
        return fpuzzles.puzzle_of(board) if form == "fpuz" else graphics.puzzle_of(board)
    assert wrong is not None
    raise wrong


def _spellings(data: str) -> Iterator[str]:
    """Yield the data with one, two ... slashes doubled: servers make one slash of two."""
    slashes = [at for at, sign in enumerate(data) if sign == "/"][:MAX_SLASHES]
    for count in range(len(slashes) + 1):
        for doubled in combinations(slashes, count):
            yield "".join(sign * 2 if at in doubled else sign for at, sign in enumerate(data))


def _givens(data: str) -> Puzzle:
    """Return a Sudoku of nine rows; an x behind it adds the diagonals."""
    given: list[int | None] = []
    rules = ""
    for at, sign in enumerate(data):
        if len(given) >= 81:
            rules = data[at:]
            break
        if sign not in CODES[:60]:
            raise InputError(f"the link is damaged: {sign!r} says nothing")
        empty, digit = divmod(CODES.index(sign), 10)
        given += [digit or None, *[None] * empty]
    if len(given) != 81:
        raise InputError(f"the link has {len(given)} cells, not 81")
    if rules not in ("", "x"):
        raise InputError(f"the rule {rules[:20]!r} is not known here, only x (diagonals)")
    return Parts(9, given, diagonals=rules == "x").puzzle()
