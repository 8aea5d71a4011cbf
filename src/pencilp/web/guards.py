"""Checks of requests before they are read: requests from other sites or to other hosts, and bodies that are too large or slow.

A page of another site can make a browser send requests to this server. It cannot read the answers, but it could make the
server work, and with a name of its own that leads to 127.0.0.1 (DNS rebinding) it could read them, too. So a request must name
this server in its ``Host``, and its ``Origin`` and ``Sec-Fetch-Site`` must not name another site.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ]
)  # fmt: skip
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""The headers of every answer."""

BODY_SECONDS = 20.0
"""Time for a body to arrive."""
HOUSEHOLD_BITS = 64
"""The length of the prefix of an IPv6 address that identifies one household."""


class TooLarge(Exception):
    """A body exceeds the limit."""


class Full(Exception):
    """All requests together exceed the memory for requests."""


class Guard:
    """Passes requests to ``app`` if they name one of the ``hosts`` ("localhost") and come from no other site.

    With ``addresses`` they may also name any numeric address, which no other site can use for DNS rebinding.
    """

    def __init__(self, app: App, hosts: Iterable[str], *, addresses: bool = False) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.addresses = addresses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message.get("headers", [])}
                more = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in own]
                message = {**message, "headers": [*message.get("headers", []), *more]}
            await send(message)

        wrong = self._wrong(scope)
        if wrong:
            await refuse(guarded, 403, wrong)
        else:
            await self.app(scope, receive, guarded)

    def _wrong(self, scope: Scope) -> str:
        """Return the reason why a request is refused, "" if it is not."""
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
        host = headers.get("host", [])
        if len(host) != 1 or not self._is_ours(host[0].lower()):
            return "the request names another host than this one"
        for origin in headers.get("origin", []):
            scheme, _, site = origin.lower().partition("://")
            if scheme not in ("http", "https") or site != host[0].lower():
                return "the request comes from another site"
        if any(site not in ("same-origin", "none") for site in headers.get("sec-fetch-site", [])):
            # users may follow a link from another site to this page, as the other site cannot read it
            opens = headers.get("sec-fetch-mode") == ["navigate"] and headers.get("sec-fetch-dest") == ["document"]
            if not (opens and scope["method"] == "GET" and scope["path"] == "/"):
                return "the request comes from another site"
        kinds = [kind.partition(";")[0] for kind in headers.get("content-type", [])]
        if scope["method"] == "POST" and kinds != ["application/json"]:
            return "only JSON is read"
        if "content-length" in headers and "transfer-encoding" in headers:
            # a proxy might use the other length, and take the rest for another request (request smuggling)
            return "the request has two lengths"
        return ""

    def _is_ours(self, host: str) -> bool:
        """Return whether a ``Host`` names this server. Its port is ignored, as ports may be forwarded."""
        match = HOST.fullmatch(host)
        if match is None:
            return False
        name = (match["six"] or match["name"]).removesuffix(".")
        return name in self.hosts or (self.addresses and is_address(name))


HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[^\[\]:@/]+))(?::[0-9]{1,5})?")
"""A ``Host``: a name or an address, and an optional port."""


def is_address(name: str) -> bool:
    """Return whether a host is a numeric address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def refuse(send: Send, status: int, message: str) -> None:
    """Send an answer that says why a request was refused."""
    body = json.dumps({"error": message}).encode()
    headers = [
        (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close"),
    ]  # fmt: skip
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def client_of(address: str) -> str:
    """Return the client at an address. All IPv6 addresses with one prefix are one client, as a household has many of them."""
    try:
        address_object = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(address_object, IPv6Address):
        return address
    if address_object.ipv4_mapped is not None:
        return str(address_object.ipv4_mapped)
    return str(IPv6Network((address_object, HOUSEHOLD_BITS), strict=False))


class ByteBudget:
    """The memory for requests and answers: ``most`` bytes for all together, at most ``share`` for one client."""

    def __init__(self, most: int, share: int | None = None) -> None:
        self.left = most
        self.share = most if share is None else share
        self._taken: Counter[str] = Counter()

    @contextmanager
    def reserve(self, client: str) -> Iterator[Callable[[int], None]]:
        """Yield a function that reserves a number of bytes until the end of the context, or raises Full."""
        taken = 0

        def take(size: int) -> None:
            nonlocal taken
            if size > self.left or self._taken[client] + size > self.share:
                raise Full
            self.left -= size
            self._taken[client] += size
            taken += size

        try:
            yield take
        finally:
            self.left += taken
            self._taken[client] -= taken
            if not self._taken[client]:
                del self._taken[client]


async def body_of(receive: Receive, most: int, take: Callable[[int], None]) -> bytes:
    """Return the body of a request; ``take`` is called with the size of each part.

    Raise TooLarge for more than ``most`` bytes, asyncio.TimeoutError for a body that does not arrive in time, ConnectionError if
    the client has disconnected.
    """

    async def read() -> bytes:
        parts, size = [], 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionError
            if part := message.get("body", b""):
                parts.append(part)
                take(len(part))
                size += len(part)
            if size > most:
                raise TooLarge
            if not message.get("more_body"):
                return b"".join(parts)

    return await asyncio.wait_for(read(), BODY_SECONDS)
