"""What the browser keeps: boards with strokes, undo after a reload, times, and what goes if there is no room."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import comes, until
from tests.page.hands import Hands

Record = dict[str, Any]
FILL = """() => {
    for (let size = 4e6, n = 0; size >= 1; size = Math.floor(size / 2))
        try { for (;;) localStorage.setItem(`other ${n++}${size}`, "x".repeat(size)); } catch {}
}"""
"""Fills the browser's storage."""
BOARDS = "Object.keys(localStorage).filter((key) => key.startsWith('pencilp:board:'))"
SAVED = """JSON.stringify(window.pencilp.board)
    === JSON.stringify(JSON.parse(localStorage.getItem("pencilp:board:" + sessionStorage.getItem("pencilp:id")))?.board)"""


def board(genre: str, rows: int = 0) -> Record:
    """An example, or an empty board of another size."""
    record = json.loads(json.dumps(record_of(examples.example(genre)) | {"answer": {}}))
    assert isinstance(record, dict)
    if rows:
        record["lattice"] |= {"rows": rows, "cols": rows}
        record["puzzle"] = {}
    return record


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def stroke(hands: Hands, key: str) -> None:
    """Type at the cursor, and wait until the browser has saved the board."""
    hands.tab.focus("#board")
    hands.tab.keyboard.press(key)
    hands.drawn()
    until(hands.tab, SAVED)


def opened(hands: Hands, record: Record) -> None:
    """Open a board by a link, and wait until the browser has saved it."""
    hands.open(record)
    until(hands.tab, SAVED)


@pytest.mark.slow
def test_a_board_with_strokes_stays_however_many_others_are_opened(hands: Hands) -> None:
    opened(hands, board("sudoku"))
    stroke(hands, "1")
    mine = hands.tab.evaluate("sessionStorage.getItem('pencilp:id')")
    opened(hands, board("minesweeper", 3))
    hands.tab.evaluate(
        """rows => {
          const entry = JSON.parse(localStorage.getItem("pencilp:board:" + sessionStorage.getItem("pencilp:id")));
          for (const n of rows) {
            const lattice = { ...entry.board.lattice, rows: n, cols: n };
            const other = { ...entry, id: "other" + n, when: 1000 + n, board: { ...entry.board, lattice } };
            localStorage.setItem("pencilp:board:other" + n, JSON.stringify(other));
          }
        }""",
        [*range(7, 36)],
    )
    for rows in (4, 5, 6):
        opened(hands, board("minesweeper", rows))
    assert hands.tab.evaluate(f"{BOARDS}.length") == 31
    assert hands.tab.evaluate(f"{BOARDS}.includes('pencilp:board:{mine}')")
    assert "the browser keeps them no longer: Minesweeper" in hands.tab.locator("#remarks").inner_text()


def test_equal_boards_are_one(hands: Hands) -> None:
    for genre in ("minesweeper", "nurikabe", "minesweeper", "nurikabe"):
        opened(hands, board(genre))
    assert hands.tab.evaluate(f"{BOARDS}.length") == 2


def test_undo_and_redo_survive_a_reload(hands: Hands) -> None:
    first = board("sudoku")
    opened(hands, first)
    cells = first["puzzle"]["given"]
    cell = cells.index(None)
    hands.choose("answer", hands.layout["answers"][0])
    hands.click(*hands.point(cell))
    for key in ("1", "2", "3"):
        stroke(hands, key)
    hands.tab.keyboard.press("Control+z")
    hands.drawn()
    until(hands.tab, SAVED)
    hands.tab.reload()
    hands.drawn()
    hands.look()
    shown = f"window.pencilp.board.answer.number?.[{cell}]"
    for key, value in (("Control+y", "3"), ("Control+z", "2"), ("Control+z", "1")):
        hands.tab.keyboard.press(key)
        until(hands.tab, f"{shown} === '{value}'")
    hands.tab.keyboard.press("Control+z")
    until(hands.tab, f"!{shown}")
    assert hands.tab.locator("[data-does=undo]").is_disabled()


def test_a_reload_during_a_stroke_keeps_the_newer_board(hands: Hands) -> None:
    """Chromium forgets the state of the address if the page replaces the address after the reload has begun."""
    opened(hands, board("sudoku"))
    older = hands.tab.url
    stroke(hands, "1")
    hands.tab.evaluate("older => history.replaceState(null, '', older)", older)
    hands.tab.reload()
    hands.drawn()
    assert "1" in hands.tab.evaluate("window.pencilp.board.answer.number")
    hands.tab.keyboard.press("Control+z")
    until(hands.tab, "!window.pencilp.board.answer.number?.includes('1')")


def test_a_history_of_another_board_or_version_is_not_used(hands: Hands) -> None:
    opened(hands, board("sudoku"))
    stroke(hands, "1")
    key = "'pencilp:undo:' + sessionStorage.getItem('pencilp:id')"
    for text in ("no JSON", "[]", '{"when": 1, "back": [null], "forth": []}'):
        hands.tab.evaluate(f"text => localStorage.setItem({key}, text)", text)
        hands.tab.reload()
        hands.drawn()
        assert hands.tab.locator("[data-does=undo]").is_disabled()
        assert "1" in hands.tab.evaluate("window.pencilp.board.answer.number")


@pytest.mark.fresh
def test_boards_without_strokes_make_room_and_those_with_strokes_do_not(hands: Hands) -> None:
    opened(hands, board("minesweeper"))
    keep = """({ id, touched }) => localStorage.setItem(`pencilp:board:${id}`,
        JSON.stringify({ id, title: id, when: 1, touched, board: { lattice: {}, puzzle: "x".repeat(300000) } }))"""
    for id_, touched in (("mine", True), ("looked at", False)):
        hands.tab.evaluate(keep, {"id": id_, "touched": touched})
    hands.tab.evaluate(FILL)
    hands.tab.focus("#board")
    hands.tab.keyboard.press("1")
    notice = hands.tab.locator("#notice:not([hidden])")
    notice.wait_for()
    assert notice.inner_text().endswith("had to go: looked at")
    assert "pencilp:board:mine" in hands.tab.evaluate(BOARDS)
    hands.tab.evaluate("localStorage.removeItem('pencilp:board:' + sessionStorage.getItem('pencilp:id'))")
    hands.tab.evaluate(FILL)
    hands.tab.keyboard.press("ArrowRight")
    hands.tab.keyboard.press("1")
    until(hands.tab, "document.getElementById('notice').textContent.includes('no room')")
    assert "pencilp:board:mine" in hands.tab.evaluate(BOARDS)


def test_each_board_has_its_time_which_can_be_paused(hands: Hands) -> None:
    opened(hands, board("sudoku"))
    assert hands.tab.locator("[data-does=pause]").is_hidden()
    stroke(hands, "1")
    face = "document.querySelector('.timer .time').textContent"
    until(hands.tab, f"{face} !== '0:00'")
    hands.tab.click("[data-does=pause]")
    assert hands.tab.locator("[data-does=pause]").inner_text() == "Go on"
    paused = hands.tab.evaluate(face)
    record = hands.tab.evaluate("window.pencilp.board")
    opened(hands, board("nurikabe"))
    assert hands.tab.evaluate(face) == "0:00"
    opened(hands, record)
    assert hands.tab.evaluate(face) == paused
    stroke(hands, "2")
    until(hands.tab, f"{face} !== '{paused}'")  # a stroke ends the pause


@pytest.mark.fresh
def test_a_board_in_two_tabs_is_kept_twice(hands: Hands) -> None:
    tab = hands.tab
    opened(hands, board("sudoku"))
    sent = tab.url
    stroke(hands, "1")
    comes(tab, lambda: tab.url != sent, "the address of the board with the stroke")
    other = tab.context.new_page()
    other.goto(tab.url)
    other.wait_for_selector('#board[aria-busy="false"]')
    assert "1" in other.evaluate("window.pencilp.board.answer.number")
    other.focus("#board")
    other.keyboard.press("2")
    until(other, SAVED)
    stroke(hands, "3")
    assert tab.evaluate(f"{BOARDS}.length") == 2
    # undo in the second tab goes back to where it began
    other.bring_to_front()
    other.keyboard.press("Control+z")
    until(other, "window.pencilp.board.answer.number.includes('1')")
    other.close()


@pytest.mark.fresh
def test_boards_and_times_of_earlier_versions_are_still_there(hands: Hands) -> None:
    tab = hands.tab
    tab.goto(f"{hands.server}/offline.js")
    old = {"id": "old", "title": "Sudoku", "when": 1, "board": board("sudoku")}
    tab.evaluate(
        """([entry, time]) => {
          localStorage.setItem("pencilp:board:old", entry);
          localStorage.setItem("pencilp:time", time);
        }""",
        [json.dumps(old), json.dumps({"id": "old", "seconds": 75})],
    )
    tab.goto(hands.server)
    hands.drawn()
    assert tab.evaluate("window.pencilp.board.genre") == "sudoku"
    assert tab.locator(".timer .time").inner_text() == "1:15"
    assert tab.locator("[data-does=undo]").is_disabled()


@pytest.mark.fresh
def test_a_tab_of_an_earlier_version_may_save_a_board_over_its_history(hands: Hands) -> None:
    opened(hands, board("sudoku"))
    stroke(hands, "1")
    before = hands.tab.evaluate("window.pencilp.board.answer.number")
    hands.tab.evaluate(
        """() => {
          const key = "pencilp:board:" + sessionStorage.getItem("pencilp:id");
          const { touched, ...entry } = JSON.parse(localStorage.getItem(key));
          entry.board.answer.number[80] = "5";
          localStorage.setItem(key, JSON.stringify({ ...entry, when: entry.when + 1 }));
        }"""
    )
    hands.tab.reload()
    hands.drawn()
    assert hands.tab.evaluate("window.pencilp.board.answer.number") == [*before[:80], "5"]
    assert hands.tab.locator("[data-does=undo]").is_disabled()
