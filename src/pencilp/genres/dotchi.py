from pencilp.board.layers import Loop, Rooms, Symbols
from pencilp.encodings import Border, Cells, Circle, Ignored, Matrix, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.loops import loop_through_cells, runs_straight
from pencilp.rules.shading import all_alike


class DotchiLoop(Genre):
    """Draw one closed loop from cell to cell that passes every white circle and no black one. In a room it either
    turns on all white circles, or goes straight through all of them.
    """

    name = "dotchi"
    title = "Dotchi-Loop"
    title_ja = "ドッチループ"
    aliases = ("dotchi loop",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    circles = Symbols({"w": "a white circle", "b": "a black circle"}, "the circles", look="circle")
    line = Loop("the loop")

    link = [Border("rooms"), Circle("circles", "wb")]
    pzpr = [RoomIds("rooms", walled=2), Cells(("circles", {"1": "w", "2": "b"})), Matrix("line"), Ignored("0")]
    dataset = [Cells("circles"), RoomIds("rooms"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line, circles = self.board, self.line, self.circles
        loop_through_cells(
            m,
            board,
            line,
            [{"w": True, "b": False}.get(circle) for circle in circles],
            passes="the loop passes every white circle",
            keeps_out="the loop keeps out of black circles",
        )
        white = set(circles.where("w"))
        straight = [runs_straight(m, board, line, c) if c in white else m.false for c in board.cells]
        for room in self.rooms:
            all_alike(
                m, straight, [c for c in room if c in white], "the loop turns on all white circles of a room or on none"
            )
