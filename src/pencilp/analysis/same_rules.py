"""Whether two models state the same rules, so that a clue may be left out by leaving out its rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import FunctionType, MethodType
from typing import Any

from pencilp._util import garbage
from pencilp._util.cache import Cache
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Kind, Puzzle
from pencilp.model import Constraint, Int, Lit, Model, Rule
from pencilp.model.structures import RuleFamily, Structure

SAME_EVERYWHERE = (Lattice, Model, Cache)
"""The types of objects that belong to the board, or say nothing about a rule."""
PLAIN = int, str, float, bytes, bool, type(None), Fraction, range
"""The types of values that are compared as they are."""


def same_rules(some: tuple[Model, Sequence[Rule]], others: tuple[Model, Sequence[Rule]]) -> bool:
    """Return whether rules of one model say what rules of another say of the same variables.

    Both models are of the same genre and board. True is certain; False may mean that they are stated in another way.
    """
    return RulesToCompare(*some).same_as(*others)


class RulesToCompare:
    """The rules of a model, to be compared with those of several others (``same_rules``)."""

    def __init__(self, m: Model, rules: Sequence[Rule]) -> None:
        self._m, self._rules = m, rules
        self._tokens: list[Any] | None = None

    @garbage.paused()
    def same_as(self, m: Model, rules: Sequence[Rule]) -> bool:
        """Return whether rules of another model say the same."""
        try:
            if self._tokens is None:
                self._tokens = _Outline(self._m, self._rules).tokens
            return self._tokens == _Outline(m, rules).tokens
        except _NotComparableError:
            return False


class _NotComparableError(Exception):
    """A rule holds an object whose content cannot be compared."""


class _Outline:
    """The rules of a model as a flat list, ``tokens``; auxiliary variables are numbered in the order in which they occur."""

    def __init__(self, m: Model, rules: Sequence[Rule]) -> None:
        self.tokens: list[Any] = []
        self._last = 0
        """The number of the last auxiliary variable."""
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []
        """The objects in ``_seen``: their ids must not be used again."""
        self._numbers: dict[int, Any] = {}
        """The names of the variables by number: those of answers, of whole numbers, and of others met so far."""
        self._names: dict[int, tuple[Any, ...]] = {}
        """The tokens of the literals met so far."""
        self._defined = {abs(d.lit.n): d for d in m.definitions}
        self._floods = {abs(lit.n): flood for flood in m.floods for lit in flood.flooded}
        answer = {id(x): (key, i) for key, layer in m.answer.items() for i, x in enumerate(layer)}
        self._free: set[tuple[type, int]] = set()
        """The auxiliary variables met so far that have no definition (see ``_key``)."""
        self._m, self._size = m, 0
        self._ints: dict[int, Any] = {x.index: answer[id(x)] for x in m.ints if id(x) in answer}
        for key, layer in m.answer.items():
            self._numbers.update({abs(x.n): (key, i, x.n > 0) for i, x in enumerate(layer) if isinstance(x, Lit)})
        self._add([list(layer) for layer in m.answer.values()])
        for rule in rules:
            self.tokens += ["rule", rule.words, rule.name]
            self._add(rule.at)
            self._add(rule.constraint)
        self.tokens.append("ties")
        self._add_ties(m.ties)

    def _add_ties(self, ties: Sequence[Constraint]) -> None:
        """Add the ties of variables that the rules depend on and that have no definition.

        Every answer can satisfy the others.
        """
        left = [*ties]
        while left:
            count = len(left)
            rest = []
            for tie in left:
                if self._free.isdisjoint(self._key(x) for x in tie.variables()):
                    rest.append(tie)
                else:
                    self._add(tie)
            left = rest
            if len(left) == count:
                return

    def _key(self, x: Lit | Int) -> tuple[type, int]:
        """Return the type and the number of a variable; those of a whole number for a literal of its value."""
        if isinstance(x, Int):
            return Int, x.index
        name = self._name(abs(x.n))
        return (Int, name[0].index) if name is not None and isinstance(name[0], Int) else (Lit, abs(x.n))

    def _literal(self, lit: Lit) -> None:
        """Add a literal by its name; before it occurs for the first time, what defines it."""
        n = lit.n
        if n in self._names:
            self.tokens.append(self._names[n])
            return
        number = abs(n)
        name = self._name(number)
        if name is not None and isinstance(name[0], Int):
            x, kind, place = name
            self._whole(x)
            name = (self._ints[x.index], kind, place)
        elif name is None:
            self._last += 1
            name = self._numbers[number] = ("further", self._last)
            if number in self._defined:
                self._add(self._defined[number])
            elif number in self._floods:
                self._add(self._floods[number])
            else:
                self._free.add((Lit, number))
        self._names[n] = (n > 0, name)
        self.tokens.append(self._names[n])

    def _name(self, number: int) -> Any:
        """Return the name of a variable, None if it has none yet. A rule that is looked at may make literals of numbers."""
        if number not in self._numbers and self._size < self._m.size:
            self._size = self._m.size
            for x in self._m.ints:
                for kind, block in (("=", x.block), (">", x.order_block)):
                    self._numbers.update({n: (x, kind, place) for place, n in enumerate(block)})
        return self._numbers.get(number)

    def _whole(self, x: Int) -> None:
        """Add a whole number."""
        name = self._ints.get(x.index)
        if name is None:
            self._last += 1
            name = self._ints[x.index] = ("number", self._last)
            self._free.add((Int, x.index))
        self.tokens += [name, x.low, x.high]
        if len(x.values) <= x.high - x.low:
            self.tokens += x.values

    def _add(self, thing: Any) -> None:
        """Add an object with its content."""
        kind = thing.__class__
        add = _adders(kind)
        if add is None:
            self.tokens.append(thing)
        else:
            add(self, thing)

    def _several(self, things: Sequence[Any]) -> None:
        """Add the items of a list or a tuple."""
        tokens, names = self.tokens, self._names
        tokens.append((things.__class__, len(things)))
        for each in things:
            kind = each.__class__
            if kind is Lit and each.n in names:
                tokens.append(names[each.n])
            else:
                add = _adders(kind)
                if add is None:
                    tokens.append(each)
                else:
                    add(self, each)

    def _of_board(self, thing: Any) -> None:
        self.tokens.append(thing.__class__)

    def _unknown(self, thing: Any) -> None:
        raise _NotComparableError

    def _object(self, thing: Any) -> None:
        """Add an object that may occur again: its content only once."""
        if id(thing) in self._seen:
            self.tokens.append(("again", self._seen[id(thing)]))
        else:
            self._seen[id(thing)] = len(self._seen)
            self._kept.append(thing)
            self.tokens.append(thing.__class__)
            _contents(thing.__class__)(self, thing)

    def _mapping(self, thing: Mapping[Any, Any]) -> None:
        for key, value in thing.items():
            self._add(key)
            self._add(value)
        self.tokens.append(len(thing))

    def _function(self, thing: FunctionType) -> None:
        self.tokens.append(thing.__code__)
        self._add([cell.cell_contents for cell in thing.__closure__ or ()])
        self._add(thing.__defaults__)
        self._add(thing.__kwdefaults__)

    def _method(self, thing: MethodType) -> None:
        self._add(thing.__func__)
        self._add(thing.__self__)

    def _type(self, thing: type) -> None:
        self.tokens.append(thing)

    def _family(self, thing: RuleFamily) -> None:
        self._add(list(thing.parts))
        self._add(list(thing.at))
        self._add(thing.of)

    def _set(self, thing: Collection[Any]) -> None:
        """Add a set of whole numbers, or of groups of them."""
        numbers = [each if isinstance(each, tuple) else (each,) for each in thing]
        if not all(isinstance(n, int) for some in numbers for n in some):
            raise _NotComparableError
        self._add(sorted(numbers))

    def _attributes(self, thing: Any) -> None:
        names = [*_slots(thing.__class__), *getattr(thing, "__dict__", ())]
        if not names:
            raise _NotComparableError
        # what a structure has worked out for one of its rules begins with an underscore
        private = isinstance(thing, Structure)
        for name in names:
            if not (private and name.startswith("_")) and hasattr(thing, name):
                self.tokens.append(name)
                self._add(getattr(thing, name))


_Adder = Callable[[_Outline, Any], None]


@cache
def _adders(kind: type) -> _Adder | None:
    """Return the function that adds an object of a type to an outline, None if it is a token itself."""
    if issubclass(kind, PLAIN):
        return None
    known: list[tuple[Any, _Adder]] = [
        (Lit, _Outline._literal),
        (Int, _Outline._whole),
        ((tuple, list), _Outline._several),
        (SAME_EVERYWHERE, _Outline._of_board),
        ((Puzzle, Kind), _Outline._unknown),
    ]
    return next((add for kinds, add in known if issubclass(kind, kinds)), _Outline._object)


@cache
def _contents(kind: type) -> _Adder:
    """Return the function that adds the content of an object of a type to an outline."""
    known: list[tuple[Any, _Adder]] = [
        (Mapping, _Outline._mapping),
        ((set, frozenset), _Outline._set),
        (FunctionType, _Outline._function),
        (MethodType, _Outline._method),
        (type, _Outline._type),
        (RuleFamily, _Outline._family),
    ]
    return next((add for kinds, add in known if issubclass(kind, kinds)), _Outline._attributes)


@cache
def _slots(kind: type) -> Sequence[str]:
    """Return the names of the slots of a type."""
    return [name for each in kind.__mro__ for name in each.__dict__.get("__slots__", ())]
