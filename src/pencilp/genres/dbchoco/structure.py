"""Regions of cells of two colours: the light cells and the dark cells of each have the same shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Value
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form
from pencilp.structures.groups import GroupRule, Groups
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import Turn, free_form

if TYPE_CHECKING:
    from pencilp.model.model import Model

Way = Mapping[int, int]
"""A way to lay light cells onto dark ones, all moved and turned alike: per light cell the dark one it comes to lie on."""


@has_fast_form("pencilp.genres.dbchoco.fast:rewrite")
class TwoColoured(Regions):
    """Regions of a board whose cells are light or dark.

    ``dark`` says of each cell whether it is; ``places`` are the (row, column) of the cells; ``turns`` are all ways to turn and
    mirror the tiling. ``areas`` are the groups of cells of one colour that no border parts.
    """

    def __init__(
        self,
        m: Model,
        borders: Sequence[Lit],
        links: Sequence[tuple[int, int]],
        names: Sequence[str],
        corners: Sequence[Sequence[int]],
        places: Sequence[tuple[int, int]],
        dark: Sequence[bool],
        turns: Sequence[Turn],
    ) -> None:
        super().__init__(m, borders, links, names, corners)
        self.places, self.dark, self.turns = places, dark, turns
        self.light = [c for c in range(self.count) if not dark[c]]
        alike = [(a, b, ~x) for (a, b), x in zip(links, borders, strict=True) if dark[a] == dark[b]]
        self.areas = Groups(m, self.count, alike)
        self._ways: list[dict[int, int]] | None = None
        self._laid: list[tuple[Way, dict[int, Lit]]] | None = None

    def reset(self) -> None:
        super().reset()
        self._laid = None

    @property
    def moved(self) -> list[dict[int, int]]:
        """All ways to lay light cells onto dark ones, each for all light cells that it takes to some dark one."""
        moved: dict[tuple[int, int, int], dict[int, int]] = {}
        dark = [(j, *self.places[j]) for j in range(self.count) if self.dark[j]]
        for k, (a, b, d, e) in enumerate(self.turns):
            for w in self.light:
                r, c = self.places[w]
                row, col = a * r + b * c, d * r + e * c
                for j, r, c in dark:
                    moved.setdefault((k, r - row, c - col), {})[w] = j
        return list(moved.values())

    @property
    def ways(self) -> list[dict[int, int]]:
        """All ways to lay light cells onto dark ones, each for cells that may be in one region with what they are laid on."""
        if self._ways is None:
            self._ways = [part for way in self.moved for part in self.joined(way)]
        return self._ways

    def joined(self, way: Mapping[int, int]) -> list[dict[int, int]]:
        """Return a way to lay cells, divided into ways whose cells, light and dark, are connected."""
        found = []
        waiting = [dict(way)]
        while waiting:
            part = waiting.pop()
            number = self.parts_of({*part, *part.values()})
            kept: dict[int, dict[int, int]] = {}
            for w, j in part.items():
                if number[w] == number[j]:
                    kept.setdefault(number[w], {})[w] = j
            if len(kept) == 1 and len(part) == sum(map(len, kept.values())):
                found.append(part)
            else:
                waiting += kept.values()
        return found

    def parts_of(self, cells: set[int]) -> dict[int, int]:
        """Return for each cell the number of its connected part of ``cells``."""
        number: dict[int, int] = {}
        for start in cells:
            if start not in number:
                number[start] = start
                stack = [start]
                while stack:
                    for n, _ in self.around[stack.pop()]:
                        if n in cells and n not in number:
                            number[n] = start
                            stack.append(n)
        return number

    def laid(self) -> list[tuple[Way, dict[int, Lit]]]:
        """Per way the literals of its light cells: the light cells of this one's region are laid exactly onto its dark ones so.

        They may all be false. If one is true, it is true for all light cells of the region.
        """
        if self._laid is None:
            m = self.m
            reached = {w: self.reached(w) for w in self.light}
            self._laid = []
            for way in self.ways:
                lits = {w: m.binary() for w in way}
                m.ties += [Clause((~lits[w], reached[w].get(j, m.false))) for w, j in way.items()]
                m.ties += carried_on(self, way, lits)
                self._laid.append((way, lits))
        return self._laid

    def alike(self, light: Iterable[int], dark: Iterable[int]) -> bool:
        """Whether some cells have the form of others, turned or mirrored as one likes."""
        return free_form(light, self.places, self.turns) == free_form(dark, self.places, self.turns)

    def by_colour(self, cells: Iterable[int]) -> tuple[list[int], list[int]]:
        """The light and the dark ones of some cells."""
        light: list[int] = []
        dark: list[int] = []
        for c in cells:
            (dark if self.dark[c] else light).append(c)
        return light, dark


def carried_on(of: TwoColoured, way: Way, lits: Mapping[int, Lit]) -> list[Clause]:
    """Return that cells are laid in the same way, or laid on, if no border separates them from a cell that is laid
    so, or from its image.

    ``lits`` has per light cell the literal that it is laid so.
    """
    back = {j: w for w, j in way.items()}
    result = []
    for w, j in way.items():
        for n, e in (*of.around[w], *of.around[j]):
            other = lits.get(back.get(n, -1) if of.dark[n] else n)
            result.append(Clause((~lits[w], of.borders[e], *(() if other is None else (other,)))))
    return result


class OneArea(GroupRule):
    """The cells of the region of ``node`` that have its colour are one area.

    Decomposition: r_j, that cell j is in the region; s_j, that it is in the area of ``node``; not r_j, or s_j, for all cells j
    of this colour.
    """

    __slots__ = ()
    of: TwoColoured

    def holds(self, value: Value) -> bool:
        of = self.of
        area = set(of.areas.group(self.node, value))
        return all(j in area for j in of.group(self.node, value) if of.dark[j] == of.dark[self.node])

    def decomposed(self) -> Sequence[Clause]:
        of, m = self.of, self.of.m
        area = of.areas.reached(self.node)
        return [
            Clause((~x, area.get(j, m.false)))
            for j, x in of.reached(self.node).items()
            if of.dark[j] == of.dark[self.node]
        ]


class SameForm(GroupRule):
    """The light cells of the region of ``node``, one of them, have the form of its dark ones, if it has any.

    Decomposition: r_j, that cell j is in the region; x_t, for every way t to move, turn and mirror the board, that it
    takes the light cells of the region exactly onto its dark ones; some x_t, or no r_j of a dark cell. If x_t is
    true, so is r of the cell onto which t takes ``node``, and x_t of all cells that no border separates from ``node``
    or from that cell.
    """

    __slots__ = ()
    of: TwoColoured

    def holds(self, value: Value) -> bool:
        light, dark = self.of.by_colour(self.of.group(self.node, value))
        return not dark or self.of.alike(light, dark)

    def decomposed(self) -> Sequence[Clause]:
        of, m = self.of, self.of.m
        some = m.any_of([x for j, x in of.reached(self.node).items() if of.dark[j]])
        return [Clause((~some, *[lits[self.node] for _, lits in of.laid() if self.node in lits]))]


class EachOneArea(RuleFamily):
    """Every region has no more than one area of each colour."""

    __slots__ = ()
    of: TwoColoured

    def __init__(self, of: TwoColoured) -> None:
        self.of, self.at = of, range(of.count)

    @property
    def parts(self) -> list[OneArea]:  # type: ignore[override]
        """The rules about the single cells."""
        return [OneArea(self.of, node) for node in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        of = self.of
        areas: dict[int, int] = {c: k for k, area in enumerate(of.areas.all_groups(value)) for c in area}
        return [
            tuple(cells)
            for cells in of.all_groups(value)
            if any(len({areas[c] for c in some}) > 1 for some in of.by_colour(cells))
        ]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Any:
        return (self.of.touched(),)


class EachSameForm(RuleFamily):
    """The light cells of every region have the form of its dark ones, if it has both."""

    __slots__ = ()
    of: TwoColoured

    def __init__(self, of: TwoColoured) -> None:
        self.of, self.at = of, of.light

    @property
    def parts(self) -> list[SameForm]:  # type: ignore[override]
        """The rules about the single light cells."""
        return [SameForm(self.of, node) for node in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        found = ((cells, *self.of.by_colour(cells)) for cells in self.of.all_groups(value))
        return [tuple(cells) for cells, light, dark in found if light and dark and not self.of.alike(light, dark)]

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Any:
        return (self.of.touched(),)
