"""Keys of inputs: equal puzzles of a run have different keys, and the same key in the next run.

A key is the hash of a puzzle as it is written, with its format and genre, as 16 hexadecimal digits. The second equal
puzzle of a run has "-2" after the hash, and so on. So a puzzle may move to another line or another file.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
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
    parts = [unread.form, genre or unread.kind]
    if unread.form == "dataset" and not genre:
        # its name may say the genre
        parts.append(os.path.basename(unread.source))
    head = "\0".join([*parts, ""]).encode(errors="surrogatepass")
    return int.from_bytes(blake2b(head + content, digest_size=8).digest(), "big")


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


class KeyTable:
    """A table of 64-bit numbers, each with a value of an array's ``code``: in about 20 to 40 bytes an entry for "B"."""

    def __init__(self, code: str = "B") -> None:
        self._count = 0
        self._numbers = array("Q", [0]) * 1024
        self._values = array(code, [0]) * 1024

    def __len__(self) -> int:
        return self._count

    def _slot(self, number: int) -> int:
        """Return the slot of a number, or the free one where it belongs."""
        mask = len(self._numbers) - 1
        slot = number & mask
        numbers = self._numbers
        while numbers[slot] and numbers[slot] != number:
            slot = (slot + 1) & mask
        return slot

    def __contains__(self, number: int) -> bool:
        # 0 marks a free slot
        return self._numbers[self._slot(number or 1)] != 0

    def get(self, number: int) -> int:
        """Return the value of a number, 0 if it is not in the table."""
        return self._values[self._slot(number or 1)]

    def set(self, number: int, value: int = 0) -> None:
        """Put a number with a value into the table."""
        number = number or 1
        slot = self._slot(number)
        if not self._numbers[slot]:
            if 2 * self._count >= len(self._numbers):
                self._grow()
                slot = self._slot(number)
            self._count += 1
            self._numbers[slot] = number
        self._values[slot] = value

    def _grow(self) -> None:
        old = self.items()
        size = 2 * len(self._numbers)
        self._numbers, self._values = array("Q", [0]) * size, array(self._values.typecode, [0]) * size
        for number, value in old:
            slot = self._slot(number)
            self._numbers[slot], self._values[slot] = number, value

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield the numbers with their values."""
        numbers, values = self._numbers, self._values
        return ((number, value) for number, value in zip(numbers, values, strict=True) if number)


class KeyMaker:
    """Gives each puzzle of a run its key."""

    def __init__(self, genre: str | None) -> None:
        self._genre = genre
        self._once = KeyTable()
        self._counts: dict[int, int] = {}
        """How often a hash has come, if it came more than once."""

    def key(self, unread: Unread) -> str:
        """Return the key of the next puzzle."""
        number = hash_of(unread, self._genre)
        if number not in self._once:
            self._once.set(number)
            return f"{number:016x}"
        count = self._counts[number] = self._counts.get(number, 1) + 1
        return f"{number:016x}-{count}"
