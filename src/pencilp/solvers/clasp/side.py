"""Chooses clasp's library, or clasp in a browser, where there is no library."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from pencilp.solvers.installed import IN_BROWSERS

if sys.platform == "emscripten" and find_spec(IN_BROWSERS) is not None:
    from pencilp.solvers.clasp.browser import Engine, Found, Run
else:
    from pencilp.solvers.clasp.engine import Engine, Found, Run

__all__ = ["Engine", "Found", "Run"]
