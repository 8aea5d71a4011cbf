"""Easy as ABC: what proves it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from tests.genres.skyscrapers import towns
from tests.proof import Corpus
from tests.small_boards import Case, Cells, diagonals, judged, kept, printed, rows_and_columns


def first(line: list[int]) -> int | None:
    """The first letter of a line."""
    return next((letter for letter in line if letter), None)


def case(rng: random.Random) -> Case:
    """What is seen from some places of a board that is filled at random; now and then another letter."""
    board, last = rng.choice([
        (square(3, 3), 2), (square(4, 4), 3), (square(4, 4), 2), (square(4, 4), 4), (square(3, 3, [(1, 1)]), 2),
        (square(3, 3), 1),
    ])  # fmt: skip
    pool = [(town,) for town in towns(board, last)]
    long = rng.choice([0, 0, 0, 1])
    places = [{divmod(k, board.cols) for k in line} for line in diagonals(board.rows)]
    lines = [[c for c, position in enumerate(board.positions) if position in line] for line in places]
    fits = [
        (town,)
        for (town,) in pool
        if not long or all([town[c] for c in line].count(n) == 1 for line in lines for n in range(1, last + 1))
    ]
    truth = rng.choice(fits or pool)[0]
    rows, cols = rows_and_columns(board)
    views = {"top": cols, "left": rows, "bottom": [col[::-1] for col in cols], "right": [row[::-1] for row in rows]}
    few = rng.choice([2, 6])
    clues: dict[str, list[Any]] = {
        side: [rng.choice([first([truth[c] for c in line])] * 5 + [None] * few * 2 + ["?"]) for line in views[side]]
        for side in views
    }
    if rng.random() < 0.2:
        clues["top"][0] = rng.randint(1, last)
    given = printed(truth, rng, 2)

    def right(letters: Cells) -> bool:
        return kept(letters, given, blank=0) and all(
            clue in (None, "?", first([letters[c] for c in line]))
            for side in views
            for clue, line in zip(clues[side], views[side], strict=True)
        )

    found = judged("easyasabc", board, fits, right, last=last, clues=clues, given=given, diagonals=long)
    return found._replace(near=pool)


PUZZLES = 100
REASONS = {
    "nmDupRow": ("every letter stands once in a row", "every letter stands once in a column"),
    "nmMissRow": ("every letter stands once in a row", "every letter stands once in a column"),
}
PRESENCE = ("given",)
CORPUS = Corpus(
    "ABCEndView",
    every=30,
    # with every letter on the long diagonals too, which their texts do not say, each has one answer, the recorded one
    several=frozenset({"166_6x6", "167_6x6", "168_7x7", "173_5x5", "174_5x5", "178_7x7", "179_7x7"}),
)


def test_letters_are_their_places_in_the_alphabet() -> None:
    clues = {"top": ["B", None, None], "left": [None, None, "a"]}
    puzzle = api.puzzle("easyasabc", square(3, 3), last="B", clues=clues)
    assert puzzle == api.puzzle("easyasabc", square(3, 3), last=2, clues={"top": [2, 0, 0], "left": [0, 0, 1]} | clues)
    assert "top    B - -" in plain.write(puzzle)


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match="as many rows as columns"):
        api.puzzle("easyasabc", square(2, 3), last="A", clues={})
    with pytest.raises(InputError, match="3 letters do not fit"):
        api.puzzle("easyasabc", square(2, 2), last="C", clues={})
    with pytest.raises(InputError, match="'AB' is not a letter"):
        api.puzzle("easyasabc", square(2, 2), last="AB", clues={})


def test_a_question_mark_is_some_letter() -> None:
    found = api.solve(api.puzzle("easyasabc", square(2, 2), last="A", clues={}, given=["?", None, None, None]))
    assert found.status == "unique"
    assert list(found.answer["letters"]) == [1, 0, 0, 1]
