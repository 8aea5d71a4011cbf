"""What all answers share, and answers that are not finished: against brute force, and on the command line."""

from __future__ import annotations

import json
import random
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import pencilp
from pencilp import api, genres
from pencilp.analysis.check import find_completion
from pencilp.board.puzzle import Answer
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from pencilp.genres import genre_of
from pencilp.model import Model, total
from pencilp.solvers.clasp.search import Clasp, variable_key
from tests import brute_force
from tests.proof import answer_of, cases, changed, domains, filling_of, is_there
from tests.random_models import models
from tests.small_boards import Case, Filling, shown

GENRES = [name for name in genres.names() if is_there(name)]
CASES = 5
Partial = list[list[Any]]


def some_cases(name: str) -> list[Case]:
    return cases(name)[:CASES]


def in_common(right: set[Filling]) -> Partial:
    """Per layer and place the value that all fillings have, None where they differ."""
    layers = zip(*right, strict=True)
    return [[values[0] if len(set(values)) == 1 else None for values in zip(*layer, strict=True)] for layer in layers]


def less_of(filling: Filling, share: float, rng: random.Random) -> Partial:
    """A filling of which only a share is decided."""
    return [[v if rng.random() < share else None for v in layer] for layer in filling]


def goes_on(partial: Partial, right: set[Filling]) -> bool:
    """Whether some filling has all that is decided."""
    return any(
        all(
            v is None or v == w
            for some, all_of in zip(partial, filling, strict=True)
            for v, w in zip(some, all_of, strict=True)
        )
        for filling in right
    )


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_common_values_hold_in_all_answers(name: str) -> None:
    for puzzle, right, _ in some_cases(name):
        found = pencilp.common(puzzle)
        assert found.status == ("none", "unique", "multiple")[min(len(right), 2)], shown(puzzle)
        if not right:
            assert found.answer is None
            assert found.values == {}
            assert found.settled == found.places == 0
            continue
        shared = answer_of(puzzle, in_common(right))  # type: ignore[arg-type]
        assert found.values == shared.values, shown(puzzle)
        assert found.settled == sum(v is not None for layer in in_common(right) for v in layer)


@pytest.mark.mechanism
@pytest.mark.parametrize("name", GENRES)
def test_only_faults_that_cannot_be_mended_break_an_unfinished_answer(name: str) -> None:
    rng = random.Random(name)
    for puzzle, right, near in some_cases(name):
        fillings = rng.sample(sorted(right), min(2, len(right)))
        fillings += [other for f in fillings if (other := changed(f, domains(puzzle), rng)) is not None]
        fillings += [rng.choice(near)] if near else []
        for filling in fillings:
            partial = less_of(filling, rng.choice((0.2, 0.5, 0.8)), rng)
            answer = answer_of(puzzle, partial)  # type: ignore[arg-type]
            extends = goes_on(partial, right)
            assert pencilp.can_be_finished(puzzle, answer) == extends, shown(puzzle, answer)
            end = find_completion(genre_of(puzzle), puzzle, answer)
            assert end.can == extends
            assert end.status == ("unknown" if extends else ("none", "unique", "multiple")[min(len(right), 2)])
            wrong = 0
            if end.status == "unique":
                wrong = sum(v not in (None, w) for v, w in zip(chain(*partial), chain(*min(right)), strict=True))
            assert sum(len(part.places) for part in end.differences) == wrong, shown(puzzle, answer)
            if extends:
                assert pencilp.check(puzzle, answer, unfinished=True) == [], shown(puzzle, answer)


@settings(max_examples=150)
@given(models())
def test_facts_of_models_of_all_kinds(m: Model) -> None:
    right = brute_force.answers(m)
    shared = Clasp(m, whole=True).common_values()
    assert shared.complete
    assert (shared.first is None) == (not right)
    if right:
        seen = m.answer_variables()
        alike = [len({found[i] for found in right}) == 1 for i in range(len(seen))]
        assert [variable_key(x) in shared.agreed for x in seen] == alike
        assert tuple(map(shared.first, seen)) in right  # type: ignore[arg-type]


def test_facts_of_long_numbers() -> None:
    m = Model()
    chain, digits, one = m.integer("chain", 3, 40), m.integer("digits", 5, 1000), m.integer("one", 7, 7)
    m.require("", digits + chain == 130)
    m.require("", chain >= 38)
    other = m.integer("other", 0, 500)
    m.require("", other == 77)
    shared = Clasp(m, whole=True).common_values()
    assert {variable_key(x) for x in (one, other)} == set(shared.agreed) & {
        variable_key(x) for x in (chain, digits, one, other)
    }
    assert shared.complete
    assert shared.first is not None
    assert shared.first(other) == 77


@pytest.mark.parametrize(
    ("name", "size", "layers", "values", "at"),
    [
        ("sudoku", 9, {"given": [None] * 81}, {"number": {0: 5, 8: 5}}, "r1c1"),
        ("akari", 4, {"walls": [None] * 16}, {"lamps": {0: 1, 3: 1}}, "r1c1"),
        ("yinyang", 4, {"given": [None] * 16}, {"black": {0: 1, 1: 1, 4: 1, 5: 1}}, "r1c1"),
        ("mosaic", 4, {"clues": [9, *[None] * 15]}, {}, "r1c1"),
    ],
)
def test_rules_that_an_unfinished_answer_breaks(name: str, size: int, layers: Any, values: Any, at: str) -> None:
    puzzle = pencilp.puzzle(name, pencilp.square(size, size), **layers)
    answer = Answer(
        puzzle,
        {k: [places.get(c) for c in range(size * size)] for k, places in values.items()},
    )
    broken = pencilp.check(puzzle, answer, unfinished=True)
    assert broken
    assert at in broken[0].at
    assert pencilp.can_be_finished(puzzle, answer) is False


def test_own_rules_count_too() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 3), rooms=[0, 0, 1, 1, 1, 1])

    def first(m: Any, genre: Any) -> None:
        m.require("the first cell is shaded", genre.shaded[0], at=0)

    answer = Answer(puzzle, {"shaded": [0, None, None, None, None, None]})
    assert [b.rule for b in pencilp.check(puzzle, answer, unfinished=True, rules=[first])] == [
        "a room holds two shaded cells",
        "the first cell is shaded",
    ]
    assert pencilp.can_be_finished(puzzle, answer, rules=[first]) is False
    assert pencilp.common(puzzle, rules=[first]).values.get("shaded", [1])[0] == 1


def test_a_rule_that_is_plainly_broken_hides_no_other() -> None:
    akari = pencilp.puzzle("akari", pencilp.square(3, 3), walls=[None, None, 0, 4, None, 1, None, None, None])
    for first, content in ((None, []), (0, ["r1c1: every white cell is lit"])):
        answer = Answer(akari, {"lamps": [first, 0, 0] + [None] * 6})
        broken = list(map(str, pencilp.check(akari, answer, unfinished=True)))
        assert broken == ["r2c1: a number counts the lamps next to it", *content]
    norinori = pencilp.puzzle("norinori", pencilp.square(2, 2), rooms=[0, 0, 0, 0])

    def own(m: Any, genre: Any) -> None:
        n = m.integer("n", 0, 4)
        m.require("n says how many are shaded", total(genre.shaded) - n == 0)
        m.require("n is three", n == 3)

    for shaded, rules in (([1, 1, 0, 0], 0), ([1, 1, 1, 1], 2), ([1, 1, 1, 0], 2)):
        found = {b.rule for b in pencilp.check(norinori, Answer(norinori, {"shaded": shaded}), rules=[own])}
        assert len(found - {"n says how many are shaded", "n is three"}) == rules
        assert (len(found) - rules == 2) == (sum(shaded) != 3), "two that cannot hold together"


def test_time_limits_hold() -> None:
    puzzle = pencilp.puzzle("hidato", pencilp.square(12, 12), numbers=[1, *[None] * 142, 144])
    found = pencilp.common(puzzle, time_limit=0.3)
    assert found.status in ("unknown", "multiple")
    if found.status == "unknown":
        assert found.settled == 0
    assert pencilp.common(puzzle, time_limit=0).status == "unknown"
    assert pencilp.can_be_finished(puzzle, Answer(puzzle, {}), time_limit=0) is None
    with pytest.raises(InputError, match="time limit"):
        pencilp.common(puzzle, time_limit=-1)


# -- the command line -------------------------------------------------------------------------------------------------

OPEN = "norinori\nrooms:\n1 2 2 2 2\n1 2 2 2 2\n"
"""The first room is shaded, so that the column next to it is not; in the others there are several ways."""


@pytest.fixture
def open_board(tmp_path: Path) -> str:
    path = tmp_path / "open.txt"
    path.write_text(OPEN, encoding="utf-8")
    return str(path)


def written(tmp_path: Path, shaded: list[Any], text: str = OPEN) -> str:
    puzzle = plain.read(text)[0]
    path = tmp_path / f"{abs(hash(tuple(shaded)))}.txt"
    path.write_text(plain.write(puzzle, Answer(puzzle, {"shaded": shaded})), encoding="utf-8")
    return str(path)


def test_facts_on_the_command_line(open_board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = {filling_of(a) for a in api.solve(plain.read(OPEN)[0], count=0).answers}
    expected = in_common(right)[0]
    settled = sum(v is not None for v in expected)
    assert main(["solve", open_board, "--common"]) == 0
    out = capsys.readouterr().out
    assert f"{settled} of 10 places are the same in all of them" in out
    assert out.splitlines()[0].startswith("┌")
    assert main(["solve", open_board, "--common", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["status"] == "multiple"
    assert record["facts"] == {"shaded": expected}
    assert "answers" not in record
    target = tmp_path / "facts.txt"
    assert main(["solve", open_board, "--common", "-o", str(target)]) == 0
    kept = plain.read(target.read_text(encoding="utf-8"))[0].answer
    assert kept is not None
    assert list(kept["shaded"]) == expected
    assert main(["solve", open_board, "--common", "--format", "svg"]) == 0
    assert 'class="undecided"' in capsys.readouterr().out


def test_facts_of_one_answer_and_of_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "examples/norinori-p01.txt", "--common"]) == 0
    assert "one answer, and it is the only one: 100 of 100 places are settled" in capsys.readouterr().out
    none = tmp_path / "none.txt"
    none.write_text("norinori\nrooms:\n1 2\n", encoding="utf-8")
    assert main(["solve", str(none), "--common"]) == 1
    assert "there is no answer" in capsys.readouterr().out
    assert main(["solve", str(none), "--common", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["facts"] == {}


@pytest.mark.parametrize("more", [["--solver", "highs"], ["--count", "3"], ["--formulation", "published"]])
def test_options_that_exclude_common_values(
    open_board: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", open_board, "--common", *more]) == 2
    assert more[0] in capsys.readouterr().err
    assert main(["solve", "model.lp", "--common"]) == 2


def test_check_of_an_unfinished_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def asked(path: str, *more: str) -> tuple[int, str, Any]:
        code = main(["check", path, *more])
        text = capsys.readouterr().out.strip()
        assert main(["check", path, *more, "--format", "json"]) == code
        return code, text, json.loads(capsys.readouterr().out)

    right = sorted(filling_of(a)[0] for a in api.solve(plain.read(OPEN)[0], count=0).answers)
    code, text, record = asked(written(tmp_path, [None] * 10))
    assert (code, text) == (0, "nothing wrong so far")
    assert not record["finished"]
    assert not record["accepted"]
    assert record["broken"] == []
    assert record["can_be_finished"] is True

    code, text, record = asked(written(tmp_path, [None, *right[0][1:]]), "--strict")
    assert (code, text, record["can_be_finished"]) == (0, "nothing wrong so far, and it can be finished", True)

    code, text, record = asked(written(tmp_path, [None, None, 1, None, 1, None, None, None, 1, None]), "--strict")
    assert code == 1
    assert text.splitlines()[:2] == [
        "this answer is wrong: 1 rule is broken, where the drawing has a !:",
        "  broken: the room of r1c2: 3 shaded cells instead of 2 (a room holds two shaded cells)",
    ]
    assert record["broken"]
    assert record["can_be_finished"] is False

    code, text, record = asked(written(tmp_path, list(right[0])), "--strict")
    assert (code, text) == (0, "the answer is right")
    assert record["finished"]
    assert record["accepted"]
    assert record["can_be_finished"] is True


def test_check_names_no_rule_if_only_all_together_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # two rooms of a domino each: every rule alone can hold, but neither has a neighbour for its single open cell
    text = "norinori\nrooms:\n1 1 1\n2 2 2\n"
    puzzle = plain.read(text)[0]
    right = {filling_of(a) for a in api.solve(puzzle, count=0).answers}
    single = [
        values
        for c in range(6)
        for v in (0, 1)
        if not goes_on([values := [v if i == c else None for i in range(6)]], right)
        and not pencilp.check(puzzle, answer_of(puzzle, [values]), unfinished=True)  # type: ignore[arg-type,list-item]
    ]
    assert single
    (only,) = right
    for values in single:
        path = written(tmp_path, values, text)
        for more in ([], ["--strict"]):
            assert main(["check", path, *more]) == 1
            content = capsys.readouterr().out.splitlines()
            assert (
                content[0] == "no rule is broken yet, but the only answer of the puzzle has, where the drawing has a !:"
            )
            (cell,) = [c for c, value in enumerate(values) if value is not None]
            assert values[cell] != only[0][cell]
            assert content[1] == f"  {puzzle.lattice.names[cell]}: {'1' if only[0][cell] else 'no'} shaded cell"
        assert main(["check", path, "--format", "json"]) == 1
        record = json.loads(capsys.readouterr().out)
        assert (record["broken"], record["can_be_finished"]) == ([], False)
        assert [part["at"] for part in record["aside"]] == [puzzle.lattice.names[cell]]


ROWS = "- - 1 2\n2 - - 3\n4 - - -"
SUDOKU = "sudoku\ngiven:\n{}\nanswer:\nnumber:\n2 ? ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?\n"


@pytest.mark.parametrize(
    ("given", "more", "code", "says"),
    [
        (
            f"- - - -\n{ROWS}",
            [],
            1,
            "the only answer of the puzzle has, where the drawing has a !:\n  r1c1: 1 in place of 2",
        ),
        (f"- - - 2\n{ROWS}", [], 1, "the puzzle has no answer at all"),
        ("- - - -\n- - - 2\n2 - - -\n- 3 - -", [], 1, "yet, but no right answer has all these values\n"),
    ],
)
def test_mistakes_that_break_no_rule_are_reported_with_their_place(
    given: str, more: list[str], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(SUDOKU.format(given))
    assert main(["check", str(path), *more]) == code
    assert says in capsys.readouterr().out


def test_check_reports_a_limit_that_is_reached_early(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_text(SUDOKU.format(f"- - - -\n{ROWS}"))
    code = main(["check", str(path), "--time-limit", "1e-6"])
    out, err = capsys.readouterr()
    # on a busy machine the limit is reached before the rules are asked
    assert (code == 0 and "nothing wrong so far, but the limit was reached before it was known" in out) or (
        code == 3 and "time limit" in err
    )


def test_parts_of_a_drawing_that_must_be_undone_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("masyu\ncircles:\n- w -\n- - -\n- - b\nanswer:\nline:\nse sw -\nn n -\n- - -\n")
    assert main(["check", str(path)]) == 1
    content = capsys.readouterr().out
    assert (
        "something has to be taken back: the only answer of the puzzle has\n  the line from r1c2 to r2c2: no piece of the loop\n"
        in content
    )
