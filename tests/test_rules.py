"""The words of rules that genres share, each held against what it says."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from itertools import groupby, permutations, product
from math import prod
from operator import add, mul
from typing import Any

import pytest

from pencilp.board.lattice import Lattice, hexagon, square
from pencilp.genres.binairo import lines_differ
from pencilp.genres.kenken import makes
from pencilp.genres.lits.rules import equal_pieces_apart, one_piece_each
from pencilp.genres.nonogram.rules import runs_are
from pencilp.genres.ripple import far_apart
from pencilp.genres.tents.rules import paired
from pencilp.genres.tents.structure import matching
from pencilp.model import Clause, Connected, Linear, Model, all_hold, any_of, at_least, exactly
from pencilp.reformulate.fast.placements import Frame
from pencilp.reformulate.plan import plan
from pencilp.rules.counting import segments, touching
from pencilp.rules.lines import no_run_of
from pencilp.rules.numbers import adds_up, consecutive, no_equal_neighbours, pair, towers_seen
from pencilp.rules.numbers import product as product_is
from pencilp.rules.polyominoes import placements, placements_apart
from pencilp.rules.shading import connected
from pencilp.solvers.clasp.search import Clasp
from pencilp.structures.walk import EachFollowed, Walk

# -- numbers ----------------------------------------------------------------------------------------------------------


def values_of(low: int, high: int, count: int, state: object) -> set[tuple[int, ...]]:
    """All values of ``count`` numbers that a rule, stated by ``state(m, ints)``, allows."""
    m = Model()
    ints = [m.integer(f"n{i}", low, high) for i in range(count)]
    m.answer = {"n": list(ints)}
    assert callable(state)
    state(m, ints)
    return {tuple(solution(x) for x in ints) for solution in Clasp(m).search(0).solutions}


def seen(line: tuple[int, ...]) -> int:
    return sum(n > max((0, *line[:i])) for i, n in enumerate(line) if n)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("low", [0, 1])
def test_towers_seen(low: int, count: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        for value in range(1, 5):
            lits = [x == value for x in ints]
            for i, a in enumerate(lits):
                for b in lits[i + 1 :]:
                    m.require("different", ~a | ~b)
        towers_seen(m, ints, count, "seen", None)

    right = {
        line for line in product(range(low, 5), repeat=4)
        if seen(line) == count and all(line.count(n) < 2 for n in line if n)
    }  # fmt: skip
    assert values_of(low, 4, 4, state) == right


@pytest.mark.parametrize("amount", range(17))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_sums_of_different_numbers(count: int, amount: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.all_different("different", ints)
        adds_up(m, ints, amount, "sum", None)

    assert values_of(1, 6, count, state) == {p for p in permutations(range(1, 7), count) if sum(p) == amount}


@pytest.mark.parametrize("amount", range(0, 20, 3))
def test_sums_of_numbers_that_may_be_equal(amount: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.all_different("different", ints[:2])
        adds_up(m, ints, amount, "sum", None)

    right = {p for p in product(range(1, 7), repeat=3) if sum(p) == amount and p[0] != p[1]}
    assert values_of(1, 6, 3, state) == right


@pytest.mark.parametrize("result", [1, 4, 7, 12, 24])
def test_numbers_that_make_a_result_step_by_step(result: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.require("result", any_of([makes(m, ints, result, add), makes(m, ints, result, mul)]))

    right = {p for p in product(range(1, 7), repeat=3) if result in (sum(p), prod(p))}
    assert values_of(1, 6, 3, state) == right


@pytest.mark.parametrize("amount", [1, 6, 7, 12, 13, 26, 48, 0])
def test_products(amount: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.require("product", product_is(ints, amount))

    right = {p for p in product(range(1, 9), repeat=3) if prod(p) == amount}
    assert values_of(1, 8, 3, state) == right


def test_pairs() -> None:
    allowed = {(1, 2), (2, 1), (4, 4)}

    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.require("pairs", pair(*ints, allowed))

    assert values_of(1, 4, 2, state) == allowed


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_consecutive(count: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.all_different("different", ints)
        consecutive(m, ints, "consecutive", None)

    right = {p for p in permutations(range(1, 7), count) if max(p) - min(p) == count - 1}
    assert values_of(1, 6, count, state) == right


def test_far_apart() -> None:
    right = {
        p for p in product(range(1, 4), repeat=5)
        if all(p[i] != p[j] or j - i > p[i] for i in range(5) for j in range(i + 1, 5))
    }  # fmt: skip
    assert values_of(1, 3, 5, lambda m, ints: far_apart(m, [range(5)], ints, "apart")) == right


def test_equal_numbers_do_not_touch() -> None:
    board = square(2, 3)
    right = {
        p for p in product(range(1, 5), repeat=6) if all(p[a] != p[b] for a in board.cells for b in board.around[a])
    }  # fmt: skip
    assert values_of(1, 4, 6, lambda m, ints: no_equal_neighbours(m, board, ints, "apart")) == right


def test_lines_differ() -> None:
    board = square(3, 2)
    m = Model()
    lits = m.binaries("x", 6)
    m.answer = {"x": lits}
    lines_differ(m, lits, board.row_cells, "different")
    found = {tuple(solution(x) for x in lits) for solution in Clasp(m).search(0).solutions}
    assert found == {p for p in product((0, 1), repeat=6) if len({p[0:2], p[2:4], p[4:6]}) == 3}


# -- structures: what their rules say, each by itself and together ----------------------------------------------------


def held(m: Model, on: Any = None) -> set[tuple[int, ...]]:
    """The answers of ``m`` where the instances of its rules hold of which ``on(rule)`` is true; None: its quick program's."""
    (xs,) = m.answer.values()
    if on is None:
        return {tuple(map(solution, xs)) for solution in Clasp(m).search(0).solutions}
    clasp = Clasp(m, guarded=True)
    guards = [guard for guard, rule in zip(clasp.program.guards, clasp.program.plan.rules, strict=True) if on(rule)]
    return {tuple(map(solution, xs)) for solution in clasp.search(0, assumptions=guards).solutions}


def bits(count: int, right: Any) -> set[tuple[int, ...]]:
    return {p for p in product((0, 1), repeat=count) if right(p)}


def test_any_of_the_rules_of_a_pairing() -> None:
    board, trees = square(2, 4), (1, 2, 5)
    m = Model()
    tents = m.binaries("tent", 8)
    m.answer = {"tent": list(tents)}
    paired(m, board, trees, tents, "tree", "tent")

    def right(p: tuple[int, ...], some: Iterable[int], others: Iterable[int]) -> bool:
        """Whether the trees ``some`` can have tents of their own, and the tents at ``others`` trees of their own."""
        there = {c for c in board.cells if p[c] and c not in trees}
        having = {tree: [c for c in board.near[tree] if c in there] for tree in some}
        being = {c: [tree for tree in trees if tree in board.near[c]] for c in others if c in there}
        return len(matching(having)) == len(having) and len(matching(being)) == len(being)

    free = [c for c in board.cells if c not in trees]
    assert held(m) == bits(8, lambda p: right(p, trees, free))
    for count in (0, 1, 2, 3):
        for some in itertools.combinations(trees, count):
            for others in ((), free[:2], free):
                on = {("tree", c) for c in some} | {("tent", c) for c in others}
                expected = bits(8, lambda p, some=some, others=others: right(p, some, others))
                assert held(m, lambda rule, on=on: (rule.words, rule.at) in on) == expected
    p = (1, 0, 0, 1, 0, 0, 0, 1)
    value = dict(zip(tents, p, strict=True)).__getitem__
    having, being = (rule.constraint for rule in m.rules)
    assert (having.faults(value, None), being.faults(value, None)) == ([5], [7])


def test_pieces_of_equal_shape_are_separate_and_connected() -> None:
    board, groups = square(2, 5), [(0, 1, 2, 5, 6), (3, 4, 7, 8, 9)]
    shapes = {"I": ((0, 0), (0, 1), (0, 2)), "L": ((0, 0), (0, 1), (1, 0))}
    m = Model()
    x = m.binaries("x", 10)
    m.answer = {"x": list(x)}
    pieces = one_piece_each(m, board, groups, shapes, x, "one")
    equal_pieces_apart(m, pieces, "equal")
    connected(m, board, x, "together")
    places = [{name: [set(p) for p in some] for name, some in by_shape.items()} for by_shape in pieces.places]
    assert [[len(some) for some in by_shape.values()] for by_shape in places] == [[1, 5], [1, 5]]

    def shape(p: tuple[int, ...], k: int) -> str | None:
        true = {c for c in groups[k] if p[c]}
        return next((name for name, some in places[k].items() if true in some), None)

    def rule(words: str, p: tuple[int, ...]) -> bool:
        if words == "one":
            return None not in (shape(p, 0), shape(p, 1))
        if words == "together":
            return Connected(x, [(a, b, None) for a, b in board.links]).holds(dict(zip(x, p, strict=True)).__getitem__)
        touch = any(p[a] and p[b] for a, b in ((2, 3), (6, 7), (2, 7)) if b in board.near[a])
        return not touch or shape(p, 0) is None or shape(p, 0) != shape(p, 1)

    said = ("one", "equal", "together")
    assert held(m) == bits(10, lambda p: all(rule(words, p) for words in said))
    # every cell belongs to a group, so the groups stand for the cells
    assert any(isinstance(c, Connected) and len(c.nodes) == 2 for c, *_ in plan(m).rules)
    for words in said:
        assert held(m, lambda r, words=words: r.words == words) == bits(10, lambda p, words=words: rule(words, p))


def test_lines_that_differ_two_by_two() -> None:
    board = square(3, 2)
    m = Model()
    x = m.binaries("x", 6)
    m.answer = {"x": list(x)}
    lines_differ(m, x, board.row_cells, "different")
    for one, other in itertools.combinations(board.row_cells, 2):
        expected = bits(6, lambda p, one=one, other=other: [p[c] for c in one] != [p[c] for c in other])
        assert held(m, lambda rule, at=(*one, *other): rule.at == at) == expected
    assert m.rules[0].constraint.faults(dict(zip(x, (1, 0, 0, 1, 1, 0), strict=True)).__getitem__, None) == [
        (0, 1, 4, 5)
    ]


@pytest.mark.parametrize("low", [10, 11, 12, 13])
def test_runs_with_nearly_all_literals_decided(low: int) -> None:
    board = square(2, 8)
    m = Model()
    x = m.binaries("x", 16)
    m.answer = {"x": list(x)}
    m.require("many", exactly(low, x))
    no_run_of(m, board, 4, x, "no run")
    alone = [row[i : i + 4] for row in board.row_cells for i in range(5)]
    expected = bits(16, lambda p: sum(p) == low and not any(all(p[c] for c in cells) for cells in alone))
    assert held(m) == held(m, lambda rule: True) == expected
    helped = len(plan(m).rules) > len(m.rules)
    assert helped == (low > 11)


def test_looking_ahead_with_counts_around_corners_only() -> None:
    board = square(3, 4)

    def looks_ahead(*counted: Sequence[int], together: bool = True) -> bool:
        m = Model()
        x = m.binaries("x", 12)
        m.answer = {"x": list(x)}
        if together:
            connected(m, board, x, "one group")
        for cells in counted:
            m.require("count", exactly(2, x[cells]), at=cells)
        return plan(m).look_ahead

    corner = board.corner_cells[6]
    assert looks_ahead(corner)
    assert not looks_ahead(), "nothing is counted"
    assert not looks_ahead(corner, board.row_cells[0] + board.row_cells[1]), "more is counted"
    assert not looks_ahead(corner, together=False), "nothing hangs together"


@pytest.mark.parametrize("given", [{}, {0: 1}, {4: 3}, {0: 1, 8: 5}, {0: 2, 1: 5}, {0: 4, 1: 4}])
def test_walks(given: dict[int, int]) -> None:
    board = square(3, 3)
    m = Model()
    numbers = [m.integer(f"n{c}", 1, 9) for c in board.cells]
    m.answer = {"n": list(numbers)}
    m.require("walk", EachFollowed(Walk(m, numbers, board.near)))
    for cell, n in given.items():
        m.require("given", numbers[cell] == n)
    found = held(m)
    right = {
        p for p in permutations(range(1, 10))
        if all(p[c] == n for c, n in given.items())
        and all(p.index(n + 1) in board.near[p.index(n)] for n in range(1, 9))
    } if given else found  # fmt: skip
    assert len(found) == 40 or given
    assert found == held(m, lambda rule: True) == right


def test_helpers_are_stated_only_without_guards() -> None:
    m = Model()
    n = m.integer("n", 1, 4)
    m.answer = {"n": [n]}
    m.require("small", all_hold([Linear([(1, n)], None, 2)], helpers=[~(n == 4), Clause((n == 1, n == 2))]))
    assert held(m) == held(m, lambda rule: True) == {(1,), (2,)}
    assert held(m, lambda rule: False) == {(1,), (2,), (3,), (4,)}


# -- lines and what touches -------------------------------------------------------------------------------------------


def test_segments_end_at_obstacles_and_holes() -> None:
    board = square(2, 4, [(0, 1)])
    clear = [board.positions[c] != (1, 2) for c in board.cells]
    found = [[board.positions[c] for c in line] for line in segments(board, clear, 0)]
    assert found == [[(0, 0)], [(0, 2), (0, 3)], [(1, 0), (1, 1)], [(1, 3)]]
    assert len(list(segments(board, clear))) == 4 + 4


@pytest.mark.parametrize("board", [square(3, 4), square(3, 4, [(1, 1), (1, 2)]), square(1, 3), hexagon(2)])
def test_all_that_touch_share_a_group(board: object) -> None:
    groups = touching(board)  # type: ignore[arg-type]
    pairs = {(a, b) for group in groups for a in group for b in group if a != b}
    assert pairs == {(a, b) for a in board.cells for b in board.around[a]}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wanted", "size"),
    [({1: [5], 2: [5, 6], 3: [6, 7]}, 3), ({1: [5], 2: [5]}, 1), ({1: []}, 0), ({1: [5, 6], 2: [5]}, 2)],
)
def test_matching_is_as_large_as_it_can_be(wanted: dict[int, list[int]], size: int) -> None:
    found = matching(wanted)
    assert len(found) == len(set(found.values())) == size
    assert all(other in wanted[one] for other, one in found.items())


def runs(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(len(list(run)) for value, run in groupby(values) if value)


@pytest.mark.parametrize(
    "lengths",
    [(), (0,), (1,), (2, 2, 1), (3,), (7,), (8,), (1, 1), (2, 3), (5, 2), ("?",), ("?", "?"), (2, "?", 1), ("?", 3)],
)  # fmt: skip
def test_runs_are(lengths: tuple[Any, ...]) -> None:
    m = Model()
    line = m.binaries("x", 7)
    m.answer = {"x": list(line)}
    runs_are(m, line, lengths, "runs", range(7))
    want = [n for n in lengths if n != 0]
    right = {
        v for v in product((0, 1), repeat=7)
        if len(runs(v)) == len(want) and all(n in ("?", k) for n, k in zip(want, runs(v), strict=True))
    }  # fmt: skip
    assert {tuple(s(x) for x in line) for s in Clasp(m).search(0).solutions} == right


# -- pieces -----------------------------------------------------------------------------------------------------------


def test_placements_are_all_the_ways_a_piece_can_lie() -> None:
    assert len(placements(square(3, 3), ((0, 0), (1, 0), (2, 0), (2, 1)))) == 16
    assert sorted(placements(square(2, 2, [(0, 1)]), ((0, 0), (0, 1)))) == [(0, 1), (1, 2)]
    assert placements(square(2, 2), ((0, 0), (0, 1), (0, 2))) == []


def test_pieces_fit() -> None:
    board = square(9, 9)
    for cells, ways in (
        (((0, 0),), 1),
        (((0, 0), (0, 1), (0, 2)), 2),
        (((0, 0), (0, 1), (1, 0)), 4),
        (((0, 1), (0, 2), (1, 0), (1, 1)), 4),
    ):
        assert sum(40 in placement for placement in placements(board, cells)) == ways * len(cells)
    assert all(set(adjacent).isdisjoint(cells) for cells, adjacent in placements_apart(board, ((0, 0), (0, 1)), True))
    # at the ends two cells are left to be kept free, next to the piece none
    assert all(len(adjacent) <= 2 for _, adjacent in placements_apart(board, ((0, 0), (0, 1)), True))
    assert max(len(adjacent) for _, adjacent in placements_apart(board, ((0, 0), (0, 1)), False)) == 6


def test_rectangles_hold_one_blocked_cell() -> None:
    board = square(4, 5, [(0, 0)])
    clues = {3, 10}
    for cell in clues:
        for size in (None, 4):
            found = set(Frame(board.positions, clues).rectangles(cell, size, 1000) or ())
            assert found == {
                r for r in all_rectangles(board) if clues.intersection(r) == {cell} and size in (None, len(r))
            }


def all_rectangles(board: Lattice) -> set[tuple[int, ...]]:
    at = board.cell_at
    result = set()
    for top, bottom in itertools.combinations(range(5), 2):
        for left, right in itertools.combinations(range(6), 2):
            cells = [at.get((r, c)) for r in range(top, bottom) for c in range(left, right)]
            if None not in cells:
                result.add(tuple(cells))
    return result


def test_long_runs_along_one_axis_say_nothing_of_the_other():
    # the count that follows from few false cells takes only stretches of that axis
    board = square(3, 3)
    for axis in (0, 1):
        m = Model()
        lits = m.binaries("x", len(board))
        no_run_of(m, board, 3, lits, "no three in a row", axis=axis)
        m.require("six are true", at_least(6, lits))
        assert len(m.solve(count=0).solutions) == 27
