"""Ichimaga: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

from pencilp.board.lattice import Lattice, square
from pencilp.formats.pzpr import read_pzpr
from tests.small_boards import Case, Cells, Filling, judged, near, sometimes

Route = tuple[int, ...]


def routes(board: Lattice, circles: set[int]) -> list[Route]:
    """All ways from one circle to another that pass no third and turn once at most, as the cells along them."""
    at = {place: cell for cell, place in enumerate(board.positions)}

    def straight(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]]:
        steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        return (
            [(a[0] + k * (b[0] - a[0]) // steps, a[1] + k * (b[1] - a[1]) // steps) for k in range(steps)]
            if steps
            else []
        )

    found = set()
    for a, b in combinations(sorted(circles), 2):
        one, other = board.positions[a], board.positions[b]
        for corner in ((one[0], other[1]), (other[0], one[1])):
            places = [*straight(one, corner), *straight(corner, other), other]
            if all(place in at for place in places):
                way = tuple(at[place] for place in places)
                if circles.isdisjoint(way[1:-1]):
                    found.add(way)
    return sorted(found)


def taken_by(board: Lattice, way: Route, crossing: bool) -> set[tuple[int, int]]:
    """The cells that a way passes between its ends, each with 0 and 1; if lines may cross, with the axis of a straight piece."""
    found = set()
    for before, cell, after in zip(way, way[1:], way[2:], strict=False):
        (row, col), (other_row, other_col) = board.positions[before], board.positions[after]
        straight = row == other_row or col == other_col
        found |= {(cell, int(col == other_col))} if crossing and straight else {(cell, 0), (cell, 1)}
    return found


def networks(board: Lattice, circles: set[int], joined: bool = True, crossing: bool = False) -> Iterator[list[Route]]:
    """All choices of routes that keep apart outside the circles, and, if they shall, join all circles."""
    every = [(way, taken_by(board, way, crossing)) for way in routes(board, circles)]

    def choose(k: int, chosen: list[Route], taken: set[tuple[int, int]]) -> Iterator[list[Route]]:
        if k == len(every):
            group = {*sorted(circles)[:1]}
            for _ in circles:
                group |= {c for way in chosen for c in (way[0], way[-1]) if group & {way[0], way[-1]}}
            if chosen and (not joined or group == circles):
                yield chosen
            return
        yield from choose(k + 1, chosen, taken)
        way, inner = every[k]
        if taken.isdisjoint(inner):
            yield from choose(k + 1, [*chosen, way], taken | inner)

    return choose(0, [], set())


def drawn(board: Lattice, ways: list[Route]) -> Cells:
    """The value of each link."""
    steps = {frozenset(pair) for way in ways for pair in pairwise(way)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def case(rng: random.Random) -> Case:
    """Circles that can be joined, mostly, with the numbers of some network; now and then a wrong one."""
    return joined_by_lines("ichimaga", rng)


def joined_by_lines(name: str, rng: random.Random, *, crossing: bool = False, magnetic: bool = False) -> Case:
    """The same for a variant: lines may cross, or may not join equal numbers."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(4, 4, [(1, 2)]), square(3, 5)])
    circles = set(rng.sample(board.cells, rng.choice([0, 1, 2, 3, 4, 4, 5, 5])))
    every = list(networks(board, circles, crossing=crossing))
    if len(every) > 1000 or (not every and rng.random() < 0.9):
        return joined_by_lines(name, rng, crossing=crossing, magnetic=magnetic)
    truth = rng.choice(every or [[]])
    ends = Counter(c for way in truth for c in (way[0], way[-1]))
    numbers: list[Any] = [None] * len(board)
    for c in circles:
        numbers[c] = sometimes(rng, rng.choice([0.05, 0.4]), ends[c] or "?", rng.choice(["?", "?", "?", 2]))
    for way in truth if magnetic else ():
        if numbers[way[0]] == numbers[way[-1]] and rng.random() < 0.95:
            numbers[way[0]] = "?"
    right = []
    for ways in every:
        ends = Counter(c for way in ways for c in (way[0], way[-1]))
        equal = any(numbers[way[0]] == numbers[way[-1]] != "?" for way in ways)
        if all(numbers[c] in ("?", ends[c]) for c in circles) and not (magnetic and equal):
            right.append(drawn(board, ways))
    pool: list[Filling] = [(drawn(board, ways),) for ways in every]
    found = judged(name, board, pool, lambda line: line in right, numbers=numbers)
    apart = [drawn(board, ways) for ways in networks(board, circles, joined=False, crossing=crossing)][:300]
    winding = [drawn(board, [way]) for way in walks(board, circles, rng)]
    return found._replace(near=[*found.near, *[(line,) for line in [*apart, *winding, (0,) * len(board.links)]]])


def walks(board: Lattice, circles: set[int], rng: random.Random) -> Iterator[Route]:
    """Some ways between circles that turn as they like."""
    for _ in range(20 if circles else 0):
        way = [rng.choice(sorted(circles))]
        while len(way) == 1 or way[-1] not in circles:
            way.append(rng.choice([n for n in near(board)[way[-1]] if n not in way] or [way[0]]))
        if way[-1] != way[0]:
            yield tuple(way)


PUZZLES = 60
LINE = "a line neither branches nor ends outside the circles"
REASONS = {
    "brNoLine": "there is a line",
    "lnBranch": LINE,
    "lnCross": LINE,
    "lcDivided": "the lines join all circles",
    "lcDeadEnd": LINE,
    "nmNoLine": "the lines join all circles",
}
PRESENCE = ("numbers",)


def test_an_empty_board_may_be_a_single_word() -> None:
    assert read_pzpr("pzprv3/ichimaga/5/5/def".replace("/", "\n")).lattice == square(5, 5)
