"""The page by keyboard alone, for screen readers, on phones, in both languages, and while its server is away."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from typing import Any

import pytest

from pencilp import genres
from pencilp.formats import examples
from pencilp.web.drafts import record_of

from .conftest import WAIT, speaking, until
from .hands import Hands, address

GENRE = "slitherlink"


def board(genre: str = GENRE) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(record_of(examples.example(genre))))
    return found


def opened(tab: Any, server: str, genre: str = GENRE) -> None:
    tab.goto(address(server, board(genre)))
    drawn(tab)


def drawn(tab: Any) -> None:
    tab.wait_for_selector('#board[aria-busy="false"]')


def focus(tab: Any) -> str:
    """What has the focus: an id, or what it does, or its words."""
    found: str = tab.evaluate(
        "() => { const e = document.activeElement; return e.id || e.dataset.does || e.dataset.layer || e.textContent; }"
    )
    return found


def test_a_board_is_chosen_and_filled_by_keyboard_alone(tab: Any, server: str) -> None:
    tab.goto(server)
    tab.wait_for_selector(".card")
    tab.keyboard.press("Escape")  # leaves the choice that the page begins with
    tab.wait_for_selector("dialog", state="detached")
    tab.keyboard.press("Tab")
    assert focus(tab) == "new"
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".card")
    tab.keyboard.type("数独")
    tab.keyboard.press("Enter")
    tab.wait_for_selector("dialog .size")
    for key in ("Tab", "Tab", "Tab"):  # from the rows past the columns to the example
        tab.keyboard.press(key)
    tab.keyboard.press("Enter")
    drawn(tab)
    assert focus(tab) == "board"  # a board that was chosen has the focus
    tab.focus("[data-does=new]")
    met = []
    for _ in range(12):
        tab.keyboard.press("Tab")
        met.append(focus(tab))
        ring = tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert ring == "solid", f"{met[-1]} does not show that it has the focus"
        if met[-1] == "board":
            break
    assert met[-1] == "board", met
    spoken = tab.locator("#spoken")
    assert "r1c1" in spoken.inner_text()
    for key in ("ArrowRight", "ArrowDown", "7"):
        tab.keyboard.press(key)
    drawn(tab)
    assert re.search(r"r2c2.*7", spoken.inner_text())
    tab.keyboard.press("Tab")
    assert focus(tab) != "board"  # the board lets go of the focus


def test_escape_closes_dialogs_and_the_focus_goes_back(tab: Any, server: str) -> None:
    opened(tab, server)
    for does in ("new", "open"):
        tab.focus(f"[data-does={does}]")
        tab.keyboard.press("Enter")
        tab.wait_for_selector("dialog[open]")
        tab.keyboard.press("Escape")
        tab.wait_for_selector("dialog", state="detached")
        assert focus(tab) == does


@pytest.mark.parametrize("width", [360, 640], ids=["a phone", "zoom to 200 %"])
def test_nothing_is_wider_than_a_phone(tab: Any, server: str, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 740})
    tab.goto(server)
    tab.wait_for_selector(".card")
    wider = "document.documentElement.scrollWidth - innerWidth"
    assert tab.evaluate(wider) <= 0
    assert tab.evaluate("(d => d.scrollWidth - d.clientWidth)(document.querySelector('dialog'))") <= 0
    for language in ("en", "ja"):
        for genre in (GENRE, "nonogram"):
            speaking(tab, language)
            opened(tab, server, genre)
            assert tab.evaluate(wider) <= 0, (language, genre)
            frame, picture = tab.locator("#board").bounding_box(), tab.locator("#picture svg").bounding_box()
            assert picture["height"] == pytest.approx(frame["height"], abs=3)
    if width == 360:
        small = tab.evaluate(
            """() => [...document.querySelectorAll("button, select, summary, input:not([type=checkbox])")]
            .filter((e) => e.offsetParent && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML)"""
        )
        assert small == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_phone_shows_the_board_and_its_verdict_at_once(tab: Any, server: str, language: str) -> None:
    tab.set_viewport_size({"width": 360, "height": 740})
    speaking(tab, language)
    for genre in ("akari", "battleship", "castle", "heyawake", "kakuro"):
        Hands(tab, server).open(board(genre))
        tab.wait_for_selector('.verdict[data-status="unique"][aria-busy="false"]')
        word = tab.locator(".verdict .word").bounding_box()
        assert word["y"] + word["height"] < 740, genre
        assert tab.locator("#board").bounding_box()["y"] < 240, genre
        assert tab.locator(".verdict .status .time").bounding_box()["height"] < 30, genre  # on one line


@pytest.mark.fresh
def test_the_page_is_small_however_many_genres_there_are(tab: Any, server: str) -> None:
    sizes: dict[str, int] = {}
    tab.on("response", lambda r: sizes.__setitem__(r.url, int(r.headers.get("content-length", 0))))
    tab.goto(server)
    tab.wait_for_selector(".card")
    tab.wait_for_load_state("networkidle")
    assert any("/pictures/" in url for url in sizes)
    assert sum(sizes.values()) < 250_000
    hosts = {url.split("/")[2] for url in sizes}
    assert hosts == {server.split("/")[2]}
    # pictures of genres are loaded as they are scrolled to
    loaded = "performance.getEntriesByType('resource').filter((e) => e.name.includes('/pictures/')).length"
    assert 10 < tab.evaluate(loaded) < len(genres.names())
    last = tab.locator(".card img").last
    assert last.evaluate("(e) => e.naturalWidth") == 0
    last.scroll_into_view_if_needed()
    until(tab, "[...document.querySelectorAll('.card img')].at(-1).naturalWidth > 0")


KEPT = """JSON.stringify(window.pencilp.board)
    === JSON.stringify(JSON.parse(localStorage.getItem("pencilp:board:" + sessionStorage.getItem("pencilp:id")))?.board)"""
"""That the browser keeps the board as it is, which it does when the strokes pause."""


@pytest.mark.fresh
def test_recent_boards_and_two_tabs(tab: Any, server: str) -> None:
    """Each tab keeps its own board, though both began with the same one."""
    opened(tab, server, "sudoku")
    other = tab.context.new_page()
    other.goto(server)  # the last board
    drawn(other)
    for page, key in ((tab, "1"), (other, "2")):
        page.bring_to_front()
        page.focus("#board")
        page.keyboard.press(key)
        until(page, KEPT)
    ids = [page.evaluate("sessionStorage.getItem('pencilp:id')") for page in (tab, other)]
    assert ids[0] != ids[1]
    boards = [page.evaluate("JSON.stringify(window.pencilp.board)") for page in (tab, other)]
    assert boards[0] != boards[1]
    for page, before, id_ in zip((tab, other), boards, ids, strict=True):
        page.reload()
        drawn(page)
        assert page.evaluate("JSON.stringify(window.pencilp.board)") == before
        assert page.evaluate("sessionStorage.getItem('pencilp:id')") == id_
    other.close()
    tab.click("[data-does=open]")
    assert tab.locator(".recent li").count() == 2
    tab.click(".recent li:last-child button:last-child")
    assert tab.locator(".recent li").count() == 1


@pytest.mark.fresh
def test_a_stroke_just_before_the_page_is_loaded_again_is_kept(tab: Any, server: str) -> None:
    """Though the address is still the one that was sent: packing the board for it takes too long."""
    endless = "new TransformStream({ flush: () => new Promise(() => undefined) })"
    tab.add_init_script(f"window.CompressionStream = class {{ constructor() {{ return {endless}; }} }};")
    opened(tab, server, "sudoku")
    sent = tab.url
    tab.focus("#board")
    tab.keyboard.press("1")
    before = tab.evaluate("JSON.stringify(window.pencilp.board)")
    tab.reload()
    drawn(tab)
    assert tab.url == sent
    assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before


@pytest.mark.fresh
def test_a_stroke_is_kept_when_the_page_is_hidden(tab: Any, server: str) -> None:
    """Though the strokes have not paused for long, and the page may be ended without a word."""
    tab.add_init_script("const later = setTimeout; window.setTimeout = (f, ms) => later(f, ms === 250 ? 1e9 : ms);")
    opened(tab, server, "sudoku")
    tab.focus("#board")
    tab.keyboard.press("1")
    drawn(tab)
    assert not tab.evaluate(KEPT)
    hide = 'Object.defineProperty(document, "hidden", { value: true }); document.dispatchEvent(new Event("visibilitychange"))'
    tab.evaluate(f"() => {{ {hide}; }}")
    assert tab.evaluate(KEPT)


@pytest.mark.fresh
def test_full_storage_drops_old_boards_and_reports_missing_space(tab: Any, server: str) -> None:
    opened(tab, server)
    tab.evaluate(
        """() => {
          const board = { lattice: {}, puzzle: "x".repeat(1000000) };
          const old = JSON.stringify({ id: "old", title: "old", when: 1, touched: false, board });
          localStorage.setItem("pencilp:board:old", old);
          for (let size = 4e6, n = 0; size >= 1; size = Math.floor(size / 2))
            try { for (;;) localStorage.setItem(`other ${n++}`, "x".repeat(size)); } catch {}
        }"""
    )
    tab.focus("#board")
    tab.keyboard.press("w")
    drawn(tab)
    until(tab, "document.getElementById('notice').textContent.includes('had to go: old')")
    assert tab.evaluate("localStorage.getItem('pencilp:board:old')") is None
    tab.evaluate(
        """() => {
          for (const key of Object.keys(localStorage)) if (key.startsWith("pencilp:board:")) localStorage.removeItem(key);
          for (let size = 4e6, n = 0; size >= 1; size = Math.floor(size / 2))
            try { for (;;) localStorage.setItem(`more ${n++}`, "x".repeat(size)); } catch {}
        }"""
    )
    tab.keyboard.press("d")
    until(tab, "document.getElementById('notice').textContent.includes('no room')")
    shown = "document.querySelector('.timer .time').textContent"
    before = tab.evaluate(shown)
    until(tab, f"{shown} !== '{before}'")  # the timer goes on, though it cannot be kept


def serve(port: int) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--no-browser", "--port", str(port)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    for line in process.stdout:
        if "http://" in line:
            return process
    pytest.fail("the server ended before it could be reached")


@pytest.mark.fresh(service_workers="allow")
def test_work_continues_without_the_server(tab: Any) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    process = serve(port)
    try:
        opened(tab, f"http://localhost:{port}", "sudoku")
        tab.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        until(tab, "navigator.serviceWorker.controller !== null")
        process.send_signal(signal.SIGINT)
        process.wait(300)
        tab.focus("#board")
        tab.keyboard.press("5")
        notice = tab.locator("#notice")
        notice.wait_for(timeout=WAIT)
        assert "Your work is kept" in notice.inner_text()
        before = tab.evaluate("JSON.stringify(window.pencilp.board)")
        tab.reload()
        notice.wait_for(timeout=WAIT)
        assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before
        assert tab.locator("#picture svg").count() == 1  # the last picture that there was
        process = serve(port)
        drawn(tab)
        notice.wait_for(state="hidden", timeout=WAIT)
        assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before
        tab.wait_for_selector(".verdict[data-status]")
        assert tab.evaluate("caches.keys()") != []
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(300)


def test_a_server_that_comes_back_with_another_version_of_the_page_is_noticed(tab: Any, server: str) -> None:
    opened(tab, server, "sudoku")
    tab.route("**/api/*", lambda route: route.abort())
    tab.focus("#board")
    tab.keyboard.press("5")
    notice = tab.locator("#notice")
    notice.wait_for()
    tab.route("**/first", lambda route: route.fulfill(json={"board": None, "version": "another"}))
    tab.unroute("**/api/*")
    notice.locator("[data-does=reload]").wait_for()
    assert "new version" in notice.inner_text()
    before = tab.evaluate("JSON.stringify(window.pencilp.board)")
    with tab.expect_navigation():
        notice.locator("[data-does=reload]").click()
    drawn(tab)
    assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before
    assert notice.is_hidden()


def test_a_phone_has_keys_below_the_board(small: Any, server: str) -> None:
    tab = small
    tab.set_viewport_size({"width": 360, "height": 740})
    speaking(tab, "ja")
    opened(tab, server, "sudoku")
    tab.click('[data-layer="puzzle.given"]')
    cell = tab.evaluate("window.pencilp.cursor.key")
    tab.tap('#keypad [data-key="8"]')
    drawn(tab)
    assert tab.evaluate("window.pencilp.board.puzzle.given")[cell] == "8"
    tab.tap('#keypad [data-key="Delete"]')
    drawn(tab)
    assert tab.evaluate("window.pencilp.board.puzzle.given")[cell] is None
    assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_genre_is_found_by_any_name_and_the_exact_one_comes_first(tab: Any, server: str) -> None:
    tab.goto(server)
    tab.wait_for_selector(".card")
    for name, genre in (("数独", "sudoku"), ("SLITHER link", "slitherlink"), ("heyawake", "heyawake")):
        tab.fill("input[type=search]", name)
        assert tab.locator(".card").first.get_attribute("data-genre") == genre
    for name, genre in (
        ("ヌリカベ", "nurikabe"),
        ("slitherlnik", "slitherlink"),
        ("nurikabbe", "nurikabe"),
        ("sudoko", "sudoku"),
    ):
        tab.fill("input[type=search]", name)  # in other signs, or mistyped
        assert tab.locator(".card").first.get_attribute("data-genre") == genre
    tab.fill("input[type=search]", "loop")
    found = [card.get_attribute("data-genre") for card in tab.locator(".card").all()]
    assert found.index("simpleloop") < found.index("masyu")  # the names that have it, then the families
    assert "sudoku" not in found
    tab.fill("input[type=search]", "xyzzy")
    assert tab.locator(".card").count() == 0
    assert "xyzzy" in tab.locator(".genres [role=status]").inner_text()


def test_a_chosen_theme_stays(tab: Any, server: str) -> None:
    opened(tab, server)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = tab.evaluate(ground)
    tab.click("[data-does=theme]")
    dark = tab.evaluate(ground)
    assert dark != light
    tab.reload()
    drawn(tab)
    assert tab.evaluate(ground) == dark


def test_a_missing_list_of_genres_is_reported(tab: Any, server: str) -> None:
    failing = {"status": 500, "content_type": "application/json", "body": '{"error": "a fault of the server"}'}
    tab.route("**/api/genres", lambda route: route.fulfill(**failing))
    tab.goto(server)
    assert tab.locator("dialog [role=alert]").inner_text() == "a fault of the server"
