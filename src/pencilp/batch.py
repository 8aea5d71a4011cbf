"""``pencilp bench``: files of puzzles run through a solver, with counts and times per genre."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.bounded import read_bytes
from pencilp.errors import InputError, PencilpError, shown
from pencilp.formats import dataset
from pencilp.solvers import processes
from pencilp.texts import decoded, lines_of

STAGES = ("read", "state", "solve", "total")
COUNTS = {"unique": "unique", "multiple": "several", "none": "none", "unknown": "limit", "failed": "failed"}
"""Per status of a puzzle the count it goes into."""
CHUNK = 4
"""How many puzzles a worker takes at once."""


class Job(NamedTuple):
    """The puzzles of a file from ``start`` up to but without ``last``, counted from 0.

    ``genre`` is the one that they must be of, ``says`` what a puzzle that cannot be read is taken for; "" if that is not known.
    """

    path: str
    genre: str
    says: str
    start: int
    last: int


class Way(NamedTuple):
    """How puzzles are solved."""

    solver: str
    time_limit: float | None
    threads: int


def run(
    tasks: list[Job], *, jobs: int = 1, solver: str = "clasp", time_limit: float | None = None, threads: int = 1
) -> Generator[dict[str, Any], None, None]:
    """Run the puzzles of ``tasks`` (see ``tasks_of``), ``jobs`` at once; yields their records as they come.

    A record has ``id``, ``file``, ``genre``, ``status`` ("unique", "multiple", "none", "unknown", "failed"), ``equal``
    (None: no answer was recorded), ``ms`` per stage; when it failed ``error`` and what was ``failed``: "input" or "solver".
    """
    way = Way(solver, time_limit, threads)
    if jobs > 1:
        yield from _at_once(tasks, jobs, way)
    else:
        for task in tasks:
            yield from _records(task, way)


def _at_once(tasks: list[Job], jobs: int, way: Way) -> Generator[dict[str, Any], None, None]:
    """The records of several workers, each a process.

    A worker that dies has failed at the puzzle it was at; another one goes on after it. When the caller has enough, by
    Ctrl-C or ``close()``, all workers end at once.
    """
    import multiprocessing
    from multiprocessing.connection import wait

    waiting = tasks[::-1]
    workers: dict[Any, tuple[Any, Job]] = {}
    """Per connection the process at its other end and what is left of its job."""
    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                ours, theirs = multiprocessing.Pipe()
                process = multiprocessing.Process(target=_work, args=(way, theirs), daemon=True)
                process.start()
                processes.keep(f"process {process.pid}")
                theirs.close()
                workers[ours] = (process, waiting.pop())
                ours.send(workers[ours][1])
            end: Any
            for end in wait(list(workers)):
                process, task = workers[end]
                rest = task._replace(start=task.start + 1)
                try:
                    record = end.recv()
                except (EOFError, ConnectionError):
                    _join(process)
                    record = {**_failed(task, task.start), "failed": "solver"}
                    record["error"] = f"the process died (exit code {process.exitcode})"
                    if rest.start < rest.last:
                        waiting.append(rest)
                    end.close()
                    del workers[end]
                else:
                    if rest.start < rest.last:
                        workers[end] = (process, rest)
                    elif waiting:
                        workers[end] = (process, waiting.pop())
                        end.send(workers[end][1])
                    else:
                        end.send(None)
                        _join(process)
                        end.close()
                        del workers[end]
                yield record
    finally:
        for end, (process, _) in workers.items():
            process.kill()
            _join(process)
            end.close()


def _join(process: Any) -> None:
    """Wait until a worker has ended."""
    processes.let_go(f"process {process.pid}")
    process.join()


def _work(way: Way, tasks: Any) -> None:
    """What a worker does: take jobs, send the record of each puzzle, until there is no job."""
    import signal

    # Ctrl-C on a terminal reaches all processes; the first one ends the others
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (task := tasks.recv()) is not None:
        for record in _records(task, way):
            tasks.send(record)


def tasks_of(files: list[str], genre: str | None, limit: int | None) -> list[Job]:
    """The puzzles of ``files``, of each the first ``limit``, in portions.

    Raises InputError when a file cannot be read, or its genre is not known.
    """
    _lines.cache_clear()
    return [task for path in files for task in _tasks(path, genre, limit)]


def _tasks(path: str, genre: str | None, limit: int | None) -> list[Job]:
    says = genre or ""
    if path.endswith(".jsonl"):
        total = len(_lines(path))
        try:
            if genre:
                says = genres.find(genre).name
            elif not (total and dataset.names_genre(_lines(path)[0])):
                says = dataset.genre_of_file(path).name
        except InputError as error:
            raise error.within(path) from None
    else:
        try:
            total = len(api.load_all(path, genre))
        except InputError:
            total = 1  # it will be the record of one failure
    total = min(total, limit or total)
    return [Job(path, genre or "", says, i, min(i + CHUNK, total)) for i in range(0, total, CHUNK)]


@lru_cache(maxsize=1)
def _lines(path: str) -> list[str]:
    """The lines of a file that say something; the last file is kept, as each job takes a few of its lines."""
    try:
        text = decoded(read_bytes(path))
    except InputError as error:
        raise error.within(path) from None
    return [line for line in lines_of(text) if line.strip()]


def _failed(task: Job, place: int) -> dict[str, Any]:
    """The record of a puzzle of which nothing is known but its place in the file."""
    record: dict[str, Any] = {"id": str(place + 1), "file": task.path, "genre": task.says}
    return {**record, "status": "failed", "failed": "input", "equal": None, "ms": {}}


def _records(task: Job, way: Way) -> Iterator[dict[str, Any]]:
    for place, (name, puzzle, error, seconds) in enumerate(_puzzles(task), task.start):
        record = _failed(task, place)
        record["id"] = name or record["id"]
        record["ms"] = {"read": 1000 * seconds}
        if puzzle is None:
            record["error"] = error
        else:
            record["genre"] = puzzle.genre.name
            _solve(record, puzzle, way)
        yield record


def _solve(record: dict[str, Any], puzzle: Puzzle, way: Way) -> None:
    try:
        outcome = api.solve(puzzle, way.solver, time_limit=way.time_limit, threads=way.threads)
    except InputError as error:
        record["error"] = str(error)
        return
    except Exception as error:  # one puzzle that meets a bug must not stop the other thousands
        record["failed"] = "solver"
        record["error"] = str(error) if isinstance(error, PencilpError) else f"{type(error).__name__}: {error}"
        return
    del record["failed"]
    record["status"] = outcome.status
    ms = {stage: 1000 * seconds for stage, seconds in outcome.seconds.items()}
    record["ms"] = {**record["ms"], **ms, "total": record["ms"]["read"] + ms["total"]}
    if puzzle.answer is not None:
        record["equal"] = any(same(answer, puzzle.answer) for answer in outcome.answers)


def same(found: Answer, recorded: Answer) -> bool:
    """Whether an answer is the recorded one, as far as that says anything (None: it does not)."""
    return all(
        all(b is None or a == b for a, b in zip(found[key], recorded[key], strict=True)) for key in recorded.values
    )


def _puzzles(task: Job) -> Iterator[tuple[str, Puzzle | None, str, float]]:
    """(name, puzzle or None, what is wrong with it, seconds to read it)."""
    if task.path.endswith(".jsonl"):
        for line in _lines(task.path)[task.start : task.last]:
            start = time.perf_counter()
            (record,) = dataset.read_jsonl(line, task.genre or None, task.path)
            error = record.error
            # of the place the line in the file is left out: it was read alone, and its id says which it is
            wrong = str(InputError(error.message, error.where.partition(":")[2])) if error else ""
            yield record.name, record.puzzle, wrong, time.perf_counter() - start
        return
    start = time.perf_counter()
    try:
        puzzles = api.load_all(task.path, task.genre or None)
    except InputError as error:
        yield "", None, str(error), time.perf_counter() - start
        return
    each = (time.perf_counter() - start) / len(puzzles)
    for puzzle in puzzles[task.start : task.last]:
        yield puzzle.name, puzzle, "", each


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
        row = [entry["genre"] or "?", str(entry["puzzles"]), *(str(entry[c]) for c in COUNTS.values())]
        row.append(str(len(entry["differing"])))
        row += ["/".join(_short(x) for x in entry["ms"][stage].values()) for stage in STAGES]
        rows.append(row)
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    lines.append("ms: median/mean/95th percentile/largest")
    lines += [f"{e['genre']}: not the recorded answer: {' '.join(e['differing'])}" for e in report if e["differing"]]
    return "\n".join(map(shown, lines))


def _short(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
