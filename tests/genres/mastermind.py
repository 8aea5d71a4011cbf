"""Mastermind: what proves it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

import pencilp
from pencilp import api
from pencilp.board.lattice import hexagonal, square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from pencilp.formats.text import text
from tests.small_boards import Case, Cells, judged


def score(guess: Sequence[Any], code: Sequence[Any]) -> tuple[int, int]:
    """Hits and blows, as one counts them with pegs."""
    hits = [i for i, digit in enumerate(guess) if digit == code[i]]
    rest = [digit for i, digit in enumerate(code) if i not in hits]
    blows = 0
    for i, digit in enumerate(guess):
        if i not in hits and digit in rest:
            rest.remove(digit)
            blows += 1
    return len(hits), blows


def case(rng: random.Random) -> Case:
    """Guesses with many repeated symbols; some scores are open, now and then one is wrong.

    The symbols are numbers from 1 on, or from elsewhere, or letters; a code may have to be without repeats, and a score may
    tell the hits alone. Now and then a row has no guess.
    """
    columns, count = rng.choice([(3, 3), (4, 2), (4, 3), (2, 4), (5, 2), (1, 3), (2, 9), (3, 5), (4, 4)])
    symbols = rng.choice(
        [list(range(1, count + 1))] * 2 + [list(range(count)), list(range(7, 7 + count)), [*"RGBYOPKWX"]]
    )
    symbols = symbols[:count]
    different, hits_only = rng.random() < 0.3, rng.random() < 0.3
    code = tuple(rng.choices(symbols, k=columns))
    if different and columns <= count:
        code = tuple(rng.sample(symbols, columns))
    guesses: list[Any] = [rng.choices(symbols, k=columns) for _ in range(rng.randint(1, 3))]
    scores: list[list[Any]] = []
    for guess in guesses:
        numbers = [rng.choice([n] * 6 + ["?", 1]) for n in score(guess, code)]
        numbers = numbers[:1] if hits_only or rng.random() < 0.1 else numbers
        scores.append(rng.choice([numbers, numbers, numbers, []]))
    if rng.random() < 0.1:
        guesses, scores = [*guesses, [None] * columns], [*scores, []]

    first = symbols[0] if isinstance(symbols[0], int) and symbols != [0, 1] else 1

    def right(numbers: Cells) -> bool:
        code = [symbols[number - first] for number in numbers]
        real = [score(guess, code) for guess in guesses]
        return (not different or len(set(code)) == columns) and all(
            n in ("?", r) for s, rs in zip(scores, real, strict=True) for n, r in zip(s, rs, strict=False)
        )

    return judged(
        "mastermind",
        square(len(guesses), columns),
        [(code,) for code in product(range(first, first + count), repeat=columns)],
        right,
        guesses=[digit for guess in guesses for digit in guess],
        scores={"right": scores},
        different=int(different),
        hits_only=int(hits_only),
        **({} if symbols == [*range(1, 10)] else {"symbols": symbols}),
    )


PUZZLES = 120
REASONS: dict[str, str] = {}


def broken(puzzle: Any, **values: Any) -> list[str]:
    """What ``check`` says about an answer."""
    return [str(b) for b in api.check(puzzle, Answer(puzzle, values))]


def test_broken_rules_name_their_guess() -> None:
    puzzle = api.puzzle("mastermind", square(2, 3), guesses=[1, 1, 2, 3, 3, 3], scores={"right": [(1, 1), ("?", 0)]},
                        symbols=3)  # fmt: skip
    assert broken(puzzle, code=[1, 2, 3]) == []
    assert broken(puzzle, code=[2, 1, 1]) == ["r1c1 r1c2 r1c3: a guess has its number of blows"]
    assert broken(puzzle, code=[1, 1, 3]) == [
        "r1c1 r1c2 r1c3: a guess has its number of hits",
        "r1c1 r1c2 r1c3: a guess has its number of blows",
    ]
    assert broken(puzzle, code=[1, 2, 4]) == ["column 3: 4 cannot stand here"]


def test_a_guess_to_come_may_have_an_open_score() -> None:
    said = [api.puzzle("mastermind", square(2, 2), guesses=[1, 2, None, None], scores={"right": [(1, 0), more]})
            for more in ((), ("?",), ("?", "?"))]  # fmt: skip
    assert (
        [pencilp.guess(puzzle).left for puzzle in said]
        == [len(list(api.answers(puzzle))) for puzzle in said]
        == [16] * 3
    )


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ({"guesses": [1, None], "scores": {}}, "guesses r1c2: a symbol is missing"),
        ({"guesses": [1, 5], "scores": {}, "symbols": 4}, "guesses r1c2: 5 is not one of the symbols 1-4"),
        (
            {"guesses": [1, 2], "scores": {"right": [(1, 1, 1)]}},
            "scores right 1: a score is two numbers, hits and blows",
        ),
        (
            {"guesses": [1, 2], "scores": {"right": [(1, 1)]}, "hits_only": 1},
            "scores right 1: a score is the hits alone",
        ),
        (
            {"guesses": [None, None], "scores": {"right": [(1, 1)]}},
            "scores right 1: there is no guess that is scored so",
        ),
        ({"guesses": ["R", "X"], "scores": {}, "symbols": "RGB"}, "guesses r1c2: X is not one of the symbols RGB"),
        (
            {"guesses": ["R", "RG"], "scores": {}, "symbols": "RGB"},
            "guesses r1c2: 'RG' is more than one symbol: each stands by itself",
        ),
        ({"guesses": [1, 1], "scores": {}, "symbols": "RGBR"}, "symbols: R is there twice"),
        ({"guesses": [1, 1], "scores": {}, "symbols": ""}, "symbols: at least one symbol is needed"),
        ({"guesses": [1, 1], "scores": {}, "symbols": "5-"}, "symbols: "),
        ({"guesses": [1, 1], "scores": {}, "symbols": 1.5}, "symbols: 1.5 is no set of numbers and letters"),
        ({"guesses": [1, 2], "scores": {"left": [(1, 1)]}}, "scores: there is no side 'left'"),
        ({"guesses": [1, 0], "scores": {}}, "guesses r1c2: 0 is not one of the symbols 1-9"),
        ({"guesses": [1, 100], "scores": {}}, "guesses r1c2: 100 is not allowed"),
        ({"guesses": [1, 2], "scores": {}, "symbols": 0}, "symbols: 0 is not allowed, only 1 to 99"),
    ],
)
def test_invalid_puzzles_are_refused(layers: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        api.puzzle("mastermind", square(1, 2), **layers)
    assert str(error.value).startswith(message)


def test_every_row_is_a_whole_guess() -> None:
    with pytest.raises(InputError, match="without holes"):
        api.puzzle("mastermind", square(2, 2, [(0, 0)]), guesses=[1, 1, 1], scores={})
    with pytest.raises(InputError, match="not played on hexagonal boards"):
        api.puzzle("mastermind", hexagonal(2, 2), guesses=[1, 1, 1, 1], scores={})


def test_a_code_in_the_puzzle_text() -> None:
    puzzle = "mastermind\nguesses:\n1 2\nscores:\nright\n  1 0\nanswer:\ncode:\n"
    assert text.read(puzzle + "1 3\n")[0].answer["code"] == [1, 3]  # type: ignore[index]
    for wrong, where in (("1\n", "8:1"), ("1 3\n1 3\n", "8:1"), ("1 !\n", "9:3")):
        with pytest.raises(InputError) as error:
            text.read(puzzle + wrong)
        assert error.value.where == where


UNNAMED = {
    "symbols": "how many there are is a size of the board, not a clue",
    "guesses": "a rule comes from the answer to a guess, which is a clue of its own",
}
