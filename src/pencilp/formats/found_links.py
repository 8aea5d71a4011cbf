"""Links as people find and pass them on: in a sentence, in markdown, in quotes, encoded once more, with a query or a stop behind.

A link is read as it stands wherever that makes sense. Only then is something left aside, the least first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pencilp.errors import InputError

TAIL = r"""(?:\.0|%[0-9A-Fa-f]{2}|[./,;:!?'"*_~])\Z"""
"""A character behind a link that may be none of it: a stop, a quote, what is left of one in another encoding, a zero too many."""
TEXT_TAIL = r"""[,;:!?'"*_~]\Z"""
"""The same behind a pzpr text, in which stops and slashes say something."""
MAX_TAILS = 6
"""So many of these are left aside."""


@cache
def _link() -> re.Pattern[str]:
    """Return a link in a text.

    No board needs quotes, brackets, spaces, or letters that are not in ASCII.

    What stands before the ``?`` is bounded, and behind it each character fits in one way only, so that a hostile text
    takes no longer than others.
    """
    in_body = r"""(?:[^\s<>"'`()\[\]{}|\\\x80-\U0010ffff]|(?![\x00-\x7f])\d)"""
    site = r"https?://[\w.:-]{1,100}(?:/[\w.~-]{1,100}){0,9}/?"
    bare_site = r"(?<![\w./-])[\w.-]{1,100}(?:/[\w.-]{1,100}){0,9}/p(?:_edit)?(?:\.html)?"
    return re.compile(rf"(?:{site}|{bare_site})\?{in_body}+")


def holds_text(query: str) -> bool:
    """Return whether what stands behind the ``?`` of a link is a pzpr text, maybe with the mark of a variant before it."""
    begin = query.partition("/")[2] if query.startswith("v:") else query
    return begin.startswith("pzprv3")


class Spelling(NamedTuple):
    """A ``link`` that may be meant, and what of the text it leaves ``aside``."""

    link: str
    aside: str = ""


def is_in(text: str) -> bool:
    """Return whether there is a link in a line."""
    # most texts have none, and the pattern takes a while to be made
    return "?" in text and ("://" in text or "/p" in text) and _link().search(text) is not None


def spellings(text: str) -> Iterator[Spelling]:
    """Yield what may be meant by a text with a link in it, the likeliest first.

    Raise InputError where there are two.
    """
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
        # by hand, with blanks that are not encoded: what is before the first one is no whole text
        yield Spelling(site + mark + query + behind, _told(before))
        return
    query, ampersand, further = query.partition("&")
    behind = ampersand + further + behind
    yield Spelling(site + mark + query, _told(before, behind))
    if "%" in query:
        from urllib.parse import unquote

        plain = unquote(query, errors="replace")
        if plain.isprintable() and _link().fullmatch(site + mark + plain):
            yield Spelling(site + mark + plain, _told(before, behind))
    ending = TEXT_TAIL if holds_text(query) else TAIL
    for _ in range(MAX_TAILS):
        if not (tail := re.search(ending, query)):
            return
        query, behind = query[: tail.start()], tail[0] + behind
        yield Spelling(site + mark + query, _told(before, behind))


def _told(*around: str) -> str:
    return " and ".join(repr(told.strip()) for told in around if told.strip())
