"""The keeper: a small process that ends what another one has left; see ``pencilp.solvers.processes``.

It is run as a file, by a Python without site-packages, so that it starts fast: it imports nothing of ours.

Its standard input tells what there is, in entries that end with NUL: "+" or "-" for what begins or has ended, then
"group ID" or "process ID" for processes, "folder PATH" for a folder. When the input ends, so has the process that wrote it.
"""

from __future__ import annotations

import os
import signal
import sys
import time

PATIENCE = 0.1
"""Seconds that a process has to end in order before it is killed."""


def main() -> None:
    """Read until the input ends, then end the processes and remove the folders that are left."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # who ends everything that is ours may well mean the keeper too, but it has its work still to do
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    left: dict[str, None] = {}
    rest = b""
    while read := os.read(0, 1 << 16):
        *entries, rest = (rest + read).split(b"\0")
        for entry in map(os.fsdecode, entries):
            if entry[0] == "+":
                left[entry[1:]] = None
            else:
                left.pop(entry[1:], None)
    kinds: dict[str, list[str]] = {"group": [], "process": [], "folder": []}
    for what in left:
        kind, _, value = what.partition(" ")
        kinds[kind].append(value)
    end([int(value) for value in kinds["group"]], [int(value) for value in kinds["process"]])
    for folder in kinds["folder"]:
        remove(folder)


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


def remove(folder: str) -> None:
    """Remove a folder with all that is in it, also when a process that is about to end still writes there."""
    import shutil

    for pause in (0, 0.01, 0.05, 0.2):
        time.sleep(pause)
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.lexists(folder):
            return


if __name__ == "__main__":
    main()
    sys.stdout = sys.stderr = None  # type: ignore[assignment]
    os._exit(0)
