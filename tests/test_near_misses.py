"""Near misses notice what small random boards do not: rules that are lost for large numbers, large rooms, some sides."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.lattice import square
from tests import near_misses
from tests.near_misses import Finder, NearMiss, read, write
from tests.proof import answer_of, proof, rule_of
from tests.test_genres import test_near_misses_are_refused_and_right_answers_accepted as check_near_misses

BENCH = Path(__file__).parent.parent / "bench"


@pytest.fixture
def comparing(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import comparing

    return comparing


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    import mutants

    return mutants


@pytest.mark.parametrize(
    ("name", "words", "drops"),
    [
        ("kakuro", "add up to its sum", lambda p, b: p.path == (1,) and any(n > 17 for n in p.numbers)),
        ("killer_sudoku", "twice in a cage", lambda p, b: len(p.cells) > 4),
        ("hashi", "as many bridges end", lambda p, b: any(n > 6 for n in p.numbers)),
    ],
)
def test_a_rule_that_is_lost_for_large_clues_is_noticed(
    name: str, words: str, drops: Callable[..., bool], mutants: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    genre = genres.load(name)
    (full,) = {rule_of(rule) for miss in read(name) for rule, _ in miss.wrong if words in rule}
    monkeypatch.setattr("tests.amount.WHOLE", True)
    check_near_misses(proof(name))
    monkeypatch.setattr(genre, "rules", genre.rules)
    mutants.ignoring(full, drops)(import_module(genre.__module__))
    with pytest.raises(AssertionError, match="this answer is accepted, but is wrong"):
        check_near_misses(proof(name))


def test_what_is_found_breaks_one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(near_misses, "SECONDS", 1.0)
    found = Finder("norinori").find()
    assert sum(len(miss.wrong) for miss in found) > 9
    for puzzle, right, wrong in found:
        if right is not None:
            assert api.check(puzzle, answer_of(puzzle, right)) == []
        for words, filling in wrong:
            broken = {rule_of(fault.rule) for fault in api.check(puzzle, answer_of(puzzle, filling))}
            assert broken == {rule_of(words)}


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = api.puzzle("sudoku", square(4, 4), given=[None] * 16)
    few = NearMiss(puzzle, ((1, 2, 3, 4) * 4,), (("some rule", ((4, 3, 2, 1) * 4,)), ("another", ((10, 3, 2, 1) * 4,))))
    monkeypatch.setattr(near_misses, "FOLDER", tmp_path)
    read.cache_clear()
    try:
        write("sudoku", [few, few._replace(right=None)])
        assert read("sudoku") == [few, few._replace(right=None)]
    finally:
        read.cache_clear()


def test_faults_in_a_source(mutants: Any) -> None:
    source = "def rules(self, m):\n    for n in ns:\n        m.require('words', exactly(2, n), at=n + 1)\n"
    labels = [fault.label for fault in mutants.in_the_source(ast.parse(source))]
    assert labels == [
        "rules: without the first of ns",
        "rules: without the last of ns",
        "rules: without m.require('words', exactly(2, n), at=n + 1)",
        "rules: at_least for exactly(2, n)",
        "rules: at_most for exactly(2, n)",
        "rules: 1 for 2 in m.require('words', exactly(2, n), at=n + 1)",
        "rules: 3 for 2 in m.require('words', exactly(2, n), at=n + 1)",
    ]


def test_annotations_and_places_are_no_faults(mutants: Any) -> None:
    source = "def rules(self, m: A | B) -> None:\n    at = []\n    at.append(c)\n    m.require('words', x, at=at)\n"
    assert [fault.label for fault in mutants.in_the_source(ast.parse(source))] == [
        "rules: without m.require('words', x, at=at)"
    ]


def test_equivalent_mutants_are_still_there_each_with_a_reason(mutants: Any) -> None:
    for (name, label), reason in mutants.equivalent().items():
        assert reason
        if not label.startswith("ignored "):
            path = Path(genres.path_of(name))
            if label.startswith("rules.py: "):
                path = path.with_name("rules.py")
            source = path.read_text(encoding="utf-8")
            labels = {fault.label for fault in mutants.in_the_source(ast.parse(source))}
            assert label.removeprefix("rules.py: ") in labels, name


@pytest.mark.slow
def test_equivalent_mutants_of_what_is_stated_are_still_there(mutants: Any) -> None:
    for name in {name for name, label in mutants.equivalent() if label.startswith("ignored ")}:
        labels = {mutant.label for some in mutants.mutants(name) for mutant in some}
        assert mutants.no_longer_there(name, labels) == []


def test_a_fault_is_put_into_the_source_at_its_place(mutants: Any) -> None:
    tree = ast.parse(
        "def rules(self, m):\n    m.require('words', exactly(2, n))\n    m.require('words', exactly(3, n))\n"
    )
    fault = next(
        fault for fault in mutants.in_the_source(tree) if fault.label.startswith("rules: at_most for exactly(3")
    )
    assert ast.unparse(fault.put_into(tree)).splitlines()[1:] == [
        "    m.require('words', exactly(2, n))",
        "    m.require('words', at_most(3, n))",
    ]


def in_this_process(work: Callable[[], str], seconds: float) -> str:
    return work()


@pytest.mark.parametrize(
    ("drops", "different"),
    [(lambda p, b: True, True), (lambda p, b: p.cells[:1] == (0,), True), (lambda p, b: False, False)],
)
def test_comparing_finds_a_puzzle_to_which_a_mutant_has_other_answers(
    drops: Callable[..., bool], different: bool, mutants: Any, comparing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    genre = genres.load("norinori")
    monkeypatch.setattr(genre, "rules", genre.rules)
    mutant = mutants.Mutant("ignored", mutants.ignoring("a room holds two shaded cells", drops))
    monkeypatch.setattr(comparing, "MAX_BATCHES", 2)
    result = comparing.Comparing("norinori").compare(mutant, in_this_process, 60.0)
    assert result.puzzles > 10
    assert result.answers > 10
    assert bool(result.different) == bool(result.reached) == different


def test_a_clue_can_be_each_kind_of_tuple() -> None:
    kinds = near_misses.kinds_of_tuples([("b", 3, 1), ("w", 0, None), "?", ("w", "?", 5)])
    assert sorted(kinds, key=repr) == sorted(
        [(color, way, number) for color in "bw" for way in (3, "?") for number in (1, None)], key=repr
    )


def test_names_that_a_module_does_not_import_are_known_to_its_mutants(mutants: Any) -> None:
    for others in mutants.WEAKER.values():
        assert {*others} <= {*mutants.NAMES}
    assert callable(mutants.NAMES[mutants.CONFUSED["any_of"]])
