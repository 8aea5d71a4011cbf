"""Workbooks of other programs survive: an answer changes the cells that hold it, and every other byte stays."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import zipfile
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from pencilp.api import solve
from pencilp.board.lattice import square
from pencilp.board.layers import AnswerMarks, Symbols
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.cli import main
from pencilp.errors import InputError, LossWarning
from pencilp.formats import writing
from pencilp.formats.excel import package, puzzles
from pencilp.formats.excel import reading as excel_reading
from pencilp.formats.excel.edit_cells import Draft
from pencilp.formats.text import text
from pencilp.genres.base import Genre
from tests import workbooks
from tests.workbooks import NS, parts_of, plain

AUTHOR = workbooks.packed(workbooks.bomber())
SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"


def solved(content: bytes, genre: str = "bomber", *, lossy: bool = False) -> bytes:
    """A workbook with its puzzle's first answer in it."""
    puzzle = puzzles.read(content, genre)
    puzzle.answer = None
    answer = solve(puzzle).answer
    assert answer is not None
    result = puzzles.write(puzzle, answer, content, lossy=lossy)
    assert puzzles.read(result, genre).answer == answer
    return result


def around(part: bytes) -> list[bytes]:
    """What is in a sheet's XML apart from its cells."""
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


PICTURES = workbooks.relations(("image", "../media/image1.png"), ("image", "../media/image1.png"))
OTHER_PARTS: dict[str, dict[str, str]] = {
    "a chart on a sheet of its own": {"xl/chartsheets/sheet1.xml": "<chartsheet/>"},
    "one picture shown twice": {"xl/drawings/_rels/drawing2.xml.rels": PICTURES},
    "a picture as a web page has it": {
        "xl/media/image2.svg": '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" ""><svg/>'
    },
    "what is no XML": {"customXml/item2.xml": "<a><b></a>", "xl/embeddings/page.html": "<html><br><p>"},
    "the cache of a pivot table": {"xl/pivotCache/records1.xml": "<records>" + "<n/>" * 250_000 + "</records>"},
    "a sheet with many values": {"xl/worksheets/sheet2.xml": "<worksheet>" + "<c/>" * 400_000 + "</worksheet>"},
}
"""Parts apart from the puzzle's sheet that are none of our business."""


@pytest.mark.parametrize("name", OTHER_PARTS)
def test_other_parts_of_a_workbook_are_ignored(name: str) -> None:
    parts = workbooks.bomber()
    if "xl/chartsheets/sheet1.xml" in OTHER_PARTS[name]:
        output = str(parts["xl/_rels/workbook.xml.rels"])
        kind = f"{workbooks.OFFICE}/relationships/chartsheet"
        more = f'<Relationship Id="rId99" Type="{kind}" Target="chartsheets/sheet1.xml"/></Relationships>'
        parts["xl/_rels/workbook.xml.rels"] = output.replace("</Relationships>", more)
    content = workbooks.packed({**parts, **OTHER_PARTS[name]})
    before, after = parts_of(content), parts_of(solved(content))
    assert [part for part in before if before[part] != after[part]] == [SHEET, STYLES]


def test_a_part_that_is_damaged_is_named() -> None:
    at = AUTHOR.index(workbooks.picture()[60:90])
    with pytest.raises(InputError, match=r"xl/media/image1\.png in the workbook is broken"):
        puzzles.read(AUTHOR[:at] + b"?" + AUTHOR[at + 1 :], "bomber")


def test_a_link_over_all_cells_is_no_cell() -> None:
    link = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>'
    cells = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="C2" t="str"><v>E</v></c></row>'
    solved(plain(f"<sheetData>{cells}</sheetData>{link}"))


def test_a_copy_of_a_sheet_has_its_own_names() -> None:
    """Two sheets each with a range ``board``: each is read by its own."""
    book = openpyxl.Workbook()
    first: Any = book.active
    first["B2"] = 1
    second = book.copy_worksheet(first)
    book.defined_names["board"] = DefinedName("board", attr_text=f"{first.title}!$A$1:$C$3")
    second.defined_names["board"] = DefinedName("board", attr_text=f"'{second.title}'!$A$1:$D$2")
    for number, size in enumerate([(3, 3), (2, 4)]):
        book.active = number
        stream = io.BytesIO()
        book.save(stream)
        lattice = puzzles.read(stream.getvalue(), "bomber").lattice
        assert (lattice.rows, lattice.cols) == size


def test_a_workbook_without_an_answer_to_write_is_the_same_file() -> None:
    assert puzzles.write(puzzles.read(AUTHOR, "bomber"), None, AUTHOR) is AUTHOR


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
    other = solve(puzzles.read(content, "norinori"), count=2).answers[-1]
    again = puzzles.write(puzzles.read(result, "norinori"), other, result)
    assert puzzles.read(again, "norinori").answer == other


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
    puzzle = puzzles.read(content, "bomber")
    assert list(puzzle["clues"])[:3] == [2, None, 2]
    result = solved(content)
    before, after = parts_of(content), parts_of(result)
    there = {SHEET, STYLES, *(() if STYLES in before else ("xl/_rels/workbook.xml.rels", "[Content_Types].xml"))}
    assert {part for part in after if before.get(part) != after[part]} == there
    if name != "Strict Open XML":
        sheet = openpyxl.load_workbook(io.BytesIO(result))["1"]
        found = puzzles.read(result, "bomber").answer
        assert found is not None
        marks = [cell.value == "●" for row in sheet.iter_rows(1, len(found["mines"]) // 3, 1, 3) for cell in row]
        assert [int(mark) for mark in marks] == found["mines"]
    assert puzzles.read(solved(result), "bomber") == puzzle


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_libreoffice_opens_written_workbooks(tmp_path: Path) -> None:
    for name, content in {"author": AUTHOR, **QUIRKS}.items():
        if name in ("author", "a prefix", "cells and rows without names", "styles without most of them"):
            (tmp_path / f"{name.replace(' ', '-')}.xlsx").write_bytes(package.fitted(solved(content), macros=False))
    books = sorted(map(str, tmp_path.glob("*.xlsx")))
    folder = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", folder, "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76"]
    subprocess.run([*command, "--outdir", str(tmp_path), *books], check=True, timeout=300, capture_output=True)
    for path in tmp_path.glob("*.csv"):
        if path.stem != "author":
            assert path.read_text(encoding="utf-8").count("●") >= 2


# -- merged cells and formulas ----------------------------------------------------------------------------------------

END = '<row r="3"><c r="D3" t="str"><v>E</v></c></row>'


def sheet(first: str, rest: str = "", chain: str = "") -> bytes:
    """A board of two rows for Bomber with cells in the first, and what follows the cells of the sheet."""
    data = f'<sheetData><row r="1">{first}</row>{END}</sheetData>'
    parts = workbooks.one_sheet(f'<worksheet xmlns="{NS}">{data}{rest}</worksheet>')
    if chain:
        parts["xl/calcChain.xml"] = f'<calcChain xmlns="{NS}">{chain}</calcChain>'
        output = ("worksheet", "worksheets/sheet1.xml"), ("calcChain", "calcChain.xml")
        parts["xl/_rels/workbook.xml.rels"] = workbooks.relations(*output)
    return workbooks.packed(parts)


NO_BOMB_BUT = '<c r="A1"><v>1</v></c>{}<c r="C1"><v>1</v></c>'


def test_an_answer_in_merged_cells_is_refused_by_its_cell() -> None:
    content = sheet('<c r="A1"><v>1</v></c>', '<mergeCells><mergeCell ref="B1:C1"/></mergeCells>')
    with pytest.raises(InputError, match=r"^C1: the cell is merged with others"):
        puzzles.write(puzzles.read(content, "bomber"), solve(puzzles.read(content, "bomber")).answer, content)


def bombs(content: bytes, *places: int) -> Any:
    """A puzzle of two rows of three, and an answer with bombs in these cells."""
    puzzle = puzzles.read(content, "bomber")
    return puzzle, Answer(puzzle, {"mines": [int(cell in places) for cell in range(6)]})


def test_a_formula_is_not_lost_without_a_word() -> None:
    for value in ('<c r="B1" t="str"><f>IF(1,"","")</f><v></v></c>', '<c r="B1" t="str"><f>A1&amp;""</f><v> </v></c>'):
        content = sheet(NO_BOMB_BUT.format(value), chain='<c r="F9" i="1"/><c r="B1"/><c r="A9"/>')
        puzzle, answer = bombs(content, 1)
        with pytest.raises(InputError, match=r"^B1: here is a formula, and the answer would take its place"):
            puzzles.write(puzzle, answer, content)
        with pytest.warns(LossWarning, match=r"^B1: here is a formula") as output:
            result = puzzles.write(puzzle, answer, content, lossy=True)
        assert sum("formula" in str(warning.message) for warning in output) == 1
        chain = parts_of(result)["xl/calcChain.xml"].decode()
        assert re.findall('r="(..)"', chain) == ["F9", "A9"]
        assert b"<f>" not in parts_of(result)[SHEET]
        # a formula that no answer touches stays
        other = puzzles.write(*bombs(content, 3), content)
        assert b"<f>" in parts_of(other)[SHEET]
        assert parts_of(other)["xl/calcChain.xml"] == parts_of(content)["xl/calcChain.xml"]


def test_the_order_of_formulas_goes_with_the_last_formula() -> None:
    content = sheet(NO_BOMB_BUT.format('<c r="B1" t="str"><f>""</f><v/></c>'), chain='<c r="B1" i="1"/>')
    with pytest.warns(LossWarning):
        result = puzzles.write(*bombs(content, 1), content, lossy=True)
    assert "xl/calcChain.xml" not in parts_of(result)
    assert b"calcChain" not in parts_of(result)["xl/_rels/workbook.xml.rels"]


def test_the_number_of_the_sheet_goes_on_in_the_order_of_formulas() -> None:
    content = sheet(NO_BOMB_BUT.format('<c r="B1" t="str"><f>""</f><v/></c>'), chain='<c r="B1" i="1"/><c r="A9"/>')
    with pytest.warns(LossWarning):
        result = puzzles.write(*bombs(content, 1), content, lossy=True)
    assert b'<c r="A9" i="1"/>' in parts_of(result)["xl/calcChain.xml"]


@pytest.mark.parametrize(
    "value",
    [
        '<c r="B1" t="str"><f t="shared" ref="B1:B9" si="0">""</f><v/></c>',
        '<c r="B1" t="str"><f t="array" ref="B1:B2">""</f><v/></c>',
        '<c r="A5"><f t="array" ref="A1:C5">1</f><v>1</v></c>',
    ],
)
def test_a_formula_of_several_cells_is_not_torn(value: str) -> None:
    content = sheet(NO_BOMB_BUT.format(value))
    with pytest.raises(InputError, match=r"^B1: here is a formula for the cells .*put the values"):
        puzzles.write(*bombs(content, 1), content, lossy=True)


def test_ranges_of_formulas_that_lie_over_each_other_are_no_long_search() -> None:
    many = '<c r="F1"><f t="array" ref="F1:XFD1048576">1</f><v>1</v></c>' * 2000
    content = sheet(f'<c r="A1"><v>1</v></c>{many}')
    draft = Draft(content)
    for row in range(1, 300):
        draft.cell(row, 3).value = "x"
    with pytest.raises(InputError, match="lie over each other"):
        draft.written()


def test_formulas_are_read_as_the_values_they_last_gave() -> None:
    values = '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1"><f>4/2</f><v>2.0</v></c>'
    assert list(puzzles.read(sheet(values), "bomber")["clues"])[:3] == [2, None, 2]
    with pytest.raises(InputError, match=r"^A1: the formula has no value; open and save the workbook"):
        puzzles.read(sheet(values.replace("<v>2</v>", "<v></v>")), "bomber")


# -- nothing of ours is a formula -------------------------------------------------------------------------------------


class Formulas(Genre):
    """A throw-away genre whose clues look like formulas."""

    name = "formulas"
    clues = Symbols(dict.fromkeys(["=1+1", "+A1", "-1", "@x", "#REF!", "=A1"], ""), "the clues", look="text")
    marks = AnswerMarks(("=A1", "x"), "the marks", look="magnet")

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


def test_no_text_of_ours_is_a_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel_reading, "find", lambda name: Formulas)
    puzzle = Puzzle(Formulas, square(2, 3), {"clues": ["=1+1", "+A1", "-1", "@x", "#REF!", None]})
    answer = Answer(puzzle, {"marks": [0, 0, 0, 0, 2, 1]})
    board = puzzles.write(puzzle, None)
    for content in (board, puzzles.write(puzzle, answer), puzzles.write(puzzle, answer, board)):
        part = parts_of(content)[SHEET]
        assert b"<f" not in part
        assert b't="e"' not in part
        assert puzzles.read(content, "formulas") == puzzle
    assert puzzles.read(content, "formulas").answer == answer
    sheet = openpyxl.load_workbook(io.BytesIO(board)).active
    assert sheet is not None
    assert [cell.quotePrefix for cell in sheet[1]][:3] == [True, True, True]


# -- an earlier solution ----------------------------------------------------------------------------------------------


def test_an_earlier_solution_is_read_and_solved_again() -> None:
    bomb = '<c t="inlineStr"><is><t>●</t></is></c>'
    earlier = plain(
        f"<sheetData><row><c><v>2</v></c>{bomb}<c><v>1</v></c></row><row>{bomb}</row>"
        '<row r="3"><c r="D3" t="str"><v>E</v></c></row></sheetData>'
    )
    puzzle = puzzles.read(earlier, "bomber")
    assert list(puzzle["clues"]) == [2, None, 1, None, None, None]
    assert puzzle.answer is not None
    assert puzzle.answer["mines"] == [0, 1, 0, 1, 0, 0]
    # another answer takes the place of the first, and black bombs go
    found = puzzles.write(*bombs(earlier, 4), earlier, lossy=True)
    again = puzzles.read(found, "bomber")
    assert again == puzzle
    assert again.answer is not None
    assert again.answer["mines"] == [0, 0, 0, 0, 1, 0]


def black(output: str, **cells: str) -> bytes:
    """A puzzle on a sheet, with black texts in cells."""
    book = openpyxl.load_workbook(io.BytesIO(puzzles.write(text.read(output)[0], None)))
    for name, value in cells.items():
        book.active[name] = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("output", "cells", "layer", "values"),
    [
        ("norinori\nrooms:\n1 1\n1 1\n", {"A1": "●", "B1": "■"}, "shaded", [1, 1, 0, 0]),
        ("starbattle\nrooms:\n1 1\n1 1\n", {"A1": "★", "B2": "●"}, "star", [1, 0, 0, 1]),
        ("minesweeper\nclues:\n1 -\n- -\n", {"A1": "1 ●"}, "mines", [1, 0, 0, 0]),
        ("simpleloop\nwalls:\n- -\n- -\n", {"A1": "┌", "B1": "┐", "A2": "└", "B2": "┘"}, "line", [1, 1, 1, 1]),
    ],
)
def test_signs_that_cannot_be_a_clue_are_an_answer(
    output: str, cells: dict[str, str], layer: str, values: list[int]
) -> None:
    content = black(output, **cells)
    puzzle = text.read(output)[0]
    found = puzzles.read(content, puzzle.genre.name)
    assert found == puzzle
    assert found.answer is not None
    assert found.answer[layer] == values


def test_a_sign_that_can_be_a_clue_is_one() -> None:
    found = puzzles.read(black("masyu\ncircles:\n- - -\n- - -\n", B1="●"), "masyu")
    assert found["circles"][1] == "b"
    assert found.answer is None
    # region numbers that fill the board may be any words
    rooms = puzzles.read(black("norinori\nrooms:\n1 1\n1 1\n", A1="●", B1="●", A2="2", B2="2"), "norinori")
    assert rooms["rooms"].of == [0, 0, 1, 1]
    assert rooms.answer is None


def test_a_sign_on_a_hole_is_refused() -> None:
    board = "tents\ntrees:\nT - -\n- - T\ncounts:\ntop 1 - 1\nleft - 2\n"
    with pytest.raises(InputError, match=r"^C1: '▲' stands where the board has no cell"):
        puzzles.read(black(board, C1="▲"), "tents")


# -- with macros and without, and what is no workbook of ours ------------------------------------------------------------


def test_macros_are_kept_or_given_up_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, same, other = (str(tmp_path / name) for name in ("a.xlsm", "b.xlsm", "c.xlsx"))
    Path(source).write_bytes(AUTHOR)
    assert main(["solve", source, "--genre", "bomber", "-o", same]) == 0
    assert parts_of(Path(same).read_bytes())["xl/vbaProject.bin"] == parts_of(AUTHOR)["xl/vbaProject.bin"]
    assert parts_of(Path(same).read_bytes())["[Content_Types].xml"] == parts_of(AUTHOR)["[Content_Types].xml"]
    capsys.readouterr()
    assert main(["solve", source, "--genre", "bomber", "-o", other]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""  # before the search
    assert captured.err == (
        f"pencilp: {other}: the workbook has macros, which an .xlsx file cannot hold: write an .xlsm file "
        "(--lossy writes it without)\n"
    )
    assert not Path(other).exists()
    assert main(["convert", source, "--genre", "bomber", "-o", other]) == 2
    assert main(["solve", source, "--genre", "bomber", "-o", other, "--lossy"]) == 0
    assert capsys.readouterr().err.count("the workbook has macros") == 2
    parts = parts_of(Path(other).read_bytes())
    gone = {"xl/vbaProject.bin", "xl/vbaProjectSignature.bin", "xl/_rels/vbaProject.bin.rels"}
    assert parts_of(AUTHOR).keys() - parts.keys() == gone
    assert b"vbaProjectSignature" not in parts["[Content_Types].xml"]
    assert b"vbaProject" not in parts["xl/_rels/workbook.xml.rels"]
    assert workbooks.PLAIN.encode() in parts["[Content_Types].xml"]
    assert workbooks.MACROS.encode() not in parts["[Content_Types].xml"]
    assert openpyxl.load_workbook(other).active["A1"].value == 2


def test_a_workbook_without_macros_may_be_written_as_one_with(tmp_path: Path) -> None:
    content = workbooks.packed(workbooks.bomber(macros=False))
    assert package.fitted(content, macros=False) is content
    parts = parts_of(package.fitted(content, macros=True))
    assert {name for name, part in parts.items() if parts_of(content)[name] != part} == {"[Content_Types].xml"}
    target = tmp_path / "new.xlsm"
    (tmp_path / "board.txt").write_text("norinori\nrooms:\n1 1\n", encoding="utf-8")
    assert main(["convert", str(tmp_path / "board.txt"), "-o", str(target)]) == 0
    assert workbooks.MACROS.encode() in parts_of(target.read_bytes())["[Content_Types].xml"]
    assert puzzles.read(target.read_bytes(), "norinori")["rooms"].of == [0, 0]


def test_a_signature_is_given_up_by_name() -> None:
    parts = {**workbooks.bomber(macros=False), "_xmlsignatures/origin.sigs": b""}
    assert list(package.losses(workbooks.packed(parts), macros=True)) == [
        "a digital signature, which does not hold for a changed file"
    ]


def test_sheets_of_old_macros_stay_in_their_kind_of_file() -> None:
    parts = workbooks.bomber()
    rels = str(parts["xl/_rels/workbook.xml.rels"])
    kind = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"
    parts["xl/_rels/workbook.xml.rels"] = rels.replace(
        "</Relationships>", f'<Relationship Id="rId9" Type="{kind}" Target="macrosheets/sheet1.xml"/></Relationships>'
    )
    with pytest.raises(InputError, match="Excel 4 macros"):
        package.fitted(workbooks.packed(parts), macros=False)


def test_the_file_that_is_replaced_is_kept_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.xlsm"
    board.write_bytes(AUTHOR)
    command = ["solve", str(board), "--genre", "bomber", "-o", str(board), "--backup"]
    assert main(command) == 0
    once = board.read_bytes()
    assert once == solved(AUTHOR)
    assert (tmp_path / "board.xlsm.bak").read_bytes() == AUTHOR
    # a copy that is there is never written over
    assert main(["convert", str(board), "--genre", "bomber", "-o", str(board), "--backup"]) == 0
    assert (tmp_path / "board.xlsm.bak").read_bytes() == AUTHOR
    assert (tmp_path / "board.xlsm.bak2").read_bytes() == once
    for name, target in (("a.json", "solve"), ("a.svg", "convert"), ("a.txt", "convert")):
        path = tmp_path / name
        path.write_text("old", encoding="utf-8")
        assert main([target, str(board), "--genre", "bomber", "-o", str(path), "--backup"]) == 0
        assert (tmp_path / f"{name}.bak").read_text(encoding="utf-8") == "old"
    assert main(["convert", str(board), "--genre", "bomber", "-o", str(tmp_path / "new.txt"), "--backup"]) == 0
    assert not (tmp_path / "new.txt.bak").exists()
    capsys.readouterr()
    for command in (["solve", str(board)], ["convert", str(board), "-o", "text"]):
        assert main([*command, "--genre", "bomber", "--backup"]) == 2
        assert capsys.readouterr().err.startswith("pencilp: --backup: no file is written")


def test_a_failed_backup_leaves_the_file_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(InputError, match="No space left"):
        writing.replace_file(str(path), b"new", backup=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.txt"]
    assert path.read_text(encoding="utf-8") == "old"


def test_workbooks_of_excel_97_are_read_with_borders_fills_and_colours() -> None:
    pytest.importorskip("xlrd")
    puzzle = puzzles.read(workbooks.OLD, "norinori")
    assert puzzle["rooms"].of == [0, 1, 1, 0, 1, 1]
    assert puzzle.answer is not None
    assert puzzle.answer["shaded"] == [1, 1, 0, 1, 0, 0]


def test_an_answer_to_a_workbook_of_excel_97_is_put_on_a_new_sheet(tmp_path: Path) -> None:
    pytest.importorskip("xlrd")
    (tmp_path / "old.xls").write_bytes(workbooks.OLD)
    target = tmp_path / "new.xlsx"
    assert main(["convert", str(tmp_path / "old.xls"), "--genre", "norinori", "-o", str(target)]) == 0
    assert puzzles.read(target.read_bytes(), "norinori") == puzzles.read(workbooks.OLD, "norinori")
    assert main(["convert", str(tmp_path / "old.xls"), "--genre", "norinori", "-o", str(tmp_path / "x.xls")]) == 2


def test_without_its_reader_a_workbook_of_excel_97_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlrd", None)
    with pytest.raises(InputError, match=r"save it as .xlsx, or pip install 'pencilp\[xls\]'"):
        puzzles.read(workbooks.OLD, "norinori")


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OTHERS = {
    "an OpenDocument file": workbooks.packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}),
    "a binary workbook (.xlsb)": workbooks.packed({"xl/workbook.bin": b"\x83\x01"}),
    "a file of Numbers": workbooks.packed({"Index/Document.iwa": b""}),
    "a web page or an XML file": b"<html><table><tr><td>1</td></tr></table></html>",
    "has a password": OLE + bytes(500) + "EncryptedPackage".encode("utf-16-le") + bytes(500),
    "no Excel workbook that can be read": OLE + bytes(5000),
}


@pytest.mark.parametrize("says", OTHERS)
def test_unsupported_files_are_refused_by_name(says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if says.startswith("no Excel"):
        pytest.importorskip("xlrd")
    for name in ("board.xls", "board.ods", "board.xlsx"):
        (tmp_path / name).write_bytes(OTHERS[says])
        assert main(["solve", str(tmp_path / name), "--genre", "bomber"]) == 2
        error = capsys.readouterr().err
        assert says in error
        assert error.count("\n") == 1


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 0.99])
def test_a_workbook_of_excel_97_that_is_cut_is_refused_or_read(share: float) -> None:
    pytest.importorskip("xlrd")
    content = workbooks.OLD[: int(len(workbooks.OLD) * share)]
    with suppress(InputError):
        puzzles.read(content, "norinori")


def test_a_cell_far_away_in_a_workbook_of_excel_97_is_no_long_search() -> None:
    pytest.importorskip("xlrd")
    # the record of a text: its kind and length, then row and column
    here, far = b"\xfd\x00\x0a\x00\x02\x00\x03\x00", b"\xfd\x00\x0a\x00\xff\xff\xff\x00"
    assert workbooks.OLD.count(here) == 1
    with pytest.raises(InputError, match="no letter"):
        puzzles.read(workbooks.OLD.replace(here, far), "norinori")


def damaged() -> list[tuple[str, bytes]]:
    """Copies of a workbook in which a part is missing, empty, cut off or has another name, or a relation or a type is gone."""
    parts = parts_of(AUTHOR)
    found = []
    for name, content in parts.items():
        others = {key: value for key, value in parts.items() if key != name}
        changed = [
            ("gone", {}),
            ("empty", {name: b""}),
            ("half", {name: content[: len(content) // 2]}),
            ("named", {f"x{name}": content}),
        ]
        if name.endswith((".rels", "[Content_Types].xml")):
            for output in re.findall(rb"<(?:Relationship|Override|Default) [^>]*>", content):
                changed.append((output.decode()[:60], {name: content.replace(output, b"")}))
        found += [(f"{name}: {what}", workbooks.packed({**others, **change})) for what, change in changed]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "convert"])
def test_a_damaged_package_is_refused_before_it_is_written_in_place(command: str, tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "board.xlsm"
    cases = damaged()
    for what, content in cases if command == "convert" else cases[::3]:
        path.write_bytes(content)
        code = main([command, str(path), "-o", str(path), "--genre", "bomber"])
        output = capsys.readouterr().err
        assert code in (0, 2), (what, output)
        now = path.read_bytes()
        if code == 2:
            assert now == content, what
            assert output.startswith(f"pencilp: {path}: "), what
        assert zipfile.ZipFile(io.BytesIO(now)).testzip() is None
        assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_package_without_the_type_of_its_book_is_not_written(tmp_path: Path, capsys: Any) -> None:
    parts = parts_of(AUTHOR)
    types = parts["[Content_Types].xml"]
    for output in (None, re.sub(rb"<Override[^>]*>", b"", types)):
        path = tmp_path / "board.xlsm"
        content = workbooks.packed(
            {k: v for k, v in parts.items() if v is not types}
            | ({} if output is None else {"[Content_Types].xml": output})
        )
        path.write_bytes(content)
        assert main(["solve", str(path), "-o", str(path), "--genre", "bomber"]) == 2
        assert "[Content_Types].xml is missing, or does not say" in capsys.readouterr().err
        assert path.read_bytes() == content
