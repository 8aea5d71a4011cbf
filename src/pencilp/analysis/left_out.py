"""The clues of a puzzle, and how each is left out.

A clue is what a player calls one: a number, a sign or an arrow that a rule comes from, a ``?``, or a number that rules compare
with others. Several numbers outside one line are one clue. Rooms, areas and the board itself are no clues.

A clue is *exact* if the puzzle without it states the same rules, but for those that come from the clue (``same_rules``). Then
leaving out the clue is leaving out its rules. Nothing may stay at its place, or a sign without a rule (a black cell without a
number), or a ``?``: other rules may depend on the presence of a clue, such as that each island has a number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pencilp.analysis.names import clue_of
from pencilp.analysis.same_rules import same_rules
from pencilp.board.layers import UNKNOWN, Grid
from pencilp.board.layers.arrows import Arrow
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.several import Group
from pencilp.board.layers.sums import SumPair
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.genres.base import OwnRule
from pencilp.model import Model, Rule

Place = tuple[Any, ...]
"""The name of a layer and an index in it, then a number among the values of one cell; or a layer, a side and an index."""
Way = Callable[[Any], Any]
"""A function from what stands at a clue's place to what stands there without the clue."""


class PlacedClue:
    """A clue: its ``place``, the ``value`` there, the ``rules`` that come from it, and its ``number`` among all clues.

    ``way`` is how it is left out. ``exact``: that is to leave out its rules.
    """

    __slots__ = ("exact", "number", "place", "rules", "value", "way")

    def __init__(self, place: Place, value: Any, rules: Sequence[Rule], number: int) -> None:
        self.place, self.value, self.rules, self.number = place, value, rules, number
        self.way: Way | None = None
        self.exact = False

    @property
    def outside(self) -> bool:
        """Whether it stands outside the board."""
        return isinstance(self.place[1], str)

    @property
    def part(self) -> int | None:
        """Which of several values of a cell it is, if it is not all of them."""
        return None if self.outside or len(self.place) < 3 else self.place[2]


def value_at(puzzle: Puzzle, place: Place) -> Any:
    """Return what stands at the place of a clue; if a cell has several values, all of them."""
    key, where, *more = place
    values = puzzle.values[key][where]
    return values[more[0]] if isinstance(where, str) else values


def clues_of(puzzle: Puzzle, m: Model) -> list[PlacedClue]:
    """Return the clues of a puzzle with the rules of its model ``m`` that come from them, in the order of the layers."""
    rules: dict[Place, list[Rule]] = {}
    for rule in m.rules:
        if rule.clue is not None:
            # several numbers of a line are one clue
            rules.setdefault(clue_of(puzzle, rule)[:3], []).append(rule)
    found = dict.fromkeys(rules)
    stated = {place if isinstance(place[1], str) else place[:2] for place in rules}
    for key, layer in puzzle.genre.inputs.items():
        for at, value in layer.place.items(puzzle.values[key]):
            place = (key, *at[:2]) if isinstance(at, tuple) else (key, at)
            if place not in stated and _is_clue(layer, value):
                found[place] = None
    order = {place: (list(puzzle.genre.inputs).index(place[0]), *_in_order(puzzle, place)) for place in found}
    listed = sorted(found, key=order.__getitem__)
    return [PlacedClue(place, value_at(puzzle, place), rules.get(place, ()), i) for i, place in enumerate(listed)]


def _in_order(puzzle: Puzzle, place: Place) -> tuple[int, ...]:
    """Return numbers that put the places of a layer in order."""
    key, where, *more = place
    return ([*puzzle.values[key]].index(where), *more) if isinstance(where, str) else (where, *more)


def _is_clue(layer: Layer[Any], value: Any) -> bool:
    """Return whether a value that no rule names is a clue."""
    if layer.on == "board":
        return False
    if isinstance(value, tuple):
        return isinstance(layer.value, (Group, Arrow, SumPair)) and any(part is not None for part in value)
    return value == UNKNOWN or (type(value) is int and layer.value.kind in ("number", "either"))


def without(puzzle: Puzzle, clues: Iterable[PlacedClue], way: Way | None = None) -> Puzzle:
    """Return the puzzle without some clues, each left out in its own way, or all in one ``way``.

    Raise InputError if the puzzle then makes no sense.
    """
    values: dict[str, Any] = {}
    for clue in clues:
        key, where, *more = clue.place
        if key not in values:
            values[key] = _copied(puzzle.values[key])
        line, at = (values[key][where], more[0]) if clue.outside else (values[key], where)
        line[at] = (way or clue.way)(line[at])  # type: ignore[misc]
    return with_values(puzzle, values)


def with_values(puzzle: Puzzle, values: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle with other values in some layers. Raise InputError if it makes no sense."""
    inputs = puzzle.genre.inputs
    # what is not given need not be what may be given: the boxes of a board with holes may be cut in two
    given = {
        key: value
        for key, value in puzzle.values.items()
        if not (inputs[key].optional and value == inputs[key].default(puzzle.lattice))
    }
    result = Puzzle(puzzle.genre, puzzle.lattice, {**given, **values}, name=puzzle.name, notes=puzzle.notes)
    genre_of(result)(result)
    return result


def changed_puzzle(puzzle: Puzzle, changes: Mapping[Place, Any]) -> Puzzle:
    """Return the puzzle with other values at the places of some clues. Raise InputError if it makes no sense."""
    values: dict[str, Any] = {}
    for (key, where, *more), value in changes.items():
        if key not in values:
            values[key] = _copied(puzzle.values[key])
        line, at = (values[key][where], more[0]) if isinstance(where, str) else (values[key], where)
        line[at] = value
    return with_values(puzzle, values)


def _copied(held: Any) -> Any:
    """Return the values of a layer as lists that can be changed."""
    return list(held.listed) if isinstance(held, Grid) else {side: [*held[side]] for side in held}


def makes_sense(puzzle: Puzzle, clues: Collection[PlacedClue], way: Way | None = None) -> bool:
    """Return whether the genre accepts the puzzle without some clues."""
    try:
        without(puzzle, clues, way)
    except InputError:
        return False
    return True


def decide_ways(
    puzzle: Puzzle, m: Model, clues: Sequence[PlacedClue], rules: Sequence[OwnRule], look: Callable[[], object]
) -> None:
    """Find for each of ``clues`` the way in which it is left out, None if the genre does not accept that.

    ``m`` is the puzzle's model, ``rules`` are the user's own ones in it. ``look`` is called every now and then.
    """
    groups: dict[Any, list[PlacedClue]] = {}
    for clue in clues:
        sort = UNKNOWN if clue.value == UNKNOWN else type(clue.value)
        groups.setdefault((clue.place[0], sort, clue.part, clue.outside, bool(clue.rules)), []).append(clue)
    for group in groups.values():
        _find_exact(puzzle, m, group, rules, look)
        kinds: dict[Any, list[PlacedClue]] = {}
        for clue in group:
            if not clue.exact and isinstance(clue.value, str):
                kinds.setdefault(clue.value, []).append(clue)
        for alike in kinds.values() if len(kinds) > 1 else ():
            _find_exact(puzzle, m, alike, rules, look)
        for clue in group:
            if not clue.exact:
                look()
                clue.way = next(accepted_ways(puzzle, clue), None)


def accepted_ways(puzzle: Puzzle, clue: PlacedClue) -> Iterator[Way]:
    """Yield the ways to leave out a clue that the genre accepts; those that leave the least come first."""
    return (way for way in _ways(puzzle, clue) if _is_left_out(puzzle, clue, way))


def _find_exact(
    puzzle: Puzzle, m: Model, group: Sequence[PlacedClue], rules: Sequence[OwnRule], look: Callable[[], object]
) -> None:
    """Find a way to leave out the clues of a group, which are alike, that leaves out their rules only."""
    for way in _ways(puzzle, group[0]):
        look()
        if not all(_changes(puzzle, clue, way) for clue in group):
            continue
        half = len(group) // 2
        # a genre may not accept a board without any clue
        parts = [group] if makes_sense(puzzle, group, way) else [group[:half], group[half:]] if half else []
        if not parts or not all(makes_sense(puzzle, part, way) for part in parts):
            continue
        if all(_same(puzzle, m, part, way, rules) for part in parts):
            for clue in group:
                clue.exact = makes_sense(puzzle, [clue], way)
                clue.way = way if clue.exact else None
            return


def _is_left_out(puzzle: Puzzle, clue: PlacedClue, way: Way) -> bool:
    """Return whether the genre accepts the puzzle without a clue, and no rule comes from what is left of it."""
    if not makes_sense(puzzle, [clue], way):
        return False
    other = without(puzzle, [clue], way)
    return all(place.place != clue.place or not place.rules for place in clues_of(other, genre_of(other).model(other)))


def _same(puzzle: Puzzle, m: Model, clues: Sequence[PlacedClue], way: Way, rules: Sequence[OwnRule]) -> bool:
    """Return whether the puzzle without some clues states the same rules as the puzzle without those that come from them."""
    gone = {id(rule) for clue in clues for rule in clue.rules}
    other = genre_of(puzzle).model(without(puzzle, clues, way), rules=rules)
    return same_rules((m, [rule for rule in m.rules if id(rule) not in gone]), (other, other.rules))


def _changes(puzzle: Puzzle, clue: PlacedClue, way: Way) -> bool:
    """Return whether a clue may be left out in this way, as far as its layer is concerned."""
    layer, left = puzzle.genre.inputs[clue.place[0]], way(clue.value)
    if amount_said(layer, left) >= amount_said(layer, clue.value):
        return False
    if clue.outside:
        return all(map(layer.value.allows, left))
    return bool(left == layer.value.nothing or (left is not None and layer.value.allows(left)))


def amount_said(layer: Layer[Any], value: Any) -> int:
    """Return how much a value in a layer says, as far as its kind shows: nothing, ``?``, a sign, a number.

    Whatever is left of a clue says less than the clue, so leaving out clues comes to an end.
    """
    if value is None or value == layer.value.nothing:
        return 0
    if isinstance(value, tuple):
        return sum(amount_said(layer, part) for part in value)
    return 1 if value == UNKNOWN else 2 if isinstance(value, str) else 3


def _ways(puzzle: Puzzle, clue: PlacedClue) -> Iterator[Way]:
    """Yield the ways in which a clue may be left out; those that leave the least come first."""
    return (way for way in _all_ways(puzzle.genre.inputs[clue.place[0]], clue) if _changes(puzzle, clue, way))


def _all_ways(layer: Layer[Any], clue: PlacedClue) -> Iterator[Way]:
    kind, part = layer.value, clue.part
    if clue.outside:
        yield lambda _: ()
        yield lambda value: (UNKNOWN,) * len(value)
    elif part is not None:
        yield lambda value: (*value[:part], None, *value[part + 1 :])
        yield lambda value: (*value[:part], UNKNOWN, *value[part + 1 :])
    else:
        if layer.filled and not kind.missing:
            yield lambda _: kind.nothing
        for each in getattr(kind, "types", ()):
            for sign in getattr(each, "tokens", ()):
                yield lambda _, sign=sign: sign  # type: ignore[misc]
        if isinstance(clue.value, tuple):
            yield lambda value: (*value[:-1], None)
            yield lambda value: (*value[:-1], UNKNOWN)
            yield lambda value: (*value[:-2], UNKNOWN, UNKNOWN)
            yield lambda _: (UNKNOWN,)
            yield lambda value: (UNKNOWN,) * len(value)
        else:
            yield lambda _: UNKNOWN


def part_name(layer: Layer[Any], value: Any, part: int) -> str:
    """Return what one of several values of a cell is called: "the sum below", "the number to the north"."""
    if isinstance(layer.value, SumPair):
        return ("the sum below", "the sum to the right")[part]
    ways = getattr(layer.value, "ways", "")
    return f"{value[part]} ({ways[part]})" if ways else f"{value[part]} (number {part + 1})"
