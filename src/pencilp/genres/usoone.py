from pencilp.board.layers import Numbers, Rooms, Shading
from pencilp.encodings import Border, Cells, FourCell, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.shading import dynasty


class Usoone(Genre):
    """Shade some cells, but none with a number. Every room has exactly one number that is a lie, which is no ``?``; all
    others say how many of the cells that touch their own by an edge are shaded. Shaded cells do not touch by an edge, and the
    unshaded cells form one group.
    """

    name = "usoone"
    title = "Uso-one"
    title_ja = "ウソワン"
    aliases = ("usowan",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    clues = Numbers("how many cells beside it are shaded, if it is no lie", high="sides")
    shaded = Shading("the shaded cells")

    link = [Border("rooms"), FourCell("clues")]
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells(("shaded", "1"), ignore="o x +o +x")]
    dataset = [Cells("clues"), RoomIds("rooms"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.clues.given:
            m.require("a number is not shaded", ~self.shaded[cell], at=cell)
        known = {clue.cell: clue for clue in self.clues.known()}
        for room in self.rooms:
            # a ? is no lie: so the one public puzzle that has one has the fewest answers
            lies = []
            for clue in (known[c] for c in room if c in known):
                beside = self.shaded[self.board.near[clue.cell]]
                lies.append(~m.all_of((m.count_of(clue.value, beside), ~m.count_of(clue.value + 1, beside))))
            m.require("exactly one number of a room is a lie", exactly(1, lies), at=room)
        dynasty(m, self.board, self.shaded)
