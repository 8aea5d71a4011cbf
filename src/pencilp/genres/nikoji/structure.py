"""Regions that are translations of each other, or have different shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.model.constraints import Clause, Value
from pencilp.model.structures import StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import Turn, free_form

Place = tuple[int, int]
"""A row and a column."""


@has_fast_form("pencilp.genres.nikoji.fast:rewrite")
class TwoRegionsRule(StructureRule):
    """A rule about the regions of ``node`` and of ``other``; ``places`` are the (row, column) of all cells."""

    __slots__ = ("node", "other", "places")
    of: Regions

    def __init__(self, of: Regions, node: int, other: int, places: Sequence[Place]) -> None:
        super().__init__(of)
        self.node, self.other, self.places = node, other, places

    def variables(self) -> Sequence[Lit]:
        return self.of.borders

    def faults(self, value: Value, at: Any) -> list[Any]:
        """Return the two regions."""
        cells = {c for node in (self.node, self.other) for c in self.of.group(node, value)}
        return [] if self.holds(value) else [tuple(sorted(cells))]


class MovedOnto(TwoRegionsRule):
    """The region of ``other`` is that of ``node``, moved as ``node`` is to ``other``.

    Decomposition: r_j, that cell j is in the region of ``node``; s_j, that it is in that of ``other``; r_j = s_k if j
    is moved to k; not r_j if j is moved to no cell; not s_k if no cell is moved to k.
    """

    __slots__ = ()

    def steps(self) -> tuple[int, int]:
        """Return the numbers of rows and columns by which the cells are moved."""
        (r, c), (row, col) = self.places[self.node], self.places[self.other]
        return row - r, col - c

    def holds(self, value: Value) -> bool:
        down, right = self.steps()
        own, others = ([self.places[c] for c in self.of.group(node, value)] for node in (self.node, self.other))
        return sorted((r + down, c + right) for r, c in own) == sorted(others)

    def decomposed(self) -> Sequence[Clause]:
        (down, right), m = self.steps(), self.of.m
        own, others = (
            {self.places[c]: x for c, x in self.of.reached(node).items()} for node in (self.node, self.other)
        )
        moved = {(r + down, c + right): x for (r, c), x in own.items()}
        places = dict.fromkeys((*moved, *others))
        pairs = [(moved.get(p, m.false), others.get(p, m.false)) for p in places]
        return [clause for x, y in pairs for clause in (Clause((~x, y)), Clause((x, ~y)))]


class ShapesDiffer(TwoRegionsRule):
    """The regions of ``node`` and of ``other`` have different shapes, even if turned or mirrored by any of ``turns``.

    Decomposition: x_p, that place p is in the region of ``node`` after moving it to the first row and column; y_p, the
    same for the region of ``other`` after a turn; for every turn x_p differs from y_p at some p.
    """

    __slots__ = ("turns",)

    def __init__(self, of: Regions, node: int, other: int, places: Sequence[Place], turns: Sequence[Turn]) -> None:
        super().__init__(of, node, other, places)
        self.turns = turns

    def holds(self, value: Value) -> bool:
        own, others = (self.of.group(node, value) for node in (self.node, self.other))
        return free_form(own, self.places, self.turns) != free_form(others, self.places, self.turns)

    def decomposed(self) -> Sequence[Clause]:
        m = self.of.m
        one = self.of.moved_up(self.node, self.places, (1, 0, 0, 1))
        clauses = []
        for turn in self.turns:
            other = self.of.moved_up(self.other, self.places, turn)
            both = dict.fromkeys((*one, *other))
            clauses.append(Clause([m.differ(one.get(p, m.false), other.get(p, m.false)) for p in both]))
        return clauses
