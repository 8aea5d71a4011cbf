"""The most memory that a command may use."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import inf

from pencilp._util.parse_number import digits
from pencilp._util.timeout import GLANCE, unattended
from pencilp.errors import LimitReached

MEGABYTE = 2**20
SHARE = 0.75
"""So much of the memory that is free may be used where no limit is given."""
LEAST = 512
"""And no fewer megabytes: with less, what is free says little."""

SPARE = 512
"""Megabytes by which the system's own limit lies above ours. Some libraries end the process if the system gives no memory. And
who is told to stop goes on for a moment."""
NEAR = 0.93
"""So much of what the system gives is as good as all of it: a lower limit of its own leaves nothing to spare."""
ROOM = 0.8
"""With no more of the limit in use other work can begin, even while what was given up still goes."""
TIDYING = 10.0
"""So many seconds it takes at most until what was given up is gone."""

_limit = 0
"""The limit, in bytes; 0: none."""
_given = 0
"""So many bytes the system gives."""
_lifted = False
"""Whether it does not hold now."""
done = False
"""Whether the work on one of many puzzles is done: there is nothing to give up until that on the next one begins."""
given_up = False
"""Whether the work was told to give up what it is at. It is told once: it may take long until all of that is gone."""


def limit(options: argparse.Namespace) -> None:
    """Limit the memory of this process to ``options.memory_limit`` megabytes, or a share of what is free.

    What counts is the memory in use. Somebody has to look at it: see ``used_up``. Should that be too slow, and for processes that
    this one starts, the system has a limit ``SPARE`` above, where Python and clasp raise MemoryError. It counts the memory
    asked for, which is more: stacks of threads count as a whole, and so does what lies free between things in use. A lower
    limit of the system stays. Only Linux has such limits; elsewhere there is none.
    """
    global _limit, _given
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = getattr(options, "memory_limit", None)
    size = max(LEAST * MEGABYTE, int(SHARE * _free())) if wanted is None else wanted * MEGABYTE
    # workers share what there is
    size //= getattr(options, "jobs", 1)
    _given = min([size + SPARE * MEGABYTE, *(n for n in (soft, hard) if n != resource.RLIM_INFINITY)])
    resource.setrlimit(resource.RLIMIT_DATA, (_given, hard))
    _limit = min(size, _given)


def used_up() -> bool:
    """Return whether the limit is reached, or nearly that of the system."""
    return bool(_limit) and not _lifted and _used() > 1


def _used() -> float:
    """Return how much of the limit is in use: 1 is all of it."""
    with open("/proc/self/statm", "rb") as file:
        _, resident, shared, _, _, asked, *_ = map(int, file.read().split())
    return max((resident - shared) * _PAGE / _limit, asked * _PAGE / (NEAR * _given))


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


def lifted() -> str:
    """Return the message for used-up memory, and lift the limit, so that there is memory to print it and the results."""
    global _lifted
    if not _limit:
        return "stopped: there is no memory left"
    _hold(inf)
    _lifted = True
    return f"stopped: the memory limit of {_limit // MEGABYTE} MB was reached (--memory-limit)"


def again() -> None:
    """Other work begins: the limit holds again, if it was lifted.

    What was given up, be it for its time, goes before, and whatever is kept with boards. Raise MemoryError where it
    does not go, as a library is still at it: whatever comes would be stopped for it.
    """
    global _lifted, done, given_up
    if _lifted or given_up or used_up():
        from pencilp._util import cache

        _lifted = True
        _hold(_given)
        end = time.perf_counter() + TIDYING
        before = inf
        cache.release()
        while (used := _used()) > ROOM and (used > 1 or used < before or unattended()) and time.perf_counter() < end:
            before = used
            time.sleep(GLANCE)
            cache.release()
        if used > 1:
            raise MemoryError
    _lifted = done = given_up = False


def unwatched() -> None:
    """Nobody looks at the memory of this process, which is a copy (a fork) of the command: the system keeps the limit."""
    if _limit:
        _hold(_limit)


def _hold(size: float) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard if size == inf else int(size), hard))


def survived() -> LimitReached:
    """Return what is told of the one of many puzzles that has used up the memory.

    The limit holds again after ``again``.
    """
    return LimitReached(lifted())


def _free() -> int:
    """Return the bytes of memory that are free: in the system, and in the control groups that this process is in."""
    with open("/proc/meminfo", encoding="utf-8") as file:
        found = [1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable:")]
    with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip("\n").split(":", 2) for line in file]
    for number, kinds, path in lines:
        if number == "0":
            folder, *files = "/sys/fs/cgroup", "memory.max", "memory.current"
        elif "memory" in kinds.split(","):
            folder, *files = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        # in a container the path may be that of the system outside, which is not seen here: then the folder itself counts
        inside = path.strip("/")
        while True:
            found += _room(os.path.join(folder, inside), *files)
            if not inside:
                break
            inside = os.path.dirname(inside)
    return min(found, default=2**62)


def _room(group: str, most: str, used: str) -> list[int]:
    """Return what is left in the control group of a folder; nothing where it has no limit."""
    try:
        allowed = _content(group, most).strip()
        if digits(allowed, 20) is None:
            return []
        # what is kept of files goes when the room is needed
        stat = dict(line.split() for line in _content(group, "memory.stat").splitlines())
        kept = int(stat.get("inactive_file", 0)) + int(stat.get("active_file", 0))
        return [max(0, int(allowed) - int(_content(group, used)) + kept)]
    except OSError:
        return []


def _content(folder: str, name: str) -> str:
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
