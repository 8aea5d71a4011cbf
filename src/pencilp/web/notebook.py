"""``Puzzle.edit()``: open the page with a puzzle from a notebook or a program.

The server is a process that reads the board's record from standard input and prints the page's address. It ends with its parent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import webbrowser

from pencilp import genres
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError, PencilpError
from pencilp.solvers import processes
from pencilp.web import server
from pencilp.web.drafts import record_of


class Page:
    """An open page with its ``address``. Its server ends with ``close()`` or with this process."""

    def __init__(self, address: str, process: subprocess.Popen[bytes]) -> None:
        self.address, self._process = address, process

    def close(self) -> None:
        """End the page's server; the drawing stays in the browser."""
        if self._process.returncode is None:
            processes.end(self._process, patience=2.0)

    def __str__(self) -> str:
        return self.address

    def __repr__(self) -> str:
        return f"<Page at {self.address}{'' if self._process.poll() is None else ', closed'}>"

    def _repr_html_(self) -> str:
        return f'<a href="{self.address}" target="_blank" rel="noopener">{self.address}</a>'


def edit(puzzle: Puzzle, *, browser: bool = True) -> Page:
    """Start a page with ``puzzle`` and its answer, if any, and with ``browser`` open it in this machine's browser.

    Raise InputError for a genre that is not one of pencilp's, PencilpError if the server cannot be started.
    """
    genre = puzzle.genre
    if genre.name not in genres.names() or genres.load(genre.name) is not genre:
        raise InputError(f"the page has only pencilp's own genres, and not {genre.name or genre.__name__}")
    server.require_libraries()
    process = processes.start(
        [sys.executable, "-m", "pencilp.web.notebook"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None,
        environment={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(record_of(puzzle, puzzle.answer)).encode())
        process.stdin.close()
        address = process.stdout.readline().decode().strip()
        process.stdout.close()
    except BaseException:
        processes.end(process)
        raise
    if not address:
        processes.end(process)
        raise PencilpError("the page's server ended before it was ready")
    if browser:
        webbrowser.open(address)
    return Page(address, process)


def main() -> None:
    """Serve the board whose record is on standard input, and print the page's address."""
    first = json.load(sys.stdin)

    def ready(address: str) -> None:
        print(address, flush=True)

    server.serve("127.0.0.1", None, ready, first=first)


if __name__ == "__main__":
    main()
