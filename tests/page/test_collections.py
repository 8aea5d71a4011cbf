"""Collections: a list of links, several files and an exported file as a shelf, worked through, printed and saved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.formats.writing import written
from tests.page.conftest import until
from tests.page.hands import Hands
from tests.page.test_journey import PASTE
from tests.page.test_panels import does

GENRES = ("sudoku", "nurikabe", "masyu")


@pytest.fixture
def hands(tab: Any, server: str) -> Hands:
    return Hands(tab, server)


def links() -> str:
    """Return the links of three puzzles."""
    return "".join(written(examples.example(genre), None, "url") for genre in GENRES)


def pasted(hands: Hands, text: str) -> None:
    """Paste a text on the page, and wait for the shelf."""
    hands.tab.goto(hands.server)
    hands.tab.focus("dialog [data-does=close]")
    hands.tab.evaluate(PASTE, text)
    hands.tab.wait_for_selector("dialog .card[data-status]")


def opens(hands: Hands) -> None:
    """Leave the choice that the page begins with, and open the dialog for texts and files."""
    hands.tab.wait_for_selector(".card")
    hands.tab.keyboard.press("Escape")
    hands.tab.wait_for_selector("dialog", state="detached")
    does(hands, "open").first.click()


def statuses(hands: Hands) -> list[str | None]:
    return [card.get_attribute("data-status") for card in hands.tab.locator("dialog .card").all()]


def test_a_list_of_links_is_worked_through_with_back_and_next(hands: Hands) -> None:
    tab = hands.tab
    pasted(hands, links())
    assert statuses(hands) == ["new"] * 3
    assert tab.locator("dialog .card").nth(1).inner_text().split() == ["2.", "Nurikabe", "9×9", "·", "new"]
    until(tab, "[...document.querySelectorAll('dialog .card img')].every((img) => img.naturalWidth > 0)")
    tab.locator("dialog .card").nth(1).click()
    until(tab, "window.pencilp.board?.genre === 'nurikabe'")
    assert tab.locator(".shelf .time").inner_text().startswith("2 of 3")
    hands.drawn()
    does(hands, "solve").click()
    until(tab, "document.querySelector('.check .done')")
    does(hands, "shelfnext").click()
    until(tab, "window.pencilp.board.genre === 'masyu'")
    hands.look()
    assert does(hands, "shelfnext").is_disabled()
    hands.choose("answer", hands.layout["answers"][0])
    hands.drag([hands.cell(0), hands.cell(1)])
    hands.drawn()
    board = tab.evaluate("window.pencilp.board")
    until(
        tab,
        """JSON.stringify(window.pencilp.board)
        === JSON.stringify(JSON.parse(localStorage.getItem("pencilp:board:" + sessionStorage.getItem("pencilp:id")))?.board)""",
    )
    does(hands, "shelf").click()
    assert statuses(hands) == ["new", "solved", "begun"]
    assert "1 of 3 solved" in tab.locator("dialog").inner_text()
    tab.locator("dialog .card").nth(0).click()
    until(tab, "window.pencilp.board.genre === 'sudoku'")
    tab.reload()
    hands.drawn()
    does(hands, "shelf").click()
    tab.locator("dialog .card").nth(2).click()
    until(tab, "window.pencilp.board.genre === 'masyu'")
    assert tab.evaluate("window.pencilp.board") == board  # as it was left


def test_a_collection_is_saved_opened_again_and_removed(hands: Hands, tmp_path: Path) -> None:
    tab = hands.tab
    pasted(hands, links())
    with tab.expect_download() as saved:
        does(hands, "shelflinks").click()
    assert Path(saved.value.path()).read_text().split() == links().split()
    with tab.expect_download() as saved:
        does(hands, "shelffile").click()
    file = tmp_path / "mine.json"
    saved.value.save_as(file)
    found = json.loads(file.read_text())
    found["puzzles"][1]["solved"] = True
    file.write_text(json.dumps(found))
    does(hands, "close").click()
    does(hands, "open").first.click()
    tab.set_input_files("dialog input[type=file]:not([hidden])", file)
    tab.wait_for_selector("dialog .card[data-status=solved]")
    assert statuses(hands) == ["new", "solved", "new"]
    does(hands, "close").click()
    does(hands, "open").first.click()
    assert tab.locator(".shelves li").count() == 2
    tab.click(".shelves li:first-child button:last-child")
    assert tab.locator(".shelves li").count() == 1
    tab.click(".shelves li .kept")
    tab.wait_for_selector("dialog .card[data-status]")
    assert statuses(hands) == ["new"] * 3


def test_several_files_are_one_collection_and_bad_ones_are_reported(hands: Hands, tmp_path: Path) -> None:
    files = []
    for genre in GENRES:
        (file := tmp_path / f"{genre}.txt").write_text(plain.write(examples.example(genre)))
        files.append(file)
    (bad := tmp_path / "bad.txt").write_text("nonsense")
    hands.tab.goto(hands.server)
    opens(hands)
    hands.tab.set_input_files("dialog input[type=file]:not([hidden])", [*files, bad])
    hands.tab.wait_for_selector("dialog .card[data-status]")
    assert statuses(hands) == ["new"] * 3
    assert "bad.txt" in hands.tab.locator("dialog [role=status]").inner_text()


def test_equal_puzzles_of_a_collection_are_one_board_in_two_places(hands: Hands) -> None:
    first, *others = links().splitlines(keepends=True)
    pasted(hands, first + first + "".join(others))
    hands.tab.locator("dialog .card").first.click()
    for at in (2, 3):
        place = f"document.querySelector('.shelf .time').textContent.startsWith('{at} of 4')"
        does(hands, "shelfnext").click()
        until(hands.tab, place)


def test_the_puzzles_of_a_collection_are_rated(hands: Hands) -> None:
    pasted(hands, links())
    rated = {"status": "unique", "level": "hard", "number": 4.25}
    hands.tab.route("**/api/rate", lambda route: route.fulfill(json=rated))
    does(hands, "shelfrate").click()
    until(hands.tab, "[...document.querySelectorAll('dialog .rating')].every((e) => e.textContent === 'Hard (4.3)')")
    does(hands, "close").click()
    hands.tab.click("#welcome [data-does=open]")
    hands.tab.click(".shelves li .kept")
    hands.tab.wait_for_selector("dialog .card[data-status]")
    assert hands.tab.locator("dialog .rating").all_inner_texts() == ["Hard (4.3)"] * 3


def test_a_collection_is_printed_as_a_booklet(hands: Hands) -> None:
    pasted(hands, links())
    hands.tab.evaluate("window.print = () => undefined")
    does(hands, "booklet").click()
    until(hands.tab, "document.querySelectorAll('#sheet .leaf svg').length === 3")
    assert hands.tab.locator("#sheet .rules").count() == 3
    hands.tab.emulate_media(media="print")
    assert hands.tab.locator("dialog").is_hidden()
    assert hands.tab.locator("#sheet .leaf").nth(2).is_visible()


def test_a_paste_of_thirty_megabytes_is_refused_unread(hands: Hands) -> None:
    hands.tab.goto(hands.server)
    opens(hands)
    large = f"() => ({PASTE})('1'.repeat(3e7))"
    hands.tab.evaluate(large)  # into the field
    assert hands.tab.locator("dialog .error").inner_text() == "This is too large to be read here."
    assert hands.tab.input_value("dialog textarea") == ""
    does(hands, "close").click()
    hands.tab.evaluate(large)  # on the page
    assert hands.tab.locator("dialog .error").inner_text() == "This is too large to be read here."
    assert hands.tab.input_value("dialog textarea") == ""
