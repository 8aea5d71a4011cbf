"""Time limits for work in Python, wherever it is when its time is over.

One thread, the clock, serves all limits of a process. When the time of a ``TimeLimit`` is over, the clock raises
``TimeLimitReached`` in the working thread, at its next step of Python code, as Ctrl-C raises a KeyboardInterrupt in the
main thread. So the loops that read, state and draw need not check the time. An ``Alarm`` makes a call instead.

Some places are spared: imports, the module ``threading``, and the check whether a process has ended. An exception there
could come after Python takes a lock and before it returns the lock, and other threads would wait for the lock for ever.
The limit waits until the work has left such a place. (Between this check and the exception another thread may run for
some microseconds. In that time the work may still take such a lock.)

A call into a library cannot be interrupted. A call that may take long is an ``AbandonableCall``, in a thread of its
own: the caller can be interrupted, and then abandons the call. The call keeps running in the background; its result is
discarded.

Some systems, such as a browser's Python (Pyodide), have no threads. There an ``AbandonableCall`` runs in place, and the work
itself checks the time whenever it calls a function; or the browser interrupts it, if our page runs it
(``interrupt_by``).
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

POLL_SECONDS = 0.05
"""Seconds between two checks of a waiting thread."""
SPARED_POLL_SECONDS = 0.005
"""Seconds until the clock checks again whether the work has left a spared place."""
SPARED_MODULES = ("_frozen_importlib", "importlib._bootstrap", "threading")
"""The modules with such locks; the first two are names of one module."""
POLL_FUNCTION = "_internal_poll"
"""The function of the module ``subprocess`` with such a lock. Its other functions wait, and must be interrupted."""
RAISE_AGAIN_SECONDS = 0.5
"""Seconds until TimeLimitReached is raised again: Python drops exceptions in destructors and in the garbage
collector."""


class TimeLimitReached(BaseException):
    """The time of a ``TimeLimit`` is over. It is no ``Exception``, so ``except Exception`` does not stop it."""


class _Entry(Protocol):
    """An entry that the clock waits for."""

    ring: float
    """When it is due, in seconds of ``time.perf_counter()``; the clock keeps it until it is removed or ``inf``."""

    def due(self, now: float) -> None:
        """Act, and set ``ring`` to the time of the next action."""


class TimeLimit:
    """A limit of ``seconds`` from now on; None: no limit."""

    def __init__(self, seconds: float | None) -> None:
        self.end = inf if seconds is None else time.perf_counter() + seconds
        """When the time is over, in seconds of ``time.perf_counter()``."""
        self.ring = self.end
        """When TimeLimitReached is raised next."""
        self._thread = 0

    def left(self) -> float | None:
        """Return the seconds left, at least 0; None without a limit."""
        return None if self.end == inf else max(0.0, self.end - time.perf_counter())

    def run(self, work: Callable[[], T]) -> T:
        """Return the result of ``work``. Raise TimeLimitReached if the time is over before; never raise it later.

        Limits must not be nested.
        """
        if self.end == inf:
            return work()
        self._thread = threading.get_ident()
        try:
            try:
                if _can_raise() and _clock.add(self):
                    return work()
                return self._run_looking(work) if _interrupt_after is None else self._run_interrupted(work)
            finally:
                self._stop()
        except BaseException:
            self._stop()  # the limit or a Ctrl-C may have interrupted the first call
            raise

    def _stop(self) -> None:
        _clock.remove(self)
        if self.ring > self.end:
            _take_back()  # an exception that is on its way must not reach the code that follows

    def due(self, now: float) -> None:
        """Raise TimeLimitReached in the working thread, unless it is in a spared place."""
        # nothing may come between the check and the exception
        if is_spared(sys._current_frames().get(self._thread)):
            self.ring = now + SPARED_POLL_SECONDS
        else:
            _raise_in(self._thread, TimeLimitReached)
            self.ring = now + RAISE_AGAIN_SECONDS

    def _run_looking(self, work: Callable[[], T]) -> T:
        """Run ``work`` without the clock: it checks the time itself at every call and return of a function."""
        before, hook, end = sys.getprofile(), sys.unraisablehook, self.end

        def look(frame: Any, _event: str, _called: object) -> None:
            if time.perf_counter() >= end and not is_spared(frame):
                raise TimeLimitReached  # Python calls the profile function no more after this

        def look_again() -> None:
            nonlocal end
            end = time.perf_counter() + SPARED_POLL_SECONDS
            sys.setprofile(look)

        try:
            sys.unraisablehook = SilencedHook(TimeLimitReached, look_again)
            sys.setprofile(look)
            return work()
        finally:
            end = inf
            sys.setprofile(before)
            sys.unraisablehook = hook

    def _run_interrupted(self, work: Callable[[], T]) -> T:
        """Run ``work`` without the clock: something outside of Python interrupts it."""
        import signal  # only here

        assert _interrupt_after is not None

        def interrupt(_: int, frame: Any) -> None:
            if is_spared(frame):
                _interrupt_after(SPARED_POLL_SECONDS)
            else:
                _interrupt_after(RAISE_AGAIN_SECONDS)
                raise TimeLimitReached

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            _drop_in_silence()
            _interrupt_after(max(0.0, self.end - time.perf_counter()))
            return work()
        finally:
            _interrupt_after(inf)
            signal.signal(signal.SIGINT, before)


_interrupt_after: Callable[[float], object] | None = None


def interrupt_by(interrupt: Callable[[float], object]) -> None:
    """Use ``interrupt`` for all limits from now on: called with seconds, it sends SIGINT after them (``inf``: never)."""
    global _interrupt_after
    _interrupt_after = interrupt


class Alarm:
    """A call, which must be short, that the clock makes after ``seconds`` unless the ``with`` ends before.

    ``rang``: the call was made. It is final after the ``with``.
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

    It sleeps until the first time known when it fell asleep, and ends when there are no more entries. So work that
    follows other work quickly neither starts nor wakes it. (With a thread per limit, threads that have not begun would
    get exceptions meant for others; see ``AbandonableCall``.)
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        """Held while the fields below are changed. It is reentrant, because a destructor may run meanwhile and need
        it."""
        self.entries: set[_Entry] = set()
        self._wakes = inf
        """When it wakes; ``inf``: there is no thread."""
        self._alarm = threading.Lock()
        """Released to wake it earlier."""
        self._alarm.acquire()

    def add(self, entry: _Entry) -> bool:
        """Add an entry. Return False if no thread can be started to wait for it."""
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
        """Remove an entry."""
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
                    self._wakes = inf  # for instance no memory: the next limit starts a new thread
                    raise
            self._alarm.acquire(timeout=min(max(self._wakes - now, 0.0), threading.TIMEOUT_MAX))


def is_spared(frame: Any) -> bool:
    """Return whether code, inside the work of its limit, is in a place that exceptions from outside must spare."""
    while frame is not None and frame.f_code not in _WORK:
        name = frame.f_globals.get("__name__")
        if name in SPARED_MODULES or (name == "subprocess" and frame.f_code.co_name == POLL_FUNCTION):
            return True
        frame = frame.f_back
    return False


_WORK = TimeLimit.run.__code__, TimeLimit._run_looking.__code__
_clock = _Clock()
if hasattr(os, "register_at_fork"):
    # a child process has none of its parent's other threads
    os.register_at_fork(after_in_child=_clock.__init__)  # type: ignore[misc]


def _can_raise() -> bool:
    """Return whether one thread can raise an exception in another: a subinterpreter may lack ``ctypes``."""
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
    """Make sure that an exception that is on its way to this thread is not raised later.

    It is raised again and caught. Before 3.13 Python can also cancel it, but then checks for it at each step: the code
    that follows is slower, and makes no progress under a debugger or coverage.
    """
    interrupted: BaseException | None = None
    try:
        while True:
            try:
                while True:
                    # before Python 3.12 a thread that we started, and that has not begun, may get it in our place
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
    """A ``sys.unraisablehook`` for errors of a ``kind`` that Python has to drop, for instance in a destructor.

    It calls ``heard`` and prints nothing. Other errors go to the hook before it.
    """

    def __init__(self, kind: type[BaseException], heard: Callable[[], object]) -> None:
        self.kind, self._heard, self._before = kind, heard, sys.unraisablehook

    def __call__(self, forgotten: Any) -> None:
        if forgotten.exc_type is self.kind:
            self._heard()
        else:
            self._before(forgotten)


def _drop_in_silence() -> None:
    """Silence Python about TimeLimitReached that it has to drop: the clock raises it again."""
    if getattr(sys.unraisablehook, "kind", None) is not TimeLimitReached:
        sys.unraisablehook = SilencedHook(TimeLimitReached, lambda: None)


def start_thread(call: Callable[..., object], *arguments: object) -> bool:
    """Run ``call(*arguments)`` in a thread that is never joined. Return False if the system cannot start one."""
    try:
        # ``threading.Thread`` waits until its thread has begun, which a limit or a signal may interrupt
        start_new_thread(call, arguments)
    except RuntimeError:
        return False
    return True


class AbandonableCall(Generic[T]):
    """A call in a thread of its own, or in place if the system cannot start one.

    If the call was abandoned, ``otherwise`` is called in its thread with the result. Raise MemoryError if the thread
    ends before its first step, for lack of memory.
    """

    def __init__(self, call: Callable[[], T], otherwise: Callable[[T], object] = lambda _: None) -> None:
        self._call, self._otherwise = call, otherwise
        self._result: T
        self._error: BaseException | None = None
        self._done = False
        self._running = threading.Lock()
        self._running.acquire()
        self._decided = threading.Lock()
        """Decides who handles the result: the finished call or the abandoning caller, whoever acquires it first."""
        self._begun = threading.Lock()
        self._begun.acquire()
        started = False
        life = threading.Lock()
        """An object that lives as long as the new thread."""
        lives = ref(life)
        try:
            # before Python 3.12 a new thread has our number until it begins, and would get our TimeLimitReached
            with _clock.lock:
                started = start_thread(self._make, life)
                del life
                while started and not self._begun.acquire(timeout=POLL_SECONDS):
                    # on a busy machine a thread may be late; one that is gone without having begun never will begin
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
        """Return the result of the call or raise its error. Raise TimeLimitReached if it has not ended by ``until``.

        If anything else ends the wait, the call is abandoned, too.
        """
        try:
            while not self._running.acquire(timeout=min(POLL_SECONDS, max(0.0, until - time.perf_counter()))):
                if time.perf_counter() >= until:
                    raise TimeLimitReached
        except BaseException:
            self.abandon()
            raise
        if self._error is not None:
            raise self._error
        return self._result

    def abandon(self) -> None:
        """Let the call run in the background, and discard its result."""
        _abandoned.add(self)
        if not self._decided.acquire(blocking=False):
            _abandoned.discard(self)
            # it has ended, or ends just now; an interrupted caller may have acquired ``_running`` already
            while not self._done:
                time.sleep(0.001)
            if self._error is None:
                self._otherwise(self._result)


_abandoned: set[AbandonableCall[Any]] = set()


@cache
def has_threads() -> bool:
    """Return whether this system has threads."""
    return AbandonableCall(threading.get_ident).result() != threading.get_ident()


def has_abandoned_calls() -> bool:
    """Return whether abandoned calls still run: the process should then end without cleaning up around them."""
    return bool(_abandoned)
