"""Data about a solved puzzle: one record, in a list of JSON, a line of JSON, or a row of a table (CSV)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pencilp._util.parse_number import narrow, real
from pencilp.cli.output import json_of, named, notes_of, told
from pencilp.errors import InputError, shown_lines

if TYPE_CHECKING:
    from pencilp.cli.solved import Solved

COLUMNS = (
    "puzzle",
    "file",
    "line",
    "id",
    "genre",
    "status",
    "complete",
    "found",
    "ms",
    "text",
    "link",
    "solver",
    "error",
)
"""The columns of a table."""


def record_of(solved: Solved, *, several: bool) -> dict[str, Any]:
    """Return what ``json`` says of a puzzle: all answers that were found, or what all of them share."""
    place = {"puzzle": solved.number, "file": solved.unread.source} if several and solved.unread is not None else {}
    if solved.puzzle is None:
        return {**place, "status": solved.told, "complete": False, "answers": [], **solved.ending()}
    found: dict[str, Any] = {"answers": [told(answer) for answer in solved.answers]}
    if solved.common is not None:
        found = {"facts": dict(solved.common.values)}
    return {**place, **_of(solved), **found, **solved.ending()}


def line_of(solved: Solved) -> dict[str, Any]:
    """Return what ``jsonl`` and ``csv`` say of a puzzle: its first answer, also as a puzzle text, and a link."""
    record: dict[str, Any] = {"puzzle": solved.number}
    if solved.unread is not None:
        record |= {"file": solved.unread.source, "line": solved.unread.line or None}
    record["id"] = solved.name or str(solved.number)
    record |= _of(solved) if solved.puzzle is not None else {"status": solved.told, "complete": False}
    if solved.common is not None:
        record["facts"] = dict(solved.common.values)
    answer = solved.answers[0] if solved.answers else None
    record |= {"found": solved.found, "ms": round(1000 * solved.seconds.get("total", 0.0), 3)}
    record["answer"] = None if answer is None else told(answer)
    record["text"] = _written(solved, "text")
    record["link"] = _written(solved, "url")
    record |= solved.ending()
    if answer is not None and answer.broken is not None and (notes := notes_of(answer)):
        record["error"] = "; ".join(notes)
    return record


def _of(solved: Solved) -> dict[str, Any]:
    from pencilp.cli import no_answer

    return {
        "genre": solved.puzzle.genre.name, **named(solved.puzzle), "status": solved.told, "complete": solved.complete,
        **({} if solved.explanation is None else {"why": no_answer.record(solved.explanation)}),
        **({} if solved.repair is None else {"repair": no_answer.repair_record(solved.repair)}),
        **({} if solved.contradiction is None else {"why": no_answer.program_record(solved.contradiction)}),
    }  # fmt: skip


def _written(solved: Solved, kind: str) -> str | None:
    """Return the puzzle with its answer as a text, or its link; None where there is none that says all."""
    from pencilp.formats.writing import written

    if solved.puzzle is None:
        return None
    try:
        return written(solved.puzzle, solved.answers[0] if solved.answers else None, kind).rstrip("\n")
    except InputError:
        return None


class Records:
    """Records one after another as a text of some ``kind``: "json", "jsonl" or "csv".

    ``put`` takes the text, in pieces; ``mark`` is what a table begins with.
    """

    def __init__(self, kind: str, put: Callable[[str], object], *, several: bool, mark: str = "") -> None:
        self._kind, self._put, self._several, self._mark = kind, put, several, mark
        self._any = False

    def add(self, solved: Solved) -> None:
        """One more puzzle."""
        before = "" if self._any else f"{self._mark}{row(COLUMNS)}"
        if self._kind == "csv":
            record = line_of(solved)
            self._put(before + row([record.get(column) for column in COLUMNS]))
        elif self._kind == "jsonl":
            self._put(json_of(line_of(solved)) + "\n")
        else:
            start = (", " if self._any else "[") if self._several else ""
            self._put(start + json_of(record_of(solved, several=self._several)))
        self._any = True

    def finish(self) -> None:
        """There are no more."""
        if self._kind == "json" and self._any:
            self._put("]\n" if self._several else "\n")


def row(values: Any) -> str:
    """Return a line of a table, with its end."""
    import csv
    import io

    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(value) for value in values])
    return line.getvalue()


def _cell(value: Any) -> Any:
    """Return what stands in a table for a value.

    A text without signs that move a terminal, and none that a spreadsheet calculates.
    """
    if not isinstance(value, str):
        return "" if value is None else value
    begins = narrow(value[:1])
    calculated = len(value) > 1 and begins in ("=", "+", "-", "@") and real(value) is None
    return "'" * calculated + shown_lines(value)
