"""Compares a mutant with its genre module by brute force: both must have the same answers to many small puzzles."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from mutants import Mutant
from tests import proof as proofs
from tests.near_misses import Finder
from tests.small_boards import Filling, shown
from tried_puzzles import Apart, filling_of, small_puzzles

from pencilp import genres
from pencilp.board.puzzle import Puzzle
from pencilp.genres.base import genre_of
from pencilp.model.structures import instances
from pencilp.solvers.clasp.search import Clasp

TOGETHER = 20
"""Number of puzzles given to a mutant at once."""
MAX_BATCHES = 50
MAX_ANSWERS = 2000
"""A puzzle with more answers is not compared."""
SEARCH_SECONDS = 1.0
BATCH_SECONDS = 60.0


class Comparison(NamedTuple):
    """The numbers of puzzles compared, of their answers and of puzzles for which the mutant states other rules.

    ``different`` is a puzzle with different answers, as text; "" if all agree.
    """

    puzzles: int
    answers: int
    reached: int
    different: str


class Comparing:
    """Compares mutants of one genre with the module.

    Half of the puzzles are new random cases of the genre's proof, whose answers are found without the module. The other half
    are small boards with random clues of all values.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.finder = Finder(name)
        self.rng = random.Random(f"{name} {seed}")

    def compare(self, mutant: Mutant, apart: Apart, seconds: float) -> Comparison:
        """Compare the answers to new puzzles for some seconds, or until a puzzle has different ones."""
        until = time.monotonic() + seconds
        total = Comparison(0, 0, 0, "")
        formulation = "published" if mutant.label.startswith("published: ") else "rules"
        source = small_puzzles(self.finder, self.rng)
        for _ in range(MAX_BATCHES):
            if time.monotonic() > until or total.different:
                break
            some = [*islice(source, TOGETHER)]
            before = self._asked(apart, lambda some=some: [self._all_of(puzzle, formulation) for puzzle, _ in some])
            after = self._asked(apart, lambda some=some: self._all_of_mutant(mutant, some, formulation))
            for (puzzle, known), old, new in zip(some, before, after, strict=False):
                total = added(total, puzzle, known, old, new)
        return total

    # -- in a child process

    def _asked(self, apart: Apart, work: Callable[[], Any]) -> list[tuple[str, set[Filling] | None]]:
        reply = apart(lambda: json.dumps(work()), BATCH_SECONDS)
        found = json.loads(reply) if reply.startswith("[") else []
        return [(stated, None if fillings is None else {*map(filling_of, fillings)}) for stated, fillings in found]

    def _all_of(self, puzzle: Puzzle, formulation: str) -> tuple[str, list[Filling] | None]:
        """Return the rules of a puzzle as text, and all its answers, or some if there are too many; None if it takes too long."""
        m = genre_of(puzzle).model(puzzle, formulation)
        stated = re.sub(r" at 0x\w+", "", repr(instances(m.rules)))
        result = Clasp(m).search(MAX_ANSWERS + 1, SEARCH_SECONDS)
        if not result.complete and len(result.solutions) <= MAX_ANSWERS:
            return stated, None
        return stated, [
            proofs.filling_of(genre_of(puzzle).answer(puzzle, m, solution)) for solution in result.solutions
        ]

    def _all_of_mutant(
        self, mutant: Mutant, some: Sequence[tuple[Puzzle, Any]], formulation: str
    ) -> list[tuple[str, list[Filling] | None]]:
        mutant.install(sys.modules[genres.load(self.name).__module__])
        for puzzle, _ in some:
            puzzle.genre = genres.load(self.name)
        return [self._all_of(puzzle, formulation) for puzzle, _ in some]


def added(
    total: Comparison,
    puzzle: Puzzle,
    known: set[Filling] | None,
    old: tuple[str, set[Filling] | None],
    new: tuple[str, set[Filling] | None],
) -> Comparison:
    """Return a comparison with one more puzzle, which has ``known`` answers and those of the module and of the mutant."""
    (stated, of_module), (stated_by_mutant, of_mutant) = old, new
    right = known if known is not None else of_module
    if right is None or len(right) > MAX_ANSWERS or of_mutant is None:
        return total
    return Comparison(
        total.puzzles + 1,
        total.answers + len(right),
        total.reached + (stated != stated_by_mutant),
        total.different or ("" if of_mutant == right else shown(puzzle)),
    )
