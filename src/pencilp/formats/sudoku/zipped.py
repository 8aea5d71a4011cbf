"""SudokuPad's short form of JSON: single quotes, short keys, and nothing in place of ``{}``.

    {cs:50,ce:[[{v:9},,],[,,],[,,]],re:[[[0,0],[0,1]]],ca:[{v:'title: A'}]}

Source: the functions zip and unzip of SudokuPad (https://github.com/SudokuPad/sudokutools).
"""

from __future__ import annotations

import json
import re
from typing import Any

from pencilp._util import strict_json
from pencilp.errors import InputError

KEYS = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells", "cs": "cellSize",
    "a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines",
    "r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
    "te": "text", "d": "duration",
}  # fmt: skip
"""The short keys."""
WORDS: dict[str, Any] = {
    "t": True, "f": False, "true": True, "false": False, "null": None, "": {}, "#0": "#000000", "#F": "#FFFFFF"
}  # fmt: skip
"""The values that stand without quotes, except numbers and colours."""
STRING = re.compile(r"""(?P<quote>["'])(?P<text>(?:[^"'\\]|\\.|(?!(?P=quote))["'])*)(?P=quote)""", re.DOTALL)
BARE = re.compile(r"[^,:\[\]{}\"']*")
COLOUR = re.compile("[0-9a-fA-F]{6}")
MAX_DEPTH = 40


def unzip(text: str) -> Any:
    """Return the value of a text in the short form, or in plain JSON. Raise InputError for anything else."""
    try:
        return strict_json.loads(text)
    except (ValueError, RecursionError):
        reader = _Reader(text)
        value = reader.value(0)
        if reader.at != len(text):
            raise reader.error() from None
        return value


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self) -> InputError:
        """Return the error for the place that is reached."""
        return InputError(f"the link is damaged at character {self.at + 1} of what it holds")

    def next_is(self, sign: str) -> bool:
        """Skip a sign if it comes next, and return whether it did."""
        there = self.text.startswith(sign, self.at)
        self.at += there
        return there

    def value(self, depth: int) -> Any:
        """Return the value that comes next."""
        if depth > MAX_DEPTH:
            raise self.error()
        if self.next_is("["):
            found = [self.value(depth + 1)]
            while self.next_is(","):
                found.append(self.value(depth + 1))
            self._end("]")
            return found
        if self.next_is("{"):
            return self._object(depth)
        string = self._string()
        return self._bare() if string is None else string

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.next_is("}"):
            return found
        while True:
            key = self._string()
            if key is None:
                key = self._word()
            if not key or not self.next_is(":"):
                raise self.error()
            found[KEYS.get(key, key)] = self.value(depth + 1)
            if not self.next_is(","):
                self._end("}")
                return found

    def _end(self, sign: str) -> None:
        if not self.next_is(sign):
            raise self.error()

    def _string(self) -> str | None:
        match = STRING.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        inner = match["text"].replace("\\'", "'").replace("\n", "\\n").replace("\r", "")
        if match["quote"] == "'":
            inner = re.sub(r'(?<!\\)"', '\\"', inner)
        try:
            return str(json.loads(f'"{inner}"', strict=False))
        except ValueError:
            raise self.error() from None

    def _word(self) -> str:
        match = BARE.match(self.text, self.at)
        assert match is not None  # it may be empty
        self.at = match.end()
        return match[0].strip()

    def _bare(self) -> Any:
        word = self._word()
        if word in WORDS:
            value = WORDS[word]
            return dict(value) if isinstance(value, dict) else value
        if COLOUR.fullmatch(word):
            return f"#{word}"
        try:
            return json.loads(word)
        except ValueError:
            return word
