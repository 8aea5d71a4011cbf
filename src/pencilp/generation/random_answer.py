"""Random answers of a model: random values are assumed one after the other, as long as an answer with them is found quickly."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence

from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model
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
    clasp = Clasp(m, whole=True, options=[f"--seed={chance.randrange(10**6)}"])
    assumed = [*theme]
    if near is not None:
        numbers = genre_of(puzzle).numbers_of(near)
        assumed += [
            values[number].n
            for (key, i), values in literals.items()
            if (key, i) not in free and (number := numbers[key][i]) is not None and number in values
        ]
    solution = None
    # random answers break lazily stated rules again and again
    for share, sign, conflicts in CALM[-1:] if clasp.program.lazy else CALM:
        look()
        clasp.set_random(share, sign)
        solution = clasp.example(assumed, conflicts, look)
        if solution is not None:
            break
    if solution is None:
        return None
    spots = [spot for spot in literals if near is None or spot in free]
    chance.shuffle(spots)
    failed = 0
    for key, i in spots[: max(2, round(SHARE * len(spots)))]:
        look()
        number = chance.choice([*literals[key, i]])
        literal = literals[key, i][number]
        if solution(m.answer[key][i]) == number:
            assumed.append(literal.n)
            continue
        found = clasp.example([*assumed, literal.n], NEXT_CONFLICTS, look)
        failed = 0 if found is not None else failed + 1
        if found is not None:
            solution = found
            assumed.append(literal.n)
        elif failed == MAX_FAILED:
            break
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
