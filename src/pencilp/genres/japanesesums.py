from collections.abc import Sequence

from pencilp.board.layers import UNKNOWN, Digits, Lines, Numbers, Param
from pencilp.encodings import Count, Framed, Number16, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.model import Clause, Linear, Lit, Model, all_hold, at_most, total
from pencilp.model.model import Clue
from pencilp.rules.lines import runs_in_order, with_gaps
from pencilp.rules.numbers import givens
from pencilp.typed import Any


class JapaneseSums(Genre):
    """Shade some cells and fill the others with numbers from 1 up to the highest, so that no number occurs twice in a row or in
    a column. Numbers outside are the sums of the runs of numbers between shaded cells in their row or column, in this order;
    a question mark is any sum. A row or column whose one number is 0 is shaded throughout.
    """

    name = "japanesesums"
    title = "Japanese Sums"
    title_ja = "ジャパニーズサム"
    aliases = ("japanese_sums",)

    # a board of few cells may have numbers that are greater than these are many
    highest = Param("the highest number", low=1, high=99, initial=lambda board: max(board.rows, board.cols))
    sums = Lines("the sums of the runs of numbers")
    given = Numbers("numbers printed in cells", low=1, high=99, unknown=False, optional=True)
    # a list, as numbers from 0 to 1 would be literals
    number = Digits(0, lambda self: [self.highest] * len(self.board), "the numbers, and the shaded cells", shaded=True)

    link = [Count("highest"), OutsideNumber16("sums"), Number16("given", optional=True)]
    pzpr = [
        Count("highest"),
        Framed("sums", ("number", {"-": 0}), ("given", {f"q{n}": n for n in range(64)}), given="given", untold="-2"),
    ]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        filled = [x != 0 for x in number]
        for side, lines, words in (("top", board.col_cells, "column"), ("left", board.row_cells, "row")):
            for i, (line, sums) in enumerate(zip(lines, self.sums[side], strict=True)):
                for n in range(1, self.highest + 1):
                    m.require(
                        f"no number occurs twice in a {words}", at_most(1, [number[c] == n for c in line]), at=line
                    )
                if sums:
                    self.runs(m, line, [n for n in sums if n != 0], filled, (self.sums, side, i))

    def runs(self, m: Model, line: Sequence[int], sums: Sequence[Any], filled: Sequence[Lit], clue: Clue) -> None:
        """The runs of numbers in a line have these sums."""
        here = with_gaps(m, self.board, line, filled)
        # no number is greater than the highest, so that a run of some sum has so many cells at least
        least = [1 if n == UNKNOWN else -(-n // self.highest) for n in sums]
        parts, runs = runs_in_order(m, here, least)
        cells = iter(line)
        number = [None if x is m.false else self.number[next(cells)] for x in here]
        for n, places, length in zip(sums, runs, least, strict=True):
            if n != UNKNOWN:
                most = n - length + 1
                inside = [(x, y) for k, x in places.items() for y in (number[k],) if y is not None]
                terms = [(v, m.all_of((x, y == v))) for x, y in inside for v in range(1, min(most, self.highest) + 1)]
                parts += [Clause((~x, y != v)) for x, y in inside for v in range(most + 1, self.highest + 1)]
                parts.append(Linear(terms, n, n))
        helpers = [] if UNKNOWN in sums else [total(self.number[line]) == sum(sums)]
        m.require("the runs of numbers have the sums outside", all_hold(parts, helpers=helpers), at=line, clue=clue)
