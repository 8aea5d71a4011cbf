"""Division into regions: shikaku, nawabari, four and five cells, galaxies, araf, fillomino, dominosa; and battleship."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

import pencilp
from pencilp import genres
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.checking import broken_rules
from pencilp.errors import InputError
from pencilp.formats.dataset import read_jsonl
from pencilp.model import Count, Implied, Model, Solution
from pencilp.rules import areas
from pencilp.rules.polyominoes import placements, placements_apart, rectangles
from pencilp.rules.regions import regions
from tests.genre_cases import (
    a_mixed_integer_solver_finds_the_same,
    comes_back_from_links_and_pzpr_texts,
    example,
    solves_its_example,
)

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
FILES = {
    "shikaku": "Shikaku", "nawabari": "Nawabari", "fourcells": "Foseruzu", "galaxies": "Galaxies", "araf": "Araf",
    "fillomino": "Fillomino", "dominosa": "Dominos", "battleship": "Battleship",
}  # fmt: skip
EXAMPLES = [*FILES, "fivecells"]
WITH_LINKS = [name for name in EXAMPLES if name != "dominosa"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_has_the_one_answer_that_stands_in_it(name: str) -> None:
    solves_its_example(name)


@pytest.mark.parametrize("name", ["nawabari", "galaxies", "dominosa", "battleship", "fourcells"])
def test_a_mixed_integer_solver_finds_the_same(name: str) -> None:
    a_mixed_integer_solver_finds_the_same(name)


@pytest.mark.parametrize("name", WITH_LINKS)
def test_links_and_pzpr_texts_come_back(name: str) -> None:
    comes_back_from_links_and_pzpr_texts(name)


BORDERS = ["shikaku", "nawabari", "fourcells", "fivecells", "galaxies", "araf", "dominosa"]


@pytest.mark.parametrize("name", BORDERS)
def test_any_border_too_many_or_too_few_is_noticed(name: str) -> None:
    puzzle = example(name)
    assert puzzle.answer is not None
    right = list(puzzle.answer["borders"])
    for e in range(0, len(right), 7):
        wrong = [*right[:e], 1 - right[e], *right[e + 1 :]]
        assert broken_rules(genres.find(name), puzzle, Answer(puzzle, {"borders": wrong}))


# -- what is stated is what a person would say -------------------------------------------------------------------------


def small_puzzles(name: str, rng: random.Random) -> list[Puzzle]:
    """Puzzles of a few cells with any clues, many of them without an answer."""
    genre = genres.find(name)
    result = []
    for rows, cols in [(2, 3)] * 40 + [(2, 4)] * 4:
        board = square(rows, cols)
        some = rng.sample(board.cells, rng.randint(1, 5 if name == "galaxies" else 3))
        if name == "galaxies":
            places = [["w"] + ["be"] * (c % cols < cols - 1) + ["ws"] * (c < cols) for c in board.cells]
            values = [rng.choice(places[c]) if c in some else None for c in board.cells]
            result.append(Puzzle(genre, board, {"stars": values}))
            continue
        clues = {
            "shikaku": [1, 2, 3, 4, "?"],
            "nawabari": [0, 1, 2, 3, 4, "?"],
            "fourcells": [1, 2, 3],
            "araf": [1, 3, 5, 7, "?"],
        }
        values = [rng.choice(clues[name]) if c in some else None for c in board.cells]
        layers = {"numbers": values, **({"size": rng.choice([2, 3, 4])} if name == "fourcells" else {})}
        result.append(Puzzle(genre, board, layers))
    return result


@pytest.mark.parametrize("name", ["shikaku", "nawabari", "fourcells", "galaxies", "araf"])
def test_the_encoding_allows_exactly_what_is_judged_right(name: str) -> None:
    found_any = 0
    for puzzle in small_puzzles(name, random.Random(7)):
        genre = genres.find(name)
        found = {tuple(a["borders"]) for a in pencilp.solve(puzzle, count=0).answers}
        model = genre.model(puzzle)
        drawings = itertools.product((0, 1), repeat=len(puzzle.lattice.links))
        right = {drawn for drawn in drawings if judged_right(model, drawn)}
        assert found == right
        found_any += len(found)
    assert found_any


def judged_right(model: Model, drawn: tuple[int, ...]) -> bool:
    """Whether the rules that speak of borders alone hold; none of them is stated to the solver of most genres."""
    value = Solution({int(x): v for x, v in zip(model.answer["borders"], drawn, strict=True)}, {})
    judging = [rule.constraint for rule in model.rules if isinstance(rule.constraint, Implied)]
    speaking = [rule.constraint for rule in model.rules if isinstance(rule.constraint, Count)]
    mine = {int(x) for x in model.answer["borders"]}
    speaking = [c for c in speaking if mine.issuperset(map(abs, c.lits))]
    return all(constraint.holds(value) for constraint in (*judging, *speaking))


def fillings(lattice: Lattice) -> set[tuple[int, ...]]:
    """All ways to fill a small board so that every number is the size of its region, by trying all borders."""
    result = set()
    for drawn in itertools.product((0, 1), repeat=len(lattice.links)):
        region = regions(lattice, drawn)
        sizes = [region.count(r) for r in region]
        # a border parts regions of different sizes
        if all((sizes[a] != sizes[b]) == line for line, (a, b) in zip(drawn, lattice.links, strict=True)):
            result.add(tuple(sizes))
    return result


@pytest.mark.parametrize("listed", [1, 2, 5, 9])
@pytest.mark.parametrize("shape", ["2x5", "3x3", "hexagonal"])
def test_fillomino_on_small_boards(listed: int, shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where sizes are told apart by regions alone, which otherwise takes a large board."""
    monkeypatch.setattr(areas, "LISTED", listed)
    board = {"2x5": square(2, 5), "3x3": square(3, 3), "hexagonal": hexagonal(2, 3)}[shape]
    fillomino = genres.find("fillomino")
    everything = fillings(board)
    rng = random.Random(3)
    for count in (0, 1, 2, 3):
        some = rng.choice(sorted(everything))
        given = [n if c in rng.sample(board.cells, count) else None for c, n in enumerate(some)]
        puzzle = Puzzle(fillomino, board, {"given": given})
        wanted = {f for f in everything if all(n in (None, f[c]) for c, n in enumerate(given))}
        answers = [tuple(a["number"]) for a in pencilp.solve(puzzle, count=0).answers]
        assert len(answers) == len(set(answers))
        assert set(answers) == wanted


def test_fillomino_in_rows_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = square(2, 2)
    for listed in (1, 4):
        monkeypatch.setattr(areas, "LISTED", listed)
        puzzle = Puzzle(genres.find("fillomino"), board, {})
        answers = {tuple(a["number"]) for a in pencilp.solve(puzzle, "highs", count=0).answers}
        assert answers == fillings(board)


def test_no_region_of_more_than_three_cells() -> None:
    board = square(2, 4)
    fillomino = genres.find("fillomino")
    wanted = {f for f in fillings(board) if max(f) <= 3}
    answers = [tuple(a["number"]) for a in pencilp.solve(Puzzle(fillomino, board, {"three": 1}), count=0).answers]
    assert len(answers) == len(wanted)
    assert set(answers) == wanted
    given = [4, *[None] * 7]
    assert pencilp.solve(Puzzle(fillomino, board, {"three": 1, "given": given})).status == "none"


def test_an_unfinished_fillomino_is_judged_as_far_as_it_goes() -> None:
    puzzle = example("fillomino")
    assert puzzle.answer is not None
    right = list(puzzle.answer["number"])
    unfinished = Answer(puzzle, {"number": [None, *right[1:]]})
    assert [broken.rule for broken in pencilp.check(puzzle, unfinished)] == ["every cell must be filled"]
    wrong = Answer(puzzle, {"number": [None, *right[1:-1], 7]})
    assert "a number is the size of its region" in [broken.rule for broken in pencilp.check(puzzle, wrong)]


# -- the words ----------------------------------------------------------------------------------------------------------


def test_pieces_lie_where_they_fit() -> None:
    board = square(9, 9)
    for cells, ways in (
        (((0, 0),), 1),
        (((0, 0), (0, 1), (0, 2)), 2),
        (((0, 0), (0, 1), (1, 0)), 4),
        (((0, 1), (0, 2), (1, 0), (1, 1)), 4),
    ):
        assert sum(40 in placement for placement in placements(board, cells)) == ways * len(cells)
    assert all(set(beside).isdisjoint(cells) for cells, beside in placements_apart(board, ((0, 0), (0, 1)), True))
    # at the ends two cells are left to be kept free, beside the piece none
    assert all(len(beside) <= 2 for _, beside in placements_apart(board, ((0, 0), (0, 1)), True))
    assert max(len(beside) for _, beside in placements_apart(board, ((0, 0), (0, 1)), False)) == 6


def test_rectangles_hold_one_blocked_cell() -> None:
    board = square(4, 5, [(0, 0)])
    clues = {3, 10}
    for cell in clues:
        for size in (None, 4):
            found = set(rectangles(board, cell, clues, size))
            assert found == {
                r for r in all_rectangles(board) if clues.intersection(r) == {cell} and size in (None, len(r))
            }


def all_rectangles(board: Lattice) -> set[tuple[int, ...]]:
    at = board.cell_at
    result = set()
    for top, bottom in itertools.combinations(range(5), 2):
        for left, right in itertools.combinations(range(6), 2):
            cells = [at.get((r, c)) for r in range(top, bottom) for c in range(left, right)]
            if None not in cells:
                result.add(tuple(cells))
    return result


def test_ships_that_bend() -> None:
    board = square(3, 4)
    puzzle = Puzzle(genres.find("battleship"), board, {"fleet": [("xx", "x."), ("x",)], "parts": ["nw", *[None] * 11]})
    answers = pencilp.solve(puzzle, count=0).answers
    corner = {0, 1, 4}
    for answer in answers:
        ships = {c for c, x in enumerate(answer["ships"]) if x}
        assert corner < ships
        assert len(ships) == 4
    # the boat may lie in the cells that do not touch the bent ship
    assert len(answers) == len([c for c in board.cells if c not in corner and not corner.intersection(board.around[c])])
    with pytest.raises(InputError, match="piece"):
        Puzzle(genres.find("battleship"), board, {"fleet": [("xx", "x")]})


# -- the public dataset --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_sample_of_the_dataset(name: str) -> None:
    path = CORPUS / f"{FILES[name]}.jsonl"
    if not path.exists():
        pytest.skip("the dataset is not here")
    lines = path.read_text(encoding="utf-8").splitlines()
    sample = [line for line in lines[:: max(1, len(lines) // 12)] if len(line) < 1500]
    for record in read_jsonl("\n".join(sample), name):
        assert record.puzzle is not None, record.error
        outcome = pencilp.solve(record.puzzle, time_limit=30)
        assert outcome.status == "unique", record.name
        if record.puzzle.answer is not None:
            assert outcome.answer == record.puzzle.answer, record.name
