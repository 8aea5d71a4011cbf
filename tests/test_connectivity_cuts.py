"""Connectivity and loops by cuts: every cut against every assignment of small graphs, and the search with each solver."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.model import (
    Clause,
    Connected,
    Constraint,
    Count,
    Implies,
    Linear,
    Lit,
    Model,
    OneLoop,
    Reached,
    Solution,
    at_least,
    exactly,
)
from pencilp.reformulate.linear.linearise import linearise, reformulation
from pencilp.solvers import prepare

from . import brute_force
from .random_models import loop_model

MILP = ("highs", "scip", "glpk", "cbc", "cpsat")


def grid(rows: int, cols: int) -> list[tuple[int, int, None]]:
    cells = range(rows * cols)
    across = [(i, i + 1, None) for i in cells if i % cols < cols - 1]
    return [*across, *((i, i + cols, None) for i in cells if i + cols < rows * cols)]


def judge(m: Model, constraint: Constraint, promised: Callable[[Any], bool]) -> None:
    """Try all values of the variables as far as they are ``promised``: cuts and first rows, against what is meant."""
    cuts = reformulation(constraint).cuts
    every = [Solution(dict(enumerate(bits, 1)), {}) for bits in product((0, 1), repeat=m.size)]
    right = [s for s in every if promised(s) and constraint.holds(s)]
    stated: dict[str, Constraint] = {}
    for s in every:
        if not promised(s):
            continue
        against = cuts(constraint, s)
        assert bool(against) != constraint.holds(s), s
        for cut in against:
            assert not cut.holds(s)
            assert isinstance(cut, Clause | Linear)
            terms = cut.terms if isinstance(cut, Linear) else cut.lits
            stated[repr(sorted(map(repr, terms)))] = cut
    for cut in stated.values():
        assert all(map(cut.holds, right)), cut.variables()
    m.require("first rows", constraint)
    rows = linearise(m, cutting=True).program.rows
    for s in right:
        values = [s(Lit(v)) for v in range(1, m.size + 1)]
        sums: list[Any] = [(sum(a * values[c] for a, c in row.terms), row.low, row.high) for row in rows]
        assert all((low is None or low <= n) and (high is None or n <= high) for n, low, high in sums)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_cuts_of_random_graphs_exclude_exactly_wrong_answers(data: st.DataObject) -> None:
    m = Model()
    xs = m.binaries("x", data.draw(st.integers(2, 6)))
    true = [m.true] * 3 if data.draw(st.booleans()) else []
    pool = [*xs, *(~x for x in xs), *true]
    literal = st.sampled_from(pool)
    nodes = data.draw(st.lists(literal, min_size=2, max_size=6))
    place = st.integers(0, len(nodes) - 1)
    arcs = data.draw(st.lists(st.tuples(place, place, st.one_of(st.none(), literal)), max_size=9))
    roots = data.draw(st.one_of(st.none(), st.lists(place, min_size=1, max_size=3)))

    def always(value: Any) -> bool:
        return all(map(value, true))

    if data.draw(st.booleans()):
        judge(m, Reached(nodes, arcs, roots or ()), always)
    else:
        if roots is not None:
            m.require("roots are found from it", Clause([nodes[r] for r in roots]))

        def promised(value: Any) -> bool:
            return always(value) and (roots is None or any(value(nodes[r]) for r in roots))

        judge(m, Connected(nodes, arcs), promised)


def test_cuts_of_loops_exclude_exactly_wrong_answers() -> None:
    # two squares and two triangles, joined: single loops, and pairs of them, through nodes that may be passed or must be
    m = Model()
    ends = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4), (4, 5), (3, 5), (1, 6), (6, 7), (7, 8), (6, 8), (2, 5), (0, 8)]
    line = m.binaries("line", len(ends))
    passed = m.binaries("passed", 9)
    here = [[line[e] for e, pair in enumerate(ends) if i in pair] for i in range(9)]
    loop = OneLoop(passed, [(p, q, line[e]) for e, (p, q) in enumerate(ends)])
    cuts = reformulation(loop).cuts
    solutions = []
    for bits in product((0, 1), repeat=len(ends)):
        known = dict(enumerate(bits, 1))
        degrees = [sum(known[e.n] for e in some) for some in here]
        if set(degrees) <= {0, 2} and any(degrees):
            known.update((x.n, int(n == 2)) for x, n in zip(passed, degrees, strict=True))
            solutions.append(Solution(known, {}))
    wrong = [s for s in solutions if not loop.holds(s)]
    right = [s for s in solutions if loop.holds(s)]
    assert wrong
    assert right
    assert not any(cuts(loop, s) for s in right)
    for s in wrong:
        against = cuts(loop, s)
        assert against
        assert not any(cut.holds(s) for cut in against)
        assert all(cut.holds(other) for cut in against for other in right)


def test_a_cut_omits_dead_ends() -> None:
    # a ring of eight around a cell, and a ninth cell to the right of it: the cell inside the ring is no way out
    m = Model()
    x = m.binaries("x", 15)
    alone = 9
    ring = {0, 1, 2, 5, 7, 10, 11, 12}
    group = Connected(x, grid(3, 5))
    against = reformulation(group).cuts(group, Solution({v: int(v - 1 in ring | {alone}) for v in range(1, 16)}, {}))
    first = next(cut for cut in against if ~x[0] in cut.lits)
    assert set(first.lits) == {~x[0], ~x[alone], x[3], x[8], x[13]}


def test_files_have_the_compact_form_and_searches_the_first_rows() -> None:
    m = loop_model(3, 3)
    compact, first = linearise(m), linearise(m, cutting=True)
    assert not compact.cutting
    assert not compact.program.left_out
    assert len(first.cutting) == 1
    assert len(first.program.columns) == m.size < len(compact.program.columns)
    assert len(first.program.rows) < len(compact.program.rows)


# -- every solver ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", MILP)
def test_loops_through_all_nodes(solver: str) -> None:
    # a board of 4x4 has six of them, and pairs of smaller loops that pass all nodes as well
    m = Model()
    ends = [(i, j) for i, j, _ in grid(4, 4)]
    line = m.binaries("line", len(ends))
    for i in range(16):
        m.require("two", exactly(2, [line[e] for e, pair in enumerate(ends) if i in pair]), at=i)
    m.require("one loop", OneLoop([m.true] * 16, [(p, q, line[e]) for e, (p, q) in enumerate(ends)]))
    m.answer["line"] = list(line)
    result = prepare(m, solver)(count=0)
    assert result.complete
    assert len(result.solutions) == 6


@pytest.mark.parametrize("telling", [False, True])
@pytest.mark.parametrize("solver", MILP)
def test_groups_on_a_board(solver: str, telling: bool) -> None:
    # no two white cells touch, the others hang together: in many ways wrong, in few ways right
    m = Model()
    x = m.binaries("x", 9)
    for i, j, _ in grid(3, 3):
        m.require("no two touch", Clause((x[i], x[j])))
    m.require("white cells", Count([~y for y in x], 3, 9))
    if telling:
        m.require("a root", Clause((x[0], x[1])))
    m.require("one group", Connected(x, grid(3, 3)))
    m.answer["x"] = list(x)
    expected = brute_force.answers(m)
    assert len(expected) >= 4
    result = prepare(m, solver)(count=0)
    assert result.complete
    assert brute_force.found(m, result) == expected


@pytest.mark.parametrize("solver", MILP)
def test_reached_along_arcs_under_a_condition(solver: str) -> None:
    m = Model()
    x, e = m.binaries("x", 5), m.binaries("e", 2)
    arcs = [(0, 1, e[0]), (1, 2, None), (2, 1, None), (3, 4, e[1]), (4, 3, None)]
    m.require("at least four are active", at_least(4, x))
    m.require("reached, if", Implies((~e[1],), Reached(x, arcs, (0,))))
    m.require("reached, otherwise", Implies((e[1],), Reached(x, arcs, (3,))))
    m.answer["all"] = [*x, *e]
    expected = brute_force.answers(m)
    result = prepare(m, solver)(count=0)
    assert result.complete
    assert brute_force.found(m, result) == expected


def test_cuts_stay_for_the_search_for_more_and_go_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from pencilp.solvers.milp import search as milp

    sizes: list[int] = []
    run = prepare(loop_model(3, 4), "highs")
    close = milp.ChildSession.close

    def watched(self: milp.ChildSession, *, reusable: bool) -> None:
        sizes.append(len(self._program.rows))
        close(self, reusable=reusable)

    monkeypatch.setattr(milp.ChildSession, "close", watched)
    first, again = (len(run(count=0).solutions) for _ in range(2))
    assert first == again
    assert sizes[0] == sizes[1]
    assert sizes[0] > len(linearise(loop_model(3, 4), cutting=True).program.rows) + first
