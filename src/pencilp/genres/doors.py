from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Weighed
from pencilp.genres.base import Genre
from pencilp.model import Connected, Model, total
from pencilp.rules.loops import straight_runs


class Doors(Genre):
    """Any two cells that share an edge have a door between them. Close some doors, so that every number says how many
    other cells are seen from its cell through open doors in the four directions. Every cell can be reached from every
    other.
    """

    name = "doors"
    title = "Doors"
    title_ja = "ドア"
    aliases = ("see through", "Durchblick")

    numbers = Numbers("how many other cells are seen", high="two_lines")
    closed = Borders("the closed doors")

    dataset = [Cells("numbers"), Weighed("closed", (8, 4, 2, 1))]

    def rules(self, m: Model) -> None:
        board, doors = self.board, [~x for x in self.closed]
        for clue in self.numbers.known():
            seen = [
                x for way in board.directions for x in straight_runs(m, board, doors, clue.cell, way, clue.value + 1)
            ]
            m.require("a number counts the cells seen through open doors", total(seen) == clue.value, clue=clue)
        ways = [(a, b, door) for (a, b), door in zip(board.links, doors, strict=True)]
        everywhere = Connected([m.true] * len(board), ways, places=board.cells)
        m.require("every cell can be reached from every other", everywhere)
