"""``pencilp convert``: a puzzle in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilp.cli.files import check_backup, check_puzzle_target, only, save
from pencilp.cli.output import SOLVED, complaining

if TYPE_CHECKING:
    import argparse

PRINTED = ("text", "svg", "url", "pzpr", "dat")
"""The formats that are printed; any other output is a file."""


def run(options: argparse.Namespace) -> int:
    """Write the puzzles."""
    to_file = options.output not in PRINTED
    check_backup(options, to_file=to_file)
    if to_file:
        check_puzzle_target(options.output)
    from pencilp import api
    from pencilp.formats.writing import written

    puzzles = api.load_all(options.puzzle, options.genre)
    if to_file:
        save(options.output, [(puzzle, puzzle.answer) for puzzle in puzzles], options.puzzle, options)
    elif options.output == "svg":
        from pencilp.draw.svg import to_svg

        puzzle = only(puzzles, options.puzzle)
        print(to_svg(puzzle, puzzle.answer, orientation=options.orientation))
    else:
        for puzzle in puzzles:
            with complaining():
                told = written(
                    puzzle, puzzle.answer, options.output, lossy=options.lossy, directions=options.directions
                )
            print(told.rstrip("\n"))
    return SOLVED
