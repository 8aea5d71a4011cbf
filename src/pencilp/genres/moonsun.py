from math import cos, radians, sin

from pencilp.board.lattice import Lattice
from pencilp.board.layers import InnerWalls, Loop, Rooms, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph, Polygon
from pencilp.encodings import Border, Cells, Ignored, Matrix, RoomIds
from pencilp.encodings import Circle as Circles
from pencilp.genres.base import Genre
from pencilp.model import Model, not_all
from pencilp.rules.loops import enters, loop_through_cells, passes_one_kind


def heaven(token: str, lattice: Lattice) -> Glyph:
    """Return the sun as a white circle, or the moon as a black crescent: a circle with another one cut out."""
    if token == "s":
        return Glyph([Circle(0.32)], "☼", "o")
    # radius, distance of the middle, and the angle to that side
    rim = [(0.34, 0.0, 50 + 13 * k) for k in range(21)] + [(0.27, 0.15, 284 - 13 * k) for k in range(17)]
    ways = [(r, away, radians(217), radians(217 + angle)) for r, away, angle in rim]
    crescent = [(away * cos(a) + r * cos(b), away * sin(a) + r * sin(b)) for r, away, a, b in ways]
    return Glyph([Polygon(crescent, "ink")], "☾", "@")


class MoonOrSun(Genre):
    """Draw one closed loop from cell to cell that visits every room exactly once. In every room it passes all moons
    and no sun, or all suns and no moon; from one room to the next it changes between the two. It passes a moon or a
    sun in every room.
    """

    name = "moonsun"
    title = "Moon or Sun"
    title_ja = "月か太陽"
    aliases = ("moon sun",)
    shapes = ("square", "hexagonal")

    rooms = Rooms("the division into rooms")
    walls = InnerWalls("borders within a room: a visit ends where the loop crosses one")
    marks = Symbols({"s": "the sun", "m": "the moon"}, "the suns and moons", look=heaven)
    line = Loop("the loop")

    link = [Border("rooms"), Circles("marks", "sm")]
    pzpr = [RoomIds("rooms", walled=2), Cells(("marks", {"1": "s", "2": "m"})), Matrix("line"), Ignored("0")]
    dataset = [Cells(("marks", {"o": "s", "x": "m"})), RoomIds("rooms"), Cells("line")]

    def rules(self, m: Model) -> None:
        board, line, rooms, marks = self.board, self.line, self.rooms, self.marks
        passed = loop_through_cells(m, board, line)
        enters(m, board, rooms, line, "the loop visits every room exactly once", walls=self.walls)
        kinds = [{*marks.where(mark)} for mark in "sm"]
        words = "the loop passes all moons of a room and no sun, or all suns and no moon"
        passes_one_kind(m, passed, rooms, kinds, words)
        here = [[[passed[c] for c in room if c in kind] for kind in kinds] for room in rooms]
        lit = [[m.any_of(some) if some else None for some in each] for each in here]
        for link in rooms.borders(board):
            a, b = board.links[link]
            for words, one, other in zip(("suns", "moons"), lit[rooms.of[a]], lit[rooms.of[b]], strict=True):
                if one is not None and other is not None:
                    text = f"the loop does not pass {words} in two rooms one after the other"
                    m.require(text, not_all([line[link], one, other]), at=(a, b))
