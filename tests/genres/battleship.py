"""Battleship: what proves it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

import pencilp
from pencilp import genres
from pencilp.board.lattice import Lattice, Position, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from tests.proof import Corpus
from tests.small_boards import Case, Filling, around, judged, near, rows_and_columns, sometimes

SHIPS = {
    "o": ("x",), "I": ("xx",), "II": ("xxx",), "V": ("xx", "x."), "L": ("xxx", "x.."), "T": ("xxx", ".x."),
    "S": (".xx", "xx."), "O": ("xx", "xx"), "U": ("x.x", "xxx"), "C": (".xx", "x.x", "xxx"),
}  # fmt: skip


def cells_of(rows: Sequence[str]) -> list[Position]:
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"]


def shape(cells: list[Position]) -> tuple[Position, ...]:
    """The same for a piece however it is turned and mirrored and wherever it lies."""
    forms = []
    for _ in range(4):
        cells = [(col, -row) for row, col in cells]
        for form in (cells, [(row, -col) for row, col in cells]):
            top, left = min(row for row, _ in form), min(col for _, col in form)
            forms.append(tuple(sorted((row - top, col - left) for row, col in form)))
    return min(forms)


Fleet = tuple[tuple[Position, ...], ...]


def fleet_of(ships: Iterable[Iterable[Position]]) -> Fleet:
    return tuple(sorted(shape(list(ship)) for ship in ships))


@lru_cache
def fleets(board: Lattice) -> dict[Fleet, list[tuple[int, ...]]]:
    """Per fleet the fillings in which its ships lie and do not touch, not even at a corner."""
    result: dict[Fleet, list[tuple[int, ...]]] = {}
    for filling in product((0, 1), repeat=len(board)):
        left = {c for c in board.cells if filling[c]}
        ships = []
        while left:
            ship = {left.pop()}
            while fresh := {n for c in ship for n in near(board)[c] if n in left}:
                left -= fresh
                ship |= fresh
            ships.append(ship)
        of = {c: k for k, ship in enumerate(ships) for c in ship}
        if all(of[c] == of.get(n, of[c]) for c in of for n in around(board)[c]):
            fleet = fleet_of([board.positions[c] for c in ship] for ship in ships)
            result.setdefault(fleet, []).append(filling)
    return result


GOES_ON = {"n": "s", "s": "n", "w": "e", "e": "w", "o": "", "nw": "es", "ne": "sw", "sw": "en", "se": "nw"}
"""Per part of a ship the sides on which the ship goes on."""


def ways(board: Lattice, filling: tuple[int, ...], cell: int) -> str:
    """On which sides of a cell there is more of a ship."""
    at = {p: c for c, p in enumerate(board.positions)}
    row, col = board.positions[cell]
    adjacent = {"n": (row - 1, col), "e": (row, col + 1), "s": (row + 1, col), "w": (row, col - 1)}
    return "".join(sorted(way for way, place in adjacent.items() if place in at and filling[at[place]]))


def fits(board: Lattice, filling: tuple[int, ...], cell: int, part: str) -> bool:
    """Whether this part of a ship, or water, is in the cell."""
    if part in ("~", "?"):
        return bool(filling[cell]) == (part == "?")
    goes_on = ways(board, filling, cell)
    if part == "m":
        return bool(filling[cell]) and ({"n", "s"} <= set(goes_on) or {"e", "w"} <= set(goes_on))
    return bool(filling[cell]) and goes_on == GOES_ON[part]


def some_parts(board: Lattice, truth: tuple[int, ...], rng: random.Random) -> list[Any]:
    """What lies in up to two cells, now and then something else."""
    parts: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(0, 2)):
        possible = [part for part in (*GOES_ON, "m", "~", "?") if fits(board, truth, cell, part)]
        parts[cell] = sometimes(rng, 0.1, rng.choice(possible), rng.choice(list(GOES_ON))) if possible else None
    return parts


def case(rng: random.Random) -> Case:
    """The ships of a random board, some counts, some parts; now and then something wrong."""
    board = rng.choice(
        [square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(1, 1)]), square(4, 3, [(1, 0), (2, 2)])]
    )
    pieces = {shape(cells_of(rows)): rows for rows in SHIPS.values()}
    playable = [fleet for fleet in fleets(board) if fleet and set(fleet) <= set(pieces)]
    fleet = [pieces[ship] for ship in rng.choice(playable)]
    truth = rng.choice(fleets(board)[fleet_of(map(cells_of, fleet))])
    if rng.random() < 0.1:
        fleet.append(rng.choice([("x",), ("xx",)]))
    lines = dict(zip(("left", "top"), rows_and_columns(board), strict=True))
    counts = {
        side: [rng.choice([sum(truth[c] for c in line)] * 4 + [None] * 6 + ["?", 1]) for line in lines[side]]
        for side in lines
    }
    parts = some_parts(board, truth, rng)

    def right(filling: tuple[int, ...]) -> bool:
        return all(part is None or fits(board, filling, cell, part) for cell, part in enumerate(parts)) and all(
            n in (None, "?", sum(filling[c] for c in line))
            for side in lines
            for n, line in zip(counts[side], lines[side], strict=True)
        )

    pool: list[Filling] = [(filling,) for filling in fleets(board).get(fleet_of(map(cells_of, fleet)), [])]
    others: list[Filling] = [(rng.choice(fleets(board)[other]),) for other in rng.sample(playable, 5)]
    puzzle, answers, _ = judged("battleship", board, pool, right, fleet=fleet, counts=counts, parts=parts)
    return Case(puzzle, answers, pool + others)


PUZZLES = 150
RARE = True
BOARDS = (
    "battleship\nfleet: xx/x.\nparts:\n- -  - -\n- - ne -\n- -  - -\n",
    "battleship\nfleet: 3\nparts:\n- - - -\n- m - -\n- - - -\n",
)
REASONS = {
    "bankGt": ("there are no ships but those of the fleet", "1 ships of the fleet have the shape x"),
    "bankLt": "1 ships of the fleet have the shape x",
    "shDiag": "ships do not touch at a corner",
}
CORPUS = Corpus("Battleship", every=27)


def test_ships_that_bend() -> None:
    board = square(3, 4)
    puzzle = Puzzle(genres.find("battleship"), board, {"fleet": [("xx", "x."), ("x",)], "parts": ["nw", *[None] * 11]})
    answers = pencilp.solve(puzzle, count=0).answers
    corner = {0, 1, 4}
    for answer in answers:
        ships = {c for c, x in enumerate(answer["ships"]) if x}
        assert corner < ships
        assert len(ships) == 4
    # the boat may lie in the cells that do not touch the bent ship
    assert len(answers) == len(
        [c for c in board.cells if c not in corner and not corner.intersection(around(board)[c])]
    )
    with pytest.raises(InputError, match="piece"):
        Puzzle(genres.find("battleship"), board, {"fleet": [("xx", "x")]})
