from pencilp.board.layers import Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number16, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly
from pencilp.rules.polyominoes import rectangles
from pencilp.rules.regions import cover, each_region, is_rectangle, no_dead_ends


class Shikaku(Genre):
    """Divide the board into rectangles, each with exactly one number, which says how many cells it has."""

    name = "shikaku"
    title = "Shikaku"
    title_ja = "四角に切れ"
    aliases = ("Rectangles", "Divide by Squares")

    numbers = Numbers("sizes of rectangles", low=1)
    borders = Borders("the borders of the rectangles")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def rules(self, m: Model) -> None:
        board, numbers, borders = self.board, self.numbers, self.borders
        clues = set(numbers.given)
        around = {c: rectangles(board, c, clues, None if n == "?" else n) for c, n in numbers.items()}
        chosen = iter(cover(m, board, borders, [cells for found in around.values() for cells in found]))
        for clue, found in around.items():
            m.require("a number has a rectangle of its size", exactly(1, [next(chosen) for _ in found]), at=clue)

        no_dead_ends(m, board, borders)
        each_region(m, board, borders, "a region is a rectangle", lambda r: is_rectangle(board, r))
        each_region(m, board, borders, "a region has a number", lambda r: not clues.isdisjoint(r))
        each_region(m, board, borders, "a region has no two numbers", lambda r: len(clues.intersection(r)) < 2)
        each_region(
            m, board, borders, "a number is the size of its region",
            lambda r: all(len(r) == numbers[c] for c in r if type(numbers[c]) is int),
        )  # fmt: skip
