"""Workbooks as packages: zip files of XML parts, in which some bytes are replaced and all others stay.

A part is never parsed into a tree and written again, because this would lose content that the writer does not know.
expat reports the position of each element, and only its bytes are replaced.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from html import escape, unescape
from typing import NamedTuple

from pencilp.errors import InputError
from pencilp.formats.excel.limits import ElementCounter, opened

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
"""The namespace of workbooks saved as "Strict Open XML". The elements that are read here are the same in it."""
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "[Content_Types].xml"
SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."
PLAIN_BOOK = f"{SHEET_TYPE}sheet.main+xml"
MACRO_BOOK = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
MACRO_SHEETS = ("xlMacrosheet", "xlIntlMacrosheet")

TAG = re.compile(rb"""<(?:[^"'>]+|"[^"]*"|'[^']*')*>""")
ATTRIBUTE = re.compile(rb"""\s+([^\s=]+)\s*=\s*("[^"]*"|'[^']*')""")
DECLARED = re.compile(rb"""\A(<\?xml[^>]*?encoding\s*=\s*["'])([A-Za-z0-9._-]+)""")


# -- the XML of a part ------------------------------------------------------------------------------------------------


class Element:
    """An element of a part.

    ``name`` has the prefix; ``path`` has no prefixes and not the root's name (``sheetData/row``). ``start``,
    ``inside``, ``close`` and ``end`` are the offsets of its start tag, content, end tag and end. In an empty element
    (``<a/>``) the last three are equal.
    """

    __slots__ = ("attributes", "close", "end", "inside", "name", "path", "start")

    def __init__(self, name: str, path: str, attributes: dict[str, str], start: int, inside: int) -> None:
        self.name, self.path, self.attributes = name, path, attributes
        self.start, self.inside = start, inside
        self.close = self.end = inside

    @property
    def prefix(self) -> str:
        """The namespace prefix of its name: ``x:``, or ""."""
        return self.name[: self.name.find(":") + 1]


def elements(
    xml: bytes, wanted: Callable[[str], bool], begun: Callable[[Element], bool] = lambda _: True
) -> list[Element]:
    """Return the elements of a part whose paths are ``wanted``, in the order of their tags; the root's path is "".

    ``begun`` is called when a tag is read, and returns whether to keep the element. ``xml`` is UTF-8 (``as_utf8``).
    """
    from xml.parsers import expat

    result: list[Element] = []
    stack: list[tuple[str, Element | None]] = []
    parser = expat.ParserCreate("utf-8")

    def start(name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(":")[2]
        path = f"{stack[-1][0]}/{local}" if len(stack) > 1 else local if stack else ""
        element = None
        if wanted(path):
            at = parser.CurrentByteIndex
            tag = TAG.match(xml, at)
            assert tag is not None
            element = Element(name, path, attributes, at, tag.end())
            if begun(element):
                result.append(element)
        stack.append((path, element))

    def end(_: str) -> None:
        element = stack.pop()[1]
        if element is not None and not xml.endswith(b"/>", element.start, element.inside):
            element.close = parser.CurrentByteIndex
            element.end = xml.index(b">", element.close) + 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.Parse(xml, True)
    return result


def as_utf8(xml: bytes) -> bytes:
    """Return a part, converted to UTF-8 if it has another encoding."""
    if xml[:2] in (b"\xff\xfe", b"\xfe\xff"):
        xml = xml.decode("utf-16").encode()
    elif (declared := DECLARED.match(xml)) and declared[2].lower() not in (b"utf-8", b"us-ascii"):
        xml = xml.decode(declared[2].decode()).encode()
    return DECLARED.sub(rb"\1UTF-8", xml) if DECLARED.match(xml) else xml


def edited(xml: bytes, edits: Sequence[tuple[int, int, bytes]]) -> bytes:
    """Return a part with ``edits``: (from, to, replacement). If two begin at one place, the shorter comes first."""
    pieces, at = [], 0
    for start, end, text in sorted(edits, key=lambda edit: edit[:2]):
        pieces += [xml[at:start], text]
        at = end
    return b"".join([*pieces, xml[at:]])


def retagged(tag: bytes, values: dict[str, str | None]) -> bytes:
    """Return a start tag with other ``values`` of attributes; None removes an attribute."""
    values = dict(values)
    edits = []
    name = re.compile(rb"<[^\s/>]+").match(tag)
    assert name is not None
    at = name.end()
    while found := ATTRIBUTE.match(tag, at):
        key = found[1].decode()
        if key in values:
            edits.append((*found.span(), _attribute(key, values.pop(key))))
        at = found.end()
    return edited(tag, [*edits, *((at, at, _attribute(key, value)) for key, value in values.items())])


def _attribute(key: str, value: str | None) -> bytes:
    return b"" if value is None else f' {key}="{escape(value)}"'.encode()


def filled(xml: bytes, element: Element, added: bytes, tag: bytes | None = None) -> tuple[int, int, bytes]:
    """Return the edit that appends to an element, which may be empty, and may replace its start ``tag``."""
    tag = xml[element.start : element.inside] if tag is None else tag
    inner = xml[element.inside : element.close] + added
    return element.start, element.end, enclosed(tag, inner)


def enclosed(tag: bytes, inner: bytes) -> bytes:
    """Return an element with a start tag and its content."""
    bare = tag.removesuffix(b"/>").removesuffix(b">").rstrip()
    name = re.split(rb"[\s/>]", bare[1:], maxsplit=1)[0]
    return b"%s>%s</%s>" % (bare, inner, name) if inner else bare + b"/>"


# -- the parts --------------------------------------------------------------------------------------------------------


class Relation(NamedTuple):
    """A relation of a part to another ``part``: its ``id``, and the last word of its ``kind`` ("worksheet")."""

    id: str
    kind: str
    target: str
    element: Element


class Package:
    """The parts of a workbook, by their names in the zip file.

    Raise InputError if it is not a workbook or too large, and the errors of zipfile, expat and missing parts
    (``workbook.readable`` turns these into InputError).
    """

    def __init__(self, content: bytes) -> None:
        self.archive = opened(content)
        self.counter = ElementCounter()
        self._counted: set[str] = set()
        self.names = {name.lower(): name for name in self.archive.namelist()}
        self.changed: dict[str, bytes | None] = {}
        """The new content of parts; None for a removed part."""
        main = [relation.target for relation in self.relations("") if relation.kind == "officeDocument"]
        self.main = self._name(main[0] if main else "xl/workbook.xml") or "xl/workbook.xml"
        """The part that lists the sheets."""

    def _name(self, target: str) -> str | None:
        return self.names.get(target.lower())

    def part(self, name: str) -> bytes:
        """Return the XML of a part, in UTF-8."""
        changed = self.changed.get(name)
        if changed is not None:
            return changed
        if name not in self._counted:
            with self.archive.open(name) as file:
                self.counter.count(file, name)
            self._counted.add(name)
        return as_utf8(self.archive.read(name))

    def relations_of(self, name: str) -> str:
        """Return the name of the part with a part's relations, which may not exist; "" is the whole package."""
        folder, _, file = name.rpartition("/")
        wanted = posixpath.join(folder, "_rels", f"{file}.rels")
        return self._name(wanted) or wanted

    def relations(self, name: str) -> list[Relation]:
        """Return the relations of a part to other parts."""
        where = self.relations_of(name)
        if where not in self.changed and where not in self.archive.NameToInfo:
            return []
        result = []
        for element in elements(self.part(where), lambda path: path == "Relationship"):
            attributes = element.attributes
            if attributes.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", name.rpartition("/")[0], attributes.get("Target", "")))
                kind = attributes.get("Type", "").rpartition("/")[2]
                known = self._name(target.lstrip("/")) or target.lstrip("/")
                result.append(Relation(attributes.get("Id", ""), kind, known, element))
        return result

    def related(self, kind: str) -> str | None:
        """Return the part of a kind ("styles") that belongs to the whole workbook; None if there is none."""
        return next((r.target for r in self.relations(self.main) if r.kind == kind and self._name(r.target)), None)

    def active(self) -> tuple[str, str]:
        """Return the part of the active sheet, and the sheet's name. Raise InputError if it is not a table."""
        book = elements(self.part(self.main), {"bookViews/workbookView", "sheets/sheet"}.__contains__)
        sheets = [element for element in book if element.path == "sheets/sheet"]
        views = [
            int(e.attributes["activeTab"]) for e in book if e.path != "sheets/sheet" and "activeTab" in e.attributes
        ]
        number = views[0] if views else 0
        if not 0 <= number < len(sheets):
            raise InputError("the workbook's active sheet is no table")
        attributes = sheets[number].attributes
        id = next((value for key, value in attributes.items() if key.rpartition(":")[2] == "id"), "")
        for relation in self.relations(self.main):
            if relation.id == id and relation.kind == "worksheet":
                return relation.target, attributes.get("name", "")
        raise InputError("the workbook's active sheet is no table")

    # -- changes

    def add(self, name: str, content: bytes, content_type: str, kind: str) -> None:
        """Add a part that belongs to the whole workbook."""
        self.changed[name] = content
        self.names[name.lower()] = name
        self.retype(name, content_type)
        where = self.relations_of(self.main)
        xml = self.part(where)
        known = {relation.id for relation in self.relations(self.main)}
        id = next(f"rId{n}" for n in range(1, len(known) + 2) if f"rId{n}" not in known)
        root = elements(xml, lambda path: not path)[0]
        relationship = f'<{root.prefix}Relationship Id="{id}" Type="{RELATIONS}/{kind}" Target="/{escape(name)}"/>'
        self.changed[where] = edited(xml, [filled(xml, root, relationship.encode())])

    def remove(self, kind: str) -> None:
        """Remove the parts of a kind that belong to the whole workbook, and the parts of these."""
        where = self.relations_of(self.main)
        gone = [relation for relation in self.relations(self.main) if relation.kind == kind]
        self.changed[where] = edited(self.part(where), [(r.element.start, r.element.end, b"") for r in gone])
        for target in {relation.target for relation in gone}:
            belonging = [relation.target for relation in self.relations(target)]
            for name in (target, self.relations_of(target), *belonging):
                if self._name(name):
                    self.changed[name] = None
                    self.retype(name, None)

    def types(self) -> dict[str, str]:
        """Return the content types of the parts that declare one, by their names in lower case."""
        overrides = elements(self.part(TYPES), lambda path: path == "Override")
        return {
            e.attributes.get("PartName", "").lstrip("/").lower(): e.attributes.get("ContentType", "") for e in overrides
        }

    def main_type(self) -> str:
        """Return the content type of the part that lists the sheets. Raise InputError if it is missing."""
        defaults = elements(self.part(TYPES), lambda path: path == "Default") if self._name(TYPES) else []
        types = {e.attributes.get("Extension", "").lower(): e.attributes.get("ContentType", "") for e in defaults}
        overrides = self.types() if self._name(TYPES) else {}
        result = overrides.get(self.main.lower()) or types.get(self.main.rpartition(".")[2].lower(), "")
        if "main+xml" not in result:
            says = f"the workbook is damaged: its part {TYPES} is missing, or does not say what {self.main} is"
            raise InputError(f"{says}; open it in a spreadsheet program and save it again")
        return result

    def retype(self, name: str, content_type: str | None) -> None:
        """Set the content type of a part; None removes it."""
        xml = self.part(TYPES)
        root, *overrides = elements(xml, lambda path: path in ("", "Override"))
        for element in overrides:
            if element.attributes.get("PartName", "").lstrip("/").lower() == name.lower():
                tag = retagged(xml[element.start : element.inside], {"ContentType": content_type})
                end = element.end if content_type is None else element.inside
                self.changed[TYPES] = edited(xml, [(element.start, end, tag if content_type is not None else b"")])
                return
        if content_type is not None:
            override = f'<{root.prefix}Override PartName="/{escape(name)}" ContentType="{content_type}"/>'
            self.changed[TYPES] = edited(xml, [filled(xml, root, override.encode())])

    def written(self) -> bytes:
        """Return the zip file with the changes. All other parts stay the same, in their order."""
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for old in self.archive.infolist():
                # if two files have one name, only the last is read
                if self.archive.NameToInfo[old.filename] is not old:
                    continue
                content = self.changed[old.filename] if old.filename in self.changed else self.archive.read(old)
                if content is not None:
                    info = zipfile.ZipInfo(old.filename, old.date_time)
                    info.compress_type, info.comment = old.compress_type, old.comment
                    info.external_attr, info.create_system = old.external_attr, old.create_system
                    archive.writestr(info, content)
            for name, content in self.changed.items():
                if name not in self.archive.NameToInfo and content is not None:
                    archive.writestr(name, content)
            archive.comment = self.archive.comment
        return stream.getvalue()


# -- what is read of it -----------------------------------------------------------------------------------------------


def table(package: Package) -> bytes:
    """Return a workbook with only the cells of the active sheet, their styles and texts, for openpyxl to read."""
    sheet, title = package.active()
    book = package.part(package.main)
    settings = elements(book, {"workbookPr", "definedNames/definedName"}.__contains__)
    dates = next((e.attributes["date1904"] for e in settings if "date1904" in e.attributes), "0")
    names = "".join(
        f'<definedName name="{name}">{escape(reference, quote=False)}</definedName>'
        for name in NAMES
        for e in settings
        if e.attributes.get("name", "").lower() == name
        # a copied sheet has its own names in addition to those of the workbook
        and _sheet_of(reference := unescape(book[e.inside : e.close].decode())) == title
    )
    parts = {"xl/worksheets/sheet1.xml": _cut(package.part(sheet), ("cols", "sheetData", "mergeCells"))}
    if styles := package.related("styles"):
        parts["xl/styles.xml"] = _cut(package.part(styles), ("numFmts", *SECTIONS, "colors"))
    types = [("xl/workbook.xml", "sheet.main"), ("xl/worksheets/sheet1.xml", "worksheet")]
    if theme := package.related("theme"):
        parts["xl/theme/theme1.xml"] = package.part(theme)
    if strings := package.related("sharedStrings"):
        parts["xl/sharedStrings.xml"] = _transitional(package.part(strings))
        types.append(("xl/sharedStrings.xml", "sharedStrings"))
    overrides = [f'<Override PartName="/{name}" ContentType="{SHEET_TYPE}{kind}+xml"/>' for name, kind in types]
    parts[TYPES] = f'<Types xmlns="{PACKAGE}/content-types">{"".join(overrides)}</Types>'.encode()
    parts["xl/workbook.xml"] = (
        f'<workbook xmlns="{MAIN}" xmlns:r="{RELATIONS}"><workbookPr date1904="{escape(dates)}"/>'
        f'<sheets><sheet name="{escape(title)}" sheetId="1" r:id="rId1"/></sheets>'
        f"<definedNames>{names}</definedNames></workbook>"
    ).encode()
    parts["xl/_rels/workbook.xml.rels"] = (
        f'<Relationships xmlns="{PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
    ).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def _sheet_of(reference: str) -> str:
    """Return the sheet of a range such as ``'My sheet'!A1:B2``."""
    return reference.rpartition("!")[0].strip("'").replace("''", "'")


NAMES = ("board", "puzzle")
"""The names of ranges that are read."""
SECTIONS = ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs")
"""The components of a cell's style, in their order in the part of styles."""


def _cut(xml: bytes, kept: Sequence[str]) -> bytes:
    """Return a part with only some children of the root."""
    root, *children = elements(xml, lambda path: "/" not in path)
    inner = b"".join(xml[child.start : child.end] for child in children if child.path in kept)
    return _transitional(enclosed(xml[root.start : root.inside], inner or b" "))


def _transitional(xml: bytes) -> bytes:
    return xml.replace(STRICT.encode(), MAIN.encode())


# -- with macros and without ------------------------------------------------------------------------------------------


def losses(content: bytes, *, macros: bool) -> Iterator[str]:
    """Yield the losses of a workbook in a changed copy with (.xlsm) or without (.xlsx) ``macros``."""
    package = Package(content)
    package.main_type()  # a damaged package is refused before the search
    if not macros and any(relation.kind == "vbaProject" for relation in package.relations(package.main)):
        yield "macros, which an .xlsx file cannot hold: write an .xlsm file"
    if any(name.startswith("_xmlsignatures/") for name in package.names):
        yield "a digital signature, which does not hold for a changed file"


def fitted(content: bytes, *, macros: bool) -> bytes:
    """Return a workbook as a file with (.xlsm) or without (.xlsx) ``macros``, with the content type that Excel expects.

    Its ``losses`` are left out. Raise InputError for sheets that are macros themselves.
    """
    package = Package(content)
    wanted = MACRO_BOOK if macros else PLAIN_BOOK
    if package.main_type() == wanted:
        return content
    package.retype(package.main, wanted)
    if not macros:
        if any(relation.kind in MACRO_SHEETS for relation in package.relations(package.main)):
            raise InputError("its sheets of Excel 4 macros cannot be in such a file: write an .xlsm file")
        package.remove("vbaProject")
    return package.written()
