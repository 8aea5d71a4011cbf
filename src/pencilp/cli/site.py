"""``pencilp site``: the page as a folder of files that any web server can serve."""

from __future__ import annotations

import argparse

from pencilp.cli.output import SOLVED, print_line
from pencilp.site.build import build
from pencilp.web.server import require_libraries

TAKES = "-o FOLDER"
EXAMPLES = (
    ("pencilp site -o site", "write the page to the folder site"),
    ("python -m http.server -d site 8000", "serve it on this machine, at http://localhost:8000"),
    ("pencilp site -o site --packages archives", "without a network: the two archives are in the folder archives"),
)
EXITS = {
    SOLVED: "the folder was written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FOLDER",
        help="the folder to write: a new or empty one, or an older site",
    )
    parser.add_argument(
        "--packages",
        metavar="FOLDER",
        help="a folder with the archives of Python and clingo for browsers (default: npm fetches them once)",
    )


def run(options: argparse.Namespace) -> int:
    """Write the site."""
    require_libraries()
    count = build(options.output, options.packages)
    print_line(f"{count} files are in {options.output}: put them on any web server")
    return SOLVED
