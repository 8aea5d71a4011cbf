from collections.abc import Iterator
from itertools import combinations, pairwise

from pencilp.encodings import Cells, FourCell, Matrix, Word
from pencilp.genres.ichimaga import Ichimaga
from pencilp.model import Model, not_all


class MagneticIchimaga(Ichimaga):
    """Draw lines from cell to cell, each from one circle to another, so that they join all circles. There is at least one
    line. A line turns once at most; lines do not branch, cross or touch outside the circles. A number says how many lines end
    at its circle. No line joins two circles with equal numbers.
    """

    name = "ichimagam"
    title = "Magnetic Ichimaga"
    title_ja = "磁石イチマガ"

    text_id = "ichimaga"
    link = [FourCell("numbers")]
    pzpr = [Word("mag"), Cells("numbers"), Matrix("line")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        board, circles = self.board, {*self.numbers.given}
        for one, other in combinations(self.numbers.known(), 2):
            for way in self.ways(one.cell, other.cell) if one.value == other.value else ():
                if circles.isdisjoint(way[1:-1]):
                    links = [board.link_between[pair] for pair in pairwise(way)]
                    m.require("no line joins two equal numbers", not_all(self.line[links]), at=way)

    def ways(self, start: int, end: int) -> Iterator[list[int]]:
        """Yield the cells of each way from one cell to another that turns once at most."""
        rays = self.board.rays
        for way, ray in enumerate(rays[start]):
            if end in ray:
                yield [start, *ray[: ray.index(end) + 1]]
            for k, corner in enumerate(ray):
                for turn in ((way + 1) % 4, (way + 3) % 4):
                    if end in (onward := rays[corner][turn]):
                        yield [start, *ray[: k + 1], *onward[: onward.index(end) + 1]]
