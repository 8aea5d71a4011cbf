"""Builds the page without a server: a folder of files."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any

from pencilp import api, genres
from pencilp.draw.svg import to_svg
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.site.bundle import ALL_JOBS, MODULES, archives_of, library, packed
from pencilp.site.compiled import STANDARD, compiled
from pencilp.site.packages import CLINGO, PYODIDE, Package, files_of
from pencilp.site.prepared import prepared
from pencilp.web.protocol import QUICK
from pencilp.web.shell import MAIN, OFFLINE, PAGE, inserted, shell

POLICY = "; ".join(
    [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'",
    ]
)  # fmt: skip
"""What the page may do: as that of a server, and run WebAssembly."""
MANIFEST = "manifest.webmanifest"
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
"""Pictures of the sizes that browsers need to install the page, made from icon.svg."""
SITE = "pencilp site "
"""The beginning of the names of the page's caches in a browser."""
EMBED, EMBED_STYLES = "embed.html", "embed.css"
"""The page for frames of other pages, and its styles. In a frame, the page itself leads there."""
MARK = "pencilp-site.txt"
"""A file that says that a folder is such a site, which may be overwritten."""


def build(target: str, packages: str | None = None) -> int:
    """Write the site to the folder ``target``, and return the number of its files.

    For ``packages`` see ``packages.files_of``. Raise InputError if the folder has other files.
    """
    contents = contents_of({package: files_of(package, packages) for package in (PYODIDE, CLINGO)})
    _clear(target)
    for name, content in contents.items():
        path = os.path.join(target, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    return len(contents)


def contents_of(loaded: Mapping[Package, Mapping[str, bytes]]) -> dict[str, bytes]:
    """Return the contents of all files of the site by their paths; ``loaded`` are those of the packages."""
    made = compiled(loaded[PYODIDE], library())
    archives = {name: packed(part) for name, part in archives_of(made.library).items()}
    places = {name: f"{name}-{_hash(content)}.gz" for name, content in archives.items()}
    modules, standard = places[MODULES], f"python-{_hash(made.standard)}.zip"
    contents = {standard: made.standard} | {places[name]: content for name, content in archives.items()}
    for package, found in loaded.items():
        contents |= {f"{package.folder}/{name}": content for name, content in found.items() if name != STANDARD}
    contents |= _pictures()
    start, answers = prepared()
    own = files("pencilp.site").joinpath("files")
    program = files("pencilp.solvers.clasp").joinpath("clingo.lua")
    more = {
        **{
            name: own.joinpath(name).read_bytes()
            for name in ("worker.js", "clingo.js", "packed.js", "python.js", EMBED_STYLES, *ICONS.values(), OFFLINE)
        },
        "clingo.lua": program.read_bytes(),
    }
    snapshots = f"{SITE}snapshot {modules} {standard}"
    workers = {
        "script": "worker.js",
        "quick": sorted(QUICK),
        "start": f"../{start}",
        "loads": {
            "pyodide": f"../{PYODIDE.folder}/",
            "standard": f"../{standard}",
            "clingo": f"../{CLINGO.folder}",
            "modules": f"../{modules}",
            "library": f"../{places[ALL_JOBS]}",
            "further": {name: f"../{place}" for name, place in places.items() if name not in (MODULES, ALL_JOBS)},
            "program": "clingo.lua",
            "snapshots": snapshots,
            "snapshot": "../snapshot",
        },
    }
    page = shell({"local": {"WORKERS": workers}}, more)
    head = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="manifest" href="{MANIFEST}">\n'
    index = page.page.replace("<html ", '<html data-answers="here" ', 1).replace("<title>", f"{head}<title>", 1)
    shown = [f"{page.version}/{name}" for name in page.files]
    styles = f'<link rel="stylesheet" href="{page.version}/{EMBED_STYLES}">'
    embedded = index.replace("<html ", "<html data-embedded ", 1).replace("</head>", f"{styles}\n</head>", 1)
    names = {
        "site": SITE, "version": f"{SITE}{page.version}", "snapshots": snapshots,
        "changing": ["", EMBED, MANIFEST], "files": ["", EMBED, MANIFEST, *shown],
        "rest": sorted(contents),
    }  # fmt: skip
    contents |= {f"{start}/{name}": content for name, content in answers.items()}
    contents |= {f"{page.version}/{name}": content for name, content in page.files.items()}
    contents[f"{page.version}/{MAIN}.map"] = page.map.encode()
    contents[PAGE], contents[EMBED] = index.encode(), embedded.encode()
    contents[OFFLINE] = inserted(page.offline, "SHELL", names).encode()
    contents[MANIFEST] = json.dumps(_manifest(page.version)).encode()
    contents[MARK] = f"Made by pencilp site. Version {page.version}.\n".encode()
    return contents


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _manifest(folder: str) -> dict[str, Any]:
    """Return the description with which a browser installs the page as an application; ``folder`` has the icons."""
    icons = [
        {"src": f"{folder}/{name}", "sizes": f"{size}x{size}", "type": "image/png"} for size, name in ICONS.items()
    ]
    return {
        "name": "pencilp", "short_name": "pencilp", "start_url": "./", "scope": "./", "display": "standalone",
        "description": "Pencil puzzles: set them, solve them, see the integer program",
        "background_color": "#ffffff", "theme_color": "#ffffff",
        "icons": [{"src": f"{folder}/icon.svg", "sizes": "any", "type": "image/svg+xml"}, *icons],
    }  # fmt: skip


def _pictures() -> dict[str, bytes]:
    """Return a small picture of each genre: an example with its answer."""

    def picture(name: str) -> bytes:
        puzzle = examples.example(name)
        return to_svg(puzzle, puzzle.answer or api.solve(puzzle, count=1).answer).encode()

    return {f"pictures/{name}.svg": picture(name) for name in genres.names()}


def _clear(target: str) -> None:
    """Remove an older site from a folder. Raise InputError if there is anything else in it."""
    if os.path.exists(target) and not os.path.isdir(target):
        raise InputError("this is no folder", target)
    if not os.path.isdir(target) or not os.listdir(target):
        return
    if not os.path.exists(os.path.join(target, MARK)):
        raise InputError("this folder has files of something else: name an empty or a new one", target)
    for path, _, names in os.walk(target, topdown=False):
        for name in names:
            os.remove(os.path.join(path, name))
        if path != target:
            os.rmdir(path)
