"""Consequences of single rules: what is found without a solver is what a solver finds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import pencilp
from pencilp.analysis.steps import diagrams
from pencilp.analysis.steps.areas import Area
from pencilp.analysis.steps.asked import Asked
from pencilp.analysis.steps.followed import Neighbours
from pencilp.analysis.steps.graphs import Both, Grouped, Leads
from pencilp.analysis.steps.native import Counted, Listed, Native, Parity, Read, Summed, Tabled
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.regions import Region
from pencilp.analysis.steps.shaped import OneOf, SideBySide
from tests import amount

EXAMPLES = Path(__file__).parent.parent / "examples"


ONE_AREA_EACH = """fillomino
given:
- - 3 -
2 - - 4
- 3 - -
- - - -
"""


def test_a_rule_whose_diagram_is_too_large_is_asked_of_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = pencilp.load(EXAMPLES / "yajisoko.txt")
    monkeypatch.setattr(diagrams, "MAX_NODES", 20)
    assert any(i.native is None for i in Program(puzzle).instances)
    monkeypatch.undo()
    assert all(i.native is not None for i in Program(puzzle).instances)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("nawabari", Region),
        ("galaxies", Region),
        ("nurikabe", Region),
        ("numberlink", Leads),
        ("castle", Parity),
        ("geradeweg", Tabled),
        ("doppelblock", Tabled),
        ("castle", Tabled),
        ("eulero", Summed),
        ("pills", Summed),
        ("pills", Listed),
        ("kakuro", Summed),
        ("shugaku", Grouped),
        ("tetrominous", OneOf),
        ("hidato", Neighbours),
        ("masyu", Both),
        ("skyscrapers", Read),
        ("nonogram", Read),
        ("toichika2", Read),
        ("pipeline", Read),
    ],
)
def test_a_rule_forces_what_a_solver_finds(name: str, kind: type[Native]) -> None:
    puzzle = pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))
    program = Program(puzzle)
    (solved,) = pencilp.solve(puzzle).answers
    right = program.literals_of(solved)
    some = [i for i in program.instances if isinstance(i.native, kind) and i.guard]
    rng = random.Random(3)
    forced = 0
    for tried, instance in enumerate(rng.sample(some, min(12, len(some)))):
        if forced and tried >= amount.of(2, 12):
            break
        assert instance.native is not None
        judge = program.asked_of(instance)
        for share, wrong in ((0.2, 0.0), (0.5, 0.0), (0.7, 0.0), (0.7, 0.1)):
            places = {place for place in program.atoms_of if rng.random() < share}
            known = {n for n in right if program.place[abs(n)][:2] in places}
            known = {-n if abs(n) not in program.number and rng.random() < wrong else n for n in known}
            found = instance.native.forced(known)
            wanted = judge.forced(known)
            assert (found is None) == (wanted is None)
            assert {*(found or ())} == {*(wanted or ())}
            assert instance.native.breaks(known) == (found is None)
            if found is not None:
                open_ = {n for a in instance.native.atoms for n in (a, -a) if known.isdisjoint((n, -n))}
                given = {n for n in sorted(open_)[:10] if instance.native.gives({n}, known)}
                assert instance.native.gives({*found}, known)
                assert given <= {*found}
            forced += bool(found)
    assert forced


@pytest.mark.parametrize(("name", "count"), [("galaxies", 1), ("kurotto", 2), ("snake", 2)])
def test_a_rule_alone_forces_what_it_forces_among_all_others(name: str, count: int) -> None:
    puzzle = pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))
    program = Program(puzzle)
    right = program.literals_of(pencilp.solve(puzzle).answers[0])
    asked = [i for i in program.instances if i.native is None]
    rng = random.Random(4)
    forced = 0
    for instance in rng.sample(asked, min(count, len(asked))):
        for share, wrong in ((0.5, 0.0), (0.7, 0.02)):
            places = {place for place in program.atoms_of if rng.random() < share}
            known = {n for n in right if program.place[abs(n)][:2] in places}
            known = {-n if abs(n) not in program.number and rng.random() < wrong else n for n in known}
            found = instance.asked.forced(known)
            assert found == Asked([instance.guard], instance.scope, program.questions).forced(known)
            forced += bool(found)
    assert forced


def test_amounts_have_the_bounds_of_what_is_left() -> None:
    """The values of the first number weigh 1 and 4, those of the second one 2 and 5; then three literals are counted."""
    summed = Summed([[(1, 1), (2, 4)], [(3, 2), (4, 5)]], 3, 9)
    assert summed.bounds(set()) == (3, 9)
    assert summed.bounds({2, -1}) == (6, 9)
    assert summed.bounds({-4}) == (3, 6)
    assert summed.bounds({-3, -4}) is None
    assert Counted([1, 2, 3], 1, 2).bounds({1, -3}) == (1, 2)


def test_the_only_way_through_a_corridor_is_forced() -> None:
    """A column of the board is walled off; the group of its end has to reach a number through an open blob."""
    puzzle = pencilp.load(EXAMPLES / "nawabari.txt")
    program = Program(puzzle)
    cols, column = puzzle.lattice.cols, 4
    end = len(puzzle.lattice.cells) - cols + column
    natives = [(i.native, i) for i in program.instances if isinstance(i.native, Region)]
    region, instance = next((native, i) for native, i in natives if native.node == end)
    links = {frozenset((i, j)): x.n for i, j, x in region.graph.of.edges if x is not None}
    inside = [frozenset((c, c + cols)) for c in range(column, end, cols)]
    rng = random.Random(1)
    forced = 0
    for _ in range(60):
        gap = rng.choice(inside)
        known = {
            links[link] if link in inside else -links[link] for link in links if link != gap and rng.random() < 0.93
        }
        found = region.forced(known)
        wanted = Asked([instance.guard], instance.scope, program.questions).forced(known)
        assert {*(found or ())} == {*(wanted or ())}
        forced += bool(found)
    assert forced


def test_an_area_forces_what_a_solver_finds() -> None:
    """Numbers of a small board are known, or only excluded; those of places that have one value left are known as well."""
    puzzle = pencilp.load(ONE_AREA_EACH)
    program = Program(puzzle)
    right = {*program.literals_of(pencilp.solve(puzzle).answers[0])}
    wrong = {-n for n in right if n < 0}
    rng = random.Random(5)
    forced = 0
    for instance in [i for i in program.instances if isinstance(i.native, Area)][::4]:
        for share in (0.3, 0.6):
            false = {n for n in wrong if rng.random() < share}
            known = {-n for n in false}
            for atoms in program.atoms_of.values():
                left = [n for n in atoms if n not in false]
                known.update(left if len(left) == 1 else ())
            assert instance.native is not None
            found = instance.native.forced(known)
            wanted = Asked([instance.guard], instance.scope, program.questions).forced(known)
            assert (found is None) == (wanted is None)
            assert {*(found or ())} == {*(wanted or ())}
            forced += bool(found)
    assert forced


def test_two_equal_regions_side_by_side_force_what_a_solver_finds() -> None:
    """Two regions of one kind are drawn on both sides of a link, but for some of their borders and openings."""
    program = Program(pencilp.load(EXAMPLES / "tetrominous.txt"))
    rng = random.Random(2)
    forced = 0
    for instance in rng.sample([i for i in program.instances if isinstance(i.native, SideBySide)], 6):
        native = instance.native
        assert isinstance(native, SideBySide)
        kinds, (a, b) = native.shapes.kinds, native.of.links[native.e]
        one = rng.choice([cells for cells in native.shapes.at[a] if b not in cells])
        others = [cells for cells in native.shapes.at[b] if kinds[cells] == kinds[one] and not {*one} & {*cells}]
        for other in rng.sample(others, min(2, len(others))):
            links = [(e, i, j) for e, (i, j) in enumerate(native.of.links) if {i, j} & {*one, *other}]
            drawn = [
                native.of.borders[e].n * (-1 if {i, j} <= {*one} or {i, j} <= {*other} else 1) for e, i, j in links
            ]
            for count in (0, 1, 1, 2):
                known = {*rng.sample(drawn, len(drawn) - count)}
                found = native.forced(known)
                wanted = Asked([instance.guard], instance.scope, program.questions).forced(known)
                assert (found is None) == (wanted is None)
                assert {*(found or ())} == {*(wanted or ())}
                forced += bool(found)
    assert forced
