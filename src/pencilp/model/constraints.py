"""The constraints a model is made of.

Each has ``holds(value)``: whether it is true when ``value`` maps a literal or an ``Int`` to its number. That is the
meaning against which every solver and every reformulation is tested. Constraints are plain records; what a solver takes
natively and what is reformulated first (``pencilp.model.reformulations``) is the solver's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, pairwise
from typing import Any

from pencilp.model.variables import Int, Lit, Number, Var, exact

Value = Callable[[Any], Any]
_negated = int.__neg__


class Constraint:
    """Something that must hold."""

    __slots__ = ()

    def holds(self, value: Value) -> bool:
        """Whether it is true when ``value(x)`` is the value of the literal or Int ``x``."""
        raise NotImplementedError

    def variables(self) -> Iterable[Var]:
        """The literals and Ints it speaks of."""
        raise NotImplementedError

    def parts(self) -> Iterable[Iterable[Var]]:
        """The variables in the groups in which they are close together: all of them, or those at each place of a graph."""
        return (self.variables(),)


class Clause(tuple[Lit, ...], Constraint):
    """At least one of the literals is true. A clause is the tuple of its literals: there are many, and tuples are quick."""

    __slots__ = ()

    @property
    def lits(self) -> tuple[Lit, ...]:
        """The literals."""
        return self

    def __or__(self, other: Any) -> Clause:
        return Clause((*self, *(other if isinstance(other, Clause) else (other,))))

    def holds(self, value: Value) -> bool:
        return any(value(x) for x in self)

    def variables(self) -> Iterable[Var]:
        return self


class Count(Constraint):
    """From ``low`` to ``high`` of ``lits`` are true (each literal counted as often as it is listed)."""

    __slots__ = ("high", "lits", "low")

    def __init__(self, lits: Sequence[Lit], low: int, high: int) -> None:
        self.lits, self.low, self.high = lits, low, high

    def holds(self, value: Value) -> bool:
        return bool(self.low <= sum(value(x) for x in self.lits) <= self.high)

    def variables(self) -> Iterable[Var]:
        return self.lits


class Linear(Constraint):
    """``low`` <= sum of factor * variable over ``terms`` <= ``high``; None for an open end."""

    __slots__ = ("high", "low", "terms")

    def __init__(self, terms: Sequence[tuple[Number, Var]], low: Number | None, high: Number | None) -> None:
        self.terms, self.low, self.high = terms, low, high

    def holds(self, value: Value) -> bool:
        result = sum(exact(a) * value(x) for a, x in self.terms)
        low, high = self.low, self.high
        return bool((low is None or exact(low) <= result) and (high is None or result <= exact(high)))

    def variables(self) -> Iterable[Var]:
        return [x for _, x in self.terms]


class Implies(Constraint):
    """When all of ``conditions`` are true, ``then`` holds."""

    __slots__ = ("conditions", "then")

    def __init__(self, conditions: tuple[Lit, ...], then: Constraint) -> None:
        self.conditions, self.then = conditions, then

    def holds(self, value: Value) -> bool:
        return not all(value(x) for x in self.conditions) or self.then.holds(value)

    def variables(self) -> Iterable[Var]:
        return [*self.conditions, *self.then.variables()]


class AllDifferent(Constraint):
    """No two of ``ints`` are equal."""

    __slots__ = ("ints",)

    def __init__(self, ints: Iterable[Int]) -> None:
        self.ints = tuple(ints)
        for x in self.ints:
            _ = x.eq  # its solvers' forms speak of single values, and a model must not grow while it is stated

    def holds(self, value: Value) -> bool:
        values = [value(x) for x in self.ints]
        return len(set(values)) == len(values)

    def variables(self) -> Iterable[Var]:
        return self.ints


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
        self.rows = tuple(dict.fromkeys(tuple(row) for row in possible))

    def holds(self, value: Value) -> bool:
        return tuple(int(value(x)) for x in self.xs) in self.rows

    def variables(self) -> Iterable[Var]:
        return self.xs


class Runs(Constraint):
    """The runs of true literals in the sequence ``lits`` have exactly these ``lengths``, in this order.

    None stands for a run of any length. In constraint programming it is a case of ``regular``, a word in a language.
    """

    __slots__ = ("lengths", "lits")

    def __init__(self, lits: Sequence[Lit], lengths: Iterable[int | None]) -> None:
        self.lits, self.lengths = lits, tuple(lengths)

    def holds(self, value: Value) -> bool:
        found = [sum(1 for _ in run) for true, run in groupby(map(bool, map(value, self.lits))) if true]
        return len(found) == len(self.lengths) and all(n in (None, m) for n, m in zip(self.lengths, found, strict=True))

    def variables(self) -> Iterable[Var]:
        return self.lits

    def parts(self) -> Iterable[Iterable[Var]]:
        return pairwise(self.lits)


class Reached(Constraint):
    """Every active node can be reached from an active root through active nodes along active arcs.

    ``nodes`` are literals (node i is active when it is true); ``arcs`` are (from, to, literal or None for always);
    ``roots`` are node numbers.
    """

    __slots__ = ("arcs", "nodes", "roots")

    def __init__(self, nodes: Sequence[Lit], arcs: Sequence[tuple[int, int, Lit | None]], roots: Iterable[int]) -> None:
        self.nodes, self.arcs, self.roots = nodes, arcs, tuple(roots)

    def holds(self, value: Value) -> bool:
        return not unreached(self.nodes, self.arcs, self.roots, value)

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.arcs if e is not None)]


class Flood(Constraint):
    """``flooded[i]`` is true exactly when node i is active and can be reached from an active source.

    ``nodes`` are literals, ``edges`` pairs of node numbers, usable both ways between active nodes, ``sources`` node
    numbers. It is made by ``Model.flood``: ``flooded`` are variables of their own that no other constraint defines.
    """

    __slots__ = ("edges", "flooded", "nodes", "sources")

    def __init__(
        self, flooded: Sequence[Lit], nodes: Sequence[Lit], edges: Sequence[tuple[int, int]], sources: Iterable[int]
    ) -> None:
        self.flooded, self.nodes, self.edges, self.sources = flooded, nodes, edges, tuple(sources)

    def reached(self, value: Value) -> list[int]:
        """Per node whether it is flooded: 0 or 1."""
        arcs = [(i, j, None) for a, b in self.edges for i, j in ((a, b), (b, a))]
        dry = set(unreached(self.nodes, arcs, self.sources, value))
        return [int(value(x) and i not in dry) for i, x in enumerate(self.nodes)]

    def holds(self, value: Value) -> bool:
        return list(map(value, self.flooded)) == self.reached(value)

    def variables(self) -> Iterable[Var]:
        return [*self.flooded, *self.nodes]


class Connected(Constraint):
    """The active nodes of a graph form one group, joined through active edges (none at all is allowed).

    ``nodes`` are literals; ``edges`` are (node, node, literal or None for always), usable both ways. ``roots`` is a
    promise, not a rule: when there is any active node, one of these nodes is active (default: any may be the one). The
    fewer, the quicker.
    """

    __slots__ = ("edges", "nodes", "roots")

    def __init__(
        self,
        nodes: Sequence[Lit],
        edges: Sequence[tuple[int, int, Lit | None]],
        roots: Iterable[int] | None = None,
    ) -> None:
        self.nodes, self.edges = nodes, edges
        self.roots = None if roots is None else tuple(roots)

    @property
    def arcs(self) -> list[tuple[int, int, Lit | None]]:
        """Every edge in both directions."""
        return [*self.edges, *((j, i, e) for i, j, e in self.edges)]

    def holds(self, value: Value) -> bool:
        first = next((i for i, x in enumerate(self.nodes) if value(x)), None)
        return first is None or not unreached(self.nodes, self.arcs, (first,), value)

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.edges if e is not None)]


class OneLoop(Constraint):
    """The active edges of a graph form one single closed loop, and ``nodes`` are the nodes that it passes.

    ``edges`` are (node, node, literal), ``nodes`` literals, of which the variables are this constraint's to decide where
    no other one defines them. ``roots`` as in ``Connected``: one of these nodes is passed. ``places`` are those of the
    nodes, for the names of rows.
    """

    __slots__ = ("edges", "nodes", "places", "roots")

    def __init__(
        self,
        nodes: Sequence[Lit],
        edges: Sequence[tuple[int, int, Lit]],
        roots: Iterable[int] | None = None,
        places: Sequence[Any] | None = None,
    ) -> None:
        self.nodes, self.edges, self.places = nodes, edges, places
        self.roots = None if roots is None else tuple(roots)

    @property
    def edges_at(self) -> list[list[Lit]]:
        """Per node the literals of its edges."""
        result: list[list[Lit]] = [[] for _ in self.nodes]
        for i, j, e in self.edges:
            result[i].append(e)
            result[j].append(e)
        return result

    def passed(self, value: Value) -> list[int]:
        """Per node whether an active edge is at it: 0 or 1."""
        return [int(any(map(value, edges))) for edges in self.edges_at]

    def branching(self, value: Value) -> list[int]:
        """The nodes with another number of active edges than two if they are passed, none if not."""
        return [
            i
            for i, (x, edges) in enumerate(zip(self.nodes, self.edges_at, strict=True))
            if sum(map(value, edges)) != 2 * value(x)
        ]

    def joined(self, value: Value) -> bool:
        """Whether there are active edges, and all of them hang together."""
        active = [(i, j) for i, j, e in self.edges if value(e)]
        arcs = [arc for i, j in active for arc in ((i, j, None), (j, i, None))]
        return bool(active) and not unreached(self.passed(value), arcs, active[0], bool)  # type: ignore[arg-type]

    def holds(self, value: Value) -> bool:
        return self.joined(value) and not self.branching(value)

    def variables(self) -> Iterable[Var]:
        return [*self.nodes, *(e for _, _, e in self.edges)]

    def parts(self) -> Iterable[Iterable[Var]]:
        return self.edges_at


class Lazy(Constraint):
    """A rule stated only where an answer breaks it.

    ``violated(value)`` looks at a complete answer and returns constraints that hold in every right answer and exclude
    this one, or nothing when the rule holds; they may only use existing variables (or Ints' existing literals).
    ``over`` lists the variables it reads.
    """

    __slots__ = ("over", "violated")

    def __init__(self, over: Sequence[Var], violated: Callable[[Value], list[Constraint]]) -> None:
        self.over, self.violated = over, violated

    def holds(self, value: Value) -> bool:
        return not self.violated(value)

    def variables(self) -> Iterable[Var]:
        return self.over


class Implied(Constraint):
    """A rule that follows from the others: solvers leave it out, ``check`` looks at it to say what is wrong, and where.

    It is for genres that state their rules through auxiliary variables (placements, owners): there a wrong answer would
    be refused in terms that nobody has drawn. ``faults(value)`` looks at a finished answer and returns the places where
    the rule is broken, as ``Model.require`` takes them. ``over`` lists the answer variables it reads.
    """

    __slots__ = ("faults", "over")

    def __init__(self, over: Sequence[Var], faults: Callable[[Value], Sequence[Any]]) -> None:
        self.over, self.faults = over, faults

    def holds(self, value: Value) -> bool:
        return not self.faults(value)

    def variables(self) -> Iterable[Var]:
        return self.over


def unreached(
    nodes: Sequence[Lit], arcs: Iterable[tuple[int, int, Lit | None]], roots: Iterable[int], value: Value
) -> list[int]:
    """The active nodes that cannot be reached from an active root."""
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


# -- the words in which rules are written ---------------------------------------------------------------------------


def exactly(count: int, lits: Sequence[Lit]) -> Count:
    """``count`` of the literals are true."""
    return Count(lits, count, count)


def at_least(count: int, lits: Sequence[Lit]) -> Constraint:
    """``count`` or more of the literals are true."""
    return Clause(lits) if count == 1 else Count(lits, count, len(lits))


def at_most(count: int, lits: Sequence[Lit]) -> Count:
    """``count`` or fewer of the literals are true."""
    return Count(lits, 0, count)


def between(low: int, high: int, lits: Sequence[Lit]) -> Count:
    """From ``low`` to ``high`` of the literals are true."""
    return Count(lits, low, high)


def any_of(lits: Iterable[Lit]) -> Clause:
    """At least one of the literals is true."""
    return Clause(lits)


def not_all(lits: Iterable[Lit]) -> Clause:
    """At least one of the literals is false."""
    return Clause(map(Lit, map(_negated, lits)))


def none_of(lits: Sequence[Lit]) -> Count:
    """None of the literals is true."""
    return Count(lits, 0, 0)


def implies(conditions: tuple[Lit, ...], then: Any) -> Constraint:
    """When all ``conditions`` are true, ``then`` (a literal or a constraint) holds."""
    if isinstance(then, Lit):
        return Clause((*map(Lit, map(_negated, conditions)), then))
    if isinstance(then, Clause):
        return Clause((*map(Lit, map(_negated, conditions)), *then.lits))
    if isinstance(then, Implies):
        return Implies(conditions + then.conditions, then.then)
    if not isinstance(then, Constraint):
        raise TypeError(
            f"{then!r} is not a constraint (== between two literals compares them; see pencilp.model.variables)"
        )
    return Implies(conditions, then)
