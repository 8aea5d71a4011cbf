"""Workbooks whose board stands anywhere, in a frame or as the only block, and whose rooms have colours."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Border, PatternFill, Side

import pencilp
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats.excel import puzzles

SIDES = ("left", "right", "top", "bottom")
COLORS = {"a": "FFFF99", "b": "99CCFF", "c": "FF9999", "w": ""}


def book(
    texts: Mapping[str, Any], fills: str = "", *, at: tuple[int, int] = (1, 1),
    framed: tuple[tuple[int, int, int, int], ...] = (), style: str = "thin", inner: bool = False,
) -> bytes:  # fmt: skip
    """A workbook with texts in cells, rows of ``fills`` from a cell on, and frames: first row and column, last row and column."""
    work = openpyxl.Workbook()
    sheet: Any = work.active
    for name, text in texts.items():
        sheet[name] = text
    for row, line in enumerate(fills.split(), at[0]):
        for col, sign in enumerate(line, at[1]):
            if COLORS[sign]:
                sheet.cell(row, col).fill = PatternFill("solid", fgColor=f"FF{COLORS[sign]}")
    for top, left, bottom, right in framed:
        for row in range(top, bottom + 1):
            for col in range(left, right + 1):
                ends = (col == left, col == right, row == top, row == bottom)
                drawn = {
                    side: Side(style=style if end else "thin")
                    for side, end in zip(SIDES, ends, strict=True)
                    if end or inner
                }
                sheet.cell(row, col).border = Border(**drawn)
    stream = io.BytesIO()
    work.save(stream)
    return stream.getvalue()


def test_rooms_are_read_from_the_fills_of_cells() -> None:
    for content in (
        book({"D3": "E"}, "aab abb"),
        book({}, "aab abb", at=(3, 4)),
        book({"B1": "My puzzle"}, "aab abb", at=(3, 4)),
    ):
        puzzle = puzzles.read(content, "norinori")
        assert [len(group) for group in puzzle["rooms"].groups] == [3, 3]


def test_one_colour_in_two_places_is_two_rooms() -> None:
    puzzle = puzzles.read(book({}, "awa awa", at=(2, 2), framed=((2, 2, 3, 4),)), "norinori")
    assert [len(group) for group in puzzle["rooms"].groups] == [2, 2, 2]


def test_thick_borders_count_before_fills() -> None:
    content = book({"C3": "E"}, "ab ab", framed=((1, 1, 1, 2), (2, 1, 2, 2)), style="thick")
    assert [len(group) for group in puzzles.read(content, "norinori")["rooms"].groups] == [2, 2]


def test_an_answer_is_written_over_a_board_of_colours(tmp_path: Path) -> None:
    path = tmp_path / "board.xlsx"
    path.write_bytes(book({"B1": "My puzzle"}, "aabb aabb", at=(4, 5)))
    before = puzzles.read(path.read_bytes(), "norinori")
    assert main(["solve", str(path), "--genre", "norinori", "-o", str(path)]) == 0
    after = puzzles.read(path.read_bytes(), "norinori")
    assert after == before
    assert after.answer is not None
    assert pencilp.check(after) == []
    sheet: Any = openpyxl.load_workbook(path).active
    assert sheet["B1"].value == "My puzzle"
    assert sum(sheet.cell(row, col).value == "●" for row in (4, 5) for col in range(5, 9)) == 4
    assert sheet["E4"].fill.fgColor.rgb == "FFFFFF99"


def test_the_grey_of_answers_is_no_room() -> None:
    work = openpyxl.load_workbook(io.BytesIO(book({"D3": "E"}, "aab abb")))
    sheet: Any = work.active
    sheet["C1"].fill = PatternFill("solid", fgColor="FFBFBFBF")
    stream = io.BytesIO()
    work.save(stream)
    with pytest.raises(InputError, match="C1: is this grey"):
        puzzles.read(stream.getvalue(), "norinori")


@pytest.mark.parametrize("inner", [False, True])
def test_a_board_is_found_by_its_frame(inner: bool, tmp_path: Path) -> None:
    content = book(
        {"B2": "Sudoku of the week", "D5": 1, "F6": 3, "E7": 2, "H9": "solve me"}, framed=((5, 4, 8, 7),), inner=inner
    )
    puzzle = puzzles.read(content, "sudoku")
    assert puzzle.lattice.rows == puzzle.lattice.cols == 4
    assert puzzle["given"].items() == [(0, 1), (6, 3), (9, 2)]
    path = tmp_path / "board.xlsx"
    path.write_bytes(content)
    assert main(["solve", str(path), "--genre", "sudoku", "-o", str(path)]) == 0
    answer = puzzles.read(path.read_bytes(), "sudoku").answer
    assert answer is not None
    sheet: Any = openpyxl.load_workbook(path).active
    assert [sheet.cell(5, col).value for col in range(4, 8)] == answer["number"][:4]
    assert sheet["H9"].value == "solve me"


def test_clues_around_a_frame_are_read() -> None:
    texts = {"C2": 1, "D2": 0, "E2": 0, "B3": 0, "B4": 1, "B5": 0, "D4": "T"}
    content = book(texts, framed=((3, 3, 5, 5),))
    puzzle = puzzles.read(content, "tents")
    assert puzzle["counts"] == {"top": [(1,), (0,), (0,)], "left": [(0,), (1,), (0,)]}
    assert puzzle["trees"].items() == [(4, "T")]


def test_a_full_block_of_texts_is_a_board() -> None:
    rows = [["1", ".", "2", "."], [".", "3", ".", "4"], ["4", "-", "-", "1"], ["-", "2", "-", "-"]]
    texts = {f"{'CDEF'[c]}{r + 4}": text for r, row in enumerate(rows) for c, text in enumerate(row)}
    texts = {name: "-" if text == "." else text for name, text in texts.items()}
    assert puzzles.read(book(texts), "sudoku")["given"].items()[:2] == [(0, 1), (2, 2)]


def test_two_boards_are_refused_by_their_names() -> None:
    two = book({}, framed=((2, 2, 5, 5), (2, 8, 5, 11)))
    with pytest.raises(InputError, match="B2:E5 and H2:K5"):
        puzzles.read(two, "sudoku")


def test_a_board_without_an_end_is_refused() -> None:
    with pytest.raises(InputError, match="no frame of borders"):
        puzzles.read(book({"B2": 1, "D4": 2, "C2": 3}), "sudoku")
