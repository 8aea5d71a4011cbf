"""``pencilp explain``: the whole way to the answer, or why there is no answer."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.cli import hint, no_answer, watch
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, Alive, complain, json_of, named, put, say

if TYPE_CHECKING:
    from pencilp.analysis.conflict import Explanation

TAKES = "PUZZLE [ANSWER]"
EXAMPLES = (
    ("pencilp example akari -o akari.txt", "a puzzle to try it with"),
    ("pencilp explain akari.txt", "the way from the empty board to the answer, a sentence for each step"),
    ("pencilp explain akari.txt --time-limit 5", "the steps that are found in five seconds"),
    ("pencilp explain akari.txt --format json", "an object for each step, for programs"),
)
EXITS = {
    SOLVED: "the way was found (if there are several answers: as far as they agree)",
    NOT_SOLVED: "the puzzle has no answer, and the conflict was printed; or there is a mistake in the answer so far",
    LIMIT: "stopped by a limit or by Ctrl-C, or no further step was found; the way so far was printed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    hint.board(parser)
    hint.limits(
        parser, ("text", "json"), "print a numbered sentence for each step (text, default), or data for programs (json)"
    )


def run(options: argparse.Namespace) -> int:
    """Find the way, and print it; if the search is stopped, the way so far is printed."""
    from pencilp.analysis.explain import explained
    from pencilp.analysis.steps.walk import Walk

    clock = TimeLimit(watch.until(options.time_limit, anew=False))
    try:
        puzzle, answer = clock.run(lambda: hint.read(options))
    except TimeLimitReached:
        complain("stopped: the time limit was reached before the puzzle was read")
        return LIMIT
    walk = Walk(puzzle, answer, seed=options.seed)
    stopped: BaseException | None = None
    with Alive(options, "pencilp is looking for steps"):
        try:
            walk.run(clock.left())
        except (KeyboardInterrupt, MemoryError) as error:
            stopped = error
            walk.in_time = False
            watch.telling()
        found = explained(walk, clock.left())
    watch.until(None)
    if options.format == "json":
        for record in records(puzzle, found):
            put(json_of(record))
    else:
        for line in lines(found):
            say(line)
    if stopped is not None:
        raise stopped
    if walk.mistake is not None or found.status == "none":
        return NOT_SOLVED
    return SOLVED if walk.finished else LIMIT


def lines(found: Explanation) -> list[str]:
    """Return what a person reads."""
    if found.way is None:
        return no_answer.lines(found)
    steps = [f"{number}. {step.text}" for number, step in enumerate(found.steps, 1)]
    return [*steps, *([found.way.stopped] if found.way.stopped else [])]


def records(puzzle: Any, found: Explanation) -> list[dict[str, Any]]:
    """Return what JSON says: an object for each step, and at last one for the whole."""
    from pencilp.analysis.steps.step import FORMAT

    about = {"genre": puzzle.genre.name, **named(puzzle)}
    steps = [{"step": number, **step.record()} for number, step in enumerate(found.steps, 1)]
    if found.way is None:
        why = {"why": no_answer.record(found)}
        return [{"format": FORMAT, **about, "status": found.status, "finished": False, "steps": 0, **why}]
    way = found.way
    end = {
        "format": FORMAT, **about, "status": way.status, "finished": way.finished, "steps": len(steps),
        "cost": round(way.cost, 3), "stopped": way.stopped, "seconds": round(way.seconds, 3),
    }  # fmt: skip
    return [*steps, end]
