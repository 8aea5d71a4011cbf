"""Cases in a process of their own: how it ended, what it printed, what it took, and what it left behind."""

from __future__ import annotations

import atexit
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from fuzzing.judging import MAX_MEMORY, Late, Wrong, judge_message

GRACE_SECONDS = 1.0
"""Processor time that a run may use beyond its limit."""
HANG_SECONDS = 300.0
"""A case that has not ended after this time by the clock waits for something that never comes, however busy the machine is."""
CRASHED = 70
"""The exit code of a run that ended in an exception."""
MARK = "PENCILP_FUZZED"
"""The variable of the environment by which a run's processes are known, those too that it has started."""


class Ended(NamedTuple):
    """How a run ended: its exit code (that of a signal is negative), what it printed, its processor time and its most bytes."""

    code: int
    out: str
    err: str
    seconds: float
    memory: int


def processor_seconds() -> float:
    """Return the processor time of this process and of the children that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def forked(call: Callable[[], int | None], folder: Path, seconds: float, given: bytes = b"") -> Ended:
    """Run ``call()`` in a child process whose standard input is ``given``; its exit code is what the call returns.

    Raises Late if it uses more than ``seconds`` of processor time, or hangs; it and all that it has started are then killed.
    """
    (folder / "stdin").write_bytes(given)
    start = time.monotonic()
    ours = _in_use()
    pid = os.fork()
    if pid == 0:
        _child(call, folder, seconds)
    pause = 0.0005
    while True:
        ended, status, used = os.wait4(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - start > HANG_SECONDS:
            _kill_group(pid)
            os.wait4(pid, 0)
            raise Late(f"no end after {HANG_SECONDS:g} s by the clock")
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    took = used.ru_utime + used.ru_stime
    if took > seconds:
        _kill_group(pid)
        raise Late(f"{took:.1f} s of processor time with a limit of {seconds:g} s")
    out, err = (read(folder / name) for name in ("stdout", "stderr"))
    # a copy of this process begins with what this one has, which is no fault of the call
    most = used.ru_maxrss * 1024
    return Ended(os.waitstatus_to_exitcode(status), out, err, took, most if most > 1.1 * ours else 0)


def _kill_group(leader: int) -> None:
    """Kill a run and all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def _in_use() -> int:
    """Return the bytes that this process has now, or 0 if the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def on_its_own() -> None:
    """Make this process lead a group of its own, and end when the one that has started it ends (on Linux)."""
    os.setsid()
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _child(call: Callable[[], int | None], folder: Path, seconds: float) -> None:
    """Run the call in the child; the system kills it soon after ``seconds`` of processor time."""
    code: object = CRASHED
    try:
        on_its_own()
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 2, int(seconds) + 2))
        os.chdir(folder)
        os.environ[MARK] = str(folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        for number, file in enumerate((os.open(folder / "stdin", os.O_RDONLY), os.open(folder / "stdout", flags),
                                       os.open(folder / "stderr", flags))):  # fmt: skip
            os.dup2(file, number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        code = call()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    try:
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
    finally:
        os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def read(path: Path) -> str:
    """Return the content of a file."""
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        return file.read(1_000_000)


def command(arguments: Sequence[str], folder: Path, limit: float, given: bytes = b"") -> Ended:
    """A command line as a user's, judged: it ends within its ``limit`` in seconds with a code, and says all in whole lines."""
    from pencilp import cli

    ended = forked(lambda: cli.main(list(arguments)), folder, limit + GRACE_SECONDS, given)
    judge(ended, max(map(len, arguments)))
    return ended


def judge(ended: Ended, path: int = 0) -> None:
    """Raise Wrong for what no run may do; ``path`` is the length of the longest path that was given to it."""
    said = False
    for line in ended.err.splitlines():
        if said and line.startswith("    "):
            continue  # an excerpt of the input, with a caret below the place
        said = line.startswith("pencilp: ")
        if not said:
            last = ended.err.strip().splitlines()[-1]
            raise Wrong(f"standard error has {line[:80]!r} ... {last[:300]!r} (exit code {ended.code})")
        judge_message(line, path)
    if ended.code not in (0, 1, 2, 3):
        raise Wrong(f"exit code {ended.code}: {ended.err[:300]!r}")
    if ended.code == 2 and not ended.err and not ended.out:
        raise Wrong("exit code 2 without a word")
    if any(ch < " " and ch not in "\n\t" for ch in ended.out):
        raise Wrong("a control character in what is printed")
    if ended.memory > MAX_MEMORY:
        raise Wrong(f"{ended.memory / 2**20:.0f} MB")


def left_running(folder: Path) -> list[str]:
    """The commands of processes that a run in ``folder`` has started and that are still there."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={folder}\0".encode() in (entry / "environ").read_bytes() + b"\0":
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z":
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:100])
        except OSError:
            continue  # it has ended, or is somebody else's
    return found


def peak() -> int:
    """The most bytes that this process had, or one of the children that it has waited for."""
    return 1024 * max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
