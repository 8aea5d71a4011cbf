"""Workbooks as they come: opened with care, and what stands on their active sheet, in which colour.

openpyxl is imported when a workbook is first opened or made.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.errors import InputError
from pencilp.numerals import narrow

MOST_EXPANDED = 64 * 1024 * 1024
"""The files in a workbook may have this many bytes together; a workbook that has more is not expanded."""
MOST_FILES = 2_000
MOST_LINES = 300
"""A board on a sheet has no more rows and columns: tighter than ``MOST_CELLS``, as each cell of a sheet is a styled object."""

INK = "FFC00000"
"""The colour of all that is an answer (a dark red); what has it is no clue."""
SIDES = ("top", "right", "bottom", "left")
"""The sides of a cell by direction."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
THICK = ("thick", "medium", "double")
"""The borders that are walls."""

Place = tuple[int, int]
"""A cell by its row and column counted from 0."""


def open_workbook(content: bytes, *, values: bool) -> Any:
    """The openpyxl workbook in ``content``, with formulas or (``values``) what they last gave.

    Raises InputError for what is no workbook, or would be too large when expanded.
    """
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_EXPANDED:
                raise InputError(f"the workbook would expand to more than {MOST_EXPANDED // 1024 // 1024} MB")
            for member in members:
                if member.filename.endswith((".xml", ".rels")):
                    with archive.open(member) as file:
                        # entities can grow without end; no spreadsheet program writes any
                        if b"<!DOCTYPE" in file.read(1024):
                            raise InputError("the workbook declares a document type, which no workbook needs")
        import openpyxl

        return openpyxl.load_workbook(io.BytesIO(content), data_only=values, rich_text=True)
    except InputError:
        raise
    except MemoryError:
        raise InputError("the workbook is too large") from None
    except Exception as error:
        # what openpyxl and zipfile raise for broken files has no common base: KeyError, ValueError, BadZipFile, ...
        raise InputError(f"this is no Excel workbook that can be read ({type(error).__name__})") from None


def name_of(row: int, col: int) -> str:
    """The name of a cell, from its row and column counted from 0."""
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


class Sheet:
    """What stands on the active sheet, by cell and without the empty ones: ``text`` what is printed, ``pencilled`` what is
    in the colour of answers, of a cell or of a part of its text.
    """

    def __init__(self, content: bytes) -> None:
        self.sheet = open_workbook(content, values=True).active
        if self.sheet is None or not hasattr(self.sheet, "cell"):
            raise InputError("the workbook's active sheet is no table")
        self.text: dict[Place, str] = {}
        self.pencilled: dict[Place, str] = {}
        self.wrong: dict[Place, str] = {}
        for cell in self._cells(self.sheet):
            place = cell.row - 1, cell.column - 1
            if cell.data_type == "e":
                self.wrong[place] = f"the formula has the error {cell.value}"
                continue
            for into, part in ((self.text, False), (self.pencilled, True)):
                if (text := as_text(part_of(cell, inked=part))) != "":
                    into[place] = text
        for cell in self._cells(open_workbook(content, values=False).active):
            place = cell.row - 1, cell.column - 1
            if cell.data_type == "f" and not any(place in known for known in (self.text, self.pencilled, self.wrong)):
                self.wrong[place] = "the formula has no value; open and save the workbook in a spreadsheet program"

    @staticmethod
    def _cells(sheet: Any) -> Iterator[Any]:
        # only the cells that are there: iter_rows would make all up to the last, which may be millions
        return iter(list(sheet._cells.values()))

    def marker(self, clue: Callable[[str], bool]) -> Place:
        """The place of the letter below and right of the last cell: E, or one that is no ``clue``."""
        filled = [*self.text, *self.wrong]
        found = [
            (text not in "Ee", row, col)
            for (row, col), text in self.text.items()
            if len(text) == 1 and text.isalpha() and row and col and row <= MOST_LINES and col <= MOST_LINES
        ]
        for other, row, col in sorted(found):
            if other and clue(self.text[row, col]):
                continue
            before = any((r == row and c < col) or (c == col and r < row) for r, c in filled)
            if not before:
                return row, col
        raise InputError(
            "there is no letter (such as E) one row below and one column right of the board's last cell, with nothing "
            "before it in its row and above it in its column"
        )

    def at(self, row: int, col: int) -> str:
        """The text of a cell, "" for none. Raises InputError for a formula without a value."""
        if (row, col) in self.wrong:
            raise InputError(self.wrong[row, col], name_of(row, col))
        return self.text.get((row, col), "")

    def border(self, place: Place, d: int) -> list[tuple[str, bool]]:
        """The borders between a cell and the one in direction ``d``, its own and that one's: (style, whether inked)."""
        row, col = place
        dr, dc = STEPS[d]
        found = []
        for r, c, side in ((row, col, SIDES[d]), (row + dr, col + dc, SIDES[(d + 2) % 4])):
            cell = self.sheet._cells.get((r + 1, c + 1))
            border = getattr(cell.border, side) if cell is not None else None
            if border is not None and border.style is not None:
                found.append((border.style, is_color(border.color, INK)))
        return found

    def fill(self, place: Place) -> str:
        """The colour that fills a cell, "" for none or white."""
        cell = self.sheet._cells.get((place[0] + 1, place[1] + 1))
        if cell is None or cell.fill.fill_type != "solid":
            return ""
        color = cell.fill.fgColor
        told = color.rgb[-6:] if color.type == "rgb" else f"{color.type} {color.value} {color.tint}"
        return "" if told in ("FFFFFF", "theme 0 0.0") else told


def is_color(color: Any, wanted: str) -> bool:
    """Whether a colour of openpyxl's is the one with these eight digits; how opaque it is does not matter."""
    return color is not None and color.type == "rgb" and color.rgb[-6:] == wanted[-6:]


def part_of(cell: Any, *, inked: bool) -> Any:
    """What of a cell's value is, or is not, in the colour of answers; None for nothing."""
    whole = is_color(cell.font.color, INK)
    if not isinstance(cell.value, list):
        return cell.value if whole is inked else None
    # a text of which parts have fonts of their own
    parts = [
        str(part)
        for part in cell.value
        if (is_color(part.font.color, INK) if hasattr(part, "font") and part.font.color else whole) is inked
    ]
    return "".join(parts) or None


def as_text(value: Any) -> str:
    """A cell's value as text; whole numbers without a decimal point, "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value == value and abs(value) < 1e15 and value == int(value):
        return str(int(value))
    return narrow(str(value)).strip()


class Frame:
    """Where the board lies in the block before the letter: rows and columns of clues ``top``, ``left``, ``bottom``, ``right``."""

    def __init__(self, top: int = 0, left: int = 0, bottom: int = 0, right: int = 0) -> None:
        self.top, self.left, self.bottom, self.right = top, left, bottom, right

    def places(self, lattice: Lattice) -> list[Place]:
        """Per cell of the board its place on the sheet."""
        return [(row + self.top, col + self.left) for row, col in lattice.positions]


def draw_border(cell: Any, side: str, style: str | None, color: str | None = None) -> None:
    """Draw one border of a cell."""
    from copy import copy

    from openpyxl.styles import Side

    border = copy(cell.border)
    setattr(border, side, Side(style=style, color=color))
    cell.border = border


def draw_borders(
    sheet: Any, values: Sequence[int], lattice: Lattice, frame: Frame, style: str, color: str | None
) -> None:
    """Draw the edges of the board (or the inner ones) whose value is not 0, on both cells that they part."""
    table = lattice.cell_edges if len(values) == len(lattice.edges) else lattice.link_to
    for edges, (row, col) in zip(table, frame.places(lattice), strict=True):
        for e, side in zip(edges, SIDES, strict=True):
            if e >= 0 and values[e]:
                draw_border(sheet.cell(row + 1, col + 1), side, style, color)
