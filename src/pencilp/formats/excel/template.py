"""Empty boards to fill in: a new sheet for a genre, with a hint for each layer."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterator
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import Lattice
from pencilp.board.layers import Layer
from pencilp.board.layers.values import GROUPS
from pencilp.errors import InputError
from pencilp.formats.excel.clues import shown_value
from pencilp.formats.excel.layers import AROUND, AT_CORNERS, BORDERS, IN_CELLS, NAMED, SheetLayout, first_blocks
from pencilp.formats.excel.limits import MAX_LINES
from pencilp.formats.excel.puzzles import new_book
from pencilp.formats.text.values import written_as
from pencilp.genres import Genre

WIDTH = 78
"""Characters of the longest line of a hint."""
SHEARED = (
    "Hexagons lie on squares here: the neighbours of a cell are those to its left and right, above, below, above to the left and "
    "below to the right. # or a grey fill: no cell."
)


def template(genre: type[Genre], lattice: Lattice) -> bytes:
    """Return a workbook with an empty board of a genre. Raise InputError if the genre has no such boards."""
    stream = io.BytesIO()
    empty_book(genre, lattice).save(stream)
    return stream.getvalue()


def empty_book(genre: type[Genre], lattice: Lattice) -> Any:
    """Return the same as an openpyxl workbook."""
    lattice = genre.board_in(lattice)
    genre.check_board(lattice)
    if max(lattice.rows, lattice.cols) > MAX_LINES:
        raise InputError(f"a workbook's board has at most {MAX_LINES} rows and columns")
    blocks = first_blocks(genre, lattice)
    values = {
        name: layer.default(lattice) if layer.optional else None if layer.value.missing else layer.empty(lattice)
        for name, layer in genre.inputs.items()
    }
    hints = [
        line for hint in hints_for(genre, lattice) for line in textwrap.wrap(hint, WIDTH, subsequent_indent="    ")
    ]
    return new_book(genre, lattice, values, blocks, hints=hints)


def hints_for(genre: type[Genre], lattice: Lattice) -> Iterator[str]:
    """Yield a line for each layer that explains how to fill it in."""
    layout = SheetLayout(genre, lattice.shape, first_blocks(genre, lattice))
    yield f"{genre.title}: fill this in, save it, and let pencilp solve the file."
    for name, layer in genre.inputs.items():
        where = _where(name, layer, layout, lattice)
        left_out = " May be left out." if layer.optional else ""
        signs = _signs(layer, lattice)
        yield f"{name} ({where}): {layer.text or name}.{left_out}{f' {signs}' if signs else ''}"
    clues = layout.layers_at(IN_CELLS)
    if len(clues) > 1:
        order = " ".join(name for name, _ in clues)
        yield f"Two clues in one cell: {order}, with a space between them, - for one that is missing."
    if lattice.shape != "square":
        yield SHEARED
    elif not layout.layers_at(AT_CORNERS):
        yield "# in a cell: the board has no cell there."


def _where(name: str, layer: Layer[Any], layout: SheetLayout, lattice: Lattice) -> str:
    """Return where to write the values of a layer."""
    way = layout.way_of[name]
    if way == IN_CELLS:
        return "in the cells"
    if way == AT_CORNERS:
        return "at corners: in the cell to the lower right of the corner"
    if way == NAMED:
        return "after its name, at the right of the board"
    if way == BORDERS:
        return f"by thick borders, or as numbers below '{name}:' anywhere below the board"
    if way == AROUND:
        sides = " and ".join(layer.place.sides)
        return f"around the board, {sides}{'' if layer.place.single else ', one in each cell'}"
    same = ", the same number in all that belong together" if layer.value.way in GROUPS else ""
    ways = ", ".join(lattice.direction_names)
    how = {
        "grid": f"a cell for each of the board{same}",
        "directions": f"in each cell the directions ({ways}) in which there is one",
        "places": f"in each row a place such as {_place(layer, lattice)} and its value",
        "sides": "as the puzzle text has it",
        "row": "in one row",
    }[written_as(layer, lattice)]
    return f"in the block '{name}:', {how}"


def _place(layer: Layer[Any], lattice: Lattice) -> str:
    return (lattice.corner_names if layer.on == "corners" else lattice.edge_names)[0]


def _signs(layer: Layer[Any], lattice: Lattice) -> str:
    """Return a description of the tokens of a layer."""
    kind = layer.value
    if kind.way in GROUPS or written_as(layer) == "directions":
        return ""
    signs = []
    for value, meaning in kind.samples():
        shown, token = str(shown_value(layer, value)), kind.token(value)
        sign = shown if shown == token else f"{shown} or {token}"
        signs.append(f"{sign} {meaning}".strip() if kind.closed or meaning else sign)
    if numbers := kind.range_text(lattice):
        # the first sample of a number is its minimum
        signs = [numbers.capitalize(), *(sign for sign in signs if digits(sign.lstrip("-")) is None)]
        return f"{'; '.join(signs)}."
    return f"{'' if kind.closed else 'Such as '}{'; '.join(signs)}."
