"""Time and memory against size: a loop, a shading and a region genre from 5x5 to 100x100, with exponents.

    python bench/growth.py [--genres slitherlink,shikaku] [--sizes 5,10,20] [--markdown]

The puzzles are made (made.py) and kept in bench/results/made. Each size runs in a process of its own: several passes, the
quickest counts; memory is the peak of the process beyond what it had with everything imported. An exponent e says that
a figure grows as (number of cells) to the power of e; it is fitted to the sizes from 20x20 on.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import measuring
from measuring import say, short, table

SIZES = (5, 7, 10, 14, 20, 30, 40, 60, 80, 100)
STAGES = ("read", "state", "solve", "total")
FITTED_FROM = 20
GENRES = ("slitherlink", "kurodoko", "shikaku")


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--genres", default=",".join(GENRES))
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--cpu", type=int)
    parser.add_argument("--folder", type=Path, default=measuring.RESULTS / "made", help="the folder of the puzzles")
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "growth.json")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.one:
        print(json.dumps(one(options.one, options.passes, options.time_limit)))
        return
    measuring.one_core(options.cpu)
    sizes = [int(size) for size in options.sizes.split(",")]
    result = {name: grown(name, sizes, options) for name in options.genres.split(",")}
    measuring.write_json(options.output, {"machine": measuring.machine(), "genres": result})
    print(report(result, markdown=options.markdown))


def grown(name: str, sizes: Sequence[int], options: argparse.Namespace) -> list[dict[str, Any]]:
    """The figures of a genre, one record a size."""
    records = []
    for n in sizes:
        path = kept(name, n, options.seed, options.folder)
        command = [sys.executable, __file__, "--one", str(path), "--passes", str(options.passes)]
        command += ["--time-limit", str(options.time_limit)]
        done = subprocess.run(command, capture_output=True, text=True, env=measuring.environment(), check=True)
        records.append({"size": n, **json.loads(done.stdout)})
        say(f"{name} {n}x{n}: {records[-1]['status']}, {short(records[-1]['ms']['total'])} ms")
    return records


def kept(name: str, n: int, seed: int, folder: Path) -> Path:
    """The file of a made puzzle, which is made now if need be."""
    import made

    from pencilp.formats.text import text

    path = folder / f"{name}-{n}-{seed}.txt"
    if not path.exists():
        start = time.perf_counter()
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text.write(made.MAKERS[name](n, seed)), encoding="utf-8")
        say(f"{name} {n}x{n}: made in {time.perf_counter() - start:.1f} s")
    return path


def one(path: Path, passes: int, limit: float) -> dict[str, Any]:
    """The figures of one puzzle in this process."""
    import worker

    from pencilp import api
    from pencilp.formats.text import text

    source = path.read_text(encoding="utf-8")
    # a smaller puzzle of the same genre imports all that is needed
    genre = source.split("\n", 1)[0].strip()
    smallest = min(path.parent.glob(f"{genre}-*.txt"), key=lambda p: int(p.stem.split("-")[1]))
    api.solve(text.read(smallest.read_text(encoding="utf-8"))[0])
    before = worker.peak_memory()
    best: dict[str, float] = {}
    first: dict[str, float] = {}
    spent = 0.0
    for _ in range(passes):
        start = time.perf_counter()
        puzzle = text.read(source)[0]
        read = time.perf_counter() - start
        outcome = api.solve(puzzle, time_limit=limit)
        seconds = {"read": read, "state": outcome.seconds["state"], "solve": outcome.seconds["solve"]}
        seconds["total"] = sum(seconds.values())
        ms = {key: round(1000 * value, 4) for key, value in seconds.items()}
        first = first or ms
        if not best or ms["total"] < best["total"]:
            best = ms
        spent += seconds["total"]
        if spent > 10:
            break
    return {"status": outcome.status, "ms": best, "first_ms": first, "memory": round(worker.peak_memory() - before, 1)}


def report(result: dict[str, list[dict[str, Any]]], *, markdown: bool) -> str:
    """The table, and the exponents below it."""
    rows = []
    for name, records in result.items():
        for record in records:
            ms = record["ms"]
            size = f"{record['size']}x{record['size']}"
            rows.append([name, size, record["status"], *(short(ms[s]) for s in STAGES), short(record["memory"])])
        large = [r for r in records if r["size"] >= FITTED_FROM] or records
        cells = [r["size"] ** 2 for r in large]
        exponents = [measuring.exponent(cells, [r["ms"][s] for r in large]) for s in STAGES]
        used = [(c, r["memory"]) for c, r in zip(cells, large, strict=True) if r["memory"] > 0]
        exponents.append(measuring.exponent([c for c, _ in used], [m for _, m in used]))
        rows.append([name, "exponent", "", *("–" if math.isnan(e) else f"{e:.2f}" for e in exponents)])
    head = ["genre", "size", "status", *(f"{stage} ms" for stage in STAGES), "memory MB"]
    return table(head, rows, markdown=markdown)


if __name__ == "__main__":
    main()
