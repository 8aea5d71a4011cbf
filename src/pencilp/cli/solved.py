"""What was found of a puzzle that ``solve`` has solved, and how it is reported in words and as an exit code."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp.cli.files import ONLY
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, code_of
from pencilp.errors import InputError, LimitReached, SolverError

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread


GOES_ON = (InputError, SolverError)
"""After these the other puzzles of many have their turn."""
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
"""All that ``Solved.verdict`` can be, as a verbose regular expression: an old one in a file is known by it."""


class Solved:
    """The result of a puzzle (or of an LP file), and how its search ended.

    ``answers`` are those that are still needed: the first one, or all. ``stopped`` is what ended the search from
    outside.
    """

    def __init__(self, puzzle: Any, number: int, options: argparse.Namespace) -> None:
        self.puzzle, self.number, self.count = puzzle, number, options.count
        self.unread: Unread | None = None
        """Its place in the file, if it is no program."""
        self.searched = False
        """Whether it got as far as a search."""
        self.changed = options.model is not None
        """Whether a program was solved that somebody has changed, in place of the puzzle's own."""
        self.keeps_all = options.keeps_all
        self.answers: list[Any] = []
        self.found = 0
        self.status, self.complete, self.solver = "unknown", False, options.solver
        self.seconds: dict[str, float] = {}
        self.common: Any = None
        self.objective: float | None = None
        self.explanation: Any = None
        """Why there is no answer, if that was found."""
        self.contradiction: Any = None
        """The rows and bounds of a changed program without a solution that contradict each other, if that was asked for."""
        self.repair: Any = None
        """How a puzzle without an answer can be repaired, if that was asked for."""
        self.differing: list[Any] = []
        """The places where the second answer differs from the first."""
        self.stopped: BaseException | None = None
        self.incumbent: Any = None
        """The best solution so far, where the best one was not found."""

    def add(self, answer: Any) -> None:
        """One more answer."""
        self.found += 1
        if self.keeps_all or not self.answers:
            self.answers.append(answer)

    @property
    def name(self) -> str:
        """The puzzle's own name, whether it was read or not."""
        name: str = self.puzzle.name if self.puzzle is not None else self.unread.name if self.unread is not None else ""
        return name

    @property
    def label(self) -> str:
        """Which puzzle of many it is."""
        assert self.unread is not None
        return self.unread.label(self.name)

    @property
    def told(self) -> str:
        """The status that users see.

        "found" says of an answer that it may not be the only one, "failed" that nothing was read.
        """
        if not self.searched and isinstance(self.stopped, InputError):
            return "failed"
        return "found" if self.status == "unknown" and self.found else self.status

    @property
    def verdict(self) -> str:
        """The words about the answer in a file."""
        if self.common is not None:
            return self.says()
        said = {"unique": ONLY, "multiple": "one of several answers", "none": "there is no answer"}.get(
            self.status, self.says()
        )
        if not self.changed:
            return said
        # what holds of the program need not hold of the puzzle
        broken = any(answer.broken for answer in self.answers[:1])
        return f"{said}, by a changed program{'; it breaks rules of the puzzle' if broken else ''}"

    @property
    def marked(self) -> list[Any]:
        """The places that pictures point at."""
        return self.differing if self.explanation is None else self.explanation.places

    @property
    def code(self) -> int:
        """The exit code."""
        if isinstance(self.stopped, GOES_ON):
            return code_of(self.stopped)
        if not self.complete:
            return LIMIT
        return NOT_SOLVED if self.status == "none" else SOLVED

    def ending(self) -> dict[str, Any]:
        """Return the entries of a JSON object about the end of the search."""
        best = {} if self.objective is None else {"objective": self.objective}
        error = {"error": str(self.stopped)} if isinstance(self.stopped, (InputError, SolverError)) else {}
        return {
            "solver": self.solver,
            "seconds": {stage: round(t, 6) for stage, t in self.seconds.items()},
            **best,
            **error,
        }

    def says(self) -> str:
        """How it ended, in words."""
        if self.common is not None:
            return _settled(self.common)
        if not self.complete:
            if self.stopped is None:
                why = "the limit was reached"
            else:
                failed = isinstance(self.stopped, GOES_ON) and not isinstance(self.stopped, LimitReached)
                why = "the solver failed" if failed else "stopped"
            if self.incumbent is not None:
                return f"{why}; there may be a better solution"
            if self.found < 2:
                return (
                    f"{why}, with an answer that may not be the only one" if self.found else f"{why} without an answer"
                )
            return f"{why} after {self.found} answers; there may be more"
        if self.status == "unique":
            return "one answer, and it is the only one"
        if self.status == "none":
            return "there is no answer"
        if self.status == "unknown":
            return "an answer; whether there are others was not asked"
        return (
            f"more than one answer ({self.found} shown)" if self.found == self.count else f"{self.found} answers in all"
        )


def _settled(facts: Any) -> str:
    """Return what all answers share in words."""
    settled = f"{facts.settled} of {facts.places} places"
    if facts.status == "unique":
        return f"one answer, and it is the only one: {settled} are settled"
    if facts.status == "multiple":
        return f"more than one answer: {settled} are the same in all of them"
    if facts.status == "none":
        return "there is no answer"
    return "the limit was reached before it was known what all answers share"
