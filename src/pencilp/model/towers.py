"""Towers that are seen from the end of their line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import Constraint, Counted, Value
from pencilp.model.variables import Int, Var


class Towers(Constraint):
    """From before the first of ``line``, ``count`` towers are seen: those with no tower as high before them.

    The numbers are heights, 0 is no tower.
    """

    __slots__ = ("count", "line")
    excludes = True

    def __init__(self, line: Iterable[Int], count: int) -> None:
        self.line, self.count = tuple(line), count
        for x in self.line:
            _ = x.eq  # a model must not grow while it is stated

    def seen(self, value: Value) -> int:
        """Return how many are seen where the heights are these."""
        highest = seen = 0
        for height in map(value, self.line):
            if height > highest:
                highest, seen = height, seen + 1
        return seen

    def holds(self, value: Value) -> bool:
        return self.seen(value) == self.count

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"{self.seen(value)} instead of {self.count}"

    def variables(self) -> Iterable[Var]:
        return self.line

    def excluded_values(self) -> Iterable[tuple[int, Sequence[Int]]]:
        """Heights, each with the first of the line, which cannot be so high: they would hide too many that are to be seen."""
        most = self._most()
        for height in range(max(1, most + 1), most + self.count):
            yield height, self.line[: height - most]

    def _most(self) -> int:
        """How high the first one can be, if it is a tower. Those behind it can be one higher with each place."""
        return max([x.high for x in self.line], default=0) - self.count + 1

    def view(self, *, different: bool) -> View | None:
        """Return what is seen where nothing is left out but ``excluded_values``; None where a place has no height then.

        ``different`` says whether other rules say that all are different.
        """
        return _view(tuple([x.values for x in self.line]), self._most(), different)


class View:
    """What is seen along all lines with the same values, of which no height is more than the ``most`` of its place.

    It is worked out once, without the variables: the literals of the ``values`` are numbered from 1 on, place by place, and
    those that are defined come after.
    """

    __slots__ = ("definitions", "kept", "literals", "most", "sure")

    def __init__(self, values: Sequence[Sequence[int]], most: Sequence[int], *, different: bool) -> None:
        self.most = most
        heights: list[list[tuple[int, int]]] = []
        last = 0
        for some, limit in zip(values, most, strict=True):
            heights.append([(v, lit) for lit, v in enumerate(some, last + 1) if v <= limit])
            last += len(some)
        self.definitions: list[tuple[int, list[tuple[int, ...]]]] = []
        """Literals, each true exactly where all of one of several lists of literals are."""

        def define(ways: list[tuple[int, ...]]) -> int:
            self.definitions.append((last + 1 + len(self.definitions), ways))
            return self.definitions[-1][0]

        self.sure, self.literals = looked_at(heights, define, different=different)
        self.kept = Cache()
        """The form that solvers use."""


@lru_cache(maxsize=256)
def _view(values: Sequence[Sequence[int]], first: int, different: bool) -> View | None:
    most = range(first, first + len(values))
    possible = all(some[0] <= limit for some, limit in zip(values, most, strict=True))
    return View(values, most, different=different) if possible else None


def looked_at(
    heights: Sequence[Sequence[tuple[int, int]]],
    define: Callable[[list[tuple[int, ...]]], int],
    *,
    different: bool = False,
) -> tuple[int, list[int]]:
    """Return how many are surely seen, and literals for the others: the one for a tower that may be seen is true where it is.

    ``heights`` are, for each of the line, the values that it can have, the least first, with the numbers of their
    literals. ``define`` makes a literal that is true exactly where all of one of several lists of literals are. Where
    other rules say that all are ``different``, one of the first i is as high as the i-th of all values.
    """
    if not heights:
        return 0, []
    # what tells apart, of each place, all heights that come behind it
    asked: list[list[int]] = [[]]
    for pairs in reversed(heights[1:]):
        asked.append(sorted({*asked[-1], *[v for v, _ in pairs if v > 0]}))
    asked.reverse()
    every = sorted({v for pairs in heights for v, _ in pairs}) if different else []
    sure, literals = 0, []
    before: dict[int, int | bool] = {}
    """Per height that is asked for whether a tower before is as high: a literal, or surely so or not."""
    for place, (pairs, after) in enumerate(zip(heights, asked, strict=True)):
        ways: list[tuple[int, ...]] = []
        for v, lit in pairs:
            higher = before.get(v, False)
            if v > 0 and higher is not True:
                ways.append((lit,) if higher is False else (lit, -higher))
        if len(ways) == len(pairs) and all(len(way) == 1 for way in ways):
            sure += 1
        elif ways:
            literals.append(ways[0][0] if ways == [ways[0][:1]] else define(ways))
        # where fewer values than places are left there is no answer, whatever is said here
        least = every[place] if place < len(every) else 0
        before = _passed(before, pairs, after, define, max(pairs[0][0], least))
    return sure, literals


def _passed(
    before: dict[int, int | bool],
    pairs: Sequence[tuple[int, int]],
    asked: Sequence[int],
    define: Callable[[list[tuple[int, ...]]], int],
    least: int,
) -> dict[int, int | bool]:
    """``before`` as it is one place on, behind one that can have the values of ``pairs``: then some is ``least`` high."""
    result: dict[int, int | bool] = {}
    left = len(pairs)
    above: int | bool = False
    was_above: int | bool = False
    for height in reversed(asked):
        was = before.get(height, False)
        own = []
        while left and pairs[left - 1][0] >= height:
            left -= 1
            own.append(pairs[left][1])
        if was is True or least >= height:
            above = True
        elif own or was != was_above:
            own += [lit for lit in (above, was) if lit is not False]
            above = own[0] if len(own) == 1 else define([(lit,) for lit in own])
        was_above = was
        result[height] = above
    return result
