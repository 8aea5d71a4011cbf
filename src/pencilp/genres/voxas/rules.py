"""Rules that only voxas has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pencilp.model import Model
from pencilp.model.model import Clue
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import KindsFit, Shapes


def regions_fit(
    m: Model,
    regions: Regions,
    link: int,
    shapes: Shapes,
    fit: Callable[[Any, Any], bool],
    words: str,
    clue: Clue = None,
) -> None:
    """Require that the kinds of two regions that touch at ``link`` fit together: ``fit(kind, kind)``."""
    m.require(words, KindsFit(regions, link, shapes, fit), at=regions.links[link], clue=clue)
