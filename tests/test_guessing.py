"""The next best guess: against figures from the literature, and against counting that knows nothing of ours."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pencilp
from pencilp.analysis import guess as guessing
from pencilp.board.lattice import square
from pencilp.board.puzzle import Puzzle
from pencilp.cli import main
from pencilp.errors import InputError

EXAMPLES = Path(__file__).parent.parent / "examples"

Code = tuple[Any, ...]


def game(
    columns: int, symbols: Any, content: Sequence[tuple[Sequence[Any], Sequence[Any]]] = (), **more: Any
) -> Puzzle:
    """A game with these guesses and scores; with none of them a row without symbols."""
    guesses = [symbol for guess, _ in content for symbol in guess] or [None] * columns
    scores = {"right": [tuple(score) for _, score in content] or [()]}
    board = square(max(1, len(content)), columns)
    return pencilp.puzzle("mastermind", board, guesses=guesses, scores=scores, symbols=symbols, **more)


def score(guess: Code, code: Code) -> tuple[int, int]:
    """Hits and blows: pegs are taken away in pairs."""
    left = [(a, b) for a, b in zip(guess, code, strict=True) if a != b]
    mine, its = Counter(a for a, _ in left), Counter(b for _, b in left)
    return len(guess) - len(left), sum((mine & its).values())


def replies_to(puzzle: Puzzle, *guesses: Code) -> list[dict[tuple[int, ...], int]]:
    """What each of some guesses would leave."""
    search = guessing.Search(puzzle)
    search.run()
    number = {symbol: n for n, symbol in search.game.symbols.items()}
    search._guesses = np.array([[number[symbol] for symbol in guess] for guess in guesses])
    return [search._replies(i) for i in range(len(guesses))]


# -- the literature ---------------------------------------------------------------------------------------------------


def test_the_first_guess_of_four_pegs_in_six_colours_is_knuths() -> None:
    found = pencilp.guess(game(4, 6))
    assert found.best is not None
    assert (found.left, found.exact, found.best.symbols, found.best.worst) == (1296, True, [1, 1, 2, 2], 256)
    assert found.best.may_be
    # the table of the paper
    assert found.best.replies == {
        (0, 0): 256, (0, 1): 256, (0, 2): 96, (0, 3): 16, (0, 4): 1, (1, 0): 256, (1, 1): 208, (1, 2): 36, (2, 0): 114,
        (2, 1): 32, (2, 2): 4, (3, 0): 20, (4, 0): 1,
    }  # fmt: skip


def test_the_first_guess_on_average_is_irvings() -> None:
    found = pencilp.guess(game(4, "RGBYOP"), by="average")
    assert found.best is not None
    assert found.best.symbols == ["R", "R", "G", "B"]
    assert round(found.best.average, 2) == 185.27


def test_the_five_kinds_of_first_guesses_have_the_published_partitions() -> None:
    kinds = [(1, 1, 1, 1), (1, 1, 1, 2), (1, 1, 2, 2), (1, 1, 2, 3), (1, 2, 3, 4)]
    found = replies_to(game(4, 6), *kinds)
    assert [max(sizes.values()) for sizes in found] == [625, 317, 256, 276, 312]
    averages = [sum(n * n for n in sizes.values()) / 1296 for sizes in found]
    assert [round(average, 1) for average in averages] == [512.0, 235.9, 204.5, 185.3, 188.2]


def test_the_first_guess_of_bulls_and_cows_has_the_published_partition() -> None:
    found = pencilp.guess(game(4, "0-9", different=1))
    assert found.best is not None
    assert (found.left, found.counted, found.best.worst) == (5040, 1, 1440)
    assert found.best.replies == {
        (0, 0): 360, (0, 1): 1440, (0, 2): 1260, (0, 3): 264, (0, 4): 9, (1, 0): 480, (1, 1): 720, (1, 2): 216, (1, 3): 8,
        (2, 0): 180, (2, 1): 72, (2, 2): 6, (3, 0): 24, (4, 0): 1,
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_a_code_of_four_pegs_is_found_by_five_guesses(seed: int) -> None:
    rng = random.Random(seed)
    code = tuple(rng.randint(1, 6) for _ in range(4))
    content: list[tuple[Code, tuple[int, int]]] = []
    while not content or content[-1][0] != code:
        best = pencilp.guess(game(4, 6, content)).best
        assert best is not None
        content.append((tuple(best.symbols), score(tuple(best.symbols), code)))
    assert len(content) <= 5


# -- counting by hand -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_the_best_guess_is_as_good_as_the_best_of_all(seed: int) -> None:
    rng = random.Random(seed)
    columns, count = rng.choice([(3, 4), (4, 3), (2, 6), (3, 5), (1, 7), (5, 2), (4, 4), (3, 6)])
    symbols: list[Any] = rng.choice(
        [list(range(1, count + 1)), list(range(count)), [*"RGBYOP"[:count]], [*"赤青黄緑白黒"[:count]]]
    )
    different, hits_only = rng.random() < 0.4 and columns <= count, rng.random() < 0.2
    every = [code for code in product(symbols, repeat=columns) if not different or len(set(code)) == columns]
    secret = rng.choice(every)

    def reply(guess: Code, code: Code) -> tuple[int, ...]:
        return score(guess, code)[: 1 if hits_only else 2]

    content: list[tuple[Code, list[Any]]] = []
    for _ in range(rng.randint(0, 2)):
        # a guess may have a symbol twice where the code may not
        guess = tuple(rng.choices(symbols, k=columns))
        content.append((guess, rng.choice([[rng.choice([n, n, n, "?"]) for n in reply(guess, secret)]] * 4 + [[]])))

    def fits(code: Code) -> bool:
        return all(n in ("?", r) for guess, s in content for n, r in zip(s, reply(guess, code), strict=False))

    left = [code for code in every if fits(code)]

    @cache
    def measures(guess: Code) -> tuple[int, int]:
        sizes = Counter(reply(guess, code) for code in left).values()
        return max(sizes), sum(n * n for n in sizes)

    puzzle = game(columns, symbols, content, different=int(different), hits_only=int(hits_only))
    for by in guessing.MEASURES:
        found = pencilp.guess(puzzle, by=by)
        assert (found.left, found.exact, found.complete, found.sampled) == (len(left), True, True, False)
        best = found.best
        assert best is not None
        guess = tuple(best.symbols)
        assert guess in every
        assert best.may_be == (guess in left)
        assert (best.worst, best.average) == (measures(guess)[0], measures(guess)[1] / len(left))
        assert best.replies == Counter(reply(guess, code) for code in left)
        keys = [(measures(g) if by == "worst" else measures(g)[::-1], g) for g in every]
        # of the best ones one that may be the code, if any of them may, and of these the better by the other measure
        first, second = measures(guess) if by == "worst" else measures(guess)[::-1]
        assert (first, not best.may_be, second) == min((key[0], g not in left, key[1]) for key, g in keys)


# -- games with very many codes ---------------------------------------------------------------------------------------


def test_the_solver_finds_remaining_codes_that_are_too_many_to_list(monkeypatch: pytest.MonkeyPatch) -> None:
    content = [((0, 1, 2, 3), (1, 1)), ((0, 4, 1, 5), (0, 2))]
    puzzle = game(4, "0-9", content, different=1)
    listed = pencilp.guess(puzzle)
    monkeypatch.setattr(guessing, "MAX_LISTED", 0)
    sought = pencilp.guess(puzzle)
    every = [code for code in product(range(10), repeat=4) if len(set(code)) == 4]
    left = [code for code in every if all(score(guess, code) == s for guess, s in content)]
    assert listed.left == sought.left == len(left)
    assert sought.exact
    assert sought.best is not None
    # only codes that are left are looked at as guesses
    assert tuple(sought.best.symbols) in left
    assert sought.best.worst == min(max(Counter(score(g, code) for code in left).values()) for g in left)
    assert (sought.counted, sought.possible) == (len(left), 5040)


def test_of_very_many_codes_some_from_all_over_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MAX_SOUGHT", 60)
    monkeypatch.setattr(guessing, "SAMPLE_PLACES", 20)
    puzzle = game(8, 10, [((1, 1, 2, 2, 3, 4, 5, 6), (1, 2))])
    found = pencilp.guess(puzzle)
    assert (found.left, found.exact) == (60, False)
    assert found.best is not None
    assert 30 <= found.codes <= 60
    assert score(tuple(found.best.symbols), (1, 1, 2, 2, 3, 4, 5, 6)) == (1, 2)
    assert sum(found.best.replies.values()) == found.codes


@pytest.mark.parametrize("different", [0, 1])
def test_an_empty_table_of_a_game_with_very_many_codes(different: int) -> None:
    found = pencilp.guess(game(8, 20, different=different))
    assert found.best is not None
    assert found.left == (20 * 19 * 18 * 17 * 16 * 15 * 14 * 13 if different else 20**8)
    assert found.exact
    assert found.codes < found.left
    assert len(set(found.best.symbols)) == 8 if different else len(set(found.best.symbols)) > 3


def test_a_sample_is_followed_by_a_count_against_all_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = game(4, 6, [((1, 1, 2, 3), (0, 2))])
    exact = pencilp.guess(puzzle)
    monkeypatch.setattr(guessing, "MAX_SCORED_PAIRS", 20_000)
    found = pencilp.guess(puzzle)
    assert found.sampled
    assert exact.best is not None
    assert found.best is not None
    assert sum(found.best.replies.values()) == found.left == exact.left
    assert exact.best.worst <= found.best.worst <= 1.3 * exact.best.worst
    monkeypatch.setattr(guessing, "MAX_GUESSES", 7)
    assert pencilp.guess(puzzle).counted == 7


# -- limits, errors, the command --------------------------------------------------------------------------------------


def test_a_limit_takes_the_best_guess_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = game(5, 8, [((1, 1, 2, 2, 3), (1, 1))])
    measure = guessing.Search._measure

    def stopped(self: Any, order: Any, codes: Any, into: Any) -> None:
        measure(self, list(order)[:5], codes, into)
        raise guessing.TimeLimitReached

    monkeypatch.setattr(guessing.Search, "_measure", stopped)
    found = pencilp.guess(puzzle)
    assert found.best is not None
    assert (found.complete, found.counted, found.best.may_be) == (False, 5, True)
    monkeypatch.undo()
    assert not pencilp.guess(puzzle, time_limit=0).complete


def test_other_genres_are_refused_as_games() -> None:
    norinori = pencilp.load(str(EXAMPLES / "norinori-p01.txt"))
    with pytest.raises(InputError, match="norinori is no game of guesses, as mastermind is"):
        pencilp.guess(norinori)
    with pytest.raises(InputError, match="best by worst or by average, not by 'luck'"):
        pencilp.guess(game(2, 2), by="luck")
    with pytest.raises(InputError, match="at most 64 columns, not 65"):
        pencilp.guess(game(65, 2))
    with pytest.raises(InputError, match="time limit"):
        pencilp.guess(game(2, 2), time_limit=-1)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [22, 64])
def test_very_long_codes_are_guessed_too(columns: int) -> None:
    for puzzle in (game(columns, 2), game(columns, 99, different=1)):
        found = pencilp.guess(puzzle)
        assert found.best is not None
        assert sum(found.best.replies.values()) == found.codes
        assert all(hits + blows <= columns for hits, blows in found.best.replies)


def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, *more: str) -> tuple[int, str, str]:
    """Exit code, output and errors of ``pencilp guess`` for a text."""
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    code = main(["guess", str(path), *more])
    return code, *capsys.readouterr()


EMPTY = "mastermind\nsize: 1 4\nsymbols: RGBYOP\n"
BEGUN = "mastermind\nguesses:\nR R G G\n- - - -\nscores:\nright\n 0 1\n -\nsymbols: RGBYOP\n"


def test_the_command_prints_the_guess(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, err = run(capsys, tmp_path, EMPTY, "--table")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == [
        "1296 codes are left",
        "guess R R G G: 256 left in the worst case, 204.54 on average; it may be the code",
        "hits  blows  left",
        "   4      0     1",
    ]
    assert len(lines) == 17
    assert lines[-1].startswith("all guesses were counted (")
    code, out, _ = run(capsys, tmp_path, BEGUN, "--by", "average")
    assert (code, out.splitlines()[0]) == (0, "256 codes are left")


def test_the_command_reports_omitted_guesses_with_repeated_symbols(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, tmp_path, "mastermind\nsize: 1 3\nsymbols: 0-9\ndifferent: 1\n")
    assert code == 0
    assert out.splitlines()[-1].startswith("all guesses without a symbol twice were counted (")


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = run(capsys, tmp_path, EMPTY, "--format", "json")
    content = json.loads(out)
    assert code == 0
    assert content["guess"] == ["R", "R", "G", "G"]
    assert content["scores"][0] == {"hits": 4, "blows": 0, "left": 1}
    assert sum(each["left"] for each in content["scores"]) == content["left"] == content["codes"] == 1296
    wanted = {
        "genre": "mastermind",
        "by": "worst",
        "exact": True,
        "may_be_the_code": True,
        "worst": 256,
        "complete": True,
    }
    assert wanted.items() <= content.items()


def test_the_command_reports_a_known_code_and_a_contradiction(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, tmp_path, "mastermind\nguesses:\n1 2\nscores:\nright\n 0 2\nsymbols: 3\n")
    assert (code, out) == (0, "one code is left\nguess 2 1: it is the code\n")
    code, out, _ = run(capsys, tmp_path, "mastermind\nguesses:\n1 2\nscores:\nright\n 1 1\nsymbols: 3\n")
    assert (code, out) == (1, "no code is left that has these scores\n")
    code, out, _ = run(
        capsys, tmp_path, "mastermind\nguesses:\n1 2\nscores:\nright\n 1 1\nsymbols: 3\n", "--format", "json"
    )
    assert (code, json.loads(out)["guess"]) == (1, None)


def test_the_command_refuses_and_stops(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, _, err = run(capsys, tmp_path, "norinori\nrooms:\n1 1\n")
    assert (code, err) == (2, "pencilp: norinori is no game of guesses, as mastermind is\n")
    big = "mastermind\nguesses:\n1 1 2 2 3 4\nscores:\nright\n  1 1\nsymbols: 9\n"
    code, out, err = run(capsys, tmp_path, big, "--time-limit", "0.4")
    assert code == 3
    assert "stopped" in out + err
    assert "limit" in out + err
