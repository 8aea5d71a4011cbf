"""Which rules a finished answer breaks, and where.

The model is stated with a guard on every rule instance. With the answer assumed, an instance is broken when it cannot
hold even alone. When each can hold alone but not all together (they speak through auxiliary variables, such as which
clue a cell belongs to), a smallest conflicting set of instances is named instead. A genre may say in ``Implied`` rules how
a person would put it; these are looked at first.
"""

from __future__ import annotations

from collections.abc import Callable

from pencilp.api import Broken
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import Genre
from pencilp.model import Implied, Int, Lazy, Model, Rule, Solution
from pencilp.solvers.clasp import Clasp


def broken_rules(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> list[Broken]:
    """The broken rules, in the order in which the genre states them; the same words at the same place only once."""
    m = genre.model(puzzle)
    m.objective = None
    assumed = genre.assumptions(m, answer)
    outside = [(key, i) for lit, key, i in assumed if lit == m.false] if m._true is not None else []
    if outside:
        return [
            Broken(
                f"{key} cannot have the value {answer[key][i]} here", genre.answers[key].place(i, puzzle.lattice), []
            )
            for key, i in outside
        ]
    if judged := _judged(m, answer):
        return judged
    clasp = Clasp(m, guarded=True)
    facts = [int(lit) for lit, _, _ in assumed]
    guards = clasp.program.guards

    def possible(active: list[int]) -> bool:
        return bool(clasp.search(1, assumptions=facts + [guards[i] for i in active]).solutions)

    everything = [i for i, guard in enumerate(guards) if guard]
    lazy = _broken_lazily(m, clasp, facts)
    if possible(everything):
        return _named(m, lazy)
    alone = _broken_alone(everything, possible)
    return _named(m, [m.rules[i] for i in alone or _smallest(everything, possible)] + lazy)


def _judged(m: Model, answer: Answer) -> list[Broken]:
    """The broken ones of the rules that are there only to be looked at (``Implied``); they need a finished answer."""
    rules = [rule for rule in m.rules if isinstance(rule.constraint, Implied)]
    if not rules or any(None in answer[key] for key in m.answer):
        return []
    values = [(x, v) for key, layer in m.answer.items() for x, v in zip(layer, answer[key], strict=True)]
    solution = Solution(
        {int(x): v for x, v in values if not isinstance(x, Int)}, {x.name: v for x, v in values if isinstance(x, Int)}
    )
    return _named(m, [rule._replace(at=place) for rule in rules for place in rule.constraint.faults(solution)])  # type: ignore[union-attr]


def _broken_lazily(m: Model, clasp: Clasp, facts: list[int]) -> list[Rule]:
    """The lazily stated rules that the answer breaks; they are looked at directly."""
    rules = [rule for rule in m.rules if isinstance(rule.constraint, Lazy)]
    if not rules:
        return []
    watch = [x for rule in rules for x in rule.constraint.variables()]  # type: ignore[union-attr]
    found = clasp.search(1, assumptions=facts, watch=watch).solutions
    return [rule for rule in rules if found and not rule.constraint.holds(found[0])]  # type: ignore[union-attr]


def _broken_alone(rules: list[int], possible: Callable[[list[int]], bool]) -> list[int]:
    """The rule instances that cannot hold alone, found by halving: a part that is possible together holds none."""
    if not rules or possible(rules):
        return []
    if len(rules) == 1:
        return rules
    middle = len(rules) // 2
    return _broken_alone(rules[:middle], possible) + _broken_alone(rules[middle:], possible)


def _smallest(rules: list[int], possible: Callable[[list[int]], bool]) -> list[int]:
    """A set of rule instances that cannot hold together, none of which can be left out."""
    kept: list[int] = []
    rest = rules
    while rest:
        # the first prefix that is impossible ends in an instance that is needed
        low, high = 0, len(rest)
        while low < high:
            middle = (low + high) // 2
            if possible(kept + rest[:middle]):
                low = middle + 1
            else:
                high = middle
        if low == 0:
            break
        kept.append(rest[low - 1])
        rest = rest[: low - 1]
        if not possible(kept):
            break
    return sorted(kept)


def _named(m: Model, rules: list[Rule]) -> list[Broken]:
    result: dict[tuple[str, str], Broken] = {}
    for rule in rules:
        cells = (
            [rule.at] if isinstance(rule.at, int) else list(rule.at) if rule.at and not isinstance(rule.at, str) else []
        )
        name = m.place(rule.at)
        result.setdefault((rule.words, name), Broken(rule.words, name, cells))
    return list(result.values())
