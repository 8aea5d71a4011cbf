"""Answers to requests of the page: for the server's processes, and for the browser's workers of a page without a server."""

from __future__ import annotations

import errno
import json
import traceback
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from pencilp._util import strict_json
from pencilp.errors import InputError, PencilpError
from pencilp.web import quick
from pencilp.web.language import refusal
from pencilp.web.protocol import DONE, FAILED, INPUT, LATE, MAX_ANSWER_BYTES, PART, QUICK

MEGABYTE = 2**20
OUT_OF_RESOURCES = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EAGAIN)
"""Errors of the system if disk space, open files or processes are used up."""


class Answer(NamedTuple):
    """An answer: its ``kind``, its ``content``, and whether the process ``leaves`` (should be replaced)."""

    kind: int
    content: bytes
    leaves: bool = False


def answer(head: dict[str, Any], asked: bytes, part: Callable[[bytes], object] = len) -> Answer:
    """Return the answer to a request; ``part`` is called with each part that comes before it."""
    request: dict[str, Any] = {}
    try:
        request = _request(head, asked)
        name, size = head["job"], 0
        for kind, found in _found_by(name, request):
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


def _found_by(name: str, request: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the parts of a job's answer, and at last the answer, each with its kind."""
    if name in QUICK:
        yield DONE, quick.JOBS[name](request)
        return
    from pencilp.web import jobs  # loads the solvers, which quick jobs do without

    if name not in jobs.STREAMS:
        yield DONE, jobs.JOBS[name](request)
        return
    job = jobs.STREAMS[name](request)
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
    return Answer(FAILED, b"this is a bug in pencilp; the server's terminal, or the browser's console, has the details")


def _request(head: dict[str, Any], asked: bytes) -> dict[str, Any]:
    """Return the request for a job. Raise InputError if it is not a JSON object."""
    try:
        request = strict_json.loads(asked)
    except (ValueError, RecursionError):
        raise InputError("the request is not JSON") from None
    if not isinstance(request, dict):
        raise InputError("the request is not a JSON object")
    limit, most = request.get("limit"), head["limit"]
    sensible = isinstance(limit, (int, float)) and 0 < limit < most
    return {**request, **head["allowed"], "limit": limit if sensible else most}


MAX_MESSAGE_CHARACTERS = 2000
"""The longest message. A longer one, which may quote the whole request, is cut."""


def _line(message: str) -> bytes:
    if len(message) > MAX_MESSAGE_CHARACTERS:
        message = message[:MAX_MESSAGE_CHARACTERS] + "..."
    return message.encode(errors="replace")
