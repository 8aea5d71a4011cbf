from string import ascii_lowercase, ascii_uppercase

from pencilp.board.layers import Loop, Param, PrintedLetters
from pencilp.encodings import Cells, Flag, Matrix, Number16, Word
from pencilp.genres.numberlink import Numberlink
from pencilp.model import Model, any_of

LETTERS = {letter: number for number, letter in enumerate(ascii_uppercase + ascii_lowercase, 1)}


class Arukone(Numberlink):
    """Join every two cells with the same letter by a path from cell to cell. Paths do not cross or branch, and they pass
    no other letters. Every cell belongs to a path, unless the puzzle allows empty cells.
    """

    name = "arukone"
    title = "Arukone"
    title_ja = "アルコネ"

    numbers = PrintedLetters("the letters, each of them twice", unknown=False, small=True)
    free = Param("1: cells may stay empty", low=0, high=1, initial=0)
    line = Loop("the paths")

    sign = "letter"

    link = [Flag("e", "free"), Number16("numbers")]
    pzpr = [Word("passallcell", "dontpassallcell", layer="free"), Cells(("numbers", LETTERS)), Matrix("line")]

    def rules(self, m: Model) -> None:
        super().rules(m)
        if not self.free:
            for cell, links in enumerate(self.board.links_at):
                m.require("every cell belongs to a path", any_of(self.line[links]), at=cell)
