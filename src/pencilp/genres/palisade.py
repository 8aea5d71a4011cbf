from pencilp.board.layers import Param
from pencilp.genres.fourcells import FourCells


class Palisade(FourCells):
    """Divide the board into regions that have as many cells as the puzzle says. A number says how many sides of its cell are
    borders, the outline included.
    """

    name = "palisade"
    title = "Palisade"
    title_ja = "パリセード"

    size = Param("how many cells a region has", low=1, high=20, initial=5)
