from pencilp.board.layers import Borders
from pencilp.encodings import Holes, Matrix
from pencilp.encodings.special import heteromino
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_is_one_of, equal_regions_apart, shapes_of

TROMINOES = (("I", ((0, 0), (0, 1), (0, 2))), ("V", ((0, 0), (0, 1), (1, 0))))


class Heteromino(Genre):
    """Divide the board into regions of three cells. Regions of the same shape that lie the same way round do not share an
    edge.
    """

    name = "heteromino"
    title = "Heteromino"
    title_ja = "ヘテロミノ"

    borders = Borders("the borders of the regions")

    link = [heteromino.Holes()]
    pzpr = [Holes(), Matrix("borders", outline=True)]

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        shapes = shapes_of(self.board, TROMINOES, turning=False)
        each_is_one_of(m, regions, shapes, "a region has three cells")
        words = "regions of the same shape that lie the same way round do not share an edge"
        equal_regions_apart(m, regions, shapes, words)
