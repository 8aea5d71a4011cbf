"""Rules that only tapa has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, product

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN
from pencilp.model import Lit, Model, Table
from pencilp.model.model import Clue


def runs_around(
    m: Model,
    board: Lattice,
    lits: Sequence[Lit],
    cell: int,
    lengths: Sequence[int | str],
    words: str,
    clue: Clue = None,
) -> None:
    """The runs of true literals met when going once around ``cell`` have these ``lengths``, in any order.

    ``?`` is a run of any length; alone it may also say that there is none, as 0 does.
    """
    ring = board.ring[cell]
    rows = _rings(tuple([c >= 0 for c in ring]), tuple(sorted(lengths, key=str)))
    m.require(words, Table([lits[c] for c in ring if c >= 0], rows), at=cell, clue=clue)


@lru_cache(maxsize=1024)
def _rings(there: tuple[bool, ...], lengths: tuple[int | str, ...]) -> list[tuple[int, ...]]:
    """How the cells that are ``there`` of a ring can be filled for its runs to have these ``lengths``."""
    known = Counter(n for n in lengths if n != UNKNOWN)
    result = []
    for ring in product(*[(0, 1) if cell else (0,) for cell in there]):
        # begin behind a gap, so that no run is cut in two
        start = ring.index(0) if 0 in ring else 0
        runs = [sum(run) for true, run in groupby((*ring[start:], *ring[:start])) if true] or [0]
        if len(runs) == len(lengths) and known <= Counter(runs):
            result.append(tuple([n for n, cell in zip(ring, there, strict=True) if cell]))
    return result
