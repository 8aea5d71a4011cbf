"""Phrases: English texts that remember how they were put together, so that they can be said in another language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp.translations import Catalogue

MAX_NAMED = 6
"""A sentence names this many places of one kind, then only how many more there are."""


class Phrase(str):
    """An English text, made of a template with gaps (``{}``) and of the texts in its gaps.

    ``key`` is the entry of catalogues: the template, or another text if only English needs other words, such as a
    plural. Without ``parts`` the key is a whole text.
    """

    __slots__ = ("key", "parts")
    key: str
    parts: tuple[str, ...]

    def __new__(cls, template: str, *parts: object, key: str = "") -> Phrase:
        return cls.of(template.format(*parts), key or template, tuple(map(_text, parts)))

    @classmethod
    def of(cls, english: str, key: str, parts: Sequence[str] = ()) -> Phrase:
        """Return a phrase whose English text is ``english``, whatever its parts are."""
        self = str.__new__(cls, english)
        self.key, self.parts = key, tuple(parts)
        return self

    def __reduce__(self) -> Any:
        return Phrase.of, (str(self), self.key, self.parts)

    def said(self, say: Catalogue) -> str:
        """Return the text in the language of a catalogue; a phrase without an entry stays English, its parts do not."""
        if not say.entries:
            return str(self)  # English
        if not self.parts:
            return say(self.key)
        return (say.found(self.key, True) or self.key).format(*(said(part, say) for part in self.parts))


class Stated(str):
    """A text that a genre module states, such as that of a rule."""

    __slots__ = ()

    def said(self, say: Catalogue) -> str:
        """Return the text in the language of a catalogue."""
        return say.of_genre(self)


def said(text: str, say: Catalogue) -> str:
    """Return a text in the language of a catalogue."""
    return text.said(say) if isinstance(text, Phrase | Stated) else say(text)


def _text(part: object) -> str:
    return part if isinstance(part, str) else str(part)


def clue_count(n: int) -> str:
    """Return a number of clues: "1 clue", "2 clues"."""
    return Phrase("{} clue" if n == 1 else "{} clues", n)


def joined(words: Sequence[str], last: str = "and", most: int = MAX_NAMED) -> str:
    """Return words as they stand in a sentence: "a, b and c"; of many the first, and how many more."""
    if len(words) > most + 1:
        return Phrase(f"{{}} {last} {{}} more", listed(words[:most]), len(words) - most)
    if len(words) < 2:
        return words[0] if words else ""
    return Phrase(f"{{}} {last} {{}}", listed(words[:-1]), words[-1])


def joined_clauses(clauses: Sequence[str]) -> str:
    """Return clauses as one: "a, b, and c"."""
    if len(clauses) < 2:
        return clauses[0] if clauses else ""
    return Phrase("{}, and {}", listed(clauses[:-1]), clauses[-1])


def listed(words: Sequence[str], between: str = ", ") -> str:
    """Return words with commas between them: "a, b, c"."""
    if len(words) == 1:
        return words[0]
    half = len(words) // 2  # not one after the other: a phrase of a thousand words would be too deep
    return Phrase(f"{{}}{between}{{}}", listed(words[:half], between), listed(words[half:], between))
