from pencilp.board.layers import Rooms, Shading
from pencilp.encodings import Border, Cells, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Clause, Connected, Lit, Model
from pencilp.rules import no_two_by_two, one_piece_each

TETROMINOES = {
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1)),
    "S": ((0, 1), (0, 2), (1, 0), (1, 1)),
    "O": ((0, 0), (0, 1), (1, 0), (1, 1)),
}


class Lits(Genre):
    """Shade four cells of every room that hang together. Where two rooms' shaded cells touch by an edge, these do not
    have the same shape, however turned or mirrored. All shaded cells form one group, and no two by two is shaded.
    """

    name = "lits"
    title = "LITS"
    title_ja = "ＬＩＴＳ"
    aliases = ("nuruomino",)

    rooms = Rooms("the division into rooms")
    shaded = Shading("the shaded cells")

    link = [Border("rooms")]
    pzpr = [RoomIds("rooms"), Cells("shaded")]
    dataset = [RoomIds("rooms", holes=True), Cells(("shaded", {"L": 1, "I": 1, "T": 1, "S": 1}))]

    def rules(self, m: Model) -> None:
        rooms, shaded = self.rooms, self.shaded
        words = "a room holds one group of four shaded cells"
        shape = one_piece_each(m, self.board, rooms.groups, TETROMINOES, shaded, words)
        no_two_by_two(m, self.board, shaded, "no two by two is shaded")
        contacts: dict[tuple[int, int], list[Lit]] = {}
        for a, b in (self.board.links[e] for e in rooms.borders(self.board)):
            i, j = sorted((rooms.of[a], rooms.of[b]))
            contacts.setdefault((i, j), []).append(m.all_of((shaded[a], shaded[b])))
        touching = [(i, j, m.any_of(lits)) for (i, j), lits in contacts.items()]
        for i, j, touch in touching:
            for name in TETROMINOES:
                different = Clause((~touch, ~shape[i][name], ~shape[j][name]))
                m.require("equal shapes do not touch", different, at=rooms.groups[i] + rooms.groups[j])
        # every room holds shaded cells, so it is enough that the rooms hang together
        m.require("the shaded cells form one group", Connected([m.true] * len(shape), touching, roots=(0,)))
        m.hint("look ahead")
