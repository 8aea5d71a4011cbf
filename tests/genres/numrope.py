"""Number Rope: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import Case, Cells, Filling, fillings, judged, near


def case(rng: random.Random) -> Case:
    """Random shaded cells and lines, and the sums of a random answer, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(1, 5), square(2, 3, [(0, 1)]), square(3, 2), square(2, 2), square(3, 3)])
    shaded = set(rng.sample(board.cells, rng.randint(0, 2)))
    while len(board) - len(shaded) > 5:
        shaded.add(rng.choice(board.cells))
    chance = rng.choice([0.3, 0.8, 0.95])
    ropes = [int(shaded.isdisjoint(ends) and rng.random() < chance) for ends in board.links]
    roped: list[list[int]] = [[] for _ in board.cells]
    for (a, b), rope in zip(board.links, ropes, strict=True):
        if rope:
            roped[a].append(b)
            roped[b].append(a)

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        if last in shaded:
            return True
        return all(
            (abs(chosen[c] - chosen[last]) == 1 if c in roped[last] else chosen[c] != chosen[last])
            for c in near(board)[last]
            if c < last and c not in shaded
        )

    def rises(number: Cells) -> bool:
        """Whether a cell with two or more pieces of line has a smaller and a greater number next to it there."""
        return all(
            len(adjacent) < 2 or min(number[x] for x in adjacent) < number[c] < max(number[x] for x in adjacent)
            for c, adjacent in enumerate(roped)
        )

    values: list[Any] = [[0] if c in shaded else range(1, 10) for c in board.cells]
    every: list[Filling] = [(filling,) for filling in fillings(values, fits)]
    pool = every if len(every) < 10_000 else [filling for filling in every if rises(filling[0])]
    good = [filling for filling in every if rises(filling[0])]
    if not good and rng.random() < 0.9:
        return case(rng)
    truth = rng.choice(good or [((1,) * len(board),)])[0]
    sums: list[Any] = [None] * len(board)
    for c in shaded:
        right_sum = sum(truth[n] for n in near(board)[c] if n not in shaded)
        sums[c] = rng.choice([right_sum] * 9 + ["x", "?", 3, 36])

    def right(number: Cells) -> bool:
        return rises(number) and all(
            n in (None, "x", "?", sum(number[x] for x in near(board)[c])) for c, n in enumerate(sums)
        )

    found = judged("numrope", board, pool, right, sums=sums, ropes=ropes)
    wild: list[Filling] = [(tuple(0 if c in shaded else rng.randint(1, 9) for c in board.cells),) for _ in range(3)]
    return found._replace(near=[*rng.sample(found.near, min(50, len(found.near))), *wild])


PUZZLES = 60
REASONS = {
    "nmRange": "10 cannot stand here",
    "nqAroundSumNe": "the number in a shaded cell is the sum of the adjacent numbers",
    "nmAdjacent": "equal numbers do not share an edge",
    "nmNotSeq": "along a line numbers go up, or down, all the way",
}


def test_links_have_sums_up_to_45() -> None:
    # 19, 20 and 36, an unknown one, none, and a cell of its own between two
    link = "https://puzz.link/p?numrope/8/1/00jAQ_+.0k"
    longer = read_link(link)
    link = f"{link[:-1]}."
    puzzle = read_link(link)
    assert puzzle == longer
    assert puzzle["sums"] == [19, 20, 36, "?", "x", None, 0, None]
    assert write_link(puzzle) == link + "/"
    with pytest.raises(InputError, match="37 is not allowed"):
        read_link("https://puzz.link/p?numrope/1/1/R")


def test_no_line_passes_a_shaded_cell() -> None:
    with pytest.raises(InputError, match="r1c2: a line passes no shaded cell"):
        api.solve(api.puzzle("numrope", square(1, 2), sums=[None, "x"], ropes=[1]))
