"""Tents: what proves it."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import pytest

from pencilp import api
from pencilp.board.lattice import square
from pencilp.errors import InputError
from pencilp.formats.text import text as plain
from tests.proof import Corpus
from tests.small_boards import Case, Cells, Filling, around, judged, line_counts, lines_counted, near


def case(rng: random.Random) -> Case:
    """Trees anywhere, and the counts of tents in some lines."""
    board = rng.choice([square(2, 3), square(3, 4), square(4, 4), square(3, 5), square(3, 4, [(1, 2)])])
    trees = rng.sample(board.cells, rng.randint(1, 4))
    pitched = set()
    for chosen in product(*(near(board)[tree] for tree in trees)):
        if len(set(chosen)) == len(trees) and not set(chosen) & set(trees):
            pitched.add(tuple([int(c in chosen) for c in board.cells]))
    pool: list[Filling] = [(tents,) for tents in sorted(pitched)]
    counts = line_counts(board, rng.choice(pool)[0] if pool else (0,) * len(board), rng)

    def right(tents: Cells) -> bool:
        apart = not any(tents[c] and tents[n] for c in board.cells for n in around(board)[c])
        return apart and lines_counted(board, tents, counts)

    layer = ["T" if c in trees else None for c in board.cells]
    found = judged("tents", board, pool, right, trees=layer, counts=counts)
    # tents of any number, so that some have no tree and some trees no tent
    anyhow: list[Filling] = [(tuple([int(rng.random() < 0.25) for _ in board.cells]),) for _ in range(len(pool) // 2)]
    return found._replace(near=[*pool, *anyhow])


PUZZLES = 120
REASONS = {
    "nmTentNone": "every tree has a tent of its own next to it",
    "nmTreeNone": "every tent has a tree of its own next to it",
    "tentAround": "tents do not touch, not even at a corner",
    "exTentNe": "the number outside counts the tents in its line",
    "nmTentLt": "every tree has a tent of its own next to it",
    "nmTentGt": "every tent has a tree of its own next to it",
}
FOLLOWS = {"there is no tent on a tree": "every tree has a tent next to it, which would touch the one on the tree"}
CORPUS = Corpus("Tent", every=50)


def test_trees_in_a_bunch() -> None:
    """Tents may belong to trees in several ways; it is one answer all the same."""
    board = square(3, 4)
    trees = [1, 5, 6]
    puzzle = api.puzzle("tents", board, trees=["T" if c in trees else None for c in board.cells])
    right = set()
    for tents in combinations(set(board.cells).difference(trees), len(trees)):
        apart = not any(b in around(board)[a] for a in tents for b in tents)
        if apart and any(
            all(tent in near(board)[tree] for tent, tree in zip(tents, order, strict=True))
            for order in permutations(trees)
        ):
            right.add(tuple([int(c in tents) for c in board.cells]))
    answers = [tuple(answer["tents"]) for answer in api.solve(puzzle, count=0).answers]
    assert right
    assert sorted(answers) == sorted(right)


def test_a_tree_that_shares_its_tent_is_named() -> None:
    puzzle = plain.read("tents\ntrees:\nT - T\n- - -\nanswer:\ntents:\n- A -\n- - -\n")[0]
    (broken,) = api.check(puzzle)
    assert broken.rule == "every tree has a tent of its own next to it"
    assert broken.cells in ((0,), (2,))


def test_invalid_puzzles_are_refused() -> None:
    with pytest.raises(InputError, match=r"not one of|is not"):
        plain.read("tents\ntrees:\nX -\n")
