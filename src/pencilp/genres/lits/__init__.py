from collections.abc import Sequence

from pencilp.board.layers import InnerWalls, Rooms, Shading
from pencilp.encodings import Border, Cells, Flag, Older, RoomIds, RoomSigns
from pencilp.genres.base import Genre
from pencilp.genres.lits.rules import equal_pieces_apart, one_piece_each
from pencilp.model import Lit, Model
from pencilp.rules.polyominoes import FOUR_CELLS
from pencilp.rules.shading import connected, no_two_by_two


class Lits(Genre):
    """Shade four connected cells of every room. If the shaded cells of two rooms share an edge, their shapes differ,
    even if turned or mirrored. All shaded cells form one group, and no two by two is shaded.
    """

    name = "lits"
    title = "LITS"
    title_ja = "ＬＩＴＳ"
    aliases = ("nuruomino", "slicy")
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("further borders, inside rooms, which part shaded cells")
    shaded = Shading("the shaded cells")

    link = [Flag("c"), Flag("d"), Older("d", RoomSigns("rooms"), Border("rooms"))]
    pzpr = [RoomIds("rooms", walled=1), Cells("shaded")]
    dataset = [RoomIds("rooms", holes=True), Cells(("shaded", {"L": 1, "I": 1, "T": 1, "S": 1}))]

    def rules(self, m: Model) -> None:
        self.pieces(m, self.shaded, "a room holds one group of four shaded cells")
        no_two_by_two(m, self.board, self.shaded, "no two by two is shaded")
        connected(m, self.board, self.shaded, "the shaded cells form one group")

    def pieces(self, m: Model, lits: Sequence[Lit], words: str) -> None:
        """Require that four connected cells of every room are true in ``lits``, and that equal shapes do not touch."""
        board, rooms = self.board, self.rooms
        pieces = one_piece_each(m, board, rooms.groups, FOUR_CELLS[board.shape], lits, words, self.walls)
        equal_pieces_apart(m, pieces, "equal shapes do not touch")
