"""Arukone: what proves it."""

from __future__ import annotations

import random

from pencilp import api
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from tests.genres import numberlink
from tests.genres.numberlink import passed
from tests.small_boards import Case


def case(rng: random.Random) -> Case:
    """Boards of Numberlink, mostly with a way through all cells. In some, cells may stay empty."""
    found = numberlink.case(rng)
    board, free = found.puzzle.lattice, int(rng.random() < 0.25)
    right = {(line,) for (line,) in found.right if free or passed(board, line) == {*board.cells}}
    if not right and rng.random() < 0.9:
        return case(rng)
    puzzle = api.puzzle("arukone", board, numbers=found.puzzle["numbers"], free=free)
    return Case(puzzle, right, [*found.near, *found.right][:60])


PUZZLES = 80
PRESENCE = ("numbers",)
REASONS = {
    "lnBranch": "a path neither branches nor stops on its way",
    "lnDeadEnd": "a path neither branches nor stops on its way",
    "nmNoLine": "one path ends at every letter",
    "ceNoLine": "every cell belongs to a path",
}


def test_a_word_in_texts_says_whether_cells_may_stay_empty() -> None:
    for free, word in enumerate(("passallcell", "dontpassallcell")):
        text = f"pzprv3\narukone\n1\n3\n{word}\nA . A\n0 0\n"
        puzzle = read_pzpr(text)
        assert puzzle["free"] == free
        assert write_pzpr(puzzle) == text
