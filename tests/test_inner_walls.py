"""Walls that end inside a room: which of all answers are right, and what is read and written.

The boards are held against puzz.link's own code where it is there (bench/puzzlink.py). A few of them stand here with their right
answers, which that code has found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.partial_puzzle import rooms_of_walls
from pencilp.errors import InputError
from pencilp.formats.excel import puzzles
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from tests import amount

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

    def right_there(self, site: Any, link: str) -> set[tuple[int, ...]]:
        """The right fillings of a board, as our values."""
        ours = {there: here for here, there in self.values.items()}
        found = site.right_fillings(link, self.group, self.key, [*self.values.values()])
        return {tuple(ours[value] for value in filling) for filling in found}


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
    "magnets": Kind("poles", "cell", "anum", {0: -1, 1: 1, 2: 2}, [(2, 3)], flagged("anti")),
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
    "usoone": shading((3, 3), (2, 5), clues=signs("clues", [0, 1, 2, 3], 0.3)),
}
"""Genres of which all fillings of small boards are judged at puzz.link."""

OTHERS: dict[str, Kind] = {
    "dosufuwa": Kind("balls", "cell", "qans", {}, [(3, 3), (3, 4)]),
    "factors": numbers(4, (3, 3)),
    "hakoiri": Kind("shape", "cell", "anum", {}, [(3, 4), (4, 4)]),
    "makaro": Kind("number", "cell", "anum", {}, [(3, 3), (2, 4)]),
    "nondango": Kind("black", "cell", "qans", {}, [(3, 3), (3, 4)], signs("circles", "o", 0.7)),
    "nurimaze": shading((4, 4), (3, 5), clues=route),
    "roma": Kind("arrows", "cell", "anum", {}, [(3, 3), (3, 4)], signs("signs", "onesw", 0.2)),
    "toichika": Kind("arrows", "cell", "anum", {}, [(3, 3), (3, 4)]),
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
JUDGED = 5
"""Links of each genre."""
RIGHT = {
    "aqre/b/5/2/8002": {"0010000100", "0100001000"},
    "cocktail/5/2/os121g": {"0010011000"},
    "country/e/3/3/00h06": {"001111000101", "111100101000"},
    "doubleback/5/2/i00": {"1111111110001"},
    "haisu/3/3/3311g080j1i1": {"111111001100"},
    "lits/6/2/48c0": {"111000101111", "111110100011", "111111100010"},
    "magnets/a/3/2/p2802": {"001002"},
    "moonsun/4/2/o022lo": {"0010010011", "1001001100"},
    "nanro/3/2/m02g3i": {"233203"},
    "nothing/4/2/j00": {"0110110101"},
    "rassi/5/2/004": {"0111101111001", "1011011111001", "1101111010011", "1110110110011"},
    "shimaguni/5/2/t05g2g": {"0010010011", "1010000011"},
    "stostone/2/4/080g": {"00001111", "00111100"},
}
"""Per link all its answers, which would be others without the walls inside rooms: the values of the layer in ``COUNTED``."""


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
    """Whether a person would write this filling: something, no number greater than its room, and no poles that are no magnet."""
    if kind.layer == "poles":
        magnets = ([filling[cell] for cell in room if filling[cell]] for room in puzzle["rooms"].groups)
        return all(sorted(magnet) in ([], [1, 2]) for magnet in magnets)
    if kind.layer == "number":
        rooms = puzzle["rooms"]
        return all(n <= len(rooms.groups[room]) for n, room in zip(filling, rooms.of, strict=True))
    return any(filling)


@pytest.mark.parametrize("link", RIGHT)
def test_walls_inside_rooms_make_the_right_answers(link: str) -> None:
    puzzle = read_link("https://puzz.link/p?" + link)
    layer = COUNTED[puzzle.genre.name].layer
    bare = Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, "walls": None})
    found, without = (
        {"".join(map(str, answer[layer])) for answer in api.solve(each, count=0).answers} for each in (puzzle, bare)
    )
    assert found == RIGHT[link]
    assert found != without


@pytest.mark.slow
@pytest.mark.parametrize("link", RIGHT)
def test_the_right_answers_are_those_of_puzz_link(link: str, site: Any) -> None:
    puzzle = read_link("https://puzz.link/p?" + link)
    kind = COUNTED[puzzle.genre.name]
    right = {filling for filling in kind.right_there(site, link) if fits(puzzle, kind, filling)}
    assert {"".join(map(str, filling)) for filling in right} == RIGHT[link]


@pytest.mark.slow
@pytest.mark.parametrize("genre", sorted(COUNTED))
def test_all_answers_with_walls_inside_rooms_are_those_of_puzz_link(genre: str, site: Any) -> None:
    kind, rng = COUNTED[genre], random.Random(f"{genre}, walls")
    for _ in range(amount.of(2, 12)):
        puzzle = walled(genre, kind, rng)
        link = write_link(puzzle)
        ours = {tuple(answer[kind.layer]) for answer in api.solve(puzzle, count=0).answers}
        theirs = kind.right_there(site, body(link))
        assert {f for f in ours if fits(puzzle, kind, f)} == {f for f in theirs if fits(puzzle, kind, f)}, link


@pytest.mark.slow
@pytest.mark.parametrize("genre", sorted(COUNTED | OTHERS))
def test_answers_to_links_with_walls_inside_rooms_are_right_at_puzz_link(genre: str, site: Any) -> None:
    kind, rng = (COUNTED | OTHERS)[genre], random.Random(f"{genre}, links")
    kind = kind._replace(sizes=LARGER.get(genre, kind.sizes))
    for _ in range(JUDGED):
        puzzle = walled(genre, kind, rng)
        bare = Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, "walls": None})
        for answer in api.solve(puzzle, count=2, time_limit=20).answers:
            if all(any(values) for values in answer.values.values()):
                # a text without the walls: what is judged are the walls of the link
                text = write_pzpr(bare, Answer(bare, answer.values))
                link = write_link(puzzle)
                assert site.judge(body(link), text) == {"complete": True, "code": ""}, (link, text)


@pytest.mark.parametrize("genre", sorted(COUNTED | OTHERS))
def test_walls_inside_rooms_are_written_as_they_were_read(genre: str) -> None:
    for puzzle in some(genre):
        link = write_link(puzzle)
        assert read_link(link) == puzzle
        assert plain.read(plain.write(puzzle)) == [puzzle]
        assert write_link(plain.read(plain.write(puzzle))[0]) == link
        if genre in NUMBERED:
            with pytest.raises(InputError, match=r"walls r.*pzpr texts of .* have no room for '1'"):
                write_pzpr(puzzle)
        else:
            assert read_pzpr(write_pzpr(puzzle)) == puzzle
    assert puzzles.read(puzzles.write(puzzle, None), None) == puzzle


@pytest.mark.slow
@pytest.mark.parametrize("genre", sorted(COUNTED | OTHERS))
def test_puzz_link_reads_the_walls_that_are_written(genre: str, site: Any) -> None:
    for puzzle in some(genre):
        for text in (body(write_link(puzzle)), *([] if genre in NUMBERED else [write_pzpr(puzzle)])):
            assert read_link(site.open(text)["url"]) == puzzle, text


def some(genre: str) -> list[Puzzle]:
    """A few random puzzles with walls inside rooms."""
    rng = random.Random(f"{genre}, links")
    return [walled(genre, (COUNTED | OTHERS)[genre], rng) for _ in range(JUDGED)]


def body(link: str) -> str:
    """What of a link says the puzzle."""
    return link.partition("?")[2]
