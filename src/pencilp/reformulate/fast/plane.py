"""Cells of two kinds on a planar board: implied rules if one kind is connected and the other is connected or apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pencilp.errors import counted
from pencilp.model.constraints import Clause, Connected, Constraint, Count, Reached, at_most
from pencilp.model.fixed_literals import minimum_true
from pencilp.model.model import Rule
from pencilp.model.structures import NotAllFamily
from pencilp.model.variables import Lit, total
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.plane import Board, NotAdjacent, Plane, Sees

CELLS_PER_SHADED = 10
"""If at least one of this number of cells must be shaded, too many answers fall into pieces for a lazy rule."""
MAX_RING_CELLS = 5
"""Maximum number of cells of the rings in ``NotShutIn``. Larger rings are rare in answers."""


def rewrite(plane: Plane, rules: Sequence[Rule]) -> Rewrite | str:
    """Return rules that follow from several of ``rules`` together."""
    connected = [rule for rule in rules if isinstance(rule[0], Connected)]
    whole: list[Connected] = [rule[0] for rule in connected]  # type: ignore[misc]
    separate = [c for c, *_ in rules if isinstance(c, NotAdjacent)]
    outside = [c for c, *_ in rules if isinstance(c, Reached)]
    helpers: list[Constraint] = []
    replaced: list[Rule] = []
    instead: list[Rule] = []
    ahead = bool(whole) and not separate and _few_counted(plane)
    for k, one in enumerate(whole):
        if any(_opposite(one.nodes, other.nodes) for other in whole[:k]):
            helpers += _no_crossing(plane, one.nodes, outline=True)
        elif any(_opposite(one.nodes, other.nodes) for other in outside):
            helpers += _no_crossing(plane, one.nodes, outline=False)
        elif shaded := next((other.lits for other in separate if _opposite(one.nodes, other.lits)), None):
            least = minimum_true(shaded, plane.m.rules)
            helpers += _crowded(plane, shaded, least)
            ahead = ahead or any(isinstance(c, Sees) for c, *_ in rules)
            if CELLS_PER_SHADED * least > len(shaded):
                continue
            replaced.append(connected[k])
            first = NotShutIn(plane.board, shaded)
            again = Connected(one.nodes, one.edges, places=one.places, of=one.of, first=first)
            instead.append(connected[k]._replace(constraint=again))
    if not helpers and not ahead and not replaced:
        return "nothing follows from these rules together"
    stated = [*instead, *(Rule(helper, "", None) for helper in helpers)]
    form = f"{counted(len(stated), 'rule')} that follow from others" if stated else "look ahead before each guess"
    return Rewrite(form, replaced, stated, look_ahead=ahead)


def _few_counted(plane: Plane) -> bool:
    """Return whether rules count cells, but never more than lie around a corner. Then a tried value decides much."""
    around = max(map(len, plane.board.blocks), default=0)
    counts = 0
    for rule in plane.m.rules:
        c = rule[0]
        if isinstance(c, Count):
            if len(c.lits) > around:
                return False
            counts += 1
        elif not (isinstance(c, (Lit, Clause, Connected)) or getattr(c, "is_basic", False)):
            return False
    return counts > 0


def _no_crossing(plane: Plane, lits: Sequence[Lit], *, outline: bool) -> Iterator[Constraint]:
    """Yield constraints for cells of two connected kinds: around a face of the board, the kind changes at most twice.

    Otherwise two groups would have to cross. The faces are the corners at which four cells meet and, with ``outline``,
    the outline and the holes. Without it the second kind may be connected through the outside.
    """
    board, m = plane.board, plane.m
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


def _crowded(plane: Plane, shaded: Sequence[Lit], least: int) -> Iterator[Constraint]:
    """Yield a constraint if ``least``, a lower bound on shaded cells, is nearly the maximum.

    Shaded cells do not touch, and the other cells are connected. Euler's formula for the graph of the unshaded cells
    gives: the links that shaded cells cut, less one for each of them, and the blocks without shaded cells are together
    at most links - cells + 1. A shaded cell cuts fewer links only on the outline, and only one of two neighbours there
    is shaded.
    """
    board, m = plane.board, plane.m
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


def _opposite(lits: Sequence[Lit], others: Sequence[Lit]) -> bool:
    return lits[0].n == -others[0].n and [x.n for x in lits] == [-x.n for x in others]


class NotShutIn(NotAllFamily):
    """Around no cell are all cells at a distance of one step true, or all at two steps, if these are few.

    This follows if no two neighbours are both true, and the other cells are connected. The cells within such a ring are
    not all true, and a cell beyond it with a neighbour in it is not true. So a ring needs a cell beyond it.
    """

    __slots__ = ()

    def __init__(self, board: Any, lits: Sequence[Lit]) -> None:
        at = board.cache.get("rings")
        if at is None:
            at = board.cache["rings"] = _rings(board)
        super().__init__(board, lits, at)

    @property
    def key(self) -> tuple[Any, ...]:
        return (type(self),)


def _rings(board: Board) -> list[Sequence[int]]:
    """Return rings of at most ``MAX_RING_CELLS`` cells: those one or two steps away from a cell, with others beyond."""
    near = board.near
    result: list[Sequence[int]] = []
    for cell in board.cells:
        ring = near[cell]
        if len(ring) <= MAX_RING_CELLS and any(len(near[one]) > 1 for one in ring):
            result.append(ring)
    for cell in board.coast:
        within = {cell, *near[cell]}
        second = [*dict.fromkeys(c for one in near[cell] for c in near[one] if c not in within)]
        if (
            second
            and len(second) <= MAX_RING_CELLS
            and any(c not in within and c not in second for one in second for c in near[one])
        ):
            result.append(second)
    return result
