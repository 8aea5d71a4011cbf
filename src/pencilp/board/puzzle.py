"""Puzzles and answers: a genre, a lattice, and the values of its layers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pencilp._util.services import service
from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerLayer, Layer
from pencilp.errors import InputError, brief


class _Shown:
    """Objects that a notebook shows as a picture, and ``print`` as a text drawing. Drawing is loaded on demand."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        svg: str = service("draw as svg")(*self._parts())
        return svg

    def __str__(self) -> str:
        text: str = service("draw as text")(*self._parts())
        return text.rstrip("\n")

    def grid(self, key: str) -> list[list[Any]]:
        """Return the values of a layer on cells as a list of rows for ``numpy.array``; None for no cell.

        Raise InputError if there is no such layer, or if it is not on cells.
        """
        puzzle, answer = self._parts()
        layers = puzzle.genre.inputs if answer is None else puzzle.genre.answers
        if key not in layers:
            raise InputError(f"{puzzle.genre.name} has no such layer, only {', '.join(layers) or 'none'}", key)
        if layers[key].on != "cells":
            raise InputError(f"only what lies on cells has rows; this lies on {layers[key].on}", key)
        lattice, values = puzzle.lattice, (puzzle if answer is None else answer).values[key]
        rows: list[list[Any]] = [[None] * lattice.cols for _ in range(lattice.rows)]
        for (row, col), value in zip(lattice.positions, values.listed, strict=True):
            rows[row][col] = value
        return rows

    def __getitem__(self, key: str) -> Any:
        puzzle, answer = self._parts()
        values = (answer or puzzle).values
        try:
            return values[key]
        except KeyError:
            raise NoLayer(key, values) from None

    def _parts(self) -> tuple[Puzzle, Answer | None]:
        raise NotImplementedError


class NoLayer(KeyError):
    """There is no layer of this name; the message lists the layers."""

    def __init__(self, key: object, layers: Iterable[str]) -> None:
        super().__init__(f"there is no layer {key!r} here, only {', '.join(layers) or 'none'}")

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would put quotes around it


class Kind:
    """The part of a genre that puzzles use; ``pencilp.genres.Genre``, the base of all genres, inherits from it."""

    name: ClassVar[str]
    inputs: ClassVar[dict[str, Layer[Any]]]
    answers: ClassVar[dict[str, AnswerLayer[Any]]]

    @classmethod
    def own_board(cls) -> Lattice | None:
        """Return the genre's only board; None if it has many."""
        return None

    @classmethod
    def board_in(cls, frame: Lattice) -> Lattice:
        """Return the genre's own board if a frame without holes has its size, otherwise the frame."""
        own = cls.own_board()
        return frame if own is None or (own.rows, own.cols) != (frame.rows, frame.cols) else own


class Puzzle(_Shown):
    """A puzzle: ``genre``, ``lattice`` and a checked value for each input layer (``puzzle["rooms"]``).

    ``answer`` is an answer that came with it (a recorded solution, a person's attempt), or None. ``name`` distinguishes
    it from others of the same file. ``notes`` are texts outside the layers that a format keeps and writes back, such as
    the mark of a variant in a link. Raise InputError if a layer is unknown, missing, or has a wrong size or value.
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
        for layer in genre.inputs.values():
            layer.settle(self.values, lattice)
        self.answer: Answer | None = None
        if answer is not None:
            self.answer = answer if isinstance(answer, Answer) else Answer(self, answer)

    def _parts(self) -> tuple[Puzzle, Answer | None]:
        return self, None

    def __repr__(self) -> str:
        return (
            f"<Puzzle {self.genre.name} {self.lattice.rows}x{self.lattice.cols}{' ' + self.name if self.name else ''}>"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        if self.genre is not other.genre or self.lattice != other.lattice:
            return False
        return all(self.says(key) == other.says(key) for key in self.values)

    __hash__ = None  # type: ignore[assignment]

    def edit(self, *, browser: bool = True) -> Any:
        """Open the page with this puzzle and its answer, on a new server on this machine.

        Return a ``pencilp.web.notebook.Page``: ``address`` is its address, and ``close()`` ends the server, which also
        ends with this process. With ``browser`` this machine's browser opens it. Raise PencilpError if the libraries of
        the page are missing (pip install 'pencilp[web]'), and InputError if the genre is not one of pencilp's own.
        """
        return service("edit puzzle")(self, browser=browser)

    def says(self, key: str) -> Any:
        """Return the meaning of an input layer, for comparison: a room's number means the same in each of its cells."""
        return self.genre.inputs[key].place.comparable(self.values[key], self.values)


class Answer(_Shown):
    """An answer to ``puzzle``: one value per answer layer (``answer["shaded"]``).

    It may break rules, but its values must fit the layers. A place may be undecided (None); a missing layer is
    undecided everywhere. ``extra`` are further values that drawings show (a
    ``pencilp.analysis.published_variables.PublishedValues``), or None. ``broken`` are the rules that it breaks
    (``pencilp.analysis.check.Broken``), if that was checked, as for an answer of an edited program. Raise InputError if
    a layer is unknown, or has a wrong size or value.
    """

    __slots__ = ("broken", "extra", "puzzle", "values")

    def __init__(self, puzzle: Puzzle, values: Mapping[str, Any]) -> None:
        if not isinstance(puzzle, Puzzle):
            raise TypeError(f"a Puzzle is needed, not {type(puzzle).__name__}")
        if not isinstance(values, Mapping):
            raise InputError(f"an answer is a dictionary of values by layer, not {brief(values)}")
        self.puzzle = puzzle
        self.extra: Any = None
        self.broken: Any = None
        self.values: dict[str, Any] = {}
        for key in values:
            if key not in puzzle.genre.answers:
                raise InputError(
                    f"{puzzle.genre.name} has no answer layer {key!r}, only {', '.join(puzzle.genre.answers)}"
                )
        for key, layer in puzzle.genre.answers.items():
            given = values.get(key)
            self.values[key] = layer.default(puzzle.lattice) if given is None else layer.bind(given, puzzle.lattice)

    @property
    def complete(self) -> bool:
        """Whether no place is undecided."""
        layers = self.puzzle.genre.answers
        return all(value is not None for key in layers for _, value in layers[key].place.items(self.values[key]))

    def _parts(self) -> tuple[Puzzle, Answer | None]:
        return self.puzzle, self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self.puzzle.genre is other.puzzle.genre and self.values == other.values

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Answer to {self.puzzle!r}: {', '.join(self.values)}>"
