"""``pencilp export``: the integer program of a puzzle, or of a MathProg model, as a file."""

from __future__ import annotations

import argparse
import sys
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from pencilp._util.old_names import present_name
from pencilp.cli import options as shared
from pencilp.cli import watch
from pencilp.cli.files import check_target, ending, only
from pencilp.cli.output import LIMIT, SOLVED, put, say
from pencilp.errors import InputError

if TYPE_CHECKING:
    from pencilp.reformulate.linear.program import Program


PRINTED = ("lp", "mps", "opb", "aspif")
"""The formats; ``-o`` has one of these words, or a file that ends in one."""
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
    LIMIT: "a rule has no form that this kind of file takes, or a limit was reached",
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
    watch.until(options.time_limit, anew=False)
    text, size, missing = written(options, kind, content_of(options))
    watch.until(None)
    if printed:
        put(text.rstrip("\n"))
    else:
        from pencilp.formats.writing import replace_file

        replace_file(options.output, text.encode())
        say(f"{options.output}: {size}" + "".join(f"; not in it: {rule}" for rule in missing))
    return SOLVED


def written(options: argparse.Namespace, kind: str, content: bytes | None) -> tuple[str, str, list[str]]:
    """Return the integer program in a format: its text, its size in words, and the rules that have no place in it.

    ``content`` is that of the file, as ``content_of`` gives it.
    """
    from pencilp import api

    objective = options.objective == "published"
    if objective and options.formulation != "published":
        raise InputError("the published objective needs --formulation published", "--objective")
    if is_model(options, content):
        linear = _translated(options, content)
        model: Any = None
    else:
        puzzle = only(api.load_all(options.puzzle, options.genre, content=content), options.puzzle)
        model = api.formulate(puzzle, options.formulation, objective=objective)
    if kind == "aspif":
        from pencilp.solvers.clasp.aspif import left_out, to_aspif

        if objective and model.objective is None:
            raise InputError("an .aspif file cannot hold the published objective, the dummy x", options.output)
        if model is None:
            model = _as_model(linear, options.output)
        text = to_aspif(model)
        return text, f"{text.count(chr(10))} lines", left_out(model)
    from pencilp.program_files import write
    from pencilp.reformulate.linear import layout, program

    if model is not None:
        # of 0/1 variables alone a bound is a row
        linear = layout.arranged(program.linearise(model).program, bounds=kind != "opb")
    if objective:
        linear = program.with_dummy_objective(linear)
    text = {"lp": write.to_lp, "mps": write.to_mps, "opb": write.to_opb}[kind](linear)
    return text, write.size_in_words(linear), list(dict.fromkeys(linear.left_out))


def content_of(options: argparse.Namespace) -> bytes | None:
    """Return what is in the file, which is read once: it may be a pipe. None for a link."""
    from pencilp._util.read_limited import read_bytes
    from pencilp.formats.reading import is_link

    try:
        return None if is_link(options.puzzle) else read_bytes(options.puzzle)
    except InputError as error:
        raise error.within(options.puzzle) from None


def is_model(options: argparse.Namespace, content: bytes | None) -> bool:
    """Return whether the file with this ``content`` is a MathProg model.

    What comes with data is one, what is no text is none.
    """
    if options.data or content is None or options.genre:
        return bool(options.data)
    from pencilp._util.decode import decoded
    from pencilp.formats.mathprog_data import is_model

    try:
        return is_model(decoded(content))
    except InputError:
        return False


def _translated(options: argparse.Namespace, content: bytes | None) -> Program:
    """Return the program that GLPK makes of a model, without the rows that restrict nothing, such as the objective's."""
    from pencilp.solvers.programs import mathprog

    if options.genre or options.formulation != "rules":
        option = "--genre" if options.genre else "--formulation"
        raise InputError("this is for puzzles; a MathProg model is its own formulation", option)
    with mathprog.translate(
        options.puzzle, *options.data, content=content, allow_writes=options.allow_writes
    ) as translated:
        result = translated.program.copy()
        text = translated.postsolve(None)
    # on standard output is the program, if it was asked for there
    to = sys.stderr if options.output in PRINTED else sys.stdout
    to.write(text if text.endswith("\n") or not text else f"{text}\n")
    result.rows = [row for row in result.rows if not row.low is row.high is None]
    return result


def _as_model(linear: Program, target: str) -> Any:
    """Return a program as a model for clasp.

    Raise InputError when it has other columns than whole numbers with bounds.
    """
    from pencilp.program_files.bounds import with_bounds
    from pencilp.reformulate.linear.program import CONTINUOUS
    from pencilp.solvers.programs.as_model import model_from_program
    from pencilp.solvers.programs.solve import settled

    whole = with_bounds(settled(linear)[0])
    for column in whole.columns:
        name, low, high, kind = column
        if kind == CONTINUOUS or low is None or high is None:
            what = "is continuous" if kind == CONTINUOUS else f"has {column.missing}"
            raise InputError(f"{name} {what}: .aspif files hold whole numbers with bounds only", target)
        if ceil(low) > floor(high):
            raise InputError(f"{name} has no whole number between its bounds: the model has no solution", target)
    return model_from_program(whole)
