"""What a wheel has apart from the source: the examples, the documents, and the index of all names that genres have."""

from __future__ import annotations

import os
import runpy
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WithTheSource(BuildHookInterface[Any]):
    """Puts into the wheel:

    * ``pencilp/genres/index.txt``, with which a genre is found without reading pages
    * ``pencilp/examples``
    * ``pencilp/docs``: the pages of ``docs``, and the page of all genres

    An editable install has none of them: it reads the pages, and the examples and documents of the checkout.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        docs = os.path.join(self.root, "docs")
        sys.path.insert(0, os.path.join(self.root, "src"))
        try:
            from pencilp import genres

            made = {
                "genres/index.txt": "".join(f"{called} {name}\n" for called, name in sorted(genres.index().items())),
                "docs/genres.md": runpy.run_path(os.path.join(docs, "generate.py"))["page"](),
            }
        finally:
            del sys.path[0]
        files = build_data["force_include"]
        files[os.path.join(self.root, "examples")] = "pencilp/examples"
        for name in os.listdir(docs):
            if name.endswith((".md", ".svg", ".png")) and f"docs/{name}" not in made:
                files[os.path.join(docs, name)] = f"pencilp/docs/{name}"
        self._folder = tempfile.TemporaryDirectory()
        for target, text in made.items():
            path = os.path.join(self._folder.name, os.path.basename(target))
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            files[path] = f"pencilp/{target}"
