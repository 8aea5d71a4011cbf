"""A process that does one job at a time for the server.

It reads requests from its standard input and writes an answer to each to its standard output (see ``frames``). An interrupt
(SIGINT) ends the job, not the process.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from _thread import interrupt_main
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple, NoReturn

from pencilp._util.timeout import SilencedHook, start_thread, unattended
from pencilp.web.frames import DONE, FAILED, INPUT, LATE, LONGEST, READY

MEGABYTE = 2**20
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EAGAIN)
"""The errors of a system that has no more disk, files or processes."""
LASTING = "pencilp-"
"""Folders that are there for longer than a job begin so: solvers that wait for the next one have them."""
SOON = 0.02
"""So many seconds later an interrupt that was lost comes again."""
POLITE = 5
"""How much nicer a patient process is than others."""


class Answer(NamedTuple):
    """An answer: its ``kind``, its ``content``, and whether the process ``leaves`` after it."""

    kind: int
    content: bytes
    leaves: bool = False


def main() -> None:
    """Do jobs until there are no more requests. The arguments are the most memory, in megabytes, and whether to be patient."""
    tempfile.tempdir = os.environ["TMPDIR"]  # nowhere else, even when there is no room
    ours = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    interrupts = _Interrupts()
    _limit_memory(int(sys.argv[1]) * MEGABYTE)
    if sys.argv[2] == "1" and hasattr(os, "nice"):
        os.nice(POLITE)
    _prepare()
    _send(ours, Answer(READY, b""))
    while (head := _receive(sys.stdin.buffer)) is not None:
        asked = _receive(sys.stdin.buffer)
        if asked is None:
            break
        _send(ours, interrupts.during(lambda head=head, asked=asked: answer(json.loads(head), asked)))  # type: ignore[misc]


def _prepare() -> None:
    """Import what jobs need, so that the first request does not wait for it."""
    from pencilp import api  # noqa: F401
    from pencilp.analysis import common  # noqa: F401
    from pencilp.draw import svg  # noqa: F401
    from pencilp.web import jobs, layouts  # noqa: F401


class _Interrupts:
    """What an interrupt does: it ends the job that is being done; between jobs it does nothing."""

    def __init__(self) -> None:
        self.working = False
        self._again = threading.Lock()
        """Held while one that was lost is about to come again."""
        signal.signal(signal.SIGINT, self._caught)
        sys.unraisablehook = SilencedHook(KeyboardInterrupt, self._lost)

    def _caught(self, *_: object) -> None:
        if self.working:
            self.working = False
            raise KeyboardInterrupt

    def _lost(self) -> None:
        """Raise an exception again that came in a destructor, where Python has to drop it."""
        self.working = True
        if self._again.acquire(blocking=False) and not start_thread(self._press):
            self._press()

    def _press(self) -> None:
        time.sleep(SOON)
        interrupt_main()
        self._again.release()

    def during(self, work: Callable[[], Answer]) -> Answer:
        """Return what ``work`` returns, or that it was interrupted."""
        try:
            self.working = True
            result = work()
            self.working = False
        except KeyboardInterrupt:
            # a call of a library that nobody waits for goes on, and would take the processor from the next job
            result = Answer(LATE, b"it was stopped", unattended())
        with self._again:
            return result  # an interrupt that comes again is not for the next job


def answer(head: dict[str, Any], asked: bytes) -> Answer:
    """Return the answer to a request."""
    from pencilp.errors import PencilpError
    from pencilp.web.jobs import JOBS
    from pencilp.web.spoken import refusal

    request: dict[str, Any] = {}
    try:
        request = _request(head, asked)
        found = JOBS[head["job"]](request)
        content = json.dumps(found, allow_nan=False, separators=(",", ":")).encode()
        if len(content) > LONGEST:
            return Answer(LATE, f"the answer has more than {LONGEST // MEGABYTE} MB, the most that is sent".encode())
        return Answer(DONE, content)
    except PencilpError as error:
        return Answer(INPUT, _line(refusal(error, request)))
    except OSError as error:
        if error.errno not in NO_ROOM:
            return _fault()
        return Answer(LATE, f"this machine has no room for it: {error.strerror}".encode(), leaves=True)
    except MemoryError:
        return Answer(LATE, b"it needs more memory than there is for a request", leaves=True)
    except Exception:
        return _fault()


def _fault() -> Answer:
    """Return what is answered after an exception that nobody expected."""
    traceback.print_exc()
    return Answer(FAILED, b"this is a fault of pencilp; the server's terminal says more")


def _request(head: dict[str, Any], asked: bytes) -> dict[str, Any]:
    """Return what a job is asked. Raise InputError for what is no JSON object."""
    from pencilp.errors import InputError

    try:
        found = json.loads(asked, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(found, dict):
        raise InputError("the request is not a JSON object")
    limit, most = found.get("limit"), head["limit"]
    sensible = isinstance(limit, (int, float)) and 0 < limit < most
    return {**found, **head["allowed"], "limit": limit if sensible else most}


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


MAX_SAID = 2000
"""Characters of a message: what is wrong may be as long as what was sent."""


def _line(message: str) -> bytes:
    if len(message) > MAX_SAID:
        message = message[:MAX_SAID] + "..."
    return message.encode(errors="replace")


def _limit_memory(size: int) -> None:
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _has_grown() -> bool:
    """Return whether this process had better be replaced: what earlier jobs have left takes up half of its memory."""
    if sys.platform != "linux":
        return False
    import resource

    limit, _ = resource.getrlimit(resource.RLIMIT_DATA)
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * resource.getpagesize() > limit // 2


def _has_left() -> bool:
    """Return whether something temporary is still there, left by a library that was interrupted: it goes with this process."""
    return any(not name.startswith(LASTING) for name in os.listdir(tempfile.gettempdir()))


def _receive(stream: BinaryIO) -> bytes | None:
    length = stream.read(4)
    if len(length) < 4:
        return None
    return stream.read(int.from_bytes(length, "big"))


def _send(stream: BinaryIO, said: Answer) -> None:
    stream.write(bytes([said.kind, said.leaves or _has_grown() or _has_left()]) + len(said.content).to_bytes(4, "big"))
    stream.write(said.content)
    stream.flush()
