"""Consequences of rule instances by questions to a solver: of one that has no ``Native``, or of several together.

The solver's models are kept as witnesses: a literal that is false in one of them is not forced, as long as nothing that
is known contradicts that model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Set

from pencilp.solvers.clasp.questions import Questions, Undecided

MAX_WITNESSES = 12
"""Models that are kept."""


class Asked:
    """Rule instances with the ``guards`` that switch them on, and the ``atoms`` of the answer that they depend on."""

    __slots__ = ("_witnesses", "atoms", "guards", "questions")

    def __init__(self, guards: Iterable[int], atoms: Collection[int], questions: Questions) -> None:
        self.guards, self.questions = [*guards], questions
        self.atoms = sorted(atoms)
        self._witnesses: list[frozenset[int]] = []

    def known(self, true: Set[int]) -> list[int]:
        """Return those literals of ``true`` that they depend on."""
        return [n for a in self.atoms for n in (a, -a) if n in true]

    def _given(self, known: Sequence[int]) -> list[int]:
        return [*self.guards, *known]

    def among(self, open_: Set[int], true: Set[int], spared: Callable[[int], bool]) -> list[int]:
        """Return those literals of ``open_`` that they force if all of ``true`` hold; ``spared`` ones are not forced."""
        known = self.known(true)
        kept = [w for w in self._witnesses if not any(-n in w for n in known)]
        left = set(open_)
        for witness in kept:
            left &= witness
        forced = []
        base = self._given(known)
        while left:
            n = left.pop()
            if spared(n):
                continue
            try:
                values = self.questions.holding([*base, -n], self.atoms)
            except Undecided:
                continue
            if values is None:
                forced.append(n)
                continue
            witness = frozenset(a if v else -a for a, v in zip(self.atoms, values, strict=True))
            kept.append(witness)
            left &= witness
        self._witnesses = kept[-MAX_WITNESSES:]
        return sorted(forced, key=abs)

    def forced(self, true: Set[int]) -> list[int] | None:
        """Return all literals that they force if all of ``true`` hold; None if that cannot be."""
        known = self.known(true)
        witness = next((w for w in self._witnesses if not any(-n in w for n in known)), None)
        if witness is None:
            try:
                values = self.questions.holding(self._given(known), self.atoms)
            except Undecided:
                return []
            if values is None:
                return None
            witness = frozenset(a if v else -a for a, v in zip(self.atoms, values, strict=True))
            self._witnesses = [*self._witnesses[1 - MAX_WITNESSES :], witness]
        return self.among({n for n in witness if n not in true}, true, lambda n: False)

    def because(self, used: Sequence[int], lit: int | None) -> list[int]:
        """Return a minimal part of ``used`` with which they force ``lit`` (None: are broken)."""
        against = [] if lit is None else [-lit]
        todo, kept = [*used], list[int]()
        while todo:
            last = todo.pop()
            try:
                found = self.questions.core([*self._given(kept), *todo, *against])
            except Undecided:
                found = None
            if found is None:
                kept.append(last)
            else:
                inside = set(found)
                todo = [n for n in todo if n in inside]
        return kept
