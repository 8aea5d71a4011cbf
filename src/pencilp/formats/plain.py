"""The puzzle text: one plain format for all genres that a person can type and read (docs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast

from pencilp import genres
from pencilp.board.lattice import MOST_CELLS, NOWHERE, SHAPES, Lattice, SquareLattice, hexagonal, square
from pencilp.board.layers import SIDES, AnswerLayer, Layer
from pencilp.board.layers.values import STROKES
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, did_you_mean
from pencilp.formats.proof import prove
from pencilp.genres import Genre, genre_of
from pencilp.numerals import digits, narrow
from pencilp.texts import lines_of

NOTHING = "-"
ALSO_NOTHING = (".", "_")
"""Other signs that people write for nothing; in a layer that has such a sign it is that."""
NO_CELL = "#"
OPEN = "?"
COMMENT = "//"
QUOTE = '"'
WORDS = re.compile("[^ ]+")
SPACES = dict.fromkeys(map(ord, "\t\v\f\u00a0"), " ")
"""What stands for a space."""
HEADERS = ("board", "size", "name")
"""What a puzzle may say of itself besides its layers."""
AMOUNTS = "0123456789?"
"""What may stand behind a direction: how many lines there are, or that this is not decided."""
SEPARATOR = "---"
DIRECTIONS = ("compass", "document")
"""By what directions are called: ``se``, or as in the Second Turn document ``BC``. Both are read."""

MOST_TOKENS = 6 * MOST_CELLS
"""A puzzle with its answer has no more values."""
LONGEST_LINE = 8 * MOST_CELLS
"""Characters: no line of a text is longer."""

Token = tuple[int, str]
"""(column of its first character, text)"""
Line = tuple[int, list[Token]]
"""(line number, tokens)"""


def read(text: str) -> list[Puzzle]:
    """All puzzles of a text. Raises InputError whose place is line and column ("3:7")."""
    puzzles = []
    block: list[Line] = []
    tokens = 0
    for line in _lines(text):
        if len(line[1]) == 1 and _is(line[1][0][1], SEPARATOR):
            if block:
                puzzles.append(_puzzle(block))
            block = []
            tokens = 0
        else:
            block.append(line)
            tokens += len(line[1])
            if tokens > MOST_TOKENS:
                raise InputError(f"a puzzle has no more than {MOST_TOKENS} values", _at(line[0]))
    if block:
        puzzles.append(_puzzle(block))
    if not puzzles:
        raise InputError("there is no puzzle in it", "1:1")
    return puzzles


class Quoted(str):
    """A token that stood in quotes: it means itself, whatever it is. ``width`` is how much room it took."""

    __slots__ = ("width",)
    width: int


def _is(text: str, sign: str) -> bool:
    """Whether a token is one of the text's own signs, not a value in quotes that looks like it."""
    return text == sign and not isinstance(text, Quoted)


def _lines(text: str) -> Iterator[Line]:
    """The lines that say something, as tokens."""
    for number, raw in enumerate(lines_of(text.replace("\ufeff", "")), 1):
        if len(raw) > LONGEST_LINE:
            raise InputError(f"the line has more than {LONGEST_LINE} characters", _at(number))
        line = raw.translate(SPACES)
        # a name stays as it was written
        told = str if line[:5].lower() == "name:" else narrow
        if QUOTE not in line:
            line = told(line)
            # nearly all lines: looking at each character takes longer than all else
            tokens = [(word.start(), word[0]) for word in WORDS.finditer(line.split(COMMENT, 1)[0])]
            if tokens:
                yield number, tokens
            continue
        tokens = []
        at = 0
        while at < len(line) and not line.startswith(COMMENT, at):
            if line[at] == " ":
                at += 1
            elif line[at] == QUOTE and (quoted := _quoted(line, at)) is not None:
                tokens.append((at, quoted))
                at += quoted.width
            else:
                end = min(i for i in (line.find(" ", at), line.find(COMMENT, at), len(line)) if i >= 0)
                tokens.append((at, told(line[at:end])))
                at = end
        if tokens:
            yield number, tokens


def _quoted(line: str, at: int) -> Quoted | None:
    """The token in quotes, as in JSON, that begins at a place of a line and ends before a space; None if there is none."""
    import json

    try:
        value, end = json.JSONDecoder().raw_decode(line, at)
    except ValueError:
        return None
    if end < len(line) and line[end] != " ":
        return None
    result = Quoted(value)
    result.width = end - at
    return result


def _shown(token: str, layer: Layer[Any]) -> str:
    """A token as it is written: in quotes when it would be read as something else."""
    plain = (
        token not in (NOTHING, NO_CELL, SEPARATOR, "", *SIDES)
        and (token != OPEN or not isinstance(layer, AnswerLayer))
        and token.isprintable()
        and narrow(token) == token
        and " " not in token
        and COMMENT not in token
        and not token.startswith(QUOTE)
        and not token.endswith(":")
    )
    return token if plain else _in_quotes(token)


def _in_quotes(text: str) -> str:
    """A text in quotes, as in JSON."""
    import json

    return json.dumps(text, ensure_ascii=not text.isprintable())


def _shown_name(name: str) -> str:
    """A name as it is written: in quotes when its words would be read as something else."""
    tokens = [text for _, line in _lines(f"name: {name}") for _, text in line]
    plain = name.isprintable() and QUOTE not in name and " ".join(tokens[1:]) == name
    return name if plain else _in_quotes(name)


def _at(line: int, column: int = 0) -> str:
    return f"{line}:{column + 1}"


class _Section:
    """A named part of a puzzle: ``name:`` with values behind it or lines of tokens below it."""

    def __init__(self, name: str, line: int) -> None:
        self.name, self.line = name, line
        self.inline: list[Token] = []
        self.lines: list[Line] = []
        self.gaps = False
        """Whether a gap in a row of the grid means that there is no cell, as ``#`` does."""


def _sections(block: list[Line]) -> list[_Section]:
    sections: list[_Section] = []
    for number, tokens in block:
        column, first = tokens[0]
        if first.endswith(":") and len(first) > 1 and column == 0 and not isinstance(first, Quoted):
            section = _Section(first[:-1], number)
            section.inline = tokens[1:]
            sections.append(section)
        elif not sections:
            raise InputError(f"expected the name of a layer and a colon, not {first!r}", _at(number, column))
        else:
            sections[-1].lines.append((number, tokens))
    return sections


def _puzzle(block: list[Line]) -> Puzzle:
    number, tokens = block[0]
    title = " ".join(text for _, text in tokens)
    try:
        genre = genres.find(title.removeprefix("genre:").strip())
    except InputError as error:
        raise InputError(f"the first line must name the genre: {error.message}", _at(number)) from None
    return _read_as(genre, number, block[1:])


def _read_as(genre: type[Genre], number: int, block: list[Line]) -> Puzzle:
    """The puzzle of the lines below its first, which names the genre and has this number."""
    sections = _sections(block)
    names: dict[str, _Section] = {}
    inputs: dict[str, _Section] = {}
    answers: dict[str, _Section] = {}
    into = inputs
    for section in sections:
        layers = _layers(genre, into is answers)
        words = [*HEADERS, *layers, *([] if into is answers else ["answer"])]
        if (name := _known(section.name, words)) is None:
            only = f"only {', '.join(words)}{did_you_mean(section.name.lower(), words)}"
            raise InputError(f"{genre.name} has no layer {section.name!r}, {only}", _at(section.line))
        section.name = name
        if name == "answer" and into is inputs and name not in layers:
            _only_heads(section, genre)
            into = answers
            continue
        # a genre may have a layer called size (of its regions): that is one number, the board's size is two
        header = name in HEADERS and not (name in layers and len(section.inline) == 1)
        target = names if header else into
        if name in target:
            raise InputError(f"{name!r} is there twice", _at(section.line))
        target[name] = section
    inline = [section for name, section in names.items() if name != "board"]
    inline += [section for name, section in inputs.items() if genre.inputs[name].on == "board"]
    _only_inline(inline, genre)
    shape = names["board"].inline[0][1] if "board" in names and names["board"].inline else genre.shapes[0]
    for section in sections:
        # elsewhere a short row is much more likely a slip of the hand
        section.gaps = "size" in names or shape == "hexagonal"
    lattice = _lattice(genre, names, inputs, answers, number)
    values = {name: _values(genre.inputs[name], s, lattice) for name, s in inputs.items()}
    solved = {name: _values(genre.answers[name], s, lattice) for name, s in answers.items()}
    label = " ".join(text for _, text in names["name"].inline) if "name" in names else ""
    try:
        for name, layer in genre.inputs.items():
            if name not in values and not layer.optional and not layer.value.missing:
                # nobody has to write an empty grid; only what cannot be empty must be there
                values[name] = layer.empty(lattice)
        puzzle = Puzzle(genre, lattice, values, name=label)
        genre(puzzle)
        if into is answers:
            puzzle.answer = Answer(puzzle, solved)
    except InputError as error:
        where = next(
            (_at(s.line) for k, s in {**inputs, **answers}.items() if error.where.split(" ")[0] == k), _at(number)
        )
        raise InputError(str(error), where) from None
    return puzzle


def _known(word: str, words: list[str]) -> str | None:
    """Which of ``words`` is meant, in whatever letters it is written; None if none is."""
    return word if word in words else next((known for known in words if known.lower() == word.lower()), None)


def _only_inline(inline: Iterable[_Section], genre: type[Genre]) -> None:
    """Raise InputError when lines stand below a section that has none: a layer's name is missing above them."""
    for section in inline:
        if section.lines:
            line, tokens = section.lines[0]
            perhaps = next((key for key, layer in genre.inputs.items() if layer.on != "board"), None)
            hint = f"; is a line '{perhaps}:' missing above it?" if perhaps else ""
            says = f"{tokens[0][1]!r} is not part of '{section.name}:', all of which stands in one line"
            raise InputError(f"{says}{hint}", _at(line, tokens[0][0]))


def _only_heads(section: _Section, genre: type[Genre]) -> None:
    """Raise InputError when ``answer:`` has values of its own: they stand below it, under the names of the layers."""
    values = [(section.line, *section.inline[0])] if section.inline else []
    values += [(line, *tokens[0]) for line, tokens in section.lines]
    for line, column, text in values:
        raise InputError(
            f"{text!r} is in no layer; a line '{next(iter(genre.answers))}:' stands between 'answer:' and the values",
            _at(line, column),
        )


def _layers(genre: type[Genre], answer: bool) -> dict[str, Any]:
    return genre.answers if answer else genre.inputs  # type: ignore[return-value]


# -- the board ------------------------------------------------------------------------------------------------------


def _lattice(
    genre: type[Genre],
    headers: dict[str, _Section],
    inputs: dict[str, _Section],
    answers: dict[str, _Section],
    first: int,
) -> Lattice:
    """The board that the headers and layers of a puzzle say, which begins in line ``first``."""
    shape = genre.shapes[0]
    if "board" in headers:
        section = headers["board"]
        shape = " ".join(text for _, text in section.inline) or ("" if not section.lines else shape)
        if shape not in SHAPES:
            raise InputError(f"a board is {' or '.join(SHAPES)}, not {shape!r}", _at(section.line))
        if shape not in genre.shapes:
            raise InputError(f"{genre.name} is not played on {shape} boards", _at(section.line))
    make = hexagonal if shape == "hexagonal" else square
    size = None
    if "size" in headers:
        section = headers["size"]
        sizes = [digits(text) for _, text in section.inline]
        if len(sizes) != 2 or None in sizes:
            raise InputError("size: needs two numbers, rows and columns", _at(section.line))
        rows, cols = cast("list[int]", sizes)
        if not (rows > 0 and cols > 0 and rows * cols <= MOST_CELLS):
            raise InputError(f"size: {rows} rows of {cols} cells are not possible", _at(section.line))
        size = (rows, cols)
    outlines = [headers["board"]] if "board" in headers else []
    for known, sections in ((genre.inputs, inputs), (genre.answers, answers)):
        outlines += [section for name, section in sections.items() if _by_cells(known[name])]
    for section in outlines:
        if section.lines:
            grid = _grid(section)
            rows, cols = len(grid), len(grid[0])
            if size is not None and size != (rows, cols):
                has = f"{section.name} has {rows} rows of {cols}"
                raise InputError(f"{has}, not {size[0]} of {size[1]}", _at(section.line))
            holes = [(r, c) for r in range(rows) for c in range(cols) if grid[r][c] is None]
            if len(holes) == rows * cols:
                raise InputError("the board has no cells", _at(section.line))
            if section.name == "board":
                _only_cells(grid)
            return make(rows, cols, holes)
    for name, section in inputs.items():
        if genre.inputs[name].on == "corners" and shape == "square" and section.lines and size is None:
            grid = _grid(section)
            size = (len(grid) - 1, len(grid[0]) - 1)
            if min(size) < 1:
                raise InputError("clues on corners need at least two rows and columns of them", _at(section.line))
    if size is None:
        for name, section in inputs.items():
            if genre.inputs[name].on != "board" and not section.lines:
                raise InputError(f"{name}: its values stand in the lines below it", _at(section.line))
        raise InputError("the board's size is not known: add a line 'size: ROWS COLUMNS'", _at(first))
    return make(*size)


def _only_cells(grid: list[list[tuple[int, int, str] | None]]) -> None:
    """Raise InputError when the outline of a board has more to say than where its cells are."""
    for line, column, text in (entry for row in grid for entry in row if entry is not None):
        if not any(_is(text, sign) for sign in (NOTHING, *ALSO_NOTHING)):
            raise InputError(f"board: {NOTHING} for a cell, {NO_CELL} for none, not {text!r}", _at(line, column))


def _grid(section: _Section) -> list[list[tuple[int, int, str] | None]]:
    """The tokens of a section as rows of equal length, with line and column; None where there is no cell.

    Rows with as many tokens as the longest are read token by token. Where gaps are allowed, shorter rows are read by
    position: each token stands under the tokens of its column.
    """
    width = max(len(tokens) for _, tokens in section.lines)
    if len(section.lines) * width > MOST_CELLS:
        raise InputError("the board is too large", _at(section.line))
    slots: list[tuple[int, int]] = []
    short = next(((number, len(tokens)) for number, tokens in section.lines if len(tokens) != width), None)
    if short is not None:
        slots = _slots(section) if section.gaps else []
        if len(slots) != width:
            many = f"{short[1]} values where others have {width}"
            raise InputError(f"this row has {many} (write # where there is no cell)", _at(short[0]))
    rows = []
    for number, tokens in section.lines:
        row: list[tuple[int, int, str] | None] = [None] * width
        if len(tokens) == width:
            for i, (column, text) in enumerate(tokens):
                row[i] = None if _is(text, NO_CELL) else (number, column, text)
        else:
            for column, text in tokens:
                place = [i for i, (a, b) in enumerate(slots) if column < b and column + _width(text) > a]
                if len(place) != 1 or row[place[0]] is not None:
                    raise InputError(
                        f"this row has {len(tokens)} values where others have {width}, and {text!r} stands under none of "
                        "their columns alone (write # where there is no cell)",
                        _at(number, column),
                    )
                row[place[0]] = None if _is(text, NO_CELL) else (number, column, text)
        rows.append(row)
    return rows


def _width(text: str) -> int:
    """How many characters of its line a token takes."""
    return text.width if isinstance(text, Quoted) else len(text)


def _slots(section: _Section) -> list[tuple[int, int]]:
    """The stretch of character columns that each column of the board takes: spans that overlap are one column."""
    spans = sorted((column, column + _width(text)) for _, tokens in section.lines for column, text in tokens)
    slots: list[tuple[int, int]] = []
    for a, b in spans:
        if slots and a < slots[-1][1]:
            slots[-1] = (slots[-1][0], max(b, slots[-1][1]))
        else:
            slots.append((a, b))
    return slots


# -- the layers -----------------------------------------------------------------------------------------------------


def _by_cells(layer: Layer[Any]) -> bool:
    """Whether a layer is written as a grid with a token for each cell."""
    return layer.on == "cells" or _by_ways(layer)


def _by_ways(layer: Layer[Any]) -> bool:
    """Whether a layer is written cell by cell as the directions in which its lines leave."""
    return layer.on in ("links", "edges") and layer.value.way in STROKES


def written_as(layer: Layer[Any], lattice: Lattice | None = None) -> str:
    """How a layer's values stand in the text: "behind the name", "sides", "row", "grid" (a token for each cell or corner),
    "directions" (for each cell those in which lines leave it), "places" (the name of a place before each value).

    On hexagonal boards corners are told by "places"; without a ``lattice`` the board is one of squares.
    """
    if layer.on in ("board", "lines", "columns", "groups"):
        return {"board": "behind the name", "lines": "sides", "columns": "row", "groups": "row"}[layer.on]
    if _by_ways(layer):
        return "directions"
    squares = lattice is None or lattice.shape == "square"
    return "grid" if layer.on == "cells" or (layer.on == "corners" and squares) else "places"


def _values(layer: Layer[Any], section: _Section, lattice: Lattice) -> Any:
    if layer.on == "board":
        if len(section.inline) != 1 or section.lines:
            raise InputError(f"{section.name}: needs one value behind the colon", _at(section.line))
        column, text = section.inline[0]
        return _parse(layer, text, section.line, column)
    if section.inline:
        column, text = section.inline[0]
        raise InputError(
            f"{section.name}: its values stand in the lines below it, not {text!r}", _at(section.line, column)
        )
    if layer.on == "lines":
        return _line_clues(layer, section, lattice)
    if layer.on in ("columns", "groups"):
        return _row_of_values(layer, section, lattice.cols if layer.on == "columns" else None)
    if layer.on == "corners" and lattice.shape == "square":
        return _corner_values(layer, section, _grid(section) if section.lines else [], lattice)
    if not _by_cells(layer):
        return _listed_values(layer, section, lattice)
    grid = _grid(section) if section.lines else []
    if len(grid) != lattice.rows or (grid and len(grid[0]) != lattice.cols):
        size = f"{len(grid)} rows of {len(grid[0]) if grid else 0}"
        raise InputError(
            f"{section.name} has {size} where the board has {lattice.rows} of {lattice.cols}", _at(section.line)
        )
    cells: list[tuple[int, int, str]] = []
    at = lattice.cell_at
    for r, row in enumerate(grid):
        for c, entry in enumerate(row):
            if (entry is not None) != ((r, c) in at):
                line, column = (entry[0], entry[1]) if entry else (section.lines[r][0], 0)
                has = "a value where the board has no cell" if entry else f"no value at r{r + 1}c{c + 1}"
                raise InputError(f"{section.name} has {has}", _at(line, column))
            if entry is not None:
                cells.append(entry)
    if layer.on == "cells":
        known: dict[Any, Any] = {}
        for line, column, text in cells:
            if (type(text), text) not in known:
                known[type(text), text] = _parse(layer, text, line, column)
        return [known[type(text), text] for _, _, text in cells]
    return _sides(layer, cells, lattice)


def _parse(layer: Layer[Any], text: str, line: int, column: int) -> Any:
    if _is(text, NOTHING):
        return layer.value.nothing
    if _is(text, OPEN) and isinstance(layer, AnswerLayer):
        return None
    try:
        return layer.parse(text)
    except ValueError as error:
        if text in ALSO_NOTHING and not isinstance(text, Quoted):
            return layer.value.nothing
        raise InputError(f"{layer.name}: {error}", _at(line, column)) from None


def _row_of_values(layer: Layer[Any], section: _Section, count: int | None) -> list[Any]:
    """Values in one line, ``count`` of them if that is known."""
    if len(section.lines) != 1 or (count is not None and len(section.lines[0][1]) != count):
        many = "its" if count is None else f"{count}"
        raise InputError(f"{section.name}: needs one line of {many} values", _at(section.line))
    line, tokens = section.lines[0]
    return [_parse(layer, text, line, column) for column, text in tokens]


def _corner_values(layer: Layer[Any], section: _Section, grid: list[Any], lattice: Lattice) -> list[Any]:
    if len(grid) != lattice.rows + 1 or len(grid[0]) != lattice.cols + 1:
        want = f"{lattice.rows + 1} rows of {lattice.cols + 1}"
        raise InputError(
            f"{section.name} has {len(grid)} rows of {len(grid[0]) if grid else 0}, not {want}", _at(section.line)
        )
    result = []
    for row, col in lattice.corner_keys:
        entry = grid[row][col]
        result.append(None if entry is None else _parse(layer, entry[2], entry[0], entry[1]))
    return result


def _listed_values(layer: Layer[Any], section: _Section, lattice: Lattice) -> list[Any]:
    """Values at edges and corners, each behind the name of its place: ``r1c2e 3``."""
    corners = layer.on == "corners"
    places = {
        f"{lattice.names[c]}{named.between(d) if corners else named.direction_names[d]}": i
        for named in (lattice, lattice.by_sides)
        for c, around in enumerate(lattice.cell_corners if corners else lattice.cell_edges)
        for d, i in enumerate(around)
        if i < layer.size(lattice)
    }
    values: dict[int, Any] = {}
    for line, tokens in section.lines:
        for k in range(0, len(tokens), 2):
            (column, name), *rest = tokens[k : k + 2]
            if name not in places:
                kind = "corner" if corners else "edge"
                example = lattice.corner_names[0] if corners else lattice.edge_names[0]
                raise InputError(f"{name!r} is no {kind} of the board, such as {example}", _at(line, column))
            if not rest:
                raise InputError(f"here is no value behind {name}", _at(line, column))
            if places[name] in values:
                raise InputError(f"{name} has a value already", _at(line, column))
            values[places[name]] = _parse(layer, rest[0][1], line, rest[0][0])
    return [values.get(i, layer.value.nothing) for i in range(layer.size(lattice))]


def _line_clues(layer: Any, section: _Section, lattice: Lattice) -> dict[str, list[Any]]:
    """``top: ...`` style groups are written as one line per row or column, sides one after another."""
    result: dict[str, list[Any]] = {}
    side = ""
    for number, tokens in section.lines:
        column, first = tokens[0]
        if first in layer.place.sides and not isinstance(first, Quoted):
            side = first
            if side in result:
                raise InputError(f"{side} is there twice", _at(number, column))
            result[side] = []
            tokens = tokens[1:]
            if not tokens:
                continue
            # a single clue for each line, all in one line of text
            result[side] = [_clues(layer, number, [token]) for token in tokens]
        elif not side:
            raise InputError(
                f"expected one of the sides {', '.join(layer.place.sides)}, not {first!r}", _at(number, column)
            )
        else:
            result[side].append(_clues(layer, number, tokens))
        if len(result[side]) > layer.place.count(side, lattice):
            raise InputError(
                f"{side} has more lines than the board's {layer.place.count(side, lattice)}", _at(number, column)
            )
    for side, lines in result.items():
        if len(lines) != layer.place.count(side, lattice):
            raise InputError(
                f"{section.name}: {side} has {len(lines)} lines where the board has {layer.place.count(side, lattice)}",
                _at(section.line),
            )
    return result


def _clues(layer: Any, line: int, tokens: list[Token]) -> tuple[Any, ...]:
    """The clues among tokens outside the board, where nothing is no clue."""
    parsed = [_parse(layer, text, line, column) for column, text in tokens if not _is(text, NOTHING)]
    return tuple(clue for clue in parsed if clue is not None)


def _sides(layer: Layer[Any], cells: list[tuple[int, int, str]], lattice: Lattice) -> list[int | None]:
    """Lines and borders are written cell by cell as the directions they leave in: ``ew``, ``ne``, ``e2`` for a double one,
    ``e?`` where it is not decided, ``?`` where nothing around the cell is.

    On hexagonal boards directions are joined by ``+``: ``e+sw``.
    """
    table = lattice.link_to if layer.on == "links" else lattice.cell_edges
    values: dict[int, tuple[int | None, int]] = {}
    for cell, (line, column, text) in enumerate(cells):
        found: dict[int, int | None] = {}
        if _is(text, OPEN):
            found = {d: None for d in lattice.directions if table[cell][d] != NOWHERE}
        elif not any(_is(text, sign) for sign in (NOTHING, *ALSO_NOTHING)):
            found = _directions(text, lattice, line, column)
        if None in found.values() and not isinstance(layer, AnswerLayer):
            raise InputError(f"{text!r}: only an answer may be undecided", _at(line, column))
        for d in lattice.directions:
            e = table[cell][d]
            amount = found.get(d, 0)
            if e == NOWHERE:
                if amount != 0:
                    raise InputError(
                        f"{text!r}: there is nothing in direction {lattice.direction_names[d]}", _at(line, column)
                    )
                continue
            if e in values and values[e][0] != amount:
                other = lattice.names[values[e][1]]
                raise InputError(f"{text!r} and its neighbour {other} do not fit together", _at(line, column))
            values[e] = (amount, cell)
    return [values[e][0] for e in range(layer.size(lattice))]


def _directions(text: str, lattice: Lattice, line: int, column: int) -> dict[int, int | None]:
    """For each direction that a token names how many lines there are (None: not decided)."""
    found: dict[int, int | None] = {}
    known = {name: d for names in (lattice.direction_names, lattice.side_names) for d, name in enumerate(names)}
    parts: list[str] = []
    if lattice.shape == "square" and not text[:1].isupper():
        for ch in text:
            if parts and ch in AMOUNTS:
                parts[-1] += ch
            else:
                parts.append(ch)
    else:
        parts = text.split("+")
    for part in parts:
        name = part.rstrip(AMOUNTS)
        amount = part[len(name) :]
        if name not in known or (OPEN in amount and amount != OPEN) or len(amount) > 3:
            raise InputError(
                f"{part!r} in {text!r} is no direction ({', '.join(lattice.direction_names)})", _at(line, column)
            )
        found[known[name]] = None if amount == OPEN else int(amount or 1)
    return found


# -- writing --------------------------------------------------------------------------------------------------------


def write(puzzle: Puzzle, answer: Answer | None = None, *, lossy: bool = False, directions: str = DIRECTIONS[0]) -> str:
    """The puzzle text of a puzzle, with an answer when one is given.

    ``directions`` is what they are called by: "compass" (``se``), or "document": as the Second Turn document calls them, by the
    sides of a cell (``BC``). Raises InputError when texts cannot say all, unless ``lossy``.
    """
    if directions not in DIRECTIONS:
        raise InputError(f"directions are named by {' or '.join(DIRECTIONS)}, not {directions!r}")
    text = _whole(puzzle, answer, puzzle.lattice if directions == DIRECTIONS[0] else puzzle.lattice.by_sides)
    genre = genre_of(puzzle)
    prove(puzzle, answer, lambda: _read_back(text, genre), format="texts", named=True, lossy=lossy)
    return text


def _read_back(text: str, genre: type[Genre]) -> Puzzle:
    """The puzzle of a text that was written for a genre, be it one that only its author knows."""
    first, *rest = _lines(text)
    return _read_as(genre, first[0], rest)


def _whole(puzzle: Puzzle, answer: Answer | None, lattice: Lattice) -> str:
    genre = puzzle.genre
    out = [genre.name]
    if puzzle.name:
        out.append(f"name: {_shown_name(puzzle.name)}")
    if lattice.shape != "square":
        out.append(f"board: {lattice.shape}")
    body = [part for key, layer in genre.inputs.items() if (part := _written(layer, puzzle[key], lattice))]
    given = [layer for key, layer in genre.inputs.items() if _given(layer, puzzle[key], lattice)]
    shown = any(map(_by_cells, given))
    if not shown and len(lattice) == lattice.rows * lattice.cols:
        out.append(f"size: {lattice.rows} {lattice.cols}")
    elif not shown:
        cells = [
            [NOTHING if (r, c) in lattice.cell_at else NO_CELL for c in range(lattice.cols)]
            for r in range(lattice.rows)
        ]
        out += [*([] if out[-1].startswith("board:") else ["board:"]), *map(" ".join, cells)]
    out += body
    if answer is not None:
        out.append("answer:")
        out += [_written(layer, answer[key], lattice, always=True) for key, layer in genre.answers.items()]
    return "\n".join(out) + "\n"


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
    """The lines of a layer's section, token by token; of a layer of the whole board the one token behind its name."""
    form = written_as(layer, lattice)
    if form == "behind the name":
        return [[_token(layer, value)]]
    if form == "sides":
        return _written_lines(layer, value)
    if form == "row":
        return [[_token(layer, v) for v in value]]
    if form == "places":
        names = lattice.corner_names if layer.on == "corners" else lattice.edge_names
        told = [(name, v) for name, v in zip(names, value, strict=False) if v != layer.value.nothing]
        return [[name, _token(layer, v)] for name, v in told]
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
    """The values of a layer that the lines of its section say; of a layer of the whole board those behind its name.

    Raises InputError whose place is line and column ("3:7").
    """
    section = _Section(layer.name, lines[0][0] if lines else 1)
    if written_as(layer, lattice) == "behind the name":
        section.inline = lines[0][1]
    else:
        section.lines = lines
    return _values(layer, section, lattice)


def token_of(text: str) -> str:
    """A text as a token: in quotes, as in JSON, it means itself."""
    quoted = _quoted(text, 0) if text.startswith(QUOTE) else None
    return quoted if quoted is not None and quoted.width == len(text) else text


def _token(layer: Layer[Any], value: Any) -> str:
    """How a value stands in the text."""
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
    """The directions in which lines leave a cell."""
    around = [(name, values[e]) for name, e in zip(lattice.direction_names, edges, strict=True) if e != NOWHERE]
    if around and all(v is None for _, v in around):
        return OPEN
    parts = [name + (OPEN if v is None else str(v) if v > 1 else "") for name, v in around if v != 0]
    return ("" if lattice.direction_names == SquareLattice.direction_names else "+").join(parts) or NOTHING
