"""Limits that hold, whatever the work is at. What is looked for is that it ends at all, so the bounds are generous."""

from __future__ import annotations

import threading
import time

import pytest

import pencilp
from pencilp.limits import Apart, OutOfTime, within

LONG = 15
"""Far more seconds than any limit here, and far fewer than the work would take without one."""


def empty(genre: str, size: int) -> pencilp.Puzzle:
    """An empty board of one room."""
    cells = size * size
    layers = {
        "hidato": {"numbers": [1, *[None] * (cells - 2), cells]},
        "slitherlink": {"numbers": [None] * cells},
        "skyscrapers": {"clues": {"top": [[1]] * size, "left": [[2]] * size}},
    }
    return pencilp.puzzle(genre, pencilp.square(size, size), **layers.get(genre, {"rooms": [0] * cells}))


@pytest.mark.parametrize(
    ("genre", "size"),
    [("suguru", 60), ("ripple", 60), ("skyscrapers", 200), ("hidato", 40), ("slitherlink", 400), ("lits", 40)],
)
def test_a_limit_ends_what_states_a_large_board_and_what_prepares_its_search(genre: str, size: int) -> None:
    puzzle = empty(genre, size)
    start = time.perf_counter()
    outcome = pencilp.solve(puzzle, time_limit=0.5)
    assert time.perf_counter() - start < LONG
    assert (outcome.status, outcome.answers) == ("unknown", [])


@pytest.mark.parametrize("ask", ["solve", "answers", "facts", "can_be_finished", "model"])
def test_a_limit_holds_in_threads_and_however_one_asks(ask: str) -> None:
    puzzle = empty("suguru", 40)
    ended: list[object] = []

    def run() -> None:
        if ask == "solve":
            ended.append(pencilp.solve(puzzle, time_limit=0.3).status)
        elif ask == "answers":
            answers = pencilp.answers(puzzle, time_limit=0.3)
            ended.append((list(answers), answers.complete))
        elif ask == "facts":
            ended.append(pencilp.facts(puzzle, time_limit=0.3).status)
        elif ask == "can_be_finished":
            nothing = pencilp.Answer(puzzle, {})
            ended.append(pencilp.can_be_finished(puzzle, nothing, time_limit=0.3))
        else:
            model = pencilp.formulate(empty("suguru", 20))
            ended.append(model.solve(time_limit=0.01).status)

    start = time.perf_counter()
    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.perf_counter() - start < LONG
    assert ended == [{"answers": ([], False), "can_be_finished": None}.get(ask, "unknown")] * 2


def test_nothing_is_raised_outside_of_its_block() -> None:
    ended = 0
    for k in range(200):
        try:
            with within(k % 20 * 1e-3):
                busy = time.perf_counter() + k % 7 * 4e-3
                while time.perf_counter() < busy:
                    pass
        except OutOfTime:
            ended += 1
        for _ in range(10_000):
            pass
    assert 0 < ended < 200


def test_a_limit_that_is_not_reached_says_nothing() -> None:
    with within(100) as clock:
        left = clock.left()
    assert left is not None
    assert 0 < left <= 100
    with within(None) as clock:
        assert clock.left() is None


def test_an_abandoned_call_goes_on_and_its_result_is_taken_away() -> None:
    go, gone = threading.Event(), threading.Event()
    results = []

    def otherwise(result: bool) -> None:
        results.append(result)
        gone.set()

    with pytest.raises(OutOfTime):
        Apart(lambda: go.wait(LONG), otherwise).result(time.perf_counter())
    go.set()
    assert gone.wait(LONG)
    assert results == [True]
    assert Apart(lambda: 7, otherwise).result() == 7
    with pytest.raises(ZeroDivisionError):
        Apart(lambda: 1 // 0).result()
    assert results == [True]
