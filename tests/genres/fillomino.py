"""Fillomino: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.genres import find
from pencilp.genres.fillomino import fast
from tests.proof import Corpus, all_answers, cases, examples, second_statement
from tests.small_boards import Case, Cells, Filling, divisions, judged


@lru_cache
def filled(board: Lattice) -> list[Cells]:
    """All ways to fill a board with the sizes of regions, no two of the same size side by side."""
    found = set()
    for borders, regions in divisions(board).items():
        size = {c: len(region) for region in regions for c in region}
        # a border parts regions of different sizes
        if all(size[a] != size[b] for (a, b), border in zip(board.links, borders, strict=True) if border):
            found.add(tuple([size[c] for c in board.cells]))
    return sorted(found)


BOARDS_OF_CASES = (
    square(2, 3), square(3, 3), square(2, 5), square(1, 6), square(2, 4), square(3, 4, [(1, 1)]), square(3, 3, [(1, 1)]),
    hexagonal(2, 3), hexagonal(2, 4),
)  # fmt: skip


def case(rng: random.Random) -> Case:
    """Some numbers of a random filling, now and then a wrong one; some borders; also the variant of up to three cells."""
    board = rng.choice(BOARDS_OF_CASES)
    three = int(rng.random() < 0.2)
    every = filled(board)
    truth = rng.choice([number for number in every if max(number) <= 3] or every if three else every)
    given: list[Any] = [None] * len(board)
    for c in rng.sample(board.cells, rng.randint(0, len(board) - 2)):
        given[c] = rng.choice([truth[c]] * 15 + ["?", rng.randint(1, 5)])
    walls = None
    if rng.random() < 0.3:
        walls = [int(rng.random() < (0.02 if truth[a] == truth[b] else 0.3)) for a, b in board.links]

    def right(number: Cells) -> bool:
        return (
            all(n in (None, "?", number[c]) for c, n in enumerate(given))
            and not (three and max(number) > 3)
            and not any(
                wall and number[a] == number[b] for (a, b), wall in zip(board.links, walls or (), strict=bool(walls))
            )
        )

    pool: list[Filling] = [(number,) for number in every]
    return judged(
        "fillomino", board, pool, right, given=given, three=three, **({} if walls is None else {"walls": walls})
    )


PUZZLES = 100
REASONS = {
    # some of these boards have borders drawn and no numbers
    "bkSizeLt": ("a number is the size of its region", "every cell must be filled"),
    "bkSizeGt": "a number is the size of its region",
    "bsSameNum": "a border between r3c2 and r3c3, which have the same number",
    "ceNoNum": "every cell must be filled",
    "bkSizeGt3": ("a region has no more than three cells", "every cell must be filled"),
}
CORPUS = Corpus("Fillomino", every=27)


@pytest.mark.parametrize("listed", [1, 2, 5, 9])
def test_sizes_that_only_regions_distinguish(listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What otherwise takes a large board."""
    monkeypatch.setattr(fast, "MAX_DISTINGUISHED", listed)
    for puzzle, right, _ in cases("fillomino")[:40]:
        assert all_answers(puzzle) == right


def test_both_statements_are_equivalent(monkeypatch: pytest.MonkeyPatch) -> None:
    """What otherwise takes numbers from seven on, and a long search."""
    monkeypatch.setattr(fast, "MIN_FLOODED", 2)
    stated: list[int] = []
    with second_statement(stated):
        for puzzle, right, _ in cases("fillomino")[:60]:
            assert all_answers(puzzle) == right
    assert sum(map(bool, stated)) > 20


def test_the_second_statement_is_smaller_if_much_is_reachable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "MIN_FLOODED", 2)
    clues = {"given": [4, None, None, None, None, 4, None, None]}
    counts: list[int] = []
    for most in (100, 8, 6):
        monkeypatch.setattr(fast, "MAX_REACHED", most)
        with second_statement(counts):
            assert api.solve(Puzzle(find("fillomino"), square(2, 4), clues), count=0).answers
    assert counts == [2, 1, 0]


def test_in_rows_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = square(2, 2)
    for listed in (1, 4):
        monkeypatch.setattr(fast, "MAX_DISTINGUISHED", listed)
        puzzle = Puzzle(find("fillomino"), board, {})
        assert all_answers(puzzle, "highs") == {(number,) for number in filled(board)}


def test_an_unfinished_answer_is_judged_as_far_as_it_goes() -> None:
    puzzle = examples("fillomino")[0]
    assert puzzle.answer is not None
    right = list(puzzle.answer["number"])
    unfinished = Answer(puzzle, {"number": [None, *right[1:]]})
    assert [broken.rule for broken in api.check(puzzle, unfinished)] == ["every cell must be filled"]
    wrong = Answer(puzzle, {"number": [None, *right[1:-1], 7]})
    assert "a number is the size of its region" in [broken.rule for broken in api.check(puzzle, wrong)]


WALLED = "https://puzz.link/p?fillomino/5/5/5m5mbg34k00000101"
"""A board of our own with two given borders."""


def test_given_borders_are_read_and_written_in_links_and_texts() -> None:
    puzzle = read_link(WALLED)
    board = puzzle.lattice
    assert [board.links[e] for e, wall in enumerate(puzzle["walls"]) if wall] == [(9, 14), (19, 24)]
    assert write_link(puzzle) == WALLED
    assert read_pzpr(write_pzpr(puzzle)) == puzzle
    outcome = api.solve(puzzle)
    assert outcome.status == "unique"
    (answer,) = outcome.answers
    text = write_pzpr(puzzle, answer)
    assert text.count("X") == 2
    assert read_pzpr(text).answer == answer
    # and with a solver's cross on it
    assert read_pzpr(text.replace("X", "-X")) == read_pzpr(text)
