"""Puzzles of a batch that are others turned or mirrored.

Each puzzle is turned in all ways that keep the rules of its genre (``Genre.symmetries``). The smallest result is its
canonical form; equal puzzles in different formats have the same. Of each form only a hash and the place of its first
puzzle are kept.
"""

from __future__ import annotations

import json
from array import array
from hashlib import blake2b
from typing import Any, NamedTuple

from pencilp._util.timeout import TimeLimit, TimeLimitReached
from pencilp.batches.keys import Keyed, Original, folded
from pencilp.board.puzzle import Puzzle
from pencilp.board.symmetry import canonical, group, inverse, times, words_of
from pencilp.errors import InputError
from pencilp.genres.base import genre_of

SETTINGS_ENTRY = b', "settings": '
"""The beginning of the entry of a record behind those that ``Firsts.add_record`` reads."""

READ_SECONDS = 10.0
"""A puzzle that takes longer to be read is compared with no other."""


class Form(NamedTuple):
    """The hash of a canonical form, and the numbers of the turns that lead to it, in ``words_of(shape)``."""

    number: int
    turns: tuple[int, ...]
    shape: str

    @classmethod
    def of(cls, puzzle: Puzzle) -> Form:
        """Return the form of a puzzle."""
        genre, shape = genre_of(puzzle), puzzle.lattice.shape
        text, matrices = canonical(puzzle, group(shape, tuple(genre.symmetries)), genre.check_board)
        digest = blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest()
        numbers = {matrix: n for n, matrix in enumerate(words_of(shape))}
        return cls(int.from_bytes(digest, "big"), tuple(sorted(numbers[each] for each in matrices)), shape)

    def from_turn(self, turn: int) -> str:
        """Return in the simplest words how this puzzle is made from one whose ``turn`` leads to the same form."""
        ways = [*words_of(self.shape)]
        found = {times(inverse(ways[own]), ways[turn]) for own in self.turns}
        return next(words for matrix, words in words_of(self.shape).items() if matrix in found)


class Firsts:
    """The first puzzle of each form, with its key, turn and place, in about 150 bytes each."""

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        """The index of each form in the arrays."""
        self._keys, self._turns, self._recorded = array("Q"), bytearray(), bytearray()
        self._files: dict[str, int] = {}
        self._names: list[str] = []
        self._places = array("L"), array("L")
        """The number of each file in ``_names``, and the line in it, 0 for none."""
        self._held: dict[int, list[dict[str, Any]]] = {}
        """Records of duplicates that came before that of their first puzzle, by the form."""

    def judged(self, item: Keyed, genre: str | None) -> Keyed:
        """Return a puzzle with its form, and with its original if it is a duplicate. One that cannot be read stays.

        The time limit of a task does not count here: a busy machine would miss duplicates.
        """
        try:
            puzzle = TimeLimit(READ_SECONDS).run(lambda: item.unread.read(genre))
        except (InputError, TimeLimitReached):
            return item  # its record will say why
        form = Form.of(puzzle)
        item = item._replace(canonical=f"{form.number:016x}", turn=form.turns[0])
        at = self._at.get(form.number)
        if at is None:
            self._add(
                form.number, folded(item.key), form.turns[0], item.unread.source, item.unread.line, recorded=False
            )
        elif self._keys[at] != folded(item.key):
            file, line = self._names[self._places[0][at]], self._places[1][at]
            place = f"{file}:{line}" if line else file
            original = Original(f"{self._keys[at]:016x}", place, form.from_turn(self._turns[at]))
            item = item._replace(original=original)
        return item

    def _add(self, number: int, key: int, turn: int, file: str, line: int, *, recorded: bool) -> None:
        if file not in self._files:
            self._files[file] = len(self._names)
            self._names.append(file)
        self._at[number] = len(self._keys)
        self._keys.append(key)
        self._turns.append(turn)
        self._recorded.append(recorded)
        self._places[0].append(self._files[file])
        self._places[1].append(line)

    def add_record(self, line: bytes) -> int | None:
        """Add the puzzle of a record that is in the file, unless it could not be read.

        If it is a duplicate, return the key of its first puzzle as a number; otherwise None.
        """
        record = json.loads(line[: line.index(SETTINGS_ENTRY)] + b"}")
        if "same_as" in record:
            return folded(record["same_as"])
        if "canonical" in record:
            number, key = int(record["canonical"], 16), folded(record["key"])
            self._add(number, key, record["turn"], record["file"], record["line"] or 0, recorded=True)
        return None

    def in_order(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return new records so that the record of a duplicate comes after that of its first puzzle.

        So the puzzle that a duplicate names is in the file, however a run ends.
        """
        ready: list[dict[str, Any]] = []
        for record in records:
            number = int(record.get("canonical") or "0", 16)
            if "same_as" in record and not self._recorded[self._at[number]]:
                self._held.setdefault(number, []).append(record)
                continue
            ready.append(record)
            if "canonical" in record and "same_as" not in record:
                self._recorded[self._at[number]] = True
                ready += self._held.pop(number, [])
        return ready
