"""Hints, the way to the answer and needless clues on the page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import pencilp
from pencilp.formats import examples
from pencilp.translations import languages
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS, STREAMS
from pencilp.web.words import words_in
from tests.page.conftest import speaking, until
from tests.page.hands import Hands
from tests.test_web_jobs import begun

Record = dict[str, Any]
ALLOWED = {"cells": 10_000, "limit": 60.0, "embedded": False}
QUIET = "document.querySelector('.insight').getAttribute('aria-busy') === 'false'"


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


TOWERS = "https://puzz.link/p?skyscrapers/5/5/v134gg24h1x4"
"""A puzzle of skyscrapers whose way is found at once, excludes numbers, and has chains."""


def record(name: str) -> Record:
    found: Record = json.loads(json.dumps(record_of(examples.example(name))))
    return found


def does(hands: Hands, what: str) -> Any:
    return hands.tab.locator(f'[data-does="{what}"]')


def asks(hands: Hands, what: str) -> None:
    """Press a button for help, and wait until the answer is there."""
    does(hands, what).click()
    until(hands.tab, QUIET)


def marks(hands: Hands, kind: str) -> int:
    return int(hands.tab.locator(f"#overlay .{kind} > *").count())


def way_of(board: Record) -> list[Record]:
    """The steps that the server finds."""
    return [part["step"] for part in STREAMS["explain"]({"board": board, **ALLOWED}) if "step" in part]


def test_a_hint_is_revealed_in_stages_and_applied_and_undone(hands):
    board = record("starbattle")
    step = JOBS["hint"]({"board": board, **ALLOWED})
    hands.open(board)
    asks(hands, "hint")
    said = hands.tab.locator(".insight .said")
    assert said.get_attribute("aria-live") == "polite"
    where, rule, whole = (stage["text"] for stage in step["stages"])
    assert said.locator("p").all_inner_texts() == [f"Look at {where}."]
    assert marks(hands, "follows") == len({tuple(place) for place in step["stages"][0]["follows"]})
    assert marks(hands, "reason") == marks(hands, "scope") == 0
    more = does(hands, "more")
    assert more.inner_text() == "Which rule?"
    more.press("Enter")  # the button keeps the focus
    assert said.locator("p").all_inner_texts() == [f"Look at {where}.", f"Use: {rule}."]
    assert marks(hands, "scope") == len(step["stages"][1]["scope"]) > 0
    hands.press("Enter")
    assert said.locator("p").all_inner_texts()[2] == whole
    assert more.inner_text() == "Apply"
    assert hands.board == board  # nothing is written yet
    hands.press("Enter")
    after = hands.board["answer"]
    for key, index, token in step["sets"]:
        assert after[key][index] == token
    hands.drawn()
    assert marks(hands, "follows") == 0
    assert hands.tab.evaluate("document.activeElement.dataset.does") == "hint"
    assert "Applied" in said.inner_text()
    does(hands, "undo").click()
    hands.drawn()
    assert hands.board == board
    does(hands, "redo").click()
    assert hands.board["answer"] == after


def test_hints_for_excluded_numbers_are_marked_and_taken_into_account(hands):
    """A step that only excludes numbers is not the next hint again."""
    board = record_of(pencilp.load(TOWERS))
    steps = way_of(board)
    number = next(i for i, step in enumerate(steps) if not step["sets"])
    hands.open(board)
    for step in steps[: number + 2]:
        asks(hands, "hint")
        for _ in range(3):
            does(hands, "more").click()
        for key, index, token in step["sets"]:
            assert hands.tab.evaluate("window.pencilp.board.answer")[key][index] == token
        hands.drawn()
    assert marks(hands, "excluded") > 0
    assert hands.tab.locator("#overlay .excluded text").first.text_content().startswith("≠")
    does(hands, "clear").click()
    hands.drawn()
    assert marks(hands, "excluded") == 0


def test_notes_of_a_way_do_not_overlap(hands):
    board = record_of(pencilp.load(TOWERS))
    hands.open(board)
    asks(hands, "explain")
    shown = 0
    for number in range(len(way_of(board)) + 1):
        does(hands, "slide").fill(str(number))
        places = hands.tab.evaluate(
            "[...document.querySelectorAll('#overlay text')].map((e) => "
            "['x', 'y'].map((side) => Math.floor(e.getAttribute(side) / window.pencilp.layout.unit)).join())"
        )
        assert len(set(places)) == len(places)
        shown += len(places)
    assert shown > 0


def test_a_mistake_is_said_first_and_marked(hands):
    board = json.loads(json.dumps(begun()))
    hands.open(board)
    asks(hands, "hint")
    said = hands.tab.locator(".insight .said")
    assert said.locator("p").first.inner_text() == "There is a mistake."
    assert said.locator("li").count() == 1
    assert marks(hands, "follows") == 1
    said.locator("li").focus()
    until(hands.tab, "document.querySelectorAll('#overlay .pointed > *').length === 1")
    assert does(hands, "more").count() == 0
    asks(hands, "fromempty")  # the way does not need the wrong answer
    assert hands.tab.locator(".steps li").count() > 2
    assert hands.board == board
    does(hands, "closeway").click()
    # and a broken rule is listed as by "Check"
    board["answer"]["number"][:2] = ["2", "2"]
    hands.open(board)
    asks(hands, "explain")
    found = said.locator("li").all_inner_texts()
    does(hands, "check").click()
    until(hands.tab, "document.querySelector('.check li')")
    assert hands.tab.locator(".check li").all_inner_texts() == found != []


@pytest.mark.parametrize("name", ["akari", "masyu", "slitherlink"])
def test_a_way_is_shown_on_the_board_and_left_again(name, hands):
    board = record(name)
    steps = way_of(board)
    hands.open(board)
    asks(hands, "explain")
    last = len(steps)
    assert hands.tab.locator(".steps button").all_text_contents() == [
        "The board at the start",
        *(s["text"] for s in steps),
    ]

    def at(number: int) -> None:
        hands.drawn()
        step = steps[number - 1] if number else None
        sentence = f"{number}. {step['text']}" if step else "The board at the start"
        assert hands.tab.locator(".sentence").text_content() == sentence
        assert hands.tab.locator(".insight .walk output").text_content() == f"{number} / {last}"
        assert does(hands, "slide").input_value() == str(number)
        assert hands.tab.locator(".steps [aria-current]").text_content() == sentence.removeprefix(f"{number}. ")
        assert marks(hands, "follows") == len({tuple(place) for place in step["follows"]} if step else [])
        assert does(hands, "way.back").is_disabled() == (number == 0)
        assert does(hands, "way.next").is_disabled() == (number == last)

    at(1)
    does(hands, "way.next").click()
    at(2)
    does(hands, "way.back").press("Enter")
    at(1)
    does(hands, "way.back").press("Enter")
    at(0)
    hands.press("End")
    at(last)
    hands.press("ArrowLeft")
    at(last - 1)
    does(hands, "slide").fill("3")
    at(3)
    hands.tab.locator(".steps button").nth(5).click()
    at(5)
    # keys on the board go through the steps, and write nothing
    hands.tab.locator("#board").focus()
    hands.press("ArrowRight", "1", "x", " ", "Delete")
    at(6)
    hands.tab.locator("#board").click()
    assert hands.board == board
    hands.press("Escape")
    hands.drawn()
    assert hands.board == board
    assert hands.tab.locator(".insight .walk").is_hidden()
    assert marks(hands, "follows") == marks(hands, "reason") == 0


def test_a_player_goes_on_from_a_step_and_takes_it_back(hands):
    board = record("akari")
    steps = way_of(board)
    hands.open(board)
    asks(hands, "explain")
    does(hands, "slide").fill("4")
    does(hands, "goon").click()
    hands.drawn()
    tokens = hands.board["answer"]["lamps"]
    assert {i: t for i, t in enumerate(tokens) if t is not None} == {i: t for s in steps[:4] for _, i, t in s["sets"]}
    assert hands.tab.locator(".insight .walk").is_hidden()
    asks(hands, "hint")
    does(hands, "try").click()  # what changes no value leaves the hint
    hands.drawn()
    assert does(hands, "more").is_visible()
    asks(hands, "explain")  # goes on from there
    assert hands.tab.locator("#board .finished").count() == 0
    assert hands.tab.locator(".steps button").nth(1).text_content() == steps[4]["text"]
    for _ in range(2):
        does(hands, "undo").click()
    hands.drawn()
    assert hands.board == board
    assert hands.tab.locator(".insight .walk").is_hidden()


@pytest.mark.fresh
def test_steps_arrive_while_the_way_is_searched_for_and_stay_when_it_is_stopped(hands):
    """The first lines of an answer come from a server that never sends the rest."""
    board = record("akari")
    steps = way_of(board)
    empty = {"lamps": [None] * 64}
    parts = [{"part": {"answer": empty}}, *({"part": {"step": step}} for step in steps[:2])]
    hands.open(board)
    hands.tab.evaluate(
        """parts => {
            const real = window.fetch;
            window.fetch = (where, options) => {
                if (!where.endsWith("explain")) return real(where, options);
                const body = new ReadableStream({ start(sink) {
                    for (const part of parts) sink.enqueue(new TextEncoder().encode(JSON.stringify(part) + "\\n"));
                    options.signal.addEventListener("abort", () => sink.error(new DOMException("", "AbortError")));
                } });
                return Promise.resolve(new Response(body, { headers: { "content-type": "application/x-ndjson" } }));
            };
        }""",
        parts,
    )
    does(hands, "explain").click()
    until(hands.tab, "document.querySelectorAll('.steps li').length === 3")
    stop = does(hands, "halthelp")
    until(hands.tab, "!document.querySelector('[data-does=halthelp]').hidden")
    assert hands.tab.locator(".sentence").text_content() == f"1. {steps[0]['text']}"
    stop.click()
    until(hands.tab, QUIET)
    assert "Stopped" in hands.tab.locator(".insight .said").inner_text()
    does(hands, "way.last").click()
    hands.drawn()
    assert hands.tab.locator(".sentence").text_content() == f"2. {steps[1]['text']}"


def test_an_error_after_the_first_step_is_shown_and_the_steps_stay(hands):
    board = record("akari")
    lines = [{"part": {"answer": {"lamps": [None] * 64}}}, {"part": {"step": way_of(board)[0]}}]
    lines.append({"error": "the job needs more memory than a request may use", "kind": "late"})
    body = "".join(json.dumps(line) + "\n" for line in lines)
    parts = {"body": body, "content_type": "application/x-ndjson"}
    hands.tab.route("**/api/explain", lambda route: route.fulfill(**parts))
    hands.open(board)
    asks(hands, "explain")
    assert hands.tab.locator(".insight .error").inner_text() == lines[-1]["error"]
    assert hands.tab.locator(".steps li").count() == 2


@pytest.mark.parametrize(
    ("clues", "said"),
    [
        ({0: "2", 9: "0"}, "The puzzle has no answer, so there is no step."),
        ({0: "0"}, "The puzzle has several answers. This is all that they have in common."),
    ],
)
def test_the_end_of_a_way_is_explained(clues, said, hands):
    board = record("minesweeper-8x8")
    board["puzzle"]["clues"] = [clues.get(i) for i in range(64)]
    hands.open(board)
    asks(hands, "explain")
    assert hands.tab.locator(".insight .said p").inner_text() == said


def test_a_finished_board_has_no_hint_and_its_way_begins_with_the_empty_one(hands):
    board = record("akari")
    board["answer"] = JOBS["solve"]({"board": board, "count": 1, **ALLOWED})["answers"][0]
    hands.open(board)
    asks(hands, "hint")
    assert hands.tab.locator(".insight .said").inner_text() == "Solved. The answer is right."
    asks(hands, "explain")
    assert hands.tab.locator(".steps li").count() == len(way_of(record("akari"))) + 1
    does(hands, "closeway").click()
    assert hands.board == board


def test_needless_clues_are_listed_and_marked_and_left_out(hands):
    board = record("nurikabe")
    hands.open(board)
    asks(hands, "needless")
    said = hands.tab.locator(".insight .said")
    assert "3 of 12 clues could be left out alone:" in said.inner_text()
    assert "2 could be left out together. No larger set could be." in said.inner_text()
    assert said.locator(".why").first.locator("button").all_inner_texts() == [
        "3 at r1c7 (? stays)",
        "1 at r6c8 (? stays)",
        "1 at r7c9 (? stays)",
    ]
    assert (marks(hands, "together"), marks(hands, "alone")) == (2, 1)
    said.locator(".place").first.focus()
    until(hands.tab, "document.querySelectorAll('#overlay .pointed > *').length === 1")
    does(hands, "leaveout").click()
    hands.drawn()
    assert hands.board["puzzle"]["clues"].count("?") == board["puzzle"]["clues"].count("?") + 2
    until(hands.tab, "document.querySelector('.verdict').dataset.status === 'unique'")
    assert marks(hands, "together") == 0
    does(hands, "undo").click()
    assert hands.board == board


@pytest.mark.parametrize("language", languages())
def test_a_rating_is_shown_with_its_parts(language, hands):
    board = record("akari")
    found = JOBS["rate"]({"board": board, **ALLOWED})
    speaking(hands.tab, language)
    hands.open(board)
    asks(hands, "rate")
    said = hands.tab.locator(".insight .said")
    shown = said.locator("p").inner_text()
    assert shown.startswith(words_in(language)[f"level.{found['level']}"])
    assert str(found["number"]) in shown
    assert str(found["steps"]) in said.locator("li").first.inner_text()
    board["puzzle"]["walls"] = ["4", *[None] * 63]
    hands.open(board)
    asks(hands, "rate")
    assert said.locator("p").count() == 1
    assert said.locator("li").count() == 0


def test_a_board_that_is_no_puzzle_yet_is_refused_in_one_line(hands):
    board = record("nurikabe")
    board["puzzle"]["clues"][0] = "x"
    hands.open(board)
    for what in ("hint", "explain", "rate", "needless"):
        asks(hands, what)
        assert "r1c1" in hands.tab.locator(".insight .error").inner_text()


def test_everything_is_japanese_in_japanese(hands):
    board = record("akari")
    speaking(hands.tab, "ja")
    hands.open(board)
    asks(hands, "hint")
    does(hands, "more").click()
    does(hands, "more").click()
    shown = hands.tab.locator(".insight").inner_text()
    asks(hands, "explain")
    shown += hands.tab.locator(".insight").inner_text()
    asks(hands, "needless")
    shown += hands.tab.locator(".insight").inner_text()
    assert re.findall(r"[A-Za-z]{2,}", shown) == []
    assert hands.tab.locator(".insight [lang]").count() == 0


def test_help_fits_on_a_phone_below_the_board(small, server):
    hands = Hands(small, server)
    hands.open(record("akari"))
    asks(hands, "explain")
    assert small.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert small.locator(".verdict").is_hidden()
    end = small.evaluate("document.querySelector('#board').getBoundingClientRect().bottom")
    gap = small.evaluate("document.querySelector('.insight').getBoundingClientRect().top") - end
    assert 0 <= gap < 40
    for button in small.locator(".walk button:visible, .asks button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 28
    does(hands, "closeway").click()
    assert small.locator(".verdict").is_visible()
