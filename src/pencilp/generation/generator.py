"""Makes puzzles: a board to begin with, a random answer, all clues that fit it, then as few of these as are enough."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import inf
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimitReached
from pencilp.analysis.added_clues import Independent, fitting_clues, solution_of
from pencilp.analysis.left_out import Place, PlacedClue, changed_puzzle, clues_of, value_at, without
from pencilp.analysis.names import clue_of
from pencilp.analysis.rate import rate
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.board.symmetry import turned
from pencilp.errors import InputError
from pencilp.generation.fewer import PROOF_CONFLICTS, Fewer
from pencilp.generation.habits import habits_of
from pencilp.generation.random_answer import Spot, literals_of, random_answer
from pencilp.generation.rooms import moved_border, moved_rectangles
from pencilp.generation.starts import Starts
from pencilp.generation.wishes import (
    LEVELS,
    SYMMETRIES,
    Wishes,
    check_room,
    check_wishes,
    checked_board,
    checked_places,
    given_values,
    outline_of,
    theme_of,
)
from pencilp.genres import Genre, find, genre_of
from pencilp.model import Model
from pencilp.solvers.clasp.search import Clasp, variable_key

MOST_MOVES = 40
"""The number of changes of a board in a row that bring nothing, after which another board is begun."""
MOST_FAILED = 6
"""The number of boards without an answer, or whose clues do not fit together, after which all clues come first."""
SHARED_LIMITS = 60, 4000
"""The number of answers of an unfinished board that are looked at, and of conflicts for each of them."""
MAX_EARLY_FAILED = 4
"""The number of boards that led to nothing, after which clues are sometimes put on a board when the answer is known."""
GROWN_SHARE = 0.7
"""The share of such boards then."""
NEAR, MAX_NEAR_VALUES = 2.5, 16
"""How far from a change of a board clues are tried anew, and the number of values that are tried then."""
MAX_RATE_LOOKS = 3000
"""The number of steps of the search for the level of a puzzle; one that needs more is too hard."""

Group = tuple[str, Sequence[int]]
"""The name of a layer, and symmetric places in it."""

FAILURES = {
    "refused": "boards that the genre refuses: {}",
    "no answer": "boards without an answer: {}",
    "refused with clues": "boards with clues that the genre refuses: {}",
    "wrong clues": "boards whose clues do not fit together: {}",
    "improved": "boards with several answers: {}",
    "lost": "boards that had several answers at last: {}",
    "empty": "puzzles without any clue: {}",
    "too many clues": "puzzles with too many clues: {}",
    "too few clues": "puzzles with too few clues: {}",
    "too easy": "puzzles that are too easy: {}",
    "too hard": "puzzles that are too hard: {}",
}
"""What may come in the way of a puzzle -> words for it, and how often."""


class Generator:
    """An iterator of new puzzles: the result of ``generate``.

    ``why`` says why it ended, "" before that.
    """

    def __init__(
        self, genre: type[Genre], board: Lattice, wishes: Wishes, seed: int, limit: float | None,
        stop: Callable[[], bool] | None,
    ) -> None:  # fmt: skip
        self.genre, self.board, self.wishes, self.seed = genre, board, wishes, seed
        self.why = ""
        self._limit, self._stop, self._number = limit, stop, 0
        self._now: _Maker | None = None

    def __iter__(self) -> Generator:
        return self

    def _maker(self, number: int = 0) -> _Maker:
        until = inf if self._limit is None else time.perf_counter() + self._limit
        chance = random.Random(f"{self.seed} {number}")
        return _Maker(self.genre, self.board, self.wishes, chance, until, self._stop)

    def check_possible(self, where: str) -> None:
        """Raise InputError, with the name of a wish, if it is seen at once that no puzzle is as wished."""
        try:
            possible = self._maker().is_possible()
        except TimeLimitReached:
            return
        if not possible:
            raise InputError("no answer is as wished: these clues contradict each other, or the answer", where)

    def __next__(self) -> Puzzle:
        puzzle, self.why = self.made(self._number)
        if puzzle is None:
            raise StopIteration
        self._number += 1
        return puzzle

    def made(self, number: int) -> tuple[Puzzle | None, str]:
        """Return the puzzle of a number, from 0 on, and ""; or None and the reason why there is none in time.

        No puzzle depends on those before it.
        """
        self._now = maker = self._maker(number)
        try:
            return maker.puzzle(), ""
        except TimeLimitReached:
            return None, maker.why

    @property
    def now(self) -> str:
        """What came in the way of the puzzle that is being made, "" if nothing did; for other threads."""
        return "" if self._now is None else self._now.obstacles


def generate(
    genre: str | type[Genre],
    board: Lattice | None = None,
    *,
    seed: int = 0,
    symmetry: str = "none",
    difficulty: str | None = None,
    min_clues: int | None = None,
    max_clues: int | None = None,
    minimal: bool = False,
    touching: bool = True,
    places: Iterable[Any] | str | None = None,
    fill: Puzzle | None = None,
    like: Puzzle | None = None,
    answer: Answer | Mapping[str, Any] | None = None,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Generator:
    """Return an iterator of new puzzles of a genre, each with exactly one answer, which is its ``answer``.

    ``board`` is the lattice (default: that of ``fill`` or ``like``, or the genre's usual one). The same ``seed`` and wishes lead
    to the same puzzles.

    * ``symmetry``: that of the places of clues, one of ``SYMMETRIES``
    * ``difficulty``: one of ``LEVELS``
    * ``min_clues``, ``max_clues``: bounds of the number of clues
    * ``minimal``: no clue is needless; otherwise there are about as many clues as usual
    * ``touching``: if it is False, no two cells with clues are adjacent
    * ``places``: where clues may stand: indexes of places, each alone or with the name of a layer, ``("walls", 7)``; for clues
      outside ``("top", 2)``; or a text with a line for each row, and ``.`` for cells without a clue
    * ``fill``: an unfinished puzzle. Its clues stay; a ``?`` may become a number; other places may get clues
    * ``like``: a puzzle with the wished board, rooms and places of clues
    * ``answer``: an unfinished answer; that of the puzzle has its values

    If ``time_limit`` seconds are not enough for a puzzle, or as soon as ``stop()`` is true, the iteration ends. Raise InputError
    for an unknown genre, a board on which it is not played, or impossible wishes.
    """
    kind = find(genre) if isinstance(genre, str) else genre
    lattice = checked_board(kind, board, fill, like)
    limit = api.checked_limit(time_limit, 1)
    if type(seed) is not int:
        raise InputError(f"a whole number is needed, not {seed!r}", "seed")
    some = checked_places(kind, lattice, places)
    base = None if fill is None else given_values(fill)
    if like is not None:
        base, taken = outline_of(like, habits_of(kind).clues)
        some = taken if some is None else some
    theme = theme_of(answer)
    wishes = Wishes(symmetry, difficulty, min_clues, max_clues, minimal, touching, some, base, theme)
    check_wishes(lattice, wishes)
    check_room(kind, lattice, habits_of(kind).clues, wishes)
    result = Generator(kind, lattice, wishes, seed, limit, stop)
    if fill is not None or theme is not None:
        result.check_possible("answer" if fill is None else "fill")
    return result


class _Maker:
    """Makes one puzzle."""

    def __init__(
        self, genre: type[Genre], board: Lattice, wishes: Wishes, chance: random.Random, until: float,
        stop: Callable[[], bool] | None,
    ) -> None:  # fmt: skip
        self.genre, self.board, self.wishes, self.chance, self.until, self.stop = (
            genre,
            board,
            wishes,
            chance,
            until,
            stop,
        )
        self.figures: Counter[str] = Counter()
        """How often each thing happened on the way."""
        self._images = [turned(board, matrix) for matrix in SYMMETRIES[wishes.symmetry]]
        self._orbits: dict[Place, Place] = {}
        self.habits = habits_of(genre)
        self._independent: Independent = {}
        self._scattered: frozenset[int] | None = None
        """The cells that may have clues, if no two of them may be adjacent."""
        self.starts = Starts(genre, board, self.habits, chance, self.orbit, self._allows, wishes.base)

    def look(self) -> None:
        """Raise TimeLimitReached if the time is up."""
        if time.perf_counter() >= self.until or (self.stop is not None and self.stop()):
            raise TimeLimitReached

    @property
    def obstacles(self) -> str:
        """What came in the way so far, in words; "" if nothing did."""
        return ", ".join(text.format(self.figures[what]) for what, text in FAILURES.items() if self.figures[what])

    @property
    def why(self) -> str:
        """Why there is no puzzle yet, in words."""
        return self.obstacles or "the first board took too long"

    def _did(self, what: str) -> None:
        self.figures[what] += 1
        if what in ("no answer", "wrong clues") and self.figures[what] == MOST_FAILED and not self.figures["full"]:
            self.starts.put_all_first()

    def orbit(self, place: Place) -> Place:
        """Return the first of the places that are symmetric to the place of a clue."""
        on = self.genre.inputs[place[0]].on
        if not self._images or on not in ("cells", "links", "edges", "corners"):
            return place
        if place not in self._orbits:
            some, stack = {place[1]}, [place[1]]
            while stack:
                at = stack.pop()
                for image in self._images:
                    there = image.place(on, at)
                    if there is not None and there not in some:
                        some.add(there)
                        stack.append(there)
            self._orbits |= {(place[0], at, *place[2:]): (place[0], min(some)) for at in some}
        return self._orbits[place]

    def _allows(self, place: Place) -> bool:
        """Return whether a clue may stand at a place."""
        if not self.wishes.allows(place):
            return False
        on_cell = self._scattered is not None and self.genre.inputs[place[0]].on == "cells"
        return not on_cell or place[1] in self._scattered  # type: ignore[operator]

    def _scatter(self) -> None:
        """Choose cells for clues, no two of them adjacent."""
        self._scattered = None
        layers = [key for key in self.habits.clues if self.genre.inputs[key].on == "cells"]
        if self.wishes.touching or not layers:
            return
        groups: dict[Any, set[int]] = {}
        for cell in self.board.cells:
            if any(self.wishes.allows((key, cell)) for key in layers):
                groups.setdefault(self.orbit((layers[0], cell)), set()).add(cell)
        taken = {cell for key in layers for cell in self.board.cells if self.starts.is_kept((key, cell))}
        near = {other for cell in taken for other in self.board.near[cell]}
        for group in self.chance.sample([*groups.values()], len(groups)):
            around = {other for cell in group for other in self.board.near[cell]}
            if not group & near and not group & around:
                taken |= group
                near |= around
        self._scattered = frozenset(taken)

    def is_possible(self) -> bool:
        """Return False if it is proved that no answer fits the clues and values that are given."""
        start = self.starts.blank if self.starts.open_layers else self.starts.bare
        if start is None or self.starts.may_sow():
            return True
        m, _ = self.starts.model(start)
        self._leave_out_absence(start, m)
        theme = self._theme(start, m)
        return theme is not None and Clasp(m, whole=True).refuted(theme, PROOF_CONFLICTS, self.look) is None

    def _theme(self, start: Puzzle, m: Model) -> list[int] | None:
        """Return the literals of the values that the answer must have; None if a value is none of its place."""
        if self.wishes.theme is None:
            return []
        literals = literals_of(m, self.genre.answers)
        numbers = self.genre.numbers_of(Answer(start, self.wishes.theme))
        wanted = [(key, i, number) for key, some in numbers.items() for i, number in enumerate(some)]
        found = []
        for key, i, number in wanted:
            if number is not None:
                values = literals.get((key, i))
                if values is None or number not in values:
                    return None
                found.append(values[number].n)
        return found

    def _leave_out_absence(self, start: Puzzle, m: Model) -> None:
        """Take rules out of a model that are about places without a clue, but not those of places that get none."""
        m.rules = [
            rule
            for rule in m.rules
            if rule.words not in self.starts.absence
            or not (rule.clue is None or self._allows(clue_of(start, rule)[:3]))
        ]

    def puzzle(self) -> Puzzle:
        """Return a puzzle as wished. Raise TimeLimitReached if none is found in time."""
        while True:
            self.look()
            made = self._full()
            if made is None:
                continue
            fewer, puzzle, _ = made
            self._did("full")
            result = self._finished(fewer, puzzle)
            if result is not None:
                return result

    def _full(self) -> tuple[Fewer, Puzzle, Answer] | None:
        """Return a board with all clues that fit its only answer; None if this try came to nothing."""
        self._scatter()
        grown = self._is_late() and self.chance.random() < GROWN_SHARE
        start = self.starts.start(bare=grown)
        if start is None:
            self._did("refused")
            return None
        answer = self._random_answer(start)
        if answer is None:
            return None
        start = self._grown(answer.puzzle, answer) if grown else answer.puzzle
        found = self._with_clues(start, answer, {}, None)
        if found is None:
            return None
        puzzle, answer = found
        fewer = self._fewer(puzzle, answer)
        if fewer.unique:
            return fewer, puzzle, answer
        return self._improved(start, puzzle, answer)

    def _is_late(self) -> bool:
        """Return whether clues that come before the answer have led to nothing again and again."""
        # random clues seldom fit together, unless they are in their weakest form
        weak = all(self.starts.weak[key] is not None for key in self.starts.present)
        most = MAX_EARLY_FAILED if weak else 1
        return bool(self.starts.present) and sum(self.figures[what] for what in FAILURES) >= most

    def _grown(self, start: Puzzle, answer: Answer, some: Iterable[Group] | None = None) -> Puzzle:
        """Return a board with clues of the layers that come first, all of which fit ``answer``.

        They stand at ``some`` places, None: at about as many as usual.
        """
        if some is None:
            some = [(key, places) for key in self.starts.present for places in self.starts.places(key)]
        for key, places in some:
            for values in self.starts.tries(key, len(places)):
                self.look()
                try:
                    trial = changed_puzzle(start, {(key, at): v for at, v in zip(places, values, strict=True)})
                except InputError:
                    continue
                if not api.check(trial, Answer(trial, answer.values)):
                    start = trial
                    break
        return start

    def _random_answer(self, start: Puzzle, near: Answer | None = None, free: Sequence[Spot] = ()) -> Answer | None:
        """Return a random answer of a board, without the rules about places without a clue; None if there is none.

        Its puzzle has values in the open layers.
        """
        self.look()
        m, layers = self.starts.model(start)
        self._leave_out_absence(start, m)
        theme = self._theme(start, m)
        answer = None
        if theme is not None:
            answer = random_answer(
                start, m, self.chance, self.look, near=near, free={*free}, theme=theme, open_layers=layers
            )
        if answer is None:
            if near is None and not self.figures["no answer"]:
                self._refuse_impossible_board()
            self._did("no answer")
        return answer

    def _refuse_impossible_board(self) -> None:
        """Raise InputError if it is proved that no puzzle of the genre on this board has an answer."""
        habits, starts = self.habits, self.starts
        chosen = [*habits.rooms, *habits.paths, *habits.boards, *starts.present, *(self.wishes.base or ())]
        # other boards may have another outline of a layer that is empty here, such as walls
        chosen += [
            key
            for key, layer in self.genre.inputs.items()
            if not (layer.optional or layer.usual or layer.on == "board" or key in habits.clues)
        ]
        if chosen or starts.blank is None:
            return
        m = self.genre.open_model(starts.blank)[0] if starts.is_open else self.genre.model(starts.blank)
        m.objective = None
        m.rules = [rule for rule in m.rules if rule.words not in starts.absence]
        if Clasp(m, whole=True).refuted((), PROOF_CONFLICTS, self.look) is not None:
            size = f"{self.board.rows}x{self.board.cols}"
            raise InputError(f"no {self.genre.name} of {size} has an answer; choose another size")

    def _spoken_again(
        self, start: Puzzle, answer: Answer, old_start: Puzzle, old: Puzzle, middle: Spot
    ) -> tuple[Puzzle, Answer] | None:
        """Return a board with clues that fit its ``answer``, after a change near ``middle``; None if they do not fit together.

        ``old_start`` is the board without clues before the change, ``old`` that with clues. Its clues stay if they are right.
        Other values are tried only for those that do not, and near the change.
        """
        changes = {
            place: value
            for place, value in self._different(old_start, old)
            if value_at(start, place) == value_at(old_start, place)
        }
        wrong: set[Place] = set()
        while changes:
            self.look()
            try:
                trial = changed_puzzle(start, changes)
            except InputError:
                self._did("refused with clues")
                return None
            broken = {
                each.clue[: 3 if isinstance(each.clue[1], str) else 2]
                for each in api.check(trial, Answer(trial, answer.values))
                if each.clue is not None
            } & {*changes}
            if not broken:
                break
            wrong |= broken
            changes = {place: value for place, value in changes.items() if place not in broken}
        point = self._point(*middle)
        near = {
            (key, at)
            for key in self.habits.clues
            if self.genre.inputs[key].on in ("cells", "links", "edges", "corners")
            for at in range(self.genre.inputs[key].size(self.board))
            if (key, at) not in changes and _distance(self._point(key, at), point) <= NEAR
        }
        return self._with_clues(start, answer, changes, wrong | near)

    def _different(self, some: Puzzle, others: Puzzle) -> Iterator[tuple[Place, Any]]:
        """Yield the places of clues at which two puzzles differ, with the value in the second."""
        for key in self.habits.clues:
            one, two = some.values[key], others.values[key]
            if isinstance(one, dict):
                lines = [((key, side, i), one[side][i], value) for side in two for i, value in enumerate(two[side])]
                yield from ((place, value) for place, before, value in lines if value != before)
            else:
                pairs = enumerate(zip(one.listed, two.listed, strict=True))
                yield from (((key, i), value) for i, (before, value) in pairs if value != before)

    def _with_clues(
        self, start: Puzzle, answer: Answer, changes: dict[Place, Any], only: Collection[Place] | None
    ) -> tuple[Puzzle, Answer] | None:
        """Return a board with ``changes`` and further clues that fit its ``answer``; None if they do not fit together.

        Clues are tried at the places ``only``, None: at all.
        """
        absence = self.starts.absence
        m = self.genre.model(start)
        m.objective = None
        m.rules = [rule for rule in m.rules if rule.words not in absence]
        order = self._in_order if only is None else self._few_in_order
        fitting = fitting_clues(start, m, answer, self.habits.clues, self.look, absence, order, self._independent, only)
        changes |= {place: value for place, value in fitting.items() if self._allows(place)}
        try:
            puzzle = changed_puzzle(start, changes) if changes else start
            answer = Answer(puzzle, answer.values)
            wrong = api.check(puzzle, answer)
        except InputError:
            self._did("refused with clues")
            return None
        if wrong:
            self._did("wrong clues")
            return None
        return puzzle, answer

    def _few_in_order(self, key: str, values: Iterable[Any]) -> list[Any]:
        """Return the first of the values ``_in_order``."""
        return self._in_order(key, values)[:MAX_NEAR_VALUES]

    def _in_order(self, key: str, values: Iterable[Any]) -> list[Any]:
        """Return values of clues of a layer in a random order, in which those come first that are usual in the genre."""
        usual = self.habits.values[key]
        bare = [(value[0] if isinstance(value, tuple) and len(value) == 1 else value, value) for value in values]
        draws = [
            (-((1 + usual[alone] + usual[value]) * self.chance.random()), i) for i, (alone, value) in enumerate(bare)
        ]
        return [bare[i][1] for _, i in sorted(draws)]

    def _fewer(self, puzzle: Puzzle, answer: Answer) -> Fewer:
        return Fewer(puzzle, answer, self.orbit, self.look, self.starts.stays, self.habits)

    def _improved(self, start: Puzzle, puzzle: Puzzle, answer: Answer) -> tuple[Fewer, Puzzle, Answer] | None:
        """Change a board near the places where its answers differ, until it has one answer only."""
        self._did("improved")
        open_places = self._open(puzzle, answer)
        stale = 0
        while open_places and stale < MOST_MOVES:
            self.look()
            self._did("moves")
            middle = self.chance.choice(open_places)
            changed, emptied = self._changed(start, middle)
            found = None
            if changed is not None:
                other = self._random_answer(changed, answer, self._around(middle))
                if other is not None:
                    changed = self._grown(other.puzzle, other, emptied)
                    found = self._spoken_again(changed, other, start, puzzle, middle)
            stale += 1
            if found is None or changed is None:
                continue
            left = self._open(*found)
            if left is None:
                continue
            if not left:
                fewer = self._fewer(*found)
                if fewer.unique:
                    return fewer, *found
                continue
            if len(left) <= len(open_places):
                stale = 0 if len(left) < len(open_places) else stale
                start, (puzzle, answer), open_places = changed, found, left
        return None

    def _open(self, puzzle: Puzzle, answer: Answer) -> list[Spot] | None:
        """Return the places where answers differ, as far as ``SHARED_LIMITS`` show; None if that is not decided."""
        m = self.genre.model(puzzle)
        m.objective = None
        clasp = Clasp(m, whole=True, options=[f"--seed={self.chance.randrange(10**6)}", "--rand-freq=0.05"])
        found = clasp.shared(solution_of(m, answer), SHARED_LIMITS, self.look)
        if not (found.complete or found.gave_up):
            return None
        return [
            (key, i)
            for key, variables in m.answer.items()
            for i, x in enumerate(variables)
            if variable_key(x) not in found.agreed
        ]

    def _changed(self, start: Puzzle, spot: Spot) -> tuple[Puzzle | None, list[Group]]:
        """Return the board with a border of rooms, or a clue that comes first, moved near a place; None if it is refused.

        Return also places that may get clues when the answer is known.
        """
        chance = self.chance
        ways = [*(self.habits.rooms if self.wishes.base is None else ()), *self.starts.present]
        if not ways or chance.random() < 0.2:
            return start, []
        key = chance.choice(ways)
        emptied: list[Group] = []
        if key in self.habits.rooms:
            x, y = self._point(*spot)
            near = sorted(self.board.cells, key=lambda cell: _distance(self.board.center(cell), (x, y)))[:6]
            move = moved_rectangles if self.habits.rooms[key].rectangular else moved_border
            moved = move(self.board, start.values[key].listed, near, chance)
            if moved is None:
                return None, []
            changes = {(key, cell): room for cell, room in enumerate(moved) if room != start.values[key][cell]}
        else:
            changes, emptied = self._changed_clues(start, key, self._point(*spot))
        try:
            return changed_puzzle(start, changes), emptied
        except InputError:
            return None, []

    def _changed_clues(
        self, start: Puzzle, key: str, point: tuple[float, float]
    ) -> tuple[dict[Place, Any], list[Group]]:
        """Return changes of clues of a layer near a point, and places that may get clues when the answer is known."""
        chance, layer = self.chance, self.genre.inputs[key]
        nothing = layer.value.nothing
        items = [(place, value) for place, value in layer.place.items(start.values[key])]
        items.sort(key=lambda item: _distance(self._point(key, item[0]), point) + 2 * chance.random())
        clues = [at for at, value in items if value != nothing and not self.starts.is_kept((key, at))]
        empty = [at for at, value in items if value == nothing and self._allows((key, at))]
        if key in self.habits.once and clues and empty:
            # a clue is moved
            return {(key, clues[0]): nothing, (key, empty[0]): start.values[key][clues[0]]}, []
        draw = chance.random()
        gone, new = clues[: draw < 0.6], empty[: draw > 0.3]
        if self.starts.weak[key] is not None:
            return self._with(key, gone, nothing) | self._with(key, new, self.starts.value(key)), []
        if not empty or (clues and chance.random() < 0.3):
            # every place has a clue, or the value of one is changed
            return self._with(key, clues[:1], self.starts.value(key)), []
        return self._with(key, clues[:3], nothing), [
            (key, self._alike(key, at)) for at in [*clues[len(gone) : 3], *new]
        ]

    def _with(self, key: str, places: Iterable[int], value: Any) -> dict[Place, Any]:
        """Return changes that put a value at places of a layer and at those that are symmetric to them."""
        return {(key, at): value for place in places for at in self._alike(key, place)}

    def _alike(self, key: str, place: int) -> list[int]:
        """Return the places of a layer that are symmetric to one."""
        first = self.orbit((key, place))
        if not self._images:
            return [place]
        return [at for at in range(self.genre.inputs[key].size(self.board)) if self.orbit((key, at)) == first]

    def _around(self, spot: Spot) -> list[Spot]:
        """Return the places of the answer near one of them."""
        radius = self.chance.choice((1.2, 1.6, 2.3, 3.1))
        x, y = self._point(*spot)
        return [
            (key, place)
            for key, layer in {**self.genre.inputs, **self.genre.answers}.items()
            if key in self.genre.answers or key in self.starts.open_layers
            for place in range(layer.size(self.board))
            if max(abs(self._point(key, place)[0] - x), abs(self._point(key, place)[1] - y)) <= radius
        ]

    def _point(self, key: str, place: int) -> tuple[float, float]:
        """Return where a place of a layer lies."""
        board = self.board
        on = (self.genre.inputs.get(key) or self.genre.answers[key]).on
        if on == "cells":
            return board.center(place)
        if on == "corners":
            return board.corner_point(place)
        if on in ("links", "edges"):
            ends = [board.corner_point(corner) for corner in board.edge_corners[place]]
            return sum(x for x, _ in ends) / 2, sum(y for _, y in ends) / 2
        return board.center(0)

    def _finished(self, fewer: Fewer, puzzle: Puzzle) -> Puzzle | None:
        """Return the puzzle with as few clues as wished, proved to have one answer; None if it is not as wished."""
        wishes = self.wishes
        left = fewer.left(self.chance, 0 if wishes.minimal else wishes.min_clues or 0, wishes.max_clues)
        if not wishes.minimal and wishes.max_clues is None and wishes.difficulty is None:
            left = fewer.usual(left, self.chance)
        result: Puzzle | None = _without(puzzle, left)
        if wishes.difficulty is not None:
            result = self._of_level(puzzle, left, wishes.difficulty)
        if result is None:
            return None
        if self.habits.clues and not outline_of(result, self.habits.clues)[1]:
            self._did("empty")
            return None
        if wishes.min_clues is not None and _clues(result) < wishes.min_clues:
            self._did("too few clues")
            return None
        if wishes.max_clues is not None and _clues(result) > wishes.max_clues:
            self._did("too many clues")
            return None
        outcome = api.solve(
            result, count=2, time_limit=None if self.until == inf else max(0.0, self.until - time.perf_counter())
        )
        if outcome.status == "unknown":
            raise TimeLimitReached
        if outcome.status != "unique" or outcome.answer is None:
            self._did("lost")
            return None
        result.answer = outcome.answer
        return result

    def _rate_stop(self) -> Callable[[], bool]:
        """Return a function that says when to stop a rating: after a number of calls, so that no clock has a part in it."""
        calls = count()

        def stop() -> bool:
            self.look()
            return next(calls) >= MAX_RATE_LOOKS

        return stop

    def _of_level(self, puzzle: Puzzle, left: Sequence[Sequence[PlacedClue]], level: str) -> Puzzle | None:
        """Return the puzzle of this level with the fewest clues; None if there is none.

        The more clues it has the easier it is, so half of the numbers of clues are ruled out by each rating.
        """
        most, found, hard = len(left), None, False
        least = most if self.wishes.minimal else 0
        while least <= most:
            self.look()
            middle = (least + most) // 2
            trial = _without(puzzle, left[:middle])
            rating = rate(trial, stop=self._rate_stop())
            known = rating.finished and rating.level in LEVELS
            if not known or LEVELS.index(rating.level) > LEVELS.index(level):
                most, hard = middle - 1, True
            else:
                least = middle + 1
                found = trial if rating.level == level else found
        if found is None:
            self._did("too hard" if hard else "too easy")
        return found


def _without(puzzle: Puzzle, groups: Sequence[Sequence[PlacedClue]]) -> Puzzle:
    """Return a puzzle without some groups of clues."""
    clues = [clue for group in groups for clue in group]
    return without(puzzle, clues) if clues else puzzle


def _clues(puzzle: Puzzle) -> int:
    return len(clues_of(puzzle, genre_of(puzzle).model(puzzle)))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
