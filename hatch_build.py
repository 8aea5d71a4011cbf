"""Makes the index of all names that genres have, when a wheel is built: with it a genre is found without reading pages."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GenreIndex(BuildHookInterface[Any]):
    """Puts ``pencilp/genres/index.txt`` into the wheel. An editable install has none, and reads the pages."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, os.path.join(self.root, "src"))
        try:
            from pencilp import genres

            lines = [f"{called} {name}\n" for called, name in sorted(genres.index().items())]
        finally:
            del sys.path[0]
        self._folder = tempfile.TemporaryDirectory()
        path = os.path.join(self._folder.name, "index.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(lines)
        build_data["force_include"][path] = "pencilp/genres/index.txt"
