from pencilp.board.layers import AnswerMarks, Rooms, Symbols
from pencilp.encodings import Apart, Border, Cells, Gaps, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, exactly


class DosunFuwari(Genre):
    """Put an iron ball and a balloon into every room. Iron balls fall down: each lies on the ground, on a black cell or on
    another iron ball. Balloons rise: each hangs under the ceiling, under a black cell or under another balloon.
    """

    name = "dosufuwa"
    title = "Dosun-Fuwari"
    title_ja = "ドッスンフワリ"
    aliases = ("dosunfuwari",)
    symmetries = ("mirror",)

    black = Symbols({"x": "a black cell"}, "the black cells", look="wall")
    rooms = Rooms("the rooms of white cells", partial=True, connected=False)
    balls = AnswerMarks({"b": "an iron ball", "w": "a balloon"}, "the iron balls and the balloons", look="circle")

    link = [Apart("rooms", "black", Border("rooms"), Gaps("black", "x"))]
    pzpr = [RoomIds("rooms", apart="black", sign="x"), Cells(("balls", {"1": 2, "2": 1}))]

    def validate(self) -> None:
        for cell, (black, room) in enumerate(zip(self.black, self.rooms.of, strict=True)):
            if (black is None) == (room is None):
                why = "every white cell needs a room" if black is None else "a black cell is in a room"
                raise self.bad("rooms", cell, why)

    def rules(self, m: Model) -> None:
        for token, side, one, rests in (
            ("b", "s", "an iron ball", "an iron ball lies on another, on a black cell or on the ground"),
            ("w", "n", "a balloon", "a balloon hangs under another, under a black cell or under the ceiling"),
        ):
            here = self.balls.is_(token)
            for room in self.rooms:
                m.require(f"a room holds {one}, just one", exactly(1, here[room]), at=room)
            for cell in self.board.cells:
                beyond = self.board.neighbour(cell, side)
                if self.black[cell] is not None:
                    m.require("no ball is in a black cell", ~here[cell], at=cell)
                elif beyond is not None and self.black[beyond] is None:
                    m.require(rests, any_of((~here[cell], here[beyond])), at=cell)
