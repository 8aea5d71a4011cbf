"""``pencilp.batch``: the records of many puzzles, and runs that go on where they stopped."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from typing import Any

from pencilp.batches.duplicates import Firsts
from pencilp.batches.engines import Engine, Pool
from pencilp.batches.keys import CODES, DONE, MET, Keyed, KeyMaker, folded
from pencilp.batches.out import OutFile, records_in
from pencilp.batches.tasks import Settings, check_settings, result_of
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, SolverError, brief, install
from pencilp.formats.reading import Unread, unread
from pencilp.formats.sources import Sources
from pencilp.genres import find, name_of
from pencilp.genres.base import Genre
from pencilp.genres.own import content_hash
from pencilp.solvers import check_installed, check_solver

OUT_ENDING = ".jsonl"
"""The extension of a file of records."""
MAX_NAMED = 5
"""Lost records that are named."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def engine_for(settings: Settings, jobs: int, cluster: str | None, *, waits: bool) -> Engine:
    """Return the engine of a batch: ``jobs`` processes, or a cluster (see ``cluster.Cluster``). Close it at the end.

    ``waits``: the puzzles may come from a pipe.
    """
    if cluster is None:
        return Pool(settings, jobs, waits=waits)
    try:
        from pencilp.batches.cluster import Cluster  # an extra
    except ImportError:
        raise SolverError(f"a cluster needs dask.distributed: {install('cluster')}") from None
    return Cluster(settings, cluster, waits=waits)


class Run:
    """One pass over ``puzzles``, which are not read yet.

    Iterate over it for the records of this run; with ``out`` they are in that file when they come. ``skipped`` is the
    number of puzzles that were done before, ``taken`` the last puzzle that was taken from ``puzzles``, and ``counts``
    counts the new records by ``result_of``. ``code(record)`` is a number from 0 to 63 for a record; ``out`` keeps those of
    records that were there before.
    """

    def __init__(
        self,
        puzzles: Iterable[Unread],
        engine: Engine,
        settings: Settings,
        out: OutFile | None = None,
        code: Callable[[dict[str, Any]], int] = lambda record: 0,
    ) -> None:
        self._puzzles, self._engine, self._settings, self._out, self._code = puzzles, engine, settings, out, code
        self._firsts = (Firsts() if out is None else out.firsts) if settings.dedupe else None
        self._keys = KeyMaker(settings.genre, None if out is None else out.states)
        self.skipped = self._new_code = self._old_code = 0
        self.taken: Unread | None = None
        self.counts: Counter[str] = Counter()

    @property
    def code(self) -> int:
        """The greatest code of a record, of this run or before it."""
        # a thread of the engine may take the puzzles
        return max(self._new_code, self._old_code)

    def __iter__(self) -> Generator[dict[str, Any], None, None]:
        done = self._engine.run(self._to_do())
        try:
            for found in done:
                records = found if self._firsts is None else self._firsts.in_order(found)
                if self._out is not None:
                    self._out.add(records)
                for record in records:
                    self._new_code = max(self._new_code, self._code(record))
                    self.counts[result_of(record)] += 1
                yield from records
        finally:
            done.close()
            if self._out is not None:
                self._out.sync()

    def _to_do(self) -> Iterator[Keyed]:
        """Yield the puzzles that have no record yet."""
        for each in self._puzzles:
            self.taken = each
            key, state = self._keys.next_key(each)
            if state & DONE:
                if state & CODES > self._old_code:
                    self._old_code = state & CODES
                self.skipped += 1
                continue
            item = Keyed(key, each)
            if self._firsts is not None:
                item = self._firsts.judged(item, self._settings.genre)
                if item.original is not None and self._out is not None:
                    # its first puzzle may be gone from the input
                    first = self._out.states.get(folded(item.original.key), 0)
                    self._old_code = max(self._old_code, first & CODES)
            yield item

    def remark(self) -> str:
        """Return what the user should know about the engine now, "" if there is nothing."""
        return self._engine.remark()

    def close(self) -> None:
        """Free what the engine holds."""
        self._engine.close()

    def lost(self) -> tuple[int, list[dict[str, Any]]]:
        """Return how many records of ``out`` are of no puzzle of this run, which must have ended, and the first ones."""
        if self._out is None:
            return 0, []
        states = self._out.states
        number = sum(state & (DONE | MET) == DONE for state in states.values())
        if not number:
            return 0, []
        gone = (r for r in records_in(self._out.path) if not states.get(folded(r["key"]), MET) & MET)
        return number, list(islice(gone, MAX_NAMED))


class Batch(Iterator[dict[str, Any]]):
    """The records of many puzzles as they are done: the result of ``batch``.

    ``close()`` ends the work and frees the file of records, which stays as it is. The end of the records, the end of a
    ``with`` block and the last reference to this object do the same.
    """

    def __init__(self, run: Run, out: OutFile | None) -> None:
        self._run, self._out = run, out
        self._records = iter(run)
        self._begun = self._closed = False

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __next__(self) -> dict[str, Any]:
        self._begun = True
        try:
            return next(self._records)
        except BaseException:
            self.close()
            raise

    @property
    def skipped(self) -> int:
        """The number of puzzles so far whose records were in the file before."""
        return self._run.skipped

    def close(self) -> None:
        """End the work, and close the file of records."""
        self._closed = True
        self._records.close()
        self._run.close()
        if self._out is not None:
            self._out.close()

    def to_frame(self) -> Any:
        """Return a pandas DataFrame with a row for each record that is still to come; with ``out``, for all in the file.

        Raise PencilpError if pandas is not installed, or if no record is left and there is no file.
        """
        if self._out is None and self._begun and self._closed:
            raise InputError("its records were taken already: call to_frame() first, or name a file with out")
        try:
            import pandas  # an extra
        except ImportError:
            raise SolverError(f"a DataFrame needs pandas: {install('tables')}") from None
        rows = [flat(record) for record in self]
        if self._out is not None:
            rows = [flat(record) for record in records_in(self._out.path)]
        return pandas.DataFrame(rows)


def flat(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record as a row of a table: ``ms`` becomes ``ms_read`` and so on, and nested entries are left out."""
    row: dict[str, Any] = {}
    for name, value in record.items():
        if name == "ms":
            row |= {f"ms_{stage}": ms for stage, ms in value.items()}
        elif not isinstance(value, (dict, list)):
            row[name] = value
    return row


def batch(
    sources: Any,
    do: str = "solve",
    *,
    out: str | os.PathLike[str] | None = None,
    genre: str | type[Genre] | None = None,
    solver: str = "clasp",
    formulation: str = "rules",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    jobs: int | None = None,
    cluster: str | None = None,
    dedupe: bool = False,
) -> Batch:
    """Yield a record (a dictionary) for each puzzle of ``sources``, as soon as it is done.

    ``sources`` is a file, a link, a folder, a text of several lines, a puzzle, or an iterable of these. ``do`` is the
    task: "solve", "check", "facts", "needless" or "rate". A puzzle that cannot be read, or that ends its process, has
    a record with the reason. ``jobs`` processes work at once (default: as many as there are processors for us), or the
    workers of a Dask ``cluster`` do: the address or the file of its scheduler, or "local:N"; ``time_limit``
    (seconds) and ``memory_limit`` (megabytes, Linux only) hold for each puzzle. With ``out``, the name of a ``.jsonl``
    file, records are appended to the file, and puzzles that have a record in it are not done again. With ``dedupe`` a
    puzzle that is an earlier one turned or mirrored is not done; its record says which. If you leave a loop
    over a batch that has a name, call its ``close()``, or use it in a ``with`` block. The entries of a record are in
    docs/batch.md. Raise InputError if an argument is wrong or a file cannot be opened, SolverError if the solver is not
    installed.
    """
    named = None if genre is None else find(name_of(genre)).name
    settings = Settings(
        do, named, solver, formulation, time_limit, memory_limit, threads, genre_file=content_hash(named), dedupe=dedupe
    )
    check_settings(settings)
    check_solver(solver)
    check_installed(solver)
    if out is not None and not os.fspath(out).lower().endswith(OUT_ENDING):
        raise InputError(f"out is the name of a {OUT_ENDING} file, not {brief(os.fspath(out))}")
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise InputError(f"the number of jobs is 1 or more, not {brief(jobs)}")
    if jobs is not None and cluster is not None:
        raise InputError("either jobs or a cluster is given, not both")
    several = sources if hasattr(sources, "__iter__") and not isinstance(sources, (str, bytes)) else [sources]
    first = several if isinstance(several, (list, tuple)) else ()
    for each in first:
        check_readable(each)
    without = [] if out is None else [os.fspath(out)]
    puzzles = chain.from_iterable(_unread_of(each, named, without) for each in several)
    waits = any(isinstance(each, (str, bytes, os.PathLike)) and Sources([os.fsdecode(each)]).endless for each in first)
    engine = engine_for(settings, jobs or cores(), cluster, waits=waits)
    try:
        file = None if out is None else OutFile(os.fspath(out), str(settings), lambda record: 0, dedupe=dedupe)
    except BaseException:
        engine.close()
        raise
    return Batch(Run(puzzles, engine, settings, file), file)


def check_readable(source: Any) -> None:
    """Raise InputError if a source is a file that cannot be opened."""
    if isinstance(source, (str, bytes, os.PathLike)):
        path = os.fsdecode(source)
        if "\n" not in path.strip("\n"):
            Sources([path]).check()


def _unread_of(source: Any, genre: str | None, without: list[str]) -> Iterator[Unread]:
    """Return the puzzles of one source that was given in Python."""
    if isinstance(source, Puzzle):
        return iter([Unread("puzzle", "puzzle", source)])
    if not isinstance(source, (str, bytes, os.PathLike)):
        raise TypeError(f"a source is a file, a link, a folder, a text or a puzzle, not {type(source).__name__}")
    text = os.fsdecode(source)
    if isinstance(source, str) and "\n" in text.strip("\n"):
        return unread("text", genre, content=text.encode(errors="surrogatepass"))
    return iter(Sources([text], genre, without=without))
