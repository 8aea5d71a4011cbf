"""Boards as somebody sees them who is solving them: dots for what is decided to be nothing."""

from __future__ import annotations

import re

from pencilp import api
from pencilp.draw.svg import INK, PENCIL_SHADE, PENCIL_TEXT, UNIT, by_hand
from pencilp.formats import examples


def dots(genre: str) -> dict[int, tuple[float, float]]:
    """How far from the middle of its cell each dot of the example's answer is, in cells."""
    puzzle = examples.example(genre)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    lattice = puzzle.lattice
    found = {}
    for tag in re.findall(r"<circle [^>]*class=\"nothing\"[^>]*>", by_hand(puzzle, answer)):
        name, x, y = (re.search(rf'{key}="([^"]*)"', tag)[1] for key in ("data-cell", "cx", "cy"))  # type: ignore[index]
        cell = lattice.names.index(name)
        middle = lattice.center(cell)
        found[cell] = (float(x) / UNIT - middle[0], float(y) / UNIT - middle[1])
    return found


def test_dots_make_way_for_numbers() -> None:
    numbered = dict(examples.example("kurodoko")["clues"].items())
    found = dots("kurodoko")
    assert numbered.keys() <= found.keys()
    for cell, (right, down) in found.items():
        if cell not in numbered:
            assert abs(right) < 0.01
            assert abs(down) < 0.01
        else:
            assert 0.2 < right < 0.45
            assert 0.2 < down < 0.45


def test_black_cells_have_no_dots() -> None:
    black = dict(examples.example("kakuro")["sums"].items())
    assert black
    assert not dots("kakuro").keys() & black.keys()


def test_what_has_a_sign_of_its_own_has_no_dot() -> None:
    assert dots("yinyang") == {}


def over(genre: str, sign: str) -> int:
    """How often a sign stands in the answer alone that is laid over the example's board."""
    puzzle = examples.example(genre)
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    return len(re.findall(sign, by_hand(puzzle, answer, over=True)))


def test_an_answer_is_laid_over_boxes_below_the_board() -> None:
    assert over("mastermind", "</text>") == examples.example("mastermind").lattice.cols


def test_an_answer_is_laid_over_thermometers_as_mercury() -> None:
    puzzle = examples.example("thermometers")
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    bulbs = [cell for cell, (_, place) in puzzle["thermometers"].items() if place == 1 and answer["filled"][cell]]
    assert over("thermometers", f'<circle [^>]*fill="{PENCIL_SHADE}"') == len(bulbs) > 0
    assert over("thermometers", f'fill="{INK}"') == 0


def test_numbers_beside_clues_in_corners_are_all_of_one_size() -> None:
    puzzle = examples.example("panorama")
    answer = puzzle.answer or api.solve(puzzle, count=1).answer
    assert answer is not None
    written = re.findall(rf'<text [^>]*font-size="([^"]*)" fill="{PENCIL_TEXT}"', by_hand(puzzle, answer))
    assert len(written) == len(puzzle.lattice.cells)
    assert len(set(written)) == 1
