"""Cold runs from the shell: the parts of the time of a whole process, and its peak of memory.

    python bench/cold.py [--puzzle FILE] [--markdown]
    python bench/cold.py --memory                 the peak on the largest corpus puzzle of each genre

Commands are run in turn, several times each; medians. Byte code is cached, as it is for a user's second run. The
process itself measures the parts of ``pencilp solve``. The time before the first line of ours is the interpreter's
start. Imports are counted separately and subtracted from their stage. The rest of the process is its end. ``--clock
cpu`` tells processor time, which other work on the machine changes little.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import measuring
from measuring import figures, say, short, table

CLOCKS = {"wall": "perf_counter", "cpu": "process_time"}
PARTS = ("interpreter", "imports", "options", "read", "state", "solve", "draw", "end")
TELL = """
from time import CLOCK as clock
started = clock()
import _frozen_importlib as machinery, os, sys
spent = dict.fromkeys(('imports', 'read', 'state', 'solve', 'draw'), 0.0)
find, depth = machinery._find_and_load, 0
def importing(name, *rest):
    global depth
    depth += 1
    start = clock()
    try:
        return find(name, *rest)
    finally:
        depth -= 1
        if not depth:
            spent['imports'] += clock() - start
machinery._find_and_load = importing
def timed(home, name, stage):
    def call(*arguments, **options):
        start, before = clock(), sum(spent.values())
        try:
            return inner(*arguments, **options)
        finally:
            # without the imports and the stages inside it
            spent[stage] += clock() - start - (sum(spent.values()) - before)
    inner = getattr(home, name)
    setattr(home, name, call)
def stages():
    import pencilp.cli.solve, pencilp.draw.terminal
    from pencilp import api, solvers
    from pencilp.formats.reading import Unread
    timed(Unread, 'read', 'read')
    timed(api, 'formulate', 'state')
    timed(solvers, 'prepare', 'state')
    timed(pencilp.cli.solve, '_solve', 'solve')
    timed(pencilp.draw.terminal, 'to_text', 'draw')
from pencilp.cli import main
stages()
code = main(sys.argv[1:])
sys.stdout.flush()
ended = clock()
with open('/proc/self/status') as status:
    memory = next((int(line.split()[1]) / 1024 for line in status if line.startswith('VmHWM')), 0)
print(started, ended, repr(spent), round(memory, 1), file=sys.stderr)
sys.exit(code)
"""
"""The program that runs the command line and prints its parts on standard error."""


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzle", type=Path, help="a puzzle file (default: a made slitherlink of 10x10)")
    parser.add_argument("--link", help="a link (default: the puzzle's, if its genre has links)")
    parser.add_argument("--runs", type=int, default=20, help="of each command (20)")
    parser.add_argument("--modules", type=int, default=25, help="of the slowest modules to be listed (25)")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="time that passes, or time of the processor")
    parser.add_argument("--memory", action="store_true", help="peaks on the largest corpus puzzles instead")
    parser.add_argument("--corpus", type=Path, default=measuring.CORPUS)
    parser.add_argument("--genres")
    parser.add_argument("--cpu", type=int)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args(arguments)
    measuring.one_core(options.cpu)
    if options.memory:
        result = {"memory": memory(options)}
        print(memory_report(result["memory"], markdown=options.markdown))
    else:
        result = cold(options)
        print(report(result, markdown=options.markdown))
    output = options.output or measuring.RESULTS / ("memory.json" if options.memory else "cold.json")
    measuring.write_json(output, {"machine": measuring.machine(), **result})


# -- cold runs --------------------------------------------------------------------------------------------------------


def cold(options: argparse.Namespace) -> dict[str, Any]:
    """Medians of whole processes, the parts of a solve, and the modules imported."""
    puzzle = options.puzzle or _made()
    python = sys.executable
    script = Path(python).with_name("pencilp")
    program = [str(script)] if script.exists() else [python, "-m", "pencilp"]
    link = options.link or _link(puzzle)
    commands = {
        "python3 -c pass": [python, "-c", "pass"],
        "python3 -I -c pass": [python, "-I", "-c", "pass"],
        "pencilp --version": [*program, "--version"],
        "pencilp --help": [*program, "--help"],
        "pencilp solve FILE": [*program, "solve", str(puzzle)],
        "pencilp solve FILE --format json": [*program, "solve", str(puzzle), "--format", "json"],
    }
    if link:
        commands["pencilp solve LINK"] = [*program, "solve", link]
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for i in range(options.runs + 2):
        for name, command in commands.items():
            took = _process(command, options.clock)[0]
            if i >= 2:  # the first runs write the byte code and fill the system's caches
                seconds[name].append(took)
    parts: dict[str, list[float]] = {part: [] for part in PARTS}
    peaks = []
    tell = TELL.replace("CLOCK", CLOCKS[options.clock])
    for i in range(options.runs + 2):
        content, peak = _parts([python, "-c", tell, "solve", str(puzzle)], options.clock)
        if i >= 2:
            peaks.append(peak)
            for part, value in content.items():
                parts[part].append(value)
    return {
        "puzzle": puzzle.name,
        "clock": options.clock,
        "commands": {name: figures([1000 * s for s in values]) for name, values in seconds.items()},
        "parts": {part: figures([1000 * s for s in values]) for part, values in parts.items()},
        "memory": figures(peaks),
        "modules": modules([python, "-X", "importtime", "-m", "pencilp", "solve", str(puzzle)])[: options.modules],
    }


def _made() -> Path:
    import growth

    return growth.kept("slitherlink", 10, 0, measuring.RESULTS / "made")


def _link(puzzle: Path) -> str:
    """Return the link of a puzzle, "" if its genre has none."""
    command = [sys.executable, "-m", "pencilp", "convert", str(puzzle), "-o", "url"]
    done = subprocess.run(command, capture_output=True, text=True, env=measuring.environment())
    return done.stdout.strip() if done.returncode == 0 else ""


def _process(command: Sequence[str], clock: str) -> tuple[float, float, str]:
    """Seconds of a whole process, which must end well; when it was started, and what it said on standard error."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment())
    assert process.stderr is not None
    with process.stderr as pipe:
        said = pipe.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}: {said[-500:]}")
    return (took if clock == "wall" else usage.ru_utime + usage.ru_stime), start, said


def _environment() -> dict[str, str]:
    """Return an environment in which Python starts as for a user."""
    kept = {k: v for k, v in measuring.environment().items() if not k.startswith("PYTHON")}
    return {**kept, "PYTHONIOENCODING": "utf-8"}


def _parts(command: Sequence[str], clock: str) -> tuple[dict[str, float], float]:
    """Return the seconds of each part of one run of TELL, and its peak of memory in MB."""
    took, start, said = _process(command, clock)
    begun, ended, rest = said.split("\n")[0].split(" ", 2)
    content, peak = rest.rsplit(" ", 1)
    spent: dict[str, float] = json.loads(content.replace("'", '"'))
    # both processes read the same clock of the system
    interpreter = float(begun) - (start if clock == "wall" else 0)
    inside = float(ended) - float(begun)
    return {
        "interpreter": interpreter,
        **spent,
        "options": inside - sum(spent.values()),
        "end": took - interpreter - inside,
    }, float(peak)


def modules(command: Sequence[str]) -> list[tuple[str, float, float]]:
    """Modules imported: (name, own milliseconds, milliseconds with what it imports), the slowest of its own first.

    Each at its quickest of several runs.
    """
    found: dict[str, tuple[float, float]] = {}
    for _ in range(5):
        for line in _process(command, "wall")[2].split("\n"):
            if line.startswith("import time:") and "[us]" not in line:
                own, whole, name = line.removeprefix("import time:").split("|")
                now = int(own) / 1000, int(whole) / 1000
                found[name.strip()] = min(found.get(name.strip(), now), now)
    return sorted(((name, *times) for name, times in found.items()), key=lambda m: -m[1])


def report(result: dict[str, Any], *, markdown: bool) -> str:
    """The tables."""
    whole = [[name, *map(short, values)] for name, values in result["commands"].items()]
    parts = [[part, *map(short, result["parts"][part])] for part in PARTS]
    total = sum(result["parts"][part].median for part in PARTS)
    parts.append(["sum of medians", short(total), "", "", ""])
    each = [[name, short(own), short(all_of_it)] for name, own, all_of_it in result["modules"]]
    head = ["median", "mean", "p95", "max"]
    return "\n\n".join(
        [
            table(["process, ms", *head], whole, markdown=markdown),
            table(["part of pencilp solve FILE, ms", *head], parts, markdown=markdown),
            f"Peak memory of pencilp solve FILE: {result['memory'].median:.1f} MB.",
            table(["module", "own ms", "with its imports"], each, markdown=markdown),
        ]
    )


# -- memory on large puzzles ------------------------------------------------------------------------------------------


def memory(options: argparse.Namespace) -> dict[str, Any]:
    """Per genre the peak in MB of a process that solves its largest corpus puzzle, and that puzzle."""
    sources = measuring.files(options.corpus)
    result: dict[str, Any] = {}
    for name in options.genres.split(",") if options.genres else sorted(sources):
        largest = max(measuring.entries(sources[name]), key=lambda e: (e.cells, e.id))
        request = {
            "genre": name, "problem": largest.problem, "solution": largest.solution, "limit": 60.0, "passes": 1,
            "enough": 0.0,
        }  # fmt: skip
        command = [sys.executable, str(measuring.HERE / "worker.py"), "pencilp"]
        done = subprocess.run(
            command, input=json.dumps(request) + "\n", capture_output=True, text=True, env=measuring.environment()
        )
        answer = json.loads(done.stdout.split("\n")[1])
        result[name] = {"id": largest.id, "status": answer["status"], "memory": answer["memory"]}
        say(f"{name} {largest.id}: {answer['memory']} MB")
    return result


def memory_report(result: dict[str, Any], *, markdown: bool) -> str:
    """The table."""
    rows = [[name, r["id"], r["status"], f"{r['memory']:.0f}"] for name, r in result.items()]
    rows.sort(key=lambda row: -float(row[3]))
    return table(["genre", "largest puzzle", "status", "peak MB"], rows, markdown=markdown)


if __name__ == "__main__":
    main()
