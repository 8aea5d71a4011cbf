"""One part of a search: the answers in which some literals hold. A process searches one part after another.

A part that takes too long is cut in two: an answer variable is true in one half and false in the other. Look-ahead
chooses the variable: each half should fix many literals. What clasp learns in one part holds in all others, so a
process keeps its program.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from pencilp.model import Model, Solution
from pencilp.solvers.clasp.aspif import Text
from pencilp.solvers.clasp.lookahead import LookAhead
from pencilp.solvers.clasp.search import COMPLETE, LIMIT, Clasp
from pencilp.solvers.clasp.statement import ClaspProgram

MAX_CANDIDATES = 16
"""The greatest number of variables that are tried before a cut; at most half of them are clasp's own choice."""
LOOK_SHARE, FIRST_LOOK_SECONDS = 0.1, 0.2
"""The share of the time of a part that is spent to cut it, and roughly the time in seconds for a part that is cut at once."""

OTHER_PARTS = 8
"""Each process searches the last of as many parts with other options. It has no time for all in each part, but a puzzle that is
hopeless with clasp's usual options may be easy with others."""


class Part(NamedTuple):
    """The answers in which all ``literals`` hold; ``depth`` is the number of cuts that led to it."""

    literals: tuple[int, ...] = ()
    depth: int = 0


class Progress(NamedTuple):
    """What was done for a part.

    ``left`` are the parts that are left of it, none if all its answers are known. ``answers`` were found now; a process
    finds none of them again.
    """

    left: Sequence[Part]
    answers: Sequence[Solution] = ()


class Engine(Clasp):
    """The program of a pickled model, in a process that searches parts of it; ``count`` is as in ``Clasp.search``.

    The same model has the same atoms in all processes; ``fingerprint`` proves it.
    """

    def __init__(self, pickled: bytes, count: int) -> None:
        super().__init__(pickle.loads(pickled))
        if self.program.pieces:
            self._stop_cutting()
        if self.program.has_deferred_rules:
            self._add_rules(self._state_later)
        if self.program.counts_steps:
            self._add_rules(ClaspProgram.count_steps)
        # each round ends with an answer, which is then excluded
        self._one = self._task(0, ())
        self._one.crowded = 1
        narrow = self.program.narrow
        self._one.narrowed = is_narrowed(self, count)
        self._switch = [narrow if self._one.narrowed else -narrow] if narrow else []
        self._with_variation = self._one.narrowed and count == 2
        self._searched = 0
        """How often a part was searched."""
        self._ahead = LookAhead(self._engine, self._deciding(self._one))

    def fingerprint(self) -> str:
        """Return the ``fingerprint`` of the model."""
        return fingerprint(self.model)

    def do(self, part: Part, seconds: float) -> Progress:
        """Search a part for about ``seconds``, and cut it if that is not enough. With 0 seconds, only cut it."""
        if seconds:
            end, answers = self._search_part(part, seconds)
            if end is COMPLETE:
                return Progress([])
            if answers:
                return Progress([part], answers)
        self._turn_to(0)
        return Progress(self._cut(part, LOOK_SHARE * seconds or FIRST_LOOK_SECONDS))

    def _search_part(self, part: Part, seconds: float) -> tuple[int, list[Solution]]:
        """Return how the search ended, and the first answer."""
        until = time.perf_counter() + seconds
        turns = self._turns()
        for turn in turns:
            now = time.perf_counter()
            end_of_turn = until if turn == turns[-1] else now + (until - now) / 2
            self._turn_to(turn)
            end = -1
            while end not in (COMPLETE, LIMIT):
                answers = []
                rounds = self._round(self._one, end_of_turn, [*self._switch, *part.literals], threaded=True)
                try:
                    while True:
                        answers.append(next(rounds))
                except StopIteration as stop:
                    end = stop.value
                self._state_found(self._one)
                if answers:
                    return end, answers + (self._variation(answers[0]) if self._with_variation else [])
            if end is COMPLETE:
                return end, []
        return LIMIT, []

    def _turns(self) -> Sequence[int]:
        """Return which of ``_choices`` search the next part: the first, the second statement, and seldom another."""
        self._searched += 1
        usual, others = range(1 + self._second), range(1 + self._second, len(self._choices))
        if not others or self._searched % OTHER_PARTS:
            return usual
        return [others[self._searched // OTHER_PARTS % len(others)]]

    def _cut(self, part: Part, seconds: float) -> list[Part]:
        """Return the two halves of a part; one part, or none, if look-ahead finds that other values contradict."""
        literals = [*part.literals]
        until = time.perf_counter() + seconds
        while True:
            look = self._ahead.look([*self._switch, *literals], MAX_CANDIDATES // 2)
            if look is None:
                return []
            best, atom = -1, 0
            for candidate in _candidates(look.next, look.open):
                sides = [self._ahead.look([*self._switch, *literals, x]) for x in (candidate, -candidate)]
                if None in sides:
                    literals.append(candidate if sides[1] is None else -candidate)
                    atom = 0
                    break
                product = 1
                for side in sides:
                    product *= max(0, side.fixed - look.fixed) if side else 0
                if product > best:
                    best, atom = product, candidate
                if time.perf_counter() > until:
                    break
            else:
                if not atom:
                    return [Part(tuple(literals), part.depth + 1)]  # every variable is known
            if atom:
                return [Part((*literals, x), part.depth + 1) for x in (atom, -atom)]


def fingerprint(model: Model) -> str:
    """Return a hash of the program that clasp gets, by which parts of the same search are known."""
    text = Text()
    ClaspProgram(text, model)
    return sha256("\n".join(text.lines).encode()).hexdigest()


def is_narrowed(clasp: Clasp, count: int) -> bool:
    """Return whether the narrowing of the plan is enough to find ``count`` answers."""
    return bool(clasp.program.narrow and count in (1, 2))


def _candidates(first: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return ``first`` and some of ``others``, evenly chosen."""
    step = max(1, len(others) // max(1, MAX_CANDIDATES - len(first)))
    return list(dict.fromkeys([*first, *others[::step]]))[:MAX_CANDIDATES]
