"""Rules that only hashi has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pencilp.board.lattice import Lattice
from pencilp.genres.hashi.structure import AllJoined, AnyBridge, Bridges, EndAt, GoStraightOn, Uncrossed
from pencilp.model import Int, Model
from pencilp.model.model import Clue


def bridges_between(
    m: Model, board: Lattice, bridges: Sequence[Int], islands: Collection[int], straight: str, cross: str
) -> Bridges:
    """``bridges`` has per link how many bridges run there: straight on from one of ``islands`` (cells) to the next,
    without crossing. The words for this are ``straight`` and ``cross``. Return the bridges for other rules.
    """
    of = Bridges(m, board, bridges, islands)
    m.require(straight, GoStraightOn(of))
    m.require(cross, Uncrossed(of))
    return of


def bridges_end(m: Model, bridges: Bridges, cell: int, count: int, words: str, clue: Clue = None) -> None:
    """Require that ``count`` bridges end at the island in ``cell``."""
    m.require(words, EndAt(bridges, cell, count), at=cell, clue=clue)


def some_bridge(m: Model, bridges: Bridges, words: str) -> None:
    """Require that there is a bridge."""
    m.require(words, AnyBridge(bridges))


def bridges_join_all(m: Model, bridges: Bridges, words: str) -> None:
    """Require that bridges connect all islands."""
    m.require(words, AllJoined(bridges))
