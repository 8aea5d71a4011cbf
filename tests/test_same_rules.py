"""Whether two models say the same: ties between auxiliary variables count if the rules depend on these."""

from __future__ import annotations

import pytest

from pencilp.analysis.left_out import clues_of, decide_ways
from pencilp.analysis.same_rules import same_rules
from pencilp.formats.examples import example
from pencilp.genres import genre_of
from pencilp.model import Clause, Model


def tied(signs: tuple[int, int], *, used: bool) -> Model:
    """Return a model with an auxiliary variable that has ties to one of the answer; a rule may depend on it."""
    m = Model()
    shown, free, more = m.binary("shown"), m.binary("free"), m.binary("more")
    m.answer = {"shown": [shown]}
    m.require("a rule", free if used else shown)
    m.ties += [
        Clause((more, ~free)),
        Clause(tuple(x if s > 0 else ~x for s, x in zip(signs, (shown, more), strict=True))),
    ]
    return m


def test_ties_of_variables_in_no_rule_are_left_out() -> None:
    one, other = tied((1, -1), used=False), tied((-1, -1), used=False)
    assert same_rules((one, one.rules), (other, other.rules))


def test_ties_of_variables_in_a_rule_are_compared_however_far_away() -> None:
    one, other = tied((1, -1), used=True), tied((-1, -1), used=True)
    assert not same_rules((one, one.rules), (other, other.rules))
    assert same_rules((one, one.rules), (tied((1, -1), used=True), one.rules))


@pytest.mark.parametrize("genre", ["maxi", "akichi"])
def test_a_clue_with_groups_of_its_own_is_left_out_with_its_rules(genre: str) -> None:
    puzzle = example(genre)
    m = genre_of(puzzle).model(puzzle)
    clues = clues_of(puzzle, m)
    decide_ways(puzzle, m, clues, (), lambda: None)
    assert clues
    assert all(clue.exact for clue in clues)
