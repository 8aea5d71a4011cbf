"""The model: an integer program in which every constraint has the text of its rule and a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pencilp._util.cache import Cache
from pencilp._util.services import service
from pencilp.errors import InputError
from pencilp.model.constraints import NO_LIST, AllDifferent, Clause, Constraint, Flood, Implies, Linear, whole_count
from pencilp.model.structures import CachedRules, NotCacheable, RuleFamily
from pencilp.model.variables import Array, Block, Int, Lit, Sum, Var, exact, literal, literals

if TYPE_CHECKING:
    from pencilp.model.structures import Structure
    from pencilp.reformulate.plan import Plan
    from pencilp.solvers import Solver
    from pencilp.solvers.result import Result

Place = int | Sequence[int] | str | None
"""The place of a rule: a cell, several cells, or a text. ``Model.place_name`` turns a number into a name."""


Returned = TypeVar("Returned")
Source = tuple[Any, ...]
"""The values of an input layer and the position of a clue in them: an index, or a side and an index."""


class PlacedClue(Protocol):
    """A clue from the values of a layer. It knows its place ``at`` and its ``source``."""

    @property
    def at(self) -> Any: ...
    @property
    def source(self) -> Source: ...


Clue = Source | PlacedClue | None
"""The types that a rule accepts as its clue."""


class Rule(NamedTuple):
    """A rule: a constraint, the text of the rule, its place, the exact name of its row if there is one, and its clue.

    ``clue`` is the clue that causes the rule: the layer's values and the index of the clue in them, or None.
    """

    constraint: Constraint | Lit
    words: str
    at: Place
    name: str = ""
    clue: Source | None = None

    def __repr__(self) -> str:
        at = "" if self.at is None else f" at {self.at}"
        return f"<Rule {self.words!r}{at}: {self.constraint!r}>"


ODD = -1
"""The value of ``Definition.least`` for a literal that is true exactly when one of two others is."""


MAX_CACHED, MAX_CACHED_VARIABLES, MAX_CACHED_LITERALS = 32, 10_000, 200_000
"""Limits of the cache of a shape: the number of entries, and the variables and literals of an entry."""
MAX_VARIABLES = 10_000_000
"""Maximum number of 0/1 variables of a program. Each takes some hundred bytes until the program is solved."""


COMPARED = " (it is what a comparison without variables gave: leave the rule out, or require impossible)"


class Definition(NamedTuple):
    """A literal defined by others: true exactly when ``least`` or more of ``lits`` are, or with ``ODD`` one of the two."""

    lit: Lit
    lits: tuple[Lit, ...]
    least: int

    @property
    def of_two(self) -> bool:
        """Return whether the literal is true exactly when one of two others is."""
        return self.least == ODD

    def value(self, value: Callable[[Any], Any]) -> int:
        """Return the value of the literal, 0 or 1, if ``value(x)`` is that of each literal ``x``."""
        true = sum(map(value, self.lits))
        return int(true == 1 if self.least == ODD else true >= self.least)


class ScratchVariables:
    """Variables made for one statement of a model, and their definitions: see ``Model.scratch``.

    ``numbers`` are those of its 0/1 variables, including literals of whole numbers. ``ints`` are the indices of its
    whole numbers.
    """

    __slots__ = ("definitions", "floods", "ints", "numbers", "ties")

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.floods: list[Flood] = []
        self.ties: list[Constraint] = []
        self.numbers = self.ints = range(0)


class CacheEntry(NamedTuple):
    """An entry of the cache of ``Model.cached``.

    ``result`` is the return value; ``rules``, ``definitions`` and ``names`` are those that were added; ``defined`` has
    the numbers of the defined literals. ``size`` and ``true`` are those of the model afterwards. ``ordered`` has the
    position of each whole number that got order literals, with their numbers. ``cache`` is the cache with the entry.
    """

    result: Any
    rules: Sequence[Rule]
    definitions: Sequence[Definition]
    defined: Sequence[int]
    names: Sequence[Any]
    size: int
    true: Lit | None
    ordered: Sequence[tuple[int, range]]
    cache: Cache


def _size(result: Any) -> int:
    """Return the number of literals and constraints in a result."""
    if isinstance(result, Constraint):
        return 1 + len([*result.variables()])
    if isinstance(result, (dict, MappingProxyType)):
        return sum(map(_size, result.values()))
    return sum(map(_size, result)) if isinstance(result, (tuple, list)) else 1


class Model:
    """Variables, definitions, rules, and an optional linear objective.

    ``place_name`` turns a number given as ``at=`` into a name ("r1c2").

    ``answer`` maps the name of each answer layer to its variables. Two solutions are different answers only if they
    differ there. Other variables are auxiliary. If ``answer`` is empty, every variable counts.
    """

    def __init__(self, place_name: Callable[[int], str] = str) -> None:
        self.size = 0
        """The number of 0/1 variables. They are numbered from 1."""
        self.ints: list[Int] = []
        self.rules: list[Rule] = []
        self.structures: list[Structure] = []
        """The structures that several rules share."""
        self.definitions: list[Definition] = []
        self.floods: list[Flood] = []
        """Definitions by reachability in a graph."""
        self.ties: list[Constraint] = []
        """Constraints between auxiliary variables that every answer can satisfy, whichever rules hold."""
        self.planned: Plan | None = None
        """The most recent plan: see ``pencilp.reformulate.plan``."""
        self.scratch_variables: list[ScratchVariables] = []
        """Variables and definitions of single statements of the model."""
        self._own = self.definitions
        self.cache_entries: dict[int, CacheEntry] = {}
        """Entries of the cache that are in the model, by the number of the first literal that they define."""
        self.cached_results: dict[int, tuple[Any, tuple[Any, ...]]] = {}
        """Results of ``cached`` by id, each with its key. They must not be changed."""
        self.objective: Sum | None = None
        self.sense = "minimize"
        self.objective_name = "obj"
        """The name of its row in a linear program."""
        self.answer: dict[str, list[Var]] = {}
        self.on_cells: dict[str, Sequence[Any]] = {}
        """Auxiliary variables of the board, by name. Each cell has a variable, or a list with a literal for each
        direction.
        """
        self.preferred: list[Lit] = []
        """Literals that are shown as true if the rules leave them open."""
        self.place_name = place_name
        self._names: list[tuple[int, str, Callable[[], Sequence[str]] | Sequence[str] | None]] = []
        self._true: Lit | None = None

    # -- variables -----------------------------------------------------------------------------------------------

    def binary(self, name: str = "") -> Lit:
        """Return a new 0/1 variable. Raise InputError if there are ``MAX_VARIABLES`` already."""
        self.size += 1
        if self.size > MAX_VARIABLES:
            raise _too_many()
        if name:
            self._names.append((self.size, name, None))
        return literal(self.size)

    def binaries(self, name: str, count: int, keys: Callable[[], Sequence[str]] | None = None) -> Array:
        """Return ``count`` new 0/1 variables called ``name(key)``.

        ``keys()`` returns the keys when names are needed (default 1, 2, ...). Raise InputError, and make no variable,
        for more than ``MAX_VARIABLES``.
        """
        start = self.block(count).start
        self._names.append((start, name, keys or (lambda: range(1, count + 1))))  # type: ignore[arg-type,return-value]
        return Array(literals(range(start, start + count)))

    def integer(self, name: str, low: int, high: int, values: Iterable[int] | None = None) -> Int:
        """Return a new whole number from ``low`` to ``high``; with ``values``, it is one of these."""
        if low > high:
            raise ValueError(f"{name}: no number is from {low} to {high}")
        x = Int(self, len(self.ints), name, low, high, None if values is None else tuple(sorted(values)))
        if values is not None:
            _ = x.eq  # these literals restrict it to its values
        self.ints.append(x)
        return x

    def block(self, count: int) -> range:
        """Return the numbers of ``count`` new 0/1 variables without names.

        Raise InputError for more than ``MAX_VARIABLES``.
        """
        if self.size + count > MAX_VARIABLES:
            raise _too_many()
        start = self.size + 1
        self.size += count
        return range(start, start + count)

    @property
    def true(self) -> Lit:
        """A literal that is always true."""
        if self._true is None:
            self._true = self.binary("true")
            self._own.append(Definition(self._true, (), 0))
        return self._true

    @property
    def false(self) -> Lit:
        """A literal that is always false."""
        return ~self.true

    @property
    def false_if_made(self) -> Lit | None:
        """``false`` if ``true`` or ``false`` has been used, else None. Reading this property makes no literal."""
        return None if self._true is None else ~self._true

    # -- definitions ---------------------------------------------------------------------------------------------

    def all_of(self, lits: Iterable[Lit], name: str = "") -> Lit:
        """Return a literal that is true exactly when all of ``lits`` are."""
        if lits.__class__ is Clause:
            raise TypeError(NO_LIST)
        lits = tuple(lits)
        n = len(lits)
        return self._defined_by(lits, n, name) if n > 1 else lits[0] if n else self.true

    def any_of(self, lits: Iterable[Lit], name: str = "") -> Lit:
        """Return a literal that is true exactly when at least one of ``lits`` is."""
        lits = tuple(lits)
        n = len(lits)
        return self._defined_by(lits, 1, name) if n > 1 else lits[0] if n else self.false

    def count_of(self, least: int, lits: Iterable[Lit], name: str = "") -> Lit:
        """Return a literal that is true exactly when ``least`` or more of ``lits`` are."""
        if lits.__class__ is Clause:
            raise TypeError(NO_LIST)
        lits, least = tuple(lits), whole_count(least)
        if least <= 0:
            return self.true
        return self.false if least > len(lits) else self._defined_by(lits, least, name)

    def _defined_by(self, lits: tuple[Lit, ...], least: int, name: str) -> Lit:
        self.size = n = self.size + 1
        if n > MAX_VARIABLES:
            raise _too_many()
        if name:
            self._names.append((n, name, None))
        x = literal(n)
        self.definitions.append(_definition((x, lits, least)))
        return x

    def differ(self, a: Lit, b: Lit, name: str = "") -> Lit:
        """Return a literal that is true exactly when one of ``a`` and ``b`` is true and the other is not."""
        x = self.binary(name)
        self.definitions.append(Definition(x, (a, b), ODD))
        return x

    def there(self, lits: Sequence[Lit], place: int | None) -> Lit:
        """Return the literal of a place, or ``false`` if the place is None because it does not exist."""
        return self.false if place is None else lits[place]

    def defined(self, lit: Lit, lits: Iterable[Lit]) -> None:
        """Define ``lit``, a new variable: it is true exactly when at least one of ``lits`` is."""
        self.definitions.append(Definition(lit, tuple(lits), 1))

    def cached(
        self,
        cache: Cache,
        key: tuple[Any, ...],
        lits: Sequence[Lit],
        make: Callable[[], Returned],
        ints: Sequence[Int] = (),
    ) -> Returned:
        """Return the result of ``make()``, from the cache of the board's shape if possible.

        ``make`` defines literals by ``lits``, returns these or constraints of them, and may state rules. Rules with the
        same text become one ``CachedRules``. The result is stored in ``cache`` for the next model of a board of this
        shape in which the variables have the same numbers; nobody may change it. ``key`` identifies it among all
        results made of ``lits``. If the code of ``make`` has changed, because a genre module was edited, it is made
        again.

        ``key`` may contain the fingerprint of whole numbers (``fingerprint``). Those are ``ints``, and ``make`` may use
        their order literals. Raise NotCacheable if ``make`` does more than define literals and state rules of literals,
        or states the rule of a clue.
        """
        code = getattr(make, "__code__", None), getattr(make, "__module__", None)
        true, own = self._true, self._own is self.definitions
        ordered = [x._ge and x._ge.numbers for x in ints]
        whole = (*key, code, *ordered, tuple([x.n for x in lits]), self.size, own, None if true is None else true.n)
        entry: CacheEntry | None = cache.get(whole)
        if entry is not None:
            self.size, self._true = entry.size, entry.true
            self.definitions += entry.definitions
            self._names += entry.names
            self.rules += entry.rules
            for place, numbers in entry.ordered:
                ints[place]._ge = Block(numbers)
        else:
            size, definitions, names = self.size, len(self.definitions), len(self._names)
            before, rules = self._counted(), len(self.rules)
            result = make()
            self.cached_results[id(result)] = result, whole
            places = {x.index: place for place, x in enumerate(ints) if ordered[place] is None and x._ge is not None}
            made = [(place, ints[place].order_block) for place in places.values()]
            if self._counted() != (before[0] + len(made), *before[1:]):
                raise NotCacheable("it defines literals and states rules, and nothing else")
            self.rules[rules:] = _merged(self.rules[rules:], cache)
            if len(cache) >= MAX_CACHED:
                cache.clear()
            if whole not in cache or (self._true is not true and not own) or self.size - size > MAX_CACHED_VARIABLES:
                cache[whole] = None  # many boards occur only once: the second time fills the cache
                return result
            more, stated = self.definitions[definitions:], self.rules[rules:]
            defined = [x.n for x, _, _ in more]
            entry = CacheEntry(result, stated, more, defined, self._names[names:], self.size, self._true, made, cache)
            literals = _size(result) + sum([_size(rule[0]) for rule in stated])
            literals += sum([len(lits) + 2 for _, lits, _ in more])
            if literals > MAX_CACHED_LITERALS:
                return result
            cache.put(whole, entry, literals)
        if entry.defined:
            self.cache_entries[entry.defined[0]] = entry
        cached_result: Returned = entry.result
        self.cached_results[id(cached_result)] = cached_result, whole
        return cached_result

    def _counted(self) -> tuple[Any, ...]:
        """Return the sizes of those parts of the model that ``cached`` does not restore."""
        of_ints = sum([(x.value_literals is not None) + (x.order_literals is not None) for x in self.ints])
        others: tuple[Any, ...] = self.ints, self.structures, self.floods, self.ties, self.preferred, self.on_cells
        return of_ints, id(self.objective), *[len(items) for items in others]

    def scratch(self) -> Scratch:
        """Return a context in which definitions belong to one statement of the model, not to the model."""
        return Scratch(self)

    def numbered_beyond(self, beyond: int) -> NumberedBeyond:
        """Return a context that leaves no trace in the model. Its new 0/1 variables have numbers above ``beyond``.

        The context must not make whole numbers.
        """
        return NumberedBeyond(self, beyond)

    def snapshot(self) -> Snapshot:
        """Return a context that restores the model's present state.

        It may be entered at any later time. A program can then be stated again with the same variables, although the
        model has grown.
        """
        return Snapshot(self)

    def _forget(self) -> None:
        for structure in self.structures:
            structure.reset()

    def flood(
        self, nodes: Iterable[Lit], edges: Iterable[tuple[int, int, Lit | None]], sources: Iterable[int]
    ) -> Array:
        """Return a literal for each node of a graph: whether the node is active and reached from an active source.

        A way leads through active nodes. ``nodes`` are literals, ``edges`` are (node, node, literal or None for
        always), both ways, ``sources`` node numbers.
        """
        nodes = tuple(nodes)
        flooded = self.binaries("flooded", len(nodes))
        self.floods.append(Flood(flooded, nodes, edges, sources))
        return flooded

    def equal(self, x: Int, y: Int) -> Lit:
        """Return a literal that is true exactly when the whole numbers ``x`` and ``y`` are equal."""
        if x.__class__ is not Int or y.__class__ is not Int:
            raise TypeError("m.equal and m.greater take whole numbers; for literals write ~m.differ(x, y)")
        low, high = max(x.low, y.low), min(x.high, y.high)
        return self.any_of([self.all_of((x == v, y == v)) for v in range(low, high + 1)]) if low <= high else self.false

    def greater(self, x: Int, y: Int) -> Lit:
        """Return a literal that is true exactly when the whole number ``x`` is greater than ``y``."""
        if x.__class__ is not Int or y.__class__ is not Int:
            raise TypeError("m.equal and m.greater take whole numbers; for literals write m.all_of((x, ~y))")
        low, high = max(x.low, y.low + 1), min(x.high, y.high)
        cases = [self.all_of((x >= v, ~(y >= v))) for v in range(low, high + 1)]
        if x.low > y.low:
            cases.append(~(y >= x.low))
        if x.high > y.high:
            cases.append(x >= y.high + 1)
        return self.any_of(cases) if cases else self.false

    # -- rules ---------------------------------------------------------------------------------------------------

    def require(
        self, words: str, constraint: Constraint | Lit, at: Place = None, name: str = "", clue: Clue = None
    ) -> None:
        """Add a rule: ``constraint`` must hold at the cell or cells ``at``. ``words`` is its text.

        ``clue`` is the clue that causes the rule. A clue from a layer's ``known()`` or ``items()`` knows its place, so
        ``at`` may be left out. It may also be given as a layer's values and the index of the clue: ``(self.numbers,
        cell)``.

        ``name`` is the name of its row in a linear program, such as "C2seat(7)" of a published program. By default the
        row is named after the text and the place. Raise TypeError if ``constraint`` is not one (``==`` between two
        literals is a comparison, not a constraint).
        """
        if not isinstance(constraint, (Constraint, Lit)):
            raise TypeError(f"{words}: {constraint!r} is not a constraint{COMPARED * isinstance(constraint, bool)}")
        if clue is not None and clue.__class__ is not tuple and (source := getattr(clue, "source", None)) is not None:
            if at is None:
                at = clue.at  # type: ignore[union-attr]
            clue = source
        if at.__class__ not in _PLACES:
            at = _place(at)
        self.rules.append(_rule((constraint, words, at, name, clue)))

    def require_all(
        self, words: str, constraints: Iterable[Constraint | Lit], at: Iterable[Place] | None = None
    ) -> None:
        """Add a rule for each of many constraints, with the same text.

        This is faster than calling ``require`` in a loop.
        """
        if at is not None:
            constraints, at = list(constraints), list(at)
            if len(constraints) != len(at):
                raise ValueError(f"{words}: {len(constraints)} constraints for {len(at)} places")
        self.rules += stated(words, constraints, at)

    def only_variables(self, first: int = 0) -> None:
        """Raise TypeError or ValueError if a definition, or a rule from number ``first`` on, is not about this model.

        TypeError: it contains an object that is no variable, such as the True or False that ``==`` between two literals
        gave. ValueError: it contains a number that is not finite, or a variable of another model (except literals whose
        number exists here too). Constraints are made too often to check each of them at once.
        """
        statements: list[tuple[str | Lit, Any]] = [
            (rule.words, variables_of(rule.words, rule.constraint)) for rule in self.rules[first:]
        ]
        statements += [(d.lit, d.lits) for d in self.definitions]
        statements += [("a flood", flood.variables()) for flood in self.floods]
        if self.objective is not None:
            statements.append(("the objective", [x for _, x in self.objective.terms]))
        statements.append(("the answer", self.answer_variables()))

        for words, variables in statements:
            self.own_variables(words, variables)

    def own_variables(self, words: str | Lit, variables: Iterable[Any]) -> None:
        """Raise TypeError for an object that is no variable, ValueError for a variable of another model.

        ``words`` is the text of the rule with these variables, or the literal that they define.
        """

        def where() -> str:
            # to name one literal makes all names, which is slow: do so only for an error
            return words if isinstance(words, str) else f"the definition of {self.names()[abs(words.n)]}"

        for x in variables:
            if not isinstance(x, (Lit, Int)):
                # the property n of an object that may be mistaken for a literal raises a better error
                getattr(x, "n", None)
                raise TypeError(f"{where()}: {x!r} is not a variable{COMPARED * isinstance(x, bool)}")
            if x.model is not self if isinstance(x, Int) else not 1 <= abs(x.n) <= self.size:
                raise ValueError(f"{where()}: {x!r} is a variable of another model")

    def all_different(self, words: str, ints: Sequence[Int], at: Place = None) -> None:
        """Add the rule that no two of ``ints`` are equal."""
        self.require(words, AllDifferent(ints), at)

    def minimize(self, expression: Any, name: str = "obj") -> None:
        """Minimize a linear expression. ``name`` is the name of its row."""
        self.objective, self.sense, self.objective_name = Sum.of(expression), "minimize", name

    def maximize(self, expression: Any, name: str = "obj") -> None:
        """Maximize a linear expression. ``name`` is the name of its row."""
        self.objective, self.sense, self.objective_name = Sum.of(expression), "maximize", name

    def objective_value(self, solution: Callable[[Any], Any]) -> float | None:
        """Return the value of the objective in a solution: an int if it is whole, else the nearest float.

        It is calculated exactly. Return None if there is no objective or the solution lacks one of its variables.
        """
        if self.objective is None:
            return None
        try:
            value = exact(self.objective.constant) + sum(exact(a) * solution(x) for a, x in self.objective.terms)
        except KeyError:
            return None
        return int(value) if value.denominator == 1 else float(value)

    # -- names and text ------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return the name of each 0/1 variable. Index 0 is unused."""
        names = [""] + [f"y{v}" for v in range(1, self.size + 1)]
        for start, name, keys in self._names:
            if keys is None:
                names[start] = name
            else:
                for i, key in enumerate(keys() if callable(keys) else keys):
                    names[int(start) + i] = f"{name}({key})" if name else str(key)
        for x in self.ints:
            for v, lit in zip(x.values, x.value_literals or (), strict=False):
                names[lit.n] = f"{x.name}_is_{v}"
            for v, lit in zip(range(x.low + 1, x.high + 1), x.order_literals or (), strict=False):
                names[lit.n] = f"{x.name}_ge_{v}"
        return names

    def place(self, at: Place) -> str:
        """Return the name of a rule's place. Raise InputError if the board has no such place."""
        if at is None:
            return ""
        if isinstance(at, str):
            return at
        try:
            if isinstance(at, int):
                return self.place_name(at)
            return " ".join(self.place_name(c) for c in at)
        except (IndexError, TypeError):
            raise InputError(f"a rule has at={at!r}, which is no place of the board") from None

    def answer_variables(self) -> list[Var]:
        """Return the variables in which two answers differ."""
        if self.answer:
            return [x for layer in self.answer.values() for x in layer]
        return [*literals(range(1, self.size + 1)), *self.ints]

    def solve(
        self, solver: Solver = "clasp", *, count: int = 2, time_limit: float | None = None, threads: int = 1
    ) -> Result:
        """Search for up to ``count`` solutions (0: all) for at most ``time_limit`` seconds. Return the result.

        ``solution(x)`` is the value of a variable or a literal. Two solutions differ on ``answer``. Raise SolverError
        if the solver is unknown, not installed, or fails. Raise TypeError and ValueError as ``only_variables`` does.
        """
        result: Result = service("solve model")(self, solver, count=count, time_limit=time_limit, threads=threads)
        return result

    def copy(self) -> Model:
        """Return an independent copy of the model.

        A literal means the same in both. The copy of a whole number ``x`` is ``copy.ints[x.index]``: use it in rules of
        the copy.
        """
        return deepcopy(self)

    __copy__ = copy

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy, in this process or another: names as lists, no plans of solvers."""
        names = [(start, name, list(keys()) if callable(keys) else keys) for start, name, keys in self._names]
        return {
            **self.__dict__,
            "_names": names,
            "planned": None,
            "scratch_variables": [],
            "cache_entries": {},
            "cached_results": {},
        }

    def __repr__(self) -> str:
        return f"<Model: {self.size} 0/1 variables, {len(self.ints)} whole numbers, {len(self.rules)} rules>"

    def __str__(self) -> str:
        from pencilp.model.show import show

        return show(self)

    def _repr_html_(self) -> str:
        """Return the model as HTML for a notebook, with the rules as a table."""
        from pencilp.model.show import as_html

        return as_html(self)


_PLACES = frozenset((int, str, tuple, list, range, type(None)))


def _too_many() -> InputError:
    return InputError(f"the board is too large: its integer program has more than {MAX_VARIABLES:,} variables")


def _merged(rules: Sequence[Rule], cache: Cache) -> list[Rule]:
    """Return the rules for the cache, those with the same text merged. Raise NotCacheable for other rules."""
    result: list[Rule] = []
    single: dict[str, list[Rule]] = {}
    for rule in rules:
        constraint, words, _, name, clue = rule
        if clue is not None or name:
            raise NotCacheable(f"no rule comes from a clue, or has a name: {words!r}")
        if isinstance(constraint, RuleFamily):
            if constraint.of is not None or not constraint.is_basic:
                raise NotCacheable(f"no rule is about a structure of one model: {words!r}")
            result.append(rule)
        else:
            if words not in single:
                result.append(rule)
            single.setdefault(words, []).append(rule)
    return [
        rule
        if isinstance(rule.constraint, RuleFamily)
        else Rule(CachedRules([x.constraint for x in alike], [x.at for x in alike], cache), rule.words, None)
        for rule in result
        for alike in [single.get(rule.words, [])]
    ]


def _place(at: Any) -> Place:
    """Return a place that was given as a number of another library or as any iterable."""
    return int(at) if hasattr(at, "__index__") and not hasattr(at, "__len__") else tuple(map(int, at))


def variables_of(words: str, constraint: Any) -> Iterable[Any]:
    """Return the variables of a constraint. ``words`` is the text of its rule, for errors.

    Raise TypeError if one of its parts is no constraint, ValueError for a number that is not finite.
    """
    if isinstance(constraint, Lit):
        return (constraint,)
    if not isinstance(constraint, Constraint):
        raise TypeError(f"{words}: {constraint!r} is not a constraint{COMPARED * isinstance(constraint, bool)}")
    parts = getattr(constraint, "parts", None)
    if parts is not None:
        return [x for part in parts for x in variables_of(words, part)]
    if isinstance(constraint, Implies):
        return [*constraint.conditions, *variables_of(words, constraint.then)]
    if isinstance(constraint, Linear):
        try:
            for number in (constraint.low, constraint.high, *(a for a, _ in constraint.terms)):
                _ = None if number is None else exact(number)
        except ValueError as error:
            raise ValueError(f"{words}: {error}") from None
    return constraint.variables()


# the constructors of these named tuples without their Python code: many thousands are made
_rule = partial(tuple.__new__, Rule)
_definition = partial(tuple.__new__, Definition)


def stated(words: str, constraints: Iterable[Constraint | Lit], at: Iterable[Place] | None = None) -> Iterator[Rule]:
    """Return ``constraints`` as rules with the same text, each with its place."""
    return map(_rule, zip(constraints, repeat(words), repeat(None) if at is None else at, repeat(""), repeat(None)))


class Solution:
    """Values of a model's variables: ``solution(x)`` for a literal or an Int.

    ``bits`` maps numbers of variables to 0 or 1, ``ints`` maps the ``index`` of each Int to its value. A solver fills
    in the requested variables only.
    """

    __slots__ = ("bits", "ints")

    def __init__(self, bits: dict[int, int], ints: dict[int, int]) -> None:
        self.bits, self.ints = bits, ints

    def __call__(self, x: Any) -> int:
        if isinstance(x, Int):
            return self.ints[x.index]
        n = x.n
        return self.bits[n] if n > 0 else 1 - self.bits[-n]

    def of(self, variables: Sequence[Any]) -> list[int]:
        """Return the values of many variables, faster than one by one."""
        bits, ints = self.bits, self.ints
        return [ints[x.index] if x.__class__ is Int else bits[x.n] if x.n > 0 else 1 - bits[-x.n] for x in variables]


class Scratch:
    """The context of ``Model.scratch``."""

    def __init__(self, m: Model) -> None:
        self._m = m

    def __enter__(self) -> ScratchVariables:
        m = self._m
        self._made = made = ScratchVariables()
        self._first, self._first_int = m.size + 1, len(m.ints)
        self._kept = m.definitions, m.floods, m.ties
        m.definitions, m.floods, m.ties = made.definitions, made.floods, made.ties
        m._forget()
        return made

    def __exit__(self, *_: object) -> None:
        m, made = self._m, self._made
        m.definitions, m.floods, m.ties = self._kept
        m._forget()
        made.numbers, made.ints = range(self._first, m.size + 1), range(self._first_int, len(m.ints))
        m.scratch_variables.append(made)


class NumberedBeyond:
    """The context of ``Model.numbered_beyond``."""

    def __init__(self, m: Model, beyond: int) -> None:
        self._m, self._beyond = m, beyond
        self._apart = Scratch(m)

    def __enter__(self) -> ScratchVariables:
        m = self._m
        self._kept = m.size, m._true, m._own
        self._names, self._ints = len(m._names), len(m.ints)
        m.size = self._beyond
        self._made = made = self._apart.__enter__()
        if m._true is None:
            m._own = made.definitions
        return made

    def __exit__(self, *error: object) -> None:
        m = self._m
        self._apart.__exit__(*error)
        m.size, m._true, m._own = self._kept
        del m._names[self._names :]
        m.scratch_variables.remove(self._made)
        if error[0] is None and (len(m.ints) != self._ints or any(_literals_after(x, m.size) for x in m.ints)):
            raise RuntimeError(
                "rules outside the plan made a whole number, or literals of one, that the model does not know"
            )


class Snapshot:
    """The context of ``Model.snapshot``. Objects made inside it must not be used after it."""

    __slots__ = ("_kept", "_later", "_m", "_now")

    def __init__(self, m: Model) -> None:
        self._m = m
        self._kept: dict[str, Any] = {
            key: [*value] if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
            for key, value in m.__dict__.items()
            if key not in ("cache_entries", "cached_results")  # they only grow, and never change what a number means
        }
        if m._own is m.definitions:
            self._kept["_own"] = self._kept["definitions"]

    def __enter__(self) -> None:
        m = self._m
        self._now = dict(m.__dict__)
        grown = m.size > self._kept["size"]
        m.__dict__.update(self._kept)
        self._later = [(x, x._eq, x._ge, x.block) for x in m.ints if _literals_after(x, m.size)] if grown else []
        for x, *_ in self._later:
            if x.block.start > m.size:
                x._eq, x.block = None, range(0)
            if x.order_block.start > m.size:
                x._ge = None
        m._forget()

    def __exit__(self, *_: object) -> None:
        m = self._m
        for x, eq, ge, block in self._later:
            x._eq, x._ge, x.block = eq, ge, block
        m.__dict__.update(self._now)
        m._forget()


def _literals_after(x: Int, size: int) -> bool:
    """Return whether a whole number has literals with numbers above ``size``."""
    return max(x.block.start, x.order_block.start) > size
