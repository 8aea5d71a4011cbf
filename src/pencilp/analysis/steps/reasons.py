"""Reasons: minimal sets of rule instances and known values that force other values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from typing import NamedTuple

from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.chains import Chain
from pencilp.analysis.steps.program import Instance, Program
from pencilp.solvers.clasp.questions import Questions, Undecided


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
    summed: bool = False
    """Whether the instances are added up modulo two (``parities``)."""


class Reasons:
    """Makes small reasons by questions to the guarded program, or to that of a single rule."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program, self.board = program, board
        self._questions: Questions = program.questions
        """Those that are asked now."""

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
        """Return those of ``instances`` and ``facts`` that are needed to force all of ``lits``; None if they do not.

        Something is needed if without it a value does not follow, or only by a search that is too long for a person.
        """
        if (alone := self._alone(instances)) is not None:
            self._questions = alone.asked.questions
            enough = self._needed(self._enough(lits), [], self.far_last(lits, facts))
            return None if enough is None else ((alone.number,), _ordered(enough))
        self._questions, guard_of = self.program.about(instances, [*lits, *facts])
        found = self._minimal(lits, guard_of, facts)
        if found is not None or self._questions is self.program.questions:
            return found
        # questions to the whole program may have taught the solver what takes long to find anew
        self._questions = self.program.questions
        return self._minimal(lits, self.program.guards(instances), facts)

    def _minimal(
        self, lits: Sequence[int], guard_of: dict[int, int], facts: Collection[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return what ``minimal`` does, by the present questions; ``guard_of`` has the instance of each guard."""
        items = [*guard_of, *self.far_last(lits, facts)]
        wanted = self._enough(lits)
        kept: list[int] = []
        for n in wanted:
            if self._core(n, kept) is not None:
                continue
            more = self._needed([n], kept, [m for m in items if m not in kept])
            if more is None:
                return None
            kept += more
        if len(wanted) > 1:
            # one value may need what makes needless what another one needs
            kept = self._needed(wanted, [], [m for m in items if m in kept]) or []
        chosen = set(kept)
        return (
            tuple(sorted(i for g, i in guard_of.items() if g in chosen)),
            _ordered(n for n in kept if n not in guard_of),
        )

    def _alone(self, instances: Collection[int]) -> Instance | None:
        """Return the only one of some instances if it has questions of its own."""
        if len(instances) != 1:
            return None
        (number,) = instances
        instance = self.program.instances[number]
        return instance if instance.native is None else None

    def _enough(self, lits: Sequence[int]) -> list[int]:
        """Return the literals from which all of ``lits`` follow, since a place has one value."""
        number = self.program.number
        whole = {number[n] for n in lits if n > 0 and n in number}
        return [n for n in lits if n > 0 or number.get(-n) not in whole]

    def _needed(self, lits: list[int], always: list[int], items: Sequence[int]) -> list[int] | None:
        """Return a part of ``items`` that with ``always`` forces all of ``lits``, none to be left out; None if they do not.

        The last ones are left out first. A literal that does not follow is asked for first the next time.
        """
        todo, kept = [*items], list[int]()
        found = self._all_core(lits, [*always, *todo])
        if found is None:
            return None
        todo = [n for n in todo if n in found]
        while todo:
            last = todo.pop()
            found = self._all_core(lits, [*always, *kept, *todo])
            if found is None:
                kept.append(last)
            else:
                todo = [n for n in todo if n in found]
        return kept

    def _all_core(self, lits: list[int], assumed: Sequence[int]) -> set[int] | None:
        """Return those of ``assumed`` that are needed to see that each of ``lits`` follows; None if one does not."""
        result: set[int] = set()
        for k, n in enumerate(lits):
            found = self._core(n, assumed)
            if found is None:
                lits.insert(0, lits.pop(k))
                return None
            result.update(found)
        return result

    def _core(self, n: int, assumed: Sequence[int]) -> set[int] | None:
        """Return those of ``assumed`` that are needed to see that ``n`` follows; None if it does not, or not soon."""
        try:
            found = self._questions.core([*assumed, -n])
        except Undecided:
            return None
        return None if found is None else {m for m in found if m != -n}

    def far_last(self, lits: Sequence[int], facts: Collection[int]) -> list[int]:
        """Return facts, those that are farthest from ``lits`` last: they are left out first."""
        points = [self.program.point(n) for n in lits]

        def far(n: int) -> tuple[float, int]:
            x, y = self.program.point(n)
            return min(abs(x - a) + abs(y - b) for a, b in points), self.board.when.get(n, 0)

        return sorted(facts, key=far)

    def forced(self, instances: Iterable[int], facts: Collection[int], open_: Set[int]) -> list[int]:
        """Return those literals of ``open_`` that instances force in addition to the facts."""
        questions, guards = self.program.about(instances, [*facts, *open_])
        base = [*guards, *facts]
        left = set(open_)
        result = []
        while left:
            n = min(left, key=abs)
            left.discard(n)
            atoms = [abs(m) for m in left]
            try:
                values = questions.holding([*base, -n], atoms)
            except Undecided:
                continue
            if values is None:
                result.append(n)
            else:
                held = {a if v else -a for a, v in zip(atoms, values, strict=True)}
                left &= held
        return result


def _ordered(lits: Iterable[int]) -> tuple[int, ...]:
    """Return literals, smallest atoms first."""
    return tuple(sorted(lits, key=lambda n: (abs(n), n)))
