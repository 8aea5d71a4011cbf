"""Domain propagation: the values that whole numbers can still have, found from single rules before anything is stated.

A given digit decides its cell, and values that it excludes in its row, column and box need not be stated. A digit with
only one possible place is put there. This leaves a fiftieth of the literals of the public dataset's large Sudokus. The
rules used are single literals, ``MayTake``, ``AllDifferent``, counts with an upper bound of 0 or 1, and rules that
exclude values (``Constraint.has_excluded_values``). The rest is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from pencilp.model import AllDifferent, Constraint, Count, Int, Lit, MayTake
from pencilp.model.variables import Number

OPEN, TRUE, FALSE = range(3)
"""The known value of a literal."""


class _Contradiction(Exception):
    """The constraints cannot all hold."""


class Domains:
    """The values left to whole numbers with value literals, given ``constraints`` that must all hold.

    ``size`` is the number of the model's 0/1 variables. If the constraints contradict each other, nothing is concluded:
    the solver then finds the contradiction.
    """

    def __init__(self, ints: Sequence[Int], constraints: Iterable[Constraint | Lit], size: int) -> None:
        self.ints = [x for x in ints if x.block]
        """The whole numbers with value literals."""
        self._size = size
        self.needless: set[int] = set()
        """The ids of constraints that say nothing more about the values left, or nothing that another does not say."""
        left = _Left(self.ints)
        if self.ints:
            try:
                self.needless = left.narrow(constraints, size)
            except _Contradiction:
                left = _Left(self.ints)
        self._left = left
        self.literals = left.pairs()
        """The (value, literal) pairs left to each whole number, by its ``index``."""
        self.narrowed = [x for x in self.ints if len(self.literals[x.index]) < len(x.values)]
        """The whole numbers that have lost values."""

    def reach(self, size: int) -> None:
        """Set the number of 0/1 variables to ``size``."""
        self._size = size
        self.__dict__.pop("known", None)

    def can_add_up(self, ints: Sequence[Int], low: Number | None, high: Number | None) -> bool:
        """Return whether ``ints`` can have a sum from ``low`` to ``high``.

        If they must all differ, their least sum is that of the least values, each once.
        """
        values = ints[0].values
        least, most = sum(values[: len(ints)]), sum(values[-len(ints) :])
        if (low is None or most >= low) and (high is None or least <= high):
            return True
        # only now, because this look-up is slow
        return not self.all_different(ints) or any(x.values != values for x in ints)

    def all_different(self, ints: Sequence[Int]) -> bool:
        """Return whether a rule says that ``ints`` all differ."""
        return self._left.all_different(ints)

    @cached_property
    def known(self) -> bytearray:
        """The known value of each literal. Index -x has that of -x, as Python counts from the end."""
        known = bytearray(2 * self._size + 1)
        for x in self.narrowed:
            block, pairs = x.block, self.literals[x.index]
            count, end = len(block), len(known) - block.start + 1
            known[block.start : block.stop] = bytes((FALSE,)) * count
            known[end - count : end] = bytes((TRUE,)) * count
            for _, lit in pairs:
                known[lit], known[-lit] = (OPEN, OPEN) if len(pairs) > 1 else (TRUE, FALSE)
        return known


class _Left:
    """The values left to ``ints``.

    A set of whole numbers is an integer in which number k is the bit ``1 << k``. So propagation on a whole board takes
    a few operations for each value.
    """

    def __init__(self, ints: Sequence[Int]) -> None:
        self._ints = ints
        alike: dict[Sequence[int], list[int]] = {}
        for k, x in enumerate(ints):
            alike.setdefault(x.values, []).append(1 << k)
        self._alike = {values: sum(bits) for values, bits in alike.items()}
        """The numbers that have the same values, by these values."""
        self._low = min([values[0] for values in alike], default=0)
        """The least value. Below, values are counted from it: 0 stands for this one."""
        high = max([values[-1] for values in alike], default=-1)
        self._can = [0] * (high - self._low + 1)
        """For each value the numbers that may have it, including some that are settled on another value."""
        for values, numbers in self._alike.items():
            for v in values:
                self._can[v - self._low] |= numbers
        self._has = [0] * len(self._can)
        """For each value the settled numbers that have it."""
        self._open = (1 << len(ints)) - 1
        """The numbers that are not settled."""
        self._settled: dict[int, int] = {}
        """The value of each settled number, in the order in which they were settled."""
        self._groups: dict[int, list[int]] = {}
        """For each number the groups of different numbers that hold it."""
        self._place: dict[int, int] = {}
        """The bit of each number, by its ``index``."""
        self._lacking: list[list[int]] = [[] for _ in self._can]
        """For each value the groups in which it must occur but did not when they were last checked."""
        self._seen = [-1] * len(self._can)
        """For each value the open numbers that could have it at that time."""

    def pairs(self) -> dict[int, list[tuple[int, int]]]:
        """Return the (value, literal) pairs left to each number, by its ``index``."""
        settled, can, low = self._settled, self._can, self._low
        result = {}
        for k, x in enumerate(self._ints):
            values, block = x.values, x.block
            bit = 1 << k
            if bit in settled:
                value = low + settled[bit]
                result[x.index] = [(value, block[values.index(value)])]
            else:
                result[x.index] = [(v, lit) for v, lit in zip(values, block, strict=True) if can[v - low] & bit]
        return result

    def narrow(self, constraints: Iterable[Constraint | Lit], size: int) -> set[int]:
        """Remove the values that ``constraints`` exclude. Return the ids of the constraints that are then needless."""
        owner = [0] * (2 * size + 1)
        """For each literal the number whose value it is; 0 for other literals and for negations."""
        place = self._place
        for k, x in enumerate(self._ints):
            block = x.block
            bit = place[x.index] = 1 << k
            owner[block.start : block.stop] = [bit] * len(block)
            self._groups[bit] = []
        needless: set[int] = set()
        true: list[int] = []
        false: list[int] = []
        counts: list[Count] = []
        groups: dict[int, int] = {}
        """The bits of the numbers of each AllDifferent, by its id."""
        for constraint in constraints:
            kind = constraint.__class__
            if kind is Lit:
                n = constraint.n
                variable = abs(n)
                if owner[variable]:
                    (true if n > 0 else false).append(variable)
                    needless.add(id(constraint))
            elif kind is AllDifferent:
                numbers = [place[x.index] for x in constraint.ints]  # type: ignore[union-attr]
                group = groups[id(constraint)] = sum(numbers)
                if group.bit_count() < len(numbers):
                    raise _Contradiction  # a number is different from itself
                for number in numbers:
                    self._groups[number].append(group)
            elif kind is MayTake:
                self._take([place[x.index] for x in constraint.ints], constraint.takers)  # type: ignore[union-attr]
                needless.add(id(constraint))
            elif kind is Count:
                if constraint.high == 1:  # type: ignore[union-attr]
                    counts.append(constraint)  # type: ignore[arg-type]
                elif constraint.high == 0:  # type: ignore[union-attr]
                    lits = [lit.n for lit in constraint.lits if owner[lit.n]]  # type: ignore[union-attr]
                    false += lits
                    if len(lits) == len(constraint.lits):  # type: ignore[union-attr]
                        needless.add(id(constraint))
            elif kind.has_excluded_values:  # type: ignore[union-attr]
                for v, some in constraint.excluded_values():  # type: ignore[union-attr]
                    if 0 <= v - self._low < len(self._can):
                        self._can[v - self._low] &= ~sum([place[x.index] for x in some])
        for group in groups.values():
            values = {v for values, numbers in self._alike.items() if numbers & group for v in values}
            if len(values) == group.bit_count():
                for v in values:
                    self._lacking[v - self._low].append(group)
        for lit in false:
            self._can[self._value(lit, owner[lit])] &= ~owner[lit]
        for lit in true:
            self._settle(owner[lit], self._value(lit, owner[lit]))
        self._spread()
        if counts and self._settled:
            self._count(counts, owner, needless)
        for name, group in groups.items():
            if not group & self._open or self._within(group):
                needless.add(name)
        return needless

    def all_different(self, ints: Sequence[Int]) -> bool:
        """Return whether all of ``ints`` are in a group of different numbers."""
        numbers = sum([self._place.get(x.index, 0) for x in ints])
        groups = self._groups[self._place[ints[0].index]] if numbers.bit_count() == len(ints) > 0 else ()
        return any(not numbers & ~group for group in groups)

    def _take(self, numbers: Sequence[int], takers: Sequence[int]) -> None:
        """Remove the values of ``numbers`` that they may not take. ``takers`` has, for each value, those that may."""
        first, count = numbers[0].bit_length() - 1, len(numbers)
        low = self._ints[first].values[0] - self._low
        in_order = numbers == [1 << first + k for k in range(count)]
        for v, some in enumerate(takers, low):
            able = some << first if in_order else sum(bit for k, bit in enumerate(numbers) if some >> k & 1)
            self._can[v] &= ~(((1 << count) - 1 << first if in_order else sum(numbers)) & ~able)

    def _value(self, lit: int, number: int) -> int:
        """Return the value of ``number`` that ``lit`` stands for."""
        x = self._ints[number.bit_length() - 1]
        return x.values[lit - x.block.start] - self._low

    def _within(self, group: int) -> bool:
        """Return whether ``group`` is part of a larger group."""
        some = 1 << group.bit_length() - 1
        return any(group != other and not group & ~other for other in self._groups[some])

    def _settle(self, number: int, value: int) -> None:
        """Fix ``number`` to ``value``."""
        if self._has[value] & number:
            return
        others = number
        for group in self._groups[number]:
            others |= group
        if not self._can[value] & self._open & number or self._has[value] & others:
            raise _Contradiction
        self._has[value] |= number
        self._can[value] &= ~others
        self._open ^= number
        self._settled[number] = value

    def _spread(self) -> None:
        """Settle all numbers that follow by the rules of different numbers."""
        while self._settle_last() or self._settle_alone():
            pass

    def _settle_last(self) -> bool:
        """Settle the numbers with one value left. Return whether there were any."""
        able = self._open
        once = twice = 0
        for numbers in self._can:
            numbers &= able
            twice |= once & numbers
            once |= numbers
        if once != able:
            raise _Contradiction
        single = rest = once & ~twice
        while rest:
            number = rest & -rest
            rest ^= number
            self._settle(number, next((value for value, numbers in enumerate(self._can) if numbers & number), 0))
        return single != 0

    def _settle_alone(self) -> bool:
        """Settle each number that alone in its group can have a value that must occur.

        Return whether there were any.
        """
        before = self._open
        for value, groups in enumerate(self._lacking):
            can = self._can[value] & self._open
            if not groups or can == self._seen[value]:
                continue
            self._seen[value] = can
            has = self._has[value]
            lacking = self._lacking[value] = []
            for group in groups:
                if not has & group:
                    able = can & group
                    if able & able - 1:
                        lacking.append(group)
                    elif able:
                        self._settle(able, value)
                        has = self._has[value]
                    else:
                        raise _Contradiction
        return self._open != before

    def _count(self, counts: Sequence[Count], owner: Sequence[int], needless: set[int]) -> None:
        """Propagate ``counts`` with the upper bound 1. Add the ids of those that are then met to ``needless``."""
        counted: list[list[Count] | None] = [None] * len(owner)
        """For each literal the counts that hold it."""
        for count in counts:
            for lit in count.lits:
                found = counted[lit.n]
                if found is None:
                    counted[lit.n] = [count]
                else:
                    found.append(count)
        value_of = [0] * len(owner)
        for x in self._ints:
            block = x.block
            value_of[block.start : block.stop] = [v - self._low for v in x.values]
        done = 0
        while done < len(self._settled):
            for number, value in [*self._settled.items()][done:]:
                done += 1
                x = self._ints[number.bit_length() - 1]
                true = x.block[x.values.index(value + self._low)]
                for count in counted[true] or ():
                    strange = times = 0
                    for n in [x.n for x in count.lits]:
                        other = owner[n]
                        if other == number:
                            times += n == true
                        elif not other:
                            strange = 1
                        elif self._has[value_of[n]] & other:
                            raise _Contradiction
                        else:
                            self._can[value_of[n]] &= ~other
                    if times > 1:
                        raise _Contradiction
                    if not strange:
                        needless.add(id(count))
            self._spread()
