"""What single rule instances force, given known values: kept, since a rating asks the same thing often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from pencilp.analysis.rating.listed import listed
from pencilp.analysis.rating.weights import MAX_GLANCED
from pencilp.analysis.steps.native import Counted, Tabled
from pencilp.analysis.steps.program import Instance, Program
from pencilp.solvers.clasp.questions import Undecided


class Effects:
    """Consequences of the rule instances of a program. ``native`` finds them without a solver, None where that cannot be."""

    def __init__(self, program: Program, look: Callable[[], object]) -> None:
        self.program, self.look = program, look
        self.native = []
        for instance in program.instances:
            look()
            self.native.append(instance.native or listed(instance, program))
        self._outright = [set[int]() if native is None else {*(native.forced(set()) or ())} for native in self.native]
        self._glances: dict[int, list[int]] = {}
        self._answers: dict[tuple[int, frozenset[int]], list[int] | None] = {}

    def is_outright(self, instance: Instance) -> bool:
        """Return whether an instance states values outright: one value, or all that it counts, such as a 0."""
        counts = isinstance(self.native[instance.number], Counted)
        return instance.is_outright(self.program.place) or (counts and bool(self._outright[instance.number]))

    def is_listed(self, instance: Instance) -> bool:
        """Return whether an instance is more than a count, and allows its places many values together."""
        native = self.native[instance.number]
        few = isinstance(native, Tabled) and native.rows <= MAX_GLANCED
        return not few and not isinstance(native, Counted)

    def glance(self, n: int) -> list[int]:
        """Return the literals that follow from ``n`` alone by one rule instance.

        What a number that is excluded means for a sum or a view is not seen at a glance.
        """
        found = self._glances.get(n)
        if found is None:
            literals: dict[int, None] = {}
            excluded = n < 0 and -n in self.program.number
            for i in self.program.by_atom.get(abs(n), ()):
                native, instance = self.native[i], self.program.instances[i]
                if native is None or instance.wide or (excluded and self.is_listed(instance)):
                    continue
                literals.update(dict.fromkeys(m for m in native.forced({n}) or () if m not in self._outright[i]))
            literals.pop(n, None)
            found = self._glances[n] = [*literals]
        return found

    def forced(self, instance: Instance, true: Set[int]) -> list[int] | None:
        """Return the literals that an instance gives if all of ``true`` hold; None if it is broken then."""
        native = self.native[instance.number]
        if native is not None:
            return native.forced(true)
        key = instance.number, frozenset(n for a in instance.scope for n in (a, -a) if n in true)
        if key not in self._answers:
            self.look()
            self._answers[key] = instance.asked.forced(key[1])
        return self._answers[key]

    def broken(self, numbers: Iterable[int], true: Set[int]) -> bool:
        """Return whether these rule instances cannot all hold if all of ``true`` hold, as far as that is decided soon."""
        self.look()
        guards = [guard for i in sorted(numbers) if (guard := self.program.instances[i].guard)]
        try:
            return self.program.questions.core([*guards, *sorted(true)]) is not None
        except Undecided:
            return False
