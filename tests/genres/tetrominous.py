"""Tetrominous: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests.small_boards import Case, Region, divided, divisions, free_shape, touching_regions

PICTURES = {"I": "####", "L": "### #", "O": "## ##", "S": "## _##", "T": "### _#"}
"""The rows of each shape."""


def letter_of(board: Lattice, region: Region, pictures: dict[str, str]) -> str:
    """The letter of a region's shape."""
    for letter, picture in pictures.items():
        drawn = {(r, c) for r, row in enumerate(picture.split()) for c, sign in enumerate(row) if sign == "#"}
        if drawn in free_shape(board, region):
            return letter
    raise AssertionError("a shape without a letter")


def lettered(name: str, board: Lattice, pictures: dict[str, str], rng: random.Random) -> Case:
    """Letters of a random division, now and then a wrong one, and some given borders."""
    every = divisions(board, size=len(next(iter(pictures.values())).replace("_", "").replace(" ", "")))
    apart = [
        regions
        for regions in every.values()
        if all(free_shape(board, a) != free_shape(board, b) for a, b in touching_regions(board, regions))
    ]
    truth = rng.choice((apart if rng.random() < 0.9 else []) or [*every.values()])
    letters: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(0, 3)):
        (region,) = (region for region in truth if cell in region)
        letters[cell] = rng.choice(sorted(pictures)) if rng.random() < 0.06 else letter_of(board, region, pictures)
    drawn = next(borders for borders, regions in every.items() if regions == truth)
    walls = [int(rng.random() < (0.15 if border else 0.005)) for border in drawn] if rng.random() < 0.4 else None

    def right(regions: tuple[Region, ...]) -> bool:
        of = {c: region for region in regions for c in region}
        return (
            all(free_shape(board, a) != free_shape(board, b) for a, b in touching_regions(board, regions))
            and all(letters[c] in (None, letter_of(board, of[c], pictures)) for c in board.cells)
            and not any(wall and of[a] == of[b] for (a, b), wall in zip(board.links, walls or [], strict=bool(walls)))
        )

    found = divided(name, board, every, right, letters=letters, **({} if walls is None else {"walls": walls}))
    anyhow = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*found.near, *anyhow])


def case(rng: random.Random) -> Case:
    """A small board."""
    board = rng.choice([
        square(4, 4), square(3, 4), square(2, 6), square(4, 5), square(4, 4, [(0, 0), (0, 3), (3, 0), (3, 3)]),
        square(3, 5, [(1, 2), (0, 0), (2, 4)]),
    ])  # fmt: skip
    return lettered("tetrominous", board, PICTURES, rng)


PUZZLES = 70
REASONS = {
    "bkSizeLt": "a region has 4 cells",
    "bkSizeGt": "a region has 4 cells",
    "nmShapeNe": "a letter is the shape of its region",
    "bsSameShape": "regions of the same shape do not share an edge",
}


def test_given_borders_are_read_and_written_in_texts() -> None:
    blank = "pzprv3\ntetrominous\n2\n4\n" + ". . . .\n" * 4
    puzzle = read_pzpr(blank + "X 0 0\n0 -X 0\n0 0 0 0\n")
    assert [puzzle.lattice.links[e] for e, wall in enumerate(puzzle["walls"]) if wall] == [(0, 1), (5, 6)]
    assert puzzle.answer is not None
    assert puzzle.answer["borders"] == puzzle["walls"]
    assert write_pzpr(puzzle) == blank + "X 0 0\n0 X 0\n0 0 0 0\n"
    solved = read_pzpr(blank + "X 0 0\n0 -X 0\n0 1 2 -1\n")
    assert solved.answer is not None
    assert [solved.lattice.links[e] for e, border in enumerate(solved.answer["borders"]) if border] == [
        (0, 1), (5, 6), (1, 5), (2, 6),
    ]  # fmt: skip
    with pytest.raises(InputError, match="line 9 value 2: 'Y' cannot stand here"):
        read_pzpr(blank + "X Y 0\n0 -X 0\n0 0 0 0\n")
