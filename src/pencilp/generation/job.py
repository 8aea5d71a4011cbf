"""What all parts of the making of one puzzle share, and how far it has come."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from math import inf

from pencilp._util.timeout import TimeLimitReached
from pencilp.board.lattice import Lattice
from pencilp.generation.habits import habits_of
from pencilp.generation.places import Places
from pencilp.generation.starts import Starts
from pencilp.generation.wishes import Wishes
from pencilp.genres import Genre

MOST_FAILED = 6
"""The number of boards without an answer, or whose clues do not fit together, after which all clues come first."""

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


class Job:
    """One puzzle that is to be made."""

    def __init__(
        self, genre: type[Genre], board: Lattice, wishes: Wishes, chance: random.Random, until: float,
        stop: Callable[[], bool] | None,
    ) -> None:  # fmt: skip
        self.genre, self.board, self.wishes, self.chance = genre, board, wishes, chance
        self._until, self._stop = until, stop
        self.figures: Counter[str] = Counter()
        """How often each thing happened on the way."""
        self.nearest: dict[str, int] = {}
        """The number of clues that came nearest to the wished one, for "too many clues" and "too few clues"."""
        self.habits = habits_of(genre)
        self.places = Places(genre, board, wishes, self.habits, chance)
        self.starts = Starts(genre, board, self.habits, chance, self.places)

    def look(self) -> None:
        """Raise TimeLimitReached if the time is up."""
        if time.perf_counter() >= self._until or (self._stop is not None and self._stop()):
            raise TimeLimitReached

    @property
    def seconds_left(self) -> float | None:
        """The seconds until the time is up; None without a limit."""
        return None if self._until == inf else max(0.0, self._until - time.perf_counter())

    @property
    def obstacles(self) -> str:
        """What came in the way so far, in words; "" if nothing did."""
        return ", ".join(
            text.format(self.figures[what]) + self._nearest(what)
            for what, text in FAILURES.items()
            if self.figures[what]
        )

    def _nearest(self, what: str) -> str:
        """Return in words how near the wished number of clues was; "" if something else happened."""
        if what not in self.nearest:
            return ""
        return f", the {'smallest' if what == 'too many clues' else 'largest'} with {self.nearest[what]}"

    def missed(self, what: str, clues: int) -> None:
        """Count a puzzle with "too many clues" or "too few clues"."""
        nearer = min if what == "too many clues" else max
        self.nearest[what] = nearer(clues, self.nearest.get(what, clues))
        self.did(what)

    @property
    def why(self) -> str:
        """Why there is no puzzle yet, in words."""
        return self.obstacles or "the first board took too long"

    def did(self, what: str) -> None:
        """Count what happened."""
        self.figures[what] += 1
        if what in ("no answer", "wrong clues") and self.figures[what] == MOST_FAILED and not self.figures["full"]:
            self.starts.put_all_first()
