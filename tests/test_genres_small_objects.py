"""Objects, diagonals and runs in cells, as wholes: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, product
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Filling,
    around,
    case,
    hold,
    near,
    random_rooms,
    rows_and_columns,
    sometimes,
    stretches,
)

Cells = tuple[int, ...]


def counted(board: Lattice, filling: Cells, rng: random.Random, value: int = 1) -> dict[str, list[Any]]:
    """Per column and row how often it has a value, for some of them, now and then a wrong number."""
    lines = zip(("left", "top"), rows_and_columns(board), strict=True)
    return {
        side: [rng.choice([sum(filling[c] == value for c in line)] * 5 + [None] * 9 + ["?", 1]) for line in cells]
        for side, cells in lines
    }


def counts_right(board: Lattice, filling: Cells, counts: dict[str, list[Any]], value: int = 1) -> bool:
    rows, cols = rows_and_columns(board)
    return all(
        n in (None, "?", sum(filling[c] == value for c in line))
        for side, numbers in counts.items()
        for n, line in zip(numbers, rows if side in ("left", "right") else cols, strict=True)
    )


def akari(rng: random.Random) -> Case:
    """Some black cells, and the numbers of lamps beside them; now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)])
    black = set(rng.sample(board.cells, rng.randint(max(1, len(board) - 8), len(board) // 2)))
    white = [c for c in board.cells if c not in black]
    lines = stretches(board, lambda cell: cell not in black)
    seen = {c: {other for line in lines if c in line for other in line} for c in white}
    pool: list[Filling] = []
    for bits in product((0, 1), repeat=len(white)):
        lamps = {c for c, bit in zip(white, bits, strict=True) if bit}
        if all(lamps & seen[c] for c in white) and not any(lamps & seen[c] - {c} for c in lamps):
            pool.append((tuple([int(c in lamps) for c in board.cells]),))
    truth = rng.choice(pool)[0]
    walls: list[Any] = [None] * len(board)
    for c in black:
        walls[c] = rng.choice(["x", "x", sum(truth[n] for n in near(board)[c])])
    if rng.random() < 0.3:
        walls[rng.choice(sorted(black))] = rng.randint(0, 4)

    def right(lamps: Cells) -> bool:
        return all(wall in (None, "x", sum(lamps[n] for n in near(board)[c])) for c, wall in enumerate(walls))

    return case("akari", board, pool, right, walls=walls)


def tents(rng: random.Random) -> Case:
    """Trees anywhere, and the counts of tents in some lines."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 5), square(3, 4, [(1, 2)])])
    trees = rng.sample(board.cells, rng.randint(1, 4))
    pitched = set()
    for chosen in product(*(near(board)[tree] for tree in trees)):
        if len(set(chosen)) == len(trees) and not set(chosen) & set(trees):
            pitched.add(tuple([int(c in chosen) for c in board.cells]))
    pool: list[Filling] = [(tents,) for tents in sorted(pitched)]
    counts = counted(board, rng.choice(pool)[0] if pool else (0,) * len(board), rng)

    def right(tents: Cells) -> bool:
        apart = not any(tents[c] and tents[n] for c in board.cells for n in around(board)[c])
        return apart and counts_right(board, tents, counts)

    layer = ["T" if c in trees else None for c in board.cells]
    return case("tents", board, pool, right, trees=layer, counts=counts)


def magnets(rng: random.Random) -> Case:
    """Random rooms, some poles given, and the counts of poles in some lines."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 3, [(0, 1)])])
    rooms = random_rooms(board, rng, 3)
    anti = rng.choice([0, 0, 1])
    ways = []
    for room in set(rooms):
        cells = [c for c in board.cells if rooms[c] == room]
        ways.append([(), *((a, b) for a in cells for b in near(board)[a] if b in cells)])

    fits: list[Filling] = []
    for magnets in product(*ways):
        plus, minus = ({magnet[k] for magnet in magnets if magnet} for k in (0, 1))
        poles = tuple([1 if c in plus else 2 if c in minus else 0 for c in board.cells])
        touching = [(a, b) for a in board.cells for b in near(board)[a] if poles[a] and poles[b]]
        if all(poles[a] == poles[b] or rooms[a] == rooms[b] if anti else poles[a] != poles[b] for a, b in touching):
            fits.append((poles,))
    truth = rng.choice(fits)[0]
    counts: dict[str, list[Any]] = {}
    for value, sides in ((1, ("left", "top")), (2, ("right", "bottom"))):
        numbers = counted(board, truth, rng, value)
        counts |= {sides[0]: numbers["left"], sides[1]: numbers["top"]}
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, 2)):
        given[c] = "x+_"[truth[c]]

    def right(poles: Cells) -> bool:
        printed = all(mark is None or "x+_"[poles[c]] == mark for c, mark in enumerate(given))
        return printed and all(
            counts_right(board, poles, {side: counts[side] for side in sides}, value)
            for value, sides in ((1, ("left", "top")), (2, ("right", "bottom")))
        )

    return case("magnets", board, fits, right, rooms=rooms, counts=counts, given=given, anti=anti)


@lru_cache
def skies(board: Lattice, stars: int) -> list[Cells]:
    """All ways to put so many stars into every row and column, none of which touch."""
    rows, cols = rows_and_columns(board)
    found = []

    def fill(chosen: list[int], rest: list[list[int]]) -> None:
        if not rest:
            if all(sum(c in chosen for c in col) == stars for col in cols):
                found.append(tuple([int(c in chosen) for c in board.cells]))
            return
        for here in product((0, 1), repeat=len(rest[0])):
            fresh = [c for c, star in zip(rest[0], here, strict=True) if star]
            if len(fresh) == stars and not any(n in (*chosen, *fresh) for c in fresh for n in around(board)[c]):
                fill(chosen + fresh, rest[1:])

    fill([], rows)
    return found


def starbattle(rng: random.Random) -> Case:
    """Rooms that each hold a star of some sky, grown at random; now and then other rooms."""
    board, stars = rng.choice([
        (square(4, 4), 1), (square(5, 5), 1), (square(6, 6), 1), (square(5, 5, [(0, 0), (2, 2)]), 1), (square(2, 3), 0),
        (square(3, 4), 1), (square(5, 5), 1), (square(6, 6), 1),
    ])  # fmt: skip
    pool: list[Filling] = [(sky,) for sky in skies(board, stars)]
    rooms: list[Any] = [None] * len(board)
    truth = rng.choice(pool)[0] if pool and rng.random() < 0.9 else (1,) * len(board)
    seeds = [c for c in board.cells if truth[c]][: board.rows] or [0]
    for seed in seeds:
        rooms[seed] = seed
    for _ in range(rng.choice([5, 20, 60])):
        c = rng.choice(board.cells)
        if rooms[c] is None:
            rooms[c] = rooms[rng.choice(near(board)[c])]

    def right(star: Cells) -> bool:
        return all(sum(star[c] for c in board.cells if rooms[c] == room) == stars for room in set(rooms) - {None})

    return case("starbattle", board, pool, right, rooms=rooms, stars=stars)


@lru_cache
def forests(rows: int, cols: int) -> dict[Cells, Cells]:
    """Per choice of diagonals without a loop (1: rising) how many end at each corner of the cells."""
    found = {}
    for rising in product((0, 1), repeat=rows * cols):
        joined = list(range((rows + 1) * (cols + 1)))
        ends = [0] * len(joined)
        for cell, up in enumerate(rising):
            upper_left = cell // cols * (cols + 1) + cell % cols
            a, b = (upper_left + 1, upper_left + cols + 1) if up else (upper_left, upper_left + cols + 2)
            ends[a] += 1
            ends[b] += 1
            if joined[a] == joined[b]:
                break
            joined = [joined[a] if group == joined[b] else group for group in joined]
        else:
            found[rising] = tuple(ends)
    return found


def gokigen(rng: random.Random) -> Case:
    """Some numbers of random diagonals, now and then a wrong one."""
    rows, cols = rng.choice([(1, 3), (2, 2), (2, 3), (3, 3), (3, 4)])
    every = forests(rows, cols)
    truth = rng.choice(list(every.values()))
    clues: list[Any] = [None] * len(truth)
    for corner in rng.sample(range(len(truth)), rng.randint(2, len(truth) // 2)):
        clues[corner] = rng.choice([truth[corner]] * 30 + ["?", 1, 3])

    def right(rising: Cells) -> bool:
        return all(n in (None, "?", ends) for n, ends in zip(clues, every[rising], strict=True))

    return case("gokigen", square(rows, cols), [(rising,) for rising in every], right, clues=clues)


def thermometers(rng: random.Random) -> Case:
    """Thermometers wherever a walk leads, and the counts of some lines."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(0, 3), (1, 1)])])
    layer: list[Any] = [None] * len(board)
    paths = []
    for label, start in enumerate(rng.sample(board.cells, rng.randint(1, 5))):
        if layer[start] is None:
            path = [start]
            layer[start] = (label, 1)
            while len(path) < 4 and (free := [n for n in near(board)[path[-1]] if layer[n] is None]):
                path.append(rng.choice(free))
                layer[path[-1]] = (label, len(path))
            paths.append(path)
    pool: list[Filling] = []
    for lengths in product(*(range(len(path) + 1) for path in paths)):
        full = {c for path, length in zip(paths, lengths, strict=True) for c in path[:length]}
        pool.append((tuple([int(c in full) for c in board.cells]),))
    counts = counted(board, rng.choice(pool)[0], rng)
    return case("thermometers", board, pool, lambda filled: counts_right(board, filled, counts), thermometers=layer,
                counts=counts)  # fmt: skip


BLACK_QUARTERS = ((), (0, 1), (1, 2), (2, 3), (3, 0))
"""The quarters (n, e, s, w) of a cell that are black where nothing or its corner ne, se, sw, nw is shaded."""


@lru_cache
def quilts(board: Lattice, cells: tuple[int, ...]) -> list[dict[int, int]]:
    """All shadings of halves of these cells that leave only rectangles, seen as areas of quarters of cells.

    An area is a rectangle when it has as many quarters as a rectangle with its extent, upright or along the diagonals.
    """
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
    at = {p: c for c, p in enumerate(board.positions)}
    beyond = [[at.get((row + dr, col + dc)) for dr, dc in steps] for row, col in board.positions]

    def rectangle(area: set[tuple[int, int]]) -> bool:
        points = set()
        for c, q in area:
            y, x = (2 * n + 1 for n in board.positions[c])
            (dy, dx), (ey, ex) = steps[q], steps[(q + 1) % 4]
            # the middle of the cell and the two corners of the side
            points |= {(x, y), (x + dx + ex, y + dy + ey), (x + dx - ex, y + dy - ey)}
        width, height = (max(numbers) - min(numbers) for numbers in zip(*points, strict=True))
        down, up = (max(numbers) - min(numbers) for numbers in zip(*((x + y, x - y) for x, y in points), strict=True))
        return len(area) in (width * height, down * up / 2)

    found = []
    for marks in product(range(5), repeat=len(cells)):
        white = {
            (c, q) for c, mark in zip(cells, marks, strict=True) for q in range(4) if q not in BLACK_QUARTERS[mark]
        }
        while white:
            stack = [white.pop()]
            area = set(stack)
            while stack:
                c, q = stack.pop()
                fresh = {(c, (q + 1) % 4), (c, (q + 3) % 4), (beyond[c][q], (q + 2) % 4)} & white
                white -= fresh
                area |= fresh
                stack += fresh
            if not rectangle(area):
                break
        else:
            found.append(dict(zip(cells, marks, strict=True)))
    return found


PATTERNS = (
    "../..", "..x/...", "..x/x..", "..x../..x..", "..x/xxx/..x/..x", "x. /..x/..x", ".x./x.x/..x/..x", " .x./..x./..x ",
)  # fmt: skip
"""Boards with white cells, black ones (x), and holes."""


def shakashaka(rng: random.Random) -> Case:
    """Numbers in some of the black cells, now and then a wrong one."""
    rows = rng.choice(PATTERNS).split("/")
    board = square(
        len(rows), len(rows[0]), [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == " "]
    )
    black = [cell for cell, (r, c) in enumerate(board.positions) if rows[r][c] == "x"]
    # no area goes from one group of white cells to another
    groups = []
    left = set(board.cells).difference(black)
    while left:
        group = {min(left)}
        while fresh := {n for c in group for n in near(board)[c] if n in left and n not in group}:
            group |= fresh
        left -= group
        groups.append(quilts(board, tuple(sorted(group))))
    pool: list[Filling] = []
    for parts in product(*groups):
        mark_of = {c: mark for part in parts for c, mark in part.items()}
        pool.append((tuple([mark_of.get(c, 0) for c in board.cells]),))
    truth = rng.choice(pool)[0] if pool else (0,) * len(board)
    walls: list[Any] = [None] * len(board)
    for c in black:
        walls[c] = rng.choice(["x", sum(truth[n] > 0 for n in near(board)[c])])
    if black and rng.random() < 0.3:
        walls[rng.choice(black)] = rng.randint(0, 4)

    def right(triangle: Cells) -> bool:
        return all(wall in (None, "x", sum(triangle[n] > 0 for n in near(board)[c])) for c, wall in enumerate(walls))

    return case("shakashaka", board, pool, right, walls=walls)


def lengths(values: Iterable[int | None]) -> Cells:
    """The lengths of the runs of ones."""
    return tuple([len(list(run)) for value, run in groupby(values) if value])


@lru_cache
def pictures(board: Lattice) -> dict[Cells, tuple[list[Cells], list[Cells]]]:
    """Per filling the runs in its rows and in its columns. Where there is no cell, no run goes on."""
    at = {p: c for c, p in enumerate(board.positions)}
    rows = [[at.get((row, col)) for col in range(board.cols)] for row in range(board.rows)]
    both = (rows, [list(col) for col in zip(*rows, strict=True)])
    return {
        filling: tuple([lengths(c is not None and filling[c] for c in line) for line in lines] for lines in both)
        for filling in product((0, 1), repeat=len(board))
    }  # type: ignore[return-value]


def nonogram(rng: random.Random) -> Case:
    """The runs of a random picture, some of unknown length, now and then a wrong one; some boards have holes."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(1, 6), square(2, 5, [(0, 2), (1, 4)])]
    )
    every = pictures(board)
    truth = every[rng.choice(list(every))]
    unsure = rng.choice([0, 0.2, 0.8])
    clues: dict[str, list[Any]] = {
        side: [tuple([sometimes(rng, unsure, n, "?") for n in runs]) or rng.choice([(), (0,)]) for runs in lines]
        for side, lines in zip(("left", "top"), truth, strict=True)
    }
    if rng.random() < 0.25:
        side = rng.choice(("left", "top"))
        clues[side][rng.randrange(len(clues[side]))] = rng.choice([(1,), (1, 1), ("?", 1), (2,)])

    def fits(runs: Cells, clue: tuple[Any, ...]) -> bool:
        wanted = [n for n in clue if n != 0]
        return len(runs) == len(wanted) and all(n in ("?", run) for n, run in zip(wanted, runs, strict=True))

    def right(shaded: Cells) -> bool:
        return all(
            fits(runs, clue)
            for side, lines in zip(("left", "top"), every[shaded], strict=True)
            for runs, clue in zip(lines, clues[side], strict=True)
        )

    return case("nonogram", board, [(shaded,) for shaded in every], right, clues=clues)


@pytest.mark.parametrize("make", [akari, tents, magnets, starbattle, gokigen, thermometers, shakashaka, nonogram])
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=100)
