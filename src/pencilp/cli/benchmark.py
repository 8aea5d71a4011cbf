"""``pencilp bench``: puzzles run through a solver as they come, with counts and times per genre."""

from __future__ import annotations

import signal
import time
from array import array
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from itertools import islice
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
"""Per status of a puzzle the count it goes into."""
CHUNK = 4
"""How many puzzles a worker takes at once, when there are many: it takes the first ones singly."""

Job = Sequence[Unread]
"""Puzzles that a worker has to do, in their order."""


class Way(NamedTuple):
    """How puzzles are solved; ``genre`` is the one that they must be of, if that is said."""

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
    """Solve ``puzzles`` (see ``formats.sources``), ``jobs`` at once; yields their records as they come, and keeps none.

    A record has ``id``, ``file``, ``genre``, ``solver``, ``status`` ("unique", "multiple", "none", "unknown", "failed"),
    ``equal`` (None: no answer was recorded), ``ms`` per stage, ``figures`` as in ``pencilp.Outcome``; when it failed ``error``
    and what was ``failed``: "input" or "solver".
    """
    way = Way(genre, solver, formulation, time_limit, threads)
    if jobs > 1:
        yield from _at_once(puzzles, jobs, way)
    else:
        for each in puzzles:
            yield _record(each, way)


def _at_once(puzzles: Iterable[Unread], jobs: int, way: Way) -> Generator[dict[str, Any], None, None]:
    """Yield the records of several workers, each a process.

    A worker that dies has failed at the puzzle it was at; another one goes on after it. When the caller has enough, by
    Ctrl-C or ``close()``, all workers end at once.
    """
    import multiprocessing
    from multiprocessing.connection import wait

    found = iter(puzzles)
    left: list[Job] = []
    """The jobs of workers that died."""

    singly = [1] * (CHUNK * jobs)

    def next_job() -> Job:
        return left.pop() if left else list(islice(found, singly.pop() if singly else CHUNK))

    workers: dict[Any, tuple[Any, Job]] = {}
    """Per connection the process at its other end and what is left of its job."""
    try:
        while True:
            while len(workers) < jobs and (job := next_job()):
                ours, theirs = multiprocessing.Pipe()
                process = multiprocessing.Process(target=_work, args=(way, theirs, ours, own.pages()), daemon=True)
                process.start()
                processes.keep(f"process {process.pid}")
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
                    record = {**_failed(first, way), "failed": "solver"}
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
    """Wait until a worker has ended."""
    processes.let_go(f"process {process.pid}")
    process.join()


def _work(way: Way, jobs: Any, other: Any, pages: list[str]) -> None:
    """Take jobs and send the record of each puzzle, until there is no job left, or the parent is gone.

    ``pages`` are the files of a user's own genres: not every system gives a worker what was loaded before.
    """
    # the end of who gives the jobs: while it is open here the pipe has no end
    other.close()
    for page in pages:
        own.load(page)

    # Ctrl-C on a terminal, and its end, reach all processes; the first one ends the others
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        while (job := jobs.recv()) is not None:
            for each in job:
                jobs.send(_record(each, way))


def _failed(each: Unread, way: Way, puzzle: Puzzle | None = None) -> dict[str, Any]:
    """Return the record of a puzzle before it is solved; None: it could not be read."""
    name = each.name if puzzle is None else puzzle.name
    genre = _says(each, way) if puzzle is None else puzzle.genre.name
    record: dict[str, Any] = {"id": name or each.label(), "file": each.source, "genre": genre, "solver": way.solver}
    return {**record, "status": "failed", "failed": "input", "equal": None, "ms": {}, "figures": {}}


def _says(each: Unread, way: Way) -> str:
    """Return what a puzzle that cannot be read is taken for; "" if that is not known."""
    try:
        if each.form == "dataset":
            return genres.find(way.genre).name if way.genre else dataset.genre_of_file(each.source).name
    except InputError:
        pass  # it is none of our genres
    return way.genre or ""


def _record(each: Unread, way: Way) -> dict[str, Any]:
    """Read and solve a puzzle. Of one that takes all memory nothing is left but its record."""
    record = _failed(each, way)
    try:
        _solve(record, each, way)
        return record
    except MemoryError:
        pass  # what was made goes when this is over
    cache.release()
    record["failed"] = "solver"
    record["error"] = each.says(PencilpError("there is no memory left for it (see --memory-limit)"))
    return record


def _solve(record: dict[str, Any], each: Unread, way: Way) -> None:
    """Read and solve a puzzle, and put what comes of it into its record. Raise MemoryError."""
    start = time.perf_counter()
    limit = TimeLimit(way.time_limit)
    try:
        puzzle = limit.run(lambda: each.read(way.genre))
    except InputError as error:
        record["error"] = each.says(error)
        return
    except TimeLimitReached:
        _ends(record, "unknown")
        return
    finally:
        record["ms"] = {"read": 1000 * (time.perf_counter() - start)}
    record.update(_failed(each, way, puzzle), ms=record["ms"])
    if remarks := each.remarks(puzzle):
        record["remarks"] = remarks
    try:
        outcome = api.solve(
            puzzle, way.solver, formulation=way.formulation, time_limit=limit.left(), threads=way.threads
        )
    except InputError as error:
        record["error"] = each.says(error)
        return
    except MemoryError:
        raise
    except Exception as error:  # one puzzle that meets a bug must not stop the other thousands
        place = own.place_of(error)
        if not place:
            record["failed"] = "solver"  # else it is a mistake in a genre of the user's own
        told = error if isinstance(error, PencilpError) else PencilpError(f"{type(error).__name__}: {error}", place)
        record["error"] = each.says(told)
        return
    _ends(record, outcome.status)
    record["figures"] = outcome.figures
    ms = {stage: 1000 * seconds for stage, seconds in outcome.seconds.items()}
    record["ms"] = {**record["ms"], **ms, "total": record["ms"]["read"] + ms["total"]}
    if puzzle.answer is not None:
        record["equal"] = any(same(answer, puzzle.answer) for answer in outcome.answers)


def _ends(record: dict[str, Any], status: str) -> None:
    """Note that the puzzle did not fail."""
    del record["failed"]
    record["status"] = status


def same(found: Answer, recorded: Answer) -> bool:
    """Return whether an answer is the recorded one, as far as that says anything (None: it does not)."""
    return all(
        all(b is None or a == b for a, b in zip(found[key], recorded[key], strict=True)) for key in recorded.values
    )


# -- the report -------------------------------------------------------------------------------------------------------


class Report:
    """What is told of records: per genre the counts, the puzzles whose answer is not the recorded one, and the times.

    A record is counted by ``add`` and not kept: of each puzzle there remain four numbers.
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
        """Return an entry for each genre and solver, those of a genre one after another.

        ``ms`` has figures of the times of each stage in ms, ``figures`` the means of what the solver tells.
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
        """Return the seconds of each stage, of all puzzles together."""
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
    # of clasp alone, which tells no figures, there is nothing to compare
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
    """Return a mean of figures; ``-`` where there are none."""
    return "-" if value is None else f"{value:.0f}" if abs(value - round(value)) < 0.05 else f"{value:.1f}"


def _short(ms: float) -> str:
    return f"{ms:.2f}" if ms < 10 else f"{ms:.1f}" if ms < 100 else f"{ms:.0f}"
