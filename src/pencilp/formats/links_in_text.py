"""Links as people pass them on: in a sentence, in Markdown, in quotes, encoded twice, with text after them.

A link is read as it stands if that gives a puzzle. Otherwise as little as possible is dropped from its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pencilp.errors import InputError

MAX_LINK_LENGTH = 500_000
"""Characters of the longest link that is read."""
LINK_TAIL = r"""(?:\.0|%[0-9A-Fa-f]{2}|[./,;:!?'"*_~])\Z"""
"""An end that may not belong to a link: a full stop, a quote, a percent encoding, the ``.0`` of a spreadsheet."""
TEXT_TAIL = r"""[,;:!?'"*_~]\Z"""
"""The same after a pzpr text, in which full stops and slashes have a meaning."""
MAX_TAILS = 6
"""At most this number of such characters is dropped."""


@cache
def _link() -> re.Pattern[str]:
    """Return the pattern of a link in a text.

    Its body has no quotes, brackets, spaces, or letters outside ASCII. The part before ``?`` is bounded, and each later
    character matches in one way only, so hostile texts take no longer.
    """
    in_body = r"""(?:[^\s<>"'`()\[\]{}|\\\x80-\U0010ffff]|(?![\x00-\x7f])\d)"""
    site = r"https?://[\w.:-]{1,100}(?:/[\w.~-]{1,100}){0,9}/?"
    bare_site = r"(?<![\w./-])[\w.-]{1,100}(?:/[\w.-]{1,100}){0,9}/p(?:_edit)?(?:\.html)?"
    return re.compile(rf"(?:{site}|{bare_site})\?{in_body}+")


def holds_text(query: str) -> bool:
    """Return whether the part of a link after ``?`` is a pzpr text, perhaps with the mark of a variant before it."""
    begin = query.partition("/")[2] if query.startswith("v:") else query
    return begin.startswith("pzprv3")


class Spelling(NamedTuple):
    """A ``link`` that may be meant, and the text ``aside`` that is not part of it."""

    link: str
    aside: str = ""


def is_in(text: str) -> bool:
    """Return whether a line contains a link."""
    # most texts have no link, and compiling the pattern takes time
    return "?" in text and ("://" in text or "/p" in text) and _link().search(text) is not None


def spellings(text: str) -> Iterator[Spelling]:
    """Yield the links that a text may mean, the likeliest first. Raise InputError if it contains two links."""
    text = text.strip()
    found = _link().search(text)
    if found is None:
        yield Spelling(text)
        return
    before, behind = text[: found.start()], text[found.end() :]
    if is_in(behind):
        raise InputError("there is more than one link in this line")
    site, mark, query = found[0].partition("?")
    kind, ampersand, rest = query.partition("&")
    if kind.startswith("type=") and ampersand:
        site, query = f"{site}{mark}{kind}", rest
        mark = ampersand
    if "/" in behind and "%" not in query and holds_text(query):
        # typed by hand, with blanks that are not encoded: the text continues after the first blank
        yield Spelling(site + mark + query + behind, quoted(before))
        return
    query, ampersand, further = query.partition("&")
    behind = ampersand + further + behind
    yield Spelling(site + mark + query, quoted(before, behind))
    if "%" in query:
        from urllib.parse import unquote

        plain = unquote(query, errors="replace")
        if plain.isprintable() and _link().fullmatch(site + mark + plain):
            yield Spelling(site + mark + plain, quoted(before, behind))
    ending = TEXT_TAIL if holds_text(query) else LINK_TAIL
    for _ in range(MAX_TAILS):
        if not (tail := re.search(ending, query)):
            return
        query, behind = query[: tail.start()], tail[0] + behind
        yield Spelling(site + mark + query, quoted(before, behind))


def quoted(*around: str) -> str:
    """Return the texts before and after a link in quotes, "" if there are none."""
    return " and ".join(repr(text.strip()) for text in around if text.strip())
