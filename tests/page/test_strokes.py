"""Strokes on the board: from dot to dot, with the second button, over values that are there, and on large boards."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests.page.conftest import comes, until
from tests.page.hands import Board, Hands
from tests.page.test_touch import Fingers

SEED = 32
ASIDE = 0.2
"""How far a pointer is from its dot or its cell's middle, in cells."""
QUESTIONS = {"draw", "check", "clues", "live", "shared"}


def blank(genre: str, rows: int, cols: int) -> Board:
    lattice = {"shape": "square", "rows": rows, "cols": cols}
    board: Board = JOBS["new"]({"genre": genre, "lattice": lattice, "cells": rows * cols})["board"]
    return board


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def answering(hands: Hands, board: Board) -> None:
    """Open a board, to enter its answer, without a verdict."""
    hands.open(board)
    hands.tab.uncheck("[data-does=live]")
    hands.choose("answer", hands.layout["answers"][0])


# -- edges ---------------------------------------------------------------------------------------------------------------


def edge(hands: Hands, a: tuple[int, int], b: tuple[int, int]) -> int:
    """The edge between two corners, which are given by row and column."""
    points = [(p["x"], p["y"]) for p in hands.layout["places"]["corners"]]
    unit = hands.layout["unit"]
    ends = {points.index((col * unit, row * unit)) for row, col in (a, b)}
    return next(e for e, pair in enumerate(hands.layout["ends"]) if set(pair) == ends)


def near(hands: Hands, dot: tuple[int, int], chance: random.Random) -> tuple[float, float]:
    unit = hands.layout["unit"]
    x, y = ((at + chance.uniform(-ASIDE, ASIDE)) * unit for at in (dot[1], dot[0]))
    return x, y


def test_drags_from_dot_to_dot_draw_no_stray_edge(hands):
    answering(hands, blank("slitherlink", 6, 6))
    chance = random.Random(SEED)
    for _ in range(40):
        dots = [(3, 3)]
        while len(dots) < 4:
            row, col = dots[-1]
            step = chance.choice([(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)])
            if step not in dots:
                dots.append(step)
        hands.drag([near(hands, dot, chance) for dot in dots])
        wanted = {edge(hands, a, b) for a, b in pairwise(dots)}
        assert dict(hands.tokens(hands.values())) == dict.fromkeys(wanted, "1")
        hands.press("Control+z")
        assert hands.tokens(hands.values()) == []


def test_a_click_near_a_dot_still_changes_the_nearest_edge(hands):
    answering(hands, blank("slitherlink", 4, 4))
    unit = hands.layout["unit"]
    hands.click(2.15 * unit, 2.02 * unit)
    assert hands.tokens(hands.values()) == [(edge(hands, (2, 2), (2, 3)), "1")]


def test_a_stroke_that_reaches_no_dot_draws_nothing(hands):
    answering(hands, blank("slitherlink", 4, 4))
    unit = hands.layout["unit"]
    hands.drag([(2.05 * unit, 2 * unit), (2.4 * unit, 2 * unit)])
    assert hands.tokens(hands.values()) == []
    assert hands.tab.locator("[data-does=undo]").is_disabled()


def test_the_first_edge_of_a_drag_decides_whether_it_draws_or_erases(hands):
    answering(hands, blank("slitherlink", 4, 4))
    unit = hands.layout["unit"]
    line = [(col * unit, unit) for col in range(5)]
    edges = [edge(hands, (1, col), (1, col + 1)) for col in range(4)]
    hands.drag(line[1:3])
    hands.drag(line)
    assert dict(hands.tokens(hands.values())) == dict.fromkeys(edges, "1")
    hands.drag(line)
    assert hands.tokens(hands.values()) == []
    # from the middle of an edge, too
    hands.drag(line)
    hands.drag([((col + 0.5) * unit, unit) for col in range(4)])
    assert hands.tokens(hands.values()) == []


@pytest.mark.parametrize("genre", ["slitherlink", "masyu"])
def test_the_second_button_draws_crosses(hands, genre):
    answering(hands, blank(genre, 4, 4))
    unit = hands.layout["unit"]
    aside = 0.0 if genre == "slitherlink" else 0.5
    line = [((col + aside) * unit, (1 + aside) * unit) for col in range(4)]
    hands.drag(line, "right")
    crossed = [token for token in hands.values() if token is not None]
    assert crossed == ["", "", ""]
    hands.drag(line, "right")
    assert {*hands.values()} == {None}
    hands.drag(line)
    hands.drag(line, "right")
    assert [token for token in hands.values() if token is not None] == ["", "", ""]


# -- cells ---------------------------------------------------------------------------------------------------------------


def test_the_first_cell_of_a_drag_decides_whether_it_shades_or_clears(hands):
    answering(hands, blank("nurikabe", 3, 6))
    line = [hands.cell(cell) for cell in range(6)]
    hands.click(*line[3])
    hands.drag(line)
    assert hands.values()[:6] == ["x"] * 6
    hands.drag(line[2:5])
    assert hands.values()[:6] == ["x", "x", None, None, None, "x"]
    hands.drag(line, "right")
    assert hands.values()[:6] == [""] * 6
    hands.drag(line[:2], "right")
    assert hands.values()[:6] == [None, None, "", "", "", ""]


def test_a_drag_leaves_out_clues_that_a_rule_keeps_unshaded(hands):
    board = blank("nurikabe", 3, 6)
    for cell in (0, 3):
        board["puzzle"]["clues"][cell] = "2"
    with hands.tab.expect_response("**/api/empty"):
        answering(hands, board)
    until(hands.tab, "window.pencilp.asking === 0")
    line = [hands.cell(cell) for cell in range(6)]
    hands.drag(line)
    assert hands.values()[:6] == [None, "x", "x", None, "x", "x"]
    hands.click(*line[3])
    assert hands.values()[3] == "x"  # a click does as it is asked
    # of a puzzle that has been changed nothing is known
    hands.choose("puzzle", hands.layout["inputs"][0])
    hands.click(*line[0])
    hands.press("Delete")
    hands.choose("answer", hands.layout["answers"][0])
    hands.drag(line[:2])
    assert hands.values()[0] == "x"


# -- questions -----------------------------------------------------------------------------------------------------------


@pytest.mark.fresh
def test_a_stroke_is_painted_at_once_and_asks_when_it_ends(hands):
    answering(hands, blank("nurikabe", 6, 6))
    tab = hands.tab
    until(tab, "window.pencilp.asking === 0")
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    tab.mouse.move(*hands.screen(*hands.cell(0)))
    tab.mouse.down()
    for cell in range(1, 6):
        tab.mouse.move(*hands.screen(*hands.cell(cell)))
        assert tab.locator('#picture [data-layer="shaded"] polygon').count() == cell + 1
    tab.evaluate("() => new Promise(requestAnimationFrame)")
    while_drawn = [job for job in asked if job in QUESTIONS]
    tab.mouse.up()
    comes(tab, lambda: {"check", "clues", "draw"} <= {*asked}, "a question after the stroke")
    # a slow machine may have rested during the stroke, but no cell asks by itself
    assert len(while_drawn) < 5


def test_a_stroke_is_seen_and_lasts_while_the_server_draws_nothing(hands):
    answering(hands, record_of(examples.example("masyu")) | {"answer": {}})
    hands.tab.route("**/api/draw", lambda route: None)
    hands.drag([hands.cell(cell) for cell in range(4)])
    hands.drawn()
    assert hands.tab.locator('#picture [data-layer="line"] path[data-edge]').count() == 3
    hands.press("Control+z")
    hands.drawn()
    assert hands.tab.locator('#picture [data-layer="line"]').count() == 0


def test_the_picture_of_the_server_replaces_a_painted_one_that_differs(hands):
    answering(hands, blank("nurikabe", 4, 4))
    with hands.tab.expect_response("**/api/draw"):
        hands.click(*hands.cell(5))
        hands.drawn()
        hands.tab.evaluate("document.querySelector('#picture [data-cell=r2c2]').remove()")
    until(hands.tab, "document.querySelector('#picture [data-cell=r2c2]') !== null")


def test_signs_of_clues_stay_legible_on_painted_cells(hands):
    board = blank("nurikabe", 3, 3)
    board["puzzle"]["clues"][4] = "2"
    answering(hands, board)
    color = "document.querySelector('#signs text').getAttribute('fill')"
    before = hands.tab.evaluate(color)
    hands.click(*hands.cell(4))
    assert hands.tab.evaluate(color) != before
    hands.click(*hands.cell(4))
    assert hands.tab.evaluate(color) == before


NEAREST = """async ({ places, points }) => {
    const { nearest } = (await import(document.querySelector("script").src)).modules.places;
    return points.map(([x, y, most]) => places.indexOf(nearest(places, x, y, most ?? Infinity)));
}"""


@pytest.mark.parametrize("kind", ["cells", "edges", "line", "one"])
def test_the_nearest_place_is_found_as_by_looking_at_all(hands, kind):
    hands.open(blank("slitherlink", 5, 7))
    chance = random.Random(kind)
    places = {
        "line": [{"x": 40.0 * k, "y": 7.0} for k in range(9)], "one": [{"x": 3.0, "y": 4.0}],
    }.get(kind) or hands.layout["places"][kind]  # fmt: skip
    points = [
        [chance.uniform(-100, 400), chance.uniform(-100, 300), chance.choice([None, 10, 20, 50])] for _ in range(500)
    ]
    points += [[p["x"] + 20, p["y"] + 20, None] for p in places]  # as near to several
    found = hands.tab.evaluate(NEAREST, {"places": places, "points": points})
    for (x, y, most), index in zip(points, found, strict=True):
        away = [(p["x"] - x) ** 2 + (p["y"] - y) ** 2 for p in places]
        least = min(away)
        assert index == (away.index(least) if most is None or least < most**2 else -1)


# -- large boards --------------------------------------------------------------------------------------------------------


def width(hands: Hands) -> float:
    return float(hands.tab.evaluate("document.getElementById('board').getBoundingClientRect().width"))


MIDDLE = """() => {
    const { x, y, width, height } = document.getElementById("frame").getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
SCROLLED = "(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.getElementById('frame'))"


def scrolled(hands: Hands) -> list[float]:
    return list(hands.tab.evaluate(SCROLLED))


def test_the_size_of_cells_is_chosen_and_remembered_for_boards_of_a_size(hands):
    tab = hands.tab
    answering(hands, blank("slitherlink", 30, 30))
    whole = width(hands)
    for _ in range(3):
        tab.click("[data-does=larger]")
    large = width(hands)
    assert large > 1.5 * whole
    hands.open(blank("slitherlink", 8, 8))
    assert tab.locator("[data-does=fitted]").is_disabled()
    hands.open(blank("masyu", 30, 30))
    assert width(hands) == pytest.approx(large, rel=0.1)
    tab.click("[data-does=smaller]")
    assert width(hands) < large
    tab.click("[data-does=fitted]")
    assert width(hands) == pytest.approx(whole, rel=0.1)


def test_the_wheel_with_ctrl_keeps_the_cell_under_the_pointer(hands):
    tab = hands.tab
    answering(hands, blank("nurikabe", 20, 20))
    at = hands.screen(*hands.cell(20 * 12 + 13))
    tab.mouse.move(*at)
    whole = width(hands)
    tab.keyboard.down("Control")
    for _ in range(8):
        tab.mouse.wheel(0, -100)
    until(tab, f"document.getElementById('board').getBoundingClientRect().width > {1.9 * whole}")
    tab.keyboard.up("Control")
    assert tab.evaluate("visualViewport.scale") == 1
    hands.matrix = []
    x, y = hands.screen(*hands.cell(20 * 12 + 13))
    assert (x, y) == pytest.approx(at, abs=3)
    hands.click(*hands.cell(20 * 12 + 13))
    assert [cell for cell, _ in hands.tokens(hands.values())] == [20 * 12 + 13]


def test_the_middle_button_moves_a_large_board_and_enters_nothing(hands):
    tab = hands.tab
    answering(hands, blank("nurikabe", 20, 20))
    for _ in range(5):
        tab.click("[data-does=larger]")
    hands.drawn()
    tab.click("#hint", click_count=3)  # browsers on Linux paste selected text with the middle button
    assert tab.evaluate("String(getSelection())") != ""
    before = scrolled(hands)
    x, y = tab.evaluate(MIDDLE)
    tab.mouse.move(x, y)
    tab.mouse.down(button="middle")
    tab.mouse.move(x - 60, y - 40)
    tab.mouse.move(x - 90, y - 70)
    tab.mouse.up(button="middle")
    after = scrolled(hands)
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((90, 70), abs=2)
    assert hands.tokens(hands.values()) == []
    assert tab.locator("dialog[open]").count() == 0
    x, y = tab.evaluate(MIDDLE)
    tab.mouse.click(x, y)
    hands.matrix = []
    ((cell, _),) = hands.tokens(hands.values())
    size = width(hands) / 20
    assert hands.screen(*hands.cell(cell)) == pytest.approx((x, y), abs=size)


def test_two_fingers_move_a_large_board_and_enter_nothing(small, server):
    fingers = Fingers(small, server)
    fingers.open(blank("nurikabe", 20, 20))
    fingers.choose("answer", fingers.layout["answers"][0])
    for _ in range(5):
        small.click("[data-does=larger]")
    small.evaluate("document.getElementById('frame').scrollIntoView()")
    before, size = scrolled(fingers), width(fingers)
    x, y = small.evaluate(MIDDLE)
    fingers.touch("Start", (x, y), (x + 80, y))
    for step in (20, 40, 60):
        fingers.touch("Move", (x - step, y - step), (x + 80 - step, y - step))
    fingers.touch("End")
    after = scrolled(fingers)
    assert after[0] > before[0] + 20
    assert after[1] > before[1] + 20
    assert width(fingers) == pytest.approx(size, rel=0.02)
    assert fingers.tokens(fingers.values()) == []
    fingers.touch("Start", (x, y), (x + 80, y))
    for step in (10, 20, 30):
        fingers.touch("Move", (x - step, y), (x + 80 + step, y))
    fingers.touch("End")
    assert width(fingers) > 1.3 * size
    assert fingers.tokens(fingers.values()) == []


# -- rooms ---------------------------------------------------------------------------------------------------------------


def test_a_room_in_several_pieces_is_entered_by_touch(small, server):
    fingers = Fingers(small, server)
    fingers.open(blank("suguru", 4, 4))
    rooms = next(layer for layer in fingers.layout["inputs"] if layer["name"] == "rooms")
    fingers.choose("puzzle", rooms)
    small.evaluate("document.getElementById('board').scrollIntoView()")
    stroke(fingers, 0, 1)
    small.click("[data-does=further]")
    assert small.get_attribute("[data-does=further]", "aria-pressed") == "true"
    small.evaluate("document.getElementById('board').scrollIntoView()")
    stroke(fingers, 14, 15)
    values = fingers.values()
    assert [cell for cell, room in enumerate(values) if room == values[0]] == [0, 1, 14, 15]
    small.click("[data-does=further]")
    small.evaluate("document.getElementById('board').scrollIntoView()")
    stroke(fingers, 4, 5)
    values = fingers.values()
    assert [cell for cell, room in enumerate(values) if room == values[4]] == [4, 5]
    fingers.choose("answer", fingers.layout["answers"][0])
    assert small.locator("[data-does=further]").is_hidden()


def stroke(fingers: Fingers, *cells: int) -> None:
    """Draw over cells with a finger."""
    fingers.drawn()
    fingers.matrix = []
    fingers.touch("Start", fingers.on(cells[0]))
    for cell in cells[1:]:
        fingers.touch("Move", fingers.on(cell))
    fingers.touch("End")
