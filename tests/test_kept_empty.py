"""The cells that a single rule keeps empty."""

from __future__ import annotations

import pytest

from pencilp import api
from pencilp.analysis.kept_empty import kept_empty
from pencilp.formats import examples


def test_clues_of_nurikabe_are_kept_empty_and_nothing_else() -> None:
    puzzle = examples.example("nurikabe")
    assert kept_empty(puzzle) == {"shaded": puzzle["clues"].given}


@pytest.mark.parametrize("name", ["canal", "kurotto", "norinuri", "heyawake", "hitori", "tapa", "battleship"])
def test_no_answer_shades_a_cell_that_is_kept_empty(name: str) -> None:
    puzzle = examples.example(name)
    answer = api.solve(puzzle, count=1).answer
    assert answer is not None
    for key, cells in kept_empty(puzzle).items():
        assert not any(answer[key][cell] for cell in cells)


def test_a_genre_without_shading_has_no_such_cells() -> None:
    assert kept_empty(examples.example("sudoku")) == {}
