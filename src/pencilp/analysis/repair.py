"""The nearest repair: the fewest clues to change so that a puzzle has exactly one answer; and the nearest right answer.

Every repair that is returned was solved: the changed puzzle has exactly one answer.

If the puzzle has no answer, a change removes a clue or gives it another value. All changes of one clue are tried first, beginning
with clues in a contradiction; then one value of each other clue after the other. Then come sets of clues without which the
others have an answer. Such a set must have a clue in every contradiction that clasp has shown (a hitting set). A set of three
clues is tried only if no clue can be left out of it.

If the puzzle has several answers, a clue is added, or an unknown clue gets a value. ``AddedClues`` finds values that are right
for only one of the known answers. If these are too few, other clues are changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, product, zip_longest
from math import inf
from typing import Any, NamedTuple

from pencilp import api
from pencilp._util.timeout import TimeLimitReached
from pencilp.analysis.added_clues import MAX_ANSWERS, AddedClues
from pencilp.analysis.check import Difference, places_that_differ
from pencilp.analysis.left_out import Place, changed_puzzle, clues_of, value_at
from pencilp.analysis.named_places import place_name
from pencilp.analysis.names import Names, place_of_clue
from pencilp.analysis.phrases import Phrase, clue_count, listed
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.layer import Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.model import Model, Sum
from pencilp.solvers.clasp.search import Clasp, with_guards
from pencilp.solvers.result import status_of

MAX_CLUES = 3
"""The greatest number of clues that are changed."""
MAX_SHOWN = 5
"""The greatest number of repairs that are returned, all of the same number of clues."""
MAX_VALUES = 100
"""The greatest number of values that are tried for a clue."""
MAX_TRIED = 400
"""The greatest number of added or changed clues that are tried for a puzzle with several answers."""
MAX_COMBINATIONS = 2000
"""The greatest number of combinations of values that are tried for a set of clues."""
SOLVE_SECONDS = 2.0
"""The time for a changed puzzle. If it is not solved by then it is left out, and nothing is claimed about it."""


class Change(NamedTuple):
    """A change of a clue: its place (``at``), and its text ``before`` ("": none) and ``after`` ("": removed).

    ``clue`` is the name of the layer and the place in it, as in ``Broken.clue``; ``value`` is what stands there afterwards, and
    ``mark`` what a drawing marks. ``text`` says the change in words.
    """

    clue: Place
    at: str
    before: str
    after: str
    value: Any
    mark: Any
    text: str

    def __str__(self) -> str:
        return self.text


class Repair:
    """The result of ``repair``.

    * ``status``: "found"; "right" if the puzzle has exactly one answer, so there is nothing to repair; "none" if all changes that
      are tried fail; "unknown" if the time limit came first
    * ``answers``: how many answers the puzzle has: "none", "unique", "multiple", or "unknown"
    * ``changes``: the repairs, all of the same number of clues; each is a list of changes. ``puzzles`` are the changed puzzles
    * ``proved``: no change of this number of clues is enough (0: not even that is known)
    * ``seconds``: the time it took
    """

    __slots__ = ("answers", "changes", "proved", "puzzle", "puzzles", "seconds", "status")

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.status = self.answers = "unknown"
        self.changes: list[list[Change]] = []
        self.puzzles: list[Puzzle] = []
        self.proved = 0
        self.seconds = 0.0

    @property
    def fewest(self) -> bool:
        """Whether it is proved that fewer clues are not enough."""
        return bool(self.changes) and self.proved >= len(self.changes[0]) - 1

    @property
    def lines(self) -> list[str]:
        """The result in words, a line each."""
        if self.status == "right":
            return [Phrase("there is exactly one answer, so there is nothing to repair")]
        several = self.answers == "multiple"
        lines: list[str] = []
        if self.proved:
            lines.append(
                Phrase("no change of one clue and no added clue is enough")
                if several
                else Phrase("no change of one clue is enough")
            )
        if not self.changes:
            if self.status == "unknown":
                return [*lines, Phrase("the limit was reached before a repair was found")]
            return [*lines, Phrase("no repair was found, but not all changes were tried")]
        if not self.fewest:
            lines.append(Phrase("it was not decided whether fewer clues are enough"))
        size = clue_count(len(self.changes[0]))
        lines.append(
            Phrase("add or change {}, then there is exactly one answer:", size)
            if several
            else Phrase("change {}, then there is exactly one answer:", size)
        )
        for number, changes in enumerate(self.changes):
            lines.append(Phrase("  or {}" if number else "  {}", listed([change.text for change in changes])))
        return lines

    def _repr_svg_(self) -> str:
        from pencilp.draw.svg import to_svg

        marked = [change.mark for change in next(iter(self.changes), ())]
        return to_svg(next(iter(self.puzzles), self.puzzle), marked=marked)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        return f"<Repair {self.status}: {len(self.changes)} repairs, in {self.seconds:.3f} s>"


def repair(
    puzzle: Puzzle,
    *,
    answer: Answer | None = None,
    time_limit: float | None = None,
    most: int = MAX_CLUES,
    stop: Callable[[], bool] | None = None,
) -> Repair:
    """Return the smallest changes of clues after which ``puzzle`` has exactly one answer, with at most ``most`` clues.

    If the puzzle has several answers, a change may also add a clue; only changes of one clue are tried. With ``answer``, this is
    the answer that the changed puzzles have. After ``time_limit`` seconds, or as soon as ``stop()`` is true, return what was
    found by then. Raise InputError if the puzzle, the answer or the limit makes no sense.
    """
    limit = api.checked_limit(time_limit, 1)
    start = time.perf_counter()
    if answer is not None and answer.puzzle.genre is not puzzle.genre:
        raise InputError(f"an answer to this puzzle is needed, not to a {answer.puzzle.genre.name}", "answer")
    search = _Search(puzzle, answer, inf if limit is None else start + limit, stop)
    try:
        search.run(most)
    except TimeLimitReached:
        search.result.status = "found" if search.result.changes else "unknown"
    search.result.seconds = time.perf_counter() - start
    return search.result


class Nearest(NamedTuple):
    """The outcome of ``nearest_answer``: the right ``answer`` nearest to a given one, None if none was found in time.

    ``differing`` are the places where it differs, ``places`` how many there are; ``sure``: no right answer is nearer.
    """

    answer: Answer | None
    differing: Sequence[Difference]
    places: int
    sure: bool


def nearest_answer(puzzle: Puzzle, answer: Answer | None = None, *, time_limit: float | None = None) -> Nearest:
    """Return the right answer that differs at the fewest places from ``answer`` (default: the one that came with the puzzle).

    Undecided places count for nothing. ``time_limit`` is in seconds. Raise InputError if there is no answer.
    """
    given = api.answer_to(puzzle, answer)
    limit = api.checked_limit(time_limit, 1)
    genre = genre_of(puzzle)
    m = genre.model(puzzle)
    never = 0 if m.false_if_made is None else m.false_if_made.n
    kept: list[tuple[Any, Any]] = [(1, lit) for lit, _, _ in genre.assumptions(m, given) if lit.n != never]
    m.objective, m.sense = Sum(kept, 0), "maximize"
    found = Clasp(m).search(1, limit)
    solution = found.solutions[0] if found.solutions else found.incumbent
    if solution is None:
        return Nearest(None, (), 0, found.complete)
    right = genre.answer(puzzle, m, solution)
    differing = places_that_differ(genre, m, given, right)
    return Nearest(right, differing, sum(len(each.places) for each in differing), bool(found.solutions))


class _Search:
    """One search for a repair."""

    def __init__(self, puzzle: Puzzle, answer: Answer | None, until: float, stop: Callable[[], bool] | None) -> None:
        self.puzzle, self.answer, self.until, self.stop = puzzle, answer, until, stop
        self.result = Repair(puzzle)
        self.decided = True
        """Whether all changes of one clue are tried, and each changed puzzle was solved in its time."""

    def look(self) -> None:
        """Raise TimeLimitReached if the search is to end."""
        if time.perf_counter() >= self.until or (self.stop is not None and self.stop()):
            raise TimeLimitReached

    def run(self, most: int) -> None:
        """Search to the end."""
        self.look()
        result = self.result
        m = genre_of(self.puzzle).model(self.puzzle)
        m.objective = None
        found = Clasp(m).search(2, None if self.until == inf else self.until - time.perf_counter())
        result.answers = status_of(len(found.solutions), found.complete)
        if result.answers == "unknown":
            raise TimeLimitReached
        if result.answers == "unique":
            result.status = "right"
            return
        (self._add if result.answers == "multiple" else self._change_clues)(m, most)
        result.status = "found" if result.changes else "none"

    def _add(self, m: Model, most: int) -> None:
        """Add a clue to a puzzle with several answers, or change one of its clues."""
        left = None if self.until == inf else self.until - time.perf_counter()
        found = Clasp(m).search(MAX_ANSWERS, left)
        genre = genre_of(self.puzzle)
        answers = [genre.answer(self.puzzle, m, solution) for solution in found.solutions]
        wanted = answers
        if self.answer is not None:
            wanted = [self.answer]
            answers = [self.answer, *(answer for answer in answers if answer.values != self.answer.values)]
        candidates = AddedClues(self.puzzle, m, answers, wanted, self.look, complete=found.complete)
        clues = self._clues(m)
        # the first clues may have more values than are tried
        changed = chain.from_iterable(_in_turn({clue: [*self._alternatives(clue)] for clue in clues}))
        tried: set[tuple[Place, str]] = set()
        for clue, value in chain(candidates, changed):
            if len(self.result.changes) == MAX_SHOWN:
                return
            if len(tried) == MAX_TRIED:
                self.decided = False
                break
            if (clue, repr(value)) not in tried:
                tried.add((clue, repr(value)))
                self._try(((clue, value),))
        if not self.result.changes:
            self.result.proved = int(self.decided and candidates.all)

    def _change_clues(self, m: Model, most: int) -> None:
        """Change clues of a puzzle without an answer."""
        layers = {id(values): key for key, values in self.puzzle.values.items()}
        clue_of = [None if rule.clue is None else (layers[id(rule.clue[0])], *rule.clue[1:]) for rule in m.rules]
        clues = self._clues(m)
        self.choices = {clue: list(self._alternatives(clue)) for clue in clues}
        guarded = _Guarded(m, clue_of, self)
        core = guarded.core(()) or []
        first = [clue for clue in clues if clue in core]
        self._try_single([*first, *(clue for clue in clues if clue not in core)], len(first))
        if self.result.changes:
            return
        self.result.proved = int(self.decided)
        for size in range(2, most + 1):
            sets = guarded.hitting_sets(size)
            for some in chain(sets, guarded.enlarged_sets(clues)) if size == 2 else sets:
                self._try_set(some)
                if self.result.changes:
                    return

    def _clues(self, m: Model) -> list[Place]:
        """Return where the clues stand, with or without rules of their own: rules compare the numbers of some genres."""
        return list(dict.fromkeys(self._place(clue.place) for clue in clues_of(self.puzzle, m)))

    @staticmethod
    def _place(clue: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return where a clue stands: it may have several numbers, which stand at one place."""
        key, where, *more = clue
        return (key, where, more[0]) if isinstance(where, str) else (key, where)

    def _try_single(self, clues: Sequence[tuple[Any, ...]], first: int) -> None:
        """Try changes of one clue: all changes of the ``first`` clues, then one of each other clue after the other."""
        for clue in clues[:first]:
            for value in self.choices[clue]:
                if len(self.result.changes) < MAX_SHOWN:
                    self._try(((clue, value),))
        for changes in _in_turn({clue: self.choices[clue] for clue in clues[first:]}):
            if self.result.changes:
                break
            for change in changes:
                if len(self.result.changes) < MAX_SHOWN:
                    self._try((change,))

    def _try_set(self, clues: Sequence[tuple[Any, ...]]) -> None:
        """Try changes of several clues: first those in which clues have changed places."""
        before = [value_at(self.puzzle, clue) for clue in clues]
        combinations = product(*(self.choices[clue] for clue in clues))

        def moved(values: Sequence[Any]) -> bool:
            return sorted(map(repr, values)) == sorted(map(repr, before))

        some = list(islice(combinations, MAX_COMBINATIONS))
        for values in sorted(some, key=lambda values: not moved(values)):
            self._try(tuple(zip(clues, values, strict=True)))
            if self.result.changes:
                break

    def _try(self, changes: Sequence[tuple[tuple[Any, ...], Any]]) -> None:
        """Solve the puzzle with some clues changed; keep it if it has one answer, the wanted one."""
        self.look()
        try:
            changed = changed_puzzle(self.puzzle, dict(changes))
        except InputError:
            return
        if any(changed.values == known.values for known in self.result.puzzles):
            return  # two changes may mean the same: a 0 for a line without runs, and no number
        left = min(SOLVE_SECONDS, max(0.0, self.until - time.perf_counter()))
        outcome = api.solve(changed, count=2, time_limit=left)
        if outcome.status == "unknown":
            self.look()
            self.decided = False
        right = outcome.status == "unique" and outcome.answer is not None
        if right and (self.answer is None or outcome.answer.values == self.answer.values):  # type: ignore[union-attr]
            self.result.puzzles.append(changed)
            self.result.changes.append([self._change(clue, value) for clue, value in changes])

    def _change(self, clue: tuple[Any, ...], value: Any) -> Change:
        layer = self.puzzle.genre.inputs[clue[0]]
        held = value_at(self.puzzle, clue)
        before, after = _written(layer, held), _written(layer, value)
        names = Names(self.puzzle)
        old, new = (
            text if isinstance(clue[1], str) or not text else names.sign(clue[0], part)
            for text, part in ((before, held), (after, value))
        )
        if not after:
            change = Phrase("without {}", old)
        else:
            change = Phrase("{} in place of {}", new, old) if before else Phrase("add {}", new)
        text = Phrase("{}: {}", names.place(*clue), change)
        at, mark = place_name(self.puzzle, clue), place_of_clue(self.puzzle, *clue)
        return Change(clue, at, before, after, value, mark, text)

    def _alternatives(self, clue: tuple[Any, ...]) -> Iterator[Any]:
        """Yield what may stand at a clue's place instead of it."""
        layer, before = self.puzzle.genre.inputs[clue[0]], value_at(self.puzzle, clue)
        if isinstance(clue[1], str):
            self.decided = False  # a line with several other numbers is not tried
            yield from _lines(layer, before, self.puzzle)
            return
        if not (isinstance(before, int) or layer.value.closed):
            self.decided = False  # of an arrow with a number only one of the two is changed
        yield from _values(layer, before, self.puzzle)
        if layer.filled and not layer.value.missing and before != layer.value.nothing:
            yield layer.value.nothing


def _in_turn(values: Mapping[Place, Sequence[Any]]) -> Iterator[list[tuple[Place, Any]]]:
    """Yield the first value of each clue, then the second of each, and so on."""
    for column in zip_longest(*([(clue, value) for value in some] for clue, some in values.items())):
        yield [each for each in column if each is not None]


def _lines(layer: Layer[Any], before: tuple[Any, ...], puzzle: Puzzle) -> list[tuple[Any, ...]]:
    """Return the lines of numbers with one other number, one more or one less, and the empty one."""
    sample = next((value for value, _ in layer.value.samples()), None)
    first = before[0] if before else sample
    numbers = [first, *_values(layer, first, puzzle)]
    found = [
        (*before[:k], *new, *before[k + 1 :]) for k in range(len(before)) for new in (*((n,) for n in numbers), ())
    ]
    found += [(*before[:k], n, *before[k:]) for k in range(len(before) + 1) for n in numbers]
    return [line for line in dict.fromkeys((*found, ())) if line != before]


def _written(layer: Layer[Any], value: Any) -> str:
    """Return a clue as text; "" for none."""
    if isinstance(value, tuple) and layer.on == "lines":
        return " ".join(map(layer.token, value))
    return "" if value is None or value == layer.value.nothing else layer.token(value)


def _values(layer: Layer[Any], before: Any, puzzle: Puzzle) -> list[Any]:
    """Return the values of a layer's type other than ``before`` and nothing: all of them, or those like it."""
    kind, lattice = layer.value, puzzle.lattice
    samples = [value for value, _ in kind.samples()]
    high = kind.greatest(lattice) if kind.greatest is not None else MAX_VALUES
    numbers = range(min(high, MAX_VALUES) + 1)
    pool: list[Any] = [*samples, UNKNOWN]
    if isinstance(before, int):
        pool = [*sorted(numbers, key=lambda n: abs(n - before)), *pool]
    elif isinstance(before, tuple):
        # an arrow with a number, a pair of sums: one part after the other
        for place, part in enumerate(before):
            parts = [value[place] for value in samples if isinstance(value, tuple) and len(value) == len(before)]
            parts += numbers if isinstance(part, int) else []
            pool += [(*before[:place], other, *before[place + 1 :]) for other in parts]
    else:
        pool = [*pool, *numbers]
    found = []
    for value in dict.fromkeys(pool):
        try:
            checked = kind.check(value)
            kind.usable(checked, lattice)
        except (ValueError, TypeError):
            continue
        if checked != before and checked not in found:
            found.append(checked)
    return found


class _Guarded:
    """The puzzle with a guard on every rule that comes from a clue."""

    def __init__(self, m: Model, clue_of: Sequence[tuple[Any, ...] | None], search: _Search) -> None:
        lasting = [rule for rule, clue in zip(m.rules, clue_of, strict=True) if clue is None]
        soft = [(rule, search._place(clue)) for rule, clue in zip(m.rules, clue_of, strict=True) if clue is not None]
        self._clasp, guards = with_guards(m, lasting, [rule for rule, _ in soft])
        self._clue = {guard: clue for guard, (_, clue) in zip(guards, soft, strict=True)}
        self._search = search
        self._cores: list[list[tuple[Any, ...]]] = []

    def core(self, without: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]] | None:
        """Return clues that contradict each other, none of ``without`` among them; None if the others have an answer."""
        left_out = set(without)
        guards = [guard for guard, clue in self._clue.items() if clue not in left_out]
        found = self._clasp.contradicting(guards, self._search.until, self._search.look)
        if found is None:
            return None
        core = list(dict.fromkeys(self._clue[guard] for guard in found))
        self._cores.append(core)
        return core

    def hitting_sets(self, size: int) -> Iterator[tuple[tuple[Any, ...], ...]]:
        """Yield sets of ``size`` clues whose removal leaves an answer. No part of such a set is enough."""
        seen: set[frozenset[tuple[Any, ...]]] = set()

        def grow(some: tuple[tuple[Any, ...], ...]) -> Iterator[tuple[tuple[Any, ...], ...]]:
            missed = next((core for core in self._cores if not set(core) & set(some)), None)
            if missed is None:
                missed = self.core(some)
            if missed is None:
                if len(some) == size:
                    yield some
                return
            if len(some) == size:
                return
            for clue in missed:
                larger = (*some, clue)
                if frozenset(larger) not in seen:
                    seen.add(frozenset(larger))
                    yield from grow(larger)

        yield from grow(())

    def enlarged_sets(self, clues: Sequence[tuple[Any, ...]]) -> Iterator[tuple[tuple[Any, ...], ...]]:
        """Yield pairs of ``clues``. The removal of the first clue alone leaves an answer, or several."""
        seen: set[tuple[Any, ...]] = set()
        for (clue,) in self.hitting_sets(1):
            seen.add(clue)
            yield from ((clue, other) for other in clues if other not in seen)
