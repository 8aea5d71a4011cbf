from pencilp.board.layers import UNKNOWN, AnswerNumbers, GivenMarks, NumbersOrSymbols
from pencilp.encodings import Blanks, Border, Cells, Grid, Numeral, Sign, Signs, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of
from pencilp.rules.numbers import adds_up, no_equal_adjacent, pair


class NumberRope(Genre):
    """Fill every cell that is not shaded with a number from 1 to 9. Along a grey line the numbers go up, or down, by 1 from cell
    to cell. Equal numbers do not share an edge. A number in a shaded cell is the sum of those that share an edge with it.
    """

    name = "numrope"
    title = "Number Rope"
    title_ja = "ナンバーロープ"
    aliases = ("numberrope",)

    sums = NumbersOrSymbols(
        {"x": "a shaded cell without a number"},
        "the shaded cells, with the sum of the adjacent numbers",
        high=36,
        unknown=True,
        look="wall",
    )
    ropes = GivenMarks("the grey lines", optional=True, across=True)
    number = AnswerNumbers(
        lambda self: self.least, lambda self: [9 * low for low in self.least], "the numbers", blank=0
    )

    link = [
        Border("ropes"),
        Grid(
            "sums", Numeral(20), Signs("ABCDEFGHIJKLMNOPQRSTUVWXYZ", range(20, 46)), Sign("_", UNKNOWN), Sign("+", "x"),
            Blanks("k", shortest=2), Sign(".", None),
        ),
    ]  # fmt: skip
    pzpr = [Cells(("sums", {"b": "x", "?": "?"})), Walls("ropes"), Cells("number", ignore="0")]

    def validate(self) -> None:
        self.least = [int(shaded is None) for shaded in self.sums]
        self.roped = [[e for e in links if self.ropes[e]] for links in self.board.links_at]
        wrong = next((c for c in self.sums.given if self.roped[c]), None)
        if wrong is not None:
            raise self.bad("sums", wrong, "a line passes no shaded cell")

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        no_equal_adjacent(m, board, number, "equal numbers do not share an edge")
        steps = [(v, w) for v in range(1, 10) for w in (v - 1, v + 1)]
        for (a, b), rope in zip(board.links, self.ropes, strict=True):
            if rope:
                m.require("consecutive numbers on a line differ by 1", pair(number[a], number[b], steps), at=(a, b))
        for cell, links in enumerate(self.roped):
            if len(links) > 1:
                adjacent = [number[c] for e in links for c in board.links[e] if c != cell]
                less = any_of([m.greater(number[cell], x) for x in adjacent])
                more = any_of([m.greater(x, number[cell]) for x in adjacent])
                m.require("along a line numbers go up, or down, all the way", all_hold([less, more]), at=cell)
        for clue in self.sums.items():
            if isinstance(clue.value, int):
                words = "the number in a shaded cell is the sum of the adjacent numbers"
                adjacent = [c for c in board.near[clue.cell] if self.least[c]]
                adds_up(m, number[adjacent], clue.value, words, at=(clue.cell, *adjacent), clue=clue)
