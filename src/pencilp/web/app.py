"""The addresses of the server: the page's files, and ``/api/JOB`` for each job."""

from __future__ import annotations

import asyncio
import gzip
import json
from contextlib import ExitStack, asynccontextmanager
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pencilp.board.lattice import MAX_CELLS
from pencilp.web.frames import QUICK, SEARCHES
from pencilp.web.guards import Full, Guard, Message, Receive, Room, Scope, Send, TooLarge, body_of, client_of
from pencilp.web.pool import Pool, Refused
from pencilp.web.scripts import joined, source_map
from pencilp.web.turns import Busy
from pencilp.web.words import by_language

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from starlette.requests import Request

    from pencilp.web.guards import App

KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
}  # fmt: skip
"""The types of the page's files, by their endings."""

MAIN = "main.js"
"""The page's script: what is sent has all its modules in it."""
WORKER = "offline.js"
"""The script that keeps the page's files in the browser. It is given the names of the files and their version."""

WORDS = "words"
"""The module of the script that has the page's words. They are put into it in all languages."""

NEW, KEPT = "no-cache", "public, max-age=31536000, immutable"
"""How long a browser may keep what is asked for anew each time, and what never changes."""


class Content(NamedTuple):
    """What is sent many times, as it is and compressed."""

    plain: bytes
    small: bytes

    @classmethod
    def of(cls, plain: bytes) -> Content:
        return cls(plain, gzip.compress(plain, mtime=0))

    def response(self, request: Request, kind: str, caching: str) -> Response:
        """Return the content of a ``kind``, compressed for who takes it so; ``caching`` is how long it may be kept."""
        headers = {"content-type": kind, "cache-control": caching, "vary": "accept-encoding"}
        if "gzip" in [name.strip() for name in request.headers.get("accept-encoding", "").split(",")]:
            return Response(self.small, headers={**headers, "content-encoding": "gzip"})
        return Response(self.plain, headers=headers)


class Limits(NamedTuple):
    """How much the server does."""

    searches: int
    """So many searches at once."""
    drawing: int = 2
    """So many boards that are drawn, and other things done that do not take long, at once."""
    waiting: int = 1000
    """So many requests wait for a process."""
    memory: int = 2048
    """Megabytes of each process."""
    body: int = 8 * 2**20
    """Bytes of a request."""
    room: int = 256 * 2**20
    """Bytes of all requests and answers together."""
    fair: bool = False
    """Whether one client has half of the processes and of the room at most, so that there is always some for others."""
    quick: float = 10.0
    """Seconds for what is no search."""
    search: float = 60.0
    """Seconds for a search."""
    cells: int = MAX_CELLS
    """Cells of a board."""
    embedded: bool = False
    """Whether only the solvers that come with pencilp may be asked for."""


def make(hosts: Iterable[str], limits: Limits, first: dict[str, Any] | None = None, *, addresses: bool = False) -> App:
    """Yield the server's application for requests that name one of the ``hosts`` (see ``Guard``, for ``addresses``, too).

    ``first`` is the board that the page begins with.
    """

    def share(whole: int) -> int:
        return max(1, whole // 2) if limits.fair else whole

    quick = Pool(limits.drawing, limits.waiting, limits.memory, share=share(limits.drawing))
    searches = Pool(limits.searches, limits.waiting, limits.memory, share=share(limits.searches), patient=True)
    room = Room(limits.room, share(limits.room))

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        # the page is there at once; who asks for a job waits for the first process
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
            return _wrong("there is no such job", 404)
        pool, limit = (searches, limits.search) if name in SEARCHES else (quick, limits.quick)
        client = client_of(request.client.host if request.client else "")
        with ExitStack() as holding:
            take = holding.enter_context(room.held(client))
            try:
                # h11 has refused what is no number
                if int(request.headers.get("content-length", "0")) > limits.body:
                    raise TooLarge
                asked = await body_of(request.receive, limits.body, take)
                call = pool.call(name, asked, limit, client=client, cells=limits.cells, embedded=limits.embedded)
                del asked
                answer = await _unless_gone(call, request.receive)
                take(len(answer))
                return JSON(answer, holding=holding.pop_all())
            except TooLarge:
                return _wrong(f"a request has at most {limits.body} bytes", 413)
            except asyncio.TimeoutError:
                return _wrong("the request did not arrive in time", 408)
            except (Busy, Full):
                return _wrong("the server is busy: try again in a moment", 503)
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
        # however many ask for it, it is drawn once
        drawing = pictures.get(name)
        if drawing is None:
            drawing = pictures[name] = asyncio.ensure_future(drawn(name))
        try:
            content = await asyncio.shield(drawing)
        except (Busy, Refused) as error:
            if pictures.get(name) is drawing:
                del pictures[name]  # another time it may be
            unknown = isinstance(error, Refused) and error.kind == "input"
            return Response(status_code=404 if unknown else 503)
        return content.response(request, KINDS[".svg"], "max-age=3600")

    async def begin(_: Request) -> Response:
        return JSONResponse({"board": first})

    routes = [
        Route("/first", begin, methods=["GET"]),
        Route("/api/{job}", ask, methods=["POST"]),
        Route("/pictures/{genre}.svg", picture, methods=["GET"]),
        *_pages(),
    ]
    app = Starlette(routes=routes, lifespan=running)
    app.router.redirect_slashes = False  # there is one address for each thing
    return Guard(app, hosts, addresses=addresses)


class JSON(Response):
    """An answer that is JSON already; what it is ``holding`` is let go when it has been taken."""

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
            # this waits until most of it is on its way
            await send({"type": "http.response.body", "body": b""})


def _wrong(message: str, status: int) -> Response:
    """Why a request is not even looked at; the rest of it is not waited for."""
    headers = {"connection": "close", **({"retry-after": "1"} if status == 503 else {})}
    return JSON(json.dumps({"error": message}).encode(), status, headers)


async def _unless_gone(call: Any, receive: Receive) -> Any:
    """Return what a call returns; it is cancelled when who asks has gone."""
    task = asyncio.ensure_future(call)
    leaving = asyncio.ensure_future(_gone(receive))
    try:
        await asyncio.wait([task, leaving], return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not task.done():
            task.cancel()
    return await task


async def _gone(receive: Receive) -> None:
    message: Message = {"type": ""}
    while message["type"] != "http.disconnect":
        message = await receive()


def _pages() -> list[Route]:
    """Return the page's files, all read at the start: no request names a path.

    Those that the page itself asks for have the version in their address. So a browser may keep them, and asks only for
    the page to learn of a new version.
    """
    found, modules = {}, {}
    for file in sorted(files("pencilp.web").joinpath("page").iterdir(), key=lambda f: f.name):
        stem, _, ending = file.name.rpartition(".")
        if ending == "js" and file.name != WORKER:
            modules[stem] = file.read_text(encoding="utf-8")
        elif f".{ending}" in KINDS:
            found[file.name] = (file.read_bytes(), KINDS[f".{ending}"])
    modules[WORDS] = modules[WORDS].replace("WORDS = {}", f"WORDS = {json.dumps(by_language(), ensure_ascii=False)}", 1)
    script = joined(modules, MAIN.removesuffix(".js")) + f"//# sourceMappingURL={MAIN}.map\n"
    found[MAIN] = (script.encode(), KINDS[".js"])
    version = sha256(b"".join(content for content, _ in found.values())).hexdigest()[:16]
    first, html = found.pop("index.html")
    worker, javascript = found.pop(WORKER)
    for name in found:
        first = first.replace(f'="{name}"'.encode(), f'="{version}/{name}"'.encode())
    shell = {"version": f"pencilp {version}", "files": ["/", *(f"/{version}/{name}" for name in found)]}
    worker = worker.replace(b"SHELL = {}", b"SHELL = " + json.dumps(shell).encode())
    # only who looks into the script asks for it
    found[f"{MAIN}.map"] = (source_map(modules, MAIN.removesuffix(".js")).encode(), "application/json")
    pages = [_page("/", first, html, NEW), _page(f"/{WORKER}", worker, javascript, NEW)]
    return pages + [_page(f"/{version}/{name}", content, kind, KEPT) for name, (content, kind) in found.items()]


def _page(path: str, content: bytes, kind: str, caching: str) -> Route:
    ready = Content.of(content)

    async def page(request: Request) -> Response:
        return ready.response(request, kind, caching)

    return Route(path, page, methods=["GET"])
