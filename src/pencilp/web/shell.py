"""The files of the page: its scripts joined into one, with its texts and the version in their addresses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any, NamedTuple

from pencilp.web.scripts import joined, source_map
from pencilp.web.words import by_language

PAGE, MAIN, OFFLINE = "index.html", "main.js", "offline.js"
"""The page, its script with all modules in one file, and the service worker, which caches the files in the browser."""
ENDINGS = (".html", ".js", ".css", ".svg", ".webmanifest")
"""The endings of files that a browser loads."""


class Shell(NamedTuple):
    """The page's files: ``page``, ``offline``, and the others by name, whose addresses begin with the ``version``.

    ``map`` is the source map of the script, which only a browser's developer tools request.
    """

    version: str
    page: str
    offline: str
    files: dict[str, bytes]
    map: str


def shell(constants: Mapping[str, Mapping[str, Any]] | None = None, more: Mapping[str, bytes] | None = None) -> Shell:
    """Return the page's files. ``more`` are added to them, or replace those of the same name.

    ``constants`` are values that replace an empty object in a module, ``const NAME = {};``, by module and name.
    """
    folder = files("pencilp.web").joinpath("page")
    contents = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(ENDINGS)} | dict(
        more or {}
    )
    page, offline = (contents.pop(name).decode() for name in (PAGE, OFFLINE))
    loaded = {name for name in more or {} if name.endswith(".js")}
    modules = {
        name.removesuffix(".js"): contents.pop(name).decode()
        for name in sorted(contents)
        if name.endswith(".js") and name not in loaded
    }
    for module, values in {"words": {"WORDS": by_language()}, **(constants or {})}.items():
        for name, value in values.items():
            modules[module] = inserted(modules[module], name, value)
    main = MAIN.removesuffix(".js")
    contents[MAIN] = f"{joined(modules, main)}//# sourceMappingURL={MAIN}.map\n".encode()
    contents = dict(sorted(contents.items()))
    version = sha256(b"".join([page.encode(), offline.encode(), *contents.values()])).hexdigest()[:16]
    for name in contents:
        page = page.replace(f'="{name}"', f'="{version}/{name}"')
    return Shell(version, page, offline, contents, source_map(modules, main))


def inserted(script: str, name: str, value: Any) -> str:
    """Return a script with a ``value`` in place of the empty object ``name``. Raise ValueError if there is none."""
    before = f"const {name} = {{}};"
    if before not in script:
        raise ValueError(f"no empty object is called {name}")
    return script.replace(before, f"const {name} = {json.dumps(value, ensure_ascii=False)};", 1)
