"""What only balance has in its links or texts."""

from __future__ import annotations

from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.link import Number16


class BalanceNumber16(Number16):
    """White and black circles, some with a number (Arrows with colours and no names): Number16 of twice the number, one more in
    a black circle. Where there is no number it is 0.
    """

    def value(self, code: int) -> Any:
        number, black = divmod(code, 2)
        return ("wb"[black], None, number or None)

    def code(self, value: Any) -> int | None:
        if value is None:
            return None
        color, _, number = value
        told: int = 0 if number in (None, UNKNOWN) else number
        return 2 * told + int(color == "b")
