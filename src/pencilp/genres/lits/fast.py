"""Pieces: consequences for single cells, and connected groups in place of connected cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilp.errors import counted
from pencilp.genres.lits.structure import OnePiece, Unequal, whole
from pencilp.model.constraints import Clause, Connected, Constraint
from pencilp.model.model import Rule
from pencilp.model.structures import RuleFamily
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite

if TYPE_CHECKING:
    from pencilp.genres.lits.structure import Pieces


MAX_TRIED = 4000
"""Maximum number of places of pieces for looking ahead: each is tried, and the time grows with the square of their
number."""


def rewrite(pieces: Pieces, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the form of groups that each hold one piece, or the reason why it does not fit."""
    held = {rule[0].group: rule for rule in rules if isinstance(rule[0], OnePiece)}
    if len(held) < len(pieces.groups):
        return "a group may hold no piece, or several"
    m, lits = pieces.m, pieces.lits
    stated: list[Rule] = []
    for rule in rules:
        constraint = rule[0]
        parts: list[Constraint] = []
        if isinstance(constraint, OnePiece):
            covering: dict[int, list[Lit]] = {c: [] for c in pieces.groups[constraint.group]}
            literals = pieces.pieces(constraint.group)
            for name, places in pieces.places[constraint.group].items():
                for cells, lit in zip(places, literals[name], strict=True):
                    for c in cells:
                        covering[c].append(lit)
            # a true cell belongs to the piece
            parts = [*constraint.decomposed(), *(Clause((~lits[c], *some)) for c, some in covering.items())]
        elif isinstance(constraint, Unequal):
            parts = [*constraint.of_pieces()]
        stated.append(Rule(RuleFamily(parts, [rule.at] * len(parts)), rule.words, rule.at))
    replaced = [*rules]
    together = next((rule for rule in m.rules if whole(pieces, rule[0])), None)
    if together is not None:
        # every group holds connected true cells, so it is enough to connect the groups
        touching = [(i, j, pieces.touch(i, j)) for i, j in pieces.contacts]
        stated.append(Rule(Connected([m.true] * len(pieces.groups), touching), together.words, None))
        replaced.append(together)
    # the piece of one group decides much in the next
    count = sum(len(some) for places in pieces.places for some in places.values())
    return Rewrite(
        f"a choice among {counted(count, 'place')} of pieces", replaced, stated, look_ahead=count <= MAX_TRIED
    )
