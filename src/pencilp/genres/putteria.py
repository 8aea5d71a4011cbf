from pencilp.board.layers import NumbersOrSymbols, Rooms, RoomSizes
from pencilp.encodings import Border, Cells, Number16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model, at_most, exactly
from pencilp.rules.numbers import sizes_given
from pencilp.rules.shading import not_adjacent


class Putteria(Genre):
    """Write one number into every room: how many cells the room has. Cells with a number do not share an edge, and no
    number occurs twice in a row or in a column. There is no number in a cell with a cross.
    """

    name = "putteria"
    title = "Putteria"
    title_ja = "プッテリア"
    penpa = {"given": "no number"}

    rooms = Rooms("the rooms")
    given = NumbersOrSymbols(
        {"x": "no number stands here"},
        "the numbers and crosses printed in cells",
        low=1,
        high="cells",
        optional=True,
        look="text",
    )
    number = RoomSizes("rooms", "the cells with a number, which is the size of its room")

    link = [Border("rooms"), Number16("given", {-2: "x"})]
    pzpr = [Walls("rooms"), Cells(("given", {"-": "x"})), Cells("number", given=("given", {}))]
    dataset = [Cells("given"), RoomIds("rooms"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        for clue in self.given.known("x"):
            m.require("there is no number in a cell with a cross", ~number[clue.cell], clue=clue)
        sizes_given(m, number, self.rooms, self.given)
        for room in self.rooms:
            m.require("a room holds one number", exactly(1, number[room]), at=room)
        not_adjacent(m, board, number, "cells with a number do not share an edge")
        size = [len(self.rooms.groups[room]) for room in self.rooms.of]
        for words, lines in (("row", board.row_cells), ("column", board.col_cells)):
            for line in lines:
                for n in sorted({size[c] for c in line}):
                    equal = [c for c in line if size[c] == n]
                    few = at_most(1, number[equal])
                    m.require(f"no number occurs twice in a {words}", few, at=equal)
