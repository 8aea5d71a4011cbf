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
        """The type of the variables of a 0/1 layer for type checkers: an Array of literals."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: int) -> Lit: ...
        @overload
        def __getitem__(self, key: Iterable[int] | slice) -> list[Lit]: ...
        def __getitem__(self, key: Any) -> Any: ...
        def __iter__(self) -> Iterator[Lit]: ...

    Held = TypeVar("Held", covariant=True)
    """The value of a layer in a genre module: the values of an input layer, the variables of an answer layer."""
    L = TypeVar("L", bound="Declared[Any]")

    class Declared(Generic[Held]):
        """The type of a layer for type checkers: on the class the layer itself, on a bound genre its values."""

        @overload
        def __get__(self: L, instance: None, owner: type) -> L: ...
        @overload
        def __get__(self, instance: object, owner: type) -> Held: ...
        def __get__(self, instance: object, owner: type) -> Any: ...
else:
    Array = Literals = None

    # generic classes are slow to create
    class Declared:
        def __class_getitem__(cls, held):
            return cls


class Layer(Declared["Held"]):
    """An input layer: printed in the puzzle.

    It is declared in the body of a genre, which gives it its ``name``. ``place`` is the place of its values, ``value``
    their type, ``text`` a line for users. An ``optional`` layer may be missing from a puzzle; it then has its
    ``default``. Raise ValueError if values of the type cannot be at that place.
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
    """Whether a place without a value has the type's value for nothing; in an answer it is undecided."""
    usual = False
    """Whether it has a usual value unless it is given, such as the boxes of a Sudoku."""
    walls = ""
    """The name of the layer of walls inside its rooms; "" if there is none."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @property
    def on(self) -> str:
        """The name of its place: "cells", "links", ..."""
        return self.place.name

    def companions(self) -> dict[str, Layer[Any]]:
        """Return the layers that come with this one, by name, unless the genre declares layers of these names."""
        return {}

    def alone(self) -> Layer[Any]:
        """Return this layer without companions, for a genre that has other layers under their names."""
        return self

    def settle(self, values: Mapping[str, Any], lattice: Lattice) -> None:
        """Adjust the layer's bound values in ``values`` to the other input layers of the puzzle.

        Raise InputError if they do not fit.
        """
        self.place.fit(values[self.name], values, self.name)

    def size(self, lattice: Lattice) -> int:
        """Return the number of its places."""
        return self.place.size(lattice)

    def empty(self, lattice: Lattice) -> Any:
        """Return the values of the empty layer."""
        return self.value.gather(self.place.filled(self.value.nothing, lattice))

    def default(self, lattice: Lattice) -> Any:
        """Return the values if the layer is not given."""
        return self.empty(lattice)

    def bind(self, values: Any, lattice: Lattice) -> Any:
        """Return ``values``, checked and in the layer's form.

        Raise InputError naming the layer and the place if the size or a value is wrong.
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
        """Raise InputError naming the place if a value is impossible on this board."""
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
        """Return everything that a program needs to enter and draw its values, for JSON.

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
        """Return the value of a token, checked. Raise ValueError with a reason."""
        return self.value.check(self.value.parse(token))

    def meant(self, text: str) -> Any:
        """Return the value that a person means by ``text``, checked. Raise ValueError with a reason."""
        return self.value.meant(text)

    def token(self, value: Any) -> str:
        """Return the token of a value other than nothing."""
        return self.value.token(value)

    def refuse(self, message: str, place: str = "") -> InputError:
        """Return the error for a wrong value at a place."""
        return InputError(message, f"{self.name} {place}".strip())


class AnswerLayer(Layer["Held"]):
    """A layer of the answer: each place has a value of its domain, or is undecided (None).

    The values are integers, unless the type maps them to numbers (``ValueType.decode``). In a model a place with the
    domain {0, 1} is a 0/1 variable, any other place a bounded integer variable.
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
        # a value may be written as the character that draws it
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
        """Return the values if the layer is not given: undecided everywhere."""
        return self.place.filled(None, lattice)

    def domain(self, puzzle: Any) -> tuple[int, int] | list[tuple[int, int]]:
        """Return the minimum and maximum value for the genre instance ``puzzle``, or a list of them by place."""
        return self.value.domain(puzzle)

    def counted(self, n: int, on: bool = True) -> str:
        """Return the text for n places with the value 1 or, without ``on``, 0: "3 shaded cells", "1 border"."""
        return self.value.counted(n, self.text) if on else self.value.counted_off(n, self.text)

    @property
    def counts(self) -> bool:
        """Whether messages count its values, as in "no shaded cell", and do not quote them."""
        return type(self.value).counted is not ValueType.counted

    @property
    def blank(self) -> int | None:
        """The value for an empty place among numbers; None if there is none."""
        return None
