from typing import ClassVar

from pencilp.board.layers import Letters
from pencilp.encodings import Border, Cells, LetteredBorders, Number16
from pencilp.genres.tetrominous import Tetrominous
from pencilp.rules.polyominoes import Positions

PENTOMINOES: dict[str, Positions] = {
    "F": ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)),
    "I": ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0)),
    "L": ((0, 0), (1, 0), (2, 0), (3, 0), (3, 1)),
    "N": ((0, 1), (1, 1), (2, 0), (2, 1), (3, 0)),
    "P": ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0)),
    "T": ((0, 0), (0, 1), (0, 2), (1, 1), (2, 1)),
    "U": ((0, 0), (0, 2), (1, 0), (1, 1), (1, 2)),
    "V": ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2)),
    "W": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)),
    "X": ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)),
    "Y": ((0, 1), (1, 0), (1, 1), (2, 1), (3, 1)),
    "Z": ((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)),
}
LETTERS = "".join(PENTOMINOES)


class Pentominous(Tetrominous):
    """Divide the board into regions of five cells. Regions of the same shape, however turned or mirrored, do not share an edge. A
    letter is the shape of its region. Some borders may be given.
    """

    name = "pentominous"
    title = "Pentominous"
    title_ja = "ペントミナス"
    shape_of: ClassVar[dict[str, Positions]] = PENTOMINOES

    letters = Letters("the shapes of the regions: F, I, L, N, P, T, U, V, W, X, Y and Z", alphabet=LETTERS)

    link = [Number16("letters", dict(enumerate(LETTERS)), hole=12), Border("walls", optional=True)]
    pzpr = [
        Cells(("letters", {str(code): letter for code, letter in enumerate(LETTERS)}), hole="*"),
        LetteredBorders("borders", "letters", LETTERS, PENTOMINOES, "walls"),
    ]
