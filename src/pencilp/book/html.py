"""A book as one HTML file that needs no other file and no script, and that a browser prints page by page."""

from __future__ import annotations

from importlib.resources import files

from pencilp.book.book import Book
from pencilp.book.pages import PAPERS, Item, Page, area
from pencilp.draw.svg import UNIT
from pencilp.draw.svg.canvas import escape


def to_html(book: Book) -> bytes:
    """Return the HTML file of a book."""
    how = book.settings
    style = files("pencilp.book").joinpath("book.css").read_text("utf-8")
    paper = " ".join(f"{side:g}mm" for side in PAPERS[how.paper])
    width, height = area(how.paper)
    style = style.replace("var(--paper)", paper)
    style += f".page {{ width: {width:g}mm; height: {height:g}mm }}\n"
    # Chromium leaves an empty page if a page is as high as the paper allows
    style += f"@media print {{ .page {{ height: {height - 0.5:g}mm }} }}\n"
    return (
        f'<!doctype html>\n<html lang="{how.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(how.title) or 'pencilp'}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        + "".join(map(_page, book.pages()))
        + "</body>\n</html>\n"
    ).encode()


def _page(page: Page) -> str:
    title = f"<h1>{escape(page.title)}</h1>\n" if page.title else ""
    grid = f"grid-template: repeat({page.rows}, minmax(0, 1fr)) / repeat({page.columns}, minmax(0, 1fr))"
    items = "".join(_item(item, page.most) for item in page.items)
    return f'<section class="page">\n{title}<div class="grid" style="{grid}">\n{items}</div>\n</section>\n'


def _item(item: Item, most: float) -> str:
    name = f"<small>{escape(item.name)}</small>" if item.name else ""
    texts = "".join(f"<p>{escape(text)}</p>\n" for text in item.texts)
    height = f"{item.height / UNIT * most:.1f}mm"
    picture = item.picture.replace("<svg ", f'<svg preserveAspectRatio="xMidYMin" style="max-height: {height}" ', 1)
    return f'<article class="item">\n<h2>{escape(item.heading)}{name}</h2>\n{texts}{picture}</article>\n'
