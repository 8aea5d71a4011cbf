"""The constraints of models.

Each has a method ``holds(value)``: whether it is true if ``value`` maps each literal or ``Int`` to its number. That is
the meaning against which every solver and every reformulation is tested. Constraints are plain records with their own
copies of the lists they are made from. Each solver decides which constraints it accepts as they are and which are
reformulated first (``pencilp.reformulate.linear``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from pencilp._util.cache import Cache
from pencilp._util.parse_number import digits
from pencilp.model.variables import Int, Lit, Number, Var, exact, nothing

if TYPE_CHECKING:
    from pencilp.model.show import Wording
    from pencilp.model.structures import Structure

_State = TypeVar("_State")
Value = Callable[[Any], Any]
Counted = Callable[[Sequence[Lit], int], str]


class Constraint:
    """A condition on variables."""

    __slots__ = ()
    asked = True
    """Whether ``check`` asks a solver if this can hold on its own when an answer leaves its variables open."""
    has_excluded_values = False
    """Whether it has a method ``excluded_values`` that yields values, each with numbers that cannot have it."""

    __bool__ = nothing("a constraint is neither true nor false before it is solved: require it")
    __and__ = nothing("'and' of constraints: require both, or write all_hold([a, b])")
    __or__ = __ror__ = nothing(
        "'or' joins literals, not constraints: define one (m.all_of, m.any_of, m.count_of, m.equal)"
    )
    __invert__ = nothing("the opposite of a constraint: only literals have one (~x)")
    __rshift__ = nothing("only literals imply: write m.any_of((a, b)) >> c, m.all_of((a, b)) >> c")
    __add__ = __sub__ = __rsub__ = __mul__ = __rmul__ = nothing(
        "a constraint has no value to count with: define a literal (m.all_of, m.any_of, m.count_of, m.equal)"
    )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.__getstate__().items())})"

    def __getstate__(self) -> dict[str, Any]:
        """Return the slots for a copy, without those that a class computes by a property."""
        kind = type(self)
        names = [name for each in reversed(kind.__mro__) for name in each.__dict__.get("__slots__", ())]
        stored = [name for name in names if not isinstance(getattr(kind, name), property)]
        return {name: getattr(self, name) for name in stored if hasattr(self, name)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def n(self) -> int:
        """Raise TypeError: only literals have a number, and a constraint is no literal."""
        raise TypeError(
            "a constraint stands where a literal is needed: define one (m.all_of, m.any_of, m.count_of, m.equal)"
        )

    def holds(self, value: Value) -> bool:
        """Return whether it is true if ``value(x)`` is the value of each literal or Int ``x``."""
        raise NotImplementedError

    def faults(self, value: Value, at: Any) -> list[Any]:
        """Return the places at which a finished answer breaks it. ``at`` is the place of its rule."""
        return [] if self.holds(value) else [at]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        """Return the fault at the place ``at`` in words: "3 shaded cells instead of 2".

        Return "" if words add nothing. ``counted(lits, n)`` is the text for ``n`` true literals of ``lits``. Raise
        KeyError for undecided variables.
        """
        return ""

    def impossible(self) -> str:
        """Return in words why no values satisfy it. Return "" if some may, or if only a search could find this."""
        return ""

    def certain_faults(self, value: Value, counted: Counted) -> list[tuple[Sequence[Var], str]]:
        """Return faults that remain for all values of the undecided variables: variables, and their fault in words.

        ``value`` raises KeyError for an undecided variable. The list is empty if the decided variables break nothing,
        or if only a search could find the fault. No variables in a fault mean that the wrong ones are unknown.
        ``counted`` is that of ``instead``.
        """
        return []

    def text(self, words: Wording) -> str:
        """Return it in words: by default the first sentence of the docstring of its class."""
        return words.described(self)

    def variables(self) -> Iterable[Var]:
        """Return its literals and Ints."""
        raise NotImplementedError

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        """Return groups of related variables: all of them, or those at each node if it is about a graph."""
        return (self.variables(),)


class Clause(tuple[Lit, ...], Constraint):
    """At least one of the literals is true. A clause is the tuple of its literals, because tuples are fast."""

    __slots__ = ()

    @property
    def lits(self) -> tuple[Lit, ...]:
        """The literals."""
        return self

    def __or__(self, other: Any) -> Clause:
        if not isinstance(other, (Clause, Lit)):
            raise TypeError(f"'or' joins literals, not {other!r}: define one (m.all_of, m.any_of, m.count_of, m.equal)")
        return Clause((*self, *(other if isinstance(other, Clause) else (other,))))

    __ror__ = __or__

    # the operators of tuples mean something else
    __bool__, __add__, __mul__, __rmul__ = (
        Constraint.__bool__,
        Constraint.__add__,
        Constraint.__mul__,
        Constraint.__rmul__,
    )

    def holds(self, value: Value) -> bool:
        return any(value(x) for x in self)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        # no literal is true, so all opposites are: describe those that the answer shows, not those that it lacks
        if len(self) == 0:
            return ""
        words = counted(self, 0) if self[0].n > 0 else counted([~x for x in self], len(self))
        return "" if digits(words) is not None else words

    def variables(self) -> Iterable[Var]:
        return self

    def text(self, words: Wording) -> str:
        return " or ".join(map(words.name, self.lits)) or "never"


class Count(Constraint):
    """From ``low`` to ``high`` of ``lits`` are true (each literal counted as often as it is listed)."""

    __slots__ = ("high", "lits", "low")

    def __init__(self, lits: Iterable[Lit], low: int, high: int) -> None:
        if not type(low) is type(high) is int:
            low, high = whole_count(low), whole_count(high)
        if lits.__class__ is Clause:
            raise TypeError(NO_LIST)
        self.lits, self.low, self.high = tuple(lits), low, high

    def holds(self, value: Value) -> bool:
        return bool(self.low <= sum(value(x) for x in self.lits) <= self.high)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        true = sum(value(x) for x in self.lits)
        return outside(counted(self.lits, true), true, self.low, min(self.high, len(self.lits)))

    def certain_faults(self, value: Value, counted: Counted) -> list[tuple[Sequence[Var], str]]:
        values = [decided(value, x) for x in self.lits]
        true, most = values.count(1), len(values) - values.count(0)
        if true > self.high:
            return [((), outside(counted(self.lits, true), true, self.low, self.high))]
        if most < self.low:
            text = outside(counted(self.lits, most), most, self.low, min(self.high, len(values)))
            return [((), text if None not in values else f"room for {text}")]
        return []

    def variables(self) -> Iterable[Var]:
        return self.lits

    def text(self, words: Wording) -> str:
        n, lits = len(self.lits), words.list(self.lits)
        if self.low == self.high:
            return (
                f"none of {lits}"
                if self.high == 0
                else f"all of {lits}"
                if self.low == n
                else f"exactly {self.low} of {lits}"
            )
        if self.low <= 0:
            return f"at most {self.high} of {lits}"
        return f"at least {self.low} of {lits}" if self.high >= n else f"{self.low} to {self.high} of {lits}"


def decided(value: Value, x: Var) -> int | None:
    """Return the value of a variable, or None if it is undecided."""
    try:
        return int(value(x))
    except KeyError:
        return None


TIMES = {2: "twice", 3: "three times"}
"""Multiples in words."""


def outside(text: str, count: int, low: int, high: int) -> str:
    """Return the words for a number ``count`` that is not from ``low`` to ``high``. ``text`` is its text."""
    if low == high:
        return f"{text} instead of {low}"
    return f"{text} instead of {high} at most" if count > high else f"{text} instead of {low} at least"


NO_LIST = "a clause is one constraint, not a list of literals: write (a, b) for a | b"


def whole_count(count: Any) -> int:
    """Return a count as an int, also one of another library. Raise TypeError for anything else, such as 2.0."""
    try:
        return index(count)
    except TypeError:
        raise TypeError(f"how many literals are true is a whole number, not {count!r}") from None


class Linear(Constraint):
    """``low`` <= sum of factor * variable over ``terms`` <= ``high``; None for an open end."""

    __slots__ = ("high", "low", "terms")

    def __init__(self, terms: Iterable[tuple[Number, Var]], low: Number | None, high: Number | None) -> None:
        self.terms, self.low, self.high = tuple(terms), low, high

    def holds(self, value: Value) -> bool:
        result = sum(exact(a) * value(x) for a, x in self.terms)
        low, high = self.low, self.high
        return bool((low is None or exact(low) <= result) and (high is None or result <= exact(high)))

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        # people add up values and their multiples; the amount of a difference does not help them
        if self.low is None or self.low != self.high or any(a <= 0 or a % 1 for a, _ in self.terms):
            return ""
        result = sum(int(a) * value(x) for a, x in self.terms)
        return f"{result} instead of {self.low}"

    def variables(self) -> Iterable[Var]:
        return [x for _, x in self.terms]

    def text(self, words: Wording) -> str:
        middle = words.sum(self.terms)
        if self.low == self.high and self.low is not None:
            return f"{middle} = {words.number(self.low)}"
        left = "" if self.low is None or self.high is None else f"{words.number(self.low)} <= "
        if self.high is not None:
            return f"{left}{middle} <= {words.number(self.high)}"
        return middle if self.low is None else f"{middle} >= {words.number(self.low)}"


class Implies(Constraint):
    """If all of ``conditions`` are true, ``then`` holds."""

    __slots__ = ("conditions", "then")

    def __init__(self, conditions: tuple[Lit, ...], then: Constraint | Lit) -> None:
        self.conditions = conditions
        self.then: Constraint = Clause((then,)) if isinstance(then, Lit) else then

    def holds(self, value: Value) -> bool:
        return not all(value(x) for x in self.conditions) or self.then.holds(value)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return self.then.instead(value, at, counted)

    def certain_faults(self, value: Value, counted: Counted) -> list[tuple[Sequence[Var], str]]:
        return self.then.certain_faults(value, counted) if all(decided(value, x) for x in self.conditions) else []

    def variables(self) -> Iterable[Var]:
        return [*self.conditions, *self.then.variables()]

    def text(self, words: Wording) -> str:
        return f"{' and '.join(map(words.name, self.conditions))} -> {words.constraint(self.then)}"


class AllDifferent(Constraint):
    """No two of ``ints`` are equal."""

    __slots__ = ("ints",)

    def __init__(self, ints: Iterable[Int]) -> None:
        self.ints = tuple(ints)
        try:
            for x in self.ints:
                _ = x.eq  # solvers need these literals, and a model must not grow while it is stated
        except AttributeError:
            raise TypeError(
                f"only whole numbers (m.integer) can be all different, not {x!r}: for an expression make a whole number n, and "
                "require n == 2 * x + y"
            ) from None

    def holds(self, value: Value) -> bool:
        values = [value(x) for x in self.ints]
        return len(set(values)) == len(values)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return " and ".join(text for _, text in self.certain_faults(value, counted))

    def certain_faults(self, value: Value, counted: Counted) -> list[tuple[Sequence[Var], str]]:
        equal: dict[int, list[Int]] = {}
        for x in self.ints:
            if (v := decided(value, x)) is not None:
                equal.setdefault(v, []).append(x)
        return [(xs, f"{v} {TIMES.get(n, f'{n} times')}") for v, xs in sorted(equal.items()) if (n := len(xs)) > 1]

    def variables(self) -> Iterable[Var]:
        return self.ints

    def text(self, words: Wording) -> str:
        return f"{words.list(self.ints)} are all different"


class MayTake(Constraint):
    """Each value is taken only by some of ``ints``, which all have the same values.

    ``takers[k]`` is the set of numbers that may take the k-th value: it has the bit 1 << i if ``ints[i]`` may.
    """

    __slots__ = ("ints", "takers")

    def __init__(self, ints: Sequence[Int], takers: Sequence[int]) -> None:
        self.ints, self.takers = ints, takers
        for x in ints:
            _ = x.eq  # as in AllDifferent

    def holds(self, value: Value) -> bool:
        return all(self.takers[x.values.index(value(x))] >> k & 1 for k, x in enumerate(self.ints))

    def variables(self) -> Iterable[Var]:
        return self.ints

    def excluded(self) -> list[Lit]:
        """Return the literals of the values that may not be taken."""
        return [
            lit
            for k, x in enumerate(self.ints)
            for lit, takers in zip(x.eq, self.takers, strict=True)
            if not takers >> k & 1
        ]


class Table(Constraint):
    """The values of ``variables``, in their order, are one of ``rows``.

    Rows with values that a variable cannot take are dropped.
    """

    __slots__ = ("rows", "xs")

    def __init__(self, variables: Iterable[Var], rows: Iterable[Sequence[int]]) -> None:
        self.xs = tuple(variables)
        for x in self.xs:
            if isinstance(x, Int):
                _ = x.eq  # as in AllDifferent
        domains = [x.values if isinstance(x, Int) else range(2) for x in self.xs]
        possible = (row for row in rows if all(v in domain for v, domain in zip(row, domains, strict=True)))
        self.rows = tuple(dict.fromkeys(tuple(map(int, row)) for row in possible))

    def holds(self, value: Value) -> bool:
        return tuple(int(value(x)) for x in self.xs) in self.rows

    def variables(self) -> Iterable[Var]:
        return self.xs

    def text(self, words: Wording) -> str:
        return words.one_of(self.xs, [f"({', '.join(map(str, row))})" for row in self.rows])


class Runs(Constraint):
    """The runs of true literals in the sequence ``lits`` have exactly these ``lengths``, in this order.

    None stands for a run of any length. It is a special case of ``regular`` in constraint programming. Raise ValueError
    for a length that is no whole number from 1 on.
    """

    __slots__ = ("lengths", "lits")

    def __init__(self, lits: Iterable[Lit], lengths: Iterable[int | None]) -> None:
        self.lits = tuple(lits)
        self.lengths = tuple([n if n is None else _length(n) for n in lengths])

    def found(self, value: Value) -> list[int]:
        """Return the lengths of the runs of true literals."""
        return [sum(1 for _ in run) for true, run in groupby(map(bool, map(value, self.lits))) if true]

    def holds(self, value: Value) -> bool:
        lengths = self.found(value)
        return len(lengths) == len(self.lengths) and all(
            n in (None, m) for n, m in zip(self.lengths, lengths, strict=True)
        )

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        lengths = self.found(value)
        wanted = " ".join("?" if n is None else str(n) for n in self.lengths)
        return f"{' '.join(map(str, lengths)) or 'none'} instead of {wanted or 'none'}"

    def variables(self) -> Iterable[Var]:
        return self.lits

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return pairwise(self.lits)

    def text(self, words: Wording) -> str:
        lengths = ", ".join("any" if n is None else str(n) for n in self.lengths)
        return f"runs of {lengths or 'no'} length{'s' * (len(self.lengths) > 1)} in {words.short(self.lits)}"


def _length(run: Any) -> int:
    if not hasattr(run, "__index__") or run < 1:
        raise ValueError(f"the length of a run is a whole number from 1 on, or None for any, not {run!r}")
    return index(run)


class Reached(Constraint):
    """Every active node can be reached from an active root through active nodes along active arcs.

    ``nodes`` are literals (node i is active when it is true); ``arcs`` are (from, to, literal or None for always);
    ``roots`` are node numbers. ``places`` names the nodes for people; ``of`` is the structure it belongs to, if any.
    ``decided_by`` is for rules that are rarely broken: variables that determine all nodes and arcs. A search may then
    leave out the rule until an answer breaks it. ``steps`` is the number of steps within which each node is reached, if
    other rules limit it; slow searches may use that. Raise ValueError for an unknown node number.
    """

    __slots__ = ("arcs", "decided_by", "nodes", "of", "places", "roots", "steps")

    def __init__(
        self,
        nodes: Iterable[Lit],
        arcs: Iterable[tuple[int, int, Lit | None]],
        roots: Iterable[int],
        *,
        places: Sequence[Any] | None = None,
        of: Structure | None = None,
        decided_by: Sequence[Var] | None = None,
        steps: int | None = None,
    ) -> None:
        self.nodes, self.arcs, self.roots = tuple(nodes), tuple(arcs), tuple(roots)
        self.places, self.of, self.decided_by, self.steps = places, of, decided_by, steps
        numbered(len(self.nodes), self.arcs, self.roots)

    def holds(self, value: Value) -> bool:
        return not unreached(self.nodes, self.arcs, self.roots, value)

    def faults(self, value: Value, at: Any) -> list[Any]:
        wrong = unreached(self.nodes, self.arcs, self.roots, value)
        return [] if not wrong else [at if self.places is None else tuple(self.places[i] for i in wrong)]

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.arcs if e is not None)]

    def text(self, words: Wording) -> str:
        roots = words.short([self.nodes[r] for r in self.roots])
        return f"reached from {roots or 'nowhere'}: {words.short(self.nodes)}"


class Flood(Constraint):
    """``flooded[i]`` is true exactly when node i is active and can be reached from an active source.

    ``nodes`` are literals, ``edges`` are (node, node, literal or None for always), usable both ways between active
    nodes, ``sources`` node numbers. It is made by ``Model.flood``. ``flooded`` are new variables without any other
    definition.
    """

    __slots__ = ("edges", "flooded", "nodes", "sources")

    def __init__(
        self,
        flooded: Sequence[Lit],
        nodes: Iterable[Lit],
        edges: Iterable[tuple[int, int, Lit | None]],
        sources: Iterable[int],
    ) -> None:
        self.flooded, self.nodes, self.edges, self.sources = flooded, tuple(nodes), tuple(edges), tuple(sources)
        numbered(len(self.nodes), self.edges, self.sources)

    @property
    def arcs(self) -> list[tuple[int, int, Lit | None]]:
        """Every edge in both directions."""
        return [*self.edges, *((j, i, e) for i, j, e in self.edges)]

    def reached(self, value: Value) -> list[int]:
        """Return for each node whether it is flooded: 0 or 1."""
        dry = set(unreached(self.nodes, self.arcs, self.sources, value))
        return [int(value(x) and i not in dry) for i, x in enumerate(self.nodes)]

    def holds(self, value: Value) -> bool:
        return list(map(value, self.flooded)) == self.reached(value)

    def variables(self) -> Iterable[Var]:
        return [*self.flooded, *self.nodes, *(e for _, _, e in self.edges if e is not None)]

    def text(self, words: Wording) -> str:
        sources = words.short([self.nodes[s] for s in self.sources])
        return f"{words.short(self.flooded)} are those of {words.short(self.nodes)} reached from {sources or 'nowhere'}"


class FixedEdges(tuple[tuple[int, int, Lit | None], ...]):
    """The fixed edges of a graph of ``nodes`` nodes, validated once for all constraints about the graph.

    ``cache`` holds results of solvers under keys of their own.
    """

    nodes: int
    cache: Cache

    def __new__(cls, nodes: int, pairs: Iterable[tuple[int, int]]) -> FixedEdges:
        self = super().__new__(cls, [(a, b, None) for a, b in pairs])
        numbered(nodes, self)
        self.nodes, self.cache = nodes, Cache()
        return self

    def __reduce__(self) -> Any:
        return FixedEdges, (self.nodes, [(a, b) for a, b, _ in self])


class Connected(Constraint):
    """The active nodes of a graph form one group, joined through active edges (none at all is allowed).

    ``nodes`` are literals; ``edges`` are (node, node, literal or None for always), usable both ways. ``places`` names
    the nodes for people; ``of`` is the structure it belongs to, if any. Raise ValueError for an unknown node number.

    ``first`` is an optional constraint that follows from this one and the other rules. Few answers satisfy it and the
    other rules without being connected. So a solver may state it instead, and add cuts against such answers when it
    finds them.
    """

    __slots__ = ("edges", "first", "nodes", "of", "places")

    def __init__(
        self,
        nodes: Iterable[Lit],
        edges: Iterable[tuple[int, int, Lit | None]],
        *,
        places: Sequence[Any] | None = None,
        of: Structure | None = None,
        first: Constraint | None = None,
    ) -> None:
        self.nodes, self.places, self.of, self.first = tuple(nodes), places, of, first
        self.edges: tuple[tuple[int, int, Lit | None], ...] = edges if edges.__class__ is FixedEdges else tuple(edges)  # type: ignore[assignment]
        if edges.__class__ is not FixedEdges or edges.nodes != len(self.nodes):  # type: ignore[attr-defined]
            numbered(len(self.nodes), self.edges)

    @property
    def arcs(self) -> list[tuple[int, int, Lit | None]]:
        """Every edge in both directions."""
        return [*self.edges, *((j, i, e) for i, j, e in self.edges)]

    def holds(self, value: Value) -> bool:
        return len(self._groups(value)) < 2

    def faults(self, value: Value, at: Any) -> list[Any]:
        groups = sorted(self._groups(value), key=len)
        if len(groups) < 2 or self.places is None:
            return [at] if len(groups) > 1 else []
        return [tuple(self.places[i] for group in groups[:-1] for i in sorted(group))]

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        return "" if self.places is None else "cut off from the rest"

    def _groups(self, value: Value) -> list[set[int]]:
        left = {i for i, x in enumerate(self.nodes) if value(x)}
        arcs, groups = self.arcs, []
        while left:
            rest = set(unreached(self.nodes, arcs, (min(left),), value)) & left
            groups.append(left - rest)
            left = rest
        return groups

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.edges if e is not None)]

    def text(self, words: Wording) -> str:
        return f"one connected group among {words.short(self.nodes)}"


class OneLoop(Constraint):
    """The active edges of a graph form one single closed loop, and ``nodes`` are the nodes that it passes.

    ``edges`` are (node, node, literal), ``nodes`` literals. This constraint decides their variables if nothing else
    defines them. ``places`` are those of the nodes, for the names of rows. ``cache`` holds results of solvers for the
    graph if many loops share it.
    """

    __slots__ = ("cache", "edges", "nodes", "places")

    def __init__(
        self,
        nodes: Iterable[Lit],
        edges: Iterable[tuple[int, int, Lit]],
        places: Sequence[Any] | None = None,
        cache: Cache | None = None,
    ) -> None:
        self.nodes, self.edges, self.places, self.cache = tuple(nodes), tuple(edges), places, cache
        numbered(len(self.nodes), self.edges)

    @property
    def edges_at(self) -> list[list[Lit]]:
        """The literals of the edges at each node."""
        result: list[list[Lit]] = [[] for _ in self.nodes]
        for i, j, e in self.edges:
            result[i].append(e)
            result[j].append(e)
        return result

    def passed(self, value: Value) -> list[int]:
        """Return for each node whether it has an active edge: 0 or 1."""
        return [int(any(map(value, edges))) for edges in self.edges_at]

    def branching(self, value: Value) -> list[int]:
        """Return the nodes with a wrong number of active edges. Two are right at a passed node, none elsewhere."""
        return [
            i
            for i, (x, edges) in enumerate(zip(self.nodes, self.edges_at, strict=True))
            if sum(map(value, edges)) != 2 * value(x)
        ]

    def joined(self, value: Value) -> bool:
        """Return whether there are active edges and all of them are connected."""
        active = [(i, j) for i, j, e in self.edges if value(e)]
        arcs = [arc for i, j in active for arc in ((i, j, None), (j, i, None))]
        return bool(active) and not unreached(self.passed(value), arcs, active[0], bool)  # type: ignore[arg-type]

    def holds(self, value: Value) -> bool:
        return self.joined(value) and not self.branching(value)

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.edges)]

    def variable_groups(self) -> Iterable[Iterable[Var]]:
        return self.edges_at

    def text(self, words: Wording) -> str:
        return f"one single loop of {words.short([e for _, _, e in self.edges])}"


class And(Constraint):
    """All of ``parts`` hold: one instance of a rule that needs several constraints.

    ``helpers`` follow from the parts. They only help a search, and are stated if no rule can be switched off. ``fault_text``
    is the text of the fault of an answer that breaks it; by default it comes from a part.
    """

    __slots__ = ("fault_text", "helpers", "parts")

    def __init__(
        self, parts: Iterable[Constraint | Lit], helpers: Iterable[Constraint | Lit] = (), fault_text: str = ""
    ) -> None:
        self.parts, self.helpers, self.fault_text = tuple(parts), tuple(helpers), fault_text

    def holds(self, value: Value) -> bool:
        return all(value(part) if isinstance(part, Lit) else part.holds(value) for part in self.parts)

    def instead(self, value: Value, at: Any, counted: Counted) -> str:
        if self.fault_text:
            return self.fault_text
        parts = [part for part in self.parts if not isinstance(part, Lit) and not part.holds(value)]
        return next(filter(None, (part.instead(value, at, counted) for part in parts)), "")

    def certain_faults(self, value: Value, counted: Counted) -> list[tuple[Sequence[Var], str]]:
        found = [
            fault for part in self.parts if not isinstance(part, Lit) for fault in part.certain_faults(value, counted)
        ]
        return [(xs, self.fault_text or text) for xs, text in found[:1]]

    def variables(self) -> Iterable[Var]:
        return [x for part in self.parts for x in ((part,) if isinstance(part, Lit) else part.variables())]

    def text(self, words: Wording) -> str:
        return "; ".join(map(words.constraint, self.parts)) or "always"


class Lazy(Constraint):
    """A rule that is stated only when an answer breaks it.

    ``violated(value)`` looks at a complete answer and returns constraints that hold in every right answer and exclude
    this one, or nothing if the rule holds; they may only use existing variables (or Ints' existing literals). ``over``
    lists the variables it reads.
    """

    __slots__ = ("over", "violated")

    def __init__(self, over: Sequence[Var], violated: Callable[[Value], list[Constraint]]) -> None:
        self.over, self.violated = over, violated

    def holds(self, value: Value) -> bool:
        return not self.violated(value)

    def variables(self) -> Iterable[Var]:
        return self.over

    def text(self, words: Wording) -> str:
        return f"stated only where broken, over {words.short(self.over)}"


def numbered(count: int, edges: Sequence[tuple[int, int, Any]], nodes: Sequence[int] = ()) -> None:
    """Raise ValueError if an end of ``edges``, or one of ``nodes``, is not the number of one of ``count`` nodes."""
    ends: tuple[tuple[int, ...], ...] = ()
    if edges:
        try:
            a, b, _ = zip(*edges, strict=True)
        except ValueError:
            raise ValueError(f"an edge is (node, node, literal or None), as in {edges[0]!r}") from None
        ends = (a, b)
    for numbers in (*ends, nodes):
        if numbers and (min(numbers) < 0 or max(numbers) >= count):
            wrong = next(i for i in numbers if not 0 <= i < count)
            raise ValueError(
                f"there is no node {wrong}: " + (f"they are numbered from 0 to {count - 1}" if count else "there are none")
                + " (-1, where a step leads nowhere, is to be left out)" * (wrong == -1)
            )  # fmt: skip


def unreached(
    nodes: Sequence[Lit], arcs: Iterable[tuple[int, int, Lit | None]], roots: Iterable[int], value: Value
) -> list[int]:
    """Return the active nodes that cannot be reached from an active root."""
    active = {i for i, x in enumerate(nodes) if value(x)}
    onward: dict[int, list[int]] = {}
    for i, j, e in arcs:
        if i in active and j in active and (e is None or value(e)):
            onward.setdefault(i, []).append(j)
    stack = [i for i in roots if i in active]
    seen = set(stack)
    while stack:
        for j in onward.get(stack.pop(), ()):
            if j not in seen:
                seen.add(j)
                stack.append(j)
    return sorted(active - seen)


def flooded(starts: Iterable[_State], steps: Iterable[tuple[_State, _State]], active: Value) -> set[_State]:
    """Return the active states that can be reached from active ``starts`` along ``steps`` in both directions."""
    around: dict[_State, list[_State]] = {}
    for a, b in steps:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    stack = [state for state in starts if active(state)]
    seen = set(stack)
    while stack:
        for state in around.get(stack.pop(), ()):
            if state not in seen and active(state):
                seen.add(state)
                stack.append(state)
    return seen


# -- functions that make constraints --------------------------------------------------------------------------------


def exactly(count: int, lits: Iterable[Lit]) -> Count:
    """Return the constraint that exactly ``count`` of the literals are true."""
    return Count(lits, count, count)


def at_least(count: int, lits: Iterable[Lit]) -> Constraint:
    """Return the constraint that ``count`` or more of the literals are true."""
    lits = lits if lits.__class__ is Clause else tuple(lits)
    return Clause(lits) if count == 1 and lits.__class__ is tuple else Count(lits, count, len(lits))


def at_most(count: int, lits: Iterable[Lit]) -> Count:
    """Return the constraint that ``count`` or fewer of the literals are true."""
    return Count(lits, 0, count)


def between(low: int, high: int, lits: Iterable[Lit]) -> Count:
    """Return the constraint that from ``low`` to ``high`` of the literals are true."""
    return Count(lits, low, high)


def any_of(lits: Iterable[Lit]) -> Clause:
    """Return the constraint that at least one of the literals is true."""
    return Clause(lits)


impossible = Clause(())
"""The constraint that never holds: the empty clause."""


def not_all(lits: Iterable[Lit]) -> Clause:
    """Return the constraint that at least one of the literals is false."""
    if lits.__class__ is Clause:
        raise TypeError(NO_LIST)
    return Clause([~x for x in lits])


def none_of(lits: Iterable[Lit]) -> Count:
    """Return the constraint that none of the literals is true."""
    return Count(lits, 0, 0)


def all_hold(
    constraints: Iterable[Constraint | Lit], helpers: Iterable[Constraint | Lit] = (), fault_text: str = ""
) -> Constraint | Lit:
    """Return the constraint that all ``constraints`` hold.

    ``helpers`` follow from them, and only help a search. ``fault_text`` is as in ``And``.
    """
    parts, also = list(constraints), list(helpers)
    return parts[0] if len(parts) == 1 and not also and not fault_text else And(parts, also, fault_text)


def implies(conditions: tuple[Lit, ...], then: Any) -> Constraint:
    """Return the constraint that ``then``, a literal or a constraint, holds if all ``conditions`` are true."""
    if then.__class__ is Lit:
        return Clause((*[~x for x in conditions], then))
    if isinstance(then, Clause):
        return Clause((*[~x for x in conditions], *then))
    if isinstance(then, Implies):
        return Implies(conditions + then.conditions, then.then)
    if not isinstance(then, Constraint):
        raise TypeError(f"{then!r} is not a constraint")
    return Implies(conditions, then)
