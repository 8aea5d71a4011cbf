"""The keeper: a small process that cleans up after another one has ended; see ``pencilp.solvers.processes``.

It runs as a script, in a Python without site-packages, and imports nothing of ours, so that it starts fast.

Its standard input is a pipe that carries no data; the keeper wakes when the process at the other end ends. Its standard
output is a file that lists what to clean up. Each entry ends with NUL, and an empty entry ends the list: "group ID" or
"process ID" for processes, "folder PATH" for a folder.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

TERMINATE_SECONDS = 0.1
"""Seconds that a process has to end by itself before it is killed."""


def main() -> None:
    """Wait until the input ends, then end the listed processes and remove the listed folders."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # a signal to all our processes reaches the keeper too, but it must still clean up
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    os.read(0, 1)
    kinds: dict[str, list[str]] = {"group": [], "process": [], "folder": []}
    os.lseek(1, 0, os.SEEK_SET)
    for entry in os.fsdecode(os.read(1, os.fstat(1).st_size)).split("\0"):
        if not entry:
            break
        kind, _, value = entry.partition(" ")
        kinds[kind].append(value)
    end([int(value) for value in kinds["group"]], [int(value) for value in kinds["process"]])
    if kinds["folder"]:
        import shutil  # slow, so only after the signal handlers are set

        for folder in kinds["folder"]:
            remove(folder, shutil.rmtree)


def end(groups: list[int], processes: list[int]) -> None:
    """End process groups and processes: with SIGTERM first, with SIGKILL if they do not end soon."""
    send(groups, processes, signal.SIGTERM)
    if sys.platform == "win32":
        return  # on Windows SIGTERM kills at once, and there is no SIGKILL
    until = time.monotonic() + TERMINATE_SECONDS
    while send(groups, processes, 0) and time.monotonic() < until:
        time.sleep(0.005)
    send(groups, processes, signal.SIGKILL)


def send(groups: list[int], processes: list[int], number: int) -> bool:
    """Send a signal to all groups and processes. Return whether any of them exists."""
    there = False
    for function, ids in ((getattr(os, "killpg", os.kill), groups), (os.kill, processes)):
        for each in ids:
            try:
                function(each, number)
                there = True
            except OSError:  # it has already ended
                continue
    return there


def remove(folder: str, rmtree: Callable[..., object]) -> None:
    """Remove a folder by ``shutil.rmtree``. Try again if a process that is about to end still writes into it."""
    for pause in (0.01, 0.05, 0.2, 0.0):
        if not os.path.lexists(folder):
            return
        rmtree(folder, ignore_errors=True)
        if os.path.lexists(folder):
            time.sleep(pause)


if __name__ == "__main__":
    main()
    os._exit(0)
