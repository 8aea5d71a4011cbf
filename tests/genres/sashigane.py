"""Sashigane: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from pencilp.formats import links
from tests.small_boards import Case, Region, divided, divisions

WAYS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def corner_of(board: Lattice, region: Region) -> int | None:
    """The cell of a region with one straight arm of all other cells above or below it, and one next to it; None without."""
    places = {board.positions[c] for c in region}
    for cell in region:
        row, col = board.positions[cell]
        upright, level = ({p for p in places if p[axis] == (row, col)[axis] and p != (row, col)} for axis in (1, 0))
        spans = []
        for arm, axis, at in ((upright, 0, row), (level, 1, col)):
            far = sorted(abs(p[axis] - at) for p in arm)
            spans.append(bool(arm) and len({p[axis] > at for p in arm}) == 1 and far == [*range(1, len(far) + 1)])
        if all(spans) and len(upright) + len(level) + 1 == len(region):
            return cell
    return None


def is_l(board: Lattice, region: Region) -> bool:
    """Whether a region has such a corner."""
    return corner_of(board, region) is not None


def pointing(board: Lattice, cell: int, region: Region) -> str | None:
    """The direction in which a cell has its only neighbour in its region; None where it has several."""
    row, col = board.positions[cell]
    places = {board.positions[c] for c in region}
    ways = [way for way, (down, right) in WAYS.items() if (row + down, col + right) in places]
    return ways[0] if len(ways) == 1 else None


def case(rng: random.Random) -> Case:
    """Circles and arrows of a random division, now and then a wrong one."""
    board = rng.choice(
        [square(3, 3), square(3, 4), square(4, 3), square(4, 4), square(3, 4, [(1, 1)]), square(2, 5), square(3, 5)]
    )
    every = divisions(board, is_l)
    truth = rng.choice([*every.values()] or [(frozenset(board.cells),)])
    signs: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.choice([1, 2, 4, 6])):
        (region,) = (region for region in truth if cell in region)
        if cell == corner_of(board, region):
            signs[cell] = rng.choice([len(region), "?"])
        else:
            signs[cell] = pointing(board, cell, region)
        if rng.random() < 0.05:
            signs[cell] = rng.choice(["n", "e", "s", "w", "?", 3, 4])

    def right(regions: tuple[Region, ...]) -> bool:
        for region in regions:
            for c in region:
                if signs[c] in WAYS:
                    if pointing(board, c, region) != signs[c]:
                        return False
                elif signs[c] is not None and (c != corner_of(board, region) or signs[c] not in ("?", len(region))):
                    return False
        return True

    found = divided("sashigane", board, every, right, signs=signs)
    # regions of other shapes, and borders drawn anyhow
    others = [(borders,) for borders in rng.sample([*divisions(board, size=3)] or [(0,) * len(board.links)], 1)]
    anyhow = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*found.near, *others, *anyhow])


PUZZLES = 100
REASONS = {
    "arNotPtCnr": "an arrow is an end and points to the corner",
    "ciNotOnCnr": "a circle is a corner",
    "bkSizeNe": "a number is the size of its region",
}


@pytest.mark.parametrize(
    "link", ["https://puzz.link/p?sashigane/5/5/jm.o3khkgojm4", "https://puzz.link/p?sashigane/6/6/l4mjm.ngpgkjmiq"]
)
def test_links_have_one_answer(link: str) -> None:
    """Puzzles of the public: which letter is which arrow is seen there."""
    assert api.solve(links.read_link(link)).status == "unique"


def test_a_reason_counts_the_cells_of_the_region() -> None:
    """The corner is one of them."""
    puzzle = api.puzzle("sashigane", square(2, 3), signs=[3, None, None, None, None, None])
    borders = [int(a in (0, 1, 3) and b in (2, 4)) for a, b in puzzle.lattice.links]
    (right,) = api.solve(puzzle, count=0).answers
    assert right["borders"] == borders
    larger = api.puzzle("sashigane", square(2, 3), signs=[4, None, None, None, None, None])
    assert [broken.says for broken in api.check(larger, Answer(larger, {"borders": borders}))] == [
        "4 at r1c1: 3 instead of 4 (a number is the size of its region)"
    ]


def test_a_reason_does_not_depend_on_the_number_of_neighbours() -> None:
    """An arrow in the middle of an arm, or one that points away, is just no end that points to the corner."""
    words = "an arrow is an end and points to the corner"
    for sign, way in (("n", "up"), ("e", "to the right")):
        puzzle = api.puzzle("sashigane", square(2, 3), signs=[sign, None, None, None, None, None])
        borders = [int(a in (0, 1, 3) and b in (2, 4)) for a, b in puzzle.lattice.links]
        found = [broken.says for broken in api.check(puzzle, Answer(puzzle, {"borders": borders}))]
        assert found == [f"arrow {way} at r1c1: {words}"]
