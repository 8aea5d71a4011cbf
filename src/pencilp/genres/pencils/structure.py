"""Pencils: straight strips of cells with a tip at one end, and lines from cell to cell that begin at the tips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import And, Clause, Constraint, Implies, Reached, Value, at_most, exactly, none_of
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.pencils.fast:rewrite")
class PencilsAndLines(Structure):
    """The pencils and the lines on a ``board``, a lattice: see pencilp.board.lattice.

    ``tips`` and ``bodies`` have a literal for each cell and direction: a tip that points there; a piece of a pencil that does.
    No two of one cell are true. ``line`` has a literal for each link.
    """

    def __init__(
        self, m: Model, board: Any, tips: Sequence[Sequence[Lit]], bodies: Sequence[Sequence[Lit]], line: Sequence[Lit]
    ) -> None:
        super().__init__(m)
        self.board, self.tips, self.bodies, self.line = board, tips, bodies, line
        self.lines_at = [[line[e] for e in board.links_at[c]] for c in board.cells]
        self.longest = max((len(cells) for lines in board.lines for cells in lines), default=1) - 1
        """No pencil is longer."""
        self._passed: list[Lit] = []
        self._near: list[list[Lit]] = []
        self._long: dict[tuple[int, int], list[Lit]] = {}

    def reset(self) -> None:
        self._passed, self._near = [], []
        self._long.clear()

    def parts_at(self, cell: int) -> list[Lit]:
        """The literals of a tip or a piece of a pencil there."""
        return [*self.tips[cell], *self.bodies[cell]]

    def behind(self, cell: int, way: int) -> list[int]:
        """The cells in which a pencil lies that has its tip at ``cell`` and points to ``way``, nearest first."""
        cells: list[int] = self.board.rays[cell][self.board.opposite(way)]
        return cells

    def touched(self) -> list[Lit]:
        """All variables."""
        return [*(x for lits in (*self.tips, *self.bodies) for x in lits), *self.line]

    # -- in a finished answer ------------------------------------------------------------------------------------

    def length(self, cell: int, way: int, value: Value) -> int:
        """How long the pencil is that has its tip at ``cell`` and points to ``way``."""
        found = 0
        for c in self.behind(cell, way):
            if not value(self.bodies[c][way]):
                break
            found += 1
        return found

    def to_end(self, cell: int, value: Value) -> int | None:
        """How many steps along lines the nearest end of a line outside pencils is from ``cell``; None where there is none."""
        board, seen, ring, steps = self.board, {cell}, [cell], 0
        while ring:
            for c in ring:
                if sum(map(value, self.lines_at[c])) == 1 and not any(map(value, self.parts_at(c))):
                    return steps
            ring = [
                n
                for c in ring
                for n, e in zip(board.near[c], board.links_at[c], strict=True)
                if value(self.line[e]) and n not in seen
            ]
            seen.update(ring)
            steps += 1
        return None

    # -- for decompositions --------------------------------------------------------------------------------------

    def passed(self) -> list[Lit]:
        """Per cell the literal that a line passes it."""
        if not self._passed:
            self._passed = [self.m.any_of(here) for here in self.lines_at]
        return self._passed

    def variable_groups(self) -> list[list[Lit]]:
        """Per number of steps up to the longest pencil, and cell: an end of a line is so near, or nearer."""
        if not self._near:
            m, board, passed = self.m, self.board, self.passed()
            ends = [
                m.all_of((*[~x for x in self.parts_at(c)], passed[c], ~m.count_of(2, self.lines_at[c])))
                for c in board.cells
            ]

            def made() -> list[list[Lit]]:
                near = [ends]
                for _ in range(self.longest):
                    on = [
                        m.all_of((x, near[-1][c])) for link, x in zip(board.links, self.line, strict=True) for c in link
                    ]
                    steps = [[on[2 * e + (c == board.links[e][0])] for e in board.links_at[c]] for c in board.cells]
                    near.append([m.any_of((x, *some)) for x, some in zip(near[-1], steps, strict=True)])
                return near

            self._near = m.cached(board.cache, ("ends",), [*self.line, *ends], made)
        return self._near

    def at_least(self, cell: int, way: int) -> list[Lit]:
        """The literals that a pencil has its tip there, points there, and is at least 0, 1, 2 ... long."""
        if (cell, way) not in self._long:
            long = [self.tips[cell][way]]
            for c in self.behind(cell, way):
                long.append(self.m.all_of((long[-1], self.bodies[c][way])))
            self._long[cell, way] = long
        return self._long[cell, way]


class _Everywhere(RuleFamily):
    """A rule about every cell."""

    __slots__ = ()
    of: PencilsAndLines

    def __init__(self, of: PencilsAndLines) -> None:
        self.of, self.at = of, of.board.cells

    @property
    def parts(self) -> list[Constraint]:  # type: ignore[override]
        """The rules about the single cells."""
        return [*map(self.part, self.at)]

    def part(self, cell: int) -> Constraint:
        """The rule about ``cell``."""
        raise NotImplementedError


class LineAtTips(_Everywhere):
    """One line begins at every tip.

    x >> exactly one of the lines there, for each tip x of a cell.
    """

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        return And([Implies((x,), exactly(1, self.of.lines_at[cell])) for x in self.of.tips[cell]])


class NoLineInPencils(_Everywhere):
    """No line passes a piece of a pencil.

    x >> none of the lines there, for each piece x of a cell.
    """

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        return And([Implies((x,), none_of(self.of.lines_at[cell])) for x in self.of.bodies[cell]])


class Unbranched(_Everywhere):
    """No cell has more than two lines: the sum of their literals is 2 at most."""

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        return at_most(2, self.of.lines_at[cell])


class AllUsed(_Everywhere):
    """Every cell is of a pencil or has a line: some literal of a tip, a piece or a line there is true."""

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        return Clause([*self.of.parts_at(cell), *self.of.lines_at[cell]])


class UpToTips(_Everywhere):
    """Ahead of every piece of a pencil is another that points the same way, or a tip that does.

    x >> piece or tip, of the same direction, in the cell ahead; not x where there is none.
    """

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        pencils = self.of
        ahead = [[*rays[:1]] for rays in pencils.board.rays[cell]]
        return And(
            [
                Clause((~x, *[y for c in ahead[way] for y in (pencils.tips[c][way], pencils.bodies[c][way])]))
                for way, x in enumerate(pencils.bodies[cell])
            ]
        )


class FromTips(StructureRule):
    """Every cell with a line is joined to a tip by lines.

    Decomposition: ``Reached`` from a node that has an arc to every tip.
    """

    __slots__ = ()
    of: PencilsAndLines

    def faults(self, value: Value, at: Any) -> list[Any]:
        pencils, board = self.of, self.of.board
        found = [c for c in board.cells if any(map(value, pencils.tips[c]))]
        seen = set(found)
        for c in found:
            for n, e in zip(board.near[c], board.links_at[c], strict=True):
                if n not in seen and value(pencils.line[e]):
                    seen.add(n)
                    found.append(n)
        wrong = tuple(c for c in board.cells if c not in seen and any(map(value, pencils.lines_at[c])))
        return [wrong] if wrong else []

    def holds(self, value: Value) -> bool:
        return not self.faults(value, None)

    def variables(self) -> Iterable[Lit]:
        return [*(x for lits in self.of.tips for x in lits), *self.of.line]

    def decomposed(self) -> Sequence[Constraint]:
        pencils, board = self.of, self.of.board
        arcs = [
            (1 + a, 1 + b, x) for (c, d), x in zip(board.links, pencils.line, strict=True) for a, b in ((c, d), (d, c))
        ]
        arcs += [(0, 1 + c, x) for c in board.cells for x in pencils.tips[c]]
        return [Reached([pencils.m.true, *pencils.passed()], arcs, [0])]


class AsLong(_Everywhere):
    """From every tip the nearest end of a line is as many steps away as its pencil is long."""

    __slots__ = ()

    def part(self, cell: int) -> Constraint:
        return _AsLong(self.of, cell)


class _AsLong(StructureRule):
    """The same of the tips in one cell.

    Decomposition, with l_k, that a pencil with its tip there is k long or longer, and e_k, that an end of a line is k steps away
    or nearer: l_k and not l_{k+1} => e_k, and l_{k+1} => not e_k.
    """

    __slots__ = ("cell",)
    of: PencilsAndLines

    def __init__(self, of: PencilsAndLines, cell: int) -> None:
        super().__init__(of)
        self.cell = cell

    def holds(self, value: Value) -> bool:
        return all(
            self.of.length(self.cell, way, value) == self.of.to_end(self.cell, value)
            for way, x in enumerate(self.of.tips[self.cell])
            if value(x)
        )

    def variables(self) -> Iterable[Lit]:
        return self.of.touched()

    def decomposed(self) -> Sequence[Constraint]:
        near, result = [here[self.cell] for here in self.of.variable_groups()], []
        for way in self.of.board.directions:
            long = self.of.at_least(self.cell, way)
            result += [Clause((~x, *long[k + 1 : k + 2], near[k])) for k, x in enumerate(long)]
            result += [Clause((~x, ~near[k])) for k, x in enumerate(long[1:])]
        return result


class LengthIs(StructureRule):
    """The pencil with a piece at ``cell`` is ``length`` long.

    Decomposition: one of the places and directions is that of its tip.
    """

    __slots__ = ("cell", "length")
    of: PencilsAndLines

    def __init__(self, of: PencilsAndLines, cell: int, length: int) -> None:
        super().__init__(of)
        self.cell, self.length = cell, length

    def tips(self) -> list[tuple[int, int]]:
        """Return the possible places of its tip, with its direction."""
        rays = self.of.board.rays[self.cell]
        return [(c, way) for way, ray in enumerate(rays) for c in ray[: self.length]]

    def holds(self, value: Value) -> bool:
        return any(
            value(self.of.tips[c][way]) and self.of.length(c, way, value) == self.length for c, way in self.tips()
        )

    def variables(self) -> Iterable[Lit]:
        return [*(x for lits in (*self.of.tips, *self.of.bodies) for x in lits)]

    def decomposed(self) -> Sequence[Constraint]:
        m, k = self.of.m, self.length
        ways = [long for long in (self.of.at_least(c, way) for c, way in self.tips()) if k < len(long)]
        return [Clause([m.all_of((long[k], *[~x for x in long[k + 1 : k + 2]])) for long in ways])]
