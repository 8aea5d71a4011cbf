"""Loops and paths, as wholes: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise, product, takewhile
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
    random_rooms,
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


# -- loops through some of the cells, on boards with holes and of hexagons ---------------------------------------------

BOARDS = (square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), square(4, 4, [(1, 2), (3, 3)]), hexagonal(3, 3),
          hexagon(2))  # fmt: skip


class Drawn:
    """A loop and what it does in its cells."""

    def __init__(self, board: Lattice, loop: tuple[int, ...]) -> None:
        self.board, self.loop = board, loop
        self.cells = frozenset(loop)
        self.steps = {frozenset(pair) for pair in zip(loop, (*loop[1:], loop[0]), strict=True)}
        self.neighbours = {c: (loop[k - 1], loop[(k + 1) % len(loop)]) for k, c in enumerate(loop)}

    def straight(self, cell: int) -> bool:
        (r, c), (r1, c1), (r2, c2) = (self.board.positions[x] for x in (cell, *self.neighbours[cell]))
        return (r1 + r2, c1 + c2) == (2 * r, 2 * c)

    def length(self, cell: int) -> int:
        """How far the loop runs straight on from a cell, in both directions together."""
        count = 0
        for way in range(len(self.board.vectors)):
            line = [cell, *ray(self.board, cell, way)]
            count += len(list(takewhile(self.steps.__contains__, map(frozenset, pairwise(line)))))
        return count


@lru_cache
def drawn_loops(board: Lattice) -> dict[tuple[int, ...], Drawn]:
    return {line_of(board, loop): Drawn(board, loop) for loop in loops(board)}


def looped(name: str, board: Lattice, right: Callable[[Drawn], bool], **layers: Any) -> Case:
    every = drawn_loops(board)
    return case(name, board, [(line,) for line in every], lambda line: right(every[line]), **layers)


def masyu(rng: random.Random) -> Case:
    """Circles where a random loop allows them, now and then others."""
    board = rng.choice(BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))

    def fits(loop: Drawn, cell: int, color: str) -> bool:
        if cell not in loop.cells or loop.straight(cell) != (color == "w"):
            return False
        straight = [loop.straight(n) for n in loop.neighbours[cell]]
        return not all(straight) if color == "w" else all(straight)

    circles: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, 7)):
        possible = [color for color in "wb" if fits(truth, c, color)]
        circles[c] = possible[0] if possible else sometimes(rng, 0.08, None, rng.choice("wb"))
    full = int(rng.random() < 0.1)

    def right(loop: Drawn) -> bool:
        everywhere = not full or len(loop.cells) == len(board)
        return everywhere and all(color is None or fits(loop, c, color) for c, color in enumerate(circles))

    return looped("masyu", board, right, circles=circles, full=full)


def shingoki(rng: random.Random) -> Case:
    """Circles with the lengths of a random loop, now and then a wrong one."""
    board = rng.choice(BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    circles: list[Any] = [None] * len(board)
    for c in rng.sample(sorted(truth.cells), rng.randint(1, 3)):
        number = rng.choice([truth.length(c)] * 5 + ["?", None, rng.randint(0, 4)])
        circles[c] = ("w" if truth.straight(c) else "b", None, number)

    def right(loop: Drawn) -> bool:
        return all(
            circle is None
            or (c in loop.cells and loop.straight(c) == (circle[0] == "w") and circle[2] in ("?", None, loop.length(c)))
            for c, circle in enumerate(circles)
        )

    return looped("shingoki", board, right, circles=circles)


def country(rng: random.Random) -> Case:
    """Random countries, as far as possible such that some loop fits; the numbers of cells of one."""
    board = rng.choice(BOARDS)
    countries = random_rooms(board, rng, rng.choice([3, 5, 9]))

    def fits(loop: Drawn) -> bool:
        crossed = [{countries[a], countries[b]} for a, b in loop.steps if countries[a] != countries[b]]
        visited = all(sum(room in pair for pair in crossed) == 2 for room in countries)
        return (visited or len(set(countries)) == 1) and all(
            countries[a] == countries[b] or loop.cells & {a, b} for a in board.cells for b in near(board)[a]
        )

    possible = [loop for loop in drawn_loops(board).values() if fits(loop)]
    if not possible and rng.random() < 0.9:
        return country(rng)
    truth = rng.choice(possible or list(drawn_loops(board).values()))
    numbers: list[Any] = [None] * len(board)
    for room in set(countries):
        cells = [c for c in board.cells if countries[c] == room]
        if rng.random() < 0.3:
            numbers[rng.choice(cells)] = rng.choice([len(truth.cells.intersection(cells)) or None] * 5 + ["?", 2])

    def right(loop: Drawn) -> bool:
        return fits(loop) and all(
            n in (None, "?", sum(countries[x] == countries[c] for x in loop.cells)) for c, n in enumerate(numbers)
        )

    return looped("country", board, right, rooms=countries, numbers=numbers)


def castle(rng: random.Random) -> Case:
    """Clues off a random loop, now and then a wrong one."""
    board = rng.choice([board for board in BOARDS if board.shape == "square"])
    truth = rng.choice(list(drawn_loops(board).values()))
    clues: list[Any] = [None] * len(board)

    def along(loop: Drawn, cell: int, direction: int) -> int:
        return sum(frozenset(step) in loop.steps for step in pairwise(ray(board, cell, direction)))

    off = [c for c in board.cells if c not in truth.cells]
    for c in rng.sample(off, min(len(off), rng.randint(1, 5))):
        color = rng.choice(["g", "w" if inside(board, truth.loop, c) else "b"])
        direction = rng.randrange(4)
        number = rng.choice([along(truth, c, direction)] * 6 + ["?", 1])
        clues[c] = rng.choice([(color, direction, number)] * 3 + [(color, None, None)])
    if rng.random() < 0.2:
        clues[rng.choice(board.cells)] = (rng.choice("wb"), None, None)

    def right(loop: Drawn) -> bool:
        for cell, clue in enumerate(clues):
            if clue is not None:
                color, direction, number = clue
                if cell in loop.cells or (color != "g" and inside(board, loop.loop, cell) != (color == "w")):
                    return False
                if isinstance(number, int) and number != along(loop, cell, direction):
                    return False
        return True

    return looped("castle", board, right, clues=clues)


def slitherlink(rng: random.Random) -> Case:
    """Some numbers of a random loop, now and then a wrong one."""
    rows, cols, holes = rng.choice([(2, 2, []), (2, 3, []), (3, 3, []), (3, 3, [(1, 1)]), (2, 4, [(0, 0), (0, 3)]),
                                    (3, 3, [(0, 1), (1, 1)])])  # fmt: skip
    board = square(rows, cols, holes)
    sides = [
        [frozenset(pair) for pair in pairwise([(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)])]
        for r, c in board.positions
    ]
    there = {side for cell in sides for side in cell}
    points = square(rows + 1, cols + 1)
    lines = {}
    for loop in loops(points):
        places = [points.positions[p] for p in loop]
        steps = {frozenset(pair) for pair in zip(places, [*places[1:], places[0]], strict=True)}
        if steps <= there:
            keys = board.corner_keys
            lines[tuple([int(frozenset((keys[a], keys[b])) in steps) for a, b in board.edge_corners])] = steps
    truth = rng.choice(list(lines.values()))
    numbers: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(1, len(board) - 1)):
        numbers[c] = rng.choice([len(truth.intersection(sides[c]))] * 15 + ["?", 1])
    full = int(rng.random() < 0.1)
    corners = {point for side in there for point in side}

    def right(line: tuple[int, ...]) -> bool:
        steps = lines[line]
        everywhere = not full or {point for step in steps for point in step} == corners
        return everywhere and all(n in (None, "?", len(steps.intersection(sides[c]))) for c, n in enumerate(numbers))

    return case("slitherlink", board, [(line,) for line in lines], right, numbers=numbers, full=full)


@pytest.mark.parametrize("make", [yajilin, simpleloop, hashi, hidato, snake, pipelink])
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=200)


@pytest.mark.parametrize("make", [masyu, shingoki, country, castle, slitherlink])
def test_other_boards(make: Any) -> None:
    hold(make, puzzles=60)
