"""``pencilp convert``: a puzzle in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_puzzle_target, only, save
from pencilp.cli.output import SOLVED

if TYPE_CHECKING:
    import argparse


def run(options: argparse.Namespace) -> int:
    """Write the puzzles."""
    from pencilp import api
    from pencilp.formats.writing import written

    puzzles = api.load_all(options.puzzle, options.genre)
    if options.output in ("text", "url", "pzpr"):
        for puzzle in puzzles:
            print(written(puzzle, puzzle.answer, options.output).rstrip("\n"))
    elif options.output == "svg":
        from pencilp.draw.svg import to_svg

        puzzle = only(puzzles, options.puzzle)
        print(to_svg(puzzle, puzzle.answer))
    else:
        check_puzzle_target(options.output)
        save(options.output, [(puzzle, puzzle.answer) for puzzle in puzzles], options.puzzle)
    return SOLVED
