"""Regions of one light and one dark area of the same form.

Where there are not too many such regions, all of them are listed, and some are chosen. Elsewhere every cell is laid onto one of
the other colour, in one of the ways to move, turn and mirror the board. What is stated of the single cells makes every light
area lie exactly on one dark area, and touch it. That nothing else belongs to their region, and that every border parts two, is
stated only where an answer breaks it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from pencilp.model.constraints import Clause, Constraint, Lazy, Reached, Value, any_of, exactly
from pencilp.model.groups import EachHolds, GroupSize, Parted
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.quick.placements import cover
from pencilp.model.shapes import Region
from pencilp.model.structures import Many
from pencilp.model.twins import EachOneArea, EachSameForm, TwoColoured, Way, carried_on
from pencilp.model.variables import Lit

MOST = 150_000
"""More ways to lay an area are not listed."""


def form(regions: TwoColoured, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``; None where not all are there that make regions pairs of areas."""
    kinds = {type(rule[0]): rule for rule in rules if isinstance(rule[0], Many)}
    light, dark = map(frozenset, regions.by_colour(range(regions.count)))
    both = []
    for some, others in ((light, dark), (dark, light)):
        for rule in rules:
            c = rule[0]
            if isinstance(c, EachHolds) and c.marked == some and c.low == 1 and c.high >= regions.count:
                both += [rule] if others.issubset(c.nodes) else []
    held = {rule[0].marked for rule in both}  # type: ignore[union-attr]
    if not {Parted, EachOneArea, EachSameForm} <= kinds.keys() or held != {light, dark}:
        return None
    used = [*both, *(kinds[kind] for kind in (Parted, EachOneArea, EachSameForm))]
    pairs = _Pairs(regions, used[-1].words)
    if not pairs.balanced():
        return Form([*used, *pairs.told], [used[-1]._replace(constraint=Clause())])
    listed = pairs.listed()
    if listed is None:
        return Form(used, pairs.rules())
    covering = cover(regions, listed)
    return Form([*used, *pairs.told], covering.rules, [covering.derived])


class _Pairs:
    def __init__(self, regions: TwoColoured, words: str) -> None:
        self.regions, self.words = regions, words
        told = {}
        for rule in regions.m.rules:
            if isinstance(c := rule[0], GroupSize) and c.of is regions.areas and c.low == c.high:
                told[c.node] = c.low, rule
        self.told = [rule for _, rule in told.values()]
        """The rules that say how large an area is, one for a cell at most."""
        self.sizes = {node: size for node, (size, _) in told.items()}
        self.near = [sum([1 << n for n, _ in beside]) for beside in regions.around]
        """Per cell its neighbours, as bits of a number."""

    @cached_property
    def ways(self) -> list[Way]:
        """All ways to lay light areas, each for one area at most."""
        return [part for way in self.regions.moved for part in self._possible(way)]

    def balanced(self) -> bool:
        """Whether each part of the board has as many light cells as dark ones, as every region has."""
        regions = self.regions
        more: dict[int, int] = {}
        for cell, part in regions.parts_of({*range(regions.count)}).items():
            more[part] = more.get(part, 0) + (1 if regions.dark[cell] else -1)
        return not any(more.values())

    def listed(self) -> list[Region] | None:
        """All regions that are pairs of areas of the told sizes; None where there are too many."""
        found: set[int] = set()
        room = MOST
        for way in self.ways:
            room = self._list(way, found, room)
            if room < 0:
                return None
        return sorted(map(_cells, found))

    def _list(self, way: Way, found: set[int], room: int) -> int:
        """Add the regions whose light area is laid in some way to those that were ``found``; sets of cells are bits of numbers.

        Each light area is grown in one way only: from its first cell on, and past a cell that was left out it does not grow
        there. Returns for how many more there is ``room``: none are added where it is used up.
        """
        near, sizes = self.near, self.sizes
        told = {w: size for w, j in way.items() if (size := sizes.get(w, sizes.get(j, 0)))}
        free = sum([1 << w for w in way])
        image = {w: 1 << j for w, j in way.items()}
        for first in sorted(way):
            # an area, how many cells it has, what it is laid on, its neighbours, its size if told, where to grow, and where not
            stack = [(0, 0, 0, 0, 0, 1 << first, (2 << first) - 1)]
            while stack:
                area, count, goals, beside, size, ways, seen = stack.pop()
                while ways:
                    bit = ways & -ways
                    ways ^= bit
                    n = bit.bit_length() - 1
                    known = told.get(n, size)
                    if size and known != size:
                        continue
                    room -= 1
                    if room < 0:
                        return room
                    laid, around = goals | image[n], beside | near[n]
                    if laid & around and (not known or known == count + 1):
                        found.add(area | bit | laid)
                    if not known or count + 1 < known:
                        more = ways | near[n] & free & ~seen
                        if more:
                            stack.append((area | bit, count + 1, laid, around, known, more, seen | near[n]))
        return room

    def lay(self) -> None:
        """Make the literals by which cells are laid onto others."""
        m, regions = self.regions.m, self.regions
        self.lits: list[Mapping[int, Lit]] = [
            dict(zip(way, m.binaries("laid", len(way)), strict=True)) for way in self.ways
        ]
        self.at: list[list[tuple[int, Lit]]] = [[] for _ in range(regions.count)]
        """Per cell the numbers of the ways that it can be laid, or laid on, with the literal of each."""
        for k, (way, lits) in enumerate(zip(self.ways, self.lits, strict=True)):
            for w, j in way.items():
                self.at[w].append((k, lits[w]))
                self.at[j].append((k, lits[w]))

    def _possible(self, way: Way) -> list[Way]:
        """Parts of a way that each are room for one light area, with the sizes told in it, and touch what they are laid on."""
        near, sizes = self.near, self.sizes
        if sizes:
            way = {w: j for w, j in way.items() if sizes.get(w) in (None, sizes.get(j, sizes.get(w)))}
        waiting: list[Way] = [way]
        found: list[Way] = []
        while waiting:
            part = waiting.pop()
            left = sum([1 << w for w in part])
            goals = sum([1 << j for j in part.values()])
            if not any(goals & near[w] for w in part):
                continue
            while left:
                some, beside, ways = 0, 0, left & -left
                left ^= ways
                while ways:
                    bit = ways & -ways
                    n = bit.bit_length() - 1
                    some |= bit
                    beside |= near[n]
                    ways = ways ^ bit | near[n] & left
                    left &= ~near[n]
                cells = _cells(some)
                if not any(beside >> part[w] & 1 for w in cells):
                    continue
                fitting = {w: part[w] for w in cells if max(sizes.get(w, 0), sizes.get(part[w], 0)) <= len(cells)}
                (found if len(fitting) == len(cells) else waiting).append(fitting)
        return found

    def rules(self) -> list[Rule]:
        """Everything that is stated where regions are not listed."""
        self.lay()
        regions, words = self.regions, self.words
        borders = regions.borders
        link = {pair: e for e, (a, b) in enumerate(regions.links) for pair in ((a, b), (b, a))}
        result = [Rule(exactly(1, [x for _, x in some]), words, c) for c, some in enumerate(self.at)]
        for way, lits in zip(self.ways, self.lits, strict=True):
            clauses = carried_on(regions, way, lits)
            for w, j in way.items():
                for n, e in regions.around[w]:
                    if n > w and n in way:
                        # two cells that are laid alike are parted where those that they are laid on are
                        x, y, other = borders[e], borders[link[j, way[n]]], (~lits[w], ~lits[n])
                        clauses += (Clause((*other, x, ~y)), Clause((*other, ~x, y)))
            result += [Rule(clause, words, None) for clause in clauses]
        # a border that comes to a corner goes on there
        result += [
            Rule(any_of([~borders[e], *(borders[x] for x in corner if x != e)]), words, regions.links[e])
            for corner in regions.rounds
            for e in corner
        ]
        result.append(Rule(self._touching(), words, None))
        over = [*borders, *(x for lits in self.lits for x in lits.values())]
        return [*result, Rule(Lazy(over, self.violated), words, None)]

    def _touching(self) -> Reached:
        """All cells of a light area can be reached from where it touches the dark area that it is laid on."""
        regions, m = self.regions, self.regions.m
        nodes: list[Lit] = []
        arcs: list[tuple[int, int, Lit | None]] = []
        roots: list[int] = []
        for way, lits in zip(self.ways, self.lits, strict=True):
            number = {w: len(nodes) + i for i, w in enumerate(way)}
            nodes += [lits[w] for w in way]
            goals = {*way.values()}
            for w in way:
                touched = []
                for n, e in regions.around[w]:
                    if n in number:
                        arcs.append((number[w], number[n], ~regions.borders[e]))
                    elif n in goals:
                        touched.append(~regions.borders[e])
                if touched:
                    roots.append(len(nodes))
                    arcs.append((len(nodes), number[w], None))
                    nodes.append(m.all_of([lits[w], m.any_of(touched)]))
        return Reached(nodes, arcs, roots)

    def violated(self, value: Value) -> list[Constraint]:
        """What a found answer has wrong."""
        regions, borders = self.regions, self.regions.borders
        result: list[Constraint] = []
        for cells in regions.areas.all(value):
            if not regions.dark[cells[0]]:
                result += self._other_area(cells, value)
        drawn = list(map(value, borders))
        groups = regions.split(drawn, [False] * regions.count)
        region = {c: k for k, cells in enumerate(groups) for c in cells}
        for e, (a, b) in enumerate([] if result else regions.links):
            if drawn[e] and region[a] == region[b]:
                result.append(any_of([~borders[e], *(borders[x] for x in self._path(a, b, drawn))]))
        return result

    def _other_area(self, cells: Sequence[int], value: Value) -> list[Constraint]:
        """No border runs between a light area and a dark cell that none of its cells is laid on.

        So it is also where the area has fewer cells.
        """
        regions, borders, around = self.regions, self.regions.borders, self.regions.around
        number = next(number for number, x in self.at[cells[0]] if value(x))
        way, lits = self.ways[number], self.lits[number]
        goals = {way[w] for w in cells}
        leaving = [~borders[e] for w in cells for n, e in around[w] if not regions.dark[n] and n not in cells]
        return [
            Clause((~lits[w], borders[e], *leaving))
            for w in cells
            for n, e in around[w]
            if regions.dark[n] and n not in goals and not value(borders[e])
        ]

    def _path(self, start: int, end: int, drawn: Sequence[int]) -> list[int]:
        """The links of a shortest way without a border from one cell to another, which it finds."""
        before = {start: (start, -1)}
        cells = [start]
        for c in cells:
            for n, e in self.regions.around[c]:
                if not drawn[e] and n not in before:
                    before[n] = c, e
                    cells.append(n)
        way = []
        while end != start:
            end, e = before[end]
            way.append(e)
        return way


def _cells(bits: int) -> Region:
    """The cells whose bits are set, in order."""
    cells = []
    while bits:
        bit = bits & -bits
        cells.append(bit.bit_length() - 1)
        bits ^= bit
    return tuple(cells)
