from itertools import combinations

from pencilp.board.layers import Borders
from pencilp.encodings import Holes, Matrix
from pencilp.encodings.special import heteromino
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, not_all
from pencilp.rules.regions import divided, each_has_size


class Heteromino(Genre):
    """Divide the board into regions of three cells. Two regions that share an edge differ in their shape, or at least in the way
    that it is turned.
    """

    name = "heteromino"
    title = "Heteromino"
    title_ja = "ヘテロミノ"
    shapes = ("square", "hexagonal")

    borders = Borders("the borders of the regions")

    link = [heteromino.Missing()]
    pzpr = [Holes(), Matrix("borders", outline=True)]

    def rules(self, m: Model) -> None:
        board, borders = self.board, self.borders
        regions = divided(m, board, borders)
        each_has_size(m, regions, 3, "a region has 3 cells")
        triples = sorted({tuple(sorted((a, b, c))) for b in board.cells for a, c in combinations(board.near[b], 2)})
        whole: dict[tuple[int, ...], Lit] = {}
        alike: dict[tuple[object, int], list[tuple[int, ...]]] = {}
        for cells in triples:
            sides = {e: sum(c in cells for c in board.links[e]) for c in cells for e in board.links_at[c]}
            whole[cells] = m.all_of([borders[e] if ends == 1 else ~borders[e] for e, ends in sides.items()])
            for c in cells:
                alike.setdefault((self.way(cells), c), []).append(cells)
        words = "regions that share an edge differ in shape or in how it is turned"
        for cells in triples:
            beside = {n for c in cells for n in board.near[c]}.difference(cells)
            others = {other for n in beside for other in alike.get((self.way(cells), n), ()) if other > cells}
            for other in sorted(others):
                if not set(cells) & set(other):
                    m.require(words, not_all((whole[cells], whole[other])), at=(*cells, *other))

    def way(self, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """The shape of cells and how it is turned: where they lie from the first one on."""
        row, col = self.board.positions[cells[0]]
        return tuple([(r - row, c - col) for r, c in map(self.board.positions.__getitem__, cells)])
