"""Chains: the opposite of a value is supposed, single rule instances give more values, and one of them is broken.

There are five levels. PLAIN uses the instances that have a ``Native``, and costs no question to a solver. ASKED also asks
a solver for the others, for those about the whole board only if there are few. NESTED also uses a few instances together
as one link: the opposite of what the link gives is refuted by a short chain of its own. BRIEF does so without a solver,
and tries few of these chains. DEEP allows these chains more instances, and asks a solver about them: it is for small sets
of instances of which it is known that they give a value.

Values are found layer by layer: everything that follows at once, then what follows from that. So a chain has few layers.
Rules about the whole board are looked at if no other rule gives a value; a search that is ``eager`` looks at them in each
layer, which takes longer and finds shorter chains.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from pencilp.analysis.steps.board import Board
from pencilp.analysis.steps.native import needed
from pencilp.analysis.steps.program import Program

MAX_TRAIL, MAX_LAYERS = 200, 1000
"""A supposition is given up after this number of values that follow from it, or of layers."""
MAX_QUESTIONS, MAX_DEEP_QUESTIONS = 100, 400
"""The questions of a supposition, and of one of the level DEEP with all suppositions inside it."""
MAX_ENDS = 4
"""The broken rules of one layer whose chains are compared if the search is eager."""
PLAIN, BRIEF, ASKED, NESTED, DEEP = range(5)


class Inner(NamedTuple):
    """Limits of chains inside a chain: the values that follow, the instances of a link, and how many chains are tried."""

    trail: int
    instances: int
    tries: int


INNER = {BRIEF: Inner(25, 5, 40), NESTED: Inner(25, 5, 300), DEEP: Inner(60, 8, 3000)}
"""The limits of each level that has chains inside chains."""


DEPTHS = 2, 4, 8, MAX_LAYERS
"""The layers in which a search for the easiest chain looks, one limit after the other until there is a chain."""


class Deduced(NamedTuple):
    """One link: ``instances`` give ``lits`` because of the literals ``because``; without ``lits`` they are broken.

    Without ``instances`` it says only that a place has one value. Several instances have a chain ``inside``, which
    refutes the opposite.
    """

    instances: tuple[int, ...]
    lits: tuple[int, ...]
    because: tuple[int, ...]
    inside: Chain | None = None


class Chain(NamedTuple):
    """The literal ``supposed`` and the ``links`` that follow from it, in order; the rule of the last one is broken."""

    supposed: int
    links: tuple[Deduced, ...]

    @property
    def length(self) -> int:
        """The number of links, with those inside other ones."""
        return sum(1 if link.inside is None else link.inside.length for link in self.links)

    @property
    def instances(self) -> set[int]:
        """The rule instances that are used."""
        return {i for link in self.links for i in link.instances}

    @property
    def atoms(self) -> set[int]:
        """The atoms of the values that follow on the way."""
        return {abs(n) for link in self.links for n in link.lits}

    def facts(self, true: Set[int]) -> set[int]:
        """Return the literals of ``true`` that are used."""
        return {n for link in self.links for n in link.because if n in true}


class Supposed(NamedTuple):
    """What follows if a literal is supposed: a ``chain`` if it is refuted, and the literals that were ``reached``.

    Without a chain there is none in as many ``layers``.
    """

    chain: Chain | None
    reached: set[int]
    layers: int


class Trail:
    """One supposition: everything that follows from it, and why.

    Only instances ``among`` some, none of those it has to do ``without``, and only some known ``facts``, are used if
    these are given.
    """

    def __init__(
        self,
        program: Program,
        board: Board,
        supposed: int,
        *,
        level: int,
        among: Set[int] | None = None,
        facts: Set[int] | None = None,
        without: Set[int] = frozenset(),
        eager: bool = False,
    ) -> None:
        self.program, self.board, self.level = program, board, level
        self.among = None if among is None else among | program.granted
        self.supposed, self.without, self.eager = supposed, without, eager
        self.known = board.true if facts is None else facts
        self.true = set(self.known)
        self.reason: dict[int, tuple[tuple[int, ...], tuple[int, ...] | None]] = {}
        """Map each literal to the instances that give it, and to the literals that these use, if known already."""
        self.inside: dict[int, Chain] = {}
        """Map each literal that several instances give to the chain that refutes its opposite."""
        self.place: dict[int, int] = {}
        self.queue: deque[int] = deque()
        self.waiting: tuple[dict[int, None], ...] = ({}, {}, {}, {})
        """Instances to look at: natives and those that a solver is asked for, both first the others, then wide ones."""
        self.last = program.questions.asked + (MAX_DEEP_QUESTIONS if level == DEEP else MAX_QUESTIONS)
        """The number of the last question that it may ask."""
        self.layers = 0
        """The layers that were looked at."""
        self.paused = False
        """Whether ``run`` ended after the number of layers that it was given: it may be called again."""
        self.add(supposed, (), ())

    def add(self, n: int, instances: tuple[int, ...], because: tuple[int, ...] | None) -> None:
        """Take down that a literal follows."""
        self.true.add(n)
        self.reason[n] = (instances, because)
        self.place[n] = len(self.place)
        self.queue.append(n)

    def exclude(self, n: int) -> Deduced | None:
        """Take down what a number excludes at once; return the contradiction if that is known to hold."""
        for m, instance in self.board.excluded_by(n):
            if instance >= 0 and not self.may_use(instance):
                continue
            instances = (instance,) if instance >= 0 else ()
            if m in self.true:
                return Deduced(instances, (), (n, m))
            if -m not in self.true:
                self.add(-m, instances, (n,))
        return None

    def may_use(self, number: int) -> bool:
        """Return whether an instance is among those that may be used."""
        return number not in self.without and (self.among is None or number in self.among)

    def spread(self, n: int) -> None:
        """Take down which instances have to be looked at again because of a literal."""
        asks, asks_wide = self.level >= ASKED, self.program.asks_wide
        among, without, instances = self.among, self.without, self.program.instances
        for number in self.program.by_atom.get(abs(n), ()):
            if number in without or (among is not None and number not in among):
                continue
            instance = instances[number]
            if instance.native is not None:
                self.waiting[instance.wide][number] = None
            elif asks and (asks_wide or not instance.wide):
                self.waiting[2 + instance.wide][number] = None

    def run(self, most: int, layers: int = MAX_LAYERS) -> Chain | None:
        """Find what follows, up to ``most`` values in at most ``layers`` layers; return the chain of a contradiction.

        It goes on after the layers that were looked at before.
        """
        self.paused = False
        while self.layers < layers:
            self.layers += 1
            while self.queue:
                lit = self.queue.popleft()
                if lit > 0 and lit in self.program.number and (broken := self.exclude(lit)) is not None:
                    return self.chain(broken)
                self.spread(lit)
            if len(self.place) > most:
                return None
            layer = self._layer()
            if not layer:
                return None
            if ends := self._look_at(layer):
                ends = ends[: MAX_ENDS if self.eager else 1]
                some = [self.chain(Deduced((number,), (), self.because(number, None))) for number in ends]
                return min(some, key=lambda chain: chain.length)
        self.paused = True
        return None

    def _layer(self) -> list[int]:
        """Take out the instances to look at next: all that need no question, or one that does.

        Those about the whole board come if nothing else is left, or at once if the search is eager.
        """
        first = next((k for k, some in enumerate(self.waiting) if some), None)
        if first is None:
            return []
        if first > 1:
            numbers = [next(iter(self.waiting[first]))]
            del self.waiting[first][numbers[0]]
            return numbers
        taken = self.waiting[: 2 if self.eager else first + 1]
        numbers = [number for some in taken for number in some]
        for some in taken:
            some.clear()
        return numbers

    def _look_at(self, layer: Collection[int]) -> list[int]:
        """Take down what follows from the values so far by single instances; return those that are broken.

        After a number of a place, the values that it excludes come first.
        """
        broken: list[int] = []
        found: dict[int, int] = {}
        whole = False
        for number in layer:
            instance = self.program.instances[number]
            if whole:
                self.waiting[instance.wide + 2 * (instance.native is None)][number] = None
                continue
            if instance.native is None and self.program.questions.asked > self.last:
                continue
            self.program.wide_looks += instance.wide
            forced = (instance.native or instance.asked).forced(self.true)
            if forced is None:
                broken.append(number)
                continue
            for lit in forced:
                if -lit in found:
                    broken.append(number)
                else:
                    found.setdefault(lit, number)
                    whole = whole or (lit > 0 and lit in self.program.number)
        for lit, number in found.items():
            if lit not in self.true:
                self.add(lit, (number,), None)
        return list(dict.fromkeys(broken))

    def supposed_for(self, layers: int) -> Supposed:
        """Return what follows in at most ``layers`` layers, those included that were looked at before."""
        chain = self.run(MAX_TRAIL, layers)
        return Supposed(chain, {*self.place}, layers if self.paused else MAX_LAYERS)

    def look_closer(self, tries: Iterator[int]) -> bool:
        """Take down a value whose opposite a short chain refutes; return whether there is one."""
        limits = INNER[self.level]
        level = ASKED if self.level == DEEP else PLAIN
        for n in self._near():
            if n in self.true or -n in self.true:
                continue
            if next(tries, None) is None or self.program.questions.asked > self.last:
                return False
            self.program.inner_chains += 1
            inner = Trail(
                self.program, self.board, -n, level=level, among=self.among, facts=self.true, without=self.without
            )
            chain = inner.run(limits.trail)
            if chain is not None and len(chain.instances) <= limits.instances:
                self.add(n, tuple(sorted(chain.instances)), tuple(sorted(chain.facts(self.true), key=abs)))
                self.inside[n] = chain
                return True
        return False

    def _near(self) -> Iterator[int]:
        """Yield the open literals of the instances that speak of what follows, last ones first."""
        seen: set[int] = set()
        open_: set[int] = set()
        touched = (number for n in reversed(self.place) for number in self.program.by_atom.get(abs(n), ()))
        for numbers in (touched, sorted((self.among or set()) - self.program.granted) if self.level == DEEP else ()):
            for number in numbers:
                instance = self.program.instances[number]
                if number in seen or instance.wide or not self.may_use(number):
                    continue
                if instance.native is None and self.level < DEEP:
                    continue
                seen.add(number)
                for a in sorted(instance.scope if instance.native is None else instance.native.atoms):
                    if a not in open_ and a not in self.true and -a not in self.true:
                        open_.add(a)
                        yield from (a, -a)

    def because(self, number: int, lit: int | None) -> tuple[int, ...]:
        """Return a minimal set of literals with which an instance gives ``lit`` (None: is broken)."""
        instance = self.program.instances[number]
        before = len(self.place) if lit is None else self.place[lit]
        native = instance.native
        lits = () if lit is None else (lit,)
        given = {n for n in self.true if n in self.known or self.place[n] < before}
        atoms = instance.scope if native is None else native.sources(lits, given)
        used = [n for a in atoms for n in (a, -a) if n in given]
        # what follows last is left out first, what is known is kept rather than what follows
        used.sort(key=lambda n: (n not in self.known, self.place.get(n, 0), self.board.when.get(n, 0)))
        if native is None:
            return tuple(instance.asked.because(used, lit))

        def enough(some: list[int]) -> bool:
            if lit is None:
                return native.breaks(set(some))
            return native.gives({lit}, set(some))

        return tuple(needed(used, enough))

    def chain(self, broken: Deduced) -> Chain:
        """Return the links that the contradiction needs."""
        links: list[tuple[int, Deduced]] = []
        wanted = [n for n in broken.because if n in self.place]
        seen = set(wanted)
        while wanted:
            n = wanted.pop()
            instances, because = self.reason[n]
            if n == self.supposed:
                continue
            if because is None:
                because = self.because(instances[0], n)
            links.append((self.place[n], Deduced(self._rules(instances), (n,), because, self.inside.get(n))))
            for m in because:
                if m in self.place and m not in seen:
                    seen.add(m)
                    wanted.append(m)
        last = broken._replace(instances=self._rules(broken.instances))
        return Chain(self.supposed, (*_joined([link for _, link in sorted(links, key=lambda pair: pair[0])]), last))

    def _rules(self, instances: Sequence[int]) -> tuple[int, ...]:
        """Return those instances that are rules of the genre."""
        return tuple(i for i in instances if self.program.instances[i].rule is not None)


def _joined(links: Collection[Deduced]) -> list[Deduced]:
    """Return the links, those of the same instances because of the same literals as one."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Deduced] = {}
    for link in links:
        key = link.instances, tuple(sorted(link.because))
        if key in found:
            found[key] = found[key]._replace(lits=(*found[key].lits, *link.lits))
        else:
            found[key] = link
    return [*found.values()]


def suppose(
    program: Program,
    board: Board,
    n: int,
    *,
    level: int = PLAIN,
    among: Set[int] | None = None,
    without: Set[int] = frozenset(),
    facts: Set[int] | None = None,
    eager: bool = False,
    layers: int = MAX_LAYERS,
) -> tuple[Chain | None, set[int]]:
    """Return the chain that refutes the literal ``n``, None if there is none; and the literals that were reached.

    Only instances ``among`` some, none of those it has to do ``without``, and only some known ``facts``, are used if
    these are given.
    """
    trail = Trail(program, board, n, level=level, among=among, facts=facts, without=without, eager=eager)
    chain = trail.run(MAX_TRAIL, layers)
    if level in INNER:
        tries = iter(range(INNER[level].tries))
        while chain is None and trail.look_closer(tries):
            chain = trail.run(MAX_TRAIL, layers)
    return chain, {*trail.place}


def stays_open(program: Program, true: Set[int], reached: Set[int], new: Iterable[int]) -> bool:
    """Return whether a PLAIN search without a contradiction, which ``reached`` some literals, would end so again.

    ``new`` are literals that became known since; all of ``true`` are. Only rules about these can give anything more.
    """
    if len(reached) > MAX_TRAIL or any(-n in reached for n in new):
        return False
    both = true | reached
    numbers = {i for n in new if n not in reached for i in program.by_atom.get(abs(n), ())}
    return all(native is None or native.forced(both) == [] for native in (program.instances[i].native for i in numbers))
