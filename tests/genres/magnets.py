"""Magnets: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.genres.magnets import Magnets
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    Filling,
    across_borders,
    inner_walls,
    judged,
    line_counts,
    lines_counted,
    near,
    random_rooms,
)


def case(rng: random.Random) -> Case:
    """Random rooms, some poles given, and the counts of poles in some lines."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 3, [(0, 1)])])
    rooms = random_rooms(board, rng, 3)
    anti = rng.choice([0, 0, 1])
    walls = inner_walls(board, rooms, rng)
    parted = across_borders(board, rooms, walls)
    ways = []
    for room in set(rooms):
        cells = [c for c in board.cells if rooms[c] == room]
        ways.append([(), *((a, b) for a in cells for b in near(board)[a] if b in cells)])
    pool: list[Filling] = []
    fits: set[Filling] = set()
    for magnets in product(*ways):
        plus, minus = ({magnet[k] for magnet in magnets if magnet} for k in (0, 1))
        poles = tuple([1 if c in plus else 2 if c in minus else 0 for c in board.cells])
        pool.append((poles,))
        touching = [(a, b) for a in board.cells for b in near(board)[a] if poles[a] and poles[b]]
        if all(
            poles[a] == poles[b] or not {(a, b), (b, a)} & {*parted} if anti else poles[a] != poles[b]
            for a, b in touching
        ):
            fits.add((poles,))
    truth = rng.choice(sorted(fits))[0]
    counts: dict[str, list[Any]] = {}
    for value, sides in ((1, ("left", "top")), (2, ("right", "bottom"))):
        numbers = line_counts(board, truth, rng, value)
        counts |= {sides[0]: numbers["left"], sides[1]: numbers["top"]}
    if rng.random() < 0.1:
        counts = {}
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 2)):
        given[c] = "x+_"[truth[c]]

    def right(poles: Cells) -> bool:
        printed = all(mark is None or "x+_"[poles[c]] == mark for c, mark in enumerate(given))
        return (
            printed
            and (poles,) in fits
            and all(
                lines_counted(board, poles, {side: counts[side] for side in sides if counts}, value)
                for value, sides in ((1, ("left", "top")), (2, ("right", "bottom")))
            )
        )

    return judged("magnets", board, pool, right, rooms=rooms, walls=walls, counts=counts, given=given, anti=anti)


PUZZLES = 80
REASONS = {
    "nmAdjacent": "equal poles do not share an edge",
    "bkNumLt2": "a magnet has both poles, side by side",
    "bkNumGt2": "a room holds one magnet at most",
    "exPlusNe": "the number outside counts the poles in its line",
    "exMinusNe": "the number outside counts the poles in its line",
}
CORPUS = Corpus("Magnetic", every=30)


def test_a_cell_without_a_pole_may_be_a_hole_in_the_dataset() -> None:
    text = "2 3\n0 1 1\n1 1 0\n1 1\n1 1\n. . x\n. x .\n1 1 @\n@ 2 2"
    puzzle = read_dataset(text, "2 3\n- + x\nx - +", Magnets)
    assert puzzle.lattice == square(2, 3, [(0, 2), (1, 0)])
    assert puzzle["given"] is not None
    assert [*puzzle["given"]] == [None, None, "x", None]
    entry = write_dataset(puzzle, puzzle.answer)
    again = read_dataset(entry["problem"], entry["solution"], Magnets)
    assert (again, again.answer) == (puzzle, puzzle.answer)
