"""Remarks that an answer shows in cells in addition to its layers: numbers, names, and directions out of a cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pencilp.board.lattice import Lattice
from pencilp.board.layers.glyphs import Glyph, Heads, Shape, Text
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.values import ValueType

ASCII_ARROWS = {"↑": "^", "→": ">", "↓": "v", "←": "<", "↗": "ne ", "↘": "se ", "↙": "sw ", "↖": "nw "}
"""ASCII arrows; diagonal directions have only their names."""


class CellRemark(NamedTuple):
    """A remark in a cell: a text, and the directions in which arrows lead out of the cell."""

    text: str = ""
    ways: tuple[int, ...] = ()


class Remark(ValueType):
    """A small text in the corner of a cell, and arrows at its edges."""

    kind = "remark"
    places = ("cells",)

    def check(self, value: CellRemark) -> CellRemark:
        return value

    def glyph(self, value: CellRemark, lattice: Lattice) -> Glyph | None:
        if not (value.text or value.ways):
            return None
        shapes: list[Shape] = [Heads(value.ways)] if value.ways else []
        shapes += [Text(value.text, corner=True)] if value.text else []
        arrows = "".join(lattice.arrows[way] for way in value.ways)
        plain = "".join(ASCII_ARROWS[arrow] for arrow in arrows)
        return Glyph(shapes, arrows + value.text, (plain + value.text).rstrip())

    def token(self, value: CellRemark) -> str:
        return value.text

    def samples(self) -> Iterable[tuple[CellRemark, str]]:
        return [(CellRemark("1", (1,)), "a number, and an arrow to the cell on the right")]


REMARKS: Layer[Any] = Layer("cells", Remark(), "what else is shown of an answer")
