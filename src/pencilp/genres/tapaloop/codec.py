"""What only tapaloop has in its links."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.partial_puzzle import Body, written
from pencilp.errors import InputError
from pencilp.genres.tapa.codec import TapaNumbers

CODES = {2: ("", 360, 8), 3: ("+", 36, 7), 4: ("-", 36, 6)}
"""Per count of numbers the mark of their code, the first code, and the base in which a code has them as digits; 0 is untold."""


class TapaloopNumbers(TapaNumbers):
    """Tapa-Like Loop's numbers (a layer of Several): one is itself, ``.`` untold; two are two digits of base 36, three ``+``
    and two digits, four ``-`` and two; ``g`` to ``z`` skip 1 to 20 cells.
    """

    def _clue(self, body: Body) -> tuple[Any, ...]:
        place = body.place()
        ch = body.peek()
        if ch == ".":
            body.take()
            return (UNKNOWN,)
        if "0" <= ch <= "9":
            return (body.number(1, 9),)
        count = {"+": 3, "-": 4}.get(ch, 2)
        mark, first, base = CODES[count]
        body.take(len(mark))
        code = body.number(2, 36) - first
        if not 0 <= code < base**count:
            raise InputError("these are no numbers of a clue", place)
        return tuple([code // base**k % base or UNKNOWN for k in reversed(range(count))])

    def _fits(self, clue: tuple[Any, ...]) -> bool:
        low, beyond = (0, 9) if len(clue) == 1 else (1, CODES[len(clue)][2])
        return all(n == UNKNOWN or low <= n < beyond for n in clue)

    def _written(self, clue: tuple[Any, ...]) -> str:
        if len(clue) == 1:
            return "." if clue[0] == UNKNOWN else str(clue[0])
        mark, code, base = CODES[len(clue)]
        digits = 0
        for n in clue:
            digits = digits * base + (0 if n == UNKNOWN else n)
        return mark + written(code + digits, 36)
