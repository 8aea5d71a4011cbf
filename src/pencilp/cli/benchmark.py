"""The table of ``pencilp bench`` and ``pencilp batch --summary``: counts and times per genre."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

from pencilp.batches.engines import InProcess, Pool
from pencilp.batches.run import Run
from pencilp.batches.tasks import TASKS, Settings, result_of
from pencilp.errors import counted, shown
from pencilp.formats.reading import Unread

STAGES = ("read", "state", "solve", "total")
FIGURES = {"rows": "rows", "columns": "columns", "root": "root bound", "nodes": "nodes"}
"""Figures that a solver may report, with their names in the table."""
COUNTS = TASKS["solve"].statuses
"""The column of the table in which a puzzle is counted, by its status."""


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

    The records are those of ``pencilp.batch``, without links and texts of the puzzles.
    """
    settings = Settings("solve", genre, solver, formulation, time_limit, None, threads, texts=False)
    yield from Run(puzzles, Pool(settings, jobs) if jobs > 1 else InProcess(settings), settings)


# -- the report -------------------------------------------------------------------------------------------------------


class Report:
    """The report: for each genre the counts, the puzzles with another answer than the recorded one, and the times.

    ``add`` counts a record and keeps only four numbers of it. ``columns`` are the columns by status.
    """

    def __init__(self, records: Iterable[dict[str, Any]] = (), columns: Mapping[str, str] = COUNTS) -> None:
        self.columns = columns
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
            self._counts[genre] = dict.fromkeys(self.columns.values(), 0)
            self._differing[genre] = []
            self._times[genre] = {stage: array("d") for stage in STAGES}
        self.puzzles += 1
        self._counts[genre][self.columns[result_of(record)]] += 1
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


def table(report: Report, seconds: float | None) -> str:
    """Return the report as a table; times are median / mean / p95 / max milliseconds.

    ``seconds`` are those of the whole run, if they are known.
    """
    entries = report.genres()
    # clasp reports no figures: without another solver there are no columns to compare
    compared = any(entry["solver"] != "clasp" for entry in entries)
    head = ["genre", *["solver"] * compared, "puzzles", *report.columns.values(), "differing"]
    head += [*(FIGURES.values() if compared else ()), *(f"{stage} ms" for stage in STAGES)]
    rows = [head]
    for entry in entries:
        row = [entry["genre"] or "?", *[entry["solver"]] * compared, str(entry["puzzles"])]
        row += [*(str(entry[c]) for c in report.columns.values()), str(len(entry["differing"]))]
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
    clock = "" if seconds is None else f" in {seconds:.2f} s by the clock"
    lines.append(f"{many}{clock}; summed up {sums['total']:.2f} s: {each}")
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
