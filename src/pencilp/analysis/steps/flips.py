"""Changed answers: if a rule instance still holds where one value of the answer is another one, it does not force this value.

To look at an instance in this way takes less time than a question to a solver, and what is found holds for the whole way.
"""

from __future__ import annotations

from collections.abc import Set

from pencilp.analysis.steps.program import Instance, Program
from pencilp.analysis.steps.values import Values
from pencilp.model import Int, Lit


class Flips:
    """Changes of the answer in which all literals of ``right`` hold; they have to be those of a whole answer."""

    def __init__(self, program: Program, right: Set[int]) -> None:
        self.program = program
        self.bits = {abs(n): int(n > 0) for n in right}
        self.ints: dict[int, int] = {}
        self._int_at: dict[tuple[str, int], Int] = {}
        for key, layer in program.m.answer.items():
            for i, x in enumerate(layer):
                if isinstance(x, Int):
                    self._int_at[key, i] = x
                    atoms = program.atoms_of[key, i]
                    self.ints[x.index] = next(v for n, v in zip(atoms, x.values, strict=True) if self.bits.get(n, 1))
        self._known: dict[int, dict[int, bool]] = {}

    def spares(self, instance: Instance, n: int) -> bool:
        """Return whether an instance is known not to force the literal ``n``."""
        known = self._known.setdefault(instance.number, {})
        if n not in known:
            known[n] = self._holds(instance, n)
        return known[n]

    def _holds(self, instance: Instance, n: int) -> bool:
        atom = abs(n)
        place = self.program.number.get(atom)
        assert instance.rule is not None
        constraint = instance.rule.constraint
        if place is None:
            value = Values(self.program, {**self.bits, atom: int(n < 0)}, self.ints)
        elif n > 0:
            return any(self.spares(instance, -m) for m in self.program.atoms_of[place] if m != n)
        else:
            x = self._int_at[place]
            atoms = self.program.atoms_of[place]
            bits = {**self.bits, **{m: int(m == atom) for m in atoms}}
            value = Values(self.program, bits, {**self.ints, x.index: x.values[atoms.index(atom)]})
        try:
            return bool(value(constraint) if isinstance(constraint, Lit) else constraint.holds(value))
        except KeyError:
            return False  # it depends on auxiliary variables
