"""The tables of lattices agree with each other on boards of any outline."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pencilp.board.lattice import NOWHERE, Lattice, hexagon, hexagonal, square


@st.composite
def lattices(draw: st.DrawFn) -> Lattice:
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    frame = [(r, c) for r in range(rows) for c in range(cols)]
    holes = draw(st.lists(st.sampled_from(frame), max_size=8, unique=True))
    assume(len(holes) < len(frame))
    return draw(st.sampled_from([square, hexagonal]))(rows, cols, holes)


@given(lattices())
def test_steps_lead_back(board: Lattice) -> None:
    for c in board.cells:
        for d in board.directions:
            n = board.step[c][d]
            if n != NOWHERE:
                assert board.step[n][board.opposite(d)] == c
                assert math.isclose(math.dist(board.center(c), board.center(n)), 1)


@given(lattices())
def test_links_are_the_pairs_of_neighbours_earlier_first(board: Lattice) -> None:
    assert all(a < b for a, b in board.links)
    assert {frozenset(p) for p in board.links} == {frozenset((c, n)) for c in board.cells for n in board.near[c]}
    for e, (a, b) in enumerate(board.links):
        assert board.link_between[a, b] == board.link_between[b, a] == e
        assert e in board.links_at[a]
        assert e in board.links_at[b]
        assert board.edge_cells[e] == (a, b)


@given(lattices())
def test_every_edge_joins_two_corners_and_belongs_to_one_or_two_cells(board: Lattice) -> None:
    assert sorted({e for edges in board.cell_edges for e in edges}) == list(board.edges)
    for e in board.edges:
        assert len(board.edge_cells[e]) == (2 if e < len(board.links) else 1)
        p, q = board.edge_corners[e]
        assert p < q
        side = math.dist(board.corner_point(p), board.corner_point(q))
        assert math.isclose(side, 1 if board.shape == "square" else 1 / math.sqrt(3))
        assert e in board.corner_edges[p]
        assert e in board.corner_edges[q]


@given(lattices())
def test_corners_lie_around_their_cells(board: Lattice) -> None:
    for c in board.cells:
        assert len(set(board.cell_corners[c])) == len(board.directions)
        for p in board.cell_corners[c]:
            assert c in board.corner_cells[p]
        xs, ys = zip(*(board.corner_point(p) for p in board.cell_corners[c]), strict=True)
        x, y = board.center(c)
        assert math.isclose(sum(xs) / len(xs), x, abs_tol=1e-9)
        assert math.isclose(sum(ys) / len(ys), y, abs_tol=1e-9)


@given(lattices())
def test_rays_follow_steps_up_to_the_outline(board: Lattice) -> None:
    for c in board.cells:
        for d in board.directions:
            walk, at = [], board.step[c][d]
            while at != NOWHERE:
                walk.append(at)
                at = board.step[at][d]
            assert list(board.rays[c][d]) == walk


@given(lattices())
def test_every_cell_lies_on_one_line_of_each_axis(board: Lattice) -> None:
    for lines in board.lines:
        assert sorted(c for line in lines for c in line) == list(board.cells)


@given(lattices())
def test_around_holds_cells_that_share_a_corner(board: Lattice) -> None:
    for c in board.cells:
        mine = set(board.cell_corners[c])
        expected = [n for n in board.cells if n != c and mine & set(board.cell_corners[n])]
        assert list(board.around[c]) == expected
        assert set(board.near[c]) <= set(expected)


def test_a_full_square_board_numbers_things_as_people_read() -> None:
    board = square(2, 3)
    assert board.names == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert board.links == [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    assert board.corner_keys == [(r, c) for r in range(3) for c in range(4)]
    assert board.blocks == [(0, 1, 3, 4), (1, 2, 4, 5)]
    assert len(board.edges) == 17


def test_the_hexagon_of_the_panorama_seed() -> None:
    board = hexagon(4)
    at = board.cell_at
    spans = {1: (1, 4), 2: (1, 5), 3: (1, 6), 4: (1, 7), 5: (2, 7), 6: (3, 7), 7: (4, 7)}
    assert board.positions == tuple((i - 1, j - 1) for i, (a, b) in spans.items() for j in range(a, b + 1))
    # the seed's table of how many cells lie in directions xp, xm, yp, ym, zp, zm from each clue
    table = {(2, 4): (1, 3, 5, 1, 3, 1), (3, 3): (3, 2, 3, 2, 4, 2), (5, 3): (4, 1, 1, 4, 2, 2)}
    table |= {(6, 5): (2, 2, 1, 4, 1, 4), (6, 7): (0, 4, 1, 2, 0, 5)}
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1))
    for (i, j), counts in table.items():
        rays = board.rays[at[i - 1, j - 1]]
        assert tuple(len(rays[board.vectors.index(v)]) for v in steps) == counts


def test_lattices_of_the_same_shape_are_shared() -> None:
    assert square(4, 5) is square(4, 5)
    assert square(4, 5, [(0, 0)]) is not square(4, 5)


def test_shores_go_round_the_outline_and_round_each_hole():
    assert square(2, 3).shores == [(0, 1, 2, 5, 4, 3)]
    assert square(1, 3).shores == [(0, 1, 2, 1)]
    assert square(1, 1).shores == [(0,)]
    around_hole = square(3, 3, [(1, 1)]).shores
    assert sorted(map(len, around_hole)) == [8, 8]
    # two holes that meet at a corner: one walk passes both
    assert sorted(map(len, square(4, 4, [(1, 1), (2, 2)]).shores)) == [12, 12]
    assert sorted(hexagonal(2, 2).shores[0]) == [0, 1, 2, 3]


@given(lattices())
def test_a_ring_goes_once_around_from_neighbour_to_neighbour(board: Lattice) -> None:
    for c in board.cells:
        ring = board.ring[c]
        assert len(ring) == (8 if board.shape == "square" else 6)
        assert sorted(n for n in ring if n != NOWHERE) == list(board.around[c])
        assert ring[:: 2 if board.shape == "square" else 1] == tuple(board.step[c])
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert NOWHERE in (a, b) or b in board.near[a]


@given(lattices())
def test_a_lattice_laid_flat_is_the_same_in_another_place_of_the_plane(board: Lattice) -> None:
    flat = board.laid("flat")
    assert flat == board
    assert (flat.names, flat.links, flat.cell_corners) == (board.names, board.links, board.cell_corners)
    if board.shape == "square":
        assert flat is board
        return
    for c in flat.cells:
        x, y = flat.center(c)
        assert flat.at(x, y)[0] == c
        assert flat.position_at(x + 0.3, y - 0.3) == board.positions[c]
        for d, n in enumerate(flat.step[c]):
            dx, dy = flat.way(d)
            # clockwise from the upper right, a turn of 60 degrees each; the last one is straight up
            turn = math.pi / 3 * (d + 1)
            assert (dx, -dy) == pytest.approx((math.sin(turn), math.cos(turn)))
            if n >= 0:
                assert flat.center(n) == pytest.approx((x + dx, y + dy))
        for p in flat.cell_corners[c]:
            a, b = flat.corner_point(p)
            assert math.hypot(a - x, b - y) == pytest.approx(1 / 3**0.5)
    named = board.by_sides
    assert named == board
    assert named.direction_names == board.side_names
    assert named.edge_names[0] in {f"{name}{side}" for name in board.names for side in board.side_names}
