from pencilp.encodings import Border, Cells, Circle, Ignored, Matrix, RoomIds
from pencilp.genres.dotchi import DotchiLoop
from pencilp.model import Model
from pencilp.rules.loops import goes_straight, loop_through_cells, passes_one_kind, turns


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
