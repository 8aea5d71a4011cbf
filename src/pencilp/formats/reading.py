"""Reads puzzles from links, files and standard input, and detects the format from the content.

================== ==================================================================================================
what               how it is known
================== ==================================================================================================
link               it begins with ``http://`` or ``https://``, or contains a link, even without these (``puzz.link/p?...``),
                   of puzz.link or another editor (``pencilp.formats.editors``)
game ID            ``7x7t0:2a3``, or ``Loopy:7x7t0:2a3``, of Simon Tatham's collection
text of janko.at   one of its first lines is ``[begin]`` or ``[problem]`` or the like
its save file      begins with ``SAVEFILE:``
Excel workbook     its first bytes are those of a zip file, or of a file of Excel 97 to 2003
pzpr v3 text       begins with ``pzprv3``, or with ``v:`` and then ``pzprv3``
the dataset        its name ends in ``.jsonl``, or most of its first lines begin with ``{``
links in a table   one of its first rows has a cell with a link, and its name ends in ``.csv``; on standard input all of
                   its first rows have as many cells
links, one a line  its name ends in ``.url``, or most of its first lines hold a link
Sudoku boards      most of its first lines have 81 digits or dots (256 or 625 of a large one), and no genre is given; or
                   its name ends in ``.sdk`` or ``.ss``
MathProg data      its name ends in ``.dat`` or ``.mod``, or a line begins with ``data;``, ``param``, ``set``, ``var``
puzzle text        anything else
================== ==================================================================================================

A file of texts, links or lines of the dataset is cut into puzzles while it is read, so it may have any length. Each
puzzle is read separately, and an error in one does not stop the others.
"""

from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pencilp._util.decode import decoded, encoding_of, lines_of, plain_spaces
from pencilp._util.parse_number import are_digits, digits
from pencilp._util.read_limited import MAX_BYTES, portions, read_bytes, too_much
from pencilp.errors import InputError, PencilpError
from pencilp.formats.remarks import remarks
from pencilp.formats.text.tokens import MAX_LINE_LENGTH

if TYPE_CHECKING:  # not needed to report a missing file
    from pencilp.board.puzzle import Answer, Puzzle
    from pencilp.formats.layouts.split import Piece

WORKBOOKS = (".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods", ".fods", ".numbers")
"""Extensions of spreadsheet files, supported or not."""
MODELS = (".mod", ".mathprog", ".gmpl")
"""Extensions of MathProg models."""
MATHPROG = (".dat", *MODELS)
LINKS = ("http://", "https://")
SAVE = b"SAVEFILE:"
"""The beginning of a save file of Simon Tatham's Portable Puzzle Collection."""
JANKO_SECTIONS = ("[begin]", "[problem]", "[areas]", "[clabels]", "[rlabels]")
"""The headings of a text of janko.at."""
REMARK_STARTS = (b"#", b"//")
"""Beginnings of remarks among links."""
TABLE = ".csv"
"""The extension of tables."""
PROGRAMS = (".lp", ".mps", ".lp.gz", ".mps.gz", ".opb", ".aspif")
"""Extensions of integer programs, which hold no puzzle."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""
MAX_HEAD_BYTES = 64 * 1024
"""Bytes after which (or after ``MAX_HEAD_LINES`` lines) the format of piped input is decided."""
MAX_HEAD_LINES = 200
DECIDING_LINES = 20
"""Lines that decide the format of a file of many lines."""
MAX_ROW_LINES = 50
"""The greatest number of further lines in a row of a table."""
SUDOKU = "sudoku"
SUDOKU_ROWS = (".sdk", ".ss", ".sudoku")
"""Extensions of files with a Sudoku, a line for each row (``formats.sudoku.one_line``)."""
MAX_NAME_LENGTH = 100
RECORD_START = b'{"key": "'
"""The beginning of each line of a file of records of a batch (``pencilp.batches.out``)."""
PICTURE_FORMATS = (
    (b"\x89PNG", 0, b"", "a picture (PNG)"), (b"\xff\xd8\xff", 0, b"", "a picture (JPEG)"), (b"GIF8", 0, b"", "a picture (GIF)"),
    (b"II*\0", 0, b"", "a picture (TIFF)"), (b"MM\0*", 0, b"", "a picture (TIFF)"), (b"RIFF", 8, b"WEBP", "a picture (WebP)"),
    (b"BM", 6, b"\0\0\0\0", "a picture (BMP)"), (b"%PDF-", 0, b"", "a PDF document"),
)  # fmt: skip
"""(first bytes, an offset, bytes at that offset, name) of files that show a puzzle only as an image."""
MAX_BYTES_BEFORE_SVG = 4096
"""Bytes at the beginning of a file in which the tag of an SVG drawing is looked for."""


class Unread(NamedTuple):
    """A puzzle of a source (a link, a path, or ``-``) that is not read yet.

    ``number`` counts the puzzles of the source from 1. ``line`` is its first line (0 if it is not part of a text).
    ``alone`` says whether it is the only one. ``content`` holds its bytes in the format ``form``, or the InputError for
    a source that cannot be opened. ``before`` and ``codec`` are as in ``decoded``. ``under`` is the folder of the
    source, relative to the given folder. ``kind`` is a genre that the text names above several puzzles.
    """

    source: str
    form: str
    content: bytes | Puzzle | InputError
    number: int = 1
    line: int = 0
    before: int = 0
    codec: str = ""
    alone: bool = False
    under: str = ""
    kind: str = ""

    def read(self, genre: str | None = None) -> Puzzle:
        """Return the puzzle; ``genre`` as in ``read`` below. Raise InputError naming the source and the place in it."""
        try:
            if isinstance(self.content, InputError):
                raise self.content
            puzzle = self._puzzle(self.content, genre) if isinstance(self.content, bytes) else self.content
            if genre:
                from pencilp.genres import find

                wanted = find(genre)
                if puzzle.genre is not wanted:
                    place = str(self.line) if self.line and not self.alone else ""
                    raise InputError(f"this is a puzzle of {puzzle.genre.name}, not of {wanted.name}", place)
            return puzzle
        except InputError as error:
            if not is_link(self.source):
                raise error.within(self.place) from None
            # the user knows the link, so the message does not repeat it
            shorter = InputError(f"{error.message} ({error.where})" if error.where else error.message)
            shorter.excerpt = error.excerpt
            raise shorter from None

    @property
    def place(self) -> str:
        """The source as errors name it: long links are shortened, paths are not."""
        return self.source[:79] + "…" if is_link(self.source) and len(self.source) > 80 else self.source

    @property
    def name(self) -> str:
        """The puzzle's own name, even if the puzzle cannot be read; "" if it has none."""
        if not isinstance(self.content, (bytes, InputError)):
            return self.content.name
        try:
            text = decoded(self.content, self.codec) if isinstance(self.content, bytes) else ""
        except InputError:
            return ""
        if self.form == "dataset":
            from pencilp.formats.dataset import id_of

            return id_of(text)
        named = (line[5:].strip() for line in lines_of(text) if line[:5].lower() == "name:")
        return next(named, "")[:MAX_NAME_LENGTH] if self.form == "text" else ""

    def label(self, name: str = "") -> str:
        """Return the place and name of the puzzle, and its number if it is one of several."""
        name = name or self.name
        if self.alone or not self.form:
            return f"{self.place} ({name})" if name else self.place
        called = f" ({name})" if name not in ("", str(self.number)) else ""
        return f"{self._at}: puzzle {self.number}{called}"

    @property
    def _at(self) -> str:
        """The place where it begins."""
        return f"{self.place}:{self.line}" if self.line else self.place

    def says(self, error: PencilpError) -> str:
        """Return a line with the place, the number if it is one of several, and the error."""
        if self.alone or not self.form:
            return str(error)
        if isinstance(error, InputError) and error.where.startswith(self.place):
            place, message = error.where, error.message
        else:
            place, message = self._at, str(error)
        which = f" ({self.name})" if self.name not in ("", str(self.number)) else ""
        return str(InputError(f"puzzle {self.number}{which}: {message}", place))

    def remarks(self, puzzle: Puzzle) -> list[str]:
        """Return a line for each remark on how it was read as ``puzzle``."""
        where = "" if is_link(self.source) else self._at
        return [self.says(InputError(remark, where)) for remark in remarks(puzzle)]

    def _puzzle(self, content: bytes, genre: str | None) -> Puzzle:
        if self.form == "workbook":
            from pencilp.formats.excel import puzzles

            return puzzles.read(content, genre)
        if self.form == "link":
            from pencilp.formats.editors import read_link

            try:
                return read_link(decoded(content, self.codec).strip(), genre)
            except InputError as error:
                raise error.within(str(self.line)) if self.line else error from None
        if self.form == "janko":
            from pencilp.formats import janko

            return janko.read(decoded(content, self.codec), genre)
        if self.form == "save file":
            from pencilp.formats.tatham import read_save

            return read_save(content)
        try:
            text = decoded(content, self.codec, self.before)
            if self.form == "pzpr":
                from pencilp.formats.pzpr import read_pzpr

                return read_pzpr(text)
            if self.form == "dataset":
                from pencilp.formats.dataset import read_line

                return read_line(text, genre, self.source)
            from pencilp.formats.layouts import boards

            return boards.read(text, genre or self.kind or None)
        except InputError as error:
            line, colon, rest = error.where.partition(":")
            if digits(line) is None:
                raise
            raise InputError(error.message, f"{int(line) + max(self.line, 1) - 1}{colon}{rest}") from None


def unread(source: str, genre: str | None = None, *, content: bytes | None = None) -> Iterator[Unread]:
    """Yield the puzzles of ``source`` one by one, as they arrive; the arguments are those of ``read``.

    Only the first item knows whether it is ``alone``. If the source fails, the last item holds the error.
    """
    found = _unread(source, genre, content)
    number = 0
    try:
        first = next(found, None)
        second = next(found, None)
        if first is not None:
            number = 1
            yield first._replace(alone=second is None)
        if second is not None:
            number = 2
            yield second
        for each in found:
            number = each.number
            yield each
    except InputError as error:
        yield Unread(source, "", error, number + 1, alone=not number)


def _unread(source: str, genre: str | None, content: bytes | None) -> Iterator[Unread]:
    if content is None and is_link(source):
        source = source.strip("\r\n")
        try:
            yield Unread(source, "link", os.fsencode(source))
        except UnicodeEncodeError as error:
            raise InputError(f"character {error.start + 1} of the link is half of one") from None
    elif content is None:
        found = portions(source)
        try:
            yield from _of_format(_Lines(found), source, genre)
        finally:
            found.close()
    else:
        yield from _of_format(_Lines(iter([content])), source, genre)


def _of_format(lines: _Lines, source: str, genre: str | None) -> Iterator[Unread]:
    """Yield the puzzles of a source in the format that its first lines indicate."""
    if source.lower().endswith(PROGRAMS):
        raise InputError("this is an integer program, which holds no puzzle; pencilp solve takes .lp and .mps files")
    lines.look(source)
    _refuse_picture(lines.head)
    if lines.head.startswith(RECORD_START):
        raise InputError("these are records of pencilp batch, not puzzles; its --summary and --report read them")
    if _is_workbook(lines.head, source):
        yield Unread(source, "workbook", lines.whole())
        return
    if lines.head.startswith(SAVE):
        yield Unread(source, "save file", lines.whole())
        return
    head = lines_of(lines.head.decode(lines.codec or "utf-8", "replace"))
    said = [line.strip() for line in head if line.strip()][:DECIDING_LINES]
    begins_pzpr = _begins_pzpr(said)
    if len(said) > 1 and len(said) < DECIDING_LINES:
        said.pop()  # it may be cut off
    unremarked = [line for line in said if not line.encode().startswith(REMARK_STARTS)]
    name = source.lower()
    if begins_pzpr:
        yield Unread(source, "pzpr", lines.whole(), line=1, codec=lines.codec)
    elif _is_janko(said):
        from pencilp.formats import janko

        for number, block in enumerate(janko.blocks(decoded(lines.whole(), lines.codec)), 1):
            yield Unread(source, "janko", block.encode(errors="surrogatepass"), number)
    elif name.endswith(".jsonl") or 2 * sum(map(_is_object, said)) > len(said):
        _refuse_broken(said)
        yield from _dataset(lines, source, genre)
    elif said and _is_object(said[0]):
        yield Unread(source, "dataset", lines.whole(), line=1)
    elif (name.endswith(TABLE) and any(map(_cell_with_link, head[:DECIDING_LINES]))) or (
        source == "-" and _looks_like_table(lines.head)
    ):
        yield from _table(lines, source)
    elif (
        name.endswith(".url")
        or 2 * sum(map(is_link, unremarked)) > len(unremarked)
        or any(map(is_link, unremarked[:1]))
    ):
        for number, (line, before, content) in enumerate(lines.saying(REMARK_STARTS), 1):
            yield Unread(source, "link", content, number, line, before, lines.codec)
    elif name.endswith(MATHPROG) or _mathprog(head):
        from pencilp.formats import mathprog_data

        for number, puzzle in enumerate(mathprog_data.read(decoded(lines.whole()), genre), 1):
            yield Unread(source, "mathprog", puzzle, number)
    elif name.endswith(SUDOKU_ROWS):
        from pencilp.formats.sudoku.one_line import rows_of

        rows = rows_of(decoded(lines.whole(), lines.codec)).encode()
        yield Unread(source, "text", rows, line=1, kind=SUDOKU)
    elif not genre and 2 * sum(map(_is_sudoku, unremarked)) > len(unremarked):
        for number, (line, before, content) in enumerate(lines.saying(REMARK_STARTS), 1):
            yield Unread(source, "text", content, number, line, before, lines.codec, kind=SUDOKU)
    else:
        yield from _texts(lines, source, genre)


def _is_janko(lines: list[str]) -> bool:
    """Return whether some of the first lines are headings of the sections of a text of janko.at."""
    return any(line.lower() in JANKO_SECTIONS for line in lines)


def _is_sudoku(line: str) -> bool:
    from pencilp.formats.sudoku.one_line import LINE

    return LINE.fullmatch(line) is not None


def _table(lines: _Lines, source: str) -> Iterator[Unread]:
    """Yield the links of a table, one for each row; the first row may be a head without a link."""
    number, first = 0, True
    for line, before, content in _rows(lines.saying()):
        # the separators are ASCII in every encoding that is read line by line
        cell = _cell_with_link(content.decode("latin-1"))
        if cell or not first:
            number += 1
            yield Unread(source, "link", cell.encode("latin-1") or content, number, line, before, lines.codec)
        first = False


def _rows(lines: Iterable[tuple[int, int, bytes]]) -> Iterator[tuple[int, int, bytes]]:
    """Yield the rows of a table, like the lines: a cell in quotes may have line ends.

    A line whose quotes are not closed within ``MAX_ROW_LINES`` lines is a row of its own.
    """
    coming = iter(lines)
    ahead: deque[tuple[int, int, bytes]] = deque()
    while entry := ahead.popleft() if ahead else next(coming, None):
        number, before, content = entry
        whole, used = content, 0
        while (cells := _cells(whole.decode("latin-1"))) is None and used < MAX_ROW_LINES:
            if used == len(ahead):
                following = next(coming, None)
                if following is None:
                    break
                ahead.append(following)
            whole += ahead[used][2]
            used += 1
        if cells is None:
            whole, used = content, 0
        for _ in range(used):
            ahead.popleft()
        yield number, before, whole


def _cells(row: str) -> list[str] | None:
    """Return the cells of a row of a table; None if a quote is not closed."""
    import csv  # only for tables

    separator = max(",;\t", key=row.count)
    try:
        return next(csv.reader(row.rstrip("\r\n").splitlines(keepends=True), delimiter=separator, strict=True), [])
    except csv.Error:
        return None


def _cell_with_link(row: str) -> str:
    """Return the first cell with a link in a row of a table; "" if there is none."""
    return next((cell for cell in _cells(row) or row.split(",") if is_link(cell)), "")


def _looks_like_table(head: bytes) -> bool:
    """Return whether the first lines of a nameless source are rows of one table with links, of at least two cells.

    A table of one column has a head, and links below it.
    """
    said = [(0, 0, line) for line in head.splitlines(keepends=True) if line.strip()][:DECIDING_LINES]
    if len(said) == DECIDING_LINES or not head.endswith((b"\n", b"\r")):
        said = said[:-1] or said
    rows = [_cells(row.decode("latin-1")) or [] for _, _, row in _rows(said)]
    linked = [any(map(is_link, row)) for row in rows]
    if not rows or len({len(row) for row in rows}) != 1 or not any(linked):
        return False
    return len(rows[0]) > 1 or (not linked[0] and all(linked[1:]))


class _Lines:
    """The lines of a source as they arrive: (number, bytes before it, its bytes including the line end)."""

    def __init__(self, found: Iterator[bytes]) -> None:
        self._portions = found
        self.head = b""
        self.codec = ""
        """The encoding; "" while all bytes are ASCII."""
        self._before = 0

    def look(self, source: str) -> None:
        """Read into ``head`` what is needed to decide the format."""
        for portion in self._portions:
            self.head += portion
            if _is_workbook(self.head, source) or self.head[:2] in (b"\xff\xfe", b"\xfe\xff"):
                break
            if len(self.head) >= MAX_HEAD_BYTES or _shows_format(self.head):
                break
        if self.head[:2] in (b"\xff\xfe", b"\xfe\xff"):
            # line ends of UTF-16 differ from those of all other encodings
            self.head = decoded(self.whole()).encode(errors="surrogatepass")
            self._portions = iter(())
        elif self.head.startswith(BYTE_ORDER_MARK):
            self.head, self._before, self.codec = self.head[len(BYTE_ORDER_MARK) :], len(BYTE_ORDER_MARK), "utf-8"
        if not self.codec and not self.head.isascii():
            self.codec = encoding_of(self.head[: self.head.rfind(b"\n") + 1] or self.head)

    def whole(self) -> bytes:
        """Return the whole content. Raise InputError if it is too large."""
        parts, size = [self.head], len(self.head)
        for portion in self._portions:
            parts.append(portion)
            size += len(portion)
            if size > MAX_BYTES:
                raise too_much(MAX_BYTES)
        return b"".join(parts)

    def __iter__(self) -> Iterator[tuple[int, int, bytes]]:
        number, before = 0, self._before
        for lines in self._ended():
            if not self.codec and not lines.isascii():
                self.codec = encoding_of(lines)
            for line in lines.splitlines(keepends=True):
                number += 1
                yield number, before, line
                before += len(line)

    def _ended(self) -> Iterator[bytes]:
        """Yield the content in pieces that end at line ends. Raise InputError for a line that is too long."""
        rest: list[bytes] = []
        size = 0
        for portion in itertools.chain([self.head], self._portions):
            end = portion.rfind(b"\n") + 1 or portion.rfind(b"\r", 0, -1) + 1
            if end:
                yield b"".join([*rest, portion[:end]])
                rest, size = [], 0
            rest.append(portion[end:])
            size += len(rest[-1])
            if size > MAX_BYTES:
                raise too_much(MAX_BYTES)
        if size:
            yield b"".join(rest)

    def saying(self, remarks: tuple[bytes, ...] = ()) -> Iterator[tuple[int, int, bytes]]:
        """Yield the lines that are not blank and do not begin like ``remarks``. Raise InputError if there is none."""
        none = True
        for line in self:
            said = line[2].strip()
            if said and not said.startswith(remarks):
                none = False
                yield line
        if none:
            raise InputError("there is no puzzle in it", "1")


def _shows_format(head: bytes) -> bool:
    """Return whether the first bytes from a pipe are enough to decide the format."""
    whole = head[: head.rfind(b"\n") + 1].removeprefix(BYTE_ORDER_MARK)
    lines = [line for line in whole.splitlines() if line.strip()]
    return len(lines) >= MAX_HEAD_LINES or (
        bool(lines) and (lines[0].strip().startswith((b"{", b"pzprv3", b"http://", b"https://")) or b"---" in lines)
    )


def _begins_pzpr(said: list[str]) -> bool:
    """Return whether these are the first lines of a pzpr text, perhaps after the mark of a variant."""
    first, _, rest = said[0].partition("/") if said else ("", "", "")
    begin = (rest or "".join(said[1:2])) if first.startswith("v:") else first
    return begin.startswith("pzprv3")


def _is_object(line: str) -> bool:
    """Return whether a line begins like a JSON object or a list of them, and not like a row of numbers in braces."""
    return line.startswith(("{", "[{")) and line.lstrip("[{ \t")[:1] in ("", '"', "}")


def _refuse_broken(lines: list[str]) -> None:
    """Raise one InputError if several lines begin like JSON and none is valid."""
    import json

    for line in lines:
        try:
            json.loads(line.lstrip("\ufeff"))
        except (ValueError, RecursionError):
            continue
        return
    if len(lines) > 1:
        raise InputError("these lines begin like JSON, and none of them is; a line has one object: {...}", "1")


def _dataset(lines: _Lines, source: str, genre: str | None) -> Iterator[Unread]:
    from pencilp.formats import dataset

    for number, (line, before, content) in enumerate(lines.saying(), 1):
        if number == 1 and not genre and dataset.lacks_genre(content.decode(errors="replace")):
            # a wrong file name is one error, not one for each line
            dataset.genre_of_file(source)
        yield Unread(source, "dataset", content, number, line, before, lines.codec)


def _texts(lines: _Lines, source: str, genre: str | None) -> Iterator[Unread]:
    """Yield the puzzles of a text, numbered."""
    number = 0
    for block, kind in _blocks(lines, genre):
        for piece in _pieces(block, lines.codec, kind or genre):
            number += 1
            each = _text(source, number, block[piece.first : piece.end], lines.codec)
            yield each._replace(kind=piece.kind or kind)
    if not number:
        raise InputError("there is no puzzle in it", "1:1")


def _pieces(block: list[tuple[int, int, bytes]], codec: str, genre: str | None) -> Iterator[Piece]:
    """Return the puzzles in some lines of a text."""
    from pencilp.formats.layouts import boards, split

    if all(content.strip() for _, _, content in block) and not any(
        split.is_numbered_bytes(content) for _, _, content in block
    ):
        return iter([split.Piece(0, len(block), "")])

    def reads(text: str, kind: str | None) -> bool:
        try:
            boards.read(text, kind)
        except InputError:
            return False
        return True

    return split.pieces(
        [content.decode(codec or "utf-8", "replace").rstrip("\r\n") for _, _, content in block], genre, reads
    )


def _blocks(lines: _Lines, genre: str | None) -> Iterator[tuple[list[tuple[int, int, bytes]], str]]:
    """Yield the lines of each puzzle of a text, and the genre above them if it applies to several puzzles.

    Consecutive lines with a whole board each are separate blocks.
    """
    from pencilp.formats.layouts import split
    from pencilp.formats.text import text as plain

    size = 0
    held, kind = False, ""
    """Whether the last line of the block is a whole board, and the genre above it."""
    named: str | None = None
    """The genre that the block names above its first line with a whole board; None before such a line."""
    block: list[tuple[int, int, bytes]] = []
    doubt: list[tuple[int, int, bytes]] = []
    """A ``---`` that may be a row of the puzzle above it, and the remarks below it.

    It stays with that puzzle unless a genre's name follows. The reader of texts then decides.
    """
    for entry in lines:
        bare = entry[2].strip()
        if _is_separator(bare, lines.codec):
            if block and not doubt and _may_be_row(block, lines.codec):
                doubt = [entry]
            elif block and not doubt:
                yield block, kind
                block, size, held, kind, named = [], 0, False, "", None
            continue
        if doubt:
            if not bare or bare.startswith((b"//", b"#")):
                doubt.append(entry)
                continue
            above = (
                []
                if plain.begins_puzzle(bare[:MAX_LINE_LENGTH].decode(lines.codec or "utf-8", "replace"))
                else doubt[:1]
            )
            yield block + above, kind
            block, doubt, size, kind, named = [], [], 0, "", None
        if len(bare) >= split.MIN_LINE_CELLS and split.holds_board(bare.decode(lines.codec or "utf-8", "replace")):
            if named is None:
                named = split.genre_above((content for _, _, content in block), lines.codec)
            above_it = genre or kind or named
            if held:
                yield block, kind
                block, size, named = [], 0, None
                kind = "" if genre else above_it
            held = split.is_played_square(above_it)
        elif bare:
            held = False
        if block or (bare and not bare.startswith(b"//")):
            block.append(entry)
            size += len(entry[2])
            if size > MAX_BYTES:
                raise too_much(MAX_BYTES)
    if block:
        yield block + doubt[:1], kind


def _may_be_row(block: Sequence[tuple[int, int, bytes]], codec: str) -> bool:
    """Return whether ``---`` below some lines looks like a row, or stands directly below the genre."""
    from pencilp.formats.text import text as plain

    *above, last = [content for _, _, content in block if content.strip() and not content.lstrip().startswith(b"//")]
    return not above or (len(last) < MAX_LINE_LENGTH and plain.may_be_row(last.decode(codec or "utf-8", "replace")))


def _text(source: str, number: int, block: list[tuple[int, int, bytes]], codec: str) -> Unread:
    line, before, _ = block[0]
    return Unread(source, "text", b"".join([content for _, _, content in block]), number, line, before, codec)


def _is_separator(line: bytes, codec: str) -> bool:
    """Return whether a line of a text separates two puzzles."""
    bare = line.strip()
    if bare == b"---":
        return True
    if (bare.isascii() and not bare.startswith(b"---")) or len(bare) > MAX_LINE_LENGTH:
        return False
    from pencilp.formats.text import text as plain

    return plain.is_separator(bare.decode(codec or "utf-8", "replace"))


def read(source: str, genre: str | None = None, *, content: bytes | None = None) -> list[Puzzle]:
    """Return all puzzles of ``source``: a link, a path, or ``-`` for standard input.

    ``content`` is the content of the source if it was read already. ``genre`` names the genre for formats that do not;
    if the format does, both must agree. Raise InputError naming the source and the place in it.
    """
    return [each.read(genre) for each in unread(source, genre, content=content)]


def holds_records(path: str) -> bool:
    """Return whether a file holds records of a batch."""
    if not path.lower().endswith(".jsonl"):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(RECORD_START)) == RECORD_START
    except OSError:
        return False  # reading it reports the error


def is_link(source: str) -> bool:
    """Return whether ``source`` is a link, or a line that contains one, and not a path.

    Line ends around it are ignored.
    """
    source = source.strip("\r\n")
    if "\n" in source or source[:8].lower().startswith(LINKS):
        return "\n" not in source
    if (":" in source or "#" in source) and _is_game(source):
        return True
    if "?" not in source:
        return _is_link_of_other_site(source)
    from pencilp.formats.links_in_text import is_in

    return is_in(source) or _is_link_of_other_site(source)


def _is_game(source: str) -> bool:
    """Return whether ``source`` is a game ID and not the path of a file."""
    first, *parts = [part.strip() for part in source.replace("#", ":").split(":", 2)]
    if not (are_digits(first[:1]) or (len(parts) > 1 and are_digits(parts[0][:1]))) or not parts[-1]:
        return False  # nearly all lines of texts end here
    from pencilp.formats.tatham import is_id

    return is_id(source) and not os.path.exists(source)


def _is_link_of_other_site(source: str) -> bool:
    """Return whether ``source`` is a link of another editor or a known site, and not the path of a file."""
    from pencilp.formats.editors import holds_link
    from pencilp.formats.other_sites import of_other_site

    is_one = holds_link(source) or ("." in source and "/" in source and of_other_site(source) != "")
    return is_one and not os.path.exists(source)


def _is_workbook(content: bytes, source: str) -> bool:
    return content[:4] in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0") or source.lower().endswith(WORKBOOKS)


def _refuse_picture(content: bytes) -> None:
    """Raise InputError for a picture or a PDF document."""
    what = next(
        (
            what
            for start, at, more, what in PICTURE_FORMATS
            if content.startswith(start) and content.startswith(more, at)
        ),
        "",
    )
    head = content[:MAX_BYTES_BEFORE_SVG].removeprefix(BYTE_ORDER_MARK).lstrip().lower()
    if head.startswith((b"<svg", b"<?xml", b"<!--", b"<!doctype svg")) and b"<svg" in head:
        what = "a picture (SVG)"
    if what:
        instead = "give a puzzle text, a puzz.link link or an Excel workbook"
        raise InputError(f"this is {what}, from which no puzzle can be read: {instead}")


def read_answer(source: str, puzzle: Puzzle, board: str, *, content: bytes | None = None) -> Answer:
    """Return the answer in the file ``source`` to a ``puzzle`` that was read from ``board``.

    ``content`` is the content of the file if it was read already. It may be the JSON of an answer or a text with only
    the answer. If both are workbooks, ``source`` is a copy of ``board`` in which somebody filled in the answer, in any
    colour. Raise InputError if there is no answer.
    """
    from pencilp.board.puzzle import Answer
    from pencilp.formats.text import text as plain

    if content is not None or not is_link(source):
        try:
            # read once: it may be a pipe
            content = read_bytes(source) if content is None else content
            _refuse_picture(content)
            if not content.strip():
                raise InputError("there is no answer in it")
            if (answer := _json_answer(content, puzzle)) is not None:
                return answer
            if _is_workbook(content, source) and (empty := workbook_at(board)) is not None:
                from pencilp.formats.excel import puzzles

                answer = puzzles.read_filled(content, empty, puzzle.genre.name)
                if answer is None:
                    raise InputError(f"nothing is filled in that {board} does not have")
                return Answer(puzzle, answer.values)
            if not _is_workbook(content, source) and not content.lstrip(BYTE_ORDER_MARK + b" \r\n\t").startswith(
                (b"{", b"pzpr", b"http://", b"https://")
            ):
                alone = plain.read_answer(decoded(content), puzzle)
                if alone is not None:
                    return alone
        except InputError as error:
            raise error.within(source) from None
    other = read(source, puzzle.genre.name, content=content)[0]
    if other.answer is None:
        raise InputError("there is no answer in it", source)
    if other != puzzle:
        raise InputError("its puzzle is not the one to be checked", source)
    return Answer(puzzle, other.answer.values)


def _json_answer(content: bytes, puzzle: Puzzle) -> Answer | None:
    """Return the answer in JSON; None if the content is something else."""
    from pencilp.formats import json_answers

    if content.lstrip()[:1] not in (b"{", b"[") or not json_answers.is_json_answers(text_there := decoded(content)):
        return None
    found = json_answers.read(text_there, puzzle).answers
    if len(found) != 1:
        raise InputError(f"it holds {len(found) or 'no'} answers where one is needed")
    return found[0]


def workbook_at(source: str) -> bytes | None:
    """Return the content of a workbook; None if ``source`` is not one."""
    content = b"" if is_link(source) or not os.path.isfile(source) else read_bytes(source)
    return content if _is_workbook(content, source) else None


def template(source: str) -> bytes | None:
    """Return the content of a workbook that can be copied with changes; None for anything else."""
    content = workbook_at(source)
    return content if content and content.startswith(b"PK") else None


def _mathprog(lines: Iterable[str]) -> bool:
    return any(plain_spaces(line).strip().startswith(("data;", "param ", "set ", "var ")) for line in lines)
