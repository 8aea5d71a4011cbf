"""``pencilp explain``: the whole way to the answer, or why there is no answer."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.explain import explained
from pencilp.analysis.phrases import said
from pencilp.analysis.steps.step import FORMAT
from pencilp.analysis.steps.walk import ALL_FOUND, Walk
from pencilp.cli import hint, no_answer, watchdog
from pencilp.cli import options as shared
from pencilp.cli.files import check_no_input, check_target, ending, save_json, save_picture
from pencilp.cli.output import (
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    ProgressLine,
    name_entry,
    print_line,
    print_text,
    to_json,
    warn,
)
from pencilp.errors import InputError, shown
from pencilp.formats.writing import replace_file
from pencilp.genres.base import genre_of, lineage_of
from pencilp.translations import ENGLISH, catalogue

if TYPE_CHECKING:
    from pencilp.analysis.conflict import Explanation

TAKES = "PUZZLE [ANSWER]"
EXAMPLES = (
    ("pencilp example akari -o akari.txt", "a puzzle to try it with"),
    ("pencilp explain akari.txt", "the way from the empty board to the answer, a sentence for each step"),
    ("pencilp explain akari.txt --time-limit 5", "the steps that are found in five seconds"),
    ("pencilp explain akari.txt -o way.html", "a page for a browser that goes through the steps"),
    ("pencilp explain akari.txt -o way.svg", "a numbered picture of each step"),
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
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the way to FILE instead; its ending says how: .html (a page that goes through the steps), .svg or .png "
        "(a picture of each step), .txt, .json or .jsonl",
    )
    shared.language(parser)
    shared.orientation(parser)


def run(options: argparse.Namespace) -> int:
    """Find the way to the answer, and print or write it, even if the search is stopped."""
    if options.output is not None:
        if options.format != "text":
            raise InputError("the ending of the file of -o says the format: leave this out", "--format")
        check_target(options.output, (".html", ".svg", ".png", ".txt", ".json", ".jsonl"))
        check_no_input(options.output, (options.puzzle, options.answer))
    catalogue(options.lang)  # if it cannot be read, no search begins
    clock = TimeLimit(watchdog.set_deadline(options.time_limit, anew=False))
    try:
        puzzle, answer = clock.run(lambda: hint.read(options))
    except TimeLimitReached:
        warn("stopped: the time limit was reached before the puzzle was read")
        return LIMIT
    walk = Walk(puzzle, answer, seed=options.seed)
    stopped: BaseException | None = None
    with ProgressLine(options, "pencilp is looking for steps"):
        try:
            walk.run(clock.left())
        except (KeyboardInterrupt, MemoryError) as error:
            stopped = error
            walk.in_time = False
            watchdog.begin_report()
        explanation = explained(walk, clock.left()).in_language(options.lang)
    watchdog.set_deadline(None)
    if options.output is not None:
        write(options, puzzle, explanation)
    elif options.format == "json":
        for record in records(puzzle, explanation):
            print_text(to_json(record))
    else:
        for line in lines(explanation, options.lang):
            print_line(line)
    if stopped is not None:
        raise stopped
    if walk.mistake is not None or explanation.status == "none":
        return NOT_SOLVED
    return SOLVED if walk.finished else LIMIT


def write(options: argparse.Namespace, puzzle: Any, explanation: Explanation) -> None:
    """Write the way to the file of ``-o``, and print why it ends before the answer.

    Neither a picture nor a page is written without an answer, or if the search ended before the first step.
    """
    path, way = options.output, explanation.way
    kind = ending(path)
    if kind == ".txt":
        replace_file(path, "".join(f"{shown(line)}\n" for line in lines(explanation, options.lang)).encode())
    elif kind == ".json":
        save_json(records(puzzle, explanation), path)
    elif kind == ".jsonl":
        rows = [json.dumps(record, ensure_ascii=False) + "\n" for record in records(puzzle, explanation)]
        replace_file(path, "".join(rows).encode(errors="backslashreplace"))
    elif way is None:
        warn(f"{path} was not written: without an answer there are no steps to draw")
    elif not way.steps and way.stopped:
        warn(f"{path} was not written: no step was found yet")
    elif kind == ".html":
        page = way.to_html(language=options.lang, orientation=options.orientation)
        replace_file(path, page.encode(errors="backslashreplace"))
    else:
        save_picture(path, way.to_svg(orientation=options.orientation))
    for line in lines(explanation, options.lang) if way is None else filter(None, [way.stopped]):
        print_line(line)


def lines(explanation: Explanation, language: str = ENGLISH) -> list[str]:
    """Return the lines to print; the texts of a way are in the ``language`` already."""
    if explanation.way is None:
        say = catalogue(language, lineage_of(genre_of(explanation.puzzle)), steps=True)
        return [said(line, say) for line in no_answer.conflict_lines(explanation)]
    steps = [f"{number}. {step.text}" for number, step in enumerate(explanation.steps, 1)]
    if not steps and not explanation.way.stopped:
        return [said(ALL_FOUND, catalogue(language, steps=True))]
    return [*steps, *([explanation.way.stopped] if explanation.way.stopped else [])]


def records(puzzle: Any, explanation: Explanation) -> list[dict[str, Any]]:
    """Return the JSON records: one for each step, and a last one for the whole."""
    about = {"genre": puzzle.genre.name, **name_entry(puzzle)}
    steps = [{"step": number, **step.record()} for number, step in enumerate(explanation.steps, 1)]
    if explanation.way is None:
        why = {"why": no_answer.record(explanation)}
        return [{"format": FORMAT, **about, "status": explanation.status, "finished": False, "steps": 0, **why}]
    way = explanation.way
    end = {
        "format": FORMAT, **about, "status": way.status, "finished": way.finished, "steps": len(steps),
        "cost": round(way.cost, 3), "stopped": way.stopped, "seconds": round(way.seconds, 3),
    }  # fmt: skip
    return [*steps, end]
