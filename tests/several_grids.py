"""Random puzzles of several sudokus that share cells, with all their answers: what the proofs of these genres share.

Their boards are too large to try everything. So nearly all numbers are given: those of a right answer, the example's with its
numbers exchanged. All fillings of the cells that are left open are tried, up to four of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from pencilp.board.lattice import Lattice, Position, square
from pencilp.board.puzzle import Puzzle
from tests.proof import examples
from tests.small_boards import Case, Cells, connected, differ, groups_of

Groups = list[tuple[int, ...]]


@lru_cache
def board_of(starts: tuple[Position, ...]) -> Lattice:
    """The board of grids of nine by nine, whose upper left cells these are."""
    covered = {(r + i, c + j) for r, c in starts for i in range(9) for j in range(9)}
    rows, cols = max(r for r, _ in covered) + 1, max(c for _, c in covered) + 1
    return square(rows, cols, [at for at in product(range(rows), range(cols)) if at not in covered])


def lines_of(starts: tuple[Position, ...]) -> tuple[Groups, Groups, Groups]:
    """The rows, the columns and the boxes of all grids."""
    at = board_of(starts).cell_at
    rows = [tuple(at[r + i, c + j] for j in range(9)) for r, c in starts for i in range(9)]
    columns = [tuple(at[r + i, c + j] for i in range(9)) for r, c in starts for j in range(9)]
    boxes = [
        tuple(at[r + i + k, c + j + n] for k in range(3) for n in range(3))
        for r, c in starts for i in (0, 3, 6) for j in (0, 3, 6)
    ]  # fmt: skip
    return rows, columns, boxes


@lru_cache
def exchanges(name: str, starts: tuple[Position, ...], within: bool) -> list[tuple[int, ...]]:
    """Four cells of two rows and two columns of a grid with two numbers, which can change places there: ``within`` two boxes,
    so that there is another answer, or across four.
    """
    truth, at = truth_of(name), board_of(starts).positions
    rows, _, _ = lines_of(starts)
    found = []
    for k in range(len(starts)):
        grid = rows[9 * k : 9 * k + 9]
        for (up, down), (i, j) in product(combinations(grid, 2), combinations(range(9), 2)):
            a, b, c, d = up[i], up[j], down[i], down[j]
            boxes = {(at[cell][0] // 3, at[cell][1] // 3) for cell in (a, b, c, d)}
            if truth[a] == truth[d] and truth[b] == truth[c] and (len(boxes) == 2) == within:
                found.append((a, b, c, d))
    return found


@lru_cache
def truth_of(name: str) -> tuple[int, ...]:
    """The answer of the genre's example."""
    answer = examples(name)[0].answer
    assert answer is not None
    return tuple(answer["number"])


def tinted_groups(starts: tuple[Position, ...], tinted: Sequence[Any]) -> Groups:
    """The tinted cells of each row and column of the board, and of each grid."""
    board, (rows, _, _) = board_of(starts), lines_of(starts)
    lines = groups_of([row for row, _ in board.positions]) + groups_of([col for _, col in board.positions])
    grids = [sum(rows[k : k + 9], ()) for k in range(0, len(rows), 9)]
    return [tuple([c for c in group if tinted[c]]) for group in (*lines, *grids)]


def some_tints(open_cells: Sequence[int], truth: Sequence[int], board: Lattice, rng: random.Random) -> list[Any]:
    """One of the open cells, and further cells with numbers that may come to stand there, in its row, column or elsewhere."""
    row, col = board.positions[open_cells[0]]
    numbers = {truth[c] for c in open_cells} if rng.random() < 0.8 else set(truth)
    near = [c for c, at in enumerate(board.positions) if c not in open_cells and truth[c] in numbers]
    ways = [
        [c for c in near if board.positions[c][0] == row],
        [c for c in near if board.positions[c][1] == col],
        [c for c in near if abs(board.positions[c][0] - row) < 6 and abs(board.positions[c][1] - col) < 6],
    ]
    chosen = {open_cells[0], *rng.sample(way, 1)} if (way := rng.choice(ways)) else {open_cells[0]}
    return ["x" if c in chosen else None for c in board.cells]


def case(name: str, starts: tuple[Position, ...], rng: random.Random, tinted: Sequence[Any] | None = None) -> Case:
    """All numbers but a few; now and then other boxes, a wrong or unknown number; ``tinted`` are the usual tints."""
    board = board_of(starts)
    rows, columns, boxes = lines_of(starts)
    changed = rng.sample(range(1, 10), 9)
    truth = [changed[n - 1] for n in truth_of(name)]
    kind = rng.choice(["within", "within", "within", "across", "line", "row", "column", "any"])
    if kind in ("within", "across") and (four := exchanges(name, starts, kind == "within")):
        chosen = list(rng.choice(four))
    elif kind == "line":
        chosen = rng.sample(rng.choice([*rows, *columns, *boxes]), 3)
    elif kind in ("row", "column"):
        # two cells of a box in the same row or column
        box = rng.choice(boxes)
        a = rng.choice(box)
        axis = int(kind == "column")
        line = [c for c in box if c != a and board.positions[c][axis] == board.positions[a][axis]]
        chosen = [a, rng.choice(line), rng.choice([c for c in board.cells if c != a and c not in line])]
    else:
        chosen = rng.sample(board.cells, 3)
    layers: dict[str, Any] = {}
    if rng.random() < 0.35:
        # a box that is cut in two, so that its numbers may be elsewhere too
        cut = rng.choice([box for box in boxes if chosen[0] in box])
        labels = [(row // 3, col // 3, 0) for row, col in board.positions]
        for c in cut:
            labels[c] = (*labels[c][:2], int(c in chosen and rng.random() < 0.7))
        if all(connected(board, group) for group in groups_of(labels)):
            layers["boxes"] = labels
            boxes = [tuple(group) for group in groups_of(labels)]
    groups = [*rows, *columns, *boxes]
    if tinted is not None:
        if rng.random() < 0.5:
            tinted = layers["tinted"] = some_tints(chosen, truth, board, rng)
        groups += tinted_groups(starts, tinted)
    given: list[Any] = [None if c in chosen else n for c, n in enumerate(truth)]
    if rng.random() < 0.35:
        given[rng.choice(chosen)] = "?"
    if rng.random() < 0.25:
        given[rng.randrange(len(given))] = rng.randint(1, 9)
    right, wrong = set(), []
    free = {c for c, n in enumerate(given) if not isinstance(n, int)}
    open_groups = [group for group in groups if free & {*group}]
    rest = differ(given, [group for group in groups if not free & {*group}])
    for filling in fillings(given):
        if rest and differ(filling, open_groups):
            right.add((filling,))
        elif len(wrong) < 20 and rng.random() < 0.02:
            wrong.append((filling,))
    return Case(Puzzle(examples(name)[0].genre, board, {"given": given, **layers}), right, [*sorted(right), *wrong])


def fillings(given: Sequence[Any]) -> Iterator[Cells]:
    """All ways to fill in the cells without a number."""
    filling = list(given)
    free = [c for c, n in enumerate(given) if not isinstance(n, int)]
    for numbers in product(range(1, 10), repeat=len(free)):
        for c, n in zip(free, numbers, strict=True):
            filling[c] = n
        yield tuple(filling)
