from typing import Any

from pencilp.board.layers import AnswerNumbers, Numbers
from pencilp.genres.base import Genre, place_keys
from pencilp.model import Lit, Model, Sum, all_hold, exactly, total

AXES = {
    "square": (("xp", "R"), ("xm", "L"), ("yp", "D"), ("ym", "U")),
    "hexagonal": (("xp", "R"), ("xm", "L"), ("yp", "D"), ("ym", "U"), ("zp", "S"), ("zm", "C")),
}
"""The document's names of a direction, and of the number of cells seen in it."""
STEPS = {"xp": (0, 1), "xm": (0, -1), "yp": (1, 0), "ym": (-1, 0), "zp": (1, 1), "zm": (-1, -1)}


class Panorama(Genre):
    """The board is an island. Find the height of every cell, at least 1. Cells on the coast and at the shore of a
    lake have height 1, and the heights of neighbours differ by at most 1. A number says how many other cells are seen
    from its cell in the directions of its sides. A higher cell cannot be seen, and hides all cells behind it; water
    ends the view.
    """

    name = "panorama"
    title = "Panorama"
    title_ja = "パノラマ"
    shapes = ("square", "hexagonal")

    clues = Numbers("how many other cells are seen from a cell", high="other_cells", unknown=False, look="small")
    heights = AnswerNumbers(1, lambda puzzle: puzzle.highest(), "the height of every cell")

    def highest(self) -> int:
        """Return the greatest height of each cell: its distance from the water."""
        board = self.board
        dry, height = set(board.cells), 0
        while dry:
            shore = [c for c in dry if (height == 0 and c in board.coast) or any(n not in dry for n in board.near[c])]
            dry.difference_update(shore)
            height += 1
        return height

    def rules(self, m: Model) -> None:
        heights = self.heights
        for cell in self.board.coast:
            m.require("a cell at the water has height 1", heights[cell] == 1, at=cell)
        for a, b in self.board.links:
            close = [
                (heights[high] >= v + 1) >> (heights[low] >= v)
                for v in range(2, heights[a].high)
                for high, low in ((a, b), (b, a))
            ]
            if close:
                m.require("neighbours differ by at most 1", all_hold(close), at=(a, b))
        for clue in self.clues.items():
            seen = []
            for ray in self.board.rays[clue.cell]:
                view: list[Lit] = []
                for other in ray:
                    view = [m.all_of([*view, ~m.greater(heights[other], heights[clue.cell])])]
                    seen += view
            m.require("a number counts the cells seen from it", exactly(clue.value, seen), clue=clue)

    def published(self, m: Model) -> dict[str, Any]:
        board, key = self.board, place_keys("cells", self.board)
        big = self.highest()
        a = [m.integer(f"A({k})", 1, big) for k in key]

        def row(kind: str, place: str, words: str, constraint: Any, cells: Any = None) -> None:
            m.require(words, constraint, cells, f"C{kind}({place})")

        for cell in board.coast:
            row("1", key[cell], "a cell at the water has height 1", a[cell].equals(1), cell)
        for n, (cell, count) in enumerate(self.clues.items(), 1):
            seen = Sum([])
            for x, r in AXES[board.shape]:
                ray = board.rays[cell][board.vectors.index(STEPS[x])]
                # hides[K]: cell K of the ray, counted from 0, is higher; after the last one comes the water
                hides = [m.binary(f"{x}({n},{k})") for k in range(1, len(ray) + 2)]
                count_is = [m.binary(f"{r}({n},{k})") for k in range(len(ray) + 1)]
                row(f"2_{x}", f"{n},{len(hides)}", "water ends the view", exactly(1, hides[-1:]), cell)
                for k, other in enumerate(ray):
                    place = f"{n},{k + 1}"
                    higher = a[other] >= a[cell] + 0.1 + big * (hides[k] - 1)
                    row(f"3a_{x}", place, f"{x} is 1 where the cell is higher", higher, (cell, other))
                    not_higher = a[other] <= a[cell] + big * hides[k]
                    row(f"3b_{x}", place, f"{x} is 1 where the cell is higher", not_higher, (cell, other))
                row(f"5_{x}", f"{n}", f"{r} says how many cells are seen", exactly(1, count_is), cell)
                for k in range(len(ray) + 1):
                    first = hides[k] - total(hides[:k]) <= count_is[k]
                    row(f"6a_{x}", f"{n},{k}", f"{r} stops at the first higher cell", first, cell)
                    if k:  # the document prints one row for K = 0
                        row(f"6b_{x}", f"{n},{k}", f"{r} stops at the first higher cell", hides[k] >= count_is[k], cell)
                seen += sum(k * lit for k, lit in enumerate(count_is))
            row("8", f"{n}", "a number counts the cells seen from it", seen == count, cell)
        for i, j in board.links:
            row("9a", f"{key[i]},{key[j]}", "neighbours differ by at most 1", a[i] - a[j] <= 1, (i, j))
            row("9b", f"{key[i]},{key[j]}", "neighbours differ by at most 1", a[i] - a[j] >= -1, (i, j))
        return {"heights": a}
