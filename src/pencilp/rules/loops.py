"""Words about loops and lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Lit, Model, OneLoop, exactly


def loop_through_cells(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    *,
    all_cells: bool = False,
    roots: Iterable[int] | None = None,
    branch: str = "the loop neither branches nor ends",
    single: str = "the loop is one single loop",
) -> list[Lit]:
    """``line`` (a literal per inner edge) is one closed loop from cell to cell; returns per cell whether it is passed.

    ``all_cells``: every cell is passed. ``roots``: cells one of which is passed in every right answer (a promise).
    """
    return _loop(m, line, board.links_at, board.links, list(board.cells), all_cells, roots, branch, single)


def loop_along_edges(
    m: Model,
    board: Lattice,
    line: Sequence[Lit],
    *,
    roots: Iterable[int] | None = None,
    branch: str = "the loop neither branches nor ends",
    single: str = "the loop is one single loop",
) -> list[Lit]:
    """``line`` (a literal per edge) is one closed loop from corner to corner; returns per corner whether it is passed.

    ``roots``: corners one of which is passed in every right answer (a promise).
    """
    return _loop(m, line, board.corner_edges, board.edge_corners, board.corner_cells, False, roots, branch, single)


def _loop(
    m: Model,
    line: Sequence[Lit],
    edges_at: Sequence[Sequence[int]],
    ends: Sequence[tuple[int, int]],
    places: Sequence[int | Sequence[int]],
    all_nodes: bool,
    roots: Iterable[int] | None,
    branch: str,
    single: str,
) -> list[Lit]:
    passed = []
    for edges, place in zip(edges_at, places, strict=True):
        here = [line[e] for e in edges]
        if all_nodes:
            m.require(branch, exactly(2, here), at=place)
            passed.append(m.true)
        else:
            on = m.any_of(here)
            m.require(branch, on >> exactly(2, here), at=place)
            passed.append(on)
    if all_nodes:
        roots = (0,)
    m.require(single, OneLoop(passed, [(p, q, line[e]) for e, (p, q) in enumerate(ends)], roots))
    return passed
