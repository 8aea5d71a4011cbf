from itertools import combinations

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, Arrows, Loop, Symbols
from pencilp.board.layers.glyphs import Glyph, Polygon
from pencilp.encodings import Holes, Ignored, Matrix
from pencilp.genres.base import Genre
from pencilp.genres.yajisoko import codec
from pencilp.model import Lit, Model, all_hold, any_of, at_most, exactly, impossible, not_all
from pencilp.rules.loops import straight_runs, straights
from pencilp.rules.sight import ahead

CORNERS = [(-0.36, -0.36), (0.36, -0.36), (0.36, 0.36), (-0.36, 0.36)]


def box(token: str, lattice: Lattice) -> Glyph:
    """A box."""
    return Glyph([Polygon(CORNERS, "grey", stroke="ink", width=0.05)], "■", "#")


class YajisanSokoban(Genre):
    """Push some of the boxes in a straight line, and draw the way of each. Lines do not cross or meet, and none
    passes a box or ends at another one. Afterwards, a number on which no box stands says how many boxes are in its
    arrow's direction. An arrow without a number is never true, and neither is a number without an arrow. If one of
    the two is ``?``, the clue is always true.
    """

    name = "yajisoko"
    title = "Yajisan-Sokoban"
    title_ja = "やじさん倉庫番"
    aliases = ("yajisansokoban",)

    boxes = Symbols({"o": "a box"}, "the boxes", look=box)
    clues = Arrows("numbers of boxes in the arrow's direction: ?w is an unknown number, w an arrow without a number")
    line = Loop("the ways of the boxes")

    link = [codec.BoxesAndNumbers("boxes", "clues"), Holes()]
    pzpr = [codec.Board("boxes", "clues"), Matrix("line"), Ignored("0")]

    def rules(self, m: Model) -> None:
        board, line, boxes, clues = self.board, self.line, self.boxes, self.clues
        begun: list[list[Lit]] = [[] for _ in board.links]
        stands: list[list[Lit]] = [[] for _ in board.cells]
        for cell in board.cells:
            here = line[board.links_at[cell]]
            if not boxes[cell]:
                straight = [{*pair} for pair in straights(board, cell)]
                bends = [
                    not_all(line[pair]) for pair in combinations(board.links_at[cell], 2) if {*pair} not in straight
                ]
                m.require("lines do not turn, cross or meet", all_hold(bends), at=cell)
                continue
            m.require("a box goes one way, and no line passes it", at_most(1, here), at=cell)
            stands[cell].append(~m.any_of(here))
            for way, ray in enumerate(board.rays[cell]):
                most = next((k for k, c in enumerate(ray, 1) if boxes[c]), len(ray))
                along = straight_runs(m, board, line, cell, way, most)
                for start, x in zip((cell, *ray), along, strict=False):
                    begun[board.link_to[start][way]].append(x)
                if most and boxes[other := ray[most - 1]]:
                    if cell < other:
                        m.require("no line joins two boxes", ~along[-1], at=(cell, *ray[:most]))
                    most -= 1
                # it stands where its way ends
                for end, x, further in zip(ray[:most], along, [*along[1:], None], strict=False):
                    stands[end].append(x if further is None else m.all_of((x, ~further)))
        standing = [m.any_of(ends) for ends in stands]
        for link, x, starts in zip(board.links, line, begun, strict=True):
            m.require("every line begins at a box", any_of([~x, *starts]), at=link)
        words = "a number without a box on it counts the boxes in its arrow's direction"
        for clue in clues.items():
            here = standing[clue.cell]
            if clue.number is None:
                m.require("a box stands on an arrow without a number", here, at=clue.cell, clue=(*clue.source, 1))
            elif clue.number != UNKNOWN and clue.way is None:
                m.require("a number needs an arrow", impossible, clue=clue)
            elif clue.is_known:
                seen = [standing[c] for c in ahead(board, clue.cell, board.direction_names[clue.way])]
                m.require(words, ~here >> exactly(clue.number, seen), clue=clue)
