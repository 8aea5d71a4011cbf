"""Every genre is held against its proof, tests/genres/NAME.py: one suite for all, in which no genre is named.

``pytest --genre NAME`` proves one genre.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any
from xml.etree import ElementTree

import pytest

from pencilp import api, facts, genres
from pencilp.board.lattice import SHAPES
from pencilp.board.layers import GivenMarks, Param, Paths, Pieces, Rooms, Symbol
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.draw.svg import to_svg
from pencilp.draw.terminal import to_text
from pencilp.errors import InputError
from pencilp.formats.dataset import read_dataset, write_dataset
from pencilp.formats.excel import puzzles as excel
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from pencilp.genres import Genre, genre_of
from pencilp.model.structures import instances
from tests import amount, near_misses
from tests import proof as proofs
from tests.proof import Proof, answer_of, filling_of, rule_of
from tests.small_boards import held, judged_rightly, shown


@pytest.fixture(scope="module", params=genres.names())
def proof(request: pytest.FixtureRequest) -> Proof:
    """The proof of each genre in turn."""
    name: str = request.param
    if not proofs.is_there(name):
        pytest.skip(f"there is no tests/genres/{name}.py")
    return proofs.proof(name)


@pytest.mark.parametrize("name", genres.names())
def test_there_is_a_proof(name: str) -> None:
    assert proofs.is_there(name), f"what proves {name} is missing: tests/genres/{name}.py"
    proofs.proof(name)


def test_every_proof_is_that_of_a_genre() -> None:
    assert {path.stem for path in (proofs.ROOT / "tests" / "genres").glob("[!_]*.py")} <= set(genres.names())


# -- the page ---------------------------------------------------------------------------------------------------------


def test_every_genre_has_its_texts(proof: Proof) -> None:
    genre = proof.genre
    assert genre.title
    if not genre.title_ja:
        proofs.incomplete(f"{genre.name} has no Japanese title: title_ja")
    assert len(genre.__doc__ or "") > 40
    assert genre.shapes
    assert set(genre.shapes) <= set(SHAPES)
    assert genre.answers
    assert genre.rules is not Genre.rules, "it has no rules: a method rules(self, m) is needed"
    for layer in [*genre.inputs.values(), *genre.answers.values()]:
        assert layer.text, f"{layer.name} has no text"


def test_it_is_found_by_all_its_names(proof: Proof) -> None:
    genre = proof.genre
    for name in filter(None, (genre.name, genre.title, genre.title_ja, *genre.aliases, genre.link_id)):
        assert genres.find(name) is genre, name


# -- the examples -----------------------------------------------------------------------------------------------------


def test_the_examples_have_one_answer_which_stands_below_them(proof: Proof) -> None:
    assert proofs.smallest_example(proof.name)
    for puzzle in proofs.examples(proof.name):
        assert puzzle.genre is proof.genre
        outcome = api.solve(puzzle)
        assert outcome.status == "unique"
        assert outcome.answer == puzzle.answer
        assert api.check(puzzle) == []


@pytest.mark.mechanism
def test_a_mixed_integer_solver_finds_the_same(proof: Proof) -> None:
    for puzzle in proofs.examples(proof.name):
        outcome = api.solve(puzzle, "highs", rules=pinned_rules(proof, filling_of(puzzle.answer)), time_limit=120)
        assert outcome.status == "unique"
        assert outcome.answer == puzzle.answer
    few = [(puzzle, right) for puzzle, right, _ in proofs.cases(proof.name) if len(right) <= 3]
    for puzzle, right in easy_first(proof, few)[:4]:
        assert proofs.all_answers(puzzle, "highs") == right, shown(puzzle)


def easy_first(
    proof: Proof, some: list[tuple[Puzzle, set[proofs.Filling]]]
) -> list[tuple[Puzzle, set[proofs.Filling]]]:
    """Where HiGHS takes long for a puzzle: the small boards first."""
    return sorted(some, key=lambda case: len(case[0].lattice)) if proof.pinned and not amount.WHOLE else some


def pinned_rules(proof: Proof, filling: proofs.Filling) -> list[Any]:
    """Where HiGHS takes long for a puzzle: a rule by which some places have what they have in an answer (``Proof.pinned``)."""
    return [keeps.rule for keeps in pinned(proof, filling)]


def pinned(proof: Proof, filling: proofs.Filling, usual: int = 0) -> list[proofs.Keeps]:
    """The same, with a test of other fillings; ``usual`` is for proofs without ``PINNED``."""
    every = proof.pinned or usual
    if not every or amount.WHOLE:
        return []
    values = [(k, i, v) for k, layer in enumerate(filling) for i, v in enumerate(layer)]
    some = tuple(values[::every])
    return [proofs.Keeps("count", some, len(some), len(some))]


@pytest.mark.genre_sample
def test_an_answer_with_one_value_changed_is_refused_by_words_of_the_page_at_a_place(proof: Proof) -> None:
    rng = random.Random(proof.name)
    said = proofs.said_of_all(proof.name)
    for puzzle in proofs.examples(proof.name)[:1]:
        right = {filling_of(puzzle.answer)}
        refused_in_words(puzzle, right, said[-len(proofs.examples(proof.name))], amount.of(2, 20), rng)
    for (puzzle, right, _), words in [*zip(proofs.cases(proof.name), said, strict=False)][: amount.of(5, 200)]:
        if right:
            refused_in_words(puzzle, right, words, 1, rng)


def refused_in_words(
    puzzle: Puzzle, right: set[proofs.Filling], said: dict[str, bool], times: int, rng: random.Random
) -> None:
    """Fillings that differ in one value from a right one are refused, if they are not right themselves."""
    values, stated = proofs.domains(puzzle), proofs.rules_in(said)
    for _ in range(times):
        filling = proofs.changed(rng.choice(sorted(right)), values, rng)
        if filling is None or filling in right:
            continue
        answer = answer_of(puzzle, filling)
        broken = api.check(puzzle, answer)
        assert broken, shown(puzzle, answer)
        for fault in broken:
            # one variable may stand in several places: then one of them contradicts the others
            if " cannot stand here" not in fault.rule:
                assert rule_of(fault.rule) in stated, (fault, shown(puzzle, answer))
                assert fault.at or not stated[rule_of(fault.rule)], (fault, shown(puzzle, answer))
            assert set(fault.cells) <= set(puzzle.lattice.cells), (fault, shown(puzzle, answer))


@pytest.mark.genre_sample
def test_an_answer_with_nothing_in_it_is_only_unfinished(proof: Proof) -> None:
    for puzzle in proofs.examples(proof.name)[:1]:
        sizes = {key: len(puzzle.answer[key]) for key in proof.genre.answers}
        empty = Answer(puzzle, {key: [None] * size for key, size in sizes.items()})
        if any(value is not None for key in sizes for value in empty[key]):
            pytest.skip("nothing is a value of its answers")
        assert {fault.rule for fault in api.check(puzzle, empty)} <= {
            "every cell must be filled",
            "every place must be filled",
        }


# -- small boards -----------------------------------------------------------------------------------------------------


def test_the_puzzles_reach_every_shape_and_every_way_to_give_a_layer(proof: Proof) -> None:
    tried = proofs.cases(proof.name)[: proofs.usually_tried(proof.name)]
    puzzles = [*(puzzle for puzzle, _, _ in tried), *proofs.boards(proof.name)]
    assert proofs.unreached(proof.genre, puzzles) == []


def test_solve_finds_all_answers_and_check_accepts_no_others(proof: Proof) -> None:
    held(proofs.cases(proof.name), random.Random(proof.name), tried=amount.of(1, 2), every=amount.of(2, 1))


@pytest.mark.mechanism
def test_with_a_rule_more_the_answers_that_keep_it_are_left(proof: Proof) -> None:
    rng = random.Random(proof.name)
    solved = [(puzzle, right) for puzzle, right, _ in proofs.cases(proof.name) if right]
    for n, (puzzle, right) in enumerate(solved[: amount.of(6, 20)]):
        near = rng.choice(sorted(right))
        keeps = proofs.random_rule(puzzle, rng, near)
        left = {filling for filling in right if keeps(filling)}
        for solver in ("clasp", "highs") if n < amount.of(2, 6) and len(left) < 10 else ("clasp",):
            more = [keeps, *(pinned(proof, near) if solver == "highs" else ())]
            wanted = {filling for filling in left if all(each(filling) for each in more)}
            rules = [each.rule for each in more]
            every = api.solve(puzzle, solver, rules=rules, count=0).answers
            assert {filling_of(answer) for answer in every} == wanted, (solver, more, shown(puzzle))
            assert len(every) == len(wanted), (solver, more, shown(puzzle))
            status = api.solve(puzzle, solver, rules=rules).status
            assert status == ("none", "unique", "multiple")[min(2, len(wanted))], (solver, more, shown(puzzle))
        for filling in rng.sample(sorted(right), min(2, len(right))):
            broken = api.check(puzzle, answer_of(puzzle, filling), rules=[keeps.rule])
            assert (broken == []) == (filling in left), (broken, keeps, shown(puzzle, answer_of(puzzle, filling)))


@pytest.mark.mechanism
def test_with_the_rules_of_another_puzzle_too_the_answers_of_both_are_left(proof: Proof) -> None:
    """Stated a second time, over the same variables: two structures must mean the same answer."""
    boards: dict[Any, list[tuple[Puzzle, set[proofs.Filling]]]] = {}
    for puzzle, right, _ in proofs.cases(proof.name):
        if len(right) <= 60:
            boards.setdefault((puzzle.lattice, repr(proofs.domains(puzzle))), []).append((puzzle, right))
    several = sorted(
        boards.values(), key=lambda some: (sum(map(bool, map(itemgetter(1), some))) < 2, len(some[0][0].lattice))
    )
    pairs = [pair for some in several for pair in [(some[0], some[0]), *pairwise(some)][:5]]
    for (puzzle, right), (other, also_right) in pairs[: amount.of(4, 10)]:
        rules = [proofs.rules_of(other)]
        every = api.solve(puzzle, rules=rules, count=0).answers
        assert {filling_of(answer) for answer in every} == right & also_right, f"{shown(puzzle)}\nand\n{shown(other)}"
        assert len(every) == len(right & also_right), f"an answer twice\n{shown(puzzle)}\nand\n{shown(other)}"
        assert facts(puzzle, rules=rules).status == ("none", "unique", "multiple")[min(2, len(every))]
        for filling in sorted(right)[:1]:
            broken = api.check(puzzle, answer_of(puzzle, filling), rules=rules)
            assert (broken == []) == (filling in also_right), (broken, f"{shown(puzzle)}\nand\n{shown(other)}")


@pytest.mark.mechanism
def test_with_a_rule_more_the_example_keeps_its_answer_or_has_none(proof: Proof) -> None:
    rng = random.Random(proof.name)
    puzzle = proofs.smallest_example(proof.name)
    assert puzzle.answer is not None
    right = filling_of(puzzle.answer)
    for n in range(amount.of(2, 10)):
        keeps = proofs.random_rule(puzzle, rng, right)
        status = "unique" if keeps(right) else "none"
        outcome = api.solve(puzzle, rules=[keeps.rule])
        assert outcome.status == status, keeps
        assert outcome.answer == (puzzle.answer if keeps(right) else None)
        if n < amount.of(1, 2):
            # a few genres take HiGHS seconds: what it has not proved by then it has not got wrong
            rules = [each.rule for each in (*pinned(proof, right, 3), keeps)]
            linear = api.solve(puzzle, "highs", rules=rules, time_limit=0.5)
            assert linear.status in (status, "unknown"), keeps
            assert all(answer == puzzle.answer and keeps(right) for answer in linear.answers), keeps


@pytest.mark.genre_sample
def test_the_formulation_of_a_document_has_the_same_answers(proof: Proof) -> None:
    if proof.genre.published is Genre.published:
        pytest.skip("no document gives a formulation")
    for puzzle in proofs.examples(proof.name):
        for solver in ("clasp", "highs"):
            outcome = api.solve(puzzle, solver, formulation="published")
            assert outcome.status == "unique"
            assert outcome.answer == puzzle.answer
    for puzzle, right, _ in proofs.cases(proof.name):
        assert proofs.all_answers(puzzle, formulation="published") == right, shown(puzzle)


def test_the_further_boards_have_the_answers_that_stand_below_them(proof: Proof) -> None:
    for puzzle in proofs.boards(proof.name):
        outcome = api.solve(puzzle)
        if puzzle.answer is not None:
            assert outcome.status == "unique", shown(puzzle)
            assert outcome.answer == puzzle.answer, shown(puzzle)
            assert api.check(puzzle) == []
        linear = api.solve(puzzle, "highs")
        assert linear.status == outcome.status, shown(puzzle)


def test_near_misses_are_refused_and_right_answers_accepted(proof: Proof) -> None:
    found = near_misses.read(proof.name)
    assert found, f"there are none: 'python -m tests.near_misses {proof.name}' finds them"
    for puzzle, right, wrong in found[:: amount.of(3, 1)]:
        if right is not None:
            judged_rightly(puzzle, answer_of(puzzle, right), True)
        for words, filling in wrong:
            answer = answer_of(puzzle, filling)
            if not api.check(puzzle, answer):
                raise AssertionError(f"this answer is accepted, but is wrong: {words}\n{shown(puzzle, answer)}")


# -- the words of the rules -------------------------------------------------------------------------------------------


def test_every_rule_is_needed_and_implied_rules_are_not(proof: Proof) -> None:
    every, needed = proofs.stated_and_needed(proof.name)
    assert every, "the page states no rule"
    follows = set(map(rule_of, proof.follows))
    assert follows <= every, "no rule of these words is stated"
    assert every - needed - follows == set(), "no board needs these rules"
    assert needed & follows == set(), "these rules do not follow from the others"


@pytest.mark.genre_sample
def test_reference_boards_are_refused_for_their_reason(proof: Proof) -> None:
    if proof.reasons is None:
        proofs.incomplete(f"tests/genres/{proof.name}.py does not say which rule a reason of pzpr stands for: REASONS")
        pytest.skip("no REASONS")
    faults = []
    codes = set()
    for board in proofs.reference_boards(proof.genre):
        try:
            broken = {rule_of(fault.rule) for fault in api.check(read_pzpr(board["board"]))}
        except InputError as error:
            # a line out of the board is refused before any rule is asked
            broken = {rule_of(str(error).partition(": ")[2])}
        if board["accepted"]:
            assert not broken, board
            continue
        code = board["code"]
        codes.add(code)
        words = proof.reasons.get(code, ())
        if not broken & {rule_of(w) for w in ([words] if isinstance(words, str) else words)}:
            faults.append(f"{code} ({board['message']}) is {words or 'not in REASONS'}, the board breaks {broken}")
    assert not faults, "\n".join(faults)
    assert set(proof.reasons) == codes, "codes that no board is refused for"


# -- rules that can be switched off -----------------------------------------------------------------------------------


def few_guarded(proof: Proof, count: int) -> list[tuple[proofs.Guarded, set[proofs.Filling]]]:
    """Some of the random cases, those with answers first, with a guard on every rule instance."""
    return proofs.guarded(proof.name, amount.of(6, 12))[:count]


@pytest.mark.mechanism
def test_with_all_rules_switched_on_the_answers_are_those_of_the_fast_program(proof: Proof) -> None:
    for guarded, right in few_guarded(proof, amount.of(6, 12)):
        assert guarded.answers() == right, shown(guarded.puzzle)
    for puzzle in proofs.examples(proof.name)[:1]:
        assert puzzle.answer is not None
        assert proofs.Guarded(puzzle).answers() == {filling_of(puzzle.answer)}, "the example"


@pytest.mark.mechanism
def test_with_all_rules_switched_off_nothing_is_decided(proof: Proof) -> None:
    for guarded, _ in few_guarded(proof, amount.of(3, 6)):
        assert guarded.decided() == [], shown(guarded.puzzle)


@pytest.mark.mechanism
def test_a_weaker_clue_equals_its_rules_without_guards(proof: Proof) -> None:
    named, clues = 0, False
    for guarded, _ in few_guarded(proof, amount.of(5, 10)):
        puzzle = guarded.puzzle
        # a clue that is a whole line of numbers, such as the runs of a nonogram, has no word for less
        clues = clues or any(proofs.can_say_less(puzzle, rule) for rule in guarded.rules)
        before = named
        for other, key, place in proofs.less(puzzle):
            if named == before + 6:
                break
            if key in proof.presence:
                continue  # other rules speak of the clue by its being there

            def speaks(rule: Any, key: str = key, place: tuple[Any, ...] = place, puzzle: Puzzle = puzzle) -> bool:
                """Whether a rule comes from the clue."""
                clue = rule.clue
                return clue is not None and clue[0] is puzzle[key] and tuple(clue[1:]) in (place, place[:1])

            if not any(map(speaks, guarded.rules)):
                continue
            named += 1
            found = guarded.answers(lambda rule: not speaks(rule), count=proofs.MOST)
            assert len(found) == proofs.MOST or found == proofs.all_answers(other), (
                f"without the rules whose clue is at {place} of {key} other answers are left than of the puzzle whose clue"
                f" says less there: give the clue to all rules that come from it, or, if rules speak of its being there,"
                f" name the layer in PRESENCE\n{shown(puzzle)}\nsaying less:\n{shown(other)}"
            )
    assert named or not clues or proof.presence, "rules name clues that no puzzle lets say less"


def stated_by_clue(puzzle: Puzzle) -> Counter[tuple[str, Any, Any]]:
    """Count the rule instances of a puzzle by their words, their place and the clue that they name."""
    layers = {id(values): key for key, values in puzzle.values.items()}
    return Counter(
        (
            rule.words,
            rule.at if rule.at is None or isinstance(rule.at, (int, str)) else tuple(rule.at),
            None if rule.clue is None else (layers[id(rule.clue[0])], *rule.clue[1:]),
        )
        for rule in instances(genre_of(puzzle).model(puzzle).rules)
    )


def test_a_rule_that_goes_with_a_number_names_its_clue(proof: Proof) -> None:
    for puzzle, _, _ in proofs.cases(proof.name)[: amount.of(6, 20)]:
        before = stated_by_clue(puzzle)
        for other, key, place in islice(proofs.less(puzzle), 12):
            was, now = (reduce(lambda some, i: some[i], place, values[key]) for values in (puzzle, other))
            # an unknown number: the clue is still there, and other rules may speak of it
            if (
                key in proof.unnamed
                or isinstance(proof.genre.inputs[key], Rooms)
                or not isinstance(was, int)
                or not now
            ):
                continue
            after = stated_by_clue(other)
            for words, at, clue in (*(before - after), *(after - before)):
                assert words in proof.together or clue in [(key, *place[:k]) for k in (1, 2, 3)], (
                    f"{words} at {at} goes or comes with the number at {place} of {key}, and names {clue or 'no clue'}:"
                    f" give it clue=clue\n{shown(puzzle)}\nsaying less:\n{shown(other)}"
                )


def test_every_layer_of_clues_is_named_by_a_rule_that_comes_from_it(proof: Proof) -> None:
    clues = {
        k for k, layer in proof.genre.inputs.items() if not isinstance(layer, (Param, Rooms, Paths, GivenMarks, Pieces))
    }
    given: set[str] = set()
    named: set[str] = set()
    for puzzle, _, _ in proofs.cases(proof.name):
        values = {key: proof.genre.inputs[key].place.items(puzzle[key]) for key in clues - given}
        given |= {k for k, items in values.items() if any(isinstance(v, (int, tuple)) for _, v in items)}
        if clues - named:
            rules = instances(proof.genre.model(puzzle).rules)
            named |= {
                key for key in clues - named if any(r.clue is not None and r.clue[0] is puzzle[key] for r in rules)
            }
    assert given - named - {*proof.unnamed} == set(), (
        "say clue= of the rules that come from these, or why not in UNNAMED"
    )
    assert named & {*proof.unnamed} == set(), "these are named"


def test_a_rule_with_several_instances_has_places(proof: Proof) -> None:
    for puzzle, _, _ in proofs.cases(proof.name)[:20]:
        stated = [rule for rule in instances(proof.genre.model(puzzle).rules) if rule.words]
        often = Counter(rule.words for rule in stated)
        for rule in stated:
            assert rule.at is not None or (rule.clue is None and often[rule.words] == 1), (
                f"{rule.words}: give the cells that it speaks of, at=\n{shown(puzzle)}"
            )


@pytest.mark.mechanism
def test_the_size_of_a_program_does_not_depend_on_large_numbers(proof: Proof) -> None:
    reached: set[str] = set()
    for puzzle, _, _ in proofs.cases(proof.name):
        for other, key in proofs.with_a_large_number(puzzle, reached):
            tracemalloc.start()
            start = time.process_time()
            try:
                proof.genre.model(other)
                took, peak = time.process_time() - start, tracemalloc.get_traced_memory()[1]
            finally:
                tracemalloc.stop()
            words = (
                f"a number of {key} that no board can meet takes {took:.1f} s and {peak / 1e6:.0f} MB\n{shown(other)}"
            )
            assert took < 1, words
            assert peak < 20_000_000, words
            reached.add(key)


# -- written and read -------------------------------------------------------------------------------------------------


def puzzles_to_write(proof: Proof) -> Iterator[tuple[Puzzle, Answer | None]]:
    """The examples and the boards with their answers, and some cases, each with a right answer or a filling."""
    for puzzle in (*proofs.examples(proof.name), *proofs.boards(proof.name)):
        yield puzzle, puzzle.answer
    rng = random.Random(proof.name)
    for puzzle, right, near in proofs.cases(proof.name)[:20]:
        fillings = sorted(right) or near
        yield puzzle, answer_of(puzzle, rng.choice(fillings)) if fillings else None


@pytest.mark.genre_sample
def test_the_plain_text_is_read_as_it_was_written(proof: Proof) -> None:
    for puzzle, answer in puzzles_to_write(proof):
        try:
            stored = plain.write(puzzle, answer)
        except InputError as error:
            if puzzle.lattice.shape == "square":
                raise AssertionError(f"the puzzle text cannot hold it: {error}") from error
            continue
        (again,) = plain.read(stored)
        assert (again, again.answer) == (puzzle, answer), stored
        assert plain.write(again, again.answer) == stored


@pytest.mark.genre_sample
def test_links_and_texts_of_others_are_read_as_they_were_written(proof: Proof) -> None:
    """What a format has no room for is refused, not lost: what it puts in another way means the same."""
    for declared, there_and_back in (
        (proof.genre.link, link_there_and_back), (proof.genre.pzpr, pzpr_there_and_back),
        (proof.genre.dataset, partial(dataset_there_and_back, proof.genre)),
    ):  # fmt: skip
        said, refused = 0, list[str]()
        for puzzle, answer in puzzles_to_write(proof):
            try:
                there_and_back(puzzle, answer)
            except InputError as error:
                refused.append(str(error))
                continue
            said += 1
        assert said > 1 if declared else not said, f"{said} puzzles were written; refused: {refused[:3]}"


def link_there_and_back(puzzle: Puzzle, answer: Answer | None) -> None:
    link = write_link(puzzle)
    again = read_link(link)
    assert proofs.alike(again, puzzle), link
    assert write_link(again) == link


def pzpr_there_and_back(puzzle: Puzzle, answer: Answer | None) -> None:
    stored = write_pzpr(puzzle, answer)
    again = read_pzpr(stored)
    assert proofs.alike(again, puzzle), stored
    assert answer is None or again.answer == answer, stored


def dataset_there_and_back(genre: type[Genre], puzzle: Puzzle, answer: Answer | None) -> None:
    entry = write_dataset(puzzle, answer)
    again = read_dataset(entry["problem"], entry.get("solution", ""), genre)
    assert proofs.alike(again, puzzle), entry
    assert again.answer == answer, entry


@pytest.mark.mechanism
def test_workbooks_are_read_as_they_were_written(proof: Proof) -> None:
    """An answer is read from a new sheet, a copy, a copy of that copy, and as what a copy has that the board has not."""
    for puzzle in (
        *proofs.examples(proof.name)[:2], *(puzzle for puzzle, _, _ in proofs.cases(proof.name)[: amount.of(0, 3)]),
    ):  # fmt: skip
        answer = puzzle.answer
        board = excel.write(puzzle, None)
        again = excel.read(board, proof.name)
        assert proofs.alike(again, puzzle), f"{shown(puzzle)}\nread again:\n{shown(again)}"
        assert again.answer is None
        if answer is not None:
            copy = excel.write(puzzle, answer, board)
            contents = [excel.write(puzzle, answer, copy)]
            if amount.WHOLE:
                # a new sheet is read in test_formats_identity.py, and the copy below
                contents += [excel.write(puzzle, answer), copy]
            for content in contents:
                found = excel.read(content, proof.name)
                assert proofs.alike(found, puzzle)
                assert found.answer == answer
            assert excel.read_filled(copy, board, proof.name) == answer
            assert excel.read_filled(board, board, proof.name) is None


@pytest.mark.genre_sample
def test_different_answers_have_different_drawings(proof: Proof) -> None:
    for puzzle, answer in puzzles_to_write(proof):
        ElementTree.fromstring(to_svg(puzzle, answer))
        assert to_text(puzzle, answer)
    several = [(puzzle, right) for puzzle, right, _ in proofs.cases(proof.name) if len(right) > 1]
    for puzzle, right in several[:5]:
        fillings = sorted(right)[:6]
        for drawn in (to_svg, to_text):
            pictures = [drawn(puzzle, answer_of(puzzle, filling)) for filling in fillings]
            assert len(set(pictures)) == len(pictures), shown(puzzle)
            # an answer in which nothing is shaded or joined, or only what is printed, looks like none
            empty = drawn(puzzle, None)
            shaded = [filling for filling in fillings if says_more(puzzle, filling)]
            assert empty not in [drawn(puzzle, answer_of(puzzle, filling)) for filling in shaded], shown(puzzle)


# -- the public dataset -----------------------------------------------------------------------------------------------


def says_more(puzzle: Puzzle, filling: Sequence[Sequence[int]]) -> bool:
    """Whether an answer has something where nothing is printed."""
    inputs, answers = puzzle.genre.inputs, puzzle.genre.answers.values()
    printed = {
        cell
        for name, layer in inputs.items()
        if layer.on == "cells" and isinstance(layer.value, Symbol)
        for cell in puzzle.lattice.cells
        if puzzle[name][cell] is not None
    }
    return any(
        value and not (layer.on == "cells" and place in printed)
        for layer, values in zip(answers, filling, strict=True)
        for place, value in enumerate(values)
    )


@pytest.mark.genre_sample
def test_a_sample_of_the_public_dataset_is_solved_as_recorded(proof: Proof) -> None:
    corpus = proof.corpus
    if corpus is None:
        pytest.skip("the public dataset has no such puzzles")
    lines = proofs.corpus_lines(corpus.file)
    for record in proofs.records(lines[: len(lines) * 3 // 4 : corpus.every], proof.genre):
        if record.name in corpus.unreadable:
            assert record.error is not None, record.name
            continue
        assert record.puzzle is not None, f"{record.name} {record.error}"
        outcome = api.solve(record.puzzle, time_limit=20)
        assert outcome.status == ("multiple" if record.name in corpus.several else "unique"), record.name
        if outcome.status == "unique" and record.puzzle.answer is not None:
            assert outcome.answer == record.puzzle.answer, record.name
