from pencilp.board.layers import AnswerMarks, InnerWalls, Lines, Param, Rooms, Symbols
from pencilp.encodings import Border, Cells, Circle, Flag, Framed, Holes, OutsideLines, OutsideNumber16, RoomIds, Walls
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, any_of, at_most, not_all
from pencilp.rules.counting import counts_outside
from pencilp.rules.shading import not_adjacent


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
    walls = InnerWalls("further borders, inside rooms, of the variant")
    counts = Lines(
        "how many poles there are in a line",
        sides=("top", "left", "bottom", "right"),
        single=True,
        high="line",
        optional=True,
        signs="+−",
    )
    given = Symbols(
        {"+": "plus", "_": "minus", "x": "no pole"}, "what is printed in cells", optional=True, look="magnet"
    )
    anti = Param("1: poles of different rooms that share an edge are equal, instead of different", high=1, initial=0)
    poles = AnswerMarks({"+": "a plus", "_": "a minus"}, "the poles: plus and minus", look="magnet")

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
        RoomIds("rooms", holes=True, marked=("given", "x")),
        Cells(("poles", {"x": 0, "+": 1, "-": 2}), empty="x"),
    ]

    def rules(self, m: Model) -> None:
        plus, minus = self.poles.is_("+"), self.poles.is_("_")
        for clue in self.given.items():
            pole = self.poles[clue.cell]
            m.require("a printed mark stays", pole == 0 if clue.value == "x" else pole == clue.value, clue=clue)
        for room in self.rooms:
            few = [at_most(1, [poles[c] for c in room]) for poles in (plus, minus)]
            m.require("a room holds one magnet at most", all_hold(few), at=room)
            for cell in room:
                near = [n for n in self.board.near[cell] if n in room]
                both = [one[cell] >> any_of([other[n] for n in near]) for one, other in ((plus, minus), (minus, plus))]
                m.require("a magnet has both poles, side by side", all_hold(both), at=cell)
        if self.anti:
            for a, b in (self.board.links[e] for e in self.rooms.borders(self.board, self.walls)):
                equal = all_hold([not_all((plus[a], minus[b])), not_all((minus[a], plus[b]))])
                m.require("poles that touch across a border are equal", equal, at=(a, b))
        else:
            for poles in (plus, minus):
                not_adjacent(m, self.board, poles, "equal poles do not share an edge")
        for poles, sides in ((plus, ("top", "left")), (minus, ("bottom", "right"))):
            counts_outside(m, self.board, self.counts, poles, "the number outside counts the poles in its line", sides)
