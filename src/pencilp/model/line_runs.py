"""Where the runs of a line may lie, found for the whole line at once.

The places of a line are bits of whole numbers: place i of the line is bit i + 1, between two imagined places that are
false. So all starts of a run are found in a few operations, however long the line: a run of n fits where the places that
can be true have n bits in a row, and the carry of an addition spreads from some bits on through all places that can be
false.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from pencilp.model.constraints import Runs

ALWAYS = 1 << 62
"""A literal that is surely true; ``-ALWAYS`` is surely false."""


class Line:
    """What is left to the places of one ``Runs``: ``true`` has the bits of those that can be true, ``false`` likewise."""

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
        """Whether it decides places before anything is known; else a run can move by its length, and leave each place."""

    def narrow(self) -> bool:
        """Take away what no way of laying the runs has; False if there is no way."""
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
        """The literals that are true in every way left."""
        sure = []
        for i, x in enumerate(self.lits, 1):
            if not self.false >> i & 1:
                sure.append(x)
            elif not self.true >> i & 1:
                sure.append(-x)
        return sure

    def _ways(self) -> tuple[dict[int, int], list[int], list[int]]:
        """Return where runs of each length fit; and the places of each gap, from before the first run to after the last.

        The places of a gap are those that can be false and lie in it: once as far as what is before them allows, and
        once as far as what is after them does.
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
        """Yield what is left to be said after ``narrow`` and besides ``fixed``: names, and literals that are not all true.

        ``new(name, count)`` makes literals: that a run starts at the first place left for its start, at the first or
        second, and so on, and likewise for its end where its length is not known.
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


def decided(lines: Sequence[Line], known: Iterable[int]) -> list[int] | None:
    """Return the literals that must be true by all ``lines`` and the ``known`` literals together, line by line.

    None if none can.

    The lines are narrowed until none has news for another.
    """
    at: dict[int, list[tuple[Line, int]]] = {}
    for line in lines:
        for i, x in enumerate(line.lits):
            if x in at:
                at[x].append((line, 2 << i))
            else:
                at[x] = [(line, 2 << i)]
    found: dict[int, None] = {}
    waiting = dict.fromkeys(line for line in lines if line.tells)

    def take(x: int) -> None:
        """``x`` is true: tell the lines."""
        found[x] = None
        for line, bit in at.get(x, ()):
            if line.false & bit:
                line.false ^= bit
                waiting[line] = None
        for line, bit in at.get(-x, ()):
            if line.true & bit:
                line.true ^= bit
                waiting[line] = None

    for x in known:
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
    return list(found)


def _gaps(lengths: Sequence[int | None], true: int, false: int, fitting: Mapping[int, int]) -> list[int]:
    """Return per gap the places that can be false and lie in it as far as the places before them allow."""
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
    """``bits``, which are all in ``through``, and the bits of ``through`` that follow them without a gap."""
    return through & ~(through + bits) | bits


def _fitting(bits: int, n: int) -> int:
    """Return the bits from which on there are ``n`` in a row."""
    length = 1
    while 2 * length <= n:
        bits &= bits >> length
        length *= 2
    return bits & bits >> n - length


def _stretched(bits: int, n: int) -> int:
    """Return every bit with the ``n`` - 1 that follow it."""
    length = 1
    while 2 * length <= n:
        bits |= bits << length
        length *= 2
    return bits | bits << n - length


def _by(places: int, earlier: Sequence[int], lits: Sequence[int]) -> tuple[list[int], list[list[int]]]:
    """Return per place the literal that something has come by then that comes at one of ``places``.

    And in what order they are.

    What has come stays, and it comes after what comes ``earlier``. Of ``places`` the last needs no literal.
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
    """From place ``low`` to the one before ``high``: what has come and is not over, with the literal that must not be."""
    return [
        [y for y in (a, -b, x) if y != ALWAYS]
        for a, b, x in zip(come[low:high], over[low:high], lits[low:high], strict=True)
        if a != b and x != -ALWAYS
    ]


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1
