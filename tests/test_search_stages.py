"""A search has the same answers whichever stages it goes through: every question, every genre, every objective."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pencilp
from pencilp import api, genres
from pencilp.analysis import check as checking
from pencilp.analysis.check import find_completion
from pencilp.analysis.conflict import conflict
from pencilp.board.puzzle import Puzzle
from pencilp.genres import genre_of
from pencilp.model import Model, Sum
from pencilp.solvers.clasp.search import Clasp, variable_key
from tests import amount, brute_force
from tests.proof import answer_of, cases, changed, domains, filling_of, is_there, smallest_example
from tests.random_models import describe, models
from tests.small_boards import Case, Filling, shown
from tests.stages import changing
from tests.test_common import Partial, goes_on, in_common, less_of

GENRES = [name for name in genres.names() if is_there(name)]
CASES = 2


def some_cases(name: str) -> list[Case]:
    """Of the first cases one of each kind: with no answer, with one, with several; the small boards first."""
    few = sorted(cases(name)[:12], key=lambda case: len(case.puzzle.lattice))
    kinds = {min(2, len(case.right)): case for case in reversed(few) if len(case.right) < 40}
    return [kinds[n] for n in (1, 2, 0) if n in kinds][: amount.of(CASES, 3)]


def in_short(faults: Iterable[Any]) -> list[tuple[str, str]]:
    return sorted((fault.rule, fault.at) for fault in faults)


def judged(puzzle: Puzzle, partials: list[Partial]) -> list[Any]:
    """What ``check_names`` says of unfinished answers, with time to see whether they can be finished."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checking, "QUICK_SECONDS", 60)
        answers = [answer_of(puzzle, partial) for partial in partials]  # type: ignore[arg-type]
        return [in_short(pencilp.check(puzzle, answer, unfinished=True)) for answer in answers]


def partials_of(case: Case, rng: random.Random) -> list[Partial]:
    """Parts of a right answer, of one with a change, and of a filling that is near one."""
    puzzle, right, near = case
    fillings: list[Filling] = [rng.choice(sorted(right))] if right else []
    fillings += [other for f in fillings if (other := changed(f, domains(puzzle), rng)) is not None]
    fillings += [rng.choice(near)] if near and not right else []
    return [less_of(filling, rng.choice((0.2, 0.5, 0.8)), rng) for filling in fillings]


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_every_question_is_answered_as_without_turns(name: str) -> None:
    rng = random.Random(name)
    for number, case in enumerate(some_cases(name)):
        puzzle, right, _ = case
        status = ("none", "unique", "multiple")[min(len(right), 2)]
        partials = partials_of(case, rng)
        without = judged(puzzle, partials)
        with changing(
            (name, number), BEFORE_NEARBY_SECONDS=rng.choice((0, 0.5)), MAX_EXCLUDED_ANSWERS=rng.choice((1, 1000))
        ):
            threads = rng.choice((0, 1, 1, 1))
            every = [filling_of(answer) for answer in api.solve(puzzle, count=0, threads=threads).answers]
            assert len(every) == len(set(every)), shown(puzzle)
            assert set(every) == right, shown(puzzle)
            two = api.solve(puzzle, threads=threads)
            assert two.status == status, shown(puzzle)
            assert {filling_of(answer) for answer in two.answers} <= right
            found = pencilp.common(puzzle)
            assert found.status == status, shown(puzzle)
            if right:
                assert found.values == answer_of(puzzle, in_common(right)).values, shown(puzzle)  # type: ignore[arg-type]
            assert judged(puzzle, partials) == without
            for partial in partials:
                answer = answer_of(puzzle, partial)  # type: ignore[arg-type]
                extends = goes_on(partial, right)
                assert pencilp.can_be_finished(puzzle, answer) == extends, shown(puzzle, answer)
                end = find_completion(genre_of(puzzle), puzzle, answer, time_limit=None)
                assert (end.can, end.status) == (extends, "unknown" if extends else status), shown(puzzle, answer)
            assert conflict(puzzle).status == ("some" if right else "none"), shown(puzzle)


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_an_objective_over_the_answer_leaves_the_best_answers(name: str) -> None:
    rng = random.Random(name)
    several = [case for case in cases(name)[:12] if 1 < len(case.right) < 40]
    for case in several[: amount.of(1, 3)]:
        factors = [[rng.choice((-1, 0, 0, 1, 2)) for _ in layer] for layer in min(case.right)]
        cost = {f: sum(a * v for a, v in zip(chain(*factors), chain(*f), strict=True)) for f in case.right}

        def best(m: Model, _: Any, factors: list[list[int]] = factors) -> None:
            m.minimize(Sum([*zip(chain(*factors), chain(*m.answer.values()), strict=True)]))

        for count in (2, 0):
            with changing((name, count), MAX_EXCLUDED_ANSWERS=rng.choice((1, 1000))):
                found = api.solve(case.puzzle, rules=[best], count=count)
            right = {f for f in case.right if cost[f] == min(cost.values())}
            fillings = [filling_of(answer) for answer in found.answers]
            assert set(fillings) <= right, shown(case.puzzle)
            assert len(fillings) == len(set(fillings)) == (min(2, len(right)) if count else len(right)), shown(
                case.puzzle
            )
            assert found.status == ("unique" if len(right) == 1 else "multiple"), shown(case.puzzle)


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_an_example_with_three_right_values_is_judged_as_without_turns(name: str) -> None:
    rng = random.Random(name)
    puzzle = smallest_example(name)
    right = filling_of(puzzle.answer)
    partial: Partial = [[None] * len(layer) for layer in right]
    for k, i in rng.sample([(k, i) for k, layer in enumerate(right) for i in range(len(layer))], 3):
        partial[k][i] = right[k][i]
    (other,) = partials_of(Case(puzzle, {right}, []), rng)[1:] or [partial]
    without = judged(puzzle, [partial, other])
    with changing(name):
        assert api.solve(puzzle).status == "unique"
        assert judged(puzzle, [partial, other]) == without
        assert find_completion(genre_of(puzzle), puzzle, answer_of(puzzle, partial), time_limit=None).can  # type: ignore[arg-type]


# -- models -----------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(models(), st.data())
def test_rules_are_switched_on_and_off_from_one_search_to_the_next(m: Model, data: st.DataObject) -> None:
    every = [*m.rules]
    clasp = Clasp(m, guarded=True)
    for turn in range(3):
        active = [not rule.words or data.draw(st.booleans()) for rule in every]
        guards = [g if on else -g for g, on in zip(clasp.program.guards, active, strict=True) if g]
        with changing((turn, describe(m))):
            found = clasp.search(0, assumptions=guards)
            core = clasp.contradicting([g for g in guards if g > 0])
            possible = clasp.possible(guards, 10**6)
        m.rules = [rule for rule, on in zip(every, active, strict=True) if on]
        right = brute_force.answers(m)
        assert brute_force.found(m, found) == right, describe(m)
        assert (core is None) == possible == bool(right), describe(m)
        needed = [rule for rule, g in zip(every, clasp.program.guards, strict=True) if not g or g in (core or ())]
        m.rules = needed
        assert core is None or not brute_force.answers(m), describe(m)


@settings(max_examples=60)
@given(models(), st.booleans())
def test_a_model_that_is_searched_again_has_lost_nothing(m: Model, whole: bool) -> None:
    right = brute_force.answers(m)
    clasp = Clasp(m, whole=whole)
    for count in (2, 0, 1, 0):
        with changing((count, describe(m)), MAX_EXCLUDED_ANSWERS=3):
            found = clasp.search(count)
        assert brute_force.found(m, found) <= right, describe(m)
        assert len(found.solutions) == (min(count, len(right)) if count else len(right)), describe(m)
        assert found.complete == (not count or len(right) < count), describe(m)
    with changing(describe(m)):
        shared = Clasp(m, whole=True).common_values()
    assert shared.complete
    alike = [len({answer[i] for answer in right}) == 1 for i in range(len(m.answer_variables()))] if right else []
    assert [variable_key(x) in shared.agreed for x in m.answer_variables()][: len(alike)] == alike, describe(m)


@settings(max_examples=60)
@given(models())
def test_later_rules_of_a_model_do_not_change_a_search(m: Model) -> None:
    right = brute_force.answers(m)
    clasp = Clasp(m)
    seen = m.answer_variables()
    x = m.binary("later")
    m.require("never", m.false)
    m.require("later", x >> m.all_of(seen[:1]) if not m.ints else m.ints[0] == m.ints[0].high)
    m.minimize(x + 0)
    with changing(describe(m)):
        found = clasp.search(0)
    assert {tuple(map(solution, seen)) for solution in found.solutions} == right, describe(m)
    assert m.objective is not None
    assert Clasp(m).search(0).status == "none"
