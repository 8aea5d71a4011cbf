"""The documents' own formulations: their names, their sizes, and the signs that their text has lost.

That the formulations have the right answers is held against brute force in ``test_genres``. Here every family of
rows whose sign is lost in the text is turned round, which must change the answers of some small board: no other reading
of the sign is possible.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pencilp import api
from pencilp.board.lattice import hexagonal, square
from pencilp.model import Linear, Model
from pencilp.program_files.write import to_lp
from pencilp.reformulate.linear.linearise import linearise
from pencilp.solvers.clasp import search as clasp
from tests.proof import cases

EXAMPLES = Path(__file__).parent.parent / "examples"


def paper(name: str) -> Model:
    """The document's formulation of an example."""
    return api.formulate(api.load(str(EXAMPLES / f"{name}.txt")), "published")


def families(m: Model) -> Counter[str]:
    """How many rows there are of each name, what stands in parentheses left out."""
    return Counter(rule.name.split("(")[0] for rule in m.rules)


def rows(m: Model) -> dict[str, str]:
    """The rows of the LP file by name."""
    result: dict[str, str] = {}
    for line in to_lp(linearise(m).program).splitlines():
        name, colon, row = line.strip().partition(":")
        if colon:
            result[name] = row.strip()
        elif result and line.startswith("   "):
            result[list(result)[-1]] += " " + line.strip()
    return result


def test_norinori_has_the_size_that_glpk_reports() -> None:
    m = paper("norinori-14x24")
    assert families(m) == {"Cwall": 80, "C2seat": 62, "Cpair1": 336, "Cpair2": 336}
    # GLPK counts the objective, the number of shaded cells, among the rows and its terms among the non-zeros
    program = linearise(m).program
    assert len(program.rows) + 1 == 815
    assert len(program.columns) == 416
    assert sum(len(row.terms) for row in program.rows) + 14 * 24 == 4112


def test_norinori_rows() -> None:
    lp = rows(paper("norinori-p01"))
    assert lp["Cwall(0,3)"] == "b(0,3) = 0"
    assert lp["C2seat(1)"] == "b(1,1) + b(2,1) = 2"
    assert set(lp["Cpair1(1,1)"].split()) == {"b(1,1)", "-", "b(0,1)", "b(1,0)", "b(1,2)", "b(2,1)", "<=", "0"}
    assert set(lp["Cpair2(1,1)"].split()) == {"3", "b(1,1)", "+", "b(0,1)", "b(1,0)", "b(1,2)", "b(2,1)", "<=", "4"}


def test_minesweeper_rows() -> None:
    clues = [1, None, "?", None, 0, None]
    lp = rows(api.formulate(api.puzzle("bomber", square(2, 3), clues=clues, total=1), "published"))
    assert lp["CELL(1,1)_1"] == "b(1,1) = 0"
    assert lp["Around(1,1)"] == "b(2,1) + b(2,2) + b(1,2) = 1"
    assert lp["CELL(2,2)_0"] == "b(2,2) = 0"
    assert lp["Around(2,2)"] == "b(1,1) + b(2,1) + b(2,3) + b(1,3) + b(1,2) = 0"
    assert lp["CELL(1,3)"] == "b(1,3) = 0"
    assert "Around(1,3)" not in lp
    assert lp["Total"] == "b(1,1) + b(1,2) + b(1,3) + b(2,1) + b(2,2) + b(2,3) = 1"


def variables(m: Model) -> Counter[str]:
    """How many variables there are of each name."""
    return Counter(column.name.split("(")[0] for column in linearise(m).program.columns)


def test_mastermind_variables() -> None:
    m = paper("mastermind-seed")
    assert variables(m) == {
        "A": 54, "H": 36, "X": 36, "V": 36, "B": 36, "N": 9, "Nh": 54, "Nv": 54, "Nb": 54, "Jdg": 54, "code": 6,
    }  # fmt: skip
    lp = rows(m)
    assert lp["C2(2)"] == "A(1,9) + A(2,8) + A(3,3) + A(4,6) + A(5,6) + A(6,3) = 2"
    assert lp["C3(2,4)"] == "A(4,6) - H(2,4) = 0"
    assert lp["C9(2,6)"] == "H(2,4) + H(2,5) - Nh(2,6) = 0"


def test_panorama_follows_the_documents_table() -> None:
    """The numbers of cells in the six directions, as the document tabulates them for its five clues."""
    m = paper("panorama-seed")
    table = {1: (1, 3, 5, 1, 3, 1), 2: (3, 2, 3, 2, 4, 2), 3: (4, 1, 1, 4, 2, 2), 4: (2, 2, 1, 4, 1, 4),
             5: (0, 4, 1, 2, 0, 5)}  # fmt: skip
    names = {column.name for column in linearise(m).program.columns}
    for n, counts in table.items():
        for x, r, count in zip(("xp", "xm", "yp", "ym", "zp", "zm"), "RLDUSC", counts, strict=True):
            assert {name for name in names if name.startswith(f"{x}({n},")} == {
                f"{x}({n},{k})" for k in range(1, count + 2)
            }
            assert {name for name in names if name.startswith(f"{r}({n},")} == {
                f"{r}({n},{k})" for k in range(count + 1)
            }
    assert "A(4,7)" in names
    lp = rows(m)
    # the document prints these rows of its second clue
    assert lp["C6a_xp(2,0)"] == "xp(2,1) - R(2,0) <= 0"
    assert lp["C6a_xp(2,2)"] == "xp(2,3) - xp(2,1) - xp(2,2) - R(2,2) <= 0"
    assert lp["C6b_xp(2,3)"] == "xp(2,4) - R(2,3) >= 0"


def test_second_turn_variables() -> None:
    puzzle = api.puzzle("second_turn", hexagonal(2, 2), dots=["o", None, "o", None])
    counts = variables(api.formulate(puzzle, "published"))
    arrows = dict.fromkeys(("TC", "TL", "BL", "BC", "BR", "TR"), 4)
    assert counts == {**arrows, "C": 4, "D": 8, "F": 8, "N": 4, "line": 5}
    lp = rows(api.formulate(puzzle, "published"))
    assert lp["C3_TC(1,1)"] == "TC(1,1) = 0"
    assert lp["C4(1,1,1)"] == "D(1,1,1) = 1"
    assert lp["C6_BR(1,1,1)"] == "D(1,1,1) + BR(1,1) - D(1,2,1) <= 1"
    assert lp["C8_TC_TC(1,1)"] == "TC(2,2) + TC(1,1) + C(1,1) <= 2"
    assert lp["C8_TC_TR(1,1)"] == "TC(2,2) + TR(1,1) - C(1,1) <= 1"
    square_names = variables(
        api.formulate(api.puzzle("second_turn", square(2, 2), dots=["o", None, None, "o"]), "published")
    )
    assert {"TC", "CR", "BC", "CL"} <= set(square_names)


LOST = {
    "mastermind": ["C4a", "C4b", "C7", "C11a", "C11b", "C12a", "C12b", "C13a", "C13b"],
    "panorama": ["C3a", "C3b", "C6a", "C6b", "C9a", "C9b"],
    "second_turn": ["C3b", "C6", "C8", "C9a", "C9b", "C9c", "C12a", "C12b"],
}


@pytest.mark.parametrize(("genre", "family"), [(genre, family) for genre, names in LOST.items() for family in names])
def test_a_lost_sign_can_only_be_what_it_is(genre: str, family: str) -> None:
    for puzzle, answers, _ in cases(genre):
        m = api.formulate(puzzle, "published")
        turned = 0
        for i, rule in enumerate(m.rules):
            row, _, _, name, _ = rule
            if name.split("(")[0].split("_")[0] == family:
                assert isinstance(row, Linear)
                assert (row.low is None) != (row.high is None), "one sign only"
                m.rules[i] = rule._replace(constraint=Linear(row.terms, row.high, row.low))
                turned += 1
        if turned and len(clasp.solve(m, count=len(answers) + 1).solutions) != len(answers):
            return
    pytest.fail(f"the rows {family} may have either sign")
