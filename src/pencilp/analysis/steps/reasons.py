"""Reasons: rule instances and known values that force other values, of which none can be left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from typing import NamedTuple

from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.chains import Chain
from pencilp.analysis.steps.program import CONFLICTS, MINIMAL_CONFLICTS, Program
from pencilp.solvers.clasp.questions import Undecided


class Reason(NamedTuple):
    """``instances`` and ``facts`` force ``lits``. ``kind`` is that of the step; a chain has its links.

    ``marks`` are the literals that were pencil marks: they are not among ``facts``, but what they follow from is.
    """

    kind: str
    lits: tuple[int, ...]
    instances: tuple[int, ...]
    facts: tuple[int, ...]
    chain: Chain | None = None
    marks: tuple[int, ...] = ()
    main: int = -1
    """The instance that forces the values if the pencil marks are known; -1 if there is not only one."""


class Reasons:
    """Makes small reasons by questions to the guarded program."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program, self.board = program, board

    def expanded(self, instances: Iterable[int], facts: Iterable[int]) -> tuple[set[int], set[int], set[int]]:
        """Return instances and facts with pencil marks replaced by what they follow from, and these marks."""
        used, known, marks = set(instances), set[int](), set[int]()
        for n in facts:
            mark = self.board.marks.get(n)
            if mark is None:
                known.add(n)
                continue
            known.add(mark.by)
            if mark.instance >= 0:
                used.add(mark.instance)
                marks.add(n)
        return used, known, marks

    def minimal(
        self, lits: Sequence[int], instances: Collection[int], facts: Collection[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return those of ``instances`` and ``facts`` that are needed to force all of ``lits``; None if they do not."""
        self.program.questions.limit(MINIMAL_CONFLICTS)
        try:
            return self._minimal(lits, instances, facts)
        finally:
            self.program.questions.limit(CONFLICTS)

    def _minimal(
        self, lits: Sequence[int], instances: Collection[int], facts: Collection[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        guard_of = {g: i for i in instances if (g := self.program.instances[i].guard)}
        items = [*guard_of, *self.far_last(lits, facts)]
        rest = self._core(lits, items)
        if rest is None:
            return None
        kept: list[int] = []
        todo = [n for n in items if n in rest]
        while todo:
            last = todo.pop()
            found = self._core(lits, [*kept, *todo])
            if found is None:
                kept.append(last)
            else:
                todo = [n for n in todo if n in found]
        chosen = set(kept)
        return (
            tuple(sorted(i for g, i in guard_of.items() if g in chosen)),
            tuple(sorted((n for n in kept if n not in guard_of), key=lambda n: (abs(n), n))),
        )

    def _core(self, lits: Sequence[int], assumed: Sequence[int]) -> set[int] | None:
        """Return those of ``assumed`` that are needed to see that each of ``lits`` follows; None if one does not."""
        result: set[int] = set()
        allowed = set(assumed)
        for n in lits:
            try:
                found = self.program.questions.core([*assumed, -n])
            except Undecided:
                return None
            if found is None:
                return None
            result.update(m for m in found if m in allowed)
        return result

    def far_last(self, lits: Sequence[int], facts: Collection[int]) -> list[int]:
        """Return facts, those that are farthest from ``lits`` last: they are left out first."""
        points = [self.program.point(n) for n in lits]

        def far(n: int) -> tuple[float, int]:
            x, y = self.program.point(n)
            return min(abs(x - a) + abs(y - b) for a, b in points), self.board.when.get(n, 0)

        return sorted(facts, key=far)

    def forced(self, instances: Iterable[int], facts: Collection[int], open_: Set[int]) -> list[int]:
        """Return those literals of ``open_`` that instances force in addition to the facts."""
        base = [g for i in instances if (g := self.program.instances[i].guard)] + [*facts]
        left = set(open_)
        result = []
        while left:
            n = min(left, key=abs)
            left.discard(n)
            atoms = [abs(m) for m in left]
            try:
                values = self.program.questions.holding([*base, -n], atoms)
            except Undecided:
                continue
            if values is None:
                result.append(n)
            else:
                held = {a if v else -a for a, v in zip(atoms, values, strict=True)}
                left &= held
        return result
