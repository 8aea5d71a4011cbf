"""Curve Data: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers.drawings import least_rows, mirrored
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import SIDES, Case, Cells, Filling, judged

Point = tuple[int, int]
Lines = set[tuple[Point, Point]]
"""Steps between points, each both ways."""


def steps(board: Lattice, line: Cells) -> Lines:
    """The lines of an answer."""
    at = board.positions
    return {step for (a, b), x in zip(board.links, line, strict=True) if x for step in ((at[a], at[b]), (at[b], at[a]))}


def figures(lines: Lines) -> list[Lines]:
    """The lines that hang together."""
    left, found = set(lines), []
    while left:
        group = {min(left)}
        while more := {step for step in left - group if any(set(step) & set(other) for other in group)}:
            group |= more
        left -= group
        found.append(group)
    return found


def ways(lines: Lines, point: Point) -> set[int]:
    """The directions of the lines at a point."""
    return {SIDES["square"].index((q[0] - p[0], q[1] - p[1])) for p, q in lines if p == point}


def bends(lines: Lines) -> dict[Point, dict[int, Point]]:
    """Per point where lines end, turn or meet, and direction, the next such point."""
    straight = [{0, 2}, {1, 3}]
    points = {p for p, _ in lines if ways(lines, p) not in straight}

    def ahead(point: Point, way: int) -> Point:
        down, right = SIDES["square"][way]
        there = (point[0] + down, point[1] + right)
        return there if there in points else ahead(there, way)

    return {p: {way: ahead(p, way) for way in ways(lines, p)} for p in points}


def alike(one: Lines, other: Lines) -> bool:
    """Whether two figures differ only in the lengths of their lines."""
    a, b = bends(one), bends(other)
    for start in b:
        same = {min(a): start}
        while True:
            more = {
                there: b[same[p]].get(way)
                for p in list(same)
                for way, there in a[p].items()
                if b[same[p]].get(way) != same.get(there)
            }
            if not more:
                break
            if None in more.values() or not same.keys().isdisjoint(more):
                break
            same |= more  # type: ignore[arg-type]
        whole = not more and set(same.values()) == set(b) and len(same) == len(b)
        if whole and all(set(a[p]) == set(b[q]) for p, q in same.items()):
            return True
    return False


def spelled(lines: Lines, rng: random.Random) -> tuple[str, ...]:
    """A drawing of a figure, with lines as long as they are or as short as they can be."""
    points = {p for p, _ in lines} if rng.random() < 0.5 else set(bends(lines))
    rows, cols = (sorted({p[axis] for p in points}) for axis in (0, 1))
    drawn = (
        bends(lines)
        if set(bends(lines)) == points
        else {
            p: {way: (p[0] + SIDES["square"][way][0], p[1] + SIDES["square"][way][1]) for way in ways(lines, p)}
            for p in points
        }
    )
    sums: dict[Point, set[int]] = {}
    for p, leads in drawn.items():
        for way, q in leads.items():
            place, end = (rows.index(p[0]), cols.index(p[1])), (rows.index(q[0]), cols.index(q[1]))
            down, right = SIDES["square"][way]
            while place != end:
                sums.setdefault(place, set()).add(way)
                place = (place[0] + down, place[1] + right)
                sums.setdefault(place, set()).add((way + 2) % 4)
    return tuple(
        "".join(f"{sum(1 << way for way in sums.get((r, c), ())):x}" for c in range(len(cols)))
        for r in range(len(rows))
    )


def case(rng: random.Random) -> Case:
    """Clues of a random filling, now and then unknown or a wrong one, with some shaded cells and walls."""
    board = rng.choice([square(2, 3), square(3, 3), square(2, 4), square(3, 3, [(0, 1)]), square(3, 3), square(3, 3)])
    shaded = {c for c in board.cells if rng.random() < 0.1}
    walls = [int(rng.random() < 0.15) for _ in board.links]
    pool: list[Filling] = [(line,) for line in product((0, 1), repeat=len(board.links))]
    passed = {board.positions[c] for c in board.cells if c not in shaded}

    def fits(line: Cells) -> bool:
        clear = not any(x and wall for x, wall in zip(line, walls, strict=True))
        return clear and {p for p, _ in steps(board, line)} == passed

    good = [line for (line,) in pool if fits(line)]
    if not good:
        return case(rng)
    truth = rng.choice(good)
    clues: list[Any] = [None] * len(board)
    at = {p: c for c, p in enumerate(board.positions)}
    drawings: dict[tuple[str, ...], Lines] = {}
    for figure in figures(steps(board, truth)):
        drawing = spelled(figure, rng)
        drawings[drawing] = figure
        clues[at[rng.choice(sorted(figure))[0]]] = rng.choice([drawing, drawing, drawing, "?"])
    mistake = rng.random()
    given = [c for c in board.cells if clues[c]]
    if mistake < 0.1 and given:
        clues[rng.choice(given)] = None
    elif mistake < 0.2:
        clues[rng.choice([c for c in board.cells if c not in shaded])] = rng.choice([*drawings, "?"])

    def right(line: Cells) -> bool:
        if line not in fitting:
            return False
        every = figures(steps(board, line))
        for figure in every:
            mine = [clues[at[p]] for p in {p for p, _ in figure} if clues[at[p]]]
            if len(mine) != 1 or (mine[0] != "?" and not alike(figure, drawings[mine[0]])):
                return False
        return True

    fitting = set(good)
    marks = ["x" if c in shaded else None for c in board.cells]
    found = judged("curvedata", board, pool, right, clues=clues, shaded=marks, walls=walls)
    return found._replace(
        near=[*rng.sample(pool, min(len(pool), 200)), *[(line,) for line in rng.sample(good, min(len(good), 200))]]
    )


PUZZLES = 80
REASONS = {"shIncorrect": "a figure is drawn like its clue", "shNone": "every figure goes through a clue"}
PRESENCE = ("clues",)
BOARDS = [
    # the drawing does not hang together: there is no answer
    "curvedata\nclues:\n28/28 -\n- -\n",
]


def test_a_link_has_shaded_cells_walls_and_drawings() -> None:
    link = "https://puzz.link/p?curvedata/4/4/=g1l0l/b000080/3/3/5e85/3/3/06a4"
    puzzle = read_link(link)
    assert puzzle["clues"][9] == ("2ac", "685", "3a9")
    assert puzzle["clues"][2] == ("004", "2c5", "039")
    assert puzzle["shaded"][0] == "x"
    assert sum(puzzle["walls"]) == 1
    # drawings are numbered in the order in which they stand on the board
    assert write_link(puzzle) == "https://puzz.link/p?curvedata/4/4/=g0l1l/b000080/3/3/06a4/3/3/5e85"
    assert read_link(write_link(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("2/1/0g", "there is no drawing 0"),
        ("2/1/1g/2/1/1", "there is no drawing 1"),
        ("2/1/0g/2/1/2", "a line of a drawing leaves it"),
        ("2/1/0g/x/1/1", "a number of columns and of rows"),
        ("2/1/0g/2/1/y", "is no digit of a drawing"),
        ("2/1/0g/3/1/10", "larger than the board"),
    ],
)
def test_a_link_whose_drawings_are_wrong_is_refused(body: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_link(f"https://puzz.link/p?curvedata/{body}")


def test_a_clue_is_in_no_shaded_cell() -> None:
    with pytest.raises(InputError, match="a clue is in no shaded cell"):
        api.puzzle("curvedata", square(1, 2), clues=[("28",), None], shaded=["x", None])


@pytest.mark.parametrize(
    ("drawing", "rows", "cols"),
    [
        (("2a8",), 1, 2),
        (("6c", "39"), 2, 2),
        (("2ac", "005", "005", "2a9"), 2, 2),
        # three steps down, and next to them a line that is as long
        (("6ac", "785", "785", "3a9"), 4, 2),
        (("004", "2c5", "039"), 2, 3),
    ],
)
def test_a_drawing_may_have_more_rows_and_columns_than_the_figure(
    drawing: tuple[str, ...], rows: int, cols: int
) -> None:
    assert (least_rows(drawing), least_rows(mirrored(drawing))) == (rows, cols)


def test_a_drawing_may_be_larger_than_the_board() -> None:
    puzzle = api.puzzle("curvedata", square(1, 2), clues=[("2aa8",), None])
    assert api.solve(puzzle).status == "unique"
    with pytest.raises(InputError, match="more rows or columns than this board"):
        api.puzzle("curvedata", square(1, 2), clues=[("6c", "39"), None])
