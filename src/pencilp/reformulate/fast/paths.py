"""Paths between pairs of ends: the number of the pair in binary digits. Answers with short paths are searched first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Clause, Constraint, Implies, Reached, Value, exactly
from pencilp.model.model import Rule, Solution
from pencilp.model.structures import CachedRules, Degrees
from pencilp.model.variables import Array, Lit
from pencilp.reformulate.rewrite import Narrowing, Rewrite
from pencilp.structures.paths import AllLeadTo, InOneGroup

if TYPE_CHECKING:
    from pencilp.structures.paths import Paths

Pair = tuple[int, int]

MIN_CELLS_FOR_BOWS = 200
"""From this number of cells on, proofs take long enough to pay for rules about whole rows of empty cells."""


def rewrite(paths: Paths, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if they are all that make the lines paths between pairs of cells."""
    joining = {(c.node, c.other): rule for rule in rules if isinstance(c := rule[0], InOneGroup)}
    pairs = list(joining)
    ends = {c for pair in pairs for c in pair}
    passing = [rule for rule in rules if isinstance(rule[0], Degrees)]
    belonging = [rule for rule in rules if isinstance(rule[0], AllLeadTo) and rule[0].ends == ends]
    ending = {c: rule for c, count, rule in paths.counts() if count.low == count.high == 1}
    passed = {c for rule in passing for c in rule[0].at}  # type: ignore[union-attr]
    if (
        not pairs
        or len(ends) < 2 * len(pairs)
        or not belonging
        or not ending.keys() >= ends
        or passed != set(range(paths.count)) - ends
    ):
        return "the rules are not all that make the lines paths between pairs of cells"
    branch, joined = passing[0].words if passing else "", joining[pairs[0]].words
    line, m, cache = paths.line, paths.m, paths.board.cache
    bows = len(paths.board) >= MIN_CELLS_FOR_BOWS
    on, end, going, moves = m.cached(cache, ("paths", bows), line, lambda: _drawn(paths, bows=bows))
    digits = (len(pairs) - 1).bit_length()
    bits, alike = m.cached(cache, ("path digits", digits), [*line, *on], lambda: _numbered(paths, digits, on))
    stated = [ending[c] for c in sorted(ends)]
    stated += [Rule(x if c in ends else ~x, branch, c) for c, x in enumerate(end)]
    stated += (Rule(going, branch, None), Rule(alike, joined, None))
    stated += [
        Rule(x[c] if k >> digit & 1 else ~x[c], joined, c)
        for digit, x in enumerate(bits)
        for k, pair in enumerate(pairs)
        for c in pair
    ]
    arcs = [arc for x, (a, b) in zip(line, paths.links, strict=True) for arc in ((a, b, x), (b, a, x))]
    reached = Reached(on, arcs, [pair[0] for pair in pairs], decided_by=line)
    stated.append(belonging[0]._replace(constraint=reached))
    narrowing = Narrowing(line, [moves], lambda value: _varied(paths, pairs, value), m.all_of(on))
    replaced = [*(ending[c] for c in sorted(ends)), *passing, *belonging[:1], *joining.values()]

    def deferred() -> list[Rule]:
        """Return the limits on paths through gaps. Easy puzzles are solved before these are stated."""
        from pencilp.reformulate.fast.path_heights import heights

        return [Rule(heights(m, paths.board, line, pairs), joined, None)]

    return Rewrite(
        f"paths of {counted(len(pairs), 'pair')} with numbers in binary digits",
        replaced,
        stated,
        narrowing=narrowing,
        deferred_rules=deferred,
    )


def _drawn(paths: Paths, *, bows: bool) -> tuple[list[Lit], Sequence[Lit], CachedRules, CachedRules]:
    """Return for each cell the literals "has a line" and "a line may end here", rules for lines, and the moves.

    The rules make lines neither branch nor stop. All of this is the same for all positions of the ends.
    """
    line, m, cache = paths.line, paths.m, paths.board.cache
    at = [[line[e] for _, e in around] for around in paths.around]
    on, end = [m.any_of(lines) for lines in at], m.binaries("path_end", paths.count)
    going: list[Constraint] = [Implies((x, ~y), exactly(2, lines)) for x, y, lines in zip(on, end, at, strict=True)]
    moves = _moves(paths, on, bows=bows)
    return on, end, CachedRules(going, range(paths.count), cache), CachedRules(moves, [None] * len(moves), cache)


def _numbered(paths: Paths, digits: int, on: Sequence[Lit]) -> tuple[list[Array], CachedRules]:
    """Return literals for the binary digits of the pair that a path joins, and rules that keep them equal along it.

    An empty cell has the digits 0.
    """
    bits = [paths.m.binaries(f"path_digit{digit}", paths.count) for digit in range(digits)]
    parts: list[Constraint] = []
    for own in bits:
        parts += [Clause((x, ~bit)) for x, bit in zip(on, own, strict=True)]
        for x, (a, b) in zip(paths.line, paths.links, strict=True):
            parts += (Clause((~x, ~own[a], own[b])), Clause((~x, own[a], ~own[b])))
    at = [*range(paths.count), *(link for link in paths.links for _ in range(2))] * digits
    return bits, CachedRules(parts, at, paths.board.cache)


def _walk(paths: Paths, start: int, value: Value) -> list[int]:
    """Return the cells of the path from ``start`` up to a cell where it branches or ends."""
    path = [start]
    while True:
        onward = [n for n, e in paths.around[path[-1]] if n not in path[-2:] and value(paths.line[e])]
        if len(onward) != 1 or onward[0] == start:
            return path
        path.append(onward[0])


def _moves(paths: Paths, on: Sequence[Lit], *, bows: bool) -> list[Constraint]:
    """Return constraints that forbid three moves. The answers without moves show whether an answer is unique.

    Each move makes an answer shorter, or keeps its length and lowers the numbers of its cells. A path that goes round a
    small cycle of cells except for one edge takes that edge instead. A path that turns in a cell, with an empty cell of
    a lower number opposite, turns there instead. A path that goes round three sides of a row of empty cells goes
    straight through the row. Each move exchanges a piece of one path for cells that are empty or its own. So if no path
    of an answer can be varied, not even by moves in the other direction, the answer is the result of no move. Suppose
    it is the only answer without a move. Then it is unique: the shortest of all other answers (with the lowest numbers)
    would have a move, and that move could only lead to this answer.
    """
    board, line = paths.board, paths.line
    moves: list[Constraint] = []
    for cells in board.blocks:
        inside = set(cells)
        cycle = [
            e for c in cells for n, e in zip(board.near[c], board.links_at[c], strict=True) if n in inside and n > c
        ]
        moves += [Clause([~line[e] for e in cycle if e != one]) for one in cycle]
    for turn in board.cells:
        corners = zip(board.near[turn], board.links_at[turn], strict=True)
        sides = [(n, e, set(board.near[n])) for n, e in corners]
        for i, (_, e, first) in enumerate(sides):
            for _, f, second in sides[:i]:
                moves += [Clause((~line[e], ~line[f], on[c])) for c in first & second if c < turn]
    for d in board.directions:
        for side in board.directions[: len(board.directions) // 2]:
            if side not in (d, board.opposite(d)):
                moves += (_bows if bows else _detours)(paths, on, d, side)
    return moves


def _detours(paths: Paths, on: Sequence[Lit], d: int, side: int) -> Iterator[Constraint]:
    """Yield clauses that no path goes round three sides of an empty cell, first in direction ``d``."""
    board, line = paths.board, paths.line
    for empty in board.cells:
        step = board.step[empty]
        one, other = step[side], step[board.opposite(side)]
        if min(one, other, step[d]) < 0:
            continue
        around = [one, board.step[one][d], step[d], board.step[other][d], other]
        if min(around) >= 0:
            yield Clause((on[empty], *[~line[board.link_between[a, b]] for a, b in pairwise(around)]))


def _bows(paths: Paths, on: Sequence[Lit], d: int, side: int) -> list[Constraint]:
    """Return clauses that no path goes round three sides of a row of empty cells, first in direction ``d``.

    A literal b_c for each cell c means: a path has left the line of the row before its first cell and gone on past c,
    and all cells of the row up to c are empty. Let p be the cell before c, n the one behind it, and p', c', n' their
    neighbours in direction d. Then pp' and p'c' and c empty >> b_c; b_p and p'c' and c empty >> b_c; not all of b_c,
    c'n' and n'n.
    """
    board, line = paths.board, paths.line
    bow = paths.m.binaries(f"path_bow{d}_{side}", paths.count)
    result: list[Constraint] = []
    for c in board.cells:
        step, before = board.step[c], board.step[c][side]
        behind = step[board.opposite(side)]
        off = [board.step[x][d] if x >= 0 else x for x in (before, c, behind)]
        if min(before, behind, *off) < 0:
            continue
        along, onward = line[board.link_between[off[0], off[1]]], line[board.link_between[off[1], off[2]]]
        result.append(Clause((~line[board.link_between[before, off[0]]], ~along, on[c], bow[c])))
        result.append(Clause((~bow[before], ~along, on[c], bow[c])))
        result.append(Clause((~bow[c], ~onward, ~line[board.link_between[off[2], behind]])))
    return result


def _varied(paths: Paths, pairs: Sequence[Pair], value: Solution) -> Mapping[Lit, int] | None:
    """Return changes that move one path of an answer, over cells that are empty or its own. None if there are none."""
    board, line = paths.board, paths.line
    drawn = [_walk(paths, start, value) for start, _ in pairs]
    taken = {c for path in drawn for c in path}
    for path in drawn:
        place = {c: i for i, c in enumerate(path)}
        for c in path:
            # from c through empty cells, or directly, to a later cell of the path that is not the next one
            before: dict[int, int] = {c: c}
            stack = [c]
            while stack:
                at = stack.pop()
                for n in board.near[at]:
                    if n in before or (n in taken and (n not in place or place[n] < place[c])):
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
