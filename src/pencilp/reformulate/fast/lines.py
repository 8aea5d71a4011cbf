"""Lines that are all different: two of them are made different when an answer has them alike."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.model.constraints import Constraint, Lazy, Value, not_all
from pencilp.model.model import Rule
from pencilp.reformulate.rewrite import Rewrite
from pencilp.structures.lines import Lines


def rewrite(lines: Lines, rules: Sequence[Rule]) -> Rewrite | str:
    """Return a rule for each of ``rules`` that is stated only where an answer breaks it."""

    def violated(value: Value) -> list[Constraint]:
        # of two lines that are alike one must change where it is true, or the other where it is false
        lits = lines.lits
        return [not_all([x if value(x) else ~x for c in (*a, *b) for x in (lits[c],)]) for a, b in lines.alike(value)]

    stated = [Rule(Lazy(lines.touched(), violated), rule.words, None) for rule in rules]
    return Rewrite("equal lines excluded when an answer has them", rules, stated)
