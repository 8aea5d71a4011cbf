from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Arrows, Loop
from pencilp.board.layers.glyphs import Circle, Glyph, Text
from pencilp.encodings import ArrowNumber16, Cells, Matrix
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.model import Clause, Connected, Model, all_hold, any_of, exactly
from pencilp.rules.paths import counted_along


def firefly(token: str, lattice: Lattice) -> Glyph:
    """A circle around the number, with a black dot on its rim."""
    number = token.rstrip("nesw").removesuffix("?")
    shapes = [Circle(0.36, level="rounds"), Text(number, room=0.75)]
    if token[-1:] in lattice.direction_names:
        way = lattice.direction_names.index(token[-1])
        x, y = lattice.way(way)
        return Glyph(
            [*shapes, Circle(0.1, "ink", x=0.36 * x, y=0.36 * y, level="rounds")], number + lattice.arrows[way], token
        )
    return Glyph(shapes, f"({token})")


class Firefly(Genre):
    """Draw a line from cell to cell from the black dot of every firefly that has one. It leads to a firefly, another or the same,
    but not to its black dot. On the way lines do not branch, cross or touch. A number says how often the line from its firefly's
    dot turns. The lines join all fireflies, and there are no others.
    """

    name = "firefly"
    title = "Hotaru Beam"
    title_ja = "ホタルビーム"
    aliases = ("hotarubeam", "hotaru", "fireflies")

    fireflies = Arrows(
        "the fireflies: where the black dot is, and how often its line turns", high="cells", look=firefly
    )
    line = Loop("the lines")

    link = [ArrowNumber16("fireflies")]
    pzpr = [Cells("fireflies"), Matrix("line")]

    def validate(self) -> None:
        if not self.fireflies.given:
            raise InputError("the puzzle needs a firefly")
        for cell, (dot, _) in self.fireflies.items():
            if dot == UNKNOWN:
                raise InputError("where the black dot is cannot be left open", f"fireflies {self.board.names[cell]}")

    def rules(self, m: Model) -> None:
        board, line, fireflies = self.board, self.line, self.fireflies
        for cell in set(board.cells).difference(fireflies.given):
            here = line[board.links_at[cell]]
            on = [x >> exactly(1, [y for y in here if y is not x]) for x in here]
            m.require("a line neither branches nor ends outside the fireflies", all_hold(on), at=cell)
        dots = {(cell, dot) for cell, (dot, _) in fireflies.items() if dot is not None}
        others = [(c, d) for c in fireflies.given for d in board.directions if (c, d) not in dots]
        begun = counted_along(m, board, line, dots, fireflies.given, lambda way, after: False, 0)
        back = counted_along(m, board, line, others, fireflies.given, lambda way, after: False, 0)
        most = max([number for _, (_, number) in fireflies.items() if number not in (None, UNKNOWN)], default=0)
        most = min(most, len(board))
        turned = counted_along(m, board, line, others, fireflies.given, lambda way, after: way[1] != after[1], most)
        for cell, way in others:
            link = board.link_to[cell][way]
            if link >= 0:
                arrives = begun[(board.step[cell][way], board.opposite(way)), 0]
                m.require("a line begins at a black dot", Clause((~line[link], arrives)), at=cell)
        for cell, dot in dots:
            number = fireflies[cell][1]
            link = board.link_to[cell][dot]
            if link < 0:
                m.require("a line begins at every black dot", any_of(()), at=cell)
                continue
            home = board.step[cell][dot], board.opposite(dot)
            m.require("a line begins at every black dot", line[link], at=cell)
            m.require(
                "a line does not lead from one black dot to another", Clause((~line[link], back[home, 0])), at=cell
            )
            if number not in (None, UNKNOWN):
                right = turned.get((home, number), m.false)
                words = "the line from a black dot turns as often as the number says"
                m.require(words, Clause((~line[link], right)), at=cell, clue=(fireflies, cell))
        joined = [m.true if fireflies[c] is not None else m.any_of(line[board.links_at[c]]) for c in board.cells]
        edges = [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)]
        m.require("the lines join all fireflies", Connected(joined, edges, places=board.cells))
