from pencilp.board.layers import Rooms, Shading
from pencilp.encodings import Cells, Grid, Hex16
from pencilp.genres.base import Genre
from pencilp.genres.parquet.codec import TileBorders, TileSides
from pencilp.model import Model, exactly
from pencilp.rules.shading import all_alike, connected, no_loop


class Parquet(Genre):
    """The rooms of the board are divided into tiles. Shade one tile in every room. The shaded cells form one group without a
    loop; a shaded two by two is a loop, too.
    """

    name = "parquet"
    title = "Parquet"
    title_ja = "Parquet"

    rooms = Rooms("the division into rooms")
    tiles = Rooms("the division into tiles, each in one room", cages=True)
    shaded = Shading("the shaded cells")

    link = [Grid(TileSides("rooms", "tiles"), Hex16())]
    pzpr = [TileBorders("rooms", "tiles"), Cells("shaded")]

    def validate(self) -> None:
        for tile in self.tiles:
            for cell in tile:
                if self.rooms.of[cell] != self.rooms.of[tile[0]]:
                    raise self.bad("tiles", cell, "this tile lies in two rooms")

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        for tile in self.tiles:
            all_alike(m, shaded, tile, "a tile is shaded wholly or not at all")
        for room in self.rooms:
            firsts = [tile[0] for tile in self.tiles if tile[0] in room]
            m.require("a room has one shaded tile", exactly(1, shaded[firsts]), at=room)
        connected(m, board, shaded, "the shaded cells form one group")
        no_loop(m, board, shaded, "the shaded cells form no loop", around_corner="no two by two is shaded")
