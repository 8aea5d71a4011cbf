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
from pencilp.genres import genre_of
from pencilp.genres.base import OpenLayers
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
"""The name of an answer layer, or of an open one, and an index in it."""
NOTHING_OPEN: OpenLayers = {}


def random_answer(
    puzzle: Puzzle,
    m: Model,
    chance: random.Random,
    look: Callable[[], object],
    *,
    near: Answer | None = None,
    free: Collection[Spot] = (),
    theme: Sequence[int] = (),
    open_layers: OpenLayers = NOTHING_OPEN,
) -> Answer | None:
    """Return a random answer of a puzzle with the model ``m``; None if none is found quickly.

    With ``near``, it is an answer that equals this one everywhere but at the ``free`` places.
    The literals ``theme`` are true in it. Its puzzle has values at the places of ``open_layers``. Effort is counted in
    conflicts, so the same ``chance`` leads to the same answer on every machine. ``look`` is called now and then.
    """
    genre = genre_of(puzzle)
    literals = {**literals_of(m, genre.answers), **_literals_of_layers(open_layers)}
    clasp = Clasp(m, whole=True, options=[f"--seed={chance.randrange(10**6)}"])
    assumed = [*theme]
    if near is not None:
        numbers = genre.numbers_of(near) | _numbers_of_layers(near.puzzle, open_layers)
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
        value = chance.choice([*literals[key, i]])
        literal = literals[key, i][value]
        if solution(literal) if key in open_layers else solution(m.answer[key][i]) == value:
            assumed.append(literal.n)
            continue
        found = clasp.example([*assumed, literal.n], NEXT_CONFLICTS, look)
        failed = 0 if found is not None else failed + 1
        if found is not None:
            solution = found
            assumed.append(literal.n)
        elif failed == MAX_FAILED:
            break
    changes = {
        (key, i): next(
            (value for value, literal in values.items() if solution(literal)), genre.inputs[key].value.nothing
        )
        for key, places in open_layers.items()
        for i, values in enumerate(places)
    }
    if changes:
        try:
            puzzle = changed_puzzle(puzzle, changes)
        except InputError:
            return None
    return genre.answer_of(puzzle, {key: solution.of(m.answer[key]) for key in genre.answers})


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
