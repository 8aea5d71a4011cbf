from typing import Any

from pencilp.board.layers import Loop, Symbols
from pencilp.genres.base import Genre, OpenLayers, place_keys
from pencilp.model import Clause, Lit, Model, all_hold, exactly, total
from pencilp.rules.loops import loop_through_cells, straight_pieces, turns


class SecondTurn(Genre):
    """Draw one closed loop through all cells, from cell to neighbouring cell. It turns in every cell with a dot, and
    between a dot and the next dot along the loop it turns exactly once more.
    """

    name = "second_turn"
    title = "Second Turn"
    title_ja = "セカンドターン"
    aliases = ("every second turn",)
    shapes = ("square", "hexagonal")

    dots = Symbols({"o": "a dot"}, "the cells with every second turn", look="dot")
    line = Loop("the loop")

    def rules(self, m: Model) -> None:
        # Turns with and without a dot alternate, so a straight piece of the loop has a dot at exactly one end. This
        # needs no direction of the loop.
        board, line = self.board, self.line
        loop_through_cells(m, board, line, [True] * len(board), passes="the loop passes every cell")
        for clue in self.dots.items():
            m.require("the loop turns at a dot", turns(board, line, clue.cell), clue=clue)
        to_dot = self.straight_to_dot(m)
        for link, (a, b) in enumerate(board.links):
            ends = [lit for lit in (to_dot.get((a, link)), to_dot.get((b, link))) if lit is not None]
            piece = line[link] >> exactly(1, ends)
            m.require("a straight piece of the loop has a dot at exactly one end", piece, at=(a, b))

    def open_rules(self, m: Model) -> OpenLayers:
        board, line = self.board, self.line
        loop_through_cells(m, board, line, [True] * len(board), passes="the loop passes every cell")
        dots = [m.binary() for _ in board.cells]
        for cells, piece in straight_pieces(m, board, line):
            one = piece >> exactly(1, [dots[cells[0]], dots[cells[-1]]])
            m.require("a straight piece of the loop has a dot at exactly one end", one)
            m.require("the loop turns at a dot", all_hold([Clause((~piece, ~dots[c])) for c in cells[1:-1]]))
        return {"dots": [{"o": x} for x in dots]}

    def straight_to_dot(self, m: Model) -> dict[tuple[int, int], Lit]:
        """Return per cell, and per link from it towards a dot, whether the loop goes straight that way to the first
        dot."""
        result: dict[tuple[int, int], Lit] = {}
        board = self.board
        for dot in self.dots.given:
            for d in board.directions:
                straight: list[Lit] = []
                for cell in board.rays[dot][d]:
                    link = board.link_to[cell][board.opposite(d)]
                    straight = [m.all_of([self.line[link], *straight])]
                    result[cell, link] = straight[0]
                    if self.dots[cell]:
                        break
        return result

    def published(self, m: Model) -> dict[str, Any]:
        board, names = self.board, self.board.side_names
        key, dots = place_keys("cells", board), {cell: k for k, cell in enumerate(self.dots.given, 1)}
        big = board.rows * board.cols
        arrow = [[m.binary(f"{names[d]}({key[c]})") for d in board.directions] for c in board.cells]
        curve = [m.binary(f"C({key[c]})") for c in board.cells]
        come = [{k: m.binary(f"D({key[c]},{k})") for k in dots.values()} for c in board.cells]
        curve_of = [{k: m.binary(f"F({key[c]},{k})") for k in dots.values()} for c in board.cells]
        number = [m.integer(f"N({key[c]})", 1, big) for c in board.cells]

        def row(kind: str, place: str, words: str, constraint: Any, at: Any = None) -> None:
            m.require(words, constraint, at, f"C{kind}({place})")

        for c in board.cells:
            # (direction, arrow that comes in that way, the cell it comes from)
            into = [
                (d, arrow[n][d], n)
                for d in board.directions
                if (n := board.neighbour(c, board.opposite(d))) is not None
            ]
            row("1", key[c], "one arrow leaves every cell", exactly(1, arrow[c]), c)
            row("2", key[c], "one arrow comes into every cell", exactly(1, [lit for _, lit, _ in into]), c)
            for d in board.directions:
                n = board.neighbour(c, d)
                if n is None or (c in dots and n in dots):
                    words = "no arrow leaves the board, or goes from dot to dot"
                    row(f"3_{names[d]}", key[c], words, arrow[c][d].equals(0), c)
            for d, coming, _ in into:
                # a turn without a dot has a dot ahead
                onward = [arrow[c][e] for e in board.directions if e != board.opposite(d) and self.may_go(c, d, e)]
                row(f"3b_{names[d]}", key[c], "arrows go on", coming <= total(onward), c)
            if c in dots:
                row("4", f"{key[c]},{dots[c]}", "a dot's piece begins there", come[c][dots[c]].equals(1), c)
            row("5", key[c], "every cell belongs to one dot's piece", exactly(1, list(come[c].values())), c)
            for d, n in board.ways(c):
                if n not in dots:
                    for k in dots.values():
                        piece = come[c][k] + arrow[c][d] - come[n][k] <= 1
                        row(f"6_{names[d]}", f"{key[c]},{k}", "the arrow leads on in the dot's piece", piece, c)
            ways = {d for d, _ in board.ways(c)}
            if c in dots or not any(board.opposite(d) in ways for d in ways):
                row("7", key[c], "the loop turns at dots and in corners", curve[c].equals(1), c)
            for d, coming, _ in into:
                for e in board.directions:
                    if e == d:
                        straight = coming + arrow[c][e] + curve[c] <= 2
                        row(f"8_{names[d]}_{names[e]}", key[c], "C is not straight", straight, c)
                    elif e != board.opposite(d):
                        turn = coming + arrow[c][e] - curve[c] <= 1
                        row(f"8_{names[d]}_{names[e]}", key[c], "C is a turn", turn, c)
            for k in dots.values():
                words, place = "F is a turn in the dot's piece", f"{key[c]},{k}"
                row("9a", place, words, come[c][k] + curve[c] - curve_of[c][k] <= 1, c)
                row("9b", place, words, come[c][k] >= curve_of[c][k], c)
                row("9c", place, words, curve[c] >= curve_of[c][k], c)
        for c, k in dots.items():
            turns = [curve_of[other][k] for other in board.cells]
            row("10", f"{k}", "every dot's piece turns twice, once at the dot", exactly(2, turns), c)
        # the loop can run both ways; if a cell has only two neighbours, its first arrow can be chosen
        start = min(board.cells, key=lambda c: len(board.near[c]))
        if len(board.near[start]) == 2:
            d, _ = board.ways(start)[0]
            row("11a", key[start], "the first arrow", arrow[start][d].equals(1), start)
        row("11b", key[start], "the first cell has number 1", number[start].equals(1), start)
        for a, b in [*board.links, *((b, a) for a, b in board.links)]:
            if b != start:
                d = board.direction_to(a, b)
                unless = big * (1 - arrow[a][d])
                words = "an arrow leads to the next number"
                row(f"12a_{names[d]}", key[a], words, number[a] + 1 <= number[b] + unless, (a, b))
                row(f"12b_{names[d]}", key[a], words, number[a] + 1 + unless >= number[b], (a, b))
        line = []
        for (a, b), link in zip(board.links, place_keys("links", board), strict=True):
            d = board.direction_to(a, b)
            line.append(m.any_of((arrow[a][d], arrow[b][board.opposite(d)]), f"line({link})"))
        m.on_cells = {"N": number, "arrows": arrow, "C": curve}
        return {"line": line}

    def may_go(self, cell: int, coming: int, leaving: int) -> bool:
        """Return whether the dots allow the loop to come into ``cell`` in one direction and leave it in another."""
        return leaving == coming or bool(self.dots[cell]) or any(self.dots[c] for c in self.board.rays[cell][leaving])
