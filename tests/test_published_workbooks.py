"""The seeds' genres as their authors type them into Excel: sheets made here cell by cell, solved on the command line, and the
answer read off the cells with openpyxl.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Border, PatternFill, Side

from pencilp.api import load
from pencilp.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
THICK = Side("thick")
GREY = PatternFill("solid", fgColor="FFC0C0C0")


def sheet_of() -> tuple[openpyxl.Workbook, Any]:
    book = openpyxl.Workbook()
    return book, book.active


def solved(book: openpyxl.Workbook, genre: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """The sheet with the answer, which ``check`` calls right."""
    board, out = str(folder / "board.xlsx"), str(folder / "out.xlsx")
    book.save(board)
    assert main(["solve", board, "--genre", genre, "-o", out]) == 0, capsys.readouterr().err
    capsys.readouterr()
    assert main(["check", out, "--genre", genre]) == 0
    assert "is right" in capsys.readouterr().out
    return openpyxl.load_workbook(out).active


SEED = (("574211", 0, 3), ("983663", 2, 0), ("212743", 0, 2), ("455682", 0, 3), ("891945", 0, 2), ("786239", 0, 4))
"""The guesses of document 000 with their hits and blows (the pictures are lost; they are what its code 927567 gets)."""


@pytest.mark.parametrize("gap", [0, 1])
def test_the_table_of_mastermind(gap: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book, sheet = sheet_of()
    for row, (guess, hits, blows) in enumerate(SEED, 1):
        for col, digit in enumerate(guess, 1):
            sheet.cell(row, col, int(digit))
        sheet.cell(row, 7 + gap, hits)
        sheet.cell(row, 8 + gap, blows)
    sheet.cell(7, 9 + gap, "E")
    answer = solved(book, "mastermind", tmp_path, capsys)
    assert [answer.cell(7, col).value for col in range(1, 7)] == [9, 2, 7, 5, 6, 7]


def test_the_column_between_guesses_and_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last two columns are hits and blows, unless the size says otherwise."""
    book, sheet = sheet_of()
    for row, line in enumerate(("1220", "1311"), 1):
        for col, digit in enumerate(line, 1):
            sheet.cell(row, col, int(digit))
    sheet["E3"] = "E"
    board = tmp_path / "board.xlsx"
    for size, guesses, scores in (
        ("", [1, 2, 1, 3], [(2, 0), (1, 1)]),
        ("size: 2 3", [1, 2, 2, 1, 3, 1], [(0,), (1,)]),
    ):
        sheet["A5"] = size
        book.save(board)
        puzzle = load(str(board), "mastermind")
        assert list(puzzle["guesses"]) == guesses
        assert puzzle["scores"]["right"] == scores
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("grey", [True, False])
@pytest.mark.parametrize(
    "name", ["second_turn-hexagon", "second_turn-hexagonal-holes", "panorama-seed", "panorama-lake"]
)
def test_hexagons_typed_on_squares(name: str, grey: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Row by row as document 001 does it, both ○ and ● for dots; what is no cell is grey, or holds #."""
    puzzle = load(str(EXAMPLES / f"{name}.txt"))
    lattice, genre = puzzle.lattice, puzzle.genre
    book, sheet = sheet_of()
    (clues,) = [puzzle[key] for key, layer in genre.inputs.items() if layer.on == "cells"]
    for n, ((row, col), clue) in enumerate(zip(lattice.positions, clues, strict=True)):
        if clue is not None:
            sheet.cell(row + 1, col + 1, "○●"[n % 2] if clue == "o" else clue)
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            if (row, col) not in lattice.cell_at:
                sheet.cell(row + 1, col + 1).fill = GREY if grey else PatternFill()
                sheet.cell(row + 1, col + 1).value = None if grey else "#"
    sheet.cell(lattice.rows + 1, lattice.cols + 1, "E")
    sheet.cell(lattice.rows + 3, 1, "board: hexagonal")
    for key, layer in genre.inputs.items():
        if layer.on == "board" and puzzle[key] != layer.default(lattice):
            sheet.cell(lattice.rows + 4, 1, f"{key}: {puzzle[key]}")
    answer = solved(book, genre.name, tmp_path, capsys)
    texts = {p: str(answer.cell(p[0] + 1, p[1] + 1).value or "") for p in lattice.positions}
    if genre.name == "second_turn":
        # every cell has two arrows, and each arrow meets one that comes back
        steps = {"→": (0, 1), "←": (0, -1), "↓": (1, 0), "↑": (-1, 0), "↘": (1, 1), "↖": (-1, -1)}
        back = dict(zip("→←↓↑↘↖", "←→↑↓↖↘", strict=True))
        for (row, col), text in texts.items():
            arrows = [ch for ch in text if ch in steps]
            assert len(arrows) == 2
            assert all(back[a] in texts[row + steps[a][0], col + steps[a][1]] for a in arrows)
    else:
        heights = {p: int(text.split()[-1]) for p, text in texts.items()}
        for (row, col), height in heights.items():
            adjacent = [heights.get((row + r, col + c)) for r, c in lattice.vectors]
            assert height == 1 if None in adjacent else all(abs(height - other) <= 1 for other in adjacent if other)


@pytest.mark.parametrize("way", ["borders", "numbers", "second block"])
def test_norinori_by_borders_or_numbers(way: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = load(str(EXAMPLES / "norinori-p01.txt"))
    of, lattice = puzzle["rooms"].of, puzzle.lattice
    book, sheet = sheet_of()
    for c, (row, col) in enumerate(lattice.positions):
        if way == "borders":
            adjacent = lattice.step[c]
            sides = {
                side: THICK
                for side, d in (("right", 1), ("bottom", 2))
                if adjacent[d] >= 0 and of[adjacent[d]] != of[c]
            }  # fmt: skip
            sheet.cell(row + 1, col + 1).border = Border(**sides)
        else:
            sheet.cell(row + 1 + 11 * (way != "numbers"), col + 1, of[c] + 1)
    sheet.cell(lattice.rows + 1, lattice.cols + 1, "E")
    answer = solved(book, "norinori", tmp_path, capsys)
    black = [
        (row, col) for row, col in lattice.positions if answer.cell(row + 1, col + 1).fill.fgColor.rgb == "FFBFBFBF"
    ]
    rooms = [of[lattice.cell_at[p]] for p in black]
    assert all(rooms.count(room) == 2 for room in set(of))
    assert all(sum((row + r, col + c) in black for r, c in lattice.vectors) == 1 for row, col in black)
