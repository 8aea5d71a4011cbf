"""Divisions into regions, as wholes: all answers of small puzzles by trying everything."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, Position, hexagonal, square
from tests.small_boards import (
    Case,
    Filling,
    Region,
    around,
    case,
    divisions,
    hold,
    near,
    rows_and_columns,
    sometimes,
)

Divisions = dict[tuple[int, ...], tuple[Region, ...]]


def divided(name: str, board: Lattice, every: Divisions, right: Any, **layers: Any) -> Case:
    """The case of a puzzle whose answers are those of ``every`` division for which ``right(regions)`` holds."""
    pool: list[Filling] = [(borders,) for borders in every]
    return case(name, board, pool, lambda borders: right(every[borders]), **layers)


def is_rectangle(board: Lattice, region: Region) -> bool:
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    return len(region) == (max(rows) + 1 - min(rows)) * (max(cols) + 1 - min(cols))


def shikaku(rng: random.Random) -> Case:
    """Sizes of random rectangles, now and then a wrong one, a question mark, or a number more."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)])])
    every = divisions(board, is_rectangle)
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        numbers[rng.choice(sorted(region))] = rng.choice([len(region)] * 14 + ["?", "?", 2])
    if rng.random() < 0.1:
        numbers[rng.choice(board.cells)] = 1

    def right(regions: tuple[Region, ...]) -> bool:
        inside = [[numbers[c] for c in region if numbers[c] is not None] for region in regions]
        return all(len(n) == 1 and n[0] in ("?", len(r)) for n, r in zip(inside, regions, strict=True))

    return divided("shikaku", board, every, right, numbers=numbers)


def drawn_sides(board: Lattice, cell: int, region: Region) -> int:
    """How many sides of a cell are borders: those to the outside of its region, be there cells or none."""
    sides = 4 if board.shape == "square" else 6
    return sides - sum(n in region for n in near(board)[cell])


def nawabari(rng: random.Random) -> Case:
    """A number in each of some random rectangles, now and then a wrong one or another one."""
    board = rng.choice([square(2, 3), square(3, 3), square(3, 4), square(2, 5), square(3, 4, [(1, 2)])])
    every = divisions(board, is_rectangle)
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        cell = rng.choice(sorted(region))
        numbers[cell] = rng.choice([drawn_sides(board, cell, region)] * 14 + ["?", "?", 2])
    if rng.random() < 0.2:
        numbers[rng.choice(board.cells)] = rng.randint(0, 4)

    def right(regions: tuple[Region, ...]) -> bool:
        return all(
            len(clued := [c for c in region if numbers[c] is not None]) == 1
            and numbers[clued[0]] in ("?", drawn_sides(board, clued[0], region))
            for region in regions
        )

    return divided("nawabari", board, every, right, numbers=numbers)


def sized(name: str, board: Lattice, cells: int, rng: random.Random, **layers: Any) -> Case:
    every = divisions(board, size=cells)
    truth = rng.choice(list(every.values()) or [(frozenset(board.cells),)])
    numbers: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(1, 5)):
        (region,) = (region for region in truth if cell in region)
        numbers[cell] = rng.choice([drawn_sides(board, cell, region)] * 14 + ["?", 1, 3])

    def right(regions: tuple[Region, ...]) -> bool:
        return all(numbers[c] in (None, "?", drawn_sides(board, c, region)) for region in regions for c in region)

    return divided(name, board, every, right, numbers=numbers, **layers)


def fourcells(rng: random.Random) -> Case:
    """Numbers of a random division, now and then a wrong one; other sizes of regions too."""
    board, size = rng.choice([
        (square(2, 4), 4), (square(3, 4), 4), (square(4, 4), 4), (square(3, 4), 3), (square(3, 4, [(1, 1)]), 4),
        (square(3, 5, [(1, 1), (1, 2), (2, 4)]), 4), (square(3, 3), 2), (hexagonal(3, 4), 4), (hexagonal(3, 3), 3),
    ])  # fmt: skip
    return sized("fourcells", board, size, rng, **({} if size == 4 else {"size": size}))


def fivecells(rng: random.Random) -> Case:
    """As with four cells."""
    board = rng.choice([square(2, 5), square(3, 5), square(4, 4, [(1, 1)]), square(3, 4), hexagonal(3, 5)])
    return sized("fivecells", board, 5, rng)


Centre = tuple[int, int]
"""Twice the row and the column of a point: a cell, the middle of an edge, or a corner."""


def turned(board: Lattice, region: Region, centre: Centre) -> set[Position]:
    """A region turned by half a turn."""
    return {(centre[0] - row, centre[1] - col) for row, col in (board.positions[c] for c in region)}


def is_symmetric(board: Lattice, region: Region) -> bool:
    """Whether a region is symmetric about some point."""
    rows, cols = zip(*(board.positions[c] for c in region), strict=True)
    centre = (min(rows) + max(rows), min(cols) + max(cols))
    return turned(board, region, centre) == {board.positions[c] for c in region}


@lru_cache
def skies(board: Lattice) -> dict[frozenset[Centre], list[Filling]]:
    """Per set of stars the divisions into regions that are symmetric each about one of them, and no border through a star."""
    result: dict[frozenset[Centre], list[Filling]] = {}
    for borders, regions in divisions(board, is_symmetric).items():
        centres = []
        for region in regions:
            rows, cols = zip(*(board.positions[c] for c in region), strict=True)
            centres.append((min(rows) + max(rows), min(cols) + max(cols)))
        if all(touched(board, centre) <= region for centre, region in zip(centres, regions, strict=True)):
            result.setdefault(frozenset(centres), []).append((borders,))
    return result


def touched(board: Lattice, centre: Centre) -> set[int | None]:
    """The cells in which, or between which, a point lies."""
    at = {p: c for c, p in enumerate(board.positions)}
    return {at.get(((centre[0] + i) // 2, (centre[1] + j) // 2)) for i in (0, 1) for j in (0, 1)}


def galaxies(rng: random.Random) -> Case:
    """The stars of a random division, often of several divisions; now and then one less, one more, or one moved."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(2, 5), square(3, 4), square(3, 4, [(0, 1)]), square(3, 3, [(1, 1)])]
    )
    sky = skies(board)
    several = [stars for stars, divided in sky.items() if len(divided) > 1]
    stars = set(rng.choice(several if several and rng.random() < 0.3 else list(sky)))
    points = [p for p in product(range(2 * board.rows - 1), range(2 * board.cols - 1)) if None not in touched(board, p)]
    if rng.random() < 0.4:
        stars ^= {rng.choice(points)}
    layer: list[Any] = [None] * len(board)
    for row, col in stars:
        cell = board.positions.index((row // 2, col // 2))
        if layer[cell] is None:
            layer[cell] = rng.choice("wb") + "s" * (row % 2) + "e" * (col % 2)
        else:
            stars = stars - {(row, col)}  # there is no room to write it
    right = set(sky.get(frozenset(stars), []))
    return Case(
        api.puzzle("galaxies", board, stars=layer), right, [filling for divided in sky.values() for filling in divided]
    )


def araf(rng: random.Random) -> Case:
    """Two numbers in each region of a random division, now and then a wrong one."""
    board = rng.choice(
        [square(2, 3), square(2, 4), square(3, 3), square(3, 3, [(1, 1)]), hexagonal(2, 3), hexagonal(2, 4)]
    )
    every = {borders: regions for borders, regions in divisions(board).items() if min(map(len, regions)) > 1}
    numbers: list[Any] = [None] * len(board)
    for region in rng.choice(list(every.values())):
        for cell, n in zip(rng.sample(sorted(region), 2), (-1, 1), strict=True):
            numbers[cell] = rng.choice([len(region) + n * rng.randint(1, 2)] * 5 + ["?", rng.randint(0, 9)])
            numbers[cell] = numbers[cell] if numbers[cell] == "?" else max(0, numbers[cell])

    def between(size: int, clues: list[Any]) -> bool:
        if len(clues) != 2:
            return False
        # a question mark is any number at all
        candidates = [[clue] if clue != "?" else [*range(size + 2)] for clue in clues]
        return any(min(a, b) < size < max(a, b) for a in candidates[0] for b in candidates[1])

    def right(regions: tuple[Region, ...]) -> bool:
        return all(between(len(r), [numbers[c] for c in r if numbers[c] is not None]) for r in regions)

    return divided("araf", board, every, right, numbers=numbers)


def dominosa(rng: random.Random) -> Case:
    """The numbers of all dominoes, laid anyhow; now and then two of them exchanged, or a domino too many."""
    board = rng.choice([square(2, 3), square(3, 4), square(2, 6), square(3, 5, [(0, 0), (1, 3), (2, 3)]), hexagonal(2, 3),
                        hexagonal(3, 4), square(2, 4), square(4, 5)])  # fmt: skip
    every = divisions(board, size=2)
    highest = {3: 1, 4: 1, 6: 2, 10: 3}[len(board) // 2]
    pairs = list(combinations_with_replacement(range(highest + 1), 2))
    numbers = [0] * len(board)
    for region, pair in zip(rng.choice(list(every.values())), rng.sample(pairs, len(pairs)), strict=False):
        for cell, n in zip(region, pair, strict=True):
            numbers[cell] = n
    if rng.random() < 0.3:
        a, b = rng.sample(board.cells, 2)
        numbers[a], numbers[b] = numbers[b], numbers[a]

    def right(regions: tuple[Region, ...]) -> bool:
        found = Counter(tuple(sorted(numbers[c] for c in region)) for region in regions)
        every_pair = combinations_with_replacement(range(max(numbers) + 1), 2)
        return all(found[pair] == 1 for pair in every_pair)

    return divided("dominosa", board, every, right, numbers=numbers)


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


def battleship(rng: random.Random) -> Case:
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
    at = {p: c for c, p in enumerate(board.positions)}
    beside = [
        {way: at.get((r + dr, c + dc)) for way, dr, dc in (("n", -1, 0), ("e", 0, 1), ("s", 1, 0), ("w", 0, -1))}
        for r, c in board.positions
    ]

    def ways(filling: tuple[int, ...], cell: int) -> str:
        return "".join(sorted(way for way, n in beside[cell].items() if n is not None and filling[n]))

    def fits(filling: tuple[int, ...], cell: int, part: str) -> bool:
        if part in ("~", "?"):
            return bool(filling[cell]) == (part == "?")
        goes_on = ways(filling, cell)
        if part == "m":
            return bool(filling[cell]) and ({"n", "s"} <= set(goes_on) or {"e", "w"} <= set(goes_on))
        return bool(filling[cell]) and goes_on == GOES_ON[part]

    parts: list[Any] = [None] * len(board)
    for cell in rng.sample(board.cells, rng.randint(0, 2)):
        possible = [part for part in (*GOES_ON, "m", "~", "?") if fits(truth, cell, part)]
        parts[cell] = sometimes(rng, 0.1, rng.choice(possible), rng.choice(list(GOES_ON))) if possible else None

    def right(filling: tuple[int, ...]) -> bool:
        return all(part is None or fits(filling, cell, part) for cell, part in enumerate(parts)) and all(
            n in (None, "?", sum(filling[c] for c in line))
            for side in lines
            for n, line in zip(counts[side], lines[side], strict=True)
        )

    pool: list[Filling] = [(filling,) for filling in fleets(board).get(fleet_of(map(cells_of, fleet)), [])]
    others: list[Filling] = [(rng.choice(fleets(board)[other]),) for other in rng.sample(playable, 5)]
    puzzle, answers, _ = case("battleship", board, pool, right, fleet=fleet, counts=counts, parts=parts)
    return Case(puzzle, answers, pool + others)


@pytest.mark.parametrize("make", [shikaku, nawabari, fourcells, fivecells, galaxies, araf, dominosa, battleship])
def test_all_answers_and_no_others(make: Any) -> None:
    hold(make, puzzles=100)
