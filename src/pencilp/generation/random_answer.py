"""Random answers of a model: random values are assumed one after the other, as long as an answer with them is found quickly.

If the genre has rules for boards with open layers (``Genre.open_rules``), the values of these are found with the answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pencilp.analysis.left_out import changed_puzzle
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres import Genre, genre_of
from pencilp.genres.base import OpenLayers
from pencilp.model import Int, Lit, Model, Solution
from pencilp.solvers.clasp.search import Clasp

CALM = (("0.5", "rnd", 400), ("0.05", "rnd", 1000), ("0.02", "asp", 8000))
"""How a first answer is looked for: the share of random decisions, clasp's rule for signs, and the number of conflicts. The
calmer the search, the sooner it finds an answer of large rules. A board without an answer after all of them is given up."""
MAX_FAILED = 12
"""The number of values in a row that lead to no answer, after which no more are tried."""
NEXT_CONFLICTS = 150
"""Conflicts after which a value is not assumed."""
SHARE = 0.35
"""The share of the places at which a random value is tried."""
MAX_DOMAIN = 40
"""The greatest number of values of a place that are tried."""

Spot = tuple[str, int]
"""The name of an answer layer, or of an open one, and an index in it."""
NOTHING_OPEN: OpenLayers = {}


class RandomAnswers:
    """The random answers of a puzzle with the model ``m``, which is stated once for all of them.

    Effort is counted in conflicts, so the same ``chance`` leads to the same answers on every machine. ``look`` is called now and
    then.
    """

    def __init__(
        self, genre: type[Genre], m: Model, chance: random.Random, look: Callable[[], object],
        open_layers: OpenLayers = NOTHING_OPEN,
    ) -> None:  # fmt: skip
        self.genre, self.m, self.chance, self.open_layers, self._look = genre, m, chance, open_layers, look
        self.literals = {**literals_of(m, genre.answers), **_literals_of_layers(open_layers)}
        self._clasp = Clasp(m, whole=True, options=[f"--seed={chance.randrange(10**6)}"])

    def next(
        self, puzzle: Puzzle, near: Answer | None = None, free: Collection[Spot] = (), theme: Sequence[int] = ()
    ) -> Answer | None:
        """Return a random answer; None if none is found quickly. Its puzzle has values at the places of ``open_layers``.

        With ``near``, it is an answer that equals this one everywhere but at the ``free`` places. The literals ``theme`` are true
        in it. ``puzzle`` differs from the stated one in open layers only.
        """
        literals, assumed = self.literals, [*theme]
        if near is not None:
            numbers = self.genre.numbers_of(near) | _numbers_of_layers(near.puzzle, self.open_layers)
            assumed += [
                values[number].n
                for (key, i), values in literals.items()
                if (key, i) not in free and (number := numbers[key][i]) is not None and number in values
            ]
        solution = self._first(assumed)
        if solution is None:
            return None
        solution = self._spread(solution, assumed, [spot for spot in literals if near is None or spot in free])
        puzzle_found = self._with_open_values(puzzle, solution)
        if puzzle_found is None:
            return None
        return self.genre.answer_of(puzzle_found, {key: solution.of(self.m.answer[key]) for key in self.genre.answers})

    def _first(self, assumed: Sequence[int]) -> Solution | None:
        """Return an answer with the ``assumed`` literals; None if none is found quickly."""
        # random answers break lazily stated rules again and again
        for share, sign, conflicts in CALM[-1:] if self._clasp.program.lazy else CALM:
            self._look()
            self._clasp.set_random(share, sign)
            solution = self._clasp.example(assumed, conflicts, self._look)
            if solution is not None:
                return solution
        return None

    def _spread(self, solution: Solution, assumed: list[int], spots: list[Spot]) -> Solution:
        """Return an answer with random values at a share of the ``spots``, as far as answers with these are found."""
        self.chance.shuffle(spots)
        failed = 0
        for key, i in spots[: max(2, round(SHARE * len(spots)))]:
            self._look()
            value = self.chance.choice([*self.literals[key, i]])
            literal = self.literals[key, i][value]
            if solution(literal) if key in self.open_layers else solution(self.m.answer[key][i]) == value:
                assumed.append(literal.n)
                continue
            found = self._clasp.example([*assumed, literal.n], NEXT_CONFLICTS, self._look)
            failed = 0 if found is not None else failed + 1
            if found is not None:
                solution = found
                assumed.append(literal.n)
            elif failed == MAX_FAILED:
                break
        return solution

    def _with_open_values(self, puzzle: Puzzle, solution: Solution) -> Puzzle | None:
        """Return the puzzle with the values of open layers in a solution; None if the genre refuses it."""
        changes = {
            (key, i): next(
                (value for value, literal in values.items() if solution(literal)),
                puzzle.genre.inputs[key].value.nothing,
            )
            for key, places in self.open_layers.items()
            for i, values in enumerate(places)
        }
        try:
            return changed_puzzle(puzzle, changes) if changes else puzzle
        except InputError:
            return None


def random_answer(
    puzzle: Puzzle,
    m: Model,
    chance: random.Random,
    look: Callable[[], object],
    open_layers: OpenLayers = NOTHING_OPEN,
) -> Answer | None:
    """Return one of the ``RandomAnswers`` of a puzzle; None if none is found quickly."""
    return RandomAnswers(genre_of(puzzle), m, chance, look, open_layers).next(puzzle)


def literals_of(m: Model, layers: Collection[str]) -> Mapping[Spot, Mapping[int, Lit]]:
    """Return for each place of some layers of the answer the literal of each of its values.

    The literals are made before the model is stated.
    """
    found: dict[Spot, Mapping[int, Lit]] = {}
    for key in layers:
        for i, x in enumerate(m.answer[key]):
            if not isinstance(x, Int):
                found[key, i] = {1: x, 0: ~x}
            elif 1 < len(x.values) <= MAX_DOMAIN:
                found[key, i] = {value: x == value for value in x.values}
    return found


def _literals_of_layers(open_layers: OpenLayers) -> Mapping[Spot, Mapping[Any, Lit]]:
    """Return for each place of open layers the literal of each of its values."""
    return {(key, i): values for key, places in open_layers.items() for i, values in enumerate(places)}


def _numbers_of_layers(puzzle: Puzzle, open_layers: OpenLayers) -> dict[str, Sequence[Any]]:
    """Return what stands at the places of open layers; nothing, None included, is no value of theirs."""
    return {key: puzzle.values[key].listed for key in open_layers}
