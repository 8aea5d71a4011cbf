"""Boards that are turned, mirrored, made larger and smaller: what lies on them goes along."""

from __future__ import annotations

from typing import Any

import pytest

from pencilp import api, genres
from pencilp.board.symmetry import TURNS, group
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.links import read_link
from pencilp.web.drafts import Draft, lattice_of, record_of
from pencilp.web.transform import changed

ALLOWED = {"cells": 10_000}
ROUND = {"square": 4, "hexagonal": 6}


def done(board: dict[str, Any], what: str, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = changed({"board": board, "done": what, **more, **ALLOWED})["board"]
    return found


def if_possible(board: dict[str, Any], what: str) -> dict[str, Any] | None:
    """The board after that, or None where a layer says that it cannot be done."""
    try:
        return done(board, what)
    except InputError as error:
        if "this board can" not in str(error):
            raise
        return None


def example_of(name: str) -> tuple[Any, dict[str, Any]]:
    puzzle = examples.example(name)
    return puzzle, record_of(puzzle, puzzle.answer or api.solve(puzzle, count=1).answer)


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", examples.names())
def test_four_quarter_turns_restore_a_board(name):
    puzzle, board = example_of(name)
    ways = [["turn"] * ROUND[puzzle.lattice.shape], ["mirror"] * 2, ["transpose"] * 2]
    turned = 0
    for way in ways:
        now: dict[str, Any] | None = board
        for what in way:
            now = now and if_possible(now, what)
        assert now in (board, None)
        turned += now is not None
    assert turned


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", examples.names())
def test_a_turned_board_has_the_turned_answer(name):
    puzzle, board = example_of(name)
    for what in TURNS[puzzle.lattice.shape]:
        allowed = TURNS[puzzle.lattice.shape][what] in group(puzzle.lattice.shape, puzzle.genre.symmetries)
        found = if_possible(board, what) if allowed else None
        if found is None:
            continue
        try:
            puzzle.genre.check_board(lattice_of(found["lattice"]))
        except InputError:
            continue  # its only board looks otherwise
        draft = Draft(found)
        turned = draft.puzzle()
        assert api.check(turned, draft.answer(turned)) == []


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", genres.names())
def test_a_board_that_grew_is_the_same_when_it_shrinks_again(name):
    _, board = example_of(name)
    rows, cols = board["lattice"]["rows"], board["lattice"]["cols"]
    grown = done(board, "resize", rows=rows + 2, cols=cols + 1, down=1, right=1)
    assert (grown["lattice"]["rows"], grown["lattice"]["cols"]) == (rows + 2, cols + 1)
    assert done(grown, "resize", rows=rows, cols=cols, down=-1, right=-1) == board


def test_values_in_a_hole_are_removed():
    _, board = example_of("nurikabe")
    board["puzzle"]["clues"][0] = "7"
    cut = done(board, "holes", missing=[0])
    assert len(cut["puzzle"]["clues"]) == len(board["puzzle"]["clues"]) - 1
    assert cut["puzzle"]["clues"] == board["puzzle"]["clues"][1:]


@pytest.mark.parametrize("more", [{}, {"done": "fly"}, {"done": "resize"}, {"done": "resize", "rows": 0, "cols": 3}])
def test_impossible_requests_are_reported(more):
    _, board = example_of("nurikabe")
    with pytest.raises(InputError):
        changed({"board": board, **more, **ALLOWED})


def test_values_of_chosen_cells_are_moved():
    _, board = example_of("nurikabe")
    cols = board["lattice"]["cols"]
    clues = board["puzzle"]["clues"]
    first = next(i for i, token in enumerate(clues) if token and i % cols < cols - 1)
    moved = done(board, "move", chosen=[first], down=0, right=1)
    assert moved["puzzle"]["clues"][first : first + 2] == [None, clues[first]]
    assert done(board, "move", chosen=[first], down=0, right=0) == board


@pytest.mark.parametrize("name", ["sudoku", "yajilin"])
def test_candidates_a_trial_and_loose_walls_go_round_with_the_board(name):
    puzzle, board = example_of(name)
    layer = next(iter(puzzle.genre.answers))
    given = next(key for key, one in puzzle.genre.inputs.items() if one.on != "board")
    board |= {
        "notes": {layer: {"0": ["1", "12"], "7": ["3"]}},
        "trial": {key: list(tokens) for key, tokens in board["answer"].items()},
        "loose": {given: [0, 5]},
    }
    now = board
    for _ in range(4):
        now = done(now, "turn")
        assert now["trial"] == now["answer"]
        assert sorted(now["notes"][layer].values()) == [["1", "12"], ["3"]]
        assert len(now["loose"][given]) == 2
    assert now == board
    smaller = done(board, "resize", rows=1, cols=1, down=0, right=0)
    assert smaller["notes"] == {layer: {"0": ["1", "12"]}}
    assert smaller["loose"] == {given: []}


@pytest.mark.parametrize("what", ["turn", "mirror", "transpose"])
def test_walls_inside_rooms_turn_with_the_board(what):
    # a wall between two pieces of a Country Road: the loop leads around it on the turned board as well
    puzzle = read_link("https://puzz.link/p?country/e/3/3/00h06")
    board = record_of(puzzle, api.solve(puzzle, count=1).answer)
    turned = Draft(done(board, what), 10_000).puzzle()
    assert turned != puzzle
    assert [*turned["walls"]].count(1) == [*puzzle["walls"]].count(1) > 0
    assert len(api.solve(turned, count=0).answers) == len(api.solve(puzzle, count=0).answers) == 2


def test_candidates_and_a_trial_in_chosen_cells_go_elsewhere():
    _, board = example_of("sudoku")
    tokens = board["answer"]["number"]
    board |= {"notes": {"number": {"0": ["1"], "1": ["2"], "5": ["3"]}}, "trial": {"number": list(tokens)}}
    found = done(board, "move", chosen=[0], down=0, right=1)
    assert found["notes"] == {"number": {"1": ["1"], "5": ["3"]}}
    assert found["trial"]["number"][:3] == [None, tokens[0], tokens[2]]


NO_NOTES = [
    {"notes": [1]}, {"notes": {"nothing": {}}}, {"notes": {"number": {"81": ["1"]}}}, {"notes": {"number": {"x": ["1"]}}},
    {"notes": {"number": {"0": "1"}}}, {"notes": {"number": {"0": [1]}}}, {"notes": {"number": []}},
    {"trial": 5}, {"trial": {"number": ["1"]}}, {"trial": {"number": "1" * 81}},
]  # fmt: skip
NO_WALLS = [{"loose": loose} for loose in (1, {"nothing": []}, {"boxes": [144]}, {"boxes": [-1]}, {"boxes": ["0"]})]
MOVED = {"done": "move", "chosen": [0], "down": 0, "right": 1}


@pytest.mark.parametrize(
    ("marks", "what"),
    [(marks, what) for marks in NO_NOTES + NO_WALLS for what in ({"done": "turn"}, MOVED)],
)
def test_marks_that_are_none_are_refused(marks, what):
    _, board = example_of("sudoku")
    with pytest.raises(InputError):
        changed({"board": {**board, **marks}, **what, **ALLOWED})
