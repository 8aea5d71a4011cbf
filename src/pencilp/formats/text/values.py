"""Reads the values of one layer from the lines of its section in a puzzle text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pencilp.board.lattice import MAX_CELLS, NOWHERE, Lattice
from pencilp.board.layers import AnswerLayer, Layer, Stroke
from pencilp.board.layers.values import ALONG, STROKES
from pencilp.errors import InputError
from pencilp.formats.text.tokens import (
    ALSO_NOTHING,
    NO_CELL,
    NOTHING,
    OPEN,
    Line,
    Quoted,
    Section,
    Token,
    is_sign,
    place_at,
    width_of,
)

BETWEEN = ","
AMOUNTS = "0123456789?"
"""The characters after a direction: the number of lines, or ``?`` for undecided."""


def by_cells(layer: Layer[Any]) -> bool:
    """Return whether a layer is written as a grid with a token for each cell."""
    return layer.on == "cells" or by_ways(layer)


def by_ways(layer: Layer[Any]) -> bool:
    """Return whether a layer is written as the directions in which lines leave each cell."""
    return layer.on in ("links", "edges") and layer.value.way in STROKES


def written_as(layer: Layer[Any], lattice: Lattice | None = None) -> str:
    """Return the syntax of a layer's values in a text.

    It is "behind the name", "sides", "row", "grid" (a token for each cell or corner), "directions" (in which lines
    leave each cell) or "places" (the name of a place before each value). Corners of hexagonal boards are "places";
    without a ``lattice`` the board has square cells.
    """
    if layer.on in ("board", "lines", "columns", "groups"):
        return {"board": "behind the name", "lines": "sides", "columns": "row", "groups": "row"}[layer.on]
    if by_ways(layer):
        return "directions"
    squares = lattice is None or lattice.shape == "square"
    return "grid" if layer.on == "cells" or (layer.on == "corners" and squares) else "places"


def values_of(layer: Layer[Any], section: Section, lattice: Lattice) -> Any:
    """Return the values of a layer in a section. Raise InputError whose place is line and column."""
    if layer.on == "board":
        return _whole(layer, section)
    if section.inline:
        column, text = section.inline[0]
        raise InputError(
            f"{section.name}: its values stand in the lines below it, not {text!r}", place_at(section.line, column)
        )
    if layer.on == "lines":
        return _line_clues(layer, section, lattice)
    if layer.on in ("columns", "groups"):
        return _row_of_values(layer, section, lattice.cols if layer.on == "columns" else None)
    if layer.on == "corners" and lattice.shape == "square":
        return _corner_values(layer, section, grid_of(section) if section.lines else [], lattice)
    if not by_cells(layer):
        return _listed_values(layer, section, lattice)
    grid = grid_of(section) if section.lines else []
    if len(grid) != lattice.rows or (grid and len(grid[0]) != lattice.cols):
        if layer.on == "cells":
            _refuse_others(layer, section, lattice)
        size = f"{len(grid)} rows of {len(grid[0]) if grid else 0}"
        raise InputError(
            f"{section.name} has {size} where the board has {lattice.rows} of {lattice.cols}", place_at(section.line)
        )
    cells: list[tuple[int, int, str]] = []
    at = lattice.cell_at
    for r, row in enumerate(grid):
        for c, entry in enumerate(row):
            if entry is None and (r, c) in at and len(section.lines[r][1]) == lattice.cols and _shades(layer):
                line, tokens = section.lines[r]
                entry = (line, *tokens[c])
            if (entry is not None) != ((r, c) in at):
                raise _misplaced(layer, section, entry, (r, c), lattice.cols)
            if entry is not None:
                cells.append(entry)
    if layer.on == "cells":
        known: dict[Any, Any] = {}
        for line, column, text in cells:
            if (type(text), text) not in known:
                known[type(text), text] = _value_in(layer, section, text, line, column)
        return [known[type(text), text] for _, _, text in cells]
    if (
        isinstance(layer, AnswerLayer)
        and isinstance(layer.value, Stroke)
        and (layer.value.way, layer.value.most) == (ALONG, 1)
        and layer.on == "links"
        and _named_regions(cells, lattice)
    ):
        return _parted(cells, lattice)
    return _sides(layer, cells, lattice)


def _shades(layer: Layer[Any]) -> bool:
    """Return whether ``#`` means a shaded cell, as people draw an answer, if the board has a cell there."""
    return isinstance(layer, AnswerLayer) and reads(layer, NO_CELL)


def _misplaced(
    layer: Layer[Any], section: Section, entry: tuple[int, int, str] | None, place: tuple[int, int], width: int
) -> InputError:
    """Return the error for a value without a cell, or a cell without a value, in a grid ``width`` tokens wide."""
    if entry is not None:
        return InputError(f"{section.name} has a value where the board has no cell", place_at(entry[0], entry[1]))
    row, col = place
    name = f"r{row + 1}c{col + 1}"
    line, tokens = section.lines[row]
    if len(tokens) != width or not is_sign(tokens[col][1], NO_CELL):
        return InputError(f"{section.name} has no value at {name}", place_at(line))
    write = f"the directions of its lines, or {NOTHING}" if by_ways(layer) else _wanted(layer)
    says = f"{section.name}: {NO_CELL} says that there is no cell, and {name} is one; write {write}"
    return InputError(says, place_at(line, tokens[col][0]))


def _refuse_others(layer: Layer[Any], section: Section, lattice: Lattice) -> None:
    """Raise InputError for the first token that is not a value, in a grid of the wrong size: it may be another list."""
    for line, tokens in section.lines:
        for column, text in tokens:
            if not is_sign(text, NO_CELL) and not reads(layer, text):
                try:
                    _value_in(layer, section, text, line, column)
                except InputError as error:
                    rows = f"{section.name} has {lattice.rows} rows of {lattice.cols}, one value for each cell of the board"
                    raise InputError(f"{error.message}; {rows}", error.where) from None


def _value_in(layer: Layer[Any], section: Section, text: str, line: int, column: int) -> Any:
    """Return the value of a token of a grid, as ``value_at``.

    The error for a value of another layer says where that layer is written.
    """
    try:
        return value_at(layer, text, line, column)
    except InputError as error:
        advice = advised(section, text)
        raise InputError(f"{error.message}; {advice}" if advice else error.message, error.where) from None


def advised(section: Section, *words: str) -> str:
    """Return how to write a missing layer to which some of these words may belong; "" if there is none."""
    for layer in section.missing:
        if any(_is_value(layer, word) for word in {*words}):
            return how_written(layer)
    return ""


def _is_value(layer: Layer[Any], word: str) -> bool:
    return not any(is_sign(word, sign) for sign in (NOTHING, NO_CELL, OPEN, *ALSO_NOTHING)) and reads(layer, word)


def how_written(layer: Layer[Any]) -> str:
    """Return how to write the values of a layer that is not a grid, with an example."""
    token = layer.value.token(next(iter(layer.value.samples()))[0])
    if written_as(layer) == "places":
        return f"{layer.text or layer.name} stand below a line '{layer.name}:', each behind its place: 'r1c1e {token}'"
    clues = "1 - 2" if layer.value.allows(1) and layer.value.allows(2) else f"{token} - {token}"
    clues = clues if layer.place.single else f"{clues.replace('1', '1,1')}"
    first, *rest = [f"'{side} {clues}'" for side in layer.place.sides[:2]]
    examples = f"{first}{''.join(f' and {side}' for side in rest)}{' and so on' if len(layer.place.sides) > 2 else ''}"
    return f"clues outside stand below a line '{layer.name}:' as {examples}"


def all_read(layer: Layer[Any], section: Section) -> bool:
    """Return whether all tokens of a section's lines are values of its layer, or signs for none."""
    return all(
        is_sign(text, NO_CELL) or reads(layer, text)
        for text in {text for _, tokens in section.lines for _, text in tokens}
    )


def grid_of(section: Section) -> list[list[tuple[int, int, str] | None]]:
    """Return the tokens of a section as rows of equal length, with line and column; None for no cell.

    Rows as long as the longest are read token by token. If gaps are allowed, shorter rows are read by position: each
    token is below the tokens of its column.
    """
    width = max(len(tokens) for _, tokens in section.lines)
    if len(section.lines) * width > MAX_CELLS:
        raise InputError("the board is too large", place_at(section.line))
    slots: list[tuple[int, int]] = []
    if any(len(tokens) != width for _, tokens in section.lines):
        slots = _slots(section) if section.gaps else []
        if len(slots) != width:
            raise unlike_others(section)
    rows = []
    for number, tokens in section.lines:
        row: list[tuple[int, int, str] | None] = [None] * width
        if len(tokens) == width:
            for i, (column, text) in enumerate(tokens):
                row[i] = None if is_sign(text, NO_CELL) else (number, column, text)
        else:
            for column, text in tokens:
                place = [i for i, (a, b) in enumerate(slots) if column < b and column + width_of(text) > a]
                if len(place) != 1 or row[place[0]] is not None:
                    raise InputError(
                        f"this row has {len(tokens)} values where others have {width}, and {text!r} stands under none of "
                        "their columns alone (write # where there is no cell)",
                        place_at(number, column),
                    )
                row[place[0]] = None if is_sign(text, NO_CELL) else (number, column, text)
        rows.append(row)
    return rows


def unlike_others(section: Section, usual: int = 0) -> InputError:
    """Return the error for the first row with another number of values than most; of two rows, the shorter.

    ``usual`` is the right number, if the puzzle states it.
    """
    counts = Counter(len(tokens) for _, tokens in section.lines)
    usual = usual or max(counts, key=lambda count: (counts[count], count))
    number, many = next((number, len(tokens)) for number, tokens in section.lines if len(tokens) != usual)
    advice = advised(section, *(text for _, tokens in section.lines for _, text in tokens))
    write = f" (write {NO_CELL} where there is no cell)" if many < usual else ""
    says = f"; {advice}" if advice else write
    return InputError(f"this row has {many} values where others have {usual}{says}", place_at(number))


def _slots(section: Section) -> list[tuple[int, int]]:
    """Return the range of character columns of each board column. Ranges that overlap are one column."""
    spans = sorted((column, column + width_of(text)) for _, tokens in section.lines for column, text in tokens)
    slots: list[tuple[int, int]] = []
    for a, b in spans:
        if slots and a < slots[-1][1]:
            slots[-1] = (slots[-1][0], max(b, slots[-1][1]))
        else:
            slots.append((a, b))
    return slots


def _whole(layer: Layer[Any], section: Section) -> Any:
    """Return the value of the whole board, after the layer's name. Commas in the value may be spaces."""
    if not section.inline or section.lines:
        raise InputError(f"{section.name}: needs one value behind the colon", place_at(section.line))
    (column, text), *more = section.inline
    if not more:
        return value_at(layer, text, section.line, column)
    words = [word for _, text in section.inline for word in text.split(BETWEEN) if word]
    try:
        return layer.meant(BETWEEN.join(words))
    except ValueError:
        raise InputError(f"{section.name}: needs one value behind the colon", place_at(section.line)) from None


def value_at(layer: Layer[Any], text: str, line: int, column: int) -> Any:
    """Return the value of a token of a layer, None for a sign for nothing; see ``ValueType.meant``.

    Raise InputError whose place is line and column, with the allowed values.
    """
    if is_sign(text, NOTHING):
        return layer.value.nothing
    if is_sign(text, OPEN) and isinstance(layer, AnswerLayer):
        return None
    try:
        if isinstance(text, Quoted) or text in ALSO_NOTHING:
            return layer.parse(text)
        return layer.meant(text)
    except ValueError as error:
        if text in ALSO_NOTHING and not isinstance(text, Quoted):
            return layer.value.nothing
        raise InputError(f"{layer.name}: {error}; write {_wanted(layer)}", place_at(line, column)) from None


def _wanted(layer: Layer[Any]) -> str:
    """Return a description of the values at a place of a layer."""
    if layer.value.missing or layer.on == "board":
        return layer.value.wanted()
    return f"{layer.value.wanted()}, or {NOTHING} for {'an empty cell' if layer.on == 'cells' else 'nothing'}"


def _row_of_values(layer: Layer[Any], section: Section, count: int | None) -> list[Any]:
    """Return the values in one line; ``count`` is their number, if known."""
    if len(section.lines) != 1 or (count is not None and len(section.lines[0][1]) != count):
        many = "its" if count is None else f"{count}"
        raise InputError(f"{section.name}: needs one line of {many} values", place_at(section.line))
    line, tokens = section.lines[0]
    return [value_at(layer, text, line, column) for column, text in tokens]


def _corner_values(layer: Layer[Any], section: Section, grid: list[Any], lattice: Lattice) -> list[Any]:
    if len(grid) != lattice.rows + 1 or len(grid[0]) != lattice.cols + 1:
        want = f"{lattice.rows + 1} rows of {lattice.cols + 1}"
        raise InputError(
            f"{section.name} has {len(grid)} rows of {len(grid[0]) if grid else 0}, not {want}", place_at(section.line)
        )
    result = []
    for row, col in lattice.corner_keys:
        entry = grid[row][col]
        result.append(None if entry is None else value_at(layer, entry[2], entry[0], entry[1]))
    return result


def _listed_values(layer: Layer[Any], section: Section, lattice: Lattice) -> list[Any]:
    """Return the values at edges and corners, each after the name of its place: ``r1c2e 3``."""
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
                raise InputError(f"{name!r} is no {kind} of the board, such as {example}", place_at(line, column))
            if not rest:
                raise InputError(f"here is no value behind {name}", place_at(line, column))
            if places[name] in values:
                raise InputError(f"{name} has a value already", place_at(line, column))
            values[places[name]] = value_at(layer, rest[0][1], line, rest[0][0])
    return [values.get(i, layer.value.nothing) for i in range(layer.size(lattice))]


def _line_clues(layer: Any, section: Section, lattice: Lattice) -> dict[str, list[Any]]:
    """Return the clues of each side. They are written as one line for each row or column, one side after another."""
    result = {}
    for side, typed in by_sides(layer, section).items():
        if len(typed) > (count := layer.place.count(side, lattice)):
            number, tokens = typed[count]
            raise InputError(f"{side} has more lines than the board's {count}", place_at(number, tokens[0][0]))
        result[side] = [_clues(layer, number, tokens) for number, tokens in typed]
    for side, lines in result.items():
        if len(lines) != layer.place.count(side, lattice):
            raise InputError(
                f"{section.name}: {side} has {len(lines)} lines where the board has {layer.place.count(side, lattice)}",
                place_at(section.line),
            )
    return result


def by_sides(layer: Any, section: Section) -> dict[str, list[Line]]:
    """Return the clues of each board line by side, with their line numbers in the text."""
    result: dict[str, list[Line]] = {}
    sides, side = layer.place.sides, ""
    for number, tokens in section.lines:
        column, first = tokens[0]
        if first.lower() in sides and not isinstance(first, Quoted):
            side = first.lower()
            if side in result:
                raise InputError(f"{side} is there twice", place_at(number, column))
            # one clue for each board line, all in one line of text
            result[side] = [(number, [token]) for token in tokens[1:]]
        elif side or len(sides) == 1:  # a layer's only side may be left out
            side = side or sides[0]
            result.setdefault(side, []).append((number, tokens))
        else:
            says = f"expected one of the sides {', '.join(sides)}, not {first!r}; {how_written(layer)}"
            raise InputError(says, place_at(number, column))
    return result


def _clues(layer: Any, line: int, tokens: list[Token]) -> tuple[Any, ...]:
    """Return the clues in tokens outside the board, which may have commas between them.

    Signs for nothing are no clues.
    """
    words = [
        (column + at, word)
        for column, text in tokens
        for at, word in ([(0, text)] if _is_clue(layer, text) else _parts(text))
    ]
    found = [value_at(layer, text, line, column) for column, text in words if not is_sign(text, NOTHING)]
    return tuple(clue for clue in found if clue is not None)


def _is_clue(layer: Layer[Any], text: str) -> bool:
    """Return whether a token is one clue, even one that is refused."""
    if isinstance(text, Quoted) or BETWEEN not in text:
        return True
    try:
        layer.meant(text)
    except ValueError:
        return False
    return True


def _parts(text: str) -> list[tuple[int, str]]:
    """Return the words between the commas of a token, each with its offset."""
    result, at = [], 0
    for word in text.split(BETWEEN):
        if word:
            result.append((at, word))
        at += len(word) + 1
    return result


def _sides(layer: Layer[Any], cells: list[tuple[int, int, str]], lattice: Lattice) -> list[int | None]:
    """Return the lines or borders that are written as directions in each cell.

    ``ew``, ``ne``, ``e2`` for a double line, ``e?`` for an undecided one, ``?`` if all around the cell are undecided.
    On hexagonal boards directions are joined by ``+``: ``e+sw``.
    """
    table = lattice.link_to if layer.on == "links" else lattice.cell_edges
    values: dict[int, tuple[int | None, int]] = {}
    for cell, (line, column, text) in enumerate(cells):
        found: dict[int, int | None] = {}
        if is_sign(text, OPEN):
            found = {d: None for d in lattice.directions if table[cell][d] != NOWHERE}
        elif not any(is_sign(text, sign) for sign in (NOTHING, *ALSO_NOTHING)):
            found = _directions(text, lattice, line, column)
        if None in found.values() and not isinstance(layer, AnswerLayer):
            raise InputError(f"{text!r}: only an answer may be undecided", place_at(line, column))
        for d in lattice.directions:
            e = table[cell][d]
            amount = found.get(d, 0)
            if e == NOWHERE:
                # borders on the outline of the board exist anyway
                if amount != 0 and layer.value.way != ALONG:
                    raise InputError(
                        f"{text!r}: there is nothing in direction {lattice.direction_names[d]}", place_at(line, column)
                    )
                continue
            if e in values and values[e][0] != amount:
                before, first = values[e]
                if not isinstance(layer, AnswerLayer) or (before and amount):
                    there = lattice.names[first]
                    says = f"{text!r} and its neighbour {there} do not fit together"
                    if not (before and amount):
                        way, back = (lattice.direction_names[k] for k in (d, lattice.opposite(d)))
                        how = f"here as {way} and there as {back}, or in neither"
                        says = f"{text!r}: the side to {there} is given in both cells, {how}"
                    raise InputError(says, place_at(line, column))
                # people write a line in only one of its two cells
                amount = before or amount if before or amount else None
            values[e] = (amount, cell)
    return [values[e][0] for e in range(layer.size(lattice))]


def _named_regions(cells: list[tuple[int, int, str]], lattice: Lattice) -> bool:
    """Return whether the tokens of borders are not directions, but names of each cell's region."""
    texts = [text for _, _, text in cells if not is_sign(text, OPEN)]
    if not texts or not all(text.isalnum() and len(text) < 4 for text in texts):
        return False
    ways = {name for names in (lattice.direction_names, lattice.side_names) for name in names}
    directions = [all(ch in ways for ch in text) or text in ways for text in texts]
    return not all(directions) and not any(way and len(text) > 1 for way, text in zip(directions, texts, strict=True))


def _parted(cells: list[tuple[int, int, str]], lattice: Lattice) -> list[int | None]:
    """Return the borders between cells with different names; None next to a cell without a name."""
    regions = [None if is_sign(text, OPEN) else text for _, _, text in cells]
    return [
        None if regions[a] is None or regions[b] is None else int(regions[a] != regions[b]) for a, b in lattice.links
    ]


def _directions(text: str, lattice: Lattice, line: int, column: int) -> dict[int, int | None]:
    """Return the number of lines in each direction that a token names (None: undecided)."""
    result: dict[int, int | None] = {}
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
                f"{part!r} in {text!r} is no direction ({', '.join(lattice.direction_names)})", place_at(line, column)
            )
        result[known[name]] = None if amount == OPEN else int(amount or 1)
    return result


def reads(layer: Layer[Any], word: str) -> bool:
    """Return whether a word is one value of a layer, or a sign for none."""
    if any(is_sign(word, sign) for sign in (NOTHING, *ALSO_NOTHING)):
        return True
    if is_sign(word, OPEN) and isinstance(layer, AnswerLayer):
        return True
    try:
        layer.meant(word)
    except ValueError:
        return False
    return True
