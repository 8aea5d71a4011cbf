"""A layer: a place times a value type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pencilp.board.lattice import Lattice, square
from pencilp.board.layers.grids import Grid
from pencilp.board.layers.places import Place, place_of
from pencilp.board.layers.values import ValueType
from pencilp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Generic, TypeVar, overload

    from pencilp.model.variables import Array as Array
    from pencilp.model.variables import Lit

    class Literals(Array):
        """What a type checker knows of the variables of a layer that takes 0 and 1: an Array of literals."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: int) -> Lit: ...
        @overload
        def __getitem__(self, key: Iterable[int] | slice) -> list[Lit]: ...
        def __getitem__(self, key: Any) -> Any: ...
        def __iter__(self) -> Iterator[Lit]: ...

    Held = TypeVar("Held", covariant=True)
    """The value that a genre module sees under the layer's name: the values of an input layer, the variables of an answer's."""
    L = TypeVar("L", bound="Declared[Any]")

    class Declared(Generic[Held]):
        """What a type checker knows of a layer: on the class it is the layer itself, on a bound genre what it holds."""

        @overload
        def __get__(self: L, instance: None, owner: type) -> L: ...
        @overload
        def __get__(self, instance: object, owner: type) -> Held: ...
        def __get__(self, instance: object, owner: type) -> Any: ...
else:
    Array = Literals = None

    # generic classes take longer to make than a small puzzle to solve
    class Declared:
        def __class_getitem__(cls, held):
            return cls


class Layer(Declared["Held"]):
    """An input layer: what a setter prints.

    Declared in the body of a genre, which gives it its ``name``.

    ``place`` is where its values lie, ``value`` what each of them may be, ``text`` one line for users. An ``optional``
    layer may be missing from a puzzle, it is then ``default``. Raise ValueError when values of the type do not lie
    there.
    """

    def __init__(self, place: Place | str, value: ValueType, text: str = "", *, optional: bool = False) -> None:
        self.name = ""
        self.place = place_of(place)
        self.value = value
        self.text = text
        self.optional = optional
        name = self.place.name
        if name not in (value.places or (name,)) or (name == "lines" and value.nothing is not None):
            raise ValueError(f"a value of the type {value.kind!r} does not lie on {name}")

    filled = True
    """Whether a place without a value holds the type's nothing; in an answer it is undecided."""
    usual = False
    """Whether it is as usual unless it is given, such as the boxes of a Sudoku."""
    walls = ""
    """The name of the layer that holds the walls inside its rooms; "" if it has no rooms, or none with such walls."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def on(self) -> str:
        """The name of its place: "cells", "links", ..."""
        return self.place.name

    def companions(self) -> dict[str, Layer[Any]]:
        """Return the layers that a genre with this one has as well, by name, unless it declares layers of these names."""
        return {}

    def alone(self) -> Layer[Any]:
        """Return the layer for a genre that has other layers under the names of its companions."""
        return self

    def settle(self, values: Mapping[str, Any], lattice: Lattice) -> None:
        """Make the layer's bound values, one of ``values``, fit to the other input layers of the puzzle.

        Raise InputError if they do not fit.
        """
        self.place.fit(values[self.name], values, self.name)

    def size(self, lattice: Lattice) -> int:
        """Return how many places it has."""
        return self.place.size(lattice)

    def empty(self, lattice: Lattice) -> Any:
        """Return the layer with nothing on it."""
        return self.value.gather(self.place.filled(self.value.nothing, lattice))

    def default(self, lattice: Lattice) -> Any:
        """Return the layer where it is not given."""
        return self.empty(lattice)

    def bind(self, values: Any, lattice: Lattice) -> Any:
        """``values`` checked and brought into the layer's shape.

        Raise InputError naming the layer and the place when the size or a value is wrong.
        """
        bound = self.place.bind(values, lattice, self.value.check, self.name)
        if self.value.nothing is not None and self.filled:
            bound = self.place.instead(bound, self.value.nothing)
        if self.value.missing and None in bound:
            raise self.refuse(self.value.missing, self.title(bound.index(None), lattice))
        self._all_usable(bound, lattice)
        gathered = self.value.gather(bound)
        self.value.fit(gathered, lattice, self.refuse)
        return gathered

    def _all_usable(self, bound: Any, lattice: Lattice) -> None:
        """Raise InputError naming the place when a value can mean nothing on this board."""
        if type(self.value).usable is ValueType.usable:
            return
        # most boards have few different values
        values = {*bound.listed} if isinstance(bound, Grid) else {value for _, value in self.place.items(bound)}
        wrong: dict[Any, str] = {}
        for value in values - {None}:
            try:
                self.value.usable(value, lattice)
            except ValueError as error:
                wrong[value] = str(error)
        if wrong:
            place, value = next((place, value) for place, value in self.place.items(bound) if value in wrong)
            where = f"{place[0]} {place[1] + 1}" if isinstance(place, tuple) else self.title(place, lattice)
            raise self.refuse(wrong[value], where)

    def described(self, lattice: Lattice) -> dict[str, Any]:
        """Return all that a program needs to know of it to enter and to draw its values, for JSON.

        Glyphs are those on ``lattice``.
        """
        return {
            "name": self.name,
            "text": self.text,
            **self.place.described(),
            "optional": self.optional,
            "undecided": False,
            "value": self.value.described(lattice, self.text),
        }

    def title(self, index: int, lattice: Lattice) -> str:
        """Return the name of the ``index``-th place of the layer, for messages."""
        return self.place.title(index, lattice)

    def parse(self, token: str) -> Any:
        """Return the value that a token stands for, checked; raises ValueError with a reason."""
        return self.value.check(self.value.parse(token))

    def meant(self, text: str) -> Any:
        """Return the value that a person means who writes ``text``, checked; raises ValueError with a reason."""
        return self.value.meant(text)

    def token(self, value: Any) -> str:
        """Return the token of a value other than nothing."""
        return self.value.token(value)

    def refuse(self, message: str, place: str = "") -> InputError:
        """Return the error for a wrong value at a place."""
        return InputError(message, f"{self.name} {place}".strip())


class AnswerLayer(Layer["Held"]):
    """A layer of the answer: each place takes one value of its domain, or is undecided (None).

    The values are whole numbers, unless the type says which number stands for which value (``ValueType.told``). In a model a
    place with the domain {0, 1} is a 0/1 variable, any other a bounded integer variable.
    """

    filled = False

    def __init__(self, place: Place | str, value: ValueType, text: str = "") -> None:
        super().__init__(place, value, text)
        if self.place.name in ("groups", "lines", "board"):
            raise ValueError(f"an answer's layer does not lie on {self.place.name}")
        if type(value).domain is ValueType.domain:
            raise TypeError(f"{type(value).__name__} is no value of an answer")

    def described(self, lattice: Lattice) -> dict[str, Any]:
        return super().described(lattice) | {"undecided": True}

    def meant(self, text: str) -> Any:
        # a value may be written by the character that it is drawn as
        try:
            return super().meant(text)
        except ValueError:
            drawn = () if text.isascii() or not self.value.closed else self.value.samples()
            glyphs = ((value, self.value.glyph(value, square(1, 1))) for value, _ in drawn)
            found = [value for value, glyph in glyphs if glyph is not None and glyph.text == text]
            if len(found) != 1:
                raise
            return found[0]

    def default(self, lattice: Lattice) -> Any:
        """Return the layer where it is not given: undecided everywhere."""
        return self.place.filled(None, lattice)

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        """Return the least and the greatest value, or a list of them place by place, for the genre instance ``puzzle``."""
        return self.value.domain(puzzle)

    def counted(self, n: int, on: bool = True) -> str:
        """Return the words for a number of its places with the value 1, or without ``on`` 0: "3 shaded cells", "1 border"."""
        return self.value.counted(n, self.text) if on else self.value.counted_off(n, self.text)

    @property
    def counts(self) -> bool:
        """Whether a message counts its values, as in "no shaded cell"; otherwise it quotes them."""
        return type(self.value).counted is not ValueType.counted

    @property
    def blank(self) -> int | None:
        """The value that stands for an empty place where others hold a number; None if there is none."""
        return None
