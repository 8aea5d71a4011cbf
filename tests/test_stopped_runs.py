"""A test run that is stopped leaves no process, whatever stops it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests import guardian

ROOT = Path(__file__).parent.parent
HANG_SECONDS = 300
"""Only a run that hangs needs so long."""
INNER = """
import os, signal, socket, subprocess, sys

def test_it():
    # a child in its own session that ignores signals, with a child of its own
    child = (
        "import signal, subprocess, sys\\n"
        "for name in ('SIGINT', 'SIGTERM', 'SIGHUP'):\\n    signal.signal(getattr(signal, name), signal.SIG_IGN)\\n"
        "subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\\n"
        "print('ready', flush=True)\\n"
        "signal.pause()\\n"
    )
    process = subprocess.Popen([sys.executable, "-c", child], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout.readline() == b"ready\\n"
    with socket.create_connection(("127.0.0.1", {port})):
        pass
    {then}
"""
STOPS = {
    "Ctrl-C": ([signal.SIGINT], "signal.pause()"),
    "Ctrl-C twice": ([signal.SIGINT, signal.SIGINT], "signal.pause()"),
    "SIGTERM": ([signal.SIGTERM], "signal.pause()"),
    "SIGKILL": ([signal.SIGKILL], "signal.pause()"),
    "a test that fails": ([], "assert False"),
    "a worker that crashes": ([], "os.kill(os.getpid(), signal.SIGKILL)"),
}

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are found in /proc")


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A socket to which the inner test connects when its processes run."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(HANG_SECONDS)
        yield server


@pytest.mark.parametrize(("stop", "workers"), [*product([*STOPS][1:], ["1"]), ("Ctrl-C", "0")])
def test_no_process_is_left(stop: str, workers: str, listener: socket.socket, tmp_path: Path) -> None:
    signals, then = STOPS[stop]
    (tmp_path / "test_it.py").write_text(INNER.format(port=listener.getsockname()[1], then=then))
    mark = f"mark of {tmp_path}"
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-n", workers, "-p", "no:cacheprovider", "-p", "tests.conftest",
         "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT, env={**os.environ, "STOPPED_RUN": mark}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        listener.accept()[0].close()
        assert len(guardian.marked(mark)) >= 3
        for number in signals:
            process.send_signal(number)
        assert process.wait(HANG_SECONDS) != 0
        guardian.wait_for_none(mark, HANG_SECONDS)
    finally:
        guardian.end_all(mark)
        process.wait()
