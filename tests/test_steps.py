"""Steps: each reason forces its values and is minimal, single instances are complete, ways reach the answer."""

from __future__ import annotations

import doctest
import json
import random
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import Answer, Puzzle, genres
from pencilp._util.timeout import TimeLimitReached
from pencilp.analysis import check
from pencilp.analysis.steps import program
from pencilp.analysis.steps.chains import DEPTHS, MAX_LAYERS, PLAIN, suppose
from pencilp.analysis.steps.program import Program
from pencilp.analysis.steps.search import Found, Search
from pencilp.analysis.steps.step import KINDS
from pencilp.analysis.steps.walk import Walk
from pencilp.cli import main
from pencilp.formats.text import text
from pencilp.model.constraints import Flood
from pencilp.solvers.clasp.questions import Undecided
from tests import amount

EXAMPLES = Path(__file__).parent.parent / "examples"
DEAR = {
    "araf", "bosanowa", "burokku", "clueless_1_sudoku", "clueless_2_sudoku", "dbchoco", "eulero", "fillomino", "fivecells",
    "fourcells", "gattai_8_sudoku", "haisu", "nikoji", "pentominous", "shikaku", "tetrominous",
}  # fmt: skip
"""Genres with rules that a solver is asked about for minutes: by the search, or by the judge of a test."""
EASY = 20
"""The conflicts in which a person would see that a reason has a part too many; the search looks ten times as long."""
NAMES = [name for name in genres.names() if name not in DEAR]


def example(name: str) -> Puzzle:
    return pencilp.load(min(EXAMPLES.glob(f"{name}[.-]*txt"), key=lambda path: path.stem))


def search_of(puzzle: Puzzle, *, seed: int = 1, share: float = 0.0) -> Search:
    """A search for the answer of a puzzle, with this ``share`` of its places known already."""
    stated = Program(puzzle)
    (right,) = pencilp.solve(puzzle).answers
    rng = random.Random(seed)
    goals = stated.literals_of(right)
    known = {place for place in stated.atoms_of if rng.random() < share}
    given = [n for n in goals if stated.place[abs(n)][:2] in known]
    return Search(stated, goals, given, seed=seed)


def steps_of(search: Search) -> Iterator[Found]:
    for _ in range(amount.of(2, 12)):
        found = search.next() if search.places_left else None
        if found is None:
            return
        yield found
        search.take(found)


def forces(
    judge: Program, found: Found, *, instance: int | None = None, fact: int | None = None, conflicts: int = 100_000
) -> bool:
    """Whether a reason forces all its values, without one of its instances or facts if that is given.

    False if more ``conflicts`` are needed to see it.
    """
    reason = found.reason
    guards = [judge.instances[i].guard for i in reason.instances if i != instance]
    facts = [n for n in reason.facts if n != fact]
    judge.questions.limit(conflicts)
    try:
        return all(judge.questions.core([*guards, *facts, -n]) is not None for n in reason.lits)
    except Undecided:
        return False


def shorter_chains(search: Search, found: Found) -> list[int]:
    """The instances and facts without which single rules still give the value of a chain, in a chain as short as it."""
    reason = found.reason
    assert reason.chain is not None
    n = reason.chain.supposed
    sets = [(set(reason.instances) - {i}, reason.facts, i) for i in reason.instances]
    sets += [({*reason.instances}, tuple(m for m in reason.facts if m != fact), fact) for fact in reason.facts]
    result = []
    for instances, facts, left in sets:
        marked = search.marked(instances, facts)
        other, _ = suppose(search.program, search.board, n, among=instances, facts=marked)
        if other is not None and len(other.links) <= len(reason.chain.links):
            result.append(left)
    return result


@pytest.mark.mechanism
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("share", [0.0, 0.6])
def test_a_reason_forces_its_values_and_nothing_can_be_left_out(name: str, share: float) -> None:
    puzzle = example(name)
    search, judge = search_of(puzzle, share=share), Program(puzzle)
    for found in steps_of(search):
        reason = found.reason
        assert reason.lits
        assert set(reason.lits) <= search.goals
        assert set(reason.facts) <= search.board.true
        assert forces(judge, found), reason
        if reason.chain is not None:
            assert not shorter_chains(search, found)
            continue
        if reason.kind != "given":
            for i in reason.instances:
                assert not forces(judge, found, instance=i, conflicts=EASY), (reason, judge.instances[i].rule)
        for n in reason.facts:
            assert not forces(judge, found, fact=n, conflicts=EASY), (reason, n)


@pytest.mark.mechanism
@pytest.mark.parametrize("name", NAMES)
def test_no_value_that_one_instance_forces_is_missed(name: str) -> None:
    puzzle = example(name)
    rng = random.Random(7)
    search, judge = search_of(puzzle, seed=3, share=0.4), Program(puzzle)
    pending = search.singles.find()
    while granted := [n for i, lits in pending.items() if search.program.instances[i].rule is None for n in lits]:
        # a place with one value left: everybody takes it for granted
        new = search.board.learn(granted)
        search.goals.difference_update(new)
        search.singles.touched(new)
        pending = search.singles.find()
    wide = {i.number for i in search.program.instances if i.wide}
    for instance in rng.sample(search.program.instances, min(amount.of(10, 40), len(search.program.instances))):
        if instance.number in wide and instance.number in search.singles.dirty:
            continue  # it waits until no other instance says anything
        open_ = {n for a in instance.scope for n in (a, -a) if n in search.goals}
        guard = [instance.guard] if instance.guard else []
        forced = {n for n in open_ if judge.questions.core([*guard, *search.board.true, -n]) is not None}
        assert forced == set(pending.get(instance.number, ())), instance.rule


@pytest.mark.parametrize("name", ["hitori", "kurotto", "starbattle"])
def test_questions_about_a_few_rules_alone_give_reasons_that_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MIN_LARGE_ATOMS", 0)
    puzzle = example(name)
    search, judge = search_of(puzzle, share=0.3), Program(puzzle)
    for found in steps_of(search):
        assert forces(judge, found), found.reason
        for i in found.reason.instances if found.reason.kind == "rule" else ():
            assert not forces(judge, found, instance=i, conflicts=EASY)


def test_the_model_of_one_rule_looks_at_each_flood_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    variables = Flood.variables

    def counted(flood: Flood) -> Any:
        looked.append(id(flood))
        return variables(flood)

    monkeypatch.setattr(Flood, "variables", counted)
    asked = Program(example("slashpack"))
    instance = next(i for i in asked.instances if i.native is None)
    looked.clear()
    model = asked._models.model_alone(asked._stated[instance.number], instance.scope)
    assert model.floods
    assert sorted(looked) == sorted(id(flood) for flood in model.floods)


@pytest.mark.parametrize("name", ["akari", "heyawake"])
def test_a_supposition_that_stays_open_is_not_refuted_by_a_new_search(name: str) -> None:
    search = search_of(example(name), seed=3)
    kept = 0
    for _ in range(40):
        found = search.next() if search.places_left else None
        if found is None:
            break
        search.take(found)
        for (n, level), (chain, _, layers) in search._chains.items():
            if level == PLAIN and chain is None and layers == MAX_LAYERS:
                assert suppose(search.program, search.board, -n)[0] is None
                kept += 1
    assert kept


def test_rules_with_the_same_words_about_one_place_are_one_look() -> None:
    search = search_of(example("shimaguni"))
    instances = {i.number: i for i in search.program.instances if i.rule is not None}
    pairs = [(a, b) for a in instances for b in instances if a < b]
    together = 0
    for a, b in random.Random(1).sample(pairs, 400):
        alike = instances[a].rule.words == instances[b].rule.words and instances[a].scope & instances[b].scope
        together += bool(alike)
        assert search._looks([a, b]) == (1 if alike else 2)
    assert together


@pytest.mark.parametrize("name", ["akari", "heyawake"])
def test_a_chain_of_single_rules_comes_before_those_in_more_layers(name: str) -> None:
    search = search_of(example(name), seed=3)
    long = 0
    for _ in range(30):
        goals, board = {*search.goals}, search.board
        found = search.next() if search.places_left else None
        if found is None:
            break
        chain = found.reason.chain
        if chain is not None and chain.length > DEPTHS[0] and all(link.inside is None for link in chain.links):
            others = (suppose(search.program, board, -n, layers=DEPTHS[0])[0] for n in goals)
            assert all(other is None or other.length > DEPTHS[0] for other in others)
            long += 1
        search.take(found)
    assert long


@pytest.mark.parametrize("name", ["akari", "sudoku", "tents"])
def test_a_way_reaches_the_answer_and_is_the_same_again(name: str) -> None:
    puzzle = example(name)
    found, again = pencilp.explain(puzzle), pencilp.explain(puzzle)
    assert found.status == "some"
    assert found.way is not None
    assert (found.way.status, found.way.finished, found.way.stopped) == ("unique", True, "")
    assert found.way.end == pencilp.solve(puzzle).answer
    assert found.way.boards()[-1] == found.way.end
    assert all(step.kind in KINDS and step.text and step.where for step in found.steps)
    assert again.way is not None
    assert [step.record() for step in again.steps] == [step.record() for step in found.steps]


def test_long_searches_end_a_way_for_which_no_short_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "_chain", lambda *_, **__: None)
    monkeypatch.setattr(Search, "_set", lambda *_: None)
    puzzle = example("akari")
    way = pencilp.explain(puzzle).way
    assert way is not None
    assert way.end == pencilp.solve(puzzle).answer
    assert "trial" in {step.kind for step in way.steps}


def test_a_way_ends_when_answers_differ() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(2, 4), rooms=[0, 0, 1, 1, 0, 0, 1, 1])
    found = pencilp.explain(puzzle)
    shared = pencilp.common(puzzle)
    assert shared.status == "multiple"
    assert found.way is not None
    assert found.way.end == shared.answer
    assert "several answers" in found.way.stopped


def test_without_an_answer_there_is_a_conflict() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(1, 2), rooms=[0, 1])
    found = pencilp.explain(puzzle)
    assert (found.status, found.way, found.steps) == ("none", None, [])
    assert found.rules
    assert pencilp.hint(puzzle).kind == "none"


def test_a_mistake_comes_first() -> None:
    puzzle = example("akari")
    lamps = list(pencilp.solve(puzzle).answers[0]["lamps"])
    first = lamps.index(1)
    wrong: list[int | None] = [None] * len(lamps)
    wrong[first] = 0
    step = pencilp.hint(puzzle, Answer(puzzle, {"lamps": wrong}))
    assert step.kind == "mistake"
    assert not step
    assert puzzle.lattice.names[first] in step.text


def test_results_so_far_are_returned_after_limits_and_stops() -> None:
    puzzle = example("sudoku")
    assert pencilp.hint(puzzle, Answer(puzzle, {}), time_limit=0).kind == "none"
    assert pencilp.explain(puzzle, time_limit=0).status == "unknown"
    calls = iter(range(900))
    found = pencilp.explain(puzzle, stop=lambda: next(calls, 900) >= 800)
    assert found.way is not None
    assert found.steps
    assert not found.way.finished
    assert found.way.stopped.startswith("stopped after ")


def test_a_hint_reveals_a_mistake_in_stages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = pencilp.load(str(EXAMPLES / "sudoku.txt"))
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    cell = next(c for c, given in enumerate(puzzle["given"]) if given is None)
    for wrong in range(1, 10):
        filled: list[int | None] = [None] * 81
        filled[cell] = wrong
        step = pencilp.hint(puzzle, Answer(puzzle, {"number": filled}))
        if step.kind == "mistake" and not step.rules:
            break
    path = tmp_path / "begun.txt"
    path.write_text(text.write(puzzle, Answer(puzzle, {"number": filled})), encoding="utf-8")
    for stage in ("where", "rule"):
        assert main(["hint", str(path), "--stage", stage]) == 1
        assert capsys.readouterr().out == f"there is a mistake: look at {step.where}\n"
    assert main(["hint", str(path)]) == 1
    assert "in place of" in capsys.readouterr().out


def test_a_mistake_is_reported_even_if_its_place_is_not_found_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object, **__: object) -> None:
        raise TimeLimitReached

    puzzle = example("akari")
    lamps = pencilp.solve(puzzle).answers[0]["lamps"]
    monkeypatch.setattr(check, "find_faults", late)
    step = pencilp.hint(puzzle, Answer(puzzle, {"lamps": [1 - lamp for lamp in lamps]}), time_limit=60)
    assert (step.kind, step.where) == ("mistake", "")
    assert step.text == "there is a mistake, but its place was not found in time"


def test_commands_speak_the_language_of_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = pencilp.load(str(EXAMPLES / "norinori-p01.txt"))
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    right, wrong, several = tmp_path / "right.txt", tmp_path / "wrong.txt", tmp_path / "several.txt"
    right.write_text(text.write(puzzle, answer), encoding="utf-8")
    empty = Answer(puzzle, {"shaded": [0] * len(puzzle.lattice.cells)})
    wrong.write_text(text.write(puzzle, empty), encoding="utf-8")
    several.write_text(
        text.write(pencilp.puzzle("slitherlink", pencilp.square(2, 2), numbers=[None] * 4)), encoding="utf-8"
    )
    for command, code, said in (
        (["check", str(right)], 0, "正解です"),
        (["check", str(wrong)], 1, "この解答は誤りです。ルール違反は1つ（"),
        (["check", str(right), str(wrong)], 1, "解答2個：正解1個、誤り1個"),
        (["needless", str(EXAMPLES / "nurikabe.txt")], 0, "12個のヒントのうち3個は、それだけなら省けます："),
        (["repair", str(several)], 0, "1個のヒントを加えるか変えると、解はちょうど一つになります："),
    ):
        assert main([*command, "--lang", "ja"]) == code
        printed = capsys.readouterr().out
        assert said in printed
        assert not re.search("[a-z]{3}", re.sub(r"\S+\.txt", "", printed)), printed


def test_a_way_does_not_replace_its_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "akari.txt"
    path.write_text((EXAMPLES / "akari.txt").read_text(encoding="utf-8"), encoding="utf-8")
    before = path.read_bytes()
    assert main(["explain", str(path), "-o", str(path)]) == 2
    assert "it is an input file; name another file" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_whole_answer_is_explained_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "akari.txt")
    assert main(["explain", path, path]) == 0
    assert capsys.readouterr().out == "everything is filled in, and nothing is wrong\n"


def test_the_commands_print_a_step_and_the_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(EXAMPLES / "akari.txt")
    assert main(["hint", path]) == 0
    step = capsys.readouterr().out
    assert main(["hint", path, "--stage", "where"]) == 0
    where = capsys.readouterr().out
    assert main(["hint", path, "--stage", "rule"]) == 0
    rule = capsys.readouterr().out
    assert where.startswith("look at ")
    assert rule.startswith(where)
    assert "every white cell is lit" in rule
    assert "every white cell is lit" in step
    assert main(["explain", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == f"2. {step.strip()}"
    assert main(["explain", path, "--format", "json"]) == 0
    *steps, end = map(json.loads, capsys.readouterr().out.splitlines())
    assert [record["text"] for record in steps] == [line.partition(" ")[2] for line in lines]
    assert (end["format"], end["status"], end["finished"], end["steps"]) == (1, "unique", True, len(lines))


@pytest.mark.parametrize("name", ["akari", "cave", "minesweeper", "nurikabe", "tents", "yajilin"])
def test_a_hint_is_more_than_what_the_rules_state_outright(name: str) -> None:
    puzzle = example(name)
    walk = Walk(puzzle, Answer(puzzle, {}), one=True)
    walk.run(None)
    stated = {(fact.layer, fact.index) for step in walk.outright for fact in step.gives}
    assert stated
    assert walk.step() is not walk.outright[0]
    assert stated.isdisjoint((fact.layer, fact.index) for fact in walk.step().gives)
    assert all(walk.board[key][i] is not None for key, i in stated)


def test_a_hint_is_what_the_rules_state_outright_if_nothing_else_is_left() -> None:
    puzzle = example("akari")
    answer = pencilp.solve(puzzle).answers[0]
    walls = [i for i, wall in enumerate(puzzle["walls"]) if wall is not None]
    lamps = [None if i in walls else lamp for i, lamp in enumerate(answer["lamps"])]
    step = pencilp.hint(puzzle, Answer(puzzle, {"lamps": lamps}))
    assert (step.kind, {fact.index for fact in step.gives}) == ("given", {*walls})


@pytest.mark.parametrize("name", ["ripple", "sudoku"])
def test_a_hint_does_not_repeat_given_numbers(name: str) -> None:
    puzzle = pencilp.load(str(EXAMPLES / f"{name}.txt"))
    given = {i: value for i, value in enumerate(puzzle.values["given"]) if value is not None}
    step = pencilp.hint(puzzle, Answer(puzzle, {}))
    assert {fact.index for fact in step.gives}.isdisjoint(given)
    assert step.before is not None
    assert {i: step.before["number"][i] for i in given} == given


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.txt"
    path.write_text("akari\nsize: 2 2\n")
    for command in ("hint", "explain"):
        assert main([command, str(tmp_path / "no.txt")]) == 2
        assert main([command, str(path), str(tmp_path / "no.txt")]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 2


PAGE = (Path(__file__).parent.parent / "docs" / "insight.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## The next step, and why\n")[2].partition("\n## ")[0]


def test_the_document_matches_the_output_of_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = re.findall(r"^```sh\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)
    for line in block.splitlines():
        first, *words = shlex.split(line)
        assert first == "pencilp"
        assert main(words) == 0
    printed = capsys.readouterr().out
    shown = re.findall(r"^    (.*)$", SECTION, re.MULTILINE)
    assert shown
    for line in shown:
        assert line in printed


def test_python_in_the_document_has_the_output_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES.parent)
    blocks = re.findall(r"^```python\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "docs/insight.md", None, 0)
    assert session.examples
    assert doctest.DocTestRunner().run(session).failed == 0
