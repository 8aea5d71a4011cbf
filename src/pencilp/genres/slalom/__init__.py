from pencilp.board.layers import UNKNOWN, Arrows, Gates, Loop
from pencilp.encodings import Flag, Matrix
from pencilp.genres.base import Genre
from pencilp.genres.slalom import codec
from pencilp.genres.slalom.structure import Nth, Once
from pencilp.model import Model, all_hold
from pencilp.rules.counting import segments
from pencilp.rules.loops import loop_through_cells
from pencilp.structures.course import Course

SIGNS = {
    "o": "the start",
    "x": "a shaded cell",
    "ew": "a gate from left to right",
    "ns": "a gate from top to bottom",
}


class Slalom(Genre):
    """Draw one closed loop from cell to cell that begins at the circle and keeps out of shaded cells. It passes every
    gate, a dashed line, exactly once, and goes straight across it. A number in a shaded cell belongs to the gate to
    which its arrow points. Without an arrow, or if the arrow is ``?``, it belongs to a gate that ends next to it. It
    is the place of this gate in the order in which the loop passes the gates, from the circle on in one of the two
    directions, the same for all numbers. A number without an adjacent gate says nothing.
    """

    name = "slalom"
    title = "Slalom"
    title_ja = "スラローム"
    aliases = ("suraromu",)

    signs = Gates(SIGNS, "the circle, the shaded cells without a number, and the gates")
    numbers = Arrows("shaded cells with the place of a gate in the order of the loop", high="cells", look="wall")
    line = Loop("the loop")

    link = [codec.WithArrows("d"), Flag("p"), codec.Board("signs", "numbers")]
    pzpr = [codec.Tokens("signs", "numbers"), Matrix("line")]

    def validate(self) -> None:
        if len(starts := self.signs.where("o")) != 1:
            raise self.bad("signs", None, f"the puzzle needs one circle, not {len(starts)}")
        for cell in self.numbers.given:
            if self.signs[cell]:
                raise self.bad("signs", cell, "a cell with a number has no other sign")

    def rules(self, m: Model) -> None:
        board, line, signs, numbers = self.board, self.line, self.signs, self.numbers
        known: list[bool | None] = [False if s == "x" or n else None for s, n in zip(signs, numbers, strict=True)]
        start = signs.where("o")[0]
        known[start] = True
        out = "the loop keeps out of shaded cells"
        passed = loop_through_cells(m, board, line, known, passes="the loop passes the circle", keeps_out=out)
        gates = [
            gate for axis, way in enumerate(("ew", "ns")) for gate in segments(board, [s == way for s in signs], axis)
        ]
        course = Course(m, len(board), board.links, line, start, gates)
        m.require("the loop passes every gate exactly once", Once(course, passed))
        ends: dict[tuple[int, int], int] = {}
        for k, gate in enumerate(gates):
            along = (1, 3) if signs[gate[0]] == "ew" else (0, 2)
            ends |= {(cell, way): k for cell in gate for way in along}
            adjacent = [e for cell in gate for way in along if (e := board.link(cell, way)) is not None]
            m.require(
                "the loop goes straight across a gate", all_hold([~line[e] for e in sorted({*adjacent})]), at=gate
            )
        for clue in numbers.items():
            ways = board.directions if clue.way in (None, UNKNOWN) else (clue.way,)
            adjacent_it = [
                ends[there, way] for way, there in board.ways(clue.cell) if way in ways and (there, way) in ends
            ]
            if adjacent_it and clue.number not in (None, UNKNOWN):
                words = "a number is the place of its gate in the order of the loop"
                m.require(words, Nth(course, adjacent_it, clue.number), clue=clue)
