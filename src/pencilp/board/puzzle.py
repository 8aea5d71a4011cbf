"""Puzzles and answers: a genre, a lattice, and the values of its layers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.errors import InputError


class _Pictured:
    """What a notebook shows as a picture, and ``print`` as a drawing in text.

    Who can draw says so by setting ``picture`` (it gives SVG) and ``drawing`` (it gives text); a board knows no drawing.
    """

    __slots__ = ()
    picture: ClassVar[Callable[[Any], str] | None] = None
    drawing: ClassVar[Callable[[Any], str] | None] = None

    def _repr_svg_(self) -> str | None:
        draw = type(self).picture
        return None if draw is None else draw(self)

    def __str__(self) -> str:
        draw = type(self).drawing
        return repr(self) if draw is None else draw(self)


class Kind:
    """What a puzzle needs to know of its genre; pencilp.genres.Genre, the base of all genres, is one."""

    name: ClassVar[str]
    inputs: ClassVar[dict[str, Layer]]
    answers: ClassVar[dict[str, AnswerLayer]]


class Puzzle(_Pictured):
    """A puzzle: ``genre``, ``lattice`` and one value per input layer (``puzzle["rooms"]``), checked on entry.

    ``answer`` is an answer that came with it (a recorded solution, a person's attempt), or None; ``name`` tells it from
    others of the same file; ``notes`` are remarks that no layer holds and that a format keeps to write them back (such
    as the mark of a link that its rules are a variant). Raises InputError when a layer is unknown, missing, or has a
    wrong size or value.
    """

    __slots__ = ("answer", "genre", "lattice", "name", "notes", "values")

    def __init__(
        self,
        genre: type[Kind],
        lattice: Lattice,
        values: Mapping[str, Any],
        *,
        name: str = "",
        answer: Any = None,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        self.genre = genre
        self.lattice = lattice
        self.name = name
        self.notes = dict(notes or {})
        if not lattice.positions:
            raise InputError("the board has no cells")
        for key in values:
            if key not in genre.inputs:
                raise InputError(f"{genre.name} has no layer {key!r}, only {', '.join(genre.inputs) or 'none'}")
        self.values: dict[str, Any] = {}
        for key, layer in genre.inputs.items():
            if values.get(key) is not None:
                self.values[key] = layer.bind(values[key], lattice)
            elif layer.optional:
                self.values[key] = layer.default(lattice)
            else:
                raise InputError(f"{genre.name} needs the layer {key!r}: {layer.text}")
        self.answer: Answer | None = None
        if answer is not None:
            self.answer = answer if isinstance(answer, Answer) else Answer(self, answer)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def __repr__(self) -> str:
        return (
            f"<Puzzle {self.genre.name} {self.lattice.rows}x{self.lattice.cols}{' ' + self.name if self.name else ''}>"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return self.genre is other.genre and self.lattice == other.lattice and self.values == other.values

    __hash__ = None  # type: ignore[assignment]


class Answer(_Pictured):
    """An answer to ``puzzle``: one value per answer layer (``answer["shaded"]``). It may break the rules, not the layers.

    Raises InputError when a layer is unknown, missing, or has a wrong size or value.
    """

    __slots__ = ("puzzle", "values")

    def __init__(self, puzzle: Puzzle, values: Mapping[str, Any]) -> None:
        self.puzzle = puzzle
        self.values: dict[str, Any] = {}
        for key in values:
            if key not in puzzle.genre.answers:
                raise InputError(
                    f"{puzzle.genre.name} has no answer layer {key!r}, only {', '.join(puzzle.genre.answers)}"
                )
        for key, layer in puzzle.genre.answers.items():
            if key not in values:
                raise InputError(f"the answer lacks the layer {key!r}")
            self.values[key] = layer.bind(values[key], puzzle.lattice)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self.puzzle.genre is other.puzzle.genre and self.values == other.values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Answer {self.puzzle!r}>"
