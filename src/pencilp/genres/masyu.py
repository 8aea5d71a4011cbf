from pencilp.board.layers import Loop, Param, Symbols
from pencilp.encodings import Cells, Circle, Flag, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, not_all
from pencilp.rules import ahead, loop_through_cells, straight_at, straights, turn_at


class Masyu(Genre):
    """Draw one closed loop from cell to cell that passes every circle. On a black circle it turns, and goes straight
    through the cells before and after it. Through a white circle it goes straight, and it turns in the cell before
    or after it or in both.
    """

    name = "masyu"
    title = "Masyu"
    title_ja = "ましゅ"
    aliases = ("mashu", "pearl", "pearls", "真珠")
    shapes = ("square", "hexagonal")

    circles = Symbols({"w": "a white circle", "b": "a black circle"}, "the circles", look="circle")
    full = Param("1: the loop passes every cell", high=1, initial=0)
    line = Loop("the loop")

    link_id = "mashu"
    link = [Flag("f", "full"), Circle("circles", "wb")]
    pzpr = [Flag("f", "full"), Cells(("circles", {"1": "w", "2": "b"})), Matrix("line")]
    dataset = [Cells(("circles", {"w": "w", "b": "b", "1": "w", "2": "b"})), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        everywhere = True if self.full else None
        must = self.circles.given
        passed = loop_through_cells(m, board, line, [everywhere] * len(board.cells), roots=must[:1] or None)
        m.require_all("the loop passes every circle", [passed[c] for c in must], must)
        for cell in self.circles.where("b"):
            turn_at(m, board, line, cell, "the loop turns on a black circle")
            for link, following in ahead(board, cell):
                onward = ~line[link] if following is None else line[link] >> line[following]
                m.require("the loop goes straight before and after a black circle", onward, at=cell)
        for cell in self.circles.where("w"):
            straight_at(m, board, line, cell, "the loop goes straight through a white circle")
            beyond = dict(ahead(board, cell))
            for a, b in straights(board, cell):
                if beyond[a] is not None and beyond[b] is not None:
                    turned = not_all(line[beyond[a], a, b, beyond[b]])
                    m.require("the loop turns before or after a white circle", turned, at=cell)
