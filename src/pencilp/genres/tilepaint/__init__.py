from itertools import takewhile

from pencilp.board.layers import Lines, Rooms, Shading, Sums
from pencilp.encodings import (
    Blanks,
    Border,
    Cells,
    Grid,
    Numeral,
    OutsideLines,
    OutsidePlaces,
    Record,
    RoomIds,
    Run,
    Sign,
)
from pencilp.genres.base import Genre
from pencilp.genres.tilepaint import codec
from pencilp.model import Model, any_of, exactly
from pencilp.rules.counting import seen_from_outside
from pencilp.rules.shading import all_alike

SHORT, LONG = (Run(Numeral(16, digits), Sign(".", None)) for digits in (1, 2))
"""A sum in links."""


class Tilepaint(Genre):
    """Shade some tiles, at least one, each of them wholly. A number outside says how many cells of its column or row
    are shaded. Numbers may also stand inside the board, for the cells below and to the right of them. The cells that
    a number counts end before the next cell with numbers.
    """

    name = "tilepaint"
    title = "Tilepaint"
    title_ja = "タイルペイント"
    aliases = ("tile paint",)

    tiles = Rooms("the division into tiles", connected=False)
    clues = Lines("how many cells of the column or row are shaded", single=True, high="line")
    inner = Sums("how many cells below and to the right are shaded", high="line", optional=True)
    shaded = Shading("the shaded cells")

    link = [
        Border("tiles"),
        Grid(
            "inner", Record(SHORT, SHORT), Record(SHORT, LONG, mark="-"), Record(LONG, SHORT, mark="+"),
            Record(LONG, LONG, mark="="), Blanks("g"),
        ),
        Grid(OutsidePlaces(("clues",)), Numeral(16), Numeral(16, 2, "-"), Sign(".", None)),
    ]  # fmt: skip
    pzpr = [RoomIds("tiles"), codec.Numbers("clues", "inner"), Cells("shaded")]
    dataset = [OutsideLines("clues"), RoomIds("tiles"), Cells(("shaded", {"x": 1}), ignore=".")]

    def rules(self, m: Model) -> None:
        m.require("some cell is shaded", any_of(self.shaded))
        numbered = {*self.inner.given}
        for cell in self.inner.given:
            m.require("a cell with numbers is not shaded", ~self.shaded[cell], at=cell)
        for tile in self.tiles:
            cells = [c for c in tile if c not in numbered]
            all_alike(m, self.shaded, cells, "a tile is shaded wholly or not at all")
        words = "a number counts the shaded cells that follow"
        for clue in seen_from_outside(self.board, self.clues):
            cells = [*takewhile(lambda c: c not in numbered, clue.cells)]
            m.require(words, exactly(clue.value, self.shaded[cells]), at=cells, clue=clue)
        for numbers in self.inner.items():
            for number in numbers.known():
                cells = self.board.until(number.cell, "se"[number.part], numbered)
                m.require(words, exactly(number.value, self.shaded[cells]), at=cells, clue=number)
