"""Pairings: both rules together are one row for each place and each partner."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.genres.tents.structure import EachHasPartner, EachIsPartner, Pairing
from pencilp.model.constraints import Clause, Constraint, Count, Implies
from pencilp.model.model import Rule
from pencilp.model.structures import RuleFamily
from pencilp.reformulate.rewrite import Rewrite


def rewrite(pairing: Pairing, rules: Sequence[Rule]) -> Rewrite | str:
    """Return both rules together: partners that are there, exactly one for each place, and one place for each of them."""
    having = [rule for rule in rules if isinstance(rule[0], EachHasPartner)]
    being = [rule for rule in rules if isinstance(rule[0], EachIsPartner)]
    if not having or not being:
        return "only one of both sides needs partners"
    pairs, lits = pairing.pairs, pairing.lits
    one: list[Constraint] = []
    own: list[Constraint] = []
    for place, partners in pairing.wanted.items():
        here = [pairs[place, partner] for partner in partners]
        one.append(Count(here, 1, 1))
        own += [Clause((~pair, lits[partner])) for pair, partner in zip(here, partners, strict=True)]
    for partner, places in pairing.wanting.items():
        own.append(Implies((lits[partner],), Count([pairs[place, partner] for place in places], 1, 1)))
    at = [c for c, places in pairing.wanting.items() for _ in places]
    stated = [RuleFamily(one, [*pairing.wanted]), RuleFamily(own, [*at, *pairing.wanting])]
    return Rewrite(
        "one pair for each place and each partner that is there",
        rules,
        [Rule(c, of[0].words, None) for c, of in zip(stated, (having, being), strict=True)],
    )
