"""f-puzzles links: a board as JSON, compressed, in the address.

    https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4...

Each key of the JSON is a kind of constraint: ``killercage``, ``thermometer``, ``arrow``. Source: the readers of SudokuPad
(https://github.com/SudokuPad/sudokutools) and of Rangsk's solver (https://github.com/dclamage/SudokuSolver).
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, brief
from pencilp.formats.remarks import AUTHOR, DROPPED
from pencilp.formats.round_trip import prove
from pencilp.formats.sudoku.fields import (
    TAG,
    entries,
    inside,
    items,
    json_object,
    number,
    outside,
    place,
    quoted_rules,
    refuse_changes,
    rules_in_words,
    solution,
)
from pencilp.formats.sudoku.lz_string import compress, decompress
from pencilp.formats.sudoku.parts import MAX_SIZE, TAKEN, Parts, parts_of, usual_regions
from pencilp.genres import Genre

SITE = "https://www.f-puzzles.com/?load="
READ = frozenset((
    "size", "grid", "title", "author", "diagonal+", "diagonal-", "antiknight", "antiking", "nonconsecutive", "negative",
    "killercage", "thermometer", "arrow", "odd", "even", "sandwichsum", "skyscraper", "difference", "ratio", "solution",
))  # fmt: skip
"""The keys that are read."""
COSMETIC = {
    "text": "texts", "line": "lines", "rectangle": "rectangles", "circle": "circles", "cage": "cages without a rule",
    "solutions": "the solution", "successMessage": "a message", "metadata": "settings",
    "info": "settings",
}  # fmt: skip
"""The keys that do not change the rules, and their names in the remark."""
SETTINGS = frozenset((
    "highlightConflicts", "disabledlogic", "truecandidatesoptions", "hidesolution", "lineWidth", "colors", "settings", "id",
    "activeConstraints",
))  # fmt: skip
"""The keys of settings, which need no remark."""
WORDS = ("ruleset", "customRuleset")
"""The keys of rules in words; the usual rules are read."""
CANDIDATES = ("cornerPencilMarks", "centerPencilMarks", "sideSelectPencilMarks", "candidates")
COLOURS = ("c", "cArray", "highlight", "highlightArray")
VALUES = {"difference": 1, "ratio": 2}
"""What dots without a number mean."""
DOTS = {"difference": "w", "ratio": "b"}
OUTSIDE = {"sandwichsum": "sandwich", "skyscraper": "skyscrapers"}
NOT_GIVEN: tuple[Any, ...] = (None, False, "", [], {})
"""The values of a key that says nothing."""


def takes(genre: type[Genre]) -> bool:
    """Return whether puzzles of a genre have such links."""
    return genre.name in TAKEN


def read(link: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a link. Raise InputError if it is damaged, or if no genre has all its constraints."""
    payload = re.search(r"[?&]load=([^&#]*)", link)
    if payload is None or not payload[1]:
        raise InputError("f-puzzles: the link holds no puzzle (?load=...); in f-puzzles, Export makes one that does")
    try:
        return puzzle_of(json_object(decompress(unquote(payload[1]))))
    except InputError as error:
        raise InputError(f"f-puzzles: {error.message}", error.where) from None


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """Return the link of a puzzle. Raise InputError if it has none or cannot hold everything."""
    link = SITE + compress(text_of(puzzle))
    prove(puzzle, None, lambda: read(link), format="f-puzzles links", notes=(AUTHOR,), named=True, lossy=lossy)
    return link


def puzzle_of(board: dict[str, Any]) -> Puzzle:
    """Return the puzzle of the JSON of f-puzzles. Raise InputError."""
    unknown = sorted(
        key
        for key, value in board.items()
        if value not in NOT_GIVEN and key not in {*READ, *COSMETIC, *SETTINGS, *WORDS}
    )
    if unknown:
        raise InputError(
            f"the constraint {brief(unknown[0])} is not known here; without it the puzzle would be another one"
        )
    for key in COSMETIC:
        parts_of_key = board.get(key)
        for part in parts_of_key if isinstance(parts_of_key, list) else ():
            if not isinstance(part, dict):
                continue
            if tag := TAG.match(str(part.get("value", ""))):
                refuse_changes({tag[1].lower(): tag[2]})
            if part.get("fromConstraint"):
                raise InputError(f"the constraint {brief(part['fromConstraint'])} is not known here")
    dropped = {name for key, name in COSMETIC.items() if board.get(key) not in NOT_GIVEN}
    parts = _grid(board, dropped)
    _read_rules(board, parts)
    for key in WORDS:
        if board.get(key) not in NOT_GIVEN:
            parts.take_rules(rules_in_words(str(board[key])))
            dropped.add(quoted_rules(str(board[key])))
    parts.solution = solution(board.get("solution"), parts.size) or []
    if board.get("solution") not in NOT_GIVEN and (any(parts.entered) or not parts.solution):
        dropped.add("the solution")
    title = board.get("title")
    puzzle = parts.puzzle(title if isinstance(title, str) else "")
    author = board.get("author")
    if isinstance(author, str) and author:
        puzzle.notes[AUTHOR] = author
    if dropped:
        puzzle.notes[DROPPED] = ", ".join(sorted(dropped))
    return puzzle


def _grid(board: dict[str, Any], dropped: set[str]) -> Parts:
    """Return the givens and regions."""
    rows = items(board.get("grid"), "'grid'")
    size = number(board.get("size"), "the size") or len(rows)
    if not 0 < size <= MAX_SIZE:
        raise InputError(f"a board has 1 to {MAX_SIZE} rows, not {size}")
    if len(rows) != size or any(not isinstance(row, list) or len(row) != size for row in rows):
        raise InputError(f"the grid should have {size} rows of {size} cells")
    cells = [cell if isinstance(cell, dict) else None for row in rows for cell in row]
    given: list[int | None] = []
    entered: list[int | None] = []
    for at, cell in enumerate(cells):
        if cell is None:
            raise InputError("a cell of the grid is no object", f"r{at // size + 1}c{at % size + 1}")
        value = number(cell.get("value"), "a cell") or None
        given.append(value if cell.get("given") else None)
        entered.append(None if cell.get("given") else value)
        if cell.get("givenPencilMarks") not in NOT_GIVEN and value is None:
            raise InputError("given candidates are not known here", f"r{at // size + 1}c{at % size + 1}")
        if any(cell.get(key) not in NOT_GIVEN for key in CANDIDATES):
            dropped.add("candidates")
        if any(cell.get(key) not in NOT_GIVEN for key in COLOURS):
            dropped.add("colours")
    parts = Parts(size, given, entered)
    _read_regions(parts, [cell or {} for cell in cells])
    return parts


def _read_regions(parts: Parts, cells: list[dict[str, Any]]) -> None:
    """Add the regions if a cell names another one than the usual box. A cell without a name is in its usual box."""
    usual = usual_regions(parts.size)
    parts.set_regions(
        [
            box if "region" not in cell else number(cell["region"], "a region")
            for box, cell in zip(usual, cells, strict=True)
        ]
    )


def _read_rules(board: dict[str, Any], parts: Parts) -> None:
    size = parts.size
    if board.get("diagonal+") or board.get("diagonal-"):
        if not (board.get("diagonal+") and board.get("diagonal-")):
            raise InputError("a rule for one diagonal only is not known here, only for both")
        parts.diagonals = True
    parts.knight, parts.king = bool(board.get("antiknight")), bool(board.get("antiking"))
    parts.cages = [
        (_cells(cage.get("cells"), size, "a cage"), number(cage.get("value"), "a cage"))
        for cage in entries(board, "killercage")
    ]
    parts.thermometers = [
        _cells(line, size, "a thermometer")
        for part in entries(board, "thermometer")
        for line in items(part.get("lines"), "'lines'")
    ]
    for part in entries(board, "arrow"):
        circle = _cells(part.get("cells"), size, "an arrow")
        if len(circle) != 1:
            raise InputError("an arrow with a circle of several cells is not known here")
        lines = items(part.get("lines"), "'lines'")
        if not lines:
            raise InputError("an arrow has a circle and no line", parts.name(circle[0]))
        for line in lines:
            cells = _cells(line, size, "an arrow")
            parts.arrows.append((circle[0], cells[1:] if cells[:1] == circle else cells))
    for key in ("odd", "even"):
        for part in entries(board, key):
            cell = inside(place(part.get("cell"), key), size, key)
            if parts.parity.setdefault(cell, key[0]) != key[0]:
                raise InputError("a cell is odd and even", parts.name(cell))
    for key, name in OUTSIDE.items():
        numbers = getattr(parts, name)
        for part in entries(board, key):
            value = number(part.get("value"), key)
            if value is not None:
                line = outside(place(part.get("cell"), key), size, key)
                if numbers.setdefault(line, value) != value:
                    raise InputError(f"two numbers of '{key}' stand at one place")
    _read_dots(board, parts)


def _read_dots(board: dict[str, Any], parts: Parts) -> None:
    for key, colour in DOTS.items():
        for part in entries(board, key):
            value = number(part.get("value"), f"a {key}")
            if value not in (None, VALUES[key]):
                raise InputError(f"a {key} of {value} is not known here, only of {VALUES[key]}")
            pair = sorted(_cells(part.get("cells"), parts.size, f"a {key}"))
            if len(pair) != 2 or pair[1] - pair[0] not in (1, parts.size):
                raise InputError(f"a {key} stands between two neighbours")
            if parts.dots.setdefault((pair[0], pair[1]), colour) != colour:
                raise InputError("a white and a black dot stand at one place", parts.name(pair[0]))
    if board.get("nonconsecutive"):
        parts.complete.add("w")
    for key in items(board.get("negative"), "'negative'"):
        if not isinstance(key, str) or key not in DOTS:
            raise InputError(f"the constraint 'negative' with {brief(key)} is not known here")
        parts.complete.add(DOTS[key])


def _cells(value: Any, size: int, what: str) -> list[int]:
    return [inside(place(cell, what), size, what) for cell in items(value, f"the cells of {what}")]


# -- writing -----------------------------------------------------------------------------------------------------------


def text_of(puzzle: Puzzle) -> str:
    """Return the JSON of a puzzle. Raise InputError if its genre is not one of ``TAKEN``."""
    parts = parts_of(puzzle)
    size = parts.size

    def name(cell: int) -> str:
        return f"R{cell // size + 1}C{cell % size + 1}"

    def names(cells: list[int]) -> list[str]:
        return [name(cell) for cell in cells]

    cells: list[dict[str, Any]] = [{} if value is None else {"value": value, "given": True} for value in parts.given]
    if parts.regions is not None:
        for cell, region in zip(cells, parts.regions, strict=True):
            cell["region"] = region
    board: dict[str, Any] = {"size": size, "title": puzzle.name}
    if AUTHOR in puzzle.notes:
        board["author"] = puzzle.notes[AUTHOR]
    board["grid"] = [cells[row * size : (row + 1) * size] for row in range(size)]
    board["diagonal+"] = board["diagonal-"] = parts.diagonals
    board["antiknight"], board["antiking"] = parts.knight, parts.king
    board["nonconsecutive"] = "w" in parts.complete
    board["negative"] = ["ratio"] if "b" in parts.complete else []
    board["killercage"] = [
        {"cells": names(group)} | ({} if total is None else {"value": str(total)}) for group, total in parts.cages
    ]
    board["thermometer"] = [{"lines": [names(line)]} for line in parts.thermometers]
    circles = sorted({circle for circle, _ in parts.arrows})
    board["arrow"] = [
        {"lines": [names([start, *line]) for start, line in parts.arrows if start == circle], "cells": [name(circle)]}
        for circle in circles
    ]
    for key in ("odd", "even"):
        board[key] = [{"cell": name(cell)} for cell, mark in parts.parity.items() if mark == key[0]]
    for key, part in OUTSIDE.items():
        board[key] = [
            {"cell": _outside_name(side, line, size), "value": str(value)}
            for (side, line), value in getattr(parts, part).items()
        ]
    for key, colour in DOTS.items():
        board[key] = [{"cells": names([*pair])} for pair, dot in parts.dots.items() if dot == colour]
    kept = {key: value for key, value in board.items() if value not in NOT_GIVEN}
    return json.dumps(kept, separators=(",", ":"), ensure_ascii=False)


def _outside_name(side: str, line: int, size: int) -> str:
    row = {"top": 0, "bottom": size + 1}.get(side, line + 1)
    col = {"left": 0, "right": size + 1}.get(side, line + 1)
    return f"R{row}C{col}"
