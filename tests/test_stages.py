"""A search has the same answers whichever stages it goes through: every question, every genre, every objective."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

import pencilp
from pencilp import api, genres
from pencilp.board.puzzle import Puzzle
from pencilp.checking import outlook
from pencilp.genres import genre_of
from tests import amount
from tests.proof import answer_of, cases, changed, domains, filling_of, is_there
from tests.small_boards import Case, Filling, shown
from tests.stages import changing
from tests.test_facts import Partial, goes_on, in_common, less_of

GENRES = [name for name in genres.names() if is_there(name)]
CASES = 2


def some_cases(name: str) -> list[Case]:
    """Of the first cases one of each kind: with no answer, with one, with several; the small boards first."""
    few = sorted(cases(name)[:12], key=lambda case: len(case.puzzle.lattice))
    kinds = {min(2, len(case.right)): case for case in reversed(few) if len(case.right) < 40}
    return [kinds[n] for n in (1, 2, 0) if n in kinds][: amount.of(CASES, 3)]


def told(faults: Iterable[Any]) -> list[tuple[str, str]]:
    return sorted((fault.rule, fault.at) for fault in faults)


def judged(puzzle: Puzzle, partials: list[Partial]) -> list[Any]:
    """What ``check`` says of unfinished answers: no more is said of them than that rules are broken however they go on."""
    return [told(pencilp.check(puzzle, answer_of(puzzle, partial), unfinished=True)) for partial in partials]  # type: ignore[arg-type]


def partials_of(case: Case, rng: random.Random) -> list[Partial]:
    """Parts of a right answer, of one with a change, and of a filling that is near one."""
    puzzle, right, near = case
    fillings: list[Filling] = [rng.choice(sorted(right))] if right else []
    fillings += [other for f in fillings if (other := changed(f, domains(puzzle), rng)) is not None]
    fillings += [rng.choice(near)] if near and not right else []
    return [less_of(filling, rng.choice((0.2, 0.5, 0.8)), rng) for filling in fillings]


@pytest.mark.parametrize("name", GENRES)
def test_every_question_is_answered_as_without_turns(name: str) -> None:
    rng = random.Random(name)
    for number, case in enumerate(some_cases(name)):
        puzzle, right, _ = case
        status = ("none", "unique", "multiple")[min(len(right), 2)]
        partials = partials_of(case, rng)
        without = judged(puzzle, partials)
        with changing((name, number), SOON=rng.choice((0, 0.5)), MANY=rng.choice((1, 1000))):
            threads = rng.choice((0, 1, 1, 1))
            every = [filling_of(answer) for answer in api.solve(puzzle, count=0, threads=threads).answers]
            assert len(every) == len(set(every)), shown(puzzle)
            assert set(every) == right, shown(puzzle)
            two = api.solve(puzzle, threads=threads)
            assert two.status == status, shown(puzzle)
            assert {filling_of(answer) for answer in two.answers} <= right
            found = pencilp.facts(puzzle)
            assert found.status == status, shown(puzzle)
            if right:
                assert found.values == answer_of(puzzle, in_common(right)).values, shown(puzzle)  # type: ignore[arg-type]
            assert judged(puzzle, partials) == without
            for partial in partials:
                answer = answer_of(puzzle, partial)  # type: ignore[arg-type]
                extends = goes_on(partial, right)
                assert pencilp.can_be_finished(puzzle, answer) == extends, shown(puzzle, answer)
                end = outlook(genre_of(puzzle), puzzle, answer, time_limit=None)
                assert (end.can, end.status) == (extends, "unknown" if extends else status), shown(puzzle, answer)
            assert pencilp.conflict(puzzle).status == ("some" if right else "none"), shown(puzzle)
