"""Processes and temporary folders that end with this process, however it ends.

No process or folder of pencilp may outlive it. But a signal that kills leaves no time to clean up, and a solver may be
deep in a library call. So another process cleans up: the keeper (``keeper.py``), which starts with the first process or
folder. A file in memory lists what exists. When this process ends, its pipe to the keeper closes; the keeper reads the
list, ends the processes and removes the folders. (Notifying it of each change through the pipe would cause a context
switch each time.)

Each process that starts here leads its own process group: its children end with it, and Ctrl-C reaches only the caller.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, Any

from pencilp.errors import SolverError, SolverMissing
from pencilp.solvers import keeper

_GATE = 'read go && exec "$@" </dev/null'
"""A shell script that waits for a line before it runs a command. It does nothing if the pipe closes first."""

_lock = threading.RLock()
_left: dict[str, None] = {}
"""The entries in the keeper's list."""
_keeper: _Keeper | None = None


def register(what: str) -> None:
    """Make sure that ``what`` ("group ID", "process ID", "folder PATH") ends with this process at the latest."""
    global _keeper
    with _lock:
        _left[what] = None
        if _keeper is None or not _keeper.works():
            _dismiss()  # the old keeper was killed
            _keeper = _Keeper()
        _keeper.note(_left)


def unregister(what: str) -> None:
    """Remove ``what``, which has ended, from the keeper's list."""
    with _lock:
        _left.pop(what, None)
        if _keeper is not None:
            _keeper.note(_left)


class _Keeper:
    """A running keeper."""

    def __init__(self) -> None:
        theirs, self._pipe = os.pipe()
        self._notes = os.memfd_create("pencilp") if hasattr(os, "memfd_create") else _temporary_file()
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__],
                stdin=theirs,
                stdout=self._notes,
                stderr=subprocess.DEVNULL,
                cwd=os.path.abspath(os.sep),
                start_new_session=True,
            )
        except BaseException as error:
            self.leave_alone()
            if isinstance(error, OSError):
                raise SolverError(f"no process can be started: {error.strerror}") from None
            raise
        finally:
            os.close(theirs)

    def works(self) -> bool:
        """Return whether the keeper still runs."""
        return self.process.poll() is None

    def note(self, left: Iterable[str]) -> None:
        """Write the list in one call, so that it is whole at any time."""
        os.lseek(self._notes, 0, os.SEEK_SET)
        os.write(self._notes, b"".join(os.fsencode(what) + b"\0" for what in left) + b"\0")

    def leave_alone(self) -> None:
        """Close the files shared with the keeper."""
        os.close(self._pipe)
        os.close(self._notes)

    def dismiss(self, *, work: bool) -> None:
        """Let the keeper clean up if there is ``work``, and wait until it ends."""
        self.leave_alone()
        if not work:
            self.process.kill()
        if not wait_for_end(self.process, 5):
            self.process.kill()
            self.process.wait()


def _temporary_file() -> int:
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _dismiss() -> None:
    """Let the keeper clean up and end."""
    global _keeper
    with _lock:
        if _keeper is not None:
            _keeper.dismiss(work=bool(_left))
            _keeper = None


def dismiss_keeper() -> None:
    """End the keeper if it has nothing to clean up. The next registration starts another one."""
    with _lock:
        if not _left:
            _dismiss()


def _begin_anew() -> None:
    """Forget, in a fork of this process, everything that the original has started."""
    global _lock, _keeper
    if _keeper is not None:
        _keeper.leave_alone()
        _keeper.process.returncode = 0  # the keeper is not a child of the fork
    _lock, _keeper = threading.RLock(), None
    _left.clear()


@atexit.register
def _at_exit() -> None:
    main = threading.current_thread() is threading.main_thread()
    if main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # nothing is left that Ctrl-C could interrupt, and the keeper works without us
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    _dismiss()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


class Folder:
    """A temporary folder at ``path``, until ``remove()``, the end of a ``with``, or the end of this process."""

    def __init__(self) -> None:
        try:
            self.path = os.path.join(tempfile.gettempdir(), f"pencilp-{os.urandom(8).hex()}")
            register(f"folder {self.path}")
            os.mkdir(self.path, 0o700)
        except OSError as error:
            where = f" at {error.filename}" if error.filename else ""
            raise SolverError(f"no temporary folder can be made{where}: {error.strerror}") from None

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove the folder and its contents."""
        keeper.remove(self.path, shutil.rmtree)  # imported above: a Python that shuts down can import nothing
        if not os.path.lexists(self.path):
            unregister(f"folder {self.path}")

    def environment(self) -> dict[str, str]:
        """Return the environment of a process whose temporary files go into this folder."""
        return {**os.environ, "TMPDIR": self.path, "TEMP": self.path, "TMP": self.path}


def start(
    arguments: Sequence[str],
    *,
    stdin: int,
    stdout: int | IO[bytes],
    stderr: IO[bytes] | None,
    environment: Mapping[str, str],
    folder: str | None = None,
) -> subprocess.Popen[bytes]:
    """Start a process, to be ended by ``end``. If ``stderr`` is None, it writes to ours.

    Raise SolverMissing if it cannot be started.
    """
    try:
        process = subprocess.Popen(
            list(arguments),
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
    except OSError as error:
        raise SolverMissing(f"cannot run {arguments[0]}: {error.strerror}") from None
    register(_named(process))
    return process


def path_of_command(name: str) -> str:
    """Return the absolute path of a command. Raise SolverMissing if there is none."""
    found = shutil.which(name)
    if found is None:
        why = "it is not executable" if os.path.exists(name) else "No such file or directory"
        raise SolverMissing(f"cannot run {name}: {why}")
    return os.path.abspath(found)


def start_command(
    arguments: Sequence[str], *, output: IO[bytes], environment: Mapping[str, str], folder: str
) -> subprocess.Popen[bytes]:
    """Start a command without input in ``folder``; see ``start``.

    It begins only after the keeper has it on its list, so that no signal can come between.
    """
    words = [path_of_command(arguments[0]), *arguments[1:]]
    options: dict[str, Any] = {"stdout": output, "stderr": output, "environment": environment, "folder": folder}
    if sys.platform == "win32":
        return start(words, stdin=subprocess.DEVNULL, **options)
    process = start(["/bin/sh", "-c", _GATE, "sh", *words], stdin=subprocess.PIPE, **options)
    assert process.stdin is not None
    try:
        process.stdin.write(b"go\n")
        process.stdin.close()
    except BrokenPipeError:
        return process  # it was killed, which the caller sees when it waits
    return process


def wait_for_end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait at most ``seconds``, and return whether a process has ended.

    ``Popen.wait`` takes a lock that an exception from outside, such as Ctrl-C, may leave locked for ever.
    """
    until = time.monotonic() + seconds
    pause = 0.0005
    while process.poll() is None:
        left = until - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(pause, left))
        pause = min(2 * pause, 0.01)
    return True


def end(process: subprocess.Popen[bytes], *, patience: float = 0.0) -> None:
    """End a process that was started here, and its children.

    It gets ``patience`` seconds to end by itself, for instance to give a licence back.
    """
    group = [process.pid]
    if patience and process.poll() is None:
        keeper.send(group, [], signal.SIGTERM)
        wait_for_end(process, patience)
    if sys.platform == "win32":
        process.kill()
    else:
        keeper.send(group, [], signal.SIGKILL)
    unregister(_named(process))  # before the system can reuse its number
    process.wait()


def _named(process: subprocess.Popen[bytes]) -> str:
    return f"group {process.pid}"
