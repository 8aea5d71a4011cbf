"""Finds the best next guess in a game of guessing a hidden code, by counting.

A guess divides the possible codes into groups, one for each score. One of these groups remains afterwards. By "worst"
the best guess is the one whose largest group is smallest (D. E. Knuth, The computer as master mind, J. Recreational
Mathematics 9, 1976/77); by "average" the one whose remaining group is smallest on average: the sum of the squares of
the group sizes divided by their sum (R. W. Irving, Towards an optimum Mastermind strategy, same journal 11, 1978/79).

The genre module describes the game (``Genre.code_game``). Symbols that no guess has had yet are equivalent, and so are
columns that had the same symbols in all guesses. Only one of several equivalent guesses is counted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from math import perm
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.api import answers, checked_limit
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.genres.base import CodeGame, Genre
from pencilp.model import Model

if TYPE_CHECKING:
    Codes = Any  # np.ndarray, which type checkers do not take for a sequence
    """Codes, one in each column of the array: row j has the numbers of their j-th symbols."""
    Ranked = list[tuple[tuple[Any, ...], int]]
    """The guesses that were counted, each after its score; a lower score is better."""

MEASURES = ("worst", "average")
"""The measures that a good guess makes small: the greatest number of codes that may remain, or the average."""

MAX_COLUMNS = 64
"""The greatest length of a code."""
MAX_LISTED = 3_000_000
"""The greatest number of codes of a game that are listed. In larger games a search finds the remaining ones."""
MAX_SOUGHT = 4_000
"""The greatest number of codes that are searched for."""
SAMPLE_PLACES = 80
"""If there are more codes, some are searched for in each of this number of places."""
MAX_SCORED_PAIRS = 100_000_000
"""The greatest number of pairs of a guess and a code that are scored, which takes seconds. Beyond it, codes are
sampled."""
MAX_GUESSES = 20_000
"""The greatest number of guesses that are scored."""
MAX_RECOUNTED = 100
"""The number of guesses that were best on a sample and are then counted on all codes."""


class Scored:
    """A guess and the codes that it leaves.

    ``symbols`` are its symbols, ``replies`` has the number of codes left for each score, ``worst`` and ``average`` are
    their greatest and average number; ``may_be``: it may be the code itself.
    """

    __slots__ = ("average", "may_be", "replies", "symbols", "worst")

    def __init__(self, symbols: list[Any], replies: dict[tuple[int, ...], int], *, may_be: bool) -> None:
        self.symbols, self.replies, self.may_be = symbols, replies, may_be
        self.worst = max(replies.values())
        self.average = sum(n * n for n in replies.values()) / sum(replies.values())

    def __repr__(self) -> str:
        return f"<Scored {' '.join(map(str, self.symbols))}: {self.worst} left at most, {self.average:.2f} on average>"


class Guess:
    """The result of ``guess``.

    ``best`` is the guess (a ``Scored``), None if no code is left or the time was over. ``left`` is the number of codes
    left, or at least this number if ``exact`` is False. ``best`` was measured on ``codes`` of them: all, or a sample if
    there are too many to list. ``counted`` of ``possible`` guesses were scored; with ``sampled`` first on a sample of
    the codes, and only the best of them on all. With ``different`` no code has a symbol twice, and guesses that do were
    skipped. ``complete`` is False if the time ended early. ``by`` is the measure, ``words`` explain the numbers of a
    score, ``seconds`` is the time taken.
    """

    __slots__ = (
        "best",
        "by",
        "codes",
        "complete",
        "counted",
        "different",
        "exact",
        "left",
        "possible",
        "sampled",
        "seconds",
        "words",
    )

    def __init__(self, by: str, words: Sequence[str], *, different: bool = False) -> None:
        self.by, self.words, self.different = by, tuple(words), different
        self.best: Scored | None = None
        self.left = self.codes = self.counted = self.possible = 0
        self.exact, self.sampled, self.complete = True, False, False
        self.seconds = 0.0

    def __repr__(self) -> str:
        return f"<Guess {self.best!r}, of {'' if self.exact else 'more than '}{self.left} codes>"


def guess(puzzle: Puzzle, *, by: str = "worst", time_limit: float | None = None) -> Guess:
    """Return the best next guess after the scored guesses of ``puzzle``.

    ``by`` is the measure: "worst" (few codes are left in the worst case) or "average" (few are left on average). Among
    equally good guesses, one that may be the code itself wins, then one that is better by the other measure, then the
    first. All guesses are counted if that takes only seconds; otherwise those that may be the code, then some of the
    others, on a sample of the codes. At the ``time_limit`` (in seconds) return the best one so far. Raise InputError if
    the genre is no such game, or ``by`` is something else.
    """
    search = Search(puzzle, by)
    search.run(time_limit)
    return search.result()


class Search:
    """The search for a guess: ``run`` may be stopped at any time, and ``result`` returns the best guess so far."""

    def __init__(self, puzzle: Puzzle, by: str = "worst") -> None:
        if by not in MEASURES:
            raise InputError(f"a guess is the best by {' or by '.join(MEASURES)}, not by {by!r}")
        self.puzzle = puzzle
        self.genre: type[Genre] = genre_of(puzzle)
        self.game: CodeGame = self.genre(puzzle).code_game()
        if self.game.columns > MAX_COLUMNS:
            raise InputError(f"guesses are counted for codes of at most {MAX_COLUMNS} columns, not {self.game.columns}")
        self._start = time.perf_counter()
        self._advice = Guess(by, self.game.words, different=self.game.different)
        self._in_time = True
        self._left: Codes = None
        """The codes left, or a sample of them."""
        self._guesses: Any = None
        """The guesses, one in each row."""
        self._may_be: Any = None
        self._against_sample: Ranked = []
        self._against_all: Ranked = []

    def run(self, time_limit: float | None = None) -> None:
        """Search for at most ``time_limit`` seconds."""
        clock = TimeLimit(checked_limit(time_limit, 1))
        game = self.game
        count = len(game.symbols)
        self._advice.possible = perm(count, game.columns) if game.different else count**game.columns
        try:
            if self._advice.possible <= MAX_LISTED:
                clock.run(self._list)
            elif any(number is not None for _, score in game.guesses for number in score):
                self._seek(clock)
            else:
                clock.run(self._draw)
            clock.run(self._count)
        except TimeLimitReached:
            return
        self._advice.complete = self._in_time

    def result(self) -> Guess:
        """Return the best guess so far."""
        advice = self._advice
        ranked = self._against_all or self._against_sample
        advice.counted = len(self._against_sample or self._against_all)
        if ranked:
            _, i = min(ranked)
            symbols = [self.game.symbols[int(number)] for number in self._guesses[i]]
            advice.best = Scored(symbols, self._replies(i), may_be=bool(self._may_be[i]))
        advice.seconds = time.perf_counter() - self._start
        return advice

    # -- the codes that are left -------------------------------------------------------------------------------------

    def _list(self) -> None:
        """List all codes that are left, and as guesses one code of each kind."""
        import numpy as np

        codes = every_code(self.game)
        kinds = codes[:, first_of_each_kind(self.game, codes)]
        self._left = codes[:, _possible(self.game, codes)]
        self._guesses, self._may_be = np.ascontiguousarray(kinds.T), _possible(self.game, kinds)
        self._advice.left, self._advice.possible = self._left.shape[1], len(self._guesses)

    def _draw(self) -> None:
        """Draw codes of a game without scores. A guess is then described by how often its symbols occur."""
        import numpy as np

        game, rng = self.game, np.random.default_rng(0)
        numbers, size = np.array(list(game.symbols), dtype=np.uint8), (MAX_SOUGHT, game.columns)
        if game.different:
            codes = rng.permuted(np.tile(numbers, (MAX_SOUGHT, 1)), axis=1)[:, : game.columns]
        else:
            codes = rng.choice(numbers, size)
        self._left, self._advice.left = np.ascontiguousarray(codes.T), self._advice.possible
        often = [np.unique(code, return_counts=True)[1] for code in codes]
        self._guesses = np.unique([np.repeat(numbers[: len(n)], sorted(n, reverse=True)) for n in often], axis=0)
        self._advice.possible = len(self._guesses)
        self._may_be = np.ones(len(self._guesses), dtype=bool)

    def _seek(self, clock: TimeLimit) -> None:
        """Search for the codes left, or for a sample if there are very many. They are the guesses, too."""
        import numpy as np

        left = clock.left()
        half = TimeLimit(None if left is None else left / 2)  # the other half is for counting
        found = self._sought(MAX_SOUGHT + 1, half)
        self._advice.left = len(found)
        if len(found) > MAX_SOUGHT:
            # codes that one search finds are much alike, so sample them from several places
            self._advice.left, self._advice.exact = MAX_SOUGHT, False
            rng = np.random.default_rng(0)
            numbers = list(self.game.symbols)
            apart: dict[tuple[int, ...], None] = {}
            for _ in range(SAMPLE_PLACES):
                columns = rng.choice(self.game.columns, min(2, self.game.columns), replace=False)
                wanted = {int(j): int(rng.choice(numbers)) for j in columns}
                apart |= dict.fromkeys(self._sought(MAX_SOUGHT // SAMPLE_PLACES, half, wanted))
            found = list(apart) or found
        self._guesses = np.array(found, dtype=np.uint8).reshape(len(found), self.game.columns)
        self._left, self._may_be = np.ascontiguousarray(self._guesses.T), np.ones(len(found), dtype=bool)

    def _sought(self, count: int, clock: TimeLimit, wanted: dict[int, int] | None = None) -> list[tuple[int, ...]]:
        """Return at most ``count`` of the codes left, with the numbers ``wanted`` in some columns."""

        def keep(m: Model, _: Any) -> None:
            for column, number in (wanted or {}).items():
                symbol: Any = m.answer_variables()[column]
                m.require("", symbol == number)

        found = answers(self.puzzle, rules=[keep] if wanted else [], count=count, time_limit=clock.left())
        result = []
        for answer in found:
            (numbers,) = self.genre.numbers_of(answer).values()
            result.append(tuple(int(number) for number in numbers if number is not None))
        if found.complete is False:
            self._advice.exact = self._in_time = False
        return result

    # -- counting ----------------------------------------------------------------------------------------------------

    def _count(self) -> None:
        """Count the codes that each guess leaves."""
        import numpy as np

        left, advice = self._left, self._advice
        advice.codes = left.shape[1]
        if not advice.codes:
            return
        rng = np.random.default_rng(0)
        order: Any = rng.permutation(len(self._guesses))
        # guesses that may be the code come first, so that a good one is found before the time is over
        order = order[np.argsort(~self._may_be[order], kind="stable")][:MAX_GUESSES]
        few = MAX_SCORED_PAIRS // len(order)
        if advice.codes > few:
            advice.sampled = True
            sample = left[:, rng.choice(advice.codes, few, replace=False)]
            self._measure(order, sample, self._against_sample)
            order = [i for _, i in sorted(self._against_sample)[:MAX_RECOUNTED]]
        self._measure(order, left, self._against_all)

    def _measure(self, order: Iterable[int], codes: Codes, into: Ranked) -> None:
        """Add the score of each guess on ``codes`` to ``into``."""
        import numpy as np

        worst = self._advice.by == "worst"
        for i in order:
            sizes = np.bincount(self._keys(i, codes)[0])
            largest, squares = int(sizes.max()), int(sizes @ sizes)
            first, second = (largest, squares) if worst else (squares, largest)
            into.append(((first, not self._may_be[i], second, *self._guesses[i].tolist()), int(i)))

    def _keys(self, i: int, codes: Codes) -> tuple[Any, int]:
        """Return the scores of a guess with each code, each as one number, and the base of its digits."""
        base = self.game.columns + 1
        keys: Any = 0
        for number in self.game.score(self._guesses[i].tolist(), codes):
            keys = keys * base + number
        return keys, base

    def _replies(self, i: int) -> dict[tuple[int, ...], int]:
        """Return the number of codes that a guess leaves, by score, the highest score first."""
        import numpy as np

        keys, base = self._keys(i, self._left)
        sizes = np.bincount(keys)
        places = range(len(self.game.words) - 1, -1, -1)
        return {
            tuple(int(key) // base**place % base for place in places): int(sizes[key])
            for key in np.flatnonzero(sizes)[::-1]
        }


def every_code(game: CodeGame) -> Codes:
    """Return all codes of a game, in order."""
    import numpy as np

    numbers = np.array(list(game.symbols), dtype=np.uint8)
    codes = np.zeros((0, 1), dtype=np.uint8)
    for _ in range(game.columns):
        last = np.tile(numbers, codes.shape[1])
        codes = np.vstack([np.repeat(codes, len(numbers), axis=1), last])
        if game.different:
            codes = codes[:, (codes[:-1] != codes[-1]).all(axis=0)]
    return codes


def _possible(game: CodeGame, codes: Codes) -> Any:
    """Return which of the codes have all the given scores."""
    import numpy as np

    result = np.ones(codes.shape[1], dtype=bool)
    for numbers, score in game.guesses:
        for found, advice in zip(game.score(numbers, codes), score, strict=True):
            if advice is not None:
                result &= found == advice
    return result


def first_of_each_kind(game: CodeGame, codes: Codes) -> Any:
    """Return a mask of codes that are worth counting as guesses: of equivalent codes at least the first.

    The first guess of its kind has untried symbols in order. Its symbols do not decrease from one column to a later
    column that had the same symbols in all guesses. Otherwise exchanging two symbols or two columns would give an
    equivalent guess that comes before it.
    """
    import numpy as np

    advice = [numbers for numbers, score in game.guesses if any(number is not None for number in score)]
    tried = {number for numbers in advice for number in numbers}
    untried = [number for number in game.symbols if number not in tried]
    place = np.full(256, -1, dtype=np.int16)
    place[untried] = range(len(untried))
    result = np.ones(codes.shape[1], dtype=bool)
    seen = np.zeros(codes.shape[1], dtype=np.int16)
    last: dict[tuple[int, ...], Any] = {}
    for column, had in enumerate(zip(*advice, strict=True) if advice else [()] * game.columns):
        row = codes[column]
        result &= place[row] <= seen
        seen = np.maximum(seen, place[row] + 1)
        if had in last:
            result &= last[had] <= row
        last[had] = row
    return result
