"""The Python API: what it takes, what it refuses, and how."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import pencilp

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="module")
def norinori() -> pencilp.Puzzle:
    return pencilp.load(EXAMPLES / "norinori-p01.txt")


def test_load_takes_paths_and_a_genre() -> None:
    puzzle = pencilp.load(str(EXAMPLES / "p01.dat"), "norinori")
    assert puzzle == pencilp.load(EXAMPLES / "norinori-p01.txt")


def test_a_genre_that_is_not_the_file_s_is_refused() -> None:
    with pytest.raises(pencilp.InputError, match="this is a puzzle of norinori, not of sudoku"):
        pencilp.load(EXAMPLES / "norinori-p01.txt", "sudoku")
    with pytest.raises(pencilp.InputError, match="there is no genre 'nosuch'"):
        pencilp.load(EXAMPLES / "norinori-p01.txt", "nosuch")


@pytest.mark.parametrize(
    "options",
    [
        {"count": -1},
        {"time_limit": -1},
        {"time_limit": float("nan")},
        {"threads": -1},
        {"threads": 100},
        {"threads": 2.0},
        {"threads": "2"},
        {"solver": "x"},
        {"formulation": "x"},
    ],
)
def test_numbers_and_names_that_make_no_sense(norinori: pencilp.Puzzle, options: dict[str, Any]) -> None:
    with pytest.raises(pencilp.PencilpError):
        pencilp.solve(norinori, **options)


@pytest.mark.parametrize("solver", ["clasp", "highs"])
def test_no_time_limit_is_too_long(norinori: pencilp.Puzzle, solver: str) -> None:
    assert pencilp.solve(norinori, solver, time_limit=float("inf")).status == "unique"


def test_things_of_the_wrong_type(norinori: pencilp.Puzzle) -> None:
    with pytest.raises(TypeError, match="a Puzzle is needed"):
        pencilp.solve("board.txt")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an Answer is needed"):
        pencilp.check(norinori, [1, 0])  # type: ignore[arg-type]
    with pytest.raises(pencilp.InputError, match="2 is neither 0 nor 1"):
        pencilp.Answer(norinori, {"shaded": [2] * 100})
    other = pencilp.load(EXAMPLES / "norinori-14x24.txt")
    with pytest.raises(pencilp.InputError, match="an answer of another puzzle"):
        pencilp.check(norinori, pencilp.solve(other).answer)


@pytest.mark.parametrize(("rows", "cols"), [(0, 3), (-1, 3), (10**6, 10**6)])
def test_boards_that_are_not_possible(rows: int, cols: int) -> None:
    for make in (pencilp.square, pencilp.hexagonal):
        with pytest.raises(pencilp.InputError, match="is not possible"):
            make(rows, cols)
    with pytest.raises(pencilp.InputError, match="is not possible"):
        pencilp.hexagon(min(rows, 10**6) if rows > 3 else 0)


def test_whole_numbers_of_numpy_are_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    clues = [numpy.int64(1), None, None, None]
    puzzle = pencilp.puzzle("minesweeper", pencilp.square(2, 2), clues=clues)
    assert puzzle == pencilp.puzzle("minesweeper", pencilp.square(2, 2), clues=[1, None, None, None])
    assert pencilp.check(puzzle, pencilp.Answer(puzzle, {"mines": numpy.array([0, 1, 0, 0])})) == []


def test_puzzles_and_answers_can_be_copied_and_sent_to_other_processes(norinori: pencilp.Puzzle) -> None:
    answer = pencilp.solve(norinori).answer
    assert answer is not None
    for again in (copy.deepcopy(norinori), pickle.loads(pickle.dumps(norinori))):
        assert again == norinori
        assert hash(again.lattice) == hash(norinori.lattice)
        assert pencilp.check(again, pickle.loads(pickle.dumps(answer))) == []
    assert norinori.lattice != pencilp.square(10, 11)
    assert norinori.lattice != pencilp.hexagonal(10, 10)


def test_an_outcome_is_printed_as_drawings() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.hexagon(2), rooms=[1] * 7)
    outcome = pencilp.solve(puzzle, count=0)
    shown = str(outcome)
    assert len(outcome.answers) == 12
    assert all(str(answer) in shown for answer in outcome.answers)
    assert shown.endswith(repr(outcome))
    outcome.answers *= 2
    assert "\n... and 4 more\n<Outcome " in str(outcome)
    assert (
        str(pencilp.Outcome("none", [], "clasp", {"total": 0.1}, complete=True))
        == "<Outcome none: 0 answers by clasp in 0.100 s>"
    )


def test_unknown_layer_error_lists_the_layers() -> None:
    puzzle = pencilp.puzzle("norinori", pencilp.square(1, 2), rooms=[1, 1])
    answer = pencilp.solve(puzzle).answer
    assert answer is not None
    with pytest.raises(KeyError) as error:
        answer["sea"]
    assert str(error.value) == "there is no layer 'sea' here, only shaded"
    with pytest.raises(KeyError, match="there is no layer 'sea' here, only rooms"):
        puzzle["sea"]
