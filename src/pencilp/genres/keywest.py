from pencilp.board.layers import AnswerNumbers, Loop, Numbers
from pencilp.encodings import Cells, FourCell, Matrix
from pencilp.genres.base import Genre
from pencilp.model import Connected, Model, total
from pencilp.rules.numbers import givens, no_equal_adjacent


class KeyWest(Genre):
    """Every cell is an island. Draw bridges between islands that share an edge, one between two at most, and write
    into every island how many bridges it has. Islands that share an edge have different numbers. All islands with a
    bridge are connected.
    """

    name = "keywest"
    title = "Key West"
    title_ja = "キーウエスト"
    shapes = ("square", "hexagonal")

    given = Numbers("the numbers printed in cells", high="sides")
    number = AnswerNumbers(0, lambda self: len(self.board.direction_names), "how many bridges the island has")
    bridges = Loop("the bridges")

    link = [FourCell("given")]
    pzpr = [Cells("given"), Matrix("bridges"), Cells("number", given="given")]

    def rules(self, m: Model) -> None:
        board, number, bridges = self.board, self.number, self.bridges
        givens(m, number, self.given)
        for cell in board.cells:
            counted = total(bridges[board.links_at[cell]]) == number[cell]
            m.require("a number counts the bridges of its island", counted, at=cell)
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge", least=0)
        ways = [(a, b, bridge) for (a, b), bridge in zip(board.links, bridges, strict=True)]
        joined = Connected([x != 0 for x in number], ways, places=board.cells)
        m.require("all islands with a bridge are connected", joined)
