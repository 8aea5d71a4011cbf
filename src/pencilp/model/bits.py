"""Sets of small numbers as integers: the number k is in a set where its bit of 2 ** k is 1."""

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
    """Return the numbers of a set, each with ``by`` added; those that come to lie below 0 are left out."""
    return some << by if by >= 0 else some >> -by
