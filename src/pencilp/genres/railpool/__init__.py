from pencilp.board.layers import UNKNOWN, ClueLists, Loop, Number, Rooms
from pencilp.encodings import Border, Cells, Holes, Matrix, RoomIds
from pencilp.genres.base import Genre
from pencilp.genres.railpool import codec
from pencilp.model import Lit, Model, exactly
from pencilp.rules.loops import loop_through_cells, straight_pieces


class RailPool(Genre):
    """Draw one closed loop from cell to cell through all cells. The numbers in a room are the different lengths of
    all straight pieces of the loop that come to it. A ``?`` is another length. A room without numbers may have any
    lengths.
    """

    name = "railpool"
    title = "Rail Pool"
    title_ja = "レールプール"
    aliases = ("rail pool",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the rooms")
    numbers = ClueLists("the lengths of the pieces that come to the room", value=Number(low=1, high="line"))
    line = Loop("the loop")

    link = [codec.RailNumbers("numbers"), Border("rooms"), Holes()]
    pzpr = [Cells("numbers"), Holes(), RoomIds("rooms"), Matrix("line")]

    def rules(self, m: Model) -> None:
        board, rooms, numbers = self.board, self.rooms, self.numbers
        loop_through_cells(m, board, self.line, [True] * len(board), passes="the loop passes every cell")
        pieces = self.pieces(m)
        for k, room in enumerate(rooms):
            listed = [n for cell in room for n in numbers[cell] or ()]
            if not listed:
                continue
            lengths = {n: m.any_of(lits) for n, lits in pieces[k].items()}
            known = {n for n in listed if n != UNKNOWN}
            for n in known:
                m.require(
                    "a number is the length of a piece of the loop that comes to its room",
                    lengths.get(n, m.false),
                    at=room,
                )
            m.require(
                "the pieces that come to a room have as many lengths as it has numbers",
                exactly(len(known) + listed.count(UNKNOWN), lengths.values()),
                at=room,
            )

    def pieces(self, m: Model) -> list[dict[int, list[Lit]]]:
        """Return per room the straight pieces that may come to it, by their length."""
        found: list[dict[int, list[Lit]]] = [{} for _ in self.rooms]
        for cells, piece in straight_pieces(m, self.board, self.line):
            for room in {self.rooms.of[c] for c in cells}:
                found[room].setdefault(len(cells) - 1, []).append(piece)
        return found
