"""Former names of option values, which users may still type or have in scripts."""

from __future__ import annotations

FORMER = {"paper": "published", "document": "published"}
"""The present word for each former one."""


def present_name(word: str) -> str:
    """Return the present word for a value of ``formulation``, ``objective`` or ``directions``."""
    return FORMER.get(word, word)
