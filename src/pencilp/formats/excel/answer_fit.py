"""Checks before the search that an answer will fit into a user's sheet.

It finds clues in the colour of answers, and cells that cannot hold an answer.
"""

from __future__ import annotations

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.excel.answers import BLANK, OPEN
from pencilp.formats.excel.clues import is_clue
from pencilp.formats.excel.reading import Reader
from pencilp.formats.excel.workbook import Place, name_of


def check(reader: Reader, puzzle: Puzzle, *, lossy: bool = False) -> None:
    """Raise InputError if the answer does not fit into the puzzle's sheet or, without ``lossy``, overwrites clues."""
    from openpyxl.cell import MergedCell

    for row, col in reader.frame.places(puzzle.lattice):
        if isinstance(reader.sheet.sheet._cells.get((row + 1, col + 1)), MergedCell):
            raise InputError("the cell is merged with others: each cell of a board stands by itself", name_of(row, col))
    doubtful = [] if lossy else may_be_clues(reader, puzzle, reader.answer(puzzle))
    if doubtful:
        raise InputError(
            f"{named(doubtful)}: dark red is the colour of answers, and an answer would take the place of these; give "
            "clues another colour (--lossy writes it)"
        )


def may_be_clues(reader: Reader, puzzle: Puzzle, answer: Answer | None) -> list[Place]:
    """Return the cells in the colour of answers that may be clues.

    They read as clues, and the ``answer`` on the sheet is incomplete even with them; or they are outside the board,
    like clues.
    """
    sheet, places = reader.sheet, reader.frame.places(puzzle.lattice)
    inked = {place: text for place, text in sheet.pencilled.items() if place not in reader.apart}
    board = {*places, *reader.frame.columns(puzzle.lattice)}
    outside = [
        place
        for place, text in inked.items()
        if place not in board and place[0] < reader.below and place[1] < reader.behind and is_clue(text, reader.lines)
    ]
    if answer is None or OPEN in inked.values():
        # only an answer has a sign for undecided places
        return sorted(outside)
    doubtful = [place for place in places if place in inked and is_clue(inked[place], reader.cells)]
    undecided = any(None in list(values) for values in answer.values.values())
    # in some genres a circle is not a blank but a sign of the answer
    signs = [values for key, values in answer.values.items() if puzzle.genre.answers[key].on == "cells"]
    silent = any(inked[p] in BLANK and not any(v[c] for v in signs) for c, p in enumerate(places) if p in doubtful)
    full = all(place in inked or place in sheet.text for place in places)
    return sorted(outside + (doubtful if undecided or (silent and not full) else []))


def named(places: list[Place]) -> str:
    """Return the names of the first cells and the number of the others."""
    first, more = name_of(*places[0]), len(places) - 1
    return first if not more else f"{first} and {more} more cell{'s' if more > 1 else ''}"
