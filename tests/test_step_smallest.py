"""Smallest reasons: what implicit hitting sets find has as few rules as the best of all sets of rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

import pytest

from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.search import Search
from pencilp.analysis.steps.smallest import TooMany, smallest
from pencilp.formats.text import text


def least(items: Iterable[int], enough: Callable[[Sequence[int]], bool]) -> int:
    """The size of a smallest set that is enough, by looking at all sets."""
    items = [*items]
    return next(size for size in range(len(items) + 1) if any(map(enough, combinations(items, size))))


def test_no_set_of_fewer_items_is_enough() -> None:
    rng = random.Random(5)
    smaller = 0
    for _ in range(150):
        items = range(8)
        sets = [frozenset(rng.sample(items, rng.randint(1, 5))) for _ in range(rng.randint(1, 5))]

        def enough(some: Sequence[int], sets: Sequence[frozenset[int]] = sets) -> bool:
            return any(one <= {*some} for one in sets)

        reason = sorted(rng.choice(sets))
        found = smallest(items, reason, enough, 500)
        assert enough(found)
        assert len(found) == least(items, enough)
        smaller += len(found) < len(reason)
    assert smaller > 20


def test_it_ends_after_its_questions() -> None:
    asked = []

    def enough(some: Sequence[int]) -> bool:
        asked.append(some)
        return len(some) >= 6

    with pytest.raises(TooMany):
        smallest(range(12), range(7), enough, 25)
    assert len(asked) == 25


def minefield(rng: random.Random) -> str:
    """A minesweeper of 12 cells with some numbers, as text."""
    cells = [(r, c) for r in range(3) for c in range(4)]
    mines = {*rng.sample(cells, 4)}
    shown = {*rng.sample([cell for cell in cells if cell not in mines], 5)}
    rows = []
    for r in range(3):
        near = [[(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1)] for c in range(4)]
        rows.append(" ".join(str(len(mines & {*some})) if (r, c) in shown else "-" for c, some in enumerate(near)))
    return "\n".join(["minesweeper", "clues:", *rows, ""])


def test_a_set_of_rules_has_the_fewest_rules_of_all() -> None:
    rng = random.Random(2)
    several = 0
    for _ in range(6):
        (puzzle, *_) = text.read(minefield(rng))
        program = Program(puzzle)
        goals = program.common([])
        assert goals is not None
        search = Search(program, goals, [])
        guards = {i.guard: i.number for i in program.instances if i.guard}
        for n in sorted(search.goals):

            def enough(some: Sequence[int], n: int = n, ask: Program = program) -> bool:
                return ask.questions.core([*some, -n]) is not None

            kept = search._shrunk(n, guards, [], None, 0)
            assert kept is not None
            found = search._smallest(n, guards, [], kept)
            assert enough(found)
            assert len(found) == least(guards, enough)
            several += len(found) > 2
    assert several
