"""Lines of cells that may not hold a long run of true literals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.structures import NotAllFamily, Structure
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model


class Stretches(Structure):
    """Consecutive cells in a row on ``board``, in every direction."""

    def __init__(self, m: Model, board: Any) -> None:
        super().__init__(m)
        self.board = board

    @classmethod
    def of(cls, m: Model, board: Any) -> Stretches:
        """Return the stretches of ``board`` in ``m``, made on first use."""
        return next((s for s in m.structures if isinstance(s, Stretches) and s.board is board), None) or cls(m, board)


class NoRun(NotAllFamily):
    """At no ``length`` cells in a row are all literals true.

    ``lits`` has one for each cell. ``at`` lists all stretches of ``length`` cells, along one ``axis`` or along all.
    """

    __slots__ = ("axis", "length")
    of: Stretches

    def __init__(
        self, of: Stretches, lits: Sequence[Lit], length: int, at: Sequence[Sequence[int]], axis: int | None = None
    ) -> None:
        super().__init__(of.board, lits, at, of)
        self.length, self.axis = length, axis

    @property
    def key(self) -> tuple[Any, ...]:
        return type(self), self.length, self.axis
