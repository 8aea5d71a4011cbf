"""``pencilp bench``: files of puzzles run through a solver, with counts and times per genre."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

from pencilp import api, genres
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, PencilpError
from pencilp.formats import dataset, reading

STAGES = ("read", "state", "solve", "total")
COUNTS = {"unique": "unique", "multiple": "several", "none": "none", "unknown": "limit", "failed": "failed"}
"""Per status of a puzzle the count it goes into."""
CHUNK = 16
"""How many puzzles a worker takes at once."""


class Job:
    """Some lines of a file (``start`` up to ``last``, from 0; None: the whole file, of puzzles in another format)."""

    __slots__ = ("genre", "last", "path", "start")

    def __init__(self, path: str, genre: str, start: int, last: int | None) -> None:
        self.path, self.genre, self.start, self.last = path, genre, start, last


def run(
    files: list[str], *, genre: str | None, solver: str, jobs: int, time_limit: float | None, limit: int | None
) -> Iterator[list[dict[str, Any]]]:
    """Run all puzzles of ``files``; yields records as they come, some at a time.

    A record has ``id``, ``file``, ``genre``, ``status`` ("unique", "multiple", "none", "unknown", "failed"), ``equal``
    (None: no answer was recorded), ``ms`` per stage, and ``error`` when it failed. Raises InputError when a file cannot
    be read at all, before anything is run.
    """
    tasks = [task for path in files for task in _tasks(path, genre, limit)]
    if jobs == 1:
        for task in tasks:
            yield list(_records(task, solver, time_limit))
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(_worker, task, solver, time_limit) for task in tasks]
        for future in waiting:
            yield future.result()


def count(files: list[str], limit: int | None) -> int:
    """How many puzzles ``run`` will meet in JSON files; others count as one."""
    return sum(min(_lines(path), limit or sys.maxsize) if path.endswith(".jsonl") else 1 for path in files)


def _lines(path: str) -> int:
    return sum(1 for line in _text(path).split("\n") if line.strip())


def _text(path: str) -> str:
    try:
        return reading.decode(reading.read_bytes(path))
    except InputError as error:
        raise error.within(path) from None


def _tasks(path: str, genre: str | None, limit: int | None) -> list[Job]:
    if not path.endswith(".jsonl"):
        return [Job(path, genre or "", 0, None)]
    kind = genres.find(genre) if genre else dataset.genre_of_file(path)
    total = min(_lines(path), limit or sys.maxsize)
    return [Job(path, kind.name, i, min(i + CHUNK, total)) for i in range(0, total, CHUNK)]


def _worker(task: Job, solver: str, time_limit: float | None) -> list[dict[str, Any]]:
    return list(_records(task, solver, time_limit))


def _records(task: Job, solver: str, time_limit: float | None) -> Iterator[dict[str, Any]]:
    for name, puzzle, error, seconds in _puzzles(task):
        record: dict[str, Any] = {"id": name, "file": task.path, "genre": task.genre, "status": "failed", "equal": None}
        record["ms"] = {"read": 1000 * seconds}
        if puzzle is None:
            record["error"] = error
        else:
            record["genre"] = puzzle.genre.name
            _solve(record, puzzle, solver, time_limit)
        yield record


def _solve(record: dict[str, Any], puzzle: Puzzle, solver: str, time_limit: float | None) -> None:
    try:
        outcome = api.solve(puzzle, solver, time_limit=time_limit)
    except PencilpError as error:
        record["error"] = str(error)
        return
    except Exception as error:  # one puzzle that meets a bug must not stop the other thousands
        record["error"] = f"{type(error).__name__}: {error}"
        return
    record["status"] = outcome.status
    ms = {stage: 1000 * seconds for stage, seconds in outcome.seconds.items()}
    record["ms"] = {**record["ms"], **ms, "total": record["ms"]["read"] + ms["total"]}
    if puzzle.answer is not None:
        record["equal"] = any(_same(answer, puzzle.answer) for answer in outcome.answers)


def _same(found: Answer, recorded: Answer) -> bool:
    """Whether an answer is the recorded one, as far as that says anything (None: it does not)."""
    return all(
        all(b is None or a == b for a, b in zip(found[key], recorded[key], strict=True)) for key in recorded.values
    )


def _puzzles(task: Job) -> Iterator[tuple[str, Puzzle | None, str, float]]:
    """(name, puzzle or None, what is wrong with it, seconds to read it)."""
    start = time.perf_counter()
    if task.last is None:
        try:
            puzzles = api.load_all(task.path, task.genre or None)
        except InputError as error:
            yield "", None, str(error), time.perf_counter() - start
            return
        each = (time.perf_counter() - start) / len(puzzles)
        for i, puzzle in enumerate(puzzles, 1):
            yield puzzle.name or str(i), puzzle, "", each
        return
    lines = [line for line in _text(task.path).split("\n") if line.strip()][task.start : task.last]
    for i, line in enumerate(lines, task.start + 1):
        start = time.perf_counter()
        (record,) = dataset.read_jsonl(line, genres.find(task.genre))
        seconds = time.perf_counter() - start
        yield record.name or str(i), record.puzzle, str(record.error or ""), seconds


# -- the report -------------------------------------------------------------------------------------------------------


def report(records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Per genre the counts, the ids of puzzles whose answer is not the recorded one, and the times of each stage in ms."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for record in records:
        groups.setdefault(record["genre"], []).append(record)
    result = []
    for name, group in groups.items():
        entry: dict[str, Any] = {"genre": name, "puzzles": len(group), **dict.fromkeys(COUNTS.values(), 0)}
        for record in group:
            entry[COUNTS[record["status"]]] += 1
        entry["differing"] = [r["id"] for r in group if r["equal"] is False and r["status"] != "unknown"]
        entry["ms"] = {stage: _figures([r["ms"][stage] for r in group if stage in r["ms"]]) for stage in STAGES}
        result.append(entry)
    return result


def _figures(times: list[float]) -> dict[str, float]:
    if not times:
        return dict.fromkeys(("median", "mean", "p95", "max"), 0.0)
    times = sorted(times)
    n = len(times)
    middle = (times[(n - 1) // 2] + times[n // 2]) / 2
    figures = {"median": middle, "mean": sum(times) / n, "p95": times[min(n - 1, int(0.95 * n))], "max": times[-1]}
    return {key: round(value, 3) for key, value in figures.items()}


def table(report: list[dict[str, Any]]) -> str:
    """The report as a table; times are median / mean / p95 / max milliseconds."""
    head = ["genre", "puzzles", *COUNTS.values(), "differing", *(f"{stage} ms" for stage in STAGES)]
    rows = [head]
    for entry in report:
        row = [entry["genre"], str(entry["puzzles"]), *(str(entry[c]) for c in COUNTS.values())]
        row.append(str(len(entry["differing"])))
        row += ["/".join(_short(x) for x in entry["ms"][stage].values()) for stage in STAGES]
        rows.append(row)
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    lines += [f"{e['genre']}: not the recorded answer: {' '.join(e['differing'])}" for e in report if e["differing"]]
    return "\n".join(lines)


def _short(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
