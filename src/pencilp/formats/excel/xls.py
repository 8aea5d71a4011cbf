"""Workbooks of Excel 97 to 2003 (.xls), read by xlrd.

Their active sheet becomes an openpyxl sheet with the values, colours, fills and borders of its cells. They are only
read; an answer is put on a new sheet. xlrd is the extra ``xls``.
"""

from __future__ import annotations

import io
from copy import copy
from typing import Any

from pencilp.errors import InputError, install
from pencilp.formats.excel.limits import MAX_IN_SHEETS
from pencilp.formats.excel.workbook import LOCKED, SIDES, readable

STYLES = (
    None, "thin", "medium", "dashed", "dotted", "thick", "double", "hair", "mediumDashed", "dashDot", "mediumDashDot",
    "dashDotDot", "mediumDashDotDot", "slantDashDot",
)  # fmt: skip
"""The styles of borders, indexed by their number in such a file."""
SOLID = 1
"""The number of the solid fill pattern."""


def load(content: bytes) -> Any:
    """Return the active sheet. Raise InputError if it is not such a workbook, or if it is too large."""
    try:
        import xlrd
    except ImportError:
        raise InputError(
            f"this is a workbook of Excel 97 to 2003 (.xls): save it as .xlsx, or {install('xls')}, which reads it"
        ) from None
    with readable():
        try:
            book = xlrd.open_workbook(
                file_contents=content,
                formatting_info=True,
                on_demand=True,
                ragged_rows=True,
                logfile=io.StringIO(),
            )
        except xlrd.XLRDError as error:
            if "encrypted" in str(error):
                raise InputError(LOCKED) from None
            raise
        for number in range(book.nsheets):
            sheet = book.sheet_by_index(number)
            if sheet.sheet_visible or book.nsheets == 1:
                return _Table(book, sheet).sheet
            book.unload_sheet(number)
    raise InputError("the workbook's active sheet is no table")


class _Table:
    """An openpyxl sheet made from a sheet of the xlrd workbook ``book``."""

    def __init__(self, book: Any, sheet: Any) -> None:
        import openpyxl

        self.book, self.old = book, sheet
        self.sheet: Any = openpyxl.Workbook().active
        self.styles: dict[int, Any] = {}
        cells = 0
        for row in range(sheet.nrows):
            cells += sheet.row_len(row)
            if cells > MAX_IN_SHEETS:
                raise InputError(
                    f"the workbook has more than {MAX_IN_SHEETS} cells; keep only the puzzle's sheet in it"
                )
            for col in range(sheet.row_len(row)):
                self._cell(row, col)

    def _cell(self, row: int, col: int) -> None:
        import xlrd

        value, kind = self.old.cell_value(row, col), self.old.cell_type(row, col)
        if kind == xlrd.XL_CELL_EMPTY:
            # the cell does not exist; a cell with a style and no value is "blank"
            return
        cell = self.sheet.cell(row + 1, col + 1)
        if kind == xlrd.XL_CELL_TEXT:
            cell.value = self._text(row, col, value)
            cell.data_type = "s"
        elif kind == xlrd.XL_CELL_BOOLEAN:
            cell.value = bool(value)
        elif kind == xlrd.XL_CELL_ERROR:
            cell.value = xlrd.error_text_from_code.get(value, "#N/A")
            cell.data_type = "e"
        elif kind in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
            cell.value = value
        number = self.old.cell_xf_index(row, col)
        if number not in self.styles:
            self._paint(cell, self.book.xf_list[number])
            self.styles[number] = copy(cell._style)
        cell._style = copy(self.styles[number])

    def _text(self, row: int, col: int, text: str) -> Any:
        """Return a text, in parts if parts of it have their own fonts."""
        from openpyxl.cell.rich_text import CellRichText, TextBlock
        from openpyxl.cell.text import InlineFont

        runs = self.old.rich_text_runlist_map.get((row, col))
        if not runs:
            return text
        starts = [start for start, _ in runs]
        parts: list[Any] = [text[: starts[0]]] if starts[0] else []
        for (start, font), end in zip(runs, [*starts[1:], len(text)], strict=True):
            parts.append(
                TextBlock(InlineFont(color=self._color(self.book.font_list[font].colour_index)), text[start:end])
            )
        return CellRichText(parts)

    def _paint(self, cell: Any, style: Any) -> None:
        """Give a cell the look of an xlrd style."""
        from openpyxl.styles import Border, Font, PatternFill, Side

        cell.font = Font(color=self._color(self.book.font_list[style.font_index].colour_index))
        if style.background.fill_pattern == SOLID:
            color = self._color(style.background.pattern_colour_index)
            cell.fill = PatternFill("solid", fgColor=color or "FFFFFFFF")
        old = style.border
        cell.border = Border(
            **{
                side: Side(
                    STYLES[getattr(old, f"{side}_line_style")], self._color(getattr(old, f"{side}_colour_index"))
                )
                for side in SIDES
            }
        )

    def _color(self, number: int) -> str | None:
        """Return a colour as eight hexadecimal digits; None for the system's colour."""
        color = self.book.colour_map.get(number)
        return None if color is None else "FF{:02X}{:02X}{:02X}".format(*color)
