"""What takes long shows its time, can be stopped, and leaves the server's processes free again."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pencilp.formats import examples, reading
from pencilp.web.drafts import record_of
from tests.page.conftest import WAIT, comes, emptied, started, until
from tests.page.hands import Hands, address
from tests.test_cli import hard

BUSY = 0.3
"""So large a part of a processor's time is used by who searches, even among many others."""


class Watched(Hands):
    """A person at a page whose server is watched."""

    server_id: int

    def used(self) -> float:
        """Seconds of processor time that the server's processes have used so far."""
        found = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                _, _, rest = file.read_text().rpartition(") ")
            except OSError:
                continue  # it has ended meanwhile
            fields = rest.split()
            if int(fields[1]) == self.server_id:
                found += int(fields[11]) + int(fields[12])
        return found / os.sysconf("SC_CLK_TCK")

    def rests(self) -> None:
        """Wait until no process of the server works."""
        end = time.monotonic() + WAIT / 1000
        while True:
            before = self.used()
            self.tab.wait_for_timeout(1000)
            if self.used() - before < 0.03:
                return
            assert time.monotonic() < end, "a process of the server goes on"

    def works(self) -> None:
        """Wait until some process of the server has worked for a while."""
        end = time.monotonic() + WAIT / 1000
        before = self.used()
        while self.used() - before < BUSY:
            self.tab.wait_for_timeout(200)
            assert time.monotonic() < end, "no process of the server works"

    def hard(self) -> None:
        """Open a hard puzzle; its verdict may take a minute, so a slow machine sees the search, too."""
        self.tab.route(
            "**/api/live", lambda route: route.continue_(post_data=route.request.post_data_json | {"limit": 60})
        )
        self.open(record_of(reading.read("hard.txt", content=hard().encode())[0]))


@pytest.fixture(scope="module")
def watched() -> Iterator[tuple[int, str]]:
    """The process and the address of a server for these tests alone, each of which leaves it at rest."""
    with started() as (process, place):
        yield process.pid, place


@pytest.fixture
def hands(tab: Any, watched: tuple[int, str]) -> Iterator[Watched]:
    process, place = watched
    found = Watched(tab, place)
    found.server_id = process
    yield found
    emptied(tab)


def runs(hands: Watched) -> None:
    """The verdict is being looked for, and how long already is shown."""
    hands.tab.wait_for_selector('.verdict[data-status="thinking"]')
    assert hands.tab.locator("[data-does=stop]").is_visible()
    face = hands.tab.locator(".verdict .time")
    first = face.inner_text()
    assert re.fullmatch(r"\d+\.\d s", first)
    until(hands.tab, f"document.querySelector('.verdict .time').textContent !== {first!r}")


def test_a_hard_puzzle_shows_its_time_and_is_stopped_by_a_button(hands):
    hands.hard()
    runs(hands)
    hands.works()
    hands.tab.click("[data-does=stop]")
    assert hands.tab.get_attribute(".verdict", "data-status") == "unknown"
    assert hands.tab.locator(".verdict .message").inner_text() == "Stopped"
    assert hands.tab.locator("[data-does=stop]").is_hidden()
    hands.rests()


def test_the_next_stroke_stops_a_hard_puzzle_and_asks_anew(hands):
    hands.hard()
    runs(hands)
    hands.choose("puzzle", hands.layout["inputs"][0])
    clues = hands.values()
    place = next(cell for cell, token in enumerate(clues) if token) + 1
    hands.click(*hands.point(place))
    hands.tab.keyboard.press("1")  # next to another clue: there is no answer
    hands.tab.wait_for_selector('.verdict[data-status="none"]')
    hands.rests()


def test_an_answer_that_is_asked_for_shows_its_time_and_is_stopped(hands):
    hands.hard()
    hands.tab.uncheck("[data-does=live]")
    assert hands.tab.get_attribute(".verdict", "data-status") == "off"
    before = hands.board
    for by in ("button", "stroke"):
        hands.tab.click("[data-does=solve]")
        runs(hands)
        hands.works()
        if by == "button":
            hands.tab.click("[data-does=stop]")
            assert hands.tab.locator(".verdict .message").inner_text() == "Stopped"
            assert hands.board == before
        else:
            hands.choose("puzzle", hands.layout["inputs"][0])
            hands.click(*hands.point(0))
            hands.tab.keyboard.press("2")
            hands.tab.wait_for_selector('.verdict[data-status="off"]')
        hands.rests()
    assert hands.board["answer"] == before["answer"]


def test_only_the_word_and_the_message_of_a_verdict_are_spoken(hands):
    hands.open(record_of(examples.example("nurikabe")))
    hands.look()  # its own verdict has been spoken
    hands.tab.evaluate(
        """() => {
            window.spoken = [];
            const watch = new MutationObserver((all) => all.forEach(({ target }) => {
                const live = (target.closest ? target : target.parentElement).closest("[aria-live], [role=status], [role=alert]");
                if (live) window.spoken.push(live.textContent);
            }));
            watch.observe(document.querySelector(".verdict"), { subtree: true, childList: true, characterData: true });
        }"""
    )
    hands.tab.evaluate("(hash) => { location.hash = hash; }", fragment(hard()))
    runs(hands)
    until(hands.tab, "parseFloat(document.querySelector('.verdict .time').textContent) > 1")
    hands.tab.click("[data-does=stop]")
    spoken = [text for text in hands.tab.evaluate("window.spoken") if text]
    assert spoken[-1] == "Stopped"
    assert len([text for text in spoken if "Looking" in text]) == 1
    assert not any(re.search(r"\d s", text) for text in spoken)


def fragment(text: str) -> str:
    return address("", record_of(reading.read("text", content=text.encode())[0])).partition("#")[2]


def test_solvers_are_compared_once_it_is_known_which_there_are(hands):
    held: list[Any] = []
    hands.tab.route("**/api/offers", lambda route: held.append(route))
    hands.open(record_of(reading.read("text", content=b"nurikabe\nclues:\n2 - -\n")[0]))
    hands.tab.click("[data-does=race] > summary")
    compare = hands.tab.locator("[data-does=compare]")
    until(hands.tab, "document.querySelector('.rules').textContent !== ''")
    assert compare.is_disabled()
    comes(hands.tab, lambda: bool(held), "the question for the solvers")
    held[0].continue_()
    compare.click()
    until(hands.tab, "document.querySelectorAll('.times tbody tr').length > 0")


def test_solvers_side_by_side_are_filled_in_and_stopped(hands):
    hands.open(record_of(reading.read("text", content=b"nurikabe\nclues:\n2 - -\n")[0]))
    hands.tab.click("[data-does=race] > summary")
    halt = hands.tab.locator("[data-does=halt]")
    assert halt.is_hidden()
    hands.tab.click("[data-does=compare]")
    until(hands.tab, "document.querySelectorAll('.times tbody tr').length > 1")
    halt.wait_for(state="hidden", timeout=10 * WAIT)  # as many solvers as are installed, one after the other
    rows = [row.locator("th, td").all_inner_texts() for row in hands.tab.locator(".times tbody tr").all()]
    assert [row[0] for row in rows][:2] == ["clasp", "highs"]
    assert {row[1] for row in rows} == {"One answer"}
    assert all(re.fullmatch(r"[\d.]+ s", row[2]) for row in rows)
    hands.tab.evaluate("(hash) => { location.hash = hash; }", fragment(hard()))
    runs(hands)
    hands.tab.click("[data-does=stop]")
    hands.look()
    for by in ("button", "stroke"):
        hands.tab.uncheck("[data-does=live]")
        hands.tab.click("[data-does=compare]")
        hands.works()
        assert hands.tab.locator(".times tbody td").first.inner_text() == "Looking…"
        if by == "button":
            halt.click()
            assert hands.tab.locator(".times tbody td").first.inner_text() == "Stopped"
            assert hands.tab.locator(".times tbody tr").count() == 1
        else:
            hands.choose("puzzle", hands.layout["inputs"][0])
            hands.click(*hands.point(0))
            hands.tab.keyboard.press("2")
            until(hands.tab, "document.querySelector('.times').childElementCount === 0")
        assert halt.is_hidden()
        hands.rests()
