"""Random answers of boards on which not all clues are known yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilp.analysis.names import clue_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.generation.fewer import PROOF_CONFLICTS
from pencilp.generation.impossible import refuse_impossible_board
from pencilp.generation.job import Job
from pencilp.generation.random_answer import RandomAnswers, Spot, literals_of
from pencilp.genres import genre_of
from pencilp.model import Lit, Model
from pencilp.solvers.clasp.search import Clasp


class Answers:
    """The random answers of one puzzle's boards, with the values that are wished."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._last: tuple[object, RandomAnswers] | None = None

    def is_possible(self) -> bool:
        """Return False if it is proved that no answer fits the clues and values that are given."""
        start = self.job.starts.stated
        if start is None or self.job.starts.may_sow():
            return True
        m, _ = self.job.starts.model(start)
        self._leave_out_absence(start, m)
        theme = self._theme(start, literals_of(m, self.job.genre.answers))
        return theme is not None and Clasp(m, whole=True).refuted(theme, PROOF_CONFLICTS, self.job.look) is None

    def random_answer(self, start: Puzzle, near: Answer | None = None, free: Sequence[Spot] = ()) -> Answer | None:
        """Return a random answer of a board, without the rules about places without a clue; None if there is none.

        Its puzzle has values in the open layers.
        """
        self.job.look()
        search = self._search(start)
        theme = self._theme(start, search.literals)
        answer = None if theme is None else search.next(start, near, {*free}, theme)
        if answer is None:
            if near is None and not self.job.figures["no answer"]:
                refuse_impossible_board(self.job)
            self.job.did("no answer")
        return answer

    def _search(self, start: Puzzle) -> RandomAnswers:
        """Return the random answers of a board: those of the last one, if it has the same rules."""
        starts = self.job.starts
        fixed = {key: value for key, value in start.values.items() if key not in starts.open_layers}
        rules = fixed, self.job.places.scattered, starts.usual_number, frozenset(starts.absence)
        if self._last is None or self._last[0] != rules:
            m, layers = starts.model(start)
            self._leave_out_absence(start, m)
            self._last = rules, RandomAnswers(genre_of(start), m, self.job.chance, self.job.look, layers)
        return self._last[1]

    def _theme(self, start: Puzzle, literals: Mapping[Spot, Mapping[Any, Lit]]) -> list[int] | None:
        """Return the literals of the values that the answer must have; None if a value is none of its place."""
        if self.job.wishes.theme is None:
            return []
        numbers = self.job.genre.numbers_of(Answer(start, self.job.wishes.theme))
        wanted = [(key, i, number) for key, some in numbers.items() for i, number in enumerate(some)]
        found = []
        for key, i, number in wanted:
            if number is not None:
                values = literals.get((key, i))
                if values is None or number not in values:
                    return None
                found.append(values[number].n)
        return found

    def _leave_out_absence(self, start: Puzzle, m: Model) -> None:
        """Take rules out of a model that are about places without a clue, but not those of places that get none."""
        m.rules = [
            rule
            for rule in m.rules
            if rule.words not in self.job.starts.absence
            or not (rule.clue is None or self.job.places.allows(clue_of(start, rule)[:3]))
        ]
