"""``pencilp check``: which rules an answer, finished or not, breaks, and where."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from pencilp.analysis import check as checking
from pencilp.analysis.phrases import Phrase, listed, said
from pencilp.cli import memory
from pencilp.cli import options as shared
from pencilp.cli.each_puzzle import in_one_line
from pencilp.cli.files import check_target, save_picture
from pencilp.cli.no_answer import rule_record
from pencilp.cli.output import (
    BAD_INPUT,
    LIMIT,
    NOT_SOLVED,
    SOLVED,
    ProgressLine,
    code_of,
    drawn,
    print_line,
    to_json,
    warn,
)
from pencilp.cli.sources import read, report_remarks, report_skipped_files, sources_of
from pencilp.errors import InputError, PencilpError, counted, shown
from pencilp.formats import reading
from pencilp.genres import genre_of
from pencilp.genres.base import lineage_of
from pencilp.translations import catalogue

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread


COUNTED_AS = {
    SOLVED: "{} right", NOT_SOLVED: "{} wrong", BAD_INPUT: "{} left out", LIMIT: "{} not known in time",
}  # fmt: skip
"""The words with which answers are counted, by their exit code."""

TAKES = "FILE [FILE ...]"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp solve puzzle.txt -o answer.txt", "its answer, in a file that you can change"),
    ("pencilp check answer.txt", "is it right?"),
    ("pencilp check puzzle.txt answer.txt", "the puzzle in one file, the answer in another"),
    ("pencilp check answer.txt -o answer.svg", "a picture, with what is wrong marked"),
    ("pencilp check answer.txt --lang ja", "the same in Japanese"),
    ("pencilp check answer.txt --strict --format json", "for programs; can an unfinished answer be finished?"),
)
EXITS = {
    SOLVED: "the answer is right; or it is unfinished, and nothing is known to be wrong so far",
    NOT_SOLVED: "it breaks a rule, or cannot be finished",
    LIMIT: "with --strict: stopped before it was known whether it can be finished",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="files that hold puzzles with their answers, or folders of them; or two files, the puzzle in one and its answer in "
        "the other",
    )
    shared.genre(parser)
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="draw the answer in FILE (.svg, .png), with what is wrong marked"
    )
    parser.add_argument(
        "--strict",
        action="store_true",
        help="for an unfinished answer, search until it is known whether it can be finished (otherwise for 5 seconds)",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="for a wrong answer, find the nearest right answer and show the differences (searches 5 seconds, or --time-limit)",
    )
    parser.add_argument(
        "--format",
        choices=("text", "svg", "json"),
        default="text",
        help="print words and a drawing (text, default), a picture (svg), or data for programs (json)",
    )
    shared.language(parser)
    shared.orientation(parser)
    shared.title(parser)
    shared.ascii_only(parser)
    parser.add_argument(
        "--time-limit",
        type=shared.seconds,
        metavar="SECONDS",
        help="for an unfinished answer: find out within this time whether it can be finished",
    )
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Check every answer, or the answer in the second file to the puzzle in the first.

    If there are several, one that cannot be checked is reported and counted, and the others are checked.
    """
    if options.output is not None:
        check_target(options.output, (".svg", ".png"))
    say = catalogue(options.lang, steps=True)
    sources = sources_of(options)
    puzzles = iter(sources)
    first = list(islice(puzzles, 1))  # the next source may be a pipe, which can be read only once
    several = sources.several or not (first and first[0].alone)
    if len(options.files) == 2 and not sources.folders and first[0].alone:
        puzzle = _without_answer(first[0], options)
        if puzzle is not None:
            return _check_pair(options, puzzle)
    if several and (options.output is not None or options.format == "svg"):
        raise InputError(
            "a picture is drawn of one answer at a time", "-o" if options.output is not None else "--format"
        )
    codes: list[int] = []

    def left_out(error: PencilpError) -> None:
        """Report one of several answers that cannot be checked."""
        _record_error(options, name, unread.says(error), progress)
        warn(unread.says(error))
        codes.append(code_of(error))

    with ProgressLine(options, "checking") as progress:
        for unread in chain(first, puzzles):
            name = unread.place if unread.alone else f"{unread.place}#{unread.number}"
            over = False
            memory.restore_limit()
            try:
                puzzle = read(unread, options.genre, options.time_limit)
                report_remarks(unread, puzzle)
                if puzzle.answer is None:
                    place = unread.place if unread.alone or not unread.line else f"{unread.place}:{unread.line}"
                    raise InputError("there is no answer in it to check", place)
                called = name if options.format == "json" else unread.label(puzzle.name)
                codes.append(_check_one(options, called, puzzle, puzzle.answer, progress, alone=not several))
                memory.puzzle_done = several
            except PencilpError as error:
                if not several:
                    _record_error(options, name, unread.says(error), progress)
                    raise
                left_out(error)
            except MemoryError:
                if not several:
                    raise
                over = True
            if over:
                left_out(memory.limit_error())
            progress.label = counted(len(codes), "answer")
    if several and options.format == "text":
        counts = [Phrase(words, codes.count(code)) for code, words in COUNTED_AS.items() if code in codes]
        head = Phrase("{} answer" if len(codes) == 1 else "{} answers", len(codes))
        print_line(said(Phrase("{}: {}", head, listed(counts)), say))
    report_skipped_files(sources)
    return max(codes)


def _without_answer(unread: Unread, options: argparse.Namespace) -> Any:
    """Return the puzzle of a file without an answer; None if it has an answer or cannot be read."""
    try:
        puzzle = read(unread, options.genre, options.time_limit)
    except PencilpError:
        return None  # the check of this file reports the error
    return puzzle if puzzle.answer is None else None


def _check_pair(options: argparse.Namespace, puzzle: Any) -> int:
    """Check the answer in the second file to the puzzle in the first."""
    board, path = options.files
    progress = ProgressLine(options, "checking")
    try:
        return _check_one(options, path, puzzle, reading.read_answer(path, puzzle, board), progress, alone=True)
    except PencilpError as error:
        _record_error(options, path, str(error), progress)
        raise


def _record_error(options: argparse.Namespace, name: str, error: str, progress: ProgressLine) -> None:
    """Print the JSON object of an answer that cannot be checked, if JSON is printed."""
    if options.format == "json":
        progress.print(to_json({"file": name, "error": error}))


def _check_one(
    options: argparse.Namespace, name: str, puzzle: Any, answer: Any, progress: ProgressLine, *, alone: bool
) -> int:
    """Check one answer, print the result, and return the exit code.

    If there are several, the result is a line or a JSON object, otherwise all that is wrong, with a drawing.
    """
    say = catalogue(options.lang, lineage_of(genre_of(puzzle)), steps=True)
    broken, undecided = checking.find_faults(genre_of(puzzle), puzzle, answer)
    finished = not undecided
    verdict, code = Phrase("the answer is right" if finished else "nothing wrong so far"), SOLVED
    can: bool | None = finished
    aside: Sequence[Any] = ()
    if broken and finished and checking.is_partial_drawing(genre_of(puzzle), puzzle, answer):
        broken, finished, can = [], False, True
        verdict = Phrase("nothing wrong so far: more is to be drawn")
    if broken:
        verdict, code, can = _summary(broken), NOT_SOLVED, False
    elif not finished:
        limit = checking.DIFFERENCE_SECONDS if options.time_limit is None and not options.strict else options.time_limit
        outlook = checking.Completion(True)  # more is to be drawn
        if not can:
            outlook = checking.find_completion(genre_of(puzzle), puzzle, answer, time_limit=limit, threads=0)
        can, aside = outlook.can, outlook.differences
        if can is False:
            verdict, code = Phrase("no rule is broken yet, but {}", outlook.says), NOT_SOLVED
        elif can is None:
            verdict = Phrase(
                "nothing wrong so far, but the limit was reached before it was known whether it can be finished"
            )
            code = LIMIT if options.strict else SOLVED
        elif options.strict:
            verdict = Phrase("nothing wrong so far, and it can be finished")
    nearest = None
    if options.repair and code == NOT_SOLVED:
        from pencilp.analysis.repair import nearest_answer  # only with --repair

        nearest = nearest_answer(puzzle, answer, time_limit=options.time_limit or checking.DIFFERENCE_SECONDS)
    marked = [place for fault in broken for place in fault.everywhere]
    marked += [place for part in aside for place in part.places]
    lines = [said(Phrase("broken: {}", fault.says), say) for fault in broken]
    lines += [said(part.says, say) for part in aside]
    if options.format == "json":
        record = {"file": name, "accepted": finished and not broken, "finished": finished}
        record["broken"] = [rule_record(b, say) for b in broken]
        record["aside"] = [{"at": part.at, "right": said(part.right, say)} for part in aside]
        record["can_be_finished"] = can
        if nearest is not None:
            differing = [{"at": part.at, "right": said(part.right, say)} for part in nearest.differing]
            record["nearest"] = {"places": nearest.places, "sure": nearest.sure, "differing": differing}
        progress.print(to_json(record))
    elif options.format == "svg":
        progress.print(_picture(options, puzzle, answer, marked), end="")
    elif not alone:
        progress.print(shown(f"{name}: {in_one_line([said(verdict, say), *lines])}"))
    else:
        shown_at = Phrase("{}, where the drawing has a !", verdict) if marked else verdict
        print_line(said(Phrase("{}:", shown_at) if broken or aside else shown_at, say))
        for line in lines:
            print_line(f"  {line}")
        if broken and checking.is_partial_answer(genre_of(puzzle), puzzle, answer):
            whole = Phrase("nothing has to be taken back: if this is not finished, write ? where it is not decided")
            print_line(said(whole, say))
        elif broken and finished:
            marks = checking.with_empty_undecided(genre_of(puzzle), puzzle, answer)
            outlook = checking.find_completion(
                genre_of(puzzle), puzzle, marks, time_limit=options.time_limit or checking.DIFFERENCE_SECONDS
            )
            if outlook.differences:
                print_line(said(Phrase("something has to be taken back: {}", outlook.says), say))
            for part in outlook.differences:
                print_line(f"  {said(part.says, say)}")
        if nearest is not None:
            print_line(said(_nearest(nearest), say))
            for part in nearest.differing:
                print_line(f"  {said(part.says, say)}")
        if broken or aside:
            print(drawn(puzzle, answer, options, marked=marked), end="")
    if options.output is not None:
        save_picture(options.output, _picture(options, puzzle, answer, marked))
    return code


def _nearest(nearest: Any) -> Phrase:
    """Return the line about the nearest right answer."""
    if nearest.answer is None:
        if nearest.sure:
            return Phrase("the puzzle has no right answer")
        return Phrase("the limit was reached before a right answer was found")
    places = Phrase("{} place" if nearest.places == 1 else "{} places", nearest.places)
    if nearest.sure:
        return Phrase("the nearest right answer differs at {}:", places)
    return Phrase("a right answer (there may be a nearer one) differs at {}:", places)


def _picture(options: argparse.Namespace, puzzle: Any, answer: Any, marked: Sequence[Any]) -> str:
    from pencilp.draw.svg import to_svg  # only for pictures

    return to_svg(puzzle, answer, orientation=options.orientation, marked=marked, title=options.title)


def _summary(broken: Sequence[Any]) -> Phrase:
    """Return the line that counts the broken rules."""
    rules = len({fault.rule for fault in broken})
    count = Phrase("{} rule is broken" if rules == 1 else "{} rules are broken", rules)
    if len(broken) > rules:
        return Phrase("this answer is wrong: {}, at {} places", count, len(broken))
    return Phrase("this answer is wrong: {}", count)
