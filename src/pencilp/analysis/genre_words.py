"""The title and the rules of a genre in words, in all languages."""

from __future__ import annotations

import inspect
import re

from pencilp.genres.base import Genre
from pencilp.translations import catalogue


def rules_in_words(genre: type[Genre]) -> str:
    """Return the rules of a genre: each paragraph of its docstring as one line, with empty lines between."""
    paragraphs = re.split(r"\n\s*\n", (inspect.getdoc(genre) or "").replace("``", ""))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def title_in(genre: type[Genre], language: str) -> str:
    """Return the title of a genre in a language: from its module (``title_ja``), its catalogue, or in English."""
    own: str = getattr(genre, f"title_{language}", "")
    return own or catalogue(language, [genre.name])(genre.title)
