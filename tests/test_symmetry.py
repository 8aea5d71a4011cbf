"""Puzzles that are turned and mirrored: the operations that keep the rules of a genre, and the canonical form."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp import api, genres
from pencilp.batches.duplicates import Form
from pencilp.board.layers.values import GROUPS, TUBES
from pencilp.board.puzzle import Puzzle
from pencilp.board.symmetry import SAME, TURNS, Matrix, group, inverse, times, turned_answer, turned_puzzle, words_of
from pencilp.errors import InputError
from pencilp.formats import examples
from pencilp.formats.writing import written

CLUES_LEFT = (1.0, 0.5, 0.1)
"""The parts of the clues that stay in the puzzles of a test: with few clues a puzzle has many answers."""


def with_fewer_clues(puzzle: Puzzle, part: float, chance: random.Random) -> Puzzle | None:
    """The puzzle without most of its clues; None if its genre needs them. Rooms and paths stay."""
    values: dict[str, Any] = {}
    for key, layer in puzzle.genre.inputs.items():
        old = puzzle.values[key]
        if layer.on == "lines":
            values[key] = {s: [line if chance.random() < part else () for line in lines] for s, lines in old.items()}
        elif layer.on == "board" or layer.value.way in (*GROUPS, TUBES) or layer.value.missing:
            values[key] = old
        else:
            values[key] = [value if chance.random() < part else layer.value.nothing for value in old.listed]
    try:
        fewer = Puzzle(puzzle.genre, puzzle.lattice, values)
        puzzle.genre(fewer)  # type: ignore[call-arg]
    except InputError:
        return None
    return fewer


def images(puzzle: Puzzle, operations: list[Matrix]) -> Iterator[tuple[Matrix, Puzzle]]:
    """The turned puzzles, if the genre has such."""
    for matrix in operations:
        try:
            found = turned_puzzle(puzzle, matrix)
            found.genre.check_board(found.lattice)  # type: ignore[attr-defined]
        except (ValueError, InputError):
            continue
        yield matrix, found


def broken_after(puzzle: Puzzle, operations: list[Matrix]) -> dict[Matrix, bool]:
    """For each possible operation, whether an answer of the puzzle is wrong on the turned board."""
    answers = api.solve(puzzle, count=4, time_limit=20).answers
    return {
        matrix: any(api.check(found, turned_answer(answer, matrix, found)) for answer in answers)
        for matrix, found in images(puzzle, operations)
        if answers
    }


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", examples.names())
def test_answers_turn_with_the_board_exactly_as_the_genre_says(name: str) -> None:
    puzzle = examples.example(name)
    shape = puzzle.lattice.shape
    declared = {*group(shape, tuple(puzzle.genre.symmetries))}
    turns = {*TURNS[shape].values()}
    broken: dict[Matrix, bool] = {}
    for part in CLUES_LEFT:
        each = puzzle if part == 1 else with_fewer_clues(puzzle, part, random.Random(name))
        if each is not None:
            # the whole group once; then the operations that make it, and those that no answer has shown to change the rules
            asked = declared | turns if part == 1 else {matrix for matrix in turns if not broken.get(matrix)}
            for matrix, wrong in broken_after(each, sorted(asked)).items():
                broken[matrix] = broken.get(matrix, False) or wrong
    assert broken.keys() >= {SAME}
    assert not any(broken[matrix] for matrix in broken.keys() & declared)
    # a genre leaves out only operations that change its rules
    assert all(broken[matrix] for matrix in TURNS[shape].values() if matrix in broken.keys() - declared)


@pytest.mark.genre_sample
@pytest.mark.parametrize("name", examples.names())
def test_all_images_of_a_puzzle_have_the_same_form(name: str) -> None:
    puzzle = examples.example(name)
    shape = puzzle.lattice.shape
    form = Form.of(puzzle)
    for matrix, found in images(puzzle, [*group(shape, tuple(puzzle.genre.symmetries))]):
        other = Form.of(found)
        assert other.number == form.number
        # the words lead from one to the other
        way = next(m for m, words in words_of(shape).items() if words == other.from_turn(form.turns[0]))
        assert turned_puzzle(puzzle, way) == found
        assert turned_puzzle(turned_puzzle(puzzle, matrix), inverse(matrix)) == turned_puzzle(puzzle, SAME)
    fewer = with_fewer_clues(puzzle, 0.5, random.Random(name))
    if fewer is not None and fewer != puzzle:
        assert Form.of(fewer).number != form.number


@pytest.mark.parametrize("shape", ["square", "hexagonal"])
def test_operations_form_groups(shape: str) -> None:
    whole = group(shape, ("turn", "mirror"))
    assert {*whole} == {*words_of(shape)} == {*group(shape, ("turn", "transpose"))}
    assert len(whole) == {"square": 8, "hexagonal": 12}[shape]
    assert all(times(inverse(m), m) == SAME for m in whole)
    assert group(shape, ()) == (SAME,)
    assert group(shape, ("mirror",)) == (SAME, TURNS[shape]["mirror"])
    assert words_of(shape)[SAME] == "as it is"


def test_equal_puzzles_of_all_formats_have_the_same_form() -> None:
    link = "https://puzz.link/p?heyawake/6/6/aa66aapv0fu0g2i3k"
    puzzle = api.load(link)
    texts = [written(puzzle, None, kind) for kind in ("text", "url", "pzpr")]
    assert len({*texts}) == 3
    assert {Form.of(api.load(text)) for text in texts} == {Form.of(puzzle)}


def test_values_of_groups_go_with_their_rooms(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(
        "from pencilp.board.layers import Groups, Numbers, Rooms, Shading\nfrom pencilp.genres.base import Genre\n\n\n"
        "class Sums(Genre):\n"
        '    """Shade cells."""\n    symmetries = ("turn", "mirror")\n    rooms = Rooms("rooms")\n'
        '    counts = Numbers("counts", on=Groups("rooms"))\n    shaded = Shading("shaded")\n\n'
        "    def rules(self, m):\n        pass\n",
        encoding="utf-8",
    )
    kind = genres.find(genres.name_of(str(tmp_path / "sums.py")))
    board = pencilp.square(2, 2)
    puzzle = Puzzle(kind, board, {"rooms": [0, 1, 1, 1], "counts": [5, 7]})
    mirrored = turned_puzzle(puzzle, TURNS["square"]["mirror"])
    assert mirrored.values["rooms"].groups == [(0, 2, 3), (1,)]
    assert [*mirrored.values["counts"]] == [7, 5]
    assert Form.of(mirrored).number == Form.of(puzzle).number


@pytest.fixture
def own_genre(tmp_path: Path) -> Callable[[str], Any]:
    def make(line: str) -> Any:
        path = tmp_path / "falling.py"
        path.write_text(
            f'from pencilp.genres.norinori import Norinori\n\n\nclass Falling(Norinori):\n    """Dominoes fall."""\n    {line}\n',
            encoding="utf-8",
        )
        return genres.find(genres.name_of(str(path)))

    return make


def test_a_genre_of_a_user_has_the_symmetries_that_it_declares(own_genre: Callable[[str], Any]) -> None:
    assert own_genre('title = "Falling"').symmetries == ()
    assert own_genre('symmetries = ("mirror",)').symmetries == ("mirror",)
    with pytest.raises(InputError, match=r"symmetries are some of .turn., .mirror., .transpose..*, not \('flip',\)"):
        own_genre('symmetries = ("flip",)')
