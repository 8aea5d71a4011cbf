"""Sheets of people that could be meant otherwise: what they mean is asked, never guessed, and nothing of theirs is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Border, Color, Font, PatternFill, Side

from pencilp.api import load
from pencilp.cli import main
from pencilp.cli.files import check_fit
from pencilp.errors import InputError
from pencilp.formats.excel import puzzles

RED = Font(color="FFC00000")


def filled(rows: list[str], *, end: str = "E") -> tuple[openpyxl.Workbook, Any]:
    """A workbook with a sign in each cell that is no dot, and its active sheet."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for r, line in enumerate(rows, 1):
        for c, sign in enumerate(line, 1):
            if sign != ".":
                sheet.cell(r, c, int(sign) if sign.isdigit() else sign)
    sheet.cell(len(rows) + 1, len(rows[0]) + 1, end)
    return book, sheet


def reddened(book: openpyxl.Workbook, path: Path) -> Path:
    """The workbook with everything but the letter in dark red, in a file."""
    for row in book.active.iter_rows():  # type: ignore[union-attr]
        for cell in row:
            if cell.value is not None and cell.value != "E":
                cell.font = RED
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("genre", "rows", "cells"),
    [
        ("sudoku", ["1..4", "....", "....", "2..1"], "A1 and 3 more cells"),
        ("masyu", ["...", ".○.", "..."], "B2"),
        ("nonogram", [".11", "1..", "1.."], "B1 and 3 more cells"),
    ],
)
def test_clues_in_the_colour_of_answers_are_not_written_over(
    genre: str, rows: list[str], cells: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Dark red is a standard colour of Excel: a teacher's clues may have it."""
    path = reddened(filled(rows)[0], tmp_path / "red.xlsx")
    before = path.read_bytes()
    assert main(["solve", str(path), "--genre", genre, "-o", str(path)]) == 2
    assert f"red.xlsx: {cells}: dark red is the colour of answers" in capsys.readouterr().err
    assert path.read_bytes() == before
    main(["solve", str(path), "--genre", genre, "--count", "1"])
    assert f"red.xlsx: {cells}: dark red is the colour of answers, so this is no clue" in capsys.readouterr().err
    assert main(["solve", str(path), "--genre", genre, "-o", str(path), "--lossy", "--count", "1"]) in (0, 1)


def test_an_earlier_answer_is_no_doubt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.xlsx"
    filled(["1..4", "....", "....", "2..1"])[0].save(path)
    for _ in range(2):
        assert main(["solve", str(path), "--genre", "sudoku", "-o", str(path)]) == 0
        assert "dark red" not in capsys.readouterr().err
    # what is shared is an answer too, though it is open: it says so by ?
    empty = tmp_path / "open.xlsx"
    filled(["1...", "....", "....", "...."])[0].save(empty)
    assert main(["solve", str(empty), "--genre", "sudoku", "--common", "-o", str(empty)]) == 0
    assert main(["solve", str(empty), "--genre", "sudoku", "-o", str(empty)]) == 0
    assert "dark red" not in capsys.readouterr().err


def test_an_unfinished_answer_is_copied_and_checked_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, sheet = filled(["1..4", "....", "....", "2..1"])
    sheet["B1"] = 3
    sheet["B1"].font = RED
    book.save(tmp_path / "board.xlsx")
    copied = str(tmp_path / "copy.xlsx")
    assert main(["convert", str(tmp_path / "board.xlsx"), "--genre", "sudoku", "-o", copied]) == 0
    assert main(["check", copied, "--genre", "sudoku"]) == 0
    assert "nothing wrong so far" in capsys.readouterr().out


def test_a_clue_in_the_colour_of_answers_is_refused(tmp_path: Path) -> None:
    path = reddened(filled(["1.1", "...", "1.1"])[0], tmp_path / "red.xlsx")
    with pytest.raises(InputError, match=r"A1: '1' is no part of an answer .* this colour: a clue needs another"):
        load(path, "bomber")


def test_merged_cells_are_refused_before_the_search(tmp_path: Path) -> None:
    book, sheet = filled(["1.1", "...", "1.1"])
    sheet.merge_cells("B2:C2")
    path = str(tmp_path / "board.xlsx")
    book.save(path)
    with pytest.raises(InputError, match=r"board\.xlsx:C2: the cell is merged"):
        check_fit(str(tmp_path / "out.xlsx"), [load(path, "bomber")], path)


def divided(inner: str | None, outline: str | None, *, elsewhere: str | None = None) -> tuple[openpyxl.Workbook, Any]:
    """Two adjacent rooms of four cells: their borders' styles, and those of the other lines."""
    book, sheet = filled(["....", "...."])
    for row in range(2):
        for col in range(4):
            sheet.cell(row + 1, col + 1).border = Border(
                left=Side(outline if col == 0 else inner if col == 2 else elsewhere),
                right=Side(outline if col == 3 else inner if col == 1 else elsewhere),
                top=Side(outline if row == 0 else elsewhere),
                bottom=Side(outline if row == 1 else elsewhere),
            )
    return book, sheet


@pytest.mark.parametrize(
    ("inner", "outline", "elsewhere", "rooms"),
    [
        ("thick", None, None, 2),
        ("medium", "medium", "thin", 2),
        ("double", "double", "hair", 2),
        ("thin", "thick", "thin", 1),
        (None, "medium", None, 1),
        ("thin", "thick", None, 0),
        ("mediumDashed", "thick", "thin", 0),
        ("thin", "thin", "thin", 0),
        (None, None, None, 0),
    ],
)
def test_a_board_without_rooms_is_not_taken_for_one_room(
    inner: str | None, outline: str | None, elsewhere: str | None, rooms: int, tmp_path: Path
) -> None:
    path = tmp_path / "board.xlsx"
    divided(inner, outline, elsewhere=elsewhere)[0].save(path)
    if rooms:
        assert len(set(load(path, "norinori")["rooms"])) == rooms
        return
    with pytest.raises(InputError, match="there is nothing that shows the rooms"):
        load(path, "norinori")


def test_colours_separate_rooms_without_borders(tmp_path: Path) -> None:
    path = tmp_path / "board.xlsx"
    book, sheet = divided("thin", "thick", elsewhere="thin")
    for row in range(2):
        for col in range(4):
            sheet.cell(row + 1, col + 1).fill = PatternFill("solid", fgColor="FFFFCC00" if col < 2 else "FF00CCFF")
    book.save(path)
    assert len(set(load(path, "norinori")["rooms"])) == 2


@pytest.mark.parametrize("value", [3.0000000000000004, 2.9999999999999996, 3.0])
def test_numbers_are_read_as_displayed(value: float, tmp_path: Path) -> None:
    """0.1 * 30 is not quite 3, but a spreadsheet program shows 3."""
    book, sheet = filled(["...", "...", "..."])
    sheet["B2"] = value
    book.save(tmp_path / "board.xlsx")
    assert load(tmp_path / "board.xlsx", "bomber")["clues"][4] == 3


@pytest.mark.parametrize(
    ("color", "seen"),
    [
        (Color(theme=4, tint=0.7999), "DCE6F2"),
        (Color(theme=0, tint=-0.249977), "BFBFBF"),
        (Color(indexed=22), "C0C0C0"),
    ],
)
def test_a_colour_of_a_theme_is_the_same_when_another_program_has_saved_it(
    color: Color, seen: str, tmp_path: Path
) -> None:
    """LibreOffice writes what a colour looks like: a board in such a colour is not filled in for that."""
    book, sheet = divided("thick", "thick")
    for fill, name in ((color, "board"), (seen, "copy")):
        for row in range(2):
            for col in range(4):
                sheet.cell(row + 1, col + 1).fill = PatternFill("solid", fgColor=fill)
        if name == "copy":
            sheet["B1"].fill = sheet["C1"].fill = PatternFill("solid", fgColor="FFFF9900")
        book.save(tmp_path / f"{name}.xlsx")
    board, copy = ((tmp_path / f"{name}.xlsx").read_bytes() for name in ("board", "copy"))
    answer = puzzles.read_filled(copy, board, "norinori")
    assert answer is not None
    assert list(answer["shaded"]) == [0, 1, 1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("key", ["genre", "name"])
def test_a_setting_given_twice_is_refused(key: str, tmp_path: Path) -> None:
    book, sheet = filled(["..", ".."])
    for row, content in enumerate(("genre: sudoku", "name: a", f"{key}: masyu"), 6):
        sheet.cell(row, 6, content)
    book.save(tmp_path / "a.xlsx")
    first = "F6" if key == "genre" else "F7"
    with pytest.raises(InputError, match=f"F8: '{key}:' is there twice, here and in {first}$"):
        load(tmp_path / "a.xlsx")


def test_two_letters_that_may_end_the_board_are_refused(tmp_path: Path) -> None:
    book, sheet = filled(["1...", "....", "....", "...."])
    sheet.cell(9, 9, "E")
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(
        InputError, match=r"I9: a letter that may end the board stands here and in E5; leave one of them$"
    ):
        load(tmp_path / "a.xlsx", "sudoku")


def test_a_clue_is_not_taken_for_the_letter(tmp_path: Path) -> None:
    book, _ = filled(["....", "..E.", "....", "...."], end="Å")
    book.save(tmp_path / "a.xlsx")
    puzzle = load(tmp_path / "a.xlsx", "dominion")
    assert (puzzle.lattice.rows, puzzle.lattice.cols) == (4, 4)
    assert len(puzzle["letters"].given) == 1


ROWS = {
    "sudoku": ["1...", "....", "..2.", "...."],
    "masyu": ["....", ".○..", "....", "..●."],
    "bomber": ["1...", "....", "..2.", "...."],
    "slitherlink": ["1...", "....", "..2.", "...."],
}


@pytest.mark.parametrize("end", ["#", "*", "■", "終", "+", "%", "★", "→"])
@pytest.mark.parametrize("genre", ROWS)
def test_any_sign_may_end_the_board(genre: str, end: str, tmp_path: Path) -> None:
    found = []
    for sign in (end, "E"):
        book, sheet = filled(ROWS[genre], end=sign)
        sheet["H1"], sheet["A8"], sheet["B8"] = "my puzzle", "name:", "7"
        book.save(tmp_path / "a.xlsx")
        found.append(load(tmp_path / "a.xlsx", genre))
    assert found[0] == found[1]
    assert (found[0].lattice.rows, found[0].lattice.cols) == (4, 4)


@pytest.mark.parametrize(
    ("genre", "end"),
    [
        *((genre, end) for genre in ROWS for end in "5?-._"),
        ("masyu", "○"),
        ("masyu", "●"),
        ("bomber", "●"),
        ("shakashaka", "■"),
        ("lits", "■"),
    ],
)
def test_a_sign_that_may_be_a_part_of_the_board_does_not_end_it(genre: str, end: str, tmp_path: Path) -> None:
    book, _ = filled(ROWS.get(genre, ["....", "....", "....", "...."]), end=end)
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(InputError) as caught:
        load(tmp_path / "a.xlsx", genre)
    assert f"'{end}' in E5 may end the board A1:D4 or be a part of a larger one" in str(caught.value)


def test_two_signs_that_may_end_the_board_are_refused(tmp_path: Path) -> None:
    book, sheet = filled(ROWS["sudoku"], end="#")
    sheet["I9"] = "*"
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(
        InputError, match=r"I9: a sign that may end the board stands here and in E5; leave one of them$"
    ):
        load(tmp_path / "a.xlsx", "sudoku")


@pytest.mark.parametrize("rows", [["...○", "....", "..#.", "○..."], ["....", ".#..", "....", "..○."]])
def test_a_cell_that_does_not_exist_does_not_end_the_board(rows: list[str], tmp_path: Path) -> None:
    book, sheet = filled(rows)
    sheet["E5"] = None
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(InputError, match="no letter"):
        load(tmp_path / "a.xlsx", "masyu")


def test_a_letter_ends_the_board_before_other_signs(tmp_path: Path) -> None:
    book, sheet = filled(ROWS["sudoku"])
    sheet["I9"] = "*"
    book.save(tmp_path / "a.xlsx")
    assert load(tmp_path / "a.xlsx", "sudoku").lattice.rows == 4


def framed(at: tuple[int, int], size: int, **cells: Any) -> openpyxl.Workbook:
    """A workbook with a square framed by borders, from a row and column on, and texts in cells."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in range(at[0], at[0] + size):
        for col in range(at[1], at[1] + size):
            sheet.cell(row, col).border = Border(*[Side("thin")] * 4)
    for name, text in cells.items():
        sheet[name] = text
    return book


@pytest.mark.parametrize(
    ("at", "cells"),
    [
        ((1, 1), {"B2": "○", "E5": "#"}),
        ((4, 4), {"E5": "○", "B1": "my puzzle", "H8": "*"}),
        ((4, 4), {"E5": "○", "J4": "5", "H8": "7"}),
    ],
)
def test_a_frame_holds_with_a_sign_that_ends_no_other_board(
    at: tuple[int, int], cells: dict[str, str], tmp_path: Path
) -> None:
    framed(at, 4, **cells).save(tmp_path / "a.xlsx")
    puzzle = load(tmp_path / "a.xlsx", "masyu")
    assert (puzzle.lattice.rows, puzzle.lattice.cols) == (4, 4)
    assert puzzle["circles"].items() == [(5, "w")]


def test_a_frame_and_a_sign_that_end_two_boards_are_refused(tmp_path: Path) -> None:
    framed((4, 4), 4, E5="○", H8="*").save(tmp_path / "a.xlsx")
    with pytest.raises(InputError, match="two boards may be meant, D4:G7 and A1:G7"):
        load(tmp_path / "a.xlsx", "masyu")


def test_an_answer_is_written_into_a_board_that_a_sign_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.xlsx"
    filled(["1..4", "....", "....", "2..1"], end="*")[0].save(path)
    for _ in range(2):
        assert main(["solve", str(path), "--genre", "sudoku", "-o", str(path)]) == 0
    sheet: Any = openpyxl.load_workbook(path).active
    assert sheet["E5"].value == "*"
    assert all(sheet.cell(row, col).value for row in range(1, 5) for col in range(1, 5))
    capsys.readouterr()
    assert main(["check", str(path), "--genre", "sudoku"]) == 0
