"""The parts of puzz.link bodies: each reads and writes one stretch.

The encodings are facts of the pzprjs program (github.com/robx/pzprjs, src/puzzle/Encode.js, src/variety-common/Encode.js
and the genres' own files). Numbers stand in a body as codes: 0 and up are themselves, ``UNTOLD`` (-2) is a clue that
does not say its number. A part's ``codes`` tells which value of the layer a code stands for where that is not the number
itself; ``UNTOLD`` is ``?`` unless told otherwise.

A part writes what links have room for, and leaves out the rest: that nothing is lost is proved when all is written
(``pencilp.formats.proof``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN
from pencilp.board.layers.values import GROUPS
from pencilp.encodings.partial_puzzle import (
    PZPR_WAYS,
    Body,
    Dialect,
    LineReader,
    LinkPart,
    PartialPuzzle,
    TextPart,
    rooms_of,
    written,
)
from pencilp.errors import InputError

UNTOLD = -2
Codes = list[int | None]

# -- strings of codes -----------------------------------------------------------------------------------------------


def skip_length(body: Body, first: str, last: str = "z") -> int:
    """How many places the next character skips, 1 for ``first``; 0 when it is none of ``first`` to ``last``."""
    ch = body.peek()
    return ord(ch) - ord(first) + 1 if ch and first <= ch <= last else 0


def read_places(
    body: Body, count: int, first: str, one: Callable[[int], int], *, open_end: bool = False, least: int = 1
) -> None:
    """Go through ``count`` places: ``one`` reads what begins at a place and says how many places that takes; letters from
    ``first`` on stand for stretches that hold nothing.

    At the end of a link such a letter may be missing, or skip more places than there are. puzz.link reads such links, and so do
    we: how many places that is stands in the body. With ``open_end`` a link ends after its last mark, and nothing is missing.
    ``least`` is how many characters a place has that holds something: if fewer are left at the end, the place is missing, too.
    """
    at = 0
    while at < count:
        skip = skip_length(body, first)
        ends = not body or (not skip and body.left < least)
        if not open_end and ends and at > 0 and count - at <= ord("z") - ord(first) + 1:
            body.take(body.left)
            body.lacks = count - at
            return
        place = body.place()
        if skip:
            body.take()
            at += skip
        else:
            at += one(at)
        if at > count:
            if not skip or body:
                raise InputError("the link says more than the board has places for", place)
            body.beyond = at - count


def write_places(codes: Sequence[Any], first: str, longest: int, one: Callable[[int], tuple[str, int]]) -> str:
    """The opposite of ``read_places``: what ``one`` writes for a place, and how many places that takes; at most ``longest``
    places that hold nothing (None) are skipped by one letter.
    """
    out = []
    at = 0
    while at < len(codes):
        if codes[at] is None:
            taken = blanks(codes, at, longest)
            characters = chr(ord(first) + taken - 1)
        else:
            characters, taken = one(at)
        out.append(characters)
        at += taken
    return "".join(out)


def blanks(codes: Sequence[Any], at: int, most: int) -> int:
    """How many places from ``at`` on hold nothing, up to ``most``."""
    end = min(at + most, len(codes))
    return next((i for i in range(at, end) if codes[i] is not None), end) - at


def read_codes(body: Body, count: int, first: str, one: Callable[[Body], int]) -> Codes:
    """``count`` codes, each read by ``one``, with letters from ``first`` on for stretches without any."""
    codes: Codes = [None] * count

    def put(at: int) -> int:
        codes[at] = one(body)
        return 1

    read_places(body, count, first, put)
    return codes


def write_codes(codes: Sequence[int | None], first: str, longest: int, one: Callable[[int], str]) -> str:
    """The opposite of ``read_codes``: at most ``longest`` places are skipped by one letter."""
    return write_places(codes, first, longest, lambda at: (one(codes[at]), 1))  # type: ignore[arg-type]


_PREFIXED = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""Per mark of Number16: how many digits follow, and what is added to them."""


def read_one_number16(body: Body) -> int:
    """One code of Number16."""
    ch = body.peek()
    if ch == ".":
        body.take()
        return UNTOLD
    if ch in _PREFIXED:
        body.take()
        digits, offset = _PREFIXED[ch]
        return body.number(digits, 16) + offset
    return body.number(1, 16)


_MOST_NUMBER16 = 77776 + 16**5 - 1


def write_one_number16(code: int) -> str:
    """The characters of one code of Number16."""
    if code == UNTOLD:
        return "."
    if code < 16:
        return written(code, 16)
    # a percent sign would begin an encoded character
    above = (("-", 256), ("+", 4096), ("=", 8192), ("@", 12240), ("*", 77776), ("$", _MOST_NUMBER16 + 1))
    mark = next(mark for mark, high in above if code < high)
    count, offset = _PREFIXED[mark]
    return mark + written(code - offset, 16).rjust(count, "0")


def read_number16(body: Body, count: int) -> Codes:
    """``count`` codes of Number16."""
    return read_codes(body, count, "g", read_one_number16)


def write_number16(codes: Sequence[int | None]) -> str:
    """Codes as Number16; what is too large is left out."""
    fitting = [None if code is None or code > _MOST_NUMBER16 else code for code in codes]
    return write_codes(fitting, "g", 20, write_one_number16)


def _number10(body: Body) -> int:
    if body.peek() == ".":
        body.take()
        return UNTOLD
    return body.number(1, 10)


def _digit36(body: Body) -> int:
    ch = body.peek()
    if ch in ("%", "@") and ch:
        body.take()
        return UNTOLD
    if ch == "-":
        body.take()
        return body.number(2, 36)
    return body.number(1, 36)


def read_bits(body: Body, count: int) -> list[int]:
    """``count`` bits, five in a digit of base 32, the first the highest."""
    bits: list[int] = []
    for _ in range(-(-count // 5)):
        digit = body.number(1, 32)
        bits += [digit >> shift & 1 for shift in (4, 3, 2, 1, 0)]
    return bits[:count]


def write_bits(bits: Sequence[int]) -> str:
    """The opposite of ``read_bits``."""
    padded = [*bits, *[0] * (-len(bits) % 5)]
    return "".join(
        written(int("".join(str(b) for b in padded[i : i + 5]), 2), 32) for i in range(0, len(padded), 5)
    )  # fmt: skip


# -- parts with a code per place ------------------------------------------------------------------------------------


class CodePart(LinkPart):
    """A code for each cell of a layer, or for each corner if the layer lies there; see the module's text on ``codes``.

    With ``optional`` the stretch may be missing at the end of a link, and is not written when nothing is given. ``hole`` is the
    code of a cell that does not exist.
    """

    most = _MOST_NUMBER16
    """The greatest code."""

    def __init__(
        self, layer: str, codes: Mapping[int, Any] | None = None, *, optional: bool = False, hole: int | None = None
    ) -> None:
        self.layer, self.optional, self.hole = layer, optional, hole
        self.holes = hole is not None
        self.values = {UNTOLD: UNKNOWN, **(codes or {})}
        # of two codes for one value the first is written
        self.codes = {value: code for code, value in reversed(self.values.items())}

    def value(self, code: int) -> Any:
        """The value of the layer that a code stands for."""
        return self.values.get(code, code)

    def code(self, value: Any) -> int | None:
        """The code of a value; None when it has none."""
        code = self.codes.get(value, value)
        return code if type(code) is int and (code == UNTOLD or 0 <= code <= self.most) else None

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        places = draft.places(self.layer)
        if self.optional and not body:
            return
        for place, code in zip(places, self.read(body, len(places)), strict=True):
            if code is not None and code == self.hole:
                draft.holes.add(place)
            elif code is not None:
                values[place] = self.value(code)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        places = draft.places(self.layer)
        holes = draft.holes if self.holes else ()
        codes = [self.hole if place in holes else self.code(values[place]) for place in places]
        return "" if self.optional and not any(code is not None for code in codes) else self.write(codes)

    def read(self, body: Body, count: int) -> Codes:
        """``count`` codes."""
        raise NotImplementedError

    def write(self, codes: Codes) -> str:
        """The characters of ``codes``."""
        raise NotImplementedError


class Number16(CodePart):
    """Numbers: ``0`` to ``f``, ``-`` and two digits, ``+`` and three, ...; ``.`` untold; ``g`` to ``z`` skip 1 to 20 places."""

    def read(self, body: Body, count: int) -> Codes:
        return read_number16(body, count)

    def write(self, codes: Codes) -> str:
        return write_number16(codes)


class CircleNumber16(Number16):
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


class Number10(CodePart):
    """Numbers 0 to 9; ``.`` untold; ``a`` to ``z`` skip 1 to 26 places."""

    most = 9

    def read(self, body: Body, count: int) -> Codes:
        return read_codes(body, count, "a", _number10)

    def write(self, codes: Codes) -> str:
        return write_codes(codes, "a", 26, lambda code: "." if code == UNTOLD else str(code))


class Number36(CodePart):
    """Numbers in base 36, ``-`` before two digits; ``@`` or ``%`` untold; ``.`` for each cell without."""

    most = 36 * 36 - 1

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = []
        for _ in range(count):
            if body.peek() == ".":
                body.take()
                codes.append(None)
            else:
                codes.append(_digit36(body))
        return codes

    def write(self, codes: Codes) -> str:
        out = []
        for code in codes:
            out.append(
                "." if code is None
                else "@" if code == UNTOLD
                else written(code, 36) if code < 36
                else "-" + written(code, 36)
            )  # fmt: skip
        return "".join(out)


class FourCell(CodePart):
    """Numbers 0 to 4, sparse: ``0`` to ``4`` alone, ``5`` to ``9`` with a blank after it, ``a`` to ``e`` with two; ``.`` untold;
    ``g`` to ``z`` skip 1 to 20 places. Also for corners (pzprjs calls it 4Cross there).
    """

    most = 4

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = [None] * count

        def one(at: int) -> int:
            if body.peek() == ".":
                body.take()
                codes[at] = UNTOLD
                return 1
            blank, codes[at] = divmod(body.number(1, 15), 5)
            return min(1 + blank, count - at)

        read_places(body, count, "g", one)
        return codes

    def write(self, codes: Codes) -> str:
        # at the end two blanks are written that are not there
        beyond = [*codes, None, None]

        def one(at: int) -> tuple[str, int]:
            code = codes[at]
            assert code is not None
            if code == UNTOLD:
                return ".", 1
            blank = blanks(beyond, at + 1, 2)
            return written(code + 5 * blank, 16), 1 + blank

        return write_places(codes, "g", 20, one)


class FormerCell(FourCell):
    """FourCell in a genre whose links had another form: after the letter ``d`` (``Flag``) a character for each place, ``0`` to
    ``4`` or ``.`` for none (pzprjs calls it cross_old). After the letter ``c``, which old sites wrote, they are as today.
    """

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        # what is written is in today's form, without a letter
        if draft.notes.pop("flag", "") != "d":
            super().decode(body, draft)
            return
        values = draft.get(self.layer)
        places = draft.places(self.layer)
        for at, place in enumerate(places):
            if not body and at == len(places) - 1:
                # a dot, which is left out by sites that make links of plain text
                return
            if body.peek() == ".":
                body.take()
            else:
                values[place] = self.value(body.number(1, 5))


class OneCell(LinkPart):
    """Cells that hold ``value``: ``0`` to ``h`` one of them with 0 to 17 blanks after it, ``i`` to ``z`` 1 to 18 blanks."""

    def __init__(self, layer: str, value: Any) -> None:
        self.layer, self.marked = layer, value

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        count = len(draft.area)

        def one(at: int) -> int:
            if not body:
                # a link may end behind its last mark
                return count - at
            blank = body.number(1, 18)
            values[draft.area[at]] = self.marked
            return 1 + blank

        read_places(body, count, "i", one, open_end=True)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        marks = [True if values[c] == self.marked else None for c in draft.area]

        def one(at: int) -> tuple[str, int]:
            blank = blanks(marks, at + 1, 17)
            return written(blank, 18), 1 + blank

        return write_places(marks, "i", 18, one)


class Gaps(LinkPart):
    """Cells that hold ``value``, up to the end of the link: how many others lie between each and the one before, a digit of base
    36; ``.`` skips 36 cells.
    """

    def __init__(self, layer: str, value: Any) -> None:
        self.layer, self.marked = layer, value

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values, at = draft.get(self.layer), -1
        while body:
            place = body.place()
            if body.peek() == ".":
                body.take()
                at += 36
                continue
            at += 1 + body.number(1, 36)
            if at >= len(draft.area):
                raise InputError("the link says more than the board has places for", place)
            values[draft.area[at]] = self.marked

    def encode(self, draft: PartialPuzzle) -> str:
        values, out, blank = draft.get(self.layer), [], 0
        for cell in draft.area:
            here = values[cell] == self.marked
            if here:
                out.append("." * (blank // 36) + written(blank % 36, 36))
            blank = 0 if here else blank + 1
        return "".join(out)


class Circle(LinkPart):
    """One of two marks or none in each cell, or on each link, three places a digit of base 27, the first the highest.

    ``marks`` are the layer's values for 1 and 2 (white and black). With ``optional`` the stretch may be missing, and is
    not written when there is no mark (and no hole).
    """

    def __init__(self, layer: str, marks: Sequence[Any], *, optional: bool = False) -> None:
        self.layer, self.marks, self.optional = layer, tuple(marks), optional

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        if self.optional and not body:
            return
        places = draft.places(self.layer)
        for start in range(0, len(places), 3):
            digit = body.number(1, 27)
            for place, factor in zip(places[start : start + 3], (9, 3, 1), strict=False):
                mark = digit // factor % 3
                if mark:
                    values[place] = self.marks[mark - 1]

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        if self.optional and not draft.holes and not any(values[c] in self.marks for c in draft.places(self.layer)):
            return ""
        digits = [self.marks.index(values[c]) + 1 if values[c] in self.marks else 0 for c in draft.places(self.layer)]
        digits += [0] * (-len(digits) % 3)
        return "".join(written(digits[i] * 9 + digits[i + 1] * 3 + digits[i + 2], 27) for i in range(0, len(digits), 3))


class Bits(LinkPart):
    """Cells that hold ``value`` or nothing, five cells a digit of base 32 (pzprjs calls it Ice and Binary).

    With ``optional`` the stretch may be missing, and is not written when there is no such cell. ``otherwise`` is what a cell
    holds that is not marked.
    """

    def __init__(self, layer: str, value: Any, *, optional: bool = False, otherwise: Any = None) -> None:
        self.layer, self.marked, self.optional, self.otherwise = layer, value, optional, otherwise

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        if not (self.optional and not body):
            for place, bit in zip(draft.area, read_bits(body, len(draft.area)), strict=True):
                values[place] = self.marked if bit else self.otherwise

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        bits = [int(values[c] == self.marked) for c in draft.area]
        return "" if self.optional and not any(bits) else write_bits(bits)


class Holes(LinkPart, TextPart):
    """Cells that do not exist, five cells a digit of base 32; not there when all exist (pzprjs calls it Empty), but ``always``
    where other parts follow. In texts a token for each cell: ``token`` where there is none.
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
        return [" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width)]


class ArrowNumber16(LinkPart):
    """Numbers with arrows (a layer of Arrows): ``0`` to ``4`` the direction and one digit, ``5`` to ``9`` direction and two,
    ``-`` direction and three; ``.`` for the digit untold; ``a`` to ``z`` skip 1 to 26 cells. ``special`` is the value of ``+``.
    """

    least = 2
    """The characters of the shortest clue."""

    def __init__(self, layer: str, *, special: Any = None) -> None:
        self.layer, self.special = layer, special

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)

        def put(at: int) -> int:
            values[draft.area[at]] = self.one(body)
            return 1

        read_places(body, len(draft.area), "a", put, least=self.least)

    def one(self, body: Body) -> Any:
        """The value that the next characters stand for."""
        if self.special is not None and body.peek() == "+":
            body.take()
            return self.special
        return read_arrow(body)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        listed = [values[c] for c in draft.area]
        indices = [i if self.fits(value) else None for i, value in enumerate(listed)]
        return write_codes(indices, "a", 26, lambda i: "+" if listed[i] == self.special else self.written(listed[i]))

    def fits(self, value: Any) -> bool:
        """Whether there is a value that links have room for."""
        if value is None or value == self.special:
            return value is not None
        number = value[-1]
        return type(number) is not int or number < 16**3

    def written(self, value: Any) -> str:
        """The characters of a value."""
        return write_arrow(*value)


def read_arrow(body: Body) -> tuple[int | None, int | str | None]:
    """(direction, number) as ArrowNumber16 writes them."""
    number: int | str
    if body.peek() == "-":
        body.take()
        way = body.number(1, 5)
        return PZPR_WAYS[way], body.number(3, 16)
    long, way = divmod(body.number(1, 10), 5)
    if long:
        number = body.number(2, 16)
    elif body.peek() == ".":
        body.take()
        number = UNKNOWN
    else:
        number = body.number(1, 16)
    return PZPR_WAYS[way], number


def write_arrow(direction: int | None, number: int | str | None) -> str:
    """The opposite of ``read_arrow``."""
    way = PZPR_WAYS.index(direction) if direction in PZPR_WAYS else 0
    if number is None or number == UNKNOWN:
        return f"{way}."
    assert isinstance(number, int)
    if number >= 256:
        return f"-{way}{written(number, 16)}"
    return f"{way + 5}{written(number, 16)}" if number >= 16 else f"{way}{written(number, 16)}"


# -- walls and rooms ------------------------------------------------------------------------------------------------


def walls_of(name: str, draft: PartialPuzzle) -> list[int]:
    """Return the walls on the frame's links: those between two rooms and inside them, or those of a layer on the links."""
    values = draft.get(name)
    if draft.layer(name).value.way in GROUPS:
        inner = draft.layer(name).walls
        more = draft.get(inner) if inner else [0] * len(draft.frame.links)
        # where there is no cell the board ends, and nobody draws a wall
        return [
            int((values[a] != values[b] and not draft.holes & {a, b}) or bool(w))
            for (a, b), w in zip(draft.frame.links, more, strict=True)
        ]
    return [int(bool(v)) for v in values]


def set_walls(name: str, walls: Sequence[int], draft: PartialPuzzle) -> None:
    """The opposite of ``walls_of``."""
    draft.walls[name] = list(walls)
    draft.set_walls(name, walls)


class Border(LinkPart):
    """Walls between cells, five a digit of base 32: first those between columns row by row, then those between rows.

    For a layer of Rooms and its walls inside them, or one that lies on the links. With ``optional`` the stretch may be missing
    at the end of a link, and is not written when there is no wall.
    """

    def __init__(self, layer: str, *, optional: bool = False) -> None:
        self.layer, self.optional = layer, optional

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        start = body.at
        if self.optional and not body:
            return
        set_walls(self.layer, self._walls(body, draft), draft)
        # walls that part no rooms (or cells that do not exist) mean nothing, but are a part of the link
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


class RoomNumber16(CodePart):
    """Number16 with a code for each room of the layer ``rooms``, which must have been read or written before.

    A room's number is put into its leftmost cell, the topmost of these; it is written from whichever cell holds it. Of
    several numbers in a room the first is written.
    """

    def __init__(self, layer: str, codes: Mapping[int, Any] | None = None, *, rooms: str = "rooms") -> None:
        super().__init__(layer, codes)
        self.rooms = rooms

    def _groups(self, rooms: Sequence[Any]) -> list[list[int]]:
        groups: dict[Any, list[int]] = {}
        for c, room in enumerate(rooms):
            if room is not None:
                groups.setdefault(room, []).append(c)
        return list(groups.values())

    def _first(self, group: Sequence[int], draft: PartialPuzzle) -> int:
        """The leftmost of cells, the topmost of these."""
        return min(group, key=lambda c: (c % draft.cols, c))

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        values = draft.get(self.layer)
        groups = self._groups(draft.get(self.rooms))
        for group, code in zip(groups, read_number16(body, len(groups)), strict=True):
            if code is not None:
                values[self._first(group, draft)] = self.value(code)

    def encode(self, draft: PartialPuzzle) -> str:
        values = draft.get(self.layer)
        draft.layer(self.rooms)  # whoever calls the rooms otherwise is told
        # rooms are what the walls part: walls inside a room of ours can make two of it
        groups = self._groups(rooms_of(draft.walls[self.rooms], draft))
        given = (next((values[c] for c in group if values[c] is not None), None) for group in groups)
        return write_number16([self.code(value) for value in given])


# -- outside the board ----------------------------------------------------------------------------------------------

OUTSIDE = ("top", "bottom", "left", "right")
"""The order in which formats list the sides."""


class Outside:
    """The clues outside the board as formats list them: per side (top, bottom, left, right) and line some places, from the
    board outwards. ``names`` are layers of Lines.

    A layer of single clues has one place a line, several such layers stand behind one another, the first nearest to the
    board. A layer of several clues a line has places for half its cells, rounded up, as many as runs of shaded cells can
    need. ``stacked``: the single clues of a layer's bottom and right sides stand at the top and left, nearer to the board.
    """

    def __init__(self, names: Sequence[str], draft: PartialPuzzle, *, stacked: bool = False) -> None:
        place: Any = draft.layer(names[0]).place
        self.values = {name: draft.get(name) for name in names}
        self.several = "" if place.single else names[0]
        self.sides = [side for side in OUTSIDE if side in (("top", "left") if stacked else place.sides)]
        self.counts = {side: draft.width if side in ("top", "bottom") else draft.height for side in self.sides}
        inner = {"top": "bottom", "left": "right"}
        # per side the layer and side that each place belongs to
        self.sources = {
            side: [(names[0], inner[side]), (names[0], side)] if stacked else [(name, side) for name in names]
            for side in self.sides
        }
        lengths = {side: draft.height if side in ("top", "bottom") else draft.width for side in self.sides}
        self.depths = {
            side: (lengths[side] + 1) // 2 if self.several else len(self.sources[side]) for side in self.sides
        }

    def line(self, side: str, index: int) -> list[Any]:
        """The clues of a line and blanks (None), the place nearest to the board first."""
        if not self.several:
            lines = [self.values[name][where][index] for name, where in self.sources[side]]
            return [line[0] if line else None for line in lines]
        clues = list(self.values[self.several][side][index])
        if side in ("top", "left"):
            clues.reverse()
        depth = self.depths[side]
        return clues[:depth] + [None] * (depth - len(clues))

    def put(self, side: str, index: int, clues: Sequence[Any]) -> None:
        """The opposite of ``line``."""
        if not self.several:
            for (name, where), clue in zip(self.sources[side], clues, strict=True):
                self.values[name][where][index] = () if clue is None else (clue,)
        else:
            listed = [clue for clue in clues if clue is not None]
            self.values[self.several][side][index] = tuple(reversed(listed) if side in ("top", "left") else listed)


class OutsideNumber16(LinkPart):
    """Number16 over the clues outside the board (layers of Lines, see Outside), side by side (top, bottom, left, right), line by
    line, from the board outwards.
    """

    def __init__(self, *layers: str, stacked: bool = False) -> None:
        self.names, self.stacked = layers, stacked

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        outside = Outside(self.names, draft, stacked=self.stacked)
        codes = read_number16(body, sum(outside.depths[side] * outside.counts[side] for side in outside.sides))
        at = 0
        for side in outside.sides:
            depth = outside.depths[side]
            for i in range(outside.counts[side]):
                outside.put(side, i, [UNKNOWN if code == UNTOLD else code for code in codes[at : at + depth]])
                at += depth

    def encode(self, draft: PartialPuzzle) -> str:
        outside = Outside(self.names, draft, stacked=self.stacked)
        clues = [c for side in outside.sides for i in range(outside.counts[side]) for c in outside.line(side, i)]
        return write_number16([UNTOLD if clue == UNKNOWN else clue for clue in clues])


# -- parts of links and texts ---------------------------------------------------------------------------------------


class Count(LinkPart, TextPart):
    """A number of the whole puzzle: in links up to a slash, in texts a line."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        place = body.place()
        told = ""
        while (ch := body.take()) != "/":
            told += ch
        number = digits(told)
        if number is None:
            raise InputError(f"a number is needed, not {told!r}", place)
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
    """The cells of signs of which each is there once, such as a goal: the column and the row of each, from 1, as in Number16;
    in texts a line with both, on a grid of half cells.
    """

    def __init__(self, layer: str, tokens: Sequence[str]) -> None:
        self.layer, self.tokens = layer, tokens

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        for token in self.tokens:
            place = body.place()
            self._put(token, read_one_number16(body), read_one_number16(body), draft, place)

    def encode(self, draft: PartialPuzzle) -> str:
        return "".join(write_one_number16(n) for pair in self._places(draft) for n in pair)

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
    """A layer of the whole puzzle whose ``value`` goes without saying, and for which no other value can be said."""

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
    """A letter before the size of a link, in texts a line, that says something of the whole puzzle.

    ``layer`` (a Param) is 1 when it is there. Without one the letter is only kept and written back: it may say how the
    puzzle is drawn, but no rule.
    """

    def __init__(self, letter: str, layer: str = "") -> None:
        self.letter, self.layer = letter, layer

    def mark(self, draft: PartialPuzzle) -> None:
        """Say that the letter was there."""
        if self.layer:
            draft.set(self.layer, 1)
        else:
            draft.notes["flag"] = self.letter

    def marked(self, draft: PartialPuzzle) -> bool:
        """Whether the letter is to be written."""
        return bool(draft.get(self.layer)) if self.layer else self.letter in draft.notes.get("flag", "")

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        # the letter stands before the body: formats.links reads it
        return

    def encode(self, draft: PartialPuzzle) -> str:
        return ""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines.peek().strip() == self.letter:
            lines.take()
            self.mark(draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [self.letter] if self.marked(draft) else []


# -- sums on diagonals ----------------------------------------------------------------------------------------------
