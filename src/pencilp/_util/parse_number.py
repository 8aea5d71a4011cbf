"""Reads numbers everywhere. Python's ``int`` and ``float`` accept far more than files and people mean.

``int`` reads the digits of all scripts and ``1_000``, but refuses characters that ``str.isdigit`` calls digits (``²``,
``①``) and numbers of thousands of digits; ``float`` reads ``nan`` and ``1e400``.
"""

from __future__ import annotations

import re
from math import isfinite

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_REAL = r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eEdD][+-]?[0-9]+)?"


def digits(text: str, most: int = 9) -> int | None:
    """Return the number that consists of one to ``most`` digits 0 to 9; None for anything else."""
    return int(text) if text.isdigit() and len(text) <= most and text.isascii() else None


def are_digits(text: str) -> bool:
    """Return whether a text consists of digits 0 to 9, at least one."""
    return text.isdigit() and text.isascii()


def real(text: str) -> float | None:
    """Return the finite number that a decimal text, perhaps with an exponent, means; None for anything else."""
    if len(text) > 400 or not re.fullmatch(_REAL, text):
        return None
    value = float(text.replace("d", "e").replace("D", "e"))
    return value if isfinite(value) else None


def narrow(text: str) -> str:
    """Return ``text`` with plain characters for the full-width ones of Japanese keyboards (``５``, ``？``)."""
    return text if text.isascii() else text.translate(_WIDE)
