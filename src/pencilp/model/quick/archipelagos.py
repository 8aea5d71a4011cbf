"""Archipelagos: the formula of their sizes once, in which numbers tell the size of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.model.archipelagos import Coded, OneOfEachSize
from pencilp.model.constraints import Clause
from pencilp.model.groups import GroupSize
from pencilp.model.model import Rule
from pencilp.model.plan import Form

if TYPE_CHECKING:
    from pencilp.model.archipelagos import Archipelagos


def form(islands: Archipelagos, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if the islands have one of each size, and all others tell the size of an island."""
    whole = [rule for rule in rules if isinstance(rule[0], OneOfEachSize)]
    sized = [rule for rule in rules if type(rule[0]) is GroupSize]
    if len(whole) != 1 or len(sized) + 1 != len(rules):
        return None
    coded = Coded(islands)
    stated = [whole[0]._replace(constraint=part) for part in coded.parts()]
    for rule in sized:
        size: GroupSize = rule[0]  # type: ignore[assignment]
        some = [x for k, x in coded.sizes[size.node].items() if size.low <= k <= size.high]
        # an unshaded cell is in a group of no cells
        stated.append(rule._replace(constraint=Clause(some if size.low else (~islands.shaded[size.node], *some))))
    return Form(rules, stated)
