"""Workbooks of other programs survive: an answer changes the cells that hold it, and every other byte stays."""

from __future__ import annotations

import io
import re
import zipfile
from copy import copy
from typing import Any

import openpyxl
import pytest

from pencilp.api import solve
from pencilp.formats import excel
from tests import workbooks
from tests.workbooks import NS, parts_of, plain

AUTHOR = workbooks.packed(workbooks.bomber())
SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"


def solved(content: bytes, genre: str = "bomber", *, lossy: bool = False) -> bytes:
    """A workbook with its puzzle's first answer in it."""
    puzzle = excel.read(content, genre)
    puzzle.answer = None
    answer = solve(puzzle).answer
    assert answer is not None
    result = excel.write(puzzle, answer, content, lossy=lossy)
    assert excel.read(result, genre).answer == answer
    return result


def around(part: bytes) -> list[bytes]:
    """What is in a sheet's XML besides its cells."""
    return re.split(rb"<sheetData.*</sheetData>", part, flags=re.DOTALL)


def cells(content: bytes, name: str = "Sheet1") -> dict[str, tuple[Any, ...]]:
    """All of each cell, as openpyxl sees it."""
    sheet = openpyxl.load_workbook(io.BytesIO(content), rich_text=True)[name]
    looks = ("font", "fill", "border", "alignment", "protection")
    return {
        cell.coordinate: (cell.value, *(copy(getattr(cell, look)) for look in looks), cell.number_format)
        for row in sheet.iter_rows()
        for cell in row
    }


def test_buttons_macros_charts_and_pictures_survive() -> None:
    result = solved(AUTHOR)
    before, after = parts_of(AUTHOR), parts_of(result)
    assert list(before) == list(after)
    assert [name for name in before if before[name] != after[name]] == [SHEET, STYLES]
    assert around(before[SHEET]) == around(after[SHEET])
    with zipfile.ZipFile(io.BytesIO(result)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(2014, 2, 8, 12, 30, 0)}


def test_only_the_cells_of_the_answer_change_and_nothing_of_them_but_the_answer() -> None:
    before, after = cells(AUTHOR), cells(solved(AUTHOR))
    changed = {name for name in after if before[name] != after[name]}
    assert changed == {"B1", "B2", "D2", "C3"}
    for name in changed:
        # cells that were not there look as their column does
        value, font, *others = after[name]
        assert (value, font.name, font.b, font.sz, font.color.rgb) == ("●", "Courier New", True, 14, "FFC00000")
        assert others[0] == before["A1"][2]
        assert others[1] == before["A1"][3]
        assert (others[2].horizontal, others[2].vertical) == ("center", "center")
        assert others[3:] == list(before["A1"][5:])


def test_solving_twice_adds_nothing() -> None:
    once = solved(AUTHOR)
    assert cells(solved(once)) == cells(once)


def test_a_workbook_without_an_answer_to_write_is_the_same_file() -> None:
    assert excel.write(excel.read(AUTHOR, "bomber"), None, AUTHOR) is AUTHOR


def test_answers_by_fills_and_borders_survive_too() -> None:
    rooms = [(1, 1, 2), (1, 2, 2)]
    block = "".join(
        f'<row r="{r}">' + "".join(f'<c r="{"EFG"[c]}{r}"><v>{room}</v></c>' for c, room in enumerate(row)) + "</row>"
        for r, row in enumerate(rooms, 1)
    )
    content = plain(f'<sheetData>{block}<row r="3"><c r="D3" t="str"><v>E</v></c></row></sheetData>')
    result = solved(content, "norinori")
    sheet = openpyxl.load_workbook(io.BytesIO(result))["1"]
    filled = {cell.coordinate for row in sheet["A1:C2"] for cell in row if cell.fill.fgColor.rgb == "FFBFBFBF"}
    assert filled == {"A1", "B1", "B2", "C2"} or len(filled) == 4
    # the fills were there already, but another answer takes them away
    other = solve(excel.read(content, "norinori"), count=2).answers[-1]
    again = excel.write(excel.read(result, "norinori"), other, result)
    assert excel.read(again, "norinori").answer == other


LETTER = '<c t="inlineStr"><is><t>E</t></is></c>'
CLUES = "<row><c><v>2</v></c><c/><c><v>2</v></c></row>"
QUIRKS = {
    "cells and rows without names": plain(f"<sheetData>{CLUES}<row/><row><c/><c/><c/>{LETTER}</row></sheetData>"),
    "rows with names, cells without": plain(
        '<sheetData><row r="1"><c><v>2</v></c><c/><c><v>2</v></c></row>'
        '<row r="3"><c r="D3" t="str"><v>E</v></c></row></sheetData>'
    ),
    "empty rows and dimension": plain(
        "<dimension ref=\"B3\"/><sheetData><row r='1' spans='1:1'><c r='A1'><v>2</v></c><c r='C1'><v>2.0</v></c></row>"
        "<row r='2' ht='30'/><row r='3' spans='4:4'><c r='D3' t='str'><v>E</v></c></row></sheetData>"
    ),
    "no row in between": plain(
        '<sheetData><row r="1"><c r="A1"><v>2</v></c><c r="C1"><v>2</v></c></row>'
        '<row r="4"><c r="D4" t="str"><v>E</v></c></row></sheetData>'
    ),
    "a prefix": workbooks.packed(
        workbooks.one_sheet(
            f'<x:worksheet xmlns:x="{NS}"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>2</x:v></x:c><x:c r="C1"><x:v>2</x:v></x:c>'
            '</x:row><x:row r="3"><x:c r="D3" t="str"><x:v>E</x:v></x:c></x:row></x:sheetData></x:worksheet>'
        )
    ),
    "shared strings": plain(
        f'<sheetData>{CLUES}<row r="3"><c r="D3" t="s"><v>0</v></c></row></sheetData>',
        strings=f'<sst xmlns="{NS}"><si><t>E</t></si></sst>',
    ),
    "styles without most of them": plain(
        f'<sheetData>{CLUES}<row r="3"><c r="D3" s="1" t="str"><v>E</v></c></row></sheetData>',
        styles=f'<styleSheet xmlns="{NS}"><cellXfs><xf/><xf><alignment wrapText="1"/></xf></cellXfs></styleSheet>',
    ),
    "styles with a prefix": plain(
        f'<sheetData>{CLUES}<row r="3"><c r="D3" t="str"><v>E</v></c></row></sheetData>',
        styles=f'<s:styleSheet xmlns:s="{NS}"><s:fonts count="1"><s:font/></s:fonts></s:styleSheet>',
    ),
    "UTF-16": workbooks.packed(
        workbooks.one_sheet(
            (
                f'<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="{NS}"><sheetData>{CLUES}<row r="3">'
                '<c r="D3" t="inlineStr"><is><t>E</t></is></c><c r="F3" t="str"><v>爆弾</v></c></row></sheetData></worksheet>'
            ).encode("utf-16")
        )
    ),
    "Strict Open XML": plain(
        f"<sheetData>{CLUES}<row/><row><c/><c/><c/>{LETTER}</row></sheetData>",
        attributes='xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", QUIRKS)
def test_sheets_of_other_programs(name: str) -> None:
    content = QUIRKS[name]
    puzzle = excel.read(content, "bomber")
    assert list(puzzle["clues"])[:3] == [2, None, 2]
    result = solved(content)
    before, after = parts_of(content), parts_of(result)
    there = {SHEET, STYLES, *(() if STYLES in before else ("xl/_rels/workbook.xml.rels", "[Content_Types].xml"))}
    assert {part for part in after if before.get(part) != after[part]} == there
    if name != "Strict Open XML":
        sheet = openpyxl.load_workbook(io.BytesIO(result))["1"]
        found = excel.read(result, "bomber").answer
        assert found is not None
        marks = [cell.value == "●" for row in sheet.iter_rows(1, len(found["mines"]) // 3, 1, 3) for cell in row]
        assert [int(mark) for mark in marks] == found["mines"]
    assert excel.read(solved(result), "bomber") == puzzle
