from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number10, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.polyominoes import rectangles
from pencilp.rules.regions import cover, each_region, is_rectangle, no_dead_ends, sides


class Nawabari(Genre):
    """Divide the board into rectangles, each with exactly one number, which says how many sides of its cell are
    borders, the outline included.
    """

    name = "nawabari"
    title = "Nawabari"
    title_ja = "なわばり"
    aliases = ("Territory",)

    numbers = Numbers("how many sides of the cell are borders", high=4)
    borders = Borders("the borders of the rectangles")

    link = [Number10("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders", outline=True)]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        board, numbers, borders = self.board, self.numbers, self.borders
        clues = set(numbers.given)
        around = {
            c: [r for r in rectangles(board, c, clues) if n == "?" or sides(board, c, r) == n]
            for c, n in numbers.items()
        }
        chosen = iter(cover(m, board, borders, [cells for found in around.values() for cells in found]))
        for clue, found in around.items():
            m.require("a number has a rectangle", exactly(1, [next(chosen) for _ in found]), at=clue)

        no_dead_ends(m, board, borders)
        each_region(m, board, borders, "a region is a rectangle", lambda r: is_rectangle(board, r))
        each_region(m, board, borders, "a region has a number", lambda r: not clues.isdisjoint(r))
        each_region(m, board, borders, "a region has no two numbers", lambda r: len(clues.intersection(r)) < 2)
        each_region(
            m, board, borders, "a number says how many sides are borders",
            lambda r: all(sides(board, c, r) == numbers[c] for c in r if type(numbers[c]) is int),
        )  # fmt: skip
