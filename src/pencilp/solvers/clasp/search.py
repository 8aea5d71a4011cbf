"""clasp, the default solver: conflict-driven search with unfounded-set reasoning for connectivity."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from functools import partial
from math import inf
from typing import Any, NamedTuple

from pencilp._util import garbage
from pencilp._util.timeout import TimeLimitReached, has_threads
from pencilp.errors import SolverError
from pencilp.model import Clause, Constraint, Int, Lazy, Lit, Model, Rule, Solution, all_hold
from pencilp.model.structures import RuleFamily
from pencilp.reformulate.plan import additional_rules, plan
from pencilp.reformulate.rewrite import Narrowing
from pencilp.solvers import MAX_THREADS
from pencilp.solvers.clasp.optimum import Optimum
from pencilp.solvers.clasp.side import Engine, Found, Run
from pencilp.solvers.clasp.statement import ClaspProgram
from pencilp.solvers.result import Ending, Result, collect_result

NAME = "clasp"


FIRST_CONFLICTS = 200
"""Conflicts of the first stage, in the caller's own thread (up to clasp's next restart, when it checks its limits)."""
TURN_CONFLICTS, TURN_FACTOR = 10_000, 2
"""Conflicts of the first search in the next stage, and the factor by which they grow from stage to stage. The
``OTHER_OPTIONS`` take turns and share the same number of conflicts; none gets more time than the first search."""
SECOND_STATEMENT_CONFLICTS = 2000
"""A second statement of the model (``reformulate.plan.AdditionalRules``) has its first turn after this number of
conflicts. It has redundant rules. It gets as many conflicts as the first search."""
DEFERRED_RULES_CONFLICTS = 2000
"""After this number of conflicts a search gets the rules that short searches do not need
(``Rewrite.deferred_rules``)."""
MAX_CONFLICTS = 100_000
"""The greatest number of conflicts when a search is called again and again."""
FIRST_SECONDS = 0.1
"""Roughly the greatest time in seconds of such a stage."""
STEADY_CONFLICTS = 2000
"""The greatest number of conflicts in a row of a search that never looks at the clock."""
BROKEN_CONFLICTS = 20
"""The number of conflicts that such a search has less for each answer that breaks lazily stated rules."""
MAX_SMALL_VARIABLES = 2500
"""The greatest number of variables of a model that is searched in the caller's thread: on a large model a hundred
conflicts can take seconds."""
BEFORE_RACE_SECONDS = 1.0
"""Seconds that one thread searches before all processors race (``threads=0``)."""
BEFORE_NEARBY_SECONDS = 0.5
"""Seconds after the first answer before a second one is looked for near it
(``pencilp.solvers.clasp.neighbourhoods``)."""
NEARBY_SECONDS, NEARBY_CONFLICTS = 1.0, 1000
"""The greatest time in seconds for that, and the greatest number of conflicts in each neighbourhood."""

MAX_EXCLUDED_ANSWERS = 1000
"""The number of answers that are excluded by a clause each. After that the search steps back from each answer to the
next, which takes no more memory for more answers."""

MAX_CUTS = 40
"""After this number of disconnected answers, rules state connectivity in place of cuts."""

RANDOM_DECISIONS = b"0.05"
"""The share of random decisions when varied answers are wanted."""
MAX_FRUITLESS_ANSWERS = 30
"""Answers in a row without news about shared values after which the search stops."""

COMPLETE, ENOUGH, LIMIT, BROKEN, CROWDED = range(5)
"""How a round ends: the search was complete; as many answers as asked for were found; its time or its conflicts ran
out; an answer breaks lazily stated rules that must be stated before the search goes on; there are many answers."""

OPTIONS = {"--trans-ext": "no", "--eq": "0"}
"""clasp's options whose defaults are not the best. By default it turns counts into clauses, which takes longer than it
saves. It also looks for equivalent atoms, which saves no time and has given wrong answers (clasp 3.4.2): if counts hold
negations of atoms that support each other, it takes an unfounded group for supported."""
LOOKING_AHEAD = {"--lookahead": "atom,100"}
"""Further options for a plan in which looking ahead pays."""
OTHER_OPTIONS = (
    {"--trans-ext": "card", "--configuration": "trendy"},
    {"--trans-ext": "dynamic"},
    {"--configuration": "crafty"},
)
"""Options of further searches, which take turns with the first if it takes long. A puzzle that is easy for one can be
hopeless for another, above all if large counts must be about half of their cells: without variables for the partial
sums, clasp learns nothing from them."""


MIN_WIDE_COUNT = 8
"""The least width of a count (``GroundProgram.widest``) for which the others get turns: if all counts are narrow, they
lose more than they gain."""


HAND_OVER_CONFLICTS = 100_000
"""After this number of conflicts CP-SAT, if it is installed, takes over the search for a second answer of a narrowed
program. Such a program consists almost only of clauses, and CP-SAT refutes the hard ones faster. clasp is faster on
easy ones."""


class _Task:
    """The task of a search and its results so far, over several rounds.

    ``found`` is the number of answers so far. ``bits`` and ``ints`` are the variables to be read. An answer is excluded
    by the literals of ``free`` and by the true ones of ``values``. ``blocked`` are the clauses added during a search,
    ``first`` is the time of the first answer, ``near`` the time at which a second answer is looked for near it,
    ``finder`` the racing search that found the last one. From ``crowded`` answers on they are no longer excluded by
    clauses; ``stepping``: this has begun.
    """

    __slots__ = (
        "bits",
        "blocked",
        "common",
        "core",
        "count",
        "crowded",
        "deadline",
        "excluded",
        "finder",
        "first",
        "found",
        "free",
        "ints",
        "more",
        "narrowed",
        "near",
        "optimum",
        "session",
        "steady",
        "stepping",
        "values",
    )

    def __init__(
        self,
        count: int,
        *,
        bits: Sequence[int] = (),
        ints: Sequence[Int] = (),
        values: Sequence[int] = (),
        free: Sequence[int] = (),
        wanted: bool = False,
    ) -> None:
        self.count, self.bits, self.ints, self.values, self.free = count, bits, ints, values, free
        self.found = 0
        self.optimum = Optimum(wanted=wanted)
        """The bound of the objective, if only the best answers are ``wanted``."""
        self.narrowed = False
        """Whether only the narrowing of a plan is searched."""
        self.crowded = inf
        self.stepping = False
        self.deadline = inf
        """The time at which the search must end."""
        self.steady = False
        """Whether the search never looks at the clock, so that it goes the same way on every machine."""
        self.common: _Common | None = None
        """If only common values are asked for: the values that may still be common."""
        self.first: float | None = None
        self.near = inf
        self.finder = 0
        self.excluded: list[int] = []
        """The clause that excludes the first answer."""
        self.session = 0
        """The atom under which answers are excluded; 0: they are excluded for ever."""
        self.blocked: list[list[int]] = []
        self.more: list[Constraint] = []
        self.core: list[int] = []
        """The assumptions that contradict each other, if nothing satisfies them."""


class CommonResult(NamedTuple):
    """The common values of all answers.

    ``first`` is the first answer; ``agreed`` has the keys (``variable_key``) of the variables on which all agree; ``found`` is
    the number of answers found; ``complete``: all other answers agree there, too. ``gave_up``: the search ended because
    too many answers in a row showed nothing new.
    """

    first: Solution | None
    agreed: Collection[tuple[bool, int]]
    found: int
    complete: bool
    gave_up: bool = False


class _Common:
    """The values that all answers so far share, as a clause that the next answer, which must differ, satisfies."""

    __slots__ = ("first", "found", "fruitless", "left", "program", "variables")

    def __init__(self, program: ClaspProgram, variables: Iterable[Any]) -> None:
        self.program = program
        self.variables = {variable_key(x): x for x in variables}
        self.first: Solution | None = None
        self.found = 0
        self.fruitless = 0
        """The number of answers in a row that changed nothing (which happens if derived variables are read)."""
        self.left: dict[tuple[bool, int], list[int]] = {}
        """For each variable on which all answers agree: literals, one of them true in an answer that does not."""

    def add(self, solution: Solution, value: Any = None) -> list[int]:
        """Add an answer, and return the clause for the next.

        ``value`` returns the value of a variable in the answer.
        """
        first, variables = self.first, self.variables
        derived: dict[tuple[bool, int], list[int]] = {}
        for d in self.program.derived:
            assert d.differing is not None
            for x, lits in zip(d.xs, d.differing(value), strict=True):
                derived[variable_key(x)] = [lit.n for lit in lits]
        if first is None:
            self.first = solution
            self.left = {
                k: derived[k] if k in derived else self.program.differing(x, solution(x)) for k, x in variables.items()
            }
        else:
            before = len(self.left)
            self.left = {
                k: derived.get(k, lits)
                for k, lits in self.left.items()
                if solution(variables[k]) == first(variables[k])
            }
            self.fruitless = self.fruitless + 1 if len(self.left) == before else 0
        self.found += 1
        return list(dict.fromkeys(lit for lits in self.left.values() for lit in lits))


def variable_key(x: Any) -> tuple[bool, int]:
    """Return a key that identifies a variable."""
    return (True, x.index) if isinstance(x, Int) else (False, abs(x.n))


class Clasp:
    """A model stated to clasp, ready to be searched, also several times under assumptions.

    With ``guarded`` every instance of a rule has a guard, and holds only if the guard is assumed. ``lasting`` rules
    have none.

    ``threads`` is how many configurations of clasp search at once, at most as many as there are processors; the first
    that ends stops the others. With 0 one searches alone for a moment, then as many as there are processors.
    ``options`` are command-line options of clasp ("--configuration=jumpy"). ``whole``: all variables are stated and no
    answers are left out, so that later additions may use any variable.
    """

    @garbage.paused()
    def __init__(
        self,
        model: Model,
        *,
        guarded: bool = False,
        lasting: Sequence[Rule] = (),
        whole: bool = False,
        threads: int = 1,
        options: Sequence[str] = (),
    ) -> None:
        usual = dict(OPTIONS)
        if not guarded and plan(model).look_ahead:
            usual.update(LOOKING_AHEAD)
        processors = 1 if threads == 1 or not has_threads() else min(_processors(), MAX_THREADS)
        further = list(options)
        if min(threads, processors) > 1:
            # with more threads than processors clasp prints a warning
            further.append(f"--parallel-mode={min(threads, processors)},compete")
        self.model = model
        self._statement = partial(
            Engine, model, guarded=guarded, standalone=whole or guarded, lasting=lasting, options=further
        )
        self._cutting = not guarded and not whole and model.objective is None
        """Whether connected sets may be stated by cuts (``pencilp.solvers.clasp.cutting``)."""
        start = time.perf_counter()
        self._engine = self._statement(usual, cutting=self._cutting)
        self._stating = time.perf_counter() - start
        """Seconds that stating the program takes."""
        self._stated = model.snapshot()
        """The model as it was stated. The other engines state the same, even if the model has changed since."""
        # atoms that are made between searches exist in one engine only
        single = options or guarded or whole or model.objective is not None
        self._second = not single and bool(self.program.plan.second_statement_rules)
        """Whether there is a second statement, which is search number 1."""
        others = OTHER_OPTIONS if not single and self.program.widest >= MIN_WIDE_COUNT else ()
        self._choices = (usual, *((usual,) if self._second else ()), *({**usual, **other} for other in others))
        self._engines: list[Engine | None] = [self._engine, *(None for _ in self._choices[1:])]
        """One for each of ``_choices``, made for its first turn."""
        self._cuts = 0
        """The number of disconnected answers that were cut off."""
        self._additions: list[Callable[[ClaspProgram], object]] = []
        """The rules that were stated after the program, for engines that are made later."""
        self._repeated = guarded or whole
        """Whether it is searched repeatedly: then no engine may lose answers for ever."""
        self._lost_answers = False
        """Whether the engines have lost answers that an earlier search found."""
        self._racing_threads = processors if threads == 0 else 1
        """The number of threads that race after a moment."""
        self._may_hand_over = False
        """Whether the search may be handed over to CP-SAT."""
        if self.program.narrow and not further and model.objective is None:
            from pencilp.solvers.installed import installed

            self._may_hand_over = installed("cpsat")
        self._handed_over = False

    @property
    def program(self) -> ClaspProgram:
        """The stated program. Its atoms are the same in every engine."""
        return self._engine.program

    def __call__(self, count: int = 2, time_limit: float | None = None) -> Result:
        """Return the result of ``search``."""
        return self.search(count, time_limit)

    def search(
        self,
        count: int = 2,
        time_limit: float | None = None,
        assumptions: Sequence[int] = (),
        watch: Sequence[Any] = (),
    ) -> Result:
        """Look for up to ``count`` answers; ``count=0`` looks for all.

        ``watch`` are further variables whose values the solutions must have; ``time_limit`` is in seconds.
        """
        return collect_result(self.answers(count, time_limit, assumptions, watch))

    def answers(
        self,
        count: int = 0,
        time_limit: float | None = None,
        assumptions: Sequence[int] = (),
        watch: Sequence[Any] = (),
    ) -> Generator[Solution, None, Ending]:
        """Yield the answers one by one, each found on demand; see ``search``. Return how it ended."""
        self._begin()
        task = self._task(count, watch)
        # a narrowing is valid only if nothing else uses its variables
        task.narrowed = bool(self.program.narrow and count in (1, 2)) and not (
            assumptions or watch or self.program.optimising
        )
        if (not count or count > MAX_EXCLUDED_ANSWERS) and has_threads():
            task.crowded = self._max_excluded(task)
        end = yield from self._rounds(task, time_limit, assumptions)
        winner = NAME if end is LIMIT else self._winner(task, end)
        return Ending(winner, end is COMPLETE, task.first, task.optimum.incumbent)

    def possible(self, assumptions: Sequence[int], conflicts: int | None = None) -> bool | None:
        """Return whether ``assumptions`` can hold, None if this is still open after ``conflicts`` conflicts."""
        if conflicts is None:
            return bool(self.search(1, assumptions=assumptions).solutions)
        self._begin()
        task = _Task(1)
        rounds = self._round(task, inf, assumptions, threaded=False, conflicts=conflicts)
        try:
            next(rounds)
            rounds.close()
            return True
        except StopIteration as stop:
            return False if stop.value is COMPLETE else None

    def example(
        self, assumptions: Sequence[int], conflicts: int, look: Callable[[], object] = lambda: None
    ) -> Solution | None:
        """Return an answer with ``assumptions``, None if there is none, or none is found within ``conflicts`` conflicts.

        The clock has no part in it, so the answer is the same on every machine. ``look`` is called now and then.
        """
        self._begin()
        return self._steady(self._task(1, ()), assumptions, conflicts, look)[0]

    def set_random(self, share: str, sign: str) -> None:
        """Set the share of random decisions and the rule for signs in the next searches, as clasp reads them."""
        self._engine.set(b"solver.rand_freq", share.encode())
        self._engine.set(b"solver.sign_def", sign.encode())

    def refuted(self, assumptions: Sequence[int], conflicts: int, look: Callable[[], object]) -> list[int] | None:
        """Return a subset of ``assumptions`` that clasp found contradictory, None if none is found within ``conflicts``.

        The clock has no part in it, so the result is the same on every machine. ``look`` is called now and then.
        """
        self._begin()
        task = _Task(1)
        return task.core if self._steady(task, assumptions, conflicts, look)[1] is COMPLETE else None

    def shared(self, first: Solution, limits: tuple[int, int], look: Callable[[], object]) -> CommonResult:
        """Return the values that all answers share with the answer ``first``, without a look at the clock.

        ``limits`` are the greatest number of further answers, and that of conflicts for each of them. The program has then lost
        answers and must not be used again. Its derived variables must have ``differing``.
        """
        answers, conflicts = limits
        self._begin()
        task = self._task(1, ())
        common = _Common(self.program, self.model.answer_variables())
        clause, end = common.add(first), ENOUGH
        while clause and end is ENOUGH and common.found <= answers:
            look()
            self.program.add_clauses([clause])
            found, end = self._steady(task, (), conflicts, look)
            if found is not None:
                clause = common.add(found)
        complete = not clause or end is COMPLETE
        return CommonResult(first, common.left, common.found, complete, common.found > answers)

    def _steady(
        self, task: _Task, assumptions: Sequence[int], conflicts: int, look: Callable[[], object]
    ) -> tuple[Solution | None, int]:
        """Return the first answer found within ``conflicts`` conflicts, or None and how the search ended."""
        task.steady = True
        slice = FIRST_CONFLICTS
        while True:
            rounds = self._round(task, inf, assumptions, threaded=False, conflicts=min(slice, conflicts))
            try:
                found = next(rounds)
                rounds.close()
                return found, ENOUGH
            except StopIteration as stop:
                end = stop.value
            # clasp's core does not name the clauses that were added during the search
            if end is COMPLETE and not (task.blocked and assumptions):
                return None, end
            self._state_broken(task)
            # stating rules that were broken takes time, too
            conflicts -= slice if end is LIMIT else BROKEN_CONFLICTS
            if conflicts <= 0:
                return None, LIMIT
            if end is LIMIT:
                slice = min(2 * slice, STEADY_CONFLICTS)
            look()

    def contradicting(
        self,
        assumptions: Sequence[int],
        until: float = inf,
        look: Callable[[], object] = lambda: None,
        witness: Callable[[Solution], object] | None = None,
    ) -> list[int] | None:
        """Return a subset of ``assumptions`` that clasp found contradictory, None if all can hold.

        If all can hold, ``witness`` is called with an answer's variables. The subset is empty if nothing satisfies the program
        itself. Raise TimeLimitReached if that is not decided by the time ``until``. ``look`` is called now and then; an
        exception that it raises ends the search.
        """
        self._begin()
        threaded = self.model.size >= MAX_SMALL_VARIABLES
        conflicts, slice = FIRST_CONFLICTS, FIRST_SECONDS
        task = _Task(1) if witness is None else self._task(1, ())
        task.deadline = until
        while True:
            look()
            now = time.perf_counter()
            if now >= until or self._engine.abandoned:
                raise TimeLimitReached
            limit = 0 if threaded else conflicts
            rounds = self._round(task, min(until, now + slice), assumptions, threaded=threaded, conflicts=limit)
            try:
                found = next(rounds)
                rounds.close()
                if witness is not None:
                    witness(found)
                return None
            except StopIteration as stop:
                # clasp's core does not name the clauses that were added during the search
                if stop.value is COMPLETE and not (task.blocked and assumptions):
                    return task.core
                self._state_broken(task)
                if stop.value is LIMIT:
                    conflicts, slice = min(2 * conflicts, MAX_CONFLICTS), 2 * slice

    def common_values(self, time_limit: float | None = None, known: Sequence[Solution] = ()) -> CommonResult:
        """Return the common values of all answers; ``check_solver`` are answers found before.

        Each answer must differ from what all before it share. So the search for the second one proves that the first is
        the only one, and only the last search finds none. The program has then lost answers and must not be used again.
        Its derived variables must have ``differing``.
        """
        if not known:
            self._begin()
        task = self._task(0, ())
        with self._stated:
            task.common = common = _Common(self.program, self.model.answer_variables())
        for solution in known:
            task.excluded = common.add(solution)
        if known:
            task.blocked.append(task.excluded)
            self._state_found(task)
        deadline = inf if time_limit is None else time.perf_counter() + time_limit
        rounds = self._rounds(task, time_limit, ())
        complete = False
        varied = False
        try:
            while (common.found < 2 or task.excluded) and common.fruitless < MAX_FRUITLESS_ANSWERS:
                next(rounds)
                if common.found > 1 and not varied:
                    # there is more than one answer: from now on answers should share little
                    varied = True
                    rounds.close()
                    self._engine.set(b"solver.rand_freq", RANDOM_DECISIONS)
                    self._state_found(task)
                    rounds = self._rounds(task, None if deadline == inf else deadline - time.perf_counter(), ())
            complete = common.fruitless < MAX_FRUITLESS_ANSWERS
        except StopIteration as stop:
            complete = stop.value is not LIMIT
        finally:
            rounds.close()
        return CommonResult(
            common.first, common.left, common.found, complete, common.fruitless >= MAX_FRUITLESS_ANSWERS
        )

    def _task(self, count: int, watch: Sequence[Any]) -> _Task:
        """Return which variables are read from answers, and which distinguish them."""
        program = self.program
        with self._stated:
            answer, objective = self.model.answer_variables(), self.model.objective
        if objective is not None:
            watch = [*watch, *(x for _, x in objective.terms)]
        numbers = [x for x in answer if x.__class__ is Int]
        deciding = [abs(x.n) for x in answer if x.__class__ is not Int]
        if program.derived:
            derived = [x for variables in program.derived for x in variables.xs]
            bits_derived = {abs(x.n) for x in derived if isinstance(x, Lit)}
            ints_derived = {x.index for x in derived if isinstance(x, Int)}
            numbers = [x for x in numbers if x.index not in ints_derived]
            deciding = [n for n in deciding if n not in bits_derived]
        bits, ints = deciding, numbers
        if watch:
            bits = [*deciding, *(abs(x.n) for x in watch if x.__class__ is not Int)]
            ints = [*numbers, *(x for x in watch if x.__class__ is Int)]
        return _Task(
            count,
            bits=sorted({*bits}),
            ints=list({x.index: x for x in ints}.values()),
            values=[lit for x in numbers if program.by_values(x) for lit in program.literals_of(x)],
            free=[*deciding, *(lit for x in numbers if not program.by_values(x) for lit in program.literals_of(x))],
            wanted=program.optimising,
        )

    def _deciding(self, task: _Task) -> list[int]:
        """Return the atoms that determine an answer: solutions have the same answer if and only if they agree there."""
        derived = (lit.n for d in self.program.derived for lit in d.deciding)
        return sorted({abs(lit) for lits in (task.free, task.values, derived) for lit in lits})

    def _max_excluded(self, task: _Task) -> float:
        """Return the number of answers after which the search may step back from each to the next.

        Then it sees no other solution with the same answer, even if the first one breaks a lazily stated rule. So no
        such rule may use other variables than those of the answer.
        """
        atoms = set(self._deciding(task))
        if any(atom not in atoms for some in self.program.pieces for atom in some.atoms):
            self._stop_cutting()
        over = (lit for rule in self.program.lazy for x in rule.over for lit in self.program.literals_of(x))
        return MAX_EXCLUDED_ANSWERS if all(abs(lit) in atoms for lit in over) else inf

    def _rounds(
        self, task: _Task, time_limit: float | None, assumptions: Sequence[int]
    ) -> Generator[Solution, None, int]:
        """Yield the answers in as many rounds as needed. Return how the last one ended (``COMPLETE``, ...)."""
        self._turn_to(0)
        if self._engine.abandoned:
            return LIMIT
        task.deadline = deadline = inf if time_limit is None else time.perf_counter() + time_limit
        program = self.program
        if self._repeated and task.common is None:
            # an answer that this search excludes is not excluded from the next search
            task.session = program.free_atom()
            assumptions = [*assumptions, task.session]
        searches = [list(assumptions)]
        if program.narrow:
            searches = [[*assumptions, program.narrow if task.narrowed else -program.narrow]]
            if task.narrowed and program.plan.narrowing.likely is not None:  # type: ignore[union-attr]
                searches.insert(0, [*searches[0], program.plan.narrowing.likely.n])  # type: ignore[union-attr]
        stages = self._stages(deadline)
        stage: tuple[bool, int, float] | None = next(stages, None)
        while stage is not None:
            threaded, conflicts, until = stage
            second = task.count == 2 and task.found == 1 and task.near == inf and len(searches) == 1
            end = yield from self._round(task, until, searches[0], threaded=threaded, conflicts=conflicts)
            if end is LIMIT and time.perf_counter() >= task.near:
                self._state_found(task)
                end = yield from self._search_nearby(task, deadline, searches[-1])
            if self._engine.abandoned:
                return LIMIT
            if end is COMPLETE and len(searches) == 1:
                task.optimum.ended()
                return end
            if end is ENOUGH:
                return end
            patient = not (self._may_hand_over and task.narrowed) or conflicts != HAND_OVER_CONFLICTS
            if end is LIMIT and second and not patient and time.perf_counter() < deadline:
                return (yield from self._hand_over(task, deadline))
            self._state_found(task)
            if end is CROWDED:
                stages.close()
                return (yield from self._step_back(task, deadline, searches[0]))
            if end is COMPLETE:
                searches.pop(0)
            elif end is LIMIT:
                stage = next(stages, None)
                if stage is not None and self.program.pieces:
                    # a long search finds many disconnected answers, and learns more from rules
                    self._stop_cutting()
        return LIMIT

    def _add_rules(self, what: Callable[[ClaspProgram], object]) -> None:
        """State more rules between two searches: now in this engine, in the others at their turns."""
        if len(self._engines) > 1 or self.program.pieces:
            self._additions.append(what)
            self._engine.additions += 1
        what(self._engine.program)

    def _state_later(self, program: ClaspProgram) -> None:
        """State the rules of a plan that only long searches need."""
        with self._stated:
            later = additional_rules(self.model, program.plan.deferred_rules, program.atoms)
        program.state_later(later)

    def _state_found(self, task: _Task) -> None:
        """State what the last search found: clauses against its answers, and the rules that answers broke."""
        if task.more or task.blocked:
            self._lost_answers = self._lost_answers or bool(task.blocked and not task.session)
            more, blocked = [*task.more], [*task.blocked]
            task.more.clear()
            task.blocked.clear()

            def state(program: ClaspProgram) -> None:
                program.add(more)
                program.add_clauses(blocked)

            self._add_rules(state)
        if self.program.pieces and self._cuts > MAX_CUTS:
            self._stop_cutting()

    def _state_broken(self, task: _Task) -> None:
        """State what a search without an answer found. No answer is lost: only what rules exclude is stated."""
        lost = self._lost_answers
        self._state_found(task)
        self._lost_answers = lost

    def _stop_cutting(self) -> None:
        """State connectivity by rules from now on, in place of cuts."""
        self._cutting = False
        self._engines = [None for _ in self._choices]
        self._turn_to(0)

    def _begin(self) -> None:
        """Begin a new search. State the program again if earlier searches have removed answers."""
        if self._lost_answers:
            self._lost_answers = False
            self._additions.clear()
            self._engines = [None for _ in self._choices]
            self._turn_to(0)

    def _turn_to(self, turn: int) -> None:
        """Let another engine search, after it has been given the rules added meanwhile."""
        engine = self._engines[turn]
        if engine is None:
            engine = self._new_engine(turn)
            self._engines[turn] = engine
        self._engine = engine
        for what in self._additions[engine.additions :]:
            what(engine.program)
        engine.additions = len(self._additions)

    def _new_engine(self, turn: int) -> Engine:
        """Return a new engine with the program. Raise SolverError if its atoms differ from those of the others."""
        more, before = None, self.program
        with self._stated:
            if self._second and turn == 1:
                more = additional_rules(self.model, before.plan.second_statement_rules, before.stated)
            engine = self._statement(self._choices[turn], additional=more, cutting=self._cutting)
        if engine.program.cutting == before.cutting and engine.program.stated != before.stated:
            raise SolverError(
                "clasp: a variable changed its meaning when the program was stated again; please report this puzzle"
            )
        return engine

    def _step_back(self, task: _Task, deadline: float, assumptions: Sequence[int]) -> Generator[Solution, None, int]:
        """Yield the remaining answers without a clause for each.

        From an answer the search returns to the last decision on an atom that determines answers, and takes the
        opposite there. It never comes back, so nothing must be remembered. Such a search can neither be interrupted and
        resumed nor shared by threads: it runs alone to the end.
        """
        self._engine.race(1)
        # the engine may have been made for several threads
        self._engine.set(b"solve.parallel_mode", b"1")
        self._engine.set(b"solve.enum_mode", b"bt")
        self._engine.set(b"solve.project", b"project")
        self.program.project(self._deciding(task))
        task.stepping = True
        try:
            return (yield from self._round(task, deadline, assumptions, threaded=True))
        finally:
            self._engine.set(b"solve.enum_mode", b"auto")
            self._engine.set(b"solve.project", b"no")

    def _search_nearby(
        self, task: _Task, deadline: float, assumptions: Sequence[int]
    ) -> Generator[Solution, None, int]:
        """Look for a second answer near the first. Return ENOUGH if one was found, otherwise LIMIT."""
        from pencilp.solvers.clasp.neighbourhoods import neighbourhoods

        task.near = inf
        until = min(deadline, time.perf_counter() + NEARBY_SECONDS)
        engine = self._engine
        racing = engine.racing
        engine.race(1)
        first = {abs(lit): -lit for lit in task.excluded}
        with self._stated:
            sets = neighbourhoods(self.model, [v for v in first if v <= self.model.size])
        for near in sets:
            fixed = [*assumptions, *(lit for v, lit in first.items() if v not in near)]
            end = BROKEN
            while end is BROKEN:
                end = yield from self._round(task, until, fixed, threaded=True, conflicts=NEARBY_CONFLICTS)
                self._state_found(task)
            if end is ENOUGH:
                return ENOUGH
            if time.perf_counter() >= until:
                break
        self._engine.race(self._racing_threads if racing else 1)
        return LIMIT

    def _hand_over(self, task: _Task, deadline: float) -> Generator[Solution, None, int]:
        """Let CP-SAT find a second answer or prove that there is none. Return how it ended."""
        from pencilp.reformulate.linear.linearise import linearise
        from pencilp.solvers.milp import cpsat
        from pencilp.solvers.milp.search import Prepared

        narrowing: Narrowing = self.program.plan.narrowing  # type: ignore[assignment]
        self._handed_over = True
        left = None if deadline == inf else max(0.0, deadline - time.perf_counter())
        with self._stated:
            form = linearise(self.model, cutting=True)
            form.rows_of([*narrowing.constraints, Clause(map(Lit, task.excluded))])
            search = Prepared(form, cpsat.NAME, partial(cpsat.session, threads=self._racing_threads))
            result = search(1, left)
        if not result.solutions:
            return COMPLETE if result.complete else LIMIT
        task.found += 1
        yield from result.solutions
        return ENOUGH

    def _stages(self, deadline: float) -> Generator[tuple[bool, int, float], None, None]:
        """Yield the stages of a search: whether it runs in its own thread, for how many conflicts, and until when."""
        engine = self._engine
        engine.race(1)
        now = time.perf_counter()
        moment = now + BEFORE_RACE_SECONDS if self._racing_threads > 1 else inf
        if self.model.size < MAX_SMALL_VARIABLES and deadline - now > 1:
            # most puzzles are solved in less time than it takes to start a thread, so the search begins in this one,
            # with so few conflicts that neither a time limit nor Ctrl-C has to wait long
            yield False, FIRST_CONFLICTS, deadline
        elif self.program.pieces:
            yield True, FIRST_CONFLICTS, deadline
        if self._may_hand_over:
            moment = inf
        others, second = len(self._engines) - 1, int(self._second)
        counting = self.program.counts_steps
        patience = HAND_OVER_CONFLICTS if self._may_hand_over else 0
        long = TURN_CONFLICTS if others or counting else patience
        start = SECOND_STATEMENT_CONFLICTS if second else long
        waiting = self.program.has_deferred_rules
        turn, conflicts = 0, DEFERRED_RULES_CONFLICTS if waiting else start
        first = 0.0
        while True:
            if self._engines[turn] is not None or deadline - now > 2 * self._stating:
                self._turn_to(turn)
                racing = now >= moment
                self._engine.race(self._racing_threads if racing else 1)
                until = deadline if racing else min(moment, deadline)
                began = time.perf_counter()
                if turn > second:
                    # if counts were made many clauses, a conflict can take ten times as long, so no search gets more
                    # time than the first search had
                    yield True, -(-conflicts // (others - second)), min(until, began + first)
                else:
                    yield True, conflicts, until
                if turn == 0:
                    first = time.perf_counter() - began
            if time.perf_counter() >= deadline:
                return  # the last search may not have ended, and then nothing can be added
            if waiting:
                waiting = False
                self._add_rules(self._state_later)
                conflicts = start
            elif counting and conflicts >= TURN_CONFLICTS:
                # the first search goes on, now with the new rules
                counting = False
                self._add_rules(ClaspProgram.count_steps)
                conflicts = TURN_CONFLICTS if others else patience
            else:
                turn += 1
            if turn > (second if conflicts < TURN_CONFLICTS else others):
                turn, conflicts = 0, conflicts * (TURN_FACTOR if others else 1)
            now = time.perf_counter()
            if now >= deadline:
                return

    def _winner(self, task: _Task, end: int) -> str:
        """Return the name of the solver that found the last answer or the proof; after a race, with the search."""
        if self._handed_over:
            return f"{NAME}, then cpsat"
        if not self._engine.racing:
            return NAME
        thread = task.finder if end is ENOUGH else self._engine.winner()
        return f"{NAME}, search {thread + 1} of {self._racing_threads}"

    def _round(
        self, task: _Task, until: float, assumptions: Sequence[int], *, threaded: bool, conflicts: int = 0
    ) -> Generator[Solution, None, int]:
        """Run one search and yield its answers. Return how it ended (``COMPLETE``, ...).

        It stops after ``conflicts`` conflicts (0: never) and, if ``threaded``, at the time ``until``. ``task.more``
        then holds constraints to be stated before searching again.
        """
        if threaded and not has_threads():
            return (yield from self._slices(task, until, assumptions, conflicts or inf))
        if self.program.optimising:
            # the bounds that searches have proved so far
            self._engine.set(b"solve.opt_mode", task.optimum.mode)
        try:
            run = self._engine.start(assumptions, task.deadline, threaded=threaded, conflicts=conflicts)
        except TimeLimitReached:
            return LIMIT
        deadline = task.deadline
        try:
            return (yield from self._answers_of(run, task, until, assumptions, threaded=threaded))
        except BaseException:
            deadline = 0.0  # an interrupted search is abandoned at once
            raise
        finally:
            run.close(deadline)

    def _answers_of(
        self, run: Run, task: _Task, until: float, assumptions: Sequence[int], *, threaded: bool
    ) -> Generator[Solution, None, int]:
        """Yield the answers among the models of a search, and exclude each of them. Return how the search ended."""
        lazy = [(rule, any(isinstance(x, Int) for x in rule.over)) for rule in self.program.lazy]
        # answers, and candidates that break lazily stated rules, are no conflicts but take time
        soon = inf if task.steady else min(until, time.perf_counter() + FIRST_SECONDS)
        while (model := run.next(min(until, task.near) if threaded else soon)) is not None:
            end, clauses = yield from self._examine(task, model, lazy)
            if not task.stepping:
                task.blocked += clauses
            if end is not None:
                return end
            run.add(model, clauses)
        return LIMIT if run.timed_out else _ended(run, task, assumptions)

    def _examine(
        self, task: _Task, model: Found, lazy: Sequence[tuple[Lazy, bool]]
    ) -> Generator[Solution, None, tuple[int | None, list[list[int]]]]:
        """Examine a model of clasp, and yield it if it is an answer.

        ``lazy`` are rules, and whether they use numbers. Return how the round ends (None: it goes on), and the clauses
        that exclude the model.
        """
        shown = [(some, model.truths(some.atoms)) for some in self.program.pieces]
        if shown and (cuts := [clause for some, true in shown for clause in some.cuts(true)]):
            self._cuts += not task.stepping
            # after many cuts, expect many more
            return BROKEN if self._cuts > MAX_CUTS and not task.stepping else None, cuts
        true, bit, value = self._readers(model)
        optimum = task.optimum
        if broken := [c for rule, numbers in lazy for c in rule.violated(value if numbers else bit)]:
            clauses = [[x.n for x in c] for c in broken if isinstance(c, Clause)]
            # a rule broken by an apparently best answer must hold from the start of the search
            if not task.stepping and (len(clauses) < len(broken) or not optimum.proved):
                task.more += broken
                return BROKEN, []
            return None, clauses
        worth = model.cost() if optimum.wanted else 0
        best = optimum.proved or model.is_best()
        if not best and not optimum.improves(worth):
            return None, []
        known_bits = next((true for some, true in shown if some.atoms == task.bits), None)
        solution = self._read(model, task, value, known_bits)
        decisive = self._read_derived(solution, value)
        if not best:
            optimum.keep(worth, solution)
            return None, []
        optimum.prove(worth)
        task.first = task.first or time.perf_counter()
        found = [solution]
        if task.narrowed and task.count == 2 and not task.found:
            found += self._variation(solution)
        task.found += len(found)
        yield from found
        if task.found == task.count:
            if self._engine.racing:
                task.finder = model.thread()
            return ENOUGH, []
        if task.stepping:
            return None, []
        task.excluded = self._excluding(task, solution, decisive, true, value)
        if task.found >= task.crowded:
            return CROWDED, [task.excluded]
        if task.count == 2 and not optimum.wanted:
            task.near = time.perf_counter() + BEFORE_NEARBY_SECONDS
        return None, [task.excluded]

    def _slices(
        self, task: _Task, until: float, assumptions: Sequence[int], conflicts: float
    ) -> Generator[Solution, None, int]:
        """Search on a system without threads: stop after some conflicts to check the time, then go on."""
        slice = FIRST_CONFLICTS
        while True:
            began = time.perf_counter()
            end = yield from self._round(task, until, assumptions, threaded=False, conflicts=int(min(slice, conflicts)))
            now = time.perf_counter()
            conflicts -= slice
            if end is not LIMIT or conflicts <= 0 or now >= min(until, task.near):
                return end
            self._state_found(task)
            slice = min(2 * slice, MAX_CONFLICTS) if now - began < FIRST_SECONDS else max(1, slice // 2)

    def _readers(self, model: Found) -> tuple[Callable[[int], bool], Callable[[Lit], bool], Callable[[Any], int]]:
        """Return functions for a model of clasp: an atom's truth, a literal's truth, and the value of a variable."""
        true = model.reader()

        def bit(x: Lit, true: Any = true) -> bool:
            return true(x.n)  # type: ignore[no-any-return]

        def value(x: Any, true: Any = true) -> int:
            return true(x.n) if x.__class__ is Lit else self.program.value_of(x, true)

        return true, bit, value

    def _read(self, model: Found, task: _Task, value: Callable[[Any], int], known_bits: bytes | None) -> Solution:
        """Return the values of the task's variables in a model of clasp.

        ``known_bits`` has the values of the bits (``Found.truths``), if they are known.
        """
        bits = dict(zip(task.bits, known_bits or model.truths(task.bits), strict=True))
        return Solution(bits, {x.index: value(x) for x in task.ints})

    def _excluding(
        self,
        task: _Task,
        solution: Solution,
        decisive: list[int],
        true: Callable[[int], bool],
        value: Callable[[Any], int],
    ) -> list[int]:
        """Return the clause that excludes an answer, or in a search for common values all answers that share them."""
        if task.common is not None:
            if not self.program.derived:
                task.blocked.clear()  # the clauses for what was shared before are weaker
            return task.common.add(solution, value)
        bits = solution.bits
        clause = [-lit if (bits[lit] if lit in bits else true(lit)) else lit for lit in task.free]
        # the true one of a number's value literals determines the number
        clause += [-lit for lit in task.values if true(lit)]
        return [*clause, *map(int.__neg__, decisive), *([-task.session] if task.session else [])]

    def _variation(self, first: Solution) -> list[Solution]:
        """Return the variation of the first solution that the narrowed search skipped, if there is one."""
        changed = self.program.plan.narrowing.another(first)  # type: ignore[union-attr]
        if changed is None:
            return []
        return [Solution({**first.bits, **{x.n: v for x, v in changed.items()}}, first.ints)]

    def _read_derived(self, solution: Solution, value: Any) -> list[int]:
        """Add the values of variables that were not stated to ``solution``. Return the literals that determine them."""
        decisive: list[int] = []
        for derived in self.program.derived:
            values, chosen = derived.read(value)
            for x, found in zip(derived.xs, values, strict=True):
                if isinstance(x, Int):
                    solution.ints[x.index] = found
                else:
                    solution.bits[x.n] = found
            decisive += [x.n for x in chosen]
        return decisive


def _ended(run: Run, task: _Task, assumptions: Sequence[int]) -> int:
    """Return how a search without further models ended. Store its core if the assumptions contradict each other."""
    complete, contradictory = run.result()
    if complete and contradictory and assumptions:
        task.core = run.core()
    return COMPLETE if complete else LIMIT


def _processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def solve(
    model: Model, *, count: int = 2, time_limit: float | None = None, threads: int = 1, options: Sequence[str] = ()
) -> Result:
    """Look for up to ``count`` answers of ``model`` (0: all) for at most ``time_limit`` seconds."""
    return Clasp(model, threads=threads, options=options).search(count, time_limit)


def with_guards(m: Model, lasting: Sequence[Rule], guarded: Sequence[Rule]) -> tuple[Clasp, list[int]]:
    """Return a program in which each rule of ``guarded`` holds if its guard is assumed, and these guards in order.

    A ``RuleFamily`` has one guard for all its instances, because they belong to one clue. The ``lasting`` rules always
    hold, and other rules of the model are left out.
    """
    single = [
        rule._replace(constraint=all_hold(rule.constraint.parts)) if isinstance(rule.constraint, RuleFamily) else rule
        for rule in guarded
    ]
    every, m.rules = m.rules, [*lasting, *single]
    try:
        clasp = Clasp(m, guarded=True, lasting=lasting)
    finally:
        m.rules = every
    return clasp, clasp.program.guards[: len(single)]
