"""clasp through the C interface of the clingo wheel.

clingo's Python backend checks and copies every rule, which takes longer than many searches. So its C library is called
directly, by the functions documented in ``clingo.h``.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import repeat
from typing import Any

from pencilp._util.timeout import start_thread
from pencilp.errors import SolverError, SolverMissing


def load() -> tuple[Any, Any]:
    """Return cffi's ``ffi`` and ``lib`` of the C library. Raise SolverError if clingo is missing or unknown."""
    try:
        import clingo._internal as _internal
    except ModuleNotFoundError as error:
        if error.name == "clingo":
            raise SolverMissing("clasp is not installed: pip install clingo") from None
        raise _unknown() from error
    except ImportError as error:
        # for instance in a subinterpreter with its own lock
        raise SolverError(f"clasp cannot be loaded: {error}") from None
    ffi, lib = getattr(_internal, "_ffi", None), getattr(_internal, "_lib", None)
    if not hasattr(lib, "clingo_backend_weight_rule"):
        raise _unknown()
    return ffi, lib


def _unknown() -> SolverError:
    return SolverError("clasp: the C interface of this clingo is not known: pip install 'clingo>=5.7,<6'")


ffi, lib = load()
NULL: Any = ffi.NULL


def check(ok: bool) -> None:
    """Raise SolverError if a call of the C interface failed, MemoryError if no memory was left."""
    if not ok:
        if lib.clingo_error_code() == lib.clingo_error_bad_alloc:
            raise MemoryError
        message = lib.clingo_error_message()
        raise SolverError("clasp: " + (ffi.string(message).decode() if message != NULL else "unknown error"))


SLOW_FREE_SECONDS = 0.3
"""Seconds since its creation after which a control may be slow to free."""


def control(arguments: Sequence[str]) -> Any:
    """Return a new clingo_control_t with these command-line options. It is freed when nothing refers to it."""
    kept = [ffi.new("char[]", a.encode()) for a in arguments]
    pointer = ffi.new("clingo_control_t **")
    check(lib.clingo_control_new(ffi.new("char const *[]", kept), len(kept), NULL, NULL, 0, pointer))
    born = time.perf_counter()

    def free(control: Any) -> None:
        # a large program is freed in a thread, so that nobody waits for it
        large = time.perf_counter() - born >= SLOW_FREE_SECONDS
        if large and (sys.is_finalizing() or start_thread(lib.clingo_control_free, control)):
            return
        lib.clingo_control_free(control)

    return ffi.gc(pointer[0], free)


class Buffer:
    """Memory for what the library says of each of ``size`` atoms."""

    __slots__ = ("places", "values")

    def __init__(self, kind: str, size: int) -> None:
        self.values = ffi.new(f"{kind}[]", size)
        self.places = [self.values + i for i in range(size)]


class BufferPool:
    """A pool of memory of one ``kind``. Single calls take a room and put it back, so threads can share the pool."""

    __slots__ = ("_idle", "_kind")

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._idle: list[Buffer] = []

    def take(self, size: int) -> Buffer:
        """Return a room for at least ``size`` atoms."""
        try:
            room = self._idle.pop()
        except IndexError:
            return Buffer(self._kind, size)
        return room if len(room.places) >= size else Buffer(self._kind, size)

    def put(self, room: Buffer) -> None:
        """Put a room back into the pool."""
        if len(room.places) <= MAX_BUFFER_ATOMS:
            self._idle.append(room)


MAX_BUFFER_ATOMS = 5000
"""The greatest number of atoms of a room that stays in the pool."""
_TRUE = BufferPool("bool")


def true_atoms(model: Any, atoms: Sequence[int]) -> bytes:
    """Return a 1 for each true atom of ``atoms`` in a clingo_model_t, a 0 for each false one."""
    room = _TRUE.take(len(atoms))
    check(all(map(lib.clingo_model_is_true, repeat(model), atoms, room.places)))
    result = bytes(ffi.buffer(room.values, len(atoms)))
    _TRUE.put(room)
    return result
