"""The functions in which stating a genre, making its model and handing it to clasp, spends its time.

    python bench/hotspots.py slitherlink [--all] [--top 30] [--solver clasp] [--read]

The profiler slows small functions down more than large ones: the times without it stand above the table, and it is they
that count. ``--read`` profiles the reading of the corpus's text too.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import measuring
from measuring import joined, short, table


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("genre")
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS)
    parser.add_argument("--all", action="store_true", help="every puzzle, not a sample")
    parser.add_argument("--spread", type=int, default=30)
    parser.add_argument("--largest", type=int, default=0, help="of the largest puzzles in addition (0)")
    parser.add_argument("--top", type=int, default=25, help="functions to be listed (25)")
    parser.add_argument("--sort", choices=("own", "whole"), default="own")
    parser.add_argument("--solver", default="clasp")
    parser.add_argument("--read", action="store_true", help="reading too")
    parser.add_argument("--cpu", type=int)
    options = parser.parse_args(arguments)
    measuring.one_core(options.cpu)
    from pencilp import genres

    genre = genres.find(options.genre)
    sources = measuring.files(options.corpus)
    if genre.name not in sources:
        raise SystemExit(f"no file of the corpus for {genre.name}")
    whole = measuring.entries(sources[genre.name])
    chosen = whole if options.all else measuring.sample(whole, options.spread, options.largest)
    print(report(genre, chosen, options))


def report(genre: Any, chosen: Sequence[measuring.Entry], options: argparse.Namespace) -> str:
    """The times of each stage, and the table of functions."""
    from pencilp import solvers
    from pencilp.formats import dataset

    read = partial(dataset.read_dataset, genre=genre, answered=False)
    puzzles = [read(entry.problem, entry.solution) for entry in chosen]
    models = [genre.model(puzzle) for puzzle in puzzles]  # imports and tables of the boards are made here
    sizes = [(model.size, len(model.rules), len(model.definitions)) for model in models]
    stages: dict[str, list[Callable[[], Any]]] = {
        "read": [partial(read, entry.problem, entry.solution) for entry in chosen],
        "model": [partial(genre.model, puzzle) for puzzle in puzzles],
        f"to {options.solver}": [partial(solvers.prepare, model, options.solver) for model in models],
    }
    solvers.prepare(models[0], options.solver)
    lines = [
        f"{genre.name}: {len(puzzles)} puzzles; milliseconds a puzzle, the quickest of three: median / mean / p95 / max"
    ]
    for stage, calls in stages.items():
        times = [min(_seconds(call) for _ in range(3)) for call in calls]
        lines.append(f"  {stage:<10} {joined(measuring.figures([1000 * t for t in times]))}")
    middle = [measuring.figures(column).median for column in zip(*sizes, strict=True)]
    lines.append(
        "  medians: "
        + ", ".join(f"{n:.0f} {w}" for n, w in zip(middle, ("variables", "rules", "definitions"), strict=True))
    )
    profiler = cProfile.Profile()
    profiler.enable()
    for stage, calls in stages.items():
        if stage != "read" or options.read:
            for call in calls:
                call()
    profiler.disable()
    return "\n".join([*lines, "", functions(profiler, len(puzzles), options.sort, options.top)])


def _seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def functions(profiler: cProfile.Profile, puzzles: int, sort: str, top: int) -> str:
    """The functions that took longest: calls and milliseconds a puzzle, of their own and with what they call."""
    statistics: Any = pstats.Stats(profiler)
    rows = []
    total = sum(own for _, _, own, _, _ in statistics.stats.values())
    for (path, line, name), (_, calls, own, whole, _) in statistics.stats.items():
        where = f"{_place(path)}:{line} {name}" if line else name
        rows.append(
            (
                own if sort == "own" else whole,
                [where, calls / puzzles, 1000 * own / puzzles, 1000 * whole / puzzles, own],
            )
        )
    rows.sort(key=lambda row: -row[0])
    cells = [
        [where, short(calls), f"{own:.3f}", f"{whole:.3f}", f"{100 * seconds / total:.0f}%"]
        for _, (where, calls, own, whole, seconds) in rows[:top]
    ]
    return table(["function", "calls", "own ms", "with its calls", "share"], cells, markdown=False)


def _place(path: str) -> str:
    """A source file from the package on."""
    parts = Path(path).parts
    cut = len(parts) - 1 - parts[::-1].index("pencilp") if "pencilp" in parts else len(parts) - 1
    return "/".join(parts[cut:])


if __name__ == "__main__":
    main()
