"""Links and texts of other editors: the registry that all readers and writers of formats ask.

The module of an editor is imported when something of it is read or written. It has the functions

    read(link: str, genre: str | None) -> Puzzle            the link as it was found, and the genre if the user named one
    write(puzzle: Puzzle, *, lossy: bool = False) -> str    the link or the text, without a newline at the end; with
                                                            ``answers`` the second argument is an answer or None
    takes(genre: type[Genre]) -> bool                       whether some puzzle of a genre can be written

and raises InputError for all that it cannot read or write. Remarks on what was dropped go to the note ``DROPPED``. If a
link does not say its genre, the message has the words "must name the genre"; the page then tries the genre it shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from pencilp._util.services import load
from pencilp.errors import InputError
from pencilp.formats.links_in_text import MAX_LINK_LENGTH, quoted
from pencilp.formats.remarks import AROUND_LINK

if TYPE_CHECKING:
    from pencilp.board.puzzle import Answer, Puzzle
    from pencilp.genres import Genre

ADDRESS = r"(?:https?://)?(?:www\.)?"
"""The beginning of a link, which people may leave out."""


class Editor(NamedTuple):
    """An editor, by the ``name`` that messages use.

    ``kind`` names its format in options (``-o fpuzzles``) and is the extension of its files; "" if nothing is written.
    ``link`` is the pattern of its links in a text, "" if it has none; it must take linear time. ``hosts`` are words of
    which each link has one, in lower case. ``answers``: answers are written, too.
    """

    name: str
    kind: str
    module: str
    hosts: tuple[str, ...] = ()
    link: str = ""
    answers: bool = False

    def takes(self, genre: type[Genre]) -> bool:
        """Return whether some puzzle of a genre can be written."""
        return bool(self.kind and self._call("takes", genre))

    def read(self, link: str, genre: str | None) -> Puzzle:
        """Return the puzzle of a link. Raise InputError."""
        puzzle: Puzzle = self._call("read", link, genre)
        return puzzle

    def write(self, puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False) -> str:
        """Return a puzzle, with its answer if there are ``answers``, as a link or text that ends in a newline.

        Raise InputError.
        """
        text: str = self._call("write", puzzle, *([answer] if self.answers else []), lossy=lossy)
        return text + "\n"

    def _call(self, function: str, *given: Any, **named: Any) -> Any:
        return load(f"{self.module}:{function}")(*given, **named)


SPELLINGS = (("&amp;", "&"), ("&#38;", "&"))
"""Spellings of the sign between parameters in web pages."""
ENCODED = re.compile("%(?:3a|3d|23|3f|2f|26)", re.IGNORECASE)
"""A sign of the frame of a link, percent-encoded."""
LINK_TAIL = re.compile(r"(?:[&?]utm_[^&]*|[^\x21-\x7e]+|[.,;:!?'\"*_~)\]}]+)\Z")
"""An end that may not belong to a link: what trackers add, signs that nobody sees, a full stop, a bracket."""
MAX_TAIL, MAX_READ = 200, 6
"""Characters in which such an end is sought, and the number of spellings and ends that are tried."""
_PAYLOAD = "[A-Za-z0-9+/=%_-]"
_BASE64 = "[A-Za-z0-9+/%_-]*={0,3}"
_PARAMETERS = f"(?:&[a-z]{{1,9}}={_BASE64}){{0,9}}"
EDITORS = (
    Editor(
        "Penpa+", "penpa", "pencilp.formats.penpa.links", ("m=edit", "m=solve"),
        rf"(?:https?://[^\s?#]{{1,200}}[?#]|\b)m=(?:edit|solve){_PARAMETERS}&p={_BASE64}{_PARAMETERS}", answers=True,
    ),
    Editor(
        "f-puzzles", "fpuzzles", "pencilp.formats.sudoku.fpuzzles", ("f-puzzles.com",),
        rf"{ADDRESS}f-puzzles\.com/?(?:\?(?:{_PAYLOAD}|&)*)?",
    ),
    Editor(
        "SudokuPad", "sudokupad", "pencilp.formats.sudoku.sudokupad",
        ("sudokupad.", "crackingthecryptic.com", "scln4", "ctcn4", "fpuzn4", "fpuzzlesn4"),
        r"(?:https?://)?(?:[a-z]{1,20}\.)?(?:sudokupad\.app|crackingthecryptic\.com|sudokupad\.svencodes\.com)"
        rf"(?:/(?:sudoku/?)?(?:puzzle/)?(?:\?[a-z]{{0,8}}id=)?{_PAYLOAD}*)?"
        rf"|\b(?:scl|ctc|fpuz(?:zles)?)N4{_PAYLOAD}{{16,}}",
    ),
    Editor(
        "Simon Tatham", "tatham", "pencilp.formats.tatham_writing", ("chiark.greenend.org.uk",),
        rf"{ADDRESS}chiark\.greenend\.org\.uk/~sgtatham/puzzles/(?:js|java)/[a-z]+\.html[?#][^\s<>\"'()`]+",
    ),
    Editor(
        "Kudamono", "", "pencilp.formats.kudamono", ("pedros.works",),
        rf"{ADDRESS}pedros\.works/(?:kudamono/)?[a-z.-]{{0,40}}(?:\?(?:[A-Za-z0-9()=&%,._-]*[A-Za-z0-9=])?)?",
    ),
    Editor("janko.at", "janko", "pencilp.formats.janko", answers=True),
    Editor("Sudoku in one line", "sdm", "pencilp.formats.sudoku.one_line"),
)  # fmt: skip
"""All editors, in the order of menus."""


def writers() -> dict[str, Editor]:
    """Return the editors whose format is written, by ``kind``."""
    return {editor.kind: editor for editor in EDITORS if editor.kind}


@cache
def _pattern(editor: Editor) -> re.Pattern[str]:
    return re.compile(editor.link, re.ASCII | re.IGNORECASE)


def found(text: str) -> tuple[Editor, re.Match[str]] | None:
    """Return the first link of an editor in a line as it stands, with its editor; None if there is none."""
    lower = text[:MAX_LINK_LENGTH].lower()
    for editor in EDITORS:
        if any(host in lower for host in editor.hosts) and (match := _pattern(editor).search(text)):
            return editor, match
    return None


def holds_link(text: str) -> bool:
    """Return whether a line has a link of an editor, in any spelling."""
    return any(found(spelling) is not None for spelling in _spellings(text[:MAX_LINK_LENGTH]))


def read_link(text: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a link of any site, or of a game ID, or of a text that contains one of these.

    ``genre`` is for links that do not name it. The puzzle's notes have the text that was dropped. Raise InputError.
    """
    if len(text) > MAX_LINK_LENGTH:
        raise InputError(f"the link has {len(text)} characters; no puzzle needs more than {MAX_LINK_LENGTH}")
    wrong: InputError | None = None
    for spelling, link in islice(_links(text), MAX_READ):
        editor, start, end = link
        before, behind = spelling[:start], spelling[end:]
        if found(behind) is not None:
            raise InputError("there is more than one link in this line")
        try:
            puzzle = editor.read(spelling[start:end], genre)
        except InputError as error:
            # the error of the whole link is the most useful
            wrong = wrong or error
            continue
        if aside := quoted(before, behind):
            puzzle.notes[AROUND_LINK] = aside
        return puzzle
    if wrong is not None:
        raise wrong
    from pencilp.formats import links, tatham

    return tatham.read_id(text, genre) if tatham.is_id(text) else links.read_link(text)


def _links(text: str) -> Iterator[tuple[str, tuple[Editor, int, int]]]:
    """Yield a text in each spelling with the editor and the ends of its link, the likeliest first."""
    for spelling in _spellings(text):
        if (there := found(spelling)) is not None:
            editor, match = there
            start, end = match.span()
            yield spelling, (editor, start, end)
            while tail := LINK_TAIL.search(spelling, max(start, end - MAX_TAIL), end):
                end = tail.start()
                yield spelling, (editor, start, end)


def _spellings(text: str) -> Iterator[str]:
    """Yield a text as it stands, then without the spellings of web pages, then without percent-encoding."""
    yield text
    if "&" not in text and "%" not in text:
        return
    plain = text
    for coded, sign in SPELLINGS:
        plain = plain.replace(coded, sign)
    if plain != text:
        yield plain
    for _ in range(2):  # a link within the parameter of a link is encoded twice
        if not ENCODED.search(plain):
            return
        plain = unquote(plain)
        yield plain
