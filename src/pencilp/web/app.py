"""The addresses of the server: the page's files, and ``/api/JOB`` for each job (see ``lines`` for those with parts)."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pencilp.board.lattice import MAX_CELLS
from pencilp.web.fair_queue import Busy
from pencilp.web.guards import ByteBudget, Full, Guard, Message, Receive, Scope, Send, TooLarge, body_of, client_of
from pencilp.web.lines import Lines, Parts
from pencilp.web.pool import Pool, Refused
from pencilp.web.protocol import QUICK, SEARCHES, STREAMED
from pencilp.web.shell import MAIN, OFFLINE, Shell, inserted, shell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from starlette.requests import Request

    from pencilp.web.guards import App

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""The types of the page's files, by their endings."""

COMPRESSED = frozenset({"genres"})
"""The jobs whose answers are long texts; others are drawn or found for each stroke, and compressing would delay them."""

REVALIDATE, FOREVER = "no-cache", "public, max-age=31536000, immutable"
"""Cache headers for files that the browser must check each time, and for files that never change."""


class Content(NamedTuple):
    """A file that is sent many times, plain and compressed."""

    plain: bytes
    small: bytes

    @classmethod
    def of(cls, plain: bytes) -> Content:
        return cls(plain, gzip.compress(plain, mtime=0))

    def response(self, request: Request, kind: str, caching: str) -> Response:
        """Return a response with media type ``kind``, compressed if the browser accepts that; ``caching`` is its cache header."""
        headers = {"content-type": kind, "cache-control": caching, "vary": "accept-encoding"}
        if accepts_gzip(request):
            return Response(self.small, headers={**headers, "content-encoding": "gzip"})
        return Response(self.plain, headers=headers)


def accepts_gzip(request: Request) -> bool:
    """Return whether a browser accepts compressed answers."""
    return "gzip" in [name.strip() for name in request.headers.get("accept-encoding", "").split(",")]


class Limits(NamedTuple):
    """Limits of the server."""

    searches: int
    """Searches at the same time."""
    drawing: int = 2
    """Drawings and other quick jobs at the same time."""
    waiting: int = 1000
    """Requests that may wait for a process."""
    memory: int = 2048
    """Megabytes of each process."""
    body: int = 8 * 2**20
    """Bytes of a request."""
    room: int = 256 * 2**20
    """Bytes of all requests and answers together."""
    fair: bool = False
    """Whether one client may use at most half of the processes and of the memory for requests."""
    quick: float = 10.0
    """Seconds for a quick job."""
    search: float = 60.0
    """Seconds for a search."""
    cells: int = MAX_CELLS
    """Cells of a board."""
    embedded: bool = False
    """Whether only the built-in solvers may be used."""


def make(hosts: Iterable[str], limits: Limits, first: dict[str, Any] | None = None, *, addresses: bool = False) -> App:
    """Return the server's application, for requests to one of the ``hosts``; for ``addresses`` see ``Guard``.

    ``first`` is the board that the page opens at the start.
    """

    def share(whole: int) -> int:
        return max(1, whole // 2) if limits.fair else whole

    quick = Pool(limits.drawing, limits.waiting, limits.memory, share=share(limits.drawing))
    searches = Pool(limits.searches, limits.waiting, limits.memory, share=share(limits.searches), low_priority=True)
    budget = ByteBudget(limits.room, share(limits.room))

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        # the page is served at once; jobs wait for the first process
        starting = [asyncio.ensure_future(pool.start()) for pool in (quick, searches)]
        try:
            yield
        finally:
            for each in starting:
                each.cancel()
            await asyncio.gather(quick.stop(), searches.stop(), *starting, return_exceptions=True)

    async def ask(request: Request) -> Response:
        name = request.path_params["job"]
        if name not in QUICK | SEARCHES:
            return _refusal("there is no such job", 404)
        pool, limit = (searches, limits.search) if name in SEARCHES else (quick, limits.quick)
        client = client_of(request.client.host if request.client else "")
        with ExitStack() as holding:
            take = holding.enter_context(budget.reserve(client))
            try:
                # h11 has checked that this is a number
                if int(request.headers.get("content-length", "0")) > limits.body:
                    raise TooLarge
                asked = await body_of(request.receive, limits.body, take)
                parts = Parts(take)
                call = pool.call(
                    name, asked, limit, client=client, part=parts.put, cells=limits.cells, embedded=limits.embedded
                )
                del asked
                if name in STREAMED:
                    lines = parts.lines(call, _disconnected(request.receive))
                    return Lines(await anext(lines), lines, holding.pop_all())
                answer = await _unless_disconnected(call, request.receive)
                headers = {}
                if name in COMPRESSED and accepts_gzip(request):
                    answer, headers = gzip.compress(answer, mtime=0), {"content-encoding": "gzip"}
                take(len(answer))
                return JSON(answer, headers=headers, holding=holding.pop_all())
            except TooLarge:
                return _refusal(f"a request has at most {limits.body} bytes", 413)
            except asyncio.TimeoutError:
                return _refusal("the request did not arrive in time", 408)
            except (Busy, Full):
                return _refusal("the server is busy: try again in a moment", 503)
            except Refused as refused:
                status = {"input": 422, "late": 408, "failed": 500}[refused.kind]
                return JSON(json.dumps({"error": str(refused), "kind": refused.kind}).encode(), status)
            except (ConnectionError, asyncio.CancelledError):
                return Response(status_code=499)

    pictures: dict[str, asyncio.Future[Content]] = {}

    async def drawn(name: str) -> Content:
        asked = json.dumps({"genre": name}).encode()
        return Content.of(json.loads(await quick.call("picture", asked, limits.quick))["svg"].encode())

    async def picture(request: Request) -> Response:
        name = request.path_params["genre"]
        # draw each picture only once, for all requests
        drawing = pictures.get(name)
        if drawing is None:
            drawing = pictures[name] = asyncio.ensure_future(drawn(name))
        try:
            content = await asyncio.shield(drawing)
        except (Busy, Refused) as error:
            if pictures.get(name) is drawing:
                del pictures[name]  # the next request may succeed
            unknown = isinstance(error, Refused) and error.kind == "input"
            return Response(status_code=404 if unknown else 503)
        return content.response(request, MEDIA_TYPES[".svg"], "max-age=3600")

    made = shell()

    async def begin(_: Request) -> Response:
        return JSONResponse({"board": first, "version": made.version})

    routes = [
        Route("/first", begin, methods=["GET"]),
        Route("/api/{job}", ask, methods=["POST"]),
        Route("/pictures/{genre}.svg", picture, methods=["GET"]),
        *_pages(made),
    ]
    app = Starlette(routes=routes, lifespan=running)
    app.router.redirect_slashes = False  # each address has exactly one form
    return Guard(app, hosts, addresses=addresses)


class JSON(Response):
    """A response with JSON content. ``holding`` is closed when the client has received it."""

    media_type = "application/json"

    def __init__(
        self,
        content: bytes,
        status: int = 200,
        headers: dict[str, str] | None = None,
        *,
        holding: ExitStack | None = None,
    ) -> None:
        super().__init__(content, status, headers)
        self._holding = holding or ExitStack()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._holding:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": self.body, "more_body": True})
            # returns when most of the body is sent
            await send({"type": "http.response.body", "body": b""})


def _refusal(message: str, status: int) -> Response:
    """Return the response to a request that is refused; the rest of the request is not read."""
    headers = {"connection": "close", **({"retry-after": "1"} if status == 503 else {})}
    return JSON(json.dumps({"error": message}).encode(), status, headers)


async def _unless_disconnected(call: Any, receive: Receive) -> Any:
    """Return the result of a call; cancel it if the client disconnects."""
    task = asyncio.ensure_future(call)
    leaving = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not task.done():
            task.cancel()
    return await task


async def _disconnected(receive: Receive) -> None:
    message: Message = {"type": ""}
    while message["type"] != "http.disconnect":
        message = await receive()


def _pages(made: Shell) -> list[Route]:
    """Return routes for the page's files, which are all read at the start: no request names a path.

    Files that the page loads have the version in their address. So a browser may cache them for ever, and checks only the page
    for a new version.
    """
    names = ["/", *(f"/{made.version}/{name}" for name in made.files)]
    offline = inserted(made.offline, "SHELL", {"version": f"pencilp {made.version}", "files": names})
    pages = [
        _page("/", made.page.encode(), MEDIA_TYPES[".html"], REVALIDATE),
        _page(f"/{OFFLINE}", offline.encode(), MEDIA_TYPES[".js"], REVALIDATE),
    ]
    kinds = {name: MEDIA_TYPES[f".{name.rpartition('.')[2]}"] for name in made.files} | {
        f"{MAIN}.map": "application/json"
    }
    contents = {**made.files, f"{MAIN}.map": made.map.encode()}
    return pages + [
        _page(f"/{made.version}/{name}", content, kinds[name], FOREVER) for name, content in contents.items()
    ]


def _page(path: str, content: bytes, kind: str, caching: str) -> Route:
    ready = Content.of(content)

    async def page(request: Request) -> Response:
        return ready.response(request, kind, caching)

    return Route(path, page, methods=["GET"])
