"""Walls that end inside a room, held against puzz.link's own code: which of all answers are right, and what is read and written.

Needs node and puzz.link's code in ../shared/puzzlink, which is no part of the project. Boards with their values, found that way,
are in tests/test_walls.py.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.encodings.partial_puzzle import rooms_of_walls
from pencilp.formats import plain
from pencilp.formats.links import write_link

HERE = Path(__file__).parent
CODE = HERE.parent.parent / "shared" / "puzzlink" / "pzpr.js"

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed"),
    pytest.mark.skipif(not CODE.is_file(), reason="puzz.link's code is not there"),
]

Values = dict[str, Any]
Clues = Callable[[random.Random, Lattice, Sequence[int]], Values]


class Kind(NamedTuple):
    """How a genre's answers are counted at puzz.link: its layer is the property ``key`` of the ``group`` there, and
    ``values`` has for each of ours the value there. ``sizes`` are rows and columns, ``clues`` makes other layers.
    """

    layer: str
    group: str
    key: str
    values: dict[int, int]
    sizes: Sequence[tuple[int, int]]
    clues: Clues = lambda rng, board, rooms: {}


def cells(rng: random.Random, board: Lattice, values: Sequence[Any], share: float) -> list[Any]:
    """A random one of ``values`` in a ``share`` of the cells."""
    return [rng.choice(values) if rng.random() < share else None for _ in board.cells]


def counts(low: int, high: int) -> Clues:
    """Numbers in the first cells of some rooms."""

    def clues(rng: random.Random, board: Lattice, rooms: Sequence[int]) -> Values:
        first = {room: cell for cell, room in reversed([*enumerate(rooms)])}
        some = {cell for cell in first.values() if rng.random() < 0.3}
        return {"clues": [rng.randint(low, high) if c in some else None for c in board.cells]}

    return clues


def under(name: str, clues: Clues) -> Clues:
    """The same numbers in a layer of another name."""
    return lambda rng, board, rooms: {name: clues(rng, board, rooms)["clues"]}


def flagged(name: str, clues: Clues = lambda rng, board, rooms: {}) -> Clues:
    """A variant now and then."""
    return lambda rng, board, rooms: {**clues(rng, board, rooms), name: rng.randint(0, 1)}


def ends(rng: random.Random, board: Lattice, rooms: Sequence[int]) -> Values:
    start, goal = rng.sample([*board.cells], 2)
    signs = [("S" if c == start else "G" if c == goal else None) for c in board.cells]
    visits = cells(rng, board, [1, 2, 3], 0.15)
    return {"ends": signs, "visits": visits}


def shading(*sizes: tuple[int, int], layer: str = "shaded", clues: Clues = lambda rng, board, rooms: {}) -> Kind:
    return Kind(layer, "cell", "qans", {0: 0, 1: 1}, sizes, clues)


def loop(*sizes: tuple[int, int], clues: Clues = lambda rng, board, rooms: {}) -> Kind:
    return Kind("line", "border", "line", {0: 0, 1: 1}, sizes, clues)


def numbers(most: int, *sizes: tuple[int, int], blank: bool = False) -> Kind:
    values = {n: n for n in range(1, most + 1)} | ({0: -1} if blank else {})
    return Kind("number", "cell", "anum", values, sizes)


KINDS = {
    "aqre": shading((3, 3), (2, 5), clues=flagged("bordered", counts(0, 4))),
    "aquarium": shading((3, 3), (4, 2), clues=flagged("level", lambda rng, board, rooms: {"counts": {}})),
    "chocona": shading((3, 3), (2, 4), clues=counts(0, 4)),
    "cocktail": shading((3, 3), (2, 5), clues=counts(0, 3)),
    "cojun": numbers(4, (2, 3)),
    "country": loop((3, 3), (2, 4), clues=flagged("empty", under("numbers", counts(2, 6)))),
    "detour": loop((3, 3), (2, 4), clues=under("numbers", counts(0, 4))),
    "dotchi": loop((3, 3), (2, 4), clues=lambda rng, board, rooms: {"circles": cells(rng, board, "wb", 0.3)}),
    "doubleback": loop((2, 4), (2, 5)),
    "factors": numbers(3, (3, 3)),
    "haisu": loop((3, 3), (2, 4), clues=ends),
    "hanare": numbers(4, (2, 3), blank=True),
    "heyawake": shading((3, 3), (2, 5), clues=counts(0, 3)),
    "lits": shading((3, 4), (2, 6)),
    "moonsun": loop((3, 3), (2, 4), clues=lambda rng, board, rooms: {"marks": cells(rng, board, "sm", 0.5)}),
    "nanro": numbers(4, (2, 3), blank=True),
    "norinori": shading((3, 3), (2, 5)),
    "nothing": loop((3, 3), (2, 4)),
    "paintarea": shading((3, 3), (2, 5), clues=lambda rng, board, rooms: {"clues": cells(rng, board, [0, 1, 2], 0.1)}),
    "rassi": loop((3, 3), (2, 4)),
    "ripple": numbers(4, (2, 3)),
    "shimaguni": shading((3, 3), (2, 5), clues=counts(1, 4)),
    "starbattle": shading((3, 3), (4, 2), layer="star", clues=lambda rng, board, rooms: {"stars": 1}),
    "stostone": shading((2, 4), (4, 3), clues=counts(1, 3)),
    "suguru": numbers(4, (2, 3)),
    "tilepaint": shading((3, 3), (2, 5), clues=lambda rng, board, rooms: {"clues": {}}),
    "tontonbeya": Kind(
        "shape",
        "cell",
        "anum",
        {0: 1, 1: 3, 2: 2},
        [(2, 3), (2, 4)],
        lambda rng, board, rooms: {"given": [None] * len(board)},
    ),
    "usoone": shading((3, 3), (2, 5), clues=lambda rng, board, rooms: {"clues": cells(rng, board, [0, 1, 2, 3], 0.3)}),
}
"""Genres of which all fillings of small boards are judged at puzz.link."""


def asked(requests: Iterable[Values]) -> list[Any]:
    """What puzz.link's code says to each of some requests (tests/inner_walls.js)."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        ["node", str(HERE / "inner_walls.js"), str(CODE)], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def walled(genre: str, kind: Kind, rng: random.Random) -> Puzzle:
    """A random puzzle with a wall that ends inside a room."""
    board = square(*rng.choice(kind.sizes))
    name = next(key for key, layer in genres.load(genre).inputs.items() if layer.walls)
    while True:
        share = rng.choice([0.15, 0.3, 0.45])
        walls = [int(rng.random() < share) for _ in board.links]
        rooms: list[Any] = rooms_of_walls(walls, board)
        inner = [int(wall and rooms[a] == rooms[b]) for (a, b), wall in zip(board.links, walls, strict=True)]
        if any(inner) and (kind.key != "anum" or max(map(rooms.count, rooms)) <= max(kind.values)):
            layers = {name: rooms, "walls": inner, **kind.clues(rng, board, rooms)}
            layers = {k: v for k, v in layers.items() if v != {}}
            needed = genres.load(genre).inputs
            layers |= {k: layer.empty(board) for k, layer in needed.items() if k not in layers and not layer.optional}
            return api.puzzle(genre, board, **layers)


def ours(puzzle: Puzzle, kind: Kind) -> set[tuple[int, ...]]:
    """All our answers, in the values of puzz.link."""
    outcome = api.solve(puzzle, count=0)
    return {tuple(kind.values[v] for v in answer[kind.layer]) for answer in outcome.answers}


@pytest.mark.parametrize("genre", sorted(KINDS))
def test_all_answers_with_walls_inside_rooms_are_those_of_puzz_link(genre: str) -> None:
    kind, rng = KINDS[genre], random.Random(f"{genre}, walls")
    puzzles = [walled(genre, kind, rng) for _ in range(12)]
    values = list(kind.values.values())
    links = [write_link(puzzle) for puzzle in puzzles]
    found = asked(
        {"link": link.split("?")[1], "group": kind.group, "key": kind.key, "values": values} for link in links
    )
    for puzzle, link, right in zip(puzzles, links, found, strict=True):
        assert ours(puzzle, kind) == {tuple(filling) for filling in right}, f"{link}\n{plain.write(puzzle)}"
