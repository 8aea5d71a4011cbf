"""Boards that may be unfinished, as JSON records between page and server.

A record has ``genre`` (a name), an optional ``name`` and ``author`` of the puzzle, ``lattice`` (``shape``, ``rows``, ``cols`` and
``missing``, the places of the frame, row * cols + column, without a cell), ``puzzle`` and ``answer``, each with the tokens of its
layers. A layer has a token or null for each of its places; a layer on lines has, for each side, a list of tokens for each line; a
layer on the board has a single token. In a puzzle null means empty. In an answer null means undecided, and "" means empty: no
shading, no line. An optional part ``excluded`` has, for layers of the answer, lists of tokens by index: values that are not
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pencilp import api, genres
from pencilp._util.parse_number import digits
from pencilp.board.lattice import MAX_CELLS, SHAPES, Lattice
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.board.layers.grids import Grid
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.formats.remarks import AUTHOR
from pencilp.genres import Genre

MAX_CLUES = 200
"""Clues outside one line."""
MAX_DIGITS = 9
"""Digits of an index."""
MAX_NAME = 200
"""Characters of a puzzle's name, and of its author's."""


class Problem(NamedTuple):
    """An error in a draft: its ``layer``, its ``place`` as drawings name it, and the ``message``."""

    layer: str
    place: str
    message: str


class Sketch(Puzzle):
    """A puzzle that may be unfinished: it can be drawn, but not solved."""

    __slots__ = ()

    def __init__(
        self, genre: type[Genre], lattice: Lattice, values: dict[str, Any], name: str, notes: dict[str, str]
    ) -> None:
        self.genre, self.lattice, self.values, self.name, self.notes = genre, lattice, values, name, notes
        self.answer = None


class Draft:
    """A board that may be unfinished: ``genre``, ``lattice``, the readable values of all layers, and ``problems``.

    Raise InputError if a record is no board at all.
    """

    def __init__(self, record: Any, most: int = MAX_CELLS) -> None:
        if not isinstance(record, dict):
            raise InputError("a board is an object with a genre, a lattice, a puzzle and an answer")
        for key in ("genre", "name", AUTHOR):
            if not isinstance(record.get(key, ""), str):
                raise InputError("a text is needed", key)
        self.genre = genres.find(record.get("genre", ""))
        self.name = record.get("name", "")[:MAX_NAME]
        author = record.get(AUTHOR, "")[:MAX_NAME]
        self.notes = {AUTHOR: author} if author else {}
        self.lattice = lattice_of(record.get("lattice"), most)
        if self.lattice.shape not in self.genre.shapes:
            raise InputError(f"{self.genre.name} is not played on {self.lattice.shape} boards")
        self.problems: list[Problem] = []
        self.given = {key: self._read(layer, _part(record, "puzzle")) for key, layer in self.genre.inputs.items()}
        self.answered = {key: self._read(layer, _part(record, "answer")) for key, layer in self.genre.answers.items()}
        self.excluded = [*self._excluded(_part(record, "excluded"))]
        """Values that the user knows not to be there, each with its layer and its index."""

    def _read(self, layer: Layer[Any], tokens: dict[str, Any]) -> Any:
        """Return the values of a layer. An unreadable token becomes None, and is added to ``problems``."""
        raw = tokens.get(layer.name)
        if raw is None:
            return None
        if layer.on == "board":
            return self._value(layer, raw, "")
        if layer.on == "lines":
            return self._lines(layer, raw)
        size = None if layer.on == "groups" else layer.size(self.lattice)
        if not isinstance(raw, list) or len(raw) != (len(raw) if size is None else size):
            raise InputError(f"a list of {size} tokens is needed", layer.name)
        return [self._value(layer, token, i) for i, token in enumerate(raw)]

    def _lines(self, layer: Layer[Any], raw: Any) -> dict[str, list[list[Any]]]:
        if not isinstance(raw, dict) or set(raw) - set(layer.place.sides):
            raise InputError(f"an object with lines for {', '.join(layer.place.sides)} is needed", layer.name)
        result = {}
        for side, lines in raw.items():
            most = self.lattice.cols if side in ("top", "bottom") else self.lattice.rows
            if not isinstance(lines, list) or len(lines) != most:
                raise InputError(f"{most} lists of tokens are needed", f"{layer.name} {side}")
            if not all(isinstance(line, list) and len(line) <= MAX_CLUES for line in lines):
                raise InputError(f"a line has a list of at most {MAX_CLUES} tokens", f"{layer.name} {side}")
            read = [
                [self._value(layer, token, f"{side} {i + 1}") for token in line if token not in (None, "")]
                for i, line in enumerate(lines)
            ]
            result[side] = [[value for value in line if value is not None] for line in read]
        return result

    def _value(self, layer: Layer[Any], token: Any, place: int | str) -> Any:
        if token is None:
            return None
        if token == "":
            return layer.value.nothing
        where = place if isinstance(place, str) else layer.title(place, self.lattice)
        if not isinstance(token, str):
            raise InputError("a token is a text, or null", f"{layer.name} {where}".strip())
        try:
            return layer.parse(token)
        except ValueError as error:
            self.problems.append(Problem(layer.name, where, str(error)))
            return None

    def _excluded(self, tokens: dict[str, Any]) -> Iterator[tuple[str, int, Any]]:
        """Yield the readable values of ``excluded``."""
        for key, layer in self.genre.answers.items():
            for index, some in _part(tokens, key).items():
                number = digits(index, MAX_DIGITS)
                if number is None or number >= layer.size(self.lattice) or not isinstance(some, list):
                    raise InputError("an object with lists of tokens by their index is needed", f"excluded {key}")
                for token in some:
                    value = self._value(layer, token, number)
                    if value is not None:
                        yield key, number, value

    def sketch(self) -> tuple[Puzzle, Answer]:
        """Return the puzzle and the answer for a drawing, even if values are missing or inconsistent."""
        values = {key: self._bound(layer, self.given[key]) for key, layer in self.genre.inputs.items()}
        puzzle = Sketch(self.genre, self.lattice, values, self.name, self.notes)
        return puzzle, Answer(puzzle, self.answered)

    def _bound(self, layer: Layer[Any], values: Any) -> Any:
        if values is None:
            return layer.default(self.lattice) if layer.optional else layer.empty(self.lattice)
        bound = layer.place.bind(values, self.lattice, lambda value: value, layer.name)
        if layer.value.nothing is not None:
            bound = layer.place.instead(bound, layer.value.nothing)
        return layer.value.gather(bound)

    def puzzle(self) -> Puzzle:
        """Return the puzzle. Raise InputError, with layer and place, if it is unfinished."""
        if self.problems:
            first = self.problems[0]
            raise InputError(first.message, f"{first.layer} {first.place}".strip())
        given = {key: values for key, values in self.given.items() if values is not None}
        puzzle = Puzzle(self.genre, self.lattice, given, name=self.name, notes=self.notes)
        self.genre(puzzle)
        return puzzle

    def answer(self, puzzle: Puzzle) -> Answer:
        """Return the answer so far to ``puzzle``."""
        return Answer(puzzle, self.answered)

    def whole_answer(self, puzzle: Puzzle) -> Answer:
        """Return the answer to ``puzzle`` in which every undecided place is empty."""
        values = {}
        for key, layer in self.genre.answers.items():
            tokens = layer.default(self.lattice) if self.answered[key] is None else self.answered[key]
            values[key] = layer.place.instead(Grid(tokens), layer.value.nothing)
        return Answer(puzzle, values)

    def finished_answer(self, puzzle: Puzzle) -> Answer:
        """Return ``whole_answer`` if it is right, otherwise ``answer``."""
        whole = self.whole_answer(puzzle)
        return self.answer(puzzle) if api.check(puzzle, whole) else whole


def _part(record: dict[str, Any], name: str) -> dict[str, Any]:
    part = record.get(name) or {}
    if not isinstance(part, dict):
        raise InputError("an object with the tokens of its layers is needed", name)
    return part


def lattice_of(record: Any, most: int = MAX_CELLS) -> Lattice:
    """Return the lattice of a record. Raise InputError if it is invalid or its frame has more than ``most`` cells."""
    if not isinstance(record, dict):
        raise InputError("an object with shape, rows and cols is needed", "lattice")
    shape, rows, cols = record.get("shape"), record.get("rows"), record.get("cols")
    if not isinstance(shape, str) or shape not in SHAPES:
        raise InputError(f"the shape is {' or '.join(SHAPES)}", "lattice")
    if type(rows) is not int or type(cols) is not int or rows < 1 or cols < 1:
        raise InputError("rows and cols are whole numbers from 1", "lattice")
    if rows * cols > most:
        raise InputError(f"{rows}x{cols} cells are too many: here a board has at most {most}", "lattice")
    missing = record.get("missing") or []
    if not isinstance(missing, list) or not all(type(n) is int for n in missing):
        raise InputError("missing is a list of whole numbers", "lattice")
    gone = set(missing)
    cells = [divmod(n, cols) for n in range(rows * cols) if n not in gone]
    if not cells:
        raise InputError("the board has no cells", "lattice")
    return SHAPES[shape](rows, cols, cells)


def record_of(puzzle: Puzzle, answer: Answer | None = None) -> dict[str, Any]:
    """Return the record of a puzzle with an answer, if any."""
    genre, lattice = puzzle.genre, puzzle.lattice
    there = set(lattice.positions)
    missing = [n for n in range(lattice.rows * lattice.cols) if divmod(n, lattice.cols) not in there]
    return {
        "genre": genre.name,
        **({"name": puzzle.name} if puzzle.name else {}),
        **({AUTHOR: puzzle.notes[AUTHOR]} if AUTHOR in puzzle.notes else {}),
        "lattice": {"shape": lattice.shape, "rows": lattice.rows, "cols": lattice.cols, "missing": missing},
        "puzzle": {key: tokens_of(layer, puzzle[key]) for key, layer in genre.inputs.items()},
        "answer": {}
        if answer is None
        else {key: tokens_of(layer, answer[key]) for key, layer in genre.answers.items()},
    }


def written_of(puzzle: Puzzle, answer: Answer) -> dict[str, Any]:
    """Return the tokens of an answer, with null for empty places that drawings do not mark."""
    tokens: dict[str, Any] = record_of(puzzle, answer)["answer"]
    for key, layer in puzzle.genre.answers.items():
        nothing = layer.value.nothing
        if nothing is not None and layer.value.glyph(nothing, puzzle.lattice) is None:
            tokens[key] = [token or None for token in tokens[key]]
    return tokens


def is_blank(puzzle: Puzzle) -> bool:
    """Return whether a board has no clue, and its rooms, if any, are one single room."""
    for key, layer in puzzle.genre.inputs.items():
        if layer.on == "board":
            continue
        tokens = tokens_of(layer, puzzle[key])
        each = [clue for lines in tokens.values() for line in lines for clue in line] if layer.on == "lines" else tokens
        if len(set(each)) > 1 or (not layer.value.missing and set(each) != {None} and each):
            return False
    return True


def tokens_of(layer: Layer[Any], values: Any) -> Any:
    """Return the tokens of the values of a layer."""
    if layer.on == "board":
        return _token(layer, values)
    if layer.on == "lines":
        return {side: [[_token(layer, clue) for clue in line] for line in lines] for side, lines in values.items()}
    listed = list.__iter__(values) if isinstance(values, list) else values
    return [_token(layer, value) for value in listed]


def _token(layer: Layer[Any], value: Any) -> str | None:
    if value is None:
        return None
    if value == layer.value.nothing:
        return "" if isinstance(layer, AnswerLayer) else None
    return layer.token(value)
