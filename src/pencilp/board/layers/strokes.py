"""Lines from cell to cell, lines along edges, walls and borders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.layer import AnswerLayer, Array, Layer, Literals
from pencilp.board.layers.places import EDGES, LINKS, Place
from pencilp.board.layers.values import ACROSS, ALONG, BRIDGES, DRAGGED, DRAWN, ValueType, index, whole_number
from pencilp.errors import brief

if TYPE_CHECKING:
    pass

MAX_LINES = 999
"""The largest number of parallel lines."""


class Stroke(ValueType):
    """The number of lines (0 to ``most``) across or along an edge; ``way`` is the way of drawing."""

    kind = "line"
    nothing = 0

    def __init__(self, *, most: int = 1, way: str = ACROSS) -> None:
        self.most, self.way = most, way
        self.entry = DRAWN if way == ALONG else DRAGGED

    @property
    def places(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("links", "edges") if self.way == ALONG else ("links",)

    def check(self, value: Any) -> Any:
        value = index(value)
        if not 0 <= value <= MAX_LINES:
            raise ValueError(f"{value} is not a number of lines")
        return value

    def parse(self, token: str) -> Any:
        return whole_number(token)

    @property
    def pattern(self) -> str:
        return "[0-9]{1,3}"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [(n, "") for n in range(1, self.most + 1)]

    def glyph(self, value: Any, lattice: Lattice) -> None:
        return None

    def details(self) -> dict[str, Any]:
        return {"most": self.most}

    def said(self, value: Any, text: str, *, holds: bool = True) -> str:
        noun, _, whose = text.removeprefix("the ").split(",")[0].partition(" of ")
        single = noun.removesuffix("es" if noun.endswith("ches") else "s")
        if self.most > 1:
            if not value:
                return f"there are no {noun} {{}}" if holds else f"there is a {single} {{}}"
            if value == self.most and not holds:
                return f"there are fewer than {value} {noun} {{}}"
            count = f"{value} {single if value == 1 else noun}"
            return f"there {'is' if value == 1 else 'are'} {'' if holds else 'not '}exactly {count} {{}}"
        there = bool(value) == holds
        if self.way == ALONG and noun == single:
            return f"the {noun} {'uses' if there else 'does not use'} {{}}"
        if self.way == ALONG and noun == "borders":
            return f"there is {'a' if there else 'no'} border {{}}"
        if self.way == ALONG:
            return f"there is {'a' if there else 'no'} {single}{' on' if single == 'line' else ''} {{}}"
        if noun == single:
            return f"the {noun} {'goes' if there else 'does not go'} {{}}"
        if noun == "ways":
            single = whose.removeprefix("the ").removesuffix("es" if whose.endswith("xes") else "s")
        if noun in ("lines", "loops", "paths", "ways"):
            return f"{'a' if there else 'no'} {single} goes {{}}"
        return f"there is {'a' if there else 'no'} {single} {{}}"

    def counted(self, n: int, text: str) -> str:
        borders = text.startswith("the borders")
        noun = "border" if borders else "piece"
        return f"{n or 'no'} {noun}{'s' * (n > 1)}{'' if borders else f' of {text}'}"

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        return (0, self.most)


class Wall(Stroke):
    """A given wall (1) or no wall (0).

    With ``dashed`` it is a faint line that a solver draws over. With ``across`` it is a line from cell to cell.
    """

    kind = "wall"

    def __init__(self, *, dashed: bool = False, across: bool = False) -> None:
        super().__init__(way=ACROSS if across else ALONG)
        self.dashed = dashed

    def details(self) -> dict[str, Any]:
        return {**super().details(), "dashed": self.dashed}

    def check(self, value: Any) -> Any:
        if value not in (0, 1):
            raise ValueError(f"{brief(value)} is neither 0 nor 1")
        return int(value)


class GivenMarks(Layer[Grid]):
    """Given marks on links or edges, such as walls: 1 or 0.

    ``dashed`` marks are faint lines that a solver draws over. Marks ``across`` the edges are lines from cell to cell.
    """

    def __init__(
        self, text: str = "", *, on: str | Place = "links", optional: bool = False, dashed: bool = False,
        across: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(on, Wall(dashed=dashed, across=across), text, optional=optional)


class Loop(AnswerLayer[Array]):
    """A line from cell to cell: 1 for each inner edge that it crosses, or up to ``most`` parallel lines (bridges)."""

    def __init__(self, text: str = "", *, most: int = 1) -> None:
        super().__init__(LINKS, Stroke(most=most, way=ACROSS if most == 1 else BRIDGES), text)


class EdgeLoop(AnswerLayer[Literals]):
    """A line along the edges of the grid: 1 for each edge of the line."""

    def __init__(self, text: str = "") -> None:
        super().__init__(EDGES, Stroke(way=ALONG), text)


class Borders(AnswerLayer[Literals]):
    """A division of the board: 1 for each inner edge that is a border."""

    def __init__(self, text: str = "") -> None:
        super().__init__(LINKS, Stroke(way=ALONG), text)
