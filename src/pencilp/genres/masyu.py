from typing import TYPE_CHECKING

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Param, Symbols
from pencilp.encodings import Cells, Circle, Flag, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, not_all
from pencilp.rules.loops import goes_straight, loop_through_cells, straights, turns

if TYPE_CHECKING:
    pass


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
        passed = loop_through_cells(m, board, line, [everywhere] * len(board), passes="the loop passes every cell")
        for clue in self.circles.items():
            cell = clue.cell
            m.require("the loop passes every circle", passed[cell], clue=clue)
            beyond = dict(ahead(board, cell))
            if clue.value == "b":
                m.require("the loop turns on a black circle", turns(board, line, cell), clue=clue)
                onward = [~line[e] if f is None else line[e] >> line[f] for e, f in beyond.items()]
                m.require("the loop goes straight before and after a black circle", all_hold(onward), clue=clue)
            else:
                straight = goes_straight(board, line, cell)
                m.require("the loop goes straight through a white circle", straight, clue=clue)
                ways = [(a, b) for a, b in straights(board, cell) if beyond[a] is not None and beyond[b] is not None]
                turned = [not_all(line[beyond[a], a, b, beyond[b]]) for a, b in ways]
                bend = all_hold(turned, fault_text="it goes straight on before and after it")
                m.require("the loop turns before or after a white circle", bend, clue=clue)


def ahead(board: Lattice, cell: int) -> list[tuple[int, int | None]]:
    """Return per inner edge of ``cell`` the edge that a line leaving over it crosses next if it goes straight on, or
    None."""
    return [(board.link_to[cell][way], board.link(there, way)) for way, there in board.ways(cell)]
