"""Limits that hold, whatever the work is at. What is looked for is that it ends at all, so the bounds are generous."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

import pencilp
from pencilp._util import cache
from pencilp._util import timeout as limits
from pencilp._util.timeout import AbandonableCall, TimeLimit, TimeLimitReached
from pencilp.board.layers import UNKNOWN
from pencilp.cli import main, memory
from pencilp.formats.text.text import write
from pencilp.reformulate.fast.placements import Frame
from pencilp.solvers.clasp.search import Clasp
from tests.test_cli import at_work

LONG = 300
"""Far more seconds than any limit here, and far fewer than the work would take without one."""


def empty(genre: str, size: int) -> pencilp.Puzzle:
    """An empty board of one room."""
    cells = size * size
    layers = {
        "hidato": {"numbers": [1, *[None] * (cells - 2), cells]},
        "slitherlink": {"numbers": [None] * cells},
        "kurotto": {"clues": [None] * cells},
        "shikaku": {"numbers": [UNKNOWN, *[None] * (cells - 2), UNKNOWN]},
        "skyscrapers": {"clues": {"top": [[1]] * size, "left": [[2]] * size}},
    }
    return pencilp.puzzle(genre, pencilp.square(size, size), **layers.get(genre, {"rooms": [0] * cells}))


@pytest.mark.parametrize(
    ("genre", "size"),
    [("suguru", 50), ("ripple", 50), ("skyscrapers", 200), ("hidato", 50), ("slitherlink", 400), ("kurotto", 400)],
)
def test_a_limit_ends_stating_and_preparing_a_large_board(genre: str, size: int) -> None:
    puzzle = empty(genre, size)
    outcome = pencilp.solve(puzzle, time_limit=0.5)
    # a quick machine may be done with some of it in time
    assert outcome.complete or outcome.status == "unknown"


def test_clasp_gets_the_time_it_needs_before_a_stage_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilp.solvers.clasp.search.BEFORE_RACE_SECONDS", 1e-4)
    monkeypatch.setattr("pencilp.solvers.clasp.search._processors", lambda: 2)
    puzzle = empty("slitherlink", 40)
    assert pencilp.solve(puzzle, count=1, threads=0).answers
    assert pencilp.solve(puzzle, count=1, threads=0, time_limit=LONG).answers


def test_after_an_abandoned_call_no_more_is_asked_of_clasp() -> None:
    model = pencilp.formulate(empty("slitherlink", 100))
    clasp = Clasp(model, whole=True)
    for _ in range(3):
        assert clasp.search(1, time_limit=0).status == "unknown"
    with pytest.raises(TimeLimitReached):
        clasp.program.add([])


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
            ended.append(pencilp.common(puzzle, time_limit=0.3).status)
        elif ask == "can_be_finished":
            nothing = pencilp.Answer(puzzle, {})
            ended.append(pencilp.can_be_finished(puzzle, nothing, time_limit=0.3))
        else:
            model = pencilp.formulate(empty("suguru", 20))
            ended.append(model.solve(time_limit=0.01).status)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
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
        except TimeLimitReached:
            ended += 1
        for _ in range(10_000):
            pass
    assert 0 < ended < 200


def test_a_limit_not_reached_prints_nothing() -> None:
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
            except TimeLimitReached:
                if lost:
                    raise
                lost.append(True)

    with pytest.raises(TimeLimitReached):
        TimeLimit(0.01).run(lose)
    assert lost


def test_an_abandoned_call_goes_on_and_its_result_is_taken_away() -> None:
    go, gone = threading.Event(), threading.Event()
    results = []

    def otherwise(result: bool) -> None:
        results.append(result)
        gone.set()

    with pytest.raises(TimeLimitReached):
        AbandonableCall(lambda: go.wait(LONG), otherwise).result(time.perf_counter())
    go.set()
    assert gone.wait(LONG)
    assert results == [True]
    assert AbandonableCall(lambda: 7, otherwise).result() == 7
    with pytest.raises(ZeroDivisionError):
        AbandonableCall(lambda: 1 // 0).result()
    assert results == [True]


@pytest.mark.parametrize(("genre", "size"), [("suguru", 100), ("ripple", 500), ("hidato", 500)])
def test_a_program_that_would_be_too_large_is_refused_before_it_is_made(genre: str, size: int) -> None:
    with pytest.raises(
        pencilp.InputError, match="the board is too large: its integer program has more than 10,000,000"
    ):
        pencilp.formulate(empty(genre, size))


def test_rectangles_are_counted_before_they_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = Frame(pencilp.square(300, 300).positions, ())
    assert frame.rectangles(45_150, None, 10_000_000) is None
    assert frame.rectangles(45_150, 90_000, 89_999) is None
    assert frame.rectangles(45_150, 90_000, 90_000) == [tuple(range(90_000))]
    # what is not listed is decomposed
    puzzle = pencilp.puzzle("shikaku", pencilp.square(3, 3), numbers=[3, None, None, 4, None, None, None, None, 2])
    listed = pencilp.solve(puzzle).answers
    monkeypatch.setattr("pencilp.reformulate.fast.regions.MAX_LISTED_CELLS", 0)
    assert pencilp.solve(puzzle).answers == listed
    assert len(listed) == 1


def test_one_large_room_of_pieces_is_not_looked_ahead_in() -> None:
    outcome = pencilp.solve(empty("lits", 40), count=1, time_limit=4 * LONG)
    assert outcome.answers


# -- the command line --------------------------------------------------------------------------------------------------


def command(*arguments: str) -> subprocess.Popen[str]:
    """``pencilp`` with these arguments, as a process."""
    return subprocess.Popen(
        [sys.executable, "-m", "pencilp", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A file with a board that takes minutes to state, and much memory."""
    path = tmp_path / "large.txt"
    path.write_text(write(empty("suguru", 50)), encoding="utf-8")
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
            file.write("answer:\nnumber:\n" + ("- " * 50 + "\n") * 50)
    run = command(arguments[0], large, *arguments[1:], "--memory-limit", "130")
    _, err = run.communicate(timeout=300)
    assert (run.returncode, err) == (3, "pencilp: stopped: the memory limit of 130 MB was reached (--memory-limit)\n")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
def test_a_puzzle_that_takes_all_memory_stops_no_other(large: str, tmp_path: Path) -> None:
    one = "norinori\nrooms:\n1 1\n"
    board = Path(large).read_text(encoding="utf-8")
    source, target = tmp_path / "many.txt", tmp_path / "answers.txt"
    source.write_text(f"{one}---\n{board}---\n{one}", encoding="utf-8")
    says = f"{source}:5: puzzle 2: stopped: the memory limit of 130 MB was reached (--memory-limit)"
    run = command("solve", str(source), "-o", str(target), "--threads", "1", "--memory-limit", "130")
    out, err = run.communicate(timeout=300)
    assert (run.returncode, err) == (3, f"pencilp: {says}\n")
    assert out.splitlines()[-1].endswith("2 with one answer, 1 not solved")
    assert [puzzle.genre.name for puzzle in pencilp.load_all(target)] == ["norinori", "suguru", "norinori"]
    run = command("bench", str(source), "--memory-limit", "130")
    out, _ = run.communicate(timeout=300)
    assert run.returncode == 3
    assert out.splitlines()[-1] == f"{source}:5: puzzle 2: there is no memory left for it (see --memory-limit)"
    assert {path.name for path in tmp_path.iterdir()} == {"large.txt", "many.txt", "answers.txt"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
def test_a_memory_error_is_raised_once_during_slow_cleanup(large: str) -> None:
    with open(large, "a", encoding="utf-8") as file:
        file.write("---\nnorinori\nrooms:\n1 1\n")
    script = (
        "import sys, time\nfrom pencilp._util import cache\nfrom pencilp.cli import main, watchdog\nclear_all = cache.clear_all\n"
        "cache.clear_all = lambda: (time.sleep(0.3), clear_all())\nwatchdog.FREE_SECONDS, watchdog.POLL_SECONDS = 0.05, 0.01\n"
        "watchdog.start()\nwatchdog.exit_process(main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", script, "bench", large, "--memory-limit", "130"],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (3, "")
    assert [line.split()[0] for line in run.stdout.splitlines()[1:3]] == ["suguru", "norinori"]
    assert run.stdout.splitlines()[-1].startswith(f"{large}:1: puzzle 1: there is no memory left for it")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
def test_a_memory_error_that_python_drops_is_raised_again() -> None:
    script = """
import sys
from pencilp.cli import memory, watchdog

class Hog:
    def __del__(self):
        watchdog._on_memory_signal()  # as the signal comes here

watchdog.start()
memory.used_up = lambda: True
with watchdog.SignalsAsInterrupt():
    hog = Hog()
    del hog
    try:
        watchdog._on_memory_signal()
    except MemoryError:
        watchdog._on_memory_signal()  # this once is enough
        memory.asked_to_free, memory.puzzle_done = False, True
        watchdog._on_memory_signal()  # there is nothing to give up
        watchdog.exit_process(7)
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stderr) == (7, "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_killed_command_leaves_no_temporary_file(tmp_path: Path) -> None:
    script = (
        "import hashlib, sys\nfrom pencilp.cli import watchdog\n"
        "from pencilp.formats.writing import Replacement\nwatchdog.start()\n"
        "Replacement(sys.argv[1]).write(b'x')\nwatchdog.set_deadline(0.1)\nhashlib.pbkdf2_hmac('sha256', b'', b'', 2**31 - 1)"
    )
    run = subprocess.run([sys.executable, "-c", script, str(tmp_path / "x.txt")], timeout=LONG)
    assert (run.returncode, list(tmp_path.iterdir())) == (3, [])


def test_the_room_in_a_control_group_counts_files_that_are_kept_as_free(tmp_path: Path) -> None:
    stat = "anon 100\ninactive_file 30\nactive_file 20\n"
    for name, content in {"memory.max": "1000\n", "memory.current": "400\n", "memory.stat": stat}.items():
        (tmp_path / name).write_text(content, encoding="ascii")
    files = "memory.max", "memory.current"
    assert memory._left_in_group(str(tmp_path), *files) == [650]
    (tmp_path / "memory.max").write_text("max\n", encoding="ascii")
    assert memory._left_in_group(str(tmp_path), *files) == []
    assert memory._left_in_group(str(tmp_path / "none"), *files) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
def test_the_usual_limit_of_memory_is_a_share_of_what_is_free() -> None:
    script = (
        "import argparse\nfrom pencilp.cli import memory\nfree = memory._free()\n"
        "memory.limit(argparse.Namespace())\nprint(memory._limit / free)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=LONG)
    assert 0.5 < float(run.stdout) < 1


LIMITED = """
import argparse, mmap, os, resource
from pencilp.cli import memory, watchdog
lower = {lower}
if lower:
    resource.setrlimit(resource.RLIMIT_DATA, (lower, resource.RLIM_INFINITY))
memory.limit(argparse.Namespace(memory_limit=130))
seen = [memory.used_up()]
try:
    asked_for = mmap.mmap(-1, 200 * 2**20, mmap.MAP_PRIVATE)
    seen.append(memory.used_up())
    used = b"x" * (140 * 2**20)
    seen.append(memory.used_up())
    del used
except (MemoryError, OSError):
    seen.append("none")
print(seen, flush=True)
watchdog.start()
pid = os.fork()
if not pid:
    print(resource.getrlimit(resource.RLIMIT_DATA)[0] // 2**20, flush=True)
    os._exit(0)
os.waitpid(pid, 0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such a limit")
@pytest.mark.parametrize(
    ("lower", "output"), [(0, "[False, False, True]\n130\n"), (120 * 2**20, "[False, 'none']\n120\n")]
)
def test_at_the_limit_of_memory_libraries_still_get_some(lower: int, output: str) -> None:
    """Where there is none they end the process. A lower limit of the system stays, and a copy that nobody watches has no more."""
    run = subprocess.run(
        [sys.executable, "-c", LIMITED.format(lower=lower)], capture_output=True, text=True, timeout=LONG
    )
    assert (run.stdout, run.stderr) == (output, "")


@pytest.mark.parametrize("given_up", [True, False])  # not where its time was up first
@pytest.mark.parametrize(
    ("used", "unattended", "left"),
    [
        ([1.2, 1.2, 0.9, 0.9, 0.5], False, 1),  # it went, and nothing more goes
        ([1.2, 0.9, 0.8, 0.5], False, 1),  # there is room
        ([1.2, 0.9, 0.9, 0.9, 0.7, 0.5], True, 1),  # a library is still at it
        ([1.2] * 1000, False, None),
    ],
)
def test_other_work_begins_when_there_is_memory_again(
    used: list[float], unattended: bool, left: int | None, given_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = [*used] if given_up else [1.2, *used]
    monkeypatch.setattr(memory, "asked_to_free", given_up)
    monkeypatch.setattr(memory, "_limit", 1)
    monkeypatch.setattr(memory, "_lifted", False)
    monkeypatch.setattr(memory, "RELEASE_SECONDS", LONG if left else 0.1)
    monkeypatch.setattr(memory, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(memory, "_set_system_limit", lambda size: None)
    monkeypatch.setattr(cache, "free_memory", lambda: None)  # slow among the objects of all tests
    monkeypatch.setattr(memory, "_used", lambda: used.pop(0))
    monkeypatch.setattr(memory, "has_abandoned_calls", lambda: unattended)
    if left is None:
        with pytest.raises(MemoryError):
            memory.restore_limit()
    else:
        memory.restore_limit()
        assert (len(used), memory.asked_to_free) == (left, False)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("arguments", [("solve",), ("solve", "--solver", "highs"), ("export", "-o", "large.lp")])
def test_ctrl_c_ends_a_command_while_it_states(large: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    target = [str(tmp_path / word) if word == "large.lp" else word for word in arguments[1:]]
    run = command(arguments[0], large, *target)
    at_work(run, 0.5)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=LONG)
    assert (run.returncode, err) == (3, "pencilp: stopped\n")
    assert [path.name for path in tmp_path.iterdir()] == ["large.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
@pytest.mark.parametrize("ended", ["Ctrl-C", "limit"])
def test_a_command_ends_while_it_waits_for_a_library(ended: str) -> None:
    script = (
        "import hashlib, signal\nfrom pencilp.cli import watchdog\nwatchdog.start()\n"
        "signal.signal(signal.SIGINT, lambda *_: None)\n"
        f"watchdog.set_deadline({0.1 if ended == 'limit' else None})\nprint('ready', flush=True)\n"
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


DECIDED = """\
import math, os, signal, sys, time
from pencilp.cli import watchdog

watchers = []

class Watcher(watchdog._Watcher):
    def __init__(self):
        super().__init__()
        watchers.append(self)

def decided():
    '''Wait until the watchdog has seen a signal, and has decided whether it ends the process.'''
    while not watchers[0]._signals or watchers[0]._answer_deadline < math.inf:
        time.sleep(0.001)

watchdog._Watcher = Watcher
watchdog.start()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
def test_the_report_after_ctrl_c_is_complete() -> None:
    script = (
        f"{DECIDED}\n"
        "watchdog.SIGNAL_GRACE_SECONDS = 3\n"  # on a busy machine the report may begin late
        "try:\n    with watchdog.SignalsAsInterrupt():\n        print('ready', flush=True)\n        time.sleep(600)\n"
        "except KeyboardInterrupt:\n"
        "    watchdog.begin_report()\n    decided()\n"
        "    print('reported', flush=True)\n    watchdog.exit_process(3)"
    )
    run = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=LONG)
    assert (run.returncode, out, err) == (3, "reported\n", "")


def test_a_board_without_an_answer_that_takes_long_to_draw_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "board.txt"
    board.write_text(write(empty("suguru", 50)), encoding="utf-8")
    monkeypatch.setattr("pencilp.cli.output.to_text", lambda *_, **__: [None for _ in iter(int, 1)])
    assert main(["solve", str(board), "--time-limit", "0.2"]) == 3
    out = capsys.readouterr().out
    assert out.startswith("the limit was reached without an answer")
    assert out.count("\n") == 1


# -- where an exception from outside may not come -------------------------------------------------------------------------


def test_a_limit_waits_until_an_import_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_import.py").write_text(
        "import sys, time\nlimit = sys.modules['waited_for']\nwhile limit.ring == limit.end:\n    time.sleep(0.001)\n"
        "ready = True\n",
        encoding="ascii",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    limit = TimeLimit(0.1)
    monkeypatch.setitem(sys.modules, "waited_for", limit)  # type: ignore[arg-type]

    def work() -> None:
        # it is imported until the clock has looked at it, and spared it
        import slow_to_import  # noqa: F401

        while True:
            time.sleep(0.001)

    with pytest.raises(TimeLimitReached):
        limit.run(work)
    assert sys.modules.pop("slow_to_import").ready


def test_no_exception_comes_while_a_process_is_looked_at() -> None:
    """Between the lock that it takes and the ``try`` that gives it back: who waits for the process would wait for ever."""
    seen: list[bool] = []

    class Lock:
        def acquire(self, blocking: bool = True) -> bool:
            seen.append(limits.is_spared(sys._getframe()))
            return lock.acquire(blocking)

        def release(self) -> None:
            lock.release()

    lock = threading.Lock()
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    vars(process)["_waitpid_lock"] = Lock()
    assert process.poll() is None
    assert seen == [True]
    assert not limits.is_spared(sys._getframe())
    vars(process)["_waitpid_lock"] = lock
    process.kill()
    process.communicate()


def test_a_call_that_returns_at_the_moment_of_the_limit_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []
    apart = AbandonableCall(lambda: 5, left.append)
    lock = apart._running

    class Interrupted:
        def acquire(self, timeout: float) -> bool:
            assert lock.acquire(timeout=5)
            raise TimeLimitReached  # as between the return of ``acquire`` and the next step

    monkeypatch.setattr(apart, "_running", Interrupted())

    def wait() -> None:
        with pytest.raises(TimeLimitReached):
            apart.result()

    waits = threading.Thread(target=wait, daemon=True)
    waits.start()
    waits.join(5)
    assert not waits.is_alive()
    assert left == [5]


def test_ctrl_c_at_the_end_removes_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    remove, calls = limits._clock.remove, []

    def interrupted(limit: TimeLimit) -> None:
        calls.append(limit)
        if len(calls) == 1:
            raise KeyboardInterrupt
        remove(limit)

    monkeypatch.setattr(limits._clock, "remove", interrupted)
    with pytest.raises(KeyboardInterrupt):
        TimeLimit(60).run(lambda: None)
    assert calls[0] not in limits._clock.entries


def test_ctrl_c_comes_through_while_a_limit_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    raise_in, calls = limits._raise_in, []

    def interrupted(thread: int, error: type[BaseException]) -> None:
        calls.append(thread)
        if len(calls) == 2:
            raise KeyboardInterrupt
        raise_in(thread, error)

    def work() -> None:
        while True:
            pass

    monkeypatch.setattr(limits, "_raise_in", interrupted)
    with pytest.raises(KeyboardInterrupt):
        TimeLimit(0.01).run(work)
    assert (
        len(calls) == 4
    )  # at the end of the time, when taken back, after the Ctrl-C, and for what comes on the way out
    for _ in range(100_000):
        pass


TRACED = """\
import sys
from pencilp._util.timeout import TimeLimitReached, TimeLimit

def work():
    while True:
        pass

try:
    TimeLimit(0.01).run(work)
except TimeLimitReached:
    lines = []
    sys.settrace(lambda *what: lines.append(what))
    (lambda: None)()
    sys.settrace(None)
    print(len(lines))
"""


def test_a_program_goes_on_under_a_debugger_when_a_limit_has_passed() -> None:
    run = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=300)
    assert (run.stdout, run.stderr) == ("1\n", "")


FORGOTTEN = """\
import time
from pencilp._util.timeout import TimeLimitReached, TimeLimit

class Slow:
    def __del__(self):
        while limit.ring == limit.end:
            time.sleep(0.001)

def work():
    Slow()
    while True:
        time.sleep(0.001)

limit = TimeLimit(0.1)
try:
    limit.run(work)
except TimeLimitReached:
    print("ended")
"""


def test_a_limit_that_python_forgets_is_no_noise() -> None:
    run = subprocess.run([sys.executable, "-c", FORGOTTEN], capture_output=True, text=True, timeout=LONG)
    assert (run.stdout, run.stderr) == ("ended\n", "")


PRESSED = f"""\
{DECIDED}

class Slow:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

try:
    with watchdog.SignalsAsInterrupt():
        Slow()
        while True:
            time.sleep(0.001)
except KeyboardInterrupt:
    print("heard", flush=True)
    watchdog.begin_report()
    decided()
    print("reported", flush=True)
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
def test_a_ctrl_c_that_python_forgets_is_pressed_again() -> None:
    run = subprocess.run([sys.executable, "-c", PRESSED], capture_output=True, text=True, timeout=LONG)
    # what the watcher sends is not a second Ctrl-C, which would end the report
    assert (run.stdout, run.stderr) == ("heard\nreported\n", "")


def test_until_a_command_listens_only_signal_is_imported() -> None:
    """Each import takes time in which Ctrl-C shows a trace of Python's."""
    script = (
        "import os, signal, sys, __future__\nbefore = set(sys.modules)\nimport pencilp.__main__\n"
        "print(sorted(set(sys.modules) - before))\n"
    )
    # -S leaves out what site-packages import at the start, and site-packages themselves, where we may be installed
    home = {**os.environ, "PYTHONPATH": str(Path(pencilp.__file__).parent.parent)}
    run = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, timeout=LONG, env=home)
    assert (run.stdout, run.stderr) == ("['pencilp', 'pencilp.__main__']\n", "")


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C cannot be sent to a process")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("when", ["sys.stdout", "import_module", "parse", "watchdog.exit_process"])
def test_a_signal_is_one_line_from_the_first_moment_to_the_last(when: str, name: str) -> None:
    # the signal comes while modules are imported, before the work, in it, and when it is done
    moments = {
        "sys.stdout": "class Early:\n    def find_spec(self, name, *_):\n        if name == 'pencilp.cli':\n            press()\n"
        "sys.meta_path.insert(0, Early())\n",
        "import_module": "import pencilp.cli.commands as commands\ncommands.import_module = press\n",
        "parse": "import pencilp.cli as cli\ncli._prepared_output = press\n",
        "watchdog.exit_process": "import pencilp.cli as cli\ncli.watchdog.exit_process = press\n",
    }
    script = (
        f"import os, signal, sys, time\ndef press(*_):\n    os.kill(os.getpid(), signal.{name})\n    time.sleep(600)\n"
        f"sys.argv = ['pencilp', 'genres']\nimport pencilp.__main__ as entry\n{moments[when]}entry.run()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stderr) == (3, "pencilp: stopped\n")


SIGNALLED = """\
import os, signal, sys, time
from pencilp.cli import main, watchdog

class Pressed:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.{name})
        time.sleep(0.01)

def made(*_):
    class Owner:
        pressed = Pressed()

def imported(*_):
    import made_slowly
    print("imported", flush=True)
    while True:
        time.sleep(0.001)

watchdog.start()
import pencilp.cli as cli
cli.module_of = {where}
sys.argv[1:] = ["genres"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there signals cannot be sent to a process")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("where", ["imported", "made"])
def test_a_signal_is_answered_during_an_import_and_when_it_comes_out_as_another_error(
    where: str, name: str, tmp_path: Path
) -> None:
    # Python before 3.12 makes a RuntimeError of what is raised in __set_name__
    (tmp_path / "made_slowly.py").write_text("from __main__ import made\nmade()\n", encoding="ascii")
    run = subprocess.run(
        [sys.executable, "-c", SIGNALLED.format(where=where, name=name)],
        capture_output=True, text=True, timeout=LONG, env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    out = "imported\n" if where == "imported" else ""
    assert (run.returncode, run.stdout, run.stderr) == (3, out, "pencilp: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there signals cannot be sent to a process")
def test_a_signal_ends_an_import_that_does_not_end(tmp_path: Path) -> None:
    (tmp_path / "made_slowly.py").write_text(
        "from __main__ import made\nmade()\nwhile True:\n    pass\n", encoding="ascii"
    )
    run = subprocess.run(
        [sys.executable, "-c", SIGNALLED.format(where="imported", name="SIGINT")],
        capture_output=True, text=True, timeout=LONG, env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (3, "", "pencilp: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there signals cannot be sent to a process")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_at_the_very_end_changes_no_exit_code(name: str) -> None:
    # Python gives signals back to the system when it ends, but not those that are ignored
    script = (
        "import atexit, os, signal\nfrom pencilp.cli import watchdog\nwatchdog.start()\n\ndef press():\n"
        f"    print(signal.getsignal(signal.{name}) is signal.SIG_IGN)\n    os.kill(os.getpid(), signal.{name})\n\n"
        "atexit.register(press)\nwatchdog.exit_process(1)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stdout, run.stderr) == (1, "True\n", "")


def test_a_ctrl_c_that_is_to_be_ignored_is_ignored() -> None:
    script = (
        "import os, signal, sys\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nsys.argv = ['pencilp', 'genres', 'lits']\n"
        "import pencilp.cli as cli\nparse = cli.parse\n"
        "cli.parse = lambda a: os.kill(os.getpid(), signal.SIGINT) or parse(a)\n"
        "from pencilp.__main__ import run\nrun()\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_thread_that_goes_before_its_first_step_is_not_waited_for() -> None:
    """As where there is no memory for one: it held up the clock and the main thread for ever."""
    program = """
from pencilp._util import timeout
timeout.start_thread = lambda call, *arguments: True
try:
    timeout.AbandonableCall(lambda: 1)
except MemoryError:
    print("none")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "none\n"


# -- busy machines, and systems without threads ---------------------------------------------------------------------------


class Late:
    """A lock of which the first wait with a timeout fails, whoever has released it."""

    def __init__(self) -> None:
        self.lock, self.failed = threading.Lock(), False

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if timeout > 0 and not self.failed:
            self.failed = True
            return False
        return self.lock.acquire(blocking, timeout)

    def release(self) -> None:
        self.lock.release()


def test_a_thread_that_is_late_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins and ends at the very end of the first wait."""
    late, make = Late(), threading.Lock
    locks = iter([make, make, lambda: late, make])
    namespace = SimpleNamespace(**{**vars(threading), "Lock": lambda: next(locks)()})
    monkeypatch.setattr(limits, "threading", namespace)
    monkeypatch.setattr(limits, "start_thread", lambda make, life: make(life) is None)
    assert AbandonableCall(lambda: 7).result() == 7
    assert late.failed


@pytest.mark.parametrize("size", [2, 4, 6, 12, 24])
def test_pools_of_threads_solve_on_a_busy_machine(size: int) -> None:
    puzzle, going = empty("slitherlink", 4), threading.Event()
    small = pencilp.puzzle("norinori", pencilp.square(3, 2), rooms=[0, 0, 1, 0, 1, 1])
    wanted = pencilp.solve(small).answers

    def solve(number: int) -> bool:
        if number % 2:
            return pencilp.solve(small, time_limit=60 if number % 4 == 1 else None).answers == wanted
        # a search of a program that is not small is a thread of its own
        return AbandonableCall(lambda: len(pencilp.solve(puzzle, count=3).answers)).result() == 3

    busy = [threading.Thread(target=lambda: [None for _ in iter(going.is_set, True)]) for _ in range(4)]
    for thread in busy:
        thread.start()
    try:
        with ThreadPoolExecutor(size) as pool:
            assert all(pool.map(solve, range(2 * size)))
    finally:
        going.set()
        for thread in busy:
            thread.join()


NO_THREADS = """\
import _thread, threading, time

def none(*_, **__):
    raise RuntimeError("can't start new thread")

for module in (_thread, threading):
    for name in ("start_new_thread", "_start_new_thread", "start_joinable_thread", "_start_joinable_thread"):
        if hasattr(module, name):
            setattr(module, name, none)

import pencilp
from pencilp._util.timeout import TimeLimitReached, TimeLimit
from pencilp.solvers.clasp import engine

class Lib:
    # a clasp without threads has no search in the background
    def __getattr__(self, name, lib=engine.lib):
        return getattr(lib, name)

    def clingo_control_solve(self, control, mode, *rest, lib=engine.lib):
        assert not mode & lib.clingo_solve_mode_async
        return lib.clingo_control_solve(control, mode, *rest)

    clingo_solve_handle_wait = None

engine.lib = Lib()
"""
"""Python as on a system that starts no threads."""


def without_threads(script: str, *arguments: str) -> str:
    """What a script prints on a system without threads."""
    run = subprocess.run(
        [sys.executable, "-c", NO_THREADS + script, *arguments], capture_output=True, text=True, timeout=300
    )
    assert run.stderr == ""
    return run.stdout


def test_all_questions_are_answered_without_threads() -> None:
    script = """
small = pencilp.puzzle("norinori", pencilp.square(3, 2), rooms=[0, 0, 1, 0, 1, 1])
wrong = pencilp.puzzle("norinori", pencilp.square(3, 2), rooms=[0, 1, 2, 3, 4, 5])
large = pencilp.puzzle("slitherlink", pencilp.square(40, 40), numbers=[None] * 1600)
open = pencilp.puzzle("heyawake", pencilp.square(6, 6), rooms=[0] * 36, clues=[None] * 36)
for limit in (None, 100):
    for threads in (0, 1, 4):
        outcome = pencilp.solve(small, time_limit=limit, threads=threads)
        print(outcome.status, len(outcome.answers))
    answers = pencilp.answers(small, time_limit=limit)
    print(len(list(answers)), answers.complete, pencilp.common(small, time_limit=limit).status)
    print(pencilp.check(small, outcome.answers[0]), pencilp.can_be_finished(small, pencilp.Answer(small, {}), time_limit=limit))
    print(len(pencilp.solve(large, count=1, time_limit=limit, threads=0).answers), pencilp.common(open, time_limit=limit).status)
    print(len(list(pencilp.answers(open, count=2000, time_limit=limit))))
    print(pencilp.solve(wrong, time_limit=limit).status, pencilp.explain(wrong, time_limit=limit).minimal)
m = pencilp.Model()
x = m.binaries("x", 8)
m.require("at most three", pencilp.at_most(3, x))
m.maximize(sum(k * lit for k, lit in enumerate(x)))
result = m.solve(time_limit=100)
print(result.complete, [sum(k * s(lit) for k, lit in enumerate(x)) for s in result.solutions])
"""
    each = "unique 1\n" * 3 + "1 True unique\n[] True\n1 multiple\n2000\nnone True\n"
    assert without_threads(script) == 2 * each + "True [18]\n"


@pytest.mark.parametrize("genre", ["suguru", "hidato", "slitherlink", "skyscrapers"])
def test_a_limit_holds_without_threads(genre: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(write(empty(genre, 40)), encoding="utf-8")
    script = """
import sys
puzzle = pencilp.load(sys.argv[1])
print(pencilp.solve(puzzle, count=0, time_limit=0.5).complete)
print(pencilp.common(puzzle, time_limit=0.5).status)
print(pencilp.can_be_finished(puzzle, pencilp.Answer(puzzle, {}), time_limit=0.5) is False)
"""
    assert without_threads(script, str(board)) == "False\nunknown\nFalse\n"


def test_a_limit_without_threads_is_raised_again_and_leaves_no_trace() -> None:
    script = """
import sys

class Slow:
    def __del__(self):
        while True:
            abs(1)

def work():
    Slow()
    print("lost")
    while True:
        abs(1)

before = sys.unraisablehook
for limit in (0.1, 0.01):
    try:
        TimeLimit(limit).run(work)
    except TimeLimitReached:
        print("ended")
print(TimeLimit(100).run(lambda: 7), sys.getprofile(), sys.unraisablehook is before)
"""
    assert without_threads(script) == "lost\nended\n" * 2 + "7 None True\n"


def test_a_guess_is_counted_without_threads_on_a_terminal(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("mastermind\nsymbols: 3\nguesses:\n1 2\nscores:\n1 0\n", encoding="utf-8")
    script = """
import sys
from pencilp.cli import main, output

output._terminal = lambda stream: True
print(main(["guess", sys.argv[1]]), main(["guess", sys.argv[1], "--time-limit", "60"]))
"""
    out = without_threads(script, str(board))
    assert out.count("codes are left") == 2
    assert out.endswith("\n0 0\n")


SUBINTERPRETER = """\
import sys
if {without}:
    sys.modules["ctypes"] = None
script = '''
from pencilp._util.timeout import TimeLimitReached, TimeLimit

def work():
    while True:
        abs(1)

try:
    TimeLimit(0.1).run(work)
except TimeLimitReached:
    print("ended", flush=True)
'''
if {without}:
    exec(script)
else:
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        import _interpreters as interpreters
    (getattr(interpreters, "run_string", None) or interpreters.exec)(interpreters.create(), script)
"""


@pytest.mark.parametrize("without", [True, False])
def test_a_limit_holds_without_ctypes_and_in_a_subinterpreter(without: bool) -> None:
    run = subprocess.run(
        [sys.executable, "-c", SUBINTERPRETER.format(without=without)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (run.stdout, run.stderr) == ("ended\n", "")


def test_a_solver_works_in_the_threads_of_an_event_loop() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(3, 2), rooms=[0, 0, 1, 0, 1, 1])
    wanted = pencilp.solve(puzzle).answers

    async def solve() -> list[pencilp.Outcome]:
        at_once = [asyncio.to_thread(pencilp.solve, puzzle, time_limit=60) for _ in range(20)]
        return [*await asyncio.gather(*at_once), pencilp.solve(puzzle, time_limit=60)]

    # in a thread of its own: another test may have an event loop in this one
    with ThreadPoolExecutor(1) as pool:
        assert all(outcome.answers == wanted for outcome in pool.submit(lambda: asyncio.run(solve())).result())
