"""Signs that each puzzle chooses, numbers and letters, such as the colours of a Mastermind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import AnswerLayer, Array, Layer
from pencilp.board.layers.places import BOARD, Place
from pencilp.board.layers.values import ValueType, index, whole_number
from pencilp.errors import brief

MAX_SIGNS = 100
"""Signs of a puzzle; numbers among them are smaller."""

DIGITS = frozenset("0123456789")
SignValue = int | str
"""A sign: a number from 0 on, or a letter."""


def numbered(signs: Sequence[SignValue]) -> dict[SignValue, int]:
    """Return the integer of each sign of a set in a model.

    Consecutive numbers stand for themselves. All other sets are numbered from 1, and so are 0 and 1, which would be
    read as no and yes.
    """
    first = signs[0]
    if isinstance(first, str) or signs != tuple(range(first, first + len(signs))) or signs == (0, 1):
        first = 1
    return {sign: k for k, sign in enumerate(signs, first)}


def spelled(signs: Sequence[SignValue]) -> str:
    """Return a short text for the signs of a set: ``1-6``, ``0-9,ABCDEF``, ``RGBYOP``."""
    parts = []
    for step, group in groupby(enumerate(signs), lambda at: at[1] - at[0] if isinstance(at[1], int) else None):
        run = [sign for _, sign in group]
        parts.append("".join(map(str, run)) if step is None else f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}")
    return ",".join(parts)


class Sign(ValueType):
    """A sign: a number from 0 to 99, or a letter of any script. Lower-case letters equal upper-case letters."""

    kind = "sign"
    packs = True

    def check(self, value: Any) -> SignValue:
        if isinstance(value, str):
            letter = value.upper()
            if len(letter) > 1 and letter.isalnum():
                raise ValueError(f"{brief(value)} is more than one symbol: each stands by itself")
            if len(letter) != 1 or not letter.isalpha():
                raise ValueError(f"{brief(value)} is neither a number nor a letter")
            return letter
        value = index(value)
        if not 0 <= value < MAX_SIGNS:
            raise ValueError(f"{value} is not allowed, only 0 to {MAX_SIGNS - 1}, and letters, each by itself")
        return int(value)

    def parse(self, token: str) -> Any:
        return whole_number(token) if token[:1] in DIGITS else token

    @property
    def pattern(self) -> str:
        return r"[0-9]{1,9}|[^\W\d_]"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(1, "a number"), ("R", "a letter")]


class SignSet(ValueType):
    """A tuple of different signs: ``6`` means the numbers 1 to 6, ``0-9`` those from 0 to 9, ``RGBYOP`` six letters.

    Numbers, ranges and words of letters may be joined by commas.
    """

    kind = "signs"
    sign = Sign()

    def check(self, value: Any) -> tuple[SignValue, ...]:
        if isinstance(value, str):
            value = self.parse(value)
        elif hasattr(value, "__index__"):
            value = self.up_to(index(value))
        elif not isinstance(value, Iterable):
            raise ValueError(f"{brief(value)} is no set of numbers and letters")
        signs = tuple(self.sign.check(sign) for sign in value)
        if not signs:
            raise ValueError("at least one symbol is needed")
        if len(set(signs)) < len(signs):
            twice = next(sign for i, sign in enumerate(signs) if sign in signs[:i])
            raise ValueError(f"{twice} is there twice")
        return signs

    @staticmethod
    def up_to(count: int) -> range:
        """Return the numbers from 1 to ``count``. Raise ValueError if there are none, or too many."""
        if not 1 <= count < MAX_SIGNS:
            raise ValueError(f"{count} is not allowed, only 1 to {MAX_SIGNS - 1}")
        return range(1, count + 1)

    def parse(self, token: str) -> Any:
        if (count := digits(token)) is not None:
            return tuple(self.up_to(count))
        signs: list[SignValue] = []
        for part in token.split(","):
            low, dash, high = part.partition("-")
            if dash:
                signs += self._range(low, high)
            elif part[:1] in DIGITS:
                signs.append(whole_number(part))
            else:
                signs += part
        return tuple(signs)

    def _range(self, low: str, high: str) -> list[SignValue]:
        """Return the signs from ``low`` to ``high``, both numbers or both letters."""
        first, last = (self.sign.check(self.sign.parse(end)) for end in (low, high))
        if isinstance(first, int) and isinstance(last, int) and first <= last:
            return list(range(first, last + 1))
        if isinstance(first, str) and isinstance(last, str) and 0 <= ord(last) - ord(first) < MAX_SIGNS:
            return [chr(code) for code in range(ord(first), ord(last) + 1)]
        raise ValueError(f"{low}-{high} is no range of numbers or letters")

    def token(self, value: Any) -> str:
        if value == tuple(range(1, len(value) + 1)):
            return str(len(value))
        if len(value) == 1 and isinstance(value[0], int):
            return f"{value[0]}-{value[0]}"
        return spelled(value)

    @property
    def pattern(self) -> str:
        part = r"([0-9]{1,9}(-[0-9]{1,9})?|[^\W\d_]-[^\W\d_]|[^\W\d_]+)"
        return f"{part}(,{part})*"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [
            (tuple(range(1, 7)), "the numbers 1 to 6"),
            (tuple(range(10)), "the digits"),
            (tuple("RGBYOP"), "letters, such as those of colours"),
        ]


class Chosen(Sign):
    """A sign of an answer, one of those in the input layer ``of``."""

    kind = "chosen"

    def __init__(self, of: str) -> None:
        self.of = of

    def details(self) -> dict[str, Any]:
        return {"of": self.of}

    def domain(self, puzzle: Any) -> tuple[int, int]:
        numbers = list(numbered(getattr(puzzle, self.of)).values())
        return (numbers[0], numbers[-1])

    def decode(self, numbers: Sequence[int | None], puzzle: Mapping[str, Any]) -> list[Any]:
        signs: dict[int | None, SignValue] = {number: sign for sign, number in numbered(puzzle[self.of]).items()}
        return [signs.get(number) for number in numbers]

    def numbers(self, values: Sequence[Any], puzzle: Mapping[str, Any]) -> list[int | None]:
        known = numbered(puzzle[self.of])
        return [None if value is None else known.get(value, FOREIGN) for value in values]


FOREIGN = -1
"""The value in a model for a sign that the puzzle does not have. It is in no domain."""


class ClueSigns(Layer[Grid]):
    """Numbers and letters in cells or, with ``on``, at other places. Another layer lists the signs of the puzzle."""

    def __init__(self, text: str = "", *, on: str | Place = "cells", optional: bool = False) -> None:
        super().__init__(on, Sign(), text, optional=optional)


class Alphabet(Layer[tuple[SignValue, ...]]):
    """The signs that a puzzle uses, in order; by default the numbers from 1 to ``initial``."""

    def __init__(self, text: str = "", *, initial: int) -> None:
        super().__init__(BOARD, SignSet(), text, optional=True)
        self.initial = initial

    def default(self, lattice: Any) -> Any:
        return tuple(range(1, self.initial + 1))

    def described(self, lattice: Any) -> dict[str, Any]:
        return super().described(lattice) | {"initial": self.initial}


class AnswerSigns(AnswerLayer[Array]):
    """One of the signs of the input layer ``of`` at every place."""

    def __init__(self, of: str, text: str = "", *, on: str | Place = "cells") -> None:
        super().__init__(on, Chosen(of), text)
