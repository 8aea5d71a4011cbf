"""The page's own texts in all languages; ``page/words.json`` has the English ones."""

from __future__ import annotations

import json
from importlib.resources import files

from pencilp.translations import ENGLISH, PAGE, languages, read


def english() -> dict[str, str]:
    """Return the English texts by the keys of the page's script."""
    words: dict[str, str] = json.loads(files("pencilp.web").joinpath("page/words.json").read_text(encoding="utf-8"))
    return words


def words_in(language: str) -> dict[str, str]:
    """Return the texts in a language, without those that are missing in its catalogue."""
    words = english()
    if language == ENGLISH:
        return words
    translated = read(language).get(PAGE, {})
    return {key: translated[text] for key, text in words.items() if text in translated}


def by_language() -> dict[str, dict[str, str]]:
    """Return the texts of each language."""
    return {language: words_in(language) for language in languages()}
