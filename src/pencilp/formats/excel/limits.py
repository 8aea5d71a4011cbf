"""Limits on the content of a workbook, checked part by part before openpyxl reads it.

Only some parts of a workbook are read: the active sheet, styles, texts, and the parts that list them. Only these are
counted. Pictures, other sheets and caches have no limits, because they are only copied.
"""

from __future__ import annotations

import io
import re
from typing import IO
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, is_zipfile

from pencilp.errors import InputError

MAX_EXPANDED = 64 * 1024 * 1024
"""Bytes of all files in a workbook together, before it is expanded."""
MAX_FILES = 2_000
MAX_LINES = 300
"""Rows and columns of a board on a sheet.

This is less than ``MAX_CELLS``, because each cell of a sheet is a styled object.
"""
MAX_IN_SHEETS = 4 * MAX_LINES * MAX_LINES
"""Cells of the sheet, including those of merged ranges."""
MAX_TEXTS = 1_000_000
"""Rows, values and strings."""
MAX_OTHERS = 200_000
"""Styles and all other elements."""

INSTEAD = "which is not read: save it as an Excel workbook (.xlsx)"
PORTION = 64 * 1024
TEXTS = frozenset(("f", "is", "row", "si", "t", "v"))
"""The elements of rows, values and strings in the files of a workbook."""
RANGE = re.compile("([A-Z]{0,9})([0-9]{0,9}):([A-Z]{0,9})([0-9]{0,9})")
ALL_ROWS, ALL_COLUMNS = 1_048_576, 16_384


def opened(content: bytes) -> ZipFile:
    """Return the zip file of a workbook, after a check of its size and checksums.

    Raise InputError if it is not a workbook, and the errors of ``zipfile`` if it is not a zip file.
    """
    if content.lstrip()[:1] == b"<":
        raise InputError(f"this is a web page or an XML file, {INSTEAD}")
    if not content.startswith(b"PK") and not is_zipfile(io.BytesIO(content)):
        says = "this is no workbook, though it is called one: if it is a puzzle text, give it a name that ends in .txt"
        raise InputError(says)
    archive = ZipFile(io.BytesIO(content))
    _refuse_other(archive)
    members = archive.infolist()
    if len(members) > MAX_FILES or sum(member.file_size for member in members) > MAX_EXPANDED:
        raise InputError(f"the workbook would expand to more than {MAX_EXPANDED // 1024 // 1024} MB")
    for member in members:
        if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise InputError(f"{member.filename} in the workbook is packed as in no workbook")
    # zipfile reads no more of a file than the size in the directory
    if broken := archive.testzip():
        raise InputError(f"{broken} in the workbook is broken")
    return archive


def _refuse_other(archive: ZipFile) -> None:
    """Raise InputError for files of other programs that are zip files, too."""
    names = set(archive.namelist())
    if "mimetype" in names and b"opendocument" in archive.open("mimetype").read(100):
        raise InputError(f"this is an OpenDocument file, {INSTEAD}")
    if "xl/workbook.bin" in names:
        raise InputError(f"this is a binary workbook (.xlsb), {INSTEAD}")
    if "Index/Document.iwa" in names:
        raise InputError(f"this is a file of Numbers, {INSTEAD}")


class ElementCounter:
    """Counts the elements of the parts of a workbook, and refuses it above the limits.

    The reason is that openpyxl makes an object for each cell of a range, and keeps everything that it has read.
    """

    def __init__(self) -> None:
        self.cells = self.texts = self.others = 0
        self.formulas = False
        """Whether the counted parts have formulas."""
        self.part = ""

    def count(self, file: IO[bytes], name: str) -> None:
        """Count the elements of the part ``name``.

        Raise InputError if there are too many, or if the part is damaged.
        """
        self.part = name
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._element
        parser.StartDoctypeDeclHandler = self._document_type
        try:
            while chunk := file.read(PORTION):
                parser.Parse(chunk, False)
            parser.Parse(b"", True)
        except expat.ExpatError:
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
            if name == "mergeCell":
                self.cells += cells_in(attributes.get("ref", ""))
        if self.cells > MAX_IN_SHEETS:
            raise self._refused(MAX_IN_SHEETS, "cells")
        if self.texts > MAX_TEXTS:
            raise self._refused(MAX_TEXTS, "values and texts")
        if self.others > MAX_OTHERS:
            raise self._refused(MAX_OTHERS, "styles and the like")

    def _refused(self, most: int, what: str) -> InputError:
        return InputError(f"there are more than {most} {what} (up to {self.part}): too much for a sheet with a puzzle")

    def _document_type(self, *_: object) -> None:
        # entities can expand without limit, and no spreadsheet program writes them
        raise InputError("the workbook declares a document type, which no workbook needs")


def cells_in(ref: str) -> int:
    """Return the number of cells of a range such as ``B2:C5``, ``B:C`` or ``2:5``; 0 for any other text."""
    found = RANGE.fullmatch(ref.upper().replace("$", ""))
    if not found:
        return 0
    left, top, right, bottom = found.groups()
    rows = abs(int(bottom) - int(top)) + 1 if top and bottom else ALL_ROWS
    cols = abs(column(right) - column(left)) + 1 if left and right else ALL_COLUMNS
    return rows * cols


def column(letters: str) -> int:
    """Return the number of a column, from its letters: 1 for A."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number
