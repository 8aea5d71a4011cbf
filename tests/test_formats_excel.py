"""Workbooks: the Bomber sheet, puzzles and answers there and back, and what is wrong named by its cell."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Border, Font, PatternFill, Side

from pencilp.api import solve
from pencilp.board.lattice import square
from pencilp.board.layers import AnswerMarks, Symbols
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.excel import puzzles, workbook
from pencilp.formats.excel import reading as excel_reading
from pencilp.formats.text import text
from pencilp.formats.writing import write
from pencilp.genres.base import Genre

EXAMPLES = Path(__file__).parent.parent / "examples"
BOMBER = """minesweeper
clues:
2 - - 1
- - 4 -
1 2 - -
- - 1 -
"""

PUZZLES = {
    "rooms by borders": "heyawake\nrooms:\n1 1 2\n1 1 2\n3 3 2\nclues:\n2 - 1\n- - -\n0 - -\n",
    "rooms only": "norinori\nrooms:\n1 1 2\n1 2 2\n",
    "one room": "norinori\nrooms:\n1 1\n1 1\n",
    "circles": "masyu\ncircles:\n- w -\nb - -\n- - w\n",
    "letters that could be the mark": "second_turn\ndots:\n- - -\n- o -\n- - -\n",
    "arrows": "yajilin\nclues:\n- 2e -\n- - ?\n1n - -\n",
    "coloured arrows": "castle\nclues:\nw2e - -\n- b -\n- - g1n\n",
    "clues at corners": "creek\nclues:\n0 - -\n- 2 -\n- - 1\n",
    "runs outside": "nonogram\nsize: 2 3\nclues:\ntop\n  1\n  2\n  -\nleft\n  1\n  1 1\n",
    "single clues outside": "tents\ntrees:\nT - -\n- - T\ncounts:\ntop 1 - 1\nleft - 2\n",
    "clues on four sides": "skyscrapers\nsize: 3 3\nclues:\ntop 1 - 2\nleft - - 3\nbottom - 2 -\nright 1 - -\n",
    "sums": "kakuro\nsums:\n\\ 3\\ 4\\\n\\4 - -\n\\3 - -\n",
    "black cells": "akari\nwalls:\n- x -\n2 - -\n- - -\n",
    "a number of the whole": "starbattle\nstars: 2\nrooms:\n1 1 2\n1 2 2\n3 3 3\n",
    "two clues in a cell": "str8ts\nblack:\n- - x\nx - -\n- - -\ngiven:\n1 - 3\n- - -\n- - -\n",
    "the second of two clues": "kenken\ncages:\n1 1\n2 2\nresults:\n3+ -\n3+ -\ngiven:\n- 2\n- -\n",
    "rooms with holes": "lits\nrooms:\n1 1 1 1\n1 # 2 2\n2 2 2 2\n",
}


def puzzle_of(output: str) -> Puzzle:
    return text.read(output)[0]


def bomber(**changes: Any) -> bytes:
    """The Bomber sheet with the clues from A1 and E below and right of the last; ``changes`` are cells by name."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row, line in enumerate(BOMBER.splitlines()[2:], 1):
        for col, token in enumerate(line.split(), 1):
            if token != "-":
                sheet.cell(row, col, int(token))
    sheet["E5"] = "E"
    sheet["G2"] = "lp-File output"
    sheet["G2"].fill = PatternFill("solid", fgColor="FFFFFF00")
    sheet["G3"] = "=1+1"
    sheet["B8"] = "E is the end of the board"
    book.create_sheet("other")["A1"] = "kept"
    for name, value in changes.items():
        sheet[name] = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_the_bomber_sheet() -> None:
    assert puzzles.read(bomber(), "bomber") == puzzle_of(BOMBER)


def test_the_answer_is_written_into_a_copy_that_keeps_everything_else() -> None:
    puzzle = puzzles.read(bomber(), "bomber")
    answer = solve(puzzle).answer
    assert answer is not None
    solved = puzzles.write(puzzle, answer, bomber())
    book = openpyxl.load_workbook(io.BytesIO(solved))
    sheet = book.active
    assert sheet is not None
    marks = [[sheet.cell(r, c).value == "●" for c in range(1, 5)] for r in range(1, 5)]
    assert [int(mark) for row in marks for mark in row] == answer["mines"]
    assert sheet["A1"].value == 2
    assert (sheet["G2"].value, sheet["G2"].fill.fgColor.rgb, sheet["G3"].value) == (
        "lp-File output",
        "FFFFFF00",
        "=1+1",
    )
    assert (sheet["E5"].value, sheet["B8"].value) == ("E", "E is the end of the board")
    assert book["other"]["A1"].value == "kept"
    # what is written as an answer is no clue when the copy is read
    assert puzzles.read(solved, "bomber") == puzzle


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_is_put_on_a_new_sheet_and_read_from_it(name: str) -> None:
    puzzle = puzzle_of(PUZZLES[name])
    content = puzzles.write(puzzle, None)
    assert puzzles.read(content, puzzle.genre.name) == puzzle
    assert puzzles.read(content, puzzle.genre.name).answer is None
    answer = solve(puzzle).answer
    if answer is not None:
        there_and_back(puzzle, answer)


def there_and_back(puzzle: Puzzle, answer: Answer) -> None:
    """An answer is read from a new sheet, a copy, a copy of that copy, and as what a copy has that the board has not."""
    name = puzzle.genre.name
    board = puzzles.write(puzzle, None)
    copy = puzzles.write(puzzle, answer, board)
    for content in (puzzles.write(puzzle, answer), copy, puzzles.write(puzzle, answer, copy)):
        found = puzzles.read(content, name)
        assert found == puzzle
        assert found.answer == answer
    assert puzzles.read_filled(copy, board, name) == answer
    assert puzzles.read_filled(board, board, name) is None


def test_the_name_and_the_notes_of_a_puzzle_are_written_and_read() -> None:
    puzzle = puzzle_of(next(iter(PUZZLES.values())))
    puzzle.name, puzzle.notes["author"], puzzle.notes["variant"] = "A, b: c", "Ørsted 数独", "7"
    again = puzzles.read(puzzles.write(puzzle, None), None)
    assert (again.name, again.notes) == (puzzle.name, puzzle.notes)


def test_an_answer_looks_in_a_copy_as_on_a_new_sheet() -> None:
    """What a copy does not say on its board would stand in a block below it, and be read from there."""
    for output in (
        "slitherlink\nnumbers:\n3 -\n- -\n", "norinori\nrooms:\n1 1\n1 1\n", "minesweeper\nclues:\n1 -\n- -\n",
        "masyu\ncircles:\nb - -\n- - -\n- - -\n", "fillomino\ngiven:\n1 - -\n- 2 3\n",
    ):  # fmt: skip
        puzzle = puzzle_of(output)
        answer = solve(puzzle, count=1).answers[0]
        assert looks(puzzles.write(puzzle, answer, puzzles.write(puzzle, None))) == looks(puzzles.write(puzzle, answer))


def looks(content: bytes) -> dict[str, Any]:
    """Per cell its text, and the colours of its font, its fill and the borders that are drawn."""
    sheet: Any = openpyxl.load_workbook(io.BytesIO(content), rich_text=True).active
    sides = ("top", "right", "bottom", "left")
    return {
        cell.coordinate: (
            str(cell.value),
            *(color and color.rgb for color in (cell.font.color, cell.fill.fill_type and cell.fill.fgColor)),
            *(
                (drawn.style, drawn.color and drawn.color.rgb)
                for side in sides
                if (drawn := getattr(cell.border, side))
            ),
        )
        for row in sheet.iter_rows()
        for cell in row
    }


def test_another_answer_in_a_copy_takes_the_place_of_the_first() -> None:
    for output in ("norinori\nrooms:\n1 1\n1 1\n", "minesweeper\nclues:\n1 -\n- -\n", "slitherlink\nnumbers:\n- -\n"):
        puzzle = puzzle_of(output)
        first, second = solve(puzzle, count=2).answers
        copy = puzzles.write(puzzle, second, puzzles.write(puzzle, first))
        assert puzzles.read(copy, puzzle.genre.name).answer == second


def filled(content: bytes, **cells: Any) -> bytes:
    """A workbook with these values in its cells, in black, or with this fill or these borders."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    for name, value in cells.items():
        if isinstance(value, PatternFill):
            sheet[name].fill = value
        elif isinstance(value, Border):
            sheet[name].border = value
        else:
            sheet[name] = value
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_answers_filled_in_by_hand_are_read() -> None:
    yellow = PatternFill("solid", fgColor="FFFFFF00")
    board = puzzles.write(puzzle_of("norinori\nrooms:\n1 1 2\n1 2 2\n"), None)
    answer = puzzles.read_filled(filled(board, A1=yellow, B1="x", C1="■", C2="X", B2="-"), board, "norinori")
    assert answer is not None
    assert answer["shaded"] == [1, 1, 1, 0, 0, 1]
    board = bomber()
    answer = puzzles.read_filled(filled(board, B1="X", C1="x", D2="●", A3="1 x"), board, "bomber")
    assert answer is not None
    assert answer["mines"] == [0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    board = puzzles.write(puzzle_of("masyu\ncircles:\n- w -\n- - -\n"), None)
    line = filled(board, A1="┌", C1="sw", A2="ne", B2="─", C2="┘")
    begun = filled(line, A1="·", B1=Border(left=Side("mediumDashed", "FFC00000")))
    answer = puzzles.read_filled(begun, board, "masyu")
    assert answer is not None
    assert sum(answer["line"]) == 6, "one side of an edge is enough"
    answer = puzzles.read_filled(line, board, "masyu")
    assert answer is not None
    assert sum(answer["line"]) == 6
    thick = Side("thick")
    board = puzzles.write(puzzle_of("slitherlink\nnumbers:\n4 -\n- -\n"), None)
    loop = filled(board, A1=Border(top=thick, left=thick, bottom=thick), B1=Border(left=thick))
    answer = puzzles.read_filled(loop, board, "slitherlink")
    assert answer is not None
    assert sum(answer["line"]) == 4


@pytest.mark.parametrize(
    ("genre", "cells", "says"),
    [
        ("norinori", {"B2": "seven"}, "B2: 'seven' is no part of an answer to norinori"),
        ("simpleloop", {"A1": "┘", "A2": "-"}, "A1: the line leaves the board here"),
    ],
)
def test_an_answer_that_is_none_is_named_by_its_cell(genre: str, cells: dict[str, str], says: str) -> None:
    output = {"norinori": "norinori\nrooms:\n1 1\n1 1\n", "simpleloop": "simpleloop\nwalls:\n- -\n- -\n"}[genre]
    board = puzzles.write(puzzle_of(output), None)
    with pytest.raises(InputError) as caught:
        puzzles.read_filled(filled(board, **cells), board, genre)
    assert says in str(caught.value)


def test_a_clue_that_was_changed_in_the_copy_is_named() -> None:
    with pytest.raises(InputError, match="A1: the puzzle has '2' here"):
        puzzles.read_filled(bomber(A1=3), bomber(), "bomber")


def test_a_formula_and_rich_text_elsewhere_are_kept_in_the_copy() -> None:
    note = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"))
    puzzle = puzzles.read(bomber(H1=note), "bomber")
    copy = puzzles.write(puzzle, solve(puzzle).answer, bomber(H1=note))
    sheet = openpyxl.load_workbook(io.BytesIO(copy), rich_text=True).active
    assert sheet is not None
    assert sheet["H1"].value == note
    assert sheet["G3"].value == "=1+1"


def test_a_layer_that_has_no_place_on_the_board_stands_in_a_block() -> None:
    puzzle = puzzle_of("aqre\nrooms:\n1 1\nclues:\n- -\nwalls:\ne w\n")
    content = puzzles.write(puzzle, None)
    assert puzzles.read(content, None) == puzzle
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    (name,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == "walls:")
    below = [sheet.cell(name.row + 1, name.column + i).value for i in range(3)]
    assert below == ["e", "w", None]
    with pytest.raises(InputError, match=f"B{name.row + 1}: '-': the side to r1c1 is given in both cells, here as w"):
        puzzles.read(filled(content, **{f"B{name.row + 1}": None}), None)


@pytest.mark.parametrize(("row", "col"), [(1, 5), (6, 1)])
def test_rooms_by_a_second_block(row: int, col: int) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["D4"] = 2, "E"
    for r, line in enumerate(["1 1 2", "1 1 2", "3 3 2"]):
        for c, room in enumerate(line.split()):
            sheet.cell(row + r, col + c, int(room))
    # the block stands right of the letter's column or below its row
    if row > 1:
        sheet.move_range("A6:C8", rows=-1)
    stream = io.BytesIO()
    book.save(stream)
    puzzle = puzzles.read(stream.getvalue(), "heyawake")
    assert puzzle["rooms"].of == [0, 0, 1, 0, 0, 1, 2, 2, 1]
    assert list(puzzle["clues"]) == [2, *[None] * 8]


def test_thick_borders_of_either_cell_are_walls() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"].border = Border(right=Side("medium"))
    sheet["B2"].border = Border(left=Side("double"))
    sheet["A2"].border = Border(right=Side("thin"))
    sheet["C3"] = "E"
    stream = io.BytesIO()
    book.save(stream)
    assert puzzles.read(stream.getvalue(), "norinori")["rooms"].of == [0, 1, 0, 1]


@pytest.mark.parametrize(
    ("written", "value"), [("○", "w"), ("●", "b"), ("w", "w"), ("W", "w"), ("Ｂ", "b")]
)  # fmt: skip
def test_circles_as_people_write_them(written: str, value: str) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A2"], sheet["D4"] = written, "E"
    stream = io.BytesIO()
    book.save(stream)
    assert puzzles.read(stream.getvalue(), "masyu")["circles"][3] == value


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"E5": None}, "no letter (such as E)"),
        ({"C4": "abc"}, "C4: clues: 'abc' is not a number"),
        ({"C4": 9.5}, "C4: clues: '9.5' is not a number"),
        ({"C4": 99}, "C4: clues: 99 is not allowed"),
        ({"C4": -1}, "C4: clues: -1 is not allowed"),
        ({"C4": "#DIV/0!"}, "C4: the formula has the error #DIV/0!"),
        ({"C4": "=1/0"}, "C4: the formula has no value"),
        ({"C4": True}, "C4: clues: 'TRUE'"),
        ({"C4": "1" * 50}, "C4: clues: 111111111111... is too large"),
    ],
)
def test_errors_in_a_sheet_name_the_cell(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        puzzles.read(bomber(**changes), "bomber")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_formula_errors_elsewhere_do_not_matter() -> None:
    assert puzzles.read(bomber(H9="#DIV/0!", G1="E"), "bomber") == puzzle_of(BOMBER)


def test_bad_workbooks_and_large_boards_are_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (100 * 1024 * 1024))
    many = io.BytesIO()
    with zipfile.ZipFile(many, "w") as archive:
        for i in range(3000):
            archive.writestr(f"{i}.xml", "")
    laughs = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(bomber())) as good, zipfile.ZipFile(laughs, "w") as archive:
        for member in good.infolist():
            head = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]>' if "sheet1" in member.filename else b""
            archive.writestr(member.filename, head + good.read(member.filename))
    for content in (b"", b"PK\x03\x04", b"no", stream.getvalue(), many.getvalue(), laughs.getvalue(), bomber()[:-200]):
        with pytest.raises(InputError) as caught:
            puzzles.read(content, "bomber")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["fontId", "fillId", "borderId"])
def test_a_style_whose_parts_are_not_there(part: str) -> None:
    good = puzzles.write(puzzle_of(BOMBER), None)
    bad = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as archive, zipfile.ZipFile(bad, "w") as changed:
        for name in archive.namelist():
            output = archive.read(name).decode()
            changed.writestr(name, re.sub(f'{part}="[0-9]+"', f'{part}="99"', output) if "styles" in name else output)
    with pytest.raises(InputError, match="no Excel workbook that can be read: it is damaged or cut off; open it"):
        puzzles.read(bad.getvalue(), "minesweeper")


@pytest.mark.parametrize(
    ("output", "layer", "values"),
    [
        ("hashi\nislands:\n1 - 3\n- - -\n- - 2\n", "bridges", [1, None, *[0] * 10]),
        ("norinori\nrooms:\n1 1\n1 1\n", "shaded", [1, None, 0, 0]),
        ("norinori\nrooms:\n1 1\n1 1\n", "shaded", [None] * 4),
        ("slitherlink\nnumbers:\n- -\n", "line", [None, *[0] * 6]),
        ("mastermind\nguesses:\n1 2\nscores:\nright\n 1 1\n", "code", [None, 3]),
    ],
)
def test_undecided_places_are_kept(output: str, layer: str, values: list[Any]) -> None:
    puzzle = puzzle_of(output)
    answer = Answer(puzzle, {layer: values})
    for content in (puzzles.write(puzzle, answer), puzzles.write(puzzle, answer, puzzles.write(puzzle, None))):
        assert puzzles.read(content, None).answer == answer
    # the blocks of the first answer go when there is another one
    other = Answer(puzzle, {layer: [0 if value is None else value for value in values]})
    assert puzzles.read(puzzles.write(puzzle, other, puzzles.write(puzzle, answer)), None).answer == other


def test_the_genre_comes_from_an_option_or_a_cell() -> None:
    with pytest.raises(InputError, match="--genre"):
        puzzles.read(bomber(), None)
    assert puzzles.read(bomber(G9="genre: bomber"), None) == puzzle_of(BOMBER)
    assert puzzles.read(bomber(G9="Genre:", H9="bomber"), None) == puzzle_of(BOMBER)
    with pytest.raises(InputError, match=r"G9: .*chess"):
        puzzles.read(bomber(G9="genre: chess"), None)


def test_a_copy_is_refused_when_its_puzzle_is_another(tmp_path: Any) -> None:
    source = tmp_path / "board.xlsx"
    source.write_bytes(bomber(A1=3))
    puzzle = puzzle_of(BOMBER)
    with pytest.raises(InputError, match="not the one that was solved"):
        write([(puzzle, None)], str(tmp_path / "out.xlsx"), source=str(source))
    assert not (tmp_path / "out.xlsx").exists()


def test_fonts_of_the_sheet_are_kept() -> None:
    content = bomber()
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    for row in range(1, 5):
        for col in range(1, 5):
            sheet.cell(row, col).font = Font(name="Courier New", size=20)
    stream = io.BytesIO()
    book.save(stream)
    puzzle = puzzles.read(stream.getvalue(), "bomber")
    solved = openpyxl.load_workbook(io.BytesIO(puzzles.write(puzzle, solve(puzzle).answer, stream.getvalue()))).active
    assert solved is not None
    assert {cell.font.name for row in solved["A1:D4"] for cell in row} == {"Courier New"}


def test_a_gap_among_region_numbers_is_named() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["D3"] = "E"
    for name in ("E1", "F1", "G1", "E2", "G2"):
        sheet[name] = 1
    stream = io.BytesIO()
    book.save(stream)
    with pytest.raises(InputError, match="F2: here is no region number"):
        puzzles.read(stream.getvalue(), "norinori")


class Signed(Genre):
    """A throw-away genre whose signs mean something else on a sheet, alone and next to another clue."""

    name = "signed"
    signs = Symbols(dict.fromkeys(["-", "#", "+", '"', '"-"', "", " ", "e"], ""), "the signs", look="text")
    given = Symbols({"-": "", "f": ""}, "the signs next to them", optional=True)
    marks = AnswerMarks(("-", "#"), "the marks", look="magnet")

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


def test_signs_that_mean_something_else_stand_in_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel_reading, "find", lambda name: Signed)
    signs = ["-", "#", None, "+", '"', '"-"', "", " ", "e", "-"]
    given = [None, None, "-", None, None, None, None, None, "f", "-"]
    puzzle = Puzzle(Signed, square(2, 5), {"signs": signs, "given": given})
    board = puzzles.write(puzzle, None)
    sheet = openpyxl.load_workbook(io.BytesIO(board)).active
    assert sheet is not None
    shown = [cell.value for row in sheet["A1:E2"] for cell in row]
    assert shown == ['"-"', '"#"', '- "-"', "+", '"\\""', '"\\"-\\""', '""', '" "', "e f", '"-" "-"']
    assert puzzles.read(board, "signed") == puzzle
    answer = Answer(puzzle, {"marks": [1, 2, 0, 0, 2, 1, 0, 0, 1, 2]})
    for content in (puzzles.write(puzzle, answer), puzzles.write(puzzle, answer, board)):
        assert puzzles.read(content, "signed").answer == answer


def test_two_clues_that_a_cell_cannot_say_stand_in_blocks() -> None:
    puzzle = Puzzle(Signed, square(1, 2), {"signs": [" ", None], "given": ["f", None]})
    assert puzzles.read(puzzles.write(puzzle, None), Signed) == puzzle


class Formulas(Genre):
    """A throw-away genre whose signs look like formulas and errors."""

    name = "formulas"
    signs = Symbols(dict.fromkeys(["=1+1", "#N/A", "+1", "=", "@x"], ""), "the signs")
    outside = Symbols(dict.fromkeys(["=A1", "-1"], ""), "one sign of the whole", on="board", optional=True)
    marks = AnswerMarks(("=2+2", "#REF!"), "the marks")

    def rules(self, m: Any) -> None:
        raise AssertionError("nobody solves it")


def test_no_sign_is_taken_for_a_formula() -> None:
    puzzle = Puzzle(Formulas, square(1, 5), {"signs": ["=1+1", "#N/A", "+1", "=", "@x"], "outside": "=A1"}, name="=B1")
    answer = Answer(puzzle, {"marks": [0, 0, 1, 2, 1]})
    content = puzzles.write(puzzle, answer)
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s"}
    again = puzzles.read(content, Formulas)
    assert (again, again.name, again.answer) == (puzzle, "=B1", answer)


def test_a_new_sheet_looks_like_its_puzzle() -> None:
    puzzle = puzzle_of("heyawake\nname: x\nrooms:\n1 1 2\n1 1 2\n3 3 2\nclues:\n2 - 1\n- - -\n0 - -\n")
    sheet: Any = openpyxl.load_workbook(io.BytesIO(puzzles.write(puzzle, None))).active
    # 36 pixels each way: 27 points, and 4.43 characters of 7 pixels and a margin of 5
    assert {sheet.row_dimensions[n].height for n in (1, 2, 3)} == {27}
    assert {sheet.column_dimensions[n].width for n in "ABC"} == {4.43}
    assert (sheet["A1"].border.left.style, sheet["A1"].border.right.style, sheet["B1"].border.right.style) == (
        "thick",
        "thin",
        "thick",
    )
    assert (sheet["A1"].alignment.horizontal, sheet["A1"].value) == ("center", 2)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1)
    sheet = openpyxl.load_workbook(io.BytesIO(puzzles.write(puzzle_of("akari\nwalls:\n- x\n2 -\n"), None))).active
    assert (sheet["A2"].fill.fgColor.rgb, sheet["A2"].font.color.rgb) == ("FF000000", "FFFFFFFF")
    sheet = openpyxl.load_workbook(io.BytesIO(puzzles.write(puzzle_of("yajilin\nclues:\n2e -\n"), None))).active
    assert sheet["A1"].value == "2→"


def test_a_board_of_a_sheet_may_be_a_range_with_a_name() -> None:
    content = puzzles.write(puzzle_of("tents\ntrees:\nT - -\n- - T\ncounts:\ntop 1 - 1\nleft - 2\n"), None)
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book.active
    assert sheet is not None
    # without its letter, and a few rows further down
    (letter,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == "E")
    letter.value = None
    stream = io.BytesIO()
    book.save(stream)
    assert puzzles.read(stream.getvalue(), None) == puzzles.read(content, None)


def naming(cells: str) -> bytes:
    """A nonogram whose range ``board`` is this one."""
    book = openpyxl.load_workbook(
        io.BytesIO(puzzles.write(puzzle_of("nonogram\nsize: 2 2\nclues:\ntop\n1\n1\n"), None))
    )
    book.defined_names["board"].attr_text = f"'nonogram'!{cells}"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("cells", ["$A$1:$XFD$1048576", "$A$1000000:$B$1000001", "$XFC$1:$XFD$2"])
def test_a_named_range_that_is_no_board_is_refused(cells: str) -> None:
    with pytest.raises(InputError, match="at most 300"):
        puzzles.read(naming(cells), None)


@pytest.mark.parametrize("cells", ["#REF!", "A1:"])
def test_a_text_that_is_no_range_is_ignored(cells: str) -> None:
    # the letter says where the board is
    assert puzzles.read(naming(cells), None).lattice == square(2, 2)


def test_a_block_with_something_wrong_is_named_by_its_cell() -> None:
    content = puzzles.write(puzzle_of("killer_sudoku\ncages:\n1 1\n2 -\nsums:\n3 -\n- -\n"), None)
    sheet = openpyxl.load_workbook(io.BytesIO(content)).active
    assert sheet is not None
    (name,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == "cages:")
    twice = filled(content, F9="cages:")
    with pytest.raises(InputError, match=r"F9: 'cages:' is there twice, here and in A"):
        puzzles.read(twice, None)
    apart = filled(content, **{f"A{name.row + 1}": 2, f"B{name.row + 2}": 1})
    assert puzzles.read(apart, None)["cages"].of == [0, 1, 0, 1]
    with pytest.raises(InputError, match=f"B{name.row + 2}: the formula has no value"):
        puzzles.read(filled(content, **{f"B{name.row + 2}": "=1/0"}), None)


def test_the_cache_of_a_workbook_has_its_content() -> None:
    """Readers take signs of what is printed for an answer: not in what the next one gets."""
    contents = [puzzles.write(puzzle_of(output), None) for output in PUZZLES.values()]
    for content in contents:
        first = workbook.Sheet(content)
        printed, *_ = first.text
        stood = dict(first.text)
        first.set_apart(printed, "", "x")
        first.wrong[printed] = "wrong"
        again = workbook.Sheet(content)
        assert again.sheet is first.sheet, "it is not read twice"
        assert (again.text, again.pencilled, again.wrong) == (stood, {}, {})
    assert workbook.Sheet(contents[0]).sheet is not workbook.Sheet(contents[1]).sheet
    assert len(workbook._cache) == workbook.MAX_CACHED_WORKBOOKS


def test_paths_are_tubes() -> None:
    """A thermometer is outlined, open from cell to cell, and its bulb is darker."""
    output = "thermometers\nthermometers:\n1.1 1.2 2.2\n- 1.3 2.1\ncounts:\ntop 1 1 1\nleft 2 1\n"
    puzzle = text.read(output)[0]
    content = puzzles.write(puzzle, None)
    assert puzzles.read(content, None) == puzzle
    sheet: Any = openpyxl.load_workbook(io.BytesIO(content)).active
    bulb, next_, other = sheet["B2"], sheet["C2"], sheet["D2"]
    assert bulb.fill.fgColor.rgb == sheet["D3"].fill.fgColor.rgb != next_.fill.fgColor.rgb
    assert bulb.border.right.style == next_.border.left.style == next_.border.bottom.style == "hair"
    assert next_.border.right.style == other.border.left.style == bulb.border.bottom.style == "medium"
