"""The size of a room, written into some of its cells: an answer that says where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilp.board.layers.layer import AnswerLayer, Literals
from pencilp.board.layers.numbers import Digit

FOREIGN = -1
"""What stands in a model for a number that is not the size of its room: no domain has it."""


class RoomSize(Digit):
    """The size of the room that a cell lies in, of the input layer ``of``, or 0 where it is not written.

    Its variable is a literal: whether it is written there.
    """

    kind = "size"

    def __init__(self, of: str) -> None:
        super().__init__(0, 1, blank=0)
        self.of = of

    def details(self) -> dict[str, Any]:
        return {"of": self.of}

    def _sizes(self, puzzle: Mapping[str, Any]) -> list[int]:
        """Per cell the size of its room."""
        rooms = puzzle[self.of]
        return [len(rooms.groups[room]) for room in rooms.of]

    def told(self, numbers: Sequence[int | None], puzzle: Mapping[str, Any]) -> list[Any]:
        written = zip(numbers, self._sizes(puzzle), strict=True)
        return [number if number is None else number * size for number, size in written]

    def numbers(self, values: Sequence[Any], puzzle: Mapping[str, Any]) -> list[int | None]:
        written = zip(values, self._sizes(puzzle), strict=True)
        return [None if v is None else 0 if v == 0 else 1 if v == size else FOREIGN for v, size in written]


class RoomSizes(AnswerLayer[Literals]):
    """In some cells the size of their room, of the input layer ``of``; its variables say where."""

    def __init__(self, of: str, text: str = "") -> None:
        super().__init__("cells", RoomSize(of), text)
