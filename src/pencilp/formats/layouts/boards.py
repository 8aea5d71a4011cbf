"""Reads a puzzle in any layout. Finds all readings that fit, and refuses a text with two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations, product
from math import isqrt
from typing import Any, NamedTuple

from pencilp.board.layers import SIDES, Layer
from pencilp.board.layers.places import InRooms
from pencilp.board.layers.values import CAGES
from pencilp.board.puzzle import Puzzle
from pencilp.errors import InputError
from pencilp.formats.layouts import (
    between,
    blanks,
    frames,
    headers,
    keys,
    lists,
    markup,
    prose,
    ruled,
    run_frames,
    signs,
    tables,
)
from pencilp.formats.layouts.blanks import Cells
from pencilp.formats.layouts.nonogram_files import plain_rows
from pencilp.formats.layouts.rows import (
    Row,
    Segment,
    as_lines,
    cell_layers,
    has_quotes,
    is_remark,
    line_layer,
    plain_layer,
    rows_of,
    segments,
)
from pencilp.formats.layouts.split import is_heading, solved_line
from pencilp.formats.layouts.title import Title, is_numbered, title_of
from pencilp.formats.remarks import LAYOUT, NO_EMPTY_CELL, PROSE
from pencilp.formats.text import text as plain
from pencilp.formats.text.reading import read_as
from pencilp.formats.text.sections import HEADERS
from pencilp.formats.text.tokens import (
    ALSO_NOTHING,
    NO_CELL,
    NOTHING,
    SEPARATOR,
    Line,
    Quoted,
    Token,
    lines_of_text,
    place_at,
)
from pencilp.formats.text.values import reads, written_as
from pencilp.genres import Genre, find

MAX_READINGS = 200
"""Readings of a text that are tried."""
MAX_OPTIONS = 40
"""Readings of a part of it that are tried."""
MAX_CHARACTERS = 1_000_000
"""Characters of a puzzle that is not a puzzle text."""
MAX_ROWS = 400
"""Lines of a puzzle that is not a puzzle text."""
MIN_FOLDED_SIDE = 4
"""The side of the smallest square in one line."""
REMARKED_SHARE = 0.25
"""A sign on a board without empty cells is remarked on if more than this share of all characters is that sign."""
ROOMS = "room"
"""The kind of values that name the room of a cell."""


class LayoutReading(NamedTuple):
    """A reading of a puzzle or of a part of it.

    ``block`` has the lines of a puzzle text, ``sides`` those with clues outside. ``how`` describes it. ``frame`` says
    that clues stand around the board, ``sure`` that the layout is obvious, and ``blank`` that blanks are empty cells.
    ``label`` names the layer of a grid without a label, if several layers are possible.
    """

    block: list[Line]
    how: str = ""
    sides: tuple[Line, ...] = ()
    frame: bool = False
    sure: bool = False
    blank: bool = False
    label: str = ""


def read(text: str, genre: str | None = None) -> Puzzle:
    """Return the puzzle of a text in any layout; ``genre`` is for a text that names none.

    Raise InputError whose place is line and column, also if two readings are possible.
    """
    if len(text) > MAX_CHARACTERS:
        return _as_text(text, genre)
    text = markup.as_lines_with_tabs(text)
    wrong: InputError | None = None
    strict: Puzzle | None = None
    rest, words = prose.parted(text)
    try:
        strict = _as_text(text, genre)
    except InputError as error:
        wrong = error
        _, format_genre = plain_rows(rows_of(text))
        if words and not format_genre:
            with suppress(InputError):  # then these words are part of the puzzle
                puzzle = read(rest, genre)
                puzzle.notes[PROSE] = words
                return puzzle
    else:
        if words and not prose.are_like_rows(text, rest) and (without := _puzzle_in(rest, genre)) is not None:
            if prose.has_long_words(rest):
                raise InputError(f"{words} may be rows of the board or sentences: write // before sentences", "1:1")
            without.notes[PROSE] = words
            return without
    board = _board(text, genre)
    if board is not None:
        puzzle = board.puzzle(strict, wrong)
        if meant := board.none_empty():
            puzzle.notes[NO_EMPTY_CELL] = meant
        return puzzle
    if strict is None:
        raise wrong or InputError("there is no puzzle in it", "1:1")
    return strict


def _puzzle_in(text: str, genre: str | None) -> Puzzle | None:
    """Return the puzzle of a text in any layout; None if it is none."""
    try:
        return read(text, genre)
    except InputError:
        return None


def _as_text(text: str, genre: str | None) -> Puzzle:
    """Return the puzzle of a puzzle text. Its first line may be missing if ``genre`` is given."""
    if genre is not None:
        block = [*lines_of_text(text)]
        while block and is_remark(Row(block[0][0], " ".join(word for _, word in block[0][1]))):
            block.pop(0)
        if block and not plain.begins_puzzle(" ".join(word for _, word in block[0][1])):
            try:
                return read_as(find(genre), block[0][0], block)
            except InputError:
                if _names_no_genre(block):
                    return plain.read(text)[0]  # raises the error
                raise
    return plain.read(text)[0]


def _names_no_genre(block: list[Line]) -> bool:
    """Return whether the first line is a single word above a layer's name, in the place of a genre."""
    return len(block) > 1 and len(block[0][1]) == 1 and block[0][1][0][1].isalpha() and block[1][1][0][1].endswith(":")


def _board(text: str, genre: str | None) -> _Board | None:
    """Return the board of a text; None if its genre is unknown, or if it has too many lines."""
    rows, format_genre = plain_rows(rows_of(text))
    start = next((i for i, row in enumerate(rows[: MAX_ROWS + 1]) if not _is_above(row, genre)), len(rows))
    rows = rows[start:]
    if not rows or len(rows) > MAX_ROWS or any(row.text.strip() == SEPARATOR for row in rows):
        return None
    first = rows[0].number
    title = title_of(rows[0]) if any(ch.isalpha() for ch in rows[0].text) else None
    if title is not None:
        if genre is not None and title.genre is not find(genre):
            return None
        rows = rows[1:]
    elif named := genre or format_genre:
        title = Title(find(named))
    else:
        return None
    if format_genre:
        typed = {row.number: row.text for row in rows}
        text = "\n".join(typed.get(number, "") for number in range(1, max(typed, default=0) + 1))
    rows, solution = solved_line(rows, title.genre)
    return _Board(title, rows, text, first, solution)


def _is_above(row: Row, genre: str | None) -> bool:
    """Return whether a line above a board is blank, a remark, or the number of the puzzle."""
    says_nothing = is_remark(row) or (genre is not None and (is_numbered(row.text) or is_heading(row.text)))
    return row.blank or (says_nothing and title_of(row) is None)


class _Board:
    """The lines of a puzzle below its title."""

    def __init__(self, title: Title, rows: list[Row], text: str, first: int, solution: Line | None) -> None:
        self.title, self.genre, self.first = title, title.genre, first
        self.plain: dict[int, list[Token]] = {}
        with suppress(InputError):  # it is raised for the puzzle text, unless there is another reading
            self.plain = dict(lines_of_text(text))
        found, self.answer = segments(self.genre, rows)
        self.outside = line_layer(self.genre)
        found, self.keyed_layer = _with_values_below_rooms(self.genre, found)
        self.segments = [each._replace(rows=headers.without_names(each.rows, self.outside)) for each in found]
        self.names_left_out = self.segments != found
        self.solution = solution
        self.given = {segment.name for segment in self.segments}

    # -- which reading

    def puzzle(self, strict: Puzzle | None, wrong: InputError | None) -> Puzzle:
        """Return the only puzzle that the text can be.

        ``strict`` is its reading as a puzzle text, ``wrong`` the error of that reading. Raise InputError if there is no
        puzzle, or more than one.
        """
        self._refuse_unnamed_rooms()
        blank = self._has_blank_cells()
        drawn = self._drawn() or self._tabled_rooms()
        if self.names_left_out:
            strict = None
        elif strict is not None and not blank and not drawn and next(self._cornered(), None) is None:
            return strict
        words = strict
        if (blank and not self._one_length()) or drawn:
            # the columns of the words matter, so the puzzle text is not one of the readings
            strict = None
        found: list[tuple[LayoutReading, Puzzle]] = []
        if strict is not None:
            found.append((LayoutReading([], f"{strict.lattice.rows} rows of {strict.lattice.cols} cells"), strict))
        sure: InputError | None = None
        first: InputError | None = None
        for laid in islice(self._readings(), MAX_READINGS):
            if strict is not None and not (laid.frame or laid.blank):
                continue
            try:
                puzzle = self._checked(laid)
            except InputError as error:
                sure = sure or (error if laid.sure else None)
                first = first or error
            else:
                if all(puzzle != other for _, other in found):
                    found.append((laid, puzzle))
        framed = [each for each in found if each[0].frame]
        if len(framed) == 1 and self.outside is not None and not self.outside.optional:
            # a puzzle of this genre always has clues outside
            found = framed
        if len(found) > 1:
            raise self._ambiguous(found[0][0], found[1][0])
        if found:
            laid, puzzle = found[0]
            if laid.frame and words is not None:
                puzzle.notes[LAYOUT] = laid.how
            return puzzle
        if drawn and words is not None and not self._drawn_rooms():
            return words
        if blank:
            raise InputError("a blank may be an empty cell here: write . for every empty cell", self._place)
        # the first line of a puzzle text has only the genre, so that error does not help
        wrong = first or wrong if self.title.more else wrong
        raise sure or wrong or InputError("there is no puzzle in it", self._place)

    def _refuse_unnamed_rooms(self) -> None:
        """Raise InputError if rows of rooms have no names, or if an empty line divides them and an answer seems to follow."""
        for segment, layer in self._grids():
            if layer is None or layer.value.kind != ROOMS:
                continue
            empty = [i for i, row in enumerate(segment.rows) if row.blank]
            if len(empty) == 1 and 2 * empty[0] + 1 == len(segment.rows):
                below = segment.rows[empty[0] + 1 :]
                words = [word for row in below for _, word in row.tokens()]
                if _name_no_rooms(words):
                    says = "an empty line ends the rooms: write 'answer:' or a layer's name above the next rows"
                    raise InputError(says, place_at(below[0].number))
            named = any(ch.isalnum() for row in segment.rows for ch in row.text)
            if not segment.name and not named and not ruled.are_ruled(segment.rows):
                raise InputError("these rows name no rooms", place_at(segment.rows[0].number))

    def _ambiguous(self, one: LayoutReading, other: LayoutReading) -> InputError:
        """Return the error for a text with two readings."""
        if one.label != other.label:
            return InputError(
                f"this may be {one.label} or {other.label}: write its name above it, such as {one.label}:", self._place
            )
        if one.frame or other.frame:
            layer = plain_layer(self.genre)
            label = f"'{layer.name}:' above the board, or " if layer is not None and layer.on == "cells" else ""
            advice = f"write {label}clues outside behind 'top', 'left' and so on"
        elif one.blank or other.blank:
            advice = "write . for every empty cell"
        else:
            advice = "write the cells with blanks between them, and . for an empty one"
        return InputError(f"this may be {one.how} or {other.how}: {advice}", self._place)

    @property
    def _place(self) -> str:
        """The place where the board begins."""
        rows = [row for segment in self.segments for row in segment.rows if not row.blank]
        return place_at(rows[0].number if rows else self.first)

    def _checked(self, laid: LayoutReading) -> Puzzle:
        """Return the puzzle of a reading.

        Raise InputError if it is not one, or if its size is not that of the title.
        """
        puzzle = read_as(self.genre, self.first, laid.block)
        size, titled = (puzzle.lattice.rows, puzzle.lattice.cols), self.title.size
        if titled is not None and sorted(size) != sorted(titled):
            has = f"the board has {size[0]} rows of {size[1]} cells"
            raise InputError(f"{has}, and the first line says {titled[0]}x{titled[1]}", self._place)
        return puzzle

    def none_empty(self) -> str:
        """Return the meaning of frequent signs that people write for empty cells, for a remark.

        "" if there are none, or if the board has empty cells.
        """
        if len(self.segments) != 1:
            return ""
        for segment, layer in self._grids():
            if layer is None or layer.on != "cells" or layer.value.kind == ROOMS:
                continue
            signs_there = Counter(ch for row in segment.rows for ch in row.text if not ch.isspace())
            meant = {"?": "? is an unknown clue", NO_CELL: f"{NO_CELL} is no cell"}
            there = [sign for sign in meant if signs_there[sign] > REMARKED_SHARE * signs_there.total()]
            if there and not signs_there.keys() & signs.empties(layer):
                return " and ".join(meant[sign] for sign in there)
        return ""

    # -- what the lines are

    def _grids(self) -> Iterator[tuple[Segment, Layer[Any] | None]]:
        """Yield the segments whose rows are a grid, each with its layer."""
        for segment in self.segments:
            layer = self.genre.inputs.get(segment.name) if segment.name else plain_layer(self.genre)
            if segment.rows and (not segment.name or (layer is not None and written_as(layer) == "grid")):
                if layer is not None and layer.value.kind == ROOMS and (found := keys.parted(segment.rows)):
                    segment = segment._replace(rows=found[0])
                if segment.rows:
                    yield segment, layer

    def _has_blank_cells(self) -> bool:
        """Return whether blanks are empty cells in some grid. Below ``size:`` and ``board:`` they mean "no cell"."""
        if self.given & {"size", "board"}:
            return False
        return any(self._blank(segment.rows, layer) for segment, layer in self._grids())

    def _blank(self, rows: list[Row], layer: Layer[Any] | None) -> bool:
        """Return whether blanks are empty cells in the rows of a layer.

        They are not if each cell needs a value, or if a row is a label.
        """
        return (
            layer is not None
            and written_as(layer) == "grid"
            and not layer.value.missing
            and not (layer.value.kind == ROOMS and blanks.are_parted(rows))
            and not any(row.text.rstrip().endswith(":") for row in rows)
            and not self._plain_to_see(rows, layer)
            and blanks.mean_cells(rows, signs.empties(layer))
            and not tables.readings(rows)
        )

    def _drawn(self) -> bool:
        """Return whether lines are drawn in some grid."""
        return any(
            ruled.are_ruled(segment.rows) and self._plain_to_see(segment.rows, layer)
            for segment, layer in self._grids()
        )

    def _drawn_rooms(self) -> bool:
        """Return whether some rooms are drawn as lines around cells. Read as text, the words could name rooms."""
        layers = [(segment.rows, layer) for segment, layer in self._grids() if layer is not None]
        return any(layer.value.kind == ROOMS and ruled.are_ruled(rows) for rows, layer in layers)

    def _tabled_rooms(self) -> bool:
        """Return whether some rooms are a table. Read as text, the separators could name rooms."""
        layers = [(segment.rows, layer) for segment, layer in self._grids() if layer is not None]
        return any(layer.value.kind == ROOMS and bool(tables.readings(rows)) for rows, layer in layers)

    def _one_length(self) -> bool:
        """Return whether all rows of each grid have the same number of words, and more than one."""
        for segment, _ in self._grids():
            counts = {len(row.tokens()) for row in segment.rows}
            if len(counts) > 1 or counts == {1}:
                return False
        return True

    def _plain_to_see(self, rows: list[Row], layer: Layer[Any] | None) -> bool:
        """Return whether rows are obviously lists, or have lines around their cells."""
        if lists.are_lists(rows):
            return True
        # any word may name a room, also a bar
        known = layer is not None and layer.value.kind != ROOMS and any(reads(layer, sign) for sign in "|+")
        return ruled.are_ruled(rows) and not known

    # -- all readings

    def _readings(self) -> Iterator[LayoutReading]:
        """Yield the readings of all lines."""
        options = [list(islice(self._options(segment), MAX_OPTIONS)) for segment in self.segments]
        for extra in self._of_title():
            for parts in product(*options):
                block = [*extra, *(line for laid in parts for line in laid.block)]
                sides = [line for laid in parts for line in laid.sides]
                if sides and self.outside is not None:
                    block += [(sides[0][0], [(0, f"{self.outside.name}:")]), *sides]
                block += [(row.number, self.plain[row.number]) for row in self.answer if row.number in self.plain]
                block += self._solved()
                yield LayoutReading(
                    block,
                    " and ".join(laid.how for laid in parts if laid.how) or "a board as it stands",
                    frame=any(laid.frame for laid in parts),
                    sure=any(laid.sure for laid in parts),
                    blank=any(laid.blank for laid in parts),
                    label=next((laid.label for laid in parts if laid.label), ""),
                )

    def _solved(self) -> list[Line]:
        """Return the lines of the answer that follows a board in the same line."""
        if self.solution is None:
            return []
        number, ((at, text),) = self.solution
        side = isqrt(len(text))
        rows = [(number, [(at + i, text[i : i + side])]) for i in range(0, len(text), side)]
        return [(number, [(0, "answer:")]), (number, [(0, f"{next(iter(self.genre.answers))}:")]), *rows]

    def _of_title(self) -> Iterator[list[Line]]:
        """Yield the possible meanings of the title after the genre, as lines of the puzzle."""
        title, number = self.title, self.first
        named: list[Line] = []
        if title.name and "name" not in self.given:
            named = [(number, [(0, "name:"), (0, title.name)])]
        counts = [
            layer.name
            for layer in self.genre.inputs.values()
            if layer.on == "board" and layer.value.kind == "number" and layer.value.high != 1  # type: ignore[attr-defined]
        ]
        starts = [named]
        if title.number is not None and counts:
            starts = [[*named, (number, [(0, f"{name}:"), (0, str(title.number))])] for name in counts]
        yield from starts
        size = title.size
        if size is None and title.number:
            size, starts = (title.number, title.number), [named]
        if size is not None and "size" not in self.given:
            for rows, cols in sorted({size, size[::-1]}):
                yield from ([*start, (number, [(0, "size:"), (0, str(rows)), (0, str(cols))])] for start in starts)

    def _options(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield the readings of a segment."""
        rows = segment.rows
        if not segment.name:
            yield from self._unlabelled(segment)
            return
        if segment.name in SIDES:
            yield from self._side(segment)
            return
        label = (segment.line, [(0, f"{segment.name}:"), *segment.inline])
        layer = self.genre.inputs.get(segment.name)
        if layer is None or segment.name in HEADERS:
            yield LayoutReading([(segment.line, self._typed(label)), *self._as_typed(rows)])
        elif layer.on == "lines":
            yield LayoutReading([], sides=tuple(self._as_typed(rows)))
        elif layer.on == "board":
            yield LayoutReading([(segment.line, [*label[1], *(token for row in rows for token in row.tokens())])])
        elif layer.value.kind == ROOMS and rows and not segment.inline and keys.parted(rows) is not None:
            yield from self._keyed(segment, layer)
        elif written_as(layer) == "grid" and rows and not segment.inline:
            yield from (laid._replace(block=[label, *laid.block]) for laid in self._grid(rows, layer))
        else:
            yield LayoutReading([label, *self._as_typed(rows)])

    def _typed(self, line: Line) -> list[Token]:
        """Return the tokens of a line; words in quotes are single tokens."""
        number, tokens = line
        return self.plain.get(number, tokens)

    def _as_typed(self, rows: list[Row]) -> list[Line]:
        """Return rows as lines of a puzzle text."""
        return [(row.number, self._typed((row.number, row.tokens()))) for row in rows if not row.blank]

    def _grid(self, rows: list[Row], layer: Layer[Any]) -> Iterator[LayoutReading]:
        """Yield the readings of the rows of a layer that is written as a grid."""
        sure = self._plain_to_see(rows, layer)
        blank = self._blank(rows, layer)
        # lower-case letters with blanks among them are words, not numbers from 10
        letters = not blank or layer.value.names_only or not any(ch.islower() for row in rows for ch in row.text)
        for cells in self._cells(rows, layer):
            if layer.value.kind == ROOMS and all(word == NOTHING for _, tokens in cells.lines for _, word in tokens):
                continue  # the rooms are drawn as lines
            for each in signs.read(layer, cells, letters=letters) or [cells]:
                yield LayoutReading(each.lines, each.how, sure=sure, blank=blank)

    def _cells(self, rows: list[Row], layer: Layer[Any]) -> list[Cells]:
        """Return the ways to split rows into cells."""
        if lists.are_lists(rows):
            return self._parted(lists.cells_of(rows), layer)
        if self._plain_to_see(rows, layer):
            return [each for cells in ruled.readings(rows).cells for each in self._parted(cells, layer)]
        square = self.genre.equal_sides
        result = tables.readings(rows, square=square and layer.on == "cells")
        if result:
            return result
        if has_quotes(rows):
            return [Cells(self._as_typed(rows))]
        if self._blank(rows, layer):
            lines = as_lines(rows)
            if self.title.size is None and blanks.may_lack_blanks(rows):
                return []
            # blanks may separate groups of cells
            grouped = self._parted(Cells.of(lines), layer)[1:] if all(len(words) > 1 for _, words in lines) else []
            return [*blanks.readings(rows, self._sizes(layer), square=square), *grouped]
        return self._parted(Cells.of(as_lines(rows)), layer)

    def _sizes(self, layer: Layer[Any]) -> set[tuple[int, int]] | None:
        """Return the possible sizes of a layer's grid; None if the title does not give the board's size."""
        size, more = self.title.size, int(layer.on == "corners")
        return None if size is None else {(r + more, c + more) for r, c in (size, size[::-1])}

    def _parted(self, cells: Cells, layer: Layer[Any]) -> list[Cells]:
        """Return the readings of cells: as they are, and with a cell for each character.

        The second needs rows that are words of one length, or one row that is a square.
        """
        tokens = [word for _, row in cells.lines for _, word in row]
        if any(len(row) > 1 for _, row in cells.lines) and (len({*map(len, tokens)}) > 1 or len(cells.lines) < 2):
            # all groups of characters have one length
            return [cells]
        lengths = {sum(len(word) for _, word in row) for _, row in cells.lines}
        if (
            not layer.value.packs
            or any(isinstance(word, Quoted) for word in tokens)
            or len(lengths) != 1
            or all(len(word) == 1 for word in tokens)
        ):
            return [cells]
        lines = [(n, [(at + i, ch) for at, word in row for i, ch in enumerate(word)]) for n, row in cells.lines]
        if len(lines) > 1:
            return [cells, Cells.of(lines)]
        number, characters = lines[0]
        side = isqrt(len(characters))
        return [
            cells,
            *(
                Cells.of([(number, characters[at : at + cols]) for at in range(0, len(characters), cols)])
                for rows, cols in self._sizes(layer) or {(side, side)}
                if rows * cols == len(characters) and rows >= MIN_FOLDED_SIDE
            ),
        ]

    # -- lines below no label

    def _unlabelled(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield the readings of lines without a label: a grid, perhaps with clues around it, or several layers."""
        layer = plain_layer(self.genre)
        if layer is None and self.given & {*self.genre.inputs}:
            for other in self._left():
                yield from (each._replace(label=other.name) for each in self._labelled(segment, other))
        elif layer is not None and written_as(layer) == "grid":
            yield from self._labelled(segment, layer)
        else:
            yield LayoutReading(self._as_typed(segment.rows))
        yield from self._framed(segment)
        yield from self._walled(segment)
        yield from self._several(segment)
        yield from self._signed(segment)
        rooms = [
            layer for layer in cell_layers(self.genre) if layer.value.kind == ROOMS and layer.name not in self.given
        ]
        if rooms and keys.parted(segment.rows) is not None:
            yield from self._keyed(segment, rooms[0])

    def _left(self) -> list[Layer[Any]]:
        """Return the layers that a grid without a label may be, if others have labels: rooms if these have none."""
        left = [each for each in cell_layers(self.genre) if each.name not in self.given and written_as(each) == "grid"]
        rooms = [each for each in left if each.value.kind == ROOMS and not each.optional]
        return rooms or [each for each in left if each.value.kind != ROOMS]

    def _labelled(self, segment: Segment, layer: Layer[Any]) -> Iterator[LayoutReading]:
        """Yield the readings of the rows of a segment as a grid of a layer, with its label."""
        label = (segment.line, [(0, f"{layer.name}:")])
        yield from (laid._replace(block=[label, *laid.block]) for laid in self._grid(segment.rows, layer))

    def _cornered(self) -> Iterator[LayoutReading]:
        """Yield the readings of grids without a label as boards in a frame with empty corners."""
        for segment, _ in self._grids():
            if not segment.name:
                yield from self._framed(segment, cornered=True)

    def _framed(self, segment: Segment, *, cornered: bool = False) -> Iterator[LayoutReading]:
        """Yield the readings of a grid with clues around it; with ``cornered`` only those with empty corners."""
        outside = self.outside
        if outside is None or outside.name in self.given or self.given & {*SIDES}:
            return
        inner = self._inside()
        every: list[frames.Framed] = []
        for cells in self._with_frame(segment.rows, inner or outside):
            full = len({len(tokens) for _, tokens in cells.lines}) == 1
            found = frames.readings(cells.lines, outside, square=self.genre.equal_sides)
            if cornered:
                found = [framed for framed in found if full and framed.has_corner]
            else:
                found += frames.without_cells(cells.lines, outside) + run_frames.readings(cells.lines, outside)
            every += found
        # a row of clues that is shorter than the others has blank corners; clues that count may be names of rows and columns
        short = [framed for framed in every if framed.blank_corners and not framed.counts]
        for framed in short or every:
            yield from self._in_frame(segment.line, framed, inner)

    def _with_frame(self, rows: list[Row], layer: Layer[Any]) -> list[Cells]:
        """Return the ways to split a board with clues around it into cells."""
        if self._plain_to_see(rows, layer):
            return [cells for cells in self._cells(rows, layer) if cells.lines]
        result = [*tables.readings(rows), *self._parted(Cells.of(as_lines(rows)), layer)]
        words = [[word for _, word in row.tokens()] for row in rows]
        packed = max(map(len, words)) == 1 or any(
            len(word) > 1 and {*word} & signs.empties(layer) for row in words for word in row
        )
        if len({*map(len, words)}) > 1 or (packed and len({len(row.text.strip()) for row in rows}) > 1):
            signed = any({*word} & signs.empties(layer) for row in words for word in row)
            result += blanks.readings(rows, steps=(1, 2) if not signed else (1,) if packed else (2,))
        return result

    def _inside(self) -> Layer[Any] | None:
        """Return the layer of the cells of a board with clues around it; None if there is none, or several."""
        layer = plain_layer(self.genre)
        if layer is not None:
            return layer if layer.on == "cells" else None
        needed = [each for each in cell_layers(self.genre) if not each.optional]
        return needed[0] if len(needed) == 1 else None

    def _in_frame(self, line: int, framed: frames.Framed, inner: Layer[Any] | None) -> Iterator[LayoutReading]:
        """Yield the readings of a board in a frame, by the values that its cells may have."""
        outside = self.outside
        assert outside is not None
        sides = tuple(
            (
                framed.numbers[side],
                [(0, frames.target(side, outside)), *((at, frames.clue(outside, word)) for at, word in tokens)],
            )
            for side, tokens in framed.clues.items()
        )
        if framed.filled and inner is not None:
            label = (line, [(0, f"{inner.name}:")])
            for each in signs.read(inner, Cells(framed.inside, framed.how)):
                yield LayoutReading([label, *each.lines], each.how, sides, frame=True)
        elif not framed.filled:
            size = [(0, "size:"), (0, str(len(framed.inside))), (0, str(len(framed.inside[0][1])))]
            yield LayoutReading([(line, size)] if "size" not in self.given else [], framed.how, sides, frame=True)

    def _walled(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield readings of rooms that are drawn as lines, with the values in their cells."""
        if lists.are_lists(segment.rows) or not ruled.are_ruled(segment.rows):
            return
        found = ruled.readings(segment.rows)
        layers = [layer for layer in cell_layers(self.genre) if layer.name not in self.given]
        rooms = [layer for layer in layers if layer.value.kind == ROOMS]
        if not found.rooms or len(rooms) != 1:
            return
        walls = [(segment.line, [(0, f"{rooms[0].name}:")]), *found.rooms]
        for cells in found.cells:
            if all(word == NOTHING for _, tokens in cells.lines for _, word in tokens):
                yield LayoutReading(walls, cells.how, sure=True)
                continue
            for layer in layers:
                if layer is not rooms[0]:
                    label = (segment.line, [(0, f"{layer.name}:")])
                    for each in signs.read(layer, cells):
                        yield LayoutReading([*walls, label, *each.lines], f"{each.how} with {layer.name}", sure=True)

    def _several(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield readings of grids between blank lines, one for each of several layers."""
        grids: list[list[Row]] = [[]]
        for row in segment.rows:
            if not row.blank:
                grids[-1].append(row)
            elif grids[-1]:
                grids.append([])
        grids = [grid for grid in grids if grid]
        layers = [layer for layer in cell_layers(self.genre) if layer.name not in self.given]
        if not 1 < len(grids) <= len(layers):
            return
        for some in permutations(layers, len(grids)):
            if any(_has_gaps(grid) for grid, layer in zip(grids, some, strict=True) if layer.value.missing):
                continue
            ways = [
                [
                    [(grid[0].number, [(0, f"{layer.name}:")]), *each.lines]
                    for cells in self._cells(grid, layer)
                    for each in signs.read(layer, cells, letters=False)
                ]
                for grid, layer in zip(grids, some, strict=True)
            ]
            for way in product(*ways):
                yield LayoutReading([line for part in way for line in part], " and ".join(layer.name for layer in some))

    def _signed(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield the reading of cells with signs between them."""
        marks = [layer for layer in self.genre.inputs.values() if between.takes_signs(layer)]
        layers = [layer for layer in cell_layers(self.genre) if layer.value.kind == "number"]
        signed = between.reading(segment.rows) if len(marks) == len(layers) == 1 else None
        if signed is not None:
            marked = [(segment.line, [(0, f"{marks[0].name}:")]), *signed.signs]
            for each in signs.read(layers[0], Cells.of(signed.cells)):
                block = [(segment.line, [(0, f"{layers[0].name}:")]), *each.lines, *marked]
                yield LayoutReading(block, f"{each.how} with signs between them", sure=True)

    def _keyed(self, segment: Segment, rooms: Layer[Any]) -> Iterator[LayoutReading]:
        """Yield readings of rooms with a list of names and values below them."""
        layers = [layer for layer in cell_layers(self.genre) if layer.name not in self.given]
        values = [each for each in layers if isinstance(each.place, InRooms) and each.place.of == rooms.name]
        if rooms.value.way == CAGES:
            values += [each for each in layers if each.value.kind != ROOMS and reads(each, "1")][:1]
        values.sort(key=lambda layer: layer.name != self.keyed_layer)
        if not values:
            raise InputError(f"{self.genre.name} has no values of whole rooms", self._place)
        found = keys.parted(segment.rows)
        for cells in self._cells(found[0], rooms) if found and found[0] else ():
            assert found is not None
            if len({len(tokens) for _, tokens in cells.lines}) == 1 and len(cells.lines[0][1]) > 1:
                block = [(segment.line, [(0, f"{rooms.name}:")]), *cells.lines]
                block += [(segment.line, [(0, f"{values[0].name}:")]), *keys.in_first_cells(cells.lines, found[1])]
                yield LayoutReading(block, f"{cells.how} with {values[0].name}", sure=True)

    # -- clues outside

    def _side(self, segment: Segment) -> Iterator[LayoutReading]:
        """Yield the readings of the clues of one side."""
        assert self.outside is not None
        side = (0, segment.name)
        rows = [row for row in segment.rows if not row.blank]
        if segment.inline and segment.inline[0][1].startswith("["):
            behind = "".join(" " * (at - before) + word for before, at, word in _spaced(segment.inline))
            rows, segment = [Row(segment.line, behind), *rows], segment._replace(inline=[])
        if rows and not segment.inline:
            if lists.are_lists(rows):
                found = [row for _, row in lists.cells_of(rows).lines]
                # a list of lists, or one list with a value for each line
                found = [[token] for token in found[0]] if len(found) == 1 else found
                tokens = [(row[0][0], ",".join(word for _, word in row)) for row in found]
                yield LayoutReading([], sides=((segment.line, [side, *tokens]),))
            elif self.outside.place.single and len(rows) == 1 and len(rows[0].tokens()) > 1:
                yield LayoutReading([], sides=((rows[0].number, [side, *rows[0].tokens()]),))
            else:
                yield LayoutReading([], sides=((segment.line, [side]), *self._as_typed(rows)))
            return
        yield LayoutReading([], sides=((segment.line, [side, *_grouped(segment.inline)]), *self._as_typed(rows)))


def _with_values_below_rooms(genre: type[Genre], found: list[Segment]) -> tuple[list[Segment], str]:
    """Move the values of rooms that stand below the label of their layer (``clues:``, ``a: 2``) below the rooms.

    Return the segments and the layer's name; the same segments and "" if no layer is written so.
    """
    layers = {each.name: genre.inputs[each.name] for each in found if each.name in genre.inputs}
    rooms = [name for name, layer in layers.items() if layer.value.kind == ROOMS]
    if not rooms and sum(layer.value.kind == ROOMS for layer in cell_layers(genre)) == 1:
        # a grid without a label above the values
        rooms = [each.name for each in found if not each.name]
    for each in found:
        if len(rooms) == 1 and each.name in layers and each.name not in rooms and layers[each.name].on == "cells":
            parted = keys.parted(each.rows)
            if parted is not None and not parted[0] and not each.inline:
                kept = [
                    other._replace(rows=[*other.rows, *each.rows]) if other.name in rooms else other
                    for other in found
                    if other is not each
                ]
                return kept, each.name
    return found, ""


def _name_no_rooms(words: list[str]) -> bool:
    """Return whether most words are signs, as in the answer to a puzzle with rooms."""
    return 2 * sum(not any(map(str.isalnum, word)) for word in words) > len(words)


def _has_gaps(rows: list[Row]) -> bool:
    """Return whether some row has a sign for an empty cell."""
    return any(
        word in (NOTHING, *ALSO_NOTHING) or set(word) & {*ALSO_NOTHING} for row in rows for _, word in row.tokens()
    )


def _spaced(tokens: list[Token]) -> Iterator[tuple[int, int, str]]:
    """Yield the end of the token before, and the column and text of each token."""
    end = 0
    for at, word in tokens:
        yield end, at, word
        end = at + len(word)


def _grouped(tokens: list[Token]) -> list[Token]:
    """Return a token for each line's clues. If only some words end with a comma or a semicolon, those end a line."""
    ends = [word[-1:] for _, word in tokens]
    sign = ";" if ";" in ends else ","
    if sign not in ends[:-1]:
        return tokens
    groups: list[list[Token]] = [[]]
    for at, word in tokens:
        groups[-1].append((at, word.rstrip(sign)))
        if word.endswith(sign):
            groups.append([])
    groups = [group for group in groups if group]
    return [(group[0][0], ",".join(word for _, word in group)) for group in groups]
