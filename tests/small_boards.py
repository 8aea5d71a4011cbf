"""Whole genres on small boards: all answers of many random puzzles, found by trying everything, against ours.

A genre's test makes puzzles with a function of a random generator: a puzzle, all its answers, and fillings that look like
answers. Those functions state the rules as they are printed. Neither they nor the tables here use the genres' rules or the
lattices' tables: what lies beside what is worked out from rows and columns. Only the order of the links, in which an
answer lists its lines and borders, is the lattice's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pencilp import api
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.formats import text
from pencilp.genres.base import genre_of
from tests.seed_boards import SIDES, TOUCHING, beside

Filling = tuple[tuple[int, ...], ...]
"""The values of each answer layer."""


class Case(NamedTuple):
    """A puzzle, all its answers, and some fillings, right or wrong, that look like answers."""

    puzzle: Puzzle
    right: set[Filling]
    near: Sequence[Filling]


def case(name: str, board: Lattice, pool: Sequence[Filling], right: Callable[..., bool], **layers: Any) -> Case:
    """The case of a puzzle whose answers are those of ``pool`` for which ``right(*layers of the answer)`` holds."""
    return Case(api.puzzle(name, board, **layers), {filling for filling in pool if right(*filling)}, pool)


def hold(make: Callable[[random.Random], Case], *, puzzles: int, tried: int = 2) -> None:
    """``solve`` finds exactly the right answers of so many puzzles, and ``check`` accepts exactly these.

    ``check`` is asked about so many fillings of each puzzle that look like answers, and as many with a value or two
    changed, besides a right one. Puzzles with no, one, and several answers must all be there.
    """
    rng = random.Random(make.__name__)
    answers, verdicts = Counter[int](), Counter[bool]()
    for _ in range(puzzles):
        puzzle, right, near = make(rng)
        found = [tuple(map(tuple, answer.values.values())) for answer in api.solve(puzzle, count=0).answers]
        assert len(found) == len(set(found)), f"an answer twice\n{text.write(puzzle)}"
        assert set(found) == right, text.write(puzzle)
        answers[min(len(right), 2)] += 1
        fillings = rng.sample(sorted(right), min(1, len(right)))
        for _ in range(tried if near else 0):
            fillings += [rng.choice(near), _changed(rng.choice(near), puzzle, rng)]
        for filling in fillings:
            answer = Answer(puzzle, dict(zip(puzzle.genre.answers, filling, strict=True)))
            accepted = api.check(puzzle, answer) == []
            assert accepted == (filling in right), text.write(puzzle, answer)
            verdicts[accepted] += 1
    assert all(answers[n] * 20 >= puzzles for n in (0, 1, 2)), answers
    assert all(verdicts[accepted] * 20 >= puzzles for accepted in (True, False)), verdicts


def _changed(filling: Filling, puzzle: Puzzle, rng: random.Random) -> Filling:
    """A filling with one or two values changed, each to another that its place may take."""
    genre = genre_of(puzzle)
    layers = [list(layer) for layer in filling]
    domains = [layer.domain(genre(puzzle)) for layer in genre.answers.values()]
    for _ in range(rng.randint(1, 2)):
        k = rng.randrange(len(layers))
        if layers[k]:
            i = rng.randrange(len(layers[k]))
            domain = domains[k]
            low, high = domain[i] if isinstance(domain, list) else domain
            layers[k][i] = rng.choice([v for v in range(low, high + 1) if v != layers[k][i]] or [low])
    return tuple(map(tuple, layers))


def sometimes(rng: random.Random, chance: float, value: Any, otherwise: Any = None) -> Any:
    """``value``, or with ``chance`` the other."""
    return otherwise if rng.random() < chance else value


# -- boards -----------------------------------------------------------------------------------------------------------


@lru_cache
def near(board: Lattice) -> list[list[int]]:
    """Per cell the cells that share an edge with it."""
    return beside(board, SIDES)


@lru_cache
def around(board: Lattice) -> list[list[int]]:
    """Per cell the cells that share an edge or a corner with it."""
    return beside(board, TOUCHING)


def ray(board: Lattice, cell: int, direction: int) -> list[int]:
    """The cells from ``cell`` on in a direction (clockwise from the upper or the upper right) until there is none."""
    at = {p: c for c, p in enumerate(board.positions)}
    (row, col), (down, right) = board.positions[cell], SIDES[board.shape][direction]
    result = []
    while (row + down, col + right) in at:
        row, col = row + down, col + right
        result.append(at[row, col])
    return result


def stretches(board: Lattice, clear: Callable[[int], bool] = lambda cell: True) -> list[list[int]]:
    """The longest unbroken lines of clear cells, in all directions (one of two opposite ones, in reading order)."""
    result = []
    half = len(SIDES[board.shape]) // 2
    for direction in range(1, half + 1):
        back = (direction + half) % (2 * half)
        for cell in filter(clear, board.cells):
            if not (behind := ray(board, cell, back)[:1]) or not clear(behind[0]):
                line = [cell]
                for c in ray(board, cell, direction):
                    if not clear(c):
                        break
                    line.append(c)
                result.append(line)
    return result


def rows_and_columns(board: Lattice) -> tuple[list[list[int]], list[list[int]]]:
    """The cells of each row and of each column of the frame, from the left and from the top."""
    rows = [[c for c in board.cells if board.positions[c][0] == row] for row in range(board.rows)]
    return rows, [[c for c in board.cells if board.positions[c][1] == col] for col in range(board.cols)]


def connected(board: Lattice, cells: Collection[int]) -> bool:
    """Whether cells hang together by their edges."""
    left = set(cells)
    stack = [left.pop()] if left else []
    while stack:
        fresh = left.intersection(near(board)[stack.pop()])
        left -= fresh
        stack += fresh
    return not left


# -- loops ------------------------------------------------------------------------------------------------------------


@lru_cache
def loops(board: Lattice) -> list[tuple[int, ...]]:
    """All closed loops from cell to cell, each once, as the cells in their order from the lowest on."""
    found = []

    def walk(path: list[int]) -> None:
        for n in near(board)[path[-1]]:
            if n == path[0] and len(path) > 2 and path[1] < path[-1]:
                found.append(tuple(path))
            elif n > path[0] and n not in path:
                walk([*path, n])

    for start in board.cells:
        walk([start])
    return found


@lru_cache(maxsize=100_000)
def line_of(board: Lattice, path: tuple[int, ...], closed: bool = True) -> tuple[int, ...]:
    """The value of each link of a line through cells."""
    steps = {frozenset(pair) for pair in zip(path, (*path[1:], path[0]) if closed else path[1:], strict=False)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def inside(board: Lattice, loop: tuple[int, ...], cell: int) -> bool:
    """Whether a cell that a loop on a square board does not pass lies inside it: going up, it is crossed oddly often."""
    row, col = board.positions[cell]
    steps = [{board.positions[a], board.positions[b]} for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
    return sum({(r, col), (r, col + 1)} in steps for r in range(row)) % 2 == 1


# -- divisions --------------------------------------------------------------------------------------------------------

Region = frozenset[int]


def groups_from(board: Lattice, start: int, most: int) -> Iterator[Region]:
    """All connected groups of up to ``most`` cells of which ``start`` is the first, each once."""

    def grow(group: list[int], edge: list[int], out: set[int]) -> Iterator[Region]:
        yield frozenset(group)
        if len(group) < most:
            for i, cell in enumerate(edge):
                passed = out.union(edge[:i])
                fresh = [n for n in near(board)[cell] if n > start and n not in passed and n not in (*group, *edge)]
                yield from grow([*group, cell], edge[i + 1 :] + fresh, passed)

    return grow([start], [n for n in near(board)[start] if n > start], set())


@lru_cache
def divisions(
    board: Lattice, fits: Callable[[Lattice, Region], bool] = lambda board, region: True, size: int | None = None
) -> dict[tuple[int, ...], tuple[Region, ...]]:
    """All divisions of the board into connected regions that fit, of ``size`` cells if it is given, by their borders.

    Borders are the value of each link: whether it lies between two regions.
    """
    possible = [
        [group for group in groups_from(board, c, size or 99) if size in (None, len(group)) and fits(board, group)]
        for c in board.cells
    ]
    found = {}

    def divide(free: Region, regions: tuple[Region, ...]) -> None:
        if not free:
            of = {c: k for k, region in enumerate(regions) for c in region}
            found[tuple([int(of[a] != of[b]) for a, b in board.links])] = regions
            return
        for region in possible[min(free)]:
            if region <= free:
                divide(free - region, (*regions, region))

    divide(frozenset(board.cells), ())
    return found


def random_rooms(board: Lattice, rng: random.Random, most: int, *, hang_together: bool = True) -> list[int]:
    """A label per cell; the cells with the same one are up to ``most`` and hang together, if they shall."""
    label = [-1] * len(board)
    for start in rng.sample(board.cells, len(board)):
        if label[start] < 0:
            size = rng.randint(1, most)
            cells = [start]
            while len(cells) < size:
                beyond = [n for c in cells for n in near(board)[c]] if hang_together else list(board.cells)
                free = [n for n in beyond if label[n] < 0 and n not in cells]
                if not free:
                    break
                cells.append(rng.choice(free))
            for c in cells:
                label[c] = start
    return label
