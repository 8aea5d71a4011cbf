"""Searches that change their stage all the time, as otherwise only long ones do."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pencilp.solvers.clasp import search
from pencilp.solvers.clasp.search import LIMIT, Clasp

SOON = {
    "FIRST_CONFLICTS": 1,
    "SECOND_STATEMENT_CONFLICTS": 1,
    "TURN_CONFLICTS": 1,
    "DEFERRED_RULES_CONFLICTS": 1,
    "HAND_OVER_CONFLICTS": 1,
    "BEFORE_RACE_SECONDS": 0.0,
}
"""Every stage ends after one conflict, and all processors race at once."""
ALL = {"MAX_SMALL_VARIABLES": 0, "MIN_WIDE_COUNT": 0, "MAX_CUTS": 1}
"""No model is too small, no count too narrow for others to have a turn; cuts are given up after the first."""
AGAIN = 0.4
"""The share of stages that end before they have begun, and of those that end with what they show."""


@contextmanager
def changing(seed: object, **others: Any) -> Iterator[dict[str, int]]:
    """Inside, a stage ends after one conflict, and often at once or with the first that it shows; ``others`` are constants.

    Yields how many stages have ended so and how many searches took the turn of another one.
    """
    coin = random.Random(str(seed))
    seen = {"ended": 0, "turns": 0}
    whole, shown, turn_to = Clasp._round, Clasp._examine, Clasp._turn_to

    def broken_off(self: Clasp, task: Any, until: float, assumptions: Any, **how: Any) -> Generator[Any, None, int]:
        # a search that steps back cannot be broken off, and who asks what is possible (in his own thread) asks once
        if not task.stepping and how["threaded"] and coin.random() < AGAIN:
            seen["ended"] += 1
            return LIMIT
        return (yield from whole(self, task, until, assumptions, **how))

    def ended(
        self: Clasp, task: Any, model: Any, lazy: Any
    ) -> Generator[Any, None, tuple[int | None, list[list[int]]]]:
        end, clauses = yield from shown(self, task, model, lazy)
        if end is None and not task.stepping and coin.random() < AGAIN:
            seen["ended"] += 1
            end = LIMIT
        return end, clauses

    def turned(self: Clasp, turn: int) -> None:
        seen["turns"] += turn > 0
        turn_to(self, turn)

    with pytest.MonkeyPatch.context() as patch:
        for key, value in (SOON | ALL | others).items():
            patch.setattr(search, key, value)
        patch.setattr(search, "_processors", lambda: 2)
        patch.setattr(Clasp, "_round", broken_off)
        patch.setattr(Clasp, "_examine", ended)
        patch.setattr(Clasp, "_turn_to", turned)
        yield seen
