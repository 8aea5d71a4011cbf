"""Parts of texts that only shugaku has: beds whose halves are not said to belong together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilp.encodings.cells import Cells
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle


class Halves(Cells):
    """The aisle (``x``), pillows (``#``) and the other halves of beds (``o``). The reader must find the pairs: a
    pillow lies next to or below its other half, and one of the two touches the aisle.

    ``ways`` has per step (down, right) to the other half the values of a pillow and of a half without; ``alone`` are those of
    halves that lack it.
    """

    def __init__(self, layer: str, ways: Mapping[tuple[int, int], tuple[int, int]], alone: tuple[int, int]) -> None:
        super().__init__((layer, {"x": 1, "#": alone[0], "o": alone[1]}))
        self.ways, self.alone = dict(ways), alone

    def put(
        self, tokens: Sequence[str], lines: LineReader, draft: PartialPuzzle, width: int, first: int, left: int = 0
    ) -> None:
        super().put(tokens, lines, draft, width, first, left)
        values = draft.values[self.names[0]]
        grid = {divmod(k, width): token for k, token in enumerate(tokens)}

        def touches(place: tuple[int, int]) -> bool:
            return any(grid.get((place[0] + r, place[1] + c)) == "x" for r, c in self.ways)

        # per half those that may be its other one
        fits: dict[tuple[int, int], list[tuple[int, int]]] = {p: [] for p, token in grid.items() if token in ("#", "o")}
        for (r, c), token in grid.items():
            for other in ((r + 1, c), (r, c + 1), (r, c - 1)) if token == "o" else ():
                if grid.get(other) == "#" and (touches((r, c)) or touches(other)):
                    fits[r, c].append(other)
                    fits[other].append((r, c))
        free = dict.fromkeys(fits)
        sure = [p for p in fits if len(fits[p]) == 1]
        while sure or free:
            # if there is only one way to pair all, some half always has one choice
            one = sure.pop() if sure else next(iter(free))
            choices = [p for p in fits[one] if p in free]
            if one not in free or not choices:
                free.pop(one, None)
                continue
            two = choices[0]
            for a, b in ((one, two), (two, one)):
                step = (b[0] - a[0], b[1] - a[1])
                values[draft.area[a[0] * width + a[1]]] = self.ways[step][grid[a] == "o"]
                del free[a]
                sure += [p for p in fits[a] if sum(q in free for q in fits[p]) == 1]

    def tokens(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        pillows, feet = zip(*self.ways.values(), self.alone, strict=True)
        values = draft.get(self.names[0])
        signs = {1: "x", **dict.fromkeys(pillows, "#"), **dict.fromkeys(feet, "o")}
        return [signs.get(values[place], dialect.empty) for place in draft.area]
