"""Leaves out clues of a puzzle with a known answer, as long as that stays the only one.

As for needless clues (``analysis/needless.py``), one program has a guard on every clue and says that the answer is another one.
Clues that stand at symmetric places are left out together.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pencilp.analysis.left_out import PlacedClue, clues_of, decide_ways, makes_sense, without
from pencilp.board.layers.layer import Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.generation.habits import is_nothing, is_telling, values_of_layer
from pencilp.generation.job import Job
from pencilp.genres import genre_of
from pencilp.model import Clause, Int, Lit, Model, Rule
from pencilp.solvers.clasp.search import Clasp, with_guards

USUAL_RANGE = 0.9, 1.15
"""The share of the usual number of clues that a puzzle has at least."""
MIN_SHARE = 0.01
"""The least usual share of places with a clue that counts; smaller ones are raised to it."""
MAX_EXCHANGES, EXCHANGED_GROUPS = 30, 5
"""How often groups of clues are exchanged to have fewer, and the number of groups that are added each time."""
PROOF_CONFLICTS = 20_000
"""Conflicts after which a proof is given up that clues are enough: then a clue stays, or a board is changed."""


class Fewer:
    """The clues of a puzzle in groups, and which of these are enough for ``answer`` to be the only answer.

    ``unique``: the answer is the only one with all clues. A clue that stays is not left out, nor are those that stand at
    places symmetric to it.
    """

    def __init__(self, job: Job, puzzle: Puzzle, answer: Answer) -> None:
        self.puzzle, self.answer, self._look, self._habits = puzzle, answer, job.look, job.habits
        orbit, stays, look = job.places.orbit, job.starts.stays, job.look
        m = genre_of(puzzle).model(puzzle)
        m.objective = None
        clues = clues_of(puzzle, m)
        self._clues = len(clues)
        solution = _differing(m, answer)
        decide_ways(puzzle, m, clues, (), look)
        groups: dict[Any, list[PlacedClue]] = {}
        lasting_groups = {orbit(clue.place) for clue in clues if clue.way is not None and stays(clue)}
        for clue in clues:
            if clue.way is not None and orbit(clue.place) not in lasting_groups:
                groups.setdefault(orbit(clue.place), []).append(clue)
        self._inexact = [group for group in groups.values() if not all(clue.exact for clue in group)]
        self._groups = [group for group in groups.values() if all(clue.exact for clue in group)]
        soft = [rule for group in self._groups for clue in group for rule in clue.rules]
        gone = set(map(id, soft))
        lasting = [rule for rule in m.rules if id(rule) not in gone]
        lasting.append(Rule(Clause(solution), "another answer", None))
        self._clasp, every = with_guards(m, lasting, soft)
        guards = iter(every)
        self._guards = [[next(guards) for clue in group for _ in clue.rules] for group in self._groups]
        self._shares = [job.habits.clues.get(group[0].place[0], 1.0) for group in self._groups]
        """For each group the usual share of places with a clue of its layer."""
        self._group_of = {guard: i for i, some in enumerate(self._guards) for guard in some}
        first = self._enough(range(len(self._groups)))
        self.unique = first is not None
        self._enough_first = first or frozenset()

    def _enough(self, groups: Any) -> frozenset[int] | None:
        """Return those of some groups that are enough for the answer to be the only one; None if that is not proved."""
        self._look()
        assumed = [guard for i in sorted(groups) for guard in self._guards[i]]
        core = self._clasp.refuted(assumed, PROOF_CONFLICTS, self._look)
        return None if core is None else frozenset(self._group_of[guard] for guard in core)

    def left(self, chance: random.Random, least: int = 0, most: int | None = None) -> list[list[PlacedClue]]:
        """Return groups of clues that can be left out together, in a random order, so that at least ``least`` clues stay.

        If more than ``most`` clues would stay, some of them are exchanged, as long as that helps.
        """
        kept = self._without_rare_layers(chance)
        kept = self._fewest(kept, self._order(kept, chance))
        if most is not None:
            kept = self._exchanged(kept, chance, most)
        left = [group for i, group in enumerate(self._groups) if i not in kept]
        left = self._accepted(left, chance)
        for group in chance.sample(self._inexact, len(self._inexact)):
            self._look()
            if self._stays_unique([*left, group]):
                left.append(group)
        clues = sum(map(len, [*self._groups, *self._inexact]))
        if clues - sum(map(len, left)) < least:
            left = self.shuffled(left, chance)
        while left and clues - sum(map(len, left)) < least:
            left.pop()
        return left

    def shuffled(self, groups: Sequence[list[PlacedClue]], chance: random.Random) -> list[list[PlacedClue]]:
        """Return groups in a random order, in which those of layers that usually have few clues come early."""
        shares = [self._habits.clues.get(group[0].place[0], 1.0) for group in groups]
        draws = [chance.expovariate(1 / max(share, MIN_SHARE)) for share in shares]
        return [groups[i] for i in sorted(range(len(groups)), key=draws.__getitem__)]

    def _without_rare_layers(self, chance: random.Random) -> frozenset[int]:
        """Return groups that are enough, with as few as possible of the layers that usually have fewer clues than others.

        The others all stay until these are left out: the solver's reasons do not prefer any layer.
        """
        shares = sorted({*self._shares})
        if len(shares) < 2:
            return self._enough_first
        kept = frozenset(range(len(self._groups)))
        for rare in shares[:-1]:
            some = [i for i in sorted(kept) if self._shares[i] == rare]
            parts = [chance.sample(some, len(some))]
            while parts:
                part = parts.pop()
                if self._enough(kept.difference(part)) is not None:
                    kept = kept.difference(part)
                elif len(part) > 1:
                    half = len(part) // 2
                    parts += [part[half:], part[:half]]
        return self._enough(kept) or kept

    def _order(self, groups: Iterable[int], chance: random.Random) -> list[int]:
        """Return groups in a random order, in which those of layers that usually have few clues come early."""
        draws = {i: chance.expovariate(1 / max(self._shares[i], MIN_SHARE)) for i in sorted(groups)}
        return sorted(draws, key=draws.__getitem__)

    def usual(self, left: Sequence[list[PlacedClue]], chance: random.Random) -> list[list[PlacedClue]]:
        """Return those of the groups ``left`` that stay left out if a puzzle has the usual number of clues."""
        groups = [*self._groups, *self._inexact]
        every = Counter(clue.place[0] for group in groups for clue in group)
        missing = Counter(clue.place[0] for group in left for clue in group)
        least = {key: self._least(key, [clue for group in left for clue in group], chance) for key in missing}
        stays_out = []
        for group in chance.sample([*left], len(left)):
            here = Counter(clue.place[0] for clue in group)
            if all(every[key] - missing[key] + count <= least[key] * every[key] for key, count in here.items()):
                missing -= here
            else:
                stays_out.append(group)
        return stays_out

    def leaves_something(self, left: Iterable[Sequence[PlacedClue]]) -> bool:
        """Return whether something, such as a ``?``, takes the place of a clue that is ``left`` out."""
        inputs = self.puzzle.genre.inputs
        return any(_leaves_something(inputs[clue.place[0]], clue) for group in left for clue in group)

    def _least(self, key: str, left: Sequence[PlacedClue], chance: random.Random) -> float:
        """Return the share of the clues of a layer that usually stay.

        It depends on how many places usually have a clue that says something; and, if a ``?`` or a black cell takes the place of
        clues that are ``left`` out, on how many of those there usually are.
        """
        layer = self.puzzle.genre.inputs[key]
        values = values_of_layer(layer, self.puzzle)
        telling = sum(is_telling(layer, value) for value in values)
        wanted = self._habits.telling.get(key, 0.0) * len(values) * chance.uniform(*USUAL_RANGE)
        clues = self._habits.clues.get(key, 0.0)
        if clues and any(_leaves_something(layer, clue) for clue in left if clue.place[0] == key):
            given = sum(not is_nothing(layer, value) for value in values)
            wanted = max(wanted, self._habits.telling[key] / clues * given)
        return min(1.0, wanted / telling) if telling else 0.0

    def _fewest(self, kept: frozenset[int], order: Sequence[int]) -> frozenset[int]:
        """Return those of some groups that stay if each, in this order, is left out when the others are enough."""
        for i in order:
            if i in kept:
                some = self._enough(kept - {i})
                if some is not None:
                    kept = some
        return kept

    def _exchanged(self, kept: frozenset[int], chance: random.Random, most: int) -> frozenset[int]:
        """Return groups with ``most`` clues or fewer that are enough, if they are found by exchanging some again and again."""
        others = self._clues - sum(map(len, self._groups))
        for _ in range(MAX_EXCHANGES):
            if self._size(kept) + others <= most:
                break
            out = [i for i in range(len(self._groups)) if i not in kept]
            added = chance.sample(out, min(EXCHANGED_GROUPS, len(out)))
            order = self._order(kept, chance)
            changed = self._fewest(kept.union(added), [*order, *added])
            if self._size(changed) <= self._size(kept):
                kept = changed
        return kept

    def _size(self, groups: frozenset[int]) -> int:
        """Return the number of clues in some groups."""
        return sum(len(self._groups[i]) for i in groups)

    def _accepted(self, groups: Sequence[list[PlacedClue]], chance: random.Random) -> list[list[PlacedClue]]:
        """Return as many groups as the genre allows to be missing together."""
        if makes_sense(self.puzzle, [clue for group in groups for clue in group]):
            return [*groups]
        some: list[list[PlacedClue]] = []
        for group in chance.sample([*groups], len(groups)):
            if makes_sense(self.puzzle, [clue for other in [*some, group] for clue in other]):
                some.append(group)
        return some

    def _stays_unique(self, groups: Sequence[list[PlacedClue]]) -> bool:
        clues = [clue for group in groups for clue in group]
        if not makes_sense(self.puzzle, clues):
            return False
        return is_only(without(self.puzzle, clues), self.answer, self._look)


def is_only(puzzle: Puzzle, answer: Answer, look: Callable[[], object]) -> bool:
    """Return whether it is proved within ``PROOF_CONFLICTS`` conflicts that ``answer`` is the only one of a puzzle."""
    m = genre_of(puzzle).model(puzzle)
    m.objective = None
    others = [literal.n for literal in _differing(m, answer)]
    clasp = Clasp(m, whole=True)
    if clasp.example([-n for n in others], PROOF_CONFLICTS, look) is None:
        return False
    clasp.program.add_clauses([others])
    return clasp.refuted((), PROOF_CONFLICTS, look) is not None


def _differing(m: Model, answer: Answer) -> list[Lit]:
    """Return literals; every answer but ``answer`` makes one of them true."""
    numbers: Mapping[str, Sequence[int | None]] = genre_of(answer.puzzle).numbers_of(answer)
    found = []
    for key, variables in m.answer.items():
        for x, number in zip(variables, numbers[key], strict=True):
            if number is not None:
                found.append(x != number if isinstance(x, Int) else ~x if number else x)
    return found


def _leaves_something(layer: Layer[Any], clue: PlacedClue) -> bool:
    """Return whether something stays at the place of a clue that is left out."""
    if clue.way is None:
        return True
    return not is_nothing(layer, clue.way(clue.value))
