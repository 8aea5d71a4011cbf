"""Parts of links and texts that only slalom has, with their older forms: numbers without arrows, and gates with numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.encodings.cells import Cells
from pencilp.encodings.codes import NUMBER16, Arrow, Blanks, Run, Signs
from pencilp.encodings.link import Flag
from pencilp.encodings.partial_puzzle import Body, LineReader, LinkPart, PartialPuzzle
from pencilp.errors import InputError

SIGNS = Run(Signs("123", ("x", "ns", "ew")), Blanks("4"))
ARROWS = Run(Arrow(), Blanks("g"))
TEXT_SIGNS = {"o": "o", "i": "ns", "-": "ew", "#": "x"}
ENDS = {"ew": ((0, -1, 1), (0, 1, 3)), "ns": ((-1, 0, 2), (1, 0, 0))}
"""Per kind of gate the steps to its two ends, and the direction from there to the gate."""
MAX_NUMBER = 255
"""Links have no greater number."""


class WithArrows(Flag):
    """The letter of links whose numbers have arrows. All that are written have."""

    def marked(self, draft: PartialPuzzle) -> bool:
        return True


class Board(LinkPart):
    """``1`` a shaded cell, ``2`` and ``3`` gates down columns and along rows, ``4`` to ``z`` skip 1 to 32 cells. Then a number
    with an arrow for each shaded cell; ``g`` to ``z`` skip 1 to 20 of these. Then a slash, and the number of the start's cell.

    After the letter ``p`` the numbers have no arrows. Without a letter there is a number for each gate.
    """

    def __init__(self, signs: str, numbers: str) -> None:
        self.names = (signs, numbers)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        signs, numbers = map(draft.get, self.names)
        form = draft.notes.pop("flag", "")
        signs[:] = SIGNS.read(body, len(signs))
        if form:
            shaded = [cell for cell, sign in enumerate(signs) if sign == "x"]
            if form == "d":
                numbered = ARROWS.read(body, len(shaded))
            else:
                numbered = [None if n is None else (None, n) for n in NUMBER16.read(body, len(shaded))]
            for cell, number in zip(shaded, numbered, strict=True):
                # a cell with the number 0 has none
                if number is not None and number[1] != 0:
                    signs[cell], numbers[cell] = None, number
        else:
            gates = gates_of(signs, draft)
            codes = NUMBER16.read(body, len(gates))
            hang({tuple(g): n for g, n in zip(gates, codes, strict=True) if n}, signs, numbers, draft, body.place())
        place = body.place()
        slash, start = body.take(), digits(body.text[body.at :].removesuffix("/"))
        if slash != "/" or start is None or start >= len(signs) or signs[start] or numbers[start]:
            raise InputError("a slash and the cell of the circle are needed", place)
        body.at = len(body.text)
        signs[start] = "o"

    def encode(self, draft: PartialPuzzle) -> str:
        signs, numbers = map(draft.get, self.names)
        cells = ["x" if n else s for s, n in zip(signs, numbers, strict=True)]
        numbered = [n for n, sign in zip(numbers, cells, strict=True) if sign == "x"]
        numbered = [n if n and type(n[1]) is int and n[1] <= MAX_NUMBER else None for n in numbered]
        return f"{SIGNS.write(cells)}{ARROWS.write(numbered)}/{signs.index('o')}"


class Tokens(Cells):
    """``o`` the start, ``i`` and ``-`` gates, ``#`` a shaded cell, ``1,5`` one with an arrow and a number. In texts before
    version 2 the number has no arrow; before version 1 gates are ``i`` and ``w``, and may have a number behind that.
    """

    def __init__(self, signs: str, numbers: str) -> None:
        super().__init__((signs, TEXT_SIGNS), numbers)

    def needs(self, draft: PartialPuzzle) -> int:
        return 2

    def put(self, tokens: Any, lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0) -> None:
        numbered: dict[int, int] = {}
        if lines.version == 1:
            tokens = [f"0,{token}" if digits(token) is not None else token for token in tokens]
        elif lines.version == 0:
            numbered = {c: n for c, t in enumerate(tokens) if t[0] in "iw" and (n := digits(t[1:])) is not None}
            tokens = [("-" if t[0] == "w" else "i") if c in numbered or t == "w" else t for c, t in enumerate(tokens)]
        super().put(tokens, lines, draft, width, first, left)
        signs, numbers = map(draft.get, self.names)
        if numbered:
            gates = {tuple(g): n for g in gates_of(signs, draft) if (n := max(numbered.get(c, 0) for c in g))}
            hang(gates, signs, numbers, draft, f"line {first}")


def gates_of(signs: list[Any], draft: PartialPuzzle) -> list[list[int]]:
    """The gates, in the order of their first cells."""
    gates: list[list[int]] = []
    of: dict[int, list[int]] = {}
    for cell, sign in enumerate(signs):
        if sign in ENDS:
            row, col = divmod(cell, draft.cols)
            before = cell - (1 if sign == "ew" else draft.cols)
            if (col if sign == "ew" else row) and signs[before] == sign:
                of[cell] = of[before]
            else:
                of[cell] = []
                gates.append(of[cell])
            of[cell].append(cell)
    return gates


def hang(
    numbered: Mapping[tuple[int, ...], int], signs: list[Any], numbers: list[Any], draft: PartialPuzzle, where: str
) -> None:
    """Write the number of each gate into the shaded cell at one of its ends, with an arrow; each cell has room for one."""
    ends: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for gate in numbered:
        ends[gate] = []
        for cell, (down, right, way) in zip((gate[0], gate[-1]), ENDS[signs[gate[0]]], strict=True):
            row, col = cell // draft.cols + down, cell % draft.cols + right
            if 0 <= row < draft.rows and 0 <= col < draft.cols and signs[row * draft.cols + col] == "x":
                ends[gate].append((row * draft.cols + col, way))
    holder: dict[int, tuple[tuple[int, ...], int]] = {}

    def find(gate: tuple[int, ...], tried: set[int]) -> bool:
        # a gate may push another one to its other end
        for cell, way in ends[gate]:
            if cell not in tried:
                tried.add(cell)
                if cell not in holder or find(holder[cell][0], tried):
                    holder[cell] = gate, way
                    return True
        return False

    for gate in numbered:
        if not find(gate, set()):
            raise InputError("a gate has a number, but no shaded cell at its ends to hold it", where)
    for cell, (gate, way) in holder.items():
        signs[cell], numbers[cell] = None, (way, numbered[gate])
