"""Rules that only firefly has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pencilp.board.lattice import Lattice
from pencilp.genres.firefly.structure import Arriving, Beams, Way
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.model.structures import Degrees


def lines_between_stops(
    m: Model, board: Lattice, line: Sequence[Lit], dots: Collection[Way], stops: Collection[int]
) -> Beams:
    """Return the lines that ``line`` (a literal per link) draws, for other rules. They stop at the cells ``stops``,
    and begin there over the ways ``dots``.
    """
    return Beams(m, board, line, dots, stops)


def lines_go_on(m: Model, beams: Beams, words: str) -> None:
    """Require that a line neither branches nor ends at any cell but a stop."""
    m.require(words, Degrees(beams, beams.between, [*map(beams.lines_at, beams.between)]))


def line_turns(m: Model, beams: Beams, cell: int, way: int, number: int, words: str, clue: Clue = None) -> None:
    """Require that the line that begins at ``cell`` in direction ``way``, a dot, turns ``number`` times."""
    m.require(words, Arriving(beams, (cell, way), turns=number), at=cell, clue=clue)


def lines_begin_at_dots(m: Model, beams: Beams, words: str) -> None:
    """Require that a line that ends at a stop has begun at a dot."""
    for way in beams.others:
        m.require(words, Arriving(beams, way, from_dot=True), at=way[0])


def lines_end_next_to_dots(m: Model, beams: Beams, words: str) -> None:
    """Require that a line that begins at a dot ends at no dot."""
    for way in beams.dots:
        m.require(words, Arriving(beams, way, from_dot=False), at=way[0])
