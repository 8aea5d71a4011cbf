"""The part of ``Cluster`` that runs on the workers of a Dask cluster: ``work`` does a chunk.

A worker does each chunk in a process that it starts for us. So a chunk has a processor for itself, whatever the number of
threads of the worker; a puzzle that needs too much memory, or ends its process, leaves the worker as it was; and a chunk
that nobody waits for any more is ended at once.
"""

from __future__ import annotations

import multiprocessing
import pickle
import sys
import threading
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import distributed
from distributed import Worker, get_worker
from distributed.core import Status

import pencilp
from pencilp.batches.engines import WorkerProcess
from pencilp.errors import SolverError
from pencilp.solvers import check_installed, check_solver, processes

POLL_SECONDS = 0.1
"""Seconds between two looks whether anybody still waits for a chunk."""
IDLE_SECONDS = 5.0
"""Seconds after which an idle process ends."""
MIN_PROCESS_BYTES = 512 * 2**20
"""The least memory that a process may use if no limit is given."""
LIBRARY = "dask.distributed"
VERSIONS = (
    "{'Python': '%d.%d' % __import__('sys').version_info[:2], 'dask.distributed': __import__('distributed').__version__, "
    "**({'pencilp': __import__('pencilp').__version__} if __import__('importlib.util').util.find_spec('pencilp') else {})}"
)
"""An expression whose value is that of ``versions``. A Python without pencilp, or with another one, can evaluate it."""

_lock = threading.Lock()
_idle: dict[bytes, list[_Process]] = {}
"""The idle processes by their setup."""


def versions() -> dict[str, str]:
    """Return the versions that must be the same on all machines."""
    python = ".".join(map(str, sys.version_info[:2]))
    dask: str = distributed.__version__  # type: ignore[attr-defined]
    return {"Python": python, LIBRARY: dask, "pencilp": pencilp.__version__}


def missing_solver(solver: str) -> str:
    """Return why a solver cannot be used on this machine, "" if it can."""
    try:
        check_solver(solver)
        check_installed(solver)
    except SolverError as error:
        return str(error)
    return ""


def work(theirs: dict[str, str], setup: bytes, chunk: bytes) -> tuple[str, bytes | str]:
    """Do a chunk for a client with the versions ``theirs``. ``setup`` and ``chunk`` are as in ``WorkerProcess``.

    Return ("records", the pickled records of its first puzzles), ("died", how the process ended), or ("refused", the
    reason).
    """
    worker = get_worker()
    key = worker.get_current_task()
    if theirs != versions():
        (name, ours), *_ = [item for item in versions().items() if item[1] != theirs.get(item[0])]
        return "refused", f"the worker at {worker.address} has version {ours} of {name}, not {theirs.get(name)}"
    try:
        process = _take(setup, worker)
    except SolverError as error:
        return "refused", f"the worker at {worker.address}: {error}"
    job = process.begin(chunk)
    while not wait([job], POLL_SECONDS).done:
        if not _is_wanted(worker, key):
            process.end()
            process.close()
            return "records", pickle.dumps([])
    try:
        records = job.result()
    except BrokenProcessPool:
        how = process.end()
        process.close()
        return "died", how
    _give_back(setup, process)
    return "records", records


def _is_wanted(worker: Worker, key: Any) -> bool:
    """Return whether the worker still runs, and a client waits for a task."""
    task = worker.state.tasks.get(key)
    running = worker.status in (Status.running, Status.paused, Status.closing_gracefully)
    return running and task is not None and task.state in ("executing", "long-running")


class _Process(WorkerProcess):
    """A process that ends if it is idle for long."""

    timer: threading.Timer | None = None


def _take(setup: bytes, worker: Worker) -> _Process:
    """Return an idle process, or a new one."""
    with _lock:
        if waiting := _idle.get(setup):
            process = waiting.pop()
            assert process.timer is not None
            process.timer.cancel()
            return process
    limit = worker.memory_manager.memory_limit
    share = None if limit is None else max(MIN_PROCESS_BYTES, limit // worker.state.nthreads)
    # Dask's workers are daemons of multiprocessing, which start no processes
    multiprocessing.current_process().daemon = False
    # a fork of a process with threads may hang
    return _Process(setup, start_method="spawn", max_bytes=share)


def _give_back(setup: bytes, process: _Process) -> None:
    """Keep an idle process for the next chunk."""
    process.timer = threading.Timer(IDLE_SECONDS, _end_idle, (setup, process))
    process.timer.daemon = True
    with _lock:
        _idle.setdefault(setup, []).append(process)
        process.timer.start()


def _end_idle(setup: bytes, process: _Process) -> None:
    """End a process if it is still idle."""
    with _lock:
        if process not in _idle.get(setup, []):
            return
        _idle[setup].remove(process)
        if not _idle[setup]:
            del _idle[setup]
    process.end()
    process.close()
    processes.dismiss_keeper()
