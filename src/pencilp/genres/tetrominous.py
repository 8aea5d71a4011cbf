from collections.abc import Iterable
from typing import ClassVar

from pencilp.board.layers import Borders, GivenMarks, Letters
from pencilp.encodings import Border, Cells, LetteredBorders, Number16
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.model.model import Clue
from pencilp.rules.polyominoes import TETROMINOES, Positions
from pencilp.rules.regions import divided, each_is_one_of, equal_regions_apart, given_borders, shapes_of
from pencilp.structures.regions import Regions
from pencilp.structures.shapes import Region, RegionIs

LETTERS = "ILOST"


class Tetrominous(Genre):
    """Divide the board into regions of four cells. Regions of the same shape, however turned or mirrored, do not share an edge. A
    letter is the shape of its region. Some borders may be given.
    """

    name = "tetrominous"
    title = "Tetrominous"
    title_ja = "テトロミナス"
    shape_of: ClassVar[dict[str, Positions]] = TETROMINOES

    letters = Letters("the shapes of the regions: I, L, O, S and T", alphabet=LETTERS)
    walls = GivenMarks("the borders that are given", optional=True)
    borders = Borders("the borders of the regions")

    link = [Number16("letters", dict(enumerate(LETTERS)), hole=12), Border("walls", optional=True)]
    pzpr = [
        Cells(("letters", {str(code): letter for code, letter in enumerate(LETTERS)}), hole="*"),
        LetteredBorders("borders", "letters", LETTERS, TETROMINOES, "walls"),
    ]

    def rules(self, m: Model) -> None:
        board = self.board
        regions = divided(m, board, self.borders)
        given_borders(m, board, self.borders, self.walls)
        shapes = shapes_of(board, tuple(self.shape_of.items()))
        each_is_one_of(m, regions, shapes, f"a region has {max(shapes.sizes)} cells")
        equal_regions_apart(m, regions, shapes, "regions of the same shape do not share an edge")
        for clue in self.letters.items():
            among = shapes.kinds_at(clue.cell).get(clue.value, [])
            region_is_one_of(m, regions, clue.cell, among, "a letter is the shape of its region", clue=clue)


def region_is_one_of(
    m: Model, regions: Regions, cell: int, among: Iterable[Region], words: str, clue: Clue = None
) -> None:
    """Require that the region of ``cell`` is one of ``among``, each the cells of a region."""
    m.require(words, RegionIs(regions, cell, among), at=cell, clue=clue)
