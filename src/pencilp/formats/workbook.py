"""Workbooks as they come: opened with care, and what stands on their active sheet, in which colour.

openpyxl is imported when a workbook is first opened or made.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice
from pencilp.errors import InputError
from pencilp.formats.package import table
from pencilp.numerals import narrow

if TYPE_CHECKING:
    from zipfile import ZipFile

MOST_EXPANDED = 64 * 1024 * 1024
"""The files in a workbook may have this many bytes together; a workbook that has more is not expanded."""
MOST_FILES = 2_000
MOST_LINES = 300
"""A board on a sheet has no more rows and columns: tighter than ``MOST_CELLS``, as each cell of a sheet is a styled object."""
MOST_IN_SHEETS = 4 * MOST_LINES * MOST_LINES
"""All sheets together have no more cells, those of merged and linked ranges counted one by one."""
MOST_TEXTS = 1_000_000
"""No more rows, values and strings."""
MOST_OTHERS = 200_000
"""No more styles and whatever else there is."""

INSTEAD = "which is not read: save it as an Excel workbook (.xlsx)"
LOCKED = "the workbook has a password: take it off and save the workbook again"

PORTION = 64 * 1024
TEXTS = frozenset(("f", "is", "row", "si", "t", "v"))
"""What stands in the files of a workbook for rows, values and strings."""
RANGED = ("comment", "hyperlink", "mergeCell")
"""What openpyxl makes cells for, all those of its range."""
RANGE = re.compile("([A-Z]{0,9})([0-9]{0,9}):([A-Z]{0,9})([0-9]{0,9})")
ALL_ROWS, ALL_COLUMNS = 1_048_576, 16_384
LONGEST_TEXT = 32_767
"""A cell has no longer text."""

INK = "FFC00000"
"""The colour of all that is an answer (a dark red); what has it is no clue."""
FILL = "FFBFBFBF"
"""The colour of the cells that an answer shades."""
SIDES = ("top", "right", "bottom", "left")
"""The sides of a cell by direction."""
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
THICK = ("thick", "medium", "double")
"""The borders that are walls."""

Place = tuple[int, int]
"""A cell by its row and column counted from 0."""


def load(content: bytes, *, values: bool) -> Any:
    """The active sheet of a workbook as openpyxl's, with formulas or (``values``) what they last gave. Of the workbook it
    has only what is about cells (``package.table``).

    Raises InputError for what is no workbook, or would be too large when expanded.
    """
    examined(content)
    return _loaded(content, values=values)


def examined(content: bytes) -> bool:
    """Whether there are formulas in a workbook, which is small enough to be loaded.

    Raises InputError for what is no workbook, and for one in which little stands for much: openpyxl makes an object for
    each cell that a range names, and forgets nothing that it has read.
    """
    import zipfile

    if content.lstrip()[:1] == b"<":
        raise InputError(f"this is a web page or an XML file, {INSTEAD}")
    with readable(), zipfile.ZipFile(io.BytesIO(content)) as archive:
        _refuse_other(archive)
        members = archive.infolist()
        if len(members) > MOST_FILES or sum(member.file_size for member in members) > MOST_EXPANDED:
            raise InputError(f"the workbook would expand to more than {MOST_EXPANDED // 1024 // 1024} MB")
        census = _Census()
        for member in members:
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise InputError(f"{member.filename} in the workbook is packed as in no workbook")
            # no more is read of a file than the directory says that it has
            with archive.open(member) as file:
                census.count(file, member.filename)
        return census.formulas


def _refuse_other(archive: ZipFile) -> None:
    """Raise InputError for the files of other programs that are zip files too."""
    names = set(archive.namelist())
    if "mimetype" in names and b"opendocument" in archive.open("mimetype").read(100):
        raise InputError(f"this is an OpenDocument file, {INSTEAD}")
    if "xl/workbook.bin" in names:
        raise InputError(f"this is a binary workbook (.xlsb), {INSTEAD}")
    if "Index/Document.iwa" in names:
        raise InputError(f"this is a file of Numbers, {INSTEAD}")


def is_old(content: bytes) -> bool:
    """Whether a file is one of Excel 97 to 2003 (.xls). Raises InputError for one that has a password: these look alike."""
    if content[:8] != b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        return False
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise InputError(LOCKED)
    return True


def _loaded(content: bytes, *, values: bool) -> Any:
    """The active sheet of a workbook that was examined."""
    import warnings

    with readable(), warnings.catch_warnings():
        # of what openpyxl leaves out when it reads; only its own, as threads share the filters
        warnings.filterwarnings("ignore", module="openpyxl")
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(table(content)), data_only=values, rich_text=True)
        for style in book._cell_styles:
            # a style of which a part is not there is found only when a cell is asked for that part
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
    """Inside, what a library says of a broken workbook is an InputError."""
    try:
        yield
    except InputError:
        raise
    except MemoryError:
        raise InputError("the workbook is too large") from None
    except Exception as error:
        # what openpyxl and zipfile raise for broken files has no common base: KeyError, ValueError, BadZipFile, ...
        raise InputError(f"this is no Excel workbook that can be read ({type(error).__name__})") from None


class _Census:
    """Counts what is in the files of a workbook, and refuses it when that is too much."""

    def __init__(self) -> None:
        self.cells = self.texts = self.others = 0
        self.formulas = False
        self.file = ""
        self.parts: set[str] = set()

    def count(self, file: IO[bytes], name: str) -> None:
        """Count what is in a file called ``name``. Pictures and the like count for nothing."""
        from xml.parsers import expat

        self.file = name
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._element
        parser.StartDoctypeDeclHandler = self._document_type
        chunk = start = file.read(PORTION)
        if b"<" not in start[:4]:
            return
        try:
            while chunk:
                parser.Parse(chunk, False)
                chunk = file.read(PORTION)
            parser.Parse(b"", True)
        except expat.ExpatError:
            # old drawings are written as web pages are
            if not name.endswith(".vml"):
                raise InputError(f"{name} in the workbook is broken") from None

    def _element(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        if name == "c":
            self.cells += 1
        elif name in TEXTS:
            self.texts += 1
            self.formulas = self.formulas or name == "f"
        else:
            self.others += 1
            if name in RANGED:
                self.cells += cells_in(attributes.get("ref", ""))
            elif name == "Relationship" and attributes.get("TargetMode") != "External":
                self._part(f"{self.file} {attributes.get('Target', '').rpartition('/')[2]}")
            elif name == "sheet":
                self._part(next((value for key, value in attributes.items() if key.endswith(":id")), ""))
        if self.cells > MOST_IN_SHEETS:
            raise self._refused(MOST_IN_SHEETS, "cells")
        if self.texts > MOST_TEXTS or self.others > MOST_OTHERS:
            raise self._refused(
                *((MOST_TEXTS, "values and texts") if self.texts > MOST_TEXTS else (MOST_OTHERS, "styles and the like"))
            )

    def _part(self, name: str) -> None:
        if name in self.parts:
            # each would be read anew
            raise InputError("a file in the workbook stands for two of its parts")
        self.parts.add(name)

    def _refused(self, most: int, what: str) -> InputError:
        return InputError(
            f"the workbook has more than {most} {what} (up to {self.file}); keep only the puzzle's sheet in it"
        )

    def _document_type(self, *_: object) -> None:
        # its entities can grow without end; no spreadsheet program writes any
        raise InputError("the workbook declares a document type, which no workbook needs")


def cells_in(ref: str) -> int:
    """How many cells a range such as ``B2:C5``, ``B:C`` or ``2:5`` has; 0 for what is no range."""
    found = RANGE.fullmatch(ref.upper().replace("$", ""))
    if not found:
        return 0
    left, top, right, bottom = found.groups()
    rows = abs(int(bottom) - int(top)) + 1 if top and bottom else ALL_ROWS
    cols = abs(column(right) - column(left)) + 1 if left and right else ALL_COLUMNS
    return rows * cols


def column(letters: str) -> int:
    """The number of a column, from its letters: 1 for A."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


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
        if is_old(content):
            from pencilp.formats import xls

            formulas, self.sheet = False, xls.load(content)
        else:
            formulas, self.sheet = examined(content), _loaded(content, values=True)
        self.text: dict[Place, str] = {}
        self.pencilled: dict[Place, str] = {}
        self.wrong: dict[Place, str] = {}
        known: set[Place] = set()
        for cell in self._cells(self.sheet):
            place = cell.row - 1, cell.column - 1
            # the value of a formula may be a text without letters
            if cell.value is not None or cell.data_type == "str":
                known.add(place)
            if cell.data_type == "e":
                self.wrong[place] = f"the formula has the error {cell.value}"
                continue
            for into, part in ((self.text, False), (self.pencilled, True)):
                value = part_of(cell, inked=part)
                if isinstance(value, str) and len(value) > LONGEST_TEXT:
                    self.wrong[place] = f"the text has more than {LONGEST_TEXT} characters"
                elif (text := as_text(value)) != "":
                    into[place] = text
        for cell in self._cells(_loaded(content, values=False)) if formulas else ():
            place = cell.row - 1, cell.column - 1
            if cell.data_type == "f" and place not in known:
                self.wrong[place] = "the formula has no value; open and save the workbook in a spreadsheet program"

    @staticmethod
    def _cells(sheet: Any) -> Iterator[Any]:
        # only the cells that are there: iter_rows would make all up to the last, which may be millions
        return iter(list(sheet._cells.values()))

    def marker(self, clue: Callable[[str], bool]) -> Place:
        """The place of the letter below and right of the last cell: E, or one that is no ``clue``."""
        first_col: dict[int, int] = {}
        first_row: dict[int, int] = {}
        for row, col in [*self.text, *self.wrong]:
            first_col[row] = min(col, first_col.get(row, col))
            first_row[col] = min(row, first_row.get(col, row))
        found = [
            (text not in "Ee", row, col)
            for (row, col), text in self.text.items()
            if len(text) == 1 and text.isalpha() and row and col and row <= MOST_LINES and col <= MOST_LINES
        ]
        for other, row, col in sorted(found):
            if other and clue(self.text[row, col]):
                continue
            if first_col[row] == col and first_row[col] == row:
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

    def set_apart(self, place: Place, printed: str, pencilled: str) -> None:
        """Take a part of what is printed in a cell for an answer."""
        del self.text[place]
        if printed:
            self.text[place] = printed
        self.pencilled[place] = f"{pencilled} {self.pencilled.get(place, '')}".strip()

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

    def named(self, name: str) -> tuple[int, int, int, int] | None:
        """The first row and column and the last of the range of this sheet that has a name, counted from 0; None for none."""
        from openpyxl.utils.cell import range_boundaries

        found = self.sheet.defined_names.get(name) or self.sheet.parent.defined_names.get(name)
        title, _, cells = ((found.attr_text if found is not None else "") or "").rpartition("!")
        if not re.fullmatch(r"\$?[A-Z]{1,3}\$?[0-9]{1,7}(:\$?[A-Z]{1,3}\$?[0-9]{1,7})?", cells):
            return None
        if title.strip("'").replace("''", "'") != self.sheet.title:
            return None
        left, top, right, bottom = range_boundaries(cells)
        return top - 1, left - 1, bottom - 1, right - 1

    def grey(self, place: Place) -> bool:
        """Whether a cell is filled with a grey, other than that of answers."""
        fill = self.fill(place)
        kind, *told = fill.split(" ")
        if kind == "theme":
            # white and darker
            return told[0] == "0"
        if kind == "indexed":
            return told[0] in ("22", "23", "55", "63")
        return fill not in ("", FILL[-6:], "000000") and len({fill[:2], fill[2:4], fill[4:]}) == 1

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

    def columns(self, lattice: Lattice) -> list[Place]:
        """Per column of the board the place below it."""
        return [(self.top + lattice.rows + self.bottom, self.left + col) for col in range(lattice.cols)]


def sides_of(lattice: Lattice) -> list[str]:
    """Per direction of a lattice the side of a sheet's cell on which that neighbour lies, "" for one at a corner of it."""
    of = dict(zip(STEPS, SIDES, strict=True))
    return [of.get(vector, "") for vector in lattice.vectors]


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
        for e, side in zip(edges, sides_of(lattice), strict=True):
            if e >= 0 and side and values[e]:
                draw_border(sheet.cell(row + 1, col + 1), side, style, color)
