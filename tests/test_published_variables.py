"""Values of a document's variables in addition to an answer, held against the loop and the scores themselves."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pencilp import api
from pencilp.analysis.published_variables import published_values
from pencilp.board.puzzle import Answer
from pencilp.cli import main
from pencilp.draw.svg import UNIT, to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import InputError
from tests.test_documents import EXAMPLES

SVG = "{http://www.w3.org/2000/svg}"


def answered(name: str) -> Answer:
    answer = api.solve(api.load(str(EXAMPLES / name))).answer
    assert answer is not None
    return answer


LOOPS = ["second_turn-6x6.txt", "second_turn-hexagonal.txt", "second_turn-hexagon.txt", "second_turn-holes.txt"]


@pytest.mark.parametrize("name", LOOPS)
def test_the_numbers_and_arrows_follow_the_loop(name: str) -> None:
    answer = answered(name)
    lattice = answer.puzzle.lattice
    remarks = published_values(answer, ["N", "arrows"]).remarks
    numbers = {int(said.text): cell for cell, said in enumerate(remarks)}
    assert sorted(numbers) == list(range(1, len(lattice) + 1)), "each cell once"
    followed = {frozenset(lattice.links[e]) for e, on in enumerate(answer["line"]) if on}
    for n, cell in numbers.items():
        after = numbers[n % len(lattice) + 1]
        (way,) = remarks[cell].ways
        assert lattice.step[cell][way] == after
        followed.remove(frozenset((cell, after)))
    assert not followed, "the whole loop"


def test_hits_and_blows_are_marked_as_the_scores_count_them() -> None:
    answer = answered("mastermind-seed.txt")
    puzzle, code = answer.puzzle, answer["code"]
    found = published_values(answer, ["H", "B", "N", "Nh"])
    for cells, (hits, blows) in zip(puzzle.lattice.row_cells, puzzle["scores"]["right"], strict=True):
        texts = [found.remarks[c].text for c in cells]
        assert (texts.count("H"), texts.count("B"), texts.count("")) == (hits, blows, 6 - hits - blows)
        assert all(puzzle["guesses"][c] == code[j] for j, c in enumerate(cells) if texts[j] == "H")
        assert all(puzzle["guesses"][c] in code for j, c in enumerate(cells) if texts[j] == "B")
    assert {name: n for name, n in found.unplaced.items() if name.startswith("N(")} == {
        f"N({digit})": code.count(digit) for digit in set(code)
    }
    assert set(found.unplaced) < set(found.values)


@pytest.mark.parametrize("name", ["mastermind-seed.txt", "mastermind-colours.txt", "mastermind-digits.txt"])
def test_every_symbol_that_the_code_lacks_is_an_x(name: str) -> None:
    """The document's rows would let it be a V, too."""
    answer = answered(name)
    guesses, code = answer.puzzle["guesses"], answer["code"]
    hits, lacking, blows = ([said.text for said in published_values(answer, [x]).remarks] for x in "HXB")
    for cell, symbol in enumerate(guesses):
        hit = code[answer.puzzle.lattice.positions[cell][1]] == symbol
        assert (hits[cell], lacking[cell]) == ("H" * hit, "X" * (symbol not in code))
        assert not (blows[cell] and (hit or lacking[cell]))


def test_they_are_drawn_in_text_and_pictures() -> None:
    answer = answered("second_turn-6x6.txt")
    plain = to_svg(answer.puzzle, answer)
    answer.extra = published_values(answer, ["N", "arrows"])
    text = to_text(answer.puzzle, answer)
    assert "│  →1━━━↓2 •" in text
    assert "|  >1---v2 o" in to_text(answer.puzzle, answer, unicode=False).replace("#", "-").replace("=", "-")
    picture = to_svg(answer.puzzle, answer)
    assert picture.count("<polygon") == plain.count("<polygon") + 36, "an arrow a cell"
    assert all(f">{n}</text>" in picture for n in range(1, 37))
    hexagons = answered("second_turn-hexagonal.txt")
    hexagons.extra = published_values(hexagons, ["arrows"])
    assert "ne" in to_text(hexagons.puzzle, hexagons, unicode=False)
    assert "↗" in to_text(hexagons.puzzle, hexagons)


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_the_command_shows_them_with_every_solver(
    solver: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    puzzle = str(EXAMPLES / "second_turn-6x6.txt")
    assert main(["solve", puzzle, "--show-variables", "N, arrows", "--solver", solver]) == 0
    assert "→1━━━↓2" in capsys.readouterr().out
    assert main(["solve", puzzle, "--show-variables", "N", "--solver", solver, "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["answers"]
    assert set(found) == {"line", "values"}
    assert found["values"]["N(1,1)"] == 1
    assert sorted(found["values"].values()) == list(range(1, 37))
    assert main(["solve", puzzle, "--show-variables", "arrows", "--solver", solver, "-o", str(tmp_path / "x.svg")]) == 0
    assert (tmp_path / "x.svg").read_text().count("<polygon") >= 36
    assert main(["solve", puzzle, "--show-variables", "N,arrows", "--format", "jsonl"]) == 0
    assert "CR(1,1)" in json.loads(capsys.readouterr().out.splitlines()[-1])["answer"]["values"]


def test_variables_without_a_place_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(EXAMPLES / "panorama-seed.txt"), "--show-variables", "R,L"]) == 0
    out = capsys.readouterr().out
    # the document's first clue, 6: no cell on its right is higher
    assert "\nR(1,1) = 1\n" in out
    assert out.count("\nL(") == 5


@pytest.mark.parametrize(("name", "values"), [("panorama-seed.txt", "R,L,D,U,S,C"), ("second_turn-6x6.txt", "D,N")])
def test_it_is_listed_below_pictures_too(name: str, values: str) -> None:
    answer = answered(name)
    plain = ET.fromstring(to_svg(answer.puzzle, answer))
    answer.extra = published_values(answer, values.split(","))
    picture = ET.fromstring(to_svg(answer.puzzle, answer))
    left, top, width, height = (float(x) for x in str(picture.get("viewBox")).split())
    bottom = top + float(str(plain.get("viewBox")).split()[3])
    listed = [e for e in picture.iter(f"{SVG}text") if " = " in str(e.text)]
    said = [part for e in listed for part in str(e.text).split(", ")]
    assert said == [f"{variable} = {value}" for variable, value in answer.extra.unplaced.items()]
    for e in listed:
        assert bottom - 40 < float(str(e.get("y"))) < top + height
        assert float(str(e.get("x"))) + 0.5 * float(str(e.get("font-size"))) * len(str(e.text)) < left + width


@pytest.mark.parametrize("orientation", ["pointed", "flat"])
def test_numbers_next_to_a_line_are_readable(orientation: str) -> None:
    """They have a rim of paper, and with a flat side up they do not stand where a line goes up."""
    answer = answered("second_turn-hexagonal-holes.txt")
    lattice = answer.puzzle.lattice.laid(orientation)
    answer.extra = published_values(answer, ["N"])
    found = list(ET.fromstring(to_svg(answer.puzzle, answer, orientation=orientation)).iter(f"{SVG}text"))
    assert len(found) == len(lattice.cells)
    for e in found:
        assert e.get("paint-order") == "stroke"
        middle, _ = lattice.center(lattice.names.index(str(e.get("data-cell"))))
        aside = middle - float(str(e.get("x"))) / UNIT
        assert aside == pytest.approx(0.22 if orientation == "flat" else 0, abs=0.01)


@pytest.mark.parametrize(("arguments", "says"), [
    (["second_turn-6x6.txt", "--show-variables", "Q"],
     "second_turn has no variables 'Q': they are N, arrows, C, TC, CR, BC, CL, D, F"),
    (["second_turn-6x6.txt", "--show-variables", "N,,C"], "'N,,C' is not a list of names"),
    (["sudoku.txt", "--show-variables", "N"], "sudoku has no published formulation"),
    (["second_turn-6x6.txt", "--show-variables", "N", "-o", "x.txt"],
     "x.txt: variables (--show-variables) are shown in .svg, .png and .json"),
    (["second_turn-6x6.txt", "--show-variables", "N", "--common"], "--show-variables: this does not go with --common"),
])  # fmt: skip
def test_variables_that_cannot_be_shown_are_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["solve", str(EXAMPLES / arguments[0]), *arguments[1:]])
    except SystemExit as stop:
        code = int(stop.code or 0)
    assert code == 2
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_an_answer_that_is_none_has_no_values() -> None:
    answer = answered("second_turn-6x6.txt")
    wrong = Answer(answer.puzzle, {"line": [1 - v for v in answer["line"]]})
    with pytest.raises(InputError, match="does not have this answer"):
        published_values(wrong, ["N"])
