"""What the page in the browser says, in other languages than English.

The catalogue of a language is ``LANGUAGE/LC_MESSAGES/pencilp.po``. A new language is this file and nothing else: the
languages are those that have one. Entries are keyed by the English text as it stands in the code. ``{}`` stands for a number
or a name, on both sides (``{0}``, ``{1}`` if the order changes). The texts in these places are looked up as well, so
"{} instead of {}" and "{} shaded cell{}" together translate "3 shaded cells instead of 2".

The context of an entry (``msgctxt``) is the genre that says it. Texts that genres share have none, the page's own words have
``PAGE``, the names of cells, edges and corners ``PLACE``, and the sentences of steps ``STEP``.

A text without an entry stays English, as in gettext. The file is read when its language is first asked for: it is the only
copy, so nothing has to be compiled, and nothing can be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path

from pencilp.errors import InputError, install

FOLDER = Path(__file__).parent
ENGLISH = "en"
"""The language of the code."""
PAGE, PLACE, STEP = "page", "place", "step"
"""The contexts of entries that belong to no genre."""
SHARED = ""
"""The context of what genres share."""

MAX_CHARACTERS = 1000
"""The longest text that is looked up: a longer one holds something that came from outside."""
_PLACE = re.compile(r"(?<!\w)r(\d+)c(\d+)((?:[ns]?[ew]|[ns])?(?:\+(?:[ns]?[ew]|[ns]))?)(?!\w)")
"""The name of a cell, or of an edge or a corner of one."""

_SENTENCE = re.compile(r"[a-z]{3,}\s+[a-z]{2,}")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NO_WORDS = re.compile(rf"(?:[^A-Za-z]|{_PLACE.pattern})*|s")
"""Numbers, signs and names of places, or the ending of a plural."""


class Catalogue:
    """Translations by their English texts. ``own`` are those that the genre says itself."""

    def __init__(
        self, entries: Mapping[str, str], places: Mapping[str, str] | None = None, own: Collection[str] = ()
    ) -> None:
        self.entries, self._own = entries, frozenset(own)
        self._places = places or {}
        with_gaps = sorted(
            (key for key in entries if "{}" in key), key=lambda key: len(key.replace("{}", "")), reverse=True
        )
        # the most words first: "{} instead of {} at most" before "{} instead of {}"
        self._patterns = [
            (key, max(key.split("{}"), key=len), re.compile("(.*?)".join(map(re.escape, key.split("{}"))), re.DOTALL))
            for key in with_gaps
        ]
        """Each with its longest piece: a text without it needs no further look."""
        self.found = lru_cache(maxsize=4096)(self._found)

    def __call__(self, text: str) -> str:
        """Return ``text`` in the other language, or unchanged if there is no entry."""
        return self.named(self.found(text) or text)

    def of_genre(self, text: str) -> str:
        """Return a text that a genre module states, such as a rule, in the other language, or unchanged.

        A pattern of other texts, such as "{} to {}", matches it only if nothing in English stays in the gaps.
        """
        return self.named(self.found(text, True) or text)

    def named(self, text: str) -> str:
        """Return ``text`` with the names of its places in the other language."""
        return _PLACE.sub(self._place, text) if self._places else text

    def places(self, text: str) -> str:
        """Return names separated by blanks, each in the other language."""
        return " ".join(self(word) for word in text.split(" "))

    def _place(self, name: re.Match[str]) -> str:
        row, column, sides = name.groups()
        pattern = self._places.get("r{}c{}{}" if sides else "r{}c{}", "")
        ways = [self._places.get(side, "") for side in sides.split("+")] if sides else []
        both = self._places.get("{}+{}", "") if len(ways) == 2 else "{}"
        if not pattern or not all(ways) or not both:
            return name[0]
        return pattern.format(row, column, both.format(*ways) if ways else "")

    def _found(self, text: str, of_genre: bool = False) -> str | None:
        """Return the translation of ``text``, None if there is none."""
        entry = self.entry(text, of_genre)
        if entry is None:
            return None
        key, parts = entry
        say = self.of_genre if of_genre else self
        return self.entries[key].format(*map(say, parts)) if parts else self.entries[key]

    def entry(self, text: str, of_genre: bool = False) -> tuple[str, tuple[str, ...]] | None:
        """Return the key of the entry for ``text``, and the texts in its gaps; None if there is no entry.

        For ``of_genre`` see the method of this name.
        """
        if text in self.entries:
            return text, ()
        if len(text) > MAX_CHARACTERS:
            return None
        for key, piece, pattern in self._patterns:
            match = pattern.fullmatch(text) if piece in text else None
            fills = self._fills_all if of_genre and key not in self._own else self._fills
            if match and all(map(fills, match.groups())):
                return key, match.groups()
        return None

    def _fills(self, part: str) -> bool:
        """Return whether a part of a text may fill a gap: a sentence may not, unless it has an entry itself."""
        return not _SENTENCE.search(_QUOTED.sub("", part)) or self.found(part) is not None

    def _fills_all(self, part: str) -> bool:
        """Return whether a part of a text may fill a gap and leaves no English there."""
        return _NO_WORDS.fullmatch(part) is not None or self.found(part, True) is not None


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of all languages that have a catalogue, and English, sorted."""
    return tuple(sorted([ENGLISH, *(folder.name for folder in FOLDER.iterdir() if file_of(folder.name).is_file())]))


def catalogue(language: str, pages: Iterable[str] = (), *, steps: bool = False) -> Catalogue:
    """Return the catalogue of a language for a genre: ``pages`` are its name and those of the genres it is derived from.

    A genre without entries, such as a user's own, has those that all genres share. With ``steps`` the catalogue has the
    sentences of steps as well. Raise InputError for an unknown language.
    """
    if language not in languages():
        raise InputError(f"there is no language {language!r}, only {' and '.join(languages())}", "language")
    return _catalogue(language, (*pages, *([STEP] if steps else [])))


@lru_cache(maxsize=256)
def _catalogue(language: str, pages: tuple[str, ...]) -> Catalogue:
    contexts = read(language)
    entries: dict[str, str] = {}
    for context in (SHARED, *reversed(pages)):
        entries |= contexts.get(context, {})
    own = chain.from_iterable(contexts.get(page, {}) for page in pages if page != STEP)
    return Catalogue(entries, contexts.get(PLACE), [*own])


@lru_cache(maxsize=8)
def read(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return all translations of a language by their contexts and English texts; none for English."""
    if language == ENGLISH:
        return {}
    try:
        import polib  # takes 15 ms, for the page's users who do not read English
    except ImportError:
        raise InputError(f"polib, which reads translations, is not installed: {install('web')}", language) from None
    contexts: dict[str, dict[str, str]] = {}
    for entry in polib.pofile(str(file_of(language)), encoding="utf-8"):
        if entry.translated():
            contexts.setdefault(entry.msgctxt or SHARED, {})[entry.msgid] = entry.msgstr
    return contexts


def file_of(language: str) -> Path:
    """Return the path of a language's catalogue."""
    return FOLDER / language / "LC_MESSAGES" / "pencilp.po"
