from collections.abc import Sequence

from pencilp.encodings import Cells, FourCell, Matrix, Word
from pencilp.genres.ichimaga import Ichimaga
from pencilp.model import Clause, Connected, Constraint, Lit, Model, all_hold


class CrossingIchimaga(Ichimaga):
    """Draw lines from cell to cell, each from one circle to another, so that they join all circles. There is at least one
    line. A line turns once at most. Two lines may cross if both go straight there; otherwise lines do not branch or touch
    outside the circles. A number says how many lines end at its circle.
    """

    name = "ichimagax"
    title = "Crossing Ichimaga"
    title_ja = "一回曲がって交差もするの"

    text_id = "ichimaga"
    link = [FourCell("numbers")]
    pzpr = [Word("cross"), Cells("numbers"), Matrix("line")]

    def goes_on(self, here: Sequence[Lit], circle: Sequence[Lit]) -> Constraint | Lit:
        # not one line, and not three
        others = [[*here[:k], *here[k + 1 :]] for k in range(len(here))]
        parts: list[Constraint | Lit] = [Clause([~x, *rest, *circle]) for x, rest in zip(here, others, strict=True)]
        if len(here) == 3:
            parts.append(Clause([*(~x for x in here), *circle]))
        elif len(here) == 4:
            parts += [Clause([x, *(~y for y in rest), *circle]) for x, rest in zip(here, others, strict=True)]
        return all_hold(parts)

    def joined(self, m: Model, lines_at: Sequence[Sequence[Lit]], circles: Sequence[Lit]) -> Connected:
        # a cell that may be without a circle has a node for each axis, which are joined unless two lines cross
        board, line = self.board, self.line
        count = len(board)
        along: list[list[Lit]] = [[] for _ in range(2 * count)]
        edges: list[tuple[int, int, Lit]] = []
        for e, (a, b) in enumerate(board.links):
            axis = count * (board.link(a, "e") == e)
            ends = [c if circles[c] is m.true else axis + c for c in (a, b)]
            edges.append((ends[0], ends[1], line[e]))
            for node in ends:
                along[node].append(line[e])
        for cell, here in enumerate(lines_at):
            circle = [] if circles[cell] is m.false else [circles[cell]]
            edges.append((cell, count + cell, m.any_of([*circle, ~m.all_of(here)]) if len(here) == 4 else m.true))
        given = [*(x is m.true for x in circles), *[False] * count]
        nodes = [m.true if circle else m.any_of(here) for circle, here in zip(given, along, strict=True)]
        return Connected(nodes, edges, places=[*board.cells, *board.cells])
