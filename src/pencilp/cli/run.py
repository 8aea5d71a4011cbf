"""``pencilp run``: a MathProg model."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pencilp.cli.output import Alive

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Solve the model and print what it prints."""
    from pencilp.solvers.files import mathprog

    with Alive(options):
        text, code = mathprog.run(
            options.model,
            options.data,
            solver=options.solver,
            time_limit=options.time_limit,
            threads=options.threads,
            allow_writes=options.allow_writes,
        )
    sys.stdout.write(text)
    return code
