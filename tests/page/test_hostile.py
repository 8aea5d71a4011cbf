"""Addresses that strangers have made, and browsers that keep nothing."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web.drafts import record_of
from tests.page.conftest import CHROMIUM, WAIT, afresh, playwright, until
from tests.page.hands import address

BOARD = record_of(examples.example("sudoku"))
HARM = "<img src=x onerror='window.harm=1'><script>window.harm=1</script>\"'><svg onload='window.harm=1'>"
VERDICT = ".verdict[data-status]"
WATCH = """() => {
    const look = () => {
        if (document.querySelector("img[src=x], [onerror], [onload], script:not([src])")) window.harm = "in the page";
    };
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""From now on what is to be run does harm also where it only stands in the page."""


@pytest.mark.parametrize(
    "more",
    [
        {"notes": "x"},
        {"notes": {"solution": "x"}},
        {"notes": {"solution": {"0": "123"}}},
        {"notes": {"solution": {"0": [{}, 5, None]}}},
        {
            "notes": {
                "solution": {"0": [HARM] * 50, "-1": ["1"], "__proto__": ["1"], "length": ["1"]},
                HARM: {HARM: [HARM]},
            }
        },
        {"notes": [[["1"]]]},
        {"trial": 5},
        {"trial": {"solution": {"length": 9}}},
        {"trial": [None]},
        {"trial": {"solution": [HARM] * 99}},
        {"loose": {"solution": [10**9, -1]}},
        {"loose": {"x": ["a", None]}},
        {"loose": "abc"},
        {"answer": {"solution": HARM}},
        {"answer": HARM},
        {"answer": {"number": {"length": 81}}},
        {"answer": {"number": [5, {}, []]}},
        {"excluded": {"number": 5}},
        {"middle": {"number": {"0": {}}}},
        {"colours": {"cells": {"0": 99, "-1": 1, "x": 2}}},
        {"colours": {"notes number": {"": 1, "0 1 2": 3}}},
        {"answer": {"solution": [HARM] * 81}},
        {"puzzle": HARM},
        {"puzzle": None},
        {"puzzle": {"given": [HARM] * 81}},
        {"lattice": HARM},
        {"lattice": {"shape": HARM, "rows": HARM, "cols": 1e300}},
        {"genre": HARM},
        {"lattice": {"shape": "square", "rows": 9, "cols": 9, "missing": HARM}},
        {"name": HARM},
        {"name": {}},
        {"genre": "constructor"},
        {HARM: HARM},
        {"__proto__": {"genre": 5}},
        {"lattice": {**BOARD["lattice"], "rows": 10**9}},
    ],
)
def test_nothing_in_an_address_is_run_and_the_page_goes_on(tab: Any, server: str, more: dict[str, Any]) -> None:
    tab.goto(address(server, {**BOARD, **more}))
    tab.evaluate(WATCH)
    tab.wait_for_selector("[data-does=new]:visible")
    only = {"notes", "trial", "loose"} & set(more)  # these the page alone knows: what is none is left out
    tab.wait_for_selector("#board[aria-busy=false]" if only else "#board[aria-busy=false], #welcome:not([hidden])")
    shown = tab.locator("body").inner_text()
    assert not [words for words in ("undefined", "is not a function", "not iterable", "Cannot ") if words in shown]
    # another board comes from the same page, and until it is judged what was to be run would have been
    tab.goto(address(server, BOARD))
    tab.wait_for_selector(VERDICT)
    assert tab.evaluate("window.pencilp.board.genre") == "sudoku"
    assert tab.evaluate("window.harm") is None


def test_addresses_that_are_no_boards_or_bombs(tab: Any, server: str) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = (
        b"".join(squeeze.compress(b" " * 2**20) for _ in range(40))
        + squeeze.compress(json.dumps(BOARD).encode())
        + squeeze.flush()
    )
    for text in (
        "%00",
        "A" * 10_000,
        "javascript:window.harm=1",
        HARM,
        "____",
        base64.urlsafe_b64encode(bomb).decode(),
    ):
        afresh(tab)
        tab.goto(f"{server}/#{text}")
        tab.wait_for_selector("[data-does=new]:visible")
        assert tab.evaluate("window.harm") is None
        until(tab, "window.pencilp !== undefined && window.pencilp.board === undefined")


def test_a_browser_without_storage_works_and_reports_it(browser: Any, server: str, tmp_path: Path) -> None:
    folder = tmp_path / "Default"
    folder.mkdir()
    (folder / "Preferences").write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"], locale="en-GB"
    )
    try:
        context.set_default_timeout(WAIT)
        tab = context.pages[0]
        thrown: list[str] = []
        tab.on("pageerror", lambda error: thrown.append(str(error)))
        tab.goto(address(server, BOARD))
        tab.wait_for_selector(VERDICT)
        with pytest.raises(playwright.Error, match="denied"):
            tab.evaluate("localStorage.length")
        tab.wait_for_selector("#notice:not([hidden])")
        assert "saves nothing" in tab.locator("#notice").inner_text()
        for does in ("theme", "timer", "open"):
            tab.click(f"[data-does={does}]")
        tab.keyboard.press("Escape")
        tab.click("[data-does=grey]")
        assert thrown == []
    finally:
        context.close()
