from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerNumbers, InRooms, Numbers, Rooms
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Int, Model, all_hold, any_of, exactly
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.numbers import unlike


class Toichika2(Genre):
    """Write a number into one cell of every country; if a number is printed in the country, it is this one. Every number has
    exactly one equal number in its row and column together. Between these two lie as many cells as the number says, all of
    them empty, and the countries of the two do not share a border.
    """

    name = "toichika2"
    title = "Toichika 2"
    title_ja = "遠い誓い２"

    rooms = Rooms("the countries")
    clues = Numbers("the number in the country", low=1, high="line", unknown=False, on=InRooms("rooms"))
    number = AnswerNumbers(0, lambda self: max(self.board.rows, self.board.cols, 4) - 2, "the numbers", blank=0)

    link = [Border("rooms"), RoomNumber16("clues")]
    pzpr = [RoomIds("rooms"), Cells("clues"), Cells("number")]

    def rules(self, m: Model) -> None:
        board, number, rooms = self.board, self.number, self.rooms
        for room in rooms:
            m.require("a country holds one number", exactly(1, [number[cell] != 0 for cell in room]), at=room)
        for cells, n, clue in rooms.numbers(self.clues):
            words = "a country holds the number that is printed in it"
            m.require(words, any_of([number[c] == n for c in cells]), at=cells, clue=clue)
        in_pairs_at_their_distance(m, board, number)
        borders = {frozenset((rooms.of[a], rooms.of[b])) for a, b in (board.links[e] for e in rooms.borders(board))}
        for line in (*board.row_cells, *board.col_cells):
            for i, cell in enumerate(line):
                for other in line[i + 1 :]:
                    if {rooms.of[cell], rooms.of[other]} in borders:
                        words = "the countries of two equal numbers in line do not share a border"
                        m.require(words, unlike(number[cell], number[other], 1), at=(cell, other))


@cached_per_shape
def in_pairs_at_their_distance(m: Model, board: Lattice, number: list[Int]) -> None:
    """Require that every number has one equal number in line, that many cells away, and that the cells between are empty."""
    for cell in board.cells:
        in_line = [other for ray in board.rays[cell] for other in ray]
        alone, far, clear = [], [], []
        for n in number[cell].values:
            if n:
                here = number[cell] == n
                ends = [ray[n] for ray in board.rays[cell] if len(ray) > n]
                alone.append(here >> exactly(1, [number[other] == n for other in in_line]))
                far.append(here >> any_of([number[other] == n for other in ends]))
                for way in (1, 2):
                    ray = board.rays[cell][way]
                    if len(ray) > n:
                        clear += [any_of([~here, number[ray[n]] != n, number[c] == 0]) for c in ray[:n]]
        m.require("a number has exactly one equal number in its row and column", all_hold(alone), at=cell)
        m.require("as many cells lie between two equal numbers as they say", all_hold(far), at=cell)
        m.require("the cells between two equal numbers are empty", all_hold(clear), at=cell)
