"""Beams: lines that begin at some sides of some cells, lead from cell to cell, and stop at one of these cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Value, flooded
from pencilp.model.structures import Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model

Way = tuple[int, int]
"""A cell and a direction: over that link out of the cell."""
State = tuple[Way, int]
"""A way, and how often the line has turned before it."""


def ways_of(board: Any) -> list[Way]:
    """All ways on a board, a lattice."""
    return [(c, d) for c in board.cells for d, link in enumerate(board.link_to[c]) if link >= 0]


@has_fast_form("pencilp.genres.firefly.fast:rewrite")
class Beams(Structure):
    """The lines: ``line`` has a literal per link of ``board``, the lattice.

    They stop at the cells ``stops``, and begin there over the ways ``dots``. Over the other ways from there they end.
    """

    def __init__(
        self, m: Model, board: Any, line: Sequence[Lit], dots: Collection[Way], stops: Collection[int]
    ) -> None:
        super().__init__(m)
        self.board, self.line, self.stops = board, line, frozenset(stops)
        self.ways = ways_of(board)
        self.dots: list[Way] = sorted({*dots}.intersection(self.ways))
        self.others: list[Way] = [way for way in self.ways if way[0] in self.stops and way not in {*self.dots}]
        """The other ways that leave stops."""
        self.between = [c for c in board.cells if c not in self.stops]
        """The cells that are no stops."""
        self._most = 0
        self._comes: dict[tuple[bool | None, bool], dict[State, Lit]] = {}

    def reset(self) -> None:
        self._comes.clear()

    @property
    def most(self) -> int:
        """The greatest number of turns that rules speak of."""
        return self._most

    def speak_of(self, turns: int) -> None:
        """Let the rules speak of at least this number of turns."""
        self._most = max(self._most, turns)

    def over(self, way: Way) -> Lit:
        """The literal of the line over a way."""
        link: int = self.board.link_to[way[0]][way[1]]
        return self.line[link]

    def back(self, way: Way) -> Way:
        """The same way back."""
        return self.board.step[way[0]][way[1]], self.board.opposite(way[1])

    def lines_at(self, cell: int) -> list[Lit]:
        """The literals of the lines at a cell."""
        return [self.line[link] for link in self.board.links_at[cell]]

    def steps(self, counted: bool) -> Iterable[tuple[State, State]]:
        """The pairs of states that follow one another; unless turns are ``counted``, there are none."""
        for cell, way in self.ways:
            n = self.board.step[cell][way]
            for after in self.board.directions if n not in self.stops else ():
                if self.board.link_to[n][after] >= 0 and after != self.board.opposite(way):
                    more = counted and after != way
                    for k in range((self._most if counted else 0) + 1 - more):
                        yield ((cell, way), k), ((n, after), k + more)

    def starts(self, from_dots: bool | None) -> list[State]:
        """The states in which one begins: at the dots, at all other sides of stops, or (None) at both."""
        ways = [*self.dots, *self.others] if from_dots is None else self.dots if from_dots else self.others
        return [(way, 0) for way in ways]

    def comes(self, from_dots: bool | None, counted: bool) -> dict[State, Lit]:
        """Per state the literal, defined by the lines, that one comes into it along them."""
        key = from_dots, counted
        if key not in self._comes:
            states = [(way, k) for way in self.ways for k in range((self._most if counted else 0) + 1)]
            number = {state: i for i, state in enumerate(states)}
            edges = [(number[a], number[b], None) for a, b in self.steps(counted)]
            starts = [number[state] for state in self.starts(from_dots)]
            flooded = self.m.flood([self.over(way) for way, _ in states], edges, starts)
            self._comes[key] = dict(zip(states, flooded, strict=True))
        return self._comes[key]


class Arriving(StructureRule):
    """A line over ``way``, which leaves a stop, comes from a dot. If ``from_dot`` is false, it comes from another
    side of a stop; if it is None, from any side of a stop.

    It has turned ``turns`` times, if that is given. Decomposition: the lines are flooded from there.
    """

    __slots__ = ("from_dot", "turns", "way")
    of: Beams

    def __init__(self, of: Beams, way: Way, *, from_dot: bool | None = None, turns: int | None = None) -> None:
        super().__init__(of)
        self.way, self.from_dot, self.turns = way, from_dot, turns
        if turns is not None and turns <= len(of.board):
            of.speak_of(turns)

    def _state(self) -> State:
        return self.of.back(self.way), self.turns or 0

    def holds(self, value: Value) -> bool:
        if not value(self.of.over(self.way)):
            return True
        starts, steps = self.of.starts(self.from_dot), self.of.steps(self.turns is not None)
        return self._state() in flooded(starts, steps, lambda state: value(self.of.over(state[0])))

    def variables(self) -> Sequence[Lit]:
        return self.of.line

    def decomposed(self) -> Sequence[Constraint]:
        arrives = self.of.comes(self.from_dot, self.turns is not None).get(self._state(), self.of.m.false)
        return [Clause((~self.of.over(self.way), arrives))]
