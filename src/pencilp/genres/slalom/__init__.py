from itertools import product

from pencilp.board.layers import UNKNOWN, Arrows, Gates, Loop
from pencilp.encodings import Flag, Matrix
from pencilp.genres.base import Genre, OpenLayers
from pencilp.genres.slalom import codec
from pencilp.genres.slalom.structure import Nth, Once
from pencilp.model import Lit, Model, all_hold, at_most, exactly, none_of
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

    def open_rules(self, m: Model) -> OpenLayers:
        board, line, cells = self.board, self.line, self.board.cells
        passed = loop_through_cells(m, board, line)
        starts, shaded, chosen = ([m.binary() for _ in cells] for _ in range(3))
        m.require("there is one circle, on the loop", exactly(1, starts))
        m.require_all("the circle is on the loop", [x >> y for x, y in zip(starts, passed, strict=True)], cells)
        gates: list[dict[str, list[Lit]]] = [{"ew": [], "ns": []} for _ in cells]
        pointed: list[list[list[Lit]]] = [[[] for _ in board.directions] for _ in cells]
        for (way, (back, ahead)), first in product((("ew", (3, 1)), ("ns", (0, 2))), cells):
            ray = (first, *board.rays[first][ahead])
            for gate in (ray[:length] for length in range(1, len(ray) + 1)):
                x = m.binary()
                along = {e for cell in gate for side in (back, ahead) if (e := board.link(cell, side)) is not None}
                m.require("the loop passes a gate once", x >> exactly(1, [passed[cell] for cell in gate]))
                m.require("the loop goes straight across a gate", x >> none_of([line[e] for e in sorted(along)]))
                for cell in gate:
                    gates[cell][way].append(x)
                for end, arrow in ((board.step[gate[0]][back], ahead), (board.step[gate[-1]][ahead], back)):
                    if end >= 0:
                        m.require("a gate ends at shaded cells", x >> shaded[end])
                        pointed[end][arrow].append(x)
        signs, numbers = [], []
        for cell in cells:
            of_gates = {way: m.any_of(some) for way, some in gates[cell].items()}
            alone = [starts[cell], shaded[cell], *gates[cell]["ew"], *gates[cell]["ns"]]
            m.require("a cell has one sign", at_most(1, alone), at=cell)
            m.require("the loop keeps out of shaded cells", at_most(1, (shaded[cell], passed[cell])), at=cell)
            arrows = [m.all_of((chosen[cell], m.any_of(some))) for some in pointed[cell]]
            first_of = [m.all_of((x, *(~y for y in arrows[:i]))) for i, x in enumerate(arrows)]
            numbers.append({(i, UNKNOWN): x for i, x in enumerate(first_of)})
            signs.append({"o": starts[cell], "x": m.all_of((shaded[cell], ~m.any_of(arrows))), **of_gates})
        return {"signs": signs, "numbers": numbers}
