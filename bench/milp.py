"""The MILP side: how far HiGHS, SCIP and CP-SAT come with the linear rows of small puzzles of every genre.

    python bench/milp.py                                     a few small corpus puzzles of every genre
    python bench/milp.py --ways cuts,flow,order --genres slitherlink,heyawake       ways to state connectivity

Per puzzle: what its model holds beyond linear rows, the size of the linear program, how much of the relaxation at the root
is fractional (a puzzle has no objective, so there is no gap; 0% means that the relaxation alone gives whole numbers), and
per solver the milliseconds to state, and to solve and prove that there is no other answer. Sizes and the relaxation are
those of the program before any cut.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import measuring
from measuring import Entry, say, short, table

SOLVERS = {"highs": "highspy", "scip": "pyscipopt", "cpsat": "ortools"}
LARGEST = 100
"""Cells of the largest puzzles taken."""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS)
    parser.add_argument("--genres")
    parser.add_argument("--solvers", default=",".join(SOLVERS), help="those that are not installed are left out")
    parser.add_argument("--ways", default="cuts", help="to state connectivity: cuts (as solvers do), flow, order")
    parser.add_argument("--number", type=int, default=3, help="of puzzles a genre (3)")
    parser.add_argument("--largest", type=int, default=LARGEST, help=f"cells of the largest puzzles taken ({LARGEST})")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--cpu", type=int)
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "milp.json")
    parser.add_argument("--report", type=Path, metavar="JSON", help="run nothing, print the tables of an earlier run")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args(arguments)
    if options.report:
        result = json.loads(options.report.read_text(encoding="utf-8"))
    else:
        result = run(options)
    print(report(result["puzzles"], markdown=options.markdown))


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run everything; the result is what the JSON file holds, which is written after every puzzle."""
    from importlib.util import find_spec

    from connecting import GLOBALS

    measuring.one_core(options.cpu)
    sources = measuring.files(options.corpus)
    names = options.genres.split(",") if options.genres else sorted(sources)
    solvers = [s for s in options.solvers.split(",") if find_spec(SOLVERS[s])]
    result: dict[str, Any] = {
        "machine": measuring.machine(),
        "versions": measuring.versions(SOLVERS[s] for s in solvers),
        "puzzles": [],
    }
    for name in names:
        for entry in small(measuring.entries(sources[name]), options.number, options.largest):
            for way in options.ways.split(","):
                record = one(name, entry, way, solvers, options.time_limit)
                result["puzzles"].append(record)
                measuring.write_json(options.output, result)
                times = {s: f"{r['status']} {short(r['ms'])}" for s, r in record["solvers"].items()}
                say(f"{name} {entry.id} {way}: {times}")
                if not GLOBALS & set(record["globals"]):
                    break  # there is nothing to state in another way
    return result


def small(entries: Sequence[Entry], number: int, largest: int) -> list[Entry]:
    """``number`` puzzles of at most ``largest`` cells (or the smallest ones), evenly by size, the largest among them."""
    ordered = sorted(entries, key=lambda e: (e.cells, e.id))
    fitting = [e for e in ordered if e.cells <= largest] or ordered[:number]
    return [fitting[(i + 1) * len(fitting) // number - 1] for i in range(min(number, len(fitting)))]


def one(name: str, entry: Entry, way: str, solvers: Iterable[str], limit: float) -> dict[str, Any]:
    """Return the results of all solvers for a puzzle, with connectivity stated in a ``way``."""
    from connecting import stated_by

    from pencilp import api, genres
    from pencilp import solvers as engines
    from pencilp.batches.tasks import same
    from pencilp.errors import PencilpError
    from pencilp.formats import dataset

    puzzle = dataset.read_dataset(entry.problem, entry.solution, genres.find(name))
    genre = api.genre_of(puzzle)
    model = genre.model(puzzle)
    record: dict[str, Any] = {"genre": name, "id": entry.id, "cells": entry.cells, "way": way, "solvers": {}}
    with stated_by(way) as linearise:
        program = linearise(model).program
        record["globals"] = globals_of(model)
        record["size"] = [len(program.columns), len(program.rows), sum(len(row.terms) for row in program.rows)]
        record["fractional"] = fractional(program)
        for solver in solvers:
            start = time.perf_counter()
            answer: dict[str, Any] = {"status": "failed", "equal": None}
            try:
                search = engines.prepare(model, solver)
                answer["state_ms"] = 1000 * (time.perf_counter() - start)
                start = time.perf_counter()
                found = search(count=2, time_limit=limit)
                answer["status"] = found.status
                if puzzle.answer is not None and found.solutions:
                    answers = [genre.answer(puzzle, model, s) for s in found.solutions]
                    answer["equal"] = any(same(a, puzzle.answer) for a in answers)
            except PencilpError as error:
                answer["error"] = str(error)
            answer["ms"] = 1000 * (time.perf_counter() - start)
            record["solvers"][solver] = answer
    return record


def globals_of(model: Any) -> list[str]:
    """The constraints of a model that are no linear rows of themselves, by name: each has a reformulation."""
    from pencilp.model.constraints import And, Clause, Count, Implies, Linear
    from pencilp.model.structures import RuleFamily
    from pencilp.model.variables import Lit
    from pencilp.reformulate.plan import plan

    stated = plan(model, deriving=False)
    found = {"Definition"} if stated.definitions else set()
    found.update("Flood" for _ in stated.floods)
    left: list[Any] = [rule.constraint for rule in stated.rules]
    while left:
        constraint = left.pop()
        if isinstance(constraint, Implies):
            left.append(constraint.then)
        elif isinstance(constraint, And | RuleFamily):
            left += constraint.parts
        elif not isinstance(constraint, Lit | Clause | Count | Linear):
            found.add(type(constraint).__name__)
    return sorted(found)


def fractional(program: Any) -> float | None:
    """The share of the whole-numbered columns that are fractional at the root; None without HiGHS or an answer there."""
    from importlib.util import find_spec

    from pencilp.program_files.status import OPTIMAL
    from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER

    if find_spec("highspy") is None:
        return None
    from pencilp.solvers.milp.highs import Engine

    columns = [(low, high, CONTINUOUS) for _, low, high, _ in program.columns]
    rows = [([c for _, c in terms], [a for a, _ in terms], low, high) for _, terms, low, high, *_ in program.rows]
    status, values = Engine(columns, [r for r in rows if r[0]], None, False, 1).solve(60.0)
    if status != OPTIMAL or values is None:
        return None
    whole = [v for v, column in zip(values, program.columns, strict=True) if column.kind == INTEGER]
    return sum(abs(v - round(v)) > 1e-6 for v in whole) / max(1, len(whole))


def report(puzzles: list[dict[str, Any]], *, markdown: bool) -> str:
    """Return a table by genre, and one by way if connectivity was stated in several ways."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for record in puzzles:
        groups.setdefault((record["genre"], record["way"]), []).append(record)
    solvers = list(dict.fromkeys(s for record in puzzles for s in record["solvers"]))
    rows = []
    for (name, way), records in groups.items():
        size = [measuring.figures([r["size"][i] for r in records]).mean for i in range(3)]
        shares = [r["fractional"] for r in records if r["fractional"] is not None]
        row = [
            name,
            way,
            " ".join(sorted({g for r in records for g in r["globals"]})) or "–",
            f"{max(r['cells'] for r in records)}",
            " / ".join(f"{s:.0f}" for s in size),
            f"{100 * sum(shares) / len(shares):.0f}%" if shares else "–",
        ]
        rows.append([*row, *(cell for s in solvers for cell in _counted([r["solvers"][s] for r in records]))])
    head = ["genre", "connected by", "reformulated", "most cells", "columns / rows / non-zeros", "fractional"]
    for solver in solvers:
        head += [f"{solver} solved", "median / max ms"]
    lines = [table(head, rows, markdown=markdown)]
    ways = list(dict.fromkeys(way for _, way in groups))
    if len(ways) > 1:
        for solver in solvers:
            lines.append(f"\n{solver}: " + "; ".join(_way(puzzles, way, solver) for way in ways) + ".")
    return "\n".join(lines)


def solved(answer: dict[str, Any]) -> bool:
    """Whether the one answer was found and proved."""
    return answer["status"] == "unique" and answer["equal"] is not False


def _counted(answers: list[dict[str, Any]]) -> list[str]:
    times = measuring.figures([a["ms"] for a in answers if solved(a)])
    wrong = sum(a["equal"] is False for a in answers)
    remark = f", {wrong} wrong" if wrong else ""
    return [f"{sum(map(solved, answers))} of {len(answers)}{remark}", measuring.joined((times.median, times.max))]


def _way(puzzles: list[dict[str, Any]], way: str, solver: str) -> str:
    """How many puzzles with something connected in them are solved, and in what time; the limit counts as a time."""
    from connecting import GLOBALS

    records = [r for r in puzzles if r["way"] == way and GLOBALS & set(r["globals"])]
    answers = [r["solvers"][solver] for r in records]
    mean = measuring.geometric_mean(a["ms"] for a in answers)
    return f"{way} solves {sum(map(solved, answers))} of {len(answers)}, geometric mean {short(mean)} ms"


if __name__ == "__main__":
    main()
