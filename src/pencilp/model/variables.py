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

from collections.abc import Iterable, Sequence
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


class Int:
    """A whole number between ``low`` and ``high``, made by ``Model.integer``.

    ``values`` are the values it can take, in order. Literals on its value are made when first asked for (``eq``, ``ge``)
    and are part of the model's 0/1 variables.
    """

    __slots__ = ("_eq", "_ge", "high", "low", "model", "name", "values")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, model: Model, name: str, low: int, high: int, values: Sequence[int] | None = None) -> None:
        self.model, self.name, self.low, self.high = model, name, low, high
        self.values = range(low, high + 1) if values is None else values
        self._eq: list[Lit] | None = None
        self._ge: list[Lit] | None = None

    @property
    def eq(self) -> list[Lit]:
        """Per value of ``values``, the literal that it is this one."""
        if self._eq is None:
            self._eq = self.model.value_literals(self)
        return self._eq

    @property
    def ge(self) -> list[Lit]:
        """Per value from ``low + 1`` on, the literal that it is this value or greater."""
        if self._ge is None:
            self._ge = self.model.order_literals(self)
        return self._ge

    @property
    def value_literals(self) -> list[Lit] | None:
        """``eq`` if somebody has asked for it: asking here makes no literals."""
        return self._eq

    @property
    def order_literals(self) -> list[Lit] | None:
        """``ge`` if somebody has asked for it: asking here makes no literals."""
        return self._ge

    def __eq__(self, other: Any) -> Any:
        if type(other) is int:
            return self.eq[self.values.index(other)] if other in self.values else self.model.false
        return Sum([(1, self)]) == other

    def __ne__(self, other: Any) -> Any:
        if type(other) is int:
            return ~self.eq[self.values.index(other)] if other in self.values else self.model.true
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
