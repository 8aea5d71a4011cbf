"""A sheet in memory: cells with content and style, which are put into an openpyxl workbook at the end.

openpyxl needs a millisecond for a cell whose borders are drawn one by one. Here each style is made once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from typing import Any

from pencilp.formats.excel.workbook import SIDES, name_of

FONT = "Arial"
SIZE = 13
"""The font size of cells, in points."""
HEIGHT, WIDTH = 27.0, 4.43
"""A square cell of 36 pixels: its height in points and its width in characters."""
GRID = "FF8C8C8C"
"""The colour of the lines between cells."""

FORMULA = re.compile("=|[-+@].")
"""The beginnings of formulas."""
ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")


class Borders:
    """The four borders of a cell, each an openpyxl Side."""

    __slots__ = ("bottom", "diagonal", "left", "right", "top")

    def __init__(self) -> None:
        self.top = self.right = self.bottom = self.left = self.diagonal = _NO_SIDE


class _Side:
    style = color = None


_NO_SIDE: Any = _Side()


class Slot:
    """A cell with the attributes of openpyxl's cells that are used here.

    Cells share fonts, fills and sides, so these are replaced and never changed.
    """

    __slots__ = ("alignment", "border", "fill", "font", "value")

    def __init__(self, font: Any, alignment: Any) -> None:
        self.value: Any = None
        self.font, self.alignment = font, alignment
        self.border = Borders()
        self.fill: Any = None

    @property
    def looks(self) -> tuple[Any, ...]:
        """Its whole style; equal for cells that look the same."""
        font, alignment, fill = self.font, self.alignment, self.fill
        sides = [(side.style, _rgb(side.color)) for side in map(self.border.__getattribute__, Borders.__slots__)]
        return (
            font.name, font.sz, font.b, _rgb(font.color), alignment.horizontal, alignment.vertical, alignment.wrap_text,
            alignment.shrink_to_fit, fill and _rgb(fill.fgColor), *sides,
        )  # fmt: skip


def _rgb(color: Any) -> Any:
    return color if color is None or isinstance(color, str) else color.rgb


class Page:
    """The cells of a sheet, by row and column from 1 as openpyxl counts them."""

    def __init__(self) -> None:
        from openpyxl.styles import Alignment, Font, PatternFill, Side

        self.slots: dict[tuple[int, int], Slot] = {}
        self._alignment, self._font, self._fill, self._side = Alignment, Font, PatternFill, Side
        self._made: dict[Any, Any] = {}
        self.plain, self.centred = self.font(), self.alignment()

    def cell(self, row: int, column: int, value: Any = None) -> Slot:
        """Return the cell, and set its value if one is given."""
        slot = self.slots.get((row, column))
        if slot is None:
            slot = self.slots[row, column] = Slot(self.plain, self.centred)
        if value is not None:
            slot.value = value
        return slot

    def _once(self, key: Any, make: Any) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def font(self, size: float = SIZE, color: str = "FF000000", *, bold: bool = False, name: str = FONT) -> Any:
        """Return an openpyxl Font."""
        key = ("font", size, color, bold, name)
        return self._once(key, lambda: self._font(name=name, size=size, color=color, bold=bold))

    def alignment(self, horizontal: str = "center", vertical: str = "center", *, shrink: bool = True) -> Any:
        """Return an openpyxl Alignment."""
        key = ("alignment", horizontal, vertical, shrink)
        return self._once(
            key, lambda: self._alignment(horizontal=horizontal, vertical=vertical, shrink_to_fit=shrink or None)
        )

    def fill(self, color: str) -> Any:
        """Return an openpyxl PatternFill of one colour."""
        return self._once(("fill", color), lambda: self._fill("solid", fgColor=color))

    def draw(self, slot: Slot, side: str, style: str, color: str = "FF000000") -> None:
        """Draw one border of a cell."""
        setattr(slot.border, side, self._once(("side", style, color), lambda: self._side(style, color)))

    def texts(self) -> dict[tuple[int, int], str]:
        """Return the texts of the cells that have one, by row and column from 0."""
        from pencilp.formats.excel.workbook import as_text

        return {
            (row - 1, col - 1): as_text(slot.value) for (row, col), slot in self.slots.items() if slot.value is not None
        }

    def onto(self, sheet: Any) -> None:
        """Put all cells on an empty sheet of openpyxl."""
        from openpyxl.styles import Border

        known: dict[Any, Any] = {}
        for (row, col), slot in sorted(self.slots.items()):
            cell = sheet.cell(row, col, slot.value)
            if isinstance(slot.value, str) and (FORMULA.match(slot.value) or slot.value in ERRORS):
                # a clue, not a formula, also when it is edited in a spreadsheet program
                cell.data_type, cell.quotePrefix = "s", True
                looks: Any = None
            else:
                looks = slot.looks
            if looks is not None and looks in known:
                cell._style = copy(known[looks])
                continue
            drawn = {
                side: part for side in SIDES if (part := getattr(slot.border, side)).style is not None
            }  # fmt: skip
            diagonal = slot.border.diagonal.style is not None
            cell.font, cell.alignment = slot.font, slot.alignment
            if drawn or diagonal:
                down = {"diagonal": slot.border.diagonal, "diagonalDown": True} if diagonal else {}
                cell.border = Border(**drawn, **down)
            if slot.fill is not None:
                cell.fill = slot.fill
            if looks is not None:
                known[looks] = cell._style


def squares(sheet: Any, rows: int, cols: int) -> None:
    """Make the cells of the first rows and columns of an openpyxl sheet square."""
    for row in range(1, rows + 1):
        sheet.row_dimensions[row].height = HEIGHT
    for col in range(cols):
        sheet.column_dimensions[name_of(0, col)[:-1]].width = WIDTH


def finish(sheet: Any, said: Sequence[tuple[str, int | str]], column: int, *, wide: bool) -> None:
    """Widen the columns right of the board, and make the sheet print on one page."""
    for more, texts in enumerate(zip(*said, strict=True)):
        longest = max((len(str(text)) for text in texts), default=0)
        sheet.column_dimensions[name_of(0, column + more)[:-1]].width = min(40, 3 + longest)
    sheet.sheet_view.showGridLines = False
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_setup.fitToWidth = sheet.page_setup.fitToHeight = 1
    sheet.page_setup.orientation = "landscape" if wide else "portrait"
    sheet.print_options.horizontalCentered = True
