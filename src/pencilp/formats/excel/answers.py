"""Writes and reads answers on a sheet: marks, fills, digits, borders, lines as box-drawing characters.

All of it except fills has the colour of answers (``workbook.INK``), which distinguishes it from clues. In a cell with a
clue, the answer follows the clue in its own colour. Signs that cannot be clues (``signs_of``) are answers in any
colour, because other programs write them in black.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import square
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.layers.glyphs import BOXES
from pencilp.board.layers.values import ACROSS, ALONG, AREAS, BRIDGES, GROUPS
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.excel.workbook import (
    FILL,
    INK,
    SIDES,
    THICK,
    Frame,
    Place,
    Sheet,
    draw_border,
    draw_borders,
    is_color,
    name_of,
    sides_of,
)
from pencilp.genres.base import Genre

SHADED = {"●", "◉", "★", "▲", "x", "■"}
"""Texts that a person may write into a shaded cell, in addition to the layer's own token."""
BLANK = {"-", "·", ".", "○"}
"""Texts that a person may write into a cell that stays empty in the answer."""
OPEN = "?"
"""The sign for an undecided place of an answer."""
DOUBLE = {"─": "═", "│": "║"}
ARROWS = dict(
    zip(((-1, 0), (0, 1), (1, 0), (0, -1), (1, 1), (-1, -1)), ("↑⇑", "→⇒", "↓⇓", "←⇐", "↘⇘", "↖⇖"), strict=True)
)
"""On hexagons, for each step on the sheet, the signs of a single and a double line in that direction."""
LINES = ("mediumDashed", "mediumDashDot")
"""Borders for a single and a double line that leave a cell with a clue."""


# -- writing --------------------------------------------------------------------------------------------------------


def write_answer(
    sheet: Any, answer: Answer, frame: Frame, printed: dict[Place, str], blocks: Collection[str] = (), *,
    signs: bool = False,
) -> None:  # fmt: skip
    """Put an answer on a sheet (``Page`` or ``Draft``); ``printed`` has the texts of cells.

    With ``signs``, shaded cells get a sign, because their fills show the rooms. A layer whose name, after "answer ", is
    in ``blocks`` is written in a block; only its borders are drawn here.
    """
    puzzle = answer.puzzle
    lattice = puzzle.lattice
    for key, layer in puzzle.genre.answers.items():
        if _bordered(layer):
            draw_borders(sheet, answer[key], lattice, frame, "thick", INK)
        elif f"answer {key}" in blocks:
            continue
        elif layer.value.way in (ACROSS, BRIDGES):
            draw = _draw_line if lattice.shape == "square" else _draw_ways
            draw(sheet, answer[key], puzzle, frame, printed)
        elif layer.on in ("cells", "columns"):
            _fill_in(sheet, layer, answer[key], puzzle, frame, printed, signs=signs)
        if layer.value.way == AREAS:
            values = answer[key]
            parted = [int(None not in (values[a], values[b]) and values[a] != values[b]) for a, b in lattice.links]
            draw_borders(sheet, parted, lattice, frame, "thick", INK)


def erase(sheet: Any, puzzle: Puzzle, frame: Frame, read: Sheet) -> None:
    """Remove the answer from a sheet (``Draft``); ``read`` is the sheet as it was read."""
    from openpyxl.styles import PatternFill

    by_fill = any(map(_by_fill, puzzle.genre.answers.values()))
    below = any(layer.on == "columns" for layer in puzzle.genre.answers.values())
    for row, col in [*frame.places(puzzle.lattice), *(frame.columns(puzzle.lattice) if below else ())]:
        cell = sheet.cell(row + 1, col + 1)
        if (row, col) in read.pencilled:
            printed = read.text.get((row, col))
            cell.value = printed if printed is None or digits(printed) is None else digits(printed)
            if is_color(cell.font.color, INK):
                cell.font = _recolored(cell.font, None)
        if by_fill and cell.fill.fill_type == "solid" and is_color(cell.fill.fgColor, FILL):
            cell.fill = PatternFill()
        for side in SIDES:
            border = getattr(cell.border, side)
            if border is not None and border.style and is_color(border.color, INK):
                draw_border(cell, side, "thin")


@lru_cache
def _recolored(font: Any, color: str | None) -> Any:
    """Return a font of openpyxl in another colour.

    It is cached, because many cells share a font and openpyxl copies it slowly.
    """
    result = copy(font)
    result.color = color
    return result


def signs_of(genre: type[Genre]) -> set[str]:
    """Return the signs that are an answer in any colour, in cells where they cannot be a clue."""
    signs: set[str] = set()
    for layer in genre.answers.values():
        if layer.value.way in (ACROSS, BRIDGES):
            signs |= {*BOXES[1:], *DOUBLE.values()}
        elif layer.value.marked is not None and not _bordered(layer):
            signs |= {"●", "■"} if _by_fill(layer) else {"●", _sign(layer, layer.value.marked)}
    return {sign for sign in signs if not sign.isascii()}


def _bordered(layer: Layer[Any]) -> bool:
    """Return whether an answer is drawn as borders."""
    return layer.value.way == ALONG


def _by_fill(layer: Layer[Any]) -> bool:
    """Return whether an answer is drawn by filling cells. Black circles are, other signs are not."""
    return layer.value.marked is not None and (layer.value.look == "circle" or not _sign(layer, layer.value.marked))


def _sign(layer: Layer[Any], value: Any) -> str:
    """Return the character that a terminal shows for a value; "" if the value fills the cell."""
    glyph = layer.value.glyph(value, square(1, 1))
    return "" if glyph is None else glyph.text


def _marks(layer: Layer[Any]) -> dict[str, Any]:
    """Return the signs of a layer's values, if each value has its own."""
    signs = {_sign(layer, value): value for value, _ in layer.value.samples()} if layer.value.closed else {}
    return {sign: value for sign, value in signs.items() if sign and not sign.isascii()}


def _fill_in(
    sheet: Any, layer: AnswerLayer[Any], values: Any, puzzle: Puzzle, frame: Frame, printed: dict[Place, str], *,
    signs: bool,
) -> None:  # fmt: skip
    from openpyxl.styles import PatternFill

    given = _given(layer, puzzle)
    nothing = layer.value.nothing
    marks = _marks(layer)
    for c, place in enumerate((frame.places if layer.on == "cells" else frame.columns)(puzzle.lattice)):
        value = values[c]
        if value == nothing or given.get(c) == value:
            continue
        cell = sheet.cell(place[0] + 1, place[1] + 1)
        if value is None:
            ink(cell, OPEN, printed.get(place, ""))
        elif _by_fill(layer) and signs:
            ink(cell, "●", printed.get(place, ""))
        elif _by_fill(layer):
            cell.fill = PatternFill("solid", fgColor=FILL)
        elif value == layer.value.marked:
            ink(cell, _sign(layer, value), printed.get(place, ""))
        else:
            token = next((sign for sign, v in marks.items() if v == value), layer.token(value))
            ink(cell, value if token == str(value) else token, printed.get(place, ""))


def _given(layer: AnswerLayer[Any], puzzle: Puzzle) -> dict[int, int]:
    """Return the values of an answer's layer that are printed as clues in their cells."""
    result: dict[int, int] = {}
    for name, clues in puzzle.genre.inputs.items():
        if clues.on == layer.on and clues.value.way not in GROUPS and clues.value.look == layer.value.look:
            parsed = ((c, _parsed(layer, clues.token(clue))) for c, clue in puzzle[name].known())
            result.update((c, v) for c, v in parsed if v is not None)
    return result


def _parsed(layer: AnswerLayer[Any], token: str) -> int | None:
    try:
        return int(layer.parse(token))
    except ValueError:
        return None


def ink(cell: Any, value: int | str, printed: str) -> None:
    """Write a part of the answer into a cell, in the answer's colour, after the ``printed`` text."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.styles import Alignment

    if printed:
        # clues in a corner are small; the answer has its usual size
        size = cell.font.sz * 1.4 if cell.alignment.vertical == "top" else cell.font.sz
        font = InlineFont(rFont=cell.font.name, sz=size, color=INK)
        parts = cell.value if isinstance(cell.value, CellRichText) else [printed]
        cell.value = CellRichText(*parts, " ", TextBlock(font, str(value)))
    else:
        cell.value = value
        cell.font = _recolored(cell.font, INK)
    if cell.alignment.horizontal in (None, "general"):
        cell.alignment = Alignment(horizontal="center", vertical=cell.alignment.vertical)


def _draw_line(sheet: Any, values: Sequence[int], puzzle: Puzzle, frame: Frame, printed: dict[Place, str]) -> None:
    """Write a line from cell to cell as box-drawing characters, double ones for double lines.

    A cell with a clue keeps only the clue, and the line is drawn as its border.
    """
    lattice = puzzle.lattice
    places = frame.places(lattice)
    for c, (row, col) in enumerate(places):
        # undecided edges are not drawn; the proof by reading back reports the loss
        amounts = [(values[e] or 0) if e >= 0 else 0 for e in lattice.link_to[c]]
        if not any(amounts):
            continue
        cell = sheet.cell(row + 1, col + 1)
        if (row, col) not in printed:
            sign = BOXES[sum(1 << d for d, amount in enumerate(amounts) if amount)]
            ink(cell, DOUBLE.get(sign, sign) if max(amounts) > 1 else sign, "")
            continue
        for d, amount in enumerate(amounts):
            if amount:
                adjacent = places[lattice.step[c][d]]
                other = sheet.cell(adjacent[0] + 1, adjacent[1] + 1)
                _dash(cell, SIDES[d], other, SIDES[(d + 2) % 4], amount, needed=adjacent in printed)


def _draw_ways(sheet: Any, values: Sequence[int], puzzle: Puzzle, frame: Frame, printed: dict[Place, str]) -> None:
    """Write a line from cell to cell on hexagons, as an arrow for each direction."""
    lattice = puzzle.lattice
    signs = [ARROWS[vector] for vector in lattice.vectors]
    for c, (row, col) in enumerate(frame.places(lattice)):
        amounts = [(values[e] or 0) if e >= 0 else 0 for e in lattice.link_to[c]]
        arrows = "".join(sign[min(amount, 2) - 1] for sign, amount in zip(signs, amounts, strict=True) if amount)
        if arrows:
            ink(sheet.cell(row + 1, col + 1), arrows, printed.get((row, col), ""))


def _dash(cell: Any, side: str, other: Any, facing: str, amount: int, *, needed: bool) -> None:
    """Draw the border between a cell and another as a line that crosses it.

    A wall must stay on one of the two sides. So if both are walls, only the first is drawn over, and only if this is
    ``needed``: if the other cell has no clue, the line is visible there.
    """
    walls = [getattr(c.border, s).style in THICK for c, s in ((cell, side), (other, facing))]
    if not walls[0] or (walls[1] and needed):
        draw_border(cell, side, LINES[amount > 1], INK)
    if not any(walls):
        draw_border(other, facing, LINES[amount > 1], INK)


# -- reading --------------------------------------------------------------------------------------------------------


class PencilMarks:
    """The marks of a person on a sheet: all in the colours of answers or all that the empty ``board`` does not have."""

    def __init__(self, sheet: Sheet, board: Sheet | None = None) -> None:
        self.sheet, self.board = sheet, board

    def text(self, place: Place) -> str:
        """Return the text that was written into a cell. Raise InputError if a clue was changed."""
        inked = self.sheet.pencilled.get(place, "")
        if self.board is None:
            return inked
        was, words = self.board.at(*place).split(), self.sheet.at(*place).split()
        if words[: len(was)] != was:
            raise InputError(f"the puzzle has {' '.join(was)!r} here", name_of(*place))
        return " ".join([*words[len(was) :], *inked.split()])

    def filled(self, place: Place) -> bool:
        """Return whether a cell was filled with a colour."""
        fill = self.sheet.fill(place)
        return fill == FILL[-6:] if self.board is None else fill != "" and not self.sheet.filled_as(place, self.board)

    def borders(self, place: Place, d: int) -> list[str]:
        """Return the styles of the borders that were drawn at a side of a cell."""
        borders = self.sheet.border(place, d)
        if self.board is None:
            return [style for style, inked in borders if inked]
        before = self.board.border(place, d)
        return [style for style, inked in borders if (style, inked) not in before and (inked or style in THICK)]


def read_answer(
    puzzle: Puzzle, frame: Frame, pencil: PencilMarks, blocks: Mapping[str, Any] | None = None
) -> Answer | None:
    """Return the answer that was filled in, even in part; None if there is none.

    ``blocks`` are the layers written in blocks. Raise InputError naming the cell.
    """
    return _Reader(puzzle, frame, pencil, blocks or {}).answer()


class _Reader:
    def __init__(self, puzzle: Puzzle, frame: Frame, pencil: PencilMarks, blocks: Mapping[str, Any]) -> None:
        self.puzzle, self.pencil, self.frame = puzzle, pencil, frame
        self.blocks = blocks
        self.lattice = puzzle.lattice
        self.places = frame.places(self.lattice)
        self.texts = {c: text for c, place in enumerate(self.places) if (text := pencil.text(place))}
        self.has_answer = bool(self.texts) or bool(blocks)

    def answer(self) -> Answer | None:
        """See ``read_answer``."""
        values: dict[str, Any] = {}
        for key, layer in self.puzzle.genre.answers.items():
            if key in self.blocks:
                values[key] = self.blocks[key]
            elif _bordered(layer):
                values[key] = self._borders(layer)
            elif layer.value.way in (ACROSS, BRIDGES):
                values[key] = self._line(layer)
            elif layer.on == "columns":
                values[key] = self._columns(layer)
            elif layer.on == "cells":
                values[key] = self._cells(layer)
        for c, text in self.texts.items():
            if text not in BLANK:
                wrong = f"{text[:20]!r} is no part of an answer to {self.puzzle.genre.name}"
                if self.pencil.board is None:
                    wrong += ", which is what has this colour: a clue needs another"
                raise InputError(wrong, name_of(*self.places[c]))
        return Answer(self.puzzle, values) if self.has_answer else None

    def _borders(self, layer: AnswerLayer[Any]) -> list[int]:
        values = [0] * layer.size(self.lattice)
        sides = [SIDES.index(side) if side else None for side in sides_of(self.lattice)]
        for place, edges in zip(self.places, self.lattice.cell_edges, strict=True):
            for side, e in zip(sides, edges, strict=True):
                if side is not None and e < len(values) and self.pencil.borders(place, side):
                    values[e] = 1
        self.has_answer |= any(values)
        return values

    def _cells(self, layer: AnswerLayer[Any]) -> list[Any]:
        values = list(layer.empty(self.lattice))
        for c, value in _given(layer, self.puzzle).items():
            values[c] = value
        said = {c: self._value(layer, text) for c, text in self.texts.items() if text != OPEN}
        for c, said_here in said.items():
            if said_here is not None:
                values[c] = said_here
                del self.texts[c]
        for c in [c for c, text in self.texts.items() if text == OPEN]:
            values[c] = None
            del self.texts[c]
        if _by_fill(layer):
            for c, place in enumerate(self.places):
                if self.pencil.filled(place):
                    values[c] = 1
                    self.has_answer = True
        return values

    def _columns(self, layer: AnswerLayer[Any]) -> list[Any]:
        values = list(layer.empty(self.lattice))
        for i, place in enumerate(self.frame.columns(self.lattice)):
            text = self.pencil.text(place)
            if text and text != OPEN:
                values[i] = self._value(layer, text)
                if values[i] is None:
                    raise InputError(
                        f"{text[:20]!r} is no part of an answer to {self.puzzle.genre.name}", name_of(*place)
                    )
            self.has_answer |= bool(text)
        return values

    @staticmethod
    def _value(layer: AnswerLayer[Any], text: str) -> int | None:
        """Return the value of a text in a layer; None if it is not a value of the layer."""
        for token in (text, text.lower()):
            value = _parsed(layer, token)
            if value is not None:
                return value
        marks = _marks(layer)
        if layer.value.marked is None and text in marks:
            return int(marks[text])
        marked: int | None = layer.value.marked
        if marked is not None and text.lower() in SHADED | {layer.token(marked).lower(), _sign(layer, marked)}:
            return marked
        nothing: int | None = layer.value.nothing
        return nothing if marked is not None and text in BLANK else None

    # -- lines

    def _line(self, layer: AnswerLayer[Any]) -> list[int]:
        """Return a line through cells, even in part. An edge is drawn if it is drawn in one of its two cells."""
        ways_of = [self._ways(c) for c in self.lattice.cells]
        values = [0] * layer.size(self.lattice)
        for e, (a, b) in enumerate(self.lattice.links):
            values[e] = max(ways_of[c].pop(self.lattice.link_to[c].index(e), 0) for c in (a, b))
        for c, ways in enumerate(ways_of):
            if any(ways.values()):
                raise InputError("the line leaves the board here", name_of(*self.places[c]))
        self.has_answer |= any(values)
        return values

    def _clued(self, c: int) -> bool:
        return self.places[c] in (self.pencil.board or self.pencil.sheet).text

    def _ways(self, c: int) -> dict[int, int]:
        """Return the number of lines that leave a cell in each direction."""
        if c in self.texts:
            ways = _directions(self.texts[c]) if self.lattice.shape == "square" else self._arrows(self.texts[c])
            if ways:
                del self.texts[c]
                return ways
        if not self._clued(c) or self.lattice.shape != "square":
            return {}
        return {d: 1 + (LINES[1] in styles) for d in range(4) if (styles := self.pencil.borders(self.places[c], d))}

    def _arrows(self, text: str) -> dict[int, int]:
        """Return the number of lines in each direction from arrows (``↖→``) or names (``nw+e``)."""
        vectors, names = self.lattice.vectors, self.lattice.direction_names
        arrows = {sign: (d, n) for d, v in enumerate(vectors) for n, sign in enumerate(ARROWS[v], 1)}
        if all(sign in arrows for sign in text):
            return dict(arrows[sign] for sign in text)
        parts = [(part.rstrip("12"), part) for part in text.lower().split("+")]
        if not all(name in names for name, _ in parts):
            return {}
        return {names.index(name): digits(part[len(name) :]) or 1 for name, part in parts}


def _directions(text: str) -> dict[int, int]:
    """Return the number of lines in each direction from a sign (``┘``, ``═``) or letters (``nw``, ``e2w2``)."""
    single = {double: sign for sign, double in DOUBLE.items()}
    if len(text) == 1 and single.get(text, text) in BOXES[1:]:
        ways = BOXES.index(single.get(text, text))
        return {d: 1 + (text in single) for d in range(4) if ways >> d & 1}
    return dict(_lettered(text)) if text[:1].isalpha() and set(text.lower()) <= set("nesw12") else {}


def _lettered(text: str) -> Iterator[tuple[int, int]]:
    for letter, after in zip(text.lower(), [*text[1:], ""], strict=True):
        if letter.isalpha():
            yield "nesw".index(letter), digits(after) or 1
