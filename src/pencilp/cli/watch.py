"""The last resort of a command: it ends when its time is up, its memory is used up, or Ctrl-C was pressed, whatever it is at.

What else asks a process to end, SIGTERM and the SIGHUP of a terminal that is closed, is a Ctrl-C here.

Work in Python is ended by an exception, and calls of libraries that may not return are made apart (``pencilp.limits``). Where
neither helps, threads that only watch end the process: they say so in one line, and what was printed so far stays. Processes
and folders of ours go with it (``pencilp.solvers.processes``).
"""

from __future__ import annotations

# what lies behind ``signal``, whose names for its numbers take longer to make than all else here
import _signal as signal  # type: ignore[import-not-found]
import _thread
import os
import sys
import time
from math import inf

from pencilp.cli import memory
from pencilp.cli.output import LIMIT, complain
from pencilp.limits import Forgotten, start_thread, unattended

GRACE, PRESSED = 0.42, 0.3
"""So many seconds a command has to end by itself when its time is up, and when Ctrl-C was pressed."""
GLANCE = 0.1
"""So often, in seconds, it is looked whether it is to end."""
SOON = 0.02
"""So many seconds later a Ctrl-C that was lost is pressed again."""

ROOM, TRIES = 1.0, 3
"""So many seconds a command has to hear that it has to give up what uses up its memory, and so often it is told so."""
ASKS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a command to end."""
FULL = getattr(signal, "SIGURG", 0) if sys.platform == "linux" else 0
"""The signal, which nobody sends, by which the main thread hears that there is little memory left; 0: there is no limit."""
HEARD = (*ASKS, *([FULL] if FULL else []))
"""The signals that a command listens to."""

_began = 0.0
"""When the command began, as ``time.perf_counter()`` tells it; 0: it is no process of its own, and is not watched."""
_end = inf
"""When its time is up."""
_telling = False
"""Whether what was found is being told."""
_working = False
"""Whether Ctrl-C is a KeyboardInterrupt; otherwise there is nothing to tidy up, and it ends the process at once."""
_last = _thread.allocate_lock()
"""Whoever acquires it has the last word."""


def start() -> None:
    """From now on this process is a command."""
    global _began
    _began = time.perf_counter()
    start_thread(_look_around)
    if os.name == "posix":
        # the system's own handler of a signal writes it there at once, whatever Python is at
        pressed, handler = os.pipe()
        os.set_blocking(handler, False)
        signal.set_wakeup_fd(handler, warn_on_full_buffer=False)
        start_thread(lambda: _wait_for_ctrl_c(pressed))
    for number in ASKS:
        # as under nohup
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _pressed)
    if FULL:
        signal.signal(FULL, _short_of_memory)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_is_copy)
    # a Ctrl-C that Python has to forget is none, and is pressed again; so it is with memory that runs out
    sys.unraisablehook = Forgotten(KeyboardInterrupt, lambda: start_thread(_press_again))
    sys.unraisablehook = Forgotten(MemoryError, _was_not_given_up)


def _press_again() -> None:
    time.sleep(SOON)
    _thread.interrupt_main()


class Listening:
    """Inside of it Ctrl-C is a KeyboardInterrupt; where this process is a command, it is none outside."""

    def __enter__(self) -> None:
        global _working
        _working = True

    def __exit__(self, *_: object) -> None:
        global _working
        _working = False


def _is_copy() -> None:
    """A copy of this process (a fork) is no command: what asks it to end ends it."""
    signal.set_wakeup_fd(-1)
    let_end()
    memory.unwatched()


def let_end() -> None:
    """Who asks again ends the process at once: Python need not complain that its end was disturbed."""
    for number in ASKS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)


def _pressed(*_: object) -> None:
    if _working:
        raise KeyboardInterrupt
    _stop("stopped")


def _short_of_memory(*_: object) -> None:
    if _working and not _telling and not memory.done and not memory.given_up and memory.used_up():
        memory.given_up = True
        raise MemoryError


def _was_not_given_up() -> None:
    memory.given_up = False


def on() -> bool:
    """Whether this process is a command."""
    return _began > 0


def until(seconds: float | None, *, anew: bool = True) -> float | None:
    """The command ends after so many seconds from now on (None: whenever it does). Returns how many are left.

    Not ``anew``: from when it began.
    """
    global _end
    now = time.perf_counter()
    start = now if anew or not on() else _began
    _end = inf if seconds is None else start + seconds + GRACE
    return None if seconds is None else max(0.0, start + seconds - now)


def telling() -> None:
    """What was found is told from now on, however long that takes; Ctrl-C pressed a second time still ends it."""
    global _end, _telling
    _end, _telling = inf, True


def _wait_for_ctrl_c(pressed: int) -> None:
    for first in (True, False):
        while os.read(pressed, 1)[0] not in ASKS:
            continue
        time.sleep(PRESSED)
        if not (first and _telling):
            _stop("stopped")


def _look_around() -> None:
    while (left := _end - time.perf_counter()) > 0:
        # what is told needs little more
        if memory.used_up() and not _telling and not _made_room():
            _stop(memory.lifted())
        time.sleep(min(left, GLANCE))
    _stop("stopped: the time limit was reached")


def _made_room() -> bool:
    """Whether there is memory again, as the command was told to give up what it is at."""
    for _ in range(TRIES):
        if not _working:
            return False
        _thread.interrupt_main(FULL)  # type: ignore[arg-type]
        if _there_is_room(ROOM):
            return True
    return memory.given_up and _there_is_room(memory.TIDYING)


def _there_is_room(seconds: float) -> bool:
    """Whether there is memory again within so many seconds."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        time.sleep(GLANCE)
        if _telling or not memory.used_up():
            return True
    return False


def _stop(message: str) -> None:
    if _last.acquire(blocking=False):
        complain(message)
        if (writing := sys.modules.get("pencilp.formats.writing")) is not None:
            writing.leave_none()
        os._exit(LIMIT)


def leave(code: int, *, at_once: bool = False) -> None:
    """All is done and written, and the exit code is ``code``: if this process is a command, it ends here.

    Nothing is tidied up before, as of small puzzles that would be a tenth of all the work, unless somebody asked to be called at
    the end, or a genre of a user's own was run: it may have files open. Not even then ``at_once``, or where calls of libraries
    were left to themselves.
    """
    if not on():
        return
    _last.acquire()
    own = sys.modules.get("pencilp.genres.own")
    if at_once or unattended() or not ("atexit" in sys.modules or (own is not None and own.was_run())):
        os._exit(code)
    sys.exit(code)
