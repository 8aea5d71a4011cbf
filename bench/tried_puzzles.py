"""Puzzles that a mutant and its genre module are asked to solve: small ones, and ones with random clues."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from tests import near_misses
from tests import proof as proofs
from tests.near_misses import Finder, put
from tests.small_boards import Case, Filling

from pencilp import genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import Boxes, GivenMarks, Layer, Rooms
from pencilp.board.layers.grids import Grid
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError

SIZES = ((1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (2, 5), (4, 4))
"""Rows and columns of the small boards."""
HOLES = ((0, 0), (2, 3), (1, 1))
"""Cells that are missing from small boards of three rows and four columns, one from each."""
CASE_SECONDS = 0.5
"""A genre of which one random case takes longer gets no more of them."""
RENUMBERED = 0.2
"""How often the numbers that stand in a puzzle change, instead of one more being put there."""
MAX_TRIES = 20_000
"""Number of puzzles with random clues that are made; some equal their board without clues."""

Apart = Callable[[Callable[[], str], float], str]
"""A function that works in a child process for some seconds, and returns the text that comes from there."""


def filling_of(listed: Sequence[Sequence[int]]) -> Filling:
    """Return the values of an answer as read from JSON."""
    return tuple(map(tuple, listed))


def small_puzzles(finder: Finder, rng: random.Random) -> Iterator[tuple[Puzzle, set[Filling] | None]]:
    """Yield new random cases of a genre's proof, with their answers, and small boards with random clues, in turn.

    There is no end, unless neither can be made.
    """
    case = proofs.proof(finder.name).case
    example = proofs.smallest_example(finder.name)
    blank = [near_misses.blank(example, board, size, rng) for board, size in small_boards(finder.name)]
    bases = [*filter(None, blank)]
    bases += filter(None, map(with_other_boxes, [*bases]))
    clues = with_clues(finder, rng, bases)
    failed, quick = 0, True
    while failed < 100:
        # a case is made for the seeds of its proof: with others its clues may be more than the board allows
        failed += 1
        if quick:
            start = time.process_time()
            made: list[Case] = []
            with suppress(InputError):
                made.append(case(rng))
            quick = time.process_time() - start < CASE_SECONDS
            for puzzle, right, _ in made:
                yield puzzle, right
                failed = 0
        for puzzle in islice(clues, 1):
            yield puzzle, None
            failed = 0


def small_boards(name: str) -> Iterator[tuple[Lattice, int]]:
    """Yield small boards of a genre, each with how many cells its rooms may have."""
    genre = genres.load(name)
    if own := genre.own_board():
        yield own, 9
    elif "square" not in genre.shapes:
        yield genre.usual_board(), 6
    else:
        for size in (2, 5, 8):
            yield from ((square(rows, cols), size) for rows, cols in SIZES if not genre.equal_sides or rows == cols)
            yield from ((square(3, 4, [hole]), size) for hole in HOLES if not genre.equal_sides)


def with_clues(finder: Finder, rng: random.Random, bases: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Yield puzzles with a clue or a few of random values at random places, or other rooms; stop after many tries."""
    for _ in range(MAX_TRIES if bases else 0):
        puzzle = rng.choice(bases)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            key = rng.choice([*puzzle.genre.inputs])
            layer = puzzle.genre.inputs[key]
            if isinstance(layer, GivenMarks):
                place = some_place(layer, puzzle.lattice, rng)
                puzzle = put(puzzle, key, place, 1 - int(puzzle[key][place] or 0)) or puzzle
                continue
            if isinstance(layer, Rooms):
                puzzle = other_rooms(puzzle, key, rng) or puzzle
            if isinstance(layer, near_misses.NO_CLUES):
                continue
            places = finder.places(puzzle, layer, key)
            values = finder.values(layer, key, puzzle.lattice)
            if rng.random() < RENUMBERED and isinstance(puzzle[key], Grid):
                puzzle = renumbered(puzzle, key, max(layer_numbers(values), default=0), rng) or puzzle
            elif places and values:
                place, _ = rng.choice(places)
                puzzle = put(puzzle, key, place, rng.choice(rng.choice(values))) or puzzle
        if puzzle not in bases:
            yield puzzle


def other_rooms(puzzle: Puzzle, key: str, rng: random.Random) -> Puzzle | None:
    """Return the puzzle with two rooms joined, or with a cell that goes to a room next to it; None if that makes no puzzle."""
    board, of = puzzle.lattice, {c: k for k, room in enumerate(puzzle[key]) for c in room}
    borders = [(a, b) for a, b in board.links if of.get(a) != of.get(b) and a in of and b in of]
    if not borders:
        return None
    a, b = rng.choice(borders)
    moved = [c for c, k in of.items() if k == of[a]] if rng.random() < 0.5 else [a]
    return near_misses.made(puzzle, {**puzzle.values, key: [of.get(b if c in moved else c) for c in board.cells]})


def layer_numbers(values: Sequence[Sequence[Any]]) -> list[int]:
    """Return the numbers among the values that a clue may have."""
    return [value for some in values for value in some if type(value) is int]


def renumbered(puzzle: Puzzle, key: str, greatest: int, rng: random.Random) -> Puzzle | None:
    """Return the puzzle with all its numbers in a layer raised, or with one changed wherever it stands.

    So numbers that must occur twice, or in order, become great too. None if there are no numbers or that makes no puzzle.
    """
    listed = list(puzzle[key].listed)
    numbers = sorted({value for value in listed if type(value) is int})
    if not numbers or greatest < 1:
        return None
    most = max(0, greatest - numbers[-1])
    by = rng.choice((most, rng.randint(0, most)))
    other = {n: n + by for n in numbers} if rng.random() < 0.5 else {rng.choice(numbers): rng.randint(1, greatest)}
    changed = [other.get(value, value) if type(value) is int else value for value in listed]
    return near_misses.made(puzzle, {**puzzle.values, key: changed})


def some_place(layer: Layer[Any], board: Lattice, rng: random.Random) -> int:
    """Return a random place of a layer: of cells as often at a corner, at the rim and in the middle of the board."""
    if layer.on != "cells":
        last = layer.size(board) - 1
        return rng.choice((0, last, rng.randint(0, last)))
    kinds: dict[str, list[int]] = {}
    for cell in board.cells:
        kinds.setdefault(near_misses.kind_of_cell(board, cell), []).append(cell)
    return rng.choice(rng.choice([*kinds.values()]))


def with_other_boxes(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with boxes that are no rectangles; None if it has no boxes or these make no puzzle.

    The first box swaps a cell with the box to its right and with the box below it. The last box does the same the other way
    round.
    """
    for key, layer in puzzle.genre.inputs.items():
        if isinstance(layer, Boxes) and puzzle[key]:
            board, of = puzzle.lattice, {c: k for k, box in enumerate(puzzle[key]) for c in box}
            first = [c for c, k in of.items() if k == 0]
            rows, cols = ({board.positions[c][axis] for c in first} for axis in (0, 1))
            top, bottom, left, right = min(rows), max(rows), min(cols), max(cols)
            swaps = [((top, right), (bottom, right + 1)), ((bottom, left), (bottom + 1, right - 1))]
            for turned in (False, True):
                for pair in swaps:
                    a, b = (board.cell_at.get(turned_around(at, board) if turned else at) for at in pair)
                    if a is not None and b is not None and of.get(a) is not None and of.get(b) is not None:
                        of[a], of[b] = of[b], of[a]
            return near_misses.made(puzzle, {**puzzle.values, key: [of.get(c) for c in board.cells]})
    return None


def turned_around(at: tuple[int, int], board: Lattice) -> tuple[int, int]:
    """Return the row and column of a cell after half a turn of the board."""
    return board.rows - 1 - at[0], board.cols - 1 - at[1]
