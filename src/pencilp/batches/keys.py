"""Keys of inputs: equal puzzles of a run have different keys, and the same key in the next run.

A key is the hash of a puzzle as it is written, with its format and genre, as 16 hexadecimal digits. The second equal
puzzle of a run has "-2" after the hash, and so on. So a puzzle may move to another line or another file.
"""

from __future__ import annotations

import os
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from pencilp.errors import InputError

if TYPE_CHECKING:
    from pencilp.formats.reading import Unread

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
"""The distance between the hashes of equal puzzles: odd, so that 2**64 of them differ."""


class Original(NamedTuple):
    """The first puzzle that a duplicate is equal to: its key, its place, and how it was ``turned``, in words."""

    key: str
    place: str
    turned: str


class Keyed(NamedTuple):
    """A puzzle that is not read yet, with its ``key``.

    If duplicates are looked for, ``canonical`` is the hash of its canonical form, and ``turn`` the number of the
    operation that leads to that form; a duplicate has an ``original``.
    """

    key: str
    unread: Unread
    canonical: str = ""
    turn: int = 0
    original: Original | None = None


def hash_of(unread: Unread, genre: str | None) -> int:
    """Return the 64-bit hash of a puzzle as it is written; ``genre`` is the genre that it is read as, if any."""
    content: bytes
    if isinstance(unread.content, bytes):
        content = unread.content.strip()
    elif isinstance(unread.content, InputError):
        content = os.fsencode(f"{unread.source}\0{unread.content}")
    else:
        content = repr(_values_of(unread.content)).encode(errors="surrogatepass")
    source = unread.source if unread.form == "dataset" and not genre else ""
    head = _head_of(unread.form, genre or unread.kind, source)
    return int.from_bytes(blake2b(head + content, digest_size=8).digest(), "big")


@lru_cache(maxsize=64)
def _head_of(form: str, genre: str, source: str) -> bytes:
    """Return the part of a hash that the puzzles of a file share; the name of a ``source`` may say the genre."""
    parts = [form, genre, *[os.path.basename(source)] * bool(source)]
    return "\0".join([*parts, ""]).encode(errors="surrogatepass")


def _values_of(puzzle: object) -> tuple[object, ...]:
    """Return the values that make a puzzle, for ``repr``."""
    from pencilp.board.puzzle import Puzzle

    assert isinstance(puzzle, Puzzle)
    lattice = puzzle.lattice
    return (puzzle.genre.name, puzzle.name, lattice.shape, lattice.positions, [*map(repr, puzzle.values.items())])


def folded(key: str) -> int:
    """Return the 64-bit number of a key. Raise ValueError if it is none."""
    digits, _, number = key.partition("-")
    if len(digits) != 16:
        raise ValueError(key)
    return (int(digits, 16) + STEP * (int(number or 1) - 1)) & MASK


CODES, MET, DONE = 63, 64, 128
"""The bits of the state of a key: what ``Run.code`` says of its record, whether its puzzle has come, whether it has a record."""


class KeyMaker:
    """Gives each puzzle of a run its key. ``states`` are those of keys with a record, by ``folded``; others are added.

    One dictionary for all needs about 75 bytes a puzzle.
    """

    def __init__(self, genre: str | None, states: dict[int, int] | None = None) -> None:
        self._genre = genre
        self._states = {} if states is None else states
        self._counts: dict[int, int] = {}
        """How often a hash has come, if it came more than once."""

    def next_key(self, unread: Unread) -> tuple[str, int]:
        """Return the key of the next puzzle, and its state before."""
        number = hash_of(unread, self._genre)
        key = f"{number:016x}"
        state = self._states.get(number, 0)
        if state & MET:
            count = self._counts[number] = self._counts.get(number, 1) + 1
            key = f"{key}-{count}"
            number = folded(key)
            state = self._states.get(number, 0)
        self._states[number] = state | MET
        return key, state
