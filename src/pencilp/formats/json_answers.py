"""Answers as JSON without their puzzle, as ``pencilp solve`` prints and writes them.

A record has ``answers``, a list of objects with the values of each answer layer; or ``facts``, one such object; or, for
an LP or MPS file, ``solutions``, a list of objects with a value for each column. JSON lines have one ``answer`` or
``solution`` a line. Several puzzles are a list of records, or lines that each name their ``puzzle``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from pencilp._util import strict_json
from pencilp._util.decode import lines_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, brief

EXTRA_KEYS = ("values", "broken")
"""The keys of an answer that are not layers."""


MAX_COLUMN_VALUE = 1e300
"""The largest absolute value of a column."""


class JsonAnswers(NamedTuple):
    """The content of a file: ``answers`` to a puzzle, and ``solutions`` of a program with a value for each column."""

    answers: list[Answer]
    solutions: list[dict[str, float]]


def is_json_answers(text: str) -> bool:
    """Return whether a text is such a file. A line of the dataset is not: it has a problem."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return False
    try:
        return all("problem" not in record for record, _ in islice(_records(text), 1))
    except InputError:
        return True


def read(text: str, puzzle: Puzzle) -> JsonAnswers:
    """Return the answers to ``puzzle``. Raise InputError, with the line, if there is none or a value is wrong."""
    result = JsonAnswers([], [])
    others: set[str] = set()
    for record, line in _records(text):
        try:
            _take(record, puzzle, result, others)
        except InputError as error:
            raise error.within(str(line)) if line else error from None
    if result.answers or result.solutions:
        return result
    if others:
        raise InputError(f"it holds answers to {', '.join(sorted(others))}, not to this puzzle of {puzzle.genre.name}")
    raise InputError("there is no answer in it")


def _records(text: str) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the objects of a text, each with its line (0 if the text is a single JSON value)."""
    try:
        whole = strict_json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        whole = None
    if whole is not None:
        yield from ((_object(each), 0) for each in (whole if isinstance(whole, list) else [whole]))
        return
    for number, line in enumerate(lines_of(text.lstrip("\ufeff")), 1):
        if line.strip():
            try:
                each = strict_json.loads(line)
            except ValueError as error:
                raise InputError(f"this is no JSON: {error}", str(number)) from None
            except RecursionError:
                raise InputError("this is no JSON: it is nested too deep", str(number)) from None
            yield _object(each), number


def _object(each: Any) -> dict[str, Any]:
    if not isinstance(each, dict):
        raise InputError(f"an object is needed, as pencilp solve --format json prints it, not {brief(each)}")
    return each


def _take(record: dict[str, Any], puzzle: Puzzle, found: JsonAnswers, others: set[str]) -> None:
    """Add the answers of a record to ``puzzle``. Answers to puzzles of another genre or name are skipped."""
    genre, name = record.get("genre"), record.get("name")
    if genre not in (None, puzzle.genre.name) or (name is not None and puzzle.name and name != puzzle.name):
        others.add(str(genre) if genre not in (None, puzzle.genre.name) else brief(name))
        return
    if record.get("puzzle", 1) != 1:
        raise InputError("it holds answers to several puzzles where one is needed")
    if "found" in record and (found.answers or found.solutions):
        return  # the last line of a puzzle repeats its first answer
    answers = _list(record, "answers") + [record[key] for key in ("answer", "facts") if key in record]
    found.answers.extend(_answer(_object(each), puzzle) for each in answers)
    solutions = _list(record, "solutions") + [record[key] for key in ("solution",) if key in record]
    found.solutions.extend(_solution(_object(each)) for each in solutions)


def _list(record: dict[str, Any], key: str) -> list[Any]:
    values = record.get(key, [])
    if not isinstance(values, list):
        raise InputError(f"{key} is a list, not {brief(values)}")
    return values


def _answer(values: dict[str, Any], puzzle: Puzzle) -> Answer:
    return Answer(puzzle, {key: value for key, value in values.items() if key not in EXTRA_KEYS})


def _solution(values: dict[str, Any]) -> dict[str, float]:
    for name, value in values.items():
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not -MAX_COLUMN_VALUE < value < MAX_COLUMN_VALUE
        ):
            raise InputError(f"the value of {name} is a number, not {brief(value)}")
    return values
