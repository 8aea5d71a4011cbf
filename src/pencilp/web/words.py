"""The page's own texts in all languages; ``page/words.json`` has the English ones."""

from __future__ import annotations

import json
from importlib.resources import files

from pencilp.translations import ENGLISH, PAGE, languages, read


def english() -> dict[str, str]:
    """Return the English texts by the keys of the page's script."""
    words: dict[str, str] = json.loads(files("pencilp.web").joinpath("page/words.json").read_text(encoding="utf-8"))
    return words


def by_language() -> dict[str, dict[str, str]]:
    """Return the texts of each language, without those that are missing in a catalogue."""
    words = english()
    catalogues = {language: read(language).get(PAGE, {}) for language in languages()}
    translated = {
        language: {key: texts[text] for key, text in words.items() if text in texts}
        for language, texts in catalogues.items()
    }
    return translated | {ENGLISH: words}
