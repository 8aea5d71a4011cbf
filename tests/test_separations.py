"""The separations of small graphs, compared with the prime nogoods of all connected sets."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp._util.separations import MAX_NODES, separations
from pencilp.model import Connected, Model
from pencilp.model.prime_nogoods import prime_nogoods


@settings(deadline=None)
@given(st.integers(0, MAX_NODES), st.data())
def test_they_are_the_prime_nogoods_of_connected_sets(count: int, data: st.DataObject) -> None:
    pairs = [*combinations(range(count), 2)]
    edges = tuple(data.draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else ()
    m = Model()
    x = m.binaries("x", count)
    connected = Connected(x, [(i, j, None) for i, j in edges])
    rows = tuple(
        row for row in product((0, 1), repeat=count) if connected.holds(dict(zip(x, row, strict=True)).__getitem__)
    )
    found = separations(count, edges)
    assert found is not None
    nogoods = [frozenset([a + 1, b + 1, *[-k - 1 for k in between]]) for a, b, between in found]
    assert {*nogoods} == {*map(frozenset, prime_nogoods(count, rows))}
    assert len({*nogoods}) == len(nogoods)


def test_large_graphs_have_none() -> None:
    edges = tuple((i, i + 1) for i in range(MAX_NODES - 1))
    assert separations(MAX_NODES, edges)
    assert separations(MAX_NODES + 1, edges) is None
