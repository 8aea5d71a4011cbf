"""``pencilp genres``: the genres, or one of them described."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.cli.output import SOLVED, print_json

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """List or describe."""
    from pencilp import genres

    if options.genre:
        known = [genres.find(options.genre)]
    else:
        known = [genres.load(name) for name in genres.names()]
    if options.format == "json":
        print_json([_described(g) for g in known], indent=1)
    elif options.genre:
        print(_described_text(known[0]))
    else:
        width = max(len(g.name) for g in known)
        for g in known:
            print(f"{g.name:<{width}}  {g.title} {g.title_ja}".rstrip())
    return SOLVED


def _described(genre: Any) -> dict[str, Any]:
    """All of a genre that a program needs to know which knows no genre: enough for an editor."""
    import inspect

    from pencilp.board.lattice import SHAPES
    from pencilp.formats.plain import written_as

    lattice = SHAPES[genre.shapes[0]](1, 1, [(0, 0)])
    layers = {
        kind: [{**layer.described(lattice), "written": written_as(layer)} for layer in group.values()]
        for kind, group in (("inputs", genre.inputs), ("answers", genre.answers))
    }
    return {
        "name": genre.name, "title": genre.title, "title_ja": genre.title_ja, "aliases": list(genre.aliases),
        "shapes": list(genre.shapes), "rules": inspect.getdoc(genre), **layers,
    }  # fmt: skip


def _described_text(genre: Any) -> str:
    described = _described(genre)
    rules = described["rules"] or "(The rules are not there: Python leaves them out with -OO and PYTHONOPTIMIZE=2.)"
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
    return "\n".join(lines)
