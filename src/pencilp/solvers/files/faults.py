"""Where an LP or MPS file goes wrong. HiGHS's reader names no line, and of an MPS file it may read past what makes no sense."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pencilp.numerals import real


class Fault(NamedTuple):
    """What is wrong with a line, counted from 1."""

    line: int
    message: str


# -- LP and MPS: what HiGHS refuses -----------------------------------------------------------------------------------

_LABEL = re.compile(r"\s*[^\s:]+\s*:")


def first_stumble(lines: Sequence[str], end: str, reads: Callable[[str], bool]) -> Fault | None:
    """The line up to which a file can be read that cannot be read whole; None when that cannot be told.

    ``reads`` says whether a text can be read; ``end`` is the line that ends such files. A file that stops in the middle of
    a constraint cannot be read, so the ends of constraints are tried first: lines before one with a label.
    """

    def good(count: int) -> bool:
        return reads("\n".join([*lines[:count], end, ""]))

    count = len(lines)
    while count and not lines[count - 1].strip():
        count -= 1
    if not good(0):
        return None
    if good(count):
        last = count and lines[count - 1].split("\\")[0].strip().lower()
        return None if last == end.lower() else Fault(count, f"the line {end!r} is missing after it")
    ends = [n for n in range(1, count) if _LABEL.match(lines[n])]
    low, high = _bisect([0, *ends, count], good)
    low, _ = _bisect(range(low, high + 1), good)
    told = next((n for n in range(low, count) if lines[n].strip()), low)
    return Fault(told + 1, f"HiGHS can read it up to here, but not {lines[told].strip()[:60]!r}")


def _bisect(places: Sequence[int], good: Callable[[int], bool]) -> tuple[int, int]:
    """Two neighbours among ``places``, the first of them good, the second not; so are the first and last of all."""
    low, high = 0, len(places) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if good(places[middle]) else (low, middle)
    return places[low], places[high]


# -- MPS: what HiGHS reads past ---------------------------------------------------------------------------------------

_SECTIONS = {"NAME", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA"}
_UNBOUNDED = {"FR", "MI", "PL", "BV", "SC"}
"""The kinds of bounds that need no number."""
_FIELDS = (slice(4, 12), slice(14, 22), slice(24, 36), slice(39, 47), slice(49, 61))
"""The fields of a line in the fixed format, in which names may hold spaces; before them stands the kind of a bound."""


def mps_fault(lines: Iterable[str]) -> Fault | None:
    """The first line of an MPS file that names an unknown row or column, or has no number where one belongs.

    A line is right if it is so in the free format or in the fixed one. Only the sections that every MPS file may have are
    looked at.
    """
    rows: set[str] = set()
    columns: set[str] = set()
    section = ""
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("*"):
            continue
        if not line[0].isspace() and (words[0].upper() in _SECTIONS or len(words) < 3):
            section = words[0].upper()
        elif section not in _SECTIONS:
            # rows of other kinds, such as lazy constraints
            rows.update(words)
        elif section == "ROWS":
            rows |= {" ".join(words[1:]), words[-1], line[4:12].strip()}
        elif section in ("COLUMNS", "RHS", "RANGES"):
            if "'MARKER'" in words:
                continue
            wrong = [_pairs(found, rows, section) for found in _readings(words, line)]
            if all(wrong):
                return Fault(number, wrong[0])
            if section == "COLUMNS":
                columns |= {words[0], line[4:12].strip()}
        elif section == "BOUNDS":
            wrong = [_bound(words[0].upper(), found, columns) for found in _readings(words[1:], line)]
            if all(wrong):
                return Fault(number, wrong[0])
    return None


def _readings(words: list[str], line: str) -> Iterator[list[str]]:
    """The fields of a line, in the free and in the fixed format; a dollar sign begins a remark."""
    for fields in (words, [field for part in _FIELDS if (field := line[part].strip())]):
        yield fields[: next((i for i, field in enumerate(fields) if i and field.startswith("$")), None)]


def _pairs(fields: list[str], rows: set[str], section: str) -> str:
    """What is wrong with the pairs of a row and a number after a name, which only a column must have."""
    named = len(fields) % 2 == 1
    if len(fields) < 2 or not (named or section != "COLUMNS"):
        return f"{' '.join(fields)[:60]!r} is not a name with rows and numbers"
    for row, number in zip(fields[named::2], fields[named + 1 :: 2], strict=True):
        if row not in rows:
            return f"there is no row {row[:60]!r}"
        if not _is_number(number):
            return f"{number[:60]!r} is no number"
    return ""


def _bound(kind: str, fields: list[str], columns: set[str]) -> str:
    """What is wrong with a bound: a column, before it perhaps the name of the bounds, after it a number if there must be."""
    for name, *rest in (fields, fields[1:]) if len(fields) > 1 else (fields or [""],):
        if name in columns and len(rest) < 2 and (_is_number(rest[0]) if rest else kind in _UNBOUNDED):
            return ""
    if not columns.intersection(fields[:2]):
        return f"there is no column {fields[min(1, len(fields) - 1)][:60]!r}" if fields else "a column is missing"
    return f"{fields[-1][:60]!r} is no number"


def _is_number(text: str) -> bool:
    return real(text) is not None or text.upper().lstrip("+-") in ("INF", "INFINITY")
