"""How numbers are read, wherever they stand: Python's own ``int`` and ``float`` take far more than files and people mean.

``int`` reads the digits of all scripts and ``1_000``, and refuses what ``str.isdigit`` calls digits (``²``, ``①``) and numbers
of thousands of digits; ``float`` reads ``nan`` and ``1e400``.
"""

from __future__ import annotations

import re
from math import isfinite

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_REAL = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD][+-]?[0-9]+)?"


def digits(text: str, most: int = 9) -> int | None:
    """Return the number that one to ``most`` of the digits 0 to 9 write; None for anything else."""
    return int(text) if text.isdigit() and len(text) <= most and text.isascii() else None


def are_digits(text: str) -> bool:
    """Return whether a text is one or more of the digits 0 to 9, however many."""
    return text.isdigit() and text.isascii()


def real(text: str) -> float | None:
    """Return the finite number that a decimal, with an exponent or without, writes; None for anything else."""
    if len(text) > 400 or not re.fullmatch(_REAL, text):
        return None
    value = float(text.replace("d", "e").replace("D", "e"))
    return value if isfinite(value) else None


def narrow(text: str) -> str:
    """``text`` with plain characters for the full-width ones of Japanese keyboards (``５``, ``？``), one for one."""
    return text if text.isascii() else text.translate(_WIDE)
