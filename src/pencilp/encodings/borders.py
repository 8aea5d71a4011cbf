"""Parts of texts for things between cells: rooms, walls, borders and lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from typing import Any

from pencilp._util.parse_number import digits
from pencilp.board.layers.values import ACROSS, BRIDGES, GROUPS
from pencilp.encodings.cells import NOTHING, Alphabet
from pencilp.encodings.link import set_walls, take_out, walls_of
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart, in_rows, rooms_of
from pencilp.errors import InputError


class RoomIds(TextPart):
    """The number of the room of each cell, after a line with the number of rooms if the format has it.

    For a layer of Rooms, or one on the links that is 1 between two rooms. ``@``, ``#`` and ``.`` are no room. With
    ``holes``, or if the sign is the format's sign for holes, such cells do not exist (except ``.`` if a cell may be in
    no room). In pzpr texts rooms are connected. From version ``walled`` on (0: never) there are walls instead of
    numbers, also inside rooms. ``marked`` is a layer that was read before, and a value of it that is removed from
    holes. The cells with a sign of the layer ``apart`` are in no room. ``sign`` is that layer's value for ``#``.
    """

    def __init__(
        self, layer: str, *, holes: bool = False, walled: int = 0, marked: tuple[str, Any] | None = None,
        apart: str = "", sign: Any = None,
    ) -> None:  # fmt: skip
        self.layer, self.holes, self.walled, self.marked = layer, holes, walled, marked
        self.apart, self.sign = apart, sign

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def needs(self, draft: PartialPuzzle) -> int:
        inner = draft.layer(self.layer).walls
        return self.walled if inner and any(draft.get(inner)) else 0

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        counted = lines.dialect.counted_rooms
        if counted and 0 < self.walled <= lines.version:
            Walls(self.layer).read(lines, draft)
            return
        if counted:
            lines.number()
        layer = draft.layer(self.layer)
        rooms: list[Any] = [None] * len(draft.frame)
        # an answer does not change which cells exist
        holes = draft.holes if self.layer in draft.genre.inputs else set[int]()
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                cell = draft.area[r * draft.width + c]
                if token in ("@", "#", "."):
                    if token == lines.dialect.hole or (self.holes and (token != "." or layer.value.missing)):
                        holes.add(cell)
                else:
                    rooms[cell] = token
        if self.marked:
            key, mark = self.marked
            draft.set(key, [None if c in holes and v == mark else v for c, v in enumerate(draft.get(key))])
        numbers = {token: token if (number := digits(token)) is None else number for token in {*rooms} - {None}}
        rooms = [*map(numbers.get, rooms)]
        walls = [int(rooms[a] != rooms[b]) for a, b in draft.frame.links]
        if layer.value.way not in GROUPS:
            draft.set(self.layer, walls)
        elif layer.value.connected or counted:
            # large boards run out of names: two separate rooms may share one
            parted = rooms_of(walls, draft)
            draft.set(self.layer, [None if room is None else parted[c] for c, room in enumerate(rooms)])
        else:
            draft.set(self.layer, rooms)
        if self.sign is not None:
            draft.set(self.apart, [self.sign if room is None else None for room in draft.get(self.layer)])
        elif self.apart:
            take_out(self.layer, self.apart, draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        if dialect.counted_rooms and 0 < self.walled <= draft.version:
            return Walls(self.layer).write(draft, dialect)
        if self.apart or (draft.layer(self.layer).value.way in GROUPS and not dialect.counted_rooms):
            rooms = draft.get(self.layer)
        else:
            rooms = rooms_of(walls_of(self.layer, draft), draft)
        order: dict[Any, int] = {}
        for room in rooms:
            if room is not None:
                order.setdefault(room, len(order) + (not dialect.counted_rooms))
        none = dict.fromkeys(draft.holes, dialect.hole or ".")
        nowhere = "." if self.sign is None else "#"
        tokens = [none.get(c, nowhere) if rooms[c] is None else str(order[rooms[c]]) for c in draft.area]
        out = [str(len(order))] if dialect.counted_rooms else []
        return out + in_rows(tokens, draft.width)


GIVEN_BORDER = ("X", "-X")
"""The tokens of a given border without and with a solver's cross."""
_IS_GIVEN = -1


class Matrix(TextPart):
    """A number for each link of the board: first those between columns, row by row, then those between rows.

    A solver's cross (-1) counts as 0, and 2, a border with a mark, as 1 unless there may be two lines. A solver's arrow
    after a number or alone (1r, u) is ignored. For a layer on the edges, the edges of the outline are included. For one
    on the links they may be, and are written with ``outline``.

    ``given`` is a layer of given borders. Their token is X; they are borders of the answer, too.
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
        if outline and layer.value.way in (ACROSS, BRIDGES):
            sides = {
                "left": [row[0] for row in upright], "right": [row[-1] for row in upright],
                "top": level[0], "bottom": level[-1],
            }  # fmt: skip
            drawn = {(side, i) for side, numbers in sides.items() for i, number in enumerate(numbers) if number}
            for side, i in sorted(drawn - self.exits(draft)):
                line = f"{'row' if side in ('left', 'right') else 'column'} {i + 1}"
                raise InputError(f"a line leaves the board at the {side} of {line}", lines.place())
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

    def exits(self, draft: PartialPuzzle) -> Set[tuple[str, int]]:
        """Return the places at which a line may leave the board: sides with rows or columns."""
        return set()

    def _rows(self, lines: LineReader, height: int, width: int, most: int) -> list[list[int]]:
        values = {"-1": 0, "2": 1, **{str(number): number for number in range(most + 1)}}
        if self.given:
            values.update(dict.fromkeys(GIVEN_BORDER, _IS_GIVEN))
        first = lines.first + lines.at
        rows = lines.rows(height, width)

        def number(token: str) -> str:
            return token[:-1] or "0" if token[-1] in "udlr" else token

        for r, row in enumerate(rows):
            for c, token in enumerate(row):
                if number(token) not in values:
                    raise InputError(f"{token!r} cannot stand here", f"line {first + r} value {c + 1}")
        return [[values[number(token)] for token in row] for row in rows]

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


def read_links(lines: LineReader, draft: PartialPuzzle, known: Collection[str]) -> list[str]:
    """Read a token for each link of the board, in the order of Matrix. Raise InputError if one is not ``known``."""
    tokens = []
    for height, width in ((draft.rows, draft.cols - 1), (draft.rows - 1, draft.cols)):
        first = lines.first + lines.at
        for r, row in enumerate(lines.rows(height, width)):
            for c, token in enumerate(row):
                if token not in known:
                    raise InputError(f"{token!r} cannot stand here", f"line {first + r} value {c + 1}")
            tokens += row
    return tokens


def write_links(tokens: Sequence[str], draft: PartialPuzzle) -> list[str]:
    """Return the lines with a token for each link of the board, in the order of Matrix."""
    across = draft.rows * (draft.cols - 1)
    # a board of one column has empty lines
    return (in_rows(tokens[:across], draft.cols - 1) or [""] * draft.rows) + in_rows(tokens[across:], draft.cols)


class Walls(TextPart):
    """0 or 1 for each link of the board, as in Matrix: the walls of a layer of Rooms, between and inside rooms, or
    those of a layer on the links.
    """

    def __init__(self, layer: str) -> None:
        self.layer = layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        tokens = read_links(lines, draft, ("0", "1", "-1"))
        set_walls(self.layer, [int(token == "1") for token in tokens], draft)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return write_links([str(wall) for wall in walls_of(self.layer, draft)], draft)


class LetteredBorders(Matrix):
    """The borders, and before them the letters that a solver has written into cells, as indices in ``alphabet``.

    If letters are written, a border also runs between two different ones, given (the layer ``letters``) or written. A
    letter in a complete region of another shape is an error: ``shapes`` maps each letter to the rows and columns of its
    region's cells. ``given`` as in Matrix.
    """

    def __init__(
        self,
        layer: str,
        letters: str,
        alphabet: str,
        shapes: Mapping[str, Sequence[tuple[int, int]]],
        given: str,
    ) -> None:
        super().__init__(layer, given=given)
        self.letters, self.alphabet = letters, alphabet
        self.shapes = {letter: _turned(positions) for letter, positions in shapes.items()}

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        written = {str(code): letter for code, letter in enumerate(self.alphabet)}
        given = draft.get(self.letters)
        letters: list[Any] = [None] * len(draft.frame)
        nothing = ("*", lines.dialect.empty, *lines.dialect.noise)
        first = lines.first + lines.at
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token in written:
                    letters[draft.area[r * draft.width + c]] = written[token]
                elif token not in nothing:
                    raise lines.error(f"{token!r} cannot stand here", c)
        super().read(lines, draft)
        if any(letters):
            self._compare(letters, [a or b for a, b in zip(letters, given, strict=True)], draft, first)

    def _compare(self, written: Sequence[Any], letters: Sequence[Any], draft: PartialPuzzle, first: int) -> None:
        """Draw the borders between different letters. Raise InputError for a letter whose region has another shape."""
        drawn, frame = draft.get(self.layer), draft.frame
        for e, (a, b) in enumerate(frame.links):
            if None not in (letters[a], letters[b]) and letters[a] != letters[b]:
                drawn[e] = 1
        for region in frame.groups(drawn, [c for c in frame.cells if c not in draft.holes]):
            shape = _turned([divmod(c, draft.cols) for c in region])
            for cell in region:
                letter = written[cell]
                if letter and len(shape) == len(self.shapes[letter]) and shape != self.shapes[letter]:
                    row, col = divmod(cell, draft.cols)
                    says = f"{frame.names[cell]}: the region of the letter {letter} has another shape"
                    raise InputError(says, f"line {first + row} value {col + 1}")

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        blank = " ".join([dialect.empty] * draft.width)
        return [blank] * draft.height + super().write(draft, dialect)


def _turned(positions: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the first orientation of a shape, which is the same for all its rotations and reflections."""
    orientations = []
    for mirrored in (positions, [(row, -col) for row, col in positions]):
        turned = list(mirrored)
        for _ in range(4):
            turned = [(col, -row) for row, col in turned]
            top, left = min(row for row, _ in turned), min(col for _, col in turned)
            orientations.append(tuple(sorted((row - top, col - left) for row, col in turned)))
    return min(orientations)


class LinkMarks(TextPart):
    """A token for each link of the board, in the order of Matrix: ``tokens`` as in Cells, and numbers. ``down`` are
    those of links between rows, if they differ.
    """

    def __init__(self, layer: str, tokens: Mapping[str, Any], down: Mapping[str, Any] | None = None) -> None:
        self.layer, self.tokens = layer, (tokens, tokens if down is None else down)

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        values, at = draft.get(self.layer), 0
        for tokens, height, width in self._rows(draft):
            alphabet = Alphabet(draft.layer(self.layer), tokens, lines.dialect, listed=True)
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
                    values[at] = value
                    at += 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        values, out, at = draft.get(self.layer), [], 0
        for tokens, height, width in self._rows(draft):
            alphabet = Alphabet(draft.layer(self.layer), tokens, dialect, listed=True)
            for _ in range(height):
                # a value without a token is left out
                out.append(" ".join(alphabet.token(value) or dialect.empty for value in values[at : at + width]))
                at += width
        return out

    def _rows(self, draft: PartialPuzzle) -> list[tuple[Mapping[str, Any], int, int]]:
        """Return tokens, number of lines and length of lines for links between columns and between rows."""
        across, down = self.tokens
        return [(across, draft.rows, draft.cols - 1), (down, draft.rows - 1, draft.cols)]


class Inside(TextPart):
    """A loop along the edges (a layer on the edges), given by the cells inside it."""

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


class Weighed(TextPart):
    """A number in each cell: the total weight of its sides (clockwise from the top), or of its corners (from the upper
    right), that have a mark of the layer.

    ``mark`` is the layer's value for a mark. With ``outline`` a side on the outline of the board counts as marked. With
    ``blank`` a cell without marks is empty. With ``both`` the numbers of both cells of a side must include a mark, else
    one is enough. ``head`` is a line above, which is there only if there is a mark.
    """

    def __init__(
        self,
        layer: str,
        weights: Sequence[int],
        *,
        mark: Any = 1,
        outline: bool = True,
        blank: bool = False,
        both: bool = False,
        head: str = "",
    ) -> None:
        self.layer, self.weights, self.mark, self.head = layer, weights, mark, head
        self.outline, self.blank, self.both = outline, blank, both

    def layers(self) -> tuple[str, ...]:
        return (self.layer,)

    def _places(self, draft: PartialPuzzle) -> Sequence[Sequence[int]]:
        """Return the places of the weights of each cell, -1 on the outline."""
        frame, on = draft.frame, draft.layer(self.layer).on
        return frame.cell_corners if on == "corners" else frame.cell_edges if on == "edges" else frame.link_to

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if self.head and lines.peek().strip() != self.head:
            return
        if self.head:
            lines.take()
        places = self._places(draft)
        times = [0] * draft.layer(self.layer).size(draft.frame)
        nothing = {lines.dialect.empty, lines.dialect.hole if self.holes else ""} if self.blank else set()
        for row in range(draft.height):
            for col, token in enumerate(lines.row(draft.width)):
                cell = draft.area[row * draft.width + col]
                number = 0 if token in nothing else digits(token)
                if number is None or number > sum(self.weights):
                    raise lines.error(f"{token!r} is not a number from {int(self.blank)} to {sum(self.weights)}", col)
                if self.holes and token == lines.dialect.hole:
                    draft.holes.add(cell)
                for place, weight in zip(places[cell], self.weights, strict=True):
                    if number & weight and place >= 0:
                        times[place] += 1
                    elif number & weight and not self.outline:
                        raise lines.error("there is no cell on the other side", col)
        if self.both and 1 in times:
            a, b = (draft.frame.names[c] for c in draft.frame.links[times.index(1)])
            raise InputError(f"only one of {a} and {b} has a mark between them")
        draft.set(self.layer, [self.mark if count else 0 if self.mark == 1 else None for count in times])

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        marks, places = draft.get(self.layer), self._places(draft)
        if self.head and not any(marks):
            return []
        tokens = []
        for cell in draft.area:
            sides = zip(places[cell], self.weights, strict=True)
            number = sum(weight for at, weight in sides if (marks[at] if at >= 0 else self.outline))
            hole = self.holes and cell in draft.holes
            tokens.append(dialect.hole if hole else dialect.empty if self.blank and not number else str(number))
        return ([self.head] if self.head else []) + in_rows(tokens, draft.width)


class EdgeSets(Weighed):
    """A number for each cell: the total of its active edges, 1 for the right one, 2 for the lower, 4 for the left, 8
    for the upper.

    For a layer on the edges. An edge is active if the number of one of its cells includes it.
    """

    holes = True

    def __init__(self, layer: str) -> None:
        super().__init__(layer, (8, 1, 2, 4), blank=True)
