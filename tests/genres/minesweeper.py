"""Minesweeper: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, judged


@lru_cache
def counts(board: Lattice) -> dict[Cells, Cells]:
    """Per filling and cell how many mines lie around it."""
    every = product((0, 1), repeat=len(board))
    return {mines: tuple([sum(mines[n] for n in cells) for cells in around(board)]) for mines in every}


def case(rng: random.Random) -> Case:
    """Clues of a random board, now and then a wrong one, a question mark, or a total."""
    board = rng.choice([square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagonal(3, 4, [(2, 0)])])
    every = counts(board)
    truth = tuple([int(rng.random() < 0.35) for _ in board.cells])
    clues: list[Any] = [None] * len(board)
    for c in board.cells:
        if not truth[c] and rng.random() < 0.6:
            clues[c] = rng.choice([every[truth][c]] * 6 + ["?", rng.randrange(4)])
    total = rng.choice([None, sum(truth)])

    def right(mines: Cells) -> bool:
        return total in (None, sum(mines)) and all(
            clue is None or (not mines[c] and clue in ("?", every[mines][c])) for c, clue in enumerate(clues)
        )

    pool: list[Filling] = [(mines,) for mines in every]
    return judged("minesweeper", board, pool, right, clues=clues, total=total)


PUZZLES = 60
REASONS = {"nmMinesNe": "a number counts the mines around it"}
CORPUS = Corpus("Minesweeper", every=12)


def broken(puzzle: Puzzle, mines: list[int]) -> list[str]:
    """What ``check`` says about an answer."""
    return [str(b) for b in api.check(puzzle, Answer(puzzle, {"mines": mines}))]


def test_broken_rules_name_their_clue() -> None:
    puzzle = api.puzzle("minesweeper", square(2, 3), clues=[1, None, None, None, "?", None], total=1)
    assert broken(puzzle, [0, 1, 0, 0, 0, 0]) == []
    assert broken(puzzle, [0, 0, 1, 0, 0, 0]) == ["r1c1: a number counts the mines around it"]
    assert broken(puzzle, [1, 0, 0, 1, 0, 0]) == [
        "r1c1: there is no mine under a clue",
        "the number of mines on the board is given",
    ]
    assert broken(puzzle, [0, 0, 0, 0, 1, 0]) == ["r2c2: there is no mine under a clue"]
