"""What only lits has in its links: their older form."""

from __future__ import annotations

from pencilp.encodings.link import Border, set_walls
from pencilp.encodings.partial_puzzle import Body, PartialPuzzle


class Board(Border):
    """Border. After the letter ``d`` (``Flag``) a character for each cell, the same in all cells of a room, and another beyond
    each border. After the letter ``c``, which old sites wrote, they are as today.
    """

    def decode(self, body: Body, draft: PartialPuzzle) -> None:
        # what is written is in today's form, without a letter
        if draft.notes.pop("flag", "") != "d":
            super().decode(body, draft)
            return
        signs = body.take(len(draft.frame))
        set_walls(self.layer, [int(signs[a] != signs[b]) for a, b in draft.frame.links], draft)
