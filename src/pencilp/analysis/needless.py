"""Needless clues: each that could be left out alone, and a largest set that could be left out together.

One program has a guard on every clue, and says that the answer is not the known one. If some of the clues contradict it, the
answer is unique with these clues alone, and all others are needless. So one question finds many needless clues, and the puzzle
is not stated anew for each. Only for a clue that is not *exact* (``left_out``), the puzzle without it is solved.

Each set of clues that is enough for a unique answer has a clue of each set without which there is a second answer. The smallest
set with that property (a hitting set) is a bound: needless clues are proved to be a largest set if no fewer clues than this stay.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.check import add_defined
from pencilp.analysis.left_out import (
    Place,
    PlacedClue,
    accepted_ways,
    clues_of,
    decide_ways,
    makes_sense,
    part_name,
    without,
)
from pencilp.analysis.named_places import named_clues, place_name
from pencilp.analysis.names import Names, clue_mark
from pencilp.analysis.phrases import Phrase, clue_count, listed
from pencilp.board.layers import UNKNOWN, Sums
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, SolverError
from pencilp.genres import genre_of
from pencilp.genres.base import OwnRule
from pencilp.model import Clause, Int, Lit, Model, Rule, Solution, any_of, total
from pencilp.solvers.clasp.search import Clasp, with_guards
from pencilp.solvers.result import status_of

MAX_ORDERS = 8
"""The number of orders in which clues are left out one after the other."""
MAX_BOUNDS = 300
"""The number of hitting sets that are examined to prove that a set is a largest one."""
QUESTION_SHARE, MIN_QUESTION_SECONDS = 0.2, 0.2
"""With a time limit, the share of the time left that a question may take, and the least time that it has."""


class NeedlessClue(NamedTuple):
    """A clue that could be left out.

    ``clue`` is the name of its layer and its place there, as in ``Broken.clue``; ``at`` names the place. ``given`` is the clue as
    it is written, with its place: "3 at r1c2". ``left`` is what stays there ("?", or "" for nothing), ``mark`` what a drawing
    marks.
    """

    clue: Place
    at: str
    given: str
    left: str
    mark: Any

    @property
    def text(self) -> str:
        """The clue in words, with what stays at its place."""
        return Phrase("{} ({} stays)", self.given, self.left) if self.left else self.given

    def __str__(self) -> str:
        return str(self.text)


class Needless:
    """The needless clues of a puzzle: the result of ``needless``.

    * ``status``: "unique"; or "none", "multiple" or "unknown", then no clue is known to be needless
    * ``clues``: the number of clues that the genre allows to be missing; ``kept`` of them must stay
    * ``alone``: each clue that could be left out if all others stay
    * ``together``: clues that could all be left out at once; ``minimal`` is the puzzle without them
    * ``largest``: it is proved that no larger set could be left out
    * ``undecided``: clues about which the time was not enough to find out
    * ``complete``: the search came to its end
    * ``seconds``: the time it took
    """

    __slots__ = ("alone", "answer", "clues", "complete", "kept", "largest", "minimal", "puzzle", "seconds", "status",
                 "together", "undecided")  # fmt: skip

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.status = "unknown"
        self.clues = self.kept = 0
        self.alone: list[NeedlessClue] = []
        self.together: list[NeedlessClue] = []
        self.undecided: list[NeedlessClue] = []
        self.minimal: Puzzle | None = None
        self.answer: Answer | None = None
        self.largest = self.complete = False
        self.seconds = 0.0

    @property
    def lines(self) -> list[str]:
        """The result in words, a line each."""
        if self.status != "unique":
            return [NOT_UNIQUE[self.status]]
        lines = _listed(
            Phrase("{} of {} could be left out alone:", len(self.alone), clue_count(self.clues)), self.alone
        )
        lines += _listed(Phrase("not decided in time for {}:", clue_count(len(self.undecided))), self.undecided)
        if not self.clues and self.complete:
            return [Phrase("there is no clue that could be left out")]
        if not lines and self.complete:
            if self.kept:
                return [Phrase("no other clue could be left out: each is needed")]
            return [Phrase("no clue could be left out: each is needed")]
        together = clue_count(len(self.together))
        lines += _listed(
            Phrase("{} could be left out together (no larger set could be):", together)
            if self.largest
            else Phrase("{} could be left out together (a larger set may exist):", together),
            self.together,
        )
        if not self.complete:
            lines.append(Phrase("the limit was reached before the search came to its end"))
        return lines

    def _repr_svg_(self) -> str:
        from pencilp.draw.svg import to_svg

        return to_svg(self.puzzle, marked=[clue.mark for clue in self.together])

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return (
            f"<Needless {self.status}: {len(self.alone)} of {self.clues} clues alone, {len(self.together)} together, "
            f"in {self.seconds:.3f} s>"
        )


NOT_UNIQUE = {
    "none": Phrase("there is no answer, so no clue is needless"),
    "multiple": Phrase("there is more than one answer, so no clue is needless"),
    "unknown": Phrase("the limit was reached before it was known whether there is exactly one answer"),
}
"""The line about a puzzle that is not known to have exactly one answer."""


def _listed(head: str, clues: Sequence[NeedlessClue]) -> list[str]:
    return [head, Phrase("  {}", listed([clue.text for clue in clues]))] if clues else []


def needless(
    puzzle: Puzzle,
    *,
    keep: Iterable[str | int] = (),
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Needless:
    """Return the clues of ``puzzle`` that could be left out without a second answer.

    ``keep`` names clues that must stay by their places: "r3c4", "row 3", "column 5", "above column 2", the name of a layer;
    or by the numbers of cells.
    ``rules`` are further rules, see ``formulate``. ``seed`` decides the orders in which clues are left out. After ``time_limit``
    seconds, or as soon as ``stop()`` is true, return what was found by then. Raise InputError if the puzzle, the limit or the
    seed makes no sense, or if no clue stands at a place of ``keep``.
    """
    found = Needless(puzzle)
    for found in found_needless(puzzle, keep=keep, rules=rules, time_limit=time_limit, seed=seed, stop=stop):  # noqa: B007
        pass
    return found


def found_needless(
    puzzle: Puzzle,
    *,
    keep: Iterable[str | int] = (),
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    seed: int = 0,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Needless]:
    """Yield the result of ``needless`` whenever more is found, and at the end. It is one object, which grows."""
    limit = api.checked_limit(time_limit, 1)
    if type(seed) is not int:
        raise InputError(f"a whole number is needed, not {seed!r}", "seed")
    start = time.perf_counter()
    clock = TimeLimit(limit)
    search = _Search(puzzle, [*keep], [*rules], clock.end, random.Random(seed), stop)
    run = search.run()
    try:
        while clock.run(lambda: next(run, search)) is None:
            yield search.result
        search.result.complete = True
    except TimeLimitReached:
        pass
    search.result.seconds = time.perf_counter() - start
    yield search.result


class _Search:
    """One search for needless clues; ``result`` is what was found so far."""

    def __init__(
        self, puzzle: Puzzle, keep: Sequence[str | int], own: Sequence[OwnRule], until: float, chance: random.Random,
        stop: Callable[[], bool] | None, only: Collection[Place] | None = None,
    ) -> None:  # fmt: skip
        self.puzzle, self.keep, self.own, self.until, self.random, self.stop = puzzle, keep, own, until, chance, stop
        self.only = only
        self.genre = genre_of(puzzle)
        self.result = Needless(puzzle)

    def look(self) -> None:
        """Raise TimeLimitReached if the search is to end."""
        if time.perf_counter() >= self.until or (self.stop is not None and self.stop()):
            raise TimeLimitReached

    def question_end(self) -> float:
        """Return when a question that begins now must be answered."""
        if self.until == inf:
            return inf
        now = time.perf_counter()
        return min(self.until, now + max(MIN_QUESTION_SECONDS, QUESTION_SHARE * (self.until - now)))

    def run(self) -> Iterator[None]:
        """Search to the end, and yield whenever more was found."""
        self.look()
        result = self.result
        m = self.genre.model(self.puzzle, rules=self.own)
        m.objective = None
        clues = clues_of(self.puzzle, m)
        stay = named_clues(self.puzzle, [clue.place for clue in clues], self.keep)
        result.status, solution = self._solved(m, self.until)
        if result.status == "unknown":
            raise TimeLimitReached
        if result.status != "unique" or solution is None:
            return
        result.answer = self.genre.answer(self.puzzle, m, solution)
        decide_ways(self.puzzle, m, clues, self.own, self.look)
        clues = [clue for clue in clues if clue.way is not None]
        result.clues = len(clues)
        clues = [clue for clue in clues if clue.place not in stay and (self.only is None or clue.place in self.only)]
        result.kept = result.clues - len(clues)
        guarded = _Guarded(self, m, solution, [clue for clue in clues if clue.exact])
        others = [clue for clue in clues if not clue.exact]
        alone: list[PlacedClue] = []
        together: list[PlacedClue] = []
        for some in guarded.alone():
            alone += some
            result.alone = self._named(alone)
            if some and not together:
                # what one question shows to be needless is so together
                accepted_clues = self._accepted(some)
                together = accepted_clues if self._leave_out(accepted_clues) else []
            yield
        undecided = guarded.undecided
        result.undecided = self._named(undecided)
        for clue in others:
            unique = self._left_out(clue)
            if unique is None:
                undecided.append(clue)
                result.undecided = self._named(undecided)
            elif unique:
                alone.append(clue)
                result.alone = self._named(alone)
            yield
        more = [clue for clue in alone if not clue.exact]
        best = 0
        for kept in guarded.smaller():
            best = len(guarded.clues) - len(kept)
            some = self._accepted([clue for i, clue in enumerate(guarded.clues) if i not in kept])
            if len(some) > len(together) and self._leave_out(some):
                together = some
            yield
        self.random.shuffle(more)
        for clue in more:
            self.look()
            some = [*together, clue]
            if makes_sense(self.puzzle, some) and self._stays_unique(some):
                together = some
                self._leave_out(some, known=True)
                yield
        no_clue = not alone and not undecided
        yield from self._leave_out_rests(together)
        result.largest = no_clue or (not others and guarded.proved and len(together) == best)

    def _leave_out_rests(self, together: Sequence[PlacedClue]) -> Iterator[None]:
        """Leave out what stays of these clues, such as a ``?``, if it is needless itself.

        It says less than the clue, and what stays of it less again; so this comes to an end.
        """
        result = self.result
        rests = {clue.place for clue in together if clue.part is None and self._one_named(clue).left}
        if result.minimal is None or not rests:
            return
        inner = _Search(result.minimal, (), self.own, self.until, self.random, self.stop, rests)
        for _ in inner.run():
            yield
        if inner.result.minimal is not None:
            left = {clue.clue: clue.left for clue in inner.result.together}
            result.together = [clue._replace(left=left.get(clue.clue, clue.left)) for clue in result.together]
            result.minimal = inner.result.minimal
            yield

    def _solved(self, m: Model, until: float) -> tuple[str, Solution | None]:
        """Return whether a model has one solution, as ``Outcome.status`` says it, and the first one."""
        found = Clasp(m).search(2, None if until == inf else max(0.0, until - time.perf_counter()))
        return status_of(len(found.solutions), found.complete), next(iter(found.solutions), None)

    def _stays_unique(self, clues: Collection[PlacedClue]) -> bool | None:
        """Return whether the puzzle without some clues has the same answer and no other; None if the time was not enough."""
        puzzle = without(self.puzzle, clues)
        m = self.genre.model(puzzle, rules=self.own)
        m.objective = None
        status, solution = self._solved(m, self.question_end())
        if status == "unknown":
            return None
        if status != "unique" or solution is None or self.result.answer is None:
            return False
        return self.genre.answer(puzzle, m, solution).values == self.result.answer.values

    def _left_out(self, clue: PlacedClue) -> bool | None:
        """Return whether the puzzle without a clue has the same answer and no other; None if the time was not enough.

        The clue is left out in the first way that keeps the answer: without a ``?`` if that is possible.
        """
        first, undecided = clue.way, False
        for way in accepted_ways(self.puzzle, clue):
            self.look()
            clue.way = way
            unique = self._stays_unique([clue])
            if unique:
                return True
            undecided = undecided or unique is None
        clue.way = first
        return None if undecided else False

    def _accepted(self, clues: Sequence[PlacedClue]) -> list[PlacedClue]:
        """Return as many of these clues as the genre allows to be missing together."""
        if makes_sense(self.puzzle, clues):
            return [*clues]
        some: list[PlacedClue] = []
        for clue in clues:
            self.look()
            if makes_sense(self.puzzle, [*some, clue]):
                some.append(clue)
        return some

    def _leave_out(self, clues: Sequence[PlacedClue], *, known: bool = False) -> bool:
        """Take these clues as a result, if the puzzle without them is solved in time. Raise SolverError for another answer."""
        unique = known or self._stays_unique(clues)
        if unique is False:
            raise SolverError("clasp: without needless clues the answer is another one; please report this puzzle")
        if unique:
            self.result.together, self.result.minimal = self._named(clues), without(self.puzzle, clues)
        return bool(unique)

    def _named(self, clues: Iterable[PlacedClue]) -> list[NeedlessClue]:
        """Return clues as users see them, in their order on the board."""
        return [self._one_named(clue) for clue in sorted(clues, key=lambda clue: clue.number)]

    def _one_named(self, clue: PlacedClue) -> NeedlessClue:
        assert clue.way is not None
        given, mark = Names(self.puzzle).clue(*clue.place, part=clue.part), clue_mark(self.puzzle, *clue.place)
        layer, left = self.puzzle.genre.inputs[clue.place[0]], clue.way(clue.value)
        if clue.part is not None and not isinstance(layer, Sums):
            several = sum(part not in (None, UNKNOWN) for part in clue.value) > 1
            given = Phrase("{} in {}", part_name(layer, clue.value, clue.part), given) if several else given
        if clue.part is not None:
            stays = left[clue.part] or ""
        elif clue.outside:
            stays = " ".join(map(layer.token, left))
        else:
            stays = "" if left == layer.value.nothing else layer.token(left)
        return NeedlessClue(clue.place, place_name(self.puzzle, clue.place), given, stays, mark)


class _Guarded:
    """A program with a guard on each of the ``clues``, whose answers are all but the known one.

    Clues are numbered in it from 0. ``undecided`` are those about which the time was not enough to find out; ``proved``: no
    smaller set of clues than the last of ``smaller`` is enough.
    """

    def __init__(self, search: _Search, m: Model, solution: Solution, clues: Sequence[PlacedClue]) -> None:
        self.search, self.clues = search, clues
        soft = [rule for clue in clues for rule in clue.rules]
        gone = set(map(id, soft))
        lasting = [rule for rule in m.rules if id(rule) not in gone]
        lasting.append(Rule(Clause([_differs(x, solution(x)) for x in m.answer_variables()]), "another answer", None))
        self.clasp, every_guard = with_guards(m, lasting, soft)
        guards = iter(every_guard)
        self._guards = [[next(guards) for _ in clue.rules] for clue in clues]
        self._clue = {guard: i for i, some in enumerate(self._guards) for guard in some}
        self._every = frozenset(range(len(clues)))
        self._absences: list[frozenset[int]] = []
        """Sets of clues without which there is a second answer, which breaks each of them."""
        self._needless: set[int] = set()
        self._best = self._every
        self._undecided: set[int] = set()
        self.proved = False

    @property
    def undecided(self) -> list[PlacedClue]:
        """The clues about which the time was not enough to find out."""
        return [self.clues[i] for i in sorted(self._undecided)]

    def _enough(self, numbers: Collection[int], until: float | None = None) -> frozenset[int] | None:
        """Return some of these clues with which the answer is unique; None if all of them are not enough.

        Raise TimeLimitReached if that is not known in time.
        """
        some = frozenset(numbers)
        if any(not absence & some for absence in self._absences):
            return None
        guards = [guard for i in sorted(some) for guard in self._guards[i]]

        def broken(solution: Solution) -> None:
            add_defined(self.clasp.model, solution)
            others = frozenset(i for i in self._every - some if not _holds(self.clues[i], solution))
            self._absences.append(others or self._every - some)

        end = self.search.question_end() if until is None else until
        core = self.clasp.contradicting(guards, end, self.search.look, broken)
        return None if core is None else frozenset(self._clue[guard] for guard in core)

    def alone(self) -> Iterator[list[PlacedClue]]:
        """Yield the clues that are needless alone, as they are found."""
        core = self._enough(self._every, self.search.until)
        if core is None:
            raise SolverError("clasp: a puzzle with one answer has a second one; please report this puzzle")
        self._best = core
        yield self._free(self._every - core)
        for i in sorted(core):
            if i in self._needless:
                continue
            try:
                other = self._enough(self._every - {i})
            except TimeLimitReached:
                self.search.look()
                self._undecided.add(i)
                continue
            if other is not None:
                self._best = min(self._best, other, key=len)
                yield self._free(self._every - other)

    def _free(self, numbers: Collection[int]) -> list[PlacedClue]:
        """Record that these clues are needless. Return those that were not recorded yet."""
        new = sorted({*numbers} - self._needless)
        self._needless.update(new)
        self._undecided.difference_update(new)
        return [self.clues[i] for i in new]

    def smaller(self) -> Iterator[frozenset[int]]:
        """Yield smaller and smaller sets of clues that are enough for a unique answer."""
        yield self._best
        order = sorted(self._needless)
        for _ in range(MAX_ORDERS):
            if len(self._best) <= len(self._bound()):
                self.proved = True
                return
            self.search.random.shuffle(order)
            kept = self._shrunk(order)
            if len(kept) < len(self._best):
                self._best = kept
                yield kept
        for _ in range(MAX_BOUNDS):
            bound = self._bound()
            if len(bound) >= len(self._best):
                self.proved = True
                return
            try:
                core = self._enough(bound)
            except TimeLimitReached:
                self.search.look()
                return
            if core is not None:
                self._best, self.proved = core, True
                yield core
                return

    def _shrunk(self, order: Sequence[int]) -> frozenset[int]:
        """Leave out one clue after the other in this order, as long as the answer stays unique."""
        kept = self._every
        for i in order:
            if i in kept:
                try:
                    core = self._enough(kept - {i})
                except TimeLimitReached:
                    self.search.look()
                    continue
                if core is not None:
                    kept = core
        return kept

    def _bound(self) -> frozenset[int]:
        """Return a smallest set with a clue of each set whose absence allows a second answer."""
        self.search.look()
        needed = frozenset(i for absence in self._absences if len(absence) == 1 for i in absence)
        rest = list(dict.fromkeys(absence for absence in self._absences if not absence & needed))
        if not rest:
            return needed
        m = Model()
        clues = {i: m.binary() for i in sorted({i for absence in rest for i in absence})}
        for absence in rest:
            m.require("one of these clues stays", any_of([clues[i] for i in sorted(absence)]))
        m.objective = total(clues.values())
        until = self.search.until
        found = Clasp(m).search(1, None if until == inf else max(0.0, until - time.perf_counter()))
        if not found.solutions:
            raise TimeLimitReached
        return needed | {i for i, x in clues.items() if found.solutions[0](x)}


def _differs(x: Lit | Int, value: int) -> Lit:
    """Return the literal that a variable of the answer has another value."""
    return x != value if isinstance(x, Int) else ~x if value else x


def _holds(clue: PlacedClue, solution: Solution) -> bool:
    """Return whether an answer is known to keep the rules of a clue."""
    try:
        return all(
            solution(rule.constraint) if isinstance(rule.constraint, Lit) else rule.constraint.holds(solution)
            for rule in clue.rules
        )
    except KeyError:
        return False  # the rule speaks of more than the answer
