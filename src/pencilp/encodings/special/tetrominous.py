"""What only tetrominous and pentominous have in their texts."""

from __future__ import annotations

from pencilp.encodings.lines import Matrix
from pencilp.encodings.partial_puzzle import Dialect, LineReader, PartialPuzzle

HOLE = "*"


class Answer(Matrix):
    """The borders, and before them the letters that a solver has written into the cells: the number of each among ``alphabet``.

    A border also runs where two letters differ, given ones (the layer ``letters``) or written ones.
    """

    def __init__(self, layer: str, letters: str, alphabet: str) -> None:
        super().__init__(layer)
        self.letters, self.alphabet = letters, alphabet

    def read(self, lines: LineReader, draft: PartialPuzzle) -> None:
        written = {str(code): letter for code, letter in enumerate(self.alphabet)}
        letters = [*draft.get(self.letters)]
        nothing = (HOLE, lines.dialect.empty, *lines.dialect.noise)
        for r in range(draft.height):
            for c, token in enumerate(lines.row(draft.width)):
                if token in written:
                    letters[draft.area[r * draft.width + c]] = written[token]
                elif token not in nothing:
                    raise lines.error(f"{token!r} cannot stand here", c)
        super().read(lines, draft)
        drawn = draft.get(self.layer)
        for e, (a, b) in enumerate(draft.frame.links):
            if None not in (letters[a], letters[b]) and letters[a] != letters[b]:
                drawn[e] = 1

    def write(self, draft: PartialPuzzle, dialect: Dialect) -> list[str]:
        blank = " ".join([dialect.empty] * draft.width)
        return [blank] * draft.height + super().write(draft, dialect)
