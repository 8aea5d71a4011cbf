"""Tokens of signs with a direction on a rotated or mirrored board, by their look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilp.board.layers.looks import Look

Names = Mapping[str, str]
"""The new name of each direction."""

LETTERS = frozenset("nesw")


def _letters(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return a token that consists of direction letters, such as the ends of a pipe."""
    if not set(token) <= LETTERS:
        return token
    wanted = {names[letter] for letter in token}
    return next(other for other in tokens if set(other) == wanted)


def _slash(token: str, tokens: Iterable[str], names: Names) -> str:
    r"""Return a diagonal: \ has a corner between north and west."""
    along = {names["n"], names["w"]} in ({"n", "w"}, {"s", "e"})
    return token if along else {"\\": "/", "/": "\\"}[token]


def _center(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return a point in a cell or between cells: its colour, then the sides that it is on."""
    upright = {"e": "e", "s": "s"} if names["e"] in ("e", "w") else {"e": "s", "s": "e"}
    wanted = {upright[letter] for letter in token[1:]}
    return next(other for other in tokens if other[0] == token[0] and set(other[1:]) == wanted)


def _inequality(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return a sign between two cells that points to one of them; numbers stay the same."""
    ways = {"<": "w", ">": "e", "^": "n", "v": "s"}
    return token if token not in ways else next(sign for sign, way in ways.items() if way == names[ways[token]])


def _plank(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return a vertical or horizontal line."""
    return token if names["n"] in ("n", "s") else {"|": "_", "_": "|"}.get(token, token)


def _fan(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return an arrow whose direction is the last letter; other tokens stay the same."""
    return token[:-1] + names.get(token[-1], token[-1])


def _bed(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return half a bed: its kind, then the direction of the other half, if it has one."""
    return token[:1] + names[token[1:]] if token[1:] else token


def _pencil(token: str, tokens: Iterable[str], names: Names) -> str:
    """Return a part of a pencil, whose last letter is its direction."""
    return token[:-1] + names[token[-1]]


POINTING: dict[str, Callable[[str, Iterable[str], Names], str]] = {
    "ship": _letters, "pipe": _letters, "triangle": _letters, "slash": _slash, "center": _center,
    "arrowhead": _letters, "arrow": _letters, "arrows": _letters, "fan": _fan, "bar": _letters,
    "pointer": _letters, "small_pointer": _letters,
    "plank": _plank, "inequality": _inequality, "bed": _bed, "pencil": _pencil, "moon": _letters, "gate": _letters,
    "arrow_between": _letters,
}  # fmt: skip
"""Look -> the function that turns its tokens. All other looks have no direction."""


def turned(look: str | Look, token: str, tokens: Iterable[str], names: Names) -> str:
    """Return the new token for one of the ``tokens`` of a look."""
    turn = POINTING.get(look) if isinstance(look, str) else None
    return token if turn is None else turn(token, tokens, names)


def spans(look: str | Look, token: str) -> tuple[int, int]:
    """Return the numbers of rows and columns of cells that a sign covers."""
    return (1 + ("s" in token[1:]), 1 + ("e" in token[1:])) if look == "center" else (1, 1)
