from pencilp.board.lattice import Lattice
from pencilp.board.layers import AnswerMarks, Symbols
from pencilp.board.layers.glyphs import Circle, Glyph
from pencilp.board.layers.looks import star
from pencilp.encodings import Cells
from pencilp.genres.base import Genre
from pencilp.model import Model, all_hold, none_of
from pencilp.rules.numbers import each_once

LIT = {"n": "above", "e": "the right", "s": "below", "w": "the left"}
MOONS = {"x": "a dark moon"} | {way: f"a moon lit from {side}" for way, side in LIT.items()}
MOONS |= {a + b: f"a moon lit from {LIT[a]} and {LIT[b]}" for a in "ns" for b in "ew"}
CODES = {"0": "x", "1": "e", "2": "s", "3": "se", "4": "w", "6": "sw", "8": "n", "9": "ne", "12": "nw"}


def sky(token: str, lattice: Lattice) -> Glyph:
    """Return a star, or a grey cloud."""
    puffs = ((-0.17, 0.07, 0.15), (0.17, 0.07, 0.15), (0, -0.05, 0.2), (0, 0.1, 0.12))
    cloud = [Circle(r, "grey", "none", x=x, y=y, width=0) for x, y, r in puffs]
    return star(token, lattice) if token == "*" else Glyph(cloud, "☁", token)


class Munraito(Genre):
    """Put a star and a cloud into every row and every column, but not into cells with a moon. A star shines along its
    row and its column, up to the first cloud or moon. Every moon is white on the sides from which a star shines upon
    it, and dark on the others.
    """

    name = "munraito"
    title = "Moonlight"
    title_ja = "ムーンライト"
    aliases = ("mondlicht",)

    moons = Symbols(MOONS, "the moons", look="moon")
    sky = AnswerMarks({"*": "a star", "c": "a cloud"}, "the stars and clouds", look=sky)

    dataset = [Cells(("moons", CODES)), Cells(("sky", {"s": 1, "x": 2}), ignore=" ".join(CODES))]

    def rules(self, m: Model) -> None:
        board, sky, moons = self.board, self.sky, {*self.moons.given}
        for token, kind in (("*", "star"), ("c", "cloud")):
            each_once(m, sky, (token,), board.row_cells, f"there is one {kind} in every row")
            each_once(m, sky, (token,), board.col_cells, f"there is one {kind} in every column")
        for clue in self.moons.items():
            m.require("there is nothing on a moon", sky[clue.cell] == 0, at=clue.cell)
            lit = {}
            for way in "nesw":
                shines = m.false
                for c in reversed(board.until(clue.cell, way, moons)):
                    shines = m.any_of((sky[c] == "*", m.all_of((sky[c] != "c", shines))))
                lit[way] = shines
            white, dark = ([lit[way] for way in "nesw" if (way in clue.value) == is_lit] for is_lit in (True, False))
            m.require("a star shines upon a white side of a moon", all_hold(white), clue=clue)
            m.require("no star shines upon a dark side of a moon", none_of(dark), clue=clue)
