"""Double Choco: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, permutations
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.formats.links import read_link
from pencilp.genres.dbchoco import fast
from tests.small_boards import Case, Region, connected, divided, divisions, free_shape, held


@lru_cache(maxsize=100_000)
def forms(board: Lattice, cells: Region) -> frozenset[Any]:
    """The form of some cells in all ways that they can be turned and mirrored."""
    if board.shape == "square":
        return free_shape(board, cells)
    found = set()
    for order in permutations(range(3)):
        for sign in (1, -1):
            # with three coordinates that are 0 together, turning and mirroring hexagons changes their order and their signs
            triples = [(c, r - c, -r) for r, c in map(board.positions.__getitem__, cells)]
            turned = sorted(tuple(sign * triple[k] for k in order) for triple in triples)
            found.add(tuple(tuple(x - y for x, y in zip(t, turned[0], strict=True)) for t in turned))
    return frozenset(found)


def is_pair(board: Lattice, region: Region, grey: Iterable[int]) -> bool:
    """Whether a region has one white and one grey area of the same form."""
    dark = region.intersection(grey)
    return parted(board, dark, region - dark)


@lru_cache(maxsize=100_000)
def parted(board: Lattice, dark: Region, light: Region) -> bool:
    """Whether two areas are there, hang together and have the same form."""
    if len(dark) != len(light) or not dark or not (connected(board, dark) and connected(board, light)):
        return False
    return forms(board, dark) == forms(board, light)


@lru_cache
def every(board: Lattice) -> dict[tuple[int, ...], tuple[Region, ...]]:
    return divisions(board)


@lru_cache
def halves(board: Lattice, region: Region) -> list[Region]:
    """The cells of a region that can be grey."""
    return [
        grey
        for some in combinations(sorted(region), len(region) // 2)
        if len(region) % 2 == 0 and is_pair(board, region, grey := frozenset(some))
    ]


def case(rng: random.Random) -> Case:
    """The colours of a random division, and some of its numbers, now and then a wrong one."""
    board = rng.choice([
        square(3, 3, [(1, 1)]), square(2, 4), square(3, 4, [(0, 0), (2, 3)]), square(2, 5), square(3, 4),
        hexagonal(2, 4), hexagonal(3, 3, [(2, 0)]), square(3, 3, [(0, 2)]),
    ])  # fmt: skip
    truth: tuple[Region, ...] = ()
    while not truth or not all(halves(board, region) for region in truth):
        truth = rng.choice([*every(board).values()])
    grey = {c for region in truth for c in rng.choice(halves(board, region))}
    numbers: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.choice([0, 0, 1, 2, 3])):
        (region,) = (region for region in truth if cell in region)
        numbers[cell] = rng.choice([len(region) // 2] * 12 + ["?", 1, 2, len(board) // 2])
    if rng.random() < 0.15:
        grey ^= {rng.choice(board.cells)}

    def right(regions: tuple[Region, ...]) -> bool:
        return all(
            is_pair(board, region, grey) and all(numbers[c] in (None, "?", len(region) // 2) for c in region)
            for region in regions
        )

    tint = ["x" if c in grey else None for c in board.cells]
    found = divided("dbchoco", board, every(board), right, grey=tint, numbers=numbers)
    anyhow = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*found.near, *anyhow])


PUZZLES = 60
REASONS = {
    "bdDeadEnd": "a border parts two regions",
    "bkSubLt2": "a region has a white and a grey area",
    "bkSubGt2": "a region has no more than one area of each colour",
    "bkSizeLt": "a number says how many cells its area has",
    "bkSizeGt": "a number says how many cells its area has",
}


@pytest.mark.parametrize("most", [fast.MAX_WAYS, 0])
def test_large_boards_are_solved(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "MAX_WAYS", most)
    # wide areas of one colour, with few numbers
    found = api.solve(read_link("https://puzz.link/p?dbchoco/10/10/v0v30r0rororooo0rs3szx8g7k6zx9t"), time_limit=300)
    assert found.status == "unique"


def test_cells_are_moved_if_regions_are_too_many_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    # answers with MOST as it is are held against brute force elsewhere
    monkeypatch.setattr(fast, "MAX_WAYS", 0)
    rng = random.Random(1)
    held([case(rng) for _ in range(60)], rng)


def test_adjacent_regions_may_have_the_same_shift() -> None:
    # white above grey everywhere: two columns, or one region of both
    puzzle = api.puzzle("dbchoco", square(2, 2), grey=[None, None, "x", "x"])
    assert len(api.solve(puzzle, count=0).answers) == 2
    puzzle = api.puzzle("dbchoco", square(2, 2), grey=[None, None, "x", "x"], numbers=[1, None, None, None])
    assert sum(api.solve(puzzle).answers[0].values["borders"]) == 2
