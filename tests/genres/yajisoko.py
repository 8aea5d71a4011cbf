"""Yajisan-Sokoban: what proves it."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests.small_boards import SIDES, Case, Filling, judged, near, ray


def drawn(board: Lattice, ways: list[list[int]]) -> tuple[int, ...]:
    """The value of each link."""
    steps = {frozenset(pair) for way in ways for pair in pairwise(way)}
    return tuple([int(frozenset(link) in steps) for link in board.links])


def pushed(board: Lattice, boxes: set[int]) -> list[tuple[tuple[int, ...], set[int]]]:
    """All ways to push some of the boxes: the links that have a line, and where the boxes stand afterwards."""
    choices = []
    for start in sorted(boxes):
        ways = [[start]]
        for direction in range(4):
            for cell in ray(board, start, direction):
                if cell in boxes:
                    break
                ways.append([start, *ray(board, start, direction)[: ray(board, start, direction).index(cell) + 1]])
        choices.append(ways)
    found = []
    for ways in product(*choices):
        cells = [c for way in ways for c in way]
        if len(set(cells)) == len(cells):
            found.append((drawn(board, list(ways)), {way[-1] for way in ways}))
    return found


def pointed_at(board: Lattice, cell: int, direction: int) -> list[int]:
    """The cells ahead of an arrow; it looks across holes."""
    (row, col), (down, right) = board.positions[cell], SIDES["square"][direction]
    places = [(row + k * down, col + k * right) for k in range(1, 9)]
    return [c for c in board.cells if board.positions[c] in places]


def case(rng: random.Random) -> Case:
    """Boxes, and numbers that are true of a random end; those under a box are anything, and now and then there is a mistake."""
    board = rng.choice(
        [square(3, 4), square(3, 3), square(3, 4, [(1, 1)]), square(2, 5, [(0, 2)]), square(4, 3), square(1, 5)]
    )
    start = set(rng.sample(board.cells, rng.randint(0, 4)))
    every = pushed(board, start)
    _, stands = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.choice([1, 3, 5, len(board)])):
        if c in start and rng.random() < 0.9:
            continue
        way = rng.choice([0, 1, 2, 3, 0, 1, 2, 3, "?"])
        if way == "?":
            clues[c] = rng.choice([(way, "?"), (way, 1), (None, "?")])
            continue
        number = len(stands.intersection(pointed_at(board, c, way)))
        if c in stands:
            number = rng.choice([0, 1, 3, 99, None])
        clues[c] = rng.choice(
            [(way, number)] * 20 + [(way, "?"), (way, 1), (way, None)] + [(None, 1)] * (rng.random() < 0.2)
        )
    ends = dict(every)

    def right(line: tuple[int, ...]) -> bool:
        if line not in ends:
            return False
        for c, clue in enumerate(clues):
            way, number = clue or (None, "?")
            if number is None and c not in ends[line]:
                return False
            if number in (None, "?") or way == "?":
                continue
            if way is None:
                return False
            if c not in ends[line] and number != len(ends[line].intersection(pointed_at(board, c, way))):
                return False
        return True

    pool: list[Filling] = [(line,) for line, _ in every]
    found = judged(
        "yajisoko", board, pool, right, boxes=["o" if c in start else None for c in board.cells], clues=clues
    )
    if not found.right and rng.random() < 0.5:
        return case(rng)
    # lines from nowhere, over boxes, across one another, and around corners
    wild: list[Filling] = []
    for _ in range(6):
        ways = []
        for _ in range(rng.randint(1, 3)):
            way = [rng.choice(sorted(start) if start and rng.random() < 0.7 else board.cells)]
            while (onward := [n for n in near(board)[way[-1]] if n not in way]) and rng.random() < 0.7:
                way.append(rng.choice(onward))
            ways.append(way)
        line = drawn(board, ways)
        if line not in ends:
            wild.append((line,))
    return found._replace(near=[*found.near, *wild])


PUZZLES = 120
MEETS = "lines do not turn, cross or meet"
REASONS = {
    "lnBranch": MEETS,
    "laCurve": MEETS,
    "nmConnected": "no line joins two boxes",
    "laOnNum": "a box goes one way, and no line passes it",
    "anShadeNe": "a number without a box on it counts the boxes in its arrow's direction",
    "laIsolate": "every line begins at a box",
    "anNoArrow": "a number needs an arrow",
}
PRESENCE = ("boxes",)


def brute(board: Lattice, boxes: list[Any], clues: list[Any]) -> set[tuple[int, ...]]:
    """All answers, by trying every set of links: nothing is said here of boxes that are pushed, only of what is drawn."""
    found = set()
    for line in product((0, 1), repeat=len(board.links)):
        at: list[list[int]] = [[] for _ in board.cells]
        for (a, b), x in zip(board.links, line, strict=True):
            if x:
                at[a].append(b)
                at[b].append(a)
        # every group of cells that lines join lies in one row or column, and holds one box, at one of its two ends
        fine, stands = True, set()
        seen: set[int] = set()
        for c in board.cells:
            if c in seen:
                continue
            group = [c]
            for x in group:
                group += [n for n in at[x] if n not in group]
            seen.update(group)
            rows, cols = {board.positions[x][0] for x in group}, {board.positions[x][1] for x in group}
            held = [x for x in group if boxes[x]]
            if len(group) == 1:
                stands.update(held)
                continue
            fine = fine and min(len(rows), len(cols)) == 1 and len(held) == 1 and len(at[held[0]]) == 1
            if not fine:
                break
            stands.update(x for x in group if len(at[x]) == 1 and x != held[0])
        if fine and all(
            clue is None or c in stands or clue[1] == len(stands.intersection(pointed_at(board, c, clue[0])))
            for c, clue in enumerate(clues)
        ):
            found.add(line)
    return found


def test_every_set_of_links_is_judged_alike() -> None:
    rng = random.Random(5)
    faulty = 0
    for _ in range(25):
        board = rng.choice([square(3, 3), square(2, 4), square(3, 3, [(1, 1)]), square(2, 5)])
        boxes = [rng.choice(["o", None, None]) for _ in board.cells]
        clues = [
            rng.choice([None, None, (rng.randrange(4), rng.randint(0, 2))]) if box is None else None for box in boxes
        ]
        puzzle = api.puzzle("yajisoko", board, boxes=boxes, clues=clues)
        found = {tuple(answer["line"]) for answer in api.solve(puzzle, count=0).answers}
        assert found == brute(board, boxes, clues)
        faulty += bool(found)
    assert faulty > 5


LINK = "https://puzz.link/p?yajisoko/5/4/-11-22-11h.-1dg.h..g-17.g..."


def test_the_link_of_another_solver() -> None:
    """What it has as the only answer."""
    solution = api.solve(read_link(LINK))
    assert solution.status == "unique"
    lying = [(16, 17)]
    upright = [(0, 5), (1, 6), (6, 11), (7, 12), (9, 14), (10, 15), (13, 18), (14, 19)]
    board = square(4, 5)
    assert [link for link, x in zip(board.links, solution.answers[0]["line"], strict=True) if x] == [
        link for link in board.links if link in lying + upright
    ]


def test_a_line_ends_at_a_cell_that_does_not_exist_and_an_arrow_looks_beyond() -> None:
    puzzle = api.puzzle(
        "yajisoko", square(1, 5, [(0, 2)]), boxes=["o", None, None, None], clues=[None, None, None, (3, 1)]
    )
    assert len(api.solve(puzzle, count=0).answers) == 2
    assert read_link(write_link(puzzle)) == puzzle
    assert read_pzpr(write_pzpr(puzzle)) == puzzle


@pytest.mark.parametrize("clue", [(0, None), ("?", None), (1, "?"), (None, "?"), (2, 0), (3, 12), (None, 3)])
def test_every_clue_is_written_as_it_is_read(clue: Any) -> None:
    puzzle = api.puzzle("yajisoko", square(1, 3), boxes=["o", None, None], clues=[None, clue, None])
    assert read_link(write_link(puzzle)) == puzzle
    assert read_pzpr(write_pzpr(puzzle)) == puzzle


@pytest.mark.parametrize("clue", [("?", 3), (1, 9_999_999)])
def test_a_clue_that_links_cannot_say_is_refused(clue: Any) -> None:
    puzzle = api.puzzle("yajisoko", square(1, 2), boxes=["o", None], clues=[None, clue])
    with pytest.raises(InputError):
        write_link(puzzle)
