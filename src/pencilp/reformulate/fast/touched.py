"""Groups that touch a cell: their sizes are counted without the cells that cannot be shaded."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.model import Rule
from pencilp.model.variables import Lit
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.touched import ShadedGroups, TouchedSize


def rewrite(groups: ShadedGroups, rules: Sequence[Rule]) -> Rewrite | str:
    """Return the same rules without the cells that other rules make unshaded."""
    false = {-rule[0].n for rule in groups.m.rules if rule[0].__class__ is Lit}  # type: ignore[union-attr]
    near = groups.adjacent({c for c, x in enumerate(groups.nodes) if x.n in false})
    touched = [(rule, c) for rule in rules if isinstance(c := rule[0], TouchedSize)]
    stated = [rule._replace(constraint=part) for rule, c in touched for part in c.among(near)]
    return Rewrite("groups without the cells that are surely not shaded", [rule for rule, _ in touched], stated)
