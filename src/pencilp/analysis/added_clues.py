"""Clues that could be added to a puzzle with several answers, so that one of these is the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, islice
from typing import Any, NamedTuple

from pencilp.analysis.check import add_defined
from pencilp.analysis.left_out import Place, changed_puzzle, clues_of, value_at
from pencilp.analysis.names import clue_of
from pencilp.analysis.same_rules import RulesToCompare, same_rules
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.calculations import Calculation
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import Outside
from pencilp.board.layers.several import Group
from pencilp.board.layers.sums import SumPair
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model, Rule, Solution
from pencilp.model.constraints import Runs

MAX_ANSWERS = 200
"""The number of answers that are compared."""
MAX_NUMBER = 100
"""The greatest number that is tried as a clue."""
MAX_GROUPS = 60
"""The number of groups of values of one cell that are tried as clues; those with small values come first."""
MAX_STATED = 200
"""The number of added clues for which the puzzle is stated anew, if other rules depend on the presence of the clue."""


Fill = partial[Any]
"""A function from what stands at a place to what stands there with the clue."""
Order = Callable[[str, Iterable[Any]], Iterable[Any]]
"""A function from the name of a layer, and values of its clues, to these values in the order in which they are tried."""
Filled = tuple[list[Place], int | None, Fill]
"""Places for clues, the clues' place among several values of a cell (None: all of these), and the function that fills them in."""
Independent = dict[tuple[Any, ...], bool]
"""A kind of clue that is added -> whether it changes no rules but its own."""


class AddedClues:
    """Clues that are right for exactly one of some known ``answers``, one of those ``wanted``: pairs of a place and a value.

    ``m`` is the puzzle's model. ``look`` is called every now and then. Unless the known answers are ``complete``, clues that are
    right for none of them come last. First come clues at places that say nothing yet, such as a ``?`` or a black cell without a
    number, then those at empty places. ``all``: it is certain that the answer is unique after none but these clues.
    """

    def __init__(
        self, puzzle: Puzzle, m: Model, answers: Sequence[Answer], wanted: Sequence[Answer], look: Callable[[], object],
        *, complete: bool,
    ) -> None:  # fmt: skip
        self._puzzle, self._m, self._answers, self._look, self._complete = puzzle, m, answers, look, complete
        self._wanted = {i for i, answer in enumerate(answers) if any(answer.values == other.values for other in wanted)}
        self.all = complete and all(_is_listed(layer, puzzle) for layer in puzzle.genre.inputs.values())

    def __iter__(self) -> Iterator[tuple[Place, Any]]:
        puzzle, m = self._puzzle, self._m
        base = RulesToCompare(m, m.rules)
        open_ones: list[tuple[Place, Any]] = []
        presence: list[tuple[list[Place], Fill]] = []
        for fills in (_fills_of_unknown, _fills_of_empty):
            for key, layer in puzzle.genre.inputs.items():
                for places, part, fill in fills(puzzle, m, key, layer):
                    self._look()
                    right = _right_for(puzzle, base, places, part, fill, self._answers)
                    if right is None:
                        presence.append((places, fill))
                        continue
                    yield from (self._filled(place, fill) for place in right if self._is_only(right[place]))
                    open_ones += [self._filled(place, fill) for place in right if not right[place]]
        # other rules depend on the presence of these clues, so they may have answers that are not among the known ones
        self.all = self.all and not presence
        left = MAX_STATED
        for places, fill in presence:
            for place in places:
                if left == 0:
                    break
                self._look()
                left -= 1
                if self._is_only(_right_with(puzzle, place, fill, self._answers)):
                    yield self._filled(place, fill)
        if not self._complete:
            yield from open_ones

    def _filled(self, place: Place, fill: Fill) -> tuple[Place, Any]:
        """Return a place with what stands there then."""
        return place, fill(value_at(self._puzzle, place))

    def _is_only(self, right: Sequence[int]) -> bool:
        """Return whether a clue is right for one of the answers only, and that is wanted."""
        return len(right) == 1 and right[0] in self._wanted


def fitting_clues(
    puzzle: Puzzle, m: Model, answer: Answer, layers: Collection[str], look: Callable[[], object],
    absence: Collection[str], order: Order, independent: Independent, only: Collection[Place] | None = None,
) -> dict[Place, Any]:  # fmt: skip
    """Return, for each place of ``layers`` that says nothing yet, what may stand there if ``answer`` is right.

    It is the first value that fits, in the ``order`` in which values are tried. ``m`` is the puzzle's model without the rules
    with the texts ``absence``, which are about places without a clue. Clues whose presence changes other rules are left out;
    ``independent`` keeps what is known of this for other boards of the genre. ``look`` is called every now and then. With
    ``only``, other places are left out.
    """
    base = RulesToCompare(m, m.rules)
    with_clue = {clue_of(puzzle, rule)[:2] for rule in m.rules if rule.clue is not None}
    found: dict[Place, Any] = {}
    for key, layer in puzzle.genre.inputs.items():
        if key in layers and layer.on == "lines" and not layer.place.single:
            lines = _runs(puzzle, key, answer) or _series(puzzle, m, key, answer, look)
            found |= {place: value for place, value in lines.items() if only is None or place in only}
    for key in layers:
        look()
        own = _own_values(puzzle, key, answer, base, absence, independent)
        found |= {place: value for place, value in own.items() if only is None or place in only}
    done: set[tuple[Place, int | None]] = set()
    """The places, and the parts of what stands there, for which a value is found."""
    for fills in (_fills_of_unknown, _fills_of_empty):
        for key, layer in puzzle.genre.inputs.items():
            for places, part, fill in fills(puzzle, m, key, layer, order) if key in layers else ():
                left = [
                    place for place in places if (place, part) not in done and (part is not None or place not in found)
                ]
                if not left:
                    continue
                look()
                kind = (fills, key, part, *fill.args)
                if not independent.get(kind, True):
                    continue
                added = _Added.make(puzzle, _accepting(puzzle, left, fill), part, fill, absence)
                if added is None or not added.rules:
                    continue
                if kind not in independent:
                    # what stands there may have rules already
                    before = None if with_clue.isdisjoint(left) else _Added.of(puzzle, left, part, absence)
                    others = base if before is None else RulesToCompare(before.m, before.rest)
                    independent[kind] = others.same_as(added.m, added.rest)
                if not independent[kind]:
                    continue
                for place, right in (added.right_for([answer], doubtful=True) or {}).items():
                    if right:
                        found[place] = fill(found.get(place, value_at(puzzle, place)))
                        done.add((place, part))
    return found


def _own_values(
    puzzle: Puzzle, key: str, answer: Answer, base: RulesToCompare, absence: Collection[str], independent: Independent
) -> dict[Place, Any]:
    """Return the values of the answer that are right clues at their own places, as printed numbers are."""
    layer, nothing = puzzle.genre.inputs[key], puzzle.genre.inputs[key].value.nothing
    found: dict[Place, Any] = {}
    for other, answered in puzzle.genre.answers.items():
        if layer.on != answered.on or layer.on in ("board", "lines") or independent.get((key, other)) is False:
            continue
        changes: dict[Place, Any] = {
            (key, at): mine
            for at, (given, mine) in enumerate(zip(puzzle.values[key].listed, answer.values[other], strict=True))
            if given == nothing and mine not in (None, nothing) and _is_usable(layer, mine, puzzle)
        }
        try:
            added = _Added.of(changed_puzzle(puzzle, changes), [*changes], None, absence) if changes else None
        except InputError:
            continue
        if added is not None:
            if (key, other) not in independent:
                independent[key, other] = base.same_as(added.m, added.rest)
            right = added.right_for([answer], doubtful=True) if independent[key, other] else None
            found |= {place: changes[place] for place in right or {} if right and right[place]}
    return found


def _runs(puzzle: Puzzle, key: str, answer: Answer) -> dict[Place, tuple[int, ...]]:
    """Return for each line of a layer the lengths of the runs that its rule speaks of."""
    places: list[Place] = [
        (key, side, i) for side, lines in puzzle.values[key].items() for i, line in enumerate(lines) if not line
    ]
    try:
        other = _with_clues(puzzle, places, partial(_whole, (1,)))
    except InputError:
        return {}
    m = genre_of(other).model(other)
    solution = solution_of(m, answer)
    return {
        clue_of(other, rule)[:3]: tuple(rule.constraint.found(solution)) or (0,)
        for rule in m.rules
        if rule.clue is not None and isinstance(rule.constraint, Runs) and clue_of(other, rule)[0] == key
    }


def _series(
    puzzle: Puzzle, m: Model, key: str, answer: Answer, look: Callable[[], object]
) -> dict[Place, tuple[Any, ...]]:
    """Return for each line of a layer several numbers that fit, found one after the other: first how many, all unknown."""
    layer, lattice = puzzle.genre.inputs[key], puzzle.lattice
    places: list[Place] = [
        (key, side, i) for side, lines in puzzle.values[key].items() for i, line in enumerate(lines) if not line
    ]
    found: dict[Place, tuple[Any, ...]] = {}
    if not layer.value.allows(UNKNOWN):
        return found
    longest = (max(lattice.rows, lattice.cols) + 1) // 2

    def fitting(board: Puzzle, some: Sequence[Place], fill: Fill, *, unless_ruled: bool = False) -> list[Place]:
        """Return the places where the rules of the clue hold; with ``unless_ruled``, also those where it has none."""
        look()
        right = _right_for(board, RulesToCompare(m, m.rules), some, None, fill, [answer], doubtful=True)
        if right is None:
            return []
        return [place for place in some if right.get(place, unless_ruled)]

    for value in (*((UNKNOWN,) * n for n in range(longest, 0, -1)), (0,)):
        left = [place for place in places if place not in found]
        some = fitting(puzzle, left, partial(_whole, value), unless_ruled=UNKNOWN in value) if left else []
        found |= dict.fromkeys(some, value)
    for at in range(longest):
        for number in range(_greatest(layer, puzzle) + 1):
            fill = partial(_with_number, at, number)
            left = [place for place, value in found.items() if fill(value) != value]
            if not left:
                break
            right = {*fitting(changed_puzzle(puzzle, found), [*found], fill)} & {*left}
            found |= {place: fill(found[place]) for place in right}
    return found


def _with_number(at: int, number: int, before: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return several values with a number at a place, if that was unknown."""
    return _part(at, number, before) if before[at : at + 1] == (UNKNOWN,) else before  # type: ignore[no-any-return]


def absence_rules(puzzle: Puzzle, m: Model, place: Place, value: Any) -> set[str] | None:
    """Return the texts of the rules that a clue at an empty place takes away; None if it changes more than these.

    Such rules are about places without a clue: no number between two cells without a dot is twice the other.
    """
    try:
        other = _with_clues(puzzle, [place], partial(_whole, value))
    except InputError:
        return None
    more = genre_of(other).model(other)
    rest = [rule for rule in more.rules if rule.clue is None or clue_of(other, rule)[: len(place)] != place]
    before, after = Counter(rule.words for rule in m.rules), Counter(rule.words for rule in rest)
    lost = {words for words in before if after[words] < before[words]}
    kept = [[rule for rule in rules if rule.words not in lost] for rules in (m.rules, rest)]
    return lost if lost and same_rules((m, kept[0]), (more, kept[1])) else None


def keeps_other_rules(puzzle: Puzzle, m: Model, places: Sequence[Place], value: Any) -> bool:
    """Return whether a clue at any of some empty places changes no rules but its own; ``m`` is the puzzle's model."""
    fill = partial(_whole, value)
    some = _accepting(puzzle, places, fill)
    # a value may be allowed once on a board
    some = some if _is_accepted(puzzle, some, fill) else some[:1]
    return bool(some) and _right_for(puzzle, RulesToCompare(m, m.rules), some, None, fill, []) is not None


def has_own_rules(puzzle: Puzzle, place: Place, value: Any) -> bool:
    """Return whether a clue at an empty place has rules of its own; False if the genre does not accept it alone."""
    try:
        other = _with_clues(puzzle, [place], partial(_whole, value))
    except InputError:
        return False
    rules = genre_of(other).model(other).rules
    return any(rule.clue is not None and clue_of(other, rule)[: len(place)] == place for rule in rules)


def _accepting(puzzle: Puzzle, places: Sequence[Place], fill: Fill) -> Sequence[Place]:
    """Return those of some places at which the genre accepts a clue."""
    if _is_accepted(puzzle, places, fill):
        return places
    return [place for place in places if _is_accepted(puzzle, [place], fill)]


def _is_accepted(puzzle: Puzzle, places: Sequence[Place], fill: Fill) -> bool:
    """Return whether the genre accepts clues at all of some places together."""
    try:
        _with_clues(puzzle, places, fill)
    except InputError:
        return False
    return True


def _is_listed(layer: Layer[Any], puzzle: Puzzle) -> bool:
    """Return whether all clues that could be added to a layer are tried."""
    if layer.on == "board" or layer.value.missing or not layer.filled:
        return True
    kind = getattr(layer.value, "value", layer.value)
    limited = kind.greatest is not None and kind.greatest(puzzle.lattice) <= MAX_NUMBER
    return layer.place.single and (kind.closed or limited)


def _as_they_are(_: str, values: Iterable[Any]) -> Iterable[Any]:
    """Return values in their own order."""
    return values


def _fills_of_unknown(
    puzzle: Puzzle, m: Model, key: str, layer: Layer[Any], order: Order = _as_they_are
) -> Iterator[Filled]:
    """Yield clues for places with a ``?``, or with a sign or an arrow without a number."""
    if layer.on in ("board", "lines"):
        return
    held = puzzle.values[key]
    with_rules = {rule.clue[1] for rule in m.rules if rule.clue is not None and rule.clue[0] is held}
    signs = layer.value.kind == "either"
    items = list(layer.place.items(held))
    places: list[Place] = [
        (key, at)
        for at, value in items
        if value == UNKNOWN or (signs and isinstance(value, str) and at not in with_rules)
    ]
    if places:
        yield from ((places, None, partial(_whole, value)) for value in order(key, values_of(layer, puzzle)))
    kind = layer.value
    if not isinstance(kind, (Arrow, Group, SumPair)):
        return
    if isinstance(kind, Arrow):
        bare = [(key, at) for at, value in items if isinstance(value, tuple) and {*value[-2:]} <= {None, UNKNOWN}]
        # each place first tries the direction that comes first in an order of its own
        first = {place: next(iter(order(key, range(len(kind.names)))), None) for place in bare}
        values = [*order(key, values_of(layer, puzzle))] if bare else []
        for preferred in (True, False):
            for value in values:
                some = [
                    place
                    for place in bare
                    if value_at(puzzle, place)[:-2] == value[:-2] and (first[place] == value[-2]) == preferred
                ]
                if some:
                    yield some, None, partial(_whole, value)
    sizes = {len(value) for _, value in items if isinstance(value, tuple)}
    numbers = range(_greatest(layer, puzzle) + 1)
    if isinstance(kind, Group) and not kind.ways:
        # one rule speaks of all values of a cell, in any order
        for size in sorted(sizes):
            places = [(key, at) for at, value in items if value == (UNKNOWN,) * size]
            groups = islice(combinations_with_replacement(numbers, size), MAX_GROUPS)
            usable = [value for value in groups if _is_usable(layer, value, puzzle)]
            yield from ((places, None, partial(_whole, value)) for value in order(key, usable) if places)
        return
    for part in range(max(sizes, default=0)):
        if isinstance(kind, Arrow) and part < max(sizes) - 1:
            continue
        places = [
            (key, at)
            for at, value in items
            if isinstance(value, tuple) and len(value) > part and value[part] in (None, UNKNOWN)
        ]
        for number in order(key, numbers) if places else ():
            fill = partial(_part, part, number)
            some = [place for place in places if _is_usable(layer, fill(value_at(puzzle, place)), puzzle)]
            if some:
                yield some, None if isinstance(kind, Arrow) else part, fill


def _fills_of_empty(
    puzzle: Puzzle, m: Model, key: str, layer: Layer[Any], order: Order = _as_they_are
) -> Iterator[Filled]:
    """Yield clues for places at which nothing stands."""
    values = puzzle.values[key]
    if layer.on == "board" or layer.value.missing or not layer.filled:
        return
    places: list[Place] = []
    if isinstance(layer.place, Outside):
        sides = layer.place.sides if layer.place.single else ()
        places = [(key, side, i) for side in sides for i, line in enumerate(values[side]) if not line]
    else:
        places = [(key, at) for at, value in layer.place.items(values) if value == layer.value.nothing]
    if places:
        for value in order(key, values_of(layer, puzzle)):
            yield places, None, partial(_whole, (value,) if layer.on == "lines" else value)


def _whole(value: Any, _: Any) -> Any:
    """Return the new value of a place."""
    return value


def _part(part: int, number: int, before: Any) -> Any:
    """Return several values with another one at a place among them."""
    return (*before[:part], number, *before[part + 1 :])


def _greatest(layer: Layer[Any], puzzle: Puzzle) -> int:
    """Return the greatest number that is tried in a layer."""
    kind = getattr(layer.value, "value", layer.value)
    return min(MAX_NUMBER, kind.greatest(puzzle.lattice) if kind.greatest is not None else MAX_NUMBER)


def _is_usable(layer: Layer[Any], value: Any, puzzle: Puzzle) -> bool:
    """Return whether a value may stand in a layer of the puzzle."""
    try:
        layer.value.usable(layer.value.check(value), puzzle.lattice)
    except ValueError:
        return False
    return True


def values_of(layer: Layer[Any], puzzle: Puzzle) -> Iterator[Any]:
    """Yield the values that a clue of a layer may have."""
    kind, numbers = layer.value, range(_greatest(layer, puzzle) + 1)
    pool: list[Any] = [value for value, _ in kind.samples()]
    if isinstance(kind, Arrow):
        ways: list[Any] = [*range(len(kind.names))] or [None]
        pool = [(*color, way, number) for color in kind.colors or [()] for way in ways for number in numbers]
    elif calculations := [each for each in (kind, *getattr(kind, "types", ())) if isinstance(each, Calculation)]:
        pool += calculations[0].pool(puzzle.lattice)
    elif not kind.closed:
        pool += numbers
    for value in dict.fromkeys(pool):
        if value not in (kind.nothing, UNKNOWN) and _is_usable(layer, value, puzzle):
            yield value


def _with_clues(puzzle: Puzzle, places: Sequence[Place], fill: Fill) -> Puzzle:
    """Return the puzzle with clues at several places of one layer. Raise InputError if it makes no sense."""
    changes = {place: fill(value_at(puzzle, place)) for place in places}
    return changed_puzzle(puzzle, changes)


def _right_for(
    puzzle: Puzzle, base: RulesToCompare, places: Sequence[Place], part: int | None, fill: Fill,
    answers: Sequence[Answer], *, doubtful: bool = False,
) -> dict[Place, list[int]] | None:  # fmt: skip
    """Return for each place the numbers of the ``answers`` for which the clue there is right.

    ``part`` is the clue's place among several values of a cell. None if that cannot be seen from the rules that come from the
    clues: the others are not those of ``base``. With ``doubtful``, a clue whose rules speak of more than the answer is right for
    none.
    """
    added = _Added.make(puzzle, places, part, fill)
    return added.right_for(answers, doubtful=doubtful) if added and base.same_as(added.m, added.rest) else None


class _Added(NamedTuple):
    """Clues that are added to a puzzle: the model ``m`` with them, the ``rules`` that come from each, and the ``rest``."""

    m: Model
    rules: Mapping[Place, Sequence[Rule]]
    rest: Sequence[Rule]

    @classmethod
    def make(
        cls, puzzle: Puzzle, places: Sequence[Place], part: int | None, fill: Fill, absence: Collection[str] = ()
    ) -> _Added | None:
        """Add clues at some places. Rules with the texts ``absence`` are left out. None if the genre refuses the puzzle."""
        try:
            return cls.of(_with_clues(puzzle, places, fill), places, part, absence)
        except InputError:
            return None

    @classmethod
    def of(cls, other: Puzzle, places: Sequence[Place], part: int | None, absence: Collection[str] = ()) -> _Added:
        """Return the clues that a puzzle has at some places, which were added to it."""
        m = genre_of(other).model(other)
        attached: dict[Place, list[Rule]] = {place: [] for place in places}
        known = {place if part is None else (*place, part): place for place in places}
        rest: list[Rule] = []
        for rule in m.rules:
            where = None if rule.clue is None else clue_of(other, rule)
            place = None if where is None else known.get(where, known.get(where[:3]))
            if place is not None:
                attached[place].append(rule)
            elif rule.words not in absence:
                rest.append(rule)
        return cls(m, attached, rest)

    def right_for(self, answers: Sequence[Answer], *, doubtful: bool) -> dict[Place, list[int]] | None:
        """Return for each place the numbers of the ``answers`` for which its rules hold; see ``_right_for``."""
        solutions = [solution_of(self.m, answer) for answer in answers]
        found: dict[Place, list[int]] = {}
        for place, rules in self.rules.items():
            try:
                if rules:
                    found[place] = [i for i, solution in enumerate(solutions) if hold(rules, solution)]
            except KeyError:
                if not doubtful:
                    return None  # a rule speaks of more than the answer
        return found


def _right_with(puzzle: Puzzle, place: Place, fill: Fill, answers: Sequence[Answer]) -> list[int]:
    """Return the numbers of the ``answers`` for which all rules hold with a clue at a place.

    None of them if it is no clue: a sign from which no rule comes.
    """
    try:
        other = _with_clues(puzzle, [place], fill)
    except InputError:
        return []
    m = genre_of(other).model(other)
    if all(clue.place[: len(place)] != place for clue in clues_of(other, m)):
        return []
    right = []
    for i, answer in enumerate(answers):
        solution = solution_of(m, answer)
        for rule in m.rules:
            try:
                if not hold([rule], solution):
                    break
            except KeyError:
                continue
        else:
            right.append(i)
    return right


def hold(rules: Sequence[Rule], solution: Solution) -> bool:
    """Return whether some rules hold in an answer. Raise KeyError if a rule speaks of more than the answer."""
    return all(
        solution(rule.constraint) if isinstance(rule.constraint, Lit) else rule.constraint.holds(solution)
        for rule in rules
    )


def solution_of(m: Model, answer: Answer) -> Solution:
    """Return the answer's values of the variables of a model, which may be that of a puzzle with more clues."""
    numbers = genre_of(answer.puzzle).numbers_of(answer)
    solution = Solution({}, {})
    for key, variables in m.answer.items():
        for x, number in zip(variables, numbers[key], strict=True):
            if number is None:
                continue
            if isinstance(x, Int):
                solution.ints[x.index] = number
            else:
                solution.bits[abs(x.n)] = number if x.n > 0 else 1 - number
    return add_defined(m, solution)
