"""``pencilp generate``: new puzzles of a genre."""

from __future__ import annotations

import argparse
import os
from itertools import islice
from typing import Any

from pencilp import genres
from pencilp.cli import options as shared
from pencilp.cli import watchdog
from pencilp.cli.books import KINDS as BOOKS
from pencilp.cli.books import BookFile, layout_options
from pencilp.cli.destinations import ENDINGS, Folder
from pencilp.cli.excel_template import board_of
from pencilp.cli.files import check_backup, check_puzzle_target, ending, save
from pencilp.cli.generate_from import empty_board, unfinished, wished_answer, wished_places
from pencilp.cli.output import LIMIT, SOLVED, ProgressLine, drawn, print_line, warn
from pencilp.errors import InputError, counted
from pencilp.formats.sources import Sources
from pencilp.formats.writing import ELSEWHERE, KINDS, check_genre, written
from pencilp.generation.generator import Generator, generate
from pencilp.generation.wishes import LEVELS, SYMMETRIES

PICTURES = (".svg", ".png")
"""The endings of pictures."""
SECONDS = 60.0
"""The time limit for each puzzle."""
RATE_SECONDS = 60.0
"""The time limit to find the level of a puzzle for a book."""

TAKES = "GENRE [SIZE]"
EXAMPLES = (
    ("pencilp generate slitherlink 8x8 --seed 7", "a new puzzle; the same seed gives the same puzzle"),
    ("pencilp generate sudoku --symmetry rot180 -o url", "its clues at symmetric places; print a link that opens it"),
    ("pencilp generate masyu 6x6 --count 3 -o new.jsonl", "three puzzles in a file, with their answers"),
    ("pencilp generate akari 7x7 --count 4 --jobs 2 -o book.html", "a book of four, made by two processes"),
    ("pencilp generate akari 7x7 --difficulty easy", "an easy one"),
)
EXITS = {
    SOLVED: "all puzzles were made",
    LIMIT: "stopped by a limit, or by Ctrl-C; the puzzles made by then were printed or written",
}
PRINTED = ("text", "url")
"""The formats that are printed; every other output is a file."""


def options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments and options of the command."""
    parser.add_argument(
        "genre",
        type=shared.genre_name,
        metavar="GENRE",
        help="a kind of puzzle, by any of its names (pencilp genres lists them)",
    )
    parser.add_argument(
        "size",
        metavar="SIZE",
        nargs="?",
        help="10x10 (rows, columns), hexagonal-6x8, or hexagon-4 (cells a side); default: the usual size of the kind",
    )
    parser.add_argument(
        "--seed", type=shared.count, default=0, metavar="N", help="the same seed gives the same puzzles (default 0)"
    )
    parser.add_argument("--count", type=shared.positive, default=1, metavar="N", help="make N puzzles (default 1)")
    parser.add_argument(
        "--symmetry",
        choices=[*SYMMETRIES],
        default="none",
        help="put clues at symmetric places: h (left and right), v (top and bottom), rot180, rot90, diagonal",
    )
    parser.add_argument("--difficulty", choices=LEVELS, help="how hard they are, as 'pencilp rate' says it")
    parser.add_argument("--min-clues", type=shared.count, metavar="N", help="the fewest clues")
    parser.add_argument("--max-clues", type=shared.count, metavar="N", help="the most clues")
    parser.add_argument(
        "--minimal", action="store_true", help="no clue is needless (default: about as many clues as usual)"
    )
    parser.add_argument(
        "--clues",
        metavar="MASK",
        help="where clues may stand: a file with a row of characters for each row of the board, x for a place; or names of "
        "places with commas between them, such as 'row 2,r3c4'",
    )
    parser.add_argument("--no-touching-clues", action="store_true", help="no two cells with clues are adjacent")
    parser.add_argument(
        "--from",
        dest="fill",
        metavar="PUZZLE",
        help="fill up an unfinished puzzle: its clues stay, and others are added; if its text has places with *, only there",
    )
    parser.add_argument(
        "--like", metavar="PUZZLE", help="take the board, the rooms and the places of clues of this puzzle"
    )
    parser.add_argument(
        "--answer",
        metavar="PICTURE",
        help="a text file with values that the answer has, ? for all others: a picture to hide in the puzzle",
    )
    parser.add_argument(
        "--time-limit",
        type=shared.seconds,
        default=SECONDS,
        metavar="SECONDS",
        help="give up if one puzzle takes longer than this (default 60)",
    )
    shared.memory(parser)
    parser.add_argument(
        "--jobs",
        type=shared.few,
        default=1,
        metavar="N",
        help="N processes make the same puzzles, several at the same time",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write them to FILE with their answers (pictures without); its ending says how, as for convert. Or a book, FILE.pdf "
        "or FILE.html, as print writes it; or a folder, as in -o new/, which gets a file for each; or text or url, to print them",
    )
    parser.add_argument(
        "--format",
        choices=[kind for kind in ENDINGS if kind != "json"],
        help="with a folder: what its files are (default: text)",
    )
    layout_options(parser.add_argument_group("for a book"))
    shared.lossy(parser)
    shared.drawing(parser)
    shared.ascii_only(parser)


def run(options: argparse.Namespace) -> int:
    """Make the puzzles, and print or write them."""
    target = _target(options)
    puzzles = _generator(options)
    made: list[Any] = []
    stopped = False
    source: Any = puzzles
    if options.jobs > 1 and options.count > 1:
        from pencilp.cli.generate_jobs import Processes  # only for several processes

        source = Processes(puzzles, options.count, options.jobs, options.memory_limit)
    with ProgressLine(options, "making puzzles") as progress:
        progress.more = lambda: f" ({puzzles.now})" if puzzles.now else ""
        try:
            for puzzle in islice(source, options.count):
                made.append(puzzle)
                progress.label = f"{len(made)} of {counted(options.count, 'puzzle')} made"
                target.add(puzzle, progress)
        except KeyboardInterrupt:
            watchdog.begin_report()
            stopped = True
    target.finish(made)
    if len(made) == options.count:
        return SOLVED
    reason = "stopped" if stopped else f"{options.time_limit:g} s were not enough for the next one ({source.why})"
    warn(f"{len(made)} of {counted(options.count, 'puzzle')} made: {reason}")
    return LIMIT


def _generator(options: argparse.Namespace) -> Generator:
    """Return the generator that is asked for. Raise InputError, with the name of an option, for impossible wishes."""
    genre = genres.find(options.genre)
    board = None if options.size is None else board_of(options.size)
    fill, places = (None, None) if options.fill is None else unfinished(options.fill, genre)
    like = None if options.like is None else unfinished(options.like, genre)[0]
    answer = None
    if options.clues is not None or options.answer is not None:
        known = fill or like or empty_board(genre, genre.usual_board() if board is None else board)
        if options.clues is not None:
            named = wished_places(options.clues, known)
            # a mask names cells, not layers
            places = named if places is None else {place for place in places if place in named or place[1] in named}
        if options.answer is not None:
            answer = wished_answer(options.answer, known)
    try:
        return generate(
            genre,
            board,
            seed=options.seed,
            symmetry=options.symmetry,
            difficulty=options.difficulty,
            min_clues=options.min_clues,
            max_clues=options.max_clues,
            minimal=options.minimal,
            touching=not options.no_touching_clues,
            places=places,
            fill=fill,
            like=like,
            answer=answer,
            time_limit=options.time_limit,
        )
    except InputError as error:
        raise _of_option(error) from None


OPTIONS = {
    "symmetry": "--symmetry", "difficulty": "--difficulty", "min_clues": "--min-clues", "max_clues": "--max-clues",
    "places": "--clues", "fill": "--from", "like": "--like", "answer": "--answer",
}  # fmt: skip
"""The arguments of ``generate`` with the options for them."""


def _of_option(error: InputError) -> InputError:
    """Return an error of an argument of ``generate`` as one of the option."""
    return InputError(error.message, OPTIONS[error.where]) if error.where in OPTIONS else error


def _target(options: argparse.Namespace) -> Printed | OneFile | NewFolder | NewBook:
    """Return where the puzzles go. Raise InputError if that cannot be."""
    path = options.output
    check_backup(options, to_file=path is not None and path not in PRINTED)
    folder = (
        path is not None
        and path not in PRINTED
        and (path.endswith(("/", os.sep)) or os.path.isdir(path) or not ending(path))
    )
    if options.format is not None and not folder:
        raise InputError("this is the format of the files in a folder; name a folder by -o, as in -o new/", "--format")
    if path is None or path in PRINTED:
        return Printed(options)
    if folder:
        return NewFolder(options)
    return NewBook(options) if ending(path) in BOOKS else OneFile(options)


class Printed:
    """Standard output."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        if options.output is not None:
            check_genre(genres.find(options.genre), options.output)

    def add(self, puzzle: Any, progress: ProgressLine) -> None:
        """Print a puzzle."""
        options = self._options
        if options.output is None:
            progress.print(drawn(puzzle, None, options), end="")
            return
        text = written(puzzle, None, options.output).rstrip("\n")
        progress.print(f"{text}\n\n" if options.output == "text" and options.count > 1 else f"{text}\n", end="")

    def finish(self, puzzles: list[Any]) -> None:
        """Do nothing: all is printed."""


class OneFile:
    """A file with all puzzles and their answers."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options, self._path = options, options.output
        check_puzzle_target(self._path)
        _check_genre(options, ending(self._path))
        self._kind = KINDS[ending(self._path)]
        self._proved = self._kind.format in ELSEWHERE or self._kind.format == "xlsx"
        if options.count > 1 and not self._kind.several:
            raise InputError(
                f"{options.count} puzzles do not fit into one such file; name a folder, as in -o new/", self._path
            )

    def add(self, puzzle: Any, progress: ProgressLine) -> None:
        """Refuse a first puzzle that the format cannot hold, before others are made. The file is written at the end."""
        if not self._proved:
            try:
                written(*_content(self._path, puzzle), self._kind.format)
            except InputError as error:
                raise error.within(self._path) from None
            self._proved = True

    def finish(self, puzzles: list[Any]) -> None:
        """Write the file."""
        if puzzles:
            save(self._path, [_content(self._path, puzzle) for puzzle in puzzles], "", self._options)
            _report(self._path, puzzles)


class NewFolder:
    """A folder with a file for each puzzle, named after the genre, the seed and the number; each is written at once."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options, self._path = options, options.output
        Folder(self._path, options.format, options, Sources([]))
        _check_genre(options, ENDINGS[options.format or "text"])
        self._number = 0

    def add(self, puzzle: Any, progress: ProgressLine) -> None:
        """Write the file of a puzzle."""
        os.makedirs(self._path, exist_ok=True)
        self._number += 1
        name = f"{puzzle.genre.name}-{self._options.seed}-{self._number:0{len(str(self._options.count))}d}"
        path = os.path.join(self._path, name + ENDINGS[self._options.format or "text"])
        save(path, [_content(path, puzzle)], "", self._options)

    def finish(self, puzzles: list[Any]) -> None:
        """Say what was written."""
        if puzzles:
            _report(self._path, puzzles)


class NewBook:
    """A book with all puzzles, their levels if one was asked for, and their answers."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._file = BookFile(options.output, options, rate=options.difficulty is not None, time_limit=RATE_SECONDS)

    def add(self, puzzle: Any, progress: ProgressLine) -> None:
        """Add a puzzle to the book."""
        self._file.book.add(puzzle, puzzle.answer)

    def finish(self, puzzles: list[Any]) -> None:
        """Write the book."""
        self._file.write()


def _check_genre(options: argparse.Namespace, suffix: str) -> None:
    """Raise InputError, before a puzzle is made, if files with this ending have none of the genre."""
    try:
        check_genre(genres.find(options.genre), KINDS[suffix].format)
    except InputError as error:
        raise error.within(options.output) from None


def _content(path: str, puzzle: Any) -> tuple[Any, Any]:
    """Return what is written of a puzzle: also its answer, but for pictures, which somebody will solve."""
    return puzzle, None if ending(path) in PICTURES else puzzle.answer


def _report(path: str, puzzles: list[Any]) -> None:
    each = "each " if len(puzzles) > 1 else ""
    print_line(f"{path}: {counted(len(puzzles), 'puzzle')}, {each}with exactly one answer")
