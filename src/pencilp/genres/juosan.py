from pencilp.board.layers import AnswerChoice, InRooms, Numbers, Rooms
from pencilp.encodings import Border, Cells, RoomIds, RoomNumber16
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, at_most
from pencilp.rules.lines import no_run_of


class Juosan(Genre):
    """Draw a line through every cell, from top to bottom or from left to right. No three upright lines stand side by
    side, and no three level lines one above the other. A number says how many lines its room has of the more frequent
    kind, or of each kind if both are equally frequent.
    """

    name = "juosan"
    title = "Juosan"
    title_ja = "縦横さん"

    rooms = Rooms("the division into rooms")
    numbers = Numbers(
        "how many lines of one kind the room has, and no more of the other",
        high="cells",
        on=InRooms("rooms"),
        look="small",
    )
    lines = AnswerChoice({"ns": "an upright line", "ew": "a level line"}, "the line in each cell", look="bar")

    link = [Border("rooms"), RoomNumber16("numbers")]
    pzpr = [RoomIds("rooms"), Cells("numbers"), Cells(("lines", {"0": None, "1": 0, "2": 1}))]
    dataset = [Cells("numbers"), RoomIds("rooms"), Cells(("lines", {"v": 0, "h": 1}))]

    def rules(self, m: Model) -> None:
        level, upright = self.lines, [~x for x in self.lines]
        no_run_of(m, self.board, 3, upright, "no three upright lines stand side by side", axis=0)
        no_run_of(m, self.board, 3, level, "no three level lines stand one above the other", axis=1)
        for clue in self.rooms.numbers(self.numbers):
            kinds = [[lits[c] for c in clue.cells] for lits in (level, upright)]
            counted = [
                any_of([m.count_of(clue.value, lits) for lits in kinds]),
                *(at_most(clue.value, lits) for lits in kinds),
            ]
            m.require(
                "a number counts the lines of one kind, and there are no more of the other",
                all_hold(counted),
                clue=clue,
            )
