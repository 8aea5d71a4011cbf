from itertools import permutations

from pencilp.board.layers import UNKNOWN, Loop, Symbols
from pencilp.encodings import Blanks, Cells, Grid, Matrix, Refused, Sign, Signs, Word
from pencilp.genres.base import Genre
from pencilp.model import Connected, Model, total
from pencilp.rules.loops import leaves_by

PIPES = {
    "nesw": "a crossing",
    "ns": "a straight pipe",
    "ew": "a straight pipe",
    "ne": "a bend",
    "nw": "a bend",
    "sw": "a bend",
    "es": "a bend",
}
RINGS = "a board with rings is one of Pipelink Returns, a variant that is not supported"
PZPR = dict(zip("abcdefg", PIPES, strict=True))
DATASET = {"".join(ways): pipe for pipe in PIPES for ways in permutations(pipe)}


class Pipelink(Genre):
    """Draw one closed loop through all cells. It may cross itself. It goes straight both ways at a crossing. The
    given pipes are part of it, and nothing is added to their cells.
    """

    name = "pipelink"
    title = "Pipelink"
    title_ja = "パイプリンク"
    aliases = ("pipe link",)

    pipes = Symbols(PIPES, "pieces of the loop", look="pipe")
    line = Loop("the loop")

    link = [Grid("pipes", Signs("abcdefg", [*PIPES]), Sign(".", UNKNOWN), Refused("0123456789", RINGS), Blanks("h"))]
    pzpr = [Word("pipe", "circle", "ice"), Cells(("pipes", PZPR)), Matrix("line")]
    dataset = [Cells(("pipes", DATASET)), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        joined = []
        for cell in board.cells:
            here = line[board.links_at[cell]]
            crossing = m.all_of(here) if len(here) == 4 else m.false
            m.require("a line passes a cell or two cross in it", total(here) == 2 + 2 * crossing, at=cell)
            ways = [(way, board.link_to[cell][way]) for way, _ in board.ways(cell)]
            for a, link in ways:
                joined += [(link, other, None if a - b == 2 else ~crossing) for b, other in ways if b < a]
            if clue := self.pipes.at(cell):
                m.require("a given pipe stays as it is", leaves_by(board, line, cell, clue.value), clue=clue)
        m.require("the loop is one single loop", Connected(line, joined))
