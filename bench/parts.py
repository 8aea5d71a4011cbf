"""Measure a search in parts against the search alone, in processor time: the machine may be busy.

    python bench/parts.py FILE [FILE ...] [--jobs 2] [--limit 60]

FILE is a puzzle, or ID for a line of ``bench/hard.jsonl``. All parts are done in this process, each by the program of one
of ``--jobs`` processes with its own clock. So *in parts* is the time that passes if each process has a core of its own:
the second alone, the slowest start, and the parts of the process that is done last. Other searches of clasp are not asked,
and nothing is handed over.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import pencilp
from pencilp.formats import dataset
from pencilp.model import Model
from pencilp.solvers.clasp import in_parts
from pencilp.solvers.clasp.parts import Engine, Part, Progress
from pencilp.solvers.clasp.search import Clasp

HARD = Path(__file__).parent / "hard.jsonl"
START_SECONDS = 0.4
"""Seconds of processor time in which a process starts and imports."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds of each search")
    options = parser.parse_args()
    time.perf_counter = time.process_time  # others work on the machine too
    for name in options.files:
        model = pencilp.formulate(_puzzle(name))
        clasp = Clasp(model)
        clasp._may_hand_over = False
        begin = time.process_time()
        status = clasp.search(2, options.limit).status
        alone = time.process_time() - begin
        seconds, parts, answers = in_virtual_processes(model, options.jobs, options.limit)
        print(
            f"{name}: alone {status} {alone:.1f} s; in parts {seconds:.1f} s, {parts} parts, {answers} answers; "
            f"ratio {alone / seconds:.2f}",
            flush=True,
        )


def _puzzle(name: str) -> pencilp.Puzzle:
    for line in HARD.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["id"] == name:
            if "problem" in record:
                return dataset.read_dataset(record["problem"], "", pencilp.genres.find(record["genre"]), name)
            return pencilp.puzzle(record["genre"], record["text"])
    puzzle = pencilp.load(name)
    assert isinstance(puzzle, pencilp.Puzzle)
    return puzzle


def in_virtual_processes(model: Model, jobs: int, limit: float) -> tuple[float, int, int]:
    """Return the seconds of a search in parts, the number of parts, and that of the answers (2: at least)."""
    program = in_parts.pickled(model)
    engines, clocks = [], []
    for _ in range(jobs):
        begin = time.process_time()
        engines.append(Engine(program, 2))
        clocks.append(START_SECONDS + time.process_time() - begin)
    left: list[tuple[int | None, Part]] = [(None, Part())]
    running: dict[int, tuple[Part, Progress]] = {}
    found: set[tuple[int, ...]] = set()
    now, done = 0.0, 0
    while left or running:
        for job, engine in enumerate(engines):
            if job not in running and left:
                own = [i for i, (owner, _) in enumerate(left) if owner == job]
                _, part = left.pop(own[-1] if own else 0)
                clocks[job] = max(now, clocks[job])
                begin = time.process_time()
                progress = engine.do(part, in_parts.part_seconds(part, jobs, clocks[job]))
                clocks[job] += time.process_time() - begin
                running[job] = part, progress
        job = min(running, key=clocks.__getitem__)
        part, progress = running.pop(job)
        now = clocks[job]
        found |= {tuple(solution.of(model.answer_variables())) for solution in progress.answers}
        left += [(job, each) for each in progress.left]
        done += not progress.left
        if now > limit or len(found) > 1:
            break
    return in_parts.ALONE_SECONDS + now, done, len(found)


if __name__ == "__main__":
    main()
