from collections.abc import Mapping, Sequence
from itertools import pairwise

from pencilp.board.layers import Loop, Numbers, Symbols
from pencilp.encodings import Bits, Blanks, Cells, Grid, Matrix, Numeral, Of, Sign
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Lit, Model, all_hold, any_of, at_most
from pencilp.rules.paths import path_ends, paths_from_cell_to_cell, paths_go_on


class Herugolf(Genre):
    """Hit the balls into the holes, one into each; there is at least one. The first shot of a ball goes straight
    ahead as many cells as its number says. Each further shot, straight on or to a side, is one cell shorter, until
    the ball lies in a hole. Draw the way of each ball from cell to cell. It may cross water, but no shot ends there.
    It passes no ball and no hole, and no way crosses another or itself.
    """

    name = "herugolf"
    title = "Herugolf"
    title_ja = "ヘルゴルフ"

    balls = Numbers(
        "the balls, with the number of cells of their first shot", low=1, high="line", unknown=False, look="circle"
    )
    holes = Symbols({"H": "a hole"}, "the holes", look="text")
    water = Symbols({"x": "water"}, "the water", look="grey", optional=True)
    line = Loop("the ways of the balls")

    link = [
        Bits("water", "x"),
        Grid("balls", Of("holes", Sign("h", "H")), Numeral(16), Numeral(16, 2, "-"), Blanks("i")),
    ]
    pzpr = [Cells("balls", "holes", ("water", {"i": "x"}), joined=True), Matrix("line")]

    def validate(self) -> None:
        self.refuse_both("balls", "holes", "a cell has a ball or a hole, not both")
        self.refuse_both("balls", "water", "no ball lies in water at the start")
        self.refuse_both("holes", "water", "no hole lies in water")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        paths = paths_from_cell_to_cell(m, board, line)
        for cell in self.balls.given:
            path_ends(m, paths, cell, "one way begins at every ball, and none passes it")
        for cell in self.holes.given:
            path_ends(m, paths, cell, "every hole takes one ball, and no way passes it")
        ends = [*self.balls.given, *self.holes.given]
        paths_go_on(m, paths, ends, "a way neither branches nor crosses nor ends between")
        m.require("some line is drawn", any_of(line))
        self.shots(m)

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        balls = [{n: m.binary() for n in range(1, max(board.rows, board.cols))} for _ in board.cells]
        holes = [m.binary() for _ in board.cells]
        for cell in board.cells:
            ends, here = [*balls[cell].values(), holes[cell]], line[board.links_at[cell]]
            one = m.all_of((m.any_of(here), ~m.count_of(2, here)))
            parts = [at_most(1, ends), at_most(2, here), one.equals(m.any_of(ends))]
            m.require("a way ends at a ball and at a hole", all_hold(parts), at=cell)
        self.shots(m, balls, holes)
        return {"balls": balls, "holes": [{"H": x} for x in holes]}

    def shots(self, m: Model, balls: Sequence[Mapping[int, Lit]] = (), holes: Sequence[Lit] = ()) -> None:
        """Require that balls fly into holes, one length of shots after the other.

        ``balls`` and ``holes`` have the literals of open clues at each cell; without them, the given clues count.
        """
        board = self.board
        flown: list[list[Lit]] = [[] for _ in board.links]
        # per cell and direction of the shot before whether a ball lies there
        lying: dict[tuple[int, int | None], list[Lit]] = {}
        longest = max(board.rows, board.cols) - 1 if balls else max((n for _, n in self.balls.items()), default=0)
        for length in range(longest, -1, -1):
            lying |= {(cell, None): [m.true] for cell in self.balls.where(length)}
            lying |= {(cell, None): [here[length]] for cell, here in enumerate(balls) if length in here}
            landed: dict[tuple[int, int | None], list[Lit]] = {}
            for (cell, last), ways_here in lying.items():
                here = m.any_of(ways_here)
                if self.holes[cell]:
                    continue
                if self.water[cell] and last is not None:
                    m.require("no ball comes down on water", ~here, at=cell)
                shots = []
                for way in board.directions if length else ():
                    flight = (cell, *board.rays[cell][way][:length])
                    if len(flight) > length and (last is None or way != board.opposite(last)):
                        links = [board.link_between[pair] for pair in pairwise(flight)]
                        shot = m.all_of((here, *self.line[links]))
                        shots.append(shot)
                        landed.setdefault((flight[-1], way), []).append(shot)
                        for e in links:
                            flown[e].append(shot)
                if last is None and not balls:
                    words = "the first shot of a ball is as long as its number"
                    m.require(words, any_of(shots), clue=self.balls.at(cell))
                else:
                    m.require(
                        "each further shot is one cell shorter, until the ball is in a hole",
                        any_of((~here, *shots, *holes[cell : cell + 1])),
                        at=cell,
                    )
            lying = landed
        every = [any_of((~x, *shots)) for x, shots in zip(self.line, flown, strict=True)]
        m.require_all("every line is the way of a ball", every, board.links)
