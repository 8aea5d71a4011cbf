"""Genres that are played on one board only: it is what a new puzzle begins with, and no other is taken."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset
from pencilp.formats.examples import example
from pencilp.formats.text import text as plain
from pencilp.formats.text.template import template
from pencilp.genres.samurai_sudoku import SamuraiSudoku
from pencilp.rules.grids import Grids
from pencilp.web.jobs import JOBS

OWN = [name for name in genres.names() if genres.load(name).own_board() is not None]


def test_there_are_some() -> None:
    assert "samurai_sudoku" in OWN
    assert "sudoku" not in OWN


@pytest.mark.parametrize("name", OWN)
def test_a_new_puzzle_begins_with_it(name: str) -> None:
    genre = genres.load(name)
    own: Any = genre.own_board()
    (puzzle,) = plain.read(template(genre, square(own.rows, own.cols)))
    assert puzzle.lattice == own
    frame = {"shape": "square", "rows": own.rows, "cols": own.cols, "missing": []}
    board = JOBS["new"]({"genre": name, "lattice": frame, "cells": 10_000})["board"]
    assert len(board["lattice"]["missing"]) == own.rows * own.cols - len(own)
    (content,) = (each for each in JOBS["genres"]({})["genres"] if each["name"] == name)
    assert content["size"] == [own.rows, own.cols]


def test_no_other_board_is_taken() -> None:
    for board in (square(21, 21), square(9, 9)):
        with pytest.raises(
            InputError, match="needs its own board of 21x21 with 369 cells; 'pencilp new samurai_sudoku 21x21'"
        ):
            api.solve(api.puzzle("samurai_sudoku", board, given=[None] * len(board)))


def test_a_dataset_text_of_another_size_is_refused() -> None:
    with pytest.raises(InputError, match="needs its own board"):
        read_dataset("2 2\n- -\n- 1", "", SamuraiSudoku)


@pytest.mark.parametrize("name", OWN)
def test_the_picture_on_the_page_is_that_of_the_board(name: str) -> None:
    """A sign for each box, and # where the board has none."""
    genre: Any = genres.load(name)
    board = genre.own_board()
    rows = [row.split() for row in genre.grids.picture.split("\n") if row.strip()]
    assert {*map(len, rows)} == {board.cols // 3}
    for r, c in product(range(board.rows), range(board.cols)):
        assert ((r, c) in board.cell_at) == (rows[r // 3][c // 3] != "#")


def test_grids_are_given_by_their_upper_left_boxes() -> None:
    grids = Grids("o o . .\n. . . .\n. . . .\n")
    assert (grids.board.rows, grids.board.cols) == (9, 12)
    assert grids.rows[:2] == [tuple(range(9)), tuple(range(12, 21))]
    assert grids.rows[9] == tuple(range(3, 12))
    assert grids.columns[17] == tuple(range(11, 108, 12))
    assert [len(cells) for cells in grids.cells] == [81, 81]


def test_the_middle_cells_of_boxes_are_tinted() -> None:
    puzzle = example("clueless_1_sudoku")
    tinted = {puzzle.lattice.positions[c] for c in puzzle["tinted"].given}
    assert tinted == {(r, c) for r in range(1, 27, 3) for c in range(1, 27, 3)}
