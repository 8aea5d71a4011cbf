"""Cells of two kinds on a planar board: what follows when cells of a kind must hang together, or may not touch.

The rules are plain ones; this structure only sees which of them are there together, and adds what follows from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Protocol

from pencilp._util.cache import Keep
from pencilp.model.constraints import (
    Clause,
    Connected,
    Constraint,
    Count,
    Counted,
    Implies,
    Joined,
    Reached,
    Value,
    at_most,
    exactly,
)
from pencilp.model.known import least_of
from pencilp.model.structures import Alike, Member, NeverAll, Structure
from pencilp.model.variables import Lit, total
from pencilp.reformulate.plan import Form

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule


class Board(Protocol):
    """What is known of a board: see pencilp.board.lattice."""

    rows: int
    cols: int
    cells: Any
    coast: Any
    links: Any
    near: Any
    blocks: Any
    shores: Any
    vectors: Any
    kept: Keep


class Plane(Structure):
    """The cells of ``board``, of which rules say that some hang together or do not touch."""

    def __init__(self, m: Model, board: Any) -> None:
        super().__init__(m)
        self.board: Board = board

    @classmethod
    def of(cls, m: Model, board: Any) -> Plane:
        """The plane of ``board`` in ``m``; made when it is first asked for."""
        return next((s for s in m.structures if isinstance(s, Plane) and s.board is board), None) or cls(m, board)

    def quick(self, rules: Sequence[Rule]) -> Form | None:
        """Rules that follow from several others."""
        from pencilp.model.model import Rule

        connected = [rule for rule in rules if isinstance(rule[0], Connected)]
        whole: list[Connected] = [rule[0] for rule in connected]  # type: ignore[misc]
        apart = [c for c, *_ in rules if isinstance(c, NotAdjacent)]
        outside = [c for c, *_ in rules if isinstance(c, Reached)]
        helpers: list[Constraint] = []
        replaced: list[Rule] = []
        instead: list[Rule] = []
        ahead = bool(whole) and not apart and self._few_counted()
        for k, one in enumerate(whole):
            if any(_opposite(one.nodes, other.nodes) for other in whole[:k]):
                helpers += self._no_crossing(one.nodes, outline=True)
            elif any(_opposite(one.nodes, other.nodes) for other in outside):
                helpers += self._no_crossing(one.nodes, outline=False)
            elif shaded := next((other.lits for other in apart if _opposite(one.nodes, other.lits)), None):
                least = least_of(shaded, self.m.rules)
                helpers += self._crowded(shaded, least)
                ahead = ahead or any(isinstance(c, Sees) for c, *_ in rules)
                if MANY * least > len(shaded):
                    continue
                replaced.append(connected[k])
                first = NotShutIn(self.board, shaded)
                again = Connected(one.nodes, one.edges, places=one.places, of=one.of, first=first)
                instead.append(connected[k]._replace(constraint=again))
        if not helpers and not ahead and not replaced:
            return None
        return Form(replaced, [*instead, *(Rule(helper, "", None) for helper in helpers)], look_ahead=ahead)

    def _few_counted(self) -> bool:
        """Whether some rules count cells, and none more than lie around a corner: a value that is tried tells much then."""
        around = max(map(len, self.board.blocks), default=0)
        counts = 0
        for rule in self.m.rules:
            c = rule[0]
            if isinstance(c, Count):
                if len(c.lits) > around:
                    return False
                counts += 1
            elif not (isinstance(c, (Lit, Clause, Connected)) or getattr(c, "plain", False)):
                return False
        return counts > 0

    def _no_crossing(self, lits: Sequence[Lit], *, outline: bool) -> Iterator[Constraint]:
        """For cells of two kinds that each form one group: going around a face of the board, the kind changes at most twice
        (else two groups would have to cross). The faces are the corners where four cells meet and, with ``outline``, the
        outline and the holes. Without it the second kind may be joined by way of the outside.
        """
        board, m = self.board, self.m
        if not outline and len(board.cells) != board.rows * board.cols:
            return
        for block in board.blocks:
            if len(block) == 4:
                a, b, c, d = (lits[cell] for cell in block)
                yield Clause((a, ~b, ~c, d))
                yield Clause((~a, b, c, ~d))
        for walk in board.shores if outline else ():
            around = [lits[c] for c in walk]
            pairs = zip(around, [*around[1:], around[0]], strict=True)
            yield at_most(1, [m.all_of((x, ~y)) for x, y in pairs if x.n != y.n])

    def _crowded(self, shaded: Sequence[Lit], least: int) -> Iterator[Constraint]:
        """Where nearly too many cells are shaded, at ``least`` so many, none of which touch, and the others are connected.

        By Euler's formula for the graph of the unshaded cells, the links that the shaded cells cut, less one for each of
        them, and the blocks without shaded cells together are at most links - cells + 1. A shaded cell cuts fewer links
        only on the outline, and of two neighbours there only one is shaded.
        """
        board, m = self.board, self.m
        walk = board.shores[0]
        most = len(board.vectors)
        lacking = (most - 1) * least - (len(board.links) - len(board.cells) + 1) - len(walk) // 2
        if lacking < -3 or len(board.shores) > 1 or len(set(walk)) < len(walk) or len(walk) % 2:
            return
        clear = [~x for x in shaded]
        unbroken = [m.all_of([clear[c] for c in block]) for block in board.blocks]
        spared = {c: most - len(board.near[c]) for c in walk}
        ends = [shaded[c] * (n - 1) for c, n in spared.items() if n > 1]
        for turn in (walk, (*walk[1:], walk[0])):
            idle = [m.all_of((clear[a], clear[b])) for a, b in zip(turn[::2], turn[1::2], strict=True)]
            yield sum(ends, total(())) - total(idle) - total(unbroken) >= lacking


def _opposite(some: Sequence[Lit], others: Sequence[Lit]) -> bool:
    return some[0].n == -others[0].n and [x.n for x in some] == [-x.n for x in others]


def joined(board: Any) -> Joined:
    """The cells of a board as a graph, joined where they share an edge."""
    found: Joined | None = board.kept.get("joined")
    if found is None:
        found = board.kept["joined"] = Joined(len(board.cells), board.links)
    return found


class NotAdjacent(NeverAll):
    """No two neighbours are both true: of the literals at the two ends of every link one is false."""

    __slots__ = ()

    def __init__(self, m: Model, board: Any, lits: Sequence[Lit]) -> None:
        super().__init__(board, lits, board.links, Plane.of(m, board))

    @property
    def key(self) -> tuple[Any, ...]:
        return (type(self),)


class NotShutIn(NeverAll):
    """Nowhere are all cells true that are one step away from a cell, nor all that are two steps away, where these are few.

    This follows where no two neighbours are both true, and the others are connected. The cells within such a ring are not all
    true; those beyond it are not true where they have a neighbour in it. So nothing is said where there are none beyond.
    """

    __slots__ = ()

    def __init__(self, board: Any, lits: Sequence[Lit]) -> None:
        at = board.kept.get("rings")
        if at is None:
            at = board.kept["rings"] = _rings(board)
        super().__init__(board, lits, at)

    @property
    def key(self) -> tuple[Any, ...]:
        return (type(self),)


MANY = 10
"""Where rules tell that more than one of so many cells is shaded, too many answers fall into pieces."""
SHORT = 5
"""Rings of so many cells shut in many answers that would otherwise be right; larger ones do so rarely."""


def _rings(board: Board) -> list[Sequence[int]]:
    """Cells that are one step or two steps away from a cell, at most ``SHORT``, where others are farther away."""
    near = board.near
    result: list[Sequence[int]] = []
    for cell in board.cells:
        ring = near[cell]
        if len(ring) <= SHORT and any(len(near[one]) > 1 for one in ring):
            result.append(ring)
    for cell in board.coast:
        within = {cell, *near[cell]}
        second = [*dict.fromkeys(c for one in near[cell] for c in near[one] if c not in within)]
        if (
            second
            and len(second) <= SHORT
            and any(c not in within and c not in second for one in second for c in near[one])
        ):
            result.append(second)
    return result


class InPairs(Alike):
    """A cell whose literal is true has exactly one neighbour whose literal is true."""

    __slots__ = ()

    def __init__(self, board: Any, lits: Sequence[Lit]) -> None:
        super().__init__(board, lits, board.cells)

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint]:
        near = self.board.near
        return [Implies((lits[c],), exactly(1, [lits[n] for n in near[c]])) for c in at]


class Sees(Member):
    """Along ``rays``, each a sequence of cells, ``count`` cells are seen: those that are clear, as all cells before them are.
    ``own`` is 1 where people also count the cell that sees, else 0.

    Decomposition: s_i, that the i-th cell of a ray is seen: it is clear, and s_(i - 1); sum of s = count. Each ray is followed
    so far that one cell more than allowed can be seen.
    """

    __slots__ = ("clear", "count", "own", "rays")

    def __init__(self, of: Plane, clear: Sequence[Lit], rays: Sequence[Sequence[int]], count: int, own: int) -> None:
        super().__init__(of)
        self.clear, self.rays, self.count, self.own = clear, rays, count, own

    def holds(self, value: Value) -> bool:
        return self._seen(value) == self.count

    def _seen(self, value: Value) -> int:
        return sum(1 for ray in self.rays for _ in takewhile(lambda c: value(self.clear[c]), ray))

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return f"it sees {self._seen(value) + self.own} instead of {self.count + self.own}"

    def variables(self) -> list[Lit]:
        return [self.clear[c] for ray in self.rays for c in ray]

    def decomposed(self) -> Sequence[Constraint]:
        seen = []
        clear, all_of = self.clear, self.of.m.all_of
        for ray in self.rays:
            if len(ray):
                so_far = clear[ray[0]]
                seen.append(so_far)
                for c in ray[1 : self.count + 1]:
                    so_far = all_of((so_far, clear[c]))
                    seen.append(so_far)
        return [exactly(self.count, seen)]
