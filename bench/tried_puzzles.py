"""Puzzles that a mutant and its genre module are asked to solve: small ones, and ones with random clues."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice

from tests import near_misses
from tests import proof as proofs
from tests.near_misses import Finder, put
from tests.small_boards import Filling

from pencilp import genres
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers import Boxes, GivenMarks
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError

SIZES = ((1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (2, 5), (4, 4))
"""Rows and columns of the small boards."""
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
    bare = [near_misses.blank(example, board, size, rng) for board, size in small_boards(finder.name)]
    clues = with_clues(finder, rng, [*filter(None, bare)])
    failed = 0
    while failed < 100:
        # a case is made for the seeds of its proof: with others its clues may be more than the board allows
        with suppress(InputError):
            failed += 1
            puzzle, right, _ = case(rng)
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


def with_clues(finder: Finder, rng: random.Random, bases: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Yield puzzles with a clue or a few of random values at random places; stop after many tries."""
    for _ in range(MAX_TRIES if bases else 0):
        puzzle = rng.choice(bases)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            key = rng.choice([*puzzle.genre.inputs])
            layer = puzzle.genre.inputs[key]
            if isinstance(layer, GivenMarks):
                last = layer.size(puzzle.lattice) - 1
                place = rng.choice((0, last, rng.randint(0, last)))
                puzzle = put(puzzle, key, place, 1 - int(puzzle[key][place] or 0)) or puzzle
                continue
            if isinstance(layer, near_misses.NO_CLUES):
                continue
            places = finder.places(puzzle, layer, key)
            values = finder.values(layer, key, puzzle.lattice)
            if places and values:
                place, _ = rng.choice(places)
                puzzle = put(puzzle, key, place, rng.choice(rng.choice(values))) or puzzle
        if puzzle not in bases:
            yield puzzle


def with_other_boxes(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with boxes that are no rectangles: the first one changes a cell with each of its neighbours."""
    for key, layer in puzzle.genre.inputs.items():
        if isinstance(layer, Boxes) and puzzle[key]:
            board, of = puzzle.lattice, {c: k for k, box in enumerate(puzzle[key]) for c in box}
            first = [c for c, k in of.items() if k == 0]
            rows, cols = ({board.positions[c][axis] for c in first} for axis in (0, 1))
            top, bottom, left, right = min(rows), max(rows), min(cols), max(cols)
            swaps = [((top, right), (bottom, right + 1)), ((bottom, left), (bottom + 1, right - 1))]
            for one, other in swaps:
                a, b = board.cell_at.get(one), board.cell_at.get(other)
                if a is not None and b is not None and of.get(a) is not None and of.get(b) is not None:
                    of[a], of[b] = of[b], of[a]
            return near_misses.made(puzzle, {**puzzle.values, key: [of.get(c) for c in board.cells]})
    return None
