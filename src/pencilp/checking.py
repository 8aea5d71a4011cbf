"""Which rules a finished answer breaks, and where.

A rule that the answer alone decides is looked at directly. Only if none of these is broken, the model is stated
with a guard on every rule instance; with the answer assumed, an instance is broken when it cannot hold even alone. When
each can hold alone but not all together (they speak through auxiliary variables, such as which clue a cell belongs to), a
smallest conflicting set of instances is named instead. A genre may say in ``Implied`` rules how a person would put it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pencilp.api import Broken
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.genres import Genre
from pencilp.model import Flood, Implied, Int, Lazy, Lit, Model, OneLoop, Rule, Solution
from pencilp.solvers.clasp import Clasp


def broken_rules(genre: type[Genre], puzzle: Puzzle, answer: Answer) -> list[Broken]:
    """The broken rules, in the order in which the genre states them; the same words at the same place only once.

    Places that are not filled are only named when nothing else is wrong.
    """
    m = genre.model(puzzle)
    m.objective = None
    assumed = genre.assumptions(m, answer)
    outside = [
        Broken(
            f"{key} cannot have the value {answer[key][i]} here",
            genre.answers[key].place(i, puzzle.lattice),
            [i] if genre.answers[key].on == "cells" else [],
        )
        for lit, key, i in assumed
        if lit == m.false_if_made
    ]
    unfilled = genre.unfilled(m, answer)
    if judged := outside + _judged(m, answer, unfilled):
        return judged
    clasp = Clasp(m, guarded=True)
    facts = [int(lit) for lit, _, _ in assumed]
    guards = clasp.program.guards

    def possible(active: list[int]) -> bool:
        return bool(clasp.search(1, assumptions=facts + [guards[i] for i in active]).solutions)

    everything = [i for i, guard in enumerate(guards) if guard]
    if possible(everything):
        return _named(m, _broken_lazily(m, clasp, facts)) or _missing(genre, puzzle, unfilled)
    alone = _broken_alone(everything, possible)
    return _named(m, [m.rules[i] for i in alone or _smallest(everything, possible)])


def _missing(genre: type[Genre], puzzle: Puzzle, unfilled: list[tuple[str, int]]) -> list[Broken]:
    """That places are not filled, as one broken rule for each layer."""
    places: dict[str, list[int]] = {}
    for key, i in unfilled:
        places.setdefault(key, []).append(i)
    return [
        Broken(
            "every place must be filled" if genre.answers[key].on != "cells" else "every cell must be filled",
            " ".join(genre.answers[key].place(i, puzzle.lattice) for i in found),
            found if genre.answers[key].on == "cells" else [],
        )
        for key, found in places.items()
    ]


def _judged(m: Model, answer: Answer, unfilled: Sequence[tuple[str, int]]) -> list[Broken]:
    """The broken ones of the rules that the answer alone decides, those that are only looked at among them.

    Where a rule is there to be looked at, the rules of the same words are not: they may say the same less clearly.
    """
    value = _followed(m, answer, set(unfilled))
    told = {rule.words for rule in m.rules if isinstance(rule.constraint, Implied)}
    broken = []
    for rule in m.rules:
        constraint = rule.constraint
        try:
            if isinstance(constraint, Implied):
                broken += [rule._replace(at=place) for place in constraint.faults(value)]
            elif (
                rule.words
                and rule.words not in told
                and not (value(constraint) if isinstance(constraint, Lit) else constraint.holds(value))
            ):
                broken.append(rule)
        except KeyError:
            continue  # it speaks of auxiliary variables that the answer does not determine
    return _named(m, broken)


def _followed(m: Model, answer: Answer, unfilled: set[tuple[str, int]]) -> Solution:
    """The values of an answer, and of all variables that are defined by it; others raise KeyError."""
    value = Solution({}, {})
    for key, layer in m.answer.items():
        for i, (x, v) in enumerate(zip(layer, answer[key], strict=True)):
            if (key, i) in unfilled:
                continue
            if isinstance(x, Int):
                value.ints[x.name] = v
                value.bits.update(
                    {int(lit): int(v == n) for n, lit in zip(x.values, x.value_literals or (), strict=False)}
                )
                value.bits.update(
                    {int(lit): int(v >= n) for n, lit in zip(x.values[1:], x.order_literals or (), strict=False)}
                )
            else:
                value.bits[int(x)] = v
    floods = [rule.constraint for rule in m.rules if isinstance(rule.constraint, Flood)]
    loops = [rule.constraint for rule in m.rules if isinstance(rule.constraint, OneLoop)]
    pending: list[tuple[Sequence[Lit], Callable[[], Iterable[int]]]] = [
        *(((d.lit,), lambda d=d: [int(sum(map(value, d.lits)) >= d.least)]) for d in m.definitions),  # type: ignore[misc]
        *((flood.flooded, lambda flood=flood: flood.reached(value)) for flood in floods),  # type: ignore[misc]
        *((loop.nodes, lambda loop=loop: loop.passed(value)) for loop in loops),  # type: ignore[misc]
    ]
    while pending:
        open_ones = []
        for lits, follow in pending:
            try:
                for lit, v in zip(lits, follow(), strict=True):
                    value.bits.setdefault(int(lit), v)
            except KeyError:
                open_ones.append((lits, follow))
        if len(open_ones) == len(pending):
            break
        pending = open_ones
    return value


def _broken_lazily(m: Model, clasp: Clasp, facts: list[int]) -> list[Rule]:
    """The lazily stated rules that the answer breaks, if it breaks no other: they have no guards."""
    rules = [rule for rule in m.rules if isinstance(rule.constraint, Lazy)]
    if not rules or Clasp(m).search(1, assumptions=facts).solutions:
        return []
    watch = [x for rule in rules for x in rule.constraint.variables()]  # type: ignore[union-attr]
    found = clasp.search(1, assumptions=facts, watch=watch).solutions
    return [rule for rule in rules if found and not rule.constraint.holds(found[0])] or rules  # type: ignore[union-attr]


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
    placed = {words for words, name in result if name}
    return [broken for (words, name), broken in result.items() if name or words not in placed]
