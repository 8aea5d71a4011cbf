from collections.abc import Mapping

from pencilp.board.layers import UNKNOWN, Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number16, RoomIds
from pencilp.genres.araf.structure import SizeBetween
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.regions import divided, each_holds
from pencilp.structures.regions import Regions


class Araf(Genre):
    """Divide the board into regions, each with exactly two numbers and a size strictly between them (``?`` is any number)."""

    name = "araf"
    title = "Araf"
    title_ja = "相ダ部屋"
    aliases = ("Aidabeya",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("two a region, one less and one greater than its size")
    borders = Borders("the borders of the regions")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        regions = divided(m, self.board, self.borders)
        each_holds(m, regions, self.numbers.given, 2, "a region has two numbers")
        numbers = {cell: None if n == UNKNOWN else n for cell, n in self.numbers.items()}
        for cell, _ in self.numbers.known():
            size_is_between(m, regions, cell, numbers, "the size of a region is between its numbers")


def size_is_between(m: Model, regions: Regions, cell: int, numbers: Mapping[int, int | None], words: str) -> None:
    """Require that the size of the region of ``cell`` is strictly between its number and the other number in it.

    ``numbers`` has the number of each cell that holds one, None if it is unknown. The rule comes from no single clue.
    """
    m.require(words, SizeBetween(regions, cell, numbers), at=cell)
