"""``pencilp export``: the integer program of a puzzle as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_target, ending, only
from pencilp.cli.output import SOLVED, say
from pencilp.errors import InputError

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Write the integer program."""
    check_target(options.output, (".lp", ".mps", ".opb", ".aspif"))
    from pencilp import api
    from pencilp.formats.writing import replace_file

    puzzle = only(api.load_all(options.puzzle, options.genre), options.puzzle)
    documents = options.objective == "document"
    if documents and options.formulation != "paper":
        raise InputError("the document's objective goes with --formulation paper", "--objective")
    model = api.formulate(puzzle, options.formulation, objective=documents)
    if ending(options.output) == ".aspif":
        from pencilp.solvers.clasp.aspif import left_out, to_aspif

        if documents and model.objective is None:
            raise InputError("an .aspif file has no place for the document's objective, the dummy x", options.output)
        content, missing = to_aspif(model), left_out(model)
        size = f"{content.count(chr(10))} lines"
    else:
        from pencilp.model import program, write

        linear = program.linearise(model).program
        if documents:
            linear = program.with_dummy_objective(linear)
        content = {".lp": write.to_lp, ".mps": write.to_mps, ".opb": write.to_opb}[ending(options.output)](linear)
        missing = list(dict.fromkeys(linear.left_out))
        size = write.size_in_words(linear)
    replace_file(options.output, content.encode())
    say(f"{options.output}: {size}" + "".join(f"; not in it: {rule}" for rule in missing))
    return SOLVED
