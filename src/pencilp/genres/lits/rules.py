"""Rules that only lits has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from pencilp.board.lattice import Lattice
from pencilp.genres.lits.structure import OnePiece, Pieces, Unequal
from pencilp.model import Lit, Model
from pencilp.rules.polyominoes import placements


def one_piece_each(
    m: Model,
    board: Lattice,
    groups: Sequence[Sequence[int]],
    shapes: Mapping[str, tuple[tuple[int, int], ...]],
    lits: Sequence[Lit],
    words: str,
    walls: Sequence[int] = (),
) -> Pieces:
    """Require in each of ``groups`` of cells that the true ones are one piece of one of the ``shapes``, all of the
    same size.

    ``lits`` has one literal per cell; groups share no cells. Shapes may be turned and mirrored. No piece falls apart at the
    ``walls``, which have a 1 on some links. Return the pieces for other rules.
    """
    group_of = [-1] * len(board.cells)
    for i, cells in enumerate(groups):
        for c in cells:
            group_of[c] = i
    places: list[dict[str, list[tuple[int, ...]]]] = [{name: [] for name in shapes} for _ in groups]
    parted = {(a, b) for (a, b), wall in zip(board.links, walls, strict=False) if wall}
    for name, shape in shapes.items():
        for cells in placements(board, shape):
            i = group_of[cells[0]]
            inside = i == group_of[cells[-1]] >= 0 and all(group_of[c] == i for c in cells)
            at_wall = parted and any((a, b) in parted or (b, a) in parted for a, b in combinations(cells, 2))
            if inside and not (at_wall and len(board.groups(walls, cells)) > 1):
                places[i][name].append(cells)
    pieces = Pieces(m, groups, places, lits, [(a, b) for a, b in board.links if group_of[a] != group_of[b]])
    for i, cells in enumerate(groups):
        m.require(words, OnePiece(pieces, i), at=cells)
    return pieces


def equal_pieces_apart(m: Model, pieces: Pieces, words: str) -> None:
    """Require that the pieces of two groups that share an edge have different shapes."""
    for i, j in pieces.contacts:
        m.require(words, Unequal(pieces, i, j), at=(*pieces.groups[i], *pieces.groups[j]))
