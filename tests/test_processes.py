"""Nothing outlives pencilp: processes and temporary folders, whatever ends it; and many threads at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pencilp.errors import SolverError
from pencilp.model import Model
from pencilp.solvers import child, prepare, processes
from pencilp.solvers.child import Child
from pencilp.solvers.installed import LIBRARIES

from .random_models import loop_model
from .test_cli import EXAMPLES, ROOT, hard
from .test_solvers import MILP, pigeons

SOLVERS = ("clasp", *MILP)
linux = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found in /proc")


def until(true: Callable[[], bool], seconds: float = 300) -> bool:
    """Whether something comes true; a busy machine takes its time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def marked(mark: str) -> list[int]:
    """The processes that have ``mark`` in their environment, as all have that one with it has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            state = (place / "stat").read_text().rpartition(")")[2].split()[0]
            if mark.encode() in (place / "environ").read_bytes() and state not in "ZX":
                found.append(int(place.name))
        except OSError:
            continue  # it has ended, or belongs to somebody else
    return found


def script(folder: Path, text: str) -> str:
    """A program as an external solver."""
    path = folder / "solver.py"
    path.write_text(text)
    return f"external:{sys.executable} {path} {{lp}} {{sol}}"


SLOW = "import subprocess, sys, time\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"


@linux
@pytest.mark.parametrize(("solver", "name"), [
    ("glpk", "SIGTERM"), ("glpk", "SIGKILL"), ("cbc", "SIGHUP"), ("cbc", "SIGKILL"), ("external", "SIGTERM"),
    ("external", "SIGKILL"), ("external", "SIGINT"), ("bench", "SIGTERM"), ("bench", "SIGKILL"),
])  # fmt: skip
def test_no_process_and_no_folder_outlives_a_signal(solver: str, name: str, tmp_path: Path) -> None:
    pytest.importorskip("swiglpk")
    pytest.importorskip("cbcbox")
    (tmp_path / "puzzle.txt").write_text(hard())
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = ["solve", "puzzle.txt", "--solver", solver]
    many = 3  # pencilp, the keeper and the solver
    if solver == "external":
        command[-1] = script(tmp_path, SLOW + "time.sleep(600)")
        many = 4
    elif solver == "bench":
        command = ["bench", "puzzle.txt", "puzzle.txt", "--jobs", "2", "--solver", "glpk"]
        many = 8  # pencilp, two workers, a keeper of each, two solvers
    mark = f"{tmp_path}-{os.getpid()}"
    process = subprocess.Popen(
        [sys.executable, "-m", "pencilp", *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "PENCILP_MARK": mark, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert until(lambda: len(marked(mark)) >= many)
        assert list(temporary.iterdir())
        process.send_signal(getattr(signal, name))
        process.wait(300)
        assert until(lambda: not marked(mark))
        assert until(lambda: not list(temporary.iterdir()))
    finally:
        for pid in marked(mark):
            os.kill(pid, signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("command", [
    ["run", str(EXAMPLES / "norinori.mod"), str(EXAMPLES / "p01.dat")],
    ["solve", str(EXAMPLES / "norinori-p01.txt"), "--solver", "cbc"],
    ["solve", "bad.lp"],
])  # fmt: skip
def test_no_folder_is_left_after_a_run(command: list[str], tmp_path: Path) -> None:
    pytest.importorskip("swiglpk")
    pytest.importorskip("cbcbox")
    (tmp_path / "bad.lp").write_text("min x\n")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "pencilp", *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == (2 if "bad.lp" in command else 0), run.stderr
    assert not list(temporary.iterdir())


@linux
def test_no_worker_outlives_a_command_that_ends_before_the_keeper_knows_it(tmp_path: Path) -> None:
    script = (
        "import os\nfrom pencilp.batches import engines\nfrom pencilp.cli import benchmark\n"
        "from pencilp.formats.sources import Sources\n"
        "engines.processes.register = lambda what: os._exit(0)\n"
        f"list(benchmark.run(Sources([{str(EXAMPLES / 'norinori-p01.txt')!r}]), jobs=2))"
    )
    mark = f"{tmp_path}-{os.getpid()}"
    subprocess.run([sys.executable, "-c", script], env={**os.environ, "PENCILP_MARK": mark}, check=True)
    try:
        assert until(lambda: not marked(mark))
    finally:
        for pid in marked(mark):
            os.kill(pid, signal.SIGKILL)


@linux
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_stopped_test_run_leaves_no_process(name: str, tmp_path: Path) -> None:
    ready, tidy = tmp_path / "ready", tmp_path / "tidy"
    (tmp_path / "test_it.py").write_text(
        f"import pathlib, time\n\n\ndef test_it():\n    try:\n        pathlib.Path({str(ready)!r}).touch()\n"
        f"        time.sleep(600)\n    finally:\n        pathlib.Path({str(tidy)!r}).touch()\n"
    )
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-p", "tests.conftest"]
    process = subprocess.Popen([*command, str(tmp_path / "test_it.py")], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        assert until(ready.exists)
        process.send_signal(getattr(signal, name))
        process.wait(300)
        assert tidy.exists()
    finally:
        process.kill()
        process.wait()


@linux
def test_children_end_with_their_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENCILP_MARK", mark := f"{tmp_path}-{os.getpid()}")
    solver = script(tmp_path, SLOW + "sys.exit('licence expired')")
    with pytest.raises(SolverError, match="licence expired"):
        prepare(pigeons(3), solver)()
    # the keeper may have been started here
    assert until(lambda: len(marked(mark)) <= 1)


@linux
def test_a_time_limit_ends_a_command_and_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENCILP_MARK", mark := f"{tmp_path}-{os.getpid()}")
    run = prepare(pigeons(3), script(tmp_path, SLOW + "time.sleep(600)"))
    assert run(time_limit=0.5).status == "unknown"
    # the keeper may have been started here
    assert until(lambda: len(marked(mark)) <= 1)


def test_a_solution_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    solver = script(tmp_path, "import sys\nwith open(sys.argv[2], 'w') as f:\n    f.write('x 1\\n' * 10_000_000)\n")
    with pytest.raises(SolverError, match="solution file: it has more than"):
        prepare(pigeons(3), solver)()


@linux
@pytest.mark.parametrize("solver", MILP)
def test_a_solver_does_not_end_with_the_thread_that_started_it(solver: str) -> None:
    pytest.importorskip(LIBRARIES[solver])
    found: list[str] = []
    run = prepare(loop_model(2, 3), solver)
    thread = threading.Thread(target=lambda: found.append(run().status))
    thread.start()
    thread.join()
    assert found == ["multiple"]
    # join() may return before the system has ended the thread
    assert until(lambda: not Path(f"/proc/self/task/{thread.native_id}").exists())
    idle = [each._process.pid for each in child._idle.get((os.getpid(), f"milp.{solver}"), [])]
    assert bool(idle) == (solver != "cbc")
    assert run().status == "multiple"
    assert [each._process.pid for each in child._idle.get((os.getpid(), f"milp.{solver}"), [])] == idle


def test_many_threads_may_use_all_solvers_at_once() -> None:
    for module in ("pyscipopt", "swiglpk", "ortools", "cbcbox"):
        pytest.importorskip(module)
    wrong: list[str] = []

    def work(first: int) -> None:
        for k in range(2 * len(SOLVERS)):
            solver = SOLVERS[(first + k) % len(SOLVERS)]
            try:
                result = prepare(_model(first), solver)(count=0)
                if (len(result.solutions), result.complete) != (first + 2, True):
                    wrong.append(f"{solver}: {len(result.solutions)} answers of {first + 2}")
            except Exception as error:
                wrong.append(f"{solver}: {error}")

    threads = [threading.Thread(target=work, args=(first,)) for first in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(300)
    assert not wrong


def _model(n: int) -> Model:
    """A model with n + 2 answers."""
    m = Model()
    x, y = m.integer("x", 0, n + 1), m.integer("y", 0, n + 1)
    m.require("sum", x + y == n + 1)
    return m


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_keeper_that_was_killed_is_replaced_and_a_copy_of_the_process_has_its_own() -> None:
    folder = processes.Folder()
    keeper = processes._keeper
    assert keeper is not None
    pid = os.fork()
    if not pid:
        own = processes.Folder()
        os._exit(0 if processes._keeper is not keeper and os.path.isdir(own.path) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    keeper.process.kill()
    keeper.process.wait()
    with processes.Folder() as other:
        assert processes._keeper is not keeper
        assert os.path.isdir(folder.path)
        assert os.path.isdir(other.path)
    processes._dismiss()
    assert not os.path.lexists(folder.path)
    assert not os.path.lexists(other.path)
    processes.unregister(f"folder {folder.path}")


def test_a_child_whose_program_is_refused_leaves_no_process() -> None:
    one = Child.take("milp.highs", "HiGHS")
    with pytest.raises(SolverError, match="HiGHS failed"):
        one.ask("new", "nonsense")
    assert one._process.poll() is not None
    assert not os.path.lexists(one._folder.path)


OPEN = """\
import os, sys, pencilp
answers = pencilp.answers(pencilp.load({path!r}), "highs", count=0)
next(answers)
{then}
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX copies processes")
@pytest.mark.parametrize("then", ["", "if (child := os.fork()):\n    os.waitpid(child, 0)"])
@pytest.mark.parametrize("warnings", ["", "error"])
def test_a_search_that_is_open_when_python_ends_is_no_noise(then: str, warnings: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("norinori\nrooms:\n1 1 2\n1 2 2\n", encoding="ascii")
    script = OPEN.format(path=str(board), then=then)
    environment = {**os.environ, "PYTHONWARNINGS": warnings, "TMPDIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["board.txt"]


def test_a_solver_leaves_no_file_open(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("norinori\nrooms:\n1 1 2\n1 2 2\n", encoding="ascii")
    command = [sys.executable, "-m", "pencilp", "solve", str(board), "--solver", "highs"]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
