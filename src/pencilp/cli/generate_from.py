"""What new puzzles begin with: an unfinished puzzle, places for clues, and a picture of the answer."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from pencilp import api
from pencilp._util.decode import decoded
from pencilp._util.read_limited import read_bytes
from pencilp.analysis.named_places import named_clues
from pencilp.board.lattice import Lattice
from pencilp.board.layers import SIDES
from pencilp.board.layers.rooms import Rooms
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.cli.masks import marked_cells, names_in
from pencilp.errors import InputError
from pencilp.genres import Genre

FREE = "*"
"""The token of a place that may get a clue."""
TRIED = ("?", "1", "0", "x", "w", "b", "2", "3", "4", "A")
"""Tokens of clues: one of them is read instead of ``FREE``, to see which places these are."""


def unfinished(source: str, genre: type[Genre]) -> tuple[Puzzle, set[tuple[Any, ...]] | None]:
    """Return the unfinished puzzle of a source, and the places that ``*`` marks in its text; None if there is no ``*``.

    Raise InputError for a text that cannot be read.
    """
    if not os.path.isfile(source):
        return api.load(source, genre.name), None
    content = read_bytes(source)
    try:
        return api.load_all(source, genre.name, content=content)[0], None
    except InputError:
        text = decoded(content)
        if FREE not in text:
            raise
    puzzle = api.load_all(source, genre.name, content=text.replace(FREE, "-").encode())[0]
    for token in TRIED:
        try:
            other = api.load_all(source, genre.name, content=text.replace(FREE, token).encode())[0]
        except InputError:
            continue
        return puzzle, {place for place, value in _values(other) if value != dict(_values(puzzle))[place]}
    raise InputError(f"a clue of {genre.name} cannot stand at one of the places with {FREE}", source)


def _values(puzzle: Puzzle) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the places of a puzzle's values, with these."""
    for key, layer in puzzle.genre.inputs.items():
        for at, value in layer.place.items(puzzle.values[key]):
            yield (key, *at) if isinstance(at, tuple) else (key, at), value


def wished_places(mask: str, board: Puzzle) -> set[Any]:
    """Return the places for clues that ``--clues`` names, or the cells that its file marks. ``board`` is any puzzle."""
    if os.path.isfile(mask):
        return {*marked_cells(mask, board.lattice, "--clues")}
    try:
        places = [*_places(board)]
        return {place[:3] for place in named_clues(board, places, names_in(mask))}
    except InputError as error:
        raise InputError(
            "this is no file with a mask, and no place of a clue on this board, such as r1c1", f"--clues {mask}"
        ) from error


def _places(board: Puzzle) -> Iterator[tuple[Any, ...]]:
    """Yield all places of clues on a board, those outside too."""
    for key, layer in board.genre.inputs.items():
        if layer.on == "lines":
            lines = [(side, board.lattice.cols if side in ("top", "bottom") else board.lattice.rows) for side in SIDES]
            yield from ((key, side, line) for side, number in lines for line in range(number))
        elif layer.on != "board" and not isinstance(layer, Rooms):
            yield from ((key, at) for at, _ in layer.place.items(board.values[key]))


def wished_answer(path: str, board: Puzzle) -> Answer:
    """Return the unfinished answer in a text file. ``board`` is any puzzle."""
    try:
        return api.read_answer(board, decoded(read_bytes(path)))
    except InputError as error:
        raise error.within(f"--answer {path}") from None


def empty_board(genre: type[Genre], lattice: Lattice) -> Puzzle:
    """Return a puzzle without clues, whose cells are in one room if the genre has rooms."""
    genre.check_board(lattice)
    return Puzzle(
        genre,
        lattice,
        {
            key: [0] * layer.size(lattice) if isinstance(layer, Rooms) else layer.empty(lattice)
            for key, layer in genre.inputs.items()
            if not layer.optional
        },
    )
