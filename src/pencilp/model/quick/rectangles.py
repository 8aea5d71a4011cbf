"""Islands that are rectangles: one that has a given size is one of a few."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pencilp.model.constraints import exactly
from pencilp.model.groups import EachHolds, GroupSize
from pencilp.model.islands import EachRectangle
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.model.structures import Clauses
from pencilp.model.variables import Lit
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.islands import Islands

MOST = 10_000
"""The rectangles of an island may have so many cells together, and cells around them: more would take longer to state than they
save."""


def form(islands: Islands, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if every island is a rectangle: of those with some size one is listed.

    With x_R for each rectangle R of so many cells that holds the cell c with the size: just one x_R is true, and x_R => no cell
    of R is sea, and each cell around it is.
    """
    places = islands.positions
    if places is None or not any(isinstance(rule[0], EachRectangle) for rule in rules):
        return None
    single = [
        rule for rule in rules if isinstance(c := rule[0], EachHolds) and c.high == 1 and {*c.nodes} == {*c.marked}
    ]
    dry = {-rule[0].n for rule in islands.m.rules if rule[0].__class__ is Lit}
    dry_cells = frozenset(c for c, x in enumerate(islands.sea) if x.n in dry)
    at = {place: c for c, place in enumerate(places)}
    replaced: list[Rule] = []
    stated: list[Rule] = []
    told: set[int] = set()
    for rule in rules:
        size = rule[0]
        if isinstance(size, GroupSize) and size.low == size.high and size.node not in told:
            alone = [rule[0].marked for rule in single if size.node in rule[0].marked]  # type: ignore[union-attr]
            others = frozenset[int]().union(*alone) - {size.node}
            found = []
            cells = 0
            for inside, around in _rectangles(places[size.node], size.low, at):
                if others.isdisjoint(inside) and dry_cells.isdisjoint(around):
                    found.append((inside, around))
                    cells += len(inside) + len(around)
                if cells > MOST:
                    break
            else:
                told.add(size.node)
                replaced.append(rule)
                stated += _one_of(islands, found, rule)
    # what holds no other number by its rectangle need not be told so
    replaced += [rule for rule in single if rule[0].marked <= told]  # type: ignore[union-attr]
    return Form(replaced, stated) if told else None


def _rectangles(
    place: tuple[int, int], size: int, at: Mapping[tuple[int, int], int]
) -> Iterator[tuple[list[int], list[int]]]:
    """The cells of each rectangle of ``size`` cells that holds the one at ``place``, and the cells around it."""
    row, col = place
    for height in range(1, size + 1):
        if size % height:
            continue
        width = size // height
        for top in range(row - height + 1, row + 1):
            for left in range(col - width + 1, col + 1):
                rows, cols = range(top, top + height), range(left, left + width)
                inside = [at.get((r, c), -1) for r in rows for c in cols]
                if -1 not in inside:
                    beside = [*((r, c) for r in rows for c in (left - 1, left + width))]
                    beside += [(r, c) for c in cols for r in (top - 1, top + height)]
                    yield inside, [at[there] for there in beside if there in at]


def _one_of(islands: Islands, found: Sequence[tuple[list[int], list[int]]], rule: Rule) -> list[Rule]:
    """One of the rectangles ``found`` is there."""
    wet = [x.n for x in islands.sea]
    chosen = islands.m.binaries(f"rectangle_{islands.names[rule[0].node]}", len(found))  # type: ignore[union-attr]
    never = []
    for x, (inside, around) in zip(chosen, found, strict=True):
        never += [[x.n, wet[c]] for c in inside]
        never += [[x.n, -wet[c]] for c in around]
    return [
        rule._replace(constraint=exactly(1, [*chosen])),
        Rule(Clauses(never, [rule.at] * len(never)), rule.words, None),
    ]
