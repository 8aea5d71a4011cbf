"""Whether two models state the same rules, so that a clue may be left out by leaving out its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from types import FunctionType, MethodType
from typing import Any

from pencilp._util.cache import Cache
from pencilp.board.lattice import Lattice
from pencilp.board.puzzle import Kind, Puzzle
from pencilp.model import Int, Lit, Model, Rule
from pencilp.model.structures import RuleFamily, Structure

SAME_EVERYWHERE = (Lattice, Model, Cache)
"""The types of objects that belong to the board, or say nothing about a rule."""
PLAIN = (int, str, float, bytes, bool, type(None), Fraction)


def same_rules(some: tuple[Model, Sequence[Rule]], others: tuple[Model, Sequence[Rule]]) -> bool:
    """Return whether rules of one model say what rules of another say of the same variables.

    Both models are of the same genre and board. True is certain; False may mean that they are stated in another way.
    """
    try:
        return _Outline(*some).tokens == _Outline(*others).tokens
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
        self._defined = {abs(d.lit.n): d for d in m.definitions}
        self._floods = {abs(lit.n): flood for flood in m.floods for lit in flood.flooded}
        answer = {id(x): (key, i) for key, layer in m.answer.items() for i, x in enumerate(layer)}
        self._ints: dict[int, Any] = {}
        for x in m.ints:
            if id(x) in answer:
                self._ints[x.index] = answer[id(x)]
            for kind, block in (("=", x.block), (">", x.order_block)):
                self._numbers.update({n: (x, kind, place) for place, n in enumerate(block)})
        for key, layer in m.answer.items():
            self._numbers.update({abs(x.n): (key, i, x.n > 0) for i, x in enumerate(layer) if isinstance(x, Lit)})
        self._add([list(layer) for layer in m.answer.values()])
        for rule in rules:
            self.tokens += ["rule", rule.words, rule.name]
            self._add(rule.at)
            self._add(rule.constraint)
        self.tokens.append("ties")
        self._add(m.ties)

    def _literal(self, n: int) -> None:
        """Add a literal by its name, or by what defines it."""
        self.tokens.append(n > 0)
        number = abs(n)
        name = self._numbers.get(number)
        if name is not None and isinstance(name[0], Int):
            self._whole(name[0])
            self.tokens.append(name[1:])
            return
        if name is None:
            self._last += 1
            name = self._numbers[number] = ("further", self._last)
            if number in self._defined:
                self._add(self._defined[number])
            if number in self._floods:
                self._add(self._floods[number])
        self.tokens.append(name)

    def _whole(self, x: Int) -> None:
        """Add a whole number."""
        name = self._ints.get(x.index)
        if name is None:
            self._last += 1
            name = self._ints[x.index] = ("number", self._last)
        self.tokens += [name, x.low, x.high]
        if len(x.values) <= x.high - x.low:
            self.tokens += x.values

    def _add(self, thing: Any) -> None:
        """Add an object with its content."""
        kind = thing.__class__
        if kind is Lit:
            self._literal(thing.n)
        elif kind is Int:
            self._whole(thing)
        elif isinstance(thing, (*PLAIN, range)):
            self.tokens.append(thing)
        elif isinstance(thing, (tuple, list)):
            self.tokens.append((kind, len(thing)))
            for each in thing:
                self._add(each)
        elif isinstance(thing, SAME_EVERYWHERE):
            self.tokens.append(kind)
        elif isinstance(thing, (Puzzle, Kind)):
            raise _NotComparableError
        elif id(thing) in self._seen:
            self.tokens.append(("again", self._seen[id(thing)]))
        else:
            self._seen[id(thing)] = len(self._seen)
            self._kept.append(thing)
            self.tokens.append(kind)
            self._content(thing)

    def _content(self, thing: Any) -> None:
        """Add the content of an object that is met for the first time."""
        if isinstance(thing, Mapping):
            for key, value in thing.items():
                self._add(key)
                self._add(value)
            self.tokens.append(len(thing))
        elif isinstance(thing, (set, frozenset)):
            self._set(thing)
        elif isinstance(thing, FunctionType):
            self.tokens.append(thing.__code__)
            self._add([cell.cell_contents for cell in thing.__closure__ or ()])
            self._add(thing.__defaults__)
            self._add(thing.__kwdefaults__)
        elif isinstance(thing, MethodType):
            self._add(thing.__func__)
            self._add(thing.__self__)
        elif isinstance(thing, type):
            self.tokens.append(thing)
        elif isinstance(thing, RuleFamily):
            self._add(list(thing.parts))
            self._add(list(thing.at))
            self._add(thing.of)
        else:
            self._attributes(thing)

    def _set(self, thing: Collection[Any]) -> None:
        """Add a set of whole numbers, or of groups of them."""
        numbers = [each if isinstance(each, tuple) else (each,) for each in thing]
        if not all(isinstance(n, int) for some in numbers for n in some):
            raise _NotComparableError
        self._add(sorted(numbers))

    def _attributes(self, thing: Any) -> None:
        names = [name for kind in type(thing).__mro__ for name in kind.__dict__.get("__slots__", ())]
        names += getattr(thing, "__dict__", ())
        if not names:
            raise _NotComparableError
        for name in names:
            # what a structure has worked out for one of its rules begins with an underscore
            if hasattr(thing, name) and not (isinstance(thing, Structure) and name.startswith("_")):
                self.tokens.append(name)
                self._add(getattr(thing, name))
