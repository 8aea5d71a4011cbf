from pencilp.board.layers import PrintedLetters, Shading
from pencilp.encodings import Cells, Number16
from pencilp.genres.base import Genre, OpenLayers
from pencilp.model import Clause, Model, all_hold, any_of, exactly
from pencilp.rules.groups import every_group_holds_some, group_holds
from pencilp.rules.islands import parted_by_sea
from pencilp.rules.shading import connected, in_pairs


class Dominion(Genre):
    """Shade dominoes, pairs of cells that share an edge. Two dominoes do not share an edge. They divide the other
    cells into dominions, groups of cells connected by edges. Every dominion holds letters. All letters in it are
    equal, and it holds all letters of this kind. A ``?`` stands for any letter. Small and capital letters differ.
    """

    name = "dominion"
    title = "Dominion"
    title_ja = "ドミニオン"
    shapes = ("square", "hexagonal")

    # our reading of the rules: ? alone does not give a dominion its letters
    letters = PrintedLetters("the letters of the dominions", small=True)
    shaded = Shading("the dominoes")

    link = [Number16("letters")]
    pzpr = [Cells("letters"), Cells("shaded")]

    def rules(self, m: Model) -> None:
        for cell in self.letters.given:
            m.require("a letter is not shaded", ~self.shaded[cell], at=cell)
        in_pairs(m, self.board, self.shaded, "a shaded cell touches exactly one other")
        dominions = parted_by_sea(m, self.board, self.shaded)
        lettered = self.letters.known()
        every_group_holds_some(m, dominions, [cell for cell, _ in lettered], "a dominion holds a letter")
        for letter in sorted({letter for _, letter in lettered}):
            own = [cell for cell, other in lettered if other == letter]
            others = [cell for cell, other in lettered if other != letter]
            for cell in own:
                clue = (self.letters, cell)
                group_holds(m, dominions, cell, own, len(own), "equal letters lie in one dominion")
                group_holds(m, dominions, cell, others, 0, "a dominion holds no different letters", clue=clue)

    def open_rules(self, m: Model) -> OpenLayers:
        board, shaded = self.board, self.shaded
        in_pairs(m, board, shaded, "a shaded cell touches exactly one other")
        letters = range(1, min(26, 2 + len(board) // 6) + 1)
        # the letter of the dominion of each cell, printed or not
        own = [{letter: m.binary() for letter in letters} for _ in board.cells]
        for x, here in zip(shaded, own, strict=True):
            m.require("a cell is shaded or in a dominion", exactly(1, [x, *here.values()]))
        for letter in letters:
            cells = [here[letter] for here in own]
            joined = [Clause((~cells[a], shaded[b], cells[b])) for link in board.links for a, b in (link, link[::-1])]
            m.require("adjacent cells are in one dominion", all_hold(joined))
            connected(m, board, cells, "equal letters lie in one dominion")
        printed = [{letter: m.all_of((x, m.binary())) for letter, x in here.items()} for here in own]
        for letter in letters:
            held = [here[letter] for here in printed]
            m.require("a dominion holds a letter", all_hold([any_of([~here[letter], *held]) for here in own]))
        return {"letters": printed}
