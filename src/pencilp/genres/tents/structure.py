"""Pairings: every one of some places has a partner of its own, a matching in a bipartite graph.

A set of places can each have a partner of its own, and a set of partners can each be one, exactly when a matching does both
(the theorem of Mendelsohn and Dulmage): so the rules about single places can speak of the same pairs, whichever of them hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pencilp.model.constraints import Clause, Constraint, Value
from pencilp.model.structures import RuleFamily, Structure, StructureRule
from pencilp.model.variables import Lit
from pencilp.reformulate.fast import has_fast_form

if TYPE_CHECKING:
    from pencilp.model.model import Model


@has_fast_form("pencilp.genres.tents.fast:rewrite")
class Pairing(Structure):
    """Places and their possible partners: ``wanted`` lists these for each place, ``lits`` has a literal that each is there."""

    def __init__(self, m: Model, wanted: Mapping[int, Sequence[int]], lits: Mapping[int, Lit]) -> None:
        super().__init__(m)
        self.wanted, self.lits = wanted, lits
        self.wanting: dict[int, list[int]] = {partner: [] for partner in lits}
        """Per partner the places that may have it."""
        for place, partners in wanted.items():
            for partner in partners:
                self.wanting[partner].append(place)
        self._pairs: dict[tuple[int, int], Lit] = {}

    def reset(self) -> None:
        self._pairs.clear()

    @property
    def pairs(self) -> Mapping[tuple[int, int], Lit]:
        """A free literal for each place and partner: that they are a pair."""
        if not self._pairs:
            for place, partners in self.wanted.items():
                lits = self.m.binaries(f"with {self.m.place_name(place)}", len(partners))
                self._pairs.update(zip([(place, partner) for partner in partners], lits, strict=True))
        return self._pairs

    def single(self, value: Value) -> tuple[list[int], list[int]]:
        """The places left alone in a largest matching, and the partners left alone in it."""
        there = {partner for partner, lit in self.lits.items() if value(lit)}
        place_of = matching({place: [x for x in partners if x in there] for place, partners in self.wanted.items()})
        return [place for place in self.wanted if place not in place_of.values()], sorted(there.difference(place_of))


class HasPartner(StructureRule):
    """``place`` has a partner of its own. By itself that is one at all; several such rules want different ones.

    Decomposition: one of its pairs is true, whose partner is there and in no other pair.
    """

    __slots__ = ("place",)
    of: Pairing

    def __init__(self, of: Pairing, place: int) -> None:
        super().__init__(of)
        self.place = place

    def holds(self, value: Value) -> bool:
        return any(value(x) for x in self.variables())

    def variables(self) -> list[Lit]:
        return [self.of.lits[partner] for partner in self.of.wanted[self.place]]

    def decomposed(self) -> Sequence[Constraint]:
        of, pairs, place = self.of, self.of.pairs, self.place
        result = [Clause([pairs[place, partner] for partner in of.wanted[place]])]
        for partner in of.wanted[place]:
            pair = ~pairs[place, partner]
            result.append(Clause((pair, of.lits[partner])))
            result += [Clause((pair, ~pairs[other, partner])) for other in of.wanting[partner] if other != place]
        return result


class IsPartner(StructureRule):
    """``partner``, if it is there, is the partner of a place of its own.

    Decomposition: one of its pairs is true then, whose place is in no other pair.
    """

    __slots__ = ("partner",)
    of: Pairing

    def __init__(self, of: Pairing, partner: int) -> None:
        super().__init__(of)
        self.partner = partner

    def holds(self, value: Value) -> bool:
        return bool(self.of.wanting[self.partner]) or not value(self.of.lits[self.partner])

    def variables(self) -> list[Lit]:
        return [self.of.lits[self.partner]]

    def decomposed(self) -> Sequence[Constraint]:
        of, pairs, partner = self.of, self.of.pairs, self.partner
        result = [Clause((~of.lits[partner], *[pairs[place, partner] for place in of.wanting[partner]]))]
        for place in of.wanting[partner]:
            pair = ~pairs[place, partner]
            result += [Clause((pair, ~pairs[place, other])) for other in of.wanted[place] if other != partner]
        return result


class EachHasPartner(RuleFamily):
    """Every place has a partner of its own."""

    __slots__ = ()
    of: Pairing

    def __init__(self, of: Pairing) -> None:
        self.of, self.at = of, [*of.wanted]

    @property
    def parts(self) -> list[HasPartner]:  # type: ignore[override]
        """The rules about the single places."""
        return [HasPartner(self.of, place) for place in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [*self.of.single(value)[0]]

    def holds(self, value: Value) -> bool:
        return not self.of.single(value)[0]

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return [part.variables() for part in self.parts]


class EachIsPartner(RuleFamily):
    """Every partner that is there has a place of its own."""

    __slots__ = ()
    of: Pairing

    def __init__(self, of: Pairing) -> None:
        self.of, self.at = of, [*of.lits]

    @property
    def parts(self) -> list[IsPartner]:  # type: ignore[override]
        """The rules about the single partners."""
        return [IsPartner(self.of, partner) for partner in self.at]

    def faults(self, value: Value, at: Any) -> list[Any]:
        return [*self.of.single(value)[1]]

    def holds(self, value: Value) -> bool:
        return not self.of.single(value)[1]

    def variable_groups(self) -> Iterable[Iterable[Lit]]:
        return [part.variables() for part in self.parts]


def matching(wanted: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """A largest matching: per partner that has a place the place. ``wanted`` lists the partners that each place may have."""
    owner: dict[int, int] = {}

    def find(one: int, tried: set[int]) -> bool:
        for other in wanted[one]:
            if other not in tried:
                tried.add(other)
                if other not in owner or find(owner[other], tried):
                    owner[other] = one
                    return True
        return False

    for one in wanted:
        find(one, set())
    return owner
