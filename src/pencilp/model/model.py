"""The model: an integer program whose every constraint carries its rule in words and the place it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import repeat
from typing import Any, NamedTuple, Union

from pencilp.model.constraints import AllDifferent, Constraint, Flood
from pencilp.model.variables import Array, Int, Lit, Sum, Var

Place = Union[int, Sequence[int], str, None]
"""Where a rule speaks: a cell, several cells, or free words; what a number means is its namer's business."""


class Rule(NamedTuple):
    """One instance of a rule: a constraint, the rule in words, the place, and the exact name of its row if it has one."""

    constraint: Constraint | Lit
    words: str
    at: Place
    name: str = ""


class Definition(NamedTuple):
    """A literal defined by others: true exactly when ``least`` or more of ``lits`` are."""

    lit: Lit
    lits: tuple[Lit, ...]
    least: int


class Derived(NamedTuple):
    """Answer variables that follow from auxiliary ones and that no rule mentions, such as borders between placements.

    A solver that knows how leaves them out of its search. It calls ``read(value)`` on a solution, which returns their
    values and the true ones among the literals that decide them: no two answers have the same decisive true literals,
    and none has all of another's, so that excluding these excludes exactly that answer. For everyone else ``define()``
    makes definitions of them in the model.
    """

    xs: Sequence[Var]
    read: Callable[[Callable[[Lit], Any]], tuple[Sequence[int], Sequence[Lit]]]
    define: Callable[[], None]


class Narrowing(NamedTuple):
    """What may be asked of answers when the question is only whether there is one, and whether there is a second.

    For a genre whose answers can be varied a little at a time, as when a path takes a roundabout way through cells that
    nothing else needs. Its page promises two things. If there is an answer at all, there is one with all ``constraints``.
    And if exactly one answer has them, and ``another(value)`` finds no variation of that one (it returns the values of
    the answer variables that change, or None), then that answer is the only one at all.

    ``likely`` is a literal that the answers of most puzzles satisfy: they are looked for first.
    """

    constraints: Sequence[Constraint]
    another: Callable[[Solution], Mapping[Lit, int] | None]
    likely: Lit | None


class Model:
    """Variables, definitions, rules, and an optional linear objective.

    ``place_name`` turns a number given as ``at=`` into a name ("r1c2").

    ``answer`` maps the name of each answer layer to its variables: two solutions count as different answers only when
    they differ there. Variables outside it are auxiliary. When it is empty every variable counts.
    """

    def __init__(self, place_name: Callable[[int], str] = str) -> None:
        self.size = 0
        """How many 0/1 variables there are; they are numbered from 1."""
        self.ints: list[Int] = []
        self.rules: list[Rule] = []
        self.derived: list[Derived] = []
        """Answer variables not yet defined: see ``Derived``."""
        self.narrowing: Narrowing | None = None
        """What a search for one or two answers may assume."""
        self._definitions: list[Definition] = []
        self.objective: Sum | None = None
        self.sense = "minimize"
        self.answer: dict[str, list[Var]] = {}
        self.place_name = place_name
        self._names: list[tuple[int, str, Callable[[], Sequence[str]] | None]] = []
        self._true: Lit | None = None
        self.hints: set[str] = set()
        """What solvers may know of the model's nature: see ``hint``."""

    # -- variables -----------------------------------------------------------------------------------------------

    def binary(self, name: str = "") -> Lit:
        """A new 0/1 variable."""
        self.size += 1
        if name:
            self._names.append((self.size, name, None))
        return Lit(self.size)

    def binaries(self, name: str, count: int, keys: Callable[[], Sequence[str]] | None = None) -> Array:
        """``count`` new 0/1 variables called ``name(key)``.

        ``keys`` gives the keys when names are asked for (default 1, 2, ...).
        """
        start = self.size + 1
        self.size += count
        self._names.append((start, name, keys or (lambda: range(1, count + 1))))  # type: ignore[arg-type,return-value]
        return Array(map(Lit, range(start, start + count)))

    def integer(self, name: str, low: int, high: int, values: Iterable[int] | None = None) -> Int:
        """A new whole number from ``low`` to ``high``, or, with ``values``, only one of these (in the same range)."""
        if low > high:
            raise ValueError(f"{name}: no number is from {low} to {high}")
        x = Int(self, name, low, high, None if values is None else tuple(sorted(values)))
        if values is not None:
            _ = x.eq  # they are what keeps it to its values
        self.ints.append(x)
        return x

    def block(self, count: int) -> range:
        """``count`` new 0/1 variables for an Int, which gives them their names."""
        start = self.size + 1
        self.size += count
        return range(start, start + count)

    @property
    def true(self) -> Lit:
        """A literal that is always true."""
        if self._true is None:
            self._true = self.binary("true")
            self._definitions.append(Definition(self._true, (), 0))
        return self._true

    @property
    def false(self) -> Lit:
        """A literal that is always false."""
        return ~self.true

    @property
    def false_if_made(self) -> Lit | None:
        """``false`` if somebody has asked for it or for ``true``: asking here makes no literal."""
        return None if self._true is None else ~self._true

    # -- definitions ---------------------------------------------------------------------------------------------

    def all_of(self, lits: Iterable[Lit], name: str = "") -> Lit:
        """A literal that is true exactly when all of ``lits`` are."""
        lits = tuple(lits)
        return lits[0] if len(lits) == 1 else self.count_of(len(lits), lits, name)

    def any_of(self, lits: Iterable[Lit], name: str = "") -> Lit:
        """A literal that is true exactly when at least one of ``lits`` is."""
        lits = tuple(lits)
        return lits[0] if len(lits) == 1 else self.count_of(1, lits, name)

    def count_of(self, least: int, lits: Iterable[Lit], name: str = "") -> Lit:
        """A literal that is true exactly when ``least`` or more of ``lits`` are."""
        lits = tuple(lits)
        if least <= 0:
            return self.true
        if least > len(lits):
            return self.false
        x = self.binary(name)
        self._definitions.append(_definition((x, lits, least)))
        return x

    def define(self, lit: Lit, cases: Iterable[Sequence[Lit]]) -> None:
        """``lit``, a variable so far without meaning, is true exactly when all literals of one of ``cases`` are."""
        self._definitions.append(Definition(lit, tuple(map(self.all_of, cases)), 1))

    def derive(self, derived: Derived) -> None:
        """Some answer variables follow from others: see ``Derived``."""
        self.derived.append(derived)

    def narrow(
        self,
        constraints: Sequence[Constraint],
        another: Callable[[Solution], Mapping[Lit, int] | None],
        likely: Lit | None = None,
    ) -> None:
        """A search for one or two answers may assume ``constraints``: see ``Narrowing``, and what it promises."""
        self.narrowing = Narrowing(constraints, another, likely)

    @property
    def definitions(self) -> list[Definition]:
        """All definitions, those of derived variables among them: asking for them makes them."""
        while self.derived:
            self.derived.pop().define()
        return self._definitions

    @property
    def definitions_made(self) -> list[Definition]:
        """The definitions so far, without those of derived variables that nobody has asked for."""
        return self._definitions

    def flood(self, nodes: Sequence[Lit], edges: Sequence[tuple[int, int]], sources: Iterable[int]) -> Array:
        """Per node of a graph a literal that is true exactly when it and all nodes on some way to it from a source are.

        ``nodes`` are literals, ``edges`` pairs of node numbers (both ways), ``sources`` node numbers.
        """
        flooded = self.binaries("flooded", len(nodes))
        self.require("", Flood(flooded, nodes, edges, sources))
        return flooded

    def equal(self, x: Int, y: Int) -> Lit:
        """A literal that is true exactly when the whole numbers ``x`` and ``y`` are equal."""
        low, high = max(x.low, y.low), min(x.high, y.high)
        return self.any_of([self.all_of((x == v, y == v)) for v in range(low, high + 1)]) if low <= high else self.false

    def greater(self, x: Int, y: Int) -> Lit:
        """A literal that is true exactly when the whole number ``x`` is greater than ``y``."""
        low, high = max(x.low, y.low + 1), min(x.high, y.high)
        cases = [self.all_of((x >= v, ~(y >= v))) for v in range(low, high + 1)]
        if x.low > y.low:
            cases.append(~(y >= x.low))
        if x.high > y.high:
            cases.append(x >= y.high + 1)
        return self.any_of(cases) if cases else self.false

    # -- rules ---------------------------------------------------------------------------------------------------

    def require(self, words: str, constraint: Constraint | Lit, at: Place = None, name: str = "") -> None:
        """``constraint`` must hold: the rule says so in ``words``, for the cell or cells ``at``.

        ``name`` is what its row shall be called in a linear program, such as a document's own "C2seat(7)"; without one
        the row is named after the words and the place. Raises TypeError when ``constraint`` is not one (``==`` between
        two literals is a comparison, not a constraint).
        """
        if not isinstance(constraint, Constraint | Lit):
            raise TypeError(f"{words}: {constraint!r} is not a constraint")
        self.rules.append(_rule((constraint, words, at, name)))

    def require_all(
        self, words: str, constraints: Iterable[Constraint | Lit], at: Iterable[Place] | None = None
    ) -> None:
        """``require`` for many constraints of the same rule, with a place for each: the quick way for long loops."""
        self.rules += map(_rule, zip(constraints, repeat(words), repeat(None) if at is None else at, repeat("")))

    def all_different(self, words: str, ints: Sequence[Int], at: Place = None) -> None:
        """No two of ``ints`` are equal."""
        self.require(words, AllDifferent(ints), at)

    def minimize(self, expression: Any) -> None:
        """Prefer answers with a small value of a linear expression."""
        self.objective, self.sense = Sum.of(expression), "minimize"

    def maximize(self, expression: Any) -> None:
        """Prefer answers with a large value of a linear expression."""
        self.objective, self.sense = Sum.of(expression), "maximize"

    def hint(self, advice: str) -> None:
        """Tell solvers how this model is searched best; those that do not know the advice go on as ever.

        "look ahead": what follows from a single value is found out before each guess, for rules that reach far.
        """
        self.hints.add(advice)

    # -- names and text ------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Per 0/1 variable its name; index 0 is unused."""
        # what defines derived variables may need more of them
        self.definitions  # noqa: B018
        names = [""] + [f"y{v}" for v in range(1, self.size + 1)]
        for start, name, keys in self._names:
            if keys is None:
                names[start] = name
            else:
                for i, key in enumerate(keys()):
                    names[int(start) + i] = f"{name}({key})" if name else str(key)
        for x in self.ints:
            for v, lit in zip(x.values, x.value_literals or (), strict=False):
                names[lit] = f"{x.name}_is_{v}"
            for v, lit in zip(range(x.low + 1, x.high + 1), x.order_literals or (), strict=False):
                names[lit] = f"{x.name}_ge_{v}"
        return names

    def place(self, at: Place) -> str:
        """The name of a rule's place."""
        if at is None:
            return ""
        if isinstance(at, str):
            return at
        if isinstance(at, int):
            return self.place_name(at)
        return " ".join(self.place_name(c) for c in at)

    def answer_variables(self) -> list[Var]:
        """The variables that tell answers apart."""
        if self.answer:
            return [x for layer in self.answer.values() for x in layer]
        return [*(Lit(v) for v in range(1, self.size + 1)), *self.ints]

    def __str__(self) -> str:
        from pencilp.model.show import show

        return show(self)


# what namedtuple's own constructors do, without a call into Python for each of many thousands
_rule = partial(tuple.__new__, Rule)
_definition = partial(tuple.__new__, Definition)


class Solution:
    """Values of a model's variables: ``solution(x)`` for a literal or an Int.

    ``bits`` maps variable numbers to 0 or 1, ``ints`` names of Ints to values; a solver fills in what was asked for.
    """

    __slots__ = ("bits", "ints")

    def __init__(self, bits: dict[int, int], ints: dict[str, int]) -> None:
        self.bits, self.ints = bits, ints

    def __call__(self, x: Any) -> int:
        if isinstance(x, Int):
            return self.ints[x.name]
        return self.bits[x] if x > 0 else 1 - self.bits[abs(x)]
