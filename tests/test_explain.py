"""Why a puzzle has no answer: the clues and rules that are named contradict each other, and none can be left out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import Explanation, Puzzle, genres
from pencilp.analysis import conflict as conflict_module
from pencilp.analysis.conflict import conflict
from pencilp.errors import InputError
from pencilp.genres import genre_of
from pencilp.model import Rule
from pencilp.solvers.clasp.search import Clasp
from tests import amount
from tests import proof as proofs

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine finds what a quiet one finds."""
    for limit in ("GUARDED_SECONDS", "QUESTION_SECONDS", "EVERYWHERE_SECONDS", "SMALLER_SECONDS"):
        monkeypatch.setattr(conflict_module, limit, 60.0)


def holds_true(puzzle: Puzzle, found: Explanation) -> None:
    """A conflict is one, and where it says so no clue (without clues: no place) can be left out."""
    m = genre_of(puzzle).model(puzzle)
    m.objective = None
    every = m.rules

    def possible(rules: list[Rule]) -> bool:
        m.rules = [rule for rule in every if not rule.words or any(rule is other for other in rules)]
        return bool(Clasp(m).search(1, 20).solutions)

    single, everywhere = [], []
    for text in found.rules:
        where = None if text.clue is None else (puzzle[text.clue[0]], *text.clue[1:])
        mine = [
            rule
            for rule in every
            if rule.words == text.rule
            and (rule.clue is None) == (where is None)
            and (where is None or (rule.clue is not None and rule.clue[0] is where[0] and rule.clue[1:] == where[1:]))
            and (m.place(rule.at) == text.at or not (text.at or where))
        ]
        assert mine, text
        if text.at or where is not None:
            single.append(mine)
        else:
            everywhere += mine
    rules = [*everywhere, *(rule for some in single for rule in some)]
    assert not possible(rules), "what is named contradicts itself"
    others = [rule for rule in every if rule.clue is None] if found.clues else everywhere
    for left_out in single if found.minimal else ():
        if left_out[0].clue is not None or not found.clues:
            kept = [rule for some in single if some is not left_out for rule in some]
            assert possible([*others, *kept]), f"{left_out[0]} is needed"


def changed(puzzle: Puzzle, rng: random.Random) -> Iterator[Puzzle]:
    """The puzzle with one printed value changed, as by a slip of the hand."""
    places = []
    for key, layer in puzzle.genre.inputs.items():
        if layer.on != "board" and puzzle[key] is not None:
            places += [(key, at, v) for at, v in layer.place.items(puzzle[key]) if v not in (None, layer.value.nothing)]
    rng.shuffle(places)
    for key, at, value in places[:8]:
        layer = puzzle.genre.inputs[key]
        others: list[Any] = [value + 1, value - 1] if type(value) is int else [v for v, _ in layer.value.samples()]
        held = puzzle[key]
        for other in others:
            values: Any
            if isinstance(held, dict):
                side, i, k = at
                values = {name: [list(line) for line in lines] for name, lines in held.items()}
                values[side][i][k] = other
            else:
                values = list(getattr(held, "listed", held))
                values[at] = other
            try:
                yield Puzzle(puzzle.genre, puzzle.lattice, {**puzzle.values, key: values})
            except (InputError, ValueError, TypeError):
                continue


def first_without_answer(puzzle: Puzzle) -> Puzzle | None:
    for other in changed(puzzle, random.Random(3)):
        try:
            if pencilp.solve(other, count=1, time_limit=2).status == "none":
                return other
        except InputError:
            continue
    return None


@pytest.mark.mechanism
@pytest.mark.parametrize("name", genres.names())
def test_the_named_conflict_is_real_and_minimal(name: str) -> None:
    path = min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem, default=None)
    assert path is not None, f"there is no example: examples/{name}.txt"
    # small puzzles with one answer have few clues too many
    small = [] if amount.WHOLE else [case.puzzle for case in proofs.cases(name) if len(case.right) == 1]
    small = sorted((p for p in small if len(p.lattice) >= 9), key=lambda p: len(p.lattice))[-2:]
    wrong = next(filter(None, map(first_without_answer, (*small, pencilp.load(path)))), None)
    if wrong is None:
        pytest.skip("no change of a single value leaves its example without an answer")
    found = pencilp.explain(wrong, time_limit=4)
    assert found.status == "none"
    assert found.rules
    assert all(rule.rule for rule in found.rules)
    assert bool(found.clues or found.places) or all(not rule.at for rule in found.rules)
    if found.minimal:
        holds_true(wrong, found)


def test_a_digit_that_is_there_twice_is_named_with_the_rule_that_it_breaks() -> None:
    given = [1, None, 1, None, *[None] * 11, 2]
    puzzle = pencilp.puzzle("sudoku", pencilp.square(4, 4), given=given, boxes=[1, 1, 2, 2] * 2 + [3, 3, 4, 4] * 2)
    found = pencilp.explain(puzzle)
    assert (found.status, found.minimal) == ("none", True)
    assert [rule.given for rule in found.clues] == ["1 at r1c1", "1 at r1c3"]
    assert found.places == [0, 2]
    assert len(found.rules) == 3
    assert str(found).splitlines()[0] == "1 at r1c1: a given number stays"


def test_a_puzzle_with_an_answer_has_no_conflict() -> None:
    found = conflict(pencilp.load(EXAMPLES / "akari.txt"))
    assert (found.status, found.rules, found.clues, found.places, found.steps) == ("some", [], [], [], [])
    assert "some" in repr(found)
    assert not str(found)


def norinori(*rooms: int) -> Puzzle:
    return pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=rooms)


def test_without_clues_the_rooms_are_named() -> None:
    found = pencilp.explain(norinori(1, 1, 1, 2, 1, 1, 1, 1))
    assert [str(rule) for rule in found.rules] == ["r1c4: a room holds two shaded cells"]
    assert found.minimal
    assert found.places == [3]
    assert found._repr_svg_().count('class="marked"') == 2


def test_own_rules_are_named_too() -> None:
    puzzle = norinori(1, 1, 2, 2, 1, 1, 2, 2)

    def nothing(m: Any, page: Any) -> None:
        m.require("nothing is shaded here", ~page.shaded[0], at=0)
        m.require("but this is", page.shaded[0], at=0)

    found = pencilp.explain(puzzle, rules=[nothing])
    assert {rule.rule for rule in found.rules} == {"nothing is shaded here", "but this is"}


def test_results_are_kept_after_a_limit_or_a_stop() -> None:
    puzzle = norinori(1, 1, 1, 2, 1, 1, 1, 1)
    assert pencilp.explain(puzzle, time_limit=0).status == "unknown"
    assert pencilp.explain(puzzle, stop=lambda: True).status == "unknown"
    asked = 0

    def later() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    found = pencilp.explain(puzzle, stop=later)
    assert (found.status, found.minimal) == ("none", False)
    assert found.rules
    with pytest.raises(InputError, match="time limit"):
        pencilp.explain(puzzle, time_limit=-1)


def test_an_outside_clue_is_reported_with_its_line() -> None:
    puzzle = pencilp.load(EXAMPLES / "nonogram.txt")
    clues = {side: list(lines) for side, lines in puzzle["clues"].items()}
    long = puzzle.lattice.cols // 2 + 1
    clues["left"][2] = (long, long)
    wrong = pencilp.puzzle("nonogram", puzzle.lattice, clues=clues)
    found = pencilp.explain(wrong)
    (rule,) = found.clues
    assert rule.given == f"{long} {long} left of row 3"
    assert rule.clue == ("clues", "left", 2)
    assert found.places == [("left", 2)]


def test_clues_that_contradict_are_found_with_no_clue_to_spare() -> None:
    puzzle = pencilp.load(EXAMPLES / "slitherlink.txt")
    numbers = list(puzzle["numbers"])
    numbers[4], numbers[12] = 3, 3
    numbers[5], numbers[13] = 3, 3
    wrong = pencilp.puzzle("slitherlink", puzzle.lattice, numbers=numbers)
    found = pencilp.explain(wrong)
    assert (found.status, found.minimal) == ("none", True)
    holds_true(wrong, found)
