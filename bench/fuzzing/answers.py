"""Wrong answers and changed clues: what ``check`` and the solvers say must agree with what is meant."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from fuzzing import boards
from fuzzing.judging import Case, Wrong, refused
from pencilp import api, genres
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import PencilpError

LIMIT = 3.0
"""Seconds for a search; what is not found by then is not compared."""
LARGEST = 150
"""Cells of a board whose answers are checked: a check of a larger one takes too long here."""


@lru_cache
def _settled() -> list[Puzzle]:
    """The examples that have one answer only: any other is wrong."""
    found = [boards.example(name) for name in genres.names()]
    settled = [puzzle for puzzle in found if puzzle is not None and puzzle.answer is not None]
    return [puzzle for puzzle in settled if len(puzzle.lattice) <= LARGEST]


def wrong_answer(rng: Random) -> Case:
    """The only answer of an example, with a few values changed or undecided."""
    puzzle = rng.choice(_settled())
    right = puzzle.answer
    assert right is not None
    values = {key: list(right[key]) for key in right.values}
    domains = {key: layer.domain(puzzle.genre(puzzle)) for key, layer in puzzle.genre.answers.items()}  # type: ignore[call-arg]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 5))):
        key = rng.choice([key for key in values if values[key]])
        at = rng.randrange(len(values[key]))
        domain: Any = domains[key]
        low, high = domain[at] if isinstance(domain, list) else domain
        values[key][at] = rng.choice((None, rng.randint(low, high), rng.randint(low, high)))
    answer = Answer(puzzle, values)
    same = answer == right
    goes_on = all(a is None or a == b for key in right.values for a, b in zip(answer[key], right[key], strict=True))

    def run(folder: Path) -> None:
        if (api.check(puzzle, answer) == []) != same:
            raise Wrong(f"check {'refuses the right answer' if same else 'takes a wrong answer'}")
        if goes_on and api.check(puzzle, answer, unfinished=True):
            raise Wrong("check says that something is wrong with an answer that can be finished")
        if rng.random() < 0.3 and api.can_be_finished(puzzle, answer) is not goes_on:
            raise Wrong(f"can_be_finished is not {goes_on}")

    return Case(f"{puzzle!r}: {'its answer' if same else 'another answer'}", run)


def status(rng: Random) -> Case:
    """A small board, mostly with a clue changed: clasp and HiGHS find equally many answers, and ``check`` takes them."""
    puzzle = boards.random_puzzle(rng, most=4)

    def run(folder: Path) -> None:
        outcomes = []
        for solver in ("clasp", rng.choice(("highs", "highs", "highs", "glpk", "cbc"))):
            try:
                outcome = api.solve(puzzle, solver, time_limit=LIMIT)
            except PencilpError as error:
                return refused(lambda error=error: _raise(error))
            for answer in outcome.answers:
                if broken := api.check(puzzle, answer):
                    raise Wrong(f"{solver} finds an answer that breaks a rule: {broken[0]}")
            outcomes.append(outcome)
        first, second = (outcome.status for outcome in outcomes)
        if "unknown" not in (first, second) and first != second:
            raise Wrong(f"{outcomes[0].solver} says {first}, {outcomes[1].solver} says {second}")
        return None

    return Case(f"{puzzle!r}: {puzzle.values}"[:600], run)


def _raise(error: PencilpError) -> None:
    raise error
