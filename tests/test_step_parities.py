"""Rules that are added up modulo two: all values that they give together are found, and the sentence says why."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pencilp
from pencilp.analysis.steps.native import Counted, Native, Parity, Tabled
from pencilp.analysis.steps.parities import Parities
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.search import Search

EXAMPLES = Path(__file__).parent.parent / "examples"


def table(atoms: list[int], rows: list[tuple[bool, ...]]) -> Tabled:
    """A rule that allows these values of its atoms."""
    every = [*product((False, True), repeat=len(atoms))]
    masks = {n: sum(1 << k for k, row in enumerate(every) if row[i]) for i, n in enumerate(atoms)}
    return Tabled(masks, sum(1 << every.index(row) for row in rows), (1 << len(every)) - 1)


def values(atoms: list[int]) -> list[tuple[bool, ...]]:
    return [*product((False, True), repeat=len(atoms))]


def test_a_rule_says_whether_the_number_of_its_values_is_even_or_odd() -> None:
    rng = random.Random(1)
    said = set()
    for _ in range(200):
        atoms = [1, 2, 3]
        lits = [n * rng.choice((1, -1)) for n in atoms]
        low = rng.randrange(4)
        rows = rng.sample(values(atoms), rng.randint(1, 3))
        some: list[tuple[Native, list[tuple[bool, ...]]]] = [(table(atoms, rows), rows)]
        counted = Counted(lits, low, rng.randint(low, 3))
        parity = Parity(lits, odd=rng.random() < 0.5)
        for native in (counted, parity):
            allowed = [row for row in values(atoms) if not native.breaks(literals(atoms, row))]
            some.append((native, allowed))
        for native, allowed in some:
            odd = {sum(row) % 2 == 1 for row in allowed}
            expected = odd.pop() if len(odd) == 1 else None
            if isinstance(native, Counted) and native.low < native.high:
                expected = None  # all values of independent literals that are counted are possible
            assert native.parity() == expected
            said.add((type(native), expected))
    assert len(said) == 8


def literals(atoms: list[int], row: tuple[bool, ...]) -> set[int]:
    return {n if v else -n for n, v in zip(atoms, row, strict=True)}


def test_all_values_that_sums_of_rules_give_are_found() -> None:
    rng = random.Random(2)
    given = 0
    for _ in range(150):
        atoms = [*range(1, 8)]
        answer = literals(atoms, tuple(rng.random() < 0.5 for _ in atoms))
        some = [rng.sample(atoms, rng.randint(2, 4)) for _ in range(rng.randint(2, 5))]
        natives = [Parity(lits, odd=sum(n in answer for n in lits) % 2 == 1) for lits in some]
        instances = [SimpleNamespace(native=native, rule="", number=i) for i, native in enumerate(natives)]
        program: Any = SimpleNamespace(number={}, instances=instances)
        true = {n for n in answer if rng.random() < 0.3}
        left = [
            lits
            for lits in (literals(atoms, row) for row in values(atoms))
            if true <= lits and not any(native.breaks(lits) for native in natives)
        ]
        every = set.intersection(*left) - true
        sums = Parities(program).sums(true)
        assert {some.lit for some in sums} == every
        for one in sums:
            assert set(one.facts) <= true
            opposite = {*one.facts, -one.lit}
            used = [natives[i] for i in one.instances]
            assert not any(
                opposite <= lits and not any(native.breaks(lits) for native in used)
                for lits in (literals(atoms, row) for row in values(atoms))
            )
        given += len(sums)
    assert given > 100


def test_a_step_adds_up_the_rules_of_an_area() -> None:
    puzzle = pencilp.load(EXAMPLES / "castle.txt")
    stated, judge = Program(puzzle), Program(puzzle)
    (right,) = pencilp.solve(puzzle).answers
    search = Search(stated, stated.literals_of(right), [])
    found = next(found for found in search.walk() if found.reason.summed)
    reason = found.reason
    guards = [judge.instances[i].guard for i in reason.instances]
    for n in reason.lits:
        assert judge.questions.core([*guards, *reason.facts, -n]) is not None
    assert all(judge.questions.core([*guards, *reason.facts, n]) is None for n in reason.lits)
    places = [judge.atoms_of[judge.place[abs(n)][:2]] for n in (*reason.facts, *reason.lits)]
    assert len(places) == len({*map(tuple, places)})


def test_the_sentence_of_a_sum_says_how_many_lines_are_drawn() -> None:
    way = pencilp.explain(pencilp.load(EXAMPLES / "castle.txt")).way
    assert way is not None
    some = [step for step in way.steps if "together, these rules" in step.text]
    assert some
    for step in some:
        drawn = sum(fact.value for fact in (*step.facts, step.gives[0]))
        assert ("an odd number" if drawn % 2 else "an even number") in step.text
        assert ("奇数本" if drawn % 2 else "偶数本") in step.in_language("ja").text
