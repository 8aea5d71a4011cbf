"""What is left of the values of whole numbers, once the rules that decide single values are taken as read.

A given digit decides its cell, and what it excludes in its row, column and box need never be stated; a digit that has only
one place left decides that. Of the large Sudokus of the public dataset this leaves a fiftieth of the literals. Looked at
are literals and empty counts that are rules of their own, and ``AllDifferent``; everything else is the solver's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.model import AllDifferent, Constraint, Count, Int, Lit


class Domains:
    """The values left to whole numbers whose value literals a model uses, after ``constraints``, which must all hold.

    ``size`` is the number of the model's 0/1 variables. Where the constraints contradict each other, a number keeps its
    last value: stating the constraints then shows the contradiction.
    """

    def __init__(self, ints: Sequence[Int], constraints: Iterable[Constraint | Lit], size: int) -> None:
        self._ints = [x for x in ints if x.value_literals is not None]
        if not self._ints:
            constraints = ()
        self._base = min([x.low for x in self._ints], default=0)
        self._number = [-1] * (size + 1)
        """Per literal the whole number it speaks of (its place in ``_ints``), or -1."""
        self._left: list[int] = []
        """Per whole number the bits of the values left, bit 0 for the value ``_base``."""
        place: dict[str, int] = {}
        for k, x in enumerate(self._ints):
            lits, values = x.eq, x.values
            first = int(lits[0])
            self._number[first : first + len(lits)] = [k] * len(lits)  # they were made one after another
            bits = (1 << len(lits)) - 1 if isinstance(values, range) else sum([1 << (v - x.low) for v in values])
            self._left.append(bits << (x.low - self._base))
            place[x.name] = k
        groups: list[list[int]] = []
        units: list[int] = []
        for constraint in constraints:
            kind = constraint.__class__
            if kind is Lit:
                units.append(constraint)  # type: ignore[arg-type]
            elif kind is Count:
                if constraint.high <= 0:  # type: ignore[union-attr]
                    units += [-int(x) for x in constraint.lits]  # type: ignore[union-attr]
            elif kind is AllDifferent:
                groups.append([place[x.name] for x in constraint.ints])  # type: ignore[union-attr]
        self._propagate(units, groups)
        self.literals: dict[str, list[tuple[int, int]]] = {}
        """Per name of a whole number the (value, literal) pairs that are left to it."""
        self.dead: set[int] = set()
        """The literals of values that are not left."""
        for x, left in zip(self._ints, self._left, strict=True):
            everything: list[int] = [*map(int, x.eq)]
            if left & (left - 1) == 0:
                value = left.bit_length() - 1 + self._base
                pairs = [(value, everything[x.values.index(value)])]
            else:
                left >>= x.low - self._base
                pairs = [(v, lit) for v, lit in zip(x.values, everything, strict=True) if left >> (v - x.low) & 1]
            self.literals[x.name] = pairs
            if len(pairs) < len(everything):
                self.dead.update(everything)
                self.dead.difference_update([lit for _, lit in pairs])

    def _propagate(self, units: Iterable[int], groups: list[list[int]]) -> None:
        """Narrow what is left by the literals ``units`` and by ``groups`` of numbers that are all different."""
        left = self._left
        of: list[list[list[int]]] = [[] for _ in left]
        complete = []
        for group in groups:
            values = 0
            for k in group:
                of[k].append(group)
                values |= left[k]
            if bin(values).count("1") == len(group):
                # as many values as numbers: each occurs
                complete.append(group)
        for lit in units:
            k = self._number[abs(lit)]
            if k >= 0:
                bit = self._bit(k, abs(lit))
                rest = left[k] & (bit if lit > 0 else ~bit)
                left[k] = rest or left[k]
        fixed = [k for k, bits in enumerate(left) if bits & (bits - 1) == 0 and of[k]]
        while fixed:
            for k in fixed:  # grows on the way
                bit = left[k]
                for group in of[k]:
                    for j in group:
                        if left[j] & bit and j != k and (rest := left[j] & ~bit):
                            left[j] = rest
                            if rest & (rest - 1) == 0:
                                fixed.append(j)
            fixed = []
            for group in complete:
                once = twice = single = 0
                for k in group:
                    bits = left[k]
                    twice |= once & bits
                    once |= bits
                    if bits & (bits - 1) == 0:
                        single |= bits
                alone = once & ~twice & ~single
                if alone:
                    for k in group:
                        bit = left[k] & alone
                        if bit and bit & (bit - 1) == 0 and left[k] != bit:
                            left[k] = bit
                            fixed.append(k)

    def _bit(self, number: int, lit: int) -> int:
        x = self._ints[number]
        value: int = x.values[lit - int(x.eq[0])]
        return 1 << (value - self._base)

    def known(self, lit: int) -> bool:
        """Whether the literal is true by what is left of its number."""
        k = self._number[abs(lit)]
        if k < 0:
            return False
        bit = self._bit(k, abs(lit))
        return self._left[k] == bit if lit > 0 else not self._left[k] & bit
