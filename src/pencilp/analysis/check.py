"""Which rules an answer breaks, and where.

Every rule says where an answer breaks it, as far as the answer decides its variables. What unfinished answers leave open (and
the few rules that speak of auxiliary variables) is searched. If the model has a solution with all that is decided, nothing is
broken. Otherwise the model is stated with a guard on every rule instance: an instance is broken when it cannot hold even
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist
from operator import itemgetter
from time import perf_counter
from typing import Any, NamedTuple

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.board.layers import Groups
from pencilp.board.layers.glyphs import Glyph
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

MAX_PLACES = 12
"""So many places of a rule are named in words."""
UNWORDED = "a rule without words"
"""The name of a rule without words."""
QUICKLY = 0.2
"""So many seconds, and as long as stating took, are spent to find out whether an answer can be finished: then nothing in it is
broken. To ask single rules takes longer."""
MOMENT, ALONE, LONGER = 20, 50, 5000
"""So many conflicts a search may have: until fewer rules are asked about, for a single one, for a conflict of several."""


AS_STATED: Any = object()
"""The place of a rule as the page has it."""


class Broken:
    """A rule that an answer breaks, or one of several that contradict each other: the ``rule`` in words, and where.

    ``at`` names the place ("r3c4", several joined by spaces), ``cells`` are the cells there. ``clue`` is the clue that
    the rule comes from, None for none: the name of its layer, and where it stands in it (an index, or a side and an
    index). ``given`` is that clue as it is written, with its place: "3 at r1c2", "2 1 above column 4", "nothing left of
    row 2"; ``mark`` is that place for drawings. ``found`` is what an answer has there, "3 shaded cells instead of 2",
    if there is more to say than that the rule is broken.
    """

    __slots__ = ("at", "cells", "clue", "found", "given", "mark", "rule")

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
    ) -> None:
        self.found = found
        self.rule, self.at, self.cells, self.clue, self.given, self.mark = rule, at, tuple(cells), clue, given, mark

    @classmethod
    def of(cls, puzzle: Puzzle, m: Model, rule: Rule, at: Any = AS_STATED, found: str = "") -> Broken:
        """``rule``, one of the puzzle's model ``m``, at its place, or ``at`` another."""
        where = rule.at if at is AS_STATED else at
        words, place = rule.words or UNWORDED, m.place(where)
        if rule.clue is None:
            return cls(words, place, cells_of(where), found=found)
        clue = clue_of(puzzle, rule)
        given, mark = clue_in_words(puzzle, *clue)
        return cls(words, place, cells_of(where), clue=clue, given=given, mark=mark, found=found)

    @property
    def places(self) -> list[Any]:
        """The places that a drawing marks (``pencilp.draw.drawn.Marked``): the clue if there is one, else the cells."""
        return [*self.cells] if self.mark is None else [self.mark]

    @property
    def everywhere(self) -> list[Any]:
        """The same with the cells and the clue."""
        return [*self.cells, *([] if self.mark is None else [self.mark])]

    @property
    def says(self) -> str:
        """The fault in words: the actual value, if that is known, and the rule."""
        fault = f"{self.found} ({self.rule})" if self.found else self.rule
        at = _few(self.at, self.cells)
        place = at if self.mark is None or self.cells[:1] == (self.mark,) else f"{at} ({self.given})"
        return f"{place}: {fault}" if place else fault

    def __str__(self) -> str:
        return f"{self.at}: {self.rule}" if self.at else self.rule

    def __repr__(self) -> str:
        return f"<Broken {self}>"


def _few(at: str, places: Sequence[Any]) -> str:
    """Return the names of ``places``; of many the first, and how many more there are."""
    names = at.split(" ")
    if len(names) != len(places) or len(names) <= MAX_PLACES:
        return at
    return f"{' '.join(names[:MAX_PLACES])} and {len(names) - MAX_PLACES} more"


def cells_of(at: Place) -> list[int]:
    """Return the cells that a rule speaks of."""
    return [] if at is None or isinstance(at, str) else [at] if isinstance(at, int) else list(at)


CLOSE = 0.01
"""Two points that are no farther apart, in cells, are one."""
SIDES = {"top": "above column", "bottom": "below column", "left": "left of row", "right": "right of row"}
"""The place of a clue outside the board."""


def clue_of(puzzle: Puzzle, rule: Rule) -> tuple[Any, ...]:
    """Return the clue that a rule comes from, as ``Broken.clue`` has it: the name of its layer and its place there."""
    assert rule.clue is not None
    values, *where = rule.clue
    key = next((key for key, held in puzzle.values.items() if held is values), "")
    if not key:
        raise TypeError(f"{rule.words}: the clue of a rule is in a layer of the puzzle")
    return key, *where


def clue_in_words(puzzle: Puzzle, key: str, where: Any, *more: int) -> tuple[str, Any]:
    """Return how a clue is written, with its place ("3 at r1c2"), and what a drawing marks there."""
    values = puzzle.values[key]
    layer, mark = puzzle.genre.inputs[key], mark_of_clue(puzzle, key, where, *more)
    if layer.on == "cells":
        mark = _where_drawn(puzzle, layer.value.glyph(values[where], puzzle.lattice), mark)
    if isinstance(where, str):
        told = " ".join(map(layer.token, values[where][more[0]])) or "nothing"
        return f"{told} {SIDES[where]} {more[0] + 1}", mark
    told = layer.token(values[where])
    name = puzzle.lattice.names[mark] if isinstance(layer.place, Groups) else layer.title(where, puzzle.lattice)
    return f"{told} at {name}", mark


def mark_of_clue(puzzle: Puzzle, key: str, where: Any, *more: int) -> Any:
    """Return where a drawing marks the clue that stands in the layer ``key`` at an index, or at a side and an index."""
    layer = puzzle.genre.inputs[key]
    if isinstance(where, str):
        return where, more[0]
    if isinstance(layer.place, Groups):
        return layer.place.cells(puzzle.values)[where]
    return where if layer.on == "cells" else ("edges" if layer.on == "links" else layer.on, where)


def _where_drawn(puzzle: Puzzle, glyph: Glyph | None, cell: int) -> Any:
    """Return the place at which a clue lies that is given in a ``cell``: that cell, or an edge or a corner of it."""
    lattice = puzzle.lattice
    if glyph is None or not glyph.at or glyph.at == (0, 0):
        return cell
    (x, y), (dx, dy) = lattice.center(cell), glyph.at
    points = {p: lattice.corner_point(p) for p in lattice.cell_corners[cell]}
    near = [("corners", p) for p, at in points.items() if dist(at, (x + dx, y + dy)) < CLOSE]
    for edge in lattice.cell_edges[cell]:
        (ax, ay), (bx, by) = (points[p] for p in lattice.edge_corners[edge])
        if dist(((ax + bx) / 2, (ay + by) / 2), (x + dx, y + dy)) < CLOSE:
            near.append(("edges", edge))
    return near[0] if near else cell


def broken_rules(
    genre: type[Genre], puzzle: Puzzle, answer: Answer, *, unfinished: bool = False, rules: Iterable[OwnRule] = ()
) -> list[Broken]:
    """Return the broken rules, in the order in which the genre states them; the same words at the same place only once.

    For an unfinished answer, return only the rules that every completion breaks. If there are none, the undecided
    places are named themselves, unless ``unfinished`` allows them. ``rules`` are the user's own; they come last.
    """
    broken, unfilled = examined(genre, puzzle, answer, rules=rules)
    return broken if broken or unfinished else _missing(genre, puzzle, unfilled)


def examined(
    genre: type[Genre], puzzle: Puzzle, answer: Answer, *, rules: Iterable[OwnRule] = ()
) -> tuple[list[Broken], list[tuple[str, int]]]:
    """Return the rules that an answer breaks, whatever its undecided places turn out to be; and these places.

    Each place is a layer and an index; those that may stay empty are not among them. See ``broken_rules``.
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
    value = _followed(m, answer, set(unfilled))
    found: list[tuple[int, Broken]] = []
    """With the number of the rule: those that are searched for stand where the genre states them."""
    open_ones: list[tuple[int, Rule]] = []
    for number, rule in enumerate(m.rules):
        if isinstance(rule.constraint, Lazy):
            raise TypeError(f"{rule.words}: a rule of a page is stated as it is, not lazily")
        try:
            found += [(number, fault) for fault in _named(puzzle, m, rule, value)]
        except KeyError:
            # it speaks of what the answer leaves open, or of auxiliary variables; of many instances some may not
            for part in instances([rule]) if isinstance(rule.constraint, RuleFamily) else (rule,):
                try:
                    found += [(number, fault) for fault in _named(puzzle, m, part, value)]
                except KeyError:
                    if not unfilled or isinstance(part.constraint, Lit) or part.constraint.asked:
                        open_ones.append((number, part))
    decided = [lit for lit, _, _ in assumed if lit.n != never]
    sure = bool(broken or found)
    if open_ones and unfilled and (sure or not _goes_on(m, decided, None, quickly=True)):
        open_ones = _in_doubt(m, answer, unfilled, open_ones)
    elif unfilled:
        open_ones = []
    if open_ones:
        facts = [lit.n for lit in decided]
        found += _cannot_hold(puzzle, m, open_ones, facts, finished=not unfilled, sure=sure)
    broken += [fault for _, fault in sorted(found, key=itemgetter(0))]
    return list({(b.rule, b.at): b for b in broken}.values()), unfilled


def _written(genre: type[Genre], key: str, value: Any) -> str:
    """Return a value of an answer as it is written."""
    layer = genre.answers[key]
    return "nothing" if value == layer.value.nothing else layer.token(value)


def _missing(genre: type[Genre], puzzle: Puzzle, unfilled: list[tuple[str, int]]) -> list[Broken]:
    """Return one broken rule for each layer with places that are not filled."""
    places: dict[str, list[int]] = {}
    for key, i in unfilled:
        places.setdefault(key, []).append(i)
    return [
        Broken(
            "every place must be filled" if genre.answers[key].on != "cells" else "every cell must be filled",
            " ".join(genre.answers[key].title(i, puzzle.lattice) for i in found),
            found if genre.answers[key].on == "cells" else [],
        )
        for key, found in places.items()
    ]


def half_drawn(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether an answer is right as far as lines and borders are drawn, and some are still missing.

    People do not mark edges that stay empty, so an undrawn edge counts as undecided, and until the loop is closed an
    adjacent unshaded cell, too. An answer for which that is not known at once is not half drawn.
    """
    drawn = [key for key, layer in genre.answers.items() if layer.value.way in STROKES and any(answer.values[key])]
    return bool(drawn) and (_may_go_on(genre, puzzle, answer, drawn) or half_marked(genre, puzzle, answer))


def half_marked(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> bool:
    """Return whether a right answer has all that is drawn, shaded or written in ``answer``, and more where nothing is.

    An answer for which that is not known at once is not half marked.
    """
    marks = _marks(genre)
    return bool(marks) and _may_go_on(genre, puzzle, answer, marks)


def marks_alone(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> Answer:
    """Return an answer with what is drawn, shaded or written in ``answer``, open where nothing is."""
    return _opened(puzzle, answer, _marks(genre))


def _marks(genre: type[Genre]) -> list[str]:
    """Return the layers of an answer on which there may be nothing."""
    return [key for key, layer in genre.answers.items() if layer.value.nothing == 0]


def _opened(puzzle: Puzzle, answer: Answer, keys: Iterable[str]) -> Answer:
    """Return an answer that is open where nothing is on the layers ``keys``."""
    return Answer(puzzle, {**answer.values, **{key: [value or None for value in answer.values[key]] for key in keys}})


def _may_go_on(genre: type[Genre], puzzle: Puzzle, answer: Answer, keys: Iterable[str]) -> bool:
    """Return whether an answer can be finished where nothing is decided by the empty places of the layers ``keys``."""
    return can_be_finished(genre, puzzle, _opened(puzzle, answer, keys), time_limit=QUICKLY) is True


def can_be_finished(
    genre: type[Genre],
    puzzle: Puzzle,
    answer: Answer,
    *,
    rules: Iterable[OwnRule] = (),
    time_limit: float | None = None,
    threads: int = 1,
) -> bool | None:
    """Return whether some right answer has all that ``answer`` has decided; None if the time was not enough to find out."""

    def state() -> tuple[Model, list[Lit]]:
        m = genre.model(puzzle, rules=rules)
        m.objective = None
        return m, [lit for lit, _, _ in genre.assumptions(m, answer)]

    clock = TimeLimit(time_limit)
    try:
        m, decided = clock.run(state)
    except TimeLimitReached:
        return None
    return _goes_on(m, decided, clock.left(), threads)


ASIDE = 5.0
"""So many seconds it is looked for where an answer differs from the only one, unless somebody says how long."""


class Aside(NamedTuple):
    """A difference between an answer and the only right one: places, and the ``right`` values there.

    ``at`` names the places, joined by spaces, ``places`` are what a drawing marks.
    """

    right: str
    at: str
    places: list[Any]

    @property
    def says(self) -> str:
        """The places, and the values of the only answer there."""
        return f"{_few(self.at, self.places)}: {self.right}"


class Outlook(NamedTuple):
    """How an unfinished answer that breaks no rule so far can end.

    ``can`` it be finished; None if the time was not enough to find out. If not, ``status`` says how many right answers
    the puzzle has, as in ``Outcome``; if it has one, ``aside`` has all differences.
    """

    can: bool | None
    status: str = "unknown"
    aside: Sequence[Aside] = ()

    @property
    def says(self) -> str:
        """The text after "no rule is broken yet, but" for an answer that cannot be finished."""
        return {
            "unique": "the puzzle has one answer only, and that has",
            "multiple": "no right answer has all that stands here",
            "none": "the puzzle has no answer at all",
        }.get(self.status, "it cannot be finished; where it is wrong was not found in time")


def outlook(
    genre: type[Genre], puzzle: Puzzle, answer: Answer, *, time_limit: float | None = ASIDE, threads: int = 1
) -> Outlook:
    """Return whether an unfinished answer can be finished, and if not, where it differs from the only answer."""

    def state() -> tuple[Model, Clasp]:
        m = genre.model(puzzle)
        m.objective = None
        return m, Clasp(m, threads=threads)

    clock = TimeLimit(time_limit)
    can = can_be_finished(genre, puzzle, answer, time_limit=clock.left(), threads=threads)
    if can is not False:
        return Outlook(can)
    try:
        m, clasp = clock.run(state)
    except TimeLimitReached:
        return Outlook(can)
    found = clasp.search(2, clock.left())
    status = status_of(len(found.solutions), found.complete)
    aside = (
        places_that_differ(genre, m, answer, genre.answer(puzzle, m, found.solutions[0])) if status == "unique" else []
    )
    return Outlook(can, status, aside)


def places_that_differ(genre: type[Genre], m: Model, answer: Answer, right: Answer) -> list[Aside]:
    """Return where an answer has something else than the right one; places that it leaves open are none of them."""
    lattice, unfilled = answer.puzzle.lattice, set(genre.unfilled(m, answer))
    found: dict[str, list[tuple[str, Any]]] = {}
    for key, layer in genre.answers.items():
        on = "edges" if layer.on == "links" else layer.on
        pairs = zip(layer.place.items(answer[key]), layer.place.items(right[key]), strict=True)
        for (i, value), (_, wanted) in pairs:
            if value == wanted or (key, i) in unfilled:
                continue
            told = (
                layer.counted(wanted)
                if layer.counts
                else f"{_written(genre, key, wanted)} in place of {_written(genre, key, value)}"
            )
            found.setdefault(told, []).append((layer.title(i, lattice), i if on == "cells" else (on, i)))
    return [Aside(told, " ".join(name for name, _ in at), [mark for _, mark in at]) for told, at in found.items()]


def _goes_on(
    m: Model, decided: Sequence[Lit], time_limit: float | None, threads: int = 1, *, quickly: bool = False
) -> bool | None:
    """Return whether a solution has all that is ``decided``; None if the time was not enough to find out."""
    found = _found(m, decided, time_limit, threads, quickly=quickly)
    return found if isinstance(found, bool) or found is None else True


def _found(
    m: Model, decided: Sequence[Lit], time_limit: float | None, threads: int = 1, *, quickly: bool = False
) -> Solution | bool | None:
    """Return a solution that has all that is ``decided``, False where there is none.

    None if the time was not enough to find out.

    ``quickly``: it is looked for only for a while.
    """
    rules = m.rules
    m.rules = [*rules, *(Rule(lit, "what is decided stays", None) for lit in decided)]
    clock, start = TimeLimit(time_limit), perf_counter()
    try:
        clasp = clock.run(lambda: Clasp(m, threads=threads))
    except TimeLimitReached:
        return None
    finally:
        m.rules = rules
    result = clasp.search(1, QUICKLY + perf_counter() - start if quickly else clock.left())
    return result.solutions[0] if result.solutions else False if result.complete else None


def _in_doubt(
    m: Model, answer: Answer, unfilled: Sequence[tuple[str, int]], rules: list[tuple[int, Rule]]
) -> list[tuple[int, Rule]]:
    """Return those of ``rules`` that may be impossible whatever an answer's undecided places turn out to be.

    The others are kept when these places are filled as in some right answer. Such a rule can hold, and most can where
    only a few places are wrong: what is asked of a solver is a small part of the board.
    """
    right = _found(m, (), None, quickly=True)
    if not isinstance(right, Solution):
        return rules
    value = _followed(m, answer, set(unfilled), right)

    def doubtful(rule: Rule) -> bool:
        try:
            return not (rule.words and _holds(rule.constraint, value))
        except KeyError:
            return True  # it speaks of what no answer tells

    return [(number, rule) for number, rule in rules if doubtful(rule)]


def _holds(constraint: Constraint | Lit, value: Solution) -> bool:
    return bool(value(constraint)) if isinstance(constraint, Lit) else constraint.holds(value)


def _named(puzzle: Puzzle, m: Model, rule: Rule, value: Solution) -> list[Broken]:
    """Return what an answer has wrong by one rule. Raise KeyError where what is undecided may still mend it."""
    constraint = rule.constraint
    if isinstance(constraint, Lit):
        return [] if value(constraint) else [Broken.of(puzzle, m, rule)]
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
            return [Broken.of(puzzle, m, rule, at, _instead(constraint, value, at, counted)) for at in places]
    return [Broken.of(puzzle, m, rule, _places_of(puzzle, m, xs) or rule.at, told) for xs, told in wrong]


def _places_of(puzzle: Puzzle, m: Model, xs: Sequence[Any]) -> tuple[int, ...]:
    """Return the cells that have the variables ``xs``; none where one of them is no cell's."""
    cells = {
        id(x): i
        for key, layer in m.answer.items()
        if puzzle.genre.answers[key].on == "cells"
        for i, x in enumerate(layer)
    }
    return tuple(cells[id(x)] for x in xs) if all(id(x) in cells for x in xs) else ()


def _instead(constraint: Constraint, value: Solution, at: Any, counted: Counted) -> str:
    """Return what there is at a place where a constraint is broken, "" where there is no more to be said."""
    try:
        return constraint.instead(value, at, counted)
    except KeyError:
        return ""  # it speaks of what is not decided


def _counting(puzzle: Puzzle, m: Model) -> Counted:
    """How a person says that some of a model's literals are true; see ``Constraint.instead``."""

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
    """Return what a cell is in whose integer variable a literal is true, such as "cell with 3".

    None if it says something else.
    """
    for key, layer in m.answer.items():
        for i, x in enumerate(layer):
            if isinstance(x, Int) and lit.n in x.block:
                kind = puzzle.genre.answers[key].value
                numbers = [None] * i + [x.values[lit.n - x.block.start]] + [None] * (len(layer) - i - 1)
                value = kind.told(numbers, puzzle.values)[i]
                return "empty cell" if value in (None, kind.nothing) else f"cell with {kind.token(value)}"
    return next((f"cell with {x.values[lit.n - x.block.start]}" for x in m.ints if lit.n in x.block), None)


def _literals(layer: Sequence[Any]) -> bool:
    """Return whether the variables of an answer's layer are literals, numbered one after the other."""
    return len(layer) > 0 and all(isinstance(x, Lit) and x.n == layer[0].n + i for i, x in enumerate(layer))


def _followed(m: Model, answer: Answer, unfilled: set[tuple[str, int]], right: Solution | None = None) -> Solution:
    """Return the values of an answer, and of all variables that are defined by it; others raise KeyError.

    Of those that are ``unfilled`` it has the ``right`` ones, if there is such a solution.
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
    return follow(m, value)


def follow(m: Model, value: Solution) -> Solution:
    """``value``, and in it now all variables that those which it has define, or let a structure settle; others raise KeyError."""
    _define(m, value)
    settled = [structure.assign_free(value) for structure in m.structures]
    if any(settled):
        _define(m, value)
    return value


def _define(m: Model, value: Solution) -> None:
    """Give ``value`` all variables that are defined by those which it has."""
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
    puzzle: Puzzle, m: Model, rules: Sequence[tuple[int, Rule]], facts: list[int], *, finished: bool, sure: bool
) -> list[tuple[int, Broken]]:
    """Return the instances of ``rules`` that cannot hold where ``facts`` do; each comes with a number.

    Of a finished answer, where each can hold alone but not all together (they speak through auxiliary variables), a
    smallest set of them that conflict. Where it is ``sure`` that the answer is wrong, that is looked for only for a
    moment.
    """
    everything, m.rules = m.rules, [rule for _, rule in rules]
    clasp = Clasp(m, guarded=True)
    m.rules = everything
    guards = clasp.program.guards[: len(rules)]

    def possible(active: list[int], conflicts: int | None = None) -> bool | None:
        # clasp would try to keep the others as well, and search for that
        on = set(active)
        return clasp.possible(
            facts + [guard if i in on else -guard for i, guard in enumerate(guards) if guard], conflicts
        )

    together = [i for i, guard in enumerate(guards) if guard]
    if possible(together, MOMENT):
        return []
    alone: list[int] = []
    lost = possible([], MOMENT) is False
    if not lost:
        alone = _broken_alone(together, possible)
        if not alone and finished and possible(together, LONGER if sure else None) is False:
            alone = _smallest(together, possible)
        # what takes long to show is not what has just been shown of single rules in a moment
        lost = bool(alone) and possible([], LONGER) is False
    if lost:
        # what has no words cannot be switched off, and so not be told apart
        return [] if sure else [(len(everything), Broken(UNWORDED, "", []))]
    return [(number, Broken.of(puzzle, m, rule)) for number, rule in (rules[i] for i in alone)]


def _broken_alone(rules: list[int], possible: Callable[..., bool | None]) -> list[int]:
    """Return the rule instances that cannot hold alone, found by halving: a part that is possible together holds none.

    Whether a part is possible is asked only for a moment: all rules of an unfinished answer together are a whole
    puzzle. A single one that is not shown to be impossible soon is not blamed.
    """
    if not rules or (found := possible(rules, MOMENT if len(rules) > 1 else ALONE)):
        return []
    if len(rules) == 1:
        return rules if found is False else []
    middle = len(rules) // 2
    return _broken_alone(rules[:middle], possible) + _broken_alone(rules[middle:], possible)


def _smallest(rules: list[int], possible: Callable[..., bool | None]) -> list[int]:
    """Return a set of rule instances that cannot hold together, none of which can be left out."""
    kept: list[int] = []
    rest = rules
    while rest:
        # the first prefix that is impossible ends in an instance that is needed
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
