"""Loops and paths, as wholes: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Filling,
    around,
    case,
    hold,
    inside,
    line_of,
    loops,
    near,
    ray,
    rows_and_columns,
    sometimes,
)


def yajilin(rng: random.Random) -> Case:
    """A random loop; of the cells off it some have clues and the others are shaded. Some clues are wrong."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 5), square(4, 4, [(1, 2)])])
    truth = rng.choice(loops(board))
    off = [c for c in board.cells if c not in truth]
    dark: list[int] = []
    for c in rng.sample(off, len(off)):
        if rng.random() < 0.6 and not any(n in near(board)[c] for n in dark):
            dark.append(c)
    clues: list[Any] = [None] * len(board)
    for c in set(off).difference(dark):
        direction = rng.randrange(4)
        count = sum(n in dark for n in ray(board, c, direction)) if rng.random() < 0.9 else rng.randrange(3)
        clues[c] = (direction, rng.choice([count, count, count, "?", None]))
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = (None, "?")
    outside = int(rng.random() < 0.3)
    # the loop goes through all cells but those that are shaded and those with a clue
    loop_of = {
        (tuple([int(c not in loop and clues[c] is None) for c in board.cells]), line_of(board, loop)): loop
        for loop in loops(board)
    }

    def right(shaded: tuple[int, ...], line: tuple[int, ...]) -> bool:
        loop = loop_of[shaded, line]
        if any(shaded[a] and shaded[b] for a in board.cells for b in near(board)[a]):
            return False
        for cell, clue in enumerate(clues):
            if clue is not None:
                direction, number = clue
                if cell in loop:
                    return False
                if isinstance(number, int) and sum(shaded[c] for c in ray(board, cell, direction)) != number:
                    return False
        return not outside or not any(x and inside(board, loop, c) for c, x in enumerate(shaded))

    return case("yajilin", board, list(loop_of), right, clues=clues, outside=outside)


def simpleloop(rng: random.Random) -> Case:
    """The cells that a random loop leaves out, now and then one more or less."""
    board = rng.choice(
        [square(2, 3), square(3, 4), square(4, 4), square(4, 5, [(0, 0), (2, 2)]), hexagon(2), hexagonal(3, 4)]
    )
    walls = set(board.cells).difference(rng.choice(loops(board)))
    if rng.random() < 0.4:
        walls ^= {rng.choice(board.cells)}
    pool = [(line_of(board, loop),) for loop in loops(board)]
    through = {
        line_of(board, loop) for loop in loops(board) if walls.isdisjoint(loop) and len(loop) + len(walls) == len(board)
    }
    layer = ["x" if c in walls else None for c in board.cells]
    return case("simpleloop", board, pool, through.__contains__, walls=layer)


def hashi(rng: random.Random) -> Case:
    """Islands anywhere, with the numbers of some bridges that join them all, now and then others."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 5, [(1, 1)]), square(5, 5), hexagonal(3, 4), hexagon(3)])
    islands: list[int] = []
    spans: list[tuple[int, int, list[int]]] = []
    while not (islands and len(islands) - 1 <= len(spans) <= 6):
        islands = sorted(rng.sample(board.cells, rng.randint(1, 6)))
        spans = []
        for a in islands:
            for direction in range(len(board.vectors)):
                way = ray(board, a, direction)
                length = next((k for k, c in enumerate(way) if c in islands), None)
                if length is not None and a < way[length]:
                    spans.append((a, way[length], way[:length]))

    def joined(counts: tuple[int, ...]) -> bool:
        group = {islands[0]}
        for _ in islands:
            for n, (a, b, _) in zip(counts, spans, strict=True):
                if n and group.intersection((a, b)):
                    group.update((a, b))
        return len(group) == len(islands)

    def crossing(counts: tuple[int, ...]) -> bool:
        over = [c for n, (_, _, way) in zip(counts, spans, strict=True) if n for c in way]
        return len(over) > len(set(over))

    def drawn(counts: tuple[int, ...]) -> tuple[int, ...]:
        value = {}
        for n, (a, b, way) in zip(counts, spans, strict=True):
            value.update({frozenset(step): n for step in zip((a, *way), (*way, b), strict=True)})
        return tuple([value.get(frozenset(link), 0) for link in board.links])

    def ends(counts: tuple[int, ...]) -> dict[int, int]:
        return {i: sum(n for n, (a, b, _) in zip(counts, spans, strict=True) if i in (a, b)) for i in islands}

    every = list(product(range(3), repeat=len(spans)))
    bridges = {drawn(counts): counts for counts in every}
    good = {drawn(counts) for counts in every if any(counts) and joined(counts) and not crossing(counts)}
    truth = bridges[rng.choice(sorted(good or bridges))]
    numbers: list[Any] = [None] * len(board)
    unsure = rng.random() / 2
    for island, n in ends(truth).items():
        numbers[island] = sometimes(rng, unsure, n, "?") if n and rng.random() < 0.95 else rng.choice(["?", 1, 2, 3])

    def right(values: tuple[int, ...]) -> bool:
        real = ends(bridges[values])
        return values in good and all(numbers[i] in ("?", real[i]) for i in islands)

    return case("hashi", board, [(values,) for values in bridges], right, islands=numbers)


@lru_cache
def walks(board: Lattice) -> list[tuple[int, ...]]:
    """Per walk over all cells by edges and corners the number of each cell."""
    found = []

    def walk(path: list[int]) -> None:
        if len(path) == len(board):
            found.append(tuple(path.index(c) + 1 for c in board.cells))
        for n in around(board)[path[-1]]:
            if n not in path:
                walk([*path, n])

    for start in board.cells:
        walk([start])
    return found


def hidato(rng: random.Random) -> Case:
    """Some numbers of a random walk, now and then two of them exchanged."""
    board = rng.choice([square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), square(3, 4, [(0, 1), (1, 1), (2, 3)]),
                        hexagonal(3, 3), hexagon(2), square(1, 4)])  # fmt: skip
    pool = [(walk,) for walk in walks(board)]
    truth = list(rng.choice(walks(board)))
    if rng.random() < 0.3:
        a, b = rng.sample(board.cells, 2)
        truth[a], truth[b] = truth[b], truth[a]
    numbers = [None] * len(board)
    for c in rng.sample(board.cells, min(len(board), rng.randint(2, 5))):
        numbers[c] = truth[c]

    def right(path: tuple[int, ...]) -> bool:
        return all(n in (None, path[c]) for c, n in enumerate(numbers))

    return case("hidato", board, pool, right, numbers=numbers)


@lru_cache
def snakes(board: Lattice) -> dict[tuple[int, ...], frozenset[int]]:
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


def snake(rng: random.Random) -> Case:
    """Counts and circles of a random snake, now and then a wrong one; some boards have holes."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 3, [(0, 1)]), square(3, 4, [(1, 1), (1, 2)]),
                        square(4, 4, [(1, 1), (2, 3)])])  # fmt: skip
    pool = [(shaded,) for shaded in snakes(board)]
    truth = rng.choice(list(snakes(board)))
    lines = rows_and_columns(board)
    counts = {
        side: [rng.choice([sum(truth[c] for c in line)] * 8 + [None, None, None, "?", 1]) for line in lines_of_side]
        for side, lines_of_side in zip(("left", "top"), lines, strict=True)
    }
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 3)):
        if truth[c]:
            circles[c] = sometimes(rng, 0.1, "b" if c in snakes(board)[truth] else "w", "b")

    def right(shaded: tuple[int, ...]) -> bool:
        ends = snakes(board)[shaded]
        counted = all(
            n in (None, "?", sum(shaded[c] for c in line))
            for side, lines_of_side in zip(("left", "top"), lines, strict=True)
            for n, line in zip(counts[side], lines_of_side, strict=True)
        )
        return counted and all(
            circle is None or (shaded[c] and (c in ends) == (circle == "b")) for c, circle in enumerate(circles)
        )

    return case("snake", board, pool, right, counts=counts, circles=circles)


PIECES = ("nesw", "ns", "ew", "ne", "nw", "sw", "es")


@lru_cache
def pipes_of(board: Lattice) -> dict[tuple[int, ...], list[str]]:
    """Per loop through all cells, which may cross itself, the piece in each cell."""
    at = {p: c for c, p in enumerate(board.positions)}
    steps = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
    there = [{way: at.get((r + dr, c + dc)) for way, (dr, dc) in steps.items()} for r, c in board.positions]
    back = dict(zip("nesw", "swne", strict=True))
    found = {}

    def single(pieces: list[str]) -> bool:
        """Follow the line from the first cell, straight on over crossings, until it comes back the same way."""
        cell, way, passed = 0, pieces[0][0], 0
        while True:
            cell = there[cell][way]
            passed += 1
            if len(pieces[cell]) == 2:
                way = pieces[cell].replace(back[way], "")
            if (cell, way) == (0, pieces[0][0]):
                return passed == sum(map(len, pieces)) // 2

    def fill(pieces: list[str]) -> None:
        c = len(pieces)
        if c == len(board):
            # the first cell lies in a corner of the outline, where nothing crosses
            if single(pieces):
                ends = {frozenset((c, there[c][way])) for c, piece in enumerate(pieces) for way in piece}
                found[tuple([int(frozenset(link) in ends) for link in board.links])] = pieces
            return
        for piece in PIECES:
            for way, n in there[c].items():
                if (way in piece) if n is None else n < c and (way in piece) != (back[way] in pieces[n]):
                    break
            else:
                fill([*pieces, piece])

    fill([])
    return found


def pipelink(rng: random.Random) -> Case:
    """Some pieces of a random loop, now and then another one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(4, 5), square(4, 4, [(0, 3), (3, 0)]),
                        square(5, 5, [(4, 0), (4, 1)])])  # fmt: skip
    every = pipes_of(board)
    truth = rng.choice(list(every.values())) if every else ["ns"] * len(board)
    pipes: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 4)):
        pipes[c] = sometimes(rng, 0.1, truth[c], rng.choice(PIECES))
    pool: list[Filling] = [(line,) for line in every]

    def right(line: tuple[int, ...]) -> bool:
        return all(pipe in (None, every[line][c]) for c, pipe in enumerate(pipes))

    return case("pipelink", board, pool, right, pipes=pipes)


@pytest.mark.parametrize("make", [yajilin, simpleloop, hashi, hidato, snake, pipelink])
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=200)
