"""Reads texts, colours and borders of a workbook's active sheet, within limits.

openpyxl is imported when a workbook is first opened or created.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from contextlib import contextmanager
from copy import copy
from functools import cache, cached_property
from operator import sub
from typing import Any

from pencilp._util.decode import visible
from pencilp._util.parse_number import narrow
from pencilp.board.lattice import Lattice
from pencilp.errors import InputError
from pencilp.formats.excel.limits import MAX_LINES
from pencilp.formats.excel.package import Package, elements, table

LOCKED = "the workbook has a password: take it off and save the workbook again"

MAX_CACHED_WORKBOOKS = 3
"""Workbooks in the cache. Writing an answer into a workbook reads it several times."""
MAX_CACHED_CELLS, MAX_CACHED_BYTES = 10_000, 1_000_000
"""Limits of a cached workbook: cells and bytes. Old workbooks (.xls) are never cached."""
MAX_TEXT_LENGTH = 32_767
"""Characters of a cell's text."""

INK = "FFC00000"
"""The colour of answers, a dark red. Text in it is not a clue."""
FILL = "FFBFBFBF"
"""The colour of the cells that an answer shades."""
SIDES = ("top", "right", "bottom", "left")
"""The sides of a cell by direction."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
COLOR_TOLERANCE = 3
"""Colours count as equal if their red, green and blue differ by at most this, of 255."""
THICK = ("thick", "medium", "double")
"""The borders that are walls."""

Place = tuple[int, int]
"""A cell by its row and column counted from 0."""


def _cells_of(content: bytes) -> tuple[bytes, bool]:
    """Return the readable part of a workbook (``package.table``), and whether it has formulas."""
    with readable():
        package = Package(content)
        return table(package), package.counter.formulas


def is_old(content: bytes) -> bool:
    """Return whether a file is of Excel 97 to 2003 (.xls).

    Raise InputError for a workbook with a password, which has the same file type.
    """
    if content[:8] != b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return False
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise InputError(LOCKED)
    return True


def _loaded(content: bytes, *, values: bool) -> Any:
    """Return the only sheet of a workbook, with formulas or, with ``values``, their last results."""
    with readable(), warnings.catch_warnings():
        # openpyxl warns of parts that it leaves out; only its own warnings, because threads share the filters
        warnings.filterwarnings("ignore", module="openpyxl")
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(content), data_only=values, rich_text=True)
        for style in book._cell_styles:
            # openpyxl finds a missing part of a style only when a cell is asked for it
            for parts, number in (
                (book._fonts, style.fontId),
                (book._fills, style.fillId),
                (book._borders, style.borderId),
            ):
                if number >= len(parts):
                    raise IndexError(number)
        return book.active


@contextmanager
def readable() -> Iterator[None]:
    """Turn the errors of libraries about a damaged workbook into InputError."""
    try:
        yield
    except InputError:
        raise
    except MemoryError:
        raise InputError("the workbook is too large") from None
    except Exception as error:
        # the errors of openpyxl and zipfile have no common base: KeyError, ValueError, BadZipFile, ...
        raise InputError(
            "this is no Excel workbook that can be read: it is damaged or cut off; open it in a spreadsheet program and save it "
            "again"
        ) from error


def name_of(row: int, col: int) -> str:
    """Return the name of a cell, from its row and column counted from 0."""
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"


class _SheetContent:
    """The content of a workbook's active sheet, from which a ``Sheet`` is made. It is never changed."""

    def __init__(self, content: bytes) -> None:
        self.formulas = False
        if is_old(content):
            from pencilp.formats.excel import xls

            content, self.sheet = b"", xls.load(content)
        else:
            content, self.formulas = _cells_of(content)
            self.sheet = _loaded(content, values=True)
        self.borders: dict[int, dict[str, tuple[str, bool]]] = {}
        self.fills: dict[int, str] = {}
        """Caches of the looks of borders and fills, by their numbers."""
        self.text: dict[Place, str] = {}
        self.pencilled: dict[Place, str] = {}
        self.wrong: dict[Place, str] = {}
        known: set[Place] = set()
        for cell in self._cells(self.sheet):
            place = cell.row - 1, cell.column - 1
            # the value of a formula may be an empty text
            if cell.value is not None or cell.data_type == "str":
                known.add(place)
            if cell.data_type == "e":
                self.wrong[place] = f"the formula has the error {cell.value}"
                continue
            for into, part in ((self.text, False), (self.pencilled, True)):
                value = part_of(cell, inked=part)
                if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH:
                    self.wrong[place] = f"the text has more than {MAX_TEXT_LENGTH} characters"
                elif (text := as_text(value)) != "":
                    into[place] = text
        for cell in self._cells(_loaded(content, values=False)) if self.formulas else ():
            place = cell.row - 1, cell.column - 1
            if cell.data_type == "f" and place not in known:
                self.wrong[place] = "the formula has no value; open and save the workbook in a spreadsheet program"

    @staticmethod
    def _cells(sheet: Any) -> Iterator[Any]:
        # only existing cells: iter_rows would create all up to the last, perhaps millions
        return iter(list(sheet._cells.values()))


_cache: list[tuple[bytes, _SheetContent]] = []
"""The last workbooks that were read, the newest at the end."""


def _sheet_content(content: bytes) -> _SheetContent:
    """Return the content of the active sheet, from the cache if possible."""
    result = next((kept for whole, kept in _cache if whole == content), None)
    if result is None:
        result = _SheetContent(content)
        if len(result.sheet._cells) <= MAX_CACHED_CELLS and len(content) <= MAX_CACHED_BYTES and not is_old(content):
            # if two threads write at once, one entry may be lost and is read again later
            _cache[:] = [*_cache[-MAX_CACHED_WORKBOOKS + 1 :], (content, result)]
    return result


def unchanged(content: bytes) -> Any:
    """Return the active sheet as an openpyxl sheet, with formulas.

    It must not be changed. Raise InputError if it is not a workbook, or if it would be too large when expanded.
    """
    found = _sheet_content(content)
    if not found.formulas:
        return found.sheet
    return _loaded(_cells_of(content)[0], values=False)


class Sheet:
    """The content of the active sheet, by cell and without empty cells.

    ``text`` has the printed texts, ``pencilled`` the texts or parts of texts in the colour of answers.
    """

    def __init__(self, content: bytes) -> None:
        found = _sheet_content(content)
        self.sheet, self._borders, self._fills = found.sheet, found.borders, found.fills
        self.text, self.pencilled, self.wrong = dict(found.text), dict(found.pencilled), dict(found.wrong)

    def copy(self) -> Sheet:
        """Return a sheet with the same cells that can be changed without changing this one."""
        other = copy(self)
        other.text, other.pencilled, other.wrong = dict(self.text), dict(self.pencilled), dict(self.wrong)
        return other

    def alone(self) -> Iterator[Place]:
        """Return the places of single characters with nothing before them in their row and nothing above them."""
        first_col: dict[int, int] = {}
        first_row: dict[int, int] = {}
        for row, col in [*self.text, *self.wrong]:
            first_col[row] = min(col, first_col.get(row, col))
            first_row[col] = min(row, first_row.get(col, row))
        for (row, col), text in sorted(self.text.items()):
            near = row and col and max(row, col) <= MAX_LINES
            if len(text) == 1 and near and first_col[row] == col and first_row[col] == row:
                yield row, col

    def marker(self, clue: Callable[[str], bool]) -> Place | None:
        """Return the place of the letter below and right of the last cell: E, or a letter that is not a ``clue``.

        None if there is none. Raise InputError if there are several.
        """
        found: dict[int, list[Place]] = {}
        for place in self.alone():
            text = self.text[place]
            usual, may_be_clue = text in "Ee", clue(text)
            if text.isalpha() and (usual or not may_be_clue):
                # an E that may be a clue comes last
                found.setdefault(2 * may_be_clue + (not usual), []).append(place)
        if not found:
            return None
        place, *more = found[min(found)]
        if more:
            raise InputError(
                f"a letter that may end the board stands here and in {name_of(*place)}; leave one of them",
                name_of(*more[0]),
            )
        return place

    def at(self, row: int, col: int) -> str:
        """Return the text of a cell, or "". Raise InputError for a formula without a value."""
        if (row, col) in self.wrong:
            raise InputError(self.wrong[row, col], name_of(row, col))
        return self.text.get((row, col), "")

    def set_apart(self, place: Place, printed: str, pencilled: str) -> None:
        """Treat a part of a cell's printed text as an answer."""
        del self.text[place]
        if printed:
            self.text[place] = printed
        self.pencilled[place] = f"{pencilled} {self.pencilled.get(place, '')}".strip()

    def border(self, place: Place, d: int) -> list[tuple[str, bool]]:
        """Return the borders of a cell and of its neighbour in direction ``d`` between them: (style, whether inked)."""
        row, col = place
        dr, dc = STEPS[d]
        result = []
        for r, c, side in ((row, col, SIDES[d]), (row + dr, col + dc, SIDES[(d + 2) % 4])):
            cell = self.sheet._cells.get((r + 1, c + 1))
            if cell is not None and (drawn := self._sides(cell._style.borderId).get(side)):
                result.append(drawn)
        return result

    def _sides(self, number: int) -> dict[str, tuple[str, bool]]:
        """Return the drawn sides of the borders with this number: (style, whether inked)."""
        if number not in self._borders:
            sides = [(side, getattr(self.sheet.parent._borders[number], side)) for side in SIDES]
            self._borders[number] = {
                name: (side.style, is_color(side.color, INK)) for name, side in sides if side and side.style is not None
            }
        return self._borders[number]

    def named(self, name: str) -> tuple[int, int, int, int] | None:
        """Return first row, first column, last row and last column of the range with a name, counted from 0.

        None if this sheet has no such range.
        """
        from openpyxl.utils.cell import range_boundaries

        found = self.sheet.defined_names.get(name) or self.sheet.parent.defined_names.get(name)
        cells = ((found.attr_text if found is not None else "") or "").rpartition("!")[2]
        if not re.fullmatch(r"\$?[A-Z]{1,3}\$?[0-9]{1,7}(:\$?[A-Z]{1,3}\$?[0-9]{1,7})?", cells):
            return None
        left, top, right, bottom = range_boundaries(cells)
        return top - 1, left - 1, bottom - 1, right - 1

    def cells(self) -> Iterator[Place]:
        """Return the places of all existing cells, even empty ones, within the limits of a board."""
        return ((row - 1, col - 1) for row, col in self.sheet._cells if max(row, col) <= 2 * MAX_LINES)

    def grey(self, place: Place) -> bool:
        """Return whether a cell is filled with a grey that is not the grey of answers."""
        fill = self.fill(place)
        kind, *parts = fill.split(" ")
        if kind == "theme":
            # shades of white
            return parts[0] == "0"
        if kind == "indexed":
            return parts[0] in ("22", "23", "55", "63")
        return fill not in ("", FILL[-6:], "000000") and len({fill[:2], fill[2:4], fill[4:]}) == 1

    def fill(self, place: Place) -> str:
        """Return the fill colour of a cell; "" for none or white."""
        cell = self.sheet._cells.get((place[0] + 1, place[1] + 1))
        if cell is None:
            return ""
        number = cell._style.fillId
        if number not in self._fills:
            fill, color_text = self.sheet.parent._fills[number], ""
            if fill.fill_type == "solid":
                color = fill.fgColor
                color_text = color.rgb[-6:] if color.type == "rgb" else f"{color.type} {color.value} {color.tint}"
            self._fills[number] = "" if color_text in ("FFFFFF", "theme 0 0.0") else color_text
        return self._fills[number]

    def filled_as(self, place: Place, other: Sheet) -> bool:
        """Return whether a cell has the same fill as that of another sheet.

        Colours are compared as RGB, because a program may save a theme colour as RGB.
        """
        if self.fill(place) == other.fill(place):
            return True
        here, there = self._seen(place), other._seen(place)
        return here is not None and there is not None and max(map(abs, map(sub, here, there))) <= COLOR_TOLERANCE

    def _seen(self, place: Place) -> tuple[int, int, int] | None:
        """Return the fill colour of a cell as red, green and blue, 0 to 255; None for no fill."""
        from openpyxl.styles.colors import COLOR_INDEX

        if not self.fill(place):
            return None
        color = self.sheet._cells[place[0] + 1, place[1] + 1].fill.fgColor
        listed = {"indexed": COLOR_INDEX, "theme": self._theme}.get(color.type)
        if listed is not None and not 0 <= color.value < len(listed):
            return None
        digits = (color.rgb if listed is None else listed[color.value])[-6:]
        red, green, blue = (int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4))
        hue, light, saturation = rgb_to_hls(red, green, blue)
        light = light * (1 + color.tint) if color.tint < 0 else light + (1 - light) * color.tint
        red, green, blue = (round(255 * part) for part in hls_to_rgb(hue, light, saturation))
        return red, green, blue

    @cached_property
    def _theme(self) -> list[str]:
        """The colours of the theme, indexed by number."""
        theme = self.sheet.parent.loaded_theme
        found = elements(theme, lambda path: path.startswith("themeElements/clrScheme/")) if theme else []
        listed = [e.attributes.get("lastClr") or e.attributes.get("val", "") for e in found if e.path.count("/") == 3]
        # the first four are listed dark before light, but numbered light before dark
        colors = [*listed[1::-1], *listed[3:1:-1], *listed[4:]]
        return [color if re.fullmatch("[0-9A-Fa-f]{6}", color) else "000000" for color in colors]


def is_color(color: Any, wanted: str) -> bool:
    """Return whether an openpyxl colour has these eight hexadecimal digits; its opacity is ignored."""
    return color is not None and color.type == "rgb" and color.rgb[-6:] == wanted[-6:]


def part_of(cell: Any, *, inked: bool) -> Any:
    """Return the part of a cell's value that is, or is not, in the colour of answers; None if empty."""
    whole = is_color(cell.font.color, INK)
    if not isinstance(cell.value, list):
        return cell.value if whole is inked else None
    # a text whose parts have their own fonts
    parts = [
        str(part)
        for part in cell.value
        if (is_color(part.font.color, INK) if hasattr(part, "font") and part.font.color else whole) is inked
    ]
    return "".join(parts) or None


def as_text(value: Any) -> str:
    """Return a cell's value as text; integers without a decimal point, "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        # as spreadsheet programs show it: 0.1 * 30 is 3
        return f"{value:.15g}"
    return narrow(visible(str(value))).strip()


class Frame:
    """The position of the board in the block before the letter.

    ``top``, ``left``, ``bottom`` and ``right`` are the numbers of rows and columns of clues around it.
    """

    def __init__(self, top: int = 0, left: int = 0, bottom: int = 0, right: int = 0) -> None:
        self.top, self.left, self.bottom, self.right = top, left, bottom, right

    def places(self, lattice: Lattice) -> list[Place]:
        """Return the place on the sheet of each cell of the board."""
        return [(row + self.top, col + self.left) for row, col in lattice.positions]

    def columns(self, lattice: Lattice) -> list[Place]:
        """Return the place below each column of the board."""
        return [(self.top + lattice.rows + self.bottom, self.left + col) for col in range(lattice.cols)]


def sides_of(lattice: Lattice) -> list[str]:
    """Return for each direction of a lattice the side of the sheet's cell towards that neighbour; "" for a corner."""
    of = dict(zip(STEPS, SIDES, strict=True))
    return [of.get(vector, "") for vector in lattice.vectors]


def draw_border(cell: Any, side: str, style: str, color: str | None = None) -> None:
    """Draw one border of a cell (``draft_sheet.Slot``)."""
    setattr(cell.border, side, _side(style, color))


@cache
def _side(style: str, color: str | None) -> Any:
    from openpyxl.styles import Side

    return Side(style=style, color=color)


def draw_borders(sheet: Any, values: Sequence[int], lattice: Lattice, frame: Frame, style: str, color: str) -> None:
    """Draw the edges of the board (or the inner edges) whose value is not 0, on both of their cells."""
    table = lattice.cell_edges if len(values) == len(lattice.edges) else lattice.link_to
    for edges, (row, col) in zip(table, frame.places(lattice), strict=True):
        for e, side in zip(edges, sides_of(lattice), strict=True):
            if e >= 0 and side and values[e]:
                draw_border(sheet.cell(row + 1, col + 1), side, style, color)
