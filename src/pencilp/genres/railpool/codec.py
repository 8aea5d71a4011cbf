"""Parts of links that only railpool has."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.codes import TOO_LONG, blanks
from pencilp.encodings.partial_puzzle import Body, LinkPart, PartialPuzzle
from pencilp.errors import InputError

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONGEST = 16
"""The most cells that one letter skips."""


class RailNumbers(LinkPart):
    """Rail Pool's numbers (a layer of ClueLists): ``0`` to ``9`` end a number, ``a`` to ``j`` are digits before its last, 0 is
    unknown; all that follow one another lie in one cell. ``k`` to ``z`` skip 1 to 16 cells, behind a clue one less. A slash is
    the end.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values, count = draft.get(self.layer), len(draft.area)
        at = behind = 0
        while at < count and body.peek() != "/":
            place = body.place()
            if skip := max(0, LETTERS.find(body.peek() or "0") - 9):
                body.take()
                at, behind = at + skip - behind, 0
            else:
                values[draft.area[at]] = self._clue(body)
                at, behind = at + 1, 1
            if at > count:
                raise InputError(TOO_LONG, place)
        if body.peek() == "/":
            body.take()

    def _clue(self, body: Body) -> tuple[Any, ...]:
        clue: list[Any] = []
        while not clue or "0" <= body.peek() <= "j":
            number = 0
            while (digit := LETTERS.find(body.peek() or "0")) in range(10):
                body.take()
                number = 10 * (number + digit)
            clue.append(number + body.number(1, 10) or UNKNOWN)
        return tuple(clue)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        clues = [values[c] for c in draft.area]
        out = []
        at = behind = 0
        while at < len(clues):
            skip = blanks(clues, at, LONGEST - behind) + behind
            if skip:
                out.append(LETTERS[9 + skip])
            at, behind = at + skip - behind, 0
            if at < len(clues) and skip < LONGEST:
                out += map(self._written, clues[at])
                at, behind = at + 1, 1
        # a letter that reaches the end says it already
        return "".join(out) + "/" * behind

    def _written(self, number: int | str) -> str:
        decimal = "0" if number == UNKNOWN else str(number)
        return "".join(LETTERS[int(digit)] for digit in decimal[:-1]) + decimal[-1]
