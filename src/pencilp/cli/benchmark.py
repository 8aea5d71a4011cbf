"""``pencilp bench``: solve puzzles one after another, with counts and times per genre."""

from __future__ import annotations

import multiprocessing
import signal
import time
from array import array
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp._util import cache
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, PencilpError, counted, shown
from pencilp.formats import dataset
from pencilp.formats.reading import Unread
from pencilp.genres import own
from pencilp.solvers import processes

STAGES = ("read", "state", "solve", "total")
FIGURES = {"rows": "rows", "columns": "columns", "root": "root bound", "nodes": "nodes"}
"""Figures that a solver may report, with their names in the table."""
COUNTS = {"unique": "unique", "multiple": "several", "none": "none", "unknown": "limit", "failed": "failed"}
"""The column of the table in which a puzzle is counted, by its status."""
CHUNK_PUZZLES = 4
"""Puzzles that a worker takes at once. It takes the first ones singly."""

Job = Sequence[Unread]
"""The puzzles that a worker solves, in order."""


class SolveSettings(NamedTuple):
    """How puzzles are solved; ``genre`` is the genre that they must have, if any."""

    genre: str | None
    solver: str
    formulation: str
    time_limit: float | None
    threads: int


def run(
    puzzles: Iterable[Unread],
    *,
    genre: str | None = None,
    jobs: int = 1,
    solver: str = "clasp",
    formulation: str = "rules",
    time_limit: float | None = None,
    threads: int = 1,
) -> Generator[dict[str, Any], None, None]:
    """Solve ``puzzles`` (see ``formats.sources``), ``jobs`` at once, and yield a record for each.

    A record has ``id``, ``file``, ``genre``, ``solver``, ``status`` ("unique", "multiple", "none", "unknown", "failed"),
    ``equal`` (None: no answer was recorded), ``ms`` per stage, ``figures`` as in ``pencilp.Outcome``. If it failed, it has
    ``error`` and ``failed``: "input" or "solver".
    """
    settings = SolveSettings(genre, solver, formulation, time_limit, threads)
    if jobs > 1:
        yield from _at_once(puzzles, jobs, settings)
    else:
        for each in puzzles:
            yield _record(each, settings)


def _at_once(puzzles: Iterable[Unread], jobs: int, settings: SolveSettings) -> Generator[dict[str, Any], None, None]:
    """Yield the records of several worker processes.

    If a worker dies, its current puzzle has failed, and another worker takes the rest of its job. Ctrl-C and ``close()`` end all
    workers at once.
    """
    unread = iter(puzzles)
    left: list[Job] = []
    """The remaining jobs of workers that died."""

    singly = [1] * (CHUNK_PUZZLES * jobs)

    def next_job() -> Job:
        return left.pop() if left else list(islice(unread, singly.pop() if singly else CHUNK_PUZZLES))

    workers: dict[Any, tuple[Any, Job]] = {}
    """The process at the other end of each connection, and the rest of its job."""
    try:
        while True:
            while len(workers) < jobs and (job := next_job()):
                ours, theirs = multiprocessing.Pipe()
                process = multiprocessing.Process(target=_work, args=(settings, theirs, ours, own.pages()), daemon=True)
                process.start()
                processes.register(f"process {process.pid}")
                theirs.close()
                workers[ours] = (process, job)
                ours.send(job)
            if not workers:
                return
            end: Any
            for end in wait(list(workers)):
                process, (first, *rest) = workers[end]
                try:
                    record = end.recv()
                except (EOFError, ConnectionError):
                    _join(process)
                    record = {**_new_record(first, settings), "failed": "solver"}
                    record["error"] = first.says(PencilpError(f"the process died (exit code {process.exitcode})"))
                    if rest:
                        left.append(rest)
                    end.close()
                    del workers[end]
                else:
                    if rest:
                        workers[end] = (process, rest)
                    elif job := next_job():
                        workers[end] = (process, job)
                        end.send(job)
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
    """Wait for the end of a worker."""
    processes.unregister(f"process {process.pid}")
    process.join()


def _work(settings: SolveSettings, jobs: Any, other: Any, pages: list[str]) -> None:
    """Take jobs and send the record of each puzzle, until there is no job left or the parent has ended.

    ``pages`` are the files of a user's own genres: on some systems a worker starts without the modules loaded so far.
    """
    # the pipe reports the end of the parent only after this end of it is closed here
    other.close()
    for page in pages:
        own.load(page)

    # the terminal sends Ctrl-C and its end to all processes; the parent ends the workers
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while (job := jobs.recv()) is not None:
            for each in job:
                jobs.send(_record(each, settings))


def _new_record(each: Unread, settings: SolveSettings, puzzle: Puzzle | None = None) -> dict[str, Any]:
    """Return the record of a puzzle that is not solved yet; ``puzzle`` is None if it is not read."""
    name = each.name if puzzle is None else puzzle.name
    genre = _genre_name(each, settings) if puzzle is None else puzzle.genre.name
    record: dict[str, Any] = {
        "id": name or each.label(),
        "file": each.source,
        "genre": genre,
        "solver": settings.solver,
    }
    return {**record, "status": "failed", "failed": "input", "equal": None, "ms": {}, "figures": {}}


def _genre_name(each: Unread, settings: SolveSettings) -> str:
    """Return the name of the genre of a puzzle that is not read, "" if it is unknown."""
    try:
        if each.form == "dataset":
            return genres.find(settings.genre).name if settings.genre else dataset.genre_of_file(each.source).name
    except InputError:
        pass  # pencilp does not know this genre
    return settings.genre or ""


def _record(each: Unread, settings: SolveSettings) -> dict[str, Any]:
    """Read and solve a puzzle, and return its record. If it uses up the memory, only the record is kept."""
    record = _new_record(each, settings)
    try:
        _solve(record, each, settings)
        return record
    except MemoryError:
        pass  # leaving the handler frees what the traceback holds
    cache.free_memory()
    record["failed"] = "solver"
    record["error"] = each.says(PencilpError("there is no memory left for it (see --memory-limit)"))
    return record


def _solve(record: dict[str, Any], each: Unread, settings: SolveSettings) -> None:
    """Read and solve a puzzle, and put the result into its record. Raise MemoryError."""
    start = time.perf_counter()
    limit = TimeLimit(settings.time_limit)
    try:
        puzzle = limit.run(lambda: each.read(settings.genre))
    except InputError as error:
        record["error"] = each.says(error)
        return
    except TimeLimitReached:
        _set_status(record, "unknown")
        return
    finally:
        record["ms"] = {"read": 1000 * (time.perf_counter() - start)}
    record.update(_new_record(each, settings, puzzle), ms=record["ms"])
    if remarks := each.remarks(puzzle):
        record["remarks"] = remarks
    try:
        outcome = api.solve(
            puzzle, settings.solver, formulation=settings.formulation, time_limit=limit.left(), threads=settings.threads
        )
    except InputError as error:
        record["error"] = each.says(error)
        return
    except MemoryError:
        raise
    except Exception as error:  # a bug in one puzzle must not stop the others
        place = own.place_of(error)
        if not place:
            record["failed"] = "solver"  # otherwise it is a mistake in a user's own genre
        failure = error if isinstance(error, PencilpError) else PencilpError(f"{type(error).__name__}: {error}", place)
        record["error"] = each.says(failure)
        return
    _set_status(record, outcome.status)
    record["figures"] = outcome.figures
    ms = {stage: 1000 * seconds for stage, seconds in outcome.seconds.items()}
    record["ms"] = {**record["ms"], **ms, "total": record["ms"]["read"] + ms["total"]}
    if puzzle.answer is not None:
        record["equal"] = any(same(answer, puzzle.answer) for answer in outcome.answers)


def _set_status(record: dict[str, Any], status: str) -> None:
    """Set the status of a puzzle that did not fail."""
    del record["failed"]
    record["status"] = status


def same(answer: Answer, recorded: Answer) -> bool:
    """Return whether an answer equals the recorded one. A None in the recorded one equals everything."""
    return all(
        all(b is None or a == b for a, b in zip(answer[key], recorded[key], strict=True)) for key in recorded.values
    )


# -- the report -------------------------------------------------------------------------------------------------------


class Report:
    """The report: for each genre the counts, the puzzles with another answer than the recorded one, and the times.

    ``add`` counts a record and keeps only four numbers of it.
    """

    def __init__(self, records: Iterable[dict[str, Any]] = ()) -> None:
        # all by genre and solver
        self._counts: dict[tuple[str, str], dict[str, int]] = {}
        self._differing: dict[tuple[str, str], list[str]] = {}
        self._times: dict[tuple[str, str], dict[str, array[float]]] = {}
        self._figures: dict[tuple[str, str], dict[str, tuple[int, float]]] = {}
        self.puzzles = 0
        for record in records:
            self.add(record)

    def add(self, record: dict[str, Any]) -> None:
        """Count one more record."""
        genre = record["genre"], record["solver"]
        if genre not in self._counts:
            self._figures[genre] = {}
            self._counts[genre] = dict.fromkeys(COUNTS.values(), 0)
            self._differing[genre] = []
            self._times[genre] = {stage: array("d") for stage in STAGES}
        self.puzzles += 1
        self._counts[genre][COUNTS[record["status"]]] += 1
        if record["equal"] is False and record["status"] != "unknown":
            self._differing[genre].append(record["id"])
        for stage, ms in record["ms"].items():
            if stage in STAGES:
                self._times[genre][stage].append(ms)
        for figure, value in record["figures"].items():
            number, total = self._figures[genre].get(figure, (0, 0))
            self._figures[genre][figure] = number + 1, total + value

    def genres(self) -> list[dict[str, Any]]:
        """Return an entry for each genre and solver; entries of one genre follow each other.

        ``ms`` has the times of each stage in ms, ``figures`` the means of the solver's figures.
        """
        order = list(dict.fromkeys(genre for genre, _ in self._counts))
        return [
            {
                "genre": key[0], "solver": key[1], "puzzles": sum(counts.values()), **counts,
                "differing": self._differing[key],
                "figures": {figure: total / number for figure, (number, total) in self._figures[key].items()},
                "ms": {stage: _figures(times) for stage, times in self._times[key].items()},
            }
            for key, counts in sorted(self._counts.items(), key=lambda each: order.index(each[0][0]))
        ]  # fmt: skip

    def sums(self) -> dict[str, float]:
        """Return the seconds of each stage, summed over all puzzles."""
        return {stage: sum(sum(times[stage]) for times in self._times.values()) / 1000 for stage in STAGES}


def _figures(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return dict.fromkeys(("median", "mean", "p95", "max"), 0.0)
    times = sorted(times)
    n = len(times)
    middle = (times[(n - 1) // 2] + times[n // 2]) / 2
    figures = {"median": middle, "mean": sum(times) / n, "p95": times[min(n - 1, int(0.95 * n))], "max": times[-1]}
    return {key: round(value, 3) for key, value in figures.items()}


def table(report: Report, seconds: float) -> str:
    """Return the report as a table; times are median / mean / p95 / max milliseconds.

    ``seconds`` are those of the whole run.
    """
    entries = report.genres()
    # clasp reports no figures: without another solver there are no columns to compare
    compared = any(entry["solver"] != "clasp" for entry in entries)
    head = ["genre", *["solver"] * compared, "puzzles", *COUNTS.values(), "differing"]
    head += [*(FIGURES.values() if compared else ()), *(f"{stage} ms" for stage in STAGES)]
    rows = [head]
    for entry in entries:
        row = [entry["genre"] or "?", *[entry["solver"]] * compared, str(entry["puzzles"])]
        row += [*(str(entry[c]) for c in COUNTS.values()), str(len(entry["differing"]))]
        if compared:
            row += [_mean(entry["figures"].get(figure)) for figure in FIGURES]
        row += ["/".join(_short(x) for x in entry["ms"][stage].values()) for stage in STAGES]
        rows.append(row)
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = [
        "  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    lines.append("ms: median/mean/95th percentile/largest")
    if compared:
        lines.append("rows, columns, root bound, nodes: the mean of the solver's figures, - if it gives none")
    sums = report.sums()
    each = ", ".join(f"{stage} {sums[stage]:.2f} s" for stage in STAGES[:-1])
    many = counted(report.puzzles, "run" if compared else "puzzle")
    lines.append(f"{many} in {seconds:.2f} s by the clock; summed up {sums['total']:.2f} s: {each}")
    lines += [
        f"{_name(e, compared)}: not the recorded answer: {', '.join(e['differing'])}" for e in entries if e["differing"]
    ]
    return "\n".join(map(shown, lines))


def _name(entry: dict[str, Any], compared: bool) -> str:
    return f"{entry['genre']} by {entry['solver']}" if compared else str(entry["genre"])


def _mean(value: float | None) -> str:
    """Return a mean as text, ``-`` if there is none."""
    return "-" if value is None else f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


def _short(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
