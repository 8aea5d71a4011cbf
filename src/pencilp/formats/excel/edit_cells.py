"""Changes cells of a workbook, and nothing else in it, by editing the XML of its parts.

openpyxl would lose parts that it does not know (buttons, shapes, pictures, charts, macros) if it wrote the workbook. So
it only reads the cells that are changed (``Draft.cell``). Then changed values and styles are written into the sheet's
XML, new styles are appended to the existing ones, and every other part stays the same byte for byte.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from copy import copy
from typing import Any
from xml.etree import ElementTree

from pencilp.errors import InputError
from pencilp.formats.excel.draft_sheet import Slot
from pencilp.formats.excel.limits import MAX_IN_SHEETS, MAX_LINES, column
from pencilp.formats.excel.package import (
    MAIN,
    SECTIONS,
    SHEET_TYPE,
    Element,
    Package,
    edited,
    elements,
    enclosed,
    filled,
    retagged,
)
from pencilp.formats.excel.workbook import SIDES, Place, name_of, readable, unchanged

ROW, CELL, FORMULA, COLUMNS = "sheetData/row", "sheetData/row/c", "sheetData/row/c/f", "cols/col"
STYLES = (
    f'<styleSheet xmlns="{MAIN}">'
    '<fonts><font><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
    "<borders><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    '<cellStyleXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>'
).encode()
"""The styles of a workbook without styles."""
ENTRIES = {"fonts": "fonts/font", "fills": "fills/fill", "borders": "borders/border", "cellXfs": "cellXfs/xf"}
"""Sections of styles to which entries are added -> paths of these entries."""
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
CELL_NAME = re.compile("([A-Z]{1,3})([0-9]{1,7})")

Edit = tuple[int, int, bytes]
"""Start and end of the bytes to replace in a part, and their replacement."""


class Draft:
    """A copy of a workbook in which cells of the active sheet are changed.

    Raise InputError if it is not a workbook, or if it would be too large when expanded.
    """

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.sheet = unchanged(content)
        self._changes: dict[Place, _Change] = {}
        self.lost: list[str] = []
        """The losses of ``written``, in words."""

    def cell(self, row: int, column: int) -> Slot:
        """Return the cell in a row and column counted from 1, to read and change it.

        A new cell has the style of its row or column. Raise InputError if it is merged with others.
        """
        from openpyxl.cell import MergedCell
        from openpyxl.styles.cell_style import StyleArray

        place = row - 1, column - 1
        if place not in self._changes:
            cell = self.sheet._cells.get((row, column))
            if isinstance(cell, MergedCell):
                says = "the cell is merged with others: each cell of a board stands by itself"
                raise InputError(says, name_of(*place))
            style = self._inherited(row, column) or StyleArray() if cell is None else cell._style
            value = None if cell is None else cell.value
            self._changes[place] = _Change(place, value, style, self.sheet.parent)
        return self._changes[place].slot

    def _inherited(self, row: int, column: int) -> Any:
        """Return the style of the row or the column, if they have one."""
        rows = self.sheet.row_dimensions
        if row in rows and rows[row].has_style:
            return rows[row]._style
        for columns in self.sheet.column_dimensions.values():
            if columns.min is not None and columns.min <= column <= columns.max:
                return columns._style
        return None

    def written(self, *, lossy: bool = False) -> bytes:
        """Return the workbook with the changes.

        Raise InputError if the value of a formula would change; with ``lossy`` the value replaces the formula.
        """
        changes = [change for _, change in sorted(self._changes.items()) if change.valued or change.styled]
        if not changes:
            return self.content
        with readable():
            package = Package(self.content)
            sheet = package.active()[0]
            plan = _Sheet(package.part(sheet), changes)
            for place in plan.formulas:
                lost = InputError("here is a formula, and the answer would take its place", name_of(*place))
                if not lossy:
                    raise InputError(
                        f"{lost.message} (--lossy writes it; or put the formula's value there)", lost.where
                    )
                self.lost.append(str(lost))
            _forget(package, plan.formulas)
            styles = _Styles(package)
            package.changed[sheet] = plan.written(styles)
            styles.store()
            return package.written()


class _Change:
    """The new state of a cell (``slot``), and its differences from the old one.

    ``style`` has the numbers of its old style in the openpyxl workbook ``book``.
    """

    def __init__(self, place: Place, value: Any, style: Any, book: Any) -> None:
        self.place, self._value = place, value
        self._parts = {
            "font": book._fonts[style.fontId], "fill": book._fills[style.fillId],
            "border": book._borders[style.borderId], "alignment": book._alignments[style.alignmentId],
        }  # fmt: skip
        self.slot = Slot(self._parts["font"], self._parts["alignment"])
        self.slot.value, self.slot.fill = value, self._parts["fill"]
        for side in SIDES:
            if (drawn := getattr(self._parts["border"], side)) is not None:
                setattr(self.slot.border, side, drawn)
        self._sides = self._drawn()

    def _drawn(self) -> tuple[Any, ...]:
        return tuple(getattr(self.slot.border, side) for side in SIDES)

    @property
    def valued(self) -> bool:
        """Whether its value changes."""
        return type(self.slot.value) is not type(self._value) or bool(self.slot.value != self._value)

    @property
    def styled(self) -> dict[str, Any]:
        """The new values of the parts of its style that change; for borders all four sides."""
        slot, was = self.slot, {**self._parts, "border": self._sides}
        parts = {"font": slot.font, "fill": slot.fill, "border": self._drawn(), "alignment": slot.alignment}
        return {name: part for name, part in parts.items() if part is not was[name] and part != was[name]}

    def part(self, name: str) -> Any:
        """Return a part of its style as an openpyxl object."""
        if name != "border":
            return getattr(self.slot, name)
        border = copy(self._parts["border"])
        for side, drawn in zip(SIDES, self._drawn(), strict=True):
            if drawn.style is not None or getattr(border, side) is not None:
                setattr(border, side, drawn)
        return border


def _forget(package: Package, formulas: list[Place]) -> None:
    """Remove formulas from the calculation chain. Excel reports stale entries as damage."""
    chain = package.related("calcChain") if formulas else None
    if chain is None:
        return
    gone = {name_of(*place) for place in formulas}
    views = elements(package.part(package.main), lambda path: path == "sheets/sheet")
    active = package.active()[1]
    number = next(e.attributes.get("sheetId") for e in views if e.attributes.get("name") == active)
    xml = package.part(chain)
    edits, kept, last, last_written = [], 0, None, None
    for element in elements(xml, lambda path: path == "c"):
        # an entry without a sheet number has that of the entry before
        last = element.attributes.get("i", last)
        if last == number and element.attributes.get("r") in gone:
            edits.append((element.start, element.end, b""))
            continue
        kept += 1
        if last != last_written and "i" not in element.attributes:
            tag = retagged(xml[element.start : element.inside], {"i": last})
            edits.append((element.start, element.inside, tag))
        last_written = last
    if kept:
        package.changed[chain] = edited(xml, edits)
    else:
        package.remove("calcChain")


# -- the sheet --------------------------------------------------------------------------------------------------------


class _Sheet:
    """The XML of a sheet, with the elements of changed cells: ``cells`` by row and column, ``rows`` by number.

    Raise InputError if one formula gives the values of several cells and some of these change.
    """

    def __init__(self, xml: bytes, changes: list[_Change]) -> None:
        self.xml = xml
        self.changes = {change.place: change for change in changes}
        self.formulas: list[Place] = []
        self.rows: dict[int, Element] = {}
        self.cells: dict[int, dict[int, Element]] = {row: {} for row, _ in self.changes}
        self.columns: list[Element] = []
        self._at = -1, -1
        self._covered = 0
        wanted = {"", "dimension", "sheetData", COLUMNS, ROW, CELL, FORMULA}
        _, *others = elements(xml, wanted.__contains__, self._begun)
        self.data = next(element for element in others if element.path == "sheetData")
        self.dimension = next((element for element in others if element.path == "dimension"), None)
        self.prefix = self.data.prefix

    def _begun(self, element: Element) -> bool:
        """Note the row or column of an element. Without a number, it follows the one before."""
        name = element.attributes.get("r")
        row, col = self._at
        if element.path == ROW:
            row = int(float(name)) - 1 if name else row + 1
            self._at = row, -1
            if row <= max(self.cells):
                self.rows.setdefault(row, element)
        elif element.path == CELL:
            self._at = row, col = _place(name) if name else (row, col + 1)
            if row in self.cells:
                self.cells[row][col] = element
        elif element.path == FORMULA:
            self._formula(element)
        elif element.path == COLUMNS:
            self.columns.append(element)
        else:
            return True
        return False

    def _formula(self, element: Element) -> None:
        """Note a formula whose cell gets another value."""
        ref = element.attributes.get("ref", "").replace("$", "")
        own = [self._at] if self._changes_value(self._at) else []
        if ref in ("", name_of(*self._at)):
            self.formulas += own
            return
        if element.attributes.get("t") != "shared":
            first, _, last = ref.partition(":")
            (top, left), (bottom, right) = _place(first), _place(last or first)
            rows = [row for row in range(top, min(bottom, max(self.cells)) + 1) if row in self.cells]
            cols = range(left, min(right, MAX_LINES) + 1)
            self._covered += len(rows) * len(cols)
            if self._covered > MAX_IN_SHEETS:
                raise InputError("the ranges of the sheet's formulas lie over each other")
            own = [(row, col) for row in rows for col in cols if self._changes_value((row, col))]
        for place in own:
            says = f"here is a formula for the cells {ref}, and the answer would take its place"
            raise InputError(f"{says}: put the values of these cells in their places", name_of(*place))

    def _changes_value(self, place: Place) -> bool:
        return place in self.changes and self.changes[place].valued

    def written(self, styles: _Styles) -> bytes:
        """Return the sheet with the changes."""
        edits: list[Edit] = []
        added: dict[int, dict[int, bytes]] = {}
        for (row, col), change in self.changes.items():
            element = self.cells[row].get(col)
            base = self._style(row, col) if element is None else int(element.attributes.get("s", "0"))
            style = styles.variant(base, change) if change.styled else base
            if element is None:
                added.setdefault(row, {})[col] = self._new(change, style)
            else:
                edits.append(self._changed(element, change, style))
        new = {}
        for row, cells in added.items():
            if row in self.rows:
                edits += self._insert(row, cells)
            else:
                tag = f'<{self.prefix}row r="{row + 1}"/>'.encode()
                new[row] = enclosed(tag, b"".join(cells.values()))
        if new:
            tag = self.xml[self.data.start : self.data.inside]
            edits += _put_in(self.xml, self.data, self.rows, new, tag)
        if added and self.dimension is not None:
            edits.append(self._widened(self.dimension, [(row, col) for row, cells in added.items() for col in cells]))
        return edited(self.xml, edits)

    def _style(self, row: int, col: int) -> int:
        """Return the style number of a new cell: that of its row or column."""
        if row in self.rows and "s" in self.rows[row].attributes:
            return int(self.rows[row].attributes["s"])
        for element in self.columns:
            if int(element.attributes["min"]) <= col + 1 <= int(element.attributes["max"]):
                return int(element.attributes.get("style", "0"))
        return 0

    def _changed(self, element: Element, change: _Change, style: int) -> Edit:
        """Return the edit that changes a cell."""
        tag = self.xml[element.start : element.inside]
        values: dict[str, str | None] = {"s": str(style)} if change.styled else {}
        if not change.valued:
            return element.start, element.inside, retagged(tag, values)
        kind, inner = self._value(change.slot.value)
        # cm and vm refer to metadata of the old value
        return element.start, element.end, enclosed(retagged(tag, {**values, "t": kind, "cm": None, "vm": None}), inner)

    def _new(self, change: _Change, style: int) -> bytes:
        kind, inner = self._value(change.slot.value)
        tag = f'<{self.prefix}c r="{name_of(*change.place)}"/>'.encode()
        return enclosed(retagged(tag, {"s": str(style) if style else None, "t": kind}), inner)

    def _value(self, value: Any) -> tuple[str | None, bytes]:
        """Return the type and the content of a cell with a value. A text is never a formula."""
        if value is None:
            return None, b""
        if isinstance(value, (int, float)):
            return None, f"<{self.prefix}v>{value!r}</{self.prefix}v>".encode()
        if isinstance(value, str):
            tree = ElementTree.Element("is")
            text = ElementTree.SubElement(tree, "t", {SPACE: "preserve"} if value != value.strip() else {})
            text.text = value
        else:
            tree = value.to_tree()
        return "inlineStr", _as_xml(tree, self.prefix)

    def _insert(self, row: int, cells: dict[int, bytes]) -> list[Edit]:
        """Return the edits that put cells into an existing row."""
        element = self.rows[row]
        tag = self.xml[element.start : element.inside]
        spans = element.attributes.get("spans", "")
        if re.fullmatch("[0-9]+:[0-9]+", spans):
            first, last = map(int, spans.split(":"))
            tag = retagged(tag, {"spans": f"{min(first, min(cells) + 1)}:{max(last, max(cells) + 1)}"})
        return _put_in(self.xml, element, self.cells[row], cells, tag)

    def _widened(self, dimension: Element, places: list[Place]) -> Edit:
        """Return the edit that extends the range of the sheet's cells."""
        ref = dimension.attributes.get("ref", "")
        rows, cols = zip(*(_place(corner) for corner in ref.split(":") if corner), *places, strict=True)
        first, last = name_of(min(rows), min(cols)), name_of(max(rows), max(cols))
        tag = self.xml[dimension.start : dimension.inside]
        return dimension.start, dimension.inside, retagged(tag, {"ref": first if first == last else f"{first}:{last}"})


def _put_in(xml: bytes, parent: Element, there: dict[int, Element], new: dict[int, bytes], tag: bytes) -> list[Edit]:
    """Return the edits that insert ``new`` children into an element in the order of their numbers.

    ``tag`` becomes the element's start tag.
    """
    if parent.inside == parent.end:
        return [filled(xml, parent, b"".join(text for _, text in sorted(new.items())), tag)]
    numbers = sorted(there)
    edits = [(parent.start, parent.inside, tag)]
    for number, text in sorted(new.items()):
        before = bisect_left(numbers, number)
        at = there[numbers[before - 1]].end if before else parent.inside
        edits.append((at, at, text))
    return edits


def _place(name: str) -> Place:
    """Return the place of a cell from its name. Raise ValueError if it is not one."""
    found = CELL_NAME.fullmatch(name.upper())
    if found is None:
        raise ValueError(name)
    return int(found[2]) - 1, column(found[1]) - 1


# -- styles -----------------------------------------------------------------------------------------------------------


class _Styles:
    """The styles of a workbook, with the styles added to them."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.part = package.related("styles")
        self.xml = _completed(None if self.part is None else package.part(self.part))
        wanted = {*ENTRIES.values(), "cellXfs/xf/alignment"}
        self.root, *found = elements(self.xml, lambda path: "/" not in path or path in wanted)
        self.sections = {element.path: element for element in found if element.path in ENTRIES}
        self.there = {section: sum(e.path == entry for e in found) for section, entry in ENTRIES.items()}
        self.styles = [element for element in found if element.path == "cellXfs/xf"]
        self.alignments = [element for element in found if element.path == "cellXfs/xf/alignment"]
        self.added: dict[str, dict[bytes, int]] = {section: {} for section in ENTRIES}
        self.known: dict[Any, int] = {}

    def variant(self, base: int, change: _Change) -> int:
        """Return the number of style ``base`` with the changes of a cell applied."""
        key = base, *change.styled.items()
        if key not in self.known:
            self.known[key] = self._variant(self.styles[base], change)
        return self.known[key]

    def _variant(self, base: Element, change: _Change) -> int:
        inner = self.xml[base.inside : base.close]
        values: dict[str, str | None] = {}
        for part in change.styled:
            values[f"apply{part.title()}"] = "1"
            part_xml = _as_xml(change.part(part).to_tree(part), self.root.prefix)
            if part != "alignment":
                values[f"{part}Id"] = str(self._number(f"{part}s", part_xml))
                continue
            old = [e for e in self.alignments if base.start < e.start < base.end]
            inner = part_xml + edited(inner, [(e.start - base.inside, e.end - base.inside, b"") for e in old])
        return self._number("cellXfs", enclosed(retagged(self.xml[base.start : base.inside], values), inner))

    def _number(self, section: str, entry: bytes) -> int:
        """Return the number of an entry of a section; add it if it is new."""
        return self.added[section].setdefault(entry, self.there[section] + len(self.added[section]))

    def store(self) -> None:
        """Put the styles into the workbook, if any were added."""
        if not any(self.added.values()):
            return
        edits = []
        for section, element in self.sections.items():
            tag = self.xml[element.start : element.inside]
            if "count" in element.attributes:
                tag = retagged(tag, {"count": str(self.there[section] + len(self.added[section]))})
            edits.append(filled(self.xml, element, b"".join(self.added[section]), tag))
        xml = edited(self.xml, edits)
        if self.part is None:
            folder = self.package.main.rpartition("/")[0]
            self.package.add(f"{folder}/styles.xml".lstrip("/"), xml, f"{SHEET_TYPE}styles+xml", "styles")
        else:
            self.package.changed[self.part] = xml


def _completed(xml: bytes | None) -> bytes:
    """Return styles in which no section is missing."""
    if xml is None:
        return STYLES
    root, *children = elements(xml, lambda path: "/" not in path)
    if not children:
        return STYLES
    edits = []
    for number, section in enumerate(SECTIONS):
        if all(child.path != section for child in children):
            before = [child.end for child in children if child.path in ("numFmts", *SECTIONS[:number])]
            at = before[-1] if before else root.inside
            default = next(e for e in elements(STYLES, section.__eq__))
            empty = re.sub(b"<(/?)", b"<\\1" + root.prefix.encode(), STYLES[default.start : default.end])
            edits.append((at, at, empty))
    return edited(xml, edits)


def _as_xml(tree: Any, prefix: str) -> bytes:
    """Return an element as XML, with the namespace prefix of its parent."""
    for element in tree.iter():
        element.tag = prefix + element.tag.rpartition("}")[2]
    return ElementTree.tostring(tree)
