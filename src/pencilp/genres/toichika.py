from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, AnswerMarks, Rooms, Symbols, arrow_marks
from pencilp.encodings import Blanks, Border, Cells, Grid, RoomIds, Sign, Signs
from pencilp.genres.base import Genre
from pencilp.model import Int, Lit, Model, any_of, exactly
from pencilp.rules.everywhere import cached_per_shape

ARROWS = {"n": "an arrow up", "e": "an arrow to the right", "s": "an arrow down", "w": "an arrow to the left"}
SIGNS = {"n": 1, "e": 2, "s": 3, "w": 4}
CODES = {1: "n", 2: "s", 3: "w", 4: "e"}


class Toichika(Genre):
    """Put an arrow into one cell of every country. Every arrow points to another one that points back, with only empty cells
    between them, and the countries of the two do not share a border.
    """

    name = "toichika"
    title = "Toichika"
    title_ja = "遠い誓い"

    rooms = Rooms("the countries")
    given = Symbols(
        {**ARROWS, "?": "an arrow of unknown direction"}, "the arrows that are there already", look="pointer"
    )
    arrows = AnswerMarks(arrow_marks(SIGNS), "the arrows", look="pointer")

    link = [Border("rooms"), Grid("given", Signs("1234", "nswe"), Sign(".", UNKNOWN), Blanks("5"))]
    pzpr = [
        RoomIds("rooms"),
        Cells(("given", {**{str(code): sign for code, sign in CODES.items()}, "-": UNKNOWN})),
        Cells(("arrows", {str(code): SIGNS[sign] for code, sign in CODES.items()}), given=("given", SIGNS)),
    ]

    def rules(self, m: Model) -> None:
        board, arrows, rooms = self.board, self.arrows, self.rooms
        for room in rooms:
            m.require("a country holds one arrow", exactly(1, [arrows[cell] != 0 for cell in room]), at=room)
        for clue in self.given.items():
            arrow = arrows[clue.cell]
            m.require("a given arrow stays", arrow == clue.value if clue.is_known else arrow != 0, clue=clue)
        borders = {frozenset((rooms.of[a], rooms.of[b])) for a, b in (board.links[e] for e in rooms.borders(board))}
        for cell, other, pair in point_back(m, board, arrows):
            if {rooms.of[cell], rooms.of[other]} in borders:
                m.require("the countries of a pair do not share a border", ~pair, at=(cell, other))


@cached_per_shape
def point_back(m: Model, board: Lattice, arrows: list[Int]) -> Sequence[tuple[int, int, Lit]]:
    """State that every arrow belongs to a pair. Return for each pair its two cells, and the literal that their arrows
    point to each other over empty cells."""
    to = [[arrow == 1 + way for way in board.directions] for arrow in arrows]
    found: list[tuple[int, int, Lit]] = []
    partners = {(c, way): [~to[c][way]] for c in board.cells for way in board.directions}
    for cell in board.cells:
        for way in (1, 2):
            clear: list[Lit] = []
            for other in board.rays[cell][way]:
                pair = m.all_of([to[cell][way], to[other][board.opposite(way)], *clear[-1:]])
                clear.append(m.all_of([*clear[-1:], arrows[other] == 0]))
                partners[cell, way].append(pair)
                partners[other, board.opposite(way)].append(pair)
                found.append((cell, other, pair))
    for (cell, _), lits in partners.items():
        m.require("an arrow points to one that points back", any_of(lits), at=cell)
    return found
