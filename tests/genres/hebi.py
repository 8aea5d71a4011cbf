"""Hebi-Ichigo: what proves it."""

from __future__ import annotations

import random
from itertools import combinations, takewhile
from typing import Any

from pencilp.board.lattice import Lattice, square
from tests.small_boards import Case, Cells, Filling, judged, near, ray

Snake = tuple[int, ...]


def snakes(board: Lattice, white: list[bool]) -> list[Snake]:
    """All snakes of five white cells, from the head on."""
    found: list[Snake] = [(c,) for c in board.cells if white[c]]
    for _ in range(4):
        found = [(*s, n) for s in found for n in near(board)[s[-1]] if white[n] and n not in s]
    return found


def filled(board: Lattice, some: tuple[Snake, ...]) -> Cells:
    """The numbers of some snakes."""
    number = [0] * len(board)
    for snake in some:
        for k, c in enumerate(snake, 1):
            number[c] = k
    return tuple(number)


def case(rng: random.Random) -> Case:
    """What some arrows see of random snakes, now and then another number."""
    board = rng.choice([square(3, 4), square(4, 4), square(2, 6), square(3, 4, [(1, 1)]), square(3, 5), square(3, 5)])
    black = rng.sample(board.cells, rng.randint(2, len(board) // 3))
    white = [c not in black for c in board.cells]
    every = snakes(board, white)
    pairs = [(a, b) for a, b in combinations(every, 2) if not {*a} & {*b}]
    apart = [(a, b) for a, b in pairs if not any(n in b for c in a for n in near(board)[c])]
    if not every or len(apart) > 1500:
        return case(rng)

    def view(cell: int, way: int) -> list[int]:
        return list(takewhile(white.__getitem__, ray(board, cell, way)))

    def looks_at(one: Snake, other: Snake) -> bool:
        (way,) = (w for w in range(4) if ray(board, one[1], w)[:1] == [one[0]])
        return any(c in other for c in view(one[0], way))

    good = [(s,) for s in every] + [(a, b) for a, b in apart if not looks_at(a, b) and not looks_at(b, a)]
    of = {filled(board, some): some for some in good}
    truth = rng.choice([filled(board, some) for some in good if len(some) == 2] or list(of))

    def seen(number: Cells, cell: int, way: int) -> int:
        return next((number[x] for x in view(cell, way) if number[x]), 0)

    def fits(number: Cells, clues: list[Any]) -> bool:
        given = [(c, *clues[c]) for c in black]
        return all(way in (None, "?") or count in ("?", seen(number, c, way)) for c, way, count in given)

    ways: list[list[Any]] = []
    for _ in range(rng.choice([1, 20])):
        clues: list[Any] = [None] * len(board)
        for c in black:
            way = rng.choice([0, 1, 2, 3])
            clues[c] = (way, seen(truth, c, way))
        ways.append(clues)
    # mostly the arrows that tell most
    clues = min(ways, key=lambda clues: sum(fits(number, clues) for number in of))
    for c in black:
        way = clues[c][0]
        if rng.random() < 0.12:
            clues[c] = rng.choice(
                [
                    (way, "?"),
                    (way, "?"),
                    (None, "?"),
                    (None, 3),
                    ("?", 2),
                    (way, rng.randint(0, 5)),
                    (way, rng.randint(0, 5)),
                ]
            )

    def right(number: Cells) -> bool:
        return number in of and fits(number, clues)

    touching = [pair for pair in pairs if pair not in set(apart)]
    wrong: list[Filling] = [(filled(board, pair),) for pair in rng.sample(touching, min(10, len(touching)))]
    wrong += [(filled(board, pair),) for pair in rng.sample(apart, min(10, len(apart)))]
    found = judged("hebi", board, [(number,) for number in of], right, clues=clues)
    return found._replace(near=[*sorted(found.right)[:20], *wrong, (tuple([0] * len(board)),)])


PUZZLES = 60
RARE = True
PRESENCE = ("clues",)
REASONS = {
    "brNoValidNum": "there is a snake",
    "bkDupNum": (
        "a number up to 4 touches just one that is one more",
        "a number from 2 on touches just one that is one less",
    ),
    "anNumberNe": "an arrow's number is the first one that it sees",
    "snakeAttack": "a head looks at no snake",
}
