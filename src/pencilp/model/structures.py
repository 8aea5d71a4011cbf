"""Structures: what several rules of a model speak of together, such as a loop or the regions of a board.

A page states each rule about a structure by itself, in its own words. Such a rule is a ``StructureRule``: it has a meaning
(``holds``), and a *decomposition* into plainer constraints that says as much. What the decomposition needs besides is
defined by other variables, so that a rule that is switched off says nothing at all. A solver that may take all rules
of a structure together states them in a quicker form instead (``pencilp.reformulate.fast``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

# see pencilp._util.cache
from weakref import ref

from pencilp._util.cache import Cache
from pencilp.model.constraints import And, Clause, Constraint, Count, Implies, Linear, exactly, implies
from pencilp.model.variables import Lit

if TYPE_CHECKING:
    from pencilp.model.model import Model, Rule, Solution


class Structure:
    """Something that several rules speak of; it is registered in the model ``m``, which keeps it.

    It holds its model weakly: a model that is done with is then gone at once, and not when garbage is looked for.
    """

    def __init__(self, m: Model) -> None:
        self._belongs_to(m)
        m.structures.append(self)

    @property
    def m(self) -> Model:
        """Its model. Raise ReferenceError when that is gone."""
        model = self._m()
        if model is None:
            raise ReferenceError("the model of this structure is gone: keep it as long as its structures")
        return model

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_m": self._m()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._belongs_to(state["_m"])

    def _belongs_to(self, m: Model) -> None:
        self._m = ref(m)

    def reset(self) -> None:
        """Forget literals that were made for one statement of the model."""

    def assign_free(self, value: Solution) -> bool:
        """Give ``value``, an answer's, the variables of the structure that no answer tells; whether there were some.

        They are free: where the answer decides what the structure's rules say, they get values with which the fewest of these
        are broken, and none if that can be. What the answer does not decide stays open.
        """
        return False


class StructureRule(Constraint):
    """A rule about a structure, ``of``."""

    __slots__ = ("of",)

    def __init__(self, of: Structure) -> None:
        self.of = of

    def decomposed(self) -> Sequence[Constraint | Lit]:
        """Plainer constraints that together say the same, over these and newly defined variables."""
        raise NotImplementedError


class RuleFamily(Constraint):
    """Many instances of one rule, such as one for every cell: ``parts`` are constraints or literals, ``at`` their places.

    It is quicker to make than as many single rules, and a fast form sees at once that the rule holds everywhere.
    ``of`` is the structure it speaks of, None for none.
    """

    __slots__ = ("at", "of", "parts")
    plain = False
    """Whether every solver takes the parts as they are: none is a member of a structure."""
    parts: Sequence[Any]
    at: Sequence[Any]

    def __init__(self, parts: Sequence[Any], at: Sequence[Any], of: Structure | None = None) -> None:
        self.parts, self.at, self.of = parts, at, of

    def one(self) -> Any:
        """Return one of the parts, to see what they are like: the middle one. None where there are none."""
        return self.parts[len(self.parts) // 2] if len(self.parts) else None

    def together(self) -> CachedRules | None:
        """Return all parts decomposed, as they are for all boards of a shape; None where each is decomposed by itself."""
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
                told: str = part.instead(value, at, counted)
                return told
        return ""

    def holds(self, value: Any) -> bool:
        return all(value(part) if part.__class__ is Lit else part.holds(value) for part in self.parts)

    def variables(self) -> Any:
        return [x for group in self.near() for x in group]

    def near(self) -> Any:
        return [(part,) if part.__class__ is Lit else part.variables() for part in self.parts]


class Degrees(RuleFamily):
    """A line neither branches nor ends: at every node none or two of its edges are active.

    ``edges_at`` has the literals of the edges at each of the nodes, which are at the places ``at``. Of the edges at a node,
    e >> exactly one other.
    """

    __slots__ = ("edges_at",)

    def __init__(self, of: Structure, at: Sequence[Any], edges_at: Sequence[Sequence[Lit]]) -> None:
        self.of, self.at, self.edges_at = of, at, edges_at

    @property
    def parts(self) -> list[And]:  # type: ignore[override]
        """The rules about the single nodes."""
        return [
            And([Implies((e,), exactly(1, [x for x in edges if x is not e])) for e in edges]) for edges in self.edges_at
        ]

    def _active(self, value: Any) -> list[tuple[Any, int]]:
        """Return the places, and how many edges are active there."""
        return [(place, sum(map(value, edges))) for place, edges in zip(self.at, self.edges_at, strict=True)]

    def faults(self, value: Any, at: Any) -> list[Any]:
        return [place for place, active in self._active(value) if active not in (0, 2)]

    def instead(self, value: Any, at: Any, counted: Any) -> str:
        # where a line may cross itself, a place has two nodes
        ends = (at, 1) in self._active(value)
        return "it ends here" if ends else "it branches or crosses here"

    def holds(self, value: Any) -> bool:
        return not self.faults(value, None)

    def near(self) -> Any:
        return self.edges_at


class BoardFamily(RuleFamily):
    """The same said of many places of a ``board``: of the literals ``lits`` at each of the places ``at``.

    The parts are made when somebody looks at them. ``key`` tells the places, and what is said of them, from all else that is
    said of boards of this shape: so a solver can keep with the board what it makes of that, whatever the literals are.
    """

    __slots__ = ("_parts", "board", "lits")
    plain = True

    def __init__(self, board: Any, lits: Sequence[Lit], at: Sequence[Any], of: Structure | None = None) -> None:
        self.board, self.lits, self.at, self.of = board, lits, at, of
        self._parts: Sequence[Constraint | Lit] | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """See the class."""
        return (type(self),)

    @property
    def parts(self) -> Sequence[Constraint | Lit]:  # type: ignore[override]
        """The single instances."""
        if self._parts is None:
            self._parts = self.made(self.at, self.lits)
        return self._parts

    def one(self) -> Any:
        middle = len(self.at) // 2
        made = self.made(self.at[middle : middle + 1], self.lits)
        return made[0] if made else None

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> Sequence[Constraint | Lit]:
        """Return the instances at some of the places, said of ``lits``."""
        raise NotImplementedError


class NotCacheable(TypeError):
    """What cannot be the same on all boards of a shape: what it must do says the only argument."""

    def __str__(self) -> str:
        return f"what is the same on all boards: {self.args[0]}"


class CachedRules(RuleFamily):
    """Many instances that ``Model.cached`` has returned: they are ``kept`` with all that solvers make of them.

    Raises NotCacheable for what is not said of literals alone: a solver adds variables of its own to such constraints; ValueError
    where there are not as many places as parts.
    """

    __slots__ = ("kept",)
    plain = True

    def __init__(self, parts: Sequence[Any], at: Sequence[Any], kept: Cache) -> None:
        if len(parts) != len(at):
            raise ValueError(f"CachedRules: {len(parts)} constraints for {len(at)} places")
        self.parts, self.at, self.of, self.kept = parts, at, None, kept
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
    """Many clauses, of which only the numbers of literals are there: the clauses are made when somebody looks at them.

    ``never`` has for each clause the numbers of the opposites of its literals: these are never all true.
    """

    __slots__ = ("_parts", "never")
    plain = True

    def __init__(self, never: Sequence[list[int]], at: Sequence[Any]) -> None:
        self.never, self.at, self.of = never, at, None
        self._parts: list[Clause] | None = None

    @property
    def parts(self) -> list[Clause]:  # type: ignore[override]
        """The clauses."""
        if self._parts is None:
            self._parts = [Clause([Lit(-n) for n in numbers]) for numbers in self.never]
        return self._parts

    def one(self) -> Any:
        return Clause([Lit(-n) for n in self.never[len(self.never) // 2]]) if self.never else None


class NotAllFamily(BoardFamily):
    """Nowhere are the literals of all cells of a place true."""

    __slots__ = ()

    @property
    def key(self) -> tuple[Any, ...]:
        """See ``BoardFamily``. Whoever derives from this has places that are told in fewer words."""
        return (type(self), *map(tuple, self.at))

    def made(self, at: Sequence[Any], lits: Sequence[Lit]) -> list[Constraint]:
        opposite = [~x for x in lits]
        return [Clause([opposite[c] for c in cells]) for cells in at]


def instances(rules: Sequence[Rule]) -> list[Rule]:
    """Return every single instance of ``rules``: a rule that stands for many is taken apart."""
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


def has_members(constraint: Constraint | Lit) -> bool:
    """Return whether a constraint is a member of a structure, or has one in it."""
    if isinstance(constraint, Implies):
        return has_members(constraint.then)
    if isinstance(constraint, (And, RuleFamily)):
        return not getattr(constraint, "plain", False) and any(map(has_members, constraint.parts))
    return isinstance(constraint, StructureRule)


def plain(constraint: Constraint | Lit) -> list[Constraint | Lit]:
    """``constraint`` as constraints that every solver takes: members of structures are decomposed."""
    if isinstance(constraint, StructureRule):
        return [simple for part in constraint.decomposed() for simple in plain(part)]
    if isinstance(constraint, (RuleFamily, And)):
        return [simple for part in constraint.parts for simple in plain(part)]
    if isinstance(constraint, Implies) and isinstance(constraint.then, (StructureRule, RuleFamily, And, Implies)):
        return [implies(constraint.conditions, part) for part in plain(constraint.then)]
    return [constraint]
