"""Areas whose numbers are their size. Up to size three this is stated at once, for larger sizes only against answers
that break it, in the strongest form: a cell of a region that is too small needs its number in another cell around
that region, and the connected cells of a region that is too large do not all hold its number.

Regions without a given number may be as large as the given ones leave room for. The search does not distinguish
larger numbers among these: their cells are called *big*, and their number follows from the region that they form.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.genres.fillomino.structure import InTwo, TellsSize
from pencilp.model.constraints import (
    Clause,
    Constraint,
    Implies,
    Lazy,
    Linear,
    Value,
    at_most,
    between,
    exactly,
    not_all,
)
from pencilp.model.model import Definition, Place, Rule, stated
from pencilp.model.variables import Int, Lit, Var
from pencilp.reformulate.rewrite import Derived, Rewrite
from pencilp.structures.groups import EachSize

if TYPE_CHECKING:
    from pencilp.genres.fillomino.structure import Areas

MAX_DISTINGUISHED = 5
"""Greatest size that the search distinguishes for regions without a given number."""
MAX_SPARE_CELLS = 8
"""The cells with each number are counted if the given numbers leave at most this number of cells."""
MIN_FLOODED = 7
"""Least given number whose regions are flooded and counted in the second statement."""
MAX_REACHED = 20_000
"""Maximum number of cells that these regions reach. With more, stating them would take seconds."""


def rewrite(areas: Areas, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if every number is the size of its area, and may be any number from 1 on."""
    numbers = areas.numbers
    sized = [rule for rule in rules if isinstance(rule[0], TellsSize)]
    if not sized or any(x.values != range(1, numbers[0].high + 1) for x in numbers):
        return "the numbers need not be the sizes of their areas"
    given = _given(areas)
    small = [rule for rule in rules if isinstance(rule[0], EachSize) and rule[0].low <= 1]
    most = min([areas.count, numbers[0].high, *(rule[0].high for rule in small)])  # type: ignore[union-attr]
    walls = [rule for rule in rules if isinstance(rule[0], InTwo)]
    sized_areas = _Sized(areas, {c: n for c, (n, _) in given.items()}, most, sized[0].words, walls)
    replaced = [*sized, *small, *walls, *(rule for _, some in given.values() for rule in some)]
    derived = Derived(numbers, sized_areas.read, sized_areas.define, sized_areas.deciding(), sized_areas.differing)
    large = any(n >= MIN_FLOODED for n, _ in given.values())
    more = sized_areas.flooded if large else None
    return Rewrite(
        "areas with wrong sizes excluded when an answer has them",
        replaced,
        sized_areas.rules(),
        [derived],
        second_statement_rules=more,
    )


def _given(areas: Areas) -> dict[int, tuple[int, list[Rule]]]:
    """Per cell with a given number the number, and the rules that say so."""
    cell_of = {x.index: c for c, x in enumerate(areas.numbers)}
    blocks = sorted((x.block.start, x.block.stop, c) for c, x in enumerate(areas.numbers) if x.block)
    starts = [start for start, _, _ in blocks]
    result: dict[int, tuple[int, list[Rule]]] = {}
    for rule in areas.m.rules:
        constraint = rule[0]
        if isinstance(constraint, Lit):
            k = bisect_right(starts, constraint.n) - 1
            if k < 0 or constraint.n >= blocks[k][1]:
                continue
            cell, number = blocks[k][2], constraint.n - starts[k] + 1
        elif isinstance(constraint, Linear) and len(constraint.terms) == 1 and constraint.low == constraint.high:
            (weight, x), sized_areas = constraint.terms[0], constraint.low
            cell = cell_of.get(x.index, -1) if isinstance(x, Int) and weight == 1 else -1
            if cell < 0 or not isinstance(sized_areas, int) or sized_areas not in areas.numbers[cell].values:
                continue
            number = sized_areas
        else:
            continue
        if result.setdefault(cell, (number, []))[0] == number:
            result[cell][1].append(rule)
    return result


def _groups(near: Sequence[Sequence[int]], labels: Sequence[object]) -> list[list[int]]:
    """The connected groups of cells with equal labels, each from its first cell outwards."""
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


class _Sized:
    def __init__(self, areas: Areas, given: Mapping[int, int], most: int, words: str, walls: Sequence[Rule]) -> None:
        self.areas, self.given, self.words, self.walls = areas, given, words, walls
        self.m = m = areas.m
        self.cells = range(areas.count)
        self.near = [[n for n, _ in around] for around in areas.around]
        self.most = most
        """No region has more cells than this."""
        self.free = [c for c in self.cells if c not in given]
        self.balls = self._balls()
        self.regions = self._regions()
        self.left = max(0, areas.count - sum(number * count for number, count in self.regions.items()))
        """How many cells belong to no region that must be there."""
        self.room = min(self.most, self.left)
        """No region without a given number has more cells than this."""
        self.listed = min(self.room, MAX_DISTINGUISHED)
        values = self._values()
        lits = iter(m.binaries("is", sum(map(len, values)), lambda: self._keys(values)))
        self.size = [{number: next(lits) for number in found} for found in values]
        """Per cell and possible number the literal that it is this one."""
        self.big = self._big()
        """Per cell the literal that it lies in a larger region than that, without a given number."""
        self.fixed = [
            next(iter(lits)) if len(lits) == 1 and c not in self.big else 0 for c, lits in enumerate(self.size)
        ]
        """Per cell its number if it can hold no other, 0 if it can."""
        self.joined: dict[int, Lit] = {}
        """Literals per link that two big cells lie in the same region, if that is not decided."""
        if self.big and self.left > 2 * self.listed + 2:
            for e, (a, b) in enumerate(areas.links):
                if a in self.big and b in self.big:
                    self.joined[e] = m.binary()

    # -- what is possible ------------------------------------------------------------------------------------------

    def _balls(self) -> dict[tuple[int, ...], dict[int, int]]:
        """Per group of touching equal given numbers the cells that its region could reach, with the number of steps."""
        near, given = self.near, self.given
        result = {}
        for group in _groups(self.near, [given.get(c, -1 - c) for c in self.cells]):
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
        given, near = self.given, self.near
        values: list[set[int]] = [set() for _ in self.cells]
        adjacent: dict[int, set[int]] = {}
        for group, ball in self.balls.items():
            number = given[group[0]]
            if number <= self.most:
                for c in ball:
                    values[c].add(number)
            adjacent.setdefault(number, set()).update(n for c in group for n in near[c])
        open_cells = set(self.free)
        everywhere = self._parts(open_cells)
        for number in range(1, self.listed + 1):
            parts = self._parts(open_cells - adjacent[number]) if number in adjacent else everywhere
            for part in parts:
                if len(part) >= number:
                    for c in part:
                        values[c].add(number)
        return [sorted(found) for found in values]

    def _parts(self, cells: set[int]) -> list[list[int]]:
        found = _groups(self.near, [c in cells for c in self.cells])
        return [part for part in found if part[0] in cells]

    def _big(self) -> dict[int, Lit]:
        if self.room <= self.listed:
            return {}
        cells = [c for part in self._parts(set(self.free)) if len(part) > self.listed for c in part]
        return dict(zip(cells, self.m.binaries("big", len(cells)), strict=True))

    # -- what is stated ----------------------------------------------------------------------------------------------

    def rules(self) -> list[Rule]:
        """Everything that is stated."""
        size, big, words = self.size, self.big, self.words
        one = [exactly(1, [*lits.values(), big[c]] if c in big else [*lits.values()]) for c, lits in enumerate(size)]
        company = self._company()
        rules = [
            *stated(words, one, self.cells),
            *stated(words, [constraint for constraint, _ in company], [at for _, at in company]),
            *stated(words, self._crowd()),
            *self._parted(),
        ]
        for e, lit in self.joined.items():
            rules += [Rule(Clause((~lit, big[c])), words, self.areas.links[e]) for c in self.areas.links[e]]
        return [*rules, Rule(Lazy(self.deciding(), self.violated), words, None)]

    def _parted(self) -> list[Rule]:
        """On the two sides of a wall are different numbers, and of big cells different regions."""
        rules: list[Rule] = []
        for constraint, words, at, *_ in self.walls:
            e: int = constraint.e  # type: ignore[union-attr]
            a, b = self.areas.links[e]
            parted = [Clause((~lit, ~self.size[b][n])) for n, lit in self.size[a].items() if n in self.size[b]]
            if e in self.joined:
                parted.append(Clause((~self.joined[e],)))
            elif a in self.big and b in self.big:
                parted.append(Clause((~self.big[a], ~self.big[b])))
            rules += [Rule(clause, words, at) for clause in parted]
        return rules

    def _crowd(self) -> list[Constraint]:
        """Count the cells with each number: at least as many as its regions need, and at most the spare cells more.
        This pays if hardly any cells are spare. Otherwise it can mislead the search.
        """
        result: list[Constraint] = []
        if self.left <= MAX_SPARE_CELLS:
            cells: dict[int, list[Lit]] = {}
            for lits in self.size:
                for number, lit in lits.items():
                    cells.setdefault(number, []).append(lit)
            for number, same in cells.items():
                least = number * self.regions.get(number, 0)
                result.append(between(least, least + self.left // number * number, same))
        if self.big:
            result.append(at_most(self.left, list(self.big.values())))
        return result

    def _company(self) -> list[tuple[Constraint, Place]]:
        """How many neighbours have the same number: none for 1, one for 2, some for all others; exactly so up to 3."""
        size, big, near = self.size, self.big, self.near
        rules: list[tuple[Constraint, Place]] = []
        for cell, lits in enumerate(size):
            around = [size[n] for n in near[cell]]
            for number, lit in lits.items():
                same = [other[number] for other in around if number in other]
                if number > 2:
                    rules.append((Clause((~lit, *same)), cell))
                elif number == 2:
                    rules.append((Implies((lit,), exactly(1, same)), cell))
                else:
                    rules += [(Clause((~lit, ~x)), cell) for x in same if x.n > lit.n]
            if cell in big:
                rules.append((Clause((~big[cell], *(big[n] for n in near[cell] if n in big))), cell))
        for a, b in self.areas.links:
            if 3 in size[a] and 3 in size[b]:
                further = {n for c in (a, b) for n in near[c]} - {a, b}
                threes = [size[n][3] for n in further if 3 in size[n]]
                rules.append((Implies((size[a][3], size[b][3]), exactly(1, threes)), (a, b)))
        return rules

    def flooded(self) -> list[Rule]:
        """The second statement: the region of a large given number is what is reached from there, and is counted."""
        rules: list[Rule] = []
        reached = 0
        for group, ball in self.balls.items():
            number = self.given[group[0]]
            if MIN_FLOODED <= number <= self.most and reached + len(ball) <= MAX_REACHED:
                reached += len(ball)
                index = {c: i for i, c in enumerate(ball)}
                links = [(i, index[n], None) for c, i in index.items() for n in self.near[c] if index.get(n, -1) > i]
                flooded = self.m.flood([self.size[c][number] for c in ball], links, range(len(group)))
                rules.append(Rule(exactly(number, flooded), self.words, group))
        return rules

    def _keys(self, values: Sequence[Sequence[int]]) -> list[str]:
        return [f"{name},{number}" for name, found in zip(self.areas.names, values, strict=True) for number in found]

    # -- what is stated only where it is broken ----------------------------------------------------------------------

    def numbers(self, value: Value) -> list[int]:
        """Per cell its number, 0 where it is big."""
        result = []
        for fixed, lits in zip(self.fixed, self.size, strict=True):
            if fixed:
                result.append(fixed)
                continue
            for number, lit in lits.items():
                if value(lit):
                    result.append(number)
                    break
            else:
                result.append(0)
        return result

    def violated(self, value: Value) -> list[Constraint]:
        """Return the constraints that an answer breaks: regions with more or fewer cells than their number."""
        numbers = self.numbers(value)
        result: list[Constraint] = []
        big = 0 in numbers
        for cells in _groups(self.near, numbers):
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
        """Return a clause against a region that is too small: if a cell has this number, so has another cell around
        the region."""
        inside = set(cells)
        ways_out = [
            self.size[n][number] for n in {n for c in cells for n in self.near[c]} - inside if number in self.size[n]
        ]
        sized_areas = [c for c in cells if c in self.given]
        return [Clause((~self.size[c][number], *ways_out)) for c in sized_areas[:1] or cells]

    def _too_large(self, cells: list[int], number: int) -> list[Constraint]:
        """Return a clause against a region that is too large: these connected cells do not all have this number."""
        near, inside = self.near, set(cells)
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
            return [cells for cells in _groups(self.near, numbers) if not numbers[cells[0]]]
        region = dict.fromkeys((c for c in self.cells if not numbers[c]), -1)
        result: list[list[int]] = []
        for start in region:
            if region[start] < 0:
                region[start] = len(result)
                cells = [start]
                for c in cells:
                    for n, e in self.areas.around[c]:
                        if e in self.joined and value(self.joined[e]) and region[n] < 0:
                            region[n] = len(result)
                            cells.append(n)
                result.append(cells)
        return result

    def _ways_out(self, cells: Iterable[int]) -> Iterable[tuple[int, int]]:
        """(link, cell outside) of the links between a region and other cells that may be big."""
        inside = set(cells)
        for c in inside:
            for n, e in self.areas.around[c]:
                if n not in inside and n in self.big:
                    yield e, n

    def _big_too_small(self, regions: Sequence[list[int]]) -> list[Constraint]:
        """A cell of a big region that is too small: if it is big, so is another cell around the region."""
        result: list[Constraint] = []
        for cells in regions:
            if len(cells) <= self.listed:
                ways_out = [self.joined.get(e, self.big[n]) for e, n in self._ways_out(cells)]
                result += [Clause((~self.big[c], *ways_out)) for c in cells]
        return result

    def _reason(self, cells: Sequence[int], numbers: Sequence[int], value: Value) -> list[Lit]:
        """Literals, true now, by which exactly these cells form a region of big cells."""
        reason = [self.big[c] for c in cells]
        for e in {e for c in cells for _, e in self.areas.around[c]}:
            if e in self.joined and not any(numbers[c] for c in self.areas.links[e]):
                reason.append(self.joined[e] if value(self.joined[e]) else ~self.joined[e])
        return reason + [~self.big[n] for _, n in self._ways_out(cells) if numbers[n]]

    def _big_wrong(self, numbers: Sequence[int], value: Value) -> list[Constraint]:
        """Regions of big cells that are too large, or touch others of the same size, or themselves."""
        regions = self._big_regions(numbers, value)
        region = {c: cells for cells in regions for c in cells}
        result: list[Constraint] = []
        for cells in regions:
            reason = self._reason(cells, numbers, value)
            if len(cells) > self.most or all(len(cells) in self.size[c] for c in cells):
                # of what can be listed the same numbers are found without calling the cells big, and should count once
                result.append(not_all(reason))
            for e in {e for c in cells for _, e in self.areas.around[c]}:
                a, b = self.areas.links[e]
                inner, outer = (a, b) if region.get(a) is cells else (b, a)
                if outer not in region:
                    if numbers[outer] == len(cells):
                        result.append(not_all([*reason, self.size[outer][len(cells)]]))
                elif region[outer] is not cells:
                    if inner < outer and len(region[outer]) == len(cells):
                        result.append(not_all(reason + self._reason(region[outer], numbers, value)))
                elif e in self.joined and not value(self.joined[e]):
                    result.append(not_all(reason))
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

    def deciding(self) -> list[Lit]:
        """All literals that may decide the numbers."""
        return [lit for lits in self.size for lit in lits.values()] + [*self.big.values(), *self.joined.values()]

    def differing(self, value: Value) -> list[list[Lit]]:
        """Per cell what changes where its number does: its own literal, or something about its region of big cells."""
        numbers = self.numbers(value)
        result = [[~lits[number]] if number else [] for lits, number in zip(self.size, numbers, strict=True)]
        if 0 in numbers:
            for cells in self._big_regions(numbers, value):
                change = [~x for x in self._reason(cells, numbers, value)]
                for c in cells:
                    result[c] = change
        return result

    def define(self) -> tuple[list[Definition], list[Rule]]:
        """Return the same as rules, for solvers that do not read the numbers from the regions."""
        numbers, big, joined, words = self.areas.numbers, self.big, self.joined, self.words
        rules: list[Rule] = []
        for c, lits in enumerate(self.size):
            terms: list[tuple[int, Var]] = [(1, numbers[c]), *((-n, lit) for n, lit in lits.items())]
            if c in big:
                rules.append(Rule(Linear([*terms, (-self.room, big[c])], None, 0), words, c))
                terms.append((-self.listed - 1, big[c]))
            rules.append(Rule(Linear(terms, 0, None if c in big else 0), words, c))
        for e, (a, b) in enumerate(self.areas.links):
            if a in big and b in big and (e in joined or not joined):
                same = (joined[e],) if joined else (big[a], big[b])
                rules.append(Rule(Implies(same, Linear([(1, numbers[a]), (-1, numbers[b])], 0, 0)), words, (a, b)))

        def violated(value: Value) -> list[Constraint]:
            found = self.numbers(value)
            return [
                Implies(tuple(self._reason(cells, found, value)), Linear([(1, x)], len(cells), len(cells)))
                for cells in self._big_regions(found, value)
                if value(x := numbers[cells[0]]) != len(cells)
            ]

        if big:
            over: list[Var] = [*big.values(), *joined.values(), *(numbers[c] for c in big)]
            rules.append(Rule(Lazy(over, violated), words, None))
        return [], rules
