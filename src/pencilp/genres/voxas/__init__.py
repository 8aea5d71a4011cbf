from functools import partial

from pencilp.board.layers import Borders, GivenMarks, Param, Symbols
from pencilp.encodings import Flag
from pencilp.genres.base import Genre
from pencilp.genres.voxas import codec
from pencilp.genres.voxas.rules import regions_fit
from pencilp.model import Model
from pencilp.rules.polyominoes import Positions
from pencilp.rules.regions import divided, each_is_one_of, given_borders, no_crossing, shapes_of

BARS = ((2, ((0, 0), (0, 1))), (3, ((0, 0), (0, 1), (0, 2))))
CIRCLES = {"w": "a white circle", "g": "a grey circle", "b": "a black circle"}
ALIKE = {"w": 2, "g": 1, "b": 0}
WORDS = {
    "w": "at a white circle both are equally long and lie the same way",
    "g": "at a grey circle both are either equally long or lie the same way",
    "b": "at a black circle both are of different length and lie different ways",
}


def alike(count: int, one: tuple[int, Positions], other: tuple[int, Positions]) -> bool:
    """Return whether two bars, each a length and a direction, have the given number of these in common."""
    return (one[0] == other[0]) + (one[1][0] == other[1][0]) == count


class Voxas(Genre):
    """Divide the board into regions of two or three cells in a line. Some borders are given. A circle lies on a border: two
    regions that touch at a white circle are equally long and lie the same way, at a black circle neither, at a grey circle one of
    the two, but not both.
    """

    name = "voxas"
    title = "Voxas"
    title_ja = "ヴォクサス"

    circles = Symbols(CIRCLES, "the circles between cells", on="links", look="circle")
    walls = GivenMarks("the borders that are given", optional=True)
    tatami = Param("1: no four regions meet at a corner", low=0, high=1, initial=0)
    borders = Borders("the borders of the regions")

    link = [Flag("t", "tatami"), codec.Marks("circles", "walls", "borders")]
    pzpr = [Flag("t", "tatami"), codec.Marks("circles", "walls", "borders")]

    def rules(self, m: Model) -> None:
        board, borders = self.board, self.borders
        regions = divided(m, board, borders)
        bars = shapes_of(board, BARS, turning=False)
        each_is_one_of(m, regions, bars, "a region has two or three cells in a line")
        given_borders(m, board, borders, self.walls)
        for clue in self.circles.items():
            m.require("a circle lies on a border", borders[clue.place], clue=clue)
            regions_fit(m, regions, clue.place, bars, partial(alike, ALIKE[clue.value]), WORDS[clue.value], clue=clue)
        if self.tatami:
            no_crossing(m, board, borders, "no four regions meet at a corner")
