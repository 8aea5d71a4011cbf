"""Connections that nobody can hold for ever.

A request has some seconds to arrive, from its first byte to its last, and an answer has some to be taken; after that the
connection is cut. There are at most so many connections. Where more come, one goes of the client who has most: the one that has
had nothing to do for the longest time.
"""

from __future__ import annotations

import asyncio
from collections import Counter

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pencilp.web.guards import HEADERS, client_of

ARRIVE = 30.0
"""Seconds for a request to arrive, and for a new connection to begin with one."""
TAKE = 30.0
"""Seconds for an answer to be taken."""
LONGEST_HEAD = 32 * 1024
"""Bytes of the lines before a request's body."""


MOST = 1000
"""Connections at a time, if that many files may be open."""


def most_connections() -> int:
    """Return how many connections there may be, when this process has been allowed to open as many files as it may be."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST // 4
    wanted = 2 * MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST if soft == resource.RLIM_INFINITY else min(MOST, soft // 2)


class Connection(H11Protocol):
    """One connection; ``most`` are open at a time."""

    most = MOST
    _arriving: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self.from_whom = client_of(self.client[0] if self.client else "")
        self._wait_for_request()
        if len(self.connections) > self.most:
            leaving = self._who_leaves()
            self.connections.discard(leaving)
            leaving.transport.abort()

    def _who_leaves(self) -> Connection:
        """Return a connection of the client who has most of them: nobody's many keep others out."""
        every = [c for c in self.connections if isinstance(c, Connection)]
        many = Counter(c.from_whom for c in every)
        most = max(many.values())
        theirs = [c for c in every if many[c.from_whom] == most]
        return min(theirs, key=lambda c: (c.answering, c._since))

    @property
    def answering(self) -> bool:
        """Whether a request has come and its answer has not gone yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def data_received(self, data: bytes) -> None:
        if self.timeout_keep_alive_task is not None:
            self._wait_for_request()  # the next one begins
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            self.transport.abort()  # what comes is no HTTP, and it is too late to say so: an answer has been begun
        if self._arriving is not None and self.answering and not self.cycle.more_body:
            self._arriving.cancel()
            self._arriving = None

    def send_400_response(self, msg: str) -> None:
        """Answer input that is not HTTP, with the headers that every answer has."""
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
        self._arriving = self.loop.call_later(ARRIVE, self.transport.abort)

    def _wait_for_reader(self) -> None:
        if self._taking is None and self.transport.get_write_buffer_size():
            self._taking = self.loop.call_later(TAKE, self._has_not_taken)

    def _has_not_taken(self) -> None:
        self._taking = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()
