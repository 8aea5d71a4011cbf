from collections.abc import Iterator
from itertools import combinations, pairwise

from pencilp.board.layers import UNKNOWN
from pencilp.encodings import Cells, FourCell, Matrix, Word
from pencilp.genres.base import OpenLayers
from pencilp.genres.ichimaga import Ichimaga
from pencilp.model import Clause, Model, all_hold, not_all

EQUAL = "no line joins two equal numbers"


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
                    m.require(EQUAL, not_all(self.line[links]), at=way)

    def open_rules(self, m: Model) -> OpenLayers:
        circles = [here[UNKNOWN] for here in super().open_rules(m)["numbers"]]
        board, line, numbers = self.board, self.line, []
        steps = {step: line[e] for e, ends in enumerate(board.links) for step in (ends, ends[::-1])}
        # whether the line of a step comes from a circle with n lines
        come = {step: [m.binary() for _ in range(len(board.directions))] for step in steps}
        for cell, near in enumerate(board.near):
            here = [steps[cell, n] for n in near]
            least = [m.count_of(n, here) for n in range(1, len(board.directions) + 2)]
            has = [m.all_of((circles[cell], x, ~more)) for x, more in pairwise(least)]
            numbers.append(dict(enumerate(has, 1)))
            for one in near:
                x, parts = steps[cell, one], []
                for y, out, back in zip(has, come[cell, one], come[one, cell], strict=True):
                    parts += [~y | out, not_all((x, y, back))]
                for other in near:
                    if other != one:
                        through = [circles[cell], ~x, ~steps[cell, other]]
                        pairs = zip(come[one, cell], come[cell, other], strict=True)
                        parts += [Clause((*through, ~before, after)) for before, after in pairs]
                m.require(EQUAL, all_hold(parts), at=(cell, one))
        return {"numbers": numbers}

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
