"""Battenberg Painting: what proves it."""

from __future__ import annotations

import random
from itertools import product

import pytest

from pencilp.board.lattice import square
from pencilp.formats.links import read_link, write_link
from tests.small_boards import Case, Cells, Filling, at_corners, judged, line_counts, lines_counted


def checkered(shaded: Cells, cells: list[int]) -> bool:
    """Whether the cells around a corner are four, two of them shaded, which lie diagonally."""
    return [shaded[c] for c in cells] in ([1, 0, 0, 1], [0, 1, 1, 0])


def case(rng: random.Random) -> Case:
    """The marks and some counts of a random picture, now and then a mark too many or too few."""
    board = rng.choice([square(3, 3), square(3, 4), square(2, 5), square(4, 3, [(1, 1)]), square(2, 4, [(0, 3)])])
    pool: list[Filling] = [(shaded,) for shaded in product((0, 1), repeat=len(board))]
    (truth,) = rng.choice(pool)
    corners = at_corners(board)
    marks = ["x" if checkered(truth, cells) else None for cells in corners]
    if rng.random() < 0.25:
        wrong = rng.randrange(len(marks))
        marks[wrong] = None if marks[wrong] else "x"
    counts = line_counts(board, truth, rng)

    def right(shaded: Cells) -> bool:
        marked = all(checkered(shaded, cells) == bool(mark) for cells, mark in zip(corners, marks, strict=True))
        return marked and lines_counted(board, shaded, counts)

    return judged("batten", board, pool, right, marks=marks, counts=counts)


PUZZLES = 60
PRESENCE = ("marks",)
REASONS = {
    "shDiag": "no cells around a corner without a mark are a checkerboard",
    "exShadeNe": "as many cells of the line are shaded as its number says",
}


@pytest.mark.parametrize(
    ("size", "body", "marks"),
    [("5/5", "0723", 4), ("5/5", "g", 0), ("5/5", "0" * 16, 16), ("5/5", "f", 1), ("8/8", ".c", 1), ("8/8", "0.b", 2),
     ("8/8", "z0c", 2), ("8/8", ".d", 0), ("8/8", "0.c", 1)],
)  # fmt: skip
def test_links_have_the_gaps_between_marks(size: str, body: str, marks: int) -> None:
    link = f"https://puzz.link/p?batten/{size}/{body}2"
    puzzle = read_link(link)
    assert puzzle["marks"].count("x") == marks
    assert write_link(puzzle).startswith(link)
