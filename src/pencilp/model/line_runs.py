"""Possible positions of the runs of a line, found for the whole line at once.

A set of places of the line is a whole number: place i is bit i + 1, between two imagined places that are false. All
starts of a run are found in a few operations, for lines of any length. A run of length n fits if n bits in a row can be
true. The carry of an addition spreads from some bits through all following places that can be false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pencilp.model.constraints import Runs

ALWAYS = 1 << 62
"""The number of a literal that is always true; ``-ALWAYS`` is always false."""


class Line:
    """The places of one ``Runs`` that can still be ``true``, and those that can be ``false``, as bits."""

    __slots__ = ("_backwards", "_different", "_format", "false", "lengths", "lits", "tells", "true")

    def __init__(self, constraint: Runs) -> None:
        self.lits, self.lengths = [x.n for x in constraint.lits], constraint.lengths
        self._backwards = self.lengths[::-1]
        self._different = {n for n in self.lengths if n is not None}
        width = len(self.lits) + 2
        self._format = f"0{width}b"
        self.false = (1 << width) - 1
        self.true = self.false >> 2 << 1
        shortest = [n or 1 for n in self.lengths]
        self.tells = not shortest or width - 1 - sum(shortest) - len(shortest) < max(shortest)
        """Whether the lengths alone may decide places. If not, each run can move off all its places."""

    def narrow(self) -> bool:
        """Remove values that no placement of the runs has. Return False if there is no placement."""
        fitting, before, after = self._ways()
        covered, free = 0, before[0] & after[0]
        starts = dict.fromkeys(fitting, 0)
        for n, left, right, gap in zip(self.lengths, before, after[1:], before[1:]):  # noqa: B905
            if n is None:
                covered |= self._anywhere(left, right)
            else:
                starts[n] |= left << 1 & fitting[n] & right >> n
            free |= gap & right
        for n, bits in starts.items():
            covered |= _stretched(bits, n)
        self.true, self.false = covered, free
        return free != 0

    @property
    def fixed(self) -> list[int]:
        """The numbers of the literals that are true in every placement left."""
        sure = []
        for i, x in enumerate(self.lits, 1):
            if not self.false >> i & 1:
                sure.append(x)
            elif not self.true >> i & 1:
                sure.append(-x)
        return sure

    def _ways(self) -> tuple[dict[int, int], list[int], list[int]]:
        """Return where runs of each length fit, and twice the places of each gap, from first to last.

        The places of a gap can be false and lie in it. The first list regards only the places before them, the second
        only the places after them.
        """
        true, false = self.true, self.false
        fitting = {n: _fitting(true, n) for n in self._different}
        before = _gaps(self.lengths, true, false, fitting)
        true, false = self._mirrored(true), self._mirrored(false)
        after = _gaps(self._backwards, true, false, {n: _fitting(true, n) for n in self._different})
        after.reverse()
        return fitting, before, [*map(self._mirrored, after)]

    def _mirrored(self, bits: int) -> int:
        return int(format(bits, self._format)[::-1], 2)

    def _anywhere(self, before: int, after: int) -> int:
        """Return the places of a run of any length between the gaps ``before`` and ``after``."""
        true, back = self.true, self._mirrored(self.true)
        from_after = self._mirrored(_spread(self._mirrored(after >> 1) & back, back))
        return _spread(before << 1 & true, true) & from_after

    def contradictions(self, new: Callable[[str, int], Sequence[int]]) -> Iterator[tuple[str, list[list[int]]]]:
        """Yield the rest of the constraint after ``narrow`` and ``fixed``: names, and literals that are not all true.

        ``new(name, count)`` makes literals: that a run starts at the first possible place, at the first or second, and
        so on. A run of unknown length has the same literals for its end.
        """
        if not self.true & self.false:
            return
        width = len(self.lits) + 2
        place = [-ALWAYS, *self.lits, -ALWAYS]
        for i in range(1, width - 1):
            if not self.false >> i & 1:
                place[i] = ALWAYS
            elif not self.true >> i & 1:
                place[i] = -ALWAYS
        fitting, before, after = self._ways()
        ended, first_end = [ALWAYS] * width, 1
        for k, n in enumerate(self.lengths):
            name = f"run_{k + 1}"
            if n is None:
                within = self._anywhere(before[k], after[k + 1])
                starts, ends = within & before[k] << 1, within << 1 & after[k + 1]
            else:
                starts = before[k] << 1 & fitting[n] & after[k + 1] >> n
                ends = starts << n
            started, order = _by(starts, ended, new(f"{name}_started", starts.bit_count() - 1))
            yield f"{name}_start", order
            yield f"before_{name}", _between(ended, started, place, first_end, starts.bit_length() - 1)
            if n is None:
                ended, order = _by(ends, started, new(f"{name}_ended", ends.bit_count() - 1))
                yield f"{name}_end", order
            else:
                ended = [-ALWAYS] * n + started[:-n]
            first_end = _lowest(ends)
            yield f"in_{name}", _between(started, ended, [-x for x in place], _lowest(starts), ends.bit_length() - 1)
        yield "after_runs", _between(ended, [-ALWAYS] * width, place, first_end, width - 1)


def decided(lines: Sequence[Line], given: Iterable[int]) -> list[int] | None:
    """Return the literals that follow from ``given`` literals and single ``lines``, or None for a contradiction.

    The lines are narrowed, one after the other, until nothing changes.
    """
    at: dict[int, list[tuple[Line, int]]] = {}
    for line in lines:
        for i, x in enumerate(line.lits):
            if x in at:
                at[x].append((line, 2 << i))
            else:
                at[x] = [(line, 2 << i)]
    result: dict[int, None] = {}
    waiting = dict.fromkeys(line for line in lines if line.tells)

    def take(x: int) -> None:
        """Make the literal ``x`` true in all lines."""
        result[x] = None
        for line, bit in at.get(x, ()):
            if line.false & bit:
                line.false ^= bit
                waiting[line] = None
        for line, bit in at.get(-x, ()):
            if line.true & bit:
                line.true ^= bit
                waiting[line] = None

    for x in given:
        take(x)
    while waiting:
        for line in list(waiting):
            waiting.pop(line, None)
            true, false = line.true, line.false
            if not line.narrow():
                return None
            for bits, sign in ((true ^ line.true, -1), (false ^ line.false, 1)):
                while bits:
                    i = bits.bit_length() - 1
                    bits ^= 1 << i
                    take(sign * line.lits[i - 1])
    return list(result)


def _gaps(lengths: Sequence[int | None], true: int, false: int, fitting: Mapping[int, int]) -> list[int]:
    """Return the places of each gap: those that can be false and that the places before them allow."""
    gap = false & ~(false + 1) | 1
    gaps = [gap]
    for n in lengths:
        if n is None:
            ends = _spread(gap << 1 & true, true) << 1 & false
        else:
            ends = (gap << 1 & fitting[n]) << n & false
        gap = false & ~(false + ends) | ends
        gaps.append(gap)
    return gaps


def _spread(bits: int, through: int) -> int:
    """Return ``bits``, a subset of ``through``, with the bits of ``through`` that follow them without a gap."""
    return through & ~(through + bits) | bits


def _fitting(bits: int, n: int) -> int:
    """Return the bits that start a row of ``n`` bits."""
    length = 1
    while 2 * length <= n:
        bits &= bits >> length
        length *= 2
    return bits & bits >> n - length


def _stretched(bits: int, n: int) -> int:
    """Return each bit together with the ``n`` - 1 bits after it."""
    length = 1
    while 2 * length <= n:
        bits |= bits << length
        length *= 2
    return bits | bits << n - length


def _by(places: int, earlier: Sequence[int], lits: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """Return for each place the literal that an event at one of ``places`` has happened by then, and their order.

    The order is a list of literals that are not all true: an event that has happened stays so, and it happens after
    ``earlier``. The last of ``places`` needs no literal.
    """
    following = iter(lits)
    come = []
    order = [[x, -y] for x, y in pairwise(lits)]
    now = -ALWAYS
    for p in range(len(earlier)):
        if places >> p & 1:
            now = next(following, ALWAYS)
            if now != ALWAYS and earlier[p - 1] != ALWAYS:
                order.append([now, -earlier[p - 1]])
        come.append(now)
    return come, order


def _between(come: Sequence[int], over: Sequence[int], lits: Sequence[int], low: int, high: int) -> list[list[int]]:
    """Return contradictions at the places from ``low`` to ``high`` - 1: begun, not over, and the literal."""
    return [
        [y for y in (a, -b, x) if y != ALWAYS]
        for a, b, x in zip(come[low:high], over[low:high], lits[low:high], strict=True)
        if a != b and x != -ALWAYS
    ]


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
