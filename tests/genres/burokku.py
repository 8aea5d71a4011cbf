"""Block Puzzle (Burokku): what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres import find
from pencilp.reformulate.fast import listed_regions
from tests.proof import Corpus
from tests.small_boards import Case, Region, divided, divisions


def case(rng: random.Random) -> Case:
    """Signs for the blocks of a random division, in all cells or some, now and then a wrong one; a few printed borders."""
    full = rng.random() < 0.6
    board, size = rng.choice([
        (square(3, 4), 4), (square(3, 4), 3), (square(4, 4), 4), (square(4, 4), 4), (square(3, 4, [(1, 1), (1, 2), (0, 3)]), 3),
        (square(2, 4), 2), (square(3, 3), 3),
    ])  # fmt: skip
    every = divisions(board, size=size)
    borders = rng.choice(list(every))
    signs: list[Any] = [None] * len(board)
    for region in every[borders]:
        for cell, sign in zip(
            rng.sample(sorted(region), size), rng.choice(["ABCD", "CABD", [1, 2, "B", 7]]), strict=False
        ):
            signs[cell] = sign if full or rng.random() < 0.5 else None
    if rng.random() < 0.35:
        signs[rng.choice(board.cells)] = "A"
    walls = [int(x and rng.random() < 0.1) for x in borders]
    if rng.random() < 0.1:
        walls[rng.randrange(len(walls))] = 1
    different = {sign for sign in signs if sign is not None}
    usual = board.rows if None in signs else len(different)

    def right(regions: tuple[Region, ...]) -> bool:
        held = [[signs[c] for c in region if signs[c] is not None] for region in regions]
        of = {c: k for k, region in enumerate(regions) for c in region}
        kept = all(of[a] != of[b] for (a, b), wall in zip(board.links, walls, strict=True) if wall)
        return kept and all(len({*some}) == len(some) for some in held)

    given = {} if size == usual and rng.random() < 0.8 else {"size": size}
    return divided("burokku", board, every, right, signs=signs, walls=walls, **given)


PUZZLES = 60
REASONS: dict[str, str] = {}
PRESENCE = ("signs",)
UNNAMED = {"signs": "a rule speaks of all cells with the same sign"}
# boards full of signs, whose printed borders the dataset seems to have lost: the five that have theirs have several answers
# without them, too. Every recorded answer keeps the rules
CORPUS = Corpus(
    "Burokku",
    every=12,
    several=frozenset({
        "56_8x8", "57_8x8", "67_8x8", "68_8x8", "70_9x9", "92_6x6", "96_8x8", "97_8x8", "109_9x9", "110_9x9",
        "115_6x6", "119_9x9", "148_8x8", "167_8x8", "175_8x8", "177_8x8", "182_6x6", "208_8x8", "220_10x10",
    }),
)  # fmt: skip

PROBLEM = "2 2\nA B\nB A\n[lines]\n- 2\n- -"


def test_printed_borders_of_the_dataset() -> None:
    puzzle = read_dataset(PROBLEM, "2 2\n1 1\n2 2", find("burokku"))
    assert puzzle["walls"] == [0, 0, 0, 1]
    assert [answer["borders"] for answer in api.solve(puzzle).answers] == [[0, 0, 1, 1]]
    assert write_dataset(puzzle, puzzle.answer)["problem"] == PROBLEM
    assert "[lines]" not in write_dataset(read_dataset(PROBLEM[:11], "", find("burokku")))["problem"]
    for wrong, message in (("- 1", "no cell on the other side"), ("- 4", "is not a number from 1 to 3")):
        with pytest.raises(InputError, match=message):
            read_dataset(PROBLEM.replace("- 2", wrong), "", find("burokku"))


def test_too_many_fitting_blocks_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = api.puzzle("burokku", square(3, 3), signs=[1, None, None, None, 1, None, None, None, 1])
    answers = {tuple(answer["borders"]) for answer in api.solve(puzzle, count=0).answers}
    monkeypatch.setattr(listed_regions, "MAX_LISTED_REGIONS", 3)
    assert {tuple(answer["borders"]) for answer in api.solve(puzzle, count=0).answers} == answers
    assert len(answers) > 1
