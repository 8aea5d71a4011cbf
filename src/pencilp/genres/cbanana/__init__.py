from pencilp.board.layers import Numbers, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre
from pencilp.genres.cbanana.rules import groups_of_one_colour, shaded_are_rectangles
from pencilp.model import Lit, Model, Reached
from pencilp.rules.groups import group_has_size


class ChocoBanana(Genre):
    """Shade some cells. The groups of shaded cells, connected by edges, are rectangles. The groups of unshaded cells
    are not. A number says how many cells its group has, shaded or not.
    """

    name = "cbanana"
    title = "Choco Banana"
    title_ja = "チョコバナナ"
    aliases = ("chocobanana",)

    clues = Numbers("how many cells the group has", low=1, high="cells")
    shaded = Shading("the shaded cells")

    link = [Number16("clues")]
    pzpr = [Cells("clues"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        board, unshaded = self.board, [~x for x in self.shaded]
        groups = groups_of_one_colour(m, board, self.shaded)
        shaded_are_rectangles(m, board, groups, "the shaded cells form rectangles")
        # a group that is no rectangle has a bend: three cells around a corner, and not the fourth
        arcs: list[tuple[int, int, None]] = [(a, b, None) for pair in board.links for a, b in (pair, pair[::-1])]
        bends: list[Lit] = []
        at: list[int] = []
        for cell in board.cells:
            for a, b, across in board.bends(cell):
                arcs.append((len(board) + len(bends), cell, None))
                gap = [] if across is None else [self.shaded[across]]
                bends.append(m.all_of([unshaded[cell], unshaded[a], unshaded[b], *gap]))
                at.append(cell)
        roots = range(len(board), len(board) + len(bends))
        m.require(
            "no group of unshaded cells is a rectangle",
            Reached([*unshaded, *bends], arcs, roots, places=[*board.cells, *at]),
        )
        for clue in self.clues.known():
            group_has_size(m, groups, clue.cell, clue.value, "a number counts the cells of its group", clue=clue)
