"""A solver's library in a child process, and how to talk to it.

A library may abort its process (GLPK does if it is misused), hang, or clash with another library (ortools and highspy
cannot be loaded together). In a child process none of this harms the caller. If the child dies, the caller gets a
``SolverError``. A child that overruns its time is killed, and Ctrl-C ends a call at once. The child ends with the
process that started it: see ``pencilp.solvers.processes``.

A child imports ``pencilp.solvers.NAME``, which has a class ``Engine``, and answers requests on its standard input.
("new", arguments) makes an engine; (method, arguments) calls a method of it. An answer is ("ok", result), ("input" or
"refused", the text of an InputError or SolverError), ("memory", None), or ("failed", one line). The output of libraries
goes to a file in the child's own temporary folder; its last lines explain a crash. An idle child is kept for the next
job.
"""

from __future__ import annotations

import atexit
import os
import pickle
import re
import signal
import subprocess
import sys
from importlib import import_module
from math import inf
from typing import IO, Any

from pencilp._util.read_limited import last_printed
from pencilp._util.timeout import Alarm
from pencilp.errors import InputError, LimitReached, SolverError
from pencilp.solvers import processes

MAX_LOG_BYTES = 2000
"""How many bytes of a child's output are read to explain a crash."""
MAX_IDLE = 2
"""The greatest number of idle children per solver."""
_idle: dict[tuple[int, str], list[Child]] = {}


class ChildTimedOut(LimitReached):
    """A child was killed because its time was over."""


class Child:
    """A child process that serves one engine at a time. ``module`` is the NAME in ``pencilp.solvers.NAME``."""

    def __init__(self, module: str, title: str) -> None:
        self.module, self.title = module, title
        self._output_end = ""
        """The end of its output; empty while it runs."""
        self._folder = processes.Folder()
        # import the same modules as this process, whatever the working directory holds
        start = f"import sys; sys.path[:] = {sys.path!r}; from pencilp.solvers.child import main; main()"
        try:
            self._log = open(os.path.join(self._folder.path, "log"), "a+b")  # noqa: SIM115
            self._process = processes.start(
                [sys.executable, "-c", start, module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                environment=self._folder.environment(),
            )
        except BaseException as error:
            if hasattr(self, "_log"):
                self._log.close()
            self._folder.remove()
            if isinstance(error, OSError):
                raise SolverError(f"{title} cannot be started: {error.strerror}") from None
            raise

    @staticmethod
    def take(module: str, title: str) -> Child:
        """Return an idle child for ``module``, or a new one."""
        waiting = _idle.get((os.getpid(), module), [])
        while True:
            try:
                child = waiting.pop()  # another thread may have taken the last one
            except IndexError:
                return Child(module, title)
            if child._process.poll() is None:
                return child
            child.kill()

    def give_back(self) -> None:
        """Keep the child, whose job is done, for the next one."""
        waiting = _idle.setdefault((os.getpid(), self.module), [])
        if len(waiting) < MAX_IDLE and self._process.poll() is None:
            waiting.append(self)
        else:
            self.kill()

    def ask(self, method: str, *arguments: Any, seconds: float | None = None) -> Any:
        """Return the result of a method of the engine.

        Raise ChildTimedOut if it takes longer than ``seconds``, SolverError if the engine refuses or fails or the child dies,
        LimitReached if the engine runs out of memory. The child is kept only after an answer or a refusal.
        """
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        if process.stdin.closed:
            raise SolverError(f"{self.title} was already stopped")
        alarm = Alarm(inf if seconds is None else seconds, process.kill)
        try:
            with alarm:
                pickle.dump((method, arguments), process.stdin, pickle.HIGHEST_PROTOCOL)
                process.stdin.flush()
                kind, answer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            self.kill()
            if alarm.rang:
                raise ChildTimedOut(f"the time limit was reached: {self.title} was stopped") from None
            words = self._cause()
            if re.search("no memory available|bad_alloc|out of memory|memoryerror", words, re.IGNORECASE):
                raise self._no_memory() from None
            raise SolverError(f"{self.title} died{words}; try another --solver") from None
        except BaseException:
            self.kill()
            raise
        if alarm.rang:
            # the answer arrived before the signal killed the child
            self.kill()
            raise ChildTimedOut(f"the time limit was reached: {self.title} was stopped")
        if kind == "input":
            raise InputError(answer)
        if kind == "refused":
            raise SolverError(answer)
        if kind == "memory":
            self.kill()
            raise self._no_memory()
        if kind == "failed":
            self.kill()
            raise SolverError(f"{self.title} failed: {answer}")
        return answer

    def kill(self) -> None:
        """End the child."""
        processes.end(self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue  # unsent requests no longer matter
        if not self._log.closed:
            self._output_end = last_printed(self._log, MAX_LOG_BYTES)
            self._log.close()
        self._folder.remove()

    def interrupt(self) -> None:
        """End the process. The thread that waits in ``ask`` gets a SolverError, after it has removed the folder."""
        processes.end(self._process)

    def _no_memory(self) -> LimitReached:
        return LimitReached(f"{self.title} needs more memory than there is for it (see --memory-limit)")

    def _cause(self) -> str:
        """Return the cause of death: the signal or exit code, and the last two lines printed."""
        code = self._process.returncode
        how = f" (signal {-code})" if code < 0 else f" (exit code {code})"
        lines = self._output_end.split("\n")
        last = " / ".join([line.strip() for line in lines if line.strip()][-2:])
        return f"{how}: {last[:200]}" if last else how


@atexit.register
def end_idle() -> None:
    """End all idle children of this process."""
    for (process, _), waiting in _idle.items():
        if process == os.getpid():
            while waiting:
                waiting.pop().kill()


def call_in_child(module: str, title: str, function: str, *arguments: Any, seconds: float | None = None) -> Any:
    """Return ``Engine(*arguments).function()``, called in a child.

    See ``Child.ask`` for ``seconds`` and errors.
    """
    child = Child.take(module, title)
    try:
        child.ask("new", *arguments, seconds=seconds)
        result = child.ask(function, seconds=seconds)
    except BaseException:
        child.kill()
        raise
    child.give_back()
    return result


# -- inside the child -----------------------------------------------------------------------------------------------


def main() -> None:
    """Serve requests until standard input ends."""
    requests: IO[bytes] = os.fdopen(os.dup(0), "rb")
    answers: IO[bytes] = os.fdopen(os.dup(1), "wb")
    # output of a library must not mix with the answers
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
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
                engine = None  # free the old engine before the new one is made
                engine = module.Engine(*arguments)
                os.ftruncate(2, 0)  # a library's greeting explains no crash
                answer: tuple[str, Any] = ("ok", None)
            else:
                answer = ("ok", getattr(engine, method)(*arguments))
        except InputError as error:
            answer = ("input", str(error))
        except SolverError as error:
            answer = ("refused", str(error))
        except MemoryError:
            engine, answer = None, ("memory", None)
        except Exception as error:
            answer = ("failed", f"{type(error).__name__}: {' '.join(str(error).split())}"[:300])
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()
