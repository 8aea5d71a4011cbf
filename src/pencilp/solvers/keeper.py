"""The keeper: a small process that ends what another one has left; see ``pencilp.solvers.processes``.

It is run as a file, by a Python without site-packages, so that it starts fast: it imports nothing of ours.

Its standard input is a pipe on which nothing comes: it ends when the process that has the other end does. Its standard
output is a file that tells what is left then, in entries that end with NUL, an empty one after the last: "group ID" or
"process ID" for processes, "folder PATH" for a folder.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

PATIENCE = 0.1
"""Seconds that a process has to end in order before it is killed."""


def main() -> None:
    """Wait until the input ends, then end the processes and remove the folders that are left."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # who ends everything that is ours may well mean the keeper too, but it has its work still to do
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
        import shutil  # it takes longer than all else, and signals must find us prepared

        for folder in kinds["folder"]:
            remove(folder, shutil.rmtree)


def end(groups: list[int], processes: list[int]) -> None:
    """End process groups and processes: in order if they do so soon, by force otherwise."""
    send(groups, processes, signal.SIGTERM)
    if sys.platform == "win32":
        return  # there that is by force, and no other signal means what it says
    until = time.monotonic() + PATIENCE
    while send(groups, processes, 0) and time.monotonic() < until:
        time.sleep(0.005)
    send(groups, processes, signal.SIGKILL)


def send(groups: list[int], processes: list[int], number: int) -> bool:
    """Send a signal to all of these; whether any of them was there."""
    there = False
    for function, ids in ((getattr(os, "killpg", os.kill), groups), (os.kill, processes)):
        for each in ids:
            try:
                function(each, number)
                there = True
            except OSError:  # it has ended by itself
                continue
    return there


def remove(folder: str, rmtree: Callable[..., object]) -> None:
    """Remove a folder with all that is in it, by ``shutil.rmtree``, even if a process that is about to end writes there."""
    for pause in (0.01, 0.05, 0.2, 0.0):
        if not os.path.lexists(folder):
            return
        rmtree(folder, ignore_errors=True)
        if os.path.lexists(folder):
            time.sleep(pause)


if __name__ == "__main__":
    main()
    os._exit(0)
