"""Prime nogoods of a set of rows of bits: the smallest sets of values that no row has together.

A clause for each of them says that the bits are a row. If all are stated, a solver infers every value that the rows give by
unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

MAX_BITS = 8
"""Maximum length of rows for which prime nogoods are computed: there are up to 3 to this power."""


@lru_cache(maxsize=256)
def prime_nogoods(count: int, rows: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the prime nogoods of ``rows`` of ``count`` bits each.

    Each is a tuple of numbers: i + 1 if bit i is 1 in it, -(i + 1) if it is 0.

    A set of assignments is a whole number whose bit number p says whether assignment p is in it. For each set of bits, as
    a number ``free``, ``forbidden[free]`` are the assignments with these bits 0 which no row has, whatever the free bits are:

        forbidden[free + b] = the p in forbidden[free] without bit b for which p + b is in it, too
        prime: p in forbidden[free], but p without b is not in forbidden[free + b], for any further bit b
    """
    everything = (1 << (1 << count)) - 1
    bits = [1 << i for i in range(count)]
    without = [everything // ((1 << 2 * b) - 1) * ((1 << b) - 1) for b in bits]
    """For each bit the assignments without it."""
    allowed = 0
    for row in rows:
        allowed |= 1 << sum(b for b, value in zip(bits, row, strict=True) if value)
    forbidden = [everything & ~allowed]
    for free in range(1, 1 << count):
        i = free.bit_length() - 1
        smaller = forbidden[free - bits[i]]
        forbidden.append(smaller & smaller >> bits[i] & without[i])
    found = []
    for free, prime in enumerate(forbidden):
        for b in bits:
            if prime and not free & b:
                wider = forbidden[free | b]
                prime &= ~(wider | wider << b)
        for assignment in _members(prime):
            fixed = [i for i, b in enumerate(bits) if not free & b]
            found.append(tuple([i + 1 if assignment >> i & 1 else -i - 1 for i in fixed]))
    return tuple(found)


def _members(numbers: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while numbers:
        last = numbers & -numbers
        yield last.bit_length() - 1
        numbers ^= last
