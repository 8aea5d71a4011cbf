"""The processes that do the jobs, and who waits for one of them.

There are so many workers, and so many may wait for one; who comes then is told that the server is busy. A job ends at its limit,
or when nobody waits for it any more. It is interrupted first, and where that does not help its process is killed and another one
started. What is asked and what is answered is handed through as it is: only workers read it, who have limits of time and memory.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import suppress
from typing import Any

from pencilp.errors import SolverError
from pencilp.solvers import processes
from pencilp.web.frames import DONE, LATE, LONGEST, READY, REFUSALS
from pencilp.web.turns import Busy, Turns

GRACE = 1.0
"""So many seconds after its limit a job is interrupted."""
PATIENCE = 0.5
"""So many seconds after an interrupt a process is killed."""
START = 60.0
"""So many seconds a process may take to start."""
AGAIN = 1.0
"""So many seconds later it is tried again where none could be started."""


class Refused(Exception):
    """The job was not done: ``kind`` is one of ``REFUSALS``."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Gone(Exception):
    """A process ended in the middle of a job."""


class Pool:
    """``size`` processes with ``memory`` megabytes each, for which at most ``waiting`` requests wait.

    One client has ``share`` of them at a time at most. ``patient`` processes leave the processor to others who want it, too.
    """

    def __init__(
        self, size: int, waiting: int, memory: int, *, share: int | None = None, patient: bool = False
    ) -> None:
        self._closed = False
        self._workers = [_Worker(memory, patient) for _ in range(size)]
        self._starting: set[asyncio.Task[None]] = set()
        self._turns: Turns[_Worker] = Turns(waiting, size if share is None else share)

    async def start(self) -> None:
        """Start the processes one after another; the first can work while the others start."""
        for worker in self._workers:
            await self._start(worker)
            self._turns.add(worker)

    async def stop(self) -> None:
        """End all processes, whatever they do; there will be no others."""
        self._closed = True
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def call(self, job: str, asked: bytes, limit: float, *, client: str = "", **allowed: Any) -> bytes:
        """Return what a job finds for a ``client``, as JSON, within ``limit`` seconds.

        ``asked`` is JSON, too, and what is ``allowed`` goes before it. Raises Busy, or Refused. A caller who is
        cancelled ends the job.
        """
        if self._closed:
            raise Busy
        worker = await self._turns.take(client)
        gone = asyncio.Event()
        head = json.dumps({"job": job, "limit": limit, "allowed": allowed}).encode()
        task = asyncio.ensure_future(worker.call(head, asked, limit + GRACE, gone))
        # a worker is free when its job has ended, not when nobody waits for it any more
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
        """Free a worker that has done its job, as soon as it has a process that can do the next one."""
        if worker.works:
            self._turns.give_back(worker, client)
            return
        starting = asyncio.ensure_future(self._start(worker))
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)
        starting.add_done_callback(lambda _: self._turns.give_back(worker, client))

    async def _start(self, worker: _Worker) -> None:
        try:
            await worker.ready()
        except (Gone, OSError, SolverError, asyncio.TimeoutError) as error:
            if not self._closed:
                print(f"a process cannot be started: {str(error) or 'it took too long'}", file=sys.stderr)
                await asyncio.sleep(AGAIN)


class _Worker:
    """One process, which is started when it is needed."""

    def __init__(self, memory: int, patient: bool) -> None:
        self._arguments = [str(memory), str(int(patient))]
        self._process: asyncio.subprocess.Process | None = None
        self._folder: processes.Folder | None = None
        """Its folder for temporary files, which is removed with it."""
        self._starting = asyncio.Lock()
        self._ended = False

    @property
    def works(self) -> bool:
        """Whether its process runs."""
        return self._process is not None and self._process.returncode is None

    async def ready(self) -> asyncio.subprocess.Process:
        """Return the process, running."""
        async with self._starting:
            process = self._process
            if process is None or process.returncode is not None:
                await self._see_off()
                if self._ended:
                    raise Gone("the server ends")
                # the same modules as here, whatever the working directory holds
                start = f"import sys; sys.path[:] = {sys.path!r}; from pencilp.web.worker import main; main()"
                self._folder = processes.Folder()
                try:
                    process = self._process = await asyncio.create_subprocess_exec(
                        sys.executable, "-c", start, *self._arguments, env=self._folder.environment(),
                        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, start_new_session=True,
                    )  # fmt: skip
                    processes.keep(f"process {process.pid}")
                    if self._ended:
                        raise Gone("the server ends")
                    kind, _, _ = await asyncio.wait_for(_receive(process), START)
                    if kind != READY:
                        raise Gone("it is none of ours")
                except BaseException:
                    await self._see_off()
                    raise
            return process

    async def call(self, head: bytes, asked: bytes, patience: float, gone: asyncio.Event) -> tuple[int, bytes]:
        """Return the answer to a request, or that there was none in ``patience`` seconds, or before its client was ``gone``."""
        try:
            process = await self.ready()
            if gone.is_set():
                return LATE, b"nobody waits for it"
            return await self._answer(process, (head, asked), patience, gone)
        except (Gone, OSError, SolverError, asyncio.TimeoutError):
            await self._see_off()
            return LATE, b"the process that worked on it has ended: it may have needed more memory than there is"

    async def _answer(
        self, process: asyncio.subprocess.Process, frames: tuple[bytes, ...], patience: float, gone: asyncio.Event
    ) -> tuple[int, bytes]:
        answer = asyncio.ensure_future(_exchange(process, frames))
        leaving = asyncio.ensure_future(gone.wait())
        await asyncio.wait([answer, leaving], timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
        if not answer.done():
            process.send_signal(signal.SIGINT)
            await asyncio.wait([answer], timeout=PATIENCE)
            if not answer.done():
                answer.cancel()
                await self._see_off()
                return LATE, b"the time for it was over"
        kind, leaves, content = answer.result()
        if leaves:
            await self._see_off()
        return kind, content

    async def end(self) -> None:
        """End the process for good."""
        self._ended = True
        if self._process is not None:
            await self._see_off()
        async with self._starting:  # one that is just being made is not left without its folder
            await self._see_off()

    async def _see_off(self) -> None:
        """End the process, if there is one, and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            processes.let_go(f"process {process.pid}")
        folder, self._folder = self._folder, None
        if folder is not None:
            await asyncio.to_thread(folder.remove)


async def _exchange(process: asyncio.subprocess.Process, frames: tuple[bytes, ...]) -> tuple[int, bool, bytes]:
    """Return what a process answers to what it is sent."""
    assert process.stdin is not None
    for frame in frames:
        process.stdin.write(len(frame).to_bytes(4, "big"))
        process.stdin.write(frame)
    await process.stdin.drain()
    return await _receive(process)


async def _receive(process: asyncio.subprocess.Process) -> tuple[int, bool, bytes]:
    assert process.stdout is not None
    try:
        head = await process.stdout.readexactly(6)
        length = int.from_bytes(head[2:], "big")
        if length > LONGEST or head[0] not in (DONE, READY, *REFUSALS):
            raise Gone("it says what cannot be understood")
        return head[0], bool(head[1]), await process.stdout.readexactly(length)
    except asyncio.IncompleteReadError:
        raise Gone("it has ended") from None
