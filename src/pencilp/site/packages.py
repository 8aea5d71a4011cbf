"""Python and clingo for browsers: two packages of npm, in the versions that pencilp is tested with.

They are fetched by npm's own client, checked, and kept in a cache folder. A folder that has the two archives serves as well.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from typing import NamedTuple

from pencilp.errors import InputError, PencilpError


class Package(NamedTuple):
    """A package: its ``name``, its ``version``, npm's ``integrity`` of its archive, and the ``files`` that a browser needs."""

    name: str
    version: str
    integrity: str
    files: tuple[str, ...]
    """The paths of the files in the archive; on the site they all are in one folder."""

    @property
    def folder(self) -> str:
        """The name of its folder on the site."""
        return f"{self.name}-{self.version}"

    @property
    def archive(self) -> str:
        """The name of its archive."""
        return f"{self.name}-{self.version}.tgz"


PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
)
CLINGO = Package(
    "clingo-wasm",
    "0.6.0",
    "sha512-W9SeUtT726D/LMA/qwhsU/H0/f27QX7lTcUqGMgA8MSRZZYx97Y/B4D20ZS2wfgHwgvZPE8nbPgI0W8PEM6toQ==",
    ("dist/clingo.js", "dist/clingo.wasm"),
)
FETCH_SECONDS = 300


def files_of(package: Package, folder: str | None = None) -> dict[str, bytes]:
    """Return the contents of a package's files by their names on the site.

    Its archive is in ``folder``; without one it is fetched. Raise InputError if it is not there or not the right one,
    PencilpError if it cannot be fetched.
    """
    path = os.path.join(folder, package.archive) if folder is not None else _fetched(package)
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        raise InputError(f"cannot read it: {error.strerror}; npm pack {_wanted(package)} makes it", path) from None
    if not _is_right(content, package):
        raise InputError(f"this is not the archive of {_wanted(package)}: its hash is another one", path)
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        found = {}
        for path in package.files:
            member = archive.extractfile(f"package/{path}")
            assert member is not None, path
            found[path.rpartition("/")[2]] = member.read()
    return found


def _wanted(package: Package) -> str:
    return f"{package.name}@{package.version}"


def _is_right(content: bytes, package: Package) -> bool:
    return f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}" == package.integrity


def _fetched(package: Package) -> str:
    """Return the path of a package's archive in the cache; fetch it if it is not there."""
    cache = _cache()
    path = os.path.join(cache, package.archive)
    if os.path.exists(path):
        with open(path, "rb") as file:
            if _is_right(file.read(), package):
                return path
    npm = shutil.which("npm")
    advice = "or name a folder that has its archive (--packages)"
    if npm is None:
        raise PencilpError(f"{_wanted(package)} is needed: install npm, which fetches it, {advice}")
    os.makedirs(cache, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        command = [npm, "pack", _wanted(package), "--pack-destination", folder, "--ignore-scripts", "--silent"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=FETCH_SECONDS, cwd=folder
            )
        except subprocess.TimeoutExpired:
            raise PencilpError(
                f"npm has not fetched {_wanted(package)} in {FETCH_SECONDS} s: try again, {advice}"
            ) from None
        made = os.path.join(folder, package.archive)
        if done.returncode or not os.path.exists(made):
            reason = next(iter([*done.stderr.split("\n"), ""]), "").strip()
            raise PencilpError(
                f"npm cannot fetch {_wanted(package)}{f' ({reason})' if reason else ''}: try again, {advice}"
            )
        with open(made, "rb") as file:
            if not _is_right(file.read(), package):
                raise PencilpError(f"npm has fetched another archive of {_wanted(package)} than the one that is known")
        os.replace(made, path)
    return path


def _cache() -> str:
    """Return the folder in which fetched archives are kept."""
    root = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(root, "pencilp", "packages")
