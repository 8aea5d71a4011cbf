"""The parts of texts made of lines of tokens: pzpr v3 texts and the public dataset's.

Both are read by the same parts; what differs in the tokens of the two is in the dialect (pencilp.encodings.partial_puzzle).
The facts on pzpr texts are those of the pzprjs program (github.com/robx/pzprjs, src/variety-common/FileData.js).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilp.board.layers import UNKNOWN, Layer
from pencilp.board.layers.values import GROUPS
from pencilp.encodings.link import OUTSIDE, Outside, set_walls, walls_of
from pencilp.encodings.partial_puzzle import PZPR_WAYS, Dialect, LineReader, PartialPuzzle, TextPart, rooms_of
from pencilp.errors import InputError
from pencilp.numerals import digits
from pencilp.typed import Any

NOTHING: Any = object()
"""What an alphabet says of a token that it does not know."""

# -- tokens of one layer --------------------------------------------------------------------------------------------


class Alphabet:
    """The tokens of one layer in one dialect: ``special`` tokens with their values, then those of the layer's kind.

    The values of a layer on the links are, cell by cell, sets of directions (of a board's four), unless they are ``listed`` link
    by link.
    """

    def __init__(
        self,
        layer: Layer[Any],
        special: Mapping[str, Any],
        dialect: Dialect,
        colors: Mapping[str, str] | None = None,
        *,
        listed: bool = False,
    ) -> None:
        self.layer, self.listed = layer, listed
        self.dialect = dialect
        self.colors = colors or {color: color for color in getattr(layer.value, "colors", "")}
        self.special = dict(special)
        if not special and layer.value.marked is not None:
            self.special[dialect.shaded] = layer.value.marked
        # told tokens are all there are in layers of a few marks
        self.open = not (self.special and layer.value.closed)
        if layer.value.allows(UNKNOWN):
            self.special.setdefault(dialect.unknown, UNKNOWN)
        self.read, self.write = FOREIGN.get(layer.value.kind, (None, None))
        self.tokens: dict[Any, str] = {}
        for token, value in self.special.items():
            self.tokens.setdefault(value, token)
        self.nothing = layer.value.nothing

    def value(self, token: str) -> Any:
        """The value of a token, or NOTHING; raises ValueError with a reason."""
        if token in self.special:
            return self.special[token]
        if token == self.dialect.empty or not self.open:
            return NOTHING
        layer = self.layer
        if layer.on == "links" and not self.listed:
            return _directions(token)
        return layer.parse(token) if self.read is None else self.read(token, layer.value, self)

    def token(self, value: Any) -> str | None:
        """The token of a value, or None when it is none that this alphabet writes."""
        if value in self.tokens:
            return self.tokens[value]
        if value is None or value == self.nothing or not self.open:
            return self.tokens.get(None)
        layer = self.layer
        if layer.on == "links" and not self.listed:
            return value if isinstance(value, str) else None
        return layer.token(value) if self.write is None else self.write(value, layer.value, self)


WAYS = "nesw"


def _directions(token: str) -> str:
    if not token or any(ch not in WAYS for ch in token) or len(set(token)) != len(token):
        raise ValueError(f"{token!r} are not directions of n, e, s, w")
    return "".join(way for way in "snew" if way in token)


def _arrow(token: str, arrow: Any, alphabet: Alphabet) -> Any:
    dialect, colors = alphabet.dialect, alphabet.colors
    color = direction = None
    number: Any = None
    if dialect.name == "pzpr" and not arrow.names:
        # a circle: its colour and the number in it
        told, _, number = token.partition(",")
        color, number = colors.get(told), None if number == "-2" else _whole(number)
    elif dialect.name == "pzpr":
        parts = token.split(",")
        if len(parts) != 2 + bool(colors) or parts[0] not in tuple("01234"):
            raise ValueError(f"{token!r} is no arrow")
        direction = PZPR_WAYS[int(parts[0])]
        number = UNKNOWN if parts[1] == "-" else _whole(parts[1])
        if colors:
            # the third number holds the colour, and 4 for a mark of the solver's
            color = colors.get(str(_whole(parts[2]) % 4))
            number = None if number == UNKNOWN and direction is None else number
    else:
        told = ""
        for ch in token:
            if digits(ch) is not None:
                told += ch
            elif ch in colors and color is None:
                color = colors[ch]
            elif ch in arrow.names and direction is None:
                direction = arrow.names.index(ch)
            elif ch == UNKNOWN and number is None:
                number = UNKNOWN
            else:
                raise ValueError(f"{token!r} is no arrow")
        number = _whole(told) if told else number
    if colors and (color := color or colors.get("")) is None:
        raise ValueError(f"{token!r} has none of the colours {', '.join(colors)}")
    return (color, direction, number) if colors else (direction, number)


def _write_arrow(value: Any, arrow: Any, alphabet: Alphabet) -> str:
    dialect, colors = alphabet.dialect, alphabet.colors
    direction, number = value[-2:]
    color = next((name for name, meant in colors.items() if meant == value[0]), "")
    if dialect.name == "pzpr":
        way = PZPR_WAYS.index(direction) if direction in PZPR_WAYS else 0
        told = number is not None and number != UNKNOWN
        if not arrow.names:
            return f"{color},{number if told else -2}"
        parts = [str(way), str(number) if told else "-"]
        return ",".join([*parts, color] if colors else parts)
    if not arrow.names:
        return str(arrow.token(value))
    way_name = arrow.names[direction] if isinstance(direction, int) else ""
    return f"{'' if number is None else number}{way_name}{color}"


def _pair(token: str, sums: Any, alphabet: Alphabet) -> Any:
    parts = token.split(",")
    if len(parts) != 2:
        raise ValueError(f"{token!r} is not a pair of sums such as 17,6")
    return tuple(UNKNOWN if part == UNKNOWN else _whole(part) if part else None for part in parts)


def _write_pair(value: Any, sums: Any, alphabet: Alphabet) -> str:
    return ",".join("" if n is None else str(n) for n in value)


def _several(token: str, several: Any, alphabet: Alphabet) -> Any:
    unknown = alphabet.dialect.unknown
    return several.check(several.parse(",".join(UNKNOWN if part == unknown else part for part in token.split(","))))


def _write_several(value: Any, several: Any, alphabet: Alphabet) -> str:
    return ",".join(alphabet.dialect.unknown if part == UNKNOWN else str(part) for part in value)


def _letter(token: str, letter: Any, alphabet: Alphabet) -> Any:
    return _whole(token) if alphabet.dialect.name == "pzpr" else letter.parse(token)


def _write_letter(value: Any, letter: Any, alphabet: Alphabet) -> str:
    if alphabet.dialect.name == "pzpr":
        return str(value)
    return str(letter.token(value)) if letter.small else str(letter.token(value)).lower()


FOREIGN: dict[str, tuple[Any, Any]] = {
    "arrow": (_arrow, _write_arrow),
    "letter": (_letter, _write_letter),
    "several": (_several, _write_several),
    "sums": (_pair, _write_pair),
}
"""What reads and writes the values that these formats write in another way than we do, by the name of their type."""


def _whole(token: str) -> int:
    number = digits(token)
    if number is None:
        raise ValueError(f"{token!r} is not a number")
    return number


# -- cells ----------------------------------------------------------------------------------------------------------

Told = str | tuple[str, str | Mapping[str, Any]]
Given = str | tuple[str, Mapping[Any, int] | int]


class Cells(TextPart):
    """A token for each cell (for each corner, if the first layer lies there; ``inner``: for those inside the board alone).

    Each of ``told`` is a layer, or a layer and its tokens: a dict from token to value (None: nothing, written where there
    is nothing), or one token for the value 1. Layers of numbers take numbers besides. A token is that of the first layer
    that knows it.

    ``joined``: a token may be made of one token each of several layers, one after the other (``1x``, ``b4``). ``ignore``:
    tokens that mean nothing. ``given``: a layer of numbers that are the answer's in the same cells and not repeated there,
    or such a layer and which value of the answer each of its values is, or the one that all of them are. ``colors``: per
    colour of the format that of an Arrows layer. ``hole``: the token of a cell that does not exist. ``optional``: the grid
    may be missing (it is there when its first line can be read), and is not written when it says nothing. ``table``: per
    token the value of each layer of ``told``, for tokens that speak of several layers at once; there are no others then.
    ``empty``: the token of a place where nothing stands, if it is not the dialect's.
    """

    def __init__(
        self,
        *told: Told,
        joined: bool = False,
        ignore: str = "",
        given: Given = "",
        colors: Mapping[str, str] | None = None,
        hole: str = "",
        optional: bool = False,
        table: Mapping[str, Sequence[Any]] | None = None,
        empty: str = "",
        inner: bool = False,
    ) -> None:
        self.empty, self.inner = empty, inner
        self.told = [(entry, {}) if isinstance(entry, str) else entry for entry in told]
        self.names = tuple(name for name, _ in self.told)
        self.joined, self.ignore = joined, frozenset(ignore.split())
        self.given = given if isinstance(given, str) else given[0]
        self.meaning = None if isinstance(given, str) else given[1]
        self.colors, self.hole, self.optional, self.table = colors, hole, optional, table
        self.holes = bool(hole)

    def layers(self) -> tuple[str, ...]:
        return self.names

    def alphabets(self, draft: PartialPuzzle, dialect: Dialect) -> list[tuple[str, Alphabet]]:
        """Per layer its alphabet."""
        return [
            (
                name,
                Alphabet(draft.layer(name), {tokens: 1} if isinstance(tokens, str) else tokens, dialect, self.colors),
            )
            for name, tokens in self.told
        ]

    def _spoken_of(self, draft: PartialPuzzle) -> tuple[Sequence[int], int]:
        """The places it speaks of, and how many of them are in a line."""
        if draft.layer(self.names[0]).on != "corners":
            return draft.area, draft.width
        width = draft.cols + 1
        if not self.inner:
            return draft.places(self.names[0]), width
        return [row * width + col for row in range(1, draft.rows) for col in range(1, draft.cols)], draft.cols - 1

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        places, width = self._spoken_of(draft)
        if self.optional and not self._starts(lines, draft, width):
            return
        first = lines.first + lines.at
        tokens: list[str] = []
        while len(tokens) < len(places):
            tokens += lines.row(width)
        self.put(tokens, lines, draft, width, first)

    def _starts(self, lines: LineReader, draft: PartialPuzzle, width: int) -> bool:
        tokens = lines.peek().split()
        alphabets = self.alphabets(draft, lines.dialect)
        try:
            for token in tokens:
                self._meaning(token, alphabets, lines.dialect, False)
        except ValueError:
            return False
        return len(tokens) == width

    def put(
        self, tokens: Sequence[str], lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0
    ) -> None:
        """Enter the tokens of the board, in rows of ``width``; the first stands in line ``first`` behind ``left`` others."""
        dialect = lines.dialect
        alphabets = self.alphabets(draft, dialect)
        places, _ = self._spoken_of(draft)
        answers = any(name in draft.genre.answers for name in self.names)
        ways: dict[str, list[str]] = {}
        for name, alphabet in alphabets:
            if alphabet.layer.on == "links":
                ways[name] = [""] * len(draft.frame)
            else:
                draft.get(name)
        known: dict[str, list[tuple[list[Any], Any]]] = {}
        """Per token what it says, and of which layer."""
        hole, own = self._hole(dialect, draft), self._own(draft)
        holes = bool(hole) and hole in tokens
        for place, token in zip(places, tokens, strict=True):
            if holes and token == hole and (own or place in draft.holes):
                draft.holes.add(place)
                continue
            found = known.get(token)
            if found is None:
                try:
                    meaning = self._meaning(token, alphabets, dialect, answers)
                except ValueError as error:
                    row, column = divmod(places.index(place), width)
                    raise InputError(str(error), f"line {first + row} value {column + left + 1}") from None
                found = [(ways[name] if name in ways else draft.values[name], value) for name, value in meaning]
                known[token] = found
            for values, value in found:
                values[place] = value
        for name, cells in ways.items():
            draft.set(name, _links_of(cells, draft))
        if self.given:
            self._fill(draft)

    def _hole(self, dialect: Dialect, draft: PartialPuzzle) -> str:
        """The token of a cell that does not exist, or nothing. What may be missing does not say where cells are."""
        return "" if self.optional or draft.layer(self.names[0]).on == "corners" else self.hole or dialect.hole

    def _own(self, draft: PartialPuzzle) -> bool:
        """Whether it says which cells there are; what speaks of an answer alone does not."""
        return any(name in draft.genre.inputs for name in self.names)

    def _meaning(
        self, token: str, alphabets: Sequence[tuple[str, Alphabet]], dialect: Dialect, answers: bool
    ) -> list[tuple[str, Any]]:
        reason = f"{token!r} cannot stand here"
        if self.table is not None:
            if token in self.table:
                return [(n, v) for n, v in zip(self.names, self.table[token], strict=True) if v is not None]
            raise ValueError(reason)
        if token in self.ignore:
            return []
        for name, alphabet in alphabets:
            try:
                value = alphabet.value(token)
            except ValueError as error:
                reason = str(error)
                continue
            if value is not NOTHING:
                return [] if value is None else [(name, value)]
        if token in (self.empty, dialect.empty) or (answers and token in dialect.noise):
            return []
        if answers and "[" in token:
            # notes of a solver's behind a value
            return self._meaning(token.split("[")[0] or dialect.empty, alphabets, dialect, answers)
        if self.joined and (found := self._pieces(token, alphabets)):
            return found
        raise ValueError(reason)

    def _pieces(self, token: str, alphabets: Sequence[tuple[str, Alphabet]]) -> list[tuple[str, Any]]:
        found = []
        rest = token
        for name, alphabet in alphabets:
            for end in range(len(rest), 0, -1):
                try:
                    value = alphabet.value(rest[:end])
                except ValueError:
                    continue
                if value is not NOTHING:
                    found.append((name, value))
                    rest = rest[end:]
                    break
        return [] if rest else found

    def _fill(self, draft: PartialPuzzle) -> None:
        given = draft.get(self.given)
        for name in self.names:
            if name in draft.genre.answers:
                values = draft.values[name]
                for c in draft.area:
                    if values[c] is None:
                        values[c] = self._told(given[c])

    def missing(self, draft: PartialPuzzle) -> None:
        super().missing(draft)
        if self.given:
            self._fill(draft)

    def _told(self, value: Any) -> int | None:
        """The answer's value that a given value tells."""
        if isinstance(self.meaning, int):
            return None if value is None else self.meaning
        if self.meaning is None:
            return value if type(value) is int else None
        # of circles the colour tells it
        return self.meaning.get(value[0] if isinstance(value, tuple) else value)

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        """The token of each place in turn."""
        alphabets = self.alphabets(draft, dialect)
        corners = alphabets[0][1].layer.on == "corners"
        places, _ = self._spoken_of(draft)
        values = {
            name: _ways_of(draft.get(name), draft) if alphabet.layer.on == "links" else draft.get(name)
            for name, alphabet in alphabets
        }
        given = draft.get(self.given) if self.given else None
        if self.table is not None:
            known = {tuple(v or None for v in told): token for token, told in reversed(list(self.table.items()))}
            told = (tuple(values[name][place] or None for name in self.names) for place in places)
            return [known.get(combined, dialect.empty) for combined in told]
        result = []
        hole = self._hole(dialect, draft) if self._own(draft) else self.hole
        for place in places:
            token = hole if not corners and place in draft.holes else ""
            for name, alphabet in alphabets if not token else ():
                if given is not None and name in draft.genre.answers and self._told(given[place]) is not None:
                    continue
                piece = alphabet.token(values[name][place]) if values[name][place] != "" else None
                if piece is not None:
                    token += piece
                    if not self.joined:
                        break
            result.append(token or self.empty or dialect.empty)
        return result

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        tokens = self.tokens(draft, dialect)
        _, width = self._spoken_of(draft)
        if self.optional and set(tokens) == {dialect.empty}:
            return []
        return [" ".join(tokens[i : i + width]) for i in range(0, len(tokens), max(1, width))]


def _links_of(cells: Sequence[str], draft: PartialPuzzle) -> list[int]:
    """Per link of the frame whether a line crosses it, from each cell's directions; raises InputError if these differ."""
    frame = draft.frame
    values = [0] * len(frame.links)
    for c, ways in enumerate(cells):
        for d, way in enumerate(WAYS):
            e = frame.link_to[c][d]
            if way in ways:
                if e < 0:
                    raise InputError(f"a line leaves the board at {frame.names[c]}")
                values[e] += 1
    for e, value in enumerate(values):
        if value == 1:
            a, b = frame.links[e]
            raise InputError(f"{frame.names[a]} and {frame.names[b]} do not agree whether a line joins them")
    return [value // 2 for value in values]


def _ways_of(values: Sequence[Any], draft: PartialPuzzle) -> list[str]:
    """The opposite of ``_links_of``."""
    table = draft.frame.link_to
    order = [(WAYS.index(way), way) for way in "snew"]
    return ["".join(way for d, way in order if table[c][d] >= 0 and values[table[c][d]]) for c in draft.frame.cells]


class Framed(Cells):
    """The clues outside the board around the tokens of its cells, in one grid.

    ``outside`` is a layer of Lines or several, which stand as in OutsideNumber16; ``untold`` is the token of a ``?`` there, if it
    is not the dialect's. The rest is as in Cells.
    """

    def __init__(
        self,
        outside: str | Sequence[str],
        *told: Told,
        stacked: bool = False,
        ignore: str = "",
        given: Given = "",
        hole: str = "",
        table: Mapping[str, Sequence[Any]] | None = None,
        untold: str = "",
    ) -> None:
        super().__init__(*told, ignore=ignore, given=given, hole=hole, table=table)
        self.meant = {untold: UNKNOWN} if untold else {}
        self.outside = (outside,) if isinstance(outside, str) else tuple(outside)
        self.stacked = stacked

    def layers(self) -> tuple[str, ...]:
        return (*self.outside, *self.names)

    def _places(
        self, outside: Outside, draft: PartialPuzzle
    ) -> tuple[int, int, dict[tuple[str, int], list[tuple[int, int]]]]:
        """Rows and columns before the board, and per side and line the rows and columns of its places."""
        depth = {side: outside.depths.get(side, 0) for side in OUTSIDE}
        above, before = depth["top"], depth["left"]
        below, after = above + draft.height, before + draft.width
        places: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for i in range(draft.width):
            places["top", i] = [(above - 1 - n, before + i) for n in range(depth["top"])]
            places["bottom", i] = [(below + n, before + i) for n in range(depth["bottom"])]
        for i in range(draft.height):
            places["left", i] = [(above + i, before - 1 - n) for n in range(depth["left"])]
            places["right", i] = [(above + i, after + n) for n in range(depth["right"])]
        return above, before, {key: found for key, found in places.items() if found}

    def _size(self, outside: Outside, draft: PartialPuzzle) -> tuple[int, int]:
        depth = outside.depths
        return (
            draft.height + depth.get("top", 0) + depth.get("bottom", 0),
            draft.width + depth.get("left", 0) + depth.get("right", 0),
        )

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        outside = Outside(self.outside, draft, stacked=self.stacked)
        above, before, places = self._places(outside, draft)
        high, wide = self._size(outside, draft)
        first = lines.first + lines.at
        alphabet = Alphabet(draft.layer(self.outside[0]), self.meant, lines.dialect)
        grid = []
        for _ in range(high):
            grid.append(lines.row(wide))

        def clue(row: int, col: int) -> Any:
            # a solver marks the clues that are done with a c before them
            token = grid[row][col].removeprefix("c")
            if token in (lines.dialect.empty, ""):
                return None
            try:
                return alphabet.value(token)
            except ValueError as error:
                raise InputError(str(error), f"line {first + row} value {col + 1}") from None

        for (side, i), found in places.items():
            outside.put(side, i, [clue(row, col) for row, col in found])
        below, after = above + draft.height, before + draft.width
        for row in (*range(above), *range(below, high)):
            for col in (*range(before), *range(after, wide)):
                if clue(row, col) is not None:
                    raise InputError(f"{grid[row][col]!r} stands at no line", f"line {first + row} value {col + 1}")
        if self.told:
            inner = [t for row in grid[above : above + draft.height] for t in row[before : before + draft.width]]
            self.put(inner, lines, draft, draft.width, first + above, before)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        outside = Outside(self.outside, draft, stacked=self.stacked)
        above, before, places = self._places(outside, draft)
        high, wide = self._size(outside, draft)
        alphabet = Alphabet(draft.layer(self.outside[0]), self.meant, dialect)
        grid = [[dialect.empty] * wide for _ in range(high)]
        for (side, i), found in places.items():
            for (row, col), clue in zip(found, outside.line(side, i), strict=True):
                grid[row][col] = alphabet.token(clue) or dialect.empty
        if self.told:
            for i, token in enumerate(self.tokens(draft, dialect)):
                row, col = divmod(i, draft.width)
                grid[above + row][before + col] = token
        return [" ".join(row) for row in grid]


# -- rooms, walls, lines --------------------------------------------------------------------------------------------


class RoomIds(TextPart):
    """The number of its room in each cell; below a line with the count of rooms, where the format has that.

    For a layer of Rooms, or one on the links that is 1 between two rooms. ``@``, ``#`` and ``.`` stand for no room; with
    ``holes``, or where it is the format's sign for that, such cells do not exist (but for ``.`` where a cell may be in no room).
    In pzpr texts a room is what hangs together between walls, and from version ``walled`` on the walls stand instead of the
    numbers; ``inner`` is a layer on the links for those of them that part no rooms.
    """

    def __init__(self, layer: str, *, holes: bool = False, inner: str = "", walled: int = 1) -> None:
        self.layer, self.holes, self.inner, self.walled = layer, holes, inner, walled

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def needs(self, draft: PartialPuzzle) -> int:
        return self.walled if self.inner and any(draft.get(self.inner)) else 0

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        counted = lines.dialect.counted_rooms
        if counted and lines.version >= self.walled:
            Walls(self.layer, inner=self.inner).read(lines, draft)
            return
        if counted:
            lines.number()
        layer = draft.layer(self.layer)
        rooms: list[Any] = [None] * len(draft.frame)
        # an answer has no cells of its own
        holes = draft.holes if self.layer in draft.genre.inputs else set[int]()
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                cell = draft.area[r * draft.width + c]
                if token in ("@", "#", "."):
                    if token == lines.dialect.hole or (self.holes and (token != "." or layer.value.missing)):
                        holes.add(cell)
                else:
                    rooms[cell] = token
        numbers = {token: token if (number := digits(token)) is None else number for token in {*rooms} - {None}}
        rooms = [*map(numbers.get, rooms)]
        walls = [int(rooms[a] != rooms[b]) for a, b in draft.frame.links]
        if layer.value.way not in GROUPS:
            draft.set(self.layer, walls)
        elif layer.value.connected or counted:
            # large boards run out of names: one may be that of two rooms that lie apart
            parted = rooms_of(walls, draft)
            draft.set(self.layer, [None if room is None else parted[c] for c, room in enumerate(rooms)])
        else:
            draft.set(self.layer, rooms)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        if dialect.counted_rooms and draft.version >= self.walled:
            return Walls(self.layer, inner=self.inner).write(draft, dialect)
        if draft.layer(self.layer).value.way in GROUPS and not dialect.counted_rooms:
            rooms = draft.get(self.layer)
        else:
            rooms = rooms_of(walls_of(self.layer, draft), draft)
        order: dict[Any, int] = {}
        for room in rooms:
            if room is not None:
                order.setdefault(room, len(order) + (not dialect.counted_rooms))
        none = dict.fromkeys(draft.holes, dialect.hole or ".")
        tokens = [none.get(c, ".") if rooms[c] is None else str(order[rooms[c]]) for c in draft.area]
        out = [str(len(order))] if dialect.counted_rooms else []
        return out + [" ".join(tokens[i : i + draft.width]) for i in range(0, len(tokens), draft.width)]


GIVEN_BORDER = ("X", "-X")
"""How a border that is given is written, and one with a solver's cross on it."""
_IS_GIVEN = -1


class Matrix(TextPart):
    """A number for each link of the board: first those between columns, row by row, then those between rows.

    A solver's cross (-1) counts as 0, and 2, a border with a mark, as 1 where there are no two lines; a solver's arrow behind
    a number or alone (1r, u) means nothing. For a layer on the edges the outline's edges are there too; for one on the links
    they may be, and are written with ``outline``.

    ``given`` is a layer of borders that are given: X stands there for each of them, which is a border of the answer as well.
    """

    def __init__(self, layer: str, *, outline: bool = False, given: str = "") -> None:
        self.layer, self.outline, self.given = layer, outline, given

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        layer = draft.layer(self.layer)
        outline = len(lines.peek().split()) == draft.cols + 1
        if layer.on == "edges" and not outline:
            raise InputError(f"{draft.cols + 1} values are needed", lines.place())
        most = getattr(layer.value, "most", 1)
        upright = self._rows(lines, draft.rows, draft.cols + 1 if outline else draft.cols - 1, most)
        level = self._rows(lines, draft.rows + 1 if outline else draft.rows - 1, draft.cols, most)
        values = [0] * layer.size(draft.frame)
        table = draft.frame.cell_edges if layer.on == "edges" else draft.frame.link_to
        for c in draft.frame.cells:
            row, col = divmod(c, draft.cols)
            for d, number in (
                (3, upright[row][col] if outline else upright[row][col - 1] if col else 0),
                (1, upright[row][col + 1] if outline else upright[row][col] if col < draft.cols - 1 else 0),
                (0, level[row][col] if outline else level[row - 1][col] if row else 0),
                (2, level[row + 1][col] if outline else level[row][col] if row < draft.rows - 1 else 0),
            ):
                if table[c][d] >= 0:
                    values[table[c][d]] = number
        if _IS_GIVEN in values:
            draft.set(self.given, [int(number == _IS_GIVEN) for number in values])
            values = [abs(number) for number in values]
        draft.set(self.layer, values)

    def _rows(self, lines: LineReader, height: int, width: int, most: int) -> list[list[int]]:
        known = {"-1": 0, "2": 1, **{str(number): number for number in range(most + 1)}}
        if self.given:
            known.update(dict.fromkeys(GIVEN_BORDER, _IS_GIVEN))
        first = lines.first + lines.at
        rows = lines.rows(height, width)

        def number(token: str) -> str:
            return token[:-1] or "0" if token[-1] in "udlr" else token

        for r, row in enumerate(rows):
            for c, token in enumerate(row):
                if number(token) not in known:
                    raise InputError(f"{token!r} cannot stand here", f"line {first + r} value {c + 1}")
        return [[known[number(token)] for token in row] for row in rows]

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        layer = draft.layer(self.layer)
        outline = self.outline or layer.on == "edges"
        values = draft.get(self.layer)
        given = draft.get(self.given) if self.given else ()
        table = draft.frame.cell_edges if layer.on == "edges" else draft.frame.link_to

        def number(row: int, col: int, d: int) -> str:
            e = table[row * draft.cols + col][d]
            if given and e >= 0 and given[e]:
                return GIVEN_BORDER[0]
            return str(values[e] or 0) if e >= 0 else "0"

        out = []
        for r in range(draft.rows):
            row = [number(r, c, 1) for c in range(draft.cols if outline else draft.cols - 1)]
            out.append(" ".join([number(r, 0, 3), *row] if outline else row))
        if outline:
            out.append(" ".join(number(0, c, 0) for c in range(draft.cols)))
        for r in range(draft.rows if outline else draft.rows - 1):
            out.append(" ".join(number(r, c, 2) for c in range(draft.cols)))
        return out


class Walls(TextPart):
    """0 or 1 for each link of the board, as in Matrix: the walls of a layer of Rooms or of one on the links.

    ``inner`` is a layer on the links for walls that part no rooms.
    """

    def __init__(self, layer: str, *, inner: str = "") -> None:
        self.layer, self.inner = layer, inner

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        rows = lines.rows(draft.rows, draft.cols - 1) + lines.rows(draft.rows - 1, draft.cols)
        tokens = [token for row in rows for token in row]
        if not set(tokens) <= {"0", "1", "-1"}:
            raise lines.error("the walls must be told by 0 and 1")
        set_walls(self.layer, [int(token == "1") for token in tokens], draft, self.inner)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        walls = [str(wall) for wall in walls_of(self.layer, draft, self.inner)]
        out = []
        at = 0
        for width, count in ((draft.cols - 1, draft.rows), (draft.cols, draft.rows - 1)):
            for _ in range(count):
                out.append(" ".join(walls[at : at + width]))
                at += width
        return out


class LetteredBorders(Matrix):
    """The borders, and before them the letters that a solver has written into the cells: the number of each among ``alphabet``.

    Where letters are written a border also runs between two that differ, given ones (the layer ``letters``) or written ones.
    ``given`` as in Matrix.
    """

    def __init__(self, layer: str, letters: str, alphabet: str, given: str) -> None:
        super().__init__(layer, given=given)
        self.letters, self.alphabet = letters, alphabet

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        written = {str(code): letter for code, letter in enumerate(self.alphabet)}
        given = draft.get(self.letters)
        letters = [*given]
        nothing = ("*", lines.dialect.empty, *lines.dialect.noise)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token in written:
                    letters[draft.area[r * draft.width + c]] = written[token]
                elif token not in nothing:
                    raise lines.error(f"{token!r} cannot stand here", c)
        super().read(lines, draft)
        drawn = draft.get(self.layer)
        for e, (a, b) in enumerate(draft.frame.links if letters != given else ()):
            if None not in (letters[a], letters[b]) and letters[a] != letters[b]:
                drawn[e] = 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        blank = " ".join([dialect.empty] * draft.width)
        return [blank] * draft.height + super().write(draft, dialect)


class LinkMarks(TextPart):
    """A token for each link of the board, in the order of Matrix: ``tokens`` as in Cells, numbers besides."""

    def __init__(self, layer: str, tokens: Mapping[str, Any]) -> None:
        self.layer, self.tokens = layer, tokens

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for upright in (True, False):
            self.put(lines, draft, upright=upright)

    def put(self, lines: LineReader, draft: PartialPuzzle, *, upright: bool) -> None:
        """Read the lines of the links between columns, or of those between rows."""
        alphabet = Alphabet(draft.layer(self.layer), self.tokens, lines.dialect, listed=True)
        values = draft.get(self.layer)
        height, width = (draft.rows, draft.cols - 1) if upright else (draft.rows - 1, draft.cols)
        at = 0 if upright else draft.rows * (draft.cols - 1)
        first = lines.first + lines.at
        for r, row in enumerate(lines.rows(height, width)):
            for i, token in enumerate(row):
                where = f"line {first + r} value {i + 1}"
                try:
                    value = alphabet.value(token)
                except ValueError as error:
                    raise InputError(str(error), where) from None
                if value is NOTHING:
                    raise InputError(f"{token!r} cannot stand here", where)
                values[at + r * width + i] = value

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return self.told(draft, dialect)

    def told(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        """The lines of all links; a value that no token says is left out."""
        alphabet = Alphabet(draft.layer(self.layer), self.tokens, dialect, listed=True)
        tokens = [alphabet.token(value) or dialect.empty for value in draft.get(self.layer)]
        out, at = [], 0
        for width, count in ((draft.cols - 1, draft.rows), (draft.cols, draft.rows - 1)):
            for _ in range(count):
                out.append(" ".join(tokens[at : at + width]))
                at += width
        return out


class Inside(TextPart):
    """A loop along the edges (a layer on the edges), told by the cells inside it."""

    def __init__(self, layer: str, token: str = "x") -> None:
        self.layer, self.token = layer, token

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        inside = [False] * len(draft.frame)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token not in (self.token, lines.dialect.empty):
                    raise lines.error(f"{token!r} is neither {self.token} nor {lines.dialect.empty}", c)
                inside[r * draft.cols + c] = token == self.token
        cells = draft.frame.edge_cells
        draft.set(self.layer, [int(sum(inside[c] for c in pair) == 1) for pair in cells])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values = draft.get(self.layer)
        edges = draft.frame.cell_edges
        out = []
        for r in range(draft.height):
            row = []
            within = 0
            for c in range(draft.width):
                within ^= values[edges[r * draft.cols + c][3]] or 0
                row.append(self.token if within else dialect.empty)
            out.append(" ".join(row))
        return out


class EdgeSets(TextPart):
    """A number for each cell: which of its edges a layer on the edges has, 1 the right one, 2 the lower, 4 the left, 8 the upper.

    An edge is there where one of its cells says so.
    """

    holes = True

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        values = [0] * len(draft.frame.edges)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                cell = draft.area[r * draft.width + c]
                number = 0 if token in (lines.dialect.empty, lines.dialect.hole) else digits(token)
                if number is None or number > 15:
                    raise lines.error(f"{token!r} is no number from 1 to 15", c)
                if token == lines.dialect.hole:
                    draft.holes.add(cell)
                for way, value in EDGE_VALUES:
                    values[draft.frame.cell_edges[cell][way]] |= number // value % 2
        draft.set(self.layer, values)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values, edges = draft.get(self.layer), draft.frame.cell_edges
        out = []
        for cell in draft.area:
            number = sum(value for way, value in EDGE_VALUES if values[edges[cell][way]])
            out.append(dialect.hole if cell in draft.holes else str(number or dialect.empty))
        return [" ".join(out[i : i + draft.width]) for i in range(0, len(out), draft.width)]


EDGE_VALUES = ((1, 1), (2, 2), (3, 4), (0, 8))
"""Per direction what an edge counts in ``EdgeSets``."""


# -- clues outside, in lines of their own ---------------------------------------------------------------------------


class Weighed(TextPart):
    """A number in each cell: what those of its sides (clockwise from the top), or of its corners (from the upper right), that
    have a mark of the layer weigh together. A side on the outline of the board counts as one with a mark.
    """

    def __init__(self, layer: str, weights: Sequence[int]) -> None:
        self.layer, self.weights = layer, weights

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def _places(self, draft: PartialPuzzle, cell: int) -> Sequence[int]:
        """Per weight the side or corner of a cell; -1 on the outline."""
        frame = draft.frame
        return frame.cell_corners[cell] if draft.layer(self.layer).on == "corners" else frame.link_to[cell]

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        marks = draft.get(self.layer)
        for row in range(draft.height):
            for col, token in enumerate(lines.row(draft.width)):
                number = digits(token)
                if number is None or number > sum(self.weights):
                    raise lines.error(f"{token!r} is no sum of {', '.join(map(str, self.weights))}", col)
                for place, weight in zip(self._places(draft, row * draft.width + col), self.weights, strict=True):
                    if number & weight and place >= 0:
                        marks[place] = 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        marks, width = draft.get(self.layer), draft.width
        numbers = [
            sum(w for at, w in zip(self._places(draft, cell), self.weights, strict=True) if at < 0 or marks[at])
            for cell in draft.area
        ]
        return [" ".join(map(str, numbers[i : i + width])) for i in range(0, len(numbers), width)]


class OutsideLines(TextPart):
    """Single clues outside the board: for each side of ``sides``, and there for each layer, a line with a clue for each
    column (top, bottom) or row (left, right).
    """

    def __init__(self, *layers: str, sides: Sequence[str] = ("top", "left")) -> None:
        self.names, self.sides = layers, sides

    def layers(self) -> tuple[str, ...]:
        return self.names

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for side in self.sides:
            for name in self.names:
                alphabet = Alphabet(draft.layer(name), {}, lines.dialect)
                count = draft.width if side in ("top", "bottom") else draft.height
                for i, token in enumerate(lines.row(count)):
                    if token in (lines.dialect.empty, "."):
                        continue
                    try:
                        clue = alphabet.value(token)
                    except ValueError as error:
                        raise lines.error(str(error), i) from None
                    draft.get(name)[side][i] = (clue,)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        alphabets = {name: Alphabet(draft.layer(name), {}, dialect) for name in self.names}

        def token(line: Sequence[Any], name: str) -> str:
            return (alphabets[name].token(line[0]) if line else None) or dialect.empty

        return [
            " ".join(token(line, name) for line in draft.get(name)[side]) for side in self.sides for name in self.names
        ]


class OutsideRuns(TextPart):
    """Clues outside the board in a line for each column, then one for each row, in reading order; a line of 0 has none."""

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        clues = draft.get(self.layer)
        for side, count in (("top", draft.width), ("left", draft.height)):
            for i in range(count):
                tokens = lines.take().split()
                try:
                    line = [
                        UNKNOWN if t == lines.dialect.unknown else _whole(t) for t in tokens if t != lines.dialect.empty
                    ]
                except ValueError as error:
                    raise lines.error(str(error)) from None
                clues[side][i] = tuple(line)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        clues = draft.get(self.layer)
        return [
            " ".join(dialect.unknown if n == UNKNOWN else str(n) for n in line) or "0"
            for side in ("top", "left")
            for line in clues[side]
        ]


# -- lines beside the layers ----------------------------------------------------------------------------------------


class Header(TextPart):
    """What the first line of a dataset's puzzle says behind the numbers of rows and columns: a layer's value each.

    A layer of Pieces takes all that follows: how many straight ones of one, two, ... cells there are. ``flags`` are words
    that set a layer to 1, in any place.
    """

    def __init__(self, *layers: str, flags: Mapping[str, str] | None = None) -> None:
        self.names, self.flags = layers, dict(flags or {})

    def layers(self) -> tuple[str, ...]:
        return self.names

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for word, name in self.flags.items():
            if word in lines.header:
                lines.header.remove(word)
                draft.set(name, 1)
        for name in self.names:
            if not lines.header:
                if draft.layer(name).default(draft.frame) is None:
                    continue  # it goes without saying
                raise InputError(f"the first line must say the layer {name} after rows and columns", "line 1")
            pieces = draft.layer(name).value.kind == "fleet"
            count = len(lines.header) if pieces else 1
            alphabet = Alphabet(draft.layer(name), {}, lines.dialect)
            try:
                numbers = tuple(_whole(t) if pieces else alphabet.value(t) for t in lines.header[:count])
            except ValueError as error:
                raise InputError(str(error), "line 1") from None
            if pieces and sum(length * n for length, n in enumerate(numbers, 1)) > len(draft.frame):
                raise InputError("there are more ships than the board can hold", "line 1")
            value: Any = numbers[0]
            if pieces:
                value = tuple(("x" * length,) for length, n in enumerate(numbers, 1) for _ in range(n))
            draft.set(name, value)
            del lines.header[:count]

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        """What stands behind rows and columns."""
        result: list[str] = []
        for name in self.names:
            value = draft.get(name)
            if draft.layer(name).value.kind != "fleet":
                told = Alphabet(draft.layer(name), {}, dialect).token(value)
                result += () if told is None else (told,)
                continue
            # only straight ones can be told, and no more of them than the board can hold
            lengths = [len(piece[0]) for piece in value if piece == ("x" * len(piece[0]),)]
            lengths = lengths if sum(lengths) <= len(draft.frame) else []
            result += [str(lengths.count(length)) for length in range(1, max(lengths, default=1) + 1)]
        return result + [word for word, name in self.flags.items() if draft.get(name)]


class SquareSize(TextPart):
    """Stands first in a pzpr text whose size is a single number for rows and columns."""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        return

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []


class OwnBoard(TextPart):
    """Stands first in a text that does not say which cells there are, of a genre that has a board of its own."""

    holes = True

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        cells = draft.genre.board_in(draft.frame).cell_at
        draft.holes = {c for c, position in enumerate(draft.frame.positions) if position not in cells}

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        draft.fill()
        return []


class Ignored(TextPart):
    """A token for each cell that means nothing (such as a solver's background colours), written as ``token``.

    With ``version`` it is there only in texts from that version on; with ``optional`` it may be there, and is not written.
    """

    def __init__(self, token: str, *, version: int = 0, optional: bool = False) -> None:
        self.token, self.version, self.optional = token, version, optional

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines.version >= self.version:
            for _ in range(draft.height if lines else 0):
                lines.row(draft.width)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        there = draft.version >= self.version and not self.optional
        return [" ".join([self.token] * draft.width)] * (draft.height if there else 0)


class IgnoredLinks(TextPart):
    """A number for each link as in Matrix that means nothing (such as a solver's lines), written as ``token``."""

    def __init__(self, token: str = "0") -> None:
        self.token = token

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for width, count in self._rows(draft):
            lines.rows(count, width)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [" ".join(self.token * width) for width, count in self._rows(draft) for _ in range(count)]

    def _rows(self, draft: PartialPuzzle) -> list[tuple[int, int]]:
        return [(draft.cols - 1, draft.rows), (draft.cols, draft.rows - 1)]


class Options(TextPart):
    """A line with the names of a genre's options that are on, in texts from ``version`` on. ``known`` are the layers (Param) that
    are 1 for the options of some names.
    """

    def __init__(self, known: Mapping[str, str] | None = None, *, version: int) -> None:
        self.known, self.version = known or {}, version

    def needs(self, draft: PartialPuzzle) -> int:
        return self.version if self._named(draft) else 0

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for named in lines.take().split() if lines.version >= self.version else ():
            if named not in self.known:
                raise lines.error(f"the variant {named!r} of {draft.genre.name} is not supported")
            draft.set(self.known[named], 1)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [" ".join(self._named(draft))] if draft.version >= self.version else []

    def _named(self, draft: PartialPuzzle) -> list[str]:
        return [named for named, layer in self.known.items() if draft.get(layer)]


class Word(TextPart):
    """A line with one of some words that mean nothing to the rules, written as the first of them."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines.take().strip() not in self.words:
            raise lines.error(f"one of the words {', '.join(self.words)} is needed")

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [self.words[0]]
