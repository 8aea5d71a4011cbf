"""Rules that only tents has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.genres.tents.structure import EachHasPartner, EachIsPartner, Pairing
from pencilp.model import Lit, Model


def paired(m: Model, board: Lattice, fixed: Sequence[int], lits: Sequence[Lit], words: str, words_back: str) -> None:
    """Require that the ``fixed`` cells and the cells whose literal is true can be paired, each with a neighbour of
    its own.

    ``words`` say that every fixed cell has its partner, ``words_back`` that every true cell has.
    """
    free = set(board.cells).difference(fixed)
    pairing = Pairing(
        m, {c: [n for n in board.near[c] if n in free] for c in fixed}, {c: lits[c] for c in sorted(free)}
    )
    m.require(words, EachHasPartner(pairing))
    m.require(words_back, EachIsPartner(pairing))
