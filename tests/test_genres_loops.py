"""Loops and paths: their examples, the reference, and small boards by trying everything."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from pencilp import api, genres
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.errors import InputError
from pencilp.genres.base import genre_of
from pencilp.solvers.clasp import Clasp
from tests.genre_cases import (
    a_mixed_integer_solver_finds_the_same,
    comes_back_from_links_and_pzpr_texts,
    example,
    judges_the_boards,
    solves_its_example,
    solves_the_corpus,
)

LINKED = (
    "slitherlink", "masyu", "yajilin", "simpleloop", "country", "castle", "numberlink", "hashi", "snake", "pipelink",
)  # fmt: skip
GENRES = (*LINKED, "shingoki", "hidato")
FILES = {
    "Slitherlink": 60, "Masyu": 60, "Yajilin": 45, "SimpleLoop": 6, "CountryRoad": 20, "CastleWall": 10, "Shingoki": 8,
    "NumberLink": 40, "Hashi": 50, "Hidoku": 40, "Snake": 20, "Pipelink": 12,
}  # fmt: skip
SEVERAL = {"NumberLink": frozenset({"424_12x12", "435_12x12", "445_12x12"})}
"""Paths of these can go another way if cells stay empty."""


@pytest.mark.parametrize("name", GENRES)
def test_the_example_has_the_answer_that_stands_below_it(name: str) -> None:
    solves_its_example(name)


@pytest.mark.parametrize("name", GENRES)
def test_a_mixed_integer_solver_finds_the_same(name: str) -> None:
    a_mixed_integer_solver_finds_the_same(name)


@pytest.mark.parametrize("name", LINKED)
def test_links_and_pzpr_texts_come_back(name: str) -> None:
    comes_back_from_links_and_pzpr_texts(name)


@pytest.mark.parametrize("name", LINKED)
def test_boards_of_the_reference(name: str) -> None:
    judges_the_boards(name)


@pytest.mark.parametrize("file", FILES)
def test_puzzles_of_the_dataset(file: str) -> None:
    solves_the_corpus(file, every=FILES[file], several=SEVERAL.get(file, frozenset()))


@pytest.mark.parametrize("name", GENRES)
def test_an_answer_with_one_value_changed_is_refused(name: str) -> None:
    puzzle = example(name)
    assert puzzle.answer is not None
    (*_, layer) = puzzle.genre.answers
    right = list(puzzle.answer[layer])
    for i in range(0, len(right), 11):
        other = right[i] + 1 if name == "hidato" else 1 - min(right[i], 1)
        wrong = Answer(puzzle, {**puzzle.answer.values, layer: [*right[:i], other, *right[i + 1 :]]})
        assert api.check(puzzle, wrong), i


# -- the rules, once more, for small boards ---------------------------------------------------------------------------


def is_loop(ends: Sequence[tuple[int, int]], drawn: Sequence[int]) -> bool:
    """Whether the edges with a 1, each between two nodes, are one closed loop."""
    joined: dict[int, list[int]] = {}
    for (p, q), x in zip(ends, drawn, strict=True):
        if x:
            joined.setdefault(p, []).append(q)
            joined.setdefault(q, []).append(p)
    if not joined or any(len(others) != 2 for others in joined.values()):
        return False
    seen = {next(iter(joined))}
    stack = list(seen)
    while stack:
        for n in joined[stack.pop()]:
            if n not in seen:
                seen.add(n)
                stack.append(n)
    return len(seen) == len(joined)


def ways(board: Lattice, line: Sequence[int], cell: int) -> list[int]:
    """The directions in which a line from cell to cell leaves ``cell``."""
    return [d for d, e in enumerate(board.link_to[cell]) if e >= 0 and line[e]]


def is_straight(board: Lattice, line: Sequence[int], cell: int) -> bool:
    way = ways(board, line, cell)
    return len(way) == 2 and board.opposite(way[0]) == way[1]


def length(board: Lattice, line: Sequence[int], cell: int, d: int) -> int:
    """How far a line runs straight on from ``cell``."""
    count = 0
    while (e := board.link_to[cell][d]) >= 0 and line[e]:
        cell = board.step[cell][d]
        count += 1
    return count


def slitherlink_right(p: Puzzle, line: Sequence[int]) -> bool:
    board = p.lattice
    sums = [sum(line[e] for e in edges) for edges in board.cell_edges]
    full = not p["full"] or all(any(line[e] for e in edges) for edges in board.corner_edges)
    return is_loop(board.edge_corners, line) and full and all(sums[c] == n for c, n in p["numbers"].known())


def masyu_right(p: Puzzle, line: Sequence[int]) -> bool:
    board = p.lattice
    if not is_loop(board.links, line):
        return False
    for cell, color in p["circles"].items():
        way = ways(board, line, cell)
        if not way or is_straight(board, line, cell) != (color == "w"):
            return False
        straight = [is_straight(board, line, board.step[cell][d]) for d in way]
        if (color == "w" and all(straight)) or (color == "b" and not all(straight)):
            return False
    return not p["full"] or all(ways(board, line, c) for c in board.cells)


def shingoki_right(p: Puzzle, line: Sequence[int]) -> bool:
    board = p.lattice
    return is_loop(board.links, line) and all(
        ways(board, line, cell)
        and is_straight(board, line, cell) == (color == "w")
        and n in ("?", None, sum(length(board, line, cell, d) for d in board.directions))
        for cell, (color, _, n) in p["circles"].items()
    )


def country_right(p: Puzzle, line: Sequence[int]) -> bool:
    board, rooms = p.lattice, p["rooms"]
    passed = [bool(ways(board, line, c)) for c in board.cells]
    borders = rooms.borders(board)
    return (
        is_loop(board.links, line)
        and all(sum(line[e] for e in borders if set(board.links[e]) & set(room)) == 2 for room in rooms)
        and all(sum(passed[c] for c in room) == n for room, n in rooms.numbers(p["numbers"]) if n != "?")
        and all(passed[a] or passed[b] for a, b in (board.links[e] for e in borders))
    )


def castle_right(p: Puzzle, line: Sequence[int]) -> bool:
    board = p.lattice
    if not is_loop(board.links, line):
        return False
    for cell, (color, d, n) in p["clues"].items():
        row, col = board.positions[cell]
        above = [board.link_to[board.cell_at[r, col]][1] for r in range(row)]
        inside = sum(line[e] for e in above if e >= 0) % 2
        along = [board.link_between[a, b] for a, b in itertools.pairwise(board.rays[cell][d])] if d is not None else []
        if ways(board, line, cell) or {"w": 1, "b": 0, "g": inside}[color] != inside:
            return False
        if isinstance(n, int) and (d is None or sum(line[e] for e in along) != n):
            return False
    return True


def numberlink_right(p: Puzzle, line: Sequence[int]) -> bool:
    board, numbers = p.lattice, p["numbers"]
    degree = [len(ways(board, line, c)) for c in board.cells]
    if any(n != 1 if numbers[c] else n not in (0, 2) for c, n in enumerate(degree)):
        return False
    seen: set[int] = set()
    for cell, n in numbers.items():
        path = [cell]
        while onward := [board.step[path[-1]][d] for d in ways(board, line, path[-1])]:
            following = [c for c in onward if c not in path]
            if not following:
                break
            path.append(following[0])
        if numbers[path[-1]] != n:
            return False
        seen.update(path)
    return all(not n or c in seen for c, n in enumerate(degree))


RIGHT = {
    "slitherlink": slitherlink_right, "masyu": masyu_right, "shingoki": shingoki_right, "country": country_right,
    "castle": castle_right, "numberlink": numberlink_right,
}  # fmt: skip


def some(rng: random.Random, board: Lattice, most: int, values: Sequence[object]) -> list[object]:
    """``values`` at random in up to ``most`` cells."""
    chosen = rng.sample(board.cells, rng.randint(0, most))
    return [rng.choice(values) if c in chosen else None for c in board.cells]


def small_puzzles(name: str, rng: random.Random) -> list[Puzzle]:
    result = []
    for _ in range(12):
        board: Lattice = square(3, 3) if name != "slitherlink" else square(2, 2)
        if name in ("slitherlink", "masyu", "shingoki") and rng.random() < 0.4:
            board = hexagonal(1, 2) if name == "slitherlink" else hexagonal(3, 3, [(0, 2), (2, 0)])
        layers: dict[str, object] = {}
        if name == "slitherlink":
            layers = {"numbers": some(rng, board, 2, [0, 1, 2, 3, "?"]), "full": int(rng.random() < 0.3)}
        elif name == "masyu":
            layers = {"circles": some(rng, board, 3, ["w", "b"]), "full": int(rng.random() < 0.2)}
        elif name == "shingoki":
            circles = [(color, None, n) for color in "wb" for n in (2, 3, 4, "?", None)]
            layers = {"circles": some(rng, board, 3, circles)}
        elif name == "country":
            cut = rng.choice([[0, 0, 1, 0, 1, 1, 0, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 2, 2, 1, 2, 2]])
            first = {room: cut.index(room) for room in cut}
            numbers = [rng.choice([None, None, "?", 2, 3, 4]) if c in first.values() else None for c in board.cells]
            layers = {"rooms": cut, "numbers": numbers}
        elif name == "castle":
            clues = [(color, d, n) for color in "wbg" for d in range(4) for n in (None, 0, 1, "?")]
            layers = {"clues": some(rng, board, 2, clues)}
        elif name == "numberlink":
            cells = rng.sample(board.cells, 2 * rng.choice([1, 2, 2, 3]))
            layers = {"numbers": [cells.index(c) // 2 + 1 if c in cells else None for c in board.cells]}
        result.append(api.puzzle(name, board, **layers))
    return result


@pytest.mark.parametrize("name", RIGHT)
def test_the_answers_are_those_that_trying_everything_finds(name: str) -> None:
    several = 0
    for puzzle in small_puzzles(name, random.Random(name)):
        genre = genre_of(puzzle)
        layer = genre.answers["line"]
        model = genre.model(puzzle)
        found = {tuple(genre.answer(puzzle, model, s)["line"]) for s in Clasp(model).search(0).solutions}
        every = itertools.product((0, 1), repeat=layer.size(puzzle.lattice))
        right = {drawn for drawn in every if RIGHT[name](puzzle, drawn)}
        assert found == right
        several += len(right) > 1
        status = "none" if not right else "unique" if len(right) == 1 else "multiple"
        outcome = api.solve(puzzle)
        assert outcome.status == status
        assert {tuple(answer["line"]) for answer in outcome.answers} <= right
        for drawn in random.Random(1).sample(sorted(right), min(3, len(right))):
            assert api.check(puzzle, Answer(puzzle, {"line": drawn})) == []
    assert several


def ends_of_walks(board: Lattice, rng: random.Random) -> list[int | None]:
    """The ends of random walks that use up most cells and do not touch themselves: at times nothing else joins them."""
    free = set(board.cells)
    numbers: list[int | None] = [None] * len(board)
    while free:
        walk = [rng.choice(sorted(free))]
        while onward := [
            n for n in board.near[walk[-1]] if n in free and n not in walk and not {*board.near[n]} & {*walk[:-1]}
        ]:
            walk.append(rng.choice(onward))
        free.difference_update(walk)
        if len(walk) > 1:
            numbers[walk[0]] = numbers[walk[-1]] = len(free) + 1
    return numbers


def test_short_paths_and_their_variations_tell_whether_an_answer_is_the_only_one() -> None:
    rng = random.Random(5)
    seen = {"none": 0, "unique": 0, "multiple": 0}
    for board in [square(4, 4), square(3, 5, [(1, 2)]), hexagonal(3, 3), square(4, 5)] * 60:
        numbers = ends_of_walks(board, rng)
        if rng.random() < 0.3:
            rng.shuffle(numbers)
        puzzle = api.puzzle("numberlink", board, numbers=numbers)
        count = len(api.solve(puzzle, count=3).answers)
        outcome = api.solve(puzzle)
        assert outcome.status == ("none", "unique", "multiple", "multiple")[count]
        assert all(numberlink_right(puzzle, answer["line"]) for answer in outcome.answers)
        assert len({tuple(answer["line"]) for answer in outcome.answers}) == len(outcome.answers)
        seen[outcome.status] += 1
    assert min(seen.values()) > 10


def test_what_makes_no_puzzle_is_refused() -> None:
    with pytest.raises(InputError, match="twice"):
        api.puzzle("numberlink", square(1, 3), numbers=[1, None, 2])
    with pytest.raises(InputError, match="given twice"):
        api.puzzle("hidato", square(1, 3), numbers=[1, None, 1])
    with pytest.raises(InputError, match="more than the 3 cells"):
        api.puzzle("hidato", square(1, 3), numbers=[1, None, 4])


def test_a_number_that_no_walk_reaches_leaves_no_answer() -> None:
    assert api.solve(api.puzzle("hidato", square(1, 4), numbers=[1, None, 2, None])).status == "none"
    assert api.solve(api.puzzle("hidato", square(1, 4), numbers=[None] * 4)).status == "multiple"


def test_a_bridge_is_the_same_all_along() -> None:
    board = square(1, 3)
    puzzle = api.puzzle("hashi", board, islands=[1, None, 1])
    assert api.check(puzzle, Answer(puzzle, {"bridges": [1, 1]})) == []
    assert api.check(puzzle, Answer(puzzle, {"bridges": [1, 0]}))
    assert api.check(puzzle, Answer(puzzle, {"bridges": [0, 0]}))


@pytest.mark.parametrize("islands", [[None] * 3, [None, "?", None], ["?", None, None]])
def test_without_a_bridge_there_is_no_answer(islands: list[str | None]) -> None:
    puzzle = api.puzzle("hashi", square(1, 3), islands=islands)
    assert api.solve(puzzle).status == "none"
    assert api.check(puzzle, Answer(puzzle, {"bridges": [0, 0]}))


def test_shaded_cells_outside_the_loop() -> None:
    # a loop around one cell: it may be shaded, unless all shaded cells are to lie outside
    board = square(3, 3)
    ring = [int(4 not in pair) for pair in board.links]
    shaded = [int(c == 4) for c in board.cells]
    for outside, right in ((0, True), (1, False)):
        puzzle = api.puzzle("yajilin", board, clues=[None] * 9, outside=outside)
        assert (api.check(puzzle, Answer(puzzle, {"shaded": shaded, "line": ring})) == []) == right


def test_a_snake_that_only_touches_itself_by_a_corner_is_told_so() -> None:
    board = square(4, 4)
    puzzle = api.puzzle("snake", board)
    body = {0, 1, 5, 9, 8, 12}  # 8 touches no cell but its neighbours; 12 neither
    assert api.check(puzzle, Answer(puzzle, {"shaded": [int(c in body) for c in board.cells]})) == []
    touching = {0, 1, 2, 6, 10, 9, 8, 4}
    broken = api.check(puzzle, Answer(puzzle, {"shaded": [int(c in touching) for c in board.cells]}))
    assert broken


def test_every_genre_says_where_it_is_played() -> None:
    for name in GENRES:
        genre = genres.find(name)
        assert set(genre.shapes) <= {"square", "hexagonal"}
        assert genre.title_ja
