"""``pencilp example``: a puzzle that comes with pencilp, and its answer."""

from __future__ import annotations

import argparse

from pencilp.cli import options as shared
from pencilp.cli import solve
from pencilp.cli.files import check_target, ending, save_new
from pencilp.cli.output import SOLVED, print_text
from pencilp.cli.parser import parse
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.text import text as plain

TAKES = "[NAME]"
EXAMPLES = (
    ("pencilp example", "the names of all examples"),
    ("pencilp example nurikabe", "a puzzle of this kind, and its answer"),
    ("pencilp example nurikabe -o mine.txt", "a text to be changed into a puzzle of your own"),
)
EXITS = {
    SOLVED: "it was printed or written",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="a kind of puzzle, or the name of an example (default: list the names)"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="only write the puzzle to FILE, ending in .txt (a model or a sheet keeps its own ending)",
    )
    shared.force(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Print an example and solve it, or write it to a file; list all if none is named."""
    if options.name is None:
        print_text("\n".join([*examples.names(), *examples.files()]))
        return SOLVED
    if options.name in examples.files():
        return _copy(options)
    name = examples.resolve_name(options.name)
    puzzle = examples.example(name)
    text = plain.write(puzzle)
    if options.output is not None:
        check_target(options.output, (".txt",))
        save_new(options.output, text.encode(), force=options.force)
        return SOLVED
    print_text(text)
    code = solve.run(parse(["solve", examples.path_of(name), *(["--ascii"] if options.ascii else [])]))
    if more := [other for other in examples.names_of(puzzle.genre) if other != name]:  # type: ignore[arg-type]
        print_text(f"more of them: pencilp example {' or '.join(more)}")
    return code


def _copy(options: argparse.Namespace) -> int:
    """Write an example that is not a puzzle text, unchanged."""
    if options.output is None:
        raise InputError(
            f"this example can only be written to a file: pencilp example {options.name} -o {options.name}"
        )
    check_target(options.output, (ending(options.name),))
    save_new(options.output, examples.content(options.name), force=options.force)
    return SOLVED
