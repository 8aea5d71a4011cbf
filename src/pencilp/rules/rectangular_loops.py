"""Loops from cell to cell that are rectangles and may cross."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Clause, Lit, Model, all_hold
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.loops import all_straight_runs

RECTANGLE = "every loop is a rectangle"


@cached_per_shape
def loops_are_rectangles(m: Model, board: Lattice, line: Sequence[Lit]) -> None:
    """Require that the lines are loops, and that these are rectangles."""
    sides = [[m.there(line, board.link(cell, way)) for way in board.directions] for cell in board.cells]
    for cell, lines in enumerate(sides):
        others = [(x, lines[:d] + lines[d + 1 :]) for d, x in enumerate(lines)]
        ends = [Clause((~x, *rest)) for x, rest in others]
        branches = [Clause((x, *(~y for y in rest))) for x, rest in others]
        m.require("a loop neither branches nor ends", all_hold([*ends, *branches]), at=cell)
    _corners_fit(m, board, sides)
    _sides_are_equal(m, board, sides, all_straight_runs(m, board, line))


def _corners_fit(m: Model, board: Lattice, sides: Sequence[Sequence[Lit]]) -> None:
    """Require that sides end as in a rectangle: a left side at its lower end, an upper side at its right end."""
    left: list[Lit] = []
    upper: list[Lit] = []
    for cell, (n, e, s, w) in enumerate(sides):
        # a line down is a left side if it begins at a line to the right, or continues a left side
        is_left = m.there(left, board.neighbour(cell, "n"))
        is_upper = m.there(upper, board.neighbour(cell, "w"))
        left.append(m.any_of([m.all_of([s, ~n, e]), m.all_of([s, n, is_left])]))
        upper.append(m.any_of([m.all_of([e, ~w, s]), m.all_of([e, w, is_upper])]))
        below = [Clause((~n, s, ~is_left, e)), Clause((~n, s, is_left, w))]
        adjacent = [Clause((~w, e, ~is_upper, s)), Clause((~w, e, is_upper, n))]
        m.require(RECTANGLE, all_hold([*below, *adjacent]), at=cell)


def _sides_are_equal(
    m: Model, board: Lattice, sides: Sequence[Sequence[Lit]], runs: Sequence[Sequence[Sequence[Lit]]]
) -> None:
    """Require that the loop runs down equally far from both ends of an upper side."""
    down = [ways[2] for ways in runs]
    for cell, (n, e, s, w) in enumerate(sides):
        corner = m.all_of([e, s, ~n, ~w])
        along = runs[cell][1]
        for k, (run, other) in enumerate(zip(along, board.rays[cell][1], strict=True), 1):
            here = [~corner, ~run, *along[k : k + 1]]
            equal = [Clause((*here, a, ~b)) for a, b in zip(down[cell], down[other], strict=False)]
            equal += [Clause((*here, ~a, b)) for a, b in zip(down[cell], down[other], strict=False)]
            # a cell is missing on one side only
            short = min(len(down[cell]), len(down[other]))
            equal += [Clause((*here, ~x)) for more in (down[cell], down[other]) for x in more[short : short + 1]]
            m.require(RECTANGLE, all_hold(equal), at=(cell, other))
