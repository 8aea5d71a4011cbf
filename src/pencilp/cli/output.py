"""Output of all commands: exit codes, messages, answers, JSON, and a progress line on terminals."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pencilp.draw.terminal import to_text
from pencilp.errors import InputError, LossWarning, PencilpError, SolverError, shown

MAX_NOTES = 5
"""Broken rules that are listed below a drawing."""
SOLVED, NOT_SOLVED, BAD_INPUT, LIMIT, FAULT = 0, 1, 2, 3, 70
"""The exit codes; see ``ALWAYS``."""
ALWAYS = {
    SOLVED: "yes: there is an answer, or it is right, or what was asked for was written",
    NOT_SOLVED: "no: there is no answer, or it is wrong",
    LIMIT: "stopped before it was known: by a limit, by Ctrl-C, or by a solver that is missing or fails",
}
"""The exit codes and their meaning for all commands; each command says more (``EXITS``)."""
BAD_INPUT_TEXT = "something typed or in a file is wrong, or a file cannot be written; the message says what and where"
FAULT_TEXT = "a bug in pencilp; please report the message"


def exit_codes(meanings: Mapping[int, str]) -> str:
    """Return the list of exit codes for the help of one command or of all."""
    listed = sorted({**meanings, BAD_INPUT: BAD_INPUT_TEXT, FAULT: FAULT_TEXT}.items())
    return "\n".join(["exit codes:", *(f"  {code:<4}{text}" for code, text in listed)])


def code_of(error: PencilpError) -> int:
    """Return the exit code for an error that has ended a command."""
    return LIMIT if isinstance(error, SolverError) else BAD_INPUT


class OutputError(PencilpError):
    """Standard output cannot be written."""


class Output:
    """Standard output that raises OutputError, so that its errors differ from those of files.

    It still raises BrokenPipeError if the reader has gone.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> Any:
        """Write ``text``."""
        return self._try(self._stream.write, text)

    def flush(self) -> None:
        """Flush the stream."""
        self._try(self._stream.flush)

    def _try(self, method: Any, *arguments: Any) -> Any:
        try:
            return method(*arguments)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"the output cannot be written: {error.strerror or error}") from None


def warn(message: str) -> None:
    """Print a message on standard error as one line, with special characters escaped."""
    try:
        if sys.stderr is not None:
            print(message_line(message), end="", file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # type: ignore[assignment]  # nobody reads it; the exit code remains


def message_line(message: str) -> str:
    """Return the line on standard error for a message."""
    return f"pencilp: {shown(message)}\n"


def print_excerpt(error: InputError) -> None:
    """Print on standard error the excerpt of the input that an error has, if any, with the place marked."""
    if sys.stderr is not None and (text := error.pointed()):
        print("\n".join(f"    {line}" for line in text.split("\n")), file=sys.stderr, flush=True)


def print_line(message: str) -> None:
    """Print a message on standard output as one line, with special characters escaped."""
    print(shown(message), flush=True)


class WarningsToStderr:
    """A context that prints each LossWarning (a format cannot hold something) as a line on standard error."""

    def __enter__(self) -> None:
        self._catching = warnings.catch_warnings(record=True)
        self._caught: Any = self._catching.__enter__()
        warnings.simplefilter("always", LossWarning)

    def __exit__(self, kind: type[BaseException] | None, *what: Any) -> None:
        self._catching.__exit__(kind, *what)
        if kind is None:
            for warning in self._caught:
                warn(str(warning.message))


SLOW_STAGE_SECONDS, SLOW_STAGE_SHARE = 0.5, 0.5
"""A stage other than the search is reported if it takes longer than this, and more than this part of the whole time."""
STAGES = {"read": "for reading the puzzle", "state": "for stating its rules"}


def duration_text(seconds: float) -> str:
    """Return a time as a text: "2.5 ms", "1.1 s", "4 min 46 s", "1 h 5 min"."""
    if seconds < 0.99995:
        return f"{seconds * 1000:.1f} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def time_text(solver: str, seconds: Mapping[str, float]) -> str:
    """Return the solver and the time as a text, with the slow stages other than the search."""
    total = seconds["total"]
    other = [
        f", of these {duration_text(part)} {what}"
        for stage, what in STAGES.items()
        if (part := seconds.get(stage, 0.0)) > SLOW_STAGE_SECONDS and part > SLOW_STAGE_SHARE * total
    ]
    # only records say which of several searches finished first
    return f"({solver.partition(', search ')[0]}, {duration_text(total)}{''.join(other)})"


def print_answers(puzzle: Any, answers: list[Any], options: argparse.Namespace) -> None:
    """Print drawings of the answers, or of the puzzle alone if there are none."""
    for answer in answers or [None]:
        print(drawn(puzzle, answer, options))


def drawn(
    puzzle: Any, answer: Any, options: argparse.Namespace, *, compare: Any = None, marked: Sequence[Any] = ()
) -> str:
    """Return a drawing, as text, of an answer or of the puzzle alone.

    Differences from the answer ``compare``, and ``marked`` places, are highlighted.
    """
    drawing = to_text(
        puzzle, answer, unicode=_unicode(options), color=_color(), orientation=options.orientation, compare=compare, marked=marked
    )  # fmt: skip
    further = answer.extra.unplaced if answer is not None and answer.extra is not None else {}
    notes = [] if answer is None or answer.broken is None else notes_of(answer)
    return (
        drawing
        + "".join(f"{shown(name)} = {value}\n" for name, value in further.items())
        + "".join(f"note: {shown(note)}\n" for note in notes)
    )


def notes_of(answer: Any) -> list[str]:
    """Return notes on an answer of an edited program: the rules of the puzzle that it breaks, and open places."""
    notes = [f"it breaks a rule of the puzzle: {rule}" for rule in answer.broken[:MAX_NOTES]]
    if len(answer.broken) > MAX_NOTES:
        notes.append(f"it breaks {len(answer.broken) - MAX_NOTES} more rules, which --format json lists")
    return notes if answer.complete else [*notes, "the program leaves some places open"]


def answer_record(answer: Any) -> dict[str, Any]:
    """Return the JSON record of an answer: its layers, the requested variables, and the rules that it breaks."""
    adjacent = {} if answer.extra is None else {"values": answer.extra.values}
    broken = {} if answer.broken is None else {"broken": [{"rule": b.rule, "at": b.at} for b in answer.broken]}
    return {**answer.values, **adjacent, **broken}


def _unicode(options: argparse.Namespace) -> bool:
    return not options.ascii and _utf()


def _utf() -> bool:
    """Return whether standard output is in a Unicode encoding."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return encoding.startswith("utf")


def print_json(record: Any, indent: int | None = None) -> None:
    """Print a record as JSON; see ``to_json``."""
    print(to_json(record, indent))


def to_json(record: Any, indent: int | None = None) -> str:
    """Return a record as JSON, in ASCII if standard output or a terminal cannot show other characters."""
    text = json.dumps(record, ensure_ascii=False, indent=indent)
    printed = _utf() and text.replace("\n", "").isprintable()
    return text if printed else json.dumps(record, indent=indent)


def name_entry(puzzle: Any) -> dict[str, str]:
    """Return the entry for a puzzle's name in a JSON object, if it has a name."""
    return {"name": puzzle.name} if puzzle.name else {}


def _color() -> bool:
    return "NO_COLOR" not in os.environ and _terminal(sys.stdout)


def _terminal(stream: Any) -> bool:
    """Return whether ``stream`` is a terminal with cursor movement and colours."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return _terminal(sys.stdout)


def terminal_of_messages() -> bool:
    """Return whether standard error is a terminal."""
    return _terminal(sys.stderr)


def print_text(text: str, end: str = "\n") -> None:
    """Print a text with ``end`` in one call, and flush it."""
    if sys.stdout is not None:
        sys.stdout.write(f"{text}{end}")
        sys.stdout.flush()


class ProgressLine:
    """A line on a terminal that shows that a long search is running. It needs a terminal and a thread to show anything."""

    def __init__(self, options: argparse.Namespace, label: str = "") -> None:
        self.stop: Any = None
        self._shown = False
        self.more: Callable[[], str] = str
        """A function that returns what is said after the label."""
        self.label = label or f"{shown(options.solver or 'the solver')} is searching"

    def __enter__(self) -> ProgressLine:
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
                    f"\r\033[K{self.label}{self.more()}: {time.perf_counter() - start:.0f} s ",
                    end="",
                    file=sys.stderr,
                    flush=True,
                )
                self._shown = True
        self._hide()

    def _hide(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False

    def print(self, text: str, end: str = "\n") -> None:
        """Print on standard output at once; the progress line is erased first."""
        if self.stop is None:
            print_text(text, end)
            return
        with self._lock:
            self._hide()
            print_text(text, end)

    def __exit__(self, *_: object) -> None:
        if self.stop is not None:
            self.stop.set()
            self.thread.join()
