"""The object genres: their examples, the reference, and small boards by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from pencilp import api
from pencilp.board.lattice import hexagon, square
from pencilp.board.puzzle import Answer
from pencilp.errors import InputError
from pencilp.formats import text
from pencilp.rules.counting import matching, segments, touching
from tests.genre_cases import (
    all_answers,
    checks_agree,
    every_filling,
    example,
    is_written_and_read_back,
    judges_the_boards,
    solves_its_example,
    solves_the_corpus,
)

GENRES = ("akari", "tents", "magnets", "starbattle", "shakashaka", "gokigen", "thermometers")
LINKED = ("akari", "tents", "magnets", "starbattle", "shakashaka", "gokigen")
SEVERAL = {"Starbattle": {"starbattlefdd4c885_25x25", "starbattled1051043_21x21"}}


@pytest.mark.parametrize("name", GENRES)
def test_the_example_has_the_answer_that_stands_below_it(name: str) -> None:
    solves_its_example(name)


@pytest.mark.parametrize("name", GENRES)
def test_the_example_is_written_and_read_back(name: str) -> None:
    is_written_and_read_back(name)


@pytest.mark.parametrize("name", GENRES)
def test_a_changed_answer_is_refused(name: str) -> None:
    puzzle = example(name)
    assert puzzle.answer is not None
    (layer,) = puzzle.genre.answers
    values = list(puzzle.answer[layer])
    for cell in (i for i, v in enumerate(values) if v):
        changed = [*values[:cell], 0, *values[cell + 1 :]]
        assert api.check(puzzle, Answer(puzzle, {layer: changed})), cell


@pytest.mark.parametrize("name", LINKED)
def test_boards_of_the_reference_are_judged(name: str) -> None:
    judges_the_boards(name)


@pytest.mark.parametrize(
    ("file", "every"),
    [
        ("Akari", 60), ("Tent", 50), ("Magnetic", 30), ("Starbattle", 20), ("Shakashaka", 40), ("GokigenNaname", 40),
        ("Thermometer", 20),
    ],
)  # fmt: skip
def test_puzzles_of_the_corpus(file: str, every: int) -> None:
    solves_the_corpus(file, every=every, several=frozenset(SEVERAL.get(file, ())))


# -- words ----------------------------------------------------------------------------------------------------------


def test_segments_end_at_what_is_not_clear_and_at_holes() -> None:
    board = square(2, 4, [(0, 1)])
    clear = [board.positions[c] != (1, 2) for c in board.cells]
    found = [[board.positions[c] for c in line] for line in segments(board, clear, 0)]
    assert found == [[(0, 0)], [(0, 2), (0, 3)], [(1, 0), (1, 1)], [(1, 3)]]
    assert len(list(segments(board, clear))) == 4 + 4


@pytest.mark.parametrize("board", [square(3, 4), square(3, 4, [(1, 1), (1, 2)]), square(1, 3), hexagon(2)])
def test_all_that_touch_share_a_group(board: object) -> None:
    groups = touching(board)  # type: ignore[arg-type]
    pairs = {(a, b) for group in groups for a in group for b in group if a != b}
    assert pairs == {(a, b) for a in board.cells for b in board.around[a]}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("wanted", "size"),
    [({1: [5], 2: [5, 6], 3: [6, 7]}, 3), ({1: [5], 2: [5]}, 1), ({1: []}, 0), ({1: [5, 6], 2: [5]}, 2)],
)
def test_matching_is_as_large_as_it_can_be(wanted: dict[int, list[int]], size: int) -> None:
    found = matching(wanted)
    assert len(found) == len(set(found.values())) == size
    assert all(other in wanted[one] for other, one in found.items())


# -- genres on small boards -----------------------------------------------------------------------------------------


def test_lamps() -> None:
    puzzle = text.read("akari\nwalls:\n- - x -\n- 2 - -\n- - - -\n")[0]
    board = puzzle.lattice
    white = [wall is None for wall in puzzle["walls"]]

    def right(p: tuple[int, ...]) -> bool:
        def seen(cell: int) -> list[int]:
            result = []
            for ray in board.rays[cell]:
                for c in ray:
                    if not white[c]:
                        break
                    result.append(p[c])
            return result

        if any(p[c] and not white[c] for c in board.cells):
            return False
        lit = all((p[c] + sum(seen(c)) > 0) and not (p[c] and any(seen(c))) for c in board.cells if white[c])
        return lit and all(
            sum(p[n] for n in board.near[c]) == wall for c, wall in puzzle["walls"].known() if wall != "x"
        )

    wanted = every_filling(puzzle, (0, 1), right)
    assert wanted
    assert all_answers(puzzle) == wanted


def test_tents_pair_with_trees() -> None:
    board = square(3, 4)
    trees = [1, 5, 6]
    puzzle = api.puzzle("tents", board, trees=["T" if c in trees else None for c in board.cells])

    def right(p: tuple[int, ...]) -> bool:
        tents = [c for c in board.cells if p[c]]
        if len(tents) != len(trees) or any(p[c] for c in trees) or any(p[n] for c in tents for n in board.around[c]):
            return False
        return any(
            len(set(chosen)) == len(trees) and set(chosen) == set(tents)
            for chosen in product(*([n for n in board.near[tree] if p[n]] for tree in trees))
        )

    wanted = every_filling(puzzle, (0, 1), right)
    assert wanted
    assert all_answers(puzzle) == wanted


def test_a_tree_that_shares_its_tent_is_named() -> None:
    puzzle = text.read("tents\ntrees:\nT - T\n- - -\nanswer:\ntents:\n- A -\n- - -\n")[0]
    (broken,) = api.check(puzzle)
    assert broken.rule == "every tree has a tent of its own beside it"
    assert broken.cells in ((0,), (2,))


@pytest.mark.parametrize("anti", [0, 1])
def test_magnets(anti: int) -> None:
    rooms = [1, 1, 2, 3, 4, 2, 3, 4, 4]
    puzzle = api.puzzle(
        "magnets", square(3, 3), rooms=rooms, counts={"top": [1, None, None], "right": [None, None, 1]}, anti=anti
    )
    board = puzzle.lattice

    def right(p: tuple[int, ...]) -> bool:
        for room in set(rooms):
            cells = [c for c in board.cells if rooms[c] == room]
            poles = [c for c in cells if p[c]]
            if poles and (len(poles) != 2 or p[poles[0]] == p[poles[1]] or poles[1] not in board.near[poles[0]]):
                return False
        for a, b in board.links:
            if p[a] and p[b] and (p[a] == p[b] if not anti else p[a] != p[b] and rooms[a] != rooms[b]):
                return False
        return [p[c] for c in (0, 3, 6)].count(1) == 1 and [p[c] for c in (6, 7, 8)].count(2) == 1

    wanted = every_filling(puzzle, range(3), right)
    assert wanted
    assert all_answers(puzzle) == wanted


def test_stars() -> None:
    rooms = [1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 4, 2, 3, 4, 4, 4]
    puzzle = api.puzzle("starbattle", square(4, 4), rooms=rooms, stars=1)
    board = puzzle.lattice

    def right(p: tuple[int, ...]) -> bool:
        groups = [*board.row_cells, *board.col_cells, *puzzle["rooms"]]
        return all(sum(p[c] for c in group) == 1 for group in groups) and not any(
            p[a] and p[b] for a in board.cells for b in board.around[a]
        )

    assert all_answers(puzzle) == every_filling(puzzle, (0, 1), right)


def areas_are_rectangles(p: Sequence[int], walls: Sequence[object]) -> bool:
    """Whether the white areas of a board of 3 by 3 are rectangles, from their shapes alone.

    Every cell is cut into four quarters by its diagonals. An area of quarters is a rectangle when it has as many as a
    rectangle with its extent, upright or along the diagonals.
    """
    corners = {0: (), 1: (0, 1), 2: (1, 2), 3: (2, 3), 4: (3, 0)}  # the black quarters (n, e, s, w) of ne, se, sw, nw
    white = {
        (c, q) for c in range(9) if walls[c] is None for q in range(4) if q not in corners[p[c]]
    }  # fmt: skip
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1))

    def beside(c: int, q: int) -> list[tuple[int, int]]:
        row, col = c // 3 + steps[q][0], c % 3 + steps[q][1]
        across = [(row * 3 + col, (q + 2) % 4)] if 0 <= row < 3 and 0 <= col < 3 else []
        return [(c, (q + 1) % 4), (c, (q + 3) % 4), *across]

    while white:
        stack = [white.pop()]
        area = set(stack)
        while stack:
            for quarter in beside(*stack.pop()):
                if quarter in white:
                    white.discard(quarter)
                    area.add(quarter)
                    stack.append(quarter)
        # the corner points of the quarters, in halves of a cell, and the same along the diagonals
        points = []
        for c, q in area:
            x, y = c % 3 * 2 + 1, c // 3 * 2 + 1
            points.append((x, y))
            ends = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            points += [(x + ends[q][0], y + ends[q][1]), (x + ends[(q + 1) % 4][0], y + ends[(q + 1) % 4][1])]
        upright = [max(axis) - min(axis) for axis in zip(*points, strict=True)]
        turned = [max(axis) - min(axis) for axis in zip(*((x + y, x - y) for x, y in points), strict=True)]
        # a quarter is 1 of these squares of halves; along the diagonals lengths grow by the root of 2
        if len(area) not in (upright[0] * upright[1], turned[0] * turned[1] / 2):
            return False
    return True


def test_white_areas_are_rectangles() -> None:
    for walls, most in (
        ([None] * 8 + ["x"], 4),
        ([None] * 9, 3),
        ([None, None, 2, *[None] * 6], 3),
        ([*[None] * 4, "x", *[None] * 4], 3),
    ):
        puzzle = api.puzzle("shakashaka", square(3, 3), walls=walls)
        number = {c: wall for c, wall in enumerate(walls) if isinstance(wall, int)}

        def right(p: tuple[int, ...], walls: Sequence[object] = walls, number: dict[int, int] = number) -> bool:
            if any(p[c] and walls[c] is not None for c in range(9)):
                return False
            counted = all(sum(p[n] > 0 for n in square(3, 3).near[c]) == count for c, count in number.items())
            return counted and areas_are_rectangles(p, walls)

        found = all_answers(puzzle)
        assert all(right(p) for p in found)
        # and the other way round, where there are few triangles
        few = (
            tuple(dict(zip(cells, marks, strict=True)).get(c, 0) for c in range(9))
            for count in range(most + 1)
            for cells in combinations(range(9), count)
            for marks in product(range(1, 5), repeat=count)
        )
        some = {p for p in few if right(p)}
        assert some == {p for p in found if sum(v > 0 for v in p) <= most}


def test_diagonals_close_no_loop() -> None:
    board = square(3, 3)
    clues = [None] * 16
    clues[5] = 2  # type: ignore[call-overload]
    puzzle = api.puzzle("gokigen", board, clues=clues)

    def right(p: tuple[int, ...]) -> bool:
        tree = list(range(16))

        def root(a: int) -> int:
            while tree[a] != a:
                a = tree[a]
            return a

        ends = [0] * 16
        for c, rising in enumerate(p):
            ne, se, sw, nw = board.cell_corners[c]
            a, b = (ne, sw) if rising else (nw, se)
            ends[a] += 1
            ends[b] += 1
            if root(a) == root(b):
                return False
            tree[root(a)] = root(b)
        return ends[5] == 2

    wanted = every_filling(puzzle, (0, 1), right)
    assert wanted
    assert all_answers(puzzle) == wanted


def test_thermometers_fill_from_their_bulbs() -> None:
    puzzle = text.read("thermometers\nthermometers:\n1.1 1.2 -\n2.2 1.3 3.1\n2.1 3.3 3.2\ncounts:\nleft 1 - 2\n")[0]

    def right(p: tuple[int, ...]) -> bool:
        falls = ((0, 1), (1, 4), (6, 3), (5, 8), (8, 7))
        return all(p[a] >= p[b] for a, b in falls) and not p[2] and sum(p[:3]) == 1 and sum(p[6:]) == 2

    wanted = every_filling(puzzle, (0, 1), right)
    assert wanted
    assert all_answers(puzzle) == wanted
    checks_agree(puzzle, (0, 1), wanted)


def test_puzzles_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="without holes"):
        api.puzzle("gokigen", square(2, 2, [(0, 0)]), clues=[None] * 8)
    with pytest.raises(InputError, match="missing"):
        text.read("thermometers\nthermometers:\n1.1 1.3\n")
    with pytest.raises(InputError, match="does not touch"):
        text.read("thermometers\nthermometers:\n1.1 -\n- 1.2\n")
    with pytest.raises(InputError, match="not a path"):
        text.read("thermometers\nthermometers:\n1 -\n")
    with pytest.raises(InputError, match="only 0 to 4"):
        text.read("shakashaka\nwalls:\n5 -\n")
    with pytest.raises(InputError, match=r"not one of|is not"):
        text.read("tents\ntrees:\nX -\n")


def test_hexagonal_akari() -> None:
    puzzle = text.read("akari\nboard: hexagonal\nwalls:\n- - #\n- 2 -\n# - -\n")[0]
    outcome = api.solve(puzzle, count=0)
    assert outcome.answers
    for answer in outcome.answers:
        assert sum(answer["lamps"][n] for n in puzzle.lattice.near[3]) == 2
