from pencilp.board.layers import Shading, Symbols
from pencilp.encodings import Cells, Circle
from pencilp.genres.base import Genre
from pencilp.model import Model
from pencilp.rules.shading import connected, no_two_by_two


class YinYang(Genre):
    """Put a black or a white circle into every cell; some are given. The circles of each colour form one group, and
    no two by two has one colour only.
    """

    name = "yinyang"
    title = "Yin-Yang"
    title_ja = "しろまるくろまる"

    given = Symbols({"w": "a white circle", "b": "a black circle"}, "the circles that are there already", look="circle")
    black = Shading("the cells with a black circle, the others have a white one", look="circle", token="b", other="w")

    link = [Circle("given", ("w", "b"))]
    pzpr = [
        Cells(("given", {"1": "w", "2": "b"})),
        Cells(("black", {"2": 1, "1": 0}), given=("given", {"w": 0, "b": 1})),
    ]
    dataset = [Cells("given"), Cells(("black", {"b": 1, "w": 0}))]

    def rules(self, m: Model) -> None:
        white = [~x for x in self.black]
        for name, token, cells in (("black", "b", self.black), ("white", "w", white)):
            for clue in self.given.known(token):
                m.require("a given circle keeps its colour", cells[clue.cell], clue=clue)
            no_two_by_two(m, self.board, cells, f"no two by two is all {name}")
            connected(m, self.board, cells, f"the {name} circles form one group")
