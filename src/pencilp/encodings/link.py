"""The parts of puzz.link bodies: each reads and writes one stretch.

The encodings are facts of the pzprjs program (github.com/robx/pzprjs, src/puzzle/Encode.js, src/variety-common/Encode.js
and the genres' own files). Numbers stand in a body as codes: 0 and up are themselves, ``UNTOLD`` (-2) is a clue that
does not say its number. A part's ``codes`` tells which value of the layer a code stands for where that is not the number
itself; ``UNTOLD`` is ``?`` unless told otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pencilp.board.layers import UNKNOWN, Lines, Rooms
from pencilp.encodings.draft import Body, Dialect, Draft, LineReader, LinkPart, TextPart, written
from pencilp.errors import InputError

UNTOLD = -2
Codes = list[int | None]

# -- strings of codes -----------------------------------------------------------------------------------------------


def skip_length(body: Body, first: str, last: str = "z") -> int:
    """How many places the next character skips, 1 for ``first``; 0 when it is none of ``first`` to ``last``."""
    ch = body.peek()
    return ord(ch) - ord(first) + 1 if ch and first <= ch <= last else 0


def read_places(body: Body, count: int, first: str, one: Callable[[int], int]) -> None:
    """Go through ``count`` places: ``one`` reads what begins at a place and says how many places that takes; letters from
    ``first`` on stand for stretches that hold nothing.
    """
    at = 0
    while at < count:
        place = body.place()
        if skip := skip_length(body, first):
            body.take()
            at += skip
        else:
            at += one(at)
        if at > count:
            raise InputError("the link says more than the board has places for", place)


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


def dot_left_out(body: Body, at: int, count: int) -> bool:
    """Whether only the last place is missing: sites that make links of plain text leave out a dot at the end."""
    return not body and 0 < at == count - 1


def read_codes(body: Body, count: int, first: str, one: Callable[[Body], int]) -> Codes:
    """``count`` codes, each read by ``one``, with letters from ``first`` on for stretches without any."""
    codes: Codes = [None] * count

    def put(at: int) -> int:
        codes[at] = UNTOLD if dot_left_out(body, at, count) else one(body)
        return 1

    read_places(body, count, first, put)
    return codes


def write_codes(codes: Sequence[int | None], first: str, longest: int, one: Callable[[int], str]) -> str:
    """The opposite of ``read_codes``: at most ``longest`` places are skipped by one letter."""
    return write_places(codes, first, longest, lambda at: (one(codes[at]), 1))  # type: ignore[arg-type]


_PREFIXED = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
"""Per mark of Number16: how many digits follow, and what is added to them."""


def _number16(body: Body) -> int:
    ch = body.peek()
    if ch == ".":
        body.take()
        return UNTOLD
    if ch in _PREFIXED:
        body.take()
        digits, offset = _PREFIXED[ch]
        return body.number(digits, 16) + offset
    return body.number(1, 16)


def _write_number16(code: int) -> str:
    if code == UNTOLD:
        return "."
    for mark, low, high in (("", 0, 16), ("-", 16, 256), ("+", 256, 4096), ("=", 4096, 8192), ("%", 8192, 12240),
                            ("*", 12240, 77776), ("$", 77776, 77776 + 16**5)):  # fmt: skip
        if low <= code < high:
            if not mark:
                return written(code, 16)
            digits, offset = _PREFIXED[mark]
            return mark + written(code - offset, 16).rjust(digits, "0")
    raise InputError(f"the number {code} is too large for a link")


def read_number16(body: Body, count: int) -> Codes:
    """``count`` codes of Number16."""
    return read_codes(body, count, "g", _number16)


def write_number16(codes: Sequence[int | None]) -> str:
    """Codes as Number16."""
    return write_codes(codes, "g", 20, _write_number16)


def _number10(body: Body) -> int:
    if body.peek() == ".":
        body.take()
        return UNTOLD
    return body.number(1, 10)


def _write_number10(code: int) -> str:
    if not (code == UNTOLD or 0 <= code < 10):
        raise InputError(f"the number {code} is too large for a link of this genre")
    return "." if code == UNTOLD else str(code)


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

    With ``optional`` the stretch may be missing at the end of a link, and is not written when nothing is given.
    """

    def __init__(self, layer: str, codes: Mapping[int, Any] | None = None, *, optional: bool = False) -> None:
        self.layer, self.optional = layer, optional
        self.values = {UNTOLD: UNKNOWN, **(codes or {})}
        self.codes = {value: code for code, value in self.values.items()}

    def value(self, code: int) -> Any:
        """The value of the layer that a code stands for."""
        return self.values.get(code, code)

    def code(self, value: Any, draft: Draft) -> int:
        """The code of a value; raises InputError when it has none."""
        if value in self.codes:
            return self.codes[value]
        if type(value) is int and value >= 0:
            return value
        raise InputError(f"links cannot say {draft.layer(self.layer).token(value)!r}", self.layer)

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)
        places = draft.places(self.layer)
        if self.optional and not body:
            return
        for place, code in zip(places, self.read(body, len(places)), strict=True):
            if code is not None:
                values[place] = self.value(code)

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        places = draft.places(self.layer)
        codes = [None if values[place] is None else self.code(values[place], draft) for place in places]
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


class Number10(CodePart):
    """Numbers 0 to 9; ``.`` untold; ``a`` to ``z`` skip 1 to 26 places. ``hole`` is the digit of a cell that does not exist."""

    def __init__(self, layer: str, codes: Mapping[int, Any] | None = None, *, hole: int | None = None) -> None:
        super().__init__(layer, codes)
        self.hole = hole

    def decode(self, body: Body, draft: Draft) -> None:
        super().decode(body, draft)
        if self.hole is not None:
            values = draft.get(self.layer)
            holes = [place for place in draft.area if values[place] == self.hole]
            draft.holes.update(holes)
            for place in holes:
                values[place] = None

    def encode(self, draft: Draft) -> str:
        if self.hole is None:
            return super().encode(draft)
        values = draft.get(self.layer)
        return self.write([
            self.hole if c in draft.holes else None if values[c] is None else self.code(values[c], draft)
            for c in draft.area
        ])  # fmt: skip

    def read(self, body: Body, count: int) -> Codes:
        return read_codes(body, count, "a", _number10)

    def write(self, codes: Codes) -> str:
        return write_codes(codes, "a", 26, _write_number10)


class Number36(CodePart):
    """Numbers in base 36, ``-`` before two digits; ``@`` or ``%`` untold; ``.`` for each cell without."""

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
            if code is not None and code >= 36 * 36:
                raise InputError(f"the number {code} is too large for a link of this genre")
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

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = [None] * count

        def one(at: int) -> int:
            if body.peek() == "." or dot_left_out(body, at, count):
                body.at += bool(body)
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
            if code > 4:
                raise InputError(f"the number {code} is too large for a link of this genre")
            blank = blanks(beyond, at + 1, 2)
            return written(code + 5 * blank, 16), 1 + blank

        return write_places(codes, "g", 20, one)


class OneCell(LinkPart):
    """Cells that hold ``value``: ``0`` to ``h`` one of them with 0 to 17 blanks after it, ``i`` to ``z`` 1 to 18 blanks."""

    def __init__(self, layer: str, value: Any) -> None:
        self.layer, self.marked = layer, value

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)
        count = len(draft.area)

        def one(at: int) -> int:
            if not body:
                # a link may end behind its last mark
                return count - at
            blank = body.number(1, 18)
            values[draft.area[at]] = self.marked
            return 1 + blank

        read_places(body, count, "i", one)

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        marks = [True if values[c] == self.marked else None for c in draft.area]

        def one(at: int) -> tuple[str, int]:
            blank = blanks(marks, at + 1, 17)
            return written(blank, 18), 1 + blank

        return write_places(marks, "i", 18, one)


class Circle(LinkPart):
    """One of two marks or none in each cell, three cells a digit of base 27, the first the highest.

    ``marks`` are the layer's values for 1 and 2 (white and black). With ``optional`` the stretch may be missing, and is
    not written when there is no mark (and no hole).
    """

    def __init__(self, layer: str, marks: Sequence[Any], *, optional: bool = False) -> None:
        self.layer, self.marks, self.optional = layer, tuple(marks), optional

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)
        if self.optional and not body:
            return
        for start in range(0, len(draft.area), 3):
            digit = body.number(1, 27)
            for place, factor in zip(draft.area[start : start + 3], (9, 3, 1), strict=False):
                mark = digit // factor % 3
                if mark:
                    values[place] = self.marks[mark - 1]

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        if self.optional and not draft.holes and not any(values[c] in self.marks for c in draft.area):
            return ""
        digits = [self.marks.index(values[c]) + 1 if values[c] in self.marks else 0 for c in draft.area]
        digits += [0] * (-len(digits) % 3)
        return "".join(written(digits[i] * 9 + digits[i + 1] * 3 + digits[i + 2], 27) for i in range(0, len(digits), 3))


class Bits(LinkPart):
    """Cells that hold ``value`` or nothing, five cells a digit of base 32 (pzprjs calls it Ice and Binary).

    With ``optional`` the stretch may be missing, and is not written when there is no such cell.
    """

    def __init__(self, layer: str, value: Any, *, optional: bool = False) -> None:
        self.layer, self.marked, self.optional = layer, value, optional

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)
        if not (self.optional and not body):
            for place, bit in zip(draft.area, read_bits(body, len(draft.area)), strict=True):
                if bit:
                    values[place] = self.marked

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        bits = [int(values[c] == self.marked) for c in draft.area]
        return "" if self.optional and not any(bits) else write_bits(bits)


class Holes(LinkPart):
    """Cells that do not exist, five cells a digit of base 32; not there when all exist (pzprjs calls it Empty)."""

    def decode(self, body: Body, draft: Draft) -> None:
        if body:
            bits = read_bits(body, len(draft.area))
            draft.holes.update(c for c, bit in zip(draft.area, bits, strict=True) if bit)

    def encode(self, draft: Draft) -> str:
        return write_bits([int(c in draft.holes) for c in draft.area]) if draft.holes else ""


class ArrowNumber16(LinkPart):
    """Numbers with arrows (a layer of Arrows): ``0`` to ``4`` the direction and one digit, ``5`` to ``9`` direction and two,
    ``-`` direction and three; ``.`` for the digit untold; ``a`` to ``z`` skip 1 to 26 cells. ``special`` is the value of ``+``.
    """

    def __init__(self, layer: str, *, special: Any = None) -> None:
        self.layer, self.special = layer, special

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)

        def put(at: int) -> int:
            values[draft.area[at]] = self.one(body)
            return 1

        read_places(body, len(draft.area), "a", put)

    def one(self, body: Body) -> Any:
        """The value that the next characters stand for."""
        if self.special is not None and body.peek() == "+":
            body.take()
            return self.special
        return read_arrow(body)

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        listed = [values[c] for c in draft.area]
        indices = [None if value is None else i for i, value in enumerate(listed)]
        return write_codes(indices, "a", 26, lambda i: "+" if listed[i] == self.special else self.written(listed[i]))

    def written(self, value: Any) -> str:
        """The characters of a value."""
        return write_arrow(*value)


_WAYS = (None, 0, 2, 3, 1)
"""Our direction for pzprjs's 0 (none), 1 (up), 2 (down), 3 (left), 4 (right)."""


def read_arrow(body: Body) -> tuple[int | None, int | str | None]:
    """(direction, number) as ArrowNumber16 writes them."""
    number: int | str
    if body.peek() == "-":
        body.take()
        way = body.number(1, 5)
        return _WAYS[way], body.number(3, 16)
    long, way = divmod(body.number(1, 10), 5)
    if long:
        number = body.number(2, 16)
    elif body.peek() in (".", ""):
        # sites that make links of plain text leave out a dot at the end
        body.at += bool(body)
        number = UNKNOWN
    else:
        number = body.number(1, 16)
    return _WAYS[way], number


def write_arrow(direction: int | None, number: int | str | None) -> str:
    """The opposite of ``read_arrow``."""
    way = _WAYS.index(direction) if direction in _WAYS else 0
    if number is None or number == UNKNOWN:
        return f"{way}."
    assert isinstance(number, int)
    if number >= 16**3:
        raise InputError(f"the number {number} is too large for a link")
    if number >= 256:
        return f"-{way}{written(number, 16)}"
    return f"{way + 5}{written(number, 16)}" if number >= 16 else f"{way}{written(number, 16)}"


class CastleNumber16(ArrowNumber16):
    """Numbers with arrows in coloured cells (Arrows with colors): a digit for the colour before each as in ArrowNumber16.

    ``colors`` are the layer's colours for 0 (grey), 1 (white) and 2 (black). A number that is untold and has no arrow is
    read as no number.
    """

    def __init__(self, layer: str, colors: str) -> None:
        super().__init__(layer)
        self.colors = colors

    def one(self, body: Body) -> Any:
        color = self.colors[body.number(1, 3)]
        direction, number = read_arrow(body)
        return (color, direction, None if number == UNKNOWN and direction is None else number)

    def written(self, value: Any) -> str:
        return f"{self.colors.index(value[0])}{write_arrow(*value[1:])}"


# -- walls and rooms ------------------------------------------------------------------------------------------------


def walls_of(name: str, draft: Draft, inner: str = "") -> list[int]:
    """The walls on the frame's links: those between two rooms, or those of a layer that lies on the links.

    ``inner`` is a layer on the links with further walls, between cells of one room.
    """
    values = draft.get(name)
    if isinstance(draft.layer(name), Rooms):
        more = draft.get(inner) if inner else [0] * len(draft.frame.links)
        # where there is no cell the board ends, and nobody draws a wall
        return [
            int((values[a] != values[b] and not draft.holes & {a, b}) or bool(w))
            for (a, b), w in zip(draft.frame.links, more, strict=True)
        ]
    return [int(bool(v)) for v in values]


def set_walls(name: str, walls: Sequence[int], draft: Draft, inner: str = "") -> None:
    """The opposite of ``walls_of``."""
    draft.walls[name] = list(walls)
    draft.set_walls(name, walls, inner)


class Border(LinkPart):
    """Walls between cells, five a digit of base 32: first those between columns row by row, then those between rows.

    For a layer of Rooms, or one that lies on the links. ``inner`` is a layer on the links for walls that part no rooms.
    """

    def __init__(self, layer: str, *, inner: str = "") -> None:
        self.layer, self.inner = layer, inner

    def decode(self, body: Body, draft: Draft) -> None:
        start = body.at
        set_walls(self.layer, self._walls(body, draft), draft, self.inner)
        # walls that part no rooms (or cells that do not exist) mean nothing, but are a part of the link
        if not self.inner:
            draft.notes[f"walls of {self.layer}"] = body.text[start : body.at]

    def encode(self, draft: Draft) -> str:
        walls = walls_of(self.layer, draft, self.inner)
        plain = self._written(walls, draft)
        noted = draft.notes.get(f"walls of {self.layer}", "")
        if len(noted) == len(plain):
            again = Draft(draft.genre, draft.height, draft.width, draft.margin)
            again.holes = draft.holes
            set_walls(self.layer, self._walls(Body(noted), again), again)
            if walls_of(self.layer, again) == walls:
                return noted
        return plain

    def _walls(self, body: Body, draft: Draft) -> list[int]:
        upright = draft.rows * (draft.cols - 1)
        walls = read_bits(body, upright)
        return walls + read_bits(body, len(draft.frame.links) - upright)

    def _written(self, walls: Sequence[int], draft: Draft) -> str:
        upright = draft.rows * (draft.cols - 1)
        return write_bits(walls[:upright]) + write_bits(walls[upright:])


class RoomNumber16(CodePart):
    """Number16 with a code for each room of the layer ``rooms``, which must have been read before.

    A room's number is put into its leftmost cell, the topmost of these; it is written from whichever cell holds it.
    """

    def __init__(self, layer: str, codes: Mapping[int, Any] | None = None, *, rooms: str = "rooms") -> None:
        super().__init__(layer, codes)
        self.rooms = rooms

    def _groups(self, draft: Draft) -> list[list[int]]:
        groups: dict[Any, list[int]] = {}
        for c, room in enumerate(draft.get(self.rooms)):
            if room is not None:
                groups.setdefault(room, []).append(c)
        return list(groups.values())

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)
        groups = self._groups(draft)
        for group, code in zip(groups, read_number16(body, len(groups)), strict=True):
            if code is not None:
                values[min(group, key=lambda c: (c % draft.cols, c))] = self.value(code)

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        codes: Codes = []
        for group in self._groups(draft):
            given = [self.code(values[c], draft) for c in group if values[c] is not None]
            if len(given) > 1:
                raise InputError(f"links have one number a room, here is a room with {len(given)}", self.layer)
            codes.append(given[0] if given else None)
        return write_number16(codes)


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

    def __init__(self, names: Sequence[str], draft: Draft, *, stacked: bool = False) -> None:
        first = draft.layer(names[0])
        assert isinstance(first, Lines)
        self.values = {name: draft.get(name) for name in names}
        self.several = "" if first.single else names[0]
        self.sides = [side for side in OUTSIDE if side in (("top", "left") if stacked else first.sides)]
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
        if len(clues) > depth:
            raise InputError(
                f"there is room for {depth} clues here, not {len(clues)}", f"{self.several} {side} {index + 1}"
            )
        return clues + [None] * (depth - len(clues))

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

    def decode(self, body: Body, draft: Draft) -> None:
        outside = Outside(self.names, draft, stacked=self.stacked)
        codes = read_number16(body, sum(outside.depths[side] * outside.counts[side] for side in outside.sides))
        at = 0
        for side in outside.sides:
            depth = outside.depths[side]
            for i in range(outside.counts[side]):
                outside.put(side, i, [UNKNOWN if code == UNTOLD else code for code in codes[at : at + depth]])
                at += depth

    def encode(self, draft: Draft) -> str:
        outside = Outside(self.names, draft, stacked=self.stacked)
        clues = [c for side in outside.sides for i in range(outside.counts[side]) for c in outside.line(side, i)]
        return write_number16([UNTOLD if clue == UNKNOWN else clue for clue in clues])


# -- parts of links and texts ---------------------------------------------------------------------------------------


class Count(LinkPart, TextPart):
    """A number of the whole puzzle: in links up to a slash, in texts a line."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: Draft) -> None:
        place = body.place()
        digits = ""
        while (ch := body.take()) != "/":
            digits += ch
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise InputError(f"a number is needed, not {digits[:20]!r}", place)
        draft.set(self.layer, int(digits))

    def encode(self, draft: Draft) -> str:
        return f"{draft.get(self.layer)}/"

    def read(self, lines: LineReader, draft: Draft) -> None:
        draft.set(self.layer, lines.number())

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        return [str(draft.get(self.layer))]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Fixed(LinkPart, TextPart):
    """A layer of the whole puzzle whose ``value`` goes without saying, and for which no other value can be said."""

    def __init__(self, layer: str, value: Any) -> None:
        self.layer, self.fixed = layer, value

    def decode(self, body: Body, draft: Draft) -> None:
        draft.set(self.layer, self.fixed)

    def encode(self, draft: Draft) -> str:
        value = draft.get(self.layer)
        if value != self.fixed:
            raise InputError(f"{draft.genre.name} with {self.layer} {value} cannot be written in this format")
        return ""

    def read(self, lines: LineReader, draft: Draft) -> None:
        draft.set(self.layer, self.fixed)

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        self.encode(draft)
        return []


class Flag(LinkPart, TextPart):
    """A letter before the size of a link, in texts a line, that says something of the whole puzzle.

    ``layer`` (a Param) is 1 when it is there. Without one the letter is only kept and written back: it may say how the
    puzzle is drawn, but no rule.
    """

    def __init__(self, letter: str, layer: str = "") -> None:
        self.letter, self.layer = letter, layer

    def mark(self, draft: Draft) -> None:
        """Say that the letter was there."""
        if self.layer:
            draft.set(self.layer, 1)
        else:
            draft.notes["flag"] = self.letter

    def marked(self, draft: Draft) -> bool:
        """Whether the letter is to be written."""
        return bool(draft.get(self.layer)) if self.layer else self.letter in draft.notes.get("flag", "")

    def decode(self, body: Body, draft: Draft) -> None:
        # the letter stands before the body: formats.links reads it
        return

    def encode(self, draft: Draft) -> str:
        return ""

    def read(self, lines: LineReader, draft: Draft) -> None:
        if lines.peek().strip() == self.letter:
            lines.take()
            self.mark(draft)

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        return [self.letter] if self.marked(draft) else []


_PENTOMINOES = "337k 15v 24as 24bo 23fg 337i 23rg 334u 335s 33bk 24bk 337o"
_BANKS = {
    "c": "11g 11g 11g 21o 21o 31s",
    "d": "11g 11g 11g 11g 21o 21o 21o 31s 31s 41u",
    "e": "11g 11g 11g 11g 11g 21o 21o 21o 21o 31s 31s 31s 41u 41u 51v",
    "p": _PENTOMINOES,
    "z": "",
}
"""The usual banks: fleets of ships up to 3, 4 and 5 cells, the pentominoes, nothing."""


class Fleet(LinkPart, TextPart):
    """A bank of pieces (a layer of Pieces), behind a slash: ``//`` and a letter for a usual one, else their number and each
    piece: width, height (digits of base 36) and its cells, five a digit of base 32.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def decode(self, body: Body, draft: Draft) -> None:
        place = body.place()
        if body.take() != "/":
            raise InputError("the bank of pieces is missing", place)
        if body.peek() == "/":
            body.take()
            self._usual(body.take(), draft, place)
            return
        parts = body.text[body.at :].rstrip("/").split("/")
        body.at = len(body.text)
        if not parts[0].isdigit() or int(parts[0][:5]) != len(parts) - 1:
            raise InputError("the bank does not have the number of pieces it says", place)
        draft.set(self.layer, tuple(self._piece(piece, place) for piece in parts[1:]))

    def _usual(self, key: str, draft: Draft, place: str) -> None:
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

    def _told(self, draft: Draft) -> tuple[str, list[str]]:
        """The letter of a usual bank, or nothing, and the pieces."""
        pieces = []
        for rows in draft.get(self.layer) or ():
            if max(len(rows), len(rows[0])) > 35:
                raise InputError("pieces of more than 35 rows or columns cannot be written", self.layer)
            bits = [int(sign == "x") for row in rows for sign in row]
            pieces.append(written(len(rows[0]), 36) + written(len(rows), 36) + write_bits(bits))
        return next((key for key, bank in _BANKS.items() if sorted(bank.split()) == sorted(pieces)), ""), pieces

    def encode(self, draft: Draft) -> str:
        key, pieces = self._told(draft)
        return f"//{key}" if key else "/".join(["", str(len(pieces)), *pieces])

    def read(self, lines: LineReader, draft: Draft) -> None:
        place = lines.place()
        key = lines.take().strip()
        if not key.isdigit():
            self._usual(key, draft, place)
            return
        if int(key[:5]) > len(lines.lines):
            raise InputError("the text ends too soon", place)
        pieces = []
        for _ in range(int(key[:5])):
            place = lines.place()
            pieces.append(self._piece(lines.take(), place))
        draft.set(self.layer, tuple(pieces))

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        key, pieces = self._told(draft)
        return [key] if key else [str(len(pieces)), *pieces]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Dots(LinkPart, TextPart):
    """Dots on cells, links and corners, as in Spiral Galaxies, each white or black.

    The layer lies on cells: a dot is written in the upper left of the cells it touches, by the place it has there.
    ``white`` and ``black`` are the layer's four values each for the middle of the cell, its right edge, its lower edge
    and its lower right corner. In links a digit of base 16 is a dot (white even, black odd) with 0 to 7 places without one
    after it, ``g`` to ``z`` skip 1 to 20 places.
    """

    def __init__(self, layer: str, white: Sequence[Any], black: Sequence[Any]) -> None:
        self.layer = layer
        self.colors = (white, black)

    def _at(self, index: int, draft: Draft) -> tuple[int, int]:
        row, col = divmod(index, 2 * draft.cols - 1)
        return row // 2 * draft.cols + col // 2, row % 2 * 2 + col % 2

    def _all(self, draft: Draft) -> list[int]:
        """Per place 0 for none, 1 for white, 2 for black."""
        values = draft.get(self.layer)
        meaning = {value: (place, color) for color in (0, 1) for place, value in enumerate(self.colors[color])}
        result = []
        for index in range((2 * draft.rows - 1) * (2 * draft.cols - 1)):
            cell, place = self._at(index, draft)
            found = meaning.get(values[cell])
            result.append(found[1] + 1 if found and found[0] == place else 0)
        return result

    def _put(self, index: int, color: int, draft: Draft, where: str) -> None:
        cell, place = self._at(index, draft)
        values = draft.get(self.layer)
        if values[cell] is not None:
            raise InputError("two dots touch the same cell at its right and below", where)
        values[cell] = self.colors[color][place]

    def decode(self, body: Body, draft: Draft) -> None:
        draft.get(self.layer)
        size = (2 * draft.rows - 1) * (2 * draft.cols - 1)

        def one(at: int) -> int:
            place = body.place()
            blank, color = divmod(body.number(1, 16), 2)
            self._put(at, color, draft, place)
            return min(1 + blank, size - at)

        read_places(body, size, "g", one)

    def encode(self, draft: Draft) -> str:
        dots = [dot or None for dot in self._all(draft)]
        # behind the last dot seven blanks are written, also where there are not so many
        beyond = [*dots, *[None] * 7]

        def one(at: int) -> tuple[str, int]:
            blank = blanks(beyond, at + 1, 7)
            return written(2 * blank + (dots[at] or 0) - 1, 16), 1 + blank

        return write_places(dots, "g", 20, one)

    def read(self, lines: LineReader, draft: Draft) -> None:
        draft.get(self.layer)
        wide = 2 * draft.cols - 1
        for row in range(2 * draft.rows - 1):
            line = lines.take().strip()
            if len(line) != wide:
                raise lines.error(f"{len(line)} characters where {wide} are needed")
            for col, ch in enumerate(line):
                if ch in "12":
                    self._put(row * wide + col, int(ch) - 1, draft, lines.place())
                elif ch == "X" and row % 2 == col % 2 == 0:
                    draft.holes.add(row // 2 * draft.cols + col // 2)
                elif ch not in ".":
                    raise lines.error(f"{ch!r} is no dot")

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        wide = 2 * draft.cols - 1
        signs = [".12"[dot] for dot in self._all(draft)]
        for cell in draft.holes:
            row, col = divmod(cell, draft.cols)
            signs[2 * row * wide + 2 * col] = "X"
        return ["".join(signs[i : i + wide]) for i in range(0, len(signs), wide)]

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class Pipes(CodePart):
    """Given pieces of line: ``a`` to ``g`` a piece, ``0`` to ``9`` one to ten rings in a row, ``.`` untold, ``h`` to ``z`` skip
    1 to 19 cells. ``shapes`` are the layer's values for the seven pieces: a cross, ``ns``, ``ew``, ``ne``, ``nw``, ``sw`` and
    ``se``; ``ring`` the one for rings.
    """

    RING = 7

    def __init__(
        self, layer: str, shapes: Sequence[str] = ("nesw", "ns", "ew", "ne", "nw", "sw", "es"), ring: str = "o"
    ) -> None:
        super().__init__(layer, {**dict(enumerate(shapes)), self.RING: ring})

    def read(self, body: Body, count: int) -> Codes:
        codes: Codes = [None] * count

        def one(at: int) -> int:
            if piece := skip_length(body, "a", "g"):
                body.take()
                codes[at] = piece - 1
            elif body.peek() == ".":
                body.take()
                codes[at] = UNTOLD
            else:
                rings = body.number(1, 10) + 1
                codes[at : at + rings] = [self.RING] * rings
                return rings
            return 1

        read_places(body, count, "h", one)
        return codes

    def write(self, codes: Codes) -> str:
        def one(at: int) -> tuple[str, int]:
            code = codes[at]
            assert code is not None
            if code == self.RING:
                rings = 1
                while rings < 10 and codes[at + rings : at + rings + 1] == [self.RING]:
                    rings += 1
                return str(rings - 1), rings
            return "." if code == UNTOLD else chr(ord("a") + code), 1

        return write_places(codes, "h", 19, one)


# -- sums on diagonals ----------------------------------------------------------------------------------------------

_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _sum(body: Body, draft: Draft) -> int | None:
    ch = body.peek()
    if ch == "0":
        # two ways of writing that there is none: the one that was read is written again
        draft.notes["none"] = "0"
    if ch and ch in _UPPER:
        body.take()
        return 20 + _UPPER.index(ch)
    if ch in ("-", "."):
        body.take()
        return None
    return body.number(1, 20) or None


def _write_sum(number: Any, draft: Draft) -> str:
    if not number:
        return draft.notes.get("none", "-")
    if number == UNKNOWN or number > 45:
        raise InputError(f"the sum {number} cannot be written in a link")
    return written(number, 20) if number < 20 else _UPPER[number - 20]


class KakuroCells(LinkPart, TextPart):
    """Kakuro's cells (a layer of Sums) with a margin of sums above and left of what links count.

    In links ``.`` is a cell without sums, else two digits are the sum below and the sum to the right (1 to 9, a to j,
    A to Z for 20 to 45, ``-`` or 0 none); ``k`` to ``z`` skip 1 to 16 cells; then come the sums above and left of the board
    where its first cells are no such cells. In pzpr texts ``right,below``.
    """

    margin = (1, 1)

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def _edges(self, draft: Draft) -> list[tuple[int, int]]:
        """(cell of the margin, the board's cell beside it), above and then left."""
        cols = draft.cols
        return [(c, c + cols) for c in range(1, cols)] + [(r * cols, r * cols + 1) for r in range(1, draft.rows)]

    def decode(self, body: Body, draft: Draft) -> None:
        values = draft.get(self.layer)

        def one(at: int) -> int:
            if body.peek() == ".":
                body.take()
                values[draft.area[at]] = (None, None)
            else:
                below = _sum(body, draft)
                values[draft.area[at]] = (below, _sum(body, draft))
            return 1

        read_places(body, len(draft.area), "k", one)
        self._margin(draft)
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                number = _sum(body, draft)
                values[margin] = (number, None) if margin < draft.cols else (None, number)

    def _margin(self, draft: Draft) -> None:
        values = draft.get(self.layer)
        for cell in {0, *(margin for margin, _ in self._edges(draft))}:
            values[cell] = values[cell] or (None, None)

    def encode(self, draft: Draft) -> str:
        values = draft.get(self.layer)
        self._check(draft)
        pairs = [values[c] for c in draft.area]
        indices = [None if pair is None else i for i, pair in enumerate(pairs)]
        out = [write_codes(indices, "k", 16, lambda i: self._pair(pairs[i], draft))]
        for margin, cell in self._edges(draft):
            if values[cell] is None:
                out.append(_write_sum(values[margin][0 if margin < draft.cols else 1], draft))
        return "".join(out)

    def _pair(self, sums: tuple[Any, Any], draft: Draft) -> str:
        below, right = sums
        return _write_sum(below, draft) + _write_sum(right, draft) if below or right else "."

    def _check(self, draft: Draft) -> None:
        values = draft.get(self.layer)
        for margin, _ in self._edges(draft):
            if values[margin] is None:
                raise InputError("links have no cells to fill in the first row and column", self.layer)

    def read(self, lines: LineReader, draft: Draft) -> None:
        values = draft.get(self.layer)
        for r in range(draft.rows):
            for c, token in enumerate(lines.row(draft.cols)):
                if r and c and token == ".":
                    continue
                parts = token.split(",")
                if not all(part.isdigit() or part in ("-1", "-", "") for part in parts) or len(parts) > 2:
                    raise lines.error(f"{token!r} is no sum", c)
                numbers = [int(part[:5]) if part.isdigit() and int(part[:5]) else None for part in parts]
                if len(numbers) == 1:
                    numbers = [None, numbers[0]] if r == 0 else [numbers[0], None]
                values[r * draft.cols + c] = (numbers[1], numbers[0])

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        values = draft.get(self.layer)
        self._check(draft)
        out = []
        for r in range(draft.rows):
            row = []
            for c in range(draft.cols):
                pair = values[r * draft.cols + c]
                below, right = (n or 0 for n in pair or (0, 0))
                row.append("." if pair is None else str(below or right) if not (r and c) else f"{right},{below}")
            out.append(" ".join(row))
        return out

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)


class TilepaintCells(LinkPart, TextPart):
    """Tilepaint's numbers: ``outside`` (single Lines at the top and left) and, inside the board, ``inner`` (a layer of Sums).

    In links inner cells are two numbers, below and right (``-`` before a second, ``+`` a first, ``=`` both of two digits, ``.``
    none), ``g`` to ``z`` skip 1 to 20 cells; then the numbers above and left (``-`` before two digits, ``.`` none).
    """

    def __init__(self, outside: str, inner: str = "") -> None:
        self.outside, self.inner = outside, inner

    def _inner(self, draft: Draft) -> list[Any]:
        return draft.get(self.inner) if self.inner else [None] * len(draft.frame)  # type: ignore[no-any-return]

    def decode(self, body: Body, draft: Draft) -> None:
        inner = self._inner(draft)

        def one(at: int) -> int:
            if not self.inner:
                raise InputError("numbers inside the board are not supported", body.place())
            mark = body.take() if body.peek() in ("-", "+", "=") and body else ""
            below = self._digits(body, 2 if mark in ("+", "=") and mark else 1)
            inner[at] = (below, self._digits(body, 2 if mark in ("-", "=") and mark else 1))
            return 1

        read_places(body, len(inner), "g", one)
        for side, count in (("top", draft.width), ("left", draft.height)):
            for i in range(count):
                long = body.peek() == "-"
                if long:
                    body.take()
                number = self._digits(body, 2 if long else 1)
                draft.get(self.outside)[side][i] = () if number is None else (number,)

    def _digits(self, body: Body, count: int) -> int | None:
        if body.peek() == ".":
            body.take()
            return None
        return body.number(count, 16)

    def _number(self, number: int | None) -> str:
        if number is not None and number > 255:
            raise InputError(f"the number {number} is too large for a link of this genre")
        return "." if number is None else written(number, 16)

    def encode(self, draft: Draft) -> str:
        inner = self._inner(draft)
        indices = [None if pair is None else i for i, pair in enumerate(inner)]
        out = [write_codes(indices, "g", 20, lambda i: self._pair(*inner[i]))]
        for side in ("top", "left"):
            for line in draft.get(self.outside)[side]:
                digits = self._number(line[0] if line else None)
                out.append(digits if len(digits) == 1 else f"-{digits}")
        return "".join(out)

    def _pair(self, below: int | None, right: int | None) -> str:
        first, second = self._number(below), self._number(right)
        return ("", "-", "+", "=")[(len(second) > 1) + 2 * (len(first) > 1)] + first + second

    def read(self, lines: LineReader, draft: Draft) -> None:
        inner = self._inner(draft)
        outside = draft.get(self.outside)
        for r in range(draft.height + 1):
            for c, token in enumerate(lines.row(draft.width + 1)):
                parts = token.split(",")
                if r and c and token == ".":
                    continue
                if not all(part == "-1" or (part.isascii() and part.isdigit() and len(part) < 6) for part in parts):
                    raise lines.error(f"{token!r} is no number", c)
                numbers = [None if part == "-1" else int(part) for part in parts]
                if r and c:
                    if len(numbers) != 2 or not self.inner:
                        raise lines.error(f"{token!r} cannot stand inside the board", c)
                    inner[(r - 1) * draft.width + c - 1] = (numbers[1], numbers[0])
                elif r or c:
                    outside["left" if r else "top"][r + c - 1] = () if numbers[0] is None else (numbers[0],)

    def write(self, draft: Draft, dialect: Dialect) -> list[str]:
        inner = self._inner(draft)

        def shown(number: int | None) -> str:
            return "-1" if number is None else str(number)

        top, left = (
            [shown(line[0] if line else None) for line in draft.get(self.outside)[side]] for side in ("top", "left")
        )
        out = [" ".join(["0", *top])]
        for r in range(draft.height):
            pairs = inner[r * draft.width : (r + 1) * draft.width]
            out.append(" ".join([left[r], *("." if p is None else f"{shown(p[1])},{shown(p[0])}" for p in pairs)]))
        return out

    def layers(self) -> tuple[str, ...]:
        return (self.outside, self.inner) if self.inner else (self.outside,)
