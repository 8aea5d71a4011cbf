"""The page without a server: built once, and used in a browser as the page of a server is.

To build and to start it takes longer than any question about it, so all tests use one tab.
"""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.analysis.rate import rate
from pencilp.errors import PencilpError
from pencilp.formats import examples
from pencilp.site.build import build
from pencilp.web.drafts import record_of
from pencilp.web.jobs import JOBS
from tests import amount
from tests.page import test_journey
from tests.page.conftest import tab_of, until
from tests.page.hands import Hands, address

pytestmark = pytest.mark.slow

SUBFOLDER = "puzzles/here"
"""The site lies in a subfolder, as that of a project on a host does."""
SAMPLE = 25
"""One genre of this number of genres is solved."""
ASK = """async ({ job, data }) => {
    const { ask } = (await import(document.querySelector("script").src)).modules.server;
    const parts = [];
    const answer = await ask(job, data, new AbortController().signal, (part) => parts.push(part));
    return { ...answer, parts };
}"""
KEPT = """async () => {
    const names = (await (await fetch("offline.js")).text()).match(/"rest": (\\[.*?\\])/)[1];
    const kept = await Promise.all(JSON.parse(names).map((name) => caches.match(name)));
    return kept.every(Boolean);
}"""
"""Whether the browser has cached all that the workers load."""
LAST = "caches.match('verdict').then((found) => found?.text()).then((text) => Boolean(text?.includes('nurikabe')))"
"""Whether the browser has kept a verdict about a Nurikabe."""
ANSWERED = "document.querySelector('.verdict')?.getAttribute('aria-busy') === 'false'"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The server of the site's files, which can be shut down."""
    folder = tmp_path_factory.mktemp("site")
    try:
        build(str(folder / SUBFOLDER))
    except PencilpError as error:
        pytest.skip(f"the site cannot be built here: {error}")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def visitor(browser: Any, site: Any) -> Iterator[tuple[Any, str]]:
    """A tab with the site, and the site's address."""
    with tab_of(browser, service_workers="allow") as tab:
        yield tab, f"http://localhost:{site.server_port}/{SUBFOLDER}"


@pytest.fixture
def server(visitor: tuple[Any, str]) -> str:
    """The address of the site, for journeys that others make at a server."""
    return visitor[1]


@pytest.fixture
def tab(visitor: tuple[Any, str]) -> Any:
    """A tab in which no board is kept. The files and Python's memory are: they make the next start short."""
    opened, site = visitor
    opened.goto(f"{site}/offline.js")
    opened.evaluate("[localStorage, sessionStorage].forEach((kept) => kept.clear())")
    return opened


JOURNEYS = ("test_undo_to_the_start_and_forth_again", "test_a_pasted_text_and_a_dropped_file_are_opened")
"""The journeys that are made at each run; ``--whole`` makes all of ``test_journey`` that need one tab."""
for name, journey in [*vars(test_journey).items()]:
    wanted = name in JOURNEYS or (amount.WHOLE and name.startswith("test_"))
    if wanted and {*signature(journey).parameters} == {"tab", "server"}:
        globals()[name] = journey


def asked(tab: Any, job: str, board: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The answer to a question of the page about a board, with its ``parts``."""
    return ask(tab, job, {"board": board, **more})


def ask(tab: Any, job: str, data: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question of the page, with its ``parts``."""
    answer: dict[str, Any] = tab.evaluate(ASK, {"job": job, "data": data})
    return answer


def test_a_language_is_loaded_when_it_is_chosen(tab, server):
    tab.goto(address(server, record_of(examples.example("norinori"))))
    until(tab, ANSWERED)
    with tab.expect_navigation():
        tab.select_option("[data-does=lang]", "ja")
    until(tab, ANSWERED)
    shaded = ["x"] * len(examples.example("norinori").lattice.cells)
    found = asked(tab, "check", record_of(examples.example("norinori")) | {"answer": {"shaded": shaded}})
    assert any(ord(ch) > 0x3000 for ch in str(found["broken"][0]))
    with tab.expect_navigation():
        tab.select_option("[data-does=lang]", "en")
    until(tab, ANSWERED)


def test_a_board_is_drawn_judged_and_changed(visitor):
    tab, site = visitor
    hands = Hands(tab, site)
    puzzle = examples.example("nurikabe")
    hands.open(record_of(puzzle))
    tab.wait_for_selector('.verdict[data-status="unique"]')
    hands.choose("puzzle", next(layer for part, layer in hands.layers() if part == "puzzle"))
    place, _ = hands.tokens(hands.values())[0]
    hands.go(place)
    tab.keyboard.press("Delete")
    tab.wait_for_selector('.verdict:not([data-status="unique"])[aria-busy="false"]')
    tab.keyboard.press("Control+z")
    tab.wait_for_selector('.verdict[data-status="unique"]')


def test_examples_have_the_verdicts_of_the_library(visitor):
    tab, site = visitor
    Hands(tab, site).open(record_of(examples.example("sudoku")))
    for name in genres.names()[::SAMPLE]:
        puzzle = examples.example(name)
        answer = asked(tab, "live", record_of(puzzle))
        assert answer["status"] == api.solve(puzzle).status, name
        assert len(answer["answers"]) == 1, name


def test_questions_about_a_board_are_answered_as_by_the_library(visitor):
    tab, site = visitor
    puzzle = examples.example("akari")
    Hands(tab, site).open(record_of(puzzle))
    board = record_of(puzzle)
    steps = [part for part in asked(tab, "explain", board)["parts"] if "step" in part]
    assert steps
    there = JOBS["hint"]({"board": board, "cells": len(puzzle.lattice), "limit": 60.0, "embedded": True})
    assert asked(tab, "hint", board)["stages"] == there["stages"]
    assert there["stages"][-1]["text"] in [part["step"]["text"] for part in steps]
    assert asked(tab, "rate", board)["level"] == rate(puzzle).level
    assert asked(tab, "shared", board)["status"] == "unique"
    wrong = record_of(puzzle)
    key = next(iter(wrong["puzzle"]))
    tokens = wrong["puzzle"][key]
    wrong["puzzle"][key] = ["4" if token not in ("", "#") else token for token in tokens]
    assert asked(tab, "conflict", wrong)["rules"]
    assert asked(tab, "program", board, formulation="rules")
    workbook = asked(tab, "export", board, kind="xlsx")
    opened = ask(tab, "read", {"data": workbook["data"], "name": "akari.xlsx"})
    assert opened["puzzles"][0]["board"]["puzzle"] == board["puzzle"]
    assert asked(tab, "offers", board)["solvers"] == ["clasp"]
    small = {"genre": "akari", "lattice": {"shape": "square", "rows": 4, "cols": 4}}
    made = JOBS["generate"]({"board": small, "seed": 3, "cells": 16, "limit": 60.0, "embedded": True})
    assert asked(tab, "generate", small, seed=3)["board"] == made["board"]


def test_a_frame_of_another_page_shows_one_puzzle(visitor):
    tab, site = visitor
    puzzle = examples.example("nurikabe")
    other = site.replace("localhost", "127.0.0.1")  # which is another site for browsers
    tab.goto(f"{other}/pencilp-site.txt")
    tab.evaluate(
        "address => document.body.replaceChildren(Object.assign(document.createElement('iframe'), { src: address }))",
        address(f"{site}/index.html", record_of(puzzle)).replace("/index.html/", "/index.html"),
    )
    frame = tab.frame_locator("iframe")
    frame.locator('#board[aria-busy="false"]').wait_for()
    assert tab.frames[-1].url.startswith(f"{site}/embed.html#")
    frame.locator('.verdict[data-status="unique"]').wait_for(state="attached")
    assert frame.locator("[data-does=check]").first.is_visible()
    for hidden in ("[data-does=new]", "[data-does=open]", ".verdict", '[data-layer^="puzzle."]'):
        assert not frame.locator(hidden).first.is_visible(), hidden


WORKERS = """{
    const Own = Worker;
    window.workers = [];
    window.Worker = class extends Own {
        constructor(...options) {
            super(...options);
            window.workers.push(this);
        }
    };
}"""
DIES = """async ({ data }) => {
    const { ask } = (await import(document.querySelector("script").src)).modules.server;
    const asked = ask("live", data, new AbortController().signal).then(() => "answered", (error) => error.message);
    await new Promise((done) => setTimeout(done));
    for (const worker of window.workers.splice(0)) {
        worker.terminate();
        worker.dispatchEvent(new ErrorEvent("error", { message: "the test has ended it", cancelable: true }));
    }
    return asked;
}"""
"""Asks a question and ends all workers, as a browser that lacks memory does."""


def load(tab: Any, site: str, genre: str) -> None:
    """Load the page anew, with an example."""
    tab.goto(f"{site}/offline.js")
    tab.goto(address(site, record_of(examples.example(genre))))
    until(tab, ANSWERED)


def test_workers_that_died_are_replaced_and_the_board_is_kept(visitor):
    tab, site = visitor
    tab.add_init_script(WORKERS)
    load(tab, site, "nurikabe")
    before = tab.evaluate("JSON.stringify(window.pencilp.board)")
    data = {"board": record_of(examples.example("norinori"))}
    ask(tab, "shared", data)
    until(tab, "window.workers.length > 1")  # some of them have not answered anything yet
    assert "ended unexpectedly" in tab.evaluate(DIES, {"data": data})
    assert ask(tab, "live", data)["status"] == "unique"
    assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before


def test_the_last_verdict_is_there_before_the_workers_are(visitor):
    tab, site = visitor
    tab.add_init_script("if (sessionStorage.getItem('tests:asleep')) window.Worker = class { postMessage() {} }")
    load(tab, site, "nurikabe")
    until(tab, LAST)
    tab.evaluate("sessionStorage.setItem('tests:asleep', 'yes')")
    tab.reload()
    tab.wait_for_selector('.verdict[data-status="unique"]')
    tab.evaluate("sessionStorage.removeItem('tests:asleep')")


def test_a_new_version_waits_until_its_user_agrees(site, visitor):
    tab, place = visitor
    load(tab, place, "nurikabe")
    until(tab, "navigator.serviceWorker.controller !== null")
    script = Path(site.RequestHandlerClass.keywords["directory"], SUBFOLDER, "offline.js")
    script.write_text(script.read_text() + "// another version\n")
    tab.evaluate("navigator.serviceWorker.getRegistration().then((found) => void found.update())")
    reload = tab.locator("#notice [data-does=reload]")
    reload.wait_for()
    before = tab.evaluate("JSON.stringify(window.pencilp.board)")
    with tab.expect_navigation():
        reload.click()
    until(tab, ANSWERED)
    assert tab.evaluate("JSON.stringify(window.pencilp.board)") == before
    assert tab.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.waiting)") is None


def test_the_page_works_without_a_network(visitor):
    tab, address_of_site = visitor
    tab.goto(address(address_of_site, record_of(examples.example("nurikabe"))))
    until(tab, ANSWERED)
    until(tab, KEPT)
    tab.context.set_offline(True)
    try:
        tab.reload()
        until(tab, ANSWERED)
        assert tab.locator('.verdict[data-status="unique"]').count() == 1
    finally:
        tab.context.set_offline(False)
