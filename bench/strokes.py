"""How the board follows the pointer, in a browser: the time from a click to its picture, and a long drag.

    python bench/strokes.py [--other SOURCE] [--puzzlink FOLDER] [--clicks 20] [--sizes 10 20 40]

For Slitherlink, Nurikabe and Masyu and each size, an empty board is clicked, and on the largest a drag crosses 200 cells.
Reported are the milliseconds from the pointer's event to the first frame with the changed picture (median and 95 %), the time of
the whole drag, and the share of its frames that took longer than 16.7 ms. ``--other`` is the folder ``src`` of another version,
which is measured in turn with this one, click by click; ``--puzzlink`` is a folder with puzz.link's own code (``pzpr.js`` and
``pzpr-variety/``), whose board is measured in turn, too. It needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.page.hands import Hands

from pencilp.web.jobs import JOBS

GENRES = {"slitherlink": "slither", "nurikabe": "nurikabe", "masyu": "mashu"}
"""Our name and puzz.link's of each genre."""
CROSSED = 200
"""Cells that the drag crosses."""
FRAME_MILLISECONDS = 16.7
WATCH = """() => {
    const board = document.getElementById("board"), picture = document.getElementById("picture");
    window.measured = new Promise((done) => {
        let start = null;
        const watch = new MutationObserver(() => {
            if (start === null) return;
            watch.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
        });
        watch.observe(picture, { subtree: true, childList: true, attributes: true });
        for (const kind of ["pointerdown", "pointermove", "pointerup"])
            board.addEventListener(kind, (event) => (start ??= event.timeStamp), { capture: true, once: true });
    });
}"""
FRAMES = """() => {
    window.frames_ = [];
    let last = performance.now();
    const next = (now) => { window.frames_.push(now - last); last = now; window.frame = requestAnimationFrame(next); };
    window.frame = requestAnimationFrame(next);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, metavar="SOURCE")
    parser.add_argument("--puzzlink", type=Path, metavar="FOLDER")
    parser.add_argument("--clicks", type=int, default=20)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 20, 40])
    parser.add_argument("--genres", nargs="+", default=[*GENRES])
    options = parser.parse_args()
    sources = {"this": Path(__file__).resolve().parent.parent / "src"}
    if options.other:
        sources["other"] = options.other.resolve()

    from playwright.sync_api import sync_playwright

    with ExitStack() as stack:
        addresses = {name: stack.enter_context(served(source)) for name, source in sources.items()}
        browser = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for genre in options.genres:
            for size in options.sizes:
                pages = boards(browser, addresses, options.puzzlink, genre, size)
                times: dict[str, list[float]] = {name: [] for name in pages}
                for n in range(options.clicks):
                    for name, hands in pages.items():
                        times[name].append(click(hands, n))
                for name in pages:
                    found = sorted(times[name])
                    print(f"{genre} {size}x{size} {name}: click to picture {statistics.median(found):.0f} ms, "
                          f"95 % {found[int(0.95 * (len(found) - 1))]:.0f} ms", flush=True)  # fmt: skip
                for hands in pages.values():
                    hands.tab.context.close()
                if size == max(options.sizes):
                    # on empty boards: a click has drawn a line on one page and none on the other
                    for name, hands in boards(browser, addresses, options.puzzlink, genre, size).items():
                        print(f"{genre} {size}x{size} {name}: {drag(hands)}", flush=True)
                        hands.tab.context.close()
        browser.close()


def boards(browser: Any, addresses: dict[str, str], puzzlink: Path | None, genre: str, size: int) -> dict[str, Any]:
    """An empty board of each version and of puzz.link, by their names."""
    found: dict[str, Any] = {name: opened(browser, address, genre, size) for name, address in addresses.items()}
    if puzzlink:
        found["puzz.link"] = Puzzlink(browser, puzzlink, GENRES[genre], size)
    return found


@contextmanager
def served(source: Path) -> Iterator[str]:
    """Run a server of a version; yield its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "PYTHONPATH": str(source)},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield next(found[0].rstrip("/") for line in process.stdout if (found := re.search(r"http://\S+", line)))
    finally:
        process.terminate()
        process.wait()


def opened(browser: Any, address: str, genre: str, size: int) -> Hands:
    """An empty board in a new tab, with its answer to be entered and no verdict."""
    tab = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-GB").new_page()
    hands = Hands(tab, address)
    lattice = {"shape": "square", "rows": size, "cols": size}
    hands.open(JOBS["new"]({"genre": genre, "lattice": lattice, "cells": size * size})["board"])
    tab.uncheck("[data-does=live]")
    hands.choose("answer", hands.layout["answers"][0])
    return hands


def point(hands: Any, n: int) -> tuple[float, float]:
    """The middle of the place for the n-th click, none of them adjacent."""
    places = hands.layout["places"][hands.layer["on"]]
    place = places[(7 + 13 * n) % len(places)]
    return place["x"], place["y"]


PUZZLINK = """<!doctype html>
<body style="margin: 0"><div id="board"><div id="picture"></div></div><script src="pzpr.js"></script>"""
OPEN = """([link, unit]) => new Promise((done) => {
    window.puzzle = new pzpr.Puzzle(document.getElementById("picture"), { type: "player" });
    puzzle.open(link, () => { puzzle.setCanvasSizeByCellSize(unit); puzzle.redraw(); done(); });
})"""

ORIGIN = """() => {
    const svg = document.querySelector("#picture svg"), { x, y } = svg.getBoundingClientRect(), box = svg.viewBox.baseVal;
    return [x - box.x, y - box.y];
}"""

VALUES = """() => [puzzle.board.cell, puzzle.board.border].flatMap((group) => Array.from({ length: group.length }, (_, i) =>
    group[i].line || group[i].qans ? "1" : null))"""


class Puzzlink:
    """A board of puzz.link's own code, with the parts of ``Hands`` that are measured."""

    def __init__(self, browser: Any, folder: Path, kind: str, size: int) -> None:
        def answered(route: Any) -> None:
            path = route.request.url.split("/", 3)[3].partition("?")[0]
            if path:
                route.fulfill(path=folder / path)
            else:
                route.fulfill(body=PUZZLINK, content_type="text/html")

        self.tab = browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        self.tab.route("http://puzzlink.test/**", answered)
        self.tab.goto("http://puzzlink.test/")
        unit = 900 // (size + 2)
        self.tab.evaluate(OPEN, [f"{kind}/{size}/{size}", unit])
        places = [{"x": unit * (i % size + 0.5), "y": unit * (i // size + 0.5)} for i in range(size * size)]
        edges = [
            {"x": unit * (i % (size - 1) + 1), "y": unit * (i // (size - 1) + 0.5)} for i in range(size * (size - 1))
        ]
        on = "cells" if kind == "nurikabe" else "edges"
        self.layout = {"cols": size, "unit": unit, "places": {"cells": places, "edges": edges}}
        self.layer = {"on": on, "value": {"drawn": "across" if kind == "mashu" else ""}}
        self.left, self.top = self.tab.evaluate(ORIGIN)

    def drawn(self) -> None:
        """Its picture is always that of the board."""

    def screen(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x, self.top + y

    def values(self) -> list[str | None]:
        found: list[str | None] = self.tab.evaluate(VALUES)
        return found

    def tokens(self, values: list[str | None]) -> list[tuple[int, str]]:
        return [(i, token) for i, token in enumerate(values) if token]


def click(hands: Any, n: int) -> float:
    """Click on a place; return the milliseconds until its picture is shown."""
    hands.drawn()
    hands.tab.mouse.move(*hands.screen(*point(hands, n)))
    hands.tab.evaluate(WATCH)
    hands.tab.mouse.down()
    hands.tab.mouse.up()
    return float(hands.tab.evaluate("window.measured"))


def drag(hands: Any) -> str:
    """Drag over many cells, row by row; return the figures as a text."""
    cols, unit = hands.layout["cols"], hands.layout["unit"]
    aside = 0.5 if hands.layer["on"] == "cells" or hands.layer["value"]["drawn"] == "across" else 0.0
    walk = []
    for row in range(CROSSED // cols + 1):
        line = [(col, row) for col in range(cols)]
        walk += line if row % 2 == 0 else line[::-1]
    points = [hands.screen((col + aside) * unit, (row + aside) * unit) for col, row in walk[: CROSSED + 1]]
    hands.drawn()
    before = hands.tokens(hands.values())
    hands.tab.mouse.move(*points[0])
    hands.tab.evaluate(FRAMES)
    start = hands.tab.evaluate("performance.now()")
    hands.tab.mouse.down()
    for at in points[1:]:
        hands.tab.mouse.move(*at)
    hands.tab.mouse.up()
    hands.drawn()
    seconds = (hands.tab.evaluate("performance.now()") - start) / 1000
    frames = hands.tab.evaluate("() => { cancelAnimationFrame(window.frame); return window.frames_; }")
    late = sum(frame > FRAME_MILLISECONDS + 0.5 for frame in frames) / len(frames)
    drawn = len(hands.tokens(hands.values())) - len(before)
    return f"drag of {CROSSED} in {seconds:.2f} s, {drawn} values, {late:.0%} of {len(frames)} frames late"


if __name__ == "__main__":
    main()
