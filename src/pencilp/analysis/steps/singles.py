"""All values that single rule instances force, kept up to date while values become known.

Only instances whose scope has changed are looked at again. A solver is asked for those that have no ``Native``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.flips import Flips
from pencilp.analysis.steps.program import Instance, Program


class Singles:
    """What each rule instance forces by itself: ``pending`` has, by its number, the literals that are not known yet."""

    def __init__(
        self, program: Program, board: Board, goals: set[int], look: Callable[[], object], flips: Flips | None
    ) -> None:
        self.flips = flips
        self.program, self.board, self.goals, self.look = program, board, goals, look
        self.pending: dict[int, list[int]] = {}
        self.dirty: set[int] = {i.number for i in program.instances if i.scope & set(map(abs, goals))}
        self._order = {i.number: (i.wide, i.native is None, len(i.scope), i.number) for i in program.instances}

    def touched(self, lits: Iterable[int]) -> None:
        """Take down that these literals became known."""
        for n in lits:
            self.goals.discard(n)
            self.dirty.update(self.program.by_atom.get(abs(n), ()))

    def find(self) -> dict[int, list[int]]:
        """Return what is forced, by instance. Instances about the whole board are asked only if no other says anything."""
        true = self.board.true
        for number in list(self.pending):
            left = [n for n in self.pending[number] if n not in true]
            if left:
                self.pending[number] = left
            else:
                del self.pending[number]
        for number in sorted(self.dirty, key=self._order.__getitem__):
            instance = self.program.instances[number]
            if instance.wide and instance.native is None and self.pending:
                break
            self.look()
            self.dirty.discard(number)
            forced = self.forced(instance)
            if forced:
                self.pending[number] = forced
        return self.pending

    def forced(self, instance: Instance) -> list[int]:
        """Return the literals that an instance forces, given the known values."""
        true = self.board.true
        if instance.native is not None:
            return [n for n in instance.native.forced(true) or () if n in self.goals]
        open_ = {n for a in instance.scope for n in (a, -a) if n in self.goals}
        if not open_:
            return []
        return instance.asked.among(open_, true, lambda n: self.flips is not None and self.flips.spares(instance, n))
