"""Limits of time: work that ends when its time is up, wherever it is at.

A limit is a Ctrl-C pressed by a clock. What a ``TimeLimit`` runs gets an ``OutOfTime`` when the time is up, as the main thread
gets a KeyboardInterrupt by Ctrl-C: at the next step of Python code, whatever that code does. So what reads, states and
draws needs no look at a clock in any of its many loops, and takes no longer.

Two places are spared. Within an import, or in the module ``threading``, an exception could come between a lock of Python's
and the ``with`` that gives it back, and other threads would wait for that lock for ever. There the limit waits until that is
done, which is soon. (Between the look at where a thread is and the exception another thread may run for a moment: some
microseconds in which the limit may still meet a lock.)

A call into a library cannot be ended so. One that may take long is made ``Apart``, in a thread of its own: who waits for it
can be interrupted, and then the call is abandoned. It goes on until it returns, and nobody hears of it.
"""

from __future__ import annotations

import _thread
import os
import sys
import time
from _weakref import ref  # what weakref, which takes longer to load, has it from
from collections.abc import Callable
from math import inf

from pencilp.typed import Any, Generic, TypeVar

T = TypeVar("T")

GLANCE = 0.05
"""So often, in seconds, a wait looks whether it is to end."""
SOON = 0.005
"""So many seconds later it is looked again whether a thread has left a place that is spared."""
SPARED = ("_frozen_importlib", "importlib._bootstrap", "threading")
"""The modules with such locks; the first two are names of one."""
AGAIN = 0.5
"""So many seconds later OutOfTime is raised again: Python forgets what is raised where an object goes or garbage is found."""


class OutOfTime(BaseException):
    """The time of a ``TimeLimit`` is up. It is no fault, so ``except Exception`` does not stop it."""


class TimeLimit:
    """So many seconds from now on; None: without end."""

    def __init__(self, seconds: float | None) -> None:
        self.end = inf if seconds is None else time.perf_counter() + seconds
        """When the time is up, as ``time.perf_counter()`` tells it."""
        self.ring = self.end
        """When OutOfTime is raised next."""
        self.thread = 0
        """Where."""

    def left(self) -> float | None:
        """The seconds that are left, 0 when the time is up; None without end."""
        return None if self.end == inf else max(0.0, self.end - time.perf_counter())

    def run(self, work: Callable[[], T]) -> T:
        """What ``work`` returns. Raises OutOfTime when it does not return in time; after that nothing more is raised.

        Not to be called inside of the work of another limit.
        """
        if self.end == inf:
            return work()
        try:
            try:
                _clock.add(self)
                return work()
            finally:
                _clock.remove(self)
        except BaseException:
            _clock.remove(self)  # this, or a Ctrl-C, may have come on the way out
            raise


class _Clock:
    """The thread that raises OutOfTime in the others.

    It sleeps until the first end that it knew of when it lay down, and goes when nothing is left to wait for. So work that
    follows other work quickly neither starts it nor wakes it.
    """

    def __init__(self) -> None:
        self.lock = _thread.allocate_lock()
        """Held while the following are changed."""
        self._running: set[TimeLimit] = set()
        self._wakes = inf
        """When it wakes; ``inf``: there is no thread."""
        self._alarm = _thread.allocate_lock()
        """Released to wake it before."""
        self._alarm.acquire()

    def add(self, limit: TimeLimit) -> None:
        limit.thread = _thread.get_ident()
        with self.lock:
            self._running.add(limit)
            if limit.ring < self._wakes:
                if self._wakes == inf:
                    start_thread(self._tick)
                elif self._alarm.locked():
                    self._alarm.release()
                self._wakes = limit.ring

    def remove(self, limit: TimeLimit) -> None:
        with self.lock:
            self._running.discard(limit)
        if limit.ring > limit.end:
            _take_back()  # what was to be raised this very moment is not for who comes after

    def _tick(self) -> None:
        while True:
            with self.lock:
                try:
                    now = self._ring()
                    self._wakes = min((limit.ring for limit in self._running), default=inf)
                    if not self._running:
                        return
                except BaseException:
                    self._wakes = inf  # such as no memory: the next limit has a new thread
                    raise
            self._alarm.acquire(timeout=min(max(self._wakes - now, 0.0), _thread.TIMEOUT_MAX))

    def _ring(self) -> float:
        """Raise OutOfTime where the time is up; returns when that was looked at."""
        now = time.perf_counter()
        due = [limit for limit in self._running if limit.ring <= now]
        if due:
            _forget_in_silence()
        for limit in due:
            # nothing may come between the look and the exception
            if _spared(limit.thread):
                limit.ring = now + SOON
            else:
                _raise_in(limit.thread, OutOfTime)
                limit.ring = now + AGAIN
        return now


def _spared(thread: int) -> bool:
    """Whether a thread is in code with locks, within the work of its limit."""
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_code is not _WORK:
        if frame.f_globals.get("__name__") in SPARED:
            return True
        frame = frame.f_back
    return False


_WORK = TimeLimit.run.__code__
_clock = _Clock()
if hasattr(os, "register_at_fork"):
    # a child process has none of its parent's other threads
    os.register_at_fork(after_in_child=_clock.__init__)  # type: ignore[misc]


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise ``error`` at the next step of a thread."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _take_back() -> None:
    """Nothing that was to be raised in this thread is raised after this.

    It is raised once more, and caught. Before 3.13 Python can be told to forget it, but goes on looking for it at each of its
    steps: all that follows is slower, and under a debugger or coverage never gets on.
    """
    interrupted: BaseException | None = None
    try:
        while True:
            try:
                _raise_in(_thread.get_ident(), OutOfTime)
                while True:
                    pass
            except OutOfTime:
                raise
            except BaseException as error:
                interrupted = error  # a Ctrl-C came first
    except OutOfTime:
        pass
    if interrupted is not None:
        raise interrupted


class Forgotten:
    """A ``sys.unraisablehook`` for errors of a ``kind`` that Python has to forget, such as one in a destructor.

    It says nothing of them, and calls ``heard``. All else is left to the hook before.
    """

    def __init__(self, kind: type[BaseException], heard: Callable[[], object]) -> None:
        self.kind, self._heard, self._before = kind, heard, sys.unraisablehook

    def __call__(self, forgotten: Any) -> None:
        if forgotten.exc_type is self.kind:
            self._heard()
        else:
            self._before(forgotten)


def _forget_in_silence() -> None:
    """From now on Python does not complain of an OutOfTime that it has to forget: it is raised again."""
    if getattr(sys.unraisablehook, "kind", None) is not OutOfTime:
        sys.unraisablehook = Forgotten(OutOfTime, lambda: None)


def start_thread(call: Callable[..., object], *arguments: object) -> None:
    """Make ``call(*arguments)`` in a thread that nobody waits for. Raises MemoryError when there is no room for one."""
    try:
        _thread.start_new_thread(call, arguments)
    except RuntimeError:
        raise MemoryError from None


class Apart(Generic[T]):
    """A call in a thread of its own. ``otherwise`` is called there with its result if it was abandoned meanwhile."""

    def __init__(self, call: Callable[[], T], otherwise: Callable[[T], object] = lambda _: None) -> None:
        self._call, self._otherwise = call, otherwise
        self._result: T
        self._error: BaseException | None = None
        self._done = False
        self._running = _thread.allocate_lock()
        self._running.acquire()
        self._decided = _thread.allocate_lock()
        """Whoever acquires it first, the call that returns or who abandons it, has it his way."""
        self._begun = _thread.allocate_lock()
        self._begun.acquire()
        # until it has begun the new thread has our number, and would get an OutOfTime in our place (CPython before 3.12)
        with _clock.lock:
            life = _thread.allocate_lock()
            lives = ref(life)
            start_thread(self._make, life)
            del life
            while not self._begun.acquire(timeout=GLANCE):
                # without any memory a thread goes before its first step, and all that it was given goes with it
                if lives() is None and not self._begun.acquire(blocking=False):
                    raise MemoryError

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
        """What the call returns. Raises what it raises, and OutOfTime when it has not returned ``until`` then.

        By whatever the wait is ended, the call is abandoned.
        """
        try:
            while not self._running.acquire(timeout=min(GLANCE, max(0.0, until - time.perf_counter()))):
                if time.perf_counter() >= until:
                    raise OutOfTime
        except BaseException:
            self.abandon()
            raise
        if self._error is not None:
            raise self._error
        return self._result

    def abandon(self) -> None:
        """Nobody waits for it any more."""
        _abandoned.add(self)
        if not self._decided.acquire(blocking=False):
            _abandoned.discard(self)
            # it returns this very moment, or has returned; who was interrupted may have acquired ``_running`` already
            while not self._done:
                time.sleep(0.001)
            if self._error is None:
                self._otherwise(self._result)


_abandoned: set[Apart[Any]] = set()


def unattended() -> bool:
    """Whether abandoned calls have not returned yet: the process should end without tidying up around them."""
    return bool(_abandoned)
