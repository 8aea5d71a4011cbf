"""The text in a Penpa+ link: lines in raw deflate and base64, with short names for the words that occur most.

A link is ``https://swaroopg92.github.io/penpa-edit/#m=edit&p=...``; older ones have ``?`` for ``#``. ``m`` is ``edit`` (question
and answer) or ``solve`` (question only), ``p`` is the drawing, and ``a`` is the answer that Penpa compares with.

===== ====================================================================================================================
line  content
===== ====================================================================================================================
0     type of the grid, columns, rows, size of a cell and further numbers; then title, author, source and rules
1     the numbers of rows and columns around the board, at the top, bottom, left and right
2     tools of the editor
3, 4  the elements of the question and of the answer, in JSON
5     the cells of the board: the first, then differences
16    the kinds of elements that are accepted as the answer, if any one of several is enough
17    names of the genre
===== ====================================================================================================================

The facts come from Penpa's own code (MIT licence), which is not copied.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from typing import Any, NamedTuple

from pencilp.errors import InputError

SITE = "https://swaroopg92.github.io/penpa-edit/#"
MAX_TEXT_BYTES = 8_000_000
"""Bytes of the text in a link. A link of some kilobytes can hold gigabytes."""
SHORT = (
    ("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"), ('"surface"', "zS"),
    ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"),
    ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"), ('"command_replay"', "z8"),
    ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3"),
    ('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"), ('"killercages"', "z6"),
    ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO"),
)  # fmt: skip
"""Words and their short names, in the order in which they are replaced."""
LONG = {short: word for word, short in SHORT}
ESCAPES = (("%", "%25"), ("\n", "%2D"), (",", "%2C"), ("&", "%2E"), ("=", "%2F"))
"""Characters that the header cannot hold, in Penpa's own spelling; ``%25`` is ours."""
TITLE, AUTHOR, RULES, SEVERAL = 15, 16, 18, 20
"""Fields of the header."""


class Parameters(NamedTuple):
    """The parameters of a link: the ``drawing`` and the ``answer`` to compare with, in base64."""

    drawing: str
    answer: str


def parameters(link: str) -> Parameters:
    """Return the parameters of a link, which may lack its site. Raise InputError if there is no drawing."""
    found: dict[str, str] = {}
    for part in re.split("[?#&]", link.strip()):
        name, _, value = part.partition("=")
        found.setdefault(name.lower(), value)
    if not found.get("p"):
        raise InputError("this Penpa link has no drawing, which is behind m=edit&p=: was it copied whole?")
    return Parameters(found["p"], found.get("a", ""))


def unpacked(coded: str, what: str) -> str:
    """Return the text in a parameter. Raise InputError if it is cut off, broken or too large."""
    if "%" in coded:
        from urllib.parse import unquote

        coded = unquote(coded)
    # some programs write the letters of base64 for addresses
    plain = coded.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        packed = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        inflate = zlib.decompressobj(-15)
        text = inflate.decompress(packed, MAX_TEXT_BYTES)
    except (binascii.Error, zlib.error, ValueError):
        raise InputError(f"the {what} in the Penpa link is broken: was it copied whole?") from None
    if len(text) == MAX_TEXT_BYTES and not inflate.eof:
        raise InputError(f"the {what} in the Penpa link unpacks to more than {MAX_TEXT_BYTES // 1_000_000} MB")
    if not inflate.eof:
        raise InputError(f"the {what} in the Penpa link is cut off: was it copied whole?")
    try:
        return text.decode(errors="surrogatepass")
    except UnicodeDecodeError:
        raise InputError(f"the {what} in the Penpa link is no text: was it copied whole?") from None


def packed(text: str) -> str:
    """Return a text as a parameter."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode(errors="surrogatepass")) + deflate.flush()).decode()


def lengthened(text: str) -> str:
    """Return a text with whole words for their short names."""
    return re.sub("z[ZOzA-Y0-9_]", lambda match: LONG.get(match[0], match[0]), text)


def shortened(text: str) -> str:
    """Return a text with short names for whole words."""
    for word, short in SHORT:
        text = text.replace(word, short)
    return text


def parsed(text: str, what: str) -> Any:
    """Return the value of a line in JSON. Raise InputError if it is broken."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{what} in the Penpa link cannot be read: was it copied whole?") from None


def escaped(text: str) -> str:
    """Return a text as a field of the header."""
    for character, code in ESCAPES:
        text = text.replace(character, code)
    return text


def unescaped(field: str) -> str:
    """Return the text of a field of the header."""
    for character, code in reversed(ESCAPES):
        field = field.replace(code, character)
    return field
