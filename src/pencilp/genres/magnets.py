from pencilp.board.layers import Lines, Marks, Param, Rooms, Symbols
from pencilp.encodings import Border, Cells, Circle, Flag, Framed, Holes, OutsideLines, OutsideNumber16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model, any_of, at_most, not_all
from pencilp.rules import counts_outside, not_adjacent


class Magnets(Genre):
    """Put magnets into some of the rooms, at most one into each: a magnet covers two cells that share an edge, one with its
    plus, one with its minus pole. Equal poles do not share an edge. The numbers outside count the plus poles (top and left)
    and the minus poles (bottom and right) in their columns and rows.
    """

    name = "magnets"
    title = "Magnets"
    title_ja = "マグネット"
    aliases = ("magnetic", "magnetplatte", "magnete")

    rooms = Rooms("the rooms, mostly of two cells")
    counts = Lines(
        "how many poles there are in a line", sides=("top", "left", "bottom", "right"), single=True, optional=True
    )
    given = Symbols(
        {"+": "plus", "_": "minus", "x": "no pole"}, "what is printed in cells", optional=True, look="magnet"
    )
    anti = Param("1: poles of different rooms that share an edge are equal, instead of different", high=1, initial=0)
    poles = Marks(("+", "_"), "the poles: plus and minus", look="magnet")

    link = [
        Flag("a", "anti"),
        OutsideNumber16("counts", stacked=True),
        Border("rooms"),
        Circle("given", "+_", optional=True),
        Holes(),
    ]
    pzpr = [
        Flag("a", "anti"),
        Walls("rooms"),
        Framed(
            "counts",
            ("given", {"q1": "+", "q2": "_"}),
            ("poles", {"a1": 1, "a2": 2}),
            stacked=True,
            hole="#",
            ignore="s1 s2",
            given=("given", {"+": 1, "_": 2}),
        ),
    ]
    dataset = [
        OutsideLines("counts", sides=("top", "bottom", "left", "right")),
        Cells(("given", {".": None, "+": "+", "-": "_", "x": "x"}), optional=True),
        RoomIds("rooms", holes=True),
        Cells(("poles", {"x": 0, "+": 1, "-": 2})),
    ]

    def rules(self, m: Model) -> None:
        plus, minus = ([pole == value for pole in self.poles] for value in (1, 2))
        for cell, mark in self.given.items():
            m.require("a printed mark stays", self.poles[cell] == "x+_".index(mark), at=cell)
        for room in self.rooms:
            for one, other in ((plus, minus), (minus, plus)):
                m.require("a room holds one magnet at most", at_most(1, [one[c] for c in room]), at=room)
                for cell in room:
                    beside = [other[n] for n in self.board.near[cell] if n in room]
                    m.require("a magnet has both poles, side by side", one[cell] >> any_of(beside), at=room)
        if self.anti:
            of = self.rooms.of
            for a, b in self.board.links:
                if of[a] != of[b]:
                    words = "poles of different rooms that share an edge are equal"
                    m.require(words, not_all((plus[a], minus[b])), at=(a, b))
                    m.require(words, not_all((minus[a], plus[b])), at=(a, b))
        else:
            for poles in (plus, minus):
                not_adjacent(m, self.board, poles, "equal poles do not share an edge")
        for poles, sides in ((plus, ("top", "left")), (minus, ("bottom", "right"))):
            counts = {side: self.counts[side] for side in sides}
            counts_outside(m, self.board, counts, poles, "the number outside counts the poles in its line")
