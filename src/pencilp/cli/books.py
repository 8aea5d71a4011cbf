"""The book that a command writes: its options, checks before the work begins, and the file."""

from __future__ import annotations

import argparse

from pencilp._util.parse_number import digits
from pencilp.book.book import Book, Settings
from pencilp.book.html import to_html
from pencilp.book.pages import MAX_PER_PAGE, PAPERS
from pencilp.cli import options as shared
from pencilp.cli.files import check_target, ending
from pencilp.cli.output import print_line, warn
from pencilp.errors import counted
from pencilp.formats.writing import replace_file
from pencilp.translations import catalogue

KINDS = (".pdf", ".html")
"""The endings of books."""


def layout_options(parser: shared.Options) -> None:
    """Add the options of pages."""
    parser.add_argument(
        "--per-page", type=_per_page, default=4, metavar="N",
        help=f"at most N puzzles on a page, 1 to {MAX_PER_PAGE} (default 4); large boards get more space",
    )  # fmt: skip
    parser.add_argument("--paper", choices=[*PAPERS], default="a4", help="the size of the paper (default a4)")
    parser.add_argument("--no-rules", action="store_true", help="leave out the rules")
    parser.add_argument("--no-answers", action="store_true", help="leave out the answers")
    shared.language(parser)


def _per_page(text: str) -> int:
    number = digits(text)
    if number is None or not 1 <= number <= MAX_PER_PAGE:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {MAX_PER_PAGE}")
    return number


class BookFile:
    """The file with a book. Raise an error before any work is done if it cannot be made."""

    def __init__(
        self, path: str, options: argparse.Namespace, *, rate: bool = False, time_limit: float | None = None
    ) -> None:
        catalogue(options.lang)
        check_target(path, KINDS)
        self._path, self._backup = path, options.backup
        if ending(path) == ".pdf":
            from pencilp.book.pdf import PdfMaker  # only for PDF files

            self._maker = PdfMaker(options.lang)
        self.book = Book(
            Settings(
                options.title, options.lang, options.paper, options.per_page, not options.no_rules, not options.no_answers,
                rate, options.orientation, time_limit,
            )
        )  # fmt: skip

    def write(self) -> None:
        """Write the file, if the book has a puzzle."""
        book = self.book
        if not book.puzzles:
            return
        if ending(self._path) == ".html":
            content = to_html(book)
        else:
            content = self._maker.pdf(book)
            if missing := self._maker.missing(self._maker.letters(book)):
                warn(
                    f"{self._path}: no font of this machine has these letters, so they are missing in it: {' '.join(missing)}"
                )
        replace_file(self._path, content, backup=self._backup)
        print_line(f"{self._path}: {counted(len(book.puzzles), 'puzzle')} on {counted(len(book.pages()), 'page')}")
