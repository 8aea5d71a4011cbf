"""Banks of pieces of several genres."""

from __future__ import annotations

from pencilp._util.parse_number import digits
from pencilp.encodings.link import read_bits, write_bits
from pencilp.encodings.partial_puzzle import Body, Dialect, LineReader, LinkPart, PartialPuzzle, TextPart, written
from pencilp.errors import InputError

_PENTOMINOES = "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o"


_BANKS = {
    "c": "11g 11g 11g 21o 21o 31s",
    "d": "11g 11g 11g 11g 21o 21o 21o 31s 31s 41u",
    "e": "11g 11g 11g 11g 11g 21o 21o 21o 21o 31s 31s 31s 41u 41u 51v",
    "p": _PENTOMINOES,
    "t": "22u 14u 32t0 23lg 23mg",
    "z": "",
}
"""The usual banks: fleets with ships of up to 3, 4 and 5 cells, the pentominoes, the tetrominoes, no pieces."""


class Fleet(LinkPart, TextPart):
    """A bank of pieces (a layer of Pieces) after a slash: ``//`` and a letter for a usual one, else the number of
    pieces and for each its width, height (digits of base 36) and cells, five in a digit of base 32.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        if body.take() != "/":
            raise InputError("the bank of pieces is missing", place)
        if body.peek() == "/":
            body.take()
            self._usual(body.take(), draft, place)
            return
        parts = body.text[body.at :].rstrip("/").split("/")
        body.at = len(body.text)
        if digits(parts[0]) != len(parts) - 1:
            raise InputError("the number of pieces in the bank differs from the number before them", place)
        draft.set(self.layer, tuple(self._piece(piece, place) for piece in parts[1:]))

    def _usual(self, key: str, draft: PartialPuzzle, place: str) -> None:
        if key not in _BANKS:
            raise InputError(f"there is no bank of pieces {key!r}", place)
        draft.set(self.layer, tuple(self._piece(piece, place) for piece in _BANKS[key].split()))

    def _piece(self, piece: str, place: str) -> tuple[str, ...]:
        body = Body(piece.strip())
        wide, tall = body.number(1, 36), body.number(1, 36)
        bits = read_bits(body, wide * tall)
        if body or not any(bits):
            raise InputError(f"{piece[:40]!r} is no piece", place)
        signs = "".join(".x"[bit] for bit in bits)
        return tuple(signs[i : i + wide] for i in range(0, len(signs), wide))

    def _bank(self, draft: PartialPuzzle) -> tuple[str, list[str]]:
        """Return the letter of a usual bank, or "", and the pieces."""
        pieces = []
        for rows in draft.get(self.layer) or ():
            if max(len(rows), len(rows[0])) > 35:
                continue  # the format cannot write it
            bits = [int(sign == "x") for row in rows for sign in row]
            pieces.append(written(len(rows[0]), 36) + written(len(rows), 36) + write_bits(bits))
        return next((key for key, bank in _BANKS.items() if sorted(bank.split()) == sorted(pieces)), ""), pieces

    def encode(self, draft: PartialPuzzle) -> str:
        key, pieces = self._bank(draft)
        return f"//{key}" if key else "/".join(["", str(len(pieces)), *pieces])

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        place = lines.place()
        key = lines.take().strip()
        count = digits(key)
        if count is None:
            self._usual(key, draft, place)
            return
        if count > len(lines.lines):
            raise InputError("the text ends too soon", place)
        pieces = []
        for _ in range(count):
            place = lines.place()
            pieces.append(self._piece(lines.take(), place))
        draft.set(self.layer, tuple(pieces))

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        key, pieces = self._bank(draft)
        return [key] if key else [str(len(pieces)), *pieces]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class PieceMarks(TextPart):
    """A solver's marks on the pieces of a bank (a layer of Pieces), 0 or 1 for each in one line; not stored."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines:
            lines.take()

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [" ".join("0" for _ in draft.get(self.layer))]
