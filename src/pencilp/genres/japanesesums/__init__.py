from collections.abc import Sequence

from pencilp.board.lattice import Lattice
from pencilp.board.layers import UNKNOWN, AnswerNumbers, CellsClue, Lines, Numbers, Param, Run
from pencilp.encodings import After, Count, Framed, Number16, OutsideNumber16
from pencilp.genres.base import Genre
from pencilp.genres.japanesesums.rules import runs_in_order
from pencilp.model import Clause, Int, Linear, Lit, Model, all_hold, at_most, total
from pencilp.rules.counting import lines_outside
from pencilp.rules.everywhere import cached_per_shape
from pencilp.rules.lines import with_gaps
from pencilp.rules.numbers import givens


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
    sums = Lines("the sums of the runs of numbers", value=Run(high=None))
    given = Numbers("numbers printed in cells", low=1, high=99, unknown=False, optional=True)
    # a list, as numbers from 0 to 1 would be literals
    number = AnswerNumbers(
        0, lambda self: [self.highest] * len(self.board), "the numbers, and the shaded cells", shaded=True
    )

    link = [Count("highest"), OutsideNumber16("sums"), Number16("given", optional=True)]
    pzpr = [
        Count("highest"),
        Framed("sums", ("number", {"-": 0}), ("given", After("q", most=63)), given="given", unknown="-2"),
    ]

    def rules(self, m: Model) -> None:
        board, number = self.board, self.number
        givens(m, number, self.given)
        each_at_most_once(m, board, number)
        self.holds = [[x == n for n in x.values] for x in number]
        filled = [~holds[0] for holds in self.holds]
        for clue in lines_outside(board, self.sums):
            if clue.value:
                self.runs(m, clue, filled)

    def runs(self, m: Model, clue: CellsClue, filled: Sequence[Lit]) -> None:
        """Require that the runs of numbers in the line of a clue have its sums."""
        line, sums = clue.cells, () if clue.value == (0,) else clue.value
        here = with_gaps(m, self.board, line, filled)
        # no number is greater than the highest, so a run has at least the sum divided by it cells
        least = [1 if n == UNKNOWN else -(-n // self.highest) for n in sums]
        parts, runs = runs_in_order(m, here, least)
        cells = iter(line)
        gap = m.false.n
        holds = [None if x.n == gap else self.holds[next(cells)] for x in here]
        for n, places, length in zip(sums, runs, least, strict=True):
            if n != UNKNOWN:
                most = min(n - length + 1, self.highest)
                inside = [(x, numbers) for k, x in places.items() if (numbers := holds[k]) is not None]
                terms = [(v, m.all_of((x, numbers[v]))) for x, numbers in inside for v in range(1, most + 1)]
                parts += [Clause((~x, ~y)) for x, numbers in inside for y in numbers[most + 1 :]]
                parts.append(Linear(terms, n, n))
        helpers = [] if UNKNOWN in sums else [total(self.number[line]) == sum(sums)]
        m.require("the runs of numbers have the sums outside", all_hold(parts, helpers=helpers), clue=clue)


@cached_per_shape
def each_at_most_once(m: Model, board: Lattice, number: Sequence[Int]) -> None:
    """State that no number occurs twice in a column or a row, which is the same on all boards of a shape."""
    for words, lines in (("column", board.col_cells), ("row", board.row_cells)):
        for line in filter(None, lines):
            for n in number[line[0]].values[1:]:
                m.require(f"no number occurs twice in a {words}", at_most(1, [number[c] == n for c in line]), at=line)
