"""``pencilp export``: the integer program of a puzzle as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_target, ending, only
from pencilp.cli.output import SOLVED

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Write the integer program."""
    check_target(options.output, (".lp", ".mps", ".opb"))
    from pencilp import api
    from pencilp.formats.writing import replace_file
    from pencilp.model import program, write

    kinds = {".lp": write.to_lp, ".mps": write.to_mps, ".opb": write.to_opb}
    puzzle = only(api.load_all(options.puzzle, options.genre), options.puzzle)
    linear = program.linearise(api.formulate(puzzle, options.formulation)).program
    replace_file(options.output, kinds[ending(options.output)](linear).encode())
    print(f"{options.output}: {len(linear.columns)} columns, {len(linear.rows)} rows")
    return SOLVED
