"""``pencilp export``: the integer program of a puzzle, or of a MathProg model, as a file."""

from __future__ import annotations

import argparse
import sys
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from pencilp import api
from pencilp._util.decode import decoded
from pencilp._util.old_names import present_name
from pencilp._util.read_limited import read_bytes
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.files import check_target, ending, single_puzzle
from pencilp.cli.output import LIMIT, SOLVED, print_line, print_text
from pencilp.errors import InputError
from pencilp.formats import mathprog_data
from pencilp.formats.reading import is_link
from pencilp.formats.writing import replace_file
from pencilp.program_files import write
from pencilp.program_files.bounds import with_bounds
from pencilp.reformulate.linear import layout, program
from pencilp.reformulate.linear.linearise import linearise
from pencilp.reformulate.linear.program import CONTINUOUS
from pencilp.solvers.clasp.aspif import left_out, to_aspif
from pencilp.solvers.programs import mathprog
from pencilp.solvers.programs.as_model import model_from_program
from pencilp.solvers.programs.solve import settled

if TYPE_CHECKING:
    from pencilp.reformulate.linear.program import Program


PRINTED = ("lp", "mps", "opb", "aspif")
"""The formats; ``-o`` takes one of these words, or a file that ends in one."""
TAKES = "PUZZLE [DATA.dat ...] -o FILE"
EXAMPLES = (
    ("pencilp example norinori-p01 -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp export puzzle.txt -o puzzle.lp", "its integer program, to be read or solved by any solver"),
    ("pencilp export puzzle.txt -o puzzle.mps", "the same as MPS, which nearly all solvers read"),
    ("pencilp solve puzzle.lp --solver highs", "solve that file, without the puzzle"),
    (
        "pencilp export puzzle.txt --formulation published -o published.lp",
        "the integer program published with this kind of puzzle",
    ),
)
EXITS = {
    SOLVED: "the file was written",
    LIMIT: "this kind of file cannot express a rule, or a limit was reached",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "puzzle",
        metavar="PUZZLE",
        help="a file with a puzzle, a link to one, or - for what is piped in; or a model in MathProg (.mod)",
    )
    parser.add_argument(
        "data", metavar="DATA.dat", nargs="*", default=[], help="for a MathProg model: the files with its data"
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the file to write; its ending says how: .lp, .mps, .opb (0/1 variables only) or .aspif (for clasp). Or lp, mps, "
        "opb, aspif: print it",
    )
    shared.genre(parser)
    shared.formulation(parser)
    parser.add_argument(
        "--objective",
        type=present_name,
        choices=("none", "published"),
        default="none",
        help="with --formulation published: also write the objective of the published program (published); it has the same "
        "value in all answers (default: none)",
    )
    shared.writes(parser)
    parser.add_argument(
        "--time-limit", type=shared.seconds, metavar="SECONDS", help="stop after this time, and write nothing"
    )
    shared.memory(parser)


def run(options: argparse.Namespace) -> int:
    """Write the integer program."""
    printed = options.output in PRINTED
    if not printed:
        check_target(options.output, [f".{kind}" for kind in PRINTED])
    kind = options.output if printed else ending(options.output)[1:]
    watchdog.set_deadline(options.time_limit, anew=False)
    text, size, missing = program_text(options, kind, content_of(options))
    watchdog.set_deadline(None)
    if printed:
        print_text(text.rstrip("\n"))
    else:
        replace_file(options.output, text.encode())
        print_line(f"{options.output}: {size}" + "".join(f"; not in it: {rule}" for rule in missing))
    return SOLVED


def program_text(options: argparse.Namespace, kind: str, content: bytes | None) -> tuple[str, str, list[str]]:
    """Return the integer program in a format: its text, its size in words, and the rules that it leaves out.

    ``content`` is the content of the file, from ``content_of``.
    """
    objective = options.objective == "published"
    if objective and options.formulation != "published":
        raise InputError("the published objective needs --formulation published", "--objective")
    if is_model(options, content):
        linear = _translated(options, content)
        model: Any = None
    else:
        puzzle = single_puzzle(api.load_all(options.puzzle, options.genre, content=content), options.puzzle)
        model = api.formulate(puzzle, options.formulation, objective=objective)
    if kind == "aspif":
        if objective and model.objective is None:
            raise InputError("an .aspif file cannot hold the published objective, the dummy variable x", options.output)
        if model is None:
            model = _as_model(linear, options.output)
        text = to_aspif(model)
        return text, f"{text.count(chr(10))} lines", left_out(model)
    if model is not None:
        # an OPB file has only 0/1 variables, and no bounds: each bound becomes a row
        linear = layout.arranged(linearise(model).program, bounds=kind != "opb")
    if objective:
        linear = program.with_dummy_objective(linear)
    text = {"lp": write.to_lp, "mps": write.to_mps, "opb": write.to_opb}[kind](linear)
    return text, write.size_in_words(linear), list(dict.fromkeys(linear.left_out))


def content_of(options: argparse.Namespace) -> bytes | None:
    """Return the content of the file, None for a link. It is read only once: it may be a pipe."""
    try:
        return None if is_link(options.puzzle) else read_bytes(options.puzzle)
    except InputError as error:
        raise error.within(options.puzzle) from None


def is_model(options: argparse.Namespace, content: bytes | None) -> bool:
    """Return whether the file with this ``content`` is a MathProg model.

    A file with data files is a model; a file that is no text is not.
    """
    if options.data or content is None or options.genre:
        return bool(options.data)
    try:
        return mathprog_data.is_model(decoded(content))
    except InputError:
        return False


def _translated(options: argparse.Namespace, content: bytes | None) -> Program:
    """Return the program that GLPK makes of a model, without free rows such as the objective's."""
    if options.genre or options.formulation != "rules":
        option = "--genre" if options.genre else "--formulation"
        raise InputError("this is for puzzles; a MathProg model is its own formulation", option)
    with mathprog.translate(
        options.puzzle, *options.data, content=content, allow_writes=options.allow_writes
    ) as translated:
        result = translated.program.copy()
        text = translated.postsolve(None)
    # the program itself may be printed on standard output
    to = sys.stderr if options.output in PRINTED else sys.stdout
    to.write(text if text.endswith("\n") or not text else f"{text}\n")
    result.rows = [row for row in result.rows if not row.low is row.high is None]
    return result


def _as_model(linear: Program, target: str) -> Any:
    """Return a program as a model for clasp.

    Raise InputError for a column that is not a whole number with bounds.
    """
    whole = with_bounds(settled(linear)[0])
    for column in whole.columns:
        name, low, high, kind = column
        if kind == CONTINUOUS or low is None or high is None:
            what = "is continuous" if kind == CONTINUOUS else f"has {column.missing}"
            raise InputError(f"{name} {what}: .aspif files hold whole numbers with bounds only", target)
        if ceil(low) > floor(high):
            raise InputError(f"{name} has no whole number between its bounds: the model has no solution", target)
    return model_from_program(whole)
