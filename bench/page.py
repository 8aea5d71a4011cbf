"""How long the page takes from a key to what it changes: the new picture, and the new verdict, in a browser.

    python bench/page.py [FILE ...] [--strokes 6] [--every 1]

For each genre's example (or every N-th), or for the puzzles in some files, the cursor goes to a clue that is typed or
clicked. The clue is taken away and entered again, key by key. The time is the page's own, from the key to the first
frame with the new picture, and with the new verdict; a verdict that takes longer than a second is counted as a
second. It needs Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from page_load import served
from tests.page.hands import Hands

from pencilp import genres
from pencilp.formats import examples, reading
from pencilp.web.drafts import record_of

MEASURE = """() => {
    const board = document.getElementById("board"), verdict = document.querySelector(".verdict");
    const before = window.pencilp.board;
    window.measured = new Promise((done) => {
        addEventListener("keydown", (event) => {
            const start = event.timeStamp, found = {};
            const left = { picture: board, verdict };
            const look = () => {
                for (const [name, element] of Object.entries(left))
                    if (element.getAttribute("aria-busy") !== "true") {
                        delete left[name];
                        requestAnimationFrame(() => {
                            found[name] = performance.now() - start;
                            if ("picture" in found && "verdict" in found) done(found);
                        });
                    }
                if (Object.keys(left).length) watch.observe(document.body, { subtree: true, attributeFilter: ["aria-busy"] });
                else watch.disconnect();
            };
            const watch = new MutationObserver(look);
            found.changed = window.pencilp.board !== before;
            look();
            setTimeout(() => { found.picture ??= 1000; found.verdict ??= 1000; done(found); }, 1000);
        }, { once: true });
    });
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--strokes", type=int, default=6, help="per puzzle")
    parser.add_argument("--every", type=int, default=1, help="of the genres")
    options = parser.parse_args()
    puzzles = [p for file in options.files for p in reading.read(str(file))]
    puzzles = puzzles or [examples.example(name) for name in genres.names()[:: options.every]]

    from playwright.sync_api import sync_playwright

    picture: list[float] = []
    verdict: list[float] = []
    with served() as (port, _), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for puzzle in puzzles:
            tab = browser.new_context(viewport={"width": 1280, "height": 1000}, locale="en-GB").new_page()
            found = measured(tab, f"http://localhost:{port}", puzzle, options.strokes)
            tab.context.close()
            picture += [f["picture"] for f in found]
            verdict += [f["verdict"] for f in found]
            rows, cols = puzzle.lattice.rows, puzzle.lattice.cols
            worst = max((f["verdict"] for f in found), default=0)
            print(
                f"{puzzle.genre.name:16} {rows}x{cols} {len(found)} strokes, slowest verdict {worst:.0f} ms", flush=True
            )
        browser.close()
    for name, times in (("picture", picture), ("verdict", verdict)):
        times.sort()
        print(f"{name}: {len(times)} strokes, median {at(times, 0.5):.0f} ms, 95 % within {at(times, 0.95):.0f} ms")


def at(times: list[float], share: float) -> float:
    """The time within which a share of sorted times lies."""
    return times[min(len(times) - 1, int(share * len(times)))]


def measured(tab: Any, address: str, puzzle: Any, strokes: int) -> list[dict[str, float]]:
    """The milliseconds of some strokes on a puzzle's board, which is opened in a tab."""
    hands = Hands(tab, address)
    hands.open(record_of(puzzle))
    found: list[dict[str, float]] = []
    for key in keys(hands, strokes):
        tab.wait_for_selector('.verdict[aria-busy="false"]', timeout=20_000)
        hands.drawn()
        tab.evaluate(MEASURE)
        tab.keyboard.press(key)
        times = tab.evaluate("window.measured")
        if times["changed"]:
            found.append(times)
    return found


def keys(hands: Hands, strokes: int) -> Any:
    """Yield keys that change the board. Between them, the cursor goes to the cell of the next key."""
    for part, layer in hands.layers():
        typed = layer["value"]["entry"] in ("typed", "cycled") and layer["on"] in ("cells", "corners", "lines")
        rooms = layer["value"]["drawn"] == "outlines"
        if part != "puzzle" or not (typed or rooms):
            continue
        hands.choose(part, layer)
        tokens = hands.tokens(hands.values())
        if not tokens:
            continue
        for n in range((strokes + 1) // 2):
            place, token = tokens[n * len(tokens) // strokes]
            hands.go(place)
            yield "Delete" if typed else "Space"
            yield token[0] if typed and layer["value"]["entry"] == "typed" else "Space" if typed else "Delete"
        return


if __name__ == "__main__":
    main()
