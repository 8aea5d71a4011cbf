"""Why a puzzle has no answer: a small set of its clues and rules that contradict each other.

Clues come first, because typing errors are mostly in clues: the set has as few rules from clues as possible. Every other
rule is named once, if it is needed at all. If the rules contradict each other without any clue, because of the rooms for
example, each place of a rule is examined.

Rules that may be left out are stated with guards, the others in their fast forms. clasp reports the guards that a
contradiction needs, and one after the other is left out for good if the rest still contradicts itself. If guards make the
search slow, the puzzle is stated anew for each question, with fewer rules.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.check import Broken, cells_of
from pencilp.analysis.names import Names
from pencilp.analysis.steps.step import Step, Way
from pencilp.api import checked_limit
from pencilp.board.puzzle import Puzzle
from pencilp.errors import SolverError
from pencilp.genres import genre_of
from pencilp.genres.base import OwnRule
from pencilp.model import Model, Rule
from pencilp.model.structures import RuleFamily
from pencilp.solvers.clasp.search import Clasp, with_guards

GUARDED_SECONDS = 0.25
"""Seconds that a program with guards has to show the contradiction."""
QUESTION_SECONDS = 0.15
"""Seconds for the question whether a single rule can go. If they are not enough, it stays."""
EVERYWHERE_SECONDS = 0.12
"""Seconds for finding out which of the rules that hold everywhere are needed, if clues are named."""
SMALLER_SECONDS = 0.06
"""Seconds for the search for smaller sets in other orders."""
MAX_ORDERS = 30
"""The number of these orders, at most."""


class Explanation:
    """The result of ``explain``: the way to the answer of a puzzle, or why there is no answer.

    ``status`` is "none" if there is no answer, "some" if there is one, and "unknown" if the time was not enough to find
    out. With "some", ``way`` leads to the answer, and ``steps`` are its steps (None and empty if only a conflict was
    searched for). With "none", ``rules`` contradict each other: first those that come from clues, then those that hold
    everywhere, each named once. If no clue is needed, rules about places that the puzzle chooses, such as its rooms, are
    named with these places. ``minimal``: without any one of those clues (or places) there would be an answer; otherwise
    the time was not enough to show that, and fewer may do. Rules that hold everywhere are left out if they were quickly
    found to be needless. ``seconds`` is how long it took.
    """

    __slots__ = ("minimal", "puzzle", "rules", "seconds", "status", "way")

    def __init__(
        self,
        puzzle: Puzzle,
        status: str,
        rules: list[Broken],
        seconds: float,
        *,
        minimal: bool,
        way: Way | None = None,
    ) -> None:
        self.puzzle, self.status, self.rules, self.seconds, self.minimal = puzzle, status, rules, seconds, minimal
        self.way = way

    @property
    def steps(self) -> list[Step]:
        """The steps of the way."""
        return [] if self.way is None else self.way.steps

    @property
    def clues(self) -> list[Broken]:
        """The rules that come from clues."""
        return [rule for rule in self.rules if rule.clue is not None]

    @property
    def places(self) -> list[Any]:
        """The places that drawings mark (``marked=`` of ``to_svg`` and ``to_text``): the clues and the places of the rules."""
        return [place for rule in self.rules for place in rule.places]

    def in_language(self, language: str) -> Explanation:
        """Return the same explanation with the texts of its steps in a language ("en" or "ja")."""
        way = None if self.way is None else self.way.in_language(language)
        return Explanation(self.puzzle, self.status, self.rules, self.seconds, minimal=self.minimal, way=way)

    def _repr_svg_(self) -> str:
        from pencilp.draw.svg import to_svg

        return to_svg(self.puzzle, marked=self.places)

    def __str__(self) -> str:
        if self.way is not None:
            return str(self.way)
        return "\n".join(f"{rule.where}: {rule.rule}" if rule.where else str(rule) for rule in self.rules)

    def __repr__(self) -> str:
        if self.way is not None:
            return f"<Explanation {self.status}: {len(self.steps)} steps in {self.seconds:.3f} s>"
        return f"<Explanation {self.status}: {len(self.rules)} rules, {len(self.clues)} of them clues, in {self.seconds:.3f} s>"


def conflict(
    puzzle: Puzzle,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
    has_no_answer: bool = False,
) -> Explanation:
    """Return why ``puzzle`` has no answer: clues and rules that contradict each other, as few as are found quickly.

    After ``time_limit`` seconds, or as soon as ``stop()`` is true, everything found by then is returned: all clues
    and rules, if it is only known that there is no answer. ``has_no_answer``: this is known already, and is not asked
    again. ``rules`` are further rules, see ``formulate``. Raise InputError when the puzzle makes no sense, or the limit.
    """
    limit = checked_limit(time_limit, 1)
    start = time.perf_counter()
    clock = TimeLimit(limit)
    search = _Search(puzzle, rules, clock.end, stop, has_no_answer)
    done = True
    try:
        clock.run(search.run)
    except TimeLimitReached:
        done = False
    return Explanation(
        puzzle, search.status, search.named(), time.perf_counter() - start, minimal=done and search.sure
    )  # fmt: skip


class _TooMany(Exception):
    """A set has become no smaller than another."""


class _Search:
    """One search for a conflict; ``needed`` are the rules that are known to contradict each other, and it becomes smaller."""

    def __init__(
        self,
        puzzle: Puzzle,
        rules: Iterable[OwnRule],
        until: float,
        stop: Callable[[], bool] | None,
        has_no_answer: bool,
    ) -> None:
        self.puzzle, self.own, self.until, self.stop = puzzle, rules, until, stop
        self.genre = genre_of(puzzle)
        self.status = "none" if has_no_answer else "unknown"
        self.needed: list[Rule] = []
        self.sure = True
        """Whether every question about a rule was answered."""
        self.random = random.Random(1)
        self.m: Model

    def look(self) -> None:
        """Raise TimeLimitReached when the search is to end."""
        if self.stop is not None and self.stop():
            raise TimeLimitReached

    def run(self) -> None:
        """Search to the end."""
        if self.status == "unknown":
            self.look()
        self.m = m = self.genre.model(self.puzzle, rules=self.own)
        m.objective = None
        every = [*m.rules]
        if self.status == "unknown" and Clasp(m).contradicting((), self.until, self.look) is None:
            self.status = "some"
            return
        self.status, self.needed = "none", every
        self.look()
        clues = [rule for rule in every if rule.clue is not None]
        others = [rule for rule in every if rule.clue is None]
        if clues:
            kept = self.fewest(clues, others)
            self.needed = [*kept, *others]
        else:
            kept = []
        groups: dict[str, list[Rule]] = {}
        for rule in others:
            groups.setdefault(rule.words, []).append(rule)
        # what speaks of the whole board goes first: what is said of single places is easier to see
        end = time.perf_counter() + EVERYWHERE_SECONDS
        for words in sorted(groups, key=lambda words: groups[words][0].at is not None):
            if kept and time.perf_counter() > end:
                break
            without = [rule for rule in self.needed if rule.clue is not None or rule.words != words]
            if words and self.contradicts(without, sure=bool(kept)):
                self.needed = without
                del groups[words]
        if kept:
            return
        for words, group in sorted(groups.items(), key=lambda item: len(item[1])):
            if words and self.single(group):
                adjacent = [rule for rule in self.needed if rule.words != words]
                self.needed = [*adjacent, *self.fewest(group, adjacent)]

    def single(self, group: Sequence[Rule]) -> bool:
        """Return whether rules with the same words are about places that the puzzle chooses, such as its rooms."""
        few = len(group) < len(self.puzzle.lattice.cells)
        return few and all(rule.at is not None and not isinstance(rule.constraint, RuleFamily) for rule in group)

    def fewest(self, soft: Sequence[Rule], hard: Sequence[Rule]) -> list[Rule]:
        """Return rules of ``soft`` that contradict ``hard``, none of them needless; all of ``soft`` together do."""
        guarded = _Guarded(self, soft, hard)
        try:
            found = guarded.core(range(len(soft)), min(self.until, time.perf_counter() + GUARDED_SECONDS))
        except TimeLimitReached:
            self.go_on()
            return self.anew(list(soft), hard, len(soft) // 2)
        if found is None:
            raise SolverError(
                "clasp: with all rules there was no answer, and now there is one; please report this puzzle"
            )

        def record(numbers: Sequence[int]) -> list[Rule]:
            """Record that these are enough."""
            some = [soft[i] for i in sorted(numbers)]
            self.needed = [*hard, *some]
            return some

        record(found)
        try:
            kept, rest = self.shrunk(guarded, found, still=record)
        except _TooMany:
            raise AssertionError from None
        if rest:
            known = [soft[i] for i in kept]
            return [*known, *self.anew([soft[i] for i in rest], [*hard, *known], 1)]
        further = min(self.until, time.perf_counter() + SMALLER_SECONDS)
        for _ in range(MAX_ORDERS):
            if len(kept) < 3 or time.perf_counter() > further:
                break
            try:
                found = guarded.core(self.around(self.random.choice(kept), soft), further)
                another, rest = self.shrunk(guarded, found or (), most=len(kept), until=further)
            except (TimeLimitReached, _TooMany):
                self.go_on()
                continue
            if not rest and self.weight(soft, another) < self.weight(soft, kept):
                kept = another
                record(kept)
        return record(kept)

    def go_on(self) -> None:
        """Raise TimeLimitReached if the whole time is over, not only that of one question."""
        self.look()
        if time.perf_counter() >= self.until:
            raise TimeLimitReached

    @staticmethod
    def weight(soft: Sequence[Rule], numbers: Sequence[int]) -> tuple[int, int]:
        """Return how good a set is, the least is best: few clues are better than few rules."""
        clues = [soft[i].clue or (i,) for i in numbers]
        return len({(id(values), *where) for values, *where in clues}), len(numbers)

    def around(self, middle: int, soft: Sequence[Rule]) -> list[int]:
        """Return the numbers of all rules, those nearest to the one with the number ``middle`` first."""
        positions = self.puzzle.lattice.positions
        start = [positions[c] for c in cells_of(soft[middle].at)[:1]]

        def far(i: int) -> tuple[int, float]:
            steps = (
                max(abs(positions[c][0] - row), abs(positions[c][1] - col))
                for c in cells_of(soft[i].at)
                for row, col in start
            )
            return min(steps, default=0), self.random.random()

        return sorted(range(len(soft)), key=far)

    def shrunk(
        self,
        guarded: _Guarded,
        found: Sequence[int],
        *,
        most: float = inf,
        until: float = inf,
        still: Callable[[Sequence[int]], object] = lambda _: None,
    ) -> tuple[list[int], list[int]]:
        """Return the rules of ``found`` (numbers of rules in conflict) that are needed, and those not examined.

        Together they are in conflict. The second list is empty unless a question took too long. Raise _TooMany as soon
        as ``most`` are known to be needed. ``still`` is called with every set that is enough.
        """
        kept, rest = list[int](), list(found)
        while rest:
            last = rest.pop()
            try:
                core = guarded.core([*kept, *rest], min(self.until, until, time.perf_counter() + QUESTION_SECONDS))
            except TimeLimitReached:
                self.go_on()
                return kept, [*rest, last]
            if core is None:
                kept.append(last)
                if len(kept) >= most:
                    raise _TooMany
            else:
                here = set(core)
                rest = [i for i in rest if i in here]
                still([*kept, *rest])
        return kept, []

    def anew(self, soft: list[Rule], hard: Sequence[Rule], size: int) -> list[Rule]:
        """Return the same by questions for which the puzzle is stated anew.

        ``size`` rules are left out at a time, then fewer.
        """
        while size:
            at = 0
            while at < len(soft):
                without = soft[:at] + soft[at + size :]
                if self.contradicts([*hard, *without], sure=size > 1):
                    soft = without
                    self.needed = [*hard, *soft]
                else:
                    at += size
            size = min(size // 2, len(soft))
        return soft

    def contradicts(self, rules: Sequence[Rule], *, sure: bool = False) -> bool:
        """Return whether these rules contradict each other.

        False also if that is not known in time, which is remembered unless another question about the same follows
        (``sure``).
        """
        self.look()
        wanted = set(map(id, rules))
        every, self.m.rules = self.m.rules, [rule for rule in self.m.rules if id(rule) in wanted]
        try:
            until = min(self.until, time.perf_counter() + QUESTION_SECONDS)
            return Clasp(self.m).contradicting((), until, self.look) is not None
        except TimeLimitReached:
            self.go_on()
            self.sure = self.sure and sure
            return False
        finally:
            self.m.rules = every

    def named(self) -> list[Broken]:
        """Return the rules of the conflict, as users see them."""
        if self.status != "none":
            return []
        clues = [rule for rule in self.needed if rule.clue is not None]
        others = [rule for rule in self.needed if rule.clue is None and rule.words]
        names = Names(self.puzzle)
        named = [Broken.of(names, self.m, rule) for rule in clues]
        everywhere = []
        groups: dict[str, list[Rule]] = {}
        for rule in others:
            groups.setdefault(rule.words, []).append(rule)
        for words, group in groups.items():
            if clues or not self.single(group):
                everywhere.append(Broken(words, "", ()))
            else:
                named += [Broken.of(names, self.m, rule) for rule in group]
        return list({(b.rule, b.at, b.clue): b for b in (*named, *everywhere)}.values())


class _Guarded:
    """``hard`` rules, and ``soft`` ones that can be examined in any combination."""

    def __init__(self, search: _Search, soft: Sequence[Rule], hard: Sequence[Rule]) -> None:
        self.clasp, self.guards = with_guards(search.m, hard, soft)
        self.number = {guard: i for i, guard in enumerate(self.guards)}
        self.look = search.look

    def core(self, numbers: Sequence[int], until: float) -> list[int] | None:
        """Return the soft rules that clasp needs for a contradiction; None if there is none."""
        found = self.clasp.contradicting([self.guards[i] for i in numbers], until, self.look)
        return None if found is None else [self.number[guard] for guard in found]
