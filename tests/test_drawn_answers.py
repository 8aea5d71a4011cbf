"""Answers as people draw them: what pencilp prints, lines of characters, signs for shaded cells."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import pencilp
from pencilp.board.puzzle import Puzzle
from pencilp.draw.terminal import to_text
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.text import text as plain

HIDDEN = {"icebarn", "pencils"}
"""Examples with a clue on top of the line, or with values that look the same."""
HIDDEN_IN_ASCII = {"kurarin", "midloop", "voxas"}
SMALL = 64
"""Cells: boards up to this size are tried in all looks."""


def read(text: str) -> Puzzle:
    (puzzle,) = plain.read(text)
    return puzzle


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", examples.names())
def test_a_printed_answer_is_read_back(name: str) -> None:
    puzzle = examples.example(name)
    if puzzle.answer is None:
        pytest.skip("it has no answer")
    looks = [{"unicode": True}]
    if len(puzzle.lattice) <= SMALL:
        looks += [{"unicode": True, "color": True}, {"unicode": False}]
    if puzzle.lattice.shape == "hexagonal":
        looks += [look | {"orientation": "flat"} for look in looks]
    for look in looks:
        text = re.sub(r"\x1b\[[0-9;]*m", "", to_text(puzzle, puzzle.answer, **look))
        if name in HIDDEN or (name in HIDDEN_IN_ASCII and not look["unicode"]):
            with pytest.raises(InputError, match=r"the drawing does not say what .* look the same"):
                pencilp.read_answer(puzzle, text)
        else:
            assert pencilp.read_answer(puzzle, text) == puzzle.answer, look


def checked(text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pencilp", "check", "-"], input=text, capture_output=True, text=True, check=False
    )


LOOP = "slitherlink\nnumbers:\n3 -\n- -\nanswer:\n"


@pytest.mark.parametrize(
    ("drawn", "verdict"),
    [
        ("┏━━━┓   ·\n┃ 3 ┃\n┃   ┗━━━┓\n┃       ┃\n┗━━━━━━━┛\n", "the answer is right"),
        ("   ┏━━━┓   ·\n   ┃ 3 ┃\n   ┃   ┗━━━┓\n   ┃       ┃\n   ┗━━━━━━━┛\n", "the answer is right"),
        ("+--+  +\n|3 |\n+  +--+\n|     |\n+--+--+\n", "the answer is right"),
        ("┌─┐ .\n│3│\n│.└─┐\n│   │\n└───┘\n", "the answer is right"),
        ("╔══╗\n║3 ║\n║  ╚══╗\n║     ║\n╚═════╝\n", "the answer is right"),
        ("+-+-+\n|3  |\n+ + +\n|   |\n+-+-+\n", "this answer is wrong"),
        ("line:\n┌─┐ .\n│3│\n│.└─┐\n│   │\n└───┘\n", "the answer is right"),
        ("+-+ +\n|2|\n+ +-+\n|   |\n+-+-+\n", "fit"),
    ],
)  # fmt: skip
def test_a_loop_is_drawn_in_characters(drawn: str, verdict: str) -> None:
    run = checked(LOOP + drawn)
    assert verdict in run.stdout + run.stderr


def test_a_line_from_cell_to_cell_is_drawn_with_a_character_for_each_cell() -> None:
    puzzle = read("masyu\ncircles:\n- - -\n- - -\n- - -\n")
    compact = pencilp.read_answer(puzzle, "┌─┐\n│.│\n└─┘\n")
    assert pencilp.read_answer(puzzle, "┌───┐\n│   │\n└───┘\n") == compact
    assert pencilp.read_answer(puzzle, "+-+-+\n|   |\n+ . +\n|   |\n+-+-+\n") == compact
    assert pencilp.check(puzzle, compact) == []


def test_a_drawing_that_fits_two_distances_is_refused() -> None:
    puzzle = read("masyu\nsize: 3 5\n")
    with pytest.raises(InputError, match="two ways"):
        pencilp.read_answer(puzzle, "┌─┐\n│ │\n└─┘\n")


@pytest.mark.parametrize(
    "rows",
    [
        "#.\n.#",
        "10\n01",
        "B W\nW B",
        "b w\nw b",
        "x.\n.x",
        "■□\n□■",
        "█ .\n. █",
        "X -\n- X",
        "shaded:\n1 0\n0 1",
        "# .\n. #",
    ],
)
def test_shaded_cells_are_drawn_by_the_signs_of_people(rows: str) -> None:
    puzzle = read("nurikabe\nclues:\n- -\n- -\n")
    assert pencilp.read_answer(puzzle, rows)["shaded"] == [1, 0, 0, 1]
    assert read(f"nurikabe\nclues:\n- -\n- -\nanswer:\n{rows}\n").answer == pencilp.read_answer(puzzle, rows)


def test_a_hole_next_to_a_shaded_cell_stays_a_hole() -> None:
    puzzle = read("nurikabe\nclues:\n# -\n- -\n")
    assert pencilp.read_answer(puzzle, "# #\n. #")["shaded"] == [1, 0, 1]


def test_signs_of_shading_are_none_of_stars() -> None:
    puzzle = read("starbattle\nrooms:\n1 1\n2 2\nstars: 1\n")
    assert pencilp.read_answer(puzzle, "★ .\n0 1")["star"] == [1, 0, 0, 1]
    with pytest.raises(InputError):
        pencilp.read_answer(puzzle, "B W\nW B")


def test_a_second_answer_with_marked_differences_is_read() -> None:
    puzzle = read("norinori\nrooms:\n1 1 1\n1 1 1\n")
    first, second = pencilp.solve(puzzle, count=2).answers
    for color in (True, False):
        text = re.sub(r"\x1b\[[0-9;]*m", "", to_text(puzzle, second, compare=first, color=color))
        assert pencilp.read_answer(puzzle, text) == second


def test_places_missing_in_a_drawing_are_undecided() -> None:
    puzzle = read("nurikabe\nclues:\n2 - -\n- - -\n")
    facts = pencilp.Answer(puzzle, {"shaded": [None, 1, None, 0, None, None]})
    assert pencilp.read_answer(puzzle, str(facts)) == facts


def test_signs_may_be_written_as_they_are_drawn() -> None:
    slants = read("gokigen\nclues:\n- - -\n- - -\n- - -\n")
    assert pencilp.read_answer(slants, "╲ ╱\n╱ ╲\n") == pencilp.read_answer(slants, "answer:\nslant:\n\\ /\n/ \\\n")
