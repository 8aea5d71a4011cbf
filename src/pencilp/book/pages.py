"""Pages of a book: which pictures are on one page, and in how many rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from pencilp.draw.svg import UNIT

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The sizes of paper: width and height in mm."""
MARGIN_MM, FOOT_MM = 15.0, 18.0
"""The margins of a page, and the one below, which has the page number."""
GAP_MM = 7.0
"""The gap between two puzzles."""
HEADING_MM, LINE_MM, LETTER_MM, WIDE_LETTER_MM = 9.0, 4.2, 1.6, 3.1
"""The height of a heading and of a line of a text; the width of a letter, and of a Japanese one."""
TITLE_MM = 16.0
"""The height of the title of the book, or of the heading of the answers."""
MAX_PER_PAGE = 12


class Size(NamedTuple):
    """The size of printed cells in mm."""

    least: float
    """A page with smaller cells gets fewer puzzles."""
    most: float
    """The size if there is space enough."""


PUZZLES, ANSWERS = Size(5.5, 13.0), Size(2.4, 5.5)


class Item(NamedTuple):
    """A picture with a heading, and texts between both."""

    heading: str
    name: str
    texts: tuple[str, ...]
    picture: str
    width: float
    height: float
    """The size of the picture, in its own units."""


class Page(NamedTuple):
    """Some items on one page, in rows; ``title`` is a heading above them, or "", ``most`` the greatest size of cells in mm."""

    title: str
    columns: int
    rows: int
    items: list[Item]
    most: float


def pages_of(items: Sequence[Item], title: str, paper: str, most: int, size: Size) -> list[Page]:
    """Return the pages for items, in their order: at most ``most`` on a page, fewer if they would become too small."""
    pages: list[Page] = []
    at = 0
    while at < len(items):
        heading = title if not pages else ""

        def fit(number: int, layout: int, at: int = at, heading: str = heading) -> bool:
            return all(_fits(item, layout, paper, size, heading) for item in items[at : at + number])

        # as many as possible: a page is full if one more would make an item too small
        number = next((n for n in range(min(most, len(items) - at), 1, -1) if fit(n, n)), 1)
        layout = number
        if pages and at + number == len(items) and number < len(pages[-1].items) and fit(number, len(pages[-1].items)):
            layout = len(pages[-1].items)  # the last page looks like the one before it
        pages.append(Page(heading, *_grid(layout), [*items[at : at + number]], size.most))
        at += number
    return pages


def area(paper: str) -> tuple[float, float]:
    """Return the width and the height of a page without its margins, in mm."""
    width, height = PAPERS[paper]
    return width - 2 * MARGIN_MM, height - MARGIN_MM - FOOT_MM


def _grid(number: int) -> tuple[int, int]:
    """Return the columns and rows for a number of items."""
    columns = 1 if number <= 3 else 2 if number <= 8 else 3
    return columns, ceil(number / columns)


def _fits(item: Item, number: int, paper: str, size: Size, title: str) -> bool:
    """Return whether the cells of an item are large enough on a page of this number of items."""
    columns, rows = _grid(number)
    width, height = area(paper)
    width = (width - GAP_MM * (columns - 1)) / columns
    height = (height - GAP_MM * (rows - 1) - (TITLE_MM if title else 0)) / rows - HEADING_MM
    height -= sum(LINE_MM * (1 + _length(text) // width) for text in item.texts)
    return min(width / item.width, height / item.height) * UNIT >= size.least


def _length(text: str) -> float:
    """Return the estimated length of a text in mm."""
    return sum(LETTER_MM if ch < "\u1100" else WIDE_LETTER_MM for ch in text)
