"""Attacks on the readers of the IP world's files: LP, MPS, MathProg, and the solution files of each solver."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random

from fuzzing.boards import EXAMPLES
from fuzzing.judging import Case, Wrong, refused
from fuzzing.mutating import encoded, mutated
from fuzzing.processes import command
from pencilp import api
from pencilp.analysis import import_solution
from pencilp.board.puzzle import Puzzle
from pencilp.formats.text import text as plain
from pencilp.program_files import write
from pencilp.reformulate.linear.linearise import Linearised, linearise
from pencilp.solvers.programs.solve import program_from_file, solve_program

PUZZLE = "norinori\nrooms:\n1 1 2\n1 2 2\n"


@lru_cache
def _puzzle() -> Puzzle:
    return plain.read(PUZZLE)[0]


@lru_cache
def _form() -> Linearised:
    return linearise(api.formulate(_puzzle()))


def lp(rng: Random) -> Case:
    """LP files."""
    return _program(rng, rng.choice((LP, write.to_lp(_form().program))), "bad.lp")


def lp_solve(rng: Random) -> Case:
    """LP files of lp_solve."""
    return _program(rng, LP_SOLVE, "bad.lp")


def mps(rng: Random) -> Case:
    """MPS files, also with a sense in a comment or in a section."""
    sense = rng.choice(("", "*SENSE:Maximize\n", "OBJSENSE\n    MAX\n", "* origsense='MAX'\n"))
    return _program(rng, sense + write.to_mps(_form().program), "bad.mps")


LP_SOLVE = """/* a comment */
max: 3x + 2 y - z + 4;
one: x + y + z <= 10; // another
two: 3 x >= 2 y + 1;
b + w + x >= -8;
three: -1 <= x - z <= 5;
one: >= 1;
0 <= x <= 4; y <= 7; 3 z >= 2;
int x, y;
bin b;
free w;
"""


LP = """\\ a comment
Maximize
 obj: 3 x + 2 y - z + 4
Subject To
 one: x + y + z <= 10
 two: x - 2 y >= -3
 three: -1 <= x - z <= 5
Bounds
 0 <= x <= 4
 y <= 7
 -2 <= z <= 9
General
 x y
Binary
 b
End
"""


def _program(rng: Random, good: str, name: str) -> Case:
    bad = mutated(rng, good)
    content = encoded(rng, bad)

    def run(folder: Path) -> None:
        path = folder / name
        path.write_bytes(content)
        program = refused(lambda: program_from_file(str(path)))
        if program is not None and rng.random() < 0.05:
            solver = rng.choice(("clasp", "highs"))
            refused(lambda: solve_program(program, solver, count=2, time_limit=1))

    return Case(repr(bad[:300]), run)


def solution(rng: Random) -> Case:
    """A solver's solution file: it holds a right answer, or it is refused."""
    puzzle = _puzzle()
    good = _solution_file(rng.choice(SOLVERS), [c.name for c in _form().program.columns], [1, 1, 0, 0, 1, 1])
    bad = mutated(rng, good)
    content = encoded(rng, bad)

    def run(folder: Path) -> None:
        path = folder / "bad.sol"
        path.write_bytes(content)
        found = refused(lambda: import_solution.answer_in(str(path), puzzle))
        if found is not None and api.check(puzzle, found.answer, unfinished=not found.answer.complete):
            raise Wrong("a wrong answer was taken for a right one")

    return Case(repr(bad[:300]), run)


SCIP = ("solution status: optimal solution found\nobjective value: 0\n", "{name}   {value}   (obj:0)\n", "")
HIGHS = ("Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns {count}\n", "{name} {value}\n",
         "# Rows 0\n")  # fmt: skip
HIGHS_PRETTY = (
    "Columns\n    Index Status        Lower        Upper       Primal         Dual  Type        Name\n",
    "{i:9}                  0            1 {value:12}               Integer     {name}\n",
    "Rows\n\nModel status: Optimal\n",
)
CBC = ("Optimal - objective value 0.00000000\n", "      {i} {name}    {value}      0\n", "")
GLPK_RAW = ("c Problem:\ns mip 0 {count} o 0\n", "j {i} {value}\n", "e o f\n")
GLPK_TABLE = (
    "Problem:    \nStatus:     INTEGER OPTIMAL\n\n   No. Column name       Activity     Lower bound   Upper bound\n------ ---\n",
    "{i:6} {name:12} *  {value:12}  0  1\n",
    "\nEnd of output\n",
)
CPLEX = (
    '<?xml version = "1.0"?>\n<CPLEXSolution version="1.2">\n <header solutionStatusString="integer optimal solution"/>\n'
    " <variables>\n",
    '  <variable name="{name}" index="{i}" value="{value}"/>\n',
    " </variables>\n</CPLEXSolution>\n",
)
GUROBI = ("# Objective value = 0\n", "{name} {value}\n", "")
SOLVERS = (SCIP, HIGHS, HIGHS_PRETTY, CBC, GLPK_RAW, GLPK_TABLE, CPLEX, GUROBI)
"""The first lines, a variable's line and the last lines of each solver's solution files."""


def _solution_file(form: tuple[str, str, str], names: list[str], values: list[int]) -> str:
    head, row, tail = form
    rows = [row.format(i=i, name=n, value=v) for i, (n, v) in enumerate(zip(names, values, strict=True), 1)]
    return head.format(count=len(names)) + "".join(rows) + tail


def mathprog_model(rng: Random) -> Case:
    """MathProg models with their data: translated, sometimes solved; in all within their time."""
    model, data = (EXAMPLES / "norinori.mod").read_text(), DATA
    if rng.random() < 0.5:
        model = rng.choice(MODELS)
    if rng.random() < 0.7:
        model = mutated(rng, model)
    else:
        data = mutated(rng, data)

    def run(folder: Path) -> None:
        paths = folder / "bad.mod", folder / "bad.dat"
        for path, output in zip(paths, (model, data), strict=True):
            path.write_bytes(encoded(rng, output))
        before = {entry.name for entry in folder.iterdir()}
        arguments = ["run", *map(str, paths[: 1 if "data;" in model else 2]), "--time-limit", "1", "--solver", "glpk"]
        command(arguments, folder, 1)
        more = {entry.name for entry in folder.iterdir()} - before - {"stdin", "stdout", "stderr"}
        if more:
            raise Wrong(f"the model wrote {', '.join(sorted(more))}")

    return Case(repr((model, data))[:400], run)


DATA = "data;\nparam Nr := 2;\nparam Nc := 3;\nparam N := 2;\nparam ini1 : 1 2 3 :=\n 1 1 1 2\n 2 1 2 2 ;\nend;\n"
MODELS = (
    """set I := 1..30;
var x{i in I, j in I, k in I: i < j and j < k}, binary;
maximize o: sum{i in I, j in I, k in I: i < j and j < k} x[i,j,k];
s.t. c{i in I}: sum{j in I, k in I: i < j and j < k} x[i,j,k] <= 3;
solve;
printf "%g\\n", o;
data;
end;
""",
    """param n := 9;
var x{1..n} >= 0 <= 5, integer;
minimize o: sum{i in 1..n} i * x[i];
s.t. c: sum{i in 1..n} x[i] = 17;
solve;
for {i in 1..n} printf "%s %d\\n", "x" & i, x[i];
printf "a" > "b";
data;
end;
""",
    """set S;
param w{S};
var y{S} binary;
maximize o: sum{s in S} w[s] * y[s];
s.t. c: sum{s in S} y[s] <= 2;
solve;
display y;
data;
set S := a b c d;
param w := a 1 b 2 c 3 d 4;
end;
""",
)
"""Models with a large sum, with a file that is written, and with sets of names."""
