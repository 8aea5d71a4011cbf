"""Clues as genre modules see them, and the words of a board for what may not be there."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp import Genre, InputError, Model, exactly, genres, hexagonal, square
from pencilp.board.layers import AnswerMarks, Arrows, ClueLists, Lines, Numbers, Rooms, Shading, Symbols
from pencilp.board.puzzle import Puzzle
from pencilp.model import impossible
from pencilp.rules.counting import seen_from_outside


class Kinds(Genre):
    """Clues of all kinds."""

    numbers = Numbers("numbers", optional=True)
    rooms = Rooms("rooms", optional=True, partial=True)
    arrows = Arrows("arrows", optional=True)
    several = ClueLists("several", optional=True)
    corners = Numbers("on corners", on="corners", optional=True)
    dots = Symbols({"w": "white"}, "on links", on="links", optional=True)
    outside = Lines("outside", single=True, optional=True)
    shaded = Shading("shaded")
    signs = AnswerMarks(("a", "b"), "signs")

    def rules(self, m: Model) -> None:
        for clue in self.numbers.known():
            m.require("a number", exactly(1, self.shaded[self.board.near[clue.cell]]), clue=clue)


def page(**layers: Any) -> Kinds:
    return Kinds(Puzzle(Kinds, square(2, 2), layers))


def test_a_clue_gives_a_rule_its_place_and_itself() -> None:
    here = page(numbers=[None, 1, "?", 2])
    m = Model()
    here.shaded = m.binaries("shaded", 4)
    here.rules(m)
    assert [(rule.at, rule.clue) for rule in m.rules] == [(1, (here.numbers, 1)), (3, (here.numbers, 3))]
    first = here.numbers.known()[0]
    m.require("elsewhere", impossible, at=(0, 1), clue=first)
    assert (m.rules[-1].at, m.rules[-1].clue) == ((0, 1), (here.numbers, 1))


def test_clues_may_be_unpacked_and_named_as_pairs() -> None:
    numbers = page(numbers=[None, 1, "?", 2]).numbers
    assert [(cell, n) for cell, n in numbers.known()] == [(1, 1), (3, 2)]
    assert dict(numbers.items()) == {1: 1, 2: "?", 3: 2}
    assert [clue.cell for clue in numbers.known(2)] == [3]
    assert numbers.at(0) is None
    m = Model()
    m.require("as before", impossible, at=1, clue=(numbers, 1))
    m.require("no place", impossible, clue=(numbers, 1))
    assert [(rule.at, rule.clue) for rule in m.rules] == [(1, (numbers, 1)), (None, (numbers, 1))]


def test_an_arrow_is_known_with_its_number_and_without_a_doubtful_direction() -> None:
    arrows = page(arrows=[(0, 3), ("?", 2), (1, "?"), (None, 4)]).arrows
    assert [(clue.cell, clue.way, clue.number) for clue in arrows.known()] == [(0, 0, 3), (3, None, 4)]
    assert [clue.is_known for clue in arrows.items()] == [True, False, False, True]


def test_the_parts_of_a_clue_are_clues_with_their_place() -> None:
    several = page(several=[(1, "?", 3), None, None, None]).several
    (clue,) = several.items()
    assert [(part.cell, part.part, part.value, part.source) for part in clue.known()] == [
        (0, 0, 1, (several, 0, 0)),
        (0, 2, 3, (several, 0, 2)),
    ]


def test_clues_on_corners_and_links_lie_at_the_cells_next_to_them() -> None:
    here = page(corners=[*[None] * 4, 3, *[None] * 4], dots=[None, "w", None, None])
    (corner,) = here.corners.known()
    assert (corner.place, sorted(corner.at)) == (4, [0, 1, 2, 3])
    (dot,) = here.dots.items()
    assert dot.at == here.board.links[dot.place]
    with pytest.raises(AttributeError, match="take clue"):
        _ = dot.cell


def test_clues_of_rooms_and_lines_have_their_cells() -> None:
    here = page(rooms=[1, 1, 2, None], numbers=[None, 3, None, 4], outside={"top": [(5,), ("?",)], "left": [(), (6,)]})
    (room,) = here.rooms.numbers(here.numbers)
    assert (room.cells, room.cell, room.value, room.source) == ((0, 1), 1, 3, (here.numbers, 1))
    lines = list(seen_from_outside(here.board, here.outside))
    assert [(line.cells, line.value) for line in lines] == [((0, 2), 5), ((2, 3), 6)]
    assert [line.source for line in lines] == [(here.outside, "top", 0), (here.outside, "left", 1)]
    with pytest.raises(AttributeError, match="take its cells"):
        _ = lines[0].cell


def test_tokens_compare_with_tokens() -> None:
    m = Kinds.model(Puzzle(Kinds, square(1, 2), {}))
    signs = m.answer["signs"]
    assert (signs[0] == "b").n == (signs[0] == 2).n
    assert (signs[0] != "a").n == -(signs[0] == 1).n
    assert [x.n for x in signs.is_("a")] == [(x == 1).n for x in signs]  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="not with one of a, b"):
        _ = signs[0] == "c"
    white = genres.load("gokigen").model(Puzzle(genres.load("gokigen"), square(1, 1), {"clues": [None] * 4}))
    (slant,) = white.answer["slant"]
    assert [x.n for x in white.answer["slant"].is_("/")] == [slant.n]  # type: ignore[attr-defined]


def test_a_neighbour_is_a_cell_or_none() -> None:
    board = square(2, 2, [(1, 1)])
    assert [board.neighbour(0, way) for way in "nesw"] == [None, 1, 2, None]
    assert board.ways(1) == [(3, 0)]
    assert [board.link(1, way) for way in "nesw"] == [None, None, None, board.link_between[0, 1]]
    assert board.bends(0) == [(1, 2, None)]
    assert square(2, 2).bends(0) == [(1, 2, 3)]
    assert square(3, 3).diagonal[4] == (2, 8, 6, 0)
    assert board.round(0) == [None, None, 1, None, 2, None, None, None]
    assert square(1, 4).until(0, "e", {2}) == [1]
    assert square(1, 4).until(0, 1, ()) == [1, 2, 3]
    assert hexagonal(2, 2).diagonal[0] == ()
    assert hexagonal(2, 2).neighbour(0, "e") == 1


def test_a_board_is_refused_with_layer_and_place() -> None:
    here = page()
    assert str(here.bad("dots", 1, "no")) == f"dots {here.board.names[2]}-{here.board.names[3]}: no"
    assert str(here.bad("numbers", None, "no")) == "numbers: no"
    with pytest.raises(InputError, match="marks r1c1-r1c2: < or > is needed here, not v"):
        genres.load("minarism")(Puzzle(genres.load("minarism"), square(1, 2), {"marks": ["v"]}))
