"""Parts of links or texts that only fillomino has."""

from __future__ import annotations

from typing import Any

from pencilp.encodings.borders import GIVEN_BORDER, read_links, write_links
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart, rooms_of
from pencilp.errors import InputError


class Areas(TextPart):
    """Borders between the areas of a layer of numbers, for each link as in Walls: 0, 1 where a solver has drawn one, X for one
    that is given (in the layer ``walls``).

    Cells without a number take that of their area when there is only one in it. Written between different numbers; between
    equal ones none can be.
    """

    def __init__(self, layer: str, walls: str) -> None:
        self.layer, self.walls = layer, walls

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        tokens = read_links(lines, draft, ("0", "1", "2", "-1", *GIVEN_BORDER))
        walls = [int(token in GIVEN_BORDER) for token in tokens]
        borders = [int(token in ("1", "2", *GIVEN_BORDER)) for token in tokens]
        if any(walls):
            draft.set(self.walls, walls)
        values = draft.get(self.layer)
        for drawn, (a, b) in zip(borders, draft.frame.links, strict=True):
            if drawn and values[a] is not None and values[a] == values[b]:
                names = f"{draft.frame.names[a]} and {draft.frame.names[b]}"
                raise InputError(f"a border between {names}, which have the same number", "answer number")
        areas = rooms_of(borders, draft)
        found: dict[Any, set[Any]] = {}
        for area, value in zip(areas, values, strict=True):
            found.setdefault(area, set()).update(() if value is None else (value,))
        for cell, area in enumerate(areas):
            if values[cell] is None and len(found[area]) == 1:
                values[cell] = next(iter(found[area]))

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values, walls = draft.get(self.layer), draft.get(self.walls)
        both = zip(draft.frame.links, walls, strict=True)
        return write_links(
            [GIVEN_BORDER[0] if wall else str(int(values[a] != values[b])) for (a, b), wall in both], draft
        )
