"""Random boards of all genres with all their layers filled, and the examples in every format: what attacks begin with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from pencilp import api, genres
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.calculations import Calculation
from pencilp.board.layers.drawings import Drawing
from pencilp.board.layers.grids import UNKNOWN
from pencilp.board.layers.letters import ALPHABET, Letter
from pencilp.board.layers.numbers import Digit, Number
from pencilp.board.layers.paths import Step
from pencilp.board.layers.pieces import Fleet
from pencilp.board.layers.rooms import Room
from pencilp.board.layers.several import Group
from pencilp.board.layers.shading import Shade
from pencilp.board.layers.signs import Chosen, Sign, SignSet
from pencilp.board.layers.strokes import Stroke, Wall
from pencilp.board.layers.sums import SumPair
from pencilp.board.layers.symbols import Either, Mark, Symbol
from pencilp.board.layers.values import ValueType
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats import writing
from pencilp.formats.excel import puzzles as excel

EXAMPLES = Path(__file__).parents[2] / "examples"
TRIES = 40
"""The number of random boards that a genre may refuse before other boards are tried."""


# -- random boards ----------------------------------------------------------------------------------------------------


def random_puzzle(rng: Random, *, most: int = 6, genre: str = "") -> Puzzle:
    """A board of a random genre, up to ``most`` by ``most``, mostly with an answer (that need not be right)."""
    for attempt in range(10 * TRIES):
        kind = genres.load(genre or rng.choice(genres.names()))
        lattice = kind.own_board() or _lattice(rng, kind.shapes, most)
        # a board that is nearly empty is seldom refused
        dense = rng.choice((0.0, 0.15, 0.5, 1.0)) if attempt < TRIES else rng.choice((0.0, 0.1, 1.0))
        values = {}
        for name, layer in kind.inputs.items():
            if layer.place.name == "groups" or (layer.optional and rng.random() < 0.3):
                continue
            values[name] = _layer(rng, layer, lattice, dense, once=attempt >= TRIES)
        try:
            puzzle = Puzzle(kind, lattice, values, name=rng.choice(NAMES))
            for name, layer in kind.inputs.items():
                if layer.place.name == "groups":
                    count = len(layer.place.cells(puzzle.values))
                    values[name] = _some([random_value(rng, layer.value, count) for _ in range(count)], rng, dense)
                    puzzle = Puzzle(kind, lattice, values, name=puzzle.name)
            kind(puzzle)
        except InputError:
            continue
        if rng.random() < 0.7:
            puzzle.answer = random_answer(rng, puzzle)
        return puzzle
    raise AssertionError(f"no random board of {genre or 'any genre'} is one: the fuzzer does not know its layers")


NAMES = ("", "", "", "a", "of the week 3", 'with "quotes"', "x: y", "a\nb", "// c", "\x1b[31mred", "-", " a ", "名前", "\0",
         "---", "\\n")  # fmt: skip


def random_answer(rng: Random, puzzle: Puzzle) -> Answer | None:
    """An answer of the right shape; now and then with undecided places."""
    open_ones = rng.choice((0.0, 0.0, 0.0, 0.3))
    bound = puzzle.genre(puzzle)  # type: ignore[call-arg]
    values = {}
    for name, layer in puzzle.genre.answers.items():
        domain = layer.domain(bound)
        count = layer.size(puzzle.lattice)
        each = domain if isinstance(domain, list) else [domain] * count
        if any(low > high for low, high in each):
            return None
        filled = [rng.randint(low, min(high, low + 99)) for low, high in each]
        values[name] = [None if rng.random() < open_ones else value for value in filled]
    try:
        return Answer(puzzle, values)
    except InputError:
        return None


def _lattice(rng: Random, shapes: tuple[str, ...], most: int) -> Lattice:
    rows, cols = rng.randint(1, most), rng.randint(1, most)
    if rng.random() < 0.5:
        cols = rows  # some genres need it
    holes: list[tuple[int, int]] = []
    if rng.random() < 0.1:
        places = [(r, c) for r in range(rows) for c in range(cols)]
        holes = rng.sample(places, rng.randint(0, len(places) // 4))
    make = square if "square" in shapes and (len(shapes) == 1 or rng.random() < 0.6) else hexagonal
    return make(rows, cols, holes)


def _layer(rng: Random, layer: Any, lattice: Lattice, dense: float, *, once: bool) -> Any:
    place, value = layer.place, layer.value
    largest = max(lattice.rows, lattice.cols)
    if isinstance(value, Room):
        return _rooms(rng, lattice, value)
    if isinstance(value, Step):
        return _paths(rng, lattice, dense)
    if place.name == "board":
        return random_value(rng, value, largest)
    if place.name == "lines":
        most = 1 if place.single else rng.randint(1, 3)
        alike = rng.random() < 0.5
        return {
            side: [_clues(rng, value, largest, most, dense, alike=alike) for _ in range(place.count(side, lattice))]
            for side in place.sides
        }
    if once and isinstance(value, Symbol) and len(value.tokens) <= layer.size(lattice) and rng.random() < 0.5:
        # such as a way in and a way out: nothing works without one of each
        each = [*value.tokens, *[None] * (layer.size(lattice) - len(value.tokens))]
        return rng.sample(each, len(each))
    return _some([random_value(rng, value, largest) for _ in range(layer.size(lattice))], rng, dense)


def _clues(rng: Random, value: ValueType, largest: int, most: int, dense: float, *, alike: bool) -> tuple[Any, ...]:
    count = (most if alike else rng.randint(0, most)) if rng.random() < dense else 0
    return tuple(random_value(rng, value, largest) for _ in range(count))


def _some(values: list[Any], rng: Random, dense: float) -> list[Any]:
    return [value if rng.random() < dense else None for value in values]


def random_value(rng: Random, kind: ValueType, largest: int) -> Any:
    """A value of a type; numbers are mostly up to ``largest``."""
    if isinstance(kind, Wall):
        return rng.randint(0, 1)
    if isinstance(kind, Number):
        if kind.unknown and rng.random() < 0.15:
            return "?"
        high = max(kind.low, kind.low + largest if rng.random() < 0.9 else rng.choice((20, 99, 1000)))
        return rng.randint(kind.low, high if kind.high is None else min(high, kind.high))
    if isinstance(kind, Symbol):
        return rng.choice(list(kind.tokens))
    if isinstance(kind, Either):
        return random_value(rng, rng.choice(kind.types), largest)
    if isinstance(kind, Group):
        most = min(kind.most or 3, 4)
        return tuple(random_value(rng, kind.value, largest) for _ in range(rng.randint(min(kind.least, most), most)))
    if isinstance(kind, SumPair):
        return tuple(rng.choice((None, "?", 0, rng.randint(1, 45))) for _ in range(2))
    if isinstance(kind, Calculation):
        return rng.randint(0, 40), rng.choice((None, *kind.signs))
    if isinstance(kind, Arrow):
        direction: Any = rng.choice((None, "?", *range(len(kind.names))))
        number: Any = rng.choice((None, "?", 0, 1, rng.randint(0, largest), 300))
        return (rng.choice(kind.colors), direction, number) if kind.colors else (direction, number)
    if isinstance(kind, Fleet):
        bends = ("xx", "x."), ("x.", "xx"), ("x.x",)
        return tuple(rng.choice((("x" * rng.randint(1, 4),), *bends)) for _ in range(rng.randint(0, 4)))
    if isinstance(kind, Letter):
        return UNKNOWN if kind.unknown and rng.random() < 0.15 else rng.randint(1, min(largest + 1, len(ALPHABET)))
    if isinstance(kind, Mark | Shade | Stroke | Digit | Chosen):
        raise AssertionError(f"{kind.kind} is a value of answers")
    if isinstance(kind, SignSet):
        return rng.choice((largest, tuple(range(10)), (*range(4), "A", "B"), tuple("RGBYOP"), (0, 1), ("あ", "い", 7)))
    if isinstance(kind, Sign):
        return rng.choice((rng.randint(0, 9), rng.randint(1, largest), rng.choice("RGBYOPあ")))
    if isinstance(kind, Drawing):
        digits = [
            "".join(rng.choice("0123456789abcdef") for _ in range(rng.randint(1, 3))) for _ in range(rng.randint(1, 3))
        ]
        return rng.choice((UNKNOWN, tuple(digits), *(value for value, _ in kind.samples())))
    raise AssertionError(f"the fuzzer does not know values of the type {kind.kind}: teach it")


def _rooms(rng: Random, lattice: Lattice, value: Room) -> list[Any]:
    """Return groups of neighbouring cells. If allowed, some cells are in none, and rooms have several parts."""
    most = rng.choice((1, 2, 3, 4, 6, len(lattice)))
    label: list[Any] = [None] * len(lattice)
    for start in rng.sample(range(len(lattice)), len(lattice)):
        if label[start] is not None:
            continue
        cells = [start]
        for cell in cells:
            fresh = [n for n in lattice.near[cell] if label[n] is None and n not in cells]
            cells += rng.sample(fresh, len(fresh))
        for cell in cells[: rng.randint(1, most)]:
            label[cell] = start
    if value.partial and rng.random() < 0.5:
        out = {room for room in set(label) if rng.random() < 0.3}
        label = [None if room in out else room for room in label]
    if not value.connected and rng.random() < 0.5:
        joined = {room: rng.choice((room, label[0])) for room in set(label)}
        label = [joined[room] for room in label]
    return label


def _paths(rng: Random, lattice: Lattice, dense: float) -> list[Any]:
    places: list[Any] = [None] * len(lattice)
    for number in range(1, 2 + int(dense * len(lattice) / 2)):
        free = [c for c in range(len(lattice)) if places[c] is None]
        cell = rng.choice(free) if free else -1
        for place in range(1, rng.randint(2, 6)):
            if cell >= 0:
                places[cell] = (number, place)
                ways = [n for n in lattice.near[cell] if places[n] is None]
                cell = rng.choice(ways) if ways else -1
    return places


# -- samples in every format ------------------------------------------------------------------------------------------


@cache
def example(genre: str) -> Puzzle | None:
    """The genre's smallest example, with its answer where that is the only one; None when it has no example."""
    puzzles = [puzzle for path in sorted(EXAMPLES.glob(f"{genre}*.txt")) for puzzle in api.load_all(path)]
    puzzles = [puzzle for puzzle in puzzles if puzzle.genre.name == genre]
    if not puzzles:
        return None
    puzzle = min(puzzles, key=lambda each: len(each.lattice))
    outcome = api.solve(puzzle, time_limit=5)
    if outcome.status == "unique":
        puzzle.answer = outcome.answer
    return puzzle


def good(rng: Random, form: str, *, genre: str = "") -> tuple[str, bytes]:
    """A genre, and a puzzle of it in a format ("text", "url", "pzpr", "jsonl", "xlsx"): an example, or a random board."""
    while True:
        name = genre or rng.choice(genres.names())
        number = rng.choice((0, rng.randrange(POOL)))
        # if the example has no such format, hardly any other board has it
        content = None if sample(name, form) is None else sample(name, form, number)
        if content is not None:
            return name, content


POOL = 40
"""The number of different puzzles of each genre. Making a new one for each case would take longer than the case."""


@cache
def sample(genre: str, form: str, number: int = 0) -> bytes | None:
    """A puzzle of a genre, with its answer, in a format; the first is the example; None when it has no such format."""
    puzzle = random_puzzle(Random(f"{genre} {number}"), genre=genre) if number else example(genre)
    return None if puzzle is None else written(puzzle, form)


def written(puzzle: Puzzle, form: str) -> bytes | None:
    """A puzzle with its answer in a format; without the answer where that has no room; None when the puzzle has none."""
    for answer in (puzzle.answer, None):
        try:
            if form == "xlsx":
                return excel.write(puzzle, answer)
            return writing.written(puzzle, answer, form).encode()
        except InputError:
            continue
    return None
