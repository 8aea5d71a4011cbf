"""``pencilp export``: the integer program of a puzzle as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_target, ending, only
from pencilp.cli.output import SOLVED, say

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Write the integer program."""
    check_target(options.output, (".lp", ".mps", ".opb", ".aspif"))
    from pencilp import api
    from pencilp.formats.writing import replace_file

    puzzle = only(api.load_all(options.puzzle, options.genre), options.puzzle)
    model = api.formulate(puzzle, options.formulation)
    if ending(options.output) == ".aspif":
        from pencilp.solvers.clasp.aspif import left_out, to_aspif

        content, missing = to_aspif(model), left_out(model)
        size = f"{content.count(chr(10))} lines"
    else:
        from pencilp.model import program, write

        linear = program.linearise(model).program
        content = {".lp": write.to_lp, ".mps": write.to_mps, ".opb": write.to_opb}[ending(options.output)](linear)
        missing = list(dict.fromkeys(linear.left_out))
        size = f"{len(linear.columns)} columns, {len(linear.rows)} rows"
    replace_file(options.output, content.encode())
    say(f"{options.output}: {size}" + "".join(f"; not in it: {rule}" for rule in missing))
    return SOLVED
