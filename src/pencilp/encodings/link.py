"""Parts of puzz.link bodies: each reads and writes one stretch.

The encodings are facts of the pzprjs program (github.com/robx/pzprjs, src/puzzle/Encode.js,
src/variety-common/Encode.js and the genres' own files). Most parts are a ``Grid``: the values of some places
(pencilp.encodings.places), each as one of some codes (pencilp.encodings.codes).

A part writes the values that links can hold, and leaves out others. When everything is written,
``pencilp.formats.round_trip`` proves that nothing was lost.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.values import GROUPS
from pencilp.encodings.codes import HOLE, Arrow, Blanks, Code, Hex16, Numeral, Packed, Run, Sign, WithBlanks
from pencilp.encodings.partial_puzzle import (
    DIGITS,
    Body,
    Dialect,
    LineReader,
    LinkPart,
    PartialPuzzle,
    TextPart,
    in_rows,
    written,
)
from pencilp.encodings.places import OnLayer, OutsidePlaces, Places, RoomPlaces
from pencilp.errors import InputError

# -- a value for each place -----------------------------------------------------------------------------------------


class Grid(LinkPart):
    """The values of a layer, place by place, each as one of ``codes``.

    ``meaning`` maps values of codes to values of the layer, if these differ. With ``optional`` the stretch may be
    missing at the end of a link, and is not written if all places are empty. ``spare`` is the number of empty places
    that a link may leave out at its end.
    """

    def __init__(
        self,
        layer: str | Places,
        *codes: Code,
        meaning: Mapping[Hashable, Any] | None = None,
        optional: bool = False,
        spare: int = 0,
    ) -> None:
        self.run, self.optional = Run(*codes, spare=spare), optional
        self.holes = any(HOLE in values for values in (self.run.values, (meaning or {}).values()))
        self.places = (
            layer if isinstance(layer, Places) else OnLayer(layer, meaning, others=self.run.layers, holes=self.holes)
        )

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        count = self.places.count(draft)
        if not (self.optional and not body):
            self.places.put(self.run.read(body, count), draft)

    def encode(self, draft: PartialPuzzle) -> str:
        values = self.places.get(draft)
        if self.optional and not draft.holes and self.run.says_nothing(values):
            return ""
        return self.run.write(values)

    def words(self) -> str:
        return self.run.words()


UNTOLD = -2
"""The code of an unknown number, in the ``codes`` of the parts below."""


def meaning_of(codes: Mapping[int, Any] | None, hole: int | None = None) -> dict[Hashable, Any]:
    """Return the meanings of codes in a layer. ``hole`` is the code of a cell that does not exist."""
    result: dict[Hashable, Any] = {UNKNOWN: UNKNOWN}
    result |= {UNKNOWN if code == UNTOLD else code: value for code, value in (codes or {}).items()}
    return result if hole is None else {**result, hole: HOLE}


class Coded(Grid):
    """Numbers, each as one of ``known`` codes.

    ``codes`` maps numbers to values of the layer, if these differ; -2 is an unknown number. ``hole`` is the number of a
    cell that does not exist.
    """

    known: tuple[Code, ...]

    def __init__(
        self, layer: str, codes: Mapping[int, Any] | None = None, *, optional: bool = False, hole: int | None = None
    ) -> None:
        super().__init__(layer, *self.known, meaning=meaning_of(codes, hole), optional=optional)


class Number16(Coded):
    """Numbers: ``0`` to ``f``, ``-`` and two digits, ``+`` three, ...; ``.`` unknown; ``g`` to ``z`` skip 1 to 20 places."""

    known = (Hex16(), Sign(".", UNKNOWN), Blanks("g"))


class Number10(Coded):
    """Numbers 0 to 9; ``.`` unknown; ``a`` to ``z`` skip 1 to 26 places."""

    known = (Numeral(10), Sign(".", UNKNOWN), Blanks("a"))


class Number36(Coded):
    """Numbers in base 36, ``-`` before two digits; ``@`` or ``%`` unknown; ``.`` for each empty cell."""

    known = (Numeral(36), Numeral(36, 2, "-"), Sign("@", UNKNOWN), Sign("%", UNKNOWN), Sign(".", None))


class FourCell(Coded):
    """Numbers 0 to 4, sparse: ``0`` to ``4`` alone, ``5`` to ``9`` with a blank after it, ``a`` to ``e`` with two;
    ``.`` unknown; ``g`` to ``z`` skip 1 to 20 places. Also for corners (pzprjs calls it 4Cross there).
    """

    known = (WithBlanks(range(5), 2), Sign(".", UNKNOWN), Blanks("g"))


class Circle(Grid):
    """One of two marks or none in each cell, or on each link, three places in a digit of base 27, the first the
    highest.

    ``marks`` are the layer's values for 1 and 2 (white and black).
    """

    def __init__(self, layer: str, marks: Sequence[Any], *, optional: bool = False) -> None:
        super().__init__(layer, Packed((None, *marks), 3), optional=optional)


class Bits(Grid):
    """Cells that hold ``value`` or nothing, five cells in a digit of base 32 (pzprjs calls it Ice and Binary).

    ``otherwise`` is the value of an unmarked cell.
    """

    def __init__(self, layer: str, value: Any, *, optional: bool = False, otherwise: Any = None) -> None:
        super().__init__(layer, Packed((otherwise, value), 5), optional=optional)


class OneCell(Grid):
    """Cells that hold ``value``: ``0`` to ``h`` one of them with 0 to 17 blanks after it, ``i`` to ``z`` 1 to 18 blanks."""

    def __init__(self, layer: str, value: Any) -> None:
        super().__init__(layer, WithBlanks((value,), 17, exact=True), Blanks("i"), spare=MAX_CELLS)


class ArrowNumber16(Grid):
    """Numbers with arrows (a layer of Arrows): ``0`` to ``4`` the direction and one digit, ``5`` to ``9`` direction and
    two, ``-`` direction and three; ``.`` an unknown number; ``a`` to ``z`` skip 1 to 26 cells. ``special`` is the value
    of ``+``.
    """

    def __init__(self, layer: str, *, special: Any = None) -> None:
        plus = () if special is None else (Sign("+", special),)
        super().__init__(layer, *plus, Arrow(), Blanks("a"))


class CircleNumber16(Grid):
    """White and black circles, some with a number (Arrows with colours and no names): Number16 of twice the number,
    plus one for a black circle. A missing number counts as 0.
    """

    def __init__(self, layer: str) -> None:
        super().__init__(_Circles(layer), Hex16(), Blanks("g"))


class _Circles(OnLayer):
    def meant(self, value: Any) -> Any:
        number, black = divmod(value, 2)
        return ("wb"[black], None, number or None)

    def code(self, value: Any) -> Any:
        if value is None:
            return None
        color, _, number = value
        return 2 * (number if type(number) is int else 0) + int(color == "b")


class RoomNumber16(Grid):
    """Number16 with a value for each room of the layer ``rooms``, which must have been read or written before.

    The number of a room is entered in its leftmost cell, the topmost of these. It is written from any cell. If a room
    has several numbers, the first is written. ``codes`` as in Number16.
    """

    def __init__(self, layer: str, codes: Mapping[int, Any] | None = None, *, rooms: str = "rooms") -> None:
        self.layer, self.rooms = layer, rooms
        super().__init__(RoomPlaces(layer, meaning_of(codes), rooms), Hex16(), Sign(".", UNKNOWN), Blanks("g"))


class OutsideNumber16(Grid):
    """Number16 over the clues outside the board (layers of Lines, see Outside), side by side (top, bottom, left, right), line by
    line, from the board outwards.
    """

    def __init__(self, *layers: str, stacked: bool = False) -> None:
        super().__init__(OutsidePlaces(layers, stacked=stacked), Hex16(), Sign(".", UNKNOWN), Blanks("g"))


class Gaps(LinkPart):
    """Places that hold ``value``, up to the end of the link: the number of places between each and the one before, as a
    digit of base 36; ``.`` skips 36 places.

    With ``ended`` the places after the last one follow, if there are any, and the link may go on. With ``inner`` the places
    are the corners inside the board.
    """

    def __init__(self, layer: str, value: Any, *, ended: bool = False, inner: bool = False) -> None:
        self.layer, self.marked, self.ended, self.inner = layer, value, ended, inner

    def _places(self, draft: PartialPuzzle) -> Sequence[int]:
        if self.inner:
            return [row * (draft.cols + 1) + col for row in range(1, draft.rows) for col in range(1, draft.cols)]
        return draft.places(self.layer)

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values, places, at = draft.get(self.layer), self._places(draft), -1
        while body and not (self.ended and at + 1 >= len(places)):
            place = body.place()
            if body.peek() == ".":
                body.take()
                at += 36
                continue
            at += 1 + body.number(1, 36)
            if self.ended and at == len(places):
                return
            if at >= len(places):
                raise InputError("the link has more values than the board has places", place)
            values[places[at]] = self.marked

    def encode(self, draft: PartialPuzzle) -> str:
        values, out, blank = draft.get(self.layer), [], 0
        for place in self._places(draft):
            is_marked = values[place] == self.marked
            if is_marked:
                out.append("." * (blank // 36) + written(blank % 36, 36))
            blank = 0 if is_marked else blank + 1
        if self.ended and (blank or not out):
            out.append("." * (blank // 36) + (written(blank % 36, 36) if blank % 36 or not blank else ""))
        return "".join(out)


class Older(LinkPart):
    """A stretch that once had another form: ``before`` if the link has the letter ``flag`` (``Flag``), else ``now``.

    ``now`` is written. Links with another letter, which old sites wrote, have today's form.
    """

    def __init__(self, flag: str, before: LinkPart, now: LinkPart) -> None:
        self.flag, self.before, self.now = flag, before, now
        self.holes = now.holes

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        old = draft.notes.pop("flag", "") == self.flag
        (self.before if old else self.now).decode(body, draft)

    def encode(self, draft: PartialPuzzle) -> str:
        return self.now.encode(draft)

    def words(self) -> str:
        return f"{self.now.words()} (after the letter `{self.flag}`: {self.before.words()})"


class FormerCell(Older):
    """FourCell in a genre whose links once had another form: after the letter ``d`` (``Flag``) a character for each
    place, ``0`` to ``4`` or ``.`` for none (pzprjs calls it cross_old).
    """

    def __init__(self, layer: str) -> None:
        # sites that make links of plain text drop a dot at the end
        before = Grid(layer, Numeral(5), Sign(".", None), spare=1)
        super().__init__("d", before, FourCell(layer))


class RoomSigns(LinkPart):
    """A character for each cell, equal for all cells of a room and different beyond each wall. It is only read."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        signs = body.take(len(draft.frame))
        set_walls(self.layer, [int(signs[a] != signs[b]) for a, b in draft.frame.links], draft)


class Both(LinkPart, TextPart):
    """A part of links and a part of texts for the same data, under one name."""

    def __init__(self, link: LinkPart, text: TextPart) -> None:
        self.link, self.text = link, text
        self.holes = link.holes or text.holes
        self.decode, self.encode = link.decode, link.encode  # type: ignore[method-assign]
        self.read, self.write = text.read, text.write  # type: ignore[method-assign]
        self.missing, self.needs, self.layers = text.missing, text.needs, text.layers  # type: ignore[method-assign]

    def words(self) -> str:
        return self.link.words()


class Slash(LinkPart):
    """A slash between two stretches."""

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        if body.take() != "/":
            raise InputError("a slash is missing here", place)

    def encode(self, draft: PartialPuzzle) -> str:
        return "/"


class Apart(LinkPart):
    """``parts`` with one for rooms and one for ``signs``. Cells with a sign are in no room: they have walls on every
    side.
    """

    def __init__(self, rooms: str, signs: str, *parts: LinkPart) -> None:
        self.rooms, self.signs, self.parts = rooms, signs, parts

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        for part in self.parts:
            part.decode(body, draft)
        take_out(self.rooms, self.signs, draft)

    def encode(self, draft: PartialPuzzle) -> str:
        rooms, signs = draft.get(self.rooms), draft.get(self.signs)
        # while the walls are written, every such cell is a separate room
        draft.set(self.rooms, [("apart", c) if sign else rooms[c] for c, sign in enumerate(signs)])
        body = "".join(part.encode(draft) for part in self.parts)
        draft.set(self.rooms, rooms)
        return body

    def words(self) -> str:
        return "; then ".join(part.words() for part in self.parts)


def take_out(rooms: str, signs: str, draft: PartialPuzzle) -> None:
    """Remove the cells with a sign from the rooms."""
    both = zip(draft.get(rooms), draft.get(signs), strict=True)
    draft.set(rooms, [None if sign else room for room, sign in both])


class Holes(LinkPart, TextPart):
    """Cells that do not exist, five cells in a digit of base 32; missing if all exist (pzprjs calls it Empty), unless
    ``always``, which other parts after it need. In texts a token for each cell: ``token`` if it does not exist.
    """

    holes = True

    def __init__(self, token: str = "*", *, always: bool = False) -> None:
        self.token, self.always = token, always

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        if body:
            bits = read_bits(body, len(draft.area))
            draft.holes.update(c for c, bit in zip(draft.area, bits, strict=True) if bit)

    def encode(self, draft: PartialPuzzle) -> str:
        bits = [int(c in draft.holes) for c in draft.area]
        return write_bits(bits) if self.always or draft.holes else ""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        tokens: list[str] = []
        for _ in range(draft.height):
            row = lines.row(draft.width)
            wrong = next((c for c, token in enumerate(row) if token not in (self.token, lines.dialect.empty)), None)
            if wrong is not None:
                raise lines.error(f"{row[wrong]!r} cannot stand here", wrong)
            tokens += row
        draft.holes.update(c for c, token in zip(draft.area, tokens, strict=True) if token == self.token)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        tokens = [self.token if c in draft.holes else dialect.empty for c in draft.area]
        return in_rows(tokens, draft.width)


# -- walls and rooms ------------------------------------------------------------------------------------------------


def read_bits(body: Body, count: int) -> list[int]:
    """Read ``count`` bits, five in a digit of base 32, the first the highest."""
    bits: list[int] = []
    for _ in range(-(-count // 5)):
        if body.peek() in _BITS:
            bits += _BITS[body.take()]
        else:
            body.number(1, 32)  # raises the error
    return bits[:count]


_BITS = {digit: tuple(value >> shift & 1 for shift in (4, 3, 2, 1, 0)) for value, digit in enumerate(DIGITS[:32])}
"""The bits of each digit of base 32."""


def write_bits(bits: Sequence[int]) -> str:
    """Return the digits of bits, the inverse of ``read_bits``."""
    padded = [*bits, *[0] * (-len(bits) % 5)]
    return "".join(
        written(int("".join(str(b) for b in padded[i : i + 5]), 2), 32) for i in range(0, len(padded), 5)
    )  # fmt: skip


def walls_of(name: str, draft: PartialPuzzle) -> list[int]:
    """Return the walls on the frame's links: those between and inside rooms, or those of a layer on the links."""
    values = draft.get(name)
    if draft.layer(name).value.way in GROUPS:
        inner = draft.layer(name).walls
        more = draft.get(inner) if inner else [0] * len(draft.frame.links)
        # a missing cell is the end of the board, which has no walls
        return [
            int((values[a] != values[b] and not draft.holes & {a, b}) or bool(w))
            for (a, b), w in zip(draft.frame.links, more, strict=True)
        ]
    return [int(bool(v)) for v in values]


def set_walls(name: str, walls: Sequence[int], draft: PartialPuzzle) -> None:
    """Enter the walls of a layer, the inverse of ``walls_of``."""
    draft.walls[name] = list(walls)
    draft.set_walls(name, walls)


class Border(LinkPart):
    """Walls between cells, five in a digit of base 32: first those between columns row by row, then those between rows.

    For a layer of Rooms and its walls inside them, or one on the links. With ``optional`` the stretch may be missing at
    the end of a link, and is not written if there is no wall.
    """

    def __init__(self, layer: str, *, optional: bool = False) -> None:
        self.layer, self.optional = layer, optional

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        start = body.at
        if self.optional and not body:
            return
        set_walls(self.layer, self._walls(body, draft), draft)
        # walls that do not separate rooms (or are at missing cells) have no meaning, but are part of the link
        draft.notes[f"walls of {self.layer}"] = body.text[start : body.at]

    def encode(self, draft: PartialPuzzle) -> str:
        walls = draft.walls[self.layer] = walls_of(self.layer, draft)
        if self.optional and not any(walls):
            return ""
        plain = self._written(walls, draft)
        noted = draft.notes.get(f"walls of {self.layer}", "")
        if len(noted) == len(plain):
            again = PartialPuzzle(draft.genre, draft.height, draft.width, draft.margin)
            again.holes = draft.holes
            set_walls(self.layer, self._walls(Body(noted), again), again)
            same = zip(draft.frame.links, walls_of(self.layer, again), walls, strict=True)
            if all(x == y for pair, x, y in same if draft.holes.isdisjoint(pair)):
                return noted
        return plain

    def _walls(self, body: Body, draft: PartialPuzzle) -> list[int]:
        upright = draft.rows * (draft.cols - 1)
        walls = read_bits(body, upright)
        return walls + read_bits(body, len(draft.frame.links) - upright)

    def _written(self, walls: Sequence[int], draft: PartialPuzzle) -> str:
        upright = draft.rows * (draft.cols - 1)
        return write_bits(walls[:upright]) + write_bits(walls[upright:])


# -- parts of links and texts ---------------------------------------------------------------------------------------

NUMBER = Run(Hex16())
"""One number, written as in Number16."""


class Count(LinkPart, TextPart):
    """A number of the whole puzzle: in links up to a slash, in texts a line."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        text = ""
        while (ch := body.take()) != "/":
            text += ch
        number = digits(text)
        if number is None:
            raise InputError(f"a number is needed, not {text!r}", place)
        draft.set(self.layer, number)

    def encode(self, draft: PartialPuzzle) -> str:
        return f"{draft.get(self.layer)}/"

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        draft.set(self.layer, lines.number())

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [str(draft.get(self.layer))]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Spots(LinkPart, TextPart):
    """The cells of signs that each occur once, such as a goal: the column and the row of each, from 1, as in Number16.
    In texts a line has both, on a grid of half cells.
    """

    def __init__(self, layer: str, tokens: Sequence[str]) -> None:
        self.layer, self.tokens = layer, tokens

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        for token in self.tokens:
            place = body.place()
            self._put(token, NUMBER.one(body), NUMBER.one(body), draft, place)

    def encode(self, draft: PartialPuzzle) -> str:
        return "".join(str(NUMBER.text(n)) for pair in self._places(draft) for n in pair)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        place = lines.place()
        numbers = [digits(token) or 0 for token in lines.row(2 * len(self.tokens))]
        for token, col, row in zip(self.tokens, numbers[::2], numbers[1::2], strict=True):
            self._put(token, (col + 1) // 2 if col % 2 else 0, (row + 1) // 2 if row % 2 else 0, draft, place)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [" ".join(str(2 * n - 1) for pair in self._places(draft) for n in pair)]

    def _put(self, token: str, col: int, row: int, draft: PartialPuzzle, place: str) -> None:
        if not (0 < col <= draft.cols and 0 < row <= draft.rows):
            raise InputError(f"the place of {token} is not on the board", place)
        draft.get(self.layer)[(row - 1) * draft.cols + col - 1] = token

    def _places(self, draft: PartialPuzzle) -> list[tuple[int, int]]:
        cells = [draft.get(self.layer).index(token) for token in self.tokens]
        return [(cell % draft.cols + 1, cell // draft.cols + 1) for cell in cells]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Fixed(LinkPart, TextPart):
    """A layer of the whole puzzle that always has ``value`` in this format, so it is not written."""

    def __init__(self, layer: str, value: Any) -> None:
        self.layer, self.fixed = layer, value

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        draft.set(self.layer, self.fixed)

    def encode(self, draft: PartialPuzzle) -> str:
        return ""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        draft.set(self.layer, self.fixed)

    def missing(self, draft: PartialPuzzle) -> None:
        draft.set(self.layer, self.fixed)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []


class Flag(LinkPart, TextPart):
    """A letter before the size of a link, or a line of a text, that describes the whole puzzle.

    ``layer`` (a Param) is 1 if it is there. Without a layer the letter is only stored and written back: it may describe
    the drawing of the puzzle, but no rule.
    """

    def __init__(self, letter: str, layer: str = "") -> None:
        self.letter, self.layer = letter, layer

    def mark(self, draft: PartialPuzzle) -> None:
        """Record that the letter was there."""
        if self.layer:
            draft.set(self.layer, 1)
        else:
            draft.notes["flag"] = self.letter

    def marked(self, draft: PartialPuzzle) -> bool:
        """Return whether the letter must be written."""
        return bool(draft.get(self.layer)) if self.layer else self.letter in draft.notes.get("flag", "")

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        # formats.links reads the letter, which is before the body
        return

    def encode(self, draft: PartialPuzzle) -> str:
        return ""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines.peek().strip() == self.letter:
            lines.take()
            self.mark(draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [self.letter] if self.marked(draft) else []
