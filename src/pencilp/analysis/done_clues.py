"""Finds the clues of a puzzle that are finished: their rules hold however an answer is completed.

This is a trial, not a proof, and serves drawings only. Open places are filled in several ways: with the least values,
with the greatest values, and at random. A clue is finished if its rules hold in all of them. So the trial works for
every rule, and a clue is finished as soon as its part of the board is closed: the group of a number that has its size
and its border, a row with all its runs. A clue may wrongly count as finished if none of the few fillings breaks its
rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from pencilp.analysis.check import add_defined
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import genre_of
from pencilp.model import Int, Lit, Model, Rule, Solution

RANDOM_FILLINGS = 10
"""The number of random fillings."""


def finished_clues(puzzle: Puzzle, answer: Answer) -> list[tuple[Any, ...]]:
    """Return the clues of ``puzzle`` that ``answer`` has finished, each as in ``Broken.clue``.

    A clue of several rules is finished if all of them hold. A clue without rules, or whose rules use auxiliary
    variables, is never finished.
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
    for filling in range(2 + RANDOM_FILLINGS):
        if not rules:
            break
        value = _filled(m, decided, filling, chance)
        rules = {clue: some for clue, some in rules.items() if all(_holds(rule, value) for rule in some)}
    return list(rules)


def _decided(m: Model, answer: Answer) -> list[tuple[Any, int | None]]:
    """Return the variables of the answer's layers with their values, None if a place is open."""
    genre = genre_of(answer.puzzle)
    open_ones = set(genre.unfilled(m, answer))
    numbers = genre.numbers_of(answer)
    return [
        (x, None if (key, i) in open_ones else numbers[key][i])
        for key, layer in m.answer.items()
        for i, x in enumerate(layer)
    ]


def _filled(m: Model, decided: Sequence[tuple[Any, int | None]], filling: int, chance: random.Random) -> Solution:
    """Return values of all variables. Open places have their least value (filling 0), greatest (1), or a random one."""

    def chosen(values: Sequence[int]) -> int:
        return values[0] if filling == 0 else values[-1] if filling == 1 else chance.choice(values)

    value = Solution({}, {})
    for x, v in decided:
        if isinstance(x, Int):
            value.ints[x.index] = chosen(x.values) if v is None else v
        else:
            bit = chosen((0, 1)) if v is None else v
            value.bits[abs(x.n)] = bit if x.n > 0 else 1 - bit
    return add_defined(m, value)


def _holds(rule: Rule, value: Solution) -> bool:
    if isinstance(rule.constraint, Lit):
        return abs(rule.constraint.n) in value.bits and bool(value(rule.constraint))
    try:
        return not rule.constraint.faults(value, rule.at)
    except KeyError:
        return False  # the rule uses auxiliary variables
