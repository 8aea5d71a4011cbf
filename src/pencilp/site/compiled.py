"""Python's library and pencilp with the modules that a start needs compiled, as a browser would compile them at each visit."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from pencilp.errors import PencilpError
from pencilp.site.bundle import packed

LIBRARY = "/library/"
STANDARD = "python_stdlib.zip"
"""The name of Python's own library among Pyodide's files."""
STANDARD_PLACE = "/lib/python314.zip/"
"""Its place in Pyodide."""
LEFT_OUT = (
    "_pydatetime", "_pyio", "_pyrepl", "argparse", "asyncio/proactor_events", "asyncio/windows_events",
    "asyncio/windows_utils", "bdb", "cProfile", "cmd", "compileall", "concurrent/futures/process", "configparser",
    "ctypes", "doctest", "email", "ftplib", "getopt", "http", "imaplib", "importlib/_bootstrap",
    "importlib/_bootstrap_external", "logging/config", "logging/handlers", "mailbox", "modulefinder",
    "multiprocessing", "netrc", "optparse", "pdb", "pickletools", "poplib", "profile", "pstats", "pydoc", "smtplib",
    "socketserver", "sqlite3", "symtable", "tabnanny", "tarfile", "timeit", "trace", "unittest", "urllib/request",
    "urllib/robotparser", "uuid", "wave", "wsgiref", "xml/dom", "xmlrpc",
)  # fmt: skip
"""Modules of Python's own library that need a terminal, a network, processes or Windows, are for tests and for measuring
programs, or are there in C as well."""
OLD_ENCODINGS = re.compile(r"encodings/(cp(?!437|932|949|950|1252)|mac_|iso8859_(?!15?\.)|koi8|kz|ptcp|hp_|tis|palmos)")
"""Encodings that no file of puzzles has."""
SCRIPTS = ("compile.mjs", "files/packed.js", "files/python.js")
"""What node runs, and which scripts of the browser it uses."""
TIME_LIMIT_SECONDS = 300


class Compiled(NamedTuple):
    """The two libraries with compiled modules: Python's own (a zip), and pencilp's files by their paths."""

    standard: bytes
    library: dict[str, bytes]


def compiled(pyodide: Mapping[str, bytes], library: Mapping[str, bytes]) -> Compiled:
    """Return the libraries with compiled modules in place of the sources that a start needs.

    ``pyodide`` has Pyodide's files by their names. Raise PencilpError if node is not installed, or fails.
    """
    made = _made(pyodide, library)
    own = {path: content for path, content in library.items() if LIBRARY + path not in made}
    own |= {f"{path.removeprefix(LIBRARY)}c": made[path] for path in made if path.startswith(LIBRARY)}
    return Compiled(_standard(pyodide[STANDARD], made), dict(sorted(own.items())))


def _standard(content: bytes, made: Mapping[str, bytes]) -> bytes:
    """Return Python's own library with the compiled modules ``made``."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as given, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as written:
        for entry in given.infolist():
            name = entry.filename
            if entry.is_dir() or _is_left_out(name):
                continue
            code = made.get(STANDARD_PLACE + name)
            # without a date, so that the same modules make the same bytes
            new = zipfile.ZipInfo(name if code is None else f"{name}c")
            written.writestr(new, given.read(entry) if code is None else code, zipfile.ZIP_DEFLATED, 9)
    return result.getvalue()


def _is_left_out(name: str) -> bool:
    """Return whether a file is one of the modules or packages that are left out, or in one."""
    parts = name.removesuffix(".py").split("/")
    return any("/".join(parts[:n]) in LEFT_OUT for n in range(1, len(parts) + 1)) or bool(OLD_ENCODINGS.match(name))


def _made(pyodide: Mapping[str, bytes], library: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the compiled modules by the paths of their sources in Pyodide."""
    node = shutil.which("node")
    if node is None:
        raise PencilpError("the site needs node, which compiles Python for browsers: install Node.js")
    scripts = files("pencilp.site")
    contents = {
        **pyodide, **{name: scripts.joinpath(*name.split("/")).read_bytes() for name in SCRIPTS},
        "library.gz": packed(library),
        "package.json": b'{"type": "module"}',
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "files").mkdir()
        for file, content in contents.items():
            (folder / file).write_bytes(content)
        command = [node, "compile.mjs", name, "library.gz", "compiled"]
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", errors="replace",
                timeout=TIME_LIMIT_SECONDS, cwd=folder,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise PencilpError(f"node has not compiled Python's modules in {TIME_LIMIT_SECONDS} s: try again") from None
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [""])[-1]
            raise PencilpError(f"node cannot compile Python's modules: {reason}")
        return dict(_unpacked((folder / "compiled").read_bytes()))


def _unpacked(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the paths and contents of files that ``bundle.packed`` has put in one, without gzip."""
    head, _, rest = content.partition(b"\n")
    at = 0
    for path, size in json.loads(head).items():
        yield path, rest[at : at + size]
        at += size
