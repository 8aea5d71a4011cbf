"""Dominion: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import product
from typing import Any

from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.formats.links import read_link, write_link
from pencilp.formats.pzpr import read_pzpr, write_pzpr
from pencilp.formats.text import text as plain
from tests.small_boards import Case, Cells, Filling, groups, judged, near, noise, with_value


@lru_cache
def dominoes(board: Lattice) -> list[Cells]:
    """All fillings in which every shaded cell touches exactly one other."""
    return [
        filling
        for filling in product((0, 1), repeat=len(board))
        if all(sum(filling[n] for n in near(board)[c]) == 1 for c in with_value(filling, 1))
    ]


def case(rng: random.Random) -> Case:
    """Letters in the dominions of a random filling, some unknown, now and then a wrong one."""
    board = rng.choice([square(3, 4), square(3, 4, [(1, 1)]), square(2, 5), square(4, 4), hexagonal(3, 4)])
    truth = rng.choice(dominoes(board))
    letters: list[Any] = [None] * len(board)
    # among others such that the small letter of one is there too
    names = rng.choice([range(1, 27), [1, 27, 2, 28, 3, 29, 52], range(40, 53)])
    for letter, dominion in zip(names, groups(board, with_value(truth, 0)), strict=False):
        if rng.random() < 0.95:
            for c in rng.sample(sorted(dominion), min(len(dominion), rng.randint(1, 4))):
                letters[c] = rng.choice([letter] * 5 + ["?"])
    if rng.random() < 0.15:
        letters[rng.choice(board.cells)] = rng.choice(["?", names[0], names[1]])

    def right(shaded: Cells) -> bool:
        held = [{letters[c] for c in g} - {None, "?"} for g in groups(board, with_value(shaded, 0))]
        given = [letter for one in held for letter in one]
        unshaded = not any(shaded[c] and letter is not None for c, letter in enumerate(letters))
        return unshaded and all(len(one) == 1 for one in held) and len(set(given)) == len(given)

    pool: list[Filling] = [(shaded,) for shaded in dominoes(board)]
    found = judged("dominion", board, pool, right, letters=letters)
    return found._replace(near=[*found.near, *noise(board, rng)])


PUZZLES = 100
RARE = True
REASONS = {
    "csGt2": "a shaded cell touches exactly one other",
    "csLt2": "a shaded cell touches exactly one other",
    "bkNoNum": "a dominion holds a letter",
}
PRESENCE = ("letters",)
TOGETHER = {"equal letters lie in one dominion": "it speaks of all letters that are equal, and names none of them"}


def test_a_small_letter_is_another_one_than_the_capital() -> None:
    puzzle = read_link("https://puzz.link/p?dominion/3/2/1g-1bg-34.")
    assert list(puzzle["letters"]) == [1, None, 27, None, 52, "?"]
    assert write_link(puzzle) == "https://puzz.link/p?dominion/3/2/1g-1bg-34./"
    text = plain.write(puzzle)
    assert "A - a\n- z ?" in text
    assert plain.read(text) == [puzzle]
    assert read_pzpr(write_pzpr(puzzle)) == puzzle
