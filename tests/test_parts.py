"""A search in parts has the same result as a search alone, whatever happens to its processes and its file."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pencilp
from pencilp.cli import main
from pencilp.errors import InputError, SolverError
from pencilp.genres import find
from pencilp.model import Model, Solution
from pencilp.solvers.clasp import in_parts
from pencilp.solvers.clasp.in_parts import InParts, _Process
from pencilp.solvers.clasp.parts import Engine, Part, fingerprint
from pencilp.solvers.clasp.search import Clasp

from .proof import corpus_lines, records
from .random_models import models
from .test_cli import EXAMPLES, ROOT, hard
from .test_processes import linux, marked, until
from .test_solvers import pigeons

Found = tuple[bool, set[tuple[int, ...]]]
"""Whether these are all answers, and the answers."""
SHORT, LONG = 0.002, 3600.0
"""Seconds of a part. Few searches end within the first, all within the second."""
MAX_SHORT = 20
"""The number of parts with a short time. Without it a slow machine would cut parts faster than it searches them."""


def key(model: Model, solution: Solution) -> tuple[int, ...]:
    return tuple(solution.of(model.answer_variables()))


def alone(model: Model, count: int) -> Found:
    result = Clasp(model).search(count)
    return result.complete, {key(model, solution) for solution in result.solutions}


def in_one_process(model: Model, count: int, rng: random.Random, cuts: int = 6) -> Found:
    """Do parts in random order. The first ones, ``cuts`` in number, are only cut, and the next ones have little time."""
    engine = Engine(in_parts.pickled(model), count)
    found: set[tuple[int, ...]] = set()
    left = [Part()]
    seconds = chain([0.0] * cuts, [SHORT] * MAX_SHORT, repeat(LONG))
    while left and len(found) < count:
        part = left.pop(rng.randrange(len(left)))
        progress = engine.do(part, next(seconds))
        found |= {key(model, solution) for solution in progress.answers}
        left += progress.left
    return not left, found


def check_parts(model: Model, rng: random.Random, count: int = 2) -> None:
    complete, expected = alone(model, count)
    done, found = in_one_process(model, count, rng)
    if len(expected) == count:
        assert len(found) >= count
    else:
        assert (done, found) == (complete, expected)


@pytest.mark.mechanism
@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_parts_of_every_example_have_its_answers(path: Path) -> None:
    check_parts(pencilp.formulate(pencilp.load(path)), random.Random(path.stem))


@settings(max_examples=80)
@given(models(), st.integers(0, 1000))
def test_parts_of_a_model_have_all_its_answers(model: Model, seed: int) -> None:
    for count in (1000, 2, 1):
        check_parts(model, random.Random(seed), count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "genre"),
    [("NumberLink", "numberlink"), ("Nurikabe", "nurikabe"), ("Fillomino", "fillomino"), ("Heyawake", "heyawake")],
)
def test_parts_of_puzzles_without_some_clues_have_all_answers(file: str, genre: str) -> None:
    rng = random.Random(file)
    for record in records(rng.sample(corpus_lines(file)[:60], 2), find(genre)):
        assert record.puzzle is not None
        for puzzle in (record.puzzle, *without_a_clue(record.puzzle, rng)):
            model = pencilp.formulate(puzzle)
            check_parts(model, rng)
            check_parts(model, rng, count=20)


def without_a_clue(puzzle: pencilp.Puzzle, rng: random.Random) -> Iterator[pencilp.Puzzle]:
    """The puzzle without one of its clues in cells, for two clues, if it is a puzzle then."""
    for name, layer in puzzle.genre.inputs.items():
        values = getattr(puzzle.values[name], "listed", None)
        given_at = [i for i, v in enumerate(values or ()) if layer.on == "cells" and v != layer.value.nothing]
        for place in rng.sample(given_at, min(2, len(given_at))):
            less = [*values]
            less[place] = layer.value.nothing
            try:
                found = pencilp.Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, name: less})
                pencilp.formulate(found)
            except InputError:
                continue  # a clue that cannot be missing
            yield found


# -- processes --------------------------------------------------------------------------------------------------------


@pytest.fixture
def cut_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no search run alone, and cut parts soon."""
    monkeypatch.setattr(in_parts, "ALONE_SECONDS", 0.0)
    monkeypatch.setattr(in_parts, "MIN_PART_SECONDS", SHORT)
    monkeypatch.setattr(in_parts, "MAX_PART_SECONDS", 0.2)


@pytest.mark.usefixtures("cut_early")
@pytest.mark.parametrize("name", ["slashpack", "lapaz", "numberlink", "shikaku"])
def test_processes_find_the_answer(name: str) -> None:
    puzzle = pencilp.load(EXAMPLES / f"{name}.txt")
    outcome = pencilp.solve(puzzle, jobs=2)
    assert outcome.status == "unique"
    assert str(outcome.answer) == str(pencilp.solve(puzzle).answer)
    assert outcome.complete
    assert "by 2 processes" in outcome.solver


@pytest.mark.usefixtures("cut_early")
def test_processes_find_several_answers_and_none() -> None:
    several = Model()
    xs = several.binaries("x", 12)
    several.require("", pencilp.exactly(1, xs))
    for jobs, count in ((1, 12), (2, 12), (2, 5), (3, 1000)):
        result = InParts(several, jobs)(count)
        assert len({key(several, solution) for solution in result.solutions}) == len(result.solutions) == min(count, 12)
        assert result.complete or count <= 12
    assert InParts(pigeons(6), 2)().status == "none"


def test_a_short_search_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_parts, "_Process", None)
    outcome = pencilp.solve(pencilp.load(EXAMPLES / "norinori-p01.txt"), jobs=2)
    assert (outcome.status, outcome.solver) == ("unique", "clasp")


@pytest.mark.usefixtures("cut_early")
def test_a_time_limit_leaves_the_result_open(tmp_path: Path) -> None:
    (tmp_path / "hard.txt").write_text(hard())
    outcome = pencilp.solve(pencilp.load(tmp_path / "hard.txt"), jobs=2, time_limit=2)
    assert (outcome.status, outcome.complete) == ("unknown", False)


CUTS = 6
"""The number of parts that are only cut, where processes die."""


class Deaths:
    """Kills processes before they begin certain parts, counted from 0. The first parts are only cut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *which: int) -> None:
        self.begun: list[Part] = []
        begin = _Process.begin

        def kill_and_begin(process: _Process, part: Part, seconds: float) -> None:
            self.begun.append(part)
            if len(self.begun) - 1 in which:
                os.kill(process._child._process.pid, signal.SIGKILL)
            begin(process, part, 0.0 if len(self.begun) <= CUTS else seconds)

        monkeypatch.setattr(_Process, "begin", kill_and_begin)


@linux
@pytest.mark.usefixtures("cut_early")
@pytest.mark.parametrize("which", [(0,), (1,), (2, 4)])
def test_a_part_whose_process_died_is_done_again(which: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    deaths = Deaths(monkeypatch, *which)
    assert InParts(pigeons(7), 1)().status == "none"
    for number in which:
        assert deaths.begun[number] == deaths.begun[number + 1]


@linux
@pytest.mark.usefixtures("cut_early")
def test_a_part_whose_process_dies_twice_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    Deaths(monkeypatch, 1, 2)
    with pytest.raises(SolverError, match=r"a part of the search failed 2 times: clasp died \(signal 9\)"):
        InParts(pigeons(7), 1)()


@linux
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_process_of_a_search_outlives_a_signal(name: str, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(hard())
    mark = f"{tmp_path}-{os.getpid()}"
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "solve", "puzzle.txt", "--jobs", "2", "--parts", "parts.jsonl"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PENCILP_MARK": mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert until(lambda: len(marked(mark)) >= 3)  # pencilp, the keeper and a process
        process.send_signal(getattr(signal, name))
        process.wait(300)
        assert until(lambda: not marked(mark))
    finally:
        for pid in marked(mark):
            os.kill(pid, signal.SIGKILL)
        process.wait()


# -- the file of parts ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("cut_early")
def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    puzzle, path = pencilp.load(EXAMPLES / "slashpack.txt"), tmp_path / "parts.jsonl"
    whole = pencilp.solve(puzzle, jobs=2, parts=path)
    lines = path.read_text().splitlines(keepends=True)
    assert whole.status == "unique"
    assert len(lines) > 4
    for number in range(1, len(lines) + 1):
        # as after kill -9: some lines, and half of another
        path.write_text("".join(lines[:number]) + "".join(lines[number : number + 1])[:9])
        again = pencilp.solve(puzzle, jobs=1, parts=path)
        assert (again.status, str(again.answer)) == ("unique", str(whole.answer))
        assert path.read_text().startswith("".join(lines[:number]))
    assert path.read_text() == "".join(lines)


@linux
@pytest.mark.usefixtures("cut_early")
def test_finished_parts_are_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "parts.jsonl")
    with monkeypatch.context() as patch:
        Deaths(patch, CUTS + 2, CUTS + 3)
        with pytest.raises(SolverError):
            InParts(pigeons(7), 1, path)()
    kept = {tuple(json.loads(line)["part"]) for line in Path(path).read_text().splitlines() if '"part"' in line}
    deaths = Deaths(monkeypatch)
    assert InParts(pigeons(7), 1, path)().status == "none"
    assert len(kept) > CUTS
    assert deaths.begun
    assert not kept & {part.literals for part in deaths.begun}


@pytest.mark.usefixtures("cut_early")
def test_answers_are_kept(tmp_path: Path) -> None:
    model, path = Model(), str(tmp_path / "parts.jsonl")
    xs = model.binaries("x", 6)
    n = model.integer("n", -3, 3)
    model.require("", pencilp.at_most(1, xs))
    model.answer["all"] = [*xs, n]
    first = InParts(model, 2, path)(49)
    again = InParts(model, 2, path)(49)
    expected = {key(model, solution) for solution in first.solutions}
    assert len(expected) == 49
    assert {key(model, solution) for solution in again.solutions} == expected


def refused(path: Path, words: str, example: str = "slashpack", count: int = 2) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError) as caught:
        pencilp.solve(pencilp.load(EXAMPLES / f"{example}.txt"), jobs=1, parts=path, count=count)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.usefixtures("cut_early")
def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    pencilp.solve(pencilp.load(EXAMPLES / "slashpack.txt"), jobs=1, parts=path)
    refused(path, "the parts of another puzzle", "lapaz")
    refused(path, "this search was for 2 answers", count=5)
    lines = path.read_text().splitlines(keepends=True)
    for content in (
        "my notes", "my notes\n", "{}\n", "[1]\n", '{"parts": 2}\n', "\x00\n", lines[0] + "[]\n", lines[0] + "x\n" + lines[1],
        lines[0] + lines[1] + lines[1], lines[0] + '{"part": [7], "depth": 0, "left": []}\n',
        lines[0] + '{"answer": [[[1, "x"]], []]}\n', lines[0] + '{"answer": 5}\n', lines[0] + '{"part": 5}\n',
    ):  # fmt: skip
        path.write_text(content)
        refused(path, "this is no file of parts")


@pytest.mark.usefixtures("cut_early")
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    puzzle = pencilp.load(EXAMPLES / "slashpack.txt")
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        pencilp.solve(puzzle, jobs=1, parts=tmp_path)
    with pytest.raises(InputError, match="cannot be written: No such file"):
        pencilp.solve(puzzle, jobs=1, parts=tmp_path / "none" / "parts.jsonl")
    path = tmp_path / "parts.jsonl"
    found = pencilp.answers(pencilp.load(EXAMPLES / "slashpack.txt"), jobs=1, parts=path, count=2)
    next(found)
    refused(path, "another run writes it")
    found.close()


def test_the_program_is_the_same_in_every_process() -> None:
    code = (
        "import sys, pencilp\nfrom pencilp.solvers.clasp.parts import fingerprint\n"
        "print([fingerprint(pencilp.formulate(pencilp.load(path))) for path in sys.argv[1:]])"
    )
    paths = [str(path) for path in sorted(EXAMPLES.glob("*.txt"))[::12]]
    printed = {
        subprocess.run(
            [sys.executable, "-c", code, *paths],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(printed) == 1
    assert printed == {f"{[fingerprint(pencilp.formulate(pencilp.load(path))) for path in paths]}\n".encode()}


# -- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"jobs": 0}, "a whole number from 1 to 64, not 0"),
        ({"jobs": 65}, "a whole number from 1 to 64, not 65"),
        ({"jobs": 2.0}, "a whole number from 1 to 64, not 2.0"),
        ({"jobs": 2, "solver": "highs"}, "only clasp searches in parts, not highs"),
        ({"jobs": 2, "threads": 2}, "the number of jobs or that of threads"),
        ({"jobs": 2, "count": 0}, "from 1 to 1,000 answers, not 0"),
        ({"jobs": 2, "count": 1001}, "from 1 to 1,000 answers, not 1,001"),
        ({"parts": "parts.jsonl"}, "a file of parts needs the number of jobs"),
        ({"jobs": 2, "rules": [lambda m, genre: m.minimize(m.binary("x"))]}, "a search for the best answers"),
    ],
)
def test_what_does_not_go_with_jobs_is_refused(how: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        pencilp.solve(pencilp.load(EXAMPLES / "norinori-p01.txt"), **how)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--jobs", "2", "--solver", "highs"], "only clasp searches in parts, not highs"),
        (["--jobs", "2", "--count", "0"], "from 1 to 1,000 answers, not 0"),
        (["--jobs", "2", "--common"], "--jobs: this does not go with --common"),
        (["--jobs", "2", "--relax"], "--jobs"),
        (["--parts", "x"], "a file of parts needs the number of jobs"),
        (
            ["--jobs", "2", "--parts", "x", str(EXAMPLES / "norinori-p01.txt")],
            "--parts: this is the file of one puzzle",
        ),
    ],
)
def test_the_command_refuses_what_does_not_go_with_jobs(
    options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", str(EXAMPLES / "norinori-p01.txt"), *options]) == 2
    assert words in capsys.readouterr().err


def test_the_command_takes_jobs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["solve", str(EXAMPLES / "slashpack.txt"), "--jobs", "2"]
    assert main(command) == 0
    assert "it is the only one" in capsys.readouterr().out
    assert main([*command, "--parts", str(tmp_path / "parts.jsonl")]) == 0
    assert "by 2 processes" in capsys.readouterr().out


def test_a_refused_file_of_parts_is_no_failure_of_the_solver(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "parts.jsonl"
    path.write_text("hello\n")
    assert main(["solve", str(EXAMPLES / "norinori-p01.txt"), "--jobs", "2", "--parts", str(path)]) == 2
    out, err = capsys.readouterr()
    assert f"{path}:1: this is no file of parts" in err
    assert "solver failed" not in out
    assert path.read_text() == "hello\n"
