"""Empty boards in Excel: what is filled in is the puzzle, for every genre; lines say how."""

from __future__ import annotations

import io
from copy import copy
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from pencilp import genres
from pencilp.board.lattice import hexagon, square
from pencilp.board.puzzle import Puzzle
from pencilp.cli import main
from pencilp.formats.excel import puzzles
from pencilp.formats.excel.layers import first_blocks
from pencilp.formats.excel.template import empty_book, hints_for, template
from pencilp.formats.text import text as plain
from pencilp.genres import genre_of
from tests import proof as proofs
from tests.small_boards import shown


def placed(book: Any) -> tuple[Any, tuple[int, int]]:
    """The sheet of a workbook, and the row and column of the board's first cell."""
    cell = book.active[book.defined_names["board"].attr_text.rpartition("!")[2].split(":")[0].replace("$", "")]
    return book.active, (cell.row, cell.column)


def filled_in(puzzle: Puzzle) -> bytes:
    """The template of a puzzle's genre and board into which somebody wrote what a sheet of the puzzle has."""
    book = openpyxl.load_workbook(io.BytesIO(template(puzzle.genre, puzzle.lattice)))  # type: ignore[arg-type]
    sheet, (top, left) = placed(book)
    blocks = first_blocks(genre_of(puzzle), puzzle.lattice)
    source, (row0, col0) = placed(
        puzzles.new_book(puzzle.genre, puzzle.lattice, puzzle.values, blocks, name=puzzle.name)
    )
    labels = {cell.value: cell for row in sheet.iter_rows() for cell in row if str(cell.value or "").endswith(":")}
    below = max(row0 + puzzle.lattice.rows, 0)
    for row in source.iter_rows():
        for cell in row:
            inside = row0 <= cell.row < below and col0 <= cell.column < col0 + puzzle.lattice.cols
            text = str(cell.value if cell.value is not None else "")
            if cell.column > 1 and str(source.cell(cell.row, cell.column - 1).value).endswith(":"):
                continue  # it is written with its label
            if text.endswith(":"):
                target = labels[text]
                adjacent = source.cell(cell.row, cell.column + 1)
                if cell.column > 1 and adjacent.value is not None:
                    sheet.cell(target.row, target.column + 1).value = adjacent.value
                for n, line in enumerate(source.iter_rows(min_row=cell.row + 1), 1) if cell.column == 1 else ():
                    if line[0].value is None or str(line[0].value).endswith(":"):
                        break
                    for other in line:
                        if other.value is not None:
                            sheet.cell(target.row + n, other.column).value = other.value
            elif cell.row <= below and cell.column <= col0 + puzzle.lattice.cols + 4 and (inside or text != "E"):
                there = sheet.cell(top + cell.row - row0, left + cell.column - col0)
                if cell.value is not None and not str(there.value or "").endswith(":"):
                    there.value = cell.value
                if inside:
                    there.border = copy(cell.border)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_a_filled_in_template_is_the_puzzle(name: str) -> None:
    most = len(genres.load(name).own_board() or range(200))
    examples = [puzzle for puzzle in proofs.examples(name) if len(puzzle.lattice) <= most][:2]
    assert examples
    for puzzle in examples:
        again = puzzles.read(filled_in(puzzle), None)
        assert proofs.alike(again, puzzle), f"{shown(puzzle)}\nread:\n{shown(again)}"


def test_a_long_list_has_room() -> None:
    dots = [f"r{r}c{c}e w" for r in range(1, 5) for c in range(1, 4)]
    for count in range(len(dots) + 1):
        puzzle = plain.read("\n".join(["kropki", "size: 4 4", "dots:", *dots[:count]]))[0]
        assert puzzles.read(filled_in(puzzle), None) == puzzle


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_lines_say_how_every_layer_is_filled_in(name: str) -> None:
    genre = genres.load(name)
    for board in (genre.own_board() or square(5, 5), *([hexagon(3)] if "hexagonal" in genre.shapes else [])):
        content = list(hints_for(genre, board))
        for key, layer in genre.inputs.items():
            (line,) = (line for line in content if line.startswith(f"{key} ("))
            assert layer.text in line
        sheet, _ = placed(empty_book(genre, board))
        words = " ".join(str(cell.value) for row in sheet.iter_rows(max_col=1) for cell in row if cell.value).split()
        assert " ".join(content).split() == words[-len(" ".join(content).split()) :]
        assert sheet.sheet_properties.pageSetUpPr.fitToPage


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "x.xlsx")
    assert main(["excel-template", "のりのり", "2x3", "-o", path]) == 0
    book = openpyxl.load_workbook(path)
    sheet = book.active
    assert sheet is not None
    (label,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == "genre:")
    assert sheet.cell(label.row, label.column + 1).value == "norinori"
    for n, room in enumerate("aabacb"):
        sheet.cell(n // 3 + 1, n % 3 + 1).value = room
    book.save(path)
    assert main(["solve", path]) in (0, 1)
    assert capsys.readouterr().err == ""
    assert main(["excel-template", "panorama", "hexagon-4", "-o", path]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["excel-template", "panorama", "hexagon-4", "-o", path, "--force"]) == 0
    assert puzzles.read(Path(path).read_bytes(), None).lattice == hexagon(4)
    for words, says in (
        (["sudoku", "9"], "'9' is no size of a board, such as 10x10"),
        (["sudoku", "hexagon-3"], "sudoku is not played on hexagonal boards"),
        (["norinori", "301x1"], "a workbook's board has at most 300 rows and columns"),
        (["sudoku", "0x9"], "is not possible"),
        (["killer_sudoku", "9x8"], "killer_sudoku has as many rows as columns, not 9 of 8"),
        (["str8ts", "3×5"], "str8ts has as many rows as columns, not 3 of 5"),
        (["chess", "8x8"], "chess"),
    ):
        assert main(["excel-template", *words, "-o", path]) == 2
        err = capsys.readouterr().err
        assert says in err
        assert err.count("\n") == 1
    assert main(["excel-template", "sudoku", "9x9", "-o", str(tmp_path / "x.txt")]) == 2
