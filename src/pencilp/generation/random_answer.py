"""Random answers of a model: random values are assumed one after the other, as long as an answer with them is found quickly."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model
from pencilp.solvers.clasp.search import Clasp

FIRST_CONFLICTS = 4000
"""Conflicts after which a board without an answer so far is given up."""
NEXT_CONFLICTS = 150
"""Conflicts after which a value is not assumed."""
SHARE = 0.35
"""The share of the places at which a random value is tried."""
MAX_DOMAIN = 40
"""The greatest number of values of a place that are tried."""

Spot = tuple[str, int]
"""The name of an answer layer and an index in it."""


def random_answer(
    puzzle: Puzzle,
    m: Model,
    chance: random.Random,
    look: Callable[[], object],
    *,
    near: Answer | None = None,
    free: Collection[Spot] = (),
    theme: Sequence[int] = (),
) -> Answer | None:
    """Return a random answer of a puzzle with the model ``m``; None if none is found quickly.

    With ``near``, it is an answer that equals this one everywhere but at the ``free`` places.
    The literals ``theme`` are true in it. Effort is counted in conflicts, so
    the same ``chance`` leads to the same answer on every machine. ``look`` is called now and then.
    """
    literals = literals_of(m)
    options = [f"--seed={chance.randrange(10**6)}", "--rand-freq=0.5", "--sign-def=rnd"]
    clasp = Clasp(m, whole=True, options=options)
    assumed = [*theme]
    if near is not None:
        numbers = genre_of(puzzle).numbers_of(near)
        assumed += [
            values[number].n
            for (key, i), values in literals.items()
            if (key, i) not in free and (number := numbers[key][i]) is not None and number in values
        ]
    solution = clasp.example(assumed, FIRST_CONFLICTS)
    if solution is None:
        return None
    spots = [spot for spot in literals if near is None or spot in free]
    chance.shuffle(spots)
    for key, i in spots[: max(2, round(SHARE * len(spots)))]:
        look()
        number = chance.choice([*literals[key, i]])
        literal = literals[key, i][number]
        if solution(m.answer[key][i]) == number:
            assumed.append(literal.n)
            continue
        found = clasp.example([*assumed, literal.n], NEXT_CONFLICTS)
        if found is not None:
            solution = found
            assumed.append(literal.n)
    return genre_of(puzzle).answer(puzzle, m, solution)


def literals_of(m: Model) -> Mapping[Spot, Mapping[int, Lit]]:
    """Return for each place of the answer the literal of each of its values. They are made before the model is stated."""
    found: dict[Spot, Mapping[int, Lit]] = {}
    for key, variables in m.answer.items():
        for i, x in enumerate(variables):
            if not isinstance(x, Int):
                found[key, i] = {1: x, 0: ~x}
            elif 1 < len(x.values) <= MAX_DOMAIN:
                found[key, i] = {value: x == value for value in x.values}
    return found
