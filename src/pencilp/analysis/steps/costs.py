"""Costs of steps: a table of weights, the same for all genres. Change a number here, and nothing else has to change.

The cost of a step is the weight of its kind, and for its reason: the scope of each rule instance, each further instance,
each link of a chain, and each known value that is used.
"""

from __future__ import annotations

from typing import Any, Final

from pencilp.analysis.steps.step import CHAIN, GIVEN, PAIR, RULE, SET, TRIAL

KIND: Final = {GIVEN: 0.1, RULE: 1.0, PAIR: 3.0, SET: 5.0, CHAIN: 4.0, TRIAL: 20.0}
"""The weight of each kind of step."""
SCOPE: Final = {"cell": 0.0, "near": 0.2, "line": 0.4, "area": 0.7, "board": 1.5}
"""The weight of a rule instance by the places that it speaks of: ``scope_of`` says which."""
INSTANCE: Final = 1.0
"""Each rule instance after the first; a pencil mark counts ``MARK`` instead."""
MARK: Final = 0.05
"""A value that is excluded because the same number is known in the same line, room or pair: people see it at once."""
LINK: Final = 0.5
"""Each link of a chain."""
FACT: Final = 0.05
"""Each known value that is used."""

MAX_NEAR, BOARD_SHARE = 5, 0.4
"""A rule of at most 5 places is "near"; one of this share of all places, or more, is "board"."""


def scope_of(places: int, line: int, board: int) -> str:
    """Return the scope of a rule of this many ``places``, if a ``line`` and the ``board`` have as many as that."""
    if places <= 1:
        return "cell"
    if places <= MAX_NEAR:
        return "near"
    if places <= line:
        return "line"
    return "area" if places < BOARD_SHARE * board else "board"


def cost_of(kind: str, scopes: Any, *, marks: int = 0, links: int = 0, facts: int = 0) -> float:
    """Return the cost of a step of this ``kind`` whose rule instances have these ``scopes``."""
    scopes = list(scopes)
    rules = sum(SCOPE[scope] for scope in scopes) + INSTANCE * max(0, len(scopes) - 1)
    return KIND[kind] + rules + MARK * marks + LINK * links + FACT * facts
