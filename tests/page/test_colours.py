"""Candidates at fixed places, of several cells and in colours; coloured cells; a colour for each piece."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp import api
from pencilp.formats import examples
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests.page.conftest import until
from tests.page.hands import Hands
from tests.page.test_panels import does, sent

TEXTS = "[...document.querySelectorAll('#overlay .notes text')]"
NOTES = TEXTS + ".map((e) => e.textContent).join()"


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def numbers(hands: Hands, genre: str = "sudoku") -> list[int]:
    """Open an example without its answer, choose the answer, and return the empty cells."""
    record = sent(record_of(examples.example(genre)) | {"answer": {}})
    hands.open(record)
    (layer,) = hands.layout["answers"]
    hands.choose("answer", layer)
    given = record["puzzle"].get("given", [None] * 99)
    return [cell for cell in range(len(hands.layout["places"]["cells"])) if given[cell] is None]


def spots(hands: Hands) -> list[tuple[str, float, float]]:
    """The candidates that are shown, with their places."""
    found: list[tuple[str, float, float]] = hands.tab.evaluate(
        TEXTS + ".map((e) => [e.textContent, +e.getAttribute('x'), +e.getAttribute('y')])"
    )
    return found


def test_each_candidate_has_its_place_in_the_cell(hands: Hands) -> None:
    cells = numbers(hands)
    does(hands, "candidates").click()
    hands.click(*hands.point(cells[0]))
    hands.press("5")
    until(hands.tab, f"{NOTES} === '5'")
    (alone,) = spots(hands)
    hands.press("1", "9")
    until(hands.tab, f"{NOTES} === '1,5,9'")
    first, middle, last = spots(hands)
    assert middle == alone
    assert first[1] < middle[1] < last[1]
    assert first[2] < middle[2] < last[2]


def test_candidates_leave_the_sum_of_a_cage_free(hands: Hands) -> None:
    numbers(hands, "killer-sudoku")
    does(hands, "candidates").click()
    cell = hands.tab.evaluate(
        """window.pencilp.layout.places.cells.findIndex(
            ({ name }) => document.querySelector(`#picture text.given[data-cell=${name}]`))"""
    )
    hands.click(*hands.point(cell))
    hands.press(*"123456")
    until(hands.tab, f"{NOTES} === '1,2,3,4,5,6'")
    over = """() => {
        const boxes = (all) => [...all].map((e) => e.getBBox());
        const clues = boxes(document.querySelectorAll("#picture text.given"));
        const inner = ({ x, y, width, height }) => ({ x, y: y + height * 0.25, width, height: height * 0.5 });
        return boxes(document.querySelectorAll("#overlay .notes text")).map(inner).filter((a) => clues.map(inner).some((b) =>
            a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)).length;
    }"""
    assert hands.tab.evaluate(over) == 0


def test_candidates_of_several_cells_by_dragging_and_by_keys(hands: Hands) -> None:
    cells = numbers(hands)
    first = next(c for c in cells if c % 9 < 8 and c + 1 in cells)
    does(hands, "candidates").click()
    hands.drag([hands.point(first), hands.point(first + 1)])
    hands.press("3")
    until(hands.tab, f"{NOTES} === '3,3'")
    hands.press("3")
    until(hands.tab, f"{NOTES} === ''")
    hands.click(*hands.point(first))
    hands.press("Shift+ArrowRight", "4")
    until(hands.tab, f"{NOTES} === '4,4'")
    hands.press("ArrowLeft", "4")  # one cell alone
    until(hands.tab, f"{NOTES} === '4'")


def test_the_comma_changes_the_mode_and_only_values_of_the_layer_are_candidates(hands: Hands) -> None:
    cells = numbers(hands)
    hands.click(*hands.point(cells[0]))
    hands.press(",")
    assert does(hands, "candidates").get_attribute("aria-pressed") == "true"
    hands.press("x", "0")
    assert hands.tab.locator("#refused").inner_text() == "0 is no value of this layer."
    hands.press("2", ",")
    assert does(hands, "middle").get_attribute("aria-pressed") == "true"
    hands.press("7", "8")
    until(hands.tab, f"{NOTES} === '2,7,8'")
    small, seven, eight = spots(hands)
    assert seven[2] == eight[2] != small[2]
    hands.press(",", "6")
    until(hands.tab, f"window.pencilp.board.answer.number?.[{cells[0]}] === '6'")
    until(hands.tab, f"{NOTES} === ''")  # a value hides them
    does(hands, "undo").click()
    until(hands.tab, f"{NOTES} === '2,7,8'")


def test_cells_and_candidates_get_colours_that_turn_with_the_board(hands: Hands) -> None:
    cells = numbers(hands)
    does(hands, "colours").click()
    hands.drag([hands.point(0), hands.point(1), hands.point(2)])
    hands.tab.click("[data-colour='3']")
    hands.click(*hands.point(8))
    until(hands.tab, 'JSON.stringify(window.pencilp.board.colours.cells) === \'{"0":0,"1":0,"2":0,"8":3}\'')
    assert hands.tab.locator("#overlay .colours > *").count() == 4
    hands.click(*hands.point(8))  # the same colour again takes it away
    until(hands.tab, "document.querySelectorAll('#overlay .colours > *').length === 3")
    hands.press("5")
    until(hands.tab, "window.pencilp.board.colours.cells[8] === 4")
    does(hands, "candidates").click()
    hands.click(*hands.point(cells[0]))
    hands.press("1")
    until(hands.tab, "document.querySelectorAll('#overlay .notes .colour4').length === 1")
    hands.tab.click("details.shapes summary")
    does(hands, "turn").click()
    until(hands.tab, "Object.keys(window.pencilp.board.colours.cells).join() === '8,17,26,80'")
    until(hands.tab, "document.querySelectorAll('#overlay .notes .colour4').length === 1")
    does(hands, "uncolour").click()
    until(hands.tab, "document.querySelectorAll('#overlay :is(.colours > *, .colour4)').length === 0")


def test_each_piece_of_a_line_and_each_group_has_a_colour(hands: Hands) -> None:
    puzzle = examples.example("slitherlink")
    record = sent(record_of(puzzle, api.solve(puzzle, count=1).answer))
    line = next(iter(record["answer"]))
    drawn = [e for e, token in enumerate(record["answer"][line]) if token]
    record["answer"][line][drawn[len(drawn) // 2]] = None  # still one piece
    record["answer"][line][drawn[0]] = None  # two pieces
    hands.open(record)
    does(hands, "colours").click()
    does(hands, "pieces").check()
    lines = "[...document.querySelectorAll('#overlay .pieces > line')]"
    until(hands.tab, f"new Set({lines}.map((e) => e.getAttribute('stroke'))).size === 2")
    assert hands.tab.locator("#overlay .pieces > line").count() == len(drawn) - 2
    does(hands, "pieces").uncheck()
    assert hands.tab.locator("#overlay .pieces > *").count() == 0


@pytest.mark.parametrize("done", ["turn", "mirror", "move"])
def test_the_server_moves_colours_and_candidates_in_the_middle(done: str) -> None:
    record = sent(record_of(examples.example("sudoku")))
    record |= {"middle": {"number": {"0": ["1"]}}, "colours": {"cells": {"0": 2}, "notes number": {"0 12": 3}}}
    more = {"chosen": [0], "down": 1, "right": 1} if done == "move" else {}
    board = JOBS["change"]({"board": record, "done": done, "cells": 100, **more})["board"]
    there = {"turn": "8", "mirror": "8", "move": "10"}[done]
    assert board["middle"] == {"number": {there: ["1"]}}
    assert board["colours"] == {"cells": {there: 2}, "notes number": {f"{there} 12": 3}}
