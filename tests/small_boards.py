"""Whole genres on small boards: all answers of random puzzles, found by trying everything, against ours.

A genre's test makes puzzles with a function of a random generator: a puzzle, all its answers, and fillings that look like
answers. Those functions state the rules as they are printed. Neither they nor the tables here use the genres' rules or the
lattices' tables: what lies next to what is worked out from rows and columns. Only the order of the links, in which an
answer lists its lines and borders, is the lattice's.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, groupby, pairwise, permutations, product, takewhile
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp.board.lattice import Lattice, Position, hexagon, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.text import text
from pencilp.genres.base import genre_of

SIDES = {
    "square": [(-1, 0), (0, 1), (1, 0), (0, -1)],
    "hexagonal": [(-1, 0), (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1)],
}
"""The steps over the sides of a cell, clockwise from the upper or the upper right one."""
TOUCHING = {"square": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)],
            "hexagonal": SIDES["hexagonal"]}  # fmt: skip
"""The steps over sides and corners."""

Cells = tuple[int, ...]
"""A value per cell."""
Filling = tuple[tuple[int, ...], ...]
"""The values of each answer layer, as the numbers that stand for them in a model."""
Region = frozenset[int]
"""Cells that hang together."""


class Case(NamedTuple):
    """A puzzle, all its answers, and some fillings, right or wrong, that look like answers."""

    puzzle: Puzzle
    right: set[Filling]
    near: Sequence[Filling]


def judged(name: str, board: Lattice, pool: Sequence[Filling], right: Callable[..., bool], **layers: Any) -> Case:
    """The case of a puzzle whose answers are those of ``pool`` for which ``right(*layers of the answer)`` holds.

    A case that gives no walls inside its rooms gets some: they change nothing.
    """
    for key, layer in genres.load(name).inputs.items():
        if layer.walls and layer.walls not in layers and layers.get(key) is not None:
            rooms = [*layers[key]]
            layers[layer.walls] = inner_walls(board, rooms, random.Random(repr(rooms)))
    return Case(api.puzzle(name, board, **layers), {filling for filling in pool if right(*filling)}, pool)


def shown(puzzle: Puzzle, answer: Answer | None = None) -> str:
    """A puzzle for the message of a test that fails."""
    try:
        return text.write(puzzle, answer)
    except InputError:
        return f"{puzzle!r} {puzzle.values} {answer.values if answer else ''}"


def held(cases: Sequence[Case], rng: random.Random, *, tried: int = 2, every: int = 1) -> None:
    """``solve`` finds exactly the right answers of the puzzles, and ``check`` accepts exactly these.

    ``check`` is asked about ``tried`` fillings of each puzzle that look like answers, and as many with a value or two
    changed, and a right one; with ``every`` only for each such puzzle. Puzzles with no, one, and several answers must all be
    there.
    """
    answers, verdicts = Counter[int](), Counter[bool]()
    for n, (puzzle, right, near) in enumerate(cases):
        genre = genre_of(puzzle)
        found = [tuple(map(tuple, genre.numbers_of(a).values())) for a in api.solve(puzzle, count=0).answers]
        assert len(found) == len(set(found)), f"an answer twice\n{shown(puzzle)}"
        same_answers(puzzle, set(found), right)
        answers[min(len(right), 2)] += 1
        if n % every:
            continue
        fillings = rng.sample(sorted(right), min(1, len(right)))
        for _ in range(tried if near else 0):
            fillings += [rng.choice(near), _changed(rng.choice(near), puzzle, rng)]
        for filling in fillings:
            answer = genre.answer_of(puzzle, dict(zip(puzzle.genre.answers, filling, strict=True)))
            judged_rightly(puzzle, answer, filling in right)
            verdicts[filling in right] += 1
    assert all(answers[n] * 20 >= len(cases) for n in (0, 1, 2)), answers
    assert all(verdicts[accepted] * 20 * every >= len(cases) for accepted in (True, False)), verdicts


def same_answers(puzzle: Puzzle, found: set[Filling], right: set[Filling]) -> None:
    """The answers that are found are the right ones; otherwise the first that differs is drawn."""
    for fillings, fault in (
        (found - right, "is found, but breaks a rule"),
        (right - found, "is right, but is not found"),
    ):
        for filling in sorted(fillings)[:1]:
            answer = genre_of(puzzle).answer_of(puzzle, dict(zip(puzzle.genre.answers, filling, strict=True)))
            raise AssertionError(f"this answer {fault}:\n{shown(puzzle, answer)}{broken_rules(puzzle, answer)}")


def judged_rightly(puzzle: Puzzle, answer: Answer, right: bool) -> None:
    """``check`` accepts an answer if it is right; otherwise it is drawn."""
    if (api.check(puzzle, answer) == []) != right:
        fault = "is right, but is refused" if right else "breaks a rule, but is accepted"
        raise AssertionError(f"this answer {fault}:\n{shown(puzzle, answer)}{broken_rules(puzzle, answer)}")


def broken_rules(puzzle: Puzzle, answer: Answer) -> str:
    """The rules that ``check`` says are broken, one a line."""
    return "".join(f"broken: {fault}\n" for fault in api.check(puzzle, answer)) or "check finds no broken rule\n"


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


def adjacent(board: Lattice, steps: dict[str, list[Position]]) -> list[list[int]]:
    """Per cell the cells one of the ``steps`` away."""
    at = {p: i for i, p in enumerate(board.positions)}
    return [[at[r + dr, c + dc] for dr, dc in steps[board.shape] if (r + dr, c + dc) in at] for r, c in board.positions]


@lru_cache
def near(board: Lattice) -> list[list[int]]:
    """Per cell the cells that share an edge with it."""
    return adjacent(board, SIDES)


@lru_cache
def around(board: Lattice) -> list[list[int]]:
    """Per cell the cells that share an edge or a corner with it."""
    return adjacent(board, TOUCHING)


def ray(board: Lattice, cell: int, direction: int) -> list[int]:
    """The cells from ``cell`` on in a direction (clockwise from the upper or the upper right) until there is none."""
    return [*rays(board)[cell][direction]]


@lru_cache
def rays(board: Lattice) -> list[list[list[int]]]:
    """The same for each cell and direction."""
    at = {p: c for c, p in enumerate(board.positions)}
    result = []
    for row, col in board.positions:
        result.append([
            [at[there] for there in takewhile(at.__contains__, ((row + k * down, col + k * right) for k in count(1)))]
            for down, right in SIDES[board.shape]
        ])  # fmt: skip
    return result


def at_corners(board: Lattice) -> list[list[int]]:
    """The cells around each corner, in the order in which a puzzle lists the corners.

    A corner's key is its row and column, on hexagons the sum of those of the three cells that meet there.
    """
    at = {p: c for c, p in enumerate(board.positions)}
    around = []
    for row, col in board.corner_keys:
        if board.shape == "square":
            places = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
        else:
            (r, k), c = divmod(row, 3), col // 3
            places = [(r, c), (r, c + 1) if k == 1 else (r + 1, c), (r + 1, c + 1)]
        around.append([at[place] for place in places if place in at])
    return around


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


@lru_cache
def rows_and_columns(board: Lattice) -> tuple[list[list[int]], list[list[int]]]:
    """The cells of each row and of each column of the frame, from the left and from the top."""
    rows = [[c for c in board.cells if board.positions[c][0] == row] for row in range(board.rows)]
    return rows, [[c for c in board.cells if board.positions[c][1] == col] for col in range(board.cols)]


def groups(board: Lattice, cells: Iterable[int]) -> list[Region]:
    """The groups of cells that hang together by their edges."""
    left = set(cells)
    found = []
    adjacent = near(board)
    while left:
        group = [left.pop()]
        for c in group:
            fresh = left.intersection(adjacent[c])
            left -= fresh
            group += fresh
        found.append(frozenset(group))
    return found


def connected(board: Lattice, cells: Iterable[int]) -> bool:
    """Whether cells hang together by their edges."""
    left = set(cells)
    if not left:
        return True
    adjacent = near(board)
    reached = [left.pop()]
    for c in reached:
        fresh = left.intersection(adjacent[c])
        left -= fresh
        reached += fresh
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
    """Whether a cell that a loop does not pass lies inside it: going up, a little to the right, it is crossed oddly often."""
    row, col = board.positions[cell]
    steps = [{board.positions[a], board.positions[b]} for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
    # on hexagonal boards also the steps down to the right cross that way
    return sum({(r, col), (r + down, col + 1)} in steps for r in range(row) for down in (0, 1)) % 2 == 1


# -- divisions --------------------------------------------------------------------------------------------------------


def groups_from(board: Lattice, start: int, most: int) -> Iterator[Region]:
    """All connected groups of up to ``most`` cells of which ``start`` is the first, each once."""

    adjacent = near(board)

    def grow(group: list[int], edge: list[int], out: set[int]) -> Iterator[Region]:
        yield frozenset(group)
        if len(group) < most:
            for i, cell in enumerate(edge):
                passed = out.union(edge[:i])
                fresh = [
                    n for n in adjacent[cell] if n > start and n not in passed and n not in group and n not in edge
                ]
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
    adjacent = near(board)
    for start in rng.sample(board.cells, len(board)):
        if label[start] < 0:
            size = rng.randint(1, most)
            cells = [start]
            while len(cells) < size:
                beyond = [n for c in cells for n in adjacent[c]] if hang_together else list(board.cells)
                free = [n for n in beyond if label[n] < 0 and n not in cells]
                if not free:
                    break
                cells.append(rng.choice(free))
            for c in cells:
                label[c] = start
    return label


def inner_walls(board: Lattice, rooms: Sequence[int], rng: random.Random, loop: Drawn | None = None) -> list[int]:
    """Per link 1 for a wall inside a room: none on two boards of three, and none that ``loop`` crosses."""
    some = rng.choice([0, 0, 0.2])
    crossed = set() if loop is None else {frozenset(step) for step in loop.steps}
    return [int(rooms[a] == rooms[b] and rng.random() < some and {a, b} not in crossed) for a, b in board.links]


def across_borders(board: Lattice, rooms: Sequence[int], walls: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of neighbours between which a border runs: they are in two rooms, or a wall is between them."""
    pairs = zip(board.links, walls, strict=True)
    return [(a, b) for (a, b), wall in pairs if wall or rooms[a] != rooms[b]]


# -- shading ----------------------------------------------------------------------------------------------------------


def with_value(filling: Cells, value: int) -> list[int]:
    """The cells that hold a value."""
    return [c for c, v in enumerate(filling) if v == value]


@lru_cache
def blocks(board: Lattice) -> list[list[int]]:
    """The cells around each point where as many as can meet: two by two of them, on hexagonal boards three."""
    adjacent = near(board)
    if board.shape == "hexagonal":
        return [
            [a, b, c] for a in board.cells for b in adjacent[a] for c in adjacent[b] if a < b < c and c in adjacent[a]
        ]
    at = {p: c for c, p in enumerate(board.positions)}
    found = [[at.get((r + i, c + j), -1) for i in (0, 1) for j in (0, 1)] for r, c in board.positions]
    return [block for block in found if -1 not in block]


@lru_cache
def touched_sizes(board: Lattice) -> dict[Cells, Cells]:
    """Per filling and cell how many shaded cells there are in the groups next to the cell, taken together."""
    found = {}
    for filling in product((0, 1), repeat=len(board)):
        shaded = groups(board, with_value(filling, 1))
        found[filling] = tuple(
            [sum(len(group) for group in shaded if group & adjacent) for adjacent in map(set, near(board))]
        )
    return found


@lru_cache
def walls(board: Lattice) -> list[Cells]:
    """All fillings with the shaded cells in one group and no two by two of them."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if not any(all(filling[c] for c in block) for block in blocks(board))
        and connected(board, with_value(filling, 1))
    ]


@lru_cache
def rectangles(board: Lattice) -> list[Region]:
    """All rectangles of cells, without a hole."""
    spans = [(a, b) for b in range(max(board.rows, board.cols)) for a in range(b + 1)]
    found = []
    for (top, bottom), (left, right) in product(spans, spans):
        places = product(range(top, bottom + 1), range(left, right + 1))
        region = [board.cell_at.get(place, -1) for place in places]
        if -1 not in region:
            found.append(frozenset(region))
    return found


@lru_cache
def all_rectangles(board: Lattice) -> list[Cells]:
    """All fillings whose groups of shaded cells are rectangles."""
    starting = [[region for region in rectangles(board) if min(region) == cell] for cell in board.cells]
    around = {region: region.union(*[near(board)[c] for c in region]) for region in rectangles(board)}
    found = []
    begun: list[tuple[int, Region, Region]] = [(0, frozenset(), frozenset())]
    while begun:
        cell, shaded, taken = begun.pop()
        if cell == len(board):
            found.append(tuple([int(c in shaded) for c in board.cells]))
            continue
        begun.append((cell + 1, shaded, taken))
        begun += [(cell + 1, shaded | each, taken | around[each]) for each in starting[cell] if not each & taken]
    return sorted(found)


@lru_cache
def all_squares(board: Lattice) -> list[Cells]:
    """All fillings whose groups of shaded cells are squares."""
    return [
        filling
        for filling in all_rectangles(board)
        if all(
            len({board.positions[c][0] for c in group}) ** 2 == len(group)
            for group in groups(board, with_value(filling, 1))
        )
    ]


def joined(board: Lattice, cells: Sequence[int]) -> bool:
    """Whether cells hang together by edges and corners."""
    found = [*cells[:1]]
    for c in found:
        found += [n for n in around(board)[c] if n in cells and n not in found]
    return len(found) == len(cells)


def noise(board: Lattice, rng: random.Random) -> list[Filling]:
    """Some fillings of any kind, to be looked at apart from those that are nearly right."""
    return [(tuple(rng.choices((0, 1), k=len(board))),) for _ in range(20)]


def seen_from(board: Lattice, filling: Cells, cell: int, value: int) -> int:
    """How many cells with a value are seen from a cell, in all directions up to the first with another one, without itself."""
    ways = range(len(SIDES[board.shape]))
    return sum(len(list(takewhile(lambda c: filling[c] == value, ray(board, cell, way)))) for way in ways)


@lru_cache
def dynasties(board: Lattice) -> list[Cells]:
    """All fillings with shaded cells that do not touch, the others in one group."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if not any(filling[n] for c in with_value(filling, 1) for n in near(board)[c])
        and connected(board, with_value(filling, 0))
    ]


@lru_cache
def trees(board: Lattice) -> list[Cells]:
    """All fillings whose unshaded cells form one group without a loop: as many pairs of neighbours as cells, less one."""
    found = []
    for filling in product((0, 1), repeat=len(board)):
        clear = with_value(filling, 0)
        pairs = sum(n > c and not filling[n] for c in clear for n in near(board)[c])
        if pairs == max(0, len(clear) - 1) and connected(board, clear):
            found.append(filling)
    return found


def crosses_two(lines: Sequence[Sequence[int]], bordered: Collection[frozenset[int]], shaded: Cells) -> bool:
    """Return whether unshaded cells in a row in one of the lines go over two of the borders, which are pairs of cells."""
    for line in lines:
        borders = 0
        for a, b in pairwise(line):
            borders = 0 if shaded[a] or shaded[b] else borders + (frozenset((a, b)) in bordered)
            if borders > 1:
                return True
    return False


def counts_in_rooms(rooms: Sequence[int], truth: Cells, rng: random.Random, chance: float = 0.5) -> list[Any]:
    """In some rooms the number of shaded cells, now and then a wrong one."""
    clues: list[Any] = [None] * len(rooms)
    for room in set(rooms):
        cells = [c for c, label in enumerate(rooms) if label == room]
        if rng.random() < chance:
            clues[rng.choice(cells)] = rng.choice([sum(truth[c] for c in cells)] * 10 + ["?", 1])
    return clues


def rooms_counted(rooms: Sequence[int], filling: Cells, clues: Sequence[Any]) -> bool:
    """Whether every number is the count of shaded cells in its room."""
    return all(
        n in (None, "?", sum(filling[x] for x, label in enumerate(rooms) if label == rooms[c]))
        for c, n in enumerate(clues)
    )


# -- numbers ----------------------------------------------------------------------------------------------------------


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
def counts_adjacent(board: Lattice) -> dict[Cells, bool]:
    """Return the fillings whose numbers count the adjacent numbers, each with whether all numbers form one group."""
    found = {}
    for filled in product((0, 1), repeat=len(board)):
        number = tuple([here * sum(filled[n] for n in near(board)[c]) for c, here in enumerate(filled)])
        if any(filled) and all(n or not here for n, here in zip(number, filled, strict=True)):
            found[number] = connected(board, [c for c in board.cells if filled[c]])
    return found


@lru_cache
def latin_squares(size: int, heights: int) -> list[Cells]:
    """All latin_squares in which each line holds the numbers up to ``heights`` once and otherwise 0."""
    every = sorted(set(permutations([*range(1, heights + 1), *[0] * (size - heights)])))

    def fits(chosen: list[int]) -> bool:
        cols = zip(*(every[k] for k in chosen), strict=True)
        return all(col.count(n) <= (1 if n else size - heights) for col in cols for n in col)

    return [tuple(n for k in chosen for n in every[k]) for chosen in fillings([range(len(every))] * size, fits)]


@lru_cache
def grids(board: Lattice) -> list[Cells]:
    """All ways to fill a board with the numbers from 1 to its size, none of them twice in a row or in a column."""
    lines = [line for both in rows_and_columns(board) for line in both]
    before = [[c for line in lines if cell in line for c in line if c < cell] for cell in board.cells]

    def fits(chosen: list[int]) -> bool:
        return all(chosen[c] != chosen[-1] for c in before[len(chosen) - 1])

    return list(fillings([range(1, board.rows + 1)] * len(board), fits))


def differ(filling: Cells, groups: Sequence[Sequence[int]]) -> bool:
    """Whether no number is twice in a group of cells."""
    return all(len({filling[c] for c in group}) == len(group) for group in groups)


def diagonals(size: int) -> list[list[int]]:
    """The cells of the two long diagonals of a square."""
    return [[k * size + k for k in range(size)], [k * size + size - 1 - k for k in range(size)]]


def long_lines(board: Lattice) -> list[list[int]]:
    """The cells of the two long diagonals of a square frame, holes left out."""
    at = list(enumerate(board.positions))
    return [[c for c, (row, col) in at if row == col], [c for c, (row, col) in at if row + col == board.rows - 1]]


def usual_boxes(board: Lattice) -> list[int]:
    """The box of each cell: two by two in a square of four; in one of three there is no other way than rows."""
    return [row // 2 * 2 + col // 2 if board.rows == 4 else row for row, col in board.positions]


class Square(NamedTuple):
    """A small Sudoku: its board, a way to fill it that is right (or, where there is none, nearly), which cells hold different
    numbers apart from those of a row or column, and the layers that say so.
    """

    board: Lattice
    truth: Cells
    groups: list[list[int]]
    layers: dict[str, Any]


def random_sudoku(rng: random.Random) -> Square:
    """The usual boxes, or rows, which part nothing; now and then the long diagonals too."""
    board = rng.choice([square(4, 4), square(4, 4), square(4, 4), square(3, 3), square(3, 3, [(1, 1)])])
    boxes = rng.choice([None, None, [row for row, _ in board.positions]]) if len(board) == board.rows**2 else None
    long = rng.choice([0, 0, 0, 1])
    groups = groups_of(boxes or usual_boxes(board)) + long_lines(board) * long
    truth = rng.choice([grid for grid in grids(board) if differ(grid, groups)] or grids(board))
    return Square(board, truth, groups, {"diagonals": long} | ({} if boxes is None else {"boxes": boxes}))


def groups_of(labels: Sequence[Any]) -> list[list[int]]:
    """The cells with each label; those without one (None) are in no group."""
    return [[c for c, label in enumerate(labels) if label == one] for one in dict.fromkeys(labels) if one is not None]


def printed(truth: Cells, rng: random.Random, most: int) -> list[Any]:
    """Some of the numbers, now and then a wrong one or a question mark."""
    given: list[Any] = [None] * len(truth)
    for c in rng.sample(range(len(truth)), rng.randint(0, min(most, len(truth)))):
        given[c] = rng.choice([truth[c] or None] * 30 + ["?", 1, 2, 3])
    return given


def kept(filling: Cells, given: Sequence[Any], blank: int | None = None) -> bool:
    """Whether the printed numbers stay, and a ``?`` is not ``blank``."""
    return all(n in (None, x) or (n == "?" and x != blank) for n, x in zip(given, filling, strict=True))


def cages_in(board: Lattice, rng: random.Random) -> list[Any]:
    """Cages of up to three cells, and some cells in none."""
    cages: list[Any] = random_rooms(board, rng, 3, hang_together=rng.random() < 0.7)
    out = {label for label in cages if rng.random() < 0.2}
    return [None if label in out else label for label in cages]


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
    if not pool and rng.random() < 0.97:
        return in_rooms(name, board, far, rng)
    given = printed(rng.choice(pool)[0] if pool else (1,) * len(board), rng, 4)
    return judged(name, board, pool, lambda number: kept(number, given), rooms=rooms, given=given)


def in_each_room(rooms: Sequence[int]) -> list[Cells]:
    """All ways to mark one cell in every room."""
    return [tuple([int(c in marked) for c in range(len(rooms))]) for marked in product(*groups_of(rooms))]


# -- objects in lines -------------------------------------------------------------------------------------------------


def line_counts(board: Lattice, filling: Cells, rng: random.Random, value: int = 1) -> dict[str, list[Any]]:
    """Per column and row how often it has a value, for some of them, now and then a wrong number."""
    lines = zip(("left", "top"), rows_and_columns(board), strict=True)
    return {
        side: [rng.choice([sum(filling[c] == value for c in line)] * 5 + [None] * 9 + ["?", 1]) for line in cells]
        for side, cells in lines
    }


def lines_counted(board: Lattice, filling: Cells, counts: dict[str, list[Any]], value: int = 1) -> bool:
    """Whether every number outside says how often its line has a value."""
    rows, cols = rows_and_columns(board)
    return all(
        n in (None, "?", sum(filling[c] == value for c in line))
        for side, numbers in counts.items()
        for n, line in zip(numbers, rows if side in ("left", "right") else cols, strict=True)
    )


# -- loops through some of the cells ----------------------------------------------------------------------------------

LOOP_BOARDS = (square(3, 3), square(3, 4), square(4, 4), square(3, 4, [(1, 1)]), square(4, 4, [(1, 2), (3, 3)]), hexagonal(3, 3),
          hexagon(2))  # fmt: skip
"""Boards on which all loops are soon found."""


class Drawn:
    """A loop and what it does in its cells."""

    def __init__(self, board: Lattice, loop: tuple[int, ...]) -> None:
        self.board, self.loop = board, loop
        self.cells = frozenset(loop)
        self.steps = {frozenset(pair) for pair in zip(loop, (*loop[1:], loop[0]), strict=True)}
        self.neighbours = {c: (loop[k - 1], loop[(k + 1) % len(loop)]) for k, c in enumerate(loop)}

    def straight(self, cell: int) -> bool:
        """Whether the loop goes straight through a cell that it passes."""
        (r, c), (r1, c1), (r2, c2) = (self.board.positions[x] for x in (cell, *self.neighbours[cell]))
        return (r1 + r2, c1 + c2) == (2 * r, 2 * c)

    def runs(self, cell: int) -> list[int]:
        """Per direction how far the loop runs straight on from a cell."""
        lines = [[cell, *ray(self.board, cell, way)] for way in range(len(SIDES[self.board.shape]))]
        return [len(list(takewhile(self.steps.__contains__, map(frozenset, pairwise(line))))) for line in lines]

    def length(self, cell: int) -> int:
        """How far the loop runs straight on from a cell, in both directions together."""
        return sum(self.runs(cell))

    def pieces(self, cell: int) -> set[int]:
        """The lengths of the straight pieces of the loop that a cell lies on."""
        runs = self.runs(cell)
        half = len(runs) // 2
        return {a + b for a, b in zip(runs[:half], runs[half:], strict=True) if a + b}


@lru_cache
def pairs_of_loops(board: Lattice) -> list[Cells]:
    """The lines that are two loops, without a cell in common."""
    every = list(drawn_loops(board).values())
    return [
        tuple([int(frozenset(link) in a.steps or frozenset(link) in b.steps) for link in board.links])
        for i, a in enumerate(every)
        for b in every[:i]
        if a.cells.isdisjoint(b.cells)
    ]


@lru_cache
def drawn_loops(board: Lattice) -> dict[tuple[int, ...], Drawn]:
    """All loops of a board by the values of their links."""
    return {line_of(board, loop): Drawn(board, loop) for loop in loops(board)}


def looped(name: str, board: Lattice, right: Callable[[Drawn], bool], **layers: Any) -> Case:
    """The case of a puzzle whose answers are the loops for which ``right`` holds."""
    every = drawn_loops(board)
    found = judged(name, board, [(line,) for line in every], lambda line: right(every[line]), **layers)
    return found._replace(near=[*found.near, *[(line,) for line in pairs_of_loops(board)]])


# -- lines over ice, and sections of lines ----------------------------------------------------------------------------


Sides = tuple[int, int, int, int]
"""Whether a line leaves a cell to the north, east, south and west."""


def lines_that_fit(board: Lattice, fits: Callable[[int, Sides], bool]) -> Iterator[Cells]:
    """All lines on a square board that leave each cell as ``fits(cell, sides)`` allows."""
    at = {place: cell for cell, place in enumerate(board.positions)}
    link = {frozenset(pair): k for k, pair in enumerate(board.links)}
    sides = [
        [link.get(frozenset((cell, at.get((row + down, col + right), -1)))) for down, right in SIDES["square"]]
        for cell, (row, col) in enumerate(board.positions)
    ]
    line = [0] * len(board.links)

    def draw(cell: int) -> Iterator[Cells]:
        if cell == len(board):
            yield tuple(line)
            return
        # what lies above and to the left of a cell is drawn already
        for right in (0, 1):
            for down in (0, 1):
                for side, x in ((sides[cell][1], right), (sides[cell][2], down)):
                    if side is not None:
                        line[side] = x
                if any(x and sides[cell][way] is None for way, x in ((1, right), (2, down))):
                    continue
                n, e, s, w = (0 if side is None else line[side] for side in sides[cell])
                if fits(cell, (n, e, s, w)):
                    yield from draw(cell + 1)

    return draw(0)


def lines_over_ice(board: Lattice, ice: Collection[int], *, everywhere: bool) -> Iterator[Cells]:
    """All lines that neither branch nor end: on ice they go straight on, or straight on both ways. They pass every cell, or
    those that they like.
    """

    def fits(cell: int, sides: Sides) -> bool:
        n, e, s, w = sides
        count = sum(sides)
        return (count > 0 or not everywhere) and (n == s and e == w if cell in ice else count in (0, 2))

    return lines_that_fit(board, fits)


def walked(board: Lattice, ice: Collection[int], line: Cells) -> list[int] | None:
    """The cells that a pen passes along a line from its first piece, straight on over ice, if it draws all of the line."""
    steps = [pair for pair, x in zip(board.links, line, strict=True) if x]
    if not steps:
        return None
    start, cell = last, here = steps[0]
    passed = [start]
    while True:
        beyond = [a if b == here else b for a, b in steps if here in (a, b)]
        if here in ice:
            (row, col), (last_row, last_col) = board.positions[here], board.positions[last]
            beyond = [c for c in beyond if board.positions[c] == (2 * row - last_row, 2 * col - last_col)]
        last, here = here, next(c for c in beyond if c != last)
        passed.append(last)
        if (last, here) == (start, cell):
            return passed[:-1] if len(passed) - 1 == len(steps) else None


def sections(way: Sequence[int], kinds: Sequence[Any]) -> list[list[int]]:
    """The cells of each section of a closed way: the longest pieces in cells of one kind."""
    first = next((k for k in range(len(way)) if kinds[way[k - 1]] != kinds[way[k]]), 0)
    return [list(part) for _, part in groupby([*way[first:], *way[:first]], lambda c: kinds[c])]


def joined_by_lines(board: Lattice, line: Cells, kinds: Sequence[Any]) -> list[list[int]]:
    """The groups of cells of one kind that lines join, of those cells that a line passes."""
    group = {c: {c} for link, x in zip(board.links, line, strict=True) if x for c in link}
    for (a, b), x in zip(board.links, line, strict=True):
        if x and kinds[a] == kinds[b] and group[a] is not group[b]:
            group[a] |= group[b]
            group.update(dict.fromkeys(group[b], group[a]))
    return [sorted(cells) for cells in {id(cells): cells for cells in group.values()}.values()]


def numbered_sections(
    rng: random.Random, board: Lattice, parts: Sequence[Sequence[int]], kinds: Sequence[Any], chance: float
) -> list[Any]:
    """The sizes of sections in some of their cells without a kind, some of them unknown, now and then a wrong one."""
    numbers: list[Any] = [None] * len(board)
    for part in parts:
        size = len(part)
        for c in part:
            if kinds[c] is None and rng.random() < chance:
                numbers[c] = rng.choice([size] * 15 + ["?"] * 4 + [max(1, size - 1), min(len(board), size + 1)])
    if rng.random() < 0.1 and (free := [c for c in board.cells if kinds[c] is None]):
        numbers[rng.choice(free)] = rng.choice(["?", 1, 2])
    return numbers


def fits_sections(numbers: Sequence[Any], parts: Sequence[Sequence[int]], full: int) -> bool:
    """Whether sections pass all numbers, or all cells if they shall, and each has as many cells as its numbers say."""
    passed = {c for part in parts for c in part}
    if not all(c in passed for c, n in enumerate(numbers) if full or n is not None):
        return False
    return all(numbers[c] in (None, "?", len(part)) for part in parts for c in part)


def loop_in_sections(
    name: str,
    rng: random.Random,
    boards: Sequence[Lattice],
    chances: Sequence[float],
    every_cell: float,
    fits: Callable[[Drawn, Sequence[Any]], bool],
    **sign: str,
) -> Case:
    """Cells with a ``sign``, the layer's name and value, which some loop crosses, and the sizes of its sections.

    ``chances`` are shares of such cells, ``every_cell`` is how often the loop has to pass every cell. Now and then the loop
    does not fit.
    """
    ((layer, value),) = sign.items()
    board = rng.choice(boards)
    chance = rng.choice(chances)
    kinds: list[Any] = [value if rng.random() < chance else None for _ in board.cells]
    full = int(rng.random() < every_cell)
    possible = [
        loop
        for loop in drawn_loops(board).values()
        if (fits(loop, kinds) or rng.random() < 0.02) and (not full or len(loop.cells) == len(board))
    ]
    if not possible:
        return loop_in_sections(name, rng, boards, chances, every_cell, fits, **sign)
    parts = sections(rng.choice(possible).loop, kinds)
    numbers = numbered_sections(rng, board, parts, kinds, rng.choice([0.1, 0.3, 0.6]))

    def right(loop: Drawn) -> bool:
        return fits(loop, kinds) and fits_sections(numbers, sections(loop.loop, kinds), full)

    return looped(name, board, right, **{layer: kinds}, numbers=numbers, full=full)


# -- loops and rooms --------------------------------------------------------------------------------------------------


def entered(loop: Drawn, rooms: Sequence[int], borders: Collection[tuple[int, int]] = ()) -> dict[int, int]:
    """How often a loop enters each room, also over ``borders`` inside it; if there is only one, it lies in it, which is once."""
    crossed = dict.fromkeys(rooms, 0)
    inside = {frozenset(pair) for pair in borders}
    for a, b in loop.steps:
        if rooms[a] != rooms[b] or frozenset((a, b)) in inside:
            crossed[rooms[a]] += 1
            crossed[rooms[b]] += 1
    return {room: times // 2 if len(crossed) > 1 else max(1, times // 2) for room, times in crossed.items()}


def rooms_that_fit(
    board: Lattice, fits: Callable[[Drawn, list[int]], bool], rng: random.Random
) -> tuple[list[int], Drawn]:
    """Random rooms and a loop that fits them, or, now and then, one that does not."""
    while True:
        rooms = random_rooms(board, rng, rng.choice([3, 5, 9]))
        possible = [loop for loop in drawn_loops(board).values() if fits(loop, rooms)]
        if possible or rng.random() < 0.01:
            return rooms, rng.choice(possible or list(drawn_loops(board).values()))


# -- loops and shaded cells ----------------------------------------------------------------------------------------


def adjacent_shaded(board: Lattice, clued: Collection[int]) -> dict[Filling, Drawn]:
    """Per filling its loop: the cells off it are shaded, but for those with a clue."""
    return {
        (tuple([int(c not in loop.cells and c not in clued) for c in board.cells]), line): loop
        for line, loop in drawn_loops(board).items()
    }


def parted(board: Lattice, shaded: Cells) -> bool:
    """Whether no two shaded cells touch by an edge."""
    return not any(shaded[a] and shaded[b] for a in board.cells for b in near(board)[a])


def shaded_outside(loop: Drawn, shaded: Cells) -> bool:
    """Whether all shaded cells lie outside a loop."""
    return not any(x and inside(loop.board, loop.loop, c) for c, x in enumerate(shaded))


def looped_adjacent_shaded(
    name: str, board: Lattice, clued: Collection[int], right: Callable[[Drawn, Cells], bool], **layers: Any
) -> Case:
    """The case of a puzzle whose answers are loops, with shaded cells off them that do not touch, for which ``right`` holds."""
    loop_of = adjacent_shaded(board, clued)

    def judge(shaded: Cells, line: Cells) -> bool:
        loop = loop_of[shaded, line]
        return loop.cells.isdisjoint(clued) and parted(board, shaded) and right(loop, shaded)

    found = judged(name, board, list(loop_of), judge, **layers)
    two = []
    for line in pairs_of_loops(board):
        passed = {c for link, x in zip(board.links, line, strict=True) for c in link if x}
        two.append((tuple([int(c not in passed and c not in clued) for c in board.cells]), line))
    return found._replace(near=[*found.near, *two])


# -- regions ----------------------------------------------------------------------------------------------------------

Divisions = dict[tuple[int, ...], tuple[Region, ...]]


def divided(name: str, board: Lattice, every: Divisions, right: Any, **layers: Any) -> Case:
    """The case of a puzzle whose answers are those of ``every`` division for which ``right(regions)`` holds."""
    pool: list[Filling] = [(borders,) for borders in every]
    return judged(name, board, pool, lambda borders: right(every[borders]), **layers)


def is_rectangle(board: Lattice, region: Region) -> bool:
    """Whether a region fills the rows and columns that it touches."""
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    return len(region) == (max(rows) + 1 - min(rows)) * (max(cols) + 1 - min(cols))


def in_line(board: Lattice, region: Region) -> bool:
    """Whether the cells of a region lie in one row or in one column."""
    return 1 in (len({board.positions[c][axis] for c in region}) for axis in (0, 1))


def shape_of(board: Lattice, region: Region) -> frozenset[Position]:
    """The positions of a region as if it lay in the upper left corner."""
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    return frozenset((row - min(rows), col - min(cols)) for row, col in zip(rows, cols, strict=True))


@lru_cache(maxsize=100_000)
def free_shape(board: Lattice, region: Region) -> frozenset[frozenset[Position]]:
    """The shapes of a region in all ways that it can be turned and mirrored."""
    found = [shape_of(board, region)]
    for k in range(7):
        # turned by a quarter, and once mirrored
        points = [(col, row) if k == 3 else (col, -row) for row, col in found[-1]]
        low = [min(p[axis] for p in points) for axis in (0, 1)]
        found.append(frozenset((row - low[0], col - low[1]) for row, col in points))
    return frozenset(found)


def touching_regions(board: Lattice, regions: Sequence[Region]) -> list[tuple[Region, Region]]:
    """The pairs of regions that share an edge."""
    of = {c: region for region in regions for c in region}
    return [(of[a], of[b]) for a, b in board.links if of[a] != of[b]]


def crossings(board: Lattice, regions: Sequence[Region]) -> list[list[int]]:
    """The two by twos of cells whose four regions are different."""
    of = {c: region for region in regions for c in region}
    return [block for block in blocks(board) if len({of[c] for c in block}) == 4]


def drawn_sides(board: Lattice, cell: int, region: Region) -> int:
    """How many sides of a cell are borders: those to the outside of its region, be there cells or none."""
    sides = 4 if board.shape == "square" else 6
    return sides - sum(n in region for n in near(board)[cell])
