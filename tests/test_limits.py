"""Limits that hold, whatever the work is at. What is looked for is that it ends at all, so the bounds are generous."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

import pencilp
from pencilp.cli import memory
from pencilp.formats.plain import write
from pencilp.limits import Apart, OutOfTime, TimeLimit

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


def test_nothing_is_raised_outside_of_the_work() -> None:
    ended = 0

    def wait(seconds: float) -> None:
        busy = time.perf_counter() + seconds
        while time.perf_counter() < busy:
            pass

    for k in range(200):
        try:
            TimeLimit(k % 20 * 1e-3).run(partial(wait, k % 7 * 4e-3))
        except OutOfTime:
            ended += 1
        for _ in range(10_000):
            pass
    assert 0 < ended < 200


def test_a_limit_that_is_not_reached_says_nothing() -> None:
    clock = TimeLimit(100)
    left = clock.run(clock.left)
    assert left is not None
    assert 0 < left <= 100
    assert TimeLimit(None).run(TimeLimit(None).left) is None


def test_a_limit_comes_again_when_it_got_lost() -> None:
    lost = []

    def lose() -> None:
        while True:
            try:
                while True:
                    pass
            except OutOfTime:
                if lost:
                    raise
                lost.append(True)

    with pytest.raises(OutOfTime):
        TimeLimit(0.01).run(lose)
    assert lost


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


# -- the command line --------------------------------------------------------------------------------------------------


def command(*arguments: str) -> subprocess.Popen[str]:
    """``pencilp`` with these arguments, as a process."""
    return subprocess.Popen(
        [sys.executable, "-m", "pencilp", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A file with a board that takes minutes to state, and much memory."""
    path = tmp_path / "large.txt"
    path.write_text(write(empty("suguru", 100)), encoding="utf-8")
    return str(path)


def test_a_limit_of_the_command_line_covers_all_that_it_does(large: str) -> None:
    run = command("solve", large, "--time-limit", "0.5")
    out, err = run.communicate(timeout=LONG)
    assert run.returncode == 3
    assert "the limit was reached without an answer" in out or "stopped: the time limit was reached" in err
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
@pytest.mark.parametrize("arguments", [("solve", "--threads", "1"), ("solve", "--solver", "highs"), ("check",)])
def test_a_limit_of_memory_ends_with_one_line(large: str, arguments: tuple[str, ...]) -> None:
    if arguments == ("check",):
        with open(large, "a", encoding="utf-8") as file:
            file.write("answer:\nnumber:\n" + ("- " * 100 + "\n") * 100)
    run = command(arguments[0], large, *arguments[1:], "--memory-limit", "200")
    _, err = run.communicate(timeout=4 * LONG)
    assert (run.returncode, err) == (3, "pencilp: stopped: the memory limit of 200 MB was reached (--memory-limit)\n")


def test_the_room_in_a_control_group_counts_files_that_are_kept_as_free(tmp_path: Path) -> None:
    stat = "anon 100\ninactive_file 30\nactive_file 20\n"
    for name, content in {"memory.max": "1000\n", "memory.current": "400\n", "memory.stat": stat}.items():
        (tmp_path / name).write_text(content, encoding="ascii")
    files = "memory.max", "memory.current"
    assert memory._room(str(tmp_path), *files) == [650]
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert memory._room(str(tmp_path), *files) == []
    assert memory._room(str(tmp_path / "none"), *files) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
def test_the_usual_limit_of_memory_is_a_share_of_what_is_free() -> None:
    script = (
        "import argparse, resource\nfrom pencilp.cli import memory\nfree = memory._free()\n"
        "memory.limit(argparse.Namespace())\nprint(resource.getrlimit(resource.RLIMIT_DATA)[0] / free)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=LONG)
    assert 0.5 < float(run.stdout) < 1


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
@pytest.mark.parametrize("arguments", [("solve",), ("solve", "--solver", "highs"), ("export", "-o", "large.lp")])
def test_ctrl_c_ends_a_command_while_it_states(large: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    target = [str(tmp_path / word) if word == "large.lp" else word for word in arguments[1:]]
    run = command(arguments[0], large, *target)
    time.sleep(1.5)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=LONG)
    assert (run.returncode, err) == (3, "pencilp: stopped\n")
    assert [path.name for path in tmp_path.iterdir()] == ["large.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
@pytest.mark.parametrize("ended", ["Ctrl-C", "limit"])
def test_a_command_ends_while_it_waits_for_a_library(ended: str) -> None:
    script = (
        "import hashlib\nfrom pencilp.cli import watch\nwatch.start()\n"
        f"watch.until({0.1 if ended == 'limit' else None})\nprint('ready', flush=True)\n"
        "hashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)"
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    if ended == "Ctrl-C":
        run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=LONG)
    said = "stopped" if ended == "Ctrl-C" else "stopped: the time limit was reached"
    assert (run.returncode, err) == (3, f"pencilp: {said}\n")
