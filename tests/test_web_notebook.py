"""``Puzzle.edit()``: a page with the puzzle, whose server ends when it is closed and with the process that opened it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import Any

import pytest

import pencilp
from pencilp.errors import InputError, PencilpError
from pencilp.formats import examples
from pencilp.genres import Genre, load
from pencilp.web import server
from pencilp.web.drafts import record_of

pytest.importorskip("uvicorn", reason="the page needs starlette and uvicorn: pip install 'pencilp[web]'")


def first(address: str) -> Any:
    """The board that a page begins with."""
    with urllib.request.urlopen(f"{address}first", timeout=10) as reply:
        return json.load(reply)["board"]


def test_a_puzzle_is_opened_and_its_page_is_closed():
    puzzle = examples.example("nurikabe")
    page = puzzle.edit(browser=False)
    try:
        assert first(page.address) == json.loads(json.dumps(record_of(puzzle, puzzle.answer)))
        assert str(page) == page.address
        assert page.address in page._repr_html_()
        assert repr(page) == f"<Page at {page.address}>"
    finally:
        page.close()
    with pytest.raises(urllib.error.URLError):
        first(page.address)
    assert repr(page).endswith(", closed>")
    page.close()


def test_the_page_ends_with_the_process_that_opened_it():
    script = (
        "from pencilp.formats import examples\n"
        "print(examples.example('nurikabe').edit(browser=False), flush=True)\n"
        "import os; os._exit(1)\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=os.environ, check=False
    )
    address = child.stdout.strip()
    assert address.startswith("http://")
    end = time.monotonic() + 300
    while time.monotonic() < end:
        try:
            first(address)
        except (urllib.error.URLError, ConnectionError):
            return
        time.sleep(0.1)
    pytest.fail("the server goes on")


def test_the_browser_is_asked_to_open_it(monkeypatch):
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    page = examples.example("nurikabe").edit()
    page.close()
    assert opened == [page.address]


def test_a_user_genre_is_refused():
    class Own(load("nurikabe")):  # type: ignore[misc]
        """A genre that the page's server does not know."""

        name = "nurikabe_of_mine"

    assert issubclass(Own, Genre)
    puzzle = pencilp.puzzle(Own, pencilp.square(2, 2), clues=[None] * 4)
    with pytest.raises(InputError, match="and not nurikabe_of_mine"):
        puzzle.edit(browser=False)


def test_missing_libraries_are_named_in_one_line(monkeypatch):
    monkeypatch.setattr(server, "find_spec", lambda _: None)
    with pytest.raises(PencilpError, match=r"pip install 'pencilp\[web\]'"):
        examples.example("nurikabe").edit(browser=False)
