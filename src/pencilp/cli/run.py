"""``pencilp run``: a MathProg model."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pencilp.cli import watch
from pencilp.cli.output import Alive, put

if TYPE_CHECKING:
    import argparse

    from pencilp.solvers.files.mathprog import Statistics


def run(options: argparse.Namespace) -> int:
    """Solve the model and print what it prints."""
    from pencilp.solvers.files import mathprog

    left = watch.until(options.time_limit, anew=False)
    with Alive(options):
        printed = mathprog.run(
            options.model,
            *options.data,
            solver=options.solver,
            time_limit=left,
            threads=options.threads,
            allow_writes=options.allow_writes,
        )
    watch.until(None)
    sys.stdout.write(printed.text)
    if options.statistics:
        if printed.text and not printed.text.endswith("\n"):
            put("")
        put(_table(printed.statistics))
    return printed.code


def _table(found: Statistics) -> str:
    """The figures of a model, a line each."""
    memory = [] if found.memory is None else [f"{_megabytes(found.memory)} as GLPK counts its own"]
    largest = _largest_process()
    if largest is not None:
        memory.append(f"{_megabytes(largest)} the largest process")
    lines = {
        "rows": str(found.rows),
        "columns": f"{found.columns} ({found.integers} whole, of these {found.binaries} 0/1)",
        "non-zeros": str(found.non_zeros),
        "time": f"{found.total:.2f} s ({found.translating:.3f} translation, {found.searching:.3f} {found.solver})",
        "memory": ", ".join(memory) or "not known here",
    }
    return "\n".join(f"{name:10} {value}" for name, value in lines.items())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def _largest_process() -> int | None:
    """The bytes that the largest of our processes had in memory; None where the system does not tell."""
    try:
        import resource
    except ImportError:
        return None
    from pencilp.solvers.child import end_idle

    # of a process the system tells only when it has ended
    end_idle()
    sizes = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return max(sizes) * (1 if sys.platform == "darwin" else 1024)
