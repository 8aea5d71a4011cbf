"""Every solver against brute force, and what a solver may do wrong: die, hang, be absent, return nonsense."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pencilp.model import Model, total
from pencilp.solvers import prepare

from . import brute_force
from .random_models import KINDS, describe, loop_model, models

MILP = ["highs"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solver", MILP)
def test_all_answers_are_those_of_brute_force(solver: str, kind: str) -> None:
    @settings(max_examples=8, deadline=None)
    @given(models(kinds=(kind, kind, "clause", "linear"), lazy=True))
    def check(m: Model) -> None:
        expected = brute_force.answers(m)
        if len(expected) <= 12:
            result = prepare(m, solver)(count=0)
            assert result.complete
            assert brute_force.found(m, result) == expected, describe(m)
        else:
            assert brute_force.found(m, prepare(m, solver)(count=5)) < expected

    check()


@pytest.mark.parametrize("solver", MILP)
def test_one_loop_finds_each_simple_cycle_of_a_grid_once(solver: str) -> None:
    assert len(prepare(loop_model(3, 3), solver)(count=0).solutions) == 13
