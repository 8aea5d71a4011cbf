"""Parts of texts with a token for each cell: pzpr v3 texts and the texts of the public dataset.

The same parts read both. The dialect (pencilp.encodings.partial_puzzle) has the tokens in which they differ. The facts
about pzpr texts, here and in the other modules of parts of texts, are those of the pzprjs program
(github.com/robx/pzprjs, src/variety-common/FileData.js).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers import UNKNOWN, AnswerLayer, Layer
from pencilp.encodings.partial_puzzle import (
    PZPR,
    PZPR_WAYS,
    Declared,
    Dialect,
    LineReader,
    PartialPuzzle,
    TextPart,
    in_rows,
)
from pencilp.encodings.places import OUTSIDE, Outside
from pencilp.errors import InputError


class Tokens(Declared):
    """Tokens for the values of a layer, in addition to ``tokens``, which stand for one value each."""

    def __init__(self, tokens: Mapping[str, Any] | None = None) -> None:
        self.tokens = tokens or {}

    def read(self, token: str, kind: Any, alphabet: Alphabet) -> Any:
        """Return the value of a token. Raise ValueError with a reason."""
        raise NotImplementedError

    def write(self, value: Any, kind: Any, alphabet: Alphabet) -> str | None:
        """Return the token of a value, or None if it has none."""
        raise NotImplementedError


class After(Tokens):
    """Numbers after a letter or several characters, up to ``most`` if it is given. ``unknown`` stands for an unknown one."""

    def __init__(
        self, letter: str, tokens: Mapping[str, Any] | None = None, *, most: int | None = None, unknown: str = ""
    ) -> None:
        super().__init__(tokens)
        self.letter, self.most, self.unknown = letter, most, unknown

    def read(self, token: str, kind: Any, alphabet: Alphabet) -> Any:
        if self.unknown and token == self.letter + self.unknown:
            return UNKNOWN
        number = digits(token.removeprefix(self.letter)) if token.startswith(self.letter) else None
        if number is None or (self.most is not None and number > self.most):
            raise ValueError(f"{token!r} cannot stand here")
        return number

    def write(self, value: Any, kind: Any, alphabet: Alphabet) -> str | None:
        if self.unknown and value == UNKNOWN:
            return self.letter + self.unknown
        fits = type(value) is int and (self.most is None or value <= self.most)
        return f"{self.letter}{value}" if fits else None


class Listed(Tokens):
    """Several numbers with commas between them, ``unknown`` for an unknown one. ``order`` is the index of each in the
    layer's value.
    """

    def __init__(self, order: Sequence[int], unknown: str) -> None:
        super().__init__()
        self.order, self.unknown = order, unknown

    def read(self, token: str, kind: Any, alphabet: Alphabet) -> Any:
        numbers = [UNKNOWN if part == self.unknown else digits(part) for part in token.split(",")]
        if len(numbers) != len(self.order) or None in numbers:
            raise ValueError(f"{token!r} cannot stand here")
        return tuple([numbers[self.order.index(k)] for k in range(len(self.order))])

    def write(self, value: Any, kind: Any, alphabet: Alphabet) -> str | None:
        return ",".join(self.unknown if value[k] == UNKNOWN else str(value[k]) for k in self.order)


NOTHING: Any = object()
"""The value of a token that an alphabet does not know."""

# -- tokens of one layer --------------------------------------------------------------------------------------------


class Alphabet:
    """The tokens of one layer in one dialect: ``special`` tokens with their values, then those of the layer's kind.

    The values of a layer on the links are, cell by cell, sets of directions (of a board's four), unless they are
    ``listed`` link by link.
    """

    def __init__(
        self,
        layer: Layer[Any],
        special: Mapping[str, Any] | Tokens,
        dialect: Dialect,
        colors: Mapping[str, str] | None = None,
        *,
        listed: bool = False,
    ) -> None:
        self.layer, self.listed = layer, listed
        self.dialect = dialect
        self.colors = colors or {color: color for color in getattr(layer.value, "colors", "")}
        self.special = dict(special.tokens if isinstance(special, Tokens) else special)
        if not special and layer.value.marked is not None:
            self.special[dialect.shaded] = layer.value.marked
        # a layer of a few marks has no other tokens if these are declared
        self.open = not (self.special and layer.value.closed)
        if layer.value.allows(UNKNOWN) and not isinstance(special, Tokens):
            self.special.setdefault(dialect.unknown, UNKNOWN)
        self.read, self.write = FOREIGN.get(layer.value.kind, (None, None))
        if isinstance(special, Tokens):
            self.read, self.write = special.read, special.write
        self.tokens: dict[Any, str] = {}
        for token, value in self.special.items():
            self.tokens.setdefault(value, token)
        self.nothing = layer.value.nothing

    def value(self, token: str) -> Any:
        """Return the value of a token, or NOTHING. Raise ValueError with a reason."""
        if token in self.special:
            return self.special[token]
        if token == self.dialect.empty or not self.open:
            return NOTHING
        layer = self.layer
        if layer.on == "links" and not self.listed:
            return _directions(token)
        result = layer.parse(token) if self.read is None else self.read(token, layer.value, self)
        if self.dialect is PZPR and isinstance(layer, AnswerLayer) and result == self.nothing is not None:
            raise ValueError(f"{token!r} is no number here; a blank cell is {self.dialect.empty!r}")
        return result

    def token(self, value: Any) -> str | None:
        """Return the token of a value, or None if this alphabet does not write it."""
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
        # a circle: its colour and its number
        text, _, number = token.partition(",")
        color, number = colors.get(text), None if number == "-2" else whole_number(number)
    elif dialect.name == "pzpr":
        parts = token.split(",")
        if len(parts) != 2 + bool(colors) or parts[0] not in tuple("01234"):
            raise ValueError(f"{token!r} is no arrow")
        direction = PZPR_WAYS[int(parts[0])]
        number = UNKNOWN if parts[1] == "-" else whole_number(parts[1])
        if colors:
            # the third number is the colour, plus 4 for a solver's mark
            color = colors.get(str(whole_number(parts[2]) % 4))
            number = None if number == UNKNOWN and direction is None else number
    else:
        text = ""
        for ch in token:
            if digits(ch) is not None:
                text += ch
            elif ch in colors and color is None:
                color = colors[ch]
            elif ch in arrow.names and direction is None:
                direction = arrow.names.index(ch)
            elif ch == UNKNOWN and number is None:
                number = UNKNOWN
            else:
                raise ValueError(f"{token!r} is no arrow")
        number = whole_number(text) if text else number
    if colors and (color := color or colors.get("")) is None:
        raise ValueError(f"{token!r} has none of the colours {', '.join(colors)}")
    return (color, direction, number) if colors else (direction, number)


def _write_arrow(value: Any, arrow: Any, alphabet: Alphabet) -> str:
    dialect, colors = alphabet.dialect, alphabet.colors
    direction, number = value[-2:]
    color = next((name for name, meant in colors.items() if meant == value[0]), "")
    if dialect.name == "pzpr":
        way = PZPR_WAYS.index(direction) if direction in PZPR_WAYS else 0
        has_number = number is not None and number != UNKNOWN
        if not arrow.names:
            return f"{color},{number if has_number else -2}"
        parts = [str(way), str(number) if has_number else "-"]
        return ",".join([*parts, color] if colors else parts)
    if not arrow.names:
        return str(arrow.token(value))
    way_name = arrow.names[direction] if isinstance(direction, int) else ""
    return f"{'' if number is None else number}{way_name}{color}"


def _pair(token: str, sums: Any, alphabet: Alphabet) -> Any:
    parts = token.split(",")
    if len(parts) != 2:
        raise ValueError(f"{token!r} is not a pair of sums such as 17,6")
    return tuple(UNKNOWN if part == UNKNOWN else whole_number(part) if part else None for part in parts)


def _write_pair(value: Any, sums: Any, alphabet: Alphabet) -> str:
    return ",".join("" if n is None else str(n) for n in value)


def _several(token: str, several: Any, alphabet: Alphabet) -> Any:
    unknown = alphabet.dialect.unknown
    return several.check(several.parse(",".join(UNKNOWN if part == unknown else part for part in token.split(","))))


def _write_several(value: Any, several: Any, alphabet: Alphabet) -> str:
    return ",".join(alphabet.dialect.unknown if part == UNKNOWN else str(part) for part in value)


def _letter(token: str, letter: Any, alphabet: Alphabet) -> Any:
    return whole_number(token) if alphabet.dialect.name == "pzpr" else letter.parse(token)


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
"""Functions that read and write values whose form differs from ours, by the name of their type."""


def whole_number(token: str) -> int:
    number = digits(token)
    if number is None:
        raise ValueError(f"{token!r} is not a number")
    return number


# -- cells ----------------------------------------------------------------------------------------------------------

Told = str | tuple[str, str | Mapping[str, Any] | Tokens]
Given = str | tuple[str, Mapping[Any, int] | int]


class Cells(TextPart):
    """A token for each cell (for each corner, if the first layer is on corners; with ``inner`` only for those inside
    the board).

    Each of ``entries`` is a layer, or a layer and its tokens: a dict from token to value (None: no value; its token is
    written for it), or one token for the value 1. Layers of numbers also accept numbers. A token belongs to the first
    layer that knows it.

    ``joined``: a token may consist of tokens of several layers, one after the other (``1x``, ``b4``). ``ignore``:
    tokens without a meaning. ``given``: a layer of numbers that are also the answer in their cells and are not repeated
    there; or this layer with a dict from its values to those of the answer, or with one value for all. ``colors`` maps
    colours of the format to those of an Arrows layer. ``hole``: the token of a cell that does not exist. ``optional``:
    the grid may be missing (it is there if its first line can be read), and is not written if it is empty. ``table``
    maps each token to the values of all layers of ``entries``; then there are no other tokens. ``empty``: the token of an
    empty place, if it is not the dialect's. ``uncounted``: the number of rows and columns at each side that the size of
    a recorded answer leaves out.
    """

    def __init__(
        self,
        *entries: Told,
        joined: bool = False,
        ignore: str = "",
        given: Given = "",
        colors: Mapping[str, str] | None = None,
        hole: str = "",
        optional: bool = False,
        table: Mapping[str, Sequence[Any]] | None = None,
        empty: str = "",
        inner: bool = False,
        uncounted: int = 0,
    ) -> None:
        self.uncounted = uncounted
        self.empty, self.inner = empty, inner
        for entry in entries:
            if not (isinstance(entry, str) or (isinstance(entry, tuple) and len(entry) == 2)):
                raise TypeError(f"Cells takes a layer, or a layer and its tokens, not {entry!r}")
        self.entries = [(entry, {}) if isinstance(entry, str) else entry for entry in entries]
        self.names = tuple(name for name, _ in self.entries)
        self.joined, self.ignore = joined, frozenset(ignore.split())
        self.given = given if isinstance(given, str) else given[0]
        self.meaning = None if isinstance(given, str) else given[1]
        self.colors, self.hole, self.optional, self.table = colors, hole, optional, table
        self.holes = bool(hole)

    def layers(self) -> tuple[str, ...]:
        return self.names

    def alphabets(self, draft: PartialPuzzle, dialect: Dialect) -> list[tuple[str, Alphabet]]:
        """Return the alphabet of each layer."""
        return [
            (
                name,
                Alphabet(draft.layer(name), {tokens: 1} if isinstance(tokens, str) else tokens, dialect, self.colors),
            )
            for name, tokens in self.entries
        ]

    def _spoken_of(self, draft: PartialPuzzle) -> tuple[Sequence[int], int]:
        """Return its places, and the number of places in a line."""
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
        """Enter the tokens of the board, in rows of ``width``. The first is token ``left`` of line ``first``."""
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
        opened = self._open(alphabets, draft)
        meanings: dict[str, list[tuple[list[Any], Any]]] = {}
        """The meaning of each token: the values to change, and the new value."""
        hole, own = self._hole(dialect, draft), self._own(draft)
        holes = bool(hole) and hole in tokens
        for place, token in zip(places, tokens, strict=True):
            if holes and token == hole and (own or place in draft.holes):
                draft.holes.add(place)
                continue
            targets = meanings.get(token)
            if targets is None:
                try:
                    meaning = self._meaning(token, alphabets, dialect, answers)
                except ValueError as error:
                    row, column = divmod(places.index(place), width)
                    expected = f"{error}; expected here: {' or '.join(self.names)}"
                    raise InputError(expected, f"line {first + row} value {column + left + 1}") from None
                if opened and meaning:
                    # a cell with a value of another layer has the value "nothing" in these layers
                    written = {name for name, _ in meaning}
                    meaning += [(name, nothing) for name, nothing in opened.items() if name not in written]
                targets = [(ways[name] if name in ways else draft.values[name], value) for name, value in meaning]
                meanings[token] = targets
            for values, value in targets:
                values[place] = value
        for name, cells in ways.items():
            draft.set(name, _links_of(cells, draft))
        if self.given:
            self._fill(draft)

    def _hole(self, dialect: Dialect, draft: PartialPuzzle) -> str:
        """Return the token of a cell that does not exist, or "". An optional grid has none."""
        return "" if self.optional or draft.layer(self.names[0]).on == "corners" else self.hole or dialect.hole

    def _own(self, draft: PartialPuzzle) -> bool:
        """Return whether its tokens decide which cells exist, which is not so for layers of the answer alone."""
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
            # a solver's notes after a value
            return self._meaning(token.split("[")[0] or dialect.empty, alphabets, dialect, answers)
        if self.joined and (pieces := self._pieces(token, alphabets)):
            return pieces
        raise ValueError(reason)

    def _pieces(self, token: str, alphabets: Sequence[tuple[str, Alphabet]]) -> list[tuple[str, Any]]:
        pieces = []
        rest = token
        for name, alphabet in alphabets:
            for end in range(len(rest), 0, -1):
                try:
                    value = alphabet.value(rest[:end])
                except ValueError:
                    continue
                if value is not NOTHING:
                    pieces.append((name, value))
                    rest = rest[end:]
                    break
        return [] if rest else pieces

    def _fill(self, draft: PartialPuzzle) -> None:
        given = draft.get(self.given)
        for name in self.names:
            if name in draft.genre.answers:
                values = draft.values[name]
                for c in draft.area:
                    if values[c] is None:
                        values[c] = self._answer_for(given[c])

    def _open(self, alphabets: Sequence[tuple[str, Alphabet]], draft: PartialPuzzle) -> dict[str, Any]:
        """Leave empty places undecided in layers with a token for the value "nothing". Return these values."""
        opened = {
            name: nothing
            for name, alphabet in alphabets
            if (nothing := alphabet.layer.value.nothing) is not None and nothing in alphabet.special.values()
        }
        draft.undecided |= opened.keys()
        return opened

    def missing(self, draft: PartialPuzzle) -> None:
        super().missing(draft)
        self._open(self.alphabets(draft, PZPR), draft)
        if self.given:
            self._fill(draft)

    def _answer_for(self, value: Any) -> int | None:
        """Return the answer's value for a given value, or None."""
        if isinstance(self.meaning, int):
            return None if value is None else self.meaning
        if self.meaning is None:
            return value if type(value) is int else None
        # the value of a circle follows from its colour
        return self.meaning.get(value[0] if isinstance(value, tuple) else value)

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        """Return the token of each place."""
        alphabets = self.alphabets(draft, dialect)
        corners = alphabets[0][1].layer.on == "corners"
        places, _ = self._spoken_of(draft)
        values = {
            name: _ways_of(draft.get(name), draft) if alphabet.layer.on == "links" else draft.get(name)
            for name, alphabet in alphabets
        }
        given = draft.get(self.given) if self.given else None
        if self.table is not None:
            token_of = {
                tuple(v or None for v in combinations): token
                for token, combinations in reversed(list(self.table.items()))
            }
            combinations = (tuple(values[name][place] or None for name in self.names) for place in places)
            return [token_of.get(combined, dialect.empty) for combined in combinations]
        result = []
        hole = self._hole(dialect, draft) if self._own(draft) else self.hole
        for place in places:
            token = hole if not corners and place in draft.holes else ""
            for name, alphabet in alphabets if not token else ():
                if given is not None and name in draft.genre.answers and self._answer_for(given[place]) is not None:
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
        return in_rows(tokens, width)


def _links_of(cells: Sequence[str], draft: PartialPuzzle) -> list[int]:
    """Return for each link whether a line crosses it, from the directions of cells. Raise InputError if two differ."""
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
    """Return the directions of the lines in each cell, the inverse of ``_links_of``."""
    table = draft.frame.link_to
    order = [(WAYS.index(way), way) for way in "snew"]
    return ["".join(way for d, way in order if table[c][d] >= 0 and values[table[c][d]]) for c in draft.frame.cells]


class Framed(Cells):
    """The tokens of the cells, with the clues outside the board around them, in one grid.

    ``outside`` is a layer of Lines, or several in the order of OutsideNumber16. ``unknown`` is the token of a ``?``
    there, if it is not the dialect's. With ``filled`` a line without a number has 0. The rest is as in Cells.
    """

    def __init__(
        self,
        outside: str | Sequence[str],
        *entries: Told,
        stacked: bool = False,
        ignore: str = "",
        given: Given = "",
        hole: str = "",
        table: Mapping[str, Sequence[Any]] | None = None,
        unknown: str = "",
        filled: bool = False,
    ) -> None:
        super().__init__(*entries, ignore=ignore, given=given, hole=hole, table=table)
        self.filled = filled
        self.meant = {unknown: UNKNOWN} if unknown else {}
        self.outside = (outside,) if isinstance(outside, str) else tuple(outside)
        self.stacked = stacked

    def layers(self) -> tuple[str, ...]:
        return (*self.outside, *self.names)

    def _places(
        self, outside: Outside, draft: PartialPuzzle
    ) -> tuple[int, int, dict[tuple[str, int], list[tuple[int, int]]]]:
        """Return the numbers of rows and columns before the board, and the (row, column) of the places of each line."""
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
        return above, before, {key: positions for key, positions in places.items() if positions}

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
            # a solver puts a c before clues that are done
            token = grid[row][col].removeprefix("c")
            if token in (lines.dialect.empty, ""):
                return 0 if self.filled else None
            try:
                return alphabet.value(token)
            except ValueError as error:
                raise InputError(str(error), f"line {first + row} value {col + 1}") from None

        for (side, i), positions in places.items():
            outside.put(side, i, [clue(row, col) for row, col in positions])
        below, after = above + draft.height, before + draft.width
        for row in (*range(above), *range(below, high)):
            for col in (*range(before), *range(after, wide)):
                if clue(row, col) not in (None, 0 if self.filled else None):
                    raise InputError(
                        f"{grid[row][col]!r} is outside, but not at a row or column",
                        f"line {first + row} value {col + 1}",
                    )
        if self.entries:
            inner = [t for row in grid[above : above + draft.height] for t in row[before : before + draft.width]]
            self.put(inner, lines, draft, draft.width, first + above, before)

    def missing(self, draft: PartialPuzzle) -> None:
        super().missing(draft)
        if self.filled:
            outside = Outside(self.outside, draft, stacked=self.stacked)
            for (side, i), positions in self._places(outside, draft)[2].items():
                outside.put(side, i, [0] * len(positions))

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        outside = Outside(self.outside, draft, stacked=self.stacked)
        above, before, places = self._places(outside, draft)
        high, wide = self._size(outside, draft)
        alphabet = Alphabet(draft.layer(self.outside[0]), self.meant, dialect)
        missing = "0" if self.filled else dialect.empty
        grid = [[dialect.empty] * wide for _ in range(high)]
        for (side, i), positions in places.items():
            for (row, col), clue in zip(positions, outside.line(side, i), strict=True):
                grid[row][col] = alphabet.token(clue) or missing
        if self.entries:
            for i, token in enumerate(self.tokens(draft, dialect)):
                row, col = divmod(i, draft.width)
                grid[above + row][before + col] = token
        return [" ".join(row) for row in grid]
