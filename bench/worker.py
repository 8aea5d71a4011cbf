"""One contestant in a process of its own: reads requests, one JSON object a line, and answers each with one.

    python worker.py pencilp|puzzlekit|multi-puzzle-solver [wall|cpu]

With "cpu", times are processor time (of all threads), which other work on the machine changes little.

A request is {"genre", "problem", "solution", "limit", "passes", "enough"}: run the puzzle ``passes`` times, but not again
once ``enough`` seconds are spent; ``limit`` is the time limit in seconds. The answer is {"status", "equal", "passes"}:

* ``status``: "unique", "multiple", "none", "unknown" (the limit), "answer" (one answer, not proved to be the only one),
  "refused" (the contestant does not take the puzzle) or "failed", the last two with "error";
* ``equal``: whether the recorded solution was found, None when none is recorded or there is no answer;
* ``passes``: per pass the milliseconds of each stage: "read" (the puzzle from its text), "state", "solve" (with the
  proof), "total", and "first" and "prove", the parts of "solve", if the contestant measures them;
* ``memory``: the peak of the process so far, in MB.

The first line it writes is {"version", "genres", "proves"}.
"""

from __future__ import annotations

import json
import os
import sys
import time
from importlib import import_module
from typing import Any

MODULES = {
    "pencilp": "contestant_pencilp",
    "puzzlekit": "contestant_puzzlekit",
    "multi-puzzle-solver": "contestant_multi",
}
MAX_MEMORY = 8 << 30
"""Bytes of address space that a contestant may take."""


def main() -> None:
    """Serve until standard input ends."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    # what the contestants print must not come between the answers
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    limit_memory()
    if sys.argv[2:] == ["cpu"]:
        time.perf_counter = time.process_time  # before anybody takes it from there
    contestant = import_module(MODULES[sys.argv[1]])
    hello = {"version": contestant.VERSION, "genres": contestant.genre_names(), "proves": contestant.PROVES}
    print(json.dumps(hello), file=answers)
    for line in sys.stdin:
        print(json.dumps(answer(contestant, json.loads(line))), file=answers)


def answer(contestant: Any, request: dict[str, Any]) -> dict[str, Any]:
    """Return a contestant's answer to a request."""
    passes: list[dict[str, float]] = []
    spent = 0.0
    result: dict[str, Any] = {"status": "failed", "equal": None}
    puzzle = (request["genre"], request["problem"], request["solution"], request["limit"])
    for _ in range(request["passes"]):
        start = time.perf_counter()
        try:
            result = contestant.run(*puzzle)
        except Exception as error:  # whatever a contestant raises: it failed on this puzzle, and that is counted
            result = {"status": "failed", "equal": None, "error": f"{type(error).__name__}: {error}"[:300]}
            break
        times = result.pop("ms")
        if not times:
            break
        passes.append({key: round(value, 4) for key, value in times.items()})
        spent += time.perf_counter() - start
        if spent > request["enough"] or result["status"] == "unknown":
            break
    return {**result, "passes": passes, "memory": peak_memory()}


def peak_memory() -> float:
    """Return the peak of this process in MB; 0 if the system does not say."""
    try:
        # on Linux, getrusage returns at least the memory of the process that started this one
        with open("/proc/self/status", encoding="ascii") as status:
            return next(round(int(line.split()[1]) / 1024, 1) for line in status if line.startswith("VmHWM"))
    except OSError:
        return rusage_memory()


def rusage_memory() -> float:
    """The same, of systems that are not Linux."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def limit_memory() -> None:
    """An exception is better than a machine that stands still."""
    try:
        import resource
    except ImportError:
        return
    if sys.platform.startswith("linux"):
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    main()
