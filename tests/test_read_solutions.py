"""``pencilp read``: solution files of the documents' own programs, as real solvers write them, and as they are described."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from pencilp import api
from pencilp.analysis.import_solution import Spellings, answer_in
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.program_files import solutions as solution_files
from pencilp.reformulate.linear.linearise import linearise
from tests import documents
from tests.test_documents import EXAMPLES, document, example

BINARY = {
    "minesweeper": ("b",),
    "norinori": ("b",),
    "mastermind": ("A", "H", "X", "V", "B", "Jdg"),
    "panorama": (*documents.RAYS, *(r for r, _ in documents.RAYS.values())),
    "second_turn": (*documents.TO, "C", "D", "F"),
}
GENERAL = {"mastermind": ("N", "Nh", "Nv", "Nb"), "panorama": ("A",), "second_turn": ("N",)}


def sheet() -> Puzzle:
    """The sheet of the Bomber Puzzle as the document's program sees it: without its zeros, which are empty cells there."""
    puzzle = example("bomber.xlsx")
    return api.puzzle("bomber", puzzle.lattice, clues=[n or None for n in puzzle["clues"]])


def puzzles() -> dict[str, Puzzle]:
    found = {
        name: example(name)
        for name in ("p01.dat", "mastermind-seed.txt", "panorama-seed.txt", "second_turn-hexagon.txt")
    }
    return {"sheet": sheet(), **found}


def readers_lp(puzzle: Puzzle) -> str:
    """The LP file of a reader of the document, who has seen that B must be tied to Nb, and that land is 1 or higher."""
    rows, genre = document(puzzle), puzzle.genre.name
    if genre == "mastermind":
        for i, guess in enumerate(puzzle.grid("guesses"), 1):
            for k in range(1, 10):
                same = [f"B({i},{j})" for j, digit in enumerate(guess, 1) if digit == k]
                rows[f"tied({i},{k})"] = documents.row(same, "=", [f"Nb({i},{k})"])
    if genre == "panorama":
        rows |= {f"land{x}": documents.row([x], ">=", [1]) for x in documents.families(rows, "A")}
    lp = documents.lp(rows, documents.families(rows, *BINARY[genre]), documents.families(rows, *GENERAL.get(genre, ())),
                      {"V": "Vb"} if genre == "mastermind" else {})  # fmt: skip
    return lp.replace(" value: x", " MMM: x") if genre == "norinori" else lp


HIGHS = (
    "import highspy, sys; h = highspy.Highs(); h.silent(); h.readModel(sys.argv[1]); h.run(); "
    "h.writeSolution(sys.argv[2], int(sys.argv[3]))"
)
SCIP = (
    "import pyscipopt, sys; m = pyscipopt.Model(); m.hideOutput(); m.readProblem(sys.argv[1]); m.optimize(); "
    "m.writeBestSol(sys.argv[2])"
)


def solved(writer: str, lp: Path, sol: Path) -> None:
    """Let a real program solve an LP file and write its solution, or skip where it is not installed."""
    if writer.startswith("highs"):
        command = [sys.executable, "-c", HIGHS, str(lp), str(sol), writer[-1]]
    elif writer == "scip":
        pytest.importorskip("pyscipopt")
        command = [sys.executable, "-c", SCIP, str(lp), str(sol)]
    elif writer == "cbc":
        command = [pytest.importorskip("cbcbox").cbc_bin_path(), str(lp), "-solve", "-solu", str(sol)]
    else:
        if not shutil.which("glpsol"):
            pytest.skip("glpsol is not installed")
        command = ["glpsol", "--lp", str(lp), writer, str(sol)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.slow
@pytest.mark.parametrize("writer", ["highs0", "highs1", "highs3", "highs4", "cbc", "scip", "-o"])
@pytest.mark.parametrize(
    "name", ["sheet", "p01.dat", "mastermind-seed.txt", "panorama-seed.txt", "second_turn-hexagon.txt"]
)
def test_solutions_of_the_documents_programs_are_read(name: str, writer: str, tmp_path: Path) -> None:
    puzzle = puzzles()[name]
    lp, sol = tmp_path / "model.lp", tmp_path / "model.sol"
    lp.write_text(readers_lp(puzzle))
    solved(writer, lp, sol)
    if name == "mastermind-seed.txt":
        assert "code" not in sol.read_text()
        assert "Vb(" in sol.read_text()
    answer, notes = answer_in(str(sol), puzzle)
    assert notes == []
    assert not api.check(puzzle, answer)


@pytest.mark.parametrize("writer", ["-w", "highs2"])
def test_columns_by_number_of_a_program_of_the_same_size(writer: str, tmp_path: Path) -> None:
    lp, sol = tmp_path / "model.lp", tmp_path / "model.sol"
    # what the document's own VBA prints
    clues = [[n or 0 for n in line] for line in sheet().grid("clues")]
    lp.write_text(documents.bomber_lp(clues))
    solved(writer, lp, sol)
    answer, notes = answer_in(str(sol), sheet())
    assert not api.check(sheet(), answer)
    assert notes == ["it numbers its columns; they are read as those of the published program, which has the same size"]


@pytest.mark.parametrize("data", ["p01.dat", "p79.dat"])
@pytest.mark.parametrize("way", ["-w", "-o"])
def test_the_solution_of_the_mathprog_model_itself(data: str, way: str, tmp_path: Path, capsys: Any) -> None:
    if not shutil.which("glpsol"):
        pytest.skip("glpsol is not installed")
    sol = str(tmp_path / "nori.sol")
    model = ["glpsol", "-m", str(EXAMPLES / "norinori.mod"), "-d", str(EXAMPLES / data), way, sol]
    subprocess.run(model, check=True, stdout=subprocess.DEVNULL)
    assert main(["read", str(EXAMPLES / data), sol, "--genre", "norinori", "-o", str(tmp_path / "out.txt")]) == 0
    assert api.load(str(tmp_path / "out.txt")).answer == api.solve(example(data)).answer
    assert ("it numbers its columns" in capsys.readouterr().err) == (way == "-w")


@pytest.mark.slow
@pytest.mark.parametrize("writer", ["-w", "highs2"])
@pytest.mark.parametrize("name", ["mastermind-seed.txt", "panorama-seed.txt", "second_turn-hexagon.txt"])
def test_columns_by_number_of_a_program_that_is_named(name: str, writer: str, tmp_path: Path, capsys: Any) -> None:
    lp, sol = tmp_path / "model.lp", tmp_path / "model.sol"
    lp.write_text(readers_lp(puzzles()[name]))
    solved(writer, lp, sol)
    read = ["read", str(EXAMPLES / name), str(sol), "-o", str(tmp_path / "out.txt")]
    assert main(read) == 2
    assert "name the file of its program by --program" in capsys.readouterr().err
    assert main([*read, "--program", str(lp)]) == 0
    assert api.load(str(tmp_path / "out.txt")).answer == api.solve(example(name)).answer
    lp.write_text("Minimize\n x\nSubject To\n c: x >= 1\nEnd\n")
    assert main([*read, "--program", str(lp)]) == 2
    assert re.search("the solution has [0-9]+ columns, the program 1", capsys.readouterr().err)


def test_numbers_of_another_program_are_refused_with_both_sizes(tmp_path: Path) -> None:
    sol = tmp_path / "x.sol"
    sol.write_text("s mip 3 4 o 0\nj 1 1\ne o f\n")
    with pytest.raises(
        InputError, match=r"3 rows and 4 columns, this puzzle has .*267 rows and 144 columns \(published\).*glpsol -o"
    ):
        answer_in(str(sol), example("p01.dat"))
    sol.write_text("s mip 267 144 o 0\n" + "".join(f"j {c} {int(c < 4)}\n" for c in range(1, 145)) + "e o f\n")
    with pytest.raises(
        InputError, match=r"program of that size gives no answer: this is no answer of the puzzle: r1c1 r2c1: a room"
    ):
        answer_in(str(sol), example("p01.dat"))


def in_form(form: str, values: dict[str, float]) -> str:
    """A solution file as the maker of a solver describes it."""
    if form == "cplex":
        lines = "".join(f'<variable name="{x}" index="{i}" value="{v:g}"/>' for i, (x, v) in enumerate(values.items()))
        head = '<CPLEXSolution version="1.2"><header solutionStatusString="optimal"/>'
        return f"{head}<variables>{lines}</variables></CPLEXSolution>"
    if form == "gurobi":
        return "# Solution for model value\n# Objective value = 0\n" + "".join(
            f"{x} {v:g}\n" for x, v in values.items()
        )
    return "solution status: optimal solution found\nobjective value:  0\n" + "".join(
        f"{x:<40}{v:g} \t(obj:0)\n" for x, v in values.items() if v
    )


def values_of(puzzle: Puzzle, formulation: str = "published") -> dict[str, float]:
    """A right solution of a formulation, by name, from a solver."""
    model = api.formulate(puzzle, formulation)
    model.answer = {}
    (solution,) = model.solve("highs", count=1).solutions
    bits = {name: float(solution.bits[v]) for v, name in enumerate(model.names()) if v}
    return bits | {x.name: float(solution(x)) for x in model.ints}


BOMBS = ["2 - -", "- - 1", "- 1 -"]


def bombs() -> Puzzle:
    return api.puzzle("bomber", square(3, 3), clues=[None if c == "-" else int(c) for c in " ".join(BOMBS).split()])


RIGHT = {"b(1,2)": 1.0, "b(2,1)": 1.0}


def test_the_bombs_are_an_answer() -> None:
    assert not api.check(bombs(), api.Answer(bombs(), {"mines": [0, 1, 0, 1, 0, 0, 0, 0, 0]}))


@pytest.mark.parametrize("form", ["cplex", "gurobi", "scip"])
@pytest.mark.parametrize("spelled", ["b(1,2)", "b[1,2]", "b_1_2_", "b_1_2", "B(1, 2)", "b{1,2}", "b#1#2", "b(01,02)"])
def test_names_as_others_spell_them(form: str, spelled: str, tmp_path: Path) -> None:
    if " " in spelled and form != "cplex":
        spelled = spelled.replace(" ", "")
    right = {
        spelled.replace("1", "I").replace("2", "J").replace("I", x[2]).replace("J", x[4]): v for x, v in RIGHT.items()
    }
    sol = tmp_path / "x.sol"
    sol.write_text(in_form(form, {**right, "x": 0.0, "value": 0.0}))
    answer, notes = answer_in(str(sol), bombs())
    assert (answer["mines"], notes) == ([0, 1, 0, 1, 0, 0, 0, 0, 0], [])


@pytest.mark.parametrize(("values", "says"), [
    ({"b(1,2)": 1}, r"^PATH: this is no answer of the puzzle: r1c1: a number counts the mines around it \(and 1 more\)$"),
    ({**RIGHT, "b(3,2)": 1}, r"r3c2: there is no mine under a clue \(and \d more\)$"),
    ({**RIGHT, "b(4,1)": 1}, r"b\(4,1\) is 1, but this puzzle's published program has no variable 'b\(4,1\)'$"),
    ({**RIGHT, "x": 2}, r"x is 2, but this puzzle's published program has no variable 'x'$"),
    ({"shade_1": 1}, r"this puzzle's rules program has no variable 'shade_1'; its variables are mines\(1,1\) and so on"),
    ({**RIGHT, "b[1,2]": 0}, r"b\(1,2\) and b\[1,2\] are the same variable, with two values"),
    ({**RIGHT, "b(3,3)": 0.5}, r"b\(3,3\) is 0.5, which is no whole number"),
])  # fmt: skip
def test_errors_refer_to_the_program_that_fits(values: dict[str, float], says: str, tmp_path: Path) -> None:
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("gurobi", values))
    with pytest.raises(InputError, match=says.replace("PATH", re.escape(str(sol)))):
        answer_in(str(sol), bombs())


def without(values: dict[str, float], families: Iterable[str]) -> dict[str, float]:
    return {name: value for name, value in values.items() if name.split("(")[0] not in families}


@pytest.mark.parametrize(("name", "families"), [
    ("mastermind-seed.txt", ["code"]),
    ("mastermind-digits.txt", ["code"]),
    ("mastermind-5x8.txt", ["code", "Nb", "B"]),
    ("second_turn-6x6.txt", ["line"]),
    ("second_turn-hexagon.txt", ["line", "TC", "TL", "BL", "BC", "BR", "TR"]),  # by the numbers of the cells alone
])  # fmt: skip
def test_values_missing_in_the_file_are_derived(name: str, families: list[str], tmp_path: Path) -> None:
    puzzle = example(name)
    values = without(values_of(puzzle), families)
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("scip", values))
    answer, notes = answer_in(str(sol), puzzle)
    assert not api.check(puzzle, answer)
    assert notes == []


def test_a_family_that_is_0_throughout_does_not_stand_in_the_way_of_the_code(tmp_path: Path) -> None:
    """Row 11 as the document prints it makes every Jdg 0, and SCIP writes no variable that is 0."""
    puzzle = example("mastermind-seed.txt")
    values = without(values_of(puzzle), ["code", "Jdg", "Nb"])
    for i in range(1, 7):
        for k in range(1, 10):
            values[f"Nb({i},{k})"] = values.get(f"N({k})", 0) - values.get(f"Nh({i},{k})", 0)
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("scip", values))
    answer, _ = answer_in(str(sol), puzzle)
    assert not api.check(puzzle, answer)
    values |= {x: 0.0 for x in values if x.startswith("A(1,")} | {"A(1,1)": 1.0}
    sol.write_text(in_form("scip", values))
    with pytest.raises(InputError, match="this is no answer of the puzzle"):
        answer_in(str(sol), puzzle)


def test_values_that_cannot_be_derived_are_refused(tmp_path: Path) -> None:
    puzzle = api.puzzle("mastermind", square(1, 2), guesses=[1, 2], scores={"right": [[1, 0]]}, symbols=4)
    values = values_of(puzzle)
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("cplex", {x: v for x, v in values.items() if x.split("(")[0] == "V"}))
    with pytest.raises(InputError, match="it has no values for code, and they do not follow from its other values"):
        answer_in(str(sol), puzzle)
    sol.write_text(in_form("scip", without(values, ["code"]) | {"A(1,1)": 1.0, "A(1,2)": 1.0, "A(1,3)": 1.0}))
    with pytest.raises(
        InputError, match="it has no values for code, and they cannot fit its other values: every column of the code"
    ):
        answer_in(str(sol), puzzle)


def test_a_right_answer_with_wrong_helper_values_is_read_with_a_remark(tmp_path: Path, capsys: Any) -> None:
    """As the document's own program may have it: nothing printed there ties B to Nb."""
    puzzle = example("mastermind-seed.txt")
    values = without(values_of(puzzle), ["code"])
    blow, other = next(x for x, v in values.items() if x.startswith("B(1,") and v), next(
        x for x, v in values.items() if x.startswith("B(1,") and not v)  # fmt: skip
    values |= {blow: 0.0, other: 1.0}
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("scip", values))
    assert main(["read", str(EXAMPLES / "mastermind-seed.txt"), str(sol)]) == 0
    printed = capsys.readouterr()
    assert "the answer is right, but other values in the file are not: r1c" in printed.err
    assert "9   2   7   5   6   7" in printed.out


def test_whole_numbers_that_our_program_states_by_literals_are_read_by_name(tmp_path: Path) -> None:
    puzzle = example("panorama-seed.txt")
    answer = api.solve(puzzle).answer
    assert answer is not None
    names = [f"heights({r + 1},{c + 1})" for r, c in puzzle.lattice.positions]
    assert not {column.name for column in linearise(api.formulate(puzzle)).program.columns} & set(names)
    sol = tmp_path / "x.sol"
    sol.write_text(in_form("gurobi", dict(zip(names, map(float, answer["heights"]), strict=True))))
    assert answer_in(str(sol), puzzle).answer == answer


def test_a_spelling_that_fits_two_names_is_none() -> None:
    spellings = Spellings(["X(1,2)", "x(1,2)", "N(3)", "V(1,1)", "y1(2)", "y(1,2)"], {"Vb": "V"})
    assert spellings.find("X[1,2]") == "X(1,2)"
    assert spellings.find("x_1_2") == "x(1,2)"
    assert spellings.find("n_3") == "N(3)"
    assert spellings.find("Vb_1_1") == spellings.find("VB(1,1)") == "V(1,1)"
    assert spellings.find("y_1_2") is None
    assert spellings.find("y1(2)") == "y1(2)"
    assert spellings.find("") is spellings.find("()") is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("solution status: optimal solution found\nshaded(1,1) 1\nshaded(1,1) 1\n", "3: shaded(1,1) is there twice"),
        ("Optimal - objective value 0\n 0 a 1 0\n 1 a 0 0\n", "3: a is there twice"),
        ("s mip 1 2 o 0\nj 1 1\nj 1 0\ne o f\n", "3: 1 is there twice"),
        ("solution status: infeasible\nshaded(1,1) 1\n", "the solver says that the program has no solution"),
        (
            '<CPLEXSolution><header solutionStatusString="integer infeasible"/><variable name="a" value="1"/></CPLEXSolution>',
            "the solver says that the program has no solution",
        ),
    ],
)
def test_a_solution_file_that_contradicts_itself_is_refused(text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        solution_files.solved(text, "a.sol")
    assert str(error.value) in (f"a.sol:{says}", f"a.sol: {says}")


def test_of_a_solution_of_highs_only_the_values_are_taken() -> None:
    text = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 1\n# Columns 1\na 1\n# Rows 0\n"
    text += (
        "\n# Dual solution values\nFeasible\n# Columns 1\na 0.5\n# Rows 0\n\n# Basis\nHiGHS v1\nValid\n# Columns 1\n1\n"
    )
    assert solution_files.solved(text, "a.sol").values == {"a": 1.0}


def test_a_minus_is_no_sign_between_indices() -> None:
    spellings = Spellings(["shaded(1,1)", "n(-1)"], {})
    assert spellings.find("shaded(-1,1)") is None
    assert spellings.find("shaded[1, -1]") is None
    assert spellings.find("shaded_1-1") == "shaded(1,1)"
    assert spellings.find("N[-1]") == "n(-1)"
