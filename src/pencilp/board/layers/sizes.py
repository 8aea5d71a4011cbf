"""Sizes of rooms in some of their cells, as an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pencilp.board.layers.layer import AnswerLayer, Literals
from pencilp.board.layers.values import NATURAL, ValueType, index, whole_number

FOREIGN = -1
"""The value in a model for a number that is not the size of its room. It is in no domain."""


class RoomSize(ValueType):
    """The size of a cell's room in the input layer ``of``, or 0 if it is not written there.

    Its variable is a literal: whether it is written there.
    """

    kind = "size"
    packs = True
    nothing = 0
    places = ("cells",)

    def __init__(self, of: str) -> None:
        self.of = of

    def check(self, value: Any) -> Any:
        return index(value)

    def parse(self, token: str) -> Any:
        return whole_number(token)

    @property
    def pattern(self) -> str:
        return NATURAL

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(1, "")]

    def wanted(self) -> str:
        return "a number"

    def domain(self, puzzle: Any) -> tuple[int, int]:
        return (0, 1)

    def details(self) -> dict[str, Any]:
        return {"of": self.of}

    def _sizes(self, puzzle: Mapping[str, Any]) -> list[int]:
        """Return the size of each cell's room."""
        rooms = puzzle[self.of]
        return [len(rooms.groups[room]) for room in rooms.of]

    def decode(self, numbers: Sequence[int | None], puzzle: Mapping[str, Any]) -> list[Any]:
        written = zip(numbers, self._sizes(puzzle), strict=True)
        return [number if number is None else number * size for number, size in written]

    def numbers(self, values: Sequence[Any], puzzle: Mapping[str, Any]) -> list[int | None]:
        written = zip(values, self._sizes(puzzle), strict=True)
        return [None if v is None else 0 if v == 0 else 1 if v == size else FOREIGN for v, size in written]


class RoomSizes(AnswerLayer[Literals]):
    """The sizes of rooms of the input layer ``of`` in some of their cells; its variables are 1 for these cells."""

    def __init__(self, of: str, text: str = "") -> None:
        super().__init__("cells", RoomSize(of), text)
