"""Rules that only fillomino has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Grid
from pencilp.genres.fillomino.structure import Areas, InTwo, TellsSize
from pencilp.model import Int, Model
from pencilp.structures.groups import EachSize


def each_tells_its_size(m: Model, board: Lattice, number: Sequence[Int], words: str) -> Areas:
    """Require that ``number`` is in every cell the size of its region: the connected cells with the same number.
    Return the regions for other rules.
    """
    areas = Areas(m, number, board.links, board.names)
    m.require(words, TellsSize(areas))
    return areas


def each_is_at_most(m: Model, areas: Areas, size: int, words: str) -> None:
    """Require that no region has more than ``size`` cells."""
    m.require(words, EachSize(areas, 1, size))


def parted_by_walls(m: Model, areas: Areas, walls: Grid, words: str) -> None:
    """Require that two regions meet at each of the ``walls`` (1 per link with a wall)."""
    for link, wall in enumerate(walls):
        if wall:
            m.require(words, InTwo(areas, link), at=areas.links[link], clue=(walls, link))
