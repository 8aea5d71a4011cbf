"""The memory limit of a command."""

from __future__ import annotations

import argparse
import os
import sys
import time
from math import inf

from pencilp._util import cache
from pencilp._util.parse_number import digits
from pencilp._util.timeout import POLL_SECONDS, has_abandoned_calls
from pencilp.errors import LimitReached

MEGABYTE = 2**20
DEFAULT_SHARE = 0.75
"""Part of the free memory that a command may use if it has no limit."""
MIN_DEFAULT_MEGABYTES = 512
"""The smallest such limit: if little memory is free, the figure means little."""

SPARE_MEGABYTES = 512
"""Megabytes between our limit and the system's. Some libraries end the process if the system refuses memory, and stopping the
work takes a moment, in which it needs more memory."""
NEARLY_ALL_SHARE = 0.93
"""Part of the system's limit that counts as all of it, as a lower limit of the system leaves nothing to spare."""
MAX_BUSY_SHARE = 0.8
"""Part of the limit. If no more is in use, other work can begin, even while the system still frees memory of stopped work."""
RELEASE_SECONDS = 10.0
"""The longest wait until the memory of stopped work is free."""

_limit = 0
"""The limit, in bytes; 0: none."""
_system_limit = 0
"""The system's limit, in bytes."""
_lifted = False
"""Whether the limit is lifted now."""
puzzle_done = False
"""Whether one of many puzzles is done: no work can be stopped until the next one begins."""
asked_to_free = False
"""Whether the work was asked to stop, to free memory. It is asked once, as freeing may take long."""


def limit(options: argparse.Namespace) -> None:
    """Limit the memory of this process to ``options.memory_limit`` megabytes, or a share of what is free.

    The memory in use counts; the watchdog looks at it (``used_up``). A limit of the system, ``SPARE_MEGABYTES`` above, is for
    processes that this one starts, and if the watchdog is too slow: there Python and clasp raise MemoryError. It counts the
    memory that was asked for, which is more: whole stacks of threads, and gaps between objects. A lower limit of the system
    stays. Only Linux has such limits.
    """
    global _limit, _system_limit
    if sys.platform != "linux":
        return
    import resource  # only on Unix

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = getattr(options, "memory_limit", None)
    size = max(MIN_DEFAULT_MEGABYTES * MEGABYTE, int(DEFAULT_SHARE * _free())) if wanted is None else wanted * MEGABYTE
    # workers share the memory
    size //= getattr(options, "jobs", None) or 1
    _system_limit = min([size + SPARE_MEGABYTES * MEGABYTE, *(n for n in (soft, hard) if n != resource.RLIM_INFINITY)])
    resource.setrlimit(resource.RLIMIT_DATA, (_system_limit, hard))
    _limit = min(size, _system_limit)


def used_up() -> bool:
    """Return whether the limit is reached, or nearly that of the system."""
    return bool(_limit) and not _lifted and _used() > 1


def _used() -> float:
    """Return how much of the limit is in use: 1 is all of it."""
    with open("/proc/self/statm", "rb") as file:
        _, resident, shared, _, _, asked, *_ = map(int, file.read().split())
    return max((resident - shared) * _PAGE / _limit, asked * _PAGE / (NEARLY_ALL_SHARE * _system_limit))


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


def lift_limit() -> str:
    """Lift the limit, so that the results can be printed, and return the message for used-up memory."""
    global _lifted
    if not _limit:
        return "stopped: there is no memory left"
    _set_system_limit(inf)
    _lifted = True
    return f"stopped: the memory limit of {_limit // MEGABYTE} MB was reached (--memory-limit)"


def restore_limit() -> None:
    """Set the limit again, after it was lifted, before other work begins.

    Wait until the memory of stopped work is free, and empty the caches. Raise MemoryError if it does not become free, as when a
    library is still running: the next work would be stopped for it.
    """
    global _lifted, puzzle_done, asked_to_free
    if _lifted or asked_to_free or used_up():
        _lifted = True
        _set_system_limit(_system_limit)
        end = time.perf_counter() + RELEASE_SECONDS
        before = inf
        cache.free_memory()
        while (
            (used := _used()) > MAX_BUSY_SHARE
            and (used > 1 or used < before or has_abandoned_calls())
            and time.perf_counter() < end
        ):
            before = used
            time.sleep(POLL_SECONDS)
            cache.free_memory()
        if used > 1:
            raise MemoryError
    _lifted = puzzle_done = asked_to_free = False


def enforce_by_system() -> None:
    """Let the system enforce the limit, in a fork of the command, which has no watchdog."""
    if _limit:
        _set_system_limit(_limit)


def _set_system_limit(size: float) -> None:
    import resource  # only on Unix

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard if size == inf else int(size), hard))


def limit_error() -> LimitReached:
    """Return the error for one of many puzzles that has used up the memory, and lift the limit.

    Call ``restore_limit`` before the next puzzle.
    """
    return LimitReached(lift_limit())


def _free() -> int:
    """Return the bytes of free memory: the least of the system's and those of this process's control groups."""
    with open("/proc/meminfo", encoding="utf-8") as file:
        limits = [1024 * int(line.split()[1]) for line in file if line.startswith("MemAvailable:")]
    with open("/proc/self/cgroup", encoding="utf-8", errors="replace") as file:
        lines = [line.rstrip("\n").split(":", 2) for line in file]
    for number, kinds, path in lines:
        if number == "0":
            folder, *files = "/sys/fs/cgroup", "memory.max", "memory.current"
        elif "memory" in kinds.split(","):
            folder, *files = "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
        else:
            continue
        # in a container the path may be one of the host, which does not exist here: then the top folder counts
        inside = path.strip("/")
        while True:
            limits += _left_in_group(os.path.join(folder, inside), *files)
            if not inside:
                break
            inside = os.path.dirname(inside)
    return min(limits, default=2**62)


def _left_in_group(group: str, most: str, used: str) -> list[int]:
    """Return the free bytes of a control group, in a list, which is empty if it has no limit."""
    try:
        allowed = _content(group, most).strip()
        if digits(allowed, 20) is None:
            return []
        # the system drops its cache of files when memory is needed
        stat = dict(line.split() for line in _content(group, "memory.stat").splitlines())
        cached = int(stat.get("inactive_file", 0)) + int(stat.get("active_file", 0))
        return [max(0, int(allowed) - int(_content(group, used)) + cached)]
    except OSError:
        return []


def _content(folder: str, name: str) -> str:
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()
