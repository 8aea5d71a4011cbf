"""Parts of texts for clues outside, sizes and options, and for data that is ignored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilp.board.layers import UNKNOWN
from pencilp.encodings.cells import NOTHING, Alphabet, whole_number
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle, TextPart
from pencilp.errors import InputError

# -- clues outside, in lines of their own ---------------------------------------------------------------------------


class OutsideLines(TextPart):
    """Single clues outside the board: for each side of ``sides``, and there for each layer, a line with a clue for each
    column (top, bottom) or row (left, right).

    ``counted``: the text counts the bottom line as a row of the board. ``again``: the clues were read before and are
    repeated.
    """

    def __init__(
        self, *layers: str, sides: Sequence[str] = ("top", "left"), counted: bool = False, again: bool = False
    ) -> None:
        self.names, self.sides, self.again = layers, sides, again
        self.margin = (-1, 0) if counted else (0, 0)

    def layers(self) -> tuple[str, ...]:
        return self.names

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        for side in self.sides:
            for name in self.names:
                alphabet = Alphabet(draft.layer(name), {}, lines.dialect)
                count = draft.width if side in ("top", "bottom") else draft.height
                row = lines.row(count)
                for i, token in enumerate(() if self.again else row):
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
    """Clues outside the board: a line for each column, then one for each row, in reading order. A line of 0 has no
    clue.
    """

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
                        UNKNOWN if t == lines.dialect.unknown else whole_number(t)
                        for t in tokens
                        if t != lines.dialect.empty
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


# -- other lines ----------------------------------------------------------------------------------------------------


class Header(TextPart):
    """Values of layers in the first line of a dataset's puzzle, after the numbers of rows and columns.

    A layer of Pieces takes all values that follow: the numbers of straight pieces of one, two, ... cells. ``flags`` are
    words that set a layer to 1, at any position.
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
                    continue  # the default is used
                raise InputError(f"the first line needs a value of the layer {name} after rows and columns", "line 1")
            pieces = draft.layer(name).value.kind == "fleet"
            count = len(lines.header) if pieces else 1
            alphabet = Alphabet(draft.layer(name), {}, lines.dialect)
            try:
                numbers = tuple(whole_number(t) if pieces else alphabet.value(t) for t in lines.header[:count])
            except ValueError as error:
                raise InputError(str(error), "line 1") from None
            if NOTHING in numbers:
                raise InputError(f"{lines.header[0]!r} cannot stand here", "line 1")
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
        """Return the tokens after rows and columns."""
        result: list[str] = []
        for name in self.names:
            value = draft.get(name)
            if draft.layer(name).value.kind != "fleet":
                token = Alphabet(draft.layer(name), {}, dialect).token(value)
                result += () if token is None else (token,)
                continue
            # only straight pieces can be written, and no more of them than the board can hold
            lengths = [len(piece[0]) for piece in value if piece == ("x" * len(piece[0]),)]
            lengths = lengths if sum(lengths) <= len(draft.frame) else []
            result += [str(lengths.count(length)) for length in range(1, max(lengths, default=1) + 1)]
        return result + [word for word, name in self.flags.items() if draft.get(name)]


class SquareSize(TextPart):
    """A mark, at the start, for pzpr texts whose size is a single number for rows and columns."""

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        return

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return []


class OwnBoard(TextPart):
    """A mark, at the start, for texts that do not list the cells, of a genre with a fixed board."""

    holes = True

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        cells = draft.genre.board_in(draft.frame).cell_at
        draft.holes = {c for c, position in enumerate(draft.frame.positions) if position not in cells}

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        draft.fill()
        return []


class Ignored(TextPart):
    """A token for each cell without a meaning, such as a solver's background colours, written as ``token``.

    With ``version`` only texts from that version on have it. With ``optional`` it may be missing, and is not written.
    With ``corners`` there is a token for each corner of the board, also in the outline.
    """

    def __init__(self, token: str, *, version: int = 0, optional: bool = False, corners: bool = False) -> None:
        self.token, self.version, self.optional, self.corners = token, version, optional, corners

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        if lines.version >= self.version:
            for _ in range(draft.height + self.corners if lines else 0):
                lines.row(draft.width + self.corners)

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        present = draft.version >= self.version and not self.optional
        row = " ".join([self.token] * (draft.width + self.corners))
        return [row] * (draft.height + self.corners if present else 0)


class IgnoredLinks(TextPart):
    """A number for each link as in Matrix without a meaning, such as a solver's lines, written as ``token``."""

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
    """A line with the names of a genre's active options, in texts from ``version`` on. ``known`` maps the names of
    options to layers (Param) that are 1 if the option is active.
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
    """A line with one of the words ``accepted``, which do not affect the rules. The first of them is written. With ``layer`` (a
    Param) they do: its value is the index of the word.
    """

    def __init__(self, *accepted: str, layer: str = "") -> None:
        self.accepted, self.layer = accepted, layer

    def layers(self) -> tuple[str, ...]:
        return (self.layer,) if self.layer else ()

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        word = lines.take().strip()
        if word not in self.accepted:
            raise lines.error(f"one of the words {', '.join(self.accepted)} is needed")
        if self.layer:
            draft.set(self.layer, self.accepted.index(word))

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        return [self.accepted[draft.get(self.layer) or 0 if self.layer else 0]]
