"""Groups of cells to place on the board, such as the ships of a fleet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS
from pencilp.board.layers.layer import Layer
from pencilp.board.layers.places import BOARD
from pencilp.board.layers.values import ValueType
from pencilp.errors import brief

MAX_DRAWN, MAX_DRAWN_LENGTH = 60, 25
"""Limits of drawings: the number of pieces, and the length of a piece. Longer pieces are only listed as text."""
MAX_LENGTH = 1000
"""The length of the longest piece."""


class Fleet(ValueType):
    """A tuple of pieces.

    A piece is a tuple of rows: strings of ``x`` (a cell) and ``.`` of equal length. It is written as one token:
    ``4,3,3,xx/x.``; a number is a straight piece along a row, and a slash separates rows.
    """

    kind = "fleet"
    nothing = ()

    def check(self, value: Any) -> Any:
        if not isinstance(value, (tuple, list)):
            raise ValueError(f"{brief(value)} is not a group of pieces")
        _fit(piece for piece in value if type(piece) is int)
        return tuple(self._piece(piece) for piece in value)

    def _piece(self, piece: Any) -> tuple[str, ...]:
        rows = ("x" * min(piece, MAX_LENGTH + 1),) if type(piece) is int else tuple(piece)
        if not rows or not all(
            isinstance(row, str) and set(row) <= {"x", "."} and len(row) == len(rows[0]) for row in rows
        ):
            raise ValueError(f"{piece!r} is not a piece")
        if not any("x" in row for row in rows):
            raise ValueError("a piece needs a cell")
        if len(rows[0]) > MAX_LENGTH:
            raise ValueError(f"a piece has at most {MAX_LENGTH} cells in a row")
        if not _hangs_together(rows):
            raise ValueError(
                f"{brief('/'.join(rows))} is in several parts, but all cells of a piece are connected by edges"
            )
        return rows

    @property
    def pattern(self) -> str:
        piece = "([0-9]{1,4}|[x.]+(/[x.]+)*)"
        return f"{piece}(,{piece})*"

    def samples(self) -> Iterable[tuple[Any, str]]:
        return [((("xxx",), ("xx", "x.")), "a piece of three cells in a row, and one with a bend")]

    def parse(self, token: str) -> Any:
        pieces = token.split(",")
        _fit(length for p in pieces if (length := digits(p)) is not None)
        return tuple(
            (("x" * min(length, MAX_LENGTH + 1),) if (length := digits(p)) is not None else tuple(p.split("/")))
            for p in pieces
        )

    def caption(self, name: str, value: Any, text: str = "") -> str:
        lengths = [len(rows[0]) for rows in value]
        if any(len(rows) > 1 or "." in rows[0] for rows in value):
            return f"{name}: {len(value)}"
        counted = [f"{lengths.count(length)}×{length}" for length in sorted({*lengths}, reverse=True)]
        return f"{name}: {', '.join(counted)}" if counted else ""

    def pieces(self, value: Any) -> Sequence[Sequence[str]]:
        fits = len(value) <= MAX_DRAWN and all(max(len(rows), len(rows[0])) <= MAX_DRAWN_LENGTH for rows in value)
        return value if fits else ()

    def token(self, value: Any) -> str:
        return ",".join(str(len(p[0])) if len(p) == 1 and "." not in p[0] else "/".join(p) for p in value)


def _hangs_together(rows: Sequence[str]) -> bool:
    """Return whether all cells of a piece are connected."""
    cells = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"}
    todo = [cells.pop()]
    while todo:
        r, c = todo.pop()
        adjacent = cells.intersection(((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))
        cells -= adjacent
        todo += adjacent
    return not cells


def _fit(lengths: Iterable[int]) -> None:
    """Raise ValueError for straight pieces that fit on no board, before they are made."""
    if sum(lengths) > MAX_CELLS:
        raise ValueError("no board can hold that many pieces")


class Pieces(Layer[tuple[tuple[str, ...], ...]]):
    """Groups of cells to place on the board, such as the ships of a fleet: a tuple of pieces."""

    def __init__(self, text: str = "", *, optional: bool = False) -> None:
        super().__init__(BOARD, Fleet(), text, optional=optional)
