"""Chains: the opposite of a value is supposed, single rule instances give more values, and one of them is broken.

Only instances with a ``Native`` are used, so a supposition costs no question to a solver.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Set
from typing import NamedTuple

from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.native import needed
from pencilp.analysis.steps.program import Program

MAX_TRAIL = 200
"""A supposition is given up after this number of values that follow from it."""
LAST_VALUE = -1
"""The number that stands for an instance which says only that a place has one value."""


class Deduced(NamedTuple):
    """One link: an instance gives ``lits`` because of the literals ``because``; without ``lits`` it is broken."""

    instance: int
    lits: tuple[int, ...]
    because: tuple[int, ...]


class Chain(NamedTuple):
    """The literal ``supposed`` and the ``links`` that follow from it, in order; the instance of the last one is broken."""

    supposed: int
    links: tuple[Deduced, ...]

    @property
    def instances(self) -> set[int]:
        """The rule instances that are used."""
        return {link.instance for link in self.links} - {LAST_VALUE}

    def facts(self, true: Set[int]) -> set[int]:
        """Return the literals of ``true`` that are used."""
        return {n for link in self.links for n in link.because if n in true}


class _Trail:
    """One supposition: everything that follows from it, and why."""

    def __init__(self, program: Program, board: Board, among: Set[int] | None, facts: Set[int] | None) -> None:
        self.program, self.board, self.among = program, board, among
        self.known = board.true if facts is None else facts
        self.true = set(self.known)
        self.reason: dict[int, tuple[int, tuple[int, ...] | None]] = {}
        """Map each literal to the instance that gives it and to the literals that this instance uses, if known already."""
        self.place: dict[int, int] = {}
        self.queue: deque[int] = deque()

    def add(self, n: int, instance: int, because: tuple[int, ...] | None) -> None:
        """Take down that a literal follows."""
        self.true.add(n)
        self.reason[n] = (instance, because)
        self.place[n] = len(self.place)
        self.queue.append(n)

    def exclude(self, n: int) -> Deduced | None:
        """Take down what a number excludes at once; return the contradiction if that is known to hold."""
        for m, instance in self.board.excluded_by(n):
            if instance >= 0 and self.among is not None and instance not in self.among:
                continue
            if m in self.true:
                return Deduced(instance, (), (n, m))
            if -m not in self.true:
                self.add(-m, instance, (n,))
        return None

    def because(self, number: int, lit: int | None) -> tuple[int, ...]:
        """Return literals with which an instance gives ``lit`` (None: is broken), of which none can be left out."""
        instance = self.program.instances[number]
        assert instance.native is not None
        before = len(self.place) if lit is None else self.place[lit]
        used = [
            n
            for a in instance.native.atoms
            for n in (a, -a)
            if n in self.true and (n in self.known or self.place[n] < before)
        ]
        # what follows last is left out first, what is known is kept rather than what follows
        used.sort(key=lambda n: (n not in self.known, self.place.get(n, 0), self.board.when.get(n, 0)))
        found = instance.native

        def enough(some: list[int]) -> bool:
            forced = found.forced(set(some))
            return forced is None if lit is None else forced is not None and lit in forced

        return tuple(needed(used, enough))

    def chain(self, supposed: int, broken: Deduced) -> Chain:
        """Return the links that the contradiction needs."""
        links: list[tuple[int, Deduced]] = []
        wanted = [n for n in broken.because if n in self.place]
        seen = set(wanted)
        while wanted:
            n = wanted.pop()
            instance, because = self.reason[n]
            if n == supposed:
                continue
            if because is None:
                because = self.because(instance, n)
            number = instance
            if number >= 0 and self.program.instances[number].rule is None:
                number = LAST_VALUE
            links.append((self.place[n], Deduced(number, (n,), because)))
            for m in because:
                if m in self.place and m not in seen:
                    seen.add(m)
                    wanted.append(m)
        number = broken.instance
        if number >= 0 and self.program.instances[number].rule is None:
            broken = broken._replace(instance=LAST_VALUE)
        return Chain(supposed, (*_joined([link for _, link in sorted(links)]), broken))


def _joined(links: Collection[Deduced]) -> list[Deduced]:
    """Return the links, those of one instance because of the same literals as one."""
    found: dict[tuple[int, tuple[int, ...]], Deduced] = {}
    for link in links:
        key = link.instance, tuple(sorted(link.because))
        if key in found:
            found[key] = found[key]._replace(lits=(*found[key].lits, *link.lits))
        else:
            found[key] = link
    return [*found.values()]


def suppose(
    program: Program, board: Board, n: int, *, among: Set[int] | None = None, facts: Set[int] | None = None
) -> tuple[Chain | None, set[int]]:
    """Return the chain that refutes the literal ``n``, None if there is none; and the atoms that were reached.

    Only instances ``among`` some, and only some known ``facts``, are used if these are given.
    """
    trail = _Trail(program, board, among, facts)
    trail.add(n, LAST_VALUE, ())
    waiting: deque[int] = deque()
    wide: deque[int] = deque()  # rules about the whole board are looked at last
    queued: set[int] = set()
    while True:
        while trail.queue:
            lit = trail.queue.popleft()
            if lit > 0 and lit in program.number and (broken := trail.exclude(lit)) is not None:
                return trail.chain(n, broken), {abs(m) for m in trail.place}
            for number in program.by_atom.get(abs(lit), ()):
                instance = program.instances[number]
                if (
                    instance.native is not None
                    and number not in queued
                    and (among is None or instance.rule is None or number in among)
                ):
                    queued.add(number)
                    (wide if instance.wide else waiting).append(number)
        if not (waiting or wide) or len(trail.place) > MAX_TRAIL:
            return None, {abs(m) for m in trail.place}
        number = (waiting or wide).popleft()
        queued.discard(number)
        found = program.instances[number].native
        assert found is not None
        forced = found.forced(trail.true)
        if forced is None:
            broken = Deduced(number, (), trail.because(number, None))
            return trail.chain(n, broken), {abs(m) for m in trail.place}
        for lit in forced:
            if lit not in trail.true:
                trail.add(lit, number, None)
