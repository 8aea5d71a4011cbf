"""Finds the rules that an answer breaks, and where.

Each rule reports where an answer breaks it, as far as the answer decides its variables. The rules that an unfinished
answer leaves open (and the few that use auxiliary variables) need a search. If the model has a solution with all
decided values, nothing is broken. Otherwise every rule instance gets a guard, and an instance is broken if it cannot
hold even alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from time import perf_counter
from typing import Any, NamedTuple

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.names import Names, clue_mark, clue_of
from pencilp.analysis.phrases import Phrase, joined
from pencilp.analysis.steps.places import Places
from pencilp.board.layers.values import STROKES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import Genre, genre_of
from pencilp.genres.base import OwnRule
from pencilp.model import Constraint, Int, Lazy, Lit, Model, Rule, Solution
from pencilp.model.constraints import Counted
from pencilp.model.model import Place
from pencilp.model.structures import RuleFamily, instances
from pencilp.solvers.clasp.search import Clasp
from pencilp.solvers.result import status_of

UNWORDED = "a rule without words"
"""The name of a rule without words."""
QUICK_SECONDS = 0.2
"""Seconds, added to the time of stating, for a search whether an answer can be finished. If it can, nothing in it is
broken. Examining single rules takes longer."""
PART_CONFLICTS, SINGLE_RULE_CONFLICTS, CONFLICTING_SET_CONFLICTS = 20, 50, 5000
"""Limits of conflicts: before a set of rules is divided, for a single rule, for a conflict of several."""


AS_STATED: Any = object()
"""The place of a rule as the genre module states it."""


class Broken:
    """A rule that an answer breaks, or one of several that contradict each other: the ``rule`` in words, and its place.

    ``at`` names the place ("r3c4", several joined by spaces), ``cells`` are the cells there. ``clue`` is the clue from
    which the rule comes, or None: the name of its layer, and its place there (an index, or a side and an index).
    ``given`` is the clue as text, with its place: "3 at r1c2", "2 1 above column 4", "nothing left of row 2"; ``mark``
    is that place for drawings. ``where`` is the place as a sentence has it: the clue, or a line, a room, or
    cells ("" for the whole board).
    ``found`` is the actual value in an answer, "3 shaded cells instead of 2", if it says more than that the rule is broken.
    """

    __slots__ = ("at", "cells", "clue", "found", "given", "mark", "rule", "where")

    def __init__(
        self,
        rule: str,
        at: str,
        cells: Sequence[int],
        *,
        clue: tuple[Any, ...] | None = None,
        given: str = "",
        mark: Any = None,
        found: str = "",
        where: str | None = None,
    ) -> None:
        self.found, self.where = found, at if where is None else where
        self.rule, self.at, self.cells, self.clue, self.given, self.mark = rule, at, tuple(cells), clue, given, mark

    @classmethod
    def of(cls, names: Names, m: Model, rule: Rule, at: Any = AS_STATED, found: str = "") -> Broken:
        """Return the fault for ``rule`` of a puzzle's model ``m``, at its place or at another one; ``names`` are the puzzle's."""
        puzzle = names.puzzle
        where = rule.at if at is AS_STATED else at
        words, place, cells = rule.words or UNWORDED, m.place(where), cells_of(where)
        if rule.clue is None:
            exact = joined(names.places.cells(cells))
            whole = not exact or {*cells} == {*cells_of(rule.at)}
            named = names.where(words, place, cells) if whole else exact
            return cls(words, place, cells, found=found, where=named)
        clue = clue_of(puzzle, rule)
        given = names.clue(*clue, cells=cells)
        named = names.where(words, place, cells, given)
        return cls(words, place, cells, clue=clue, given=given, mark=clue_mark(puzzle, *clue), found=found, where=named)

    @property
    def places(self) -> list[Any]:
        """The places that a drawing marks (``pencilp.draw.drawn.Marked``): the clue if there is one, else the cells."""
        return [*self.cells] if self.mark is None else [self.mark]

    @property
    def everywhere(self) -> list[Any]:
        """The cells and the clue, as places that a drawing marks."""
        return [*self.cells, *([] if self.mark is None else [self.mark])]

    @property
    def says(self) -> str:
        """The fault in words: the actual value, if it is known, and the rule."""
        fault = Phrase("{} ({})", self.found, self.rule) if self.found else self.rule
        return Phrase("{}: {}", self.where, fault) if self.where else fault

    def __str__(self) -> str:
        return f"{self.at}: {self.rule}" if self.at else self.rule

    def __repr__(self) -> str:
        return f"<Broken {self}>"


def cells_of(at: Place) -> list[int]:
    """Return the cells at the place of a rule."""
    return [] if at is None or isinstance(at, str) else [at] if isinstance(at, int) else list(at)


def broken_rules(
    genre: type[Genre], puzzle: Puzzle, answer: Answer, *, unfinished: bool = False, rules: Iterable[OwnRule] = ()
) -> list[Broken]:
    """Return the broken rules in the order of the genre; the same words at the same place occur only once.

    For an unfinished answer, return only the rules that every completion breaks. If there are none, return the
    undecided places, unless ``unfinished`` allows them. ``rules`` are the user's own; they come last.
    """
    broken, unfilled = find_faults(genre, puzzle, answer, rules=rules)
    return broken if broken or unfinished else _missing(genre, puzzle, unfilled)


def find_faults(
    genre: type[Genre], puzzle: Puzzle, answer: Answer, *, rules: Iterable[OwnRule] = ()
) -> tuple[list[Broken], list[tuple[str, int]]]:
    """Return the rules that every completion of an answer breaks, and the answer's undecided places.

    Each place is a layer and an index; places that may stay empty are not included. See ``broken_rules``.
    """
    m = genre.model(puzzle, rules=rules)
    m.objective = None
    unfilled = genre.unfilled(m, answer)
    assumed = genre.assumptions(m, answer)
    never = 0 if m.false_if_made is None else m.false_if_made.n
    broken = [
        Broken(
            f"{_written(genre, key, answer[key][i])} cannot stand here",
            genre.answers[key].title(i, puzzle.lattice),
            [i] if genre.answers[key].on == "cells" else [],
        )
        for lit, key, i in assumed
        if lit.n == never
    ]
    value, names = _values_of(m, answer, set(unfilled)), Names(puzzle)
    found: list[tuple[int, Broken]] = []
    """Each with the number of its rule, so that rules found by a search take their place in the order."""
    open_ones: list[tuple[int, Rule]] = []
    for number, rule in enumerate(m.rules):
        if isinstance(rule.constraint, Lazy):
            raise TypeError(f"{rule.words}: a rule of a genre module cannot be lazy")
        try:
            found += [(number, fault) for fault in _faults_by(names, m, rule, value)]
        except KeyError:
            # the rule uses undecided or auxiliary variables; of a family, some instances may not
            for part in instances([rule]) if isinstance(rule.constraint, RuleFamily) else (rule,):
                try:
                    found += [(number, fault) for fault in _faults_by(names, m, part, value)]
                except KeyError:
                    if not unfilled or isinstance(part.constraint, Lit) or part.constraint.asked:
                        open_ones.append((number, part))
    decided = [lit for lit, _, _ in assumed if lit.n != never]
    sure = bool(broken or found)
    if open_ones and unfilled and (sure or not _can_hold(m, decided, None, quickly=True)):
        open_ones = _in_doubt(m, answer, unfilled, open_ones)
    elif unfilled:
        open_ones = []
    if open_ones:
        facts = [lit.n for lit in decided]
        found += _cannot_hold(names, m, open_ones, facts, finished=not unfilled, sure=sure)
    broken += [fault for _, fault in sorted(found, key=itemgetter(0))]
    return list({(b.rule, b.at): b for b in broken}.values()), unfilled


def _written(genre: type[Genre], key: str, value: Any) -> str:
    """Return a value of an answer as text."""
    layer = genre.answers[key]
    return "nothing" if value == layer.value.nothing else layer.token(value)


def _missing(genre: type[Genre], puzzle: Puzzle, unfilled: list[tuple[str, int]]) -> list[Broken]:
    """Return a fault for each layer with undecided places."""
    places: dict[str, list[int]] = {}
    for key, i in unfilled:
        places.setdefault(key, []).append(i)
    result = []
    for key, found in places.items():
        titles = [genre.answers[key].title(i, puzzle.lattice) for i in found]
        if genre.answers[key].on == "cells":
            where = joined(Places(puzzle.lattice).cells(found))
            result.append(Broken("every cell must be filled", " ".join(titles), found, where=where))
        else:
            result.append(Broken("every place must be filled", " ".join(titles), [], where=joined(titles)))
    return result


def is_partial_drawing(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether the lines and borders drawn so far are right, and some are still missing.

    People do not mark edges that stay empty, so an undrawn edge counts as undecided, and until the loop is closed an
    adjacent unshaded cell, too. If this is not known quickly, return False.
    """
    drawn = [key for key, layer in genre.answers.items() if layer.value.way in STROKES and any(answer.values[key])]
    return bool(drawn) and (
        _can_be_finished_quickly(genre, puzzle, answer, drawn) or is_partial_answer(genre, puzzle, answer)
    )


def is_partial_answer(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether a right answer has everything that is drawn, shaded or written in ``answer``, and more.

    If this is not known quickly, return False.
    """
    marks = _marks(genre)
    return bool(marks) and _can_be_finished_quickly(genre, puzzle, answer, marks)


def with_empty_undecided(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> Answer:
    """Return ``answer`` with all empty places undecided."""
    return _opened(puzzle, answer, _marks(genre))


def _marks(genre: type[Genre]) -> list[str]:
    """Return the layers of an answer in which a place may be empty."""
    return [key for key, layer in genre.answers.items() if layer.value.nothing == 0]


def _opened(puzzle: Puzzle, answer: Answer, keys: Iterable[str]) -> Answer:
    """Return an answer in which the empty places of the layers ``keys`` are undecided."""
    return Answer(puzzle, {**answer.values, **{key: [value or None for value in answer.values[key]] for key in keys}})


def _can_be_finished_quickly(genre: type[Genre], puzzle: Puzzle, answer: Answer, keys: Iterable[str]) -> bool:
    """Return whether an answer can be finished if the empty places of the layers ``keys`` count as undecided."""
    return can_be_finished(genre, puzzle, _opened(puzzle, answer, keys), time_limit=QUICK_SECONDS) is True


def can_be_finished(
    genre: type[Genre],
    puzzle: Puzzle,
    answer: Answer,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    threads: int = 1,
) -> bool | None:
    """Return whether a right answer has all decided values of ``answer``; None if the time was not enough."""

    def state() -> tuple[Model, list[Lit]]:
        m = genre.model(puzzle, rules=rules)
        m.objective = None
        return m, [lit for lit, _, _ in genre.assumptions(m, answer)]

    clock = TimeLimit(time_limit)
    try:
        m, decided = clock.run(state)
    except TimeLimitReached:
        return None
    return _can_hold(m, decided, clock.left(), threads)


DIFFERENCE_SECONDS = 5.0
"""The default limit in seconds for finding where an answer differs from the only right one."""


class Difference(NamedTuple):
    """A difference between an answer and the only right one: places, and the ``right`` values there.

    ``at`` names the places, joined by spaces, and ``where`` as a sentence has them; ``places`` are the marks for a drawing.
    """

    right: str
    at: str
    places: list[Any]
    where: str

    @property
    def says(self) -> str:
        """The places, and the values of the only answer there."""
        return Phrase("{}: {}", self.where, self.right)


class Completion(NamedTuple):
    """How an unfinished answer that breaks no rule so far can end.

    ``can``: it can be finished (None: the time was not enough). If not, ``status`` is that of the puzzle, as in
    ``Outcome``; if the puzzle has a unique answer, ``differences`` has all.
    """

    can: bool | None
    status: str = "unknown"
    differences: Sequence[Difference] = ()

    @property
    def says(self) -> str:
        """The text after "no rule is broken yet, but" for an answer that cannot be finished."""
        return {
            "unique": "the only answer of the puzzle has",
            "multiple": "no right answer has all these values",
            "none": "the puzzle has no answer at all",
        }.get(self.status, "it cannot be finished; the wrong places were not found in time")


def find_completion(
    genre: type[Genre],
    puzzle: Puzzle,
    answer: Answer,
    *,
    time_limit: float | None = DIFFERENCE_SECONDS,
    threads: int = 1,
) -> Completion:
    """Return whether an unfinished answer can be finished, and if not, where it differs from the only answer."""

    def state() -> tuple[Model, Clasp]:
        m = genre.model(puzzle)
        m.objective = None
        return m, Clasp(m, threads=threads)

    clock = TimeLimit(time_limit)
    can = can_be_finished(genre, puzzle, answer, time_limit=clock.left(), threads=threads)
    if can is not False:
        return Completion(can)
    try:
        m, clasp = clock.run(state)
    except TimeLimitReached:
        return Completion(can)
    found = clasp.search(2, clock.left())
    status = status_of(len(found.solutions), found.complete)
    differences = (
        places_that_differ(genre, m, answer, genre.answer(puzzle, m, found.solutions[0])) if status == "unique" else []
    )
    return Completion(can, status, differences)


def places_that_differ(genre: type[Genre], m: Model, answer: Answer, right: Answer) -> list[Difference]:
    """Return the decided places at which an answer differs from the right one."""
    lattice, unfilled = answer.puzzle.lattice, set(genre.unfilled(m, answer))
    found: dict[tuple[str, str], list[int]] = {}
    for key, layer in genre.answers.items():
        pairs = zip(layer.place.items(answer[key]), layer.place.items(right[key]), strict=True)
        for (i, value), (_, wanted) in pairs:
            if value == wanted or (key, i) in unfilled:
                continue
            words = (
                layer.counted(wanted)
                if layer.counts
                else f"{_written(genre, key, wanted)} in place of {_written(genre, key, value)}"
            )
            found.setdefault((key, words), []).append(i)
    names, result = Names(answer.puzzle), []
    for (key, words), some in found.items():
        layer = genre.answers[key]
        on = "edges" if layer.on == "links" else layer.on
        at = " ".join(layer.title(i, lattice) for i in some)
        marks = [i if on == "cells" else (on, i) for i in some]
        result.append(Difference(words, at, marks, joined(names.things(key, some))))
    return result


def _can_hold(
    m: Model, decided: Sequence[Lit], time_limit: float | None, threads: int = 1, *, quickly: bool = False
) -> bool | None:
    """Return whether a solution has all ``decided`` literals; None if the time was not enough."""
    found = _solution_with(m, decided, time_limit, threads, quickly=quickly)
    return found if isinstance(found, bool) or found is None else True


def _solution_with(
    m: Model, decided: Sequence[Lit], time_limit: float | None, threads: int = 1, *, quickly: bool = False
) -> Solution | bool | None:
    """Return a solution with all ``decided`` literals, False if there is none, None if the time was not enough.

    ``quickly``: search only for a moment.
    """
    rules = m.rules
    m.rules = [*rules, *(Rule(lit, "the decided values stay", None) for lit in decided)]
    clock, start = TimeLimit(time_limit), perf_counter()
    try:
        clasp = clock.run(lambda: Clasp(m, threads=threads))
    except TimeLimitReached:
        return None
    finally:
        m.rules = rules
    result = clasp.search(1, QUICK_SECONDS + perf_counter() - start if quickly else clock.left())
    return result.solutions[0] if result.solutions else False if result.complete else None


def _in_doubt(
    m: Model, answer: Answer, unfilled: Sequence[tuple[str, int]], rules: list[tuple[int, Rule]]
) -> list[tuple[int, Rule]]:
    """Return those of ``rules`` that may be impossible for every completion of an answer.

    A rule that holds if the undecided places are filled as in a right answer is possible, and left out. If only a few
    places are wrong, most rules are: the solver then examines only a small part of the board.
    """
    right = _solution_with(m, (), None, quickly=True)
    if not isinstance(right, Solution):
        return rules
    value = _values_of(m, answer, set(unfilled), right)

    def doubtful(rule: Rule) -> bool:
        try:
            return not (rule.words and _holds(rule.constraint, value))
        except KeyError:
            return True  # it uses variables that no answer determines

    return [(number, rule) for number, rule in rules if doubtful(rule)]


def _holds(constraint: Constraint | Lit, value: Solution) -> bool:
    return bool(value(constraint)) if isinstance(constraint, Lit) else constraint.holds(value)


def _faults_by(names: Names, m: Model, rule: Rule, value: Solution) -> list[Broken]:
    """Return the faults of an answer by one rule. Raise KeyError if undecided values may still satisfy it."""
    puzzle, constraint = names.puzzle, rule.constraint
    if isinstance(constraint, Lit):
        return [] if value(constraint) else [Broken.of(names, m, rule)]
    counted = _counting(puzzle, m)
    try:
        places = constraint.faults(value, rule.at)
    except KeyError:
        wrong = constraint.certain_faults(value, counted)
        if not wrong:
            raise
    else:
        wrong = constraint.certain_faults(value, counted) if places else []
        if not any(xs for xs, _ in wrong):
            return [Broken.of(names, m, rule, at, _actual_value(constraint, value, at, counted)) for at in places]
    return [Broken.of(names, m, rule, _places_of(puzzle, m, xs) or rule.at, text) for xs, text in wrong]


def _places_of(puzzle: Puzzle, m: Model, xs: Sequence[Any]) -> tuple[int, ...]:
    """Return the cells of the variables ``xs``; none if one of them is not a cell's."""
    cells = {
        id(x): i
        for key, layer in m.answer.items()
        if puzzle.genre.answers[key].on == "cells"
        for i, x in enumerate(layer)
    }
    return tuple(cells[id(x)] for x in xs) if all(id(x) in cells for x in xs) else ()


def _actual_value(constraint: Constraint, value: Solution, at: Any, counted: Counted) -> str:
    """Return the actual value at a place where a constraint is broken, "" if there is none to add."""
    try:
        return constraint.instead(value, at, counted)
    except KeyError:
        return ""  # it uses undecided variables


def _counting(puzzle: Puzzle, m: Model) -> Counted:
    """Return a function that counts true literals in a person's words; see ``Constraint.instead``."""

    def counted(lits: Sequence[Lit], n: int) -> str:
        spans = {
            key: range(layer[0].n, layer[0].n + len(layer))
            for key, layer in m.answer.items()
            if layer and _literals(layer)
        }
        found = {next(((key, lit.n > 0) for key, span in spans.items() if abs(lit.n) in span), None) for lit in lits}
        if len(found) == 1 and (one := found.pop()) is not None:
            key, on = one
            return puzzle.genre.answers[key].counted(n, on)
        kinds = {_kind_of(puzzle, m, lit) for lit in lits}
        kind = kinds.pop() if len(kinds) == 1 else None
        return str(n) if kind is None else f"{n or 'no'} {kind.replace('cell', 'cells', 1) if n > 1 else kind}"

    return counted


def _kind_of(puzzle: Puzzle, m: Model, lit: Lit) -> str | None:
    """Return the kind of cell in whose number a literal is true, such as "cell with 3"; None for other literals."""
    for key, layer in m.answer.items():
        for i, x in enumerate(layer):
            if isinstance(x, Int) and lit.n in x.block:
                kind = puzzle.genre.answers[key].value
                numbers = [None] * i + [x.values[lit.n - x.block.start]] + [None] * (len(layer) - i - 1)
                value = kind.decode(numbers, puzzle.values)[i]
                return "empty cell" if value in (None, kind.nothing) else f"cell with {kind.token(value)}"
    return next((f"cell with {x.values[lit.n - x.block.start]}" for x in m.ints if lit.n in x.block), None)


def _literals(layer: Sequence[Any]) -> bool:
    """Return whether the variables of an answer's layer are literals with consecutive numbers."""
    return len(layer) > 0 and all(isinstance(x, Lit) and x.n == layer[0].n + i for i, x in enumerate(layer))


def _values_of(m: Model, answer: Answer, unfilled: set[tuple[str, int]], right: Solution | None = None) -> Solution:
    """Return the values of an answer, and of all variables that they define; others raise KeyError.

    ``unfilled`` places get their values in ``right``, if there is such a solution.
    """
    value = Solution({}, {})
    numbers: dict[str, Sequence[Any]] = genre_of(answer.puzzle).numbers_of(answer)
    for key, layer in m.answer.items():
        for i, (x, v) in enumerate(zip(layer, numbers[key], strict=True)):
            if (key, i) in unfilled:
                if right is None:
                    continue
                v = right(x)
            if isinstance(x, Int):
                value.ints[x.index] = v
            else:
                value.bits[abs(x.n)] = v if x.n > 0 else 1 - v
    return add_defined(m, value)


def add_defined(m: Model, value: Solution) -> Solution:
    """Add to ``value`` all variables that its variables define or that a structure assigns. Return it."""
    _define(m, value)
    settled = [structure.assign_free(value) for structure in m.structures]
    if any(settled):
        _define(m, value)
    return value


def _define(m: Model, value: Solution) -> None:
    """Add to ``value`` all variables that its variables define."""
    for x in m.ints:
        if x.index in value.ints:
            v = value.ints[x.index]
            value.bits.update(zip(x.block, [int(v == n) for n in x.values], strict=False))
            value.bits.update(zip(x.order_block, [int(v > n) for n in range(x.low, x.high)], strict=False))
    pending: list[tuple[Sequence[Lit], Callable[[], Sequence[int]]]] = [
        *(((d.lit,), lambda d=d: (d.value(value),)) for d in m.definitions),  # type: ignore[misc]
        *((flood.flooded, lambda flood=flood: flood.reached(value)) for flood in m.floods),  # type: ignore[misc]
    ]
    while pending:
        open_ones = []
        for lits, follow in pending:
            try:
                for lit, v in zip(lits, follow(), strict=True):
                    value.bits.setdefault(lit.n, v)
            except KeyError:
                open_ones.append((lits, follow))
        if len(open_ones) == len(pending):
            break
        pending = open_ones


def _cannot_hold(
    names: Names, m: Model, rules: Sequence[tuple[int, Rule]], facts: list[int], *, finished: bool, sure: bool
) -> list[tuple[int, Broken]]:
    """Return the instances of ``rules``, with their numbers, that cannot hold together with ``facts``.

    If the answer is ``finished`` and each instance can hold alone but not all together (because of auxiliary
    variables), return a smallest conflicting set. If ``sure`` (the answer is known to be wrong), search for it only for
    a moment.
    """
    everything, m.rules = m.rules, [rule for _, rule in rules]
    clasp = Clasp(m, guarded=True)
    m.rules = everything
    guards = clasp.program.guards[: len(rules)]

    def possible(active: list[int], conflicts: int | None = None) -> bool | None:
        # switch the others off, or clasp would search for a way to keep them, too
        on = set(active)
        return clasp.possible(
            facts + [guard if i in on else -guard for i, guard in enumerate(guards) if guard], conflicts
        )

    together = [i for i, guard in enumerate(guards) if guard]
    if possible(together, PART_CONFLICTS):
        return []
    alone: list[int] = []
    lost = possible([], PART_CONFLICTS) is False
    if not lost:
        alone = _broken_alone(together, possible)
        if not alone and finished and possible(together, CONFLICTING_SET_CONFLICTS if sure else None) is False:
            alone = _smallest(together, possible)
        # a contradiction that takes long to prove differs from what was shown of single rules in a moment
        lost = bool(alone) and possible([], CONFLICTING_SET_CONFLICTS) is False
    if lost:
        # rules without words cannot be switched off, so none of them can be blamed
        return [] if sure else [(len(everything), Broken(UNWORDED, "", []))]
    return [(number, Broken.of(names, m, rule)) for number, rule in (rules[i] for i in alone)]


def _broken_alone(rules: list[int], possible: Callable[..., bool | None]) -> list[int]:
    """Return the rule instances that cannot hold alone, by halving: a part that is possible as a whole has none.

    Each part is examined only for a moment, because all rules of an unfinished answer together are a whole puzzle. A
    single rule that is not soon proved impossible is not blamed.
    """
    if not rules or (found := possible(rules, PART_CONFLICTS if len(rules) > 1 else SINGLE_RULE_CONFLICTS)):
        return []
    if len(rules) == 1:
        return rules if found is False else []
    middle = len(rules) // 2
    return _broken_alone(rules[:middle], possible) + _broken_alone(rules[middle:], possible)


def _smallest(rules: list[int], possible: Callable[..., bool | None]) -> list[int]:
    """Return a minimal set of rule instances that cannot hold together."""
    kept: list[int] = []
    rest = rules
    while rest:
        # the shortest impossible prefix ends in an instance that is needed
        low, high = 0, len(rest)
        while low < high:
            middle = (low + high) // 2
            if possible(kept + rest[:middle]):
                low = middle + 1
            else:
                high = middle
        if low == 0:
            break
        kept.append(rest[low - 1])
        rest = rest[: low - 1]
        if not possible(kept):
            break
    return sorted(kept)
