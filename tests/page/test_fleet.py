"""Pieces of banks and fleets: pictures that are removed, drawn and chosen as a set."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import until
from tests.page.hands import Hands
from tests.page.test_panels import does, sent


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def test_pieces_are_removed_drawn_and_chosen_as_a_set(hands: Hands) -> None:
    hands.open(sent(record_of(examples.example("battleship"))))
    does(hands, "fleetset").select_option("fleet.3")
    until(hands.tab, "window.pencilp.board.puzzle.fleet === '3,2,2,1,1,1'")
    pieces = hands.tab.locator(".fleet .pieces button")
    assert pieces.count() == 6
    assert pieces.first.locator("rect").count() == 3
    pieces.first.click()
    until(hands.tab, "window.pencilp.board.puzzle.fleet === '2,2,1,1,1'")
    hands.tab.click(".fleet summary")
    for cell in ("r2c2", "r3c2", "r3c3"):
        hands.tab.get_by_label(cell, exact=True).click()
    does(hands, "addpiece").click()
    until(hands.tab, "window.pencilp.board.puzzle.fleet === '2,2,1,1,1,x./xx'")
    for cell in ("r1c1", "r2c2"):
        hands.tab.get_by_label(cell, exact=True).click()
    does(hands, "addpiece").click()
    assert "connected" in hands.tab.locator(".fleet .error").inner_text()
    hands.tab.fill(".fleet input", "4,3")
    hands.tab.keyboard.press("Enter")
    until(hands.tab, "document.querySelectorAll('.fleet .pieces button').length === 2")


def test_a_new_board_begins_with_a_usual_set(hands: Hands) -> None:
    hands.tab.goto(hands.server)
    hands.tab.fill("input[type=search]", "statue park")
    hands.tab.locator(".card").first.click()
    does(hands, "fleetset").select_option("fleet.pentominoes")
    hands.tab.click("dialog .size .primary")
    until(hands.tab, "document.querySelectorAll('.fleet .pieces button').length === 12")
    assert hands.tab.locator(".fleet .pieces rect").count() == 60
    hands.drawn()
    assert hands.tab.locator("#picture svg").count() == 1
