from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Arrows, Loop
from pencilp.board.layers.glyphs import Circle, Glyph, Text
from pencilp.encodings import ArrowNumber16, Cells, Matrix
from pencilp.errors import InputError
from pencilp.genres.base import Genre
from pencilp.genres.firefly.rules import (
    line_turns,
    lines_begin_at_dots,
    lines_between_stops,
    lines_end_next_to_dots,
    lines_go_on,
)
from pencilp.model import Connected, Model, any_of, impossible


def firefly(token: str, lattice: Lattice) -> Glyph:
    """Return a circle around the number, with a black dot on its rim."""
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
    """Draw a line from cell to cell from the black dot of every firefly that has one. It leads to a firefly, another or the
    same, but not to its black dot. On the way lines do not branch, cross or touch. A number says how often the line from its
    firefly's dot turns; without one, or with ``?``, it turns as often as it likes. The number of a firefly without a dot says
    nothing. The lines join all fireflies, and there are no others.
    """

    name = "firefly"
    title = "Hotaru Beam"
    title_ja = "ホタルビーム"
    aliases = ("hotarubeam", "hotaru", "fireflies")

    fireflies = Arrows(
        "the fireflies: where the black dot is, and how often its line turns; ? alone has no dot",
        high="cells",
        look=firefly,
    )
    line = Loop("the lines")

    link = [ArrowNumber16("fireflies")]
    pzpr = [Cells("fireflies"), Matrix("line")]

    def validate(self) -> None:
        if not self.fireflies.given:
            raise InputError("the puzzle needs a firefly")
        for clue in self.fireflies.items():
            if clue.way == UNKNOWN:
                raise self.bad("fireflies", clue.cell, "the place of the black dot is needed")

    def rules(self, m: Model) -> None:
        board, line, fireflies = self.board, self.line, self.fireflies
        with_dots = [clue for clue in fireflies.items() if clue.way is not None]
        beams = lines_between_stops(m, board, line, [(clue.cell, clue.way) for clue in with_dots], fireflies.given)
        lines_go_on(m, beams, "a line neither branches nor ends outside the fireflies")
        lines_begin_at_dots(m, beams, "a line begins at a black dot")
        lines_end_next_to_dots(m, beams, "a line does not lead from one black dot to another")
        for clue in with_dots:
            link = board.link(clue.cell, clue.way)
            m.require(
                "a line begins at every black dot", impossible if link is None else any_of([line[link]]), at=clue.cell
            )
            if link is not None and clue.is_known:
                words = "the line from a black dot turns as often as the number says"
                line_turns(m, beams, clue.cell, clue.way, clue.number, words, clue=clue)
        joined = [m.true if fireflies[c] is not None else m.any_of(line[board.links_at[c]]) for c in board.cells]
        edges = [(a, b, x) for (a, b), x in zip(board.links, line, strict=True)]
        m.require("the lines join all fireflies", Connected(joined, edges, places=board.cells))
