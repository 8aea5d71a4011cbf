"""Icebarn: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import SIDES, Case, Cells, groups, judged, sometimes

Side = tuple[int, int]
"""A cell, and a direction."""


def outer_sides(board: Lattice) -> list[Side]:
    """The sides of cells beyond which there is no cell."""
    steps = enumerate(SIDES["square"])
    every = [(c, d, (row + i, col + j)) for d, (i, j) in steps for c, (row, col) in enumerate(board.positions)]
    return [(c, d) for c, d, beyond in every if beyond not in board.positions]


def lines(board: Lattice, ice: set[int], doors: set[Side]) -> Iterator[Cells]:
    """All lines that go on in every cell that they pass, on ice straight on, and lead out over the doors."""
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
        for right in (0, 1) if sides[cell][1] is not None else (0,):
            for down in (0, 1) if sides[cell][2] is not None else (0,):
                for side, x in ((sides[cell][1], right), (sides[cell][2], down)):
                    if side is not None:
                        line[side] = x
                n, e, s, w = (
                    int((cell, d) in doors) if side is None else line[side] for d, side in enumerate(sides[cell])
                )
                if (n == s and e == w) if cell in ice else n + e + s + w in (0, 2):
                    yield from draw(cell + 1)

    return draw(0)


def way_of(board: Lattice, ice: set[int], line: Cells, way_in: Side, way_out: Side) -> list[tuple[int, int]] | None:
    """The steps from IN to OUT, if these are all of a line that goes on everywhere."""
    on = {frozenset(pair) for pair, x in zip(board.links, line, strict=True) if x}
    at = {place: cell for cell, place in enumerate(board.positions)}
    cell, heading = way_in[0], (way_in[1] + 2) % 4
    steps: list[tuple[int, int]] = []
    while True:
        if cell not in ice:
            back = (heading + 2) % 4
            heading = next(d for d in range(4) if d != back and leads(board, at, on, cell, d, {way_in, way_out}))
        if (cell, heading) == way_out:
            return steps if len(steps) == sum(line) else None
        (row, col), (down, right) = board.positions[cell], SIDES["square"][heading]
        steps.append((cell, at[row + down, col + right]))
        cell = steps[-1][1]


def leads(
    board: Lattice, at: dict[tuple[int, int], int], on: set[frozenset[int]], cell: int, way: int, doors: set[Side]
) -> bool:
    """Whether there is a line over a side."""
    (row, col), (down, right) = board.positions[cell], SIDES["square"][way]
    beyond = at.get((row + down, col + right))
    return (cell, way) in doors if beyond is None else frozenset((cell, beyond)) in on


def case(rng: random.Random) -> Case:
    """Ice, two doors, and arrows along a way from one to the other; now and then one against it or next to it."""
    board = rng.choice([square(3, 3), square(3, 4), square(4, 4), square(4, 4, [(0, 0)]), square(4, 4, [(1, 2)]), square(2, 5),
                        square(1, 3)])  # fmt: skip
    ice = {c for c in board.cells if rng.random() < rng.choice([0.1, 0.35, 0.6])}
    way_in, way_out = rng.sample(outer_sides(board), 2)
    pool = list(lines(board, ice, {way_in, way_out}))
    ways = {line: way_of(board, ice, line, way_in, way_out) for line in pool}
    good = sorted(line for line, way in ways.items() if way is not None)
    if not good and rng.random() < 0.9:
        return case(rng)
    arrows: list[Any] = [None] * len(board.links)
    truth = ways[rng.choice(good)] if good else None
    chance = rng.choice([0.1, 0.4, 0.7])
    for k, (a, b) in enumerate(board.links):
        upright = board.positions[a][0] != board.positions[b][0]
        # links lead down and to the right
        if truth is not None and ((a, b) in truth or (b, a) in truth) and rng.random() < chance:
            along = ("ns" if upright else "we")[(a, b) in truth]
            arrows[k] = sometimes(rng, 0.03, along, "n" if upright else "e")
        elif rng.random() < 0.01:
            arrows[k] = rng.choice("ns" if upright else "ew")

    def right(line: Cells) -> bool:
        way = ways[line]
        if way is None:
            return False
        for arrow, (a, b) in zip(arrows, board.links, strict=True):
            if arrow and ((a, b) if arrow in "se" else (b, a)) not in way:
                return False
        passed = {way_in[0], way_out[0], *(c for step in way for c in step)}
        return all(passed & barn for barn in groups(board, ice))

    doors: list[Any] = [None] * len(board.edges)
    for sign, (cell, way) in (("IN", way_in), ("OUT", way_out)):
        doors[board.cell_edges[cell][way]] = sign
    layers = {"ice": ["i" if c in ice else None for c in board.cells], "arrows": arrows}
    given = {key: values for key, values in layers.items() if any(values)}
    return judged("icebarn", board, [(line,) for line in pool], right, doors=doors, **given)


PUZZLES = 150
LOOP = "the line neither branches nor ends; it crosses itself only on ice, and does not turn there"
ARROWS = "the line passes every arrow as it points"
UNNAMED = {"ice": "the board", "doors": "every puzzle has both"}
PRESENCE = ("ice", "doors")
REASONS = {
    "lnBranch": LOOP, "lnCrossExIce": LOOP, "lnCurveOnIce": LOOP, "stNoLine": LOOP, "lrDeadEnd": LOOP,
    "lrOffField": (LOOP, "a line leaves the board at the right of row 1"),
    "lrReverse": (ARROWS, LOOP), "bkNoLine": "the line visits every icebarn",
    "arNoLine": ARROWS,
}  # fmt: skip


def given(**layers: Any) -> Any:
    """A puzzle of two by two cells, with the way in over the upper left cell, and out over the lower left one."""
    board = square(2, 2)
    doors: list[Any] = [None] * len(board.edges)
    doors[board.cell_edges[0][0]], doors[board.cell_edges[2][2]] = "IN", "OUT"
    return api.puzzle("icebarn", board, **{"doors": doors, **layers})


def test_invalid_puzzles_are_refused() -> None:
    assert api.solve(given()).status == "multiple"
    inner = square(2, 2).cell_edges[0][1]
    doors = [sign if sign != "OUT" else None for sign in given()["doors"]]
    for layers, message in (
        ({"doors": doors}, "the puzzle needs one OUT, not 0"),
        ({"doors": ["OUT" if e == inner else sign for e, sign in enumerate(doors)]}, "OUT lies on the outline"),
        ({"arrows": ["n", None, None, None]}, "an arrow leads from one cell to the other"),
    ):
        with pytest.raises(InputError, match=message):
            api.solve(given(**layers))


LINK = "https://puzz.link/p?icebarn/"


def test_older_links_say_the_same() -> None:
    # 3 by 3 cells with ice in the middle, and an arrow of each kind
    newest = read_link(f"{LINK}3/3/10325181/0/5")
    assert dict(newest["arrows"].items()) == {1: "e", 3: "w", 6: "n", 10: "s"}
    assert newest["ice"].given == [4]
    for old in ("c/3/3/0/5/10a3463", "3/3/080/0/4/4/1/0/5"):
        assert read_link(LINK + old) == newest
        assert write_link(read_link(LINK + old)) == f"{LINK}3/3/10325181/0/5"


@pytest.mark.parametrize(
    ("body", "message"),
    [("0", "parted by slashes"), ("00/0", "parted by slashes"), ("0000/0/99", "place of OUT"), ("0440/0/x", "place of OUT"),
     ("04/0/1", "ends too soon"), ("04400/0/1", "more values than the board"), ("00/0/0/0/0/0", "parted by slashes"),
     ("0/5////0/1", "no edge for an arrow next to cell '5'"), ("0/1+x////0/1", "no edge"), ("0/2////0/1", "no edge")],
)  # fmt: skip
def test_links_that_say_no_board_are_refused(body: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_link(f"{LINK}2/2/{body}")
