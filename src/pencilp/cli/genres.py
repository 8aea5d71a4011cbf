"""``pencilp genres``: the list of genres, or the description of one."""

from __future__ import annotations

import argparse
import inspect
from typing import Any

from pencilp import genres
from pencilp.board.lattice import SHAPES
from pencilp.cli import options as shared
from pencilp.cli.output import SOLVED, drawn, print_json, print_text
from pencilp.formats import examples
from pencilp.formats.text import text as plain
from pencilp.formats.text.template import token_hints
from pencilp.formats.text.values import written_as
from pencilp.genres import own

TAKES = "[GENRE]"
EXAMPLES = (
    ("pencilp genres", "all kinds of puzzles, with their names"),
    ("pencilp genres nurikabe", "the rules of one, and what its texts hold"),
    ("pencilp genres nurikabe --format json", "the same for programs"),
)
EXITS = {
    SOLVED: "it was printed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "genre",
        type=shared.genre_name,
        metavar="GENRE",
        nargs="?",
        help="a kind of puzzle, by any of its names, or a file with one of your own, my_genre.py",
    )
    shared.words_or_data(parser)


def run(options: argparse.Namespace) -> int:
    """List all genres, or describe one."""
    if options.genre:
        described = [genres.find(options.genre)]
    else:
        described = [genres.load(name) for name in genres.names()]
    if options.format == "json":
        print_json([_described(g) for g in described], indent=1)
    elif options.genre:
        print_text(_described_text(described[0]))
        _show_example(described[0])
    else:
        width = max(len(g.name) for g in described)
        for g in described:
            print(f"{g.name:<{width}}  {g.title} {g.title_ja}".rstrip())
    return SOLVED


def _described(genre: Any) -> dict[str, Any]:
    """Return the description of a genre as data, enough for an editor that knows no genres."""
    lattice = SHAPES[genre.shapes[0]](1, 1, [(0, 0)])
    layers = {
        kind: [{**layer.described(lattice), "written": written_as(layer)} for layer in group.values()]
        for kind, group in (("inputs", genre.inputs), ("answers", genre.answers))
    }
    return {
        "name": genre.name, "title": genre.title, "title_ja": genre.title_ja, "aliases": list(genre.aliases),
        "shapes": list(genre.shapes), "rules": (inspect.getdoc(genre) or "").replace("``", ""), **layers,
    }  # fmt: skip


def _described_text(genre: Any) -> str:
    described = _described(genre)
    rules = described["rules"] or "(There are no rules to show: Python drops them with -OO and PYTHONOPTIMIZE=2.)"
    lines = [f"{genre.title} {genre.title_ja}".rstrip(), "", rules, ""]
    if genre.aliases:
        lines.append(f"also called: {', '.join(genre.aliases)}")
    lines.append(f"played on {' and '.join(genre.shapes)} boards")
    for kind, label in (("inputs", "the puzzle has"), ("answers", "the answer has")):
        lines.append(f"{label}:")
        for x in described[kind]:
            lines.append(
                f"  {x['name']} (on {x['on']}{', may be left out' if x['optional'] and kind == 'inputs' else ''}): {x['text']}"
            )
            layer = (genre.inputs if kind == "inputs" else genre.answers)[x["name"]]
            lines += [f"      {text}" for text in token_hints(layer)]
    return "\n".join(lines)


def _show_example(genre: Any) -> None:
    """Print an example of a genre, if it has one, as a text and as a drawing."""
    # a user's own genre may have the name of one of pencilp's, but not its examples
    names = [] if own.is_own(genre) else examples.names_of(genre)
    if names:
        puzzle = examples.example(names[0])
        print_text(f"\nan example (pencilp example {names[0]} solves it):\n\n{plain.write(puzzle)}")
        print_text(drawn(puzzle, None, argparse.Namespace(ascii=False, orientation="pointed")).rstrip("\n"))
