from itertools import product
from string import ascii_uppercase

from pencilp.board.layers import Borders, ClueSigns, GivenMarks, Param
from pencilp.encodings import Cells, RoomIds, Weighed
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, exactly
from pencilp.rules.regions import divided, each_has_size, holds_at_most_one, numbered_regions


class Burokku(Genre):
    """Divide the board into blocks of equally many cells, so that no block holds a sign twice. If there is a sign in every cell,
    a block has as many cells as there are different signs, otherwise as many as the board has rows. Printed borders stay.
    """

    name = "burokku"
    title = "Block Puzzle"
    title_ja = "ブロックパズル"

    signs = ClueSigns("the signs")
    walls = GivenMarks("the borders that are printed", optional=True)
    size = Param("how many cells a block has, if it differs from the rule", low=1, high="cells")
    borders = Borders("the borders of the blocks")

    dataset = [
        Cells("signs"),
        Weighed("walls", (0, 1, 2, 0), outline=False, blank=True, head="[lines]"),
        RoomIds("borders"),
    ]

    def rules(self, m: Model) -> None:
        for clue in self.walls.known(1):
            m.require("a printed border stays", self.borders[clue.place], clue=clue)
        signs = {sign: [c for c, s in self.signs.items() if s == sign] for _, sign in self.signs.items()}
        full = len(self.signs.given) == len(self.board)
        size = self.size or (len(signs) if full else self.board.rows)
        regions = divided(m, self.board, self.borders)
        each_has_size(m, regions, size, f"a block has {size} cells")
        for cells in signs.values():
            holds_at_most_one(m, regions, cells, "a block holds no sign twice")

    def open_rules(self, m: Model) -> OpenLayers:
        board, size = self.board, self.size or self.board.rows
        own = numbered_regions(m, board, self.borders, range(len(board) // size))
        signed = [{sign: m.binary() for sign in ascii_uppercase[:size]} for _ in board.cells]
        m.require_all("a cell has one sign", [exactly(1, here.values()) for here in signed], board.cells)
        for block, sign in product(range(len(board) // size), ascii_uppercase[:size]):
            held = [m.all_of((one[block], other[sign])) for one, other in zip(own, signed, strict=True)]
            m.require("a block holds every sign once", exactly(1, held))
        return {"signs": signed}
