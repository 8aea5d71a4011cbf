from collections.abc import Iterator

from pencilp.board.layers import AnswerMarks, Lines, Param, Symbols
from pencilp.genres.base import Genre
from pencilp.model import Model, exactly, total
from pencilp.rules.counting import seen_from_outside

MONSTERS = {"G": "a ghost", "V": "a vampire", "Z": "a zombie"}
DIRECTIONS = {"top": "s", "right": "w", "bottom": "n", "left": "e"}
TURNS = {"/": {"n": "e", "e": "n", "s": "w", "w": "s"}, "\\": {"n": "w", "w": "n", "s": "e", "e": "s"}}


class Undead(Genre):
    """Put a ghost, a vampire or a zombie into every cell without a mirror. A number outside says how many monsters are seen
    from there, along a line that each mirror turns aside. A vampire is seen only before the first mirror, a ghost only behind
    it, a zombie always. A monster that the line passes twice counts twice. The numbers of ghosts, vampires and zombies on the
    board may be given.
    """

    name = "undead"
    title = "Undead"
    title_ja = "アンデッド"
    aliases = ("haunted mirror maze", "haunted mirrors")
    usual_size = (5, 5)

    mirrors = Symbols({"\\": "the mirror \\", "/": "the mirror /"}, "the mirrors", look="slash")
    clues = Lines(
        "how many monsters are seen from outside",
        sides=("top", "left", "bottom", "right"),
        single=True,
        high="twice_the_cells",
        seen=True,
    )
    given = Symbols(MONSTERS, "the monsters printed in cells", optional=True)
    ghosts = Param("the number of ghosts on the board", high="cells")
    vampires = Param("the number of vampires on the board", high="cells")
    zombies = Param("the number of zombies on the board", high="cells")
    monsters = AnswerMarks(MONSTERS, "the monsters")

    def validate(self) -> None:
        self.refuse_both("given", "mirrors", "no monster stands in a cell with a mirror")

    def rules(self, m: Model) -> None:
        ghost, vampire, zombie = (self.monsters.is_(token) for token in MONSTERS)
        for cell in self.board.cells:
            kinds = [ghost[cell], vampire[cell], zombie[cell]]
            if self.mirrors[cell] is None:
                m.require("a monster stands in every cell without a mirror", exactly(1, kinds), at=cell)
            else:
                m.require("no monster stands in a cell with a mirror", self.monsters[cell] == 0, at=cell)
        for clue in self.given.items():
            m.require("a printed monster stays", self.monsters[clue.cell] == clue.value, clue=clue)
        for clue in seen_from_outside(self.board, self.clues):
            _, side, _ = clue.source
            seen = []
            for cell, aside in self.line(next(iter(clue.cells), None), DIRECTIONS[side]):
                seen += [zombie[cell], ghost[cell] if aside else vampire[cell]]
            m.require("the number outside says how many monsters are seen", total(seen) == clue.value, clue=clue)
        for words, number, kind in (
            ("the number of ghosts on the board is given", self.ghosts, ghost),
            ("the number of vampires on the board is given", self.vampires, vampire),
            ("the number of zombies on the board is given", self.zombies, zombie),
        ):
            if number is not None:
                m.require(words, exactly(number, kind))

    def line(self, cell: int | None, direction: str) -> Iterator[tuple[int, bool]]:
        """Yield the cells without a mirror on the line that enters the board at a cell, and whether a mirror is before them."""
        aside = False
        while cell is not None:
            if mirror := self.mirrors[cell]:
                direction, aside = TURNS[mirror][direction], True
            else:
                yield cell, aside
            cell = self.board.neighbour(cell, direction)
