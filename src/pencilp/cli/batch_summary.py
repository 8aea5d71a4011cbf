"""The summary of a batch: the table by genre, counts by size, the slowest puzzles, and failures by reason."""

from __future__ import annotations

import heapq
import re
from collections import Counter
from typing import Any

from pencilp.batches.tasks import DUPLICATE, TASKS, Settings, result_of
from pencilp.cli import benchmark
from pencilp.cli.output import duration_text
from pencilp.errors import counted, shown

MAX_SLOWEST, MAX_REASONS = 5, 10
"""The greatest number of slow puzzles and of reasons that are listed."""
SIZES = ((36, "up to 6x6"), (100, "up to 10x10"), (225, "up to 15x15"), (400, "up to 20x20"), (900, "up to 30x30"))
"""Classes of boards by their number of cells."""
LARGER = "larger"


class Summary:
    """The summary of the records of a run with these settings. It keeps a few numbers of each record."""

    def __init__(self, settings: Settings) -> None:
        columns = dict(TASKS[settings.task].statuses)
        if settings.dedupe:
            columns[DUPLICATE] = DUPLICATE
        self._report = benchmark.Report(columns=columns)
        self._columns = columns
        self._sizes: dict[str, Counter[str]] = {name: Counter() for name in [*(name for _, name in SIZES), LARGER]}
        self._times: Counter[str] = Counter()
        self._slowest: list[tuple[float, int, str]] = []
        self._reasons: Counter[str] = Counter()

    @property
    def puzzles(self) -> int:
        """The number of records."""
        return self._report.puzzles

    def add(self, record: dict[str, Any]) -> None:
        """Count one more record."""
        self._report.add(record)
        ms = record["ms"].get("total", 0.0)
        if record["rows"]:
            name = next((name for cells, name in SIZES if record["rows"] * record["cols"] <= cells), LARGER)
            self._sizes[name][self._columns[result_of(record)]] += 1
            self._times[name] += ms
        heapq.heappush(self._slowest, (ms, -self.puzzles, f"{record['id']} ({record['genre'] or '?'})"))
        if len(self._slowest) > MAX_SLOWEST:
            heapq.heappop(self._slowest)
        if record["status"] == "failed":
            self._reasons[reason_in(record)] += 1

    def text(self, seconds: float | None = None) -> str:
        """Return the summary; ``seconds`` is the time of the run, if it is known."""
        lines = [benchmark.table(self._report, seconds)]
        for name, counts in self._sizes.items():
            if number := sum(counts.values()):
                listed = ", ".join(f"{counts[column]} {column}" for column in self._columns.values() if counts[column])
                mean = duration_text(self._times[name] / number / 1000)
                lines.append(f"{name}: {counted(number, 'puzzle')}, {mean} on average: {listed}")
        lines += [
            f"slow: {duration_text(ms / 1000)} {name}" for ms, _, name in sorted(self._slowest, reverse=True) if ms
        ]
        lines += [
            f"failed: {counted(number, 'puzzle')}: {reason}"
            for reason, number in self._reasons.most_common(MAX_REASONS)
        ]
        return "\n".join("\n".join(map(shown, line.split("\n"))) for line in lines)


def reason_in(record: dict[str, Any]) -> str:
    """Return why a puzzle failed, without its place and name."""
    error = str(record.get("error") or "").removeprefix(record["file"])
    return re.sub(r"^[\d:]*\s*(puzzle \d+ (\(.*?\))?:\s*|puzzle \d+:\s*)?", "", error) or "no reason"
