"""Starts the server of ``pencilp serve``."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Any

from pencilp.errors import InputError, PencilpError, install

if TYPE_CHECKING:
    from types import FrameType

    import uvicorn

LOCAL = ("127.0.0.1", "::1", "localhost")
"""The hosts that only this machine can reach."""
FIRST_PORT, LAST_PORT = 8080, 8099
"""The range of ports that are tried if none is named."""
BACKLOG = 256
"""Connections that may wait to be accepted."""


def serve(
    host: str, port: int | None, ready: Callable[[str], object], *, first: dict[str, Any] | None = None, **limits: Any
) -> None:
    """Serve until the server is stopped; ``ready`` is called with the page's address when it can be opened.

    ``first`` is the record of the board that the page opens (None: the choice of genres); ``limits`` are those of
    ``app.Limits``. Raise InputError for an address that cannot be used, PencilpError if the libraries are not installed.
    """
    require_libraries()
    from pencilp.web.connection import Connection, max_connections  # needs the libraries

    Connection.max_open = max_connections()
    with listen(host, port) as listener:
        make_server(host, listener, ready, first=first, **limits).run(sockets=[listener])


def require_libraries() -> None:
    """Raise PencilpError if the libraries of the server are not installed."""
    if not all(find_spec(name) for name in ("starlette", "uvicorn", "polib")):
        raise PencilpError(f"the page needs the libraries starlette, uvicorn and polib: {install('web')}")


def make_server(
    host: str,
    listener: socket.socket,
    ready: Callable[[str], object],
    *,
    first: dict[str, Any] | None = None,
    **limits: Any,
) -> uvicorn.Server:
    """Return the server for connections to ``listener``, which ``serve`` runs."""
    import uvicorn  # an extra, as is what the next two import

    from pencilp.web import app
    from pencilp.web.connection import MAX_HEAD_BYTES, Connection

    # twice as many as processors, so that two hard boards do not block all others
    limits.setdefault("searches", 2 * (os.cpu_count() or 1))
    number = listener.getsockname()[1]
    own = {*LOCAL, host} if host in LOCAL else {*LOCAL, host, socket.gethostname()}
    application = app.make(own, app.Limits(**limits), first, addresses=host not in LOCAL)
    config = uvicorn.Config(
        application, http=Connection, ws="none", loop="asyncio", lifespan="on", log_level="error", access_log=False,
        server_header=False, date_header=False, proxy_headers=False, timeout_keep_alive=30,
        timeout_graceful_shutdown=1, h11_max_incomplete_event_size=MAX_HEAD_BYTES, backlog=BACKLOG,
    )  # fmt: skip

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # closing the terminal ends the server like Ctrl-C, unless SIGHUP is ignored (nohup)
            hangup = getattr(signal, "SIGHUP", None)
            if hangup is not None and current_thread() is main_thread() and signal.getsignal(hangup) != signal.SIG_IGN:
                signal.signal(hangup, self.handle_exit)
            ready(f"http://{_host_name(host)}:{number}/")

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            # uvicorn's own handler raises the signal again when the server has ended; the command would count it twice
            self.should_exit = True

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # close connections that wait for an answer at once
            for each in list(self.server_state.connections):
                each.transport.abort()
            await super().shutdown(sockets)

    return Server(config)


def listen(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; without a ``port``, on the first free one of the range, or any."""
    reason = ""
    for number in [port] if port is not None else [*range(FIRST_PORT, LAST_PORT + 1), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":  # on Windows this would let two servers share a port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(BACKLOG)  # only now no other server can take the port
            return listener
        except (OSError, OverflowError, UnicodeError, TypeError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
    raise InputError(f"the server cannot use this address: {reason}", f"{host}:{port or FIRST_PORT}")


def _host_name(host: str) -> str:
    """Return the name of the host for a browser on this machine."""
    if host in ("127.0.0.1", "localhost"):
        return "localhost"
    if host in ("", "0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
