from pencilp.board.layers import UNKNOWN, Borders, Numbers
from pencilp.encodings import Cells, Matrix, Number16, RoomIds
from pencilp.genres.base import Genre
from pencilp.model import Lit, Model, any_of, between, exactly
from pencilp.rules.regions import distances, each_region, no_dead_ends, owned, spreads


class Araf(Genre):
    """Divide the board into regions, each with exactly two numbers and a size strictly between them (``?`` is any number)."""

    name = "araf"
    title = "Araf"
    title_ja = "相ダ部屋"
    aliases = ("Aidabeya",)
    shapes = ("square", "hexagonal")

    numbers = Numbers("two a region, one less and one greater than its size")
    borders = Borders("the borders of the regions")

    link = [Number16("numbers")]
    pzpr = [Cells("numbers"), Matrix("borders")]
    dataset = [Cells("numbers"), RoomIds("borders")]

    def between(self, a: int, b: int) -> tuple[int, int]:
        """The least and the greatest size of a region with the numbers of the cells a and b."""
        clues = [n for n in (self.numbers[a], self.numbers[b]) if n != UNKNOWN]
        return (min(clues) + 1, max(clues) - 1) if len(clues) == 2 else (2, len(self.board))

    def fits(self, a: int, b: int, size: int) -> bool:
        """Whether a region with the numbers of the cells a and b may have this size."""
        low, high = self.between(a, b)
        return low <= size <= high and size not in (self.numbers[a], self.numbers[b])

    def rules(self, m: Model) -> None:
        board, borders, clues = self.board, self.borders, set(self.numbers.given)
        # a region belongs to the first of its two numbers; the later one is its partner
        far = {c: distances(board, c, clues) for c in clues}
        owners: list[dict[int, Lit]] = [{} for _ in board.cells]
        for clue in sorted(clues):
            partners = [c for c in far[clue] if c in clues and c > clue and far[clue][c] < self.between(clue, c)[1]]
            with_partner: dict[int, list[int]] = {}
            for other in partners:
                apart, most = far[clue][other], self.between(clue, other)[1]
                for cell in (far[clue].keys() | far[other].keys()) - clues:
                    # joining three cells takes at least half the ways between them
                    to_clue, to_other = far[clue].get(cell, most), far[other].get(cell, most)
                    ways = apart + min(to_clue, apart + to_other) + min(to_other, apart + to_clue)
                    if (ways + 1) // 2 < most:
                        with_partner.setdefault(cell, []).append(other)
            region = {c: m.binary() for c in (clue, *partners, *with_partner)}
            for cell, some in with_partner.items():
                m.require("a region is not too large", ~region[cell] | any_of(region[c] for c in some), at=(clue, cell))
            for cell, lit in region.items():
                owners[cell][clue] = lit
            spreads(m, board, region, (clue,), "a region hangs together")
            m.require("a region has two numbers", region[clue] >> exactly(1, [region[c] for c in partners]), at=clue)
            cells = list(region.values())
            for other in partners:
                low, high = self.between(clue, other)
                words = "the size of a region is between its numbers"
                m.require(words, region[other] >> between(low, high, cells), at=(clue, other))
                for n in {self.numbers[clue], self.numbers[other]} - {UNKNOWN}:
                    if low <= n <= high:
                        m.require(
                            words, ~region[other] | ~m.count_of(n, cells) | m.count_of(n + 1, cells), at=(clue, other)
                        )
        owned(m, board, borders, owners)

        no_dead_ends(m, board, borders)
        each_region(m, board, borders, "a region has two numbers", lambda r: len(clues.intersection(r)) == 2)
        each_region(
            m, board, borders, "the size of a region is between its numbers",
            lambda r: len(here := clues.intersection(r)) != 2 or self.fits(min(here), max(here), len(r)),
        )  # fmt: skip
