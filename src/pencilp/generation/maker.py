"""Makes one puzzle: a board to begin with, a random answer, all clues that fit it, then as few of these as are enough."""

from __future__ import annotations

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.generation.answers import Answers
from pencilp.generation.changes import Changes
from pencilp.generation.clues import Clues
from pencilp.generation.fewer import Fewer
from pencilp.generation.finish import Finish
from pencilp.generation.impossible import refuse_impossible_rules
from pencilp.generation.job import FAILURES, Job

MAX_EARLY_FAILED = 4
"""The number of boards that led to nothing, after which clues are sometimes put on a board when the answer is known."""
GROWN_SHARE = 0.7
"""The share of such boards then."""

MAX_REFUSED = 2000
"""The number of boards that the genre refuses, and none that it takes, after which there is no hope."""


class Maker:
    """Makes one puzzle."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.answers, self.clues, self.finish = Answers(job), Clues(job), Finish(job)
        self.changes = Changes(job, self.answers, self.clues)

    def puzzle(self) -> Puzzle:
        """Return a puzzle as wished.

        Raise TimeLimitReached if none is found in time, InputError if the genre refuses all boards.
        """
        refuse_impossible_rules(self.job)
        while True:
            self.job.look()
            made = self._full()
            if made is None:
                continue
            fewer, puzzle, _ = made
            self.job.did("full")
            result = self.finish.finished(fewer, puzzle)
            if result is not None:
                return result

    def _full(self) -> tuple[Fewer, Puzzle, Answer] | None:
        """Return a board with all clues that fit its only answer; None if this try came to nothing."""
        self.job.places.scatter()
        grown = self._is_late() and self.job.chance.random() < GROWN_SHARE
        start = self.job.starts.start(bare=grown)
        if start is None:
            self.job.did("refused")
            if self.job.figures.total() == self.job.figures["refused"] == MAX_REFUSED:
                size = f"{self.job.board.rows}x{self.job.board.cols}"
                refused = f"{self.job.genre.name} refuses all of {MAX_REFUSED} random boards of {size}"
                raise InputError(f"{refused}: {self.job.starts.refusal}")
            return None
        answer = self.answers.random_answer(start)
        if answer is None:
            return None
        start = self.clues.grown(answer.puzzle, answer) if grown else answer.puzzle
        found = self.clues.found(start, answer, {}, None)
        if found is None:
            return None
        puzzle, answer = found
        fewer = Fewer(self.job, puzzle, answer)
        if fewer.unique:
            return fewer, puzzle, answer
        return self.changes.improved(start, puzzle, answer)

    def _is_late(self) -> bool:
        """Return whether clues that come before the answer have led to nothing again and again."""
        # random clues seldom fit together, unless they are in their weakest form
        weak = all(self.job.starts.weak[key] is not None for key in self.job.starts.present)
        most = MAX_EARLY_FAILED if weak else 1
        return bool(self.job.starts.present) and sum(self.job.figures[what] for what in FAILURES) >= most
