"""The five seed genres: both formulations against brute force and each other, their examples, and what ``check`` says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError, SolverError
from pencilp.formats import text
from pencilp.genres import find
from tests.seed_boards import GENRES, cases, found

ROOT = Path(__file__).parent.parent
EXAMPLES = [path for genre in GENRES for path in sorted((ROOT / "examples").glob(f"{genre}*.txt"))]
CORPUS = ROOT.parent / "shared" / "corpus"


@pytest.mark.parametrize("formulation", ["rules", "paper"])
@pytest.mark.parametrize("genre", GENRES)
def test_all_answers_of_small_boards(genre: str, formulation: str) -> None:
    right = several = 0
    for puzzle, answers in cases(genre):
        assert found(puzzle, formulation=formulation) == answers, text.write(puzzle)
        right += len(answers) == 1
        several += len(answers) > 1
    assert right >= 3
    assert several >= 3


@pytest.mark.parametrize("solver", ["highs", "scip", "glpk", "cbc", "cpsat"])
@pytest.mark.parametrize("genre", GENRES)
def test_other_solvers_find_the_same_on_small_boards(genre: str, solver: str) -> None:
    few = [case for case in cases(genre) if len(case[1]) <= 3][:2]
    for puzzle, answers in few:
        for formulation in ("rules", "paper"):
            try:
                assert found(puzzle, solver=solver, formulation=formulation) == answers, text.write(puzzle)
            except SolverError as error:
                if "not installed" not in str(error):
                    raise
                pytest.skip(str(error))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_have_one_answer(path: Path) -> None:
    (puzzle,) = api.load_all(str(path))
    outcomes = [api.solve(puzzle, solver, formulation=formulation)
                for solver in ("clasp", "highs") for formulation in ("rules", "paper")]  # fmt: skip
    assert [outcome.status for outcome in outcomes] == ["unique"] * 4
    answer = outcomes[0].answer
    assert answer is not None
    assert all(outcome.answer == answer for outcome in outcomes)
    assert puzzle.answer is None or puzzle.answer == answer
    assert api.check(puzzle, answer) == []
    (again,) = text.read(text.write(puzzle, answer))
    assert again == puzzle
    assert again.answer == answer


def test_every_genre_has_examples() -> None:
    counts = {genre: sum(path.stem.startswith(genre) for path in EXAMPLES) for genre in GENRES}
    assert counts["second_turn"] >= 6
    assert counts["minesweeper"] >= 3
    assert counts["norinori"] >= 5
    assert min(counts.values()) >= 3


def test_the_documents_answers() -> None:
    code = api.solve(api.load(str(ROOT / "examples" / "mastermind-seed.txt"))).answer
    assert code is not None
    assert code["code"] == [9, 2, 7, 5, 6, 7]


@pytest.mark.parametrize(
    ("name", "genre"),
    [
        ("mines", "minesweeper"), ("Bomber Puzzle", "minesweeper"), ("ボンバーパズル", "minesweeper"),
        ("Hit & Blow", "mastermind"), ("guess", "mastermind"), ("のりのり", "norinori"),
        ("Second Turn", "second_turn"), ("Every Second Turn", "second_turn"), ("Panorama", "panorama"),
    ],
)  # fmt: skip
def test_names(name: str, genre: str) -> None:
    assert find(name).name == genre


# -- check ----------------------------------------------------------------------------------------------------------


def broken(puzzle: Puzzle, **values: Any) -> list[str]:
    """What ``check`` says about an answer."""
    return [str(b) for b in api.check(puzzle, Answer(puzzle, values))]


def test_check_minesweeper() -> None:
    puzzle = api.puzzle("bomber", square(2, 3), clues=[1, None, None, None, "?", None], total=1)
    assert broken(puzzle, mines=[0, 1, 0, 0, 0, 0]) == []
    assert broken(puzzle, mines=[0, 0, 1, 0, 0, 0]) == ["r1c1: a number counts the mines around it"]
    assert broken(puzzle, mines=[1, 0, 0, 1, 0, 0]) == [
        "r1c1: there is no mine under a clue",
        "the number of mines on the board is given",
    ]
    assert broken(puzzle, mines=[0, 0, 0, 0, 1, 0]) == ["r2c2: there is no mine under a clue"]


def test_check_norinori() -> None:
    puzzle = api.puzzle("norinori", square(2, 4), rooms=[1, 1, 2, 2, 1, 1, 2, 2])
    assert broken(puzzle, shaded=[1, 0, 0, 1, 1, 0, 0, 1]) == []
    assert broken(puzzle, shaded=[1, 1, 1, 1, 0, 0, 0, 0]) == [
        "r1c2: a shaded cell touches exactly one other",
        "r1c3: a shaded cell touches exactly one other",
    ]
    assert broken(puzzle, shaded=[1, 0, 0, 0, 1, 0, 0, 1]) == [
        "r1c3 r1c4 r2c3 r2c4: a room holds two shaded cells",
        "r2c4: a shaded cell touches exactly one other",
    ]


def test_check_mastermind() -> None:
    puzzle = api.puzzle("mastermind", square(2, 3), guesses=[1, 1, 2, 3, 3, 3], scores={"right": [(1, 1), ("?", 0)]},
                        symbols=3)  # fmt: skip
    assert broken(puzzle, code=[1, 2, 3]) == []
    assert broken(puzzle, code=[2, 1, 1]) == ["r1c1 r1c2 r1c3: a guess has its number of blows"]
    assert broken(puzzle, code=[1, 1, 3]) == [
        "r1c1 r1c2 r1c3: a guess has its number of hits",
        "r1c1 r1c2 r1c3: a guess has its number of blows",
    ]
    assert broken(puzzle, code=[1, 2, 4]) == ["column 3: code cannot have the value 4 here"]


def test_check_panorama() -> None:
    clues: list[int | None] = [None] * 16
    clues[5] = 6
    puzzle = api.puzzle("panorama", square(4, 4), clues=clues)
    flat = [1] * 16
    assert broken(puzzle, heights=flat) == []
    hill = [*flat]
    hill[6] = 2
    assert broken(puzzle, heights=hill) == ["r2c2: a number counts the cells seen from it"]
    hill[6], hill[0] = 1, 2
    assert broken(puzzle, heights=hill) == ["r1c1: a cell at the water has height 1"]
    large = api.puzzle("panorama", square(5, 5), clues=[None] * 25)
    steep = [1] * 25
    steep[12] = 3
    assert set(broken(large, heights=steep)) == {
        f"{pair}: neighbours differ by at most 1" for pair in ("r2c3 r3c3", "r3c2 r3c3", "r3c3 r3c4", "r3c3 r4c3")
    }


def test_check_second_turn() -> None:
    board = square(2, 3)
    puzzle = api.puzzle("second_turn", board, dots=["o", None, None, None, None, "o"])
    around = {(0, 1), (1, 2), (2, 5), (4, 5), (3, 4), (0, 3)}
    assert broken(puzzle, line=[int(link in around) for link in board.links]) == []
    moved = api.puzzle("second_turn", board, dots=["o", "o", None, None, None, None])
    assert broken(moved, line=[int(link in around) for link in board.links]) == [
        "r1c2: the loop turns at a dot",
        "r1c1 r1c2: a straight piece of the loop has a dot at exactly one end",
        "r2c1 r2c2: a straight piece of the loop has a dot at exactly one end",
        "r2c2 r2c3: a straight piece of the loop has a dot at exactly one end",
        "r1c3 r2c3: a straight piece of the loop has a dot at exactly one end",
    ]
    gap = broken(puzzle, line=[int(link in around - {(4, 5)}) for link in board.links])
    assert "r2c3: the loop neither branches nor ends" in gap


# -- what makes no sense --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ({"guesses": [1, None], "scores": {}}, "guesses r1c2: a symbol is missing"),
        ({"guesses": [1, 5], "scores": {}, "symbols": 4}, "guesses r1c2: 5 is not one of 1 to 4"),
        ({"guesses": [1, 2], "scores": {"right": [(1,)]}}, "scores right 1: a score is two numbers, hits and blows"),
        ({"guesses": [1, 2], "scores": {"left": [(1, 1)]}}, "scores: there is no side 'left'"),
        ({"guesses": [1, 0], "scores": {}}, "guesses r1c2: 0 is not allowed"),
        ({"guesses": [1, 2], "scores": {}, "symbols": 0}, "symbols: 0 is not a number 1 to 99"),
    ],
)
def test_mastermind_refuses(layers: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        api.puzzle("mastermind", square(1, 2), **layers)
    assert str(error.value).startswith(message)


def test_mastermind_needs_whole_rows() -> None:
    with pytest.raises(InputError, match="without holes"):
        api.puzzle("mastermind", square(2, 2, [(0, 0)]), guesses=[1, 1, 1], scores={})
    with pytest.raises(InputError, match="not played on hexagonal boards"):
        api.puzzle("mastermind", hexagonal(2, 2), guesses=[1, 1, 1, 1], scores={})


def test_column_answers_in_the_puzzle_text() -> None:
    puzzle = "mastermind\nguesses:\n1 2\nscores:\nright\n  1 0\nanswer:\ncode:\n"
    assert text.read(puzzle + "1 3\n")[0].answer["code"] == [1, 3]  # type: ignore[index]
    for wrong, where in (("1\n", "8:1"), ("1 3\n1 3\n", "8:1"), ("1 x\n", "9:3")):
        with pytest.raises(InputError) as error:
            text.read(puzzle + wrong)
        assert error.value.where == where


# -- the public dataset ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the public dataset is not at ../shared/corpus")
@pytest.mark.parametrize("genre", ["norinori", "minesweeper"])
def test_sample_of_the_dataset(genre: str) -> None:
    lines = (CORPUS / f"{genre.capitalize()}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[::12]:
        record = json.loads(line)
        first, *rest = record["problem"].split("\n")
        rows, cols, *more = map(int, first.split())
        if genre == "norinori":
            rooms = [token for row in rest[rows:] for token in row.split()]
            puzzle = api.puzzle(genre, square(rows, cols), rooms=rooms)
        else:
            clues = [None if token == "-" else int(token) for row in rest for token in row.split()]
            puzzle = api.puzzle(genre, square(rows, cols), clues=clues, total=more[0] if more else None)
        outcome = api.solve(puzzle)
        recorded = [int(token == "x") for row in record["solution"].split("\n")[1:] for token in row.split()]
        assert outcome.status == "unique", record["id"]
        (layer,) = outcome.answers[0].values.values()
        assert layer == recorded, record["id"]
