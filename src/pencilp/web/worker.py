"""A worker process, which does one job at a time for the server.

It reads requests from standard input and writes answers to standard output (see ``protocol``). SIGINT ends the job, not the
process.
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
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple, NoReturn

from pencilp._util.timeout import SilencedHook, has_abandoned_calls, start_thread
from pencilp.errors import InputError, PencilpError
from pencilp.web.jobs import JOBS, STREAMS
from pencilp.web.language import refusal
from pencilp.web.protocol import DONE, FAILED, INPUT, LATE, MAX_ANSWER_BYTES, PART, READY

MEGABYTE = 2**20
OUT_OF_RESOURCES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EAGAIN)
"""Errors of the system if disk space, open files or processes are used up."""
LASTING_PREFIX = "pencilp-"
"""The prefix of temporary folders that stay after a job: those of solvers that wait for the next one."""
RESEND_SECONDS = 0.02
"""Pause before an interrupt that Python dropped is sent again."""
NICENESS = 5
"""The niceness of a process with low priority."""


class Answer(NamedTuple):
    """An answer: its ``kind``, its ``content``, and whether the process ``leaves`` (should be replaced)."""

    kind: int
    content: bytes
    leaves: bool = False


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


def answer(head: dict[str, Any], asked: bytes, part: Callable[[bytes], object] = len) -> Answer:
    """Return the answer to a request; ``part`` is called with each part that comes before it."""
    request: dict[str, Any] = {}
    try:
        request = _request(head, asked)
        name, size = head["job"], 0
        for kind, found in _found_by(STREAMS[name](request)) if name in STREAMS else [(DONE, JOBS[name](request))]:
            content = json.dumps(found, allow_nan=False, separators=(",", ":")).encode()
            size += len(content)
            if size > MAX_ANSWER_BYTES:
                return Answer(
                    LATE, f"the answer has more than {MAX_ANSWER_BYTES // MEGABYTE} MB, the most that is sent".encode()
                )
            if kind == PART:
                part(content)
        return Answer(DONE, content)
    except PencilpError as error:
        return Answer(INPUT, _line(refusal(error, request)))
    except OSError as error:
        if error.errno not in OUT_OF_RESOURCES:
            return _fault()
        return Answer(
            LATE, f"this machine lacks disk space, files or processes: {error.strerror}".encode(), leaves=True
        )
    except MemoryError:
        return Answer(LATE, b"the job needs more memory than a request may use", leaves=True)
    except Exception:
        return _fault()


def _found_by(job: Iterator[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the parts of a job's answer, and at last the answer, each with its kind."""
    while True:
        try:
            found = next(job)
        except StopIteration as end:
            yield DONE, end.value
            return
        yield PART, found


def _fault() -> Answer:
    """Print the traceback of an unexpected exception, and return the answer for it."""
    traceback.print_exc()
    return Answer(FAILED, b"this is a bug in pencilp; the terminal of the server has the details")


def _request(head: dict[str, Any], asked: bytes) -> dict[str, Any]:
    """Return the request for a job. Raise InputError if it is not a JSON object."""
    try:
        request = json.loads(asked, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(request, dict):
        raise InputError("the request is not a JSON object")
    limit, most = request.get("limit"), head["limit"]
    sensible = isinstance(limit, (int, float)) and 0 < limit < most
    return {**request, **head["allowed"], "limit": limit if sensible else most}


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


MAX_MESSAGE_CHARACTERS = 2000
"""The longest message. A longer one, which may quote the whole request, is cut."""


def _line(message: str) -> bytes:
    if len(message) > MAX_MESSAGE_CHARACTERS:
        message = message[:MAX_MESSAGE_CHARACTERS] + "..."
    return message.encode(errors="replace")


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
