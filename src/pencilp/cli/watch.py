"""The last resort of a command: it ends when its time is up, its memory is used up, or a signal asks it to, wherever it is.

SIGTERM, and the SIGHUP of a terminal that is closed, are a Ctrl-C here.

Work in Python is ended by an exception, and calls of libraries that may not return are made apart (``pencilp._util.timeout``). If
neither helps, the watcher, a thread that does nothing else, ends the process: it says so in one line, and what was printed so far
stays. Processes and folders of ours go with it (``pencilp.solvers.processes``).

A signal that comes during an import is only noted: an exception there may leave a module half made, or come out as another
one. The watcher sends the signal again until the import is done.
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

from pencilp._util.timeout import SilencedHook, spared, start_thread, unattended
from pencilp.cli import memory
from pencilp.cli.output import LIMIT, line_of

GRACE, PRESSED = 0.42, 0.3
"""Seconds that a command has to end by itself when its time is up, and after a signal."""
GLANCE = 0.1
"""Seconds between two looks of the watcher."""
SOON = 0.02
"""Seconds between two looks while a signal waits for an answer."""

ROOM, TRIES = 1.0, 3
"""Seconds that a command has to give up what uses up its memory, and how often it is asked to."""
ASKS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a command to end."""
FULL = getattr(signal, "SIGURG", 0) if sys.platform == "linux" else 0
"""The signal, which nobody sends, by which the watcher asks the main thread to give memory back; 0: there is no limit."""
HEARD = (*ASKS, *([FULL] if FULL else []))
"""The signals that a command listens to."""

_began = 0.0
"""When the command began, in seconds of ``time.perf_counter()``; 0: it is no process of its own, and is not watched."""
_end = inf
"""When its time is up."""
_telling = False
"""Whether the command reports its results."""
_working = False
"""Whether a signal is a KeyboardInterrupt; otherwise nothing is to be tidied up, and it ends the process at once."""
_again = 0
"""The signal that came where no exception may come, or whose exception Python had to drop: the watcher sends it again."""
_raised = False
"""Whether a signal was raised as a KeyboardInterrupt."""
_last = threading.Lock()
"""The first to acquire it has the last word."""


def start() -> None:
    """From now on this process is a command."""
    global _began
    _began = time.perf_counter()
    watcher = _Watcher()
    start_thread(watcher.run)
    for number in ASKS:
        # as under nohup
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _asked)
    if FULL:
        signal.signal(FULL, _short_of_memory)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_is_copy)
    # what Python has to drop comes again
    sys.unraisablehook = SilencedHook(KeyboardInterrupt, lambda: _send_again(ASKS[0]))
    sys.unraisablehook = SilencedHook(MemoryError, _was_not_given_up)


class Listening:
    """Inside of it a signal is a KeyboardInterrupt; in a command it ends the process at once outside.

    So is any other error that follows a signal: an exception that comes anywhere may come out as another one.
    """

    def __enter__(self) -> None:
        global _working
        _working = True

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        global _working
        _working = False
        if _raised and isinstance(error, Exception) and not isinstance(error, MemoryError):
            raise KeyboardInterrupt from error


def _is_copy() -> None:
    """Make a copy of this process (a fork) no command: what asks it to end ends it."""
    signal.set_wakeup_fd(-1)
    for number in ASKS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    memory.unwatched()


def _asked(number: int, frame: Any) -> None:
    global _raised
    if not _working:
        stop("stopped")
    elif spared(frame):
        _send_again(number)
    else:
        _raised = True
        raise KeyboardInterrupt


def _send_again(number: int) -> None:
    global _again
    _again = number


def _short_of_memory(_: int = FULL, frame: Any = None) -> None:
    if _working and not (_telling or memory.done or memory.given_up or spared(frame)) and memory.used_up():
        memory.given_up = True
        raise MemoryError


def _was_not_given_up() -> None:
    memory.given_up = False


def on() -> bool:
    """Return whether this process is a command."""
    return _began > 0


def until(seconds: float | None, *, anew: bool = True) -> float | None:
    """Return the command ends after so many seconds from now on (None: whenever it does).

    Return how many are left.

    Not ``anew``: from when it began.
    """
    global _end
    now = time.perf_counter()
    start = now if anew or not on() else _began
    _end = inf if seconds is None else start + seconds + GRACE
    return None if seconds is None else max(0.0, start + seconds - now)


def telling() -> None:
    """Let the results be printed, however long that takes; Ctrl-C pressed a second time still ends it."""
    global _end, _telling
    _end, _telling = inf, True


class _Watcher:
    """The thread that watches the time, the memory and the signals of a command."""

    def __init__(self) -> None:
        self._pressed = -1
        """The descriptor to which the system writes every signal at once, whatever Python is doing; -1: none."""
        self._echoes = 0
        """How many of these are the watcher's own."""
        self._patience = inf
        """When a signal must have been answered."""
        self._signals = 0
        self._tries = 0
        """How often the command was asked to give memory back."""
        self._room = 0.0
        """When there must be memory again."""
        if os.name == "posix":
            self._pressed, handler = os.pipe()
            os.set_blocking(self._pressed, False)
            os.set_blocking(handler, False)
            signal.set_wakeup_fd(handler, warn_on_full_buffer=False)

    def run(self) -> None:
        """Watch until the process ends."""
        signals = [self._pressed] if self._pressed >= 0 else []
        while True:
            now = time.perf_counter()
            if now >= _end:
                stop("stopped: the time limit was reached")
                return  # it is ending anyway
            self._look_at_signals(now)
            self._look_at_memory(now)
            # the main thread may have moved the end into the past meanwhile
            pause = max(0.0, min(_end - now, GLANCE if self._patience == inf else SOON))
            if signals:
                select.select(signals, [], [], pause)
            else:
                time.sleep(pause)

    def _look_at_signals(self, now: float) -> None:
        """End the process when a signal finds no answer. A command that reports its results answers the second one."""
        global _again
        for number in self._read():
            if number in ASKS:
                if self._echoes:
                    self._echoes -= 1
                else:
                    self._signals += 1
                    self._patience = min(self._patience, now + PRESSED)
        if now >= self._patience:
            self._patience = inf
            if self._signals > 1 or not _telling:
                stop("stopped")
        if _again:
            number, _again = _again, 0
            if callable(signal.getsignal(number)):
                self._echoes += self._pressed >= 0
                interrupt_main(signal.Signals(number))

    def _read(self) -> bytes:
        """Return the signals that have come."""
        try:
            return os.read(self._pressed, 64) if self._pressed >= 0 else b""
        except BlockingIOError:
            return b""

    def _look_at_memory(self, now: float) -> None:
        """Ask the command to give memory back, and end the process if that does not help. A report needs little more."""
        if _telling or not memory.used_up():
            self._tries = 0
        elif not self._tries or now >= self._room:
            if not _working or self._tries > TRIES or (self._tries == TRIES and not memory.given_up):
                stop(memory.lifted())
            elif self._tries < TRIES:
                self._room = now + ROOM
                interrupt_main(signal.Signals(FULL))
            else:
                self._room = now + memory.TIDYING
            self._tries += 1


def stop(message: str) -> None:
    """End this process with a line on standard error, as stopped. Return if it is ending anyway, or is no command."""
    global _working
    _working = False
    if on() and _last.acquire(blocking=False):
        try:
            # not by ``print``, which this may have interrupted
            os.write(2, line_of(message).encode(errors="backslashreplace"))
            if (writing := sys.modules.get("pencilp.formats.writing")) is not None:
                writing.leave_none()
        finally:
            os._exit(LIMIT)


def leave(code: int) -> None:
    """End the process with the exit code ``code``, if it is a command: all is done and written.

    Nothing is tidied up before, as of small puzzles that would be a tenth of all the work, unless somebody asked to be called at
    the end, or a genre of a user's own was run: it may have files open. Not even then if calls of libraries were left to
    themselves.
    """
    if not on():
        return
    _last.acquire()
    own = sys.modules.get("pencilp.genres.own")
    if unattended() or not ("atexit" in sys.modules or (own is not None and own.was_run())):
        os._exit(code)
    for number in ASKS:
        # Python gives signals back to the system on its way out: there they would end it with another code
        signal.signal(number, signal.SIG_IGN)
    sys.exit(code)
