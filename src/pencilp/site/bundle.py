"""pencilp as an archive for browsers: what answers the page's questions, without commands, servers and measurements."""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
from collections.abc import Iterable, Iterator, Mapping

import pencilp
from pencilp import genres
from pencilp._util.resources import folder
from pencilp.errors import PencilpError, install
from pencilp.solvers.installed import IN_BROWSERS
from pencilp.translations import ENGLISH, languages

LEFT_OUT = ("batches", "book", "cli", "web/page", "site/files")
"""Folders of the package that the answers do not need."""
ENDINGS = (".py", ".lua", ".po")
LIBRARIES = ("polib", "openpyxl", "et_xmlfile")
"""The libraries in Python that the answers need: for translations and workbooks."""
MODULES, ALL_JOBS, WORKBOOKS = "modules", "library", "workbooks"
CLINGO = b'"""clingo: the browser\'s worker provides its function."""\n\nexchange = None\n'
"""The module ``installed.IN_BROWSERS``; ``worker.begin`` sets its function."""


def library() -> dict[str, bytes]:
    """Return the files of pencilp and of the libraries in Python that it needs, by their paths."""
    return dict(sorted(_contents()))


def archives_of(contents: Mapping[str, bytes]) -> dict[str, dict[str, bytes]]:
    """Return the files of ``library`` by their archives, which a worker loads when a job needs them.

    ``MODULES`` has the compiled modules, which a snapshot of Python's memory has as well. ``ALL_JOBS`` is for all jobs,
    ``WORKBOOKS`` for workbooks, and each language has its own.
    """
    found: dict[str, dict[str, bytes]] = {name: {} for name in (MODULES, ALL_JOBS, WORKBOOKS, *languages())}
    for path, content in contents.items():
        for name in _archives_with(path):
            found[name][path] = content
    return {name: files for name, files in found.items() if name != ENGLISH}


def _archives_with(path: str) -> Iterable[str]:
    if path.startswith(("openpyxl/", "et_xmlfile/")) and path != "openpyxl/__init__.py":
        return [WORKBOOKS]  # the file that is left out shows that they can be written
    if path.startswith("polib."):
        return languages()  # it reads catalogues
    if path.endswith(".po"):
        return [path.split("/")[-3]]
    if path.endswith("/__init__.pyc"):
        return [MODULES, ALL_JOBS]  # a package has its folder in any case
    return [MODULES if path.endswith(".pyc") else ALL_JOBS]


def packed(contents: Mapping[str, bytes]) -> bytes:
    """Return files as gzip of one line of JSON, their sizes by their paths, and their contents one after the other.

    The same files make the same bytes.
    """
    sizes = json.dumps({name: len(content) for name, content in contents.items()})
    return gzip.compress(b"".join([sizes.encode(), b"\n", *contents.values()]), 9, mtime=0)


def _contents() -> Iterator[tuple[str, bytes]]:
    root = os.path.dirname(os.path.abspath(pencilp.__file__))
    yield from _modules(root, "pencilp", LEFT_OUT)
    index = "".join(f"{called} {name}\n" for called, name in sorted(genres.index().items()))
    yield "pencilp/genres/index.txt", index.encode()
    yield f"{IN_BROWSERS}.py", CLINGO
    examples = folder("examples")
    for name in os.listdir(examples):
        if name.endswith(".txt"):
            yield f"pencilp/examples/{name}", _read(os.path.join(examples, name))
    for name in LIBRARIES:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise PencilpError(f"the site needs the library {name}: {install('web')}")
        if found.submodule_search_locations:
            yield from _modules(found.submodule_search_locations[0], name)
        else:
            yield f"{name}.py", _read(found.origin)


def _modules(root: str, name: str, left_out: tuple[str, ...] = ()) -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of a package's modules and of what belongs to them."""
    for path, folders, files in os.walk(root):
        inside = os.path.relpath(path, root).replace(os.sep, "/")
        if inside in left_out:
            folders.clear()
            continue
        for file in files:
            if file.endswith(ENDINGS):
                place = name if inside == "." else f"{name}/{inside}"
                yield f"{place}/{file}", _read(os.path.join(path, file))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
