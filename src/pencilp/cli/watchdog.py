"""Ends a command when its time or memory is used up, or after a signal, even if the command does not react.

SIGTERM and SIGHUP (the terminal is closed) have the effect of Ctrl-C.

An exception ends work in Python, and calls of libraries that may not return run in a thread of their own
(``pencilp._util.timeout``). If neither helps, the watchdog thread prints one line and ends the process; the output so far stays.
Our processes and temporary folders end with it (``pencilp.solvers.processes``).

A signal during an import is only noted: an exception there could leave a module half loaded, or turn into another one. The
watchdog sends the signal again until the import is done.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from _thread import interrupt_main
from math import inf
from typing import Any

from pencilp._util.timeout import SilencedHook, has_abandoned_calls, is_spared, start_thread
from pencilp.cli import memory
from pencilp.cli.output import LIMIT, message_line

GRACE_SECONDS, SIGNAL_GRACE_SECONDS = 0.42, 0.3
"""Time for a command to end by itself when its time is up, and after a signal."""
POLL_SECONDS = 0.1
"""Time between two checks."""
SIGNAL_POLL_SECONDS = 0.02
"""Time between two checks while the command has not reacted to a signal."""

FREE_SECONDS, MAX_REQUESTS = 1.0, 3
"""Time for a command to free memory after a request, and the number of requests."""
STOP_SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a command to end."""
MEMORY_SIGNAL = getattr(signal, "SIGURG", 0) if sys.platform == "linux" else 0
"""The signal with which the watchdog asks the main thread to free memory; 0 on systems without a memory limit."""
HANDLED_SIGNALS = (*STOP_SIGNALS, *([MEMORY_SIGNAL] if MEMORY_SIGNAL else []))
"""The signals that a command handles."""

_start = 0.0
"""The start of the command, in ``time.perf_counter()``; 0: it is not a process of its own, and has no watchdog."""
_deadline = inf
"""The end of its time, in ``time.perf_counter()``."""
_reporting = False
"""Whether the command is printing its results."""
_working = False
"""Whether a signal raises KeyboardInterrupt; otherwise it ends the process at once, as there is nothing to tidy up."""
_pending_signal = 0
"""A signal to send again: it came where no exception is allowed, or Python dropped its exception."""
_raised = False
"""Whether a signal has raised KeyboardInterrupt."""
_ending = threading.Lock()
"""The thread that acquires it ends the process."""


def start() -> None:
    """Make this process a command: start the watchdog, and handle signals."""
    global _start
    _start = time.perf_counter()
    watcher = _Watcher()
    start_thread(watcher.run)
    for number in STOP_SIGNALS:
        # keep ignored signals ignored, as under nohup
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _on_stop_signal)
    if MEMORY_SIGNAL:
        signal.signal(MEMORY_SIGNAL, _on_memory_signal)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_after_fork)
    # Python drops exceptions in destructors: send these signals again
    sys.unraisablehook = SilencedHook(KeyboardInterrupt, lambda: _send_again(STOP_SIGNALS[0]))
    sys.unraisablehook = SilencedHook(MemoryError, _ask_again)


class SignalsAsInterrupt:
    """A context in which signals raise KeyboardInterrupt; outside, they end a command at once.

    Another exception after a signal becomes KeyboardInterrupt, too: code that is interrupted anywhere may raise another one.
    """

    def __enter__(self) -> None:
        global _working
        _working = True

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        global _working
        _working = False
        if _raised and isinstance(error, Exception) and not isinstance(error, MemoryError):
            raise KeyboardInterrupt from error


class DeferSignals:
    """A context in which signals wait, so that an answer is both counted and shown, or neither."""

    def __init__(self) -> None:
        self._numbers = [number for number in HANDLED_SIGNALS if callable(signal.getsignal(number))]
        self._pressed: list[int] = []
        self._before: dict[int, Any] = {}

    def __enter__(self) -> None:
        try:
            for number in self._numbers:
                self._before[number] = signal.signal(number, self._wait)
        except ValueError:
            self._numbers = []  # only the main thread can handle signals

    def _wait(self, number: int, _: object) -> None:
        self._pressed.append(number)

    def __exit__(self, *_: object) -> None:
        for number in self._numbers:
            signal.signal(number, self._before[number])
        for number in sorted(self._pressed):
            self._before[number](number, None)


def _after_fork() -> None:
    """Make a fork of this process no command: signals end it at once."""
    signal.set_wakeup_fd(-1)
    for number in STOP_SIGNALS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    memory.enforce_by_system()


def _on_stop_signal(number: int, frame: Any) -> None:
    global _raised
    if not _working:
        stop("stopped")
    elif is_spared(frame):
        _send_again(number)
    else:
        _raised = True
        raise KeyboardInterrupt


def _send_again(number: int) -> None:
    global _pending_signal
    _pending_signal = number


def _on_memory_signal(_: int = MEMORY_SIGNAL, frame: Any = None) -> None:
    if (
        _working
        and not (_reporting or memory.puzzle_done or memory.asked_to_free or is_spared(frame))
        and memory.used_up()
    ):
        memory.asked_to_free = True
        raise MemoryError


def _ask_again() -> None:
    memory.asked_to_free = False


def is_command() -> bool:
    """Return whether this process is a command."""
    return _start > 0


def set_deadline(seconds: float | None, *, anew: bool = True) -> float | None:
    """Set the deadline of the command in seconds (None: no deadline), and return the seconds left.

    They count from now, or, without ``anew``, from the start of the command.
    """
    global _deadline
    now = time.perf_counter()
    start = now if anew or not is_command() else _start
    _deadline = inf if seconds is None else start + seconds + GRACE_SECONDS
    return None if seconds is None else max(0.0, start + seconds - now)


def begin_report() -> None:
    """Remove the deadline, to print the results. A second Ctrl-C still ends the command."""
    global _deadline, _reporting
    _deadline, _reporting = inf, True


class _Watcher:
    """The watchdog thread: it checks the time, the memory and the signals of a command."""

    def __init__(self) -> None:
        self._pressed = -1
        """The descriptor to which the system writes each signal at once; -1: none."""
        self._echoes = 0
        """The number of these signals that the watchdog itself has sent."""
        self._answer_deadline = inf
        """When the command must have reacted to a signal."""
        self._signals = 0
        self._requests = 0
        """How often the command was asked to free memory."""
        self._free_deadline = 0.0
        """When memory must be free again."""
        if os.name == "posix":
            self._pressed, handler = os.pipe()
            os.set_blocking(self._pressed, False)
            os.set_blocking(handler, False)
            signal.set_wakeup_fd(handler, warn_on_full_buffer=False)

    def run(self) -> None:
        """Check until the process ends."""
        signals = [self._pressed] if self._pressed >= 0 else []
        while True:
            now = time.perf_counter()
            if now >= _deadline:
                stop("stopped: the time limit was reached")
                return  # it is ending anyway
            self._look_at_signals(now)
            self._look_at_memory(now)
            # the main thread may have moved the deadline into the past meanwhile
            pause = max(
                0.0, min(_deadline - now, POLL_SECONDS if self._answer_deadline == inf else SIGNAL_POLL_SECONDS)
            )
            if signals:
                select.select(signals, [], [], pause)
            else:
                time.sleep(pause)

    def _look_at_signals(self, now: float) -> None:
        """End the process if it does not react to a signal, or, while it prints results, to a second one."""
        global _pending_signal
        for number in self._read():
            if number in STOP_SIGNALS:
                if self._echoes:
                    self._echoes -= 1
                else:
                    self._signals += 1
                    self._answer_deadline = min(self._answer_deadline, now + SIGNAL_GRACE_SECONDS)
        if now >= self._answer_deadline:
            self._answer_deadline = inf
            if self._signals > 1 or not _reporting:
                stop("stopped")
        if _pending_signal:
            number, _pending_signal = _pending_signal, 0
            if callable(signal.getsignal(number)):
                self._echoes += self._pressed >= 0
                interrupt_main(signal.Signals(number))

    def _read(self) -> bytes:
        """Return the numbers of the new signals."""
        try:
            return os.read(self._pressed, 64) if self._pressed >= 0 else b""
        except BlockingIOError:
            return b""

    def _look_at_memory(self, now: float) -> None:
        """Ask the command to free memory, and end the process if that does not help. Printing results needs little more."""
        if _reporting or not memory.used_up():
            self._requests = 0
        elif not self._requests or now >= self._free_deadline:
            if (
                not _working
                or self._requests > MAX_REQUESTS
                or (self._requests == MAX_REQUESTS and not memory.asked_to_free)
            ):
                stop(memory.lift_limit())
            elif self._requests < MAX_REQUESTS:
                self._free_deadline = now + FREE_SECONDS
                interrupt_main(signal.Signals(MEMORY_SIGNAL))
            else:
                self._free_deadline = now + memory.RELEASE_SECONDS
            self._requests += 1


def stop(message: str) -> None:
    """End this process with a line on standard error and exit code ``LIMIT``. Do nothing if it is ending, or is no command."""
    global _working
    _working = False
    if is_command() and _ending.acquire(blocking=False):
        try:
            # ``print`` may have been interrupted, and is not safe here
            os.write(2, message_line(message).encode(errors="backslashreplace"))
            if (writing := sys.modules.get("pencilp.formats.writing")) is not None:
                writing.leave_none()
        finally:
            os._exit(LIMIT)


def exit_process(code: int) -> None:
    """End the process with the exit code ``code``, if it is a command, after everything is written.

    Python's own cleaning up takes a tenth of the time for small puzzles. It is skipped unless functions are registered
    with ``atexit`` or a user's own genre, which may have open files, was run. It is always skipped if abandoned calls of
    libraries are running.
    """
    if not is_command():
        return
    _ending.acquire()
    own = sys.modules.get("pencilp.genres.own")
    if has_abandoned_calls() or not ("atexit" in sys.modules or (own is not None and own.was_run())):
        os._exit(code)
    for number in STOP_SIGNALS:
        # at exit Python restores the default handlers: a signal would then change the exit code
        signal.signal(number, signal.SIG_IGN)
    sys.exit(code)
