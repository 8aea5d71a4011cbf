"""Clues that stand around a board, as a frame or a part of one."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from pencilp.board.layers import SIDES, Layer
from pencilp.board.layers.places import Outside
from pencilp.formats.layouts.signs import BLANK
from pencilp.formats.text.tokens import ALSO_NOTHING, NO_CELL, NOTHING, Line, Token
from pencilp.formats.text.values import reads

EMPTY = frozenset({NOTHING, *ALSO_NOTHING, NO_CELL, *BLANK, "0", "x", "X", "+", "*", "\\", "/"})
"""Signs that may be in the corners of a frame."""
MIN_INSIDE = 2
"""Rows and columns of the smallest board in a frame."""


class Framed(NamedTuple):
    """A board in a frame: the rows ``inside``, the ``clues`` by side, and whether any row is ``filled``.

    ``above`` and ``below`` are the numbers of the first and the last line. ``blank_corners`` says that the rows of clues
    above and below have no signs in the corners.
    """

    inside: list[Line]
    clues: dict[str, list[Token]]
    filled: bool
    above: int
    below: int
    blank_corners: bool = False

    @property
    def numbers(self) -> dict[str, int]:
        """The line number of the clues of each side."""
        first = self.inside[0][0]
        return {"top": self.above, "left": first, "bottom": self.below, "right": first}

    @property
    def has_corner(self) -> bool:
        """Whether two of its sides meet."""
        return bool({"top", "bottom"} & self.clues.keys()) and bool({"left", "right"} & self.clues.keys())

    @property
    def counts(self) -> bool:
        """Whether the clues above and at the left count from 1."""
        return all(
            [word for _, word in self.clues.get(side, ())] == [str(n + 1) for n in range(len(self.clues.get(side, ())))]
            for side in ("top", "left")
        )

    @property
    def how(self) -> str:
        """The description of this reading."""
        return f"clues ({', '.join(self.clues)}) around {len(self.inside)} rows of {len(self.inside[0][1])} cells"


def readings(lines: list[Line], layer: Layer[Any], *, square: bool = False) -> list[Framed]:
    """Return the readings of a grid as a board with single clues of ``layer`` around it.

    ``square`` boards have as many rows as columns. A reading is dropped if another one has its sides and more.
    """
    if not layer.place.single:
        return []
    found = [each for sides in _frames(layer) for each in _framed(lines, sides, layer)]
    found = [each for each in found if not square or len(each.inside) == len(each.inside[0][1])]
    kept: list[Framed] = []
    for each in sorted(found, key=lambda framed: -len(framed.clues)):
        if not any({*each.clues} < {*other.clues} for other in kept):
            kept.append(each)
    return kept


def _frames(layer: Layer[Any]) -> list[tuple[str, ...]]:
    """Return the sets of sides that may have clues.

    If a clue is about its whole line, it may also be at the opposite side.
    """
    there = {*layer.place.sides}
    if not layer.place.seen and not (isinstance(layer.place, Outside) and layer.place.signs):
        opposite = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
        there |= {opposite[side] for side in there}
    result = []
    for flags in product((True, False), repeat=len(SIDES)):
        sides = tuple(side for side, flag in zip(SIDES, flags, strict=True) if flag and side in there)
        # clues at the opposite side replace the layer's own
        own = [target(side, layer) for side in sides]
        if sides and len({*own}) == len(own) and sides not in result:
            result.append(sides)
    return result


def target(side: str, layer: Layer[Any]) -> str:
    """Return the side of the layer to which clues typed at ``side`` belong."""
    if side in layer.place.sides:
        return side
    return {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}[side]


def _framed(lines: list[Line], sides: tuple[str, ...], layer: Layer[Any]) -> list[Framed]:
    """Return the board with clues at these sides; an empty list if the grid is not one."""
    above, below, before, behind = (int(side in sides) for side in ("top", "bottom", "left", "right"))
    height, wide = len(lines) - above - below, max(len(tokens) for _, tokens in lines)
    width = wide - before - behind
    if height < MIN_INSIDE or width < MIN_INSIDE:
        return []
    clues: dict[str, list[Token]] = {}
    signs: set[str] = set()
    blank = False
    for side, (_, tokens) in (("top", lines[0]), ("bottom", lines[-1])):
        if side not in sides:
            continue
        if len(tokens) == wide:
            corners = [tokens[0]] * before + [tokens[-1]] * behind
            signs |= {word for _, word in corners}
            if not signs <= EMPTY or len(signs) > 1:
                return []
            clues[side] = tokens[before : before + width]
        elif len(tokens) == width and before + behind and not _stands_elsewhere(tokens, lines, before, wide):
            clues[side] = tokens
            blank = True
        else:
            return []
    inside = []
    for number, tokens in lines[above : above + height]:
        if len(tokens) != wide:
            return []
        inside.append((number, tokens[before : before + width]))
        for side, at in (("left", 0), ("right", -1)):
            if side in sides:
                clues.setdefault(side, []).append(tokens[at])
    for tokens in clues.values():
        if not all(is_clue(layer, word) for _, word in tokens) or all(word in EMPTY - {"0"} for _, word in tokens):
            return []
    there = {word for _, tokens in inside for _, word in tokens}
    filled = not there <= {NOTHING, *ALSO_NOTHING} and there != {"0"}
    around = {side: clues[side] for side in SIDES if side in clues}
    return [Framed(inside, around, filled, lines[0][0], lines[-1][0], blank)]


def _stands_elsewhere(clues: list[Token], lines: list[Line], before: int, wide: int) -> bool:
    """Return whether a short row of clues stands above other columns than those behind the first ``before`` ones."""
    columns = {tuple(at for at, _ in tokens) for _, tokens in lines if len(tokens) == wide}
    if len(columns) != 1:
        return False
    (every,) = columns
    mine = tuple(at for at, _ in clues)
    starts = [k for k in range(wide - len(mine) + 1) if every[k : k + len(mine)] == mine]
    return bool(starts) and before not in starts


def is_clue(layer: Layer[Any], word: str) -> bool:
    """Return whether a word is a clue of a layer outside, or a sign for no clue."""
    return word in EMPTY or reads(layer, word)


def clue(layer: Layer[Any], word: str) -> str:
    """Return a clue, with the text's own sign for no clue."""
    return NOTHING if word in EMPTY and not reads(layer, word) else word


def without_cells(lines: list[Line], layer: Layer[Any]) -> list[Framed]:
    """Return the board whose empty cells are not typed.

    It has a row of clues above, a clue at each end of every row, and a row of clues below.
    """
    if not layer.place.single or not {"left", "right"} <= {*layer.place.sides}:
        return []
    counts = [len(tokens) for _, tokens in lines]
    width = counts[0]
    ends = [side for side in ("top", "bottom") if side in layer.place.sides]
    height = len(lines) - len(ends)
    if len(ends) < len({"top", "bottom"}) or height < MIN_INSIDE or width < MIN_INSIDE or counts[-1] != width:
        return []
    if counts[1:-1] != [2] * height or any(not is_clue(layer, word) for _, tokens in lines for _, word in tokens):
        return []
    rows = lines[1:-1]
    clues = {
        "top": lines[0][1],
        "left": [tokens[0] for _, tokens in rows],
        "bottom": lines[-1][1],
        "right": [tokens[1] for _, tokens in rows],
    }
    inside = [(number, [(tokens[0][0], NOTHING)] * width) for number, tokens in rows]
    return [Framed(inside, clues, filled=False, above=lines[0][0], below=lines[-1][0])]
