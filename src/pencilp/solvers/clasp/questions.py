"""Many short questions to one guarded program: can these literals all hold, and if not, which of them are to blame?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilp.model import Model
from pencilp.solvers.clasp.search import Clasp


class Undecided(Exception):
    """A question was not decided within its conflicts."""


class Questions:
    """Questions to a ``Clasp`` that was stated with ``guarded``. ``asked`` counts them.

    Each runs in the caller's own thread until an answer is known, or ``conflicts`` are met: then raise Undecided.
    """

    def __init__(self, clasp: Clasp, conflicts: int) -> None:
        self._engine = clasp._engine
        self._guards = clasp.program.guards
        self.asked = 0
        self.limit(conflicts)

    @property
    def guards(self) -> Sequence[int]:
        """The guards of the rules, in their order; 0 for one that cannot be switched off."""
        return self._guards

    def limit(self, conflicts: int) -> None:
        """Set the number of conflicts for each question from now on."""
        self.conflicts = conflicts
        self._engine.set(b"solve.solve_limit", b"%d" % conflicts)

    def core(self, assumed: Sequence[int]) -> list[int] | None:
        """Return those of ``assumed`` that contradict each other; None if all can hold."""
        found, _ = self.ask(assumed, ())
        return found

    def holding(self, assumed: Sequence[int], atoms: Sequence[int]) -> bytes | None:
        """Return for each of ``atoms`` whether it is true (1 or 0) where all of ``assumed`` hold; None if they cannot."""
        found, model = self.ask(assumed, atoms)
        return model if found is None else None

    def ask(self, assumed: Sequence[int], atoms: Sequence[int]) -> tuple[list[int] | None, bytes]:
        """Return what ``core`` does, and if it is None, what ``holding`` does."""
        self.asked += 1
        decided = self._engine.decide(assumed, atoms)
        if decided is None:
            raise Undecided
        return decided


class PartialQuestions(Questions):
    """Questions to a part of a program. They count as questions to the ``whole``, and have its limit.

    The model of the part is made and stated when the first question is asked.
    """

    def __init__(self, whole: Questions, model: Callable[[], Model]) -> None:
        self._whole, self._model = whole, model
        self._part: Questions | None = None

    @property
    def guards(self) -> Sequence[int]:
        """The guards of the rules of the part, in their order; 0 for one that cannot be switched off."""
        return self._stated.guards

    @property
    def _stated(self) -> Questions:
        if self._part is None:
            self._part = Questions(Clasp(self._model(), guarded=True), self._whole.conflicts)
        return self._part

    def ask(self, assumed: Sequence[int], atoms: Sequence[int]) -> tuple[list[int] | None, bytes]:
        self._whole.asked += 1
        part = self._stated
        if part.conflicts != self._whole.conflicts:
            part.limit(self._whole.conflicts)
        return part.ask(assumed, atoms)
