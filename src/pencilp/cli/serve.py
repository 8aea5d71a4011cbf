"""``pencilp serve``: the page to draw and solve puzzles, from a server on this machine."""

from __future__ import annotations

import argparse
import threading
import webbrowser

from pencilp import api
from pencilp.cli import options as known
from pencilp.cli import watchdog
from pencilp.cli.output import SOLVED, print_line
from pencilp.errors import InputError
from pencilp.formats.remarks import entered
from pencilp.web import server
from pencilp.web.drafts import record_of

TAKES = "[PUZZLE]"
EXAMPLES = (
    ("pencilp example nurikabe -o puzzle.txt", ""),
    ("pencilp serve", "choose a kind of puzzle, and draw one"),
    ("pencilp serve puzzle.txt", "begin with a puzzle of yours"),
    ("pencilp serve --port 8000 --no-browser", "only print the page's address, and open no browser"),
)
EXITS = {
    SOLVED: "the page was served until Ctrl-C",
}
MEGABYTE = 2**20
PUBLIC = {
    "search": 10.0,
    "memory": 1024,
    "waiting": 200,
    "body": MEGABYTE,
    "room": 64 * MEGABYTE,
    "cells": 1200,
    "embedded": True,
    "fair": True,
}
"""The limits of ``--public``: short searches, small boards, built-in solvers, and at most half of everything for one client."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "puzzle", nargs="?", metavar="PUZZLE", help="a puzzle that the page begins with: a file or a link"
    )
    known.genre(parser)
    parser.add_argument(
        "--port", type=known.port, metavar="N", help="the port (default: the first free one from 8080 on)"
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="NAME",
        help="the address to serve at (default: 127.0.0.1, this machine only)",
    )
    parser.add_argument(
        "--public",
        action="store_true",
        help="for strangers: short searches, small boards, no solvers but those that are built in",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the page's address, but do not open it")


def run(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    first = None
    if options.puzzle is not None:
        puzzle = api.load_all(options.puzzle, options.genre)[0]
        first = record_of(puzzle, entered(puzzle))
    elif options.genre is not None:
        raise InputError("this is the genre of PUZZLE, but there is no PUZZLE", "--genre")
    if options.host not in server.LOCAL:
        who = "strangers' boards are small" if options.public else "use --public if you do not know them all"
        print_line(
            f"everybody who can reach {options.host} can solve puzzles on this machine ({who}); nobody can read or write files"
        )

    served = []

    def ready(address: str) -> None:
        served.append(address)
        print_line(f"the page is at {address} (Ctrl-C ends it)")
        if not options.no_browser:
            # some browsers run in the terminal, and return when they are closed
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    watchdog.begin_report()  # the server takes a moment to end after Ctrl-C; a second one ends it at once
    try:
        server.serve(options.host, options.port, ready, first=first, **(PUBLIC if options.public else {}))
    except KeyboardInterrupt:
        if not served:
            raise
    return SOLVED
