"""``pencilp read``: the answer in a solver's solution file."""

from __future__ import annotations

import argparse

from pencilp._util.old_names import present_name
from pencilp.analysis.import_solution import answers_in
from pencilp.analysis.published_variables import published_values
from pencilp.cli import options as shared
from pencilp.cli.destinations import Item
from pencilp.cli.files import (
    check_answer_target,
    check_backup,
    check_fit,
    check_values,
    ending,
    save,
    save_json,
    single_puzzle,
)
from pencilp.cli.output import SOLVED, answer_record, name_entry, print_answers, warn
from pencilp.cli.rewrite_file import in_place
from pencilp.errors import InputError
from pencilp.formats.reading import unread
from pencilp.formats.sources import Sources

TAKES = "PUZZLE SOLUTION"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp export puzzle.txt -o puzzle.lp", "its integer program"),
    ("pencilp solve puzzle.lp -o puzzle.sol", "a solution file; any solver can write it"),
    ("pencilp read puzzle.txt puzzle.sol", "draw it on the board"),
    ("pencilp read puzzle.txt puzzle.sol --ascii", "with plain characters"),
    ("pencilp read puzzle.txt puzzle.sol -o answer.svg", "as a picture"),
)
EXITS = {
    SOLVED: "the answer was drawn or written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument("puzzle", metavar="PUZZLE", help="the file with the puzzle whose integer program was solved")
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        help="what the solver wrote: SCIP, HiGHS, CBC, GLPK, CPLEX or Gurobi; or an answer of pencilp's own, as text, JSON, ...",
    )
    shared.genre(parser)
    parser.add_argument(
        "--formulation",
        type=present_name,
        choices=("rules", "published"),
        help="which integer program was solved, as in export (default: recognised by the names of the variables)",
    )
    parser.add_argument(
        "--program",
        metavar="FILE",
        help="the .lp or .mps file that was solved, if SOLUTION only numbers its columns",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the answer to FILE; its ending says how: .txt, .svg, .png, .json, .xlsx, .xlsm",
    )
    shared.lossy(parser)
    shared.show_variables(parser)
    shared.drawing(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Draw or write the answer."""
    check_backup(options, to_file=options.output is not None)
    if options.output is not None:
        check_answer_target(options.output)
    boards = list(unread(options.puzzle, options.genre))
    puzzle = single_puzzle([each.read(options.genre) for each in boards], options.puzzle)
    own = None
    if options.output is not None:
        sources = Sources([options.puzzle])
        if not sources.reads(options.output) and Sources([options.solution]).reads(options.output):
            raise InputError("it is an input file, and would be lost: name another file", options.output)
        own = in_place(options.output, options, sources, boards, several=False)
        check_fit(options.output, [puzzle], options.puzzle, lossy=options.lossy)
    check_values(options, [puzzle])
    solutions = answers_in(options.solution, puzzle, options.formulation, program=options.program, board=options.puzzle)
    answers = [each.answer for each in solutions]
    for note in dict.fromkeys(note for each in solutions for note in each.notes):
        warn(f"{options.solution}: {note}")
    if options.show_variables:
        for answer in answers:
            answer.extra = published_values(answer, options.show_variables)
    if options.output is None:
        print_answers(puzzle, answers, options)
    elif ending(options.output) == ".json":
        record = {
            "genre": puzzle.genre.name,
            **name_entry(puzzle),
            "answers": [answer_record(answer) for answer in answers],
        }
        save_json(record, options.output, backup=options.backup)
    else:
        if len(answers) > 1:
            warn(f"{options.solution}: it holds {len(answers)} answers; the first is written")
        if own is not None:
            own.add(Item(boards[0], puzzle, answers[0]))
            own.finish()
            return SOLVED
        save(options.output, [(puzzle, answers[0])], options.puzzle, options)
    return SOLVED
