"""An input without an end, for the engines of batches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pencilp.batches.engines import Engine
from pencilp.batches.keys import Keyed
from pencilp.formats.reading import Unread


def check_few_are_taken(engine: Engine, most: int) -> None:
    """Check that an engine takes at most ``most`` puzzles more than it has done."""
    taken = 0

    def items() -> Iterator[Keyed]:
        nonlocal taken
        for n in range(100_000):
            taken += 1
            yield Keyed(f"{n:016x}", Unread("x.txt", "text", b"norinori\nrooms:\n1 1\n", n))

    done = engine.run(items())
    count = sum(len(records) for records in islice(done, 20))
    assert count > 0
    assert taken - count <= most
    done.close()
