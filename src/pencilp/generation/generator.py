"""The iterator of new puzzles."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from pencilp import api
from pencilp._util.timeout import TimeLimitReached
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, counted
from pencilp.generation.answers import Answers
from pencilp.generation.habits import habits_of
from pencilp.generation.impossible import least_clues
from pencilp.generation.job import Job
from pencilp.generation.maker import Maker
from pencilp.generation.places import Places
from pencilp.generation.room import check_room
from pencilp.generation.wishes import (
    Wishes,
    check_wishes,
    checked_board,
    checked_places,
    given_values,
    outline_of,
    theme_of,
)
from pencilp.genres import Genre, find


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
        self._now: Job | None = None

    def __iter__(self) -> Generator:
        return self

    def _job(self, number: int = 0) -> Job:
        until = inf if self._limit is None else time.perf_counter() + self._limit
        # puzzles of several levels and one seed are no versions of each other
        chance = random.Random(f"{self.seed} {number} {self.wishes.difficulty or ''}".rstrip())
        return Job(self.genre, self.board, self.wishes, chance, until, self._stop)

    def check_possible(self, where: str) -> None:
        """Raise InputError, with the name of a wish, if it is seen at once that no puzzle is as wished."""
        try:
            possible = Answers(self._job()).is_possible()
        except TimeLimitReached:
            return
        if not possible:
            raise InputError("no answer is as wished: these clues contradict each other, or the answer", where)

    def check_clues(self, most: int) -> None:
        """Raise InputError if it is seen at once that no puzzle has as few clues."""
        least = least_clues(self._job())
        if most < least:
            raise InputError(
                f"at least {counted(least, 'clue')} are needed: values that no clue has could change places",
                "max_clues",
            )

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
        self._now = job = self._job(number)
        try:
            return Maker(job).puzzle(), ""
        except TimeLimitReached:
            return None, job.why

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
    result = Generator(kind, lattice, wishes, seed, limit, stop)
    check_room(Places(kind, lattice, wishes, habits_of(kind), random.Random(seed)))
    if fill is not None or theme is not None:
        result.check_possible("answer" if fill is None else "fill")
    if max_clues is not None:
        result.check_clues(max_clues)
    return result
