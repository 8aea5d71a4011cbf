"""The rule that a region is symmetric about its galaxy's center."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilp.model.constraints import Clause, Constraint, Value
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import GroupRule, Groups


@has_fast_form("pencilp.genres.galaxies.fast:rewrite")
class Mirrored(GroupRule):
    """The group of ``node`` is its own image. ``image(j)`` is the image of node j, or -1 if there is none.

    Decomposition: r_j, that node j is in the group; r_j = r_i if i is the image of j, not r_j if there is none.
    """

    __slots__ = ("image",)

    def __init__(self, of: Groups, node: int, image: Callable[[int], int]) -> None:
        super().__init__(of, node)
        self.image = image

    def holds(self, value: Value) -> bool:
        group = set(self.of.group(self.node, value))
        return all(self.image(j) in group for j in group)

    def decomposed(self) -> Sequence[Constraint | Lit]:
        reached = self.of.reached(self.node)
        images = {j: reached.get(self.image(j)) for j in reached}
        return [~x if (twin := images[j]) is None else Clause((~x, twin)) for j, x in reached.items()]
