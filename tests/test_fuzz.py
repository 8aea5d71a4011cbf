"""The fuzzer runs a few fixed cases of each kind, and it finds what is wrong when something is."""

from __future__ import annotations

import itertools
import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from pencilp.formats import reading, writing

BENCH = Path(__file__).parent.parent / "bench"
KINDS = {
    "text": 30, "link": 30, "pzpr": 30, "jsonl": 30, "trip": 30, "data": 10, "solution": 10, "workbook": 2, "lp": 2, "mps": 2,
    "mathprog": 1, "command": 4, "numbers": 3, "sizes": 1, "answer": 2, "status": 2,
    "layout": 10, "game": 10, "lp_solve": 5,
}  # fmt: skip
"""The number of cases of each kind that are run here."""
SIGNALS = {"kill"}
"""The kinds that send signals at random moments: they are run by hand."""


@pytest.fixture
def fuzz(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))
    import fuzz

    return fuzz


def test_all_kinds_but_signals_are_tried(fuzz: ModuleType) -> None:
    assert set(KINDS) == set(fuzz.KINDS) - SIGNALS


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_few_cases_of_each_kind(fuzz: ModuleType, kind: str, tmp_path: Path) -> None:
    for seed in range(KINDS[kind]):
        failure = fuzz.attack(kind, seed, tmp_path)
        assert failure is None, (failure.seed, failure.shown, failure.what, failure.trace)
        assert not os.listdir(tmp_path)


def test_the_same_seed_makes_the_same_case(fuzz: ModuleType) -> None:
    for kind in fuzz.KINDS:
        first, again = (fuzz.KINDS[kind].make(Random(f"{kind} 7")).shown for _ in range(2))
        assert first == again


def test_a_count_runs_the_same_cases_by_shares(
    fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cases = tmp_path / "cases"

    def attack(kind: str, seed: int, folder: Path) -> None:
        with open(cases, "a") as file:
            file.write(f"{kind} {seed}\n")

    monkeypatch.setattr(fuzz, "attack", attack)
    steady = [kind for kind, each in fuzz.KINDS.items() if not each.timed]
    shares = {kind: fuzz.KINDS[kind].share for kind in steady}
    failures, counts = fuzz.attacked(5, steady, 1, float("inf"), sum(shares.values()))
    assert failures == []
    assert counts == shares
    assert sorted(cases.read_text().splitlines()) == sorted(
        f"{k} {5 + n}" for k, most in shares.items() for n in range(most)
    )


def test_workers_share_a_count(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "attack", lambda *_: None)
    _, counts = fuzz.attacked(1, ["link", "text"], 3, float("inf"), 50)
    assert counts.total() == 50


# -- it can fail ------------------------------------------------------------------------------------------------------


def attacked(fuzz: ModuleType, kind: str, count: int = 3) -> tuple[list[Any], int]:
    """The failures of a few cases in a worker, and how many cases there were."""
    failures, counts = fuzz.attacked(1, [kind], 1, float("inf"), count)
    return failures, counts[kind]


def made_of(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, run: Callable[[Path], object]) -> None:
    """A kind "trip" that only runs this."""
    from fuzzing.judging import Case

    monkeypatch.setitem(
        fuzz.KINDS, "trip", fuzz.KINDS["trip"]._replace(make=lambda rng: Case("made", run), seconds=0.2)
    )


def test_an_unexpected_exception_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(source: str, genre: str | None = None) -> list[Any]:
        raise ValueError(f"{source} is bad")

    monkeypatch.setattr(reading, "read", read)
    failures, _ = attacked(fuzz, "text")
    assert len(failures) >= 3
    assert failures[0].kind == "text"
    assert failures[0].what.startswith("ValueError")
    assert "Traceback" in failures[0].trace
    assert fuzz.again("text", failures[0].seed) == 1


@pytest.mark.slow
def test_a_round_trip_that_loses_something_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = writing.written

    def written(*arguments: Any, **options: Any) -> str:
        return whole(*arguments, **options).replace("2", "3")

    monkeypatch.setattr(writing, "written", written)
    failures, _ = attacked(fuzz, "trip", 100)
    assert any("changes" in failure.what for failure in failures)


def test_too_much_processor_time_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_of(fuzz, monkeypatch, lambda folder: None)
    seconds = itertools.count(0.0, 1.5)
    monkeypatch.setattr(fuzz, "processor_seconds", lambda: next(seconds))
    failures, _ = attacked(fuzz, "trip", 1)
    assert failures[0].what == "Late: 1.5 s of processor time"


def test_a_case_that_waits_for_ever_is_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_of(fuzz, monkeypatch, lambda folder: threading.Event().wait())
    monkeypatch.setattr(fuzz, "HANG_SECONDS", 0.5)
    failures, counts = fuzz.attacked(7, ["trip"], 1, float("inf"), 2)
    assert [failure.seed for failure in failures] == [7, 8]
    assert all(failure.what.startswith("no end after") for failure in failures)
    assert counts == {"trip": 2}


def test_after_a_worker_dies_the_next_one_continues(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_of(fuzz, monkeypatch, lambda folder: os.kill(os.getpid(), 9))
    failures, _ = attacked(fuzz, "trip", 2)
    assert [failure.seed for failure in failures] == [1, 2]
    assert "the worker died (exit code -9)" in failures[0].what


def test_cases_that_take_too_much_memory_are_found(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    made_of(fuzz, monkeypatch, lambda folder: None)
    monkeypatch.setattr(fuzz, "MAX_MEMORY", 2**20)
    grows = itertools.count(2**21, 2**22)
    monkeypatch.setattr(fuzz, "peak", lambda: next(grows))
    failures, _ = attacked(fuzz, "trip")
    assert failures[0].what.endswith("MB")


@pytest.mark.parametrize(
    ("said", "code", "wrong"),
    [
        ("", 0, ""),
        ("pencilp: a line\n", 2, ""),
        ("pencilp: a line\nand another\n", 2, "standard error has"),
        ("Traceback (most recent call last):\n", 1, "standard error has"),
        ("pencilp: \x1b[2J\n", 2, "control character"),
        (f"pencilp: {'x' * 1000}\n", 2, "a message of"),
        ("pencilp: a line\n", 4, "exit code 4"),
        ("", -11, "exit code -11"),
        ("", 2, "without a word"),
    ],
)
def test_runs_are_judged(fuzz: ModuleType, said: str, code: int, wrong: str) -> None:
    from fuzzing.judging import Wrong
    from fuzzing.processes import Ended, judge

    if not wrong:
        judge(Ended(code, "", said, 0.1, 0))
        return
    with pytest.raises(Wrong, match=wrong):
        judge(Ended(code, "", said, 0.1, 0))


def test_a_run_in_its_own_process_is_judged(fuzz: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from fuzzing import processes
    from fuzzing.judging import Late
    from fuzzing.processes import command, forked

    (tmp_path / "a.txt").write_text("norinori\nrooms:\n1 1\n")
    ended = command(["solve", "a.txt"], tmp_path, 20)
    assert (ended.code, ended.err) == (0, "")
    assert "the only one" in ended.out
    assert command(["solve", "-"], tmp_path, 20, b"norinori\n").code == 2
    with pytest.raises(Late, match="of processor time"):
        forked(lambda: deque(itertools.count(), maxlen=0), tmp_path, 0.1)
    monkeypatch.setattr(processes, "HANG_SECONDS", 0.2)
    with pytest.raises(Late, match="no end after"):
        forked(lambda: threading.Event().wait(), tmp_path, 0.1)
