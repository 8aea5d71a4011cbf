"""``Cluster``: an engine that does the chunks of a batch on a Dask cluster.

Dask gives the chunks to its workers, and does a chunk again if a worker vanishes. The records come back as they are
done, and the file of records is written here only. The puzzles are solved in processes that the workers start
(``cluster_worker``). Few chunks are under way at once, so memory does not grow with the input.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import socket
import time
import warnings
import weakref
from collections.abc import Hashable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from distributed import Client, Future, Security, TimeoutError
from distributed.core import rpc
from distributed.scheduler import KilledWorker
from distributed.utils import silence_logging_cmgr

from pencilp.batches.cluster_worker import VERSIONS, missing_solver, versions, work
from pencilp.batches.engines import Engine, Record, Records, WorkerDied, Workers, run_chunks, setup_of
from pencilp.batches.keys import Keyed
from pencilp.batches.local_cluster import LocalClusterProcess
from pencilp.batches.tasks import Settings
from pencilp.errors import InputError, SolverError, brief, counted

CHUNK_SECONDS = 1.0
"""Seconds after which a worker returns the records that it has, and leaves the rest of its chunk."""
MAX_CHUNK_PUZZLES = 128
CHUNKS_PER_THREAD = 2
"""Chunks under way for each thread of the workers: one is done, the next one waits on the worker."""
CONNECT_SECONDS = 3.0
"""Seconds for the first answer of the scheduler, and for a new connection after a broken one."""
WORKER_SECONDS = 20.0
"""Seconds for the first worker: often it has just been started."""
CHECK_SECONDS = 1.0
"""Seconds between two looks at the connection, and at the number of workers."""
MAX_WHY_LETTERS = 200
SILENT = 100
"""A level above all of ``logging``: Dask's loggers would write into our messages."""
LOCAL = re.compile(r"local:([1-9]\d{0,2})")
ADDRESS = re.compile(r"([a-z]+://)?(\[[^\]]+\]|[^:/\[\]\s]+):\d+")
USAGE = "tcp://HOST:PORT of a scheduler, its scheduler file (.json), or local:N"


class Cluster(Engine):
    """An engine on the cluster at ``address``: a scheduler's address or file, or ``local:N`` for N workers made here.

    It connects when it is made. Raise InputError if nobody answers, if there are no workers, or if their versions differ
    from ours; SolverError if they lack the solver. ``waits``: see ``run_chunks``.
    """

    def __init__(self, settings: Settings, address: str, *, waits: bool = False) -> None:
        self._settings, self._waits = settings, waits
        self._jobs: _Jobs | None = None
        self._open = ExitStack()
        """The connection, and the local cluster."""
        self._close = weakref.finalize(self, self._open.close)
        try:
            self._open.enter_context(silence_logging_cmgr(SILENT))
            address = os.fspath(address) if isinstance(address, os.PathLike) else address
            local = LOCAL.fullmatch(address) if isinstance(address, str) else None
            self._address = self._open.enter_context(LocalClusterProcess(int(local[1]))) if local else _address(address)
            self._client = _connected(self._address)
            self._open.callback(self._client.close)
            _check_workers(self._client, self._address, settings)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the cluster. Its workers end what they do for us. The last reference to this object does the same."""
        self._close()

    def remark(self) -> str:
        """Say if there is no worker."""
        return "" if self._jobs is None or self._jobs.threads else "the cluster has no workers now"

    def run(self, items: Iterable[Keyed]) -> Records:
        """Yield the records of chunks as they are done, and leave the cluster."""
        try:
            self._jobs = _Jobs(self._client, self._address, setup_of(self._settings))
            yield from run_chunks(items, self._jobs, self._settings, waits=self._waits)
        finally:
            self.close()


class _Jobs(Workers):
    """The chunks that are under way on a cluster."""

    max_chunk_puzzles = MAX_CHUNK_PUZZLES

    def __init__(self, client: Client, address: str, setup: bytes) -> None:
        self._client, self._address, self._setup = client, address, setup
        self._name, self._number = os.urandom(8).hex(), 0
        self._events: SimpleQueue[Future[Any] | None] = SimpleQueue()
        """The jobs that have ended, and None for each call of ``wake``."""
        self._results: dict[Future[Any], tuple[str, Any] | Exception] = {}
        self._look()

    def _look(self) -> None:
        """Count the threads of the workers."""
        self.threads: int = sum(self._client.nthreads().values())
        self._looked = time.monotonic()

    def slots(self) -> int:
        # without a worker, too: a cluster may start workers if there is work
        return CHUNKS_PER_THREAD * max(1, self.threads)

    def begin(self, chunk: list[Keyed]) -> Hashable:
        self._number += 1
        key = f"pencilp-{self._name}-{self._number}"
        content = pickle.dumps((chunk, CHUNK_SECONDS))
        with _no_warnings():
            job = self._client.submit(work, versions(), self._setup, content, key=key, pure=False)
        loop = self._client.loop
        assert loop is not None
        loop.add_callback(self._fetch, job)
        return job  # type: ignore[no-any-return]

    async def _fetch(self, job: Future[Any]) -> None:
        """Fetch the result of a job when it is there, in the thread of the client."""
        try:
            self._results[job] = await job
        except Exception as error:
            self._results[job] = error
        self._events.put(job)

    def wait(self) -> Sequence[Hashable]:
        ended: list[Future[Any] | None] = []
        try:
            ended.append(self._events.get(timeout=CHECK_SECONDS))
            while True:
                ended.append(self._events.get_nowait())
        except Empty:
            pass  # all events are taken
        self._check()
        return [job for job in ended if job is not None]

    def _check(self) -> None:
        """Raise SolverError if the scheduler has ended. Wait until a broken connection is made again, or given up."""
        while self._client.status == "connecting":
            time.sleep(0.05)
        if self._client.status == "running" and time.monotonic() > self._looked + CHECK_SECONDS:
            try:
                self._look()
            except (OSError, CancelledError):
                self._looked = time.monotonic()  # the connection has just broken; the next look finds out
        if self._client.status not in ("running", "connecting"):
            raise SolverError(
                f"the scheduler at {self._address} has ended, or cannot be reached any more; with the same -o the same command "
                "goes on where this one stopped"
            )

    def wake(self) -> None:
        self._events.put(None)

    def result(self, job: Future[Any]) -> list[Record]:
        result = self._results.pop(job)
        if isinstance(result, KilledWorker):
            times, last = result.allowed_failures + 1, result.last_worker.address
            raise WorkerDied(f"each time with {counted(times, 'worker')} of the cluster, the last one at {last}")
        if isinstance(result, (CancelledError, OSError)):
            return []  # the connection broke: the chunk is done again, unless ``_check`` finds that the scheduler has ended
        if isinstance(result, Exception):
            raise SolverError(f"the cluster at {self._address} failed: {type(result).__name__}: {result}")
        kind, content = result
        if kind == "died":
            raise WorkerDied(content)
        if kind == "refused":
            raise SolverError(content)
        records: list[Record] = pickle.loads(content)
        return records

    def end(self) -> None:
        """Do nothing: the jobs end when the client leaves."""


def _address(given: object) -> str:
    """Return the address of a scheduler that was given as an address or a file."""
    if isinstance(given, str) and ADDRESS.fullmatch(given) and not given.startswith("local:"):
        return given if "://" in given else f"tcp://{given}"
    if not isinstance(given, str) or not given.endswith(".json"):
        raise InputError(f"a cluster is {USAGE}, not {brief(given)}")
    try:
        with open(given, "rb") as file:
            return str(json.load(file)["address"])
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", given) from None
    except (ValueError, KeyError, TypeError):
        raise InputError("this is no scheduler file of Dask", given) from None


def _connected(address: str) -> Client:
    """Return a client of the scheduler at ``address``. Raise InputError if no scheduler answers."""
    scheme, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    try:
        if scheme in ("tcp", "tls"):
            # Dask would try again if nobody listens
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
        # the caller's thread may have an event loop of its own
        with ThreadPoolExecutor(1) as thread:
            kind = thread.submit(asyncio.run, _kind_at(address)).result()
    except Exception as error:  # anything may answer there
        why = "" if isinstance(error, OSError) else f" ({type(error).__name__}: {error})"[:MAX_WHY_LETTERS]
        raise InputError(f"no Dask scheduler answers at {address}{why}; start one (dask scheduler)") from None
    if kind != "Scheduler":
        raise InputError(f"at {address} is no scheduler: it says it is a {kind}")
    with _no_warnings():
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="pencilp")


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Ignore Dask's warnings: about versions, which are compared here in our words, and about large puzzles."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


async def _kind_at(address: str) -> str:
    """Return what answers at an address: "Scheduler", "Worker" ..."""
    arguments = Security().get_connection_args("client")
    async with rpc(address, timeout=CONNECT_SECONDS, connection_args=arguments) as server:
        identity = await asyncio.wait_for(server.identity(), CONNECT_SECONDS)
    return str(identity["type"])


def _check_workers(client: Client, address: str, settings: Settings) -> None:
    """Raise InputError or SolverError if the scheduler or a worker cannot do our puzzles."""
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError:
        raise InputError(f"the scheduler at {address} has no workers; start some (dask worker {address})") from None
    found: dict[str, Any] = {f"the scheduler at {address}": client.run_on_scheduler(eval, VERSIONS)}
    workers = client.run(eval, VERSIONS, on_error="return")
    found |= {f"the worker at {worker}": theirs for worker, theirs in workers.items()}
    ours = versions()
    wrong: dict[str, str] = {}
    """What is wrong with whom, one difference each."""
    for who, theirs in found.items():
        for name, version in ours.items():
            if not isinstance(theirs, dict) or theirs.get(name) != version:
                has = theirs.get(name) or "no version" if isinstance(theirs, dict) else "an unknown version"
                wrong.setdefault(who, f"{who} has {has} of {name}, and this machine has {version}")
    if wrong:
        more = f" (and {len(wrong) - 1} more differ)" if len(wrong) > 1 else ""
        raise InputError(f"{next(iter(wrong.values()))}{more}; install the same versions everywhere")
    for worker, missing in client.run(missing_solver, settings.solver).items():
        if missing:
            raise SolverError(f"the worker at {worker}: {missing}")
