"""Compares solvers of integer programs: clasp, HiGHS, and the solver that pencilp chooses by itself.

    python bench/programs.py                                       all programs, 10 seconds each
    python bench/programs.py --solvers clasp,highs,scip --kinds made --time-limit 60
    python bench/programs.py --glpk /usr/share/doc/glpk-doc/examples

Three kinds of programs: examples of GLPK (``--glpk``, the folder of Debian's package glpk-doc; left out if it is not there),
programs of the puzzles in ``examples/``, in our formulation and in the documents', and programs that are made here, with best
values that are known by other means where that is easy. Each is solved as ``pencilp solve`` does it: the best solution, and
whether there is a second one as good. A table has the seconds, a dash means that the time was over.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import measuring

from pencilp import api
from pencilp.errors import PencilpError
from pencilp.program_files import lp, mps
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.layout import arranged
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.names import with_legal_names
from pencilp.reformulate.linear.program import CONTINUOUS, INTEGER, Column, Program, Row
from pencilp.solvers.programs import mathprog
from pencilp.solvers.programs import solve as programs

GLPK = Path("/usr/share/doc/glpk-doc/examples")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PUZZLES = (
    "akari", "norinori-p01", "sudoku", "slitherlink", "nurikabe", "heyawake", "masyu", "shikaku", "skyscrapers", "hitori",
    "kakuro", "tents", "yajilin", "battleship",
)  # fmt: skip
DOCUMENTS = ("norinori-p01", "norinori-14x24", "mastermind-seed", "panorama-seed", "second_turn-6x6")
"""The genres with a published formulation."""
LEFT_OUT = {
    "cf12a", "cf12b", "cflsq", "qfit", "toto", "train", "life_goe", "wolfra6d", "powpl25h", "pbn", "sorting", "planarity",
}  # fmt: skip
"""Examples of GLPK that take long to translate, or that no solver here ends in a minute."""

Named = tuple[str, str, Callable[[], Program], float | None]
"""Kind, name, what makes the program, and the best value if it is known."""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--solvers", default="clasp,highs,chosen")
    parser.add_argument("--kinds", default="glpk,puzzle,made")
    parser.add_argument("--glpk", type=Path, default=GLPK)
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--names", help="only programs whose names contain one of these")
    parser.add_argument("-o", "--output", type=Path, default=measuring.RESULTS / "programs.json")
    options = parser.parse_args(arguments)
    records = []
    for kind, name, make, known in every(options.glpk):
        if kind not in options.kinds.split(","):
            continue
        if options.names and not any(part in name for part in options.names.split(",")):
            continue
        try:
            program = make()
        except PencilpError as error:
            print(f"{name}: {error}", flush=True)
            continue
        record = measured(kind, name, program, known, options)
        records.append(record)
        print(line(record, options.solvers.split(",")), flush=True)
        options.output.parent.mkdir(exist_ok=True, parents=True)
        options.output.write_text(json.dumps(records, indent=1), encoding="utf-8")
    print(summary(records, options.solvers.split(","), options.time_limit))


def measured(
    kind: str, name: str, program: Program, known: float | None, options: argparse.Namespace
) -> dict[str, Any]:
    """Print the results of each solver for a program."""
    whole = sum(column.kind == INTEGER for column in program.columns)
    record: dict[str, Any] = {
        "kind": kind, "name": name, "rows": len(program.rows), "columns": len(program.columns), "whole": whole,
        "objective": bool(program.objective), "known": known, "solvers": {},
    }  # fmt: skip
    for solver in options.solvers.split(","):
        start = time.perf_counter()
        found: dict[str, Any] = {}
        try:
            asked = None if solver == "chosen" else solver
            result = programs.solve_program(program, asked, time_limit=options.time_limit)
            found |= {"status": result.status, "objective": result.objective, "solver": result.solver}
            if known is not None and result.objective is not None and abs(result.objective - known) > 1e-6:
                found["wrong"] = True
        except PencilpError as error:
            found |= {"status": "failed", "error": str(error)}
        record["solvers"][solver] = found | {"seconds": round(time.perf_counter() - start, 3)}
    return record


def line(record: dict[str, Any], solvers: Sequence[str]) -> str:
    """A row of the table."""
    cells = []
    for solver in solvers:
        found = record["solvers"][solver]
        cell = f"{found['seconds']:.2f}" if found["status"] not in ("unknown", "failed") else "-"
        if found["status"] == "failed":
            cell = "does not take it"
        if solver == "chosen":
            cell += f" ({found.get('solver', '')})"
        cells.append(cell + " WRONG" * ("wrong" in found))
    aim = "best" if record["objective"] else "any"
    return f"| {record['name']} | {record['rows']} | {record['columns']} | {aim} | {' | '.join(cells)} |"


def summary(records: Sequence[dict[str, Any]], solvers: Sequence[str], limit: float) -> str:
    """How many were solved by each, in what time, and where solvers disagree."""
    lines = []
    for aim in (True, False):
        some = [r for r in records if r["objective"] is aim]
        for solver in solvers:
            done = [r["solvers"][solver] for r in some]
            solved = [f["seconds"] for f in done if f["status"] not in ("unknown", "failed")]
            total = sum(min(f["seconds"], limit) if f["status"] not in ("unknown", "failed") else limit for f in done)
            what = "with an objective" if aim else "without"
            lines.append(
                f"{what}: {solver} solves {len(solved)} of {len(some)}, in {total:.1f} s with the limit for others"
            )
    for r in records:
        seen = {
            (f["status"], None if f["objective"] is None else round(f["objective"], 6))
            for f in r["solvers"].values()
            if f["status"] not in ("unknown", "failed")
        }
        if len(seen) > 1:
            lines.append(f"{r['name']}: the solvers disagree: {seen}")
    return "\n".join(lines)


# -- the programs ------------------------------------------------------------------------------------------------------


def every(glpk: Path) -> Iterator[Named]:
    """All programs."""
    for path in sorted(glpk.glob("*.mod*")) if glpk.is_dir() else ():
        stem = path.name.partition(".")[0]
        if stem not in LEFT_OUT:
            yield "glpk", f"{stem}.mod", lambda path=path: translated(path), None  # type: ignore[misc]
    for path in sorted([*glpk.glob("*.lp*"), *glpk.glob("*.mps*")]) if glpk.is_dir() else ():
        yield "glpk", path.name.removesuffix(".gz"), lambda path=path: of_file(path), None  # type: ignore[misc]
    for name, formulation in [*product(PUZZLES, ["rules"]), *product(DOCUMENTS, ["published"])]:
        yield "puzzle", f"{name} ({formulation})", lambda n=name, f=formulation: of_puzzle(n, f), None  # type: ignore[misc]
    yield from made()


def content(path: Path) -> bytes:
    """The content of a file, which may be packed."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def translated(path: Path) -> Program:
    """The program of a MathProg model, with its data if they are in a file of that name."""
    data = sorted(path.parent.glob(f"{path.name.partition('.')[0]}*.dat*"))[:1]
    with mathprog.translate(
        str(path), *map(str, data), content=content(path), seconds=30, allow_writes=True
    ) as translated:
        return translated.program


def of_file(path: Path) -> Program:
    """The program in an LP or MPS file."""
    text = content(path).decode()
    return (lp if ".lp" in path.name else mps).read(text)


def of_puzzle(name: str, formulation: str) -> Program:
    """The program of an example, as its LP file has it."""
    puzzle = api.load(EXAMPLES / f"{name}.txt")
    return lp.read(to_lp(with_legal_names(arranged(linearise(api.formulate(puzzle, formulation)).program))))


def made() -> Iterator[Named]:
    """Programs that are made here."""
    for size, seed in product((12, 20, 30, 40), (1, 2)):
        p, best = knapsack(size, Random(f"knapsack {size} {seed}"))
        yield "made", f"knapsack of {size} ({seed})", lambda p=p: p, best  # type: ignore[misc]
    for size in (5, 8, 12):
        p, best = assignment(size, Random(f"assignment {size}"))
        yield "made", f"assignment of {size}", lambda p=p: p, best  # type: ignore[misc]
    for agents, jobs in ((3, 12), (5, 15), (5, 20)):
        yield "made", f"{jobs} jobs, {agents} agents", lambda a=agents, j=jobs: gap(a, j, Random(f"gap {a} {j}")), None  # type: ignore[misc]
    for size in (15, 25, 40):
        yield "made", f"set cover of {size}", lambda n=size: cover(n, Random(f"cover {n}")), None  # type: ignore[misc]
        yield "made", f"vertex cover of {size}", lambda n=size: vertices(n, Random(f"vertices {n}")), None  # type: ignore[misc]
    for size in (6, 9):
        yield "made", f"bin packing of {size}", lambda n=size: bins(n, Random(f"bins {n}")), None  # type: ignore[misc]
    for size in (4, 5, 6, 7):
        yield "made", f"{size + 1} pigeons behind a switch", lambda n=size: pigeons(n), 1  # type: ignore[misc]
    for size in (6, 8):
        yield "made", f"{size} queens", lambda n=size: queens(n), None  # type: ignore[misc]
    for jobs, machines in ((3, 3), (4, 3)):
        yield "made", f"{jobs} jobs on {machines} machines", lambda a=jobs, b=machines: shop(a, b), None  # type: ignore[misc]
    for size in (10, 20):
        yield "made", f"fixed charges of {size}", lambda n=size: charges(n, Random(f"charges {n}")), None  # type: ignore[misc]
    yield "made", "prices with cents", lambda: cents(Random("cents")), None
    yield "made", "coins", coins, 5


def program(
    columns: Sequence[Column],
    rows: Sequence[tuple[list[tuple[Any, int]], Any, Any]],
    objective: Any = None,
    *,
    most: bool = False,
) -> Program:
    """A program from its parts."""
    p = Program()
    p.columns = list(columns)
    p.rows = [Row(f"r{r}", terms, low, high) for r, (terms, low, high) in enumerate(rows)]
    p.objective, p.sense = objective, "maximize" if most else "minimize"
    return p


def bits(n: int, name: str = "x") -> list[Column]:
    """0/1 columns."""
    return [Column(f"{name}{i}", 0, 1, INTEGER) for i in range(n)]


def knapsack(n: int, chance: Random) -> tuple[Program, int]:
    """A knapsack, and its best value by dynamic programming."""
    things = [(chance.randint(10, 100), chance.randint(10, 100)) for _ in range(n)]
    room = sum(w for w, _ in things) // 2
    best = [0] * (room + 1)
    for weight, worth in things:
        for r in range(room, weight - 1, -1):
            best[r] = max(best[r], best[r - weight] + worth)
    row = ([(w, i) for i, (w, _) in enumerate(things)], None, room)
    return program(bits(n), [row], [(v, i) for i, (_, v) in enumerate(things)], most=True), best[room]


def assignment(n: int, chance: Random) -> tuple[Program, float | None]:
    """People and tasks, each with one of the other; the best value by trying all sets of tasks."""
    cost = [[chance.randint(1, 99) for _ in range(n)] for _ in range(n)]
    best = {0: 0}
    for i in range(n):
        following: dict[int, int] = {}
        for done, total in best.items():
            for j in range(n):
                if not done >> j & 1:
                    key = done | 1 << j
                    following[key] = min(following.get(key, 10**9), total + cost[i][j])
        best = following
    rows = [([(1, i * n + j) for j in range(n)], 1, 1) for i in range(n)]
    rows += [([(1, i * n + j) for i in range(n)], 1, 1) for j in range(n)]
    return program(bits(n * n), rows, [(cost[i][j], i * n + j) for i in range(n) for j in range(n)]), best[(1 << n) - 1]


def gap(agents: int, jobs: int, chance: Random) -> Program:
    """Jobs for agents with little time: the generalised assignment problem."""
    need = [[chance.randint(5, 25) for _ in range(jobs)] for _ in range(agents)]
    rows: list[Any] = [([(1, a * jobs + j) for a in range(agents)], 1, 1) for j in range(jobs)]
    rows += [
        ([(need[a][j], a * jobs + j) for j in range(jobs)], None, int(0.9 * sum(need[a]) / agents))
        for a in range(agents)
    ]
    costs = [(chance.randint(10, 50), c) for c in range(agents * jobs)]
    return program(bits(agents * jobs), rows, costs)


def cover(n: int, chance: Random) -> Program:
    """Sets that cover everything, as cheap as possible."""
    sets = [chance.sample(range(n), max(2, n // 5)) for _ in range(2 * n)]
    rows = [([(1, s) for s, some in enumerate(sets) if i in some], 1, None) for i in range(n)]
    rows = [row for row in rows if row[0]]
    return program(bits(2 * n), rows, [(chance.randint(3, 9), s) for s in range(2 * n)])


def vertices(n: int, chance: Random) -> Program:
    """As few nodes as touch all edges of a graph."""
    edges = [pair for pair in combinations(range(n), 2) if chance.random() < 5 / n]
    return program(bits(n), [([(1, a), (1, b)], 1, None) for a, b in edges], [(1, i) for i in range(n)])


def bins(n: int, chance: Random) -> Program:
    """Things in as few boxes as possible."""
    sizes = [chance.randint(20, 60) for _ in range(n)]
    rows: list[Any] = [([(1, n + i * n + b) for b in range(n)], 1, 1) for i in range(n)]
    rows += [([*((sizes[i], n + i * n + b) for i in range(n)), (-100, b)], None, 0) for b in range(n)]
    rows += [([(1, b), (-1, b + 1)], 0, None) for b in range(n - 1)]
    return program(bits(n + n * n), rows, [(1, b) for b in range(n)])


def pigeons(holes: int) -> Program:
    """One pigeon more than holes, all of them in holes only if a switch is on."""
    rows: list[Any] = [([*((1, 2 + p * holes + h) for h in range(holes)), (-1, 1)], 0, 0) for p in range(holes + 1)]
    rows += [([(1, 2 + p * holes + h) for p in range(holes + 1)], None, 1) for h in range(holes)]
    return program(bits(2 + holes * (holes + 1)), rows, [(1, 0)], most=True)


def queens(n: int) -> Program:
    """Queens that do not attack each other, no objective."""
    cells = list(product(range(n), repeat=2))
    lines: list[Any] = [([(1, i * n + j) for j in range(n)], 1, 1) for i in range(n)]
    lines += [([(1, i * n + j) for i in range(n)], 1, 1) for j in range(n)]
    for d in range(-n, 2 * n):
        lines += [([(1, i * n + j) for i, j in cells if i + j == d], None, 1)]
        lines += [([(1, i * n + j) for i, j in cells if i - j == d], None, 1)]
    return program(bits(n * n), [row for row in lines if row[0]])


def shop(jobs: int, machines: int) -> Program:
    """A small job shop: starts are whole numbers, the order on a machine is 0/1."""
    chance = Random(f"shop {jobs} {machines}")
    length = [[chance.randint(1, 9) for _ in range(machines)] for _ in range(jobs)]
    order = [chance.sample(range(machines), machines) for _ in range(jobs)]
    horizon = sum(map(sum, length))
    columns = [Column(f"s{j}_{m}", 0, horizon, INTEGER) for j in range(jobs) for m in range(machines)]
    columns.append(Column("end", 0, horizon, INTEGER))
    end = len(columns) - 1
    rows: list[Any] = []
    for j in range(jobs):
        for a, b in zip(order[j], order[j][1:], strict=False):
            rows.append(([(1, j * machines + b), (-1, j * machines + a)], length[j][a], None))
        last = order[j][-1]
        rows.append(([(1, end), (-1, j * machines + last)], length[j][last], None))
    for m in range(machines):
        for j, k in combinations(range(jobs), 2):
            columns.append(Column(f"o{j}_{k}_{m}", 0, 1, INTEGER))
            o, s, t = len(columns) - 1, j * machines + m, k * machines + m
            rows.append(([(1, t), (-1, s), (-horizon, o)], length[j][m] - horizon, None))
            rows.append(([(1, s), (-1, t), (horizon, o)], length[k][m], None))
    return program(columns, rows, [(1, end)])


def charges(n: int, chance: Random) -> Program:
    """Amounts that are continuous, and a fixed price for each that is not 0."""
    columns = [Column(f"y{i}", 0, None, CONTINUOUS) for i in range(n)] + bits(n)
    rows: list[Any] = [([(1, i), (-chance.randint(10, 30), n + i)], None, 0) for i in range(n)]
    rows.append(([(1, i) for i in range(n)], 8 * n, None))
    return program(
        columns,
        rows,
        [*((chance.randint(1, 9), i) for i in range(n)), *((chance.randint(20, 60), n + i) for i in range(n))],
    )


def cents(chance: Random) -> Program:
    """A knapsack whose numbers are decimals."""
    n = 25
    weights = [chance.randint(100, 999) / 100 for _ in range(n)]
    rows = [([(w, i) for i, w in enumerate(weights)], None, round(sum(weights) / 2, 2))]
    return program(bits(n), rows, [(chance.randint(100, 9999) / 100, i) for i in range(n)], most=True)


def coins() -> Program:
    """As few coins as make 67."""
    values = (1, 5, 10, 25, 50)
    columns = [Column(f"c{v}", 0, 67 // v, INTEGER) for v in values]
    return program(columns, [([(v, i) for i, v in enumerate(values)], 67, 67)], [(1, i) for i in range(len(values))])


if __name__ == "__main__":
    main()
