"""Rules that only dbchoco has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.genres.dbchoco.structure import EachOneArea, EachSameForm, TwoColoured
from pencilp.model import Lit, Model
from pencilp.model.model import Clue
from pencilp.rules.regions import inner_corners, turns_and_mirrors
from pencilp.structures.groups import EachHolds, GroupSize, Parted


def divided_in_colours(
    m: Model, board: Lattice, borders: Sequence[Lit], dark: Iterable[int], words: str = "a border parts two regions"
) -> TwoColoured:
    """State ``divided``, and return the regions for rules about their light and ``dark`` cells: ``areas`` are the
    parts of one colour."""
    grey = set(dark)
    shades = [c in grey for c in board.cells]
    regions = TwoColoured(
        m,
        borders,
        board.links,
        board.names,
        inner_corners(board),
        board.positions,
        shades,
        turns_and_mirrors(board.shape),
    )
    regions.cache = board.cache
    m.require(words, Parted(regions))
    return regions


def both_colours(m: Model, regions: TwoColoured, words: str) -> None:
    """Require that every region has light cells and dark ones."""
    light, dark = regions.by_colour(range(regions.count))
    for some, others in ((light, dark), (dark, light)):
        m.require(words, EachHolds(regions, some, others, 1, regions.count))


def no_colour_twice(m: Model, regions: TwoColoured, words: str) -> None:
    """Require that no region has two areas of one colour."""
    m.require(words, EachOneArea(regions))


def same_forms(m: Model, regions: TwoColoured, words: str) -> None:
    """Require that the light cells of a region have the shape of its dark ones, however turned or mirrored."""
    m.require(words, EachSameForm(regions))


def area_has_size(m: Model, regions: TwoColoured, cell: int, size: int, words: str, clue: Clue = None) -> None:
    """Require that the area of ``cell`` has ``size`` cells."""
    m.require(words, GroupSize(regions.areas, cell, size, size), at=cell, clue=clue)
