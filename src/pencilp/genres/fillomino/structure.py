"""Areas: the groups of cells with equal numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Counted, Value, decided
from pencilp.model.structures import RuleFamily, StructureRule
from pencilp.model.variables import Int, Lit, Var
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import Groups, GroupSizeIs, cells_instead

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.fillomino.fast:rewrite")
class Areas(Groups):
    """The areas of a board. Nodes are its cells, edges its pairs of neighbours, open where their ``numbers`` are equal.

    ``names`` are those of the cells. The literals that two numbers are equal are made when they are asked for: there are
    many, and a fast form needs none.
    """

    def __init__(
        self, m: Model, numbers: Sequence[Int], links: Sequence[tuple[int, int]], names: Sequence[str]
    ) -> None:
        super().__init__(m, len(numbers), [(a, b, None) for a, b in links])
        self.numbers: Sequence[Int] = numbers
        self.links, self.names = links, names
        self._equal: dict[int, Lit] = {}

    def reset(self) -> None:
        super().reset()
        self._equal.clear()

    def opening(self, edge: int) -> Lit:
        if edge not in self._equal:
            a, b = self.links[edge]
            self._equal[edge] = self.m.equal(self.numbers[a], self.numbers[b])
        return self._equal[edge]

    def is_open(self, edge: int, value: Value) -> bool:
        a, b = self.links[edge]
        return bool(value(self.numbers[a]) == value(self.numbers[b]))

    def touched(self) -> list[Var]:
        return [*self.numbers]


class InTwo(StructureRule):
    """The two cells of the link ``e`` are in different areas: their numbers differ.

    Decomposition: the literal that they are equal is false.
    """

    __slots__ = ("e",)
    of: Areas

    def __init__(self, of: Areas, e: int) -> None:
        super().__init__(of)
        self.e = e

    def holds(self, value: Value) -> bool:
        return not self.of.is_open(self.e, value)

    def variables(self) -> Iterable[Var]:
        a, b = self.of.links[self.e]
        return (self.of.numbers[a], self.of.numbers[b])

    def decomposed(self) -> Sequence[Lit]:
        return [~self.of.opening(self.e)]


class TellsSize(RuleFamily):
    """Every number is the size of its area."""

    __slots__ = ()
    of: Areas

    def __init__(self, of: Areas) -> None:
        self.of, self.at = of, range(of.count)

    @property
    def parts(self) -> list[GroupSizeIs]:  # type: ignore[override]
        """The rules about the single cells."""
        return [GroupSizeIs(self.of, node, size) for node, size in enumerate(self.of.numbers)]

    def faults(self, value: Value, at: Any) -> list[Any]:
        """The areas of a wrong size. In an unfinished answer these are areas that are too large, and areas that are
        too small without an adjacent undecided cell. Raise KeyError if undecided numbers leave the question open.
        """
        numbers = [decided(value, x) for x in self.of.numbers]
        around, seen = self.of.around, set[int]()
        result = []
        for start, number in enumerate(numbers):
            if number is None or start in seen:
                continue
            area, closed = [start], True
            seen.add(start)
            for c in area:
                for n, _ in around[c]:
                    closed = closed and numbers[n] is not None
                    if n not in seen and numbers[n] == number:
                        seen.add(n)
                        area.append(n)
            if len(area) > number or (closed and len(area) < number):
                result.append(tuple(sorted(area)))
        if None in numbers and not result:
            raise KeyError("an undecided number")
        return result

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        size = value(self.of.numbers[at[0]])
        return cells_instead(len(at), size, size)

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return (self.of.numbers,)
