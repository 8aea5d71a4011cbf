"""Clues and places have the same names in steps, checks, conflicts, needless clues and repairs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pencilp
from pencilp import Puzzle
from pencilp.analysis.names import Names
from pencilp.analysis.phrases import listed, said
from pencilp.cli.no_answer import conflict_lines
from pencilp.genres.base import lineage_of
from pencilp.translations import catalogue

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> Puzzle:
    return pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))


def written(text: str, tmp_path: Path) -> Puzzle:
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    return pencilp.load(path)


@pytest.mark.parametrize(
    ("name", "layer", "line", "english", "japanese"),
    [
        ("akari", "walls", (), "3 at r8c4", "8行4列の3"),
        ("masyu", "circles", (), "white circle at r1c8", "1行8列の白丸"),
        ("yajilin", "clues", (), "0 with an arrow to the right at r4c5", "4行5列の右向きの0"),
        ("kropki", "dots", (), "dot between r1c3 and r1c4", "1行3列と1行4列の間の点"),
        ("gokigen", "clues", (), "2 at the corner between r1c1 and r1c2", "1行1列と1行2列の間の角の2"),
        ("battleship", "parts", (), "ship of one cell at r1c2", "1行2列の1マスの船"),
        ("arrow_sudoku", "arrows", (), "r3c1", "3行1列"),
        ("nonogram", "clues", ("top", 2), "4 3 above column 3", "3列目の上の4 3"),
    ],
)
def test_a_clue_is_named_as_players_say_it(
    name: str, layer: str, line: tuple[object, ...], english: str, japanese: str
) -> None:
    puzzle = example(name)
    names = Names(puzzle)
    say = catalogue("ja", lineage_of(puzzle.genre), steps=True)
    cells = [] if line else [i for i, value in enumerate(puzzle[layer]) if value is not None]
    clues = [names.clue(layer, *line)] if line else [names.clue(layer, i) for i in cells]
    assert english in clues, clues
    assert said(clues[clues.index(english)], say) == japanese


def test_of_two_sums_in_a_cell_the_one_that_is_meant_is_named() -> None:
    puzzle = example("kakuro")
    names = Names(puzzle)
    cell = puzzle.lattice.names.index("r3c5")
    row = [puzzle.lattice.names.index(name) for name in ("r3c6", "r3c7", "r3c8")]
    assert puzzle["sums"][cell] == (3, 17)
    assert names.clue("sums", cell, cells=row) == names.clue("sums", cell, part=1) == "the sum 17 to the right of r3c5"
    assert names.clue("sums", cell, part=0) == "the sum 3 below r3c5"


def test_check_and_steps_name_a_room_alike(tmp_path: Path) -> None:
    puzzle = written("norinori\nrooms:\n1 1 2\n1 2 2\nanswer:\nshaded:\nx x -\nx ? ?\n", tmp_path)
    fault = pencilp.check(puzzle, puzzle.answer, unfinished=True)[0]
    assert fault.where == "the room of r1c1"
    step = pencilp.hint(puzzle)
    assert step.kind == "mistake"
    assert step.rules[0].where == "the room of r1c1"
    assert step.text.startswith(f"there is a mistake; broken: {fault.says}")
    assert "1行1列を含む部屋" in step.in_language("ja").text


def test_a_conflict_names_clues_as_steps_do(tmp_path: Path) -> None:
    puzzle = written("kakuro\n\\ 3\\ 4\\\n\\3 - -\n\\5 - -\n", tmp_path)
    found = pencilp.explain(puzzle)
    assert found.status == "none"
    text = "\n".join(conflict_lines(found))
    assert "the sum 3 below r1c2" in text
    assert "\\" not in text
    say = catalogue("ja", lineage_of(puzzle.genre), steps=True)
    japanese = "\n".join(said(line, say) for line in conflict_lines(found))
    assert "1行2列の下の合計3" in japanese
    assert not re.search("[a-z]{2,}", japanese)


def test_a_long_list_is_said_in_another_language() -> None:
    say = catalogue("ja", steps=True)
    assert said(listed([f"r1c{n}" for n in range(2000)]), say).count("、") == 1999
