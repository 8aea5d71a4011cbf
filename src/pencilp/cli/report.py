"""The result of ``solve`` for one puzzle, in words and as an exit code."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp.cli.files import ONLY_ANSWER
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, code_of
from pencilp.errors import InputError, LimitReached, SolverError

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread


PUZZLE_ERRORS = (InputError, SolverError)
"""Errors of one puzzle, after which the other puzzles are still solved."""
STOPS = (InputError, SolverError, KeyboardInterrupt, MemoryError)
"""Exceptions that stop a search; its results are still reported."""
VERDICTS = r"""(?:
    the\ only\ answer|one\ of\ several\ answers|there\ is\ no\ answer|\d+\ answers\ in\ all
    |(?:the\ limit\ was\ reached|the\ solver\ failed|stopped)
        (?:\ without\ an\ answer|,\ with\ an\ answer\ that\ may\ not\ be\ the\ only\ one
        |\ after\ \d+\ answers;\ there\ may\ be\ more|;\ there\ may\ be\ a\ better\ solution)
    |the\ limit\ was\ reached\ before\ it\ was\ known\ what\ all\ answers\ share
    |one\ answer,\ and\ it\ is\ the\ only\ one(?::\ \d+\ of\ \d+\ places\ are\ settled)?
    |more\ than\ one\ answer(?:\ \(\d+\ shown\)|:\ \d+\ of\ \d+\ places\ are\ the\ same\ in\ all\ of\ them)
    |an\ answer;\ whether\ there\ are\ others\ was\ not\ asked
    )(?:,\ by\ a\ changed\ program(?:;\ it\ breaks\ rules\ of\ the\ puzzle)?)?"""
"""A verbose regular expression for all texts of ``SolveReport.verdict``, to recognise old ones in files."""


class SolveReport:
    """The result of a puzzle (or of an LP file), and how its search ended.

    ``answers`` has the first answer, or all if all are needed. ``stopped`` is the exception that ended the search.
    """

    def __init__(self, puzzle: Any, number: int, options: argparse.Namespace) -> None:
        self.puzzle, self.number, self.count = puzzle, number, options.count
        self.unread: Unread | None = None
        """Its place in the file, if it is not a program."""
        self.searched = False
        """Whether a search began."""
        self.changed = options.model is not None
        """Whether an edited program was solved instead of the puzzle's own."""
        self.keeps_all = options.keeps_all
        self.answers: list[Any] = []
        self.answer_count = 0
        self.status, self.complete, self.solver = "unknown", False, options.solver
        self.seconds: dict[str, float] = {}
        self.common: Any = None
        self.objective: float | None = None
        self.explanation: Any = None
        """The contradicting clues of a puzzle without an answer, if found."""
        self.contradiction: Any = None
        """The contradicting rows and bounds of an edited program without a solution, if wanted."""
        self.repair: Any = None
        """The repairs of a puzzle without an answer, if wanted."""
        self.differing: list[Any] = []
        """The places where the second answer differs from the first."""
        self.stopped: BaseException | None = None
        self.incumbent: Any = None
        """The best solution so far, if the optimum was not found."""

    def add(self, answer: Any) -> None:
        """Add one more answer."""
        self.answer_count += 1
        if self.keeps_all or not self.answers:
            self.answers.append(answer)

    @property
    def name(self) -> str:
        """The puzzle's own name, even if it could not be read."""
        name: str = self.puzzle.name if self.puzzle is not None else self.unread.name if self.unread is not None else ""
        return name

    @property
    def label(self) -> str:
        """The label that identifies the puzzle among several."""
        assert self.unread is not None
        return self.unread.label(self.name)

    @property
    def reported_status(self) -> str:
        """The status for users. "found": an answer that may not be the only one; "failed": not read."""
        if not self.searched and isinstance(self.stopped, InputError):
            return "failed"
        return "found" if self.status == "unknown" and self.answer_count else self.status

    @property
    def verdict(self) -> str:
        """The sentence about the answer in a file."""
        if self.common is not None:
            return self.summary()
        said = {"unique": ONLY_ANSWER, "multiple": "one of several answers", "none": "there is no answer"}.get(
            self.status, self.summary()
        )
        if not self.changed:
            return said
        # an answer of an edited program may break rules of the puzzle
        broken = any(answer.broken for answer in self.answers[:1])
        return f"{said}, by a changed program{'; it breaks rules of the puzzle' if broken else ''}"

    @property
    def marked(self) -> list[Any]:
        """The places that pictures highlight."""
        return self.differing if self.explanation is None else self.explanation.places

    @property
    def code(self) -> int:
        """The exit code."""
        if isinstance(self.stopped, PUZZLE_ERRORS):
            return code_of(self.stopped)
        if not self.complete:
            return LIMIT
        return NOT_SOLVED if self.status == "none" else SOLVED

    def end_record(self) -> dict[str, Any]:
        """Return the entries of the JSON record about the end of the search."""
        best = {} if self.objective is None else {"objective": self.objective}
        error = {"error": str(self.stopped)} if isinstance(self.stopped, (InputError, SolverError)) else {}
        return {
            "solver": self.solver,
            "seconds": {stage: round(t, 6) for stage, t in self.seconds.items()},
            **best,
            **error,
        }

    def summary(self) -> str:
        """Return the sentence about the result."""
        if self.common is not None:
            return _settled(self.common)
        if not self.complete:
            if self.stopped is None:
                why = "the limit was reached"
            else:
                failed = isinstance(self.stopped, SolverError) and not isinstance(self.stopped, LimitReached)
                why = "the solver failed" if failed else "stopped"
            if self.incumbent is not None:
                return f"{why}; there may be a better solution"
            if self.answer_count < 2:
                return (
                    f"{why}, with an answer that may not be the only one"
                    if self.answer_count
                    else f"{why} without an answer"
                )
            return f"{why} after {self.answer_count} answers; there may be more"
        if self.status == "unique":
            return "one answer, and it is the only one"
        if self.status == "none":
            return "there is no answer"
        if self.status == "unknown":
            return "an answer; whether there are others was not asked"
        return (
            f"more than one answer ({self.answer_count} shown)"
            if self.answer_count == self.count
            else f"{self.answer_count} answers in all"
        )


def _settled(facts: Any) -> str:
    """Return the sentence about the common values of all answers."""
    settled = f"{facts.settled} of {facts.places} places"
    if facts.status == "unique":
        return f"one answer, and it is the only one: {settled} are settled"
    if facts.status == "multiple":
        return f"more than one answer: {settled} are the same in all of them"
    if facts.status == "none":
        return "there is no answer"
    return "the limit was reached before it was known what all answers share"
