"""Connections with timeouts and a limit on their number.

A request must arrive, and an answer must be received, within some seconds; then the connection is closed. If there are too many
connections, the server closes one of the client with the most: the one that has been idle for the longest time.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pencilp.web.guards import HEADERS, client_of

REQUEST_SECONDS = 30.0
"""Time for a request to arrive, also on a new connection."""
ANSWER_SECONDS = 30.0
"""Time for the client to receive an answer."""
MAX_HEAD_BYTES = 32 * 1024
"""The longest head of a request (the lines before its body)."""


MAX_CONNECTIONS = 1000
"""Connections at the same time, if the system allows enough open files."""


def max_connections() -> int:
    """Raise the limit of open files as far as possible, and return how many connections it allows."""
    try:
        import resource
    except ImportError:  # Windows
        return MAX_CONNECTIONS // 4
    wanted = 2 * MAX_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MAX_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, soft // 2)


class Connection(H11Protocol):
    """One connection; ``max_open`` are open at a time."""

    max_open = MAX_CONNECTIONS
    _arriving: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._client = client_of(self.client[0] if self.client else "")
        self._wait_for_request()
        if len(self.connections) > self.max_open:
            leaving = self._connection_to_close()
            self.connections.discard(leaving)
            leaving.transport.abort()

    def _connection_to_close(self) -> Connection:
        """Return the idlest connection of the client with the most connections."""
        every = [c for c in self.connections if isinstance(c, Connection)]
        many = Counter(c._client for c in every)
        most = max(many.values())
        theirs = [c for c in every if many[c._client] == most]
        return min(theirs, key=lambda c: (c.answering, c._since))

    @property
    def answering(self) -> bool:
        """Whether a request was received and its answer is not sent yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        if self.timeout_keep_alive_task is not None:
            self._wait_for_request()  # the next request begins
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            self.transport.abort()  # not HTTP, and too late for an error: an answer has begun
        if self._arriving is not None and self.answering and not self.cycle.more_body:
            self._arriving.cancel()
            self._arriving = None

    def send_400_response(self, msg: str) -> None:
        """Answer input that is not HTTP, with the headers of every answer."""
        headers = [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(msg)).encode()),
            (b"connection", b"close"),
            *((name.encode(), value.encode()) for name, value in HEADERS.items()),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        self.transport.close()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._since = self.loop.time()
        self._wait_for_reader()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait_for_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        for clock in (self._arriving, self._taking):
            if clock is not None:
                clock.cancel()
        super().connection_lost(exc)

    def _wait_for_request(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
        self._arriving = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _wait_for_reader(self) -> None:
        if self._taking is None and self.transport.get_write_buffer_size():
            self._taking = self.loop.call_later(ANSWER_SECONDS, self._has_not_taken)

    def _has_not_taken(self) -> None:
        self._taking = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()
