"""Lines that are all different: two lines are required to differ when an answer has them equal."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.genres.binairo.structure import FilledLines
from pencilp.model.constraints import Constraint, Lazy, Value, not_all
from pencilp.model.model import Rule
from pencilp.reformulate.rewrite import Rewrite


def rewrite(lines: FilledLines, rules: Sequence[Rule]) -> Rewrite | str:
    """Return a lazy rule for each of ``rules``, stated only when an answer breaks it."""

    def violated(value: Value) -> list[Constraint]:
        # two lines are equal in this answer: one of their cells must change
        lits = lines.lits
        return [not_all([x if value(x) else ~x for c in (*a, *b) for x in (lits[c],)]) for a, b in lines.alike(value)]

    stated = [Rule(Lazy(lines.touched(), violated), rule.words, None) for rule in rules]
    return Rewrite("equal lines excluded when an answer has them", rules, stated)
