"""Programs as aspif text: clingo reads them back and finds the answers that pencilp finds."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.cli import main
from pencilp.errors import SolverError
from pencilp.model import Int, Lit, Model, exactly
from pencilp.solvers.clasp.aspif import left_out, to_aspif
from pencilp.solvers.clasp.search import solve

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.txt"))


def answers(text: str, folder: Path, count: int = 0, assumed: set[str] | None = None) -> list[set[str]]:
    """What clingo prints for each of up to ``count`` answers (0: all) of ``text``; ``assumed``: those that print just that."""
    file = folder / "program.aspif"
    file.write_text(text)
    control = clingo.Control([str(count), "--project=project", "--opt-mode=optN"])
    control.load_aspif([str(file)])
    optimising = any(line.startswith("2 ") for line in text.splitlines())
    if assumed is not None:
        with control.backend() as backend:
            for line in text.splitlines():
                if line.startswith("4 "):
                    name, _, *literals = line.split(" ")[2:]
                    if name in assumed:
                        for literal in literals:
                            backend.add_rule([], [-int(literal)])
                    elif len(literals) == 1:
                        backend.add_rule([], [int(literals[0])])
    found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or not optimising:
                found.append({str(symbol) for symbol in model.symbols(shown=True)})
    return found


def printed(model: Model, solution: object) -> set[str]:
    """What an answer prints, made from the solution."""
    result = set()
    names = model.names()
    for x in model.answer_variables():
        if isinstance(x, Int):
            name = x.name[:-1] + "," if x.name.endswith(")") else x.name + "("
            result.add(f"{name}{solution(x)})")  # type: ignore[operator]
        elif solution(Lit(abs(x.n))) and names[abs(x.n)] != "true":  # type: ignore[operator]
            result.add(names[abs(x.n)])
    return result


@pytest.mark.mechanism
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_clingo_finds_the_same_answers_of_every_example(path: Path, tmp_path: Path) -> None:
    puzzle = api.load(path)
    model = api.formulate(puzzle)
    wanted = [printed(api.formulate(puzzle), solution) for solution in solve(api.formulate(puzzle)).solutions]
    text = to_aspif(model)
    if left_out(model):
        # a program without some of the rules has these answers, and most have others
        assert text.splitlines()[1] == f"10 stated only if an answer breaks it: {left_out(model)[0]}"
        assert len(answers(text, tmp_path, 2)) >= len(wanted)
        for answer in wanted:
            assert answers(text, tmp_path, 0, answer) == [answer]
    else:
        assert "\n10 " not in text
        assert sorted(map(sorted, answers(text, tmp_path))) == sorted(map(sorted, wanted))


def test_a_puzzle_with_many_answers_has_as_many_as_aspif(tmp_path: Path) -> None:
    puzzle = api.puzzle("norinori", square(6, 6), rooms=[i // 12 for i in range(36)])
    found = api.solve(puzzle, count=0)
    assert len(found.answers) > 100
    wanted = {
        frozenset(f"shaded({i // 6 + 1},{i % 6 + 1})" for i, v in enumerate(a["shaded"]) if v) for a in found.answers
    }
    assert {frozenset(a) for a in answers(to_aspif(api.formulate(puzzle)), tmp_path)} == wanted


@pytest.mark.parametrize("span", [1, 5, 63, 64, 100])
def test_whole_numbers_are_printed_with_their_values(span: int, tmp_path: Path) -> None:
    m = Model()
    x = m.integer("x", -2, span - 2)
    y = m.integer("odd one", 3, 3)
    z = m.integer("z(1)", 0, 9, values=(2, 5))
    m.answer = {"numbers": [x, y, z]}
    m.require("", (x + z) >= 4)
    wanted = [{f"x({v})", '("odd one",3)', f"z(1,{w})"} for v in range(-2, span - 1) for w in (2, 5) if v + w >= 4]
    assert sorted(map(sorted, answers(to_aspif(m), tmp_path))) == sorted(map(sorted, wanted))


def test_names_and_objectives(tmp_path: Path) -> None:
    m = Model()
    lits = [m.binary('A["1"]'), m.binary("b c"), m.binary("d")]
    m.require("", exactly(2, lits))
    m.minimize(2 * lits[0] + 3 * lits[1] + 4 * lits[2])
    assert answers(to_aspif(m), tmp_path) == [{r'"A[\"1\"]"', '"b c"'}]


def test_a_number_with_too_many_values_is_refused() -> None:
    m = Model()
    m.integer("x", 0, 10**6)
    with pytest.raises(SolverError, match="x has too many values for an aspif file: 1000001"):
        to_aspif(m)


def test_export_writes_aspif_and_names_omissions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = EXAMPLES[0].parent
    target = tmp_path / "x.aspif"
    assert main(["export", str(folder / "akari.txt"), "-o", str(target)]) == 0
    text = target.read_text()
    assert text == to_aspif(api.formulate(api.load(folder / "akari.txt")))
    assert capsys.readouterr().out == f"{target}: {text.count(chr(10))} lines\n"
    for ending in ("aspif", "lp"):
        assert main(["export", str(folder / "binairo.txt"), "-o", str(tmp_path / f"b.{ending}")]) == 0
        assert capsys.readouterr().out.endswith(
            "; not in it: no two rows are the same; not in it: no two columns are the same\n"
        )
