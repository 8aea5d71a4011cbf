"""Waves of steps: at each point all steps of the least cost are taken together, so their order does not matter.

The way of ``explain`` takes one step after the other, and the first of equal ones depends on the places on the board.
Waves do not: a rotated, reflected or renamed puzzle has the same waves. They need neither words nor minimal reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from math import inf
from typing import NamedTuple

from pencilp.analysis.rating import weights
from pencilp.analysis.rating.effects import Effects
from pencilp.analysis.rating.suppose import Supposition
from pencilp.analysis.rating.together import Group, Groups, SmallSets, inside, pairs, same_places, spaced
from pencilp.analysis.rating.weights import Look, joint_cost, single_cost
from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.flips import Flips
from pencilp.analysis.steps.program import Instance, Program
from pencilp.analysis.steps.singles import Singles
from pencilp.analysis.steps.step import CHAIN, GIVEN, PAIR, RULE, SET, TRIAL

MAX_REACH = 30
"""Rules farther from a value than this are all looked at together."""
EPSILON = 1e-9
"""Costs that differ by less are equal."""


class View(NamedTuple):
    """A way to see several rule instances together: the ``groups`` that are seen, and the ``cost`` and ``kind`` of a step.

    ``counted``: each rule instance of a group after the second that is needed adds to the cost.
    """

    name: str
    groups: Callable[[Program], list[Group]]
    cost: float
    kind: str
    counted: bool = False


VIEWS = (
    View("same places", same_places, weights.SAME_PLACES, PAIR),
    View("spaced", spaced, weights.SPACED, SET),
    View("pairs", pairs, weights.PAIR, PAIR),
    View("inside", inside, weights.PAIR, SET, counted=True),
)


class Wave(NamedTuple):
    """Steps of equal cost that were taken together.

    ``kind`` is that of a step (given, rule, pair, chain, set or trial) and ``cost`` that of one of them. ``open`` is how many
    steps were found at this point, ``gives`` how many values became known, and ``length`` that of a chain (else 0).
    """

    kind: str
    cost: float
    open: int
    gives: int
    length: float = 0.0


def partition(test: Callable[[int], bool], lits: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the literals that pass a test, and the others."""
    passed: tuple[list[int], list[int]] = [], []
    for n in lits:
        passed[not test(n)].append(n)
    return passed


class Waves:
    """The waves of one puzzle: ``goals`` are the literals that are to be found."""

    def __init__(self, program: Program, goals: Iterable[int], look: Callable[[], object]) -> None:
        self.program, self.look = program, look
        self.effects = Effects(program, look)
        self.board = Board(program)
        self.goals = set(goals)
        right = {*program.fixed} | self.goals
        whole = all(n in right or -n in right for n in program.place)
        flips = Flips(program, right) if whole else None
        self._dirty = {i.number for i in program.instances}
        self._pending: dict[int, list[int]] = {}
        self._groups: dict[str, Groups] = {}
        self._sets = SmallSets(program, look)
        self._learn(program.fixed)
        self.places = len({program.place[abs(n)][:2] for n in self.goals if n > 0 or abs(n) not in program.number})
        """The number of places that are to be filled."""
        self._singles = Singles(program, self.board, self.goals, look, flips)

    @property
    def places_left(self) -> bool:
        """Whether a place of the answer is still to be filled."""
        number = self.program.number
        return any(n > 0 or abs(n) not in number for n in self.goals)

    def walk(self) -> Iterator[Wave]:
        """Yield one wave after the other, each taken, to the end of the way."""
        while self.places_left:
            wave = self._next()
            if wave is None:
                return
            yield wave

    def _learn(self, lits: Iterable[int]) -> int:
        """Take down that ``lits`` hold, and what is seen at a glance then. Return how many values of places are new."""
        todo = [*lits]
        count = 0
        for n in todo:
            for m in self.board.learn([n]):
                self.goals.discard(m)
                numbers = self.program.by_atom.get(abs(m), ())
                self._dirty.update(numbers)
                for groups in self._groups.values():
                    groups.touched(numbers)
                count += m > 0 or abs(m) not in self.program.number
                todo += [x for x in self.effects.glance(m) if x not in self.board.true]
        return count

    def _next(self) -> Wave | None:
        """Return the wave of the least cost, None if no more is found."""
        steps = self._single_steps(wide=False)
        least = min(steps, default=inf)
        glance = weights.CHAIN + weights.GLANCE
        if least > glance:
            steps = self._single_steps(wide=True)
            least = min(steps, default=inf)
        kind = GIVEN if least == weights.GIVEN else RULE
        for view in VIEWS:
            if least > view.cost + EPSILON:
                joint = self._joint_steps(view, least)
                if min(joint, default=inf) < least - EPSILON:
                    steps, least, kind = joint, min(joint), view.kind
        if least > glance:
            wave = self._chains(least, glances=bool(steps))
            if wave is not None:
                return wave
        if not steps:
            return self._together()
        lits = list(dict.fromkeys(n for some in steps[least] for n in some))
        open_ = sum(map(len, steps.values())) if kind in (GIVEN, RULE) else len(steps[least])
        return Wave(kind, least, open_, self._learn(lits))

    # -- one instance ------------------------------------------------------------------------------------------------

    def _single_steps(self, *, wide: bool) -> dict[float, list[list[int]]]:
        """Return the steps of single rule instances by cost: what each gives. Those about the whole board if ``wide``."""
        true = self.board.true
        for number, lits in [*self._pending.items()]:
            self._pending[number] = [n for n in lits if n not in true]
        for number in sorted(self._dirty):
            instance = self.program.instances[number]
            if instance.wide and not wide:
                continue
            self.look()
            self._dirty.discard(number)
            native = self.effects.native[number]
            if native is None:
                self._pending[number] = self._singles.forced(instance)
            else:
                self._pending[number] = [n for n in native.forced(true) or () if n in self.goals]
        self._pending = {number: lits for number, lits in self._pending.items() if lits}
        steps: dict[float, list[list[int]]] = {}
        for number, lits in self._pending.items():
            instance = self.program.instances[number]
            for some in self._apart(instance, lits):
                steps.setdefault(single_cost(self._look_of(instance, some)), []).append(some)
        return steps

    def _apart(self, instance: Instance, lits: list[int]) -> list[list[int]]:
        """Return the literals that an instance gives, in groups of equal cost.

        Places that get their value are apart from those where numbers are only excluded.
        """
        if not instance.wide:
            place, numbers = self.program.place, self.program.number
            filled = {place[abs(n)][:2] for n in lits if n > 0 or abs(n) not in numbers}
            return [*filter(None, partition(lambda n: place[abs(n)][:2] in filled, lits))]
        groups: dict[float, list[int]] = {}
        for n in lits:
            groups.setdefault(single_cost(self._look_of(instance, [n])), []).append(n)
        return [*groups.values()]

    def _look_of(self, instance: Instance, lits: Collection[int]) -> Look:
        true = self.board.true
        if self.effects.is_outright(instance):
            return Look(True, False, False, 1, 0, None)
        cut = None
        if instance.wide:
            native = instance.native
            parts = [] if native is None else [native.cut_off({*true, -n}) for n in lits]
            cut = max((len(part.nodes) for part in parts if part is not None), default=-1)
        listed = self.effects.is_listed(instance)
        return Look(False, self._excludes(lits), listed, instance.places, self._open(instance.scope), cut)

    def _excludes(self, lits: Collection[int]) -> bool:
        """Return whether these literals only exclude numbers."""
        return all(n < 0 and abs(n) in self.program.number for n in lits)

    def _open(self, atoms: Iterable[int]) -> int:
        """Return how many places of these atoms are open."""
        return sum(not self._filled(place) for place in {self.program.place[a][:2] for a in atoms})

    def _filled(self, place: tuple[str, int]) -> bool:
        """Return whether the value of a place is known."""
        atoms, true = self.program.atoms_of[place], self.board.true
        return any(a in true for a in atoms) or (abs(atoms[0]) not in self.program.number and -atoms[0] in true)

    # -- chains ------------------------------------------------------------------------------------------------------

    def _chains(self, most: float, *, glances: bool = False, nested: Collection[int] = ()) -> Wave | None:
        """Return the wave of the shortest chains that cost less than ``most``, None if there are none.

        With ``glances`` only chains that are seen at a glance are looked at, with ``nested`` only those of these literals,
        and their links may be chains.
        """
        base = weights.CHAIN + (weights.NESTED if nested else 0.0)
        active = []
        for n in sorted(nested or self.goals):
            self.look()
            active.append(Supposition(self.effects, self.board.true, -n, nested=bool(nested)))
        while active:
            found = [s for s in active if s.refuted < inf]
            if found:
                least = min(s.refuted for s in found)
                if base + least >= most - EPSILON:
                    return None
                taken = [-s.n for s in found if s.refuted <= least + weights.WIDTH + EPSILON]
                return Wave(CHAIN, min(base + least, weights.MAX_CHAIN), len(found), self._learn(taken), least)
            if glances:
                return None
            ahead = []
            for s in active:
                self.look()
                if s.advance():
                    ahead.append(s)
            active = ahead
        return None

    # -- several instances together ------------------------------------------------------------------------------------

    def _joint_steps(self, view: View, most: float) -> dict[float, list[list[int]]]:
        """Return the steps of groups of rule instances by cost, not more than ``most``: what each gives."""
        groups = self._groups.get(view.name)
        if groups is None:
            groups = self._groups[view.name] = Groups(self.program, view.groups(self.program), self.look)
        steps: dict[float, list[list[int]]] = {}
        for group, lits in groups.forced(self.board.true, self.goals).items():
            open_ = self._open(groups.groups[group].atoms)
            if not view.counted:
                steps.setdefault(joint_cost(view.cost, open_, excludes=self._excludes(lits)), []).append(lits)
                continue
            for n in lits:
                cost = joint_cost(view.cost, open_, excludes=self._excludes([n]))
                enough = self._enough(n, groups.groups[group].members, most - cost)
                if enough is not None:
                    cost += weights.MORE * (enough - 2)
                    steps.setdefault(cost, []).append([n])
                    most = min(most, cost)
        return steps

    def _enough(self, n: int, among: Collection[int], left: float) -> int | None:
        """Return how many of these rule instances give ``n``, at least 2; None if they would cost more than ``left``."""
        if left < -EPSILON:
            return None
        more = int(min(weights.MAX_SET - 2, left / weights.MORE + EPSILON))
        size = self._sets.size(n, among, self.board.true, 2 + more)
        return None if size is None else max(2, size)

    def _together(self) -> Wave | None:
        """Return the wave of values that need more than a chain: of a small set, of nested chains, or a trial."""
        everything = {i.number for i in self.program.instances}
        around = {n: set(self.program.by_atom.get(abs(n), ())) for n in sorted(self.goals)}
        reach, near = 0, self._forced_by(around)
        while not near and not all(some >= everything for some in around.values()):
            reach += 1
            if reach == MAX_REACH:
                around = dict.fromkeys(around, everything)
            else:
                for some in around.values():
                    some.update(self._touching(some))
            near = self._forced_by(around)
        if not near:
            return None
        for away, among, lits in ((reach, around, near), (MAX_REACH, dict.fromkeys(around, everything), [*around])):
            taken = [n for n in lits if self._sets.size(n, among[n], self.board.true, weights.MAX_SET) is not None]
            if taken:
                cost = weights.REGION + weights.STEP_OUT * min(away, weights.MAX_STEPS_OUT)
                return Wave(SET, cost, len(taken), self._learn(taken))
        for lits in (near, [*around]):
            if (wave := self._chains(inf, nested=lits)) is not None:
                return wave
        return Wave(TRIAL, weights.TRIAL, len(near), self._learn(near))

    def _forced_by(self, around: dict[int, set[int]]) -> list[int]:
        """Return the values whose opposite the rule instances around them exclude."""
        return [n for n, some in around.items() if self.effects.broken(some, {*self.board.true, -n})]

    def _touching(self, numbers: Iterable[int]) -> set[int]:
        """Return the rule instances that speak of a value of one of these that is not about the whole board."""
        program = self.program
        atoms = {a for i in numbers if not program.instances[i].wide for a in program.instances[i].scope}
        return {i for a in atoms for i in program.by_atom.get(a, ())}
