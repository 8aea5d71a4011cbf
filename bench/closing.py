"""Finds near misses that kill a mutant: answers which it judges otherwise than the genre module."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from mutants import Mutant
from tests import near_misses
from tests import proof as proofs
from tests.near_misses import Finder, NearMiss
from tests.small_boards import Filling
from tried_puzzles import Apart, filling_of, small_puzzles, with_clues, with_other_boxes

from pencilp import api, genres
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from pencilp.genres.base import genre_of
from pencilp.model.structures import instances

TOGETHER = 10
"""Number of puzzles given to a mutant at once."""
AFFECTED_OF = 60
"""Number of puzzles from which those are taken for which a mutant ignores some rules."""
ASKED_SECONDS = 30.0
"""Time limit for the work of a child process."""
ANSWERS = 6
"""Number of answers tried per puzzle."""
SEARCH_SECONDS = 0.5
KEPT = 2
"""Number of near misses kept for one mutant."""


def asked(apart: Apart, work: Callable[[], list[Any]]) -> list[Any]:
    """Return the list that ``work`` makes in a child process; an empty one if it fails or takes too long."""
    reply = apart(lambda: json.dumps(work()), ASKED_SECONDS)
    return json.loads(reply) if reply.startswith("[") else []


class Closing:
    """Closes the gaps of one genre's near misses, mutant by mutant.

    All that needs a solver is done in child processes: a process that has solved something has threads, and can't be forked.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.finder = Finder(name)
        self.rng = random.Random(name)
        self.made: list[Puzzle] = []
        self.source = self._puzzles()
        self.right: dict[int, list[Filling]] = {}
        self.added = 0

    def close(self, mutant: Mutant, apart: Apart, seconds: float) -> str:
        """Look for puzzles that the mutant and the module judge differently, and keep them. Returns what was found, in words."""
        until = time.monotonic() + seconds
        for some in self._groups(mutant, apart):
            left = until - time.monotonic()
            if left < 0:
                return ""
            if not some:
                continue
            if new := [i for i in some if i not in self.right]:
                answers = asked(apart, lambda new=new: [self._answers(self.made[i]) for i in new]) or [[] for _ in new]
                self.right.update((i, [*map(filling_of, fillings)]) for i, fillings in zip(new, answers, strict=True))
            puzzles, right = [self.made[i] for i in some], [self.right[i] for i in some]
            found = asked(apart, lambda some=puzzles, right=right: self._judged_by(mutant, some, right))
            ranked = asked(apart, lambda some=puzzles, found=found: self._ranked(some, found))
            if words := self._kept(puzzles, right, ranked):
                return words
        return ""

    def write(self) -> None:
        """Write the near misses if some were added."""
        if self.added:
            near_misses.write(self.name, near_misses.read(self.name))

    # -- in the child process

    def _judged_by(self, mutant: Mutant, some: Sequence[Puzzle], right: Sequence[Sequence[Filling]]) -> list[Any]:
        """Return, for each puzzle, answers that the mutant finds, and right ones that it refuses."""
        mutant.install(sys.modules[genres.load(self.name).__module__])
        found = []
        for k, (puzzle, fillings) in enumerate(zip(some, right, strict=True)):
            puzzle.genre = genres.load(self.name)
            refused = [filling for filling in fillings if api.check(puzzle, proofs.answer_of(puzzle, filling))]
            found.append([k, self._answers(puzzle), refused[:1]])
        return found

    def _affected(self, mutant: Mutant, some: Sequence[int]) -> list[int]:
        """Return the numbers of the puzzles for which a mutant states fewer rules."""
        before = [self._count(self.made[i]) for i in some]
        mutant.install(sys.modules[genres.load(self.name).__module__])
        for i in some:
            self.made[i].genre = genres.load(self.name)
        return [i for i, count in zip(some, before, strict=True) if self._count(self.made[i]) != count]

    def _count(self, puzzle: Puzzle) -> int:
        return len(instances(genre_of(puzzle).model(puzzle).rules))

    # -- what is tried

    def _answers(self, puzzle: Puzzle) -> list[Filling]:
        m = genre_of(puzzle).model(puzzle)
        found = self.finder.search(m, ANSWERS, SEARCH_SECONDS)
        return [proofs.filling_of(genre_of(puzzle).answer(puzzle, m, solution)) for solution in found]

    def _groups(self, mutant: Mutant, apart: Apart) -> Iterator[list[int]]:
        """Yield the numbers of puzzles to try at once, now and then none: if a mutant ignores some rules, those without them."""
        start, step = 0, AFFECTED_OF if mutant.label.startswith("ignored ") else TOGETHER
        while True:
            if len(self.made) < start + step:
                self.made += islice(self.source, start + step - len(self.made))
            some = [*range(start, min(start + step, len(self.made)))]
            if not some:
                return
            start += step
            if step == AFFECTED_OF:
                some = asked(apart, lambda some=some: self._affected(mutant, some))
            yield from (some[k : k + TOGETHER] for k in range(0, max(1, len(some)), TOGETHER))

    def _puzzles(self) -> Iterator[Puzzle]:
        """Known puzzles and made ones in turn: without clues, with large rooms, on large boards, with clues of all values,
        and known ones with a clue or a few more."""
        example = proofs.smallest_example(self.name)
        blanks: list[Puzzle | None] = [*self.finder.blanks()]
        blanks += [with_other_boxes(blank) for blank in [*blanks] if blank]
        bases = [*filter(None, blanks), *self.finder.variants(example), *proofs.examples(self.name)]
        known = [miss.puzzle for miss in near_misses.read(self.name)] + [
            case.puzzle for case in proofs.cases(self.name)
        ]
        known = [*proofs.boards(self.name), *self.rng.sample(known, len(known))]
        yield from bases[:6]
        clues = with_clues(self.finder, self.rng, bases)
        changed = with_clues(self.finder, self.rng, [*known])
        small = (puzzle for puzzle, _ in small_puzzles(self.finder, self.rng))
        while known:
            yield from known[:5]
            del known[:5]
            yield from islice(clues, 10)
            yield from islice(changed, 5)
            yield from islice(small, 5)
        for _ in range(1000):
            yield from islice(clues, 5)
            yield from islice(changed, 10)

    def _ranked(self, some: Sequence[Puzzle], found: Any) -> list[tuple[int, int, int, Filling, str]]:
        """Return the answers that the module judges otherwise, those that break one rule first: its text, and "" for
        right answers."""
        ranked = []
        for k, answers, refused in found:
            for filling in map(filling_of, answers):
                broken = [fault.rule for fault in api.check(some[k], proofs.answer_of(some[k], filling))]
                if broken:
                    ranked.append((len({*map(proofs.rule_of, broken)}), len(ranked), k, filling, broken[0]))
            for filling in map(filling_of, refused):
                if not api.check(some[k], proofs.answer_of(some[k], filling)):
                    ranked.append((1, len(ranked), k, filling, ""))
        return sorted(ranked)

    # -- what is kept

    def _kept(self, some: Sequence[Puzzle], right: Sequence[Sequence[Filling]], ranked: Any) -> str:
        kept: list[str] = []
        for _, _, k, filling, words in ranked:
            if (
                len(kept) < KEPT
                and words not in kept
                and self._add(some[k], next(iter(right[k]), None), filling_of(filling), words)
            ):
                kept.append(words)
        return ", ".join(f"closed by: {words or 'a right answer'}" for words in kept)

    def _add(self, puzzle: Puzzle, right: Filling | None, filling: Filling, words: str) -> bool:
        """Add a near miss, or a right answer if there are no ``words`` of a broken rule; returns whether it can be written."""
        try:
            text = plain.write(puzzle, None)
        except InputError:
            return False
        known = near_misses.read(self.name)
        right = right if words else filling
        wrong = ((words, filling),) if words else ()
        for i, miss in enumerate(known):
            if plain.write(miss.puzzle, None) == text and (words or miss.right in (None, right)):
                known[i] = miss._replace(right=miss.right or right, wrong=(*miss.wrong, *wrong))
                break
        else:
            (written,) = plain.read(text)
            known.append(NearMiss(written, right, wrong))
        self.added += 1
        return True
