"""Wall Logic: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from pencilp.board.lattice import square
from pencilp.formats.links import read_link, write_link
from tests.small_boards import Case, Cells, Filling, judged, ray


def case(rng: random.Random) -> Case:
    """The numbers of random arrows, now and then a wrong one."""
    board = rng.choice(
        [square(2, 3), square(3, 3), square(3, 3), square(2, 5), square(3, 4, [(1, 1)]), square(3, 3, [(0, 1)])]
    )
    numbered = rng.sample(board.cells, rng.choice([2, 3, 4]))
    stretches: list[list[list[int]]] = []
    for c in numbered:
        for way in range(4):
            free = []
            for cell in ray(board, c, way):
                if cell in numbered:
                    break
                free.append(cell)
            stretches.append([free[:k] for k in range(len(free) + 1)])
    pool: list[Filling] = []
    totals: dict[Filling, list[int]] = {}
    for lengths in product(*stretches):
        taken = [cell for stretch in lengths for cell in stretch]
        if len({*taken}) == len(taken):
            arrows = [0] * len(board)
            for k, stretch in enumerate(lengths):
                for cell in stretch:
                    arrows[cell] = 1 + k % 4
            pool.append((tuple(arrows),))
            totals[pool[-1]] = [sum(map(len, lengths[4 * k : 4 * k + 4])) for k in range(len(numbered))]
    full = [filling for filling in pool if filling[0].count(0) <= len(numbered) + 1]
    truth = rng.choice(full or pool)
    clues: list[Any] = [None] * len(board)
    for c, n in zip(numbered, totals[truth], strict=True):
        clues[c] = rng.choice([n or rng.choice([0, "?", "?", "?"])] * 14 + ["?", n + 1])

    def right(arrows: Cells) -> bool:
        given = zip(numbered, totals[(arrows,)], strict=True)
        return all(clues[c] == "?" or clues[c] == n > 0 for c, n in given)

    found = judged("walllogic", board, pool, right, clues=clues)
    wrong = []
    for _ in range(20):
        arrows = list(truth[0])
        arrows[rng.choice(board.cells)] = rng.randint(0, 4)
        wrong.append((tuple(arrows),))
    return found._replace(near=[*sorted(found.right), *wrong])


PUZZLES = 80
PRESENCE = ("clues",)
REASONS = {
    "nmConnWallGt": "a number is the length of its arrows",
    "nmConnWallLt": "a number is the length of its arrows",
    "nmConnNoWall": "a number has an arrow",
}


def test_a_black_cell_of_a_link_is_none_of_the_board() -> None:
    link = "https://puzz.link/p?walllogic/3/2/2g+3.g"
    puzzle = read_link(link)
    assert len(puzzle.lattice) == 5
    assert write_link(puzzle) == link
