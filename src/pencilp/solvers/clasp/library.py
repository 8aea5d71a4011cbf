"""clasp through the C interface of the clingo wheel.

Importing the ``clingo`` package costs more than solving a small puzzle (it loads its parser, its applications and its
scripting), and its backend checks and copies every rule in Python. All that is needed here is the C library, which the
wheel brings as one cffi module; it is loaded alone. Where a clingo has it elsewhere, the package is imported after all and
asked for it. The functions used are those documented in ``clingo.h``.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
import time
from array import array
from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import accumulate, compress, islice, repeat

from pencilp.errors import SolverError, SolverMissing
from pencilp.limits import OutOfTime, start_thread
from pencilp.typed import Any


def load() -> tuple[Any, Any]:
    """cffi's ``ffi`` and ``lib`` of the C library. Raises SolverError when there is no clingo, or one that we do not know."""
    module = sys.modules.get("clingo._clingo") or _alone()
    if module is None:
        try:
            from clingo import _internal
        except ModuleNotFoundError as error:
            if error.name == "clingo":
                raise SolverMissing("clasp is not installed: pip install clingo") from None
            raise _unknown() from error
        except ImportError as error:
            raise _unknown() from error
        ffi, lib = getattr(_internal, "_ffi", None), getattr(_internal, "_lib", None)
    else:
        ffi, lib = module.ffi, module.lib
    if not hasattr(lib, "clingo_backend_weight_rule"):
        raise _unknown()
    return ffi, lib


def _alone() -> Any:
    """The wheel's cffi module, loaded without its package; None when it is not where wheels have it."""
    package = importlib.machinery.PathFinder.find_spec("clingo")
    for folder in (package.submodule_search_locations or []) if package else []:
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            path = os.path.join(folder, f"_clingo{suffix}")
            if os.path.exists(path):
                loader = importlib.machinery.ExtensionFileLoader("clingo._clingo", path)
                spec = importlib.machinery.ModuleSpec(loader.name, loader, origin=path)
                module = loader.create_module(spec)
                loader.exec_module(module)
                return module
    return None


def _unknown() -> SolverError:
    return SolverError("clasp: the C interface of this clingo is not known: pip install 'clingo>=5.7,<6'")


ffi, lib = load()
NULL: Any = ffi.NULL


def check(ok: bool) -> None:
    """Raise SolverError with clingo's own message when a call of the C interface failed, MemoryError when there is none left."""
    if not ok:
        if lib.clingo_error_code() == lib.clingo_error_bad_alloc:
            raise MemoryError
        message = lib.clingo_error_message()
        raise SolverError("clasp: " + (ffi.string(message).decode() if message != NULL else "unknown error"))


LONG = 0.3
"""A control that was in use for so many seconds may take its time to go."""


def control(arguments: Sequence[str]) -> Any:
    """A new clingo_control_t with these options of the command line; it goes when nobody has it any more."""
    kept = [ffi.new("char[]", a.encode()) for a in arguments]
    pointer = ffi.new("clingo_control_t **")
    check(lib.clingo_control_new(ffi.new("char const *[]", kept), len(kept), NULL, NULL, 0, pointer))
    born = time.perf_counter()

    def free(control: Any) -> None:
        if time.perf_counter() - born < LONG:
            lib.clingo_control_free(control)
        elif not sys.is_finalizing():
            # nobody waits for a large program to be taken apart
            start_thread(lib.clingo_control_free, control)

    return ffi.gc(pointer[0], free)


class _Room:
    """Room for what the library says of so many atoms."""

    __slots__ = ("bits", "places", "shown")

    def __init__(self, size: int) -> None:
        self.bits = ffi.new("bool[]", size)
        self.places = [self.bits + i for i in range(size)]
        self.shown = ffi.buffer(self.bits)


_rooms: list[_Room] = []
"""Kept for the next to read an answer. Threads take a room out of it, and put it back, in single calls."""
MOST_ROOM = 5000
"""For more atoms than these it is made anew."""


def true_atoms(model: Any, atoms: Sequence[int]) -> bytes:
    """Of a clingo_model_t: for each of ``atoms`` a 1 if it is true, else a 0."""
    count = len(atoms)
    try:
        room = _rooms.pop()
    except IndexError:
        room = _Room(count)
    if len(room.places) < count:
        room = _Room(count)
    check(all(map(lib.clingo_model_is_true, repeat(model), atoms, room.places)))
    result = bytes(room.shown[:count])
    if len(room.places) <= MOST_ROOM:
        _rooms.append(room)
    return result


class Recorder:
    """Rules that are wanted again and again, of other literals each time, in the form in which they are quickest to hand over.

    It takes them as a backend does: of the literals 1, 2, ... n, each of which stands for another one.
    """

    def __init__(self) -> None:
        self._rules: list[tuple[bool, list[int], list[int]]] = []
        self._weighted: list[tuple[bool, list[int], int, array[int]]] = []

    def rule(self, _: Any, choice: bool, head: Any, heads: int, body: Any, bodies: int) -> None:
        """See ``pencilp.solvers.clasp.statement.Backend``."""
        self._rules.append((choice, [*head] if heads else [], [*body] if bodies else []))

    def weight_rule(self, _: Any, choice: bool, head: Any, heads: int, least: int, body: Any, pairs: int) -> None:
        """See ``pencilp.solvers.clasp.statement.Backend``."""
        self._weighted.append((choice, [*head] if heads else [], least, array("i", bytes(ffi.buffer(body, 8 * pairs)))))

    def block(self) -> Block:
        """All of them."""
        heads = _Row("clingo_atom_t[]", [head for _, head, _ in self._rules])
        bodies = _Row("clingo_literal_t[]", [body for *_, body in self._rules])
        more = _Row("clingo_atom_t[]", [head for _, head, *_ in self._weighted])
        weighted = _Row("clingo_weighted_literal_t[]", [body for *_, body in self._weighted], weighted=True)
        choices, weights = [choice for choice, *_ in self._rules], [choice for choice, *_ in self._weighted]
        least = [least for _, _, least, _ in self._weighted]
        return Block(
            (choices, heads.starts, heads.lengths, bodies.starts, bodies.lengths),
            (weights, more.starts, more.lengths, least, weighted.starts, weighted.lengths),
            [row for row in (heads, bodies, more, weighted) if any(row.lengths)],
            bodies,
        )


MANY = 2000
"""Of so many rules of a block those that say nothing are left out, where they are half of them: otherwise to hand them over
takes no longer than to choose."""


class Block:
    """What a ``Recorder`` has made: the arguments of the library's two functions for rules, each as a list for all rules; and
    the ``rows`` that these lie in. Only one at a time can use it.
    """

    __slots__ = ("_bodies", "_needing", "literals", "rows", "rules", "size", "weight_rules")

    def __init__(
        self,
        rules: tuple[list[Any], ...],
        weight_rules: tuple[list[Any], ...],
        rows: list[_Row],
        bodies: _Row,
    ) -> None:
        self.rules, self.weight_rules, self.rows = rules, weight_rules, rows
        self._bodies = bodies
        self._needing: dict[int, int] | None = None
        """Per literal that many of the ``rules`` need these, as the bits of a number."""
        self.literals: list[int] = []
        """What it speaks of now."""
        self.size = sum([sum(row.lengths) + 2 * len(row.lengths) for row in rows])
        """How many literals there are in the rules."""

    def __call__(self, handle: Any, literals: list[int], false: Callable[[], Sequence[int]] = list) -> None:
        """Hand all of them over, said of these ``literals``.

        ``false()`` are those of the literals 1, 2, ... n and their opposites that are known to be false: rules that need one of
        them say nothing.
        """
        if literals != self.literals:
            # a negative number counts from the end
            meant = [0, *literals, *[-x for x in reversed(literals)]]
            for row in self.rows:
                row.say_of(meant)
            self.literals = literals
        rules: Sequence[Any] = self.rules
        if len(rules[0]) >= MANY and (excluded := false()):
            left = self._left(excluded)
            if 2 * sum(left) < len(left):
                rules = [compress(arguments, left) for arguments in rules]
        check(all(map(lib.clingo_backend_rule, repeat(handle), *rules)))
        if self.weight_rules[0]:
            check(all(map(lib.clingo_backend_weight_rule, repeat(handle), *self.weight_rules)))

    def _left(self, false: Sequence[int]) -> bytes:
        """For each of the ``rules`` a 1, but a 0 for those that need one of these literals, if other rules need it as well."""
        if self._needing is None:
            self._needing = self._bodies.holding()
        needless = 0
        for some in map(self._needing.get, false, repeat(0)):
            needless |= some
        bits = f"{needless:0{len(self._bodies.lengths)}b}".encode()
        return bits[::-1].translate(_OPPOSITE)


_OPPOSITE = bytes.maketrans(b"01", b"\x01\x00")


class _Row:
    """Lists of one ``kind`` that lie one after the other where the library finds them: where each starts, and how long it is.

    Where ``weighted``, each literal is followed by its weight.
    """

    def __init__(self, kind: str, lists: Sequence[Sequence[int]], *, weighted: bool = False) -> None:
        numbers = [x for some in lists for x in some]
        self._step = 2 if weighted else 1
        self._numbers = array("i", numbers)
        self._literals = numbers[:: self._step]
        self.lengths = [len(some) // self._step for some in lists]
        self._room = ffi.new(kind, sum(self.lengths))
        self.starts = [self._room + start for start in accumulate(self.lengths, initial=0)][:-1]

    def holding(self) -> dict[int, int]:
        """The lists that hold a literal, as the bits of a number, for the literals 1, -1, 2 ... that are in many lists.

        So these numbers take no more room than the lists.
        """
        rest = iter(self._literals)
        holding: dict[int, set[int]] = {}
        for i, length in enumerate(self.lengths):
            for x in islice(rest, length):
                holding.setdefault(x, set()).add(1 << i)
        return {x: sum(bits) for x, bits in holding.items() if 64 * len(bits) >= len(self.lengths)}

    def say_of(self, meant: Sequence[int]) -> None:
        """Write down for each literal the one that is ``meant``."""
        self._numbers[:: self._step] = array("i", map(meant.__getitem__, self._literals))
        ffi.memmove(self._room, self._numbers, 4 * len(self._numbers))


class ControlBackend:
    """The rules of a program go to clasp itself: ``control`` is a clingo_control_t pointer.

    See ``pencilp.solvers.clasp.statement.Backend``.
    """

    none = NULL
    rule: Any = lib.clingo_backend_rule
    weight_rule: Any = lib.clingo_backend_weight_rule
    weighted: Any = staticmethod(partial(ffi.from_buffer, ffi.typeof("clingo_weighted_literal_t[]")))

    def __init__(self, control: Any) -> None:
        self._control = control
        self._handle: Any = NULL
        self.lost = False
        """Whether a call of the library was abandoned. Who knows when it returns: nothing more may be asked of ``control``."""

    def begin(self) -> Any:
        """The C library is ready for rules; returns the clingo_backend_t pointer. Raises OutOfTime when it is ``lost``."""
        if self.lost:
            raise OutOfTime
        pointer = ffi.new("clingo_backend_t **")
        check(lib.clingo_control_backend(self._control, pointer))
        self._handle = pointer[0]
        check(lib.clingo_backend_begin(self._handle))
        return self._handle

    def end(self) -> None:
        """The rules are complete, for now."""
        check(lib.clingo_backend_end(self._handle))

    recorder = Recorder

    def counts(self, handle: Any, least: Sequence[int], sizes: Sequence[int], literals: list[int]) -> None:
        """A contradiction for each of ``sizes`` where ``least`` of so many of the ``literals``, the next ones, are true."""
        pairs = array("i", (1,)) * (2 * len(literals))
        pairs[::2] = array("i", literals)
        room = ffi.from_buffer("clingo_weighted_literal_t[]", pairs)
        starts = [room + start for start in accumulate(sizes, initial=0)]
        one = repeat(handle), repeat(False), repeat(NULL), repeat(0)
        check(all(map(lib.clingo_backend_weight_rule, *one, least, starts, sizes)))

    def minimize(self, body: Any, pairs: int) -> None:
        """The weights of what is true in ``body`` are to be as small a sum as can be."""
        check(lib.clingo_backend_minimize(self._handle, 0, body, pairs))

    def project(self, atoms: Collection[int]) -> None:
        """Two answers are the same where these atoms are, if the search is one that steps from answer to answer."""
        check(lib.clingo_backend_project(self._handle, list(atoms), len(atoms)))
