"""Rules that are added up modulo two: a loop crosses the border of an area an even number of times.

Many rules fix whether the number of their true literals is even or odd: each place of a loop has no line or two. In the
sum of several such rules, a literal that two of them speak of counts twice, which says nothing. So a single literal may be
left that none of the rules decides alone. Gaussian elimination finds all of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from pencilp.analysis.steps.program import Program


class Sum(NamedTuple):
    """The sum of some rule ``instances`` gives the literal ``lit`` because of the known ``facts``."""

    lit: int
    instances: tuple[int, ...]
    facts: tuple[int, ...]


class Parities:
    """The rules of a program that fix whether the number of their true literals is even or odd.

    Each is a whole number: a bit for each of its literals, one if the number is odd, and one that names the rule.
    """

    def __init__(self, program: Program) -> None:
        self.instances: list[int] = []
        self.atoms: list[int] = []
        bits: dict[int, int] = {}
        rows = []
        for instance in program.instances:
            native = instance.native
            if native is None or instance.rule is None or not program.number.keys().isdisjoint(native.atoms):
                continue
            odd = native.parity()
            if odd is None:
                continue
            self.instances.append(instance.number)
            for n in sorted(native.atoms):
                if n not in bits:
                    bits[n] = 1 << len(self.atoms)
                    self.atoms.append(n)
            rows.append((sum(bits[n] for n in native.atoms), odd))
        self.bits = bits
        self.odd = 1 << len(self.atoms)
        self.rows = [row | self.odd * odd | self.odd << 1 + i for i, (row, odd) in enumerate(rows)]

    def sums(self, true: Set[int], among: Set[int] | None = None) -> list[Sum]:
        """Return the sums that give a literal that is not ``true`` yet, each with as few rules as is found soon.

        Only rule instances ``among`` some are used if these are given.
        """
        known = sum(bit for n, bit in self.bits.items() if n in true or -n in true)
        held = sum(bit for n, bit in self.bits.items() if n in true)
        variables = (self.odd - 1) & ~known
        reduced: list[tuple[int, int]] = []
        empty = []
        for number, row in zip(self.instances, self.rows, strict=True):
            if among is not None and number not in among:
                continue
            if (row & held).bit_count() % 2:
                row ^= self.odd
            for pivot, other in reduced:
                if row & pivot:
                    row ^= other
            left = row & variables
            if left:
                pivot = left & -left
                reduced = [(p, other ^ row if other & pivot else other) for p, other in reduced]
                reduced.append((pivot, row))
            else:
                empty.append(row)
        return [
            self._sum(pivot, self._shortest(row, empty), bool(row & self.odd), true)
            for pivot, row in reduced
            if row & variables == pivot
        ]

    def _shortest(self, row: int, empty: Iterable[int]) -> int:
        """Return a sum with fewer rules: it stays the same if sums that say nothing are added."""
        names = -self.odd << 1
        better = True
        while better:
            best = min((row ^ other for other in empty), key=lambda some: (some & names).bit_count(), default=row)
            better = (best & names).bit_count() < (row & names).bit_count()
            row = best if better else row
        return row

    def _sum(self, pivot: int, row: int, odd: bool, true: Set[int]) -> Sum:
        names = row >> len(self.atoms) + 1
        used = [i for i in range(len(self.rows)) if names >> i & 1]
        crossed = 0
        for i in used:
            crossed ^= self.rows[i]
        atom = self.atoms[pivot.bit_length() - 1]
        facts = [n for n, bit in self.bits.items() if crossed & bit and n != atom]
        return Sum(
            atom if odd else -atom,
            tuple(self.instances[i] for i in used),
            tuple(n if n in true else -n for n in facts),
        )
