"""Batches on a Dask cluster: real schedulers and workers, which are killed, too."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp.batches import run
from pencilp.batches.keys import Keyed
from pencilp.batches.out import records_in
from pencilp.batches.tasks import Settings
from pencilp.cli import main
from pencilp.errors import InputError, SolverError
from pencilp.formats.reading import Unread
from pencilp.genres import find, own
from tests.endless_batch import check_few_are_taken

distributed = pytest.importorskip("distributed", reason="the extra pencilp[cluster] is not installed")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="kills processes and reads /proc")

from pencilp.batches import cluster as engine  # noqa: E402 (it needs distributed)
from pencilp.batches.cluster_worker import versions, work  # noqa: E402

ONE = "norinori\nrooms:\n1 1\n"
PAIR = '{"id": "%s", "problem": "1 2\\n- -\\n1 1", "solution": "1 2\\nx x"}'
OWN = """
import os, signal, time
from pencilp.genres.norinori import Norinori

class Mine(Norinori):
    name = "mine"

    def rules(self, m):
        {does}
        super().rules(m)
"""
Write = Callable[..., str]


def lines(number: int) -> str:
    """A file of the dataset with puzzles that differ in their names."""
    return "".join(f"{PAIR % n}\n" for n in range(number))


def texts(number: int) -> str:
    """Puzzles of the genre ``mine``; the second one has four columns."""
    return "---\n".join(f"mine\nname: {n}\nrooms:\n{'1 1 2 2' if n == 1 else '1 1'}\n" for n in range(number))


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(content: str, name: str = "Norinori.jsonl") -> str:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return put


@pytest.fixture
def mine(write: Write, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Writes a genre file whose rules do something first for the puzzle with four columns."""
    for name in ("_loaded", "_registered"):
        monkeypatch.setattr(own, name, {})
    yield lambda does: write(OWN.format(does=f"if self.board.cols == 4: {does}"), "mine.py")
    find.cache_clear()


class Hosts:
    """A scheduler and a worker that were started as in docs/cluster.md. They end with the context."""

    def __init__(self, folder: Path, *more: str, environment: dict[str, str] | None = None) -> None:
        self.file = str(folder / "scheduler.json")
        self._environment = {**os.environ, **(environment or {})}
        Path(self.file).unlink(missing_ok=True)
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._address()
        self.worker = self.start_worker(*more)

    def start_worker(self, *more: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        """Start a worker with two threads."""
        return self._start("worker", "--no-dashboard", "--nthreads", "2", *more, environment=environment)

    def _start(self, *words: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", self.file],
            stderr=subprocess.DEVNULL,
            env={**self._environment, **(environment or {})},
            cwd="/",
            start_new_session=True,
        )

    def _address(self) -> str:
        """Wait until the scheduler has written its file."""
        while self.scheduler.poll() is None:
            try:
                return str(json.loads(Path(self.file).read_text())["address"])
            except (OSError, ValueError):
                continue
        raise AssertionError("the scheduler has ended")

    def __enter__(self) -> Hosts:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self.worker, self.scheduler):
            end(process)


def end(process: subprocess.Popen[Any]) -> None:
    """End a process and those that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def below(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have started."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *below(int(child))]
    except OSError:
        pass  # it has ended
    return found


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with Hosts(tmp_path_factory.mktemp("hosts")) as started:
        yield started


def plain(records: Any) -> list[dict[str, Any]]:
    """Records without times, in the order of the input."""
    return sorted(({**record, "ms": None} for record in records), key=lambda record: str(record["number"]))


# -- what a cluster does ----------------------------------------------------------------------------------------------


def test_a_cluster_gives_the_same_records_as_processes(hosts: Hosts, write: Write, tmp_path: Path) -> None:
    path, out = write(f"{lines(60)}no json\n"), str(tmp_path / "out.jsonl")
    expected = plain(pencilp.batch(path, jobs=1))
    assert len(expected) == 61
    for place in (hosts.file, hosts.address.removeprefix("tcp://")):
        assert plain(pencilp.batch(path, cluster=place)) == expected
    assert plain(pencilp.batch(path, cluster=hosts.address, out=out)) == expected
    assert plain(records_in(out)) == expected
    assert list(pencilp.batch(path, cluster=hosts.address, out=out)) == []


@pytest.mark.parametrize("do", ["check", "facts", "needless", "rate"])
def test_each_task_runs_on_a_cluster(do: str, hosts: Hosts, write: Write) -> None:
    (record,) = pencilp.batch(write(lines(1)), do, cluster=hosts.address)
    assert record["status"] == ("right" if do == "check" else "unique")


def test_a_genre_of_a_user_travels_with_its_puzzles(hosts: Hosts, mine: Callable[[str], str]) -> None:
    path = mine("pass")
    batch = pencilp.batch([texts(9), pencilp.load("mine\nrooms:\n1 1\n", genre=path)], cluster=hosts.file, genre=path)
    os.remove(path)
    assert Counter(record["status"] for record in batch) == {"unique": 9, "none": 1}


def test_an_error_of_a_users_genre_names_its_file_and_line(hosts: Hosts, mine: Callable[[str], str]) -> None:
    path = mine("raise KeyError('x')")
    records = list(pencilp.batch(texts(3), cluster=hosts.file, genre=path))
    (failed,) = [record for record in records if record["status"] == "failed"]
    assert failed["failed"] == "input"
    assert failed["error"].endswith(f": {path}:9: KeyError: 'x'")


def test_limits_hold_for_each_puzzle(hosts: Hosts, mine: Callable[[str], str]) -> None:
    path = mine("all(True for _ in iter(int, 1))")
    records = plain(pencilp.batch(texts(3), cluster=hosts.file, genre=path, time_limit=0.5))
    assert [record["status"] for record in records] == ["unique", "unknown", "unique"]
    path = mine("bytearray(2**31)")
    records = plain(pencilp.batch(texts(3), cluster=hosts.file, genre=path, memory_limit=512))
    assert [record["status"] for record in records] == ["unique", "failed", "unique"]
    assert records[1]["error"].endswith("there is no memory left for it (see --memory-limit)")


def test_a_puzzle_that_ends_its_process_leaves_the_worker(hosts: Hosts, mine: Callable[[str], str]) -> None:
    path = mine("os._exit(7)")
    with distributed.Client(hosts.address, set_as_default=False) as client:
        before = client.run(os.getpid)
        records = plain(pencilp.batch(texts(40), cluster=hosts.address, genre=path))
        assert client.run(os.getpid) == before
    failed = [(record["id"], record["failed"], record["error"]) for record in records if record["status"] == "failed"]
    assert failed == [("1", "solver", "text:6: puzzle 2 (1): the process died twice (exit code 7)")]
    assert len(records) == 40


def test_a_cluster_takes_no_more_than_it_can_do(hosts: Hosts) -> None:
    most = 2 * (2 * engine.CHUNKS_PER_THREAD) * engine.MAX_CHUNK_PUZZLES  # for two threads
    for waits in (False, True):
        check_few_are_taken(engine.Cluster(Settings(texts=False), hosts.address, waits=waits), most)


def test_a_large_puzzle_and_other_packages_cause_no_warning(hosts: Hosts, recwarn: pytest.WarningsRecorder) -> None:
    large = f"https://puzz.link/p?norinori/5/5/{'a' * 12_000_000}\n\n"
    (record,) = pencilp.batch(large, cluster=hosts.address)
    assert record["failed"] == "input"
    assert [str(each.message) for each in recwarn] == []


def test_a_run_leaves_nothing_on_the_cluster(hosts: Hosts, write: Write) -> None:
    with pencilp.batch(write(lines(5000)), cluster=hosts.address) as batch:
        next(batch)
    with distributed.Client(hosts.address, set_as_default=False) as client:
        while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
            pass
        assert len(client.run_on_scheduler(lambda dask_scheduler: [*dask_scheduler.clients])) <= 2
    while [pid for pid in below(hosts.worker.pid) if b"keeper.py" in cmdline(pid)]:
        pass


def cmdline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


# -- workers and schedulers that die ----------------------------------------------------------------------------------


def test_killed_workers_cost_no_puzzle(write: Write) -> None:
    seen: list[dict[str, Any]] = []
    killed = 0
    with pencilp.batch(write(lines(300)), cluster="local:2") as batch:
        for record in batch:
            seen.append(record)
            if len(seen) in (20, 120):
                workers = [pid for pid in below(os.getpid()) if is_dask_worker(pid)]
                os.kill(workers[0], signal.SIGKILL)
                killed += 1
    assert killed == 2
    assert Counter(record["id"] for record in seen) == Counter(map(str, range(300)))
    assert {record["status"] for record in seen} == {"unique"}


def is_dask_worker(pid: int) -> bool:
    """Whether a process is a worker of Dask: it has started a process and listens."""
    try:
        names = {(task / "comm").read_text() for task in Path(f"/proc/{pid}/task").iterdir()}
    except OSError:
        return False
    return b"spawn_main" in cmdline(pid) and bool(names) and bool(below(pid))


def test_a_puzzle_that_kills_its_worker_is_named(mine: Callable[[str], str], tmp_path: Path) -> None:
    path = mine("os.kill(os.getppid(), signal.SIGKILL)")
    # a death is enough for Dask to give up a task
    with Hosts(tmp_path, environment={"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}) as hosts:
        records = plain(pencilp.batch(texts(6), cluster=hosts.file, genre=path))
    says = r"the process died twice \(each time with 1 worker of the cluster, the last one at tcp://\S+\)"
    assert [record["status"] for record in records] == ["unique", "failed", *["unique"] * 4]
    assert re.search(says, records[1]["error"])


def test_a_worker_with_little_memory_goes_on(mine: Callable[[str], str], tmp_path: Path) -> None:
    path = mine("bytearray(2**31)")
    with Hosts(tmp_path, "--memory-limit", "1GiB") as hosts:
        records = plain(pencilp.batch(texts(6), cluster=hosts.file, genre=path))
    assert [record["status"] for record in records] == ["unique", "failed", *["unique"] * 4]
    assert records[1]["error"].endswith("there is no memory left for it (see --memory-limit)")


def test_a_run_without_its_scheduler_ends_and_goes_on_later(write: Write, tmp_path: Path) -> None:
    path, out = write(lines(400)), str(tmp_path / "out.jsonl")
    command = [sys.executable, "-m", "pencilp", "batch", path, "-o", out, "--quiet", "--cluster"]
    with Hosts(tmp_path) as hosts:
        address = hosts.address
        process = subprocess.Popen([*command, address], stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (os.path.exists(out) and os.path.getsize(out)):
            pass
        hosts.scheduler.kill()
        _, err = process.communicate(timeout=120)
    assert process.returncode == 3
    assert err == (
        f"pencilp: the scheduler at {address} has ended, or cannot be reached any more; with the same -o the same command goes "
        "on where this one stopped\n"
    )
    before = len([*records_in(out)])
    assert 0 < before < 400
    assert main(["batch", path, "-o", out, "--quiet"]) == 0
    assert Counter(record["id"] for record in records_in(out)) == Counter(map(str, range(400)))


def test_a_connection_that_breaks_costs_no_chunk(hosts: Hosts) -> None:
    items = [Keyed(f"{n:016x}", Unread("x.txt", "text", ONE.encode(), n)) for n in range(3)]
    cluster = engine.Cluster(Settings(texts=False), hosts.address)
    done = cluster.run(items)
    first = next(done)
    jobs = cluster._jobs
    assert jobs is not None
    fetched, broken = jobs.result, [distributed.comm.CommClosedError("reset"), CancelledError("x")]

    def breaking(job: Any) -> Any:
        if broken:
            jobs._results[job] = broken.pop()
        return fetched(job)

    jobs.result = breaking  # type: ignore[method-assign]
    keys = [record["key"] for part in (first, *done) for record in part]
    assert not broken
    assert sorted(keys) == [item.key for item in items]


def test_ctrl_c_ends_a_run_and_leaves_the_cluster(
    hosts: Hosts, mine: Callable[[str], str], write: Write, tmp_path: Path
) -> None:
    # the second puzzle never ends
    path, out = write(texts(4), "x.txt"), str(tmp_path / "out.jsonl")
    command = [sys.executable, "-m", "pencilp", "batch", path, "-o", out, "--cluster", hosts.file]
    command += ["--genre", mine("time.sleep(1000)")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (os.path.exists(out) and len([*records_in(out)]) == 3):
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err.count("\n")) == (3, 2)
    assert re.match(
        r"pencilp: stopped after 3 puzzles in .*\npencilp: the same command goes on where this one stopped\n", err
    )
    # its process ends on the worker, which does other work
    (record,) = pencilp.batch(ONE, cluster=hosts.file)
    assert record["status"] == "unique"
    while [pid for pid in below(hosts.worker.pid) if b"keeper.py" in cmdline(pid)]:
        pass


def test_a_killed_run_leaves_no_local_cluster(write: Write, tmp_path: Path) -> None:
    path, out = write(lines(3000)), str(tmp_path / "out.jsonl")
    script = (
        "import pencilp, sys\nfor record in pencilp.batch(sys.argv[1], out=sys.argv[2], cluster='local:1'):\n"
        "    print(flush=True)"
    )
    process = subprocess.Popen([sys.executable, "-c", script, path, out], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    started = below(process.pid)
    assert len(started) > 3
    process.kill()
    process.wait()
    while any(cmdline(pid) for pid in started):
        pass
    assert 0 < len([*records_in(out)]) < 3000


# -- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (
            "local:0",
            "a cluster is tcp://HOST:PORT of a scheduler, its scheduler file (.json), or local:N, not 'local:0'",
        ),
        ("nowhere", "not 'nowhere'"),
        ("no/such.json", "no/such.json: cannot be read: No such file or directory"),
        ("IN.json", "IN.json: this is no scheduler file of Dask"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1; start one (dask scheduler)"),
        ("xyz://127.0.0.1:1", "no Dask scheduler answers at xyz://127.0.0.1:1 (ValueError: unknown address scheme"),
    ],
)
def test_a_wrong_cluster_is_one_line_before_anything_is_written(
    place: str, says: str, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write(lines(1))
    write("[1]\n", "IN.json")
    assert main(["batch", path, "-o", "out.jsonl", "--cluster", place]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert says in err
    assert not os.path.exists("out.jsonl")
    with pytest.raises(InputError):
        pencilp.batch(path, out="out.jsonl", cluster=place)
    assert not os.path.exists("out.jsonl")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 99])
def test_another_server_is_no_scheduler(answer: bytes, write: Write, tmp_path: Path, capsys: Any) -> None:
    path, out = write(lines(1)), str(tmp_path / "out.jsonl")
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                kept.append(server.accept()[0])
            except OSError:
                return
            kept[-1].send(answer)

    kept: list[socket.socket] = []
    threading.Thread(target=serve, daemon=True).start()
    address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
    assert main(["batch", path, "-o", out, "--cluster", address]) == 2
    server.close()
    _, err = capsys.readouterr()
    assert err.startswith(f"pencilp: no Dask scheduler answers at {address}")
    assert err.count("\n") == 1
    assert not os.path.exists(out)


def test_a_worker_is_no_scheduler(hosts: Hosts) -> None:
    with distributed.Client(hosts.address, set_as_default=False) as client:
        client.wait_for_workers(1)
        (worker,) = client.nthreads()
    with pytest.raises(InputError, match=f"at {worker} is no scheduler: it says it is a Worker"):
        pencilp.batch(ONE, cluster=worker)


def test_either_jobs_or_a_cluster(write: Write, capsys: Any) -> None:
    with pytest.raises(InputError, match="either jobs or a cluster"):
        pencilp.batch(ONE, jobs=2, cluster="local:2")
    # the default number is refused, too
    for number in range(1, 5):
        with pytest.raises(SystemExit):
            main(["batch", write(lines(1)), "--jobs", str(number), "--cluster", "local:2"])
        assert "argument --cluster: not allowed with argument --jobs" in capsys.readouterr().err


def test_a_cluster_without_the_extra_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pencilp.batches.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SolverError, match=r"a cluster needs dask.distributed: pip install 'pencilp\[cluster\]'"):
        run.engine_for(Settings(), 1, "local:2", waits=False)


def test_no_workers_and_other_versions_are_refused(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a package that is ours but for its version
    package, source = tmp_path / "old" / "pencilp", Path(pencilp.__file__).parent
    package.mkdir(parents=True)
    for each in source.iterdir():
        if each.name != "__init__.py":
            (package / each.name).symlink_to(each)
    old = (
        (source / "__init__.py").read_text().replace(f'__version__ = "{pencilp.__version__}"', '__version__ = "0.0.1"')
    )
    (package / "__init__.py").write_text(old)
    path, out = write(lines(1)), tmp_path / "out.jsonl"
    monkeypatch.setattr(engine, "WORKER_SECONDS", 0.2)
    with Hosts(tmp_path) as hosts:
        address = hosts.address
        end(hosts.worker)
        with distributed.Client(address, set_as_default=False) as client:
            while client.nthreads():
                pass
            # a run whose workers have gone keeps some work ready for new ones
            jobs = engine._Jobs(client, address, b"")
            assert (jobs.threads, jobs.slots()) == (0, engine.CHUNKS_PER_THREAD)
            with pytest.raises(InputError, match=f"the scheduler at {address} has no workers; start some"):
                pencilp.batch(path, out=out, cluster=address)
            hosts.worker = hosts.start_worker(environment={"PYTHONPATH": str(package.parent)})
            client.wait_for_workers(1)
        says = f"the worker at .* has 0.0.1 of pencilp, and this machine has {pencilp.__version__}; install the same"
        with pytest.raises(InputError, match=says):
            pencilp.batch(path, out=out, cluster=address)
    assert not out.exists()


def test_a_worker_that_joins_with_another_version_does_nothing(hosts: Hosts) -> None:
    theirs = {**versions(), "pencilp": "0.0.1"}
    with distributed.Client(hosts.address, set_as_default=False) as client:
        kind, says = client.submit(work, theirs, b"", b"").result()
    assert kind == "refused"
    assert re.fullmatch(rf"the worker at tcp://\S+ has version {pencilp.__version__} of pencilp, not 0.0.1", says)


@pytest.mark.parametrize("place", [7, None.__class__, b"local:2"])
def test_a_cluster_that_is_no_text_is_refused(place: Any) -> None:
    with pytest.raises(InputError, match="a cluster is tcp://HOST:PORT"):
        pencilp.batch(ONE, cluster=place)


def test_workers_without_the_solver_are_refused(hosts: Hosts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = tmp_path / "here-only"
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(SolverError, match=r"the worker at tcp://\S+: cannot run here-only"):
        pencilp.batch(ONE, solver="external:here-only {lp} {sol}", cluster=hosts.file)


def test_the_commands_of_the_document_run(tmp_path: Path) -> None:
    page = (Path(__file__).parent.parent / "docs" / "cluster.md").read_text(encoding="utf-8")
    (tmp_path / "bin").mkdir()
    for name in ("pencilp", "dask"):
        script = tmp_path / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {name} "$@"\n')
        script.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for block in blocks:
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", block], cwd=tmp_path, env=env, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        code = process.wait(timeout=120)
        end(process)
        assert code == 0, block
    for name in ("out.jsonl", "again.jsonl"):
        assert [record["status"] for record in records_in(str(tmp_path / name))] == ["unique"] * 2
