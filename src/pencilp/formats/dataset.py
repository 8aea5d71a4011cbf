"""The text of the public dataset: a line of JSON per puzzle, with problem and recorded solution as lines of tokens.

    {"id": "23_8x8", "problem": "8 8\\n- - ...", "solution": "8 8\\nx - ..."}

The dataset has a file for each genre, named after it. Lines that pencilp writes also name their ``genre``, so they can
stand in any file.

The first line of both has rows and columns, and for some genres more (``Header``). Each genre declares the rest
(``Genre.dataset``): first the problem's parts, then the solution's, which begin with the first part of an answer layer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pencilp._util import strict_json
from pencilp._util.decode import lines_of, visible
from pencilp._util.parse_number import digits
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.encodings.lines import Header
from pencilp.encodings.partial_puzzle import DATASET, LineReader, PartialPuzzle
from pencilp.errors import InputError, brief
from pencilp.formats.codecs import margin, parts, puzzle_of_draft
from pencilp.formats.remarks import VARIANT
from pencilp.formats.round_trip import prove
from pencilp.formats.text import text as plain
from pencilp.genres import Genre, find, genre_of, of_dataset


class Record:
    """A line of a file: its number, the puzzle's ``name``, and either the ``puzzle`` or the ``error``."""

    __slots__ = ("error", "line", "name", "puzzle")

    def __init__(self, line: int, name: str, puzzle: Puzzle | None, error: InputError | None) -> None:
        self.line, self.name, self.puzzle, self.error = line, name, puzzle, error


def read_jsonl(text: str, genre: type[Genre] | str | None = None, source: str = "") -> Iterator[Record]:
    """Yield the puzzles of a file of the dataset one by one. A line with an error does not stop the others.

    Their genre must be ``genre``, if that is given. Otherwise the line names it, or else the name of the file at
    ``source``.
    """
    wanted = find(genre) if isinstance(genre, str) else genre
    for number, line in enumerate(lines_of(text), 1):
        if not line.lstrip("\ufeff").strip():
            continue
        try:
            puzzle = read_line(line, wanted, source)
        except InputError as error:
            _, _, rest = error.where.partition(":")
            place = InputError(error.message, f"{number}:{rest}" if rest else str(number))
            yield Record(number, id_of(line), None, place)
        else:
            yield Record(number, puzzle.name, puzzle, None)


def read_line(line: str, genre: type[Genre] | str | None = None, source: str = "") -> Puzzle:
    """Return the puzzle of one line of a file; the arguments are those of ``read_jsonl``.

    Lines that ``solve`` writes are read as well: their ``text`` is a puzzle text. Raise InputError, whose place is line
    1.
    """
    wanted = find(genre) if isinstance(genre, str) else genre
    try:
        entry = _entry(line)
        if isinstance(entry, dict) and isinstance(entry.get("text"), str) and "problem" not in entry:
            puzzles = plain.read(entry["text"])
            if len(puzzles) > 1:
                raise InputError(f'its "text" holds {len(puzzles)} puzzles; write each into a line of its own')
            return puzzles[0]
        if isinstance(entry, dict) and entry.get("status") == "failed" and "error" in entry:
            raise InputError(f"this record is about a puzzle that could not be read: {entry['error']}")
        if _has_answers_only(entry):
            raise InputError("these are answers without their puzzle; .txt, .xlsx, .pzpr and .jsonl files hold both")
        if isinstance(entry, dict) and not isinstance(entry.get("problem"), str):
            from pencilp.formats.layouts import boards, objects

            laid = objects.as_text(entry, wanted)
            if laid is not None:
                return boards.read(laid[0], laid[1].name)
        if not isinstance(entry, dict) or not isinstance(entry.get("problem"), str):
            raise InputError('a line needs a "problem" or a "grid", and --genre or a "genre"')
        return _read_entry(entry, wanted, source)
    except InputError as error:
        raise error.within("1") from None


def id_of(line: str) -> str:
    """Return the id of a line of a file, even if it holds no puzzle; "" if it has no id."""
    try:
        entry = _entry(line)
    except InputError:
        return ""
    return _name(entry) if isinstance(entry, dict) else ""


def _entry(line: str) -> Any:
    """Return the JSON value of a line. Raise InputError if it is not JSON."""
    try:
        # joined files may each begin with a byte order mark
        return strict_json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        raise InputError("this is no JSON") from None


def _has_answers_only(entry: Any) -> bool:
    """Return whether this is an answer without its puzzle, as ``solve`` writes it."""
    first = entry[0] if isinstance(entry, list) and entry else entry
    return isinstance(first, dict) and "problem" not in first and ("answers" in first or "answer" in first)


def _name(entry: dict[str, Any]) -> str:
    name = entry.get("id", "")
    # JSON can hold half a surrogate pair, which cannot be printed
    return (name if isinstance(name, str) else str(name)[:200]).encode(errors="replace").decode()


def _read_entry(entry: dict[str, Any], wanted: type[Genre] | None, source: str = "") -> Puzzle:
    """Return the puzzle of an entry that has a problem."""
    solution = entry.get("solution") or ""
    if not isinstance(solution, str):
        raise InputError(f'its "solution" is no text, but {brief(solution)}')
    genre = _genre(entry, wanted, source)
    puzzle = read_dataset(entry["problem"], solution, genre, _name(entry))
    if isinstance(entry.get(VARIANT), str):
        puzzle.notes[VARIANT] = entry[VARIANT]
    return puzzle


def _genre(entry: dict[str, Any], wanted: type[Genre] | None, source: str) -> type[Genre]:
    """Return the genre of an entry of a file."""
    said = entry.get("genre")
    if said is None:
        return wanted or genre_of_file(source)
    if not isinstance(said, str):
        raise InputError('its "genre" is no name')
    if wanted is None:
        return _named(said)
    # a user's own genre is compared by its name
    if said != wanted.name and (named := _named(said)) is not wanted:
        raise InputError(f"this is a puzzle of {named.name}, not of {wanted.name}")
    return wanted


def _named(said: str) -> type[Genre]:
    """Return the genre that a line names, by any of its names or by the name of its file in the dataset."""
    try:
        return find(said)
    except InputError as error:
        try:
            return of_dataset(said)
        except InputError:
            raise error from None


def lacks_genre(line: str) -> bool:
    """Return whether a line of a file is a puzzle that does not name its genre."""
    try:
        entry = _entry(line)
    except InputError:
        return False
    return isinstance(entry, dict) and "genre" not in entry and "text" not in entry and not _has_answers_only(entry)


def genre_of_file(name: str) -> type[Genre]:
    """Return the genre called ``name``, or the one that a file is named after (Kuromasu.jsonl is kurodoko)."""
    stem = Path(name).stem
    try:
        return of_dataset(stem)
    except InputError:
        raise InputError(f"its name says no genre ({stem[:40]!r} is none): name the genre by --genre") from None


def read_dataset(problem: str, solution: str, genre: type[Genre], name: str = "", *, answered: bool = True) -> Puzzle:
    """Return the puzzle of a problem's text, with the recorded solution as its answer if that is not empty.

    Without ``answered``, only the true number of rows is taken from the solution. Raise InputError naming the line (of
    the solution: "solution line").
    """
    stated, solved = halves(genre)
    lines, header, rows, cols = _lines(problem)
    rows = _true_rows(rows, solution)
    draft = PartialPuzzle(genre, rows, cols, margin(stated))
    reader = LineReader(lines, DATASET, first=2)
    reader.header = header
    for part in stated:
        part.read(reader, draft)
    _end(reader)
    if reader.header:
        raise InputError(f"{reader.header[0][:20]!r} means nothing here", "line 1")
    if answered and solution.strip() and solved:
        try:
            lines, _, rows, cols = _lines(solution)
            around = 2 * max(part.uncounted for part in solved)
            if (_true_rows(rows, solution) + around, cols + around) != (draft.height, draft.width):
                raise InputError(f"{rows} {cols} is not the problem's size", "line 1")
            reader = LineReader(lines, DATASET, first=2)
            for part in solved:
                part.read(reader, draft)
        except InputError as error:
            raise error.within("solution") from None
    return puzzle_of_draft(draft, name)


def size_of(problem: str, solution: str) -> tuple[int, int]:
    """Return the rows and columns of a puzzle without reading it. Raise InputError if the text does not state them."""
    _, _, rows, cols = _lines(problem)
    return _true_rows(rows, solution), cols


def halves(genre: type[Genre]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the problem's and the solution's parts."""
    found = parts(genre, "dataset")
    cut = next((i for i, part in enumerate(found) if any(n in genre.answers for n in part.layers())), len(found))
    return found[:cut], found[cut:]


def _lines(text: str) -> tuple[list[str], list[str], int, int]:
    """Return the lines below the first, the rest of the first line after its two numbers, rows and columns."""
    lines = visible(text).replace("\r", "").split("\n")
    first = lines[0].split()
    rows, cols = (digits(n) for n in first[:2]) if len(first) > 1 else (None, None)
    if rows is None or cols is None:
        raise InputError(f"the first line must say rows and columns, not {lines[0]!r}", "line 1")
    return lines[1:], first[2:], rows, cols


def _true_rows(rows: int, solution: str) -> int:
    """Return the number of rows of the board. Some first lines also count the lines of sections after the solution."""
    if "[" not in solution:
        return rows
    lines = solution.split("\n")[1:]
    section = next((i for i, line in enumerate(lines) if line.startswith("[")), rows)
    return min(rows, max(section, 1))


def _end(reader: LineReader) -> None:
    """Raise InputError if lines of a problem are left, except sections in brackets and the size of its drawing."""
    while reader:
        line = reader.take().strip()
        if line.startswith(("[", "unit ")):
            return
        if line:
            raise reader.error(f"the text goes on after the last cell: {line[:20]!r}")


def write_dataset(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False) -> dict[str, str]:
    """Return a puzzle, and its answer if given, as an entry: ``genre``, ``id``, ``problem`` and ``solution``.

    Raise InputError if its genre has no such text or, without ``lossy``, if that text cannot hold everything.
    """
    entry = entry_of(puzzle, answer)
    genre = genre_of(puzzle)

    def read() -> Puzzle:
        try:
            return _read_entry(entry, genre)
        except InputError as error:
            if not error.where.startswith("solution"):
                raise
            # there are no tokens for, say, a line through a shaded cell, so the entry could not be read
            del entry["solution"]
            return _read_entry(entry, genre)

    prove(puzzle, answer, read, format="dataset lines", notes=(VARIANT,), named=True, lossy=lossy)
    return entry


def entry_of(puzzle: Puzzle, answer: Answer | None = None) -> dict[str, str]:
    """Return the same as ``write_dataset``, without values that the text cannot hold."""
    genre = genre_of(puzzle)
    stated, solved = halves(genre)
    draft = PartialPuzzle.of(puzzle, answer, margin(stated))
    header = [str(draft.height), str(draft.width)]
    for part in stated:
        if isinstance(part, Header):
            header += part.tokens(draft, DATASET)
    first = " ".join(header)
    entry = {
        "genre": genre.name,
        "id": puzzle.name,
        "problem": "\n".join([first, *(s for part in stated for s in part.write(draft, DATASET))]),
    }
    if VARIANT in puzzle.notes:
        entry[VARIANT] = puzzle.notes[VARIANT]
    if answer is not None:
        lines = [line for part in solved for line in part.write(draft, DATASET)]
        around = 2 * max((part.uncounted for part in solved), default=0)
        size = " ".join([str(draft.height - around), str(draft.width - around), *header[2:]])
        entry["solution"] = "\n".join([size, *lines])
    return entry
