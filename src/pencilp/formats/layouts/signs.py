"""Signs that people write for empty cells, circles and numbers above 9, as far as a layer allows them."""

from __future__ import annotations

from collections import Counter
from string import ascii_letters
from typing import Any

from pencilp._util.parse_number import are_digits
from pencilp.board.layers import Layer
from pencilp.errors import InputError
from pencilp.formats.layouts.blanks import Cells
from pencilp.formats.text.tokens import ALSO_NOTHING, NO_CELL, NOTHING, Line, Quoted, place_at
from pencilp.formats.text.values import reads

WHITE, BLACK = "○", "●"
BLOCK, LIKE_BLOCK = "■", "█▇⬛◼▓"
LIKE_LETTER = {"T": "🌳🌲🎄🌴"}
"""Emoji that people write for a letter."""
LIKE_WHITE, LIKE_BLACK = "oO◯◦⚪〇°⭘⚬", "@⚫⬤•⏺"
"""Characters that people type for a white and for a black circle."""
BLANK = frozenset("·・․‧∙□▢☐⬜–—−﹣＿~")
"""Signs that can only mean an empty cell."""
ODD = ("0", "*", "x", "X", "?", "+", ",", "'", "/", "-1", "o", "O", "~", ":", "=", "%", "!", "n", "N")
"""Signs that people write for an empty cell if they are not values of the layer."""
MAX_BLANK_LENGTH = 3
"""Characters of the longest sign for an empty cell, such as ``--`` among numbers of two digits."""
TEN = 10


def read(layer: Layer[Any], cells: Cells, *, letters: bool = True) -> list[Cells]:
    """Return the readings of the tokens of a grid as values of its layer; empty if some are not.

    With ``letters``, letters may be numbers. Raise InputError if it is unclear which circles are black.
    """
    lines, how = cells
    _refuse_two_sizes(layer, lines)
    words = Counter(word for _, tokens in lines for _, word in tokens if not isinstance(word, Quoted))
    meant: dict[str, str] = {}
    foreign = []
    for word in words:
        if word == NO_CELL or reads(layer, word):
            continue
        instead = _circle(layer, word) or (NOTHING if _is_blank(word) else "")
        if instead:
            meant[word] = instead
        else:
            foreign.append(word)
    empty = any(word in (NOTHING, *ALSO_NOTHING) for word in words) or NOTHING in meant.values()
    found: list[tuple[dict[str, str], str]] = []
    if not foreign:
        zeros = not empty and words["0"] * 2 > words.total()
        found.append((meant, "0 as a number" if zeros else ""))
        if zeros:
            # some programs print 0 for an empty cell
            found.append(({**meant, "0": NOTHING}, "0 for an empty cell"))
    elif len(foreign) == 1:
        if not empty and foreign[0] in ODD:
            found.append(({**meant, foreign[0]: NOTHING}, f"{foreign[0]} for an empty cell"))
        if empty and foreign[0] in ("*", "x", "X") and _circles(layer) >= WHITE_OR_BLACK:
            found.append(({**meant, foreign[0]: BLACK}, f"{foreign[0]} for a black circle"))
    for numbers in _letters(layer, words, foreign, empty=empty) if letters else ():
        letter, number = next((word, number) for word, number in numbers.items() if word != "0")
        found.append(({**meant, **numbers}, f"{letter} for {number}"))
    return [Cells(_with(lines, each), f"{how} with {what}" if what else how) for each, what in found]


WHITE_OR_BLACK = {WHITE, BLACK}


def _refuse_two_sizes(layer: Layer[Any], lines: list[Line]) -> None:
    """Raise InputError for a grid with both o and O if its layer has white and black circles."""
    places = {word: place_at(number, at) for number, tokens in lines for at, word in tokens if word in ("o", "O")}
    if len(places) > 1 and _circles(layer) >= WHITE_OR_BLACK and not any(reads(layer, word) for word in places):
        says = "o and O may be two kinds of circles, or one: write w for a white circle and b for a black one"
        raise InputError(says, places["O"])


def _circles(layer: Layer[Any]) -> set[str]:
    """Return the circles that are values of a layer."""
    return {sign for sign in WHITE_OR_BLACK if reads(layer, sign)}


def _circle(layer: Layer[Any], word: str) -> str:
    """Return the circle, black cell or letter that a word means, if that is a value of the layer; otherwise ""."""
    if len(word) != 1:
        return ""
    sign = WHITE if word in LIKE_WHITE else BLACK if word in LIKE_BLACK else BLOCK if word in LIKE_BLOCK else ""
    sign = sign or next((letter for letter, pictures in LIKE_LETTER.items() if word in pictures), "")
    return sign if sign and reads(layer, sign) else ""


def _is_blank(word: str) -> bool:
    """Return whether a word of equal characters can only mean an empty cell."""
    signs = set(word)
    return len(signs) == 1 and len(word) <= MAX_BLANK_LENGTH and (signs <= BLANK or signs <= {NOTHING, *ALSO_NOTHING})


def _letters(layer: Layer[Any], words: Counter[str], foreign: list[str], *, empty: bool) -> list[dict[str, str]]:
    """Return the numbers that letters may mean: names of pairs, or 10 and more."""
    letters = [word for word in foreign if len(word) == 1 and word in ascii_letters]
    others = [word for word in foreign if word not in letters]
    if not letters or not reads(layer, "1") or not reads(layer, "2") or (others and (others != ["0"] or empty)):
        return []
    zero = {"0": NOTHING} if others else {}
    numbered = [word for word in words if are_digits(word) and word != "0"]
    if layer.value.names_only:
        cases = {*letters} if len({*letters}) > len({letter.upper() for letter in letters}) else None
        order = sorted(letters if cases else {letter.upper() for letter in letters})
        first = max((int(word) for word in numbered), default=0) + 1
        number = {letter: str(first + i) for i, letter in enumerate(order)}
        return [{**zero, **{letter: number[letter if cases else letter.upper()] for letter in letters}}]
    if layer.value.greatest is None or any(len(word) > 1 for word in numbered):
        return []
    as_ten = {letter: str(ord(letter.upper()) - ord("A") + TEN) for letter in letters}
    result = [{**zero, **as_ten}]
    if not numbered:
        result.append({**zero, **{letter: str(int(n) - TEN + 1) for letter, n in as_ten.items()}})
    if empty and words["0"]:
        result = []
    return result


def _with(lines: list[Line], meant: dict[str, str]) -> list[Line]:
    """Return lines with tokens replaced by their meaning."""
    if not meant:
        return lines
    return [
        (number, [(at, word if isinstance(word, Quoted) else meant.get(word, word)) for at, word in tokens])
        for number, tokens in lines
    ]


def empties(layer: Layer[Any]) -> set[str]:
    """Return the signs for an empty cell that a grid of the layer may have, other than blanks."""
    return {NOTHING, *ALSO_NOTHING, *BLANK} | ({"0"} if reads(layer, "1") and not reads(layer, "0") else set())
