from pencilp.board.layers import Rooms, Shading, Symbols
from pencilp.encodings import Blanks, Border, Cells, Grid, RoomIds, Signs
from pencilp.genres.base import Genre
from pencilp.genres.nurimaze.structure import Way
from pencilp.model import Model
from pencilp.rules.shading import all_alike, connected, no_loop, no_two_by_two

SIGNS = {"S": "the start", "G": "the goal", "c": "a circle, which the way passes", "t": "a triangle, which it does not"}


class NuriMaze(Genre):
    """Shade some tiles, but no tile with a sign. The other cells form a maze: one group without a loop, so that just
    one way leads from the start S to the goal G. It passes all circles and no triangle. No two by two is all shaded
    or all unshaded.
    """

    name = "nurimaze"
    title = "Nuri-Maze"
    title_ja = "ぬりめいず"

    tiles = Rooms("the division into tiles")
    signs = Symbols(SIGNS, "the start, the goal, circles and triangles", look="outline")
    shaded = Shading("the shaded cells")

    link = [Border("tiles"), Grid("signs", Signs("1234", "SGct"), Blanks("5"))]
    pzpr = [RoomIds("tiles"), Cells(("signs", {"s": "S", "g": "G", "o": "c", "t": "t"})), Cells("shaded")]

    def validate(self) -> None:
        for sign in "SG":
            if len(self.signs.where(sign)) > 1:
                raise self.bad("signs", self.signs.where(sign)[1], f"there is more than one {sign}")
        passed = self.signs.where("c", "t")
        if passed and not (self.signs.where("S") and self.signs.where("G")):
            why = "circles and triangles need a start S and a goal G, because they lie on the way or off it"
            raise self.bad("signs", passed[0], why)

    def rules(self, m: Model) -> None:
        board, shaded = self.board, self.shaded
        maze = [~x for x in shaded]
        for tile in self.tiles:
            all_alike(m, shaded, tile, "a tile is shaded wholly or not at all")
        for cell in self.signs.given:
            m.require("a sign is not shaded", maze[cell], at=cell)
        no_two_by_two(m, board, shaded, "no two by two is shaded")
        connected(m, board, maze, "the unshaded cells form one group")
        no_loop(m, board, maze, "the unshaded cells form no loop", around_corner="no two by two is unshaded")
        self.way(m)

    def way(self, m: Model) -> None:
        """State the way from the start to the goal, and what it passes."""
        ends = [*self.signs.where("S"), *self.signs.where("G")]
        if len(ends) < 2:
            return
        board = self.board
        way = Way(m, [~x for x in self.shaded], board.near, *ends)
        m.require("a way leads from S to G", way.leads(), at=ends)
        for clue in self.signs.items():
            if clue.value == "c":
                m.require("the way from S to G passes the circles", way.passes[clue.cell], clue=clue)
            elif clue.value == "t":
                m.require("the way from S to G passes no triangle", ~way.passes[clue.cell], clue=clue)
