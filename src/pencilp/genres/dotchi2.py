from pencilp.encodings import Border, Cells, Circle, Ignored, Matrix, RoomIds
from pencilp.genres.base import OpenLayers
from pencilp.genres.dotchi import DotchiLoop
from pencilp.model import Model, all_hold, any_of, implies, not_all
from pencilp.rules.loops import goes_straight, loop_through_cells, passes_one_kind, runs_straight, turns


class DotchiDotchiLoop(DotchiLoop):
    """Draw one closed loop from cell to cell. In every room it passes all white circles and no black one, or all black circles
    and no white one, and it passes a circle in every room. It goes straight through white circles and turns on black ones.
    """

    name = "dotchi2"
    title = "Dotchi Dotchi Loop"
    title_ja = "ドッチドッチループ"
    aliases = ("dotchi dotchi",)

    link = [Border("rooms"), Circle("circles", "wb")]
    pzpr = [RoomIds("rooms", walled=2), Cells(("circles", {"1": "w", "2": "b"})), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        board, line, circles = self.board, self.line, self.circles
        passed = loop_through_cells(m, board, line)
        kinds = [{*circles.where(circle)} for circle in "wb"]
        words = "the loop passes all white circles of a room and no black one, or all black ones and no white one"
        passes_one_kind(m, passed, self.rooms, kinds, words)
        for clue in circles.known("w"):
            straight = goes_straight(board, line, clue.cell)
            m.require("the loop goes straight through a white circle", straight, clue=clue)
        for clue in circles.known("b"):
            m.require("the loop turns on a black circle", turns(board, line, clue.cell), clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        passed = loop_through_cells(m, board, line)
        circles = [[m.binary(), m.binary()] for _ in board.cells]
        for room in self.rooms:
            white = m.binary()
            for cell in room:
                straight = runs_straight(m, board, line, cell)
                for x, chosen, fits in zip(circles[cell], (white, ~white), (straight, ~straight), strict=True):
                    parts = [~x | ~m.differ(passed[cell], chosen), implies((x, chosen), fits)]
                    m.require("a circle is passed as its colour says, or not at all", all_hold(parts), at=cell)
                m.require("a cell has one circle at most", not_all(circles[cell]), at=cell)
            m.require(
                "the loop passes a circle in every room",
                any_of([m.all_of((passed[c], x)) for c in room for x in circles[c]]),
            )
        return {"circles": [dict(zip("wb", each, strict=True)) for each in circles]}
