"""Sheep Wolf Slitherlink: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.genres.slitherlink import BOARDS_AROUND, lines_around
from tests.small_boards import Case, Cells, judged


def case(rng: random.Random) -> Case:
    """Some numbers and animals of a random loop, now and then wrong ones; at times the loop has to pass all corners."""
    board = rng.choice([board for board in BOARDS_AROUND if board.shape == "square"])
    every = lines_around(board)
    loops = [line for line, around in every.items() if around.single]
    full = int(rng.random() < 0.1)
    truth = rng.choice([line for line in loops if every[line].full or not full] or loops)
    edge_at: dict[tuple[int, int, int], int] = {}
    for cell, (row, col) in enumerate(board.positions):
        for way, edge in enumerate(board.cell_edges[cell]):
            edge_at[row, col, way] = edge

    def inside(line: Cells, cell: int) -> bool:
        """Whether a way upwards from a cell crosses the line an odd number of times."""
        row, col = board.positions[cell]
        crossed = {
            edge_at[r, col, way]
            for r in range(row + 1)
            for way in (0, 2)
            if (r, col, way) in edge_at and (r, way) != (row, 2)
        }
        return sum(line[edge] for edge in crossed) % 2 == 1

    numbers: list[Any] = [None] * len(board)
    animals: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board))):
        if rng.random() < 0.5:
            numbers[c] = rng.choice([every[truth].edges[c]] * 15 + ["?", 1])
        else:
            animals[c] = rng.choice(["s" if inside(truth, c) else "w"] * 15 + ["s", "w"])

    def right(line: Cells) -> bool:
        around = every[line]
        return (
            all(n in (None, "?", count) for n, count in zip(numbers, around.edges, strict=True))
            and all(a is None or (a == "s") == inside(line, c) for c, a in enumerate(animals))
            and (around.full or not full)
        )

    found = judged("swslither", board, [(line,) for line in loops], right, numbers=numbers, animals=animals, full=full)
    return found._replace(near=[(line,) for line in every])


PUZZLES = 100
LOOP = "the loop neither branches nor ends"
REASONS = {
    "lnBranch": LOOP,
    "lnCross": LOOP,
    "lnDeadEnd": LOOP,
    "nmOutside": "a sheep is inside the loop",
    "nmInside": "a wolf is outside the loop",
}
