"""pzpr v3 texts: a puzzle and the marks of its solver as lines of tokens. ``/`` may stand for the ends of lines.

v:VARIANT        only if the puzzle is marked as a variant
pzprv3           or pzprv3.1
norinori
ROWS
COLUMNS
lines of the genre (``Genre.pzpr``)
"""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.board.layers.values import GROUPS
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.lines import SquareSize, Word
from pencilp.encodings.partial_puzzle import PZPR, LineReader, PartialPuzzle, variant
from pencilp.errors import InputError
from pencilp.formats.codecs import (
    draft_to_write,
    genre_with_id,
    genre_with_word,
    margin,
    parts,
    puzzle_of_draft,
    text_id,
)
from pencilp.formats.remarks import VARIANT
from pencilp.formats.round_trip import prove
from pencilp.genres import genre_of

TRAILERS = ("info:", "history:", "__HISTORY__", "TrialData", "http://", "https://")
"""Beginnings of the lines after a puzzle, with its author, history and the like.

They are kept as a note and not written back.
"""


def read_pzpr(text: str) -> Puzzle:
    """Return the puzzle of a pzpr text with the answer that is drawn in it.

    A text that ends after the size is an empty board. A text that ends before its answer has an empty answer. Raise
    InputError naming the line.
    """
    text = text.lstrip("\ufeff \r\n")
    # the trailers may contain slashes as text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(lines) < 4 or "/" in lines[0]:
        lines = text.replace("\n", "/").split("/")
    end = next((i for i, line in enumerate(lines) if line.startswith(TRAILERS)), len(lines))
    trailer = "\n".join(lines[end:]).strip()
    lines = lines[:end]
    while lines and not lines[-1].strip():
        lines.pop()
    reader = LineReader(lines, PZPR)
    notes = {"trailer": trailer} if trailer else {}
    _take_variant(reader, notes)
    version = reader.peek().strip().removeprefix("pzprv3").removeprefix(".")
    if (
        len(lines) < 3
        or not reader.peek().startswith("pzprv3")
        or not (version == "" or digits(version, 3) is not None)
    ):
        raise InputError(
            "this is no pzpr text: it should begin with lines such as pzprv3, norinori, 5, 5", reader.place()
        )
    reader.version = digits(version) or 0
    reader.take()
    # older versions of pencilp wrote the mark here
    _take_variant(reader, notes)
    place = reader.place()
    try:
        genre = genre_with_id(reader.take().strip())
    except InputError as error:
        raise InputError(error.message, place) from None
    found = parts(genre, "pzpr")
    _take_variant(reader, notes)
    rows = reader.number()
    cols = rows if isinstance(found[0], SquareSize) else reader.number()
    if reader and isinstance(found[0], Word):
        genre = genre_with_word(genre, reader.peek().strip())
        found = parts(genre, "pzpr")
    draft = PartialPuzzle(genre, rows, cols, margin(found))
    draft.notes.update(notes)
    if reader and isinstance(found[0], Word):
        # an empty board may end here
        found[0].read(reader, draft)
        found = found[1:]
    if not reader:
        _empty(draft)
    clues = genre.inputs.keys() if reader else ()
    for part in found:
        if reader or any(name in clues for name in part.layers()):
            part.read(reader, draft)
        else:
            part.missing(draft)
    if reader and reader.peek().strip():
        raise InputError(f"the text goes on after the last cell: {reader.peek()[:20]!r}", reader.place())
    return puzzle_of_draft(draft)


def _take_variant(reader: LineReader, notes: dict[str, str]) -> None:
    """Note the mark of a variant, if the next line is one and none was read yet."""
    if VARIANT not in notes and reader.peek().startswith("v:"):
        notes[VARIANT] = variant(reader.take())


def _empty(draft: PartialPuzzle) -> None:
    """Make the draft an empty board: one room, no clue."""
    for name, layer in draft.genre.inputs.items():
        if layer.value.way in GROUPS and not layer.optional:
            draft.set(name, [0] * len(draft.frame))


def write_pzpr(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False) -> str:
    """Return the pzpr text of a puzzle, with its answer if given.

    Raise InputError if its genre has none or, without ``lossy``, if pzpr texts cannot hold everything.
    """
    genre = genre_of(puzzle)
    found = parts(genre, "pzpr")
    draft = draft_to_write(puzzle, answer, found)
    draft.version = max(part.needs(draft) for part in found)
    lines = [f"pzprv3.{draft.version}" if draft.version else "pzprv3", text_id(genre)]
    if VARIANT in draft.notes:
        lines.insert(0, f"v:{draft.notes[VARIANT]}")
    lines += [str(draft.height)] if isinstance(found[0], SquareSize) else [str(draft.height), str(draft.width)]
    for part in found:
        lines += part.write(draft, PZPR)
    text = "\n".join(lines) + "\n"
    prove(puzzle, answer, lambda: read_pzpr(text), format="pzpr texts", notes=(VARIANT,), lossy=lossy)
    return text
