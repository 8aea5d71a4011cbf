"""The values of all variables that follow from those of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.model import Int

if TYPE_CHECKING:
    from pencilp.analysis.steps.program import Program


class Values:
    """The value of each variable that the answer decides; others raise KeyError.

    ``bits`` has the values of atoms of the answer, ``ints`` those of its whole numbers by their index.
    """

    __slots__ = ("bits", "ints", "program")

    def __init__(self, program: Program, bits: dict[int, int], ints: dict[int, int]) -> None:
        self.program, self.bits, self.ints = program, bits, ints

    def __call__(self, x: Any) -> int:
        if isinstance(x, Int):
            return self.ints[x.index]
        atom = abs(x.n)
        v = self.bits.get(atom)
        if v is None:
            v = self.bits[atom] = self._value(atom)
        return v if x.n > 0 else 1 - v

    def _value(self, atom: int) -> int:
        whole = self.program.int_of(atom)
        if whole is not None:
            v = self.ints[whole.index]
            if atom in whole.block:
                return int(v == whole.values[atom - whole.block.start])
            return int(v > whole.low + atom - whole.order_block.start)
        definition = self.program.definition(atom)
        if definition is None:
            raise KeyError(atom)
        return int(definition.value(self))
