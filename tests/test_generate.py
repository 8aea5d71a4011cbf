"""New puzzles: they have one answer, the same seed makes the same ones, and wishes are met."""

from __future__ import annotations

import itertools
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import pencilp
from pencilp.analysis.left_out import clues_of
from pencilp.board.lattice import hexagonal, square
from pencilp.board.puzzle import Puzzle
from pencilp.board.symmetry import canonical, group, turned
from pencilp.cli import main
from pencilp.errors import InputError
from pencilp.formats.writing import written
from pencilp.generation.generator import Generator, generate
from pencilp.generation.habits import habits_of, is_telling
from pencilp.generation.places import SYMMETRIC
from pencilp.generation.random_answer import RandomAnswers, random_answer
from pencilp.generation.rooms import (
    divided_room,
    moved_border,
    moved_rectangles,
    random_paths,
    random_rectangles,
    random_rooms,
)
from pencilp.generation.wishes import SYMMETRIES
from pencilp.genres import Genre, find, genre_of, names


def first(*wishes: object, **more: object) -> Puzzle:
    return next(generate(*wishes, **more))  # type: ignore[arg-type]


def number_of_clues(puzzle: Puzzle) -> int:
    return len(clues_of(puzzle, genre_of(puzzle).model(puzzle)))


@pytest.mark.parametrize(
    ("genre", "size"),
    [
        ("slitherlink", (5, 5)),  # clues that only speak of the answer
        ("sudoku", (6, 6)),  # boxes by default
        ("masyu", (5, 5)),  # several answers at first: the board is changed
        ("akari", (6, 6)),  # black cells come before the answer, then get numbers
        ("heyawake", (5, 5)),  # random rooms
        ("skyscrapers", (4, 4)),  # clues outside
        ("creek", (5, 5)),  # clues at corners
        ("kropki", (4, 4)),  # dots between cells
        ("yajikazu", (5, 5)),  # arrows with numbers
        ("tilepaint", (5, 5)),
        ("starbattle", (5, 5)),
        ("tateyoko", (5, 5)),  # clues that change the puzzle, on a board with a known answer
        ("battleship", (5, 5)),  # a fleet that fits the board
        ("kenken", (4, 4)),  # results of calculations
        ("nonogram", (5, 5)),  # a line without numbers has a meaning
        ("coral", (5, 5)),  # several numbers outside a line
        ("ayeheya", (4, 4)),  # rooms that are rectangles
        ("numberlink", (4, 4)),  # more clues than usual, found with the answer
        ("grandtour", (5, 5)),  # given pieces of a loop
        ("hidato", (4, 4)),  # no two clues are equal
        ("easyasabc", (4, 4)),  # a value for the whole board, as the example has it
        ("easyasabc", (3, 3)),  # that value does not fit
        ("thermometers", (4, 4)),  # random paths
        ("mastermind", (5, 4)),  # two numbers outside a line, each of which may be 0
        ("digital_battleship", (4, 4)),  # numbers that say nothing without sums
        ("dosufuwa", (4, 4)),  # black cells between the rooms
        ("maxi", (4, 4)),  # numbers with groups of their own
        ("parquet", (5, 5)),  # rooms that divide others
        ("haisu", (4, 4)),  # the ends of a path have to be there
    ],
)
def test_a_new_puzzle_has_one_answer(genre: str, size: tuple[int, int]) -> None:
    puzzle = first(genre, square(*size), seed=3)
    outcome = pencilp.solve(puzzle, count=2)
    assert outcome.status == "unique"
    assert outcome.answer is not None
    assert puzzle.answer is not None
    assert outcome.answer.values == puzzle.answer.values
    assert (puzzle.lattice.rows, puzzle.lattice.cols) == size
    assert pencilp.check(puzzle) == []


SIZES = {"dominosa": (4, 5)}
"""The sizes of boards for genres that are not played on 4x4."""


@pytest.mark.parametrize(
    ("genre", "size", "reason"),
    [
        ("gappy", (6, 6), ";"),
        ("dominosa", (4, 4), ";"),
        ("grandtour", (4, 4), ";"),
        ("maxi", (5, 5), ";"),  # with whatever rooms
        ("pentominous", (6, 6), ": 36 cells cannot be divided into regions of 5 cells;"),
        ("tetrominous", (1, 3), ": no region fits on the board;"),
    ],
)
def test_a_board_that_never_has_an_answer_is_refused(genre: str, size: tuple[int, int], reason: str) -> None:
    with pytest.raises(InputError, match=f"no {genre} of {size[0]}x{size[1]} has an answer{reason}"):
        first(genre, square(*size), seed=1)


OPEN = [name for name in names() if find(name).open_rules is not Genre.open_rules]


@pytest.mark.parametrize("genre", OPEN)
def test_a_board_found_with_its_answer_obeys_the_rules(genre: str) -> None:
    kind = find(genre)
    board = square(*SIZES.get(genre, (4, 4)))
    values = {
        key: [cell // 4 for cell in board.cells] if layer.value.kind == "room" else layer.empty(board)
        for key, layer in kind.inputs.items()
        if not layer.optional and not layer.usual
    }
    blank = Puzzle(kind, board, values)
    m, layers = kind.open_model(blank)
    answer = random_answer(blank, m, random.Random(1), lambda: None, open_layers=layers)
    assert answer is not None
    assert pencilp.check(answer.puzzle, answer) == []
    assert {key for key in layers if [*answer.puzzle.values[key]] != [*blank.values[key]]} == {*layers}


@pytest.mark.parametrize("symmetry", ["none", "rot180"])
def test_clues_found_with_the_answer_stand_where_wished(symmetry: str) -> None:
    board = square(5, 6)
    allowed = {*board.cells} - {1, 28}
    puzzle = first("simpleloop", board, seed=2, symmetry=symmetry, places=allowed)
    black = {cell for cell in board.cells if puzzle["walls"][cell]}
    assert black <= allowed
    assert symmetry == "none" or black == {29 - cell for cell in black}
    assert pencilp.solve(puzzle, count=2).status == "unique"


def test_clues_found_with_the_answer_keep_given_ones() -> None:
    walls = [None] * 25
    walls[12] = "x"
    unfinished = Puzzle(find("simpleloop"), square(5, 5), {"walls": walls})
    puzzle = first("simpleloop", seed=1, fill=unfinished)
    assert puzzle["walls"][12] == "x"
    assert pencilp.solve(puzzle, count=2).status == "unique"


def test_the_same_seed_makes_the_same_puzzles() -> None:
    texts = []
    for _ in range(2):
        puzzles = generate("akari", square(6, 6), seed=11)
        texts.append([written(next(puzzles), None, "text") for _ in range(3)])
    assert texts[0] == texts[1]
    assert len(set(texts[0])) == 3
    assert written(first("akari", square(6, 6), seed=12), None, "text") not in texts[0]


@pytest.mark.parametrize("wishes", [{}, {"difficulty": "normal"}])
def test_a_slow_machine_makes_the_same_puzzle(wishes: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    expected = written(first("masyu", square(5, 5), seed=3, **wishes), None, "text")
    clock = itertools.count(0, 7.0)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    assert written(first("masyu", square(5, 5), seed=3, **wishes), None, "text") == expected


@pytest.mark.parametrize(
    ("genre", "side", "seed"),
    [
        ("slitherlink", 5, 5),
        ("sudoku", 4, 5),
        ("heyawake", 5, 5),
        ("kurodoko", 5, 2),  # a ? takes the place of a number
        ("minesweeper", 5, 4),
        ("yajilin", 5, 11),  # an arrow without a number, which may be ?
        ("castle", 4, 0),
    ],
)
def test_no_clue_of_a_minimal_puzzle_is_needless_alone(genre: str, side: int, seed: int) -> None:
    puzzle = first(genre, square(side, side), seed=seed, minimal=True)
    assert pencilp.needless(puzzle).alone == []


def test_a_board_so_small_that_all_clues_are_needless_gets_one() -> None:
    assert number_of_clues(first("slitherlink", square(1, 1))) == 1


@pytest.mark.parametrize(("genre", "layer", "side"), [("kenken", "results", 4), ("nanro", "given", 5)])
def test_a_puzzle_has_about_as_many_clues_as_published_ones(genre: str, layer: str, side: int) -> None:
    puzzle = first(genre, square(side, side), seed=1)
    number = sum(is_telling(puzzle.genre.inputs[layer], value) for value in puzzle[layer])
    usual = habits_of(find(genre)).telling[layer] * side * side
    assert usual / 1.3 <= number <= 1.3 * usual
    fewest = first(genre, square(side, side), seed=1, minimal=True)
    assert sum(is_telling(fewest.genre.inputs[layer], value) for value in fewest[layer]) < number


@pytest.mark.parametrize(("genre", "layer"), [("nurikabe", "clues"), ("tapa", "clues"), ("yajilin", "clues")])
def test_clues_say_something_in_genres_whose_clues_usually_do(genre: str, layer: str) -> None:
    puzzle = first(genre, square(5, 5), seed=1)
    clues = [value for value in puzzle[layer] if value is not None]
    assert clues
    assert sum(is_telling(puzzle.genre.inputs[layer], value) for value in clues) >= 0.7 * len(clues)


def test_the_ends_of_a_path_have_no_other_clue() -> None:
    puzzles = generate("haisu", square(4, 4), seed=0)
    for puzzle in itertools.islice(puzzles, 2):
        assert sum(end is not None for end in puzzle["ends"]) == 2
        assert not any(end and visit for end, visit in zip(puzzle["ends"], puzzle["visits"], strict=True))


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_clues_stand_at_symmetric_places(symmetry: str) -> None:
    board = square(5, 5)
    puzzle = first("slitherlink", board, seed=2, symmetry=symmetry)
    given = {cell for cell in board.cells if puzzle["numbers"][cell] is not None}
    assert given
    for matrix in SYMMETRIES[symmetry]:
        image = turned(board, matrix)
        assert {image.cell(cell) for cell in given} == given


@pytest.mark.parametrize("genre", ["masyu", "midloop"])
def test_clues_that_fit_few_places_are_symmetric(genre: str) -> None:
    board = square(5, 5)
    puzzle = first(genre, board, seed=1, symmetry="rot180")
    (image,) = [turned(board, matrix) for matrix in SYMMETRIES["rot180"]]
    filled = {
        (key, layer.on, at)
        for key, layer in puzzle.genre.inputs.items()
        if layer.on in SYMMETRIC
        for at, value in layer.place.items(puzzle.values[key])
        if value is not None
    }
    assert filled
    assert {(key, on, image.place(on, at)) for key, on, at in filled} == filled


def test_black_cells_stand_at_symmetric_places() -> None:
    board = square(6, 6)
    puzzle = first("akari", board, seed=1, symmetry="rot180")
    black = {cell for cell in board.cells if puzzle["walls"][cell] is not None}
    assert black == {35 - cell for cell in black}


def test_the_number_of_clues_is_bounded() -> None:
    few = first("sudoku", square(4, 4), seed=1, max_clues=6)
    assert number_of_clues(few) <= 6
    many = first("sudoku", square(4, 4), seed=1, min_clues=10)
    assert number_of_clues(many) >= 10
    assert pencilp.solve(many, count=2).status == "unique"


@pytest.mark.parametrize("wishes", [{"min_clues": 10}, {"min_clues": 4, "symmetry": "rot180"}])
def test_a_room_has_one_clue_at_most(wishes: dict[str, Any]) -> None:
    puzzle = first("heyawake", square(5, 5), seed=1, **wishes)
    rooms = [puzzle["rooms"].of[cell] for cell in puzzle["clues"].given]
    assert len(rooms) >= wishes["min_clues"]
    assert len({*rooms}) == len(rooms)


def test_rooms_bound_the_number_of_their_clues() -> None:
    like = first("heyawake", square(4, 4), seed=1)
    count = len(like["rooms"].groups)
    rooms = Puzzle(find("heyawake"), like.lattice, {"rooms": like["rooms"], "clues": [None] * 16})
    with pytest.raises(InputError, match=f"there are only {count} places for clues, not {count + 1}"):
        generate("heyawake", fill=rooms, min_clues=count + 1)


def test_values_that_no_clue_has_could_change_places() -> None:
    with pytest.raises(InputError, match="max_clues: at least 8 clues are needed: values that no clue has could"):
        generate("sudoku", max_clues=7)
    generate("sudoku", max_clues=8)
    # sums and dots say something about all values
    generate("killer_sudoku", square(4, 4), max_clues=1)
    generate("kropki", square(4, 4), max_clues=1)


def test_symmetric_clues_are_exchanged_until_they_are_few() -> None:
    puzzles = generate("sudoku", square(9, 9), seed=0, symmetry="rot180", max_clues=24)
    puzzle = next(puzzles)
    given = {cell for cell, value in enumerate(puzzle["given"]) if value is not None}
    assert len(given) <= 24
    assert given == {80 - cell for cell in given}
    assert "too many clues" not in puzzles.now  # the first board was enough


def test_arrows_of_a_puzzle_point_in_several_directions() -> None:
    puzzle = first("yajilin", square(6, 6), seed=1)
    assert len({value[0] for value in puzzle["clues"] if value is not None}) > 1


def test_layers_with_few_clues_in_examples_get_few() -> None:
    puzzles = [first("skyscrapers", square(4, 4), seed=seed) for seed in range(4)]
    given = sum(value is not None for puzzle in puzzles for value in puzzle["given"])
    outside = sum(value != () for puzzle in puzzles for side in puzzle["clues"].values() for value in side)
    assert 3 * given < outside
    operations = group("square", tuple(find("skyscrapers").symmetries))
    assert len({canonical(puzzle, operations, lambda _: None)[0] for puzzle in puzzles}) == 4


def slitherlink(*clues: tuple[int, int]) -> Puzzle:
    numbers: list[int | None] = [None] * 25
    for cell, number in clues:
        numbers[cell] = number
    return Puzzle(find("slitherlink"), square(5, 5), {"numbers": numbers})


def test_lines_without_runs_have_no_clue_if_no_example_has_such_one() -> None:
    puzzles = list(itertools.islice(generate("coral", square(4, 4), seed=2), 12))
    empty = [
        line for each in puzzles for line in each.lattice.row_cells if not any(each.answer["shaded"][c] for c in line)
    ]
    clues = [clue for each in puzzles for side in each["clues"].values() for clue in side]
    assert empty
    assert (0,) not in clues


def test_clues_stand_at_the_wished_places() -> None:
    mask = "x.x.x\n.xxx.\nxx.xx\n.xxx.\nx.x.x"
    wished = {cell for cell, sign in enumerate(mask.replace("\n", "")) if sign == "x"}
    for places in (mask, wished, [("numbers", cell) for cell in wished]):
        puzzle = first("slitherlink", square(5, 5), seed=2, places=places)
        assert {cell for cell in range(25) if puzzle["numbers"][cell] is not None} <= wished
        assert pencilp.solve(puzzle, count=2).status == "unique"


@pytest.mark.parametrize(("genre", "layer", "side"), [("sudoku", "given", 4), ("akari", "walls", 6)])
def test_clues_do_not_touch(genre: str, layer: str, side: int) -> None:
    board = square(side, side)
    puzzle = first(genre, board, seed=1, touching=False)
    given = {cell for cell in board.cells if puzzle[layer][cell] is not None}
    assert given
    assert not any(near in given for cell in given for near in board.near[cell])


def test_an_unfinished_puzzle_is_filled_up() -> None:
    unfinished = slitherlink((0, 3), (12, 2), (24, 3))
    puzzle = first("slitherlink", fill=unfinished, seed=1)
    assert [puzzle["numbers"][cell] for cell in (0, 12, 24)] == [3, 2, 3]
    assert pencilp.solve(puzzle, count=2).status == "unique"
    walls: list[object] = [None] * 36
    walls[7], walls[20] = 1, "x"
    puzzle = first("akari", fill=Puzzle(find("akari"), square(6, 6), {"walls": walls}), seed=1)
    assert puzzle["walls"][7] == 1
    assert puzzle["walls"][20] is not None
    assert pencilp.solve(puzzle, count=2).status == "unique"


def test_a_puzzle_is_made_like_another_one() -> None:
    other = first("heyawake", square(4, 4), seed=1)
    puzzle = first("heyawake", like=other, seed=2)
    assert puzzle["rooms"] == other["rooms"]
    places = [{clue.place for clue in clues_of(each, genre_of(each).model(each))} for each in (puzzle, other)]
    assert places[0] <= places[1]


def test_the_answer_has_the_wished_values() -> None:
    shaded = [1 if cell in (6, 11, 16) else None for cell in range(25)]
    puzzle = first("nurikabe", square(5, 5), seed=1, answer={"shaded": shaded})
    assert puzzle.answer is not None
    assert all(puzzle.answer["shaded"][cell] for cell in (6, 11, 16))


def test_a_minimal_puzzle_has_no_needless_clue() -> None:
    puzzle = first("sudoku", square(4, 4), seed=1, minimal=True, min_clues=5)
    assert number_of_clues(puzzle) >= 5
    assert pencilp.needless(puzzle).alone == []


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_new_puzzle_has_the_wanted_level(level: str) -> None:
    puzzle = first("slitherlink", square(4, 4), seed=4, difficulty=level)
    assert pencilp.rate(puzzle).level == level


@pytest.mark.parametrize("wishes", [{"min_clues": 17}, {"difficulty": "easy"}])
def test_clues_that_come_back_stand_all_over_the_board(wishes: dict[str, Any]) -> None:
    puzzles = [first("slitherlink", square(5, 5), seed=seed, **wishes) for seed in range(2)]
    given = [cell for puzzle in puzzles for cell in range(25) if puzzle["numbers"][cell] is not None]
    above, below = sum(cell < 10 for cell in given), sum(cell > 14 for cell in given)
    assert below < 2 * above < 4 * below


def test_levels_of_one_seed_have_different_answers() -> None:
    answers = {str(first("akari", square(5, 5), seed=1, difficulty=level).answer) for level in ("easy", "normal")}
    assert len(answers) == 2


def test_hexagons() -> None:
    puzzle = first("slitherlink", hexagonal(4, 4), seed=1)
    assert puzzle.lattice.shape == "hexagonal"
    assert pencilp.solve(puzzle, count=2).status == "unique"


def test_the_end_is_explained() -> None:
    puzzles = generate("slitherlink", square(5, 5), stop=lambda: True)
    assert isinstance(puzzles, Generator)
    assert list(puzzles) == []
    assert puzzles.why == "the first board took too long"
    # no Sudoku of 4x4 has fewer than 4 clues
    calls = iter(range(400))
    puzzles = generate("sudoku", square(4, 4), max_clues=3, stop=lambda: next(calls, None) is None)
    assert list(puzzles) == []
    assert re.search("puzzles with too many clues: [0-9]+, the smallest with 4$", puzzles.why)


# Roma has no answer without a goal
@pytest.mark.parametrize("genre", ["mejilink", "roma"])
def test_a_board_is_not_refused_if_other_walls_or_clues_may_give_it_an_answer(genre: str) -> None:
    calls = iter(range(20))
    puzzles = generate(genre, square(4, 4), stop=lambda: next(calls, None) is None)
    assert next(puzzles, None) is None  # and no InputError


def test_impossible_wishes_are_refused() -> None:
    for wishes, message in [
        ({"symmetry": "rot45"}, "symmetry: there is no symmetry 'rot45', only none, h, v, rot180, rot90, diagonal"),
        ({"symmetry": "rot90"}, "symmetry: a board of 4x5 has no symmetry rot90: its sides differ"),
        ({"difficulty": "nice"}, "difficulty: there is no level 'nice', only easy, normal, hard, expert"),
        ({"min_clues": 9, "max_clues": 8}, "min_clues: no puzzle has at least 9 and at most 8 clues"),
        ({"min_clues": 21}, "min_clues: there are only 20 places for clues, not 21"),
        ({"min_clues": 5, "places": [3, 4, 7]}, "min_clues: there are only 3 places for clues, not 5"),
        ({"max_clues": -1}, "max_clues: a number from 0 on is needed, not -1"),
        ({"places": ()}, "places: at least one place is needed"),
        ({"places": [("numbers", 20)]}, "places: no clue of slitherlink can stand at ('numbers', 20) on this board"),
        ({"places": "x..\nx.."}, "places: a mask of 4 rows and 5 columns is needed"),
        (
            {"places": [0, 1, 2], "symmetry": "v"},
            "places: no place for clues has all of its images under v among the places",
        ),
        (
            {"places": [0, 1, 15], "symmetry": "v", "min_clues": 3},
            "min_clues: there are only 2 places for clues, not 3",
        ),
        ({"min_clues": 11, "touching": False}, "min_clues: there are only 10 places for clues, not 11"),
        ({"fill": slitherlink()}, "fill: the board is that of the puzzle; leave out the other one"),
        ({"seed": "x"}, "seed: a whole number is needed, not 'x'"),
    ]:
        with pytest.raises(InputError) as refused:
            generate("slitherlink", square(4, 5), **wishes)  # type: ignore[arg-type]
        assert str(refused.value) == message
    contradictory = "fill: no answer is as wished: these clues contradict each other, or the answer"
    with pytest.raises(InputError, match=contradictory):
        generate("slitherlink", fill=slitherlink((0, 3), (1, 0)))
    with pytest.raises(InputError, match="max_clues: the puzzle already has 2 clues"):
        generate("slitherlink", fill=slitherlink((0, 3), (6, 0)), max_clues=1)
    with pytest.raises(InputError, match="symmetry: no puzzle with this symmetry has 11 clues"):
        generate("slitherlink", square(5, 5), min_clues=11, max_clues=11, symmetry="rot90")
    with pytest.raises(InputError, match="min_clues: there are only 3 places for clues, not 5"):
        generate("slitherlink", square(4, 5), min_clues=5, touching=False, places="x....\n.....\n..xx.\nx....")
    with pytest.raises(InputError, match="fill: a puzzle of akari is needed"):
        generate("akari", fill=slitherlink())
    with pytest.raises(InputError, match="sudoku has as many rows as columns"):
        generate("sudoku", square(4, 5))
    with pytest.raises(InputError, match="made on square boards only"):
        generate("slitherlink", hexagonal(4, 4), symmetry="h")


def test_random_answers_are_spread() -> None:
    genre, board = find("binairo"), square(4, 4)
    puzzle = Puzzle(genre, board, {"given": [None] * 16})
    number = sum(1 for _ in pencilp.answers(puzzle))
    draws = 200
    seen: Counter[tuple[int | None, ...]] = Counter()
    for seed in range(draws):
        answer = random_answer(puzzle, genre.model(puzzle), random.Random(seed), lambda: None)
        assert answer is not None
        assert pencilp.check(puzzle, answer) == []
        seen[tuple(next(iter(answer.values.values())))] += 1
    assert max(seen.values()) <= 20 * draws / number
    assert len(seen) >= number / 2


def test_an_answer_near_another_differs_only_at_free_places() -> None:
    genre, board = find("slitherlink"), square(5, 5)
    puzzle = Puzzle(genre, board, {"numbers": [None] * 25})
    answers = RandomAnswers(genre, genre.model(puzzle), random.Random(1), lambda: None)
    before = answers.next(puzzle)
    assert before is not None
    (key,) = genre.answers
    places = set(range(10, 60))
    free = [(key, edge) for edge in places]
    differ = set()
    for _ in range(10):
        after = answers.next(puzzle, before, free)
        assert after is not None
        assert pencilp.check(puzzle, after) == []
        differ |= {e for e, (a, b) in enumerate(zip(before[key], after[key], strict=True)) if a != b}
    assert differ
    assert differ <= places


@pytest.mark.parametrize("inside", [1.0, 0.5])
def test_random_rooms_are_connected(inside: float) -> None:
    board = square(7, 6)
    for seed in range(20):
        chance = random.Random(seed)
        of = random_rooms(board, [3, 4, 6], inside, chance)
        assert sum(room is not None for room in of) == round(inside * 42)
        for _ in range(30):
            check_connected(board, of)
            of = moved_border(board, of, board.cells, chance) or of


def test_random_rooms_divide_others() -> None:
    board, chance = square(6, 6), random.Random(5)
    outer = random_rooms(board, [6, 9], 1.0, chance)
    of = random_rooms(board, [2, 3], 1.0, chance, outer)
    for _ in range(60):
        assert all(len({outer[cell] for cell in cells}) == 1 for cells in room_cells(of))
        check_connected(board, of)
        of = moved_border(board, of, board.cells, chance, outer) or of
    assert len({*of}) > len({*outer})


def test_random_rectangles_stay_rectangles() -> None:
    board, chance = square(6, 5), random.Random(2)
    of = random_rectangles(board, [2, 4, 6], chance)
    moves = 0
    for _ in range(60):
        for cells in room_cells(of):
            rows, cols = zip(*(board.positions[cell] for cell in cells), strict=True)
            assert len(cells) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
        moved = moved_rectangles(board, of, board.cells, chance)
        moves += moved is not None
        of = moved or of
    assert moves > 20


def test_a_room_is_divided_into_two_large_enough_ones() -> None:
    board, chance = square(6, 6), random.Random(3)
    of: list[int | None] = [0] * 36
    for _ in range(40):
        of = divided_room(board, of, board.cells, 4, chance) or of
        check_connected(board, of)
    assert len({*of}) > 3
    assert min(map(len, room_cells(of))) >= 4
    assert divided_room(board, [*range(36)], [0], 1, chance) is None


def room_cells(of: Sequence[int | None]) -> list[list[int]]:
    assert None not in of
    return [[cell for cell, other in enumerate(of) if other == room] for room in {*of}]


def test_random_paths_are_paths() -> None:
    board = square(5, 5)
    steps = {step: cell for cell, step in enumerate(random_paths(board, [2, 3, 5], 0.8, random.Random(4))) if step}
    assert len(steps) >= 15
    for (path, place), cell in steps.items():
        if place > 1:
            assert steps[path, place - 1] in board.near[cell]
    assert {path for path, _ in steps} == {path for path, place in steps if place == 2}


def test_random_rooms_of_one_size() -> None:
    board = square(6, 6)
    for seed in range(5):
        of = random_rooms(board, [6], 1.0, random.Random(seed))
        assert Counter(of) == dict.fromkeys(range(6), 6)
        check_connected(board, of)
    assert first("jigsaw_sudoku", board, seed=1)


def check_connected(board: object, of: list[int | None]) -> None:
    for room in set(of) - {None}:
        cells = {cell for cell, other in enumerate(of) if other == room}
        reached, stack = set(), [min(cells)]
        while stack:
            cell = stack.pop()
            if cell not in reached:
                reached.add(cell)
                stack += [near for near in board.near[cell] if near in cells]  # type: ignore[attr-defined]
        assert reached == cells


def test_the_command_prints_or_writes_puzzles(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["generate", "slitherlink", "4x4", "--seed", "3", "--count", "2", "-o", "url"]) == 0
    links = capsys.readouterr().out.split()
    assert len(set(links)) == 2
    for link in links:
        assert pencilp.solve(pencilp.load(link)).status == "unique"
    file = tmp_path / "new.jsonl"
    assert main(["generate", "slitherlink", "4x4", "--seed", "3", "--count", "2", "-o", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 2 puzzles, each with exactly one answer\n"
    written_puzzles = pencilp.load_all(str(file))
    assert [written(puzzle, None, "url").strip() for puzzle in written_puzzles] == links
    assert all(pencilp.check(puzzle) == [] for puzzle in written_puzzles)


def test_the_command_says_why_it_made_no_puzzle(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    assert main(["generate", "slitherlink", "30x30", "--time-limit", "0.001", "-o", str(file)]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    expected = "0 of 1 puzzle made: 0.001 s were not enough for the next one (the first board took too long)"
    assert printed.err.strip() == f"pencilp: {expected}"
    assert not file.exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slitherlink", "5x"], "'5x' is no size of a board"),
        (["nonsense"], "nonsense"),
        (["slitherlink", "5x6", "--symmetry", "rot90"], "--symmetry: a board of 5x6 has no symmetry rot90"),
        (
            ["slitherlink", "--min-clues", "5", "--max-clues", "4"],
            "--min-clues: no puzzle has at least 5 and at most 4",
        ),
        # the trees are no clues
        (["tents", "5x5", "--min-clues", "11"], "--min-clues: there are only 10 places for clues, not 11"),
        (["windoku", "6x6"], "refuses all of 2000 random boards of 6x6: a board of 6x6 has no usual windows"),
        (["slitherlink", "--count", "2", "-o", "new.svg"], "new.svg: 2 puzzles do not fit into one such file"),
        (["slitherlink", "-o", "new.doc"], "new.doc"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["generate", *arguments])
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert message in capsys.readouterr().err
