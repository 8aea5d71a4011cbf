from itertools import combinations

from pencilp.board.lattice import Lattice
from pencilp.board.layers import Borders, Letters
from pencilp.encodings import Cells, Matrix, Number16
from pencilp.genres.base import Genre
from pencilp.genres.nikoji.structure import MovedOnto, ShapesDiffer
from pencilp.model import Model
from pencilp.model.model import Clue
from pencilp.rules.regions import divided, each_holds_one, turns_and_mirrors
from pencilp.structures.regions import Regions

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Nikoji(Genre):
    """Divide the board into regions with one letter each. Regions of the same letter are equal, neither turned nor
    mirrored, and have their letter at the same place. Regions of different letters have different shapes, even if
    they are turned or mirrored.
    """

    name = "nikoji"
    title = "NIKOJI"
    title_ja = "NIKOJI"
    shapes = ("square", "hexagonal")

    letters = Letters("the letters: capital and small ones are different", alphabet=ALPHABET)
    borders = Borders("the borders of the regions")

    link = [Number16("letters", dict(enumerate(ALPHABET, 1)))]
    pzpr = [Cells(("letters", {str(code): letter for code, letter in enumerate(ALPHABET, 1)})), Matrix("borders")]

    def rules(self, m: Model) -> None:
        board = self.board
        regions = divided(m, board, self.borders)
        each_holds_one(m, regions, self.letters.given, "a region has a letter", "a region has no two letters")
        alike = [self.letters.known(letter) for letter in dict.fromkeys(filter(None, self.letters))]
        for first, *others in alike:
            for clue in others:
                words = "regions of the same letter are equal and have it at the same place"
                moved_onto(m, board, regions, first.cell, clue.cell, words, clue=clue)
        for one, other in combinations([some[0].cell for some in alike], 2):
            forms_differ(m, board, regions, one, other, "regions of different letters have different shapes")


def moved_onto(m: Model, board: Lattice, regions: Regions, one: int, other: int, words: str, clue: Clue = None) -> None:
    """Require that the region of one cell is that of another, moved like the cell, and neither turned nor mirrored."""
    m.require(words, MovedOnto(regions, one, other, board.positions), at=(one, other), clue=clue)


def forms_differ(m: Model, board: Lattice, regions: Regions, one: int, other: int, words: str) -> None:
    """Require that the regions of two cells have different shapes, even if turned or mirrored. The rule comes from no
    single clue."""
    m.require(
        words, ShapesDiffer(regions, one, other, board.positions, turns_and_mirrors(board.shape)), at=(one, other)
    )
