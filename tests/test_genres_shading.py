"""The shading genres: their examples, the reference, and small boards by brute force."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import groupby, product, takewhile
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.board.puzzle import Answer, Puzzle
from pencilp.formats import text
from pencilp.formats.links import read_link, write_link
from pencilp.model import Model
from pencilp.rules import runs_are
from pencilp.rules.polyominoes import placements
from pencilp.solvers.clasp import Clasp
from tests.genre_cases import (
    all_answers,
    checks_agree,
    every_filling,
    example,
    judges_the_boards,
    solves_its_example,
    solves_the_corpus,
)

GENRES = (
    "heyawake", "nurikabe", "hitori", "kurodoko", "lits", "aqre", "yinyang", "kurotto", "creek", "mosaic", "nonogram",
    "cave", "tilepaint",
)  # fmt: skip
LINKED = tuple(name for name in GENRES if name != "mosaic")


@pytest.mark.parametrize("name", GENRES)
def test_the_example_has_the_answer_that_stands_below_it(name: str) -> None:
    solves_its_example(name)


@pytest.mark.parametrize("name", GENRES)
def test_a_changed_answer_is_refused(name: str) -> None:
    puzzle = example(name)
    assert puzzle.answer is not None
    ((layer, shaded),) = puzzle.answer.values.items()
    for cell in (0, len(puzzle.lattice) // 2, len(puzzle.lattice) - 1):
        changed = [v ^ (c == cell) for c, v in enumerate(shaded)]
        broken = api.check(puzzle, Answer(puzzle, {layer: changed}))
        assert broken
        assert all(rule.rule for rule in broken)


@pytest.mark.parametrize("name", LINKED)
def test_the_example_is_written_as_a_link_and_read_back(name: str) -> None:
    puzzle = example(name)
    link = write_link(puzzle)
    back = read_link(link)
    assert write_link(back) == link
    assert api.solve(back).answer == api.solve(puzzle).answer


@pytest.mark.parametrize("name", LINKED)
def test_boards_of_the_reference_are_judged(name: str) -> None:
    judges_the_boards(name)


@pytest.mark.parametrize(
    ("file", "every"),
    [
        ("Heyawake", 40), ("Nurikabe", 40), ("Hitori", 40), ("Kuromasu", 30), ("LITS", 30), ("Aqre", 6), ("YinYang", 8),
        ("Kurotto", 20), ("Creek", 20), ("Mosaic", 10), ("Nonogram", 100), ("Cave", 20), ("TilePaint", 20),
    ],
)  # fmt: skip
def test_puzzles_of_the_corpus(file: str, every: int) -> None:
    several = {"Kurotto": {"221_21x10", "223_10x10", "224_10x10", "227_10x10"}}.get(file, set())
    # rows of ten cells on boards that call themselves eleven by eleven
    unreadable = {"LITS": {"281_11x11", "282_11x11", "285_11x11", "287_11x11"}}.get(file, set())
    solves_the_corpus(file, every=every, several=frozenset(several), unreadable=frozenset(unreadable))


# -- small boards, held against the rules as a person reads them ----------------------------------------------------


def groups(board: Lattice, cells: Iterable[int]) -> list[set[int]]:
    """The groups that cells form."""
    left = set(cells)
    found = []
    while left:
        group = {left.pop()}
        stack = list(group)
        while stack:
            fresh = left.intersection(board.near[stack.pop()])
            left -= fresh
            group |= fresh
            stack += fresh
        found.append(group)
    return found


def cells_of(filling: tuple[int, ...], value: int) -> list[int]:
    return [c for c, v in enumerate(filling) if v == value]


def one_group(board: Lattice, filling: tuple[int, ...], value: int) -> bool:
    return len(groups(board, cells_of(filling, value))) <= 1


def apart(board: Lattice, filling: tuple[int, ...]) -> bool:
    return not any(filling[a] and filling[b] for a, b in board.links)


def no_block(board: Lattice, filling: tuple[int, ...], value: int) -> bool:
    return not any(all(filling[c] == value for c in block) for block in board.blocks)


def view(board: Lattice, filling: tuple[int, ...], cell: int) -> int:
    return 1 + sum(len(list(takewhile(lambda c: not filling[c], ray))) for ray in board.rays[cell])


def runs(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(len(list(run)) for value, run in groupby(values) if value)


Right = Callable[[tuple[int, ...]], bool]


def heyawake(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    rooms = [c % board.cols // 2 for c in board.cells]
    clues: list[Any] = [None] * len(board)
    clues[2] = chance.choice([None, 0, 1, 2, 3])

    def right(filling: tuple[int, ...]) -> bool:
        for line in [*board.row_cells, *board.col_cells]:
            for start in range(len(line)):
                for end in range(start + 1, len(line) + 1):
                    part = line[start:end]
                    if not any(filling[c] for c in part) and len({rooms[c] for c in part}) > 2:
                        return False
        counted = clues[2] in (None, sum(filling[c] for c in board.cells if rooms[c] == rooms[2]))
        return any(filling) and counted and apart(board, filling) and one_group(board, filling, 0)

    return {"rooms": rooms, "clues": clues}, right


def hitori(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    numbers = [chance.randint(1, 4) for _ in board.cells]

    def right(filling: tuple[int, ...]) -> bool:
        for line in [*board.row_cells, *board.col_cells]:
            left = [numbers[c] for c in line if not filling[c]]
            if len(set(left)) < len(left):
                return False
        return any(filling) and apart(board, filling) and one_group(board, filling, 0)

    return {"numbers": numbers}, right


def kurodoko(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {c: chance.choice(["?", 2, 3, 4, 5]) for c in chance.sample(board.cells, 2)}

    def right(filling: tuple[int, ...]) -> bool:
        seen = all(not filling[c] and n in ("?", view(board, filling, c)) for c, n in clues.items())
        return seen and apart(board, filling) and one_group(board, filling, 0)

    return {"clues": [clues.get(c) for c in board.cells]}, right


def cave(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {c: chance.choice(["?", 2, 3, 4, 5]) for c in chance.sample(board.cells, chance.randint(0, 2))}

    def right(filling: tuple[int, ...]) -> bool:
        seen = all(not filling[c] and n in ("?", view(board, filling, c)) for c, n in clues.items())
        outside = all(group.intersection(board.coast) for group in groups(board, cells_of(filling, 1)))
        return seen and outside and one_group(board, filling, 0)

    return {"clues": [clues.get(c) for c in board.cells]}, right


def creek(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {p: chance.randint(0, len(board.corner_cells[p])) for p in chance.sample(board.corners, 2)}

    def right(filling: tuple[int, ...]) -> bool:
        counted = all(sum(filling[c] for c in board.corner_cells[p]) == n for p, n in clues.items())
        return counted and one_group(board, filling, 0)

    return {"clues": [clues.get(p) for p in board.corners]}, right


def mosaic(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {c: chance.randint(0, 5) for c in chance.sample(board.cells, 3)}

    def right(filling: tuple[int, ...]) -> bool:
        return all(filling[c] + sum(filling[x] for x in board.around[c]) == n for c, n in clues.items())

    return {"clues": [clues.get(c) for c in board.cells]}, right


def kurotto(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {c: chance.choice(["?", 0, 1, 2, 3, 4, 6]) for c in chance.sample(board.cells, 2)}

    def right(filling: tuple[int, ...]) -> bool:
        found = groups(board, cells_of(filling, 1))
        return all(
            not filling[c] and n in ("?", sum(len(g) for g in found if g.intersection(board.near[c])))
            for c, n in clues.items()
        )

    return {"clues": [clues.get(c) for c in board.cells]}, right


def yinyang(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    given = {c: chance.choice("wb") for c in chance.sample(board.cells, chance.randint(0, 2))}

    def right(filling: tuple[int, ...]) -> bool:
        kept = all(filling[c] == (colour == "b") for c, colour in given.items())
        return kept and all(one_group(board, filling, v) and no_block(board, filling, v) for v in (0, 1))

    return {"given": [given.get(c) for c in board.cells]}, right


def nurikabe(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    clues = {c: chance.choice(["?", 1, 2, 3, 4]) for c in chance.sample(board.cells, chance.randint(0, 3))}

    def right(filling: tuple[int, ...]) -> bool:
        if any(filling[c] for c in clues):
            return False
        for island in groups(board, cells_of(filling, 0)):
            numbers = [clues[c] for c in island if c in clues]
            if len(numbers) != 1 or numbers[0] not in ("?", len(island)):
                return False
        return no_block(board, filling, 1) and one_group(board, filling, 1)

    return {"clues": [clues.get(c) for c in board.cells]}, right


def aqre(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    rooms = [int(c % board.cols > 1) for c in board.cells]
    clues: list[Any] = [None] * len(board)
    clues[0] = chance.choice([None, 0, 1, 2, 3, 4])
    bordered = chance.randint(0, 1)

    def right(filling: tuple[int, ...]) -> bool:
        for line in [*board.row_cells, *board.col_cells]:
            if any(len(list(run)) > 3 for _, run in groupby(filling[c] for c in line)):
                return False
        if bordered and any(rooms[a] != rooms[b] and filling[a] == filling[b] for a, b in board.links):
            return False
        counted = clues[0] in (None, sum(filling[c] for c in board.cells if not rooms[c]))
        return counted and one_group(board, filling, 1)

    return {"rooms": rooms, "clues": clues, "bordered": bordered}, right


def lits(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    rooms = [int(c % board.cols >= (2 if c < board.cols else 3 - chance.randint(0, 1))) for c in board.cells]
    if len(groups(board, cells_of(tuple(rooms), 0))) + len(groups(board, cells_of(tuple(rooms), 1))) != 2:
        rooms = [int(c % board.cols > 1) for c in board.cells]

    def shape(cells: Iterable[int]) -> frozenset[tuple[int, ...]]:
        """Distances between the cells tell tetrominoes apart: the same for every turned and mirrored one."""
        points = [board.positions[c] for c in cells]
        return frozenset({tuple(sorted((a - c) ** 2 + (b - d) ** 2 for a, b in points for c, d in points))})

    def right(filling: tuple[int, ...]) -> bool:
        pieces = [[c for c in cells_of(filling, 1) if rooms[c] == room] for room in (0, 1)]
        if any(len(piece) != 4 or len(groups(board, piece)) != 1 for piece in pieces):
            return False
        touch = any(b in board.near[a] for a in pieces[0] for b in pieces[1])
        return touch and no_block(board, filling, 1) and shape(pieces[0]) != shape(pieces[1])

    return {"rooms": rooms}, right


def tilepaint(board: Lattice, chance: random.Random) -> tuple[dict[str, Any], Right]:
    tiles = [c // 2 for c in board.cells]
    clue_cell = chance.choice(board.cells)
    numbers = (chance.choice([None, "?", 0, 1]), chance.choice([None, 0, 1, 2]))
    top = [chance.choice([None, 0, 1, 2]) for _ in range(board.cols)]

    def right(filling: tuple[int, ...]) -> bool:
        if filling[clue_cell] or not any(filling):
            return False
        if any(len({filling[c] for c in board.cells if tiles[c] == tile and c != clue_cell}) > 1 for tile in tiles):
            return False
        for n, line in zip(top, board.col_cells, strict=True):
            if n not in (None, sum(filling[c] for c in takewhile(lambda c: c != clue_cell, line))):
                return False
        below, to_right = (sum(filling[c] for c in board.rays[clue_cell][d]) for d in (2, 1))
        return numbers[0] in (None, "?", below) and numbers[1] in (None, to_right)

    inner = [numbers if c == clue_cell else None for c in board.cells]
    return {"tiles": tiles, "clues": {"top": top}, "inner": inner}, right


MADE = {
    "heyawake": (heyawake, 3, 5), "hitori": (hitori, 3, 4), "kurodoko": (kurodoko, 3, 4), "cave": (cave, 4, 4),
    "creek": (creek, 3, 4), "mosaic": (mosaic, 3, 4), "kurotto": (kurotto, 3, 4), "yinyang": (yinyang, 4, 4),
    "nurikabe": (nurikabe, 3, 4), "aqre": (aqre, 2, 5), "lits": (lits, 3, 5), "tilepaint": (tilepaint, 3, 4),
}  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", MADE)
def test_small_boards_have_exactly_the_right_answers(name: str, seed: int) -> None:
    make, rows, cols = MADE[name]
    board = square(rows, cols)
    values, right = make(board, random.Random(seed))
    puzzle = api.puzzle(name, board, **values)
    assert all_answers(puzzle) == every_filling(puzzle, (0, 1), right)


@pytest.mark.parametrize("name", MADE)
def test_check_accepts_exactly_the_right_answers(name: str) -> None:
    make = MADE[name][0]
    board = square(2, 4)
    values, right = make(board, random.Random(5))
    puzzle = api.puzzle(name, board, **values)
    checks_agree(puzzle, (0, 1), every_filling(puzzle, (0, 1), right))


@pytest.mark.parametrize("name", ["hitori", "kurodoko", "cave", "creek", "mosaic", "kurotto", "nurikabe"])
@pytest.mark.parametrize("board", [hexagonal(3, 3), square(3, 4, [(1, 1)]), square(1, 1), square(1, 4)])
def test_other_boards(name: str, board: Lattice) -> None:
    clues = {"numbers": [1 + c % 2 for c in board.cells]} if name == "hitori" else {}
    if name == "creek":
        clues = {"clues": [len(cells) // 2 if p == 3 else None for p, cells in enumerate(board.corner_cells)]}
    elif name != "hitori":
        low = 2 if len(board) > 1 else 1
        clues = {"clues": [low if c == 0 else None for c in board.cells]}

    def right(filling: tuple[int, ...]) -> bool:
        if name == "hitori":
            equal = [(a, b) for axis in board.lines for line in axis for a in line for b in line if a < b]
            left = all(filling[a] or filling[b] or a % 2 != b % 2 for a, b in equal)
            return any(filling) and left and apart(board, filling) and one_group(board, filling, 0)
        if name == "creek":
            cells = board.corner_cells[3]
            return sum(filling[c] for c in cells) == len(cells) // 2 and one_group(board, filling, 0)
        if name == "mosaic":
            return filling[0] + sum(filling[c] for c in board.around[0]) == low
        if filling[0]:
            return False
        if name == "kurotto":
            found = groups(board, cells_of(filling, 1))
            return sum(len(group) for group in found if group.intersection(board.near[0])) == low
        if name == "nurikabe":
            islands = groups(board, cells_of(filling, 0))
            one = len(islands) == 1 and len(islands[0]) == low
            return one and no_block(board, filling, 1) and one_group(board, filling, 1)
        seen = view(board, filling, 0) == low and one_group(board, filling, 0)
        if name == "cave":
            return seen and all(group.intersection(board.coast) for group in groups(board, cells_of(filling, 1)))
        return seen and apart(board, filling)

    puzzle = api.puzzle(name, board, **clues)
    assert all_answers(puzzle) == every_filling(puzzle, (0, 1), right)


@pytest.mark.parametrize(
    "lengths",
    [(), (0,), (1,), (2, 2, 1), (3,), (7,), (8,), (1, 1), (2, 3), (5, 2), ("?",), ("?", "?"), (2, "?", 1), ("?", 3)],
)  # fmt: skip
def test_runs_are(lengths: tuple[Any, ...]) -> None:
    m = Model()
    line = m.binaries("x", 7)
    m.answer = {"x": list(line)}
    runs_are(m, line, lengths, "runs", range(7))
    want = [n for n in lengths if n != 0]
    right = {
        v for v in product((0, 1), repeat=7)
        if len(runs(v)) == len(want) and all(n in ("?", k) for n, k in zip(want, runs(v), strict=True))
    }  # fmt: skip
    assert {tuple(s(x) for x in line) for s in Clasp(m).search(0).solutions} == right


def test_placements_are_all_the_ways_a_piece_can_lie() -> None:
    assert len(placements(square(3, 3), ((0, 0), (1, 0), (2, 0), (2, 1)))) == 16
    assert sorted(placements(square(2, 2, [(0, 1)]), ((0, 0), (0, 1)))) == [(0, 1), (1, 2)]
    assert placements(square(2, 2), ((0, 0), (0, 1), (0, 2))) == []


def test_a_dense_aqre_is_proved_at_once() -> None:
    # 48 of the cells of the large room shaded: no more than that is possible, which takes long to find out by search
    board = square(8, 8)
    rooms = [1] * 64
    rooms[26], rooms[36] = 2, 3
    puzzle = api.puzzle("aqre", board, rooms=rooms, clues=[48] + [None] * 63)
    outcome = api.solve(puzzle, time_limit=20)
    assert outcome.status == "unique"


def test_walls_inside_rooms_belong_to_the_variant_of_aqre() -> None:
    puzzle = read_link("https://puzz.link/p?aqre/b/3/3/vg00i")
    assert puzzle["bordered"] == 1
    assert write_link(puzzle).endswith("aqre/b/3/3/vg00i")
    assert text.read(text.write(puzzle))[0] == puzzle


def test_check_names_the_island_at_fault() -> None:
    puzzle: Puzzle = text.read("nurikabe\nclues:\n2 - -\n- - -\n- - 1\nanswer:\nshaded:\n- - -\nx x x\nx x -\n")[0]
    found = {str(broken) for broken in api.check(puzzle)}
    assert found == {
        "r1c1 r1c2 r1c3: a number counts the cells of its island",
        "r2c1 r2c2 r3c1 r3c2: no two by two is shaded",
    }


@pytest.mark.parametrize(("rows", "cols", "most"), [(3, 5, 6), (4, 4, 6), (2, 5, 5)])
def test_crowded_boards_of_heyawake(rows: int, cols: int, most: int) -> None:
    board = square(rows, cols)
    dynasties = [f for f in product((0, 1), repeat=len(board)) if apart(board, f) and one_group(board, f, 0)]
    for count in range(most - 2, most + 2):
        puzzle = api.puzzle("heyawake", board, rooms=[0] * len(board), clues=[count] + [None] * (len(board) - 1))
        assert all_answers(puzzle) == {f for f in dynasties if sum(f) == count}


def test_as_many_shaded_cells_as_fit_are_found_at_once() -> None:
    # counting, by Euler's formula, does here what searching does not do in minutes
    board = square(12, 12)
    puzzle = api.puzzle("heyawake", board, rooms=[0] * 144, clues=[48] + [None] * 143)
    outcome = api.solve(puzzle, count=1, time_limit=20)
    assert len(outcome.answers) == 1
    none = api.puzzle("heyawake", board, rooms=[0] * 144, clues=[49] + [None] * 143)
    assert api.solve(none, time_limit=20).status == "none"
