"""The most memory that a command may use."""

from __future__ import annotations

import os
import sys
from math import inf

from pencilp.errors import LimitReached
from pencilp.numerals import digits
from pencilp.typed import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

MEGABYTE = 2**20
SHARE = 0.75
"""So much of the memory that is free may be used where no limit is given."""
LEAST = 512
"""And no fewer megabytes: with less, what is free says little."""

NEAR = 0.93
"""With so much of the limit in use a command ends by itself: not all libraries bear that there is no more."""

_limit = 0
"""The limit that was set, in bytes; 0: none."""
_lifted = False
"""Whether it does not hold now."""
given_up = False
"""Whether the work was told to give up what it is at. It is told once: it may take long until all of that is gone."""


def limit(options: argparse.Namespace) -> None:
    """Limit the memory of this process, and of each that it starts, to ``options.memory_limit`` megabytes, or a share of
    what is free.

    What counts is the memory asked for, which is more than what is in use: stacks of threads count as a whole. Where the
    limit is reached, Python and clasp raise MemoryError, if nobody looked at ``nearly_used`` first. A lower limit of the
    system stays. Only Linux has a limit for all memory asked for; elsewhere there is none.
    """
    global _limit
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = getattr(options, "memory_limit", None)
    size = max(LEAST * MEGABYTE, int(SHARE * _free())) if wanted is None else wanted * MEGABYTE
    # workers share what there is
    size //= getattr(options, "jobs", 1)
    size = min([size, *(n for n in (soft, hard) if n != resource.RLIM_INFINITY)])
    resource.setrlimit(resource.RLIMIT_DATA, (size, hard))
    _limit = size


def nearly_used() -> bool:
    """Whether there is little left to the limit."""
    if not _limit or _lifted:
        return False
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * _PAGE > NEAR * _limit


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


def lifted() -> str:
    """That memory has run out, in words; the limit does not hold now, so that there is room to tell that and what was found."""
    global _lifted
    if not _limit:
        return "stopped: there is no memory left"
    _hold(inf)
    _lifted = True
    return f"stopped: the memory limit of {_limit // MEGABYTE} MB was reached (--memory-limit)"


def again() -> None:
    """Other work begins: the limit holds again, if it was lifted."""
    global _lifted, given_up
    given_up = False
    if _lifted:
        _hold(_limit)
        _lifted = False


def _hold(size: float) -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (hard if size == inf else int(size), hard))


def survived() -> LimitReached:
    """What is told of the one of many puzzles that has used up the memory.

    Whatever is kept with boards goes, as room for the others. The limit holds again after ``again``.
    """
    from pencilp import keeping

    told = lifted()
    keeping.release()
    return LimitReached(told)


def _free() -> int:
    """The bytes of memory that are free: in the system, and in the control groups that this process is in."""
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
    """What is left in the control group of a folder; nothing where it has no limit."""
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
