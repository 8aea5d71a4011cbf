"""Time limits: work ends when its time is up, wherever it is.

One thread, the clock, serves all limits of a process. When the time of a ``TimeLimit`` is up, the clock raises
``TimeLimitReached`` in the thread that works, as Ctrl-C raises a KeyboardInterrupt in the main thread: at its next step of
Python code. So the loops that read, state and draw need no look at a clock. An ``Alarm`` makes a call instead.

Some places are spared: an import, the module ``threading``, and the look whether a process has ended. An exception
there could come between the moment Python takes a lock and the place that gives it back, and who needs that lock would
wait for ever. The limit waits until the work has left such a place. (Between the look and the exception another thread
may run for some microseconds. In that time the work may still take such a lock.)

A call into a library cannot be interrupted. One that may take long is an ``AbandonableCall``, in a thread of its own: the caller
can be interrupted, and then abandons the call. The call keeps running in the background; its result is discarded.

Some systems have no threads, such as a browser's Python (Pyodide). There the work itself looks at the time whenever it calls
a function, and a call that should run apart runs in place.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from _thread import start_new_thread
from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any, Generic, Protocol, TypeVar
from weakref import ref

T = TypeVar("T")

GLANCE = 0.05
"""Seconds between two looks of a wait whether it is to end."""
SOON = 0.005
"""Seconds until the clock looks again whether the work has left a place that is spared."""
SPARED = ("_frozen_importlib", "importlib._bootstrap", "threading")
"""The modules with such locks; the first two are names of one."""
POLL = "_internal_poll"
"""The function of the module ``subprocess`` with such a lock. Others there wait, and must be interrupted."""
AGAIN = 0.5
"""Seconds until TimeLimitReached is raised again: Python drops an exception in a destructor or in the garbage collector."""


class TimeLimitReached(BaseException):
    """The time of a ``TimeLimit`` is up. It is not a fault, so ``except Exception`` does not stop it."""


class _Entry(Protocol):
    """Something that the clock waits for."""

    ring: float
    """When it is due, in seconds of ``time.perf_counter()``; the clock has it until it is removed or ``inf``."""

    def due(self, now: float) -> None:
        """Do what is to be done, and set ``ring`` to when it is due next."""


class TimeLimit:
    """A limit of some seconds from now on; None: no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.end = inf if seconds is None else time.perf_counter() + seconds
        """When the time is up, in seconds of ``time.perf_counter()``."""
        self.ring = self.end
        """When TimeLimitReached is raised next."""
        self._thread = 0

    def left(self) -> float | None:
        """Return the seconds that are left, 0 when the time is up; None without a limit."""
        return None if self.end == inf else max(0.0, self.end - time.perf_counter())

    def run(self, work: Callable[[], T]) -> T:
        """Return what ``work`` returns. Raise TimeLimitReached when the time is up before; nothing is raised after that.

        Do not call it inside the work of another limit.
        """
        if self.end == inf:
            return work()
        self._thread = threading.get_ident()
        try:
            try:
                return work() if _can_raise() and _clock.add(self) else self._run_looking(work)
            finally:
                self._stop()
        except BaseException:
            self._stop()  # the limit or a Ctrl-C may have come on the way out
            raise

    def _stop(self) -> None:
        _clock.remove(self)
        if self.ring > self.end:
            _take_back()  # what was to be raised this very moment must not reach the code that comes after

    def due(self, now: float) -> None:
        """Raise TimeLimitReached in the thread that works, unless it is in a place that is spared."""
        # nothing may come between the look and the exception
        if spared(sys._current_frames().get(self._thread)):
            self.ring = now + SOON
        else:
            _raise_in(self._thread, TimeLimitReached)
            self.ring = now + AGAIN

    def _run_looking(self, work: Callable[[], T]) -> T:
        """Run ``work`` without the clock: it looks at the time itself whenever it calls a function or is one that is called."""
        before, hook, end = sys.getprofile(), sys.unraisablehook, self.end

        def look(frame: Any, _event: str, _called: object) -> None:
            if time.perf_counter() >= end and not spared(frame):
                raise TimeLimitReached  # Python looks no more after this

        def look_again() -> None:
            nonlocal end
            end = time.perf_counter() + SOON
            sys.setprofile(look)

        try:
            sys.unraisablehook = SilencedHook(TimeLimitReached, look_again)
            sys.setprofile(look)
            return work()
        finally:
            end = inf
            sys.setprofile(before)
            sys.unraisablehook = hook


class Alarm:
    """A call that the clock makes after some seconds, unless the ``with`` ends before. It must be short.

    ``rang``: whether the call was made. After the ``with`` that changes no more.
    """

    def __init__(self, seconds: float, call: Callable[[], object]) -> None:
        self.ring = time.perf_counter() + seconds
        self.rang = False
        self._call = call

    def due(self, now: float) -> None:
        """Make the call."""
        self.ring, self.rang = inf, True
        self._call()

    def __enter__(self) -> Alarm:
        _clock.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        _clock.remove(self)


class _Clock:
    """The thread that serves all limits.

    It sleeps until the first moment that it knew of when it lay down, and ends when nothing is left to wait for. So work that
    follows other work quickly neither starts nor wakes it. (With a thread for each limit, threads that have not begun would get
    exceptions meant for others; see ``AbandonableCall``.)
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held while the following are changed. A destructor may run meanwhile and need it, too."""
        self.entries: set[_Entry] = set()
        self._wakes = inf
        """When it wakes; ``inf``: there is no thread."""
        self._alarm = threading.Lock()
        """Released to wake it earlier."""
        self._alarm.acquire()

    def add(self, entry: _Entry) -> bool:
        """Wait for one more. Return False when no thread can be started, so that nobody waits for it."""
        with self.lock:
            if entry.ring < self._wakes:
                if self._wakes == inf:
                    if not start_thread(self._tick):
                        return False
                elif self._alarm.locked():
                    self._alarm.release()
                self._wakes = entry.ring
            self.entries.add(entry)
        return True

    def remove(self, entry: _Entry) -> None:
        """Wait for it no longer."""
        with self.lock:
            self.entries.discard(entry)

    def _tick(self) -> None:
        while True:
            with self.lock:
                try:
                    now = time.perf_counter()
                    for entry in [entry for entry in self.entries if entry.ring <= now]:
                        _drop_in_silence()
                        entry.due(now)
                    self._wakes = min((entry.ring for entry in self.entries), default=inf)
                    if self._wakes == inf:
                        return
                except BaseException:
                    self._wakes = inf  # such as no memory: the next limit has a new thread
                    raise
            self._alarm.acquire(timeout=min(max(self._wakes - now, 0.0), threading.TIMEOUT_MAX))


def spared(frame: Any) -> bool:
    """Return whether code, within the work of its limit, is in a place where no exception may come from outside."""
    while frame is not None and frame.f_code not in _WORK:
        name = frame.f_globals.get("__name__")
        if name in SPARED or (name == "subprocess" and frame.f_code.co_name == POLL):
            return True
        frame = frame.f_back
    return False


_WORK = TimeLimit.run.__code__, TimeLimit._run_looking.__code__
_clock = _Clock()
if hasattr(os, "register_at_fork"):
    # a child process has none of its parent's other threads
    os.register_at_fork(after_in_child=_clock.__init__)  # type: ignore[misc]


def _can_raise() -> bool:
    """Return whether an exception can be raised in another thread: a subinterpreter may be without ``ctypes``."""
    try:
        import ctypes  # noqa: F401
    except ImportError:
        return False
    return True


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise ``error`` at the next step of a thread."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _take_back() -> None:
    """Make sure that nothing that was to be raised in this thread is raised later.

    It is raised once more, and caught. Before 3.13 Python can be made to forget it, but goes on looking for it at each of its
    steps: all that follows is slower, and under a debugger or coverage never gets on.
    """
    interrupted: BaseException | None = None
    try:
        while True:
            try:
                while True:
                    # before Python 3.12 a thread that we have started, and that has not begun, may get it in our place
                    _raise_in(threading.get_ident(), TimeLimitReached)
                    for _ in range(100):
                        pass
            except TimeLimitReached:
                raise
            except BaseException as error:
                interrupted = error  # a Ctrl-C came first
    except TimeLimitReached:
        pass
    if interrupted is not None:
        raise interrupted


class SilencedHook:
    """A ``sys.unraisablehook`` for errors of a ``kind`` that Python has to drop, such as one in a destructor.

    It prints nothing about them, and calls ``heard``. All else is left to the hook before.
    """

    def __init__(self, kind: type[BaseException], heard: Callable[[], object]) -> None:
        self.kind, self._heard, self._before = kind, heard, sys.unraisablehook

    def __call__(self, forgotten: Any) -> None:
        if forgotten.exc_type is self.kind:
            self._heard()
        else:
            self._before(forgotten)


def _drop_in_silence() -> None:
    """From now on Python does not complain about an TimeLimitReached that it has to drop: it is raised again."""
    if getattr(sys.unraisablehook, "kind", None) is not TimeLimitReached:
        sys.unraisablehook = SilencedHook(TimeLimitReached, lambda: None)


def start_thread(call: Callable[..., object], *arguments: object) -> bool:
    """Make ``call(*arguments)`` in a thread that nobody waits for. Return False when the system cannot start one."""
    try:
        # ``threading.Thread`` waits until its thread has begun: a limit or a signal may interrupt that
        start_new_thread(call, arguments)
    except RuntimeError:
        return False
    return True


class AbandonableCall(Generic[T]):
    """A call in a thread of its own, or in place if the system starts none.

    ``otherwise`` is called there with its result if the call was abandoned meanwhile. Raise MemoryError when the thread ends
    before its first step: it had no memory.
    """

    def __init__(self, call: Callable[[], T], otherwise: Callable[[T], object] = lambda _: None) -> None:
        self._call, self._otherwise = call, otherwise
        self._result: T
        self._error: BaseException | None = None
        self._done = False
        self._running = threading.Lock()
        self._running.acquire()
        self._decided = threading.Lock()
        """The finished call or the caller who abandons it: the first to acquire it decides."""
        self._begun = threading.Lock()
        self._begun.acquire()
        started = False
        life = threading.Lock()
        """The new thread has it from its start to its end."""
        lives = ref(life)
        try:
            # until it has begun the new thread has our number, and would get our TimeLimitReached (CPython before 3.12)
            with _clock.lock:
                started = start_thread(self._make, life)
                del life
                while started and not self._begun.acquire(timeout=GLANCE):
                    # on a busy machine a thread is late: only one that is gone and has not begun never will begin
                    if lives() is None:
                        if self._begun.acquire(blocking=False):
                            break
                        started = False
                        raise MemoryError
        except BaseException:
            if started:
                self.abandon()
            raise
        if not started:
            self._make(None)

    def _make(self, _life: object) -> None:
        self._begun.release()
        try:
            self._result = self._call()
        except BaseException as error:
            self._error = error
        if not self._decided.acquire(blocking=False):
            if self._error is None:
                self._otherwise(self._result)
                del self._result
            _abandoned.discard(self)
        del self._call
        self._done = True
        self._running.release()

    def result(self, until: float = inf) -> T:
        """Return what the call returns. Raise what it raises, and TimeLimitReached when it has not returned ``until`` then.

        If anything else ends the wait, the call is abandoned as well.
        """
        try:
            while not self._running.acquire(timeout=min(GLANCE, max(0.0, until - time.perf_counter()))):
                if time.perf_counter() >= until:
                    raise TimeLimitReached
        except BaseException:
            self.abandon()
            raise
        if self._error is not None:
            raise self._error
        return self._result

    def abandon(self) -> None:
        """Leave the call to itself."""
        _abandoned.add(self)
        if not self._decided.acquire(blocking=False):
            _abandoned.discard(self)
            # it returns this very moment, or has returned; who was interrupted may have acquired ``_running`` already
            while not self._done:
                time.sleep(0.001)
            if self._error is None:
                self._otherwise(self._result)


_abandoned: set[AbandonableCall[Any]] = set()


@cache
def has_threads() -> bool:
    """Return whether this system has threads at all."""
    return AbandonableCall(threading.get_ident).result() != threading.get_ident()


def unattended() -> bool:
    """Return whether abandoned calls still run: the process should then end without tidying up around them."""
    return bool(_abandoned)
