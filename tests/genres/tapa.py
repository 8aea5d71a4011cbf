"""Tapa: what proves it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import Lattice, hexagon, hexagonal, square
from pencilp.errors import InputError
from pencilp.formats.links import read_link, write_link
from tests.small_boards import TOUCHING, Case, Cells, Filling, judged, noise, walls, with_value

ROUND = {
    "square": [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)],
    "hexagonal": TOUCHING["hexagonal"],
}
"""The steps to the cells around one, each adjacent to the next."""


def lengths_around(board: Lattice, shaded: Cells, cell: int) -> list[int]:
    """The lengths of the runs of shaded cells around a cell; [0] where there is none."""
    at = {p: c for c, p in enumerate(board.positions)}
    row, col = board.positions[cell]
    signs = "".join(
        "x" if (c := at.get((row + r, col + k))) is not None and shaded[c] else "-" for r, k in ROUND[board.shape]
    )
    cut = signs.find("-")
    return [len(run) for run in (signs[cut:] + signs[:cut]).split("-") if run] or [0]


def fits(clue: tuple[Any, ...], found: list[int]) -> bool:
    """Whether the numbers of a clue are the lengths that are found, in some order."""
    return len(clue) == len(found) and Counter(n for n in clue if n != "?") <= Counter(found)


def case(rng: random.Random) -> Case:
    """The numbers of some unshaded cells of a random filling, some of them unknown, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 3), square(3, 4, [(1, 2)]), square(4, 3, [(3, 0)]), hexagonal(3, 3),
                        hexagonal(3, 4), hexagon(2)])  # fmt: skip
    every = walls(board)
    truth = rng.choice(every)
    clues: list[Any] = [None] * len(board)
    unsure = rng.choice([0, 0, 0.3])
    places = with_value(truth, 0)
    for c in rng.sample(places, min(len(places), rng.randint(1, 5))):
        numbers = lengths_around(board, truth, c)
        rng.shuffle(numbers)
        clues[c] = tuple(["?" if rng.random() < unsure else n for n in numbers])
        if rng.random() < 0.04:
            clues[c] = rng.choice([(2,), (1, 1), ("?",), ("?", 2)])
    if rng.random() < 0.05:
        clues[rng.choice(board.cells)] = rng.choice([("?",), (1,)])

    def right(shaded: Cells) -> bool:
        return all(
            clue is None or (not shaded[c] and fits(clue, lengths_around(board, shaded, c)))
            for c, clue in enumerate(clues)
        )

    pool: list[Filling] = [(shaded,) for shaded in every]
    found = judged("tapa", board, pool, right, clues=clues)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 80
REASONS = {
    "cs2x2": "no two by two is shaded",
    "ceTapaNe": "numbers are the lengths of the shaded runs around them",
    "csDivide": "the shaded cells form one group",
}
PRESENCE = ("clues",)


@pytest.mark.parametrize(
    ("code", "clue"),
    [("0", (0,)), ("8", (8,)), (".", ("?",)), ("9", (1, 1, 1, 1)), ("aj", (3, 1)), ("a0", ("?", "?")), ("ch", (3, 1, 1)),
     ("b0", ("?", "?", "?")), ("cs", ("?",) * 4), ("d2", (1, "?", 1, "?"))],
)  # fmt: skip
def test_a_link_has_a_code_for_each_clue(code: str, clue: tuple[Any, ...]) -> None:
    puzzle = api.puzzle("tapa", square(1, 2), clues=[None, clue])
    # a slash is put after a link that would end in a stop
    assert write_link(puzzle).rstrip("/").endswith(f"tapa/2/1/g{code}")
    assert read_link(f"https://puzz.link/p?tapa/2/1/g{code}") == puzzle


def test_values_that_links_cannot_hold_are_refused() -> None:
    with pytest.raises(InputError, match="these are no numbers of a clue"):
        read_link("https://puzz.link/p?tapa/2/1/dzg")
    with pytest.raises(InputError):
        write_link(api.puzzle("tapa", square(1, 2), clues=[None, (2, 2, 2, 1)]))
