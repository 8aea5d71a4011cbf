"""Words about which cells are shaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pencilp.board.lattice import Lattice
from pencilp.model import Clause, Connected, Lit, Model, not_all


def not_adjacent(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """No two cells that share an edge are both true."""
    m.require_all(words, [Clause((~lits[a], ~lits[b])) for a, b in board.links], board.links)


def no_two_by_two(m: Model, board: Lattice, lits: Sequence[Lit], words: str) -> None:
    """Not all cells around a corner are true: four on square boards, three on hexagonal ones."""
    m.require_all(words, [not_all([lits[c] for c in block]) for block in board.blocks], board.blocks)


def connected(m: Model, board: Lattice, lits: Sequence[Lit], words: str, roots: Iterable[int] | None = None) -> None:
    """The cells whose literal is true form one group, joined by edges.

    ``lits`` has one literal per cell. ``roots`` is a promise that helps the search: in every right answer with any such
    cell at all, one of these cells is true.
    """
    m.require(words, Connected(lits, [(a, b, None) for a, b in board.links], roots))
