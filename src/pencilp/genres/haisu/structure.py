"""One path through all nodes of a graph, from a start to a goal, and on which visit to some of them it passes one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pencilp._util.cache import Cache
from pencilp.model.constraints import Connected, Constraint, Value, any_of, exactly, unreached
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model

Arc = tuple[int, int]
Room = frozenset[int]


@has_fast_form("pencilp.genres.haisu.fast:rewrite")
class Tour(Structure):
    """The path along the links of a ``board``. ``line`` has the literals of the links. It has ``count`` nodes, the
    cells.

    A room is any set of nodes. A visit to it begins when the path enters it, starts in it, or passes one of the edges
    ``parted`` inside it. ``cache`` is that of the board.
    """

    def __init__(
        self, m: Model, board: Any, line: Sequence[Lit], start: int, goal: int, parted: Collection[Arc]
    ) -> None:
        super().__init__(m)
        self.cache: Cache = board.cache
        self.count = count = len(board)
        self.start, self.goal, self.parted = start, goal, frozenset(parted)
        self.edges = [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)]
        self.line = line
        self.nodes = [m.true] * count
        self.over = {arc: x for a, b, x in self.edges for arc in ((a, b), (b, a))}
        self.near: list[list[int]] = [[] for _ in range(count)]
        for a, b in self.over:
            self.near[a].append(b)
        self._most: dict[Room, int] = {}
        """Per room how many visits its rules speak of."""
        self._comes: dict[Room, dict[tuple[Arc, int], Lit]] = {}

    def reset(self) -> None:
        self._comes.clear()

    def speak_of(self, room: Room, visits: int) -> None:
        """Let the rules of a room speak of at least this number of visits."""
        self._most[room] = max(self._most.get(room, 0), visits)

    def lines_at(self, node: int) -> list[Lit]:
        """The literals of the lines at a node."""
        return [self.over[node, n] for n in self.near[node]]

    def enters(self, room: Room, a: int, b: int) -> bool:
        """Whether a visit to a room begins with the step from one node to another."""
        return b in room and (a not in room or not self.parted.isdisjoint(((a, b), (b, a))))

    def states(self, room: Room) -> list[tuple[Arc, int]]:
        """A step: an arc, and the number of times that the path has entered the room before it."""
        return [(arc, k) for arc in self.over for k in range(self._most[room] + 1)]

    def steps(self, room: Room) -> Iterable[tuple[tuple[Arc, int], tuple[Arc, int]]]:
        """The pairs of states that follow one another."""
        return ((state, after) for state in self.states(room) for after in self.after(room, state))

    def after(self, room: Room, state: tuple[Arc, int]) -> Iterable[tuple[Arc, int]]:
        """Yield the states that may follow one."""
        (a, b), k = state
        k += self.enters(room, a, b)
        if b not in (self.start, self.goal) and k <= self._most[room]:
            for c in self.near[b]:
                if c != a:
                    yield (b, c), k

    def before(self, room: Room, state: tuple[Arc, int]) -> Iterable[tuple[Arc, int]]:
        """Yield the states that one may follow."""
        (b, c), k = state
        if b not in (self.start, self.goal):
            for a in self.near[b]:
                if a != c and (fewer := k - self.enters(room, a, b)) >= 0:
                    yield (a, b), fewer

    def comes(self, room: Room) -> dict[tuple[Arc, int], Lit]:
        """Per state the literal, defined by the lines, that the path comes into it."""
        if room not in self._comes:
            states = self.states(room)
            number = {state: i for i, state in enumerate(states)}
            edges = [(number[a], number[b], None) for a, b in self.steps(room)]
            begins = [number[(self.start, n), 0] for n in self.near[self.start]]
            flooded = self.m.flood([self.over[arc] for arc, _ in states], edges, begins)
            self._comes[room] = dict(zip(states, flooded, strict=True))
        return self._comes[room]


class Meeting(RuleFamily):
    """``number`` lines meet at each of ``nodes``: the sum of the literals there is that number."""

    __slots__ = ("number",)
    of: Tour

    def __init__(self, of: Tour, nodes: Collection[int], number: int) -> None:
        self.of, self.at, self.number = of, sorted(nodes), number

    @property
    def parts(self) -> list[Constraint]:  # type: ignore[override]
        """The rules about the single nodes."""
        return [exactly(self.number, self.of.lines_at(node)) for node in self.at]

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return map(self.of.lines_at, self.at)


class Whole(StructureRule):
    """The lines connect all nodes."""

    __slots__ = ()
    of: Tour

    def holds(self, value: Value) -> bool:
        arcs = [(*arc, x) for arc, x in self.of.over.items()]
        return not unreached(self.of.nodes, arcs, (self.of.start,), value)

    def variables(self) -> Sequence[Lit]:
        return self.of.line

    def decomposed(self) -> Sequence[Constraint]:
        return [Connected(self.of.nodes, self.of.edges)]


class Visited(StructureRule):
    """The path passes ``node`` on its visit ``number`` to ``room``, in which the node lies.

    Decomposition: one of the steps to the node is taken after this number of visits.
    """

    __slots__ = ("node", "number", "room")
    of: Tour

    def __init__(self, of: Tour, node: int, room: Room, number: int) -> None:
        super().__init__(of)
        self.node, self.room, self.number = node, room, number
        of.speak_of(room, number)

    def _arrivals(self) -> list[tuple[Arc, int]]:
        """The steps to the node that would do."""
        first = self.of.start in self.room
        before = [(n, self.number - first - self.of.enters(self.room, n, self.node)) for n in self.of.near[self.node]]
        return [((n, self.node), k) for n, k in before if k >= 0]

    def _begins(self) -> bool:
        return self.node == self.of.start and self.number == 1

    def holds(self, value: Value) -> bool:
        of = self.of
        todo = [((of.start, n), 0) for n in of.near[of.start]]
        seen = set()
        while todo:
            state = todo.pop()
            if state not in seen and value(of.over[state[0]]):
                seen.add(state)
                # both ways, as a flood spreads: without the other rules lines may branch
                todo += [*of.after(self.room, state), *of.before(self.room, state)]
        return self._begins() or not seen.isdisjoint(self._arrivals())

    def variables(self) -> Sequence[Lit]:
        return self.of.line

    def decomposed(self) -> Sequence[Constraint]:
        if self._begins():
            return []
        comes = self.of.comes(self.room)
        return [any_of([comes[state] for state in self._arrivals()])]
