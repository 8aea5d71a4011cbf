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


def mutated(rng: Random, told: str, others: Sequence[str] = ()) -> str:
    """``told`` with a few changes. Parts of the texts ``others`` may be put in."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        if others and rng.random() < 0.1:
            told = _spliced(rng, told, rng.choice(others))
        else:
            told = rng.choice(CHANGES)(rng, told)
    return told


def encoded(rng: Random, told: str) -> bytes:
    """A text as bytes; now and then in another encoding, or with a byte that is none of a text."""
    how = rng.random()
    content = told.encode("utf-8", "surrogatepass" if how < 0.5 else "replace")
    if how > 0.98:
        return told.encode("utf-16", "replace")
    if how > 0.97:
        return b"\xef\xbb\xbf" + content
    if how > 0.96:
        return told.encode(rng.choice(("latin-1", "cp932", "euc_jp")), "replace")
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


def with_number(rng: Random, told: str, numbers: Sequence[str]) -> str:
    """``told`` with one of its numbers replaced by one of ``numbers``, or, now and then, all equal ones, or all."""
    places = [m.span() for m in NUMBER.finditer(told)]
    if not places:
        return told
    a, b = rng.choice(places)
    new, way = rng.choice(numbers), rng.random()
    if way < 0.1:
        return NUMBER.sub(lambda _: rng.choice(numbers), told)
    if way < 0.2:
        old = told[a:b]
        return NUMBER.sub(lambda m: new if m[0] == old else m[0], told)
    return told[:a] + new + told[b:]


def _stretch(rng: Random, length: int) -> tuple[int, int]:
    a = rng.randint(0, length)
    return a, min(length, a + rng.choice((1, 1, 2, 5, 20, 200)))


def _number(rng: Random, told: str) -> str:
    return with_number(rng, told, NUMBERS)


def _lost(rng: Random, told: str) -> str:
    a, b = _stretch(rng, len(told))
    return told[:a] + told[b:]


def _twice(rng: Random, told: str) -> str:
    a, b = _stretch(rng, len(told))
    return told[:b] + told[a:b] * rng.choice((1, 1, 1, 2, 50)) + told[b:]


def _cut(rng: Random, told: str) -> str:
    return told[: rng.randint(0, len(told))]


def _put_in(rng: Random, told: str) -> str:
    a, b = _stretch(rng, len(told))
    piece = rng.choice(PIECES) if rng.random() < 0.7 else chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
    return told[:a] + piece + told[a if rng.random() < 0.5 else b :]


def _words_swapped(rng: Random, told: str) -> str:
    words = [m.span() for m in WORD.finditer(told)]
    if len(words) < 2:
        return told
    (a, b), (c, d) = sorted(rng.sample(words, 2))
    return told[:a] + told[c:d] + told[b:c] + told[a:b] + told[d:]


def _lines_moved(rng: Random, told: str) -> str:
    lines = told.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    way = rng.randrange(3)
    if way == 0:
        lines[i], lines[j] = lines[j], lines[i]
    elif way == 1:
        del lines[i]
    else:
        lines.insert(j, lines[i])
    return "\n".join(lines)


def _case_changed(rng: Random, told: str) -> str:
    a, b = _stretch(rng, len(told))
    return told[:a] + told[a:b].swapcase() + told[b:]


CHANGES = (_number, _number, _lost, _twice, _cut, _put_in, _put_in, _words_swapped, _lines_moved, _case_changed)


def _spliced(rng: Random, told: str, other: str) -> str:
    a, b = _stretch(rng, len(told))
    c = rng.randint(0, len(other))
    return told[:a] + other[c : c + rng.choice((3, 30, 300))] + told[b:]
