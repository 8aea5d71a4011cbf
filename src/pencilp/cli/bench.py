"""``pencilp bench``: counts and times of many puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.cli import watch
from pencilp.cli.output import BAD_INPUT, LIMIT, NOT_SOLVED, SOLVED, Alive, complain, print_json, say

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Solve everything; what is done when Ctrl-C is pressed is reported."""
    from pencilp import batch

    records: list[dict[str, Any]] = []
    code = SOLVED
    with Alive(options) as progress:
        tasks = batch.tasks_of(options.files, options.genre, options.limit)
        total = sum(task.last - task.start for task in tasks)
        runs = batch.run(
            tasks, jobs=options.jobs, solver=options.solver, time_limit=options.time_limit, threads=options.threads or 1
        )
        try:
            for record in runs:
                records.append(record)
                progress.label = f"{len(records)} of {total} puzzles"
        except KeyboardInterrupt:
            # hours of work are not thrown away: what is done is reported
            watch.telling()
            code = LIMIT
        finally:
            runs.close()
    if code == LIMIT:
        complain(f"stopped after {len(records)} of {total} puzzles")
    result = batch.report(records)
    if options.format == "json":
        print_json({"genres": result, **({"each": records} if options.each else {})})
    elif records:
        print(batch.table(result))
        for record in records:
            if record["status"] == "failed":
                # an error in a file that says no genre names the file itself
                puzzle = f"{record['genre']} {record['id']}: " if record["genre"] else ""
                say(f"{puzzle}{record['error']}")
    return max([code, *map(_code, records)])


def _code(record: dict[str, Any]) -> int:
    """The exit code for a puzzle: an answer that is not the recorded one is wrong."""
    if record["status"] == "failed":
        return BAD_INPUT if record["failed"] == "input" else LIMIT
    if record["status"] == "unknown":
        return LIMIT
    differs = record["status"] == "unique" and record["equal"] is False
    return NOT_SOLVED if differs or record["status"] == "none" else SOLVED
