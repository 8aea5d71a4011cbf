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

from pencilp.analysis.genre_words import title_in
from pencilp.analysis.steps.pictures import views_of
from pencilp.draw.svg.steps import StepView, layers
from pencilp.genres.base import genre_of
from pencilp.translations import ENGLISH
from pencilp.web.words import words_in

if TYPE_CHECKING:
    from pencilp.analysis.steps.step import Way

WORDS = "way"
"""The beginning of the keys of the words of this page: ``way.next``."""


def to_html(way: Way, *, language: str = ENGLISH, orientation: str = "pointed") -> str:
    """Return the page of a way; see ``Way.to_html``."""
    genre = genre_of(way.puzzle)
    way = way.in_language(language)
    words = {key: text for key, text in words_in(language).items() if key.partition(".")[0] == WORDS}
    title = " ".join(filter(None, (title_in(genre, language), way.puzzle.name)))
    views = [StepView(way.start), *views_of(way)]
    start = words["way.start"]
    items = [f'<li><a href="#0">{escape(start)}</a></li>']
    for number, step in enumerate(way.steps, 1):
        items.append(f'<li><a href="#{number}">{escape(step.text)}</a></li>')
    style, script = _resource("way.css"), _resource("way.js")
    gaps = {key: escape(text) for key, text in words.items()}
    gaps |= {
        "language": escape(language),
        "title": escape(title),
        "start": escape(start),
        "stopped": escape(way.stopped),
        "last": str(len(way.steps)),
        "items": "\n".join(items),
        "picture": layers(views, orientation=orientation),
        "style": style,
        "script": script,
        "style hash": _digest(style),
        "script hash": _digest(script),
    }
    return re.sub(r"\{\{([a-z. ]+)\}\}", lambda gap: gaps[gap[1]], _resource("way.html"))


def _resource(name: str) -> str:
    return files("pencilp.web").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Return the SHA-256 of a text, as a security policy has it."""
    return b64encode(sha256(text.encode()).digest()).decode()
