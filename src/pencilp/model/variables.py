"""Variables and linear expressions of an integer program.

A 0/1 variable is a ``Lit``: it has the number of the variable, counted from 1, or its negative for the opposite
(``~x``, "not x"). Operators build constraints:

=================  ================================================
``~x``             not x
``x | y | z``      at least one of them (a clause)
``x >> y``         x implies y; y may be any constraint
``x + 2 * y - z``  a linear expression (``Sum``)
``x + y <= 1``     a linear constraint (also ``>=`` and ``==``)
``x == y``         the linear constraint that both are equal
``x == 1``         x; and ``x == 0`` is ``~x``
=================  ================================================

``==`` between two different literals makes a constraint and never returns False, so ``x in lits`` and ``if x == y``
raise TypeError. Compare their numbers (``x.n``) or ask ``x is y``; sets and dictionaries of literals work, as a literal
is equal to itself. For a literal that two are not equal write ``m.differ(x, y)``. An operator without a meaning (``a &
b``, ``a and b``, ``a < b``, ``a != b``) raises TypeError, and its message says what to write instead.

A bounded whole number is an ``Int``; ``n == 3``, ``n != 3``, ``n >= 3``, ``n <= 3`` with a plain number are literals;
with another ``Int`` or an expression they are linear constraints. ``n.equals(3)`` is a linear constraint with a number,
too. A place of an answer that takes tokens may be compared with one of them: ``n == "w"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from pencilp.model.constraints import Constraint
    from pencilp.model.model import Model

    Number = int | float | Fraction
else:
    # importing fractions takes longer than solving a small puzzle, and few models need them
    Number = float


def nothing(words: str) -> Any:
    """Return an operator that raises TypeError with the message ``words``, which says what to write instead."""

    def operator(self: Any, *_: Any) -> Any:
        raise TypeError(words)

    return operator


_STRICT = "there is no < and > of expressions: write x <= y - 1 for whole numbers x < y"
_SHARE = "there is no / of variables: write 0.5 * x for x / 2"
_EXPRESSION = (
    "an expression stands where a literal is needed: write total([2 * x, y]) <= 3 to limit a sum, or define a literal "
    "(m.count_of)"
)
_WHOLE = "{} of whole numbers: take literals on their values, such as x == 3 or x >= 3"


MAX_SHARED = 1 << 17
"""Literals with smaller numbers are made once and shared by all models."""


class _Term:
    """Arithmetic of variables, which makes linear expressions."""

    __slots__ = ()
    __array_ufunc__ = None
    """This makes numbers of numpy leave the operators to this class."""

    def __add__(self: Any, other: Any) -> Any:
        return Sum([(1, self)]) + other

    __radd__ = __add__

    def __sub__(self: Any, other: Any) -> Any:
        return Sum([(1, self)]) - other

    def __rsub__(self: Any, other: Any) -> Any:
        return Sum([(-1, self)]) + other

    def __mul__(self: Any, factor: Any) -> Any:
        return Sum([(_factor(factor), self)])

    __rmul__ = __mul__

    def __neg__(self: Any) -> Any:
        return Sum([(-1, self)])

    def equals(self: Any, other: Any) -> Any:
        """Return the linear constraint that it is equal to ``other``: a number, a variable or an expression."""
        return Sum([(1, self)]) == other


class Lit(_Term):
    """A 0/1 variable or its opposite; see the module's text. ``n`` is its number, negative for the opposite.

    Literals are values, as numbers are. To get many use ``literals``, which makes each only once.
    """

    __slots__ = ("_opposite", "n")

    def __init__(self, n: int) -> None:
        self.n = n
        self._opposite: Lit | None = None

    def __reduce__(self) -> Any:
        return Lit, (self.n,)

    def __eq__(self, other: Any) -> Any:
        if other.__class__ is Lit:
            return self.n == other.n or constraints.Linear([(1, self), (-1, other)], 0, 0)
        if other is None:
            return NotImplemented
        if isinstance(other, str):
            raise TypeError(f"a literal is no token: write self.NAME.is_({other!r}) for the literals of a whole layer")
        whole = _whole(other)
        if whole in (0, 1):
            return self if whole else ~self
        return Sum([(1, self)]) == other

    def __hash__(self) -> int:
        # different literals have different hashes, so that sets never compare them
        n = self.n
        return 2 * n if n > 0 else 1 - 2 * n

    def __invert__(self) -> Lit:
        opposite = self._opposite
        if opposite is None:
            opposite = Lit(-self.n)
            if 0 < self.n < len(_shared) and _shared[self.n] is self:
                # both exist for ever, so they may refer to each other
                self._opposite, opposite._opposite = opposite, self
        return opposite

    def __or__(self, other: Any) -> Any:
        clause = constraints.Clause
        return clause((self, other)) if other.__class__ is Lit else clause((self,)) | other

    def __rshift__(self, other: Any) -> Any:
        if other.__class__ is Lit:
            return constraints.Clause((~self, other))
        return constraints.implies((self,), other)

    def __le__(self, other: Any) -> Any:
        return Sum([(1, self)]) <= other

    def __ge__(self, other: Any) -> Any:
        return Sum([(1, self)]) >= other

    __and__ = __rand__ = nothing("'and' of literals: write m.all_of((a, b)), or require both")
    __xor__ = __rxor__ = nothing("'either, but not both' of literals: write m.differ(a, b)")
    __lt__ = __gt__ = nothing(
        "a literal is 0 or 1: write ~a for a < 1, m.all_of((~a, b)) for a < b, a <= b, or ~a >> b"
    )
    __ne__ = nothing("!= of literals: write m.differ(a, b), or total([a, b]) == 1")
    __truediv__ = nothing(_SHARE)
    __bool__ = nothing("a literal has no value before it is solved: write a | b, m.all_of((a, b)), ~a or a >> b")

    def __repr__(self) -> str:
        return f"Lit({self.n})"


_shared = [Lit(0)]
"""The shared literals: that of variable n is at index n."""


def literals(numbers: range) -> list[Lit]:
    """Return the literals of the variables with these consecutive numbers."""
    global _shared
    if numbers.stop > len(_shared):
        if numbers.stop > MAX_SHARED:
            return [*map(Lit, numbers)]
        # a new list, because other threads may do the same
        more = range(len(_shared), min(MAX_SHARED, max(2 * len(_shared), numbers.stop)))
        _shared = [*_shared[: more.start], *map(Lit, more)]
    return _shared[numbers.start : numbers.stop]


def literal(number: int) -> Lit:
    """Return the literal of the variable with this number."""
    return _shared[number] if number < len(_shared) else literals(range(number, number + 1))[0]


def _factor(factor: Any) -> int | Fraction:
    """Return ``factor`` as an exact number. Raise TypeError for non-numbers, ValueError for inf and nan."""
    if factor.__class__ is int:
        return factor  # type: ignore[no-any-return]
    number = factor.item() if getattr(factor, "shape", None) == () else factor  # numpy's numbers
    if isinstance(number, bool) or not (isinstance(number, (int, float)) or hasattr(number, "numerator")):
        raise TypeError(f"a variable is multiplied by numbers only, not by {factor!r}")
    number = exact(number)
    return number if number.denominator != 1 else int(number)


def _whole(value: Any) -> int | None:
    """Return ``value`` as an int if it is a whole number, also one of another library; None for expressions.

    Raise TypeError for True and False, which are results of comparisons.
    """
    if isinstance(value, bool):
        raise TypeError(f"a whole number is compared with {value}, the result of another comparison")
    return value.__index__() if hasattr(value, "__index__") else None


class Block(Sequence[Lit]):
    """The literals of variables with consecutive ``numbers``.

    Each is made on first use, because whole numbers have many and rules use few of them one by one.
    """

    __slots__ = ("numbers",)

    def __init__(self, numbers: range) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Lit]:
        return iter(literals(self.numbers))

    def __getitem__(self, key: Any) -> Any:
        selected = self.numbers[key]
        return Block(selected) if isinstance(selected, range) else literal(selected)


class Int(_Term):
    """A whole number between ``low`` and ``high``, made by ``Model.integer``.

    ``values`` are the values it can take, in order. Literals on its value are made on first use (``eq``, ``ge``) and
    are part of the model's 0/1 variables. ``index`` is its place in ``Model.ints``: two may have the same name.
    ``tokens`` maps the tokens of its answer layer to numbers.
    """

    __slots__ = ("_eq", "_ge", "_places", "block", "high", "index", "low", "model", "name", "tokens", "values")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, model: Model, index: int, name: str, low: int, high: int, values: Sequence[int] | None = None
    ) -> None:
        self.model, self.index, self.name, self.low, self.high = model, index, name, low, high
        self.tokens: Mapping[str, int] = {}
        self._eq: Block | None = None
        self._ge: Block | None = None
        self.block = range(0)
        """The numbers of the variables of ``eq``; empty until they are made."""
        self._places: dict[int, int] | None = None
        """The position of each value if there are gaps between the values."""
        if values is None:
            self.values: Sequence[int] = range(low, high + 1)
        else:
            self.values = values
            self._places = {v: place for place, v in enumerate(values)}

    @property
    def eq(self) -> Block:
        """The literals that it is equal to each of ``values``."""
        if self._eq is None:
            self.block = self.model.block(len(self.values))
            self._eq = Block(self.block)
        return self._eq

    @property
    def ge(self) -> Block:
        """The literals that it is at least ``low + 1``, ``low + 2`` and so on up to ``high``."""
        if self._ge is None:
            self._ge = Block(self.model.block(self.high - self.low))
        return self._ge

    @property
    def order_block(self) -> range:
        """The numbers of the variables of ``ge``; empty until they are made."""
        return range(0) if self._ge is None else self._ge.numbers

    @property
    def value_literals(self) -> Block | None:
        """``eq`` if it has been used, else None. Reading this property makes no literals."""
        return self._eq

    @property
    def order_literals(self) -> Block | None:
        """``ge`` if it has been used, else None. Reading this property makes no literals."""
        return self._ge

    def __eq__(self, other: Any) -> Any:
        if other.__class__ is int:
            if self._places is None:
                place = other - self.low if other <= self.high else -1
            else:
                place = self._places.get(other, -1)
            if place < 0:
                return self.model.false
            return literal((self.block or self.eq.numbers).start + place)
        if other.__class__ is str:
            return self == number_of(other, self.tokens, self.name)
        whole = _whole(other)
        return Sum([(1, self)]) == other if whole is None else self == whole

    def __ne__(self, other: Any) -> Any:
        if other.__class__ is str:
            return ~(self == other)
        whole = _whole(other)
        if whole is not None:
            return ~(self == whole)
        if other.__class__ is not Int:
            raise TypeError(f"{self.name} != {other!r}: only whole numbers and variables can be required to differ")
        return constraints.AllDifferent((self, other))

    def __ge__(self, other: Any) -> Any:
        whole = _whole(other)
        if whole is None:
            return Sum([(1, self)]) >= other
        if whole <= self.low:
            return self.model.true
        return self.ge[whole - self.low - 1] if whole <= self.high else self.model.false

    def __le__(self, other: Any) -> Any:
        whole = _whole(other)
        return Sum([(1, self)]) <= other if whole is None else ~(self >= whole + 1)

    def __gt__(self, other: Any) -> Any:
        whole = _whole(other)
        return Sum([(1, self)]) >= _of_whole_numbers(other) + 1 if whole is None else self >= whole + 1

    def __lt__(self, other: Any) -> Any:
        whole = _whole(other)
        return Sum([(1, self)]) <= _of_whole_numbers(other) - 1 if whole is None else self <= whole - 1

    __and__ = __rand__ = nothing(_WHOLE.format("'and'"))
    __or__ = __ror__ = nothing(_WHOLE.format("'or'"))
    __rshift__ = __rrshift__ = nothing(_WHOLE.format("'implies'"))
    __invert__ = nothing(_WHOLE.format("'not'"))
    __truediv__ = nothing(_SHARE)

    @property
    def n(self) -> int:
        """Raise TypeError: only literals have a number, and a whole number is no literal."""
        raise TypeError(
            f"the whole number {self.name} stands where a literal is needed: take one on its value, such as x == 3"
        )

    def __bool__(self) -> bool:
        raise TypeError(f"{self.name} has no value before it is solved")

    def __repr__(self) -> str:
        return f"{self.name} ({self.low}..{self.high})"


def number_of(token: str, tokens: Mapping[str, int], name: str) -> int:
    """Return the number of a token. Raise TypeError if it is not one of ``tokens``."""
    if token not in tokens:
        listed = ", ".join(tokens)
        raise TypeError(
            f"{name} is compared with {token!r}, " + (f"not with one of {listed}" if listed else "no number")
        )
    return tokens[token]


def fingerprint(ints: Sequence[Int]) -> list[Any]:
    """Return a fingerprint of whole numbers, for models in which variables have the same numbers.

    The literals of their values are made.
    """
    result: list[Any] = [(x.block or x.eq.numbers).start for x in ints]
    result += [x.low for x in ints]
    result += [x.high for x in ints]
    result += [x._places and x.values for x in ints]
    result += [x.index for x in ints]
    result += [x.name for x in ints]
    return result


Var = Lit | Int


class Sum:
    """A linear expression: ``terms`` of (factor, variable) plus ``constant``.

    Its operators calculate exactly. A float counts as the decimal fraction that was written.
    """

    __slots__ = ("constant", "terms")
    __array_ufunc__ = None
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, terms: list[tuple[Number, Var]], constant: Number = 0) -> None:
        self.terms, self.constant = terms, constant

    @staticmethod
    def of(value: Any) -> Sum:
        """Return ``value``, a number, a variable or an expression, as an expression."""
        if isinstance(value, Sum):
            return value
        if isinstance(value, (Lit, Int)):
            return Sum([(1, value)])
        try:
            return Sum([], _factor(value))
        except TypeError:
            raise TypeError(
                f"{value!r} cannot stand in a linear expression: define a literal (m.all_of, m.any_of, m.count_of, m.equal)"
            ) from None

    def __add__(self, other: Any) -> Sum:
        other = Sum.of(other)
        return Sum(self.terms + other.terms, self.constant + other.constant)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Sum:
        return self + Sum.of(other) * -1

    def __rsub__(self, other: Any) -> Sum:
        return Sum.of(other) + self * -1

    def __mul__(self, factor: Any) -> Sum:
        factor = _factor(factor)
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

    __ne__ = nothing("!= of expressions: define a literal on each side (m.count_of), or write x <= y - 1 or x >= y + 1")
    __lt__ = __gt__ = nothing(_STRICT)
    __truediv__ = nothing(_SHARE)
    __and__ = __rand__ = __or__ = __ror__ = __rshift__ = __invert__ = nothing(_EXPRESSION)
    __bool__ = nothing("an expression has no value before it is solved")

    @property
    def n(self) -> int:
        """Raise TypeError: only literals have a number, and an expression is no literal."""
        raise TypeError(_EXPRESSION)

    def __repr__(self) -> str:
        return " + ".join([f"{a} {x!r}" for a, x in self.terms] + [str(self.constant)])


def _of_whole_numbers(value: Any) -> Sum:
    """Return ``value`` as an expression with whole values.

    Raise TypeError for fractions, because they have no next value.
    """
    result = Sum.of(value)
    if any(exact(a).denominator != 1 for a in (result.constant, *(a for a, _ in result.terms))):
        raise TypeError(f"there is no < and > of fractions: write <= or >= ({result})")
    return result


def _row(expression: Sum, low: int | None, high: int | None) -> Constraint:
    c = expression.constant
    return constraints.Linear(expression.terms, None if low is None else low - c, None if high is None else high - c)


def exact(number: Number) -> int | Fraction:
    """Return a number as the decimal fraction it was written as: 0.1 is a tenth. Raise ValueError for inf and nan."""
    if isinstance(number, float):
        if number - number != 0:
            raise ValueError(f"a rule speaks of finite numbers, not of {number}: leave out a side without a limit")
        from fractions import Fraction

        return Fraction(str(number))
    return number


def int_if_whole(value: float) -> float:
    """Return a finite number of any library as an int if it is whole, else as a float."""
    return int(value) if value == int(value) else float(value)


def total(parts: Iterable[Any]) -> Sum:
    """Return the sum of ``parts``: variables, expressions and numbers in any mixture. It is faster than ``sum``.

    Raise TypeError for anything that has no value to add up, such as a constraint.
    """
    if parts.__class__ is constraints.Clause:
        raise TypeError(constraints.NO_LIST)
    terms: list[tuple[Number, Var]] = []
    constant: Number = 0
    for part in parts:
        if isinstance(part, (Lit, Int)):
            terms.append((1, part))
        else:
            expression = Sum.of(part)
            terms += expression.terms
            constant += expression.constant
    return Sum(terms, constant)


class Array(list[Any]):
    """A list of variables that can also be indexed with several indices at once: ``x[room]`` is a list.

    Raise IndexError if one of several indices is negative: they are numbers of cells, and -1 is no cell.
    """

    __slots__ = ()

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is int:
            return _item(self, key)
        if isinstance(key, (tuple, list, range, set, frozenset)):
            if key and min(key) < 0:
                raise IndexError(_NOWHERE.format(min(key)))
            return [*map(_item, repeat(self), key)]
        return _item(self, key)

    def is_(self, value: int | str) -> Array:
        """Return for each place the literal that its variable has the value, a number or a token of the answer."""
        return Array([x == value for x in self])


class OfPlaces(Array):
    """The variables of an answer layer, one for each place of the board. A single index must not be negative either.

    ``tokens`` maps the tokens of the layer, if any, to numbers.
    """

    __slots__ = ("tokens",)

    def __init__(self, variables: Iterable[Any], tokens: Mapping[str, int] | None = None) -> None:
        super().__init__(variables)
        self.tokens: Mapping[str, int] = tokens or {}

    def is_(self, value: int | str) -> Array:
        number = number_of(value, self.tokens, "the answer") if isinstance(value, str) else value
        return Array([x == number for x in self])

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is int:
            if key < 0:
                raise IndexError(_NOWHERE.format(key))
            return _item(self, key)
        return Array.__getitem__(self, key)


_item = list.__getitem__
_NOWHERE = "there is no place {}: they are numbered from 0 on (-1, where a step leads nowhere, is to be left out)"

# operators make constraints and constraints contain variables, so the two modules import each other
from pencilp.model import constraints  # noqa: E402
