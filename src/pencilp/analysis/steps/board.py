"""What is known on a board: literals of the answer, and pencil marks that follow from a known number at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pencilp.analysis.steps.program import Program


class Mark(NamedTuple):
    """Why a literal is excluded at once: by the known literal ``by``, and the rule instance (-1: one place, one value)."""

    by: int
    instance: int


class Board:
    """Known literals, in the order in which they became known. ``marks`` are those that need no step."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.true: set[int] = set()
        self.when: dict[int, int] = {}
        self.marks: dict[int, Mark] = {}
        self._once: dict[int, list[int]] = {}
        for instance in program.instances:
            if instance.once is not None:
                for n in instance.scope:
                    self._once.setdefault(n, []).append(instance.number)
        self._peers: dict[int, list[tuple[int, int]]] = {}

    def learn(self, lits: Iterable[int]) -> list[int]:
        """Take down that ``lits`` hold, and the pencil marks that follow; return everything that is new."""
        new: list[int] = []
        for n in lits:
            if n in self.true:
                continue
            self._add(n, new)
            self.marks.pop(n, None)
            if n > 0 and n in self.program.number:
                for m, instance in self.excluded_by(n):
                    if -m not in self.true:
                        self._add(-m, new)
                        self.marks[-m] = Mark(n, instance)
        return new

    def _add(self, n: int, new: list[int]) -> None:
        self.true.add(n)
        self.when[n] = len(self.when)
        new.append(n)

    def excluded_by(self, n: int) -> list[tuple[int, int]]:
        """Return the atoms that a known number excludes at once, each with the instance (-1: the place has one value)."""
        found = self._peers.get(n)
        if found is None:
            program = self.program
            found = [(m, -1) for m in program.atoms_of[program.number[n]] if m != n]
            # all literals of such an instance are about the same number
            for number in self._once.get(n, ()):
                found += [(m, number) for m in program.instances[number].scope if m != n]
            self._peers[n] = found
        return found
