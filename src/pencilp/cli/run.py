"""``pencilp run``: a MathProg model."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pencilp.cli import watch
from pencilp.cli.output import Alive

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Solve the model and print what it prints."""
    from pencilp.solvers.files import mathprog

    left = watch.until(options.time_limit, anew=False)
    with Alive(options):
        text, code = mathprog.run(
            options.model,
            options.data,
            solver=options.solver,
            time_limit=left,
            threads=options.threads,
            allow_writes=options.allow_writes,
        )
    watch.until(None)
    sys.stdout.write(text)
    return code
