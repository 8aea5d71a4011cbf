"""Islands with one number each: every cell belongs to the sea or to an island that grows from its number."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Clause, Count, Reached, at_most, between, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.fast.regions import one_each
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import GroupSize

if TYPE_CHECKING:
    from pencilp.structures.islands import Islands

MAX_SMALL_ISLAND_CELLS = 6
"""For islands with more cells than this, a rule limits the number of rows and columns."""


def rewrite(islands: Islands, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if every island holds exactly one number, and every number lies on an island."""
    one, numbers = one_each(islands, rules)
    if not one:
        return "the rules do not say that every island holds one number"
    sizes: dict[int, Rule] = {rule[0].node: rule for rule in rules if isinstance(rule[0], GroupSize)}
    dry = {rule[0].n for rule in islands.m.rules if rule[0].__class__ is Lit}
    if any(-islands.sea[c].n not in dry and (c not in sizes or _limits(sizes[c])[0] < 1) for c in numbers):
        return "a number may lie in the sea"
    sizes = {c: sizes[c] for c in sorted(numbers) if c in sizes}
    stated = _owned(islands, sorted(numbers), sizes, one[0].words)
    return Rewrite(
        f"islands that grow from {counted(len(numbers), 'number')}", [*one, *sizes.values()], stated, look_ahead=True
    )


def _limits(rule: Rule) -> tuple[int, int]:
    """Return the least and the greatest size that a rule allows."""
    return rule[0].low, rule[0].high  # type: ignore[union-attr]


def _owned(islands: Islands, numbers: Sequence[int], sizes: Mapping[int, Rule], one: str) -> list[Rule]:
    """Return the rules that give every cell one owner: the sea, or an island that grows from its number."""
    m, sea = islands.m, islands.sea
    rules: list[Rule] = []
    owners: list[dict[int, Lit]] = [{} for _ in sea]
    areas = _areas(islands, {c: _limits(sizes[c])[1] if c in sizes else islands.count for c in numbers})
    for cell, area in areas.items():
        single = cell in sizes and _limits(sizes[cell])[1] == 1
        own = [~sea[cell]] if single else m.binaries(f"on_island_{islands.names[cell]}", len(area))
        for c, lit in zip(area, own, strict=True):
            owners[c][cell] = lit
        rules.append(Rule(own[0], one, cell))
        if cell in sizes:
            rules.append(sizes[cell]._replace(constraint=between(*_limits(sizes[cell]), own)))
        if not single:
            number = {c: i for i, c in enumerate(area)}
            arcs = [
                (i, number[n], None) for c, i in number.items() for n, _ in islands.around[c] if number.get(n, 0) > 0
            ]
            steps = _limits(sizes[cell])[1] - 1 if cell in sizes else None
            rules.append(Rule(Reached(own, arcs, (0,), steps=steps), "an island is connected", cell))
        if cell in sizes:
            rules += _few_lines(islands, area, own, sizes[cell])
    rules += [Rule(exactly(1, [sea[c], *lits.values()]), one, c) for c, lits in enumerate(owners)]
    wet = [x.n for x in sea]
    own_at = [{owner: x.n for owner, x in lits.items()} for lits in owners]
    never: list[list[int]] = []
    at: list[tuple[int, int]] = []
    for link in islands.links:
        for c, n in (link, link[::-1]):
            others = own_at[n]
            for owner, x in own_at[c].items():
                body = [x, -wet[n], -others[owner]] if owner in others else [x, -wet[n]]
                if x == -wet[c]:
                    # for an island of one cell the clause is short: it shows a solver where the sea can start
                    rules.append(Rule(Clause([Lit(-k) for k in body]), one, link))
                else:
                    never.append(body)
                    at.append(link)
    rules.append(Rule(ClauseFamily(never, at), one, None))
    if all(owners):
        # there is sea between two islands
        way = _between(islands, numbers)
        rules += [Rule(Count([sea[c] for c in way], 1, len(way)), one, tuple(way))] if way is not None else []
    return rules


def _areas(islands: Islands, most: Mapping[int, int]) -> dict[int, list[int]]:
    """Return for each number the cells that its island of ``most`` cells can reach, nearest first.

    An island does not touch the numbers of others.
    """
    claims: list[set[int]] = [set() for _ in islands.sea]
    for cell in most:
        claims[cell].add(cell)
        for n, _ in islands.around[cell]:
            claims[n].add(cell)
    result = {}
    for cell, size in most.items():
        area = ring = [cell]
        own = {cell}
        for _ in range(size - 1):
            ring = [n for n in dict.fromkeys([n for c in ring for n, _ in islands.around[c]]) if claims[n] <= {cell}]
            ring = [n for n in ring if n not in own]
            if not ring:
                break
            own.update(ring)
            area = area + ring
        result[cell] = area
    return result


def _few_lines(islands: Islands, area: Sequence[int], own: Sequence[Lit], rule: Rule) -> list[Rule]:
    """Return the rule that a connected group of n cells touches at most n + 1 rows and columns."""
    most = _limits(rule)[1]
    if most <= MAX_SMALL_ISLAND_CELLS or islands.positions is None:
        return []
    lines: dict[tuple[int, int], list[Lit]] = {}
    for c, lit in zip(area, own, strict=True):
        row, col = islands.positions[c]
        lines.setdefault((0, row), []).append(lit)
        lines.setdefault((1, col), []).append(lit)
    if len(lines) <= most + 1:
        return []
    return [rule._replace(constraint=at_most(most + 1, [islands.m.any_of(lits) for lits in lines.values()]))]


def _between(islands: Islands, numbers: Collection[int]) -> list[int] | None:
    """Return the cells of a shortest way between two numbers, or None if no way connects two of them."""
    origin = {c: c for c in numbers}
    came = dict(origin)
    queue = list(numbers)
    for c in queue:
        for n, _ in islands.around[c]:
            if n not in origin:
                origin[n], came[n] = origin[c], c
                queue.append(n)
            elif origin[n] != origin[c]:
                way = []
                for x in (c, n):
                    while came[x] != x:
                        way.append(x)
                        x = came[x]
                return way
    return None
