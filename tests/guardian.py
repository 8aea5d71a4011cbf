"""Ends all processes that a test run has started, however the run ends: by Ctrl-C, by a signal, or killed.

``start()`` marks the environment, which all processes of the run inherit, and starts a process that waits until the run ends.
That process then ends the marked ones. It finds them in ``/proc``: other systems have no guardian.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

VARIABLE = "PENCILP_TEST_RUN"
"""The variable of the environment that has the marks of the run, and of the runs that it runs in."""
GRACE_SECONDS = 5.0
"""Time for a process to clean up after SIGTERM, before it is killed."""
POLL_SECONDS = 0.02
PROC = Path("/proc")


def start() -> Callable[[], None]:
    """Start the guardian of this run; return what ends the run's processes and then the guardian."""
    if not (PROC / "self" / "environ").exists():
        return lambda: None
    mark = uuid4().hex
    outer = os.environ.get(VARIABLE)
    command = [sys.executable, "-S", __file__, mark]
    # in its own session, so that a Ctrl-C in the terminal does not end it
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    os.environ[VARIABLE] = f"{outer or ''} {mark}"

    def end() -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
        if outer is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = outer

    return end


def marked(mark: str) -> set[int]:
    """Return the ids of the processes that have the mark in their environment, but this one's and those that have ended."""
    found = set()
    for place in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile, or belongs to another user
            state = (place / "stat").read_text().rpartition(")")[2].split()[0]
            if mark.encode() in (place / "environ").read_bytes() and state not in "ZX":
                found.add(int(place.name))
    return found - {os.getpid()}


def wait_for_none(mark: str, seconds: float) -> None:
    """Wait until no marked process is left. Raises TimeoutError, with the ids, if some still run after ``seconds``."""
    end = time.monotonic() + seconds
    while left := marked(mark):
        if time.monotonic() > end:
            raise TimeoutError(f"the processes {sorted(left)} are left")
        time.sleep(POLL_SECONDS)


def end_all(mark: str) -> None:
    """End all marked processes: first by SIGTERM, and what is left after a while by SIGKILL."""
    asked: set[int] = set()
    end = time.monotonic() + GRACE_SECONDS
    while left := marked(mark):
        late = time.monotonic() > end
        for pid in left if late else left - asked:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL if late else signal.SIGTERM)
        asked |= left
        time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    # the other end is closed when the run ends, whatever ends it
    sys.stdin.buffer.read()
    end_all(sys.argv[1])
