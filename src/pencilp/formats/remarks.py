"""Remarks on how a puzzle was read, for the user. They are stored in the puzzle's notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.board.puzzle import Puzzle

ASIDE, DOUBT, VARIANT = "left aside", "dark red", "variant"
"""Keys of notes: text around a link, cells that may be clues or answers, the name of a variant."""
LACKS, BEYOND = "places that a link lacks", "places beyond the board"
"""Numbers of places: those missing at the end of a link, and those that it skips beyond the board."""

LAID_OUT = "laid out"
"""How a board with clues around it was read."""

WORDS = "words"
"""The lines above and below a board that do not belong to it."""

NONE_EMPTY = "none empty"
"""Signs that people write for empty cells, on a board without empty cells."""

LONGEST = 60
"""Characters of a variant's name that are shown."""


def remarks(puzzle: Puzzle) -> list[str]:
    """Return a line for each remark."""
    name = str(puzzle.notes.get(VARIANT, ""))
    marked = f"the variant {name[:LONGEST]!r}" if name else "a variant"
    says = {
        VARIANT: f"its setter marked it as {marked}; it is solved by the usual rules",
        DOUBT: f"{puzzle.notes.get(DOUBT)}: dark red is the colour of answers, so this is no clue",
        ASIDE: f"left aside, as no part of the link: {puzzle.notes.get(ASIDE)}",
        LACKS: "the link ends one place early: it is taken as empty; was a dot at its end lost?"
        if puzzle.notes.get(LACKS) == "1"
        else f"the link ends {puzzle.notes.get(LACKS)} places early: they are taken as empty; was it cut off?",
        BEYOND: f"the link skips more places at its end than the board has, too many by {puzzle.notes.get(BEYOND)}",
        WORDS: f"left out, as no part of the board: {puzzle.notes.get(WORDS)}",
        NONE_EMPTY: f"no cell is empty: {puzzle.notes.get(NONE_EMPTY)}; write . for an empty cell",
        LAID_OUT: f"read as {puzzle.notes.get(LAID_OUT)}; if the board is larger, write the name of its layer above it",
    }
    return [line for note, line in says.items() if note in puzzle.notes]
