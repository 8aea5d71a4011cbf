from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Loop, Symbols
from pencilp.board.layers.glyphs import Glyph, Strokes
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Connected, Constraint, Lit, Model, all_hold, exactly, none_of, total
from pencilp.rules.loops import goes_straight, turns

TILES = {"1": "an end", "I": "a straight pipe", "L": "a bend", "T": "a pipe with a branch", "+": "a crossing"}
WAYS = {"1": (0,), "I": (0, 2), "L": (0, 1), "T": (0, 1, 3), "+": (0, 1, 2, 3)}
"""Per tile the directions of its pipes, before it is turned."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Per direction the way to the right and downwards."""


def tile(token: str, lattice: Lattice) -> Glyph:
    """Return the pipes of a tile, small and grey, because only the answer says how it lies."""
    pipes = [((0.0, 0.0), (0.3 * x, 0.3 * y)) for x, y in (STEPS[way] for way in WAYS[token])]
    return Glyph([Strokes(pipes, "grey", 0.18)], "╵│└┴┼"["1ILT+".index(token)], token)


class Pipes(Genre):
    """Turn the tiles, so that every pipe goes on in the next tile, and all tiles are connected without loops."""

    name = "pipes"
    title = "Pipes"
    title_ja = "パイプつなぎ"
    aliases = ("net", "netwalk", "connect the pipes")

    tiles = Symbols(TILES, "the tiles, which may be turned", look=tile)
    line = Loop("the pipes")

    def rules(self, m: Model) -> None:
        board, line = self.board, self.line
        for cell, token in enumerate(self.tiles):
            here = line[board.links_at[cell]]
            if token is None:
                m.require("a cell without a tile has no pipe", none_of(here), at=cell)
                continue
            parts: list[Constraint | Lit] = [exactly(len(WAYS[token]), here)]
            if token in "IL":
                parts.append(goes_straight(board, line, cell) if token == "I" else turns(board, line, cell))
            m.require("a tile may be turned, but stays as it is", all_hold(parts), clue=self.tiles.at(cell))
        self.tree(m, [token is not None for token in self.tiles])

    def tree(self, m: Model, there: Sequence[bool]) -> None:
        """State that the tiles that are ``there`` are connected without loops."""
        tiles = [m.true if tile else m.false for tile in there]
        joined = [(a, b, x) for (a, b), x in zip(self.board.links, self.line, strict=True)]
        m.require("all tiles are connected", Connected(tiles, joined, places=self.board.cells))
        # connected tiles with as many joints as tiles, or more, have a loop
        m.require("there are no loops", total(self.line) <= max(0, sum(there) - 1))

    def open_rules(self, m: Model) -> OpenLayers:
        self.tree(m, [True] * len(self.board))
        sides = [
            [m.there(self.line, self.board.link(c, way)) for way in self.board.directions] for c in self.board.cells
        ]
        lies = {
            token: [[(way + turn) % 4 in ways for way in range(4)] for turn in range(4)] for token, ways in WAYS.items()
        }
        return {
            "tiles": [
                {
                    token: m.any_of(
                        [m.all_of([x if has else ~x for x, has in zip(here, lie, strict=True)]) for lie in some]
                    )
                    for token, some in lies.items()
                }
                for here in sides
            ]
        }
