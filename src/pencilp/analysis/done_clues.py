"""Which clues of a puzzle are finished: their rules hold whatever becomes of what an answer leaves open.

This is found by trial. Open places are filled in several ways: with the least of all values, with the greatest, and by
chance. A clue is finished if its rules hold in all of them. So nothing is known here of what a rule says, and a clue is
finished as soon as what it speaks of is closed: the group of a number that has its size and its border, a row with all
its runs, however much is open elsewhere. A rule that some of the few fillings miss may be held for kept that is not.
Nothing is proved by this: it is for drawings.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pencilp.analysis.check import follow
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model, Rule, Solution

CHANCES = 10
"""So many times what is open is filled by chance."""


def finished_clues(puzzle: Puzzle, answer: Answer) -> list[tuple[Any, ...]]:
    """Return the clues of ``puzzle`` that ``answer`` has finished.

    The name of a layer, and where in it the clue stands, as in ``Broken.clue``.

    A clue that several rules come from is finished when all of them are kept; one that no rule comes from, or whose
    rules speak of more than the answer, is never told.
    """
    m = genre_of(puzzle).model(puzzle)
    rules: dict[tuple[Any, ...], list[Rule]] = {}
    layers = {id(values): key for key, values in puzzle.values.items()}
    for rule in m.rules:
        if rule.clue is not None:
            values, *where = rule.clue
            rules.setdefault((layers[id(values)], *where), []).append(rule)
    decided = _decided(m, answer)
    chance = random.Random(1)
    for filling in range(2 + CHANCES):
        if not rules:
            break
        value = _filled(m, decided, filling, chance)
        rules = {clue: some for clue, some in rules.items() if all(_holds(rule, value) for rule in some)}
    return list(rules)


def _decided(m: Model, answer: Answer) -> list[tuple[Any, int | None]]:
    """Return the variables of the answer's layers, each with its value, None where that is open."""
    genre = genre_of(answer.puzzle)
    open_ones = set(genre.unfilled(m, answer))
    numbers = genre.numbers_of(answer)
    return [
        (x, None if (key, i) in open_ones else numbers[key][i])
        for key, layer in m.answer.items()
        for i, x in enumerate(layer)
    ]


def _filled(m: Model, decided: Sequence[tuple[Any, int | None]], filling: int, chance: random.Random) -> Solution:
    """Return the values of all variables where what is open has its least value (0), its greatest (1), or one by chance."""

    def chosen(values: Sequence[int]) -> int:
        return values[0] if filling == 0 else values[-1] if filling == 1 else chance.choice(values)

    value = Solution({}, {})
    for x, v in decided:
        if isinstance(x, Int):
            value.ints[x.index] = chosen(x.values) if v is None else v
        else:
            bit = chosen((0, 1)) if v is None else v
            value.bits[abs(x.n)] = bit if x.n > 0 else 1 - bit
    return follow(m, value)


def _holds(rule: Rule, value: Solution) -> bool:
    if isinstance(rule.constraint, Lit):
        return abs(rule.constraint.n) in value.bits and bool(value(rule.constraint))
    try:
        return not rule.constraint.faults(value, rule.at)
    except KeyError:
        return False  # it speaks of auxiliary variables
