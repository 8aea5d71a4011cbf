"""Models are copied and pickled, and say what they are."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

import pencilp
from pencilp.model import Model, Table, exactly

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.txt"))


def pickled(model: Model) -> Model:
    again = pickle.loads(pickle.dumps(model))
    assert isinstance(again, Model)
    return again


COPIES: list[Callable[[Model], Model]] = [pickled, Model.copy, copy.copy, copy.deepcopy]


def answers(model: Model) -> list[list[int]]:
    return sorted([solution(x) for x in model.answer_variables()] for solution in model.solve().solutions)


@pytest.mark.mechanism
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_copy_of_every_example_is_equal(path: Path) -> None:
    model = pencilp.formulate(pencilp.load(path))
    copies = [pickled(model), model.copy()]
    text, wanted = str(model), answers(model)
    for same in copies:
        assert str(same) == text
        assert answers(same) == wanted
    # and once more after it was solved
    assert answers(pickled(model)) == wanted


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_is_independent(copied: Callable[[Model], Model]) -> None:
    m = Model()
    a, b = m.binaries("choice", 2)
    n = m.integer("n", 0, 3)
    m.answer = {"all": [a, b, n]}
    m.require("one", exactly(1, [a, b]))
    m.require("n", Table([n, a], [(0, 1), (2, 0), (3, 0)]))
    other = copied(m)
    other.require("a", ~a)
    other.require("n", other.ints[n.index] >= 3)
    assert answers(other) == [[0, 1, 3]]
    assert len(m.solve(count=0).solutions) == 3
    assert (len(m.rules), len(other.rules)) == (2, 4)
    assert other.names()[:3] == m.names()[:3]


def test_repr_of_models_rules_and_constraints() -> None:
    m = Model()
    a, b = m.binaries("choice", 2)
    n = m.integer("n", 0, 3)
    m.require("one of two", exactly(1, [a, b]), at=7)
    assert repr(m) == "<Model: 2 0/1 variables, 1 whole numbers, 1 rules>"
    assert repr(m.rules[0]).startswith("<Rule 'one of two' at 7: Count(")
    assert repr(a) == "Lit(1)"
    assert repr(n) == "n (0..3)"
