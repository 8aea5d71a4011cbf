"""Words about regions that tell their own size: every cell holds the number of cells of its region (Fillomino).

Equal numbers that touch belong to one region, so the numbers alone say where the borders are. Which cells hold which
number is searched for. That a region really has so many cells is stated at once up to three; for larger ones only
against answers that break it, in the strongest form: a cell of a region that is too small needs its number in another
cell around that region, and so many connected cells as a region that is too large has do not all hold its number.

Regions without a given number may be as large as the given ones leave room for. Larger numbers among these are not told
apart in the search: their cells are called *big*, and their number follows from the region that they form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.model import (
    Clause,
    Constraint,
    Derived,
    Implied,
    Implies,
    Int,
    Lazy,
    Lit,
    Model,
    Sum,
    at_most,
    between,
    exactly,
)

Value = Callable[[Any], Any]

LISTED = 5
"""Regions without a given number: sizes up to this are told apart in the search."""
TIGHT = 8
"""Where the given numbers leave no more cells than this, the cells with each number are counted."""
WORDS = "a number is the size of its region"


def sized_regions(
    m: Model, board: Lattice, sizes: Sequence[Int], given: Mapping[int, int], most: int | None = None
) -> None:
    """``sizes`` has in every cell the size of its region: the connected cells with the same number.

    ``given`` are the numbers known, by cell; no region has more than ``most`` cells.
    """
    _SizedRegions(m, board, sizes, given, len(board) if most is None else most).state()

    def number(value: Value, x: Int) -> int | None:
        try:
            return value(x)  # type: ignore[no-any-return]
        except KeyError:
            return None  # not filled in yet

    def faults(value: Value) -> list[list[int]]:
        numbers = [number(value, x) for x in sizes]
        return [
            cells
            for cells in groups(board, numbers)
            if (size := numbers[cells[0]]) is not None
            and (
                len(cells) > size
                or (len(cells) < size and all(numbers[n] is not None for c in cells for n in board.near[c]))
            )
        ]

    m.require(WORDS, Implied(sizes, faults))


def groups(board: Lattice, labels: Sequence[Any]) -> list[list[int]]:
    """The connected groups of cells with equal labels, each from its first cell outwards."""
    near = board.near
    seen = [False] * len(labels)
    result = []
    for start, label in enumerate(labels):
        if not seen[start]:
            seen[start] = True
            cells = [start]
            for c in cells:
                for n in near[c]:
                    if not seen[n] and labels[n] == label:
                        seen[n] = True
                        cells.append(n)
            result.append(cells)
    return result


class _SizedRegions:
    def __init__(self, m: Model, board: Lattice, sizes: Sequence[Int], given: Mapping[int, int], most: int) -> None:
        self.m, self.board, self.sizes, self.given, self.most = m, board, sizes, given, most
        self.free = [c for c in board.cells if c not in given]
        self.balls = self._balls()
        self.regions = self._regions()
        self.left = max(0, len(board) - sum(number * count for number, count in self.regions.items()))
        """How many cells belong to no region that must be there."""
        self.room = min(most, self.left)
        """No region without a given number has more cells than this."""
        self.listed = min(self.room, LISTED)
        values = self._values()
        lits = iter(m.binaries("is", sum(map(len, values)), lambda: self._keys(values)))
        self.size = [{number: next(lits) for number in found} for found in values]
        """Per cell and possible number the literal that it is this one."""
        self.big = self._big()
        """Per cell the literal that it lies in a larger region than that, without a given number."""
        self.joined: dict[int, Lit] = {}
        """Per link between two big cells whether they lie in the same region, where that can be a question."""
        if self.room > 2 * self.listed + 2:
            for e, (a, b) in enumerate(board.links):
                if a in self.big and b in self.big:
                    self.joined[e] = m.binary()

    # -- what is possible ------------------------------------------------------------------------------------------

    def _balls(self) -> dict[tuple[int, ...], dict[int, int]]:
        """Per group of touching equal given numbers the cells that its region could reach, with the number of steps."""
        near, given = self.board.near, self.given
        result = {}
        for group in groups(self.board, [given.get(c, -1 - c) for c in self.board.cells]):
            number = given.get(group[0])
            if number is None:
                continue
            steps = dict.fromkeys(group, 0)
            ring = group
            for step in range(1, number - len(group) + 1):
                ring = list({n for c in ring for n in near[c] if n not in steps and given.get(n, number) == number})
                if not ring:
                    break
                steps.update(dict.fromkeys(ring, step))
            result[tuple(group)] = steps
        return result

    def _regions(self) -> dict[int, int]:
        """Per given number how many regions of it there are at least: those that cannot reach each other are different."""
        least: dict[int, int] = {}
        counted: set[int] = set()
        for group, ball in sorted(self.balls.items(), key=lambda item: len(item[1])):
            number = self.given[group[0]]
            if counted.isdisjoint(c for c in ball if self.given.get(c) == number):
                counted.update(group)
                least[number] = least.get(number, 0) + 1
        return least

    def _values(self) -> list[list[int]]:
        """Per cell the numbers it may hold, "big" apart."""
        given, near = self.given, self.board.near
        values: list[set[int]] = [set() for _ in self.board.cells]
        beside: dict[int, set[int]] = {}
        for group, ball in self.balls.items():
            number = given[group[0]]
            if number <= self.most:
                for c in ball:
                    values[c].add(number)
            beside.setdefault(number, set()).update(n for c in group for n in near[c])
        open_cells = set(self.free)
        everywhere = self._parts(open_cells)
        for number in range(1, self.listed + 1):
            parts = self._parts(open_cells - beside[number]) if number in beside else everywhere
            for part in parts:
                if len(part) >= number:
                    for c in part:
                        values[c].add(number)
        return [sorted(found) for found in values]

    def _parts(self, cells: set[int]) -> list[list[int]]:
        found = groups(self.board, [c in cells for c in self.board.cells])
        return [part for part in found if part[0] in cells]

    def _big(self) -> dict[int, Lit]:
        if self.room <= self.listed:
            return {}
        cells = [c for part in self._parts(set(self.free)) if len(part) > self.listed for c in part]
        return dict(zip(cells, self.m.binaries("big", len(cells)), strict=True))

    # -- what is stated ----------------------------------------------------------------------------------------------

    def state(self) -> None:
        """State everything."""
        m, board, size, big = self.m, self.board, self.size, self.big
        m.require_all(
            "", [exactly(1, [*lits.values(), big[c]] if c in big else [*lits.values()]) for c, lits in enumerate(size)]
        )
        self._company()
        self._crowd()
        for e, lit in self.joined.items():
            a, b = board.links[e]
            m.require_all("", [Clause((~lit, big[a])), Clause((~lit, big[b]))])
        over = [x for lits in size for x in lits.values()] + [*big.values(), *self.joined.values()]
        m.require(WORDS, Lazy(over, self.violated))
        m.derive(Derived(self.sizes, self.read, self.define))

    def _crowd(self) -> None:
        """There are so many cells with a number as its regions need, and at most those that are left over besides.

        Counting pays where hardly any cells are left over; elsewhere it can lead the search astray.
        """
        words = "the regions of the given numbers leave so many cells"
        if self.left <= TIGHT:
            cells: dict[int, list[Lit]] = {}
            for lits in self.size:
                for number, lit in lits.items():
                    cells.setdefault(number, []).append(lit)
            for number, same in cells.items():
                least = self.regions.get(number, 0)
                self.m.require(words, between(number * least, number * (least + self.left // number), same))
        if self.big:
            self.m.require(words, at_most(self.left, list(self.big.values())))

    def _company(self) -> None:
        """How many neighbours have the same number: none for 1, one for 2, some for all others; exactly so up to 3."""
        size, big, near = self.size, self.big, self.board.near
        rules: list[tuple[Constraint, Any]] = []
        for cell, lits in enumerate(size):
            around = [size[n] for n in near[cell]]
            for number, lit in lits.items():
                same = [other[number] for other in around if number in other]
                if number > 2:
                    rules.append((Clause((~lit, *same)), cell))
                elif number == 2:
                    rules.append((Implies((lit,), exactly(1, same)), cell))
                else:
                    rules += [(Clause((~lit, ~x)), cell) for x in same if x > lit]
            if cell in big:
                rules.append((Clause((~big[cell], *(big[n] for n in near[cell] if n in big))), cell))
        for a, b in self.board.links:
            if 3 in size[a] and 3 in size[b]:
                further = {n for c in (a, b) for n in near[c]} - {a, b}
                threes = [size[n][3] for n in further if 3 in size[n]]
                rules.append((Implies((size[a][3], size[b][3]), exactly(1, threes)), (a, b)))
        self.m.require_all(WORDS, [rule for rule, _ in rules], [place for _, place in rules])

    def _keys(self, values: Sequence[Sequence[int]]) -> list[str]:
        return [f"{name},{number}" for name, found in zip(self.board.names, values, strict=True) for number in found]

    # -- what is stated only where it is broken ----------------------------------------------------------------------

    def numbers(self, value: Value) -> list[int]:
        """Per cell its number, 0 where it is big."""
        result = []
        for lits in self.size:
            for number, lit in lits.items():
                if value(lit):
                    result.append(number)
                    break
            else:
                result.append(0)
        return result

    def violated(self, value: Value) -> list[Constraint]:
        """What a found answer has wrong: regions that have more or fewer cells than they say."""
        numbers = self.numbers(value)
        result: list[Constraint] = []
        big = 0 in numbers
        for cells in groups(self.board, numbers):
            number = numbers[cells[0]]
            if number and len(cells) < number:
                result += self._too_small(cells, number)
            elif number and len(cells) > number:
                result += self._too_large(cells, number)
        if big:
            result += self._big_too_small(self._big_regions(numbers, value))
            result = result or self._big_wrong(numbers, value)
        return result

    def _too_small(self, cells: list[int], number: int) -> list[Constraint]:
        """Who in it has this number needs another around."""
        inside = set(cells)
        ways_out = [
            self.size[n][number]
            for n in {n for c in cells for n in self.board.near[c]} - inside
            if number in self.size[n]
        ]
        told = [c for c in cells if c in self.given]
        return [Clause((~self.size[c][number], *ways_out)) for c in told[:1] or cells]

    def _too_large(self, cells: list[int], number: int) -> list[Constraint]:
        """So many connected cells do not all have this number."""
        near, inside = self.board.near, set(cells)
        result: list[Constraint] = []
        for start in [c for c in cells if c in self.given][:4] or (cells[0], cells[-1]):
            part = [start]
            for c in part:
                part += [n for n in near[c] if n in inside and n not in part]
                if len(part) > number:
                    break
            result.append(Clause([~self.size[c][number] for c in part[: number + 1]]))
        return result

    def _big_regions(self, numbers: Sequence[int], value: Value) -> list[list[int]]:
        if not self.joined:
            return [cells for cells in groups(self.board, numbers) if not numbers[cells[0]]]
        region = dict.fromkeys((c for c in self.board.cells if not numbers[c]), -1)
        result: list[list[int]] = []
        for start in region:
            if region[start] < 0:
                region[start] = len(result)
                cells = [start]
                for c in cells:
                    for e in self.board.links_at[c]:
                        n = sum(self.board.links[e]) - c
                        if e in self.joined and value(self.joined[e]) and region[n] < 0:
                            region[n] = len(result)
                            cells.append(n)
                result.append(cells)
        return result

    def _ways_out(self, cells: Iterable[int]) -> Iterable[tuple[int, int]]:
        """(link, cell outside) of the links between a region and other cells that may be big."""
        inside = set(cells)
        for c in inside:
            for e in self.board.links_at[c]:
                n = sum(self.board.links[e]) - c
                if n not in inside and n in self.big:
                    yield e, n

    def _big_too_small(self, regions: Sequence[list[int]]) -> list[Constraint]:
        """Who in it is big needs another around."""
        result: list[Constraint] = []
        for cells in regions:
            if len(cells) <= self.listed:
                ways_out = [self.joined.get(e, self.big[n]) for e, n in self._ways_out(cells)]
                result += [Clause((~self.big[c], *ways_out)) for c in cells]
        return result

    def _reason(self, cells: Sequence[int], numbers: Sequence[int], value: Value) -> list[Lit]:
        """Literals, true now, by which exactly these cells form a region of big cells."""
        reason = [self.big[c] for c in cells]
        for e in {e for c in cells for e in self.board.links_at[c]}:
            if e in self.joined and not any(numbers[c] for c in self.board.links[e]):
                reason.append(self.joined[e] if value(self.joined[e]) else ~self.joined[e])
        return reason + [~self.big[n] for _, n in self._ways_out(cells) if numbers[n]]

    def _big_wrong(self, numbers: Sequence[int], value: Value) -> list[Constraint]:
        """Regions of big cells that touch others of the same size, or themselves."""
        regions = self._big_regions(numbers, value)
        region = {c: cells for cells in regions for c in cells}
        result: list[Constraint] = []
        for cells in regions:
            reason = self._reason(cells, numbers, value)
            if all(len(cells) in self.size[c] for c in cells):
                # the same numbers are found without calling the cells big, and should count once
                result.append(_not_all(reason))
            for e in {e for c in cells for e in self.board.links_at[c]}:
                a, b = self.board.links[e]
                inner, outer = (a, b) if region.get(a) is cells else (b, a)
                if outer not in region:
                    if numbers[outer] == len(cells):
                        result.append(_not_all([*reason, self.size[outer][len(cells)]]))
                elif region[outer] is not cells:
                    if inner < outer and len(region[outer]) == len(cells):
                        result.append(_not_all(reason + self._reason(region[outer], numbers, value)))
                elif e in self.joined and not value(self.joined[e]):
                    result.append(_not_all(reason))
        return result

    # -- the numbers themselves --------------------------------------------------------------------------------------

    def read(self, value: Value) -> tuple[list[int], list[Lit]]:
        """The size in every cell, and the literals that decide it."""
        numbers = self.numbers(value)
        chosen = [
            lits[number] if number else self.big[c]
            for c, (lits, number) in enumerate(zip(self.size, numbers, strict=True))
        ]
        found = list(numbers)
        if 0 in numbers:
            chosen += [lit if value(lit) else ~lit for lit in self.joined.values()]
            for cells in self._big_regions(numbers, value):
                for c in cells:
                    found[c] = len(cells)
        return found, chosen

    def define(self) -> None:
        """The same in rows, for solvers that do not read."""
        m = self.m
        extra = {c: m.integer(f"big_size({self.board.names[c]})", 0, self.room) for c in self.big}
        for c, lits in enumerate(self.size):
            number = Sum([(n, lit) for n, lit in lits.items()])
            m.require("", self.sizes[c] - number - extra[c] == 0 if c in extra else self.sizes[c] - number == 0)
        for c, x in extra.items():
            m.require("", ~self.big[c] >> (x <= 0))
            m.require("", self.big[c] >> (x >= self.listed + 1))
        for e, (a, b) in enumerate(self.board.links):
            if a in extra and b in extra:
                same = (self.joined[e],) if self.joined else (self.big[a], self.big[b])
                m.require("", Implies(same, extra[a] - extra[b] == 0))

        def violated(value: Value) -> list[Constraint]:
            numbers = self.numbers(value)
            return [
                Implies(tuple(self._reason(cells, numbers, value)), Sum([(1, extra[cells[0]])]) == len(cells))
                for cells in self._big_regions(numbers, value)
                if value(extra[cells[0]]) != len(cells)
            ]

        if extra:
            m.require(WORDS, Lazy([*self.big.values(), *self.joined.values(), *extra.values()], violated))


def _not_all(lits: Iterable[Lit]) -> Clause:
    return Clause([~x for x in lits])
