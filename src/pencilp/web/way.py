"""A way of steps as one page for a browser: a file that works without a network, a server or another file.

``way.html`` is the page with gaps, ``way.css`` and ``way.js`` are put into it. The security policy of the page allows this
style and this script only, so a text of a puzzle can add neither.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from pencilp.analysis.steps.pictures import views_of
from pencilp.draw.svg.steps import StepView, layers
from pencilp.genres.base import genre_of
from pencilp.translations import ENGLISH, Catalogue, catalogue
from pencilp.web.language import lineage_of, title_in
from pencilp.web.words import words_in

if TYPE_CHECKING:
    from pencilp.analysis.steps.step import Way

WORDS = "way"
"""The beginning of the keys of the words of this page: ``way.next``."""


def to_html(way: Way, *, language: str = ENGLISH, orientation: str = "pointed") -> str:
    """Return the page of a way; see ``Way.to_html``."""
    genre = genre_of(way.puzzle)
    say = catalogue(language, lineage_of(genre))
    words = {key: text for key, text in words_in(language).items() if key.partition(".")[0] == WORDS}
    title = " ".join(filter(None, (title_in(genre, language), way.puzzle.name)))
    views = [StepView(way.start), *views_of(way)]
    start = words["way.start"]
    items = [f'<li><a href="#0">{escape(start)}</a></li>']
    for number, step in enumerate(way.steps, 1):
        text, mark = _said(step.text, say)
        items.append(f'<li><a href="#{number}"{mark}>{escape(text)}</a></li>')
    stopped, stopped_mark = _said(way.stopped, say)
    style, script = _resource("way.css"), _resource("way.js")
    gaps = {key: escape(text) for key, text in words.items()}
    gaps |= {
        "language": escape(language),
        "title": escape(title),
        "start": escape(start),
        "stopped": escape(stopped),
        "stopped mark": stopped_mark,
        "last": str(len(way.steps)),
        "items": "\n".join(items),
        "picture": layers(views, orientation=orientation),
        "style": style,
        "script": script,
        "style hash": _digest(style),
        "script hash": _digest(script),
    }
    return re.sub(r"\{\{([a-z. ]+)\}\}", lambda gap: gaps[gap[1]], _resource("way.html"))


def _said(text: str, say: Catalogue) -> tuple[str, str]:
    """Return a text in the language of a page, and the attribute that says that it is English if it has no translation."""
    found = say.found(text)
    if found is None:
        return text, f' lang="{ENGLISH}"' if say.entries else ""
    return say.named(found), ""


def _resource(name: str) -> str:
    return files("pencilp.web").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Return the SHA-256 of a text, as a security policy has it."""
    return b64encode(sha256(text.encode()).digest()).decode()
