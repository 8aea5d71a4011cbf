"""Output of all commands: exit codes, complaints, answers, JSON, and a sign of life on a terminal."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from pencilp.errors import InputError, PencilpError, SolverError, shown

MAX_NOTES = 5
"""So many broken rules are listed below a drawing."""
SOLVED, NOT_SOLVED, BAD_INPUT, LIMIT, FAULT = 0, 1, 2, 3, 70
"""The exit codes; see ``ALWAYS``."""
ALWAYS = {
    SOLVED: "yes: there is an answer, or it is right, or what was asked for was written",
    NOT_SOLVED: "no: there is no answer, or it is wrong",
    LIMIT: "stopped before it was known: by a limit, by Ctrl-C, or by a solver that is missing or fails",
}
"""The exit codes of all commands; those of one command are in its file."""
BAD = "something typed or in a file is wrong, or a file cannot be written; the message says what and where"
MENDED = "a mistake of pencilp itself; please report what it says"


def exit_codes(says: Mapping[int, str]) -> str:
    """Return the list of exit codes: of one command, or of all."""
    known = sorted({**says, BAD_INPUT: BAD, FAULT: MENDED}.items())
    return "\n".join(["exit codes:", *(f"  {code:<4}{text}" for code, text in known)])


def code_of(error: PencilpError) -> int:
    """Return the exit code of a run that an error has ended."""
    return LIMIT if isinstance(error, SolverError) else BAD_INPUT


class OutputError(PencilpError):
    """Standard output takes no more."""


class Output:
    """Standard output whose own errors are distinguished from those of files: a ``stream`` that raises OutputError.

    A BrokenPipeError stays what it is: the reader has gone.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> Any:
        """Write ``text``."""
        return self._try(self._stream.write, text)

    def flush(self) -> None:
        """Hand on what was written."""
        self._try(self._stream.flush)

    def _try(self, method: Any, *arguments: Any) -> Any:
        try:
            return method(*arguments)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"the output cannot be written: {error.strerror or error}") from None


def complain(message: str) -> None:
    """Print one line on standard error, whatever is in the message."""
    try:
        if sys.stderr is not None:
            print(line_of(message), end="", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # type: ignore[assignment]  # nobody listens; the exit code still says it


def line_of(message: str) -> str:
    """Return the line that says a message."""
    return f"pencilp: {shown(message)}\n"


def point_at(error: InputError) -> None:
    """Show on standard error the place in the input that an error speaks of, if it has an excerpt."""
    if sys.stderr is not None and (told := error.pointed()):
        print("\n".join(f"    {line}" for line in told.split("\n")), file=sys.stderr, flush=True)


def say(message: str) -> None:
    """One line on standard output, whatever is in the message."""
    print(shown(message), flush=True)


class Complaining:
    """What a format has no room for, and is written without inside of it, is a line on standard error each."""

    def __enter__(self) -> None:
        from pencilp.errors import LossWarning

        self._catching = warnings.catch_warnings(record=True)
        self._caught: Any = self._catching.__enter__()
        warnings.simplefilter("always", LossWarning)

    def __exit__(self, kind: type[BaseException] | None, *what: Any) -> None:
        self._catching.__exit__(kind, *what)
        if kind is None:
            for warning in self._caught:
                complain(str(warning.message))


LONG, MOST = 0.5, 0.5
"""What takes so many seconds, and more than this part of all, without being the search, is told beside the whole time."""
STAGES = {"read": "for reading the puzzle", "state": "for stating its rules"}


def lasted(seconds: float) -> str:
    """Return a time as people say it: "2.5 ms", "1.1 s", "4 min 46 s", "1 h 5 min"."""
    if seconds < 0.99995:
        return f"{seconds * 1000:.1f} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def took(solver: str, seconds: Mapping[str, float]) -> str:
    """Return the solver, the time, and the slowest stage if that was not the search."""
    total = seconds["total"]
    other = [
        f", of these {lasted(part)} {what}"
        for stage, what in STAGES.items()
        if (part := seconds.get(stage, 0.0)) > LONG and part > MOST * total
    ]
    # which of several searches was the first is for records
    return f"({solver.partition(', search ')[0]}, {lasted(total)}{''.join(other)})"


def print_answers(puzzle: Any, answers: list[Any], options: argparse.Namespace) -> None:
    """Draw the answers as text; the puzzle alone when there are none."""
    for answer in answers or [None]:
        print(drawn(puzzle, answer, options))


def drawn(
    puzzle: Any, answer: Any, options: argparse.Namespace, *, compare: Any = None, marked: Sequence[Any] = ()
) -> str:
    """Return a drawing as text of an answer, or of the puzzle alone.

    Differences from the answer ``compare`` are reported, and ``marked`` places are pointed at.
    """
    from pencilp.draw.terminal import to_text

    drawing = to_text(
        puzzle, answer, unicode=_unicode(options), color=_color(), orientation=options.orientation, compare=compare, marked=marked
    )  # fmt: skip
    further = answer.beside.unplaced if answer is not None and answer.beside is not None else {}
    notes = [] if answer is None or answer.broken is None else notes_of(answer)
    return (
        drawing
        + "".join(f"{shown(name)} = {value}\n" for name, value in further.items())
        + "".join(f"note: {shown(note)}\n" for note in notes)
    )


def notes_of(answer: Any) -> list[str]:
    """Return what a person should know of the answer of a changed program.

    The rules of the puzzle that it breaks, what is open.
    """
    notes = [f"it breaks a rule of the puzzle: {rule}" for rule in answer.broken[:MAX_NOTES]]
    if len(answer.broken) > MAX_NOTES:
        notes.append(f"it breaks {len(answer.broken) - MAX_NOTES} more rules, which --format json lists")
    return notes if answer.complete else [*notes, "the program leaves some places open"]


def told(answer: Any) -> dict[str, Any]:
    """Return what JSON says of an answer: its layers, the values beside them that were asked for, the rules that it breaks."""
    beside = {} if answer.beside is None else {"values": answer.beside.values}
    broken = {} if answer.broken is None else {"broken": [{"rule": b.rule, "at": b.at} for b in answer.broken]}
    return {**answer.values, **beside, **broken}


def _unicode(options: argparse.Namespace) -> bool:
    return not options.ascii and _utf()


def _utf() -> bool:
    """Return whether standard output takes all characters."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return encoding.startswith("utf")


def print_json(record: Any, indent: int | None = None) -> None:
    """Return a record as JSON; see ``json_of``."""
    print(json_of(record, indent))


def json_of(record: Any, indent: int | None = None) -> str:
    """Return a record as JSON in characters that standard output takes, and that a terminal prints."""
    import json

    told = json.dumps(record, ensure_ascii=False, indent=indent)
    printed = _utf() and told.replace("\n", "").isprintable()
    return told if printed else json.dumps(record, indent=indent)


def named(puzzle: Any) -> dict[str, str]:
    """Return the entry of a JSON object for a puzzle's name, if it has one."""
    return {"name": puzzle.name} if puzzle.name else {}


def _color() -> bool:
    return "NO_COLOR" not in os.environ and _terminal(sys.stdout)


def _terminal(stream: Any) -> bool:
    """Return whether ``stream`` is a terminal that knows how to move and colour."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def put(text: str, end: str = "\n") -> None:
    """Write a text and a newline to standard output, both in one call, and flush it."""
    if sys.stdout is not None:
        sys.stdout.write(f"{text}{end}")
        sys.stdout.flush()


class Unbroken:
    """Inside of it Ctrl-C, and whatever else a command listens to, waits: what is found is counted and shown, or neither."""

    def __init__(self) -> None:
        from pencilp.cli.watch import HEARD

        self._numbers = [number for number in HEARD if callable(signal.getsignal(number))]
        self._pressed: list[int] = []
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        try:
            for number in self._numbers:
                self._before[number] = signal.signal(number, self._wait)
        except ValueError:
            self._numbers = []  # only the main thread hears Ctrl-C

    def _wait(self, number: int, _: object) -> None:
        self._pressed.append(number)

    def __exit__(self, *_: object) -> None:
        for number in self._numbers:
            signal.signal(number, self._before[number])
        for number in sorted(self._pressed):
            self._before[number](number, None)


class Alive:
    """Shows on a terminal that a long solve goes on; nothing in a pipe, and where no thread can be started."""

    def __init__(self, options: argparse.Namespace, label: str = "") -> None:
        self.stop: Any = None
        self._shown = False
        self.label = label or f"{shown(options.solver or 'the solver')} is searching"

    def __enter__(self) -> Alive:
        if not _terminal(sys.stderr):
            return self
        stop = threading.Event()
        self._lock = threading.Lock()
        self.thread = threading.Thread(target=self._show, args=(stop,), daemon=True)
        try:
            self.thread.start()
        except RuntimeError:
            return self  # the system starts no threads
        self.stop = stop
        return self

    def _show(self, stop: Any) -> None:
        start = time.perf_counter()
        if stop.wait(1.0):
            return
        while not stop.wait(0.5):
            with self._lock:
                print(
                    f"\r\033[K{self.label}: {time.perf_counter() - start:.0f} s ", end="", file=sys.stderr, flush=True
                )
                self._shown = True
        self._hide()

    def _hide(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def print(self, text: str, end: str = "\n") -> None:
        """Print at once on standard output; the sign of life makes way."""
        if self.stop is None:
            put(text, end)
            return
        with self._lock:
            self._hide()
            put(text, end)

    def __exit__(self, *_: object) -> None:
        if self.stop is not None:
            self.stop.set()
            self.thread.join()
