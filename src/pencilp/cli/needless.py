"""``pencilp needless``: which clues of a puzzle could be left out."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from pencilp.analysis.needless import needless
from pencilp.analysis.phrases import Phrase, said
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.each_puzzle import each_puzzle, in_one_line
from pencilp.cli.files import save
from pencilp.cli.masks import marked_cells, names_in
from pencilp.cli.output import LIMIT, NOT_SOLVED, SOLVED, ProgressLine, drawn, name_entry, print_line, to_json
from pencilp.cli.sources import read, report_remarks
from pencilp.errors import InputError, shown
from pencilp.genres.base import genre_of, lineage_of
from pencilp.translations import Catalogue, catalogue

if TYPE_CHECKING:
    from pencilp.analysis.needless import Needless, NeedlessClue
    from pencilp.board.puzzle import Puzzle
    from pencilp.formats.reading import Unread


TAKES = "PUZZLE [PUZZLE ...]"
EXAMPLES = (
    ("pencilp example nurikabe -o puzzle.txt", "a puzzle to try it with"),
    ("pencilp needless puzzle.txt", "which clues could be left out, alone and together"),
    ("pencilp needless puzzle.txt --keep r1c7,'row 6'", "these clues must stay"),
    ("pencilp needless puzzle.txt --write minimal.txt", "also write the puzzle without needless clues"),
    ("pencilp needless puzzle.txt --lang ja", "the same in Japanese"),
    ("pencilp needless puzzle.txt --format json", "for programs"),
)
EXITS = {
    SOLVED: "the puzzle has exactly one answer, and each of its clues was examined",
    NOT_SOLVED: "the puzzle has no answer, or several",
    LIMIT: "stopped by a limit; the needless clues found by then were printed",
}


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    shared.puzzles(parser)
    shared.genre(parser)
    parser.add_argument(
        "--keep",
        metavar="MASK",
        action="append",
        default=[],
        help="clues that must stay: places with commas between them, such as r3c4,'row 2','above column 5', or the name of a "
        "layer; or a file with a row of characters for each row of the board, x where a clue must stay",
    )
    parser.add_argument(
        "--write",
        metavar="FILE",
        help="write the puzzle without the largest set of needless clues found, in a format that convert writes",
    )
    shared.words_or_data(parser)
    shared.language(parser)
    parser.add_argument(
        "--seed",
        type=shared.count,
        default=0,
        metavar="N",
        help="leave out clues in other orders, which may find another set of the same size (default 0)",
    )
    shared.time_for_each(parser)
    shared.memory(parser)
    shared.lossy(parser)
    shared.drawing(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Examine the clues of every puzzle."""
    catalogue(options.lang)  # if it cannot be read, no search begins
    return each_puzzle(options, "examining clues", _examine, written="the puzzle without needless clues")


def _examine(unread: Unread, options: argparse.Namespace, progress: ProgressLine, alone: bool) -> int:
    """Examine the clues of one puzzle, print them, and return the exit code."""
    limit = watchdog.set_deadline(options.time_limit)
    puzzle = read(unread, options.genre, limit)
    report_remarks(unread, puzzle)
    keep = [place for mask in options.keep for place in _kept(mask, puzzle)]
    try:
        result = needless(puzzle, keep=keep, time_limit=limit, seed=options.seed)
    except InputError as error:
        raise _of_option(error) from None
    say = catalogue(options.lang, lineage_of(genre_of(puzzle)), steps=True)
    lines = [said(line, say) for line in result.lines]
    label = unread.place if unread.alone else f"{unread.place}#{unread.number}"
    if options.format == "json":
        progress.print(to_json(record(label, puzzle, result, say)))
    elif not alone:
        progress.print(shown(f"{unread.label(puzzle.name)}: {in_one_line(lines)}"))
    else:
        for line in lines:
            print_line(line)
        if result.together:
            print_line(said(Phrase("those that could be left out together have a ! in the drawing:"), say))
            print(drawn(puzzle, None, options, marked=[clue.mark for clue in result.together]), end="")
    if options.write is not None and result.status == "unique":
        save(options.write, [(result.minimal or puzzle, None)], "", options)
    if not result.complete:
        return LIMIT
    return SOLVED if result.status == "unique" else NOT_SOLVED


def _of_option(error: InputError) -> InputError:
    """Return an error of the argument ``keep`` as one of the option."""
    return InputError(error.message, f"--{error.where}") if error.where.startswith("keep") else error


def _kept(mask: str, puzzle: Puzzle) -> list[str | int]:
    """Return the places that ``--keep`` names, or the cells that its file marks."""
    if not os.path.isfile(mask):
        return names_in(mask)
    return [*marked_cells(mask, puzzle.lattice, "--keep")]


def record(label: str, puzzle: Puzzle, result: Needless, say: Catalogue) -> dict[str, Any]:
    """Return the JSON record of the needless clues of a puzzle, with texts in the language of a catalogue."""
    return {
        "file": label,
        "genre": puzzle.genre.name,
        **name_entry(puzzle),
        "status": result.status,
        "clues": result.clues,
        "alone": [_clue_record(clue, say) for clue in result.alone],
        "together": [_clue_record(clue, say) for clue in result.together],
        "largest": result.largest,
        "undecided": [_clue_record(clue, say) for clue in result.undecided],
        "complete": result.complete,
        "seconds": round(result.seconds, 6),
    }


def _clue_record(clue: NeedlessClue, say: Catalogue) -> dict[str, Any]:
    return {"layer": clue.clue[0], "at": clue.at, "clue": said(clue.given, say), "left": clue.left or None}
