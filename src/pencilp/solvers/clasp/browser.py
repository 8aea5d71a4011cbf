"""clasp in a browser: clingo compiled to WebAssembly, which runs ``clingo.lua``.

The page's worker provides the module ``pencilp_clingo``: its function ``exchange`` sends bytes to that program, and returns a
promise of its answer. Python waits for the promise (JavaScript promise integration), so a search is a plain call here. There
are no threads: searches stop after some conflicts, so that the time can be checked (``search._slices``).

The classes have the methods of those in ``engine``.
"""

from __future__ import annotations

import struct
import time
import weakref
from array import array
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pencilp.errors import SolverError
from pencilp.model import Model, Rule
from pencilp.reformulate.plan import AdditionalRules
from pencilp.solvers.clasp.statement import ClaspProgram

NEW, STATE, SET, SOLVE, ADD, CLOSE, FREE, NEXT, RESULT, CORE, DECIDE = range(1, 12)
"""The operations of ``clingo.lua``; from ``NEXT`` on they are answered."""
FORBID, RULE, WEIGHT_RULE, MINIMIZE = range(4)
"""The kinds of rules that it takes."""
MAX_WAITING_BYTES = 2**20
"""Commands without an answer are sent with the next one that has one, or when they have become so long."""


class _Link:
    """The connection to clingo."""

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._controls = 0

    def send(self, operation: int, number: int, data: bytes | bytearray = b"") -> None:
        """Send a command that has no answer."""
        self._waiting += struct.pack("<3i", operation, number, len(data)) + data
        if len(self._waiting) > MAX_WAITING_BYTES:
            self._exchange(False)

    def ask(self, operation: int, number: int, data: bytes = b"") -> bytes:
        """Return the answer to a command. Raise SolverError if it, or a command before it, fails."""
        self.send(operation, number, data)
        answer = self._exchange(True)
        if answer[0]:
            raise SolverError(f"clasp: {answer[1:].decode(errors='replace').strip()}")
        return answer[1:]

    def _exchange(self, answered: bool) -> bytes:
        from pencilp_clingo import exchange
        from pyodide.ffi import JsException, run_sync, to_js

        waiting = to_js(self._waiting)
        self._waiting = bytearray()
        try:
            return run_sync(exchange(waiting, answered)).to_bytes()  # type: ignore[no-any-return]
        except JsException as error:
            if error.name == "AbortError":
                raise KeyboardInterrupt from None  # the page has stopped the job
            raise SolverError(f"clasp: {error.message}") from None

    def new_control(self) -> int:
        """Return a number for a new control."""
        self._controls += 1
        return self._controls


_link = _Link()


def _numbers(values: Iterable[int]) -> bytes:
    return array("i", values).tobytes()


class LinkBackend:
    """The backend that passes rules to clingo in numbers.

    See ``pencilp.solvers.clasp.ground.Backend``.
    """

    none: Sequence[int] = ()

    def __init__(self, number: int) -> None:
        self._number = number
        self._rules = array("i")

    def begin(self) -> None:
        """Start a group of rules."""

    def end(self, atoms: int) -> None:
        """End a group of rules, which use at most ``atoms`` atoms."""
        # an empty rule that makes clasp number its own atoms after ours
        self.forbid((atoms, -atoms))
        _link.send(STATE, self._number, self._rules.tobytes())
        self._rules = array("i")

    def weighted(self, numbers: array[int]) -> array[int]:
        """Return ``numbers`` unchanged. A rule uses as many of them as it says."""
        return numbers

    def rule(self, _: Any, choice: bool, head: Sequence[int], heads: int, body: Sequence[int], bodies: int) -> None:
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        self._rules.extend((RULE, choice, heads, *head, bodies, *body))

    def forbid(self, body: Sequence[int]) -> None:
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        self._rules.extend((FORBID, len(body), *body))

    def weight_rule(
        self, _: Any, choice: bool, head: Sequence[int], heads: int, least: int, body: Sequence[int], pairs: int
    ) -> None:
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        self._rules.extend((WEIGHT_RULE, choice, heads, *head, least, pairs, *body[: 2 * pairs]))

    def counts(self, _: Any, least: Sequence[int], sizes: Sequence[int], literals: Sequence[int]) -> None:
        """See ``pencilp.solvers.clasp.ground.Backend``."""
        at = 0
        for few, size in zip(least, sizes, strict=True):
            body = array("i", (1,)) * (2 * size)
            body[::2] = array("i", literals[at : at + size])
            self.weight_rule(None, False, (), 0, few, body, size)
            at += size

    def recorder(self) -> None:
        """Do nothing: rules are not recorded."""

    def minimize(self, body: Sequence[int], pairs: int) -> None:
        """Minimize the sum of the weights of true literals in ``body``."""
        self._rules.extend((MINIMIZE, pairs, *body[: 2 * pairs]))

    def project(self, atoms: Collection[int]) -> None:
        """Raise SolverError: a search without threads does not step from answer to answer."""
        raise SolverError("clasp: a browser cannot step from answer to answer")


class Engine:
    """``model`` stated to clasp with the options ``chosen``, overruled by ``options``. See ``engine.Engine``."""

    __slots__ = ("__weakref__", "_number", "_set", "additions", "program")

    abandoned = racing = False

    def __init__(
        self,
        model: Model,
        chosen: Mapping[str, str],
        *,
        options: Sequence[str] = (),
        guarded: bool = False,
        standalone: bool = False,
        lasting: Sequence[Rule] = (),
        additional: AdditionalRules | None = None,
        cutting: bool = False,
    ) -> None:
        overruled = {option.partition("=")[0] for option in options}
        arguments = ["0", *(f"{k}={v}" for k, v in chosen.items() if k not in overruled), *options]
        self._number = _link.new_control()
        _link.send(NEW, self._number, "\n".join(arguments).encode())
        weakref.finalize(self, _link.send, FREE, self._number)
        self.program = ClaspProgram(
            LinkBackend(self._number),
            model,
            guarded=guarded,
            standalone=standalone,
            lasting=lasting,
            additional=additional,
            cutting=cutting,
        )
        self._set: dict[bytes, bytes] = {b"solve.solve_limit": b"umax"}
        self.additions = 0

    def set(self, key: bytes, value: bytes) -> None:
        """Change a setting of clasp between two searches."""
        if self._set.get(key) != value:
            _link.send(SET, self._number, key + b"=" + value)
            self._set[key] = value

    def race(self, threads: int) -> None:
        """Do nothing: a single thread searches."""

    def winner(self) -> int:
        """Return the number of the only search."""
        return 0

    def decide(self, assumptions: Sequence[int], atoms: Sequence[int]) -> tuple[list[int] | None, bytes] | None:
        """See ``engine.Engine.decide``."""
        asked = _numbers((len(assumptions), *assumptions, len(atoms), *atoms))
        answer = _link.ask(DECIDE, self._number, asked)
        if answer[0] == 2:
            return None
        return (None, answer[1:]) if answer[0] else ([*array("i", answer[1:])], b"")

    def start(self, assumptions: Sequence[int], until: float, *, threaded: bool, conflicts: int = 0) -> Run:
        """Return a new search that stops at the first restart after ``conflicts`` conflicts (0: never)."""
        self.set(b"solve.solve_limit", b"%d" % conflicts if conflicts else b"umax")
        _link.send(SOLVE, self._number, _numbers(assumptions))
        return Run(self._number, self.program.atoms)


class Run:
    """A search that has been started. ``next`` returns clasp's models, and ``close`` must end the search."""

    __slots__ = ("_atoms", "_number", "timed_out")

    def __init__(self, number: int, atoms: int) -> None:
        self._number, self._atoms = number, atoms
        self.timed_out = False

    def next(self, until: float) -> Found | None:
        """Return the next model of clasp. Return None if there are no more, or if it is later than ``until``."""
        if time.perf_counter() > until:
            self.timed_out = True
            return None
        answer = _link.ask(NEXT, self._number, _numbers((self._atoms,)))
        return Found(answer) if answer else None

    def add(self, model: Found, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses to the search, which has just returned ``model``."""
        _link.send(ADD, self._number, b"".join(_numbers((len(clause), *clause)) for clause in clauses))

    def result(self) -> tuple[bool, bool]:
        """Return whether the search, which has no more models, was complete, and whether it found a contradiction."""
        complete, contradictory = _link.ask(RESULT, self._number)
        return bool(complete), bool(contradictory)

    def core(self) -> list[int]:
        """Return the assumptions with which the search found a contradiction."""
        return [*array("i", _link.ask(CORE, self._number))]

    def close(self, until: float) -> None:
        """End the search."""
        _link.send(CLOSE, self._number)


class Found:
    """A model that clasp has found."""

    __slots__ = ("_best", "_cost", "_true")

    def __init__(self, content: bytes) -> None:
        self._best, self._cost = struct.unpack_from("<Bq", content)
        self._true = content[8:]
        """A byte for each atom, from number 1 on."""

    def reader(self) -> Callable[[int], bool]:
        """Return a function that returns whether a literal is true."""
        values = self._true
        return lambda lit: values[lit] == 1 if lit > 0 else values[-lit] == 0

    def truths(self, atoms: Sequence[int]) -> bytes:
        """Return a 1 for each true atom of ``atoms``, a 0 for each false one."""
        return bytes(map(self._true.__getitem__, atoms))

    def is_best(self) -> bool:
        """Return whether it is proved to be a best answer."""
        return bool(self._best)

    def cost(self) -> int:
        """Return the value of what is minimised."""
        return self._cost  # type: ignore[no-any-return]

    def thread(self) -> int:
        """Return the number of the only search."""
        return 0
