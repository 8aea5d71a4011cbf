"""Castle Wall: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, Case, Drawn, drawn_loops, inside, looped, ray


def case(rng: random.Random) -> Case:
    """Clues off a random loop, now and then a wrong one, or one that does not say all; or any clues anywhere."""
    board = rng.choice([board for board in LOOP_BOARDS if board.shape == "square"])
    truth = rng.choice(list(drawn_loops(board).values()))
    clues: list[Any] = [None] * len(board)

    def along(loop: Drawn, cell: int, direction: int) -> int:
        return sum(frozenset(step) in loop.steps for step in pairwise(ray(board, cell, direction)))

    if rng.random() < 0.15:
        for c in rng.sample(board.cells, rng.randint(0, 2)):
            clues[c] = (rng.choice("wbg"), rng.randrange(4), rng.choice([None, 0, 1, "?"]))
    else:
        off = [c for c in board.cells if c not in truth.cells]
        for c in rng.sample(off, min(len(off), rng.randint(1, 5))):
            color = rng.choice(["g", "w" if inside(board, truth.loop, c) else "b"])
            direction = rng.randrange(4)
            number = rng.choice([along(truth, c, direction)] * 6 + ["?", 1])
            clues[c] = rng.choice([(color, direction, number)] * 3 + [(color, None, None)])
        if rng.random() < 0.2:
            clues[rng.choice(board.cells)] = (rng.choice("wb"), None, None)
        if rng.random() < 0.05:
            clues[rng.choice(off or board.cells)] = ("g", None, rng.randint(0, 2))

    def right(loop: Drawn) -> bool:
        for cell, clue in enumerate(clues):
            if clue is not None:
                color, direction, number = clue
                if cell in loop.cells or (color != "g" and inside(board, loop.loop, cell) != (color == "w")):
                    return False
                # a number that does not say which way it looks is never right
                if isinstance(number, int) and (direction is None or number != along(loop, cell, direction)):
                    return False
        return True

    return looped("castle", board, right, clues=clues)


PUZZLES = 100
REASONS = {
    "lnCross": "the loop neither branches nor ends",
    "lnPlLoop": "the loop is one single loop",
    "anLineLt": "as much of the loop lies along the arrow as the number says",
    "shInside": "a black clue lies outside the loop",
    "cuOutside": "a white clue lies inside the loop",
    "anNoArrow": "a number needs an arrow",
}
CORPUS = Corpus("CastleWall", every=10)
