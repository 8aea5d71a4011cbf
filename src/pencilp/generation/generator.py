"""Makes puzzles: a board to begin with, a random answer, all clues that fit it, then as few of these as are enough."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Any, NamedTuple

from pencilp import api
from pencilp._util.timeout import TimeLimitReached
from pencilp.analysis.added_clues import fitting_clues, solution_of
from pencilp.analysis.left_out import Place, PlacedClue, changed_puzzle, clues_of, without
from pencilp.analysis.rate import rate
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.board.symmetry import TURNS, Matrix, times, turned
from pencilp.errors import InputError
from pencilp.generation.fewer import Fewer
from pencilp.generation.habits import habits_of
from pencilp.generation.random_answer import Spot, random_answer
from pencilp.generation.rooms import moved_border
from pencilp.generation.starts import Starts
from pencilp.genres import Genre, find, genre_of
from pencilp.solvers.clasp.search import Clasp, variable_key

LEVELS = ("easy", "normal", "hard", "expert")
"""The levels that can be asked for, as ``rate`` names them."""
MOST_MOVES = 40
"""The number of changes of a board in a row that bring nothing, after which another board is begun."""
MOST_FAILED = 6
"""The number of boards without an answer, or whose clues do not fit together, after which all clues come first."""
SHARED_LIMITS = 60, 4000
"""The number of answers of an unfinished board that are looked at, and of conflicts for each of them."""
MAX_RATE_LOOKS = 3000
"""The number of steps of the search for the level of a puzzle; one that needs more is too hard."""

FAILURES = {
    "refused": "boards that the genre refuses",
    "no answer": "boards without an answer",
    "refused with clues": "boards with clues that the genre refuses",
    "wrong clues": "boards whose clues do not fit together",
    "improved": "boards with several answers",
    "lost": "boards that had several answers at last",
    "too many clues": "puzzles with too many clues",
    "too easy": "puzzles that are too easy",
    "too hard": "puzzles that are too hard",
}
"""What may come in the way of a puzzle -> words for it, in the plural."""
TURN, MIRROR, TRANSPOSE = (TURNS["square"][name] for name in ("turn", "mirror", "transpose"))
SYMMETRIES: dict[str, tuple[Matrix, ...]] = {
    "none": (),
    "h": (MIRROR,),
    "v": (times(times(TURN, TURN), MIRROR),),
    "rot180": (times(TURN, TURN),),
    "rot90": (TURN,),
    "diagonal": (TRANSPOSE,),
}
"""The symmetries of the places of clues, each with the operations that generate it: "h" mirrors left and right, "v" top and
bottom, "diagonal" at the main diagonal."""


class Wishes(NamedTuple):
    """What a puzzle should be like: see ``generate``."""

    symmetry: str = "none"
    difficulty: str | None = None
    min_clues: int | None = None
    max_clues: int | None = None


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

    def __iter__(self) -> Generator:
        return self

    def __next__(self) -> Puzzle:
        until = inf if self._limit is None else time.perf_counter() + self._limit
        chance = random.Random(f"{self.seed} {self._number}")
        maker = _Maker(self.genre, self.board, self.wishes, chance, until, self._stop)
        try:
            puzzle = maker.puzzle()
        except TimeLimitReached:
            self.why = maker.why
            raise StopIteration from None
        self._number += 1
        return puzzle


def generate(
    genre: str | type[Genre],
    board: Lattice | None = None,
    *,
    seed: int = 0,
    symmetry: str = "none",
    difficulty: str | None = None,
    min_clues: int | None = None,
    max_clues: int | None = None,
    time_limit: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Generator:
    """Return an iterator of new puzzles of a genre, each with exactly one answer, which is its ``answer``.

    ``board`` is the lattice (default: the genre's usual one). The same ``seed`` and wishes lead to the same puzzles.
    ``symmetry`` is that of the places of clues, one of ``SYMMETRIES``; ``difficulty`` is one of ``LEVELS``. ``min_clues`` and
    ``max_clues`` bound the number of clues. If ``time_limit`` seconds are not enough for a puzzle, or as soon as ``stop()`` is
    true, the iteration ends. Raise InputError for an unknown genre, a board on which it is not played, or impossible wishes.
    """
    kind = find(genre) if isinstance(genre, str) else genre
    lattice = kind.usual_board() if board is None else board
    kind.check_board(lattice)
    limit = api.checked_limit(time_limit, 1)
    if type(seed) is not int:
        raise InputError(f"a whole number is needed, not {seed!r}", "seed")
    wishes = Wishes(symmetry, difficulty, min_clues, max_clues)
    _check(lattice, wishes)
    return Generator(kind, lattice, wishes, seed, limit, stop)


def _check(board: Lattice, wishes: Wishes) -> None:
    """Raise InputError for wishes that cannot be."""
    symmetry, level = wishes.symmetry, wishes.difficulty
    if symmetry not in SYMMETRIES:
        raise InputError(f"there is no symmetry {symmetry!r}, only {', '.join(SYMMETRIES)}", "symmetry")
    if symmetry != "none" and board.shape != "square":
        raise InputError(
            f"clues at symmetric places are made on square boards only, not on {board.shape} ones", "symmetry"
        )
    if symmetry in ("rot90", "diagonal") and board.rows != board.cols:
        raise InputError(
            f"a board of {board.rows}x{board.cols} has no symmetry {symmetry}: its sides differ", "symmetry"
        )
    if level is not None and level not in LEVELS:
        raise InputError(f"there is no level {level!r}, only {', '.join(LEVELS)}", "difficulty")
    least, most = wishes.min_clues, wishes.max_clues
    for name, number in (("min_clues", least), ("max_clues", most)):
        if number is not None and (type(number) is not int or number < 0):
            raise InputError(f"a number from 0 on is needed, not {number!r}", name)
    if least is not None and most is not None and least > most:
        raise InputError(f"no puzzle has at least {least} and at most {most} clues", "min_clues")


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
        self.starts = Starts(genre, board, self.habits, chance, self.orbit)

    def look(self) -> None:
        """Raise TimeLimitReached if the time is up."""
        if time.perf_counter() >= self.until or (self.stop is not None and self.stop()):
            raise TimeLimitReached

    @property
    def why(self) -> str:
        """Why there is no puzzle yet, in words."""
        words = [f"{self.figures[what]} {text}" for what, text in FAILURES.items() if self.figures[what]]
        return ", ".join(words) or "the first board took too long"

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
        start = self.starts.start()
        if start is None:
            self._did("refused")
            return None
        found = self._spoken(start)
        if found is None:
            return None
        puzzle, answer = found
        fewer = self._fewer(puzzle, answer)
        if fewer.unique:
            return fewer, puzzle, answer
        return self._improved(start, puzzle, answer)

    def _spoken(
        self, start: Puzzle, near: Answer | None = None, free: Sequence[Spot] = ()
    ) -> tuple[Puzzle, Answer] | None:
        """Return a board with all clues that fit a random answer, and this answer; None if there is none."""
        self.look()
        m = self.genre.model(start)
        m.objective = None
        absence = self.starts.absence
        m.rules = [rule for rule in m.rules if rule.words not in absence]
        answer = random_answer(start, m, self.chance, self.look, near=near, free={*free})
        if answer is None:
            self._did("no answer")
            return None
        fitting = fitting_clues(start, m, answer, self.habits.clues, self.look, absence)
        groups: dict[Any, list[Place]] = {}
        for place in fitting:
            groups.setdefault(self.orbit(place), []).append(place)
        changes = {place: self._chosen(place, fitting[place]) for places in groups.values() for place in places}
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

    def _chosen(self, place: Place, values: Sequence[Any]) -> Any:
        """Return one of the values that fit at a place; those that are usual in the genre are likelier."""
        usual = self.habits.values[place[0]]
        bare = [value[0] if isinstance(place[1], str) and len(value) == 1 else value for value in values]
        return self.chance.choices(values, [1 + usual[value] for value in bare])[0]

    def _fewer(self, puzzle: Puzzle, answer: Answer) -> Fewer:
        return Fewer(puzzle, answer, self.orbit, self.look)

    def _improved(self, start: Puzzle, puzzle: Puzzle, answer: Answer) -> tuple[Fewer, Puzzle, Answer] | None:
        """Change a board near the places where its answers differ, until it has one answer only."""
        self._did("improved")
        open_places = self._open(puzzle, answer)
        stale = 0
        while open_places and stale < MOST_MOVES:
            self.look()
            self._did("moves")
            middle = self.chance.choice(open_places)
            changed = self._changed(start, middle)
            found = None
            if changed is not None:
                found = self._spoken(changed, answer, self._around(middle))
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

    def _changed(self, start: Puzzle, spot: Spot) -> Puzzle | None:
        """Return the board with a border of rooms, or a clue that comes first, moved near a place; None if it is refused."""
        chance = self.chance
        ways = [*self.habits.rooms, *self.starts.present]
        if not ways or chance.random() < 0.2:
            return start
        key = chance.choice(ways)
        layer = self.genre.inputs[key]
        x, y = self._point(*spot)
        changes: dict[Place, Any] = {}
        if key in self.habits.rooms:
            near = sorted(self.board.cells, key=lambda cell: _distance(self.board.center(cell), (x, y)))[:6]
            moved = moved_border(self.board, start.values[key].listed, near, chance)
            if moved is None:
                return None
            changes = {(key, cell): room for cell, room in enumerate(moved) if room != start.values[key][cell]}
        else:
            items = [(place, value) for place, value in layer.place.items(start.values[key])]
            items.sort(key=lambda item: _distance(self._point(key, item[0]), (x, y)) + 2 * chance.random())
            clues = [place for place, value in items if value != layer.value.nothing]
            empty = [place for place, value in items if value == layer.value.nothing]
            draw = chance.random()
            if draw < 0.6 and clues:
                changes |= {(key, place): layer.value.nothing for place in self._alike(key, clues[0])}
            if draw > 0.3 and empty:
                changes |= {(key, place): self.starts.value(key) for place in self._alike(key, empty[0])}
        try:
            return changed_puzzle(start, changes)
        except InputError:
            return None

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
            for key, layer in self.genre.answers.items()
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
        left = fewer.left(self.chance, wishes.min_clues or 0)
        result = (
            _without(puzzle, left) if wishes.difficulty is None else self._of_level(puzzle, left, wishes.difficulty)
        )
        if result is None:
            return None
        if wishes.max_clues is not None and _clues(result) > wishes.max_clues:
            self._did("too many clues")
            return None
        outcome = api.solve(result, count=2, time_limit=None if self.until == inf else self.until - time.perf_counter())
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
        least, most, found, hard = 0, len(left), None, False
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
