"""Reads values of JSON that may be anything: the wrong type is an InputError with the name of its key.

Rules of the whole board may be in words only. Words for those that no genre has are an InputError, too.
"""

from __future__ import annotations

import re
from typing import Any

from pencilp._util import strict_json
from pencilp._util.parse_number import digits
from pencilp.errors import InputError, brief

CELL = re.compile(r"[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})")
"""A cell such as R1C9. Row or column 0, and those after the last, are outside."""

CHANGES = {
    "bgimage": "a picture in the background, which may show clues",
    "norowcol": "a board whose rows and columns may repeat digits (norowcol)",
}
"""Texts about the board that change its rules."""
NO = ("", "0", "false", "f", "no")
"""The texts that say that a rule does not hold."""
NOT_HERE = r"\b[^.]{0,60}\b(?:not|cannot|can.?t|never)\b"
BOARD_RULES = {
    "knight": re.compile(
        r"anti-?\s?knight|knight.?s\s+move" + NOT_HERE + r"|\bnot\b[^.]{0,40}knight.?s\s+move", re.IGNORECASE
    ),
    "king": re.compile(
        r"anti-?\s?king\b|\bking.?s\s+move" + NOT_HERE + r"|\bnot\b[^.]{0,40}\bking.?s\s+move", re.IGNORECASE
    ),
    "nonconsecutive": re.compile(
        r"non-?\s?consecutive|\b(?:must not|may not|can ?not|can.?t|never)\b[^.]{0,30}\bconsecutive", re.IGNORECASE
    ),
}
"""Rules of the whole board that are read from words."""
OTHER_RULES = re.compile(
    r"disjoint|\bqueen|slow.{0,3}thermo|windoku|extra.regions?|\bclones?\b|whispers?\b|\brenban|palindrom|zipper|between.lines?"
    r"|region.sum|entrop|modular|lockout|nabner|quadruple|\bx.?sums?\b|little.killer|numbered.rooms?|battlefield|indexe[rd]|\bfog\b",
    re.IGNORECASE,
)
"""Words for rules that no genre has."""
MAX_RULES, MAX_QUOTED_RULES = 20_000, 120
"""Characters of the rules in words: of those that are read, and of those that a remark quotes."""
TAG = re.compile(r"([A-Za-z]+):\s*(.*)", re.DOTALL)
"""The text of a cage without cells: "title: ...", "rules: ..."."""


def json_object(text: str) -> dict[str, Any]:
    """Return the object of a JSON text. Raise InputError for anything else."""
    try:
        value = strict_json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("the link is damaged: it holds no JSON") from None
    return entry(value, "the puzzle")


def entry(value: Any, what: str) -> dict[str, Any]:
    """Return an object of JSON. Raise InputError for anything else."""
    if not isinstance(value, dict):
        raise InputError(f"{what} should be an object, not {brief(value)}")
    return value


def items(value: Any, what: str) -> list[Any]:
    """Return a list of JSON; [] for a missing one. Raise InputError for anything else."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{what} should be a list, not {brief(value)}")
    return value


def entries(puzzle: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the objects of a list in a puzzle. Raise InputError for anything else."""
    return [entry(value, f"each {key}") for value in items(puzzle.get(key), f"'{key}'")]


def number(value: Any, what: str) -> int | None:
    """Return a whole number, written in digits or not; None for nothing. Raise InputError for anything else."""
    if value is None or value == "":
        return None
    found = digits(value.strip()) if isinstance(value, str) else value
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    if not isinstance(found, int) or isinstance(found, bool):
        raise InputError(f"{brief(value)} is no number for {what}")
    return found


def place(value: Any, what: str) -> tuple[int, int]:
    """Return row and column from 0 of a name such as R1C9; -1 is outside. Raise InputError for anything else."""
    match = CELL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise InputError(f"{brief(value)} is no cell of {what}")
    return int(match[1]) - 1, int(match[2]) - 1


def inside(spot: tuple[int, int], size: int, what: str) -> int:
    """Return the cell at a row and a column. Raise InputError if it is outside."""
    row, col = spot
    if not (0 <= row < size and 0 <= col < size):
        raise InputError(f"R{row + 1}C{col + 1} of {what} is outside the board")
    return row * size + col


def outside(spot: tuple[int, int], size: int, what: str) -> tuple[str, int]:
    """Return the side and the line of a place outside the board. Raise InputError for any other place."""
    row, col = spot
    side = {(-1, True): "top", (size, True): "bottom"}.get((row, 0 <= col < size)) or {
        (-1, True): "left", (size, True): "right"
    }.get((col, 0 <= row < size))  # fmt: skip
    if side is None:
        raise InputError(f"R{row + 1}C{col + 1} of {what} is not at an end of a row or a column")
    return side, col if side in ("top", "bottom") else row


def holds(value: Any) -> bool:
    """Return whether the value of a rule says that it holds."""
    return str(value or "").strip().lower() not in NO


def refuse_changes(texts: dict[str, Any]) -> None:
    """Raise InputError if a text about the board changes its rules."""
    for key, what in CHANGES.items():
        if holds(texts.get(key)):
            raise InputError(f"{what}: this is not known here")


def rules_in_words(text: str) -> set[str]:
    """Return the names of the ``BOARD_RULES`` in a text. Raise InputError if it names rules that no genre has."""
    if len(text) > MAX_RULES:
        raise InputError(f"the rules in words have {len(text):,} characters; no puzzle needs more than {MAX_RULES:,}")
    other = OTHER_RULES.search(text)
    if other:
        raise InputError(f"the rules in words have {brief(other[0])}, which is not known here")
    return {name for name, pattern in BOARD_RULES.items() if pattern.search(text)}


def quoted_rules(text: str) -> str:
    """Return the remark that rules in words were left out, with their beginning."""
    return f"the rules in words ({text[:MAX_QUOTED_RULES] + '…' * (len(text) > MAX_QUOTED_RULES)!r})"


def solution(value: Any, size: int) -> list[int | None] | None:
    """Return the digits of a solution, None for a cell that it leaves open; None if it is no list or word of all cells."""
    listed = [*value] if isinstance(value, str) else value
    if not isinstance(listed, list) or len(listed) != size * size:
        return None
    found = [None if each in (None, "", "?", ".", 0, "0") else digits(str(each)) for each in listed]
    return found if any(found) else None
