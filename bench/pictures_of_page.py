"""Pictures of the page: the first one of README, and ten genres on a desk and on a phone, light and dark, to look at.

    python bench/pictures_of_page.py --hint docs/pictures/page-hint.png
    python bench/pictures_of_page.py -o FOLDER [--genres sudoku slitherlink]

The first is the page with a hint for a Slitherlink. It needs Chromium and Playwright, and Pillow for the first one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright
from tests.page.conftest import CHROMIUM, started, until
from tests.page.hands import Hands

from pencilp.formats import examples
from pencilp.web.drafts import record_of

GENRES = [
    "sudoku",
    "slitherlink",
    "nurikabe",
    "masyu",
    "kakuro",
    "nonogram",
    "suguru",
    "battleship",
    "skyscrapers",
    "akari",
]
DESK, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
FIRST = {"width": 1180, "height": 760}
COLORS = 64
STEPS = 4
"""Steps that are taken before the hint of the first picture."""
ASKED = "document.querySelector('.insight').getAttribute('aria-busy') === 'false'"
JUDGED = "document.querySelector('.verdict').getAttribute('aria-busy') === 'false'"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hint", type=Path, metavar="FILE", help="write the first picture of README")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="write pictures of genres")
    parser.add_argument("--genres", nargs="*", default=GENRES, metavar="NAME")
    options = parser.parse_args()
    with started() as (_, server), sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        if options.hint:
            hint(browser, server, options.hint)
        if options.output:
            options.output.mkdir(parents=True, exist_ok=True)
            genre_pictures(browser, server, options.genres, options.output)
        browser.close()


def hint(browser: Any, server: str, file: Path) -> None:
    """Write the page with a hint, in few colours."""
    from PIL import Image

    tab = browser.new_page(viewport=FIRST, locale="en-GB")
    hands = Hands(tab, server)
    hands.open(record_of(examples.example("slitherlink")) | {"answer": {}})
    for step in range(STEPS + 1):
        tab.click("[data-does=hint]")
        until(tab, ASKED)
        for _ in range(2 if step == STEPS else 3):
            tab.click("[data-does=more]")
        hands.drawn()
    until(tab, JUDGED)
    tab.mouse.move(0, 0)
    tab.screenshot(path=file)
    tab.close()
    with Image.open(file) as picture:
        picture.convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(file, optimize=True)


def genre_pictures(browser: Any, server: str, names: list[str], folder: Path) -> None:
    """Write pictures of the examples of genres with their answers, each of the whole page."""
    for device, size in (("desk", DESK), ("phone", PHONE)):
        context = browser.new_context(
            viewport=size,
            locale="en-GB",
            has_touch=device == "phone",
            is_mobile=device == "phone",
            reduced_motion="reduce",
        )
        tab = context.new_page()
        hands = Hands(tab, server)
        for name in names:
            puzzle = examples.example(name)
            hands.open(record_of(puzzle, puzzle.answer))
            until(tab, JUDGED)
            for scheme in ("light", "dark"):
                tab.emulate_media(color_scheme=scheme)
                tab.screenshot(path=folder / f"{name}-{device}-{scheme}.png", full_page=True)
        context.close()


if __name__ == "__main__":
    main()
