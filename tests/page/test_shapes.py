"""A board in the browser is turned, mirrored, resized, cut, and what lies on it is moved."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests.page.conftest import afresh
from tests.page.hands import Hands


def opened(tab: Any, server: str, name: str) -> tuple[Hands, dict[str, Any]]:
    puzzle = examples.example(name)
    hands = Hands(tab, server)
    board = record_of(puzzle, puzzle.answer)
    hands.open(board)
    tab.click("details.shapes summary")
    return hands, board


@pytest.mark.parametrize("name", ["yajilin", "second_turn"])
def test_turned_round_and_mirrored_twice(name, tab, server):
    hands, board = opened(tab, server, name)
    for does, times in (("turn", 4), ("mirror", 2)):
        for n in range(times):
            with tab.expect_response("**/api/draw"):
                tab.click(f"[data-does={does}]")
            hands.look()
            assert n < times - 1 or hands.board == board
        assert hands.board == board


def test_a_board_is_made_larger_and_is_as_before_after_undo(tab, server):
    hands, board = opened(tab, server, "slitherlink")
    tab.fill("details.shapes [name=rows]", "9")
    tab.fill("details.shapes [name=cols]", "10")
    with tab.expect_response("**/api/draw"):
        tab.click("[data-does=resize]")
    hands.look()
    assert (hands.layout["rows"], hands.layout["cols"]) == (9, 10)
    with tab.expect_response("**/api/draw"):
        tab.click("[data-does=undo]")
    hands.look()
    assert hands.board == board
    assert (hands.layout["rows"], hands.layout["cols"]) == (8, 8)


def test_cells_are_cut_out_and_put_back(tab, server):
    hands, board = opened(tab, server, "nurikabe")
    tab.click("[data-does=holes]")
    hands.matrix = []
    corner = hands.cell(0)
    for missing in ([0], []):
        with tab.expect_response("**/api/draw"):
            hands.click(*corner)
        hands.look()
        assert hands.board["lattice"]["missing"] == missing
    assert hands.board["lattice"] == board["lattice"]


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_part_is_chosen_and_moved(tab, server, by):
    hands, board = opened(tab, server, "nurikabe")
    cols = board["lattice"]["cols"]
    clues = board["puzzle"]["clues"]
    first = next(i for i, token in enumerate(clues) if token and i % cols < cols - 1)
    tab.click("[data-does=move]")
    hands.matrix = []
    hands.click(*hands.cell(first))
    with tab.expect_response("**/api/draw"):
        if by == "mouse":
            hands.drag([hands.cell(first), hands.cell(first + 1)])
        else:
            hands.press("ArrowRight")
    hands.drawn()
    assert hands.board["puzzle"]["clues"][first : first + 2] == [None, clues[first]]


HOLED = [
    [
        1,
        2,
        11,
        12,
        18,
        19,
        25,
        26,
        28,
        29,
        32,
        33,
        35,
        36,
        42,
        43,
        56,
        57,
        63,
        64,
        66,
        67,
        70,
        71,
        73,
        74,
        80,
        81,
        87,
        88,
    ],
    [n for n in range(100) if 2 <= n // 10 <= 7 and 2 <= n % 10 <= 7],  # a frame
    [n for n in range(100) if (n // 10 + n % 10) % 2],  # a chessboard's black squares
]


@pytest.mark.parametrize("missing", HOLED, ids=["star battle", "frame", "chessboard"])
def test_arrow_keys_keep_to_the_row_over_holes_and_lead_everywhere(tab, server, missing):
    lattice = {"shape": "square", "rows": 10, "cols": 10, "missing": missing}
    hands = Hands(tab, server)
    hands.open(JOBS["new"]({"genre": "starbattle", "lattice": lattice, "cells": 100})["board"])
    arrows = [[0, -1], [0, 1], [-1, 0], [1, 0]]
    found = tab.evaluate(
        """async (arrows) => {
          const { ahead, keyed } = (await import(document.querySelector("script").src)).modules.places;
          const { places, unit } = window.pencilp.layout;
          const cells = keyed(places.cells);
          return cells.map((cell) => arrows.map((arrow) => ahead(cells, cell, ...arrow, unit)?.key ?? null));
        }""",
        arrows,
    )
    cells = [divmod(n, 10) for n in range(100) if n not in missing]
    for (row, col), there in zip(cells, found, strict=True):
        for (right, down), to in zip(arrows, there, strict=True):
            straight = [(row + i * down, col + i * right) for i in range(1, 10)]
            if follow := [cell for cell in straight if cell in cells]:
                assert cells[to] == follow[0]
    reached, open_ = {0}, [0]
    while open_:
        new = {to for to in found[open_.pop()] if to is not None} - reached
        reached |= new
        open_ += new
    assert len(reached) == len(cells)
    hands.choose("answer", hands.layout["answers"][0])
    tab.focus("#board")
    for cell in (len(cells) - 1, 0) if missing is HOLED[2] else (len(cells) - 1, len(cells) // 2, 0, 7):
        hands.go(cell)
        assert tab.evaluate("window.pencilp.cursor.key") == cell


def test_candidates_a_trial_and_loose_walls_go_along(tab, server):
    hands, board = opened(tab, server, "sudoku")
    first = next(i for i, token in enumerate(board["puzzle"]["given"]) if not token)
    board["answer"] = {}
    board |= {"notes": {"number": {str(first): ["1", "2"]}}, "trial": {"number": [None] * 81}, "loose": {"boxes": [0]}}
    afresh(hands.tab)
    hands.open(board)
    before = tab.evaluate("window.pencilp.board")
    small = tab.locator("#overlay .notes text")
    assert small.all_text_contents() == ["1", "2"]
    tab.click("details.shapes summary")
    with tab.expect_response("**/api/draw"):
        tab.click("[data-does=mirror]")
    hands.drawn()
    after = tab.evaluate("window.pencilp.board")
    row, col = divmod(first, 9)
    assert after["notes"] == {"number": {str(9 * row + 8 - col): ["1", "2"]}}
    assert after["trial"] == before["trial"]
    assert after["loose"] != before["loose"]
    assert tab.locator("[data-does=keep]").is_visible()
    tab.fill("details.shapes [name=rows]", "8")
    with tab.expect_response("**/api/draw"):
        tab.click("[data-does=resize]")
    hands.drawn()
    assert tab.evaluate("window.pencilp.board.notes") == after["notes"]
    assert small.all_text_contents() == ["1", "2"]
    for _ in range(2):
        tab.click("[data-does=undo]")
    hands.drawn()
    assert tab.evaluate("window.pencilp.board") == before
    assert small.all_text_contents() == ["1", "2"]
