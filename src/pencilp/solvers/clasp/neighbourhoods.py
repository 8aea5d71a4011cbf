"""Neighbourhood search: looks for a second answer near the first one.

To prove that an answer is the only one, a search must exclude everything else. A second answer, if there is one, often
differs from the first only in one part of the board. A search that fixes the rest finds it at once. Two variables are
neighbours if they occur in the same short rule.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pencilp.model import Int, Lit, Model
from pencilp.model.variables import Var
from pencilp.reformulate.plan import plan

MAX_RULE_VARIABLES = 16
"""The greatest number of variables of a short rule."""
SHARES = (1 / 4, 1 / 2)
"""The sizes of neighbourhoods as shares of all variables, in the order in which they are tried."""


def neighbourhoods(model: Model, variables: Sequence[int]) -> Iterator[set[int]]:
    """Yield sets of 0/1 ``variables``: one variable with those nearest to it, the small sets first.

    The sets of one size overlap: every variable is in the inner third of at least one. The model is read when this is
    called, not later.
    """
    return _sets(_Graph(model), variables)


def _sets(graph: _Graph, variables: Sequence[int]) -> Iterator[set[int]]:
    wanted = set(variables)
    for share in SHARES:
        size = max(1, int(share * len(wanted)))
        left = dict.fromkeys(variables)
        while left:
            near = graph.nearest(next(iter(left)), wanted, size)
            for v in near[: max(1, size // 3)]:
                left.pop(v, None)
            yield set(near)


class _Graph:
    """The 0/1 variables of a model, and the short rules that make them neighbours."""

    def __init__(self, model: Model) -> None:
        stated = plan(model)
        self._members: list[list[int]] = []
        """The variables of each short rule."""
        self._rules: list[list[int]] = [[] for _ in range(model.size + 1)]
        """The short rules of each variable."""
        for constraint, *_ in stated.rules:
            for part in ([constraint],) if isinstance(constraint, Lit) else constraint.variable_groups():
                self._join(part)
        for x, lits, _ in stated.definitions:
            self._join((x, *lits))
        for number in model.ints:
            self._join([number])

    def _join(self, variables: Iterable[Var]) -> None:
        members = [*variables]
        if len(members) > MAX_RULE_VARIABLES:
            return
        k = len(self._members)
        self._members.append(
            [
                abs(lit.n)
                for x in members
                for lit in ((*(x.value_literals or ()), *(x.order_literals or ())) if isinstance(x, Int) else (x,))
            ]
        )
        for v in self._members[k]:
            self._rules[v].append(k)

    def nearest(self, start: int, wanted: Collection[int], size: int) -> list[int]:
        """Return the ``size`` variables of ``wanted`` nearest to ``start``, in order of distance, ``start`` first."""
        reached = {start}
        found = [start]
        seen = bytearray(len(self._members))
        queue = [start]
        for v in queue:  # grows during the loop
            for k in self._rules[v]:
                if seen[k]:
                    continue
                seen[k] = True
                for w in self._members[k]:
                    if w not in reached:
                        reached.add(w)
                        queue.append(w)
                        if w in wanted:
                            found.append(w)
                            if len(found) >= size:
                                return found
        return found
