"""The worker processes, and the requests that wait for one.

If too many requests wait, a new one is refused, as the server is busy. A job ends at its time limit, or when its client has gone:
it is interrupted, and if that does not help, its process is killed and replaced. The server passes requests and answers on
without reading them: only workers, which have limits of time and memory, read them.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pencilp.errors import SolverError
from pencilp.solvers import processes
from pencilp.web.fair_queue import Busy, FairQueue
from pencilp.web.protocol import DONE, LATE, MAX_ANSWER_BYTES, PART, READY, REFUSALS

INTERRUPT_SECONDS = 1.0
"""A job is interrupted this time after its limit."""
KILL_SECONDS = 0.5
"""A process is killed this time after an interrupt."""
START_SECONDS = 60.0
"""Time for a process to start."""
RETRY_SECONDS = 1.0
"""Pause before another try if no process could be started."""


Part = Callable[[bytes], object]
NO_PARTS: Part = len
"""For jobs that send no parts."""


class Refused(Exception):
    """A job failed: ``kind`` is one of the values of ``REFUSALS``."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Gone(Exception):
    """A process ended during a job."""


class Pool:
    """``size`` processes with ``memory`` megabytes each; at most ``waiting`` requests wait for them.

    One client may use at most ``share`` of them at the same time. ``low_priority`` processes give way to others.
    """

    def __init__(
        self, size: int, waiting: int, memory: int, *, share: int | None = None, low_priority: bool = False
    ) -> None:
        self._closed = False
        self._workers = [_Worker(memory, low_priority) for _ in range(size)]
        self._starting: set[asyncio.Task[None]] = set()
        self._queue: FairQueue[_Worker] = FairQueue(waiting, size if share is None else share)

    async def start(self) -> None:
        """Start the processes one after another; the first works while the others start."""
        for worker in self._workers:
            await self._start(worker)
            self._queue.add(worker)

    async def stop(self) -> None:
        """End all processes for good."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def call(
        self, job: str, asked: bytes, limit: float, *, client: str = "", part: Part = NO_PARTS, **allowed: Any
    ) -> bytes:
        """Return the result of a job for a ``client``, as JSON, within ``limit`` seconds.

        ``asked`` is the request as JSON; ``allowed`` are the limits that the server adds. ``part`` is called with each part
        of the answer that the job sends before it. Raise Busy or Refused. Cancelling the call ends the job.
        """
        if self._closed:
            raise Busy
        worker = await self._queue.take(client)
        gone = asyncio.Event()
        head = json.dumps({"job": job, "limit": limit, "allowed": allowed}).encode()

        def passed(content: bytes) -> None:
            if not gone.is_set():
                part(content)

        task = asyncio.ensure_future(worker.call((head, asked), limit + INTERRUPT_SECONDS, gone, passed))
        # a worker is free when its job has ended, which may be later than the cancelling
        task.add_done_callback(lambda _: self._release(worker, client))
        try:
            kind, answer = await asyncio.shield(task)
        except asyncio.CancelledError:
            gone.set()
            raise
        if kind != DONE:
            raise Refused(REFUSALS[kind], answer.decode())
        return answer

    def _release(self, worker: _Worker, client: str) -> None:
        """Free a worker after its job, as soon as it has a running process."""
        if worker.is_running:
            self._queue.give_back(worker, client)
            return
        starting = asyncio.ensure_future(self._start(worker))
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        starting.add_done_callback(lambda _: self._queue.give_back(worker, client))

    async def _start(self, worker: _Worker) -> None:
        try:
            await worker.ready()
        except (Gone, OSError, SolverError, asyncio.TimeoutError) as error:
            if not self._closed:
                print(f"a process cannot be started: {str(error) or 'it took too long'}", file=sys.stderr)
                await asyncio.sleep(RETRY_SECONDS)


class _Worker:
    """One worker process, which is started when needed."""

    def __init__(self, memory: int, low_priority: bool) -> None:
        self._arguments = [str(memory), str(int(low_priority))]
        self._process: asyncio.subprocess.Process | None = None
        self._folder: processes.Folder | None = None
        """Its folder for temporary files, removed when it ends."""
        self._starting = asyncio.Lock()
        self._ended = False

    @property
    def is_running(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.returncode is None

    async def ready(self) -> asyncio.subprocess.Process:
        """Return the running process; start it if necessary."""
        async with self._starting:
            process = self._process
            if process is None or process.returncode is not None:
                await self._kill()
                if self._ended:
                    raise Gone("the server ends")
                # import the same modules as the server, whatever is in the working directory
                start = f"import sys; sys.path[:] = {sys.path!r}; from pencilp.web.worker import main; main()"
                self._folder = processes.Folder()
                try:
                    process = self._process = await asyncio.create_subprocess_exec(
                        sys.executable, "-c", start, *self._arguments, env=self._folder.environment(),
                        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                    )  # fmt: skip
                    processes.register(f"process {process.pid}")
                    if self._ended:
                        raise Gone("the server ends")
                    kind, _, _ = await asyncio.wait_for(_receive(process), START_SECONDS)
                    if kind != READY:
                        raise Gone("the answer does not follow the protocol")
                except BaseException:
                    await self._kill()
                    raise
            return process

    async def call(
        self, frames: tuple[bytes, ...], seconds: float, gone: asyncio.Event, part: Part
    ) -> tuple[int, bytes]:
        """Return the answer to a request, or ``LATE`` after ``seconds`` seconds or if the client is ``gone``."""
        try:
            process = await self.ready()
            if gone.is_set():
                return LATE, b"the client has disconnected"
            return await self._answer(process, frames, seconds, gone, part)
        except (Gone, OSError, SolverError, asyncio.TimeoutError):
            await self._kill()
            return LATE, b"the process ended during the job: it may have needed more memory than there is"

    async def _answer(
        self,
        process: asyncio.subprocess.Process,
        frames: tuple[bytes, ...],
        seconds: float,
        gone: asyncio.Event,
        part: Part,
    ) -> tuple[int, bytes]:
        answer = asyncio.ensure_future(_exchange(process, frames, part))
        leaving = asyncio.ensure_future(gone.wait())
        await asyncio.wait([answer, leaving], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not answer.done():
            process.send_signal(signal.SIGINT)
            await asyncio.wait([answer], timeout=KILL_SECONDS)
            if not answer.done():
                answer.cancel()
                await self._kill()
                return LATE, b"the time limit was reached"
        kind, leaves, content = answer.result()
        if leaves:
            await self._kill()
        return kind, content

    async def end(self) -> None:
        """End the process for good."""
        self._ended = True
        if self._process is not None:
            await self._kill()
        async with self._starting:  # if it is starting, wait, and remove its folder, too
            await self._kill()

    async def _kill(self) -> None:
        """Kill the process, if there is one, wait for its end, and remove its folder."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            processes.unregister(f"process {process.pid}")
        folder, self._folder = self._folder, None
        if folder is not None:
            await asyncio.to_thread(folder.remove)


async def _exchange(
    process: asyncio.subprocess.Process, frames: tuple[bytes, ...], part: Part
) -> tuple[int, bool, bytes]:
    """Send frames to a process, and return its answer; ``part`` is called with each part before it."""
    assert process.stdin is not None
    for frame in frames:
        process.stdin.write(len(frame).to_bytes(4, "big"))
        process.stdin.write(frame)
    await process.stdin.drain()
    size = 0
    while True:
        kind, leaves, content = await _receive(process)
        if kind != PART:
            return kind, leaves, content
        size += len(content)
        if size > MAX_ANSWER_BYTES:
            raise Gone("the answer does not follow the protocol")
        part(content)


async def _receive(process: asyncio.subprocess.Process) -> tuple[int, bool, bytes]:
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(6)
        length = int.from_bytes(head[2:], "big")
        if length > MAX_ANSWER_BYTES or head[0] not in (DONE, READY, PART, *REFUSALS):
            raise Gone("the answer does not follow the protocol")
        return head[0], bool(head[1]), await process.stdout.readexactly(length)
    except asyncio.IncompleteReadError:
        raise Gone("it has ended") from None
