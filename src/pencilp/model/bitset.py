"""Sets of small numbers as integers: k is in the set if the bit 2 ** k is 1."""

from __future__ import annotations


def members(numbers: int) -> list[int]:
    """Return the numbers in a set, the smallest first."""
    result = []
    while numbers:
        bit = numbers & -numbers
        result.append(bit.bit_length() - 1)
        numbers ^= bit
    return result


def shifted(numbers: int, offset: int) -> int:
    """Return the set with ``offset`` added to each number, without the results below 0."""
    return numbers << offset if offset >= 0 else numbers >> -offset
