"""Smallest reasons by implicit hitting sets.

If all rules but a few are not enough for a value, each reason contains one of these few: it hits their set. A smallest set
that hits all sets found so far is therefore at most as large as a smallest reason. If it is enough, it is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from pencilp.analysis.steps.native import needed

MAX_BRANCHES = 20_000
"""The number of sets that are examined to find one that hits all others."""


class TooMany(Exception):
    """More questions or sets would be needed than are allowed."""


def smallest(
    items: Sequence[int], reason: Sequence[int], enough: Callable[[Sequence[int]], bool], most: int
) -> list[int]:
    """Return a smallest part of ``items`` that is ``enough``, by at most this number of questions.

    ``reason`` is a part that is enough. It is returned if none is smaller. Raise TooMany if that is not known then.
    """
    asked = 0

    def ask(some: Sequence[int]) -> bool:
        nonlocal asked
        asked += 1
        if asked > most:
            raise TooMany
        return enough(some)

    def lacking(some: Sequence[int]) -> bool:
        left = {*some}
        return not ask([n for n in items if n not in left])

    to_hit: list[frozenset[int]] = []
    for size in range(len(reason)):
        while (chosen := hitting(to_hit, size)) is not None:
            if ask(chosen):
                return chosen
            to_hit.append(frozenset(needed([n for n in items if n not in chosen], lacking)))
    return [*reason]


def hitting(sets: Sequence[Set[int]], size: int) -> list[int] | None:
    """Return at most ``size`` numbers, at least one of each of some ``sets``; None if there are none."""
    looked = 0

    def look(chosen: list[int], left: Sequence[Set[int]], barred: frozenset[int]) -> list[int] | None:
        nonlocal looked
        looked += 1
        if looked > MAX_BRANCHES:
            raise TooMany
        if not left:
            return chosen
        if len(chosen) == size:
            return None
        branch = min((some - barred for some in left), key=len)
        for n in sorted(branch):
            found = look([*chosen, n], [some for some in left if n not in some], barred)
            if found is not None:
                return found
            barred |= {n}
        return None

    return look([], sets, frozenset())
