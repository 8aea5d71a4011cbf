"""Parts that only one genre has in its links or texts: one module for each such genre, named after it.

A page imports its module from here and names the parts as those of ``pencilp.encodings``:

    from pencilp.encodings.special import galaxies

    link = [galaxies.Dots("stars", "white", "black")]

The module itself is loaded when the first link or text is read or written. What a second genre needs moves to
another module of ``pencilp.encodings``.
"""

from __future__ import annotations

import os

from pencilp.typed import TYPE_CHECKING

if not TYPE_CHECKING:
    from pencilp.encodings import declaring

    class _Module:
        """A module whose parts are only named."""

        def __init__(self, name):
            self._name = name

        def __getattr__(self, kind):
            if kind.startswith("_"):
                raise AttributeError(kind)
            return declaring(kind, f"special.{self._name}")

    def __getattr__(name):
        # asked before the module is looked for, by "from pencilp.encodings.special import NAME"
        if not name.startswith("_") and os.path.exists(os.path.join(os.path.dirname(__file__), f"{name}.py")):
            return _Module(name)
        raise AttributeError(f"module 'pencilp.encodings.special' has no attribute {name!r}")
