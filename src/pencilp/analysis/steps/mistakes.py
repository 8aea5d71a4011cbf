"""A mistake in an answer so far, as a step: the rule that it breaks, or the places where it goes wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pencilp._util.timeout import TimeLimit
from pencilp.analysis import check
from pencilp.analysis.phrases import Phrase, joined, listed
from pencilp.analysis.steps.step import MISTAKE, RuleUse, Step
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres.base import OwnRule, genre_of

LATE = Step(MISTAKE, text="there is a mistake, but its place was not found in time")
"""The step if the time is over before the place of a mistake is found."""


def mistake(puzzle: Puzzle, answer: Answer, rules: Sequence[OwnRule] = (), *, limit: float | None = None) -> Step:
    """Return the step that says what is wrong with an answer that cannot be finished as it is.

    Raise TimeLimitReached if no rule is found that is broken within ``limit`` seconds. The search for wrong places is
    always limited.
    """
    genre, clock = genre_of(puzzle), TimeLimit(limit)
    broken, _ = clock.run(lambda: check.find_faults(genre, puzzle, answer, rules=rules))
    if broken:
        uses = tuple(RuleUse(b.rule, b.at, b.cells, b.clue, b.given, b.mark, b.says, b.where) for b in broken)
        marks = tuple(dict.fromkeys(place for b in broken for place in b.everywhere))
        text = Phrase("there is a mistake; broken: {}", listed([b.says for b in broken], "; "))
        return Step(MISTAKE, rules=uses, witness=marks, text=text, where=broken[0].where or broken[0].at)
    left = clock.left()
    seconds = check.DIFFERENCE_SECONDS if left is None else min(left, check.DIFFERENCE_SECONDS)
    found = check.find_completion(genre, puzzle, answer, time_limit=seconds)
    places: tuple[Any, ...] = tuple(place for part in found.differences for place in part.places)
    text = Phrase("there is a mistake: no rule is broken yet, but {}", found.says)
    if found.differences:
        text = Phrase("{}: {}", text, listed([part.says for part in found.differences], "; "))
    where = joined([part.where for part in found.differences])
    return Step(MISTAKE, witness=places, text=text, where=where)
