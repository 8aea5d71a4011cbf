"""clasp through the C interface of the clingo wheel.

Importing the ``clingo`` package costs more than solving a small puzzle (it loads its parser, its applications and its
scripting), and its backend checks and copies every rule in Python. All that is needed here is the C library, which the
wheel brings as one cffi module; it is loaded alone. The functions used are those documented in ``clingo.h``.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from typing import Any

from pencilp.errors import SolverError


def _load() -> Any:
    if "clingo._clingo" in sys.modules:
        return sys.modules["clingo._clingo"]
    package = importlib.machinery.PathFinder.find_spec("clingo")
    for folder in (package.submodule_search_locations or []) if package else []:
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            path = os.path.join(folder, f"_clingo{suffix}")
            if os.path.exists(path):
                loader = importlib.machinery.ExtensionFileLoader("clingo._clingo", path)
                module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))  # type: ignore[arg-type]
                loader.exec_module(module)
                return module
    raise SolverError("clasp is not installed: pip install clingo")


_module = _load()
ffi: Any = _module.ffi
lib: Any = _module.lib
NULL: Any = ffi.NULL


def check(ok: bool) -> None:
    """Raise SolverError with clingo's own message when a call of the C interface failed."""
    if not ok:
        message = lib.clingo_error_message()
        raise SolverError("clasp: " + (ffi.string(message).decode() if message != NULL else "unknown error"))
