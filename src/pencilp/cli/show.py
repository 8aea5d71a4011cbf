"""``pencilp show``: the integer program of a puzzle: its rules in words, or its rows."""

from __future__ import annotations

import argparse

from pencilp import api
from pencilp.cli import export
from pencilp.cli import options as shared
from pencilp.cli.files import single_puzzle
from pencilp.cli.output import SOLVED, print_text
from pencilp.cli.solve import PROGRAMS
from pencilp.cli.sources import report_program_remarks
from pencilp.errors import InputError
from pencilp.program_files.write import to_lp
from pencilp.reformulate.plan import plan
from pencilp.solvers.programs.solve import program_from_file

TAKES = "PUZZLE [DATA.dat ...]"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp show puzzle.txt", "its integer program: the rules in words, with their variables"),
    ("pencilp show puzzle.txt --rows", "the same as rows, as in an LP file"),
    ("pencilp show puzzle.txt --plan", "the fast forms in which its rules are searched, and why"),
    ("pencilp show puzzle.txt --formulation published", "the integer program published with this kind of puzzle"),
)
EXITS = {SOLVED: "it was printed"}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help="a file with a puzzle, a link to one, or - for what is piped in; or a program as .lp, .mps or .mod",
    )
    parser.add_argument(
        "data", metavar="DATA.dat", nargs="*", default=[], help="for a MathProg model: the files with its data"
    )
    shared.genre(parser)
    shared.formulation(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--rules",
        action="store_true",
        help="print the rules in words, with their variables (default)",
    )
    how.add_argument("--rows", action="store_true", help="print the rows, as export writes them into an LP file")
    how.add_argument(
        "--plan",
        action="store_true",
        help="print the fast form that is searched instead of the rules about each structure (a loop, regions ...), or why "
        "there is none",
    )
    shared.writes(parser)
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Print the program."""
    options.objective, options.output = "none", "lp"
    if options.puzzle.lower().endswith(PROGRAMS):
        _has_rows_only(options, "an LP or MPS file")
        program = program_from_file(options.puzzle)
        report_program_remarks(program, options.puzzle)
        print_text(to_lp(program).rstrip("\n"))
        return SOLVED
    content = export.content_of(options)
    if export.is_model(options, content):
        _has_rows_only(options, "a MathProg model")
        print_text(export.program_text(options, "lp", content)[0].rstrip("\n"))
    elif options.rows:
        print_text(export.program_text(options, "lp", content)[0].rstrip("\n"))
    else:
        puzzle = single_puzzle(api.load_all(options.puzzle, options.genre, content=content), options.puzzle)
        model = api.formulate(puzzle, options.formulation)
        print_text(str(plan(model) if options.plan else model))
    return SOLVED


def _has_rows_only(options: argparse.Namespace, what: str) -> None:
    """Refuse options for rules in words; ``what`` (a program) has rows only."""
    if options.rules or options.plan:
        option = "--rules" if options.rules else "--plan"
        raise InputError(f"{what} has rows, and no rules in words: leave {option} out, or use --rows", option)
    if options.genre or options.formulation != "rules":
        option = "--genre" if options.genre else "--formulation"
        raise InputError(f"this is for puzzles; {what} is its own formulation", option)
