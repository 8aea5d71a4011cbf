"""Runs that are ended from outside, at any moment: nothing goes on, no folder is left, no file is half written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pencilp
from fuzzing.judging import Case, Late, Wrong
from fuzzing.processes import MARK, Ended, judge, left_running, read
from pencilp.errors import InputError
from pencilp.formats import reading

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
PATIENCE = 1.0
"""Seconds of processor time that a run may use after a signal. It has half a second by the clock, and less processor
time on a busy machine.
"""
HANGS = 60.0
"""Seconds by the clock after which a run hangs, whatever else the machine has to do."""
OPEN = "heyawake\nrooms:\n" + ("1 " * 8 + "\n") * 8
"""A puzzle with thousands of answers."""
HARD = "suguru\nrooms:\n" + "".join(" ".join(f"{r // 3}_{c // 3}" for c in range(24)) + "\n" for r in range(24))
"""A puzzle that takes MILP solvers long."""
OLD = "old"
"""The file that a command is to replace."""
QUICK = "norinori\nrooms:\n1 1 2\n1 2 2\n"
START = """
import sys

class Started:
    def find_spec(self, name, *_):
        if name == "pencilp.cli":
            open("started", "w").close()

sys.meta_path.insert(0, Started())
from pencilp.__main__ import run
run()
"""
"""The program that is run. The file ``started`` appears when pencilp listens: before, a signal meets Python on its way there."""
COMMANDS = (
    "solve open.txt --count 0 -o out.txt", "solve open.txt --count 0 -o out.json --format json", "solve quick.txt -o out.txt",
    "convert hard.txt -o out.xlsx", "convert quick.txt -o out.txt", "export hard.txt -o out.lp", "check quick.txt --strict",
    "solve hard.txt --solver SOLVER -o out.txt", "solve hard.txt --solver SOLVER", "solve hard.txt --common",
    "solve week.txt -o week.txt --solver highs", "run slow.mod --solver SOLVER", "run slow.mod --solver glpk",
    "bench open.txt hard.txt --jobs 2 --solver highs",
)  # fmt: skip
SLOW_MODEL = "var x{1..60, 1..60} binary; maximize o: sum{i in 1..60, j in 1..60} ((i * 37 + j * 91) mod 97) * x[i,j]; " \
    "s.t. c{i in 1..60}: sum{j in 1..60} ((i * j) mod 13 + 1) * x[i,j] <= 50; s.t. d{j in 1..60}: sum{i in 1..60} " \
    '((i + j) mod 11 + 1) * x[i,j] <= 50; solve; printf "%g\\n", o; end;\n'  # fmt: skip


def kill(rng: Random) -> Case:
    """A command, and a signal at a random moment of it."""
    words = rng.choice(COMMANDS).split()
    if "SOLVER" in words:
        words[words.index("SOLVER")] = rng.choice(("clasp", "highs", "cbc", "glpk", "external:sleep\t30"))
    number = rng.choice(SIGNALS)
    moment = rng.choice((rng.uniform(0, 0.2), rng.uniform(0, 0.2), rng.uniform(0, 1)))
    shown = f"{number.name} after {moment:.3f} s of processor time: {' '.join(words)}"
    return Case(shown, lambda folder: _killed(words, number, moment, folder))


def _killed(words: list[str], number: signal.Signals, moment: float, folder: Path) -> None:
    (folder / "tmp").mkdir()
    output = folder / (words[words.index("-o") + 1] if "-o" in words else "out.txt")
    output.write_text(OLD)
    for name, text in (
        ("open.txt", OPEN), ("hard.txt", HARD), ("quick.txt", QUICK), ("slow.mod", SLOW_MODEL),
        ("week.txt", "---\n".join((QUICK, QUICK, HARD, QUICK))),
    ):  # fmt: skip
        (folder / name).write_text(text)
    there = set(os.listdir(folder))
    source = str(Path(pencilp.__file__).parents[1])
    environment = {**os.environ, MARK: str(folder), "TMPDIR": str(folder / "tmp"), "PYTHONPATH": source}
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-c", START, *words],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
        try:
            while not (folder / "started").exists() and process.poll() is None:
                time.sleep(0.002)
            waits = time.monotonic() + 3 * moment
            while _spent(process) < moment and time.monotonic() < waits and process.poll() is None:
                time.sleep(0.001)
            before, signalled = _spent(process), time.monotonic()
            process.send_signal(number)
            while process.poll() is None:
                if _spent(process) - before > PATIENCE or time.monotonic() - signalled > HANGS:
                    raise Late(f"still running after {number.name}: {_spent(process) - before:.1f} s of processor time")
                time.sleep(0.01)
        finally:
            process.kill()
            code = process.wait()
    while left := left_running(folder):
        if time.monotonic() - signalled > HANGS:
            raise Wrong(f"{', '.join(left)} goes on after {number.name}")
        time.sleep(0.02)
    _nothing_is_half(output)
    if number != signal.SIGKILL:
        left = [*os.listdir(folder / "tmp"), *(set(os.listdir(folder)) - there - {"stdout", "stderr", "started"})]
        if left:
            raise Wrong(f"{', '.join(left)} is left after {number.name}")
    if code >= 0:
        judge(Ended(code, read(folder / "stdout"), read(folder / "stderr"), 0.0, 0))
    elif number != signal.SIGKILL or code != -number:
        raise Wrong(f"{number.name} ends it with signal {-code}")


def _spent(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of processor time that a process has used, 0 when it has ended."""
    try:
        return int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _nothing_is_half(output: Path) -> None:
    """Raise Wrong unless the file is as it was, or whole."""
    content = output.read_bytes()
    if content == OLD.encode():
        return
    if output.suffix in (".txt", ".xlsx"):
        try:
            if output.name == "week.txt":
                if len(pencilp.load_all(output)) != 4:
                    raise Wrong(f"{output.name} has lost a puzzle")
            else:
                reading.read(str(output), "suguru" if output.suffix == ".xlsx" else None)
        except InputError as error:
            raise Wrong(f"{output.name} cannot be read: {error}") from None
    elif output.suffix == ".json":
        import json

        json.loads(content)
    elif not content.rstrip().lower().endswith(b"end"):
        raise Wrong(f"{output.name} ends too soon")
