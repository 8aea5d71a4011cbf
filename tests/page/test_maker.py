"""New puzzles on the page: asked for in the dialog and next to a board, in the background."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import speaking, until
from tests.page.hands import Hands

Record = dict[str, Any]
HERE = "#panels .maker"
DIALOG = "dialog .maker"
MADE: Record = {"genre": "akari", "lattice": {"shape": "square", "rows": 4, "cols": 4, "missing": []},
                "puzzle": {"walls": ["1", *[None] * 15]}, "answer": {}}  # fmt: skip
LATE = {"board": None, "why": ["boards without an answer: 3"], "limit": 60.0}


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def small(hands: Hands, genre: str = "akari") -> Record:
    """Open an empty board of 4 rows and 4 columns in the dialog, up to the choice of its size."""
    tab = hands.tab
    tab.goto(hands.server)
    tab.locator(f'dialog .card[data-genre="{genre}"]').click()
    tab.locator("dialog [name=rows]").fill("4")
    tab.locator("dialog [name=columns]").fill("4")
    return {"genre": genre, "rows": 4, "cols": 4}


def is_open(hands: Hands, board: Record) -> None:
    until(
        hands.tab,
        f"JSON.stringify(window.pencilp.board?.puzzle) === {json.dumps(json.dumps(board['puzzle'], separators=(',', ':')))}",
    )


def test_a_puzzle_is_made_in_the_dialog_and_again_next_to_the_board(hands):
    tab = hands.tab
    wanted = small(hands)
    tab.locator(f"{DIALOG} [name=symmetry]").select_option("rot180")
    tab.locator(f"{DIALOG} [data-does=makeone]").click()
    until(tab, "window.pencilp.board !== undefined")
    tab.wait_for_selector('.verdict[data-status="unique"]')
    first = hands.board
    assert {key: first["lattice"][key] for key in ("rows", "cols")} == {key: wanted[key] for key in ("rows", "cols")}
    assert tab.locator("dialog[open]").count() == 0
    seed = "".join(filter(str.isdigit, tab.locator("#remarks").inner_text()))
    tab.locator(f"{HERE} [name=seed]").fill(str(int(seed) + 1))
    tab.locator(f"{HERE} [data-does=makeone]").click()
    until(
        tab,
        f"JSON.stringify(window.pencilp.board.puzzle) !== {json.dumps(json.dumps(first['puzzle'], separators=(',', ':')))}",
    )
    tab.wait_for_selector('.verdict[data-status="unique"]')
    # undo leads back to the board before it
    tab.locator("[data-does=undo]").first.click()
    is_open(hands, first)
    tab.locator(f"{HERE} [name=seed]").fill(seed)
    tab.locator(f"{HERE} [name=symmetry]").select_option("rot180")
    with tab.expect_response("**/api/generate") as again:
        tab.locator(f"{HERE} [data-does=makeone]").click()
    assert again.value.json()["board"]["puzzle"] == first["puzzle"]


def test_a_puzzle_that_comes_after_a_stroke_waits_for_a_button(hands):
    tab = hands.tab
    waiting: list[Any] = []
    tab.route("**/api/generate", lambda route: waiting.append(route))
    board = record_of(examples.example("nurikabe")) | {"answer": {}}
    hands.open(board)
    tab.locator(f"{HERE} [data-does=makeone]").click()
    tab.wait_for_selector(f"{HERE} [data-does=haltmaking]:visible")
    hands.choose("answer", hands.layout["answers"][0])
    hands.click(*hands.cell(1))
    stroked = hands.board
    assert stroked != board
    waiting[0].fulfill(json={"board": MADE, "why": [], "limit": 60.0})
    tab.wait_for_selector(f"{HERE} [data-does=openmade]")
    assert hands.board == stroked
    tab.locator(f"{HERE} [data-does=openmade]").click()
    is_open(hands, MADE)
    assert tab.locator(f"{HERE} .said").inner_text() == ""


def test_a_board_is_filled_up_in_one_step(hands):
    tab = hands.tab
    board = MADE | {"puzzle": {"walls": [*[None] * 5, "2", *[None] * 10]}}
    hands.open(board)
    tab.locator(f"{HERE} [data-does=fillup]").click()
    until(tab, f"document.querySelector('{HERE} .said').textContent !== ''")
    tab.wait_for_selector('.verdict[data-status="unique"]')
    assert hands.board["puzzle"]["walls"][5] == "2"
    assert "exactly one answer" in tab.locator(f"{HERE} .said").inner_text()
    tab.locator("[data-does=undo]").first.click()
    is_open(hands, board)


def test_making_is_stopped_by_its_button_and_by_closing_the_dialog(hands):
    tab = hands.tab
    waiting: list[Any] = []
    tab.route("**/api/generate", lambda route: waiting.append(route))
    small(hands)
    for close in (f"{DIALOG} [data-does=haltmaking]", "dialog [data-does=close]"):
        with tab.expect_event("requestfailed", lambda request: request.url.endswith("/api/generate")):
            tab.locator(f"{DIALOG} [data-does=makeone]").click()
            tab.wait_for_selector(f"{DIALOG} [data-does=haltmaking]:visible")
            tab.locator(close).click()
        if "halt" in close:
            assert tab.locator(f"{DIALOG} .said").inner_text() == "Stopped"
    assert tab.evaluate("window.pencilp.board ?? null") is None


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_found_and_impossible_wishes_are_said(hands, language):
    tab = hands.tab
    speaking(tab, language)
    hands.open(record_of(examples.example("shakashaka")) | {"answer": {}})
    tab.route("**/api/generate", lambda route: route.fulfill(json=LATE))
    tab.locator(f"{HERE} [data-does=makeone]").click()
    said = tab.locator(f"{HERE} .said")
    tab.wait_for_selector(f"{HERE} .said p")
    assert "60" in said.inner_text()
    assert said.locator("p").first.inner_text().isascii() == (language == "en")
    tab.unroute_all()
    hands.open(record_of(examples.example("bosanowa")) | {"answer": {}})  # 4 rows, 5 columns
    tab.locator(f"{HERE} [name=symmetry]").select_option("diagonal")
    tab.locator(f"{HERE} [data-does=makeone]").click()
    tab.wait_for_selector(f"{HERE} .error")
    assert "4x5" in said.inner_text()
    assert said.inner_text().isascii() == (language == "en")
