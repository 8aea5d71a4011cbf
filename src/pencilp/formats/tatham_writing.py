"""Writes puzzles as links to Simon Tatham's pages: the ID of a game behind the address of its page.

    https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#7x7t0:e2b3b21b1b20a22c3323a3a1c12b33b311a

The part after # is the ID for his programs. ``pencilp.formats.tatham`` explains and reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from urllib.parse import quote

from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.round_trip import prove
from pencilp.formats.tatham import ARROWS, GENRES, read_id
from pencilp.genres import Genre

SITE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}.html#{id}"
PAGES = {"rectangles": "rect"}
"""The names of pages that differ from the name of their game."""
NO_SIGN = "abcdefghijklmnopqrstuvwxy"
"""A letter for 1 to 25 places before a wall; z stands for 25 places without one behind them."""
SIGNS = {"+": "a", "*": "m", "-": "s", "/": "d"}


def takes(genre: type[Genre]) -> bool:
    """Return whether puzzles of a genre have IDs."""
    return any(genre.name in genres for genres in GENRES.values())


def read(link: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a link. Raise InputError."""
    return read_id(link, genre)


def write(puzzle: Puzzle, *, lossy: bool = False) -> str:
    """Return the link of a puzzle. Raise InputError if its genre is no game, or if an ID cannot hold everything."""
    game = next((game for game, genres in GENRES.items() if puzzle.genre.name in genres), None)
    if game is None:
        raise InputError(f"{puzzle.genre.name} is no game of Simon Tatham's")
    lattice = puzzle.lattice
    if lattice.shape != "square" or len(lattice) != lattice.rows * lattice.cols:
        raise InputError("a game ID needs a board of squares without holes")
    params, desc = WRITERS[game](puzzle)
    page_id = quote(f"{params}:{desc}", safe=":,/*[]")
    link = SITE.format(game=PAGES.get(game, game), id=page_id)
    prove(puzzle, None, lambda: read_id(link, puzzle.genre.name), format="game IDs", lossy=lossy)
    return link


# -- what many descriptions have ---------------------------------------------------------------------------------------


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.lattice.cols}x{puzzle.lattice.rows}"


def _runs(values: Iterable[Any], *, parted: bool = False) -> str:
    """Return values as a description: letters skip places without one; ``parted`` writes _ between two numbers."""
    text, none = "", 0

    def skip() -> str:
        return "z" * (none // 26) + (ascii_lowercase[none % 26 - 1] if none % 26 else "")

    for value in values:
        if value is None or value == UNKNOWN:
            none += 1
            continue
        text += skip() or ("_" if parted and text else "")
        none = 0
        text += str(value)
    return text + skip()


def _grid(layer: str, params: str = "", *, parted: bool = False) -> Callable[[Puzzle], tuple[str, str]]:
    """Return the function that writes a game whose description is a grid of numbers."""

    def write(puzzle: Puzzle) -> tuple[str, str]:
        return _size(puzzle) + params, _runs(puzzle[layer].listed, parted=parted)

    return write


def _gap(count: int) -> str:
    """Return the letters for places without a sign before one with a sign."""
    return "z" * (count // 25) + ("_" + NO_SIGN)[count % 25]


def _gaps(signs: Iterable[bool]) -> str:
    """Return the letters for places with and without a sign; one more sign ends the description."""
    text, none = "", 0
    for sign in (*signs, True):
        if sign:
            text += _gap(none)
            none = 0
        else:
            none += 1
    return text


def _blocks(owner: Sequence[Any], size: int) -> str:
    """Return the walls between the blocks of a square board: those within rows, then those within columns."""
    rows = [owner[r * size + c] != owner[r * size + c + 1] for r in range(size) for c in range(size - 1)]
    cols = [owner[r * size + c] != owner[(r + 1) * size + c] for c in range(size) for r in range(size - 1)]
    return _gaps([*rows, *cols])


def _line(side: Sequence[tuple[Any, ...]]) -> list[int | None]:
    """Return the only number of each line, None for none."""
    return [line[0] if line and line[0] != UNKNOWN else None for line in side]


def _digit(number: int, letters: str = ascii_uppercase) -> str:
    """Return a number as one character, letters from 10."""
    signs = digits + letters
    if number >= len(signs):
        raise InputError(f"{number} is too large a number for a game ID, in which it is one character")
    return signs[number]


# -- game by game ------------------------------------------------------------------------------------------------------


def _bridges(puzzle: Puzzle) -> tuple[str, str]:
    islands = [None if n is None or n == UNKNOWN else _digit(n) for n in puzzle["islands"].listed]
    return f"{_size(puzzle)}m2", _runs(islands)


def _dominosa(puzzle: Puzzle) -> tuple[str, str]:
    lattice = puzzle.lattice
    if lattice.cols != lattice.rows + 1:
        raise InputError("the board of a game ID of Dominosa has one column more than rows")
    numbers = puzzle["numbers"].listed
    if None in numbers:
        raise InputError("a game ID of Dominosa needs a number in every cell")
    return str(lattice.rows - 1), "".join(str(n) if n < 10 else f"[{n}]" for n in numbers)


def _galaxies(puzzle: Puzzle) -> tuple[str, str]:
    lattice = puzzle.lattice
    width = 2 * lattice.cols - 1
    stars = {}
    for cell, star in puzzle["stars"].items():
        row, col = lattice.positions[cell]
        stars[(2 * row + ("s" in star)) * width + 2 * col + ("e" in star)] = star[0]
    text, at = "", 0
    for place, colour in sorted(stars.items()):
        skipped, left = divmod(place - at, 25)
        letter = ascii_lowercase[left]
        text += "z" * skipped + (letter.upper() if colour == "b" else letter)
        at = place + 1
    return _size(puzzle), text


def _keen(puzzle: Puzzle) -> tuple[str, str]:
    size = puzzle.lattice.cols
    of = puzzle["cages"].of
    results = {of[cell]: result for cell, result in puzzle["results"].items()}
    clues = []
    for room, cells in enumerate(puzzle["cages"].groups):
        number, sign = results.get(room) or (None, None)
        if number in (None, UNKNOWN) or (sign not in SIGNS and len(cells) > 1):
            raise InputError("a game ID of Keen needs the result and the calculation of every cage")
        clues.append((SIGNS[sign] if sign else "a") + str(number))
    if None in of:
        raise InputError("a game ID of Keen needs a cage around every cell")
    # three and more equal letters are written once, with their number
    blocks = re.sub(r"(.)\1{2,}", lambda same: f"{same[1]}{len(same[0])}", _blocks(of, size))
    return str(size), f"{blocks},{''.join(clues)}"


def _lightup(puzzle: Puzzle) -> tuple[str, str]:
    return _size(puzzle), _runs("B" if wall == "x" else wall for wall in puzzle["walls"].listed)


def _magnets(puzzle: Puzzle) -> tuple[str, str]:
    lattice, rooms = puzzle.lattice, puzzle["rooms"]
    signs = ["*"] * len(lattice)
    for cells in rooms.groups:
        if len(cells) > 2:
            raise InputError("a game ID of Magnets has rooms of one or two cells")
        if len(cells) == 2:
            signs[cells[0]], signs[cells[1]] = "LR" if cells[1] == cells[0] + 1 else "TB"
    sides = [
        "".join("." if n is None else _digit(n) for n in _line(puzzle["counts"][side]))
        for side in ("top", "left", "bottom", "right")
    ]
    return _size(puzzle), ",".join([*sides, "".join(signs)])


def _palisade(puzzle: Puzzle) -> tuple[str, str]:
    return f"{_size(puzzle)}n{puzzle['size']}", _runs(puzzle["numbers"].listed).rstrip(ascii_lowercase)


def _pattern(puzzle: Puzzle) -> tuple[str, str]:
    lines = [*puzzle["clues"]["top"], *puzzle["clues"]["left"]]
    if any(UNKNOWN in line for line in lines):
        raise InputError("a game ID of Pattern needs the lengths of all runs")
    return _size(puzzle), "/".join(".".join(map(str, line)) for line in lines)


def _pearl(puzzle: Puzzle) -> tuple[str, str]:
    return _size(puzzle), _runs(circle and circle.upper() for circle in puzzle["circles"].listed)


def _signpost(puzzle: Puzzle) -> tuple[str, str]:
    cells = zip(puzzle["given"].listed, puzzle["arrows"].listed, strict=True)
    return _size(puzzle), "".join(
        f"{number or ''}{ascii_lowercase[ARROWS.index(arrow) if arrow else 0]}" for number, arrow in cells
    )


def _singles(puzzle: Puzzle) -> tuple[str, str]:
    numbers = puzzle["numbers"].listed
    if None in numbers:
        raise InputError("a game ID of Singles needs a number in every cell")
    return _size(puzzle), "".join(_digit(number, ascii_lowercase) for number in numbers)


def _solo(puzzle: Puzzle) -> tuple[str, str]:
    size = puzzle.lattice.cols
    there = {key: puzzle[key] for key in puzzle.genre.inputs}
    boxes = (there["regions"] if "regions" in there else there["boxes"]).of
    tall = next(n for n in range(int(size**0.5), 0, -1) if size % n == 0)
    shapes = ((tall, size // tall), (size // tall, tall))
    params = next(
        (
            f"{high}x{wide}"
            for high, wide in shapes
            if puzzle.genre.name != "jigsaw_sudoku"
            and _blocks(boxes, size)
            == _blocks([r // high * size + c // wide for r in range(size) for c in range(size)], size)
        ),
        f"{size}j",
    )
    desc = [_runs(there["given"].listed, parted=True)]
    if params.endswith("j"):
        desc.append(_blocks(boxes, size))
    if "cages" in there:
        if None in there["cages"].of:
            raise InputError("a game ID of Solo needs a cage around every cell")
        params += "k"
        desc += [_blocks(there["cages"].of, size), _runs(there["sums"].listed, parted=True)]
    if there["diagonals"]:
        params += "x"
    return params, ",".join(desc)


def _tents(puzzle: Puzzle) -> tuple[str, str]:
    counts = [*_line(puzzle["counts"]["top"]), *_line(puzzle["counts"]["left"])]
    if None in counts:
        raise InputError("a game ID of Tents needs the number of tents in every row and column")
    trees = _gaps(tree is not None for tree in puzzle["trees"].listed)
    return _size(puzzle), ",".join([trees, *map(str, counts)])


def _towers(puzzle: Puzzle) -> tuple[str, str]:
    clues = [n for side in ("top", "bottom", "left", "right") for n in _line(puzzle["clues"][side])]
    desc = "/".join("" if n is None else str(n) for n in clues)
    given = puzzle["given"].listed
    if any(value is not None for value in given):
        desc += "," + _runs(given, parted=True)
    return str(puzzle.lattice.cols), desc


def _undead(puzzle: Puzzle) -> tuple[str, str]:
    top, left, bottom, right = (_line(puzzle["clues"][side]) for side in ("top", "left", "bottom", "right"))
    numbers = [puzzle["ghosts"], puzzle["vampires"], puzzle["zombies"], *top, *right, *bottom[::-1], *left[::-1]]
    if None in numbers:
        raise InputError("a game ID of Undead needs all numbers outside, and those of ghosts, vampires and zombies")
    signs = {None: None, "\\": "L", "/": "R"}
    board = [
        given or signs[mirror] for given, mirror in zip(puzzle["given"].listed, puzzle["mirrors"].listed, strict=True)
    ]
    return _size(puzzle), ",".join([*map(str, numbers[:3]), _runs(board), *map(str, numbers[3:])])


def _unequal(puzzle: Puzzle) -> tuple[str, str]:
    lattice = puzzle.lattice
    if lattice.rows != lattice.cols:
        raise InputError("a game ID of Unequal needs as many rows as columns")
    flags = [""] * len(lattice)
    for link, sign in puzzle["marks"].items():
        first, second = lattice.links[link]
        cell, flag = {">": (first, "R"), "v": (first, "D"), "<": (second, "L"), "^": (second, "U")}[sign]
        flags[cell] += flag
    cells = [
        f"{n or 0}{''.join(sorted(flag, key='URDL'.index))}"
        for n, flag in zip(puzzle["given"].listed, flags, strict=True)
    ]
    return str(lattice.cols), "".join(cell + "," for cell in cells)


def _unruly(puzzle: Puzzle) -> tuple[str, str]:
    text, none = "", 0
    for value in (*puzzle["given"].listed, 0):  # one more ends the description
        if value is None:
            none += 1
            continue
        letter = ascii_lowercase[none % 25]
        text += "z" * (none // 25) + (letter.upper() if value == 1 else letter)
        none = 0
    unique = "alike" in puzzle.genre.inputs and not puzzle["alike"]
    return f"{_size(puzzle)}{'u' if unique else ''}", text


WRITERS: dict[str, Callable[[Puzzle], tuple[str, str]]] = {
    "bridges": _bridges, "dominosa": _dominosa, "filling": _grid("given"), "galaxies": _galaxies, "keen": _keen,
    "lightup": _lightup, "loopy": _grid("numbers", "t0"), "magnets": _magnets, "mosaic": _grid("clues"),
    "palisade": _palisade, "pattern": _pattern, "pearl": _pearl, "range": _grid("clues", parted=True),
    "rectangles": _grid("numbers", parted=True), "signpost": _signpost, "singles": _singles, "slant": _grid("clues"),
    "solo": _solo, "tents": _tents, "towers": _towers, "undead": _undead, "unequal": _unequal, "unruly": _unruly,
}  # fmt: skip
"""For each game the function that returns parameters and description."""
