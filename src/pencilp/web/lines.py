"""Answers that arrive in parts: a response with a JSON object in each line, sent as soon as it is found.

A line is ``{"part": ...}``, and the last one ``{"answer": ...}``, or ``{"error": ..., "kind": ...}`` if the job fails after its
first part. A failure before the first part is an answer like those of other jobs.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, aclosing
from typing import Any

from starlette.responses import Response

from pencilp.web.guards import Full, Receive, Scope, Send
from pencilp.web.pool import Refused


class Parts:
    """The parts of one answer on their way; ``take`` reserves memory for each, and raises Full if there is none."""

    def __init__(self, take: Callable[[int], None]) -> None:
        self._take = take
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._full = False

    def put(self, content: bytes) -> None:
        """Add a part; if there is no memory for it, end the answer."""
        try:
            self._take(len(content))
        except Full:
            self._full = True
            self._queue.put_nowait(None)
        else:
            self._queue.put_nowait(content)

    async def lines(self, call: Awaitable[bytes], disconnected: Awaitable[None]) -> AsyncGenerator[bytes, None]:
        """Yield the lines of the answer; ``call`` is the job, which ends if the client is ``disconnected``.

        Raise the errors of the job before the first line, and ConnectionError if the client has disconnected.
        """
        job, leaving = asyncio.ensure_future(call), asyncio.ensure_future(disconnected)
        for each in (job, leaving):
            each.add_done_callback(lambda _: self._queue.put_nowait(None))
        begun = False
        try:
            while (content := await self._queue.get()) is not None:
                begun = True
                yield b'{"part":' + content + b"}\n"
            if self._full:
                raise Full
            if not job.done():
                raise ConnectionError
            answer = await job
            self._take(len(answer))
            yield b'{"answer":' + answer + b"}\n"
        except Refused as refused:
            if not begun:
                raise
            yield _error(str(refused), refused.kind)
        except Full:
            if not begun:
                raise
            yield _error("the server is busy: try again in a moment", "busy")
        finally:
            leaving.cancel()
            job.cancel()
            await asyncio.gather(job, leaving, return_exceptions=True)


def _error(message: str, kind: str) -> bytes:
    return json.dumps({"error": message, "kind": kind}).encode() + b"\n"


class Lines(Response):
    """A response of lines, the ``first`` of which has arrived. ``holding`` is closed at its end."""

    media_type = "application/x-ndjson"

    def __init__(self, first: bytes, rest: AsyncGenerator[bytes, None], holding: ExitStack) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._first, self._rest, self._holding = first, rest, holding

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def line(content: bytes, *, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": content, "more_body": more})

        with self._holding:
            async with aclosing(self._rest) as rest:
                try:
                    start: dict[str, Any] = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
                    await send(start)
                    await line(self._first)
                    async for content in rest:
                        await line(content)
                except ConnectionError:
                    return
            await line(b"", more=False)
