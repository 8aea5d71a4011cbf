"""Regions of one light and one dark area of the same shape. If there are not too many such regions, all of them are
listed, and a search chooses some. Otherwise every cell is laid onto one of the other colour, in one of the ways to
move, turn and mirror the board. Rules about single cells make every light area lie exactly on one dark area, and
touch it. The rules that nothing else belongs to their region, and that every border separates two regions, are stated
only if an answer breaks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pencilp.errors import counted
from pencilp.genres.dbchoco.fast_regions import Listing, opposite
from pencilp.genres.dbchoco.structure import EachOneArea, EachSameForm, TwoColoured, Way, carried_on
from pencilp.model.bitset import members, shifted
from pencilp.model.constraints import Clause, Constraint, Lazy, Reached, Value, any_of, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.placements import cover
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, GroupSize, Parted
from pencilp.structures.shapes import Turn

MAX_WAYS = 150_000
"""More ways to lay an area are not listed."""


def rewrite(regions: TwoColoured, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, or the reason why it does not fit."""
    kinds = {type(rule[0]): rule for rule in rules if isinstance(rule[0], RuleFamily)}
    light, dark = map(frozenset, regions.by_colour(range(regions.count)))
    both = []
    for some, others in ((light, dark), (dark, light)):
        for rule in rules:
            c = rule[0]
            if isinstance(c, EachHolds) and c.marked == some and c.low == 1 and c.high >= regions.count:
                both += [rule] if others.issubset(c.nodes) else []
    held = {rule[0].marked for rule in both}  # type: ignore[union-attr]
    if not {Parted, EachOneArea, EachSameForm} <= kinds.keys() or held != {light, dark}:
        return "the rules are not all that make regions pairs of areas"
    used = [*both, *(kinds[kind] for kind in (Parted, EachOneArea, EachSameForm))]
    sizes_given = {}
    for rule in regions.m.rules:
        if isinstance(c := rule[0], GroupSize) and c.of is regions.areas and c.low == c.high:
            sizes_given[c.node] = c.low, rule
    telling = [rule for _, rule in sizes_given.values()]
    if not _balanced(regions):
        return Rewrite(
            "a contradiction: there are more cells of one colour",
            [*used, *telling],
            [used[-1]._replace(constraint=Clause())],
        )
    sizes = {cell: size for cell, (size, _) in sizes_given.items()}
    listed = Listing(regions, sizes, MAX_WAYS).all()
    if listed is None:
        return Rewrite("light cells laid onto dark cells", used, _Pairs(regions, sizes, used[-1].words).rules())
    covering = cover(regions, listed)
    form = f"a choice among {counted(len(listed), 'listed region')}"
    return Rewrite(form, [*used, *telling], covering.rules, [covering.derived])


def _balanced(regions: TwoColoured) -> bool:
    """Return whether each part of the board has as many light cells as dark ones, as every region has."""
    more: dict[int, int] = {}
    for cell, part in regions.parts_of({*range(regions.count)}).items():
        more[part] = more.get(part, 0) + (1 if regions.dark[cell] else -1)
    return not any(more.values())


class _Laying(NamedTuple):
    """One turn of the board, moved by ``shift``, lays the light cells ``part`` onto dark ones.

    ``turned`` has per place of a cell the one that the turn takes it to. ``touching`` are those of ``part`` next to a
    dark cell on which a cell is laid: every region that is laid so has such a cell.
    """

    part: int
    touching: int
    turned: Mapping[int, int]
    shift: int


class _Pairs:
    """Pairs of a light and a dark area.

    Every cell has a *place*, a number. Places count along the rows, with gaps between rows that are large enough to
    move the board, however it is turned, by adding one number to all its places. A set of places is a number with a
    bit for each of them, so all of them are moved at once by a shift of the bits.
    """

    def __init__(self, regions: TwoColoured, sizes: Mapping[int, int], words: str) -> None:
        self.regions, self.words = regions, words
        rows, columns = zip(*regions.places, strict=True)
        self.positions = [(r - min(rows), c - min(columns)) for r, c in regions.places]
        across = [[d * r + e * c for r, c in self.positions] for _, _, d, e in regions.turns]
        self.width = 1 + max(columns) - min(columns) + max([max(some) - min(some) for some in across])
        self.place = self._turned((1, 0, 0, 1))
        """Per cell its place."""
        self.cell = {place: cell for cell, place in enumerate(self.place)}
        self.steps = {abs(self.place[a] - self.place[b]) for a, b in regions.links}
        """How far apart the places of two neighbours are."""
        self.sizes = {self.place[cell]: size for cell, size in sizes.items()}
        """The given size of the area at each place."""

    def _turned(self, turn: Turn) -> list[int]:
        """Per cell the place that a turn takes it to; it may be beyond the board, and below 0."""
        a, b, d, e = turn
        return [self.width * (a * r + b * c) + d * r + e * c for r, c in self.positions]

    def _bits(self, cells: Iterable[int]) -> int:
        return sum([1 << self.place[c] for c in cells])

    def _adjacent(self, places: int) -> int:
        """Return all places next to some, whether there are cells or not."""
        found = 0
        for step in self.steps:
            found |= places << step | places >> step
        return found

    def _layings(self) -> list[_Laying]:
        """All ways to lay areas of more than one cell."""
        width, adjacent = self.width, self._adjacent
        colours = self.regions.by_colour(range(self.regions.count))
        light, dark = map(self._bits, colours)
        found = []
        for turn in self.regions.turns if light and dark else ():
            # light cells come to lie on dark ones where these, turned and moved back, come to lie on them
            a, b, d, e = back = opposite(turn)
            onto, by = self._turned(turn), self._turned(back)
            lights, first_light = _gathered([onto[w] for w in colours[0]])
            darks, first_dark = _gathered([by[j] for j in colours[1]])
            turned = dict(zip(self.place, onto, strict=True))
            for down, right in self._moves(turn):
                shift = width * down + right
                goals = dark & shifted(lights, first_light + shift)
                around = adjacent(goals)
                if not goals & around:
                    continue
                part = light & shifted(darks, first_dark - width * (a * down + b * right) - (d * down + e * right))
                if touching := part & around & adjacent(part):
                    found.append(_Laying(part, touching, turned, shift))
        return found

    def _moves(self, turn: Turn) -> Iterator[tuple[int, int]]:
        """By how many rows and columns the board, turned, can be moved so that it lies on itself in part."""
        a, b, d, e = turn
        rows, columns = zip(*self.positions, strict=True)
        turned_rows, turned_columns = zip(*[(a * r + b * c, d * r + e * c) for r, c in self.positions], strict=True)
        return product(
            range(min(rows) - max(turned_rows), max(rows) - min(turned_rows) + 1),
            range(min(columns) - max(turned_columns), max(columns) - min(turned_columns) + 1),
        )

    def _dominoes(self) -> list[tuple[int, int]]:
        """The light and the dark place of every region of two cells."""
        regions, place, size = self.regions, self.place, self.sizes.get
        ordered = [
            (b, a) if regions.dark[a] else (a, b) for a, b in regions.links if regions.dark[a] != regions.dark[b]
        ]
        return [(place[w], place[j]) for w, j in ordered if size(place[w], 1) == size(place[j], 1) == 1]

    def ways(self) -> list[Way]:
        """All ways to lay light areas, each for one area at most."""
        cell, sizes_given = self.cell, self.sizes.get
        found: list[Way] = [{cell[w]: cell[j]} for w, j in self._dominoes()]
        for part, touching, turned, shift in self._layings():
            way = {n: turned[n] + shift for n in members(part)}
            fitting = sum(
                [1 << n for n, j in way.items() if sizes_given(n, sizes_given(j)) == sizes_given(j, sizes_given(n))]
            )
            waiting = touching & fitting
            while waiting:
                area = waiting & -waiting
                while (more := area | self._adjacent(area) & fitting) != area:
                    area = more
                waiting &= ~area
                places = members(area)
                if len(places) > 1 and self._adjacent(area) & sum([1 << way[n] for n in places]):
                    found.append({cell[n]: cell[way[n]] for n in places})
        return found

    def lay(self) -> None:
        """Make the literals by which cells are laid onto others."""
        m, regions = self.regions.m, self.regions
        self.laid = [(way, dict(zip(way, m.binaries("laid", len(way)), strict=True))) for way in self.ways()]
        """The ways, each with the literals of its light cells."""
        self.at: list[list[tuple[int, Lit]]] = [[] for _ in range(regions.count)]
        """Per cell the numbers of the ways that it can be laid, or laid on, with the literal of each."""
        for k, (way, lits) in enumerate(self.laid):
            for w, j in way.items():
                self.at[w].append((k, lits[w]))
                self.at[j].append((k, lits[w]))

    def rules(self) -> list[Rule]:
        """Return all rules that are stated if regions are not listed.

        With x_wt, that the light cell w is laid in the way t, onto t(w), and b_e the borders: of all x_wt that lay a cell, or
        are laid on it, exactly one; x_wt and not b_e, to a cell next to w or t(w) >> that cell is laid so, or laid on;
        x_wt and x_nt for neighbours w and n >> b between them = b between t(w) and t(n); the cells of a light area are reached
        from one of them that touches the dark area; if three links around a corner have no border, the fourth has none.
        """
        self.lay()
        regions, words = self.regions, self.words
        borders = regions.borders
        link = {pair: e for e, (a, b) in enumerate(regions.links) for pair in ((a, b), (b, a))}
        result = [Rule(exactly(1, [x for _, x in some]), words, c) for c, some in enumerate(self.at)]
        for way, lits in self.laid:
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
        over = [*borders, *(x for _, lits in self.laid for x in lits.values())]
        return [*result, Rule(Lazy(over, self.violated), words, None)]

    def _touching(self) -> Reached:
        """All cells of a light area can be reached from where it touches the dark area that it is laid on."""
        regions, m = self.regions, self.regions.m
        nodes: list[Lit] = []
        arcs: list[tuple[int, int, Lit | None]] = []
        roots: list[int] = []
        for way, lits in self.laid:
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
        """Return the constraints that an answer breaks."""
        regions, borders = self.regions, self.regions.borders
        result: list[Constraint] = []
        for cells in regions.areas.all_groups(value):
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
        way, lits = self.laid[number]
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


def _gathered(places: Sequence[int]) -> tuple[int, int]:
    """Some places, which may be below 0, as a set that is moved so that the first is 0; and the first."""
    first = min(places)
    return sum([1 << place - first for place in places]), first
