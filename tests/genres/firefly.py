"""Hotaru Beam: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.formats.text import text as plain
from tests.small_boards import SIDES, Case, Cells, Filling, judged, near

Route = tuple[int, ...]


def turns(board: Lattice, way: Route) -> int:
    """How often a line turns."""
    places = [board.positions[c] for c in way]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
    return sum(a != b for a, b in pairwise(steps))


def routes(board: Lattice, cell: int, other: int, fireflies: dict[int, int | None]) -> list[Route]:
    """All ways over the edge between two cells to a firefly that they reach not at its dot, if it is one from a dot."""
    found = []

    def walk(way: list[int]) -> None:
        if way[-1] in fireflies:
            if len(way) > 2 or way[0] != way[-1]:
                found.append(tuple(way))
            return
        for n in near(board)[way[-1]]:
            if n not in way[1:] and (n != way[0] or len(way) > 2):
                walk([*way, n])

    walk([cell, other])
    return found


def adjacent(board: Lattice, cell: int, dot: int | None) -> int | None:
    """The cell at the dot of a firefly, if there is one."""
    at = {place: c for c, place in enumerate(board.positions)}
    if dot is None:
        return None
    (row, col), (down, right) = board.positions[cell], SIDES["square"][dot]
    return at.get((row + down, col + right))


def networks(board: Lattice, fireflies: dict[int, int | None]) -> Iterator[list[Route]]:
    """A line from every dot, to any side of a firefly: all choices that keep apart outside the fireflies."""
    dots = {c: adjacent(board, c, dot) for c, dot in fireflies.items() if dot is not None}
    every = [routes(board, c, other, fireflies) if other is not None else [] for c, other in dots.items()]

    def choose(k: int, chosen: list[Route], taken: set[int]) -> Iterator[list[Route]]:
        if k == len(every):
            yield chosen
            return
        for way in every[k]:
            if taken.isdisjoint(way[1:-1]):
                yield from choose(k + 1, [*chosen, way], taken.union(way[1:-1]))

    return choose(0, [], set())


def drawn(board: Lattice, ways: list[Route]) -> Cells:
    """The value of each link."""
    steps = {frozenset(pair) for way in ways for pair in pairwise(way)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def joined(ways: list[Route], fireflies: dict[int, int | None]) -> bool:
    """Whether lines join all fireflies."""
    group = {*sorted(fireflies)[:1]}
    for _ in fireflies:
        group |= {c for way in ways for c in (way[0], way[-1]) if group & {way[0], way[-1]}}
    return group == set(fireflies)


def apart(board: Lattice, ways: list[Route], fireflies: dict[int, int | None]) -> bool:
    """Whether no line ends at a black dot."""
    return all(way[-2] != adjacent(board, way[-1], fireflies[way[-1]]) for way in ways)


def case(rng: random.Random) -> Case:
    """Fireflies that lines join, mostly, with the turns of such lines; now and then one without a dot, or a wrong number."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 3), square(3, 4), square(3, 3, [(1, 2)]), square(4, 4)])
    fireflies: dict[int, int | None] = {
        c: rng.choice([*range(4), *range(4), *range(4), None])
        for c in rng.sample(board.cells, rng.choice([1, 1, 2, 3, 4]))
    }
    every = [ways for ways, _ in zip(networks(board, fireflies), range(1001), strict=False)]
    fits = [ways for ways in every if joined(ways, fireflies) and apart(board, ways, fireflies)]
    if len(every) > 1000 or (not fits and rng.random() < 0.95):
        return case(rng)
    truth = {way[0]: turns(board, way) for way in rng.choice(fits or every or [[]])}
    given: list[Any] = [None] * len(board)
    for c, dot in fireflies.items():
        given[c] = dot, rng.choice([truth.get(c, "?"), truth.get(c, "?"), "?", None, rng.randrange(4)])
    right = {
        drawn(board, ways) for ways in fits if all(given[way[0]][1] in ("?", None, turns(board, way)) for way in ways)
    }
    pool: list[Filling] = [(drawn(board, ways),) for ways in every]
    found = judged("firefly", board, pool, lambda line: line in right, fireflies=given)
    # a further line between two fireflies, and a loop that touches none
    more = [drawn(board, [*ways, way]) for ways in fits[:20] for way in between(board, fireflies)]
    astray = [tuple(rng.choices((0, 1), k=len(board.links))) for _ in range(20)]
    return found._replace(near=[*found.near, *[(line,) for line in [*more, *astray]]])


def between(board: Lattice, fireflies: dict[int, int | None]) -> list[Route]:
    """Some ways between fireflies that begin at no dot."""
    return [
        way
        for c, dot in fireflies.items()
        for n in near(board)[c]
        if n != adjacent(board, c, dot)
        for way in routes(board, c, n, fireflies)
    ][:10]


PUZZLES = 80
PINNED = 3
BRANCH = "a line neither branches nor ends outside the fireflies"
TURNS = "the line from a black dot turns as often as the number says"
REASONS = {
    "lnCross": BRANCH,
    "lcCurveNe": TURNS,
    "nmNoLine": "a line begins at every black dot",
    "lcInvDirW": "a line begins at a black dot",
}
PRESENCE = ("fireflies",)


def test_a_line_from_dot_to_dot_turns_as_often_as_it_does() -> None:
    text = "firefly\nfireflies:\n0s\n0n\nanswer:\nline:\ns\nn\n"
    (puzzle,) = plain.read(text)
    faults = api.check(puzzle, puzzle.answer)
    assert {fault.rule for fault in faults} >= {"a line does not lead from one black dot to another"}
    assert TURNS not in {fault.rule for fault in faults}
