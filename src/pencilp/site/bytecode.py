"""Compiles modules in Pyodide, when the site is built: a browser that compiles them itself needs twice as long to start."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from py_compile import PycInvalidationMode, compile

from pencilp.genres import names
from pencilp.site.worker import load

SHOWN = tuple(f"/library/pencilp/{name}/" for name in ("encodings", "genres", "model", "rules", "structures"))
"""The beginnings of the paths of modules whose docstrings people see: those of genres, constraints and parts of links."""
WITH_DOCSTRINGS, WITHOUT_DOCSTRINGS = 0, 2
"""Levels of ``py_compile``."""


def compiled() -> dict[str, bytes]:
    """Return the compiled modules that a start imports, by the paths of their sources."""
    load()
    return {path: _compiled(path, source) for path, source in sorted(_sources())}


def _sources() -> list[tuple[str, str]]:
    """Return the paths and sources of all modules that have been imported, but genre modules: names are read from these."""
    genres = {f"pencilp.genres.{name}" for name in names()}
    specs = [
        module.__spec__
        for module in sys.modules.values()
        if module.__spec__ is not None and ".".join(module.__spec__.name.split(".")[:3]) not in genres
    ]
    return [
        (spec.origin, spec.loader.get_source(spec.name))  # type: ignore[union-attr]
        for spec in specs
        if spec.has_location and spec.origin is not None
    ]


def _compiled(path: str, source: str) -> bytes:
    level = WITH_DOCSTRINGS if path.startswith(SHOWN) else WITHOUT_DOCSTRINGS
    with tempfile.TemporaryDirectory() as folder:
        module, made = Path(folder, "module.py"), Path(folder, "module.pyc")
        module.write_text(source, encoding="utf-8")
        compile(str(module), str(made), path, True, level, PycInvalidationMode.UNCHECKED_HASH)
        return made.read_bytes()
