"""The shared parts of this folder's commands: the corpus and samples of it, figures, tables, the machine."""

from __future__ import annotations

import json
import math
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parent.parent / "shared" / "corpus"
"""The default folder of the corpus, with a file NAME.jsonl for each genre."""
RESULTS = HERE / "results"
"""The default folder of results, which git ignores."""


class Entry(NamedTuple):
    """A puzzle of the corpus as it is written there. ``weight``: how many puzzles of its file it stands for."""

    id: str
    problem: str
    solution: str
    cells: int
    weight: float = 1.0


def files(corpus: Path) -> dict[str, Path]:
    """Per genre of ours its file in the corpus."""
    from pencilp.errors import InputError
    from pencilp.formats import dataset

    if not corpus.is_dir():
        raise SystemExit(f"there is no corpus at {corpus}; name its folder with --corpus")
    found: dict[str, Path] = {}
    for path in sorted(corpus.glob("*.jsonl")):
        try:
            found.setdefault(dataset.genre_of_file(str(path)).name, path)
        except InputError:
            continue  # a genre that is not ours
    return found


def entries(path: Path) -> list[Entry]:
    """All puzzles of a file of the corpus."""
    from pencilp.formats import dataset

    result = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            entry = json.loads(line)
            problem, solution = entry["problem"], entry.get("solution") or ""
            rows, cols = dataset.size_of(problem, solution)
            result.append(Entry(str(entry["id"]), problem, solution, rows * cols))
    return result


def sample(all_of_them: Sequence[Entry], spread: int, largest: int) -> list[Entry]:
    """The ``largest`` puzzles and ``spread`` of the others, evenly by size; always the same ones, in order of size.

    The large ones stand for themselves, each of the others for its share of the file: weighted figures of the sample
    estimate those of the whole file.
    """
    ordered = sorted(all_of_them, key=lambda e: (e.cells, e.id))
    if spread + largest >= len(ordered):
        return ordered
    cut = len(ordered) - largest
    rest = [ordered[(2 * i + 1) * cut // (2 * spread)] for i in range(spread)]
    return [*(e._replace(weight=cut / spread) for e in rest), *ordered[cut:]]


# -- figures ----------------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """Figures of some times or sizes."""

    median: float
    mean: float
    p95: float
    max: float


def figures(values: Sequence[float], weights: Sequence[float] | None = None) -> Figures:
    """Median, mean, 95th percentile and maximum, weighted; all NaN when there are no values."""
    if not values:
        return Figures(math.nan, math.nan, math.nan, math.nan)
    pairs = sorted(zip(values, weights or [1.0] * len(values), strict=True))
    total = sum(w for _, w in pairs)

    def quantile(q: float) -> float:
        """The mean of the values on both sides where ``q`` falls between two of them."""
        passed = 0.0
        for i, (value, weight) in enumerate(pairs):
            passed += weight
            if math.isclose(passed, q * total) and i + 1 < len(pairs):
                return (value + pairs[i + 1][0]) / 2
            if passed > q * total:
                return value
        return pairs[-1][0]

    mean = sum(v * w for v, w in pairs) / total
    return Figures(quantile(0.5), mean, quantile(0.95), pairs[-1][0])


def geometric_mean(values: Iterable[float]) -> float:
    """The geometric mean; NaN of nothing."""
    logs = [math.log(v) for v in values]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the least-squares line through (log size, log value): value grows as size to this power.

    NaN for fewer than two points.
    """
    if len(sizes) < 2:
        return math.nan
    xs, ys = [math.log(s) for s in sizes], [math.log(v) for v in values]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((a - x) ** 2 for a in xs)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / across


# -- tables -----------------------------------------------------------------------------------------------------------


def short(value: float) -> str:
    """A number with about three figures; a dash for NaN."""
    if math.isnan(value):
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def joined(values: Iterable[float]) -> str:
    """Numbers as "1.2 / 3.4 / 56"."""
    return " / ".join(map(short, values))


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, markdown: bool) -> str:
    """A table for the terminal or for a page; the first column is aligned left, the others right."""
    all_rows = [list(head), *map(list, rows)]
    widths = [max(len(row[i]) for row in all_rows) for i in range(len(head))]
    cells = [
        [c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(r, widths, strict=True))] for r in all_rows
    ]
    if not markdown:
        return "\n".join("  ".join(row).rstrip() for row in cells)
    rule = ["-" * w if i == 0 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return "\n".join("| " + " | ".join(row) + " |" for row in [cells[0], rule, *cells[1:]])


# -- the machine ------------------------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """Return the machine of the figures, without names and paths."""
    result = {
        "processor": _line("/proc/cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": _line("/proc/meminfo", "MemTotal"),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }
    return {key: value for key, value in result.items() if value}


def _line(path: str, start: str) -> str:
    """Return the text after the colon in the line of a file that starts with ``name``; "" if there is none."""
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith(start)), "")


def versions(packages: Iterable[str]) -> dict[str, str]:
    """The versions of the installed ones of ``packages``."""
    from importlib.metadata import PackageNotFoundError, version

    found = {}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def one_core(cpu: int | None) -> None:
    """Keep this process and its children on one core (``cpu``; None: the last one it may use), if the system can."""
    if hasattr(os, "sched_setaffinity"):
        allowed = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(allowed) if cpu is None else cpu})


def environment() -> dict[str, str]:
    """The environment for child processes: byte code is cached, libraries use one thread."""
    child = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**child, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def say(text: str) -> None:
    """A line on progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def write_json(path: Path, thing: Any) -> None:
    """Write ``thing`` whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_name(path.name + ".part")
    scratch.write_text(json.dumps(thing, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    scratch.replace(path)
