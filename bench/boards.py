"""Boards of 10x10 for genres with small examples only, made from a seed, in ``boards.tsv`` in this folder.

    python bench/boards.py                 makes the file again
    python bench/boards.py --genres view   makes the boards of some genres again, and leaves the others as they are

A line of the file is a genre, a tab and a link. A board has random rooms if the genre has rooms. It has as many clues
for 100 cells as the genre's example, taken from there and put at random places. Each clue was kept if there was an
answer with it. Genres whose clues describe a whole answer (``SPECIAL``) get the clues of a random answer. There may
be several answers, but for genres in which random clues allow hardly any (``with_clues``): ``bench/stating.py``, which
measures these boards, does not search. A clue whose search takes too long is left out, so a slower machine makes
other boards.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from made import SIDES, joins
from measuring import say
from stating import BOARDS

from pencilp import api
from pencilp._util import resources
from pencilp.board.lattice import Lattice, square
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.links import write_link

SIZE, EACH = 10, 2
TRIES, SECONDS = 2, 0.3
"""The number of clues tried for each clue of a board, and the seconds for the search of an answer."""
GENRES = """
anglers archipelago cbanana cityspace coral curvedata doppelblock firefly guidearrow hebi herugolf heteromino japanesesums keywest
kropki lightshadow nikoji railpool roma simplegako skyscrapers slalom slashpack tetrochaink tontonbeya view
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--genres", default="", help="some of the genres, separated by commas (all)")
    parser.add_argument("--file", type=Path, default=BOARDS)
    options = parser.parse_args(arguments)
    wanted = options.genres.split(",") if options.genres else GENRES.split()
    lines = options.file.read_text(encoding="utf-8").splitlines() if options.file.exists() else []
    for name in wanted:
        lines = [line for line in lines if line.split("\t")[0] != name]
        for seed in range(EACH):
            puzzle = made(name, random.Random(f"{name} {seed}"))
            lines.append(f"{name}\t{write_link(puzzle)}")
            say(f"{name}: {api.solve(puzzle, time_limit=SECONDS).status}")
        options.file.write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")


def made(name: str, rng: random.Random) -> Puzzle:
    """Return a board of a genre."""
    return SPECIAL[name](rng) if name in SPECIAL else grown(name, rng)


def grown(name: str, rng: random.Random) -> Puzzle:
    """Return a board with clues added one after the other, each only if there is an answer with it."""
    board = square(SIZE, SIZE)
    example = api.load(f"{resources.folder('examples')}/{name}.txt")
    inputs = example.genre.inputs
    nothing = {key: layer.value.nothing for key, layer in inputs.items()}
    values: dict[str, Any] = {}
    clues: dict[str, list[Any]] = {}
    for key, layer in inputs.items():
        if layer.on == "board":
            values[key] = example.values[key]
        elif layer.value.missing:
            values[key] = room_of_each(random_rooms(board, rng), board)
        elif layer.on != "lines":
            clues[key] = [v for v in example.values[key].listed if v != nothing[key]]
            values[key] = [nothing[key]] * layer.size(board)
    wanted = {key: round(len(found) * len(board) / len(example.lattice)) for key, found in clues.items()}
    start = values
    while not answered(name, board, values):
        # a board without clues is no puzzle, so it begins with the example's clues at random places
        values = {key: [*start[key]] if key in clues else start[key] for key in start}
        for key, found in clues.items():
            for place, clue in zip(rng.sample(range(len(values[key])), len(found)), found, strict=True):
                values[key][place] = clue
    for key, number in wanted.items():
        for _ in range(TRIES * number):
            if sum(v != nothing[key] for v in values[key]) >= number:
                break
            tried = {**values, key: [*values[key]]}
            tried[key][rng.randrange(len(tried[key]))] = rng.choice(clues[key])
            if answered(name, board, tried):
                values = tried
    return api.puzzle(name, board, **values)


def answered(name: str, board: Lattice, values: dict[str, Any]) -> bool:
    """Return whether an answer is found."""
    try:
        return bool(api.solve(api.puzzle(name, board, **values), count=1, time_limit=SECONDS).answers)
    except InputError:
        return False


def random_rooms(board: Lattice, rng: random.Random, each: int = 6) -> list[list[int]]:
    """Return random rooms of about this number of cells each."""
    rooms = [[cell] for cell in rng.sample(board.cells, -(-len(board) // each))]
    taken = {room[0] for room in rooms}
    while len(taken) < len(board):
        room = rng.choice(rooms)
        if near := [c for c in board.near[rng.choice(room)] if c not in taken]:
            room.append(rng.choice(near))
            taken.add(room[-1])
    return rooms


def room_of_each(rooms: Sequence[Sequence[int]], board: Lattice) -> list[int]:
    """Per cell the number of its room."""
    at = {cell: number for number, room in enumerate(rooms) for cell in room}
    return [at[cell] for cell in board.cells]


def latin(rng: random.Random) -> list[list[int]]:
    """Numbers from 1, each once in every row and in every column."""
    rows, cols, numbers = (rng.sample(range(SIZE), SIZE) for _ in range(3))
    return [[1 + numbers[(row + col) % SIZE] for col in cols] for row in rows]


def some_of(clues: Sequence[Any], share: float, rng: random.Random, nothing: Any = None) -> list[Any]:
    """Some of the clues of lines, and nothing at the others."""
    return [clue if rng.random() < share else nothing for clue in clues]


# -- clues of a random answer -----------------------------------------------------------------------------------------


def skyscrapers(rng: random.Random) -> Puzzle:
    """Towers seen at half of the lines."""
    rows = latin(rng)
    columns = [*zip(*rows, strict=True)]
    seen = {
        side: some_of([sum(h == max(line[: k + 1]) for k, h in enumerate(line)) for line in lines], 0.5, rng)
        for side, lines in {
            "top": columns,
            "left": rows,
            "bottom": [line[::-1] for line in columns],
            "right": [line[::-1] for line in rows],
        }.items()
    }
    return api.puzzle(
        "skyscrapers", square(SIZE, SIZE), clues=seen, heights=SIZE, given=[None] * SIZE * SIZE, diagonals=0
    )


def doppelblock(rng: random.Random) -> Puzzle:
    """The two highest numbers of a latin square are shaded."""

    def between(line: Sequence[int]) -> int:
        first, last = sorted((line.index(SIZE - 1), line.index(SIZE)))
        return sum(line[first + 1 : last])

    rows = latin(rng)
    sums = {
        "top": some_of([between(line) for line in zip(*rows, strict=True)], 0.7, rng),
        "left": some_of([between(line) for line in rows], 0.7, rng),
    }
    return api.puzzle("doppelblock", square(SIZE, SIZE), sums=sums, given=[None] * SIZE * SIZE)


def kropki(rng: random.Random) -> Puzzle:
    """All dots of a latin square: white between numbers that follow one another, black where one is twice the other."""
    numbers = [n for row in latin(rng) for n in row]
    board = square(SIZE, SIZE)
    dots = []
    for a, b in board.links:
        low, high = sorted((numbers[a], numbers[b]))
        dots.append("b" if high == 2 * low else "w" if high == low + 1 else None)
    return api.puzzle("kropki", board, dots=dots, given=[None] * len(board))


def japanesesums(rng: random.Random, highest: int = 7) -> Puzzle:
    """The numbers of a latin square that are too high are shaded."""

    def runs(line: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(run) for filled, run in groupby(line, lambda n: n <= highest) if filled)

    rows = latin(rng)
    sums = {
        "top": some_of([runs(line) for line in zip(*rows, strict=True)], 0.7, rng, ()),
        "left": some_of([runs(line) for line in rows], 0.7, rng, ()),
    }
    board = square(SIZE, SIZE)
    return api.puzzle("japanesesums", board, sums=sums, highest=highest, given=[None] * len(board))


def coral(rng: random.Random) -> Puzzle:
    """The runs of a coral that grew cell by cell."""
    shaded = {(SIZE // 2, SIZE // 2)}
    for _ in range(20 * SIZE * SIZE):
        (r, c), (down, right) = rng.choice(sorted(shaded)), rng.choice(SIDES)
        r, c = min(max(r + down, 0), SIZE - 1), min(max(c + right, 0), SIZE - 1)
        squares = [{(r + i, c), (r, c + j), (r + i, c + j)} for i in (-1, 1) for j in (-1, 1)]
        if (r, c) not in shaded and joins((r, c), shaded) and not any(cells <= shaded for cells in squares):
            shaded.add((r, c))

    def runs(line: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        lengths = [len([*run]) for filled, run in groupby(line, shaded.__contains__) if filled]
        return tuple(rng.sample(lengths, len(lengths))) or (0,)

    clues = {
        "top": some_of([runs([(r, c) for r in range(SIZE)]) for c in range(SIZE)], 0.7, rng, ()),
        "left": some_of([runs([(r, c) for c in range(SIZE)]) for r in range(SIZE)], 0.7, rng, ()),
    }
    return api.puzzle("coral", square(SIZE, SIZE), clues=clues)


def anglers(rng: random.Random) -> Puzzle:
    """Random walks from the edge of the board to a fish; what none of them passes is black."""
    board = square(SIZE, SIZE)
    free = set(board.cells)
    cells: list[Any] = ["x"] * len(board)
    sides = {"top": board.col_cells, "left": board.row_cells}
    ends = [(side, i, line[0]) for side, lines in sides.items() for i, line in enumerate(lines)]
    ends += [
        (side, i, line[-1])
        for side, lines in (("bottom", board.col_cells), ("right", board.row_cells))
        for i, line in enumerate(lines)
    ]
    numbers: dict[str, list[Any]] = {side: [None] * SIZE for side in ("top", "left", "bottom", "right")}
    for side, i, cell in rng.sample(ends, len(ends)):
        if cell not in free or (len(free) < len(board) and rng.random() < 0.3):
            continue
        walk = [cell]
        free.remove(cell)
        while len(walk) < 12 and (near := [c for c in board.near[walk[-1]] if c in free]):
            # the cell with the fewest ways on, so that few cells are left
            walk.append(min(near, key=lambda c: (len(free.intersection(board.near[c])), rng.random())))
            free.remove(walk[-1])
        numbers[side][i] = len(walk)
        for passed in walk:
            cells[passed] = None
        cells[walk[-1]] = "f"
    return api.puzzle("anglers", board, numbers=numbers, cells=cells)


def herugolf(rng: random.Random) -> Puzzle:
    """Balls that were moved at random, past the ways of the others, and a hole where each has stopped."""
    board = square(SIZE, SIZE)
    free = set(board.cells)
    balls: list[Any] = [None] * len(board)
    holes: list[Any] = [None] * len(board)
    for start in rng.sample(board.cells, len(board)):
        number = rng.randrange(1, 4)
        way = [start]
        for steps in range(number, rng.randrange(number), -1):
            ray = board.rays[way[-1]][rng.randrange(4)][:steps]
            if len(ray) < steps or not free.difference(way).issuperset(ray):
                break
            way += ray
        else:
            if start in free and holes.count("H") < 25:
                balls[start], holes[way[-1]] = number, "H"
                free.difference_update(way)
    water = [None if c not in free or rng.random() < 0.6 else "x" for c in board.cells]
    return api.puzzle("herugolf", board, balls=balls, holes=holes, water=water)


def curvedata(rng: random.Random) -> Puzzle:
    """Random trees in random rooms, and in a cell of each its drawing without what is straight."""
    board = square(SIZE, SIZE)
    clues: list[Any] = [None] * len(board)
    rooms = [room for room in random_rooms(board, rng, 9) if len(room) > 1]
    for room in rooms:
        lines: dict[int, set[int]] = {room[0]: set()}
        while len(lines) < len(room):
            one, way = rng.choice([*lines]), rng.randrange(4)
            other = board.step[one][way]
            if other in room and other not in lines:
                lines[one].add(way)
                lines[other] = {(way + 2) % 4}
        clues[rng.choice(room)] = shortened([(*board.positions[c], ways) for c, ways in lines.items()])
    alone = [None if any(c in room for room in rooms) else "x" for c in board.cells]
    return api.puzzle("curvedata", board, clues=clues, shaded=alone, walls=[0] * len(board.links))


def shortened(lines: Sequence[tuple[int, int, set[int]]]) -> tuple[str, ...]:
    """The drawing of lines (row, column, directions), without rows and columns in which all lines go straight on."""
    bent = [(r, c) for r, c, ways in lines if ways not in ({0, 2}, {1, 3})]
    at = {(r, c): sum(1 << way for way in ways) for r, c, ways in lines}
    rows, cols = sorted({r for r, _ in bent}), sorted({c for _, c in bent})
    return tuple("".join(f"{at.get((r, c), 0):x}" for c in cols) for r in rows)


def heteromino(rng: random.Random) -> Puzzle:
    """Cells that are missing, as long as there is an answer."""
    while True:
        board = square(SIZE, SIZE, rng.sample([divmod(k, SIZE) for k in range(SIZE * SIZE)], 13))
        if answered("heteromino", board, {}):
            return api.puzzle("heteromino", board)


def roma(rng: random.Random) -> Puzzle:
    """Arrows that lead to the nearest of some circles, in rooms that hold none of them twice, and a quarter of them printed."""
    board = square(SIZE, SIZE)
    signs = dict.fromkeys(rng.sample(board.cells, 4), "o")
    room = {c: c for c in signs}
    waiting = [*signs]
    for cell in waiting:
        for way, there in enumerate(board.step[cell]):
            if there >= 0 and there not in signs:
                signs[there] = "swne"[way]
                waiting.append(there)
    for cell in rng.sample(board.cells, len(board)):
        adjacent = [room[c] for c in board.near[cell] if c in room and signs[room[c]] != "o"]
        fitting = [r for r in adjacent if signs[cell] not in [signs[c] for c in room if room[c] == r]]
        if signs[cell] != "o":
            room[cell] = rng.choice(fitting) if fitting else cell
    printed = [signs[c] if signs[c] == "o" or rng.random() < 0.25 else None for c in board.cells]
    return api.puzzle("roma", board, rooms=[room[c] for c in board.cells], signs=printed)


def slashpack(rng: random.Random, kinds: int = 3) -> Puzzle:
    """One number of each kind in each of some random rooms, some as question marks, as long as there is an answer."""
    board = square(SIZE, SIZE)
    while True:
        numbers: list[Any] = [None] * len(board)
        for room in random_rooms(board, rng, 16):
            for number, cell in enumerate(rng.sample(room, min(kinds, len(room))), 1):
                numbers[cell] = number if rng.random() < 0.85 else "?"
        if answered("slashpack", board, {"numbers": numbers}):
            return api.puzzle("slashpack", board, numbers=numbers)


def shading(name: str, board: Lattice, nothing: dict[str, list[Any]], rng: random.Random) -> list[int]:
    """A random answer of a board without clues, in which no more cells can be shaded."""
    shaded: list[int] = []
    found = []
    for cell in rng.sample(board.cells, len(board)):

        def too(m: Any, genre: Any, cells: Sequence[int] = (*shaded, cell)) -> None:
            for c in cells:
                m.require("it is shaded", genre.shaded[c], at=c)

        tried = api.solve(api.puzzle(name, board, **nothing), rules=[too], count=1, time_limit=SECONDS).answer
        if tried is not None:
            shaded.append(cell)
            found = [*tried.values["shaded"]]
    return found


def with_clues(
    name: str,
    board: Lattice,
    nothing: dict[str, list[Any]],
    clues: Callable[[list[int]], dict[str, list[Any]]],
    share: float,
    rng: random.Random,
) -> Puzzle:
    """Return this share of the ``clues`` of a random answer, and as many more as a unique solution needs."""
    while True:
        every = clues(shading(name, board, nothing, rng))
        places = [(key, i) for key, some in every.items() for i, clue in enumerate(some) if clue is not None]
        values = {key: [*some] for key, some in nothing.items()}
        for number, (key, i) in enumerate(rng.sample(places, len(places)), 1):
            values[key][i] = every[key][i]
            if number >= share * len(places):
                puzzle = api.puzzle(name, board, **values)
                if api.solve(puzzle, time_limit=10 * SECONDS).status == "unique":
                    return puzzle


def archipelago(rng: random.Random) -> Puzzle:
    """How large the islands of a random answer are."""
    board = square(SIZE, SIZE)

    def clues(shaded: list[int]) -> dict[str, list[Any]]:
        return {"clues": [len(group_of(board, shaded, c)) if shaded[c] else None for c in board.cells]}

    return with_clues("archipelago", board, {"clues": [None] * len(board)}, clues, 0.4, rng)


def cityspace(rng: random.Random) -> Puzzle:
    """Return the numbers of cells seen from the unshaded cells of a random answer."""
    board = square(SIZE, SIZE)

    def seen(shaded: list[int]) -> dict[str, list[Any]]:
        far = [1 + sum(before_shaded(ray, shaded) for ray in board.rays[c]) for c in board.cells]
        return {"numbers": [None if full else number for full, number in zip(shaded, far, strict=True)]}

    return with_clues("cityspace", board, {"numbers": [None] * len(board)}, seen, 0.3, rng)


def tetrochaink(rng: random.Random) -> Puzzle:
    """Dots of a random answer."""
    board = square(SIZE, SIZE)
    # at the rim of the board links have no room for dots
    corners = [cells if len(cells) == 4 else () for cells in board.corner_cells]
    touched = {"dots": [(c,) for c in board.cells], "edge_dots": board.links, "corner_dots": corners}

    def dots(shaded: list[int]) -> dict[str, list[Any]]:
        return {key: [dot(cells, shaded) for cells in places] for key, places in touched.items()}

    return with_clues("tetrochaink", board, {key: [None] * len(some) for key, some in touched.items()}, dots, 0.2, rng)


def group_of(board: Lattice, shaded: Sequence[int], cell: int) -> list[int]:
    """Return the shaded cells connected to a cell."""
    group = [cell]
    for c in group:
        group += [n for n in board.near[c] if shaded[n] and n not in group]
    return group


def before_shaded(ray: Sequence[int], shaded: Sequence[int]) -> int:
    """How many cells of a ray come before the first shaded one."""
    return next((k for k, c in enumerate(ray) if shaded[c]), len(ray))


def dot(cells: Sequence[int], shaded: Sequence[int]) -> str | None:
    """Return the dot that touches some cells: black, white or grey; none if there are no cells."""
    if not cells:
        return None
    dark, light = sum(shaded[c] for c in cells), sum(not shaded[c] for c in cells)
    return "b" if dark > light else "w" if dark < light else "g"


SPECIAL: dict[str, Callable[[random.Random], Puzzle]] = {
    made.__name__: made
    for made in (
        anglers,
        archipelago,
        cityspace,
        coral,
        curvedata,
        doppelblock,
        herugolf,
        heteromino,
        japanesesums,
        kropki,
        roma,
        skyscrapers,
        slashpack,
        tetrochaink,
    )
}

if __name__ == "__main__":
    main()
