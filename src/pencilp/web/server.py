"""Starts the server: ``pencilp serve``."""

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
FIRST, LAST = 8080, 8099
"""Ports that are tried where none is asked for."""
BACKLOG = 256
"""So many connections wait until they are taken."""


def serve(
    host: str, port: int | None, ready: Callable[[str], object], *, first: dict[str, Any] | None = None, **limits: Any
) -> None:
    """Serve until somebody stops it; ``ready`` is called with the page's address when it can be opened.

    ``first`` is the record of the board that the page begins with, if not with a choice of genres; ``limits`` are those
    of ``app.Limits``. Raise InputError for a place that cannot be had, PencilpError when the libraries are not
    installed.
    """
    require_libraries()
    from pencilp.web.connection import Connection, most_connections

    Connection.most = most_connections()
    with listening(host, port) as listener:
        made(host, listener, ready, first=first, **limits).run(sockets=[listener])


def require_libraries() -> None:
    """Raise PencilpError when the libraries of the server are not installed."""
    if not all(find_spec(name) for name in ("starlette", "uvicorn", "polib")):
        raise PencilpError(f"the page needs the libraries starlette, uvicorn and polib: {install('web')}")


def made(
    host: str,
    listener: socket.socket,
    ready: Callable[[str], object],
    *,
    first: dict[str, Any] | None = None,
    **limits: Any,
) -> uvicorn.Server:
    """Return the server that ``serve`` runs, for connections to ``listener``."""
    import uvicorn

    from pencilp.web import app
    from pencilp.web.connection import LONGEST_HEAD, Connection

    # twice as many as there are processors: two hard boards do not keep all others waiting
    limits.setdefault("searches", 2 * (os.cpu_count() or 1))
    number = listener.getsockname()[1]
    own = {*LOCAL, host} if host in LOCAL else {*LOCAL, host, socket.gethostname()}
    application = app.make(own, app.Limits(**limits), first, addresses=host not in LOCAL)
    config = uvicorn.Config(
        application, http=Connection, ws="none", loop="asyncio", lifespan="on", log_level="error", access_log=False,
        server_header=False, date_header=False, proxy_headers=False, timeout_keep_alive=30,
        timeout_graceful_shutdown=1, h11_max_incomplete_event_size=LONGEST_HEAD, backlog=BACKLOG,
    )  # fmt: skip

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            # a terminal that is closed ends it as Ctrl-C does, unless that is not to be heard (nohup)
            hangup = getattr(signal, "SIGHUP", None)
            if hangup is not None and current_thread() is main_thread() and signal.getsignal(hangup) != signal.SIG_IGN:
                signal.signal(hangup, self.handle_exit)
            ready(f"http://{_shown(host)}:{number}/")

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            # the end takes a moment at most: to hear of it twice changes nothing
            if not self.should_exit:
                super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # who still waits for an answer is told at once that there will be none
            for each in list(self.server_state.connections):
                each.transport.abort()
            await super().shutdown(sockets)

    return Server(config)


def listening(host: str, port: int | None) -> socket.socket:
    """Return a socket at a place; the first free port of some where none is asked for."""
    reason = ""
    for number in [port] if port is not None else [*range(FIRST, LAST + 1), 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":  # there two servers could have one port then
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, number))
            listener.listen(BACKLOG)  # only now is the place ours alone
            return listener
        except (OSError, OverflowError, UnicodeError, TypeError) as error:
            listener.close()
            reason = getattr(error, "strerror", None) or str(error)
    raise InputError(f"nothing can be served there: {reason}", f"{host}:{port or FIRST}")


def _shown(host: str) -> str:
    """Return what a browser on this machine calls it."""
    if host in ("127.0.0.1", "localhost"):
        return "localhost"
    if host in ("", "0.0.0.0", "::"):
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host
