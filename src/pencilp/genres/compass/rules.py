"""Rules that only compass has."""

from __future__ import annotations

from collections.abc import Iterable

from pencilp.genres.compass.structure import GroupCounts
from pencilp.model import Model
from pencilp.model.model import Clue
from pencilp.structures.regions import Regions


def region_holds(
    m: Model, regions: Regions, cell: int, cells: Iterable[int], count: int, words: str, clue: Clue = None
) -> None:
    """The region of ``cell`` holds exactly ``count`` of ``cells``."""
    m.require(words, GroupCounts(regions, cell, cells, count, count), at=cell, clue=clue)
