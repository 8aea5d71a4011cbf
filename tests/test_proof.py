"""The suite of all genres notices what a genre may lack: it is held against pages that are wrong on purpose."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pencilp.genres import Genre, find
from pencilp.model import Model, any_of, exactly
from tests import proof as proofs
from tests import test_genres as suite

NAME = "norinori"
ROOM, PAIR = "a room holds two shaded cells", "a shaded cell touches exactly one other"


def in_rooms(page: Any, m: Model, words: str = ROOM) -> None:
    for room in page.rooms:
        m.require(words, exactly(2, page.shaded[room]), at=room)


def in_pairs(page: Any, m: Model) -> None:
    for cell in page.board.cells:
        m.require(PAIR, page.shaded[cell] >> exactly(1, page.shaded[page.board.near[cell]]), at=cell)


def follows(page: Any, m: Model) -> None:
    for room in page.rooms:
        m.require("a room holds a shaded cell", any_of(page.shaded[room]), at=room)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., proofs.Proof]]:
    """Gives the genre the rules that some functions state, and returns its proof with some of its names changed."""

    def changed(*rules: Callable[..., None], **said: Any) -> proofs.Proof:
        monkeypatch.setattr(find(NAME), "rules", lambda self, m: [rule(self, m) for rule in rules] and None)
        proofs.said_of_all.cache_clear()
        return proofs.proof(NAME)._replace(**said)

    yield changed
    # what these rules say is not what the genre's own say
    proofs.said_of_all.cache_clear()


@pytest.mark.parametrize("rules", [(), (in_rooms,), (in_pairs,)])
def test_rules_that_are_missing(page: Any, rules: Any) -> None:
    with pytest.raises(AssertionError):
        suite.test_solve_finds_all_answers_and_check_accepts_no_others(page(*rules))
    with pytest.raises(AssertionError):
        suite.test_the_examples_have_one_answer_which_stands_below_them(page(*rules))


def test_a_rule_that_no_board_needs(page: Any) -> None:
    suite.test_every_rule_is_needed_and_implied_rules_are_not(page(in_rooms, in_pairs))
    with pytest.raises(AssertionError, match="no board needs"):
        suite.test_every_rule_is_needed_and_implied_rules_are_not(page(in_rooms, in_pairs, follows))


def test_an_implied_rule_is_marked(page: Any) -> None:
    why = "two are more than one"
    suite.test_every_rule_is_needed_and_implied_rules_are_not(
        page(in_rooms, in_pairs, follows, follows={"a room holds a shaded cell": why})
    )
    with pytest.raises(AssertionError, match="do not follow"):
        suite.test_every_rule_is_needed_and_implied_rules_are_not(page(in_rooms, in_pairs, follows={ROOM: why}))
    with pytest.raises(AssertionError, match="no rule of these words"):
        suite.test_every_rule_is_needed_and_implied_rules_are_not(
            page(in_rooms, in_pairs, follows={"a room is full": why})
        )


def test_words_that_say_something_else(page: Any) -> None:
    proof = page(lambda page, m: in_rooms(page, m, "a room holds three shaded cells"), in_pairs)
    with pytest.raises(AssertionError, match="bkShadeGt2"):
        suite.test_reference_boards_are_refused_for_their_reason(proof)


def test_reasons_without_words(page: Any) -> None:
    with pytest.raises(AssertionError, match="not in REASONS"):
        suite.test_reference_boards_are_refused_for_their_reason(page(in_rooms, in_pairs, reasons={"csGt2": PAIR}))


def test_reasons_have_words_with_some_number(page: Any) -> None:
    three = "a room holds 3 shaded cells at most and 2 at least"
    reasons = {**dict.fromkeys(("bkShadeGt2", "bkShadeLt2"), three.replace("3", "7")), "csGt2": PAIR}
    rules = (lambda page, m: in_rooms(page, m, three), in_pairs)
    suite.test_reference_boards_are_refused_for_their_reason(page(*rules, reasons=reasons))


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("a region has 4 cells", "a region has … cells"),
        ("the domino 0-1 is there once", "the domino …-… is there once"),
        ("2 ships of the fleet have the shape xx/x.", "… ships of the fleet have the shape …"),
        ("1 ships of the fleet have the shape x", "… ships of the fleet have the shape …"),
        ("no two by two is shaded", "no two by two is shaded"),
        ("an x stands in a cell.", "an … stands in a cell."),
    ],
)
def test_numbers_and_shapes_do_not_make_another_rule(words: str, rule: str) -> None:
    assert proofs.rule_of(words) == rule


def test_a_name_that_is_misspelled(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs.proof.cache_clear()
    monkeypatch.setattr("tests.genres.norinori.FOLOWS", {}, raising=False)
    with pytest.raises(AttributeError, match=r"norinori\.py: nobody asks for FOLOWS \(did you mean FOLLOWS\?\)"):
        proofs.proof(NAME)


def test_a_page_without_rules(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    proof = page(in_rooms, in_pairs)
    monkeypatch.setattr(find(NAME), "rules", Genre.rules)
    with pytest.raises(AssertionError, match="it has no rules"):
        suite.test_every_genre_has_its_texts(proof)


def test_a_page_that_cannot_be_loaded_is_one_line() -> None:
    """It was an internal error of pytest."""
    broken = """
import pytest, sys
from pencilp import genres
def find(name):
    {}
genres.find = find
sys.exit(pytest.main(["--genre", "norinori", "-q", "tests/test_genres.py"]))
"""
    for fault, says in (("compile('x = (', 'page.py', 'exec')", "SyntaxError: "), ("nothing()", "NameError: ")):
        run = subprocess.run(
            [sys.executable, "-c", broken.format(fault)],
            capture_output=True,
            text=True,
            cwd=proofs.ROOT,
            timeout=60,
            check=False,
        )
        assert run.returncode == pytest.ExitCode.USAGE_ERROR
        assert run.stderr.startswith(f"ERROR: {says}")
        assert "INTERNALERROR" not in run.stdout + run.stderr
