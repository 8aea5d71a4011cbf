"""Rules that only japanesesums has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate

from pencilp.model import Constraint, Lit, Model, at_least, at_most, exactly


def runs_in_order(
    m: Model, line: Sequence[Lit], least: Sequence[int]
) -> tuple[list[Constraint | Lit], list[dict[int, Lit]]]:
    """Return the runs of true literals in ``line``, each at least as long as its length in ``least``, for which there
    is room: constraints for these, and for each run its possible places, each with the literal that it lies there.
    """
    starts = [m.all_of((x, ~before)) for before, x in zip([m.false, *line], line, strict=False)]
    count = len(least)
    # the first and the last possible start of each, with a cell between two of them
    first = [*accumulate([n + 1 for n in least], initial=0)][:-1]
    latest = len(line) + 1 - sum(least) - count
    last = [latest + k for k in first]
    said: list[Constraint | Lit] = [exactly(count, starts)]
    said += [at_most(j, starts[:k]) for j, k in enumerate(first) if k]
    said += [at_least(j, starts[: max(k + 1, 0)]) for j, k in enumerate(last, 1) if k + 1 < len(line)]
    begun = cache(lambda j, k: m.count_of(j, starts[: k + 1]))
    runs: list[dict[int, Lit]] = []
    for j, n in enumerate(least, 1):
        places = {}
        for k in range(first[j - 1], last[j - 1] + n):
            this = [begun(j, k)] if k < last[j - 1] else []
            following = [~begun(j + 1, k)] if j < count and k >= first[j] else []
            places[k] = m.all_of([line[k], *this, *following])
        runs.append(places)
    return said, runs
