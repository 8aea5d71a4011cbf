from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph, Text
from pencilp.encodings import Cells, Flag
from pencilp.genres.base import Genre
from pencilp.genres.icebarn import codec
from pencilp.genres.icebarn.structure import Along
from pencilp.model import Model, any_of
from pencilp.rules.loops import way_across_itself

WAYS = {"n": "an arrow up", "e": "an arrow right", "s": "an arrow down", "w": "an arrow left"}


def door(token: str, lattice: Lattice) -> Glyph:
    """Return IN or OUT, in a circle on the outline."""
    return Glyph([Circle(0.62, level="rounds"), Text(token, size=0.45)], token)


class Icebarn(Genre):
    """Draw one line from cell to cell that comes into the board at IN and goes out at OUT. It passes every arrow as it points.
    On ice it does not turn, but may cross itself. It visits every icebarn: a group of connected cells of ice.
    """

    name = "icebarn"
    title = "Icebarn"
    title_ja = "アイスバーン"

    ice = Symbols({"i": "ice"}, "the cells with ice", look="grey", optional=True)
    arrows = Symbols(WAYS, "the arrows over edges between cells", on="links", look="arrow_between", optional=True)
    doors = Symbols({"IN": "the way in", "OUT": "the way out"}, "IN and OUT, on the outline", on="edges", look=door)
    line = Loop("the line")

    link = [Flag("c"), codec.Board("ice", "arrows", "doors")]
    pzpr = [
        codec.Doors("doors"), Cells(("ice", {"0": None, "1": "i"})), codec.Arrows("arrows", "doors"),
        codec.Line("line", "doors"),
    ]  # fmt: skip

    def validate(self) -> None:
        outer = {self.board.cell_edges[c][d] for c, d in self.outside()}
        for sign in ("IN", "OUT"):
            found = self.doors.where(sign)
            if len(found) != 1:
                raise self.bad("doors", None, f"the puzzle needs one {sign}, not {len(found)}")
            if found[0] not in outer:
                raise self.bad("doors", found[0], f"{sign} lies on the outline")
        for e, way in self.arrows.items():
            if not self.arcs(e, way):
                raise self.bad("arrows", e, "an arrow leads from one cell to the other")

    def outside(self) -> list[tuple[int, int]]:
        """Return the outer sides: cells, and directions without another cell."""
        board = self.board
        return [(c, d) for c in board.coast for d in board.directions if board.neighbour(c, d) is None]

    def arcs(self, e: int, way: str) -> list[int]:
        """Return the arc that an arrow follows, if there is one."""
        a, b = self.board.links[e]
        return (
            [2 * e] if self.board.neighbour(a, way) == b else [2 * e + 1] if self.board.neighbour(b, way) == a else []
        )

    def rules(self, m: Model) -> None:
        board, line, ice = self.board, self.line, set(self.ice.given)
        sides = {board.cell_edges[c][d]: (c, d) for c, d in self.outside()}
        words = "the line neither branches nor ends; it crosses itself only on ice, and does not turn there"
        way_in, way_out = (sides[self.doors.where(sign)[0]] for sign in ("IN", "OUT"))
        one = "the line is one, from IN to OUT"
        passed, course = way_across_itself(m, board, line, ice, way_in, way_out, branch=words, single=one)
        for clue in self.arrows.items():
            follows = Along(course, self.arcs(clue.place, clue.value))
            m.require("the line passes every arrow as it points", follows, clue=clue)
        for barn in board.groups([0] * len(board.links), sorted(ice)):
            m.require("the line visits every icebarn", any_of(passed[sorted(barn)]), at=sorted(barn))
