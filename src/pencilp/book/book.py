"""A book: puzzles with their rules, levels and answers."""

from __future__ import annotations

import re
from typing import NamedTuple

from pencilp import api
from pencilp.analysis.genre_words import rules_in_words, title_in
from pencilp.analysis.phrases import Phrase, said
from pencilp.analysis.rate import Rating, rate
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.book.pages import ANSWERS, MAX_PER_PAGE, PUZZLES, Item, Page, pages_of
from pencilp.draw.svg import to_svg
from pencilp.genres.base import genre_of, lineage_of
from pencilp.translations import ENGLISH, catalogue

ANSWERS_TITLE = Phrase("Answers")
LEVELS = {
    "easy": Phrase("easy"), "normal": Phrase("normal"), "hard": Phrase("hard"), "expert": Phrase("expert"),
    "needs trying": Phrase("needs trying"),
}  # fmt: skip
NOT_UNIQUE = {
    "none": Phrase("This puzzle has no answer."),
    "multiple": Phrase("This puzzle has several answers. This is one of them."),
    "unknown": Phrase("The answer was not found in time."),
    "found": Phrase("There may be other answers."),
}
"""The line about a puzzle that is not known to have exactly one answer."""
_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


class Settings(NamedTuple):
    """How a book looks: see ``pencilp print``."""

    title: str = ""
    language: str = ENGLISH
    paper: str = "a4"
    per_page: int = 4
    rules: bool = True
    answers: bool = True
    rate: bool = False
    orientation: str = "pointed"
    time_limit: float | None = None
    """Seconds to solve a puzzle, and again to rate it."""


class Book:
    """Puzzles for a book, in their order."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.puzzles: list[Item] = []
        self.answers: list[Item] = []
        self._explained: set[str] = set()

    def add(self, puzzle: Puzzle, answer: Answer | None = None) -> str:
        """Add a puzzle, and its answer if there are answers in the book; it is solved if none is given.

        Return what is known about its answers: "unique" (also if nobody asked), or a key of ``NOT_UNIQUE``.
        """
        how = self.settings
        genre = genre_of(puzzle)
        say = catalogue(how.language, lineage_of(genre), steps=True)
        status = "unique"
        if how.answers and answer is None:
            outcome = api.solve(puzzle, count=2, time_limit=how.time_limit)
            status, answer = outcome.status, outcome.answers[0] if outcome.answers else None
        heading = f"{len(self.puzzles) + 1}. {title_in(genre, how.language)}"
        texts = []
        if how.rate:
            texts += [said(line, say) for line in _level(rate(puzzle, time_limit=how.time_limit))]
        rules = say.of_genre(rules_in_words(genre))
        if how.rules and rules not in self._explained:
            texts += rules.split("\n\n")
            self._explained.add(rules)
        self.puzzles.append(_item(heading, puzzle.name, texts, to_svg(puzzle, orientation=how.orientation)))
        if how.answers:
            picture = "" if answer is None else to_svg(puzzle, answer, orientation=how.orientation)
            notes = [] if status == "unique" else [said(NOT_UNIQUE[status], say)]
            self.answers.append(_item(heading, puzzle.name, notes, picture))
        return status

    def pages(self) -> list[Page]:
        """Return the pages of the book, those with answers at the end."""
        how = self.settings
        heading = said(ANSWERS_TITLE, catalogue(how.language, steps=True))
        return [
            *pages_of(self.puzzles, how.title, how.paper, how.per_page, PUZZLES),
            *pages_of(self.answers, heading, how.paper, MAX_PER_PAGE, ANSWERS),
        ]


def _level(rating: Rating) -> list[str]:
    """Return the line with the level of a puzzle, if it has one."""
    if not rating.level:
        return []
    level = LEVELS[rating.level]
    return [Phrase("Level: {}", level) if rating.finished else Phrase("Level: at least {}", level)]


def _item(heading: str, name: str, texts: list[str], picture: str) -> Item:
    size = _SIZE.search(picture)
    width, height = map(float, size.groups()) if size else (1.0, 1.0)
    return Item(heading, name, tuple(texts), picture, width, height)
