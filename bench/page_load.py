"""The page's server under load: many who edit at once, a long session, many solves at a time, and a cold start.

    python bench/page_load.py edit [--clients 100] [--seconds 30] [--pause 2]
    python bench/page_load.py hour [--strokes 3600]
    python bench/page_load.py solves [--number 1000] [--corpus FOLDER]
    python bench/page_load.py cold

*edit*: each client has an example on its board, takes one of its clues away and puts it back, in turn, and after each stroke asks
as the page does for the picture and for the verdict, side by side. It goes on after a pause, whose mean is ``--pause`` seconds.
*hour*: the same by four clients without a pause, for a total of ``--strokes``, to measure the memory of all processes.
*solves*: puzzles that are all different, all asked for at once; each answer is compared with the recorded one.
*cold*: the time from the command to the page, to the first picture, and the bytes of the page.
Clients and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import measuring
from measuring import figures, joined, say

HEAD = "POST /api/{} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n"


class Reply(NamedTuple):
    """An answer: its ``status``, what is in it, and after how many ``seconds`` it was there."""

    status: int
    content: bytes
    seconds: float


class Connection:
    """A connection that is kept, as a browser keeps it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, job: str, asked: Any) -> Reply:
        body = json.dumps(asked).encode()
        return await self._said(HEAD.format(job, len(body)).encode() + body)

    async def get(self, path: str) -> Reply:
        head = f"GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n"
        return await self._said(head.encode())

    async def _said(self, request: bytes) -> Reply:
        start = time.perf_counter()
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port, limit=2**26)
        reader, writer = self._ends
        writer.write(request)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        content = await reader.readexactly(int(length[1])) if length else await _chunks(reader)
        if "connection: close" in head:
            self.close()
        return Reply(int(head.split()[1]), content, time.perf_counter() - start)

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return b"".join(parts)


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """A server of its own, to be asked at a port; its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE, text=True, env=measuring.environment(), start_new_session=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield int(line.split()[4].split(":")[-1].strip("/")), process.pid
    finally:
        process.terminate()
        process.wait()


def memory(pid: int) -> float:
    """Megabytes of a process and all that it has started, as they are shared out among who shares them."""
    total: tuple[int, ...] = ()
    family = {pid}
    for each in sorted(int(name) for name in os.listdir("/proc") if name.isdigit()):
        try:
            parent = int(Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()[1])
            if each in family or parent in family:
                family.add(each)
                written = Path(f"/proc/{each}/smaps_rollup").read_text()
                total += int(re.search(r"^Pss:\s+(\d+)", written, re.M)[1])  # type: ignore[index]
        except (FileNotFoundError, ProcessLookupError):
            continue
    return total / 1024


# -- edit and hour ----------------------------------------------------------------------------------------------------


def strokes(record: dict[str, Any], chance: random.Random) -> Iterator[dict[str, Any]]:
    """The boards after one stroke and another: a clue is taken away, and put back."""
    places = [
        (key, i)
        for key, layer in record["puzzle"].items()
        if isinstance(layer, list)
        for i, token in enumerate(layer)
        if token is not None
    ]
    board = {**record, "puzzle": {k: list(v) if isinstance(v, list) else v for k, v in record["puzzle"].items()}}
    while True:
        if not places:
            yield board
            continue
        key, i = chance.choice(places)
        board["puzzle"][key][i] = None
        yield board
        board["puzzle"][key][i] = record["puzzle"][key][i]
        yield board


class Load:
    """The answers that clients have got so far."""

    def __init__(self) -> None:
        self.drawn: list[float] = []
        self.judged: list[float] = []
        self.errors: list[str] = []
        self.strokes = 0


async def edit(port: int, number: int, load: Load, pause: float, until: float, most: int) -> None:
    """Run one client until a time, or until all have made the given number of strokes."""
    from pencilp.formats import examples
    from pencilp.web.drafts import record_of

    chance = random.Random(number)
    names = examples.names()
    puzzle = examples.example(names[number % len(names)])
    drawing, judging = Connection(port), Connection(port)
    await asyncio.sleep(chance.random() * pause)
    for board in strokes({**record_of(puzzle), "answer": {}}, chance):
        if time.perf_counter() >= until or load.strokes >= most:
            break
        load.strokes += 1
        both = await asyncio.gather(
            drawing.ask("draw", {"board": board}), judging.ask("live", {"board": board, "limit": 10})
        )
        for reply, seen in zip(both, (load.drawn, load.judged), strict=True):
            seen.append(reply.seconds)
            if reply.status != 200:
                load.errors.append(f"{puzzle.genre.name}: {reply.status} {reply.content[:200]!r}")
        rest = chance.expovariate(1 / pause) if pause else 0.0
        await asyncio.sleep(max(0.0, min(rest, until - time.perf_counter())))
    drawing.close()
    judging.close()


async def edited(port: int, clients: int, seconds: float, pause: float, most: int = sys.maxsize) -> Load:
    load = Load()
    until = time.perf_counter() + seconds
    await asyncio.gather(*(edit(port, n, load, pause, until, most) for n in range(clients)))
    return load


def in_edit(options: argparse.Namespace) -> dict[str, Any]:
    """Many clients at once."""
    with served() as (port, _):
        asyncio.run(edited(port, 8, options.warm, 0.0))
        start = time.perf_counter()
        load = asyncio.run(edited(port, options.clients, options.seconds, options.pause))
        took = time.perf_counter() - start
    every = [*load.drawn, *load.judged]
    within = 100 * sum(s <= 1 for s in every) / len(every)
    print(f"{options.clients} clients, {load.strokes} strokes in {took:.0f} s, {load.strokes / took:.1f} a second")
    for name, seen in (("draw", load.drawn), ("live", load.judged), ("both", every)):
        print(f"{name}: {joined(1000 * s for s in figures(seen))} ms (median / mean / 95 % / largest)")
    print(f"{within:.1f} % of the answers within 1 s, {len(load.errors)} errors")
    for error in load.errors[:10]:
        say(error)
    return {"draw": load.drawn, "live": load.judged, "errors": load.errors}


def in_hour(options: argparse.Namespace) -> dict[str, Any]:
    """Many strokes, one after another."""
    seen = []
    with served() as (port, pid):
        asyncio.run(edited(port, 4, 1e9, 0.0, options.strokes // 10))
        for part in range(1, 11):
            load = asyncio.run(edited(port, 4, 1e9, 0.0, options.strokes // 10))
            seen.append(memory(pid))
            print(f"{part * options.strokes // 10} strokes: {seen[-1]:.1f} MB, {len(load.errors)} errors", flush=True)
    return {"megabytes": seen}


# -- solves -----------------------------------------------------------------------------------------------------------


def different(corpus: Path, number: int) -> list[tuple[str, dict[str, Any], Any]]:
    """Return ``number`` puzzles of all genres in turn, the smaller ones first: the genre, the record, and the
    recorded answer's."""
    from pencilp.errors import InputError
    from pencilp.formats.dataset import read_line
    from pencilp.web.drafts import record_of

    found, seen = [], set()
    queues = {
        genre: iter(sorted(path.read_text(encoding="utf-8").splitlines(), key=len))
        for genre, path in measuring.files(corpus).items()
    }
    while queues and len(found) < number:
        for genre in list(queues):
            line = next(queues[genre], None)
            if line is None:
                del queues[genre]
                continue
            try:
                puzzle = read_line(line, genre)
            except InputError:
                continue
            record = record_of(puzzle)
            key = json.dumps(record)
            if puzzle.answer is not None and key not in seen:
                seen.add(key)
                found.append((puzzle.genre.name, record, puzzle))
    return found[:number]


def in_solves(options: argparse.Namespace) -> dict[str, Any]:
    """Many different puzzles at once."""
    from pencilp.web.drafts import Draft

    wanted = different(options.corpus, options.number)

    async def one(port: int, record: dict[str, Any]) -> Reply:
        link = Connection(port)
        try:
            return await link.ask("solve", {"board": record, "count": 2})
        finally:
            link.close()

    async def every(port: int) -> list[Reply]:
        return await asyncio.gather(*(one(port, record) for _, record, _ in wanted))

    with served() as (port, _):
        start = time.perf_counter()
        replies = asyncio.run(every(port))
        took = time.perf_counter() - start
    lost, mixed = [], []
    for (genre, record, puzzle), reply in zip(wanted, replies, strict=True):
        found = json.loads(reply.content)
        if reply.status != 200:
            lost.append(f"{genre}: {reply.status} {found}")
            continue
        answers = [Draft({**record, "answer": tokens}).whole_answer(puzzle) for tokens in found["answers"]]
        if answers != [puzzle.answer]:
            mixed.append(f"{genre}: {found['status']}")
    print(
        f"{len(wanted)} puzzles of {len({g for g, _, _ in wanted})} genres in {took:.1f} s; {len(lost)} lost, {len(mixed)} wrong"
    )
    for problem in [*lost, *mixed][:10]:
        say(problem)
    return {"seconds": [r.seconds for r in replies], "lost": lost, "mixed": mixed}


# -- cold -------------------------------------------------------------------------------------------------------------


def in_cold(options: argparse.Namespace) -> dict[str, Any]:
    """A server that has just been started."""
    from pencilp import genres
    from pencilp.formats import examples
    from pencilp.web.drafts import record_of

    board = record_of(examples.example("nurikabe"))

    async def first(port: int) -> tuple[float, float]:
        link = Connection(port)
        await link.get("/")
        page = time.perf_counter()
        await link.ask("draw", {"board": board})
        link.close()
        return page, time.perf_counter()

    async def size(port: int) -> tuple[int, ...]:
        from importlib.resources import files

        link = Connection(port)
        names = [f.name for f in files("pencilp.web").joinpath("page").iterdir()]
        replies = [await link.get("/" if name == "index.html" else f"/{name}") for name in names]
        pictures = [await link.get(f"/pictures/{genre}.svg") for genre in genres.names()]
        link.close()
        return tuple(sum(len(r.content) for r in found if r.status == 200) for found in (replies, pictures))

    seen = []
    total: tuple[int, ...] = ()
    for _ in range(options.times):
        start = time.perf_counter()
        with served() as (port, _pid):
            page, drawn = asyncio.run(first(port))
            seen.append((page - start, drawn - start))
            total = asyncio.run(size(port))
    for name, times in zip(("page", "first picture"), zip(*seen, strict=True), strict=True):
        print(
            f"{name}: {joined(1000 * s for s in figures(times))} ms after the command (median / mean / 95 % / largest)"
        )
    print(
        f"the page's files: {total[0] / 1000:.1f} kB packed; the small pictures of all genres: {total[1] / 1000:.1f} kB"
    )
    return {"cold": seen, "bytes": total}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--output", type=Path, help="the file of the raw figures (default: bench/results/page_WHAT.json)"
    )
    kinds = parser.add_subparsers(dest="what", required=True)
    one = kinds.add_parser("edit")
    one.add_argument("--clients", type=int, default=100)
    one.add_argument("--seconds", type=float, default=30)
    one.add_argument("--pause", type=float, default=2)
    one.add_argument("--warm", type=float, default=5, help="seconds that do not count, before")
    one = kinds.add_parser("hour")
    one.add_argument("--strokes", type=int, default=3600)
    one = kinds.add_parser("solves")
    one.add_argument("--number", type=int, default=1000)
    one.add_argument("--corpus", type=Path, default=measuring.CORPUS)
    one = kinds.add_parser("cold")
    one.add_argument("--times", type=int, default=5)
    options = parser.parse_args(arguments)
    does = {"edit": in_edit, "hour": in_hour, "solves": in_solves, "cold": in_cold}[options.what]
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    print(f"load average before: {load:.1f}")
    found = does(options)
    path = options.output or measuring.RESULTS / f"page_{options.what}.json"
    measuring.write_json(path, {"machine": measuring.machine(), "load": load, **found})


if __name__ == "__main__":
    main()
