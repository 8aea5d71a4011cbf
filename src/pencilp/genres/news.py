from itertools import permutations

from pencilp.board.layers import AnswerMarks, Param, Rooms, Symbols
from pencilp.encodings import Blanks, Border, Cells, Flag, Grid, RoomIds, Sign, Signs
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, at_most, exactly
from pencilp.rules.shading import connected

LETTERS = {letter: f"the letter {letter}" for letter in "NESW"}
CODES = {"1": "N", "2": "S", "3": "W", "4": "E"}
NUMBER = {letter: number for number, letter in enumerate(LETTERS, 1)}


class News(Genre):
    """Write two letters N, E, W or S into each room. The letter N stands further north than the other letter of its room, and so
    do E, W and S further east, west and south. No letter occurs twice in a row or column. Cells with a cross stay empty.
    """

    name = "news"
    title = "NEWS"
    title_ja = "NEWS"
    symmetries = ()

    rooms = Rooms("the rooms")
    given = Symbols({**LETTERS, "x": "a cell that stays empty"}, "the letters and crosses that are printed")
    joined = Param("1: the empty cells form one group", high=1, initial=0)
    letter = AnswerMarks(LETTERS, "the letters")

    link = [Flag("n", "joined"), Border("rooms"), Grid("given", Signs("1234", "NSWE"), Sign(".", "x"), Blanks("5"))]
    pzpr = [
        Flag("n", "joined"),
        RoomIds("rooms"),
        Cells(("given", {**CODES, "-": "x"})),
        Cells(("letter", {code: NUMBER[sign] for code, sign in CODES.items()}), given=("given", {**NUMBER, "x": 0})),
    ]

    def rules(self, m: Model) -> None:
        board, letter = self.board, self.letter
        for clue in self.given.known("x"):
            m.require("a cell with a cross stays empty", letter[clue.cell] == 0, clue=clue)
        for clue in self.given.known(*LETTERS):
            m.require("a given letter stays", letter[clue.cell] == clue.value, clue=clue)
        for line in (*board.row_cells, *board.col_cells):
            for token in LETTERS:
                m.require("no letter occurs twice in a row or column", at_most(1, letter.is_(token)[line]), at=line)
        for room in self.rooms:
            m.require("a room holds two letters", exactly(2, [letter[cell] != 0 for cell in room]), at=room)
            for cell, other in permutations(room, 2):
                (row, col), (row2, col2) = board.positions[cell], board.positions[other]
                for token, ahead in (("N", row < row2), ("S", row > row2), ("W", col < col2), ("E", col > col2)):
                    if not ahead:
                        words = "a letter stands further in its direction than the other letter of its room"
                        m.require(words, any_of([letter[cell] != token, letter[other] == 0]), at=(cell, other))
        if self.joined:
            connected(m, board, [x == 0 for x in letter], "the empty cells form one group")
