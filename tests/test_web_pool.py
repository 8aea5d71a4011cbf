"""The processes that work for the page: limits, who leaves, what dies and what hangs."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pencilp.formats import examples
from pencilp.web import pool
from pencilp.web.drafts import record_of
from tests.apart import run_apart


def running(use: Any, **limits: Any) -> Any:
    """What ``use(pool)`` returns, with a pool of one process."""

    async def run() -> Any:
        made = pool.Pool(**{"size": 1, "waiting": 4, "memory": 1024, **limits})
        await made.start()
        try:
            return await use(made)
        finally:
            await made.stop()

    return run_apart(run())


async def asked(made: pool.Pool, job: str, question: dict[str, Any], limit: float) -> dict[str, Any]:
    """What a pool finds for a question."""
    found: dict[str, Any] = json.loads(
        await made.call(job, json.dumps(question).encode(), limit, cells=10_000, embedded=False)
    )
    return found


async def waiting(made: pool.Pool, many: int) -> None:
    """Wait until the process has a job, and this many others wait."""
    while not made._queue._having or sum(map(len, made._queue._waiting.values())) < many:
        await asyncio.sleep(0.01)


async def busy(pid: int, seconds: float) -> None:
    """Wait until a process has used this much more processor time."""
    before = processor_time(pid)
    while processor_time(pid) - before < seconds:
        await asyncio.sleep(0.01)


def hard() -> dict[str, Any]:
    """A question that takes long: what all ways have in common to lay one large island."""
    board = record_of(examples.example("nurikabe"))
    return {"board": {**board, "puzzle": {"clues": ["40"] + [None] * 80}}}


def quick() -> dict[str, Any]:
    return {"board": record_of(examples.example("nurikabe"))}


def test_the_pool_does_jobs_and_reports_errors():
    async def use(made):
        assert (await asked(made, "live", quick(), 300))["status"] == "unique"
        with pytest.raises(pool.Refused) as refused:
            await asked(made, "draw", {"board": 3}, 300)
        assert refused.value.kind == "input"
        return (await asked(made, "draw", quick(), 300))["problems"]

    assert running(use) == []


def test_a_client_that_leaves_ends_its_job_but_not_the_worker(monkeypatch):
    # on a busy machine a process may need longer to end its job than a server waits; the job itself would take longer still
    monkeypatch.setattr(pool, "KILL_SECONDS", 30.0)

    async def use(made):
        for seconds in (0.2, 0.4, 0.8, 1.6):
            pid = made._workers[0]._process.pid
            asking = asyncio.ensure_future(asked(made, "shared", hard(), 60))
            await busy(pid, seconds)
            asking.cancel()
            assert (await asked(made, "live", quick(), 300))["status"] == "unique"
            if made._workers[0]._process.pid == pid:
                return True
            # it was interrupted just within a call of a library, which goes on without it: that process is given up
        return False

    assert running(use)


def test_a_process_that_dies_is_replaced():
    async def use(made):
        asking = asyncio.ensure_future(asked(made, "shared", hard(), 60))
        await waiting(made, 0)
        os.kill(made._workers[0]._process.pid, signal.SIGKILL)
        with pytest.raises(pool.Refused) as refused:
            await asking
        assert refused.value.kind == "late"
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use) == "unique"


def test_the_server_reports_that_it_is_busy():
    async def use(made):
        asking = [asyncio.ensure_future(asked(made, "shared", hard(), 60)) for _ in range(3)]
        await waiting(made, 2)
        with pytest.raises(pool.Busy):
            await asked(made, "live", quick(), 300)
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use, waiting=2) == "unique"


def test_a_process_that_hangs_is_killed_at_its_limit():
    """Stopped, it hears no interrupt, as in a call of a library that does not return."""

    async def use(made):
        asking = asyncio.ensure_future(asked(made, "shared", hard(), 3))
        await waiting(made, 0)
        pid = made._workers[0]._process.pid
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(pool.Refused, match="the time limit was reached"):
            await asking
        assert not os.path.exists(f"/proc/{pid}")
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use) == "unique"


def test_a_process_that_does_not_even_listen_is_killed_at_its_limit():
    async def use(made):
        os.kill(made._workers[0]._process.pid, signal.SIGSTOP)
        with pytest.raises(pool.Refused, match="the time limit was reached"):
            await made.call("draw", b" " * 2_000_000, 0.2)
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use) == "unique"


def test_a_process_that_died_while_it_had_nothing_to_do_is_not_missed():
    async def use(made):
        os.kill(made._workers[0]._process.pid, signal.SIGKILL)
        while made._workers[0].is_running:
            await asyncio.sleep(0.01)
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use) == "unique"


def test_an_abandoned_library_call_ends_with_its_process():
    """A search of a solver cannot be interrupted; who works next must not share the processor with it."""

    async def use(made):
        pid = made._workers[0]._process.pid
        asking = asyncio.ensure_future(asked(made, "solve", {**hard(), "solver": "highs", "count": 1000}, 60))
        await busy(pid, 0.5)
        asking.cancel()
        assert (await asked(made, "live", quick(), 300))["status"] == "unique"
        if made._workers[0]._process.pid == pid:
            while "R" in states(pid):
                await asyncio.sleep(0.01)
        return True

    assert running(use)


def states(pid: int) -> list[str]:
    """The states of the threads of a process: "R" is running, "S" sleeping."""
    return [each.read_text().rpartition(")")[2].split()[0] for each in Path(f"/proc/{pid}/task").glob("*/stat")]


def processor_time(pid: int) -> float:
    with open(f"/proc/{pid}/stat") as file:
        return sum(map(int, file.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")


def test_a_job_out_of_memory_is_reported_and_the_next_has_room():
    async def use(made):
        with pytest.raises(pool.Refused) as refused:
            await made.call("draw", b'{"board": [' + b"[]," * 2_500_000 + b"[]]}", 30, cells=1, embedded=False)
        assert refused.value.kind == "late"
        assert "memory" in str(refused.value)
        return (await asked(made, "live", quick(), 300))["status"]

    assert running(use, memory=130) == "unique"


def test_files_left_by_a_library_vanish_with_its_process(tmp_path, monkeypatch):
    """A workbook is written to a temporary file first, which stays when that is interrupted, or killed."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def use(made):
        empty: dict[str, Any] = {"genre": "nurikabe", "lattice": {"shape": "square", "rows": 100, "cols": 100}}
        empty["puzzle"] = {"clues": ["9"] + [None] * 9999}
        for ends in (None, signal.SIGKILL):
            asking = asyncio.ensure_future(asked(made, "export", {"board": empty, "kind": "xlsx"}, 60))
            pid = made._workers[0]._process.pid
            while not asking.done() and not list(tmp_path.rglob("openpyxl*")):
                await asyncio.sleep(0.01)
            if ends is None:
                asking.cancel()
            else:
                os.kill(pid, ends)
            with suppress(asyncio.CancelledError, pool.Refused):
                await asking
            assert (await asked(made, "live", quick(), 300))["status"] == "unique"
            assert not list(tmp_path.rglob("openpyxl*"))

    running(use, size=1)
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_just_being_made_at_the_end_keeps_its_folder_until_it_has_ended(monkeypatch):
    """It wrote a trace on the server's terminal where Ctrl-C came early."""
    make = asyncio.create_subprocess_exec
    made = []
    go = asyncio.Event()

    async def slowly(*arguments, **options):
        process = await make(*arguments, **options)
        made.append((process, options["env"]["TMPDIR"]))
        await go.wait()
        return process

    monkeypatch.setattr(pool.asyncio, "create_subprocess_exec", slowly)

    async def run():
        worker = pool._Worker(1024, False)
        starting = asyncio.ensure_future(worker.ready())
        while not made:
            await asyncio.sleep(0.01)
        ending = asyncio.ensure_future(worker.end())
        while not worker._ended:
            await asyncio.sleep(0)
        ((process, folder),) = made
        assert process.returncode is not None or os.path.isdir(folder)
        go.set()
        await ending
        with pytest.raises(pool.Gone):
            await starting
        return process.returncode, os.path.isdir(folder)

    assert run_apart(run()) == (-signal.SIGKILL, False)


LOST = """\
import os, signal, sys, time
from pencilp.web.worker import Answer, _Interrupts

class Slow:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

def work():
    Slow()
    for _ in range({steps}):
        time.sleep(0.001)
    return Answer(0, b"done")

interrupts = _Interrupts()
print(interrupts.during(work).content.decode(), interrupts.during(lambda: Answer(0, b"next")).content.decode())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can interrupt a process")
@pytest.mark.parametrize(("steps", "found"), [(5000, "the job was stopped next\n"), (0, "done next\n")])
def test_an_interrupt_that_python_forgets_comes_again_but_not_to_the_next_job(steps, found):
    """A search that was ended in clingo's destructor wrote a trace on the server's terminal, and went on."""
    run = subprocess.run([sys.executable, "-c", LOST.format(steps=steps)], capture_output=True, text=True, timeout=300)
    assert (run.stdout, run.stderr) == (found, "")


def test_after_the_end_nothing_is_started():
    async def use(made):
        asking = [asyncio.ensure_future(asked(made, "shared", hard(), 60)) for _ in range(3)]
        await waiting(made, 2)
        await made.stop()
        assert all(isinstance(each, pool.Refused) for each in await asyncio.gather(*asking, return_exceptions=True))
        assert not made._workers[0].is_running
        with pytest.raises(pool.Busy):
            await asked(made, "live", quick(), 1)
        return True

    assert running(use)
