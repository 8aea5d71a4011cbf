"""Second Turn: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from tests.small_boards import Case, Cells, Drawn, drawn_loops, judged, line_of, near


@lru_cache
def full_loops(board: Lattice) -> list[tuple[int, ...]]:
    """All closed loops through all cells, each once, as the cells in their order from the first on."""
    found = []
    adjacent, path, left = near(board), [0], {*board.cells} - {0}

    def walk() -> None:
        if not left:
            if 0 in adjacent[path[-1]] and path[1] < path[-1]:
                found.append(tuple(path))
            return
        for n in adjacent[path[-1]]:
            if n in left:
                path.append(n)
                left.remove(n)
                walk()
                left.add(path.pop())

    walk()
    return found


@lru_cache
def turns_of(board: Lattice) -> dict[Cells, list[int]]:
    """Per loop through all cells the cells where it turns, in its order."""
    found = {}
    for loop in full_loops(board):
        drawn = Drawn(board, loop)
        found[line_of(board, loop)] = [c for c in loop if not drawn.straight(c)]
    return found


@lru_cache
def turns_of_two(board: Lattice) -> list[tuple[list[int], list[int]]]:
    """The same of two loops that go through all cells together."""
    every = list(drawn_loops(board).values())
    return [
        tuple([c for c in drawn.loop if not drawn.straight(c)] for drawn in (a, b))
        for k, a in enumerate(every)
        for b in every[:k]
        if len(a.cells | b.cells) == len(a.cells) + len(b.cells) == len(board)
    ]


def case(rng: random.Random) -> Case:
    """Dots at every second turn of some loop, or of two, or anywhere."""
    board = rng.choice([square(4, 4), square(3, 4), square(4, 5, [(0, 0), (0, 1)]), hexagon(2), hexagonal(3, 3),
                        hexagonal(3, 4), hexagonal(4, 4, [(0, 3), (1, 1)]), square(1, 4), hexagon(3)])  # fmt: skip
    every = turns_of(board)
    kind = rng.random()
    if kind < 0.15 and len(board) < 17 and (pairs := turns_of_two(board)):
        a, b = rng.choice(pairs)
        dots = {*a[rng.randrange(2) :: 2], *b[rng.randrange(2) :: 2]}
    elif every and kind < 0.8:
        dots = set(rng.choice(list(every.values()))[::2])
    else:
        dots = set(rng.sample(board.cells, rng.randint(1, len(board) // 2)))

    def right(line: Cells) -> bool:
        turns = every[line]
        dotted = [c in dots for c in turns]
        return dots <= set(turns) and all(a != b for a, b in zip(dotted, [*dotted[1:], dotted[0]], strict=True))

    return judged(
        "second_turn", board, [(line,) for line in every], right, dots=["o" if c in dots else None for c in board.cells]
    )


PUZZLES = 50
# the only loop goes straight through all dots, and its straight pieces still have a dot at one end each
BOARDS = ("second_turn\ndots:\n- o -\no # o\n- o -\n",)
PRESENCE = ("dots",)
REASONS: dict[str, str] = {}


def broken(puzzle: Puzzle, steps: set[tuple[int, int]]) -> list[str]:
    """What ``check`` says about a line."""
    line = [int(link in steps) for link in puzzle.lattice.links]
    return [str(b) for b in api.check(puzzle, Answer(puzzle, {"line": line}))]


def test_broken_rules_have_their_place() -> None:
    board = square(2, 3)
    puzzle = api.puzzle("second_turn", board, dots=["o", None, None, None, None, "o"])
    around = {(0, 1), (1, 2), (2, 5), (4, 5), (3, 4), (0, 3)}
    assert broken(puzzle, around) == []
    moved = api.puzzle("second_turn", board, dots=["o", "o", None, None, None, None])
    assert broken(moved, around) == [
        "r1c2: the loop turns at a dot",
        "r1c1 r1c2: a straight piece of the loop has a dot at exactly one end",
        "r2c1 r2c2: a straight piece of the loop has a dot at exactly one end",
        "r2c2 r2c3: a straight piece of the loop has a dot at exactly one end",
        "r1c3 r2c3: a straight piece of the loop has a dot at exactly one end",
    ]
    assert "r2c3: the loop neither branches nor ends" in broken(puzzle, around - {(4, 5)})
