"""Hashiwokakero: what proves it."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from pencilp import api
from pencilp.board.lattice import hexagon, hexagonal, square
from pencilp.board.puzzle import Answer
from tests.proof import Corpus
from tests.small_boards import SIDES, Case, judged, ray, sometimes


def case(rng: random.Random) -> Case:
    """Islands anywhere, with the numbers of some bridges that join them all, now and then others."""
    board = rng.choice([square(3, 4), square(4, 4), square(4, 5, [(1, 1)]), square(5, 5), hexagonal(3, 4), hexagon(3)])
    islands: list[int] = []
    spans: list[tuple[int, int, list[int]]] = []
    while not (islands and len(islands) - 1 <= len(spans) <= 6):
        islands = sorted(rng.sample(board.cells, rng.randint(1, 6)))
        spans = []
        for a in islands:
            for direction in range(len(SIDES[board.shape])):
                way = ray(board, a, direction)
                length = next((k for k, c in enumerate(way) if c in islands), None)
                if length is not None and a < way[length]:
                    spans.append((a, way[length], way[:length]))

    def joined(counts: tuple[int, ...]) -> bool:
        group = {islands[0]}
        for _ in islands:
            for n, (a, b, _) in zip(counts, spans, strict=True):
                if n and group.intersection((a, b)):
                    group.update((a, b))
        return len(group) == len(islands)

    def crossing(counts: tuple[int, ...]) -> bool:
        over = [c for n, (_, _, way) in zip(counts, spans, strict=True) if n for c in way]
        return len(over) > len(set(over))

    def drawn(counts: tuple[int, ...]) -> tuple[int, ...]:
        value = {}
        for n, (a, b, way) in zip(counts, spans, strict=True):
            value.update({frozenset(step): n for step in zip((a, *way), (*way, b), strict=True)})
        return tuple([value.get(frozenset(link), 0) for link in board.links])

    def ends(counts: tuple[int, ...]) -> dict[int, int]:
        return {i: sum(n for n, (a, b, _) in zip(counts, spans, strict=True) if i in (a, b)) for i in islands}

    every = list(product(range(3), repeat=len(spans)))
    bridges = {drawn(counts): counts for counts in every}
    good = {drawn(counts) for counts in every if any(counts) and joined(counts) and not crossing(counts)}
    truth = bridges[rng.choice(sorted(good or bridges))]
    numbers: list[Any] = [None] * len(board)
    unsure = rng.random() / 2
    for island, n in ends(truth).items():
        numbers[island] = sometimes(rng, unsure, n, "?") if n and rng.random() < 0.95 else rng.choice(["?", 1, 2, 3])

    def right(values: tuple[int, ...]) -> bool:
        real = ends(bridges[values])
        return values in good and all(numbers[i] in ("?", real[i]) for i in islands)

    return judged("hashi", board, [(values,) for values in bridges], right, islands=numbers)


PUZZLES = 80
REASONS = {
    "brNoLine": "there is a bridge",
    "nmLineGt": "as many bridges end at an island as its number says",
    "nmLineLt": "as many bridges end at an island as its number says",
    "lcDivided": "the bridges join all islands",
}
BOARDS = ("hashi\nislands:\n- ? -\n", "hashi\nislands:\n- - -\n")
CORPUS = Corpus("Hashi", every=50)


def test_a_bridge_is_the_same_all_along() -> None:
    puzzle = api.puzzle("hashi", square(1, 3), islands=[1, None, 1])
    assert api.check(puzzle, Answer(puzzle, {"bridges": [1, 1]})) == []
    assert api.check(puzzle, Answer(puzzle, {"bridges": [1, 0]}))
    assert api.check(puzzle, Answer(puzzle, {"bridges": [0, 0]}))


@pytest.mark.parametrize("islands", [[None] * 3, [None, "?", None], ["?", None, None]])
def test_without_a_bridge_there_is_no_answer(islands: list[str | None]) -> None:
    puzzle = api.puzzle("hashi", square(1, 3), islands=islands)
    assert api.solve(puzzle).status == "none"
    assert api.check(puzzle, Answer(puzzle, {"bridges": [0, 0]}))
