from pencilp.board.layers import AnswerNumbers, Numbers, Rooms, Symbols
from pencilp.encodings import Apart, Blanks, Border, Cells, Grid, Numeral, Of, RoomIds, Signs
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, impossible
from pencilp.rules.numbers import all_different, givens, greater_than, no_equal_adjacent

ARROWS = {"x": "a black cell", "n": "an arrow up", "s": "an arrow down", "w": "an arrow left", "e": "an arrow right"}


class Makaro(Genre):
    """Fill every white cell with a number, so that every room holds the numbers from 1 to its size once each. Equal
    numbers do not share an edge. An arrow in a black cell points to the greatest of the adjacent numbers, and no
    other adjacent number equals it.
    """

    name = "makaro"
    title = "Makaro"
    title_ja = "マカロ"

    arrows = Symbols(ARROWS, "the black cells, some with an arrow", look="arrowhead")
    rooms = Rooms("the rooms of white cells", partial=True, connected=False)
    given = Numbers("the numbers printed in cells", low=1, high="cells", optional=True)
    number = AnswerNumbers(
        lambda self: [int(room is not None) for room in self.rooms.of],
        lambda self: [0 if room is None else len(self.rooms.groups[room]) for room in self.rooms.of],
        "the number in each white cell",
        blank=0,
    )

    link = [
        Apart(
            "rooms", "arrows", Border("rooms"),
            Grid("given", Of("arrows", Signs("abcde", "xnswe")), Numeral(10, first=1), Numeral(10, 2, "-", first=1), Blanks("g")),
        )
    ]  # fmt: skip
    pzpr = [
        RoomIds("rooms", apart="arrows"), Cells(("arrows", {"#": "x", "t": "n", "b": "s", "l": "w", "r": "e"}), "given"),
        Cells("number", given="given"),
    ]  # fmt: skip
    dataset = [Cells("arrows", "given"), RoomIds("rooms", apart="arrows"), Cells("number")]

    def validate(self) -> None:
        for cell, (arrow, room) in enumerate(zip(self.arrows, self.rooms.of, strict=True)):
            if (arrow is None) == (room is None):
                why = "every white cell needs a room" if arrow is None else "a black cell is in a room"
                raise self.bad("rooms", cell, why)

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        all_different(m, number, self.rooms, "no number occurs twice in a room")
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge")
        for clue in self.arrows.items():
            if clue.value != "x":
                end = board.neighbour(clue.cell, clue.value)
                others = [n for n in board.near[clue.cell] if n != end and self.arrows[n] is None]
                greatest: Constraint | Lit = impossible
                if end is not None and self.arrows[end] is None:
                    greatest = all_hold([greater_than(number[end], number[n]) for n in others])
                m.require(
                    "an arrow points to the greatest adjacent number",
                    greatest,
                    at=(clue.cell, *others),
                    clue=clue,
                )
