"""The title and the author of a board, and equal values by a double click."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.formats.reading import read
from pencilp.web.drafts import record_of
from tests.page.hands import Hands, sent


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def sudoku() -> dict[str, Any]:
    return record_of(examples.example("sudoku")) | {"answer": {}}


def test_title_and_author_are_shown_and_kept_in_links_and_undone(hands: Hands) -> None:
    hands.open(sudoku())
    tab = hands.tab
    tab.click(".naming summary")
    for key, text in (("name", "Garden <b>"), ("author", "A. Setter")):
        tab.fill(f".naming [data-does={key}]", text)
        tab.press(f".naming [data-does={key}]", "Enter")
        hands.drawn()
    assert tab.text_content(".named") == "Garden <b>, by A. Setter"
    tab.click("[data-does=link]")
    board = sent(tab.get_attribute(".takeaway [role=status] a", "href"))
    assert board is not None
    assert (board["name"], board["author"]) == ("Garden <b>", "A. Setter")
    tab.click("[data-does=undo]")
    assert tab.text_content(".named") == "Garden <b>"
    tab.click("[data-does=undo]")
    assert tab.is_hidden(".named")


def test_a_link_of_another_editor_has_the_title_of_the_board(hands: Hands) -> None:
    hands.open(sudoku() | {"name": "Garden", "author": "A. Setter"})
    tab = hands.tab
    assert tab.text_content(".named") == "Garden, by A. Setter"
    tab.click("[data-kind=fpuzzles]")
    tab.wait_for_selector(".takeaway [role=status] a")
    link = tab.get_attribute(".takeaway [role=status] a", "href")
    (puzzle,) = read(link)
    assert (puzzle.name, puzzle.notes["author"]) == ("Garden", "A. Setter")


def test_a_double_click_chooses_equal_digits(hands: Hands) -> None:
    hands.open(sudoku())
    tab, given = hands.tab, sudoku()["puzzle"]["given"]
    hands.choose("answer", hands.layout["answers"][0])
    cell = next(i for i, token in enumerate(given) if token)
    equal = [i for i, token in enumerate(given) if token == given[cell]]
    place = hands.layout["places"]["cells"][cell]
    tab.mouse.dblclick(*hands.screen(place["x"], place["y"]))
    assert tab.locator("#overlay .chosen *").count() == len(equal) > 1
    tab.keyboard.press("ArrowRight")
    assert tab.locator("#overlay .chosen *").count() == 0
    tab.click("[data-does=candidates]")
    tab.mouse.dblclick(*hands.screen(place["x"], place["y"]))
    tab.keyboard.press("7")
    notes = tab.evaluate("window.pencilp.board.notes")
    assert sorted(map(int, next(iter(notes.values())))) == equal
