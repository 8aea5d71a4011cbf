from pencilp.board.layers import Symbols
from pencilp.encodings import Border, Cells, FourCell, RoomIds
from pencilp.genres.heyawake import Heyawake
from pencilp.model import Model, exactly


class Sumiwake(Heyawake):
    """Shade some cells, at least one. Exactly one of the cells around a white circle is shaded, and exactly two of those around
    a black circle. Shaded cells do not touch by an edge, the unshaded cells form one group, and no straight line of
    unshaded cells crosses more than one border.
    """

    name = "sumiwake"
    title = "Sumiwake"
    title_ja = "すみわけ"

    clues = None  # type: ignore[assignment]
    circles = Symbols(
        {"w": "a white circle", "b": "a black circle"}, "the circles on corners", on="corners", look="circle"
    )

    link = [FourCell("circles", {1: "w", 2: "b"}), Border("rooms")]
    pzpr = [RoomIds("rooms", walled=1), Cells(("circles", {"1": "w", "2": "b"})), Cells("shaded")]

    def counts(self, m: Model) -> None:
        for mark, count, words in (
            ("w", 1, "one cell around a white circle is shaded"),
            ("b", 2, "two cells around a black circle are shaded"),
        ):
            for clue in self.circles.known(mark):
                m.require(words, exactly(count, self.shaded[clue.at]), clue=clue)
