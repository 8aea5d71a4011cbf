from pencilp.board.layers import Param, Rooms, Shading
from pencilp.encodings import Border, Cells, Count, Header, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.counting import not_touching


class Starbattle(Genre):
    """Put stars into cells, so that every row, every column and every room holds the same given number of them. Stars do
    not touch, not even at a corner.
    """

    name = "starbattle"
    title = "Star Battle"
    title_ja = "スターバトル"
    aliases = ("two not touch", "queens", "doppelstern")
    penpa = {"stars": "outside"}

    rooms = Rooms("the rooms", connected=False, partial=True)
    stars = Param("the number of stars in a row, column or room", high="cells", initial=1)
    star = Shading("the cells with a star", look="star", token="*")

    link = [Count("stars"), Border("rooms")]
    pzpr = [Count("stars"), RoomIds("rooms"), Cells("star")]
    dataset = [Header("stars"), RoomIds("rooms", holes=True), Cells("star")]

    def rules(self, m: Model) -> None:
        for words, groups in (
            ("a row", self.board.row_cells),
            ("a column", self.board.col_cells),
            ("a room", self.rooms),
        ):
            for cells in groups:
                m.require(f"{words} holds the given number of stars", exactly(self.stars, self.star[cells]), at=cells)
        not_touching(m, self.board, self.star, "stars do not touch, not even at a corner")
