from typing import Any

from pencilp.board.layers import Numbers, Param, Shading
from pencilp.encodings import Cells, Header, Number16
from pencilp.genres.base import Genre, place_keys
from pencilp.model import Model, exactly, total


class Minesweeper(Genre):
    """Find the mines, at most one in a cell. A number says how many mines lie in the cells around it, those that touch
    it at a corner included; there is no mine under a number or a question mark. The total number of mines may be given.
    """

    name = "minesweeper"
    title = "Minesweeper"
    title_ja = "ボンバーパズル"
    aliases = ("mines", "bomber", "bomber puzzle", "マインスイーパ", "マインスイーパー")
    shapes = ("square", "hexagonal")
    link_id = "mines"

    clues = Numbers("how many mines lie around a cell", high="around")
    total = Param("the number of mines on the board", high="cells")
    mines = Shading("the cells with a mine", look="mine")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("mines")]
    dataset = [Header("total"), Cells("clues"), Cells("mines", ignore=".")]

    def rules(self, m: Model) -> None:
        given = self.clues.given
        m.require_all("there is no mine under a clue", [~mine for mine in self.mines[given]], given)
        for clue in self.clues.known():
            around = self.mines[self.board.around[clue.cell]]
            m.require("a number counts the mines around it", exactly(clue.value, around), clue=clue)
        if self.total is not None:
            m.require("the number of mines on the board is given", exactly(self.total, self.mines))

    def published(self, m: Model) -> dict[str, Any]:
        key = place_keys("cells", self.board)
        b = m.binaries("b", len(key), lambda: key)
        known = {clue.cell for clue in self.clues.known()}
        for cell, clue in self.clues.items():
            name = f"CELL({key[cell]})_{clue}".removesuffix("_?")
            m.require("there is no mine under a clue", b[cell].equals(0), at=cell, name=name)
            if cell in known:
                row = total(b[self.turning(cell)]) == clue
                m.require("a number counts the mines around it", row, at=cell, name=f"Around({key[cell]})")
        if self.total is not None:
            m.require("the number of mines on the board is given", total(b) == self.total, name="Total")
        return {"mines": b}

    def turning(self, cell: int) -> list[int]:
        """Return the cells around one in the document's order: down on its left, then up on its right."""
        row, col = self.board.positions[cell]
        steps = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
        found = [self.board.cell_at.get((row + dr, col + dc)) for dr, dc in steps]
        return [other for other in found if other is not None and other in self.board.around[cell]]
