"""Three ways to state connectivity, single loops and what is reached to a MILP solver, to be compared by milp.py.

``cuts`` and ``flow`` are the project's own (pencilp.reformulate.linear): the first is how solvers search, the second,
the compact form, is what files hold. The third replaces the second while a model is linearised:

* ``order``: trees of order numbers. Per arc i -> j a 0/1 column p, "i is the parent of j"; per node j a number t_j;
  per candidate for a root a 0/1 column r_j:
      sum of p into j + r_j = x_j,   p <= x_i,   p <= e (where the arc has a literal),
      t_j >= t_i + 1 - n (1 - p),    sum of r <= 1 (where one group is meant)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from unittest import mock

from pencilp.model.constraints import Connected, OneLoop, Reached
from pencilp.reformulate.linear import connected, one_loop, reached
from pencilp.reformulate.linear.linearise import Build, Linearised, linearise
from pencilp.reformulate.linear.program import INTEGER
from pencilp.solvers.milp import search as milp

Graph = Connected | OneLoop | Reached
WAYS = ("cuts", "flow", "order")
GLOBALS = frozenset(("Connected", "OneLoop", "Reached"))
"""The names of what is stated in these ways. (``Flood`` is stated by flow if ``Reached`` is stated by cuts.)"""


@contextmanager
def stated_by(way: str) -> Iterator[Callable[..., Linearised]]:
    """Within, the solvers state models in the ``way`` named; gives the function that they linearise with."""
    state = partial(linearise, cutting=way == "cuts")
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(milp, "linearise", lambda model, **_: state(model)))
        if way == "order":
            for module in (connected, one_loop, reached):
                stack.enter_context(mock.patch.object(module, "reformulate", order))
        yield state


def order(constraint: Graph, build: Build) -> None:
    """State ``constraint`` by order numbers."""
    nodes = [x.n for x in constraint.nodes]
    n = len(nodes)
    if isinstance(constraint, OneLoop):
        one_loop.first_rows(constraint, build)
        found = build.roots(constraint.nodes, constraint.edges)
        constraint = Connected(constraint.nodes, constraint.edges)
    else:
        found = [*constraint.roots] if isinstance(constraint, Reached) else build.roots(constraint.nodes)
    candidates = range(n) if found is None else found
    roots = {r: build.column(f"root_{build.name(nodes[r])}", 0, 1, INTEGER) for r in dict.fromkeys(candidates)}
    if isinstance(constraint, Connected):
        build.row([(1, r) for r in roots.values()], None, 1, "one_root")
    number = [build.column(f"order_{build.name(x)}", 0, n - 1, INTEGER) for x in nodes]
    into: list[list[int]] = [[] for _ in nodes]
    for i, j, e in constraint.arcs:
        if i == j:
            continue
        p = build.column(f"parent_{build.name(nodes[i])}_{build.name(nodes[j])}", 0, 1, INTEGER)
        into[j].append(p)
        build.row([(1, p), (-1, nodes[i])], None, 0, f"active_{build.name(p)}")
        if e is not None:
            build.row([(1, p), (-1, e)], None, 0, f"along_{build.name(p)}")
        build.row([(1, number[j]), (-1, number[i]), (-n, p)], 1 - n, None, f"later_{build.name(p)}")
    for j, x in enumerate(nodes):
        root = [(1, roots[j])] if j in roots else []
        build.row([*((1, p) for p in into[j]), *root, (-1, x)], 0, 0, f"parent_of_{build.name(x)}_{j + 1}")
