"""What stands next to the board, in a browser: verdicts, conflicts, checking by hand, trials, candidates, programs, files."""

from __future__ import annotations

import gzip
import json
import time
from typing import Any
from urllib.request import Request, urlopen

import pytest

from pencilp import api, genres
from pencilp.board.puzzle import Answer
from pencilp.formats import examples
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests.page.conftest import WAIT, afresh
from tests.page.hands import Hands
from tests.test_web_jobs import begun

Record = dict[str, Any]


def sent(record: Record) -> Record:
    """A board as JSON has it."""
    found: Record = json.loads(json.dumps(record))
    return found


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def does(hands: Hands, what: str) -> Any:
    """The part of the page that does something."""
    return hands.tab.locator(f'[data-does="{what}"]')


def waits(hands: Hands, script: str) -> None:
    """Wait until a script finds something to be true (the page's policy forbids to wait for that there)."""
    end = time.monotonic() + WAIT / 1000
    while not hands.tab.evaluate(f"Boolean({script})"):
        assert time.monotonic() < end, script
        hands.tab.wait_for_timeout(30)


def clued(clues: dict[int, str]) -> Record:
    """A small board of Minesweeper with these clues."""
    lattice = {"shape": "square", "rows": 3, "cols": 3, "missing": []}
    record: Record = JOBS["new"]({"genre": "minesweeper", "lattice": lattice, "cells": 100})["board"]
    record["puzzle"]["clues"] = [clues.get(i) for i in range(9)]
    return sent(record)


def test_a_conflict_is_listed_and_marked(hands):
    hands.open(clued({0: "2", 4: "0"}))
    waits(hands, "document.querySelectorAll('.verdict .why .place').length === 2")
    assert does(hands, "count").is_hidden()
    assert hands.tab.locator(".verdict").get_attribute("data-status") == "none"
    assert hands.tab.locator("#overlay .conflict > *").count() == 2
    text = hands.tab.locator(".verdict .why").inner_text()
    assert "2 at r1c1" in text
    assert "0 at r2c2" in text
    hands.tab.locator(".verdict .place").first.focus()
    waits(hands, "document.querySelectorAll('#overlay .pointed > *').length === 1")


def test_the_nearest_repair_is_found_and_taken(hands):
    hands.open(clued({0: "2", 4: "0"}))
    waits(hands, "document.querySelectorAll('.verdict .why .place').length === 2")
    does(hands, "repair").click()
    waits(hands, "document.querySelector('[data-does=takerepair]')")
    assert "in place of" in hands.tab.locator(".verdict .why").inner_text()
    does(hands, "takerepair").click()
    waits(hands, "document.querySelector('.verdict').dataset.status === 'unique'")


def test_a_place_of_several_contradicting_rules_is_marked_once(hands):
    record = sent(record_of(examples.example("starbattle")))
    record["puzzle"]["rooms"] = ["1"] * 64  # eight rooms have become one
    hands.open(record)
    waits(hands, "document.querySelectorAll('#overlay .conflict > *').length > 0")
    marks = hands.tab.evaluate(
        "[...document.querySelectorAll('#overlay .conflict > *')].map((m) => m.getAttribute('points'))"
    )
    assert len(set(marks)) == len(marks)


def test_the_clues_of_a_line_have_one_mark_and_boxes_have_frames(hands):
    record = sent(record_of(examples.example("mastermind")))
    record["puzzle"]["scores"]["right"][0] = ["4", "0"]
    hands.open(record)
    waits(hands, "document.querySelectorAll('#overlay .conflict > rect').length > 0")
    assert hands.tab.locator("#overlay .conflict > *").count() == hands.tab.locator(".verdict .place").count()
    assert hands.tab.locator("#overlay .cursor > rect").count() == 1


def test_several_answers_are_counted_and_compared(hands):
    hands.open(clued({0: "1"}))
    waits(hands, "document.querySelector('.verdict').dataset.status === 'multiple'")
    does(hands, "facts").check()
    waits(hands, "document.querySelectorAll('#overlay .differing > *').length > 0")
    legend = hands.tab.locator(".verdict .legend")
    assert "Dotted" in legend.inner_text()
    does(hands, "facts").uncheck()
    assert legend.is_hidden()
    does(hands, "facts").check()
    does(hands, "count").click()
    # one of three neighbours has a mine, of the five other cells any
    waits(hands, "document.querySelector('.verdict .message').textContent.startsWith('96 ')")


@pytest.mark.fresh
def test_strokes_of_the_answer_ask_no_new_verdict(hands):
    hands.open(clued({0: "1"}))
    waits(hands, "document.querySelector('.verdict').dataset.status === 'multiple'")
    asked: list[str] = []
    hands.tab.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    hands.tab.locator("#board").press("ArrowRight")
    hands.tab.locator("#board").press("Space")
    waits(hands, "Object.keys(window.pencilp.board.answer).length > 0")
    hands.drawn()
    waits(hands, "window.pencilp.asking === 0")
    assert "check" in asked
    assert "live" not in asked
    does(hands, "live").uncheck()
    waits(hands, "document.querySelector('.verdict').dataset.status === 'off'")


def test_an_answer_by_hand_is_checked_until_it_is_complete(hands):
    puzzle = examples.example("nurikabe")
    answer = api.solve(puzzle, count=1).answer
    shaded = list(answer["shaded"])
    first = shaded.index(1)
    shaded[first] = None
    hands.open(sent(record_of(puzzle, Answer(puzzle, {"shaded": shaded}))))
    waits(hands, "document.querySelectorAll('#picture .finished').length > 5")
    does(hands, "grey").uncheck()
    waits(hands, "document.querySelectorAll('#picture .finished').length === 0")
    does(hands, "check").click()
    waits(hands, "document.querySelector('.check .fine')")
    hands.tab.locator("#board").focus()
    for _ in range(first % 9):
        hands.tab.keyboard.press("ArrowRight")
    for _ in range(first // 9):
        hands.tab.keyboard.press("ArrowDown")
    hands.tab.keyboard.press("Space")
    waits(hands, "document.querySelector('.check .done')")  # by itself
    hands.tab.keyboard.press("Space")
    hands.drawn()
    does(hands, "check").click()
    waits(hands, "document.querySelectorAll('.check li').length > 0")
    assert hands.tab.locator("#overlay .broken > *").count() > 0
    does(hands, "timer").click()
    assert hands.tab.locator(".timer .time").is_hidden()


def test_a_mistake_that_breaks_no_rule_is_shown(hands):
    record = begun()
    hands.open(record)
    does(hands, "check").click()
    hands.tab.wait_for_selector(".check .wrong")
    assert hands.tab.locator(".check .wrong").inner_text() == (
        "No rule is broken yet, but the only answer of the puzzle has:"
    )
    assert hands.tab.locator(".check li").all_inner_texts() == ["r1c1: 1 in place of 2"]
    assert hands.tab.locator("#overlay .broken > *").count() == 1
    record["answer"]["number"][0] = "1"
    afresh(hands.tab)
    hands.open(record)
    does(hands, "check").click()
    hands.tab.wait_for_selector(".check .fine")
    assert hands.tab.locator("#overlay .broken > *").count() == 0


def test_a_trial_is_dropped_or_kept_and_candidates_are_small(hands):
    hands.open(sent(record_of(examples.example("sudoku"))))
    does(hands, "candidates").click()
    for key in ("4", "2", "4", "1"):
        hands.tab.keyboard.press(key)
    waits(hands, "[...document.querySelectorAll('#overlay .notes text')].map((e) => e.textContent).join() === '1,2'")
    does(hands, "candidates").click()
    does(hands, "try").click()
    hands.tab.keyboard.press("4")
    waits(hands, "document.querySelectorAll('#overlay .trial > *').length === 1")
    assert hands.tab.locator("#overlay .notes text").count() == 0
    does(hands, "drop").click()
    waits(hands, "window.pencilp.board.trial === undefined && !window.pencilp.board.answer.number?.[0]")
    does(hands, "try").click()
    hands.tab.keyboard.press("3")
    waits(hands, "document.querySelectorAll('#overlay .trial > *').length === 1")
    does(hands, "keep").click()
    waits(hands, "window.pencilp.board.trial === undefined && window.pencilp.board.answer.number[0] === '3'")


def test_the_program_lights_cells_and_cells_light_rules(hands):
    hands.open(sent(record_of(examples.example("nurikabe"))))
    hands.tab.locator("[data-does=program] > summary").click()
    waits(hands, "document.querySelectorAll('.program .rule').length > 4")
    assert "785 rows" in hands.tab.locator(".counts").inner_text()
    assert does(hands, "formulation").is_hidden()
    rule = hands.tab.locator(".program .rule", has_text="no two by two is shaded")
    rule.locator("summary").click()
    waits(hands, "document.querySelectorAll('.program pre').length >= 64")
    rule.locator("li").first.hover()
    waits(hands, "document.querySelectorAll('#overlay .pointed > *').length === 4")
    box = hands.tab.locator("#overlay").bounding_box()
    hands.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    waits(hands, "document.querySelectorAll('.program .rule.lit').length > 0")
    assert "r5c5" in hands.tab.locator(".here").inner_text()


def test_a_dropped_solution_file_is_drawn(hands):
    puzzle = examples.example("nurikabe")
    model = genres.load("nurikabe").model(puzzle)
    shaded = api.solve(puzzle, count=1).answer["shaded"]
    names = [model.names()[x.n] for x in model.answer["shaded"]]
    lines = ["# Objective value = 0", *(f"{name} {value}" for name, value in zip(names, shaded, strict=True))]
    hands.open(sent(record_of(puzzle)))
    hands.tab.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "nurikabe.sol"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        "\n".join(lines) + "\n",
    )
    waits(hands, "document.querySelector('.check .done')")
    assert hands.board["answer"]["shaded"] == ["x" if value else None for value in shaded]
    # the name of a file stays as it is: a hint alone begins with a capital
    first = "getComputedStyle(document.getElementById('hint'), '::first-letter').textTransform"
    assert hands.tab.evaluate(first) == "none"
    hands.tab.click("[data-layer='puzzle.clues']")
    assert hands.tab.evaluate(first) == "uppercase"


def test_sheets_are_printed_without_and_with_the_answer(hands):
    hands.open(sent(record_of(examples.example("nurikabe"))))
    hands.tab.evaluate("window.print = () => undefined")
    does(hands, "print").click()
    waits(hands, "document.querySelector('#sheet svg')")
    alone = hands.tab.locator("#sheet svg").inner_html()
    hands.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert hands.tab.locator("#sheet").count() == 0
    does(hands, "printanswer").click()
    waits(hands, "document.querySelector('#sheet svg')")
    assert len(hands.tab.locator("#sheet svg").inner_html()) > len(alone)
    hands.tab.emulate_media(media="print")
    assert hands.tab.locator("#board").is_hidden()
    assert hands.tab.locator("#sheet svg").is_visible()
    wide = "document.querySelector('#sheet svg').getBoundingClientRect().width"
    nine = hands.tab.evaluate(wide)
    hands.tab.emulate_media(media="screen")
    hands.tab.evaluate("dispatchEvent(new Event('afterprint'))")
    hands.open(sent(record_of(examples.example("mastermind"))))
    waits(hands, "document.getElementById('title').textContent === 'Mastermind'")
    hands.tab.evaluate("window.print = () => undefined")
    does(hands, "print").click()
    waits(hands, "document.querySelector('#sheet svg')")
    hands.tab.emulate_media(media="print")
    assert hands.tab.evaluate(wide) < nine  # four columns are no wider cells


def test_the_browsers_own_print_has_the_board_alone(hands):
    hands.open(sent(record_of(examples.example("battleship"))))
    hands.tab.emulate_media(media="print")
    seen = """[...document.querySelectorAll("body *")].filter((e) => e.checkVisibility() && e.closest("#frame") === null
        && [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim())).map((e) => e.id)"""
    assert hands.tab.evaluate(seen) == ["title"]
    assert hands.tab.locator("#picture svg").is_visible()
    assert hands.tab.locator("#overlay .cursor").is_hidden()


def test_the_list_of_genres_is_compressed(server):
    headers = {"content-type": "application/json", "accept-encoding": "gzip"}
    with urlopen(Request(f"{server}/api/genres", b"{}", headers)) as reply:
        assert reply.headers["content-encoding"] == "gzip"
        packed = reply.read()
    assert len(json.loads(gzip.decompress(packed))["genres"]) == len(genres.names())
    assert len(packed) < 30_000


def test_only_files_that_the_genre_has_are_offered(hands):
    hands.open(sent(record_of(examples.example("mastermind-seed"))))
    waits(hands, "document.querySelectorAll('[data-kind]').length > 4")
    kinds = [button.get_attribute("data-kind") for button in hands.tab.locator("[data-kind]").all()]
    assert "lp" in kinds
    assert not {"url", "pzpr", "dat"} & set(kinds)
    assert hands.tab.locator("[data-does=formulation] option").count() == 2
    with hands.tab.expect_download() as file:
        hands.tab.locator("[data-kind=json]").click()
    assert file.value.suggested_filename == "mastermind.json"


@pytest.mark.parametrize(
    ("genre", "words"),
    [
        ("fillomino", "No region has more than three cells"),
        ("magnets", "Poles of different rooms that share an edge are equal, instead of different"),
        ("minesweeper", "The number of mines on the board"),
        ("starbattle", "The number of stars in a row, column or room"),
    ],
)
def test_values_of_the_whole_board_have_words_that_a_person_reads(hands, genre, words):
    hands.open(sent(record_of(examples.example(genre))))
    field = hands.tab.get_by_label(words, exact=True)
    assert field.is_visible()
    if field.get_attribute("type") == "checkbox":
        field.check()
        waits(hands, "Object.values(window.pencilp.board.puzzle).includes('1')")


def test_a_number_that_no_board_of_this_size_can_use_is_refused_with_a_message(hands):
    hands.open(clued({0: "1"}))
    hands.choose("puzzle", next(layer for layer in hands.layout["inputs"] if layer["name"] == "clues"))
    refused = hands.tab.locator("#refused")
    hands.click(*hands.point(4))
    hands.press("9")
    assert refused.inner_text() == "9 is not possible here: only 0 to 8."
    assert hands.values()[4] is None
    assert hands.tab.locator("#overlay .pending text").count() == 0
    hands.press("3")
    assert refused.inner_text() == ""
    assert hands.values()[4] == "3"
    # where there are larger numbers somebody may have meant one
    afresh(hands.tab)
    hands.open(sent(record_of(examples.example("nurikabe"))))
    hands.choose("puzzle", hands.layout["inputs"][0])
    empty = hands.values().index(None)
    hands.click(*hands.point(empty))
    hands.press("8", "2")
    assert refused.inner_text() == "82 is not possible here: only 1 to 81."
    assert hands.values()[empty] == "2"
    hands.press("Delete", "0")
    assert refused.inner_text() == "0 is not possible here: only 1 to 81."
    assert hands.values()[empty] is None
    hands.press("1", "2")
    assert hands.values()[empty] == "12"


def test_solvers_are_compared_and_can_be_stopped_only_then(hands):
    hands.open(clued({0: "1"}))
    hands.tab.locator("[data-does=race] > summary").click()
    waits(hands, "document.querySelectorAll('[data-kind]').length > 4")
    assert does(hands, "halt").is_hidden()
    does(hands, "compare").click()
    assert does(hands, "halt").is_visible()
    waits(hands, "document.querySelector('[data-does=halt]').hidden")
    solvers = hands.tab.locator(".times tbody th").all_inner_texts()
    assert solvers[0] == "clasp"
    assert hands.tab.locator(".times tbody td.time").all_inner_texts().count("") == 0
