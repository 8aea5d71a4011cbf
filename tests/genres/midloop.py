"""Mid-loop: what proves it."""

from __future__ import annotations

import random
from typing import Any

from tests.proof import Corpus
from tests.small_boards import LOOP_BOARDS, SIDES, Case, Drawn, drawn_loops, looped, sometimes


def case(rng: random.Random) -> Case:
    """Dots in the middle of straight pieces of a random loop, now and then elsewhere."""
    board = rng.choice(LOOP_BOARDS)
    truth = rng.choice(list(drawn_loops(board).values()))
    half = len(SIDES[board.shape]) // 2

    def in_cell(loop: Drawn, cell: int) -> bool:
        runs = loop.runs(cell)
        return cell in loop.cells and runs[:half] == runs[half:]

    def on_edge(loop: Drawn, a: int, b: int) -> bool:
        # the loop runs as far from one cell over the edge and on as from the other the other way
        (row, col), (below, adjacent) = board.positions[a], board.positions[b]
        way = SIDES[board.shape].index((below - row, adjacent - col))
        return {a, b} in loop.steps and loop.runs(a)[way] == loop.runs(b)[(way + half) % (2 * half)]

    dots: list[Any] = [sometimes(rng, 0.5 if in_cell(truth, c) else 0.02, None, "o") for c in board.cells]
    edge_dots: list[Any] = [sometimes(rng, 0.4 if on_edge(truth, a, b) else 0.01, None, "o") for a, b in board.links]

    def right(loop: Drawn) -> bool:
        return all(in_cell(loop, c) for c, dot in enumerate(dots) if dot) and all(
            on_edge(loop, *link) for link, dot in zip(board.links, edge_dots, strict=True) if dot
        )

    layers = {"dots": dots, "edge_dots": edge_dots}
    return looped("midloop", board, right, **{key: values for key, values in layers.items() if any(values)})


PUZZLES = 80
MIDDLE = ("a dot is the middle of the straight piece that it lies on", "the loop goes straight through a dot in a cell")
REASONS = {
    "brNoLine": "the loop is one single loop",
    "lnBranch": "the loop neither branches nor ends",
    "lnCross": "the loop neither branches nor ends",
    "lnOnDot": "the loop passes every dot",
    "lnOnCenter": MIDDLE,
    "lnPlLoop": "the loop is one single loop",
}
CORPUS = Corpus("MidLoop", every=1)
