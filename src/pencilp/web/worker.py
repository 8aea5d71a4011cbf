"""A worker process, which does one job at a time for the server.

It reads requests from standard input and writes answers to standard output (see ``protocol``). SIGINT ends the job, not the
process.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable
from typing import BinaryIO

from pencilp._util.timeout import SilencedHook, has_abandoned_calls, start_thread
from pencilp.web import jobs  # noqa: F401  (before the first request)
from pencilp.web.answers import Answer, answer
from pencilp.web.protocol import LATE, PART, READY

MEGABYTE = 2**20
LASTING_PREFIX = "pencilp-"
"""The prefix of temporary folders that stay after a job: those of solvers that wait for the next one."""
RESEND_SECONDS = 0.02
"""Pause before an interrupt that Python dropped is sent again."""
NICENESS = 5
"""The niceness of a process with low priority."""


def main() -> None:
    """Do jobs until there are no more requests. The arguments are the memory limit in megabytes, and 1 for low priority."""
    tempfile.tempdir = os.environ["TMPDIR"]  # no other folder, even if this one is full
    ours = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not write into the answers
    interrupts = _Interrupts()
    _limit_memory(int(sys.argv[1]) * MEGABYTE)
    if sys.argv[2] == "1" and hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        _serve(ours, interrupts)
    except OSError as error:
        # if the server was killed, nobody reads the answers, and its keeper may have removed the folder already
        if not isinstance(error, BrokenPipeError) and os.path.isdir(tempfile.tempdir):
            raise


def _serve(ours: BinaryIO, interrupts: _Interrupts) -> None:
    """Answer requests until there are no more."""
    _send(ours, Answer(READY, b""))
    while (head := _receive(sys.stdin.buffer)) is not None:
        asked = _receive(sys.stdin.buffer)
        if asked is None:
            break

        def part(content: bytes) -> None:
            interrupts.after(lambda: _send(ours, Answer(PART, content)))

        _send(ours, interrupts.during(lambda head=head, asked=asked: answer(json.loads(head), asked, part)))  # type: ignore[misc]


class _Interrupts:
    """Handles interrupts: they end the running job; between jobs they do nothing."""

    def __init__(self) -> None:
        self.working = False
        self._sending = False
        """Whether a part of an answer is being sent, which must arrive whole."""
        self._late = False
        """Whether an interrupt came meanwhile."""
        self._again = threading.Lock()
        """Held while a dropped interrupt is about to be sent again."""
        signal.signal(signal.SIGINT, self._on_interrupt)
        sys.unraisablehook = SilencedHook(KeyboardInterrupt, self._on_dropped)

    def _on_interrupt(self, *_: object) -> None:
        if self._sending:
            self._late = True
        elif self.working:
            self.working = False
            raise KeyboardInterrupt

    def _on_dropped(self) -> None:
        """Send an interrupt again whose exception Python dropped in a destructor."""
        self.working = True
        if self._again.acquire(blocking=False) and not start_thread(self._interrupt):
            self._interrupt()

    def _interrupt(self) -> None:
        time.sleep(RESEND_SECONDS)
        interrupt_main()
        self._again.release()

    def after(self, send: Callable[[], object]) -> None:
        """Send a part of an answer; an interrupt meanwhile ends the job after it."""
        self._sending, self._late = True, False
        try:
            send()
        finally:
            self._sending = False
        if self._late:
            self._on_interrupt()

    def during(self, work: Callable[[], Answer]) -> Answer:
        """Return the result of ``work``, or the answer for an interrupted job."""
        try:
            self.working = True
            result = work()
            self.working = False
        except KeyboardInterrupt:
            # an abandoned call of a library is still running: replace the process
            result = Answer(LATE, b"the job was stopped", has_abandoned_calls())
        with self._again:
            return result  # wait for an interrupt that is sent again: it must not hit the next job


def _limit_memory(size: int) -> None:
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _has_grown() -> bool:
    """Return whether this process should be replaced, as it uses more than half of its memory limit."""
    if sys.platform != "linux":
        return False
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * resource.getpagesize() > limit // 2


def _has_leftovers() -> bool:
    """Return whether an interrupted library has left temporary files. They are removed with the process."""
    return any(not name.startswith(LASTING_PREFIX) for name in os.listdir(tempfile.gettempdir()))


def _receive(stream: BinaryIO) -> bytes | None:
    length = stream.read(4)
    if len(length) < 4:
        return None
    return stream.read(int.from_bytes(length, "big"))


def _send(stream: BinaryIO, answer: Answer) -> None:
    stream.write(
        bytes([answer.kind, answer.leaves or _has_grown() or _has_leftovers()]) + len(answer.content).to_bytes(4, "big")
    )
    stream.write(answer.content)
    stream.flush()
