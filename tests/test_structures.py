"""Rules about structures: what each means, against its plainer parts, its fast form and its guards, with clasp and HiGHS.

The brute force of these tests knows only what a rule means (``holds``). Each model has a few of a structure's rules, any
of which may be missing, and often a rule that a page does not have, so that forms must do with what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pencilp import api, at_least, facts
from pencilp.board.lattice import Lattice, square
from pencilp.board.layers.drawings import bends
from pencilp.genres.araf import size_is_between
from pencilp.genres.araf.structure import SizeBetween
from pencilp.genres.binairo.structure import AllLinesDiffer, FilledLines
from pencilp.genres.bosanowa.structure import Differences, SumsDifferences
from pencilp.genres.compass.rules import region_holds
from pencilp.genres.curvedata.structure import DrawnLike, Figures
from pencilp.genres.dbchoco.rules import area_has_size, both_colours, divided_in_colours, no_colour_twice, same_forms
from pencilp.genres.fillomino.structure import Areas, TellsSize
from pencilp.genres.firefly.structure import Arriving, Beams
from pencilp.genres.galaxies.rules import symmetric_about, undivided
from pencilp.genres.galaxies.structure import Mirrored
from pencilp.genres.haisu.structure import Meeting, Tour, Visited, Whole
from pencilp.genres.icebarn.structure import Along
from pencilp.genres.morningwalk.structure import SizesDiffer
from pencilp.genres.nikoji import forms_differ, moved_onto
from pencilp.genres.slalom.structure import Nth, Once
from pencilp.genres.tetrominous import region_is_one_of
from pencilp.genres.voxas.rules import regions_fit
from pencilp.model import (
    AllDifferent,
    Clause,
    Connected,
    Constraint,
    Lit,
    Model,
    Solution,
    any_of,
    exactly,
    none_of,
    total,
)
from pencilp.model.constraints import And, Implies
from pencilp.model.fixed_literals import FixedLiterals, minimum_true
from pencilp.model.model import Rule
from pencilp.model.structures import Degrees, RuleFamily, instances
from pencilp.reformulate.plan import plan
from pencilp.rules.loops import inside_loop, loop_through_cells
from pencilp.rules.polyominoes import placements
from pencilp.rules.regions import (
    divided,
    each_has_size,
    each_holds,
    each_holds_one,
    each_is_one_of,
    equal_regions_apart,
    holds_at_most_one,
    rectangular,
    region_has_size,
)
from pencilp.solvers import prepare
from pencilp.solvers.clasp.search import Clasp, with_guards
from pencilp.structures.course import Course
from pencilp.structures.groups import (
    EachHolds,
    EachSize,
    GroupHolds,
    Groups,
    GroupSize,
    GroupSizeIs,
    GroupSizeIsNot,
    Parted,
)
from pencilp.structures.islands import Islands
from pencilp.structures.loop import Loop, Passes, Single
from pencilp.structures.paths import AllLeadTo, InOneGroup, Paths
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import Shapes
from pencilp.structures.walk import EachFollowed, Walk

from . import brute_force
from .random_models import small_graphs, ways_for_small_graphs

Draw = Callable[[Any], Any]
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


# -- small models ------------------------------------------------------------------------------------------------------


def more_rules(draw: Draw, m: Model, lits: Sequence[Lit]) -> None:
    """Up to two rules that no structure knows."""
    some = st.lists(st.sampled_from([*lits, *(~x for x in lits)]), min_size=1, max_size=3)
    for _ in range(draw(st.integers(0, 2))):
        if draw(st.booleans()):
            m.require("a clause", Clause(draw(some)))
        else:
            m.require("a count", exactly(1, draw(some)))


def sizes(draw: Draw, most: int) -> tuple[int, int]:
    low = draw(st.integers(0, most))
    return low, draw(st.integers(low, most))


def group_rule(draw: Draw, m: Model, groups: Groups) -> Constraint:
    """A random rule about groups."""
    nodes = st.integers(0, groups.count - 1)
    node = draw(nodes)
    marked = draw(st.sets(nodes, max_size=3))
    kind = draw(st.integers(0, 8))
    if kind == 0:
        return GroupSize(groups, node, *sizes(draw, groups.count))
    if kind == 1:
        low, high = sizes(draw, groups.count)
        size = m.integer("size", low, high)
        m.answer["sizes"].append(size)
        return GroupSizeIs(groups, node, size)
    if kind == 2:
        return GroupHolds(groups, node, marked, *sizes(draw, 3))
    if kind == 3:
        return EachHolds(groups, draw(st.lists(nodes, max_size=4, unique=True)), marked, *sizes(draw, 3))
    if kind == 4:
        return EachSize(groups, *sizes(draw, groups.count))
    if kind == 5:
        images = draw(st.lists(st.integers(-1, groups.count - 1), min_size=groups.count, max_size=groups.count))
        return Mirrored(groups, node, images.__getitem__)
    if kind == 6:
        return GroupSizeIsNot(groups, node, draw(st.integers(0, groups.count + 1)))
    if kind == 7:
        return SizesDiffer(groups, node, draw(nodes))
    return InOneGroup(groups, node, draw(nodes))


@st.composite
def of_groups(draw: Any) -> Model:
    """The groups of a small graph, whose nodes and edges may be open, closed, or variables."""
    m = Model()
    n = draw(st.integers(2, 4))
    pairs = [(i, j) for j in range(n) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=5, unique=True))
    line = m.binaries("open", len(ends))
    there = m.binaries("there", n)
    edges = [(i, j, draw(st.sampled_from([e, e, ~e, None]))) for (i, j), e in zip(ends, line, strict=True)]
    nodes = draw(st.sampled_from([None, [*there], [~x for x in there]]))
    m.answer = {"x": [*line, *(there if nodes else ())], "sizes": []}
    if nodes is None:
        m.require("unused", none_of(there))
    groups = Groups(m, n, edges, nodes)
    for _ in range(draw(st.integers(1, 3))):
        m.require("a rule", group_rule(draw, m, groups))
    more_rules(draw, m, line)
    return m


@st.composite
def of_kinds(draw: Any) -> Model:
    """The groups of a small graph, each with a marked node of every kind, or another marked node in its place."""
    m = Model()
    n = draw(st.integers(2, 5))
    pairs = [(i, j) for j in range(n) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=6, unique=True))
    line = m.binaries("open", len(ends))
    m.answer = {"x": [*line]}
    groups = Groups(m, n, [(i, j, e) for (i, j), e in zip(ends, line, strict=True)])
    kind_of = {node: draw(st.sampled_from((0, 1, 1, 2, 2, None))) for node in range(n)}
    marked = [node for node, kind in kind_of.items() if kind is not None]
    for kind in (1, 2):
        some = [node for node in marked if kind_of[node] == kind]
        if draw(st.integers(0, 6)):
            m.require("not twice", EachHolds(groups, some, some, 0, 1))
    count = draw(st.sampled_from((1, 2, 2, 2)))
    if draw(st.integers(0, 6)):
        m.require("each holds the same number", EachHolds(groups, range(n), marked, count, count))
    more_rules(draw, m, line)
    return m


BOARDS = [square(2, 2), square(1, 4), square(2, 3), square(3, 3, [(1, 1)])]


@st.composite
def of_regions(draw: Any) -> Model:
    """Regions of a small board: such rules as the pages have, any of them missing."""
    m = Model()
    board: Lattice = draw(st.sampled_from(BOARDS))
    borders = m.binaries("border", len(board.links))
    m.answer = {"borders": [*borders]}
    cells = st.sampled_from(board.cells)
    clues = draw(st.lists(cells, max_size=3, unique=True))
    if draw(st.integers(0, 4)):
        regions = divided(m, board, borders)
    else:
        regions = Regions(m, borders, board.links, board.names, [], board.positions)
    if draw(st.booleans()):
        rectangular(m, board, regions, "rectangles")
    kind = draw(st.integers(0, 5))
    if kind == 5:
        shaped(draw, m, board, regions)
    if kind == 0:
        each_holds_one(m, regions, clues, "one at least", "one at most")
    elif kind == 1:
        each_holds_one(m, regions, clues, "one")
    elif kind == 2:
        each_holds(m, regions, clues, 2, "two")
    elif kind == 3:
        each_has_size(m, regions, draw(st.integers(1, 4)), "all of a size")
    for clue in clues:
        if draw(st.booleans()):
            region_has_size(m, regions, clue, *sizes(draw, 5), "its size")
        if draw(st.booleans()):
            symmetric_about(m, board, regions, [clue], "symmetric")
    if draw(st.booleans()):
        numbers = {c: draw(st.sampled_from([None, 1, 2, 3, 4])) for c in clues}
        for clue in clues:
            size_is_between(m, regions, clue, numbers, "between")
    for clue in clues if draw(st.booleans()) else []:
        beyond = draw(st.sets(cells, max_size=4))
        region_holds(m, regions, clue, beyond, draw(st.integers(0, 2)), "its cells there")
    if len(clues) > 1:
        rule = draw(st.sampled_from([None, moved_onto, forms_differ]))
        if rule is not None:
            rule(m, board, regions, *clues[:2], rule.__name__)
        if len(clues) > 2 and draw(st.booleans()):
            draw(st.sampled_from([moved_onto, forms_differ]))(m, board, regions, *clues[1:], "the third")
    if draw(st.integers(0, 3)) == 0:
        undivided(m, board, borders, board.links[draw(st.integers(0, len(borders) - 1))], "no border")
    more_rules(draw, m, borders)
    return m


@st.composite
def of_two_colours(draw: Any) -> Model:
    """Regions of light and dark cells, any of their rules missing."""
    m = Model()
    board: Lattice = draw(st.sampled_from(BOARDS))
    borders = m.binaries("border", len(board.links))
    m.answer = {"borders": [*borders]}
    cells = st.sampled_from(board.cells)
    dark = draw(st.sets(cells, max_size=len(board) // 2 + 1))
    regions = divided_in_colours(m, board, borders, dark)
    left_out = draw(st.sampled_from([None, None, None, 0, 1, 2]))
    for k, rule in enumerate((both_colours, no_colour_twice, same_forms)):
        if k != left_out:
            rule(m, regions, rule.__name__)
    for cell in draw(st.lists(cells, max_size=2)):
        area_has_size(m, regions, cell, draw(st.integers(1, 3)), "its size")
    if draw(st.integers(0, 3)) == 0:
        region_has_size(m, regions, draw(cells), *sizes(draw, 5), "size of a region")
    more_rules(draw, m, borders)
    return m


def shaped(draw: Draw, m: Model, board: Lattice, regions: Regions) -> None:
    """Rules about regions of a few shapes, squares among them, in which not every border parts something."""
    names = [((0, 0),), ((0, 0), (0, 1)), ((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1), (1, 0), (1, 1))]
    listed = [
        cells for shape in draw(st.lists(st.sampled_from(names), unique=True)) for cells in placements(board, shape)
    ]
    shapes = Shapes({cells: draw(st.integers(0, 1)) for cells in listed})
    if draw(st.integers(0, 3)):
        each_is_one_of(m, regions, shapes, "some shape")
    if draw(st.booleans()):
        equal_regions_apart(m, regions, shapes, "equal ones apart")
    if draw(st.booleans()) and listed:
        among = draw(st.lists(st.sampled_from(listed), max_size=4))
        region_is_one_of(m, regions, draw(st.sampled_from(board.cells)), among, "one of these")
    if draw(st.booleans()):
        link = draw(st.integers(0, len(board.links) - 1))
        regions_fit(m, regions, link, shapes, lambda one, other: one < other, "the second is more")
    if draw(st.booleans()):
        holds_at_most_one(m, regions, draw(st.sets(st.sampled_from(board.cells), max_size=3)), "one at most")


@st.composite
def of_islands(draw: Any) -> Model:
    """Islands of a small board, with numbers and without."""
    m = Model()
    board: Lattice = draw(st.sampled_from([*BOARDS, square(2, 4)]))
    sea = m.binaries("sea", len(board))
    m.answer = {"sea": [*sea]}
    islands = Islands(m, sea, board.links, board.names, board.positions)
    cells = st.sampled_from(board.cells)
    clues = sorted(draw(st.sets(cells, max_size=3)))
    if draw(st.integers(0, 3)):
        m.require("one at least", EachHolds(islands, range(len(board)), clues, 1, len(board)))
    if draw(st.integers(0, 3)):
        m.require("one at most", EachHolds(islands, clues, clues, 0, 1))
    for clue in clues:
        if draw(st.integers(0, 3)):
            m.require(
                "its size", GroupSize(islands, clue, *draw(st.sampled_from([(1, 1), (2, 2), (3, 3), (0, 2), (1, 3)])))
            )
        if draw(st.booleans()):
            m.require("no sea", ~sea[clue])
    if draw(st.booleans()):
        m.require("the sea", Connected(sea, [(a, b, None) for a, b in board.links]))
    more_rules(draw, m, sea)
    return m


@st.composite
def of_areas(draw: Any) -> Model:
    """Areas of equal numbers."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(1, 4), square(1, 5)]))
    high = draw(st.integers(2, 4))
    numbers = [m.integer("n", 1, high) for _ in board.cells]
    m.answer = {"numbers": [*numbers]}
    areas = Areas(m, numbers, board.links, board.names)
    if draw(st.integers(0, 4)):
        m.require("sizes", TellsSize(areas))
    if draw(st.booleans()):
        m.require("not large", EachSize(areas, 1, draw(st.integers(1, 3))))
    for _ in range(draw(st.integers(0, 2))):
        x, y = draw(st.sampled_from(numbers)), draw(st.sampled_from(numbers))
        n = draw(st.integers(1, high))
        m.require("one more", draw(st.sampled_from([x != n, x + 0 == n, (x >= n) | (y == n), x <= y, x - 1 >= y])))
    return m


@st.composite
def of_a_loop(draw: Any) -> Model:
    """A loop in a small graph; some of its nodes must be passed, or must not, or are passed where something holds."""
    m = Model()
    n = draw(st.integers(3, 5))
    pairs = [(i, j) for j in range(n) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=3, max_size=7, unique=True))
    line, here = m.binaries("line", len(ends)), m.binary("here")
    m.answer = {"line": [*line, here]}
    known = draw(st.lists(st.sampled_from([None, None, None, True, False, here, ~here]), min_size=n, max_size=n))
    loop = Loop(m, line, ends, range(n), known)
    decided = [i for i, x in enumerate(known) if x is not None]
    if draw(st.integers(0, 4)):
        m.require("no branches", Degrees(loop, loop.places, loop.edges_at))
    for nodes in (decided[:1], decided[1:]):
        if nodes and draw(st.integers(0, 4)):
            m.require("passes", Passes(loop, nodes))
    if draw(st.integers(0, 4)):
        m.require("one", Single(loop))
    more_rules(draw, m, [*line, *loop.passed])
    return m


@st.composite
def with_an_inside(draw: Any) -> Model:
    """A line on a small board, and the corners inside it; it need not be a loop."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 3), square(3, 3), square(3, 3, [(1, 1)])]))
    line = m.binaries("line", len(board.links))
    m.answer = {"line": [*line]}
    loop_through_cells(m, board, line)
    inside = inside_loop(m, board, line)
    if draw(st.integers(0, 4)) == 0:
        m.rules = [rule for rule in m.rules if not isinstance(rule[0], draw(st.sampled_from([Degrees, Single])))]
    more_rules(draw, m, [x for x in inside if abs(x.n) != m.true.n] or line)
    if len(board) == 9 and len(m.rules) < 3:
        m.require("fewer", none_of(line[:4]))
    return m


@st.composite
def of_paths(draw: Any) -> Model:
    """Paths on a small board, which may take roundabout ways."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(2, 3), square(3, 3, [(0, 0)])]))
    line = m.binaries("line", len(board.links))
    m.answer = {"line": [*line]}
    paths = Paths(m, board, line)
    ends = draw(st.lists(st.sampled_from(board.cells), min_size=2, max_size=4, unique=True))
    ends = ends[: len(ends) // 2 * 2]
    for cell in ends:
        if draw(st.integers(0, 6)):
            m.require("an end", exactly(1, paths.lines_at(cell)))
    if draw(st.integers(0, 6)):
        between = [c for c in board.cells if c not in ends]
        m.require("goes on", Degrees(paths, between, [*map(paths.lines_at, between)]))
    for a, b in zip(ends[::2], ends[1::2], strict=True):
        if draw(st.integers(0, 6)):
            m.require("joined", InOneGroup(paths, a, b))
    if draw(st.integers(0, 6)):
        m.require("belongs", AllLeadTo(paths, ends))
    if draw(st.booleans()):
        m.require("so long", exactly(draw(st.integers(1, 5)), line))
    elif draw(st.booleans()):
        more_rules(draw, m, line)
    return m


@st.composite
def of_tours(draw: Any) -> Model:
    """A path through all cells of a small board, and visits to some cells of it."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(2, 3), square(3, 3, [(0, 1)])]))
    line = m.binaries("line", len(board.links))
    m.answer = {"line": [*line]}
    start, goal = draw(st.lists(st.sampled_from(board.cells), min_size=2, max_size=2, unique=True))
    parted = draw(st.lists(st.sampled_from(board.links), max_size=2))
    tour = Tour(m, board, line, start, goal, parted)
    if draw(st.integers(0, 6)):
        m.require("ends", Meeting(tour, (start, goal), 1))
    if draw(st.integers(0, 6)):
        m.require("passes", Meeting(tour, {*board.cells} - {start, goal}, 2))
    if draw(st.integers(0, 6)):
        m.require("one", Whole(tour))
    room = frozenset(draw(st.lists(st.sampled_from(board.cells), max_size=4)))
    for cell in sorted(room)[: draw(st.integers(0, 2))]:
        m.require("visited", Visited(tour, cell, room, draw(st.integers(1, len(room)))))
    if draw(st.booleans()):
        more_rules(draw, m, line)
    return m


@st.composite
def of_beams(draw: Any) -> Model:
    """Lines between the sides of some cells of a small board, and how often they turn."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(2, 3), square(2, 3), square(3, 3, [(0, 1)])]))
    line = m.binaries("line", len(board.links))
    m.answer = {"line": [*line]}
    stops = draw(st.lists(st.sampled_from(board.cells), max_size=3, unique=True))
    dots = [(cell, draw(st.sampled_from(board.directions))) for cell in stops if draw(st.integers(0, 5))]
    beams = Beams(m, board, line, dots, stops)
    if draw(st.integers(0, 6)):
        m.require("goes on", Degrees(beams, beams.between, [*map(beams.lines_at, beams.between)]))
    for way in beams.others if draw(st.integers(0, 6)) else ():
        m.require("begins", Arriving(beams, way, from_dot=True))
    for way in beams.dots if draw(st.integers(0, 6)) else ():
        m.require("ends", Arriving(beams, way, from_dot=False))
    for way in beams.dots:
        if draw(st.booleans()):
            turns = draw(st.integers(0, 3) | st.just(len(board) + 1))
            m.require("turns", Arriving(beams, way, turns=turns))
    if draw(st.booleans()):
        more_rules(draw, m, line)
    return m


@st.composite
def of_courses(draw: Any) -> Model:
    """A loop on a small board, or between a few nodes, some joined twice; the gates that it passes, and where its way leads."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(2, 3), square(2, 3)]))
    ends = list(board.links)
    if draw(st.booleans()):
        ends.append(draw(st.sampled_from(ends)))
    line = m.binaries("line", len(ends))
    start, *rest = draw(st.permutations(board.cells))
    known: list[Any] = [None] * len(board)
    known[start] = True
    if draw(st.booleans()):
        known[rest[-1]] = False
    loop = Loop(m, line, ends, range(len(board)), known)
    forward = draw(st.sampled_from([None, None, m.true]))
    m.answer = {"line": [*line]}
    gates = draw(st.sampled_from([[], [rest[:1]], [rest[:2], rest[2:3]], [rest[:1], rest[1:2], rest[2:3]]]))
    course = Course(m, len(board), ends, line, start, gates, forward)
    if draw(st.integers(0, 6)):
        m.require("no branches", Degrees(loop, loop.places, loop.edges_at))
    for node in (start, rest[-1]) if draw(st.integers(0, 6)) else ():
        if known[node] is not None:
            m.require("passes", Passes(loop, [node]))
    if draw(st.integers(0, 6)):
        m.require("one", Single(loop))
    if gates and draw(st.integers(0, 6)):
        m.require("once", Once(course, loop.passed))
    for _ in range(draw(st.integers(0, 2)) if gates else 0):
        some = draw(st.lists(st.sampled_from(range(len(gates))), min_size=1, max_size=2, unique=True))
        m.require("the nth", Nth(course, some, draw(st.integers(0, len(gates) + 1))))
    for _ in range(draw(st.integers(0, 2))):
        m.require(
            "along", Along(course, draw(st.lists(st.sampled_from(range(len(course.arcs))), min_size=1, max_size=3)))
        )
    if draw(st.booleans()):
        more_rules(draw, m, line)
    return m


@st.composite
def of_figures(draw: Any) -> Model:
    """Figures on a small board, some drawn like a drawing, most through one clue each."""
    m = Model()
    board: Lattice = draw(st.sampled_from([square(2, 2), square(2, 3), square(3, 3, [(0, 1)])]))
    line = m.binaries("line", len(board.links))
    m.answer = {"line": [*line]}
    figures = Figures(m, line, board.links, board.link_to, board.step, board.positions)
    clues = draw(st.lists(st.sampled_from(board.cells), min_size=1, max_size=3, unique=True))
    needed = draw(st.sampled_from([board.cells, board.cells, clues, board.cells[:2]]))
    if draw(st.integers(0, 6)):
        m.require("one at least", EachHolds(figures, needed, clues, 1, len(board)))
    if draw(st.integers(0, 6)):
        m.require("one at most", EachHolds(figures, clues, clues, 0, 1))
    drawings = [
        ("28",),
        ("4", "1"),
        ("6c", "39"),
        ("68", "10"),
        ("40", "38"),
        ("6ac", "101"),
        ("28", "28"),
        ("40", "78", "10"),
    ]
    for cell in clues if draw(st.integers(0, 6)) else board.cells[:2]:
        if draw(st.integers(0, 3)):
            m.require("drawn", DrawnLike(figures, cell, bends(draw(st.sampled_from(drawings)))), at=cell)
    if draw(st.booleans()):
        more_rules(draw, m, line)
    return m


@st.composite
def of_lines_and_walks(draw: Any) -> Model:
    """Lines that are not alike, or numbers that follow one another."""
    m = Model()
    if draw(st.booleans()):
        lits = m.binaries("x", 6)
        m.answer = {"x": [*lits]}
        lines = FilledLines(
            m, lits, draw(st.sampled_from([[(0, 1, 2), (3, 4, 5)], [(0, 1), (2, 3), (4, 5), (0, 2, 4)]]))
        )
        m.require("not alike", AllLinesDiffer(lines))
        more_rules(draw, m, lits)
        return m
    board = draw(st.sampled_from([square(2, 2), square(1, 4), square(1, 3), square(2, 3)]))
    # in rows of three cells each row is a walk of its own
    groups = [[0, 1, 2], [3, 4, 5]] if len(board) == 6 else [board.cells]
    numbers = [m.integer("n", 1, len(groups[0])) for _ in board.cells]
    m.answer = {"numbers": [*numbers]}
    around = [[n for n in board.near[c] if n in group] for group in groups for c in group]
    walk = Walk(m, numbers, around, groups)
    m.require("follow", EachFollowed(walk))
    if draw(st.integers(0, 3)):
        m.require("different", AllDifferent(numbers))
    for _ in range(draw(st.integers(0, 2))):
        m.require("given", draw(st.sampled_from(numbers)) == draw(st.integers(1, 4)))
    if draw(st.booleans()):
        m.require("sum", total(numbers[:2]) >= draw(st.integers(3, 7)))
    return m


@st.composite
def of_differences(draw: Any) -> Model:
    """Numbers that are the sum of their differences to others, some of them given."""
    m = Model()
    board = draw(st.sampled_from([square(1, 3), square(2, 2), square(1, 4), square(1, 2)]))
    numbers = [m.integer("n", 1, 5) for _ in board.cells]
    m.answer = {"numbers": [*numbers]}
    differences = Differences(m, numbers, board.near)
    for cell in board.cells:
        if draw(st.integers(0, 4)):
            m.require("sum", SumsDifferences(differences, cell), at=cell)
    for _ in range(draw(st.integers(0, 2))):
        m.require("given", draw(st.sampled_from(numbers)) == draw(st.integers(1, 5)))
    if draw(st.booleans()):
        m.require("more", total(numbers[:2]) >= draw(st.integers(3, 7)))
    return m


MODELS = {
    "groups": of_groups(),
    "kinds": of_kinds(),
    "regions": of_regions(),
    "two colours": of_two_colours(),
    "islands": of_islands(),
    "areas": of_areas(),
    "loop": of_a_loop(),
    "inside": with_an_inside(),
    "paths": of_paths(),
    "tours": of_tours(),
    "beams": of_beams(),
    "courses": of_courses(),
    "figures": of_figures(),
    "lines and walks": of_lines_and_walks(),
    "differences": of_differences(),
}
each_kind = pytest.mark.parametrize("models", MODELS.values(), ids=MODELS)


def described(m: Model) -> str:
    """The model in words, for the message of a failing test."""
    return "\n".join([f"answer {m.answer}", *(f"{r.words} {_inside(r.constraint)}" for r in m.rules)])


def _inside(constraint: Any) -> str:
    names = [n for kind in type(constraint).__mro__ for n in getattr(kind, "__slots__", ()) if n not in ("of", "parts")]
    return f"{type(constraint).__name__} " + repr({n: getattr(constraint, n, None) for n in names}) + repr(constraint)


# -- against what is meant ---------------------------------------------------------------------------------------------


@each_kind
def test_the_fast_program_has_the_answers_that_are_meant(models: Any) -> None:
    @settings(relaxed, max_examples=60)
    @given(models, ways_for_small_graphs)
    def check(m: Model, way: str) -> None:
        right = brute_force.answers(m)
        with small_graphs(way):
            assert brute_force.found(m, Clasp(m).search(0)) == right, described(m)
            two = Clasp(m).search(2)
        assert two.status == ("none", "unique", "multiple")[min(2, len(right))], described(m)
        assert brute_force.found(m, two) <= right, described(m)

    check()


@each_kind
def test_highs_has_them_too(models: Any) -> None:
    @settings(relaxed, max_examples=10)
    @given(models)
    def check(m: Model) -> None:
        right = brute_force.answers(m)
        if len(right) <= 12:
            assert brute_force.found(m, prepare(m, "highs")(count=0)) == right, described(m)
        else:
            assert brute_force.found(m, prepare(m, "highs")(count=3)) < right, described(m)

    check()


@each_kind
def test_guards_switch_single_instances_on_and_off(models: Any) -> None:
    @settings(relaxed, max_examples=60)
    @given(models, ways_for_small_graphs, st.data())
    def check(m: Model, way: str, data: st.DataObject) -> None:
        with small_graphs(way):
            clasp = Clasp(m, guarded=True)
        rules = instances(m.rules)
        switch = data.draw(st.sampled_from(["all", "none", "some"]))
        on = [switch == "all" or (switch == "some" and data.draw(st.booleans())) for _ in rules]
        guards = [guard for guard, active in zip(clasp.program.guards, on, strict=False) if active]
        assert all(guards)
        assert not any(clasp.program.guards[len(rules) :]), "what is no rule has no guard"
        found = brute_force.found(m, clasp.search(0, assumptions=guards))
        if switch == "all":
            assert found == brute_force.answers(m), described(m)
        m.rules = [rule for rule, active in zip(rules, on, strict=True) if active]
        assert found == brute_force.answers(m), (switch, described(m))

    check()


def test_a_family_that_belongs_to_a_clue_has_one_guard() -> None:
    m = Model()
    x, y, z = (m.binary() for _ in range(3))
    m.answer["x"] = [x, y, z]
    m.require("both", RuleFamily([any_of([x, y]), ~x], at=(0, 1)))
    m.require("not the second", ~y)
    clasp, (both, last) = with_guards(m, [], m.rules)
    assert set(clasp.contradicting([both, last]) or ()) == {both, last}
    assert {(s(x), s(y)) for s in clasp.search(0, assumptions=[both]).solutions} == {(0, 1)}


@each_kind
def test_a_rule_equals_its_instances_and_faults_lie_at_broken_places(models: Any) -> None:
    @settings(relaxed, max_examples=40)
    @given(models, st.data())
    def check(m: Model, data: st.DataObject) -> None:
        lits = {abs(x.n) for x in m.answer_variables() if isinstance(x, Lit)}
        ints = {x.index: data.draw(st.sampled_from(x.values)) for x in m.ints}
        value = Solution({v: data.draw(st.integers(0, 1)) for v in sorted(lits)}, ints)
        for x in m.ints:
            for v, lit in zip(x.values, x.value_literals or (), strict=False):
                value.bits[lit.n] = int(ints[x.index] == v)
            for v, lit in zip(range(x.low + 1, x.high + 1), x.order_literals or (), strict=False):
                value.bits[lit.n] = int(ints[x.index] >= v)
        for rule in m.rules:
            constraint = rule.constraint
            try:
                held = value(constraint) if isinstance(constraint, Lit) else constraint.holds(value)
            except KeyError:
                continue  # it speaks of what is defined
            if not isinstance(constraint, Lit):
                assert bool(constraint.faults(value, "here")) != held, described(m)
            parts = [r.constraint for r in instances([rule])]
            try:
                alone = [value(part) if isinstance(part, Lit) else part.holds(value) for part in parts]
            except KeyError:
                continue
            assert all(alone) == held, (rule.words, described(m))

    check()


# -- plans -------------------------------------------------------------------------------------------------------------


def rectangles(**more: int) -> tuple[Model, Lattice, Any]:
    """Two rectangles on a board of 2x2, with one of the two numbers at r1c1, the other at r2c2."""
    board = square(2, 2)
    m = Model()
    borders = m.binaries("border", 4)
    m.answer = {"borders": [*borders]}
    regions = divided(m, board, borders)
    rectangular(m, board, regions, "rectangles")
    each_holds_one(m, regions, (0, 3), "one", "no two")
    return m, board, borders


def both(m: Model) -> set[tuple[int, ...]]:
    """All answers, the same with both solvers and by brute force."""
    right = brute_force.answers(m)
    assert brute_force.found(m, Clasp(m).search(0)) == right
    assert brute_force.found(m, prepare(m, "highs")(count=0)) == right
    return right


def test_unused_definitions_are_left_out() -> None:
    m, _, borders = rectangles()
    made = plan(m)
    assert [x.n for derived in made.derived for x in derived.xs] == [x.n for x in borders]
    assert len(both(m)) == 2
    assert plan(m) is made, "a plan is made once"
    defined = plan(m, deriving=False)
    assert not defined.derived
    assert {d.lit for d in defined.definitions} >= {*borders}


def test_a_plan_is_made_again_for_a_rule_that_came_later() -> None:
    m, _, borders = rectangles()
    every = both(m)
    first = plan(m)
    m.require("later", borders[0] | ~borders[0])
    assert both(m) == every
    assert plan(m) is not first
    assert not plan(m).derived
    m.require("no border", none_of(borders))
    assert both(m) == set()
    m.rules.pop()
    assert both(m) == every
    m.rules.pop()
    assert both(m) == every
    assert plan(m).derived


def test_a_plan_is_made_again_for_a_definition_an_objective_and_a_structure_that_came_later() -> None:
    m, _, borders = rectangles()
    every = both(m)
    x = m.all_of(borders[:2], "defined later")
    m.answer["later"] = [x]
    assert both(m) == {(*b, b[0] * b[1]) for b in every}
    m, _, borders = rectangles()
    assert len(both(m)) == 2
    m.minimize(borders[0] + 0)
    for run in (Clasp(m).search(0), prepare(m, "highs")(count=0)):
        assert brute_force.found(m, run) == {b for b in every if not b[0]}
    m, board, borders = rectangles()
    assert len(both(m)) == 2
    flooded = m.flood([~x for x in borders], [(0, 1, None)], [0])
    m.answer["later"] = [flooded[1]]
    assert both(m) == {(*b, int(not b[0] and not b[1])) for b in every}
    m, board, borders = rectangles()
    assert len(both(m)) == 2
    divided(m, board, borders, "once more")
    assert both(m) == every


def test_with_a_rule_left_out_the_others_are_stated() -> None:
    for left_out in range(4):
        m, _, _ = rectangles()
        del m.rules[left_out]
        assert both(m) == brute_force.answers(m)


def test_rules_about_a_structure_may_be_parts_of_others() -> None:
    for build in (
        lambda size, x: Implies((x,), size),
        lambda size, x: And([size, x]),
        lambda size, x: RuleFamily([size, x], [None, None]),
        lambda size, x: Implies((~x,), And([RuleFamily([size], [None]), Implies((x,), size)])),
    ):
        m = Model()
        borders = m.binaries("border", 4)
        m.answer = {"borders": [*borders]}
        regions = divided(m, square(2, 2), borders)
        m.require("it", build(GroupSize(regions, 0, 2, 2), borders[0]))
        assert 0 < len(both(m)) < 12


def test_many_rules_in_one_of_a_model_without_structures() -> None:
    m = Model()
    a, b, c = m.binaries("x", 3)
    m.require("all of it", a >> And([RuleFamily([b, Clause((c, ~b))], [None, None])]))
    assert len(both(m)) == 5


def test_steps_of_a_walk_may_be_missing() -> None:
    for kept in product((False, True), repeat=4):
        m = Model()
        numbers = [m.integer(f"n({c})", 1, 4) for c in range(4)]
        m.answer = {"numbers": [*numbers]}
        walk = Walk(m, numbers, [[1], [0, 2], [1, 3], [2]])
        m.require("given", numbers[1] == 2)
        m.require("each once", AllDifferent(numbers))
        m.require("steps", EachFollowed(walk))
        m.rules = [rule for rule in instances(m.rules) if rule.words != "steps" or kept[rule.at]]  # type: ignore[index]
        assert len(both(m)) == 1 or not all(kept)


def test_helpers_of_a_statement_are_no_part_of_the_model() -> None:
    m, _, _ = rectangles()
    _ = m.true  # anyone may make it
    before = len(m.definitions), len(m.floods), len(m.ties), len(m.rules)
    both(m)
    Clasp(m, guarded=True).search(0)
    assert (len(m.definitions), len(m.floods), len(m.ties), len(m.rules)) == before
    made = {v for part in m.scratch_variables for v in part.numbers}
    assert len(made) == sum(len(part.numbers) for part in m.scratch_variables), "no variable is made twice"
    for p in (plan(m), plan(m, deriving=False)):
        foreign = {v for numbers in p.foreign(m) for v in numbers}
        spoken = {abs(x.n) for d in p.definitions for x in (d.lit, *d.lits)}
        spoken |= {abs(x.n) for r in p.rules for x in ((r[0],) if isinstance(r[0], Lit) else r[0].variables())}
        assert foreign.isdisjoint(spoken)


def test_separate_definitions_are_included() -> None:
    m = Model()
    x = m.binaries("x", 3)
    m.answer = {"x": [*x]}
    outside = m.all_of(x[:2])
    with m.scratch() as made:
        inside = m.any_of(x)
        flooded = m.flood(x, [(0, 1, None)], (0,))
        m.ties.append(Clause((inside, ~flooded[0])))
    again = m.any_of(x[1:])
    assert [d.lit for d in m.definitions] == [outside, again]
    assert not m.floods
    assert not m.ties
    assert [d.lit for d in made.definitions] == [inside]
    assert len(made.floods) == len(made.ties) == 1
    assert [*made.numbers] == [inside.n, *(f.n for f in flooded)]
    assert again.n not in made.numbers
    with pytest.raises(ZeroDivisionError), m.scratch():
        _ = m.any_of(x), 1 // 0
    assert [d.lit for d in m.definitions] == [outside, again], "also where something fails"
    assert len(both(m)) == 8


# -- what single rules tell --------------------------------------------------------------------------------------------


@settings(relaxed, max_examples=200)
@given(st.data())
def test_one_of_the_roots_is_active_in_all_that_the_rules_allow(data: st.DataObject) -> None:
    m = Model()
    lits = [y for x in m.binaries("x", 5) for y in (x, ~x)]
    some = st.lists(st.sampled_from(lits), min_size=1, max_size=5)
    constraints: list[Any] = []
    for _ in range(data.draw(st.integers(0, 4))):
        chosen = data.draw(some)
        kind = data.draw(st.integers(0, 3))
        if kind == 0:
            constraints.append(chosen[0])
        elif kind == 1:
            constraints.append(Clause(chosen))
        else:
            constraints.append(exactly(data.draw(st.integers(0, len(chosen))), list(dict.fromkeys(chosen))))
    nodes = data.draw(st.lists(st.sampled_from(lits), min_size=1, max_size=5))
    ends = st.integers(0, len(nodes) - 1)
    edges = data.draw(st.lists(st.tuples(ends, ends, st.sampled_from(lits)), max_size=4))
    known = FixedLiterals(constraints)
    roots = known.roots([x.n for x in nodes])
    assert known.roots([x.n for x in nodes]) == roots, "the index finds what a look at all rules finds"
    of_edges = known.roots_of_edges([x.n for x in nodes], [(i, j, e.n) for i, j, e in edges])
    for bits in product((0, 1), repeat=5):
        value = Solution(dict(enumerate(bits, 1)), {})
        if not all(value(c) if isinstance(c, Lit) else c.holds(value) for c in constraints):
            continue
        assert roots is None or any(value(nodes[i]) for i in roots)
        if of_edges is not None:
            at_ends = {k for i, j, e in edges if value(e) for k in (i, j)}
            assert any(value(nodes[i]) or i in at_ends for i in of_edges)


def test_a_literal_that_a_count_lists_twice_is_one_literal() -> None:
    m = Model()
    x = m.binaries("x", 4)
    for count, lits, least in ((2, [x[0]] * 3, 0), (3, [x[0], x[1], x[1]], 2), (2, x[:3], 2), (2, [~x[0], *x], 0)):
        assert minimum_true(x, [Rule(at_least(count, lits), "", None)]) == least

    def counted(model: Model, genre: Any) -> None:
        model.require("a cell is shaded", at_least(2, [genre.shaded[4]] * 3))

    board = square(4, 2)
    puzzle = api.puzzle("heyawake", board, rooms=[0] + [1] * 7, clues=[None] * 8)
    found = api.solve(puzzle, rules=[counted], count=0).answers
    shaded = [[cell for cell in board.cells if answer["shaded"][cell]] for answer in found]
    assert sorted(shaded) == [[0, 4], [1, 4], [4]]


def test_the_roots_are_few() -> None:
    m = Model()
    x = m.binaries("x", 8)
    numbers = [y.n for y in x]
    assert FixedLiterals([]).roots(numbers) is None
    assert FixedLiterals([Clause(x[2:5])]).roots(numbers) == [2, 3, 4]
    assert FixedLiterals([Clause(x[2:5]), exactly(7, x)]).roots(numbers) == [3, 4]
    assert FixedLiterals([Clause((x[0], x[1], ~x[7]))]).roots(numbers) is None
    assert FixedLiterals([Clause(x[2:5]), x[6]]).roots(numbers) == [6]
    assert FixedLiterals([x[0], x[5], x[7]]).roots(numbers) == [5], "the nearest to the middle"
    assert FixedLiterals([exactly(2, x[:2]), exactly(2, x[4:6]), exactly(2, x[6:])]).roots(numbers) == [4]
    assert FixedLiterals([~x[6]]).roots([-n for n in numbers]) == [6]
    assert FixedLiterals([], x[3].n).roots(numbers) == [3]
    assert FixedLiterals([exactly(1, [x[0], x[1], ~x[7]])]).roots(numbers) is None
    edges = [(0, 1, x[0].n), (1, 2, x[1].n), (2, 3, x[2].n)]
    assert FixedLiterals([exactly(1, x[:2])]).roots_of_edges([100, 101, 102, 103], edges) == [1]
    assert FixedLiterals([exactly(2, x[:3])]).roots_of_edges([100, 101, 102, 103], edges) == [1]
    more = [(k, k + 1, x[k].n) for k in range(7)]
    assert FixedLiterals([exactly(1, x[k : k + 2]) for k in (0, 3, 5)]).roots_of_edges([*range(100, 108)], more) == [4]
    assert FixedLiterals([Parted(Regions(m, [], [], "abc", []))]).roots(numbers) is None
    assert SizeBetween(Regions(m, [], [], "abc", []), 0, {0: None}).decomposed() == []


def no_region(m: Model, page: Any) -> None:
    """Regions of one cell each have no two of these cells."""
    each_holds(m, divided(m, page.board, page.borders), [0, 1], 2, "a region holds two of these")


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_two_structures_that_derive_the_same_borders_both_hold(solver: str) -> None:
    puzzle = api.puzzle("shikaku", square(1, 2), numbers=[1, 1])
    assert api.solve(puzzle, solver).status == "unique"
    assert api.solve(puzzle, solver, rules=[no_region]).status == "none"
    assert facts(puzzle, rules=[no_region]).status == "none"


BORDERS: dict[str, Callable[[Model, Lit, Lit], Sequence[Lit]]] = {
    "defined": lambda m, a, b: [m.all_of((a, b)), m.any_of((a, b)), ~b],
    "twice": lambda m, a, b: [a, a, b],
    "opposite": lambda m, a, b: [a, ~a, ~b],
    "known": lambda m, a, b: [m.true, a, m.false],
}


@pytest.mark.parametrize("kind", BORDERS)
@pytest.mark.parametrize("sizes", [*product((None, 1, 2), repeat=2)])
def test_borders_may_be_any_literals(kind: str, sizes: tuple[int | None, ...]) -> None:
    m = Model()
    a, b = m.binaries("x", 2)
    m.answer["x"] = [a, b]
    board = square(1, 4)
    regions = divided(m, board, BORDERS[kind](m, a, b))
    rectangular(m, board, regions, "rectangles")
    each_holds_one(m, regions, [0, 3], "one each", "not two")
    for cell, size in zip((0, 3), sizes, strict=True):
        if size is not None:
            region_has_size(m, regions, cell, size, size, "size")
    both(m)
