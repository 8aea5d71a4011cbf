"""The rule of an arrow: the line passes it as it points."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.course import Course, LeadsTo, State


@has_fast_form("pencilp.genres.icebarn.fast:rewrite")
class Along(LeadsTo):
    """The way takes one of ``arcs``, after any number of gates."""

    __slots__ = ("arcs",)

    def __init__(self, of: Course, arcs: Sequence[int]) -> None:
        super().__init__(of)
        self.arcs = arcs

    def states(self) -> list[State]:
        return [(arc, 0) for arc in self.arcs]
