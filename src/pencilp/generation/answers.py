"""Random answers of boards on which not all clues are known yet."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.analysis.names import clue_of
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.generation.fewer import PROOF_CONFLICTS
from pencilp.generation.job import Job
from pencilp.generation.random_answer import Spot, literals_of, random_answer
from pencilp.model import Model
from pencilp.solvers.clasp.search import Clasp


class Answers:
    """The random answers of one puzzle's boards, with the values that are wished."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def is_possible(self) -> bool:
        """Return False if it is proved that no answer fits the clues and values that are given."""
        start = self.job.starts.blank if self.job.starts.open_layers else self.job.starts.bare
        if start is None or self.job.starts.may_sow():
            return True
        m, _ = self.job.starts.model(start)
        self._leave_out_absence(start, m)
        theme = self._theme(start, m)
        return theme is not None and Clasp(m, whole=True).refuted(theme, PROOF_CONFLICTS, self.job.look) is None

    def random_answer(self, start: Puzzle, near: Answer | None = None, free: Sequence[Spot] = ()) -> Answer | None:
        """Return a random answer of a board, without the rules about places without a clue; None if there is none.

        Its puzzle has values in the open layers.
        """
        self.job.look()
        m, layers = self.job.starts.model(start)
        self._leave_out_absence(start, m)
        theme = self._theme(start, m)
        answer = None
        if theme is not None:
            answer = random_answer(
                start, m, self.job.chance, self.job.look, near=near, free={*free}, theme=theme, open_layers=layers
            )
        if answer is None:
            if near is None and not self.job.figures["no answer"]:
                self._refuse_impossible_board()
            self.job.did("no answer")
        return answer

    def _theme(self, start: Puzzle, m: Model) -> list[int] | None:
        """Return the literals of the values that the answer must have; None if a value is none of its place."""
        if self.job.wishes.theme is None:
            return []
        literals = literals_of(m, self.job.genre.answers)
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

    def _refuse_impossible_board(self) -> None:
        """Raise InputError if it is proved that no puzzle of the genre on this board has an answer."""
        habits, starts = self.job.habits, self.job.starts
        chosen = [*habits.rooms, *habits.paths, *habits.boards, *starts.present, *(self.job.wishes.base or ())]
        # other boards may have another outline of a layer that is empty here, such as walls
        chosen += [
            key
            for key, layer in self.job.genre.inputs.items()
            if not (layer.optional or layer.usual or layer.on == "board" or key in habits.clues)
        ]
        if chosen or starts.blank is None:
            return
        m = self.job.genre.open_model(starts.blank)[0] if starts.is_open else self.job.genre.model(starts.blank)
        m.objective = None
        m.rules = [rule for rule in m.rules if rule.words not in starts.absence]
        if Clasp(m, whole=True).refuted((), PROOF_CONFLICTS, self.job.look) is not None:
            size = f"{self.job.board.rows}x{self.job.board.cols}"
            raise InputError(f"no {self.job.genre.name} of {size} has an answer; choose another size")
