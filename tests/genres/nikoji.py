"""NIKOJI: what proves it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from pencilp import api
from pencilp.board.lattice import Lattice, hexagonal, square
from pencilp.formats.links import read_link
from pencilp.genres.nikoji import ALPHABET
from tests.genres.dbchoco import forms
from tests.small_boards import Case, Region, divided, divisions


@lru_cache
def every(board: Lattice) -> dict[tuple[int, ...], tuple[Region, ...]]:
    return divisions(board)


@lru_cache(maxsize=100_000)
def seen_from(board: Lattice, region: Region, cell: int) -> list[tuple[int, int]]:
    """Where the cells of a region lie from one of them."""
    row, col = board.positions[cell]
    return sorted((r - row, c - col) for r, c in map(board.positions.__getitem__, region))


def right(board: Lattice, letters: list[Any], regions: tuple[Region, ...]) -> bool:
    """Whether every region has one letter, and two are equal where their letters are, else of different forms."""
    held = [[c for c in region if letters[c]] for region in regions]
    if any(len(cells) != 1 for cells in held):
        return False
    given = [(region, cell) for region, (cell,) in zip(regions, held, strict=True)]
    return all(
        seen_from(board, a, c) == seen_from(board, b, d)
        if letters[c] == letters[d]
        else forms(board, a) != forms(board, b)
        for k, (a, c) in enumerate(given)
        for b, d in given[:k]
    )


def case(rng: random.Random) -> Case:
    """The letters of a random division, now and then a wrong one."""
    board = rng.choice([
        square(3, 3), square(2, 4), square(3, 4, [(0, 0), (2, 3)]), square(2, 5), square(3, 4), hexagonal(3, 3, [(2, 0)]),
        hexagonal(2, 4), square(3, 3, [(1, 1)]), square(1, 5),
    ])  # fmt: skip
    truth = rng.choice([*every(board).values()])
    while len(truth) > 6:
        truth = rng.choice([*every(board).values()])
    letters: list[Any] = [None] * len(board)
    kinds: list[tuple[list[tuple[int, int]], str]] = []
    for region in truth:
        cells = rng.sample(sorted(region), len(region))
        known = [(c, x) for c in cells for shape, x in kinds if shape == seen_from(board, region, c)]
        cell, letter = known[0] if known else (cells[0], "ABCabcXYZ"[len(kinds)])
        kinds.append((seen_from(board, region, cell), letter))
        letters[cell] = letter
    if rng.random() < 0.15:
        letters[rng.choice(board.cells)] = rng.choice([None, "A", "B"])
    found = divided("nikoji", board, every(board), lambda regions: right(board, letters, regions), letters=letters)
    if not found.right and rng.random() < 0.5:
        return case(rng)
    anyhow = [(tuple(rng.choices((0, 1), k=len(board.links))),) for _ in range(3)]
    return found._replace(near=[*rng.sample(found.near, min(40, len(found.near))), *anyhow])


PUZZLES = 70
RARE = True
REASONS = {
    "bkNoNum": "a region has a letter",
    "bkDifferentShape": "regions of the same letter are equal and have it at the same place",
    "bdDeadEnd": "a border parts two regions",
}
FOLLOWS = {
    "a region has no two letters": "the regions of two equal letters are moved onto each other, those of different letters differ"
}
PRESENCE = ("letters",)
# all letters there are, four at a time: that many of them on one board have no answer without the rule of two letters takes
# long to prove
BOARDS = [
    f"nikoji\nletters:\n{a}{b}\n{c}{d}\n"
    for a, b, c, d in zip(ALPHABET[::4], ALPHABET[1::4], ALPHABET[2::4], ALPHABET[3::4], strict=True)
]


def test_large_shapes_are_distinguished() -> None:
    # two halves of a board: the same form, or not
    board = square(4, 4)
    letters = ["A", *[None] * 14, "B"]
    found = api.solve(api.puzzle("nikoji", board, letters=letters), count=0).answers
    of = {borders: regions for borders, regions in halves(board).items() if right(board, letters, regions)}
    assert {tuple(answer.values["borders"]) for answer in found} == set(of)
    assert 0 < len(of) < len(halves(board))


def halves(board: Lattice) -> dict[tuple[int, ...], tuple[Region, ...]]:
    """The divisions of a board into two regions."""
    found = {}
    for chosen in range(1, 1 << (len(board) - 1)):
        one = frozenset(c for c in board.cells if not chosen >> c & 1)
        regions = (one, frozenset(board.cells) - one)
        if all(hangs_together(board, region) for region in regions):
            found[tuple(int((a in one) != (b in one)) for a, b in board.links)] = regions
    return found


def hangs_together(board: Lattice, region: Region) -> bool:
    """Whether a region is connected."""
    seen = [min(region)]
    for c in seen:
        seen += [n for a, b in board.links if c in (a, b) and (n := a + b - c) in region and n not in seen]
    return len(seen) == len(region)


def test_a_large_board_with_many_letters_is_solved() -> None:
    body = "1k2j3g4g5r67j8h9iaj4bicdh66en2kf-10m-11g9g5g1peq3hf-12g8n-13g7idi-14bhcieh-15o-14-11ejah-12k-10k-13-15h"
    assert api.solve(read_link(f"https://puzz.link/p?nikoji/14/13/{body}"), time_limit=300).status == "unique"
