"""Rules that only galaxies has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pencilp.board.lattice import Lattice
from pencilp.genres.galaxies.structure import Mirrored
from pencilp.model import Lit, Model, all_hold
from pencilp.model.model import Clue
from pencilp.structures.regions import Regions


def symmetric_about(
    m: Model, board: Lattice, regions: Regions, center: Sequence[int], words: str, clue: Clue = None
) -> None:
    """Require that the region of ``center`` (a cell, two neighbours, or the four cells at a corner) is point
    symmetric about its middle."""
    (r1, c1), (r2, c2) = board.positions[min(center)], board.positions[max(center)]
    image = partial(_image, board.positions, board.cell_at, r1 + r2, c1 + c2)
    m.require(words, Mirrored(regions, min(center), image), at=tuple(center), clue=clue)


def _image(
    positions: Sequence[tuple[int, int]], cell_at: Mapping[tuple[int, int], int], rows: int, cols: int, cell: int
) -> int:
    """Return the cell opposite ``cell``, or -1: the rows of two opposite cells add up to ``rows``, their columns to
    ``cols``."""
    row, col = positions[cell]
    return cell_at.get((rows - row, cols - col), -1)


def undivided(
    m: Model, board: Lattice, borders: Sequence[Lit], cells: Sequence[int], words: str, clue: Clue = None
) -> None:
    """Require that no border runs between ``cells``, which are neighbours."""
    if len(cells) < 2:
        return
    links = [board.link_between[a, b] for a in cells for b in board.near[a] if a < b and b in cells]
    if links:
        m.require(words, all_hold([~borders[e] for e in links]), at=tuple(cells), clue=clue)
