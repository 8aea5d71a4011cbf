"""Puzzles in Excel workbooks: the convention of the Bomber sheet, for every genre and board.

The board begins in A1 of the active sheet. A single letter, such as ``E``, is one row below and one column right of its
last cell, with nothing before it in its row and nothing above it in its column. The letter marks the end of the board,
so that empty rows and columns count. Or a range named ``board`` has its cells. All other cells are ignored.

* A cell has the token of the puzzle text: a number, ``?``, an arrow (``2→``, ``→2`` or ``2e``), a circle (``○``, ``●``,
  ``w``, ``b``), ``■`` or ``x`` for a black cell. It is empty for no clue, and ``#`` for no cell.
* Without both, the board is the range in a frame of borders, or the only block of cells with texts or fills. Without
  these, any other character may replace the letter, if it cannot be a sign of the board.
* Rooms are divided by thick (or medium, or double) borders or by the fills of their cells, or given by region numbers
  in a second block of the same size: right of the letter's column from row 1 on, or below its row from column A on. A
  genre with rooms and without clues may have the region numbers in the board itself.
* Clues outside are around the board, in the rows and columns before the letter.
* Clues at corners are in the cell to the lower right of their corner, so the board has one more row and column.
* Two clues of one cell have a space between them, in the order of the genre's layers, with ``-`` for a missing one:
  ``24* 3``.
* Any other cell may have a name, a colon and a value (or the value in the cell right of it): a number of the whole
  puzzle, ``genre: lits``, ``board: hexagonal``, ``size: 6 6``, ``name: of the week``, ``author: A. Setter``.
* Any layer may be in a block instead (``excel.layers``).

Hexagons are squares of the sheet, sheared as in the published article on Second Turn: the neighbours of a cell are
left, right, above, below, above left and below right of it. A grey square is no cell.

Answers are written into a copy and read from it: see ``excel.answers``.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, LossWarning
from pencilp.formats.excel.answer_fit import check, may_be_clues, named
from pencilp.formats.excel.answers import erase, ink, write_answer
from pencilp.formats.excel.draft_sheet import Page, finish, squares
from pencilp.formats.excel.draw_board import Board
from pencilp.formats.excel.edit_cells import Draft
from pencilp.formats.excel.layers import (
    ANSWER,
    NOTES,
    SheetLayout,
    block_cells,
    first_blocks,
    written_block,
    written_name,
)
from pencilp.formats.excel.limits import MAX_LINES
from pencilp.formats.excel.reading import Reader
from pencilp.formats.excel.workbook import INK, Sheet, name_of
from pencilp.formats.remarks import MAYBE_CLUES, VARIANT
from pencilp.formats.round_trip import prove
from pencilp.genres import Genre, genre_of


def read(content: bytes, genre: type[Genre] | str | None) -> Puzzle:
    """Return the puzzle on the active sheet of a workbook, with its answer if it has one.

    ``genre`` is a genre or one of its names, for a sheet that does not name it. Raise InputError naming the cell
    ("C4").
    """
    reader = Reader(genre, Sheet(content))
    puzzle = reader.puzzle()
    puzzle.answer = reader.answer(puzzle)
    doubtful = may_be_clues(reader, puzzle, puzzle.answer)
    if doubtful:
        puzzle.notes[MAYBE_CLUES] = named(doubtful)
    return puzzle


def read_filled(content: bytes, board: bytes, genre: str | None) -> Answer | None:
    """Return the answer that was filled into a copy of the workbook ``board``, in any colour; None if there is none."""
    reader = Reader(genre, Sheet(board))
    return reader.answer(reader.puzzle(), Sheet(content))


def write(puzzle: Puzzle, answer: Answer | None, content: bytes | None = None, *, lossy: bool = False) -> bytes:
    """Return a workbook with the answer.

    It is a copy of the workbook ``content`` with nothing else changed, or a new one. Raise InputError if the workbook
    has another puzzle, if the puzzle cannot be put on a sheet or, without ``lossy``, if the sheet cannot hold
    everything.
    """
    check_fit(puzzle)
    genre = genre_of(puzzle)
    answers = {ANSWER + name for name in genre.answers} if answer is not None else set()
    everything = answers | {name for name, layer in genre.inputs.items() if layer.on != "board"}
    blocks = first_blocks(genre, puzzle.lattice)
    while True:
        written, gone = _book(puzzle, answer, content, blocks, lossy=lossy)
        again: Puzzle | InputError
        try:
            again = read(written, genre)
            lost = _lost(puzzle, answer, again) & everything
        except InputError as error:
            # layers contradict each other, and the error does not say which one is wrong
            again = error
            lost = answers if answers - blocks else everything
        if lost <= blocks:
            break
        # layers that do not read back from the board go into blocks
        blocks = blocks | lost
    for says in gone:
        warnings.warn(LossWarning(says), stacklevel=2)
    new = content is None
    notes = NOTES if new else (VARIANT,)
    prove(puzzle, answer, lambda: _given(again), format="workbooks", notes=notes, named=new, lossy=lossy)
    return written


def _given(found: Puzzle | InputError) -> Puzzle:
    if isinstance(found, InputError):
        raise found
    return found


def _lost(puzzle: Puzzle, answer: Answer | None, again: Puzzle) -> set[str]:
    """Return the layers that do not read back as they were written."""
    if again.lattice != puzzle.lattice:
        return set()
    lost = {name for name in puzzle.values if again.says(name) != puzzle.says(name)}
    for name, values in answer.values.items() if answer is not None else ():
        if again.answer is None or again.answer[name] != values:
            lost.add(ANSWER + name)
    return lost


def _book(
    puzzle: Puzzle, answer: Answer | None, content: bytes | None, blocks: Collection[str], *, lossy: bool
) -> tuple[bytes, list[str]]:
    """Return the workbook and its losses."""
    if content is not None:
        reader = Reader(genre_of(puzzle), Sheet(content))
        if reader.puzzle() != puzzle:
            raise InputError("the workbook's puzzle is not the one that was solved")
        draft = Draft(content)
        if answer is not None:
            if answer != reader.answer(puzzle):
                check(reader, puzzle, lossy=lossy)
            erase(draft, puzzle, reader.frame, reader.sheet)
            free = _erase_blocks(draft, reader)
            write_answer(draft, answer, reader.frame, reader.sheet.text, blocks, signs=reader.by_fill)
            _add_blocks(draft, answer, blocks, free)
        return draft.written(lossy=lossy), draft.lost
    notes = {note: str(puzzle.notes[note]) for note in NOTES if note in puzzle.notes}
    book = new_book(puzzle.genre, puzzle.lattice, puzzle.values, blocks, name=puzzle.name, notes=notes, answer=answer)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue(), []


def check_fit(puzzle: Puzzle) -> None:
    """Raise InputError if a puzzle cannot be put on a sheet."""
    if max(puzzle.lattice.rows, puzzle.lattice.cols) > MAX_LINES:
        raise InputError(f"a workbook's board has at most {MAX_LINES} rows and columns")


def check_room(puzzle: Puzzle, content: bytes, *, lossy: bool = False) -> None:
    """Raise InputError if an answer does not fit into the workbook ``content`` of its puzzle."""
    reader = Reader(genre_of(puzzle), Sheet(content))
    check(reader, reader.puzzle(), lossy=lossy)


def new_book(
    genre: type[Any], lattice: Lattice, values: Mapping[str, Any], blocks: Collection[str], *, name: str = "",
    notes: Mapping[str, str] | None = None, answer: Answer | None = None, hints: Sequence[str] | None = None,
) -> Any:  # fmt: skip
    """Return a new openpyxl workbook with a puzzle on its sheet, and an ``answer``.

    The layers in ``blocks`` are below the board. With ``hints`` it is a board to fill in: values may be None, every
    layer has a place, and the hints are at the end.
    """
    import openpyxl
    from openpyxl.workbook.defined_name import DefinedName

    page = Page()
    template = hints is not None
    board = Board(page, genre, lattice, values, SheetLayout(genre, lattice.shape, blocks), template=template)
    board.draw()
    said: list[tuple[str, int | str]] = [("genre", genre.name)]
    if name or template:
        said.append(("name", written_name(name)))
    said += [(note, written_name(text)) for note, text in (notes or {}).items()]
    if lattice.shape != genre.shapes[0]:
        said.append(("board", lattice.shape))
    for key, layer in genre.inputs.items():
        if layer.on == "board" and (template or values[key] != layer.default(lattice)):
            said.append((key, "" if values[key] is None else written_block(layer, values[key], lattice)[0][0]))
    row, column = board.write_names(said)
    row = board.blocks(row)
    if answer is not None:
        write_answer(page, answer, board.frame, page.texts(), blocks)
        for key, answer_layer in genre.answers.items():
            if ANSWER + key in blocks:
                row = board.block(row, ANSWER + key, written_block(answer_layer, answer[key], lattice), INK)
    for n, hint in enumerate(hints or ()):
        board.hint(row + n, hint)
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = genre.name[:31]
    page.onto(sheet)
    for key, (first, last) in board.ranges().items():
        cells = ":".join(f"${letters}${number}" for letters, number in map(_split, (name_of(*first), name_of(*last))))
        book.defined_names[key] = DefinedName(key, attr_text=f"'{sheet.title}'!{cells}")
    squares(sheet, row, board.behind + 2)
    finish(sheet, said, column, wide=lattice.cols > lattice.rows)
    return book


def _split(cell: str) -> tuple[str, str]:
    letters = cell.rstrip("0123456789")
    return letters, cell[len(letters) :]


def _erase_blocks(sheet: Any, reader: Reader) -> int:
    """Remove the blocks of an earlier answer from a sheet (``Draft``); return the first row, from 0, below the rest."""
    gone: set[tuple[int, int]] = set()
    for name, layer in reader.genre.answers.items():
        heading = reader.headings.outside(ANSWER + name, reader.outside())
        if heading is not None:
            gone.update(block_cells(layer, heading, reader.sheet, reader.lattice))
    for row, col in gone:
        sheet.cell(row + 1, col + 1).value = None
    return 1 + max(row for row, _ in {*reader.sheet.text, *reader.sheet.pencilled, (reader.below, 0)} - gone)


def _add_blocks(sheet: Any, answer: Answer, blocks: Collection[str], row: int) -> None:
    """Put the layers of an answer that are in ``blocks`` on a sheet (``Draft``), below a row counted from 0."""
    for name, layer in answer.puzzle.genre.answers.items():
        if ANSWER + name in blocks:
            rows: list[list[int | str]] = [
                [f"{ANSWER}{name}:"],
                *written_block(layer, answer[name], answer.puzzle.lattice),
            ]
            for r, tokens in enumerate(rows, row + 2):
                for column, token in enumerate(tokens, 1):
                    ink(sheet.cell(r, column), token, "")
            row += len(rows) + 1
