"""The last steps: as few clues as are wished, the level, and the proof that there is one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count

from pencilp import api
from pencilp._util.timeout import TimeLimitReached
from pencilp.analysis.left_out import PlacedClue, clues_of, without
from pencilp.analysis.rate import rate
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.generation.fewer import Fewer
from pencilp.generation.job import Job
from pencilp.generation.wishes import LEVELS, outline_of
from pencilp.genres import genre_of

MAX_RATE_LOOKS = 3000
"""The number of steps of the search for the level of a puzzle; one that needs more is too hard."""

MAX_EMPTY = 5
"""The number of puzzles without any clue, after which a needless one stays."""


class Finish:
    """The last steps of one puzzle."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def finished(self, fewer: Fewer, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle with as few clues as wished, proved to have one answer; None if it is not as wished."""
        wishes = self.job.wishes
        left = fewer.left(self.job.chance, 0 if wishes.minimal else wishes.min_clues or 0, wishes.max_clues)
        if not wishes.minimal and wishes.max_clues is None and wishes.difficulty is None:
            left = fewer.usual(left, self.job.chance)
        if wishes.minimal:
            puzzle, left = self._minimal(fewer, left), []
        result: Puzzle | None = _without(puzzle, left)
        if wishes.difficulty is not None:
            # clues that come back stand all over the board
            result = self._of_level(puzzle, fewer.shuffled(left, self.job.chance), wishes.difficulty)
        if result is None:
            return None
        if self._is_empty(result) and left and self.job.figures["empty"] >= MAX_EMPTY:
            # on a board so small, any clue is needless
            result = _without(puzzle, left[1:])
        if self._is_empty(result):
            self.job.did("empty")
            return None
        clues = _clues(result)
        if wishes.min_clues is not None and clues < wishes.min_clues:
            self.job.missed("too few clues", clues)
            return None
        if wishes.max_clues is not None and clues > wishes.max_clues:
            self.job.missed("too many clues", clues)
            return None
        outcome = api.solve(result, count=2, time_limit=self.job.seconds_left)
        if outcome.status == "unknown":
            raise TimeLimitReached
        if outcome.status != "unique" or outcome.answer is None:
            self.job.did("lost")
            return None
        result.answer = outcome.answer
        return result

    def _is_empty(self, puzzle: Puzzle) -> bool:
        """Return whether a puzzle has no clue, though the genre has clues."""
        clues = self.job.habits.clues
        return bool(clues) and not outline_of(puzzle, clues)[1]

    def _minimal(self, fewer: Fewer, left: Sequence[Sequence[PlacedClue]]) -> Puzzle:
        """Return the puzzle without clues that were ``left`` out, nor needless ones among those that took their places.

        What takes the place of a clue, such as a ``?``, says less than the clue; so this comes to an end.
        """
        puzzle = _without(fewer.puzzle, left)
        while left and fewer.leaves_something(left):
            fewer = Fewer(self.job, puzzle, Answer(puzzle, fewer.answer.values))
            if not fewer.unique:
                break
            left = fewer.left(self.job.chance, self.job.wishes.min_clues or 0)
            puzzle = _without(puzzle, left)
        return puzzle

    def _rate_stop(self) -> Callable[[], bool]:
        """Return a function that says when to stop a rating: after a number of calls, so that no clock has a part in it."""
        calls = count()

        def stop() -> bool:
            self.job.look()
            return next(calls) >= MAX_RATE_LOOKS

        return stop

    def _of_level(self, puzzle: Puzzle, left: Sequence[Sequence[PlacedClue]], level: str) -> Puzzle | None:
        """Return the puzzle of this level with the fewest clues; None if there is none.

        The more clues it has the easier it is, so half of the numbers of clues are ruled out by each rating.
        """
        least, most, found, hard = 0, len(left), None, False
        while least <= most:
            self.job.look()
            middle = (least + most) // 2
            trial = _without(puzzle, left[:middle])
            rating = rate(trial, stop=self._rate_stop())
            known = rating.finished and rating.level in LEVELS
            if not known or LEVELS.index(rating.level) > LEVELS.index(level):
                most, hard = middle - 1, True
            else:
                least = middle + 1
                found = trial if rating.level == level else found
        if found is None:
            self.job.did("too hard" if hard else "too easy")
        return found


def _without(puzzle: Puzzle, groups: Sequence[Sequence[PlacedClue]]) -> Puzzle:
    """Return a puzzle without some groups of clues."""
    clues = [clue for group in groups for clue in group]
    return without(puzzle, clues) if clues else puzzle


def _clues(puzzle: Puzzle) -> int:
    return len(clues_of(puzzle, genre_of(puzzle).model(puzzle)))
