"""Nobody gets in, and nothing falls over: what strangers send to the server, and how it ends."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.request import urlopen

import pytest

from pencilp.cli.output import LIMIT
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.web import connection, guards, server
from pencilp.web.app import Limits
from pencilp.web.connection import Connection
from pencilp.web.drafts import record_of
from pencilp.web.guards import ByteBudget, Full, Guard, client_of
from pencilp.web.pool import Pool
from tests.apart import run_apart

BOARD = record_of(examples.example("nurikabe"))


def status(addresses: bool = False, method: str = "POST", path: str = "/api/draw", **headers: str) -> int:
    """The status of the answer to a request with these headers."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    given = {"host": "localhost:8080", "content_type": "application/json", **headers}
    listed = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items() if value]
    scope = {"type": "http", "method": method, "path": path, "headers": listed}
    run_apart(Guard(app, ["localhost", "127.0.0.1", "::1"], addresses=addresses)(scope, None, send))  # type: ignore[arg-type]
    assert b"content-security-policy" in dict(sent[0]["headers"])
    return int(sent[0]["status"])


def test_only_this_page_is_answered():
    assert status() == 200
    assert status(host="127.0.0.1:8080", origin="http://127.0.0.1:8080", sec_fetch_site="same-origin") == 200
    assert status(host="evil.example:8080") == 403
    assert status(host="localhost:9999") == 200  # led here from another port, as by ssh -L
    assert status(origin="http://evil.example") == 403
    assert status(origin="http://localhost:8081") == 403
    assert status(origin="null") == 403
    for scheme in ("javascript", "chrome-extension", "file", "x"):
        assert status(origin=f"{scheme}://localhost:8080") == 403
    assert status(sec_fetch_site="cross-site") == 403
    assert status(content_type="text/plain") == 403
    assert status(content_type="") == 403
    assert status(content_type="application/json", Content_Type="text/plain") == 403
    assert status(content_length="2", transfer_encoding="chunked") == 403


def test_other_names_of_this_machine_are_no_way_in():
    for host in ("localhost", "LOCALHOST:1", "localhost.:8080", "[::1]:8080", "127.0.0.1"):
        assert status(host=host) == 200, host
    for host in (
        "", "evil.example", "localhost.evil.example", "evil.example#localhost", "a@localhost", "localhost:80:80", "::1",
        "[::1", "localhost/", "localhost:x", "192.168.1.5:8080", "[fe80::1]:8080", "127.0.0.1.nip.io", "2130706433",
    ):  # fmt: skip
        assert status(host=host) == 403, host
    # served to others, it may be called by its address, which is nobody else's name; but not by any name
    assert status(addresses=True, host="192.168.1.5:8080") == 200
    assert status(addresses=True, host="[fe80::1]:8080") == 200
    assert status(addresses=True, host="evil.example:8080") == 403
    assert status(addresses=True, host="2130706433") == 403


def test_a_link_on_another_site_opens_the_page_and_nothing_else():
    link = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate", "sec_fetch_dest": "document"}
    assert status(method="GET", path="/", **link) == 200
    assert status(method="GET", path="/first", **link) == 403
    assert status(method="POST", path="/", **link) == 403
    assert status(method="GET", path="/", **{**link, "sec_fetch_dest": "iframe"}) == 403
    assert status(method="GET", path="/", **{**link, "sec_fetch_mode": "no-cors"}) == 403
    assert status(method="GET", path="/", **link, origin="http://evil.example") == 403


HANG_SECONDS = 300
"""Only what hangs needs so long."""


def until(true: Callable[[], object]) -> None:
    """Wait until something has become true, and stays so."""
    end = time.monotonic() + HANG_SECONDS
    while not true():
        assert time.monotonic() < end, "it does not become true"
        time.sleep(0.02)


# -- a server that runs -----------------------------------------------------------------------------------------------


class Serving:
    """A server that runs in a thread."""

    body = Limits(1).body

    def __init__(self, listener: socket.socket, uvicorn_server: Any) -> None:
        self.port = listener.getsockname()[1]
        self.server = uvicorn_server

    def connected(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=HANG_SECONDS)

    def say(self, *parts: bytes) -> bytes:
        """All that is answered to what is sent in ``parts``, until the connection ends."""
        with self.connected() as link:
            for part in parts:
                with suppress(ConnectionError):
                    link.sendall(part)
            return heard(link)

    def go_on(self, first: bytes, *parts: bytes) -> bytes:
        """All that is answered to ``first``; ``parts`` follow as soon as the answer begins."""
        with self.connected() as link:
            link.sendall(first)
            begun = link.recv(1)
            for part in parts:
                with suppress(ConnectionError):
                    link.sendall(part)
            return begun + heard(link)

    def ask(self, job: str, asked: Any) -> tuple[int, Any]:
        """The status of an answer, and what is in it."""
        content = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
        reply = self.say(post(job, content, "connection: close"))
        head, _, body = reply.partition(b"\r\n\r\n")
        if b"transfer-encoding: chunked" in head:
            body = unchunked(body)
        return int(head.split()[1]), json.loads(body)

    def lives(self) -> bool:
        return self.ask("draw", {"board": BOARD})[0] == 200


def heard(link: socket.socket) -> bytes:
    """What comes until the connection ends."""
    parts = []
    with suppress(ConnectionError):
        while part := link.recv(65536):
            parts.append(part)
    return b"".join(parts)


def unchunked(body: bytes) -> bytes:
    parts = []
    while body:
        size, _, body = body.partition(b"\r\n")
        parts.append(body[: int(size, 16)])
        body = body[int(size, 16) + 2 :]
    return b"".join(parts)


def post(job: str, content: bytes, *lines: str) -> bytes:
    head = [
        f"POST /api/{job} HTTP/1.1", "host: localhost", "content-type: application/json", f"content-length: {len(content)}",
        *lines,
    ]  # fmt: skip
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


def chunked(job: str) -> bytes:
    """The head of a request whose body comes in chunks."""
    return post(job, b"").replace(b"content-length: 0", b"transfer-encoding: chunked")


def get(path: str, *lines: str, method: str = "GET") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "host: localhost", "connection: close", *lines, "", ""]).encode()


@contextmanager
def serving(**limits: Any) -> Iterator[Serving]:
    with server.listen("127.0.0.1", 0) as listener:
        ready = threading.Event()
        made = server.make_server(
            "127.0.0.1", listener, lambda _: ready.set(), **{"searches": 1, "drawing": 1, **limits}
        )
        thread = threading.Thread(target=made.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            assert ready.wait(20)
            yield Serving(listener, made)
        finally:
            made.should_exit = True
            thread.join(300)
            assert not thread.is_alive()


@pytest.fixture(scope="module")
def page() -> Iterator[Serving]:
    with serving() as found:
        yield found


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET\r\n\r\n", b"\0" * 100,
        b"GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx y: 1\r\n\r\n", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"y" * 200_000,
        b"GET / HTTP/1.1\r\nhost: localhost\r\n" + b"a: b\r\n" * 20_000, b"GET /" + b"a" * 200_000,
        b"POST /api/draw HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/draw HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"POST /api/draw HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: gzip\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_at_once(page, sent):
    reply = page.say(sent)
    assert reply.split()[1:2] in ([b"400"], [b"403"])
    assert b"content-security-policy: default-src 'none'" in reply
    assert b"x-content-type-options: nosniff" in reply
    assert page.lives()


def test_what_follows_a_refusal_is_not_waited_for(page, capfd):
    head = b"POST /api/draw HTTP/1.1\r\nhost: evil\r\ntransfer-encoding: chunked\r\n\r\n"
    assert page.go_on(head, b"zz\r\n" * 100).startswith(b"HTTP/1.1 403")
    assert page.go_on(chunked("none"), b"5\r\nabcde\r\n", b"zz\r\n" * 100).startswith(b"HTTP/1.1 404")
    assert capfd.readouterr() == ("", "")


def test_other_methods_and_paths_lead_nowhere(page):
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "POST"):
        reply = page.say(get("/", "content-type: application/json", method=method))
        assert reply.split()[1] == b"405", method
        assert b"access-control" not in reply.lower()
    assert page.say(get("/api/draw")).split()[1] == b"405"
    for path in (
        "/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "//evil.example/",
        "/main.js/",
        "/api/../first", "/pictures/../../pool.svg", "/pictures/..%2fpool.svg", "/pictures/%00.svg", "/worker.py",
        "/page/main.js", "/.git/config", "/api/", "/first/", "/%ff%fe", "*", "/index.html%00.js", "/pictures/base.svg",
        "/pictures/own.svg",
    ):  # fmt: skip
        assert page.say(get(path)).split()[1] in (b"404", b"405"), path
    assert page.say(get("http://evil.example/first")).split()[1] == b"404"
    for job in ("__init__", "draw/", "../draw", "%64raw%00", "constructor"):
        assert page.say(post(job, b"{}", "connection: close")).split()[1] == b"404", job
    assert page.say(get("/", method="HEAD")).split()[1] == b"200"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[" * 100_000, b'{"board":' * 100_000, b"NaN", b'{"board": NaN}', b'{"board": Infinity}', b"[]", b'"x"', b"null",
        b"\xff\xfe{}", b"{}\0", b'{"board": {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 1e400, "cols": 2}}}',
        b'{"board": ' + b"9" * 5000 + b"}",
        b'{"board": {"genre": "nurikabe", "lattice": {"shape": "square", "rows": %s, "cols": %s}}}' % (b"9" * 4000, b"9" * 4000),
        b'{"board": {"genre": "nurikabe", "lattice": {"shape": "square", "rows": -1, "cols": -1}}}',
        b'{"board": {"genre": "nurikabe' + b" " * 300 + b'", "lattice": {"shape": "square", "rows": 1, "cols": 1}}}',
        b'{"board": {"genre": "\\ud800", "lattice": {"shape": "\\udfff", "rows": 1, "cols": 1}}}',
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused_in_a_line(page, content):
    status, found = page.ask("draw", content)
    assert status == 422
    assert "\n" not in found["error"]
    assert len(found["error"]) < 2100


def test_limits_are_numbers(page):
    for limit in (float("1e999"), 10**400, -1, 0, "5", None, [], True, 1e-9):
        status, _ = page.ask("live", {"board": BOARD, "limit": limit, "cells": 1, "embedded": True})
        assert status in (200, 408, 422)
    assert page.ask("live", {"board": BOARD, "limit": 10**400})[1]["status"] == "unique"


def test_a_browser_keeps_the_files_of_a_version_and_asks_for_the_page_anew(page):
    head, _, first = page.say(get("/")).partition(b"\r\n\r\n")
    assert b"cache-control: no-cache\r\n" in head
    files = re.findall(rb'(?:src|href)="(\w{16}/[\w.]+)"', first)
    assert {file.partition(b"/")[2] for file in files} == {b"icon.svg", b"style.css", b"panels.css", b"main.js"}
    for file in files:
        reply = page.say(get(f"/{file.decode()}"))
        assert reply.split()[1] == b"200"
        assert b"max-age=31536000, immutable" in reply
    worker = page.say(get("/offline.js"))
    assert b"cache-control: no-cache\r\n" in worker
    kept = json.loads(re.findall(rb"SHELL = (.*);", worker)[0])["files"]
    assert {"/", *(f"/{file.decode()}" for file in files)} <= set(kept)
    (script,) = [file.decode() for file in files if file.endswith(b"main.js")]
    (written,) = re.findall(rb"sourceMappingURL=(.+)\n", page.say(get(f"/{script}")))
    assert written == b"main.js.map"
    told_of = page.say(get(f"/{script}.map"))
    assert b"content-type: application/json\r\n" in told_of
    assert "sections" in json.loads(told_of.partition(b"\r\n\r\n")[2])
    assert f"/{script}.map" not in kept  # the page does without it
    for path in ("/main.js", "/0000000000000000/main.js"):
        assert page.say(get(path)).split()[1] == b"404"


def test_files_are_sent_packed_to_who_can_unpack_them(page):
    for path in ("/", "/pictures/nurikabe.svg"):
        plain = page.say(get(path)).partition(b"\r\n\r\n")[2]
        packed = page.say(get(path, "accept-encoding: gzip, br")).partition(b"\r\n\r\n")[2]
        assert gzip.decompress(packed) == plain
        assert len(packed) < len(plain)


def test_a_body_that_is_too_large_is_not_read_to_its_end():
    with serving(body=1000) as page:
        assert page.ask("draw", b" " * 2000)[0] == 413
        chunks = chunked("draw")
        assert page.say(chunks, *[b"400\r\n" + b" " * 1024 + b"\r\n"] * 1000).startswith(b"HTTP/1.1 413")
        assert page.say(chunks, b"fffffffffffffff\r\n", *[b" " * 65536] * 100).startswith(b"HTTP/1.1 413")
        assert page.ask("genres", {})[0] == 200


def test_a_body_that_will_be_too_large_is_not_waited_for(page):
    for length in (page.body + 1, 10**19):
        head = f"POST /api/draw HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        assert page.say(head.encode()).split()[1] == b"413"


def test_all_bodies_together_have_a_limit():
    with serving(room=60_000) as page:
        held = []
        for _ in range(2):
            link = page.connected()
            link.sendall(post("draw", b" " * 30_000)[:-1])
            held.append(link)
        until(lambda: page.ask("genres", {})[0] == 503)
        for link in held:
            link.close()
        until(page.lives)


def test_who_is_slow_is_cut_off(monkeypatch):
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.6)
    monkeypatch.setattr(connection, "ANSWER_SECONDS", 0.6)
    monkeypatch.setattr(guards, "BODY_SECONDS", 0.3)
    with serving() as page:
        silent = page.connected()
        assert heard(silent) == b""  # nothing comes
        dripping = page.connected()
        dripping.settimeout(0.05)
        dripping.sendall(b"GET /")
        cut = False
        while not cut:
            try:
                dripping.sendall(b"a")
                cut = dripping.recv(1) == b""
            except TimeoutError:
                pass  # it may send one more byte
            except ConnectionError:
                cut = True
        assert page.say(post("draw", b" " * 10)[:-5]).startswith(b"HTTP/1.1 408")
        again = page.connected()
        again.sendall(get("/first").replace(b"connection: close\r\n", b""))
        assert again.recv(100)
        again.sendall(b"GET")  # the next one does not come, either
        heard(again)
        # one who does not take answers
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", page.port))
        deaf.setblocking(False)
        with suppress(BlockingIOError):
            for _ in range(2000):
                deaf.sendall(get("/pictures/nurikabe.svg").replace(b"connection: close\r\n", b""))
        until(lambda: not page.server.server_state.connections)
        for link in (silent, dripping, again, deaf):
            link.close()
        assert page.lives()


def test_more_connections_than_there_may_be_push_out_the_idle_ones(monkeypatch):
    monkeypatch.setattr(Connection, "max_open", 20)
    with serving() as page:
        idle = [page.connected() for _ in range(60)]
        assert page.lives()
        assert len(page.server.server_state.connections) <= 20
        for link in idle:
            link.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there 127.0.0.2 is this machine without more ado")
def test_somebody_with_many_connections_keeps_nobody_out(monkeypatch):
    monkeypatch.setattr(Connection, "max_open", 20)
    with serving() as page:
        # all of them in the midst of a request
        many = [page.connected() for _ in range(20)]
        for link in many:
            link.sendall(post("draw", b"x" * 100)[:-1])
        until(lambda: len(page.server.server_state.connections) == 20)
        with socket.create_connection(
            ("127.0.0.1", page.port), timeout=HANG_SECONDS, source_address=("127.0.0.2", 0)
        ) as other:
            other.sendall(get("/first"))
            assert heard(other).startswith(b"HTTP/1.1 200")
        for link in many:
            link.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only there 127.0.0.2 is this machine without more ado")
def test_somebody_with_a_hundred_hard_questions_keeps_nobody_waiting():
    hard = post("shared", json.dumps({"board": {**BOARD, "puzzle": {"clues": ["40"] + [None] * 80}}}).encode())
    easy = post("live", json.dumps({"board": BOARD}).encode(), "connection: close")
    with serving(searches=2, waiting=50, fair=True) as page:
        assert page.lives()
        many = [page.connected() for _ in range(100)]
        for link in many:
            link.sendall(hard)
        until(lambda: len(page.server.server_state.tasks) >= 50)
        for _ in range(3):
            with socket.create_connection(
                ("127.0.0.1", page.port), timeout=HANG_SECONDS, source_address=("127.0.0.2", 0)
            ) as other:
                other.sendall(easy)
                assert heard(other).startswith(b"HTTP/1.1 200")
        for link in many:
            link.close()


def test_one_client_has_a_share_of_the_room():
    room = ByteBudget(100, 50)
    with room.reserve("a") as one, room.reserve("a") as two, room.reserve("b") as other:
        one(30)
        two(20)
        with pytest.raises(Full):
            two(1)
        other(50)
        with pytest.raises(Full):
            other(1)
    with room.reserve("a") as take:
        take(50)


def test_whose_address_it_is():
    assert client_of("192.168.1.5") == client_of("::ffff:192.168.1.5") == "192.168.1.5"
    assert client_of("2001:db8:1:2::1") == client_of("2001:db8:1:2:aaaa::9") != client_of("2001:db8:1:3::1")
    assert client_of("fe80::1%eth0") == client_of("fe80::2")
    assert client_of("") == ""


def test_a_picture_is_drawn_once_however_many_ask(monkeypatch):
    drawn: list[str] = []
    call = Pool.call

    async def counted(self: Pool, job: str, *arguments: Any, **more: Any) -> bytes:
        drawn.append(job)
        return await call(self, job, *arguments, **more)

    monkeypatch.setattr(Pool, "call", counted)
    with serving() as page:
        links = [page.connected() for _ in range(20)]
        for link in links:
            link.sendall(get("/pictures/nurikabe.svg"))
        assert all(heard(link).startswith(b"HTTP/1.1 200") for link in links)
    assert drawn == ["picture"]


def test_many_requests_on_one_connection(page):
    with page.connected() as link:
        link.sendall(get("/first").replace(b"connection: close\r\n", b"") * 300 + get("/first"))
        assert heard(link).count(b'{"board":null,') == 301
    with page.connected() as link:  # as many that nobody waits for
        link.sendall(post("draw", json.dumps({"board": BOARD}).encode()) * 50)
    assert page.lives()


@pytest.mark.slow
def test_ten_thousand_requests(page):
    """Half of them wrong, on connections that come and go."""
    wrong = get("/").replace(b"localhost", b"evil")
    right = get("/first").replace(b"connection: close\r\n", b"")

    def some() -> None:
        for _ in range(25):
            assert page.say(right * 99 + get("/first")).count(b"HTTP/1.1 200") == 100
            for _ in range(20):
                assert page.say(wrong).startswith(b"HTTP/1.1 403")

    threads = [threading.Thread(target=some) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert page.server.server_state.total_requests >= 10_000
    assert page.lives()


def test_who_vanishes_leaves_the_process_free():
    hard = {"board": {**BOARD, "puzzle": {"clues": ["40"] + [None] * 80}}}
    with serving() as page:
        for _ in range(3):
            with page.connected() as link:
                link.sendall(post("shared", json.dumps(hard).encode()))
                until(lambda: page.server.server_state.tasks)
        assert page.ask("live", {"board": BOARD})[1]["status"] == "unique"


def test_two_servers_do_not_share_a_port(page):
    with pytest.raises(InputError, match="the server cannot use this address"):
        server.listen("127.0.0.1", page.port)
    with server.listen("127.0.0.1", 0) as one, pytest.raises(InputError):
        server.listen("127.0.0.1", one.getsockname()[1])
    for host in ("no.such.name.invalid", "a" * 300, "256.1.1.1", "é" * 100):
        with pytest.raises(InputError, match="the server cannot use this address"):
            server.listen(host, 0)


def test_the_command_serves_a_page_until_it_is_interrupted():
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", examples.path_of("nurikabe"), "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        address = process.stdout.readline().split()[4]  # type: ignore[union-attr]
        with urlopen(f"{address}first") as reply:
            assert json.load(reply)["board"]["genre"] == "nurikabe"
        with urlopen(address) as reply:
            assert "main.js" in reply.read().decode()
            assert "script-src 'self'" in reply.headers["content-security-policy"]
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 0
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("presses", [1, 3])
def test_ctrl_c_ends_it_quietly_whatever_is_asked(presses):
    hard = post("shared", json.dumps({"board": {**BOARD, "puzzle": {"clues": ["40"] + [None] * 80}}}).encode())
    with command("--port", "0") as (process, port):
        links = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
        for link, sent in zip(links, (hard, hard[:-5], hard[:20], b""), strict=True):
            link.sendall(sent)
        with urlopen(f"http://127.0.0.1:{port}/first") as reply:  # what came before is read by then
            assert reply.status == 200
        process.send_signal(signal.SIGINT)
        for _ in range(presses - 1):
            until(lambda: process.poll() is not None or not listens(port))
            process.send_signal(signal.SIGINT)
        code = process.wait(300)
        said = process.stderr.read()
        if presses == 1:
            assert (code, said) == (0, "")
        else:
            # it may end at once, too, but Python does not complain that its end was disturbed
            assert code in (0, LIMIT, -signal.SIGINT)
            assert said in ("", "pencilp: stopped\n")
        for link in links:
            link.close()


def listens(port: int) -> bool:
    """Whether a server takes connections."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionError:
        return False
    return True


def family(pid: int) -> set[int]:
    """A process and all that it has started, and these."""
    found = {pid}
    for name in sorted((name for name in os.listdir("/proc") if name.isdigit()), key=int):
        with suppress(OSError), open(f"/proc/{name}/stat") as file:
            if int(file.read().rpartition(")")[2].split()[1]) in found:
                found.add(int(name))
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are looked for in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGHUP])
def test_however_the_server_ends_no_process_is_left(end):
    hard = post("shared", json.dumps({"board": {**BOARD, "puzzle": {"clues": ["40"] + [None] * 80}}}).encode())
    with command("--port", "0") as (process, port):
        links = [socket.create_connection(("127.0.0.1", port)) for _ in range(3)]
        for link in links:
            link.sendall(hard)
        until(lambda: len(family(process.pid)) > 2)
        all_of_them = family(process.pid)
        process.send_signal(end)
        process.wait(300)
        assert "Traceback" not in process.stderr.read()  # type: ignore[union-attr]
        until(lambda: not any(alive(pid) for pid in all_of_them))
        for link in links:
            link.close()


def alive(pid: int) -> bool:
    with suppress(OSError), open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] != "Z"
    return False


@contextmanager
def command(*options: str) -> Iterator[tuple[Any, int]]:
    """``pencilp serve`` with options, and the port it serves at."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--no-browser", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        while "the page is at" not in line:
            assert line, process.stderr.read()  # type: ignore[union-attr]
            line = process.stdout.readline()
        yield process, int(line.split()[4].rstrip("/").rpartition(":")[2])
    finally:
        process.kill()
        process.communicate()


def test_a_public_server_has_small_limits_and_reports_them():
    with command("--port", "0", "--host", "0.0.0.0", "--public") as (_, port):
        for host, wanted in (("evil.example", b"403"), (f"192.168.1.5:{port}", b"200"), (socket.gethostname(), b"200")):
            with socket.create_connection(("127.0.0.1", port)) as link:
                link.sendall(f"GET /first HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n".encode())
                assert heard(link).split()[1] == wanted
        large = {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 40, "cols": 40}}
        for job, asked, says in (
            ("draw", {"board": large}, b"at most 1200"), ("solve", {"board": BOARD, "solver": "cbc"}, b"there is no solver"),
        ):  # fmt: skip
            with socket.create_connection(("127.0.0.1", port)) as link:
                link.sendall(post(job, json.dumps(asked).encode(), "connection: close"))
                assert says in heard(link)


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
def test_the_sixth_version_of_addresses():
    try:
        listener = server.listen("::1", 0)
    except InputError as error:
        pytest.skip(str(error))
    with listener:
        ready: list[str] = []
        server.make_server("::1", listener, ready.append, searches=1)
    assert server._host_name("::1") == "[::1]"
    assert status(host="[::1]:8080", origin="http://[::1]:8080") == 200
