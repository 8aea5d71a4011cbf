"""Structures: objects that several rules of a model are about, such as a loop or the regions of a board.

A genre module states each rule about a structure on its own, with a text. Such a rule is a ``StructureRule``. It has a
meaning (``holds``) and a *decomposition* into simpler constraints with the same meaning. Auxiliary variables of the
decomposition get their values by definitions, so a rule that is switched off restricts nothing. A solver that gets all
rules of a structure together uses a faster form instead (``pencilp.reformulate.fast``).
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING, Any

# the order of imports is explained in pencilp._util.cache
from weakref import ref

from pencilp._util.cache import Cache
from pencilp.model.constraints import And, Clause, Constraint, Count, Implies, Linear, exactly, implies
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule, Solution


class Structure:
    """An object that several rules are about. The constructor adds it to ``m.structures``.

    It refers to its model weakly, so Python frees an unused model at once, without waiting for the garbage collector.
    """

    def __init__(self, m: Model) -> None:
        self._belongs_to(m)
        m.structures.append(self)

    @property
    def m(self) -> Model:
        """The model. Raise ReferenceError if it no longer exists."""
        model = self._m()
        if model is None:
            raise ReferenceError(
                "the model of this structure no longer exists: keep a reference to it as long as you use its structures"
            )
        return model

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_m": self._m()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._belongs_to(state["_m"])

    def _belongs_to(self, m: Model) -> None:
        self._m = ref(m)

    def place_of(self, node: int) -> Any:
        """Return the place of the board at which a node of the structure lies: a cell, or several."""
        return node

    def reset(self) -> None:
        """Drop the literals that were made for one statement of the model."""

    def assign_free(self, value: Solution) -> bool:
        """Add values of the structure's free variables to the answer ``value``. Return whether there were any.

        A free variable is one that no answer layer fixes. If the answer decides the structure's rules, the values break
        as few of them as possible. Variables that the answer does not decide stay open.
        """
        return False


class StructureRule(Constraint):
    """A rule about the structure ``of``."""

    __slots__ = ("of",)

    def __init__(self, of: Structure) -> None:
        self.of = of

    def decomposed(self) -> Sequence[Constraint | Lit]:
        """Return simpler constraints that are together equivalent, over these and newly defined variables."""
        raise NotImplementedError

    def clashing(self, true: Set[int]) -> Sequence[Sequence[int]]:
        """Return the groups of nodes that break the rule if the literals ``true`` hold; none if no groups do."""
        return ()


class RuleFamily(Constraint):
    """Many instances of one rule, such as one for every cell: ``parts`` are constraints or literals, ``at`` their places.

    It is made faster than single rules, and a fast form sees at once that the rule holds everywhere. ``of`` is the
    structure that the rules are about, or None.
    """

    __slots__ = ("at", "of", "parts")
    is_basic = False
    """Whether every solver accepts the parts as they are, because none is a rule about a structure."""
    parts: Sequence[Any]
    at: Sequence[Any]

    def __init__(self, parts: Sequence[Any], at: Sequence[Any], of: Structure | None = None) -> None:
        self.parts, self.at, self.of = parts, at, of

    def example(self) -> Any:
        """Return the middle one of the parts as an example, or None if there are no parts."""
        return self.parts[len(self.parts) // 2] if len(self.parts) else None

    def decomposed_together(self) -> CachedRules | None:
        """Return all parts decomposed, cached for boards of one shape, or None to decompose each part on its own."""
        return None

    def faults(self, value: Any, at: Any) -> list[Any]:
        return [
            place
            for part, place in zip(self.parts, self.at, strict=True)
            if not (value(part) if part.__class__ is Lit else part.holds(value))
        ]

    def instead(self, value: Any, at: Any, counted: Any) -> str:
        for part, place in zip(self.parts, self.at, strict=True):
            if place == at and part.__class__ is not Lit and not part.holds(value):
                text: str = part.instead(value, at, counted)
                return text
        return ""

    def holds(self, value: Any) -> bool:
        return all(value(part) if part.__class__ is Lit else part.holds(value) for part in self.parts)

    def variables(self) -> Any:
        return [x for group in self.variable_groups() for x in group]

    def variable_groups(self) -> Any:
        return [(part,) if part.__class__ is Lit else part.variables() for part in self.parts]


class Degrees(RuleFamily):
    """A line neither branches nor ends: at every node none or two of its edges are active.

    ``edges_at`` has the literals of the edges at each node, ``at`` the places of the nodes. Formula for an edge e at a
    node: e >> exactly one other edge at the node.
    """

    __slots__ = ("edges_at",)

    def __init__(self, of: Structure, at: Sequence[Any], edges_at: Sequence[Sequence[Lit]]) -> None:
        self.of, self.at, self.edges_at = of, at, edges_at

    @property
    def parts(self) -> list[And]:  # type: ignore[override]
        """One rule for each node."""
        return [
            And(
                [Implies((e,), exactly(1, [x for x in edges if x is not e])) for e in edges],
                fault_text="it branches or ends here",
            )
            for edges in self.edges_at
        ]

    def _active(self, value: Any) -> list[tuple[Any, int]]:
        """Return each place with its number of active edges."""
        return [(place, sum(map(value, edges))) for place, edges in zip(self.at, self.edges_at, strict=True)]

    def faults(self, value: Any, at: Any) -> list[Any]:
        return [place for place, active in self._active(value) if active not in (0, 2)]

    def instead(self, value: Any, at: Any, counted: Any) -> str:
        # if lines may cross, a place has two nodes
        ends = (at, 1) in self._active(value)
        return "it ends here" if ends else "it branches or crosses here"

    def holds(self, value: Any) -> bool:
        return not self.faults(value, None)

    def variable_groups(self) -> Any:
        return self.edges_at


class BoardFamily(RuleFamily):
    """The same rule about the literals ``lits`` at each of the places ``at`` of a ``board``.

    The parts are made on first use. ``key`` identifies the places and the rule among all rules for boards of this
    shape, so a solver can cache with the board what it makes of the rule, for any literals.
    """

    __slots__ = ("_parts", "board", "lits")
    is_basic = True

    def __init__(self, board: Any, lits: Sequence[Lit], at: Sequence[Any], of: Structure | None = None) -> None:
        self.board, self.lits, self.at, self.of = board, lits, at, of
        self._parts: Sequence[Constraint | Lit] | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """See the class."""
        return (type(self),)

    @property
    def parts(self) -> Sequence[Constraint | Lit]:  # type: ignore[override]
        """The instances, one for each place."""
        if self._parts is None:
            self._parts = self.made(self.at, self.lits)
        return self._parts

    def example(self) -> Any:
        middle = len(self.at) // 2
        made = self.made(self.at[middle : middle + 1], self.lits)
        return made[0] if made else None

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> Sequence[Constraint | Lit]:
        """Return the instances of the rule at the places ``at``, about ``lits``."""
        raise NotImplementedError


class NotCacheable(TypeError):
    """Raised for rules that cannot be cached for all boards of a shape. The argument says what they must do."""

    def __str__(self) -> str:
        return f"cached for all boards of a shape: {self.args[0]}"


class CachedRules(RuleFamily):
    """Many instances made by ``Model.cached``. ``cache`` holds them and everything that solvers make of them.

    Raise NotCacheable for constraints that are not about literals alone, because solvers add variables to those. Raise
    ValueError if the numbers of places and parts differ.
    """

    __slots__ = ("cache",)
    is_basic = True

    def __init__(self, parts: Sequence[Any], at: Sequence[Any], cache: Cache) -> None:
        if len(parts) != len(at):
            raise ValueError(f"CachedRules: {len(parts)} constraints for {len(at)} places")
        self.parts, self.at, self.of, self.cache = parts, at, None, cache
        kinds = {part.__class__ for part in parts}
        if not kinds <= _OF_LITERALS:
            for part in parts:
                if not of_literals(part):
                    kind = type(part).__name__
                    raise NotCacheable(f"its rules are clauses and counts of literals, no {kind}")


_OF_LITERALS = {Lit, Clause, Count}


def of_literals(constraint: Any) -> bool:
    """Return whether a constraint is made of clauses and counts of literals."""
    if isinstance(constraint, Implies):
        return of_literals(constraint.then)
    if isinstance(constraint, And):
        return all(map(of_literals, (*constraint.parts, *constraint.helpers)))
    if isinstance(constraint, Linear):
        return all(isinstance(x, Lit) for _, x in constraint.terms)
    return constraint.__class__ in _OF_LITERALS


class ClauseFamily(RuleFamily):
    """Many clauses, stored as numbers of literals. The clauses are made on first use.

    For each clause ``never`` has the numbers of the opposites of its literals. These are never all true.
    """

    __slots__ = ("_parts", "never")
    is_basic = True

    def __init__(self, never: Sequence[list[int]], at: Sequence[Any]) -> None:
        self.never, self.at, self.of = never, at, None
        self._parts: list[Clause] | None = None

    @property
    def parts(self) -> list[Clause]:  # type: ignore[override]
        """The clauses."""
        if self._parts is None:
            self._parts = [Clause([Lit(-n) for n in numbers]) for numbers in self.never]
        return self._parts

    def example(self) -> Any:
        return Clause([Lit(-n) for n in self.never[len(self.never) // 2]]) if self.never else None


class NotAllFamily(BoardFamily):
    """At no place are the literals of all its cells true."""

    __slots__ = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """The places. A subclass that needs fewer values to identify them has a shorter key."""
        return (type(self), *map(tuple, self.at))

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint]:
        opposite = [~x for x in lits]
        return [Clause([opposite[c] for c in cells]) for cells in at]


def instances(rules: Sequence[Rule]) -> list[Rule]:
    """Return ``rules`` with each ``RuleFamily`` split into its instances."""
    result: list[Rule] = []
    for rule in rules:
        if isinstance(rule.constraint, RuleFamily):
            result += [
                rule._replace(constraint=part, at=at)
                for part, at in zip(rule.constraint.parts, rule.constraint.at, strict=True)
            ]
        else:
            result.append(rule)
    return result


def has_structure_rules(constraint: Constraint | Lit) -> bool:
    """Return whether a constraint is a rule about a structure or contains one."""
    if isinstance(constraint, Implies):
        return has_structure_rules(constraint.then)
    if isinstance(constraint, (And, RuleFamily)):
        return not getattr(constraint, "is_basic", False) and any(map(has_structure_rules, constraint.parts))
    return isinstance(constraint, StructureRule)


def without_structures(constraint: Constraint | Lit) -> list[Constraint | Lit]:
    """Return ``constraint`` as constraints that every solver accepts, with rules about structures decomposed."""
    if isinstance(constraint, StructureRule):
        return [simple for part in constraint.decomposed() for simple in without_structures(part)]
    if isinstance(constraint, (RuleFamily, And)):
        return [simple for part in constraint.parts for simple in without_structures(part)]
    if isinstance(constraint, Implies) and isinstance(constraint.then, (StructureRule, RuleFamily, And, Implies)):
        return [implies(constraint.conditions, part) for part in without_structures(constraint.then)]
    return [constraint]
