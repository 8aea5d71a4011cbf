"""What somebody meets who has never seen the page, and sets a first small puzzle."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import afresh, until
from .hands import Hands


def blank(genre: str, size: int = 4, **layers: Any) -> dict[str, Any]:
    lattice = {"shape": "square", "rows": size, "cols": size, "missing": []}
    return {"genre": genre, "lattice": lattice, "puzzle": layers, "answer": {}}


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def test_an_empty_board_begins_with_a_layer_that_lies_on_it(hands: Hands) -> None:
    """The first layer of this genre belongs to the whole board and has a field: nothing could be typed."""
    hands.open(blank("battleship"))
    assert hands.tab.locator("#layers [aria-pressed=true]").inner_text().lower() == "counts"
    hands.tab.focus("#board")
    hands.press("2")
    until(hands.tab, "window.pencilp.board.puzzle.counts?.top?.[0]?.[0] === '2'")


def test_the_page_lists_possible_keys(hands: Hands) -> None:
    hands.open(blank("kakuro"))
    assert (
        r"Such as 17\6 (the sum below, the sum to the right), 17\ (a sum below)"
        in hands.tab.locator("#hint").inner_text()
    )
    afresh(hands.tab)
    hands.open(blank("akari"))
    assert "Such as x (a black cell without a number)" in hands.tab.locator("#hint").inner_text()
    hands.tab.click('[data-layer="answer.lamps"]')
    assert "Such as" not in hands.tab.locator("#hint").inner_text()


def test_invalid_keys_vanish_with_their_layer(hands: Hands) -> None:
    hands.open(blank("kakuro"))
    hands.tab.focus("#board")
    hands.press("7")
    assert hands.tab.locator("#overlay .pending text").inner_html() == "7…"
    hands.tab.click('[data-layer="answer.number"]')
    assert hands.tab.locator("#overlay .pending text").count() == 0


def test_marks_of_several_answers_are_explained(hands: Hands) -> None:
    hands.open(blank("akari", walls=[None] * 16))
    hands.tab.wait_for_selector('.verdict[data-status="multiple"]')
    hands.tab.wait_for_selector(".legend:not([hidden])")
    hands.tab.uncheck("[data-does=facts]")
    hands.tab.wait_for_selector(".legend", state="hidden")


def test_a_wrong_fixed_answer_is_explained(hands: Hands) -> None:
    hands.open(blank("akari", walls=["4", *[None] * 15]))
    hands.tab.wait_for_selector(".why li")
    with hands.tab.expect_response("**/solve"):
        hands.tab.click("[data-does=solve]")
    hands.tab.wait_for_selector('.verdict[aria-busy="false"]')
    assert hands.tab.locator(".why li").count() > 0


def test_a_small_board_is_large_enough(hands: Hands) -> None:
    hands.open(blank("akari"))
    assert hands.tab.locator("#board").bounding_box()["width"] >= 380


def test_a_rule_that_is_broken_twice_in_a_cell_tints_it_once(hands: Hands) -> None:
    row = ["o", "o", "o", *[None] * 5]
    hands.open(
        {**blank("akari", 8, walls=[None] * 64), "answer": {"lamps": [*row, *["o", *[None] * 7] * 2, *[None] * 40]}}
    )
    hands.tab.click("[data-does=check]")
    hands.tab.wait_for_selector("#overlay .broken polygon")
    marks = hands.tab.eval_on_selector_all(
        "#overlay .broken polygon", "all => all.map((e) => e.getAttribute('points'))"
    )
    assert len(set(marks)) == len(marks) > 8


def test_a_mark_hides_no_clue(hands: Hands) -> None:
    """A sum stands in the corner of its cell, where the frame of a mark passes."""
    cages = ["1", "1", *[None] * 14]
    boxes = [*"1122" * 2, *"3344" * 2]
    sums = ["9", *[None] * 15]
    hands.open(blank("killer_sudoku", cages=cages, sums=sums, given=[None] * 16, boxes=boxes, diagonals="0"))
    hands.tab.wait_for_selector("#overlay .conflict polygon")
    above = """() => {
      const [sum] = document.querySelectorAll("#signs text"), frame = document.querySelector("#overlay .conflict polygon");
      const same = sum.getBoundingClientRect(), drawn = document.querySelector("#picture text.given").getBoundingClientRect();
      return sum.textContent === "9" && Math.abs(same.x - drawn.x) + Math.abs(same.y - drawn.y) < 1
        && Boolean(frame.compareDocumentPosition(sum) & Node.DOCUMENT_POSITION_FOLLOWING);
    }"""
    assert hands.tab.evaluate(above)


def test_a_new_board_has_the_default_size_of_its_genre(hands: Hands) -> None:
    tab = hands.tab
    tab.goto(hands.server)
    tab.click('dialog [data-genre="sudoku"]')
    rows, columns = tab.locator("dialog [name=rows]"), tab.locator("dialog [name=columns]")
    assert (rows.input_value(), columns.input_value()) == ("9", "9")
    rows.fill("6")
    assert columns.input_value() == "6"  # it has as many rows as columns
    tab.click("dialog [data-does=back]")
    tab.click('dialog [data-genre="mastermind"]')
    assert (rows.input_value(), columns.input_value()) == ("6", "4")
    tab.click("dialog [data-does=back]")
    tab.click('dialog [data-genre="butterfly_sudoku"]')
    assert rows.count() == columns.count() == 0  # there is one board of it
    tab.keyboard.press("Enter")
    until(tab, "window.pencilp.board?.lattice.rows === 12")
