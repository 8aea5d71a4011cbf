from pencilp.board.layers import Borders, Numbers, Symbols
from pencilp.encodings import Cells, Gaps, Matrix, Number16, Slash
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Lit, Model, all_hold, any_of, at_least, at_most
from pencilp.rules.groups import every_group_holds_some, group_holds
from pencilp.rules.regions import divided, numbered_regions


class BorderBlock(Genre):
    """Divide the board into blocks. Every block holds numbers; all numbers in it are equal, and it holds all numbers of this
    kind. At a dot three or four borders meet, the outline included, and at other corners no more than two.
    """

    name = "bdblock"
    title = "Border Block"
    title_ja = "ボーダーブロック"

    numbers = Numbers("the numbers of the blocks", low=1, unknown=False, names_only=True)
    dots = Symbols({"o": "a dot"}, "the corners where three or four borders meet", on="corners", look="dot")
    borders = Borders("the borders of the blocks")

    link = [Gaps("dots", "o", ended=True), Slash(), Number16("numbers")]
    pzpr = [Cells("numbers"), Cells(("dots", {"1": "o"})), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board, numbers = self.board, self.numbers
        blocks = divided(m, board, self.borders)
        every_group_holds_some(m, blocks, numbers.given, "a block holds a number")
        for clue in numbers.items():
            own = numbers.where(clue.value)
            others = [cell for cell in numbers.given if numbers[cell] != clue.value]
            group_holds(m, blocks, clue.cell, own, len(own), "equal numbers lie in one block")
            group_holds(m, blocks, clue.cell, others, 0, "a block holds no different numbers", clue=clue)
        for corner, meeting in enumerate(self.meeting(m)):
            at = board.corner_cells[corner]
            if self.dots[corner]:
                m.require("three or four borders meet at a dot", at_least(3, meeting), at=at, clue=(self.dots, corner))
            elif len(meeting) > 2:
                m.require("no three borders meet at a corner without a dot", at_most(2, meeting), at=at)

    def meeting(self, m: Model) -> list[list[Lit]]:
        """Return for each corner the borders that meet there, the outline included."""
        inner = len(self.board.links)
        return [[self.borders[e] if e < inner else m.true for e in edges] for edges in self.board.corner_edges]

    def open_rules(self, m: Model) -> OpenLayers:
        board, numbers = self.board, range(1, 3 + len(self.board) // 6)
        # the number of the block of each cell, printed or not
        own = numbered_regions(m, board, self.borders, numbers)
        printed = [{number: m.all_of((x, m.binary())) for number, x in here.items()} for here in own]
        for number in numbers:
            held = [here[number] for here in printed]
            m.require("a block holds a number", all_hold([any_of([~here[number], *held]) for here in own]))
        return {"numbers": printed, "dots": [{"o": m.count_of(3, meeting)} for meeting in self.meeting(m)]}
