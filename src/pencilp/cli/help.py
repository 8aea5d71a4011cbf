"""``pencilp help``: the help of a command, the rules of a kind of puzzle, or a document."""

from __future__ import annotations

import argparse
import os

from pencilp import genres
from pencilp._util.resources import folder
from pencilp.cli.commands import COMMANDS
from pencilp.cli.genres import run as describe
from pencilp.cli.output import SOLVED, print_text
from pencilp.cli.parser import main_parser, parse, parser_of
from pencilp.errors import InputError, did_you_mean

TAKES = "[COMMAND or KIND or DOCUMENT]"
EXAMPLES = (
    ("pencilp help", "the commands, and the documents"),
    ("pencilp help solve", "the help of a command"),
    ("pencilp help nurikabe", "the rules of a kind of puzzle"),
    ("pencilp help tutorial", "a document"),
)
EXITS = {SOLVED: "it was printed"}
ENDING = ".md"


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument("about", metavar="COMMAND or KIND or DOCUMENT", nargs="?", help="what you want to read about")


def run(options: argparse.Namespace) -> int:
    """Print the help, the rules or the document."""
    pages = folder("docs")
    names = sorted(name.removesuffix(ENDING) for name in os.listdir(pages) if name.endswith(ENDING))
    asked = options.about and options.about.removesuffix(ENDING)
    if asked is None:
        print_text(main_parser().format_help())
        # a command has priority over a document of the same name, which is listed with its ending
        listed = [f"  {name + ENDING if name in COMMANDS else name:24}{_title(pages, name)}".rstrip() for name in names]
        print_text("\n".join(["documents (pencilp help NAME):", *listed]))
    elif asked in COMMANDS and not (asked in names and options.about.endswith(ENDING)):
        print_text(parser_of(asked).format_help())
    elif asked in names:
        with open(os.path.join(pages, asked + ENDING), encoding="utf-8") as page:
            print_text(page.read())
    else:
        try:
            genre = genres.find(asked).name
        except InputError:
            near = did_you_mean(asked, [*COMMANDS, *names, *genres.names()])
            raise InputError(
                f"there is no command, kind of puzzle or document {asked!r}{near}; pencilp help lists them"
            ) from None
        return describe(parse(["genres", genre]))
    return SOLVED


def _title(folder: str, name: str) -> str:
    """Return the title of a document: its first line, if it is a heading."""
    with open(os.path.join(folder, name + ENDING), encoding="utf-8") as page:
        mark, _, title = page.readline().rstrip().partition(" ")
    return title if mark == "#" else ""
