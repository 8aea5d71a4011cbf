"""School Trip: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.links import read_link, write_link
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, Cells, Filling, blocks, connected, judged, near, ray, with_value

AISLE = 1
PILLOWS = (2, 3, 4, 5)
FEET = (7, 8, 9, 10)


def covered(board: Lattice, numbers: set[int]) -> list[Cells]:
    """All ways to put beds into the cells without a number, the pillow in either half; the others are of the aisle."""
    found = []

    def fill(values: dict[int, int]) -> None:
        cell = next((c for c in board.cells if c not in values), None)
        if cell is None:
            found.append(tuple([values[c] for c in board.cells]))
            return
        fill(values | {cell: AISLE})
        for way in range(len(SIDES["square"])):
            for there in ray(board, cell, way)[:1]:
                if there not in values:
                    back = (way + 2) % 4
                    fill(values | {cell: PILLOWS[way], there: FEET[back]})
                    fill(values | {cell: FEET[way], there: PILLOWS[back]})

    fill(dict.fromkeys(numbers, 0))
    return found


def case(rng: random.Random) -> Case:
    """Numbers in some cells, as they are next to a random filling, now and then a wrong one."""
    board = rng.choice([square(3, 3), square(2, 4), square(3, 4), square(2, 4, [(0, 2)]), square(4, 3, [(1, 1)])])
    numbers = set(rng.sample(board.cells, max(1, len(board) - rng.choice([6, 7, 8]))))
    pool = covered(board, numbers)

    def fits(beds: Cells) -> bool:
        aisle = with_value(beds, AISLE)
        halves = [(c, near_by) for c in board.cells if beds[c] in PILLOWS for near_by in ray(board, c, beds[c] - 2)[:1]]
        return (
            connected(board, aisle)
            and not any(all(beds[c] == AISLE for c in block) for block in blocks(board))
            and 4 not in beds
            and all(any(n in aisle for half in bed for n in near(board)[half]) for bed in halves)
        )

    good = [beds for beds in pool if fits(beds)]
    truth = rng.choice(good or pool)

    def counted(beds: Cells, cell: int) -> int:
        return sum(beds[n] in PILLOWS for n in near(board)[cell])

    clues: list[Any] = [None] * len(board)
    for c in numbers:
        clues[c] = rng.choice([counted(truth, c)] * 12 + ["?"] * 4 + [rng.randint(0, 3)])

    def right(beds: Cells) -> bool:
        return beds in good and all(n in (None, "?", counted(beds, c)) for c, n in enumerate(clues))

    every: list[Filling] = [(beds,) for beds in pool]
    found = judged("shugaku", board, every, right, clues=clues)
    fresh = [(tuple([rng.choice([AISLE, *PILLOWS, *FEET]) for _ in board.cells]),) for _ in range(10)]
    return found._replace(near=[*found.near, *[(beds,) for beds in good] * 3, *fresh])


PUZZLES = 80
BED = "a bed has two halves side by side, one with its pillow"
REASONS = {
    "cs2x2": "no two by two is of the aisle",
    "nmPillowGt": "a number counts the pillows at its edges",
    "nmPillowLt": "a number counts the pillows at its edges",
    "futonHalf": BED,
    "csDivide": "the aisle forms one group",
    "ceEmpty": "a cell without a number is of a bed or of the aisle",
}
PRESENCE = ("clues",)
CORPUS = Corpus("Shugaku", every=8)


def row(clues: list[Any]) -> Puzzle:
    """A puzzle in one row."""
    return api.puzzle("shugaku", square(1, len(clues)), clues=clues)


@pytest.mark.parametrize(
    ("body", "clues"), [("06", [0, None]), ("754", [None, None, "?", 4]), ("z0", [None] * 30 + [0])]
)
def test_a_link_has_numbers_and_skips(body: str, clues: list[Any]) -> None:
    link = f"https://puzz.link/p?shugaku/{len(clues)}/1/{body}"
    assert read_link(link) == row(clues)
    assert write_link(row(clues)) == link


def test_halves_of_beds_without_partner_in_the_dataset_are_paired() -> None:
    genre = genres.load("shugaku")
    text = "2 3\no # x\n# o x"
    puzzle = read_dataset("2 3\n- - -\n- - -", text, genre)
    assert puzzle.answer is not None
    # the pillow on the left belongs to the half next to it, or that would have none
    assert puzzle.answer["beds"] == [8, 5, 1, 3, 10, 1]
    assert write_dataset(puzzle, puzzle.answer)["solution"] == text
