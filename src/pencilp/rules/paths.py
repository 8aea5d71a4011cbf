"""Words about paths: lines from cell to cell that join two ends, and walks of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pencilp.board.lattice import NOWHERE, Lattice
from pencilp.model import Array, Clause, Constraint, Implied, Lit, Model, Reached, Solution, at_most, exactly
from pencilp.model.constraints import Value

JOINS = "a path joins the two cells with the same number"


def paths_between(m: Model, board: Lattice, line: Sequence[Lit], ends: Sequence[Sequence[int]]) -> Array:
    """``line`` (a literal per inner edge) is a set of paths, one between the cells of each pair of ``ends``.

    Cells may stay empty, and a path may touch itself and others. Returns per cell whether it is on a path.
    """
    branch = "a path neither branches nor stops on its way"
    marked = {c for pair in ends for c in pair}
    on = Array()
    for cell, links in enumerate(board.links_at):
        here = [line[e] for e in links]
        if cell in marked:
            on.append(m.true)
            m.require("one path ends at every number", exactly(1, here), at=cell)
        else:
            on.append(m.any_of(here))
            m.require(branch, on[-1] >> exactly(2, here), at=cell)
    # which pair a path joins, in binary digits that are the same all along it; an empty cell has none
    for digit in range((len(ends) - 1).bit_length()):
        bits = m.binaries(f"path_digit{digit}", len(board.cells))
        for k, pair in enumerate(ends):
            m.require_all("", [bits[c] if k >> digit & 1 else ~bits[c] for c in pair])
        m.require_all("", [on[c] | ~bits[c] for c in board.cells if c not in marked])
        for x, (a, b) in zip(line, board.links, strict=True):
            m.require_all(JOINS, [Clause((~x, ~bits[a], bits[b])), Clause((~x, bits[a], ~bits[b]))], [(a, b), (a, b)])
    arcs = [arc for x, (a, b) in zip(line, board.links, strict=True) for arc in ((a, b, x), (b, a, x))]
    m.require("every line belongs to a path between numbers", Reached(on, arcs, [pair[0] for pair in ends]))
    m.require(JOINS, Implied(line, lambda value: _misjoined(board, line, ends, value)))
    return on


def _walk(board: Lattice, line: Sequence[Lit], start: int, value: Value) -> list[int]:
    """The cells of the path from ``start``, up to a place where it branches or ends."""
    path = [start]
    while True:
        onward = [
            n
            for n, e in zip(board.near[path[-1]], board.links_at[path[-1]], strict=True)
            if value(line[e]) and n not in path[-2:]
        ]
        if len(onward) != 1 or onward[0] == start:
            return path
        path.append(onward[0])


def _misjoined(board: Lattice, line: Sequence[Lit], ends: Sequence[Sequence[int]], value: Value) -> list[list[int]]:
    """The paths that lead from one number to another."""
    pair_of = {c: k for k, pair in enumerate(ends) for c in pair}
    wrong = []
    for start, pair in pair_of.items():
        path = _walk(board, line, start, value)
        if start < path[-1] and pair_of.get(path[-1], pair) != pair:
            wrong.append(path)
    return wrong


def narrow_to_short_paths(
    m: Model, board: Lattice, line: Sequence[Lit], ends: Sequence[Sequence[int]], on: Sequence[Lit]
) -> None:
    """One answer with short paths, or two, are enough to tell whether an answer to ``paths_between`` is the only one.

    Three moves make an answer shorter, or leave it as long and lower the numbers of its cells: a path that goes round a
    small cycle of cells but for one edge takes that edge; one that turns in a cell, with an empty cell of a lower number
    opposite, turns there instead; one that goes round three sides of an empty cell goes straight through it. Each
    exchanges a piece of one path for cells that are empty or its own. So an answer that can be varied in none of its
    paths, not even by moves in the other direction, is the result of no move; if it is the only one without such
    moves left, it is the only one: of all others the shortest (with the lowest numbers) would have a move left, and the
    move could only lead to it.
    """
    moves: list[Constraint] = []
    for cells in board.blocks:
        inside = set(cells)
        cycle = [
            e for c in cells for n, e in zip(board.near[c], board.links_at[c], strict=True) if n in inside and n > c
        ]
        moves.append(at_most(len(cycle) - 2, [line[e] for e in cycle]))
    for turn in board.cells:
        corners = zip(board.near[turn], board.links_at[turn], strict=True)
        sides = [(n, e, set(board.near[n])) for n, e in corners]
        for i, (_, e, first) in enumerate(sides):
            for _, f, second in sides[:i]:
                moves += [Clause((~line[e], ~line[f], on[c])) for c in first & second if c < turn]
    for empty in board.cells:
        step = board.step[empty]
        for d in board.directions:
            for side in board.directions[: len(board.directions) // 2]:
                one, other = step[side], step[board.opposite(side)]
                if side in (d, board.opposite(d)) or NOWHERE in (one, other, step[d]):
                    continue
                around = [one, board.step[one][d], step[d], board.step[other][d], other]
                if NOWHERE not in around:
                    links = [board.link_between[a, b] for a, b in pairwise(around)]
                    moves.append(Clause((on[empty], *[~line[e] for e in links])))
    m.narrow(moves, lambda value: _varied(board, line, ends, value), likely=m.all_of(on))


def _varied(
    board: Lattice, line: Sequence[Lit], ends: Sequence[Sequence[int]], value: Solution
) -> Mapping[Lit, int] | None:
    """The changes that lead one path of an answer another way, over cells that are empty or its own; None if none can."""
    owner: dict[int, int] = {}
    paths = [_walk(board, line, pair[0], value) for pair in ends]
    for k, path in enumerate(paths):
        owner.update(dict.fromkeys(path, k))
    for path in paths:
        place = {c: i for i, c in enumerate(path)}
        for c in path:
            # from c through empty cells, or straight, to the first other cell of the path that is not next on it
            before: dict[int, int] = {c: c}
            stack = [c]
            while stack:
                at = stack.pop()
                for n in board.near[at]:
                    if n in before or (n in owner and (n not in place or place[n] < place[c])):
                        continue
                    if n in place and at == c and place[n] == place[c] + 1:
                        continue
                    before[n] = at
                    if n not in place:
                        stack.append(n)
                        continue
                    way = [n]
                    while way[-1] != c:
                        way.append(before[way[-1]])
                    old = path[place[c] : place[n] + 1]
                    change = {line[board.link_between[a, b]]: 0 for a, b in pairwise(old)}
                    change.update({line[board.link_between[a, b]]: 1 for a, b in pairwise(way)})
                    return change
    return None


def numbers_on_a_walk(around: Sequence[Sequence[int]], place: Mapping[int, int]) -> list[list[int]]:
    """Per cell the numbers that it can have on a walk over all cells that counts them from 1, given the ``place`` of some.

    ``around`` lists the cells to which a step leads. A number can only be where a walk from the number given before it,
    and one back from the number given after it, can arrive in so many steps over cells without a given number.
    """
    cells = range(len(around))
    last = len(around)
    steps = [sum(1 << n for n in near) for near in around]
    given = {n: 1 << cell for n, cell in place.items()}
    free = (1 << last) - 1 & ~sum(given.values())

    def reached(order: Sequence[int]) -> Iterator[int]:
        """Per number in ``order`` the set of cells, as bits."""
        at = free
        for n in order:
            following = free if at == free else 0
            rest = 0 if at == free else at
            while rest:
                following |= steps[(rest & -rest).bit_length() - 1]
                rest &= rest - 1
            at = given.get(n, following & free)
            yield at

    onward, back = [*reached(range(1, last + 1))], [*reached(range(last, 0, -1))][::-1]
    return [[n for n in range(1, last + 1) if onward[n - 1] & back[n - 1] & 1 << cell] for cell in cells]
