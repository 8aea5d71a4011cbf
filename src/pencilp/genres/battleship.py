from typing import ClassVar

from pencilp.board.layers import UNKNOWN, Clue, Lines, Pieces, Ships, Symbols
from pencilp.encodings import Cells, Fleet, Framed, Header, Number16, OutsideLines, OutsideNumber16, PieceMarks
from pencilp.genres.base import Genre
from pencilp.model import Constraint, Lit, Model, all_hold, exactly
from pencilp.rules.counting import counts_outside
from pencilp.rules.polyominoes import as_often_as_in_bank, bank_on_board, corners_apart

WATER = "~"
PARTS = {
    WATER: "water",
    "n": "the top of a ship",
    "s": "the bottom of a ship",
    "w": "the left end of a ship",
    "e": "the right end of a ship",
    "m": "the middle of a ship",
    "o": "a ship of one cell",
    "nw": "the upper left corner of a ship",
    "ne": "the upper right corner of a ship",
    "sw": "the lower left corner of a ship",
    "se": "the lower right corner of a ship",
    UNKNOWN: "some part of a ship",
}
"""The parts in the order of their numbers in links, but for the last one."""
JOINED = {"n": "s", "s": "n", "w": "e", "e": "w", "o": "", "nw": "es", "ne": "ws", "sw": "en", "se": "wn"}
"""Per part the sides on which the ship goes on. A middle goes on at opposite sides."""
CODES = dict(enumerate(list(PARTS)[:-1]))
TOKENS = {str(code): part for code, part in CODES.items()}


class Battleship(Genre):
    """Place the ships of the fleet on the board, turned and mirrored as you like. Ships do not touch, not even at a corner.
    A number outside counts the cells of ships in its row or column. Some parts of ships and some water may be given.
    """

    name = "battleship"
    title = "Battleship"
    title_ja = "バトルシップ"
    aliases: ClassVar[tuple[str, ...]] = ("Battleships", "Bimaru", "Solitaire Battleships")

    fleet = Pieces("the ships")
    counts = Lines("how many cells of ships a column or row has", single=True, high="line", optional=True)
    parts = Symbols(PARTS, "given parts of ships, and water", optional=True, look="ship")
    ships = Ships("the cells of ships")

    link = [OutsideNumber16("counts"), Number16("parts", CODES), Fleet("fleet")]
    pzpr = [
        Fleet("fleet"), Framed("counts", ("parts", {**TOKENS, "-": UNKNOWN})),
        Cells("ships", given=("parts", {part: int(part != WATER) for part in PARTS})), PieceMarks("fleet"),
    ]  # fmt: skip
    dataset = [
        Header("fleet"), OutsideLines("counts"), Cells(("parts", {"x": WATER, **dict(zip("nswemo", "nswemo", strict=True))})),
        Cells(("ships", dict.fromkeys("monswe", 1))),
    ]  # fmt: skip

    def rules(self, m: Model) -> None:
        board, ships = self.board, self.ships
        self.outside(m)
        for clue in self.parts.items():
            self.part(m, clue)
        corners_apart(m, board, self.fleet, ships, "ships do not touch at a corner")
        fleet = bank_on_board(m, board, self.fleet, ships, corners=True)
        as_often_as_in_bank(m, board, fleet, "{often} ships of the fleet have the shape {shape}")
        m.require(
            "there are no ships but those of the fleet",
            exactly(sum(rows.count("x") for piece in self.fleet for rows in piece), ships),
        )

    def outside(self, m: Model) -> None:
        """Add the rules of the numbers outside."""
        counts_outside(m, self.board, self.counts, self.ships, "the number outside counts the cells of ships")

    def part(self, m: Model, clue: Clue) -> None:
        """Add the rule of a given part of a ship, or of given water."""
        part, here = clue.value, self.ships[clue.cell]
        adjacent = {way: m.there(self.ships, self.board.neighbour(clue.cell, way)) for way in "nesw"}
        parts: list[Constraint | Lit] = [~here if part == WATER else here]
        if part == "m":
            parts.append(m.all_of((adjacent["n"], adjacent["s"])) | m.all_of((adjacent["e"], adjacent["w"])))
        elif part in JOINED:
            parts += [ship if way in JOINED[part] else ~ship for way, ship in adjacent.items()]
        m.require(f"here is {PARTS[part]}", all_hold(parts), clue=clue)
