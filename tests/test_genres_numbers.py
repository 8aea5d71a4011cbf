"""The number genres: their examples, the reference, and small boards by brute force."""

from __future__ import annotations

from itertools import permutations, product
from math import prod

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from pencilp.formats import text
from pencilp.model import Model
from pencilp.rules import consecutive, distinct_sum, far_apart, lines_differ, no_equal_neighbours, pair, towers_seen
from pencilp.rules import product as product_is
from pencilp.solvers.clasp import Clasp
from tests.genre_cases import (
    all_answers,
    every_filling,
    example,
    is_written_and_read_back,
    judges_the_boards,
    solves_its_example,
    solves_the_corpus,
)

GENRES = (
    "sudoku", "jigsaw_sudoku", "killer_sudoku", "kakuro", "skyscrapers", "ripple", "suguru", "kenken", "binairo", "str8ts",
)  # fmt: skip
LINKED = ("sudoku", "kakuro", "skyscrapers", "ripple", "suguru")

SEVERAL = {
    # the numbers on the long diagonals of these differ too, which their text does not say
    "JigsawSudoku": {"652_6x6", "653_6x6", "654_6x6", "655_6x6", "661_6x6", "662_6x6", "664_6x6", "665_6x6", "673_6x6"},
    # two cages can exchange two numbers
    "KillerSudoku": {
        "196_9x9", "197_9x9", "198_9x9", "248_9x9", "249_9x9", "716_9x9", "717_9x9", "719_9x9", "728_9x9",
    },
    "Kakuro": {"257_24x28"},
}  # fmt: skip


@pytest.mark.parametrize("name", GENRES)
def test_the_example_has_the_answer_that_stands_below_it(name: str) -> None:
    solves_its_example(name)


@pytest.mark.parametrize("name", [name for name in GENRES if name != "binairo"])
def test_the_example_is_written_and_read_back(name: str) -> None:
    is_written_and_read_back(name)


@pytest.mark.parametrize("name", GENRES)
def test_a_changed_answer_is_refused_where_it_was_changed(name: str) -> None:
    puzzle = example(name)
    assert puzzle.answer is not None
    number = list(puzzle.answer["number"])
    a, b = next(
        (a, b)
        for a, b in puzzle.lattice.links
        if number[a] != number[b] and (name == "binairo" or (number[a] and number[b]))
    )  # two neighbours change places
    number[a], number[b] = number[b], number[a]
    broken = api.check(puzzle, Answer(puzzle, {"number": number}))
    assert broken
    assert all(a in rule.cells or b in rule.cells for rule in broken)


@pytest.mark.parametrize("name", GENRES)
def test_an_empty_answer_is_only_unfinished(name: str) -> None:
    puzzle = example(name)
    (broken,) = api.check(puzzle, Answer(puzzle, {"number": [None] * len(puzzle.lattice)}))
    assert broken.rule == "every cell must be filled"


@pytest.mark.parametrize("name", LINKED)
def test_boards_of_the_reference_are_judged(name: str) -> None:
    judges_the_boards(name)


@pytest.mark.parametrize(
    ("file", "every"),
    [
        ("Sudoku", 20), ("JigsawSudoku", 40), ("KillerSudoku", 60), ("Kakuro", 60), ("Skyscraper", 30), ("Hakyuu", 40),
        ("Suguru", 20), ("KenKen", 30), ("Binairo", 30), ("Str8t", 40),
    ],
)  # fmt: skip
def test_puzzles_of_the_corpus(file: str, every: int) -> None:
    solves_the_corpus(file, every=every, several=frozenset(SEVERAL.get(file, ())))


# -- words, held against what they say ------------------------------------------------------------------------------


def values_of(low: int, high: int, count: int, state: object) -> set[tuple[int, ...]]:
    """All values of ``count`` numbers that a rule, stated by ``state(m, ints)``, allows."""
    m = Model()
    ints = [m.integer(f"n{i}", low, high) for i in range(count)]
    m.answer = {"n": list(ints)}
    assert callable(state)
    state(m, ints)
    return {tuple(solution(x) for x in ints) for solution in Clasp(m).search(0).solutions}


def seen(line: tuple[int, ...]) -> int:
    return sum(n > max((0, *line[:i])) for i, n in enumerate(line) if n)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("low", [0, 1])
def test_towers_seen(low: int, count: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        for value in range(1, 5):
            lits = [x == value for x in ints]
            for i, a in enumerate(lits):
                for b in lits[i + 1 :]:
                    m.require("different", ~a | ~b)
        towers_seen(m, ints, count, "seen", None)

    right = {
        line for line in product(range(low, 5), repeat=4)
        if seen(line) == count and all(line.count(n) < 2 for n in line if n)
    }  # fmt: skip
    assert values_of(low, 4, 4, state) == right


@pytest.mark.parametrize("amount", range(17))
@pytest.mark.parametrize("count", [1, 2, 3])
def test_distinct_sum(count: int, amount: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.all_different("different", ints)
        distinct_sum(m, ints, amount, "sum", None)

    assert values_of(1, 6, count, state) == {p for p in permutations(range(1, 7), count) if sum(p) == amount}


@pytest.mark.parametrize("amount", [1, 6, 7, 12, 13, 26, 48, 0])
def test_products(amount: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        for constraint in product_is(ints, amount):
            m.require("product", constraint)

    right = {p for p in product(range(1, 9), repeat=3) if prod(p) == amount}
    assert values_of(1, 8, 3, state) == right


def test_pairs() -> None:
    allowed = {(1, 2), (2, 1), (4, 4)}

    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        for constraint in pair(*ints, allowed):
            m.require("pairs", constraint)

    assert values_of(1, 4, 2, state) == allowed


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_consecutive(count: int) -> None:
    def state(m: Model, ints: list) -> None:  # type: ignore[type-arg]
        m.all_different("different", ints)
        consecutive(m, ints, "consecutive", None)

    right = {p for p in permutations(range(1, 7), count) if max(p) - min(p) == count - 1}
    assert values_of(1, 6, count, state) == right


def test_far_apart() -> None:
    right = {
        p for p in product(range(1, 4), repeat=5)
        if all(p[i] != p[j] or j - i > p[i] for i in range(5) for j in range(i + 1, 5))
    }  # fmt: skip
    assert values_of(1, 3, 5, lambda m, ints: far_apart(m, [range(5)], ints, "apart")) == right


def test_equal_numbers_do_not_touch() -> None:
    board = square(2, 3)
    right = {
        p for p in product(range(1, 5), repeat=6) if all(p[a] != p[b] for a in board.cells for b in board.around[a])
    }  # fmt: skip
    assert values_of(1, 4, 6, lambda m, ints: no_equal_neighbours(m, board, ints, "apart")) == right


def test_lines_differ() -> None:
    board = square(3, 2)
    m = Model()
    lits = m.binaries("x", 6)
    m.answer = {"x": lits}
    lines_differ(m, lits, board.row_cells, "different")
    found = {tuple(solution(x) for x in lits) for solution in Clasp(m).search(0).solutions}
    assert found == {p for p in product((0, 1), repeat=6) if len({p[0:2], p[2:4], p[4:6]}) == 3}


# -- genres on small boards -----------------------------------------------------------------------------------------


def test_all_sudokus_of_four() -> None:
    assert len(all_answers(api.puzzle("sudoku", square(4, 4), given=[None] * 16))) == 288


@pytest.mark.parametrize(
    ("size", "tall", "wide"), [(4, 2, 2), (6, 2, 3), (8, 2, 4), (9, 3, 3), (12, 3, 4), (16, 4, 4), (7, 1, 7)]
)
def test_boxes_are_as_square_as_can_be(size: int, tall: int, wide: int) -> None:
    boxes = api.puzzle("sudoku", square(size, size), given=[None] * size**2)["boxes"]
    assert next(iter(boxes)) == tuple(r * size + c for r in range(tall) for c in range(wide))
    assert len(list(boxes)) == size


def test_a_large_sudoku_is_stated_and_solved() -> None:
    size, box = 25, 5
    full = [(row % box * box + row // box + col) % size + 1 for row in range(size) for col in range(size)]
    given = [n if (i * 7) % 11 else None for i, n in enumerate(full)]
    outcome = api.solve(api.puzzle("sudoku", square(size, size), given=given), time_limit=20)
    assert outcome.status == "unique"
    assert outcome.answer is not None
    assert outcome.answer["number"] == full


def test_contradicting_givens_leave_no_answer() -> None:
    for given in ([1, 1] + [None] * 14, [5] + [None] * 15, [1, None, 2, None, 3, 4] + [None] * 10):
        assert api.solve(api.puzzle("sudoku", square(4, 4), given=given)).status in ("none", "multiple")
    assert api.solve(api.puzzle("sudoku", square(4, 4), given=[1, 1] + [None] * 14)).status == "none"
    assert api.solve(api.puzzle("sudoku", square(4, 4), given=[5] + [None] * 15)).status == "none"


def test_all_binairos_of_four() -> None:
    puzzle = api.puzzle("binairo", square(4, 4), given=[None] * 16)

    def right(p: tuple[int, ...]) -> bool:
        rows = [p[i : i + 4] for i in (0, 4, 8, 12)]
        both = [*rows, *(cols := list(zip(*rows, strict=True)))]
        return (
            all(
                sum(line) == 2 and line[:3] not in ((0,) * 3, (1,) * 3) and line[1:] not in ((0,) * 3, (1,) * 3)
                for line in both
            )
            and len(set(rows)) == len(set(cols)) == 4
        )

    wanted = every_filling(puzzle, (0, 1), right)
    assert all_answers(puzzle) == wanted
    alike = api.puzzle("binairo", square(4, 4), given=[None] * 16, alike=1)
    assert wanted < all_answers(alike)
    rows_alike = next(iter(all_answers(alike) - wanted))
    broken = api.check(puzzle, Answer(puzzle, {"number": rows_alike}))
    assert {rule.rule for rule in broken} <= {"no two rows are the same", "no two columns are the same"}


def test_towers_with_parks() -> None:
    puzzle = api.puzzle(
        "skyscrapers", square(3, 3), clues={"top": [2, None, None], "right": [1, None, None]}, heights=2
    )

    def right(p: tuple[int, ...]) -> bool:
        rows = [p[i : i + 3] for i in (0, 3, 6)]
        cols = list(zip(*rows, strict=True))
        return (
            all(sorted(line) == [0, 1, 2] for line in [*rows, *cols])
            and seen(cols[0]) == 2
            and seen(rows[0][::-1]) == 1
        )

    assert all_answers(puzzle) == every_filling(puzzle, range(3), right)


def test_a_sum_without_cells_has_no_answer() -> None:
    puzzle = text.read("kakuro\nsums:\n\\ 4\\ \\\n\\3 - -\n\\5 \\ \\\n")[0]
    assert api.solve(puzzle).status == "none"


def test_kenken_without_signs() -> None:
    puzzle = text.read("kenken\ncages:\n1 1 2\n3 4 2\n3 4 4\nresults:\n3 - 2\n2 6 -\n- - -\n")[0]
    rows = list(permutations((1, 2, 3)))
    grids = [
        (*a, *b, *c)
        for a in rows
        for b in rows
        for c in rows
        if all(len(set(col)) == 3 for col in zip(a, b, c, strict=True))
    ]

    def makes(result: int, *numbers: int) -> bool:
        big, small = max(numbers), min(numbers)
        simple = sum(numbers) == result or prod(numbers) == result
        return simple or (len(numbers) == 2 and (big - small == result or big == small * result))

    right = {
        g for g in grids
        if makes(3, g[0], g[1]) and makes(2, g[2], g[5]) and makes(2, g[3], g[6]) and makes(6, g[4], g[7], g[8])
    }  # fmt: skip
    assert all_answers(puzzle) == right


def test_puzzles_that_make_no_sense_are_refused() -> None:
    given = [None] * 6
    for name, layers in (
        ("sudoku", {"given": given}),
        ("jigsaw_sudoku", {"given": given, "regions": [1] * 6}),
        ("killer_sudoku", {"cages": [1] * 6, "sums": given}),
        ("kenken", {"cages": [1] * 6, "results": given}),
        ("str8ts", {"given": given, "black": given}),
        ("skyscrapers", {"clues": {}}),
    ):
        with pytest.raises(InputError, match="as many rows as columns"):
            api.puzzle(name, square(2, 3), **layers)
    with pytest.raises(InputError, match="heights"):
        api.puzzle("skyscrapers", square(2, 2), clues={}, heights=3)
    with pytest.raises(InputError, match="a cage of 3 cells has no -"):
        text.read("kenken\ncages:\n1 1\n1 2\nresults:\n3- -\n- 1\n")
