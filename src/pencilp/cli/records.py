"""Records of solved puzzles: in a JSON list, as lines of JSON, or as rows of a table (CSV)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pencilp._util.parse_number import narrow, real
from pencilp.cli import no_answer
from pencilp.cli.output import answer_record, name_entry, notes_of, to_json
from pencilp.errors import InputError, shown_lines
from pencilp.formats.writing import written

if TYPE_CHECKING:
    from pencilp.cli.report import SolveReport

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


def record_of(solved: SolveReport, *, several: bool) -> dict[str, Any]:
    """Return the ``json`` record of a puzzle: all answers that were found, or their common values."""
    place = {"puzzle": solved.number, "file": solved.unread.source} if several and solved.unread is not None else {}
    if solved.puzzle is None:
        return {**place, "status": solved.reported_status, "complete": False, "answers": [], **solved.end_record()}
    values: dict[str, Any] = {"answers": [answer_record(answer) for answer in solved.answers]}
    if solved.common is not None:
        values = {"facts": dict(solved.common.values)}
    return {**place, **_of(solved), **values, **solved.end_record()}


def line_of(solved: SolveReport) -> dict[str, Any]:
    """Return the ``jsonl`` and ``csv`` record of a puzzle: its first answer, also as a puzzle text, and a link."""
    record: dict[str, Any] = {"puzzle": solved.number}
    if solved.unread is not None:
        record |= {"file": solved.unread.source, "line": solved.unread.line or None}
    record["id"] = solved.name or str(solved.number)
    record |= _of(solved) if solved.puzzle is not None else {"status": solved.reported_status, "complete": False}
    if solved.common is not None:
        record["facts"] = dict(solved.common.values)
    answer = solved.answers[0] if solved.answers else None
    record |= {"found": solved.answer_count, "ms": round(1000 * solved.seconds.get("total", 0.0), 3)}
    record["answer"] = None if answer is None else answer_record(answer)
    record["text"] = _written(solved, "text")
    record["link"] = _written(solved, "url")
    record |= solved.end_record()
    if answer is not None and answer.broken is not None and (notes := notes_of(answer)):
        record["error"] = "; ".join(notes)
    return record


def _of(solved: SolveReport) -> dict[str, Any]:
    return {
        "genre": solved.puzzle.genre.name, **name_entry(solved.puzzle),
        "status": solved.reported_status, "complete": solved.complete,
        **({} if solved.explanation is None else {"why": no_answer.record(solved.explanation)}),
        **({} if solved.repair is None else {"repair": no_answer.repair_record(solved.repair)}),
        **({} if solved.contradiction is None else {"why": no_answer.program_record(solved.contradiction)}),
    }  # fmt: skip


def _written(solved: SolveReport, kind: str) -> str | None:
    """Return the puzzle with its answer as a text, or its link; None if the format cannot express it."""
    if solved.puzzle is None:
        return None
    try:
        return written(solved.puzzle, solved.answers[0] if solved.answers else None, kind).rstrip("\n")
    except InputError:
        return None


class Records:
    """Writes records as a text of a ``kind``: "json", "jsonl" or "csv".

    ``put`` is called with pieces of the text; ``mark`` is the beginning of a table.
    """

    def __init__(self, kind: str, put: Callable[[str], object], *, several: bool, mark: str = "") -> None:
        self._kind, self._put, self._several, self._mark = kind, put, several, mark
        self._any = False

    def add(self, solved: SolveReport) -> None:
        """Write the record of one more puzzle."""
        before = "" if self._any else f"{self._mark}{row(COLUMNS)}"
        if self._kind == "csv":
            record = line_of(solved)
            self._put(before + row([record.get(column) for column in COLUMNS]))
        elif self._kind == "jsonl":
            self._put(to_json(line_of(solved)) + "\n")
        else:
            start = (", " if self._any else "[") if self._several else ""
            self._put(start + to_json(record_of(solved, several=self._several)))
        self._any = True

    def finish(self) -> None:
        """Write the end of the text."""
        if self._kind == "json" and self._any:
            self._put("]\n" if self._several else "\n")


def row(values: Any) -> str:
    """Return a row of a table, with its line end."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([_cell(value) for value in values])
    return line.getvalue()


def _cell(value: Any) -> Any:
    """Return a value for a table: a text is without control characters, and a spreadsheet takes it for no formula."""
    if not isinstance(value, str):
        return "" if value is None else value
    begins = narrow(value[:1])
    calculated = len(value) > 1 and begins in ("=", "+", "-", "@") and real(value) is None
    return "'" * calculated + shown_lines(value)
