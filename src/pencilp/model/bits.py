"""Sets of small numbers as integers: k is in the set if the bit 2 ** k is 1."""

from __future__ import annotations


def members(some: int) -> list[int]:
    """Return the numbers in a set, the smallest first."""
    found = []
    while some:
        bit = some & -some
        found.append(bit.bit_length() - 1)
        some ^= bit
    return found


def shifted(some: int, by: int) -> int:
    """Return the set with ``by`` added to each number, without the results below 0."""
    return some << by if by >= 0 else some >> -by
