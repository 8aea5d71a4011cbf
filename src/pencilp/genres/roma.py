from pencilp.board.layers import AnswerMarks, Rooms, Symbols, arrow_marks
from pencilp.encodings import Border, Cells, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, Reached, at_most

ARROWS = {"n": "an arrow up", "e": "an arrow to the right", "s": "an arrow down", "w": "an arrow to the left"}
SIGNS = {"n": 1, "e": 2, "s": 3, "w": 4}
CODES = {1: "n", 2: "s", 3: "w", 4: "e", 5: "o"}


class Roma(Genre):
    """Put an arrow into every cell without a goal, so that no room holds two arrows in the same direction. From every cell the
    arrows lead, one after the other, to a goal: all roads lead to Rome.
    """

    name = "roma"
    title = "Roma"
    title_ja = "ろーま"

    rooms = Rooms("the rooms")
    signs = Symbols({**ARROWS, "o": "a goal"}, "the goals, and the arrows that are there already", look="arrow")
    arrows = AnswerMarks(arrow_marks(SIGNS), "the arrows", look="arrow")

    link = [Border("rooms"), Number10("signs", CODES)]
    pzpr = [
        RoomIds("rooms"),
        Cells(("signs", {str(code): sign for code, sign in CODES.items()})),
        Cells(("arrows", {"1": 1, "4": 2, "2": 3, "3": 4}), given=("signs", SIGNS)),
    ]

    def rules(self, m: Model) -> None:
        board, goals = self.board, self.signs.where("o")
        for cell in board.cells:
            if cell in goals:
                m.require("a goal holds no arrow", self.arrows[cell] == 0, at=cell)
            else:
                m.require("every cell without a goal holds an arrow", self.arrows[cell] != 0, at=cell)
        for clue in self.signs.items():
            if clue.value in SIGNS:
                m.require("a given arrow stays", self.arrows[clue.cell] == clue.value, clue=clue)
        for room in self.rooms:
            for sign in SIGNS:
                alike = [self.arrows[cell] == sign for cell in room]
                m.require("a room holds no two arrows in one direction", at_most(1, alike), at=room)
        # a cell leads to a goal if it is reached backwards from the goals
        back = [
            (there, cell, self.arrows[cell] == board.direction_names[way])
            for cell in board.cells
            for way, there in board.ways(cell)
        ]
        m.require("the arrows lead to a goal", Reached([m.true] * len(board), back, goals, places=board.cells))
