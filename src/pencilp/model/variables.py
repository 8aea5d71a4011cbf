"""Variables and linear expressions of an integer program.

A 0/1 variable is a ``Lit``: the whole number of the variable, counted from 1, or its negative for the opposite
(``~x``, "not x"). Being plain numbers, literals are cheap to make, to store and to hand to a solver; their operators
build constraints:

=================  ================================================
``~x``             not x
``x | y | z``      at least one of them (a clause)
``x >> y``         x implies y; y may be any constraint
``x + 2 * y - z``  a linear expression (``Sum``)
``x + y <= 1``     a linear constraint (also ``>=`` and ``==``)
=================  ================================================

``==`` between two literals compares the numbers, as it must for sets and dictionaries; to say that two literals are
equal write ``x + 0 == y``. A factor that is no whole number stands behind: ``x * 0.5`` (``0.5 * x`` multiplies the number
of the variable, as Python asks the left factor first).

A bounded whole number is an ``Int``; ``n == 3``, ``n != 3``, ``n >= 3``, ``n <= 3`` with a plain number are literals,
with another ``Int`` or an expression they are linear constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from fractions import Fraction

    from pencilp.model.constraints import Constraint
    from pencilp.model.model import Model

    Number = Union[int, float, Fraction]
else:
    # fractions take longer to import than a small puzzle to solve, and few models have any
    Number = float


class Lit(int):
    """A 0/1 variable (positive) or its opposite (negative); see the module's text."""

    __slots__ = ()

    def __invert__(self) -> Lit:
        return Lit(_negated(self))

    def __or__(self, other: Any) -> Any:
        from pencilp.model.constraints import Clause

        if isinstance(other, Clause):
            return Clause((self, *other.lits))
        return Clause((self, other))

    def __rshift__(self, other: Any) -> Any:
        from pencilp.model.constraints import implies

        return implies((self,), other)

    def __add__(self, other: Any) -> Any:
        return Sum([(1, self)]) + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return Sum([(1, self)]) - other

    def __rsub__(self, other: Any) -> Any:
        return Sum([(-1, self)]) + other

    def __mul__(self, factor: Any) -> Any:
        return Sum([(factor, self)])

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return Sum([(-1, self)])

    def __le__(self, other: Any) -> Any:
        return Sum([(1, self)]) <= other

    def __ge__(self, other: Any) -> Any:
        return Sum([(1, self)]) >= other

    def __repr__(self) -> str:
        return f"Lit({int(self)})"


_negated = int.__neg__


class Block(Sequence[Lit]):
    """The literals of variables that follow one another, whose numbers are ``numbers``.

    Each is made when it is asked for: whole numbers have many, and rules mention few of them one by one.
    """

    __slots__ = ("numbers",)

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Lit]:
        return map(Lit, self.numbers)

    def __getitem__(self, key: Any) -> Any:
        found = self.numbers[key]
        return Block(found) if isinstance(found, range) else Lit(found)


class Int:
    """A whole number between ``low`` and ``high``, made by ``Model.integer``.

    ``values`` are the values it can take, in order. Literals on its value are made when first asked for (``eq``, ``ge``)
    and are part of the model's 0/1 variables.
    """

    __slots__ = ("_eq", "_ge", "_places", "block", "high", "low", "model", "name", "values")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, model: Model, name: str, low: int, high: int, values: Sequence[int] | None = None) -> None:
        self.model, self.name, self.low, self.high = model, name, low, high
        self._eq: Block | None = None
        self._ge: Block | None = None
        self.block = range(0)
        """The numbers of the variables of ``eq``; empty until they are made."""
        self._places: dict[int, int] | None = None
        """The place of each value where there are gaps between them."""
        if values is None:
            self.values: Sequence[int] = range(low, high + 1)
        else:
            self.values = values
            self._places = {v: place for place, v in enumerate(values)}

    @property
    def eq(self) -> Block:
        """Per value of ``values``, the literal that it is this one."""
        if self._eq is None:
            self.block = self.model.block(len(self.values))
            self._eq = Block(self.block)
        return self._eq

    @property
    def ge(self) -> Block:
        """Per value from ``low + 1`` on, the literal that it is this value or greater."""
        if self._ge is None:
            self._ge = Block(self.model.block(self.high - self.low))
        return self._ge

    @property
    def value_literals(self) -> Block | None:
        """``eq`` if somebody has asked for it: asking here makes no literals."""
        return self._eq

    @property
    def order_literals(self) -> Block | None:
        """``ge`` if somebody has asked for it: asking here makes no literals."""
        return self._ge

    def __eq__(self, other: Any) -> Any:
        if type(other) is int:
            if self._places is None:
                place = other - self.low if other <= self.high else -1
            else:
                place = self._places.get(other, -1)
            if place < 0:
                return self.model.false
            return Lit((self.block or self.eq.numbers).start + place)
        return Sum([(1, self)]) == other

    def __ne__(self, other: Any) -> Any:
        if type(other) is int:
            return ~(self == other)
        from pencilp.model.constraints import AllDifferent

        return AllDifferent((self, other))

    def __ge__(self, other: Any) -> Any:
        if type(other) is int:
            if other <= self.low:
                return self.model.true
            return self.ge[other - self.low - 1] if other <= self.high else self.model.false
        return Sum([(1, self)]) >= other

    def __le__(self, other: Any) -> Any:
        if type(other) is int:
            return ~(self >= other + 1)
        return Sum([(1, self)]) <= other

    def __add__(self, other: Any) -> Any:
        return Sum([(1, self)]) + other

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return Sum([(1, self)]) - other

    def __rsub__(self, other: Any) -> Any:
        return Sum([(-1, self)]) + other

    def __mul__(self, factor: Any) -> Any:
        return Sum([(factor, self)])

    __rmul__ = __mul__

    def __neg__(self) -> Any:
        return Sum([(-1, self)])

    def __repr__(self) -> str:
        return f"{self.name} ({self.low}..{self.high})"


Var = Union[Lit, Int]


class Sum:
    """A linear expression: ``terms`` of (factor, variable) plus ``constant``."""

    __slots__ = ("constant", "terms")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terms: list[tuple[Number, Var]], constant: Number = 0) -> None:
        self.terms, self.constant = terms, constant

    @staticmethod
    def of(value: Any) -> Sum:
        """``value`` (a number, a variable, an expression) as an expression."""
        if isinstance(value, Sum):
            return value
        if isinstance(value, Lit | Int):
            return Sum([(1, value)])
        if isinstance(value, int | float) or hasattr(value, "numerator"):
            return Sum([], value)
        raise TypeError(f"{value!r} cannot stand in a linear expression")

    def __add__(self, other: Any) -> Sum:
        other = Sum.of(other)
        return Sum(self.terms + other.terms, self.constant + other.constant)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Sum:
        return self + Sum.of(other) * -1

    def __rsub__(self, other: Any) -> Sum:
        return Sum.of(other) + self * -1

    def __mul__(self, factor: Any) -> Sum:
        return Sum([(a * factor, x) for a, x in self.terms], self.constant * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Sum:
        return self * -1

    def __le__(self, other: Any) -> Constraint:
        return _row(self - other, None, 0)

    def __ge__(self, other: Any) -> Constraint:
        return _row(self - other, 0, None)

    def __eq__(self, other: Any) -> Any:
        return _row(self - other, 0, 0)

    def __repr__(self) -> str:
        return " + ".join([f"{a} {x!r}" for a, x in self.terms] + [str(self.constant)])


def _row(expression: Sum, low: int | None, high: int | None) -> Constraint:
    from pencilp.model.constraints import Linear

    c = expression.constant
    return Linear(expression.terms, None if low is None else low - c, None if high is None else high - c)


def exact(number: Number) -> int | Fraction:
    """A number as the decimal fraction it was written as: 0.1 is a tenth."""
    if isinstance(number, float):
        from fractions import Fraction

        return Fraction(str(number))
    return number


def plain(value: float) -> float:
    """A finite number, as other libraries give them, as an int where it is whole."""
    return int(value) if value == int(value) else float(value)


def total(variables: Iterable[Var]) -> Sum:
    """The sum of variables (quicker than ``sum``)."""
    return Sum([(1, x) for x in variables])


class Array(list[Any]):
    """A list of variables that can also be indexed with several indices at once: ``x[room]`` is a list."""

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is int:
            return _item(self, key)
        if isinstance(key, slice):
            return list.__getitem__(self, key)
        if isinstance(key, tuple | list | range | set | frozenset):
            return [_item(self, i) for i in key]
        return _item(self, key)


_item = list.__getitem__
