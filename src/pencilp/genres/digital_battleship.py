from pencilp.board.layers import Lines, Numbers
from pencilp.encodings import Cells, Header, OutsideLines
from pencilp.genres.battleship import Battleship
from pencilp.model import Linear, Model
from pencilp.rules.counting import seen_from_outside


class DigitalBattleship(Battleship):
    """Place the ships of the fleet on the board, turned and mirrored as you like. Ships do not touch, not even at a corner.
    A number outside is the sum of the numbers that ships cover in its row or column. Some parts of ships and some water may
    be given.
    """

    name = "digital_battleship"
    title = "Digital Battleship"
    title_ja = "デジタルバトルシップ"
    aliases = ("Digital Battleships", "Digitale Battleships")

    counts = None  # type: ignore[assignment]
    numbers = Numbers("the numbers in the cells", high=999, unknown=False)
    sums = Lines(
        "the sum of the numbers that ships cover in a column or row", single=True, high=9_999_999, optional=True
    )

    dataset = [
        Header("fleet"), OutsideLines("sums"), Cells("numbers"), Cells(("ships", dict.fromkeys("monswe", 1))),
    ]  # fmt: skip

    def outside(self, m: Model) -> None:
        for clue in seen_from_outside(self.board, self.sums):
            covered = Linear([(n, self.ships[c]) for c in clue.cells if (n := self.numbers[c])], clue.value, clue.value)
            m.require("the number outside is the sum of what ships cover", covered, clue=clue)
