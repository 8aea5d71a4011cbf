"""Bound propagation: finds bounds of whole numbers that have none from the rows of a program.

From a row ``A + 2 B <= 7`` with ``B >= 0`` follows ``A <= 7``. A new bound may give others by other rows. Propagation
ends when no row gives a new bound, or after a limit of work; all bounds found until then are valid.

Bounds are rounded to whole numbers with some tolerance, so that no solution that a solver would accept is cut off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from pencilp.model.variables import exact
from pencilp.reformulate.linear.program import CONTINUOUS, TOLERANCE, Program

MAX_LOOKS = 50
"""How often each term of a program may be visited, on average."""
MAX_BOUND = 10**15
"""The greatest bound that counts: solvers calculate with fewer digits."""


def with_bounds(program: Program) -> Program:
    """Return ``program`` with bounds of whole numbers that follow from its rows; ``program`` itself if all have bounds.

    If the rows contradict each other, a column may get a lower bound above its upper one, even if it had both before.
    """
    wanted = [
        c
        for c, (_, low, high, kind) in enumerate(program.columns)
        if kind != CONTINUOUS and (low is None or high is None)
    ]
    if not wanted:
        return program
    search = _Propagation(program)
    search.run()
    result = program.copy()
    for c in wanted if search.empty is None else [*wanted, search.empty]:
        column = program.columns[c]
        low = search.low[c] if column.low is None or c == search.empty else column.low
        high = search.high[c] if column.high is None or c == search.empty else column.high
        result.columns[c] = column._replace(low=low, high=high)
    return result


class _Propagation:
    """The bounds of all columns, as far as they are known."""

    def __init__(self, program: Program) -> None:
        columns = program.columns
        self.low: list[int | Fraction | None] = [None if low is None else exact(low) for _, low, _, _ in columns]
        self.high: list[int | Fraction | None] = [None if high is None else exact(high) for _, _, high, _ in columns]
        self._whole = [kind != CONTINUOUS for *_, kind in columns]
        self._rows = [
            (
                [(exact(a), c) for a, c in row.terms],
                None if row.low is None else exact(row.low),
                None if row.high is None else exact(row.high),
            )
            for row in program.rows
            if row.terms
        ]
        self.empty: int | None = None
        """A column of whole numbers without a value between its bounds."""
        self._rows_of: list[list[int]] = [[] for _ in columns]
        for r, (terms, _, _) in enumerate(self._rows):
            for _, c in terms:
                self._rows_of[c].append(r)

    def run(self) -> None:
        """Visit rows, the shortest first, until none gives a new bound."""
        rows = self._rows
        queue = deque(sorted(range(len(rows)), key=lambda r: len(rows[r][0])))
        waiting = [True] * len(rows)
        looks = MAX_LOOKS * sum(len(terms) for terms, _, _ in rows)
        while queue and looks > 0:
            r = queue.popleft()
            waiting[r] = False
            terms, low, high = rows[r]
            looks -= len(terms)
            changed = [] if high is None else self._look(terms, high)
            if low is not None:
                changed += self._look([(-a, c) for a, c in terms], -low)
            for c in changed:
                if not self._can_be(c):
                    self.empty = c if self._whole[c] else None
                    return
                for other in self._rows_of[c]:
                    if not waiting[other]:
                        waiting[other] = True
                        queue.append(other)

    def _can_be(self, c: int) -> bool:
        """Return whether a column has a value between its bounds."""
        low, high = self.low[c], self.high[c]
        return low is None or high is None or low <= high

    def _look(self, terms: Sequence[tuple[int | Fraction, int]], most: int | Fraction) -> list[int]:
        """Apply a sum that is at most ``most`` to its columns. Return the columns whose bounds changed."""
        least: int | Fraction = 0
        without: list[int] = []
        """The columns without the bound that the sum's minimum needs."""
        for a, c in terms:
            side = self.low[c] if a > 0 else self.high[c]
            if side is None:
                without.append(c)
                if len(without) > 1:
                    return []
            else:
                least += a * side
        changed = []
        for a, c in terms:
            side = self.low[c] if a > 0 else self.high[c]
            if without and side is not None:
                continue
            rest = least if side is None else least - a * side
            if self._narrow(c, Fraction(most - rest) / Fraction(a), above=a > 0):
                changed.append(c)
        return changed

    def _narrow(self, c: int, value: Fraction, *, above: bool) -> bool:
        """Set a new upper (``above``) or lower bound if it is tighter. Return whether it is."""
        room = Fraction(TOLERANCE) * max(Fraction(1), abs(value))
        bounds = self.high if above else self.low
        before = bounds[c]
        if abs(value) > MAX_BOUND:
            return False
        if self._whole[c]:
            new: int | Fraction = floor(value + room) if above else ceil(value - room)
            if before is not None and (before <= new if above else before >= new):
                return False
        elif before is not None:
            return False  # bounds of continuous columns could shrink for ever
        else:
            new = value + room if above else value - room
        bounds[c] = new
        return True
