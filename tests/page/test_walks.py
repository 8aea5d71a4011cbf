"""Boards one after another: all answers, the strokes again; and how much a check says."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import until
from tests.page.hands import Hands
from tests.page.test_panels import clued, does, sent


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def test_all_answers_are_shown_one_after_another_and_one_is_taken(hands: Hands) -> None:
    hands.open(clued({0: "1", 4: "2", 8: "1"}))
    until(hands.tab, "document.querySelector('.verdict').dataset.status === 'multiple'")
    does(hands, "each").click()
    until(hands.tab, "document.querySelector('.verdict .walk output').textContent.startsWith('1 / ')")
    hands.drawn()
    first = hands.tab.locator("#picture").inner_html()
    does(hands, "answers.next").click()
    hands.drawn()
    assert hands.tab.locator("#picture").inner_html() != first
    assert hands.tab.evaluate("window.pencilp.board.answer") == {}
    hands.tab.focus("#board")
    hands.tab.keyboard.press("Space")  # nothing is entered
    hands.tab.keyboard.press("ArrowLeft")
    hands.drawn()
    assert hands.tab.locator("#picture").inner_html() == first
    does(hands, "answers.goon").click()
    until(hands.tab, "window.pencilp.board.answer.mines?.length === 9")
    assert hands.tab.locator(".verdict .walk").is_hidden()
    until(hands.tab, "document.querySelector('.check .done')")
    does(hands, "undo").click()
    hands.drawn()
    assert hands.tab.evaluate("window.pencilp.board.answer") == {}


def test_escape_ends_the_answers_and_a_way_ends_them(hands: Hands) -> None:
    hands.open(clued({0: "1"}))
    until(hands.tab, "document.querySelector('.verdict').dataset.status === 'multiple'")
    does(hands, "each").click()
    until(hands.tab, "document.querySelector('#board.way')")
    hands.drawn()
    hands.tab.focus("#board")
    hands.tab.keyboard.press("Escape")
    assert hands.tab.locator("#board.way").count() == 0
    does(hands, "each").click()
    until(hands.tab, "document.querySelector('#board.way')")
    does(hands, "explain").click()
    until(hands.tab, "document.querySelector('.verdict .walk').hidden")


def test_strokes_are_shown_again(hands: Hands) -> None:
    hands.open(clued({0: "1"}))
    assert does(hands, "replay").is_disabled()
    hands.tab.click("[data-layer='answer.mines']")
    for keys in ("Space", "ArrowRight", "Space", "ArrowRight", "Space"):
        hands.tab.keyboard.press(keys)
    hands.drawn()
    board = hands.tab.evaluate("window.pencilp.board")
    does(hands, "replay").click()
    until(hands.tab, "document.querySelector('.replay output').textContent === '3 / 3'")
    does(hands, "replay.back").click()
    hands.drawn()
    assert hands.tab.evaluate("window.pencilp.board") == board
    does(hands, "replay.closeway").click()
    assert does(hands, "replay").is_visible()
    hands.drawn()


def test_a_check_says_no_more_than_is_wished(hands: Hands) -> None:
    record = sent(record_of(examples.example("sudoku")))
    given = record["puzzle"]["given"]
    cell = given.index(None)
    record["answer"] = {"number": [None] * 81}
    row = cell // 9 * 9
    record["answer"]["number"][cell] = next(token for token in given[row : row + 9] if token)
    hands.open(record)
    for level, words in (("part", "There is a mistake in this part."), ("whether", "There is a mistake.")):
        does(hands, "checklevel").select_option(level)
        does(hands, "check").click()
        until(hands.tab, f"document.querySelector('.check .wrong')?.textContent === {words!r}")
        assert hands.tab.locator("#overlay .broken > *").count() == (9 if level == "part" else 0)
        assert hands.tab.locator(".check li").count() == 0
    does(hands, "checklevel").select_option("exact")
    does(hands, "check").click()
    until(hands.tab, "document.querySelectorAll('.check li').length > 0")


def test_of_many_contradicting_clues_ten_are_listed_at_first(hands: Hands) -> None:
    record = sent(record_of(examples.example("starbattle")))
    record["puzzle"]["rooms"] = ["1"] * 64
    rules = [{"rule": f"a rule {n % 3}", "at": f"r1c{n}", "clue": "", "places": [["cells", n]]} for n in range(40)]
    found = {"status": "none", "minimal": True, "rules": rules, "seconds": {}}
    hands.tab.route("**/api/conflict", lambda route: route.fulfill(json=found))
    hands.open(record)
    until(hands.tab, "document.querySelectorAll('.verdict .why .place').length === 10")
    assert does(hands, "allreasons").inner_text() == "and 30 more"
    does(hands, "allreasons").click()
    assert hands.tab.locator(".verdict .why .place").count() == 40
    assert does(hands, "allreasons").count() == 0
