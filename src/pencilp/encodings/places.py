"""Places: the values that a part of a link reads and writes, and their order."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from pencilp.encodings.codes import HOLE, InLayer
from pencilp.encodings.partial_puzzle import Declared, PartialPuzzle, rooms_of
from pencilp.errors import InputError

OUTSIDE = ("top", "bottom", "left", "right")
"""The order in which formats list the sides."""


class Places(Declared):
    """Some places of a board, in the order of a format.

    ``meaning`` maps values of codes to values of the layer, if these differ. If two have the same meaning, the first is
    written.
    """

    def __init__(self, meaning: Mapping[Hashable, Any] | None = None) -> None:
        self.meaning = dict(meaning or {})
        self.coded = {value: code for code, value in reversed(self.meaning.items())}

    def get(self, draft: PartialPuzzle) -> list[Any]:
        """Return the value of each place as codes use it."""
        raise NotImplementedError

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        """Enter the value of each place as codes use it. None enters nothing."""
        raise NotImplementedError

    def count(self, draft: PartialPuzzle) -> int:
        """Return the number of places."""
        return len(self.get(draft))

    def meant(self, value: Any) -> Any:
        """Return the layer's value for a code's value."""
        return self.meaning.get(value, value)

    def code(self, value: Any) -> Any:
        """Return the code's value for a layer's value, or None if there is none."""
        if value in self.coded:
            return self.coded[value]
        return None if value in self.meaning else value


class OnLayer(Places):
    """The places of a layer: the cells without a margin, or all corners or links. With ``part`` "across" only the links
    between columns, with "down" only those between rows. ``refusal`` is the error for a code's value without a
    ``meaning``.

    ``others`` are layers at the same places, which may have a value if this one has none. With ``holes`` codes have a
    value for cells that do not exist, too. Without a ``layer`` they have no other value.
    """

    def __init__(
        self,
        layer: str = "",
        meaning: Mapping[Hashable, Any] | None = None,
        *,
        part: str = "",
        others: Sequence[str] = (),
        holes: bool = False,
        refusal: str = "",
    ) -> None:
        super().__init__(meaning)
        self.refusal = refusal
        self.layer, self.part, self.others, self.holes = layer, part, others, holes

    def count(self, draft: PartialPuzzle) -> int:
        for name in filter(None, (self.layer, *self.others)):
            draft.get(name)
        return len(self._places(draft))

    def _places(self, draft: PartialPuzzle) -> Sequence[int]:
        places = draft.places(self.layer) if self.layer else draft.area
        if self.part:
            across = draft.rows * (draft.cols - 1)
            places = places[:across] if self.part == "across" else places[across:]
        return places

    def get(self, draft: PartialPuzzle) -> list[Any]:
        values = draft.get(self.layer) if self.layer else [None] * len(draft.frame)
        codes = [self.code(values[place]) for place in self._places(draft)]
        for other in self.others:
            other_values = draft.get(other)
            codes = [
                InLayer(other, other_values[place]) if other_values[place] is not None else code
                for place, code in zip(self._places(draft), codes, strict=True)
            ]
        if self.holes and draft.holes:
            holes, hole = draft.holes, self.code(HOLE)
            codes = [hole if place in holes else code for place, code in zip(self._places(draft), codes, strict=True)]
        return codes

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        own = draft.get(self.layer) if self.layer else []
        for place, value in zip(self._places(draft), values, strict=True):
            if value is None:
                continue
            if isinstance(value, InLayer):
                draft.get(value.layer)[place] = value.value
            elif (meant := self.meant(value)) is HOLE:
                draft.holes.add(place)
            elif self.refusal and value not in self.meaning:
                raise InputError(self.refusal, draft.frame.names[place])
            else:
                own[place] = meant


class CellSides(Places):
    """The right and the lower side of each cell: the value of a code is three times that of the right side plus that of
    the lower one. A side's value is 0 for nothing, or counts the ``values`` of the layer from 1.

    ``sparse``: a cell whose sides have nothing is an empty place, and there is none for the last cell.
    """

    def __init__(self, layer: str, values: Sequence[Any], *, sparse: bool = False) -> None:
        super().__init__()
        self.layer, self.values, self.sparse = layer, (None, *values), sparse

    def marks(self, draft: PartialPuzzle) -> list[int]:
        """Return the value of the side between the two cells of each link."""
        return [self.values.index(value) for value in draft.get(self.layer)]

    def enter(self, marks: Sequence[int], draft: PartialPuzzle) -> None:
        """Enter the value of the side between the two cells of each link."""
        draft.set(self.layer, [self.values[mark] for mark in marks])

    def get(self, draft: PartialPuzzle) -> list[Any]:
        marks = [*self.marks(draft), 0]
        codes = [3 * marks[right] + marks[below] for right, below in self._sides(draft)]
        return [code or None for code in codes] if self.sparse else codes

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        marks = [0] * (len(draft.frame.links) + 1)
        for (right, below), code in zip(self._sides(draft), values, strict=True):
            if (code or 0) > 8:
                raise InputError(f"there is no mark with the number {code} at the sides of a cell")
            marks[right], marks[below] = divmod(code or 0, 3)
        self.enter(marks[:-1], draft)

    def _sides(self, draft: PartialPuzzle) -> list[tuple[int, int]]:
        """Return the links at the right and the lower side of each cell, -1 at the outline."""
        sides = [(draft.frame.link_to[c][1], draft.frame.link_to[c][2]) for c in draft.area]
        return sides[:-1] if self.sparse else sides


class RoomPlaces(Places):
    """A place for each room of the layer ``rooms``, which must have been read or written before.

    The value of a room is entered in its leftmost cell, the topmost of these. It is written from any cell. If a room
    has several values, the first is written.
    """

    def __init__(self, layer: str, meaning: Mapping[Hashable, Any] | None, rooms: str) -> None:
        super().__init__(meaning)
        self.layer, self.rooms = layer, rooms

    @staticmethod
    def _groups(rooms: Sequence[Any]) -> list[list[int]]:
        groups: dict[Any, list[int]] = {}
        for c, room in enumerate(rooms):
            if room is not None:
                groups.setdefault(room, []).append(c)
        return list(groups.values())

    def count(self, draft: PartialPuzzle) -> int:
        """Return the number of rooms that were read."""
        return len(self._groups(draft.get(self.rooms)))

    def get(self, draft: PartialPuzzle) -> list[Any]:
        values = draft.get(self.layer)
        draft.layer(self.rooms)  # raises an error if the genre has no such layer
        # the format has rooms between walls: walls inside one of our rooms may divide it
        groups = self._groups(rooms_of(draft.walls[self.rooms], draft))
        return [self.code(next((values[c] for c in group if values[c] is not None), None)) for group in groups]

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        own = draft.get(self.layer)
        for group, value in zip(self._groups(draft.get(self.rooms)), values, strict=True):
            if value is not None:
                own[min(group, key=lambda c: (c % draft.cols, c))] = self.meant(value)


class Outside:
    """The clues outside the board in the order of formats: places for each line of each side, from the board outwards.

    The sides are top, bottom, left and right. ``names`` are layers of Lines. A layer of single clues has one place for
    each line; several such layers are behind one another, the first nearest to the board. A layer of several clues has
    places for half the cells of a line, rounded up, which is the maximum number of runs. ``stacked``: the single clues
    of a layer's bottom and right sides are at the top and left, nearer to the board.
    """

    def __init__(self, names: Sequence[str], draft: PartialPuzzle, *, stacked: bool = False) -> None:
        place: Any = draft.layer(names[0]).place
        self.values = {name: draft.get(name) for name in names}
        self.several = "" if place.single else names[0]
        self.sides = [side for side in OUTSIDE if side in (("top", "left") if stacked else place.sides)]
        self.counts = {side: draft.width if side in ("top", "bottom") else draft.height for side in self.sides}
        inner = {"top": "bottom", "left": "right"}
        # for each side the layer and side of each place
        self.sources = {
            side: [(names[0], inner[side]), (names[0], side)] if stacked else [(name, side) for name in names]
            for side in self.sides
        }
        lengths = {side: draft.height if side in ("top", "bottom") else draft.width for side in self.sides}
        self.depths = {
            side: (lengths[side] + 1) // 2 if self.several else len(self.sources[side]) for side in self.sides
        }

    def line(self, side: str, index: int) -> list[Any]:
        """Return the clues of a line and blanks (None), the place nearest to the board first."""
        if not self.several:
            lines = [self.values[name][where][index] for name, where in self.sources[side]]
            return [line[0] if line else None for line in lines]
        clues = list(self.values[self.several][side][index])
        if side in ("top", "left"):
            clues.reverse()
        depth = self.depths[side]
        return clues[:depth] + [None] * (depth - len(clues))

    def put(self, side: str, index: int, clues: Sequence[Any]) -> None:
        """Enter the clues of a line, in the order of ``line``."""
        if not self.several:
            for (name, where), clue in zip(self.sources[side], clues, strict=True):
                self.values[name][where][index] = () if clue is None else (clue,)
        else:
            listed = [clue for clue in clues if clue is not None]
            self.values[self.several][side][index] = tuple(reversed(listed) if side in ("top", "left") else listed)


class OutsidePlaces(Places):
    """The places of the clues outside the board, from the board outwards, as in Outside. ``first`` is the code of 0."""

    def __init__(self, layers: Sequence[str], *, first: int = 0, stacked: bool = False) -> None:
        super().__init__()
        self.layers, self.first, self.stacked = layers, first, stacked

    def meant(self, value: Any) -> Any:
        return value - self.first if type(value) is int else value

    def code(self, value: Any) -> Any:
        return value + self.first if type(value) is int else value

    def get(self, draft: PartialPuzzle) -> list[Any]:
        outside = Outside(self.layers, draft, stacked=self.stacked)
        return [
            self.code(clue)
            for side in outside.sides
            for i in range(outside.counts[side])
            for clue in outside.line(side, i)
        ]

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        outside = Outside(self.layers, draft, stacked=self.stacked)
        meant, at = [self.meant(value) for value in values], 0
        for side in outside.sides:
            depth = outside.depths[side]
            for i in range(outside.counts[side]):
                outside.put(side, i, meant[at : at + depth])
                at += depth


class Joined(Places):
    """The places of several ``parts``, one after the other."""

    def __init__(self, *parts: Places) -> None:
        super().__init__()
        self.parts = parts

    def get(self, draft: PartialPuzzle) -> list[Any]:
        return [value for part in self.parts for value in part.get(draft)]

    def put(self, values: Sequence[Any], draft: PartialPuzzle) -> None:
        at = 0
        for part in self.parts:
            count = part.count(draft)
            part.put(values[at : at + count], draft)
            at += count
