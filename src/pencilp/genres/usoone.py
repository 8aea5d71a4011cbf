from pencilp.board.layers import Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, FourCell, RoomIds
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Model, at_most, exactly
from pencilp.rules.shading import dynasty


class Usoone(Genre):
    """Shade some cells, but no cell with a number. A number says how many cells that share an edge with it are
    shaded, but in every room exactly one number is a lie. A ``?`` is never a lie. Shaded cells do not share an edge,
    and the unshaded cells form one group.
    """

    name = "usoone"
    title = "Uso-one"
    title_ja = "ウソワン"
    aliases = ("usowan",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    clues = Numbers("how many adjacent cells are shaded, unless the number is a lie", high="sides")
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), FourCell("clues")]
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells(("shaded", "1"), ignore="o x +o +x")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number is not shaded", ~self.shaded[cell], at=cell)
        known = {clue.cell: clue for clue in self.clues.known()}
        for room in self.rooms:
            # a ? is no lie: with this reading, the one public puzzle that has a ? has the fewest answers
            lies = []
            for clue in (known[c] for c in room if c in known):
                adjacent = self.shaded[self.board.near[clue.cell]]
                lies.append(~m.all_of((m.count_of(clue.value, adjacent), ~m.count_of(clue.value + 1, adjacent))))
            m.require("exactly one number of a room is a lie", exactly(1, lies), at=room)
        dynasty(m, self.board, self.shaded)

    def open_rules(self, m: Model) -> OpenLayers:
        board, shaded = self.board, self.shaded
        dynasty(m, board, shaded)
        number = [{n: m.binary() for n in range(len(near) + 1)} for near in board.near]
        for cell, each in enumerate(number):
            m.require("a number is not shaded", at_most(1, [*each.values(), shaded[cell]]), at=cell)
        wrong = {
            (cell, n): m.any_of((~m.count_of(n, shaded[near]), m.count_of(n + 1, shaded[near])))
            for cell, near in enumerate(board.near)
            for n in range(len(near) + 1)
        }
        for room in self.rooms:
            lies = [m.all_of((x, wrong[cell, n])) for cell in room for n, x in number[cell].items()]
            m.require("exactly one number of a room is a lie", exactly(1, lies), at=room)
        return {"clues": number}
