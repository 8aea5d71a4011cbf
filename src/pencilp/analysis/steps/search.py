"""The search for the easiest next step: single rule instances, then chains, then small sets, at last a trial."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple

from pencilp.analysis.steps import chains
from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.chains import Chain, Supposed, Trail
from pencilp.analysis.steps.costs import cost_of, scope_of
from pencilp.analysis.steps.flips import Flips
from pencilp.analysis.steps.native import Native, needed
from pencilp.analysis.steps.parities import Parities
from pencilp.analysis.steps.program import CONFLICTS, MAX_CONFLICTS_OF_SETS, Instance, Program
from pencilp.analysis.steps.reasons import Reason, Reasons
from pencilp.analysis.steps.singles import Singles
from pencilp.analysis.steps.smallest import TooMany, smallest
from pencilp.analysis.steps.step import CHAIN, GIVEN, PAIR, RULE, SET, TRIAL
from pencilp.solvers.clasp.questions import Undecided

MAX_SET = 6
"""A reason of more looks, without a chain of links, is a trial: rules with the same words about a common place are one."""
MAX_LINKS = 40
"""A chain of more links is a trial."""
MAX_PLAIN_LINKS = 8
"""If the easiest chain of single rules has more links, one with links of several rules may be easier."""
MAX_NEAR_ATOMS = 200
"""If the instances of a step speak of more, only suppositions that reached its own values are looked at again."""
MAX_MORE_LINKS = 3
"""If a solver is asked, a smaller reason whose chain has more than these links in addition is not taken."""
MAX_SHORTENED, MIN_SHORTENED, MAX_WITHOUT = 6, 3, 12
"""The easiest chains for which shorter ones are looked for, their least links, and the rules that one has to do without."""
MAX_WIDE_LOOKS = 2000
"""If chains have looked at rules about the whole board this often at one point of the way, the best chain so far is taken."""
MAX_CHAIN_QUESTIONS = 250
"""Questions for the search of a chain at one point of the way."""
MAX_INNER_CHAINS, PATIENCE = 3000, 10
"""Chains that are tried inside chains at one point of the way; 10 times as many before a trial."""
MAX_INNER_LOOKS = 40_000
"""If chains with others inside have looked at rules about the whole board this often at one point, no more are tried."""
MAX_SET_QUESTIONS = 250
"""Questions for the search of the smallest set at one point of the way; then the best set so far is taken."""
TRIAL_CONFLICTS = (1_000, 10_000, 100_000, 1_000_000)
"""The conflicts of questions about a value if no short reason is found, one limit after the other."""
MAX_PAIR, MAX_SMALLEST_QUESTIONS = 2, 400
"""For a set of more than two instances a smallest one is looked for, with at most this number of questions."""
ORDERS = 3
"""Orders in which a set is made smaller, for each value."""


class Found(NamedTuple):
    """A reason with its cost, and how many other steps there were."""

    reason: Reason
    cost: float
    open: int


class Search:
    """The steps of one puzzle: ``goals`` are the literals that are to be found, ``known`` those that are known already."""

    def __init__(
        self,
        program: Program,
        goals: Iterable[int],
        known: Iterable[int],
        *,
        seed: int = 1,
        look: Callable[[], object] = lambda: None,
    ) -> None:
        self.program, self.look = program, look
        self.random = random.Random(seed)
        self.board = Board(program)
        self.goals = set(goals)
        self.reasons = Reasons(program, self.board)
        new = self.board.learn([*program.fixed, *known])
        self.goals.difference_update(new)
        right = self.board.true | self.goals
        whole = all(n in right or -n in right for n in program.place)
        self.singles = Singles(program, self.board, self.goals, look, Flips(program, right) if whole else None)
        self.parities = Parities(program)
        self._last: set[tuple[float, float]] = set()
        self._chains: dict[tuple[int, int], Supposed] = {}
        """Per goal and level of chains what follows from the opposite of the goal."""
        self._short: set[tuple[int, int]] = set()
        """The goals and levels of chains for which a shorter one was looked for."""

    @property
    def places_left(self) -> bool:
        """Whether a place of the answer is still to be filled."""
        number = self.program.number
        return any(n > 0 or abs(n) not in number for n in self.goals)

    def take(self, found: Found) -> None:
        """Take the step: its values are known from now on."""
        new = self.board.learn(found.reason.lits)
        self.goals.difference_update(new)
        self.singles.touched(new)
        atoms = {abs(n) for n in new}
        near = {m for n in self._near(atoms) for m in (n, -n)}
        for (n, level), (chain, reached, layers) in [*self._chains.items()]:
            # a chain stays as it is unless something that it finds is known now
            if chain is not None:
                stays = not chain.atoms & atoms
            else:
                stays = reached.isdisjoint(near) or (
                    level == chains.PLAIN
                    and layers == chains.MAX_LAYERS
                    and chains.stays_open(self.program, self.board.true, reached, new)
                )
            if n not in self.goals or not stays:
                del self._chains[n, level]
                self._short.discard((n, level))
        self._last = {self.program.point(n) for n in found.reason.lits}

    def _near(self, atoms: set[int]) -> set[int]:
        """Return the atoms of all instances that speak of some atoms; only these themselves if there are many."""
        near: set[int] = set()
        for i in {i for n in atoms for i in self.program.by_atom.get(n, ())}:
            near |= self.program.instances[i].scope
            if len(near) >= MAX_NEAR_ATOMS:
                return atoms
        return near

    def next(self) -> Found | None:
        """Return the easiest step that is found, None if there is none."""
        questions = self.program.questions
        questions.limit(CONFLICTS)
        pending = self.singles.find()
        questions.limit(MAX_CONFLICTS_OF_SETS)
        if pending:
            return self._single(pending)
        if found := self._chain(chains.PLAIN):
            if not found.reason.chain or found.reason.chain.length <= MAX_PLAIN_LINKS:
                return found
            easier = [other for other in (self._sum(), self._chain(chains.BRIEF)) if other is not None]
            return min([found, *easier], key=lambda other: other.cost)
        if found := self._sum():
            return found
        if any(i.native is None for i in self.program.instances) and (found := self._chain(chains.ASKED)):
            return found
        found = self._chain(chains.BRIEF) or self._chain(chains.NESTED) or self._set()
        if found is not None and found.reason.kind != TRIAL:
            return found
        return self._chain(chains.NESTED, patience=PATIENCE) or found or self._trial()

    def walk(self) -> Iterator[Found]:
        """Yield one step after the other, each taken, to the end of the way."""
        while self.places_left:
            found = self.next()
            if found is None:
                return
            self.take(found)
            yield found

    def is_outright(self, reason: Reason) -> bool:
        """Return whether the rules of a reason state its values outright."""
        instances, place = self.program.instances, self.program.place
        return reason.kind == GIVEN and all(instances[i].is_outright(place) for i in reason.instances)

    # -- one instance ------------------------------------------------------------------------------------------------

    def _cost(self, kind: str, instances: Iterable[int], *, marks: int = 0, links: int = 0, facts: int = 0) -> float:
        return cost_of(kind, map(self._scope, instances), marks=marks, links=links, facts=facts)

    def _scope(self, number: int) -> str:
        size = len(self.program.atoms_of)
        return scope_of(self.program.instances[number].places, self.program.line, size)

    def _single(self, pending: dict[int, list[int]]) -> Found:
        instances, board = self.program.instances, self.board
        outright = [i for i in pending if instances[i].is_outright(self.program.place)]
        if outright:
            first = instances[outright[0]].rule
            assert first is not None
            same = [i for i in outright if (rule := instances[i].rule) is not None and rule.words == first.words]
            given = tuple(dict.fromkeys(n for i in same for n in pending[i]))
            reason = Reason(GIVEN, self._with_last(given), tuple(same), ())
            return Found(reason, self._cost(GIVEN, same[:1]), len(pending))

        def rough(i: int) -> tuple[float, float, int, int]:
            instance = instances[i]
            lits = pending[i]
            known = sum(1 for a in instance.scope if a in board.true or -a in board.true)
            useful = any(n > 0 or abs(n) not in self.program.number for n in lits)
            marks = sum(1 for a in instance.scope if (m := board.marks.get(-a)) is not None and m.instance >= 0)
            cost = self._cost(RULE, [i] if instance.rule is not None else [], marks=marks, facts=known - marks)
            return cost + (0 if useful else 0.5), self._far(lits), -len(lits), i

        chosen = min(pending, key=rough)
        instance = instances[chosen]
        lits = pending[chosen]
        facts = self._facts(instance, lits)
        if not facts and instance.rule is not None and instance.rule.clue is None:
            return self._alike(chosen, pending)
        used, known, marks = self.reasons.expanded([chosen] if instance.rule is not None else [], facts)
        # a value may make another known value needless, and definitions may force the values without any
        native = instance.native
        if native is not None and native.asks_long and used == {chosen}:
            known = set(self._enough(native, lits, known))
        elif (smaller := self.reasons.minimal(lits, used, known)) is not None:
            used, known = set(smaller[0]), set(smaller[1])
        main = chosen if instance.rule is not None else -1
        reason = Reason(
            RULE,
            tuple(lits),
            tuple(sorted(used, key=lambda i: (i != chosen, i))),
            tuple(known),
            None,
            tuple(marks),
            main,
        )
        extra = len(used) - (instance.rule is not None)
        cost = self._cost(RULE, [chosen] if instance.rule is not None else [], marks=extra, facts=len(known))
        return Found(reason, cost, len(pending))

    def _alike(self, chosen: int, pending: dict[int, list[int]]) -> Found:
        """Return the step of all instances of a rule that force their values without any known value."""
        instances = self.program.instances
        rule = instances[chosen].rule
        assert rule is not None
        same = [
            i
            for i in pending
            if (other := instances[i].rule) is not None
            and other.words == rule.words
            and other.clue is None
            and (i == chosen or not self._facts(instances[i], pending[i]))
        ]
        lits = tuple(dict.fromkeys(n for i in same for n in pending[i]))
        kind = GIVEN if len(same) > 1 else RULE
        return Found(Reason(kind, self._with_last(lits), tuple(same), ()), self._cost(kind, same[:1]), len(pending))

    def _with_last(self, lits: tuple[int, ...]) -> tuple[int, ...]:
        """Return literals, and the only number of a place that they leave."""
        number, given = self.program.number, set(lits)
        places = dict.fromkeys(number[-n] for n in lits if n < 0 and -n in number)
        last = []
        for place in places:
            left = [n for n in self.program.atoms_of[place] if -n not in given]
            if len(left) == 1 and left[0] in self.goals and left[0] not in given:
                last.append(left[0])
        return (*lits, *last)

    def _far(self, lits: Iterable[int]) -> float:
        """Return how far the values are from those of the last step."""
        if not self._last:
            return 0.0
        points = {self.program.point(n) for n in lits}
        return min(abs(x - a) + abs(y - b) for x, y in points for a, b in self._last)

    def _facts(self, instance: Instance, lits: list[int]) -> list[int]:
        """Return a minimal set of known literals with which an instance forces all of ``lits``."""
        true = self.board.true
        atoms = instance.scope if instance.native is None else instance.native.sources(lits, true)
        known = [n for a in atoms for n in (a, -a) if n in true]
        if instance.native is not None:
            return self._enough(instance.native, lits, known)
        smaller = self.reasons.minimal(lits, [instance.number], known)
        return known if smaller is None else list(smaller[1])

    def _enough(self, native: Native, lits: list[int], known: Collection[int]) -> list[int]:
        """Return a minimal part of ``known`` with which a rule forces all of ``lits``."""
        wanted = set(lits)
        numbers = native.asks_long and not self.program.number.keys().isdisjoint(known)

        def enough(some: list[int]) -> bool:
            true = self.marked((), some) if numbers else set(some)
            return native.gives(wanted - true, true)

        return needed(self.reasons.far_last(lits, known), enough)

    # -- chains ------------------------------------------------------------------------------------------------------

    def _chain(self, level: int, *, patience: int = 1) -> Found | None:
        """Return the step of the easiest chain of a level; ``patience`` times as many chains are tried inside others."""
        chosen = self._few_layers() if level == chains.PLAIN else self._first(level, patience)
        rough = [(self._rough(n, chain), self._far([n]), n) for n, chain in chosen.items()]
        for _, _, n in nsmallest(MAX_SHORTENED, rough):
            self._shorten(n, level)
        best: tuple[float, float, int] | None = None
        for _, far, n in rough:
            chain = self._chains[n, level].chain
            assert chain is not None
            cost = self._rough(n, chain), far, n
            best = cost if best is None else min(best, cost)
        return None if best is None else self._explained(best[2], level, len(rough))

    def _few_layers(self) -> dict[int, Chain]:
        """Return the chains of single rules that are found, by their values: in few layers, in more if there is none."""
        level = chains.PLAIN
        looks = self.program.wide_looks + MAX_WIDE_LOOKS
        trails: dict[int, Trail] = {}
        goals = self._goals_near()
        kept = ((n, self._chains[n, level].chain) for n in goals if (n, level) in self._chains)
        found = {n: chain for n, chain in kept if chain is not None and chain.length <= MAX_LINKS}
        if any(chain.length <= chains.DEPTHS[0] and self._kind(chain.instances) == PAIR for chain in found.values()):
            return found  # no other chain is of an easier kind or has fewer layers
        for layers in chains.DEPTHS:
            for n in goals:
                supposed = self._chains.get((n, level))
                if supposed is None or (supposed.chain is None and supposed.layers < layers):
                    if found and self.program.wide_looks > looks:
                        return found
                    self.look()
                    if n not in trails:
                        trails[n] = Trail(self.program, self.board, -n, level=level)
                    supposed = self._chains[n, level] = trails[n].supposed_for(layers)
                if supposed.chain is not None and supposed.chain.length <= MAX_LINKS:
                    found[n] = supposed.chain
            if any(chain.length <= layers for chain in found.values()):
                break
        return found

    def _first(self, level: int, patience: int) -> dict[int, Chain]:
        """Return the chains of a level that are known, by their values, and the first other one that is found."""
        program = self.program
        most = program.questions.asked + MAX_CHAIN_QUESTIONS
        inner = program.inner_chains + patience * MAX_INNER_CHAINS
        looks = program.wide_looks + MAX_INNER_LOOKS
        found: dict[int, Chain] = {}
        for n in self._goals_near():
            if (n, level) not in self._chains:
                if found or program.questions.asked > most or program.inner_chains > inner:
                    break
                if level in chains.INNER and program.wide_looks > looks:
                    break
                self.look()
                chain, reached = chains.suppose(program, self.board, -n, level=level)
                self._chains[n, level] = Supposed(chain, reached, chains.MAX_LAYERS)
            known = self._chains[n, level].chain
            if known is not None and known.length <= MAX_LINKS:
                found[n] = known
        return found

    def _shorten(self, n: int, level: int) -> None:
        """Look for a shorter chain of a literal, once for each chain."""
        chain, reached, _ = self._chains[n, level]
        if chain is None or (n, level) in self._short or chain.length < MIN_SHORTENED or self._is_asked(chain):
            return
        self.look()
        other, more = chains.suppose(self.program, self.board, -n, level=level, eager=True, layers=chain.length)
        if other is not None and other.length < chain.length:
            self._chains[n, level] = Supposed(other, reached | more, chains.MAX_LAYERS)
        self._short.add((n, level))

    def _goals_near(self) -> list[int]:
        """Return the values to be found, those near the last step first."""
        number = self.program.number
        return sorted(self.goals, key=lambda n: (self._far([n]), n < 0 and abs(n) in number, abs(n), n))

    def _kind(self, instances: Collection[int]) -> str:
        """Return the kind of a chain of these rules."""
        return PAIR if len(instances) <= MAX_PAIR else CHAIN

    def _rough(self, n: int, chain: Chain) -> float:
        """Return the cost of a chain for a literal before it is looked at closely."""
        kind = self._kind(chain.instances)
        cost = self._cost(kind, chain.instances, links=chain.length, facts=len(chain.facts(self.board.true)))
        # an excluded number is worth less than a value
        return cost + (n < 0 and abs(n) in self.program.number)

    def _explained(self, n: int, level: int, count: int) -> Found:
        """Return the step of a chain that gives the literal ``n``, with as small a reason as is found."""
        chain = self._chains[n, level].chain
        assert chain is not None
        used, known, marks = self.reasons.expanded(chain.instances, chain.facts(self.board.true))
        if self._is_asked(chain):
            smaller = self.reasons.minimal([n], used, known)
            other = None if smaller is None else self._refuted(n, *smaller, level)
            if smaller is not None and other is not None and other.length <= chain.length + MAX_MORE_LINKS:
                return self._linked(n, other, *smaller, marks, count)
            return self._linked(n, chain, _ordered(used), _ordered(known), marks, count)
        if level == chains.PLAIN:
            chain = self._shortest(n, chain)
        chain, instances, facts = self._needed(n, chain, level)
        return self._linked(n, chain, instances, facts, marks, count)

    def _is_asked(self, chain: Chain) -> bool:
        """Return whether a chain uses a rule that a solver is asked about, which takes long."""
        return any(self.program.instances[i].native is None for i in chain.instances)

    def _needed(self, n: int, chain: Chain, level: int) -> tuple[Chain, tuple[int, ...], tuple[int, ...]]:
        """Return a chain with its instances and facts. Without any of them the chain would be longer."""
        used, known, _ = self.reasons.expanded(chain.instances, chain.facts(self.board.true))
        todo = [*((False, i) for i in sorted(used)), *((True, m) for m in self.reasons.far_last([n], known))]
        kept: list[tuple[bool, int]] = []
        while todo:
            last = todo.pop()
            rest = {*todo, *kept}
            instances, facts = [i for fact, i in rest if not fact], [m for fact, m in rest if fact]
            if level in chains.INNER and not self.reasons.forced(instances, facts, {n}):
                kept.append(last)  # to ask takes less time than to look for chains inside a chain
                continue
            other = self._refuted(n, instances, facts, level)
            if other is None or other.length > chain.length:
                kept.append(last)
                continue
            if other.length < chain.length:
                todo, kept = [*kept, *todo], []
            chain = other
            used, known, _ = self.reasons.expanded(chain.instances, chain.facts(self.board.true))
            left = {*((False, i) for i in used), *((True, m) for m in known)}
            if left <= rest:
                todo, kept = [x for x in todo if x in left], [x for x in kept if x in left]
        return chain, _ordered(i for fact, i in kept if not fact), _ordered(m for fact, m in kept if fact)

    def _shortest(self, n: int, chain: Chain) -> Chain:
        """Return a chain of single rules such that no other one without one of its rules is found that is shorter."""
        tried: set[int] = set()
        while chain.length >= MIN_SHORTENED:
            left = [i for link in chain.links for i in link.instances if i not in tried]
            if not left or len(tried) >= MAX_WITHOUT:
                break
            tried.add(left[0])
            self.look()
            layers = chain.length - 1
            other, _ = chains.suppose(self.program, self.board, -n, without={left[0]}, eager=True, layers=layers)
            if other is not None and other.length < chain.length:
                chain = other
        return chain

    def _linked(
        self,
        n: int,
        chain: Chain,
        instances: tuple[int, ...],
        facts: tuple[int, ...],
        marks: Iterable[int] = (),
        count: int = 1,
    ) -> Found:
        """Return the step of a chain for the literal ``n`` and everything else that its reason gives."""
        lits = (n, *[m for m in self._also(instances, facts) if m != n])
        kind = self._kind(instances)
        cost = self._cost(kind, instances, links=chain.length, facts=len(facts))
        return Found(Reason(kind, lits, instances, facts, chain, tuple(marks)), cost, count)

    def _refuted(self, n: int, instances: Iterable[int], facts: Iterable[int], level: int) -> Chain | None:
        """Return the chain of some instances and facts that gives the literal ``n``."""
        instances = set(instances)
        known = self.marked(instances, facts)
        return chains.suppose(self.program, self.board, -n, level=level, among=instances, facts=known, eager=True)[0]

    def marked(self, instances: Iterable[int], facts: Iterable[int]) -> set[int]:
        """Return ``facts`` and the pencil marks that follow from them by ``instances``."""
        allowed, known = {-1, *instances}, set(facts)
        for n in facts:
            if n > 0 and n in self.program.number:
                known.update(-m for m, i in self.board.excluded_by(n) if i in allowed)
        return known

    def _also(self, instances: Iterable[int], facts: Iterable[int]) -> list[int]:
        """Return all goals that a reason forces; if a solver takes long, those for which it has a chain."""
        scope = {a for i in instances for a in self.program.instances[i].scope}
        open_ = {n for a in scope for n in (a, -a) if n in self.goals}
        natives = [self.program.instances[i].native for i in instances]
        if None in natives or not any(native is not None and native.asks_long for native in natives):
            return self.reasons.forced(instances, [*facts], open_)
        chosen, known = set(instances), self.marked(instances, facts)
        return [
            n
            for n in sorted(open_, key=lambda n: (abs(n), n))
            if chains.suppose(self.program, self.board, -n, among=chosen, facts=known)[0] is not None
        ]

    # -- sums --------------------------------------------------------------------------------------------------------

    def _sum(self) -> Found | None:
        """Return the step of the fewest rules that give a value if they are added up modulo two."""
        sums = self.parities.sums(self.board.true)
        if not sums:
            return None
        best = min(sums, key=lambda some: (len(some.instances), self._far([some.lit]), abs(some.lit)))
        found = self.reasons.minimal([best.lit], best.instances, best.facts)
        instances, facts = found or (_ordered(best.instances), _ordered(best.facts))
        lits = tuple(some.lit for some in self.parities.sums({*facts}, {*instances}) if some.lit in self.goals)
        if best.lit not in lits:
            return self._several([best.lit], instances, facts, len(sums))
        kind = PAIR if len(instances) <= 2 else SET
        # the rules are seen as one, about the area of their places
        places = len({a for i in instances for a in self.program.instances[i].scope})
        scope = scope_of(places, self.program.line, len(self.program.atoms_of))
        reason = Reason(kind, lits, instances, facts, summed=True)
        return Found(reason, cost_of(kind, [scope], facts=len(facts)), len(sums))

    # -- sets --------------------------------------------------------------------------------------------------------

    def _looks(self, instances: Iterable[int]) -> int:
        """Return how many looks some rules need: those with the same words about a common place are seen together."""
        alike: dict[str, list[frozenset[int]]] = {}
        for i in instances:
            if (rule := self.program.instances[i].rule) is not None:
                alike.setdefault(rule.words, []).append(self.program.instances[i].scope)
        looks = 0
        for scopes in alike.values():
            left = scopes
            while left:
                counts = Counter(n for scope in left for n in scope)
                common = max(counts, key=lambda n: (counts[n], -n))
                left = [scope for scope in left if common not in scope]
                looks += 1
        return looks

    def _several(self, lits: list[int], instances: tuple[int, ...], facts: tuple[int, ...], count: int) -> Found:
        """Return the step of a set without links."""
        more = self._also(instances, facts)
        lits = list(dict.fromkeys([*lits, *more]))
        kind = PAIR if len(instances) <= MAX_PAIR else SET if self._looks(instances) <= MAX_SET else TRIAL
        return Found(Reason(kind, tuple(lits), instances, facts), self._cost(kind, instances, facts=len(facts)), count)

    def _set(self) -> Found | None:
        """Return the step of the smallest set of instances that is found for a value."""
        program = self.program
        guards = {i.guard: i.number for i in program.instances if i.guard}
        facts = [n for n in self.board.true if n not in self.board.marks]
        best: tuple[int, int, list[int]] | None = None
        end = program.questions.asked + MAX_SET_QUESTIONS
        goals = self._goals_near()
        for order in range(ORDERS):
            if order and best is None:
                return None  # another order finds no more
            for n in goals:
                if best is not None and (program.questions.asked > end or len(best[2]) <= 2):
                    break
                self.look()
                found = self._shrunk(n, guards, facts, None if best is None else len(best[2]), order)
                if found is not None and (best is None or len(found) < len(best[2])):
                    best = (len(found), n, found)
        if best is None:
            return None
        _, n, kept = best
        if len(kept) > MAX_PAIR:
            kept = self._smallest(n, guards, facts, kept)
        smaller = self.reasons.minimal([n], [guards[g] for g in kept], facts)
        if smaller is None:
            return None
        if self._looks(smaller[0]) > MAX_SET and (chain := self._refuted(n, *smaller, chains.DEEP)) is not None:
            return self._linked(n, chain, *smaller)
        return self._several([n], *smaller, count=1)

    def _smallest(self, n: int, guards: dict[int, int], facts: list[int], kept: list[int]) -> list[int]:
        """Return the fewest guards that with ``facts`` force the literal ``n``; ``kept`` if fewer are not found soon."""

        def enough(some: Sequence[int]) -> bool:
            self.look()
            try:
                return self.program.questions.core([*facts, *some, -n]) is not None
            except Undecided:
                return False

        try:
            return smallest([*guards], kept, enough, MAX_SMALLEST_QUESTIONS)
        except TooMany:
            return kept

    def _trial(self) -> Found | None:
        """Return a value that a long search finds, that of the shortest search first; None if there is none."""
        questions = self.program.questions
        guards = {i.guard: i.number for i in self.program.instances if i.guard}
        facts = [n for n in self.board.true if n not in self.board.marks]
        for conflicts in TRIAL_CONFLICTS:
            for n in self._goals_near():
                self.look()
                questions.limit(conflicts)
                try:
                    core = questions.core([*facts, *guards, -n])
                except Undecided:
                    continue
                if core is None:
                    continue
                questions.limit(MAX_CONFLICTS_OF_SETS)
                used = set(core)
                instances = tuple(sorted(i for g, i in guards.items() if g in used))
                known = tuple(m for m in facts if m in used)
                lits = tuple(dict.fromkeys([n, *self._also(instances, known)]))
                return Found(Reason(TRIAL, lits, instances, known), self._cost(TRIAL, instances, facts=len(known)), 1)
        return None

    def _shrunk(
        self, n: int, guards: dict[int, int], facts: list[int], most: int | None, order: int
    ) -> list[int] | None:
        """Return guards that with ``facts`` force the literal ``n``, none to be left out; None if ``most`` are needed."""
        program, ask = self.program, self.program.questions.core
        x, y = program.point(n)

        def far(guard: int) -> float:
            instance = program.instances[guards[guard]]
            if instance.wide:
                return 6 + 6 * self.random.random()
            near = min((abs(x - a) + abs(y - b) for a, b in map(program.point, instance.scope)), default=9.0)
            return near + (1 + order) * self.random.random()

        ordered = sorted(guards, key=far)
        try:
            core = ask([*facts, *ordered, -n])
            if core is None:
                return None
            inside = set(core)
            rest, kept = [g for g in ordered if g in inside], list[int]()
            while rest:
                last = rest.pop()
                found = ask([*facts, *kept, *rest, -n])
                if found is None:
                    kept.append(last)
                    if most is not None and len(kept) >= most:
                        return None
                else:
                    inside = set(found)
                    rest = [g for g in rest if g in inside]
        except Undecided:
            return None
        return kept


def _ordered(numbers: Iterable[int]) -> tuple[int, ...]:
    """Return instances or literals, smallest atoms first."""
    return tuple(sorted(numbers, key=lambda n: (abs(n), n)))
