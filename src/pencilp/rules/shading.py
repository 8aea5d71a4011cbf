"""Words about which cells are shaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pencilp.board.lattice import Lattice
from pencilp.model import Clause, Connected, Lit, Model, Reached, at_most, exactly, none_of, not_all, total


def not_adjacent(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """No two cells that share an edge are both true."""
    opposite = [~x for x in lits]
    m.require_all(words, [Clause((opposite[a], opposite[b])) for a, b in board.links], board.links)


def all_alike(m: Model, lits: Sequence[Lit], cells: Sequence[int], words: str) -> None:
    """The literals of ``cells`` are all true or all false."""
    for a, b in pairwise(cells):
        m.require(words, Clause((~lits[a], lits[b])), at=(a, b))
        m.require(words, Clause((lits[a], ~lits[b])), at=(a, b))


def no_two_by_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Not all cells around a corner are true: four on square boards, three on hexagonal ones."""
    m.require_all(words, [not_all([lits[c] for c in block]) for block in board.blocks], board.blocks)


def connected(m: Model, board: Lattice, lits: Sequence[Lit], words: str, roots: Iterable[int] | None = None) -> None:
    """The cells whose literal is true form one group, joined by edges.

    ``lits`` has one literal per cell. ``roots`` is a promise that helps the search: in every right answer with any such
    cell at all, one of these cells is true.
    """
    m.require(words, Connected(lits, [(a, b, None) for a, b in board.links], roots))


def reaches_outside(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Every cell whose literal is true is joined by such cells to the outline of the board (or to a hole)."""
    arcs = [(a, b, None) for pair in board.links for a, b in (pair, pair[::-1])]
    m.require(words, Reached(lits, arcs, board.coast))


def dynasty(m: Model, board: Lattice, shaded: Sequence[Lit], roots: Iterable[int] | None = None) -> None:
    """No two shaded cells share an edge, and the unshaded cells form one group.

    ``roots`` as in ``connected``, for the unshaded cells; without it two neighbours, of which one is unshaded.
    """
    not_adjacent(m, board, shaded, "shaded cells do not touch")
    if roots is None:
        roots = (0, *board.near[0][:1])
    connected(m, board, [~x for x in shaded], "the unshaded cells form one group", roots)


def crowded_dynasty(m: Model, board: Lattice, shaded: Sequence[Lit], least: int) -> None:
    """An implied rule for a ``dynasty`` with ``least`` or more shaded cells, stated where that is nearly too many.

    By Euler's formula for the graph of the unshaded cells, the links that the shaded cells cut, less one for each of
    them, and the blocks without shaded cells together are at most links - cells + 1. A shaded cell cuts fewer links
    only on the outline, and of two neighbours there only one is shaded.
    """
    walk = board.shores[0]
    if len(board.shores) > 1 or len(set(walk)) < len(walk) or len(walk) % 2:
        return
    most = len(board.vectors)
    spared = [most - len(board.near[c]) for c in board.cells]
    pairs = len(walk) // 2
    lacking = (most - 1) * least - (len(board.links) - len(board.cells) + 1) - pairs
    if lacking < -3:
        return
    clear = [~x for x in shaded]
    unbroken = [m.all_of([clear[c] for c in block]) for block in board.blocks]
    ends = [shaded[c] * (spared[c] - 1) for c in walk if spared[c] > 1]
    for turn in (walk, (*walk[1:], walk[0])):
        idle = [m.all_of((clear[a], clear[b])) for a, b in zip(turn[::2], turn[1::2], strict=True)]
        m.require("", sum(ends, total(())) - total(idle) - total(unbroken) >= lacking)


def no_crossing(m: Model, board: Lattice, lits: Sequence[Lit], *, outline: bool) -> None:
    """An implied rule, for cells of two kinds that each form one group: going around a face of the board, the kind
    changes at most twice (else two groups would have to cross). The faces are the corners where four cells meet and,
    with ``outline``, the outline and the holes. Without it the second kind may be joined by way of the outside.
    """
    if not outline and len(board.cells) != board.rows * board.cols:
        return
    for block in board.blocks:
        if len(block) == 4:
            a, b, c, d = (lits[cell] for cell in block)
            m.require("", Clause((a, ~b, ~c, d)))
            m.require("", Clause((~a, b, c, ~d)))
    if outline:
        for walk in board.shores:
            around = [lits[c] for c in walk]
            changes = [m.all_of((x, ~y)) for x, y in zip(around, [*around[1:], around[0]], strict=True) if x != y]
            m.require("", at_most(1, changes))


def groups_touched(
    m: Model, board: Lattice, lits: Sequence[Lit], cell: int, count: int, free: Sequence[bool], words: str
) -> None:
    """The groups of true cells that touch ``cell`` by an edge have ``count`` cells together.

    ``free`` says of each cell whether it can be true at all.
    """
    near = board.near
    ring = [c for c in near[cell] if free[c]]
    if count == 0:
        m.require(words, none_of([lits[c] for c in ring]), at=cell)
        return
    # all cells of these groups lie within ``count`` steps of the cell, else there are too many of them
    number = {c: i for i, c in enumerate(ring)}
    sources = range(len(ring))
    for _ in range(count - 1):
        ring = [n for n in dict.fromkeys([n for c in ring for n in near[c]]) if free[n] and n not in number]
        number.update(zip(ring, range(len(number), len(number) + len(ring)), strict=True))
    edges = [(i, number[n]) for c, i in number.items() for n in near[c] if n > c and n in number]
    flooded = m.flood([lits[c] for c in number], edges, sources)
    m.require(words, exactly(count, flooded), at=cell)
    for c in ring:
        for n in near[c]:
            if free[n] and n not in number:
                m.require(words, Clause((~flooded[number[c]], ~lits[n])), at=cell)
