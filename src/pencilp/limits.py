"""Limits of time: work that ends when its time is up, wherever it is at.

A limit is a Ctrl-C pressed by a clock. In ``with within(seconds)`` the thread gets an ``OutOfTime`` when the time is up, as the
main thread gets a KeyboardInterrupt by Ctrl-C: at the next step of Python code, whatever that code does. So what reads,
states and draws needs no look at a clock in any of its many loops, and takes no longer.

A call into a library cannot be ended so. One that may take long is made ``Apart``, in a thread of its own: who waits for it
can be interrupted, and then the call is abandoned. It goes on until it returns, and nobody hears of it.
"""

from __future__ import annotations

import _thread
import os
import time
from collections.abc import Callable
from math import inf
from typing import Generic, TypeVar

T = TypeVar("T")

GLANCE = 0.05
"""So often, in seconds, a wait looks whether it is to end."""


class OutOfTime(BaseException):
    """The time of a ``within`` is up. It is no fault, so ``except Exception`` does not stop it."""


class within:
    """``with within(seconds) as clock:`` raises OutOfTime in the block after so many seconds (None: never).

    It is to be caught right outside the block; after the block it is not raised. Blocks do not lie in each other.
    """

    def __init__(self, seconds: float | None) -> None:
        self.end = inf if seconds is None else time.perf_counter() + seconds
        """When the time is up, as ``time.perf_counter()`` tells it."""
        self.thread = _thread.get_ident()

    def __enter__(self) -> within:
        if self.end < inf:
            _clock.add(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self.end < inf:
            _clock.remove(self)

    def left(self) -> float | None:
        """The seconds that are left, 0 when the time is up; None where there is no limit."""
        return None if self.end == inf else max(0.0, self.end - time.perf_counter())


class _Clock:
    """The thread that raises OutOfTime in the others.

    It sleeps until the first end that it knew of when it lay down, and goes when nothing is left to wait for. So blocks
    that follow each other quickly neither start it nor wake it.
    """

    def __init__(self) -> None:
        self._lock = _thread.allocate_lock()
        """Held while the following are changed."""
        self._open: set[within] = set()
        self._wakes = inf
        """When it wakes; ``inf``: there is no thread."""
        self._alarm = _thread.allocate_lock()
        """Released to wake it before."""
        self._alarm.acquire()

    def add(self, block: within) -> None:
        with self._lock:
            self._open.add(block)
            if block.end < self._wakes:
                if self._wakes == inf:
                    start_thread(self._tick)
                elif self._alarm.locked():
                    self._alarm.release()
                self._wakes = block.end

    def remove(self, block: within) -> None:
        with self._lock:
            if block in self._open:
                self._open.remove(block)
            else:
                _raise_in(block.thread, None)  # what was to be raised this very moment is not for who comes after

    def _tick(self) -> None:
        while True:
            with self._lock:
                now = time.perf_counter()
                for block in [block for block in self._open if block.end <= now]:
                    self._open.remove(block)
                    _raise_in(block.thread, OutOfTime)
                self._wakes = min((block.end for block in self._open), default=inf)
                if not self._open:
                    return
            self._alarm.acquire(timeout=min(max(self._wakes - now, 0.0), _thread.TIMEOUT_MAX))


_clock = _Clock()
if hasattr(os, "register_at_fork"):
    # a child process has none of its parent's other threads
    os.register_at_fork(after_in_child=_clock.__init__)  # type: ignore[misc]


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise ``error`` at the next step of a thread; None: forget what was to be raised there and was not yet."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error and ctypes.py_object(error))


def start_thread(call: Callable[[], object]) -> None:
    """Make ``call`` in a thread that nobody waits for. Raises MemoryError when there is no room for one."""
    try:
        _thread.start_new_thread(call, ())
    except RuntimeError:
        raise MemoryError from None


class Apart(Generic[T]):
    """A call in a thread of its own. ``otherwise`` is called there with its result if it was abandoned meanwhile."""

    def __init__(self, call: Callable[[], T], otherwise: Callable[[T], object] = lambda _: None) -> None:
        self._call, self._otherwise = call, otherwise
        self._result: T
        self._error: BaseException | None = None
        self._running = _thread.allocate_lock()
        self._running.acquire()
        self._decided = _thread.allocate_lock()
        """Whoever acquires it first, the call that returns or the one that abandons it, has it his way."""
        start_thread(self._make)

    def _make(self) -> None:
        try:
            self._result = self._call()
        except BaseException as error:
            self._error = error
        heard = self._decided.acquire(blocking=False)
        if not heard and self._error is None:
            self._otherwise(self._result)
        del self._call, self._otherwise
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
            if self._decided.acquire(blocking=False):
                Apart.abandoned += 1
                raise
            self._running.acquire()  # it returned at that very moment
            raise
        if self._error is not None:
            raise self._error
        return self._result

    abandoned = 0
    """How many calls were abandoned in this process."""
