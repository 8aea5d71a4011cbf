"""``pencilp export``: the integer program of a puzzle, or of a MathProg model, as a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pencilp.cli.files import check_target, ending, only
from pencilp.cli.output import SOLVED, put, say
from pencilp.errors import InputError

if TYPE_CHECKING:
    import argparse

    from pencilp.model.program import Program


def run(options: argparse.Namespace) -> int:
    """Write the integer program."""
    check_target(options.output, (".lp", ".mps", ".opb", ".aspif"))
    from pencilp import api
    from pencilp.formats.writing import replace_file

    documents = options.objective == "document"
    if documents and options.formulation != "paper":
        raise InputError("the document's objective goes with --formulation paper", "--objective")
    content = _content(options)
    if options.data or (content is not None and not options.genre and _is_model(content, options.puzzle)):
        linear = _translated(options, content)
        model: Any = None
    else:
        puzzle = only(api.load_all(options.puzzle, options.genre, content=content), options.puzzle)
        model = api.formulate(puzzle, options.formulation, objective=documents)
    if ending(options.output) == ".aspif":
        from pencilp.solvers.clasp.aspif import left_out, to_aspif

        if documents and model.objective is None:
            raise InputError("an .aspif file has no place for the document's objective, the dummy x", options.output)
        if model is None:
            model = _as_model(linear, options.output)
        written, missing = to_aspif(model), left_out(model)
        size = f"{written.count(chr(10))} lines"
    else:
        from pencilp.model import program, write

        if model is not None:
            linear = program.linearise(model).program
        if documents:
            linear = program.with_dummy_objective(linear)
        written = {".lp": write.to_lp, ".mps": write.to_mps, ".opb": write.to_opb}[ending(options.output)](linear)
        missing = list(dict.fromkeys(linear.left_out))
        size = write.size_in_words(linear)
    replace_file(options.output, written.encode())
    say(f"{options.output}: {size}" + "".join(f"; not in it: {rule}" for rule in missing))
    return SOLVED


def _content(options: argparse.Namespace) -> bytes | None:
    """What is in the file, which is read once: it may be a pipe. None for a link."""
    from pencilp.bounded import read_bytes
    from pencilp.formats.reading import is_link

    try:
        return None if is_link(options.puzzle) else read_bytes(options.puzzle)
    except InputError as error:
        raise error.within(options.puzzle) from None


def _is_model(content: bytes, source: str) -> bool:
    """Whether it is a MathProg model. What is no text is none."""
    from pencilp.formats.mathprog_data import is_model
    from pencilp.texts import decoded

    try:
        return is_model(decoded(content))
    except InputError:
        return False


def _translated(options: argparse.Namespace, content: bytes | None) -> Program:
    """The program that GLPK makes of a model, without the rows that restrict nothing, such as the objective's."""
    from pencilp.solvers.files import mathprog

    if options.genre or options.formulation != "rules":
        option = "--genre" if options.genre else "--formulation"
        raise InputError("this is for puzzles; a MathProg model is its own formulation", option)
    with mathprog.translate(
        options.puzzle, *options.data, content=content, allow_writes=options.allow_writes
    ) as translated:
        result = translated.program.copy()
        text = translated.postsolve(None)
    sys.stdout.write(text)
    if text and not text.endswith("\n"):
        put("")
    result.rows = [row for row in result.rows if not row.low is row.high is None]
    return result


def _as_model(linear: Program, target: str) -> Any:
    """A program as a model for clasp. Raises InputError when it has other columns than whole numbers with bounds."""
    from math import ceil, floor

    from pencilp.model.program import CONTINUOUS
    from pencilp.solvers.files.bounds import with_bounds
    from pencilp.solvers.files.programs import model_from_program, settled

    whole = with_bounds(settled(linear)[0])
    for name, low, high, kind in whole.columns:
        if kind == CONTINUOUS or low is None or high is None:
            what = "is continuous" if kind == CONTINUOUS else "has no bounds"
            raise InputError(f"{name} {what}: .aspif files hold whole numbers with bounds only", target)
        if ceil(low) > floor(high):
            raise InputError(f"{name} has no whole number between its bounds: the model has no solution", target)
    return model_from_program(whole)
