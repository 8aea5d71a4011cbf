"""The tasks of a batch, and the record of a puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

from pencilp import api, genres
from pencilp._util import cache
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.batches.keys import Keyed, folded
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, PencilpError, brief, did_you_mean
from pencilp.formats import dataset
from pencilp.formats.reading import Unread
from pencilp.formats.writing import written
from pencilp.genres import own

MAX_LISTED = 20
"""The greatest number of broken rules and needless clues in a record."""


class Settings(NamedTuple):
    """How the puzzles of a batch are treated; ``genre`` is the genre that they must have, if any.

    ``genre_file`` is a hash of the file of a user's own genre: a changed genre may have other answers. ``memory_limit`` is
    in megabytes, for each worker. With ``texts`` a record holds the puzzle as a link and as a text. With ``dedupe`` a
    puzzle that is another one turned or mirrored is not done.
    """

    task: str = "solve"
    genre: str | None = None
    solver: str = "clasp"
    formulation: str = "rules"
    time_limit: float | None = None
    memory_limit: int | None = None
    threads: int = 1
    texts: bool = True
    genre_file: str = ""
    dedupe: bool = False

    def __str__(self) -> str:
        """Return what decides the records: two runs with the same text can share a file."""
        changed = {
            "formulation": self.formulation != "rules",
            "time_limit": self.time_limit is not None,
            "memory_limit": self.memory_limit is not None,
            "threads": self.threads != 1,
        }
        more = [f"{name.replace('_', ' ')} {getattr(self, name)}" for name, said in changed.items() if said]
        genre = f"genre {self.genre}" + f" (file {self.genre_file})" * bool(self.genre_file)
        return ", ".join([self.task, *[genre] * bool(self.genre), self.solver, *more, *["dedupe"] * self.dedupe])


class Task(NamedTuple):
    """A question about a puzzle: ``ask(puzzle, settings, seconds)`` returns the entries of its record.

    ``statuses`` are the statuses that it may give, each with the column of the summary that counts it. ``any_solver``:
    the solver can be chosen. ``expectations`` are those that make sense (``--expect``), ``columns`` the entries that are
    columns of a table.
    """

    ask: Callable[[Puzzle, Settings, float | None], dict[str, Any]]
    statuses: Mapping[str, str]
    what: str
    expectations: tuple[str, ...] = ("unique", "answered")
    columns: tuple[str, ...] = ()
    any_solver: bool = False


def _solve(puzzle: Puzzle, settings: Settings, seconds: float | None) -> dict[str, Any]:
    outcome = api.solve(
        puzzle, settings.solver, formulation=settings.formulation, time_limit=seconds, threads=settings.threads
    )
    recorded = puzzle.answer
    return {
        "status": outcome.status,
        "found": len(outcome.answers),
        "equal": None if recorded is None else is_among(recorded, outcome.answers),
        "answer": outcome.answer,
        "seconds": outcome.seconds,
        "figures": outcome.figures,
    }


def is_among(recorded: Answer, answers: Sequence[Answer]) -> bool:
    """Return whether a recorded answer is finished, and one of ``answers``."""
    if not any(same(answer, recorded) for answer in answers):
        return False
    if recorded.complete:
        return True
    # some places may stay undecided in a finished answer
    genre = genres.genre_of(recorded.puzzle)
    return not genre.unfilled(genre.model(recorded.puzzle), recorded)


def same(answer: Answer, recorded: Answer) -> bool:
    """Return whether an answer equals the recorded one. A None in the recorded one equals everything."""
    return all(
        all(b is None or a == b for a, b in zip(answer[key], recorded[key], strict=True)) for key in recorded.values
    )


def _check(puzzle: Puzzle, settings: Settings, seconds: float | None) -> dict[str, Any]:
    broken = TimeLimit(seconds).run(lambda: api.check(puzzle))
    listed = [{"rule": each.rule, "at": each.at} for each in broken[:MAX_LISTED]]
    return {"status": "wrong" if broken else "right", "broken": listed, "answer": puzzle.answer}


def _facts(puzzle: Puzzle, settings: Settings, seconds: float | None) -> dict[str, Any]:
    from pencilp.analysis.common import common

    facts = common(puzzle, time_limit=seconds, threads=settings.threads)
    entries = {"status": facts.status, "found": facts.found, "settled": facts.settled, "places": facts.places}
    return {**entries, "facts": dict(facts.values), "answer": facts.answer, "seconds": facts.seconds}


def _needless(puzzle: Puzzle, settings: Settings, seconds: float | None) -> dict[str, Any]:
    from pencilp.analysis.needless import needless

    result = needless(puzzle, time_limit=seconds)
    return {
        "status": result.status,
        "found": KNOWN_ANSWERS.get(result.status),
        "complete": result.complete,
        "kept": result.kept,
        "alone": [clue.given for clue in result.alone[:MAX_LISTED]],
        "needless": len(result.together),
        "together": [clue.given for clue in result.together[:MAX_LISTED]],
        "answer": result.answer,
    }


def _rate(puzzle: Puzzle, settings: Settings, seconds: float | None) -> dict[str, Any]:
    from pencilp.analysis.rate import rate

    result = rate(puzzle, time_limit=seconds)
    parts = result.record()
    named = ("status", "level", "finished", "hardest", "cost", "steps", "chains", "longest", "trials", "bottlenecks")
    entries = {name: parts[name] for name in named}
    return {**entries, "found": KNOWN_ANSWERS.get(result.status), "rating": result.number, "answer": None}


ANSWERS = {"unique": "unique", "multiple": "several", "none": "none"}
ENDS = {"unknown": "limit", "failed": "failed"}
DUPLICATE = "duplicate"
"""The status of a puzzle that is another one turned or mirrored, if these are not done."""
KNOWN_ANSWERS = {"unique": 1, "multiple": 2, "none": 0}
"""How many answers must have been found for a status."""
TASKS = {
    "solve": Task(
        _solve,
        {**ANSWERS, **ENDS},
        "find the answer, and whether it is the only one",
        expectations=("unique", "answered", "right"),
        any_solver=True,
    ),
    "check": Task(
        _check, {"right": "right", "wrong": "wrong", **ENDS}, "check the answer in the file", expectations=("right",)
    ),
    "facts": Task(_facts, {**ANSWERS, **ENDS}, "find what all answers have in common", columns=("settled", "places")),
    "needless": Task(
        _needless, {**ANSWERS, **ENDS}, "find clues that could be left out", columns=("complete", "kept", "needless")
    ),
    "rate": Task(
        _rate,
        {**ANSWERS, **ENDS},
        "say how hard the puzzle is",
        columns=(
            "level",
            "rating",
            "finished",
            "hardest",
            "cost",
            "steps",
            "chains",
            "longest",
            "trials",
            "bottlenecks",
        ),
    ),
}
"""The tasks by name."""


def check_settings(settings: Settings) -> None:
    """Raise InputError for a task that does not exist, or settings that it cannot take."""
    task = TASKS.get(settings.task)
    if task is None:
        like = did_you_mean(str(settings.task), TASKS)
        raise InputError(f"there is no task {brief(settings.task)}, only {', '.join(TASKS)}{like}")
    if not task.any_solver and (settings.solver != "clasp" or settings.formulation != "rules"):
        raise InputError(f"the task {settings.task} takes no other solver and no other formulation")
    if settings.dedupe and settings.task == "check":
        raise InputError("each puzzle has an answer of its own to check: leave out dedupe")
    api.checked_limit(settings.time_limit, settings.threads)


def result_of(record: dict[str, Any]) -> str:
    """Return the status as it is counted: "unknown" also if a limit ended the task of a puzzle with a known status."""
    unfinished = record.get("complete") is False or record.get("finished") is False
    return "unknown" if unfinished and record["status"] == "unique" else record["status"]


def is_record(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value has what every record of a batch has."""
    if not isinstance(value, dict) or any(not isinstance(value.get(name), str) for name in RECORD_TEXTS):
        return False
    try:
        folded(value["key"])
    except ValueError:
        return False
    task = TASKS.get(value["settings"].partition(",")[0])
    return (
        task is not None
        and value["status"] in (*task.statuses, DUPLICATE)
        and all(value.get(name) is None or type(value[name]) is int for name in ("rows", "cols"))
        and all(_is_numbers(value.get(name)) for name in ("ms", "figures"))
        and value.get("equal") in (None, True, False)
    )


RECORD_TEXTS = ("key", "id", "file", "genre", "settings", "solver", "status")
"""The entries of a record that are always texts."""


def _is_numbers(value: object) -> bool:
    """Return whether a value is a dictionary of numbers."""
    return isinstance(value, dict) and all(type(each) in (int, float) for each in value.values())


# -- the record of a puzzle -------------------------------------------------------------------------------------------


def new_record(item: Keyed, settings: Settings, puzzle: Puzzle | None = None) -> dict[str, Any]:
    """Return the record of a puzzle that has no result yet; ``puzzle`` is None if it is not read."""
    unread = item.unread
    name = unread.name if puzzle is None else puzzle.name
    record: dict[str, Any] = {
        "key": item.key,
        "id": name or unread.label(),
        "file": unread.source,
        "line": unread.line or None,
        "number": unread.number,
        "genre": _genre_name(unread, settings) if puzzle is None else puzzle.genre.name,
        "rows": None, "cols": None, "clues": None,
    }  # fmt: skip
    if puzzle is not None:
        record |= {"rows": puzzle.lattice.rows, "cols": puzzle.lattice.cols, "clues": count_clues(puzzle)}
    if item.canonical:
        record |= {"canonical": item.canonical, "turn": item.turn}
    if item.original is not None:
        record |= {"same_as": item.original.key, "first": item.original.place, "turned": item.original.turned}
    return {
        **record, "settings": str(settings), "solver": settings.solver, "status": "failed", "failed": "input",
        "found": None, "equal": None, "link": None, "text": None, "ms": {}, "figures": {},
    }  # fmt: skip


def count_clues(puzzle: Puzzle) -> int:
    """Return how many places of the board have a value that is not the usual one; rooms do not count."""
    total = 0
    for key, layer in puzzle.genre.inputs.items():
        if layer.on != "board" and layer.value.way not in GROUPS:
            nothing = layer.value.nothing
            total += sum(value is not None and value != nothing for _, value in layer.place.items(puzzle.values[key]))
    return total


def _genre_name(unread: Unread, settings: Settings) -> str:
    """Return the name of the genre of a puzzle that is not read, "" if it is unknown."""
    try:
        if unread.form == "dataset":
            return genres.find(settings.genre).name if settings.genre else dataset.genre_of_file(unread.source).name
    except InputError:
        pass  # pencilp does not know this genre
    return settings.genre or ""


def failed_record(item: Keyed, settings: Settings, reason: str) -> dict[str, Any]:
    """Return the record of a puzzle that failed for a reason that is not in its file."""
    record = {**new_record(item, settings), "failed": "solver"}
    return {**record, "error": item.unread.says(PencilpError(reason))}


def record_of(item: Keyed, settings: Settings) -> dict[str, Any]:
    """Read a puzzle, do the task, and return the record. If it uses up the memory, only the record is kept."""
    record: dict[str, Any] = {}
    try:
        _fill(record, item, settings)
        return record
    except MemoryError:
        pass  # leaving the handler frees what the traceback holds
    cache.free_memory()
    record = record or new_record(item, settings)
    record["failed"] = "solver"
    record["error"] = item.unread.says(PencilpError("there is no memory left for it (see --memory-limit)"))
    return record


def _fill(record: dict[str, Any], item: Keyed, settings: Settings) -> None:
    """Read a puzzle and do the task, and put the result into its empty record. Raise MemoryError."""
    unread = item.unread
    start = time.perf_counter()
    limit = TimeLimit(settings.time_limit)
    try:
        puzzle = limit.run(lambda: unread.read(settings.genre))
    except (InputError, TimeLimitReached) as error:
        record |= {**new_record(item, settings), "ms": {"read": _ms(time.perf_counter() - start)}}
        if isinstance(error, InputError):
            record["error"] = unread.says(error)
        else:
            _set_status(record, "unknown")
        return
    read = time.perf_counter() - start
    record |= {**new_record(item, settings, puzzle), "ms": {"read": _ms(read)}}
    if remarks := unread.remarks(puzzle):
        record["remarks"] = remarks
    if item.original is not None:
        _set_status(record, DUPLICATE)
        if settings.texts:
            record |= {"link": _text(puzzle, None, "url"), "text": _text(puzzle, None, "text")}
        return
    begin = time.perf_counter()
    try:
        entries = TASKS[settings.task].ask(puzzle, settings, limit.left())
    except InputError as error:
        record["error"] = unread.says(error)
        return
    except TimeLimitReached:
        _set_status(record, "unknown")
        return
    except MemoryError:
        raise
    except Exception as error:  # a bug in one puzzle must not stop the others
        place = own.place_of(error)
        if not place:
            record["failed"] = "solver"  # otherwise it is a mistake in a user's own genre
        failure = error if isinstance(error, PencilpError) else PencilpError(f"{type(error).__name__}: {error}", place)
        record["error"] = unread.says(failure)
        return
    spent = time.perf_counter() - begin
    answer: Answer | None = entries.pop("answer", None)
    seconds: dict[str, float] = entries.pop("seconds", {"total": spent})
    _set_status(record, entries.pop("status"))
    record |= entries
    record["ms"] |= {stage: _ms(s) for stage, s in seconds.items()}
    record["ms"]["total"] = _ms(read + seconds["total"])
    if settings.texts:
        record |= {"link": _text(puzzle, None, "url"), "text": _text(puzzle, answer, "text")}


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 3)


def _set_status(record: dict[str, Any], status: str) -> None:
    """Set the status of a puzzle that did not fail."""
    del record["failed"]
    record["status"] = status


def _text(puzzle: Puzzle, answer: Answer | None, kind: str) -> str | None:
    """Return a puzzle with its answer in a format; None if the format cannot hold it."""
    try:
        return written(puzzle, answer, kind).rstrip("\n")
    except InputError:
        return None
