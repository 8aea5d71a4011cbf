"""One server and one browser for each process of the tests; a tab with nothing in it for each test."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs starlette and uvicorn: pip install 'pencilp[web]'")
playwright = pytest.importorskip(
    "playwright.sync_api", reason="tests of the page need Playwright: pip install playwright"
)

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WAIT = 15_000
"""Milliseconds within which anything must happen on a busy machine."""


@contextmanager
def started() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server: its process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                break
        else:
            pytest.fail("the server ended before it could be reached")
        yield process, found[0].rstrip("/")
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server."""
    with started() as (_, address):
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[playwright.Browser]:
    """A Chromium."""
    if CHROMIUM is None:
        pytest.skip("tests of the page need Chromium: apt install chromium")
    with playwright.sync_playwright() as tools:
        opened = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@contextmanager
def tab_of(browser: playwright.Browser) -> Iterator[playwright.Page]:
    """A tab of a browser that has never seen the page. What the page's scripts throw fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-GB")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    thrown: list[str] = []
    page.on("pageerror", lambda error: thrown.append(str(error)))
    yield page
    context.close()
    assert thrown == []


@pytest.fixture
def tab(browser: playwright.Browser) -> Iterator[playwright.Page]:
    """Such a tab for each test."""
    with tab_of(browser) as opened:
        yield opened


def until(tab: Any, expression: str) -> None:
    """Wait until an expression is true in a page, which lets nobody evaluate texts by itself."""
    end = time.monotonic() + WAIT / 1000
    while not tab.evaluate(expression):
        assert time.monotonic() < end, f"{expression} is not true"
        tab.wait_for_timeout(50)
