"""The puzzle text: one plain format for all genres that people can type and read (docs/formats.md)."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING, Any, TypeVar

from pencilp._util.decode import lines_of, visible
from pencilp._util.old_names import present_name
from pencilp._util.parse_number import narrow
from pencilp.board.lattice import NOWHERE, Lattice, SquareLattice
from pencilp.board.layers import SIDES, AnswerLayer, Layer
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import AUTHOR, VARIANT
from pencilp.formats.text.drawings import drawn_answer, looks_drawn, may_be_drawn
from pencilp.formats.text.reading import answer_of, begins, puzzle_of, read_as
from pencilp.formats.text.tokens import (
    COMMENT,
    MAX_TOKENS,
    NO_CELL,
    NOTHING,
    OPEN,
    QUOTE,
    SEPARATOR,
    Line,
    Quoted,
    Section,
    in_quotes,
    is_sign,
    lines_of_text,
    place_at,
    quoted_at,
)
from pencilp.formats.text.values import by_cells, values_of, written_as
from pencilp.genres import Genre, genre_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

DIRECTIONS = ("compass", "published")
"""Names of directions: ``se``, or ``BC`` as in the published article on Second Turn. Both are read."""


def read(text: str) -> list[Puzzle]:
    """Return all puzzles of a text. Raise InputError whose place is line and column ("3:7")."""
    puzzles = []
    block: list[Line] = []
    tokens = 0
    parted: Line | None = None
    typed = lines_of(text)
    for line in lines_of_text(text):
        if len(line[1]) == 1 and is_sign(line[1][0][1], SEPARATOR):
            parted = parted or line
        elif (block and parted is None) or not line[1][0][1].startswith(NO_CELL):
            # a line with # above the genre is a remark
            if block and parted is not None:
                puzzles.append(_ended(block, parted, begins(line), typed))
                block, tokens = [], 0
            parted = None
            block.append(line)
            tokens += len(line[1])
            if tokens > MAX_TOKENS:
                raise InputError(f"a puzzle has no more than {MAX_TOKENS} values", place_at(line[0]))
    if block:
        puzzles.append(_puzzle(block, typed) if parted is None else _ended(block, parted, False, typed))
    if not puzzles:
        raise InputError("there is no puzzle in it", "1:1")
    return puzzles


def may_be_row(above: str) -> bool:
    """Return whether ``---`` below the line ``above`` looks like a row of three cells typed without spaces."""
    return len(above.split()) == 1 and (len(above.strip()) == len(SEPARATOR) or above.rstrip().endswith(":"))


def _puzzle(block: list[Line], typed: list[str]) -> Puzzle:
    """Return the puzzle of some lines, whose answer may be drawn below ``answer:``.

    ``typed`` are all lines of the text as they were typed, up to the end of the puzzle.
    """
    at = next((i for i, (_, tokens) in enumerate(block) if i and _begins_answer(tokens[0][1])), 0)
    rows = typed[block[at][0] :]
    if not at or not may_be_drawn(rows):
        return puzzle_of(block)
    try:
        puzzle = puzzle_of(block[:at])
    except InputError:
        return puzzle_of(block)  # the board's size may be only in the answer
    try:
        puzzle.answer = drawn_answer(rows, puzzle, block[at][0] + 1)
    except InputError as error:
        return _if_typed(lambda: puzzle_of(block), rows, error)
    return puzzle


def _if_typed(read: Callable[[], T], rows: list[str], error: InputError) -> T:
    """Return the result of ``read``, which reads rows that are not a drawing.

    If it fails and they look like a drawing, raise ``error``.
    """
    try:
        return read()
    except InputError:
        if looks_drawn(rows):
            raise error from None
        raise


def _ended(block: list[Line], parted: Line, sure: bool, typed: list[str]) -> Puzzle:
    """Return the puzzle of the lines above a ``---``.

    ``sure`` says that another puzzle begins below. Raise InputError if ``---`` may be a row of the puzzle.
    """
    *_, (_, last) = block
    row = len(last) == 1 and not isinstance(last[0][1], Quoted) and may_be_row(last[0][1])
    says = f"{SEPARATOR} ends a puzzle, but may be a row here: write ... for three empty cells, or leave it out"
    if not sure and len(block) == 1:
        raise InputError(says, place_at(parted[0]))
    puzzle = _puzzle(block, typed[: parted[0] - 1])
    # a layer on corners has one more column than the board
    if not sure and row and puzzle.lattice.cols in (len(SEPARATOR) - 1, len(SEPARATOR)):
        raise InputError(says, place_at(parted[0]))
    return puzzle


def read_answer(text: str, puzzle: Puzzle) -> Answer | None:
    """Return the answer to ``puzzle`` in a text without a puzzle, drawn or not; None for any other text.

    See ``answer_of``.
    """
    block = [*lines_of_text(text)]
    heads = [_begins_answer(tokens[0][1]) for _, tokens in block]
    if not block or any(heads[1:]) or begins(block[0]):
        return None
    first = block[0][0] if heads[0] else 0
    rows = lines_of(text)[first:]
    if not may_be_drawn(rows):
        return answer_of(block, puzzle)
    try:
        return drawn_answer(rows, puzzle, first + 1)
    except InputError as error:
        return _if_typed(lambda: answer_of(block, puzzle), rows, error)


def begins_puzzle(line: str) -> bool:
    """Return whether a line of a text names a genre, as the first of a puzzle does."""
    return any(map(begins, lines_of_text(line)))


def is_separator(line: str) -> bool:
    """Return whether a line of a text separates two puzzles."""
    # a quick test first: almost no line does, and splitting it into words takes long
    if narrow(line.lstrip("\ufeff").lstrip()[: len(SEPARATOR)]) != SEPARATOR:
        return False
    words = [text for _, tokens in lines_of_text(line) for _, text in tokens]
    return len(words) == 1 and is_sign(words[0], SEPARATOR)


def write(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False, directions: str = DIRECTIONS[0]) -> str:
    """Return the puzzle text of a puzzle, with its answer if given.

    ``directions`` are named by the "compass" (``se``), or as "published": by the sides of a cell (``BC``). Raise
    InputError if texts cannot hold everything, unless ``lossy``.
    """
    directions = present_name(directions)
    if directions not in DIRECTIONS:
        raise InputError(f"directions are {' or '.join(DIRECTIONS)}, not {directions!r}")
    text = _whole(puzzle, answer, puzzle.lattice if directions == DIRECTIONS[0] else puzzle.lattice.by_sides)
    _prove(text, puzzle, answer, lossy=lossy)
    return text


def answered(
    text: str, puzzle: Puzzle, answer: Answer | None, *, lossy: bool = False, directions: str = DIRECTIONS[0]
) -> str:
    """Return the text of a puzzle as it was typed, with another answer; see ``write``.

    Remarks below the old answer stay. An old answer with remarks in it stays if the new answer is the same. Otherwise
    raise InputError, unless ``lossy``.
    """
    _, *rest = lines_of_text(text)
    typed = lines_of(text)
    end = next((number - 1 for number, tokens in rest if _begins_answer(tokens[0][1])), len(typed))
    last = len(typed)
    while last > end and (not typed[last - 1].strip() or _is_remark(typed, last - 1, puzzle)):
        last -= 1
    lattice = puzzle.lattice if directions == DIRECTIONS[0] else puzzle.lattice.by_sides
    if not lossy and any(COMMENT in typed[i] or _is_remark(typed, i, puzzle) for i in range(end, last)):
        if answer is not None and answer == puzzle.answer:
            return text.rstrip("\n") + "\n"
        raise InputError("the remarks in its old answer would be lost (--lossy writes the rest)")
    lines = [*typed[:end], *([] if answer is None else _answer(puzzle, answer, lattice)), *typed[last:]]
    text = "\n".join(lines).rstrip("\n") + "\n"
    _prove(text, puzzle, answer, lossy=lossy)
    return text


def has_remarks(text: str, puzzle: Puzzle) -> bool:
    """Return whether the text of ``puzzle`` has remarks."""
    lines = lines_of(text)
    # a written text has the sign only in names and tokens
    if text.count(COMMENT) > write(puzzle, puzzle.answer, lossy=True).count(COMMENT):
        return True
    return any(_is_remark(lines, i, puzzle) for i in range(len(lines)))


def _is_remark(lines: Sequence[str], i: int, puzzle: Puzzle) -> bool:
    """Return whether a line is a remark: without it the text has the same puzzle and answer."""
    line = lines[i].lstrip()
    if not line.startswith(NO_CELL):
        return line.startswith(COMMENT)
    try:
        (again,) = read("\n".join([*lines[:i], *lines[i + 1 :]]))
    except InputError:
        return False
    return again == puzzle


def _begins_answer(token: str) -> bool:
    """Return whether a line that begins with this token is the label of the answer."""
    return token.partition(":")[0].lower() == "answer" and ":" in token and not isinstance(token, Quoted)


def _prove(text: str, puzzle: Puzzle, answer: Answer | None, *, lossy: bool) -> None:
    from pencilp.formats.round_trip import prove

    genre = genre_of(puzzle)
    prove(
        puzzle,
        answer,
        lambda: _read_back(text, genre),
        format="texts",
        notes=(AUTHOR, VARIANT),
        named=True,
        lossy=lossy,
    )


def _read_back(text: str, genre: type[Genre]) -> Puzzle:
    """Return the puzzle of a text that was written for a genre, even for a user's own."""
    lines = lines_of_text(text)
    # remarks may be above the genre
    (number, _), *rest = dropwhile(lambda line: line[1][0][1].startswith(NO_CELL), lines)
    return read_as(genre, number, rest)


def _whole(puzzle: Puzzle, answer: Answer | None, lattice: Lattice) -> str:
    genre = puzzle.genre
    out = [genre.name]
    if puzzle.name:
        out.append(f"name: {_shown_name(puzzle.name)}")
    for header in (AUTHOR, VARIANT):
        if header in puzzle.notes:
            out.append(f"{header}: {_shown_name(puzzle.notes[header])}".rstrip())
    if lattice.shape != "square":
        out.append(f"board: {lattice.shape}")
    body = [part for key, layer in genre.inputs.items() if (part := _written(layer, puzzle[key], lattice))]
    given = [layer for key, layer in genre.inputs.items() if _given(layer, puzzle[key], lattice)]
    shown = any(map(by_cells, given))
    narrow_board = lattice.cols == 1 and any(
        len(word) > 1 for part in body for line in part.split("\n") for word in line.split()
    )
    if (not shown and len(lattice) == lattice.rows * lattice.cols) or (shown and narrow_board):
        # a column of words would be taken for rows without spaces
        out.append(f"size: {lattice.rows} {lattice.cols}")
    elif not shown:
        cells = [
            [NOTHING if (r, c) in lattice.cell_at else NO_CELL for c in range(lattice.cols)]
            for r in range(lattice.rows)
        ]
        out += [*([] if out[-1].startswith("board:") else ["board:"]), *map(" ".join, cells)]
    out += body
    if answer is not None:
        out += _answer(puzzle, answer, lattice)
    return "\n".join(out) + "\n"


def _answer(puzzle: Puzzle, answer: Answer, lattice: Lattice) -> list[str]:
    layers = puzzle.genre.answers.items()
    return ["answer:", *(_written(layer, answer[key], lattice, always=True) for key, layer in layers)]


def _given(layer: Layer[Any], value: Any, lattice: Lattice) -> bool:
    return not layer.optional or value != layer.default(lattice)


def _written(layer: Layer[Any], value: Any, lattice: Lattice, *, always: bool = False) -> str:
    if not always and not _given(layer, value, lattice):
        return ""
    rows = tokens_of(layer, value, lattice)
    form = written_as(layer, lattice)
    if form == "behind the name":
        return f"{layer.name}: {rows[0][0]}"
    if form in ("grid", "directions"):
        width = max(len(token) for row in rows for token in row)
        lines = [" ".join(token.rjust(width) for token in row) for row in rows]
    elif form == "sides":
        single = layer.place.single
        indent = [len(row) == 1 and row[0] in SIDES for row in rows]
        lines = [
            " ".join([row[0].ljust(6), *row[1:]]) if single else f"{'' if side else '  '}{' '.join(row)}"
            for row, side in zip(rows, indent, strict=True)
        ]
    else:
        lines = [" ".join(row) for row in rows]
    return "\n".join([f"{layer.name}:", *lines])


def tokens_of(layer: Layer[Any], value: Any, lattice: Lattice) -> list[list[str]]:
    """Return the tokens of each line of a layer's section; for a layer of the whole board the token after its name."""
    form = written_as(layer, lattice)
    if form == "behind the name":
        return [[_token(layer, value)]]
    if form == "sides":
        return _written_lines(layer, value)
    if form == "row":
        return [[_token(layer, v) for v in value]]
    if form == "places":
        names = lattice.corner_names if layer.on == "corners" else lattice.edge_names
        given = [(name, v) for name, v in zip(names, value, strict=False) if v != layer.value.nothing]
        return [[name, _token(layer, v)] for name, v in given]
    rows, cols = lattice.rows, lattice.cols
    if form == "directions":
        table = lattice.link_to if layer.on == "links" else lattice.cell_edges
        tokens = {position: _compass(table[c], value, lattice) for c, position in enumerate(lattice.positions)}
    elif layer.on == "cells":
        known = {v: _token(layer, v) for v in set(value.listed)}
        tokens = {p: known[v] for p, v in zip(lattice.positions, value.listed, strict=True)}
    else:
        rows, cols = rows + 1, cols + 1
        tokens = {key: _token(layer, v) for key, v in zip(lattice.corner_keys, value, strict=True)}
    return [[tokens.get((r, c), NO_CELL) for c in range(cols)] for r in range(rows)]


def value_of(layer: Layer[Any], lines: list[Line], lattice: Lattice) -> Any:
    """Return the values of a layer from the lines of its section.

    The lines of a layer of the whole board are the tokens after its name.

    Raise InputError whose place is line and column ("3:7").
    """
    section = Section(layer.name, lines[0][0] if lines else 1)
    if written_as(layer, lattice) == "behind the name":
        section.inline = lines[0][1]
    else:
        section.lines = lines
    return values_of(layer, section, lattice)


def token_of(text: str) -> str:
    """Return a text as a token in quotes, as in JSON."""
    quoted = quoted_at(text, 0) if text.startswith(QUOTE) else None
    return quoted if quoted is not None and quoted.width == len(text) else text


def _token(layer: Layer[Any], value: Any) -> str:
    """Return the token of a value."""
    if value is None and isinstance(layer, AnswerLayer):
        return OPEN
    return NOTHING if value is None or value == layer.value.nothing else _shown(layer.token(value), layer)


def _written_lines(layer: Layer[Any], value: Any) -> list[list[str]]:
    lines: list[list[str]] = []
    for side, clues in value.items():
        if not any(clues):
            continue
        if layer.place.single:
            lines.append([side, *(_token(layer, line[0] if line else None) for line in clues)])
        else:
            lines.append([side])
            lines += [[_token(layer, clue) for clue in line] or [NOTHING] for line in clues]
    return lines


def _compass(edges: list[int], values: list[int | None], lattice: Lattice) -> str:
    """Return the directions in which lines leave a cell."""
    around = [(name, values[e]) for name, e in zip(lattice.direction_names, edges, strict=True) if e != NOWHERE]
    if around and all(v is None for _, v in around):
        return OPEN
    parts = [name + (OPEN if v is None else str(v) if v > 1 else "") for name, v in around if v != 0]
    return ("" if lattice.direction_names == SquareLattice.direction_names else "+").join(parts) or NOTHING


def _shown(token: str, layer: Layer[Any]) -> str:
    """Return a token, in quotes if it would otherwise be read as something else."""
    plain = (
        token not in (NOTHING, NO_CELL, SEPARATOR, "", *SIDES)
        and (token != OPEN or not isinstance(layer, AnswerLayer))
        and token.isprintable()
        and narrow(visible(token)) == token
        and " " not in token
        and COMMENT not in token
        and not token.startswith(QUOTE)
        and not token.endswith(":")
    )
    return token if plain else in_quotes(token)


def _shown_name(name: str) -> str:
    """Return a name, in quotes if its words would otherwise be read as something else."""
    tokens = [text for _, line in lines_of_text(f"name: {name}") for _, text in line]
    plain = name.isprintable() and QUOTE not in name and " ".join(tokens[1:]) == name
    return name if plain else in_quotes(name)
