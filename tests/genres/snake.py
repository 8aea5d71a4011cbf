"""Snake: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import (
    Case,
    Cells,
    around,
    blocks,
    connected,
    judged,
    line_counts,
    lines_counted,
    near,
    sometimes,
    with_value,
)


@lru_cache
def snakes(board: Lattice) -> dict[Cells, frozenset[int]]:
    """Per snake of two cells or more, as its shaded cells, its two ends."""
    found = {}

    def walk(path: list[int]) -> None:
        if len(path) > 1:
            found[tuple([int(c in path) for c in board.cells])] = frozenset((path[0], path[-1]))
        for n in near(board)[path[-1]]:
            # a cell may touch, by the corner of a turn, only the last but one
            if n not in path and not any(c in around(board)[n] for c in path[:-2]):
                walk([*path, n])

    for start in board.cells:
        walk([start])
    return found


@lru_cache
def nearly(board: Lattice) -> list[Cells]:
    """Fillings that are no snake, but would be if one of the rules were not there."""
    diagonal = [[c for c in around(board)[cell] if c not in near(board)[cell]] for cell in board.cells]
    found = []
    for shaded in product((0, 1), repeat=len(board)):
        body = with_value(shaded, 1)
        joined = [sum(shaded[n] for n in near(board)[c]) for c in body]
        corners = [(a, b) for a in body for b in diagonal[a] if a < b and shaded[b]]
        bent = all(sum(shaded[n] for n in near(board)[a] if n in near(board)[b]) == 1 for a, b in corners)
        blocked = any(all(shaded[c] for c in block) for block in blocks(board))
        right = (
            max(joined, default=0) < 3,
            joined.count(1) == 2 and 0 not in joined,
            bent and not blocked,
            connected(board, body),
        )
        if sum(right) == 3:
            found.append(shaded)
    return found


def case(rng: random.Random) -> Case:
    """Counts and circles of a random snake, or of something like it, now and then a wrong one; some boards have holes."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 3, [(0, 1)]), square(3, 4, [(1, 1), (1, 2)]),
                        square(4, 4, [(1, 1), (2, 3)]), square(3, 5)])  # fmt: skip
    pool = [(shaded,) for shaded in snakes(board)]
    truth = rng.choice(nearly(board) if board.cols == 5 and rng.random() < 0.7 else list(snakes(board)))
    counts = line_counts(board, truth, rng)
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 3)):
        if truth[c]:
            end = sum(truth[n] for n in near(board)[c]) == 1
            circles[c] = sometimes(rng, 0.1, "b" if end else "w", "b")

    def right(shaded: Cells) -> bool:
        ends = snakes(board)[shaded]
        return lines_counted(board, shaded, counts) and all(
            circle is None or (shaded[c] and (c in ends) == (circle == "b")) for c, circle in enumerate(circles)
        )

    found = judged("snake", board, pool, right, counts=counts, circles=circles)
    anyhow = [tuple(rng.choices((0, 1), k=len(board))) for _ in range(len(pool) // 4)]
    return found._replace(near=[*pool, *[(shaded,) for shaded in (nearly(board) if board.cols == 5 else anyhow)]])


PUZZLES = 200
BOARDS = (
    # a ring with two tails would do if the snake could branch
    "snake\ncounts:\ntop 1 3 2 3 1\nleft 3 4 3\ncircles:\n- - - - -\n- - - - -\n- - - - -\n",
    # a ring and a short snake next to it would do if the snake could be in pieces
    "snake\ncounts:\ntop 3 2 3 0 2\nleft 4 3 3\ncircles:\n- - - - -\n- - - - -\n- - - - -\n",
)
REASONS = {
    "csDivide": "the snake is in one piece",
    "shBranch": "a cell of the snake touches one or two others",
    "cs2x2": "the snake does not touch itself",
    "circleUnshade": (
        "a black circle is an end of the snake",
        "a white circle is a part of the snake between its ends",
    ),
    "shLoop": "the snake has two ends",
    "shEndpoint": "a black circle is an end of the snake",
    "shMidpoint": "a white circle is a part of the snake between its ends",
}
CORPUS = Corpus("Snake", every=20)


def test_a_snake_that_only_touches_itself_by_a_corner_is_refused() -> None:
    board = square(4, 4)
    puzzle = api.puzzle("snake", board)

    def refused(body: set[int]) -> bool:
        return bool(api.check(puzzle, Answer(puzzle, {"shaded": [int(c in body) for c in board.cells]})))

    assert not refused({0, 1, 5, 9, 8, 12})  # 8 and 12 touch no cell but their neighbours
    assert refused({0, 1, 2, 6, 10, 9, 8, 4})
