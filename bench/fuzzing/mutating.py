"""Texts and bytes made wrong: what every attack on a format shares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

NUMBERS = (
    "0", "-1", "1", "2", "7", "00", "99", "100", "255", "1000", "65536", "999999", "9999999", "999999999", "2147483648",
    "99999999999999999999", "1e9", "1e400", "-1e400", "1e-400", "nan", "inf", "-inf", "0x10", "1_000", "1.5", "+1", "²", "①",
    "٣", "１２", "½", "9" * 400, "-0",
)  # fmt: skip
"""Replacements for a number."""
LARGE = ("100", "999", "1000", "9999", "10000", "65535", "100000", "999999", "1000000", "99999999", "999999999",
         "2147483647")  # fmt: skip
"""Numbers that are read, but that no small board can use."""
PIECES = (
    "-", "?", "#", ".", "_", "/", "//", ":", ",", ";", '"', "'", "\\", "\t", " ", "\n", "\n\n", "\r\n", "\r", "\0", "\x1b[2J",
    "\x85", "\u2028", "\ufeff", "\u200b", "\u202e", "\ud800", "💣", "ﬁ", "Ａ", "é", "٠", "<", ">", "&", "=", "%", "%00", "+", "*",
    "{", "}", "[", "]", "(", ")", "---", "answer:", "size: 3 3", "name: a", "board: hexagonal", "null", "true", "x" * 1000,
)  # fmt: skip
"""Texts that are inserted anywhere."""
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
WORD = re.compile(r"[^\s,;:/<>\"=]+")


def mutated(rng: Random, text: str, others: Sequence[str] = ()) -> str:
    """``text`` with a few changes. Parts of the texts ``others`` may be put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if others and rng.random() < 0.1:
            text = _spliced(rng, text, rng.choice(others))
        else:
            text = rng.choice(CHANGES)(rng, text)
    return text


def encoded(rng: Random, text: str) -> bytes:
    """A text as bytes; now and then in another encoding, or with a byte that is none of a text."""
    how = rng.random()
    content = text.encode("utf-8", "surrogatepass" if how < 0.5 else "replace")
    if how > 0.98:
        return text.encode("utf-16", "replace")
    if how > 0.97:
        return b"\xef\xbb\xbf" + content
    if how > 0.96:
        return text.encode(rng.choice(("latin-1", "cp932", "euc_jp")), "replace")
    return mangled(rng, content) if how > 0.94 else content


def mangled(rng: Random, content: bytes) -> bytes:
    """Return bytes, some of them changed, lost or doubled."""
    result = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 5))):
        a, b = _stretch(rng, len(result))
        way = rng.randrange(4)
        if way == 0:
            result[a:b] = b""
        elif way == 1:
            result[a:a] = result[a:b]
        elif way == 2:
            del result[a:]
        elif result:
            result[rng.randrange(len(result))] = rng.randrange(256)
    return bytes(result)


def with_number(rng: Random, text: str, numbers: Sequence[str]) -> str:
    """``text`` with one of its numbers replaced by one of ``numbers``, or, now and then, all equal ones, or all."""
    places = [m.span() for m in NUMBER.finditer(text)]
    if not places:
        return text
    a, b = rng.choice(places)
    new, way = rng.choice(numbers), rng.random()
    if way < 0.1:
        return NUMBER.sub(lambda _: rng.choice(numbers), text)
    if way < 0.2:
        old = text[a:b]
        return NUMBER.sub(lambda m: new if m[0] == old else m[0], text)
    return text[:a] + new + text[b:]


def _stretch(rng: Random, length: int) -> tuple[int, int]:
    a = rng.randint(0, length)
    return a, min(length, a + rng.choice((1, 1, 2, 5, 20, 200)))


def _number(rng: Random, text: str) -> str:
    return with_number(rng, text, NUMBERS)


def _lost(rng: Random, text: str) -> str:
    a, b = _stretch(rng, len(text))
    return text[:a] + text[b:]


def _twice(rng: Random, text: str) -> str:
    a, b = _stretch(rng, len(text))
    return text[:b] + text[a:b] * rng.choice((1, 1, 1, 2, 50)) + text[b:]


def _cut(rng: Random, text: str) -> str:
    return text[: rng.randint(0, len(text))]


def _put_in(rng: Random, text: str) -> str:
    a, b = _stretch(rng, len(text))
    piece = rng.choice(PIECES) if rng.random() < 0.7 else chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
    return text[:a] + piece + text[a if rng.random() < 0.5 else b :]


def _words_swapped(rng: Random, text: str) -> str:
    words = [m.span() for m in WORD.finditer(text)]
    if len(words) < 2:
        return text
    (a, b), (c, d) = sorted(rng.sample(words, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _lines_moved(rng: Random, text: str) -> str:
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines[i], lines[j] = lines[j], lines[i]
    elif way == 1:
        del lines[i]
    else:
        lines.insert(j, lines[i])
    return "\n".join(lines)


def _case_changed(rng: Random, text: str) -> str:
    a, b = _stretch(rng, len(text))
    return text[:a] + text[a:b].swapcase() + text[b:]


CHANGES = (_number, _number, _lost, _twice, _cut, _put_in, _put_in, _words_swapped, _lines_moved, _case_changed)


def _spliced(rng: Random, text: str, other: str) -> str:
    a, b = _stretch(rng, len(text))
    c = rng.randint(0, len(other))
    return text[:a] + other[c : c + rng.choice((3, 30, 300))] + text[b:]
