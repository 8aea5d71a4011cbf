"""What only tapa has in its links."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import read_places, write_codes
from pencilp.encodings.partial_puzzle import Body, LinkPart, PartialPuzzle, written
from pencilp.errors import InputError

FIRST = {2: 360, 3: 396, 4: 460}
"""Per count of numbers the first of their codes."""
BASE = {2: 6, 3: 4, 4: 2}
"""Per count of numbers the base in which their code has them as digits; 0 is untold."""


class TapaNumbers(LinkPart):
    """Tapa's numbers (a layer of Several): one is itself, ``.`` untold; two to four are two digits of base 36, ``9`` four ones;
    ``g`` to ``z`` skip 1 to 20 cells.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        count = len(draft.area)

        def one(at: int) -> int:
            values[draft.area[at]] = self._clue(body)
            return 1

        read_places(body, count, "g", one)

    def _clue(self, body: Body) -> tuple[Any, ...]:
        ch = body.peek()
        if ch in (".", "9"):
            body.take()
            return (UNKNOWN,) if ch == "." else (1, 1, 1, 1)
        if not "a" <= ch <= "f":
            return (body.number(1, 9),)
        place = body.place()
        code = body.number(2, 36)
        count = max(n for n, first in FIRST.items() if first <= code)
        base, digits = BASE[count], code - FIRST[count]
        if digits >= base**count:
            raise InputError("these are no numbers of a clue", place)
        return tuple([digits // base**k % base or UNKNOWN for k in reversed(range(count))])

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        clues = [values[c] for c in draft.area]
        indices = [i if clue is not None and self._fits(clue) else None for i, clue in enumerate(clues)]
        return write_codes(indices, "g", 20, lambda i: self._written(clues[i]))

    def _fits(self, clue: tuple[Any, ...]) -> bool:
        low, beyond = (0, 9) if len(clue) == 1 else (1, BASE[len(clue)])
        return all(n == UNKNOWN or low <= n < beyond for n in clue)

    def _written(self, clue: tuple[Any, ...]) -> str:
        if len(clue) == 1:
            return "." if clue[0] == UNKNOWN else str(clue[0])
        if clue == (1, 1, 1, 1):
            return "9"
        code = 0
        for n in clue:
            code = code * BASE[len(clue)] + (0 if n == UNKNOWN else n)
        return written(FIRST[len(clue)] + code, 36)
