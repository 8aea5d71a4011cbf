"""Numbers in cells, as wholes: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, permutations, product, takewhile
from math import prod
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from tests.small_boards import (
    Case,
    Filling,
    around,
    case,
    hold,
    random_rooms,
    ray,
    rows_and_columns,
    sometimes,
    stretches,
)

Cells = tuple[int, ...]


def fillings(values: Sequence[Sequence[int]], fits: Callable[[list[int]], bool]) -> Iterator[Cells]:
    """All ways to choose a value for each place, where every beginning ``fits``."""

    def fill(chosen: list[int]) -> Iterator[Cells]:
        if len(chosen) == len(values):
            yield tuple(chosen)
            return
        for value in values[len(chosen)]:
            if fits([*chosen, value]):
                yield from fill([*chosen, value])

    return fill([])


@lru_cache
def squares(size: int, heights: int) -> list[Cells]:
    """All squares in which each line holds the numbers up to ``heights`` once and otherwise 0."""
    every = sorted(set(permutations([*range(1, heights + 1), *[0] * (size - heights)])))

    def fits(chosen: list[int]) -> bool:
        cols = zip(*(every[k] for k in chosen), strict=True)
        return all(col.count(n) <= (1 if n else size - heights) for col in cols for n in col)

    return [tuple(n for k in chosen for n in every[k]) for chosen in fillings([range(len(every))] * size, fits)]


def differ(filling: Cells, groups: Sequence[Sequence[int]]) -> bool:
    """Whether no number is twice in a group of cells."""
    return all(len({filling[c] for c in group}) == len(group) for group in groups)


def diagonals(size: int) -> list[list[int]]:
    return [[k * size + k for k in range(size)], [k * size + size - 1 - k for k in range(size)]]


def groups_of(labels: Sequence[Any]) -> list[list[int]]:
    return [[c for c, label in enumerate(labels) if label == one] for one in dict.fromkeys(labels) if one is not None]


def printed(truth: Cells, rng: random.Random, most: int) -> list[Any]:
    """Some of the numbers, now and then a wrong one or a question mark."""
    given: list[Any] = [None] * len(truth)
    for c in rng.sample(range(len(truth)), rng.randint(0, min(most, len(truth)))):
        given[c] = rng.choice([truth[c] or None] * 30 + ["?", 1, 2, 5])
    return given


def kept(filling: Cells, given: Sequence[Any]) -> bool:
    return all(n in (None, "?", filling[c]) for c, n in enumerate(given))


def sudoku(rng: random.Random) -> Case:
    """Some numbers of a random square, in the usual boxes or others."""
    size = rng.choice([3, 4, 4, 4])
    boxes = rng.choice([None, [c // size for c in range(size * size)], random_rooms(square(size, size), rng, size)])
    # two by two in a square of four; in one of three there is no other way than rows
    usual = [c // 8 * 2 + c % 4 // 2 for c in range(16)] if size == 4 else [c // 3 for c in range(9)]
    groups = groups_of(boxes or usual)
    long = rng.choice([0, 0, 1])
    fits = [s for s in squares(size, size) if differ(s, groups) and not (long and not differ(s, diagonals(size)))]
    given = printed(rng.choice(fits or squares(size, size)), rng, 8)
    layers = {} if boxes is None else {"boxes": boxes}
    pool: list[Filling] = [(s,) for s in squares(size, size)]

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups + diagonals(size) * long)

    return case("sudoku", square(size, size), pool, right, given=given, diagonals=long, **layers)


def jigsaw_sudoku(rng: random.Random) -> Case:
    """Some numbers of a random square, in regions of any shape, which need not even hang together."""
    board = square(4, 4) if rng.random() < 0.8 else square(3, 3)
    size = board.rows
    long = rng.choice([0, 0, 0, 1])
    for _ in range(100):
        regions = random_rooms(board, rng, size, hang_together=rng.random() < 0.8)
        groups = groups_of(regions) + diagonals(size) * long
        fits = [s for s in squares(size, size) if differ(s, groups)]
        if fits or rng.random() < 0.05:
            break
    given = printed(rng.choice(fits or squares(size, size)), rng, 7)
    pool: list[Filling] = [(s,) for s in squares(size, size)]
    return case(
        "jigsaw_sudoku", board, pool, lambda number: kept(number, given) and differ(number, groups), given=given,
        regions=regions, diagonals=long,
    )  # fmt: skip


def cages_in(board: Lattice, rng: random.Random) -> list[Any]:
    """Cages of up to three cells, and some cells in none."""
    cages: list[Any] = random_rooms(board, rng, 3, hang_together=rng.random() < 0.9)
    out = {label for label in cages if rng.random() < 0.2}
    return [None if label in out else label for label in cages]


def killer_sudoku(rng: random.Random) -> Case:
    """The sums of some cages in a random square, now and then a wrong one."""
    board = square(4, 4)
    cages = cages_in(board, rng)
    boxes = [[r * 4 + c for r in (a, a + 1) for c in (b, b + 1)] for a in (0, 2) for b in (0, 2)]
    groups = boxes + groups_of(cages)
    fits = [s for s in squares(4, 4) if differ(s, groups)]
    if not fits and rng.random() < 0.95:
        return killer_sudoku(rng)
    truth = rng.choice(fits or squares(4, 4))
    sums: list[Any] = [None] * 16
    for cage in groups_of(cages):
        sums[rng.choice(cage)] = rng.choice([sum(truth[c] for c in cage)] * 20 + [None, None, "?", 5])
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and differ(number, groups) and all(
            sums[c] in (None, "?", sum(number[x] for x in cage)) for cage in groups_of(cages) for c in cage
        )  # fmt: skip

    return case("killer_sudoku", board, [(s,) for s in squares(4, 4)], right, cages=cages, sums=sums, given=given)


def makes(numbers: list[int], result: int, sign: str | None) -> bool:
    """Whether numbers, in some order, make a result by a sign, or by any that is possible."""
    ways = {"+": sum(numbers) == result, "*": prod(numbers) == result}
    if len(numbers) == 2:
        ways["-"] = max(numbers) - min(numbers) == result
        ways["/"] = min(numbers) * result == max(numbers)
    return any(ways.values()) if sign is None else ways[sign]


def kenken(rng: random.Random) -> Case:
    """The results of some cages in a random square, now and then a wrong one."""
    size = rng.choice([3, 4])
    board = square(size, size)
    cages = cages_in(board, rng)
    truth = rng.choice(squares(size, size))
    results: list[Any] = [None] * len(board)
    for cage in groups_of(cages):
        if rng.random() < 0.9:
            numbers = [truth[c] for c in cage]
            candidates = [
                (result, sign)
                for sign in ("+", "*", None, *("-/" if len(cage) == 2 else ()))
                for result in range(65)
                if makes(numbers, result, sign)
            ]
            result, sign = rng.choice(candidates)
            results[rng.choice(cage)] = (sometimes(rng, 0.03, result, result + 1), sign)
    given = printed(truth, rng, 1)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            results[c] is None or makes([number[x] for x in cage], *results[c])
            for cage in groups_of(cages)
            for c in cage
        )

    return case("kenken", board, [(s,) for s in squares(size, size)], right, cages=cages, results=results, given=given)


def seen(line: Sequence[int]) -> int:
    """How many towers are seen along a line from its beginning."""
    return sum(bool(n) and n > max((0, *line[:k])) for k, n in enumerate(line))


def skyscrapers(rng: random.Random) -> Case:
    """How many towers of a random town are seen from some places; some towns have parks."""
    size, highest = rng.choice([(3, 3), (4, 4), (4, 4), (4, 3), (3, 2), (4, 2), (3, 1)])
    board = square(size, size)
    long = rng.choice([0, 0, 0, 1])
    towns = [s for s in squares(size, highest) if not long or all(
        sorted(s[c] for c in line) == sorted(s[:size]) for line in diagonals(size)
    )]  # fmt: skip
    truth = rng.choice(towns or squares(size, highest))
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues = {
        side: [rng.choice([seen([truth[c] for c in line])] * 5 + [None] * few * 2 + ["?"]) for line in lines]
        for side, lines in views.items()
    }
    if rng.random() < 0.15:
        clues["top"][0] = rng.randint(0, 4)
    given = printed(truth, rng, 2)

    def right(number: Cells) -> bool:
        return kept(number, given) and all(
            clue in (None, "?", seen([number[c] for c in line]))
            for side, lines in views.items()
            for clue, line in zip(clues[side], lines, strict=True)
        )

    layers = {} if highest == size else {"heights": highest}
    puzzle, answers, _ = case(
        "skyscrapers", board, [(s,) for s in towns], right, clues=clues, given=given, diagonals=long, **layers
    )
    return Case(puzzle, answers, [(s,) for s in squares(size, highest)])


def str8ts(rng: random.Random) -> Case:
    """Black cells, some with numbers, and some numbers of a random filling."""
    size = rng.choice([2, 3, 4])
    board = square(size, size)
    dark = set(rng.sample(board.cells, rng.randint(1, size) if size < 4 else rng.randint(4, 7)))
    runs = [run for run in stretches(board, lambda cell: cell not in dark) if len(run) > 1]
    lines = [line for both in rows_and_columns(board) for line in both]
    partners = [{c for line in lines if cell in line for c in line} - {cell} for cell in board.cells]
    values: list[Sequence[int]] = [range(1, size + 1)] * len(board)
    given: list[Any] = [None] * len(board)
    for c in dark:
        given[c] = rng.choice([None, rng.randint(1, size)])
        values[c] = [given[c] or 0]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        if chosen[last] and any(chosen[c] == chosen[last] for c in partners[last] if c < last):
            return False
        ended = [[chosen[c] for c in run] for run in runs if run[-1] == last]
        return all(max(numbers) - min(numbers) < len(numbers) for numbers in ended)

    every = [(filling,) for filling in fillings(values, fits)]
    truth = rng.choice(every)[0] if every else (1,) * len(board)
    hints = printed(truth, rng, 6)
    given = [given[c] if c in dark else hints[c] for c in board.cells]
    black = ["x" if c in dark else None for c in board.cells]
    return case("str8ts", board, every, lambda number: kept(number, given), black=black, given=given)


def in_rooms(name: str, board: Lattice, far: Callable[[int, int], int | None], rng: random.Random) -> Case:
    """Rooms with the numbers from 1 up; ``far`` tells two cells' distance, equal numbers N are more than that N apart."""
    rooms = random_rooms(board, rng, 4, hang_together=rng.random() < 0.9)
    apart = [[far(a, b) for a in range(b)] for b in board.cells]

    def fits(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        n = chosen[last]
        return not any(
            chosen[c] == n and (rooms[c] == rooms[last] or ((d := apart[last][c]) is not None and d <= n))
            for c in range(last)
        )

    pool: list[Filling] = []
    for filling in fillings([range(1, rooms.count(room) + 1) for room in rooms], fits):
        pool.append((filling,))
        if len(pool) > 500:
            return in_rooms(name, board, far, rng)
    if not pool and rng.random() < 0.8:
        return in_rooms(name, board, far, rng)
    given = printed(rng.choice(pool)[0] if pool else (1,) * len(board), rng, 4)
    return case(name, board, pool, lambda number: kept(number, given), rooms=rooms, given=given)


def ripple(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(3, 4), square(2, 6), square(3, 4, [(1, 1)]), hexagonal(3, 3)]
    )
    lines = stretches(board)

    def far(a: int, b: int) -> int | None:
        return next((abs(line.index(a) - line.index(b)) for line in lines if a in line and b in line), None)

    return in_rooms("ripple", board, far, rng)


def suguru(rng: random.Random) -> Case:
    """Random rooms that can be filled, mostly, and some of their numbers."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(3, 4), square(2, 6), square(3, 4, [(1, 1)]), hexagonal(3, 3), hexagon(2)]
    )
    return in_rooms("suguru", board, lambda a, b: 1 if b in around(board)[a] else None, rng)


def kakuro(rng: random.Random) -> Case:
    """The sums of random numbers, some unknown, now and then a wrong one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(3, 3, [(0, 2)])])
    white = sorted(rng.sample(board.cells, rng.randint(2, min(5, len(board) - 2))))
    runs = stretches(board, white.__contains__)
    partners = [{c for run in runs if cell in run for c in run} - {cell} for cell in board.cells]
    values = [range(1, 10) if c in white else [0] for c in board.cells]

    def unequal(chosen: list[int]) -> bool:
        last = len(chosen) - 1
        return last not in white or all(chosen[c] != chosen[last] for c in partners[last] if c < last)

    truth = next(fillings([rng.sample(numbers, len(numbers)) for numbers in values], unequal))
    sums: list[Any] = [None if c in white else [None, None] for c in board.cells]
    wanted = []
    unsure, wrong = rng.choice([(0, 0.3), (0, 0), (0.1, 0)])
    for c in board.cells:
        for k, direction in enumerate((2, 1)):
            run = list(takewhile(white.__contains__, ray(board, c, direction)))
            if c not in white and run:
                amount = sum(truth[x] for x in run)
                sums[c][k] = sometimes(rng, unsure, sometimes(rng, wrong, amount, amount + 1), rng.choice(["?", None]))
                if isinstance(sums[c][k], int):
                    wanted.append((run, sums[c][k]))

    def fits(chosen: list[int]) -> bool:
        return unequal(chosen) and all(
            sum(chosen[c] for c in run) == amount for run, amount in wanted if run[-1] == len(chosen) - 1
        )

    pool: list[Filling] = []
    for filling in fillings(values, fits):
        pool.append((filling,))
        if len(pool) > 300:
            return kakuro(rng)
    puzzle = api.puzzle("kakuro", board, sums=sums)
    return Case(puzzle, set(pool), [*pool, (truth,)])


@lru_cache
def binaries(board: Lattice) -> dict[Cells, bool]:
    """Per filling with 0 and 1 in which every line is half and half and has no three in a row whether all lines differ."""
    both = rows_and_columns(board)
    straight = [run for run in stretches(board) if len(run) > 2]
    found = {}
    halves = [[bits for bits in product((0, 1), repeat=len(row)) if sum(bits) * 2 == len(row)] for row in both[0]]
    for rows in product(*halves):
        filling = tuple(n for row in rows for n in row)
        if all(sum(filling[c] for c in col) * 2 == len(col) for col in both[1]) and all(
            len(list(run)) < 3 for line in straight for _, run in groupby(filling[c] for c in line)
        ):
            patterns = [[tuple(filling[c] for c in line) for line in lines] for lines in both]
            found[filling] = all(len(set(lines)) == len(lines) for lines in patterns)
    return found


def binairo(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one; on boards with odd lines there is none."""
    board = rng.choice(
        [square(2, 2), square(4, 4), square(4, 4), square(2, 4), square(4, 2), square(2, 6), square(3, 4), square(3, 3)]
    )
    every = binaries(board)
    alike = rng.choice([0, 1])
    truth = rng.choice(list(every) or [(0,) * len(board)])
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) // 2)):
        given[c] = rng.choice([truth[c]] * 20 + ["?", 0, 1])
    pool: list[Filling] = [(filling,) for filling in every]
    return case(
        "binairo",
        board,
        pool,
        lambda number: kept(number, given) and (alike or every[number]),
        given=given,
        alike=alike,
    )


@pytest.mark.parametrize(
    "make",
    [sudoku, jigsaw_sudoku, killer_sudoku, kenken, skyscrapers, str8ts, ripple, suguru, kakuro, binairo],
)
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=100)
