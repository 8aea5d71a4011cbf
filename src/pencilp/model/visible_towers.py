"""Counting the towers that are visible from the end of their line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import Constraint, Counted, Value
from pencilp.model.variables import Int, Var


class Towers(Constraint):
    """From the start of ``line``, ``count`` towers are visible: those with no tower as high before them.

    The numbers are heights, 0 is no tower.
    """

    __slots__ = ("count", "line")
    has_excluded_values = True

    def __init__(self, line: Iterable[Int], count: int) -> None:
        self.line, self.count = tuple(line), count
        for x in self.line:
            _ = x.eq  # a model must not grow while it is stated

    def seen(self, value: Value) -> int:
        """Return the number of visible towers for the heights ``value``."""
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
        """Yield heights, each with the first places of the line, at which it would hide too many towers."""
        most = self._most()
        for height in range(max(1, most + 1), most + self.count):
            yield height, self.line[: height - most]

    def _most(self) -> int:
        """Return the maximum height of a tower in the first place. It grows by one with each place."""
        return max([x.high for x in self.line], default=0) - self.count + 1

    def view(self, *, different: bool) -> View | None:
        """Return the view without ``excluded_values``, or None if a place has no height left.

        ``different``: whether other rules make all heights different.
        """
        return _view(tuple([x.values for x in self.line]), self._most(), different)


class View:
    """Literals for the visible towers of all lines with the same values, no height above the ``most`` of its place.

    It is computed once, without the variables. The literals of the ``values`` are numbered from 1 on, place by place;
    the defined literals follow.
    """

    __slots__ = ("cache", "definitions", "literals", "most", "sure")

    def __init__(self, values: Sequence[Sequence[int]], most: Sequence[int], *, different: bool) -> None:
        self.most = most
        heights: list[list[tuple[int, int]]] = []
        last = 0
        for own, limit in zip(values, most, strict=True):
            heights.append([(v, lit) for lit, v in enumerate(own, last + 1) if v <= limit])
            last += len(own)
        self.definitions: list[tuple[int, list[tuple[int, ...]]]] = []
        """Defined literals, each with lists of literals: it is true exactly if all literals of one list are."""

        def define(ways: list[tuple[int, ...]]) -> int:
            self.definitions.append((last + 1 + len(self.definitions), ways))
            return self.definitions[-1][0]

        self.sure, self.literals = visibility(heights, define, different=different)
        self.cache = Cache()
        """A cache for solvers."""


@lru_cache(maxsize=256)
def _view(values: Sequence[Sequence[int]], first: int, different: bool) -> View | None:
    most = range(first, first + len(values))
    possible = all(own[0] <= limit for own, limit in zip(values, most, strict=True))
    return View(values, most, different=different) if possible else None


def visibility(
    heights: Sequence[Sequence[tuple[int, int]]],
    define: Callable[[list[tuple[int, ...]]], int],
    *,
    different: bool = False,
) -> tuple[int, list[int]]:
    """Return how many towers are always visible, and for the others literals that are true if they are visible.

    ``heights`` has for each place its possible values, the smallest first, with the numbers of their literals.
    ``define`` makes a literal that is true exactly if all literals of one of several lists are. If other rules make all
    heights ``different``, one of the first i is as high as the i-th smallest of all values.
    """
    if not heights:
        return 0, []
    # for each place, the heights that occur behind it
    later_heights: list[list[int]] = [[]]
    for pairs in reversed(heights[1:]):
        later_heights.append(sorted({*later_heights[-1], *[v for v, _ in pairs if v > 0]}))
    later_heights.reverse()
    every = sorted({v for pairs in heights for v, _ in pairs}) if different else []
    sure, literals = 0, []
    before: dict[int, int | bool] = {}
    """For each height asked for: whether a tower before is as high. A literal, or True or False if it is certain."""
    for place, (pairs, after) in enumerate(zip(heights, later_heights, strict=True)):
        ways: list[tuple[int, ...]] = []
        for v, lit in pairs:
            higher = before.get(v, False)
            if v > 0 and higher is not True:
                ways.append((lit,) if higher is False else (lit, -higher))
        if len(ways) == len(pairs) and all(len(way) == 1 for way in ways):
            sure += 1
        elif ways:
            literals.append(ways[0][0] if ways == [ways[0][:1]] else define(ways))
        # if there are fewer values than places, no answer exists anyway
        least = every[place] if place < len(every) else 0
        before = _passed(before, pairs, after, define, max(pairs[0][0], least))
    return sure, literals


def _passed(
    before: dict[int, int | bool],
    pairs: Sequence[tuple[int, int]],
    heights: Sequence[int],
    define: Callable[[list[tuple[int, ...]]], int],
    least: int,
) -> dict[int, int | bool]:
    """Return ``before`` for the next place, if this one has the values of ``pairs``. A tower is ``least`` high."""
    result: dict[int, int | bool] = {}
    left = len(pairs)
    above: int | bool = False
    was_above: int | bool = False
    for height in reversed(heights):
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
