from pencilp.board.layers import Borders, Numbers, Param
from pencilp.encodings import Cells, Fixed, Matrix, Number10
from pencilp.genres.fourcells import FourCells


class FiveCells(FourCells):
    """Divide the board into regions of five cells. A number says how many sides of its cell are borders, the outline included."""

    name = "fivecells"
    title = "Five Cells"
    title_ja = "ファイブセルズ"
    aliases = ("5 cells",)

    numbers = Numbers("how many sides of the cell are borders", high="sides")
    size = Param("how many cells a region has", low=1, high=8, initial=5)
    borders = Borders("the borders of the regions")

    link = [Number10("numbers", hole=7), Fixed("size", 5)]
    pzpr = [Cells("numbers", hole="*"), Matrix("borders", outline=True), Fixed("size", 5)]
    dataset = []
