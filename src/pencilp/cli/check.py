"""``pencilp check``: which rules answers break, and where, be they finished or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.cli.files import only
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, code_of, complain, print_json, say
from pencilp.errors import InputError, PencilpError

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Check every file's answer, or the second file's of the puzzle in the first."""
    from pencilp import api
    from pencilp.formats import reading

    worst = SOLVED
    first = None
    path = options.files[0]
    try:
        if len(options.files) == 2:
            first = api.load_all(path, options.genre)
            if all(puzzle.answer is None for puzzle in first):
                puzzle = only(first, path)
                path = options.files[1]
                return _check_one(options, path, puzzle, reading.read_answer(path, puzzle, options.files[0]))
    except PencilpError as error:
        _record_error(options, path, error)
        raise
    for path in options.files:
        try:
            # standard input can be read only once
            puzzles = first if first and path == options.files[0] else api.load_all(path, options.genre)
            for number, puzzle in enumerate(puzzles, 1):
                name = path if len(puzzles) == 1 else f"{path}#{number}"
                if puzzle.answer is None:
                    raise InputError("there is no answer in it to check", name)
                worst = max(worst, _check_one(options, name, puzzle, puzzle.answer))
        except PencilpError as error:
            _record_error(options, path, error)
            if len(options.files) == 1:
                raise
            complain(str(error))
            worst = max(worst, code_of(error))
    return worst


def _record_error(options: argparse.Namespace, path: str, error: PencilpError) -> None:
    """With JSON every file has its object on standard output, also one that cannot be checked."""
    if options.format == "json":
        print_json({"file": path, "error": str(error)})


def _check_one(options: argparse.Namespace, name: str, puzzle: Any, answer: Any) -> int:
    """Check one answer and say so: a line or a JSON object when there are several, else a line a broken rule."""
    from pencilp import api, checking
    from pencilp.genres import genre_of

    broken, undecided = checking.examined(genre_of(puzzle), puzzle, answer)
    finished = not undecided
    verdict, code = "the answer is right" if finished else "nothing wrong so far", SOLVED
    can: bool | None = finished
    if broken:
        verdict, code, can = "; ".join(map(str, broken)), NOT_SOLVED, False
    elif options.strict and not finished:
        can = api.can_be_finished(puzzle, answer, time_limit=options.time_limit, threads=0)
        says, code = {
            True: (", and it can be finished", SOLVED),
            False: (", but it cannot be finished", NOT_SOLVED),
            None: (", but the limit was reached before it was known whether it can be finished", LIMIT),
        }[can]
        verdict += says
    if options.format == "json":
        record = {"file": name, "accepted": finished and not broken, "finished": finished}
        record["broken"] = [{"rule": b.rule, "at": b.at} for b in broken]
        if options.strict:
            record["can_be_finished"] = can
        print_json(record)
    elif len(options.files) > 1:
        say(f"{name}: {verdict}")
    else:
        for line in map(str, broken) if broken else (verdict,):
            say(line)
    return code
