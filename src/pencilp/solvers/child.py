"""A solver's library in a process of its own, and how to talk to it.

A library may abort the process (GLPK does on a misuse), hang, or clash with another one (ortools and highspy cannot be
loaded together). In a child process none of this touches the caller: a child that dies is a ``SolverError``, one that
overruns its time is killed, and Ctrl-C ends the call at once.

A child imports ``pencilp.solvers.NAME``, which has a class ``Engine``, and answers requests on its standard input:
("new", arguments) makes an engine, (method, arguments) calls a method of it. An answer is ("ok", result), ("input" or
"refused", the text of an InputError or SolverError), or ("failed", one line). What libraries print goes to a scratch
file, whose last lines explain a death. A child that has finished its work is kept for the next one.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from typing import IO, Any

from pencilp.errors import InputError, SolverError

GRACE = 5.0
"""Seconds that a child may take beyond its time limit before it is killed: a library looks at its clock now and then."""
MOST_IDLE = 2
"""Idle children kept per solver."""
_idle: dict[tuple[int, str], list[Child]] = {}


class Child:
    """A child process that serves one engine at a time. ``module`` is the last part of ``pencilp.solvers.NAME``."""

    def __init__(self, module: str, title: str) -> None:
        self.module, self.title = module, title
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        # the same modules as here, whatever the working directory holds
        start = f"import sys; sys.path[:] = {sys.path!r}; from pencilp.solvers.child import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", start, module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,  # Ctrl-C is the caller's business
        )

    @staticmethod
    def take(module: str, title: str) -> Child:
        """An idle child for ``module``, or a new one."""
        waiting = _idle.get((os.getpid(), module), [])
        while waiting:
            child = waiting.pop()
            if child._process.poll() is None:
                return child
            child.kill()
        return Child(module, title)

    def give_back(self) -> None:
        """The work is done: keep the child for the next one."""
        waiting = _idle.setdefault((os.getpid(), self.module), [])
        if len(waiting) < MOST_IDLE and self._process.poll() is None:
            waiting.append(self)
        else:
            self.kill()

    def ask(self, method: str, *arguments: Any, seconds: float | None = None) -> Any:
        """The result of a method of the engine. None if it takes longer than ``seconds`` and some grace.

        Raises SolverError when the engine refuses or fails, or the child dies. After anything but an answer the child is
        killed.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        late = False

        def stop() -> None:
            nonlocal late
            late = True
            process.kill()

        timer = None if seconds is None else threading.Timer(seconds + GRACE, stop)
        try:
            if timer is not None:
                timer.daemon = True
                timer.start()
            pickle.dump((method, arguments), process.stdin, pickle.HIGHEST_PROTOCOL)
            process.stdin.flush()
            kind, answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self.kill()
            if late:
                return None
            raise SolverError(f"{self.title} died{self._last_words()}; try another --solver") from None
        except BaseException:
            self.kill()
            raise
        finally:
            if timer is not None:
                timer.cancel()
        if kind == "input":
            raise InputError(answer)
        if kind == "refused":
            raise SolverError(answer)
        if kind == "failed":
            self.kill()
            raise SolverError(f"{self.title} failed: {answer}")
        return answer

    def kill(self) -> None:
        """End the child."""
        process = self._process
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # what was not sent yet is of no use to anyone

    def _last_words(self) -> str:
        """What is known about the death: the signal and the last two lines printed."""
        code = self._process.returncode
        how = f" (signal {-code})" if code < 0 else f" (exit code {code})"
        self._log.seek(0, os.SEEK_END)
        self._log.seek(max(0, self._log.tell() - 2000))
        lines = self._log.read().decode("utf-8", "replace").split("\n")
        last = " / ".join([line.strip() for line in lines if line.strip()][-2:])
        return f"{how}: {last[:200]}" if last else how


@atexit.register
def _end_idle() -> None:
    for (process, _), waiting in _idle.items():
        if process == os.getpid():
            while waiting:
                waiting.pop().kill()


def call(module: str, title: str, function: str, *arguments: Any, seconds: float | None = None) -> Any:
    """One call of ``Engine(*arguments).function()`` in a child: for work that needs no conversation."""
    child = Child.take(module, title)
    child.ask("new", *arguments)
    result = child.ask(function, seconds=seconds)
    child.give_back()
    return result


# -- inside the child -----------------------------------------------------------------------------------------------


def main() -> None:
    """Serve requests until standard input ends."""
    requests: IO[bytes] = os.fdopen(os.dup(0), "rb")
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    # nothing that a library prints may get between the answers
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    from importlib import import_module

    engine: Any = None
    module: Any = None
    while True:
        try:
            method, arguments = pickle.load(requests)
        except EOFError:
            return
        try:
            if method == "new":
                module = module or import_module(f"pencilp.solvers.{sys.argv[1]}")
                engine = None  # the old one goes before the new one comes
                engine = module.Engine(*arguments)
                answer: tuple[str, Any] = ("ok", None)
            else:
                answer = ("ok", getattr(engine, method)(*arguments))
        except InputError as error:
            answer = ("input", str(error))
        except SolverError as error:
            answer = ("refused", str(error))
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {' '.join(str(error).split())}"[:300])
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def end_with_parent() -> None:
    """Where the system can do it (Linux), end this process when its parent is killed in the middle of a search."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
