"""How much is tried: a part that is enough to find a mistake in what was changed, or all of it."""

from __future__ import annotations

WHOLE = False
"""Whether ``--whole`` or ``--genre`` was given (tests/conftest.py sets it)."""


def of(part: int, whole: int) -> int:
    """Return the number of random cases: ``part``, or all with ``--whole`` and ``--genre``."""
    return whole if WHOLE else part
