"""Groups that each hold so many marked nodes, and of every kind of them one at most: each is the group of a leader.

Where each group holds as many marked nodes as there are kinds, it holds one of the largest kind, or one that is of no kind.
These are the leaders. They are few, and nothing more need be said of the groups of other nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.constraints import all_hold, any_of, at_most, exactly
from pencilp.model.groups import EachHolds
from pencilp.model.model import Rule
from pencilp.model.plan import Form
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.model.groups import Groups


def form(groups: Groups, rules: Sequence[Rule]) -> Form | None:
    """The form for ``rules``, if they say that all groups hold as many marked nodes as there are kinds, none of a kind twice.

    With r_lj, that the leader l reaches node j: for each l the sum of r_lj over the marked j is the number of kinds, and that
    over the j of a kind 1 at most; for each j some r_lj. Of r_lj over the leaders l of the largest kind one at most is true,
    which follows for nodes that are not of this kind.
    """
    held = [(rule, rule[0]) for rule in rules if isinstance(rule[0], EachHolds)]
    whole = [(rule, c) for rule, c in held if c.low > 0 and len(set(c.nodes)) == groups.count]
    kinds = [(rule, c.marked) for rule, c in held if (c.low, c.high) == (0, 1) and c.marked.issubset(c.nodes)]
    if not kinds or len(whole) != 1 or len(kinds) + 1 < len(rules) or groups.nodes is not None:
        return None
    every, each = whole[0]
    if not each.low == each.high == len(kinds) or not all(kind <= each.marked for _, kind in kinds):
        return None
    largest = max(kinds, key=lambda pair: len(pair[1]))
    first = sorted(largest[1])
    others = sorted(each.marked.difference(*(kind for _, kind in kinds)))
    reached = {leader: groups.reached(leader) for leader in (*first, *others)}
    stated = []
    for leader, group in reached.items():
        at = groups.place([leader])
        held_there = exactly(len(kinds), [group[j] for j in sorted(each.marked) if j in group])
        stated.append(every._replace(constraint=held_there, at=at))
        stated += [
            rule._replace(constraint=at_most(1, [group[j] for j in sorted(kind) if j in group]), at=at)
            for rule, kind in kinds
            if rule is not largest[0]
        ]
    apart = [at_most(1, [reached[leader][j] for leader in first if j in reached[leader]]) for j in range(groups.count)]
    stated.append(largest[0]._replace(constraint=all_hold([apart[j] for j in first], helpers=apart)))
    for j in range(groups.count):
        some = any_of([group[j] for group in reached.values() if j in group])
        stated.append(every._replace(constraint=some, at=groups.place([j])))
    return Form(rules, stated)
