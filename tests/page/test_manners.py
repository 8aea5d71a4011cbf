"""What the page says, and how: refusals, the verdict, what was left aside of a link, boards on which nothing is given yet."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.formats.writing import written
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS

from .conftest import speaking, until
from .hands import Hands, address
from .test_newcomer import blank
from .test_readers import JAPANESE


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def refusing(tab: Any, job: str, status: int) -> None:
    """From now on the server refuses a job."""
    body = json.dumps({"error": "the server itself speaks English"})
    tab.route(f"**/api/{job}", lambda route: route.fulfill(status=status, content_type="application/json", body=body))


@pytest.mark.parametrize("job", ["draw", "layout"])
def test_a_board_that_is_not_drawn_is_busy_no_longer(hands: Hands, job: str) -> None:
    refusing(hands.tab, job, 422)
    hands.open(blank("akari"))  # waits until the board is not busy
    until(hands.tab, "document.getElementById('hint').textContent === 'the server itself speaks English'")


@pytest.mark.parametrize("status", [408, 413, 500, 503])
def test_server_errors_are_in_japanese(tab: Any, server: str, status: int) -> None:
    speaking(tab, "ja")
    refusing(tab, "draw", status)
    tab.goto(address(server, blank("akari")))
    until(tab, "/[\\u3040-\\u30ff]。$/.test(document.getElementById('hint').textContent)")
    text = tab.locator("#hint").inner_text()
    assert "English" not in text
    assert tab.locator("#hint").get_attribute("lang") is None


def test_a_verdict_is_spoken_after_a_stroke_when_nothing_is_asked_any_more(hands: Hands) -> None:
    """Screen readers say nothing of a region that is busy."""
    hands.open(record_of(examples.example("minesweeper-8x8")))
    hands.tab.wait_for_selector('.verdict[data-status="unique"][aria-busy="false"]')
    hands.tab.evaluate("""() => {
        window.spoken = [];
        const watch = new MutationObserver((all) => {
            for (const { target } of all) {
                const live = (target.closest ? target : target.parentElement).closest("[aria-live]");
                if (live?.textContent) window.spoken.push([live.textContent, live.closest('[aria-busy="true"]') === null]);
            }
        });
        watch.observe(document.querySelector(".verdict"), { subtree: true, childList: true, characterData: true });
    }""")
    hands.choose("puzzle", hands.layout["inputs"][0])
    place, _ = hands.tokens(hands.values())[0]
    hands.click(*hands.point(place))
    hands.press("8")
    hands.tab.wait_for_selector('.verdict[data-status="none"][aria-busy="false"] .why')
    spoken = hands.tab.evaluate("window.spoken")
    word = next(text for text in spoken if "No answer" in text[0])
    assert word[1]
    reasons = spoken[-1]
    assert "8 at" in reasons[0]
    assert reasons[1]


@pytest.mark.parametrize("genre", ["hashi", "nurikabe", "doubleback"])
def test_a_board_that_is_just_begun_is_not_called_wrong(hands: Hands, genre: str) -> None:
    lattice = {"shape": "square", "rows": 4, "cols": 4, "missing": []}
    hands.open(JOBS["new"]({"genre": genre, "lattice": lattice, "cells": 16})["board"])
    hands.tab.wait_for_selector('.verdict[data-status="unfinished"][aria-busy="false"]')
    assert hands.tab.locator(".verdict .message").inner_text().startswith("Nothing is given yet")
    assert hands.tab.locator("#overlay .conflict > *").count() == 0


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_remark_on_a_link_stays_until_another_board_is_opened(tab: Any, server: str, language: str) -> None:
    link = written(examples.example("nurikabe"), None, "url").strip()
    speaking(tab, language)
    tab.goto(server)
    tab.click("dialog [data-does=close]")
    tab.click("[data-does=open] >> nth=0")
    tab.fill("dialog textarea", f"Here it is: {link}, enjoy.")
    tab.click("dialog button.primary")
    tab.wait_for_selector('#board[aria-busy="false"]')
    text = tab.locator("#remarks").inner_text()
    assert "Here it is:" in text
    assert "enjoy" in text
    assert bool(JAPANESE.search(text)) == (language == "ja")
    tab.goto(address(server, blank("akari")))
    tab.wait_for_selector('#board[aria-busy="false"]')
    tab.wait_for_selector("#remarks", state="hidden")


def test_a_room_in_several_pieces_is_entered_by_mouse_and_by_keys(hands: Hands) -> None:
    hands.open(blank("ripple", 3, rooms=["1"] * 9, given=[None] * 9))
    rooms = next(layer for part, layer in hands.layers() if layer["name"] == "rooms")
    hands.choose("puzzle", rooms)
    assert "even apart from it" in hands.tab.locator("#hint").inner_text()
    hands.drag([hands.cell(0), hands.cell(1)])
    hands.tab.keyboard.down("Shift")
    hands.click(*hands.cell(8))
    hands.tab.keyboard.up("Shift")
    assert hands.values() == [*"112222221"]
    hands.press("ArrowLeft", "ArrowLeft", "Shift+Space")
    assert hands.values() == [*"112222121"]
    # one that was clicked goes on, too
    hands.click(*hands.cell(4))
    hands.tab.mouse.move(*hands.screen(*hands.cell(8)))
    hands.tab.mouse.down(button="right")
    hands.tab.mouse.up(button="right")
    assert hands.values() == [*"112222122"]


def test_a_conflict_frames_a_sign_at_its_place(hands: Hands) -> None:
    """A star of Galaxies stands on an edge or a corner of the cell that its text names."""
    stars = ["wse", "wse", *[None] * 14]
    hands.open(blank("galaxies", stars=stars))
    hands.tab.wait_for_selector("#overlay .conflict > *")
    marks = hands.tab.eval_on_selector_all("#overlay .conflict > circle", "all => all.map((e) => e.getAttribute('cx'))")
    assert marks == ["40"]
    assert hands.tab.locator("#overlay .conflict > polygon").count() == 0


def test_letters_that_an_answer_may_have_are_keys(small: Any, server: str) -> None:
    """There was no key but A."""
    small.set_viewport_size({"width": 360, "height": 800})
    hands = Hands(small, server)
    hands.open(record_of(examples.example("easyasabc")) | {"answer": {}})
    hands.choose("answer", hands.layout["answers"][0])
    keys = small.eval_on_selector_all("#keypad button", "all => all.map((e) => e.dataset.key)")
    assert keys == [*"ABCD", "Backspace", "Delete"]
    tops = small.eval_on_selector_all("#keypad button", "all => all.map((e) => e.getBoundingClientRect().top)")
    assert len(set(tops)) == 1
    small.tap("#keypad [data-key=C]")
    assert re.fullmatch("C", hands.values()[0])
