"""One server and one browser for each process of the tests, and a tab that is emptied after each test."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pencilp.solvers import processes

pytest.importorskip("starlette", reason="the page needs starlette and uvicorn: pip install 'pencilp[web]'")
playwright = pytest.importorskip(
    "playwright.sync_api", reason="tests of the page need Playwright: pip install playwright"
)

FRESH = "fresh(**options): in a browser that has never seen the page, with these options"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WAIT = 120_000
"""Milliseconds within which anything must happen: only a page that hangs needs so long."""
DESK = {"width": 1280, "height": 1000}


DELAY = """const wait = () => new Promise((done) => setTimeout(done, MILLISECONDS)), { fetch, CompressionStream } = window;
window.fetch = async (...asked) => { await wait(); return fetch(...asked); };
window.CompressionStream = function (format) {
    const { readable, writable } = new CompressionStream(format);
    return { readable: readable.pipeThrough(new TransformStream({ flush: wait })), writable };
};"""
"""Runs before the page does (``--late``): answers and packed texts arrive later."""
scripts: list[str] = []
"""What runs in each tab before the page does."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", FRESH)
    if late := config.getoption("--late"):
        scripts.append(DELAY.replace("MILLISECONDS", str(late)))


@contextmanager
def started() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server: its process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    # it ends with the tests even if these are killed, as pytest-xdist does with its workers after Ctrl-C
    processes.register(f"process {process.pid}")
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
        process.wait(300)
        processes.unregister(f"process {process.pid}")


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
def tab_of(browser: playwright.Browser, **options: Any) -> Iterator[playwright.Page]:
    """A tab of a browser that has never seen the page. What the page's scripts throw fails the test."""
    context = browser.new_context(**{"viewport": DESK, "locale": "en-GB", "service_workers": "block", **options})
    context.set_default_timeout(WAIT)
    prepare(context)
    page = context.new_page()
    thrown: list[str] = []
    listen(page, thrown)
    yield page
    context.close()
    assert thrown == []


def prepare(context: playwright.BrowserContext) -> None:
    """Let the tabs of a context run scripts before the page does."""
    for script in scripts:
        context.add_init_script(f"{{ {script} }}")


def listen(page: playwright.Page, thrown: list[str]) -> None:
    """Collect what the page's scripts throw, and the browser's dialogs, of which the page opens none."""

    def asks(dialog: playwright.Dialog) -> None:
        thrown.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    page.on("pageerror", lambda error: thrown.append(str(error)))
    page.on("dialog", asks)


FIRST = "tests:first"
BEGIN = f"""if (location.protocol === "http:" && "{FIRST}" in sessionStorage) {{
    const first = JSON.parse(sessionStorage.getItem("{FIRST}"));
    for (const kept of [localStorage, sessionStorage]) kept.clear();
    for (const [key, value] of Object.entries(first)) localStorage.setItem(key, value);
}}"""
"""Runs before the page does: the browser keeps nothing but what stands in FIRST, if that is there."""
LEAVE = "history.replaceState(null, '', '/left')"
"""The page has another address now, so the next one is opened by a new page: to go away and back takes half as long again."""


class Keeper:
    """Keeps a tab from test to test: to open one, and to start the page in it, takes longer than most tests.

    One that ``clears`` has nothing that is kept when a test opens its first page, and has no service worker, which would stay
    there.
    """

    def __init__(self, browser: playwright.Browser, server: str, size: Any, clears: bool = True, **more: Any) -> None:
        self.browser, self.server, self.size, self.clears, self.more = browser, server, size, clears, more
        self.kept: playwright.Page | None = None
        self.thrown: list[str] = []

    @contextmanager
    def tab(self, session: pytest.Session) -> Iterator[playwright.Page]:
        """The tab, for one test. What the page's scripts throw fails it."""
        failed = session.testsfailed
        tab = self.kept = self.kept or self.opened()
        self.thrown.clear()
        yield tab
        if session.testsfailed > failed:
            self.close()  # nobody knows what is left in it
        elif self.clears:
            self.empty(tab)
        assert self.thrown == []

    def opened(self) -> playwright.Page:
        workers = "block" if self.clears else "allow"
        context = self.browser.new_context(viewport=self.size, locale="en-GB", service_workers=workers, **self.more)
        context.set_default_timeout(WAIT)
        prepare(context)
        tab = context.new_page()
        listen(tab, self.thrown)
        if self.clears:
            tab.add_init_script(BEGIN)
            tab.goto(elsewhere(self.server))
            self.empty(tab)
        return tab

    def empty(self, tab: playwright.Page) -> None:
        """Let the next page begin with nothing, and take away what a test has changed of the tab."""
        tab.unroute_all()
        if not tab.url.startswith(f"{self.server}/"):
            tab.goto(elsewhere(self.server))
        emptied(tab)
        tab.set_viewport_size(self.size)
        tab.emulate_media(media="null", color_scheme="null", forced_colors="null", reduced_motion="null")
        tab.mouse.move(0, 0)

    def close(self) -> None:
        if self.kept:
            self.kept.context.close()
        self.kept = None


def elsewhere(server: str) -> str:
    """An address of the server that is not the page."""
    return f"{server}/offline.js"


def emptied(tab: playwright.Page) -> None:
    """The next page that is opened in the tab at this server begins with nothing."""
    tab.evaluate(f"() => {{ sessionStorage.setItem('{FIRST}', '{{}}'); {LEAVE}; }}")


def speaking(tab: playwright.Page, language: str) -> None:
    """The next page that is opened in the tab speaks a language."""
    put = f"""language => {{
        const key = "pencilp:language", first = JSON.parse(sessionStorage.getItem("{FIRST}"));
        if (first) sessionStorage.setItem("{FIRST}", JSON.stringify({{ ...first, [key]: language }}));
        else localStorage.setItem(key, language);
        {LEAVE};
    }}"""
    tab.evaluate(put, language)


def afresh(tab: playwright.Page) -> None:
    """The next address is opened by a new page, not by the one that is there."""
    tab.evaluate(LEAVE)


@pytest.fixture(scope="session")
def desk(browser: playwright.Browser, server: str) -> Iterator[Keeper]:
    """Keeps a tab on a desk."""
    keeper = Keeper(browser, server, DESK)
    yield keeper
    keeper.close()


@pytest.fixture(scope="session")
def user(browser: playwright.Browser, server: str) -> Iterator[Keeper]:
    """Keeps a tab on a desk as it is, with all that has been done there."""
    keeper = Keeper(browser, server, DESK, clears=False)
    yield keeper
    keeper.close()


@pytest.fixture(scope="session")
def phone(browser: playwright.Browser, server: str) -> Iterator[Keeper]:
    """Keeps a tab on a phone."""
    keeper = Keeper(browser, server, {"width": 500, "height": 900}, has_touch=True, is_mobile=True)
    yield keeper
    keeper.close()


@pytest.fixture
def small(phone: Keeper, request: pytest.FixtureRequest) -> Iterator[playwright.Page]:
    """A tab on a phone with nothing in it."""
    with phone.tab(request.session) as opened:
        yield opened


@pytest.fixture
def tab(browser: playwright.Browser, desk: Keeper, request: pytest.FixtureRequest) -> Iterator[playwright.Page]:
    """A tab with nothing in it; for who listens to it, or changes it for good, one that has never seen the page (``fresh``)."""
    fresh = request.node.get_closest_marker("fresh")
    with tab_of(browser, **fresh.kwargs) if fresh else desk.tab(request.session) as opened:
        yield opened


@pytest.fixture
def kept(user: Keeper, request: pytest.FixtureRequest) -> Iterator[playwright.Page]:
    """A tab in which one board after another is opened, as its user would."""
    with user.tab(request.session) as opened:
        yield opened


def until(tab: Any, expression: str) -> None:
    """Wait until an expression is true in a page, which lets nobody evaluate texts by itself."""
    comes(tab, lambda: tab.evaluate(expression), expression)


def comes(tab: Any, there: Callable[[], bool], what: str) -> None:
    """Wait until something is there that a page causes; ``what`` names it if it does not come."""
    end = time.monotonic() + WAIT / 1000
    while not there():
        assert time.monotonic() < end, f"{what} does not come"
        tab.wait_for_timeout(50)
