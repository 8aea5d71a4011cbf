"""``pencilp hint``: the next step, revealed in stages."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pencilp import api
from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.analysis.phrases import Phrase
from pencilp.analysis.steps.pictures import view_of
from pencilp.analysis.steps.step import MISTAKE
from pencilp.analysis.steps.walk import Walk
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.files import check_no_input, check_target, save_picture, single_puzzle
from pencilp.cli.output import (
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    ProgressLine,
    drawn,
    is_terminal,
    name_entry,
    print_line,
    print_text,
    to_json,
    warn,
)
from pencilp.draw.svg.steps import step_picture
from pencilp.formats import reading
from pencilp.formats.remarks import entered
from pencilp.translations import ENGLISH, catalogue

if TYPE_CHECKING:
    from pencilp.analysis.steps.step import Step

TAKES = "PUZZLE [ANSWER]"
EXAMPLES = (
    ("pencilp example akari -o akari.txt", "a puzzle to try it with"),
    ("pencilp hint akari.txt", "the next step, and why it holds"),
    ("pencilp hint akari.txt --stage where", "only where to look"),
    ("pencilp hint akari.txt --stage rule", "where to look, and which rule to use"),
    ("pencilp hint akari.txt -o hint.svg", "also a picture of the step, with the reason marked"),
    ("pencilp hint akari.txt --lang ja", "the same in Japanese"),
    ("pencilp hint akari.txt --format json", "the same for programs"),
)
EXITS = {
    SOLVED: "a step was found, or nothing is left to find",
    NOT_SOLVED: "there is a mistake, or the puzzle has no answer",
    LIMIT: "no step was found in time, or stopped by Ctrl-C",
}
STAGES = ("where", "rule", "step")


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    board(parser)
    parser.add_argument(
        "--stage",
        choices=STAGES,
        default="step",
        help="print only where to look (where), also which rule to use (rule), or the whole step (step, default)",
    )
    limits(parser, ("text", "json"), "print a sentence (text, default) or data for programs (json)")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="also draw the step in FILE (.svg, .png), as far as --stage reveals it"
    )
    shared.language(parser)
    shared.orientation(parser)
    shared.ascii_only(parser)


def board(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for a puzzle and its unfinished answer."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help="a file with a puzzle, also with an unfinished answer (? for undecided places), or - for what is "
        "piped in; if it has the whole answer, that is set aside",
    )
    parser.add_argument(
        "answer", metavar="ANSWER", nargs="?", help="a file with the unfinished answer, if PUZZLE does not have it"
    )
    shared.genre(parser)


def limits(parser: argparse.ArgumentParser, formats: tuple[str, ...], words: str) -> None:
    """Add the options for formats, time and memory."""
    parser.add_argument("--format", choices=formats, default=formats[0], help=words)
    parser.add_argument(
        "--time-limit", type=shared.seconds, metavar="SECONDS", help="stop after this time, and print what was found"
    )
    parser.add_argument(
        "--seed",
        type=shared.whole,
        default=1,
        metavar="N",
        help="search in another order if several steps are equally easy (1)",
    )
    shared.memory(parser)


def read(options: argparse.Namespace) -> tuple[Any, Any]:
    """Return the puzzle and its unfinished answer; None if there is none, or the puzzle has its whole answer."""
    puzzle = single_puzzle(api.load_all(options.puzzle, options.genre), options.puzzle)
    if options.answer is None:
        given = entered(puzzle)
        return puzzle, None if given is not None and not api.check(puzzle, given) else given
    return puzzle, reading.read_answer(options.answer, puzzle, options.puzzle)


def run(options: argparse.Namespace) -> int:
    """Search for the next step, and print it as far as the stage."""
    if options.output is not None:
        check_target(options.output, (".svg", ".png"))
        check_no_input(options.output, (options.puzzle, options.answer))
    catalogue(options.lang)  # if it cannot be read, no search begins
    clock = TimeLimit(watchdog.set_deadline(options.time_limit, anew=False))
    try:
        puzzle, answer = clock.run(lambda: read(options))
    except TimeLimitReached:
        warn("stopped: the time limit was reached before the puzzle was read")
        return LIMIT
    with ProgressLine(options, "pencilp is looking for a step"):
        walk = Walk(puzzle, answer, seed=options.seed, one=True)
        walk.run(clock.left())
    watchdog.set_deadline(None)
    step = walk.step().in_language(options.lang)
    if options.format == "json":
        print_text(to_json({"genre": puzzle.genre.name, **name_entry(puzzle), **record(step, options.stage)}))
    else:
        for line in lines(step, options.stage, options.lang):
            print_line(line)
        if is_terminal() and step.before is not None:
            print(drawn(puzzle, step.before, options, marked=step.marks or step.witness), end="")
    if options.output is not None:
        save_picture(options.output, picture(step, walk, options))
    if not walk.in_time:
        return LIMIT
    return NOT_SOLVED if walk.mistake is not None or walk.status == "none" else SOLVED


def picture(step: Step, walk: Walk, options: argparse.Namespace) -> str:
    """Return the picture of a step as far as its stage, of the board alone if there is no step."""
    view = view_of(step, step.before or walk.start, stage=options.stage if step.can_be_revealed else "step")
    text = "; ".join(lines(step, options.stage, options.lang))
    return step_picture(view._replace(text=text), orientation=options.orientation)


def lines(step: Step, stage: str, language: str = ENGLISH) -> list[str]:
    """Return the lines that reveal a step, whose texts are in a ``language``, as far as a ``stage``."""
    if not step.can_be_revealed or stage == "step":
        return [step.text]
    if step.kind == MISTAKE:
        return [Phrase("there is a mistake: look at {}", step.where).said(catalogue(language, steps=True))]
    result = [Phrase("look at {}", step.where)]
    if stage == "rule":
        result.append(Phrase("use: {}", step.rule_text))
    say = catalogue(language, steps=True)
    return [line.said(say) for line in result]


def record(step: Step, stage: str) -> dict[str, Any]:
    """Return the JSON record of a step as far as a ``stage``."""
    whole = step.record()
    if not step.can_be_revealed or stage == "step":
        return {"stage": "step", **whole}
    keys = ("format", "kind", "where", *(("rules",) if stage == "rule" and step else ()))
    return {"stage": stage, **{key: whole[key] for key in keys}}
