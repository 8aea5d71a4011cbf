"""Lines that each lead from a start to a goal: a literal for each cell and each start that its line may come from.

A line of known length enters no cell that is too far from its start or from every goal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Clause, Count, Reached, between, exactly
from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, GroupSize
from pencilp.structures.paths import AllLeadTo

if TYPE_CHECKING:
    from pencilp.structures.paths import Paths


def rewrite(paths: Paths, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if every line leads from a start to a goal, and no two starts share a line.

    That is the case if the group of every start holds a goal, every line leads to a start, and counts allow one line at
    a start or goal and two at any other cell.

    Let p_c be "the line at cell c comes from start p". Exactly one p_c holds at a cell with lines, p_a = p_b if a line
    joins a and b, exactly one p_g over the goals g, and low <= sum of p_c <= high for the sizes.
    """
    holding = [rule for rule in rules if isinstance(rule[0], EachHolds) and rule[0].low == 1]
    belonging = [rule for rule in rules if isinstance(rule[0], AllLeadTo)]
    if len(holding) != 1 or not belonging:
        return "the rules do not say that every line leads from a start to a goal"
    each: EachHolds = holding[0][0]  # type: ignore[assignment]
    starts, goals = list(each.nodes), each.marked
    lines = _lines(paths)
    most = [2] * paths.count
    for c in (*starts, *goals):
        most[c] -= 1
    if (
        len(set(starts)) < len(starts)
        or each.high < 1
        or any(rule[0].ends != set(starts) for rule in belonging)  # type: ignore[union-attr]
        or any(high > allowed for (_, high), allowed in zip(lines, most, strict=True))
    ):
        return "lines may branch, or two starts may be on one line"
    m, line, words = paths.m, paths.line, holding[0].words
    sizes: dict[int, list[Rule]] = {start: [] for start in starts}
    for rule in rules:
        if isinstance(rule[0], GroupSize) and rule[0].node in sizes:
            sizes[rule[0].node].append(rule)
    owners: list[dict[int, Lit]] = [{} for _ in range(paths.count)]
    stated: list[Rule] = []
    even = _even(paths)
    closed = {c for c, (_, high) in enumerate(lines) if high == 0}
    for start in starts:
        low = max([1, *(rule[0].low for rule in sizes[start])])  # type: ignore[union-attr]
        high = min([paths.count, *(rule[0].high for rule in sizes[start])])  # type: ignore[union-attr]
        own = _within(paths, start, goals, {*closed, *starts}, low - 1, high - 1, even)
        lits = dict(zip(own, m.binaries("from_start", len(own)), strict=True))
        for c, x in lits.items():
            owners[c][start] = x
        stated.append(Rule(exactly(1, [x for c, x in lits.items() if c in goals]), words, start))
        stated += [
            rule._replace(constraint=between(rule[0].low, rule[0].high, list(lits.values())))  # type: ignore[union-attr]
            for rule in sizes[start]
        ]
    on = [
        m.true if low or c in owners[c] else m.any_of([line[e] for _, e in paths.around[c]])
        for c, (low, _) in enumerate(lines)
    ]
    for c, own_starts in enumerate(owners):
        xs = list(own_starts.values())
        if c in own_starts:
            stated += [Rule(x if start == c else ~x, words, c) for start, x in own_starts.items()]
        elif lines[c][0]:
            stated.append(Rule(exactly(1, xs), words, c))
        else:
            stated.append(Rule(Count((~on[c], *xs), 1, 1), words, c))
    for x, (a, b) in zip(line, paths.links, strict=True):
        for one, other in ((owners[a], owners[b]), (owners[b], owners[a])):
            stated += [
                Rule(Clause((~x, ~own, other[start]) if start in other else (~x, ~own)), words, (a, b))
                for start, own in one.items()
            ]
    arcs = [arc for x, (a, b) in zip(line, paths.links, strict=True) for arc in ((a, b, x), (b, a, x))]
    stated.append(belonging[0]._replace(constraint=Reached(on, arcs, starts)))
    replaced = [holding[0], *belonging, *(rule for own_starts in sizes.values() for rule in own_starts)]
    return Rewrite(f"sources of the lines from {counted(len(starts), 'start')}", replaced, stated)


def _lines(paths: Paths) -> list[tuple[int, int]]:
    """Return for each cell the least and the greatest number of lines that the counts of the model allow."""
    limits = [(0, len(around)) for around in paths.around]
    for c, count, _ in paths.counts():
        low, high = limits[c]
        limits[c] = max(low, count.low), min(high, count.high)
    return limits


def _even(paths: Paths) -> bool:
    """Return whether the cells can be coloured like a chessboard, so that neighbours differ."""
    odd: dict[int, bool] = {}
    for first in range(paths.count):
        cells = [] if first in odd else [first]
        odd.setdefault(first, False)
        for c in cells:
            for n, _ in paths.around[c]:
                if n not in odd:
                    odd[n] = not odd[c]
                    cells.append(n)
    return all(odd[a] != odd[b] for a, b in paths.links)


def _within(
    paths: Paths, start: int, goals: Collection[int], closed: Collection[int], low: int, high: int, even: bool
) -> dict[int, None]:
    """Return the cells that may be on a way of ``low`` to ``high`` steps from ``start`` to one of the ``goals``.

    Only distances are compared. The ways enter no ``closed`` cell, and pass no goal before their last cell. If the
    board is ``even``, the lengths of all ways between two cells are even, or all are odd.
    """
    away = _steps(paths, [start], goals, closed, high)
    ends = [g for g in away if g in goals and not (even and low == high and (high - away[g]) % 2)]
    left = _steps(paths, ends, [start], {*closed, *goals} - {start}, high)
    return {c: None for c, k in away.items() if k + left.get(c, high + 1) <= high}


def _steps(
    paths: Paths, roots: Sequence[int], stops: Collection[int], closed: Collection[int], most: int
) -> dict[int, int]:
    """Return the distances of cells from ``roots``.

    Ways end at ``stops``, enter no ``closed`` cell, and have at most ``most`` steps.
    """
    distance = dict.fromkeys(roots, 0)
    ring = list(roots)
    for k in range(1, most + 1):
        ring = [
            n
            for c in ring
            if c not in stops
            for n, _ in paths.around[c]
            if n not in distance and n not in closed and distance.setdefault(n, k) == k
        ]
    return distance
