from pencilp.board.layers import Loop, Symbols
from pencilp.encodings import Cells, Matrix, Number10
from pencilp.genres.base import Genre
from pencilp.genres.nagare.rules import direction_of_loop
from pencilp.model import Clause, Model, all_hold, any_of, impossible
from pencilp.rules.loops import loop_through_cells

SIGNS = {
    "n": "an arrow up",
    "s": "an arrow down",
    "w": "an arrow left",
    "e": "an arrow right",
    "x": "a shaded cell",
    "fn": "a shaded cell, from which wind blows up",
    "fs": "a shaded cell, from which wind blows down",
    "fw": "a shaded cell, from which wind blows left",
    "fe": "a shaded cell, from which wind blows right",
}


class Nagare(Genre):
    """Draw one closed loop from cell to cell that keeps out of shaded cells, and go along it in one direction. The
    way leads straight through every arrow, as it points. From a shaded cell with an arrow wind blows in its
    direction, up to the next shaded cell. In a cell with wind, the way goes with the wind, into the cell, out of it
    or both, and never against it.
    """

    name = "nagare"
    title = "Nagareru-Loop"
    title_ja = "流れるループ"
    aliases = ("nagareru loop", "nagareru", "flowing loop")

    signs = Symbols(SIGNS, "the arrows, the shaded cells, and the wind", look="fan")
    line = Loop("the loop")

    link = [Number10("signs", dict(enumerate(SIGNS, 1)))]
    pzpr = [Cells(("signs", dict(zip("udlrNUDLR", SIGNS, strict=True)))), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, line, signs = self.board, self.line, self.signs
        shaded = {c for c, sign in signs.items() if sign not in ("n", "s", "w", "e")}
        known = [False if c in shaded else None for c in board.cells]
        passed = loop_through_cells(m, board, line, known, keeps_out="the loop keeps out of shaded cells")
        leads = direction_of_loop(m, board, line)
        for cell, sign in signs.items():
            if sign == "x":
                continue
            way = board.direction(sign[-1])
            if cell not in shaded:
                over = self.over(cell, way)
                straight = all_hold([line[link] for _, link in over]) if len(over) == 2 else impossible
                m.require("the loop goes straight through every arrow", straight, at=cell)
                along = all_hold([Clause((~line[link], leads(c, way))) for c, link in over])
                m.require("the way leads as the arrow points", along, at=cell)
                continue
            for c in board.until(cell, way, shaded):
                with_it = [m.all_of((line[link], leads(b, way))) for b, link in self.over(c, way)]
                m.require("in a cell with wind the way goes with it", any_of((~passed[c], *with_it)), at=(c, cell))

    def over(self, cell: int, way: int) -> list[tuple[int, int]]:
        """Return the links on both sides of a cell in a direction, each with the cell before it."""
        before = self.board.neighbour(cell, self.board.opposite(way))
        links = [(c, self.board.link(c, way)) for c in (before, cell) if c is not None]
        return [(c, link) for c, link in links if link is not None]
