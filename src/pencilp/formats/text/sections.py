"""The sections of a puzzle in a puzzle text. A name may be left out if it is clear which layer is meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pencilp.board.layers import SIDES, Layer
from pencilp.board.layers.values import GROUPS
from pencilp.errors import InputError, did_you_mean
from pencilp.formats.remarks import AUTHOR, VARIANT
from pencilp.formats.text.tokens import ALSO_NOTHING, NO_CELL, NOTHING, Line, Quoted, Section, Token, is_sign, place_at
from pencilp.formats.text.values import by_cells, how_written, reads, written_as
from pencilp.genres import Genre

HEADERS = ("board", "size", "name", AUTHOR, VARIANT)
"""Keys of a puzzle that are not layers."""
ANSWER = "answer"
LINES = ("columns", "rows", "cols", "column", "row", "across", "down", "horizontal", "vertical")
"""Names that people give to clues outside, before the name of their side."""


class Parts:
    """The sections of one puzzle by name: its ``headers``, ``inputs`` and ``answers``.

    ``answered`` says whether there is an answer, even an empty one. Raise InputError for a line that belongs to no
    section.
    """

    def __init__(self, genre: type[Genre], block: list[Line]) -> None:
        self.genre = genre
        self.headers: dict[str, Section] = {}
        self.inputs: dict[str, Section] = {}
        self.answers: dict[str, Section] = {}
        self.answered = False
        self._open: Section | None = None
        self._bare: list[Line] = []
        for line in block:
            self._take(line)
        self._close()
        self._outline()

    @property
    def layers(self) -> Mapping[str, Layer[Any]]:
        """The layers that a line may name now: those of the puzzle or, below ``answer:``, those of the answer."""
        return self.genre.answers if self.answered else self.genre.inputs

    @property
    def sections(self) -> dict[str, Section]:
        """The sections of these layers."""
        return self.answers if self.answered else self.inputs

    def grids(self) -> list[tuple[Section, Layer[Any]]]:
        """Return the sections with a token for each cell or corner, those of the puzzle first, each with its layer."""
        known = [(section, self.genre.inputs[name]) for name, section in self.inputs.items()]
        known += [(section, self.genre.answers[name]) for name, section in self.answers.items()]
        return [(section, layer) for section, layer in known if written_as(layer) == "grid" and section.lines]

    def outlines(self, layers: Mapping[str, Layer[Any]]) -> list[tuple[Section, Layer[Any]]]:
        """Return the sections with a token for each cell among those of ``layers``, each with its layer."""
        sections = self.inputs if layers is self.genre.inputs else self.answers
        return [(section, layers[name]) for name, section in sections.items() if by_cells(layers[name])]

    def missing(self) -> list[Layer[Any]]:
        """Return the missing layers whose values are written outside the board or after names of places."""
        layers = self.genre.inputs.items()
        return [layer for name, layer in layers if name not in self.inputs and written_as(layer) in ("sides", "places")]

    # -- line by line

    def _take(self, line: Line) -> None:
        number, tokens = line
        column, first = tokens[0]
        if (side := self._side(first, number)) is not None:
            self._open.lines.append((number, [(column, side), *tokens[1:]]))  # type: ignore[union-attr]
        elif (label := self._label(tokens)) is not None:
            self._begin(label[0], number, label[1])
        elif (name := self._without_colon(tokens)) is not None:
            raise InputError(f"write {name}: with a colon, if a layer begins here", place_at(number, column))
        elif self._open is None:
            self._bare.append(line)
        elif not _is_remark(tokens, self._layer(self._open), number):
            self._open.lines.append(line)

    def _side(self, first: str, number: int) -> str | None:
        """Return the side that a word names, such as ``top`` or ``Top:``, if clues outside may be here."""
        side = first.removesuffix(":").lower()
        if side not in SIDES or isinstance(first, Quoted):
            return None
        layer = None if self._open is None else self._layer(self._open)
        if layer is not None and (layer.on == "lines" or reads(layer, first)):
            return side if layer.on == "lines" else None
        # the name of the layer may be missing above it
        lines = [name for name, layer in self.layers.items() if layer.on == "lines" and name not in self.sections]
        if len(lines) != 1:
            return None
        self._open = self.sections[lines[0]] = Section(lines[0], number)
        return side

    def _layer(self, section: Section) -> Layer[Any] | None:
        """Return the layer of a section; None for the board's outline."""
        return self.layers.get(section.name)

    def _words(self) -> list[str]:
        return [*HEADERS, *self.layers, *([] if self.answered else [ANSWER])]

    def _label(self, tokens: list[Token]) -> tuple[str, list[Token]] | None:
        """Return the name before a colon at the beginning of a line, and the tokens after it; None without one."""
        column, first = tokens[0]
        name, colon, rest = first.partition(":")
        if not name or not colon or isinstance(first, Quoted):
            return None
        if (rest or column) and _matching(name, self._words()) is None:
            return None
        return name, [*([(column + len(name) + 1, rest)] if rest else []), *tokens[1:]]

    def _without_colon(self, tokens: list[Token]) -> str | None:
        """Return the name that is the only word of a line and not a value of the open layer. None if there is none."""
        name = (
            _matching(tokens[0][1], self._words())
            if len(tokens) == 1 and not isinstance(tokens[0][1], Quoted)
            else None
        )
        layer = bare_layer(self.layers) if self._open is None else self._layer(self._open)
        return None if name is None or (layer is not None and reads(layer, name)) else name

    def _begin(self, word: str, number: int, inline: list[Token]) -> None:
        """Open the section that a line names."""
        words = self._words()
        if self.answered and _matching(word, [ANSWER]) is not None and ANSWER not in self.layers:
            raise InputError(f"'{ANSWER}:' is there twice, but a puzzle has one answer", place_at(number))
        if (name := _matching(word, words)) is None:
            only = f"only {', '.join(words)}{did_you_mean(word.lower(), words)}"
            outside = next((layer for layer in self.layers.values() if layer.on == "lines"), None)
            if outside is not None and word.lower() in LINES:
                only += f"; {how_written(outside)}"
            raise InputError(f"{self.genre.name} has no layer {word!r}, {only}", place_at(number))
        section = Section(name, number)
        section.inline = inline
        if name == ANSWER and not self.answered and name not in self.layers:
            self._close()
            self._open = None
            self.answered = True
            for column, text in inline[:1]:
                raise self._no_layer(number, column, text)
            return
        # a genre may have a layer called size (of its regions): that is one number, the board's size two
        header = name in HEADERS and not (name in self.layers and len(inline) == 1)
        target = self.headers if header else self.sections
        if name in target:
            raise InputError(f"{name!r} is there twice", place_at(number))
        target[name] = section
        # a section with one value has no lines below it
        whole = name != "board" if header else self.layers[name].on == "board"
        self._open = None if whole else section

    # -- lines below no name

    def _close(self) -> None:
        """Give the lines without a name to the layer whose name may be left out. Raise InputError if there is none."""
        lines, self._bare = self._bare, []
        layer = bare_layer(self.layers)
        if layer is None or layer.name in self.sections:
            lines = [line for line in lines if not line[1][0][1].startswith(NO_CELL)]
        else:
            lines = [line for line in lines if not _is_remark(line[1], layer, line[0])]
        if not lines:
            return
        number, ((column, text), *_) = lines[0]
        if layer is None or layer.name in self.sections:
            raise self._no_layer(number, column, text)
        section = Section(layer.name, number)
        section.lines = lines
        self.sections[layer.name] = section

    def _no_layer(self, number: int, column: int, text: str) -> InputError:
        """Return the error for a line that belongs to no layer."""
        if self.answered:
            says = (
                f"{text!r} is in no layer; a line '{next(iter(self.layers))}:' stands between 'answer:' and the values"
            )
        else:
            names = [name for name, layer in self.layers.items() if layer.on != "board"]
            says = f"the layer's name comes first, {' or '.join(f'{name}:' for name in names)}; {text!r} is in none"
        return InputError(says, place_at(number, column))

    def _outline(self) -> None:
        """Give lines below ``board:`` that are more than an outline to the layer whose name may be left out."""
        board, layer = self.headers.get("board"), bare_layer(self.genre.inputs)
        if board is None or layer is None or layer.name in self.inputs or not board.inline:
            return
        signs = (NOTHING, NO_CELL, *ALSO_NOTHING)
        if any(not any(is_sign(text, sign) for sign in signs) for _, row in board.lines for _, text in row):
            section = Section(layer.name, board.lines[0][0])
            section.lines, board.lines = board.lines, []
            self.inputs[layer.name] = section


def bare_layer(layers: Mapping[str, Layer[Any]]) -> Layer[Any] | None:
    """Return the layer whose name may be left out.

    It is the only one with lines below its name, or the only one with a token for each cell. Layers with a default,
    such as the boxes of a Sudoku, do not count. Optional borders do not count if there is another grid.
    """
    own = [layer for layer in layers.values() if layer.on != "board" and not layer.usual]
    grids = [layer for layer in own if written_as(layer) in ("grid", "directions")]
    for some in (own, grids, [layer for layer in grids if not (layer.optional and layer.on == "links")]):
        if len(some) == 1:
            return some[0]
    return None


def _matching(word: str, words: list[str]) -> str | None:
    """Return the one of ``words`` that is meant, in upper or lower case; None if none is."""
    return word if word in words else next((known for known in words if known.lower() == word.lower()), None)


def _is_remark(tokens: list[Token], layer: Layer[Any] | None, number: int) -> bool:
    """Return whether a line that begins with ``#`` is a remark among the rows of a layer.

    The words of a remark are not values. Raise InputError if it may be either.
    """
    column, first = tokens[0]
    if not first.startswith(NO_CELL) or isinstance(first, Quoted) or len(tokens) == 1:
        return False
    if layer is not None and written_as(layer) not in ("grid", "sides"):
        return False
    words = [text for _, text in tokens if not is_sign(text, NO_CELL)]
    if not any(len(word) > 1 and word.lstrip(NO_CELL).isalpha() for word in words):
        return False
    if layer is not None and layer.value.way in GROUPS:
        if all(len(word) > 1 and word.lstrip(NO_CELL).isalpha() for word in words):
            raise InputError("is this a remark or a row? A remark among rows begins with //", place_at(number, column))
        return False
    return not any(layer is not None and reads(layer, word) for word in words)
