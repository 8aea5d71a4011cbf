"""Rules that only galaxies has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pencilp.board.lattice import Lattice
from pencilp.genres.galaxies.structure import Mirrored
from pencilp.model import Clause, Lit, Model, all_hold, exactly
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


def galaxies_about_open_stars(m: Model, board: Lattice, borders: Sequence[Lit]) -> Mapping[tuple[int, int], Lit]:
    """Require regions that are symmetric about a star. Return for each place of a star whether there is one.

    The places are twice the row and column of a cell, or the sums of those of adjacent cells. Every cell but those at the star
    has a neighbour in its region that is nearer to the star, so regions are connected.
    """
    where = board.positions
    of: list[dict[tuple[int, int], Lit]] = [{} for _ in board.cells]
    stars: dict[tuple[int, int], list[int]] = {}
    for cell, (row, col) in enumerate(where):
        for other, (r, c) in enumerate(where[cell:], cell):
            of[cell][row + r, col + c] = of[other][row + r, col + c] = m.binary()
            if max(abs(row - r), abs(col - c)) <= 1:
                stars.setdefault((row + r, col + c), []).extend((cell, other))
    for place, center in stars.items():
        m.require(
            "a region has all cells at its star",
            all_hold([of[center[0]][place].equals(of[c][place]) for c in center[1:]]),
        )
    for cell, here in enumerate(of):
        m.require("a cell is in one region", exactly(1, here.values()), at=cell)
        for place, x in here.items():
            nearer = [
                c for c in board.near[cell] if place in of[c] and _far(where[c], place) < _far(where[cell], place)
            ]
            if cell not in stars[place]:
                m.require("a region is connected", Clause((~x, *(of[c][place] for c in nearer))), at=cell)
    for border, (a, b) in zip(borders, board.links, strict=True):
        joined = [m.all_of((of[a][place], of[b][place])) for place in of[a] if place in of[b]]
        m.require("a border parts two regions", border.equals(~m.any_of(joined)))
    return {place: of[center[0]][place] for place, center in stars.items()}


def _far(position: tuple[int, int], place: tuple[int, int]) -> int:
    """Return how far a cell is from the place of a star."""
    return abs(2 * position[0] - place[0]) + abs(2 * position[1] - place[1])
