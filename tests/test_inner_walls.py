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
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.partial_puzzle import rooms_of_walls
from pencilp.errors import InputError
from pencilp.formats import excel, plain
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests import amount

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


def signs(name: str, values: Sequence[Any], share: float) -> Clues:
    """Random signs in a ``share`` of the cells."""
    return lambda rng, board, rooms: {name: cells(rng, board, values, share)}


def route(rng: random.Random, board: Lattice, rooms: Sequence[int]) -> Values:
    start, goal = rng.sample([*board.cells], 2)
    return {"signs": [("S" if c == start else "G" if c == goal else None) for c in board.cells]}


COUNTED = {
    "aqre": shading((3, 3), (2, 5), clues=flagged("bordered", counts(0, 4))),
    "aquarium": shading((3, 3), (4, 2), clues=flagged("level")),
    "chocona": shading((3, 3), (2, 4), clues=counts(0, 4)),
    "cocktail": shading((3, 3), (2, 5), clues=counts(0, 3)),
    "cojun": numbers(4, (2, 3)),
    "country": loop((3, 3), (2, 4), clues=flagged("empty", under("numbers", counts(2, 6)))),
    "detour": loop((3, 3), (2, 4), clues=under("numbers", counts(0, 4))),
    "dotchi": loop((3, 3), (2, 4), clues=signs("circles", "wb", 0.3)),
    "doubleback": loop((2, 4), (2, 5)),
    "haisu": loop((3, 3), (2, 4), clues=ends),
    "hanare": numbers(4, (2, 3), blank=True),
    "heyawake": shading((3, 3), (2, 5), clues=counts(0, 3)),
    "juosan": Kind("lines", "cell", "qans", {0: 12, 1: 13}, [(3, 3), (2, 4)]),
    "lits": shading((3, 3), (2, 5)),
    "meander": numbers(4, (2, 3)),
    "moonsun": loop((3, 3), (2, 4), clues=signs("marks", "sm", 0.5)),
    "nanro": numbers(4, (2, 3), blank=True),
    "norinori": shading((3, 3), (2, 5)),
    "nothing": loop((3, 3), (2, 4)),
    "paintarea": shading((3, 3), (2, 5), clues=signs("clues", [0, 1, 2], 0.1)),
    "putteria": numbers(4, (2, 3), blank=True),
    "railpool": loop((3, 3), (2, 4)),
    "rassi": loop((3, 3), (2, 4)),
    "ripple": numbers(4, (2, 3)),
    "shimaguni": shading((3, 3), (2, 5), clues=counts(1, 4)),
    "starbattle": shading((3, 3), (4, 2), layer="star", clues=lambda rng, board, rooms: {"stars": 1}),
    "stostone": shading((2, 4), (4, 2), clues=counts(1, 3)),
    "suguru": numbers(4, (2, 3)),
    "tilepaint": shading((3, 3), (2, 5)),
    "tontonbeya": Kind("shape", "cell", "anum", {0: 1, 1: 3, 2: 2}, [(2, 3)]),
}
"""Genres of which all fillings of small boards are judged at puzz.link."""

OTHERS: dict[str, Kind] = {
    "dosufuwa": Kind("balls", "cell", "qans", {}, [(3, 3), (3, 4)]),
    "factors": numbers(4, (3, 3)),
    "hakoiri": Kind("shape", "cell", "anum", {}, [(3, 4), (4, 4)]),
    # puzz.link takes single poles in rooms of one cell, and in the variant equal poles of a magnet
    "magnets": Kind("poles", "cell", "anum", {0: -1, 1: 1, 2: 2}, [(2, 3)], flagged("anti")),
    "makaro": Kind("number", "cell", "anum", {}, [(3, 3), (2, 4)]),
    "nondango": Kind("black", "cell", "qans", {}, [(3, 3), (3, 4)], signs("circles", "o", 0.7)),
    "nurimaze": shading((4, 4), (3, 5), clues=route),
    "roma": Kind("arrows", "cell", "anum", {}, [(3, 3), (3, 4)], signs("signs", "onesw", 0.2)),
    "toichika": Kind("arrows", "cell", "anum", {}, [(3, 3), (3, 4)]),
    "usoone": shading((3, 3), (2, 5), clues=signs("clues", [0, 1, 2, 3], 0.3)),
    "yajilin_regions": loop((3, 4), (4, 4), clues=under("numbers", counts(0, 2))),
}
"""Further genres, of which single answers are judged there."""
LARGER = {"lits": [(3, 4), (2, 6), (4, 4)], "stostone": [(4, 3), (4, 4)], "doubleback": [(4, 4)], "hakoiri": [(4, 4)]}
"""Sizes of boards for single answers, if others are needed for there to be some."""
NUMBERED = {
    "dosufuwa",
    "hakoiri",
    "juosan",
    "makaro",
    "nondango",
    "nurimaze",
    "paintarea",
    "railpool",
    "roma",
    "starbattle",
    "tilepaint",
    "toichika",
    "tontonbeya",
    "usoone",
    "yajilin_regions",
}
"""Genres whose pzpr texts have the numbers of rooms, and no walls."""
JUDGED = 8
"""Links of each genre."""


def asked(requests: Iterable[Values]) -> list[Any]:
    """What puzz.link's code says to each of some requests (tests/inner_walls.js)."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        ["node", str(HERE / "inner_walls.js"), str(CODE)], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def walled(genre: str, kind: Kind, rng: random.Random) -> Puzzle:
    """A random puzzle with a wall that ends inside a room."""
    layers = genres.load(genre).inputs
    name = next(key for key, layer in layers.items() if layer.walls)
    while True:
        board = square(*rng.choice(kind.sizes))
        share = rng.choice([0.15, 0.3, 0.45])
        walls = [int(rng.random() < share) for _ in board.links]
        rooms: list[Any] = rooms_of_walls(walls, board)
        inner = [int(wall and rooms[a] == rooms[b]) for (a, b), wall in zip(board.links, walls, strict=True)]
        # where numbers go up to the size of a room, rooms are as small as what is tried
        most = max(kind.values or [len(board)]) if kind.layer == "number" else len(board)
        if not any(inner) or max(map(rooms.count, rooms)) > most:
            continue
        values = {name: rooms, "walls": inner, **kind.clues(rng, board, rooms)}
        values |= {k: layer.empty(board) for k, layer in layers.items() if k not in values and not layer.optional}
        puzzle = api.puzzle(genre, board, **values)
        with suppress(InputError):
            genres.load(genre)(puzzle)
            if any(puzzle["walls"]):
                return puzzle


def fits(puzzle: Puzzle, kind: Kind, filling: Sequence[int]) -> bool:
    """Whether a person would write this filling: something, and no number greater than its room."""
    if kind.layer == "number":
        return all(n <= len(puzzle["rooms"].groups[room]) for n, room in zip(filling, puzzle["rooms"].of, strict=True))
    return any(filling)


@pytest.mark.parametrize("genre", sorted(COUNTED))
def test_all_answers_with_walls_inside_rooms_are_those_of_puzz_link(genre: str) -> None:
    kind, rng = COUNTED[genre], random.Random(f"{genre}, walls")
    puzzles = [walled(genre, kind, rng) for _ in range(amount.of(3, 12))]
    values = list(kind.values.values())
    links = [write_link(puzzle) for puzzle in puzzles]
    found = asked({"link": body(link), "group": kind.group, "key": kind.key, "values": values} for link in links)
    for puzzle, link, right in zip(puzzles, links, found, strict=True):
        answers = api.solve(puzzle, count=0).answers
        ours = {tuple(kind.values[v] for v in answer[kind.layer]) for answer in answers}
        theirs = {tuple(filling) for filling in right}
        assert {f for f in ours if fits(puzzle, kind, f)} == {f for f in theirs if fits(puzzle, kind, f)}, link


@pytest.mark.parametrize("genre", sorted(COUNTED | OTHERS))
def test_answers_to_links_with_walls_inside_rooms_are_right_at_puzz_link(genre: str) -> None:
    kind, rng = (COUNTED | OTHERS)[genre], random.Random(f"{genre}, links")
    kind = kind._replace(sizes=LARGER.get(genre, kind.sizes))
    requests = []
    for _ in range(JUDGED):
        puzzle = walled(genre, kind, rng)
        bare = Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, "walls": None})
        for answer in api.solve(puzzle, count=2, time_limit=20).answers:
            if all(any(values) for values in answer.values.values()):
                # a text without the walls: what is judged are the walls of the link
                text = write_pzpr(bare, Answer(bare, answer.values))
                requests.append({"link": body(write_link(puzzle)), "text": text})
    assert [(fault, request) for fault, request in zip(asked(requests), requests, strict=True) if fault] == []


@pytest.mark.parametrize("genre", sorted(COUNTED | OTHERS))
def test_walls_inside_rooms_are_written_as_they_were_read(genre: str) -> None:
    kind, rng = (COUNTED | OTHERS)[genre], random.Random(f"{genre}, links")
    puzzles = [walled(genre, kind, rng) for _ in range(JUDGED)]
    links, texts = [write_link(puzzle) for puzzle in puzzles], []
    for puzzle, link in zip(puzzles, links, strict=True):
        assert read_link(link) == puzzle
        assert plain.read(plain.write(puzzle)) == [puzzle]
        assert write_link(plain.read(plain.write(puzzle))[0]) == link
        if genre in NUMBERED:
            with pytest.raises(InputError, match=r"walls r.*pzpr texts of .* have no room for '1'"):
                write_pzpr(puzzle)
            texts.append(body(link))
        else:
            texts.append(write_pzpr(puzzle))
            assert read_pzpr(texts[-1]) == puzzle
    assert excel.read(excel.write(puzzles[0], None), None) == puzzles[0]
    requests = [{"open": [body(link), text]} for link, text in zip(links, texts, strict=True)]
    for puzzle, said in zip(puzzles, asked(requests), strict=True):
        for opened in said:
            assert read_link(opened["link"]) == puzzle


def body(link: str) -> str:
    """What of a link says the puzzle."""
    return link.partition("?")[2]
