"""Rules that only nonogram has."""

from __future__ import annotations

from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN
from pencilp.model import Lit, Model, Runs
from pencilp.model.model import Clue, Place


def runs_are(
    m: Model, line: Sequence[Lit], lengths: Sequence[int | str], words: str, at: Place = None, clue: Clue = None
) -> None:
    """Require that the runs of true literals in ``line`` have exactly these ``lengths``, in this order (``?``: any
    length). ``at`` are the cells of the line.
    """
    m.require(words, Runs(line, [None if n == UNKNOWN else int(n) for n in lengths if n != 0]), at, clue=clue)
