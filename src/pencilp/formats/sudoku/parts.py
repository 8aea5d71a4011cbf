"""The parts of a Sudoku that other editors know: givens, regions, cages, lines, dots, numbers outside.

Such a board may combine any parts. It is read as the genre that has just these parts, and refused if there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pencilp.board.lattice import square
from pencilp.board.layers import UNKNOWN
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import ANSWER_DROPPED, SOLUTION
from pencilp.genres import Genre, find, genre_of

GENRES = {
    "killer cages": "killer_sudoku",
    "thermometers": "thermo_sudoku",
    "arrows": "arrow_sudoku",
    "even or odd cells": "even_odd_sudoku",
    "sandwich sums": "sandwich_sudoku",
    "skyscrapers": "skyscraper_sudoku",
    "the knight's move": "anti_knight_sudoku",
    "the king's move": "anti_king_sudoku",
    "dots between cells": "consecutive_sudoku",
}
"""The genre with each part. Two of these parts together have no genre."""
PLAIN = ("sudoku", "diagonal_sudoku", "jigsaw_sudoku")
WITHOUT_BOXES = {"skyscrapers": "skyscrapers", "dots between cells": "kropki"}
"""The genres of boards without boxes."""
TAKEN = frozenset({*GENRES.values(), *PLAIN, *WITHOUT_BOXES.values()})
"""All genres that have such parts."""
WAYS = {
    (-1, 0): "n", (-1, 1): "ne", (0, 1): "e", (1, 1): "se", (1, 0): "s", (1, -1): "sw", (0, -1): "w", (-1, -1): "nw"
}  # fmt: skip
"""The names of steps (down, right)."""
SIDES = ("top", "left", "bottom", "right")
MAX_SIZE = 64
"""Rows of the largest Sudoku that is read from another editor."""

Outside = dict[tuple[str, int], int]
"""A number for (side, line from 0)."""


@dataclass
class Parts:
    """The parts of a board of ``size`` rows; cells are numbered row by row.

    ``regions`` are labels, None for a cell in no region; the list is None if the boxes are the usual ones. ``cages`` are
    (cells, sum or None), ``arrows`` are (cell of the circle, cells from there). ``dots`` are "w" or "b" for a pair of
    cells, and ``complete`` has the colours of dots that are all given. ``entered`` are the digits of a solver, and
    ``solution`` those that the setter recorded.
    """

    size: int
    given: list[int | None]
    entered: list[int | None] = field(default_factory=list)
    solution: list[int | None] = field(default_factory=list)
    regions: list[Any] | None = None
    diagonals: bool = False
    knight: bool = False
    king: bool = False
    cages: list[tuple[list[int], int | None]] = field(default_factory=list)
    thermometers: list[list[int]] = field(default_factory=list)
    arrows: list[tuple[int, list[int]]] = field(default_factory=list)
    parity: dict[int, str] = field(default_factory=dict)
    sandwich: Outside = field(default_factory=dict)
    skyscrapers: Outside = field(default_factory=dict)
    dots: dict[tuple[int, int], str] = field(default_factory=dict)
    complete: set[str] = field(default_factory=set)

    def set_regions(self, labels: list[Any]) -> None:
        """Take a label for each cell as the regions, unless they are the usual boxes."""
        if not _same(labels, usual_regions(self.size)):
            self.regions = labels

    def names(self) -> list[str]:
        """Return the names of the parts that decide the genre."""
        there = {
            "killer cages": self.cages, "thermometers": self.thermometers, "arrows": self.arrows,
            "even or odd cells": self.parity, "sandwich sums": self.sandwich, "skyscrapers": self.skyscrapers,
            "the knight's move": self.knight, "the king's move": self.king,
            "dots between cells": self.dots or self.complete,
        }  # fmt: skip
        return [name for name, part in there.items() if part]

    def puzzle(self, name: str = "") -> Puzzle:
        """Return the puzzle of the genre with these parts. Raise InputError if no genre has them."""
        genre = find(self._genre())
        lattice = square(self.size, self.size)
        values: dict[str, Any] = {"given": self.given} | self._layers(genre)
        puzzle = Puzzle(genre, lattice, values, name=name)
        genre_of(puzzle)(puzzle)  # its rules may refuse a value
        self._add_answer(puzzle)
        return puzzle

    def _add_answer(self, puzzle: Puzzle) -> None:
        """Give a puzzle the digits that a solver entered, or else the recorded solution."""
        entered = any(value is not None for value in self.entered)
        digits = self.entered if entered else self.solution
        if not digits:
            return
        number = [given or digit for given, digit in zip(self.given, digits, strict=True)]
        try:
            puzzle.answer = Answer(puzzle, {"number": number})
        except InputError as error:
            puzzle.notes[ANSWER_DROPPED] = str(error)
        else:
            if not entered:
                puzzle.notes[SOLUTION] = ""

    def take_rules(self, rules: set[str]) -> None:
        """Add rules of the whole board that are in words, by the names of ``fields.BOARD_RULES``."""
        self.knight |= "knight" in rules
        self.king |= "king" in rules
        if "nonconsecutive" in rules:
            self.complete.add("w")

    def _genre(self) -> str:
        names = self.names()
        if len(names) > 1:
            raise InputError(f"no genre has {' and '.join([', '.join(names[:-1]), names[-1]])} together")
        name = names[0] if names else ""
        if self.regions is not None and None in self.regions:
            if any(label is not None for label in self.regions) and name != "dots between cells":
                raise InputError("some cells belong to no region, which no genre has")
            if name not in WITHOUT_BOXES:
                raise InputError("a board without boxes is read only with skyscrapers or dots between cells")
        boxed = self.regions is None or any(label is not None for label in self.regions)
        if name == "dots between cells":
            return self._with_dots(boxed=boxed)
        if not boxed:
            return WITHOUT_BOXES[name]
        if name:
            return GENRES[name]
        if self.regions is not None and not _are_boxes(self.regions, self.size):
            return "jigsaw_sudoku"
        return "diagonal_sudoku" if self.diagonals else "sudoku"

    def _with_dots(self, *, boxed: bool) -> str:
        if self.diagonals:
            raise InputError("no genre has dots between cells and diagonals together")
        if not boxed and self.complete == {"w", "b"}:
            return "kropki"
        if "b" in self.dots.values() or "b" in self.complete:
            raise InputError("black dots are read only on a board without boxes on which all dots are given (kropki)")
        if self.complete != {"w"}:
            raise InputError(
                "white dots are read only if all of them are given: cells without a dot do not differ by 1"
            )
        return "consecutive_sudoku"

    def _layers(self, genre: type[Genre]) -> dict[str, Any]:
        cells = range(self.size * self.size)
        layers: dict[str, Any] = {}
        if "diagonals" in genre.inputs and self.diagonals:
            layers["diagonals"] = 1
        if self.regions is not None and (there := {"regions", "boxes"} & {*genre.inputs}):
            layers[there.pop()] = self.regions
        elif genre.name == "consecutive_sudoku":
            layers["boxes"] = usual_regions(self.size)
        if self.cages:
            layers["cages"] = _owners([group for group, _ in self.cages], len(cells), "cages")
            layers["sums"] = [None] * len(cells)
            for group, total in self.cages:
                layers["sums"][min(group)] = total
        if "thermometers" in genre.inputs:
            owner = _owners(self.thermometers, len(cells), "thermometers")
            layers["thermometers"] = [
                None if path is None else (path + 1, self.thermometers[path].index(cell) + 1)
                for cell, path in enumerate(owner)
            ]
        if "arrows" in genre.inputs:
            layers["arrows"] = self._steps()
        if self.parity:
            layers["marks"] = [self.parity.get(cell) for cell in cells]
        if "sums" in genre.inputs and self.sandwich:
            layers["sums"] = self._outside(_folded(self.sandwich), SIDES[:2])
        if "clues" in genre.inputs:
            layers["clues"] = self._outside(self.skyscrapers, SIDES)
        if "dots" in genre.inputs:
            layers["dots"] = [self.dots.get((a, b)) for a, b in square(self.size, self.size).links]
        return layers

    def _outside(self, numbers: Outside, sides: tuple[str, ...]) -> dict[str, list[tuple[int, ...]]]:
        return {
            side: [(numbers[side, line],) if (side, line) in numbers else () for line in range(self.size)]
            for side in sides
        }

    def _steps(self) -> list[tuple[str, ...] | None]:
        """Return the steps of all arrows from each cell, as the genre writes them."""
        found: list[tuple[str, ...] | None] = [None] * self.size**2
        for circle, cells in self.arrows:
            places = [divmod(cell, self.size) for cell in (circle, *cells)]
            steps = tuple(WAYS.get((r2 - r, c2 - c), "") for (r, c), (r2, c2) in pairwise(places))
            if "" in steps or not steps:
                raise InputError("an arrow goes from cell to cell, each touching the one before", self.name(circle))
            before = found[circle] or ()
            if len(before) > self.size**2:
                raise InputError("the arrows from a circle are longer than the board", self.name(circle))
            found[circle] = (*before, "o", *steps) if before else steps
        return found

    def name(self, cell: int) -> str:
        """Return the name of a cell in messages, as in ``r1c2``."""
        return f"r{cell // self.size + 1}c{cell % self.size + 1}"


def usual_regions(size: int) -> list[Any]:
    """Return the usual boxes: as close to squares as possible, and at least as wide as tall."""
    tall = next(n for n in range(int(size**0.5), 0, -1) if size % n == 0)
    wide = size // tall
    return [row // tall * tall + col // wide for row in range(size) for col in range(size)]


def _are_boxes(regions: list[Any], size: int) -> bool:
    """Return whether regions are equal rectangles."""
    cells: dict[Any, list[tuple[int, int]]] = {}
    for cell, label in enumerate(regions):
        cells.setdefault(label, []).append(divmod(cell, size))
    shapes = set()
    for group in cells.values():
        tall, wide = (max(axis) - min(axis) + 1 for axis in zip(*group, strict=True))
        shapes.add((tall, wide) if len(group) == tall * wide else None)
    return len(shapes) == 1 and None not in shapes


def _owners(groups: list[list[int]], count: int, what: str) -> list[int | None]:
    """Return the number of the group of each cell. Raise InputError for groups without cells, and if two share one."""
    owner: list[int | None] = [None] * count
    for number, cells in enumerate(groups):
        if not cells:
            raise InputError(f"one of the {what} has no cells")
        for cell in cells:
            if owner[cell] is not None:
                raise InputError(f"two {what} share a cell, or one has it twice, which no genre has")
            owner[cell] = number
    return owner


def _folded(sums: Outside) -> Outside:
    """Return the sums with those of the bottom and the right moved to the top and the left, where they mean the same."""
    folded: Outside = {}
    for (side, line), value in sums.items():
        place = ({"bottom": "top", "right": "left"}.get(side, side), line)
        if folded.setdefault(place, value) != value:
            raise InputError(
                f"two different sandwich sums stand at the two ends of a line: {folded[place]} and {value}"
            )
    return folded


# -- from our puzzles --------------------------------------------------------------------------------------------------


def parts_of(puzzle: Puzzle) -> Parts:
    """Return the parts of a puzzle of one of the genres ``TAKEN``. Raise InputError for others, and on other boards."""
    lattice = puzzle.lattice
    if puzzle.genre.name not in TAKEN:
        raise InputError(f"there are no such links of {puzzle.genre.name}")
    if lattice.shape != "square" or lattice.rows != lattice.cols or len(lattice) != lattice.rows * lattice.cols:
        raise InputError("the board is no square of cells, which such a link needs")
    size = lattice.rows
    there = {key: puzzle[key] for key in puzzle.genre.inputs}
    parts = Parts(size, [_known(value) for value in there["given"].listed])
    parts.diagonals = there.get("diagonals") == 1
    genre = puzzle.genre.name
    parts.knight, parts.king = genre == "anti_knight_sudoku", genre == "anti_king_sudoku"
    rooms = there.get("regions") if genre == "jigsaw_sudoku" else there.get("boxes")
    parts.set_regions([None] * size * size if rooms is None else rooms.of)
    if genre == "killer_sudoku":
        clues = {there["cages"].of[cell]: _known(value) for cell, value in there["sums"].items()}
        parts.cages = [([*group], clues.get(room)) for room, group in enumerate(there["cages"].groups)]
    if genre == "thermo_sudoku":
        parts.thermometers = [[*path] for path in there["thermometers"].paths]
    if genre == "arrow_sudoku":
        instance: Any = genre_of(puzzle)(puzzle)
        parts.arrows = [(cell, cells) for cell in there["arrows"].given for cells in instance.along(cell)]
    if genre == "even_odd_sudoku":
        parts.parity = dict(there["marks"].items())
    if genre == "sandwich_sudoku":
        parts.sandwich = _numbers(there["sums"])
    if genre in ("skyscraper_sudoku", "skyscrapers"):
        parts.skyscrapers = _numbers(there["clues"])
    if genre in ("consecutive_sudoku", "kropki"):
        parts.complete = {"w"} if genre == "consecutive_sudoku" else {"w", "b"}
        parts.dots = {lattice.links[link]: dot for link, dot in there["dots"].items()}
    return parts


def _numbers(sides: dict[str, list[tuple[Any, ...]]]) -> Outside:
    return {
        (side, number): line[0]
        for side, lines in sides.items()
        for number, line in enumerate(lines)
        if line and line[0] != UNKNOWN
    }


def _known(value: Any) -> int | None:
    return None if value == UNKNOWN else value


def _same(regions: list[Any], others: list[Any]) -> bool:
    """Return whether two divisions are the same but for their labels."""
    return None not in regions and len({*zip(regions, others, strict=True)}) == len({*regions}) == len({*others})
