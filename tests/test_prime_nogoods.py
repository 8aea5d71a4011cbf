"""Prime nogoods, compared with all partial assignments of a few bits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.model.prime_nogoods import prime_nogoods

Row = tuple[int, ...]


def smallest(count: int, rows: Sequence[Row]) -> set[frozenset[int]]:
    """The partial assignments that no row has, without those that contain another."""
    partial = [
        frozenset(i + 1 if value else -i - 1 for i, value in enumerate(values) if value is not None)
        for values in product((0, 1, None), repeat=count)
    ]
    whole = [frozenset(i + 1 if value else -i - 1 for i, value in enumerate(row)) for row in rows]
    never = {some for some in partial if not any(some <= row for row in whole)}
    return {some for some in never if not any(some - {x} in never for x in some)}


@settings(deadline=None)
@given(st.integers(0, 4), st.data())
def test_they_are_the_smallest_sets_of_values_that_no_row_has(count: int, data: st.DataObject) -> None:
    row = st.tuples(*[st.integers(0, 1)] * count)
    rows = tuple(data.draw(st.lists(row, max_size=8, unique=True)))
    found = prime_nogoods(count, rows)
    assert {frozenset(nogood) for nogood in found} == smallest(count, rows)
    assert len({frozenset(nogood) for nogood in found}) == len(found)


def test_one_of_eight_bits() -> None:
    rows = tuple(tuple(int(i == k) for i in range(8)) for k in range(8))
    pairs = {frozenset((a, b)) for a in range(1, 9) for b in range(1, a)}
    assert {*map(frozenset, prime_nogoods(8, rows))} == {*pairs, frozenset(range(-8, 0))}
