from pencilp.board.layers import InnerWalls, InRooms, Loop, Numbers, Param, Rooms
from pencilp.encodings import Border, Cells, Flag, Ignored, Matrix, Options, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.loops import enters, loop_through_cells


class CountryRoad(Genre):
    """Draw one closed loop from cell to cell that visits every country exactly once. A number says how many cells of its
    country the loop passes. Cells on both sides of a border are not both left out by the loop. If countries may be left out,
    it visits none of them twice.
    """

    name = "country"
    title = "Country Road"
    title_ja = "カントリーロード"
    shapes = ("square", "hexagonal")

    rooms = Rooms("the countries")
    numbers = Numbers("how many cells of its country the loop passes", high="cells", optional=True, on=InRooms("rooms"))
    walls = InnerWalls("borders within a country: a visit ends where the loop crosses one")
    empty = Param("1: countries may be left out", high=1, initial=0)
    line = Loop("the loop")

    link = [Flag("e", "empty"), Border("rooms"), RoomNumber16("numbers")]
    pzpr = [
        Options({"country_empty": "empty"}, version=1), RoomIds("rooms", walled=2), Cells("numbers"),
        Matrix("line"), Ignored("0"),
    ]  # fmt: skip
    dataset = [Cells("numbers"), RoomIds("rooms", holes=True), Cells("line")]

    def rules(self, m: Model) -> None:
        board, rooms, line = self.board, self.rooms, self.line
        passed = loop_through_cells(m, board, line)
        if self.empty:
            enters(m, board, rooms, line, "the loop visits no country twice", at_least=0, walls=self.walls)
        else:
            enters(m, board, rooms, line, "the loop visits every country exactly once", walls=self.walls)
        for clue in rooms.numbers(self.numbers):
            m.require(
                "the loop passes as many cells of a country as its number says",
                exactly(clue.value, passed[clue.cells]),
                clue=clue,
            )
        for a, b in (board.links[e] for e in rooms.borders(board, self.walls)):
            m.require("cells on both sides of a border are not both left out", passed[a] | passed[b], at=(a, b))
