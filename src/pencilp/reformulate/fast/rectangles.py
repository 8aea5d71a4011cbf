"""Groups of cells that are rectangles: those with a given size are chosen from a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.model.constraints import Clause, exactly
from pencilp.model.model import Rule
from pencilp.model.structures import ClauseFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.groups import EachHolds, GroupSize
from pencilp.structures.islands import EachRectangle, Islands

if TYPE_CHECKING:
    from pencilp.structures.islands import OneColour

Rectangle = tuple[list[int], list[int]]
"""Its cells, and the cells adjacent to it."""

MAX_LISTED_CELLS = 10_000
"""Maximum total of the cells of a number's rectangles and the adjacent cells. More would take longer than they save."""


def rewrite(groups: Islands | OneColour, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form for ``rules``, if every island, or every group of one of two colours, is a rectangle.

    The possible rectangles with a given size are listed. Let l_i be "cell i belongs to a rectangle", and x_R a literal
    for each rectangle R of the size that holds the cell c with the size. Then l_c => some x_R; x_R => l_i for each cell
    i of R, and not l_j for each cell j adjacent to R. For islands l_c is true.
    """
    places = groups.positions
    lits = next((rule[0].lits for rule in rules if isinstance(rule[0], EachRectangle)), None)
    if places is None or lits is None:
        return "the rules do not say that every group is a rectangle"
    sized = [rule for rule in rules if isinstance(c := rule[0], GroupSize) and c.low == c.high]
    single = [
        rule for rule in rules if isinstance(c := rule[0], EachHolds) and c.high == 1 and {*c.nodes} == {*c.marked}
    ]
    size_of = {rule[0].node: rule[0].low for rule in sized}  # type: ignore[union-attr]
    true = {rule[0].n for rule in groups.m.rules if rule[0].__class__ is Lit}
    sure = frozenset(c for c, x in enumerate(lits) if x.n in true)
    at = {place: c for c, place in enumerate(places)}
    listed: dict[int, Rule] = {}
    stated: list[Rule] = []
    for rule in sized:
        node, size = rule[0].node, rule[0].low  # type: ignore[union-attr]
        others = {c for c, n in size_of.items() if n != size}
        others.update(*(one[0].marked - {node} for one in single if node in one[0].marked))  # type: ignore[union-attr]
        rectangles: list[Rectangle] = []
        cells = 0
        for inside, adjacent in _rectangles(places[node], size, at):
            if others.isdisjoint(inside) and sure.isdisjoint(adjacent):
                rectangles.append((inside, adjacent))
                cells += len(inside) + len(adjacent)
            if cells > MAX_LISTED_CELLS:
                break
        else:
            if listed.setdefault(node, rule) is rule:
                stated += _one_of(groups, lits, rectangles, rule)
    if not listed:
        return "no rectangle has a size, or too many rectangles have it"
    # an island of the right size holds no other number, so that rule is not needed
    needless = [*listed.values(), *(rule for rule in single if rule[0].marked <= listed.keys())]  # type: ignore[union-attr]
    replaced = needless if isinstance(groups, Islands) else []
    return Rewrite(f"listed places of {counted(len(listed), 'rectangle')} with a size", replaced, stated)


def _rectangles(place: tuple[int, int], size: int, at: Mapping[tuple[int, int], int]) -> Iterator[Rectangle]:
    """Yield all rectangles of ``size`` cells that hold the one at ``place``."""
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
                    adjacent = [(r, c) for r in rows for c in (left - 1, left + width)]
                    adjacent += [(r, c) for c in cols for r in (top - 1, top + height)]
                    yield inside, [at[position] for position in adjacent if position in at]


def _one_of(
    groups: Islands | OneColour, lits: Sequence[Lit], rectangles: Sequence[Rectangle], rule: Rule
) -> list[Rule]:
    """Return the rules that one of the rectangles ``rectangles`` is there if the cell with the size is in one."""
    node: int = rule[0].node  # type: ignore[union-attr]
    chosen = groups.m.binaries(f"rectangle_{groups.names[node]}", len(rectangles))
    one = exactly(1, [*chosen]) if isinstance(groups, Islands) else Clause((~lits[node], *chosen))
    numbers = [x.n for x in lits]
    never = []
    for x, (inside, adjacent) in zip(chosen, rectangles, strict=True):
        never += [[x.n, -numbers[c]] for c in inside]
        never += [[x.n, numbers[c]] for c in adjacent]
    return [rule._replace(constraint=one), Rule(ClauseFamily(never, [rule.at] * len(never)), rule.words, None)]
