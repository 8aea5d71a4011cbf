"""The page's own words, in all languages: ``page/words.json`` has them in English."""

from __future__ import annotations

import json
from importlib.resources import files

from pencilp.translations import ENGLISH, PAGE, languages, read


def english() -> dict[str, str]:
    """Return the words in English, by the keys that the page's script uses."""
    words: dict[str, str] = json.loads(files("pencilp.web").joinpath("page/words.json").read_text(encoding="utf-8"))
    return words


def by_language() -> dict[str, dict[str, str]]:
    """Return the words of each language; those that a catalogue lacks are left out."""
    words = english()
    known = {language: read(language).get(PAGE, {}) for language in languages()}
    translated = {
        language: {key: texts[text] for key, text in words.items() if text in texts}
        for language, texts in known.items()
    }
    return translated | {ENGLISH: words}
