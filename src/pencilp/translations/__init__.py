"""What pencilp says, in other languages.

A catalogue is a JSON file from English texts, as they stand in the code, to those of another language. What differs from one
time to the next, a number or a name, is ``{}`` on both sides (``{0}``, ``{1}`` where the order changes). What stands there is
looked up as well, so "{} instead of {}" and "{} shaded cell{}" together say "3 shaded cells instead of 2".
``LANGUAGE/shared.json`` has the words of the boards, layers and rules that genres share, ``LANGUAGE/GENRE.json`` those of a
genre's page.

What no catalogue has stays English, as with gettext.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from pencilp.errors import InputError

LANGUAGES = ("en", "ja")
"""All languages that are spoken here."""
SHARED = "shared"
"""The catalogue of what belongs to no single genre."""

LONGEST = 1000
"""Characters of a text that is looked up: what is longer holds something that came from outside."""
_PLACE = re.compile(r"(?<!\w)r(\d+)c(\d+)((?:[ns]?[ew]|[ns])?(?:\+(?:[ns]?[ew]|[ns]))?)(?!\w)")
"""The name of a cell, or of an edge or a corner of one."""
_WAYS = {"": "", "n": "上", "e": "右", "s": "下", "w": "左", "ne": "右上", "nw": "左上", "se": "右下", "sw": "左下"}


def _japanese_place(name: re.Match[str]) -> str:
    cell = f"{name[1]}行{name[2]}列"
    return f"{cell}の{'・'.join(_WAYS[way] for way in name[3].split('+'))}" if name[3] else cell


NAMES: dict[str, Callable[[re.Match[str]], str]] = {"ja": _japanese_place}
"""Per language how places are called in it."""

_SENTENCE = re.compile(r"[a-z]{3,}\s+[a-z]{2,}")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


class Catalogue:
    """Texts by their English ones."""

    def __init__(self, entries: Mapping[str, str], language: str = "") -> None:
        self.entries = entries
        self._place = NAMES.get(language)
        mended = sorted(
            (key for key in entries if "{}" in key), key=lambda key: len(key.replace("{}", "")), reverse=True
        )
        # what has more words of its own comes first: "{} instead of {} at most" before "{} instead of {}"
        self._patterns = [
            (key, max(key.split("{}"), key=len), re.compile("(.*?)".join(map(re.escape, key.split("{}"))), re.DOTALL))
            for key in mended
        ]
        """Each with its longest piece: most texts do not have it, and need not be looked at further."""
        self.found = lru_cache(maxsize=4096)(self._found)

    def __call__(self, text: str) -> str:
        """``text`` in the other language, or as it is."""
        return self.named(self.found(text) or text)

    def named(self, text: str) -> str:
        """``text`` with the names of its places in the other language."""
        return text if self._place is None else _PLACE.sub(self._place, text)

    def places(self, text: str) -> str:
        """Names with blanks between, each in the other language."""
        return " ".join(self(word) for word in text.split(" "))

    def _found(self, text: str) -> str | None:
        """What stands for ``text``, None where nothing does."""
        told = self.entry(text)
        if told is None:
            return None
        key, parts = told
        return self.entries[key].format(*map(self, parts)) if parts else self.entries[key]

    def entry(self, text: str) -> tuple[str, tuple[str, ...]] | None:
        """The entry that stands for ``text``, with what fills its places; None where there is none."""
        if text in self.entries:
            return text, ()
        if len(text) > LONGEST:
            return None
        for key, piece, pattern in self._patterns:
            match = pattern.fullmatch(text) if piece in text else None
            if match and all(map(self._fills, match.groups())):
                return key, match.groups()
        return None

    def _fills(self, part: str) -> bool:
        """Whether a part of a text may fill a place: a sentence may not, unless it is known itself."""
        return not _SENTENCE.search(_QUOTED.sub("", part)) or self.found(part) is not None


def catalogue(language: str, pages: Iterable[str] = ()) -> Catalogue:
    """The catalogue of a language with what the ``pages`` of a genre say, those it is derived from last.

    Raises InputError for a language that is not spoken here. Pages without a file, a user's own for one, are left out.
    """
    if language not in LANGUAGES:
        raise InputError(f"there is no language {language!r}, only {' and '.join(LANGUAGES)}", "language")
    return _catalogue(language, tuple(pages))


@lru_cache(maxsize=256)
def _catalogue(language: str, pages: tuple[str, ...]) -> Catalogue:
    if language == "en":
        return Catalogue({})
    entries: dict[str, str] = {}
    for name in (SHARED, *reversed(pages)):
        entries |= entries_of(language, name)
    return Catalogue(entries, language)


def entries_of(language: str, name: str) -> dict[str, str]:
    """What stands in one file: a genre's, or ``SHARED``; nothing where there is none."""
    file = files("pencilp.translations").joinpath(language, f"{name}.json")
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found
