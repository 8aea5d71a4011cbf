"""Remarks on how a puzzle was read, for the user. They are stored in the puzzle's notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.board.puzzle import Answer, Puzzle

AROUND_LINK, MAYBE_CLUES, VARIANT, AUTHOR = "left aside", "dark red", "variant", "author"
"""Keys of notes: text around a link, cells that may be clues or answers, the names of a variant and of the author."""
MISSING_PLACES, EXTRA_PLACES = "places that a link lacks", "places beyond the board"
"""Numbers of places: those missing at the end of a link, and those that it skips beyond the board."""

GENRE_FROM_TITLE, GENRE_GUESSED, ANSWER_DROPPED = "genre from the title", "genre guessed", "answer dropped"
"""The genre that the title of a drawing names, or that its symbols suggest; why the answer of another editor's puzzle is none."""

SOLUTION = "solution recorded"
"""The answer is the solution that a link carries, and nobody's entries."""

DROPPED = "dropped"
"""The parts of another editor's puzzle that have no meaning for the rules."""

LAYOUT = "laid out"
"""How a board with clues around it was read."""

PROSE = "words"
"""The lines above and below a board that do not belong to it."""

NO_EMPTY_CELL = "none empty"
"""Signs that people write for empty cells, on a board without empty cells."""

MAX_VARIANT_LENGTH = 60
"""Characters of a variant's name that are shown."""


def remarks(puzzle: Puzzle) -> list[str]:
    """Return a line for each remark."""
    name = str(puzzle.notes.get(VARIANT, ""))
    marked = f"the variant {name[:MAX_VARIANT_LENGTH]!r}" if name else "a variant"
    says = {
        VARIANT: f"its setter marked it as {marked}; it is solved by the usual rules",
        MAYBE_CLUES: f"{puzzle.notes.get(MAYBE_CLUES)}: dark red is the colour of answers, so this is no clue",
        AROUND_LINK: f"left aside, as no part of the link: {puzzle.notes.get(AROUND_LINK)}",
        MISSING_PLACES: "the link ends one place early: it is taken as empty; was a dot at its end lost?"
        if puzzle.notes.get(MISSING_PLACES) == "1"
        else f"the link ends {puzzle.notes.get(MISSING_PLACES)} places early: they are taken as empty; was it cut off?",
        EXTRA_PLACES: f"the link skips more places at its end than the board has, too many by {puzzle.notes.get(EXTRA_PLACES)}",
        GENRE_FROM_TITLE: f"the genre is taken from the title: {puzzle.notes.get(GENRE_FROM_TITLE)}",
        GENRE_GUESSED: f"the genre is guessed from the drawing: {puzzle.notes.get(GENRE_GUESSED)}",
        ANSWER_DROPPED: f"the answer is left out: {puzzle.notes.get(ANSWER_DROPPED)}",
        SOLUTION: "the link carries a solution, which check compares with the rules",
        DROPPED: f"left out, as pencilp has no place for it: {puzzle.notes.get(DROPPED)}",
        PROSE: f"left out, as no part of the board: {puzzle.notes.get(PROSE)}",
        NO_EMPTY_CELL: f"no cell is empty: {puzzle.notes.get(NO_EMPTY_CELL)}; write . for an empty cell",
        LAYOUT: f"read as {puzzle.notes.get(LAYOUT)}; if the board is larger, write the name of its layer above it",
    }
    return [line for note, line in says.items() if note in puzzle.notes]


def entered(puzzle: Puzzle) -> Answer | None:
    """Return the answer that somebody entered; None if there is none, or only the solution that a link carries."""
    answer: Answer | None = None if SOLUTION in puzzle.notes else puzzle.answer
    return answer
